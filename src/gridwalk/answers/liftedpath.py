"""Walks on a board with a state that changes on the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.cellsequence import Walk
from gridwalk.errors import counted

if TYPE_CHECKING:
    from gridwalk.board.board import Board
    from gridwalk.errors import Cell
    from gridwalk.keywords import Measure


class LiftedPath(Walk):
    """A walk on a board with the states along it; it may enter a cell again, in another state.

    `LiftedSet.shortest` and `LiftedSet.find` make them.  A `Walk` in all else: ``path.cells``,
    ``path.length`` (a wait is a step), ``path.cost`` (that of the lift's steps, where these have costs of
    their own), ``path.letters``; the stops of its drawing are where the state changes.

    Attributes
    ----------
    states : tuple
        The state in each cell, as the step function of the lift returned it.
    changes : list of (int, cell, state)
        Where the state changes: after how many steps, in which cell, and to what.
    by : {"bfs", "dijkstra"}
        How it was found.
    expanded : int
        The number of cells with states that the search entered.

    Examples
    --------
    >>> from gridwalk import Board, Lift
    >>> board = Board.rectangle(1, 5)
    >>> path = Lift(board, "", lambda held, u, v: "key" if v == (0, 2) else held).paths().shortest()
    >>> path.states, path.changes
    (('', '', 'key', 'key', 'key'), [(2, (0, 2), 'key')])

    """

    states: tuple[Any, ...]

    def __init__(
        self, board: Board, cells: NDArray[np.int32], states: Sequence[Any], positions: Sequence[int], *,
        best: Measure, by: str, expanded: int = 0, cost: int | float | None = None,
    ) -> None:  # fmt: skip
        super().__init__(board, cells, positions, back=False, best=best, by=by)
        vars(self).update(states=tuple(states), expanded=expanded)
        if cost is not None:  # else it is what the board says
            vars(self)["cost"] = cost

    def __reduce__(self) -> tuple[Any, ...]:
        made = self.board, self.cells, self.states, self.positions
        how: Any = {"best": self.best, "by": self.by, "expanded": self.expanded, "cost": self.cost}
        return partial(LiftedPath, **how), made

    @property
    def changes(self) -> list[tuple[int, Cell, Any]]:
        """Where the state changes: after how many steps, in which cell, and to what."""
        changed = (n for n in range(1, len(self)) if self.states[n] != self.states[n - 1])
        return [(n, self[n], self.states[n]) for n in changed]

    @property
    def numbers(self) -> dict[str, Any]:
        """All that `to_dict` has but the cells."""
        left_out = ("back", "stops", "positions")
        mine = {name: value for name, value in super().numbers.items() if name not in left_out}
        return {**mine, "expanded": self.expanded, "states": list(self.states)}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LiftedPath):
            return NotImplemented
        return self.states == other.states and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash((self.states, self.cells.tobytes()))

    def __repr__(self) -> str:
        moves, changes = counted(self.length, "move"), counted(len(self.changes), "change")
        return f"<LiftedPath: {moves} from {self.start} to {self.end}, {changes}, by {self.by}>"
