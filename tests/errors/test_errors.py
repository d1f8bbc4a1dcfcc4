"""One test a message: it names the argument, shows the value, says what is allowed, guesses the mistake."""

import pickle
import re

import numpy as np
import pytest

import gridwalk as gw
from gridwalk import errors
from gridwalk.grids.moves import MAX_MOVES
from gridwalk.questions.question import Question
from gridwalk.runtime import slices

pytestmark = pytest.mark.no_kernels

OPEN = gw.Board.rectangle(10, 5)
WALLED = gw.Board([[True, False, True], [True, True, True]])
DIRECTED = gw.Board.rectangle(2, 2, moves=gw.Moves([(0, 1), (1, 0)]))
RNG = np.random.default_rng(1)
COSTLY = gw.Board.rectangle(2, 2, costs=np.ones((2, 2)))


def square(**options):
    return gw.Board.rectangle(2, 2, **options)


MESSAGES = [
    # cells
    (
        lambda: OPEN.paths(start=(0, 7)),
        errors.OutsideBoardError,
        "start=(0, 7) is outside the board: rows run 0..9 and columns 0..4 "
        "(cells are (row, column), row 0 on top); (7, 0) is inside: did you pass (x, y)?",
    ),
    (lambda: OPEN.paths(exits=["0,5"]), errors.OutsideBoardError, "exits='0,5' is outside the board"),
    (lambda: OPEN.tours(exits=(10, 10)), errors.OutsideBoardError, "exits=(10, 10) is outside the board"),
    (lambda: gw.Board([[True]], start=(-1, 0)), errors.OutsideBoardError, "rows run 0..0 and columns 0..0"),
    (lambda: square(one_way={(2, 0): (0, 1)}), errors.OutsideBoardError, "one_way=(2, 0) is outside"),
    (
        lambda: WALLED.paths((0, 1)),
        errors.WallCellError,
        "start=(0, 1) is a wall; it must be an open cell; (1, 0) is",
    ),
    (lambda: WALLED.paths((0, 1)), errors.WallCellError, "(1, 0) is open: did you pass (x, y)?"),
    # cells of a path, or a set, made by hand
    (
        lambda: gw.Path(OPEN, [(0, 0), (9, 5)]),
        errors.PathCellsError,
        "cells must be integers of shape (n, 2), each (row, column) on the board, at least one: number 1, "
        "(9, 5), is not on the board of 10 x 5",
    ),
    (lambda: gw.Path(OPEN, []), errors.PathCellsError, "at least one: their shape is (0,)"),
    (lambda: gw.Path(OPEN, [(0, 1, 2)]), errors.PathCellsError, "their shape is (1, 3)"),
    (lambda: gw.Path(OPEN, [(0, 0.5)]), errors.PathCellsError, "they are float64, not integers"),
    (lambda: gw.Path(OPEN, [(0,), (1, 2)]), errors.PathCellsError, "cells must be rows of one length"),
    (lambda: Question(OPEN, ((900, 900),), None), errors.OutsideBoardError, "start=(900, 900) is outside"),
    (lambda: Question(OPEN, None, [(0, 0), (10, 0)]), errors.OutsideBoardError, "exits=(10, 0) is outside"),
    (
        lambda: Question(WALLED, ((0, 0),), None, required=((0, 1),)),
        errors.WallCellError,
        "through=(0, 1) is a wall",
    ),
    (lambda: WALLED.paths(None, [(1, 1), (0, 1)]), errors.WallCellError, "exits=(0, 1) is a wall"),
    (lambda: WALLED.tours("b2"), errors.WallCellError, "start='b2' is a wall; it must be an open cell"),
    (
        lambda: OPEN.paths("f1"),
        errors.OutsideBoardError,
        "start='f1' is outside the board: it would be (9, 5); rows run 0..9 and columns 0..4 (a1 is the",
    ),
    (
        lambda: OPEN.paths("z"),
        errors.CellNameError,
        "start='z' is not a cell: give row,column (0,0 is the top left)",
    ),
    (lambda: OPEN.paths((1, 2, 3)), errors.CellNameError, "start=(1, 2, 3) is not a cell"),
    (lambda: OPEN.paths((0.0, 1)), errors.CellNameError, "start=(0.0, 1) is not a cell"),
    (lambda: OPEN.paths(None, []), errors.BoardArrayError, "exits must name at least one cell"),
    # arrays
    (lambda: gw.Board(np.zeros((2, 3), bool)), errors.NoOpenCellError, "no open cell: all 2 x 3 are walls"),
    (lambda: gw.Board([[0, 1]]), errors.BoardArrayError, "must be bool (True: open), not int64; for"),
    (
        lambda: gw.Board([True, False]),
        errors.BoardArrayError,
        "must have two dimensions (rows, columns), not 1",
    ),
    (
        lambda: gw.Board([[True], [True, False]]),
        errors.BoardArrayError,
        "open_cells must be rows of one length",
    ),
    (lambda: gw.Board(np.ones((0, 3), bool)), errors.BoardSizeError, "a board of 0 x 3 is not possible"),
    (lambda: gw.Board([[True]], moves="rook"), errors.BoardArrayError, "moves='rook' must be Moves"),
    (lambda: gw.Board([[True]], walls=[[True]]), errors.WallsError, "must be two arrays of bool, (right"),
    (lambda: gw.Board([[True]], walls=7), errors.WallsError, "must be two arrays of bool, (right, below)"),
    (
        lambda: gw.Board.rectangle(2, 3, walls=([[True]], [[True]])),
        errors.WallsError,
        "walls: right must have the shape (2, 2) (or that of the board, (2, 3)), not (1, 1)",
    ),
    (
        lambda: gw.Board.rectangle(1, 2, walls=([[0.5]], np.zeros((0, 2)))),
        errors.WallsError,
        "walls: right must hold bool (True: a wall), not float64",
    ),
    (lambda: gw.Board.rectangle(3, 3, wrap="torus"), errors.UnknownChoiceError, "wrap='torus'"),
    (lambda: gw.Board.rectangle(3, 3, moves=gw.KING).thick(), errors.ThicknessError, "only a rook's moves"),
    (
        lambda: gw.Board.rectangle(3, 4).thin(),
        errors.ThicknessError,
        "it has 4 columns; a thick board has an",
    ),
    (lambda: gw.Board.rectangle(3, 3).thin(), errors.ThicknessError, "the cell (0, 0) is open, but it is a"),
    (
        lambda: gw.Board.rectangle(0, 5),
        errors.BoardSizeError,
        "0 x 5 is not possible: it must have at least 1",
    ),
    (lambda: gw.Board.rectangle(-2, -2), errors.BoardSizeError, "-2 x -2 is not possible"),
    (lambda: gw.Board.rectangle(10**6, 10**6), errors.BoardSizeError, "1000000 x 1000000 is not possible"),
    (lambda: gw.Board.rectangle(2.5, 2), errors.InputError, "2.5"),
    (lambda: gw.Board.rectangle("8", 8), errors.InputError, "'8'"),
    (
        lambda: gw.Board.from_matrix([[0], [0, 1]]),
        errors.BoardArrayError,
        "matrix must be rows of one length",
    ),
    (
        lambda: gw.Board.from_matrix([[0, 2]]),
        errors.BoardArrayError,
        "0 (open) and 1 (wall); this one holds 2",
    ),
    (lambda: gw.Board.from_matrix([[0, np.nan]]), errors.BoardArrayError, "this one holds nan"),
    (
        lambda: gw.Board.from_matrix([["0"]]),
        errors.BoardArrayError,
        "a matrix holds 0 and 1; this one holds <U1",
    ),
    (lambda: gw.Board.from_matrix([0, 1]), errors.BoardArrayError, "two dimensions"),
    (
        lambda: square(portals=[((0, 0), (0, 0))]),
        errors.PortalsError,
        "the portal at (0, 0) leads nowhere else",
    ),
    # costs
    (lambda: square(costs=[[1, 2]]), errors.CostsError, "must have the board's shape (2, 2), not (1, 2)"),
    (lambda: square(costs=[[1, 2], [3]]), errors.CostsError, "costs must be rows of one length"),
    (lambda: square(costs=[["a", "b"]] * 2), errors.CostsError, "costs must be numbers, not <U1"),
    (lambda: square(costs=[[True, True]] * 2), errors.CostsError, "costs must be numbers, not bool"),
    (lambda: square(costs=[[1, 2], [-3, 4]]), errors.CostsError, "the cost -3 of cell (1, 0) is not allowed"),
    (
        lambda: square(costs=[[1, -0.5], [3, 4]]),
        errors.CostsError,
        "the cost -0.5 of cell (0, 1) is not allowed",
    ),
    (
        lambda: square(costs=[[1, np.nan]] * 2),
        errors.CostsError,
        "the cost nan of cell (0, 1) is not allowed",
    ),
    (
        lambda: square(costs=[[1, np.inf]] * 2),
        errors.CostsError,
        "costs are finite, and 0 or more (a wall is a closed",
    ),
    (lambda: square(costs=[[2**52] * 2] * 2), errors.CostsError, "sum to less than 2**53"),
    (
        lambda: square(costs=[[1.5, 1.5], [1.5, 2.0**54]]),
        errors.CostsError,
        "sum to less than 2**53 (about 9.0e15) times the least above 0, 1.5, so that none is lost",
    ),
    # one-way cells
    (
        lambda: square(one_way={(0, 0): (1, 1)}),
        errors.OneWayError,
        "the one-way cell (0, 0) points along (1, 1), which is not one of the rook moves",
    ),
    (lambda: gw.Board.from_text("S>E", moves=gw.KNIGHT), errors.OneWayError, "not one of the knight moves"),
    (
        lambda: gw.Board([[True, False]], one_way={(0, 1): (0, 1)}),
        errors.OneWayError,
        "cell (0, 1) is a wall",
    ),
    (lambda: square(one_way={(0, 0): 3}), errors.OneWayError, "3"),
    # moves
    (lambda: gw.Moves([]), errors.MovesError, "a stencil has 1 to 62 moves; this one has 0"),
    (lambda: gw.Moves([(0, n + 1) for n in range(MAX_MOVES + 1)]), errors.MovesError, "this one has 63"),
    (
        lambda: gw.Moves([(0, 1), (0, 1)]),
        errors.MovesError,
        "a stencil lists each move once; ((0, 1), (0, 1))",
    ),
    (lambda: gw.Moves([(0, 0)]), errors.MovesError, "the move (0, 0) stands still"),
    (lambda: gw.Moves([(0, 10**7)]), errors.MovesError, "a move may reach 1,000,000 rows or columns at most"),
    (lambda: gw.Moves([1, 2]), errors.MovesError, "moves=[1, 2] must be pairs (d_row, d_column)"),
    (lambda: gw.Moves([(0, 1, 2)]), errors.MovesError, "must be pairs"),
    (
        lambda: gw.ROOK.ordered("UD"),
        errors.MovesError,
        "order='UD' must name each of the 4 moves once: U,R,D,L",
    ),
    (
        lambda: gw.ROOK.ordered("UDLX"),
        errors.MovesError,
        "'UDLX' has 'X'; the letters are U, D, L, R",
    ),
    (lambda: gw.ROOK.ordered([(0, 1)]), errors.MovesError, "order=[(0, 1)] must name each"),
    (
        lambda: gw.ROOK.with_corners("bth"),
        errors.UnknownChoiceError,
        "corners='bth' is not known: choose from both, one, none; did you mean 'both'?",
    ),
    (lambda: gw.parse_moves("knigth"), errors.UnknownChoiceError, "did you mean 'knight'?"),
    (
        lambda: gw.parse_moves(""),
        errors.UnknownChoiceError,
        "moves='' is not known: choose from rook, king, knight",
    ),
    (lambda: gw.parse_moves("U,"), errors.MovesError, "stands still"),
    # text
    (
        lambda: gw.Board.from_text(""),
        errors.EmptyTextError,
        "the board is empty: it has no row of cells",
    ),
    (lambda: gw.Board.from_text("[[]]"), errors.EmptyTextError, "the board is empty"),
    (
        lambda: gw.Board.from_text("\n...\n.#\n"),
        errors.RaggedRowsError,
        "line 3 has 2 cells where the first row has 3: all rows must be of one length (were spaces",
    ),
    (
        lambda: gw.Board.from_text("[[0, 1],\n\n [0]]"),
        errors.RaggedRowsError,
        "line 3 has 1 cells where the first",
    ),
    (lambda: gw.Board.from_text("..\n\n.."), errors.RaggedRowsError, "line 2 has 0 cells"),
    (
        lambda: gw.Board.from_text("..\n.x"),
        errors.UnknownCharacterError,
        "line 2, column 2: 'x' has no meaning here",
    ),
    (
        lambda: gw.Board.from_text("..\n.x"),
        errors.UnknownCharacterError,
        "'#' wall, '.' or ' ' open, S start",
    ),
    (
        lambda: gw.Board.from_text("0 1\n0 2"),
        errors.UnknownCharacterError,
        "line 2, column 3: '2' has no meaning",
    ),
    (
        lambda: gw.Board.from_text("0 1\n0 2"),
        errors.UnknownCharacterError,
        "0 (open), 1 (wall), blanks, commas",
    ),
    (
        lambda: gw.Board.from_text(".\t#"),
        errors.UnknownCharacterError,
        r"line 1, column 2: '\t' has no meaning",
    ),
    (
        lambda: gw.Board.from_text(".\N{SNOWMAN}"),
        errors.UnknownCharacterError,
        "line 1, column 2: '\N{SNOWMAN}'",
    ),
    (lambda: gw.Board.from_text("\ufeff.\r\n?"), errors.UnknownCharacterError, "line 2, column 1: '?'"),
    (
        lambda: gw.Board.from_text("0;1;0"),
        errors.TwoReadingsError,
        "';' can be read in two ways, as the end of a row or as a mark between cells: write ',' between",
    ),
    (
        lambda: gw.Board.from_text("1 9 1\n1 9 1"),
        errors.CostsNotAskedForError,
        "line 1, column 3: '9' has no meaning here; allowed are 0 (open), 1 (wall), blanks, commas and "
        "brackets (other numbers are costs where costs are asked for: --costs)",
    ),
    (
        lambda: gw.Board.from_text("0 1\n0 0\n\n0 1"),
        errors.OneBoardError,
        "line 3: it is blank, and below it are more cells; a text must hold one board and nothing else",
    ),
    (lambda: gw.Board.from_text("0,,1"), errors.SeparatorError, "line 1, column 2: there is an empty cell"),
    (
        lambda: gw.Board.from_text('{"grid": [[0'),
        errors.TextSyntaxError,
        "line 1, column 13: this is not JSON",
    ),
    (lambda: gw.Board.from_text('{"grid": 5}'), errors.FieldError, "grid: it must be a list of rows"),
    (lambda: gw.Board.from_text("[[0, 1], [0, 0]"), errors.BracketsError, "line 1: a bracket is not closed"),
    (
        lambda: gw.Board.from_text("int a[2][3] = {0, 1, 0, 0};"),
        errors.DeclaredShapeError,
        "the array is declared as 2 x 3, but has 4 cells",
    ),
    (
        lambda: gw.Board.from_text("type octile\nheight 1\nmap"),
        errors.MapHeaderError,
        "line 3: 'map' stands where width should: a map begins with the lines type octile, height N",
    ),
    (
        lambda: gw.Board.from_text("hello"),
        errors.UnknownFormatError,
        "this is in no known format: no drawing",
    ),
    (lambda: gw.Board.from_text("S.", terrain=3), errors.ArgumentError, "terrain=3 must be a str"),
    (
        lambda: gw.Board.from_text("S.", costs="yes"),
        errors.ArgumentError,
        "costs='yes' must be True or False",
    ),
    (lambda: gw.Board.from_text("S.", cell_width=3), errors.ArgumentError, "cell_width=3 must be 1 or 2"),
    (lambda: gw.Board.from_text("S..", cell_width=2), errors.ArgumentError, "the rows have 3 characters"),
    (lambda: gw.Board.from_text("S.\n.S"), errors.MarksError, "two starts are marked 'S', (0, 0) and (1, 1)"),
    (lambda: square(costs=[[1, 12], [1, 1]]).to_text(), errors.NotPrintableError, "direction of cell (0, 1)"),
    (lambda: square(start=(0, 0), exits=(0, 0)).to_text(), errors.NotPrintableError, "one mark per cell"),
    # questions
    (
        lambda: OPEN.paths().find(by="bsf"),
        errors.UnknownChoiceError,
        "by='bsf' is not known: choose from auto, dfs, dfs-recursive, bfs, greedy, weighted-astar, sweep",
    ),
    (lambda: OPEN.tours().find(by="bfs"), errors.UnknownChoiceError, "choose from auto, warnsdorff, dfs"),
    (
        lambda: OPEN.paths().shortest(by="dfs"),
        errors.UnknownChoiceError,
        "auto, bfs, bidirectional, labels, dijkstra",
    ),
    (lambda: OPEN.paths().trace(by="lst"), errors.UnknownChoiceError, "did you mean 'list'?"),
    (lambda: OPEN.tours().trace(by="dijkstra"), errors.UnknownChoiceError, "auto, warnsdorff, dfs"),
    (
        lambda: square(costs=[[1, 2]] * 2).paths().shortest(by="bfs"),
        errors.UnsuitableAlgorithmError,
        "by='bfs' does not suit: it counts moves, but here cells have costs: use 'dijkstra'",
    ),
    (
        lambda: square(moves=gw.KING).paths().shortest(by="labels"),
        errors.UnsuitableAlgorithmError,
        "by='labels' does not suit: it counts moves, but here a diagonal step costs the square root of 2",
    ),
    (
        lambda: OPEN.paths().through((0, 0)).find(by="bfs"),
        errors.UnsuitableAlgorithmError,
        "only 'dfs' and 'sweep' find simple paths from",
    ),
    (lambda: OPEN.tours(closed=True).counts_by_start(), errors.QuestionError, "from every cell"),
    (
        lambda: OPEN.paths().implicit(),
        errors.UnansweredError,
        "implicit() does not fit here: it is",
    ),
    (lambda: OPEN.cycles().longest(gap=0.1), errors.UnansweredError, "longest(gap=...) does not fit here"),
    (
        lambda: OPEN.paths().through((1, 1)).trace(),
        errors.QuestionError,
        "trace does not fit here: a sweep has no events",
    ),
    (lambda: OPEN.cycles().find(by="bfs"), errors.UnsuitableAlgorithmError, "only 'dfs' and 'sweep' find"),
    (lambda: OPEN.paths().avoiding((0, 9)), errors.OutsideBoardError, "avoiding=(0, 9) is outside the board"),
    (lambda: OPEN.with_walls((0, 0)), errors.ClosedMarkError, "at (0, 0), the board's start: choose another"),
    (lambda: OPEN.with_walls((9, 4)), errors.ClosedMarkError, "with board.replace(exits=...)"),
    (lambda: OPEN.with_walls((0, 9)), errors.OutsideBoardError, "with_walls=(0, 9) is outside the board"),
    (lambda: OPEN.with_walls(3), errors.CellNameError, "with_walls=3 is not a cell"),
    (lambda: OPEN.with_open((0, 1), costs=3), errors.CostsError, "this board has no costs"),
    (
        lambda: COSTLY.with_open((0, 1), costs=[1, 2]),
        errors.CostsError,
        "one for each of 1",
    ),
    (
        lambda: COSTLY.with_open((0, 1), costs=-1),
        errors.CostsError,
        "the cost -1.0 of cell",
    ),
    (
        lambda: COSTLY.with_open((0, 1), costs="7"),
        errors.CostsError,
        "must be a number",
    ),
    (lambda: OPEN.replace(open_cells=np.eye(10, 5) > 9), errors.NoOpenCellError, "no open cell"),
    (lambda: OPEN.paths().count(by=np.array(["auto"] * 2)), errors.UnknownChoiceError, "by=array(["),
    (lambda: OPEN.paths().shortest(by=np.arange(3)), errors.UnknownChoiceError, "by=array([0, 1, 2])"),
    (lambda: OPEN.paths().find(by=["dfs"]), errors.UnknownChoiceError, "by=['dfs'] is not known"),
    (lambda: OPEN.paths().trace(by=np.arange(3)), errors.UnknownChoiceError, "by=array([0, 1, 2])"),
    (
        lambda: OPEN.paths().longest(measure=np.arange(3)),
        errors.UnknownChoiceError,
        "measure=array([0, 1",
    ),
    (lambda: OPEN.shortest_many([], [], by=np.arange(3)), errors.UnknownChoiceError, "by=array([0, 1, 2])"),
    (lambda: gw.KING.with_corners(np.arange(3)), errors.UnknownChoiceError, "corners=array([0, 1, 2])"),
    (lambda: OPEN.replace(one_way={(0, 0): np.eye(2)}), errors.OneWayError, "points along array([[1., 0"),
    (
        lambda: OPEN.paths().sample(rng="x"),
        errors.ArgumentError,
        "rng='x' must be a whole number of at least 0",
    ),
    (lambda: OPEN.paths().sample(rng=-1), errors.ArgumentError, "rng=-1 must be a whole number"),
    (lambda: OPEN.paths().rank(3), errors.ArgumentError, "path=3 must be a Path, or cells in order"),
    (lambda: OPEN.paths().rank(np.array(3)), errors.ArgumentError, "must be a Path, or cells in order"),
    (lambda: OPEN.paths().rank(None), errors.ArgumentError, "path=None must be a Path"),
    (lambda: OPEN.paths().rank("a1"), errors.ArgumentError, "path='a1' must be a Path"),
    (lambda: OPEN.paths().rank([3]), errors.CellNameError, "path=3 is not a cell"),
    (lambda: OPEN.paths().within(keep=3), errors.ArgumentError, "keep=3 must be the path of a"),
    (lambda: OPEN.paths().within(memory=True), errors.ArgumentError, "memory=True must be a whole number"),
    (lambda: OPEN.paths().count(by="guess"), errors.UnknownChoiceError, "by='guess' is not known"),
    (lambda: OPEN.paths().longest(measure="x"), errors.UnknownChoiceError, "measure='x' is not known"),
    (lambda: OPEN.paths().sample(rng=3.5), errors.ArgumentError, "or a numpy.random.Generator"),
    (lambda: OPEN.paths().sample(-1), errors.ArgumentError, "n=-1 must be a whole number"),
    (lambda: OPEN.tours(undirected=True).unrank(0), errors.UnsuitableAlgorithmError, "have no ranks"),
    (lambda: OPEN.paths().within(memory=5), errors.ArgumentError, "memory=5 must be a whole number"),
    (
        lambda: gw.Board.rectangle(250, 250).paths().count(),
        errors.HopelessError,
        "hopeless: 62,498 junctions are left of the board",
    ),
    (lambda: OPEN.paths().list("3"), errors.ArgumentError, "limit='3' must be a whole number"),
    (
        lambda: OPEN.paths().trace(max_events="3"),
        errors.ArgumentError,
        "max_events='3' must be",
    ),
    (lambda: OPEN.paths().within(True), errors.ArgumentError, "seconds=True must be a positive"),
    (lambda: OPEN.paths().within(5, progress=5), errors.ArgumentError, "progress=5 must be a function"),
    (lambda: OPEN.shortest_many([], [])["a"], errors.ArgumentError, "number='a' must be a whole number"),
    (lambda: gw.Board.from_text(b"S.E"), errors.BoardTextError, "a board's text is a str, not bytes"),
    (lambda: gw.read(0), errors.BoardFileError, "a board file's name is a str or a path, not int"),
    (lambda: gw.leaper("a", 2), errors.MovesError, "two whole numbers, not 'a' and 2"),
    (lambda: gw.parse_moves(None), errors.UnknownChoiceError, "moves=None is not known"),
    (lambda: OPEN.replace(opencells=1), errors.UnknownChoiceError, "did you mean 'open_cells'?"),
    (lambda: gw.Board([[True]], one_way=3), errors.OneWayError, "one_way must map cells to directions"),
    (
        lambda: OPEN.paths().list(limit=-1),
        errors.ArgumentError,
        "limit=-1 must be a whole number of at least 0",
    ),
    (
        lambda: OPEN.paths().trace(max_events=0),
        errors.ArgumentError,
        "max_events=0 must be a",
    ),
    (lambda: OPEN.paths().within(0), errors.ArgumentError, "seconds=0 must be a positive, finite number"),
    (lambda: OPEN.paths().within(float("nan")), errors.ArgumentError, "seconds=nan must be a positive"),
    (
        lambda: OPEN.paths().within(float("inf")),
        errors.ArgumentError,
        "seconds=inf must be a positive, finite number",
    ),
    (
        lambda: OPEN.tours(exits=(0, 0), closed=True),
        errors.InputError,
        "a closed tour ends where",
    ),
    (
        lambda: OPEN.tours((0, 0), undirected=True),
        errors.InputError,
        "but a given start or exits fix",
    ),
    (
        lambda: DIRECTED.tours(undirected=True),
        errors.InputError,
        "undirected=True needs moves with reverse moves",
    ),
    (
        lambda: slices.tier("numba").__enter__(),
        errors.UnknownChoiceError,
        "choose from auto, python, compiled",
    ),
]


