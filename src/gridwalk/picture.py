"""A picture of a maze, with its board: paths can be drawn on it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from gridwalk.board import Board
from gridwalk.errors import in_a_line
from gridwalk.io.picture.lattice import PictureReading
from gridwalk.reading import read_with_text

if TYPE_CHECKING:
    from gridwalk.answers.path import Path
    from gridwalk.keywords import TextOptions


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture of a maze, the board read from it, and how; `read_picture` makes it.

    Attributes
    ----------
    board : Board
        The board, with walls between cells if the picture has lines for walls.
    reading : PictureReading
        The lattice in pixels, the threshold, the openings of the border, the share of pixels that differ
        from the board; as text in one line.

    """

    board: Board
    reading: PictureReading

    def _repr_svg_(self) -> str | None:
        """The board, for notebooks; None for large boards, which are shown as text."""
        return self.board._repr_svg_()

    def __repr__(self) -> str:
        return in_a_line(f"<Picture: of {self.board!r}>")

    def draw(self, path: Path) -> bytes:
        """Return the picture with *path* drawn on it, as the content of a PNG file.

        A line along the middles of corridors, a green dot on the start and a pink one on the exit; larger
        ones in large pictures, so that they are seen.  Takes O(pixels + length) time.

        Parameters
        ----------
        path : Path
            A path or tour of the board.

        Raises
        ------
        ArgumentError
            If the board of *path* has another number of rows or columns.

        """
        from gridwalk.render.onto import png_onto

        return png_onto(self.reading, path)


def read_picture(
    path: str | os.PathLike[str], *, wall: str | None = None, **options: Unpack[TextOptions]
) -> Picture:
    """Return the picture of a maze in the file *path*, with its board.

    Mazes of squares are read: with walls as wide as corridors (down to one pixel a cell), or with lines
    for walls.  Edges may be smooth, pitches need not be whole numbers, JPEG is read too.  Takes
    O(pixels) time; pictures have at most 100 million.

    Parameters
    ----------
    path : str or path-like
        A PNG file, or JPEG, GIF, BMP, TIFF, WebP, PBM, PGM or PPM; ``-`` is standard input.
    wall : str, optional
        The tone of walls, "dark" or "light".  By default the tone that closes the border.
    **options
        As for `Board`: moves, start, exits.  By default a green mark is the start and red marks are the
        exits; where there are none, the two openings of the border, the upper or left one first.

    Raises
    ------
    BoardFileError
        If the file cannot be read, or shows no such maze (a photo, skewed, round, drawn by hand), or if
        start and exits are neither given nor marked, and the openings are not two; the message lists them.

    Examples
    --------
    >>> picture = read_picture("maze.png")  # doctest: +SKIP
    >>> print(picture.reading)  # doctest: +SKIP
    picture of 20 x 30 cells of 16 pixels, walls of 2 between them, threshold 128, 0 % of pixels differ
    >>> path = picture.board.paths().shortest()  # doctest: +SKIP
    >>> pathlib.Path("solved.png").write_bytes(picture.draw(path))  # doctest: +SKIP

    """
    board, text = read_with_text(path, format="picture", wall=wall, **options)
    return Picture(board, text.picture)
