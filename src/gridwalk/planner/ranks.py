"""Random paths and ranks of paths, by a sweep that the board caches.

One thread at a time uses the cached sweep, with the time and memory limits of its own question.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths import combine as families
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.board.checks import checked_number
from gridwalk.errors import ArgumentError, CellError, MemoryLimitError, UnsuitableAlgorithmError
from gridwalk.planner import counts, listed, swept
from gridwalk.planner.swept import Whole
from gridwalk.question.conditions import Conditions, refuse_unsupported
from gridwalk.question.question import Question
from gridwalk.runtime.cache import Key
from gridwalk.runtime.limits import PatienceError, Watch

WAITING = "waiting for the ranks, which another thread uses"


# ---------------------------------------------------------------------------------- samples

BATCH = 1024  # maximum number of paths drawn at a time
FIRST_BATCH = 16  # paths drawn at first, if they are taken one by one
SLOW = 0.1  # seconds: if a batch takes longer, a larger one takes hardly more, and is drawn next


def sample(question: Question, n: int, rng: np.random.Generator) -> list[Path]:
    """Return *n* uniformly random paths."""
    n = checked_number(n, "n", 0)
    return listed.collected(_drawn(question, n, rng, BATCH), question.limits, n)


def samples(question: Question, n: int | None, rng: np.random.Generator) -> Iterator[Path]:
    """Yield *n* uniformly random paths; without *n* endlessly."""
    n = None if n is None else checked_number(n, "n", 0)
    return _drawn(question, n, rng, 1 if n is None else FIRST_BATCH)


def _drawn(question: Question, n: int | None, rng: np.random.Generator, batch: int) -> Iterator[Path]:
    """Yield *n* uniformly random paths, drawn in batches of growing size; the first has *batch* paths."""
    question = question.running()
    if n == 0 or counts.is_refuted(question):
        return
    along = question.has_given_lengths and is_direct(question)
    rejects = question.has_given_lengths and not along
    streams, drawn = families.Streams.of(rng), 0
    while n is None or drawn < n:
        began = time.monotonic()
        number = BATCH if rejects else batch if n is None else min(batch, n - drawn)
        with cached_sweep(question, along=along) as whole:
            watch = whole.watch
            watch.kept, watch.plan, watch.planned = drawn, families.DRAWING, (0.0, 0.0)
            paths = swept.paths_of(question, whole.sample(number, streams))
        if not paths:
            return
        for path in paths:
            if question.has_length(path.length) and drawn != n:
                drawn += 1
                yield path
        is_slow = time.monotonic() - began > SLOW
        batch = BATCH if is_slow else min(2 * batch, BATCH)


DIRECT_STATES = 1 << 17  # states of a sweep that takes a fraction of a second
TRIED = 256  # paths drawn to estimate how common the lengths are
RARE = 32  # lengths are rare if fewer than one path in 32 has them


def is_direct(question: Question) -> bool:
    """Whether to draw paths of given lengths by a sweep whose states hold the length so far.

    Otherwise paths are drawn from all, and those of other lengths rejected.  The decision is cached, so it
    does not depend on the paths drawn later, which keeps them uniform.
    """
    key: Key[bool] = Key("is direct", (*_facts_of(question), *question.lengths))
    return question.ground._kept.get(key, lambda: _is_direct(question))


def _is_direct(question: Question) -> bool:
    if swept.all_paths(question).why_hopeless(finds=True) is not None:
        return True
    with (
        suppress(PatienceError, MemoryLimitError),
        cached_sweep(question, along=True, states=DIRECT_STATES) as whole,
    ):
        return whole.total >= 0
    with cached_sweep(question) as whole:
        drawn = whole.sample(TRIED, families.Streams.of(np.random.default_rng(0)))
    moves = (len(cells) - (not question.closed) for cells in drawn)
    return sum(map(question.has_length, moves)) * RARE < TRIED


# ------------------------------------------------------------------------------------ ranks


def unrank(question: Question, rank: int) -> Path:
    """Return the path of a rank."""
    number = checked_number(rank, "rank", 0)
    _refuse_undirected(question)
    with cached_sweep(question.running(), along=question.has_given_lengths) as whole:
        return swept.paths_of(question, whole.at([number]))[0]


def rank(question: Question, path: Path | Iterable[CellLike]) -> int | None:
    """Return the rank of *path*; None if it is not in the set."""
    flat = flat_cells(question.board, path, closed=question.closed)
    if flat is None or not question.holds([divmod(v, question.board.columns) for v in flat.tolist()]):
        return None
    _refuse_undirected(question)
    with cached_sweep(question.running(), along=question.has_given_lengths) as whole:
        return whole.rank(flat)


def flat_cells(
    board: Board, path: Path | Iterable[CellLike], *, closed: bool = False
) -> NDArray[np.int32] | None:
    """Return the flat cells of *path*; None if one of them is not on the board."""
    try:
        given = None if isinstance(path, str) else list(path)
    except TypeError:  # also for an array without dimensions
        given = None
    if given is None:
        raise ArgumentError("path", path, "a Path, or cells in order")
    try:
        cells = board._places_along(path if board._is_network else given, closed=closed)
    except CellError:
        return None
    return np.array(board._flat(cells), np.int32)


def _refuse_undirected(question: Question) -> None:
    if question.why_empty is None and question.halves_trivial:
        raise UnsuitableAlgorithmError("rank", "tours without direction have no ranks")


# --------------------------------------------------------------------------- cached sweeps


class Cacheable(Protocol):
    """A sweep that a board caches for ranks."""

    watch: Watch

    @property
    def bytes(self) -> int:
        """The bytes of memory that it holds."""


T = TypeVar("T", bound=Cacheable)


@contextmanager
def cached_sweep(question: Question, *, along: bool = False, states: int | None = None) -> Iterator[Whole]:
    """Return a context with the cached sweep of a question.

    With *along*, the sweep has only paths of the given lengths; its states hold the length so far.  If it has
    more than *states* states, raise `PatienceError`.
    """
    refuse_unsupported(question, Conditions.ANY, "a rank or sample")
    if question.why_empty is not None:
        yield swept.all_paths(question)
        return
    moves = question.lengths if along else None
    make = partial(swept.feasible, moves=moves)
    with cached(question, "paths", make, moves or (), states) as paths:
        yield paths


@contextmanager
def cached(
    question: Question,
    kind: str,
    make: Callable[[Question], T],
    lengths: tuple[int | None, ...],
    states: int | None = None,
) -> Iterator[T]:
    """Return a context with the cached sweep of this *kind*; *make* it if it is not cached.

    Other threads wait until the context ends; the time limits of their own questions go on.
    """
    watch, limits = question.watch(), question.limits
    watch.patience = states
    key: Key[T] = Key(kind, (*_facts_of(question), *lengths))
    waiting = partial(watch.check, 0, 0, 0, WAITING)

    def made() -> T:
        return make(_without_cache(question))

    with question.ground._kept.lent(key, made, waiting, lambda: limits.memory_allowed) as sweep:
        sweep.watch.start(watch)
        yield sweep


def _facts_of(question: Question) -> tuple[Hashable, ...]:
    """Return the values that a sweep of all paths depends on, and the memory limit."""
    return (
        question.starts,
        question.exits,
        question.required,
        question.required_edges,
        question.tour,
        question.closed,
        question.limits.memory,
    )


def _without_cache(question: Question) -> Question:
    """Return the same question with boards whose caches are empty.

    A cached sweep must not refer to the board that caches it: such a cycle would delay freeing both.
    """
    without = None if question._without is None else question._without._alone()
    return replace(question, board=question.board._alone(), _without=without)
