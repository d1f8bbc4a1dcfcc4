"""Boards of several levels: one flat board, the levels one below another, with a closed row between them.

Level 0 comes first.  Cell ``(level, row, column)`` is the cell ``(level * (rows + 1) + row, column)`` of the
flat board, so the next level is ``rows + 1`` rows further down, and every engine works as on any board.
Either moves lead up and down from every cell (they are *free*), or only stairs do, which are portals in both
directions::

    levels of 2 x 3       their board, 5 x 3
    level 0  (0,0,0) ...    (0,0) (0,1) (0,2)
             (0,1,0) ...    (1,0) (1,1) (1,2)
                              #     #     #
    level 1  (1,0,0) ...    (3,0) (3,1) (3,2)
             (1,1,0) ...    (4,0) (4,1) (4,2)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.board.cells import as_cell
from gridwalk.board.checks import MAX_CELLS, checked_number, openings_of, plain_array
from gridwalk.board.moves import MAX_MOVES, Moves
from gridwalk.board.passages import Jump, Portal, PortalMoves
from gridwalk.errors import (
    BoardError,
    Cell,
    InputError,
    board_size_error,
    cell_name_error,
    counted,
    outside_board_error,
)

Node = tuple[int, int, int]  # (level, row, column)
_TRIPLE = re.compile(r"\s*[(\[]?\s*(-?\d{1,9})\s*[,;\s]\s*(-?\d{1,9})\s*[,;\s]\s*(-?\d{1,9})\s*[)\]]?\s*")
UP, DOWN, BOTH = "u", "d", "x"  # signs of stairs: to the previous level, to the next, to both


class Levels(tuple[int, int]):
    """The levels of a board, ``board.levels``; as a tuple, the shape of the flat board.

    Attributes
    ----------
    number : int
        The number of levels.
    rows, columns : int
        The size of each level.
    free : bool
        Whether moves lead up and down from every open cell; otherwise only stairs do.

    >>> from gridwalk import Board
    >>> levels = Board.from_levels([[[0, 0]], [[0, 1]]]).levels
    >>> levels.number, levels.rows, levels.columns, levels.free, levels.cell((1, 0, 0))
    (2, 1, 2, True, (2, 0))
    """

    number: int
    free: bool

    @classmethod
    def of(cls, given: Any, open_cells: NDArray[np.bool_], moves: Moves, wrap: str | None) -> Levels:
        """Return the levels of a flat board; *given* is the number, (number, free), or a `Levels`."""
        shape = open_cells.shape
        if isinstance(given, Levels):
            given = given.number, given.free
        number, free = given if isinstance(given, tuple | list) and len(given) == 2 else (given, False)
        number = checked_number(number, "levels", 1)
        found = cls((shape[0], shape[1]))
        found.number, found.free = number, bool(free)
        if (shape[0] + 1) % number or found.rows < 1 or open_cells[found.rows :: found.height].any():
            raise InputError(
                f"levels={number} do not fit this board of {shape[0]} rows: levels are equally high and lie "
                "one below another, with a closed row between; Board.from_levels(array) makes such a board"
            )
        if wrap not in (None, "columns"):
            raise InputError(f"wrap={wrap!r} would join the first level to the last: levels take 'columns'")
        if moves.slides or any(max(map(abs, delta)) > 1 for delta in moves.deltas) or moves.cells != "square":
            raise BoardError(
                f"moves={moves.name!r} leave their level: on levels moves lead to neighbouring cells, as "
                "'orthogonal' and 'king' do"
            )
        return found

    @property
    def rows(self) -> int:
        """The number of rows of a level."""
        return self.height - 1

    @property
    def columns(self) -> int:
        """The number of columns of a level."""
        return self[1]

    @property
    def height(self) -> int:
        """The number of rows of the flat board from one level to the next."""
        return (self[0] + 1) // self.number

    def __str__(self) -> str:
        """Return a description; it is equal for boards with the same levels."""
        ways = "open up and down" if self.free else "joined by stairs"
        return f"{counted(self.number, 'level')} of {self.rows} x {self.columns} {ways}"

    def moves(self, moves: Moves) -> Moves:
        """Return the moves of the flat board for the *moves* within a level."""
        return LevelMoves.over(moves, self.height) if self.free else moves

    def cell(self, value: Any, name: str = "cell") -> Cell:
        """Return the cell ``(row, column)`` of the flat board for (level, row, column), or for that cell.

        Raises
        ------
        ArgumentError, CellError
            If *value* is not a cell of a level.

        """
        given = value
        if isinstance(value, str):
            match = _TRIPLE.fullmatch(value)
            given = map(int, match.groups()) if match else as_cell(value, (self[0], self[1]), name)
        try:
            parts: Any = tuple(index(part) for part in given)
        except (TypeError, ValueError):
            raise cell_name_error(name, value) from None
        if len(parts) == 2:
            parts = (*divmod(parts[0], self.height), parts[1])
        if len(parts) != 3:
            raise cell_name_error(name, value)
        shape = self.number, self.rows, self.columns
        if not all(0 <= part < size for part, size in zip(parts, shape, strict=True)):
            raise outside_board_error(name, parts, shape, value if isinstance(value, str) else None)
        return parts[0] * self.height + parts[1], parts[2]

    def node(self, cell: Cell) -> Node:
        """Return ``(level, row, column)`` of a cell of the flat board."""
        return *divmod(cell[0], self.height), cell[1]

    def nodes(self, cells: ArrayLike) -> NDArray[np.int32]:
        """Return level, row and column of cells of the flat board: shape (n, 3)."""
        flat = np.asarray(cells, np.int32).reshape(-1, 2)
        level, row = np.divmod(flat[:, 0], np.int32(self.height))
        return np.stack([level, row, flat[:, 1]], axis=1)

    def split(self, array: ArrayLike) -> NDArray[Any]:
        """Return an array of the flat board, such as distances, by levels: (number, rows, columns)."""
        flat = np.asarray(array).reshape(self)
        whole = np.concatenate([flat, flat[:1]]).reshape(self.number, self.height, self.columns)
        return whole[:, : self.rows]

    def jumps(self, steps: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Return which of the *steps*, shape (n, 2), lead to the next or the previous level."""
        found: NDArray[np.bool_] = (np.abs(steps[:, 0]) == self.height) & (steps[:, 1] == 0)
        return found

    def stairs(self, portals: Sequence[Portal]) -> tuple[list[Node], int]:
        """Return the upper cells of the stairs among *portals*, and the number of other portals."""
        free = {portal[:2] for portal in portals if portal.cost is None}
        upper = [
            source
            for source, target in sorted(free)
            if target == (source[0] + self.height, source[1]) and (target, source) in free
        ]
        return list(map(self.node, upper)), len(portals) - 2 * len(upper)

    def marks(self, portals: Sequence[Portal]) -> dict[Cell, str]:
        """Return the mark of each cell with stairs: `UP`, `DOWN` or `BOTH`."""
        marks: dict[Cell, str] = {}
        for node in self.stairs(portals)[0]:
            for cell, mark in ((self.cell(node), DOWN), (self.cell((node[0] + 1, *node[1:])), UP)):
                marks[cell] = BOTH if cell in marks else mark
        return marks

    def titles(self) -> Iterator[tuple[int, str]]:
        """Yield for each level the row of the flat board above it, and its title."""
        return ((level * self.height - 1, f"level {level}") for level in range(self.number))


