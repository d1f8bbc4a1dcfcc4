"""Types of keyword arguments, so that type checkers find misspelt words.

At run time each argument is checked where it is used; `tests/test_typing.py` compares these types with the
tables there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from gridwalk.grids.cells import CellLike
    from gridwalk.grids.moves import Moves
    from gridwalk.grids.walls import Wrap
    from gridwalk.grids.ways import OneWay

Measure = Literal["length", "cost"]
Variable = Literal["length", "cost", "turns"]
Explained = Literal["find", "shortest", "longest", "count", "lengths", "sample", "in_order"]


class BoardOptions(TypedDict, total=False):
    """The arguments of `Board` besides its open cells."""

    moves: Moves
    costs: ArrayLike | None
    diagonal: float | None
    one_way: Mapping[Any, OneWay] | None
    walls: Sequence[ArrayLike] | None
    wrap: Wrap | None
    portals: Iterable[Any]
    start: CellLike | None
    exits: CellLike | Iterable[CellLike] | None


class TextOptions(TypedDict, total=False):
    """The arguments of `Board` that may accompany a text."""

    moves: Moves
    diagonal: float | None
    one_way: Mapping[Any, OneWay] | None
    walls: Sequence[ArrayLike] | None
    wrap: Wrap | None
    portals: Iterable[Any]
    start: CellLike | None
    exits: CellLike | Iterable[CellLike] | None


class BoardChanges(BoardOptions, total=False):
    """The arguments of `Board.replace`."""

    open_cells: ArrayLike
