"""The pixels of a picture: levels of grey, marks in colour, and the two tones (dark and light)."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import PictureError, error_of

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 100_000_000  # reading takes up to 15 bytes per pixel
FORMS = ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP", "PPM")
TRANSPARENT = ("LA", "La", "PA", "RGBA", "RGBa")  # modes of Pillow
COLOURED = 60  # the minimum difference between the bands (red, green, blue) of a coloured pixel
MOST_OF_A_MARK = 0.2  # the maximum share of pixels of marks; more are walls or floor in colour
LIGHT = 255


class Marks(NamedTuple):
    """The rows and columns of pixels in one colour."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]


NO_MARKS = Marks(np.zeros(0, np.int64), np.zeros(0, np.int64))


class Pixels(NamedTuple):
    """The levels of grey of a picture on white, and its coloured pixels."""

    grey: NDArray[np.uint8]  # 0: black
    green: Marks = NO_MARKS
    red: Marks = NO_MARKS
    other: Marks = NO_MARKS  # in any other colour


def decoded(data: bytes) -> Image.Image:
    """Return the picture in *data*, turned by its metadata.

    Raises
    ------
    PictureError
        If it is damaged, has more than `MAX_PIXELS` pixels (checked before they are decoded), or
        several frames.

    """
    from PIL import Image, ImageOps

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of its own limit of pixels, and of odd metadata
            picture = Image.open(io.BytesIO(data), formats=FORMS)
            _check_size(picture)
            picture.load()
            return ImageOps.exif_transpose(picture) if picture.format != "PPM" else picture
    except PictureError:
        raise
    except Image.DecompressionBombError:
        raise error_of(
            PictureError, "the picture has more than {n:,} pixels, the maximum", n=MAX_PIXELS
        ) from None
    except MemoryError:
        raise
    except Exception as error:  # decoders raise a dozen kinds of errors for damaged files
        words = str(error).strip().splitlines()
        if not words or "BytesIO" in words[0]:
            raise PictureError("the picture is damaged or of an unknown kind") from None
        raise error_of(
            PictureError, "the picture is damaged or of an unknown kind ({reason})", reason=words[0][:100]
        ) from None


def _check_size(picture: Image.Image) -> None:
    width, height = picture.size
    if width * height > MAX_PIXELS:
        seen = "the picture has {width:,} x {height:,} pixels, more than {n:,}, the maximum"
        raise error_of(PictureError, seen, width=width, height=height, n=MAX_PIXELS)
    frames = getattr(picture, "n_frames", 1)
    if frames > 1:
        seen = "the picture has {n} frames: save the one with the board as a file of its own"
        raise error_of(PictureError, seen, n=frames)


def pixels_of(picture: Image.Image) -> Pixels:
    """Return the levels of grey of a picture, and its coloured pixels."""
    mode = picture.mode
    if mode == "1":
        return Pixels(np.asarray(picture).astype(np.uint8) * np.uint8(LIGHT))
    if mode.startswith(("I", "F")):
        return Pixels(_of_16_bits(picture))
    if mode == "L" and "transparency" not in picture.info:
        return Pixels(np.asarray(picture))
    if mode == "P" and "transparency" not in picture.info:
        return _of_palette(picture)
    picture = on_white(picture)
    red, green, blue = (np.asarray(band) for band in picture.split())
    grey = np.asarray(picture.convert("L"))
    strongest = np.maximum(np.maximum(red, green), blue)
    coloured = strongest - np.minimum(np.minimum(red, green), blue) >= COLOURED
    places = np.flatnonzero(coloured)
    if not places.size:
        return Pixels(grey)
    bands = (band.reshape(-1)[places].astype(np.int32) for band in (red, green, blue))
    return Pixels(grey, *(_marks(places[mask], grey.shape) for mask in _hues(*bands)))


def on_white(picture: Image.Image) -> Image.Image:
    """Return a picture in RGB; transparent pixels become white."""
    from PIL import Image

    if picture.mode.startswith(("I", "F")):
        return Image.fromarray(_of_16_bits(picture)).convert("RGB")
    if "transparency" not in picture.info and picture.mode not in TRANSPARENT:
        return picture.convert("RGB")
    picture = picture.convert("RGBA")
    ground = Image.new("RGB", picture.size, (LIGHT, LIGHT, LIGHT))
    ground.paste(picture, mask=picture.getchannel("A"))
    return ground


def _of_16_bits(picture: Image.Image) -> NDArray[np.uint8]:
    """Return the grey values of pixels of 16 bits or more, scaled to their range."""
    values = np.asarray(picture)
    if picture.mode == "F" or values.dtype.kind == "f":
        raise PictureError("the pixels are real numbers: save the picture with 8 or 16 bits a pixel")
    if values.size and (values.min() < 0 or values.max() > 0xFFFF):
        raise PictureError("the pixels have more than 16 bits: save the picture with 8 or 16 bits a pixel")
    return (values >> 8).astype(np.uint8)


def _of_palette(picture: Image.Image) -> Pixels:
    """Return the pixels of a picture with a palette; each colour is computed once."""
    indices = np.asarray(picture)
    table = np.zeros((256, 3), np.int32)
    colours = np.array(picture.getpalette("RGB") or [], np.int32).reshape(-1, 3)[:256]
    table[: len(colours)] = colours
    grey = ((table @ np.array([19595, 38470, 7471]) + 0x8000) >> 16).astype(np.uint8)
    strong = np.flatnonzero(table.max(axis=1) - table.min(axis=1) >= COLOURED)
    marks = [NO_MARKS] * 3
    if strong.size:
        for i, mask in enumerate(_hues(*table[strong].T)):
            if mask.any():
                chosen = np.zeros(256, np.bool_)
                chosen[strong[mask]] = True
                marks[i] = _marks(np.flatnonzero(chosen[indices]), indices.shape)
    return Pixels(grey[indices], *marks)