class LevelMoves(PortalMoves):
    """The moves of a board with free moves up and down, which come last: see `LevelMoves.over`.

    Like a step through a portal, a move up or down has no direction.
    """

    @classmethod
    def over(cls, base: Moves, height: int) -> LevelMoves:
        """Return the moves *base* and two moves, to the same cell of the previous and the next level."""
        if len(base) + 2 > MAX_MOVES:
            raise BoardError(f"{len(base)} moves and those up and down are more than {MAX_MOVES}")
        jumps: tuple[Jump, ...] = (((-height, 0), None), ((height, 0), None))
        deltas = (*base.deltas, *(delta for delta, _ in jumps))
        return cls._of_values(deltas, base.corners, base.name, False, base.cells, base, jumps, True)

    def __reduce__(self) -> tuple[Any, ...]:
        return LevelMoves.over, (self.base, self.jumps[1][0][0])

    def sources(self) -> list[tuple[int, int, tuple[int, int]]]:
        """As for `Moves`; moves up and down have the last numbers, so one-way cells forbid them."""
        first, number = len(self.base), len(self.base.unwrapped)
        up_and_down = [(first + k, number + k, self.deltas[first + k]) for k in range(2)]
        return [*self.base.sources(), *up_and_down]


def from_array(
    array: ArrayLike, stairs: Iterable[Any] | None, wall_is: int, options: Mapping[str, Any]
) -> tuple[NDArray[Any], dict[str, Any]]:
    """Return the flat matrix of *array* and the options of its board: `Board.from_levels`."""
    given = plain_array(array, "array", InputError)
    if given.ndim != 3:
        raise InputError(
            f"array must have three dimensions (levels, rows, columns), not {given.ndim}"
            + (": one level is Board.from_matrix(array)" if given.ndim == 2 else "")
        )
    if given.dtype.kind not in "biuf":
        raise InputError(f"levels hold 0 and 1; these hold {given.dtype}")
    number, rows, columns = given.shape
    if 0 in given.shape or number * (rows + 1) * columns > MAX_CELLS:
        raise board_size_error((number * (rows + 1), columns), MAX_CELLS)
    found = {name: value for name, value in options.items() if value is not None}
    if "start" not in found and "exits" not in found:
        found |= _ends_of(given != wall_is)
    if np.ndim(found.get("costs", ())) == 3:
        found["costs"] = flat(plain_array(found["costs"], "costs", BoardError), 1)
    if "walls" in found:
        found["walls"] = tuple(_side(side, given.shape) for side in found["walls"])
    found["portals"] = [*found.get("portals", ()), *_portals(() if stairs is None else stairs, number)]
    return flat(given, int(wall_is == 1)), found | {"levels": (number, stairs is None)}


