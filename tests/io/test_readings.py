"""One reading, or a question back: texts with two readings, and others that are not what they seem."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gridwalk as gw
import reference_reader
from gridwalk.errors import ArgumentError, BoardTextError, GridwalkError, ReadingWarning, UnclearBoardError
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


@pytest.mark.parametrize(
    ("text", "costs"),
    [
        ("1 9 1\n1 9 1\n1 1 1\n", [[1, 9, 1], [1, 9, 1], [1, 1, 1]]),
        ("  1 9\n  1 2\n", [[1, 9], [1, 2]]),
        ("1,12,1\n3,4,5", [[1, 12, 1], [3, 4, 5]]),
        ("1;12;1\n3;4;5", [[1, 12, 1], [3, 4, 5]]),
        ("1\t12\t1\n3\t4\t5", [[1, 12, 1], [3, 4, 5]]),
        (" 1 10\n12  7\n", [[1, 10], [12, 7]]),
        ("1,2.5\n.5,3.", [[1, 2.5], [0.5, 3]]),
        ("1.0 2.5\n1.5 3.0", [[1, 2.5], [1.5, 3]]),
        ("[[1, 9], [30, 4]]", [[1, 9], [30, 4]]),
        ("int cost[2][2] = {1, 9, 30, 4};", [[1, 9], [30, 4]]),
        ("[1 9; 30 4]", [[1, 9], [30, 4]]),
        ("1 1\n1 1", [[1, 1], [1, 1]]),
    ],
)
def test_a_matrix_of_costs(text, costs):
    board = gw.Board.from_text(text, costs=True)
    assert board.open_cells.all()
    assert board.costs.tolist() == costs
    with pytest.raises(GridwalkError):
        gw.Board.from_text(text)


def test_the_cheapest_way_over_a_spaced_matrix():
    assert gw.Board.from_text("1 9 1\n1 9 1\n1 1 1\n", costs=True).paths().shortest().cost == 4


def test_walls_of_a_matrix_of_costs():
    board = gw.Board.from_text("1,#,12\n1,1,1", costs=True)
    assert board.open_cells.tolist() == [[True, False, True], [True, True, True]]
    assert board.costs.tolist() == [[1, 1, 12], [1, 1, 1]]


WITH_COSTS = ["1 9 1\n1 9 1", "1,12,1\n1,12,1", "1 10 1\n1 10 1", "2 9\n9 2", "1.5,2", "2;3\n3;4"]
DRAWN_COSTS = ["1S9\n#.#"]


@pytest.mark.parametrize("text", [*WITH_COSTS, "[[1, 30], [2, 4]]", *DRAWN_COSTS])
def test_costs_that_were_not_asked_for(text):
    with pytest.raises(
        UnclearBoardError, match=r" may be costs or marks; if costs: costs=True; signs seen: "
    ):
        gw.Board.from_text(text)
    assert gw.Board.from_text(text, costs=True).costs is not None


@pytest.mark.parametrize(
    "text", ["1 # 9\n1 1 1", "12 #\n#  3", "99 99\n99 99", "1.5 2.5\n1.5 2.5", "9   9\n9   9"]
)
def test_costs_with_blanks_between_them(text):
    assert gw.Board.from_text(text, costs=True).shape == (2, len(text.split("\n")[0].split()))


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


def test_two_starts_side_by_side_are_one_of_two_characters():
    """However few changes there are: a board has one start."""
    with pytest.warns(ReadingWarning, match="2 x 4 cells of two characters"):
        board = gw.Board.from_text("##SS  ##\n##    EE")
    assert board == gw.Board.from_text("#S.#\n#..E")


def test_a_drawing_enlarged_both_ways_in_its_first_rows_only_is_read_as_one_whose_last_are():
    """Whether cells are two characters wide is seen in all rows, whatever a sample of the first ones is."""
    pairs = [line for line in doubled(NARROW).split("\n") for _ in range(2)]
    first, last = pairs * 7, doubled(NARROW[:2]).split("\n")
    found = []
    for lines in (first + last, last + first):
        with pytest.warns(ReadingWarning, match="stands twice: 72 x 5"):
            found.append(gw.Board.from_text("\n".join(lines)).columns)
    assert found == [5, 5]


def test_small_or_enlarged_drawings_are_not_taken_for_doubled():
    for text in ("..", "##..", "....\n....", "##..##", "#..#\n....", "##SE", "S E", "# #"):
        assert gw.Board.from_text(text).columns == len(text.split("\n")[0])
    enlarged = "\n".join(line for line in doubled(NARROW).split("\n") for _ in range(2))
    assert gw.Board.from_text(enlarged).shape == (10, 10)


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


def test_show_says_how_to_read_again_what_it_prints(run, tmp_path):
    file = tmp_path / "maze.txt"
    file.write_text(doubled(NARROW))
    status, out, err = run("show", file, "--cell-width", 1)
    assert status == 0
    assert "to read this output again, add --cell-width 1" in err
    file.write_text(out)
    status, narrow, err = run("show", file)
    assert (status, narrow.split()) == (0, ["#####", "#S..#", "#.###", "#..E#", "#####"])
    assert "every column stands twice: 5 x 5 cells of two characters (--cell-width 1: of one)" in err
    assert run("show", file, "--cell-width", 1)[1] == out


# ------------------------------------------------------------------------ one board, whole


@pytest.mark.parametrize(
    "text", ["\n\n0 1\n0 0\n\n \n", "[[0, 1],\n\n [0, 0]]", "[0 1\n\n0 0]", "[0 1]\n[0 0]\n"]
)
def test_blank_lines_that_do_no_harm(text):
    assert rows_of(text) == [".#", ".."]


# ------------------------------------------------------------------------ what is refused

MAP = "type octile\nheight 1\nwidth 2\nmap\n.."
COSTS = {"costs": True}
REFUSED = [
    (UnclearBoardError, r"open cells \(0\) and walls \(1\) or as costs", COSTS,
     ["0 1\n0 0", "010\n000", "[[0, 1], [0, 0]]", "[010]\n[000]", "0\n1"]),
    (UnclearBoardError, "no costs: 2[.]3[.]4; signs seen: .*2[.]3[.]4 1", COSTS, ["1,2.3.4"]),
    (UnclearBoardError, "no costs: inf4; signs seen: .*inf4 1.*wall_is='inf4'", COSTS, ["3\tinf4\n5\t6"]),
    (UnclearBoardError, "no costs: tiny; signs seen: .*tiny 1", COSTS, ["3,4\n5,tiny"]),
    (UnclearBoardError, "the cost 10000000000000000 is too large", COSTS, [f"1,{10**16}"]),
    (UnclearBoardError, "only one sign", {}, ["XX"]),
    (BoardTextError, "use --cell-width 2", {}, ["##SS.#"]),
    (BoardTextError, r"mark one$", {}, ["S#\nS#"]),
    (UnclearBoardError, "row 1 has '#.' at column 0", {"cell_width": 2}, ["##..\n#..."]),
    (UnclearBoardError, "row 0 has 'SE' at column 0", {"cell_width": 2}, ["SE.."]),
    (UnclearBoardError, "row 0 has '9#' at column 1", {"cell_width": 2, "costs": True}, ["..9#"]),
    (UnclearBoardError, "the rows have 3 characters, an odd number", {"cell_width": 2}, ["##.\n##."]),
    (ArgumentError, "cell_width=2 must be left out", {"cell_width": 2},
     ["[[0, 1]]", "int a[1][1] = {0};", '{"grid": [[0, 1]]}', MAP]),
    (ArgumentError, "costs=True must be left out: this is a MovingAI map", COSTS, [MAP]),
    (ArgumentError, "terrain='[.]' must be left out: this is a board of text, and no MovingAI map",
     {"terrain": "."}, ["S.E"]),
    (BoardTextError, "line 2: .*a text must hold one board and nothing else", {},
     ["[[0, 1], [0, 0]]\n[[1, 0], [0, 0]]", "int a[1][2] = {{0, 1}};\nint b[1][2] = {{0, 1}};",
      "int a[1][2] = {0, 1};\nint main() {}", "[[0, 1]]\nend", "[0 1; 0 0]\n[1 0; 0 0]"]),
    (BoardTextError, "line 3: .*a text must hold one board", {}, ["[0 1]\n[0 0]\n\n[1 0]\n[0 0]"]),
    (BoardTextError, "line 1: ", {}, ["[[0, 1], [0, 0]]]", "a [0 1] b = [0, 1]"]),
    (UnclearBoardError, "2 boards of 2 lines stand below one another", {},
     ["0 1\n0 0\n\n1 0\n0 0\n", "\n01\n00\n \n10\n00"]),
    (UnclearBoardError, "beside the board stands '1,0': it may be another", {}, ["0,1\n0,0\n\n\n1,0\n"]),
    # Cells that would be lost or invented.
    (BoardTextError, None, {}, ["[[0, 1], [0, 0]", "[[0, 1], 0, 0]", "[[0, 1], [], [0, 0]]"]),
    (UnclearBoardError, "more than two dimensions", {}, ["{{{0}, {1}}, {{0}, {1}}}"]),
    (BoardTextError, None, {}, [
        "0,,1\n0,1,", ",0\n0,", "0,1\n0,1,,", "0;;1\n0;1;", "0\t\t1\n0\t1\t", "\t0\n0\t", "0,1 0\n0 0,0",
        "0\t1 0\n0 0\t0", "0,1\n0,0\n\n;", ",\n0,1\n0,0", "{,0, 1}", ",{0, 1}", "01 10\n00 11", "0 1\n01",
        "{{0, 1,,}, {0, 0}}", "{{0, 1}, {,0, 0}}", "{{0, 1},, {0, 0}}", "{{0, 1}, {0, 0},,}", "{0 1}\n{0,1}",
        "0 1\n0 0\nb=\n1 0\n0 0", "0 1\n0 0\nend", "#include <x>\nint a[1][1] = {{0}};", "a maze:\n0 1",
        "a [0, 1]\nb = [0, 1]", "a [0]\nb = [0, 1]"]),
    (BoardTextError, None, {}, [
        "int a[3][2] = {{0, 1}, {0, 0}};", "int a[2][2] = {{0, 1}, {0}};",
        "int a[][3] = {0, 1, 0, 0};", "int a[5] = {0, 1, 0, 0};", "int a[1][2][2] = {0, 1, 0, 0};"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "options", "error", "words"),
    [(text, options, error, words) for error, words, options, texts in REFUSED for text in texts],
)
def test_what_is_refused(text, options, error, words):
    with pytest.raises(error, match=words):
        gw.Board.from_text(text, **options)


def test_a_declaration_is_read_in_a_moment():
    """No pattern may try every way to split a long word."""
    with pytest.raises(BoardTextError, match="two starts"):
        gw.Board.from_text("S" * 900 + "# = ")


def test_one_long_line():
    assert gw.Board.from_text("01" * 10_000).shape == (1, 20_000)
    assert gw.Board.from_text(" ".join("01" * 10_000)).shape == (1, 20_000)
    with pytest.raises(UnclearBoardError, match="beside the board stands '0'"):
        gw.Board.from_text(("01" * 100 + "\n") * 100 + "0")


# ------------------------------------------------------------------------ odd options


@pytest.mark.parametrize("name", ["costs", "terrain", "cell_width", "moves", "start", "exits", "one_way"])
@pytest.mark.parametrize(
    "value", [3, 3.5, "q", b"x", (), (1,), object(), ["a"], np.ones(3), {"a": 1}, float("nan")]
)
def test_options_of_a_wrong_type(tmp_path, name, value):
    file = tmp_path / "maze.txt"
    file.write_text("S.#\n#.E")
    for call in (
        lambda **options: gw.Board.from_text("S.#\n#.E", **options),
        lambda **options: gw.read(file, **options),
    ):
        with pytest.raises(GridwalkError):
            call(**{name: value})


def test_the_reference_reads_what_the_tests_here_read():
    """A reference that refused everything would agree with all refusals."""
    for text in ("0;1;0\n0;0;0", "[0 1; 0 0]", "S.X\n...", "int a[2][2] = {0, 1, 0, 0};"):
        assert reference_reader.read(text).open_cells == gw.Board.from_text(text).open_cells.tolist()
