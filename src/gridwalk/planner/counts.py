"""Counts of paths: of all paths, by length, by start, by end, and up to symmetry.

`count` tries in turn: a proof that there is no path, one pass over the moves, a short listing, and then the
faster one by estimate of `Halves` and a sweep (`swept`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, ClassVar, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import elsewhere, names
from gridwalk.allpaths.estimate import Estimate, why_hopeless
from gridwalk.allpaths.halves import count as halves
from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.errors import Cell, HopelessError, QuestionError, UnsuitableAlgorithmError, check_choice
from gridwalk.keywords import BATCH_CELLS
from gridwalk.planner import listed, single, swept
from gridwalk.planner.swept import ByLength, Whole
from gridwalk.question.conditions import Conditions, answers, refuse_unsupported, why_unsupported
from gridwalk.question.question import Question
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.memory import MIN_MEMORY
from gridwalk.runtime.resources import Resources, TaskWorkers
from gridwalk.runtime.tasks import Task, task_name
from gridwalk.runtime.tuning import tuning
from gridwalk.tours import find as tour_finding
from gridwalk.tours import refutation as refutations
from gridwalk.tours import symmetry
from gridwalk.tours.refutation import Refutation

COUNT_BY = ("auto", *names("count", "tours"))  # of all sets


# ----------------------------------------------------------------------------------- count

FEW = 1_000  # cells that a listing may enter before a sweep is planned
SLOW = 0.0025  # seconds: if a sweep takes longer, a short listing is tried first
HEDGED = 1.0  # seconds: if a sweep takes longer, a listing for a fraction of this time is tried first
MANY_CELLS, MANY_MOVES = 36, 3  # boards with more open cells and moves of each have too many paths to list
MANY_EDGES, MANY_LOOPS = 30, 10  # of a network whose paths enter more than FEW cells; loops: edges less nodes
MANY_FOR_TOURS = 30  # open cells: with more, tours that `Halves` can count are too many to list
AT_ONCE = 0.1  # seconds: if `Halves` takes less, no sweep is planned


@answers(Conditions.ALL, "count()")
def count(question: Question, by: str = "auto", *, up_to_symmetry: bool = False) -> int:
    """Return the exact number of paths."""
    check_choice("by", by, COUNT_BY, elsewhere)
    question = question.running()
    return _up_to_symmetry(question, by) if up_to_symmetry else _count(question, by)


def _count(question: Question, by: str) -> int:
    if question.why_empty is not None:
        return 0
    if by == "list":
        refuse_unsupported(question, Conditions.ANY, "a listing")
        return listed.count(question)
    if by == "halves":
        return Halves(question).count()
    if by == "sweep":
        return swept.count(question)

    if question.tour and is_refuted(question):
        return 0
    if (one_pass := swept.acyclic(question)) is not None:
        return one_pass.count()
    halved = Halves(question) if question.tour and Halves.why_not(question) is None else None
    are_few = not _are_many(question, halved)
    if are_few and not _has_loops(question) and (number := listed.count_within(question, FEW)) is not None:
        return number
    if halved is not None and not are_few and halved.is_quick:
        return halved.count()
    by_length = question.has_given_lengths
    sweep = swept.ByLength(question) if by_length else swept.by_sweep(question)
    if are_few and sweep.cost().at_least > SLOW:
        number = listed.count_within(question, single.PATIENCE)
        if number is not None:
            return number
    engine = choose(halved, sweep)
    if isinstance(engine, Halves):
        return engine.count()
    if not by_length and (seconds := sweep.cost().at_least) > HEDGED:
        number = listed.count_within(question, single.patience_for(question, seconds))
        if number is not None:
            return number
    return swept.count_of(question, engine)


def _are_many(question: Question, halved: Halves | None) -> bool:
    """Whether there are too many paths to list, judging by the size of the board."""
    board = question.board
    if question.tour:
        return halved is not None and board.open_count >= MANY_FOR_TOURS
    if question.is_conditional or board.open_count < MANY_CELLS:
        return False
    return board._ways_on >= MANY_MOVES * board.open_count


def _has_loops(question: Question) -> bool:
    """Whether the paths of a network probably enter more than FEW cells, judging by its number of edges."""
    board = question.board
    if not board._is_network or question.tour or question.is_conditional:
        return False
    edges = board._ways_on // 2
    return edges >= MANY_EDGES and edges - board.open_count >= MANY_LOOPS


def choose(halved: Halves | None, sweep: Whole | ByLength) -> Counter:
    """Return the faster engine; one that fits in memory is preferred.

    Raises
    ------
    HopelessError
        If both take too much time or memory.

    """
    if halved is None:
        if reason := sweep.why_hopeless():
            raise HopelessError(reason, swept.INSTEAD)
        return sweep
    if halved.is_quick:
        return halved
    cost, memory = halved.cost(), halved.resources.memory
    reason = why_hopeless(cost, memory)
    if sweep.why_hopeless() is None:
        if reason is not None:
            return sweep
        every: tuple[Counter, ...] = halved, sweep
        return min(every, key=lambda engine: (engine.cost().bytes > memory, engine.cost().seconds))
    if reason is not None:
        raise HopelessError(reason, swept.INSTEAD)
    return halved


class Halves:
    """The tours of an open board, counted from its two halves."""

    supported: ClassVar[Conditions] = (
        Conditions.ANYWHERE | Conditions.TOURS | Conditions.UNDIRECTED | Conditions.LIMITS
    )

    def __init__(self, question: Question) -> None:
        if (reason := self.why_not(question)) is not None:
            raise UnsuitableAlgorithmError("halves", reason)
        self.question, self.resources = question, Resources.within(question.limits)
        self.tours: dict[str, Any] = {
            "rows": question.board.rows,
            "columns": question.board.columns,
            "moves": question.board.moves,
            "closed": question.closed,
            "start": None if question.closed else question.start,
        }

    @classmethod
    def why_not(cls, question: Question) -> str | None:
        """Return the reason why tours cannot be counted by halves; None if they can."""
        return why_unsupported(question, cls.supported) or halves.why_not(
            question.board,
            tour=question.tour,
            closed=question.closed,
            starts=question.starts,
            exits=question.exits,
        )

    @cached_property
    def _estimate(self) -> Estimate:
        return halves.estimate_tours(**self.tours)

    def cost(self) -> Estimate:
        """Return the estimated cost of a count, by a formula."""
        return self._estimate

    @property
    def is_quick(self) -> bool:
        """Whether a count takes less time than planning a sweep."""
        return self.cost().seconds < AT_ONCE and self.cost().bytes <= self.resources.memory

    def count(self) -> int:
        """Return the number of tours."""
        watch, resources, cost = self.question.watch(), self.resources, self.cost()
        watch.begin(cost.seconds)
        count_here = partial(halves.count_tours, **self.tours, resources=resources.of_task, watch=watch)
        if resources.workers is not None and cost.seconds >= tuning().worth_a_task:
            name = task_name("halves", *self.tours.values())
            task = Task(name, count_by_halves, (self.tours, resources.of_task))
            number = resources.workers.result(task, watch, count_here)
        else:
            number = count_here()
        return swept.each_once(self.question, number, int(self.question.board.size == 1))


Counter: TypeAlias = "Halves | Whole | ByLength"


def count_by_halves(tours: dict[str, Any], resources: Resources) -> int:
    """Count *tours*, the arguments of `count_tours`, in a worker."""
    return halves.count_tours(**tours, resources=resources, watch=Watch())


# --------------------------------------------------------------------------------- lengths


@answers(Conditions.ALL, "lengths()")
def lengths(question: Question) -> dict[int, int]:
    """Return the number of paths of each number of moves."""
    if question.tour and not question.board._lengths_vary:
        number = count(question)
        return {question.moves_of_tour: number} if number else {}
    return ByLength(question).lengths()


# ---------------------------------------------------------------------------------- proofs


def refutation(question: Question) -> Refutation | None:
    """Return the reason why there is no path, if a proof needs no search; else None."""
    if (reason := question.why_empty) is not None:
        return refutations.Refutation(reason, "definition")
    if not question.tour or question.board._is_network:
        return None
    return tour_finding.refute_tour(question)


def is_refuted(question: Question) -> bool:
    """Whether `refutation` finds a reason."""
    return refutation(question) is not None


@answers(Conditions.TOURS | Conditions.UNDIRECTED, "refutation()")
def why_no_tour(question: Question) -> Refutation | None:
    """Return the reason why there is no tour, by a search; None if there is one."""
    found = single.tour_or_refutation(question)
    return None if isinstance(found, Path) else found


# ------------------------------------------------------------------------ of many questions


# The kind of a task, its function, and its question: with `facts`, `limits`, `limited` and `of_task`.
ToCount: TypeAlias = tuple[str, Callable[[Any], int], Any]


def _task(kind: str, function: Callable[..., Any], question: Any) -> Task:
    """Return the task that calls *function* with *question*."""
    part, memory = question.of_task, Resources.within(question.limits).memory
    part = part.limited(replace(part.limits, memory=memory))
    return Task(task_name(kind, question.facts), function, (part,))


CountOf = tuple[str, Callable[[Question], int]]  # the kind of a task and its function


@answers(Conditions.ALL, "counts_by_start()")
def counts_by_start(question: Question) -> list[list[int]]:
    """Return for each cell the number of open tours that begin there."""
    if question.closed or question.starts is not None or question.undirected:
        raise QuestionError("counts_by_start", "it counts open tours, of either direction, from every cell")
    cells, given = question.start_cells, [question.exits]
    table = _table(question.running(), cells, given, _starting_at, ("start", count))
    if question.board._is_network:
        return cast("list[list[int]]", question.board._table(table))
    return cast("list[list[int]]", table.tolist())


@answers(Conditions.ALL, "counts_by_end()")
def counts_by_end(question: Question, how: CountOf | None = None) -> NDArray[Any]:
    """Return for each cell the number of paths that end there; *how* they are counted, default `count`."""
    if how is None and (one_pass := swept.acyclic(question)) is not None:
        return cast("NDArray[Any]", question.board._table(one_pass.count_by_end()))
    cells = question.end_cells if question.why_empty is None else ()
    given = [question.starts, question.exits, question.required, question.avoided]
    table = _table(question.running(), cells, given, _ending_at, how or ("end", count))
    return cast("NDArray[Any]", question.board._table(table))


def _starting_at(question: Question, start: Cell) -> Question:
    return replace(question, starts=(start,))


def _ending_at(question: Question, end: Cell) -> Question:
    """Return the question for the paths that end at *end* and enter no other exit."""
    one = question.between(question.starts, (end,))
    others = [cell for cell in question.exits or () if cell != end]
    return one.avoiding(others) if others else one


def _table(
    question: Question,
    cells: Sequence[Cell],
    given: Iterable[Sequence[Cell] | None],
    part: Callable[[Question, Cell], Question],
    how: CountOf,
) -> NDArray[Any]:
    """Return an array of the shape of the board, with a count for each of *cells*.

    The count of a cell is that of ``part(question, cell)``.  Cells share one count if they are symmetric
    under the symmetries of the board that preserve the cells *given*.
    """
    board, (kind, function) = question.board, how
    table = np.zeros(board.size, object)
    if not cells:
        return table.reshape(board.shape)
    group = [np.arange(board.size)]
    if not (board._is_network or question.required_edges):
        group = symmetry.symmetries(board, *(some for some in given if some is not None))
    first_alike = np.stack(group).min(axis=0)
    firsts = np.unique(first_alike[[board.index(cell) for cell in cells]]).tolist()
    parts = [part(question, divmod(first, board.columns)) for first in firsts]
    if (workers := Resources.within(question.limits).workers) is None:
        numbers = [function(one) for one in parts]
    else:
        numbers = workers.results([_task(kind, function, one) for one in parts], question.watch())
    for first, number in zip(firsts, numbers, strict=True):
        table[first_alike == first] = number
    return table.reshape(board.shape)


def count_all(sets: Sequence[ToCount], limits: Limits) -> list[int]:
    """Return the number of paths of each set; *limits* apply to all together.

    Each set is a task; equal sets share one.
    """
    workers, each = TaskWorkers.of(limits), Limits(memory=limits.memory, on=1)
    if workers.are_here:  # they share one memory
        each = Limits(memory=max(MIN_MEMORY, limits.memory_allowed // workers.number), on=1)
    every = [_task(kind, count, question.limited(each)) for kind, count, question in sets]
    different = {task.name: task for task in every}
    watch = Watch(limits, time.monotonic())
    numbers = dict(zip(different, workers.results(list(different.values()), watch), strict=True))
    return [numbers[task.name] for task in every]


# -------------------------------------------------------------------------- up to symmetry

MOST_CELLS_LISTED = 36  # open cells of a board whose tours are compared up to symmetry
MOST_LISTED = 100_000  # tours compared up to symmetry


def _up_to_symmetry(question: Question, by: str) -> int:
    """Return the number of tours up to symmetry."""
    board = question.board
    if question.closed and not board._symmetric:
        raise QuestionError("up_to_symmetry", "the moves of a closed tour must be undoable")
    refuse_unsupported(question, Conditions.ALL & ~Conditions.EDGES & ~Conditions.NETWORK, "up_to_symmetry")
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
        # With two cells or more, only the identity maps a tour to itself.
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
    """Return for each tour the least of its images under *group*, in either direction."""
    if not len(tours):
        return []
    flat = tours.cells[:, 0].astype(np.int64) * tours.board.columns + tours.cells[:, 1]
    flat = flat.reshape(len(tours), -1)
    images = []
    for to in group:
        image = to[flat]
        if tours.closed:  # starts at the first cell, towards its lower neighbour
            places = image.argmin(axis=1)[:, None] + np.arange(image.shape[1])
            image = np.take_along_axis(image, places % image.shape[1], axis=1)
            backwards = np.roll(image[:, ::-1], 1, axis=1)
            turned = image[:, 1] > image[:, -1]
        else:
            backwards, turned = image[:, ::-1], image[:, 0] > image[:, -1]
        image = np.where(turned[:, None], backwards, image).astype(np.int32)
        images.append([tour.tobytes() for tour in image])
    return [min(forms) for forms in zip(*images, strict=True)]
