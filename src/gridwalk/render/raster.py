"""A scene in pixels, by Pillow.

The picture is drawn in palette indices, so that a large maze takes a byte a pixel, and
where there is room at a multiple of its size, then reduced: that smooths lines and letters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError, InputError
from gridwalk.render.draw import draw
from gridwalk.render.legend import MIN_WIDTH, laid_out
from gridwalk.render.pixels import MARGIN, NAMES, Layout, PixelPen
from gridwalk.render.scene import Scene, scene

if TYPE_CHECKING:
    from PIL import Image

    from gridwalk.grids.grid import Grid
    from gridwalk.render.views import PathView, TraceView

MAX_PIXELS = 100_000_000  # of a picture: 10,000 x 10,000
USUAL_PIXELS = 960  # of the longer side, if a cell then still has a pixel
PIXELS_OF_CELL = 56  # at most, unless asked for
SMOOTH_PIXELS = 8_000_000  # the maximum drawn to be reduced
WALLED_CELL = 2  # pixels at least of a cell with walls around it


def image(
    board: Grid,
    path: PathView | None = None,
    trace: TraceView | None = None,
    at: int | None = None,
    *,
    dark: bool = False,
    cell: int | None = None,
    squares: bool = False,
    shares: NDArray[np.float64] | None = None,
    paths: Iterable[PathView] = (),
    field: NDArray[np.float64] | None = None,
) -> Image.Image:
    """Return *board*, a path on it, or one step of a trace, as an image; costs and traces with a legend.

    Parameters
    ----------
    board, path, trace, at
        As for `gridwalk.render.svg.svg`.
    dark : bool
        Dark colours.
    cell : int, optional
        Pixels a cell, at least 2 if there are walls between cells.  Default: as many as make the longer
        side `USUAL_PIXELS` if they can, up to `PIXELS_OF_CELL`.
    squares : bool
        Whether columns and rows are named as a chessboard's.
    shares, paths, field
        As for `gridwalk.render.svg.svg`.

    Raises
    ------
    InputError
        If the picture had more than `MAX_PIXELS` pixels.

    Examples
    --------
    >>> from gridwalk import Board
    >>> image(Board.rectangle(3, 4), cell=10).size
    (64, 54)

    """
    view = scene(board, path, trace, at, shares, paths, field)
    return drawn(view, layout(view, cell=cell, squares=squares), dark=dark)


def layout(
    view: Scene,
    *,
    cell: int | None = None,
    squares: bool = False,
    usual: int = USUAL_PIXELS,
    most: int = MAX_PIXELS,
    smooth: int = SMOOTH_PIXELS,
    noun: str = "picture",
) -> Layout:
    """Return where things are in the picture of *view*."""
    rows, columns = view.board.shape
    least = 1 if view.board.walls is None else WALLED_CELL
    if cell is None:
        cell = max(least, min(PIXELS_OF_CELL, usual // max(rows, columns)))
    elif isinstance(cell, bool) or not isinstance(cell, int) or cell < least:
        why = "" if least == 1 else ": one for the wall between cells"
        raise ArgumentError("cell", cell, f"a whole number of pixels, at least {least}{why}")
    before = NAMES if squares else MARGIN
    width = before + columns * cell + MARGIN
    grown = max(1.0, max(rows, columns) * cell / USUAL_PIXELS)
    if columns * rows * cell * cell <= most:
        _, legend = laid_out(view, (max(width, MIN_WIDTH) - 2 * MARGIN) / grown)
        if legend:
            width = max(width, MIN_WIDTH)
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
    pen = PixelPen(view.board, where, dark=dark)
    legend, _ = laid_out(view, (where.width - 2 * MARGIN) / where.legend_scale)
    draw(view, pen, squares=where.squares, legend=legend)
    return pen.finished()
