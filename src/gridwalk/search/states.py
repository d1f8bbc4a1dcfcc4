"""A board times a small state: a graph whose nodes are cells with states, and the cheapest walks in it.

The states of a `Lift` are the values that its step function returns: the nodes are found breadth-first.
Where turns count, the state is the direction of the last move: all nodes are known before.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.errors import InputError, MemoryLimitError, QuestionError
from gridwalk.kernels.codes import EXPANDED, FOUND, GOAL, NONE, TAIL
from gridwalk.network.edges import checked_edge_costs
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import registers, run
from gridwalk.search.edges import least_cost
from gridwalk.search.query import Query

if TYPE_CHECKING:
    from gridwalk.keywords import Variable

Ints: TypeAlias = NDArray[np.int64]
PIECE = 1 << 10  # nodes between two looks at the clock
BYTES_OF_NODE, BYTES_OF_EDGE = 200, 100  # of what is explored step by step
BYTES_OF_STATE, BYTES_OF_TURN = 28, 52  # of a cell with a direction, and of an edge between two of these
FEWER = "a product has a node for each cell and state: take fewer states"
FAR = 1 << 62
MAX_TURN = 2.0**50  # the price of one


class Ways:
    """The moves of a board, sorted by the cells that they leave: those of cell *v* from ``first[v]`` on.

    Attributes
    ----------
    tail, head, move : int64 arrays
        Of each way its two cells, flat, and the number of the move; NONE for a wait, which comes last.
    heads : list of int
        As *head*.
    cost : array
        What it costs; a wait costs what a straight step into its cell does.
    costs_are_equal : bool
        Whether the fewest steps are the cheapest.

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


@dataclass(frozen=True)
class StateGraph:
    """A graph: the edges of node *n* are those from ``first[n]`` to below ``first[n + 1]``.

    Attributes
    ----------
    first : int64 array
    head : int32 array
        The node that each edge enters.
    cost : array
        What each edge costs, 0 or more.

    """

    first: Ints
    head: NDArray[np.int32]
    cost: NDArray[Any]

    @property
    def tail(self) -> Ints:
        """The node that each edge leaves."""
        return np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))

    def cheapest(self, sources: Sequence[int], ends: Ints, watch: Watch) -> Cheapest:
        """Search from *sources* up to the nearest of *ends* by Dijkstra's algorithm: O(edges log edges)."""
        nodes, room = len(self.first) - 1, len(self.head) + len(sources) + 1
        exact = self.cost.dtype.kind == "i"
        cost_of_node = np.full(nodes, FAR if exact else np.inf, self.cost.dtype)
        edge_of_node, before = np.full((2, nodes), NONE, np.int32)
        cost_of_node[sources], before[sources] = 0, sources
        is_end = np.zeros(nodes, np.uint8)
        is_end[ends] = 1
        heap = np.zeros(room, self.cost.dtype), np.zeros(room, np.int32)
        heap[1][: len(sources)] = sources
        state = registers()
        state[TAIL] = len(sources)
        graph = self.first, self.head, self.cost, 0
        status = run(
            least_cost, graph, is_end, cost_of_node, edge_of_node, before, heap,
            state=state, moves_of_cell=before, watch=watch,
        )  # fmt: skip
        return Cheapest(
            np.where(before == NONE, np.inf, cost_of_node),
            before,
            int(state[GOAL]) if status == FOUND else NONE,
            int(state[EXPANDED]),
        )


@dataclass(frozen=True)
class Cheapest:
    """What a search found: the least cost of each node, the node before it, the nearest end (or NONE)."""

    cost: NDArray[np.float64]
    before: NDArray[np.int32]
    goal: int
    expanded: int

    def walk(self) -> list[int]:
        """Return the nodes of the walk to the nearest end."""
        return walk_to(self.goal, self.before)


def walk_to(goal: int, before: Sequence[int] | NDArray[np.int32]) -> list[int]:
    """Return the nodes from a source to *goal*; a source is the node before itself."""
    nodes = [goal]
    while before[nodes[-1]] != nodes[-1]:
        nodes.append(int(before[nodes[-1]]))
    return nodes[::-1]


