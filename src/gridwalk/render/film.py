"""A trace as a film: some of its steps, evenly spaced, as animated GIF or PNG."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gridwalk.errors import ArgumentError, InputError
from gridwalk.render.colours import palette_of
from gridwalk.render.pixels import Layout
from gridwalk.render.raster import drawn, layout
from gridwalk.render.scene import Scene, scene

if TYPE_CHECKING:
    from PIL import Image

    from gridwalk.grids.grid import Grid
    from gridwalk.render.views import TraceView

FRAMES = 200  # unless asked for
MAX_FRAMES = 2_000
MAX_FRAME_PIXELS = 4_000_000  # of one frame: 2,000 x 2,000
MAX_FILM_PIXELS = 200_000_000  # of all frames
USUAL_PIXELS = 560  # of a frame's longer side
SMOOTH_PIXELS = 3_000_000
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
    dark, cell, squares
        As for `gridwalk.render.raster.image`.

    Raises
    ------
    InputError
        If a frame had more than `MAX_FRAME_PIXELS` pixels, or all together more than `MAX_FILM_PIXELS`.

    """
    check_film(trace.board, form, frames, fps)
    view = scene(trace.board, trace=trace)
    where = layout(view, cell=cell, squares=squares, usual=USUAL_PIXELS, most=MAX_FRAME_PIXELS,
                   smooth=SMOOTH_PIXELS, noun="frame")  # fmt: skip
    where = _for_all_steps(view, where)
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


def _for_all_steps(view: Scene, where: Layout) -> Layout:
    """Return the layout with room for the legend of any step: the caption grows with its numbers."""
    assert view.trace is not None
    early = layout(view.after(max(0, len(view.trace) - 1)), cell=where.cell, squares=where.squares)
    return replace(where, height=max(where.height, early.height))


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
