"""Charts: curves of means with error bars, one panel above another; as SVG, or as a picture.

A chart is a list of marks (`Mark`): lines, discs and words in colours by name.  Two pens draw them.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from gridwalk.render.colours import colour, hexadecimal

WIDTH, PANEL, LEFT, RIGHT, TOP, BOTTOM, LINE = 720, 280, 72, 24, 34, 52, 18
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
        legend = LINE * len(self.panels[0].curves) + LINE if len(self.panels[0].curves) > 1 else 0
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
            below = TOP + len(self.panels) * (PANEL + BOTTOM) + LINE / 2
            for number, curve in enumerate(self.panels[0].curves):
                y, hue = below + LINE * number, HUES[number % len(HUES)]
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
    found: list[tuple[float, str]] = []
    for number in range(math.ceil(low / step), math.floor(high / step) + 1):
        found.append((number * step, f"{number * step:.6g}"))
    return found
