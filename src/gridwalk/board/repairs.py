"""Repairs: a board with a few changed cells reuses the table and the cache of the board before the change.

The time to compute the legal-move table and the cached values of a board (solvers, distance fields) is
proportional to its size.  A changed copy takes them over and repairs each on first use: it copies arrays and
changes a few cells.  A cached value that can be repaired has a method ``after``; all others are computed
again.
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
MOST_REPAIRED = 64  # maximum number of changed cells that wait for a repair


class Change:
    """The cells in which a board may differ from an older board, whose cache it took over.

    The object has no reference to the older board: otherwise the boards of a long game would form a chain.
    It has a weak reference to the new board, whose cache holds it.

    Attributes
    ----------
    switched : int64 array
        The cells that were opened or closed, possibly with repeats.
    priced : int64 array
        The cells with a changed entry in the costs.
    beside : int64 array
        The cells beside walls between cells that were added or removed.
    is_repriced : bool
        Whether the minimum or the maximum cost changed.

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
        """The cells whose legal moves may have changed."""
        cells = [*self.switched.tolist(), *self.beside.tolist()]
        return cells_around(cells, self.after.moves, self.after.shape)

    def then(self, later: Change) -> Change | None:
        """Return this change combined with a *later* one, or None above `MOST_REPAIRED` cells."""
        names = "switched", "priced", "beside"
        switched, priced, beside = (
            np.concatenate([getattr(one, name) for one in (self, later)]) for name in names
        )
        is_repriced = self.is_repriced or later.is_repriced
        if len(switched) + len(priced) + len(beside) > MOST_REPAIRED:
            return None
        return Change(later.after, switched, priced, beside, is_repriced)


def with_entries(array: NDArray[Any], places: Flat, values: Any) -> NDArray[Any]:
    """Return a read-only copy of *array* with *values* at flat *places*; without places, *array* itself."""
    if not len(places):
        return array
    copy = copied(array)
    copy.reshape(-1)[places] = values
    copy.flags.writeable = False
    return copy


COSTS: Key[CostFacts] = Key("costs")
ROUNDING = 1e-9  # relative; sums in different orders differ by less


@dataclass(frozen=True)
class CostFacts:
    """Facts about the costs of all open cells.

    Attributes
    ----------
    total : float
        The sum of the costs, exact if they are integers.
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
        """Return the facts of *new*, which differs from *board* in the different *cells*.

        Return None if no cell has the minimum or the maximum cost any more.
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
        """Return whether the costs surely pass the check that no cost is lost in a sum (`checked_costs`)."""
        unit = min(1.0 if whole else self.least, 1 / max(1, diagonal))
        return self.total * (1 + ROUNDING) < MAX_SUM * unit


def take_over(board: Board, new: Board, switched: Flat, priced: Flat, beside: Flat) -> None:
    """Give *new* the legal-move table and the cache of *board*, for repair on first use.

    *switched*, *priced* and *beside* are as for `Change`.
    """
    older, computed = board._older_table, vars(board)
    if "_moves_of_cell" in computed:
        older = board._moves_of_cell, []
    if "_step_costs" in computed and new.costs is None:  # without costs they depend only on the moves
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
    """Return whether the minimum or maximum cost of *new* changed; cache its `CostFacts` if possible."""
    before = CostFacts.of(board)
    after = before.after(board, new, np.union1d(switched, priced))
    if after is None:
        return True
    new._kept.put(COSTS, after)
    return (before.least, before.greatest) != (after.least, after.greatest)
