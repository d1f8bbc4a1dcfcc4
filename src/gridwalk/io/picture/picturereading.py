"""What was read of a picture: enough to describe it, and to draw on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gridwalk.errors import Cell

if TYPE_CHECKING:
    from gridwalk.io.picture.lattice import Lattice


@dataclass(frozen=True, kw_only=True)
class PictureReading:
    """How a picture was read as a board.

    Attributes
    ----------
    data : bytes
        The file.
    lattice : Lattice
        Where the cells are, in pixels.
    shape : tuple of int
        Rows and columns of the board.
    threshold : int
        The first level of grey, of 0 to 255, that counts as light.
    walls_are_dark : bool
        Whether walls are the dark part.
    differing : float
        The share of pixels that differ from the board drawn on its lattice; in smoothed pictures,
        pixels beside an edge are not counted.
    openings : tuple of cells
        The openings of the border.

    """

    data: bytes = field(repr=False)
    lattice: Lattice
    shape: tuple[int, int]
    threshold: int
    walls_are_dark: bool
    differing: float
    openings: tuple[Cell, ...]

    def __str__(self) -> str:
        """Return the reading in one line."""
        rows, columns = self.shape
        across = self.lattice.columns
        size = f"{across.pitch:.3g} pixel{'s' * (across.pitch != 1)}"
        walls = f", walls of {across.wall:.3g} between them" if across.wall else ""
        tone = "" if self.walls_are_dark else ", light walls"
        return (
            f"picture of {rows} x {columns} cells of {size}{walls}{tone}, threshold {self.threshold}, "
            f"{_percent(self.differing)} of pixels differ"
        )


def _percent(share: float) -> str:
    return "0 %" if share == 0 else "under 0.1 %" if share < 0.001 else f"{100 * share:.1f} %"
