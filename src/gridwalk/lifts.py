"""Boards with a small state that decides which moves are allowed: keys held, the time, the last move."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.walk import LiftedPath
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike, pairs_of
from gridwalk.errors import ArgumentError, Cell, QuestionError
from gridwalk.errors.missing import Suggesting
from gridwalk.network.edges import Edges, checked_edge_costs
from gridwalk.network.forms import NetworkParts
from gridwalk.network.network import Network
from gridwalk.runtime.limits import NO_LIMITS, Limits, Watch
from gridwalk.runtime.progress import ProgressLike
from gridwalk.search.states import MoveList, Reached, explored, state_and_cost
from gridwalk.sets.pathset import ANYWHERE, PathSet

MANY = "walks may enter a cell again, and a circle as often as they like"
PRODUCT = f"{MANY}; product() is the set of those that enter no cell twice in one state, with all verbs"


class Lift(Suggesting):
    """A board with a small state: which moves are allowed depends on earlier moves.

    `paths` returns the set of walks: ``lift.paths().shortest()``.  Scripts in ``examples/`` show keys and
    doors, ice, timetables and walls to break.

    Parameters
    ----------
    board : Board
    begin : hashable
        The state at the start.
    step : function of (state, cell, cell)
        Called with a state and the two cells of a move of the board, ``(row, column)`` each.  It returns the
        new state, or None if the move is not allowed, and always the same for the same arguments.
    done : function of (state), optional
        Returns whether a walk may end in that state.  Default: in any state.
    waits : bool
        Whether a walk may stay in a cell.  *step* is then also called with the same cell twice; a wait costs
        as much as a straight step into the cell.
    costs : bool
        Whether *step* returns a pair ``(state, cost)``: the new state and the cost of the step, a number of 0
        or more.  The costs of the board are then ignored.

    Notes
    -----
    O(number of pairs of cell and state that are reached).  The number of states may even be infinite if all
    steps cost the same, *costs* is False and there is a walk.  A lift can be pickled if its functions can: a
    function of a module, but not a lambda.

    Examples
    --------
    >>> def bend(before, u, v):
    ...     way = v[0] - u[0], v[1] - u[1]
    ...     return None if way == before else way
    >>> Lift(Board.rectangle(3, 3), None, bend).paths((0, 0), (0, 2)).shortest().length
    4
    >>> def slope(climbed, u, v):  # each row up costs 5
    ...     return None, 5 if v[0] < u[0] else 1
    >>> Lift(Board.rectangle(3, 2), None, slope, costs=True).paths((2, 0), (0, 0)).shortest().cost
    10

    """

    board: Board
    begin: Hashable
    step: Callable[[Any, Cell, Cell], Any]
    done: Callable[[Any], Any] | None
    waits: bool
    costs: bool

    def __init__(
        self, board: Board, begin: Hashable, step: Callable[[Any, Cell, Cell], Any], *,
        done: Callable[[Any], Any] | None = None, waits: bool = False, costs: bool = False,
    ) -> None:  # fmt: skip
        if not isinstance(board, Board):
            raise ArgumentError("board", board, "a Board")
        if not callable(step):
            raise ArgumentError("step", step, "a function of a state and two cells")
        vars(self).update(board=board, begin=begin, step=step, done=done, waits=waits, costs=costs)

    def __reduce__(self) -> tuple[Any, ...]:
        how: Any = {"done": self.done, "waits": self.waits, "costs": self.costs}
        return partial(Lift, **how), (self.board, self.begin, self.step)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a lift is immutable")

    def paths(
        self,
        start: CellLike | Iterable[CellLike] | None = None,
        exits: CellLike | Iterable[CellLike] | None = None,
    ) -> LiftedSet:
        """Return the set of walks from *start* to any of *exits*; nothing is computed yet.

        Each argument is a cell or several cells; *exits* may also be "anywhere".  Defaults: as on the board.
        """
        board = self.board
        starts = board._open_cells_of(board.start if start is None else start, "start")
        if isinstance(exits, str) and exits == ANYWHERE:
            return LiftedSet(self, starts, None)
        last = board.exits if exits is None else board._open_cells_of(exits, "exits")
        return LiftedSet(self, starts, last)

    @cached_property
    def _moves(self) -> MoveList:
        return MoveList(self.board, waits=self.waits)

    @property
    def _costs_are_equal(self) -> bool:
        """Whether a walk of the fewest steps is a cheapest walk."""
        return self._moves.costs_are_equal and not self.costs

    def __repr__(self) -> str:
        return f"<Lift of {self.board!r}>"


@dataclass(frozen=True, repr=False)
class LiftedSet(Suggesting):
    """The walks of a `Lift` from some cells to others, returned by `Lift.paths`.

    The questions are `shortest`, `find`, `distances` and `reachable`; `within` sets limits.  `product` is a
    set of paths with all questions.

    Attributes
    ----------
    lift : Lift
    starts : tuple of cells
    exits : tuple of cells, or None
        Where walks may end, or None for anywhere.

    """

    lift: Lift
    starts: tuple[Cell, ...]
    exits: tuple[Cell, ...] | None
    _limits: Limits = NO_LIMITS

    @property
    def board(self) -> Board:
        """The board."""
        return self.lift.board

    def within(
        self, seconds: float | None = None, *, memory: int | str | None = None, progress: ProgressLike = None
    ) -> LiftedSet:
        """Return the same set with limits for each answer, as for `PathSet.within`."""
        return replace(self, _limits=Limits(seconds, progress, memory))

    def shortest(self) -> LiftedPath | None:
        """Return a walk of minimum cost, or None if there is no walk; the same on every run.

        Raises
        ------
        TimeLimitError, MemoryLimitError
            If a limit of `within` is reached.

        Notes
        -----
        If all steps cost the same, breadth-first search over pairs of cell and state, up to the nearest exit.
        Otherwise all pairs that can be reached are explored, then searched by Dijkstra's algorithm
        (C. Barrett, R. Jacob, M. Marathe, "Formal-language-constrained path problems", 2000).

        >>> def forth(number, u, v):  # at most two steps to the left
        ...     return number + (v[1] < u[1]) if number < 2 else None
        >>> Lift(Board.rectangle(2, 3), 0, forth).paths((0, 2), (0, 0)).shortest().states
        (0, 1, 2)
        """
        return self._nearest(by_cost=not self.lift._costs_are_equal)

    def find(self) -> LiftedPath | None:
        """Return a walk of the fewest steps, or None, by breadth-first search; costs are ignored."""
        return self._nearest(by_cost=False)

    def distances(self) -> NDArray[np.float64]:
        """Return the cost of a cheapest walk that ends in each cell, infinite without one.

        The array is float64, of the shape of the board.  The exits of the set are ignored.

        >>> three = Lift(Board.rectangle(1, 5), 0, lambda n, u, v: n + 1 if n < 3 else None)
        >>> three.paths((0, 0)).distances().tolist()
        [[0.0, 1.0, 2.0, 3.0, inf]]
        """
        watch = self._limits.watch()
        found = replace(self, exits=None)._product(watch)
        return found.least_costs(watch).reshape(self.board.shape)

    def reachable(self) -> NDArray[np.bool_]:
        """Return the cells in which a walk may end, if every cell is an exit."""
        return np.isfinite(self.distances())

    def product(self) -> PathSet:
        """Return the set of walks that enter no cell twice in the same state, with all questions of a set.

        They are the simple paths of a network whose nodes are pairs ``(cell, state)``.  A path ends at the
        first exit that it enters in a state that is *done*.  If exits are "anywhere", every simple path
        counts, as in `Board.paths`; a lift with *done* then raises `QuestionError`.

        >>> Lift(Board.rectangle(2, 2), 0, lambda state, u, v: 0).paths((0, 0), "anywhere").product().count()
        7
        """
        if self.exits is None and self.lift.done is not None:
            reason = "done= allows some states only, and paths that may end anywhere pass all: give exits"
            raise QuestionError("product", reason)
        found = self._product(self._limits.watch())
        nodes: list[Any] = [(divmod(cell, self.board.columns), state) for state, cell in found.nodes]
        exits: Any = ANYWHERE
        names = nodes
        if self.exits is not None:
            exits = [nodes[n] for n in found.ends] or [None]
            names = [*nodes, None] if exits == [None] else nodes  # no path reaches the node None
        graph, number = found.graph, {node: n for n, node in enumerate(names)}
        ends = np.stack([graph.tail, graph.head], axis=1).astype(np.int64)
        edges = Edges.of(names, number, ends, np.ones(len(ends), np.int64), graph.cost, directed=True)
        network = Network._of(NetworkParts(edges, is_directed=True))
        return network.paths(nodes[: found.starts], exits)

    def _product(self, watch: Watch, *, at_once: bool = False) -> Reached:
        flat, lift = self.board._flat, self.lift
        starts, exits = flat(self.starts), None if self.exits is None else flat(self.exits)
        return explored(
            lift._moves, lift.begin, lift.step, lift.done, starts, exits, watch,
            costs=lift.costs, at_once=at_once,
        )  # fmt: skip

    def _nearest(self, *, by_cost: bool) -> LiftedPath | None:
        watch = self._limits.watch()
        found = self._product(watch, at_once=not by_cost)
        if not found.ends:
            return None
        nodes, expanded = found.cheapest(watch) if by_cost else (found.fewest(), found.expanded)
        states = [found.nodes[node][0] for node in nodes]
        changed = [n for n in range(1, len(states)) if states[n - 1] != states[n]]
        stops = sorted({0, *changed, len(states) - 1})
        cells = pairs_of([found.nodes[node][1] for node in nodes], self.board.columns)
        best: Any = "cost" if by_cost or self.lift._costs_are_equal else "length"
        by, cost = "dijkstra" if by_cost else "bfs", self._paid(states, cells) if self.lift.costs else None
        return LiftedPath(
            self.board, cells, tuple(stops), states=tuple(states),
            best=best, by=by, expanded=expanded, _paid=cost,
        )  # fmt: skip

    def _paid(self, states: Sequence[Any], cells: NDArray[np.int32]) -> int | float:
        """Return the sum of the costs that the step function returns along a walk."""
        steps = zip(states[:-1], pairwise(map(tuple, cells.tolist())), strict=True)
        costs = [state_and_cost(self.lift.step(state, *step))[1] for state, step in steps]
        return checked_edge_costs(costs).sum().item()  # type: ignore[no-any-return]

    def _elsewhere(self, name: str) -> str:
        return PRODUCT if hasattr(PathSet, name) else super()._elsewhere(name)

    def __repr__(self) -> str:
        ends = "anywhere" if self.exits is None else ", ".join(map(str, self.exits))
        return f"<LiftedSet: walks from {', '.join(map(str, self.starts))} to {ends}>"
