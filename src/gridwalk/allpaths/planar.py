"""Counts of all paths or cycles of an orthogonal board by broken-profile dynamic programming.

The states are Motzkin words (`words`; Iwashita et al.  2013).  Invariant: after each cell the table holds,
for every word over the cut, the number of partial paths over the cells done that meet the cells to come as
the word describes.  Each cell done has no edge or two, or one if it may be an end; no piece is closed, except
whole paths, which are added up.  Numbers are residues, of as many sweeps as the proven bound of the count
needs, joined by the Chinese remainder theorem.

Update: a cell takes two plugs, the left and the upper edge for instance, and leaves two.  From no plug come
none (the cell is left out) or both ends of a new piece; from one comes one, either way; two are joined.  An
index of the table is the rank of a word, so there are no keys, and words change in place (`planar_kernels`).

A sweep goes from the first row to the last, or, on a board that is its own mirror image, to the middle, where
the table is joined with itself.  It only counts: `Simpath` answers the other questions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths import planar_kernels as kernels
from gridwalk.allpaths.combine import Streams
from gridwalk.allpaths.engine import BlockQuestion, Cells, Engine, Range
from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.exact import join_residues, moduli
from gridwalk.allpaths.order import PLANNING
from gridwalk.allpaths.planar_kernels import HIGHEST, LANES, LEFT, LOOSE, RIGHT
from gridwalk.allpaths.reduce.network import Block
from gridwalk.allpaths.simpath import Simpath
from gridwalk.allpaths.words import Ints, Key, Pause, Transitions, Words, full_words, number_of_words
from gridwalk.board.board import Board
from gridwalk.board.moves import ORTHOGONAL
from gridwalk.board.passages import Walls
from gridwalk.errors import Message
from gridwalk.question.knows import Knows
from gridwalk.runtime import cache, tasks
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.parts import Numbers
from gridwalk.runtime.resources import DEFAULT_RESOURCES, Resources
from gridwalk.runtime.slices import compiles, slice_of
from gridwalk.runtime.tasks import Check, together, useful
from gridwalk.runtime.tuning import tuning

SHORT = 0.03  # seconds; a shorter count is not compared with other engines
WORD_SECONDS = 1.5e-9  # of a word of a sweep, about
CELL_SECONDS = 4e-8  # of a cell of a sweep, besides its words
COLUMN_CELL_SECONDS = 4e-5  # the same, with a count for every length
PLAN_SECONDS = 2e-5  # of planning a cell
SMALL = 2_000_000  # words of a sweep; a smaller one takes less time than to start a thread
MOST_PAIRS = 1 << 24  # of words in a call on all words; later cells have a call of their own
HALF, WIDE = 32, 64  # bits of a residue: of several side by side, and of one for every length
ONE = (1 << WIDE,)  # the modulus of a count that is proven to fit in one lane of 64 bits
UNBOUNDED = 1 << 62  # bits
WIDEST = 28  # columns: the words of a wider cut do not fit in 63 bits, with place for a move
MIRRORED = 22  # columns of a sweep that is folded: the lists of pairs take 40 MB at 20 columns, 280 at 22
SLICES = 8  # of a call: a word takes less time than a step of a search; still some 0.1 s a call
WORDS_A_CELL = 16  # words that an interpreted kernel changes in `slices.SECONDS_A_CELL`
TOGETHER = 1 << 20  # words of a batch, which bounds the scratch memory
TELL_AFTER = 1024  # cells planned


# --------------------------------------------------------------------------------------------- the question

CLOSED, INNER, END_CELL, LAST, EITHER = range(5)
NOWHERE = -1


@dataclass(frozen=True, eq=False)
class CellRoles:
    """A question about all paths or cycles of an orthogonal board, as roles of its cells.

    ::

        paths to one exit       start and exit END_CELL, other open cells INNER
        paths to the first exit start END_CELL, exits LAST, others INNER
        any last cell           start END_CELL, all others EITHER
        any first and last cell all EITHER (each path once, not once per direction)
        cycles                  all INNER

    Parameters
    ----------
    roles : uint8 array, shape (rows, columns)
        The role of each cell.
    must : array of bool, shape (rows, columns)
        The cells that have to be visited.
    walls : Walls, optional
        Walls between cells, both arrays of the shape of the board; those on the border mean nothing.

    """

    roles: NDArray[np.uint8]
    must: NDArray[np.bool_]
    walls: Walls | None = None

    def are_apart(self, u: NDArray[Any], v: NDArray[Any]) -> NDArray[np.bool_]:
        """Whether walls stand between cells *u* and *v*, flat, that are next to each other."""
        if self.walls is None:
            return np.zeros(u.shape, bool)
        below = np.abs(u - v) == self.roles.shape[1]
        at = np.minimum(u, v)
        found: NDArray[np.bool_] = np.where(below, self.walls.below.flat[at], self.walls.right.flat[at])
        return found

    @property
    def is_cyclic(self) -> bool:
        """Whether cycles are asked for."""
        return not (self.roles >= END_CELL).any()

    @property
    def is_hopeless(self) -> bool:
        """Whether no cell is open, or one that must be visited is closed."""
        is_open = self.roles != CLOSED
        return not is_open.any() or bool((self.must & ~is_open).any())


def why_not_planar(block: Block, board: Board) -> str | None:
    """Return why a question about a block cannot be expressed as roles of its cells; None: it can."""
    if not (board._is_plain(ORTHOGONAL) and board._rules_are_mutual):
        return "it needs orthogonal moves, there and back, on a board that is not wrapped round"
    rows, columns = np.divmod(block.cells, np.int32(board.columns))
    narrow = 1 + int(min(np.ptp(rows), np.ptp(columns)))
    if narrow > WIDEST:
        return Message(
            "the board is {n:,} cells wide, and at most {most} can be swept", n=narrow, most=WIDEST
        )
    if block.network.cyclic or _is_anywhere(block):
        return None
    if block.entrances.size > 1 or block.entrances[0] in block.exits:
        return "it takes paths from one start, or from any cell to any other"
    return None


def _is_anywhere(block: Block) -> bool:
    """Whether paths begin and end at any two cells."""
    return 1 < block.entrances.size == block.exits.size == block.cells.size


def roles_of(block: Block, board: Board, *, passing: bool) -> CellRoles:
    """Return the question about a block as roles of its cells.

    If *passing*, paths do not end at the first exit that they enter.
    """
    rows, columns = np.divmod(block.cells, np.int32(board.columns))
    top, left = int(rows.min()), int(columns.min())
    window = np.s_[top : int(rows.max()) + 1, left : int(columns.max()) + 1]
    roles, must = np.full(board.shape, CLOSED, np.uint8), np.zeros(board.shape, bool)
    roles.flat[block.cells] = INNER
    must.flat[block.must] = True
    if not block.network.cyclic:
        roles.flat[block.exits] = END_CELL if block.exits.size == 1 else EITHER if passing else LAST
        if not _is_anywhere(block):
            roles.flat[block.entrances[0]] = END_CELL
    walls = None
    if board.walls is not None:
        walls = Walls(*(side[window] for side in board.walls.padded(board.shape)))
    return CellRoles(roles[window], must[window], walls)


# ----------------------------------------------------------------------------------------------- the engine


class Planar(Engine):
    """Count the paths of a block of an orthogonal board; `general` answers the other questions."""

    name = "profile"
    knows = Knows.CELLS | Knows.CYCLES
    only_counts = True

    def __init__(self, question: BlockQuestion) -> None:
        self.resources, self.watch, self._moves = question.resources, question.watch, question.window
        self.question = roles_of(question.block, question.board, passing=question.passing)
        self.general = Simpath(question)
        # If paths lead from any cell to any other, a path and its reverse are counted once.
        self._times = 2 if (self.question.roles == EITHER).all(where=self.question.roles > CLOSED) else 1

    @classmethod
    def why_unfit(cls, question: BlockQuestion) -> str | None:
        """Return why the block cannot be swept cell by cell; None: it can."""
        return why_not_planar(question.block, question.board)

    @property
    def finder(self) -> Engine:
        """The engine that finds paths."""
        return self.general

    @property
    def joins_directions(self) -> bool:
        """Whether it counts a cycle and its reverse once, although they are two."""
        return self.general.joins_directions

    @cached_property
    def _size(self) -> PlanSize:
        return cheapest(self.question)[1]

    @cached_property
    def estimate(self) -> Estimate:
        """The size and time of a count, from the known size of the table."""
        size, share = self._size, share_of(self.question)
        sweeps = _number_of_sweeps(size, LANES * HALF)
        work = int(size.work * share * sweeps)
        seconds = work * WORD_SECONDS + size.cells * (PLAN_SECONDS + share * CELL_SECONDS * sweeps)
        return Estimate(self.name, size.states, size.states * BYTES_OF_WORD, work, seconds, False)

    @property
    def rough(self) -> Estimate:
        """The same estimate, which takes no time."""
        return self.estimate

    @cached_property
    def estimate_of_lengths(self) -> Estimate:
        """The size and time of a count by length, with a number for each number of cells left out."""
        size, windows = self._size, windows_of(self.question, self._moves)
        if windows is None:
            return Estimate(self.name, 1, 0, 1, 0, about=False)
        sweeps, states = _number_of_sweeps(size, WIDE), size.states * windows.width
        work = int(windows.columns / size.cells * size.work) * sweeps
        seconds = work * WORD_SECONDS + size.cells * (PLAN_SECONDS + COLUMN_CELL_SECONDS * sweeps)
        return Estimate(self.name, states, size.states * windows.bytes_of_word, work, seconds, False)

    @property
    def is_quick(self) -> bool:
        """Whether the count takes less time than to compare engines."""
        return self.estimate.work * WORD_SECONDS <= SHORT

    def count(self) -> int:
        """Return the number of paths or cycles."""
        return self._times * count(self.question, resources=self.resources, watch=self.watch)

    def lengths(self) -> dict[int, int]:
        """Return the number of paths or cycles of each number of moves."""
        found = lengths(self.question, moves=self._moves, resources=self.resources, watch=self.watch)
        return {moves: self._times * number for moves, number in found.items()}

    def best(self, *, longest: bool, by_cost: bool) -> Cells | None:
        """Return a path of most or fewest moves, or of greatest or least cost; None: there is none."""
        return self.general.best(longest=longest, by_cost=by_cost)

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return the paths of the given ranks, from 0 to below `count`."""
        return self.general.at(ranks)

    def sample(self, n: int, streams: Streams) -> list[Cells]:
        """Return *n* drawn independently, each of all with the same chance; none if there are none."""
        return self.general.sample(n, streams)

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of a path; None: it is not in the set."""
        return self.general.rank(cells)

    @property
    def bytes(self) -> int:
        """The bytes of memory in use for ranks."""
        return self.general.bytes

    def close(self) -> None:
        """Free the memory in use for ranks."""
        self.general.close()


# ----------------------------------------------------------------------------------------- count and lengths

BYTES_OF_WORD = LANES * HALF // 8


def count(
    question: CellRoles, *, resources: Resources = DEFAULT_RESOURCES, watch: Watch | None = None
) -> int:
    """Return the number of paths or cycles.

    Raises
    ------
    MemoryLimitError
        If a table does not fit in ``resources.memory``, before it is made.
    TimeLimitError
        When the time of *watch* is over.
    KeepError
        If finished parts cannot be stored.

    Examples
    --------
    >>> import numpy as np
    >>> roles = np.array([[2, 1, 1], [1, 1, 1], [1, 1, 2]], np.uint8)  # from corner to corner
    >>> count(CellRoles(roles, np.zeros((3, 3), bool)))
    12

    """
    if question.is_hopeless:
        return 0
    return _counted(question, None, None, resources, watch or NO_LIMITS.watch()).get(0, 0)


def lengths(
    question: CellRoles,
    *,
    moves: Range | None = None,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
) -> dict[int, int]:
    """Return the number of paths or cycles of each length (number of *moves*); see `count`.

    Examples
    --------
    >>> import numpy as np
    >>> roles = np.array([[2, 1, 1], [1, 1, 1], [1, 1, 2]], np.uint8)  # from corner to corner
    >>> lengths(CellRoles(roles, np.zeros((3, 3), bool)))
    {4: 6, 6: 4, 8: 2}

    """
    if question.is_hopeless or (windows := windows_of(question, moves)) is None:
        return {}
    found = _counted(question, windows, moves, resources, watch or NO_LIMITS.watch())
    least, most = moves or (0, None)
    by_moves = {used - (not question.is_cyclic): found[used] for used in sorted(found)}
    return {n: by_moves[n] for n in by_moves if least <= n and (most is None or n <= most)}


def _counted(
    question: CellRoles,
    windows: ColumnWindows | None,
    moves: Range | None,
    resources: Resources,
    watch: Watch,
) -> Numbers:
    """Return the numbers by cells visited, within *windows*; without windows their sum, under 0."""
    pause = pause_for(watch, PLANNING)
    plan = make_plan(question, pause)
    width, lanes = (HALF, LANES) if windows is None else (WIDE, 1)
    bits = _bits_of(question, plan, moves, WIDE - 1, pause)
    numbers = moduli(bits, width, pause)
    if windows is None and bits < WIDE:
        plan, numbers = replace(plan, mirror=None), list(ONE)
    sweeps = -(-len(numbers) // lanes)
    parts = [tuple(numbers[n::sweeps]) for n in range(sweeps)]
    size = plan.states * (BYTES_OF_WORD if windows is None else windows.bytes_of_word)
    resources.budget(f"a table of {plan.states:,} states").take(size)
    work = plan.work * (1 if windows is None else windows.width)
    workers, names, stored = resources.workers, list[str](), None
    if workers is not None and work * sweeps * WORD_SECONDS >= tuning().worth_a_task:
        facts = question.roles, question.must, *(question.walls or ()), windows is None, *(moves or ())
        names = [tasks.task_name("residue", *facts, part) for part in parts]
        if not workers.are_here:
            each = [
                tasks.Task(name, _part_of_task, (question, windows, part))
                for name, part in zip(names, parts, strict=True)
            ]
            return _joined(workers.results(each, watch), parts)
        stored = workers.parts
    sweep = sweep_of(plan, pause)
    if windows is None and plan.mirror is not None:
        _ = sweep.mirrored(pause)  # for all threads
    threads = 1
    if work >= SMALL:
        left = resources.memory - tuning().process_memory - sweep.bytes
        threads = max(1, min(useful(resources.threads), sweeps, left // size))
    done = [0] * sweeps

    def residues(n: int, check: Check) -> Numbers:
        def pause(words: int) -> None:
            done[n] += words
            check()

        swept = partial(_part, sweep, windows, parts[n], pause)
        found: Numbers = swept() if stored is None else stored.get(names[n], swept)
        return found

    each_part = [partial(residues, n) for n in range(sweeps)]
    return _joined(together(each_part, threads, lambda: watch.check(sum(done), 0, 0)), parts)


def _part(sweep: PlanarSweep, windows: ColumnWindows | None, part: tuple[int, ...], pause: Pause) -> Numbers:
    """Sweep once, and return the numbers modulo the product of the moduli of a *part*."""
    if windows is not None:
        return by_columns(sweep, windows, part[0], pause)
    return {0: join_residues(side_by_side(sweep, part, pause), part)}


def _part_of_task(question: CellRoles, windows: ColumnWindows | None, part: tuple[int, ...]) -> Numbers:
    """Return `_part`, in a worker."""
    pause = pause_for(Watch())
    plan = make_plan(question, pause)
    if part == ONE:
        plan = replace(plan, mirror=None)
    return _part(sweep_of(plan, pause), windows, part, pause)


def _joined(found: list[Numbers], parts: list[tuple[int, ...]]) -> Numbers:
    """Return the least numbers that have these residues."""
    numbers = [math.prod(part) for part in parts]
    joined = {
        used: join_residues([one.get(used, 0) for one in found], numbers) for used in set().union(*found)
    }
    return {used: number for used, number in joined.items() if number}


def _number_of_sweeps(size: PlanSize, bits: int) -> int:
    """Return an estimate of the number of sweeps of *bits* bits that a count takes.

    >>> import numpy as np
    >>> roles = np.ones((16, 16), np.uint8)
    >>> roles[[0, 15], [0, 15]] = END_CELL
    >>> board = cheapest(CellRoles(roles, np.zeros((16, 16), bool)))[1]
    >>> _number_of_sweeps(board, LANES * HALF), _number_of_sweeps(board, WIDE)
    (2, 4)
    """
    return 1 + 4 * size.cells // (5 * bits)  # a count has less than 4/5 bit a cell


def pause_for(watch: Watch, doing: str = "") -> Pause:
    """Return a function of the number of words done that checks the clock, for the main thread."""
    words = 0

    def pause(done: int) -> None:
        nonlocal words
        words += done
        watch.check(words, 0, 0, doing)

    return pause


# ------------------------------------------------------------------------------------------------ the sweep


@dataclass(frozen=True)
class CellRun:
    """Consecutive cells of a sweep, all in the columns of the head or all in the columns of the tail.

    Attributes
    ----------
    at, stop : int
        The first cell, and the one after the last.
    allowed : uint8 array
        The operations that each cell may do (`planar_kernels`).
    todo : int64 array, shape (n, 3)
        Rows (key, cell, group) of work, in order.
    pairs : int64 array
        The number of pairs of words of all groups before each group, and of all groups.

    """

    at: int
    stop: int
    allowed: NDArray[np.uint8]
    todo: Ints
    pairs: Ints

    def spans(self, most: int) -> Iterator[tuple[int, int]]:
        """Yield spans of groups (first, end) of about *most* pairs of words."""
        parts = 1 + int(self.pairs[-1]) // most
        inner = np.searchsorted(self.pairs, np.arange(1, parts) * (int(self.pairs[-1]) // parts))
        for low, high in pairwise([0, *inner.tolist(), self.pairs.size - 1]):
            if high > low:
                yield low, high


class PlanarSweep:
    """A plan with its words and operations, which all its sweeps share."""

    def __init__(self, plan: Plan, pause: Pause) -> None:
        self.plan, self.words = plan, Words(plan.places, plan.levels, plan.shallow)
        self.first = int(0 not in self.words.base)  # 1: the start is in the corner
        keys = dict.fromkeys(key for step in plan.steps[:-1] for key in self._keys_of(step))
        self.transitions = Transitions(self.words, [*keys], pause)
        self.closing = [self._closed_by(step) for step in plan.steps]
        self._mirrored: Mirrored | None = None
        self.bytes = self.transitions.bytes

    def mirrored(self, pause: Pause) -> Mirrored:
        """Return the pairs of words that fit in the middle; they are made once."""
        if self._mirrored is None:
            self._mirrored = Mirrored(self, pause)
        return self._mirrored

    @property
    def begin(self) -> list[int]:
        """The words before the first cell."""
        if not self.first:
            return [self.words.rank_of({}, 0)]
        step = self.plan.steps[0]
        places = [step.column] * step.left + [step.column + 1] * step.right
        return [self.words.rank_of({place: LOOSE}, 1) for place in places]

    def _keys_of(self, step: CellStep) -> list[Key]:
        """Return the keys of a cell, in order: a level takes from the level below before that changes."""
        return [
            (step.column, level, ends)
            for highest in range(step.levels[0] + 1, -1, -1)
            for level, ends in ((highest, False), (highest - 1, True))
            if level in (step.ends if ends else step.levels)
            and {level, level + ends} <= self.words.base.keys()
        ]

    def _closed_by(self, step: CellStep) -> list[tuple[int, int]]:
        """Return the words whose only piece a cell closes, with their groups in columns of the tail."""
        here, there = step.column, step.column + 1
        closing: list[tuple[dict[int, int], int]] = []
        if step.done and step.inner:
            pair = (LEFT, RIGHT) if self.plan.cycles else (LOOSE, LOOSE)
            closing.append(({here: pair[0], there: pair[1]}, 0 if self.plan.cycles else 2))
        if step.done and 1 in step.ends:
            closing += [({here: LOOSE}, 1), ({there: LOOSE}, 1)]
        found = []
        for plugs, level in closing:
            if level in self.words.base and (word := self.words.rank_of(plugs, level)) >= 0:
                (head,) = self.words.heads(np.array([word]), level)
                found.append((word, int(self.transitions.group_of_head[head])))
        return found

    def operations(self, at: int) -> list[int]:
        """Return the numbers of the keys of a cell, in order; the last cell, which only closes, has none."""
        numbers = self.transitions.keys
        if at + 1 == len(self.plan.steps):
            return []
        return [numbers[key] for key in self._keys_of(self.plan.steps[at])]

    @cached_property
    def runs(self) -> list[CellRun]:
        """All cells, or those up to the middle of a board with a mirror image."""
        mirror, at, runs = self.plan.mirror, self.first, list[CellRun]()
        for stop in [len(self.plan.steps)] if mirror is None else [mirror.upper, mirror.middle]:
            while at < stop:
                runs.append(self._run(at, stop))
                at = runs[-1].stop
        return runs

    def _run(self, at: int, stop: int) -> CellRun:
        steps, seam, made = self.plan.steps, self.words.seam, self.transitions
        in_tail, end, todo = steps[at].column >= seam, at, list[tuple[int, int, int]]()
        groups = np.zeros(made.groups + 1 if in_tail else 2, np.int64)
        while end == at or (end < stop and not steps[end].shift):
            if (steps[end].column >= seam) != in_tail or (groups[-1] > MOST_PAIRS and not in_tail):
                break
            todo += [(-1 - word, end - at, group * in_tail) for word, group in self.closing[end]]
            for key in self.operations(end):
                todo.append((key, end - at, 0))
                first = made.pairs[made.first[key * made.groups :][: groups.size]]
                groups += first - first[0]
            end += 1
        masks = np.concatenate([allowed(step) for step in steps[at:end]])
        return CellRun(at, end, masks, np.array(todo, np.int64).reshape(-1, 3), groups)


PLANS = cache.Cache(256 << 20)  # the sweeps of the last plans, of all boards


def sweep_of(plan: Plan, pause: Pause) -> PlanarSweep:
    """Return the sweep of a plan, from the cache if it is there."""
    return PLANS.get(cache.Key("planar", (plan,)), lambda: PlanarSweep(plan, pause))


def allowed(step: CellStep) -> NDArray[np.uint8]:
    """Return the masks of the operations that a cell may do, as the kernels take them."""
    masks = np.zeros((1, 2, kernels.KINDS + 1), np.uint8)
    arrives, stays = masks[0]
    arrives[HIGHEST] = min(step.row, 255)
    arrives[kernels.FORK] = step.inner and step.left and step.right
    stays[kernels.FORK] = step.skip
    stays[kernels.TURN], arrives[kernels.TURN] = step.inner and step.left, step.inner and step.right
    arrives[kernels.JOIN] = step.inner
    arrives[kernels.END_LEFT], arrives[kernels.END_RIGHT] = step.left, step.right
    arrives[kernels.END] = stays[kernels.END_LEFT] = stays[kernels.END_RIGHT] = stays[kernels.END] = 1
    return masks


def _called(kernel: Kernel, work: int) -> tuple[Callable[..., None], int]:
    """Return the form of a kernel for a sweep of *work* words, and the number of words of a call."""
    compiled = compiles(kernel, work // WORDS_A_CELL)
    return (kernel.compiled if compiled else kernel.python), slice_of(compiled) * (SLICES if compiled else 1)


def side_by_side(sweep: PlanarSweep, part: Sequence[int], pause: Pause) -> list[int]:
    """Return the number of paths or cycles modulo each of up to `LANES` numbers up to 2**32, or `ONE`."""
    plan, made, is_one = sweep.plan, sweep.transitions, tuple(part) == ONE
    mirrored = None if plan.mirror is None else sweep.mirrored(pause)
    call, most = _called(kernels.sweep_one if is_one else kernels.sweep_groups, plan.work)
    numbers = np.array([1] * LANES if is_one else [*part, *[1] * (LANES - len(part))], np.uint64)
    lanes, kind = (1, np.uint64) if is_one else (LANES, np.uint32)
    table, closed = np.zeros((sweep.words.size, lanes), kind), np.zeros((1, lanes), kind)
    table[sweep.begin] = 1
    _shift(sweep, table, sweep.first)
    below, closed_above = None, closed
    for run in sweep.runs:
        if mirrored is not None and mirrored.upper == run.at:
            below, closed_above = mirrored.below(table, pause), closed.copy()
        fixed = table, made.rows, made.lists, made.first, made.groups, run.allowed, run.todo, closed
        for span in run.spans(most):
            call(*fixed, numbers.astype(np.uint32), span)
            pause(int(run.pairs[span[1]] - run.pairs[span[0]]))
        _shift(sweep, table, run.stop)
    total = closed[0].tolist()
    if mirrored is not None:
        through = mirrored.joined(table, below, numbers, pause)
        total = [sum(each) for each in zip(total, closed_above[0].tolist(), through, strict=True)]
    return [number % modulus for number, modulus in zip(total, part, strict=False)]


def _shift(sweep: PlanarSweep, table: NDArray[np.unsignedinteger[Any]], at: int) -> None:
    """Move every plug to the next place, if cell *at* asks for it."""
    if at == len(sweep.plan.steps) or not sweep.plan.steps[at].shift:
        return
    pairs = table.view(np.uint64)
    used = np.concatenate(
        [low + np.flatnonzero(pairs[low : low + TOGETHER].any(1)) for low in range(0, len(pairs), TOGETHER)]
    )
    values = table[used]
    table[used] = 0
    table[sweep.words.shifted(used)] = values


# ------------------------------------------------------------------------------------------------ by length


@dataclass(frozen=True)
class ColumnWindows:
    """The columns in use of a table with a count for every length (see `planar_kernels`).

    Attributes
    ----------
    unit : int
        The number of cells left out by which columns differ: 1 or 2.
    least, most : int
        The limits of the number of cells that a path leaves out.
    low, high : int64 array
        The first and the last column in use before each cell, and after the last.
    base : int64 array
        The first column of the table before each cell; it changes with each row of the board.
    width : int
        The number of columns of the table.

    """

    unit: int
    least: int
    most: int
    low: Ints
    high: Ints
    base: Ints
    width: int

    @property
    def bytes_of_word(self) -> int:
        """The bytes of the counts of a word, for one residue."""
        return WIDE // 8 * self.width + 1

    @property
    def columns(self) -> int:
        """The total number of columns visited."""
        return int((self.high[1:] - self.low[:-1] + 1).sum())


def windows_of(question: CellRoles, moves: Range | None) -> ColumnWindows | None:
    """Return the columns in use for paths of a number of *moves*; None: there are no such paths."""
    side, size = cheapest(question)
    roles, must = side.in_order(side.roles), side.in_order(side.must)
    least, most = moves or (0, None)
    more = not question.is_cyclic  # a path has a cell more than moves
    fewest = 0 if most is None else max(0, size.cells - most - more)
    greatest = min(size.cells, size.cells - least - more)
    # If both ends are given, or for cycles, the colours of cells decide which numbers can occur.
    skip, unit = (must == 0) & (roles != END_CELL), 1 if (roles >= LAST).any() else 2
    if not fewest <= min(greatest, int(skip.sum())):
        return None
    passed, columns = np.concatenate([[0], np.cumsum(skip)]), size.places - 1
    low = np.maximum(0, fewest - (passed[-1] - passed)) // unit
    high = np.minimum(passed, greatest) // unit
    base = low[np.arange(skip.size) // columns * columns]
    return ColumnWindows(unit, fewest, greatest, low, high, base, 1 + int(np.max(high[1:] - base)))


def by_columns(sweep: PlanarSweep, windows: ColumnWindows, modulus: int, pause: Pause) -> Numbers:
    """Return the numbers by cells visited, modulo a number of at most 2**64."""
    plan, made, width = sweep.plan, sweep.transitions, windows.width
    call, most = _called(kernels.sweep_columns, plan.work * width)
    bound, found = np.array([modulus & (1 << WIDE) - 1], np.uint64), dict[int, int]()
    table, rises = np.zeros((sweep.words.size, width), np.uint64), np.zeros(sweep.words.size, np.uint8)
    table[sweep.begin, 0], rises[sweep.begin] = 1, kernels.STAYS if windows.unit == 2 else kernels.MOVES
    for at in range(sweep.first, len(plan.steps)):
        base = int(windows.base[at])
        if by := base - int(windows.base[max(at - 1, 0)]):
            for low in range(0, len(table), some := TOGETHER // width + 1):
                table[low : low + some, :-by] = table[low : low + some, by:].copy()
                table[low : low + some, -by:] = 0
                pause(0)
        if plan.steps[at].shift:
            used = np.flatnonzero(rises)
            to, values, before = sweep.words.shifted(used), table[used], rises[used]
            rises[used] = 0
            table[to], rises[to] = values, before
        _add_closed(sweep, windows, at, table, rises, found)
        low, high = int(windows.low[at]), int(windows.high[at + 1])
        window, masks = (width, low - base, high - low + 1, windows.unit == 2), allowed(plan.steps[at])
        for key in sweep.operations(at):
            o, end = made.first[key * made.groups], made.first[(key + 1) * made.groups]
            while o < end:
                stop = np.searchsorted(made.pairs, made.pairs[o] + max(1, most // width), "right") - 1
                stop = min(end, max(o + 1, stop))
                call(table.ravel(), rises, made.rows, made.lists, masks, bound, (int(o), int(stop)), window)
                pause(int(made.pairs[stop] - made.pairs[o]) * width)
                o = stop
    return {used: number % modulus for used, number in found.items()}


def _add_closed(
    sweep: PlanarSweep,
    windows: ColumnWindows,
    at: int,
    table: NDArray[np.uint64],
    rises: NDArray[np.uint8],
    found: Numbers,
) -> None:
    """Add to *found*, by number of cells, the paths that end before or at cell *at*."""
    rest, low, high = len(sweep.plan.steps) - at - 1, int(windows.low[at]), int(windows.high[at])
    for word, _ in sweep.closing[at]:
        if not rises[word]:
            continue
        begin = low - int(windows.base[at])
        odd = int(windows.unit == 2 and rises[word] == kernels.MOVES)
        for column, value in enumerate(table[word, begin : begin + high - low + 1].tolist(), low):
            left_out = windows.unit * column + odd
            if value and windows.least <= left_out + rest <= windows.most:
                found[at + 1 - left_out] = found.get(at + 1 - left_out, 0) + value


# ----------------------------------------------------------------------------------------------- the mirror


class Mirrored:
    """The words over the middle of a board that is its own mirror image, and the pairs of words that fit.

    A sweep of the lower half from below gives the same counts as the sweep of the upper half, mirrored.  So
    the number of paths is a sum over pairs of words that make one path together.  Up to about 25 columns
    these are fewer than the words of the other half.  A pattern is the set of places in use; all patterns of
    the same number of places have the same pairs.
    """

    def __init__(self, sweep: PlanarSweep, pause: Pause) -> None:
        plan, mirror = sweep.plan, sweep.plan.mirror
        assert mirror is not None
        self._words, self._mirror, self._columns = sweep.words, mirror, plan.places - 1
        self.upper = mirror.upper
        self._level = 0 if plan.cycles else 1
        self._codes = {
            k: codes for k in range(plan.places) if (codes := full_words(k, self._level, plan.shallow)).size
        }
        self._pairs = {k: _pairs(_partners(codes), mirror.turned, pause) for k, codes in self._codes.items()}
        every = np.arange(1 << self._columns)
        used = np.bitwise_count(every)
        self._patterns = {k: every[used == k] for k in self._codes}
        self._ranks = {
            begin: {k: self._ranked(k, begin, pause) for k in self._codes} for begin in set(mirror.begins)
        }
        arrays = [array for ranks in self._ranks.values() for array in ranks.values()]
        self.bytes = sum(array.nbytes for array in [*arrays, *sum(self._pairs.values(), ())])

    def _ranked(self, k: int, begin: int, pause: Pause) -> NDArray[np.uint32]:
        """Return the ranks of the words of *k* places in use, shape (patterns, words)."""
        codes, patterns = self._codes[k], self._patterns[k]
        plugs = codes[:, None] >> 2 * np.arange(k) & 3
        found = np.empty((patterns.size, codes.size), np.uint32)
        for low in range(0, patterns.size, some := max(1, TOGETHER // codes.size)):
            bits = patterns[low : low + some, None] >> np.arange(self._columns) & 1
            places = np.nonzero(bits)[1].reshape(-1, k) + begin
            spread = np.zeros((len(places), codes.size), np.int64)
            for j in range(k):
                spread |= plugs[:, j] << 2 * places[:, j, None]
            found[low : low + some] = self._words.rank(spread, self._level)
            pause(0)
        return found

    def values(self, table: NDArray[np.uint32], k: int, row: int, pause: Pause) -> NDArray[np.uint32]:
        """Return the residues of the words of *k* places in use, shape (patterns, words, lanes).

        The cut is that after the upper rows (*row* 0), or that after the middle row (1).
        """
        ranks = self._ranks[self._mirror.begins[row]][k]
        found = np.empty((*ranks.shape, LANES), np.uint32)
        _run(kernels.gather, ranks.size, table, ranks.ravel(), found.reshape(-1, LANES))
        pause(0)
        return found

    def below(self, table: NDArray[np.uint32], pause: Pause) -> list[NDArray[np.uint32]] | None:
        """Return the residues before the middle row; None: there is none."""
        if self._mirror.upper == self._mirror.middle:
            return None
        return [self.values(table, k, 0, pause) for k in self._codes]

    def joined(
        self,
        table: NDArray[np.uint32],
        below: list[NDArray[np.uint32]] | None,
        numbers: NDArray[np.uint64],
        pause: Pause,
    ) -> list[int]:
        """Return the numbers of paths through the middle; *below* are the words before the middle row."""
        total = [0] * LANES
        for n, k in enumerate(self._codes):
            above, patterns = self.values(table, k, 1, pause), self._patterns[k]
            other = np.arange(patterns.size)
            if self._mirror.turned:
                bits = patterns[:, None] >> np.arange(self._columns) & 1
                other = np.searchsorted(patterns, (bits[:, ::-1] << np.arange(self._columns)).sum(1))
            rows = np.stack([np.arange(patterns.size), other], 1)
            if below is not None:
                sums = [(1, rows)]
            else:  # the sum of two patterns is symmetric
                sums = [(1, rows[rows[:, 0] == rows[:, 1]]), (2, rows[rows[:, 0] < rows[:, 1]])]
            for times, some in sums:
                found = np.zeros(2 * LANES, np.uint64)
                first, targets = self._pairs[k]
                step = max(1, TOGETHER // max(1, targets.size))
                for low in range(0, len(some), step):
                    pairs = some[low : low + step]
                    given = above, above if below is None else below[n], pairs, first, targets, found, numbers
                    _run(kernels.join_patterns, targets.size * len(pairs), *given)
                    pause(0)
                for lane in range(LANES):
                    total[lane] += times * (int(found[2 * lane]) + (int(found[2 * lane + 1]) << HALF))
        return total


def _partners(codes: Ints) -> NDArray[np.int8]:
    """Return the other end of the piece at each place of words that use all places; -1: a loose end."""
    places = (int(codes.max()).bit_length() + 1) // 2
    partner, word = np.full((codes.size, places), -1, np.int8), np.arange(codes.size)
    stack, height = np.zeros((codes.size, places + 1), np.int8), np.zeros(codes.size, np.int64)
    for p in range(places):
        plugs = codes >> 2 * p & 3
        stack[word, height] = p  # where the plug opens no piece, this is written over
        height += plugs == LEFT
        down = np.flatnonzero(plugs == RIGHT)
        height[down] -= 1
        other = stack[down, height[down]]
        partner[down, p], partner[down, other] = other, p
    return partner


def _pairs(above: NDArray[np.int8], turned: bool, pause: Pause) -> tuple[Ints, NDArray[np.int32]]:
    """Return where the list of each word begins, and the lists: the words below that fit it."""
    words, places = above.shape
    below = above
    if turned:  # the same words, read from the other side
        below = np.ascontiguousarray(np.where(above < 0, above, places - 1 - above)[:, ::-1])
    bits = (places > 2) << np.arange(max(0, places - 1))  # the two pieces of two places are all of a cycle
    beside = np.stack([(each[:, :-1] == np.arange(1, places)) @ bits for each in (above, below)])
    first, found, state = np.zeros(words + 1, np.int64), np.zeros(2 * words, np.int32), np.array([0, 256])
    while state[0] < words:
        if first[state[0]] + words > found.size:
            found = np.resize(found, 2 * found.size)
        _run(kernels.meanders, 4 * words * min(256, words), above, below, beside, first, found, state)
        pause(0)
    return first, found[: first[-1]].copy()


def _run(kernel: Kernel, work: int, *arguments: Any) -> None:
    (kernel.compiled if compiles(kernel, work) else kernel.python)(*arguments)


# ------------------------------------------------------------------------------------------------- the plan


@dataclass(frozen=True)
class PlanSize:
    """The size of a sweep, by closed forms that need no plan.

    Attributes
    ----------
    places : int
        The number of plugs on the cut.
    levels : frozenset of int
        The numbers of loose ends that words of the table can have.
    shallow : bool
        Whether there are loose ends at depth 0 only.
    work : int
        The number of words visited in a sweep.
    cells : int
        The number of steps of the sweep.

    """

    places: int
    levels: frozenset[int]
    shallow: bool
    work: int
    cells: int

    @property
    def states(self) -> int:
        """The number of words in the table."""
        return sum(number_of_words(self.places, self.shallow)[level] for level in self.levels)


@dataclass(frozen=True)
class Side:
    """The board, turned, in the order of a sweep to and fro."""

    roles: NDArray[Any]
    must: NDArray[Any]
    number: NDArray[Any]
    again: bool  # with the second row in the direction of the first

    def backwards(self) -> NDArray[np.bool_]:
        """Return which rows are swept from right to left."""
        rows = np.arange(len(self.roles))
        odd: NDArray[np.bool_] = (rows - (self.again & (rows > 0))) % 2 == 1
        return odd

    def in_order(self, cells: NDArray[Any]) -> NDArray[Any]:
        """Return the values of the open cells in the order of the sweep."""
        back = self.backwards()[:, None]
        is_open = np.where(back, self.roles[:, ::-1], self.roles) != CLOSED
        found: NDArray[Any] = np.where(back, cells[:, ::-1], cells)[is_open]
        return found

    def size(self) -> PlanSize:
        """Return the size of the sweep.

        The levels change at given ends, and at most twice at cells that may be an end, so the cells fall into
        a few spans of equal levels.
        """
        roles = self.in_order(self.roles)
        edge = np.zeros(self.roles.shape, bool)
        edge[[0, -1]] = edge[:, [0, -1]] = True
        shallow = bool(edge[self.roles >= END_CELL].all())
        places = self.roles.shape[1] + 1
        words, used, work = number_of_words(places, shallow), set[int](), 0
        for first, end, live in self._spans(roles):
            work += sum(words[level] for level in live) * (end - first)
            if end > first + (first == 0 and roles[0] == END_CELL):
                used |= live
        return PlanSize(places, frozenset(used or {1}), shallow, work, roles.size)

    @staticmethod
    def _spans(roles: NDArray[Any]) -> Iterator[tuple[int, int, set[int]]]:
        """Yield the spans of cells, in the order of the sweep, that have the same levels before them."""
        fixed, flexible = np.flatnonzero(roles == END_CELL).tolist(), np.flatnonzero(roles >= LAST)
        live, placed, first = {0}, 0, 0
        while first < roles.size:
            free = {level + 1 for level in live if level - placed < 2 - len(fixed)} - live
            at = int(np.searchsorted(flexible, first))
            events = [int(flexible[at])] if free and at < flexible.size else []
            last = min([*events, *fixed[placed : placed + 1]], default=roles.size - 1)
            yield first, last + 1, live
            if last in fixed:
                live = {level + 1 for level in live & {0, 1}}
                placed += 1
            else:
                live = live | free
            first = last + 1


@lru_cache(maxsize=4)  # first an engine calls it, then a plan
def cheapest(question: CellRoles) -> tuple[Side, PlanSize]:
    """Return the orientation with the smallest table, then the least work, and its size: O(cells)."""
    some = question.roles != CLOSED
    rows, columns = np.flatnonzero(some.any(1)), np.flatnonzero(some.any(0))
    window = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    numbers = np.arange(question.roles.size, dtype=np.int64).reshape(question.roles.shape)
    layers = [question.roles[window], question.must[window], numbers[window]]
    height, width = layers[0].shape
    turned = [layer.T for layer in layers]
    sides = [layers] if height > width else [turned] + [layers] * (height == width)
    found = [
        Side(roles[::v, ::h], must[::v, ::h], number[::v, ::h], again)
        for again in (False, True)
        for roles, must, number in sides
        for v in (1, -1)
        for h in (1, -1)
    ]
    alike: dict[object, Side] = {}  # of equal sides the first
    for side in found:
        alike.setdefault((side.roles.shape, side.roles.tobytes(), side.must.tobytes(), side.again), side)
    sized = ((side, side.size()) for side in alike.values())
    return min(sized, key=lambda pair: (pair[1].states, pair[1].work))


@dataclass(frozen=True)
class Mirror:
    """Where a sweep meets its mirror image, if a half-turn or a reflection leaves the board unchanged.

    Attributes
    ----------
    upper, middle : int
        The number of cells of the upper half, without and with the middle row, if there is one.
    begins : tuple of int
        The first place of the words over the cut after *upper*, and after *middle*.
    turned : bool
        Whether the symmetry is a half-turn, not a reflection.

    """

    upper: int
    middle: int
    begins: tuple[int, int]
    turned: bool


def share_of(question: CellRoles) -> float:
    """Return the share of the cells that a sweep visits: to the middle, if the board is mirrored."""
    side, size = cheapest(question)
    mirror = mirror_of(question, side)
    return 1.0 if mirror is None else mirror.middle / size.cells


def mirror_of(question: CellRoles, side: Side) -> Mirror | None:
    """Return where the sweep of a side meets its mirror image; None: no mirror image is used."""
    rows, columns = side.roles.shape
    upper = rows // 2
    middle = rows - upper
    ends = np.flatnonzero((side.roles >= END_CELL).any(1))
    if upper < 1 or middle >= rows or columns > MIRRORED or (side.roles >= LAST).any():
        return None
    if ends.size and not (ends.size == 2 and ends[0] < upper and ends[1] >= middle):
        return None
    number = side.number
    for turned in (True, False):
        flip = np.s_[::-1, :: -1 if turned else 1]
        same = (side.roles[flip] == side.roles).all() and (side.must[flip] == side.must).all()
        if same and (question.walls is None or _walls_agree(question, number, number[flip])):
            back = side.backwards()
            cells = np.cumsum((side.roles > 0).sum(1)).tolist()
            begins = 1 - int(back[upper]), 1 - int(back[middle])
            return Mirror(cells[upper - 1], cells[middle - 1], begins, turned)
    return None


def _walls_agree(question: CellRoles, one: NDArray[Any], two: NDArray[Any]) -> bool:
    """Whether the walls between cells equal the walls between their images."""
    here, there = (
        [question.are_apart(number[:, :-1], number[:, 1:]), question.are_apart(number[:-1], number[1:])]
        for number in (one, two)
    )
    return all(map(np.array_equal, here, there))


@dataclass(frozen=True)
class CellStep:
    """A cell of the sweep: its possible operations, and their levels (numbers of loose ends)."""

    column: int  # the place of its left plug; the right one is next to it
    left: bool  # whether the left plug leads to an open cell, without a wall between
    right: bool
    skip: bool  # whether a path may leave the cell out
    inner: bool  # whether a path may pass through
    levels: tuple[int, ...]  # before the cell, descending
    ends: frozenset[int]  # levels at which the path may end here
    done: bool  # whether the last piece may be closed here
    shift: bool  # whether the plugs move to the next place before this cell
    row: int  # of the sweep, from 1 on


@dataclass(frozen=True)
class Plan(PlanSize):
    """The steps of a sweep."""

    steps: tuple[CellStep, ...]
    cycles: bool
    mirror: Mirror | None = None

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:  # to hash the steps takes as long as a short sweep
        return hash((self.steps, self.places, self.levels, self.shallow, self.cycles, self.mirror))


def make_plan(question: CellRoles, pause: Pause = lambda _: None) -> Plan:
    """Return the cheapest of the sweeps of the board's eight orientations; *pause* may stop the planning."""
    side, size = cheapest(question)
    steps = tuple(_steps(question, side, pause))
    return Plan(**vars(size), steps=steps, cycles=question.is_cyclic, mirror=mirror_of(question, side))


