"""A path of one network that gets longer: by reroutes, hotter and cooler by turns, then by exact windows.

Where windows gain nothing any more, another path is begun.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.anytime.windows import Windows
from gridwalk.kernels._kernel import Kernel
from gridwalk.kernels.anytime.places import OFF, junctions_of
from gridwalk.kernels.anytime.reroute import (
    LONGEST_STRETCH,
    RECORD,
    ROOM,
    STEPS,
    VALUE,
    find_long_start,
    keep_path,
    reroute,
)
from gridwalk.kernels.codes import DEPTH, GOAL, NONE
from gridwalk.kernels.makers.chance import STATES
from gridwalk.records import dataclass
from gridwalk.runtime import slices
from gridwalk.runtime.limits import Watch

CONTENDERS = 16  # first paths of a tournament, on networks of up to
JUNCTIONS = 8_000 // CONTENDERS  # so many junctions; on larger ones fewer
FIRST_CYCLE = 5  # steps a junction, of a cycle of the first tournament
TITLES = 2  # cycles of the best path between two tournaments
PARTS = 32  # of a cycle, each with one temperature
COOL = 0.9  # the share of a cycle after which the temperature is 0
HOT = 1.5  # the temperature at the beginning of a cycle, in mean weights of an edge
LARGEST_SUM = 1 << 40  # of all gains, so that nothing overflows
# Of the exponential distribution; without the last digits, which differ from processor to processor.
QUANTILES = np.round(-np.log((np.arange(256) + 0.5) / 256), 12)


@dataclass
class Contender:
    """A path and its gain."""

    onward: NDArray[np.int32]
    gain: int


class LongSearch:
    """A long path of a network, which gets longer step by step; a step is one reroute tried.

    Steps come in cycles, each from hot to cold, and cycles in tournaments: of several first paths, which
    differ in the large, the better half goes on, with cycles twice as long, until one is left.  Between two
    tournaments, each twice as long as the one before, the best path of all has the cycles.
    What the path is after so many steps depends on the network and the seed only, not on the number of calls.

    Parameters
    ----------
    network : LongNetwork
    seed : int
    watch : Watch
        The clock; asked several times a second.
    cycle : int
        Steps a junction, of the first cycle.

    Attributes
    ----------
    value : int or float
        The weight of the best path so far.
    steps : int
        How many have been made.
    enough : int
        How many there are in the first tournament, and in the cycles after it.

    """

    def __init__(self, network: LongNetwork, seed: int, watch: Watch, cycle: int = FIRST_CYCLE) -> None:
        self.network, self.watch, self.steps = network, watch, 0
        self._size = cycle * network.junctions
        self._contenders = max(1, min(CONTENDERS, JUNCTIONS * CONTENDERS // network.junctions))
        rounds = range(self._contenders.bit_length() if self._contenders > 1 else 0)
        self.enough = self._size * (self._contenders + sum(self._contenders >> n << n for n in rounds))
        self._random = np.array([seed % STATES + 1], np.int64)
        gain = gains(network.weight)[network.edge]
        self._arrays = network.first, network.near, gain
        self._hot = HOT * float(gain.mean())
        rooms = ((ROOM, np.int32), (ROOM, np.int64), (ROOM, np.int64), (ROOM, np.int64))
        self._stack = (*(np.zeros(size, kind) for size, kind in rooms), np.zeros(LONGEST_STRETCH, np.int64))
        self._state = slices.registers()
        self._onward, self._record = (np.empty(network.junctions, np.int32) for _ in range(2))
        self._best = self._first()
        self._measure()
        self._runs, self._left, self._losses = self._all_runs(), 0, np.zeros(256, np.int64)

    # ----------------------------------------------------------------------------- the path

    @property
    def path(self) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """The edges of the best path, and whether each is walked from tail to head."""
        network, onward = self.network, self._best.onward
        junctions = np.empty(network.junctions, np.int32)
        number = slices.call(junctions_of, self.watch, network.near, onward, network.source, junctions)
        before = junctions[: number - 1]
        edges = network.edge[onward[before]]
        return edges, network.tail[edges] == before

    def _measure(self) -> None:
        """Weigh the best path."""
        self.value: int | float = self.network.weight[self.path[0]].sum().item()

    # ------------------------------------------------------------------------------ the steps

    def run(self, steps: int) -> None:
        """Make so many steps more."""
        self.steps += steps
        while steps > 0:
            if self._left == 0:
                self._left, temperature = next(self._runs)
                self._losses = (QUANTILES * temperature).astype(np.int64)
            number = min(steps, self._left)
            self._state[STEPS] = number
            arrays = self._onward, self._record, self._stack, self._losses, self._random
            self._run(reroute, *arrays, state=self._state)
            self._left -= number
            steps -= number
            if self._state[RECORD] > self._best.gain:
                self._best = Contender(self._record.copy(), int(self._state[RECORD]))
                self._measure()

    def _run(self, kernel: Kernel, *arguments: Any, state: NDArray[np.int64]) -> None:
        slices.run(
            kernel, self._arrays, *arguments, state=state, moves_of_cell=self.network.near, watch=self.watch
        )

    def _all_runs(self) -> Iterator[tuple[int, float]]:
        """Yield numbers of steps with their temperatures, without end."""
        contenders, size = self._contenders, self._size
        while True:
            if contenders > 1:
                yield from self._tournament(contenders, size)
            for _ in range(TITLES):
                yield from self._cycle(self._best, contenders * size // TITLES)
            size *= 2

    def _tournament(self, number: int, size: int) -> Iterator[tuple[int, float]]:
        contenders = [self._first() for _ in range(number)]
        while contenders:
            for contender in contenders:
                yield from self._cycle(contender, size)
            contenders.sort(key=lambda contender: -contender.gain)
            contenders = contenders[: len(contenders) // 2]
            size *= 2

    def _cycle(self, contender: Contender, size: int) -> Iterator[tuple[int, float]]:
        """Yield the runs of one cycle, from *contender*, which is then what became of it."""
        self._onward[:] = self._record[:] = contender.onward
        self._state[VALUE] = self._state[RECORD] = contender.gain
        ends = [part * size // PARTS for part in range(PARTS + 1)]
        for part, (begin, end) in enumerate(pairwise(ends)):
            if end > begin:
                yield end - begin, self._hot * max(0.0, 1 - part / (COOL * PARTS)) ** 2
        contender.onward, contender.gain = self._record.copy(), int(self._state[RECORD])

    def _first(self) -> Contender:
        """Return a path to begin with."""
        network, state = self.network, slices.registers()
        onward = np.full(network.junctions, OFF, np.int32)
        came_from = np.full(network.junctions, NONE, np.int32)
        came_from[network.source] = state[DEPTH] = network.source
        state[GOAL] = network.sink
        self._run(find_long_start, onward, came_from, self._random, state=state)
        ends = network.source, network.sink
        gain = slices.call(keep_path, self.watch, self._arrays, onward, came_from, *ends)
        return Contender(onward, int(gain))


def gains(weight: NDArray[Any]) -> NDArray[np.int64]:
    """Return the weights as integers, as exactly as there is room for."""
    total = float(weight.sum())
    if weight.dtype.kind != "f" and total <= LARGEST_SUM:
        return weight.astype(np.int64)
    return np.floor(weight / (total or 1) * LARGEST_SUM).astype(np.int64)  # a total may be next to nothing


WINDOW = 2000  # steps that a window counts as: it takes about as long
PATIENCE = 1  # windows a junction without gain, after which a new path is begun


class Improver:
    """A long path of a network, which gets longer step by step.

    Reroutes make a path that is long in the large, exact windows make it longer in the small.  Where they
    gain nothing any more, another path is begun, and gets twice as many reroutes.  What the best path is
    after so many steps depends on the network and the seed only, not on the number of calls.

    Parameters
    ----------
    network : LongNetwork
    seed : int
    watch : Watch
        The clock; asked several times a second.

    Attributes
    ----------
    value : int or float
        The weight of the best path so far.
    path : int32 array, array of bool
        Its edges, and whether each is walked from tail to head.
    steps : int
        How many have been made.

    """

    def __init__(self, network: LongNetwork, seed: int, watch: Watch) -> None:
        self.network, self.watch, self.steps, self._seed = network, watch, 0, seed
        self._windows: Windows | None = None
        self._search = LongSearch(network, seed, watch)
        self._cycle = FIRST_CYCLE
        self._gains, self._credit, self._idle = gains(network.weight), 0, 0
        self.value, self.path = self._search.value, self._search.path

    def within(self, watch: Watch) -> None:
        """Ask another clock from now on; if it raises, `value` and `path` are still right."""
        self.watch = self._search.watch = watch

    def run(self, steps: int) -> None:
        """Make so many steps more."""
        self.steps += steps
        while steps > 0:
            windows, search = self._windows, self._search
            left = search.enough - search.steps if windows is None else WINDOW - self._credit
            number = steps if self.network.directed else min(steps, left)
            steps -= number
            if windows is None:
                self._reroute(number)
                continue
            self._credit = (self._credit + number) % WINDOW
            if self._credit == 0:
                self._window(windows)

    def _reroute(self, steps: int) -> None:
        self._search.run(steps)
        if self._search.value > self.value:
            self.value, self.path = self._search.value, self._search.path
        if not self.network.directed and self._search.steps >= self._search.enough:
            edges, onward = self._search.path
            network = self.network
            before = np.where(onward, network.tail[edges], network.head[edges])
            path = np.append(before, network.sink).astype(np.int32)
            self._windows = Windows(network, self._gains, path, self._seed, self.watch)
            self._idle = 0

    def _window(self, windows: Windows) -> None:
        before = windows.gained
        windows.run(1)
        self._idle += 1
        if windows.gained > before:
            self._idle = 0
            path = self.network.walk(windows.path)
            value: int | float = self.network.weight[path[0]].sum().item()
            if value > self.value:
                self.value, self.path = value, path
        if self._idle > PATIENCE * self.network.junctions:
            self._seed += 1
            self._cycle *= 2
            self._search = LongSearch(self.network, self._seed, self.watch, self._cycle)
            self._windows = None
