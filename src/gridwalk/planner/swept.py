"""All paths of a question at once, ready to be counted, ranked, drawn or searched for the best.

`acyclic` is one pass over the moves, where no path can return to a cell; else the paths are swept, block by
block.  `ByLength` counts them by length.
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
from gridwalk.question.knows import Knows, unmet
from gridwalk.question.question import Question
from gridwalk.runtime.limits import PatienceError
from gridwalk.runtime.resources import Resources
from gridwalk.search import choice
from gridwalk.search.query import Query

Whole: TypeAlias = AllPaths | Acyclic

# A sweep that counts moves along is tried first, where one over all lengths takes more than a moment.
MOMENT = 0.5  # seconds
LEAST_STATES = 1 << 17  # that the try may take: a fraction of a second
STATES_A_SECOND = 1 << 18  # that it may take for each second of the other: about a quarter of its time

# Lengths from and up to these shares of the open cells are those of most paths: counting along saves nothing.
COMMON_FROM, COMMON_TO = 0.4, 0.8

CYCLE_PATIENCE = 1 << 16  # cells that a listing enters to see whether there is any cycle
INSTEAD = "estimate_count() estimates the number, and paths can still be listed one by one"
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
    question: Question, *, moves: Range | None = None, ranked: bool = True, window: Range | None = None
) -> Whole:
    """Return all paths asked for: for one pass over the moves if none can return, else for a sweep.

    Parameters
    ----------
    question : Question
        Of the paths; its lengths are ignored by a sweep.
    moves : (int, int or None), optional
        Sweep the paths with a number of moves in this range alone, counting moves along.
    ranked : bool
        Whether paths of such *moves* have ranks; else they are only counted.
    window : (int, int or None), optional
        Counts by length may leave out those outside of this range.

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
    """Return the paths block by block; *measure* is of `AllPaths`, other options are of `all_paths`."""
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
    """Return `all_paths`; raise `HopelessError` if that takes too much time or memory.

    They are found or *ranked*; else they are only counted.
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
    """The paths of a question counted by length, in one of two ways.

    All paths are counted by length; or, if lengths are given, moves are counted along, and a state is dropped
    once no path of these lengths can come of it.  The second takes far less where such paths are few, and
    more where they are common.
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self.whole = all_paths(question, window=question.lengths if question.has_given_lengths else None)

    def cost(self) -> Estimate:
        """Return what it takes to count the paths of all lengths."""
        return self.whole.cost(lengths=True)

    @cached_property
    def why_not_all(self) -> str | None:
        """Why the paths of all lengths take too much time or memory; None: they do not."""
        return self.whole.why_hopeless(lengths=True)

    def why_hopeless(self) -> str | None:
        """Return why a count takes too much time or memory, or no engine can; None: it may end."""
        if self.states_along is None:
            return all_paths(self.question, moves=self.question.lengths).why_hopeless(lengths=True)
        return self.why_not_all

    @cached_property
    def states_along(self) -> int | None:
        """The number of states that a sweep that counts moves along may take; None: any number."""
        question = self.question
        if not question.has_given_lengths or isinstance(self.whole, Acyclic):
            return 0
        if self.why_not_all is not None:  # then it is the only way, but where it would not take less
            return 0 if _are_common(question) else None
        seconds = self.cost().seconds
        if seconds <= MOMENT or question.limits.has_tasks:  # a task is never given up
            return 0
        return max(LEAST_STATES, int(seconds * STATES_A_SECOND))

    def lengths(self, *, apart: bool = True) -> dict[int, int]:
        """Return the number of paths of each number of moves asked for; if not *apart*, of all together."""
        if self.states_along is None:
            return self.lengths_along(None, apart=apart)
        if self.states_along:
            with suppress(PatienceError, MemoryLimitError, HopelessError):
                return self.lengths_along(self.states_along, apart=apart)
        return self.lengths_of_all()

    def lengths_within(self, seconds: float) -> dict[int, int] | None:
        """Return `lengths` if that takes at most *seconds*, by an estimate or as a try shows; else None."""
        if self.why_not_all is None and self.cost().seconds <= seconds:
            return self.lengths_of_all()
        if self.question.has_given_lengths:
            with suppress(PatienceError, MemoryLimitError, HopelessError):
                return self.lengths_along(int(seconds * STATES_A_SECOND))
        return None

    def lengths_along(self, states: int | None, *, apart: bool = True) -> dict[int, int]:
        """Count by a sweep that counts moves along; raise `PatienceError` after that number of *states*."""
        paths = feasible(self.question, moves=self.question.lengths, ranked=False)
        paths.watch.patience = states
        return paths.lengths() if apart else {self.question.min_length: paths.count()}

    def lengths_of_all(self) -> dict[int, int]:
        """Count the paths of all lengths by length, and return the lengths asked for."""
        if self.why_not_all is not None:
            raise HopelessError(self.why_not_all)
        question, trivial = self.question, len(self.whole.listed)
        return {
            length: each_once(question, number, 0 if length else trivial)
            for length, number in self.whole.lengths().items()
            if question.has_length(length)
        }


def _are_common(question: Question) -> bool:
    """Whether most paths have such lengths, so that counting moves along saves nothing."""
    cells = question.ground.open_count
    most = question.max_length
    return question.min_length <= COMMON_TO * cells and (most is None or most >= COMMON_FROM * cells)


# --------------------------------------------------------------------------------- the best


def best(question: Question, *, longest: bool, by_cost: bool) -> Path | None:
    """Return a longest or a shortest path.

    A sweep loses digits of a small cost beside a far larger one that is on no path worth having.  So
    where that may matter it is made again, with bounded costs: a step to a bounded cell costs at least
    twice as much as the path found.  No path is shorter and visits such a cell, and a longer one that does
    shows by its cost.  The loop ends: each time the cost of the path found has halved, or has doubled.
    """
    if by_cost and question.closed and not question.ground._step_costs.are_mutual:
        if listed.first_within(question, CYCLE_PATIENCE) == (None, True):
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
