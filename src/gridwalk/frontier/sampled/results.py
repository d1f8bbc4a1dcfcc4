"""What a run says, by what it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from gridwalk.frontier.question import Cells
from gridwalk.frontier.sampled.sweep import Floats
from gridwalk.runtime.limits import Watch


@dataclass(frozen=True)
class Whole:
    """How many paths there are; whether states were left out; and the memory it took, in bytes."""

    value: Fraction
    thinned: bool
    peak: int


@dataclass(frozen=True)
class LengthsRun:
    """How many paths there are of every length."""

    of_length: dict[int, Fraction]
    thinned: bool
    peak: int

    @property
    def value(self) -> Fraction:
        """How many there are."""
        return sum(self.of_length.values(), Fraction(0))


@dataclass(frozen=True)
class VisitsRun:
    """How many paths there are, and which share of them visits each cell, flat."""

    value: Fraction
    shares: Floats
    thinned: bool
    peak: int


@dataclass(frozen=True)
class PathRun:
    """How many paths there are, and one of them; None if the run found none."""

    value: Fraction
    cells: Cells | None
    thinned: bool
    peak: int


def convolved(every: Sequence[dict[int, Fraction]], watch: Watch) -> dict[int, Fraction]:
    """Return how many ways there are to add one length of each to every sum."""
    total = {0: Fraction(1)}
    for lengths in every:
        sums: dict[int, Fraction] = {}
        for length, number in total.items():
            watch.check(0, 0, 0)
            for more, times in lengths.items():
                sums[length + more] = sums.get(length + more, Fraction(0)) + number * times
        total = sums
    return total
