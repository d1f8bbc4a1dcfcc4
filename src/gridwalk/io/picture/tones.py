"""The two tones of a picture: where the threshold between dark and light is, and whether there are two."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import PictureError
from gridwalk.io.picture.pixels import Marks, Pixels

MIN_CONTRAST = 40  # levels of grey between the two tones
MIDDLE = (0.3, 0.7)  # between dark (0) and light (1): the tones of smoothed edges, and of photos
FREQUENT, STRONGEST = 0.6, 0.05  # shares of the pixels of a tone
FEW, PLAIN = 0.05, 0.08  # shares of middle tones: that need no explanation, and on no edge at all


class Tones(NamedTuple):
    """The levels of grey of the two tones; the threshold lies midway between them."""

    dark: int
    light: int
    middle: float  # the share of pixels in between

    @property
    def threshold(self) -> int:
        """The first level that counts as light."""
        return (self.dark + self.light + 1) // 2

    @property
    def crisp(self) -> bool:
        """Whether there are no middle tones at all."""
        return self.middle == 0


def tones_of(pixels: Pixels) -> Tones:
    """Return the tones of a picture, without its marks.

    Otsu's threshold (1979) parts the levels of grey; the most frequent level of each part is its tone,
    and the threshold is the level midway.

    Raises
    ------
    PictureError
        If there is one tone only, or too many pixels between the two that lie on no edge.

    """
    grey = pixels.grey
    levels = _histogram(grey)
    for marks in (pixels.green, pixels.red):
        levels -= np.bincount(grey[marks.rows, marks.columns], minlength=256)
    part = otsu(levels)
    dark, light = (_tone(levels[:part]), 255 - _tone(levels[part:][::-1])) if part else (0, 0)
    if light - dark < MIN_CONTRAST:
        raise PictureError("the picture has one tone only: there are no walls to see")
    low, high = (round(dark + share * (light - dark)) for share in MIDDLE)
    between = levels[low:high].sum() / max(1, levels.sum())
    tones = Tones(dark, light, float(between))
    if between > FEW:
        plain = _plain_middle(grey, low, high)
        if plain > PLAIN:
            raise PictureError(
                f"the picture has not two tones: {100 * plain:.0f} % of its pixels are neither dark nor "
                "light, and on no edge (a photo, or shaded? save it in black and white)"
            )
    return tones


def otsu(levels: NDArray[np.int64]) -> int:
    """Return the first level of the upper part, for the least variance within both parts; 0 if all are one.

    N. Otsu, "A threshold selection method from gray-level histograms" (1979).

    >>> otsu(np.array([3, 0, 0, 2]))
    1
    """
    count = np.cumsum(levels).astype(np.float64)
    total = np.cumsum(levels * np.arange(len(levels))).astype(np.float64)
    below, above = count[:-1], count[-1] - count[:-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = (total[:-1] / below - (total[-1] - total[:-1]) / above) ** 2 * below * above
    apart = np.nan_to_num(apart, nan=-1.0, posinf=-1.0, neginf=-1.0)
    best = int(apart.argmax())
    return best + 1 if apart[best] > 0 else 0


def _tone(levels: NDArray[np.int64]) -> int:
    """Return the tone of one part, from its end on: the most frequent level, if it is frequent at all.

    Lines thinner than a pixel have all levels, and the tone is that of the strongest.
    """
    mode = int(levels.argmax())
    total = levels.sum()
    if levels[max(0, mode - 2) : mode + 3].sum() >= FREQUENT * total:
        return mode
    return int(np.searchsorted(np.cumsum(levels), STRONGEST * total))


def walls_of(
    grey: NDArray[np.uint8], tones: Tones, *, dark: bool, marks: tuple[Marks, ...]
) -> NDArray[np.uint8]:
    """Return how much of each pixel is wall, 0 to 255; marks are open."""
    ramp = np.clip((np.arange(256) - tones.light) / (tones.dark - tones.light), 0, 1)
    table = np.rint(255 * (ramp if dark else 1 - ramp)).astype(np.uint8)
    walls = table[grey]
    for mark in marks:
        walls[mark.rows, mark.columns] = 0
    return walls


def _histogram(grey: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return how many pixels have each level; in pieces, as `numpy.bincount` makes 8 bytes of each."""
    levels = np.zeros(256, np.int64)
    flat = grey.reshape(-1)
    for first in range(0, flat.size, 1 << 20):
        levels += np.bincount(flat[first : first + (1 << 20)], minlength=256)
    return levels


def _plain_middle(grey: NDArray[np.uint8], low: int, high: int) -> float:
    """Return the share of pixels of a middle tone beside no dark and no light pixel."""
    between = (grey >= low) & (grey < high)
    edge = grown((grey < low) | (grey >= high))
    return float(np.count_nonzero(between & ~edge) / grey.size)


def grown(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return *mask* and all pixels beside it, diagonally too."""
    wide = mask.copy()
    wide[1:] |= mask[:-1]
    wide[:-1] |= mask[1:]
    grown = wide.copy()
    grown[:, 1:] |= wide[:, :-1]
    grown[:, :-1] |= wide[:, 1:]
    return grown
