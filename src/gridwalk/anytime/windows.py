"""Make a long path longer through exact windows: the best way to lead all its strands through some junctions.

A window is a ball of junctions; the path passes through it in several strands, which may be joined
anew in any way that leaves one path.  `gridwalk.kernels.anytime.window` finds the best one.  Ways that are as
long are taken too: then the unvisited junctions are elsewhere, and the next windows may use them.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.anytime.relaxation import relaxation_of
from gridwalk.frontier.simpath.order import Junctions, greedy
from gridwalk.kernels.anytime import window as kernels
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.makers.chance import STATES, below
from gridwalk.runtime import slices
from gridwalk.runtime.limits import Watch

ROOM = 1 << 17  # states of a window
TABLE = 262_147  # a prime
FEWEST, MOST = 12, 160  # junctions of a window
BEGIN = 60
PRICED = 300  # steps towards the best prices
FINE = 8  # prices are counted in such parts of a gain
LARGEST_SUM = 1 << 50


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
        self.gain = gain * FINE
        self.path, self.gained = path, 0
        self.size, self.tries = BEGIN, 0
        self._random = memoryview(np.array([seed % STATES + 1], np.int64))
        self._near = network.near.tolist()
        self._edge = network.edge.tolist()
        self._first = network.first.tolist()
        self._states = (
            np.empty(ROOM, np.int64),
            np.empty(ROOM, np.int64),
            np.empty(ROOM, np.int32),
            np.empty(ROOM, np.int32),
        )
        self._table = np.empty(TABLE, np.int32)
        relaxation = relaxation_of(network)
        relaxation.approach(PRICED, watch)
        prices = relaxation.point[1][: network.junctions] * relaxation.unit
        scale = self.gain.sum() / max(float(network.weight.sum()), 1e-300)
        self.prices = np.rint(np.maximum(prices, 0.0) * scale).astype(np.int64)
        self._locate()

    def _locate(self) -> None:
        """Note where each junction is on the path."""
        place = np.full(self.network.junctions, NONE, np.int32)
        place[self.path] = np.arange(len(self.path), dtype=np.int32)
        self._place = place
        self._free = np.flatnonzero(place == NONE)

    def run(self, windows: int) -> None:
        """Try so many windows."""
        for _ in range(windows):
            self._try()
            self.tries += 1

    def _below(self, n: int) -> int:
        number: int = below(self._random, n)
        return number

    def _try(self) -> None:
        """Try a window: around an unvisited junction, or, now and then, anywhere."""
        anywhere = not len(self._free) or self._below(8) == 0
        centre = (
            self._below(self.network.junctions) if anywhere else int(self._free[self._below(len(self._free))])
        )
        members = self._ball(centre, self.size)
        at = np.sort(self._place[members])
        at = self._with_an_edge_inside(at[at >= 0])
        if len(at) < 2:
            return
        inside = [*self.path[at].tolist(), *(v for v in members if self._place[v] < 0)]
        number = {v: i for i, v in enumerate(inside)}
        strands = self._strands(at)
        window = _Window(self, inside, number, [(a, b) for a, b, *_ in strands])
        if not window.fits:
            self.size = max(FEWEST, self.size - self.size // 16 - 1)
            return
        chosen = window.solved(at)
        if chosen is None:
            self.size = max(FEWEST, self.size - self.size // 16 - 1)
            return
        self.size = min(MOST, self.size + (self.tries % 4 == 0))
        self._splice(inside, strands, chosen)

    def _ball(self, centre: int, size: int) -> list[int]:
        """Return so many junctions around one, the nearest first."""
        members, seen = [centre], {centre}
        first, near = self._first, self._near
        for v in members:
            for i in range(first[v], first[v + 1]):
                u = near[i]
                if u not in seen:
                    seen.add(u)
                    members.append(u)
            if len(members) >= size:
                break
        return members[:size]

    def _with_an_edge_inside(self, at: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the places on the path whose junction has the one before or after inside, too."""
        next_to = np.diff(at) == 1
        kept = np.zeros(len(at), bool)
        kept[1:] |= next_to
        kept[:-1] |= next_to
        return at[kept]

    def _strands(self, at: NDArray[np.int32]) -> list[tuple[int, int, int, int]]:
        """Return the strands outside: two junctions, as numbers of the window, and two places on the path.

        The last leads from the sink back to the source.
        """
        ends = np.flatnonzero(np.diff(at) > 1).tolist()
        strands = [(i, i + 1, int(at[i]), int(at[i + 1])) for i in ends]
        return [*strands, (len(at) - 1, 0, int(at[-1]), int(at[0]))]

    def _splice(
        self, inside: list[int], strands: list[tuple[int, int, int, int]], chosen: list[tuple[int, int]]
    ) -> None:
        """Walk the new path from the source to the sink, and keep it."""
        path, joined = self.path, dict[int, list[int]]()
        for a, b in chosen:
            joined.setdefault(a, []).append(b)
            joined.setdefault(b, []).append(a)
        strand_at = {}
        for a, b, begin, end in strands[:-1]:
            strand_at[a] = b, path[begin + 1 : end + 1]
            strand_at[b] = a, path[begin:end][::-1]
        last, now, begin, end = strands[-1]
        parts, before = [path[: end + 1]], NONE
        while now != last:
            now, before = next(u for u in joined[now] if u != before), now
            parts.append(np.array([inside[now]], np.int32))
            if now in strand_at:
                (now, part), before = strand_at[now], NONE
                parts.append(part)
        parts.append(path[begin + 1 :])
        self.path = np.concatenate(parts)
        self._locate()


