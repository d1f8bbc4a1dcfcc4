"""Attributes and arguments that do not exist: the message says which one is meant."""

# ruff: noqa: PLW0108 (a name that is not there is not looked up before the test)

import functools
import random
import re

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import ArgumentError, CallError, CellError, InputError
from gridwalk.errors.missing import Suggesting
from gridwalk.errors.words import WORDS

BOARD = gw.Board.rectangle(3, 4)
PATHS, TOURS = BOARD.paths(), BOARD.tours()
PUZZLE = BOARD.path_pairs(((0, 0), (0, 3)), ((1, 0), (2, 3)))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (lambda: gw.PathSet(BOARD), r"a set is made by board.paths\(start, exits\)"),
        (lambda: BOARD[0:2, 1], "slices are taken of board.open_cells"),
        (lambda: len(PATHS), r"has no len\(\): paths.count\(\) is the number"),
        (lambda: len(TOURS), r"paths.count\(\)"),
        (lambda: len(PATHS.induced()), r"paths.count\(\)"),
        (lambda: len(BOARD.path_pairs(((0, 0), (0, 1)))), r"paths.count\(\)"),
        (lambda: PATHS[0], r"next\(iter\(paths\)\) is the first, .*unrank\(0\)"),
        (lambda: PATHS[2:5], r"paths.list\(limit=5\)"),
        (lambda: random.choice(PATHS), r"paths.count\(\)"),
    ],
)
def test_what_a_board_or_set_is_not(asked, words):
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
        (lambda: BOARD.from_numpy, r"a Board has no 'from_numpy': here it is from_matrix\(matrix\)$"),
        (lambda: BOARD.to_numpy(), "here it is open_cells$"),
        (lambda: BOARD.to_array(), "here it is open_cells$"),
        (lambda: BOARD.to_list(), r"here it is open_cells.tolist\(\)$"),
        (lambda: PATHS.find().to_numpy(), "here it is cells$"),
        (lambda: BOARD.obstacles, "here it is open_cells, False where a wall is"),
        (lambda: BOARD.is_wall((0, 0)), r"here it is board\[row,column\]"),
        (lambda: BOARD.plot(), r"here it is save\(file\) or svg\(\)"),
        (lambda: PATHS.find().plot(), r"here it is save\(file\) or svg\(\)"),
        (lambda: PATHS.find().savefig("x.png"), r"here it is save\(file\) or svg\(\)"),
        (lambda: PATHS.trace().show(), r"a Trace has no 'show': here it is save\(file\) or svg\(\)"),
        (lambda: gw.view, "gridwalk.viewer, which gridwalk view starts in a shell"),
        (lambda: gw.open, r"gridwalk.read\(file\)"),
        (lambda: gw.plot, r"gridwalk.Board.svg\(path\) or Path.save\(file\)"),
        (lambda: gw.from_numpy, r"gridwalk.Board.from_matrix\(matrix\)"),
        (lambda: gw.puzzle, r"gridwalk.read_pairs\(file\) or gridwalk.read_numbered\(file\)$"),
        (lambda: gw.read_puzzle, r"gridwalk.read_pairs\(file\) or gridwalk.read_numbered\(file\)$"),
        (lambda: gw.make_zip, r"gridwalk.make_numbered\(rows, columns\)$"),
        (lambda: gw.make_numbrix, r"gridwalk.make_numbered\(rows, columns, steps=True\)$"),
        (lambda: gw.make_hidato, r"make_numbered\(rows, columns, steps=True, moves=gridwalk.KING\)$"),
        (lambda: PUZZLE.save("q.pdf"), r"it is gridwalk.sheet\(\[puzzle\]\).save\(file\)$"),
        (lambda: PUZZLE.write("q.pdf"), r"it is gridwalk.sheet\(\[puzzle\]\).save\(file\)$"),
        (lambda: PUZZLE.cuont(), "did you mean count"),
        (lambda: PATHS.find().matrix(), r"a Path has no 'matrix': draw\(numbers=True\)"),
        (lambda: next(PATHS.batches()).paths, r"a Batch has no 'paths': batch\[i\] is a path$"),
        (lambda: BOARD.with_moves(gw.KING), r"here it is replace\(moves=...\)$"),
    ],
)
def test_names_that_nothing_has(asked, words):
    with pytest.raises(AttributeError, match=words):
        asked()


