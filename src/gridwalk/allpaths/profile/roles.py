"""Orthogonal boards, planar as they are: a question about all their paths or cycles, such as a block is.

A cell has a *role*; everything that can be asked here is a board of roles::

    paths to one exit       start and exit END_CELL, other open cells INNER
    paths to the first exit start END_CELL, exits LAST, others INNER
    any last cell           start END_CELL, all others EITHER
    any first and last cell all EITHER (each path once, not once per direction)
    cycles                  all INNER

and the cells that have to be visited.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.network import Block
from gridwalk.board.board import Board
from gridwalk.board.moves import ORTHOGONAL
from gridwalk.board.passages import Walls
from gridwalk.errors import InputError

CLOSED, INNER, END_CELL, LAST, EITHER = range(5)
NOWHERE = -1


@dataclass(frozen=True, eq=False)
class CellRoles:
    """Which paths or cycles of a board are meant.

    Parameters
    ----------
    roles : uint8 array, shape (rows, columns)
        The role of each cell.
    must : array of bool, shape (rows, columns)
        The cells that have to be visited.
    start : int
        The flat index of the cell from which an answer lists its cells, or NOWHERE: the lesser
        of its two ends, or of all the cells of a cycle.
    walls : Walls, optional
        Walls between cells, both arrays of the shape of the board; those on the border mean nothing.

    """

    roles: NDArray[np.uint8]
    must: NDArray[np.bool_]
    start: int = NOWHERE
    walls: Walls | None = None

    def __post_init__(self) -> None:
        ends, free = int((self.roles == END_CELL).sum()), bool((self.roles >= LAST).any())
        either = bool((self.roles == EITHER).any())
        if ends + free != 2 and not (ends == 0 and (either or not free)):
            raise InputError(f"a path has two ends; the roles give {ends}, and {'more' if free else 'none'}")
        if self.roles.shape != self.must.shape:
            raise InputError(f"roles are {self.roles.shape} and must is {self.must.shape}: shapes differ")

    @property
    def facts(self) -> tuple[object, ...]:
        """What tells this board from others in the name of a part."""
        return self.roles, self.must, *(self.walls or ())

    def are_apart(self, u: NDArray[Any], v: NDArray[Any]) -> NDArray[np.bool_]:
        """Whether walls stand between cells *u* and *v*, flat, that are next to each other."""
        if self.walls is None:
            return np.zeros(u.shape, bool)
        below = np.abs(u - v) == self.roles.shape[1]
        at = np.minimum(u, v)
        found: NDArray[np.bool_] = np.where(below, self.walls.below.flat[at], self.walls.right.flat[at])
        return found

    @property
    def is_hopeless(self) -> bool:
        """Whether no cell is open, or one that must be visited is closed."""
        is_open = self.roles != CLOSED
        return not is_open.any() or bool((self.must & ~is_open).any())


WIDEST = 28  # columns: the words of a wider cut do not fit in 63 bits, with room for a move


@dataclass(frozen=True)
class Plane:
    """A question about the rows and columns that a block lies in, and where they are on the board."""

    question: CellRoles
    top: int
    left: int
    columns: int  # of the board

    @property
    def window(self) -> tuple[slice, slice]:
        """The rows and columns of the board."""
        rows, columns = self.question.roles.shape
        return slice(self.top, self.top + rows), slice(self.left, self.left + columns)

    def on_board(self, cells: Sequence[int]) -> NDArray[np.int32]:
        """Return the board's flat cells of those of an answer."""
        rows, columns = np.divmod(np.array(cells, np.int32), np.int32(self.question.roles.shape[1]))
        flat: NDArray[np.int32] = (rows + np.int32(self.top)) * np.int32(self.columns) + columns
        return flat + np.int32(self.left)

    def in_window(self, cells: NDArray[np.int32]) -> list[int] | None:
        """Return the inverse of `on_board`; None if some of *cells* lie outside."""
        rows, columns = np.divmod(cells, np.int32(self.columns))
        rows, columns = rows - self.top, columns - self.left
        height, width = self.question.roles.shape
        inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
        flat: list[int] = (rows * width + columns).tolist()
        return flat if inside.all() else None


def why_no_plane(block: Block, board: Board, widest: int = WIDEST) -> str | None:
    """Return why a question about a block cannot be expressed as roles of its cells, None: it can."""
    if not (board._is_plain(ORTHOGONAL) and board._rules_are_mutual):
        return "it needs orthogonal moves, there and back, on a board that is not wrapped round"
    rows, columns = np.divmod(block.cells, np.int32(board.columns))
    narrow = 1 + int(min(np.ptp(rows), np.ptp(columns)))
    if narrow > widest:
        return f"the board is {narrow:,} cells wide, and at most {widest} can be swept"
    if block.network.cyclic or _is_anywhere(block):
        return None
    if block.entrances.size > 1 or block.entrances[0] in block.exits:
        return "it takes paths from one start, or from any cell to any other"
    return None


def _is_anywhere(block: Block) -> bool:
    """Whether paths begin and end at any two cells."""
    return 1 < block.entrances.size == block.exits.size == block.cells.size


def plane_of(block: Block, board: Board, *, passing: bool) -> Plane:
    """Return the question about a block as roles of its cells, unless there is a reason against it."""
    rows, columns = np.divmod(block.cells, np.int32(board.columns))
    top, left = int(rows.min()), int(columns.min())
    shape = int(rows.max()) - top + 1, int(columns.max()) - left + 1

    def at(cells: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        rows, columns = np.divmod(cells, np.int32(board.columns))
        return rows - np.int32(top), columns - np.int32(left)

    roles, must, start = np.full(shape, CLOSED, np.uint8), np.zeros(shape, bool), NOWHERE
    roles[at(block.cells)] = INNER
    must[at(block.must)] = True
    if not block.network.cyclic:
        # Where paths do not pass exits, they end at the first.
        roles[at(block.exits)] = END_CELL if block.exits.size == 1 else EITHER if passing else LAST
        if not _is_anywhere(block):
            row, column = at(block.entrances[:1])
            roles[row, column] = END_CELL
            start = int(row[0]) * shape[1] + int(column[0])
    plane = Plane(CellRoles(roles, must, start), top, left, board.columns)
    if board.walls is None:
        return plane
    right, below = (side[plane.window] for side in board.walls.padded(board.shape))
    return replace(plane, question=replace(plane.question, walls=Walls(right, below)))
