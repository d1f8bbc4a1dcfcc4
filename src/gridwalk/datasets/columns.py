"""The schema of a dataset: its columns, and how boards and paths are packed into bytes.

Cells are flat indices, ``row * columns + column``.  Bits are packed eight to a byte, the first in the highest
bit, as `numpy.packbits` does.  Moves of a path are numbers in the order of the column ``moves``, of
1, 2, 4 or 8 bits each.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, InputError
from gridwalk.grids.moves import NAMED_MOVES, Moves
from gridwalk.grids.passages import period_of
from gridwalk.render.seams import steps_along

if TYPE_CHECKING:
    from gridwalk.answers.path import Path
    from gridwalk.board import Board

MAX_TABLE = 64  # a side of the table from steps to numbers
SCHEMA = 1  # raised when columns change their meaning

Kind = Literal["int32", "int64", "float", "bool", "text", "bytes", "cells"]
Row = dict[str, Any]  # or part of it; None is null


@dataclass(frozen=True)
class Column:
    """A column of a dataset.

    Attributes
    ----------
    name : str
    kind : str
        "int32", "int64", "float" (64 bits), "bool", "text" (UTF-8), "bytes", or "cells": a list of int32.
    about : str
        What it holds, in a sentence.
    nullable : bool
        Whether a row may be without it.

    """

    name: str
    kind: Kind
    about: str
    nullable: bool = True


BOARD_COLUMNS = (
    Column("index", "int64", "The number of the row, from 0.", False),
    Column("seed", "int64", "`make(maker, **parameters, rng=seed)` makes the board; -1: given.", False),
    Column("maker", "text", "The maker; null for boards that were given."),
    Column("parameters", "text", "The other arguments of `make`, as JSON; null for boards that were given."),
    Column("rows", "int32", "Rows of cells.", False),
    Column("columns", "int32", "Columns of cells.", False),
    Column("open", "bytes", "Bits, row by row: 1 where a cell is open.", False),
    Column("right", "bytes", "Bits of `Board.walls.right`, row by row; null without walls between cells."),
    Column("below", "bytes", "Bits of `Board.walls.below`, row by row; null likewise."),
    Column("costs", "bytes", "float64, little-endian, row by row; null: every move costs its length."),
    Column("moves", "text", "rook, king, knight, or the moves in letters: U,R,D,L.", False),
    Column("corners", "text", "The corner rule of diagonal steps: both, one or none.", False),
    Column("wrap", "text", "Which sides meet: rows, columns or both; null: none."),
    Column("start", "int32", "The cell where paths start.", False),
    Column("exits", "cells", "The cells where paths may end.", False),
    Column("digest", "text", "`Measures.digest`: of the board, its rotations and reflections.", False),
)  # fmt: skip


def board_values(board: Board) -> Row:
    """Return the columns of *board* from ``rows`` to ``exits``."""
    if board.one_way:
        raise InputError("a dataset holds no one-way cells: leave such boards out")
    if board.moves.slides or len(board.moves) > 32:
        raise InputError("a dataset holds no moves that slide, and at most 32 moves: leave such boards out")
    if board.diagonal is not None or board.portals:
        raise InputError("a dataset holds no portals, no factor of diagonal steps: leave such boards out")
    right = below = None
    if board.walls is not None:
        right, below = (np.packbits(side).tobytes() for side in board.walls)
    base = board.moves.unwrapped
    named = NAMED_MOVES.get(base.name)
    return {
        "rows": board.rows,
        "columns": board.columns,
        "open": np.packbits(board.open_cells).tobytes(),
        "right": right,
        "below": below,
        "costs": None if board.costs is None else board.costs.astype("<f8").tobytes(),
        "moves": base.name if named is not None and named.deltas == base.deltas else ",".join(base.names),
        "corners": base.corners,
        "wrap": board.wrap,
        "start": board.index(board.start),
        "exits": [row * board.columns + column for row, column in board.exits],
    }


def board_of(values: Row) -> Board:
    """Return the board of a row."""
    from gridwalk.board import Board

    rows, columns, wrap = int(values["rows"]), int(values["columns"]), values["wrap"]
    shape, period = (rows, columns), period_of((rows, columns), wrap)
    walls = costs = None
    if values["right"] is not None:
        walls = (
            unpacked(values["right"], (rows, columns if period[1] else columns - 1)),
            unpacked(values["below"], (rows if period[0] else rows - 1, columns)),
        )
    if values["costs"] is not None:
        costs = np.frombuffer(values["costs"], "<f8").reshape(shape)
        costs = costs.astype(np.int64) if (costs == np.floor(costs)).all() else costs
    return Board(
        unpacked(values["open"], shape),
        moves=_moves_of(values["moves"]).with_corners(values["corners"]),
        costs=costs,
        walls=walls,
        wrap=wrap,
        start=divmod(int(values["start"]), columns),
        exits=[divmod(int(cell), columns) for cell in values["exits"]],
    )


def _moves_of(text: str) -> Moves:
    if text in NAMED_MOVES:
        return NAMED_MOVES[text]
    words = [{letter: word.count(letter) for letter in "UDLR"} for word in text.split(",")]
    return Moves([(word["D"] - word["U"], word["R"] - word["L"]) for word in words])


def unpacked(data: bytes, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return an array of bool of its bits."""
    bits = np.unpackbits(np.frombuffer(data, np.uint8), count=prod(shape))
    return bits.reshape(shape).view(np.bool_)