def _steps(question: CellRoles, side: Side, pause: Pause) -> Iterator[CellStep]:
    """Plan a sweep, cell by cell."""
    roles, must, number = side.roles, side.must.astype(bool), side.number
    after, before, below = (np.zeros(roles.shape, bool) for _ in range(3))  # is there a move to this side
    is_open = roles != CLOSED
    for found, here, there in ((after, np.s_[:, :-1], np.s_[:, 1:]), (below, np.s_[:-1], np.s_[1:])):
        found[here] = is_open[here] & is_open[there] & ~question.are_apart(number[here], number[there])
    before[:, 1:] = after[:, :-1]
    back = side.backwards()[:, None]
    sides = np.where(back, before, below), np.where(back, below, after)
    skip, inner = ~must & (roles != END_CELL), (roles == INNER) | (roles == EITHER)
    facts = *np.indices(roles.shape), *sides, skip, inner, roles
    total, placed, live = int((roles == END_CELL).sum()), 0, {0}
    last_must, last_row = int(np.flatnonzero(side.in_order(must))[-1:].sum()), 0
    cells = zip(*(side.in_order(each).tolist() for each in facts), strict=True)
    for at, (r, c, left, right, may_skip, is_inner, role) in enumerate(cells):
        if at % TELL_AFTER == 0:
            pause(0)
        ends = set[int]()
        if role == END_CELL:
            ends = {0, 1}
        elif role in (LAST, EITHER):
            ends = {level for level in live if level - placed < 2 - total}
        yield CellStep(
            column=c,
            left=left,
            right=right,
            skip=may_skip,
            inner=is_inner,
            levels=tuple(sorted(live, reverse=True)),
            ends=frozenset(ends & live),
            done=at >= last_must,
            shift=side.again and r == 1 and last_row == 0,
            row=r + 1,
        )
        last_row = r
        raised = {level + 1 for level in live & ends}
        live = raised if role == END_CELL else raised | live
        placed += int(role == END_CELL)


