"""A scene in pixels, by Pillow.

The picture is drawn in palette indices, so that a large maze takes a byte a pixel, and
where there is room at a multiple of its size, then reduced: that smooths lines and letters.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.cells import square_name
from gridwalk.errors import ArgumentError, InputError
from gridwalk.render.colours import COST_SHADES
from gridwalk.render.legend import LEAST_WIDTH, RAMP_WIDTH, SWATCH, Placed, laid_out
from gridwalk.render.pen import COST, INDEX, RAMP, RAMP_STEPS, Layout, Pen, palette_of
from gridwalk.render.scene import Scene, scene

if TYPE_CHECKING:
    from PIL import Image

    from gridwalk.grid import Grid
    from gridwalk.path import Path
    from gridwalk.trace import Trace

MOST_PIXELS = 100_000_000  # of a picture: 10,000 x 10,000
USUAL_PIXELS = 960  # of the longer side, if a cell then still has a pixel
PIXELS_OF_CELL = 56  # at most, unless asked for
MARGIN, NAMES = 12, 22  # pixels around the board: bare, with the names of rows and columns
SMOOTH_PIXELS = 8_000_000  # the most that are drawn to be reduced
MARKED_CELL, RULED_CELL = 6, 9  # pixels of a cell with room for a mark, and for lines of a grid
FONT = 13

FRONTIER, LEFT = 1, 4  # of the numbers of `gridwalk.trace`


def image(
    board: Grid,
    path: Path | None = None,
    trace: Trace | None = None,
    at: int | None = None,
    *,
    dark: bool = False,
    cell: int | None = None,
    squares: bool = False,
) -> Image.Image:
    """Return *board*, a path on it, or one step of a trace, as an image; costs and traces with a legend.

    Parameters
    ----------
    board, path, trace, at
        As for `gridwalk.render.svg.svg`.
    dark : bool
        Dark colours.
    cell : int, optional
        Pixels a cell.  Default: 1 to `PIXELS_OF_CELL`, so that the longer side has `USUAL_PIXELS` if it can.
    squares : bool
        Whether columns and rows are named as a chessboard's.

    Raises
    ------
    InputError
        If the picture had more than `MOST_PIXELS` pixels.

    Examples
    --------
    >>> from gridwalk import Board
    >>> image(Board.rectangle(3, 4), cell=10).size
    (64, 54)

    """
    view = scene(board, path, trace, at)
    return drawn(view, layout(view, cell=cell, squares=squares), dark=dark)


def layout(
    view: Scene,
    *,
    cell: int | None = None,
    squares: bool = False,
    usual: int = USUAL_PIXELS,
    most: int = MOST_PIXELS,
    smooth: int = SMOOTH_PIXELS,
    noun: str = "picture",
) -> Layout:
    """Return where things are in the picture of *view*."""
    rows, columns = view.board.shape
    if cell is None:
        cell = max(1, min(PIXELS_OF_CELL, usual // max(rows, columns)))
    elif isinstance(cell, bool) or not isinstance(cell, int) or cell < 1:
        raise ArgumentError("cell", cell, "a whole number of pixels, at least 1")
    before = NAMES if squares else MARGIN
    width = before + columns * cell + MARGIN
    grown = max(1.0, max(rows, columns) * cell / USUAL_PIXELS)
    if columns * rows * cell * cell <= most:
        _, legend = laid_out(view, (max(width, LEAST_WIDTH) - 2 * MARGIN) / grown)
        if legend:
            width = max(width, LEAST_WIDTH)
        height = MARGIN + rows * cell + before + round(legend * grown)
        scale = next((k for k in (4, 3, 2) if width * height * k * k <= smooth), 1)
        if width * height <= most:
            return Layout(cell, before, MARGIN, width, height, squares, scale, grown)
    raise InputError(
        f"a {noun} of {rows:,} x {columns:,} cells of {cell} x {cell} pixels would have more than "
        f"{most:,} pixels, the most that a {noun} may have"
    )


def drawn(view: Scene, where: Layout, *, dark: bool) -> Image.Image:
    """Return *view* laid out as *where* says; in palette indices if it is not reduced, else in RGB."""
    from PIL import Image, ImageDraw

    scale = where.scale
    canvas = np.full((where.height * scale, where.width * scale), INDEX["page"], np.uint8)
    ground = _ground(view, where.cell * scale, marks=where.cell >= MARKED_CELL)
    top, left = where.top * scale, where.left * scale
    canvas[top : top + ground.shape[0], left : left + ground.shape[1]] = ground
    picture = Image.fromarray(canvas)
    palette = [part for each in palette_of(dark) for part in each]
    picture.putpalette(palette)
    pen = Pen(ImageDraw.Draw(picture), where)
    _frame(pen, view)
    _line(pen, view)
    if view.beads:
        _beads(pen, view)
    elif view.marked:
        _marks(pen, view)
    _legend(pen, view)
    return picture.convert("RGB").reduce(scale) if scale > 1 else picture


def _ground(view: Scene, size: int, *, marks: bool) -> NDArray[np.uint8]:
    """Return what every cell is, in itself and in the search: indices, *size* pixels a cell.

    With *marks* there is room in a cell for two things: what it costs or when it was
    expanded around what the search has made of it.
    """
    board = view.board
    cells = np.where(board.open_cells, np.uint8(INDEX["open"]), np.uint8(INDEX["wall"]))
    if view.chequered:
        cells[board.open_cells & (np.indices(board.shape).sum(axis=0) % 2 == 1)] = INDEX["dark"]
    if view.shade is not None:
        cells = np.where(view.shade > 0, view.shade + COST, cells).astype(np.uint8)
    inner: NDArray[np.uint8] | None = None
    if view.snapshot is not None:
        levels, status = view.levels(RAMP_STEPS), view.snapshot.status
        searched = np.where(levels >= 0, levels + RAMP, 0).astype(np.uint8)
        searched[(status == FRONTIER) & (levels < 0)] = INDEX["frontier"]
        if not marks:
            searched[status == LEFT] = INDEX["left"]
        seen = searched > 0
        if view.shade is not None and marks:
            inner = np.where(seen, searched, cells)  # the cost stays visible around it
        else:
            cells = np.where(seen, searched, cells)
    if size == 1:
        return cells
    pixels = np.repeat(np.repeat(cells, size, axis=0), size, axis=1)
    blocks = pixels.reshape(board.rows, size, board.columns, size)
    if inner is not None:
        rim = size // 4
        blocks[:, rim : size - rim, :, rim : size - rim] = inner[:, None, :, None]
    if view.snapshot is not None and marks:
        left = (view.snapshot.status == LEFT)[:, None, :, None]
        middle = slice(size // 3, size - size // 3)
        blocks[:, middle, :, middle] = np.where(left, INDEX["back"], blocks[:, middle, :, middle])
    return pixels


def _frame(pen: Pen, view: Scene) -> None:
    """Draw what is the same at every step: grid, border, arrows, figures of costs, names of squares."""
    where, board = pen.where, view.board
    cell, wide, high = where.cell, board.columns * where.cell, board.rows * where.cell
    if cell >= RULED_CELL and not view.chequered:
        for column in range(1, board.columns):
            walls = ~board.open_cells[:, column - 1] & ~board.open_cells[:, column]
            _grid(pen, ~walls, column, upright=True)
        for row in range(1, board.rows):
            walls = ~board.open_cells[row - 1] & ~board.open_cells[row]
            _grid(pen, ~walls, row, upright=False)
    for x, y, width, height in (
        (where.left - 1, where.top - 1, wide + 2, 1),
        (where.left - 1, where.top + high, wide + 2, 1),
        (where.left - 1, where.top - 1, 1, high + 2),
        (where.left + wide, where.top - 1, 1, high + 2),
    ):
        pen.box(x, y, width, height, INDEX["grid"])
    for place, (d_row, d_column) in board.one_way.items():
        _arrow(pen, place, math.atan2(d_row, d_column))
    if view.shade is not None and board.costs is not None and cell >= 20:
        for row, column in np.argwhere(view.shade > 0).tolist():
            right, bottom = where.left + (column + 0.94) * cell, where.top + (row + 0.96) * cell
            pen.text(right, bottom, f"{board.costs[row, column]:.4g}", 0.27 * cell, "ink", "rd")
    if where.squares and cell >= 8:
        size = min(FONT, 0.7 * cell)
        for column in range(board.columns):
            letters = square_name((board.rows - 1, column), board.rows)[:-1]
            middle = where.left + (column + 0.5) * cell
            pen.text(middle, where.top + high + NAMES / 2, letters, size, "ink")
        for row in range(board.rows):
            middle = where.top + (row + 0.5) * cell
            pen.text(where.left / 2, middle, str(board.rows - row), size, "ink")


def _grid(pen: Pen, open_: NDArray[np.bool_], number: int, *, upright: bool) -> None:
    """Draw one line of the grid, but not between walls."""
    where, cell = pen.where, pen.where.cell
    edges = np.flatnonzero(np.diff(np.pad(open_, 1).astype(np.int8)))
    for first, last in edges.reshape(-1, 2).tolist():
        length = (last - first) * cell
        if upright:
            pen.box(where.left + number * cell - 0.5, where.top + first * cell, 1, length, INDEX["grid"])
        else:
            pen.box(where.left + first * cell, where.top + number * cell - 0.5, length, 1, INDEX["grid"])


def _arrow(pen: Pen, place: tuple[int, int], turn: float) -> None:
    shape = np.array([[-0.3, 0], [0.3, 0], [0.06, -0.22], [0.3, 0], [0.06, 0.22]]) * pen.where.cell
    rotation = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    middle = pen.centres(np.array([place]))
    points = middle + shape @ rotation
    width = max(1, 0.1 * pen.where.cell)
    pen.line(points[:2], width, "ink")
    pen.line(points[2:], width, "ink")


def _line(pen: Pen, view: Scene) -> None:
    """Draw the path, or the walk of an unfinished search with the cell where it stands."""
    cell = pen.where.cell
    if view.here is not None:
        x, y = pen.centres(np.array([view.here]))[0]
        half, width = max(2.5, 0.46 * cell), max(1, 0.09 * cell)
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)]) * half + (x, y)
        pen.line(corners, width, "ink")
    if len(view.line) < 2:
        return
    cells = view.corners
    if view.closed:
        cells = np.concatenate([view.line, view.line[:2]])  # the joint at the start is drawn too
    width = max((0.12 if view.chequered else 0.22) * cell, min(1.5, 0.6 * cell) if cell > 1 else 1)
    width *= min(3, pen.where.legend_scale) if cell == 1 else 1
    points = pen.centres(cells)
    if view.trace is not None and cell >= 4:
        pen.line(points, width + 0.14 * cell, "open")
    pen.line(points, width, "path", round_=cell > 2)


def _beads(pen: Pen, view: Scene) -> None:
    cell, last = pen.where.cell, len(view.line)
    for number, (x, y) in enumerate(pen.centres(view.line).tolist(), 1):
        is_last = view.path is not None and not view.closed and number == last
        name = "start" if number == 1 else "end" if is_last else "page"
        pen.disc(x, y, 0.29 * cell, name)
        if cell >= 14:
            size = 0.32 if number < 100 else 0.26
            pen.text(x, y, str(number), size * cell, "ink" if name == "page" else "page")


def _marks(pen: Pen, view: Scene) -> None:
    """Mark start and ends, and number the cells where there is room."""
    cell, where = pen.where.cell, pen.where
    numbers = view.numbers if cell >= 20 else {}
    radius = max((0.21 if numbers else 0.3) * cell, min(5 * where.legend_scale, 3.5 + cell))
    if view.ends:
        for x, y in pen.centres(np.array(view.ends)).tolist():
            pen.disc(x, y, radius * 1.2, "end")
            pen.disc(x, y, radius * 0.8, "page")
            pen.disc(x, y, radius * 0.4, "end")
    x, y = pen.centres(np.array([view.start]))[0].tolist()
    if view.trace is not None:
        pen.disc(x, y, radius * 1.2, "open")
    pen.disc(x, y, radius, "start")
    for flat, number in numbers.items():
        row, column = divmod(flat, view.board.columns)
        x, y = where.left + (column + 0.09) * cell, where.top + (row + 0.09) * cell
        pen.text(x, y, str(number), 0.25 * cell, "ink", "lt")


def _legend(pen: Pen, view: Scene) -> None:
    where = pen.where
    grown = where.legend_scale
    placed, _ = laid_out(view, (where.width - 2 * MARGIN) / grown)
    top = where.top + view.board.rows * where.cell + where.left - MARGIN / 2 + 4 * where.squares
    for entry in placed:
        _entry(pen, entry, MARGIN + entry.x * grown, top + entry.y * grown, grown)


def _entry(pen: Pen, placed: Placed, x: float, y: float, grown: float) -> None:
    kind, name, words = placed.entry
    half = SWATCH / 2 * grown
    if kind in ("ramp", "costs"):
        steps, first = (RAMP_STEPS, RAMP) if kind == "ramp" else (COST_SHADES + 1, COST)
        width = RAMP_WIDTH * grown / steps
        for i in range(steps):
            index = first + i if kind == "ramp" or i else INDEX["open"]
            pen.box(x + i * width, y - half, width, 2 * half, index)
    elif kind in ("fill", "mark"):
        small = kind == "mark" and pen.where.cell >= MARKED_CELL
        size, name = (half * 0.45 if small else half), ("left" if kind == "mark" and not small else name)
        pen.box(x + half - size, y - size, 2 * size, 2 * size, INDEX[name])
    elif kind == "line":
        pen.line(np.array([(x + 2, y), (x + 2 * half - 2, y)]), 3 * grown, name)
    elif kind in ("disc", "ring"):
        pen.disc(x + half, y, 0.85 * half, name)
        if kind == "ring":
            pen.disc(x + half, y, 0.57 * half, "page")
            pen.disc(x + half, y, 0.28 * half, "end")
    pen.text(x + placed.entry.indent * grown, y, words, FONT * grown, "ink", "lm")
