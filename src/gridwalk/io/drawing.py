"""Drawings: a character a cell, ``#`` walls, ``.`` or blank open, marks, arrows and, if asked for, costs.

Two things in a drawing are ambiguous.  ``X`` marks an exit, but without any ``#`` it
may be a wall.  And because characters are taller than wide, many programs write each cell twice, or a blank
after it: then the columns come in pairs.  Where every column stands there twice, a cell is two characters,
with a remark; all else is not guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import (
    ArgumentError,
    BoardSizeError,
    NotPrintableError,
    TwoReadingsError,
    UnknownCharacterError,
)
from gridwalk.grids.checks import MAX_CELLS, default_ends, settled_ends
from gridwalk.grids.legal import ways_of
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
from gridwalk.io.content import Content, Fit
from gridwalk.io.matrix import fit_matrix

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

ARROWS = {"^": (-1, 0), ">": (0, 1), "v": (1, 0), "<": (0, -1)}
START_MARK, EXIT_MARKS = "S", "EGX"
CHARACTERS = "#. " + START_MARK + EXIT_MARKS + "".join(ARROWS)
WALL, OPEN, UNPRINTABLE = "#", ".", "?"

_WALL, _BLANK, _X = ord("#"), ord(" "), ord("X")
_NO_CELL = 0
_ALLOWED = "'#' wall, '.' or ' ' open, S start, E G X exits, > < ^ v one-way cells"
_HINT = " (digits are costs where costs are asked for: --costs)"
SAMPLE_ROWS = 64  # tested before all rows are
MANY_CHANGES = 4  # between wall and open in a row; so many, all at even columns, are no coincidence


def fit_drawing(content: Content) -> Fit:
    """SURE if all characters are a drawing's, and it is no matrix."""
    sample, wall = content.plain[: len(content.sample)], content.asked.get("wall_is") or ""
    if not set(_with_open(sample, wall)) <= _characters_of(content):
        return Fit.NO
    return Fit.NO if fit_matrix(content) or is_staggered(sample.strip("\n")) else Fit.SURE


def is_staggered(text: str) -> bool:
    """Whether open cells are dots, and lines have a blank between cells, every second begun one later.

    These are hexagons (`gridwalk.io.lines.hexes`).
    """
    lines = text.split("\n")
    if len(lines) < 2 or OPEN not in text or not set(text) <= {*CHARACTERS, *COST_DIGITS, "\n"}:
        return False
    first = [
        {at % 2 for at, character in enumerate(line, i) if character != " "} for i, line in enumerate(lines)
    ]
    return first[0] == first[1] and len(set().union(*first)) == 1 and all(first)


def has_slanted_sides(text: str) -> bool:
    """Whether every other line, from the first, has only slanted sides: those of rooms that are hexagons."""
    lines = text.split("\n")
    known = {*"/\\ "}, {*CHARACTERS, "|", *COST_DIGITS}
    return "/" in lines[0] and all({*line} <= known[i % 2] for i, line in enumerate(lines))


def fit_hexagons(content: Content) -> Fit:
    """SURE if every second row is half a cell further right, or for rooms of hexagons."""
    sample = content.plain[: len(content.sample)].strip("\n")
    return Fit.SURE if has_slanted_sides(sample) or is_staggered(sample) else Fit.NO


NO_STAIRS = "no stairs"  # above levels of which no cell leads up or down


def fit_levels(content: Content) -> Fit:
    """SURE if the first line is the title of a level."""
    return Fit.SURE if content.sample.lstrip("\n").startswith(("level ", NO_STAIRS)) else Fit.NO


def is_mostly_drawn(content: Content) -> bool:
    """Whether half of the characters are a drawing's; it is read as one if it can be nothing else."""
    sample, known = content.plain[: len(content.sample)], _characters_of(content) | {*COST_DIGITS}
    return 2 * sum(character in known for character in sample) >= len(sample)


def _characters_of(content: Content) -> set[str]:
    costs, wall = content.asked.get("costs"), content.asked.get("wall_is") or ""
    return {*CHARACTERS, *wall, "\n", *(COST_DIGITS if costs else "")}


def _with_open(text: str, wall_is: str) -> str:
    """Return *text* with ``.`` for its one unknown symbol, where walls are named and nothing else is open."""
    others = set(text) - {*CHARACTERS, *COST_DIGITS, *wall_is, "\n"}
    return (
        text.replace(others.pop(), OPEN) if wall_is and len(others) == 1 and not {*". "} & {*text} else text
    )


