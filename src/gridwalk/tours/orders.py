"""The orders in which Warnsdorff's rule compares moves: tie-breaks, and orders that need no luck."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.tours.warnsdorff import BY_CENTRE, BY_EDGE, BY_ORDER

# The knight's moves 1 to 8 of Squirrel and Cull.
_MOVES = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))


class Order(NamedTuple):
    """The name of the algorithm, its tie-break (`gridwalk.kernels.tours.warnsdorff`), and orders of moves."""

    by: str
    ties: int
    switch_of_order: NDArray[np.int32]
    move_of_place: NDArray[np.int64]


def plain(grid: Grid, ties: int, by: str, order: NDArray[np.int64] | None = None) -> Order:
    """Return a single order of the moves, by default the board's."""
    places = np.arange(len(grid.moves)) if order is None else order
    return Order(by, ties, np.array([NONE], np.int32), places.astype(np.int64).reshape(1, -1))


def textbook(grid: Grid) -> Order:
    """Return Warnsdorff's rule as published: ties are broken by the order of the moves."""
    return plain(grid, BY_ORDER, "warnsdorff")


def portfolio(grid: Grid, tries: int) -> list[Order]:
    """Return so many orders, the most promising first: those of Roth, and his with the moves shuffled."""
    found = [plain(grid, BY_CENTRE, "roth"), plain(grid, BY_EDGE, "roth")]
    rng = np.random.default_rng(len(grid.moves))
    while len(found) < tries:
        ties = (BY_CENTRE, BY_EDGE)[len(found) % 2]
        found.append(plain(grid, ties, "roth", rng.permutation(len(grid.moves))))
    return found[:tries]


def squirrel_cull(grid: Grid, start: Cell) -> list[Order]:
    """Return the orders by which a knight tours a square board from a corner; [] for other questions.

    Squirrel and Cull 1996; tried for every n from 5 to 700, and it fails only for 74.
    """
    n = grid.rows
    last = n - 1
    corners = ((0, 0), (0, last), (last, 0), (last, last))
    if grid.rows != grid.columns or n < 5 or n == 74 or start not in corners:
        return []
    down, right = (-1 if start[0] else 1), (-1 if start[1] else 1)
    deltas = grid.moves.deltas
    index_of_move = [deltas.index((down * d_row, right * d_column)) for d_row, d_column in _MOVES]
    switches, rows_of_moves = [], []
    for digits, from_top, from_left in _switching_orders(n):
        row = from_top - 1 if down > 0 else n - from_top
        column = from_left - 1 if right > 0 else n - from_left
        switches.append(row * n + column if 0 <= row < n and 0 <= column < n else NONE)
        rows_of_moves.append([index_of_move[int(digit) - 1] for digit in digits])
    switches[-1] = NONE
    orders = np.array(switches, np.int32), np.array(rows_of_moves, np.int64)
    return [Order("squirrel-cull", BY_ORDER, *orders)]


def _switching_orders(m: int) -> list[tuple[str, int, int]]:
    """Return move orders, each with the square (from 1) at which the next one takes over."""
    side, inner = ("34261578", m - 1, m - 2), ("87642135", 2, 2)
    of_remainder = {
        0: [side, inner, ("51867342", m - 8, 1), ("51342678", 7, m - 3), ("21435678", 0, 0)],
        1: [side, inner, ("51324678", m - 6, (m + 9) // 2), ("32481765", 0, 0)],
        2: [
            ("34261578", 6, 1),
            ("87642135", 3, 1),
            ("54132678", m - 15, 4),
            ("52431678", 10, m - 2),
            ("85647123", 5, (m - 6) // 2),
            ("15746823", 0, 0),
        ],
        3: [
            ("34625718", m - 1, m - 2),
            ("42681357", m - 6, m),
            ("86512347", 2, 5),
            ("51867342", m - 10, 3),
            ("61825437", (m + 1) // 2, m - 2),
            ("71642538", 0, 0),
        ],
        4: [
            side,
            inner,
            ("51867342", m - 8, 1),
            ("51342678", 10, m - 5),
            ("86753421", 13, (m + 2) // 2),
            ("78563421", 0, 0),
        ],
        5: [side, inner, ("51324678", m - 2, (m - (5 if m % 16 == 5 else 13)) // 2), ("15234678", 0, 0)],
        6: [
            ("34261578", 6, 1),
            ("87642135", 3, 1),
            ("54132678", m - 10, 1),
            ("52431678", 10, m - 2),
            ("85647123", 3, (m + 8) // 2),
            ("12453678", 0, 0),
        ],
        7: [
            ("34625718", m - 1, m - 2),
            ("42681357", m - 6, m),
            ("86512347", 2, 5),
            ("51867342", m - 6, 3),
            ("61825437", (m + 1) // 2, m - 2),
            ("61357284", 0, 0),
        ],
    }
    return of_remainder[m % 8]
