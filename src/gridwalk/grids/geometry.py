"""Facts about a grid for shortcuts that do not read its legal-move table.

The table contains all rules.  Some algorithms read the open cells and the moves instead: bit maps for jump
points, the listing of a rook's paths, theorems about rectangles.  They are correct only if open
cells and moves determine the table; walls between cells or a `GridWithout` break that.
"""

from __future__ import annotations

from dataclasses import dataclass

from gridwalk.grids.moves import ROOK, Moves


@dataclass(frozen=True)
class Geometry:
    """Facts about a grid that are expensive to read from its legal-move table.

    Attributes
    ----------
    cells_decide : bool
        Whether the table follows from open cells, moves and one-way cells alone.
    undirected : bool
        Whether the rules alone show that every move has a reverse move: `Grid.symmetric` reads the table.
    every_cell_is_open : bool
        Whether the grid has no wall and no one-way cell.
    is_wrapped : bool
        Whether some sides of the grid meet.
    has_portals : bool
        Whether cells have moves of their own.
    stencil : frozenset of (d_row, d_column)
        The moves, in no order.

    """

    cells_decide: bool
    undirected: bool
    every_cell_is_open: bool
    is_wrapped: bool
    has_portals: bool
    stencil: frozenset[tuple[int, int]]

    @property
    def open_rectangle(self) -> bool:
        """Whether the grid is a whole rectangle with all its moves."""
        return self.cells_decide and self.every_cell_is_open

    def has_moves_of(self, moves: Moves) -> bool:
        """Whether the moves are those of *moves*, in whatever order."""
        return self.stencil == set(moves.deltas)

    @property
    def is_planar(self) -> bool:
        """Whether the grid is an undirected plane grid graph: the rook's moves, or those left by walls."""
        return not (self.is_wrapped or self.has_portals) and self.undirected and self.has_moves_of(ROOK)
