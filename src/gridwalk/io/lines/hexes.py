r"""Drawings of hexagons: each row begins half a cell further right.

Without walls between cells, a row is a line with a blank between two cells.  With walls, a cell is four
characters wide; its sides are ``|`` and, between two lines of cells, ``/`` and ``\``::

    . . S . #       / \ / \ / \
     . . . .       | . . | S |
    E . . .         \ / \   / \
                     | . | . . |
                      \ / \ / \ /

Cells outside a map are blank.  The position of the upper left cell determines those of all others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import MAX_CELLS
from gridwalk.board.hexagons import shown_cells
from gridwalk.board.moves import HEX, HEX_STEPS
from gridwalk.board.passages import sides_of
from gridwalk.errors import BoardTextError, place_error
from gridwalk.io.boardtext import (
    BLANK,
    COST_DIGITS,
    BoardText,
    among,
    first_of,
    rectangle_of,
    text_of,
)
from gridwalk.io.content import Content, Fit
from gridwalk.io.drawing import CHARACTERS, OPEN, checked_characters, read_marks

if TYPE_CHECKING:
    from gridwalk.board.board import Board

STROKES = "|/\\"  # a side to the right, to the lower right and to the lower left
_SIDES = ((0, 2), (1, 1), (1, -1))  # from the middle of the cell, in lines and half cells
_FORM = "drawing of hexagons"
_WALL = ord("#")


def is_staggered(text: str) -> bool:
    """Return whether cells have a blank between them, and each line begins one character later or earlier."""
    lines = text.split("\n")
    if len(lines) < 2 or OPEN not in text or not set(text) <= {*CHARACTERS, *COST_DIGITS, "\n"}:
        return False
    first = [
        {at % 2 for at, character in enumerate(line, i) if character != " "} for i, line in enumerate(lines)
    ]
    return first[0] == first[1] and len(set().union(*first)) == 1 and all(first)


def has_slanted_sides(text: str) -> bool:
    """Return whether the first line, and every other line from there, has only slanted sides."""
    lines = text.split("\n")
    known = {*"/\\ "}, {*CHARACTERS, "|", *COST_DIGITS}
    return "/" in lines[0] and all({*line} <= known[i % 2] for i, line in enumerate(lines))


def fit_hexagons(content: Content) -> Fit:
    """Return SURE for rows of hexagons, with or without walls between them."""
    sample = content.plain[: len(content.sample)].strip("\n")
    return Fit.SURE if has_slanted_sides(sample) or is_staggered(sample) else Fit.NO


class HexPlaces:
    """The places of the cells of a board in its drawing; a cell has *width* characters.

    Attributes
    ----------
    down, half : int
        The lines from a row to the next, and the characters by which the next row begins further right.

    """

    def __init__(self, board: Board, width: int = 1, *, rooms: bool = False) -> None:
        self.shown, self.rooms = shown_cells(board.open_cells), rooms or board.walls is not None
        self.width, self.down = width, 2 if self.rooms else 1
        self.half = 2 * -(-(width + 3) // 4) if self.rooms else -(-(width + 1) // 2)
        rows, columns = np.nonzero(self.shown)
        self._left = int((2 * columns + rows).min()) * self.half - (self.half if self.rooms else 0)

    def of(self, rows: Any, columns: Any) -> tuple[Any, Any]:
        """Return the line and the column of the last character of each cell."""
        right = self.width // 2 if self.rooms else self.width - 1
        return rows * self.down + self.rooms, self.half * (2 * columns + rows) - self._left + right


def hexes(board: Board, words: NDArray[np.uint8], *, rooms: bool = False) -> NDArray[np.uint8]:
    """Return a board in characters; *words* has those of each cell, shape (R, C) or (R, C, w)."""
    words = words.reshape(*board.shape, -1)
    places = HexPlaces(board, words.shape[2], rooms=rooms)
    rows, columns = np.nonzero(places.shown)
    lines, ends = places.of(rows, columns)
    shape = lines.max() + 1 + places.rooms, ends.max() + 1 + places.rooms * places.half
    table: NDArray[np.uint8] = np.full(shape, BLANK, np.uint8)
    for k in range(places.width):
        table[lines, ends - places.width + 1 + k] = words[rows, columns, k]
    if places.rooms:
        _draw_sides(table, board, places)
    return table


def _draw_sides(table: NDArray[np.uint8], board: Board, places: HexPlaces) -> None:
    """Draw walls between cells, and all sides of closed cells and of the board."""
    walls, shape = sides_of(board.walls, board.shape, "hex").sides, board.shape
    is_open = np.pad(board.open_cells, 1)
    for k, (down, across) in enumerate(HEX_STEPS):
        both = board.open_cells & is_open[1 + down : shape[0] + 1 + down, 1 + across : shape[1] + 1 + across]
        here = places.shown & ~(both if k > 2 else both & ~walls[k])
        lines, ends = places.of(*np.nonzero(here))
        line, half = _SIDES[k % 3]
        sign = 1 if k < 3 else -1
        middles = ends - places.width // 2
        table[lines + sign * line, middles + sign * half * places.half // 2] = ord(STROKES[k % 3])


def mark_between(table: NDArray[np.uint8], board: Board, cells: NDArray[np.integer]) -> None:
    """Draw the steps of a path between its cells."""
    lines, ends = HexPlaces(board).of(*cells.T)
    for line, to_line, end, to_end in zip(lines, lines[1:], ends, ends[1:], strict=False):
        if line == to_line:
            table[line, min(end, to_end) + 1 : max(end, to_end)] = ord("-")
        elif abs(line - to_line) == 2:
            table[(line + to_line) // 2, (end + to_end) // 2] = ord(
                "\\" if (line < to_line) == (end < to_end) else "/"
            )


def print_hexagons(grid: Board) -> str:
    """Return *grid* as a drawing; with sides of cells if rows alone would not look like hexagons."""
    if grid.moves.cells == "square":
        raise BoardTextError(f"a {_FORM} cannot hold squares, between which the {grid.moves.name} moves lead")
    picture = checked_characters(grid)
    text = text_of(hexes(grid, picture))
    if grid.walls is None and not is_staggered(text):
        text = text_of(hexes(grid, picture, rooms=True))
    return "\n".join(map(str.rstrip, text.split("\n")))


def parse_hexagons(text: str, *, costs: bool = False) -> BoardText:
    """Read a drawing of hexagons."""
    codes, first_line = rectangle_of(text)
    rooms = has_slanted_sides(text.strip("\n"))
    lines = codes[1::2] if rooms else codes
    half, step = (2, 2) if rooms else (1, 1)
    is_cell = (lines != BLANK) & (lines != ord("|"))
    if place := first_of(is_cell & ~among(lines, CHARACTERS + "123456789")):
        line = first_line + place[0] * step + rooms
        raise place_error(line, place[1] + 1, "a hexagon is '.' open, '#' wall, S, E or a cost")
    rows, places = np.nonzero(is_cell)
    if not len(rows):
        raise place_error(first_line, 1, "there is no cell")
    least = int((places - half * rows).min())
    columns, odd = np.divmod(places - half * rows - least, 2 * half)
    if odd.any():
        at = int(odd.argmax())
        line = first_line + int(rows[at]) * step + rooms
        seen = "each row of hexagons begins {half} further right, and cells are {n} apart"
        raise place_error(line, int(places[at]) + 1, seen, half=half, n=2 * half)
    shape = len(lines), int(columns.max()) + 1
    if shape[0] * shape[1] > MAX_CELLS:
        raise place_error(first_line, 1, "it has more than {n:,} cells", n=MAX_CELLS)
    marks = np.full(shape, _WALL, np.uint8)
    marks[rows, columns] = lines[is_cell]
    read = read_marks(_FORM, marks, costs=costs)._replace(moves=HEX)
    if not rooms:
        return read
    walls = np.zeros((3, *shape), np.bool_)
    table = np.pad(codes, ((0, 1), (2, 2)), constant_values=BLANK)
    for side, stroke, (line, right) in zip(walls, STROKES, _SIDES, strict=True):
        side[rows, columns] = table[2 * rows + 1 + line, places + 2 + right] == ord(stroke)
    return read._replace(walls=(walls[0], walls[1], walls[2]))