def _hues(*bands: NDArray[np.int32]) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the colours that are green, red (including dark green and pink), and neither.

    *bands* are red, green and blue; no colour may be grey.  Hues are in degrees: red is 0, green 120.
    """
    red, green, blue = bands
    strongest = np.maximum(np.maximum(red, green), blue)
    spread = strongest - np.minimum(np.minimum(red, green), blue)
    sixths = np.where(
        strongest == red,
        (green - blue) / spread,
        np.where(strongest == green, 2 + (blue - red) / spread, 4 + (red - green) / spread),
    )
    hues = np.mod(60 * sixths, 360)
    green, red = (hues >= 75) & (hues <= 170), (hues >= 315) | (hues <= 20)
    return green, red, ~(green | red)


def _marks(places: NDArray[np.intp], shape: tuple[int, ...]) -> Marks:
    if not 0 < places.size <= MOST_OF_A_MARK * shape[0] * shape[1]:
        return NO_MARKS
    return Marks(*np.divmod(places.astype(np.int64), shape[1]))


MIN_CONTRAST = 40  # levels of grey between the two tones
MIDDLE = (0.3, 0.7)  # the range of middle tones between dark (0) and light (1): smoothed edges, photos
FREQUENT, STRONGEST = 0.6, 0.05  # shares of the pixels of a tone
FAINT, PLAIN = 0.05, 0.08  # maximum shares of middle tones: of all pixels, and of pixels on no edge


class Tones(NamedTuple):
    """The levels of grey of the two tones; the threshold is midway between them."""

    dark: int
    light: int
    middle: float  # the share of pixels with middle tones

    @property
    def threshold(self) -> int:
        """The first level that counts as light."""
        return (self.dark + self.light + 1) // 2

    @property
    def crisp(self) -> bool:
        """Whether there are no middle tones."""
        return self.middle == 0


def tones_of(pixels: Pixels) -> Tones:
    """Return the tones of a picture, without its marks.

    Otsu's threshold (1979) divides the levels of grey into two parts.  The tone of a part is its most
    frequent level.

    Raises
    ------
    PictureError
        If there is only one tone, or too many pixels have middle tones and are not on an edge.

    """
    grey = pixels.grey
    levels = histogram(grey)
    for marks in (pixels.green, pixels.red):
        levels -= np.bincount(grey[marks.rows, marks.columns], minlength=256)
    part = otsu(levels)
    dark, light = (_tone(levels[:part]), 255 - _tone(levels[part:][::-1])) if part else (0, 0)
    if light - dark < MIN_CONTRAST:
        raise PictureError("the picture has one tone only: there are no walls to see")
    low, high = (round(dark + share * (light - dark)) for share in MIDDLE)
    between = levels[low:high].sum() / max(1, levels.sum())
    tones = Tones(dark, light, float(between))
    if between > FAINT:
        plain = _plain_middle(grey, low, high)
        if plain > PLAIN:
            raise error_of(
                PictureError,
                "the picture has not two tones: {n:.0f} % of its pixels are neither dark nor light, "
                "and on no edge (a photo, or shaded? save it in black and white)",
                n=100 * plain,
            )
    return tones


def otsu(levels: NDArray[np.int64]) -> int:
    """Return the first level of the upper part by Otsu's method; 0 if there is only one level.

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
    """Return the tone of one part: its most frequent level, if it is frequent enough, else an extreme level.

    Lines thinner than a pixel have all levels; their tone is that of the strongest pixels.
    """
    mode = int(levels.argmax())
    total = levels.sum()
    if levels[max(0, mode - 2) : mode + 3].sum() >= FREQUENT * total:
        return mode
    return int(np.searchsorted(np.cumsum(levels), STRONGEST * total))


def walls_of(
    grey: NDArray[np.uint8], tones: Tones, *, dark: bool, marks: tuple[Marks, ...]
) -> NDArray[np.uint8]:
    """Return the part of each pixel that is wall, 0 to 255; marks are open."""
    ramp = np.clip((np.arange(256) - tones.light) / (tones.dark - tones.light), 0, 1)
    table = np.rint(255 * (ramp if dark else 1 - ramp)).astype(np.uint8)
    walls = table[grey]
    for mark in marks:
        walls[mark.rows, mark.columns] = 0
    return walls


def histogram(grey: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the number of pixels of each level, counted in pieces to save memory."""
    levels = np.zeros(256, np.int64)
    flat = grey.reshape(-1)
    for first in range(0, flat.size, 1 << 20):
        levels += np.bincount(flat[first : first + (1 << 20)], minlength=256)
    return levels


def _plain_middle(grey: NDArray[np.uint8], low: int, high: int) -> float:
    """Return the share of pixels with middle tones that have no dark or light neighbour."""
    between = (grey >= low) & (grey < high)
    edge = grown((grey < low) | (grey >= high))
    return float(np.count_nonzero(between & ~edge) / grey.size)


def grown(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return *mask* and all neighbours of its pixels, also diagonal ones."""
    wide = mask.copy()
    wide[1:] |= mask[:-1]
    wide[:-1] |= mask[1:]
    grown = wide.copy()
    grown[:, 1:] |= wide[:, :-1]
    grown[:, :-1] |= wide[:, 1:]
    return grown