@pytest.mark.parametrize(("cause", "error", "message"), MESSAGES, ids=[message for *_, message in MESSAGES])
def test_message(cause, error, message):
    with pytest.raises(error, match=re.escape(message)):
        cause()


def test_no_hint_where_the_swapped_cell_would_be_no_better():
    for cell in ((10, 10), (-1, 3), (3, 9)):
        with pytest.raises(errors.OutsideBoardError) as caught:
            gw.Board.rectangle(5, 5).paths(cell)
        assert "x, y" not in str(caught.value)
    with pytest.raises(errors.WallCellError) as caught:
        gw.Board([[True, False], [False, True]]).paths((0, 1))
    assert "x, y" not in str(caught.value)


def test_the_data_stay_attributes():
    with pytest.raises(errors.OutsideBoardError) as outside:
        OPEN.paths((0, 7))
    assert (outside.value.name, outside.value.cell, outside.value.shape) == ("start", (0, 7), (10, 5))
    with pytest.raises(errors.UnknownCharacterError) as unknown:
        gw.Board.from_text("..\n.x")
    assert (unknown.value.line, unknown.value.column, unknown.value.character) == (2, 2, "x")
    with pytest.raises(errors.UnknownChoiceError) as choice:
        OPEN.paths().find(by="bsf")
    assert (choice.value.name, choice.value.value) == ("by", "bsf")


