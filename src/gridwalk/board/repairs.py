"""Boards made of another by a change in a few of its cells, with what was kept repaired.

What a board keeps (its legal-move table, the solvers of `gridwalk.search`) was made in time in proportion to
the board.  A changed copy takes it over, and repairs it when it is first asked for: arrays are copied as they
are, and changed in a few cells.  What lasts has a method ``after``; all else is made again.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import MAX_SUM
from gridwalk.board.legal import cells_around, steps_to
from gridwalk.runtime.cache import Key
from gridwalk.runtime.memory import copied

if TYPE_CHECKING:
    from gridwalk.board.board import Board

Flat = NDArray[np.int64]  # cells as flat indices
NO_CELLS = np.empty(0, np.int64)
MOST_REPAIRED = 64  # cells from which on what waits for a repair is made anew


class Change:
    """In which cells a board may differ from an older one, of which something was kept.

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

    def __init__(self, after: Board, switched: Flat, priced: Flat, beside: Flat, is_repriced: bool) -> None:
        self._after = weakref.ref(after)
        self.switched, self.priced, self.beside, self.is_repriced = switched, priced, beside, is_repriced

    @property
    def after(self) -> Board:
        """The new board, which is asked for what it keeps."""
        board = self._after()
        assert board is not None
        return board

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
    def of(cls, board: Board) -> CostFacts:
        """Return the facts of *board*, which has costs; kept."""
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

        None if no cell has the least or the greatest cost any more.
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
        room = min(1.0 if whole else self.least, 1 / max(1, diagonal))
        return self.total * (1 + ROUNDING) < MAX_SUM * room
