"""Exact integers from residues by the Chinese remainder theorem, and moduli with a large enough product."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any


def moduli(bits: int, width: int, pause: Callable[[int], None] = lambda _: None) -> list[int]:
    """Return pairwise coprime moduli of at most ``2**width`` whose product exceeds ``2**bits``."""
    return [1 << width, *odd_moduli(bits - width, width, pause)]


def odd_moduli(bits: int, below: int, pause: Callable[[int], None] = lambda _: None) -> list[int]:
    """Return pairwise coprime odd moduli below ``2**below`` whose product exceeds ``2**bits``."""
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
    """Return the least number with these residues (Chinese remainder theorem).

    Residues are integers, or object arrays of integers.
    """
    total, product = residues[0] * 1, numbers[0]
    for residue, modulus in zip(residues[1:], numbers[1:], strict=True):
        total = total + product * ((residue - total) * pow(product, -1, modulus) % modulus)
        product *= modulus
    return total