@pytest.mark.parametrize(("call", "error"), [entry[:2] for entry in MESSAGES])
def test_errors_travel_between_processes(call, error):
    with pytest.raises(error) as caught:
        call()
    again = pickle.loads(pickle.dumps(caught.value))
    was = caught.value
    assert (type(again), str(again), repr(vars(again))) == (type(was), str(was), repr(vars(was)))


def test_every_class_is_raised_somewhere():
    """Those not in the table above have a test where they arise: recursion, time, files, room."""
    classes = {
        c for c in vars(errors).values() if isinstance(c, type) and issubclass(c, errors.GridwalkError)
    }
    elsewhere = {
        errors.LimitError,
        errors.TimeLimitError,
        errors.MemoryLimitError,
        errors.SpillError,
        errors.KeepError,
        errors.KeepError,
        errors.WorkerError,
        errors.TooDeepError,
        errors.BoardFileError,
        errors.DatasetError,
        errors.PictureError,
        errors.PictureEndsError,
        errors.BoardTextError,
        errors.ScenarioError,
        errors.StepError,
        errors.RankError,
    }
    assert {error for _, error, _ in MESSAGES} | elsewhere | {errors.GridwalkError} == classes


LIMITS = [
    (errors.TimeLimitError(1, 2, 3, 4, "x"), TimeoutError),
    (errors.MemoryLimitError(1, 2, "x", "y"), MemoryError),
    (errors.SpillError("x", 1, "y"), OSError),
    (errors.KeepError("x", "y"), errors.LimitError),
    (errors.HopelessError("x"), errors.LimitError),
]


@pytest.mark.parametrize(("error", "built_in"), LIMITS)
def test_limits_are_no_bad_input(error, built_in):
    """They are what Python calls them, and travel between processes as all errors do."""
    assert isinstance(error, errors.LimitError)
    assert isinstance(error, built_in)
    assert not isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_bad_input_is_a_value_error():
    for _, error, _ in MESSAGES:
        assert issubclass(error, ValueError) != issubclass(error, errors.LimitError)
