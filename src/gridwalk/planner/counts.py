"""How many: listed, counted by halves, or swept, whichever is over sooner."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import names
from gridwalk.errors import (
    Cell,
    MemoryLimitError,
    QuestionError,
    UnknownChoiceError,
    UnsuitableAlgorithmError,
)
from gridwalk.path import Path
from gridwalk.planner import listed, single, swept
from gridwalk.planner.tables import Option
from gridwalk.question import Question
from gridwalk.runtime.resources import Resources
from gridwalk.tours.find import refute_tour
from gridwalk.tours.refutation import Refutation
from gridwalk.tours.symmetry import FEW_CELLS, count_orbits, symmetries

COUNT_BY = ("auto", *names("count", "tours"))  # of all sets
MAX_SIDE_OF_HALVES = 10  # cells along the shorter side; each makes the work some twenty times as much
SHORT_SWEEP = 60  # seconds, estimated: what may take the place of a count for which there is no memory


def count(question: Question, by: str = "auto", *, up_to_symmetry: bool = False) -> int:
    """Return how many paths there are, exactly."""
    UnknownChoiceError.check("by", by, COUNT_BY)
    question = question.running()
    return _up_to_symmetry(question, by) if up_to_symmetry else _count(question, by)


def _count(question: Question, by: str) -> int:
    if question.why_empty is not None:
        return 0
    if by == "list":
        question.refuse_checkpoint("a listing")
        return listed.count(question)
    if by == "halves":
        return _in_all(question, _by_halves(question), int(question.grid.size == 1))
    if by == "auto":
        if is_refuted(question):
            return 0
        known = listed.count_within(question, single.PATIENCE)
        if known is None:
            known = _by_halves_if_suited(question)
        if known is not None:
            return known
    whole = swept.all_paths(question)
    if by == "auto" and whole.estimate.seconds > 1:
        known = listed.count_within(question, single.patience_for(whole.estimate.seconds))
        if known is not None:
            return known
    if question.has_given_lengths:
        return sum(lengths(question).values())
    return _in_all(question, whole.count(), len(whole.trivial))


_in_all = swept.in_all


def lengths(question: Question) -> dict[int, int]:
    """Return how many paths there are of each number of moves."""
    if question.tour:
        number = count(question)
        return {question.moves_of_tour: number} if number else {}
    return swept.lengths(question)


def options(question: Question) -> list[Option]:
    """Return the engines that may count, those chosen marked."""
    sweeps = swept.options(question)
    reason, estimate = why_not_halves(question), None
    if reason is None:
        from gridwalk.frontier.halves.count import estimate_tours

        try:
            estimate = estimate_tours(**_board_of_halves(question))
        except UnsuitableAlgorithmError as error:
            reason = str(error)
    halves = Option("halves", reason, estimate, chosen=estimate is not None)
    if halves.chosen:
        sweeps = [replace(option, chosen=False) for option in sweeps]
    return [Option("list", "a search visits every path"), halves, *sweeps]


# -------------------------------------------------------------------------------- by halves


def why_not_halves(question: Question) -> str | None:
    """Return why tours cannot be counted by halves; None: they can."""
    grid = question.grid
    if not question.tour or question.exits is not None:
        return "it counts tours, from anywhere or from one start"
    if not grid.geometry.open_rectangle or min(grid.shape) > MAX_SIDE_OF_HALVES:
        return f"it needs an open board of at most {MAX_SIDE_OF_HALVES} cells in one direction"
    if not question.closed and question.starts is not None and len(question.starts) > 1:
        return "it counts from one start or from all"
    return None


def _by_halves_if_suited(question: Question) -> int | None:
    """Count the tours by halves; None where another engine is to."""
    if min(question.grid.shape) == 1 or why_not_halves(question) is not None:
        return None  # a single line is reduced to nothing much
    try:
        return _in_all(question, _by_halves(question), int(question.grid.size == 1))
    except UnsuitableAlgorithmError:
        return None
    except MemoryLimitError:
        if swept.all_paths(question).estimate.seconds >= SHORT_SWEEP:
            raise  # else a sweep can go on on disk
    return None


def _by_halves(question: Question) -> int:
    from gridwalk.frontier.halves.count import count_tours

    return count_tours(
        **_board_of_halves(question),
        resources=Resources.within(question.limits),
        watch=question.watch(),
    )


def _board_of_halves(question: Question) -> dict[str, Any]:
    if (reason := why_not_halves(question)) is not None:
        raise UnsuitableAlgorithmError("halves", reason)
    return {
        "rows": question.grid.rows,
        "columns": question.grid.columns,
        "moves": question.grid.moves,
        "closed": question.closed,
        "start": None if question.closed else question.start,
    }


# ------------------------------------------------------------------------------ only of tours


def refutation(question: Question) -> Refutation | None:
    """Return why there is no path, if that is seen at once."""
    if (reason := question.why_empty) is not None:
        return Refutation(reason, "definition")
    if not question.tour:
        return None
    return refute_tour(question)


def is_refuted(question: Question) -> bool:
    """Whether it is seen at once that there is no path."""
    return refutation(question) is not None


def counts_by_start(question: Question) -> list[list[int]]:
    """Return for each cell how many open tours begin there."""
    if question.closed or question.starts is not None or question.undirected:
        raise QuestionError("counts_by_start", "it counts open tours, of either direction, from every cell")
    grid, question = question.grid, question.running()
    ends = [] if question.exits is None else [question.exits]
    orbits = np.stack(symmetries(grid, *ends)).min(axis=0)  # of every cell the first that is like it
    counts = np.zeros(grid.size, object)
    for first in np.unique(orbits[grid.open_cells.ravel()]):
        start = divmod(int(first), grid.columns)
        counts[orbits == first] = count(replace(question, starts=(start,)))
    table: list[list[int]] = counts.reshape(grid.shape).tolist()
    return table


def _up_to_symmetry(question: Question, by: str) -> int:
    """Count the tours that no symmetry takes to each other, by the fixed points of every symmetry."""
    grid = question.grid
    if question.closed and not grid.symmetric:
        raise QuestionError("up_to_symmetry", "the moves of a closed tour must be undoable")
    ends: list[tuple[Cell, ...]] = [
        cells for cells in (question.starts, question.exits) if cells is not None and not question.closed
    ]
    group = symmetries(grid, *ends)
    either_way = question.closed or question.undirected
    if either_way and grid.open_count <= FEW_CELLS:
        tours = listed.search_of(question).paths()
        return len({_canonical_form(path, group) for path in tours})
    total = _count(question, by)
    if either_way and total:
        return count_orbits(
            grid,
            total,
            group,
            closed=question.closed,
            resources=Resources.within(question.limits),
            watch=question.watch(),
        )
    # A symmetry that leaves every cell of a tour in its place is none, on two cells or more.
    return total if grid.open_count == 1 else total // len(group)


def _canonical_form(path: Path, group: list[NDArray[np.intp]]) -> tuple[int, ...]:
    """Return the least of all tours that *group* takes *path* to, as flat cells."""
    flat = np.array([path.board.index(cell) for cell in path])
    forms = [to[flat] for to in group]
    forms += [form[::-1] for form in forms]
    if path.closed:
        forms = [np.roll(form, -int(form.argmin())) for form in forms]
    return min(tuple(form.tolist()) for form in forms)
