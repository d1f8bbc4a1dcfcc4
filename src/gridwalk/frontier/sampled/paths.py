"""All paths of a set, about: each block counted exactly where that is quick, else estimated.

In a run blocks in series multiply, each with random numbers of its own, and cycles add: both without bias,
for the blocks are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import prod

import numpy as np

from gridwalk.errors import HopelessError
from gridwalk.frontier.all_paths import AllPaths, joined
from gridwalk.frontier.choice import chosen, part_of
from gridwalk.frontier.engine import BlockQuestion, Cells
from gridwalk.frontier.families import convolved
from gridwalk.frontier.sampled import history
from gridwalk.frontier.sampled.results import LengthsRun, PathRun, VisitsRun, Whole
from gridwalk.frontier.sampled.sweep import BlockRun, run_of
from gridwalk.frontier.simpath.engine import Simpath
from gridwalk.frontier.simpath.order import QUICK_SEARCH, order_of
from gridwalk.frontier.simpath.plan import SimpathPlan, make_plan
from gridwalk.frontier.simpath.sweep import Machine
from gridwalk.runtime.limits import Watch

QUICK = 1.0  # seconds: a block that takes no longer is counted exactly
ORDER_SEARCH = 5 * QUICK_SEARCH  # steps in the search for an order


class SampledBlock:
    """A block whose states are sampled."""

    def __init__(self, question: BlockQuestion) -> None:
        self.question, self.block = question, question.block
        # A cycle and its reverse are one here, and may be two.
        self.times = 1 + Simpath(question).joins_directions

    @cached_property
    def plan(self) -> SimpathPlan:
        """The order of the sweep."""
        network = self.block.network
        order = order_of(network, self.question.watch, ORDER_SEARCH)
        return make_plan(network, order.tolist(), self.question.watch)

    def run(
        self, states: int, rng: np.random.Generator, watch: Watch, memory: int, **asked: bool
    ) -> BlockRun:
        """Make one run, whose value counts a cycle and its reverse once."""
        return run_of(Machine(self.plan), states, rng, watch, memory, **asked)


class SampledPaths:
    """The paths of a set, for independent runs.

    Parameters
    ----------
    paths : AllPaths
    quick : float
        A block that takes so many seconds or less, by the estimate, is counted exactly; None: no block is.

    """

    def __init__(self, paths: AllPaths, quick: float | None = QUICK) -> None:
        self.paths, self.watch, self.cyclic = paths, paths.watch, paths.reduced.cyclic
        self.exact: list[int] = []
        self.sampled: list[SampledBlock] = []
        for question in paths.questions:
            self.watch.check(0, 0, 0)
            known = None if quick is None else _exactly(question, quick)
            if known is None:
                self.sampled.append(SampledBlock(question))
            else:
                self.exact.append(known)

    @property
    def is_exact(self) -> bool:
        """Whether no block is sampled."""
        return not self.sampled or (not self.cyclic and 0 in self.exact)

    @property
    def trivial(self) -> int:
        """How many paths have no move."""
        return len(self.paths.listed)

    @property
    def count(self) -> int:
        """How many paths there are, if all blocks are counted exactly."""
        return int(self._together([Fraction(number) for number in self.exact]))

    @property
    def facts(self) -> tuple[object, ...]:
        """What a run depends on, beside the question."""
        return self.exact, len(self.sampled)

    def plan(self) -> None:
        """Plan all sweeps."""
        for block in self.sampled:
            _ = block.plan

    def _together(self, values: Sequence[Fraction]) -> Fraction:
        """Return how many paths there are, by the numbers of the blocks."""
        if self.cyclic or not values:
            return self.trivial + sum(values, Fraction(0))
        return self.trivial + prod(values, start=Fraction(1))

    def settle(self, states: int, rng: np.random.Generator, memory: int) -> None:
        """Count exactly the blocks that fit into *states*, as a trial run shows."""
        for block in list(self.sampled):
            if not block.run(states, rng, self.watch, memory).thinned:
                known = _exactly(block.question, np.inf)
                if known is not None:
                    self.exact.append(known)
                    self.sampled.remove(block)

    # ------------------------------------------------------------------- runs, for `Runs`

    def run(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> Whole:
        """Make a run that counts."""
        runs = [block.run(states, rng, watch, memory) for block in self.sampled]
        values = [run.value * block.times for block, run in zip(self.sampled, runs, strict=True)]
        return Whole(self._together([*map(Fraction, self.exact), *values]), *_facts(runs))

    def run_of_lengths(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> LengthsRun:
        """Make a run that counts by length; no block is exact."""
        runs = [block.run(states, rng, watch, memory, lengths=True) for block in self.sampled]
        every = [
            {length: number * block.times for length, number in run.of_length.items()}
            for block, run in zip(self.sampled, runs, strict=True)
        ]
        total = {0: Fraction(self.trivial)} if self.trivial else {}
        for lengths in every if self.cyclic else [convolved(every, watch)] if every else []:
            for length, number in lengths.items():
                total[length] = total.get(length, Fraction(0)) + number
        return LengthsRun(total, *_facts(runs))

    def run_of_visits(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> VisitsRun:
        """Make a run that counts, for every cell, the paths that visit it; no block is exact."""
        runs = [block.run(states, rng, watch, memory, recording=True) for block in self.sampled]
        value = self._together([run.value for run in runs])
        shares = np.zeros(self.paths.cells)
        of_blocks = float((value - self.trivial) / value) if value else 0.0
        for block, run in zip(self.sampled, runs, strict=True):
            use = history.use_of_corridors(block.plan, run, watch)
            cells, visited = history.visits(block.block, use)
            if self.cyclic:
                shares[cells] += visited * float(run.value / value) if value else 0.0
            else:  # cells of two blocks are on all paths
                shares[cells] = visited * of_blocks
        for cell in self.paths.listed:
            shares[cell[0]] += float(1 / value)
        times = self.sampled[0].times if self.sampled else 1  # the same of all blocks
        return VisitsRun(value * times, shares, *_facts(runs))

    def run_for_path(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> PathRun:
        """Make a run, and draw a path by it; no block is exact."""
        runs = [block.run(states, rng, watch, memory, recording=True) for block in self.sampled]
        value, trivial = self._together([run.value for run in runs]), self.paths.listed
        drawn: Cells | None = None
        chance = Fraction(rng.random()) * value
        if trivial and chance < self.trivial:
            drawn = trivial[int(chance)]
        elif self.cyclic:
            chance -= self.trivial
            for block, run in zip(self.sampled, runs, strict=True):
                if 0 <= chance < run.value:
                    drawn = _path_of(block, run, rng)
                chance -= run.value
        elif value:
            parts = [_path_of(block, run, rng) for block, run in zip(self.sampled, runs, strict=True)]
            found = [part for part in parts if part is not None]
            drawn = joined(found) if found and len(found) == len(parts) else None
        return PathRun(value, drawn, *_facts(runs))


def _path_of(block: SampledBlock, run: BlockRun, rng: np.random.Generator) -> Cells | None:
    """Return a path of the block."""
    walk = history.draw(block.plan, run, rng)
    if walk is None:
        return None
    return block.block.path(np.where(walk.onward, walk.corridors, ~walk.corridors).tolist())


def _facts(runs: Sequence[BlockRun]) -> tuple[bool, int]:
    """Return whether any run left out states, and the memory that the largest took."""
    return any(run.thinned for run in runs), max((run.peak for run in runs), default=0)


def _exactly(question: BlockQuestion, seconds: float) -> int | None:
    """Return how many paths a block has, if counting them takes no longer than *seconds* by the estimate."""
    engine = chosen(question)
    if engine is None or engine.estimate.seconds > max(seconds, 0.0):
        return None
    if engine.estimate.bytes > question.resources.memory:
        return None
    try:
        return part_of(engine, question).count()
    except HopelessError:
        return None
