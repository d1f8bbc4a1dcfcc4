"""What sums of weights are worth: the lengths and costs of paths, from the sums of a chain of blocks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gridwalk.grids.cells import CellLike
from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import NONE
from gridwalk.keywords import Measure
from gridwalk.shrink.reduced import ReducedGraph


@dataclass(frozen=True)
class Scale:
    """The value of a path is ``(total - constant) / unit``, with *total* the weights of all its edges.

    The costs of corridors count half of either end cell, so that they are the same in both directions
    (`gridwalk.shrink.measures`); a path's cost counts its last cell whole and its first not at all.  Costs
    that are whole are counted in halves.

    Parameters
    ----------
    unit : int
    constant : int or float
    whole : bool
        Whether all values are integers.

    """

    unit: int = 1
    constant: int | float = 0
    whole: bool = True

    @classmethod
    def of(
        cls,
        grid: Grid,
        reduced: ReducedGraph,
        starts: Iterable[CellLike],
        exits: Iterable[CellLike],
        measure: Measure,
    ) -> Scale:
        """Return the scale of the paths of *reduced*, which was made from *starts* and *exits*."""
        if measure == "length" or not reduced.blocks:
            return cls()
        if not grid.step_costs.is_plain:
            return cls(whole=grid.step_costs.are_whole)
        if grid.costs is None:
            return cls(1, 0, whole=False) if grid.moves.has_diagonals else cls(2)
        costs = grid.costs.reshape(-1)
        whole = costs.dtype.kind != "f"
        first, last = reduced.blocks[0], reduced.blocks[-1]
        start = int(first.cell_of_junction[first.network.source])
        end = int(last.cell_of_junction[last.network.sink])
        # In halves, as for whole costs.
        if start == NONE:
            places = {*grid.open_cells_of(starts, "start")} - {*grid.open_cells_of(exits, "exits")}
            twice = 2 * max(costs[row * grid.columns + column].item() for row, column in places)
        else:
            twice = costs[start].item()
        if end != NONE:
            twice -= costs[end].item()
        return cls(2, twice) if whole else cls(1, twice / 2, whole=False)

    def value(self, total: int | float) -> int | float:
        """Return the value of a path whose edges weigh *total*; a whole one is rounded down."""
        if self.whole:
            return int((total - self.constant) // self.unit)
        return (total - self.constant) / self.unit
