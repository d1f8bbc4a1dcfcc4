"""Counts: by listing, by halves or by a sweep, whichever is estimated to be fastest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import names
from gridwalk.answers.path import Path
from gridwalk.errors import (
    Cell,
    HopelessError,
    QuestionError,
    UnknownChoiceError,
    UnsuitableAlgorithmError,
)
from gridwalk.planner import listed, single, swept, tasks, within
from gridwalk.planner.tables import EVERY_PATH, Option
from gridwalk.questions.knows import Knows, answers, refuse_unknown, why_unknown
from gridwalk.questions.question import Question
from gridwalk.runtime.limits import TaskWatch
from gridwalk.runtime.resources import Resources
from gridwalk.tours import find as tour_finding
from gridwalk.tours import refutation as refutations

if TYPE_CHECKING:
    from gridwalk.frontier.all_paths import AllPaths, FromEachStart
    from gridwalk.frontier.estimate import Estimate
    from gridwalk.tours.refutation import Refutation

COUNT_BY = ("auto", *names("count", "tours"))  # of all sets


@answers(Knows.ALL)
def count(question: Question, by: str = "auto", *, up_to_symmetry: bool = False) -> int:
    """Return how many paths there are, exactly."""
    UnknownChoiceError.check("by", by, COUNT_BY)
    question = question.running()
    return _up_to_symmetry(question, by) if up_to_symmetry else _count(question, by)


def _count(question: Question, by: str) -> int:
    if question.why_empty is not None:
        return 0
    if by == "list":
        refuse_unknown(question, Knows.ANY, "a listing")
        return listed.count(question)
    if by == "auto":
        if is_refuted(question):
            return 0
        known = None if listed.are_past_number(question) else listed.count_within(question, single.PATIENCE)
        if known is not None:
            return known
        counter = _chosen(_able(question))
        seconds = counter.estimate.at_least
        if counter.is_hedged and not question.has_given_lengths and seconds > 1:
            known = listed.count_within(question, single.patience_for(question, seconds))
        return counter.count() if known is None else known
    return COUNTERS[by](question).count()


@answers(Knows.ALL)
def lengths(question: Question) -> dict[int, int]:
    """Return how many paths there are of each number of moves."""
    if question.tour:
        number = count(question)
        return {question.moves_of_tour: number} if number else {}
    return within.lengths(question)


# ----------------------------------------------------------------------- engines that may count


class Counter(ABC):
    """An engine that counts, with what it would take; *is_hedged*: whether a listing may be over sooner."""

    is_hedged = True
    knows: ClassVar[Knows] = Knows.ALL

    def __init__(self, question: Question) -> None:
        self.question, self.resources = question, Resources.within(question.limits)

    @classmethod
    def why_not(cls, question: Question) -> str | None:
        """Return why it cannot count; None: it can."""
        return why_unknown(question, cls.knows)

    @property
    @abstractmethod
    def estimate(self) -> Estimate:
        """What it would take."""

    @abstractmethod
    def count(self) -> int:
        """Return how many paths there are."""

    @property
    def fits(self) -> bool:
        """Whether the memory holds what it would take."""
        return self.estimate.bytes <= self.resources.memory

    @property
    def why_hopeless(self) -> str | None:
        """Why there is no point in beginning; None: there is."""
        from gridwalk.frontier.estimate import why_hopeless

        return why_hopeless(self.estimate, self.resources.memory, self.resources.disk)


class Sweep(Counter):
    """All paths at once, block by block, by `profile` or `simpath`."""

    @cached_property
    def paths(self) -> AllPaths | FromEachStart:
        """The paths, ready to be swept."""
        return swept.all_paths(self.question)

    @property
    def estimate(self) -> Estimate:
        """What it would take."""
        by_length = self.question.has_given_lengths
        return self.paths.estimate_of_lengths if by_length else self.paths.estimate

    @property
    def why_hopeless(self) -> str | None:
        """Why there is no point in beginning; also where some block is too large for every engine."""
        ask = within.why_no_count if self.question.has_given_lengths else swept.why_hopeless
        return ask(self.question, self.paths)

    def count(self) -> int:
        """Return how many paths there are."""
        if self.question.has_given_lengths:
            return within.count(self.question, self.paths)
        return swept.in_all(self.question, self.paths.count(), len(self.paths.listed))


class Halves(Counter):
    """Tours of an open board, from its two halves: far too many to be listed first."""

    is_hedged = False
    knows = Knows.ANYWHERE | Knows.TOURS | Knows.UNDIRECTED | Knows.LIMITS

    @classmethod
    def why_not(cls, question: Question) -> str | None:
        """Return why tours cannot be counted by halves."""
        from gridwalk.frontier.halves.count import why_not

        return super().why_not(question) or why_not(
            question.grid, tour=question.tour, closed=question.closed,
            starts=question.starts, exits=question.exits,
        )  # fmt: skip

    @property
    def _board(self) -> dict[str, Any]:
        question = self.question
        if (reason := self.why_not(question)) is not None:
            raise UnsuitableAlgorithmError("halves", reason)
        return {
            "rows": question.grid.rows,
            "columns": question.grid.columns,
            "moves": question.grid.moves,
            "closed": question.closed,
            "start": None if question.closed else question.start,
        }

    @cached_property
    def estimate(self) -> Estimate:
        """What it would take, by a formula."""
        from gridwalk.frontier.halves.count import estimate_tours

        return estimate_tours(**self._board)

    def count(self) -> int:
        """Return how many tours there are."""
        from gridwalk.frontier.halves.count import count_tours

        if (crew := self.resources.crew) is not None and tasks.is_worth_it(self.estimate):
            from gridwalk.runtime.tasks import Task, task_name
            from gridwalk.runtime.working import read_number

            name = task_name("halves", *self._board.values(), kernels=["frontier.halves", "frontier.simpath"])
            task = Task(name, count_by_halves, (self._board, self.resources.of_task), read_number)
            number = crew.result(task, self.question.watch())
        else:
            number = count_tours(**self._board, resources=self.resources, watch=self.question.watch())
        return swept.in_all(self.question, number, int(self.question.grid.size == 1))


def count_by_halves(board: dict[str, Any], resources: Resources) -> int:
    """Count, in a worker, the tours of a *board*, the arguments of `count_tours`."""
    from gridwalk.frontier.halves.count import count_tours

    return count_tours(**board, resources=resources, watch=TaskWatch())


COUNTERS: Mapping[str, type[Counter]] = {"halves": Halves, "sweep": Sweep}


def _able(question: Question) -> list[Counter]:
    """Return the engines that can count."""
    return [engine(question) for engine in COUNTERS.values() if engine.why_not(question) is None]


def _chosen(able: list[Counter]) -> Counter:
    """Return the engine that takes least time, of those that fit in memory if any does.

    Raises
    ------
    HopelessError
        If there is no point in beginning with any.

    """
    hopeful = [one for one in able if one.why_hopeless is None]
    if not hopeful:
        raise HopelessError(able[0].why_hopeless or "")
    return min([one for one in hopeful if one.fits] or hopeful, key=lambda one: one.estimate.seconds)


def options(question: Question) -> list[Option]:
    """Return the engines that may count, those chosen marked."""
    sweep, halves = Sweep(question), Halves(question)
    reason = halves.why_not(question)
    able: list[Counter] = [sweep] if reason is not None else [halves, sweep]
    chosen, last = None, []
    try:
        chosen = _chosen(able)
    except HopelessError as error:
        last = [swept.none_of_them(error.reason)]
    estimate = halves.estimate if reason is None else None
    rows = within.options(question, sweep.paths, lengths=question.has_given_lengths)
    return [
        Option("list", EVERY_PATH),
        Option("halves", reason, estimate, chosen=chosen is halves),
        *(replace(row, chosen=row.chosen and chosen is sweep) for row in rows),
        *last,
    ]


# ------------------------------------------------------------------------------ only of tours


def refutation(question: Question) -> Refutation | None:
    """Return why there is no path, if that is seen at once."""
    if (reason := question.why_empty) is not None:
        return refutations.Refutation(reason, "definition")
    if not question.tour:
        return None
    return tour_finding.refute_tour(question)


def is_refuted(question: Question) -> bool:
    """Whether it is seen at once that there is no path."""
    return refutation(question) is not None


@answers(Knows.ALL)
def counts_by_start(question: Question) -> list[list[int]]:
    """Return for each cell how many open tours begin there."""
    from gridwalk.tours.symmetry import symmetries  # brings a sweep along

    if question.closed or question.starts is not None or question.undirected:
        raise QuestionError("counts_by_start", "it counts open tours, of either direction, from every cell")
    grid, question = question.grid, question.running()
    ends = [] if question.exits is None else [question.exits]
    group = symmetries(grid, *ends)[: 1 if question.required_edges else None]
    orbits = np.stack(group).min(axis=0)  # of every cell the first that is like it
    counts = np.zeros(grid.size, object)
    firsts = np.unique(orbits[grid.open_cells.ravel()]).tolist()
    each = [replace(question, starts=(divmod(first, grid.columns),)) for first in firsts]
    if (crew := Resources.within(question.limits).crew) is not None:
        numbers = crew.results(
            [tasks.one_task("start", count_of_task, one) for one in each], question.watch()
        )
    else:
        numbers = [count(one) for one in each]
    for first, number in zip(firsts, numbers, strict=True):
        counts[orbits == first] = number
    table: list[list[int]] = counts.reshape(grid.shape).tolist()
    return table


def count_of_task(question: Question) -> int:
    """Count in a worker."""
    return count(question)


def _up_to_symmetry(question: Question, by: str) -> int:
    """Count the tours that no symmetry takes to each other, by the fixed points of every symmetry."""
    from gridwalk.tours.symmetry import FEW_CELLS, count_orbits, symmetries  # brings a sweep along

    grid = question.grid
    if question.closed and not grid.symmetric:
        raise QuestionError("up_to_symmetry", "the moves of a closed tour must be undoable")
    refuse_unknown(question, Knows.ALL & ~Knows.EDGES, "up_to_symmetry")
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
