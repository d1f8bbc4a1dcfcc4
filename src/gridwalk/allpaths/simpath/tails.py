"""Tails of machines: sums that are counted along, and the directions in which pieces leave their ends.

With `Within`, states know how many moves have been made: paths of given lengths, and no others.  What cannot
become such a path any more is left out at once (`gridwalk.allpaths.simpath.meter`): paths with few
moves more than a shortest one, or few cells left out, take far fewer states than all paths do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from math import gcd

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.order import PLANNING
from gridwalk.allpaths.reduce.network import BlockNetwork
from gridwalk.allpaths.reduce.reduced import Block
from gridwalk.allpaths.simpath import meter as kernels
from gridwalk.allpaths.simpath.algebras import Counts
from gridwalk.allpaths.simpath.meter import STRAIGHT
from gridwalk.allpaths.simpath.plan import SimpathPlan, frontiers
from gridwalk.allpaths.simpath.sweep import STEPS, Keys, LayerSweep, Machine, SliceRows
from gridwalk.errors import HopelessError
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call

ENDLESS = 1 << 62
PER_WORD = 8  # directions in a word
FAR = kernels.FAR
TELL_AFTER = 256  # layers


class Summed:
    """What choices (and rows) weigh, added up; with the sums from *least* to *most* only."""

    words = 1
    kernel = kernels.keep_between

    def __init__(
        self,
        weights: list[NDArray[np.int64]],
        least: int = -ENDLESS,
        most: int = ENDLESS,
        of_rows: NDArray[np.int64] | None = None,
    ) -> None:
        self._weights, self._range = weights, (least, most)
        self._of_rows = np.zeros(0, np.int64) if of_rows is None else of_rows
        self._later = [0] * len(weights)  # what the layers after each one add at most
        for number in range(len(weights) - 1, 0, -1):
            self._later[number - 1] = self._later[number] + int(weights[number].max())

    def __call__(self, number: int, keys: Keys, rows: SliceRows, count: int, watch: Watch) -> int:
        """Add up; keep what is in range, or may come to be."""
        facts = *self._range, self._later[number], self._weights[number], self._of_rows
        given = keys, rows.pending, rows.steps, *facts, count
        kept: int = call(kernels.keep_between, watch, *given, compiled=rows.compiled)
        return kept


class Turns:
    """The direction in which the piece that ends in a slot leaves it; `weights` has what a row's turns weigh.

    Parameters
    ----------
    plan : SimpathPlan
    leaves : sequence of (int, int)
        The directions in which each corridor leaves its tail and its head.
    opposite : sequence of int
        For each direction the other one.
    turn : int
        What a turn weighs.

    """

    kernel = kernels.turn

    def __init__(
        self, plan: SimpathPlan, leaves: Sequence[tuple[int, int]], opposite: Sequence[int], turn: int
    ) -> None:
        network, before = plan.network, dict[int, int]()
        tail, head = [*network.tail.tolist(), network.sink], [*network.head.tolist(), network.source]
        self._turn, self._opposite = turn, np.array(opposite, np.int64)
        self._layers: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
        most = 1
        for layer, after in zip(plan.layers, frontiers(plan), strict=True):
            slot = {junction: place for place, junction in [*before.items(), *after.items()]}
            near = {layer.junction}
            for arcs in layer.arcs_of_choice:
                near.update(end for c, _ in arcs for end in (tail[c], head[c]))
            taken = set(before) | set(after)
            free = (place for place in range(len(taken) + len(near)) if place not in taken)
            for junction in sorted(near - set(slot)):  # nothing of it is seen outside this layer
                slot[junction] = next(free)
            ends = [
                [
                    (slot[end], way)
                    for c, _ in arcs
                    for end, way in zip((tail[c], head[c]), leaves[c], strict=True)
                ]
                for arcs in layer.arcs_of_choice
            ]
            flat = np.array([end for some in ends for end in some], np.int64).reshape(-1, 2)
            self._layers.append((np.cumsum([0, *map(len, ends)]), flat))
            most, before = max(most, 1 + max(slot.values())), after
        self.words = -(-most // PER_WORD)
        self._words = plan.words, plan.words + self.words
        choices = max((len(layer.arcs_of_choice) for layer in plan.layers), default=1)
        self.weights = np.zeros(max(STEPS, choices), np.int64)

    def __call__(self, number: int, keys: Keys, rows: SliceRows, count: int, watch: Watch) -> int:
        """Note the directions, and weigh the turns."""
        facts = self.weights, self._layers[number], self._opposite, *self._words, self._turn
        given = keys, rows.pending, rows.steps, *facts, count
        call(kernels.turn, watch, *given, compiled=rows.compiled)
        return count


def directions_of(block: Block, columns: int) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Return how corridors leave tail and head, the opposite directions, and the turns inside corridors."""
    numbers: dict[tuple[int, int], int] = {}
    opposite, leaves, inside = [0, STRAIGHT], [], []

    def number(here: NDArray[np.int64], there: NDArray[np.int64]) -> int:
        down, across = int(there[0] - here[0]), int(there[1] - here[1])
        step = (down // gcd(down, across), across // gcd(down, across))  # however far it goes
        if step not in numbers:
            for one in {step: 0, (-step[0], -step[1]): 0}:
                numbers[one] = len(opposite)
                opposite.append(0)
            back = numbers[-step[0], -step[1]]
            opposite[numbers[step]], opposite[back] = back, numbers[step]
        return numbers[step]

    network = block.network
    for corridor in range(network.corridors):
        cells = np.stack(np.divmod(block.walked(corridor).astype(np.int64), columns), axis=1)
        steps = np.diff(cells, axis=0)
        steps //= np.gcd(*np.abs(steps).T)[:, None]
        inside.append(int((steps[1:] != steps[:-1]).any(axis=1).sum()) if len(steps) > 1 else 0)
        ends = []
        for junction, near in ((network.tail[corridor], cells[:2]), (network.head[corridor], cells[:-3:-1])):
            real = block.cell_of_junction[junction] != NONE and len(near) == 2
            ends.append(number(*near) if real else STRAIGHT)
        leaves.append((ends[0], ends[1]))
    leaves.append((STRAIGHT, STRAIGHT))  # from the sink back to the source
    return leaves, opposite, inside


def count_by_measures(
    plan: SimpathPlan,
    weight: Sequence[int],
    turns: Turns | None,
    watch: Watch,
    memory: MemoryBudget,
) -> dict[int, int]:
    """Return how many paths there are of every sum of measures, as one number in mixed radix.

    Corridors have a *weight*, turns inside them included; other *turns* are weighed as they are made.
    """
    machine = Machine(plan) if turns is None else Machine(plan).also(turns)
    of_rows = None if turns is None else turns.weights
    machine = machine.also(Summed(plan.weights(weight), of_rows=of_rows))
    algebra = Counts(tagged=True)
    LayerSweep(machine, algebra, watch, memory).done()
    return algebra.total


class Within:
    """The tail that counts the moves of paths of *least* to *most* moves (None: any number).

    To make it takes O(layers * width**2) time and memory.  *All lengths* are told apart, or not those past
    the least where there is no most.
    """

    words = 1
    kernel = kernels.keep_within

    def __init__(
        self,
        plan: SimpathPlan,
        least: int,
        most: int | None,
        watch: Watch,
        memory: MemoryBudget,
        *,
        all_lengths: bool = False,
    ) -> None:
        network = plan.network
        length = [*network.length.tolist(), 0]
        if sum(length) >= FAR:
            raise HopelessError(f"the corridors have {FAR:,} moves or more in all")
        top = sum(length)
        bounds = min(least, top + 1), top if most is None else min(most, top)
        cap = min(least, top + 1) if most is None and not all_lengths else top
        slots = len(plan.layers[0].arrays[3]) if plan.layers else 1
        memory.take(sum(8 * (slots + 2) ** 2 for _ in plan.layers))
        closing = next(
            (
                n
                for n, layer in enumerate(plan.layers)
                if network.corridors in _corridors(layer.arcs_of_choice)
            ),
            -1,
        )
        distances, tops = _Apart(network.source, network.sink), _Tops()
        moves, found = plan.weights(length[:-1]), list[tuple[NDArray[np.int64], ...]]()
        steps = list(zip(plan.layers, frontiers(plan), strict=True))
        for number in range(len(steps) - 1, -1, -1):
            layer, junction_of_slot = steps[number]
            if number % TELL_AFTER == 0:
                watch.check(0, 0, 0, PLANNING)
            facts = np.zeros(kernels.METER_FACTS, np.int64)
            facts[kernels.LEAST], facts[kernels.MOST] = bounds
            facts[kernels.CAP] = cap
            facts[kernels.LATER] = tops.of_others(junction_of_slot.values())
            facts[kernels.OPEN] = number < closing
            facts[kernels.DIRECTED] = plan.directed
            apart = distances.table(junction_of_slot, slots)
            found.append((facts, moves[number], apart, tops.table(junction_of_slot, slots)))
            before = set(steps[number - 1][1].values()) if number else set()
            joins = [
                (int(network.tail[c]), int(network.head[c]), length[c])
                for c in sorted(_corridors(layer.arcs_of_choice))
                if c < network.corridors
            ]
            distances.join(layer.junction, joins, before)
            tops.join(joins)
        # For each layer the facts, the moves of every choice, how far slots are apart, and their most moves.
        self._layers, self._fields = found[::-1], plan.fields
        self._shapes = plan.words, (slots + 2, 3)

    def __call__(self, number: int, keys: Keys, rows: SliceRows, count: int, watch: Watch) -> int:
        """Count the moves of rows, and keep those that may lead to a path of a wanted length."""
        words, ends = self._shapes  # scratch is made anew: sweeps of several threads may share a tail
        scratch = np.zeros(words, np.uint64), np.zeros(ends, np.int64)
        given = keys, rows.pending, rows.steps, self._layers[number], self._fields, *scratch, count
        kept: int = call(kernels.keep_within, watch, *given, compiled=rows.compiled)
        return kept


def _corridors(arcs_of_choice: Iterable[Iterable[tuple[int, int]]]) -> set[int]:
    return {corridor for arcs in arcs_of_choice for corridor, _ in arcs}


def outwards(network: BlockNetwork) -> NDArray[np.int64]:
    """Return the junctions in the order of their distance from the source (cycles: from the first)."""
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
    """How far junctions of the frontier, and source and sink, are apart over what is undecided."""

    def __init__(self, source: int, sink: int) -> None:
        self._ends = [] if source < 0 else [source, sink]
        self._junctions = list(self._ends)
        self._moves = _alone(len(self._ends))

    def table(self, junction_of_slot: dict[int, int], slots: int) -> NDArray[np.int64]:
        """Return the distances by slot, source and sink last."""
        table = _alone(slots + 2)
        place = {junction: n for n, junction in enumerate(self._junctions)}
        named = {**junction_of_slot, **{slots + n: end for n, end in enumerate(self._ends)}}
        there = [slot for slot, junction in named.items() if junction in place]
        here = [place[named[slot]] for slot in there]
        table[np.ix_(there, there)] = self._moves[np.ix_(here, here)]
        return table

    def join(self, junction: int, joins: list[tuple[int, int, int]], before: set[int]) -> None:
        """Go back before a layer, which decides corridors of *junction*; only junctions *before* it stay."""
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
            if tail + head - junction in self._ends:  # no way leads through these
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
    """Return the distances of so many junctions without any corridor."""
    return np.where(np.eye(number, dtype=bool), 0, FAR).astype(np.int64)


class _Tops:
    """The longest two undecided corridors of every junction."""

    def __init__(self) -> None:
        self._top: dict[int, tuple[int, int]] = {}
        self._all = 0

    def table(self, junction_of_slot: dict[int, int], slots: int) -> NDArray[np.int64]:
        """Return for every slot what its corridors add up to: of two, and of one."""
        table = np.zeros((slots, 2), np.int64)
        for slot, junction in junction_of_slot.items():
            one, other = self._top.get(junction, (0, 0))
            table[slot] = one + other, one
        return table

    def of_others(self, junctions: Iterable[int]) -> int:
        """Return the sum of the two longest corridors over all other junctions."""
        return self._all - sum(sum(self._top.get(junction, (0, 0))) for junction in junctions)

    def join(self, joins: list[tuple[int, int, int]]) -> None:
        """Take in corridors; one that leads back has both its ends there."""
        for tail, head, length in joins:
            for end in (tail, head):
                one, other = self._top.get(end, (0, 0))
                longest = sorted((one, other, length))[1:]
                self._top[end] = longest[1], longest[0]
                self._all += sum(longest) - one - other