# ---------------------------------------------------------------------------------------------- proven bits

Ways = NDArray[np.float64]
MARGIN = 2.0**-10
ENDS = 3  # numbers of ends so far: 0, 1 or 2
RESCALED = 64  # cells, in each of which a number of ways grows less than sixteenfold


def _bits_of(question: CellRoles, plan: Plan, moves: Range | None, fits: int, pause: Pause) -> int:
    """Return an upper bound of the bits of the count; a closer one is computed only if it exceeds *fits*.

    Two cycles, or two paths between the same cells, differ by a sum of cycles, of which there are
    ``2**(moves - cells + parts)``.  Each part of the board has a cell with no move on, so the exponent is at
    most the number of cells with two.  Each move of a path turns in three ways.
    """
    bits = UNBOUNDED
    if question.roles.max(initial=0) < LAST:
        bits = sum(step.left and step.right for step in plan.steps)
    if moves is not None and moves[1] is not None:
        bits = min(bits, math.ceil(math.log2(4 * question.roles.size) + moves[1] * math.log2(3)))
    return bits if bits <= fits else min(bits, bits_needed(plan, pause))


def bits_needed(plan: Plan, pause: Pause) -> int:
    """Return an upper bound of the bits of the count; call *pause* after every cell.

    Count the sets of edges that give each cell its number of neighbours; each path is such a set.  In
    floating point every sum of positive numbers is right to a factor of 1 + 2**-53, which over all cells is
    far less than the factor of 1 + `MARGIN`.
    """
    ways: dict[int, Ways] = {0: np.zeros(1 << plan.places)}  # by number of ends, then by places in use
    ways[0][0], scale = 1, 0
    mirror, stop = plan.mirror, len(plan.steps) if plan.mirror is None else plan.mirror.middle
    above, above_scale = ways, 0
    for at, step in enumerate(plan.steps[:stop]):
        _shift_ways(step, ways)
        if mirror is not None and at == mirror.upper:
            above, above_scale = {level: part.copy() for level, part in ways.items()}, scale
        ways = _after(step, ways)
        pause(0)
        if at % RESCALED == 0 and max(float(part.max()) for part in ways.values()) > 2.0**300:
            for level, part in ways.items():
                ways[level] = np.maximum(part * 2.0**-300, 2.0**-900)  # nothing may round down to zero
            scale += 300
    if mirror is not None:
        _shift_ways(plan.steps[stop], ways)
        above, above_scale = (ways, scale) if mirror.upper == stop else (above, above_scale)
        return _bits(_folded(mirror, ways, above), scale + above_scale)
    target = 0 if plan.cycles else 2
    return _bits(float(ways[target][0]) if target in ways else 0.0, scale)