def test_every_word_of_ours_is_there():
    """What a hint names can be called: of a board, a path, a network, a set, or of gridwalk."""
    network = gw.Network([(1, 2)])
    things = [BOARD, PATHS, PATHS.find(), PATHS.trace(), network, gw.Board, gw.Network]
    known = {name for thing in things for name in dir(thing)} | {"board", *dir(gw)}
    for our in {one for ours in WORDS["attribute"].values() for one in ours.split(" | ")}:
        assert re.split(r"\W", our.removeprefix("gridwalk."))[0] in known, our
    for our in set(WORDS["name"].values()):
        assert hasattr(gw, re.split(r"\W", our)[0]), our
        assert {*re.findall(r"\b(?:make|read)_\w+(?=\()", our)} <= {*dir(gw)}, our


def test_dir_has_no_names_of_the_module_itself():
    assert not {"TYPE_CHECKING", "annotations", "Any"} & set(dir(gw))
    assert {"Board", "read", "errors"} <= set(dir(gw))


def test_texts_that_are_no_files_and_no_arrays():
    with pytest.raises(gw.InputError, match=r"Board.from_text\(text\) reads a text"):
        gw.read("S.#\n..E")
    with pytest.raises(gw.InputError, match=r"Board.rectangle\(rows, columns\) is open"):
        gw.read("5x5")
    with pytest.raises(gw.InputError, match=r"as in rectangle\(5, 5\), not '5x5'$"):
        gw.Board.rectangle("5x5")
    with pytest.raises(gw.InputError, match=r"Board\.from_text reads a text"):
        gw.Board("S.#\n..E")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (lambda: gw.make("wilson"), r'size: give rows and columns, as in make\("wilson", 12, 16\)$'),
        (lambda: gw.make(12, 16), r'maker=12 must be the name of a maker, as in make\("wilson", 12, 16\)$'),
        (lambda: gw.make("wilson", "12x16"), r'rows=\'12x16\' .*, as in make\("wilson", 12, 16\)$'),
        (lambda: gw.make_numbered(BOARD, 5), "a board and columns: give the board alone$"),
        (lambda: gw.make_numberlink(3, 3, pairs=9), "no puzzle of 9 pairs fits on 3 x 3 cells: .* 27 cells"),
        (
            lambda: gw.make_numberlink(30, rng=1),
            r"make a smaller board, .*at most 63 pairs, and there are \d",
        ),
        (lambda: gw.Board.rectangle(40, 40).paths().count(), r"answer: estimate_count\(\) estimates the"),
    ],
)
def test_a_call_that_cannot_be_answered_is_told_what_to_do(asked, words):
    with pytest.raises(gw.GridwalkError, match=words) as caught:
        asked()
    assert "\n" not in str(caught.value)


def test_the_options_of_makers():
    with pytest.raises(gw.InputError, match="has no argument random_seed: here it is rng="):
        gw.make("wilson", 5, 5, random_seed=3)


@pytest.mark.parametrize(
    "asked",
    [
        lambda: PATHS.shortest(algorithm="bfs"),
        lambda: PATHS.shortest("bfs"),
        lambda: PATHS.unrank(),
        lambda: BOARD.cycles().shortest(turn_cost=1),
        lambda: gw.Board(5, 5),
        lambda: gw.make(),
        lambda: gw.Limits(timeout=3),
    ],
)
def test_a_call_with_wrong_arguments_is_a_type_error_of_python(asked):
    with pytest.raises(TypeError) as caught:
        asked()
    assert type(caught.value) is TypeError


