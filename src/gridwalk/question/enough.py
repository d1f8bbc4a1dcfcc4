"""The conditions under which a search for a long path may stop."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

import numpy as np

from gridwalk.board.checks import checked_number
from gridwalk.errors import ArgumentError, InputError
from gridwalk.runtime.limits import checked_seconds


@dataclass(frozen=True)
class Enough:
    """The conditions under which a search for a long path may stop.

    Attributes
    ----------
    gap : float
        The distance from the bound, divided by the bound.
    seconds : float or None
    steps : int or None
        The number of steps; equal numbers of steps find the same path.
    seed : int
        The seed of the random numbers of the search.

    """

    gap: float = 0.0
    seconds: float | None = None
    steps: int | None = None
    seed: int = 0

    @classmethod
    def of(
        cls,
        gap: float | None,
        anytime: float | None,
        rng: np.random.Generator | None,
        steps: int | None = None,
    ) -> Enough:
        """Check the arguments of `longest`, and return the conditions."""
        share = float(gap) if isinstance(gap, Real) and not isinstance(gap, bool) else -1.0
        if gap is None:
            share = 0.0
        if not 0 <= share < 1:
            raise ArgumentError("gap", gap, "a share: a number from 0 to below 1")
        if rng is not None and gap is None and anytime is None and steps is None:
            raise InputError("rng is of a search: give anytime or a gap with it")
        return cls(
            share,
            checked_seconds(anytime, "anytime"),
            None if steps is None else checked_number(steps, "steps", 1),
            0 if rng is None else int(rng.bit_generator.random_raw()),  # NumPy keeps these bits for ever
        )

    @property
    def is_exact(self) -> bool:
        """Whether the path must be proved to be a longest one."""
        return self.gap == 0 and self.seconds is None and self.steps is None


EXACT = Enough()
