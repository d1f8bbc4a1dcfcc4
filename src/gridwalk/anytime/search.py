"""The search for a long path of one network: reroutes, hotter and cooler by turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.kernels._kernel import Kernel
from gridwalk.kernels.anytime.long_start import find_long_start, keep_path
from gridwalk.kernels.anytime.places import OFF, junctions_of
from gridwalk.kernels.anytime.reroute import LONGEST_STRETCH, RECORD, ROOM, STEPS, VALUE, reroute
from gridwalk.kernels.codes import DEPTH, GOAL, NONE
from gridwalk.kernels.makers.chance import STATES
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
