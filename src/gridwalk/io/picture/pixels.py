"""The pixels of a picture: how dark each is, and which are marks in colour."""

from __future__ import annotations

import io
import re
import warnings
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import PictureError
from gridwalk.io.content import Content, Fit

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 100_000_000  # 10,000 x 10,000; reading takes up to 15 bytes a pixel
FORMS = ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP", "PPM")
TRANSPARENT = ("LA", "La", "PA", "RGBA", "RGBa")  # modes of Pillow
COLOURED = 60  # the difference of the strongest and the weakest of red, green and blue in a mark
MANY = 0.2  # a colour on a larger share of the pixels is the colour of walls or floor, not of marks
LIGHT = 255

_MAGIC = re.compile(
    rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|II\*\0|MM\0\*|RIFF....WEBP|BM.{4}\0\0\0\0"
    rb"|P[1-6]\s+(?:#[^\n]*\n\s*)*\d+\s+(?:#[^\n]*\n\s*)*\d+\s",
    re.DOTALL,
)


class Marks(NamedTuple):
    """Pixels in one colour, as rows and columns."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]


class Pixels(NamedTuple):
    """A picture, in grey on white ground."""

    grey: NDArray[np.uint8]  # 0: black
    green: Marks
    red: Marks


NO_MARKS = Marks(np.zeros(0, np.int64), np.zeros(0, np.int64))


def fit_picture(content: Content) -> Fit:
    """Return whether the content begins as a file of pixels does: `FORMS`."""
    return Fit.SURE if content.data is not None and is_picture(content.data) else Fit.NO


def is_picture(data: bytes) -> bool:
    """Whether *data* begins as a file of pixels does."""
    return _MAGIC.match(data[:4096]) is not None


def decoded(data: bytes) -> Image.Image:
    """Return the picture in *data*, as viewers turn it.

    Raises
    ------
    PictureError
        If it is damaged, has more than `MAX_PIXELS` pixels (checked before they are decoded), or
        several frames.

    """
    from PIL import Image, ImageOps

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of Pillow's own limit of pixels, and of odd metadata
            picture = Image.open(io.BytesIO(data), formats=FORMS)
            _check_size(picture)
            picture.load()
            return ImageOps.exif_transpose(picture) if picture.format != "PPM" else picture
    except PictureError:
        raise
    except Image.DecompressionBombError:
        raise PictureError(f"the picture has more than {MAX_PIXELS:,} pixels, the maximum") from None
    except MemoryError:
        raise
    except Exception as error:  # decoders raise a dozen kinds of errors for damaged files
        words = str(error).strip().splitlines()
        reason = f" ({words[0][:100]})" if words and "BytesIO" not in words[0] else ""
        raise PictureError(f"the picture is damaged or of an unknown kind{reason}") from None


def _check_size(picture: Image.Image) -> None:
    width, height = picture.size
    if width * height > MAX_PIXELS:
        raise PictureError(
            f"the picture has {width:,} x {height:,} pixels, more than {MAX_PIXELS:,}, the maximum"
        )
    frames = getattr(picture, "n_frames", 1)
    if frames > 1:
        raise PictureError(
            f"the picture has {frames} frames: save the one with the board as a file of its own"
        )


def pixels_of(picture: Image.Image) -> Pixels:
    """Return the grey values of a picture, and its marks in green and red."""
    mode = picture.mode
    if mode == "1":
        return Pixels(np.asarray(picture).astype(np.uint8) * np.uint8(LIGHT), NO_MARKS, NO_MARKS)
    if mode.startswith(("I", "F")):
        return Pixels(_of_16_bits(picture), NO_MARKS, NO_MARKS)
    if mode == "L" and "transparency" not in picture.info:
        return Pixels(np.asarray(picture), NO_MARKS, NO_MARKS)
    if mode == "P" and "transparency" not in picture.info:
        return _of_palette(picture)
    picture = on_white(picture)
    red, green, blue = (np.asarray(band) for band in picture.split())
    grey = np.asarray(picture.convert("L"))
    strongest = np.maximum(np.maximum(red, green), blue)
    coloured = strongest - np.minimum(np.minimum(red, green), blue) >= COLOURED
    places = np.flatnonzero(coloured)
    if not places.size:
        return Pixels(grey, NO_MARKS, NO_MARKS)
    hues = _hues(*(band.reshape(-1)[places].astype(np.int32) for band in (red, green, blue)))
    return Pixels(grey, *(_marks(places[mask], grey.shape) for mask in _classes(hues)))


def on_white(picture: Image.Image) -> Image.Image:
    """Return a picture in red, green and blue, on white where it is transparent."""
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
    """Return the pixels of a palette of colours; each colour is looked at once."""
    indices = np.asarray(picture)
    table = np.zeros((256, 3), np.int32)
    colours = np.array(picture.getpalette("RGB") or [], np.int32).reshape(-1, 3)[:256]
    table[: len(colours)] = colours
    grey = ((table @ np.array([19595, 38470, 7471]) + 0x8000) >> 16).astype(np.uint8)
    strong = np.flatnonzero(table.max(axis=1) - table.min(axis=1) >= COLOURED)
    marks = [NO_MARKS, NO_MARKS]
    if strong.size:
        for i, mask in enumerate(_classes(_hues(*table[strong].T))):
            if mask.any():
                chosen = np.zeros(256, np.bool_)
                chosen[strong[mask]] = True
                marks[i] = _marks(np.flatnonzero(chosen[indices]), indices.shape)
    return Pixels(grey[indices], *marks)


def _hues(red: NDArray[np.int32], green: NDArray[np.int32], blue: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return hues in degrees, 0 for red and 120 for green; the colours have different parts."""
    strongest = np.maximum(np.maximum(red, green), blue)
    spread = strongest - np.minimum(np.minimum(red, green), blue)
    sixths = np.where(
        strongest == red,
        (green - blue) / spread,
        np.where(strongest == green, 2 + (blue - red) / spread, 4 + (red - green) / spread),
    )
    hues: NDArray[np.float64] = np.mod(60 * sixths, 360)
    return hues


def _classes(hues: NDArray[np.float64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which hues are green and which are red, both in a wide sense (pink and dark green, too)."""
    return (hues >= 75) & (hues <= 170), (hues >= 315) | (hues <= 20)


def _marks(places: NDArray[np.intp], shape: tuple[int, ...]) -> Marks:
    if not 0 < places.size <= MANY * shape[0] * shape[1]:
        return NO_MARKS
    return Marks(*np.divmod(places.astype(np.int64), shape[1]))
