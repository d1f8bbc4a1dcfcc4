"""Paths and their reverses where a sweep takes the two for one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from gridwalk.frontier.draws import Streams
from gridwalk.frontier.engine import Part
from gridwalk.frontier.estimate import Estimate
from gridwalk.frontier.question import Cells


class BothWays:
    """A part whose sweep takes each path (or cycle) and its reverse for one, where they are two."""

    def __init__(self, part: Part, *, cyclic: bool) -> None:
        self.part, self.cyclic = part, cyclic

    @property
    def name(self) -> str:
        """By which engine."""
        return self.part.name

    @property
    def estimate(self) -> Estimate:
        """What a count will take."""
        return self.part.estimate

    @property
    def estimate_of_lengths(self) -> Estimate:
        """What a count by length will take."""
        return self.part.estimate_of_lengths

    @property
    def bytes(self) -> int:
        """How many bytes of memory it holds for ranks."""
        return self.part.bytes

    def close(self) -> None:
        """Forget what is held for ranks."""
        self.part.close()

    @cached_property
    def _once(self) -> int:
        return self.part.count()

    def count(self) -> int:
        """Return how many there are."""
        return 2 * self._once

    def lengths(self) -> dict[int, int]:
        """Return how many there are of each number of moves."""
        return {length: 2 * number for length, number in self.part.lengths().items()}

    def best(self, *, longest: bool, by_cost: bool) -> Cells | None:
        """Return one of most or fewest moves, or of greatest or least cost."""
        return self.part.best(longest=longest, by_cost=by_cost)

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return those of some ranks; the second half are the reverses of the first."""
        found = self.part.at([rank % self._once for rank in ranks])
        return [
            cells if self._is_forward(cells) == (rank < self._once) else cells[::-1]
            for cells, rank in zip(found, ranks, strict=True)
        ]

    def sample(self, n: int, streams: Streams) -> list[Cells]:
        """Return *n* drawn independently, each way round with the same chance; none if there are none."""
        found = self.part.sample(n, streams.under(0))
        forward = streams.rng.integers(2, size=len(found)) == 1
        return [
            cells if self._is_forward(cells) == way else cells[::-1]
            for cells, way in zip(found, forward, strict=True)
        ]

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of one, None if it is none of these."""
        rank = self.part.rank(cells)
        if rank is None:
            rank = self.part.rank(cells[::-1])
        return None if rank is None else rank + self._once * (not self._is_forward(cells))

    def _is_forward(self, cells: Cells) -> bool:
        if self.cyclic:
            cells = np.roll(cells, -int(cells.argmin()))[1:]
        return bool(cells[0] < cells[-1])
