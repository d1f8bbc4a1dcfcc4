"""Frontier-based search (Knuth, TAOCP 4A, 7.1.4): a family of paths needs only a step function.

A *layer* decides the edges from one cell to the cells that are not decided yet.  A *choice* takes none, one
or two of these edges.  The *frontier* is the set of cells with both decided and undecided edges; each has a
*slot*, its place in the *state*.  A state holds a few bytes for each slot, which determine how the rest of a
path can continue.  Equal states are merged, so the search visits states, not paths: O(states * choices).

A family defines the bytes and one compiled function, which changes *state* in place:

    step(state, layer, choice, data) -> DEAD, OPEN or DONE

This is enough for counts, counts by length, the best member, ranks, samples and lists (`members`), and for
estimates (`sampled.run`).  States are numbered in the order in which they appear, and choices in the order of
the plan, so ranks and samples are the same on every run.

What a step may rely on:

- *state* is an array of bytes, all 0 at first.  Byte s is the code of slot s (`mates`).  If some edges are
  one-way, byte ``slots + s`` is the direction in which the piece at slot s must be walked.  Then follow the
  `Family.fields` fields, each with one byte for every slot.
- The cells that enter in this layer already have a slot, with their first codes.  A cell without edges never
  enters.
- Only choices that the code of the layer's cell allows are tried (`EDGES_ALLOWED`).
- *layer* holds `Layer.arrays`; *data* is `Family.data`, the same for all layers.

What a step must do:

- Write equal bytes for states that can continue in the same ways.  A missed merge costs time, but the numbers
  stay right.  Clear the bytes of a cell that leaves (`mates.tidy` clears its code and direction), and use one
  form for equivalent states (`mates.close_ends`, `mates.sort_labels`).  ``tests/allpaths/test_families.py``
  counts the states that could have been merged.
- Return DONE if the member is complete and uses no later edge.  Each member must be finished exactly once,
  and only if no required cell or edge is missing (`mates.is_finished`).

Before you write a step, consider virtual cells or edges, or required cells: open tours from anywhere, for
example, are simple paths through all cells from a virtual start to a virtual end.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.network import NOWHERE, BlockNetwork
from gridwalk.errors import HopelessError
from gridwalk.runtime.kernel import Kernel, inline_kernel, kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call, compiles, slice_of
from gridwalk.runtime.tuning import tuning

DEAD, OPEN, DONE = 0, 1, 2  # what a step returns
FROM, TO, CHOICE = 0, 1, 2  # columns of rows, one for each step: two states and a choice; state 0: DONE
NEXT, STATES, ROWS, ENTERED = 0, 1, 2, 3  # registers: the next state; numbers of states, rows, rows entered
CELL, LATER, SLOTS, TOO_FEW, DIRECTED, FIRST = 0, 1, 2, 3, 4, 5  # facts of a layer
# Flags of checks: a cell without used edges has too few edges left; it must be visited; no undecided edge
# leads out of it; none leads into it; it leaves the frontier; a path through it must take its stop.
FRESH_IS_DEAD, MUST, NO_WAY_OUT, NO_WAY_IN, LEAVES, NO_WAY_ON = 1, 2, 4, 8, 16, 32

# Bit k: a choice may have k edges at the cell of the layer (a loop counts as two), if the code of the cell is
# FRESH, FULL, BLOCKED, or that of the end of a piece.
EDGES_ALLOWED = 0b101, 0b001, 0b001, 0b010
MOST_SLOTS = 60  # a code must fit into a byte (`mates`)
INTERPRETED_STATES, COMPILED_STATES = 200, 1 << 15  # in a slice
SLICE_ROWS = 1 << 15  # the rows of a slice should fit into the processor's cache
BLOCK = 64  # rows entered together
GROWTH = 3.0  # about the factor by which one more cell on the frontier multiplies the states
MAX_STATES = (1 << 31) - 1  # of a layer: they are numbered in 32 bits
PLANNING = "planning the sweep"
TELL_AFTER = 1024  # layers

Rows = NDArray[np.int32]
States = NDArray[np.uint64]


# ------------------------------------------------------------------------------------------ plan


@dataclass(frozen=True, eq=False)
class Graph:
    """Cells and the edges between them, with the cells and edges that a path must use.

    Attributes
    ----------
    cells : int
        The number of cells, which are numbered from 0.
    edges : int64 array, shape (m, 2)
        The two cells of each edge.  Parallel edges and loops are allowed.
    ways : int64 array, shape (m,)
        How an edge may be walked: 1 from its first cell to the second, 2 back, 3 both, 0 not at all.
    must_visit : array of bool, shape (cells,)
    need : int64 array, shape (m,)
        For each number of 0 or more, every path must use an edge with that number.
    same : int64 array, shape (m,)
        Edges with the same number are never used together.
    loose : array of bool, shape (m,)
        Two of these edges are never used at the same cell; their other cells must come later in the order.
    virtual : array of bool, shape (m,)
        Edges to a virtual start or end.  They do not make their cells neighbours.
    stops : int64 array, shape (cells,)
        The edge that every path through the cell must take: it is decided at the cell, and ends the path;
        -1: none.  Only for families with *too_few* BLOCKED.

    """

    cells: int
    edges: NDArray[np.int64]
    ways: NDArray[np.int64]
    must_visit: NDArray[np.bool_]
    need: NDArray[np.int64]
    same: NDArray[np.int64]
    loose: NDArray[np.bool_]
    virtual: NDArray[np.bool_]
    stops: NDArray[np.int64]

    @classmethod
    def plain(
        cls,
        cells: int,
        edges: NDArray[np.int64],
        must_visit: Iterable[int] = (),
        ways: NDArray[np.int64] | None = None,
    ) -> Graph:
        """Return the graph of *edges*, two-way by default, with cells that must be visited."""
        must, none = np.zeros(cells, bool), np.zeros(len(edges), bool)
        must[list(must_visit)] = True
        both = np.full(len(edges), 3) if ways is None else ways
        need, same = np.full(len(edges), -1), np.arange(len(edges))
        return cls(cells, edges, both, must, need, same, none, none, np.full(cells, -1))

    @classmethod
    def of_network(cls, network: BlockNetwork) -> Graph:
        """Return the graph of the corridors of a block.

        In a network for cycles, if some corridors are one-way, each two-way corridor becomes two edges, so
        that a cycle that can be walked both ways is counted twice.
        """
        tail, head, one_way = (
            each.astype(np.int64) for each in (network.tail, network.head, network.one_way)
        )
        corridor, ways = np.arange(network.corridors), 3 - 2 * one_way
        if network.source == NOWHERE and one_way.any():
            back = np.flatnonzero(one_way == 0)
            corridor = np.concatenate([corridor, back])
            ways = np.concatenate([np.ones(network.corridors, np.int64), np.full(len(back), 2)])
        need = np.where(network.must_use, np.arange(network.corridors), -1)
        for one, twin in network.twins.items():
            need[one] = min(one, twin)
        loose = np.zeros(network.corridors, bool) if network.loose is None else network.loose
        edges = np.stack([tail, head], axis=1)[corridor]
        none, stops = np.zeros(len(edges), bool), np.full(network.junctions, -1)
        must, more = network.must_visit, (need[corridor], corridor, loose[corridor], none, stops)
        return cls(network.junctions, edges, ways, must, *more)

    @cached_property
    def directed(self) -> bool:
        """Whether any edge is one-way."""
        return bool(((self.ways == 1) | (self.ways == 2)).any())


@dataclass(frozen=True, eq=False)
class Layer:
    """The decisions at one cell.

    Attributes
    ----------
    cell : int
    edges_of_choice : tuple of tuples of int
    arrays : tuple of int64 arrays
        The arrays for step functions, in this order.
        *facts*: the slot of the cell; whether required cells or edges come later; the number of slots; the
        code of a cell with too few edges left; whether any edge is one-way; the first choice with 0, 1, 2
        and 3 edges at the cell.
        *choices*: the slots of up to two neighbours to join (-1: none), and the edges to them.
        *checks*: the slots with few edges left or with a stop, and their flags.
        *enter*: the slots of the cells that enter with a first code, and these codes.
        *near*: the slots of all undecided neighbours.
        *needed*: the slots of cells that must be visited.
        *pairs*: the pairs of slots with an undecided edge between them, if the family needs them.
    cells_after : tuple of int
        The cell in each slot after the layer; -1 for an empty slot.

    """

    cell: int
    edges_of_choice: tuple[tuple[int, ...], ...]
    arrays: tuple[NDArray[np.int64], ...]
    cells_after: tuple[int, ...]


# The arrays of a layer without decisions, which have the shapes of all layers.
EMPTY = tuple(np.zeros((0, *width), np.int64) for width in ((), (4,), (2,), (2,), (), (), (2,)))


class _Planner:
    """Planner of the layers of a sweep, one by one, in a given order of the cells."""

    def __init__(self, graph: Graph, order: Sequence[int], first_code: dict[int, int]) -> None:
        self.graph, self.first_code = graph, first_code
        self.near: list[list[tuple[int, int]]] = [[] for _ in range(graph.cells)]
        for edge, (u, v) in enumerate(graph.edges.tolist()):
            self.near[u].append((v, edge))
            if u != v:
                self.near[v].append((u, edge))
        self.place = {v: i for i, v in enumerate(order)}
        self.ways, self.first = graph.ways.tolist(), graph.edges[:, 0].tolist()
        self.virtual, self.stops = graph.virtual.tolist(), graph.stops.tolist()
        self.is_loop, self.must = (graph.edges[:, 0] == graph.edges[:, 1]).tolist(), graph.must_visit.tolist()
        self.need, self.same, self.loose = graph.need.tolist(), graph.same.tolist(), graph.loose.tolist()
        self.undecided = [dict.fromkeys(edge for _, edge in near) for near in self.near]
        self.cell_of_slot: list[int] = []
        self.slot_of: dict[int, int] = {}
        self.later = {v for v, must in enumerate(self.must) if must}
        self.needs_later = {need for need in self.need if need >= 0}

    def enter(self, cells: Iterable[int]) -> list[tuple[int, int]]:
        """Give slots to the *cells* that have none; return those with a first code, and the codes."""
        codes = []
        for u in cells:
            if u in self.slot_of:
                continue
            slot = self.cell_of_slot.index(-1) if -1 in self.cell_of_slot else len(self.cell_of_slot)
            self.cell_of_slot[slot : slot + 1] = [u]
            self.slot_of[u] = slot
            self.later.discard(u)
            if u in self.first_code:
                codes.append((slot, self.first_code[u]))
        return codes

    def ahead(self, v: int) -> list[tuple[int, int]]:
        """Return the undecided neighbours of *v*, and the edges to them; *v* itself for a loop."""
        return sorted((u, edge) for u, edge in self.near[v] if self.place[u] >= self.place[v])

    def choices(
        self, v: int, ahead: list[tuple[int, int]]
    ) -> list[tuple[tuple[int, int, int, int], tuple[int, ...]]]:
        """Return the choices at *v*, as the rows of `Layer.arrays` and `Layer.edges_of_choice`."""
        needs = {self.need[edge] for _, edge in ahead if self.need[edge] >= 0}
        self.needs_later -= needs
        free = [(self.slot_of[u], edge) for u, edge in ahead if self.ways[edge]]
        found: list[tuple[tuple[int, int, int, int], tuple[int, ...]]] = []
        if not needs:
            found.append(((-1, -1, -1, -1), ()))
        loops = [one for one in free if one[0] == self.slot_of[v]]
        others = [one for one in free if one[0] != self.slot_of[v]]
        for slot, edge in others:
            if needs <= {self.need[edge]}:
                found.append(((slot, -1, edge, -1), (edge,)))
        for (p, e), (q, f) in combinations(others, 2):
            together = self.same[e] != self.same[f] and not (self.loose[e] and self.loose[f])
            if together and needs <= {self.need[e], self.need[f]}:
                found.append(((p, q, e, f), (e, f)))
        for slot, edge in loops:
            if needs <= {self.need[edge]}:
                found.append(((slot, slot, edge, -1), (edge,)))
        if self.stops[v] >= 0:
            return [one for one in found if not one[1] or self.stops[v] in one[1]]
        return found

    def flags(self, u: int, *, decided: bool) -> int:
        """Return the flags of *u*; *decided* is whether *u* is the cell of the layer."""
        left = [edge for edge in self.undecided[u] if self.ways[edge]]
        loops = [edge for edge in left if self.is_loop[edge]]
        out = back = False
        for edge in left:
            away, home = (1, 2) if self.first[edge] == u else (2, 1)
            out = out or bool(self.ways[edge] & away)
            back = back or bool(self.ways[edge] & home)
        through = out and back and len(left) - len(loops) > 1
        flags: int = (
            (not through and not loops) * FRESH_IS_DEAD
            | self.must[u] * MUST
            | (not out) * NO_WAY_OUT
            | (not back) * NO_WAY_IN
            | (not self.undecided[u]) * LEAVES
            | (self.stops[u] >= 0 and not decided) * NO_WAY_ON
        )
        return flags

    def layer(self, v: int, too_few: int, pairs: bool) -> Layer | None:
        """Decide the edges of *v*; return None if there is nothing to decide."""
        ahead = self.ahead(v)
        if not ahead and v not in self.slot_of:  # all its edges have been decided
            return None
        around = dict.fromkeys([v, *(u for u, _ in ahead)])
        entered = self.enter(around)
        choices = self.choices(v, ahead)
        near = [self.slot_of[u] for u in dict.fromkeys(u for u, edge in ahead if not self.virtual[edge])]
        for u, edge in ahead:
            self.undecided[u].pop(edge)
            self.undecided[v].pop(edge, None)
        later = bool(self.later or self.needs_later)
        sizes = [(p >= 0) + (q >= 0) for (p, q, *_), _ in choices]  # ascending
        first = [bisect_left(sizes, size) for size in range(4)]
        facts = [self.slot_of[v], later, 0, too_few, self.graph.directed, *first]
        checks = [(self.slot_of[u], self.flags(u, decided=u == v)) for u in around]
        checks = [(slot, flags) for slot, flags in checks if flags & ~MUST]
        for slot, flags in checks:
            if flags & LEAVES:
                del self.slot_of[self.cell_of_slot[slot]]
                self.cell_of_slot[slot] = -1
        needed = [slot for u, slot in self.slot_of.items() if self.must[u]]
        joined: list[tuple[int, int]] = []
        if pairs:
            for u, slot in self.slot_of.items():
                joined += [
                    (slot, self.slot_of[w])
                    for w, edge in self.near[u]
                    if w in self.slot_of and u < w and edge in self.undecided[u] and not self.virtual[edge]
                ]
        rows = [facts, [one for one, _ in choices], checks, entered, near, needed, joined]
        arrays = tuple(
            np.array(row, np.int64) if row else none for row, none in zip(rows, EMPTY, strict=True)
        )
        return Layer(v, tuple(edges for _, edges in choices), arrays, tuple(self.cell_of_slot))


class Family:
    """A family of paths in a graph.  A subclass must define `expand`, and may define the other attributes.

    Parameters
    ----------
    graph : Graph
    order : sequence of int
        All cells, in the order in which they are decided.
    first_code : dict of int to int
        The codes with which cells enter the frontier, other than 0.
    rows : sequence of sequences of int
        Data for the step function, which become the rows of `data` from row 1 on.
    watch : Watch, optional

    Attributes
    ----------
    expand : Kernel
        `expand_states` with the step function of the family.
    fields : int
        The number of bytes of a state for each slot, besides its code and direction.
    too_few : int
        The code of a cell that no path can visit any more.  FULL, the code of a visited cell, if the step
        function treats both alike, which makes fewer states; else BLOCKED.
    sees_pairs : bool
        Whether the step function uses *pairs* of `Layer.arrays`.
    layers : list of Layer
    data : int64 array
        Row 0: the ways of the edges, seen from the cell that decides each.  Then the given *rows*.

    """

    expand: ClassVar[Kernel]
    fields: ClassVar[int] = 0
    too_few: ClassVar[int] = 1
    sees_pairs: ClassVar[bool] = False

    def __init__(
        self,
        graph: Graph,
        order: Sequence[int],
        first_code: dict[int, int],
        rows: Sequence[Sequence[int]] = (),
        watch: Watch | None = None,
    ) -> None:
        planner, self.layers = _Planner(graph, order, first_code), list[Layer]()
        for i, v in enumerate(order):
            if watch is not None and i % (tuning().tell_after or TELL_AFTER) == 0:
                watch.check(0, 0, 0, PLANNING)
            layer = planner.layer(v, self.too_few, self.sees_pairs)
            if layer is not None:
                self.layers.append(layer)
        self.graph, self.slots = graph, max(1, len(planner.cell_of_slot))
        if self.slots > MOST_SLOTS:
            raise HopelessError(f"at its narrowest the board is cut through {self.slots:,} cells")
        for layer in self.layers:
            layer.arrays[0][SLOTS] = self.slots
        self.words = -(-self.slots * (1 + graph.directed + self.fields) // 8)
        place = np.empty(graph.cells, np.int64)
        place[list(order)] = np.arange(graph.cells)
        turned = place[graph.edges[:, 0]] > place[graph.edges[:, 1]]
        ways = np.where(turned, graph.ways >> 1 | (graph.ways & 1) << 1, graph.ways)
        self.data = np.zeros((1 + len(rows), max(1, len(graph.edges), *map(len, rows))), np.int64)
        every: list[Any] = [ways, *rows]
        for row, values in zip(self.data, every, strict=True):
            row[: len(values)] = values

    def weights(self, of_edge: Sequence[Any], dtype: Any = np.int64) -> list[NDArray[Any]]:
        """Return the weights of the choices of each layer, given the weight of each edge."""
        return [
            np.array([sum(of_edge[edge] for edge in edges) for edges in layer.edges_of_choice], dtype)
            for layer in self.layers
        ]


def ordered(graph: Graph, edges: Iterable[int], start: int | None) -> list[int]:
    """Return the *edges* of one path from *start* in walking order; ``~e`` is edge *e* from its second cell.

    Without a start, the edges are a cycle, which begins at its lowest cell with the lower edge there.  Either
    all edges of a cycle are one-way, or none is.
    """
    left, ways = set(edges), graph.ways
    near: dict[int, list[tuple[int, int, int]]] = {}  # cell -> (step, cell that it leads to, way it needs)
    for edge in sorted(left):
        u, v = graph.edges[edge].tolist()
        near.setdefault(u, []).append((edge, v, 1))
        near.setdefault(v, []).append((~edge, u, 2))
    at, steps = min(near) if start is None else start, list[int]()
    while left:
        for step, cell, way in near[at]:
            edge = step if step >= 0 else ~step
            if edge in left and ways[edge] & way:
                left.remove(edge)
                steps.append(step)
                at = cell
                break
    return steps


# ----------------------------------------------------------------------------------------- sweep


@inline_kernel
def expand_states(step, states, layer, data, state, words, rows, pending, registers, budget):
    """Write the steps of up to *budget* states of a layer to *rows*, and the resulting states to *pending*.

    Stops when *rows* may have no room for the steps of another state.  ``state`` and ``words`` are the same
    scratch memory, as bytes and as 64-bit words: a copy of a state for *step* to change, and the original.
    The kernel of each family has its own *step* compiled in.
    """
    facts, choices, enter, size = layer[0], layer[1], layer[3], len(words) // 2
    at, count = registers[NEXT], 0
    stop = min(len(states), at + budget)
    while at < stop and count + len(choices) <= len(rows):
        for w in range(size):
            words[w] = states[at, w]
        for i in range(len(enter)):
            state[enter[i, 0]] = enter[i, 1]
        for w in range(size):
            words[size + w] = words[w]
        allowed = EDGES_ALLOWED[min(state[facts[CELL]], len(EDGES_ALLOWED) - 1)]
        for edges in range(3):
            if (allowed >> edges) & 1 == 0:
                continue
            for c in range(facts[FIRST + edges], facts[FIRST + edges + 1]):
                for w in range(size):
                    words[w] = words[size + w]
                said = step(state, layer, c, data)
                if said != DEAD:
                    rows[count, FROM] = at
                    rows[count, CHOICE] = c
                    rows[count, TO] = 0 if said == DONE else -1
                    for w in range(size):
                        pending[count, w] = words[w]
                    count += 1
        at += 1
    registers[NEXT] = at
    registers[ROWS] = count


_ODD, _FOLD = np.uint64(0x9E3779B185EBCA77), np.uint64(32)


@inline_kernel
def digest(states, i):
    """Return a hash of state *i*.  Interpreted, the product would overflow with a warning."""
    h = np.uint64(0)
    for w in range(states.shape[1]):
        h = (states[i, w] ^ h) * _ODD
        h ^= h >> _FOLD
    return h


@inline_kernel
def number(pending, i, place, states, table, registers):
    """Return the number of the pending state *i*, a new one if the state is new; search from *place* on."""
    while True:
        known = table[place]
        if known == 0:
            known = registers[STATES]
            registers[STATES] = known + 1
            table[place] = known
            for w in range(pending.shape[1]):
                states[known, w] = pending[i, w]
            return known
        same = True
        for w in range(pending.shape[1]):
            same = same and states[known, w] == pending[i, w]
        if same:
            return known
        place = (place + 1) & (len(table) - 1)


@kernel
def enter(pending, places, rows, states, table, registers):
    """Number the pending states, new ones in the order of the rows, as long as there is room.

    The hash table is far larger than the processor's cache and is read at random places.  So the places of a
    block of rows are read before any of them is used, because memory serves many such reads at once.
    ``places`` is scratch: for each row of a block the place, the state there, and the difference of its
    first word.
    """
    mask = np.uint64(len(table) - 1)
    words = pending.shape[1]
    room = min(len(states), len(table) // 4 * 3) - BLOCK
    at = registers[ENTERED]
    while at < registers[ROWS] and registers[STATES] <= room:
        block = min(BLOCK, registers[ROWS] - at)
        for n in range(block):
            places[0, n] = digest(pending, at + n) & mask
        for n in range(block):
            places[1, n] = np.uint64(table[places[0, n]])
        for n in range(block):
            places[2, n] = states[places[1, n], 0] ^ pending[at + n, 0]
        for n in range(block):
            i = at + n
            if rows[i, TO] == 0:
                continue
            known = np.int64(places[1, n])
            if words > 1 or known == 0 or places[2, n] != 0:
                known = number(pending, i, np.int64(places[0, n]), states, table, registers)
            rows[i, TO] = known
        at += block
    registers[ENTERED] = at


@kernel
def rehash(states, table, first, last):
    """Enter the states from *first* to before *last* into a larger hash table."""
    mask = np.uint64(len(table) - 1)
    for i in range(first, last):
        place = digest(states, i) & mask
        while table[place] != 0:
            place = (place + np.uint64(1)) & mask
        table[place] = i


class Tail(Protocol):
    """Additional words of a state, after the words of the family; a tail may also drop rows."""

    words: int

    def __call__(self, sweep: Sweep, number: int, count: int) -> int:
        """Fill the words of the *count* pending rows of a layer; return the number of rows kept."""


class Algebra(Protocol):
    """The values of states, such as counts, which a sweep computes row by row from the previous layer."""

    @property
    def bytes_a_state(self) -> int:
        """The bytes for the values of each state after the layer."""

    @property
    def nbytes(self) -> int:
        """The bytes of all values before the layer."""

    def begin(self, sweep: Sweep, number: int, states: int) -> None:
        """Begin layer *number*, from *states* states."""

    def make_room(self, capacity: int) -> None:
        """Make room for the values of *capacity* states after the layer."""

    def take(self, count: int) -> None:
        """Process the first *count* rows of the sweep."""

    def end(self, states: int) -> NDArray[np.int64] | None:
        """End the layer with *states* states; return the numbers of the states to keep; None: all."""


class Sweep:
    """The states of a family, layer by layer.

    Attributes
    ----------
    family : Family
    tails : sequence of Tail
    watch : Watch
        Checked between slices, for limits of time, progress and Ctrl-C.
    memory : MemoryBudget
        Checked before the states, the hash table or the values grow.
    rows, pending : arrays
        The steps of a slice, and the states that they lead to.
    before, after : uint64 arrays
        The states before and after the layer; state 0 stands for finished paths.
    states_so_far : int

    """

    def __init__(
        self, family: Family, watch: Watch, memory: MemoryBudget, tails: Sequence[Tail] = ()
    ) -> None:
        self.family, self.watch, self.memory, self.tails = family, watch, memory, tails
        self.states_so_far, self.compiled = 0, False
        words = family.words + sum(tail.words for tail in tails)
        rows = SLICE_ROWS + max((len(layer.edges_of_choice) for layer in family.layers), default=1)
        self.rows, self.pending = np.zeros((rows, 3), np.int32), np.zeros((rows, words), np.uint64)
        self.before = self.after = np.zeros((2, words), np.uint64)
        self._state, self._places = np.zeros(16 * family.words, np.uint8), np.zeros((3, BLOCK), np.uint64)
        self._scratch = self.rows.nbytes + self.pending.nbytes
        # For the progress: the estimated steps of each layer, up to a common factor, and the steps so far.
        self._expected, width, self._steps_so_far = list[float](), 0, 0.0
        for layer in family.layers:
            self._expected.append(max(1, len(layer.edges_of_choice)) * GROWTH**width)
            width = len(layer.cells_after) - layer.cells_after.count(-1)
        self._left = sum(self._expected)

    def run(self, algebra: Algebra) -> Iterator[States]:
        """Run all layers, and pass every row to *algebra*; yield the states after each layer."""
        self.began = time.monotonic()
        for number, layer in enumerate(self.family.layers):
            self.memory.doing = f"layer {number + 1} of {len(self.family.layers)}"
            self._left -= self._expected[number]
            self.after = self._after(number, layer, algebra)
            self._steps_so_far += max(1, len(layer.edges_of_choice)) * len(self.before)
            kept = algebra.end(len(self.after))
            self.before = self.after if kept is None else self.after[kept]
            self.states_so_far += len(self.before) - 1
            yield self.before
            if len(self.before) == 1:
                return

    def _after(self, number: int, layer: Layer, algebra: Algebra) -> States:
        """Return the states after a layer."""
        before, family = self.before, self.family
        registers = np.array([1, 1, 0, 0], np.int64)
        capacity = max(len(before) * 5 // 4, 2 * BLOCK)
        algebra.begin(self, number, len(before))
        after, table = self._room(np.zeros((1, before.shape[1]), np.uint64), 1, capacity, algebra)
        words, numbers = self._state.view(np.uint64), dict[tuple[int, ...], int]()
        while registers[NEXT] < len(before):
            if not self.compiled and compiles(family.expand, 0):
                self.compiled = True
                after, table = self._room(after, int(registers[STATES]), len(after), algebra)
            budget = slice_of(self.compiled, COMPILED_STATES, INTERPRETED_STATES)
            given = before, layer.arrays, family.data, self._state, words, self.rows, self.pending
            self.call(family.expand, *given, registers, budget)
            for tail in self.tails:
                registers[ROWS] = tail(self, number, int(registers[ROWS]))
            registers[ENTERED] = 0
            if not self.compiled:
                needed = int(registers[STATES] + registers[ROWS])
                if needed > len(after):
                    after, table = self._room(after, int(registers[STATES]), 2 * needed, algebra)
                self._enter(numbers, after, registers)
            while self.compiled:
                self.call(enter, self.pending, self._places, self.rows, after, table, registers)
                if registers[ENTERED] == registers[ROWS]:
                    break
                after, table = self._room(after, int(registers[STATES]), 2 * len(after), algebra)
            algebra.take(int(registers[ROWS]))
            steps = max(1, len(layer.edges_of_choice)) * len(before)
            made = self._steps_so_far + steps * int(registers[NEXT]) / len(before)
            # The remaining layers are assumed to differ from their estimates by the factor of this layer.
            every = self._steps_so_far + steps + self._left * steps / self._expected[number]
            self.watch.report(self.began, made / every)
            self.watch.check(self.states_so_far + int(registers[NEXT]), 0, 0)
        return after[: registers[STATES]]

    def _enter(
        self, numbers: dict[tuple[int, ...], int], after: States, registers: NDArray[np.int64]
    ) -> None:
        """Number the pending states as `enter` does; a dictionary is faster than that kernel interpreted."""
        rows, pending = self.rows[: registers[ROWS]], self.pending[: registers[ROWS]]
        unfinished = np.flatnonzero(rows[:, TO])
        states = pending[unfinished]
        found = [numbers.setdefault(state, len(numbers) + 1) for state in map(tuple, states.tolist())]
        rows[unfinished, TO] = found
        after[found] = states
        registers[STATES] = len(numbers) + 1

    def call(self, kernel: Kernel, *arguments: Any) -> Any:
        """Call a kernel; it is compiled if the step of the current slice is."""
        return call(kernel, self.watch, *arguments, compiled=self.compiled)

    def _room(
        self, after: States, count: int, capacity: int, algebra: Algebra
    ) -> tuple[States, NDArray[np.int32]]:
        """Return an array of *capacity* states with a copy of the first *count*, and its hash table."""
        slots = 64
        while 3 * slots < 4 * capacity:
            slots *= 2
        needed = self._scratch + self.before.nbytes + algebra.nbytes + after.nbytes + 4 * slots
        needed += capacity * (8 * after.shape[1] + algebra.bytes_a_state)
        self.memory.require(needed)
        if capacity > MAX_STATES:
            raise self.memory.error(self.memory.limit)
        larger, table = np.zeros((capacity, after.shape[1]), np.uint64), np.zeros(slots, np.int32)
        larger[:count] = after[:count]
        algebra.make_room(capacity)
        for first in range(1, count if self.compiled else 0, SLICE_ROWS):
            self.call(rehash, larger, table, first, min(first + SLICE_ROWS, count))
            self.watch.check(0, 0, 0)
        return larger, table
