"""One test a message: it names the argument, shows the value, says what is allowed, guesses the mistake."""

import pickle
import re

import numpy as np
import pytest

import gridwalk as gw
from gridwalk import errors
from gridwalk.algorithms import names
from gridwalk.board.moves import MAX_MOVES
from gridwalk.errors.message import joined
from gridwalk.runtime import slices
from gridwalk.viewer.asked import page_words

OPEN = gw.Board.rectangle(10, 5)
WALLED = gw.Board([[True, False, True], [True, True, True]])
DIRECTED = gw.Board.rectangle(2, 2, moves=gw.Moves([(0, 1), (1, 0)]))
RNG = np.random.default_rng(1)
COSTLY = gw.Board.rectangle(2, 2, costs=np.ones((2, 2)))


def square(**options):
    return gw.Board.rectangle(2, 2, **options)


MESSAGES = {
    errors.CellError: [
        (
            lambda: OPEN.paths(start=(0, 7)),
            "start=(0, 7) is outside the board: rows run 0..9 and columns 0..4 "
            "(cells are (row, column), row 0 on top); (7, 0) is inside: did you pass (x, y)?",
        ),
        (lambda: OPEN.paths(exits=["0,5"]), "exits='0,5' is outside the board"),
        (lambda: OPEN.tours(exits=(10, 10)), "exits=(10, 10) is outside the board"),
        (lambda: gw.Board([[True]], start=(-1, 0)), "rows run 0..0 and columns 0..0"),
        (lambda: square(one_way={(2, 0): (0, 1)}), "one_way=(2, 0) is outside"),
        (lambda: OPEN.tours((900, 900)), "start=(900, 900) is outside"),
        (lambda: OPEN.paths("anywhere", [(0, 0), (10, 0)]), "exits=(10, 0) is outside"),
        (
            lambda: OPEN.paths("f1"),
            "start='f1' is outside the board: it would be (9, 5); rows run 0..9 and columns 0..4 (a1 is the",
        ),
        (lambda: OPEN.paths().avoiding((0, 9)), "avoiding=(0, 9) is outside the board"),
        (lambda: OPEN.with_walls((0, 9)), "with_walls=(0, 9) is outside the board"),
        (lambda: WALLED.paths((0, 1)), "start=(0, 1) is a wall; it must be an open cell; (1, 0) is"),
        (lambda: WALLED.paths((0, 1)), "(1, 0) is open: did you pass (x, y)?"),
        (lambda: WALLED.paths((0, 0)).through((0, 1)), "through=(0, 1) is a wall"),
        (lambda: WALLED.paths(None, [(1, 1), (0, 1)]), "exits=(0, 1) is a wall"),
        (lambda: WALLED.tours("b2"), "start='b2' is a wall; it must be an open cell"),
        (
            lambda: gw.Path(OPEN, [(0, 0), (9, 5)]),
            "cells must be integers of shape (n, 2), each (row, column) on the board, at least one: number "
            "1, (9, 5), is not on the board of 10 x 5",
        ),
        (lambda: gw.Path(OPEN, []), "at least one: their shape is (0,)"),
        (lambda: gw.Path(OPEN, [(0, 1, 2)]), "their shape is (1, 3)"),
        (lambda: gw.Path(OPEN, [(0, 0.5)]), "they are float64, not integers"),
        (lambda: gw.Path(OPEN, [(0,), (1, 2)]), "cells must be rows of one length"),
        (lambda: OPEN.with_walls((0, 0)), "at (0, 0), the board's start: choose another"),
        (lambda: OPEN.with_walls((9, 4)), "with board.replace(exits=...)"),
        (
            lambda: gw.Network([(1, 2)]).paths(1, 7),
            "exits=7 is no node; there are 2: 1, 2",
        ),
    ],
    errors.ArgumentError: [
        (lambda: OPEN.paths("z"), "start='z' is not a cell: give row,column (0,0 is the top left)"),
        (lambda: OPEN.paths((1, 2, 3)), "start=(1, 2, 3) is not a cell"),
        (lambda: OPEN.paths((0.0, 1)), "start=(0.0, 1) is not a cell"),
        (lambda: OPEN.with_walls(3), "with_walls=3 is not a cell"),
        (lambda: OPEN.paths().rank([3]), "path=3 is not a cell"),
        (lambda: gw.Board.rectangle(3, 3, wrap="torus"), "wrap='torus'"),
        (
            lambda: gw.ORTHOGONAL.with_corners("bth"),
            "corners='bth' is not known: choose from both, one, none; did you mean 'both'?",
        ),
        (lambda: gw.parse_moves("knigth"), "did you mean 'knight'?"),
        (lambda: gw.parse_moves(""), "moves='' is not known: choose from orthogonal, king, knight"),
        (
            lambda: OPEN.paths().find(by="bsf"),
            f"by='bsf' is not known: choose from {', '.join(('auto', *names('find')))}",
        ),
        (lambda: OPEN.tours().find(by="bfs"), "choose from auto, warnsdorff, dfs"),
        (lambda: OPEN.paths().shortest(by="dfs"), "auto, bfs, bidirectional, labels, dijkstra"),
        (lambda: OPEN.paths().trace(by="lst"), "did you mean 'list'?"),
        (lambda: OPEN.tours().trace(by="dijkstra"), "auto, warnsdorff, dfs"),
        (lambda: OPEN.paths().count(by=np.array(["auto"] * 2)), "by=array(["),
        (lambda: OPEN.paths().shortest(by=np.arange(3)), "by=array([0, 1, 2])"),
        (lambda: OPEN.paths().find(by=["dfs"]), "by=['dfs'] is not known"),
        (lambda: OPEN.paths().trace(by=np.arange(3)), "by=array([0, 1, 2])"),
        (lambda: OPEN.paths().longest(measure=np.arange(3)), "measure=array([0, 1"),
        (lambda: OPEN.shortest_many([], [], by=np.arange(3)), "by=array([0, 1, 2])"),
        (lambda: gw.KING.with_corners(np.arange(3)), "corners=array([0, 1, 2])"),
        (lambda: OPEN.paths().count(by="guess"), "by='guess' is not known"),
        (lambda: OPEN.paths().longest(measure="x"), "measure='x' is not known"),
        (lambda: gw.parse_moves(None), "moves=None is not known"),
        (lambda: OPEN.replace(opencells=1), "did you mean 'open_cells'?"),
        (lambda: slices.tier("numba").__enter__(), "choose from auto, python, compiled"),
        (lambda: gw.Board.from_text("S.", terrain=3), "terrain=3 must be a str"),
        (lambda: gw.Board.from_text("S.", costs="yes"), "costs='yes' must be True or False"),
        (lambda: gw.Board.from_text("S.", cell_width=3), "cell_width=3 must be 1 or 2"),
        (lambda: OPEN.paths().sample(seed="x"), "seed='x' must be a whole number of at least 0"),
        (lambda: OPEN.paths().sample(seed=-1), "seed=-1 must be a whole number"),
        (lambda: OPEN.paths().rank(3), "path=3 must be a Path, or cells in order"),
        (lambda: OPEN.paths().rank(np.array(3)), "must be a Path, or cells in order"),
        (lambda: OPEN.paths().rank(None), "path=None must be a Path"),
        (lambda: OPEN.paths().rank("a1"), "path='a1' must be a Path"),
        (lambda: OPEN.paths().within(keep=3), "keep=3 must be the path of a"),
        (lambda: OPEN.paths().within(memory=True), "memory=True must be 1MiB or more"),
        (lambda: OPEN.paths().sample(seed=3.5), "or a numpy.random.Generator"),
        (lambda: OPEN.paths().sample(-1), "n=-1 must be a whole number"),
        (lambda: OPEN.paths().within(memory=5), "memory=5 must be 1MiB or more"),
        (lambda: OPEN.paths().list("3"), "limit='3' must be a whole number"),
        (lambda: OPEN.paths().trace(max_events="3"), "max_events='3' must be"),
        (lambda: OPEN.paths().within(True), "seconds=True must be a positive"),
        (lambda: OPEN.paths().within(5, progress=5), "progress=5 must be a function"),
        (lambda: OPEN.shortest_many([], [])["a"], "number='a' must be a whole number"),
        (lambda: OPEN.paths().list(limit=-1), "limit=-1 must be a whole number of at least 0"),
        (lambda: OPEN.paths().trace(max_events=0), "max_events=0 must be a"),
        (lambda: OPEN.paths().within(0), "seconds=0 must be a positive, finite number"),
        (lambda: OPEN.paths().within(float("nan")), "seconds=nan must be a positive"),
        (lambda: OPEN.paths().within(float("inf")), "seconds=inf must be a positive, finite number"),
    ],
    errors.InputError: [
        (lambda: OPEN.paths(None, []), "exits must name at least one cell"),
        (lambda: gw.Board([[0, 1]]), "must be bool (True: open), not int64; for"),
        (lambda: gw.Board([True, False]), "must have two dimensions (rows, columns), not 1"),
        (lambda: gw.Board([[True], [True, False]]), "open_cells must be rows of one length"),
        (
            lambda: gw.Board([[True]], moves=4),
            "moves=4 must be Moves, such as gridwalk.KNIGHT, or their name",
        ),
        (lambda: gw.Board.from_matrix([[0], [0, 1]]), "matrix must be rows of one length"),
        (lambda: gw.Board.from_matrix([[0, 2]]), "0 (open) and 1 (wall); this one holds 2"),
        (lambda: gw.Board.from_matrix([[0, np.nan]]), "this one holds nan"),
        (lambda: gw.Board.from_matrix([["0"]]), "a matrix holds 0 and 1; this one holds <U1"),
        (lambda: gw.Board.from_matrix([0, 1]), "two dimensions"),
        (lambda: gw.Board.rectangle(2.5, 2), "2.5"),
        (lambda: gw.Board.rectangle("8", 8), "'8'"),
        (lambda: OPEN.tours(exits=(0, 0), closed=True), "a closed tour ends where"),
        (lambda: OPEN.tours((0, 0), undirected=True), "but a given start or exits fix"),
        (lambda: DIRECTED.tours(undirected=True), "undirected=True needs moves with reverse moves"),
    ],
    errors.BoardError: [
        (lambda: gw.Board(np.zeros((2, 3), bool)), "no open cell: all 2 x 3 are walls"),
        (lambda: OPEN.replace(open_cells=np.eye(10, 5) > 9), "no open cell"),
        (lambda: gw.Board(np.ones((0, 3), bool)), "a board of 0 x 3 is not possible"),
        (lambda: gw.Board.rectangle(0, 5), "0 x 5 is not possible: it must have at least 1"),
        (lambda: gw.Board.rectangle(-2, -2), "-2 x -2 is not possible"),
        (lambda: gw.Board.rectangle(10**6, 10**6), "1000000 x 1000000 is not possible"),
        (lambda: gw.Board([[True]], walls=[[True]]), "must be two arrays of bool, (right"),
        (lambda: gw.Board([[True]], walls=7), "must be two arrays of bool, (right, below)"),
        (
            lambda: gw.Board.rectangle(2, 3, walls=([[True]], [[True]])),
            "walls: right must have the shape (2, 2) (or that of the board, (2, 3)), not (1, 1)",
        ),
        (
            lambda: gw.Board.rectangle(1, 2, walls=([[0.5]], np.zeros((0, 2)))),
            "walls: right must hold bool (True: a wall), not float64",
        ),
        (lambda: gw.Board.rectangle(3, 3, moves=gw.KING).thick(), "only orthogonal moves"),
        (lambda: gw.Board.rectangle(3, 4).thin(), "it has 4 columns; a thick board has an"),
        (lambda: gw.Board.rectangle(3, 3).thin(), "the cell (0, 0) is open, but it is a"),
        (lambda: square(portals=[((0, 0), (0, 0))]), "the portal at (0, 0) leads nowhere else"),
        (lambda: square(costs=[[1, 2]]), "must have the board's shape (2, 2), not (1, 2)"),
        (lambda: square(costs=[[1, 2], [3]]), "costs must be rows of one length"),
        (lambda: square(costs=[["a", "b"]] * 2), "costs must be numbers, not <U1"),
        (lambda: square(costs=[[True, True]] * 2), "costs must be numbers, not bool"),
        (lambda: square(costs=[[1, 2], [-3, 4]]), "the cost -3 of cell (1, 0) is not allowed"),
        (lambda: square(costs=[[1, -0.5], [3, 4]]), "the cost -0.5 of cell (0, 1) is not allowed"),
        (lambda: square(costs=[[1, np.nan]] * 2), "the cost nan of cell (0, 1) is not allowed"),
        (lambda: square(costs=[[1, np.inf]] * 2), "costs are finite, and 0 or more (a wall is a closed"),
        (lambda: square(costs=[[2**52] * 2] * 2), "sum to less than 2**53"),
        (
            lambda: square(costs=[[1.5, 1.5], [1.5, 2.0**54]]),
            "sum to less than 2**53 (about 9.0e15) times the least above 0, 1.5, so that none is lost",
        ),
        (lambda: OPEN.with_open((0, 1), costs=3), "this board has no costs"),
        (lambda: COSTLY.with_open((0, 1), costs=[1, 2]), "one for each of 1"),
        (lambda: COSTLY.with_open((0, 1), costs=-1), "the cost -1.0 of cell"),
        (lambda: COSTLY.with_open((0, 1), costs="7"), "must be a number"),
        (
            lambda: square(one_way={(0, 0): (1, 1)}),
            "the one-way cell (0, 0) points along (1, 1), which is not one of the orthogonal moves",
        ),
        (lambda: gw.Board.from_text("S>E", moves=gw.KNIGHT), "not one of the knight moves"),
        (lambda: gw.Board([[True, False]], one_way={(0, 1): (0, 1)}), "cell (0, 1) is a wall"),
        (lambda: square(one_way={(0, 0): 3}), "3"),
        (lambda: OPEN.replace(one_way={(0, 0): np.eye(2)}), "points along array([[1., 0"),
        (lambda: gw.Board([[True]], one_way=3), "one_way must map cells to directions"),
        (lambda: gw.Moves([]), "a stencil has 1 to 62 moves; this one has 0"),
        (lambda: gw.Moves([(0, n + 1) for n in range(MAX_MOVES + 1)]), "this one has 63"),
        (lambda: gw.Moves([(0, 1), (0, 1)]), "a stencil lists each move once; ((0, 1), (0, 1))"),
        (lambda: gw.Moves([(0, 0)]), "the move (0, 0) stands still"),
        (lambda: gw.Moves([(0, 10**7)]), "a move may reach 1,000,000 rows or columns at most"),
        (lambda: gw.Moves([1, 2]), "moves=[1, 2] must be pairs (d_row, d_column)"),
        (lambda: gw.Moves([(0, 1, 2)]), "must be pairs"),
        (lambda: gw.ORTHOGONAL.ordered("UD"), "order='UD' must name each of the 4 moves once: U,R,D,L"),
        (lambda: gw.ORTHOGONAL.ordered("UDLX"), "order='UDLX' has 'X'; the letters are U, D, L, R"),
        (lambda: gw.ORTHOGONAL.ordered([(0, 1)]), "order=[(0, 1)] must name each"),
        (lambda: gw.parse_moves("U,"), "stands still"),
        (lambda: gw.leaper("a", 2), "two whole numbers, not 'a' and 2"),
    ],
    errors.BoardTextError: [
        (lambda: gw.Board.from_text(""), "the board is empty: it has no row of cells"),
        (lambda: gw.Board.from_text("[[]]"), "the board is empty"),
        (
            lambda: gw.Board.from_text("\n...\n.#\n"),
            "line 3 has 2 cells where the first row has 3: all rows must be of one length (were spaces",
        ),
        (lambda: gw.Board.from_text("[[0, 1],\n\n [0]]"), "line 2 has 1 cells where the first"),
        (lambda: gw.Board.from_text("S?", format="numberlink"), "line 1, column 2: '?'"),
        (lambda: gw.Board.from_text("type octile\nheight 1\nwidth 2\nmap\n.\t"), r"line 5, column 2: '\t'"),
        (
            lambda: gw.Board.from_text("[[0, 1]]\n[[0, 0]]"),
            "line 2: something follows the array's last bracket; a text must hold one board and nothing else",
        ),
        (lambda: gw.Board.from_text('{"grid": [[0'), "line 1, column 13: this is not JSON"),
        (lambda: gw.Board.from_text('{"grid": [5]}'), "grid: it must be a list of rows"),
        (lambda: gw.Board.from_text("[[0, 1], [0, 0]"), "line 1: a bracket is not closed"),
        (
            lambda: gw.Board.from_text("int a[2][3] = {0, 1, 0, 0};"),
            "the array is declared as 2 x 3, but has 2 rows, of 3, 1 cells",
        ),
        (
            lambda: gw.Board.from_text("type octile\nheight 1\nmap"),
            "line 3: 'map' stands where width should: a map begins with the lines type octile, height N",
        ),
        (lambda: gw.Board.from_text("S.\n.S"), "two starts are marked 'S', (0, 0) and (1, 1)"),
        (lambda: square(costs=[[1, 12], [1, 1]]).to_text(), "direction of cell (0, 1)"),
        (lambda: square(start=(0, 0), exits=(0, 0)).to_text(), "one mark per cell"),
        (lambda: gw.Board.from_text(b"S.E"), "a board's text is a str, not bytes"),
    ],
    errors.UnclearBoardError: [
        (
            lambda: gw.Board.from_text("0 1\n0 0", costs=True),
            "can be read in two ways, as open cells (0) and walls (1) or as costs, of which 0 is none",
        ),
        (
            lambda: gw.Board.from_text("..#\n.q#"),
            "no meaning is known of q; signs seen: . 3, # 2, q 1; taken so far: # wall, . floor; "
            "if q is wall: wall_is='q', if floor: open_is='q', if an end: start_is='q' or exit_is='q'",
        ),
        (
            lambda: gw.Board.from_text("0 1\n0 0\n\n0 1"),
            "beside the board stands '0 1': it may be another board, or an end; header=N leaves",
        ),
        (
            lambda: gw.Board.from_text("hello, my world\nof many words"),
            "it has 15 different signs; 'gridwalk convert --formats' lists the others",
        ),
        (
            lambda: gw.Board.from_text("1 9 1\n1 9 1"),
            "1, 9 may be costs or marks; if costs: costs=True; signs seen: 1 4, 9 2; if 1 9 is wall: ",
        ),
    ],
    errors.UnsuitableAlgorithmError: [
        (
            lambda: square(costs=[[1, 2]] * 2).paths().shortest(by="bfs"),
            "by='bfs' does not suit: it counts moves, but here cells have costs: use 'dijkstra'",
        ),
        (
            lambda: square(moves=gw.KING).paths().shortest(by="labels"),
            "by='labels' does not suit: it counts moves, but here a diagonal step costs the square root of 2",
        ),
        (
            lambda: OPEN.paths().through((0, 0)).find(by="bfs"),
            "only 'dfs' and 'sweep' find simple paths from",
        ),
        (lambda: OPEN.cycles().find(by="bfs"), "only 'dfs' and 'sweep' find"),
        (lambda: OPEN.tours(undirected=True).unrank(0), "have no ranks"),
    ],
    errors.QuestionError: [
        (lambda: OPEN.tours(closed=True).counts_by_start(), "from every cell"),
        (
            lambda: OPEN.paths().through((1, 1)).trace(),
            "trace does not fit here: only a sweep over all paths finds",
        ),
    ],
    errors.UnansweredError: [
        (lambda: OPEN.paths().refutation(), "refutation() does not fit here: it is"),
    ],
    errors.HopelessError: [
        (
            lambda: gw.Board.rectangle(250, 250).paths().count(),
            "one by one (62,498 junctions are left of the board",
        ),
    ],
    errors.FileError: [
        (lambda: gw.read(0), "a board file's name is a str or a path, not int"),
        (
            lambda: gw.read_network("examples/tour.txt"),
            "examples/tour.txt: line 1: '1 14  9 20  3' is no edge: a line is NODE NODE [LENGTH [COST]], "
            "or a single NODE",
        ),
    ],
}
CAUSES = [(cause, error, message) for error, causes in MESSAGES.items() for cause, message in causes]


