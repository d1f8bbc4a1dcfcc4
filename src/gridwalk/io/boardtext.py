"""The content of a text: the parts of a board."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, ReadingWarning
from gridwalk.grids.moves import ROOK, Moves
from gridwalk.grids.ways import OneWay


class BoardText(NamedTuple):
    """The parts of a board in a text; `gridwalk.Board.from_text` makes the board."""

    form: str  # what it was read as, in words
    open_cells: NDArray[np.bool_]
    costs: NDArray[Any] | None = None
    one_way: Mapping[Cell, OneWay] = MappingProxyType({})
    start: Cell | None = None
    exits: tuple[Cell, ...] = ()
    moves: Moves | None = None  # if the format has its own
    walls: tuple[NDArray[np.bool_], NDArray[np.bool_]] | None = None  # between cells: right, below
    wrap: str | None = None
    diagonal: float | None = None
    portals: tuple[tuple[Any, ...], ...] | None = None
    picture: Any = None  # how the picture was read, where it was one
    tour: NDArray[np.int32] | None = None  # the cells of a path or tour that the file brings, (n, 2)
    remark: str = ""  # what whoever reads it should know

    def warn(self) -> None:
        """Issue the remark as a `ReadingWarning`."""
        if self.remark:
            warnings.warn(self.remark, ReadingWarning, stacklevel=3)

    def options(self) -> dict[str, Any]:
        """Return the keyword arguments of the board."""
        between = {"walls": self.walls, "wrap": self.wrap, "diagonal": self.diagonal, "portals": self.portals}
        return {
            "costs": self.costs,
            "one_way": self.one_way,
            "start": self.start,
            "exits": self.exits or None,
            "moves": self.moves or ROOK,
        } | {name: value for name, value in between.items() if value is not None}
