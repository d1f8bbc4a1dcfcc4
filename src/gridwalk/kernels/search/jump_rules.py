"""Where a jump point search goes on from a cell: the corner rules, as one table each.

``turns[d, n]`` is the set (bit mask) of directions to follow from a cell entered in direction ``d``
whose neighbourhood is ``n``; it is 0 if the cell may not be entered.  ``n`` has nine bits, the open
cells of the 3 x 3 block around the cell, row by row.  A straight run that meets no corner has the
one direction ``d``; a diagonal has ``d`` and its two straight parts.  More than that is *forced*.
"""

from __future__ import annotations

import functools

import numpy as np

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))  # E S SE SW W N NW NE
EVERY = 255


@functools.cache
def turns(cut: bool) -> np.ndarray:
    """Return the table for diagonals that may *cut* corners, or else need both cells beside them open."""
    table = np.zeros((8, 512), np.uint8)
    for d in range(8):
        for n in range(512):
            ways = _diagonal_ways(d, n, cut) if d & 2 else _straight_ways(d, n, cut)
            table[d, n] = sum(1 << STEPS.index(way) for way in ways)
    return table


def _straight_ways(d: int, n: int, cut: bool) -> set[tuple[int, int]]:
    (r, c), ways = STEPS[d], {STEPS[d]}
    for side in ((c, r), (-c, -r)):
        ahead, behind = (side[0] + r, side[1] + c), (side[0] - r, side[1] - c)
        if cut and not _open(n, side) and _open(n, ahead):
            ways |= {ahead}
        if not cut and not _open(n, behind) and _open(n, side):
            ways |= {side, ahead}
    return ways if _open(n, (0, 0)) else set()


def _diagonal_ways(d: int, n: int, cut: bool) -> set[tuple[int, int]]:
    r, c = STEPS[d]
    ways, sides = {(r, c), (r, 0), (0, c)}, ((-r, 0), (0, -c))
    if not _open(n, (0, 0)) or (not cut and not all(_open(n, side) for side in sides)):
        return set()
    if cut:
        for side, way in (((-r, 0), (-r, c)), ((0, -c), (r, -c))):
            if not _open(n, side) and _open(n, way):
                ways |= {way}
    return ways


def _open(n: int, step: tuple[int, int]) -> bool:
    return bool(n >> 3 * (step[0] + 1) + step[1] + 1 & 1)
