"""What a row of a dataset is: its columns, how boards and paths are packed into bytes, and what can be asked.

Cells are flat indices, ``row * columns + column``.  Bits are packed eight to a byte, the first in the highest
bit, as `numpy.packbits` does.  Moves of a path are numbers in the order of the column ``moves``, of
1, 2, 4 or 8 bits each.

To add a question: a function of a board and the limits of an answer that returns the values of its
columns, and a row of `ASKABLE`.  No path is an answer: nulls without a reason.  An answer out of reach
(a `LimitError`) is nulls, too, with the reason in the column ``<question>_error``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from math import log10, prod
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError, Cell, InputError, LimitError, UnknownChoiceError
from gridwalk.grids.moves import NAMED_MOVES, Moves
from gridwalk.grids.names import filed
from gridwalk.grids.passages import period_of
from gridwalk.measure import Measures, measures_of
from gridwalk.render.seams import steps_along
from gridwalk.runtime.limits import Limits

if TYPE_CHECKING:
    from gridwalk.answers.path import Path
    from gridwalk.board import Board
    from gridwalk.sets.pathset import PathSet

MAX_TABLE = 64  # a side of the table from steps to numbers
SCHEMA = 1  # raised when columns change their meaning

Kind = Literal["int32", "int64", "float", "bool", "text", "bytes", "cells"]
NUMBERS = ("int32", "int64", "float", "bool")  # kinds
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
    Column("seed", "int64", "`make(maker, **parameters, seed=seed)` makes the board; -1: given.", False),
    Column("maker", "text", "The maker; null for boards that were given."),
    Column("parameters", "text", "The other arguments of `make`, as JSON; null for boards that were given."),
    Column("rows", "int32", "Rows of cells.", False),
    Column("columns", "int32", "Columns of cells.", False),
    Column("open", "bytes", "Bits, row by row: 1 where a cell is open.", False),
    Column("right", "bytes", "Bits of `Board.walls.right`, row by row; null without walls between cells."),
    Column("below", "bytes", "Bits of `Board.walls.below`, row by row; null likewise."),
    Column("costs", "bytes", "float64, little-endian, row by row; null: every move costs its length."),
    Column("moves", "text", "orthogonal, king, knight, or the moves in letters: U,R,D,L.", False),
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
    if board.diagonal is not None or board.portals or board.levels is not None:
        raise InputError(
            "a dataset holds no portals, no levels, no factor of diagonal steps: leave such boards out"
        )
    if board.moves.cells != "square" and board.walls is not None:
        raise InputError("a dataset holds no walls between hexagons: leave such boards out")
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
    if (name := filed(text)) in NAMED_MOVES:
        return NAMED_MOVES[name]
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


# ---------------------------------------------------------------------------- what can be asked

Answer = Callable[["Board", Limits], Row]


@dataclass(frozen=True)
class Askable:
    """A question that is asked of every board.

    Attributes
    ----------
    name, about : str
        What it is called in ``ask``, and a sentence for the help.
    columns : tuple of Column
        What it answers with.
    answer : callable
        Takes a board and the limits of one answer; returns a value for each column.

    """

    name: str
    about: str
    columns: tuple[Column, ...]
    answer: Answer

    def of(self, board: Board, limits: Limits) -> Row:
        """Return the values for *board*, and why there are none."""
        error = f"{self.name}_error"
        try:
            return {**self.answer(board, limits), error: None}
        except LimitError as reason:
            return {**dict.fromkeys(self.names), error: str(reason)}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its columns."""
        return tuple(column.name for column in self.columns)

    @property
    def all_columns(self) -> tuple[Column, ...]:
        """Its columns, and the one for the reason."""
        about = f"Why {self.name} was not answered: a limit; else null."
        return (*self.columns, Column(f"{self.name}_error", "text", about))


def _paths(board: Board, limits: Limits) -> PathSet:
    paths = board.paths()
    return replace(paths, _question=replace(paths._question, limits=limits))


def _find(board: Board, limits: Limits) -> Row:
    return {"found": _paths(board, limits).find() is not None}


def _reach(board: Board, limits: Limits) -> Row:
    return {"reached": int(np.count_nonzero(board.reachable())) / board.open_count}


def _span(board: Board, limits: Limits) -> Row:
    top = [(0, column) for column in np.flatnonzero(board.open_cells[0]).tolist()]
    return {"spans": bool(top) and bool(board.reachable(top)[-1].any())}


def _best(name: str, path: Path | None) -> Row:
    values = (None,) * 3 if path is None else (path.length, float(path.cost), packed_moves(path))
    return dict(zip((f"{name}_length", f"{name}_cost", f"{name}_path"), values, strict=True))


def _shortest(board: Board, limits: Limits) -> Row:
    return _best("shortest", _paths(board, limits).shortest())


