"""The command line, in process: answers on stdout, talk on stderr, exit status."""

import json

import pytest

import oracles
from published import KNIGHT_CLOSED, KNIGHT_OPEN, KNIGHT_OPEN_FROM, ROOK_PATHS

ARTICLES = "0 1 0 0 0\n0 1 0 1 0\n0 0 0 0 0\n0 1 1 1 0\n0 0 0 1 0\n"


def cells_in(line):
    return [tuple(map(int, word.strip("()").split(","))) for word in line.split()]


ROOK = ((-1, 0), (0, 1), (1, 0), (0, -1))


def matrix(text):
    """The raw rook board of a 0/1 matrix."""
    return oracles.Raw(tuple(tuple(c == "0" for c in row.split()) for row in text.splitlines()), ROOK)


@pytest.mark.parametrize("by", ["dfs", "dfs-recursive", "bfs"])
def test_find_draws_the_path_and_its_length(run, maze, by):
    status, out, err = run("find", maze, "--by", by)
    lines = out.split("\n")
    assert status == 0
    assert [len(line) for line in lines[:5]] == [5] * 5
    assert lines[0][0] == "@"
    assert lines[4][4] == "$"
    length = int(lines[5].removeprefix("length "))
    assert length == sum(line.count(c) for line in lines[:5] for c in "+-|$")
    assert f"by {by}:" in err
    if by == "bfs":
        assert length == 8


def test_the_border_shifts_the_path_by_one(run, maze, tmp_path):
    bordered = tmp_path / "bordered.txt"
    rows = ARTICLES.replace(" ", "").split()
    bordered.write_text("\n".join(["1" * 7, *(f"1{row}1" for row in rows), "1" * 7]))
    for by in ("dfs", "bfs"):
        inner = json.loads(run("find", maze, "--by", by, "--json")[1])["cells"]
        outer = json.loads(run("find", bordered, "--by", by, "--json")[1])["cells"]
        assert [[row + 1, column + 1] for row, column in inner] == outer
    assert outer[0] == [1, 1]
    assert outer[-1] == [5, 5]


@pytest.mark.parametrize("by", ["bfs", "labels", "dijkstra"])
def test_shortest_json(run, maze, by):
    status, out, _ = run("shortest", maze, "--by", by, "--json", "--order", "DRUL")
    answer = json.loads(out)
    assert (status, answer["length"], answer["cost"], answer["by"]) == (0, 8, 8, by)
    oracles.check_certificate(matrix(ARTICLES), map(tuple, answer["cells"]), start=(0, 0), exits=[(4, 4)])


def test_list_draws_every_path_and_says_how_many(run, maze):
    status, out, _ = run("list", maze)
    assert status == 0
    assert out.count("@") == out.count("$") == 2
    assert out.count("length 8") == out.count("length 12") == 1
    assert out.endswith("there are 2 paths\n")


def test_list_lines_count_as_many_as_count(run):
    for side in (2, 3, 4):
        number = ROOK_PATHS[side]
        _, lines, closing = run("list", f"{side}x{side}", "--lines")
        paths = [cells_in(line) for line in lines.splitlines()]
        assert len(set(map(tuple, paths))) == len(paths) == number
        assert f"{number} paths" in closing
        assert run("count", f"{side}x{side}")[1] == f"{number}\n"
        for path in paths:
            oracles.check_certificate(
                oracles.Raw(((True,) * side,) * side, ROOK), path, start=(0, 0), exits=[(side - 1, side - 1)]
            )


def test_list_limit_and_none(run, tmp_path):
    status, out, err = run("list", "3x3", "--limit", 5, "--lines")
    assert (status, out.count("\n")) == (0, 5)
    assert "the first 5 paths; there may be more" in err
    blocked = tmp_path / "blocked.txt"
    blocked.write_text("S#E\n")
    assert run("list", blocked)[:2] == (1, "there is no path\n")
    status, out, _ = run("find", blocked)
    assert (status, out[:6]) == (1, "no way")
    status, out, _ = run("shortest", blocked, "--json")
    ends = {"rows": 1, "columns": 3, "starts": [[0, 0]], "exits": [[0, 2]]}
    assert (status, json.loads(out)) == (1, {"found": False} | ends)
    assert run("count", blocked)[:2] == (0, "0\n")


