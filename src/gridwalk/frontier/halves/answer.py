"""From two halves of a board to the number of tours: plan, sweep, join, and as many residues as it takes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import UnsuitableAlgorithmError
from gridwalk.frontier.estimate import Estimate
from gridwalk.frontier.exact import join_residues
from gridwalk.frontier.halves.join import Join
from gridwalk.frontier.halves.matchings import LARGEST_ENDS
from gridwalk.frontier.halves.plan import (
    MATCHING,
    HalfPlan,
    Signatures,
    ends,
    keep_alive,
    match,
    partners,
    places,
    plan_half,
)
from gridwalk.frontier.halves.shelf import Shelf
from gridwalk.frontier.halves.size import estimate_halves
from gridwalk.frontier.halves.steps import Half, HalfStep
from gridwalk.frontier.halves.sweep import CountedLayer, HalfSweep, TooLargeError
from gridwalk.frontier.halves.tables import Tables
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.slices import beside
from gridwalk.runtime.threads import useful
from gridwalk.runtime.tuning import tuning

DOUBTED = 2  # times the estimate must fit for layers to stay in memory: disk costs a tenth of the time
RESIDUE_BITS = 31
MAX_THREADS = 4  # more are slowed down by the memory


@dataclass
class SweptHalf:
    """A half whose signatures are known, without those that lead nowhere."""

    half: Half
    steps: list[HalfStep]
    layers: list[Signatures]


@dataclass
class Problem:
    """One number of tours to be found."""

    upper: Half
    lower: Half
    resources: Resources
    watch: Watch
    shelf: Shelf | None = None
    memory: MemoryBudget = field(init=False)
    threads: int = field(init=False)
    _sweep: HalfSweep = field(init=False)
    _directory: Path | None = field(init=False)  # for layers, if memory does not hold them
    _fits: bool = field(init=False, default=False)  # is it known that no count of a half is too large

    def __post_init__(self) -> None:
        self.memory = self.resources.budget("planning")
        self.threads = useful(min(MAX_THREADS, self.resources.threads))
        self._directory = None
        if DOUBTED * self.estimate().bytes > self.resources.memory:
            self._directory = self.resources.spill_directory

    def count(self) -> int:
        """Return how many cycles (through the apex, if there is one) visit all cells."""
        parts, bits = self.plan()
        if not bits:
            return 0
        tables = self.tables(parts)
        self._sweep = HalfSweep(
            self.watch,
            self.memory,
            tables,
            self.threads,
            fits=self._fits,
            shelf=self.shelf,
            directory=self._directory,
        )
        before = self.memory.used - tables.bytes
        try:
            layers = self._layers(parts)
        except TooLargeError:
            self.memory.give(self.memory.used - tables.bytes - before)
            return self._by_residues(parts, bits)
        if bits <= tuning().exact_bits:
            return self._join(parts, layers, 0)
        numbers = moduli(bits)
        return int(join_residues([self._join(parts, layers, number) for number in numbers], numbers))

    def tables(self, parts: list[SweptHalf]) -> Tables:
        """Return room for what moves do to the matchings of these halves."""
        most = max(int(ends(layer).max()) for part in parts for layer in part.layers)
        if most > LARGEST_ENDS:
            raise UnsuitableAlgorithmError("halves", f"{most} pieces' ends at once are too many")
        return Tables(most, self.watch, self.memory)

    def _by_residues(self, parts: list[SweptHalf], bits: int) -> int:
        """Sweep for one residue after the other."""
        numbers = moduli(bits)
        found = [self._residue(parts, number) for number in numbers]
        return int(join_residues(found, numbers))

    def _residue(self, parts: list[SweptHalf], number: int) -> int:
        known = None if self.shelf is None else self.shelf.known(number)
        if known is not None:
            return known
        work, tables = self._sweep.work, self._sweep.tables
        self._sweep = HalfSweep(
            self.watch,
            self.memory,
            tables,
            self.threads,
            number,
            work=work,
            shelf=self.shelf,
            directory=self._directory,
        )
        layers = self._layers(parts)
        found = self._join(parts, layers, number)
        self.memory.give(sum(layer.held for layer in layers))
        if self.shelf is not None:
            self.shelf.finish(number, found)
        return found

    def estimate(self) -> Estimate:
        """Return what the count will take, before anything is planned."""
        return estimate_halves(self.upper, self.lower, self._equal)

    def _plans(self) -> list[HalfPlan]:
        halves = [self.upper] if self._equal else [self.upper, self.lower]
        return [plan_half(half, self.watch, self.memory, self._directory) for half in halves]

    def plan(self) -> tuple[list[SweptHalf], int]:
        """Return the halves to sweep (one, where they are equal) and how many bits the answer has at most."""
        plans = self._plans()
        matches = match(plans[0], plans[-1], self.watch)
        if not len(matches.first):
            return [], 0
        self._refuse_if_too_large(plans)
        indices = matches.first, matches.second
        # The rounding of the bounds is far less than half a bit.
        self._fits = max(plan.most for plan in plans) + 0.5 < math.log2(tuning().narrow_limit)
        return [self._alive(plan, at) for plan, at in zip(plans, indices, strict=False)], matches.bits

    @property
    def _equal(self) -> bool:
        """Whether both halves are the same, turned upside down."""
        same = self.upper.own == self.lower.own and self.upper.start == self.lower.start
        same = same and self.upper.apex_cells() == self.lower.apex_cells()
        return same and self.upper.middle_moves() == self.lower.middle_moves()

    def _refuse_if_too_large(self, plans: list[HalfPlan]) -> None:
        if self._directory is not None:
            return
        kept = 0
        for plan in plans:
            words = max(plan.words)  # the layer before it is given back on the way
            needed = self.memory.used + kept + 4 * words
            if needed > self.memory.limit:
                self.memory.doing = "the sweep, as estimated,"
                raise self.memory.error(needed)
            kept += 4 * plan.words[-1]

    def _alive(self, plan: HalfPlan, at: NDArray[np.int64]) -> SweptHalf:
        """Drop the signatures of a plan that lead nowhere."""
        before = sum(self._in_memory(layer) for layer in plan.layers) + plan.ways.nbytes
        last = beside(lambda: plan.layers[-1][np.unique(at)], self.watch, MATCHING)
        layers = keep_alive(plan.steps, plan.layers, last, self.threads, self.watch, self._directory)
        plan.layers, plan.ways = [], np.zeros(0)
        self.memory.give(before - sum(map(self._in_memory, layers)))
        return SweptHalf(plan.half, plan.steps, layers)

    def _in_memory(self, layer: Signatures) -> int:
        return layer.nbytes if self._directory is None else 0

    def _layers(self, parts: list[SweptHalf]) -> list[CountedLayer]:
        names = ("the half",) if len(parts) == 1 else ("the upper half", "the lower half")
        layers = []
        for part, name in zip(parts, names, strict=True):
            targets = part.layers[1:]
            if self._fits:
                part.layers = []  # they are not gone over again
            layers.append(self._sweep.run(part.steps, targets, name))
        return layers

    def _join(self, parts: list[SweptHalf], layers: list[CountedLayer], modulus: int) -> int:
        """Return the number of cycles (modulo *modulus* if it is not 0)."""
        first, second = layers[0], layers[-1]
        wanted = partners(self.upper, first.signatures)
        other = places(second.signatures, wanted, self.watch)
        at = np.arange(len(other))
        join = Join(self._sweep, self.upper, first, second)
        if len(parts) == 2:
            return _reduced(join.total(at, other, modulus), modulus)
        twice, once = at < other, at == other  # the partners of a layer's own signatures come in pairs
        total = 2 * join.total(at[twice], other[twice], modulus) + join.total(at[once], other[once], modulus)
        return _reduced(total, modulus)


def _reduced(total: int, modulus: int) -> int:
    return total % modulus if modulus else total


def moduli(bits: int) -> list[int]:
    """Return numbers below 2**31 without common factors whose product exceeds ``2**bits``."""
    numbers = [(1 << RESIDUE_BITS) - 1]
    while math.prod(numbers).bit_length() <= bits:
        candidate = numbers[-1] - 2
        while any(math.gcd(candidate, number) != 1 for number in numbers):
            candidate -= 2
        numbers.append(candidate)
    return numbers
