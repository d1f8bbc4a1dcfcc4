"""All paths at once: the sweep of count, lengths, longest, sample and rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import Cell, HopelessError, UnsuitableAlgorithmError
from gridwalk.planner import listed, tasks
from gridwalk.planner.tables import Option
from gridwalk.questions.knows import Knows, answers
from gridwalk.questions.question import Question
from gridwalk.runtime.resources import Resources
from gridwalk.tours import starts as tour_starts

if TYPE_CHECKING:
    from gridwalk.frontier.all_paths import AllPaths, FromEachStart

ROUNDED = 2.0**-52  # relative: what an addition may lose
CLOSE = 1e-11  # relative: what the cost of a best path may be off


@answers(Knows.ALL, "a sweep")
def all_paths(question: Question, *, metered: bool = False, ranked: bool = True) -> AllPaths | FromEachStart:
    """Return all paths asked for, whatever their lengths, ready to be swept.

    *Metered*: only those of the lengths asked for; they are *ranked*, or else only counted.
    """
    from gridwalk.frontier.all_paths import AllPaths, FromEachStart

    watch, resources = question.watch(), Resources.within(question.limits)
    some = question.why_empty is None

    def measure(cells: NDArray[np.int32], by_cost: bool) -> float:
        (path,) = paths_of(question, [cells])
        return path.cost if by_cost else path.length

    def paths_from(starts: Sequence[Cell] | None) -> AllPaths:
        return AllPaths(
            question.ground,
            starts,
            tour_starts.exits_from(question, starts),
            through=question.required,
            edges=question.required_edges,
            tour=question.tour,
            closed=question.closed,
            none=not some,
            moves=question.lengths if metered else None,
            ranked=ranked,
            measure=measure,
            resources=resources,
            watch=watch,
        )

    many = question.starts is None or len(question.starts) > 1
    if some and question.tour and not question.closed and many:
        starts = list(tour_starts.promising_starts(question))
        if len(starts) > 1:
            whole = FromEachStart(
                starts, lambda start: paths_from([start]), question.grid.index, watch, measure
            )
            if question.starts is None and question.exits is None:
                at_once = paths_from(None)
                if at_once.rough_seconds <= whole.estimate.seconds:
                    return at_once
            if (crew := resources.crew) is not None and tasks.is_worth_it(whole.estimate):

                def apart(verb: Literal["count", "lengths"]) -> list[Any]:
                    each = [replace(question, starts=(start,)) for start in starts]
                    return crew.results([tasks.one_task(verb, IN_WORKER[verb], one) for one in each], watch)

                whole.apart = apart
            return whole
        return paths_from(starts)
    return paths_from(question.starts_left)


def count_of_start(question: Question) -> int:
    """Count, in a worker, the tours from one start."""
    return all_paths(question).count()


def lengths_of_start(question: Question) -> dict[int, int]:
    """Count, in a worker, the tours from one start by their number of moves."""
    return all_paths(question).lengths()


LOOKED_AT = 1 << 16  # cells: of a listing that shows whether there is any cycle
IN_WORKER = {"count": count_of_start, "lengths": lengths_of_start}


def in_all(question: Question, number: int, trivial: int) -> int:
    """Return how many paths *number* of a sweep are, of which so many *trivial* ones have no reverse."""
    return trivial + (number - trivial) // 2 if question.halves_trivial else number


# --------------------------------------------------------------------------------- the best


def best(question: Question, *, longest: bool, by_cost: bool) -> Path | None:
    """Return a longest or a shortest path.

    A sweep loses digits of a small cost beside a far larger one that is on no path worth having.  So
    where that may matter it is made again, with costs bounded by twice that of the path found: no
    path is shorter and visits a bounded cell, and a longer one that does shows by its cost.
    """
    if by_cost and question.closed and not question.ground.step_costs.are_mutual:
        if listed.first_within(question, LOOKED_AT) == (None, True):
            return None
        reason = "a cycle costs more one way than the other here: list them, or give measure='length'"
        raise UnsuitableAlgorithmError("cost", reason)
    path, grid, bound = _swept_best(question, longest=longest, by_cost=by_cost), question.grid, np.inf
    if path is None or not by_cost or grid.costs is None or grid.step_costs.are_exact:
        return path
    factors = grid.step_costs.factor_of_move  # 0 of a portal with a price, to which the cell is nothing
    costs, factor = grid.costs, min(1.0, float(factors[factors > 0].min()))
    while path.cost > bound or _may_be_off(costs[grid.open_cells], path.cost):
        bound = 2 * path.cost / factor
        costs = np.minimum(grid.costs, bound)
        bounded = replace(question, grid=grid.replace(costs=costs), _without=None)
        found = _swept_best(bounded, longest=longest, by_cost=True)
        assert found is not None
        path = Path._found(grid, found.cells, found.closed, found.by)
    return path


def _swept_best(question: Question, *, longest: bool, by_cost: bool) -> Path | None:
    whole = all_paths(question)
    refuse_if_hopeless(question, whole)

    cells = whole.best(longest=longest, by_cost=by_cost)
    if cells is None:
        return None
    (path,) = paths_of(question, [cells])
    if question.has_length(path.length):
        return path
    if by_cost and not question.grid.step_costs.are_equal:
        if why_hopeless(question, whole, lengths=True) or lengths_of(question, whole):
            raise UnsuitableAlgorithmError("cost", "among paths of given lengths only moves can be counted")
        return None
    allowed = lengths_of(question, whole)
    if not allowed:
        return None
    length = max(allowed) if longest else min(allowed)
    return next(listed.members(question.of_lengths(length, length)), None)


def _may_be_off(costs: NDArray[np.float64], cost: float) -> bool:
    """Whether rounding in sums of *costs* may have hidden a path that is better than one of *cost*."""
    lost = float(costs.sum()) * costs.size * ROUNDED
    return lost > CLOSE * cost > 0 and bool(costs.max() > 4 * cost)


def lengths_of(question: Question, whole: AllPaths | FromEachStart) -> dict[int, int]:
    """Return how many of the paths *whole*, of no tour, are asked for of each number of moves."""
    refuse_if_hopeless(question, whole, lengths=True)
    found = {
        length: in_all(question, number, len(whole.listed) if length == 0 else 0)
        for length, number in whole.lengths().items()
    }
    return {length: number for length, number in found.items() if question.has_length(length)}


# ------------------------------------------------------------------------- cells to paths


def paths_of(question: Question, every: Sequence[NDArray[np.int32]]) -> list[Path]:
    """Return paths of their flat cells; those that are closed begin at the start."""
    paths = []
    for flat in every:
        rotated = _canonical_cycle(question, flat) if question.closed else flat
        cells = np.stack(np.divmod(rotated, np.int32(question.grid.columns)), axis=1)
        paths.append(Path._found(question.grid, cells, question.closed, "sweep"))
    return paths


def _canonical_cycle(question: Question, flat: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return a cycle from the start if it is on it, else from its first cell; smaller neighbour second."""
    first = flat.min() if question.start is None else np.int32(question.grid.index(question.start))
    at = np.flatnonzero(flat == first)
    rotated = np.roll(flat, -int(at[0]) if at.size else -int(flat.argmin()))
    if question.grid.symmetric and rotated[1] > rotated[-1]:
        rotated[1:] = rotated[:0:-1].copy()
    return rotated


