"""Small multiples: many pictures side by side on one, each with its caption; as SVG or in pixels.

Charts: curves of means with error bars, one panel above another; as SVG, or as a picture.

A chart is a list of marks (`Mark`): lines, discs and words in colours by name.  Two pens draw them.
"""

from __future__ import annotations

import io
import math
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from gridwalk.errors import InputError
from gridwalk.render.colours import colour, hexadecimal
from gridwalk.render.raster import MAX_PIXELS

if TYPE_CHECKING:
    from PIL import Image

GAP, LINE, LETTERS = 14, 15, 6.4  # pixels: between pictures, a line of a caption, a letter of it
USUAL_WIDTH, USUAL_SIZE, MIN_SIZE = 960, 210, 60  # of all, and of one picture
MAX_PICTURES = 200
_GROUND = ("#f4f2ed", "#1a1d23")  # light, dark
_INK = ("#333a45", "#c9d1dc")
# The signs of cells in the legend: the look of a line, and where it leads.
_SIGNS = {
    "frontier": ('sign line" stroke-width="1', "h3v3h-3z"),
    "expanded": ('sign" stroke-width="3', "h3"),
    "left": ('sign" stroke-width="1.2', "h4"),
}
_SIZE = re.compile(r' width="\S+" height="\S+" viewBox="\S+ \S+ (\S+) (\S+)"')


def multiples(
    pictures: Sequence[tuple[str, str]],
    *,
    across: int | None = None,
    size: int | None = None,
    legend: str = "",
    dark: bool | None = None,
) -> str:
    """Return one SVG document of many, each with its caption below.

    Parameters
    ----------
    pictures : sequence of (str, str)
        Documents of `gridwalk.render.svg.svg` and their captions, at most 200.
    across : int, optional
        How many stand side by side.  Default: as many as fit 960 pixels.
    size : int, optional
        Pixels that each is wide.  Default: what fits, up to 210.
    legend : str
        Colours and their meanings, such as ``"walk: path so far, left: backtracked"``.
    dark : bool, optional
        The ground.  Default: the reader's own scheme.

    Raises
    ------
    InputError
        If there are no pictures, or more than 200.

    Examples
    --------
    >>> from gridwalk import Board
    >>> board = Board.rectangle(3, 3)
    >>> twelve = multiples([(board.svg(path), f"{path.length} moves") for path in board.paths()], across=6)
    >>> twelve.count("<svg "), twelve.count("8 moves</text>")
    (13, 2)

    """
    across, size = _layout(len(pictures), across, size)
    captions = _captions(pictures, size)
    boxes: list[Any] = [_SIZE.search(picture) for picture, _ in pictures]
    heights = [round(size * float(box[2]) / float(box[1])) for box in boxes]
    parts: list[str] = []
    y = GAP
    for first in range(0, len(pictures), across):
        row = range(first, min(first + across, len(pictures)))
        below = max(heights[i] for i in row)
        for i in row:
            x = GAP + (i - first) * (size + GAP)
            place = f' x="{x}" y="{y}" width="{size}" height="{heights[i]}"'
            parts.append(re.sub(r' width="\S+" height="\S+"', place, pictures[i][0], count=1))
            parts += [
                f'<text x="{x}" y="{y + below + LINE * number}">{escape(words, quote=False)}</text>'
                for number, words in enumerate(captions[i], 1)
            ]
        y += below + LINE * max(len(captions[i]) for i in row) + GAP
    if legend:
        parts += _legend(legend, y)
        y += 10 + GAP
    width = GAP + min(across, len(pictures)) * (size + GAP)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="film" width="{width}" height="{y}">'
    ground = f'<rect class="film" rx="8" width="{width}" height="{y}"/>'
    return "\n".join([head, f"<style>{_style(dark)}</style>", ground, *parts, "</svg>\n"])


