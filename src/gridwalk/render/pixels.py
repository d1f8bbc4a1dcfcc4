"""A pen for pixels, and where things are on the paper.

It draws in palette indices, so that a large maze takes a byte a pixel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.io.lines.rooms import Sides
from gridwalk.render.colours import INDEX, PALETTE_RAMP, palette_of
from gridwalk.render.draw import DOTTED_CELL, SIGN_AT, SIGNED_CELL, SIGNS, WALL_WIDTH
from gridwalk.render.language import font_of
from gridwalk.render.seams import seams_of
from gridwalk.render.shape import CORNERS, Outlined, runs

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

    from gridwalk.grids.grid import Grid

MARGIN, NAMES = 12, 22  # pixels around the board: bare, with the names of rows and columns
RULED_CELL, FIGURES_CELL = 9, 20  # pixels of a cell with room for lines around it, and for figures
FONT = 13
DASH, SEAM_PIXELS = 5, 2  # how long a dash of a seam is, and the gap after it, and how wide
_GROUND = ("open", "dark", "wall", "cost1", "page")  # colours of cells in themselves, not of the search


@dataclass(frozen=True)
class Layout:
    """Where things are, in pixels of the finished picture."""

    cell: int
    left: int  # of the board
    top: int
    width: int  # of the picture
    height: int
    squares: bool
    scale: int  # of the drawing, before it is reduced
    legend_scale: float  # letters grow with large pictures
    deep: float = 0.0  # of the board
    said: Callable[[str], str] = str  # has the words of the legend otherwise, in another language perhaps


class PixelPen:
    """Draws in palette indices; see `gridwalk.render.draw.Pen`.

    Coordinates become pixels of the finished picture, and times `Layout.scale` those of the drawing.
    The ground is collected cell by cell and becomes pixels all at once, before the first thing lies on it.
    """

    ramp_steps = PALETTE_RAMP
    rims = True

    def __init__(self, board: Grid, where: Layout, *, dark: bool) -> None:
        cell = where.cell
        self.cell_pixels, self.figures = float(cell), cell >= FIGURES_CELL
        self.signs = cell >= SIGNED_CELL
        self._board, self._where, self._dark = board, where, dark
        self._origin, self._unit = (float(where.left), float(where.top)), float(cell)
        # Indices, of the cells and of what a search has made of them (0: nothing).
        self._cells: Any = np.uint8(INDEX["open"])
        self._searched: Any = None
        self._dots: tuple[str, NDArray[np.bool_]] | None = None
        self._ruled = self._has_costs = False
        self._walls: Sides | None = None
        self._wide = 0  # pixels of a wall
        self._picture: Image.Image | None = None
        self._draw: ImageDraw.ImageDraw | None = None
        self._fonts: dict[tuple[int, str], Any] = {}
        # Where text stands, in pixels from the corner of its cell; its size; which point of it stands there.
        names = min(FONT, 0.7 * cell)
        self._text = {
            "bead": (0.5 * cell, 0.5 * cell, 0.32 * cell, "mm"),
            "long bead": (0.5 * cell, 0.5 * cell, 0.26 * cell, "mm"),
            "cost": (0.94 * cell, 0.96 * cell, 0.27 * cell, "rd"),
            "number": (0.09 * cell, 0.09 * cell, 0.25 * cell, "lt"),
            "column": (0.5 * cell, NAMES / 2, names, "mm"),
            "row": (-where.left / 2, 0.5 * cell, names, "mm"),
            "words": (0, 0, FONT * where.legend_scale, "lm"),
        }

    def finished(self) -> Image.Image:
        """Return the picture, reduced to its size: in RGB then, else in palette indices."""
        self._drawing()
        assert self._picture is not None
        scale = self._where.scale
        return self._picture.convert("RGB").reduce(scale) if scale > 1 else self._picture

    def fill(self, name: str, mask: NDArray[np.bool_]) -> None:
        """Give the cells of *mask* a colour."""
        self._lay(name in _GROUND, mask, np.uint8(INDEX[name]))

    def shade(self, scale: str, levels: NDArray[np.int64], lowest: int) -> None:
        """Give cells the colours of their levels."""
        self._has_costs |= scale == "cost"
        self._lay(scale == "cost", levels >= lowest, levels + (INDEX[f"{scale}1"] - 1))

    def dot(self, name: str, mask: NDArray[np.bool_]) -> None:
        """Mark the middles of the cells of *mask*."""
        self._dots = name, mask

    def rule(self) -> None:
        """Draw the lines between the cells, where there is room."""
        self._ruled = self._where.cell >= RULED_CELL

    def walls(self, sides: Sides) -> None:
        """Draw walls, one pixel wide at least; an odd number of them makes what is left of a cell smaller."""
        self._walls = sides
        self._wide = min(max(1, round(WALL_WIDTH * self._where.cell)), MARGIN)
        middle = 0.5 * (self._wide % 2)
        self._origin = self._where.left - middle, self._where.top - middle

    def segments(self, ends: NDArray[np.float64], width: float, name: str) -> None:
        """Draw lines one by one."""
        for points in ends:
            self._stroke(points, width, name, joined=True)

    def arrow(self, x: float, y: float, turn: float, *, half: bool) -> None:
        """Draw an arrow as two lines."""
        shape = np.array([[-0.3, 0], [0.3, 0], [0.06, -0.22], [0.3, 0], [0.06, 0.22]])
        if half:
            shape = np.array([[0, 0], [0.36, 0], [0.22, -0.14], [0.36, 0], [0.22, 0.14]])
        rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        points = shape @ rotation + (x + 0.5, y + 0.5)
        width = max(1 / self._unit, 0.1)
        self._stroke(points[:2], width, "ink", joined=True)
        self._stroke(points[2:], width, "ink", joined=True)

    def sign(self, status: str, spots: list[tuple[float, float, int]]) -> None:
        """Draw rectangles of whole pixels; where costs are seen around cells of a search, further inside."""
        (left, top), cell, draw = self._origin, self._where.cell, self._drawing()
        least = {"frontier": 4}.get(status, 2)
        wide, high = (max(least, round(part * cell)) for part in SIGNS[status])
        inset = max(1, round((0.36 if self._has_costs else SIGN_AT[0]) * cell - wide / 2))
        rim = max(1, round(0.04 * cell)) * self._where.scale
        for x, y, many in spots:
            for i in range(many):
                at = round(left + (x + i) * cell) + inset, round(top + (y + 1) * cell) - inset - high
                corners, dark = self._corners(*at, wide, high), INDEX["sign"]
                draw.rectangle(corners, None if status == "frontier" else dark, dark, rim)

    def outline(self, x: float, y: float, inset: float) -> None:
        """Draw the edges of the cell, or of a small square about it."""
        half, width = max(2.5 / self._unit, 0.46 - inset), max(1 / self._unit, 0.09)
        edges = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)]) * half
        self._stroke(edges + np.array([x + 0.5, y + 0.5]), width, "sign", joined=True)

    def text(self, x: float, y: float, words: str, role: str, name: str = "ink") -> None:
        """Write *words*, with three figures and more smaller."""
        right, down, size, anchor = self._text["long bead" if role == "bead" and len(words) > 2 else role]
        left, top = self._origin
        scale = self._where.scale
        place = (left + x * self._unit + right) * scale, (top + y * self._unit + down) * scale
        self._drawing().text(place, words, fill=INDEX[name], font=self._font(size, words), anchor=anchor)

    def line(self, points: NDArray[np.float64], width: float, name: str, *, closed: bool = False) -> None:
        """Draw a line with round joints and ends, but not where cells are tiny."""
        if closed:
            points = np.concatenate([points, points[:2]])  # the joint at the start is drawn too
        self._stroke(points, width, name, joined=self._unit > 2 or self._where.cell > 2)

    def disc(self, x: float, y: float, radius: float, name: str) -> None:
        """Draw a filled disc."""
        scale, (left, top) = self._where.scale, self._origin
        # A coordinate of Pillow's is the middle of a pixel.
        x, y = (left + x * self._unit) * scale - 0.5, (top + y * self._unit) * scale - 0.5
        radius *= self._unit * scale
        self._drawing().ellipse((x - radius, y - radius, x + radius, y + radius), fill=INDEX[name])

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """Draw two discs."""
        self.disc(x, y, radius + width / 2, "end")
        self.disc(x, y, radius - width / 2, "page")

    def box(self, x: float, y: float, width: float, height: float, name: str) -> None:
        """Draw a filled rectangle."""
        left, top = self._origin
        corner = left + x * self._unit, top + y * self._unit
        corners = self._corners(*corner, width * self._unit, height * self._unit)
        self._drawing().rectangle(corners, fill=INDEX[name])

    def visible_width(self, width: float) -> float:
        """Return *width*, or a width of about a pixel."""
        cell = self._where.cell
        minimum = min(1.5, 0.6 * cell, cell - self._wide)
        return max(width, minimum / cell) if cell > 1 else min(3, self._where.legend_scale)

    def visible_radius(self, radius: float) -> float:
        """Return *radius*, or a radius of some pixels."""
        cell = self._where.cell
        return max(radius, min(5 * self._where.legend_scale, 3.5 + cell) / cell)

    @contextmanager
    def legend(self) -> Iterator[None]:
        """Draw in the legend, where a unit is a pixel, or more in a large picture."""
        board, where = (self._origin, self._unit), self._where
        top = where.top + where.deep + where.left - MARGIN / 2 + 4 * where.squares
        self._origin, self._unit = (MARGIN, top), where.legend_scale
        yield
        self._origin, self._unit = board

    def _lay(self, below: bool, mask: NDArray[np.bool_], indices: Any) -> None:
        """Lay *indices* on cells: on what they are, or on what the search has made of them."""
        if below:
            self._cells = np.where(mask, indices, self._cells).astype(np.uint8, copy=False)
        else:
            before = 0 if self._searched is None else self._searched
            self._searched = np.where(mask, indices, before).astype(np.uint8, copy=False)

    def _drawing(self) -> ImageDraw.ImageDraw:
        """Return what draws on the picture, with the ground below."""
        if self._draw is None:
            from PIL import Image, ImageDraw

            where = self._where
            scale = where.scale
            canvas = np.full((where.height * scale, where.width * scale), INDEX["page"], np.uint8)
            self._lay_ground(canvas)
            self._picture = Image.fromarray(canvas)
            self._picture.putpalette([part for each in palette_of(self._dark) for part in each])
            self._draw = ImageDraw.Draw(self._picture)
            self._draw_ground()
        return self._draw

    def _lay_ground(self, canvas: NDArray[np.uint8]) -> None:
        """Write the ground and the walls into the pixels of an empty picture."""
        where = self._where
        ground = self._ground(where.cell * where.scale)
        top, left = where.top * where.scale, where.left * where.scale
        canvas[top : top + ground.shape[0], left : left + ground.shape[1]] = ground
        self._lines_of_cells(canvas)
        if self._walls is not None:
            self._draw_walls(canvas, self._walls)

    def _draw_ground(self) -> None:
        """Draw what of the ground is no square of pixels."""

    def _seen(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8] | None]:
        """Return the indices of the cells, and of their inner parts where these differ."""
        cells: NDArray[np.uint8] = self._cells
        if self._searched is None:
            return cells, None
        seen = np.where(self._searched > 0, self._searched, cells)
        is_rimmed = self._has_costs and self._where.cell >= DOTTED_CELL  # the cost stays visible around it
        return (cells, seen) if is_rimmed else (seen, None)

    def _ground(self, size: int) -> NDArray[np.uint8]:
        """Return the ground in indices, *size* pixels a cell."""
        cells, inner = self._seen()
        if size == 1:
            return cells
        pixels = np.repeat(np.repeat(cells, size, axis=0), size, axis=1)
        blocks = pixels.reshape(len(cells), size, -1, size)
        if inner is not None:
            rim = size // 4
            blocks[:, rim : size - rim, :, rim : size - rim] = inner[:, None, :, None]
        if self._dots is not None:
            name, mask = self._dots
            middle = slice(size // 3, size - size // 3)
            blocks[:, middle, :, middle] = np.where(
                mask[:, None, :, None], INDEX[name], blocks[:, middle, :, middle]
            )
        return pixels

    def _lines_of_cells(self, canvas: NDArray[np.uint8]) -> None:
        """Draw the lines between cells, but not between walls, and around the board; seams are dashed."""
        where, open_cells = self._where, self._board.open_cells
        left, top, cell, (rows, columns) = where.left, where.top, where.cell, open_cells.shape

        def fill(x: float, y: float, width: float, height: float, name: str = "grid") -> None:
            first, above, last, below = self._corners(x, y, width, height)
            canvas[above : below + 1, first : last + 1] = INDEX[name]

        if self._ruled:
            for line, first, last in runs((open_cells[:, :-1] | open_cells[:, 1:]).T):
                fill(left + (line + 1) * cell - 0.5, top + first * cell, 1, (last - first) * cell)
            for line, first, last in runs(open_cells[:-1] | open_cells[1:]):
                fill(left + first * cell, top + (line + 1) * cell - 0.5, (last - first) * cell, 1)
        level, upright = (SEAM_PIXELS if is_seam else 1 for is_seam in seams_of(self._board))
        for edge in (left - upright, left + columns * cell):
            for begin, size, name in _dashes(rows * cell + 2, upright > 1):
                fill(edge, top - 1 + begin, upright, size, name)
        for edge in (top - level, top + rows * cell):
            for begin, size, name in _dashes(columns * cell + 2, level > 1):
                fill(left - 1 + begin, edge, size, level, name)

    def _draw_walls(self, canvas: NDArray[np.uint8], sides: Sides) -> None:
        """Draw walls on whole pixels of the finished picture, all at once."""
        where = self._where
        (rows, columns), size = self._board.shape, where.cell * where.scale
        before, wide = (self._wide + 1) // 2 * where.scale, self._wide * where.scale
        # One block for each corner of cells, with the walls to the right of it and below it.
        walls = np.zeros(((rows + 1) * size, (columns + 1) * size), np.bool_)
        blocks = walls.reshape(rows + 1, size, columns + 1, size)
        blocks[:, :wide, :, :wide] = sides.corners[:, None, :, None]
        blocks[:, :wide, :-1, wide:] = sides.level[:, None, :, None]
        blocks[:-1, wide:, :, :wide] = sides.upright[:, None, :, None]
        walls = walls[: rows * size + wide, : columns * size + wide]
        top, left = where.top * where.scale - before, where.left * where.scale - before
        seen = canvas[top : top + walls.shape[0], left : left + walls.shape[1]]
        seen[walls] = INDEX["side"]

    def _corners(self, x: float, y: float, width: float, height: float) -> tuple[int, int, int, int]:
        """Return the first and last column and row of a rectangle, at least a pixel, in those of the drawing.

        As (left, top, right, bottom); *x* to *height* are in pixels of the finished picture.
        """
        corners = (x, y, x + width, y + height)
        left, top, right, bottom = (round(part * self._where.scale) for part in corners)
        return left, top, max(left, right - 1), max(top, bottom - 1)

    def _stroke(self, points: NDArray[np.float64], width: float, name: str, *, joined: bool) -> None:
        scale = self._where.scale
        thick = max(1, round(round(width * self._unit * scale, 6)))
        pixels = (points * self._unit + self._origin) * scale - 0.5
        joint = "curve" if joined and thick > 2 else None
        self._drawing().line(pixels.ravel().tolist(), fill=INDEX[name], width=thick, joint=joint)
        if joint:
            for x, y in (points[0], points[-1]):
                self.disc(x, y, width / 2, name)

    def _font(self, size: float, words: str) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
        pixels = max(6, round(size * self._where.scale))
        known = pixels, "".join(sorted({letter for letter in words if not letter.isascii()}))
        if known not in self._fonts:
            self._fonts[known] = font_of(None, *known)
        font: ImageFont.ImageFont | ImageFont.FreeTypeFont = self._fonts[known]
        return font


class OutlinePixelPen(PixelPen):
    """Draws cells by their outlines; all but the ground as for squares."""

    def __init__(self, board: Grid, where: Layout, shape: Outlined, *, dark: bool) -> None:
        super().__init__(board, where, dark=dark)
        self._outlined, cell = shape, where.cell
        self._text |= {
            "cost": (0.5 * cell, 0.99 * cell, 0.27 * cell, "md"),
            "number": (0.5 * cell, 0.04 * cell, 0.25 * cell, "mt"),
        }

    def _lay_ground(self, canvas: NDArray[np.uint8]) -> None:
        """Leave the picture empty."""

    def _draw_ground(self) -> None:
        """Draw cell by cell, with lines around open ones where there is room."""
        cells, inner = (
            None if part is None else np.broadcast_to(part, self._board.shape) for part in self._seen()
        )
        assert cells is not None
        self._polygons(cells, 1.0, self._outlined.shown, ruled=self._ruled)
        if inner is not None:
            self._polygons(inner, 0.55, self._outlined.shown)
        if self._dots is not None:
            name, mask = self._dots
            self._polygons(np.full(mask.shape, INDEX[name]), 0.3, mask)

    def _polygons(
        self, index: NDArray[Any], size: float, mask: NDArray[np.bool_], *, ruled: bool = False
    ) -> None:
        scale, draw = self._where.scale, self._drawing()
        outlines = self._outlined.outlines(mask, size)
        colours = index[mask & self._outlined.shown].tolist()
        for outline, fill in zip(outlines, colours, strict=True):
            line = INDEX["grid"] if ruled and fill != INDEX["wall"] else fill
            corners = ((outline * self._unit + self._origin) * scale).reshape(-1).tolist()
            draw.polygon(corners, fill=fill, outline=line, width=scale if ruled else 1)

    def outline(self, x: float, y: float, inset: float) -> None:
        """Draw the edges of the cell."""
        points = CORNERS * (0.88 - inset) + (x + 0.5, y + 0.5)
        self._stroke(np.concatenate([points, points[:2]]), max(1 / self._unit, 0.09), "sign", joined=True)


def _dashes(size: int, is_seam: bool) -> Iterator[tuple[int, int, str]]:
    """Yield the begin, size and colour of the dashes of a side of *size* pixels; a whole line if no seam."""
    if not is_seam:
        yield 0, size, "grid"
        return
    for begin in range(0, size, 2 * DASH):
        yield begin, min(DASH, size - begin), "seam"
