"""What gridwalk prints is a board again: drawings of paths, from a text and from a pipe."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.cli import run
from gridwalk.errors import BoardTextError, ReadingWarning
from profiles import examples


@st.composite
def boards_and_paths(draw):
    """A board, with walls between its cells or not, and a path of it; the random walk is of this file."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    rng = np.random.default_rng(draw(st.integers(0, 9999)))
    cells = rng.random((rows, columns)) < 0.8
    walls = {}
    if draw(st.booleans()):
        walls = {"walls": (rng.random((rows, columns - 1)) < 0.3, rng.random((rows - 1, columns)) < 0.3)}
    start = draw(st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)))
    cells[start] = True
    moves = draw(st.sampled_from((gw.ORTHOGONAL, gw.KING)))
    board = gw.Board(cells, start=start, moves=moves, **walls)
    route, left = [start], draw(st.integers(0, rows * columns))
    while left and (on := [cell for cell, _ in board.moves_from(route[-1]) if cell not in route]):
        route.append(draw(st.sampled_from(sorted(on))))
        left -= 1
    return gw.Path(board.replace(exits=[route[-1]]), route)


@given(boards_and_paths(), st.booleans())
@examples(300)
def test_a_drawing_of_a_path_is_its_board(path, measured):
    text = f"{path}\nlength {path.length}\n" if measured else str(path)
    try:
        read = gw.Board.from_text(text, moves=path.board.moves)
    except (BoardTextError, ReadingWarning):
        assert not measured  # the line below says what the drawing is
        assert path.length == 0 or "#" in text
        read = gw.Board.from_text(text, moves=path.board.moves, format="path")
    assert read == path.board


@pytest.mark.parametrize(
    "words",
    [
        ("find", "{}"),
        ("find", "{}", "--squares"),
        ("shortest", "{}"),
        ("sample", "{}", "--seed", "1"),
        ("list", "{}", "-n", "1"),
        ("longest", "{}"),
    ],
)
@pytest.mark.parametrize("text", ["S..#\n.#..\n...E", "SE", "S.E\n###"])
def test_what_verbs_print_is_read(words, text, tmp_path, capsys):
    maze, answer = tmp_path / "maze.txt", tmp_path / "answer.txt"
    maze.write_text(text)
    assert run([word.format(maze) for word in words]) == 0
    answer.write_text(capsys.readouterr().out)
    assert gw.read(answer) == gw.read(maze, cell_width=1)


def test_costs_and_arrows_beside_the_path_are_kept():
    board = gw.Board.from_text("S.E\n7>#", costs=True)
    assert gw.Board.from_text(str(board.paths().find()), costs=True) == board


def test_small_tours_are_known_by_the_line_below(tmp_path, capsys):
    assert run(["find", "2x3", "--tour"]) == 0
    text = capsys.readouterr().out
    assert gw.Board.from_text(text).shape == (2, 3)
    with pytest.raises(BoardTextError, match="another tour ends here"):
        gw.Board.from_text(text + "\n" + text)
