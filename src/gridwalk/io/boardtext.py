"""What all readers of texts share: characters as arrays, errors with their place, the parts of a board."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import MAX_CELLS
from gridwalk.board.legal import OneWay
from gridwalk.board.moves import ORTHOGONAL, Moves
from gridwalk.errors import (
    BoardTextError,
    Cell,
    Message,
    board_size_error,
    empty_text_error,
    marks_error,
    ragged_rows_error,
    unknown_character_error,
)
from gridwalk.io.content import remark, within


class BoardText(NamedTuple):
    """The parts of a board that was read; `gridwalk.Board.from_text` makes the board."""

    form: str  # the name of the format, for messages
    open_cells: NDArray[np.bool_]
    costs: NDArray[Any] | None = None
    one_way: Mapping[Cell, OneWay] = MappingProxyType({})
    start: Cell | None = None
    exits: tuple[Cell, ...] = ()
    moves: Moves | None = None  # if the format defines them
    walls: tuple[NDArray[np.bool_], ...] | None = None  # right, below; for hexagons slant, too
    wrap: str | None = None
    diagonal: float | None = None
    portals: tuple[tuple[Any, ...], ...] | None = None
    levels: tuple[int, bool] | None = None  # their number; whether all cells lead up and down
    picture: Any = None  # the reading of a picture
    tour: NDArray[np.int32] | None = None  # the cells of a path or tour in the file, (n, 2)
    pairs: tuple[tuple[Cell, Cell], ...] = ()  # the two cells of each letter
    numbers: tuple[tuple[int, Cell], ...] = ()  # of a numbered path, with their cells
    letters: Any = None  # the character of each cell of a Numberlink puzzle
    remark: str = ""  # the text of a `ReadingWarning`

    def warn(self) -> None:
        """Issue the remark as a `ReadingWarning`."""
        if self.remark:
            remark(self.remark)

    def between(self, level: NDArray[np.bool_], upright: NDArray[np.bool_]) -> BoardText:
        """Return the board with walls on the sides of its cells, including the sides on the border.

        If start and exits are not marked and exactly two cells are open to the outside, these are start and
        exit.
        """
        read, is_open = self._replace(walls=(upright[:, 1:-1], level[1:-1])), self.open_cells
        cells = [(r, c) for r in (0, -1) for c in np.flatnonzero(~level[r] & is_open[r]).tolist()]
        cells += [(r, c) for c in (0, -1) for r in np.flatnonzero(~upright[:, c] & is_open[:, c]).tolist()]
        rows, columns = is_open.shape
        ends = sorted({(r % rows, c % columns) for r, c in cells})
        if self.start is not None or self.exits or len(cells) != 2 or len(ends) != 2:
            return read
        return read._replace(start=ends[0], exits=(ends[1],))

    def is_open(self, cell: Cell) -> bool:
        """Return whether *cell* is on the board, and open."""
        rows, columns = self.open_cells.shape
        return 0 <= cell[0] < rows and 0 <= cell[1] < columns and bool(self.open_cells[cell])

    def options(self) -> dict[str, Any]:
        """Return the keyword arguments of the board."""
        names = ("walls", "wrap", "diagonal", "portals", "levels")
        between = {name: getattr(self, name) for name in names}
        return {
            "costs": self.costs,
            "one_way": self.one_way,
            "start": self.start,
            "exits": self.exits or None,
            "moves": self.moves or ORTHOGONAL,
        } | {name: value for name, value in between.items() if value is not None}


NEWLINE, BLANK = ord("\n"), ord(" ")
OTHER = 127  # DEL, which no format allows
COST_DIGITS = "123456789"
Codes = NDArray[np.uint8]


def codes_of(text: str) -> Codes:
    """Return one byte per character; characters outside ASCII become DEL."""
    if text.isascii():
        return np.frombuffer(text.encode(), np.uint8)
    codes = wide_codes_of(text)
    return np.where(codes < OTHER, codes, OTHER).astype(np.uint8)


def wide_codes_of(text: str) -> NDArray[np.uint32]:
    """Return the code point of each character."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def among(codes: NDArray[np.uint8 | np.uint32], characters: str | Iterable[str]) -> NDArray[np.bool_]:
    """Return True for each code of one of *characters*."""
    table = np.zeros(256 if codes.itemsize == 1 else sys.maxunicode + 1, bool)
    table[[ord(character) for character in characters]] = True
    return table[codes]


