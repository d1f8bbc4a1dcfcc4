"""A scene in pixels, by Pillow.

The picture is drawn in palette indices, so that a large maze takes a byte a pixel, and
where there is room at a multiple of its size, then reduced: that smooths lines and letters.

A trace as a film: some of its steps, evenly spaced, as animated GIF or PNG.
"""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError, InputError
from gridwalk.render.colours import palette_of
from gridwalk.render.draw import draw
from gridwalk.render.letters import MIN_WIDTH, laid_out
from gridwalk.render.nodes import shape_of
from gridwalk.render.pixels import MARGIN, NAMES, Layout, OutlinePixelPen, PixelPen
from gridwalk.render.scene import Scene, scene
from gridwalk.render.shape import Outlined

if TYPE_CHECKING:
    from PIL import Image

    from gridwalk.grids.grid import Grid
    from gridwalk.render.views import OnBoard, PathView, TraceView

MAX_PIXELS = 100_000_000  # of a picture: 10,000 x 10,000
USUAL_PIXELS = 960  # of the longer side, if a cell then still has a pixel
PIXELS_OF_CELL = 56  # at most, unless asked for
SMOOTH_PIXELS = 8_000_000  # the maximum drawn to be reduced
WALLED_CELL = 2  # pixels at least of a cell with walls around it


