"""A board as an SVG picture: walls, costs, a path, one step of a trace.

A cell is a square of `UNIT` units.  Runs of equal cells in a row are one rectangle, and
all rectangles of one kind are one element, so the picture of a big board stays small.
Colours are told apart without colour vision, and follow the reader's light or dark scheme.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, GridwalkError
from gridwalk.kernels.codes import BACK, CLOSE, OPEN, STEP

if TYPE_CHECKING:
    from gridwalk.board import Board
    from gridwalk.path import Path
    from gridwalk.trace import Trace

UNIT = 10  # units a cell
MOST_PIXELS = 960  # of the longer side, if a cell then still has a pixel
PIXELS_OF_CELL = 36  # at most
FEW_CELLS = 500  # a board of so many has room for numbers in its cells
SHADES = 6  # of cost
STATUS_CLASSES = ("", "frontier", "expanded", "walk", "left")  # by the numbers of `gridwalk.trace`

STYLE = """\
.gw .fill{shape-rendering:crispEdges}.gw .line{fill:none;stroke-linecap:round;stroke-linejoin:round}
.gw text{font:600 3.6px system-ui,sans-serif;text-anchor:middle}.gw .small{font-size:2.9px}
.gw .open{fill:#fcfbf8}.gw .wall{fill:#39414f}.gw .dark{fill:#e3ded3}.gw .grid{stroke:#d6d0c4}
.gw .frontier{fill:#f3b43c}.gw .expanded{fill:#b5dcf4}.gw .walk{fill:#6bbbe8}.gw .left{fill:#d5cfdd}
.gw .path{stroke:#c4500a}.gw .start{fill:#006f52}.gw .exit{fill:#fff;stroke:#a3246b}.gw .end{fill:#a3246b}
.gw .cost{fill:#8a5a2b}.gw .bead,.gw .pale{fill:#fff}.gw .ink{fill:#20242c}.gw .here{stroke:#20242c}
@media(prefers-color-scheme:dark){
.gw .open{fill:#23272f}.gw .wall{fill:#8b95a6}.gw .dark{fill:#343a45}.gw .grid{stroke:#434b58}
.gw .frontier{fill:#b9801a}.gw .expanded{fill:#2b5878}.gw .walk{fill:#2f86b8}.gw .left{fill:#564d63}
.gw .path{stroke:#ff9d5c}.gw .start{fill:#3fd0a4}.gw .exit{fill:#12151a;stroke:#f58cc4}.gw .end{fill:#f58cc4}
.gw .cost{fill:#e0a468}.gw .bead,.gw .pale{fill:#12151a}.gw .ink{fill:#eceff4}.gw .here{stroke:#eceff4}}"""


def svg(board: Board, path: Path | None = None, trace: Trace | None = None, at: int | None = None) -> str:
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
    if at is not None and trace is None:
        raise GridwalkError(f"at={at} is a step of a trace: give trace= as well")
    for name, value in (("path", path), ("trace", trace)):
        if value is not None and value.board.shape != board.shape:
            raise GridwalkError(f"{name} is of a board of {value.board.shape}, not of {board.shape}")
    done = 0 if trace is None else len(trace) if at is None else max(0, min(at, len(trace)))
    if path is None and trace is not None and done == len(trace):
        path = trace.path
    height, width = board.rows * UNIT, board.columns * UNIT
    pixels = max(1, min(PIXELS_OF_CELL, MOST_PIXELS // max(board.shape))) / UNIT
    words = "board" if path is None else f"{'closed tour' if path.closed else 'path'} of {path.length} moves"
    if trace is not None:
        words = f"{trace.by}, {done} of {len(trace)} events"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="gw" role="img" width="{(width + 2) * pixels:g}" '
        f'height="{(height + 2) * pixels:g}" viewBox="-1 -1 {width + 2} {height + 2}">',
        f"<title>{words}, {board.rows} x {board.columns} board</title>",
        f"<desc>{escape(str(board if path is None else path), quote=False)}</desc>",
        f"<style>{STYLE}</style>",
        f'<rect class="open grid" stroke-width=".6" width="{width}" height="{height}"/>',
        *_cells(board, trace, done, _chequered(board, path)),
        *_line(board, path, trace, done),
    ]
    return "\n".join([*parts, "</svg>\n"])


def _cells(board: Board, trace: Trace | None, done: int, chequered: bool) -> Iterator[str]:
    """Yield the ground: what every cell is, in itself and in the search."""
    rows, columns = board.shape
    if chequered:
        yield from _fill("dark", board.open_cells & (np.indices(board.shape).sum(axis=0) % 2 == 1))
    elif rows + columns <= 200:
        lines = "".join(f"M{UNIT * column} 0v{rows * UNIT}" for column in range(1, columns))
        lines += "".join(f"M0 {UNIT * row}h{columns * UNIT}" for row in range(1, rows))
        yield f'<path class="grid line" stroke-width=".3" d="{lines}"/>'
    if trace is not None:
        status = trace.at(done).status
        for number, name in enumerate(STATUS_CLASSES[1:], 1):
            yield from _fill(name, status == number)
    if board.costs is not None:
        yield from _costs(board.open_cells, board.costs)
    yield from _fill("wall", ~board.open_cells)
    for cell, (d_row, d_column) in board.one_way.items():
        turn = round(math.degrees(math.atan2(d_row, d_column)))
        place = 'transform="translate({} {}) rotate({})"'.format(*_centre(cell), turn)
        yield f'<path class="here line" stroke-width="1.1" {place} d="M-3 0H3M.6 -2.2L3 0L.6 2.2"/>'


def _line(board: Board, path: Path | None, trace: Trace | None, done: int) -> Iterator[str]:
    """Yield what lies on the ground: the path, or the walk of an unfinished search; marks and numbers."""
    chequered, few = _chequered(board, path), board.size <= FEW_CELLS
    swell = max(1.0, max(board.shape) / 60)  # keeps lines and marks visible on big boards
    walk = list(path) if path is not None else [] if trace is None else _walk(trace, done)
    closed = path is not None and path.closed
    if trace is not None and path is None and done:
        row, column = divmod(int(trace.events[done - 1, 1]), board.columns)
        corner = f'x="{column * UNIT + 0.6:g}" y="{row * UNIT + 0.6:g}"'
        yield f'<rect class="here line" {corner} width="8.8" height="8.8" stroke-width="1"/>'
    if len(walk) > 1:
        steps = np.diff(walk, axis=0)
        turns = np.flatnonzero((steps[1:] != steps[:-1]).any(axis=1)) + 1
        points = " ".join("{},{}".format(*_centre(walk[i])) for i in (0, *turns, -1))
        width, shape = (1.2 if chequered else 2.2) * min(swell, 3), "polygon" if closed else "polyline"
        yield f'<{shape} class="path line" stroke-width="{width:.3g}" points="{points}"/>'
    if few and chequered and walk:
        for number, cell in enumerate(walk, 1):
            is_last = path is not None and not closed and number == len(walk)
            name = "start" if number == 1 else "end" if is_last else "bead"
            yield _disc(cell, name, 2.9) + _text(cell, number, "ink" if name == "bead" else "pale")
    elif path is not None or trace is not None or not chequered:
        numbers = _numbers(trace, done) if trace is not None and few else {}
        swell *= 0.7 if numbers else 1
        for cell in [] if closed else _ends(board, path, trace):
            stroke = f' stroke-width="{1.2 * swell:.3g}"'
            yield _disc(cell, "exit", 3 * swell, stroke) + _disc(cell, "end", 1.2 * swell)
        start = path.start if path is not None else board.start if trace is None else trace.start
        yield _disc(start, "start", 3 * swell)
        for flat, number in numbers.items():
            yield _text(divmod(flat, board.columns), number, "ink small", x=2.3, y=3.3)


def _ends(board: Board, path: Path | None, trace: Trace | None) -> Sequence[Cell]:
    """Return the cells to mark as ends: the path's, else the exits, unless the trace asked for others."""
    if path is not None:
        return [path.end]
    asked = trace is None or trace.path is None or trace.path.end in board.exits
    return board.exits if asked and not _chequered(board, path) else []


def _chequered(board: Board, path: Path | None) -> bool:
    """Whether *board* is to look like a chessboard."""
    leaps = any(max(abs(d_row), abs(d_column)) > 1 for d_row, d_column in board.moves.deltas)
    return leaps or (path is not None and (path.closed or path.is_tour))


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


def _costs(open_cells: NDArray[np.bool_], costs: NDArray[Any]) -> Iterator[str]:
    """Yield shades for what costs more than the least, and the costs in figures where there is room."""
    least, most = costs[open_cells].min(), costs[open_cells].max()
    if most == least:
        return
    shade = np.ceil((costs - least) / (most - least) * SHADES)
    for level in range(1, SHADES + 1):
        opacity = f' fill-opacity="{0.08 + 0.52 * level / SHADES:.2f}"'
        yield from _fill("cost", (shade == level) & open_cells, opacity)
    if costs.size <= FEW_CELLS:
        for cell in np.argwhere(open_cells & (costs != least)).tolist():
            yield _text(cell, f"{costs[tuple(cell)]:.4g}", "ink small", x=8, y=9)


def _walk(trace: Trace, done: int) -> list[Cell]:
    """Return the walk that the search stands in after *done* events."""
    walk: list[int] = []
    for kind, cell, value in trace.events[:done].tolist():
        if kind == STEP:
            if not walk and value != cell:
                walk.append(value)  # the walk back along labels comes from the exit
            walk.append(cell)
        elif kind == BACK:
            walk.pop()
    return [divmod(cell, trace.board.columns) for cell in walk]


def _numbers(trace: Trace, done: int) -> dict[int, int]:
    """Return some cells' distance labels, or places in the order of expansion, after *done* events."""
    labels = trace.by == "labels"
    kinds, cells, values = trace.events[:done].T
    chosen = kinds == (OPEN if labels else CLOSE)
    return dict(zip(cells[chosen].tolist(), values[chosen].tolist(), strict=True))


def _disc(cell: Sequence[int], name: str, radius: float, more: str = "") -> str:
    x, y = _centre(cell)
    return f'<circle class="{name}" cx="{x}" cy="{y}" r="{radius:.3g}"{more}/>'


def _text(cell: Sequence[int], words: object, name: str = "ink", *, x: float = 5, y: float = 6.3) -> str:
    return f'<text class="{name}" x="{cell[1] * UNIT + x:g}" y="{cell[0] * UNIT + y:g}">{words}</text>'


def _centre(cell: Sequence[int]) -> tuple[int, int]:
    return cell[1] * UNIT + UNIT // 2, cell[0] * UNIT + UNIT // 2
