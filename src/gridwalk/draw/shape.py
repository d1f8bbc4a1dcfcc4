"""Places and shapes of cells in a drawing: squares, hexagons in rows, nodes of a network.

The unit is the width of a cell.  Marks in a cell are placed in the square around its middle; only the ground
and the walls need corners.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.hexagons import shown_cells
from gridwalk.board.moves import HEX_STEPS
from gridwalk.board.passages import steps_along, through_portals
from gridwalk.io.lines.rooms import walls_of

if TYPE_CHECKING:
    from gridwalk.board.board import Board

ROW = math.sqrt(3) / 2  # from a row of hexagons to the next
SIDE = 1 / math.sqrt(3)  # of a hexagon; and from its middle to a corner
# The corners of a hexagon around its middle; from corner k to k + 1 runs the side that step k crosses.
CORNERS = SIDE * np.array(
    [(math.cos(k * math.pi / 3), math.sin(k * math.pi / 3)) for k in (-0.5, 0.5, 1.5, 2.5, 3.5, 4.5)]
)


class Shape:
    """Squares: cell ``(row, column)`` has ``column <= x <= column + 1`` and ``row <= y <= row + 1``.

    Attributes
    ----------
    width, height : float
        The size of the whole drawing.
    corners : float64 array, shape (n, 2)
        The corners of a cell around its middle, (x, y).
    shown : bool array
        Which cells are drawn.

    """

    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])

    def __init__(self, board: Board) -> None:
        self._board = board
        self.width, self.height = float(board.columns), float(board.rows)
        self.shown: NDArray[np.bool_] = np.ones(board.shape, np.bool_)

    def points(self, places: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return (x, y) of places (row, column); the middle of cell (0, 0) is (0.5, 0.5)."""
        return places[..., ::-1].astype(np.float64, copy=False)

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Return the upper left corner of the square around the middle of a cell."""
        return column, row

    def outlines(self, mask: NDArray[np.bool_], size: float = 1.0) -> Sequence[NDArray[np.float64]]:
        """Return the corners of the shown cells of *mask*, enlarged by *size*: (n, 2) each."""
        return list(self.points(np.argwhere(mask & self.shown) + 0.5)[:, None] + size * self.corners)

    @cached_property
    def walls(self) -> NDArray[np.float64]:
        """The lines of walls and of the border, each once: (n, 2, 2)."""
        sides, levels = walls_of(self._board), self._board.levels
        if levels is not None:  # each level has walls around it
            between = np.arange(levels.rows, self._board.rows, levels.height)
            sides.level[between] = sides.level[between + 1] = True
            sides.upright[between] = False
        level = [((first, line), (last, line)) for line, first, last in runs(sides.level)]
        upright = [((line, first), (line, last)) for line, first, last in runs(sides.upright.T)]
        return np.array(level + upright, np.float64)

    def pieces(self, cells: NDArray[np.integer]) -> list[NDArray[np.float64]]:
        """Return the line through the middles of *cells*, where it turns and ends, broken at seams."""
        return [self.points(piece) for piece in pieces_of(self._board, cells)]

    def turn(self, step: tuple[int, int]) -> float:
        """Return the direction of a step, clockwise from the right."""
        return math.atan2(*step)


class Outlined(Shape):
    """Cells that are no squares: each is filled by its outline, with a line around it."""


class Hexagons(Outlined):
    """Hexagons with a corner on top, each row half a cell further right; the outside of a map is left out."""

    corners = CORNERS

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.shown = shown_cells(board.open_cells)
        rows, columns = np.nonzero(self.shown)
        left = columns + rows / 2
        self._left = float(left.min())
        self.width, self.height = float(left.max()) - self._left + 1, (board.rows - 1) * ROW + 2 * SIDE

    def points(self, places: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return (x, y) of places (row, column)."""
        down, across = places[..., 0] - 0.5, places[..., 1] - 0.5
        return np.stack([across + down / 2 + 0.5 - self._left, down * ROW + SIDE], axis=-1)

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Return the upper left corner of the square around the middle of a cell."""
        return column + row / 2 - self._left, row * ROW + SIDE - 0.5

    def turn(self, step: tuple[int, int]) -> float:
        """Return the direction of a step, clockwise from the right."""
        return math.atan2(step[0] * ROW, step[1] + step[0] / 2)

    @cached_property
    def walls(self) -> NDArray[np.float64]:
        """The sides of open cells that are walls or border, each once: (n, 2, 2)."""
        board = self._board
        rows, columns = board.shape
        shown, is_open = np.pad(self.shown, 1), np.pad(board.open_cells, 1)
        sides = () if board.walls is None else board.walls.padded(board.shape).sides
        found = []
        for k, (down, across) in enumerate(HEX_STEPS):
            beyond = np.s_[1 + down : rows + 1 + down, 1 + across : columns + 1 + across]
            here = board.open_cells & ~shown[beyond]
            if k < len(sides):
                here |= board.open_cells & is_open[beyond] & sides[k]
            middles = self.points(np.argwhere(here) + 0.5)
            found.append(middles[:, None] + CORNERS[[k, (k + 1) % 6]])
        return np.concatenate(found)


def runs(mask: NDArray[np.bool_]) -> list[list[int]]:
    """Return the row, the first column, and the column after the last of every run of true values."""
    edges = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    row_of_run, first = np.nonzero(edges == 1)
    found: list[list[int]] = np.stack([row_of_run, first, np.nonzero(edges == -1)[1]], axis=1).tolist()
    return found


def pieces_of(board: Board, cells: NDArray[np.integer]) -> list[NDArray[np.float64]]:
    """Return the line through the middles of *cells*, broken where it crosses a seam of the board.

    Each piece has the shape (n, 2), rows and columns, in units of a cell; the middle of cell (0, 0) is
    (0.5, 0.5).
    """
    middles: NDArray[np.float64] = cells.astype(np.float64) + 0.5
    deltas, steps = np.diff(cells, axis=0), steps_along(board, cells)
    jumps = through_portals(board, cells)
    over = np.flatnonzero((deltas != steps).any(axis=1) | jumps)
    pieces, first, coming = [], 0, middles[:0]
    for i in over.tolist():
        if jumps[i]:  # the line ends at a portal, and continues at the other end
            pieces.append(np.concatenate([coming, _turns(middles[first : i + 1])]))
            first, coming = i + 1, middles[:0]
            continue
        crossing = deltas[i] != steps[i]
        out = middles[i] + steps[i] * _share(middles[i], steps[i], crossing, board.shape)
        pieces.append(np.concatenate([coming, _turns(middles[first : i + 1]), [out]]))
        coming = middles[i + 1] - steps[i] * _share(middles[i + 1], -steps[i], crossing, board.shape)
        first, coming = i + 1, coming[None]
    pieces.append(np.concatenate([coming, _turns(middles[first:])]))
    return pieces


def _share(
    at: NDArray[np.float64], step: NDArray[np.int64], crossing: NDArray[np.bool_], shape: tuple[int, int]
) -> float:
    """Return the share of *step*, from *at*, up to the first side that it crosses."""
    room = np.where(step > 0, np.array(shape) - at, at)[crossing]
    return float((room / np.abs(step[crossing])).min())


def _turns(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points at which a line turns, and its ends."""
    if len(points) < 3:
        return points
    steps = np.diff(points, axis=0)
    turns = np.flatnonzero((steps[1:] != steps[:-1]).any(axis=1)) + 1
    return np.take(points, np.concatenate([[0], turns, [len(points) - 1]]), axis=0)
