"""All paths at once: the sweep of count, lengths, longest, sample and rank."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers import explanation
from gridwalk.answers.path import Path
from gridwalk.errors import Cell, HopelessError, MemoryLimitError, UnsuitableAlgorithmError
from gridwalk.frontier.acyclic import Acyclic, acyclic_walks
from gridwalk.planner import listed, tasks
from gridwalk.question.knows import Knows, answers, unmet
from gridwalk.question.question import Question
from gridwalk.runtime.limits import PatienceError, Watch
from gridwalk.runtime.resources import Resources
from gridwalk.search import choice
from gridwalk.search.query import Query
from gridwalk.tours import starts as tour_starts

if TYPE_CHECKING:
    from gridwalk.answers.explanation import Option
    from gridwalk.frontier.all_paths import AllPaths, FromEachStart
    from gridwalk.frontier.engine import Range
    from gridwalk.frontier.estimate import Estimate

    Swept: TypeAlias = AllPaths | FromEachStart
    Whole: TypeAlias = Swept | Acyclic

PATIENCE = 1 << 17  # states: of a sweep that takes a fraction of a second
QUICK = 0.5  # seconds: of a sweep by length that is over before anything better is found
STATES_A_SECOND = 1 << 18  # that a try may take of what a sweep by length is estimated to take: a quarter
COMMON = 0.4, 0.8  # of the open cells: most paths are as long, on a board that no sweep takes
ALONG = "moves are counted along"
LOOKED_AT = 1 << 16  # cells: of a listing that shows whether there is any cycle
ROUNDED = 2.0**-52  # relative: what an addition may lose
CLOSE = 1e-11  # relative: what the cost of a best path may be off
ONE_PASS = Knows.PATHS | Knows.NETWORK | Knows.LIMITS


def acyclic(question: Question) -> Acyclic | None:
    """Return the paths asked for, of the lengths asked for, if none can return to a cell; else None."""
    if unmet(question, ONE_PASS) or question.why_empty is not None or _can_return(question):
        return None
    board, watch = question.ground, question.watch()
    starts = [board.index(cell) for cell in question.start_cells]
    exits = None if question.exits is None else [board.index(cell) for cell in question.end_cells]
    required = [(board.index(u), board.index(v)) for u, v in question.required_edges]
    required += [(v, v) for v in map(board.index, question.required)]
    moves = question.lengths if question.has_given_lengths else None
    walks = acyclic_walks(board, starts, exits, required, moves, watch)
    return None if walks is None else Acyclic(board, walks, watch)


def _can_return(question: Question) -> bool:
    """Whether one search shows that a walk may return to a cell.

    If a step within a path of the fewest moves can be undone, the walk that takes it back and again returns
    to a cell, and has two moves more.
    """
    board, most = question.ground, question.max_length
    if board._symmetric and (most is None or question.has_open_ends):
        return True
    if board._is_network or question.has_open_ends:
        return False
    asked = Query(board, question.start_cells, question.end_cells, question.watch())
    path = choice.find("bfs", asked)
    if path is None:
        return True  # nothing to count
    if most is not None and path.length + 2 > most:
        return False
    inner = list(path)[1:-1]
    return any(board._turned(step) is not None for step in itertools.pairwise(inner))


def all_paths(
    question: Question, *, metered: bool = False, ranked: bool = True, windowed: bool = False
) -> Whole:
    """Return all paths asked for, by one pass over the moves if none can return, else to be swept."""
    if (one_pass := acyclic(question)) is not None:
        return one_pass
    return by_sweep(question, metered=metered, ranked=ranked, windowed=windowed)


@answers(Knows.ALL, "a sweep")
def by_sweep(
    question: Question, *, metered: bool = False, ranked: bool = True, windowed: bool = False
) -> Swept:
    """Return all paths asked for, whatever their lengths, ready to be swept.

    *Metered*: only those of the lengths asked for; they are *ranked*, or else only counted.  *Windowed*: of
    counts by length, those of other lengths are not asked for.
    """
    from gridwalk.frontier.all_paths import FromEachStart

    given = question.lengths if question.has_given_lengths else None
    blocks = partial(
        blocks_of,
        question,
        moves=question.lengths if metered else None,
        ranked=ranked,
        window=given if windowed else None,
    )
    if not has_many_starts(question):
        return blocks(question.starts_left)
    starts = list(tour_starts.promising_starts(question))
    if len(starts) <= 1:
        return blocks(starts)
    watch, resources = question.watch(), Resources.within(question.limits)

    def tours_from(start: Cell) -> AllPaths:
        return blocks([start], watch=watch)

    whole = FromEachStart(starts, tours_from, question.board.index, watch, partial(measured, question))
    whole.is_level = not question.board._lengths_vary
    if question.starts is None and question.exits is None:
        at_once = blocks(None, watch=watch)
        if at_once.rough_seconds <= whole.estimate.seconds:
            return at_once
    if (workers := resources.workers) is not None and tasks.is_worth_it(whole.estimate):

        def apart(verb: Literal["count", "lengths"]) -> list[Any]:
            each = [replace(question, starts=(start,)) for start in starts]
            return workers.results([tasks.one_task(verb, IN_WORKER[verb], one) for one in each], watch)

        whole.apart = apart
    return whole


def begun(question: Question, *, metered: bool = False, ranked: bool = True) -> Whole:
    """Return `all_paths`; `HopelessError` if there is no point in beginning to count them."""
    whole, resources = all_paths(question, metered=metered, ranked=ranked), Resources.within(question.limits)
    if reason := whole.why_hopeless(resources.memory):
        raise HopelessError(reason)
    return whole


def has_many_starts(question: Question) -> bool:
    """Whether open tours are asked for that may start at several cells."""
    several = question.starts is None or len(question.starts) > 1
    return several and question.tour and not question.closed and question.why_empty is None


def blocks_of(
    question: Question,
    starts: Sequence[Cell] | None,
    moves: Range | None = None,
    *,
    ranked: bool = True,
    window: Range | None = None,
    measure: Callable[[NDArray[np.int32], bool], float] | None = None,
    watch: Watch | None = None,
) -> AllPaths:
    """Return the paths from *starts* (None: anywhere), block by block, with a number of *moves* if given."""
    from gridwalk.frontier.all_paths import AllPaths

    return AllPaths(
        question,
        starts,
        tour_starts.exits_from(question, starts),
        moves=moves,
        ranked=ranked,
        window=window,
        measure=measure or partial(measured, question),
        resources=Resources.within(question.limits),
        watch=watch or question.watch(),
    )


def measured(question: Question, cells: NDArray[np.int32], by_cost: bool) -> float:
    """Return the cost or length of a path by its flat cells."""
    (path,) = paths_of(question, [cells])
    return path.cost if by_cost else path.length


def count_of_start(question: Question) -> int:
    """Count, in a worker, the tours from one start."""
    return all_paths(question).count()


def lengths_of_start(question: Question) -> dict[int, int]:
    """Count, in a worker, the tours from one start by their number of moves."""
    return all_paths(question, windowed=True).lengths()


IN_WORKER = {"count": count_of_start, "lengths": lengths_of_start}


def in_all(question: Question, number: int, trivial: int) -> int:
    """Return how many paths *number* of a sweep are, of which so many *trivial* ones have no reverse."""
    return trivial + (number - trivial) // 2 if question.halves_trivial else number


# --------------------------------------------------------------------- counts, and what they take


class Sweep:
    """The sweep that counts the paths of a question, or counts them by their *lengths* (default: if given).

    Paths of given lengths are counted by a sweep that counts moves along, where that may take less than one
    over the paths of all lengths.
    """

    name = "sweep"

    def __init__(self, question: Question, *, lengths: bool | None = None) -> None:
        self.question, self.resources = question, Resources.within(question.limits)
        self.by_length = question.has_given_lengths if lengths is None else lengths

    @cached_property
    def whole(self) -> Whole:
        """The paths of all lengths, ready to be swept."""
        return all_paths(self.question, windowed=self.by_length)

    @property
    def estimate(self) -> Estimate:
        """What it would take."""
        return self.whole.estimate_of_lengths if self.by_length else self.whole.estimate

    @property
    def why_hopeless(self) -> str | None:
        """Why there is no point in beginning, with figures, or as no engine is able; None: there is."""
        if self.by_length and self.along is None:
            return self._why_hopeless(all_paths(self.question, metered=True))
        return self.why_not_all

    @property
    def why_not_all(self) -> str | None:
        """Why there is no point in beginning with the paths of all lengths; None: there is."""
        return self._why_hopeless(self.whole)

    def _why_hopeless(self, whole: Whole) -> str | None:
        return whole.why_hopeless(self.resources.memory, lengths=self.by_length)

    @cached_property
    def along(self) -> int | None:
        """How many states a sweep that counts moves may take; None: any number, for no other can answer.

        Where finished parts are stored, or done by workers, nothing is tried that may have to be given up.
        """
        question = self.question
        if not question.has_given_lengths or isinstance(self.whole, Acyclic):
            return 0
        if self.why_not_all is not None:
            return 0 if _are_common(question) else None
        seconds, limits = self.whole.estimate_of_lengths.seconds, question.limits
        if seconds <= QUICK or limits.has_tasks:
            return 0
        return max(PATIENCE, int(seconds * STATES_A_SECOND))

    def count(self) -> int:
        """Return how many paths there are."""
        if self.by_length:
            return sum(self._counted(apart=False).values())
        return in_all(self.question, self.whole.count(), len(self.whole.listed))

    def lengths(self) -> dict[int, int]:
        """Return how many paths there are of each number of moves asked for."""
        return self._counted(apart=True)

    def lengths_within(self, seconds: float) -> dict[int, int] | None:
        """Return `lengths` if that takes so long at most, by an estimate or as a try shows; else None."""
        if self.why_not_all is None and self.estimate.seconds <= seconds:
            return self.of_all_lengths()
        if not self.question.has_given_lengths:
            return None
        try:
            return self._along(int(seconds * STATES_A_SECOND), apart=True)
        except (PatienceError, MemoryLimitError, HopelessError):
            return None

    def _counted(self, *, apart: bool) -> dict[int, int]:
        if self.along is None:
            return self._along(None, apart=apart)
        if self.along:
            try:
                return self._along(self.along, apart=apart)
            except (PatienceError, MemoryLimitError, HopelessError):
                pass
        return self.of_all_lengths()

    def _along(self, patience: int | None, *, apart: bool) -> dict[int, int]:
        """Count by a sweep that counts moves; `PatienceError` after so many states."""
        some = begun(self.question, metered=True, ranked=False)
        some.watch.patience = patience
        return some.lengths() if apart else {self.question.min_length: some.count()}

    def of_all_lengths(self) -> dict[int, int]:
        """Return how many of the paths of all lengths, of no tour, are asked for of each number of moves."""
        question, trivial = self.question, len(self.whole.listed)
        if reason := self.why_not_all:
            raise HopelessError(reason)
        return {
            length: in_all(question, number, 0 if length else trivial)
            for length, number in self.whole.lengths().items()
            if question.has_length(length)
        }

    # ------------------------------------------------------------------------------ explained

    def options(self) -> list[Option]:
        """Return the engines that may count, those chosen marked."""
        rows = self._rows()
        if not self.by_length or self.along == 0:
            return rows
        beyond = f"; past {self.along:,} states, paths of all lengths are swept" if self.along else ""
        slower = "sweeps over paths of all lengths"
        others = [replace(row, chosen=False, reason=row.reason or slower) for row in rows]
        return [explanation.Option("simpath", chosen=True, note=ALONG + beyond), *others]

    def explained(self) -> list[Option]:
        """Return `options`; where there is no point in beginning, none is chosen, and a last row says why."""
        if (reason := self.why_hopeless) is None:
            return self.options()
        return [*(replace(row, chosen=False) for row in self._rows()), none_of_them(reason)]

    def _rows(self) -> list[Option]:
        whole = self.whole
        rows = whole.options(lengths=self.by_length)
        return rows or [explanation.Option(whole.estimate.engine, estimate=whole.estimate, chosen=True)]


def _are_common(question: Question) -> bool:
    """Whether most paths have such lengths, so that pruning gains nothing."""
    few, many = (share * question.ground.open_count for share in COMMON)
    return question.min_length <= many and (question.max_length is None or question.max_length >= few)


def none_of_them(reason: str) -> Option:
    """Return the row that says that no engine answers."""
    return explanation.Option("none", f"hopeless: {reason}", chosen=True)


def seconds_of(question: Question) -> float | None:
    """Return about how long a sweep takes; None: there is no point in beginning it."""
    sweep = Sweep(question, lengths=False)
    return sweep.estimate.seconds if sweep.why_hopeless is None else None


# --------------------------------------------------------------------------------- the best


def best(question: Question, *, longest: bool, by_cost: bool) -> Path | None:
    """Return a longest or a shortest path.

    A sweep loses digits of a small cost beside a far larger one that is on no path worth having.  So
    where that may matter it is made again, with bounded costs: a step to a bounded cell costs at least
    twice as much as the path found.  No path is shorter and visits such a cell, and a longer one that does
    shows by its cost.  The loop ends: each time the cost of the path found has halved, or has doubled.
    """
    if by_cost and question.closed and not question.ground._step_costs.are_mutual:
        if listed.first_within(question, LOOKED_AT) == (None, True):
            return None
        reason = "a cycle costs more one way than the other here: list them, or give measure='length'"
        raise UnsuitableAlgorithmError("cost", reason)
    path, board, limit = _swept_best(question, longest=longest, by_cost=by_cost), question.board, np.inf
    if path is None or not by_cost or board.costs is None or board._step_costs.are_exact:
        return path
    factors = board._step_costs.factor_of_move  # 0 of a portal with a price, to which the cell is nothing
    costs, factor = board.costs, factors[factors > 0].min(initial=1.0)
    while path.cost > limit or _may_be_off(costs[board.open_cells], path.cost, 2 * path.cost / factor):
        limit = 2 * path.cost
        costs = np.minimum(board.costs, limit / factor)
        bounded = replace(question, board=board.replace(costs=costs), _without=None)
        found = _swept_best(bounded, longest=longest, by_cost=True)
        assert found is not None
        measured = Path._found(board, found.cells, found.closed, found.by)
        path = (max if longest else min)(path, measured, key=lambda one: one.cost)
    return path


def _swept_best(question: Question, *, longest: bool, by_cost: bool) -> Path | None:
    cells = begun(question).best(longest=longest, by_cost=by_cost)
    if cells is None:
        return None
    (path,) = paths_of(question, [cells])
    if question.has_length(path.length):
        return path
    sweep = Sweep(question, lengths=True)
    if by_cost and not question.board._step_costs.are_equal:
        if sweep.why_not_all or sweep.of_all_lengths():
            raise UnsuitableAlgorithmError("cost", "among paths of given lengths only moves can be counted")
        return None
    allowed = sweep.of_all_lengths()
    if not allowed:
        return None
    length = max(allowed) if longest else min(allowed)
    return next(listed.members(question.of_lengths(length, length)), None)


def _may_be_off(costs: NDArray[np.float64], cost: float, bound: float) -> bool:
    """Whether sums of *costs* may hide, by rounding, a path better than *cost*, and *bound* halves them."""
    lost = float(costs.sum()) * costs.size * ROUNDED
    return lost > CLOSE * cost > 0 and bool(costs.max() > 2 * bound)


# ------------------------------------------------------------------------- cells to paths


def paths_of(question: Question, every: Sequence[NDArray[np.int32]]) -> list[Path]:
    """Return paths of their flat cells; those that are closed begin at the start."""
    paths = []
    for flat in every:
        rotated = _canonical_cycle(question, flat) if question.closed else flat
        cells = np.stack(np.divmod(rotated, np.int32(question.board.columns)), axis=1)
        paths.append(Path._found(question.board, cells, question.closed, "sweep"))
    return paths


def _canonical_cycle(question: Question, flat: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return a cycle from the start if it is on it, else from its first cell; smaller neighbour second."""
    first = flat.min() if question.start is None else np.int32(question.board.index(question.start))
    at = np.flatnonzero(flat == first)
    rotated = np.roll(flat, -int(at[0]) if at.size else -int(flat.argmin()))
    if question.board._symmetric and rotated[1] > rotated[-1]:
        rotated[1:] = rotated[:0:-1].copy()
    return rotated