def parse_drawing(text: str, *, costs: bool, cell_width: int | None, wall_is: str | None = None) -> BoardText:
    """Read a drawing; *text* has newlines only.  *wall*: the characters that are walls, in place of ``#``."""
    grid = _grid(text, costs, wall_is)
    grid = _with_walls(grid) if wall_is is None else grid
    remark = ""
    if cell_width == 2:
        grid = _halved(grid)
    elif cell_width is None and _are_pairs(grid):
        rows, columns = grid.shape
        remark = (
            f"every column stands there twice: read as {rows} x {columns // 2} cells of two characters "
            "(--cell-width 1, in Python cell_width=1: of one)"
        )
        grid = _halved(grid)

    return read_marks("drawing with costs" if costs else "drawing", grid, costs=costs)._replace(remark=remark)


def read_marks(form: str, codes: NDArray[np.uint8], *, costs: bool = False) -> BoardText:
    """Return the board of a character a cell: ``#``, marks, arrows; digits where *costs* are asked for."""
    cost_of_cell = None
    if costs:
        is_digit = (codes >= ord("1")) & (codes <= ord("9"))
        cost_of_cell = np.where(is_digit, codes.astype(np.int64) - ord("0"), 1)
    return BoardText(
        form,
        open_cells=codes != _WALL,
        costs=cost_of_cell,
        one_way={cell: delta for arrow, delta in ARROWS.items() for cell in cells_where(codes == ord(arrow))},
        start=one_start(codes == ord(START_MARK)),
        exits=tuple(cells_where(among(codes, EXIT_MARKS))),
    )


def print_drawing(grid: Grid) -> str:
    """Return text from which `parse_drawing` makes the same parts, with ``costs`` if the grid has any."""
    return text_of(checked_characters(grid))


def checked_characters(grid: Grid) -> NDArray[np.uint8]:
    """Return a character for each cell; raise `NotPrintableError` if a cell needs two, or none will do."""
    picture = characters_of(grid, marks=True)
    if cell := first_of(picture == ord(UNPRINTABLE)):
        raise NotPrintableError(f"no character stands for the cost or direction of cell {cell}")
    marked = {grid.start, *grid.exits}
    with_cost = grid.costs is not None and any(grid.costs[cell] != 1 for cell in {*marked, *grid.one_way})
    first, last = default_ends(grid.open_cells)
    _, exits = settled_ends(first, (last,), grid.start, ())  # those of a text that marks the start only
    two_marks = grid.start in grid.exits and grid.exits != exits
    if two_marks or with_cost or marked & grid.one_way.keys():
        raise NotPrintableError(
            "the text form has one mark per cell: it cannot show a start or exit with a cost or "
            "direction, or a cell that is both start and exit"
        )
    return picture


def characters_of(grid: Grid, *, marks: bool) -> NDArray[np.uint8]:
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


