"""What people type that is not there: each message has the word that is."""

# ruff: noqa: PLW0108 (a name that is not there is not looked up before the test)

import functools
import pickle
import re

import pytest

import gridwalk as gw
from gridwalk.errors import CallError, CellNameError
from gridwalk.errors.calls import Advised, advised

BOARD = gw.Board.rectangle(3, 4)
PATHS, TOURS = BOARD.paths(), BOARD.tours()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (
            lambda: PATHS.sample(3, random_state=1),
            "has no argument random_state: here it is seed=",
        ),
        (lambda: PATHS.longest(timeout=3), "longest.. has no argument timeout: here it is anytime="),
        (lambda: PATHS.within(timeout=3), "here it is seconds="),
        (lambda: PATHS.within(checkpoint="x"), "here it is keep="),
        (lambda: PATHS.count(timeout=3), r"limits stand before the verb: .within\(seconds=...\).count"),
        (lambda: PATHS.shortest(algorithm="bfs"), "here it is by="),
        (lambda: PATHS.shortest("bfs"), r"say shortest\(by='bfs'\)"),
        (lambda: PATHS.sample(1, 2, 3), r"takes no 3 values without names: it is sample\(n=1, "),
        (lambda: PATHS.unrank(), r"missing a required argument: 'rank': it is unrank\(rank\)"),
        (lambda: PATHS.count(bye="list"), "did you mean by="),
        (lambda: BOARD.paths(end=(0, 1)), "here it is exits="),
        (lambda: gw.Board(5, 5), r"it is Board.rectangle\(rows, columns\), Board.from_text"),
        (lambda: gw.PathSet(BOARD), r"a set is made by board.paths\(start, exits\)"),
        (lambda: gw.Board.rectangle(4, 4, move=gw.KING), "here it is moves="),
        (lambda: gw.Board.from_text("..", wals=()), "did you mean walls="),
        (lambda: PATHS.find().draw(glyph="x"), "did you mean glyphs="),
        (lambda: gw.sheet([BOARD], paths_of=[]), "did you mean paths="),
        (lambda: BOARD.save(path="x.txt"), "here it is file="),
        (lambda: gw.make(), r"missing a required argument: 'name'"),
        (lambda: BOARD[0:2, 1], "slices are taken of board.open_cells"),
    ],
)
def test_calls_that_no_signature_takes(asked, words):
    with pytest.raises(CallError, match=words) as caught:
        asked()
    assert isinstance(caught.value, TypeError | gw.InputError)
    assert not re.search("(Lazy|Any|One|Best|Field|Many)[A-Z]", str(caught.value))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (lambda: BOARD.shortest(), r"asked of a set: board.paths\(\).shortest"),
        (lambda: BOARD.refutation(), r"asked of a set: board.tours\(\).refutation"),
        (lambda: BOARD.solve(), r"here it is paths\(\).shortest\(\)"),
        (lambda: BOARD.path(), r"here it is paths\(\)"),
        (lambda: BOARD.tour(), r"here it is tours\(\)"),
        (lambda: BOARD.width, "here it is columns"),
        (lambda: BOARD.height, "here it is rows"),
        (lambda: BOARD.neighbours((0, 0)), r"here it is moves_from\(cell\)"),
        (lambda: BOARD.pahts(), "did you mean paths"),
        (lambda: PATHS.solve(), r"here it is shortest\(\)"),
        (lambda: TOURS.cuont(), "did you mean count"),
        (lambda: PATHS.find().points, "here it is cells"),
        (lambda: PATHS.find().nothing_like_it, "a Path has no 'nothing_like_it'$"),
        (lambda: gw.load, r"gridwalk.read\(file\)"),
        (lambda: gw.solve, r"gridwalk.read\(file\).paths\(\).shortest\(\)"),
        (lambda: gw.generate, r"gridwalk.make\(maker, rows, columns\)"),
        (lambda: gw.no_such_name, "gridwalk has no 'no_such_name'$"),
    ],
)
def test_names_that_nothing_has(asked, words):
    with pytest.raises(AttributeError, match=words):
        asked()


def test_texts_that_are_no_files_and_no_arrays():
    with pytest.raises(gw.InputError, match=r"Board.from_text\(text\) reads a text"):
        gw.read("S.#\n..E")
    with pytest.raises(gw.InputError, match=r"Board.rectangle\(rows, columns\) is open"):
        gw.read("5x5")
    with pytest.raises(gw.InputError, match=r"as in rectangle\(5, 5\), not '5x5'$"):
        gw.Board.rectangle("5x5")
    with pytest.raises(gw.InputError, match=r"Board\.from_text reads a text"):
        gw.Board("S.#\n..E")


def test_the_options_of_makers():
    with pytest.raises(gw.InputError, match="has no argument random_seed: here it is seed="):
        gw.make("wilson", 5, 5, random_seed=3)


def test_a_type_error_from_inside_is_as_it_was():
    @advised
    def inner(one, *, two=2):
        """Add."""
        return one + two

    assert (inner(1), inner(1, two=3), inner.__name__, inner.__doc__) == (3, 4, "inner", "Add.")
    with pytest.raises(TypeError, match="can only concatenate") as caught:
        inner("1")
    assert not isinstance(caught.value, CallError)


def test_cells_of_a_board():
    board = gw.Board.from_text("S.#\n..E")
    assert (board[0, 1], board[0, 2], board["a1"]) == (True, False, True)
    assert ((0, 1) in board, (0, 2) in board, (7, 7) in board, "c1" in board) == (True, False, False, True)
    with pytest.raises(CellNameError):
        assert "somewhere" in board
    for refused in (len, list):
        with pytest.raises(TypeError):
            refused(board)


def test_functions_still_pickle():
    assert pickle.loads(pickle.dumps(gw.make)) is gw.make
    assert pickle.loads(pickle.dumps(PATHS.count))() == PATHS.count()


def test_an_error_inside_a_property_is_not_hidden():
    """A name that is missing there was told as if the property itself were."""

    class Advising(Advised):
        @functools.cached_property
        def cost(self):
            return self.board_that_is_missing

    with pytest.raises(AttributeError, match="a Advising has no 'board_that_is_missing'"):
        _ = Advising().cost
