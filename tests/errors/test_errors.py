"""Errors: the data of each are attributes, it travels between processes, and hints are names that exist."""

import functools
import pickle
import re

import numpy as np
import pytest

import gridwalk as gw
from gridwalk import errors
from gridwalk.errors.message import joined
from gridwalk.errors.missing import Suggesting
from gridwalk.errors.words import WORDS
from gridwalk.viewer.asked import page_words
from test_refusals import NAMES, RECORD, entries

BOARD = gw.Board.rectangle(3, 4)
PATHS = BOARD.paths()


def travelled(error):
    """What another process gets of an error."""
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), repr(vars(again))) == (type(error), str(error), repr(vars(error)))
    assert (again.message, again.message.template) == (error.message, error.message.template)


def test_every_refusal_on_record_travels():
    for expression, _ in entries():
        try:
            eval(expression, dict(NAMES))
        except errors.GridwalkError as error:
            travelled(error)
        except AttributeError:
            continue


def test_a_message_begins_with_the_argument_and_its_value():
    for expression, told in entries():
        kind, _, message = told.partition(": ")
        if kind in ("ArgumentError", "UnsuitableAlgorithmError"):
            assert re.match(r"[\w ,.:()\[\]]+=", message), expression


def test_a_message_keeps_template_values_and_advice():
    reason = errors.Message("no sign is {what!r}", what="{n}")
    told = errors.Message("{n:,} cells: {why}", "; say cells=9", n=1200, why=reason)
    for one in (told, pickle.loads(pickle.dumps(told))):
        assert one == "1,200 cells: no sign is '{n}'; say cells=9"
        assert (one.template, one.values["n"], one.advice) == ("{n} cells: {why}", "1,200", "; say cells=9")
        assert one.values["why"].values == {"what": "'{n}'"}
        assert one.bare == "1,200 cells: no sign is '{n}'"
    error = errors.ArgumentError("by", "x", "less")
    assert (error.message.template, str(error)) == ("{given} must be {allowed}", "by='x' must be less")


def test_no_hint_where_the_swapped_cell_would_be_no_better():
    for cell in ((10, 10), (-1, 3), (3, 9)):
        with pytest.raises(errors.CellError) as caught:
            gw.Board.rectangle(5, 5).paths(cell)
        assert "x, y" not in str(caught.value)
    with pytest.raises(errors.CellError) as caught:
        gw.Board([[True, False], [False, True]]).paths((0, 1))
    assert "x, y" not in str(caught.value)


def test_the_data_stay_attributes():
    with pytest.raises(errors.CellError) as outside:
        gw.Board.rectangle(10, 5).paths((0, 7))
    assert outside.value.argument == ("start", (0, 7))
    with pytest.raises(errors.BoardTextError) as unknown:
        gw.Board.from_text("S?", format="numberlink")
    assert (unknown.value.line, unknown.value.column) == (1, 2)
    with pytest.raises(errors.ArgumentError) as choice:
        BOARD.paths().find(by="bsf")
    assert (choice.value.name, choice.value.value) == ("by", "bsf")
    assert "bfs" in choice.value.choices


def test_every_class_is_on_record():
    """Others have a test where they arise: time, memory, folders, workers, pictures."""
    kinds = {c for c in vars(errors).values() if isinstance(c, type) and issubclass(c, errors.GridwalkError)}
    recorded = set(re.findall(r"^= (\w+Error): ", RECORD.read_text(encoding="utf-8"), re.MULTILINE))
    elsewhere = {"Gridwalk", "Limit", "TimeLimit", "MemoryLimit", "Keep", "Worker", "Picture"}
    assert {kind.__name__ for kind in kinds} <= recorded | {f"{name}Error" for name in elsewhere}
    assert len(kinds) == 19
    assert all(issubclass(kind, ValueError) for kind in kinds if issubclass(kind, errors.InputError))


LIMITS = [
    (errors.TimeLimitError(1, 2, 3, 4, "x"), TimeoutError),
    (errors.MemoryLimitError(1, 2, "x", "y"), MemoryError),
    (errors.KeepError("x", "y"), errors.LimitError),
    (errors.HopelessError("x"), errors.LimitError),
]


@pytest.mark.parametrize(("error", "built_in"), LIMITS)
def test_limits_are_no_bad_input(error, built_in):
    """They are what Python calls them, and travel between processes as all errors do."""
    assert isinstance(error, errors.LimitError)
    assert isinstance(error, built_in)
    assert not isinstance(error, ValueError)
    travelled(error)


@pytest.mark.parametrize("number", [1, 2, 20, 21, 3000])
def test_a_list_of_any_length_is_a_message_that_travels(number):
    parts = [str(n) for n in range(number)]
    words = joined("{one} or {other}", parts)
    assert words == pickle.loads(pickle.dumps(words)) == " or ".join(parts)
    assert str(pickle.loads(pickle.dumps(gw.InputError(words)))) == page_words(words) == words


def test_a_reason_that_names_many_exits():
    cells = np.ones((2, 3000), bool)
    cells[:, 1] = False
    paths = gw.Board(cells, start=(0, 0), exits=[(0, column) for column in range(2, 3000)]).paths()
    assert paths.shortest() is None
    reason = paths.avoiding(*paths.exits).why_empty()
    assert reason.startswith("every path ends at (0, 2) or (0, 3) or ")
    assert pickle.loads(pickle.dumps(reason)) == page_words(reason) == reason


# ----------------------------------------------------------------- calls and names that do not exist


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


@pytest.mark.parametrize(
    "asked",
    [
        lambda: PATHS.shortest(algorithm="bfs"),
        lambda: PATHS.shortest("bfs"),
        PATHS.unrank,
        lambda: BOARD.cycles().shortest(turn_cost=1),
        lambda: gw.Board(5, 5),
        gw.make,
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
    with pytest.raises(errors.ArgumentError):
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


def test_an_error_inside_a_property_is_not_hidden():
    class Answer(Suggesting):
        @functools.cached_property
        def cost(self):
            return self.board_that_is_missing

    with pytest.raises(AttributeError, match="a Answer has no 'board_that_is_missing'"):
        _ = Answer().cost