def flat(array: NDArray[Any], between: Any) -> NDArray[Any]:
    """Return the flat board of an array of levels, with *between* in the rows between them."""
    number, rows, columns = array.shape
    whole = np.full((number, rows + 1, columns), between, array.dtype)
    whole[:, :rows] = array
    return whole.reshape(-1, columns)[:-1]


def _ends_of(is_open: NDArray[np.bool_]) -> dict[str, Node]:
    """Return the default start and exit: the only two openings of the borders, or the first and last cell."""
    openings = [(level, *cell) for level, cells in enumerate(is_open) for cell in openings_of(cells)]
    nodes = (
        openings
        if len(openings) == 2
        else [tuple(node) for node in np.argwhere(is_open)[[0, -1]].tolist()]
        if is_open.any()
        else []
    )
    return {"start": nodes[0], "exits": nodes[-1]} if nodes else {}


def _side(side: Any, shape: tuple[int, ...]) -> Any:
    """Return an array of walls for the flat board, if it is given by levels, else unchanged."""
    array = plain_array(side, "walls", BoardError)
    if array.ndim != 3:
        return side
    if any(size not in (most - 1, most) for size, most in zip(array.shape, shape, strict=True)):
        raise BoardError(f"walls of levels must have the shape of the levels, {shape}, not {array.shape}")
    whole = np.zeros(shape, array.dtype)
    whole[:, : array.shape[1], : array.shape[2]] = array
    return flat(whole, False)


def _portals(stairs: Iterable[Any], number: int) -> Iterator[tuple[Node, Node]]:
    """Yield the two portals of the stairs at each cell: to the next level and back."""
    try:
        nodes = [(index(level), index(row), index(column)) for level, row, column in stairs]
    except (TypeError, ValueError):
        raise BoardError(
            f"stairs={stairs!r} must be cells (level, row, column), each with stairs to the next level"
        ) from None
    for level, row, column in nodes:
        if level == number - 1:
            raise BoardError(
                f"the stairs at {(level, row, column)} lead nowhere: levels run 0..{level}, and stairs are "
                "named by their cell in the level before"
            )
        yield (level, row, column), (level + 1, row, column)
        yield (level + 1, row, column), (level, row, column)
