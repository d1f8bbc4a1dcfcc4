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
    r"""The next move and the distance from every cell to the nearest goal, returned by `Board.flow_field`.

    ``str(field)`` draws an arrow in each cell.  A notebook shows a heat map of the distances with arrows.

    Attributes
    ----------
    board : Board
    distances : float64 array, shape (rows, columns), read-only
        The cost of a cheapest path from each cell to a goal, plus the value of that goal; infinite if there
        is no path, or if it costs more than *max_cost*.
    next_move : int8 array, shape (rows, columns), read-only
        The index in ``board.moves`` of the first move, in move order, on a cheapest path (if moves cost
        nothing, of one of them); -1 at goals and where the distance is infinite.

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
        """The next cell of each cell: int32, shape (rows, columns, 2), read-only.

        A goal is its own next cell.  If no goal can be reached, the entry is (-1, -1).
        """
        cells = np.array([*self.board.moves.deltas, (0, 0)], np.int32).take(self.next_move, axis=0)
        for part, length in enumerate(self.board.shape):
            here = np.arange(length, dtype=np.int32)
            cells[..., part] += here if part else here[:, None]
        cells |= -np.isinf(self.distances).astype(np.int32)[..., None]  # all bits of -1 are set
        cells.flags.writeable = False
        return cells

    @cached_property
    def directions(self) -> NDArray[np.int32]:
        """The step to the next cell, (0, 0) without one: int32, shape (rows, columns, 2), read-only.

        To move n walkers at once, write ``places += field.directions[places[:, 0], places[:, 1]]``, with
        *places* of shape (n, 2).  On a wrapped board, take the sum modulo the shape.
        """
        steps = np.array([*self.board.moves.steps, (0, 0)], np.int32).take(self.next_move, axis=0)
        steps.flags.writeable = False
        return steps

    @cached_property
    def goals(self) -> tuple[Cell, ...]:
        """The cells where paths end, in reading order: goals from which no other goal is cheaper."""
        ends = np.isfinite(self.distances) & (self.next_move == NONE)
        return tuple((row, column) for row, column in np.argwhere(ends).tolist())

    def path(self, cell: CellLike) -> Path | None:
        """Return the path from *cell* to a goal along the next moves, or None if no goal can be reached.

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
        """Return the field that leads away from the goals ("Dijkstra maps" in roguelike games).

        Every cell with a distance becomes a goal of value *factor* times its distance, so distant cells
        attract.  With a factor of -1, paths lead to a local maximum of the distance, such as a corner.  A
        factor below -1 also allows paths past the goals to more distant cells.

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
        """Return the goals, the moves, and the next moves and distances by rows."""
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
        """Return the SVG for notebooks, or None for a large board, which is shown as text."""
        from gridwalk.draw.svg import NOTEBOOK_CELLS

        return None if self.board.size > NOTEBOOK_CELLS else self.svg()

    def svg(self, *, dark: bool | None = None) -> str:
        """Return a heat map of the distances as SVG; boards that are not large also get arrows."""
        from gridwalk.draw.svg import flow_on, svg

        shown, arrows = flow_on(self.board, self.next_move, self.goals)
        return svg(shown, dark=dark, field=self.distances, arrows=arrows)

    def __repr__(self) -> str:
        reached = int(np.count_nonzero(np.isfinite(self.distances)))
        goals = f"goal {self.goals[0]}" if len(self.goals) == 1 else f"{len(self.goals):,} goals"
        rows, columns = self.board.shape
        return f"<FlowField: {rows} x {columns}, {goals}, reached from {reached:,} cells>"
