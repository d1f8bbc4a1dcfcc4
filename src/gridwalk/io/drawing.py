"""Drawings as gridwalk prints them: ``#`` walls, ``.`` or blank open, S, E, G, X and arrows.

`gridwalk.io.text` reads drawings with other alphabets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import default_ends, settled_ends
from gridwalk.board.legal import ways_of
from gridwalk.errors import BoardTextError, error_of
from gridwalk.io.boardtext import (
    COST_DIGITS,
    BoardText,
    among,
    cells_where,
    checked_table,
    first_of,
    one_start,
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
    digits, also = (COST_DIGITS, ", 1-9 costs") if costs else ("", "")
    return read_marks("drawing", checked_table(text, CHARACTERS + digits, _ALLOWED + also), costs=costs)


def read_marks(form: str, codes: NDArray[np.uint8], *, costs: bool = False) -> BoardText:
    """Return the board of a character a cell: ``#``, marks, arrows; digits with *costs*."""
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
    """Return the drawing of *grid*; `parse_drawing` reads it, with ``costs=True`` if the grid has costs."""
    return text_of(checked_characters(grid))


def checked_characters(grid: Board) -> NDArray[np.uint8]:
    """Return a character for each cell; raise `BoardTextError` if one character cannot show a cell."""
    picture = characters_of(grid, marks=True)
    if cell := first_of(picture == ord(UNPRINTABLE)):
        raise error_of(
            BoardTextError, "no character stands for the cost or direction of cell {cell}", cell=cell
        )
    marked = {grid.start, *grid.exits}
    with_cost = grid.costs is not None and any(grid.costs[cell] != 1 for cell in {*marked, *grid.one_way})
    first, last = default_ends(grid.open_cells)
    _, exits = settled_ends(first, (last,), grid.start, ())  # the exits that a text with only a start gets
    two_marks = grid.start in grid.exits and grid.exits != exits
    if two_marks or with_cost or marked & grid.one_way.keys():
        raise BoardTextError(
            "the text form has one mark per cell: it cannot show a start or exit with a cost or "
            "direction, or a cell that is both start and exit"
        )
    return picture


def characters_of(grid: Board, *, marks: bool) -> NDArray[np.uint8]:
    """Return a character for each cell, or `UNPRINTABLE`; with *marks*, start and exits are shown."""
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


# ---------------------------------------------------------------- rows of numbers


def print_matrix(grid: Board) -> str:
    """Return rows of 0 (open) and 1 (wall), or of costs with ``#`` for walls and commas in between."""
    costs = [] if grid.costs is None or grid.columns > 1 else grid.costs[grid.open_cells].tolist()
    if any(len(str(cost)) > 1 for cost in costs):
        raise BoardTextError("in a matrix of one column a cost of several digits can be read in two ways")
    return rows_of_numbers(grid, " ")


def print_csv(grid: Board) -> str:
    """Return rows of 0 (open) and 1 (wall), or of costs with ``#`` for walls, as CSV."""
    return rows_of_numbers(grid, ",")


def rows_of_numbers(grid: Board, gap: str) -> str:
    """Return rows of 0 (open) and 1 (wall) with *gap* in between, or costs with ``#`` for walls as CSV."""
    if grid.costs is None:
        lines = np.full((grid.rows, 2 * grid.columns), ord(gap), np.uint8)
        lines[:, ::2] = np.where(grid.open_cells, np.uint8(ord("0")), np.uint8(ord("1")))
        lines[:, -1] = ord("\n")
        return lines.tobytes()[:-1].decode("ascii")
    words = np.where(grid.open_cells, grid.costs.astype(str), "#")
    return "\n".join(map(",".join, words.tolist()))