def _bits(number: float, scale: int) -> int:
    """Return the number of bits of a *number* in units of ``2**scale``."""
    return max(1, math.frexp(number * (1 + MARGIN))[1] + scale) if number else 1


def _shift_ways(step: CellStep, ways: dict[int, Ways]) -> None:
    """Make the last plug, which is empty, the first, if the plugs move before the cell."""
    for level, part in ways.items() if step.shift else ():
        ways[level] = np.stack([part[: part.size // 2], np.zeros(part.size // 2)], 1).ravel()


def _after(step: CellStep, before: dict[int, Ways]) -> dict[int, Ways]:
    """Return the ways after a cell; the ways before are overwritten."""
    after: dict[int, Ways] = {}
    for level in sorted({*step.levels, *(level + 1 for level in step.ends)}, reverse=True):
        if level >= ENDS:
            continue
        ways = before.get(level)
        if ways is None:
            ways = np.zeros_like(before[level - 1])
        # By places above, the right plug, the left plug, places below.
        cells = after[level] = ways.reshape(-1, 2, 2, 1 << step.column)
        one, none = cells[:, 0, 1] + cells[:, 1, 0], cells[:, 0, 0].copy()
        if not step.skip:
            cells[:, 0, 0] = 0
        if step.inner:
            cells[:, 0, 0] += cells[:, 1, 1]
        cells[:, 0, 1] = one if step.inner and step.left else 0
        cells[:, 1, 0] = one if step.inner and step.right else 0
        cells[:, 1, 1] = none if step.inner and step.left and step.right else 0
        if level - 1 in step.ends:
            below = before[level - 1].reshape(cells.shape)
            cells[:, 0, 0] += below[:, 0, 1] + below[:, 1, 0]
            if step.left:
                cells[:, 0, 1] += below[:, 0, 0]
            if step.right:
                cells[:, 1, 0] += below[:, 0, 0]
    return {level: cells.ravel() for level, cells in after.items()}


def _folded(mirror: Mirror, ways: dict[int, Ways], below: dict[int, Ways]) -> float:
    """Return the number of ways in which the two halves use the same places between them."""
    total = 0.0
    for level, part in ways.items():
        shape = (2,) * (part.size.bit_length() - 1)
        one, other = (
            np.moveaxis(each[level].reshape(shape), 0 if begin == 0 else -1, 0)[0]
            for each, begin in zip((ways, below), mirror.begins[::-1], strict=True)
        )
        total += float((one * (other.T if mirror.turned else other)).sum())
    return total
