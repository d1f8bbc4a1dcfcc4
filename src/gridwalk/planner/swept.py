"""All paths of a question at once, to be counted, ranked, sampled, or searched for the best.

If the question is acyclic, one pass over the moves is enough (`acyclic`); otherwise the paths are swept,
block by block (`by_sweep`).  `ByLength` counts paths by length.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.acyclic import Acyclic, acyclic_walks
from gridwalk.allpaths.blocks import AllPaths
from gridwalk.allpaths.engine import Range
from gridwalk.allpaths.estimate import Estimate
from gridwalk.answers.path import Path
from gridwalk.errors import HopelessError, MemoryLimitError, UnsuitableAlgorithmError
from gridwalk.planner import listed
from gridwalk.question.conditions import Conditions, unmet
from gridwalk.question.question import Question
from gridwalk.runtime.limits import PatienceError
from gridwalk.runtime.resources import Resources
from gridwalk.search import choice
from gridwalk.search.query import Query

Whole: TypeAlias = AllPaths | Acyclic

# If a sweep over all lengths takes longer than MOMENT, one whose states hold the length is tried first.
MOMENT = 0.5  # seconds
LEAST_STATES = 1 << 17  # states of such a try at least: a fraction of a second
STATES_A_SECOND = 1 << 18  # states of a try per second of the other sweep: about a quarter of its time

# Most paths have lengths in this range of fractions of the open cells; then holding the length saves nothing.
COMMON_FROM, COMMON_TO = 0.4, 0.8

CYCLE_PATIENCE = 1 << 16  # cells that a listing may enter to find out whether there is a cycle
INSTEAD = "estimate_count() estimates the number, and paths can still be listed one by one"
ROUNDED = 2.0**-52  # relative error of an addition
CLOSE = 1e-11  # relative error allowed in the cost of a best path
ONE_PASS = Conditions.PATHS | Conditions.NETWORK | Conditions.LIMITS


def acyclic(question: Question) -> Acyclic | None:
    """Return the paths of an acyclic question, of the given lengths; None if a walk can return to a cell."""
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
    """Whether a quick test shows that a walk may return to a cell.

    If an inner step of a path with the fewest moves has a reverse, a walk that takes it forth, back and forth
    again returns to a cell and has two moves more.
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
    question: Question, *, moves: Range | None = None, ranked: bool = True, window: Range | None = None
) -> Whole:
    """Return all paths of a question, for one pass over the moves if it is acyclic, else for a sweep.

    Parameters
    ----------
    question : Question
        A sweep ignores its lengths.
    moves : (int, int or None), optional
        Sweep only paths with a number of moves in this range; states then hold the length so far.
    ranked : bool
        Whether ranks are needed for paths of such *moves*.
    window : (int, int or None), optional
        Counts by length may leave out lengths outside this range.

    """
    one_pass = acyclic(question)
    return by_sweep(question, moves=moves, ranked=ranked, window=window) if one_pass is None else one_pass


def by_sweep(
    question: Question,
    *,
    moves: Range | None = None,
    ranked: bool = True,
    window: Range | None = None,
    measure: Callable[[NDArray[np.int32], bool], float] | None = None,
) -> AllPaths:
    """Return the paths block by block; options as for `all_paths`, *measure* as for `AllPaths`."""
    return AllPaths(
        question,
        question.starts_left,
        question.exits_left,
        moves=moves,
        ranked=ranked,
        window=window,
        measure=measure or partial(value_of, question),
        resources=Resources.within(question.limits),
        watch=question.watch(),
    )


def value_of(question: Question, cells: NDArray[np.int32], by_cost: bool) -> float:
    """Return the cost or length of a path by its flat cells."""
    (path,) = paths_of(question, [cells])
    return path.cost if by_cost else path.length


def feasible(question: Question, *, moves: Range | None = None, ranked: bool = True) -> Whole:
    """Return `all_paths`; raise `HopelessError` if a sweep takes too much time or memory.

    If not *ranked*, the paths are only to be counted.
    """
    whole = all_paths(question, moves=moves, ranked=ranked)
    if reason := whole.why_hopeless(finds=ranked):
        raise HopelessError(reason, INSTEAD) if ranked else HopelessError(reason)
    return whole


# ----------------------------------------------------------------------------------- counts


def each_once(question: Question, number: int, trivial: int) -> int:
    """Convert a directed count to the count asked for; *trivial* paths have no reverse."""
    return trivial + (number - trivial) // 2 if question.halves_trivial else number


def count(question: Question) -> int:
    """Return the number of paths, by a sweep."""
    return count_of(question, ByLength(question) if question.has_given_lengths else all_paths(question))


def count_of(question: Question, sweep: Whole | ByLength) -> int:
    """Return the number of paths of a sweep."""
    if isinstance(sweep, ByLength):
        return sum(sweep.lengths(apart=False).values())
    return each_once(question, sweep.count(), len(sweep.listed))


