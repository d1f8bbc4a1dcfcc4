"""A board times a small state: what can be reached of it, as a network that the searches of networks take.

A node of the product is a cell with a state; its key is ``state * size + cell``, and its number that of its
turn.  States are numbers here.  What a step makes of them is a kind of `Rules`: a few arrays with a number
for each way of a board, and one line of arithmetic; the last kind is any function of a state and two cells.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import InputError, QuestionError
from gridwalk.grids.cells import pairs_of
from gridwalk.grids.grid import Grid
from gridwalk.grids.moves import letters_of
from gridwalk.grids.networkedges import FORWARD, Edges
from gridwalk.grids.networkgrid import NetworkGrid
from gridwalk.kernels.codes import EXPANDED, NONE
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.search.edges import NetworkSearch
from gridwalk.search.turning import headings_of

Ints: TypeAlias = NDArray[np.int64]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
REFUSED = -1  # the state after a move that is not allowed
PIECE = 1 << 16  # nodes between two looks at the clock
BYTES_OF_NODE, BYTES_OF_EDGE = 200, 70
FEWER = "a product has a node for each cell and state: take fewer states"


class Ways:
    """The moves of a board, sorted by the cells that they leave: those of cell *v* from ``first[v]`` on.

    Attributes
    ----------
    tail, head, move : int64 arrays
        Of each way its two cells, flat, and the number of the move; NONE for a wait, which comes last.
    cost : array
        What it costs; a wait costs what a straight step into its cell does.
    costs_are_equal : bool
        Whether the fewest steps are the cheapest.

    """

    def __init__(self, grid: Grid, *, waits: bool) -> None:
        table = grid._moves_of_cell
        bits = [table.dtype.type(1 << m) for m in range(len(grid._delta_of_move))]
        tail, head = grid._all_moves()
        move = np.repeat(np.arange(len(bits)), [int(np.count_nonzero(table & bit)) for bit in bits])
        here = np.flatnonzero(grid.open_cells if waits else ())
        order = np.argsort(np.concatenate([tail, here]), kind="stable")
        self.grid = grid
        self.tail, self.head = np.concatenate([tail, here])[order], np.concatenate([head, here])[order]
        self.move = np.concatenate([move, np.full(len(here), NONE)])[order]
        self.first = np.searchsorted(self.tail, np.arange(grid.size + 1))
        self.cost = grid._step_costs.of_steps(self.tail, self.head)
        self.costs_are_equal = bool((self.cost[1:] == self.cost[:-1]).all())


@dataclass(frozen=True)
class Rules:
    """What a step makes of a state.

    Attributes
    ----------
    step : function of states and ways
        Returns the states after those ways, `REFUSED` where a way is not allowed.
    named : function of a state
        Returns it as people have it.
    may_end : function of states
        Returns in which of them a walk may end.
    told : function of two states, one after the other, as people have them
        Whether the change is marked in a drawing.

    """

    step: Callable[[Ints, Ints], Ints]
    named: Callable[[int], Any] = int
    may_end: Callable[[Ints], NDArray[np.bool_]] = lambda states: np.ones(len(states), np.bool_)
    told: Callable[[Any, Any], bool] = lambda before, after: before != after
    begin: int = 0


def of_keys(ways: Ways, codes: NDArray[np.uint8], *, every: bool) -> Rules:
    """Return the rules of keys and doors, which are letters in *codes*; the state has a bit for each key."""
    bit_of_code = np.zeros((2, 256), np.int64)
    for n, letter in enumerate(LETTERS):
        bit_of_code[0, ord(letter)] = bit_of_code[1, ord(letter.upper())] = 1 << n
    keys, doors = bit_of_code[:, codes.reshape(-1)]
    gives, needs, enough = keys[ways.head], doors[ways.head], int(np.bitwise_or.reduce(keys)) if every else 0
    return Rules(
        lambda states, way: np.where(states & needs[way] == needs[way], states | gives[way], REFUSED),
        lambda state: "".join(letter for n, letter in enumerate(LETTERS) if state >> n & 1),
        lambda states: states & enough == enough,
    )


def of_ice(ways: Ways, is_ice: NDArray[np.bool_]) -> Rules:
    """Return the rules of a sliding floor: the state is the direction that goes on, 0 at rest."""
    table, moves = ways.grid._moves_of_cell, ways.grid.moves
    if moves.slides:
        raise QuestionError("ice", "the moves of this board slide already: give it those of one step")
    heading_of_move, number = headings_of(ways.grid, "ice")
    moves_of_heading, names = np.zeros(number, table.dtype), [""] * number
    for m, heading in enumerate(heading_of_move.tolist()):
        if heading:  # a portal leads to rest
            moves_of_heading[heading] |= table.dtype.type(1 << m)
            names[heading] = letters_of(*moves.steps[m])
    headings = heading_of_move[ways.move]
    goes_on = (table[ways.head] & moves_of_heading[headings] > 0) & is_ice.reshape(-1)[ways.head]
    after = np.where(goes_on, headings, 0)
    return Rules(
        lambda states, way: np.where((states == 0) | (states == headings[way]), after[way], REFUSED),
        lambda state: names[state],
        lambda states: states == 0,
        lambda _, state: state == "",
    )


def of_timetable(ways: Ways, times: Mapping[int, list[int]], period: int, begin: int) -> Rules:
    """Return the rules of cells that are open at some times of a period only; the state is the time in it."""
    row_of_cell, is_open = np.zeros(ways.grid.size, np.int64), np.zeros((len(times) + 1, period), np.bool_)
    is_open[0] = True
    for row, (cell, open_at) in enumerate(times.items(), 1):
        row_of_cell[cell], is_open[row, open_at] = row, True
    row_of_way = row_of_cell[ways.head]

    def step(states: Ints, way: Ints) -> Ints:
        later = (states + 1) % period
        return np.where(is_open[row_of_way[way], later], later, REFUSED)

    return Rules(step, told=lambda *_: False, begin=begin)


def of_breaks(ways: Ways, board: Grid, most: int) -> Rules:
    """Return the rules of walking through at most so many walls of *board*; the state is how many were."""
    is_open, (tails, heads) = board.open_cells.reshape(-1), board._all_moves()
    legal = np.isin(ways.tail * board.size + ways.head, tails * board.size + heads)
    price = np.where(is_open[ways.tail], ~legal, ~is_open[ways.head]).astype(np.int64)
    return Rules(
        lambda states, way: np.where(states + price[way] <= most, states + price[way], REFUSED),
    )


def without_walls(board: Grid) -> Grid:
    """Return the board with all walls gone; `QuestionError` where a move may need several of them broken."""
    moves = board.moves.unwrapped
    if moves.slides or (moves.has_diagonals and moves.corners != "none"):
        which = "a move that slides" if moves.slides else "a diagonal step past corners"
        raise QuestionError("breaks", f"{which} may break several walls: take orthogonal moves")
    return board.replace(open_cells=np.ones(board.shape, np.bool_), walls=None)


def of_calls(
    ways: Ways, begin: Hashable, step: Callable[..., Any], done: Callable[[Any], Any] | None
) -> Rules:
    """Return the rules of a function of a state and two cells; states get numbers as they appear."""
    names, number, columns = [begin], {begin: 0}, ways.grid.columns

    def number_of(state: Any) -> int:
        if state is None:
            return REFUSED
        try:
            known = number.setdefault(state, len(names))
        except TypeError as error:
            raise InputError(f"a state must be hashable, such as a number, text or tuple: {error}") from None
        names.extend([state] * (known == len(names)))
        return known

    def after(states: Ints, way: Ints) -> Ints:
        cells = (map(tuple, pairs_of(ends[way], columns).tolist()) for ends in (ways.tail, ways.head))
        asked = zip(states.tolist(), *cells, strict=True)
        return np.array([number_of(step(names[state], u, v)) for state, u, v in asked], np.int64)

    def may_end(states: Ints) -> NDArray[np.bool_]:
        return np.array([done is None or bool(done(names[state])) for state in states.tolist()], np.bool_)

    return Rules(after, lambda state: names[state], may_end)


class Reached:
    """What is reached from *starts*, breadth-first: all, or *at_once* no more than finds the nearest end.

    Attributes
    ----------
    state, cell : int64 arrays
        Of each node; the starts come first.
    ends : int64 array
        The nodes in which a walk may end: at an exit (None: in any cell), in a state that may end.
    edges : Edges
        Between the nodes, in the order of the moves.

    """

    def __init__(
        self, ways: Ways, rules: Rules, starts: Sequence[int], exits: Sequence[int] | None, watch: Watch,
        *, at_once: bool = False,
    ) -> None:  # fmt: skip
        self.size, self.watch, self.starts = ways.grid.size, watch, range(len(starts))
        memory = MemoryBudget(watch.limits.memory_allowed, "this search", FEWER)
        is_exit = np.full(self.size, exits is None)
        is_exit[list(exits or ())] = True
        number_of_key: defaultdict[int, int] = defaultdict(count().__next__)  # each new one gets the next
        queue = deque([np.array(starts, np.int64) + rules.begin * self.size])
        for key in queue[0].tolist():
            number_of_key[key]
        ends, parts, done = [np.zeros(0, np.int64)], [np.zeros((3, 0), np.int64)], 0
        while queue:
            keys = queue.popleft()
            if len(keys) > PIECE:
                queue.appendleft(keys[PIECE:])
                keys = keys[:PIECE]
            watch.check(done, 0, 0)
            states, cells = np.divmod(keys, self.size)
            ends.append(done + np.flatnonzero(rules.may_end(states) & is_exit[cells]))
            if at_once and len(ends[-1]):
                break
            first, degree = ways.first[cells], ways.first[cells + 1] - ways.first[cells]
            way = np.arange(degree.sum()) + np.repeat(first - np.cumsum(degree) + degree, degree)
            after = rules.step(np.repeat(states, degree), way)
            allowed, known = np.flatnonzero(after != REFUSED), len(number_of_key)
            way, tail = way[allowed], np.repeat(np.arange(done, done + len(keys)), degree)[allowed]
            reached = after[allowed] * self.size + ways.head[way]
            head = np.fromiter(map(number_of_key.__getitem__, reached.tolist()), np.int64, len(way))
            parts.append(np.stack([tail, head, way]))
            done, new = done + len(keys), len(number_of_key) - known
            memory.take(new * BYTES_OF_NODE + len(way) * BYTES_OF_EDGE)
            if new:
                entered = np.empty(new, np.int64)
                entered[head[head >= known] - known] = reached[head >= known]
                queue.append(entered)
        self.ends, (tail, head, way) = np.concatenate(ends), np.concatenate(parts, axis=1)
        self.state, self.cell = np.divmod(np.fromiter(number_of_key, np.int64), self.size)
        each = np.full(len(way), FORWARD, np.uint8), np.ones(len(way), np.int64), ways.cost[way]
        nodes = range(len(number_of_key))
        self.edges = Edges(nodes, None, tail.astype(np.int32), head.astype(np.int32), *each)

    def _search(self, ends: Ints) -> NetworkSearch:
        starts, exits = ([(number, 0) for number in nodes] for nodes in (self.starts, ends.tolist()))
        return NetworkSearch(NetworkGrid(self.edges), starts, exits, self.watch)

    def nearest(self, *, by_cost: bool) -> tuple[Ints, str, int] | None:
        """Return the nodes to the nearest end, by which algorithm, and how many it entered; None: no end."""
        if not len(self.ends):
            return None
        search = self._search(self.ends)
        path = search.path(search.by(self.edges.cost) if by_cost else search.by_edges(), "")
        assert path is not None
        nodes = path.cells[::2, 0].astype(np.int64)
        return nodes, "dijkstra" if by_cost else "bfs", int(search.state[EXPANDED])

    def least_costs(self) -> NDArray[np.float64]:
        """Return the least cost of a walk that ends in each cell; infinite where none does."""
        search, found = self._search(self.ends[:0]), np.full(self.size, np.inf)
        search.by(self.edges.cost)
        np.minimum.at(found, self.cell[self.ends], search.cost_of_node[self.ends].astype(np.float64))
        return found
