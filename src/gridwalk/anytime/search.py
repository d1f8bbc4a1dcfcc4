"""The search for a long path of one network: reroutes, hotter and cooler by turns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.kernels.anytime.long_start import find_long_start, keep_path
from gridwalk.kernels.anytime.places import OFF, junctions_of
from gridwalk.kernels.anytime.reroute import LONGEST_STRETCH, RECORD, ROOM, STEPS, VALUE, reroute
from gridwalk.kernels.codes import DEPTH, GOAL, NONE
from gridwalk.kernels.makers.chance import STATES
from gridwalk.runtime import slices
from gridwalk.runtime.limits import Watch

TRIES = 8  # paths to begin with, on small networks
TRIED_JUNCTIONS = 100_000  # on larger networks one is enough
FIRST_CYCLE = 20  # steps a junction, of the first cycle; each further one is twice as long
PARTS = 32  # of a cycle, each with one temperature
COOL = 0.9  # the share of a cycle after which the temperature is 0
HOT = 1.5  # the temperature at the beginning of a cycle, in mean weights of an edge
LARGEST_SUM = 1 << 40  # of all gains, so that nothing overflows
QUANTILES = -np.log((np.arange(256) + 0.5) / 256)  # of the exponential distribution


class LongSearch:
    """A long path of a network, which gets longer step by step; a step is one reroute tried.

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
        self._random = np.array([seed % STATES + 1], np.int64)
        gain = _gains(network.weight)[network.edge]
        self._arrays = network.first, network.near, gain
        self._hot = HOT * float(gain.mean())
        rooms = ((ROOM, np.int32), (ROOM, np.int64), (ROOM, np.int64), (ROOM, np.int64))
        self._stack = (*(np.zeros(size, kind) for size, kind in rooms), np.zeros(LONGEST_STRETCH, np.int64))
        self._state = slices.registers()
        self._begin()

    def _begin(self) -> None:
        """Make the first path, the best of some."""
        network, best = self.network, NONE
        came_from = np.empty(network.junctions, np.int32)
        for _ in range(TRIES if network.junctions <= TRIED_JUNCTIONS else 1):
            onward, state = np.full(network.junctions, OFF, np.int32), slices.registers()
            came_from[:] = NONE
            came_from[network.source] = state[DEPTH] = network.source
            state[GOAL] = network.sink
            self._run(find_long_start, onward, came_from, self._random, state=state)
            ends = network.source, network.sink
            value = slices.call(keep_path, self.watch, self._arrays, onward, came_from, *ends)
            if value > best:
                best, self._best = value, onward
        self._set(self._best, best)

    def _set(self, onward: NDArray[np.int32], value: int) -> None:
        self._onward, self._best = onward.copy(), onward.copy()
        self._state[VALUE] = self._state[RECORD] = value
        self._measure()

    def _measure(self) -> None:
        """Weigh the best path."""
        self.value: int | float = self.network.weight[self.path[0]].sum().item()
        self._known = int(self._state[RECORD])

    def _run(self, kernel: Any, *arguments: Any, state: NDArray[np.int64]) -> None:
        slices.run(
            kernel, self._arrays, *arguments, state=state, moves_of_cell=self.network.near, watch=self.watch
        )

    @property
    def path(self) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """The edges of the best path, and whether each is walked from tail to head."""
        network = self.network
        junctions = np.empty(network.junctions, np.int32)
        number = slices.call(junctions_of, self.watch, network.near, self._best, network.source, junctions)
        before = junctions[: number - 1]
        edges = network.edge[self._best[before]]
        return edges, network.tail[edges] == before

    def run(self, steps: int) -> None:
        """Make so many steps more."""
        end = self.steps + steps
        while self.steps < end:
            begin, size = self._cycle()
            part = (self.steps - begin) * PARTS // size
            part_end = begin + -(-(part + 1) * size // PARTS)
            if self.steps == begin:
                self._onward[:] = self._best
                self._state[VALUE] = self._state[RECORD]
            number = min(end, part_end) - self.steps
            self._reroute(number, self._hot * max(0.0, 1 - part / (COOL * PARTS)) ** 2)
            self.steps += number

    def _cycle(self) -> tuple[int, int]:
        """Return where the cycle of the next step begins, and how many steps it has."""
        begin, size = 0, FIRST_CYCLE * self.network.junctions
        while begin + size <= self.steps:
            begin += size
            size *= 2
        return begin, size

    def _reroute(self, steps: int, temperature: float) -> None:
        """Make steps at one temperature."""
        losses = (QUANTILES * temperature).astype(np.int64)
        self._state[STEPS] = steps
        self._run(reroute, self._onward, self._best, self._stack, losses, self._random, state=self._state)
        if self._state[RECORD] > self._known:
            self._measure()


def _gains(weight: NDArray[Any]) -> NDArray[np.int64]:
    """Return the weights as integers, as exactly as there is room for."""
    total = float(weight.sum())
    if weight.dtype.kind != "f" and total <= LARGEST_SUM:
        return weight.astype(np.int64)
    return np.floor(weight * (LARGEST_SUM / max(total, 1e-300))).astype(np.int64)
