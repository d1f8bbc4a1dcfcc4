"""Paths as lines of Unicode characters: read back, they are the path."""

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.render.lines import BEAD, BLOCK, LINE_END, LINE_START, draw_lines

UP, RIGHT, DOWN, LEFT = "│├┤┴┼╵╰╯", "─├┬┴┼╶╭╰", "│├┤┬┼╷╭╮", "─┤┬┴┼╴╮╯"


def edges_of(path):
    cells = list(path)
    return {frozenset(pair) for pair in zip(cells, cells[1:] + cells[:1] * path.closed, strict=False)}


@pytest.mark.parametrize("seed", range(20))
def test_box_lines_join_the_cells_of_the_path(seed):
    rng = np.random.default_rng(seed)
    open_cells = rng.random(tuple(rng.integers(2, 9, 2))) < 0.8
    open_cells[0, 0] = open_cells[-1, -1] = True
    path = gw.Board(open_cells, start=(0, 0)).paths().find()
    if path is None:
        return
    lines = draw_lines(path.board, path.cells).split("\n")
    rows, columns = path.board.shape
    at = {(r, c): lines[r].ljust(2 * columns)[2 * c] for r in range(rows) for c in range(columns)}
    drawn = set()
    for (row, column), character in at.items():
        beside = at.get((row, column + 1), " ")
        if lines[row].ljust(2 * columns)[2 * column + 1] == "─":
            assert character in RIGHT + LINE_START + LINE_END
            assert beside in LEFT + LINE_START + LINE_END
            drawn.add(frozenset({(row, column), (row, column + 1)}))
        below = at.get((row + 1, column), " ")
        # A mark hides its own sides: its neighbour shows them.
        if (character in DOWN or character in LINE_START + LINE_END) and (
            below in UP or below in LINE_START + LINE_END
        ):
            drawn.add(frozenset({(row, column), (row + 1, column)}))
    assert drawn == edges_of(path)
    assert at[path.start] == LINE_START
    assert at[path.end] == LINE_END
    assert {cell for cell, character in at.items() if character == BLOCK} == {
        tuple(cell) for cell in np.argwhere(~path.board.open_cells).tolist()
    }


def test_a_closed_tour_is_a_ring():
    tour = gw.Board.rectangle(2, 3).tours(closed=True).find()
    assert draw_lines(tour.board, tour.cells, closed=True) == "╭───╮\n╰───╯"


@pytest.mark.parametrize("moves", [gw.KNIGHT, gw.KING, gw.leaper(1, 4)])
def test_braille_lines_have_a_bead_in_the_middle_of_every_cell(moves):
    board = gw.Board.rectangle(6, 7, moves=moves, start=(2, 2), exits=[(5, 5)])
    path = board.paths().shortest()
    lines = draw_lines(board, path.cells).split("\n")
    assert len(lines) == 2 * board.rows
    marks = {
        (row, column)
        for row, line in enumerate(lines)
        for column, c in enumerate(line)
        if c in BEAD + LINE_START + LINE_END
    }
    assert marks == {(2 * row + 1, 4 * column + 2) for row, column in path}
    dots = sum(bin(ord(c) - 0x2800).count("1") for line in lines for c in line if c >= "\u2800")
    assert dots > 0
    assert set("".join(lines)) <= {*map(chr, range(0x2800, 0x2900)), " ", BEAD, LINE_START, LINE_END}


def test_a_straight_line_of_dots_is_straight():
    board = gw.Board.rectangle(1, 3, moves=gw.leaper(0, 2))
    path = board.paths((0, 0), (0, 2)).find()
    above, line = draw_lines(board, path.cells).split("\n")
    assert above.strip() == ""
    assert line.strip() == LINE_START + "⠉" * 7 + LINE_END
