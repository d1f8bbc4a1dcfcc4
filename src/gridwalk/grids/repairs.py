"""Grids made of another by a change in a few of its cells, with what was kept repaired.

What a grid keeps (its legal-move table, the solvers of `gridwalk.search`) was made in time in proportion to
the board.  A changed copy takes it over, and repairs it when it is first asked for: arrays are copied as they
are, and changed in a few cells.  What lasts has a method ``after``; all else is made again.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.checks import MAX_SUM
from gridwalk.grids.grid import CHANGES, Grid
from gridwalk.grids.legal import cells_around, steps_to
from gridwalk.runtime.cache import Cache, Key
from gridwalk.runtime.memory import copied

G = TypeVar("G", bound=Grid)
Flat = NDArray[np.int64]  # cells as flat indices
NO_CELLS = np.empty(0, np.int64)
MOST_REPAIRED = 64  # cells from which on what waits for a repair is made anew


class Change:
    """In which cells a grid may differ from an older one, of which something was kept.

    The older one is not held: boards of a long game would hold one another.  Nor is the new one, which holds
    this.

    Attributes
    ----------
    switched : int64 array
        The cells that were opened or closed, some perhaps more than once.
    priced : int64 array
        The cells of which the entry of the costs is another.
    beside : int64 array
        The cells beside walls between cells that came or went.
    is_repriced : bool
        Whether the least or the greatest cost is another.

    """

    def __init__(self, after: Grid, switched: Flat, priced: Flat, beside: Flat, is_repriced: bool) -> None:
        self._after = weakref.ref(after)
        self.switched, self.priced, self.beside, self.is_repriced = switched, priced, beside, is_repriced

    @property
    def after(self) -> Grid:
        """The new grid, which is asked for what it keeps."""
        grid = self._after()
        assert grid is not None
        return grid

    @cached_property
    def moved(self) -> Flat:
        """The cells of which the legal moves may be others."""
        cells = [*self.switched.tolist(), *self.beside.tolist()]
        return cells_around(cells, self.after.moves, self.after.shape)

    @property
    def most_moved(self) -> int:
        """At least as many as `moved`, without naming them."""
        return (len(self.switched) + len(self.beside)) * len(steps_to(self.after.moves))

    def then(self, later: Change) -> Change | None:
        """Return this change and a *later* one as one; None above `MOST_REPAIRED` cells: all is made anew."""
        names = "switched", "priced", "beside"
        switched, priced, beside = (
            np.concatenate([getattr(one, name) for one in (self, later)]) for name in names
        )
        is_repriced = self.is_repriced or later.is_repriced
        if len(switched) + len(priced) + len(beside) > MOST_REPAIRED:
            return None
        return Change(later.after, switched, priced, beside, is_repriced)


def with_entries(array: NDArray[Any], places: Flat, values: Any) -> NDArray[Any]:
    """Return a read-only copy of *array* with *values* at flat *places*; where there are none, *array*."""
    if not len(places):
        return array
    copy = copied(array)
    copy.reshape(-1)[places] = values
    copy.flags.writeable = False
    return copy


def changed(
    grid: G,
    parts: Mapping[str, Any],
    *,
    switched: Flat = NO_CELLS,
    priced: Flat = NO_CELLS,
    beside: Flat = NO_CELLS,
) -> G:
    """Return *grid* with other *parts*, which are checked, and others in the cells named only.

    *parts* are values of some of `CHANGES`, as the constructor would keep them; *switched*, *priced* are as
    for `Change`; *beside* are both cells of each wall that comes or goes.  A subclass with a constructor of
    its own, and a grid with portals or moves that slide, make the new grid in full.
    """
    kind = type(grid)
    in_full = grid.portals or grid.moves.slides
    if in_full or kind.__init__ is not Grid.__init__ or kind.__new__ is not object.__new__:
        return grid.replace(**parts)
    new, known = object.__new__(kind), dict(vars(grid))
    keep = vars(new)
    for name in (*CHANGES, "_path_type", "shape", "rows", "columns", "size", "_delta_of_move"):
        if name in known:
            keep[name] = known[name]
    keep.update(parts)
    keep["_kept"] = Cache()
    if new.costs is None and "_step_costs" in known:
        keep["_step_costs"] = known["_step_costs"]  # without costs they are those of the moves
    if "open_count" in known:
        opened = int(np.count_nonzero(new.open_cells.reshape(-1)[switched]))
        keep["open_count"] = known["open_count"] + 2 * opened - len(switched)
    table, cells = known.get("_unmended", (known.get("_moves_of_cell"), []))
    if table is not None:
        keep["_unmended"] = table, (cells := [*cells, *switched.tolist(), *beside.tolist()])
        if len(cells) > MOST_REPAIRED:
            _ = new._moves_of_cell
    if len(grid._kept):
        is_repriced = new.costs is not None and _reprices(grid, new, switched, priced)
        new._kept.take_over(grid._kept, Change(new, switched, priced, beside, is_repriced))
    return new


def _reprices(grid: Grid, new: Grid, switched: Flat, priced: Flat) -> bool:
    """Whether the least or the greatest cost of *new* is another; its `CostFacts` are kept."""
    before = CostFacts.of(grid)
    after = before.after(grid, new, np.union1d(switched, priced))
    if after is None:
        return True
    new._kept.put(COSTS, after)
    return (before.least, before.greatest) != (after.least, after.greatest)


COSTS: Key[CostFacts] = Key("costs")
ROUNDING = 1e-9  # more than a sum in another order differs by, as a share of it


@dataclass(frozen=True)
class CostFacts:
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

    def after(self, grid: Grid, new: Grid, cells: Flat) -> CostFacts | None:
        """Return the facts of *new*, which differs from *grid* in *cells*, each once.

        None if no cell has the least or the greatest cost any more.
        """
        total, least, leasts = self.total, self.least, self.number_of_least
        greatest, greatests = self.greatest, self.number_of_greatest
        for one, sign in ((grid, -1), (new, 1)):
            assert one.costs is not None
            for cost in one.costs.reshape(-1)[cells[one.open_cells.reshape(-1)[cells]]].tolist():
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
