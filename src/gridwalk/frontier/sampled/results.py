"""What a run says, by what it is asked."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from gridwalk.frontier.engine import Cells
from gridwalk.frontier.sampled.sweep import Floats


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


Run = Whole | LengthsRun | VisitsRun | PathRun
_KINDS: dict[str, Any] = {kind.__name__: kind for kind in (Whole, LengthsRun, VisitsRun, PathRun)}


def plain(run: Run) -> tuple[str, list[Any]]:
    """Return a run as plain data, for a journal; the inverse of `run_of`."""
    return type(run).__name__, [getattr(run, one.name) for one in fields(run)]


def run_of(data: tuple[str, list[Any]]) -> Any:
    """Return the run that `plain` was given; raise `TypeError` or `KeyError` for anything else."""
    run = _KINDS[data[0]](*data[1])
    if not (isinstance(run.value, Fraction) and type(run.thinned) is bool and type(run.peak) is int):
        raise TypeError(f"no run, but {data[1]!r:.60}")
    return run
