"""Counts: by listing, by halves or by a sweep, whichever is estimated to be fastest.

Where a count is asked for each cell, cells that a symmetry of the question maps to each other have one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import elsewhere, names
from gridwalk.answers.path import Path
from gridwalk.errors import (
    Cell,
    HopelessError,
    QuestionError,
    UnknownChoiceError,
    UnsuitableAlgorithmError,
)
from gridwalk.frontier import estimate
from gridwalk.frontier.halves import count as halves
from gridwalk.keywords import BATCH_CELLS
from gridwalk.planner import listed, single, swept, tasks
from gridwalk.question.knows import Knows, answers, refuse_unknown, why_unknown
from gridwalk.question.question import Question
from gridwalk.runtime.limits import Limits, TaskWatch, Watch
from gridwalk.runtime.memory import MIN_MEMORY
from gridwalk.runtime.resources import Resources
from gridwalk.tours import find as tour_finding
from gridwalk.tours import refutation as refutations
from gridwalk.tours import symmetry

if TYPE_CHECKING:
    from gridwalk.answers.batch import Batch
    from gridwalk.frontier.estimate import Estimate
    from gridwalk.planner.swept import Sweep
    from gridwalk.planner.tasks import ToCount
    from gridwalk.tours.refutation import Refutation

AT_ONCE = 0.1  # seconds: where halves take less, no order of the cells is searched for a sweep
FEW = 1_000  # cells that a listing enters before a sweep is planned
QUICK = 0.0025  # seconds of a compiled sweep; interpreted it takes less than to list much or to load Numba
MOST_CELLS_LISTED = 36  # open cells of a board of which tours are compared up to symmetry
MOST_LISTED = 100_000  # tours that are compared up to symmetry
MANY_FOR_TOURS = 30  # cells; tours of larger boards are not listed if their halves can be joined
COUNT_BY = ("auto", *names("count", "tours"))  # of all sets


@answers(Knows.ALL, "count()")
def count(question: Question, by: str = "auto", *, up_to_symmetry: bool = False) -> int:
    """Return how many paths there are, exactly."""
    UnknownChoiceError.check("by", by, COUNT_BY, elsewhere)
    question = question.running()
    return _up_to_symmetry(question, by) if up_to_symmetry else _count(question, by)


def _count(question: Question, by: str) -> int:
    if question.why_empty is not None:
        return 0
    if by == "list":
        refuse_unknown(question, Knows.ANY, "a listing")
        return listed.count(question)
    if by == "auto":
        if question.tour and is_refuted(question):
            return 0
        halved = question.board.open_count >= MANY_FOR_TOURS and Halves.why_not(question) is None
        hopeless = halved or listed.are_past_number(question)
        known = None if hopeless else listed.count_within(question, FEW)
        if known is None and (one_pass := swept.acyclic(question)) is not None:
            return one_pass.count()
        if known is None and not hopeless and swept.Sweep(question).estimate.at_least > QUICK:
            known = listed.count_within(question, single.PATIENCE)
        if known is not None:
            return known
        counter = chosen(engines(question))
        seconds = counter.estimate.at_least
        if counter.name != "halves" and not question.has_given_lengths and seconds > 1:
            known = listed.count_within(question, single.patience_for(question, seconds))
        return counter.count() if known is None else known
    return (Halves if by == "halves" else swept.Sweep)(question).count()


@answers(Knows.ALL, "lengths()")
def lengths(question: Question) -> dict[int, int]:
    """Return how many paths there are of each number of moves."""
    if question.tour and not question.board._lengths_vary:
        number = count(question)
        return {question.moves_of_tour: number} if number else {}
    return swept.Sweep(question, lengths=True).lengths()


def refutation(question: Question) -> Refutation | None:
    """Return why there is no path, if that is seen at once."""
    if (reason := question.why_empty) is not None:
        return refutations.Refutation(reason, "definition")
    if not question.tour or question.board._is_network:
        return None
    return tour_finding.refute_tour(question)


def is_refuted(question: Question) -> bool:
    """Whether it is seen at once that there is no path."""
    return refutation(question) is not None


# ----------------------------------------------------------------------- engines that may count


class Halves:
    """Tours of an open board, from its two halves: far too many to be listed first."""

    name = "halves"
    knows: ClassVar[Knows] = Knows.ANYWHERE | Knows.TOURS | Knows.UNDIRECTED | Knows.LIMITS

    def __init__(self, question: Question) -> None:
        if (reason := self.why_not(question)) is not None:
            raise UnsuitableAlgorithmError("halves", reason)
        self.question, self.resources = question, Resources.within(question.limits)
        self._board: dict[str, Any] = {
            "rows": question.board.rows,
            "columns": question.board.columns,
            "moves": question.board.moves,
            "closed": question.closed,
            "start": None if question.closed else question.start,
        }

    @classmethod
    def why_not(cls, question: Question) -> str | None:
        """Return why tours cannot be counted by halves; None: they can."""
        return why_unknown(question, cls.knows) or halves.why_not(
            question.board, tour=question.tour, closed=question.closed,
            starts=question.starts, exits=question.exits,
        )  # fmt: skip

    @cached_property
    def estimate(self) -> Estimate:
        """What it would take, by a formula."""
        return halves.estimate_tours(**self._board)

    @property
    def why_hopeless(self) -> str | None:
        """Why there is no point in beginning; None: there is."""
        return estimate.why_hopeless(self.estimate, self.resources.memory)

    def count(self) -> int:
        """Return how many tours there are."""
        watch, resources = self.question.watch(), self.resources
        number_here = partial(halves.count_tours, **self._board, resources=resources.of_task, watch=watch)
        if resources.workers is not None and tasks.is_worth_it(self.estimate):
            from gridwalk.runtime.tasks import Task, task_name

            name = task_name("halves", *self._board.values())
            task = Task(name, count_by_halves, (self._board, resources.of_task))
            number = resources.workers.result(task, watch, number_here)
        else:
            number = number_here()
        return swept.in_all(self.question, number, int(self.question.board.size == 1))


def count_by_halves(board: dict[str, Any], resources: Resources) -> int:
    """Count, in a worker, the tours of a *board*, the arguments of `count_tours`."""
    return halves.count_tours(**board, resources=resources, watch=TaskWatch())


def engines(question: Question) -> list[Halves | Sweep]:
    """Return the engines that can count at once."""
    both = [] if Halves.why_not(question) is not None else [Halves(question)]
    return [*both, swept.Sweep(question)]


def chosen(able: Sequence[Halves | Sweep]) -> Halves | Sweep:
    """Return the engine that takes least time, of those that fit in memory if any does.

    Raises
    ------
    HopelessError
        If there is no point in beginning with any.

    """
    first, memory = able[0].estimate, able[0].resources.memory
    quick = able[0].name == "halves" and first.seconds < AT_ONCE and first.bytes <= memory
    hopeful = [one for one in able[: 1 if quick else None] if one.why_hopeless is None]
    if not hopeful:
        raise HopelessError(able[0].why_hopeless or "")
    fitting = [one for one in hopeful if one.estimate.bytes <= one.resources.memory]
    return min(fitting or hopeful, key=lambda one: one.estimate.seconds)


# ------------------------------------------------------------------------- of many questions


@answers(Knows.ALL, "counts_by_start()")
def counts_by_start(question: Question) -> list[list[int]]:
    """Return for each cell how many open tours begin there."""
    if question.closed or question.starts is not None or question.undirected:
        raise QuestionError("counts_by_start", "it counts open tours, of either direction, from every cell")
    cells = question.start_cells

    def from_cell(question: Question, start: Cell) -> Question:
        return replace(question, starts=(start,))

    kept = (question.exits,)
    table = _of_each(question, cells, kept, from_cell, ("start", count_of_task))
    if question.board._is_network:
        return cast("list[list[int]]", question.board._table(table))
    return cast("list[list[int]]", table.tolist())


@answers(Knows.ALL, "counts_by_end()")
def counts_by_end(question: Question, how: CountOf | None = None) -> NDArray[Any]:
    """Return for each cell how many paths end there."""
    if how is None and (one_pass := swept.acyclic(question)) is not None:
        return cast("NDArray[Any]", question.board._table(one_pass.count_by_end()))
    kept = question.starts, question.exits, question.required, question.avoided
    cells = question.end_cells if question.why_empty is None else ()
    table = _of_each(question, cells, kept, _ending_at, how or ("end", count_of_task))
    return cast("NDArray[Any]", question.board._table(table))


def count_of_task(question: Question) -> int:
    """Count in a worker."""
    return count(question)


CountOf = tuple[str, Callable[[Question], int]]  # the kind of a task, and what it runs


def _of_each(
    question: Question,
    cells: Sequence[Cell],
    kept: Iterable[Sequence[Cell] | None],
    part: Callable[[Question, Cell], Question],
    how: CountOf,
) -> NDArray[Any]:
    """Return for each of *cells* the count of its part of the question, which is symmetric if *kept* are."""
    board, question = question.board, question.running()
    table = np.zeros(board.size, object)
    if cells:
        given = [some for some in kept if some is not None]
        group = [np.arange(board.size)] if board._is_network else symmetry.symmetries(board, *given)
        some = group[:1] if question.required_edges else group  # no edge need be its own image
        orbits = np.stack(some).min(axis=0)  # of every cell the first that is like it
        firsts = np.unique(orbits[[board.index(cell) for cell in cells]]).tolist()
        each = [part(question, divmod(first, board.columns)) for first in firsts]
        if (workers := Resources.within(question.limits).workers) is not None:
            numbers = workers.results([tasks.one_task(*how, one) for one in each], question.watch())
        else:
            numbers = [how[1](one) for one in each]
        for first, number in zip(firsts, numbers, strict=True):
            table[orbits == first] = number
    return table.reshape(board.shape)


def _ending_at(question: Question, end: Cell) -> Question:
    """Return the question for the paths that end there; of several exits they enter no other."""
    one = question.between(question.starts, (end,))
    others = [cell for cell in question.exits or () if cell != end]
    return one.avoiding(others) if others else one


def count_all(sets: Sequence[ToCount], limits: Limits) -> list[int]:
    """Return how many paths each set has; *limits* are those of all together.

    Each set is a task, and equal ones are one.
    """
    from gridwalk.runtime.workers import TaskWorkers  # imports executors

    workers, each = TaskWorkers.of(limits), Limits(memory=limits.memory, on=1)
    if workers.are_here:  # they share one memory
        each = Limits(memory=max(MIN_MEMORY, limits.memory_allowed // workers.number), on=1)
    every = [tasks.one_task(kind, count, question.limited(each)) for kind, count, question in sets]
    different = {task.name: task for task in every}
    watch = Watch(limits, time.monotonic())
    numbers = dict(zip(different, workers.results(list(different.values()), watch), strict=True))
    return [numbers[task.name] for task in every]


# ------------------------------------------------------------------------------ only of tours


@answers(Knows.TOURS | Knows.UNDIRECTED, "refutation()")
def why_no_tour(question: Question) -> Refutation | None:
    """Return why there is no tour, after whatever search it takes."""
    found = single.tour_or_refutation(question)
    return None if isinstance(found, Path) else found


def _up_to_symmetry(question: Question, by: str) -> int:
    """Count the tours that no symmetry maps to each other."""
    board = question.board
    if question.closed and not board._symmetric:
        raise QuestionError("up_to_symmetry", "the moves of a closed tour must be undoable")
    refuse_unknown(question, Knows.ALL & ~Knows.EDGES & ~Knows.NETWORK, "up_to_symmetry")
    ends: list[tuple[Cell, ...]] = [
        cells for cells in (question.starts, question.exits) if cells is not None and not question.closed
    ]
    group = symmetry.symmetries(board, *ends)
    either_way = question.closed or question.undirected
    if either_way and len(group) > 1 and board.open_count > MOST_CELLS_LISTED:
        raise QuestionError(
            "up_to_symmetry",
            f"closed and undirected tours are compared one by one, on boards of at most {MOST_CELLS_LISTED} "
            f"open cells, and this board has {board.open_count:,}; count the directed tours, or leave it out",
        )
    total = _count(question, by)
    if not either_way:
        # A symmetry that leaves every cell of a tour in its place is the identity, on two cells or more.
        return total if board.open_count == 1 else total // len(group)
    if len(group) == 1 or not total:
        return total
    if total > MOST_LISTED:
        raise QuestionError(
            "up_to_symmetry",
            f"closed and undirected tours are compared one by one, at most {MOST_LISTED:,}, and there are "
            f"{total:,}; count the directed tours, or leave it out",
        )
    tours = listed.batches(question, BATCH_CELLS)
    return len({form for batch in tours for form in _canonical_forms(batch, group)})


def _canonical_forms(tours: Batch[Path], group: list[NDArray[np.intp]]) -> list[bytes]:
    """Return for each tour the least of its images under *group*, whatever their direction."""
    if not len(tours):
        return []
    flat = tours.cells[:, 0].astype(np.int64) * tours.board.columns + tours.cells[:, 1]
    flat = flat.reshape(len(tours), -1)
    images = []
    for to in group:
        image = to[flat]
        if tours.closed:  # from the first cell towards its lower neighbour
            places = image.argmin(axis=1)[:, None] + np.arange(image.shape[1])
            image = np.take_along_axis(image, places % image.shape[1], axis=1)
            backwards = np.roll(image[:, ::-1], 1, axis=1)
            turned = image[:, 1] > image[:, -1]
        else:
            backwards, turned = image[:, ::-1], image[:, 0] > image[:, -1]
        image = np.where(turned[:, None], backwards, image).astype(np.int32)
        images.append([tour.tobytes() for tour in image])
    return [min(forms) for forms in zip(*images, strict=True)]
