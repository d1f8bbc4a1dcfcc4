"""Cuts: rows that every path meets and a relaxed one does not.

A set of junctions without the ends is left as often as it is entered.  So, of the edges that lead out of it:
together they are used at least twice as much as any junction inside is visited (else the relaxed path has a
cycle there, apart from the rest); and no odd number of them is used without any other (blossom
inequalities: Edmonds 1965; for cycles: Barahona and Groetschel 1986).  Sets come from the
components of what the relaxed path uses, and from local minimum cuts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.anytime.relaxation import Relaxation, Rows
from gridwalk.kernels.anytime import cuts as kernels
from gridwalk.kernels.codes import NONE
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import registers, run

BALL = 120  # junctions
THRESHOLDS = (0.02, 0.3, 0.6, 0.9)  # of what counts as used
WHOLE = 0.05  # so near to 0 or 1 is whole
MOST = 400  # sets a round

Row = tuple[NDArray[Any], NDArray[Any], int]  # columns, entries, limit


class Cuts:
    """The cuts of a network, each given once."""

    def __init__(self, network: LongNetwork, relaxation: Relaxation) -> None:
        # A set is left and entered by edges of either direction.
        both_ways = replace(network, one_way=np.zeros(network.edges, bool))
        self.network, self.relaxation = both_ways, relaxation
        self.known: set[bytes] = set()
        self.variable = np.argsort(relaxation.edge, kind="stable")  # by edge
        self.first = np.searchsorted(relaxation.edge[self.variable], np.arange(network.edges + 1))
        inner = np.ones(network.junctions, bool)
        inner[[network.source, network.sink]] = False
        self.visit = np.where(inner, len(relaxation.edge) + np.cumsum(inner) - 1, NONE)

    def more(self, watch: Watch) -> int:
        """Add the cuts that the point of the relaxation violates; return how many."""
        share = np.clip(self.relaxation.point[0], 0.0, 1.0)
        visits = np.where(self.visit == NONE, 0.5, share[self.visit])
        edge = self.relaxation.edge
        share = np.minimum(np.bincount(edge, share[: len(edge)], minlength=self.network.edges), 1.0)
        rows = [row for row in self._rows(share, visits, watch) if self._is_new(row)]
        if rows:
            counts = [len(columns) for columns, _, _ in rows]
            self.relaxation.more(
                Rows(
                    np.repeat(np.arange(len(rows)), counts),
                    np.concatenate([columns for columns, _, _ in rows]),
                    np.concatenate([entries for _, entries, _ in rows]),
                    np.array([limit for _, _, limit in rows], np.int64),
                    np.zeros(len(rows), bool),
                )
            )
        return len(rows)

    def _is_new(self, row: Row) -> bool:
        key = row[0].tobytes() + row[1].tobytes()
        new = key not in self.known
        self.known.add(key)
        return new

    def _rows(self, share: NDArray[np.float64], visits: NDArray[np.float64], watch: Watch) -> Iterator[Row]:
        for threshold in THRESHOLDS:
            for inside in self._components(share > threshold, watch):
                yield from self._connected(inside, share, visits)
        for inside in self._components((share > WHOLE) & (share < 1 - WHOLE), watch):
            yield from self._even(inside, share)
        for inside in self._cut_off(share, visits, watch):
            yield from self._connected(inside, share, visits)

    def _connected(self, inside: NDArray[Any], share: Any, visits: Any) -> Iterator[Row]:
        """Yield the row that the set is entered and left once where its most visited junction is visited."""
        if len(inside) < 2 or (self.visit[inside] == NONE).any():
            return
        out = self._out_of(inside)
        v = int(inside[visits[inside].argmax()])
        if 2 * visits[v] - share[out].sum() > kernels.WORTH:
            columns, entries = self._row(out, np.full(len(out), -1))
            yield np.append(columns, self.visit[v]), np.append(entries, 2), 0

    def _even(self, inside: NDArray[Any], share: Any) -> Iterator[Row]:
        """Yield the row that no number of edges of the wrong parity, and no other, leads out of the set."""
        out = self._out_of(inside)
        odd = np.count_nonzero(self.visit[inside] == NONE) % 2  # with one end inside, that many lead out
        used = share[out] > 0.5
        if np.count_nonzero(used) % 2 == odd:
            flip = np.abs(share[out] - 0.5).argmin() if len(out) else 0
            if not len(out):
                return
            used[flip] = not used[flip]
        limit = int(np.count_nonzero(used)) - 1
        if share[out[used]].sum() - share[out[~used]].sum() > limit + kernels.WORTH:
            yield *self._row(out, np.where(used, 1, -1)), limit

    def _row(self, edges: NDArray[Any], entries: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return columns and entries of a row about *edges*, whichever way they are walked."""
        begin, counts = self.first[edges], np.diff(self.first)[edges]
        place = np.arange(counts.sum()) + np.repeat(begin - np.cumsum(counts) + counts, counts)
        return self.variable[place], np.repeat(entries, counts)

    def _out_of(self, inside: NDArray[Any]) -> NDArray[np.int64]:
        """Return the edges with one end inside, ascending."""
        network = self.network
        edges = np.concatenate(
            [network.edge[network.first[v] : network.first[v + 1]] for v in inside.tolist()]
        )
        edges, times = np.unique(edges, return_counts=True)
        out: NDArray[np.int64] = edges[times == 1].astype(np.int64)
        return out

    def _components(self, joins: NDArray[np.bool_], watch: Watch) -> Iterator[NDArray[Any]]:
        """Yield the components over some edges, but for the largest ones."""
        network = self.network
        label = np.full(network.junctions, NONE, np.int32)
        listed = network.first, network.near, network.edge
        queue = np.zeros(network.junctions, np.int32)
        state = registers()
        run(
            kernels.label_components,
            *listed,
            joins.view(np.uint8),
            label,
            queue,
            state=state,
            moves_of_cell=network.near,
            watch=watch,
        )
        counts = np.bincount(label)
        order = np.argsort(label, kind="stable")
        first = np.cumsum(counts) - counts
        fitting = np.flatnonzero((counts > 1) & (counts <= max(BALL, network.junctions // 2)))
        for c in fitting[:MOST].tolist():
            yield order[first[c] : first[c] + counts[c]]

    def _cut_off(self, share: Any, visits: Any, watch: Watch) -> Iterator[NDArray[Any]]:
        """Yield sets with a small cut between them and the ends."""
        network, n = self.network, self.network.junctions
        found = np.zeros(8 * BALL + 2 * n, np.int32), np.zeros(n, np.int64)
        state = registers()
        run(
            kernels.find_cuts,
            (network.first, network.near, network.edge, network.tail, network.head),
            (network.source, network.sink),
            share,
            visits,
            BALL,
            (np.zeros(BALL, np.int32), np.zeros(n, np.int32), np.zeros(n, np.int8)),
            (np.zeros(n, np.int8), np.full(n, NONE, np.int64), np.zeros(n, np.int32)),
            np.zeros(network.edges),
            found,
            state=state,
            moves_of_cell=network.near,
            watch=watch,
        )
        ends = found[1][: int(state[kernels.SETS])].tolist()
        for begin, end in zip([0, *ends], ends, strict=False):
            yield np.sort(found[0][begin:end])
