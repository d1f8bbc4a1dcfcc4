"""Random paths, and paths by rank, of sets too large to list."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.errors import ArgumentError, OutsideBoardError, UnsuitableAlgorithmError
from gridwalk.grids.cells import CellLike, as_cell
from gridwalk.grids.checks import checked_number
from gridwalk.planner import counts, kept, listed, swept, within
from gridwalk.questions.question import Question

RNG: TypeAlias = "int | np.random.Generator | None"

RANKS = 1024  # paths made at a time
FEW = 16  # made first, where they are taken one by one
SLOW = 0.1  # seconds for a few paths: what takes the time is a walk over the whole board, so one for many


def sample(question: Question, n: int, rng: RNG) -> list[Path]:
    """Return *n* uniformly random paths."""
    n = checked_number(n, "n", 0)
    return listed.collected(_drawn(question, n, generator(rng), RANKS), question.limits, n)


def samples(question: Question, n: int | None, rng: RNG) -> Iterator[Path]:
    """Yield *n* uniformly random paths; without *n* without end."""
    n = None if n is None else checked_number(n, "n", 0)
    return _drawn(question, n, generator(rng), 1 if n is None else FEW)


def generator(rng: RNG) -> np.random.Generator:
    """Return the generator for *rng*: a generator itself, a seed, or None for a random seed (SPEC 7)."""
    if isinstance(rng, np.random.Generator):
        return rng
    try:
        return np.random.default_rng(None if rng is None else checked_number(rng, "rng", 0))
    except ArgumentError:
        allowed = "a whole number of at least 0, or a numpy.random.Generator"
        raise ArgumentError("rng", rng, allowed) from None


def _drawn(question: Question, n: int | None, rng: np.random.Generator, together: int) -> Iterator[Path]:
    """Yield *n* fair paths, made *together* at first, and more and more at a time."""
    from gridwalk.frontier.families import Streams

    question = question.running()
    if n == 0 or counts.is_refuted(question):
        return
    metered = question.has_given_lengths and within.is_direct(question)
    some_only, drawn = question.has_given_lengths and not metered, 0
    streams = Streams.of(rng)
    while n is None or drawn < n:
        began = time.monotonic()
        # What is drawn of another length is put back.
        number = RANKS if some_only else together if n is None else min(together, n - drawn)
        with kept.lent(question, metered=metered) as whole:
            watch = whole.watch
            watch.kept, watch.plan = drawn, ""
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
    with kept.lent(question, metered=question.has_given_lengths) as whole:
        return swept.paths_of(question, whole.at([number]))[0]


def rank(question: Question, path: Path | Iterable[CellLike]) -> int | None:
    """Return the rank of *path*; None if it is not asked for."""
    try:
        given = None if isinstance(path, str) else list(path)
    except TypeError:  # an array without dimensions, too, says that it can be iterated over
        given = None
    if given is None:
        raise ArgumentError("path", path, "a Path, or cells in order")
    grid = question.grid
    try:
        cells = [as_cell(cell, grid.shape, "path") for cell in given]
    except OutsideBoardError:
        return None
    if cells not in question:
        return None
    _refuse_unranked(question)
    flat = np.array([row * grid.columns + column for row, column in cells], np.int32)
    with kept.lent(question.running(), metered=question.has_given_lengths) as whole:
        return whole.rank(flat)


def _refuse_unranked(question: Question) -> None:
    if question.why_empty is None and question.halves_trivial:
        raise UnsuitableAlgorithmError("rank", "tours without direction have no ranks")
