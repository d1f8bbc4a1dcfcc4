"""Boards that are their own mirror image: half a sweep, and the table at the middle joined with itself.

If a half-turn, or turning the board upside down, maps a question to itself, what a sweep of the lower half
from below would find is what that of the upper half has found, read from the other side.  Each path is then a
path of each half for every word over the middle: pairs of words are counted that make one path
(`gridwalk.kernels.frontier.meander`).  There are fewer of these pairs than there are words to visit in the
other half, up to some 25 columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.profile.roles import END_CELL, LAST, CellRoles
from gridwalk.frontier.profile.size import Side, cheapest

MOST_COLUMNS = 22  # the lists of meanders take 40 MB at 20 columns, 280 at 22


@dataclass(frozen=True)
class Mirror:
    """Where a sweep meets its mirror image.

    Attributes
    ----------
    upper, middle : int
        The cells of the upper half, and of these and of the middle row; the same if there is none.
    begins : tuple of int
        The first place of the words that a cut has, after *upper* and after *middle*.
    turned : bool
        Whether the mirror image is a half-turn; else it is upside down.

    """

    upper: int
    middle: int
    begins: tuple[int, int]
    turned: bool


def share_of(question: CellRoles) -> float:
    """Return which share of its cells a sweep in memory does: those up to the middle, if it is folded."""
    side, size = cheapest(question)
    mirror = mirror_of(question, side)
    return 1.0 if mirror is None else mirror.middle / size.cells


def mirror_of(question: CellRoles, side: Side) -> Mirror | None:
    """Return where the sweep of a side meets its mirror image; None: it has none, or that is of no use."""
    rows, columns = side.roles.shape
    upper = rows // 2
    middle = rows - upper
    ends = np.flatnonzero((side.roles >= END_CELL).any(1))
    if upper < 1 or middle >= rows or columns > MOST_COLUMNS or (side.roles >= LAST).any():
        return None
    if ends.size and not (ends.size == 2 and ends[0] < upper and ends[1] >= middle):
        return None
    number = side.number
    for turned in (True, False):
        flip = np.s_[::-1, :: -1 if turned else 1]
        same = (side.roles[flip] == side.roles).all() and (side.must[flip] == side.must).all()
        if same and (question.walls is None or _walls_agree(question, number, number[flip])):
            back = side.backwards()
            cells = np.cumsum((side.roles > 0).sum(1)).tolist()
            begins = 1 - int(back[upper]), 1 - int(back[middle])
            return Mirror(cells[upper - 1], cells[middle - 1], begins, turned)
    return None


def _walls_agree(question: CellRoles, one: NDArray[Any], two: NDArray[Any]) -> bool:
    """Whether the walls between cells are those between their images."""

    def apart(number: NDArray[Any]) -> list[bool]:
        sides = (number[:, :-1], number[:, 1:]), (number[:-1], number[1:])
        pairs = (pair for u, v in sides for pair in zip(u.ravel().tolist(), v.ravel().tolist(), strict=True))
        return [question.are_apart(u, v) for u, v in pairs]

    return apart(one) == apart(two)
