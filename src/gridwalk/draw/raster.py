"""A scene in pixels: its SVG, rasterised by resvg; Pillow writes GIF and APNG.

A trace as a film: some of its steps, evenly spaced, as animated GIF or PNG.
"""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.draw.colours import colour, hexadecimal, palette_of
from gridwalk.draw.language import FONT_FAMILY, font_files
from gridwalk.draw.legend import MIN_WIDTH, laid_out
from gridwalk.draw.nodes import shape_of
from gridwalk.draw.pen import UNIT, Paper
from gridwalk.draw.scene import Scene, scene
from gridwalk.draw.svg import document
from gridwalk.errors import ArgumentError, InputError, Message

if TYPE_CHECKING:
    from PIL import Image

    from gridwalk.answers.cellsequence import CellSequence
    from gridwalk.answers.snapshot import Run
    from gridwalk.board.board import Board
    from gridwalk.draw.scene import OnBoard
    from gridwalk.errors import Cell

MARGIN = 12  # pixels around the board
NAMES = 6  # units left of the board and below it for the names of rows and columns
MAX_PIXELS = 100_000_000  # of a picture: 10,000 x 10,000
USUAL_PIXELS = 960  # maximum length of the longer side, unless cells would be below a pixel
PIXELS_OF_CELL = 56  # the maximum by default
WALLED_CELL = 2  # the minimum number of pixels of a cell with walls around it


def image(
    board: Board,
    path: OnBoard | None = None,
    trace: Run | None = None,
    at: int | None = None,
    *,
    dark: bool = False,
    cell: int | None = None,
    squares: bool = False,
    paths: Iterable[CellSequence] = (),
    field: NDArray[np.float64] | None = None,
    letters: Mapping[Cell, str] | None = None,
    arrows: NDArray[np.int8] | None = None,
    said: Callable[[str], str] = str,
) -> Image.Image:
    """Return *board*, a path on it, or one step of a trace, as an image; costs and traces with a legend.

    Parameters
    ----------
    board, path, trace, at
        As for `gridwalk.draw.svg.svg`.
    dark : bool
        Dark colours.
    cell : int, optional
        Pixels a cell, at least 2 if there are walls between cells.  Default: as many as make the longer
        side `USUAL_PIXELS` if they can, up to `PIXELS_OF_CELL`.
    squares : bool
        Whether columns and rows are named as a chessboard's.
    paths, field, letters, arrows, said
        As for `gridwalk.draw.svg.svg`.

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
    view = scene(board, path, trace, at, paths, field, letters, arrows)
    paper = paper_of(view, cell=cell, squares=squares, said=said)
    return rasterised(view, paper, dark=dark, squares=squares, said=said)


def room_of(board: Board) -> tuple[int, int]:
    """Return the minimum number of pixels of a cell, and the number of cells of the longer side."""
    shape = shape_of(board)
    return 1 if board.walls is None else WALLED_CELL, math.ceil(max(shape.width, shape.height))


def paper_of(
    view: Scene,
    *,
    cell: int | None = None,
    squares: bool = False,
    usual: int = USUAL_PIXELS,
    most: int = MAX_PIXELS,
    noun: str = "picture",
    said: Callable[[str], str] = str,
) -> Paper:
    """Return the paper of the picture of *view*; raise `InputError` if it had more than *most* pixels."""
    least, side = room_of(view.board)
    if cell is None:
        cell = max(least, min(PIXELS_OF_CELL, usual // side))
    elif isinstance(cell, bool) or not isinstance(cell, int) or cell < least:
        why = "" if least == 1 else ": one for the wall between cells"
        raise ArgumentError("cell", cell, f"a whole number of pixels, at least {least}{why}")
    pixels = cell / UNIT
    before = max(MARGIN, math.ceil(NAMES * pixels)) if squares else MARGIN
    paper = Paper(pixels, MARGIN / pixels, before / pixels, cell, max(1.0, side * cell / USUAL_PIXELS))
    if view.shape.width * view.shape.height * cell * cell <= most:
        wide = view.shape.width * cell
        _, deep = laid_out(view, max(MIN_WIDTH, wide / paper.legend_scale), said)
        paper = replace(paper, least_legend=deep)
        width = max(wide, MIN_WIDTH * paper.legend_scale * bool(deep)) + MARGIN + before
        height = view.shape.height * cell + MARGIN + before + (deep + 8) * paper.legend_scale * bool(deep)
        if width * height <= most:
            return paper
    raise InputError(
        f"a {noun} of {view.size} of {cell} x {cell} pixels would have more than "
        f"{most:,} pixels, the most that a {noun} may have"
    )


def rasterised(
    view: Scene, paper: Paper, *, dark: bool, squares: bool, said: Callable[[str], str]
) -> Image.Image:
    """Return a scene as an image in RGB."""
    text = document(view, paper, dark=dark, legend=True, squares=squares, said=said)
    return pixels_of(text, ground=hexadecimal(colour("page", dark=dark)))


def pixels_of(text: str, *, ground: str, width: int | None = None) -> Image.Image:
    """Return an SVG document on *ground* as an image in RGB, *width* pixels wide or in its own size.

    Raises
    ------
    InputError
        If its words have letters that no font of this machine has.

    """
    import resvg_py
    from PIL import Image

    letters = ""
    if not text.isascii():
        words = "".join(re.findall(r">([^<]*)</text>", text))
        letters = "".join(sorted({letter for letter in words if not letter.isascii()}))
    png = resvg_py.svg_to_bytes(
        text,
        width=width,
        background=ground,
        dpi=96,  # for sizes in millimetres
        skip_system_fonts=True,
        font_files=font_files(letters),
        sans_serif_family=FONT_FAMILY,
    )
    return Image.open(io.BytesIO(png)).convert("RGB")


FRAMES = 200  # the default
MAX_FRAMES = 2_000
MAX_FRAME_PIXELS = 4_000_000  # of one frame: 2,000 x 2,000
MAX_FILM_PIXELS = 200_000_000  # pixels of all frames together
USUAL_FRAME = 560  # pixels of a frame's longer side
LAST_SECONDS = 2.0  # the time of the last frame


def steps_of(events: int, frames: int) -> list[int]:
    """Return at most *frames* steps of 0 .. *events*, evenly spaced, the first and the last among them.

    >>> steps_of(10, 3), steps_of(2, 100), steps_of(5, 1)
    ([0, 5, 10], [0, 1, 2], [5])
    """
    if frames < 2:
        return [events]
    return list(dict.fromkeys(round(events * i / (frames - 1)) for i in range(frames)))


def film(
    trace: Run,
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
        As for `gridwalk.draw.raster.image`.

    Raises
    ------
    InputError
        If a frame had more than `MAX_FRAME_PIXELS` pixels, or all together more than `MAX_FILM_PIXELS`.

    """
    check_film(trace.board, form, frames, fps)
    view = scene(trace.board, trace=trace)
    paper = paper_of(view, cell=cell, squares=squares, usual=USUAL_FRAME, most=MAX_FRAME_PIXELS, noun="frame",
                     said=said)  # fmt: skip
    # All frames have one size, with room for the longest legend, whose numbers grow.
    early = paper_of(view.after(max(0, len(trace) - 1)), cell=int(paper.cell), squares=squares, said=said)
    paper = replace(paper, least_legend=max(paper.least_legend, early.least_legend))

    def frame(step: int) -> Image.Image:
        return rasterised(view.after(step), paper, dark=dark, squares=squares, said=said)

    steps = steps_of(len(trace), frames)
    last = frame(steps[-1])
    if len(steps) * last.width * last.height > MAX_FILM_PIXELS:
        most = MAX_FILM_PIXELS // (last.width * last.height)
        raise InputError(
            Message(
                "a film of {n:,} frames of {width} x {height} pixels would have more than {most:,} "
                "pixels: at most {m:,} frames of that size are possible",
                n=len(steps),
                width=last.width,
                height=last.height,
                most=MAX_FILM_PIXELS,
                m=most,
            )
        )
    return _encoded(frame, last, steps, form, fps, dark)


