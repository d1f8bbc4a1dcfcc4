"""What convert writes to a pipe is read as the same board, whatever the board has."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.board import test_every_board, test_levels
from tests.io import test_hexagon_drawings

import gridwalk as gw
from gridwalk.errors import GridwalkError
from profiles import examples
from strategies import ORTHOGONAL, raws, shapes


def plain(draw):
    """A board of few walls and cells that a drawing holds, with a start and exits."""
    raw = draw(raws(shapes(5, 5), st.just(ORTHOGONAL), costs=False, walls=draw(st.booleans()), wrap=False))
    cell = st.sampled_from(raw.cells)
    return gw.Board(
        raw.open_cells, walls=raw.walls, start=draw(cell), exits=draw(st.lists(cell, min_size=1, max_size=3))
    )


def costly(draw):
    """A board of small costs and the same moves as a drawing."""
    rows, columns = draw(shapes(4, 4))
    cost = st.integers(0, 12)
    row = st.lists(cost, min_size=columns, max_size=columns)
    return gw.Board(np.ones((rows, columns), bool), costs=draw(st.lists(row, min_size=rows, max_size=rows)))


def for_a_unit(draw):
    """A board for a unit of several cells, if one has a place on it."""
    board = plain(draw)
    try:
        return board.for_size(draw(st.integers(1, 2)), draw(st.integers(1, 2)))
    except GridwalkError:
        return board


KINDS = {
    "plain": plain,
    "costs": costly,
    "every kind": lambda draw: draw(test_every_board.boards_of_every_kind()).board,
    "hexagons": lambda draw: draw(test_hexagon_drawings.boards()),
    "levels": lambda draw: draw(test_levels.worlds()),
    "a unit": for_a_unit,
    "riders": lambda draw: plain(draw).replace(moves=draw(st.sampled_from(("rook", "queen:2", "bishop")))),
    "ordered moves": lambda draw: plain(draw).replace(moves=draw(st.sampled_from(("D,R,U,L", "U,D,DDR")))),
}


@st.composite
def boards(draw, kind):
    return KINDS[kind](draw)


def through_a_pipe(run, folder, board, *words):
    """Return the board that another command reads from the pipe."""
    status, out, err = run("convert", board, "-", *words)
    assert status == 0, err
    piped = folder / "piped"  # without an ending, as what is piped has none
    piped.write_text(out, encoding="utf-8")
    return gw.read(piped)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.filterwarnings("error::gridwalk.errors.ReadingWarning")
def test_what_convert_writes_is_the_same_board(run, tmp_path, kind):
    @examples(200)
    @given(boards(kind))
    def same(board):
        for file in (tmp_path / "board.npz", tmp_path / "board.json"):
            board.save(file)
            read = gw.read(file)
            assert read == board
            assert (read.costs is None) == (board.costs is None)
        assert through_a_pipe(run, tmp_path, file) == board

    same()


def test_what_convert_changes_is_what_the_library_changes(run, tmp_path):
    plain, costs = gw.Board.rectangle(4, 5), tmp_path / "costs.txt"
    costs.write_text("1 5 1\n2 1 9\n")
    king = gw.Board.rectangle(4, 5, moves="king", diagonal=1.5)
    asked = {
        "--wall 1,1 --wall 2,2": plain.with_walls((1, 1), (2, 2)),
        "--from 3,0 --to 0,0 --to 0,4": gw.Board.rectangle(4, 5, start=(3, 0), exits=[(0, 0), (0, 4)]),
        "--portal 0,0:2,2 --portal 2,2:0,1:3.5": plain.with_portals(((0, 0), (2, 2)), ((2, 2), (0, 1), 3.5)),
        "--wrap both": gw.Board.rectangle(4, 5, wrap="both"),
        "--wrap rows --portal 0,0:2,2:0": gw.Board.rectangle(4, 5, wrap="rows").with_portals(
            ((0, 0), (2, 2), 0)
        ),
        "--moves king --diagonal 1.5": king,
        "--moves king --corners one": gw.Board.rectangle(4, 5, moves=gw.KING.with_corners("one")),
        "--moves D,R,U,L": gw.Board.rectangle(4, 5, moves="D,R,U,L"),
        "--moves hex --wall 1,1": gw.Board.rectangle(4, 5, moves="hex").with_walls((1, 1)),
        "--unit 2x1": plain.for_size(2, 1),
        "--moves king --diagonal 1.5 --unit 2": king.for_size(2, 2),
    }
    for words, board in asked.items():
        assert through_a_pipe(run, tmp_path, "4x5", *words.split()) == board, words
    read = gw.read(costs, costs=True)
    assert through_a_pipe(run, tmp_path, costs, "--costs") == read
    assert through_a_pipe(run, tmp_path, costs, "--costs", "--wrap", "rows") == read.replace(wrap="rows")


@pytest.mark.parametrize(
    ("text", "number"), [("a.b\n...\na.b\n", "1"), ("S.E\n...\nS.E\n", "1"), ("1..\n...\n..9\n", "2")]
)
def test_convert_keeps_a_puzzle_in_a_drawing(run, tmp_path, text, number):
    file, changed = tmp_path / "puzzle.txt", tmp_path / "changed.txt"
    file.write_text(text)
    form = "numbered" if "1" in text else "numberlink"
    assert run("puzzle", file, "--count")[:2] == (0, f"{number}\n" if form == "numbered" else "0\n")
    assert run("convert", file, changed, "--format", form)[0] == 0
    assert changed.read_text() == text
    status, out, err = run("convert", file, "-", "--format", form, "--wall", "1,1")
    assert (status, out, err) == (0, text.replace("\n...\n", "\n.#.\n"), "")
    for words in (["--wrap", "rows"], ["--from", "0,1"]):
        assert "are left out" in run("convert", file, "-", "--format", form, *words)[2]