def multiples_image(
    pictures: Sequence[tuple[Image.Image, str]], *, across: int | None = None, dark: bool = False
) -> Image.Image:
    """Return one image of many, each with its caption below; they are not enlarged or reduced.

    The arguments are those of `multiples`.
    """
    from PIL import Image, ImageDraw, ImageFont

    wide = max((picture.width for picture, _ in pictures), default=1)
    high = max((picture.height for picture, _ in pictures), default=1)
    across, _ = _layout(len(pictures), across or max(1, (USUAL_WIDTH - GAP) // (wide + GAP)), wide)
    captions = _captions(pictures, wide)
    step = high + LINE * max(map(len, captions)) + GAP
    rows = -(-len(pictures) // across)
    shape = GAP + min(across, len(pictures)) * (wide + GAP), GAP + rows * step
    if shape[0] * shape[1] > MAX_PIXELS:
        raise InputError(
            f"{len(pictures)} pictures of {wide} x {high} pixels are more than {MAX_PIXELS:,} pixels together"
        )
    whole = Image.new("RGB", shape, _GROUND[dark])
    draw, font = ImageDraw.Draw(whole), ImageFont.load_default(12)
    for i, (picture, _) in enumerate(pictures):
        down, right = divmod(i, across)
        x, y = GAP + right * (wide + GAP), GAP + down * step
        whole.paste(picture.convert("RGB"), (x, y))
        for number, words in enumerate(captions[i]):
            draw.text((x, y + picture.height + 2 + LINE * number), words, fill=_INK[dark], font=font)
    return whole


def cell_for(number: int, side: int, across: int | None = None) -> int:
    """Return how many pixels a cell may have, for *number* pictures of boards with *side* cells."""
    return max(1, _layout(number, across, None)[1] // (side + 1))


def _layout(number: int, across: int | None, size: int | None) -> tuple[int, int]:
    """Return how many pictures stand side by side, and how wide each is."""
    if not 1 <= number <= MAX_PICTURES:
        raise InputError(f"{number:,} pictures cannot stand side by side: 1 to {MAX_PICTURES} can")
    if across is None:
        fits = (USUAL_WIDTH - GAP) // ((size or USUAL_SIZE) + GAP)
        across = max(1, min(number, fits if number <= 16 or size else 2 * fits))
    return across, size or max(MIN_SIZE, min(USUAL_SIZE, (USUAL_WIDTH - GAP) // across - GAP))


def _captions(pictures: Sequence[tuple[Any, str]], width: int) -> list[list[str]]:
    return [textwrap.wrap(caption, max(1, int(width / LETTERS))) for _, caption in pictures]


def _legend(legend: str, y: int) -> list[str]:
    parts, x = [], GAP
    for word in legend.split(", "):
        status, _, meaning = word.partition(": ")
        sample = f'<rect class="{status}" x="{x}" y="{y - 2}" width="12" height="12"/>'
        if status in _SIGNS:
            look, d = _SIGNS[status]
            sample += f'<path class="{look}" d="M{x + 2.5} {y + 5}{d}"/>'
        parts += [f'<g class="gw">{sample}</g>', f'<text x="{x + 18}" y="{y + 8}">{meaning}</text>']
        x += 40 + int(LETTERS * len(meaning))
    return parts


def _style(dark: bool | None) -> str:
    words = "font:12px system-ui,sans-serif;text-anchor:start"

    def rules(dark: bool) -> str:
        return f".film{{fill:{_GROUND[dark]}}}.film>text{{{words};fill:{_INK[dark]}}}"

    if dark is not None:
        return rules(dark)
    return f"{rules(False)}\n@media(prefers-color-scheme:dark){{{rules(True)}}}"


WIDTH, PANEL, LEFT, RIGHT, TOP, BOTTOM, TEXT_LINE = 720, 280, 72, 24, 34, 52, 18
HUES = ("path", "expanded", "start", "end", "cost", "back", "frontier", "walk")
DARKER = {"expanded": "#2f86b8", "frontier": "#a86f00"}  # fills of cells are too light for lines
TICKS = 6
SCALE = 2  # pixels of a PNG for one of an SVG


@dataclass(frozen=True)
class Point:
    """A mean, and how far it may be off: x is a place on the axis."""

    x: float
    y: float
    error: float = 0.0


@dataclass(frozen=True)
class Curve:
    """Points in order of x, with a name for the legend."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Panel:
    """Curves over one axis of y; of shares it ends at 0 and 1, unless a bar goes beyond."""

    label: str
    curves: tuple[Curve, ...]
    shares: bool = False


@dataclass(frozen=True)
class Mark:
    """A line from (x, y) to (x2, y2); a disc around (x, y) if these are the same; or words at (x, y)."""

    x: float
    y: float
    x2: float = 0.0
    y2: float = 0.0
    hue: str = "ink"
    width: float = 1.0
    words: str = ""
    anchor: str = "middle"  # of words: start, middle or end


@dataclass(frozen=True)
class Chart:
    """Panels over the same axis of x; *names* are words at 0, 1, .. where x is no number."""

    title: str
    label: str
    panels: tuple[Panel, ...]
    names: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, with a legend below if there are several curves."""
        legend = TEXT_LINE * len(self.panels[0].curves) + TEXT_LINE if len(self.panels[0].curves) > 1 else 0
        return WIDTH, TOP + len(self.panels) * (PANEL + BOTTOM) + legend

    def marks(self) -> Iterator[Mark]:
        """Yield all that is to be drawn."""
        yield Mark(LEFT, TOP - 14, words=self.title, anchor="start")
        points = [point for panel in self.panels for curve in panel.curves for point in curve.points]
        xs = [point.x for point in points] or [0.0]
        low, high = (-0.5, len(self.names) - 0.5) if self.names else _padded(min(xs), max(xs))
        places = [(float(i), name) for i, name in enumerate(self.names)] or _ticks(low, high)
        for number, panel in enumerate(self.panels):
            top = TOP + number * (PANEL + BOTTOM)
            yield from self._panel(panel, top, (low, high), places)
        if len(self.panels[0].curves) > 1:
            below = TOP + len(self.panels) * (PANEL + BOTTOM) + TEXT_LINE / 2
            for number, curve in enumerate(self.panels[0].curves):
                y, hue = below + TEXT_LINE * number, HUES[number % len(HUES)]
                yield Mark(LEFT, y, LEFT + 24, y, hue, 2)
                yield Mark(LEFT + 32, y + 4, words=curve.name, anchor="start")

    def _panel(
        self, panel: Panel, top: float, across: tuple[float, float], places: Sequence[tuple[float, str]]
    ) -> Iterator[Mark]:
        points = [point for curve in panel.curves for point in curve.points]
        lows, highs = [p.y - p.error for p in points] or [0.0], [p.y + p.error for p in points] or [1.0]
        low, high = _padded(min(lows), max(highs))
        if panel.shares:
            low, high = max(low, min(0.0, *lows)), min(high, max(1.0, *highs))

        def x_of(x: float) -> float:
            return LEFT + (WIDTH - LEFT - RIGHT) * (x - across[0]) / (across[1] - across[0])

        def y_of(y: float) -> float:
            return top + PANEL * (high - y) / (high - low)

        for y, name in _ticks(low, high):
            yield Mark(LEFT, y_of(y), WIDTH - RIGHT, y_of(y), "grid")
            yield Mark(LEFT - 8, y_of(y) + 4, words=name, anchor="end")
        for x, name in places:
            yield Mark(x_of(x), top + PANEL, x_of(x), top + PANEL + 5)
            yield Mark(x_of(x), top + PANEL + 18, words=name)
        yield Mark(LEFT, top, LEFT, top + PANEL)
        yield Mark(LEFT, top + PANEL, WIDTH - RIGHT, top + PANEL)
        yield Mark(WIDTH - RIGHT, top + PANEL + 38, words=self.label, anchor="end")
        yield Mark(LEFT, top + PANEL + 38, words=panel.label, anchor="start")
        for number, curve in enumerate(panel.curves):
            hue = HUES[number % len(HUES)]
            spots = [(x_of(p.x), y_of(p.y), p) for p in curve.points]
            if not self.names:
                for (x, y, _), (x2, y2, _) in pairwise(spots):
                    yield Mark(x, y, x2, y2, hue, 2)
            for x, y, p in spots:
                if p.error:
                    yield Mark(x, y_of(p.y - p.error), x, y_of(p.y + p.error), hue)
                yield Mark(x, y, x, y, hue, 3)


def chart_svg(chart: Chart) -> str:
    """Return the chart as an SVG document."""
    width, height = chart.size
    body = "".join(map(_svg_mark, chart.marks()))
    page, ink = _hex("page"), _hex("ink")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="system-ui,sans-serif" font-size="12" fill="{ink}">'
        f'<title>{escape(chart.title)}</title><rect width="100%" height="100%" fill="{page}"/>{body}</svg>\n'
    )


def _svg_mark(mark: Mark) -> str:
    if mark.words:
        place = f'x="{mark.x:.1f}" y="{mark.y:.1f}" text-anchor="{mark.anchor}"'
        return f"<text {place}>{escape(mark.words)}</text>"
    if (mark.x, mark.y) == (mark.x2, mark.y2):
        return f'<circle cx="{mark.x:.1f}" cy="{mark.y:.1f}" r="{mark.width}" fill="{_hex(mark.hue)}"/>'
    ends = f'x1="{mark.x:.1f}" y1="{mark.y:.1f}" x2="{mark.x2:.1f}" y2="{mark.y2:.1f}"'
    return f'<line {ends} stroke="{_hex(mark.hue)}" stroke-width="{mark.width}"/>'


def chart_png(chart: Chart) -> bytes:
    """Return the chart as a PNG."""
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", (chart.size[0] * SCALE, chart.size[1] * SCALE), _hex("page"))
    draw, font = ImageDraw.Draw(picture), ImageFont.load_default(12 * SCALE)
    anchors = {"start": "ls", "middle": "ms", "end": "rs"}
    for mark in chart.marks():
        x, y, x2, y2, width = (SCALE * part for part in (mark.x, mark.y, mark.x2, mark.y2, mark.width))
        if mark.words:
            draw.text((x, y), mark.words, fill=_hex("ink"), font=font, anchor=anchors[mark.anchor])
        elif (x, y) == (x2, y2):
            draw.ellipse((x - width, y - width, x + width, y + width), fill=_hex(mark.hue))
        else:
            draw.line((x, y, x2, y2), fill=_hex(mark.hue), width=round(width))
    out = io.BytesIO()
    picture.save(out, "png")
    return out.getvalue()


def _hex(name: str) -> str:
    return DARKER.get(name) or hexadecimal(colour(name, dark=False))


def _padded(low: float, high: float) -> tuple[float, float]:
    """Return a little more than from *low* to *high*."""
    room = 0.04 * (high - low) or abs(high) * 0.1 or 0.5
    return low - room, high + room


def _ticks(low: float, high: float) -> list[tuple[float, str]]:
    """Return round numbers between, about `TICKS`, with their words."""
    rough = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.999)
    numbers = range(math.ceil(low / step), math.floor(high / step) + 1)
    return [(number * step, f"{number * step:.6g}") for number in numbers]
