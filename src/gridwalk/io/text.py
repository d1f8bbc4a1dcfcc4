"""A board's text, read: 0/1 matrices, ``#`` mazes and MovingAI maps, told apart by what is in them.

A matrix has only 0 (open) and 1 (wall), with or without blanks, commas, brackets or a C
array's braces.  A ``#`` maze has walls ``#``, open cells ``.`` or space, marks ``S``
(start) and ``E``, ``G`` or ``X`` (exits), arrows ``> < ^ v`` (one-way cells) and, where
costs are asked for, digits 1 to 9.  Everything is done on whole arrays: 16 million cells
are read in well under a second.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import (
    BoardTextError,
    Cell,
    EmptyTextError,
    MarksError,
    RaggedRowsError,
    UnknownCharacterError,
)
from gridwalk.io.movingai import TERRAIN, is_map, parse_map
from gridwalk.moves import KING, Moves

ARROWS = {"^": (-1, 0), ">": (0, 1), "v": (1, 0), "<": (0, -1)}
START_MARK, EXIT_MARKS = "S", "EGX"

_WALL, _NEWLINE = ord("#"), ord("\n")
_MATRIX_FILLERS = " \t,;[]{}()"
_MATRIX_ALLOWED = "0 (open), 1 (wall), blanks, commas and brackets"
_MAZE_CHARACTERS = "#. " + START_MARK + EXIT_MARKS + "".join(ARROWS)
_MAZE_ALLOWED = "'#' wall, '.' or ' ' open, S start, E G X exits, > < ^ v one-way cells"
_BLOCKS = str.maketrans({"\N{FULL BLOCK}": "#", "\N{MIDDLE DOT}": ".", "\N{NO-BREAK SPACE}": " "})


class BoardText(NamedTuple):
    """What a text says of a board; `gridwalk.Board.from_text` makes the board."""

    open_cells: NDArray[np.bool_]
    costs: NDArray[np.int64] | None
    one_way: dict[Cell, tuple[int, int]]
    start: Cell | None
    exits: tuple[Cell, ...]
    moves: Moves | None = None  # those of the form, where it has its own


def parse(text: str, *, costs: bool = False, terrain: str = TERRAIN) -> BoardText:
    """Read *text*, in whichever form it is; see the module for the forms and errors."""
    if not isinstance(text, str):
        raise BoardTextError(f"a board's text is a str, not {type(text).__name__}")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if is_map(text):
        return BoardText(parse_map(text, terrain), None, {}, None, (), KING)
    if not text.isascii():
        text = text.translate(_BLOCKS)
    declaration = re.match(r"[^=#.]*?(?:\[(\d+)\]\[(\d+)\])?\s*=", text) if "=" in text else None
    if declaration:
        # int maze[5][5] = {...}: blank the declaration out, so that lines and columns stay true.
        text = re.sub(r"[^\n]", " ", declaration[0]) + text[declaration.end() :]
    if not text.strip():
        raise EmptyTextError
    first = re.sub(rf"[{re.escape(_MATRIX_FILLERS)}\s]", "", text[:10_000])[:1]
    has_costs = costs and any(character in text for character in "#.23456789SEGX<>^v")
    if declaration or (first in ("0", "1") and not has_costs):
        parsed = _parse_matrix(text)
        if declaration and declaration[1] and len(parsed.open_cells) == 1:  # all in one pair of braces
            shape = int(declaration[1]), int(declaration[2])
            if shape[0] * shape[1] == parsed.open_cells.size:
                return parsed._replace(open_cells=parsed.open_cells.reshape(shape))
        return parsed
    return _parse_maze(text, costs)


def _codes(text: str) -> NDArray[np.uint8]:
    """Return one byte a character; whatever is not Latin-1 becomes DEL, which no form allows."""
    return np.frombuffer(text.encode("latin-1", "replace").replace(b"?", b"\x7f"), np.uint8)


def _refuse_unknown(codes: NDArray[np.uint8], text: str, allowed: str, words: str) -> None:
    known = np.zeros(256, bool)
    known[np.frombuffer(allowed.encode("latin-1"), np.uint8)] = True
    known[_NEWLINE] = True
    unknown = np.flatnonzero(~known[codes])
    if unknown.size:
        at = int(unknown[0])
        line, column = text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1
        if text[at] in "123456789" and "'#'" in words:
            words += " (digits are costs where costs are asked for: --costs)"
        raise UnknownCharacterError(line, column, text[at], words)


def _parse_matrix(text: str) -> BoardText:
    text = text.rstrip().removesuffix(";")
    codes = _codes(text)
    _refuse_unknown(codes, text, "01" + _MATRIX_FILLERS, _MATRIX_ALLOWED)
    digits = np.flatnonzero((codes == ord("0")) | (codes == ord("1")))
    if not digits.size:
        raise EmptyTextError
    # Rows end with a bracket where brackets are nested, else with a line (or a semicolon).
    bracketed = text.count("[") + text.count("{") + text.count("(") >= 2
    row_ends = np.zeros(256, bool)
    row_ends[[ord(mark) for mark in ("]})" if bracketed else "\n;")]] = True
    row_of_digit = np.cumsum(row_ends[codes], dtype=np.int32)[digits]
    starts = np.flatnonzero(np.diff(row_of_digit, prepend=-1))
    widths = np.diff(starts, append=digits.size)
    ragged = np.flatnonzero(widths != widths[0])
    if ragged.size:
        line = text.count("\n", 0, int(digits[starts[ragged[0]]])) + 1
        raise RaggedRowsError(line, int(widths[ragged[0]]), int(widths[0]))
    return BoardText((codes[digits] == ord("0")).reshape(starts.size, widths[0]), None, {}, None, ())


def _parse_maze(text: str, costs: bool) -> BoardText:
    digits = "123456789" if costs else ""
    words = _MAZE_ALLOWED + (", 1-9 costs" if costs else "")
    _refuse_unknown(_codes(text), text, _MAZE_CHARACTERS + digits, words)
    skipped = len(text) - len(text.lstrip("\n"))
    codes = _codes(text.strip("\n") + "\n")
    line_ends = np.flatnonzero(codes == _NEWLINE)
    widths = np.diff(line_ends, prepend=-1) - 1
    ragged = np.flatnonzero(widths != widths[0])
    if ragged.size:
        raise RaggedRowsError(skipped + int(ragged[0]) + 1, int(widths[ragged[0]]), int(widths[0]))
    grid = codes.reshape(line_ends.size, -1)[:, :-1]

    def cells_of(mark: str) -> list[Cell]:
        rows, columns = np.divmod(np.flatnonzero(grid == ord(mark)), grid.shape[1])
        return list(zip(rows.tolist(), columns.tolist(), strict=True))

    starts = cells_of(START_MARK)
    if len(starts) > 1:
        raise MarksError(starts[0], starts[1])
    cost_of_cell = None
    if costs:
        is_digit = (grid >= ord("1")) & (grid <= ord("9"))
        cost_of_cell = np.where(is_digit, grid.astype(np.int64) - ord("0"), 1)
    return BoardText(
        open_cells=grid != _WALL,
        costs=cost_of_cell,
        one_way={cell: delta for arrow, delta in ARROWS.items() for cell in cells_of(arrow)},
        start=starts[0] if starts else None,
        exits=tuple(sorted(cell for mark in EXIT_MARKS for cell in cells_of(mark))),
    )