def image(
    board: Grid,
    path: OnBoard | None = None,
    trace: TraceView | None = None,
    at: int | None = None,
    *,
    dark: bool = False,
    cell: int | None = None,
    squares: bool = False,
    shares: NDArray[np.float64] | None = None,
    paths: Iterable[PathView] = (),
    field: NDArray[np.float64] | None = None,
    said: Callable[[str], str] = str,
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
    shares, paths, field, said
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
    return drawn(view, layout(view, cell=cell, squares=squares, said=said), dark=dark)


def room_of(board: Grid) -> tuple[int, int]:
    """Return how many pixels a cell needs at least, and how many cells the longer side has."""
    shape = shape_of(board)
    return 1 if board.walls is None else WALLED_CELL, math.ceil(max(shape.width, shape.height))


def layout(
    view: Scene,
    *,
    cell: int | None = None,
    squares: bool = False,
    usual: int = USUAL_PIXELS,
    most: int = MAX_PIXELS,
    smooth: int = SMOOTH_PIXELS,
    noun: str = "picture",
    said: Callable[[str], str] = str,
) -> Layout:
    """Return where things are in the picture of *view*."""
    high, wide = view.shape.height, view.shape.width
    least, side = room_of(view.board)
    if cell is None:
        cell = max(least, min(PIXELS_OF_CELL, usual // side))
    elif isinstance(cell, bool) or not isinstance(cell, int) or cell < least:
        why = "" if least == 1 else ": one for the wall between cells"
        raise ArgumentError("cell", cell, f"a whole number of pixels, at least {least}{why}")
    before = NAMES if squares else MARGIN
    above = MARGIN if view.board.levels is None else MARGIN + cell  # with a title
    width = before + math.ceil(wide * cell) + MARGIN
    grown = max(1.0, max(high, wide) * cell / USUAL_PIXELS)
    if wide * high * cell * cell <= most:
        _, legend = laid_out(view, (max(width, MIN_WIDTH) - 2 * MARGIN) / grown, said)
        if legend:
            width = max(width, MIN_WIDTH)
        height = above + math.ceil(high * cell) + before + round(legend * grown)
        scale = next((k for k in (4, 3, 2) if width * height * k * k <= smooth), 1)
        if width * height <= most:
            return Layout(cell, before, above, width, height, squares, scale, grown, high * cell, said)
    raise InputError(
        f"a {noun} of {view.size} of {cell} x {cell} pixels would have more than "
        f"{most:,} pixels, the most that a {noun} may have"
    )


def drawn(view: Scene, where: Layout, *, dark: bool) -> Image.Image:
    """Return *view* laid out as *where* says; in palette indices if it is not reduced, else in RGB."""
    shape = view.shape
    pen = (
        OutlinePixelPen(view.board, where, shape, dark=dark)
        if isinstance(shape, Outlined)
        else PixelPen(view.board, where, dark=dark)
    )
    legend, _ = laid_out(view, (where.width - 2 * MARGIN) / where.legend_scale, where.said)
    draw(view, pen, squares=where.squares, legend=legend)
    return pen.finished()


FRAMES = 200  # unless asked for
MAX_FRAMES = 2_000
MAX_FRAME_PIXELS = 4_000_000  # of one frame: 2,000 x 2,000
MAX_FILM_PIXELS = 200_000_000  # of all frames
USUAL_FRAME = 560  # of a frame's longer side
SMOOTH_FRAME = 3_000_000
LAST_SECONDS = 2.0  # how long the last frame stands


def steps_of(events: int, frames: int) -> list[int]:
    """Return at most *frames* steps of 0 .. *events*, evenly spaced, the first and the last among them.

    >>> steps_of(10, 3), steps_of(2, 100), steps_of(5, 1)
    ([0, 5, 10], [0, 1, 2], [5])
    """
    if frames < 2:
        return [events]
    return list(dict.fromkeys(round(events * i / (frames - 1)) for i in range(frames)))


def film(
    trace: TraceView,
    form: str = "gif",
    *,
    frames: int = FRAMES,
    fps: float = 10,
    dark: bool = False,
    cell: int | None = None,
    squares: bool = False,
    said: Callable[[str], str] = str,
) -> bytes:
    """Return *trace* as an animation that runs for ever.

    Parameters
    ----------
    trace : Trace
        What to show.
    form : {"gif", "png"}
        GIF, or animated PNG (APNG) in full colour.
    frames : int
        The maximum number of steps, evenly spaced, the first and the last among them; up to `MAX_FRAMES`.
    fps : float
        Frames a second, up to 50.
    dark, cell, squares, said
        As for `gridwalk.render.raster.image`.

    Raises
    ------
    InputError
        If a frame had more than `MAX_FRAME_PIXELS` pixels, or all together more than `MAX_FILM_PIXELS`.

    """
    check_film(trace.board, form, frames, fps)
    view = scene(trace.board, trace=trace)
    where = layout(view, cell=cell, squares=squares, usual=USUAL_FRAME, most=MAX_FRAME_PIXELS,
                   smooth=SMOOTH_FRAME, noun="frame", said=said)  # fmt: skip
    # With room for the legend of any step: the caption grows with its numbers.
    early = layout(view.after(max(0, len(trace) - 1)), cell=where.cell, squares=where.squares, said=said)
    where = replace(where, height=max(where.height, early.height))
    steps = steps_of(len(trace), frames)
    if len(steps) * where.width * where.height > MAX_FILM_PIXELS:
        most = MAX_FILM_PIXELS // (where.width * where.height)
        raise InputError(
            f"a film of {len(steps):,} frames of {where.width} x {where.height} pixels would have more than "
            f"{MAX_FILM_PIXELS:,} pixels: at most {most:,} frames of that size are possible"
        )
    return _encoded(view, where, steps, form, fps, dark)


def check_film(board: Grid, form: str, frames: int, fps: float) -> None:
    """Refuse what no film of *board* can have: before the board is traced, which may take long."""
    if form not in ("gif", "png"):
        raise ArgumentError("form", form, "'gif' or 'png'")
    if not 1 <= frames <= MAX_FRAMES:
        raise ArgumentError("frames", frames, f"at least 1 and at most {MAX_FRAMES:,}")
    if not 0 < fps <= 50:
        raise ArgumentError("fps", fps, "more than 0 and at most 50: viewers show no more frames a second")
    if board.size > MAX_FRAME_PIXELS:
        raise InputError(
            f"a film shows boards of at most {MAX_FRAME_PIXELS:,} cells, and this one has "
            f"{board.size:,}: draw one step of it instead, with at=..."
        )


def _encoded(view: Scene, where: Layout, steps: list[int], form: str, fps: float, dark: bool) -> bytes:
    from PIL import Image

    frames: Iterator[Image.Image] = (drawn(view.after(step), where, dark=dark) for step in steps)
    if where.scale > 1:
        palette = _palette(view, where, steps, dark)
        frames = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    durations = [round(1000 / fps)] * (len(steps) - 1) + [round(1000 * max(LAST_SECONDS, 1 / fps))]
    out = io.BytesIO()
    first, *others = frames
    first.save(out, form, save_all=True, append_images=others, duration=durations, loop=0)
    return out.getvalue()


def _palette(view: Scene, where: Layout, steps: list[int], dark: bool) -> Image.Image:
    """Return 256 colours for all frames: the flat ones exactly, then the commonest of smoothed edges."""
    from PIL import Image

    flat = palette_of(dark)
    edges: Counter[Any] = Counter()
    for step in {steps[0], steps[len(steps) // 2], steps[-1]}:
        frame = drawn(view.after(step), where, dark=dark)
        for many, colour in frame.getcolors(frame.width * frame.height) or ():
            edges[colour] += many
    for colour in flat:
        edges.pop(colour, None)
    # Of colours that look alike one is enough.
    kept: dict[tuple[int, ...], Any] = {}
    for colour, _ in edges.most_common():
        kept.setdefault(tuple(part >> 4 for part in colour), colour)
    chosen = [*flat, *kept.values()][:256]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in chosen for part in colour])
    return palette
