"""Paths with a number of moves in a range: a tail that counts moves and drops states that cannot get there.

The invariant: the last word of a state is the total number of moves of all pieces.  The update: a row is
dropped if bounds on the moves of the rest of the path show that the total cannot be in the range.  The lower
bound: each end of a piece must be joined to an end of another piece over undecided edges, so the rest takes
at least about half of the sum of the distances to the nearest such ends.  The upper bound: a path uses two
edges at a cell, so the rest takes at most half of the sum of the two longest undecided edges of each cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.families.cycles import Cycles
from gridwalk.allpaths.families.simple import SimplePaths
from gridwalk.allpaths.frontier import CHOICE, FROM, PLANNING, TO, Sweep
from gridwalk.allpaths.mates import BLOCKED, FRESH, FULL, LABEL, MATE
from gridwalk.allpaths.reduce.network import BlockNetwork
from gridwalk.errors import HopelessError
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget

FAR = 1 << 30  # moves: more than any path has, if there is no way
TELL_AFTER = 256  # layers
# Facts of a layer: the least and the greatest number of moves of a whole path; the number of moves from which
# on states are merged; twice the maximum number of moves at cells not reached yet; whether neither end of
# the path has been reached.
LEAST, MOST, CAP, LATER, OPEN = 0, 1, 2, 3, 4
TOUCHED = 1  # the column of ``most_of_slot`` for cells with a used edge; column 0 is for the others


class Within:
    """The tail that counts moves, for paths of *least* to *most* moves (None: any number).

    O(layers * width**2) time and memory.

    Parameters
    ----------
    family : SimplePaths or Cycles
        A family of single paths or cycles, whose pieces are all joined in the end.
    lengths : sequence of int
        The moves of each edge.
    ends : (int, int) or None
        The first and the last cell; None for cycles.
    least, most : int
    watch : Watch
    memory : MemoryBudget
    apart : bool
        Whether every length has a count of its own; otherwise, if *most* is None, lengths above *least* are
        merged.

    """

    words = 1

    def __init__(
        self,
        family: SimplePaths | Cycles,
        lengths: Sequence[int],
        ends: tuple[int, int] | None,
        least: int,
        most: int | None,
        watch: Watch,
        memory: MemoryBudget,
        *,
        apart: bool = False,
    ) -> None:
        top, slots = sum(lengths), family.slots
        if top >= FAR:
            raise HopelessError(f"the corridors have {FAR:,} moves or more in all")
        bounds = min(least, top + 1), top if most is None else min(most, top)
        cap = min(least, top + 1) if most is None and not apart else top
        memory.require(len(family.layers) * 8 * (slots + 2) ** 2)
        distances, tops, moves = _Apart(ends or ()), _Tops(), family.weights(lengths)
        codes = [code for layer in family.layers for _, code in layer.arrays[3].tolist()]
        come = next((n for n, layer in enumerate(family.layers) if layer.arrays[3].size), len(family.layers))
        self._layers = list[tuple[NDArray[np.int64], ...]]()
        for number in range(len(family.layers) - 1, -1, -1):
            layer = family.layers[number]
            if number % TELL_AFTER == 0:
                watch.check(0, 0, 0, PLANNING)
            slot_of = {cell: slot for slot, cell in enumerate(layer.cells_after) if cell >= 0}
            is_open = bool(codes) and number < come
            facts = np.array([*bounds, cap, tops.of_others(slot_of), is_open], np.int64)
            tables = distances.table(slot_of, slots), tops.table(slot_of, slots)
            self._layers.append((facts, moves[number], *tables))
            before = set(family.layers[number - 1].cells_after) if number else set[int]()
            edges = sorted({edge for some in layer.edges_of_choice for edge in some})
            joins = [(*family.graph.edges[edge].tolist(), lengths[edge]) for edge in edges]
            distances.join(layer.cell, joins, before)
            tops.join(joins)
        self._layers.reverse()
        self._scratch = np.zeros((slots + 2, 3), np.int64)

    def __call__(self, sweep: Sweep, number: int, count: int) -> int:
        """Count the moves of rows, and keep the rows that may lead to a path with a length in the range."""
        state = np.zeros(8 * sweep.family.words, np.uint8)
        given = self._layers[number], state, state.view(np.uint64), self._scratch.copy(), count
        kept: int = sweep.call(keep_within, sweep.before, sweep.pending, sweep.rows, *given)
        return kept


@kernel
def keep_within(before, pending, rows, layer, state, words, ends, count):
    """Count the moves of the first *count* rows, and move the rows that are kept to the front.

    Return the number of rows kept.  ``layer`` is the tuple ``(facts, moves_of_choice, apart, most_of_slot)``;
    *apart* holds the distances between slots over undecided edges, with the ends of the path last.
    ``state``, ``words`` (the same memory) and ``ends`` are scratch.
    """
    facts, moves_of_choice, apart, most_of_slot = layer
    last = pending.shape[1] - 1
    kept = 0
    for i in range(count):
        moves = np.int64(before[rows[i, FROM], last]) + moves_of_choice[rows[i, CHOICE]]
        for w in range(len(words)):
            words[w] = pending[i, w]
        if rows[i, TO] == 0:
            good = facts[LEAST] <= moves <= facts[MOST]
        else:
            good = moves + rest_at_most(state, most_of_slot, facts) >= facts[LEAST]
            if good:
                found = ends_of(state, len(most_of_slot), facts, ends)
                good = moves + rest_at_least(apart, ends, found) <= facts[MOST]
        if good:
            for column in range(3):
                rows[kept, column] = rows[i, column]
            for w in range(last):
                pending[kept, w] = pending[i, w]
            pending[kept, last] = np.uint64(min(moves, facts[CAP]))
            kept += 1
    return kept


@inline_kernel
def ends_of(state, slots, facts, ends):
    """Write the ends of pieces and their mates to *ends*, and return the number of ends.

    An end of the path that is not reached yet is an end of a piece, too.
    """
    found = 0
    for slot in range(slots):
        code = state[slot]
        if code >= MATE:
            ends[found, 0] = slot
            ends[found, 1] = code - MATE if code < LABEL else slots + LABEL + 1 - code
            found += 1
            if code >= LABEL:
                ends[found, 0] = slots + LABEL + 1 - code
                ends[found, 1] = slot
                found += 1
    if facts[OPEN]:
        ends[found, 0] = slots
        ends[found, 1] = slots + 1
        ends[found + 1, 0] = slots + 1
        ends[found + 1, 1] = slots
        found += 2
    return found


@inline_kernel
def nearest(apart, ends, found, i, but):
    """Return the distance from end *i* to the nearest end of another piece, except end *but*."""
    least = FAR
    for j in range(found):
        if j != i and j != but and ends[j, 0] != ends[i, 1]:
            least = min(least, apart[ends[i, 0], ends[j, 0]])
    return least


@inline_kernel
def rest_at_least(apart, ends, found):
    """Return a lower bound on the number of moves that join all pieces; it is exact for one or two pieces.

    The end that is farthest from all others must be joined to one of them, and the others to each other.
    """
    if found == 0:
        return 0
    if found == 2:
        return apart[ends[0, 0], ends[0, 1]]
    lone, far = 0, -1
    for i in range(found):
        moves = nearest(apart, ends, found, i, NONE)
        if moves > far:
            lone, far = i, moves
    twice = 0
    for i in range(found):
        if i != lone:
            ends[i, 2] = nearest(apart, ends, found, i, lone)
            twice += ends[i, 2]
    least = FAR
    for i in range(found):
        if i != lone and ends[i, 0] != ends[lone, 1]:
            least = min(least, apart[ends[lone, 0], ends[i, 0]] + ((twice - ends[i, 2] + 1) >> 1))
    return least


@inline_kernel
def rest_at_most(state, most_of_slot, facts):
    """Return an upper bound on the number of moves of the rest of a path."""
    twice = facts[LATER]
    for slot in range(len(most_of_slot)):
        code = state[slot]
        if code == FRESH:
            twice += most_of_slot[slot, 0]
        elif code != FULL and code != BLOCKED:
            twice += most_of_slot[slot, TOUCHED]
    return twice >> 1


def outwards(network: BlockNetwork) -> NDArray[np.int64]:
    """Return the junctions by their distance from the source; for cycles, from the first junction."""
    near: list[list[tuple[int, int]]] = [[] for _ in range(network.junctions)]
    for tail, head, length in zip(
        network.tail.tolist(), network.head.tolist(), network.length.tolist(), strict=True
    ):
        near[tail].append((length, head))
        near[head].append((length, tail))
    distance = [FAR] * network.junctions
    heap = [(0, max(network.source, 0))]
    while heap:
        moves, v = heappop(heap)
        if moves < distance[v]:
            distance[v] = moves
            for length, u in near[v]:
                heappush(heap, (moves + length, u))
    return np.argsort(distance, kind="stable")


class _Apart:
    """The distances over undecided corridors between junctions of the frontier, source and sink."""

    def __init__(self, ends: Sequence[int]) -> None:
        self._ends = list(ends)
        self._junctions = list(self._ends)
        self._moves = _alone(len(self._ends))

    def table(self, slot_of: dict[int, int], slots: int) -> NDArray[np.int64]:
        """Return the distances between slots; the source and the sink are the last two."""
        table = _alone(slots + 2)
        place = {junction: n for n, junction in enumerate(self._junctions)}
        named = [
            *((slot, cell) for cell, slot in slot_of.items()),
            *((slots + n, end) for n, end in enumerate(self._ends)),
        ]
        there = [slot for slot, cell in named if cell in place]
        here = [place[cell] for _, cell in named if cell in place]
        table[np.ix_(there, there)] = self._moves[np.ix_(here, here)]
        return table

    def join(self, junction: int, joins: list[tuple[int, int, int]], before: set[int]) -> None:
        """Undo the layer that decides corridors of *junction*; keep junctions of the frontier *before* it."""
        near = {end for tail, head, _ in joins for end in (tail, head)}
        more = sorted({junction, *near} - set(self._junctions))
        junctions = [*self._junctions, *more]
        moves = _alone(len(junctions))
        known = len(self._junctions)
        moves[:known, :known] = self._moves
        at = junctions.index(junction)
        way = moves[at].copy()
        for tail, head, length in joins:
            other = junctions.index(tail + head - junction)
            if tail + head - junction in self._ends:  # a path cannot pass its ends
                way[other] = min(way[other], length)
            elif tail != head:
                way = np.minimum(way, moves[other] + length)
        if junction not in self._ends:
            moves = np.minimum(moves, way[:, None] + way[None, :])
        moves[at], moves[:, at] = way, way
        moves[at, at] = 0
        stay = [n for n, one in enumerate(junctions) if one in before or one in self._ends]
        self._junctions = [junctions[n] for n in stay]
        self._moves = np.minimum(moves[np.ix_(stay, stay)], FAR)


def _alone(number: int) -> NDArray[np.int64]:
    """Return the distances between *number* junctions without corridors."""
    return np.where(np.eye(number, dtype=bool), 0, FAR).astype(np.int64)


class _Tops:
    """The longest two undecided corridors of every junction."""

    def __init__(self) -> None:
        self._top: dict[int, tuple[int, int]] = {}
        self._all = 0

    def table(self, slot_of: dict[int, int], slots: int) -> NDArray[np.int64]:
        """Return for each slot the length of its two longest corridors, and of the longest one."""
        table = np.zeros((slots, 2), np.int64)
        for junction, slot in slot_of.items():
            one, other = self._top.get(junction, (0, 0))
            table[slot] = one + other, one
        return table

    def of_others(self, junctions: Iterable[int]) -> int:
        """Return the sum of the two longest corridors over all other junctions."""
        return self._all - sum(sum(self._top.get(junction, (0, 0))) for junction in junctions)

    def join(self, joins: list[tuple[int, int, int]]) -> None:
        """Add undecided corridors; a loop counts at both of its ends."""
        for tail, head, length in joins:
            for end in (tail, head):
                one, other = self._top.get(end, (0, 0))
                longest = sorted((one, other, length))[1:]
                self._top[end] = longest[1], longest[0]
                self._all += sum(longest) - one - other