def test_knight_tours(run):
    knight = ("--moves", "knight", "--tour")
    status, out, err = run("count", "5x5", *knight, "--from", "0,0")
    assert (status, out) == (0, f"{KNIGHT_OPEN_FROM[5, 5][0, 0]}\n")
    assert "open tours from (0, 0)" in err
    assert run("count", "5x6", *knight, "--closed")[1] == f"{KNIGHT_CLOSED[5, 6]}\n"
    status, out, err = run("find", "8x8", *knight, "--from", "a1")
    assert status == 0
    assert "backtracks" in err
    board = [list(map(int, line.split())) for line in out.splitlines()[:8]]
    assert board[7][0] == 1
    assert sorted(number for row in board for number in row) == list(range(1, 65))
    # Every tour is listed in both directions.
    routes = [cells_in(line) for line in run("list", "3x4", *knight, "--lines")[1].splitlines()]
    assert len(routes) == 2 * KNIGHT_OPEN[3, 4]
    assert all(route[::-1] in routes for route in routes)
    assert run("list", "3x4", *knight, "--lines", "--undirected")[1].count("\n") == KNIGHT_OPEN[3, 4]


def test_all_tours_of_5x5(run):
    assert run("count", "5x5", "--moves", "knight", "--tour")[1] == f"{2 * KNIGHT_OPEN[5, 5]}\n"


def test_depth_first_tour_is_stopped_by_the_time_given(run):
    status, out, err = run("find", "8x8", "--moves", "knight", "--tour", "--by", "dfs", "--time", "1s")
    assert (status, out) == (3, "")
    assert "stopped after 1 s, the time given" in err


def test_show_prints_what_can_be_read_again(run, tmp_path):
    first = run("show", "3x4", "--from", "1,1", "--to", "0,3", "--to", "2,0")[1]
    assert first == "...E\n.S..\nE...\n"
    copy = tmp_path / "copy.txt"
    copy.write_text(first)
    assert run("show", copy)[1] == first
    facts = json.loads(run("show", copy, "--json")[1])
    assert (facts["rows"], facts["columns"], facts["start"]) == (3, 4, [1, 1])


def test_costs_and_corners(run, tmp_path):
    hills = tmp_path / "hills.txt"
    hills.write_text("S9E\n...\n")
    assert json.loads(run("shortest", hills, "--costs", "--json")[1])["cost"] == 4
    diagonal = tmp_path / "diagonal.txt"
    diagonal.write_text("S#\n.E\n")
    for rule, length in {"both": 2, "one": 1, "none": 1}.items():
        answer = run("find", diagonal, "--by", "bfs", "--moves", "king", "--corners", rule, "--json")
        assert json.loads(answer[1])["length"] == length


def test_trace_prints_frames_steps_and_json(run, maze):
    status, out, err = run("trace", maze, "--by", "bfs", "--frames", 3)
    assert status == 0
    assert out.count("step ") == 3
    assert "path of length 8" in err
    steps = run("trace", maze, "--by", "bfs", "--steps")[1].splitlines()
    events = json.loads(run("trace", maze, "--by", "bfs", "--json")[1])["events"]
    assert len(steps) == len(events)
    assert steps[:2] == ["1 open (0, 0) from (0, 0)", "2 close (0, 0) number 1"]
    status, out, err = run("trace", "3x4", "--moves", "knight", "--tour", "--steps", "--most", 5)
    assert (status, out.count("\n")) == (0, 5)
    assert "before the end of the search" in err


