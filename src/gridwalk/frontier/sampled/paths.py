"""All paths of a set, about: each block counted exactly where that is quick, else estimated.

In a run blocks in series multiply, each with random numbers of its own, and cycles add: both without bias,
for the blocks are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import HopelessError
from gridwalk.frontier.all_paths import AllPaths
from gridwalk.frontier.choice import chosen, part_of
from gridwalk.frontier.question import BlockQuestion
from gridwalk.frontier.sampled.sweep import EVEN, Floats, Run, SampledSweep
from gridwalk.frontier.simpath.engine import Simpath
from gridwalk.frontier.simpath.order import QUICK_SEARCH, Junctions, best_order
from gridwalk.frontier.simpath.plan import SimpathPlan, make_plan
from gridwalk.kernels.makers.chance import STATES
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget

QUICK = 1.0  # seconds: a block that takes no longer is counted exactly
ORDER_SEARCH = 5 * QUICK_SEARCH  # steps in the search for an order


class SampledBlock:
    """A block whose states are sampled."""

    def __init__(self, question: BlockQuestion) -> None:
        self.question = question
        self.factors: Floats = EVEN
        # A cycle and its reverse are one here, and may be two.
        self._times = 1 + Simpath(question).joins_directions

    @cached_property
    def plan(self) -> SimpathPlan:
        """The order of the sweep."""
        network = self.question.block.network
        ends = () if network.cyclic else (network.source, network.sink)
        graph = Junctions.of(network.junctions, network.tail, network.head)
        order = best_order(graph, ends, self.question.watch, ORDER_SEARCH)
        return make_plan(network, order.tolist(), self.question.watch)

    def run(self, states: int, random: NDArray[np.int64], watch: Watch, memory: MemoryBudget) -> Run:
        """Make one run."""
        if not self.plan.possible:
            return Run(Fraction(0), False, 0)
        run = SampledSweep(self.plan, states, random, watch, memory, self.factors).run()
        return Run(run.value * self._times, run.thinned, run.peak)


@dataclass(frozen=True)
class Whole:
    """What a run says of all paths."""

    value: Fraction
    thinned: bool
    peak: int


class SampledPaths:
    """The paths of a set, for independent runs; *force*: no block is counted exactly before it is tried."""

    def __init__(self, paths: AllPaths, *, force: bool = False) -> None:
        self.paths, self.watch = paths, paths.watch
        self.exact: dict[int, int] = {}  # blocks counted exactly, by number
        self.sampled: dict[int, SampledBlock] = {}
        for number, question in enumerate(paths.questions):
            self.watch.check(0, 0, 0)
            known = _exactly(question, 0.0 if force else QUICK)
            if known is None:
                self.sampled[number] = SampledBlock(question)
            else:
                self.exact[number] = known

    @property
    def is_exact(self) -> bool:
        """Whether no block is sampled."""
        return not self.sampled or (not self.paths.reduced.cyclic and 0 in self.exact.values())

    @property
    def count(self) -> int:
        """How many paths there are, if all blocks are counted exactly."""
        return int(self._together([Fraction(number) for number in self.exact.values()]))

    def _together(self, values: Sequence[Fraction]) -> Fraction:
        trivial = Fraction(len(self.paths.trivial))
        if self.paths.reduced.cyclic:
            return trivial + sum(values, Fraction(0))
        return trivial + prod(values, start=Fraction(1)) if self.paths.questions else trivial

    def settle(self, states: int, rng: np.random.Generator, memory: int) -> None:
        """Count those blocks exactly that fit into so many states; a run that shows it is thrown away."""
        for number, block in list(self.sampled.items()):
            run = block.run(states, _stream(rng), self.watch, MemoryBudget(memory, "a run"))
            if not run.thinned:
                known = _exactly(block.question, np.inf)
                if known is not None:
                    self.exact[number] = known
                    del self.sampled[number]

    def run(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> Whole:
        """Make one run, all its random numbers from *rng*."""
        values = [Fraction(number) for number in self.exact.values()]
        thinned, peak = False, 0
        for block in self.sampled.values():
            run = block.run(states, _stream(rng), watch, MemoryBudget(memory, "a run of an estimate"))
            values.append(run.value)
            thinned, peak = thinned or run.thinned, max(peak, run.peak)
        return Whole(self._together(values), thinned, peak)


def _stream(rng: np.random.Generator) -> NDArray[np.int64]:
    """Return the word of a kernel's generator."""
    return np.array([rng.bit_generator.random_raw() % STATES + 1], np.int64)


def _exactly(question: BlockQuestion, seconds: float) -> int | None:
    """Return how many paths a block has, if counting them takes no longer than *seconds* by the estimate."""
    engine = chosen(question)
    if engine is None or (engine.estimate.seconds > seconds and engine.name != "direct"):
        return None
    if engine.estimate.bytes > question.resources.memory:
        return None
    try:
        return part_of(engine, question).count()
    except HopelessError:
        return None
