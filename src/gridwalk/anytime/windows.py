"""Make a long path longer through exact windows: the best way to lead all its strands through some junctions.

A window is a ball of junctions; the path passes through it in several strands, which may be joined
anew in any way that leaves one path.  `gridwalk.kernels.anytime.window` finds the best one.  Ways that are as
long are taken too: then the unvisited junctions are elsewhere, and the next windows may use them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.anytime.relaxation import relaxation_of
from gridwalk.kernels.anytime import window
from gridwalk.kernels.anytime.places import fill_ball
from gridwalk.kernels.anytime.window import FULL, solve_window
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.makers.chance import STATES, below
from gridwalk.runtime import slices
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import Watch

ROOM = 1 << 17  # states of a window
TABLE = 262_147  # a prime
FEWEST, MOST = 12, 160  # junctions of a window
BEGIN = 60
PRICED, FEW_PRICED = 300, 60  # steps towards the best prices; fewer on large networks:
PRICING = 10_000_000  # edges looked at
FINE = 8  # prices are counted in such parts of a gain


class Windows:
    """A path of an undirected network, which gets longer window by window.

    Parameters
    ----------
    network : LongNetwork
    gain : int64 array, shape (edges,)
        The weights as integers.
    path : int32 array
        The junctions of the path, from source to sink.
    seed : int
    watch : Watch

    Attributes
    ----------
    path : int32 array
    gained : int
        By how much the sum of its gains has grown.

    """

    def __init__(
        self, network: LongNetwork, gain: NDArray[np.int64], path: NDArray[np.int32], seed: int, watch: Watch
    ) -> None:
        self.network, self.watch = network, watch
        relaxation = relaxation_of(network)
        relaxation.approach(min(max(PRICING // network.edges, FEW_PRICED), PRICED), watch)
        prices = relaxation.point[1][: network.junctions] * relaxation.unit
        scale = FINE * float(gain.sum()) / max(float(network.weight.sum()), 1e-300)
        self._prices = np.rint(np.maximum(prices, 0.0) * scale).astype(np.int64)
        self._arrays = network.first, network.near, FINE * gain[network.edge]
        self.path, self.gained = path, 0
        self.size, self.tries = BEGIN, 0
        self._random = np.array([seed % STATES + 1], np.int64).data  # Python integers
        self._number = np.full(network.junctions, NONE, np.int32)
        self._layers = tuple(np.zeros(MOST + 1, np.int64) for _ in range(8))
        most = int(np.sort(np.diff(network.first))[-MOST:].sum())
        self._edges = tuple(np.zeros(most, np.int64) for _ in range(3))
        kinds = np.int64, np.int64, np.int32, np.int32
        self._states = tuple(np.empty(ROOM, kind) for kind in kinds)  # keys, losses, parents, choices
        self._table = np.empty(TABLE, np.int32)
        self._locate()

    def _locate(self) -> None:
        """Note where each junction is on the path."""
        self._place = np.full(self.network.junctions, NONE, np.int32)
        self._place[self.path] = np.arange(len(self.path), dtype=np.int32)
        self._free = np.flatnonzero(self._place == NONE)

    def run(self, windows: int) -> None:
        """Try so many windows."""
        for _ in range(windows):
            members = np.empty(self.size, np.int32)
            try:
                self._try(members)
            finally:
                self._number[members] = NONE
            self.tries += 1

    def _below(self, n: int) -> int:
        number: int = below(self._random, n)
        return number

    def _call(self, kernel: Kernel, *arguments: Any) -> Any:
        return slices.call(kernel, self.watch, *arguments, compiled=self._compiled)

    def _try(self, members: NDArray[np.int32]) -> None:
        """Try a window: around an unvisited junction, or, now and then, anywhere."""
        first, near, _ = self._arrays
        self._compiled = slices.compiles(solve_window, TABLE)
        if len(self._free) and self._below(8):
            centre = int(self._free[self._below(len(self._free))])
        else:
            centre = self._below(self.network.junctions)
        members[:] = centre
        number, ends = self._number, np.empty(self.size, np.int32)
        count = self._call(fill_ball, first, near, centre, self.size, members, number, NONE, True)
        inside = members.copy()
        count, found = self._call(window.find_ends, self.path, self._place, number, inside, count, ends)
        if found == 0:
            return
        # From place to place; the last: to the first.
        strands = np.roll(np.sort(ends[:found]), -1).reshape(-1, 2)
        solved = self._solved(inside, count, number[self.path[strands]])
        if solved is None:
            self.size = max(FEWEST, self.size - self.size // 16 - 1)
            return
        self.size = min(MOST, self.size + (self.tries % 4 == 0))
        self._splice(inside, strands, solved)

    def _solved(
        self, inside: NDArray[np.int32], count: int, strands: NDArray[np.int32]
    ) -> dict[int, list[int]] | None:
        """Return which junctions of the window the best way joins; None: that takes too much memory."""
        partner, slot = np.full(count, NONE, np.int32), np.full(count, NONE, np.int32)
        partner[strands], partner[strands[:, ::-1]] = strands[:, ::-1], strands
        ball = self._number, inside, count, partner, len(strands), slot, np.empty(count, np.int32)
        layers = self._layers, self._edges
        limit = self._call(window.plan_window, self._arrays, self._prices, self._place, ball, *layers)
        if limit == NONE:
            return None
        self._table.fill(NONE)
        state = self._call(solve_window, *layers, count, limit, self._states, self._table)
        if state == FULL:
            return None
        assert state != NONE, "the path as it is is found, at least"
        _, losses, parents, choices = self._states
        self.gained += (limit - int(losses[state])) // FINE
        joined: dict[int, list[int]] = {}
        for layer in range(count - 1, -1, -1):
            choice, state = int(choices[state]), parents[state]
            for one in (choice & 255, choice >> 8):
                if one:
                    i = int(self._layers[-1][layer])
                    j = int(self._edges[-1][self._layers[-2][layer] + one - 1])
                    joined.setdefault(i, []).append(j)
                    joined.setdefault(j, []).append(i)
        return joined

    def _splice(
        self, inside: NDArray[np.int32], strands: NDArray[np.int32], joined: dict[int, list[int]]
    ) -> None:
        """Walk the new path from the source to the sink, and keep it."""
        path, strand_at = self.path, dict[int, tuple[int, NDArray[np.int32]]]()
        number = self._number[path[strands]].tolist()
        for (a, b), (begin, end) in zip(number[:-1], strands[:-1].tolist(), strict=True):
            strand_at[a] = b, path[begin + 1 : end + 1]
            strand_at[b] = a, path[begin:end][::-1]
        (last, now), (begin, end) = number[-1], strands[-1].tolist()
        parts, way, before = [path[: end + 1]], list[int](), NONE
        while now != last:
            now, before = next(u for u in joined[now] if u != before), now
            way.append(now)
            if now in strand_at:
                (now, part), before = strand_at[now], NONE
                parts += inside[way], part
                way = []
        self.path = np.concatenate([*parts, inside[way], path[begin + 1 :]])
        self._locate()
