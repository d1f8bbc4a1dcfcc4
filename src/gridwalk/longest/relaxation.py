"""The linear programme whose maximum no path exceeds: degrees first, then cuts as they are found.

A variable, from 0 to 1, for each edge (how much of it is walked; of a one-way network one a direction) and
for each junction but the ends (how much of it is visited).  Rows: two edges at each junction visited, or one
in and one out; one edge at each end.

An induced path that visits two junctions beside each other walks the edge between them.  So on an orthogonal
board a cell visited has two neighbours that are not, and a cell not visited has at most four that are: two
cells in three are the most.

Cuts are rows that every path meets and the last solution does not.  No edge is used more than a junction that
it joins is visited, or a path would end there.  A set of junctions without the ends is left as often as it is
entered.  So, of the edges that lead out of it: together they are used at least twice as much as any junction
inside is visited (else the solution has a cycle there, apart from the rest); and no odd number of them is
used without any other (blossom inequalities: Edmonds 1965; for cycles: Barahona and Groetschel 1986).  Sets
are components of what the solution uses.  A cycle has no ends: its sets are left where a junction outside is
visited, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.network import NOWHERE
from gridwalk.longest.longnetwork import LongNetwork, runs_of
from gridwalk.longest.places import label_components
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.limits import Watch

FINE = 20  # bits of a dual behind the point
ROOM = 58  # bits of a sum of whole numbers, and of twice as much
SLACK = 1e-9  # of sums of weights that are not whole


def has_solver() -> bool:
    """Return whether HiGHS is installed, of the extra ``bounds``."""
    return find_spec("highspy") is not None


@dataclass(eq=False)
class Rows:
    """Rows of a matrix, entry by entry, with their limits; whole numbers all."""

    row: NDArray[np.int64]
    column: NDArray[np.int64]
    entry: NDArray[np.int64]
    limit: NDArray[np.int64]
    equal: NDArray[np.bool_]

    @classmethod
    def joined(cls, every: Sequence[Rows]) -> Rows:
        """Return all rows, one after another."""
        counts = np.cumsum([0, *(len(rows.limit) for rows in every)])
        return cls(
            np.concatenate([rows.row + begin for rows, begin in zip(every, counts[:-1], strict=True)]),
            *(
                np.concatenate([getattr(rows, name) for rows in every])
                for name in ("column", "entry", "limit", "equal")
            ),
        )


class Relaxation:
    """Maximise the sum of gains under the rows; every variable is from 0 to 1.

    Parameters
    ----------
    gain : array
    rows : Rows
    edge : int64 array
        The first variables are about edges of a network, by these numbers.

    Attributes
    ----------
    point, dual : float64 arrays
        The solution, and the price of each row; zeros before `solve`.

    """

    def __init__(self, gain: NDArray[Any], rows: Rows, edge: NDArray[np.int64]) -> None:
        from gridwalk.longest.solver import Programme  # imports highspy, which may be missing

        self.gain, self.edge = gain, edge
        self.unit = max(float(np.abs(gain).mean()), 1e-300) if len(gain) else 1.0
        self.point, self.dual = np.zeros(len(gain)), np.zeros(0)
        self._programme = Programme(gain / self.unit)
        none = np.zeros(0, np.int64)
        self.rows = Rows(none, none, none, none, none.astype(bool))
        self.more(rows)

    def more(self, rows: Rows) -> None:
        """Add rows."""
        self.rows = Rows.joined([self.rows, rows])
        self.dual = np.concatenate([self.dual, np.zeros(len(rows.limit))])
        self._programme.add(rows.row, rows.column, rows.entry, rows.limit, rows.equal)

    def solve(self, watch: Watch) -> bool:
        """Solve the programme; return whether it has a solution."""
        found = self._programme.solve(watch)
        if found is None:
            return False
        self.point, self.dual = found
        return True

    @property
    def bound(self) -> int | float:
        """The maximum of the sum of gains, by the prices of the rows; exact for whole gains.

        Any prices give a bound, so they are rounded to binary fractions, and whole numbers are added: the
        bound does not depend on the tolerances of the solver.
        """
        rows = self.rows
        dual = np.where(rows.equal, self.dual, np.maximum(self.dual, 0.0)) * self.unit
        largest = float(np.abs(self.gain).sum()) + float((np.abs(rows.limit) + 1) @ np.abs(dual)) + 1
        fine = min(FINE, ROOM - int(np.log2(largest)))
        if self.gain.dtype.kind == "f" or fine < 0:
            taken = np.bincount(rows.column, rows.entry * dual[rows.row], minlength=len(self.gain))
            rest = np.maximum(self.gain - taken, 0.0)
            return float(rows.limit @ dual + rest.sum() + SLACK * largest)
        whole = np.rint(dual * 2.0**fine).astype(np.int64)
        spent = np.zeros(len(self.gain), np.int64)
        np.add.at(spent, rows.column, rows.entry * whole[rows.row])
        left = np.maximum((self.gain << fine) - spent, 0)
        total: int = sum((rows.limit * whole).tolist()) + sum(left.tolist())
        return total >> fine


def relaxation_of(network: LongNetwork, beside: NDArray[np.bool_] | None = None) -> Relaxation:
    """Return the relaxation of the question of a heaviest path of *network*.

    *beside*: the edges that an induced path walks if it visits both of their ends.
    """
    inner = network.inner
    if not network.directed:
        u, v = network.tail.astype(np.int64), network.head.astype(np.int64)
        edge = np.arange(network.edges)
    else:  # a variable for each direction
        u = np.repeat(np.arange(network.junctions), np.diff(network.first))
        useful = (network.near != network.source) & (u != network.sink)
        u, v, edge = u[useful], network.near[useful].astype(np.int64), network.edge[useful].astype(np.int64)
    arcs = np.arange(len(u))
    visit = np.cumsum(inner) - 1 + len(u)
    gain = np.concatenate([network.weight[edge], np.zeros(np.count_nonzero(inner), network.weight.dtype)])
    sides = (
        [(np.concatenate([u, v]), np.tile(arcs, 2), 2)]
        if not network.directed
        else [(u, arcs, 1), (v, arcs, 1)]
    )
    rows = [_degrees(side, arc, visit, inner, number) for side, arc, number in sides]
    if network.directed:
        rows[0].limit[network.sink] = rows[1].limit[network.source] = 0
    if beside is not None and not network.directed:
        rows.append(_no_chords(u[beside], v[beside], arcs[beside], visit, inner))
    return Relaxation(gain, Rows.joined(rows), edge)


def _degrees(side: Any, arc: Any, visit: Any, inner: Any, number: int) -> Rows:
    """Return the rows that *number* edges are used at a junction that is visited, and one at an end."""
    visited = np.flatnonzero(inner)
    return Rows(
        np.concatenate([side, visited]),
        np.concatenate([arc, visit[visited]]),
        np.concatenate([np.ones(len(arc), np.int64), np.full(len(visited), -number)]),
        (~inner).astype(np.int64),
        np.ones(len(inner), bool),
    )


def _no_chords(u: Any, v: Any, arcs: Any, visit: Any, inner: Any) -> Rows:
    """Return the rows that of two junctions visited, and joined by one of *arcs*, the edge is walked."""
    number, sides = np.arange(len(arcs)), np.concatenate([u, v])
    kept = inner[sides]
    return Rows(
        np.concatenate([np.tile(number, 2)[kept], number]),
        np.concatenate([visit[sides[kept]], arcs]),
        np.concatenate([np.ones(np.count_nonzero(kept), np.int64), np.full(len(arcs), -1)]),
        inner[u].astype(np.int64) + inner[v] - 1,
        np.zeros(len(arcs), bool),
    )


BALL = 120  # junctions
THRESHOLDS = (0.02, 0.3, 0.6, 0.9)  # of what counts as used
WHOLE = 0.05  # so near to 0 or 1 is whole
MOST = 400  # sets a round
WORTH = 0.05  # by how much a cut must be violated

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
        inner = network.inner
        self.visit = np.where(inner, len(relaxation.edge) + np.cumsum(inner) - 1, NONE)

    def more(self, watch: Watch) -> int:
        """Add the cuts that the point of the relaxation violates; return how many."""
        share = np.clip(self.relaxation.point, 0.0, 1.0)
        visits = np.where(self.visit == NONE, 0.5, share[self.visit])
        edge = self.relaxation.edge
        share = np.minimum(np.bincount(edge, share[: len(edge)], minlength=self.network.edges), 1.0)
        rows = [row for row in self._rows(share, visits, watch) if self._is_new(row)]
        if rows:
            columns, entries, limits = zip(*rows, strict=True)
            number = np.repeat(np.arange(len(rows)), list(map(len, columns)))
            parts = number, np.concatenate(columns), np.concatenate(entries), np.array(limits, np.int64)
            self.relaxation.more(Rows(*parts, np.zeros(len(rows), bool)))
        return len(rows)

    def _is_new(self, row: Row) -> bool:
        key = row[0].tobytes() + row[1].tobytes()
        new = key not in self.known
        self.known.add(key)
        return new

    def _rows(self, share: NDArray[np.float64], visits: NDArray[np.float64], watch: Watch) -> Iterator[Row]:
        yield from self._no_dead_ends(share, visits)
        for threshold in THRESHOLDS:
            for inside in self._components(share > threshold, watch):
                yield from self._connected(inside, share, visits)
        for inside in self._components((share > WHOLE) & (share < 1 - WHOLE), watch):
            yield from self._even(inside, share)

    def _no_dead_ends(self, share: Any, visits: Any) -> Iterator[Row]:
        """Yield the rows that an edge is used at most as much as a junction it joins is visited."""
        for ends in (self.network.tail, self.network.head):
            inner = self.visit[ends] != NONE
            for e in np.flatnonzero(inner & (share > visits[ends] + WORTH)).tolist():
                columns, entries = self._row(np.array([e]), np.array([1]))
                yield np.append(columns, self.visit[ends[e]]), np.append(entries, -1), 0

    def _connected(self, inside: NDArray[Any], share: Any, visits: Any) -> Iterator[Row]:
        """Yield the row that the set is entered and left once where its most visited junction is visited."""
        if len(inside) < 2 or (self.visit[inside] == NONE).any():
            return
        out = self._out_of(inside)
        seen = [int(inside[visits[inside].argmax()])]
        if self.network.source == NOWHERE:  # no end is outside, but another junction may be visited
            beyond = visits.copy()
            beyond[inside] = -1.0
            seen.append(int(beyond.argmax()))
            if beyond[seen[1]] < 0:
                return
        limit = 2 * (len(seen) - 1)
        if 2 * visits[seen].sum() - share[out].sum() > limit + WORTH:
            columns, entries = self._row(out, np.full(len(out), -1))
            yield np.append(columns, self.visit[seen]), np.append(entries, [2] * len(seen)), limit

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
        if share[out[used]].sum() - share[out[~used]].sum() > limit + WORTH:
            yield *self._row(out, np.where(used, 1, -1)), limit

    def _row(self, edges: NDArray[Any], entries: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return columns and entries of a row about *edges*, whichever way they are walked."""
        counts = np.diff(self.first)[edges]
        return runs_of(self.first, self.variable, edges), np.repeat(entries, counts)

    def _out_of(self, inside: NDArray[Any]) -> NDArray[np.int64]:
        """Return the edges with one end inside, ascending."""
        network = self.network
        edges, times = np.unique(runs_of(network.first, network.edge, inside), return_counts=True)
        out: NDArray[np.int64] = edges[times == 1].astype(np.int64)
        return out

    def _components(self, joins: NDArray[np.bool_], watch: Watch) -> Iterator[NDArray[Any]]:
        """Yield the components over some edges, but for the largest ones."""
        network = self.network
        label, queue = np.full(network.junctions, NONE, np.int32), np.zeros(network.junctions, np.int32)
        arguments = network.first, network.near, network.edge, joins.view(np.uint8), label, queue
        network.run(watch, label_components, *arguments)
        counts = np.bincount(label)
        order = np.argsort(label, kind="stable")
        first = np.cumsum(counts) - counts
        fitting = np.flatnonzero((counts > 1) & (counts <= max(BALL, network.junctions // 2)))
        for c in fitting[:MOST].tolist():
            yield order[first[c] : first[c] + counts[c]]