BAD = {
    "missing file": (["find", "nosuch.txt"], "there is no such file"),
    "directory": (["find", "."], "this is a directory"),
    "start on a wall": (["find", "{maze}", "--from", "0,1"], "--from 0,1 is a wall"),
    "swapped hint": (["find", "2x5", "--from", "4,1"], r"(1, 4) is inside: did you pass (x, y)?"),
    "no cell": (["find", "2x5", "--from", "zz"], "is not a cell"),
    "unknown moves": (["find", "2x5", "--moves", "knihgt"], "did you mean 'knight'?"),
    "unknown algorithm": (["find", "2x5", "--by", "bsf"], "did you mean 'bfs'?"),
    "unknown corner rule": (["find", "2x5", "--corners", "bth"], "did you mean 'both'?"),
    "unknown option": (["find", "2x5", "--mvoes", "king"], "--moves"),
    "unknown verb": (["fnid", "2x5"], "did you mean 'find'?"),
    "no board": (["find"], "Missing argument 'BOARD'"),
    "no time": (["find", "2x5", "--time", "soon"], "is not a time"),
    "closed without tour": (["count", "2x5", "--closed"], "add --tour"),
    "undirected from a start": (["count", "3x4", "--tour", "--undirected", "--from", "0,0"], "direction"),
    "board too large": (["find", "99999x99999"], "at most 268,435,456 cells"),
    "board too small": (["find", "0x9"], "at least 1"),
    "bfs on diagonals": (["shortest", "3x3", "--moves", "king", "--by", "bfs"], "square root of 2"),
    "costs of a size": (["find", "3x3", "--costs"], "--costs"),
    "wrong order": (["find", "3x3", "--order", "DRU"], "U,R,D,L"),
    "recursion": (["find", "1x2000", "--by", "dfs-recursive"], "'dfs' gives the same path"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_on_stderr(run, maze, name):
    arguments, words = BAD[name]
    status, out, err = run(*(str(maze) if word == "{maze}" else word for word in arguments))
    assert (status, out) == (2, "")
    assert err.startswith("gridwalk: error: ")
    assert err.count("\n") == 1
    assert words in err


FILES = {
    b"": "the board is empty",
    b"0 1\n0\n": "line 2 has 1 cells where the first row has 2",
    b"01\n0x\n": "line 2, column 2: 'x'",
    b"S.\n.?\n": "line 2, column 2: '?'",
    b"11\n11\n": "no open cell",
    b"\x00\x01\x02": "not a text file",
    b"\xff\xfe": "not a text file",
    b"S2E\n#.#\n": "--costs",
}


@pytest.mark.parametrize("data", FILES)
def test_bad_files(run, tmp_path, data):
    file = tmp_path / "bad.txt"
    file.write_bytes(data)
    status, out, err = run("find", file)
    assert (status, out) == (2, "")
    assert FILES[data] in err
    assert str(file) in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("verb", ["find", "shortest", "longest", "list", "count", "sample", "show", "trace"])
def test_every_verb_explains_itself(run, verb):
    status, out, _ = run(verb, "--help")
    assert status == 0
    assert "Examples:" in out
    assert "Exit status:" in out


def test_no_arguments_show_the_help(run):
    status, out, err = run()
    assert (status, out) == (2, "")
    assert err.startswith("Usage: gridwalk")


def test_standard_input(run, stdin):
    stdin(b"010\n000\n")
    assert run("find", "-")[:2] == (0, "@#.\n+-$\nlength 3\n")


def test_walls_and_openings(run, tmp_path):
    door = tmp_path / "door.txt"
    door.write_text("S.#.E\n..#..\n")
    assert run("find", door)[0] == 1
    status, out, _ = run("shortest", door, "--open", "0,2", "--json")
    assert (status, json.loads(out)["length"]) == (0, 4)
    assert run("show", door, "--open", "0,2", "--wall", "1,0", "--wall", "b1")[1] == "S...E\n###..\n"
    assert run("count", "4x4", "--moves", "king", "--wall", "1,1")[1] == "1288\n"
    assert run("count", "4x4", "--moves", "king", "--avoiding", "1,1")[1] == "7404\n"
    status, out, err = run("count", "4x4", "--wall", "0,0")
    assert (status, out) == (2, "")
    assert "no wall can be put at (0, 0), the board's start" in err
    assert run("count", "4x4", "--wall", "0,0", "--from", "0,1")[0] == 0


def test_ends_at_cells_that_are_opened(run, tmp_path):
    row = tmp_path / "row.txt"
    row.write_text("#...#\n")
    assert json.loads(run("shortest", row, "--open", "0,0", "--from", "0,0", "--json")[1])["length"] == 3
    assert json.loads(run("shortest", row, "--open", "0,4", "--to", "0,4", "--json")[1])["length"] == 3
    turned = json.loads(run("shortest", row, "--open", "0,0", "--from", "0,3", "--json")[1])
    assert turned["cells"] == [[0, 3], [0, 2], [0, 1]]  # where the default exit was


def test_nothing_is_left(run):
    """A set that its definition leaves empty is no error; stderr says why."""
    status, out, err = run("count", "4x4", "--avoiding", "0,0")
    assert (status, out) == (0, "0\n")
    assert "every path begins at (0, 0), which it must avoid" in err
    status, out, _ = run("find", "4x4", "--tour", "--avoiding", "1,1")
    assert status == 1
    assert "a tour visits every cell, so none avoids (1, 1)" in out
    assert run("count", "5x5", "--moves", "knight", "--tour", "--length", 3, "--by", "sweep")[1] == "0\n"
