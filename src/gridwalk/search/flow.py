"""Flow fields: for every cell of a board the next cell on a cheapest path to the nearest goal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.answers.results import Facts
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike, pairs_of
from gridwalk.board.checks import checked_real
from gridwalk.errors import ArgumentError, Cell
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.progress import ProgressLike
from gridwalk.search.bounds import allowed
from gridwalk.search.dijkstra import DistanceTree, Sources
from gridwalk.search.fields import Ends, cached_tree, read_only, search_tree


def flow_field(board: Board, exits: Ends | None, max_cost: float | None, watch: Watch) -> FlowField:
    """Return the answer of `gridwalk.Board.flow_field`."""
    sources = Sources.of(board, board.exits if exits is None else exits, "exits")
    return _field_of(board, cached_tree(board, "flow", sources, allowed(board, max_cost), watch))


def _field_of(board: Board, tree: DistanceTree) -> FlowField:
    distances, moves = read_only(tree)
    return FlowField(board._whole, distances.reshape(board.shape), moves.reshape(board.shape))


@dataclass(frozen=True, eq=False, repr=False)
class FlowField(Facts):
    r"""Where to go from every cell to reach the nearest goal: a Dijkstra map, with the next moves.

    `Board.flow_field` makes it.  ``str(field)`` draws an arrow in each cell; a notebook shows a heat map of
    the distances with arrows.

    Attributes
    ----------
    board : Board
    distances : float64 array, shape (rows, columns), read-only
        The cost of a cheapest path from each cell to a goal, plus that goal's value; infinite where there is
        none, or where it is more than *max_cost*.
    next_move : int8 array, shape (rows, columns), read-only
        The number of a move, in ``board.moves``, that begins a cheapest path: of several the first in move
        order that leads nearer.  -1 at goals, and where the distance is infinite.

    Examples
    --------
    >>> from gridwalk import Board
    >>> field = Board.from_text("..#.\n....\n.#.E").flow_field((2, 3))
    >>> print(field)
    →↓#↓
    →→→↓
    ↑#→E
    >>> field.next_cell[0, 0].tolist(), field.path((2, 0)).letters
    ([0, 1], 'URRRD')

    """

    board: Board
    distances: NDArray[np.float64]
    next_move: NDArray[np.int8]

    @cached_property
    def next_cell(self) -> NDArray[np.int32]:
        """The cell to go to next: int32, shape (rows, columns, 2), read-only.

        A goal is its own next cell; (-1, -1) where no goal is reached.
        """
        rows, columns = self.board.shape
        moves = self.next_move.reshape(-1)
        ahead = np.arange(rows * columns) + np.append(self.board._delta_of_move, 0)[moves]
        cells = pairs_of(ahead, columns)
        cells[np.isinf(self.distances.reshape(-1))] = -1
        cells.flags.writeable = False
        return cells.reshape(rows, columns, 2)

    @cached_property
    def directions(self) -> NDArray[np.int32]:
        """The step to the next cell: int32, shape (rows, columns, 2), read-only; (0, 0) where there is none.

        It moves many walkers at once: ``places += field.directions[places[:, 0], places[:, 1]]``, where
        *places* has the shape (n, 2).  Over the seam of a board wrapped round it is the step as it is there.
        """
        steps = np.array([*self.board.moves.steps, (0, 0)], np.int32)[self.next_move]
        steps.flags.writeable = False
        return steps

    @cached_property
    def goals(self) -> tuple[Cell, ...]:
        """The cells where paths end, in reading order: the goals given that no other one beats."""
        ends = np.isfinite(self.distances) & (self.next_move == NONE)
        return tuple((row, column) for row, column in np.argwhere(ends).tolist())

    def path(self, cell: CellLike) -> Path | None:
        """Return the path from *cell* to a goal along the next moves; None where no goal is reached.

        O(length).

        Raises
        ------
        CellError
            If *cell* is not an open cell.

        """
        v = self.board.index(self.board.open_cell(cell))
        if self.distances.reshape(-1)[v] == np.inf:
            return None
        moves, delta_of_move = self.next_move.reshape(-1).data, self.board._delta_of_move.tolist()
        cells = [v]
        while (m := moves[v]) != NONE:
            v += delta_of_move[m]
            cells.append(v)
        return Path._found(self.board, pairs_of(cells, self.board.columns), False, "field")

    def flee(
        self,
        factor: float = -1.2,
        *,
        seconds: float | None = None,
        progress: ProgressLike = None,
    ) -> FlowField:
        """Return the field that leads away from the goals, and around them where a corner is no way out.

        Every cell that has a distance becomes a goal of the value *factor* times its distance: far ones
        attract.  A factor of -1 runs to the farthest cell near by; the more below, the rather it passes by
        the goals on the way to a place that is safer.  ("Dijkstra maps", in roguelike games.)

        Parameters
        ----------
        factor : float
            A negative number; -1.2 is usual.
        seconds, progress : optional
            As for `PathSet.within`.

        Raises
        ------
        ArgumentError
            If *factor* is not a negative, finite number.

        Examples
        --------
        >>> from gridwalk import Board
        >>> print(Board.rectangle(1, 9).flow_field((0, 2)).flee())
        E←→→→→→→E

        """
        if not checked_real(factor, "factor", "a negative number") < 0:
            raise ArgumentError("factor", factor, "a negative number")
        reached = np.flatnonzero(np.isfinite(self.distances))
        sources = Sources.by_value(reached, float(factor) * self.distances.reshape(-1)[reached])
        watch = Limits(seconds, progress).watch()
        return _field_of(self.board, search_tree(self.board, "flow", sources, np.inf, watch))

    def to_dict(self) -> dict[str, Any]:
        """Return goals, moves, and for each row of cells the next moves and the distances."""
        return {
            "rows": self.board.rows,
            "columns": self.board.columns,
            "reached": int(np.count_nonzero(np.isfinite(self.distances))),
            "goals": [list(goal) for goal in self.goals],
            "moves": [list(delta) for delta in self.board.moves.deltas],
            "next_move": self.next_move.tolist(),
            "distances": self.distances.tolist(),
        }

    def __str__(self) -> str:
        from gridwalk.draw.text import draw_arrows

        return draw_arrows(self.board, self.next_move, np.array(self.goals).reshape(-1, 2))

    def _repr_svg_(self) -> str | None:
        """The SVG for notebooks; None for large boards, which are shown as text."""
        from gridwalk.draw.svg import NOTEBOOK_CELLS

        return None if self.board.size > NOTEBOOK_CELLS else self.svg()

    def svg(self, *, dark: bool | None = None) -> str:
        """Return a heat map of the distances as SVG, with arrows if the board is not large."""
        from gridwalk.draw.svg import flow_on, svg

        shown, arrows = flow_on(self.board, self.next_move, self.goals)
        return svg(shown, dark=dark, field=self.distances, arrows=arrows)

    def __repr__(self) -> str:
        reached = int(np.count_nonzero(np.isfinite(self.distances)))
        goals = f"goal {self.goals[0]}" if len(self.goals) == 1 else f"{len(self.goals):,} goals"
        rows, columns = self.board.shape
        return f"<FlowField: {rows} x {columns}, {goals}, reached from {reached:,} cells>"
