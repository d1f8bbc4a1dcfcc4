"""A board times a small state: what can be reached of it, as a network that the searches of networks take.

A node of the product is a cell with a state; its key is ``state * size + cell``, and its number that of its
turn.  States are numbers here.  What a step makes of them is a kind of `Rules`: a label for each way of a
board, and one line of arithmetic on both; a kind may be any function of a state and two cells, too.  Several
kinds together have the states of all, and a step that each allows.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import InputError, QuestionError
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
PIECE = 1 << 10  # nodes between two looks at the clock
BYTES_OF_NODE, BYTES_OF_EDGE = 200, 100
FEWER = "a product has a node for each cell and state: take fewer states"


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
        self.heads: list[int] = self.head.tolist()
        self.first = np.searchsorted(self.tail, np.arange(grid.size + 1))
        self.cost = grid._step_costs.of_steps(self.tail, self.head)
        self.costs_are_equal = bool((self.cost[1:] == self.cost[:-1]).all())


@dataclass(frozen=True)
class Rules:
    """What a step makes of a state.

    Attributes
    ----------
    labels : sequence of int, or None
        All that a step asks of each way; None: it asks the way itself.
    step : function of a state and a label
        Returns the state after the ways of that label, `REFUSED` where they are not allowed.
    named : function of a state
        Returns it as people have it.
    may_end : function of a state
        Whether a walk may end in it.
    told : function of two states, one after the other, as people have them
        Whether the change is marked in a drawing.
    rests : function of a state
        Whether one may wait in it, where another kind has waits.
    onward : int64 array, or None
        Of a sliding floor: the way after each that goes on in its direction; NONE if there is none.

    """

    labels: Sequence[int] | None
    step: Callable[[int, int], int]
    named: Callable[[int], Any] = int
    may_end: Callable[[int], bool] = lambda _: True
    told: Callable[[Any, Any], bool] = lambda before, after: before != after
    begin: int = 0
    rests: Callable[[int], bool] = lambda _: True
    onward: Ints | None = None


def of_all(ways: Ways, kinds: Sequence[tuple[Rules, bool]]) -> Rules:
    """Return the rules of several kinds at once; each says whether it has a rule for waits, too.

    A step is made where every kind allows it, and the state is the tuple of theirs.  A kind that has no rule
    for waits keeps its state in one.  What slides goes on as long as every kind allows that, too.
    """
    rules = [one for one, _ in kinds]
    if len(rules) == 1:
        return rules[0]
    slides = [n for n, one in enumerate(rules) if one.onward is not None]
    if len(slides) > 1:
        raise QuestionError("ice", "a floor slides once: give all cells of ice to one Lift.ice")
    is_wait, itself = ways.move == NONE, range(len(ways.tail))
    table: Any = np.stack(
        [
            np.where(is_wait & (not waits), NONE, itself if one.labels is None else one.labels)
            for one, waits in kinds
        ],
        axis=1,
    )
    for number in slides:  # the label of a way has those of the way after it
        table = np.concatenate([table, table[rules[number].onward]], axis=1)
    labels: list[int] | None = None
    if all(one.labels is not None for one in rules):
        table, inverse = np.unique(table, axis=0, return_inverse=True)
        labels = inverse.reshape(-1).tolist()
    rows, states = table.tolist(), Numbered(tuple(one.begin for one in rules))

    def moved(before: Sequence[int], row: Sequence[int]) -> list[int]:
        """Return the states after a way, `REFUSED` where a kind does not allow it."""
        return [
            one.step(own, label) if label != NONE else own if one.rests(own) else REFUSED
            for one, own, label in zip(rules, before, row, strict=False)
        ]

    def step(before: int, label: int) -> int:
        after = moved(states.names[before], row := rows[label])
        if REFUSED in after:
            return REFUSED
        for number in slides:
            if after[number] and REFUSED in moved(after, row[len(rules) :]):
                after[number] = 0  # something is in the way
        return states.number(tuple(after))

    def named(state: int) -> tuple[Any, ...]:
        return tuple(one.named(own) for one, own in zip(rules, states.names[state], strict=True))

    return Rules(
        labels, step, named,
        lambda state: all(one.may_end(own) for one, own in zip(rules, states.names[state], strict=True)),
        lambda before, after: any(one.told(*two) for one, *two in zip(rules, before, after, strict=True)),
    )  # fmt: skip


def of_keys(ways: Ways, codes: NDArray[np.uint8], *, every: bool) -> Rules:
    """Return the rules of keys and doors, which are letters in *codes*; the state has a bit for each key."""
    bit_of_key = {ord(letter): 1 << n for n, letter in enumerate(LETTERS)}
    bit_of_door = {ord(letter.upper()): 1 << n for n, letter in enumerate(LETTERS)}
    enough = sum(bit_of_key.get(code, 0) for code in set(codes.reshape(-1).tolist()) if every)

    def step(held: int, code: int) -> int:
        needed = bit_of_door.get(code, 0)
        return held | bit_of_key.get(code, 0) if held & needed == needed else REFUSED

    return Rules(
        codes.reshape(-1)[ways.head].tolist(),
        step,
        lambda held: "".join(letter for n, letter in enumerate(LETTERS) if held >> n & 1),
        lambda held: held & enough == enough,
    )


def of_ice(ways: Ways, board: Grid, is_ice: NDArray[np.bool_]) -> Rules:
    """Return the rules of a sliding floor: the state is the direction that goes on, 0 at rest."""
    moves = board.moves
    if moves.slides:
        raise QuestionError("ice", "the moves of this board slide already: give it those of one step")
    heading_of_move, number = headings_of(board, "ice")
    names = [""] * number
    for m, heading in enumerate(heading_of_move.tolist()):
        if heading:  # a portal leads to rest
            names[heading] = letters_of(*moves.steps[m])
    heading = np.where(ways.move == NONE, 0, heading_of_move[ways.move])
    legal = board._moves_of_cell[ways.tail] >> np.maximum(ways.move, 0).astype(np.uint8) & 1
    key_of_way = np.where(legal & (heading > 0), ways.tail * number + heading, -1)
    keys, way_of_key = np.unique(key_of_way, return_index=True)
    onward = np.searchsorted(keys, ways.head * number + heading).clip(max=len(keys) - 1)
    goes_on = (keys[onward] == ways.head * number + heading) & is_ice.reshape(-1)[ways.head] & (heading > 0)

    def step(before: int, label: int) -> int:
        heading, slides = divmod(label, 2)
        return REFUSED if before not in (0, heading) else heading if slides else 0

    labels = (2 * heading + goes_on).tolist()
    return Rules(
        labels, step, lambda s: names[s], lambda s: s == 0, lambda _, name: name == "",
        rests=lambda s: s == 0, onward=np.where(goes_on, way_of_key[onward], NONE),
    )  # fmt: skip


def of_timetable(ways: Ways, times: Mapping[int, Set[int]], period: int, begin: int) -> Rules:
    """Return the rules of cells that are open at some times of a period only; the state is the time in it."""
    row_of_cell, rows = np.zeros(ways.grid.size, np.int64), [{*range(period)}, *times.values()]
    row_of_cell[list(times)] = range(1, len(rows))

    def step(time: int, row: int) -> int:
        later = (time + 1) % period
        return later if later in rows[row] else REFUSED

    return Rules(row_of_cell[ways.head].tolist(), step, told=lambda *_: False, begin=begin)


def of_breaks(ways: Ways, board: Grid, most: int) -> Rules:
    """Return the rules of walking through at most *most* walls of *board*; the state is how many were."""
    is_open, (tails, heads) = board.open_cells.reshape(-1), board._all_moves()
    legal = np.isin(ways.tail * board.size + ways.head, tails * board.size + heads)
    price = np.where(is_open[ways.tail], ~legal, ~is_open[ways.head]).astype(np.int64)
    return Rules(price.tolist(), lambda broken, one: broken + one if broken + one <= most else REFUSED)


def without_walls(board: Grid) -> Grid:
    """Return the board with all walls gone; `QuestionError` where a move may need several of them broken."""
    moves = board.moves.unwrapped
    if moves.slides or (moves.has_diagonals and moves.corners != "none"):
        which = "a move that slides" if moves.slides else "a diagonal step past corners"
        raise QuestionError("breaks", f"{which} may break several walls: take orthogonal moves")
    is_open = np.ones(board.open_cells.shape, np.bool_)
    if board.levels is not None:  # between which a row stays closed
        is_open[board.levels.rows :: board.levels.height] = False
    return board.replace(open_cells=is_open, walls=None)


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


def of_calls(
    ways: Ways, begin: Hashable, step: Callable[..., Any], done: Callable[[Any], Any] | None
) -> Rules:
    """Return the rules of a function of a state and two cells."""
    states, columns, tail, head = Numbered(begin), ways.grid.columns, ways.tail.tolist(), ways.heads

    def after(state: int, way: int) -> int:
        found = step(states.names[state], divmod(tail[way], columns), divmod(head[way], columns))
        return REFUSED if found is None else states.number(found)

    return Rules(
        None, after, lambda state: states.names[state],
        lambda state: done is None or bool(done(states.names[state])),
    )  # fmt: skip


class Reached:
    """What is reached from *starts*, breadth-first: all, or *at_once* no more than finds the nearest end.

    Attributes
    ----------
    state, cell : int64 arrays
        Of each node; the starts come first.
    ends : int64 array
        The nodes in which a walk may end: at an exit (None: in any cell), in a state that may end.
    edges : Edges
        Between the nodes, in the order of the moves; none *at_once*.
    expanded : int
        The number of nodes looked at.

    """

    def __init__(
        self, ways: Ways, rules: Rules, starts: Sequence[int], exits: Sequence[int] | None, watch: Watch,
        *, at_once: bool = False,
    ) -> None:  # fmt: skip
        self.size, self.watch, self.starts, self.at_once = ways.grid.size, watch, range(len(starts)), at_once
        memory = MemoryBudget(watch.limits.memory_allowed, "this search", FEWER)
        is_exit = np.full(self.size, exits is None)
        is_exit[list(exits or ())] = True
        ends_at, first, head = is_exit.tolist(), ways.first.tolist(), ways.heads
        labels, step, size = rules.labels, rules.step, self.size
        keys = [rules.begin * size + cell for cell in starts]
        number_of_key, self._before = {key: n for n, key in enumerate(keys)}, [*self.starts]
        tails, heads, taken, ends, counted = array("q"), array("q"), array("q"), list[int](), 0
        after_label: defaultdict[int, dict[int, int]] = defaultdict(dict)  # of each state
        for at, key in enumerate(keys):  # which grows
            if not at % PIECE:
                watch.check(at, 0, 0)
                needed = len(keys) * BYTES_OF_NODE + len(heads) * BYTES_OF_EDGE
                memory.take(needed - counted)
                counted = needed
            self.expanded = at + 1
            state, cell = divmod(key, size)
            if ends_at[cell] and rules.may_end(state):
                ends.append(at)
                if at_once:
                    break
            known = after_label[state] if labels is not None else {}
            for way in range(first[cell], first[cell + 1]):
                label = way if labels is None else labels[way]
                after = known.get(label)
                if after is None:
                    after = known[label] = step(state, label)
                if after != REFUSED:
                    to = after * size + head[way]
                    number = number_of_key.setdefault(to, len(keys))
                    if number == len(keys):
                        keys.append(to)
                        self._before.append(at)
                    if not at_once:
                        tails.append(at)
                        heads.append(number)
                        taken.append(way)
        self.ends, way_of_edge = np.array(ends, np.int64), np.array(taken, np.int64)
        self.state, self.cell = np.divmod(np.array(keys, np.int64), size)
        each = np.full(len(heads), FORWARD, np.uint8), np.ones(len(heads), np.int64), ways.cost[way_of_edge]
        self.edges = Edges(
            range(len(keys)), None, np.array(tails, np.int32), np.array(heads, np.int32), *each
        )

    def _search(self, ends: Ints) -> NetworkSearch:
        starts, exits = ([(number, 0) for number in nodes] for nodes in (self.starts, ends.tolist()))
        return NetworkSearch(NetworkGrid(self.edges), starts, exits, self.watch)

    def nearest(self) -> tuple[Ints, str, int] | None:
        """Return the nodes to the nearest end, by which algorithm, and how many it entered; None: no end."""
        if not len(self.ends):
            return None
        if self.at_once:
            nodes = [int(self.ends[0])]
            while self._before[nodes[-1]] != nodes[-1]:
                nodes.append(self._before[nodes[-1]])
            return np.array(nodes[::-1], np.int64), "bfs", self.expanded
        search = self._search(self.ends)
        path = search.path(search.by(self.edges.cost), "")
        assert path is not None
        return path.cells[::2, 0].astype(np.int64), "dijkstra", int(search.state[EXPANDED])

    def least_costs(self) -> NDArray[np.float64]:
        """Return the least cost of a walk that ends in each cell; infinite where none does."""
        search, found = self._search(self.ends[:0]), np.full(self.size, np.inf)
        search.by(self.edges.cost)
        np.minimum.at(found, self.cell[self.ends], search.cost_of_node[self.ends].astype(np.float64))
        return found
