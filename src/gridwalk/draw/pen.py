"""The pen of an SVG picture: each method writes the elements of one thing, in cells or in the legend."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

from gridwalk.draw.colours import COST_SHADES, cost_opacity
from gridwalk.draw.scene import Scene
from gridwalk.draw.shape import CORNERS, Outlined, runs
from gridwalk.io.lines.rooms import Sides

UNIT = 10  # units a cell
RULED_CELL = 9  # pixels of a cell that has lines around it
RULED_LINES = 200  # a board with more rows and columns has no lines between its cells
WIDEST_WALL = 0.34  # between cells so small that it needs about a pixel; in cells
# How many pixels a cell needs at least to have room for ...
SIGNED_CELL = 12  # the sign of what a search made of it
FIGURES_CELL = 20  # figures
WALL_WIDTH = 0.12  # of a wall between cells, in cells, where there is room for it
# Colours of cells in a search are too alike, so each has a sign, too, as on the page: width, height in cells.
SIGNS = {"frontier": (0.18, 0.18), "expanded": (0.16, 0.16), "left": (0.16, 0.06)}
SIGN_AT = (0.2, 0.8)  # the middle of a sign, from the corner of its cell

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
