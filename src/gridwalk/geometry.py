"""What a shortcut may assume of a grid.  Whoever looks past the legal-move table asks this first.

The table knows all rules.  A shortcut that reads open cells and moves instead - bit maps of lines, a plane
swept cell by cell, a theorem about rectangles - is right only where nothing else decides.  With walls
between cells, or cells taken out without their corners counting as walls, it must step aside.
"""

from __future__ import annotations

from dataclasses import dataclass

from gridwalk.moves import ROOK, Moves


@dataclass(frozen=True)
class Geometry:
    """Facts about a grid that its legal-move table does not show at a glance.

    Attributes
    ----------
    cells_decide : bool
        Whether the table follows from open cells, moves and one-way cells alone.
    undirected : bool
        Whether every move can be made back.
    every_cell_is_open : bool
        Whether there is no wall and no one-way cell.
    stencil : frozenset of (d_row, d_column)
        The moves, in no order.

    """

    cells_decide: bool
    undirected: bool
    every_cell_is_open: bool
    stencil: frozenset[tuple[int, int]]

    @property
    def open_rectangle(self) -> bool:
        """Whether this is a whole rectangle, all of its cells joined by all of the moves."""
        return self.cells_decide and self.every_cell_is_open

    def has_moves_of(self, moves: Moves) -> bool:
        """Whether the moves are those of *moves*, in whatever order."""
        return self.stencil == set(moves.deltas)

    @property
    def is_planar(self) -> bool:
        """Whether paths are those of a plane grid graph: rook moves, both ways, decided by the cells."""
        return self.cells_decide and self.undirected and self.has_moves_of(ROOK)