# ----------------------------------------------------------------------------------- paths


def bits_of_move(number: int) -> int:
    """Return how many bits a move takes of a stencil of *number* moves: 1, 2, 4 or 8."""
    return next(bits for bits in (1, 2, 4, 8) if number <= 1 << bits)


def packed_moves(path: Path) -> bytes:
    """Return the moves of *path*, packed."""
    base = path.board.moves.unwrapped
    steps = steps_along(path.board, path.cells)
    if (known := _number_of_step(base.deltas)) is not None:
        low, number_of_step = known
        numbers = number_of_step[steps[:, 0] - low[0], steps[:, 1] - low[1]]
    else:
        numbers = (steps[:, None] == np.array(base.deltas)).all(axis=2).argmax(axis=1).astype(np.uint8)
    bits = bits_of_move(len(base))
    table = np.unpackbits(numbers[:, None], axis=1)[:, 8 - bits :]
    return np.packbits(table).tobytes()


@lru_cache(maxsize=64)
def _number_of_step(deltas: tuple[Cell, ...]) -> tuple[Cell, NDArray[np.uint8]] | None:
    """Return a table from steps to the numbers of moves, and the step of its corner; None: too large."""
    stencil = np.array(deltas)
    low, high = stencil.min(axis=0), stencil.max(axis=0)
    if int((high - low).max()) >= MAX_TABLE:
        return None
    table = np.zeros(high - low + 1, np.uint8)
    table[tuple((stencil - low).T)] = np.arange(len(deltas))
    return (int(low[0]), int(low[1])), table


def unpacked_cells(board: Board, length: int, data: bytes) -> NDArray[np.int32]:
    """Return the cells of a path of *length* moves from the start of *board*, int32 of shape (n, 2)."""
    base = board.moves.unwrapped
    bits = bits_of_move(len(base))
    table = np.unpackbits(np.frombuffer(data, np.uint8), count=length * bits).reshape(length, bits)
    numbers = table @ (1 << np.arange(bits - 1, -1, -1))
    cells = np.zeros((length + 1, 2), np.int64)
    cells[0] = board.start
    cells[1:] = np.array(base.deltas, np.int64)[numbers]
    cells = np.cumsum(cells, axis=0)
    for axis, size in enumerate(period_of(board.shape, board.wrap)):
        if size:
            cells[:, axis] %= size
    return cells.astype(np.int32)
