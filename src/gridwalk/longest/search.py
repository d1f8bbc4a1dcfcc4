"""Local search for a long path of one network: first ears, then reroutes with simulated annealing.

A network is ``(first, near, gain)``: the edges that leave junction *v* have the places ``first[v]`` to
``first[v + 1] - 1``.  The edge at *place* leads to ``near[place]`` and has the integer weight
``gain[place]``.  A path is an array *onward*: ``onward[v]`` is the place of the edge by which it leaves *v*.
Because weights are integers, the search takes the same decisions on every machine.

An *ear* replaces a stretch of the path by a way between the same ends through *free* junctions, which the
path does not visit.  It is found by depth-first search that prefers the junction with the fewest free
neighbours (Warnsdorff's rule) and enters the other end only if there is no free neighbour.  So an ear visits
most of the free junctions beside the path.

A *reroute* removes a stretch and searches depth-first, in random order, for another way between its ends.  A
way is accepted if it is not lighter; at a temperature above 0 also if it is a little lighter (Kirkpatrick,
Gelatt and Vecchi 1983).  If stretches of equal length replace each other, the free junctions move until they
can be used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.longest.longnetwork import LongNetwork
from gridwalk.runtime import slices
from gridwalk.runtime.chance import STATES, below, draw
from gridwalk.runtime.codes import EXHAUSTED, EXPANDED, NONE, PAUSED
from gridwalk.runtime.kernel import Kernel, inline_kernel, kernel
from gridwalk.runtime.limits import Watch

CONTENDERS = 16  # first paths of a tournament; fewer on larger networks, so that all together have at most
JUNCTIONS = 8_000  # junctions
FIRST_CYCLE = 5  # steps per junction in a cycle of the first tournament
TITLES = (0.2, 1.0)  # temperatures, relative to a tournament, of the cycles between two tournaments
STRETCHES = np.array([1, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64], np.int64)  # edges that an ear replaces
EAR = 512  # junctions that a search for an ear visits
PARTS = 32  # of a cycle, each with its own temperature
COOL = 0.9  # the share of a cycle after which the temperature is 0
HOT = 1.5  # the temperature at the beginning of a cycle, in units of the mean weight of an edge
LARGEST_SUM = 1 << 40  # of all gains, to avoid overflow
# Quantiles of the exponential distribution, rounded because the last digits depend on the processor.
QUANTILES = np.round(-np.log((np.arange(256) + 0.5) / 256), 12)
LONGEST_STRETCH = 16  # edges that a reroute replaces
MAX_TRIED = 200  # edges that a search for another way tries
NEAR_FREE = 224  # this number of 256 steps begins near a free junction,
MAX_WALK = 3  # at most this number of edges from it,
MAX_LOOKS = 200  # if one is found in this number of random draws

OFF, SINK, TAKEN = -1, -2, -3  # values of `onward`: not on the path; its end; visited by a search
VALUE, RECORD, STEPS = 3, 4, 5  # registers: the gain of the path, of the best path; the steps left
HERE, STRETCH = 6, 7  # registers: the junction where the next ear begins, the number of its stretch

Run = tuple[int, float | None]  # a number of steps, and the temperature of reroutes; None: ears


@dataclass
class Contender:
    """A path and its gain."""

    onward: NDArray[np.int32]
    gain: int


class LongSearch:
    """A long path of a network, which gets longer step by step; a step tries one ear or one reroute.

    First paths are extended by ears.  Then follow cycles of reroutes, each from hot to cold.  In a
    *tournament*, several different first paths have a cycle each; the better half of them continues, with
    cycles of twice the length, until one path is left.  Between two tournaments, each twice as long as the
    one before, the best path of all has cycles.  The result after a number of steps depends only on the
    network and the seed, not on the number of calls.

    Parameters
    ----------
    network : LongNetwork
    seed : int
    watch : Watch
        The clock; checked several times a second.

    Attributes
    ----------
    value : int or float
        The weight of the best path so far.
    steps : int
        The number of steps so far.

    """

    def __init__(self, network: LongNetwork, seed: int, watch: Watch) -> None:
        self.network, self.watch, self.steps = network, watch, 0
        junctions, gain = network.junctions, gains(network.weight)[network.edge]
        self._arrays = network.first, network.near, gain
        self._hot = HOT * float(gain.mean())
        self._random = np.array([seed % STATES + 1], np.int64)
        self._stack = tuple(np.zeros(MAX_TRIED + 2, np.int64) for _ in range(4))
        self._taken = np.zeros(STRETCHES.max(), np.int64)
        self._onward, self._record, entering = (np.empty(junctions, np.int32) for _ in range(3))
        self._scratch = np.full(junctions, NONE, np.int32), entering
        self._state = slices.registers()
        self._keep(self._first())
        self._runs, self._left = self._all_runs(), 0
        self._temperature: float | None = None

    @property
    def path(self) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """The edges of the best path, and a mask of those that it walks from tail to head."""
        network, onward = self.network, self._best.onward
        junctions = np.empty(network.junctions, np.int32)
        number = slices.call(junctions_of, self.watch, network.near, onward, network.source, junctions)
        before = junctions[: number - 1]
        edges = network.edge[onward[before]]
        return edges, network.tail[edges] == before

    def _keep(self, best: Contender) -> None:
        self._best = best
        self.value: int | float = self.network.weight[self.path[0]].sum().item()

    def run(self, steps: int) -> None:
        """Do *steps* more steps."""
        self.steps += steps
        while steps > 0:
            if self._left == 0:
                self._left, self._temperature = next(self._runs)
            number = min(steps, self._left)
            self._state[STEPS] = number
            if self._temperature is None:
                scratch = *self._scratch, np.empty(EAR, np.int32)
                self._call(add_ears, scratch, self._taken, STRETCHES, self.network.source)
                self._record[:], self._state[RECORD] = self._onward, self._state[VALUE]
            else:
                losses = (QUANTILES * self._temperature).astype(np.int64)
                self._call(reroute, self._record, self._stack, self._taken, losses)
            self._left -= number
            steps -= number
            if self._state[RECORD] > self._best.gain:
                self._keep(Contender(self._record.copy(), int(self._state[RECORD])))

    def _call(self, kernel: Kernel, *own: Any) -> None:
        near, arguments = self.network.near, (self._arrays, self._onward, *own, self._random)
        slices.run(kernel, *arguments, state=self._state, moves_of_cell=near, watch=self.watch)

    def _all_runs(self) -> Iterator[Run]:
        """Yield all runs, without end."""
        junctions = self.network.junctions
        number, size = max(1, min(CONTENDERS, JUNCTIONS // junctions)), FIRST_CYCLE * junctions
        if number == 1:
            yield from self._runs_of(self._best, self._ears())
        while True:
            if number > 1:
                yield from self._tournament(number, size)
            for heat in TITLES:
                yield from self._runs_of(self._best, self._cycle(number * size // len(TITLES), heat))
            size *= 2

    def _tournament(self, number: int, size: int) -> Iterator[Run]:
        contenders = [self._first() for _ in range(number)]
        for contender in contenders:
            yield from self._runs_of(contender, self._ears())
        while contenders:
            for contender in contenders:
                yield from self._runs_of(contender, self._cycle(size))
            contenders.sort(key=lambda contender: -contender.gain)
            contenders = contenders[: len(contenders) // 2]
            size *= 2

    def _ears(self) -> list[Run]:
        return [(len(STRETCHES) * self.network.junctions, None)]

    def _cycle(self, size: int, heat: float = 1.0) -> list[Run]:
        """Return the runs of a cycle of *size* steps."""
        ends = [part * size // PARTS for part in range(PARTS + 1)]
        return [
            (end - begin, heat * self._hot * max(0.0, 1 - part / (COOL * PARTS)) ** 2)
            for part, (begin, end) in enumerate(pairwise(ends))
            if end > begin
        ]

    def _runs_of(self, contender: Contender, runs: list[Run]) -> Iterator[Run]:
        """Yield *runs*, which start from the path of *contender*; then it has their best path."""
        self._onward[:] = self._record[:] = contender.onward
        self._state[VALUE] = self._state[RECORD] = contender.gain
        self._state[HERE], self._state[STRETCH] = self.network.source, 0
        yield from runs
        contender.onward, contender.gain = self._record.copy(), int(self._state[RECORD])

    def _first(self) -> Contender:
        """Return a path to begin with."""
        network = self.network
        onward = np.full(network.junctions, OFF, np.int32)
        onward[network.sink] = SINK
        scratch = *self._scratch, np.empty(network.junctions, np.int32)
        arguments = self._arrays, onward, scratch, network.source, network.sink, self._random
        return Contender(onward, int(slices.call(begin_path, self.watch, *arguments)))


def gains(weight: NDArray[Any]) -> NDArray[np.int64]:
    """Return the weights as integers, scaled if their sum is too large."""
    total = float(weight.sum())
    if weight.dtype.kind != "f" and total <= LARGEST_SUM:
        return weight.astype(np.int64)
    return np.floor(weight / (total or 1) * LARGEST_SUM).astype(np.int64)  # the total may be tiny


@kernel
def junctions_of(near, onward, source, junctions):
    """Write the junctions of the path into *junctions*, and return their number."""
    number, x = 0, source
    junctions[0] = x
    while onward[x] >= 0:
        x = near[onward[x]]
        number += 1
        junctions[number] = x
    return number + 1


@inline_kernel
def loneliest(network, onward, came_from, x, random):
    """Return the place of the free neighbour of *x* with the fewest free neighbours, or NONE."""
    first, near, _ = network
    fewest, best = 1 << 40, NONE
    for place in range(first[x], first[x + 1]):
        y = near[place]
        if onward[y] == OFF and came_from[y] == NONE:
            free = draw(random) & 1  # a random one of equals
            for further in range(first[y], first[y + 1]):
                if onward[near[further]] == OFF and came_from[near[further]] == NONE:
                    free += 2
            if free < fewest:
                fewest, best = free, place
    return best


@inline_kernel
def find_ear(network, onward, scratch, ends, random):
    """Search for an ear between *ends*.

    Return its last junction or NONE, the place of its last edge, and the number of junctions visited.
    """
    first, near, _ = network
    came_from, entering, seen = scratch
    u, count = ends[0], 0
    while True:
        place = NONE
        if count < len(seen):
            place = loneliest(network, onward, came_from, u, random)
        if place != NONE:
            v = near[place]
            came_from[v], entering[v], seen[count] = u, place, v
            count += 1
            u = v
            continue
        for last in range(first[u], first[u + 1]):
            if near[last] == ends[1]:
                return u, last, count
        if u == ends[0]:
            return NONE, NONE, count
        u = came_from[u]


@inline_kernel
def lead(network, onward, scratch, begin, u, last, count, least):
    """Put an ear of at least *least* gain on the path; return its gain, or NONE, and clear the scratch."""
    gain, came_from, entering = network[2], scratch[0], scratch[1]
    worth, v = NONE, u
    if u != NONE:
        worth = gain[last]
        while v != begin:
            worth += gain[entering[v]]
            v = came_from[v]
    if worth >= least:
        onward[u] = last
        while u != begin:
            onward[came_from[u]] = entering[u]
            u = came_from[u]
    for i in range(count):
        came_from[scratch[2][i]] = NONE
    return worth if worth >= least else NONE


@kernel
def begin_path(network, onward, scratch, source, sink, random):
    """Make a path from source to sink, and return its gain; *onward* is OFF, except SINK at the sink."""
    onward[source] = TAKEN
    u, last, count = find_ear(network, onward, scratch, (source, sink), random)
    return lead(network, onward, scratch, source, u, last, count, 0)


@kernel
def add_ears(network, onward, scratch, taken, stretches, source, random, state, budget, events):
    """Try ``state[STEPS]`` ears in place of stretches that begin at the junctions of the path, in turn.

    On each walk along the path, stretches have the next number of edges in *stretches*.
    """
    near = network[1]
    while state[STEPS] > 0:
        if budget <= 0:
            return PAUSED
        x = state[HERE]
        if onward[x] < 0:
            state[HERE] = source
            state[STRETCH] = state[STRETCH] + 1 if state[STRETCH] + 1 < len(stretches) else 0
            continue
        state[STEPS] -= 1
        number, y, old = take_away(network, onward, x, stretches[state[STRETCH]], taken)
        u, last, count = find_ear(network, onward, scratch, (x, y), random)
        new = lead(network, onward, scratch, x, u, last, count, old)
        if new == NONE:
            put_back(near, onward, x, number, taken)
        else:
            state[VALUE] += new - old
        state[HERE] = near[onward[x]]
        budget -= 1 + count
        state[EXPANDED] += 1 + count
    return EXHAUSTED


@inline_kernel
def take_away(network, onward, u, number, taken):
    """Remove up to *number* edges after *u* from the path.

    Write their places to *taken*; return their number, the junction where the path continues, and their gain.
    """
    _, near, gain = network
    count, x, worth = 0, u, 0
    while count < number and onward[x] >= 0:
        place = onward[x]
        if count > 0:
            onward[x] = OFF
        taken[count] = place
        worth += gain[place]
        x = near[place]
        count += 1
    return count, x, worth


@inline_kernel
def put_back(near, onward, u, count, taken):
    """Undo `take_away`."""
    x = u
    for n in range(count):
        onward[x] = taken[n]
        x = near[taken[n]]


@inline_kernel
def find_way(network, onward, stack, ends, least, longest, random):
    """Search depth-first for a way between *ends* of at most *longest* edges, and at least the gain *least*.

    If one is found, put it on the path.  Return its gain or NONE, and the number of edges tried.
    """
    first, near, gain = network
    here, next_place, left, worth = stack
    u, v = ends
    depth, tried = 0, 0
    here[0], left[0], worth[0] = u, first[u + 1] - first[u], 0
    next_place[0] = first[u] + below(random, left[0])
    while depth >= 0 and tried < MAX_TRIED:
        x = here[depth]
        if left[depth] == 0 or depth == longest:
            onward[x] = OFF
            depth -= 1
            continue
        place = next_place[depth]
        left[depth] -= 1
        next_place[depth] = place + 1 if place + 1 < first[x + 1] else first[x]
        tried += 1
        y, so_far = near[place], worth[depth] + gain[place]
        if y == v:
            if so_far >= least:
                onward[x] = place
                return so_far, tried
        elif onward[y] == OFF:
            onward[x] = place
            onward[y] = TAKEN
            depth += 1
            here[depth], left[depth], worth[depth] = y, first[y + 1] - first[y], so_far
            next_place[depth] = first[y] + below(random, left[depth])
    while depth > 0:
        onward[here[depth]] = OFF
        depth -= 1
    return NONE, tried


@inline_kernel
def where_to_begin(network, onward, random):
    """Return a junction, mostly one near a free junction, where the path may get longer."""
    first, near, _ = network
    u = below(random, len(onward))
    if draw(random) & 255 < NEAR_FREE:
        for _ in range(MAX_LOOKS):
            if onward[u] == OFF:
                break
            u = below(random, len(onward))
        for _ in range(1 + below(random, MAX_WALK)):
            number = first[u + 1] - first[u]
            if number > 0:
                u = near[first[u] + below(random, number)]
    return u


@kernel
def reroute(network, onward, best, stack, taken, losses, random, state, budget, events):
    """Try ``state[STEPS]`` reroutes of the path *onward*; whenever it is the best so far, copy it to *best*.

    *losses* has 256 values; a random one is the loss of gain that a step may accept.
    """
    near = network[1]
    while state[STEPS] > 0:
        if budget <= 0:
            return PAUSED
        u = where_to_begin(network, onward, random)
        budget -= 1
        if onward[u] < 0:
            continue
        state[STEPS] -= 1
        count, v, old = take_away(network, onward, u, 1 + below(random, LONGEST_STRETCH), taken)
        least = old - losses[draw(random) & 255]
        longest = count + 2 + below(random, 2 * LONGEST_STRETCH)
        new, tried = find_way(network, onward, stack, (u, v), least, longest, random)
        budget -= tried
        state[EXPANDED] += tried
        if new == NONE:
            put_back(near, onward, u, count, taken)
            continue
        state[VALUE] += new - old
        if state[VALUE] > state[RECORD]:
            state[RECORD] = state[VALUE]
            for x in range(len(onward)):
                best[x] = onward[x]
    return EXHAUSTED
