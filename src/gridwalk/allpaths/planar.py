"""Counts of all paths or cycles of an orthogonal board by broken-profile dynamic programming.

Cells are processed row by row.  The *cut* separates the processed cells from the others, and the *plugs* are
the edges of a partial path across the cut.  The states are Motzkin words (`words`; Iwashita et al. 2013).
Invariant: for every word over the cut, the table holds the number of partial paths with these plugs.  Each
processed cell has no edge or two, or one if it may be an end; only whole paths are closed, and these are
added up.  Numbers are residues; there are enough sweeps for a proven bound of the count, and the Chinese
remainder theorem joins their results.

Update: a cell replaces two plugs, for instance its left and its upper edge, by two others.  No plugs become
no plugs (the path leaves the cell out) or both ends of a new piece; one plug becomes one plug, in either
place; two plugs are joined.  The index in the table is the rank of a word, so no keys are stored, and words
change in place (`planar_kernels`).

A sweep ends after the last row.  On a board that is its own mirror image it ends in the middle, where the
table is joined with itself.  A sweep only counts; `Simpath` answers the other questions.
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
from gridwalk.question.conditions import Conditions
from gridwalk.runtime import cache, tasks
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.parts import Numbers
from gridwalk.runtime.resources import DEFAULT_RESOURCES, Resources
from gridwalk.runtime.slices import compiles, slice_of
from gridwalk.runtime.tasks import Check, together, useful
from gridwalk.runtime.tuning import tuning

SHORT = 0.03  # seconds; a shorter count is not compared with other engines
WORD_SECONDS = 1.5e-9  # about, for each word of a sweep
CELL_SECONDS = 4e-8  # for each cell of a sweep, besides its words
COLUMN_CELL_SECONDS = 4e-5  # the same, with a count for every length
PLAN_SECONDS = 2e-5  # for planning a cell
SMALL = 2_000_000  # words of a sweep; starting a thread takes longer than a smaller sweep
MOST_PAIRS = 1 << 24  # pairs of words in a call for several cells
HALF, WIDE = 32, 64  # bits of a residue: with several lanes, and with one lane
ONE = (1 << WIDE,)  # the modulus of a count that is proven to fit in one lane of 64 bits
UNBOUNDED = 1 << 62  # bits
WIDEST = 28  # columns; the code of a word over a wider cut, with space for a shift, does not fit in 63 bits
MIRRORED = 22  # columns of a sweep to the middle; the lists of pairs take 40 MB at 20 columns, 280 MB at 22
SLICES = 8  # a call processes this number of slices of words, in about 0.1 s
WORDS_A_CELL = 4  # words that an interpreted kernel changes in `slices.SECONDS_A_CELL`
TOGETHER = 1 << 20  # words of a batch, which limits the scratch memory
TELL_AFTER = 1024  # cells planned


# --------------------------------------------------------------------------------------------- the question

CLOSED, INNER, END_CELL, LAST, EITHER = range(5)
NOWHERE = -1


@dataclass(frozen=True, eq=False)
class CellRoles:
    """A question about all paths or cycles of an orthogonal board, expressed by the role of each cell.

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
        The cells that must be visited.
    walls : Walls, optional
        Walls between cells; both arrays have the shape of the board, and walls on the border are ignored.

    """

    roles: NDArray[np.uint8]
    must: NDArray[np.bool_]
    walls: Walls | None = None

    def are_apart(self, u: NDArray[Any], v: NDArray[Any]) -> NDArray[np.bool_]:
        """Whether a wall is between the adjacent flat cells *u* and *v*."""
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
        """Whether all cells are closed, or a cell that must be visited is closed."""
        is_open = self.roles != CLOSED
        return not is_open.any() or bool((self.must & ~is_open).any())


def why_not_planar(block: Block, board: Board) -> str | None:
    """Return why a question about a block cannot be expressed by roles of its cells; None if it can."""
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
    """Whether paths may begin and end at any cell."""
    return 1 < block.entrances.size == block.exits.size == block.cells.size


def roles_of(block: Block, board: Board, *, passing: bool) -> CellRoles:
    """Return the question about a block, expressed by roles of its cells.

    *passing*: paths may pass exits; otherwise they end at the first exit that they enter.
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
    supported = Conditions.CELLS | Conditions.CYCLES
    only_counts = True

    def __init__(self, question: BlockQuestion) -> None:
        self.resources, self.watch, self._moves = question.resources, question.watch, question.window
        self.question = roles_of(question.block, question.board, passing=question.passing)
        self.general = Simpath(question)
        # For paths from anywhere to anywhere, a path and its reverse are counted once.
        self._times = 2 if (self.question.roles == EITHER).all(where=self.question.roles > CLOSED) else 1

    @classmethod
    def why_unfit(cls, question: BlockQuestion) -> str | None:
        """Return why this engine cannot count the paths of the block; None if it can."""
        return why_not_planar(question.block, question.board)

    @property
    def finder(self) -> Engine:
        """The engine that finds paths."""
        return self.general

    @property
    def joins_directions(self) -> bool:
        """Whether it counts a cycle and its reverse as one, where the question counts two."""
        return self.general.joins_directions

    @cached_property
    def _size(self) -> PlanSize:
        return cheapest(self.question)[1]

    @cached_property
    def estimate(self) -> Estimate:
        """The size and time of a count, from the exact size of the table."""
        size, share = self._size, share_of(self.question)
        sweeps = _number_of_sweeps(size, LANES * HALF)
        work = int(size.work * share * sweeps)
        seconds = work * WORD_SECONDS + size.cells * (PLAN_SECONDS + share * CELL_SECONDS * sweeps)
        return Estimate(self.name, size.states, size.states * BYTES_OF_WORD, work, seconds, False)

    @property
    def rough(self) -> Estimate:
        """The same estimate, because it needs no search."""
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
        """Return a longest or shortest path, by moves or by cost; None if there is no path."""
        return self.general.best(longest=longest, by_cost=by_cost)

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return the paths of the given ranks, from 0 to below `count`."""
        return self.general.at(ranks)

    def sample(self, n: int, streams: Streams) -> list[Cells]:
        """Return *n* paths drawn independently and uniformly; an empty list if there are no paths."""
        return self.general.sample(n, streams)

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of a path; None if it is not in the set."""
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
        If a table does not fit in ``resources.memory``; raised before the table is allocated.
    TimeLimitError
        If the time limit of *watch* is exceeded.
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
    """Return the numbers of paths by number of cells, within *windows*; without windows ``{0: total}``."""
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
        _ = sweep.mirrored(pause)  # computed once, before threads share it
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
    """Sweep once; return the numbers modulo the product of the moduli in *part*."""
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
    """Return the least numbers with these residues."""
    numbers = [math.prod(part) for part in parts]
    joined = {
        used: join_residues([one.get(used, 0) for one in found], numbers) for used in set().union(*found)
    }
    return {used: number for used, number in joined.items() if number}


