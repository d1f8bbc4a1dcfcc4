"""All paths of a set, about: each part counted exactly where that is quick, else estimated.

In a run blocks in series multiply, each with random numbers of its own, and cycles add: both without bias,
for the blocks are independent.  What is swept cell by cell is one part.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import prod

import numpy as np

from gridwalk.allpaths.all_paths import AllPaths
from gridwalk.allpaths.choice import chosen, part_of
from gridwalk.allpaths.combine import convolved
from gridwalk.allpaths.engine import BlockQuestion, Cells
from gridwalk.allpaths.sampled.run import SampledRun, swept
from gridwalk.allpaths.simpath.cells import CellPaths
from gridwalk.allpaths.simpath.engine import Simpath, search_for
from gridwalk.allpaths.simpath.order import QUICK_SEARCH, order_of
from gridwalk.allpaths.simpath.plan import make_plan
from gridwalk.allpaths.simpath.sweep import Machine
from gridwalk.allpaths.simpath.tails import Summed, Within
from gridwalk.errors import HopelessError
from gridwalk.runtime.limits import Watch

QUICK = 1.0  # seconds: a block that takes no longer is counted exactly
ORDER_SEARCH = 5 * QUICK_SEARCH  # steps in the search for an order


class SampledBlock:
    """A block whose states are sampled; a cycle and its reverse are one here, and may be two."""

    def __init__(self, question: BlockQuestion) -> None:
        self.question, self.block = question, question.block
        self.times = 1 + Simpath(question).joins_directions

    @cached_property
    def machine(self) -> Machine:
        """The order of the sweep."""
        network = self.block.network
        order = order_of(network, self.question.watch, ORDER_SEARCH, search_for(self.question.board))
        return Machine(make_plan(network, order.tolist(), self.question.watch))

    @cached_property
    def metered(self) -> Machine:
        """The same, with moves counted along; of given lengths, only what may still come to have one."""
        plan, moves = self.machine.plan, self.question.moves
        if moves is None:
            return self.machine.also(Summed(plan.weights(plan.network.length.tolist())))
        budget = self.question.resources.budget()
        return self.machine.also(Within(plan, *moves, self.question.watch, budget, all_lengths=True))

    def prepare(self) -> None:
        """Plan all sweeps."""
        _ = self.metered

    def counted_by_length(
        self, states: int, rng: np.random.Generator, watch: Watch, memory: int
    ) -> SampledRun:
        """Make a run that counts by length: of given ones, states of all numbers of moves sampled alike."""
        alike = self.question.moves is not None
        return swept(self.metered, states, rng, watch, memory, lengths=True, alike=alike)

    def exactly(self, seconds: float) -> int | None:
        """Return how many paths there are, if counting takes no longer by the estimate."""
        engine = chosen(self.question)
        if engine is None or engine.estimate.seconds > max(seconds, 0.0):
            return None
        if engine.estimate.bytes > self.question.resources.memory:
            return None
        try:
            return part_of(engine, self.question).count()
        except HopelessError:
            return None

    def lengths(self, found: dict[int, Fraction]) -> dict[int, Fraction]:
        """Return how many paths there are of each number of moves."""
        return {length: number * self.times for length, number in found.items()}


class SampledSweep:
    """A sweep cell by cell whose states are sampled; the cells of a path are *more* than its moves."""

    times = 1

    def __init__(self, paths: CellPaths, more: int) -> None:
        self.paths, self.more, self.machine = paths, more, paths.planned.machine
        plan = self.machine.plan
        self.metered = self.machine.also(Summed(plan.weights(plan.network.length.tolist())))

    def prepare(self) -> None:
        """All is planned."""

    def exactly(self, seconds: float) -> int | None:
        """Return how many paths there are."""
        return self.paths.count()

    def counted_by_length(
        self, states: int, rng: np.random.Generator, watch: Watch, memory: int
    ) -> SampledRun:
        """Make a run that counts by length."""
        alike = bool(self.machine.tails)  # of given lengths
        return swept(self.metered, states, rng, watch, memory, lengths=True, alike=alike)

    def lengths(self, found: dict[int, Fraction]) -> dict[int, Fraction]:
        """Return how many paths there are of each number of moves."""
        return {cells - self.more: number for cells, number in found.items()}


class Sampled:
    """The paths of a set, for independent runs.

    Parameters
    ----------
    parts : sequence
        Those that are sampled, each by a sweep of its own.
    exact : sequence of int
        The numbers of the others.
    watch : Watch
    listed : sequence of Cells
        Paths of no move, beside.
    cyclic : bool
        Whether the numbers of parts add up, or else multiply.

    """

    def __init__(
        self,
        parts: Sequence[SampledBlock | SampledSweep],
        exact: Sequence[int],
        watch: Watch,
        *,
        listed: Sequence[Cells] = (),
        cyclic: bool = False,
    ) -> None:
        self.sampled: list[SampledBlock | SampledSweep] = list(parts)
        self.exact, self.watch = list(exact), watch
        self.listed, self.cyclic = listed, cyclic

    @property
    def is_exact(self) -> bool:
        """Whether no part is sampled."""
        return not self.sampled or (not self.cyclic and 0 in self.exact)

    @property
    def trivial(self) -> int:
        """How many paths have no move."""
        return len(self.listed)

    @property
    def count(self) -> int:
        """How many paths there are, if all parts are counted exactly."""
        return int(self._together([Fraction(number) for number in self.exact]))

    @property
    def facts(self) -> tuple[object, ...]:
        """What a run depends on, beside the question."""
        return self.exact, len(self.sampled)

    def plan(self) -> None:
        """Plan all sweeps."""
        for part in self.sampled:
            part.prepare()

    def _together(self, values: Sequence[Fraction]) -> Fraction:
        """Return how many paths there are, by the numbers of the parts."""
        if self.cyclic or not values:
            return self.trivial + sum(values, Fraction(0))
        return self.trivial + prod(values, start=Fraction(1))

    def settle(self, states: int, rng: np.random.Generator, memory: int) -> None:
        """Count exactly the parts that fit into *states*, as a trial run shows, which is thrown away."""
        for part in list(self.sampled):
            if not swept(part.machine, states, rng, self.watch, memory).thinned:
                known = part.exactly(np.inf)
                if known is not None:
                    self.exact.append(known)
                    self.sampled.remove(part)

    # ------------------------------------------------------------------- runs, for `Runs`

    def _swept(
        self, states: int, rng: np.random.Generator, watch: Watch, memory: int, **asked: bool
    ) -> tuple[list[SampledRun], tuple[bool, int]]:
        """Return a run of each part; whether any left out states; and the memory that the largest took."""
        runs = [swept(part.machine, states, rng, watch, memory, **asked) for part in self.sampled]
        return runs, _facts_of(runs)

    def run(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> SampledRun:
        """Make a run that counts."""
        runs, facts = self._swept(states, rng, watch, memory)
        values = [run.value * part.times for part, run in zip(self.sampled, runs, strict=True)]
        return SampledRun(self._together([*map(Fraction, self.exact), *values]), *facts)

    def run_of_lengths(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> SampledRun:
        """Make a run that counts by length; no part is exact."""
        runs = [part.counted_by_length(states, rng, watch, memory) for part in self.sampled]
        facts = _facts_of(runs)
        every = [part.lengths(run.of_length) for part, run in zip(self.sampled, runs, strict=True)]
        total = {0: Fraction(self.trivial)} if self.trivial else {}
        for lengths in every if self.cyclic else [convolved(every, watch)] if every else []:
            for length, number in lengths.items():
                total[length] = total.get(length, Fraction(0)) + number
        return SampledRun(sum(total.values(), Fraction(0)), *facts, of_length=total)


def _facts_of(runs: Sequence[SampledRun]) -> tuple[bool, int]:
    """Return whether any run left out states, and the memory that the largest took."""
    return any(run.thinned for run in runs), max((run.peak for run in runs), default=0)


class SampledPaths(Sampled):
    """All paths of a board; a block that takes *quick* seconds or less is counted exactly; None: no block."""

    def __init__(self, paths: AllPaths, quick: float | None = QUICK) -> None:
        parts, exact = list[SampledBlock](), list[int]()
        for question in paths.questions:
            paths.watch.check(0, 0, 0)
            part = SampledBlock(question)
            known = None if quick is None else part.exactly(quick)
            if known is None:
                parts.append(part)
            else:
                exact.append(known)
        cyclic = paths.reduced.cyclic
        super().__init__(parts, exact, paths.watch, listed=paths.listed, cyclic=cyclic)


class SampledCells(Sampled):
    """The paths of a sweep cell by cell, whose number may be *known*."""

    def __init__(self, paths: CellPaths, more: int, known: int | None) -> None:
        parts, exact = ([SampledSweep(paths, more)], ()) if known is None else ((), (known,))
        super().__init__(parts, exact, paths.watch)
