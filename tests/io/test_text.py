"""Boards as text: every form is read, and printing is the inverse of reading."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.board.legal import ways_of
from gridwalk.errors import BoardTextError, ReadingWarning
from profiles import examples
from strategies import ORTHOGONAL, board_of, open_grids, raws, shapes

ARROWS = {"^": (-1, 0), ">": (0, 1), "v": (1, 0), "<": (0, -1)}


def joined(between, start="", end="", row_start="", row_end="", row_between="\n"):
    def write(rows):
        lines = (row_start + between.join(map(str, row)) + row_end for row in rows)
        return start + row_between.join(lines) + end

    return write


MATRIX_FORMS = {
    "digits": joined(""),
    "blanks": joined(" "),
    "blanks at both ends": joined("  ", "\n\n", "\n \n", " ", "  "),
    "tabs": joined("\t"),
    "commas": joined(","),
    "commas and blanks": joined(", ", row_end=","),
    "semicolons": joined(" ", row_between="; "),
    "matlab": joined(" ", "[", "];", row_between="; "),
    "a python list": lambda rows: repr([list(row) for row in rows]),
    "python tuples": lambda rows: repr([tuple(row) for row in rows]),
    "an assignment": lambda rows: "maze = " + repr([list(row) for row in rows]),
    "numpy's print": lambda rows: str(np.array(rows)),
    "bracketed lines": joined(" ", "", "", "[", "]"),
    "json, row by row": joined(",\n  ", "[\n", "\n]", "[\n  ", "\n]", ",\n"),
    "braces": joined(", ", "{", "}", "{", "}", ", "),
    "a C array": joined(", ", "static const int maze[ROWS][COLUMNS] = {\n", "\n};\n", "  {", "}", ",\n"),
    "a C array with a comma after every row": joined(", ", "int m[][COLUMNS] = {\n", "\n};\n", "{", "},"),
    "a C array on one line": joined(",", "int a[][COLUMNS]={", "};", "{", "}", ","),
    "a flat C array": lambda rows: (
        f"int maze[{len(rows)}][{len(rows[0])}] = {{{joined(', ', row_between=',')(rows)}}};"
    ),
    "a Java array": joined(", ", "int[][] maze = {", "};", "{", ",}", ", "),
    "semicolons between cells": joined(";", end="\n"),
}


def matrices(most_columns=6):
    # A row of one column without brackets may stand on a line of its own as well.
    return shapes(6, most_columns).flatmap(open_grids)


@pytest.mark.parametrize("form", MATRIX_FORMS)
@examples(60)
@given(matrices())
def test_matrix_forms(form, grid):
    rows = [[int(not cell) for cell in row] for row in grid]
    expected = gw.Board(grid)
    text = MATRIX_FORMS[form](rows)
    if "semicolons" in form and ";" in text and (1 in (len(rows), len(rows[0]))):
        return  # has two readings: tests/io/test_readings.py
    assert gw.Board.from_text(text) == expected
    assert gw.Board.from_text("\ufeff" + text.replace("\n", "\r\n")) == expected


def mazes():
    """Texts with one start, at least one exit, arrows; each what `to_text` should print."""
    characters = st.sampled_from("####....E^>v<")

    def marked(shape, draw):
        rows, columns = shape
        cells = draw(st.lists(characters, min_size=rows * columns, max_size=rows * columns))
        start, end = draw(st.permutations(range(rows * columns)))[:2]
        cells[start], cells[end] = "S", "E"
        return "\n".join("".join(cells[row * columns :][:columns]) for row in range(rows))

    @st.composite
    def texts(draw):
        text = marked(draw(shapes(6, 6).filter(lambda shape: shape != (1, 1))), draw)
        assume(text.count("E") <= 3)  # many exits are asked
        return text

    return texts()


@examples(300)
@given(mazes())
def test_print_after_parse(text):
    board = gw.Board.from_text(text, cell_width=1)
    assert board.to_text() == text
    lines = text.split("\n")
    for (r, c), is_open in np.ndenumerate(board.open_cells):
        assert is_open == (lines[r][c] != "#")
        assert board.one_way.get((r, c)) == ARROWS.get(lines[r][c])


@examples(300)
@given(mazes(), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans(), st.sampled_from(["", "\n", "\n\n"]))
def test_other_ways_to_write_a_maze(text, line_end, bom, around):
    board = gw.Board.from_text(text, cell_width=1)  # said, for blanks may look like those after each cell
    assume(not bom or all(line.strip(".") for line in text.split("\n")))  # blank lines may be no rows
    other = text.replace("#", "\N{FULL BLOCK}").replace(".", " ") if bom else text
    other = "\ufeff" * bom + (around + other + around).replace("\n", line_end)
    assert gw.Board.from_text(other, cell_width=1) == board


@examples(300)
@given(st.data())
def test_parse_after_print(data):
    raw = data.draw(raws(stencil_strategy=st.just(ORTHOGONAL), walls=False, wrap=False))
    cell = st.sampled_from(raw.cells)
    board = board_of(raw, start=data.draw(cell), exits=data.draw(st.lists(cell, min_size=1, max_size=3)))
    marked = {board.start, *board.exits}
    costs = {} if raw.costs is None else {cell: raw.costs[cell[0]][cell[1]] for cell in raw.cells}
    one_mark_a_cell = (
        not marked & set(board.one_way)
        and not {cell for cell, cost in costs.items() if cost != 1} & (marked | set(board.one_way))
        and all(cost in range(1, 10) for cost in costs.values())
        and all(len(ways_of(ways)) == 1 for ways in board.one_way.values())
    )
    try:
        text = board.to_text()
    except BoardTextError:
        assert not one_mark_a_cell or board.start in board.exits
        return
    assert one_mark_a_cell
    again = gw.Board.from_text(text, costs=raw.costs is not None, moves=board.moves, cell_width=1)
    assert again == board


def test_a_remark_points_to_the_line_that_asked(tmp_path):
    text = "A..\nXX.\n..B"
    (tmp_path / "maze.txt").write_text(text)
    for ask, board in ((gw.Board.from_text, text), (gw.read, tmp_path / "maze.txt")):
        with pytest.warns(ReadingWarning, match="X is wall") as issued:
            ask(board)
        assert [one.filename for one in issued] == [__file__]


def test_a_remark_to_code_without_a_module():
    with pytest.warns(ReadingWarning, match="X is wall") as issued:
        exec(compile("read('XX.')", "typed", "exec"), {"read": gw.Board.from_text})
    assert [one.filename for one in issued] == ["typed"]