def _number_of_sweeps(size: PlanSize, bits: int) -> int:
    """Return an estimate of the number of sweeps for a count, if each sweep yields *bits* bits.

    >>> import numpy as np
    >>> roles = np.ones((16, 16), np.uint8)
    >>> roles[[0, 15], [0, 15]] = END_CELL
    >>> board = cheapest(CellRoles(roles, np.zeros((16, 16), bool)))[1]
    >>> _number_of_sweeps(board, LANES * HALF), _number_of_sweeps(board, WIDE)
    (2, 4)
    """
    return 1 + 4 * size.cells // (5 * bits)  # a count has less than 4/5 of a bit per cell


def pause_for(watch: Watch, doing: str = "") -> Pause:
    """Return a function that takes the number of words done and checks the clock, for the main thread."""
    words = 0

    def pause(done: int) -> None:
        nonlocal words
        words += done
        watch.check(words, 0, 0, doing)

    return pause


# ------------------------------------------------------------------------------------------------ the sweep


@dataclass(frozen=True)
class CellRun:
    """Consecutive cells of a sweep, all in the columns of the head of words, or all in those of the tail.

    Attributes
    ----------
    at, stop : int
        The first cell, and the cell after the last.
    allowed : uint8 array
        Masks of the operations that each cell allows (`planar_kernels`).
    todo : int64 array, shape (n, 3)
        The work in order, as rows (key, cell, group).
    pairs : int64 array
        The cumulative number of pairs of words, by group.

    """

    at: int
    stop: int
    allowed: NDArray[np.uint8]
    todo: Ints
    pairs: Ints

    def spans(self, most: int) -> Iterator[tuple[int, int]]:
        """Yield spans (first, end) of groups with about *most* pairs of words each."""
        parts = 1 + int(self.pairs[-1]) // most
        inner = np.searchsorted(self.pairs, np.arange(1, parts) * (int(self.pairs[-1]) // parts))
        for low, high in pairwise([0, *inner.tolist(), self.pairs.size - 1]):
            if high > low:
                yield low, high


class PlanarSweep:
    """A plan with its words and operations, which are the same for the sweeps of all moduli."""

    def __init__(self, plan: Plan, pause: Pause) -> None:
        self.plan, self.words = plan, Words(plan.places, plan.levels, plan.shallow)
        self.first = int(0 not in self.words.base)  # 1 if the start is in the corner
        keys = dict.fromkeys(key for step in plan.steps[:-1] for key in self._keys_of(step))
        self.transitions = Transitions(self.words, [*keys], pause)
        self.closing = [self._closed_by(step) for step in plan.steps]
        self._mirrored: Mirrored | None = None
        self.bytes = self.transitions.bytes

    def mirrored(self, pause: Pause) -> Mirrored:
        """Return the pairs of words that fit in the middle; computed once."""
        if self._mirrored is None:
            self._mirrored = Mirrored(self, pause)
        return self._mirrored

    @property
    def begin(self) -> list[int]:
        """Return the table before the first cell."""
        if not self.first:
            return [self.words.rank_of({}, 0)]
        step = self.plan.steps[0]
        places = [step.column] * step.left + [step.column + 1] * step.right
        return [self.words.rank_of({place: LOOSE}, 1) for place in places]

    def _keys_of(self, step: CellStep) -> list[Key]:
        """Return the keys of a cell in order: a level is added to before the level below it changes."""
        return [
            (step.column, level, ends)
            for highest in range(step.levels[0] + 1, -1, -1)
            for level, ends in ((highest, False), (highest - 1, True))
            if level in (step.ends if ends else step.levels)
            and {level, level + ends} <= self.words.base.keys()
        ]

    def _closed_by(self, step: CellStep) -> list[tuple[int, int]]:
        """Return the words whose last piece the cell closes; in columns of the tail with their groups."""
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
        """Return the numbers of the keys of a cell in order; the last cell only closes, and has none."""
        numbers = self.transitions.keys
        if at + 1 == len(self.plan.steps):
            return []
        return [numbers[key] for key in self._keys_of(self.plan.steps[at])]

    @cached_property
    def runs(self) -> list[CellRun]:
        """The runs of all cells, or of the cells up to the middle of a mirrored board."""
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


PLANS = cache.Cache(256 << 20)  # the sweeps of recent plans, for all boards


def sweep_of(plan: Plan, pause: Pause) -> PlanarSweep:
    """Return the sweep of a plan, from the cache if possible."""
    return PLANS.get(cache.Key("planar", (plan,)), lambda: PlanarSweep(plan, pause))


def allowed(step: CellStep) -> NDArray[np.uint8]:
    """Return the masks of the operations that a cell allows, in the form that the kernels need."""
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
    """Return the compiled or interpreted kernel for a sweep of *work* words, and the words of a call."""
    compiled = compiles(kernel, work // WORDS_A_CELL)
    return (kernel.compiled if compiled else kernel.python), slice_of(compiled) * (SLICES if compiled else 1)


def side_by_side(sweep: PlanarSweep, part: Sequence[int], pause: Pause) -> list[int]:
    """Return the number of paths or cycles modulo each of at most `LANES` numbers up to 2**32, or `ONE`."""
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
    """If a new row begins at cell *at*, move every plug to the next place."""
    if at == len(sweep.plan.steps) or not sweep.plan.steps[at].shift:
        return
    pairs = table.view(np.uint64)
    used = np.concatenate(
        [
            low + np.flatnonzero(some[:, 0] | some[:, -1])  # faster than `any`
            for low in range(0, len(pairs), TOGETHER)
            for some in [pairs[low : low + TOGETHER]]
        ]
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
        The difference of two neighbouring columns, as a number of cells left out: 1 or 2.
    least, most : int
        The range of the number of cells that a path leaves out.
    low, high : int64 array
        The first and the last column in use before each cell, and after the last cell.
    base : int64 array
        The first column of the table before each cell; it changes with the row of the board.
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
        """The bytes of the counts of a word, with one residue each."""
        return WIDE // 8 * self.width + 1

    @property
    def columns(self) -> int:
        """The total number of columns visited."""
        return int((self.high[1:] - self.low[:-1] + 1).sum())


def windows_of(question: CellRoles, moves: Range | None) -> ColumnWindows | None:
    """Return the columns in use for paths in a range of *moves*; None if there are no such paths."""
    side, size = cheapest(question)
    roles, must = side.in_order(side.roles), side.in_order(side.must)
    least, most = moves or (0, None)
    more = not question.is_cyclic  # a path has one cell more than moves
    fewest = 0 if most is None else max(0, size.cells - most - more)
    greatest = min(size.cells, size.cells - least - more)
    # With two given ends, and for cycles, the chessboard colours of cells decide which numbers can occur.
    skip, unit = (must == 0) & (roles != END_CELL), 1 if (roles >= LAST).any() else 2
    if not fewest <= min(greatest, int(skip.sum())):
        return None
    passed, columns = np.concatenate([[0], np.cumsum(skip)]), size.places - 1
    low = np.maximum(0, fewest - (passed[-1] - passed)) // unit
    high = np.minimum(passed, greatest) // unit
    base = low[np.arange(skip.size) // columns * columns]
    return ColumnWindows(unit, fewest, greatest, low, high, base, 1 + int(np.max(high[1:] - base)))


def by_columns(sweep: PlanarSweep, windows: ColumnWindows, modulus: int, pause: Pause) -> Numbers:
    """Return the numbers of paths by the number of cells, modulo a number of at most 2**64."""
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
    """Add the paths that end before or at cell *at* to *found*, by the number of cells."""
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

    The counts of the lower half, swept from below, are the mirrored counts of the upper half.  So the number
    of paths is a sum over the pairs of words that together make one path.  Up to about 25 columns, there are
    fewer of these pairs than words in a sweep over the other half.  A pattern is the set of places in use;
    all patterns with the same number of places have the same pairs.
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
            found[low : low + some] = self._words.rank((1 << 2 * places) @ plugs.T, self._level)
            pause(0)
        return found

    def values(self, table: NDArray[np.uint32], k: int, row: int, pause: Pause) -> NDArray[np.uint32]:
        """Return the residues of the words of *k* places in use, shape (patterns, words, lanes).

        *row* 0: at the cut after the upper rows; 1: at the cut after the middle row.
        """
        ranks = self._ranks[self._mirror.begins[row]][k]
        found = np.empty((*ranks.shape, LANES), np.uint32)
        _run(kernels.gather, ranks.size, table, ranks.ravel(), found.reshape(-1, LANES))
        pause(0)
        return found

    def below(self, table: NDArray[np.uint32], pause: Pause) -> list[NDArray[np.uint32]] | None:
        """Return the residues before the middle row; None if there is no middle row."""
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
        """Return the numbers of paths through the middle; *below* has the residues before the middle row."""
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
            else:  # each sum over two patterns occurs in both orders
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
    """Return the other end of the piece at each place, for words that use all places; -1 for a loose end."""
    places = (int(codes.max()).bit_length() + 1) // 2
    partner, word = np.full((codes.size, places), -1, np.int8), np.arange(codes.size)
    stack, height = np.zeros((codes.size, places + 1), np.int8), np.zeros(codes.size, np.int64)
    for p in range(places):
        plugs = codes >> 2 * p & 3
        stack[word, height] = p  # if the plug does not open a piece, this is overwritten
        height += plugs == LEFT
        down = np.flatnonzero(plugs == RIGHT)
        height[down] -= 1
        other = stack[down, height[down]]
        partner[down, p], partner[down, other] = other, p
    return partner


def _pairs(above: NDArray[np.int8], turned: bool, pause: Pause) -> tuple[Ints, NDArray[np.int32]]:
    """Return for each word above the words below that fit: where its list begins, and all lists."""
    words, places = above.shape
    below = above
    if turned:  # the same words in reverse
        below = np.ascontiguousarray(np.where(above < 0, above, places - 1 - above)[:, ::-1])
    bits = (places > 2) << np.arange(max(0, places - 1))  # for two places: a whole cycle
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
    """The size of a sweep, computed by formulas without a plan.

    Attributes
    ----------
    places : int
        The number of places for plugs on the cut.
    levels : frozenset of int
        The possible numbers of loose ends of a word.
    shallow : bool
        Whether loose ends are only outside of all pieces.
    work : int
        The number of words visited in a sweep.
    cells : int
        The number of cells of the sweep.

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
    """A rotated or reflected board in the order of a sweep: rows in alternating directions."""

    roles: NDArray[Any]
    must: NDArray[Any]
    number: NDArray[Any]
    again: bool  # whether the second row has the direction of the first

    def backwards(self) -> NDArray[np.bool_]:
        """Return a mask of the rows that are swept from right to left."""
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

        The levels change at given ends, and at most twice at cells that may be ends, so there are only a few
        spans of cells with equal levels.
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
        """Yield spans of cells with the same levels before them, in the order of the sweep."""
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


@lru_cache(maxsize=4)  # called by the engine, then by the plan
def cheapest(question: CellRoles) -> tuple[Side, PlanSize]:
    """Return the orientation with the smallest table, of several that with the least work, and its size.

    O(cells).
    """
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
    alike: dict[object, Side] = {}  # the first of equal sides
    for side in found:
        alike.setdefault((side.roles.shape, side.roles.tobytes(), side.must.tobytes(), side.again), side)
    sized = ((side, side.size()) for side in alike.values())
    return min(sized, key=lambda pair: (pair[1].states, pair[1].work))


@dataclass(frozen=True)
class Mirror:
    """The place where a sweep meets its mirror image, on a board with a half-turn or reflection symmetry.

    Attributes
    ----------
    upper, middle : int
        The number of cells of the upper half, without and with the middle row if there is one.
    begins : tuple of int
        The first place of the words at the cut after *upper*, and after *middle*.
    turned : bool
        Whether the symmetry is a half-turn; otherwise it is a reflection.

    """

    upper: int
    middle: int
    begins: tuple[int, int]
    turned: bool


def share_of(question: CellRoles) -> float:
    """Return the share of the cells that a sweep visits; about a half if the board is mirrored."""
    side, size = cheapest(question)
    mirror = mirror_of(question, side)
    return 1.0 if mirror is None else mirror.middle / size.cells


def mirror_of(question: CellRoles, side: Side) -> Mirror | None:
    """Return where the sweep of a side meets its mirror image; None if no mirror image is used."""
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
    """Whether the walls of *one* side are the walls of the *two*."""
    here, there = (
        [question.are_apart(number[:, :-1], number[:, 1:]), question.are_apart(number[:-1], number[1:])]
        for number in (one, two)
    )
    return all(map(np.array_equal, here, there))


@dataclass(frozen=True)
class CellStep:
    """A cell of the sweep: its allowed operations, and the levels (numbers of loose ends) of words there."""

    column: int  # the place of its left plug; the right one is next to it
    left: bool  # whether the left plug leads to an open cell, and no wall is between
    right: bool
    skip: bool  # whether a path may leave the cell out
    inner: bool  # whether a path may pass through
    levels: tuple[int, ...]  # before the cell, descending
    ends: frozenset[int]  # levels at which the path may end here
    done: bool  # whether the last piece may be closed here
    shift: bool  # whether the plugs move to the next place before this cell
    row: int  # the row of the sweep, from 1


@dataclass(frozen=True)
class Plan(PlanSize):
    """The steps of a sweep."""

    steps: tuple[CellStep, ...]
    cycles: bool
    mirror: Mirror | None = None

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:  # cached, because hashing the steps takes as long as a short sweep
        return hash((self.steps, self.places, self.levels, self.shallow, self.cycles, self.mirror))


def make_plan(question: CellRoles, pause: Pause = lambda _: None) -> Plan:
    """Return the cheapest plan over the board's eight orientations; *pause* may stop the planning."""
    side, size = cheapest(question)
    steps = tuple(_steps(question, side, pause))
    return Plan(**vars(size), steps=steps, cycles=question.is_cyclic, mirror=mirror_of(question, side))


def _steps(question: CellRoles, side: Side, pause: Pause) -> Iterator[CellStep]:
    """Plan a sweep, cell by cell."""
    roles, must, number = side.roles, side.must.astype(bool), side.number
    after, before, below = (np.zeros(roles.shape, bool) for _ in range(3))  # whether a move leads there
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
ENDS = 3  # the number of ends so far is 0, 1 or 2
RESCALED = 64  # cells between two scalings; each cell multiplies a number of ways by less than 16


def _bits_of(question: CellRoles, plan: Plan, moves: Range | None, fits: int, pause: Pause) -> int:
    """Return an upper bound on the bits of the count; a tighter one is computed only if it exceeds *fits*.

    Two cycles, or two paths between the same cells, differ by an element of the cycle space, which has
    ``2**(moves - cells + components)`` elements.  In each component, a cell has no move to the right or down,
    so the exponent is at most the number of cells with two such moves.  Also, each move of a path has at
    most three continuations.
    """
    bits = UNBOUNDED
    if question.roles.max(initial=0) < LAST:
        bits = sum(step.left and step.right for step in plan.steps)
    if moves is not None and moves[1] is not None:
        bits = min(bits, math.ceil(math.log2(4 * question.roles.size) + moves[1] * math.log2(3)))
    return bits if bits <= fits else min(bits, bits_needed(plan, pause))


def bits_needed(plan: Plan, pause: Pause) -> int:
    """Return an upper bound on the bits of the count; call *pause* after every cell.

    It is the number of edge sets in which each cell has an allowed degree; each path is such a set.  A sum of
    positive floats has a relative error of at most 2**-53; over all cells the error is far below `MARGIN`.
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
                ways[level] = np.maximum(part * 2.0**-300, 2.0**-900)  # must not underflow to zero
            scale += 300
    if mirror is not None:
        _shift_ways(plan.steps[stop], ways)
        above, above_scale = (ways, scale) if mirror.upper == stop else (above, above_scale)
        return _bits(_folded(mirror, ways, above), scale + above_scale)
    target = 0 if plan.cycles else 2
    return _bits(float(ways[target][0]) if target in ways else 0.0, scale)


def _bits(number: float, scale: int) -> int:
    """Return the bits of ``number * 2**scale``."""
    return max(1, math.frexp(number * (1 + MARGIN))[1] + scale) if number else 1


def _shift_ways(step: CellStep, ways: dict[int, Ways]) -> None:
    """If the plugs move before the cell, make the last plug, which is empty, the first."""
    for level, part in ways.items() if step.shift else ():
        ways[level] = np.stack([part[: part.size // 2], np.zeros(part.size // 2)], 1).ravel()


def _after(step: CellStep, before: dict[int, Ways]) -> dict[int, Ways]:
    """Return the ways after a cell; overwrites *before*."""
    after: dict[int, Ways] = {}
    for level in sorted({*step.levels, *(level + 1 for level in step.ends)}, reverse=True):
        if level >= ENDS:
            continue
        ways = before.get(level)
        if ways is None:
            ways = np.zeros_like(before[level - 1])
        # Axes: the higher places, the right plug, the left plug, the lower places.
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
    """Return the number of pairs of an upper and a lower half that use the same places in the middle."""
    total = 0.0
    for level, part in ways.items():
        shape = (2,) * (part.size.bit_length() - 1)
        one, other = (
            np.moveaxis(each[level].reshape(shape), 0 if begin == 0 else -1, 0)[0]
            for each, begin in zip((ways, below), mirror.begins[::-1], strict=True)
        )
        total += float((one * (other.T if mirror.turned else other)).sum())
    return total
