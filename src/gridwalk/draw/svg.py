"""A scene as an SVG picture.

A cell is a square of `UNIT` units.  Runs of equal cells in a row are one rectangle, and
all rectangles of one kind are one element, so the picture of a big board stays small.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.passages import seams_of
from gridwalk.draw.colours import style
from gridwalk.draw.draw import draw
from gridwalk.draw.legend import MIN_WIDTH, laid_out
from gridwalk.draw.pen import UNIT, Paper, SvgPen
from gridwalk.draw.scene import Scene, scene
from gridwalk.draw.shape import Outlined
from gridwalk.draw.text import draw_board, draw_letters, draw_linkage, draw_numbers
from gridwalk.io.data.jsonboard import print_json
from gridwalk.network.board import NetworkBoard

if TYPE_CHECKING:
    from gridwalk.answers.cellsequence import CellSequence
    from gridwalk.answers.snapshot import Run
    from gridwalk.board.board import Board
    from gridwalk.draw.scene import OnBoard
    from gridwalk.errors import Cell

MAX_PIXELS = 960  # maximum length of the longer side, unless cells would be below a pixel
PIXELS_OF_CELL = 36  # the maximum
NOTEBOOK_CELLS = 40_000  # a notebook shows larger boards as text
NOTEBOOK_EVENTS = 200_000
# In pixels lines along cells have sharp edges: they are drawn in half the time.
CRISP = ".gw .grid,.gw .back,.gw .side,.gw .sign,.gw .figure{shape-rendering:crispEdges}"
MAX_GOALS = 1000  # the maximum number of goals marked in the picture of a flow field
MAX_DESCRIPTION = 40_000  # the maximum of characters of a drawing with walls between cells


def svg(
    board: Board,
    path: OnBoard | None = None,
    trace: Run | None = None,
    at: int | None = None,
    *,
    dark: bool | None = None,
    legend: bool = False,
    squares: bool = False,
    paths: Iterable[CellSequence] = (),
    field: NDArray[np.float64] | None = None,
    letters: Mapping[Cell, str] | None = None,
    arrows: NDArray[np.int8] | None = None,
    said: Callable[[str], str] = str,
) -> str:
    r"""Return *board* as an SVG picture, with a path on it, or with one step of a trace.

    Parameters
    ----------
    board : Board
        Walls, costs (the higher, the darker), one-way arrows, start and exits.
    path : Path, optional
        Drawn as a line from a disc (start) to a target (end).  Tours and leapers' paths
        are drawn over a chequered board, with step numbers where the board is small.  Of a `Linkage`
        each path has a colour, and its letter at its ends; from the 13th on colours repeat.
    trace : Trace, optional
        What a search did: its frontier, expanded cells, the path so far and the cells it backtracked from.
        Small boards carry numbers: the distance labels of "labels", else the order in
        which cells were expanded.
    at : int, optional
        The number of events of the trace that have happened.  Default: all, and then its path is drawn.
    dark : bool, optional
        Dark or light colours.  Default: the reader's own scheme.
    legend : bool
        Whether costs and traces have a legend below, and the order of expansion is a ramp of colours;
        all on a ground of its own.
    squares : bool
        Whether columns and rows are named as a chessboard's.
    paths : iterable of Path
        At most 6, over each other in colours that can be told apart with any colour vision.
    field : float64 array, shape (rows, columns), optional
        A heat map of any numbers, from the least to the greatest, such as `Board.distances` returns; cells
        without a finite number stay as they are.
    letters : mapping of cells to str, optional
        A letter or number in each of these cells, as in puzzles, in place of start and exits; those that are
        there more than once are on discs, a colour each.
    arrows : int8 array, shape (rows, columns), optional
        An arrow in each cell: the number of a move, or -1 for none.
    said : callable
        Translates the words of title and legend.

    Returns
    -------
    str
        An SVG document of one root element, whose description holds the text drawing.

    Raises
    ------
    InputError
        If *path* or *trace* is of a board of another shape, *at* is given without *trace*, or there are more
        than 6 *paths*.

    Notes
    -----
    O(cells + events) time; the length grows with the runs of equal cells and the path's turns.

    Examples
    --------
    >>> from gridwalk import Board
    >>> board = Board.from_text("S.#\n#.E")
    >>> picture = svg(board, board.paths().shortest())
    >>> "<title>path of 3 moves, 2 x 3 board</title>" in picture
    True
    """
    view = scene(board, path, trace, at, paths, field, letters, arrows)
    edge = 1 if board.walls is None else 2  # units around the board
    longer = math.ceil(max(view.shape.width, view.shape.height))
    pixels = max(1, min(PIXELS_OF_CELL, MAX_PIXELS // longer)) / UNIT
    paper = Paper(pixels, edge, 6 if squares else edge)
    return document(view, paper, dark=dark, legend=legend, squares=squares, said=said)


def document(
    view: Scene, paper: Paper, *, dark: bool | None, legend: bool, squares: bool, said: Callable[[str], str]
) -> str:
    """Return *view* as an SVG document."""
    pixels, before = paper.pixels, paper.before
    above = paper.edge if view.board.levels is None else paper.edge + UNIT  # room for a title
    height, width = view.shape.height * UNIT + above + before, view.shape.width * UNIT + paper.edge + before
    is_outlined = isinstance(view.shape, Outlined)
    pen = SvgPen(view, height - above, paper)
    placed = None
    if legend:
        unit = paper.legend_scale / pixels
        placed, deep = laid_out(view, max(MIN_WIDTH, (width - before - paper.edge) / unit), said)
        if placed:
            width = max(width, MIN_WIDTH * unit + before)
            height += (max(deep, paper.least_legend) + 8) * unit
    draw(view, pen, ordered=legend, squares=squares, legend=placed)
    lines = 0 if view.linked else len(view.paths)
    rules = style(dark, lines, pairs=len(view.colour_of), signs=view.snapshot is not None)
    if math.isfinite(paper.cell) and not is_outlined:
        rules += CRISP
    own_ground = legend or dark is not None or view.nodes is not None
    box = f'x="{-before:g}" y="{-above:g}" width="{width:g}" height="{height:g}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="gw" role="img" width="{width * pixels:g}" '
            f'height="{height * pixels:g}" viewBox="{-before:g} {-above:g} {width:g} {height:g}">',
            f"<title>{said(view.title)}</title>",
            f"<desc>{_in_characters(view)}</desc>",
            f"<style>{rules}</style>",
            *([f'<rect class="page" {box}/>'] if own_ground else []),
            *([] if is_outlined else _ground(view.board)),
            *pen.elements,
            *pen.ending,
            "</svg>\n",
        ]
    )


def with_board(picture: str, board: Board) -> str:
    """Return an SVG *picture* with its *board* inside, to be read again; unchanged for a network."""
    held = "" if isinstance(board, NetworkBoard) else f'<metadata class="board">{json_of(board)}</metadata>\n'
    return picture.replace("<style>", f"{held}<style>", 1)


def json_of(board: Board) -> str:
    """Return *board* as JSON without characters that could begin an element."""
    return print_json(board).replace("<", "\\u003c")


def notebook(
    board: Board,
    path: OnBoard | None = None,
    trace: Run | None = None,
    at: int | None = None,
    paths: Iterable[CellSequence] = (),
    letters: Mapping[Cell, str] | None = None,
) -> str | None:
    """Return the picture for a notebook; None if it is too large, so that the notebook shows text."""
    if board.size > NOTEBOOK_CELLS or (trace is not None and len(trace) > NOTEBOOK_EVENTS):
        return None
    return svg(board, path, trace, at, legend=trace is not None, paths=paths, letters=letters)


def flow_on(
    board: Board, next_move: NDArray[np.int8], goals: Sequence[Cell]
) -> tuple[Board, NDArray[np.int8] | None]:
    """Return the board with *goals* as exits, and its arrows; None for the arrows of a large board.

    Many goals are not marked.
    """
    shown = board.replace(exits=goals) if 0 < len(goals) <= MAX_GOALS else board
    return shown, next_move if board.size <= NOTEBOOK_CELLS else None


def _ground(board: Board) -> Iterator[str]:
    """Yield the open ground and the line around it, dashed at sides that meet the opposite ones."""
    width, height = board.columns * UNIT, board.rows * UNIT
    ground = f'width="{width}" height="{height}"/>'
    if board.wrap is None:
        yield f'<rect class="open grid" stroke-width=".6" {ground}'
        return
    yield f'<rect class="open" {ground}'
    lines = f"M0 0h{width}M0 {height}h{width}", f"M0 0v{height}M{width} 0v{height}"
    for is_seam, d in zip(seams_of(board), lines, strict=True):
        look = 'class="seam line" stroke-dasharray="2.4 2.6"' if is_seam else 'class="grid line"'
        yield f'<path {look} stroke-width=".6" d="{d}"/>'


def _in_characters(view: Scene) -> str:
    """Return the drawing in characters, or the title if walls between cells make it large."""
    board = view.board
    if board.walls is not None and 8 * board.size > MAX_DESCRIPTION:
        return view.title
    if view.nodes is not None:
        return escape(view.title if view.path is None else str(view.path), quote=False)
    if view.letters:
        text = draw_linkage(board, view.paths) if view.linked else draw_letters(board, view.letters)
        return escape(text, quote=False)
    if view.path is None:
        return escape(draw_board(board), quote=False)
    if view.path.is_tour:  # `gridwalk check` reads step numbers
        return draw_numbers(board, view.path.cells)
    return escape(str(view.path), quote=False)
