"""What checks and bounds must know of all costs of a grid, kept with it and repaired when some change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gridwalk.grids.checks import MAX_SUM
from gridwalk.grids.grid import Grid
from gridwalk.grids.repairs import Change
from gridwalk.runtime.cache import Key, Repairable

COSTS: Key[CostFacts] = Key("costs")
ROUNDING = 1e-9  # more than a sum in another order differs by, as a share of it


@dataclass(frozen=True)
class CostFacts(Repairable):
    """The costs of all open cells, in sum.

    Attributes
    ----------
    total : float
        Their sum, exact if they are whole.
    least, greatest : float
    number_of_least, number_of_greatest : int
        How many cells cost so much.

    """

    total: float
    least: float
    number_of_least: int
    greatest: float
    number_of_greatest: int

    @classmethod
    def of(cls, grid: Grid) -> CostFacts:
        """Return the facts of *grid*, which has costs; kept."""
        return grid._kept.get(COSTS, lambda: cls._made(grid))

    @classmethod
    def _made(cls, grid: Grid) -> CostFacts:
        assert grid.costs is not None
        entered = grid.costs[grid.open_cells]
        least, greatest = entered.min(), entered.max()
        numbers = (int(np.count_nonzero(entered == extreme)) for extreme in (least, greatest))
        total = float(entered.sum(dtype=np.float64))
        return cls(total, float(least), next(numbers), float(greatest), next(numbers))

    @classmethod
    def of_both(cls, change: Change) -> tuple[CostFacts, CostFacts]:
        """Return the facts before and after *change*; both are kept."""
        before = cls.of(change.before)
        if COSTS not in change.after._kept and (after := before.after(change)) is not None:
            change.after._kept.put(COSTS, after)
        return before, cls.of(change.after)

    def after(self, change: Change) -> CostFacts | None:
        """Return the facts of the changed grid; None if no cell has the least or the greatest cost."""
        cells = np.union1d(change.switched, change.priced)
        total, least, leasts = self.total, self.least, self.number_of_least
        greatest, greatests = self.greatest, self.number_of_greatest
        for grid, sign in ((change.before, -1), (change.after, 1)):
            if grid.costs is None:
                return None
            for cost in grid.costs.reshape(-1)[cells[grid.open_cells.reshape(-1)[cells]]].tolist():
                total += sign * cost
                if cost < least:
                    least, leasts = float(cost), 0
                if cost > greatest:
                    greatest, greatests = float(cost), 0
                leasts += sign * (cost == least)
                greatests += sign * (cost == greatest)
        return CostFacts(total, least, leasts, greatest, greatests) if min(leasts, greatests) > 0 else None

    def surely_fit(self, whole: bool, diagonal: float) -> bool:
        """Whether no cost, all *whole* or not, is lost in a sum for certain (`gridwalk.grids.checks`)."""
        room = min(1.0 if whole else self.least, 1 / max(1, diagonal))
        return self.total * (1 + ROUNDING) < MAX_SUM * room
