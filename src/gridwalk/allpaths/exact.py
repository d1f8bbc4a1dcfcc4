"""Exact numbers from residues: moduli whose product is large enough, and the Chinese remainder theorem."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any


def moduli(bits: int, width: int, pause: Callable[[int], None] = lambda _: None) -> list[int]:
    """Return numbers of up to ``2**width`` without common factors whose product exceeds ``2**bits``."""
    return [1 << width, *odd_moduli(bits - width, width, pause)]


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


def join_residues(residues: Sequence[Any], numbers: Sequence[int]) -> Any:
    """Return the least number that has these residues (Chinese remainder theorem).

    Residues are integers, or object arrays of them.
    """
    total, product = residues[0] * 1, numbers[0]
    for residue, modulus in zip(residues[1:], numbers[1:], strict=True):
        total = total + product * ((residue - total) * pow(product, -1, modulus) % modulus)
        product *= modulus
    return total