# ------------------------------------------------------------------------- any state


class Numbered:
    """Numbers for states of any kind, in the order in which they appear; *begin* has 0."""

    def __init__(self, begin: Any) -> None:
        self.names, self._numbers = [begin], {begin: 0}

    def number(self, state: Any) -> int:
        """Return the number of a state."""
        try:
            known = self._numbers.setdefault(state, len(self.names))
        except TypeError as error:
            raise InputError(f"a state must be hashable, such as a number, text or tuple: {error}") from None
        if known == len(self.names):
            self.names.append(state)
        return known


def priced(found: Any) -> tuple[Any, Any]:
    """Return state and cost of what a step function returned that says what its steps cost."""
    try:
        state, cost = found
    except (TypeError, ValueError):
        raise InputError(f"a step of a lift with costs=True returns (state, cost), not {found!r}") from None
    return state, cost


class Reached:
    """What is reached from *starts*, breadth-first: all, or *at_once* no more than finds the nearest end.

    *costs*: the step function returns ``(state, cost)``; else a step costs what it costs on the board.

    Attributes
    ----------
    states : list
        The state of each node; the starts come first.
    cell : int64 array
        The flat cell of each node.
    ends : int64 array
        The nodes in which a walk may end: at an exit (None: in any cell), in a state that is *done*.
    graph : StateGraph
        The moves between the nodes, in the order of the moves; none *at_once*.
    expanded : int
        The number of nodes looked at.

    """

    def __init__(
        self, ways: Ways, begin: Hashable, step: Callable[..., Any], done: Callable[[Any], Any] | None,
        starts: Sequence[int], exits: Sequence[int] | None, watch: Watch, *,
        costs: bool = False, at_once: bool = False,
    ) -> None:  # fmt: skip
        size, columns = ways.board.size, ways.board.columns
        self.size, self.watch, self.starts, self.at_once = size, watch, range(len(starts)), at_once
        memory = MemoryBudget(watch.limits.memory_allowed, "this search", FEWER)
        is_exit = np.full(size, exits is None)
        is_exit[list(exits or ())] = True
        ends_at, first, head, numbers = is_exit.tolist(), ways.first.tolist(), ways.heads, Numbered(begin)
        keys = list(starts)  # of each node: the number of its state * size + its cell
        number_of_key, self._before = {key: n for n, key in enumerate(keys)}, [*self.starts]
        heads, taken, first_edge, ends, counted = array("q"), array("q"), array("q"), list[int](), 0
        paid: list[Any] = []  # of each edge, if steps say what they cost
        for at, key in enumerate(keys):  # which grows
            if not at % PIECE:
                watch.check(at, 0, 0)
                needed = len(keys) * BYTES_OF_NODE + len(heads) * BYTES_OF_EDGE
                memory.take(needed - counted)
                counted = needed
            self.expanded = at + 1
            first_edge.append(len(heads))
            number, cell = divmod(key, size)
            state, here = numbers.names[number], divmod(cell, columns)
            if ends_at[cell] and (done is None or done(state)):
                ends.append(at)
                if at_once:
                    break
            for way in range(first[cell], first[cell + 1]):
                after = step(state, here, divmod(head[way], columns))
                if after is None:
                    continue
                if costs:
                    after, price = priced(after)
                to = numbers.number(after) * size + head[way]
                node = number_of_key.setdefault(to, len(keys))
                if node == len(keys):
                    keys.append(to)
                    self._before.append(at)
                if not at_once:
                    heads.append(node)
                    taken.append(way)
                    if costs:
                        paid.append(price)
        first_edge.append(len(heads))
        self.ends = np.array(ends, np.int64)
        number_of_node, self.cell = np.divmod(np.array(keys, np.int64), size)
        self.states = [numbers.names[number] for number in number_of_node.tolist()]
        way_of_edge = np.array(taken, np.int64)
        cost = checked_edge_costs(paid) if costs else ways.cost[way_of_edge]
        self.graph = StateGraph(np.array(first_edge, np.int64), np.array(heads, np.int32), cost)

    def nearest(self) -> tuple[list[int], str, int] | None:
        """Return the nodes to the nearest end, the algorithm, and how many nodes it entered; None: no end."""
        if not len(self.ends):
            return None
        if self.at_once:
            return walk_to(int(self.ends[0]), self._before), "bfs", self.expanded
        found = self.graph.cheapest(self.starts, self.ends, self.watch)
        return found.walk(), "dijkstra", found.expanded

    def least_costs(self) -> NDArray[np.float64]:
        """Return the least cost of a walk that ends in each cell; infinite where none does."""
        cost = self.graph.cheapest(self.starts, self.ends[:0], self.watch).cost
        found = np.full(self.size, np.inf)
        np.minimum.at(found, self.cell[self.ends], cost[self.ends])
        return found


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
    """A search over cells with directions for a least *measure*: moves, turns, or cost with turns.

    Node ``v * headings + heading`` is cell *v* entered in that direction; 0 is that of starts.  A portal
    keeps the direction.  A turn counts more than all moves of a path, so that of the paths with the fewest
    turns it is one of the fewest moves.  O(s log s) time and memory for the *s* edges between nodes.

    Attributes
    ----------
    headings : int
        The number of directions, and one.
    turn : float or int
        What a turn counts.

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
    def graph(self) -> StateGraph:
        """The cells with directions."""
        board, headings = self.query.board, self.headings
        moves = int(np.bitwise_count(board._moves_of_cell).sum(dtype=np.int64))
        self._afford(board.size * headings * BYTES_OF_STATE + moves * headings * BYTES_OF_TURN)
        ways = Ways(board, waits=False)
        cost = np.ones(len(ways.tail), np.int64)
        if self.measure == "cost":
            entering, factor, extra = board._step_costs.in_kernels
            cost = entering[ways.head] * factor[ways.move] + extra[ways.move]
        degree = np.repeat(np.diff(ways.first), headings)
        first = np.concatenate([[0], np.cumsum(degree)])
        way = np.arange(first[-1]) + np.repeat(np.repeat(ways.first[:-1], headings) - first[:-1], degree)
        before = np.repeat(np.tile(np.arange(headings), board.size), degree)
        after = self.heading_of_move[ways.move][way]
        after = np.where(after == 0, before, after)
        turns = (before != 0) & (before != after)
        head = (ways.head[way] * headings + after).astype(np.int32)
        return StateGraph(first, head, cost[way] + turns * self.turn)

    @property
    def sources(self) -> list[int]:
        """The nodes of the starts."""
        return [source * self.headings for source in self.query.sources]

    def nodes_of(self, is_cell: NDArray[Any]) -> Ints:
        """Return the nodes of the cells that are marked."""
        return np.flatnonzero(np.repeat(is_cell, self.headings))

    def path(self) -> Path | None:
        """Return a best path; None if there is none."""
        query = self.query
        found = self.graph.cheapest(self.sources, self.nodes_of(query.is_exit), query.watch)
        if found.goal == NONE:
            return None
        place_of_cell: dict[int, int] = {}
        cells: list[int] = []
        for node in found.walk():
            cell = node // self.headings
            if cell in place_of_cell:  # a way that costs nothing led back here: a path needs none
                for left in cells[place_of_cell[cell] :]:
                    del place_of_cell[left]
                del cells[cells.index(cell) :]
            place_of_cell[cell] = len(cells)
            cells.append(cell)
        query.state[EXPANDED] = found.expanded
        path = query.found(np.array(cells, np.int32), "dijkstra")
        return path._claiming(self.measure, turn_cost=self.turn_cost)

    def _afford(self, needed: int) -> None:
        memory = self.query.watch.limits.memory
        if memory is not None and needed > memory:
            doing = "a search that knows in which direction it enters each cell"
            raise MemoryLimitError(memory, needed, doing)
