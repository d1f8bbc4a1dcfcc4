"""A path on the picture that its board was read from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.draw.colours import Colour, colour
from gridwalk.errors import ArgumentError
from gridwalk.io.picture.lattice import PictureReading
from gridwalk.io.picture.pixels import decoded, on_white

if TYPE_CHECKING:
    from PIL import Image

    from gridwalk.answers.cellsequence import CellSequence

LINE, MARK = 0.3, 0.35  # the width of the line and the radius of marks, in corridors
LEAST_MARK = 1 / 250  # the radius of marks in large pictures, as a share of their longer side
SMOOTH = 8  # a mark is drawn larger by this factor, and reduced


def image_onto(picture: PictureReading, path: CellSequence) -> Image.Image:
    """Return the picture with *path* as a line along the middles of cells, and marks on start and exit.

    O(pixels + length) time.  Raises `ArgumentError` if board and picture differ in their cells.
    """
    if path.board.shape != picture.shape:
        rows, columns = picture.shape
        raise ArgumentError("path", path, f"on a board of {rows} x {columns}, as the picture has")
    image = on_white(decoded(picture.data))
    down, across = picture.lattice[:2]
    corridor = min(axis.pitch - axis.wall for axis in (down, across))
    width = max(1, round(LINE * corridor))
    line = colour("path", dark=not picture.walls_are_dark)
    cells = np.concatenate([path.cells, path.cells[:1]]) if path.closed else path.cells
    if (np.abs(np.diff(path.cells, axis=0)).sum(axis=1) == 1).all():  # up, down, left or right by one cell
        image.paste(line, mask=_line_of_rectangles(picture, cells, width, image.size))
    else:
        _polyline(image, picture, cells, width, line)
    radius = max(MARK * corridor, LEAST_MARK * max(image.size), 0.75)
    ends = [("start", path.start)] if path.closed else [("end", path.end), ("start", path.start)]
    for name, (row, column) in ends:
        middle = float(across.middles()[column]), float(down.middles()[row])
        _disc(image, middle, radius, colour(name, dark=not picture.walls_are_dark))
    return image


def _line_of_rectangles(
    picture: PictureReading, cells: NDArray[np.int32], width: int, size: tuple[int, int]
) -> Image.Image:
    """Return the mask of the pixels of a line with right angles only."""
    from PIL import Image

    rows, columns = picture.shape
    parts = np.zeros((2 * rows + 1, 2 * columns + 1), np.bool_)  # cells at odd places, steps between them
    parts[tuple((2 * cells + 1).T)] = True
    parts[tuple((cells[1:] + cells[:-1] + 1).T)] = True
    for axis, (lattice, pixels) in enumerate(zip(picture.lattice[:2], size[::-1], strict=True)):
        first = np.floor(lattice.middles() - width / 2 + 0.5).astype(np.int64)
        bounds = np.stack([first, first + width], axis=1).reshape(-1)
        parts = np.take(parts, np.searchsorted(bounds, np.arange(pixels), side="right"), axis=axis)
    return Image.fromarray(parts.view(np.uint8) * np.uint8(255))


def _polyline(
    image: Image.Image, picture: PictureReading, cells: NDArray[np.int32], width: int, line: Colour
) -> None:
    """Draw the line from middle to middle, for moves of any kind."""
    from PIL import ImageDraw

    # Coordinates of Pillow are middles of pixels.
    down, across = (axis.middles()[cells[:, i]] - 0.5 for i, axis in enumerate(picture.lattice[:2]))
    points = np.stack([across, down], axis=1).reshape(-1).tolist()
    ImageDraw.Draw(image).line(points, fill=line, width=width, joint="curve" if width > 2 else None)


def _disc(image: Image.Image, middle: tuple[float, float], radius: float, fill: Colour) -> None:
    """Draw a disc with smooth edges."""
    from PIL import Image, ImageDraw

    left, top = (int(np.floor(place - radius)) - 1 for place in middle)
    side = int(np.ceil(2 * radius)) + 3
    mask = Image.new("L", (side * SMOOTH, side * SMOOTH))
    x, y = (SMOOTH * (place - corner) - 0.5 for place, corner in zip(middle, (left, top), strict=True))
    reach = SMOOTH * radius
    ImageDraw.Draw(mask).ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)
    image.paste(fill, (left, top), mask.reduce(SMOOTH))
