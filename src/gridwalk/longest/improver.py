"""A path of one network that gets longer: by ears, then by reroutes (simulated annealing)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.longest.ears import HERE, STRETCH, add_ears, begin_path
from gridwalk.longest.longnetwork import LongNetwork
from gridwalk.longest.places import OFF, SINK, junctions_of
from gridwalk.longest.reroute import LONGEST_STRETCH, RECORD, ROOM, STEPS, VALUE, reroute
from gridwalk.runtime import slices
from gridwalk.runtime.chance import STATES
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import Watch

CONTENDERS = 16  # first paths of a tournament, on networks of up to
JUNCTIONS = 8_000 // CONTENDERS  # so many junctions; on larger ones fewer
FIRST_CYCLE = 5  # steps a junction, of a cycle of the first tournament
TITLES = (0.2, 1.0)  # of the heat of a tournament: cycles of the best path between two tournaments
STRETCHES = np.array([1, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64], np.int64)  # edges that an ear replaces
EAR = 512  # junctions that a search for an ear looks at
PARTS = 32  # of a cycle, each with one temperature
COOL = 0.9  # the share of a cycle after which the temperature is 0
HOT = 1.5  # the temperature at the beginning of a cycle, in mean weights of an edge
LARGEST_SUM = 1 << 40  # of all gains, so that nothing overflows
# Of the exponential distribution; without the last digits, which differ from processor to processor.
QUANTILES = np.round(-np.log((np.arange(256) + 0.5) / 256), 12)


Run = tuple[int, float | None]  # steps, and their temperature; None: they are ears


@dataclass
class Contender:
    """A path and its gain."""

    onward: NDArray[np.int32]
    gain: int


class LongSearch:
    """A long path of a network, which gets longer step by step; a step is one reroute tried.

    First paths get ears, of which each tried is a step, too.  Then steps come in cycles, each from hot to
    cold, and cycles in tournaments: of several first paths, which differ in the large, the better half goes
    on, with cycles twice as long, until one is left.  Between two tournaments, each twice as long as the one
    before, the best path of all has the cycles.
    What the path is after so many steps depends on the network and the seed only, not on the number of calls.

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
    steps : int
        How many have been made.

    """

    def __init__(self, network: LongNetwork, seed: int, watch: Watch) -> None:
        self.network, self.watch, self.steps = network, watch, 0
        self._contenders = max(1, min(CONTENDERS, JUNCTIONS * CONTENDERS // network.junctions))
        self._size = FIRST_CYCLE * network.junctions
        self._eared = len(STRETCHES) * network.junctions
        self._random = np.array([seed % STATES + 1], np.int64)
        gain = gains(network.weight)[network.edge]
        self._arrays = network.first, network.near, gain
        self._hot = HOT * float(gain.mean())
        rooms = ((ROOM, np.int32), (ROOM, np.int64), (ROOM, np.int64), (ROOM, np.int64))
        self._stack = (*(np.zeros(size, kind) for size, kind in rooms), np.zeros(LONGEST_STRETCH, np.int64))
        self._state = slices.registers()
        self._onward, self._record, entering = (np.empty(network.junctions, np.int32) for _ in range(3))
        self._scratch = np.full(network.junctions, NONE, np.int32), entering
        self._best = self._first()
        self._measure()
        self._runs, self._left = self._all_runs(), 0
        self._temperature: float | None = None

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
                self._left, self._temperature = next(self._runs)
            number = min(steps, self._left)
            self._state[STEPS] = number
            if self._temperature is None:
                self._ears()
            else:
                losses = (QUANTILES * self._temperature).astype(np.int64)
                self._call(reroute, self._onward, self._record, self._stack, losses, self._random)
            self._left -= number
            steps -= number
            if self._state[RECORD] > self._best.gain:
                self._best = Contender(self._record.copy(), int(self._state[RECORD]))
                self._measure()

    def _ears(self) -> None:
        scratch, taken = (*self._scratch, np.empty(EAR, np.int32)), np.empty(STRETCHES.max(), np.int64)
        self._call(add_ears, self._onward, scratch, taken, STRETCHES, self.network.source, self._random)
        self._record[:] = self._onward
        self._state[RECORD] = self._state[VALUE]

    def _call(self, kernel: Kernel, *arguments: Any) -> None:
        near = self.network.near
        slices.run(kernel, self._arrays, *arguments, state=self._state, moves_of_cell=near, watch=self.watch)

    def _all_runs(self) -> Iterator[Run]:
        """Yield numbers of steps with their temperatures, without end; no temperature: of ears."""
        contenders, size = self._contenders, self._size
        if contenders == 1:
            yield from self._eared_path(self._best)
        while True:
            if contenders > 1:
                yield from self._tournament(contenders, size)
            for heat in TITLES:
                yield from self._cycle(self._best, contenders * size // len(TITLES), heat)
            size *= 2

    def _eared_path(self, contender: Contender) -> Iterator[Run]:
        """Yield the run that gives *contender* ears."""
        self._begin(contender)
        yield self._eared, None
        self._end(contender)

    def _tournament(self, number: int, size: int) -> Iterator[Run]:
        contenders = [self._first() for _ in range(number)]
        for contender in contenders:
            yield from self._eared_path(contender)
        while contenders:
            for contender in contenders:
                yield from self._cycle(contender, size)
            contenders.sort(key=lambda contender: -contender.gain)
            contenders = contenders[: len(contenders) // 2]
            size *= 2

    def _cycle(self, contender: Contender, size: int, heat: float = 1.0) -> Iterator[Run]:
        """Yield the runs of one cycle, from *contender*, which is then what became of it."""
        self._begin(contender)
        ends = [part * size // PARTS for part in range(PARTS + 1)]
        for part, (begin, end) in enumerate(pairwise(ends)):
            if end > begin:
                yield end - begin, heat * self._hot * max(0.0, 1 - part / (COOL * PARTS)) ** 2
        self._end(contender)

    def _begin(self, contender: Contender) -> None:
        self._onward[:] = self._record[:] = contender.onward
        self._state[VALUE] = self._state[RECORD] = contender.gain
        self._state[HERE], self._state[STRETCH] = self.network.source, 0

    def _end(self, contender: Contender) -> None:
        contender.onward, contender.gain = self._record.copy(), int(self._state[RECORD])

    def _first(self) -> Contender:
        """Return a path to begin with."""
        network, (source, sink) = self.network, (self.network.source, self.network.sink)
        onward = np.full(network.junctions, OFF, np.int32)
        onward[sink] = SINK
        scratch = *self._scratch, np.empty(network.junctions, np.int32)
        arguments = onward, scratch, source, sink, self._random
        return Contender(onward, int(slices.call(begin_path, self.watch, self._arrays, *arguments)))


def gains(weight: NDArray[Any]) -> NDArray[np.int64]:
    """Return the weights as integers, as exactly as there is room for."""
    total = float(weight.sum())
    if weight.dtype.kind != "f" and total <= LARGEST_SUM:
        return weight.astype(np.int64)
    return np.floor(weight / (total or 1) * LARGEST_SUM).astype(np.int64)  # a total may be next to nothing
