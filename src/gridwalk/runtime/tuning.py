"""Tuning of engines: sizes and times that affect the running time, but not the answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any

POLL_EVERY = 0.1  # seconds between two checks of the clock while threads work


@dataclass(frozen=True)
class Tuning:
    """Sizes and times for all engines; None for the default of each engine."""

    # Slices
    slice: int | None = None  # steps of a kernel in one call
    # Progress and tasks
    tell_every: float = 0.1  # seconds between two calls of a progress function
    tell_after: int | None = None  # parts of the work between two checks of the clock
    worth_a_task: float = 0.05  # minimum estimated seconds of work for a task
    # Initial sizes of arrays, which grow when needed
    cells_per_path: int = 256  # of a batch of questions
    more_cells: int = 4096
    process_memory: int = 256 << 20  # bytes of the interpreter, the compiler and their scratch
    # Limits at which another method is used
    buckets_from: int = 4096  # cells; on smaller boards Dijkstra's algorithm uses a heap, as in traces
    large_maze: int = (
        100_000  # cells of a connected part; in larger ones Wilson's tree is rooted in the middle
    )
    max_edges: int = (1 << 31) - 1  # edges of a reduced graph, which have 32-bit numbers
    largest_table: int = 14  # ends; states with more ends are rare and are not in the table
    narrow_limit: int = (1 << 32) - 1  # the largest count of partial tours without residues
    exact_bits: int = 63  # bits of a number of tours for which all sums are below 2**64
    patience: int | None = None  # steps without a path after which a listing looks for dead ends


_tuning: ContextVar[Tuning] = ContextVar("tuning")
_DEFAULT = Tuning()


def tuning() -> Tuning:
    """Return the tuning of this context."""
    return _tuning.get(_DEFAULT)


@contextmanager
def tuned(**changes: Any) -> Iterator[None]:
    """Return a context with some changes of the tuning, for instance ``slice=10`` in a test.

    >>> with tuned(slice=10):
    ...     tuning().slice
    10
    """
    with tuned_as(replace(tuning(), **changes)):
        yield


@contextmanager
def tuned_as(other: Tuning) -> Iterator[None]:
    """Return a context with another tuning, for instance in a worker with that of the client."""
    token = _tuning.set(other)
    try:
        yield
    finally:
        _tuning.reset(token)
