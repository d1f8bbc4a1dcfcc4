"""Random numbers for draws that are put together of parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from gridwalk.runtime.limits import Watch

TELL_AFTER = 1024  # ranks
DRAWING = "drawing"
SEEDS = 4  # of 63 bits, drawn for all parts together


class Streams:
    """A random generator for each part of a draw: to draw twice is to draw as many at once.

    >>> import numpy as np
    >>> streams = Streams.of(np.random.default_rng(1))
    >>> streams.under(3).rng is streams.under(3).rng
    True
    """

    def __init__(self, seeds: Sequence[int], path: tuple[int, ...] = ()) -> None:
        self._seeds, self._path = seeds, path
        self._under: dict[int, Streams] = {}

    @classmethod
    def of(cls, rng: np.random.Generator) -> Streams:
        """Return streams that follow from the next numbers of *rng*."""
        return cls(rng.integers(0, 1 << 63, SEEDS).tolist())

    def under(self, part: int) -> Streams:
        """Return the streams of a part."""
        return self._under.setdefault(part, Streams(self._seeds, (*self._path, part)))

    @cached_property
    def rng(self) -> np.random.Generator:
        """A generator that no part uses."""
        return np.random.default_rng(np.random.SeedSequence(self._seeds, spawn_key=self._path))


def fair_ranks(total: int, n: int, rng: np.random.Generator, watch: Watch) -> list[int]:
    """Return *n* random integers from 0 to below *total*, of any size, each with the same chance."""
    bits = (total - 1).bit_length()
    ranks: list[int] = []
    while len(ranks) < n:  # each turn succeeds with a chance of one half or more
        if len(ranks) % TELL_AFTER == 0:
            watch.check(0, 0, 0, DRAWING)
        rank = int.from_bytes(rng.bytes(-(-bits // 8)), "little") & ((1 << bits) - 1)
        if rank < total:
            ranks.append(rank)
    return ranks
