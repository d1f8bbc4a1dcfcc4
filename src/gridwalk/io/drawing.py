"""Drawings as gridwalk prints them: ``#`` walls, ``.`` or blank open, S, E, G, X and arrows.

Drawings of other alphabets are read by `gridwalk.io.text`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import MAX_CELLS, default_ends, settled_ends
from gridwalk.board.legal import ways_of
from gridwalk.errors import BoardTextError, Message, board_size_error
from gridwalk.io.boardtext import (
    COST_DIGITS,
    NEWLINE,
    BoardText,
    among,
    cells_where,
    check_widths,
    codes_of,
    first_of,
    first_unknown,
    one_start,
    refuse,
    text_of,
)
from gridwalk.io.text.conventions import ARROWS

if TYPE_CHECKING:
    from gridwalk.board.board import Board

START_MARK, EXIT_MARKS = "S", "EGX"
CHARACTERS = "#. " + START_MARK + EXIT_MARKS + "".join(ARROWS)
WALL, OPEN, UNPRINTABLE = "#", ".", "?"
_ALLOWED = "'#' wall, '.' or ' ' open, S start, E G X exits, > < ^ v one-way cells"


def parse_drawing(text: str, *, costs: bool) -> BoardText:
    """Read a drawing of gridwalk; *text* has newlines only."""
    unknown = first_unknown(codes_of(text), CHARACTERS + (COST_DIGITS if costs else ""))
    if unknown is not None:
        refuse(text, unknown, _ALLOWED + (", 1-9 costs" if costs else ""))
    lines = text.count("\n") + 1
    if len(text) - lines > 2 * MAX_CELLS:
        raise board_size_error((lines, len(text) // lines), MAX_CELLS)
    skipped = len(text) - len(text.lstrip("\n"))
    codes = codes_of(text.strip("\n") + "\n")
    line_ends = np.flatnonzero(codes == NEWLINE)
    check_widths(np.diff(line_ends, prepend=-1) - 1, range(skipped + 1, skipped + 1 + line_ends.size))
    return read_marks("drawing", codes.reshape(line_ends.size, -1)[:, :-1], costs=costs)


def read_marks(form: str, codes: NDArray[np.uint8], *, costs: bool = False) -> BoardText:
    """Return the board of a character a cell: ``#``, marks, arrows; digits where *costs* are asked for."""
    cost_of_cell = None
    if costs:
        is_digit = (codes >= ord("1")) & (codes <= ord("9"))
        cost_of_cell = np.where(is_digit, codes.astype(np.int64) - ord("0"), 1)
    return BoardText(
        form,
        open_cells=codes != ord(WALL),
        costs=cost_of_cell,
        one_way={cell: delta for arrow, delta in ARROWS.items() for cell in cells_where(codes == ord(arrow))},
        start=one_start(codes == ord(START_MARK)),
        exits=tuple(cells_where(among(codes, EXIT_MARKS))),
    )


def print_drawing(grid: Board) -> str:
    """Return text from which `parse_drawing` makes the same parts, with ``costs`` if the grid has any."""
    return text_of(checked_characters(grid))


def checked_characters(grid: Board) -> NDArray[np.uint8]:
    """Return a character for each cell; raise `BoardTextError` if a cell needs two, or none will do."""
    picture = characters_of(grid, marks=True)
    if cell := first_of(picture == ord(UNPRINTABLE)):
        raise BoardTextError(
            Message("no character stands for the cost or direction of cell {cell}", cell=cell)
        )
    marked = {grid.start, *grid.exits}
    with_cost = grid.costs is not None and any(grid.costs[cell] != 1 for cell in {*marked, *grid.one_way})
    first, last = default_ends(grid.open_cells)
    _, exits = settled_ends(first, (last,), grid.start, ())  # those of a text that marks the start only
    two_marks = grid.start in grid.exits and grid.exits != exits
    if two_marks or with_cost or marked & grid.one_way.keys():
        raise BoardTextError(
            "the text form has one mark per cell: it cannot show a start or exit with a cost or "
            "direction, or a cell that is both start and exit"
        )
    return picture


def characters_of(grid: Board, *, marks: bool) -> NDArray[np.uint8]:
    """Return a character for each cell, `UNPRINTABLE` where none will do; *marks* for start and exits."""
    picture = np.where(grid.open_cells, np.uint8(ord(OPEN)), np.uint8(ord(WALL)))
    if grid.costs is not None:
        costs, shown = grid.costs, grid.open_cells & (grid.costs != 1)
        is_digit = (costs >= 2) & (costs <= 9) & (costs == np.floor(costs))
        picture[shown] = ord(UNPRINTABLE)
        picture[shown & is_digit] = costs[shown & is_digit].astype(np.uint8) + ord("0")
    arrow_of_delta = {delta: arrow for arrow, delta in ARROWS.items()}
    for cell, given in grid.one_way.items():
        ways = ways_of(given)
        picture[cell] = ord(arrow_of_delta.get(ways[0], UNPRINTABLE) if len(ways) == 1 else UNPRINTABLE)
    if grid.levels is not None:
        for cell, mark in grid.levels.marks(grid.portals).items():
            picture[cell] = ord(mark)
    if marks:
        for cell in grid.exits:
            picture[cell] = ord(EXIT_MARKS[0])
        picture[grid.start] = ord(START_MARK)
    return picture
