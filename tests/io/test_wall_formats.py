"""Formats that draw walls: one maze in all, what is wrong is named with its place, nothing is guessed."""

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import GridwalkError
from gridwalk.io.content import Content
from gridwalk.io.formats import checked, chosen, parse

# Two by two rooms, start south-west, goal north-west, one wall under the goal.
SAME = {
    "micromouse": "o---o---o\n| G     |\no---o   o\n| S     |\no---o---o",
    "boxes": "+---+---+\n| E     |\n+---+   +\n| S     |\n+---+---+",
}
ENDS = {"start": (1, 0), "exits": (0, 0)}


def form(content, ending="", **asked):
    return chosen(Content(content, ending, checked(asked))).name


@pytest.mark.parametrize("name", SAME)
def test_the_same_rooms_in_all_forms(name):
    read = parse(SAME[name])
    assert form(SAME[name]) == name
    board = gw.Board(read.open_cells, **{**read.options(), **ENDS})
    assert board == gw.Board(np.ones((2, 2), bool), walls=([[0], [0]], [[1, 0]]), **ENDS)
    assert board.walls.right.tolist() == [[False], [False]]
    assert board.walls.below.tolist() == [[True, False]]
    assert board.paths().count() == 1
    assert board.paths().shortest().cells.tolist() == [[1, 0], [1, 1], [0, 1], [0, 0]]
    assert (read.start, read.exits) == ((1, 0), ((0, 0),))


@pytest.mark.parametrize(
    "text",
    [
        "+-+-+\n|E  |\n+-+ +\n|S  |\n+-+-+",
        "+--+--+\n|E    |\n+--+  +\n| S   |\n+--+--+",
        "+-----+-----+\n|           |\n|  E        |\n|           |\n+-----+     +\n| S         |\n"
        "|           |\n|           |\n+-----+-----+",
        "  +---+---+\n  | E     |  \n  +---+   +\n  | S     |\n  +---+---+\n\n",
        "+-------+\n| E     |\n+---+   |\n| S     |\n+-------+",
        "```\n+---+---+\n| E     |\n+---+   +\n| S     |\n+---+---+\n```\n",
        "\x1b[1m+---+---+\x1b[0m\n| E     |\n+---+   +\n| \x1b[31mS\x1b[0m     |\n+---+---+",
    ],
)
def test_other_pitches_and_what_stands_around(text):
    assert gw.Board.from_text(text) == gw.Board(np.ones((2, 2), bool), walls=([[0], [0]], [[1, 0]]), **ENDS)


def test_openings_are_start_and_exit_if_they_are_two():
    board = gw.Board.from_text("+   +---+\n|       |\n+---+   +\n|       |\n+---+   +")
    assert (board.start, board.exits) == ((0, 0), ((1, 1),))


def test_closed_rooms_marks_and_costs():
    board = gw.Board.from_text(
        "+---+---+---+\n| S  >   ###|\n+---+---+---+\n| 3     | G |\n+---+---+---+", costs=True
    )
    assert board.open_cells.tolist() == [[True, True, False], [True, True, True]]
    assert board.costs[board.open_cells].tolist() == [1, 1, 3, 1, 1]
    assert (board.start, board.exits, dict(board.one_way)) == ((0, 0), ((1, 2),), {(0, 1): (0, 1)})


