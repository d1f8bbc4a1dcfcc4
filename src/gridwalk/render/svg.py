"""A scene as an SVG picture.

A cell is a square of `UNIT` units.  Runs of equal cells in a row are one rectangle, and
all rectangles of one kind are one element, so the picture of a big board stays small.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.cells import square_name
from gridwalk.render.colours import COST_SHADES, colour, cost_opacity, hexadecimal, names, ramp
from gridwalk.render.legend import LEAST_WIDTH, RAMP_WIDTH, SWATCH, Placed, laid_out
from gridwalk.render.scene import FEW_CELLS, Scene, scene

if TYPE_CHECKING:
    from gridwalk.grid import Grid
    from gridwalk.path import Path
    from gridwalk.trace import Trace

UNIT = 10  # units a cell
MOST_PIXELS = 960  # of the longer side, if a cell then still has a pixel
PIXELS_OF_CELL = 36  # at most
STATUS_CLASSES = ("", "frontier", "expanded", "walk", "left")  # by the numbers of `gridwalk.snapshot`
RAMP_STEPS = 12
NOTEBOOK_CELLS = 40_000  # a notebook shows larger boards as text
NOTEBOOK_EVENTS = 200_000

_STYLE = """\
.gw .fill{shape-rendering:crispEdges}.gw .line{fill:none;stroke-linecap:round;stroke-linejoin:round}
.gw text{font:600 3.6px system-ui,sans-serif;text-anchor:middle}.gw .small{font-size:2.9px}
.gw .legend text{font:13px system-ui,sans-serif;text-anchor:start}
"""
_LINES = ("grid", "path", "halo", "here")  # classes whose colour is a stroke
_SAME = {"halo": "open", "here": "ink", "bead": "page", "pale": "page"}  # classes that share a colour


def svg(
    board: Grid,
    path: Path | None = None,
    trace: Trace | None = None,
    at: int | None = None,
    *,
    dark: bool | None = None,
    legend: bool = False,
    squares: bool = False,
) -> str:
    r"""Return *board* as an SVG picture, with a path on it, or with one step of a trace.

    Parameters
    ----------
    board : Board
        Walls, costs (darker is dearer), one-way arrows, start and exits.
    path : Path, optional
        Drawn as a line from a disc (start) to a target (end).  Tours and leapers' paths
        are drawn over a chequered board, with step numbers where the board is small.
    trace : Trace, optional
        What a search did: frontier, expanded cells, the walk and the cells it has left.
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

    Returns
    -------
    str
        An SVG document of one root element, whose description holds the text drawing.

    Raises
    ------
    GridwalkError
        If *path* or *trace* is of a board of another shape, or *at* is given without *trace*.

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
    view = scene(board, path, trace, at)
    before = 6 if squares else 1  # units left of the board and below it
    height, width = float(board.rows * UNIT + 1 + before), float(board.columns * UNIT + 1 + before)
    pixels = max(1, min(PIXELS_OF_CELL, MOST_PIXELS // max(board.shape))) / UNIT
    below: list[str] = []
    if legend:
        placed, legend_pixels = laid_out(view, max(LEAST_WIDTH, (width - before - 1) * pixels))
        if placed:
            below = list(_legend(placed, height - 1, pixels))
            width, height = max(width, LEAST_WIDTH / pixels + before), height + (legend_pixels + 8) / pixels
    own_ground = legend or dark is not None
    drawing = escape(str(board if view.path is None else view.path), quote=False)
    box = f'x="{-before}" y="-1" width="{width:g}" height="{height:g}"'
    ground = f'width="{board.columns * UNIT}" height="{board.rows * UNIT}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="gw" role="img" width="{width * pixels:g}" '
            f'height="{height * pixels:g}" viewBox="{-before} -1 {width:g} {height:g}">',
            f"<title>{view.title}</title>",
            f"<desc>{drawing}</desc>",
            f"<style>{_style(dark)}</style>",
            *([f'<rect class="page" {box}/>'] if own_ground else []),
            f'<rect class="open grid" stroke-width=".6" {ground}/>',
            *_cells(view, legend),
            *_line(view, legend and trace is not None),
            *(_square_names(board) if squares else []),
            *below,
            "</svg>\n",
        ]
    )


def notebook(board: Grid, path: Path | None = None, trace: Trace | None = None) -> str | None:
    """Return the picture that a notebook shows, or None where it would be too large: then it shows text."""
    if board.size > NOTEBOOK_CELLS or (trace is not None and len(trace) > NOTEBOOK_EVENTS):
        return None
    return svg(board, path, trace, legend=trace is not None)


