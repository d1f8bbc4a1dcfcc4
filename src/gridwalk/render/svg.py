"""A scene as an SVG picture.

A cell is a square of `UNIT` units.  Runs of equal cells in a row are one rectangle, and
all rectangles of one kind are one element, so the picture of a big board stays small.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.networkgrid import NetworkGrid
from gridwalk.io.formats import format_named
from gridwalk.io.lines.rooms import Sides
from gridwalk.render.colours import COST_SHADES, cost_opacity, style
from gridwalk.render.draw import FIGURES_CELL, SIGN_AT, SIGNED_CELL, SIGNS, WALL_WIDTH, draw
from gridwalk.render.letters import MIN_WIDTH, draw_linkage, laid_out
from gridwalk.render.scene import Scene, scene
from gridwalk.render.seams import seams_of
from gridwalk.render.shape import CORNERS, Outlined, runs
from gridwalk.render.text import draw_board

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid
    from gridwalk.render.views import OnBoard, PathView, TraceView

UNIT = 10  # units a cell
MAX_PIXELS = 960  # of the longer side, if a cell then still has a pixel
PIXELS_OF_CELL = 36  # at most
RULED_CELL = 9  # pixels of a cell that has lines around it
RULED_LINES = 200  # a board with more rows and columns has no lines between its cells
NOTEBOOK_CELLS = 40_000  # a notebook shows larger boards as text
NOTEBOOK_EVENTS = 200_000
WIDEST_WALL = 0.34  # between cells so small that it needs about a pixel; in cells
# In pixels lines along cells have sharp edges: they are drawn in half the time.
CRISP = ".gw .grid,.gw .back,.gw .side,.gw .sign{shape-rendering:crispEdges}"
MAX_DESCRIPTION = 40_000  # characters of a drawing with walls between cells

# Class and further attributes of a colour, where they are not just its name.
_LOOK = {"cost0": ("open", "")} | {
    f"cost{level}": ("cost", f' fill-opacity="{cost_opacity(level):.2f}"')
    for level in range(1, COST_SHADES + 1)
}
# Where text stands, from the corner of its cell, and whether it is small.
_TEXT = {
    "bead": (5, 6.3, False),
    "cost": (8, 9, True),
    "number": (2.3, 3.3, True),
    "column": (5, 4, False),
    "row": (-3, 6.3, False),
    "words": (0, 4.5, False),
}
_PLAIN = ("cost", "number", "column", "row")  # roles of what needs no escape


def svg(
    board: Grid,
    path: OnBoard | None = None,
    trace: TraceView | None = None,
    at: int | None = None,
    *,
    dark: bool | None = None,
    legend: bool = False,
    squares: bool = False,
    shares: NDArray[np.float64] | None = None,
    paths: Iterable[PathView] = (),
    field: NDArray[np.float64] | None = None,
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
        each path has a colour, and its letter at its ends; from the seventh on colours repeat.
    trace : Trace, optional
        What a search did: its frontier, expanded cells, the path so far and the cells it backtracked from.
        Small boards carry numbers: the distance labels of "labels", else the order in
        which cells were expanded.
    at : int, optional
        How many events of the trace have happened.  Default: all, and then its path is drawn.
    dark : bool, optional
        Dark or light colours.  Default: the reader's own scheme.
    legend : bool
        Whether costs and traces have a legend below, and the order of expansion is a ramp of colours;
        all on a ground of its own.
    squares : bool
        Whether columns and rows are named as a chessboard's.
    shares : float64 array, shape (rows, columns), optional
        A heat map: the part of the paths that visits each cell, such as `estimate_visits` returns.
    paths : iterable of Path
        At most 6, over each other in colours that can be told apart with any colour vision.
    field : float64 array, shape (rows, columns), optional
        A heat map of any numbers, from the least to the greatest, such as `Board.distances` returns; cells
        without a finite number stay as they are.
    said : callable
        Has the words of title and legend otherwise, in another language perhaps.

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
    view = scene(board, path, trace, at, shares, paths, field)
    edge = 1 if board.walls is None else 2  # units around the board
    longer = math.ceil(max(view.shape.width, view.shape.height))
    pixels = max(1, min(PIXELS_OF_CELL, MAX_PIXELS // longer)) / UNIT
    paper = Paper(pixels, edge, 6 if squares else edge)
    return document(view, paper, dark=dark, legend=legend, squares=squares, said=said)


@dataclass(frozen=True)
class Paper:
    """The paper under a picture.

    Attributes
    ----------
    pixels : float
        The number of pixels of a unit.
    edge, before : float
        The width of the margin in units: at the top and the right; at the left and the bottom.
    cell : float
        The number of pixels of a cell; infinite where the picture can be enlarged.
    legend_scale : float
        The number of pixels of a unit of the legend.
    least_legend : float
        The minimum height of the legend, in its units.

    """

    pixels: float
    edge: float
    before: float
    cell: float = math.inf
    legend_scale: float = 1.0
    least_legend: float = 0.0


def document(
    view: Scene, paper: Paper, *, dark: bool | None, legend: bool, squares: bool, said: Callable[[str], str]
) -> str:
    """Return *view* as an SVG document."""
    pixels, before = paper.pixels, paper.before
    above = paper.edge if view.board.levels is None else paper.edge + UNIT  # with a title
    height, width = view.shape.height * UNIT + above + before, view.shape.width * UNIT + paper.edge + before
    is_outlined = isinstance(view.shape, Outlined)
    pen = (OutlineSvgPen if is_outlined else SvgPen)(view, height - above, paper)
    placed = None
    if legend:
        unit = paper.legend_scale / pixels
        placed, deep = laid_out(view, max(MIN_WIDTH, (width - before - paper.edge) / unit), said)
        if placed:
            width = max(width, MIN_WIDTH * unit + before)
            height += (max(deep, paper.least_legend) + 8) * unit
    draw(view, pen, ordered=legend, squares=squares, legend=placed)
    rules = style(dark, len(view.paths), discs=view.linked, signs=view.snapshot is not None)
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


def with_board(picture: str, board: Grid) -> str:
    """Return an SVG *picture* of *board* that can be read again; that of a network stays as it is."""
    held = "" if isinstance(board, NetworkGrid) else f'<metadata class="board">{json_of(board)}</metadata>\n'
    return picture.replace("<style>", f"{held}<style>", 1)


def json_of(board: Grid) -> str:
    """Return *board* as JSON that begins no element."""
    printed: str = format_named("json", can="print").call("print", board)
    return printed.replace("<", "\\u003c")


def notebook(
    board: Grid,
    path: OnBoard | None = None,
    trace: TraceView | None = None,
    at: int | None = None,
    paths: Iterable[PathView] = (),
) -> str | None:
    """Return the picture that a notebook shows, or None where it would be too large: then it shows text."""
    if board.size > NOTEBOOK_CELLS or (trace is not None and len(trace) > NOTEBOOK_EVENTS):
        return None
    return svg(board, path, trace, at, legend=trace is not None, paths=paths)


class SvgPen:
    """Writes the elements of a picture.

    On the board a unit of its arguments is a cell, in the legend a unit of the legend.  What covers whole
    cells is written first, and what comes later lies above it.
    """

    place_of: Mapping[str, tuple[float, float, bool]] = _TEXT

    def __init__(self, view: Scene, bottom: float, paper: Paper) -> None:
        self.cell_pixels = paper.cell
        self.figures = view.few and paper.cell >= FIGURES_CELL
        self.signs = view.few and paper.cell >= SIGNED_CELL
        self.elements: list[str] = []
        self.ending: list[str] = []
        self._shape = math.ceil(view.shape.height), math.ceil(view.shape.width)
        self._bottom, self._paper = bottom, paper  # where the legend begins
        self._unit = UNIT
        self._swell = max(1.0, max(self._shape) / 60)  # keeps lines and marks visible on big boards

    def fill(self, name: str, mask: NDArray[np.bool_]) -> None:
        """Write one element that covers the cells of *mask*, run by run."""
        d = "".join(
            f"M{left * UNIT} {row * UNIT}h{(size := (end - left) * UNIT)}v{UNIT}h-{size}z"
            for row, left, end in runs(mask)
        )
        if d:
            look, more = _LOOK.get(name, (name, ""))
            self.elements.append(f'<path class="{look} fill"{more} d="{d}"/>')

    def shade(self, scale: str, levels: NDArray[np.int64], lowest: int) -> None:
        """Write one element for each level."""
        for level in range(lowest, int(levels.max()) + 1):
            self.fill(f"{scale}{level}", levels == level)

    def dot(self, name: str, mask: NDArray[np.bool_]) -> None:
        """Write one element of small squares."""
        cells = np.argwhere(mask).tolist()
        if cells:
            d = "".join(f"M{column * UNIT + 3.5:g} {row * UNIT + 3.5:g}h3v3h-3z" for row, column in cells)
            self.elements.append(f'<path class="{name}" d="{d}"/>')

    def rule(self) -> None:
        """Write the lines between the cells, where they are not too many."""
        rows, columns = self._shape
        if rows + columns > RULED_LINES or self.cell_pixels < RULED_CELL:
            return
        width = ".3" if math.isinf(self.cell_pixels) else f"{1 / self._paper.pixels:.3g}"
        lines = "".join(f"M{UNIT * column} 0v{rows * UNIT}" for column in range(1, columns))
        lines += "".join(f"M0 {UNIT * row}h{columns * UNIT}" for row in range(1, rows))
        self.elements.append(f'<path class="grid line" stroke-width="{width}" d="{lines}"/>')

    def walls(self, sides: Sides) -> None:
        """Write the level walls as one element, the upright ones as another, in runs; a unit is a cell."""
        width = min(WIDEST_WALL, max(WALL_WIDTH, 1 / (UNIT * self._paper.pixels)))
        if math.isfinite(self.cell_pixels):
            width = self._wall_pixels / self.cell_pixels
            if self._wall_pixels % 2:  # walls of whole pixels, and the path in the middle between them
                half = 0.5 / self._paper.pixels
                self.elements.append(f'<g transform="translate({-half:.6g} {-half:.6g})">')
                self.ending = ["</g>"]
        for way, mask in (("h", sides.level), ("v", sides.upright.T)):
            pieces, line, end = [], -1, 0
            for at, first, last in runs(mask):
                if at != line:
                    pieces.append(f"M{first} {at}" if way == "h" else f"M{at} {first}")
                else:
                    pieces.append(f"m{first - end} 0" if way == "h" else f"m0 {first - end}")
                pieces.append(f"{way}{last - first}")
                line, end = at, last
            if pieces:
                look = f'stroke-width="{width:.3g}" transform="scale({UNIT})"'
                self.elements.append(f'<path class="side" {look} d="{"".join(pieces)}"/>')

    def segments(self, ends: NDArray[np.float64], width: float, name: str) -> None:
        """Write one element of lines."""
        lines = np.round(ends * self._unit, 2).reshape(-1, 4).tolist()
        if not lines:
            return
        d = "".join(f"M{x:g} {y:g}L{to_x:g} {to_y:g}" for x, y, to_x, to_y in lines)
        self.elements.append(f'<path class="{name} line" stroke-width="{width * self._unit:.3g}" d="{d}"/>')

    def arrow(self, x: float, y: float, turn: float, *, half: bool) -> None:
        """Write an arrow in the middle of a cell."""
        middle = f"translate({x * UNIT + 5:.9g} {y * UNIT + 5:.9g})"
        place = f'transform="{middle} rotate({round(math.degrees(turn))})"'
        shape = "M0 0H3.6M2.2 -1.4L3.6 0L2.2 1.4" if half else "M-3 0H3M.6 -2.2L3 0L.6 2.2"
        self.elements.append(f'<path class="here line" stroke-width="1.1" {place} d="{shape}"/>')

    def sign(self, status: str, spots: list[tuple[float, float, int]]) -> None:
        """Write one element: squares, or for the cells of a run one line with a dash in each."""
        (right, down), (wide, high) = SIGN_AT, (part * UNIT for part in SIGNS[status])
        look = f'sign" stroke-width="{high:g}" stroke-dasharray="{wide:g} {UNIT - wide:g}'
        places = [((x + right) * UNIT, (y + down) * UNIT, many) for x, y, many in spots]
        d = "".join(f"M{x - wide / 2:.5g} {y:.5g}h{UNIT * (many - 1) + wide:g}" for x, y, many in places)
        if status == "frontier":
            look, side = 'sign line" stroke-width=".4', wide - 0.4
            each = [(x + UNIT * i - side / 2, y - side / 2) for x, y, many in places for i in range(many)]
            d = "".join(f"M{x:.5g} {y:.5g}h{side:g}v{side:g}h-{side:g}z" for x, y in each)
        self.elements.append(f'<path class="{look}" d="{d}"/>')

    def outline(self, x: float, y: float, inset: float) -> None:
        """Write a square a little smaller than the cell."""
        edge = 0.6 + inset * UNIT
        side = f"{UNIT - 2 * edge:.9g}"
        place = f'x="{x * UNIT + edge:.9g}" y="{y * UNIT + edge:.9g}" width="{side}" height="{side}"'
        self.elements.append(f'<rect class="sign line" {place} stroke-width="1"/>')

    def text(self, x: float, y: float, words: str, role: str, name: str = "ink") -> None:
        """Write *words*, with three figures and more smaller."""
        right, down, small = self.place_of[role]
        look = f"{name} small" if small or (role == "bead" and len(words) > 2) else name
        place = f'x="{x * self._unit + right:.9g}" y="{y * self._unit + down:.9g}"'
        words = words if role in _PLAIN else escape(words)
        self.elements.append(f'<text class="{look}" {place}>{words}</text>')

    def line(self, points: NDArray[np.float64], width: float, name: str, *, closed: bool = False) -> None:
        """Write a polyline or a polygon."""
        shape = "polygon" if closed else "polyline"
        joined = " ".join([f"{x:.9g},{y:.9g}" for x, y in (points * self._unit).tolist()])
        self.elements.append(
            f'<{shape} class="{name} line" stroke-width="{width * self._unit:.3g}" points="{joined}"/>'
        )

    def disc(self, x: float, y: float, radius: float, name: str) -> None:
        """Write a circle."""
        place = f'cx="{x * self._unit:.9g}" cy="{y * self._unit:.9g}"'
        self.elements.append(f'<circle class="{name}" {place} r="{radius * self._unit:.3g}"/>')

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """Write a circle with a stroke."""
        place = f'cx="{x * self._unit:.9g}" cy="{y * self._unit:.9g}"'
        stroke = f'stroke-width="{width * self._unit:.3g}"'
        self.elements.append(f'<circle class="exit" {place} r="{radius * self._unit:.3g}" {stroke}/>')

    def box(self, x: float, y: float, width: float, height: float, name: str) -> None:
        """Write a rectangle."""
        look, more = _LOOK.get(name, (name, ""))
        x, y, width, height = (round(part * self._unit, 2) for part in (x, y, width, height))
        place = f'x="{x:.9g}" y="{y:.9g}" width="{width:.9g}" height="{height:.9g}"'
        self.elements.append(f'<rect class="{look}"{more} {place}/>')

    def visible_width(self, width: float) -> float:
        """Return *width*, in cells; on a big board up to three times as much, in pixels about one pixel."""
        if math.isinf(self.cell_pixels):
            return width * min(self._swell, 3)
        cell = self.cell_pixels
        return max(width, min(1.5, 0.6 * cell, cell - self._wall_pixels) / cell)

    def visible_radius(self, radius: float) -> float:
        """Return *radius*, in cells; more on a big board, some pixels at least in pixels."""
        if math.isinf(self.cell_pixels):
            return radius * self._swell
        return max(radius, min(5 * self._paper.legend_scale, 3.5 + self.cell_pixels) / self.cell_pixels)

    @property
    def _wall_pixels(self) -> int:
        """The width of a wall between cells in pixels: whole ones, so that all are alike."""
        return max(1, round(WALL_WIDTH * self.cell_pixels))

    @contextmanager
    def legend(self) -> Iterator[None]:
        """Write into the group of the legend, where a unit is a pixel."""
        unit = self._paper.legend_scale / self._paper.pixels
        place = f"translate(0 {self._bottom + 4 * unit:.4g}) scale({unit:.4g})"
        self.elements.append(f'<g class="legend" transform="{place}">')
        self._unit = 1
        yield
        self._unit = UNIT
        self.elements.append("</g>")


class OutlineSvgPen(SvgPen):
    """Writes cells by their outlines; all but the ground as for squares."""

    place_of = _TEXT | {
        "cost": (5, 9.6, True),
        "number": (5, 2.4, True),
    }

    def __init__(self, view: Scene, bottom: float, paper: Paper) -> None:
        super().__init__(view, bottom, paper)
        assert isinstance(view.shape, Outlined)
        self._cells = view.shape
        look = ' stroke-width=".3"' if sum(self._shape) <= RULED_LINES else ' stroke-width="0"'
        self._write('class="open grid"' + look, self._cells.outlines(self._cells.shown))

    def _write(self, look: str, outlines: Iterable[NDArray[np.float64]]) -> None:
        places = [np.round(outline * UNIT, 2).tolist() for outline in outlines]
        d = "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in outline) + "z" for outline in places)
        self.elements += [f'<path {look} d="{d}"/>'] if d else []

    def fill(self, name: str, mask: NDArray[np.bool_]) -> None:
        """Write one element that covers the cells of *mask*; a line of their colour closes the gaps."""
        look, more = _LOOK.get(name, (name, ""))
        self._write(f'class="{look}"{more}', self._cells.outlines(mask))

    def dot(self, name: str, mask: NDArray[np.bool_]) -> None:
        """Write one element of small hexagons."""
        self._write(f'class="{name}"', self._cells.outlines(mask, 0.3))

    def rule(self) -> None:
        """Write nothing: the ground has its lines."""

    def outline(self, x: float, y: float, inset: float) -> None:
        """Write a hexagon a little smaller than the cell."""
        points = (CORNERS * (0.88 - inset) + (x + 0.5, y + 0.5)) * UNIT
        joined = " ".join(f"{x:.4g},{y:.4g}" for x, y in points.tolist())
        self.elements.append(f'<polygon class="sign line" points="{joined}" stroke-width="1"/>')


def _ground(board: Grid) -> Iterator[str]:
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
    """Return the drawing in characters; walls between cells take eight a cell, so large ones are left out."""
    board = view.board
    if board.walls is not None and 8 * board.size > MAX_DESCRIPTION:
        return view.title
    if view.nodes is not None:
        return escape(view.title if view.path is None else str(view.path), quote=False)
    if view.linked:
        return draw_linkage(board, view.paths)
    return escape(draw_board(board) if view.path is None else str(view.path), quote=False)
