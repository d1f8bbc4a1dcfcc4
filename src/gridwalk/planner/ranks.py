"""Random paths, and paths by rank, of sets too large to list.

The board keeps their sweeps, and lends them on the clock, and within the memory, of who asks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.board.checks import checked_number
from gridwalk.errors import (
    ArgumentError,
    MemoryLimitError,
    NodeError,
    OutsideBoardError,
    UnsuitableAlgorithmError,
)
from gridwalk.frontier import families
from gridwalk.planner import counts, listed, swept
from gridwalk.question.knows import Knows, refuse_unknown
from gridwalk.question.question import Question
from gridwalk.runtime.cache import Key
from gridwalk.runtime.limits import PatienceError, Watch

if TYPE_CHECKING:
    from gridwalk.planner.swept import Whole


RANKS = 1024  # paths made at a time
AT_FIRST = 16  # made first, where they are taken one by one
TRIED = 256  # paths drawn to see how many are of a wanted length
RARE = 32  # where fewer than one of so many is, a sweep that counts moves is worth its time
WAITING = "waiting for the ranks, which another thread uses"
SLOW = 0.1  # seconds for a few paths: what takes the time is a walk over the whole board, so one for many


def sample(question: Question, n: int, rng: np.random.Generator) -> list[Path]:
    """Return *n* uniformly random paths."""
    n = checked_number(n, "n", 0)
    return listed.collected(_drawn(question, n, rng, RANKS), question.limits, n)


def samples(question: Question, n: int | None, rng: np.random.Generator) -> Iterator[Path]:
    """Yield *n* uniformly random paths; without *n* without end."""
    n = None if n is None else checked_number(n, "n", 0)
    return _drawn(question, n, rng, 1 if n is None else AT_FIRST)


def _drawn(question: Question, n: int | None, rng: np.random.Generator, together: int) -> Iterator[Path]:
    """Yield *n* fair paths, made *together* at first, and more and more at a time."""
    question = question.running()
    if n == 0 or counts.is_refuted(question):
        return
    metered = question.has_given_lengths and is_direct(question)
    some_only, drawn = question.has_given_lengths and not metered, 0
    streams = families.Streams.of(rng)
    while n is None or drawn < n:
        began = time.monotonic()
        # What is drawn of another length is put back.
        number = RANKS if some_only else together if n is None else min(together, n - drawn)
        with lent(question, metered=metered) as whole:
            watch = whole.watch
            watch.kept, watch.plan, watch.planned = drawn, families.DRAWING, (0.0, 0.0)
            paths = swept.paths_of(question, whole.sample(number, streams))
        if not paths:
            return
        for path in paths:
            if question.has_length(path.length) and drawn != n:
                drawn += 1
                yield path
        slow = time.monotonic() - began > SLOW
        together = RANKS if slow else min(2 * together, RANKS)


def unrank(question: Question, rank: int) -> Path:
    """Return the path of a rank."""
    number = checked_number(rank, "rank", 0)
    _refuse_unranked(question)
    question = question.running()
    with lent(question, metered=question.has_given_lengths) as whole:
        return swept.paths_of(question, whole.at([number]))[0]


def rank(question: Question, path: Path | Iterable[CellLike]) -> int | None:
    """Return the rank of *path*; None if it is not asked for."""
    flat = flat_cells(question.board, path, closed=question.closed)
    if flat is None or not question.holds([divmod(v, question.board.columns) for v in flat.tolist()]):
        return None
    _refuse_unranked(question)
    with lent(question.running(), metered=question.has_given_lengths) as whole:
        return whole.rank(flat)


def flat_cells(
    board: Board, path: Path | Iterable[CellLike], *, closed: bool = False
) -> NDArray[np.int32] | None:
    """Return the flat cells of *path*; None if one of them is not on the board."""
    try:
        given = None if isinstance(path, str) else list(path)
    except TypeError:  # an array without dimensions, too, says that it can be iterated over
        given = None
    if given is None:
        raise ArgumentError("path", path, "a Path, or cells in order")
    try:
        cells = board._places_along(path if board._is_network else given, closed=closed)
    except (OutsideBoardError, NodeError):
        return None
    return np.array([row * board.columns + column for row, column in cells], np.int32)


def _refuse_unranked(question: Question) -> None:
    if question.why_empty is None and question.halves_trivial:
        raise UnsuitableAlgorithmError("rank", "tours without direction have no ranks")


# -------------------------------------------------------------------------------- sweeps kept


def is_direct(question: Question) -> bool:
    """Whether to draw by a sweep that counts moves: where that is short, or where such lengths are rare.

    It is known from then on: the answer does not depend on what is drawn later, so all draws are fair.
    """
    key: Key[bool] = Key("is direct", (*facts_of(question), *question.lengths))
    return question.ground._kept.get(key, lambda: _is_direct(question))


def _is_direct(question: Question) -> bool:
    if swept.Sweep(question, lengths=False).why_hopeless is not None:
        return True
    try:
        with lent(question, metered=True, patience=swept.PATIENCE) as whole:
            return whole.total >= 0
    except (PatienceError, MemoryLimitError):
        pass
    with lent(question) as whole:
        drawn = whole.sample(TRIED, families.Streams.of(np.random.default_rng(0)))
    moves = (len(cells) - (not question.closed) for cells in drawn)
    return sum(map(question.has_length, moves)) * RARE < TRIED


class Keepable(Protocol):
    """What can be kept: the paths of a question, swept once for many ranks."""

    watch: Watch

    @property
    def bytes(self) -> int:
        """How many bytes of memory it holds."""


T = TypeVar("T", bound=Keepable)


@contextmanager
def lent(question: Question, *, metered: bool = False, patience: int | None = None) -> Iterator[Whole]:
    """Lend the sweep behind the ranks of *question* to one thread; others wait for it, on their clocks.

    It is that of paths of all lengths, or *metered* of those asked for; `PatienceError` after so many states.
    """
    refuse_unknown(question, Knows.ANY, "a rank or sample")
    if question.why_empty is not None:
        yield swept.all_paths(question)
        return

    def make(alone: Question) -> Whole:
        return swept.begun(alone, metered=metered)

    with kept_for(question, "paths", make, question.lengths * metered, patience) as paths:
        yield paths


@contextmanager
def kept_for(
    question: Question,
    kind: str,
    make: Callable[[Question], T],
    lengths: tuple[int | None, ...],
    patience: int | None = None,
) -> Iterator[T]:
    """Lend what the board of *question* keeps of a *kind*, made first if need be, to one thread."""
    watch, limits = question.watch(), question.limits
    watch.patience = patience
    key: Key[T] = Key(kind, (*facts_of(question), *lengths))
    waiting = partial(watch.check, 0, 0, 0, WAITING)

    def made() -> T:
        # What is kept must not lead back to the board that keeps it, or both would outlive their last user.
        return make(_alone(question))

    with question.ground._kept.lent(key, made, waiting, lambda: limits.memory_allowed) as sweep:
        sweep.watch.start(watch)
        yield sweep


def facts_of(question: Question) -> tuple[Hashable, ...]:
    """Return what a sweep of all paths depends on, and the memory that it may take."""
    return (
        question.starts, question.exits, question.required, question.required_edges,
        question.tour, question.closed, question.limits.memory,
    )  # fmt: skip


def _alone(question: Question) -> Question:
    """Return the same question of grids that nobody else holds."""
    without = None if question._without is None else question._without._alone()
    return replace(question, board=question.board._alone(), _without=without)