def _style(dark: bool | None) -> str:
    """Return the style sheet; undecided, it follows the reader."""
    if dark is not None:
        return _STYLE + _rules(dark)
    return f"{_STYLE}{_rules(False)}\n@media(prefers-color-scheme:dark){{\n{_rules(True)}}}"


def _rules(dark: bool) -> str:
    value = {name: hexadecimal(colour(name, dark=dark)) for name in names()}
    value |= {name: value[other] for name, other in _SAME.items()}
    value |= {f"r{i}": hexadecimal(each) for i, each in enumerate(ramp(RAMP_STEPS, dark=dark))}
    rules = [
        f".gw .{name}{{{'stroke' if name in _LINES else 'fill'}:{each}}}" for name, each in value.items()
    ]
    return "".join(rules) + f".gw .exit{{fill:{value['page']};stroke:{value['end']}}}"


def _cells(view: Scene, ramped: bool) -> Iterator[str]:
    """Yield the ground: what every cell is, in itself and in the search."""
    board = view.board
    rows, columns = board.shape
    if view.chequered:
        yield from _fill("dark", board.open_cells & (np.indices(board.shape).sum(axis=0) % 2 == 1))
    elif rows + columns <= 200:
        lines = "".join(f"M{UNIT * column} 0v{rows * UNIT}" for column in range(1, columns))
        lines += "".join(f"M0 {UNIT * row}h{columns * UNIT}" for row in range(1, rows))
        yield f'<path class="grid line" stroke-width=".3" d="{lines}"/>'
    if view.snapshot is not None:
        yield from _search(view, view.snapshot.status, ramped)
    if view.shade is not None:
        yield from _costs(view, view.shade)
    yield from _fill("wall", ~board.open_cells)
    for cell, (d_row, d_column) in board.one_way.items():
        turn = round(math.degrees(math.atan2(d_row, d_column)))
        place = 'transform="translate({} {}) rotate({})"'.format(*_centre(cell), turn)
        yield f'<path class="here line" stroke-width="1.1" {place} d="M-3 0H3M.6 -2.2L3 0L.6 2.2"/>'


def _search(view: Scene, status: NDArray[np.uint8], ramped: bool) -> Iterator[str]:
    """Yield what a search has made of the cells: a colour a status, or the order of expansion."""
    if not ramped:
        for number, name in enumerate(STATUS_CLASSES[1:], 1):
            yield from _fill(name, status == number)
        return
    levels = view.levels(RAMP_STEPS)
    for level in range(RAMP_STEPS):
        yield from _fill(f"r{level}", levels == level)
    yield from _fill("frontier", (status == STATUS_CLASSES.index("frontier")) & (levels < 0))
    left = np.argwhere(status == STATUS_CLASSES.index("left")).tolist()
    if left:
        squares = "".join(f"M{column * UNIT + 3.5:g} {row * UNIT + 3.5:g}h3v3h-3z" for row, column in left)
        yield f'<path class="back" d="{squares}"/>'


def _line(view: Scene, halo: bool) -> Iterator[str]:
    """Yield what lies on the ground: the path, or the walk of an unfinished search; marks and numbers."""
    swell = max(1.0, max(view.board.shape) / 60)  # keeps lines and marks visible on big boards
    if view.here is not None:
        row, column = view.here
        corner = f'x="{column * UNIT + 0.6:g}" y="{row * UNIT + 0.6:g}"'
        yield f'<rect class="here line" {corner} width="8.8" height="8.8" stroke-width="1"/>'
    if len(view.line) > 1:
        points = " ".join("{},{}".format(*_centre(cell)) for cell in view.corners.tolist())
        width, shape = (
            (1.2 if view.chequered else 2.2) * min(swell, 3),
            "polygon" if view.closed else "polyline",
        )
        if halo:
            yield f'<{shape} class="halo line" stroke-width="{width + 1.4:.3g}" points="{points}"/>'
        yield f'<{shape} class="path line" stroke-width="{width:.3g}" points="{points}"/>'
    if view.beads:
        yield from _beads(view)
    elif view.marked:
        yield from _marks(view, swell)


def _beads(view: Scene) -> Iterator[str]:
    cells = view.line.tolist()
    for number, cell in enumerate(cells, 1):
        is_last = view.path is not None and not view.closed and number == len(cells)
        name = "start" if number == 1 else "end" if is_last else "bead"
        yield _disc(cell, name, 2.9) + _text(
            cell, number, ("ink" if name == "bead" else "pale") + " small" * (number > 99)
        )


