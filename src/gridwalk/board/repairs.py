"""Repairs: a board with a few changed cells reuses the table and the cache of the board before the change.

The time to compute the legal-move table and the cached values of a board (solvers, distance fields) is
proportional to its size.  A changed copy takes them over and repairs each on first use: it copies arrays and
changes a few cells.  A cached value that can be repaired has a method ``after``; all others are computed
again.
"""

from __future__ import annotations

import weakref
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import place_of
from gridwalk.board.legal import cells_around
from gridwalk.board.passages import HexWalls
from gridwalk.runtime.codes import NONE
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


def take_over(board: Board, new: Board, switched: Flat, priced: Flat, beside: Flat) -> None:
    """Give *new* the legal-move table and the cache of *board*, for repair on first use.

    *switched*, *priced* and *beside* are as for `Change`.
    """
    older, computed = board._older_table, vars(board)
    if "_moves_of_cell" in computed:
        older = board._moves_of_cell, []
    new._set(_delta_of_move=board._delta_of_move)
    if "_step_costs" in computed and new.costs is None:  # without costs they depend only on the moves
        new._set(_step_costs=board._step_costs)
    if older is not None and not isinstance(new.walls, HexWalls):
        cells = [*older[1], *switched.tolist(), *beside.tolist()]
        new._set(_older_table=(older[0], cells))
        if len(cells) > MOST_REPAIRED:
            _ = new._moves_of_cell
    is_repriced = new.costs is not None and not _share_facts(board, new, switched, priced)
    if len(board._kept):
        new._kept.take_over(board._kept, Change(new, switched, priced, beside, is_repriced))


def _share_facts(board: Board, new: Board, switched: Flat, priced: Flat) -> bool:
    """Return whether the least and the greatest cost are unchanged; if so, set the facts of *new*."""
    facts = board._cost_facts
    assert facts is not None
    assert board.costs is not None
    assert new.costs is not None
    cells = np.concatenate([switched, priced])
    entered = new.costs.reshape(-1)[cells[new.open_cells.reshape(-1)[cells]]]
    extremes = facts.least, facts.greatest
    places = tuple(
        place_of(extreme, new.costs, new.open_cells) if place in cells else place
        for extreme, place in zip(extremes, facts.places, strict=True)
    )
    if NONE in places or ((entered < facts.least) | (entered > facts.greatest)).any():
        return False
    total = facts.total
    for costs, sign in ((board.costs, -1), (new.costs, 1)):
        entries = costs.reshape(-1)[priced]
        total += sign * entries[entries <= facts.greatest].sum().item()
    new._set(_cost_facts=replace(facts, total=total, places=places))
    return True
