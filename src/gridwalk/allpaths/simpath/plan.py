"""The plan of a sweep: a layer for every junction, and the place of every junction in the key.

A corridor is decided together with the first of its two junctions.  A path from source to
sink is planned as a cycle through one more corridor, from the sink back to the source,
which must be used: so there is one question only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from gridwalk.allpaths.order import PLANNING, order_of
from gridwalk.allpaths.reduce.network import BlockNetwork
from gridwalk.allpaths.simpath import layer as codes
from gridwalk.allpaths.simpath.cell_steps import expand_cells
from gridwalk.allpaths.simpath.layer import LOOSE
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.tuning import tuning

ONWARD, BACKWARD, EITHER = 1, -1, 0  # how a corridor is walked: tail to head, head to tail, not yet known
WORD = 64
TELL_AFTER = 1024  # layers

Arc = tuple[int, int]  # a corridor and how it is walked
Choice = tuple[int, int, tuple[Arc, ...]]  # two slots joined, and the corridors used
# Junction, arcs of each choice, facts and choices and checks, slots of must junctions, width.
_LayerDraft = tuple[int, list[tuple[Arc, ...]], tuple[NDArray[np.int64], ...], list[int], int]


@dataclass(frozen=True)
class SimpathLayer:
    """What is to decide at one junction; for the kernels as arrays, for people as `arcs_of_choice`."""

    junction: int
    arcs_of_choice: tuple[tuple[Arc, ...], ...]
    arrays: tuple[NDArray[np.int64], ...]  # facts, choices, checks, must_of_slot: see `kernels.sweep`
    width: int  # junctions on the frontier afterwards


@dataclass(frozen=True)
class SimpathPlan:
    """Layers in order, and how states are packed."""

    network: BlockNetwork
    layers: tuple[SimpathLayer, ...]
    fields: tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint64]]
    words: int
    directed: bool
    possible: bool  # False: a must junction has no corridor, so there is nothing to sweep
    by_cells: bool = False  # cell by cell, as `gridwalk.allpaths.simpath.cells` plans it

    @property
    def expand(self) -> Kernel:
        """The kernel that takes states through a layer."""
        return expand_cells if self.by_cells else codes.expand

    def weights(self, of_corridor: Sequence[Any], dtype: DTypeLike = np.int64) -> list[NDArray[Any]]:
        """Return for each layer what its choices weigh."""
        each = [*of_corridor, 0]  # from the sink back to the source
        return [
            np.array([sum(each[c] for c, _ in arcs) for arcs in layer.arcs_of_choice], dtype)
            for layer in self.layers
        ]


def make_plan(
    network: BlockNetwork, order: Sequence[int] | None = None, watch: Watch | None = None
) -> SimpathPlan:
    """Plan the sweep of a network, in a good order of its junctions if none is given."""
    draft = _Draft(network)
    if order is None:
        order = order_of(network, watch).tolist()
    layers = []
    for i, v in enumerate(order):
        if i % (tuning().tell_after or TELL_AFTER) == 0 and watch is not None:
            watch.check(0, 0, 0, PLANNING)
        if draft.undecided[v]:
            layers.append(draft.layer(v))
    slots = max(draft.slots, 1)
    fields, words = packed(slots, LOOSE + (slots << draft.directed) - 1)
    return SimpathPlan(
        network,
        tuple(
            SimpathLayer(v, tuple(arcs), (*arrays, _padded(must, slots)), width)
            for v, arcs, arrays, must, width in layers
        ),
        fields,
        words,
        draft.directed,
        not any(m and not near for m, near in zip(network.must_visit, draft.all_corridors, strict=True)),
    )


def frontiers(plan: SimpathPlan) -> Iterator[dict[int, int]]:
    """Yield after each layer of *plan* the junctions of the frontier, by slot: by planning once more."""
    draft = _Draft(plan.network)
    for layer in plan.layers:
        draft.layer(layer.junction)
        yield {slot: junction for junction, slot in draft.slot_of.items()}


def packed(
    fields: int, largest: int
) -> tuple[tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint64]], int]:
    """Return where in a key its *fields* are, of numbers up to the *largest*, and how many words it has."""
    bits = largest.bit_length()
    per_word, slot = WORD // bits, np.arange(fields)
    shift = (slot % per_word * bits).astype(np.uint64)
    mask = np.array([(1 << bits) - 1], np.uint64)
    return (slot // per_word, shift, mask), (fields - 1) // per_word + 1


def _padded(must: Sequence[int], slots: int) -> NDArray[np.int64]:
    of_slot = np.zeros(slots, np.int64)
    of_slot[list(must)] = 1
    return of_slot


class _Draft:
    """A sweep half planned: what is undecided, and who has which slot."""

    def __init__(self, network: BlockNetwork) -> None:
        self.tail: list[int] = network.tail.tolist()
        self.head: list[int] = network.head.tolist()
        self.one_way: list[bool] = network.one_way.tolist()
        self.must_use: list[bool] = network.must_use.tolist()
        self.must_visit: list[bool] = network.must_visit.tolist()
        self.directed = any(self.one_way)
        if not network.cyclic:
            self.tail.append(network.sink)
            self.head.append(network.source)
            self.one_way.append(self.directed)
            self.must_use.append(True)
        self.undecided: list[list[int]] = [[] for _ in range(network.junctions)]  # corridors of each junction
        for corridor, (u, v) in enumerate(zip(self.tail, self.head, strict=True)):
            for end in {u, v}:
                self.undecided[end].append(corridor)
        self.all_corridors = [tuple(corridors) for corridors in self.undecided]
        self.loose = [False] * len(self.tail)
        if network.loose is not None:
            self.loose[: network.corridors] = network.loose.tolist()
        self.need = list(range(len(self.tail)))  # what using a corridor sees to
        for corridor, twin in network.twins.items():
            self.need[corridor] = min(corridor, twin)
        self.slot_of: dict[int, int] = {}
        self.slots = 0
        self.musts_left = len({n for n, must in zip(self.need, self.must_use, strict=True) if must})
        self.unseen_musts = {v for v, must in enumerate(self.must_visit) if must}

    def layer(self, v: int) -> _LayerDraft:
        """Decide the corridors of *v*."""
        corridors = sorted(self.undecided[v])
        near = sorted({self.other(corridor, v) for corridor in corridors} - {v})
        for u in (v, *near):
            self.enter(u)
        must = {self.need[corridor] for corridor in corridors if self.must_use[corridor]}
        self.musts_left -= len(must)
        choices, singles = self.choices(v, corridors, must)
        for u in (v, *near):
            self.undecided[u] = [corridor for corridor in self.undecided[u] if corridor not in corridors]
        facts = np.zeros(codes.FACTS, np.int64)
        facts[codes.SLOT] = self.slot_of[v]
        facts[codes.IDLE_UNTOUCHED] = not must and not self.must_visit[v]
        facts[codes.IDLE_FULL] = not must
        facts[codes.SINGLES] = singles
        facts[codes.CLOSABLE] = not self.musts_left and not self.unseen_musts
        facts[codes.DIRECTED] = self.directed
        must_slots = [slot for u, slot in self.slot_of.items() if self.must_visit[u] and u != v]
        checks = [(self.slot_of[u], self.flags(u)) for u in near]
        for u in (v, *near):
            if not self.undecided[u]:
                del self.slot_of[u]
        arrays = (
            facts,
            np.array([choice[:2] for choice in choices], np.int64),
            np.array(checks, np.int64).reshape(-1, 2),
        )
        return v, [choice[2] for choice in choices], arrays, must_slots, len(self.slot_of)

    def enter(self, u: int) -> None:
        """Give *u* a slot if it has none."""
        if u not in self.slot_of:
            taken = set(self.slot_of.values())
            self.slot_of[u] = next(slot for slot in range(len(taken) + 1) if slot not in taken)
            self.slots = max(self.slots, self.slot_of[u] + 1)
            self.unseen_musts.discard(u)

    def other(self, corridor: int, v: int) -> int:
        """Return the junction at the other end."""
        return self.tail[corridor] + self.head[corridor] - v

    def ways(self, corridor: int, v: int) -> list[tuple[int, bool, int]]:
        """Return all ways to walk a corridor at *v*: (corridor, whether it leads away from v, direction)."""
        if not self.directed:
            return [(corridor, True, EITHER)]
        onward = (corridor, self.tail[corridor] == v, ONWARD)
        return [onward] if self.one_way[corridor] else [onward, (corridor, not onward[1], BACKWARD)]

    def choices(self, v: int, corridors: list[int], must: set[int]) -> tuple[list[Choice], int]:
        """Return what may be chosen at *v* (number 0: nothing), and the number of the first pair."""
        here = self.slot_of[v]
        loops = [corridor for corridor in corridors if self.other(corridor, v) == v]
        ways = [way for corridor in corridors if corridor not in loops for way in self.ways(corridor, v)]
        slot = {corridor: self.slot_of[self.other(corridor, v)] for corridor in corridors}
        choices: list[Choice] = [(here, here, ())]
        for corridor, away, direction in ways:
            if must <= {self.need[corridor]}:
                joined = (here, slot[corridor]) if away else (slot[corridor], here)
                choices.append((*joined, ((corridor, direction),)))
        singles = len(choices)
        pairs = permutations if self.directed else combinations
        for (a, a_away, a_way), (b, b_away, b_way) in pairs(ways, 2):
            through = not self.directed or (not a_away and b_away)
            allowed = through and not (self.loose[a] and self.loose[b])
            if a != b and allowed and must <= {self.need[a], self.need[b]}:
                choices.append((slot[a], slot[b], ((a, a_way), (b, b_way))))
        for corridor in loops:
            if must <= {self.need[corridor]}:
                directions = {way[2] for way in self.ways(corridor, v)}
                choices += [(here, here, ((corridor, direction),)) for direction in sorted(directions)]
        return choices, singles

    def flags(self, u: int) -> int:
        """Return the flags of what is no longer possible at *u*, with the corridors it has left."""
        left = [corridor for corridor in self.undecided[u] if self.tail[corridor] != self.head[corridor]]
        looped = len(left) < len(self.undecided[u])
        away = {corridor for corridor in left for way in self.ways(corridor, u) if way[1]}
        home = away if not self.directed else {c for c in left for way in self.ways(c, u) if not way[1]}
        through = bool(away) and bool(home) and len(away | home) > 1
        return (
            (not through and not looped) * codes.DEAD_UNTOUCHED
            | (not home) * codes.DEAD_BEGIN
            | (not away) * codes.DEAD_END
            | self.must_visit[u] * codes.MUST
            | (not self.undecided[u]) * codes.LEAVES
        )


@dataclass(frozen=True, eq=False)
class CorridorPath:
    """Corridors in the order in which they are walked, from the source to the sink.

    A cycle begins at its junction of the lowest number; where it may be walked both ways and is
    counted once, with the lower corridor there.

    Parameters
    ----------
    corridors : int32 array
        Their numbers.
    onward : array of bool
        Whether each is walked from tail to head.

    """

    corridors: NDArray[np.int32]
    onward: NDArray[np.bool_]

    def length(self, network: BlockNetwork) -> int:
        """Return how many moves it takes."""
        return sum(network.length[self.corridors].tolist())


def ordered(network: BlockNetwork, arcs: Iterable[Arc]) -> CorridorPath:
    """Return the walk over a set of corridors that make one path or one cycle."""
    way = {corridor: direction for corridor, direction in arcs if corridor < network.corridors}
    at: dict[int, list[int]] = {}
    for corridor in sorted(way):
        for end in {int(network.tail[corridor]), int(network.head[corridor])}:
            at.setdefault(end, []).append(corridor)
    place = min(at) if network.cyclic else network.source
    corridors: list[int] = []
    onward: list[bool] = []
    used: set[int] = set()
    while len(corridors) < len(way):
        for corridor in at[place]:
            tail, head = int(network.tail[corridor]), int(network.head[corridor])
            forward = tail == place if tail != head else way[corridor] != BACKWARD
            if corridor not in used and way[corridor] in (EITHER, ONWARD if forward else BACKWARD):
                used.add(corridor)
                corridors.append(corridor)
                onward.append(forward)
                place = head if forward else tail
                break
    return CorridorPath(np.array(corridors, np.int32), np.array(onward, np.bool_))