def check_film(board: Board, form: str, frames: int, fps: float) -> None:
    """Refuse an impossible film before the board is traced, which may take long."""
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


def _encoded(
    frame: Callable[[int], Image.Image],
    last: Image.Image,
    steps: list[int],
    form: str,
    fps: float,
    dark: bool,
) -> bytes:
    from PIL import Image

    frames: Iterator[Image.Image] = (last if step == steps[-1] else frame(step) for step in steps)
    if form == "gif":
        palette = _palette([frame(steps[0]), frame(steps[len(steps) // 2]), last], dark)
        frames = (each.quantize(palette=palette, dither=Image.Dither.NONE) for each in frames)
    durations = [round(1000 / fps)] * (len(steps) - 1) + [round(1000 * max(LAST_SECONDS, 1 / fps))]
    out = io.BytesIO()
    first, *others = frames
    first.save(out, form, save_all=True, append_images=others, duration=durations, loop=0)
    return out.getvalue()


def _palette(samples: list[Image.Image], dark: bool) -> Image.Image:
    """Return 256 colours for all frames: the exact colours of the parts, then the most frequent others."""
    from PIL import Image

    flat = palette_of(dark)
    edges: Counter[Any] = Counter()
    for sample in samples:
        for number, found in sample.getcolors(sample.width * sample.height) or ():
            edges[found] += number
    for part in flat:
        edges.pop(part, None)
    # Of colours that look alike one is enough.
    similar: dict[tuple[int, ...], Any] = {}
    for found, _ in edges.most_common():
        similar.setdefault(tuple(part >> 4 for part in found), found)
    chosen = [*flat, *similar.values()][:256]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for found in chosen for part in found])
    return palette
