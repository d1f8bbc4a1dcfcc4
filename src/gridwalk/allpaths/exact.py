"""How many residues a count needs, proven beforehand, and the count that has them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from gridwalk.allpaths.profile.plan import CellStep, Mirror, ProfilePlan

WIDE, HALF, NARROW = 64, 32, 16  # bits of the words in which residues are summed
Ways = NDArray[np.float64]
MARGIN = 2.0**-10
LEVELS = 3  # ends of a path so far: none, one or two
RESCALED = 64  # cells, in each of which a number of ways grows less than sixteenfold


def bits_of_faces(plan: ProfilePlan) -> int:
    """Return a number of bits that no count of cycles, or of paths between two given cells, exceeds.

    Two such sets of moves differ by a sum of cycles, of which there are ``2**(moves - cells + parts)``.
    Each part of the board has a cell with no move on, so the exponent is at most the number with two.
    """
    return sum(step.left >= 0 and step.right >= 0 for step in plan.steps)


def bits_needed(plan: ProfilePlan, pause: Callable[[int], None]) -> int:
    """Return a number of bits that the count cannot exceed; call *pause* after every cell."""
    mirror, above = plan.mirror, (dict[int, Ways](), 0)
    for at, ways, scale in _swept(plan, pause):
        if mirror is not None and at == mirror.middle:
            folded = _folded(mirror, ways, above[0] if at > mirror.upper else ways)
            return _bits(folded, scale + (above[1] if at > mirror.upper else scale))
        if mirror is not None and at == mirror.upper:
            above = {level: part.copy() for level, part in ways.items()}, scale
    target = 0 if plan.cycles else 2
    return _bits(float(ways[target][0]) if target in ways else 0.0, scale)


def bits_on_the_way(plan: ProfilePlan, pause: Callable[[int], None]) -> int:
    """Return a number of bits that the count of no word before any cell can exceed."""
    every = _swept(plan, pause)
    return max(_bits(max(float(part.max()) for part in ways.values()), scale) for _, ways, scale in every)


def _swept(plan: ProfilePlan, pause: Callable[[int], None]) -> Iterator[tuple[int, dict[int, Ways], int]]:
    """Yield before each cell, and at the end, bounds of counts: by ends and places in use, in 2**scale.

    Counts the ways to give each cell its number of neighbours, in pieces and cycles as may be: a
    path is one of those.  In floating point: every sum of positive numbers is right to a factor of
    1 + 2**-53, which over all cells is far less than the factor of 1 + `MARGIN`.
    """
    ways: dict[int, Ways] = {0: np.zeros(1 << plan.places)}  # of each number of ends: by places in use
    ways[0][0], scale = 1, 0
    for at, step in enumerate(plan.steps):
        if step.shift:  # the last plug, which is nothing, becomes the first
            for level, part in ways.items():
                ways[level] = np.stack([part[: part.size // 2], np.zeros(part.size // 2)], 1).ravel()
        yield at, ways, scale
        ways = _after(step, ways)
        pause(0)
        if at % RESCALED == 0 and max(float(part.max()) for part in ways.values()) > 2.0**300:
            for level, part in ways.items():
                ways[level] = np.maximum(part * 2.0**-300, 2.0**-900)  # nothing may round down to zero
            scale += 300
    yield len(plan.steps), ways, scale


def _bits(number: float, scale: int) -> int:
    """Return how many bits a *number* in units of ``2**scale`` has."""
    return max(1, math.frexp(number * (1 + MARGIN))[1] + scale) if number else 1


def _after(step: CellStep, before: dict[int, Ways]) -> dict[int, Ways]:
    """Return the ways after a cell; those before are overwritten."""
    after: dict[int, Ways] = {}
    left, right = step.left >= 0, step.right >= 0
    for level in sorted({*step.levels, *(level + 1 for level in step.ends)}, reverse=True):
        if level >= LEVELS:
            continue
        ways = before.get(level)
        if ways is None:
            ways = np.zeros_like(before[level - 1])
        # By places above, the right plug, the left plug, places below.
        cells = after[level] = ways.reshape(-1, 2, 2, 1 << step.column)
        one, none = cells[:, 0, 1] + cells[:, 1, 0], cells[:, 0, 0].copy()
        if not step.skip:
            cells[:, 0, 0] = 0
        if step.inner:
            cells[:, 0, 0] += cells[:, 1, 1]
        cells[:, 0, 1] = one if step.inner and left else 0
        cells[:, 1, 0] = one if step.inner and right else 0
        cells[:, 1, 1] = none if step.inner and left and right else 0
        if level - 1 in step.ends:
            below = before[level - 1].reshape(cells.shape)
            cells[:, 0, 0] += below[:, 0, 1] + below[:, 1, 0]
            if left:
                cells[:, 0, 1] += below[:, 0, 0]
            if right:
                cells[:, 1, 0] += below[:, 0, 0]
    return {level: cells.ravel() for level, cells in after.items()}


def _folded(mirror: Mirror, ways: dict[int, Ways], below: dict[int, Ways]) -> float:
    """Return in how many ways the two halves fit: those that use the same places between them."""
    total = 0.0
    for level, part in ways.items():
        shape = (2,) * (part.size.bit_length() - 1)
        one, other = (
            np.moveaxis(each[level].reshape(shape), 0 if begin == 0 else -1, 0)[0]
            for each, begin in zip((ways, below), mirror.begins[::-1], strict=True)
        )
        total += float((one * (other.T if mirror.turned else other)).sum())
    return total


def moduli(bits: int, pause: Callable[[int], None] = lambda _: None, wide: int = WIDE) -> list[int]:
    """Return numbers without common factors whose product exceeds 2**bits; *pause* may stop that.

    One is a power of two, whose sums wrap around by themselves, in words of *wide* (64 or 32) bits or of
    fewer, which take less time; the others are odd and have a bit less, so that sums of two fit.
    """
    odd = odd_moduli(bits - wide, wide - 1, pause)
    product = math.prod(odd)
    least = next(width for width in (NARROW, HALF, wide) if width == wide or product << width > 1 << bits)
    return [1 << least, *odd]


def odd_moduli(bits: int, below: int, pause: Callable[[int], None] = lambda _: None) -> list[int]:
    """Return odd numbers below ``2**below`` without common factors whose product exceeds ``2**bits``."""
    odd: list[int] = []
    product, candidate = 1, (1 << below) + 1
    while bits >= 0 and product <= 1 << bits:
        pause(0)
        candidate -= 2
        while math.gcd(candidate, product) != 1:
            candidate -= 2
        odd.append(candidate)
        product *= candidate
    return odd


def join_residues(residues: list[Any], numbers: list[int]) -> Any:
    """Return the least number that has these residues (Chinese remainder theorem).

    Residues are integers, or object arrays of them.
    """
    total, product = residues[0] * 1, numbers[0]
    for residue, modulus in zip(residues[1:], numbers[1:], strict=True):
        total = total + product * ((residue - total) * pow(product, -1, modulus) % modulus)
        product *= modulus
    return total
