"""What keyword arguments may be, for type checkers: they find a misspelt word before the program runs.

At run time each argument is checked where it is used.  The tables there are the truth, and
`tests/test_typing.py` holds these against them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from gridwalk.cells import CellLike
    from gridwalk.moves import Moves

Measure = Literal["length", "cost"]
Explained = Literal["find", "shortest", "longest", "count", "lengths", "sample"]


class BoardOptions(TypedDict, total=False):
    """What `Board` takes besides its open cells."""

    moves: Moves
    costs: ArrayLike | None
    one_way: Mapping[Any, tuple[int, int]] | None
    start: CellLike | None
    exits: CellLike | Iterable[CellLike] | None


class TextOptions(TypedDict, total=False):
    """What `Board` takes besides what a text says, of which *costs* is a question of its own."""

    moves: Moves
    one_way: Mapping[Any, tuple[int, int]] | None
    start: CellLike | None
    exits: CellLike | Iterable[CellLike] | None


class BoardChanges(BoardOptions, total=False):
    """What `Board.replace` takes."""

    open_cells: ArrayLike
