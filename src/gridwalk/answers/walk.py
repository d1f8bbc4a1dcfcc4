"""Walks on a board, which may visit a cell several times: through many stops, or with a state."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.cellsequence import CellSequence
from gridwalk.board.board import Board
from gridwalk.draw import notebook
from gridwalk.draw import text as drawings
from gridwalk.errors import Cell, counted
from gridwalk.keywords import GLYPHS, Measure


@dataclass(frozen=True, eq=False, repr=False)
class Walk(CellSequence):
    """A walk on a board through all its stops: a sequence of cells, which may repeat; see `Board.visit`.

    ``len(walk)`` is the number of cells, ``walk.length`` the number of moves, ``str(walk)`` a drawing.

    Attributes
    ----------
    board : Board
    cells : int32 array, shape (n, 2), read-only
        The cells in order, each ``(row, column)``; a round trip ends with its first cell.
    stops : tuple of cells
        The stops in the order of the walk, the start first.
    positions : tuple of int
        The index of each stop in ``cells``, ascending.  The cells from stop ``i`` to stop ``i + 1`` are
        ``cells[positions[i]:positions[i + 1] + 1]``.
    back : bool
        Whether the walk returns to its start.
    best : {"length", "cost"}
        The measure that was minimised.
    bound : int or float
        A lower bound on this measure, for all walks through these stops.
    by : "held-karp"
        The algorithm that found the order of the stops.
    closed : bool
        Always False.

    Examples
    --------
    >>> from gridwalk import Board
    >>> walk = Board.rectangle(3, 4).visit([(2, 3), (0, 3), (2, 0)])
    >>> walk.length, walk.proved, walk.stops
    (7, True, ((0, 0), (2, 0), (2, 3), (0, 3)))
    >>> print(walk)
    @..3
    +..+
    1++2

    """

    board: Board
    cells: NDArray[np.int32]
    positions: tuple[int, ...]
    _: KW_ONLY
    back: bool = False
    best: Measure
    by: str
    closed = False

    def __post_init__(self) -> None:
        self.cells.flags.writeable = False

    @property
    def stops(self) -> tuple[Cell, ...]:
        """The stops in the order of the walk, the start first."""
        return tuple(self[i] for i in self.positions)

    @property
    def numbers(self) -> dict[str, Any]:
        """The values of `to_dict`, without the cells."""
        return {
            "by": self.by,
            "length": self.length,
            "cost": self.cost,
            "back": self.back,
            "bound": self.bound,
            "gap": self.gap,
            "proved": self.proved,
            "rows": self.board.rows,
            "columns": self.board.columns,
            "stops": self.board._listed_names(self.cells[list(self.positions)]),
            "positions": list(self.positions),
        }

    def draw(self, *, glyphs: str = GLYPHS) -> str:
        """Return the walk drawn on its board: ``@`` is the start, a number a stop, ``+`` another cell.

        If there are ten stops or more, the drawing has columns separated by blanks.

        Parameters
        ----------
        glyphs : str
            The characters of an open cell and of a wall.

        Raises
        ------
        ArgumentError
            As for `Board.draw`.

        """
        places = self.cells[list(self.positions)]
        return drawings.draw_walk(self.board, self.cells, places, glyphs=glyphs)

    @property
    def _stages(self) -> tuple[Walk, ...]:
        """The lines of a picture: parts that enter no cell twice and end at the next stop or before."""
        cuts, seen, cells = [0], set[Cell](), list(self)
        for n, cell in enumerate(cells):
            if cell in seen and cell != cells[n - 1]:
                cuts.append(n - 1)
                seen = {cells[n - 1]}
            if n in self.positions[1:-1]:
                cuts.append(n)
                seen.clear()
            seen.add(cell)
        ends = zip(cuts, [*cuts[1:], len(cells) - 1], strict=True)
        return tuple(
            Walk(self.board, self.cells[a : b + 1], (0, b - a), best="length", by=self.by) for a, b in ends
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Walk):
            return NotImplemented
        return self.positions == other.positions and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash((self.positions, self.cells.tobytes()))

    def _repr_html_(self) -> str:
        """The values, and the drawing of a small board, for notebooks."""
        return notebook.facts(self.numbers) + notebook.drawing(self.board, self.draw)

    def __repr__(self) -> str:
        ends = f"from {self[0]} and back" if self.back else f"from {self[0]} to {self[-1]}"
        size, stops = counted(self.length, "move"), counted(len(self.stops) - 1, "stop")
        return f"<Walk: {size} {ends}, {stops}, by {self.by}>"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class LiftedPath(Walk):
    """A walk on a board with a state in each cell; it may visit a cell again in another state.

    `LiftedSet.shortest` and `LiftedSet.find` return such walks.  It has the attributes of a `Walk`.  In
    ``path.length`` a wait counts as a step; ``path.cost`` is the sum of the costs of the lift's steps, if
    these have costs.  The stops of a drawing are the cells where the state changes.

    Attributes
    ----------
    states : tuple
        The state in each cell, as the step function of the lift returned it.
    changes : list of (int, cell, state)
        The changes of state: the number of steps so far, the cell, and the new state.
    by : {"bfs", "dijkstra"}
        The algorithm that found it.
    expanded : int
        The number of pairs of a cell and a state that the search entered.

    Examples
    --------
    >>> from gridwalk import Board, Lift
    >>> board = Board.rectangle(1, 5)
    >>> path = Lift(board, "", lambda held, u, v: "key" if v == (0, 2) else held).paths().shortest()
    >>> path.states, path.changes
    (('', '', 'key', 'key', 'key'), [(2, (0, 2), 'key')])

    """

    states: tuple[Any, ...]
    expanded: int = 0
    _paid: int | float | None = None  # the sum of the costs of the steps, if the lift defines costs

    @cached_property
    def cost(self) -> int | float:
        """The sum of the costs of the steps, as the lift defines them; otherwise as the board does."""
        return super().cost if self._paid is None else self._paid

    @property
    def changes(self) -> list[tuple[int, Cell, Any]]:
        """The changes of state: the number of steps so far, the cell, and the new state."""
        changed = (n for n in range(1, len(self)) if self.states[n] != self.states[n - 1])
        return [(n, self[n], self.states[n]) for n in changed]

    @property
    def numbers(self) -> dict[str, Any]:
        """The values of `to_dict`, without the cells."""
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