BOX = "+---+---+\n| E     |\n+---+   +\n| S     |\n+---+---+"
MOUSE = BOX.replace("+", "o").replace("E", "G")
WRONG = {
    "boxes": [
        (BOX.replace("| S     |", "| S  x  |"), "line 4, column 6: 'x'"),
        (BOX.replace("+---+   +", "+-- +   +"), "line 3, column 4: a wall has a gap"),
        (BOX.replace("+---+   +", "+-x-+   +"), "line 3, column 3: 'x'"),
        (BOX.replace("| S     |", "| SE    |"), "line 4, column 4: a second mark"),
        (BOX.replace("| S     |", "| S   S |"), "two starts are marked"),
        (BOX.replace("| S     |", "| S     !"), "line 4, column 9: '!'"),
        (BOX.replace("| S     |", "| S  #  |"), "line 4, column 6: '#'"),
        (BOX + "\n|", "line 6, column 1: a room has 1 lines"),
        (BOX.replace("| S     |", "| S     | x"), "line 4, column 11: a room is 3 characters wide"),
        (BOX.replace("+---+   +", "+---x   +"), "line 3, column 5: 'x'"),
        (BOX.replace("+---+   +", "+--+-   +"), "line 3, column 4: the post"),
        (BOX.replace("| S     |", "| S  5  |"), "line 4, column 6: '5'"),
        ("+---+\n| S |", "line 1, column 1: a corner"),
    ],
    "micromouse": [
        (MOUSE.replace("o---o   o", "o---    o"), "line 3, column 5: the post 'o' is missing"),
        (MOUSE.replace("o---o   o", "o---+   o"), "line 3, column 5: the post 'o' is missing"),
        (MOUSE.replace("o---o   o", "o--o    o"), "line 3, column 4: the post"),
        (MOUSE.replace("o---o   o", "o- -o   o"), "line 3, column 3: a wall has a gap"),
        (MOUSE.replace("G", "E"), "line 2, column 3: 'E'"),
        (MOUSE.replace("G", "#"), "line 2, column 3: '#'"),
        (MOUSE.replace("G", "S"), "two starts are marked"),
        (MOUSE.replace("G ", "GG"), "line 2, column 4: a second mark"),
        (MOUSE.replace("| S ", "x S "), "line 4, column 1: 'x'"),
        (MOUSE + "\no", "line 6, column 1: a room has 1 lines"),
        (MOUSE.replace("| S     |", "| S     | |"), "line 4, column 11: a room is 3"),
    ],
}


@pytest.mark.parametrize(
    ("name", "text", "words"), [(name, *case) for name, cases in WRONG.items() for case in cases]
)
def test_what_is_wrong_is_named_with_its_place(name, text, words):
    with pytest.raises(GridwalkError, match=words.replace("|", r"\|") if " '|" in words else words) as caught:
        parse(text, format=name)
    assert "\n" not in str(caught.value)


def test_ten_wrong_texts_of_each():
    assert all(len(cases) >= 10 for cases in WRONG.values())


# ---------------------------------------------------------------- which it is


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("S.#\n#.E", "text"),
        ("0 1\n1 0", "text"),
        ("+--+\n|  |\n+--+", "boxes"),
        ("o--o\n|  |\no--o", "micromouse"),
    ],
)
def test_what_a_text_is_recognised_as(text, name):
    assert form(text) == name
    gw.Board.from_text(text)


def test_drawings_of_paths_are_no_boxes():
    """For all their + - and |."""
    turns = ["S....\n.###.\n....E", "S.\n.E", "S...\n###.\nE..."]
    for text in (*turns, "S..E\n####", "S..E\n####\n....", "###\nS.E"):
        drawn = gw.Board.from_text(text, cell_width=1).paths().shortest().draw()
        assert form(drawn) == "path"
        assert gw.Board.from_text(drawn) == gw.Board.from_text(text, cell_width=1)


# ---------------------------------------------------------------- the command line


def test_convert_writes_and_reads(run, tmp_path):
    file = tmp_path / "maze.txt"
    file.write_text(SAME["boxes"])
    status, out, err = run("convert", file, "-")
    assert (status, out, err) == (0, SAME["boxes"] + "\n", "")
    status, out, err = run("convert", file, "-", "--to-format", "micromouse")
    assert (status, out) == (0, SAME["micromouse"] + "\n")
    assert run("convert", "8x8", tmp_path / "a.svg")[0] == 0
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    assert run("convert", "8x8", tmp_path / "a.png", "--dark")[0] == 0
    assert run("convert", file, file)[0] == 2
    status, _, err = run("convert", file, tmp_path / "a.map")
    assert status == 2
    assert "a MovingAI map cannot hold the board's walls between cells" in err
    status, _, err = run("convert", file, tmp_path / "a.txt", "--to-format", "boxs")
    assert status == 2
    assert "--to-format boxs is not known: choose from" in err
    status, _, err = run("convert", file, "-", "--format", "text")
    assert (status, err.count("\n")) == (2, 1)
    status, _, err = run("show", "3x3", "--format", "text")
    assert "--format applies to files" in err


def test_formats_are_listed(run):
    status, out, _ = run("convert", "--formats")
    assert status == 0
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert "micromouse" in lines
    assert ".npz" in lines["npz"]
    assert "reads" in lines["boxes"]
    assert "writes" in lines["boxes"]
