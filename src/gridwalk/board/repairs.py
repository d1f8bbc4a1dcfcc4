"""Repairs: what a board with a few changed cells takes over from the board before the change.

The legal-move table and the values in the cache of a board (solvers, distance fields) took time in
proportion to its size.  A changed copy takes them over, and repairs each on first use: arrays are copied,
then changed in a few cells.  A value in the cache that can be repaired has a method ``after``; all others are
made again.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import MAX_SUM
from gridwalk.board.legal import cells_around
from gridwalk.board.passages import HexWalls
from gridwalk.runtime.cache import Key
from gridwalk.runtime.memory import copied

if TYPE_CHECKING:
    from gridwalk.board.board import Board

Flat = NDArray[np.int64]  # cells as flat indices
NO_CELLS = np.empty(0, np.int64)
MOST_REPAIRED = 64  # cells: changes in more do not wait for a repair, which is made at once, or never


class Change:
    """The cells in which a board may differ from an older one, whose cache it took over.

    It has no reference to the older board, as the boards of a long game would form a chain, and a weak one to
    the new board, whose cache holds it.

    Attributes
    ----------
    switched : int64 array
        The cells that were opened or closed, some perhaps more than once.
    priced : int64 array
        The cells of which the entry of the costs is another.
    beside : int64 array
        The cells beside walls between cells that came or went.
    is_repriced : bool
        Whether the minimum or the maximum cost is another.

    """

    def __init__(self, after: Board, switched: Flat, priced: Flat, beside: Flat, is_repriced: bool) -> None:
        self._after = weakref.ref(after)
        self.switched, self.priced, self.beside, self.is_repriced = switched, priced, beside, is_repriced

    @property
    def after(self) -> Board:
        """The new board."""
        board = self._after()
        assert board is not None
        return board

    @cached_property
    def moved(self) -> Flat:
        """The cells of which the legal moves may be others."""
        cells = [*self.switched.tolist(), *self.beside.tolist()]
        return cells_around(cells, self.after.moves, self.after.shape)

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


COSTS: Key[CostFacts] = Key("costs")
ROUNDING = 1e-9  # more than a sum in another order differs by, as a share of it


@dataclass(frozen=True)
class CostFacts:
    """Facts about the costs of all open cells.

    Attributes
    ----------
    total : float
        Their sum, exact if they are whole.
    least, greatest : float
    number_of_least, number_of_greatest : int
        The numbers of cells with these costs.

    """

    total: float
    least: float
    number_of_least: int
    greatest: float
    number_of_greatest: int

    @classmethod
    def of(cls, board: Board) -> CostFacts:
        """Return the facts of *board*, which has costs, from its cache."""
        return board._kept.get(COSTS, lambda: cls._made(board))

    @classmethod
    def _made(cls, board: Board) -> CostFacts:
        assert board.costs is not None
        entered = board.costs[board.open_cells]
        least, greatest = entered.min(), entered.max()
        numbers = (int(np.count_nonzero(entered == extreme)) for extreme in (least, greatest))
        total = float(entered.sum(dtype=np.float64))
        return cls(total, float(least), next(numbers), float(greatest), next(numbers))

    def after(self, board: Board, new: Board, cells: Flat) -> CostFacts | None:
        """Return the facts of *new*, which differs from *board* in *cells*, each once.

        None if no cell has the minimum or the maximum cost any more.
        """
        total, least, leasts = self.total, self.least, self.number_of_least
        greatest, greatests = self.greatest, self.number_of_greatest
        for one, sign in ((board, -1), (new, 1)):
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
        """Whether no cost, all *whole* or not, is lost in a sum for certain (`gridwalk.board.checks`)."""
        unit = min(1.0 if whole else self.least, 1 / max(1, diagonal))
        return self.total * (1 + ROUNDING) < MAX_SUM * unit


def take_over(board: Board, new: Board, switched: Flat, priced: Flat, beside: Flat) -> None:
    """Give *new* the legal-move table and the cache of *board*, to be repaired on first use.

    The cells *switched* and *priced* are as for `Change`, *beside* are both cells of each wall between cells
    that comes or goes.
    """
    older, computed = board._older_table, vars(board)
    if "_moves_of_cell" in computed:
        older = board._moves_of_cell, []
    if "_step_costs" in computed and new.costs is None:  # then they depend on the moves only
        new._set(_step_costs=board._step_costs, _delta_of_move=board._delta_of_move)
    if older is not None and not isinstance(new.walls, HexWalls):
        cells = [*older[1], *switched.tolist(), *beside.tolist()]
        new._set(_older_table=(older[0], cells))
        if len(cells) > MOST_REPAIRED:
            _ = new._moves_of_cell
    if len(board._kept):
        is_repriced = new.costs is not None and _reprices(board, new, switched, priced)
        new._kept.take_over(board._kept, Change(new, switched, priced, beside, is_repriced))


def _reprices(board: Board, new: Board, switched: Flat, priced: Flat) -> bool:
    """Return whether the minimum or maximum cost of *new* is another; put its `CostFacts` into its cache."""
    before = CostFacts.of(board)
    after = before.after(board, new, np.union1d(switched, priced))
    if after is None:
        return True
    new._kept.put(COSTS, after)
    return (before.least, before.greatest) != (after.least, after.greatest)
