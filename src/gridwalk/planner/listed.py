"""Path by path: iteration, batches, lists, and counts by visiting every path."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.errors import Cell, MemoryLimitError
from gridwalk.keywords import BATCH_CELLS
from gridwalk.listing import backtracking
from gridwalk.listing import batches as batching
from gridwalk.questions.knows import Knows, answers
from gridwalk.questions.question import Question
from gridwalk.runtime.limits import Limits, PatienceError, Watch
from gridwalk.runtime.memory import MIN_MEMORY
from gridwalk.tours import starts as tour_starts

if TYPE_CHECKING:
    from gridwalk.listing.backtracking import Backtracking
    from gridwalk.runtime.eventlog import EventLog

T = TypeVar("T", Path, tuple[Path, ...])

MANY, DENSE = 100, 3  # cells, and moves of a cell: of a board with paths past number
TELL_AFTER = 64  # paths handed on
PATH_BYTES = 450  # of a path in a list, without its cells


def members(question: Question, watch: Watch | None = None) -> Iterator[Path]:
    """Yield the members of the set; the clock starts with the first, and counts only members."""
    watch = watch or question.watch()
    for found in as_found(question, watch):
        if isinstance(found, Path):
            yield found
            continue
        for first in range(0, len(found), TELL_AFTER):
            yield from found._paths(range(first, min(first + TELL_AFTER, len(found))))
            watch.check(0, 0, 0)


def as_found(question: Question, watch: Watch | None = None) -> Iterator[Batch[Path] | Path]:
    """Yield the members of the set as the search finds them: path by path, or in batches, the first small."""
    watch = watch or question.watch()
    watch.kept = 0
    for found in batching.by_and_by(search_of(question, watch=watch)):
        if isinstance(found, Batch):
            batch = _kept_of(question, found) if question.is_filtered else found
            watch.kept += len(batch)
            if len(batch):
                yield batch
        elif question.keeps(found, found.length):
            watch.kept += 1
            yield found
            if watch.kept % TELL_AFTER == 0:
                watch.check(0, 0, 0)


def first_of(
    found: Iterator[Batch[Path] | Path], number: int | None, at_a_time: int
) -> Iterator[Batch[Path] | Path]:
    """Yield the first *number* paths (None: all) of `as_found` in batches of at most *at_a_time*."""
    left = sys.maxsize if number is None else number
    while left > 0 and (some := next(found, None)) is not None:
        if isinstance(some, Path):
            left -= 1
            yield some
            continue
        for first in range(0, min(left, len(some)), at_a_time):
            yield some._part(first, min(first + at_a_time, left, len(some)))
        left -= len(some)


def first(question: Question) -> Path | None:
    """Return the first path that is listed, if there is any."""
    return next(members(question), None)


def first_within(question: Question, patience: int) -> tuple[Path | None, bool]:
    """Return the first path that is listed, and whether entering so many cells was enough to know it."""
    try:
        return next(members(question, question.watch(patience)), None), True
    except PatienceError:
        return None, False


def batches(question: Question, cells: int, watch: Watch | None = None) -> Iterator[Batch[Path]]:
    """Yield the paths asked for in batches of about so many *cells*."""
    watch = watch or question.watch()
    watch.kept = 0
    for batch in batching.batches(search_of(question, watch=watch), cells):
        kept = _kept_of(question, batch) if question.is_filtered else batch
        watch.kept += len(kept)
        yield kept
        watch.check(0, 0, 0)


def count(question: Question) -> int:
    """Count by visiting every path."""
    return _count(question, question.watch())


def count_within(question: Question, patience: int) -> int | None:
    """Count by visiting every path; None if more cells than *patience* would be entered."""
    try:
        return _count(question, question.watch(patience))
    except PatienceError:
        return None


def are_past_number(question: Question) -> bool:
    """Whether it is seen at once that to list and count makes no sense: a large board, mostly open."""
    grid = question.grid
    if question.tour or question.is_conditional or grid.open_count < MANY:
        return False
    return int(np.bitwise_count(grid.moves_of_cell).sum()) >= DENSE * grid.open_count


def _count(question: Question, watch: Watch) -> int:
    if question.is_filtered:
        return sum(map(len, batches(question, BATCH_CELLS, watch)))
    return batching.count_paths(search_of(question, watch=watch))


def _kept_of(question: Question, batch: Batch[Path]) -> Batch[Path]:
    """Return the paths of a batch that have the right length and visit the required cells."""
    kept = batch.lengths >= question.min_length
    if question.max_length is not None:
        kept &= batch.lengths <= question.max_length
    for row, column in question.required:
        on = np.flatnonzero((batch.cells[:, 0] == row) & (batch.cells[:, 1] == column))
        visits = np.zeros(len(batch), bool)
        visits[np.searchsorted(batch.offsets, on, side="right") - 1] = True
        kept &= visits
    return batch.only(_taking(question, batch, kept))


def _taking(question: Question, batch: Batch[Path], kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which of the paths *kept* also take the required edges."""
    if not question.required_edges:
        return kept
    flat = batch.cells[:, 0].astype(np.int64) * question.grid.columns + batch.cells[:, 1]
    after, ends = np.roll(flat, -1), batch.offsets[1:] - 1
    after[ends] = flat[batch.offsets[:-1]] if question.closed else -1
    for u, v in question.required_edges:
        a, b = question.grid.index(u), question.grid.index(v)
        on = np.flatnonzero(((flat == a) & (after == b)) | ((flat == b) & (after == a)))
        takes = np.zeros(len(batch), bool)
        takes[np.searchsorted(batch.offsets, on, side="right") - 1] = True
        kept = kept & takes
    return kept


@answers(Knows.ALL, "a listing")
def search_of(
    question: Question,
    log: EventLog | None = None,
    *,
    warnsdorff: bool = False,
    plain: bool = False,
    watch: Watch | None = None,
) -> Backtracking:
    """Return the search over all paths; a *plain* one, or one with a log, looks no step ahead."""
    grid, some = question.ground, question.why_empty is None
    plain = plain or warnsdorff or log is not None
    watch = watch or question.watch()
    if question.is_cyclic:
        before = min((grid.index(cell) for cell in question.needed), default=grid.size)
        before = before if some else -1
        return batching.CycleSearch(grid, (), None, most=question.max_length, watch=watch, before=before)
    starts: Iterable[Cell] = ()
    if some:
        starts = tour_starts.starts_of(question) if plain else tour_starts.promising_starts(question)
    return backtracking.Backtracking(
        grid,
        starts,
        question.exits_left,
        tour=question.tour,
        closed=question.closed,
        one_direction=question.grid.symmetric and (question.closed or question.undirected),
        warnsdorff=warnsdorff,
        plain=plain,
        most=None if question.tour else question.max_length,
        watch=watch,
        log=log,
    )


def collected(paths: Iterator[T], limits: Limits, number: int = 0) -> list[T]:
    """Return *number* paths or more, or tuples of paths, as a list, if the memory allowed holds it."""
    found: list[T] = []
    memory, taken = limits.memory, 0
    for path in paths:
        taken += sum(PATH_BYTES + one.cells.nbytes for one in (path if isinstance(path, tuple) else (path,)))
        needed = max(taken, number * PATH_BYTES)
        if memory is None and needed > MIN_MEMORY:
            memory = limits.memory_allowed
        if memory is not None and needed > memory:
            doing = f"a list of {max(number, len(found) + 1):,} paths"
            raise MemoryLimitError(memory, needed, doing, "take them one by one: iterate, or ask samples()")
        found.append(path)
    return found
