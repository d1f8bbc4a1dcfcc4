"""Formats that draw walls: one maze in all, what is wrong is named with its place, nothing is guessed."""

import numpy as np
import pytest

import gridwalk as gw
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


# ---------------------------------------------------------------- which it is


def test_drawings_of_paths_are_no_boxes():
    """For all their + - and |."""
    turns = ["S....\n.###.\n....E", "S.\n.E", "S...\n###.\nE..."]
    for text in (*turns, "S..E\n####", "S..E\n####\n....", "###\nS.E"):
        drawn = gw.Board.from_text(text, cell_width=1).paths().shortest().draw()
        assert form(drawn) == "path"
        assert gw.Board.from_text(drawn) == gw.Board.from_text(text, cell_width=1)