def _marks(view: Scene, swell: float) -> Iterator[str]:
    swell *= 0.7 if view.numbers else 1
    for cell in view.ends:
        yield _disc(cell, "exit", 3 * swell, f' stroke-width="{1.2 * swell:.3g}"') + _disc(
            cell, "end", 1.2 * swell
        )
    yield _disc(view.start, "start", 3 * swell)
    for flat, number in view.numbers.items():
        yield _text(divmod(flat, view.board.columns), number, "ink small", x=2.3, y=3.3)


def _fill(name: str, mask: NDArray[np.bool_], more: str = "") -> Iterator[str]:
    """Yield one element of class *name* that covers the cells of *mask*, run by run."""
    edges = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    row_of_run, first = np.nonzero(edges == 1)
    last = np.nonzero(edges == -1)[1]
    runs = zip(row_of_run.tolist(), first.tolist(), (last - first).tolist(), strict=True)
    d = "".join(
        f"M{left * UNIT} {row * UNIT}h{size * UNIT}v{UNIT}h-{size * UNIT}z" for row, left, size in runs
    )
    if d:
        yield f'<path class="{name} fill"{more} d="{d}"/>'


def _costs(view: Scene, shade: NDArray[np.int64]) -> Iterator[str]:
    """Yield shades for what costs more than the least, and the costs in figures where there is room."""
    for level in range(1, COST_SHADES + 1):
        yield from _fill("cost", shade == level, f' fill-opacity="{cost_opacity(level):.2f}"')
    assert view.board.costs is not None
    if view.board.size <= FEW_CELLS:
        for cell in np.argwhere(shade > 0).tolist():
            yield _text(cell, f"{view.board.costs[tuple(cell)]:.4g}", "ink small", x=8, y=9)


def _square_names(board: Grid) -> Iterator[str]:
    for column in range(board.columns):
        letters = square_name((board.rows - 1, column), board.rows)[:-1]
        yield _text((board.rows, column), letters, "ink", y=4)
    for row in range(board.rows):
        yield _text((row, 0), board.rows - row, "ink", x=-3)


def _legend(placed: list[Placed], top: float, pixels: float) -> Iterator[str]:
    """Yield the legend; within it a unit is a pixel."""
    yield f'<g class="legend" transform="translate(0 {top + 4 / pixels:.4g}) scale({1 / pixels:.4g})">'
    half = SWATCH / 2
    for x, y, entry in placed:
        kind, name, words = entry
        if kind in ("ramp", "costs"):
            yield from _scale(x, y - half, kind)
        elif kind in ("fill", "mark"):
            size = SWATCH if kind == "fill" else 6
            corner = f'x="{x + half - size / 2:g}" y="{y - size / 2:g}"'
            yield f'<rect class="{name}" {corner} width="{size}" height="{size}"/>'
        elif kind == "line":
            yield f'<path class="{name} line" stroke-width="3" d="M{x + 1:g} {y:g}h{SWATCH - 2}"/>'
        elif kind in ("disc", "ring"):
            ring = ' stroke-width="2"' if kind == "ring" else ""
            yield f'<circle class="{"exit" if ring else name}" cx="{x + half:g}" cy="{y:g}" r="5.5"{ring}/>'
            if ring:
                yield f'<circle class="{name}" cx="{x + half:g}" cy="{y:g}" r="2"/>'
        yield f'<text class="ink" x="{x + entry.indent:g}" y="{y + 4.5:g}">{escape(words)}</text>'
    yield "</g>"


def _scale(x: float, y: float, kind: str) -> Iterator[str]:
    steps = RAMP_STEPS if kind == "ramp" else COST_SHADES + 1
    width = RAMP_WIDTH / steps
    for i in range(steps):
        shade = f'class="r{i}"' if kind == "ramp" else 'class="open"'
        if kind == "costs" and i:
            shade = f'class="cost" fill-opacity="{cost_opacity(i):.2f}"'
        yield f'<rect {shade} x="{x + i * width:.4g}" y="{y:g}" width="{width:.4g}" height="{SWATCH}"/>'


def _disc(cell: Sequence[int], name: str, radius: float, more: str = "") -> str:
    x, y = _centre(cell)
    return f'<circle class="{name}" cx="{x}" cy="{y}" r="{radius:.3g}"{more}/>'


def _text(cell: Sequence[int], words: object, name: str = "ink", *, x: float = 5, y: float = 6.3) -> str:
    return f'<text class="{name}" x="{cell[1] * UNIT + x:g}" y="{cell[0] * UNIT + y:g}">{words}</text>'


def _centre(cell: Sequence[int]) -> tuple[int, int]:
    return cell[1] * UNIT + UNIT // 2, cell[0] * UNIT + UNIT // 2
