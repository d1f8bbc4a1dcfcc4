"""Cheapest walks in a product graph, whose nodes are pairs of a cell and a state.

The states of a `Lift` are the values that its step function returns; breadth-first search finds the nodes.
If turns count, the state is the direction of the last move, and all nodes are known in advance.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.errors import InputError, MemoryLimitError, QuestionError
from gridwalk.keywords import Variable
from gridwalk.network.edges import checked_edge_costs
from gridwalk.runtime.codes import EXPANDED, NONE
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.search.edges import CostGraph
from gridwalk.search.query import Query

Ints: TypeAlias = NDArray[np.int64]
NODES_TOGETHER = 1 << 10  # number of nodes between two checks of the clock
BYTES_OF_NODE, BYTES_OF_EDGE = 200, 100  # memory in `explored`
BYTES_OF_STATE, BYTES_OF_TURN = 28, 52  # memory per node and per edge in `Turning`
FEWER = "a product has a node for each cell and state: take fewer states"
MAX_TURN = 2.0**50  # maximum cost of a turn


class MoveList:
    """The legal moves of a board, sorted by the cells that they leave.

    Attributes
    ----------
    first : int64 array
        The moves of cell *v* are numbered from ``first[v]`` to ``first[v + 1] - 1``.
    tail, head, move : int64 arrays
        The two cells of each move, flat, and its index in ``board.moves``.  A wait comes last, with NONE.
    heads : list of int
        The same as *head*.
    cost : array
        The cost of each move; a wait costs as much as a straight step into the cell.
    costs_are_equal : bool
        Whether all moves cost the same.

    """

    def __init__(self, board: Board, *, waits: bool) -> None:
        table = board._moves_of_cell
        bits = [table.dtype.type(1 << m) for m in range(len(board._delta_of_move))]
        tail, head = board._all_moves()
        move = np.repeat(np.arange(len(bits)), [int(np.count_nonzero(table & bit)) for bit in bits])
        here = np.flatnonzero(board.open_cells if waits else ())
        order = np.argsort(np.concatenate([tail, here]), kind="stable")
        self.board = board
        self.tail, self.head = np.concatenate([tail, here])[order], np.concatenate([head, here])[order]
        self.move = np.concatenate([move, np.full(len(here), NONE)])[order]
        self.heads: list[int] = self.head.tolist()
        self.first = np.searchsorted(self.tail, np.arange(board.size + 1))
        self.cost = board._step_costs.of_steps(self.tail, self.head)
        self.costs_are_equal = bool((self.cost[1:] == self.cost[:-1]).all())


# ------------------------------------------------------------------------- any state


def state_and_cost(returned: Any) -> tuple[Any, Any]:
    """Return the state and the cost that a step function with costs returned."""
    try:
        state, cost = returned
    except (TypeError, ValueError):
        raise InputError(
            f"a step of a lift with costs=True returns (state, cost), not {returned!r}"
        ) from None
    return state, cost


@dataclass(frozen=True)
class Reached:
    """The nodes, pairs of state and cell, that can be reached from some starts.

    Attributes
    ----------
    board : Board
    nodes : list of (state, flat cell)
        In breadth-first order; the starts come first.
    starts : int
        The number of starts.
    before : list of int
        The node from which each node was first reached; a start is the node before itself.
    ends : list of int
        The nodes in which a walk may end.
    graph : CostGraph
        The moves between the nodes, in move order; without edges if the search stopped at the first end.
    expanded : int
        The number of nodes whose moves were tried.

    """

    board: Board
    nodes: list[tuple[Any, int]]
    starts: int
    before: list[int]
    ends: list[int]
    graph: CostGraph
    expanded: int

    @property
    def cell(self) -> Ints:
        """The flat cell of each node."""
        return np.array([cell for _, cell in self.nodes], np.int64)

    def fewest(self) -> list[int]:
        """Return the nodes of a walk of the fewest steps to an end, which must exist."""
        return walk_to(self.ends[0], self.before)

    def cheapest(self, watch: Watch) -> tuple[list[int], int]:
        """Return the nodes of a cheapest walk to an end, which must exist, and the number expanded."""
        found = self.graph.cheapest(range(self.starts), self.ends, watch)
        return walk_to(found.goal, found.before), found.expanded

    def least_costs(self, watch: Watch) -> NDArray[np.float64]:
        """Return the minimum cost of a walk that ends in each cell, flat; infinite without a walk."""
        cost = self.graph.cheapest(range(self.starts), [], watch).cost
        least = np.full(self.board.size, np.inf)
        np.minimum.at(least, self.cell[self.ends], cost[self.ends])
        return least


def explored(
    moves: MoveList, begin: Hashable, step: Callable[..., Any], done: Callable[[Any], Any] | None,
    starts: Sequence[int], exits: Sequence[int] | None, watch: Watch, *,
    costs: bool = False, at_once: bool = False,
) -> Reached:  # fmt: skip
    """Return the nodes that can be reached from *starts* in state *begin*; if *at_once*, up to the first end.

    A walk ends at one of *exits* (None: any cell) in a state that is *done* (None: any state).  If *costs*,
    *step* returns ``(state, cost)``; otherwise a step has its cost on the board.
    """
    board, columns = moves.board, moves.board.columns
    memory, reserved = MemoryBudget(watch.limits.memory_allowed, "this search", FEWER), 0
    is_exit = np.full(board.size, exits is None)
    is_exit[list(exits or ())] = True
    may_end, first, head = is_exit.tolist(), moves.first.tolist(), moves.heads
    nodes: list[tuple[Any, int]] = [(begin, start) for start in starts]
    number_of_node, before = {node: number for number, node in enumerate(nodes)}, [*range(len(nodes))]
    first_edge, heads, taken = array("q"), array("q"), array("q")
    paid: list[Any] = []  # the cost of each edge, if *step* returns costs
    ends: list[int] = []
    expanded = 0
    for number, (state, cell) in enumerate(nodes):  # the list grows in the loop
        if not number % NODES_TOGETHER:
            watch.check(number, 0, 0)
            needed = len(nodes) * BYTES_OF_NODE + len(heads) * BYTES_OF_EDGE
            memory.take(needed - reserved)
            reserved = needed
        expanded = number + 1
        first_edge.append(len(heads))
        if may_end[cell] and (done is None or done(state)):
            ends.append(number)
            if at_once:
                break
        here = divmod(cell, columns)
        for i in range(first[cell], first[cell + 1]):
            after = step(state, here, divmod(head[i], columns))
            if after is None:
                continue
            if costs:
                after, price = state_and_cost(after)
            try:
                node = number_of_node.setdefault((after, head[i]), len(nodes))
            except TypeError as error:
                reason = f"a state must be hashable, such as a number, text or tuple: {error}"
                raise InputError(reason) from None
            if node == len(nodes):
                nodes.append((after, head[i]))
                before.append(number)
            if not at_once:
                heads.append(node)
                taken.append(i)
                if costs:
                    paid.append(price)
    first_edge.append(len(heads))
    cost = checked_edge_costs(paid) if costs else moves.cost[np.array(taken, np.int64)]
    graph = CostGraph(np.array(first_edge, np.int64), np.array(heads, np.int32), cost)
    return Reached(board, nodes, len(starts), before, ends, graph, expanded)


def walk_to(goal: int, before: Sequence[int] | NDArray[np.int32]) -> list[int]:
    """Return the nodes from a source to *goal*; a source is the node before itself."""
    nodes = [goal]
    while before[nodes[-1]] != nodes[-1]:
        nodes.append(int(before[nodes[-1]]))
    return nodes[::-1]


# ------------------------------------------------------- the direction of the last move


def headings_of(board: Board) -> tuple[Ints, int]:
    """Return the direction of each move as a number from 1, 0 for portals; and the number of these numbers.

    Raises
    ------
    QuestionError
        If the board is wrapped round and so small that one step is made by moves of two directions.

    """
    moves = board.moves
    made = [number for number, _, _ in moves.sources()]
    if len(made) > len(set(made)):
        raise QuestionError("turns", "this board is wrapped round, and one step of it has two directions")
    numbers: dict[tuple[int, int], int] = {(0, 0): 0}
    found = []
    for down, across in moves.steps:
        far = gcd(down, across) or 1
        found.append(numbers.setdefault((down // far, across // far), len(numbers)))
    return np.array(found, np.int64), len(numbers)


@dataclass
class Turning:
    """A search for a path of minimum *measure*: length, turns, or cost with a cost of turns.

    Node ``v * headings + heading`` is cell *v* entered in direction *heading*; starts have heading 0.  A
    portal does not change the direction.  If turns are minimised, a turn counts more than all moves of a
    path: so of the paths with the fewest turns, one with the fewest moves is found.  O(s log s) time and
    O(s) memory for *s* edges between nodes.

    Attributes
    ----------
    headings : int
        The number of directions plus 1.
    turn : float or int
        The cost of a turn in the graph.

    """

    query: Query
    measure: Variable = "turns"
    turn_cost: float = 0.0

    def __post_init__(self) -> None:
        board = self.query.board
        self.heading_of_move, self.headings = np.zeros(len(board.moves), np.int64), 1
        if self.measure == "turns" or self.turn_cost:
            self.heading_of_move, self.headings = headings_of(board)
        self.turn: float | int = board.open_count if self.measure == "turns" else self.turn_cost

    @cached_property
    def graph(self) -> CostGraph:
        """The graph whose nodes are cells with directions."""
        board, headings = self.query.board, self.headings
        moves = int(np.bitwise_count(board._moves_of_cell).sum(dtype=np.int64))
        needed = board.size * headings * BYTES_OF_STATE + moves * headings * BYTES_OF_TURN
        limits = self.query.watch.limits
        if limits.memory is not None and needed > (memory := limits.memory_allowed):
            doing = "a search that stores the direction in which it enters each cell"
            raise MemoryLimitError(memory, needed, doing)
        every = MoveList(board, waits=False)
        cost = np.ones(len(every.tail), np.int64)
        if self.measure == "cost":
            entering, factor, extra = board._step_costs.in_kernels
            cost = entering[every.head] * factor[every.move] + extra[every.move]
        degree = np.repeat(np.diff(every.first), headings)
        first = np.concatenate([[0], np.cumsum(degree)])
        move = np.arange(first[-1]) + np.repeat(np.repeat(every.first[:-1], headings) - first[:-1], degree)
        before = np.repeat(np.tile(np.arange(headings), board.size), degree)
        after = self.heading_of_move[every.move][move]
        after = np.where(after == 0, before, after)
        turns = (before != 0) & (before != after)
        head = (every.head[move] * headings + after).astype(np.int32)
        return CostGraph(first, head, cost[move] + turns * self.turn)

    @property
    def sources(self) -> list[int]:
        """The nodes of the starts."""
        return [source * self.headings for source in self.query.sources]

    def nodes_of(self, is_cell: NDArray[Any]) -> Ints:
        """Return the nodes of the marked cells."""
        return np.flatnonzero(np.repeat(is_cell, self.headings))

    def path(self) -> Path | None:
        """Return a path of minimum measure, or None."""
        query = self.query
        found = self.graph.cheapest(self.sources, self.nodes_of(query.is_exit), query.watch)
        if found.goal == NONE:
            return None
        place_of_cell: dict[int, int] = {}
        cells: list[int] = []
        for node in walk_to(found.goal, found.before):
            cell = node // self.headings
            if cell in place_of_cell:  # remove a circle of moves that cost nothing
                for left in cells[place_of_cell[cell] :]:
                    del place_of_cell[left]
                del cells[cells.index(cell) :]
            place_of_cell[cell] = len(cells)
            cells.append(cell)
        query.state[EXPANDED] = found.expanded
        path = query.found(np.array(cells, np.int32), "dijkstra")
        return path._claiming(self.measure, turn_cost=self.turn_cost)
