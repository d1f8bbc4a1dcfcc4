"""The pen of an SVG picture: each method writes the elements of one thing, in cells or in the legend."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

from gridwalk.draw.colours import COST_SHADES, cost_opacity
from gridwalk.draw.scene import Scene
from gridwalk.draw.shape import Outlined, runs

UNIT = 10  # units a cell
RULED_CELL = 9  # pixels of a cell that has lines around it
RULED_LINES = 200  # a board with more rows and columns has no lines between its cells
WIDEST_WALL = 0.34  # in cells; of the smallest cells this is about a pixel
# The minimum number of pixels of a cell in which ... is drawn.
SIGNED_CELL = 12  # the sign of its state in a search
FIGURES_CELL = 20  # figures
WALL_WIDTH = 0.12  # of a wall between cells, in cells, where there is room for it
# Signs of the states of cells, whose colours are much alike: width and height in cells, as on the page.
SIGNS = {"frontier": (0.18, 0.18), "expanded": (0.16, 0.16), "left": (0.16, 0.06)}
SIGN_AT = (0.2, 0.8)  # the middle of a sign, from the corner of its cell

ARROW = ((-3.0, 0.0), (3.0, 0.0), (0.6, -2.2), (3.0, 0.0), (0.6, 2.2))  # tail, head, and its two sides

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
_IN_OUTLINES = {"cost": (5, 9.6, True), "number": (5, 2.4, True)}  # where cells are no squares
_PLAIN = ("cost", "number", "column", "row")  # roles of words without special characters


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

    On the board a unit of its arguments is a cell, in the legend a unit of the legend.  Elements that
    cover whole cells come first; later elements lie above earlier ones.
    """

    def __init__(self, view: Scene, bottom: float, paper: Paper) -> None:
        self.cell_pixels = paper.cell
        self.nominal_cell = UNIT * paper.pixels  # pixels of a cell in the picture's own size
        self.figures = view.few and paper.cell >= FIGURES_CELL
        self.signs = view.few and paper.cell >= SIGNED_CELL
        self.elements: list[str] = []
        self.ending: list[str] = []
        self._cells = view.shape
        self._shape = math.ceil(view.shape.height), math.ceil(view.shape.width)
        self._bottom, self._paper = bottom, paper  # where the legend begins
        self._unit = UNIT
        self._swell = max(1.0, max(self._shape) / 60)  # keeps lines and marks visible on big boards
        self._place_of = _TEXT
        if isinstance(self._cells, Outlined):
            self._place_of = _TEXT | _IN_OUTLINES
            width = ".3" if sum(self._shape) <= RULED_LINES else "0"
            ground = self._cells.outlines(self._cells.shown)
            self._outlines(f'class="open grid" stroke-width="{width}"', ground)

    def fill(self, name: str, mask: NDArray[np.bool_]) -> None:
        """Write one element that covers the cells of *mask*, squares run by run."""
        look, more = _LOOK.get(name, (name, ""))
        if isinstance(self._cells, Outlined):  # an outline of the same colour closes the gaps between cells
            self._outlines(f'class="{look}"{more}', self._cells.outlines(mask))
            return
        d = "".join(
            f"M{left * UNIT} {row * UNIT}h{(size := (end - left) * UNIT)}v{UNIT}h-{size}z"
            for row, left, end in runs(mask)
        )
        if d:
            self.elements.append(f'<path class="{look} fill"{more} d="{d}"/>')

    def _outlines(self, look: str, outlines: Iterable[NDArray[np.float64]]) -> None:
        """Write one element of polygons."""
        places = [np.round(outline * UNIT, 2).tolist() for outline in outlines]
        d = "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in outline) + "z" for outline in places)
        if d:
            self.elements.append(f'<path {look} d="{d}"/>')

    def shade(self, scale: str, levels: NDArray[np.int64], lowest: int) -> None:
        """Write one element for each level."""
        for level in range(lowest, int(levels.max()) + 1):
            self.fill(f"{scale}{level}", levels == level)

    def dot(self, name: str, mask: NDArray[np.bool_]) -> None:
        """Write one element of small cells."""
        self._outlines(f'class="{name}"', self._cells.outlines(mask, 0.3))

    def rule(self) -> None:
        """Write the lines between squares, if there are few enough; other cells have outlines."""
        rows, columns = self._shape
        is_fine = rows + columns > RULED_LINES or self.cell_pixels < RULED_CELL
        if is_fine or isinstance(self._cells, Outlined):
            return
        width = ".3" if math.isinf(self.cell_pixels) else f"{1 / self._paper.pixels:.3g}"
        lines = "".join(f"M{UNIT * column} 0v{rows * UNIT}" for column in range(1, columns))
        lines += "".join(f"M0 {UNIT * row}h{columns * UNIT}" for row in range(1, rows))
        self.elements.append(f'<path class="grid line" stroke-width="{width}" d="{lines}"/>')

    def walls(self, ends: NDArray[np.float64]) -> None:
        """Write the walls between cells as one element."""
        if isinstance(self._cells, Outlined):
            self.segments(ends, self.visible_width(WALL_WIDTH), "side line")
            return
        width = min(WIDEST_WALL, max(WALL_WIDTH, 1 / (UNIT * self._paper.pixels)))
        if math.isfinite(self.cell_pixels):
            width = self._wall_pixels / self.cell_pixels
            if self._wall_pixels % 2:  # walls of whole pixels, and the path in the middle between them
                half = 0.5 / self._paper.pixels
                self.elements.append(f'<g transform="translate({-half:.6g} {-half:.6g})">')
                self.ending = ["</g>"]
        look = f'stroke-width="{width:.3g}" transform="scale({UNIT})"'
        self.elements.append(f'<path class="side" {look} d="{_lines(ends)}"/>')

    def segments(self, ends: NDArray[np.float64], width: float, look: str) -> None:
        """Write one element of lines."""
        if len(ends):
            d, width = _lines(np.round(ends * self._unit, 2)), width * self._unit
            self.elements.append(f'<path class="{look}" stroke-width="{width:.3g}" d="{d}"/>')

    def arrow(self, x: float, y: float, turn: float, *, half: bool) -> None:
        """Write an arrow in the middle of a cell."""
        middle = f"translate({x * UNIT + 5:.9g} {y * UNIT + 5:.9g})"
        place = f'transform="{middle} rotate({round(math.degrees(turn))})"'
        shape = "M0 0H3.6M2.2 -1.4L3.6 0L2.2 1.4" if half else "M-3 0H3M.6 -2.2L3 0L.6 2.2"
        self.elements.append(f'<path class="here line" stroke-width="1.1" {place} d="{shape}"/>')

    def arrows(self, places: Iterable[tuple[NDArray[np.float64], float]]) -> None:
        """Write one element of thin arrows: at the middles of cells, (x, y), in the direction of a turn."""
        pieces = []
        for middles, turn in places:
            cos, sin = math.cos(turn), math.sin(turn)
            points = [(round(x * cos - y * sin, 1), round(x * sin + y * cos, 1)) for x, y in ARROW]
            moves = [
                (x - x0, y - y0) for (x0, y0), (x, y) in zip([(0.0, 0.0), *points], points, strict=False)
            ]
            shape = "".join(f"{letter}{x:g} {y:g}" for letter, (x, y) in zip("mlmll", moves, strict=True))
            pieces += [f"M{x:.6g} {y:.6g}{shape}" for x, y in (UNIT * middles).tolist()]
        if pieces:
            self.elements.append(f'<path class="here line" stroke-width=".8" d="{"".join(pieces)}"/>')

    def sign(self, status: str, corners: list[tuple[float, float]]) -> None:
        """Write one element of small boxes, of the frontier with an edge only."""
        (right, down), (wide, high) = SIGN_AT, (part * UNIT for part in SIGNS[status])
        look = 'class="figure"'
        if status == "frontier":
            look, wide, high = 'class="sign line" stroke-width=".4"', wide - 0.4, high - 0.4
        places = [((x + right) * UNIT - wide / 2, (y + down) * UNIT - high / 2) for x, y in corners]
        d = "".join(f"M{x:.5g} {y:.5g}h{wide:g}v{high:g}h-{wide:g}z" for x, y in places)
        self.elements.append(f'<path {look} d="{d}"/>')

    def outline(self, x: float, y: float, inset: float) -> None:
        """Write the outline of a cell, a little smaller."""
        cell = self._cells.corners * (0.88 - 2 * inset) + (x + 0.5, y + 0.5)
        self._outlines('class="sign line" stroke-width="1"', [cell])

    def text(self, x: float, y: float, words: str, role: str, name: str = "ink") -> None:
        """Write *words*, with three figures and more smaller."""
        right, down, small = self._place_of[role]
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
        """Return *width* in cells, enlarged on a big board: up to three times, in pixels to about one."""
        if math.isinf(self.cell_pixels):
            return width * min(self._swell, 3)
        cell = self.cell_pixels
        return max(width, min(1.5, 0.6 * cell, cell - self._wall_pixels) / cell)

    def visible_radius(self, radius: float) -> float:
        """Return *radius* in cells, enlarged on a big board; in pixels, to some pixels at least."""
        if math.isinf(self.cell_pixels):
            return radius * self._swell
        return max(radius, min(5 * self._paper.legend_scale, 3.5 + self.cell_pixels) / self.cell_pixels)

    @property
    def _wall_pixels(self) -> int:
        """The width of a wall between cells: a whole number of pixels, so that all walls look the same."""
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


def _lines(ends: NDArray[np.float64]) -> str:
    """Return lines as the data of a path; relative to the line before, each is shortest."""
    pieces, at_x, at_y = [], 0.0, 0.0
    for x, y, to_x, to_y in ends.reshape(-1, 4).tolist():
        wide, high = to_x - x, to_y - y
        line = f"h{wide:.9g}" if not high else f"v{high:.9g}" if not wide else f"l{wide:.9g} {high:.9g}"
        pieces.append(f"m{x - at_x:.9g} {y - at_y:.9g}{line}")
        at_x, at_y = to_x, to_y
    return "".join(pieces)
