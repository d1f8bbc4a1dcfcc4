"""Which engine answers for a block: a table, and one rule.

To add an engine, write a class as `Engine` says and put it into `ENGINES`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.combine import EitherWay, Family, Streams
from gridwalk.allpaths.engine import BlockQuestion, Cells, Engine
from gridwalk.allpaths.estimate import NO_ENGINE, Estimate
from gridwalk.allpaths.planar import Planar
from gridwalk.allpaths.simpath import Simpath
from gridwalk.errors import HopelessError
from gridwalk.question.knows import Knows


class Direct(Engine):
    """The paths through a block of two junctions, one a corridor; ranks follow the corridors."""

    name = "direct"
    knows = Knows.CELLS | Knows.EDGES | Knows.NETWORK
    estimate = estimate_of_lengths = rough = Estimate(NO_ENGINE, 1, 0, 1, 0, about=False)
    is_quick = True
    joins_directions = False
    bytes = 0

    def __init__(self, question: BlockQuestion) -> None:
        self.block = question.block

    @classmethod
    def why_unfit(cls, question: BlockQuestion) -> str | None:
        """Return why there is something to sweep, None: all corridors join the two ends."""
        is_direct = question.block.network.junctions == 2
        return None if is_direct else "not every corridor leads from end to end"

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

    def best(self, *, longest: bool, by_cost: bool) -> Cells | None:
        """Return the first of most or fewest moves, or of greatest or least cost; None if there is none."""
        network = self.block.network
        values = network.cost if by_cost else network.length
        choose = max if longest else min
        best = choose(self._steps, key=lambda step: self._of(step, values), default=None)
        return None if best is None else self.block.walked(best)

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return the paths of the given ranks."""
        return [self.block.walked(self._steps[rank]) for rank in ranks]

    def sample(self, n: int, streams: Streams) -> list[Cells]:
        """Return *n* drawn independently; none if there are none."""
        return self.at(streams.rng.integers(self.count(), size=n).tolist()) if self.count() else []

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of one, None if it is none of these."""
        for rank, step in enumerate(self._steps):
            if np.array_equal(self.block.walked(step), cells):
                return rank
        return None


ENGINES: Mapping[str, type[Engine]] = {"direct": Direct, "simpath": Simpath, "profile": Planar}
HOPE = 1e4  # how many times better than its rough estimate a plan may turn out that is searched for
BRIEF = 0.1  # seconds; up to there the search would take as long as it could save


def chosen(question: BlockQuestion) -> Engine | None:
    """Return the first engine that is quick, else that with the least estimate; None if none can answer."""
    able: list[Engine] = []
    for engine in ENGINES.values():
        if engine.why_not(question) is None:
            able.append(engine(question))
            if able[-1].is_quick:
                return able[-1]
    # Good plans are searched for only where they could make a difference.
    least = min((engine.rough.seconds for engine in able), default=0)
    hope = HOPE if least > BRIEF else 1
    rivals = [engine for engine in able if engine.rough.seconds <= hope * least]
    if len(rivals) <= 1:
        return rivals[0] if rivals else None
    return min(rivals, key=lambda engine: engine.estimate.seconds)


def part_of(engine: Engine | None, question: BlockQuestion) -> Family[Cells]:
    """Return the block with the engine chosen for it.

    Raises
    ------
    HopelessError
        If no engine can answer.

    """
    if engine is None:
        raise HopelessError(why_none(question))
    if not engine.joins_directions:
        return engine
    return EitherWay(engine, _is_cycle_forward if question.cyclic else _is_forward)


def _is_forward(cells: Cells) -> bool:
    return bool(cells[0] < cells[-1])


def _is_cycle_forward(cells: Cells) -> bool:
    return _is_forward(np.roll(cells, -int(cells.argmin()))[1:])


def why_none(question: BlockQuestion) -> str:
    """Return why no engine can answer."""
    engines = [engine for engine in ENGINES.values() if engine is not Direct]
    return "; ".join(reason for engine in engines if (reason := engine.why_not(question)))
