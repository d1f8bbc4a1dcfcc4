"""Estimates of the number of paths of a set: each part is counted exactly if that is quick, else sampled.

In each run, the estimates of blocks in series are multiplied, and those of cycles are added.  Both results
are unbiased, because the blocks are independent.  A family of cells (`SampledCells`) is not divided: it is a
single part.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import prod

import numpy as np

from gridwalk.allpaths.blocks import AllPaths, chosen, part_of
from gridwalk.allpaths.combine import convolved
from gridwalk.allpaths.engine import BlockQuestion, Cells
from gridwalk.allpaths.families.cycles import Cycles
from gridwalk.allpaths.families.simple import SimplePaths
from gridwalk.allpaths.families.within import Within
from gridwalk.allpaths.frontier import Tail
from gridwalk.allpaths.members import Members
from gridwalk.allpaths.order import QUICK_SEARCH, order_of
from gridwalk.allpaths.sampled.run import SampledRun, thinned
from gridwalk.allpaths.simpath import Simpath, family_of
from gridwalk.allpaths.sums import Summed
from gridwalk.errors import HopelessError
from gridwalk.runtime.limits import Watch

QUICK = 1.0  # seconds: a block that takes no longer is counted exactly
ORDER_SEARCH = 5 * QUICK_SEARCH  # steps in the search for an order


class SampledPart:
    """A family whose states are sampled; each member stands for *times* paths.

    *meter* is the tail that counts moves, for counts by length.
    """

    def __init__(self, members: Members, meter: Tail, *, times: int = 1) -> None:
        self.members, self.meter, self.times = members, meter, times

    def exactly(self, seconds: float) -> int | None:
        """Return the exact number of paths, whatever *seconds* is."""
        return self.members.count() * self.times

    def counted(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> SampledRun:
        """Make a run that counts."""
        return thinned(self.members.family, self.members.tails, states, rng, watch, memory)

    def counted_by_length(
        self, states: int, rng: np.random.Generator, watch: Watch, memory: int
    ) -> SampledRun:
        """Make a run that counts by length.

        If lengths are given, the states of each number of moves get the same total score, so some states of
        every number are kept.
        """
        tails = (*self.members.tails, self.meter)
        alike = bool(self.members.tails) or isinstance(self.meter, Within)
        return thinned(self.members.family, tails, states, rng, watch, memory, lengths=True, alike=alike)


class BlockPart(SampledPart):
    """The paths of a block; a cycle and its reverse are one member."""

    def __init__(self, question: BlockQuestion) -> None:
        self.question, self.times = question, 1 + Simpath(question).joins_directions

    @cached_property
    def family(self) -> SimplePaths | Cycles:
        """The family of the paths, planned in the order of the sweep."""
        question, network = self.question, self.question.block.network
        order = order_of(network, question.watch, ORDER_SEARCH, Simpath(question).columns)
        return family_of(network, order.tolist(), question.watch)

    @cached_property
    def members(self) -> Members:  # type: ignore[override]
        """The members of the family."""
        lengths = self.question.block.network.length[self.family.graph.same].tolist()
        return Members(self.family, lengths, self.question.resources, self.question.watch)

    @cached_property
    def meter(self) -> Tail:  # type: ignore[override]
        """The tail that counts moves; if lengths are given, it drops states that cannot reach any of them."""
        family, moves, network = self.family, self.question.moves, self.question.block.network
        if moves is None:
            return Summed(family.weights(self.members.lengths))
        budget, ends = self.question.resources.budget(), None
        if not network.cyclic:
            ends = network.source, network.sink
        watch = self.question.watch
        return Within(family, self.members.lengths, ends, *moves, watch, budget, apart=True)

    def exactly(self, seconds: float) -> int | None:
        """Return the exact number of paths if a count takes at most this time by its estimate, else None."""
        engine = chosen(self.question)
        if engine is None or engine.estimate.seconds > max(seconds, 0.0):
            return None
        if engine.estimate.bytes > self.question.resources.memory:
            return None
        try:
            return part_of(engine, self.question).count()
        except HopelessError:
            return None


class Sampled:
    """The paths of a set, for independent runs.

    Parameters
    ----------
    parts : sequence
        The parts to sample, each by a separate sweep.
    exact : sequence of int
        The numbers of paths of the other parts.
    watch : Watch
    listed : sequence of Cells
        Paths without moves.
    cyclic : bool
        Whether the numbers of the parts are added; otherwise they are multiplied.

    """

    def __init__(
        self,
        parts: Sequence[SampledPart],
        exact: Sequence[int],
        watch: Watch,
        *,
        listed: Sequence[Cells] = (),
        cyclic: bool = False,
    ) -> None:
        self.sampled = list(parts)
        self.exact, self.watch = list(exact), watch
        self.listed, self.cyclic = listed, cyclic

    @property
    def is_exact(self) -> bool:
        """Whether no part is sampled."""
        return not self.sampled or (not self.cyclic and 0 in self.exact)

    @property
    def trivial(self) -> int:
        """The number of paths without moves."""
        return len(self.listed)

    @property
    def count(self) -> int:
        """The number of paths, if all parts are counted exactly."""
        return int(self._together([Fraction(number) for number in self.exact]))

    @property
    def facts(self) -> tuple[object, ...]:
        """The values, besides the question, that determine a run."""
        return self.exact, len(self.sampled)

    def plan(self) -> None:
        """Plan all sweeps."""
        for part in self.sampled:
            _ = part.meter

    def _together(self, values: Sequence[Fraction]) -> Fraction:
        """Return the number of paths, given the numbers of the parts."""
        if self.cyclic or not values:
            return self.trivial + sum(values, Fraction(0))
        return self.trivial + prod(values, start=Fraction(1))

    def settle(self, states: int, rng: np.random.Generator, memory: int) -> None:
        """Count those parts exactly that need at most *states* states in a trial run, which is discarded."""
        for part in list(self.sampled):
            if not part.counted(states, rng, self.watch, memory).thinned:
                known = part.exactly(np.inf)
                if known is not None:
                    self.exact.append(known)
                    self.sampled.remove(part)

    # ------------------------------------------------------------------- runs, for `Runs`

    def run(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> SampledRun:
        """Make a run that counts."""
        runs = [part.counted(states, rng, watch, memory) for part in self.sampled]
        values = [run.value * part.times for part, run in zip(self.sampled, runs, strict=True)]
        return SampledRun(self._together([*map(Fraction, self.exact), *values]), *_facts_of(runs))

    def run_of_lengths(self, states: int, rng: np.random.Generator, watch: Watch, memory: int) -> SampledRun:
        """Make a run that counts by length; no part is exact."""
        runs = [part.counted_by_length(states, rng, watch, memory) for part in self.sampled]
        facts = _facts_of(runs)
        every = [
            {length: number * part.times for length, number in run.of_length.items()}
            for part, run in zip(self.sampled, runs, strict=True)
        ]
        total = {0: Fraction(self.trivial)} if self.trivial else {}
        for lengths in every if self.cyclic else [convolved(every, watch)] if every else []:
            for length, number in lengths.items():
                total[length] = total.get(length, Fraction(0)) + number
        return SampledRun(sum(total.values(), Fraction(0)), *facts, of_length=total)


def _facts_of(runs: Sequence[SampledRun]) -> tuple[bool, int]:
    """Return whether any run dropped states, and the peak memory of the runs."""
    return any(run.thinned for run in runs), max((run.peak for run in runs), default=0)


class SampledPaths(Sampled):
    """All paths of a board; blocks that take at most *quick* seconds (None: no block) are counted exactly."""

    def __init__(self, paths: AllPaths, quick: float | None = QUICK) -> None:
        parts, exact = list[SampledPart](), list[int]()
        for question in paths.questions:
            paths.watch.check(0, 0, 0)
            part = BlockPart(question)
            known = None if quick is None else part.exactly(quick)
            if known is None:
                parts.append(part)
            else:
                exact.append(known)
        cyclic = paths.reduced.cyclic
        super().__init__(parts, exact, paths.watch, listed=paths.listed, cyclic=cyclic)


class SampledCells(Sampled):
    """The members of a family of cells; *known* is their number, if it is known."""

    def __init__(self, members: Members, known: int | None) -> None:
        meter = Summed(members.family.weights(members.lengths))
        parts, exact = ([SampledPart(members, meter)], ()) if known is None else ((), (known,))
        super().__init__(parts, exact, members.watch)
