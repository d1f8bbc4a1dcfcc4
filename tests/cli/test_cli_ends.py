"""Where paths start and end is said wherever neither marks nor options say it, and shown by `show`."""

import json

import pytest

import gridwalk as gw

pytestmark = pytest.mark.no_kernels

VERBS = ("find", "shortest", "longest", "list", "count", "sample", "trace")
RAT = "0 1\n0 1\n"  # the articles' end, the last corner, is a wall


@pytest.fixture
def asked(run, tmp_path):
    """Ask a verb about a text; return (status, stdout, the lines of stderr)."""

    def asked(verb, text, *options):
        file = tmp_path / "board.txt"
        file.write_text(text)
        status, out, err = run(verb, file, *options)
        return status, out, [line.removeprefix("gridwalk: ") for line in err.splitlines()]

    return asked


def ends(lines):
    """The lines that name shape and ends."""
    return [line for line in lines if line[0].isdigit() and ", from (" in line]


@pytest.mark.parametrize("verb", VERBS)
def test_an_end_that_is_a_wall_is_said(asked, verb):
    status, _, lines = asked(verb, RAT)
    assert status == 0
    assert ends(lines) == [
        "2 x 2, from (0, 0) to (1, 0) (first and last open cell: the corner (1, 1) is a wall)"
    ]


@pytest.mark.parametrize(
    ("text", "options", "line"),
    [
        ("0 0\n0 0", (), "2 x 2, from (0, 0) to (1, 1) (first and last open cell)"),
        ("1 0\n0 0", (),
         "2 x 2, from (0, 1) to (1, 1) (first and last open cell: the corner (0, 0) is a wall)"),
        (
            "1 0\n0 1",
            (),
            "2 x 2, from (0, 1) to (1, 0) (first and last open cell: "
            "the corners (0, 0) and (1, 1) are walls)",
        ),
        ("###.#\n#...#\n#.###", (), "3 x 5, from (0, 3) to (2, 1) (openings of the border)"),
        ("0 1\n0 0", ("--from", "1,0"), "2 x 2, from (1, 0) to (1, 1) (exit: last open cell)"),
        ("0 1\n0 0", ("--from", "1,1"), "2 x 2, from (1, 1) to (0, 0) (exit: first open cell)"),
        ("0 1\n0 0", ("--to", "0,0"), "2 x 2, from (1, 1) to (0, 0) (start: last open cell)"),
        (RAT, ("--from", "a2"),
         "2 x 2, from (0, 0) to (1, 0) (exit: last open cell: the corner (1, 1) is a wall)"),
        ("S.\n..", (), "2 x 2, from (0, 0) to (1, 1) (exit: last open cell)"),
        ("..\nE.", (), "2 x 2, from (0, 0) to (1, 0) (start: first open cell)"),
        ("###.#\n#S..#\n#.###", (), "3 x 5, from (1, 1) to (2, 1) (exit: opening of the border)"),
        (
            "EEEEE\n.....",
            (),
            "2 x 5, from (1, 4) to any of 5 cells (start: last open cell)",
        ),
        ("S.\n.E", (), None),
        ("0 1\n0 0", ("--from", "0,0", "--to", "1,1"), None),
        ("S.\n..", ("--to", "1,1"), None),
        ("0 0\n0 0", ("--tour",), None),
        ("0 0\n0 0", ("--tour", "--closed"), None),
    ],
)  # fmt: skip
def test_the_line(asked, text, options, line):
    lines = asked("count", text, *options)[2]
    assert ends(lines) == ([] if line is None else [line])


def test_no_way_names_the_ends_too(asked):
    status, out, lines = asked("shortest", "010\n010")
    assert (status, out) == (1, "no way: there are no simple paths from (0, 0) to (1, 2)\n")
    assert ends(lines) == ["2 x 3, from (0, 0) to (1, 2) (first and last open cell)"]


@pytest.mark.parametrize("verb", ["find", "shortest", "longest", "count", "trace"])
def test_json_has_the_ends(asked, verb):
    answer = json.loads(asked(verb, RAT, "--json")[1])
    assert (answer["rows"], answer["columns"]) == (2, 2)
    assert (answer["starts"], answer["exits"]) == ([[0, 0]], [[1, 0]])


def test_a_size_has_its_ends_said(run):
    assert "gridwalk: 3 x 3, from (0, 0) to (2, 2) (first and last open cell)\n" in run("find", "3x3")[2]


@pytest.mark.parametrize(
    ("text", "options", "line"),
    [
        (
            RAT,
            (),
            "read as a matrix of 0 (open) and 1 (wall), 2 x 2, 2 open, 2 walls, moves rook, "
            "start (0, 0) (first open cell), exit (1, 0) (last open cell)",
        ),
        (
            "S>#\n#.E",
            (),
            "read as a drawing, 2 x 3, 4 open, 2 walls, 1 one-way, moves rook, start (0, 0) (marked), "
            "exit (1, 2) (marked)",
        ),
        (
            "1,12\n1,#",
            ("--costs", "--to", "1,0"),
            "read as a matrix of costs, 2 x 2, 3 open, 1 walls, costs 1 to 12, moves rook, "
            "start (0, 0) (first open cell), exit (1, 0) (given)",
        ),
        (
            "type octile\nheight 1\nwidth 2\nmap\n..",
            (),
            "read as a MovingAI map, 1 x 2, 2 open, 0 walls, moves king, start (0, 0) (first open cell), "
            "exit (0, 1) (last open cell)",
        ),
    ],
)  # fmt: skip
def test_show_says_what_was_read(asked, text, options, line):
    assert asked("show", text, *options)[2][-1] == line


def test_show_json(asked):
    facts = json.loads(asked("show", RAT, "--json")[1])
    assert (facts["form"], facts["walls"]) == ("matrix of 0 (open) and 1 (wall)", 2)
    assert (facts["start_from"], facts["exits_from"]) == ("first open cell", "last open cell")
    assert gw.Board.from_text(facts["text"]).exits == ((1, 0),)


@pytest.mark.parametrize(
    ("wrap", "words"), [("rows", "rows wrapped"), ("columns", "columns wrapped"), ("both", "torus")]
)
def test_wrapped_boards(asked, run, wrap, words):
    board = gw.Board.rectangle(2, 3, wrap=wrap)
    status, out, lines = asked("show", "000\n000", "--wrap", wrap)
    assert status == 0
    assert f"2 x 3, 6 open, 0 walls, {words}, moves rook" in lines[-1]
    assert "cannot be read again: a drawing cannot hold the board's edges that meet" in lines[-2]
    facts = json.loads(asked("show", "000\n000", "--wrap", wrap, "--json")[1])
    assert (facts["wrap"], facts["walls_right"], facts["walls_below"]) == (wrap, None, None)
    assert int(run("count", "2x3", "--wrap", wrap)[1]) == board.paths().count()
    status, out, _ = run("find", "5x5", "--moves", "knight", "--wrap", wrap, "--tour", "--json")
    assert (status, len(json.loads(out)["cells"])) == (0, 25)


def test_a_wrap_that_is_none(run):
    status, _, err = run("count", "3x3", "--wrap", "torus")
    assert (status, err.count("\n")) == (2, 1)
    assert "rows, columns" in err


def test_options_of_files_are_refused_for_sizes(run):
    for option in (["--costs"], ["--cell-width", "2"]):
        status, _, err = run("find", "3x3", *option)
        assert (status, err.count("\n")) == (2, 1)
        assert f"{option[0]} applies to files" in err
