"""Cells and their names: ``(row, column)``, flat index, chess square.

A cell's flat index is ``v = row * columns + column``.  A square name counts columns in
letters from the left (a, b, ..., z, aa, ...) and ranks from the bottom (1, 2, ...).

Facts about a grid for shortcuts that do not read its legal-move table.

The table contains all rules.  Some algorithms read the open cells and the moves instead: bit maps for jump
points, the listing of a rook's paths, theorems about rectangles.  They are correct only if open
cells and moves determine the table; walls between cells or a `GridWithout` break that.
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from numbers import Number
from typing import Any

import numpy as np

from gridwalk.errors import Cell, CellNameError, OutsideBoardError
from gridwalk.grids.moves import ROOK, Moves

CellLike = Any  # (row, column), "row,column" or a square name; `as_cell` checks it

_PAIR = re.compile(r"\s*[(\[]?\s*(-?\d{1,9})\s*[,;\s]\s*(-?\d{1,9})\s*[)\]]?\s*")
_SQUARE = re.compile(r"\s*([a-z]{1,4})(\d{1,9})\s*", re.IGNORECASE | re.ASCII)


def as_cell(value: CellLike, shape: tuple[int, int], name: str) -> Cell:
    """Return *value* as a cell ``(row, column)`` of a board of that *shape*.

    >>> as_cell("a1", (8, 8), "start"), as_cell("0,3", (8, 8), "start"), as_cell((2, 1), (8, 8), "start")
    ((7, 0), (0, 3), (2, 1))
    """
    if isinstance(value, str):
        row, column = _from_text(value, shape, name)
    else:
        try:
            row, column = (operator.index(part) for part in value)
        except (TypeError, ValueError):
            raise CellNameError(name, value) from None
    if not (0 <= row < shape[0] and 0 <= column < shape[1]):
        raise OutsideBoardError(name, (row, column), shape, value if isinstance(value, str) else None)
    return row, column


def is_one_cell(cells: Any) -> bool:
    """Whether these are meant as one cell, if perhaps a wrong one, and not as several."""
    if isinstance(cells, str):
        return True
    # A sequence of numbers is meant as one cell, even a wrong one such as (1, 2, 3).
    if isinstance(cells, np.ndarray) and cells.ndim == 0:
        return True
    return isinstance(cells, tuple | list | np.ndarray) and len(cells) > 0 and isinstance(cells[0], Number)


def _from_text(text: str, shape: tuple[int, int], name: str) -> Cell:
    if pair := _PAIR.fullmatch(text):
        return int(pair[1]), int(pair[2])
    if square := _SQUARE.fullmatch(text):
        column = 0
        for letter in square[1].lower():
            column = column * 26 + ord(letter) - ord("a") + 1
        return shape[0] - int(square[2]), column - 1
    raise CellNameError(name, text)


def square_name(cell: Cell, rows: int) -> str:
    """Return the square name of *cell* on a board of *rows* rows: ``(7, 0)`` is ``"a1"`` on 8.

    >>> square_name((7, 0), 8), square_name((0, 27), 8)
    ('a1', 'ab8')
    """
    letters, column = "", cell[1] + 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return f"{letters}{rows - cell[0]}"


@dataclass(frozen=True)
class Geometry:
    """Facts about a grid that are expensive to read from its legal-move table.

    Attributes
    ----------
    cells_decide : bool
        Whether the table follows from open cells, moves and one-way cells alone.
    undirected : bool
        Whether the rules alone show that every move has a reverse move: `Grid.symmetric` reads the table.
    every_cell_is_open : bool
        Whether the grid has no wall and no one-way cell.
    is_wrapped : bool
        Whether some sides of the grid meet.
    has_portals : bool
        Whether cells have moves of their own.
    stencil : frozenset of (d_row, d_column)
        The moves, in no order.

    """

    cells_decide: bool
    undirected: bool
    every_cell_is_open: bool
    is_wrapped: bool
    has_portals: bool
    stencil: frozenset[tuple[int, int]]

    @property
    def open_rectangle(self) -> bool:
        """Whether the grid is a whole rectangle with all its moves."""
        return self.cells_decide and self.every_cell_is_open

    def has_moves_of(self, moves: Moves) -> bool:
        """Whether the moves are those of *moves*, in whatever order."""
        return self.stencil == set(moves.deltas)

    @property
    def is_planar(self) -> bool:
        """Whether the grid is an undirected plane grid graph: the rook's moves, or those left by walls."""
        return not (self.is_wrapped or self.has_portals) and self.undirected and self.has_moves_of(ROOK)
