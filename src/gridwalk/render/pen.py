"""A pen for pixels, its colours by index, and where things are on the paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.render.colours import COST_SHADES, Colour, blend, colour, cost_opacity, names, ramp

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

_NAMES = names()
INDEX = {name: number for number, name in enumerate(_NAMES)}
COST = len(_NAMES) - 1  # COST + level is the index of a cost's shade on open ground
RAMP = COST + COST_SHADES + 1
RAMP_STEPS = 128


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


def palette_of(dark: bool) -> list[Colour]:
    """Return the colours of the indices."""
    named = [colour(name, dark=dark) for name in _NAMES]
    ground, over = colour("open", dark=dark), colour("cost", dark=dark)
    shades = [blend(ground, over, cost_opacity(level)) for level in range(1, COST_SHADES + 1)]
    return named + shades + ramp(RAMP_STEPS, dark=dark)


class Pen:
    """Draws in pixels of the finished picture, whatever the scale of the drawing."""

    def __init__(self, draw: ImageDraw.ImageDraw, where: Layout) -> None:
        self.draw, self.where, self.scale = draw, where, where.scale
        self._fonts: dict[int, Any] = {}

    def centres(self, cells: NDArray[Any]) -> NDArray[np.float64]:
        """Return the middles of *cells* as ``(x, y)``."""
        corner = np.array([self.where.left, self.where.top])
        middles: NDArray[np.float64] = corner + (cells[:, ::-1] + 0.5) * self.where.cell
        return middles

    def line(self, points: NDArray[np.float64], width: float, name: str, *, round_: bool = True) -> None:
        """Draw a line through *points*."""
        thick = max(1, round(width * self.scale))
        shifted = points * self.scale - 0.5  # a coordinate of Pillow's is a pixel's middle
        flat = shifted.ravel().tolist()
        joint = "curve" if round_ and thick > 2 else None
        self.draw.line(flat, fill=INDEX[name], width=thick, joint=joint)
        if joint:
            for x, y in (points[0], points[-1]):
                self.disc(x, y, width / 2, name)

    def disc(self, x: float, y: float, radius: float, name: str) -> None:
        """Draw a filled disc."""
        x, y, radius = x * self.scale - 0.5, y * self.scale - 0.5, radius * self.scale
        self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=INDEX[name])

    def box(self, x: float, y: float, width: float, height: float, index: int) -> None:
        """Draw a filled rectangle."""
        corners = (x, y, x + width, y + height)
        left, top, right, bottom = (round(part * self.scale) for part in corners)
        self.draw.rectangle((left, top, max(left, right - 1), max(top, bottom - 1)), fill=index)

    def text(self, x: float, y: float, words: str, size: float, name: str, anchor: str = "mm") -> None:
        """Write *words* about a point."""
        place = x * self.scale, y * self.scale
        self.draw.text(place, words, fill=INDEX[name], font=self._font(size), anchor=anchor)

    def _font(self, size: float) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
        from PIL import ImageFont

        pixels = max(6, round(size * self.scale))
        if pixels not in self._fonts:
            self._fonts[pixels] = ImageFont.load_default(pixels)
        font: ImageFont.ImageFont | ImageFont.FreeTypeFont = self._fonts[pixels]
        return font
