"""How many residues a count needs, proven beforehand, and the count that has them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from gridwalk.frontier.profile.plan import ProfilePlan

WIDE, HALF, NARROW = 64, 32, 16  # bits of the words in which residues are summed
Ways = NDArray[np.float64]


def bits_needed(plan: ProfilePlan, pause: Callable[[int], None]) -> int:
    """Return a number of bits that the count cannot exceed; call *pause* after every cell.

    Counts the ways to give each cell its number of neighbours, in pieces and cycles as may be: a
    path is one of those.  In floating point: every sum of positive numbers is right to a factor of
    1 + 2**-53, which over all cells is far less than the factor of 2 added.
    """
    shape = (2,) * plan.places
    ways: dict[int, Ways] = {0: np.zeros(shape)}
    ways[0][(0,) * plan.places] = 1
    scale = 0
    most = 0.0  # complete so far, in units of 2**scale
    for step in plan.steps:
        new: dict[int, Ways] = {}
        left, right = step.left >= 0, step.right >= 0
        for level, before in ways.items():
            # The last plug, which is nothing, becomes the first.
            old = np.moveaxis(before, -1, 0) if step.shift else before
            old = np.moveaxis(old, (step.column, step.column + 1), (0, 1))
            one = old[0, 1] + old[1, 0]
            even = np.zeros_like(old)
            even[0, 0] = old[0, 0] * step.skip + old[1, 1] * step.inner
            even[1, 1] = old[0, 0] * (step.inner and left and right)
            even[0, 1], even[1, 0] = one * (step.inner and right), one * (step.inner and left)
            _add(new, level, np.moveaxis(even, (0, 1), (step.column, step.column + 1)))
            if level in step.ends:
                odd = np.zeros_like(old)
                odd[0, 0], odd[0, 1], odd[1, 0] = one, old[0, 0] * right, old[0, 0] * left
                _add(new, level + 1, np.moveaxis(odd, (0, 1), (step.column, step.column + 1)))
        ways = new
        pause(0)
        peak = max((float(part.max()) for part in ways.values()), default=0.0)
        if peak > 2.0**500:
            for level, part in ways.items():
                ways[level] = np.maximum(part * 2.0**-450, 2.0**-900)  # nothing may round down to zero
            most, scale = most * 2.0**-450 + 2.0**-900, scale + 450
    target = 0 if plan.cycles else 2
    if target in ways:
        most += float(ways[target][(0,) * plan.places])
    return max(1, math.frexp(most)[1] + scale + 1) if most else 1


def _add(parts: dict[int, Ways], level: int, part: Ways) -> None:
    if level <= 2:
        parts[level] = parts[level] + part if level in parts else part


def moduli(bits: int, pause: Callable[[int], None] = lambda _: None, wide: int = WIDE) -> list[int]:
    """Return numbers without common factors whose product exceeds 2**bits; *pause* may stop that.

    One is a power of two, whose sums wrap around by themselves, in words of *wide* (64 or 32) or of 16 bits,
    which take less time; the others are odd and have a bit less, so that sums of two fit.
    """
    odd: list[int] = []
    product, candidate = 1, 1 << wide - 1
    while product << wide <= 1 << bits:
        pause(0)
        candidate -= 1 if not odd else 2
        while math.gcd(candidate, product) != 1:
            candidate -= 2
        odd.append(candidate)
        product *= candidate
    return [1 << (NARROW if product << NARROW > 1 << bits else wide), *odd]


def join_residues(residues: list[Any], numbers: list[int]) -> Any:
    """Return the least number that has these residues (Chinese remainder theorem).

    Residues are integers, or object arrays of them.
    """
    total, product = residues[0] * 1, numbers[0]
    for residue, modulus in zip(residues[1:], numbers[1:], strict=True):
        total = total + product * ((residue - total) * pow(product, -1, modulus) % modulus)
        product *= modulus
    return total
