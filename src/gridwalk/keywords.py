"""Types of keyword arguments, for type checkers, and default values that several modules share.

At run time, arguments are checked where they are used; `tests/sets/test_typing.py` compares these types with
the tables there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from gridwalk.board.cells import CellLike
    from gridwalk.board.legal import OneWay
    from gridwalk.board.moves import Moves
    from gridwalk.board.passages import Wrap

GLYPHS = ".#"  # the default characters of an open cell and a wall
# The formats of network files, by their endings.
NETWORK_ENDINGS = {
    ".edges": "edges", ".edgelist": "edges", ".arcs": "arcs", ".adjlist": "adjlist", ".gr": "dimacs",
    ".col": "dimacs", ".dimacs": "dimacs", ".gml": "gml", ".graphml": "graphml", ".gexf": "gexf",
    ".dot": "dot", ".gv": "dot", ".g6": "graph6", ".s6": "sparse6",
}  # fmt: skip
TERRAIN = ".GS"  # the characters of MovingAI maps that are open by default: ground (two letters) and swamp
BATCH_CELLS = 1 << 17  # cells in a batch of paths: a megabyte, which fits into the cache of a processor
Measure = Literal["length", "cost"]
Variable = Literal["length", "cost", "turns"]
Least = Literal["length", "cost", "turns", "worst"]
Layout = Literal["odd", "even"]
Explained = Literal["find", "shortest", "longest", "count", "lengths", "sample", "in_order"]


class TextOptions(TypedDict, total=False):
    """The arguments of `Board` that may accompany a text."""

    moves: Moves | str
    diagonal: float | None
    one_way: Mapping[Any, OneWay] | None
    walls: Sequence[ArrayLike] | None
    wrap: Wrap | None
    portals: Iterable[Any]
    levels: Any
    start: CellLike | None
    exits: CellLike | Iterable[CellLike] | None


class BoardOptions(TextOptions, total=False):
    """The arguments of `Board` besides its open cells."""

    costs: ArrayLike | None


class BoardChanges(BoardOptions, total=False):
    """The arguments of `Board.replace`."""

    open_cells: ArrayLike