def place_of(text: str, at: int) -> tuple[int, int]:
    """Return line and column, both from 1, of the character *at*."""
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1


def rectangle_of(text: str) -> tuple[Codes, int]:
    """Return the characters of *text*, shape (rows, columns), and the number of its first line.

    Blank lines at both ends are left out; shorter lines are padded with blanks.
    """
    lines, line = _lines_of(text)
    return codes_of(_padded(lines, 16 * MAX_CELLS)).reshape(len(lines), -1), line


def _lines_of(text: str) -> tuple[list[str], int]:
    lines = text.split("\n")
    kept = [number for number, line in enumerate(lines) if line.strip()]
    if not kept:
        raise empty_text_error()
    return [line.rstrip() for line in lines[kept[0] : kept[-1] + 1]], kept[0] + 1


def _padded(lines: Sequence[str], most: int) -> str:
    width = max(map(len, lines))
    if len(lines) * width > most:
        raise board_size_error((len(lines), width), MAX_CELLS)
    return "".join(line.ljust(width) for line in lines)


def table_of(lines: Sequence[str]) -> Codes:
    """Return the codes of *lines*, shape (rows, columns); shorter lines are padded with blanks."""
    if not any(lines):
        raise empty_text_error()
    return codes_of(_padded(lines, MAX_CELLS)).reshape(len(lines), -1)


def text_of(codes: NDArray[Any]) -> str:
    """Return an array of ASCII codes, or of code points (uint32), as lines of text."""
    lines = np.full((codes.shape[0], codes.shape[1] + 1), NEWLINE, codes.dtype)
    lines[:, :-1] = codes
    return lines.reshape(-1)[:-1].tobytes().decode("ascii" if lines.itemsize == 1 else "utf-32-le")


def first_of(mask: NDArray[np.bool_]) -> Cell | None:
    """Return the first True cell of *mask* in reading order, or None."""
    if not mask.any():
        return None
    row, column = divmod(int(mask.argmax()), mask.shape[1])
    return row, column


def check_widths(widths: Sequence[int] | NDArray[Any], lines: Sequence[int] | NDArray[Any]) -> None:
    """Raise `BoardTextError` if a row is not as wide as the first; *lines* are line numbers."""
    ragged = np.flatnonzero(np.asarray(widths) != widths[0])
    if ragged.size:
        at = int(ragged[0])
        raise ragged_rows_error(int(lines[at]), int(widths[at]), int(widths[0]))


def checked_table(text: str, characters: str, allowed: str) -> Codes:
    """Return the codes of a text whose rows have one length, without empty lines at both ends.

    Raises
    ------
    BoardTextError
        If a row has another length, or a character is not in *characters*; *allowed* describes these in
        words.

    """
    bare = text.lstrip("\n")
    lines, first = bare.rstrip("\n").split("\n"), len(text) - len(bare) + 1
    check_widths(list(map(len, lines)), range(first, first + len(lines)))
    codes = table_of(lines)
    if place := first_of(~among(codes, characters)):
        raise unknown_at(text, first + place[0], 1 + place[1], allowed)
    return codes


def unknown_at(text: str, line: int, column: int, allowed: str, /, **values: Any) -> BoardTextError:
    """Return the error for the character at the given line and column, both from 1."""
    whole = text.split("\n")[line - 1]
    character = whole[column - 1] if column <= len(whole) else " "
    words = Message(allowed, **values) if values else allowed
    return unknown_character_error(line, column, character, words)


def cells_where(mask: NDArray[np.bool_]) -> list[Cell]:
    """Return the True cells of *mask* in reading order."""
    within(int(np.count_nonzero(mask)), "marks")
    rows, columns = np.nonzero(mask)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def one_start(mask: NDArray[np.bool_]) -> Cell | None:
    """Return the only True cell of *mask*, or None; raise `BoardTextError` if there are two."""
    starts = [divmod(int(place), mask.shape[1]) for place in np.flatnonzero(mask)[:2]]
    if len(starts) > 1:
        raise marks_error(starts[0], starts[1])
    return starts[0] if starts else None
