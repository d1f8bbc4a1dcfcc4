"""Tuning of engines: sizes and times that change the running time, never the answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any

POLL_EVERY = 0.1  # seconds between two checks of the clock while threads work


@dataclass(frozen=True)
class Tuning:
    """Sizes and times for all engines; None: each engine has its own default."""

    # Slices
    slice: int | None = None  # steps of any kernel in one call
    # Progress and tasks
    tell_every: float = 0.1  # seconds between two calls of a progress function
    tell_after: int | None = None  # parts of the work between two checks of the clock
    worth_a_task: float = 0.05  # seconds of work, by the estimate, that are worth a task
    # Initial sizes of arrays, which grow when needed
    cells_per_path: int = 256  # of a batch of questions
    more_cells: int = 4096
    process_memory: int = 256 << 20  # bytes of the interpreter, the compiler and their scratch
    # Limits at which another method takes over
    buckets_from: int = 4096  # cells; on smaller boards Dijkstra's algorithm takes the heap of its traces
    large_maze: int = 100_000  # rooms of a part; Wilson's tree has its root in the middle of larger ones
    max_edges: int = (1 << 31) - 1  # of a reduced graph, because edges have 32-bit numbers
    largest_table: int = 14  # ends; counts with more ends are rare and use no table
    narrow_limit: int = (1 << 32) - 1  # the largest count of partial tours that is exact; else residues
    exact_bits: int = 63  # a number of tours of this many bits is below 2**64 in every sum
    patience: int | None = None  # steps between two paths after which a listing looks for dead ends


_tuning: ContextVar[Tuning] = ContextVar("tuning")
_DEFAULT = Tuning()


def tuning() -> Tuning:
    """Return the tuning of this context."""
    return _tuning.get(_DEFAULT)


@contextmanager
def tuned(**changes: Any) -> Iterator[None]:
    """Change the tuning within this context: ``slice=10`` for a test, for instance.

    >>> with tuned(slice=10):
    ...     tuning().slice
    10
    """
    with tuned_as(replace(tuning(), **changes)):
        yield


@contextmanager
def tuned_as(other: Tuning) -> Iterator[None]:
    """Take the *other* tuning within this context: that of a client, in a worker."""
    token = _tuning.set(other)
    try:
        yield
    finally:
        _tuning.reset(token)
