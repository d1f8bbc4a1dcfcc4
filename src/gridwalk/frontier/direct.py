"""A block of two junctions: each of its corridors is a path, so there is nothing to sweep."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.draws import Streams
from gridwalk.frontier.estimate import NO_ENGINE, Estimate
from gridwalk.frontier.question import BlockQuestion


class Direct:
    """The paths through a block of two junctions, one a corridor; ranks follow the corridors."""

    name = "direct"
    estimate = estimate_of_lengths = rough = Estimate(NO_ENGINE, 1, 0, 1, 0, about=False)
    is_quick = True
    joins_directions = False
    bytes = 0

    def __init__(self, question: BlockQuestion) -> None:
        self.block = question.block

    @staticmethod
    def why_not(question: BlockQuestion) -> str | None:
        """Return why there is something to sweep, None: all corridors join the two ends."""
        if question.moves is not None:
            return "it does not count moves on the way"
        network = question.block.network
        direct = network.junctions == 2 and not network.cyclic
        return None if direct else "not every corridor leads from end to end"

    def close(self) -> None:
        """Nothing is held."""

    @cached_property
    def _steps(self) -> list[int]:
        """The corridors that make a path, as `Block.walked` takes them."""
        network = self.block.network
        forward = network.tail == network.source
        usable = forward | ~network.one_way
        # Of several corridors that every path must use, no path uses more than one.
        needed = network.must_use if network.must_use.any() else np.ones(network.corridors, bool)
        if np.count_nonzero(network.must_use) > 1 + bool(network.twins):
            return []
        corridors = np.flatnonzero(usable & needed)
        steps: list[int] = np.where(forward[corridors], corridors, ~corridors).tolist()
        return steps

    def _of(self, step: int, values: NDArray[np.generic]) -> float:
        number: float = values[step if step >= 0 else ~step].item()
        return number

    def count(self) -> int:
        """Return how many there are."""
        return len(self._steps)

    def lengths(self) -> dict[int, int]:
        """Return how many there are of each number of moves."""
        found: dict[int, int] = {}
        for step in self._steps:
            moves = int(self._of(step, self.block.network.length))
            found[moves] = found.get(moves, 0) + 1
        return found

    def best(self, *, longest: bool, by_cost: bool) -> NDArray[np.int32] | None:
        """Return the first of most or fewest moves, or of greatest or least cost; None if there is none."""
        network = self.block.network
        values = network.cost if by_cost else network.length
        choose = max if longest else min
        best = choose(self._steps, key=lambda step: self._of(step, values), default=None)
        return None if best is None else self.block.walked(best)

    def at(self, ranks: Sequence[int]) -> list[NDArray[np.int32]]:
        """Return those of some ranks."""
        return [self.block.walked(self._steps[rank]) for rank in ranks]

    def sample(self, n: int, streams: Streams) -> list[NDArray[np.int32]]:
        """Return *n* drawn independently; none if there are none."""
        return self.at(streams.rng.integers(self.count(), size=n).tolist()) if self.count() else []

    def rank(self, cells: NDArray[np.int32]) -> int | None:
        """Return the rank of one, None if it is none of these."""
        for rank, step in enumerate(self._steps):
            if np.array_equal(self.block.walked(step), cells):
                return rank
        return None
