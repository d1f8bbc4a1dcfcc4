"""The content of a text: the parts of a board."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.moves import ROOK, Moves
from gridwalk.ways import OneWay


class BoardText(NamedTuple):
    """The parts of a board in a text; `gridwalk.Board.from_text` makes the board."""

    form: str  # the name of the format
    open_cells: NDArray[np.bool_]
    costs: NDArray[Any] | None = None
    one_way: Mapping[Cell, OneWay] = MappingProxyType({})
    start: Cell | None = None
    exits: tuple[Cell, ...] = ()
    moves: Moves | None = None  # if the format has its own

    def options(self) -> dict[str, Any]:
        """Return the keyword arguments of the board."""
        return {
            "costs": self.costs,
            "one_way": self.one_way,
            "start": self.start,
            "exits": self.exits or None,
            "moves": self.moves or ROOK,
        }