def travelled(error):
    """What another process gets of an error."""
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), repr(vars(again))) == (type(error), str(error), repr(vars(error)))
    assert (again.message, again.message.template) == (error.message, error.message.template)


@pytest.mark.parametrize(("cause", "error", "message"), CAUSES, ids=[message for *_, message in CAUSES])
def test_message(cause, error, message):
    with pytest.raises(error, match=re.escape(message)) as caught:
        cause()
    travelled(caught.value)


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
        OPEN.paths((0, 7))
    assert outside.value.argument == ("start", (0, 7))
    with pytest.raises(errors.BoardTextError) as unknown:
        gw.Board.from_text("S?", format="numberlink")
    assert (unknown.value.line, unknown.value.column) == (1, 2)
    with pytest.raises(errors.ArgumentError) as choice:
        OPEN.paths().find(by="bsf")
    assert (choice.value.name, choice.value.value) == ("by", "bsf")
    assert "bfs" in choice.value.choices


def test_every_class_is_raised_somewhere():
    """Those not in the table above have a test where they arise: calls, time, memory, files."""
    classes = {
        c for c in vars(errors).values() if isinstance(c, type) and issubclass(c, errors.GridwalkError)
    }
    elsewhere = "Gridwalk Limit TimeLimit MemoryLimit Keep Worker Picture Call"
    assert {*MESSAGES, *(getattr(errors, f"{name}Error") for name in elsewhere.split())} == classes
    assert len(classes) == 19


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


def test_bad_input_is_a_value_error():
    for error in MESSAGES:
        assert issubclass(error, ValueError) != issubclass(error, errors.LimitError)


@pytest.mark.parametrize("number", [1, 2, 20, 21, 3000])
def test_a_list_of_any_length_is_a_message_that_travels(number):
    parts = [str(n) for n in range(number)]
    words = joined("{one} or {other}", parts)
    assert words == pickle.loads(pickle.dumps(words)) == " or ".join(parts)
    assert str(pickle.loads(pickle.dumps(gw.InputError(words)))) == page_words(words) == words


def test_no_way_to_many_exits_is_said():
    cells = np.ones((2, 3000), bool)
    cells[:, 1] = False
    paths = gw.Board(cells, start=(0, 0), exits=[(0, column) for column in range(2, 3000)]).paths()
    assert paths.shortest() is None
    assert pickle.loads(pickle.dumps(paths.why_empty())) == paths.why_empty()
    assert page_words(paths.why_empty()) == paths.why_empty()
