"""Distances to goals, and flow fields: for every cell the next one on a cheapest path to a goal.

And costs from many cells to many cells: one search for each of the fewer.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.answers.path import Path
from gridwalk.answers.results import Facts
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike, pairs_of
from gridwalk.board.checks import checked_number, checked_real
from gridwalk.errors import ArgumentError, Cell, UnknownChoiceError
from gridwalk.kernels.codes import NONE
from gridwalk.runtime.limits import Limits, TaskWatch, Watch, with_check
from gridwalk.runtime.memory import MemoryBudget, copied
from gridwalk.runtime.threads import Check, together, useful
from gridwalk.search import worst
from gridwalk.search.batch import Places
from gridwalk.search.fields import distance_field
from gridwalk.search.keptfields import kept_field
from gridwalk.search.query import Query
from gridwalk.search.spreading import DistanceTree, Sources, allowed, point_on, reversed_table, spread_from

if TYPE_CHECKING:
    from gridwalk.runtime.progress import ProgressLike

Goals: TypeAlias = CellLike | Iterable[CellLike] | Mapping[CellLike, float]
BY = "field"
NO_MOVES = np.empty(0, np.int8)


def distances(
    board: Board,
    start: Goals | None,
    to: Goals | None,
    max_cost: float | None,
    watch: Watch,
    measure: str = "cost",
) -> NDArray[np.float64]:
    """Answer behind `gridwalk.Board.distances`: from cells that may have values, or to them."""
    if to is not None and start is not None:
        raise ArgumentError("to", to, "left out where start is given: distances are from cells or to them")
    ends = board.start if start is None else start
    sources = Sources.of(board, ends, "start") if to is None else Sources.of(board, to, "exits")
    most, backwards = allowed(board, max_cost), to is not None
    UnknownChoiceError.check("measure", measure, ("cost", "worst"))
    if measure == "worst":
        return worst.distances(board, sources, most, watch, backwards=backwards).reshape(board.shape)
    if most < np.inf:
        return distances_of(board, sources, most, watch, backwards=backwards).reshape(board.shape)

    def found() -> DistanceTree:
        return DistanceTree(distances_of(board, sources, most, watch, backwards=backwards), NO_MOVES)

    kept = kept_field(board, "to" if backwards else "from", sources, backwards, found)
    return copied(kept.distances).reshape(board.shape)


def flow_field(board: Board, goals: Goals | None, max_cost: float | None, watch: Watch) -> FlowField:
    """Answer behind `gridwalk.Board.flow_field`."""
    sources = Sources.of(board, board.exits if goals is None else goals, "exits")
    most = allowed(board, max_cost)
    if most < np.inf:
        return _shown(board, _tree(board, sources, most, watch))
    return _shown(board, kept_field(board, "flow", sources, True, lambda: _tree(board, sources, most, watch)))


def distances_of(
    board: Board,
    sources: Sources,
    most: float,
    watch: Watch,
    *,
    backwards: bool,
    is_wanted: NDArray[np.uint8] | None = None,
    enough: int = 0,
) -> NDArray[np.float64]:
    """Return the distances from *sources*, or to them, flat: up to *most*; as `spread_from`."""
    if _is_plain(board, sources, most, backwards):
        return distance_field(_query(board, sources, watch))
    return spread_from(
        board, sources, watch, backwards=backwards, most=most, is_wanted=is_wanted, enough=enough
    ).distances


def _tree(board: Board, sources: Sources, most: float, watch: Watch) -> DistanceTree:
    """Return distances to the sources, and the next moves."""
    if _is_plain(board, sources, most, True):
        distances = distance_field(_query(board, sources, watch))
        reached = np.isfinite(distances)
        reached[sources.places] = False
        tree = DistanceTree(distances, np.where(reached, 0, NONE).astype(np.int8))
    else:
        tree = spread_from(board, sources, watch, backwards=True, most=most)
    point_on(board, tree, watch)
    return tree


def _shown(board: Board, tree: DistanceTree) -> FlowField:
    distances, next_move = tree.distances.reshape(board.shape), tree.moves.reshape(board.shape)
    distances.flags.writeable = next_move.flags.writeable = False
    return FlowField(board._whole, distances, next_move)


def _is_plain(board: Board, sources: Sources, most: float, backwards: bool) -> bool:
    """Whether a search from the sources by the moves as they are answers: buckets, or waves."""
    return sources.are_plain and most == np.inf and not (backwards and _differ_backwards(board))


def _differ_backwards(board: Board) -> bool:
    """Whether a path may cost something else backwards, or be none."""
    return board.costs is not None or not (board._symmetric and board._step_costs.are_mutual)


def _query(board: Board, sources: Sources, watch: Watch) -> Query:
    cells = tuple(divmod(place, board.columns) for place in sources.places.tolist())
    return Query(board, cells, (), watch)


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
        WallCellError, OutsideBoardError
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
        return Path._found(self.board, pairs_of(cells, self.board.columns), False, BY)

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
        return _shown(self.board, _tree(self.board, sources, np.inf, Limits(seconds, progress).watch()))

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
        from gridwalk.render.arrows import draw_arrows

        return draw_arrows(self.board, self.next_move, np.array(self.goals).reshape(-1, 2))

    def _repr_svg_(self) -> str | None:
        """The SVG for notebooks; None for large boards, which are shown as text."""
        from gridwalk.render.svg import NOTEBOOK_CELLS

        return None if self.board.size > NOTEBOOK_CELLS else self.svg()

    def svg(self, *, dark: bool | None = None) -> str:
        """Return a heat map of the distances as SVG, with arrows if the board is not large."""
        from gridwalk.render.arrows import marked, svg_of_field

        return svg_of_field(marked(self.board, self.goals), self.distances, self.next_move, dark)

    def __repr__(self) -> str:
        reached = int(np.count_nonzero(np.isfinite(self.distances)))
        goals = f"goal {self.goals[0]}" if len(self.goals) == 1 else f"{len(self.goals):,} goals"
        rows, columns = self.board.shape
        return f"<FlowField: {rows} x {columns}, {goals}, reached from {reached:,} cells>"


BYTES_A_CELL = 30  # of a search


def distance_matrix(
    board: Board,
    starts: ArrayLike | Iterable[CellLike],
    exits: ArrayLike | Iterable[CellLike],
    max_cost: float | None,
    threads: int | None,
    limits: Limits,
) -> NDArray[np.float64]:
    """Answer behind `gridwalk.Board.distance_matrix`."""
    watch, most = limits.watch(), allowed(board, max_cost)
    workers = (os.cpu_count() or 1) if threads is None else checked_number(threads, "threads", 1)
    sources, source_of_row = np.unique(Places.of(board, starts, "starts").flat, return_inverse=True)
    goals, goal_of_column = np.unique(Places.of(board, exits, "exits").flat, return_inverse=True)
    backwards = len(goals) < len(sources)
    begin, end = (goals, sources) if backwards else (sources, goals)
    workers = useful(max(1, min(workers, len(begin))))
    advice = "ask for fewer starts and exits at a time, or take fewer threads"
    memory = MemoryBudget(limits.memory_allowed, f"costs of {len(sources):,} x {len(goals):,} pairs", advice)
    memory.take(16 * len(source_of_row) * len(goal_of_column) + BYTES_A_CELL * board.size * workers)
    if backwards:
        reversed_table(board, watch)  # before threads would each find them
    table, is_wanted = np.empty((len(begin), len(end))), np.zeros(board.size, np.uint8)
    is_wanted[end] = 1
    search_from = partial(distances_of, board, backwards=backwards, is_wanted=is_wanted, enough=len(end))
    done: list[int] = []

    def search(i: int, check: Check) -> None:
        source = Sources.plain(begin[i : i + 1])
        row = with_check(check, search_from, source, most, TaskWatch())
        table[i] = np.where(row[end] <= most, row[end], np.inf)
        done.append(i)
        check()

    def tell() -> None:
        watch.check(0, 0, len(done), f"{len(done):,} of {len(begin):,} searches done")

    together([partial(search, i) for i in range(len(begin))] if len(end) else [], workers, tell)
    costs = table.T if backwards else table
    return np.ascontiguousarray(costs[np.ix_(source_of_row, goal_of_column)])
