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
from numpy.typing import NDArray

from gridwalk.errors import HopelessError
from gridwalk.frontier.all_paths import AllPaths, joined
from gridwalk.frontier.choice import chosen, part_of
from gridwalk.frontier.engine import BlockQuestion, Cells
from gridwalk.frontier.families import convolved
from gridwalk.frontier.sampled.run import Floats, SampledRun, drawn, swept, use_of_corridors
from gridwalk.frontier.simpath.cells import CellPaths
from gridwalk.frontier.simpath.engine import Simpath, search_for
from gridwalk.frontier.simpath.order import QUICK_SEARCH, order_of
from gridwalk.frontier.simpath.plan import Arc, make_plan, ordered
from gridwalk.frontier.simpath.sweep import Machine
from gridwalk.frontier.simpath.tails import Summed, Within
from gridwalk.kernels.codes import NONE
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
        order = order_of(network, self.question.watch, ORDER_SEARCH, search_for(self.question.grid))
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

    def path(self, arcs: list[Arc]) -> Cells:
        """Return the path of some arcs."""
        walk = ordered(self.block.network, arcs)
        return self.block.path(np.where(walk.onward, walk.corridors, ~walk.corridors).tolist())

    def visits(self, use: Floats) -> tuple[NDArray[np.int64], Floats]:
        """Return the cells of the block, and the share of the paths that visits each."""
        block, network = self.block, self.block.network
        both, twice = np.concatenate([network.tail, network.head]), np.concatenate([use, use])
        ends = np.bincount(both, twice, network.junctions).astype(np.float64)
        if not network.cyclic:
            total = float(use[(network.tail == network.source) | (network.head == network.source)].sum())
            ends[[network.source, network.sink]] += total
        real = block.cell_of_junction != NONE
        cells = np.concatenate([block.cell_of_junction[real], block.inner]).astype(np.int64)
        shares = np.concatenate([ends[real] / 2, np.repeat(use, np.diff(block.offsets))])
        cells, place = np.unique(cells, return_inverse=True)  # an exit ends several corridors
        return cells, np.bincount(place, shares, len(cells)).astype(np.float64)


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

    def path(self, arcs: list[Arc]) -> Cells:
        """Return the choices that make a path."""
        return np.array(arcs, np.int32)

    def visits(self, use: Floats) -> tuple[NDArray[np.int64], Floats]:
        """Return the cells of the plan, and the share of the paths that visits each."""
        return self.paths.planned.flat, use


class Sampled:
    """The paths of a set, for independent runs.

    Parameters
    ----------
    parts : sequence
        Those that are sampled, each by a sweep of its own.
    exact : sequence of int
        The numbers of the others.
    cells : int
        Of the board.
    watch : Watch
    listed : sequence of Cells
        Paths of no move, beside.
    cyclic, alone : bool
        Whether the numbers of parts add up, or else multiply; whether there is one part only.

    """

    def __init__(
        self,
        parts: Sequence[SampledBlock | SampledSweep],
        exact: Sequence[int],
        cells: int,
        watch: Watch,
        *,
        listed: Sequence[Cells] = (),
        cyclic: bool = False,
        alone: bool = False,
    ) -> None:
        self.sampled: list[SampledBlock | SampledSweep] = list(parts)
        self.exact, self.cells, self.watch = list(exact), cells, watch
        self.listed, self.cyclic, self._alone = listed, cyclic, alone

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

    def run_of_visits(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> SampledRun:
        """Make a run that counts, for every cell, the paths that visit it; no part is exact."""
        runs, facts = self._swept(states, rng, watch, memory, recording=True)
        value, shares = self._together([run.value for run in runs]), np.zeros(self.cells)
        of_parts = float((value - self.trivial) / value) if value else 0.0
        for part, run in zip(self.sampled, runs, strict=True):
            cells, visited = part.visits(use_of_corridors(part.machine.plan, run, watch))
            if self.cyclic:
                shares[cells] += visited * float(run.value / value) if value else 0.0
            else:  # cells of two parts are on all paths
                shares[cells] = visited * of_parts
        for cell in self.listed:
            shares[cell[0]] += float(1 / value)
        times = self.sampled[0].times if self.sampled else 1  # the same of all parts
        return SampledRun(value * times, *facts, shares=shares)

    def run_for_path(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> SampledRun:
        """Make a run, and draw a path by it; no part is exact."""
        runs, facts = self._swept(states, rng, watch, memory, recording=True)
        value, found = self._together([run.value for run in runs]), list[Cells]()
        chance = Fraction(0 if self._alone else rng.random()) * value
        if self.listed and chance < self.trivial:
            return SampledRun(value, *facts, cells=self.listed[int(chance)])
        chance -= self.trivial
        for part, run in zip(self.sampled, runs, strict=True):
            if not self.cyclic or 0 <= chance < run.value:
                arcs = drawn(part.machine.plan, run, rng) if value else None
                found += [] if arcs is None else [part.path(arcs)]
            chance -= run.value
        complete = found and (self.cyclic or len(found) == len(runs))
        return SampledRun(value, *facts, cells=joined(found) if complete else None)


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
        super().__init__(parts, exact, paths.cells, paths.watch, listed=paths.listed, cyclic=cyclic)


class SampledCells(Sampled):
    """The paths of a sweep cell by cell, whose number may be *known*."""

    def __init__(self, paths: CellPaths, more: int, known: int | None) -> None:
        self.paths = paths
        parts, exact = ([SampledSweep(paths, more)], ()) if known is None else ((), (known,))
        super().__init__(parts, exact, paths.cells_of_board, paths.watch, alone=True)