def test_cells_of_a_board():
    board = gw.Board.from_text("S.#\n..E")
    assert (board[0, 1], board[0, 2], board["a1"]) == (True, False, True)
    assert ((0, 1) in board, (0, 2) in board, (7, 7) in board, "c1" in board) == (True, False, False, True)
    with pytest.raises(ArgumentError):
        assert "somewhere" in board
    for refused in (len, list):
        with pytest.raises(TypeError):
            refused(board)


def test_a_set_without_a_length_is_still_listed():
    assert len(list(PATHS)) == PATHS.count() == sum(1 for _ in PATHS)
    assert next(iter(PATHS)) == PATHS.list(limit=1)[0]
    assert not BOARD.paths().avoiding((0, 0))


MAZE = gw.Board.from_text("S..#\n....\n.#.E")
MASK = MAZE.open_cells
OPEN = [(row, column) for row in range(3) for column in range(4) if MASK[row, column]]
CORNER = np.array([[0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]], bool)


@pytest.mark.parametrize(
    ("by_mask", "by_cells"),
    [
        (lambda: MAZE.paths(start=MASK).starts, lambda: MAZE.paths(start=OPEN).starts),
        (lambda: MAZE.paths(exits=MASK).count(), lambda: MAZE.paths(exits=OPEN).count()),
        (lambda: MAZE.tours(start=MASK).starts, lambda: tuple(OPEN)),
        (lambda: MAZE.paths().avoiding(CORNER).count(), lambda: MAZE.paths().avoiding((0, 2)).count()),
        (lambda: MAZE.paths().through(CORNER).count(), lambda: MAZE.paths().through((0, 2)).count()),
        (lambda: MAZE.distances(CORNER).tolist(), lambda: MAZE.distances((0, 2)).tolist()),
        (lambda: gw.Board(MASK, exits=MASK).exits, lambda: tuple(OPEN)),
    ],
)
def test_a_mask_names_the_cells_where_it_is_true(by_mask, by_cells):
    assert by_mask() == by_cells()


@pytest.mark.parametrize(
    ("asked", "kind", "words"),
    [
        (lambda: MAZE.paths(start=MASK[:2]), InputError, r"not \(2, 4\)"),
        (lambda: MAZE.paths(start=MASK[0]), InputError, r"not \(4,\)"),
        (lambda: MAZE.paths(start=np.zeros((3, 4), bool)), InputError, "at least one cell"),
        (lambda: MAZE.paths().avoiding(~MASK), CellError, r"avoiding=\(0, 3\) is a wall"),
        (lambda: MAZE.paths(start=MASK.tolist()), ArgumentError, r"np.argwhere\(mask\) has its cells"),
        (lambda: MAZE.paths(start=[[True, False], [False, True]]), ArgumentError, r"np.argwhere\(mask\)"),
        (lambda: MAZE.paths(start=300 * (True,)), ArgumentError, r"np.argwhere\(mask\)"),
        (lambda: gw.Board(MASK, start=MASK), ArgumentError, r"np.argwhere\(mask\)"),
        (lambda: MAZE.with_walls(np.ones((30, 300), bool)), ArgumentError, r"np.argwhere\(mask\)"),
        (lambda: MAZE.shortest_many(MASK, MASK), ArgumentError, r"np.argwhere\(mask\)"),
        (lambda: MAZE[MASK], ArgumentError, r"np.argwhere\(mask\)"),
        (lambda: MAZE.paths(list(range(300))), ArgumentError, "0, 1, 2, 3, 4, 5, ..."),
    ],
)
def test_a_mask_that_names_no_cells_is_refused_in_a_short_line(asked, kind, words):
    with pytest.raises(kind, match=words) as caught:
        asked()
    assert len(str(caught.value)) < 250
    assert "\n" not in str(caught.value)


def test_an_error_inside_a_property_is_not_hidden():
    class Answer(Suggesting):
        @functools.cached_property
        def cost(self):
            return self.board_that_is_missing

    with pytest.raises(AttributeError, match="a Answer has no 'board_that_is_missing'"):
        _ = Answer().cost
