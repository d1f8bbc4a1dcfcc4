"""The verbs of a board about every cell at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.cells import CellLike
from gridwalk.grids.grid import Grid
from gridwalk.runtime.limits import Limits
from gridwalk.runtime.progress import ProgressLike

if TYPE_CHECKING:
    from gridwalk.search.flowfield import FlowField

Sources: TypeAlias = CellLike | Iterable[CellLike] | Mapping[CellLike, float]


class FieldVerbs(Grid):
    """Distances, flow fields, what can be reached, and islands."""

    def distances(
        self,
        start: Sources | None = None,
        *,
        exits: Sources | None = None,
        max_cost: float | None = None,
        measure: Literal["cost", "worst"] = "cost",
        seconds: float | None = None,
        progress: ProgressLike = None,
    ) -> NDArray[np.float64]:
        """Return the cost of a cheapest path from *start* to every cell, or from every cell to an exit.

        Parameters
        ----------
        start : cell, cells, or mapping of cell to number, optional
            Where paths start; of several cells the nearest counts.  A mapping gives each a value that is
            added to the cost of its paths.  Default: the start of the board.
        exits : cell, cells, or mapping of cell to number, optional
            Instead of *start*: where paths end; a goal's value is added, too, so that goals of lower values
            attract from farther away.  Where cells have costs or are one-way, the distance to a cell is
            not that from it, for a move costs what the entered cell costs.
        max_cost : float, optional
            Cells that cost more are infinite; the search ends there.
        measure : {"cost", "worst"}
            "worst": the cost of a path is that of its most expensive step, not the sum, and the cell where it
            starts counts, too (the minimax or bottleneck path).
        seconds, progress : optional
            As for `PathSet.within`.

        Returns
        -------
        float64 array, shape (rows, columns)
            Infinite where there is no path.

        Raises
        ------
        ArgumentError
            If both *start* and *exits* are given, *max_cost* is no number of 0 or more, or a value is not
            finite or so large that costs would be lost in a sum with it; if cells have values with *measure*
            "worst".
        WallCellError, OutsideBoardError
            If a cell is not an open cell.
        TimeLimitError
            If *seconds* are over.

        Notes
        -----
        Dijkstra's algorithm: O(cells) where all moves cost the same, or from cells without values where
        costs are within a factor of 250; else O(cells log cells).  Costs whose sums float64 does not hold
        exactly may exceed *max_cost* by a relative 1e-11.

        A board keeps its last four fields of *measure* "cost" without *max_cost*, up to 4 million cells
        together.  One made of it by `with_walls`, `with_open` or `with_costs` repairs them: O(cells whose
        distances change * log).

        Examples
        --------
        >>> from gridwalk import Board
        >>> Board.rectangle(2, 3).distances().tolist()
        [[0.0, 1.0, 2.0], [1.0, 2.0, 3.0]]
        >>> hill = Board.rectangle(1, 4, costs=[[1, 1, 7, 1]])
        >>> hill.distances((0, 3)).tolist(), hill.distances(exits=(0, 3)).tolist()
        ([[9.0, 8.0, 7.0, 0.0]], [[9.0, 8.0, 1.0, 0.0]])
        >>> hill.distances(exits={(0, 0): 0, (0, 3): -5}).tolist()
        [[0.0, 1.0, -4.0, -5.0]]
        >>> hill.distances((0, 3), measure="worst").tolist()
        [[7.0, 7.0, 7.0, 1.0]]

        """
        from gridwalk.search.flowfield import distances

        return distances(self, start, exits, max_cost, Limits(seconds, progress).watch(), measure)

    def flow_field(
        self,
        exits: Sources | None = None,
        *,
        max_cost: float | None = None,
        seconds: float | None = None,
        progress: ProgressLike = None,
    ) -> FlowField:
        """Return, for every cell, the next cell on a cheapest path to the nearest of *exits*, and its cost.

        One field serves any number of walkers, wherever they are: each goes to its next cell.

        Parameters
        ----------
        exits : cell, cells, or mapping of cell to number, optional
            As for `distances`.  Default: the exits of the board.
        max_cost, seconds, progress : optional
            As for `distances`.

        Returns
        -------
        FlowField
            ``field.next_cell``, ``field.next_move``, ``field.directions``, ``field.distances`` are arrays;
            ``field.path(cell)`` is a `Path`, ``field.flee()`` the field that leads away.

        Raises
        ------
        ArgumentError, WallCellError, OutsideBoardError, TimeLimitError
            As for `distances`.

        Notes
        -----
        The time of `distances`, and a look at every move: O(cells) more; repaired as they are.  Of several
        moves on cheapest paths it is the first in move order that leads nearer.

        Examples
        --------
        >>> from gridwalk import Board
        >>> print(Board.rectangle(3, 4).flow_field({(0, 0): 0, (2, 3): 1}))
        E←←↓
        ↑↑↑↓
        ↑↑→E

        """
        from gridwalk.search.flowfield import flow_field

        return flow_field(self, exits, max_cost, Limits(seconds, progress).watch())

    def reachable(self, start: CellLike | Iterable[CellLike] | None = None) -> NDArray[np.bool_]:
        """Return which cells can be reached from *start* (or any of several), the start included."""
        from gridwalk.search.query import Query
        from gridwalk.search.searches import reachable_cells

        starts = (self.start,) if start is None else self._open_cells_of(start, "start")
        return reachable_cells(Query(self, starts, (), Limits().watch())).reshape(self.shape)

    def islands(self) -> NDArray[np.int32]:
        """Return the islands of the board: sets of cells that can all reach one another.

        Without one-way cells these are the connected components, with them the strongly connected ones: two
        cells are on one island if paths lead from each to the other.

        Returns
        -------
        int32 array, shape (rows, columns)
            The number of each cell's island, from 0 on in the order of their first cells; -1 for walls.

        Notes
        -----
        O(cells).  Union-find, or Tarjan's algorithm (1972) where some move has no reverse.

        Examples
        --------
        >>> from gridwalk import Board
        >>> labels = Board.from_text(".#..\\n.#.#\\n##..").islands()
        >>> labels.tolist()
        [[0, -1, 1, 1], [0, -1, 1, -1], [-1, -1, 1, 1]]
        >>> np.bincount(labels[labels >= 0]).tolist()  # their sizes
        [2, 5]

        """
        from gridwalk.search.fields import islands

        return islands(self)