def _grid(text: str, costs: bool, wall_is: str | None) -> NDArray[np.uint8]:
    """Return the characters of *text*, rows by columns; raise an error if they are not a rectangle."""
    given, allowed = text, CHARACTERS + (COST_DIGITS if costs else "")
    if wall_is is not None:
        text = _with_open(text, wall_is).translate(
            {ord(WALL): "\x7f"} | {ord(character): WALL for character in wall_is}
        )
    unknown = first_unknown(codes_of(text), allowed)
    if unknown is not None:
        may_be_a_cost = not costs and text[unknown] in COST_DIGITS
        words = _ALLOWED if wall_is is None else _ALLOWED.replace("'#'", " or ".join(map(repr, wall_is)))
        words += (", 1-9 costs" if costs else "") + (_HINT if may_be_a_cost else "")
        refuse(given, unknown, words, may_be_a_cost=may_be_a_cost)
    lines = text.count("\n") + 1
    if len(text) - lines > 2 * MAX_CELLS:
        raise BoardSizeError((lines, len(text) // lines), MAX_CELLS)
    skipped = len(text) - len(text.lstrip("\n"))
    codes = codes_of(text.strip("\n") + "\n")
    line_ends = np.flatnonzero(codes == NEWLINE)
    check_widths(np.diff(line_ends, prepend=-1) - 1, range(skipped + 1, skipped + 1 + line_ends.size))
    return codes.reshape(line_ends.size, -1)[:, :-1]


def _with_walls(grid: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return *grid* with ``#`` for ``X`` where X draws the walls; refuse where that is not sure."""
    if (grid == _WALL).any():
        return grid
    is_x = grid == _X
    number = int(is_x.sum())
    if number == 0 or (number == 1 and not among(grid, EXIT_MARKS.replace("X", "")).any()):
        return grid
    rim = np.concatenate([is_x[0], is_x[-1], is_x[1:-1, 0], is_x[1:-1, -1]])
    if min(grid.shape) >= 3 and 2 * int(rim.sum()) >= rim.size:
        return np.where(is_x, np.uint8(_WALL), grid)
    raise TwoReadingsError(
        "'X' (there is no '#')",
        ("a wall", "an exit"),
        "write '#' for walls, or 'E' for exits; or say --wall-is X (in Python wall_is='X')",
    )


# ---------------------------------------------------------------- cells of two characters


def _merged(grid: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return one character for each two: the same twice, or a mark beside an open one; else `_NO_CELL`."""
    left, right = grid[:, ::2], grid[:, 1::2]
    wall = (left == _WALL) | (right == _WALL)
    open_left, open_right = among(left, ". "), among(right, ". ")
    merged = np.where(open_right, left, np.where(open_left, right, np.uint8(_NO_CELL)))
    merged[wall] = _NO_CELL
    return np.where(left == right, left, merged)


def _is_spaced(grid: NDArray[np.uint8]) -> bool:
    """Whether a blank stands after every character (but perhaps the last of a row)."""
    return grid.shape[1] > 1 and bool((grid[:, 1::2] == _BLANK).all())


def _halved(grid: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if _is_spaced(grid):
        return grid[:, ::2]
    if grid.shape[1] % 2:
        raise ArgumentError(
            "cell_width", 2, f"1 here: the rows have {grid.shape[1]} characters, an odd number"
        )
    merged = _merged(grid)
    if place := first_of(merged == _NO_CELL):
        row, column = place
        pair = bytes(grid[row, 2 * column : 2 * column + 2]).decode("latin-1")
        allowed = "one character twice, a mark beside an open one, or a blank after each (cell_width=2)"
        raise UnknownCharacterError(row + 1, 2 * column + 1, pair, allowed)
    return merged


def _are_pairs(grid: NDArray[np.uint8]) -> bool:
    """Return whether every cell of a drawing stands there twice; refuse blanks that may be gaps, or cells."""
    rows, columns = grid.shape
    if _is_spaced(grid):
        # Blanks are open cells, too: only beside another sign for open do they seem to be gaps.
        firsts = grid[:, ::2]
        if not (firsts == _BLANK).any() and among(firsts, "." + "".join(ARROWS) + COST_DIGITS).any():
            raise TwoReadingsError(
                "the drawing (a blank follows every cell)",
                (
                    f"{rows} x {(columns + 1) // 2} cells of two characters",
                    f"{rows} x {columns} cells of one",
                ),
                "say --cell-width 2 or --cell-width 1 (in Python cell_width=2 or cell_width=1)",
            )
        return False
    starts = np.flatnonzero(grid == ord(START_MARK))
    least = (
        0 if starts.size == 2 and starts[0] // 2 == starts[1] // 2 else MANY_CHANGES
    )  # a doubled mark is sure
    return columns % 2 == 0 and _is_doubled(grid[:SAMPLE_ROWS], 0) and _is_doubled(grid, least)


def _is_doubled(grid: NDArray[np.uint8], least: int) -> bool:
    """Whether columns come in equal pairs, with *least* changes between wall and open, and rows do not."""
    merged = _merged(grid)
    if (merged == _NO_CELL).any():
        return False
    if grid.shape[0] % 2 == 0 and bool((grid[::2] == grid[1::2]).all()) and least:
        return False  # enlarged both ways: still a board of the form that was drawn
    wall = merged == _WALL
    anew = np.ones(len(wall), bool)
    anew[1:] = (wall[1:] != wall[:-1]).any(axis=1)  # a row as the one above says nothing new
    changes = (wall[:, 1:] != wall[:, :-1]) & anew[:, None]
    return int(np.count_nonzero(changes)) >= least
