"""A path of one network that gets longer: first by reroutes, then by windows, then again from the start."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.anytime.search import FIRST_CYCLE, LongSearch, gains
from gridwalk.anytime.windows import Windows
from gridwalk.runtime.limits import Watch

WINDOW = 2000  # steps that a window counts as: it takes about as long
PATIENCE = 1  # windows a junction without gain, after which a new path is begun

Walk = tuple[NDArray[np.int32], NDArray[np.bool_]]


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
            if self.network.directed:
                number = steps
            elif self._windows is None:
                number = min(steps, self._search.enough - self._search.steps)
            else:
                number = min(steps, WINDOW - self._credit)
            steps -= number
            if self._windows is None:
                self._reroute(number)
            else:
                self._credit += number
                if self._credit == WINDOW:
                    self._credit = 0
                    self._window(self._windows)

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
            path = _walk(self.network, windows.path)
            value: int | float = self.network.weight[path[0]].sum().item()
            if value > self.value:
                self.value, self.path = value, path
        if self._idle > PATIENCE * self.network.junctions:
            self._seed += 1
            self._cycle *= 2
            self._search = LongSearch(self.network, self._seed, self.watch, self._cycle)
            self._windows = None


def _walk(network: LongNetwork, junctions: NDArray[np.int32]) -> Walk:
    """Return the edges of a walk over *junctions* of an undirected network; O(edges)."""
    begin = np.repeat(np.arange(network.junctions), np.diff(network.first))
    arcs = begin * network.junctions + network.near  # ascending
    before, after = junctions[:-1].astype(np.int64), junctions[1:]
    edges = network.edge[np.searchsorted(arcs, before * network.junctions + after)]
    return edges, network.tail[edges] == before
