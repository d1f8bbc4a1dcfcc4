"""What engines are tuned by: sizes and times that change how long an answer takes, never the answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any

POLL_EVERY = 0.1  # seconds between two looks at the clock while threads work


@dataclass(frozen=True)
class Tuning:
    """Sizes and times that all engines read where they use them; None: each has its own."""

    # Slices and threads
    slice: int | None = None  # steps of any kernel in one call
    shared_from: int | None = None  # states from which on threads share the work
    # Progress and checkpoints
    tell_every: float = 0.1  # seconds between two calls of a progress function
    tell_after: int | None = None  # parts of the work between two looks at the clock
    save_every: float = 1.0  # seconds of work that may be lost ...
    save_share: float = 4.0  # ... or so many times what saving takes
    worth_saving: float = 0.05  # seconds of work that are worth a file of their own, which takes some
    # How room is asked for: more where it turns out to be too small
    cells_per_path: int = 256  # of a batch of questions
    more_cells: int = 4096
    segment: int = 1 << 18  # counts of tours that a thread takes room for at once
    process_memory: int = 256 << 20  # bytes of the interpreter, the compiler and their scratch
    states_read: int = 1 << 12  # from disk at a time
    # Where another way begins
    max_parts: int = 1 << 12  # of a layer on disk
    max_edges: int = (1 << 31) - 1  # of a reduced graph: they are numbered in 32 bits
    largest_table: int = 14  # ends; the few counts of more ends are made without a table
    narrow_limit: int = (1 << 32) - 1  # the largest count of tours in a narrow word
    wide_limit: int = (1 << 52) - 1  # ... in a wide one: a sum has less than 2**12 terms
    exact_bits: int = 63  # a number of tours of so many bits is below 2**64 in every sum
    patience: int | None = None  # steps between two paths after which a listing looks for dead ends


_tuning: ContextVar[Tuning] = ContextVar("tuning")
_DEFAULT = Tuning()


def tuning() -> Tuning:
    """Return the tuning of this context."""
    return _tuning.get(_DEFAULT)


@contextmanager
def tuned(**changes: Any) -> Iterator[None]:
    """Within this context engines are tuned otherwise: with ``slice=10``, say, for a test.

    >>> with tuned(slice=10):
    ...     tuning().slice
    10
    """
    token = _tuning.set(replace(tuning(), **changes))
    try:
        yield
    finally:
        _tuning.reset(token)
