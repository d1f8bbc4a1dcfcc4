"""One reading, or a question back: texts with two readings, and others that are not what they seem."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.errors import BoardTextError, ReadingWarning
from strategies import open_grids, shapes


def rows_of(text, **options):
    return ["".join(".#"[not ok] for ok in row) for row in gw.Board.from_text(text, **options).open_cells]


# ------------------------------------------------------------------------------ semicolons


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("0;1;0\n0;0;0\n", [".#.", "..."]),  # CSV of a country with decimal commas
        ("0;1;0;\n0;0;0;\n", [".#.", "..."]),
        ("0; 1; 0\n0; 0; 0", [".#.", "..."]),
        ("[0 1; 0 0]", [".#", ".."]),  # MATLAB
        ("[0 1; 0 0];\n", [".#", ".."]),
        ("[0 1; 0 0;\n 1 1; 0 0]", [".#", "..", "##", ".."]),
        ("[0;1;0]", [".", "#", "."]),
        ("[0, 1\n 0, 0]", [".#", ".."]),
        ("0 1;0 0", [".#", ".."]),
        ("0 1;\n0 0;\n", [".#", ".."]),
        ("01;00", [".#", ".."]),
    ],
)
def test_semicolons(text, rows):
    assert rows_of(text) == rows


# -------------------------------------------------------------------------- walls or exits

RIMMED = "XXXXX\nX   X\nX X X\nX   X\nXXXXX\n"


def test_a_rim_of_x_is_a_wall():
    with pytest.warns(ReadingWarning, match="X is wall"):
        assert gw.Board.from_text(RIMMED) == gw.Board.from_text(RIMMED.replace("X", "#"))
    marked = RIMMED.replace("   ", "S  ", 1).replace("  X\nXXX", " EX\nXXX")
    board = gw.Board.from_text(marked, wall_is="X")
    assert (board.start, board.exits, board.paths().shortest().length) == ((1, 1), ((3, 3),), 4)


def test_x_marks_exits_beside_hashes_and_when_it_is_the_only_mark():
    assert gw.Board.from_text("S.X\n.#X").exits == ((0, 2), (1, 2))
    assert gw.Board.from_text("S.X\n...").exits == ((0, 2),)


# ------------------------------------------------------------------------ matrices of costs


@pytest.mark.parametrize("text", ["12\n3.", "2 2\n#S#", "191\n191", "9  S\n9  E", "##9\n# 9"])
def test_drawings_with_costs_have_a_character_a_cell(text):
    assert gw.Board.from_text(text, costs=True).shape == (2, len(text.split("\n")[0]))


# ------------------------------------------------------------------ cells of two characters


def doubled(rows):
    return "\n".join("".join(character * 2 for character in row) for row in rows)


NARROW = ["#####", "#...#", "#.###", "#...#", "#####"]


@pytest.mark.parametrize(
    "text",
    [
        doubled(NARROW),
        doubled(NARROW).replace(".", " "),
        doubled(NARROW).replace("#", "\N{FULL BLOCK}"),
        doubled(NARROW).replace("#", "X"),
        doubled(NARROW).replace("....", "S...", 1),
        doubled(NARROW).replace("....", "SS..", 1),
    ],
)
def test_a_drawing_of_doubled_columns_is_read_with_a_remark(text):
    with pytest.warns(ReadingWarning, match=r"every column stands twice: 5 x 5 cells"):
        board = gw.Board.from_text(text)
    if "X" not in text:
        assert board == gw.Board.from_text(text, cell_width=2)
    assert rows_of(text, cell_width=2, wall_is="X" if "X" in text else None) == NARROW
    if "S" not in text and "X" not in text:
        assert gw.Board.from_text(text, cell_width=1).columns == 10
    if "S" in text:
        assert board.start == (1, 1)


@pytest.mark.parametrize(
    "text",
    ["\n".join(" ".join(row) for row in NARROW), "\n".join(" ".join(row) + " " for row in NARROW)],
)
def test_a_blank_after_each_cell_separates_cells_that_have_dots(text):
    assert rows_of(text) == rows_of(text, cell_width=2) == NARROW
    assert gw.Board.from_text(text, cell_width=1).columns in (9, 10)


def test_a_drawing_enlarged_both_ways_in_its_first_rows_only_is_read_as_one_whose_last_are():
    """Whether cells are two characters wide is seen in all rows, whatever a sample of the first ones is."""
    pairs = [line for line in doubled(NARROW).split("\n") for _ in range(2)]
    first, last = pairs * 7, doubled(NARROW[:2]).split("\n")
    found = []
    for lines in (first + last, last + first):
        with pytest.warns(ReadingWarning, match="stands twice: 72 x 5"):
            found.append(gw.Board.from_text("\n".join(lines)).columns)
    assert found == [5, 5]


@given(shapes(6, 8).flatmap(open_grids), st.sampled_from(["..", "  "]), st.sampled_from(["SS", "S.", " S"]))
def test_doubled_drawings_are_halved(grid, floor, start):
    assume(floor == ".." or not all(grid[-1]))  # a last line of blanks is no row
    rows = [["##" if not ok else floor for ok in row] for row in grid]
    cell = next((r, c) for r, row in enumerate(grid) for c, ok in enumerate(row) if ok)
    rows[cell[0]][cell[1]] = start
    text = "\n".join(map("".join, rows))
    board = gw.Board.from_text(text, cell_width=2)
    assert (board.open_cells.tolist(), board.start) == ([list(row) for row in grid], cell)
    changes = sum(a != b for i, row in enumerate(rows) if i == 0 or row != rows[i - 1]
                  for a, b in pairwise(row))  # fmt: skip
    paired = len(grid) % 2 == 0 and rows[::2] == rows[1::2]
    if start == "SS" or (changes >= 4 and not paired):
        with pytest.warns(ReadingWarning, match="every column stands twice"):
            assert gw.Board.from_text(text) == board
    else:
        assert gw.Board.from_text(text).columns == 2 * len(grid[0])


@given(shapes(6, 8).flatmap(open_grids))
def test_what_is_printed_is_read_again_or_with_a_remark(grid):
    assume(sum(map(sum, grid)) > 1)
    board = gw.Board(grid)
    text = board.to_text()
    assert gw.Board.from_text(text, cell_width=1) == board
    try:
        assert gw.Board.from_text(text) == board
    except ReadingWarning:
        assert all(a == b or "#" not in a + b for line in text.split("\n")
                   for a, b in zip(line[::2], line[1::2], strict=True))  # fmt: skip


def test_a_declaration_is_read_in_a_moment():
    """No pattern may try every way to split a long word."""
    with pytest.raises(BoardTextError, match="two starts"):
        gw.Board.from_text("S" * 900 + "# = ")