# ----------------------------------------------------------------------------------- its cost


def why_hopeless(question: Question, whole: AllPaths | FromEachStart, *, lengths: bool = False) -> str | None:
    """Return why there is no point in beginning, within the limits of *question*; None: there is."""
    resources = Resources.within(question.limits)
    return whole.why_hopeless(resources.memory, resources.disk, lengths=lengths)


def refuse_if_hopeless(question: Question, whole: AllPaths | FromEachStart, *, lengths: bool = False) -> None:
    """Raise `HopelessError` if there is no point in beginning."""
    if reason := why_hopeless(question, whole, lengths=lengths):
        raise HopelessError(reason)


def seconds_of(question: Question) -> float | None:
    """Return about how long a sweep takes; None: there is no point in beginning it."""
    whole = all_paths(question)
    return whole.estimate.seconds if why_hopeless(question, whole) is None else None


def options(whole: AllPaths | FromEachStart, *, lengths: bool = False) -> list[Option]:
    """Return the engines that may sweep, those chosen marked."""
    found = [
        Option(option.engine, option.reason, option.estimate, chosen=option.blocks > 0)
        for option in whole.options(lengths=lengths)
    ]
    return found or [Option(whole.estimate.engine, estimate=whole.estimate, chosen=True)]


def explained(question: Question, *, lengths: bool = False) -> list[Option]:
    """Return `options`; where there is no point in beginning, none is chosen, and a last row says why."""
    whole = all_paths(question)
    rows, hopeless = options(whole, lengths=lengths), why_hopeless(question, whole, lengths=lengths)
    if hopeless is None:
        return rows
    return [*(replace(row, chosen=False) for row in rows), none_of_them(hopeless)]


def none_of_them(reason: str) -> Option:
    """Return the row that says that no engine answers."""
    return Option("none", f"hopeless: {reason}", chosen=True)