def _longest(board: Board, limits: Limits) -> Row:
    return _best("longest", _paths(board, limits).longest())


def _count(board: Board, limits: Limits) -> Row:
    number = _paths(board, limits).count()
    return {"count": str(number), "count_log10": log10(number) if number else None}


def _measure(board: Board, limits: Limits) -> Row:
    measures = measures_of(board, Limits(seconds=limits.seconds))
    return {column.name: getattr(measures, column.name) for column in MEASURES} | {"digest": measures.digest}


def _best_columns(name: str, what: str) -> tuple[Column, ...]:
    return (
        Column(f"{name}_length", "int32", f"Moves of {what}; null: there is none."),
        Column(f"{name}_cost", "float", "Its cost."),
        Column(f"{name}_path", "bytes", "Its moves from the start, packed."),
    )


_ABOUT_MEASURES = {
    "cells": "Open cells.",
    "edges": "Pairs of cells that a move joins.",
    "components": "Parts that no move joins.",
    "dead_ends": "Cells of one move.",
    "junctions": "Cells of three moves or more.",
    "corridors": "Walks through cells of two moves.",
    "mean_corridor": "Their moves on average.",
    "longest_corridor": "The moves of the longest.",
    "loops": "Independent cycles.",
    "perfect": "Whether exactly one path joins any two cells.",
    "solution_length": "Moves of a cheapest path.",
    "solution_share": "The share of the open cells on it.",
    "turns": "How often it changes direction.",
    "decisions": "Its cells with a wrong way out.",
    "diameter": "The greatest distance between two cells.",
}
SHARES = ("reached", "solution_share")
_KIND = {"mean_corridor": "float", "solution_share": "float", "perfect": "bool"}
MEASURES = tuple(
    Column(field.name, _KIND.get(field.name, "int32"), _ABOUT_MEASURES[field.name])  # type: ignore[arg-type]
    for field in fields(Measures)
    if field.name in _ABOUT_MEASURES
)

_ROWS = (
    Askable("find", "Is there a path?",
             (Column("found", "bool", "Whether there is a path from the start to an exit."),), _find),
    Askable("reach", "How much of the board can be reached?",
             (Column("reached", "float", "The share of the open cells that the start reaches."),), _reach),
    Askable("span", "Is there a path from the first row to the last?",
             (Column("spans", "bool", "Whether there is a path from the first row to the last."),), _span),
    Askable("shortest", "A shortest path.", _best_columns("shortest", "a cheapest path"), _shortest),
    Askable("longest", "A longest path.", _best_columns("longest", "a longest path"), _longest),
    Askable("count", "How many paths there are.",
             (Column("count", "text", "The number of paths, in decimal: it may have hundreds of digits."),
              Column("count_log10", "float", "Its logarithm; null: there is none.")), _count),
    Askable("measure", "What the board is like, as `Board.measure` says.", MEASURES, _measure),
)  # fmt: skip
ASKABLE = {question.name: question for question in _ROWS}


NUMBER_COLUMNS = {column.name: column for row in _ROWS for column in row.columns if column.kind in NUMBERS}


def asked(ask: str | Iterable[str]) -> tuple[Askable, ...]:
    """Return the questions of these names, in the order of the table; raise an error for another name."""
    names = _names(ask)
    for name in names:
        UnknownChoiceError.check("ask", name, ASKABLE)
    return tuple(question for question in _ROWS if question.name in names)


def columns_asked(ask: str | Iterable[str]) -> tuple[tuple[Askable, ...], tuple[Column, ...]]:
    """Return questions and their columns of numbers, asked for by the name of a question or a column."""
    chosen: dict[str, Column] = {}
    for name in _names(ask):
        UnknownChoiceError.check("ask", name, [*ASKABLE, *NUMBER_COLUMNS])
        wanted = ASKABLE[name].columns if name in ASKABLE else (NUMBER_COLUMNS[name],)
        chosen |= {column.name: column for column in wanted if column.name in NUMBER_COLUMNS}
    return tuple(row for row in _ROWS if chosen.keys() & row.names), tuple(chosen.values())


def is_share(name: str) -> bool:
    """Whether the mean of this column of numbers is a share, from 0 to 1."""
    return NUMBER_COLUMNS[name].kind == "bool" or name in SHARES


def _names(ask: str | Iterable[str]) -> list[str]:
    try:
        names = [ask] if isinstance(ask, str) else list(ask)
    except TypeError:
        raise ArgumentError("ask", ask, f"names such as {', '.join(ASKABLE)}") from None
    if not names:
        raise ArgumentError("ask", ask, f"at least one of {', '.join(ASKABLE)}")
    return names


def schema_of(questions: Iterable[Askable]) -> tuple[Column, ...]:
    """Return all columns of a dataset that asks these questions."""
    return BOARD_COLUMNS + tuple(column for question in questions for column in question.all_columns)
