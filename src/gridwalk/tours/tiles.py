"""Knight's tours of whole rectangular boards, built of small tours that fit together like tiles.

A tile is joined to the tile above it or to the left of it by a *hook*, a move near its upper left corner.
Unless a tour ends in a corner, it makes a certain move there.  The hook and the move at the corner of the
other tile are replaced by two moves between the tiles.  O(cells).

    to the left (the other tile ends in column -1)     above: rows and columns exchanged
    its corner  (0, -1) - (2, -2)
    the hook    (1, 1) - (3, 0)
    instead     (0, -1) - (1, 1) and (2, -2) - (3, 0)

So a tile is a path from (1, 1) to the other end of the hook, with an excursion to each tile joined to it.
All tiles are found by the edge search, when they are first needed.

The tiles of the first column are the *spine*: each except the first is joined to the tile above it.  Every
other tile is joined to its left neighbour, so that an *arm* starts at each tile of the spine.  Each excursion
visits a rectangle.  So its number of cells is known, and the place of every cell in the tour follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.moves import KNIGHT
from gridwalk.errors import Cell, Message
from gridwalk.question.question import Question
from gridwalk.runtime.codes import FOUND
from gridwalk.tours.edges import EdgeSearch
from gridwalk.tours.existence import is_knights_rectangle
from gridwalk.tours.partial_tour import PartialTour

CLOSED, OPEN, LEFT, ABOVE = "closed", "open", "left", "above"  # first tiles, and where others are joined
STEPS_A_CALL = 1 << 20


@dataclass(frozen=True, eq=False)
class Tile:
    """A tile: a path over its cells, with the places of its excursions.

    Attributes
    ----------
    cells : int64 array, shape (n, 2)
        Its cells in the order of the path.
    right, below : int
        The number of cells before the excursion to the tile on the right, and to the tile below.
    right_forward, below_forward : bool
        Whether the path through that tile starts at (1, 1); otherwise at the other end of its hook.

    """

    cells: NDArray[np.int64]
    right: int
    right_forward: bool
    below: int
    below_forward: bool

    def places(self, right: int, below: int) -> NDArray[np.int64]:
        """Return the place of each cell in a tour whose excursions visit the given numbers of cells."""
        places: NDArray[np.int64] = np.arange(len(self.cells))
        places += right * (places >= self.right) + below * (places >= self.below)
        return places


def unsuitable(question: Question) -> str | None:
    """Return why no tour built of tiles answers a question with one start; None if one does."""
    rows, columns = question.board.shape
    if not is_knights_rectangle(question.board) or min(rows, columns) < 5:
        return "it builds knight's tours of whole boards of 5 x 5 cells or more"
    if question.exits is not None and not question.closed:
        return "it cannot end a tour at given exits"
    if rows * columns % 2 and question.closed:
        return "a board with an odd number of cells has no closed tour"
    if rows * columns % 2 and question.start not in (None, (0, 0)):
        return Message("on a board with an odd number of cells it begins at {cell}", cell=(0, 0))
    return None


def built(rows: int, columns: int, start: Cell) -> NDArray[np.int32]:
    """Return the cells of a tour in order, shape (n, 2); closed if n is even, else open from (0, 0)."""
    heights, widths = parts(rows), parts(columns)
    cells = np.empty((rows * columns, 2), np.int32)
    arms: dict[tuple[int, bool], NDArray[np.int32]] = {}  # by height and direction
    kind, forward, begin, top = OPEN if rows * columns % 2 else CLOSED, True, 0, 0
    for height in heights:
        here = tile(height, widths[0], kind, forward)
        right, below = height * (columns - widths[0]), (rows - top - height) * columns
        cells[begin + here.places(right, below)] = here.cells + np.array([top, 0])
        key = height, here.right_forward
        if key not in arms:
            arms[key] = _arm(height, widths[1:], here.right_forward)
        first = begin + here.right + (below if here.below < here.right else 0)
        cells[first : first + right] = arms[key] + np.array([top, widths[0]], np.int32)
        begin += here.below + (right if here.right < here.below else 0)
        kind, forward, top = ABOVE, here.below_forward, top + height
    return np.roll(cells, -_place(cells, start), axis=0)


def _arm(height: int, widths: list[int], forward: bool) -> NDArray[np.int32]:
    """Return the cells of an arm in order, from its upper left corner."""
    columns, begin, left = sum(widths), 0, 0
    cells = np.empty((height * columns, 2), np.int32)
    for width in widths:
        here = tile(height, width, LEFT, forward)
        beyond = height * (columns - left - width)
        cells[begin + here.places(beyond, 0)] = here.cells + np.array([0, left])
        begin, forward, left = begin + here.right, here.right_forward, left + width
    return cells


def parts(n: int) -> list[int]:
    """Return the sizes of the parts of a side of *n* cells, at least 5: all are 8, except one or two.

    >>> parts(5), parts(21), parts(44)
    ([5], [5, 8, 8], [6, 6, 8, 8, 8, 8])
    """
    first = {0: [8], 1: [9], 2: [10], 3: [5, 6], 4: [6, 6], 5: [5], 6: [6], 7: [7]}[n % 8]
    return first + [8] * ((n - sum(first)) // 8)


@cache
def tile(rows: int, columns: int, kind: str, forward: bool = True) -> Tile:
    """Return the tile of the given size: a first one, CLOSED or OPEN, or one joined to the LEFT or ABOVE."""
    if not forward:
        return _prepared(tile(rows, columns, kind).cells[::-1])
    if kind == ABOVE:
        return _prepared(tile(columns, rows, LEFT).cells[:, ::-1])
    cells = _found(rows, columns, kind)
    if kind == LEFT:
        at = _place(cells, (1, 1))
        cells = np.roll(cells, -at, axis=0)
        if tuple(cells[-1].tolist()) != (3, 0):
            cells = np.roll(cells[::-1], 1, axis=0)
    return _prepared(cells)


def _found(rows: int, columns: int, kind: str) -> NDArray[np.int64]:
    """Search for a tour with the edge of the hook, or with the edges at the corners."""
    board = Board.rectangle(rows, columns, moves=KNIGHT)
    starts = ((0, 0),) if kind == OPEN else None
    partial = PartialTour(Question(board, starts, tour=True, closed=kind != OPEN))
    search = EdgeSearch(partial)
    if kind == LEFT:
        search.force_edge((1, 1), (3, 0))
    if kind == OPEN:
        search.force_edge((0, columns - 1), (2, columns - 2))
        search.force_edge((rows - 1, 0), (rows - 2, 2))
    status = search.go_on(STEPS_A_CALL)
    assert status == FOUND, (rows, columns, kind)
    return np.column_stack(np.divmod(partial.cells.astype(np.int64), columns))


def _prepared(cells: NDArray[np.int64]) -> Tile:
    rows, columns = (cells.max(axis=0) + 1).tolist()
    right = _corner(cells, (0, columns - 1), (2, columns - 2))
    below = _corner(cells, (rows - 1, 0), (rows - 2, 2))
    return Tile(cells, *right, *below)


def _corner(cells: NDArray[np.int64], corner: Cell, other: Cell) -> tuple[int, bool]:
    """Return the index of the later cell of the move at a corner, and whether the corner is the earlier."""
    at, then = _place(cells, corner), _place(cells, other)
    return (at + 1, True) if then == at + 1 else (then + 1, False)


def _place(cells: NDArray[np.integer[Any]], cell: Cell) -> int:
    return int(np.flatnonzero((cells == cell).all(axis=1))[0])