class _Window:
    """A window as the kernel takes it: its junctions in a good order, with slots on the frontier."""

    def __init__(
        self, owner: Windows, inside: list[int], number: dict[int, int], strands: list[tuple[int, int]]
    ) -> None:
        self.owner = owner
        first, near, edge = owner._first, owner._near, owner._edge
        prices = owner.prices[inside].tolist()
        gain = owner.gain
        partner = dict(strands) | {b: a for a, b in strands}
        edges = {}  # (lower, higher) to what is lost if it is taken, less what is lost if not, and the latter
        for i, v in enumerate(inside):
            for k in range(first[v], first[v + 1]):
                j = number.get(near[k], NONE)
                if j > i:
                    edges[i, j] = int(gain[edge[k]]) - prices[i] - prices[j]
        self.edges, self.partner, self.inside = edges, partner, inside
        pairs = np.array([*edges, *strands], np.int64).reshape(-1, 2)
        graph = Junctions.of(len(inside), pairs[:, 0], pairs[:, 1])
        order = greedy(graph, [strands[-1][0]], owner.watch).tolist()
        self.fits = self._plan(order, prices)

    def _plan(self, order: list[int], prices: list[int]) -> bool:
        """Give each junction a slot while it is on the frontier; return whether there are enough slots."""
        later: list[list[tuple[int, int]]] = [[] for _ in order]
        place = {v: n for n, v in enumerate(order)}
        for (i, j), worth in self.edges.items():
            u, v = (i, j) if place[i] < place[j] else (j, i)
            later[u].append((v, worth))
        slot_of: dict[int, int] = {}
        free = list(range(kernels.SLOTS - 1, -1, -1))
        strands_left = len(self.partner) // 2
        rows, edge_rows, arcs, live = [], [], [], 0
        for v in order:
            entering = 0
            for u in (v, *(u for u, _ in later[v])):
                if u in slot_of:
                    continue
                two = (u, self.partner[u]) if u in self.partner else (u,)
                if len(free) < len(two):
                    return False
                for w in two:
                    slot_of[w] = free.pop()
                    live |= 1 << slot_of[w]
                entering |= slot_of[two[-1]] << kernels.BITS * slot_of[u]
                entering |= slot_of[u] << kernels.BITS * slot_of[two[-1]]
                strands_left -= len(two) == 2
            own = slot_of[v]
            live &= ~(1 << own)
            free.append(own)
            idle = sum(max(0, worth) for _, worth in later[v])
            rows.append((own, entering, live, not strands_left, 2 * prices[v], idle, len(edge_rows)))
            edge_rows += [(slot_of[u], max(0, -worth) - max(0, worth)) for u, worth in later[v]]
            arcs.append([(v, u) for u, _ in later[v]])
        self.arcs = arcs
        columns = np.array([*rows, (0, 0, 0, 0, 0, 0, len(edge_rows))], np.int64).T.copy()
        self.layers = *(column[:-1] for column in columns[:-1]), columns[-1]
        self.edge_rows = tuple(np.array(edge_rows, np.int64).reshape(-1, 2).T.copy())
        return True

    def solved(self, at: NDArray[np.int32]) -> list[tuple[int, int]] | None:
        """Return the edges of the best way, None if that takes too many states."""
        owner, edges = self.owner, self.edges
        taken = {(i, i + 1) for i, (p, q) in enumerate(pairwise(at.tolist())) if q == p + 1}
        visited = len(at)
        n = len(self.layers[0])
        # What the path as it is loses.
        limit = 0
        for pair, worth in edges.items():
            limit += max(0, -worth) if pair in taken else max(0, worth)
        unvisited = 2 * owner.prices
        limit += int(unvisited[self.inside[visited:]].sum())
        layer_end = np.empty(n, np.int64)
        at_end = slices.call(
            kernels.solve_window,
            owner.watch,
            self.layers,
            self.edge_rows,
            limit,
            owner._states,
            owner._table,
            layer_end,
        )
        if at_end == kernels.FULL:
            return None
        assert at_end != NONE, "the path as it is can be found"
        _, losses, parents, choices = owner._states
        owner.gained += (limit - int(losses[at_end])) // FINE
        chosen, state = [], int(at_end)
        for arcs in reversed(self.arcs):
            choice = int(choices[state])
            for one in ((choice & 255) - 1, (choice >> 8) - 1):
                if one >= 0:
                    chosen.append(arcs[one])
            state = int(parents[state])
        return chosen