class ByLength:
    """Counts by length, in one of two ways.

    The first way counts the paths of all lengths.  The second way is for given lengths: states hold the
    length so far, and are dropped if they cannot lead to such a length.  It is faster if such paths are rare,
    and slower if they are common.
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self.whole = all_paths(question, window=question.lengths if question.has_given_lengths else None)

    def cost(self) -> Estimate:
        """Return the estimated cost of counting the paths of all lengths."""
        return self.whole.cost(lengths=True)

    @cached_property
    def why_not_all(self) -> str | None:
        """The reason why counting all lengths takes too much time or memory; None if it does not."""
        return self.whole.why_hopeless(lengths=True)

    def why_hopeless(self) -> str | None:
        """Return the reason why a count is out of reach; None if it is not."""
        if self.states_along is None:
            return all_paths(self.question, moves=self.question.lengths).why_hopeless(lengths=True)
        return self.why_not_all

    @cached_property
    def states_along(self) -> int | None:
        """The maximum number of states for the second way; 0 to skip it, None for no limit."""
        question = self.question
        if not question.has_given_lengths or isinstance(self.whole, Acyclic):
            return 0
        if self.why_not_all is not None:  # only the second way is left, and helps if lengths are rare
            return 0 if _are_common(question) else None
        seconds = self.cost().seconds
        if seconds <= MOMENT or question.limits.has_tasks:  # tasks cannot be given up
            return 0
        return max(LEAST_STATES, int(seconds * STATES_A_SECOND))

    def lengths(self, *, apart: bool = True) -> dict[int, int]:
        """Return the number of paths of each length in the set; if not *apart*, their sum under one key."""
        if self.states_along is None:
            return self.lengths_along(None, apart=apart)
        if self.states_along:
            with suppress(PatienceError, MemoryLimitError, HopelessError):
                return self.lengths_along(self.states_along, apart=apart)
        return self.lengths_of_all()

    def lengths_within(self, seconds: float) -> dict[int, int] | None:
        """Return `lengths` if it takes at most *seconds*, by an estimate or a try; else None."""
        if self.why_not_all is None and self.cost().seconds <= seconds:
            return self.lengths_of_all()
        if self.question.has_given_lengths:
            with suppress(PatienceError, MemoryLimitError, HopelessError):
                return self.lengths_along(int(seconds * STATES_A_SECOND))
        return None

    def lengths_along(self, states: int | None, *, apart: bool = True) -> dict[int, int]:
        """Count in the second way; raise `PatienceError` after *states* states."""
        paths = feasible(self.question, moves=self.question.lengths, ranked=False)
        paths.watch.patience = states
        return paths.lengths() if apart else {self.question.min_length: paths.count()}

    def lengths_of_all(self) -> dict[int, int]:
        """Count in the first way, and return the counts of the given lengths."""
        if self.why_not_all is not None:
            raise HopelessError(self.why_not_all)
        question, trivial = self.question, len(self.whole.listed)
        return {
            length: each_once(question, number, 0 if length else trivial)
            for length, number in self.whole.lengths().items()
            if question.has_length(length)
        }


def _are_common(question: Question) -> bool:
    """Whether most paths have the given lengths, so that the second way saves nothing."""
    cells = question.ground.open_count
    most = question.max_length
    return question.min_length <= COMMON_TO * cells and (most is None or most >= COMMON_FROM * cells)


# --------------------------------------------------------------------------------- the best


def best(question: Question, *, longest: bool, by_cost: bool) -> Path | None:
    """Return a longest or a shortest path.

    A very large cost, even of a cell on no best path, makes a sweep lose digits of small costs.  If that may
    matter, the sweep is repeated with costs cut to a limit of at least twice the cost of the path found.  No
    shorter path visits a cell whose cost was cut; a longer one that does is recognised by its cost.  The loop
    ends, because each repetition halves or doubles the cost of the path found.
    """
    if by_cost and question.closed and not question.ground._step_costs.are_mutual:
        if listed.first_within(question, CYCLE_PATIENCE) == (None, True):
            return None
        reason = "a cycle costs more one way than the other here: list them, or give measure='length'"
        raise UnsuitableAlgorithmError("cost", reason)
    path, board, limit = _swept_best(question, longest=longest, by_cost=by_cost), question.board, np.inf
    if path is None or not by_cost or board.costs is None or board._step_costs.are_exact:
        return path
    factors = board._step_costs.factor_of_move  # 0 for a portal with its own cost
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
    cells = feasible(question).best(longest=longest, by_cost=by_cost)
    if cells is None:
        return None
    (path,) = paths_of(question, [cells])
    if question.has_length(path.length):
        return path
    sweep = ByLength(question)
    if by_cost and not question.board._step_costs.are_equal:
        if sweep.why_not_all or sweep.lengths_of_all():
            raise UnsuitableAlgorithmError("cost", "among paths of given lengths only moves can be counted")
        return None
    allowed = sweep.lengths_of_all()
    if not allowed:
        return None
    length = max(allowed) if longest else min(allowed)
    return next(listed.members(question.of_lengths(length, length)), None)


def _may_be_off(costs: NDArray[np.float64], cost: float, bound: float) -> bool:
    """Whether rounding of *costs* may hide a path better than *cost*, and a cut at *bound* reduces it."""
    lost = float(costs.sum()) * costs.size * ROUNDED
    return lost > CLOSE * cost > 0 and bool(costs.max() > 2 * bound)


# ------------------------------------------------------------------------- cells to paths


def paths_of(question: Question, every: Sequence[NDArray[np.int32]]) -> list[Path]:
    """Return the paths of flat cells; closed paths begin at the start."""
    paths = []
    for flat in every:
        rotated = _canonical_cycle(question, flat) if question.closed else flat
        cells = np.stack(np.divmod(rotated, np.int32(question.board.columns)), axis=1)
        paths.append(Path._found(question.board, cells, question.closed, "sweep"))
    return paths


def _canonical_cycle(question: Question, flat: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return a cycle rotated to the start, or to its first cell, with the smaller neighbour second."""
    first = flat.min() if question.start is None else np.int32(question.board.index(question.start))
    at = np.flatnonzero(flat == first)
    rotated = np.roll(flat, -int(at[0]) if at.size else -int(flat.argmin()))
    if question.board._symmetric and rotated[1] > rotated[-1]:
        rotated[1:] = rotated[:0:-1].copy()
    return rotated
