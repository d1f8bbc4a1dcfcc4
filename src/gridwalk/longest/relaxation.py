"""A linear programme that bounds the longest path, solved by HiGHS (Huangfu and Hall 2018).

HiGHS is installed by the extra ``bounds``.

Each edge has a variable *walked* from 0 to 1.  A junction is *visited* by half the sum of *walked* over its
edges; this is at most 1.  At either end of the path, the sum over its edges is 1.  If there are one-way
edges, each direction of an edge has a variable, and a junction is left as often as it is entered.  These rows
allow separate cycles and other solutions that are no path.  So `Relaxation.cut` adds *cuts*: rows that hold
for every path, but not for the last solution.

- At a junction that is not an end of the path, no edge is walked more than the junction is visited, because
  the path also leaves it.
- A path leaves a set of junctions without its ends as often as it enters it.  So the edges out of the set
  are walked at least twice as much as any junction inside is visited.  A cycle may lie inside the set, so its
  row takes one junction inside and one outside: if both are visited, at least two edges out of the set are
  walked.
- A path never walks an odd number of the edges out of such a set (blossom inequalities: Edmonds 1965; for
  cycles: Barahona and Groetschel 1986).

The sets are connected components of the last solution: in the second rule, of the edges walked more than a
threshold; in the third rule, of the edges walked in part.

If an induced path visits two neighbouring cells, it walks the move between them.  So on an orthogonal board
without walls between cells, a visited cell has at most two visited neighbours.  Count the pairs of a visited
cell and an unvisited neighbour, where closed cells and places just beyond the border are unvisited, too:
there are at least two for each visited cell, and at most four for each unvisited one.  So at most two thirds
of all these cells are visited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import highspy
import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.network import NOWHERE
from gridwalk.longest.longnetwork import LongNetwork, components
from gridwalk.runtime.limits import Watch

CHECK_EVERY = 64  # iterations of the simplex method between two checks of the clock
SLACK = 1e-9  # at least the relative error of a sum of floats
THRESHOLDS = (0.02, 0.3, 0.6, 0.9)  # an edge walked more than this joins its junctions to a set
PARTLY = 0.05  # an edge is walked in part if it differs from 0 and 1 by more than this
LARGEST_SET = 120  # junctions; in a large network half of all junctions, if that is more
MAX_SETS = 400  # for each threshold
VIOLATED = 0.05  # the amount by which a solution must violate a cut

Edges = NDArray[np.int64]
Row = tuple[Edges, NDArray[Any], int]  # edges, their coefficients, and the limit of the sum


class Relaxation:
    """Maximise the total weight of the walked edges under the rows so far.

    Parameters
    ----------
    network : LongNetwork
    beside : array of bool, shape (edges,), optional
        For induced paths: the edges that are a single move between two cells.

    Attributes
    ----------
    share : float64 array, shape (edges,)
        The last solution: how much of each edge is walked.
    bound : float
        The upper bound on the weight of a path, from the last solution.

    """

    def __init__(self, network: LongNetwork, beside: NDArray[np.bool_] | None = None) -> None:
        self.junctions, directed = network.junctions, bool(network.one_way.any())
        self.tail, self.head, self.weight = network.tail, network.head, network.weight
        if directed:  # an edge for each direction
            back = ~network.one_way
            self.tail = np.concatenate([network.tail, network.head[back]])
            self.head = np.concatenate([network.head, network.tail[back]])
            self.weight = np.concatenate([network.weight, network.weight[back]])
        edges, ends = len(self.tail), np.concatenate([self.tail, self.head])
        counts = np.bincount(ends, minlength=self.junctions)
        self.edges_at = np.split(np.argsort(ends, kind="stable") % max(1, edges), np.cumsum(counts)[:-1])
        self.is_end = np.zeros(self.junctions, bool)
        self.is_end[[end for end in (network.source, network.sink) if end != NOWHERE]] = True
        self.share, self.bound = np.zeros(edges), np.inf
        self._rows: list[Row] = []
        self._watch: Watch | None = None
        self._error: BaseException | None = None
        self._iterations = 0
        # HiGHS minimises.  Its tolerances are absolute, so the mean weight is scaled to 1.
        self._unit = max(float(np.abs(self.weight).mean()), 1e-300) if edges else 1.0
        self._highs = _SilentHighs()
        self._highs.setOptionValue("solver", "simplex")
        self._highs.setOptionValue("presolve", "off")
        self._highs.addVars(edges, np.zeros(edges), np.ones(edges))
        self._highs.changeColsCost(edges, np.arange(edges, dtype=np.int32), -self.weight / self._unit)
        self._highs.cbSimplexInterrupt += self._interrupt
        most = np.where(self.is_end, 1, 2).tolist()
        rows = [(at, np.ones(len(at)), limit) for at, limit in zip(self.edges_at, most, strict=True)]
        self._equations = np.flatnonzero(self.is_end).tolist()
        if directed:
            self._equations += range(len(rows), 2 * len(rows))
            for v, at in enumerate(self.edges_at):
                way = np.where(self.tail[at] == v, 1, -1)
                rows.append((at, way, int(v == network.source) - int(v == network.sink)))
        elif beside is not None:
            rows += [self._no_chord(e) for e in np.flatnonzero(beside).tolist()]
        self._add(rows, self._equations)

    def _add(self, rows: Sequence[Row], equal: Sequence[int] = ()) -> None:
        """Add rows, each with a limit of its sum; rows with a number in *equal* are equations."""
        upper = np.array([limit for _, _, limit in rows], np.float64)
        lower = np.full(len(rows), -highspy.kHighsInf)
        lower[list(equal)] = upper[list(equal)]
        sizes = [len(edges) for edges, _, _ in rows]
        first = (np.cumsum(sizes) - sizes).astype(np.int32)
        columns = np.concatenate([edges for edges, _, _ in rows]).astype(np.int32)
        entries = np.concatenate([entries for _, entries, _ in rows]).astype(np.float64)
        self._highs.addRows(len(rows), lower, upper, len(columns), first, columns, entries)
        self._rows.extend(rows)

    def solve(self, watch: Watch) -> bool:
        """Solve the programme, starting from the last solution; return whether there is a solution.

        Raises the errors of *watch*.
        """
        watch.check(0, 0, 0)
        self._watch, self._error = watch, None
        self._highs.run()
        self._watch, error = None, self._error
        if error is not None:
            raise error
        if self._highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return False
        found = self._highs.getSolution()
        self.share = np.clip(np.array(found.col_value), 0.0, 1.0)
        self.bound = self._bound(-np.array(found.row_dual) * self._unit)
        return True

    def _interrupt(self, event: Any) -> None:
        """Check the clock; its error stops HiGHS, and `solve` raises it."""
        event.interrupt(False)  # HiGHS remembers the answer of the last call
        self._iterations += 1
        if self._iterations % CHECK_EVERY or self._watch is None:
            return
        try:
            self._watch.check(0, 0, 0)
        except BaseException as error:
            self._error = error
            event.interrupt()

    def _bound(self, price: NDArray[np.float64]) -> float:
        """Return the dual bound for a *price* of each row; it is valid for any prices.

        The total weight is at most the sum of limits times prices, plus, for each edge, the amount by which
        its weight exceeds the prices of its rows.
        """
        weight = self.weight
        columns, entries, limits = zip(*self._rows, strict=True)
        limit = np.array(limits, np.float64)
        of_equations = price[self._equations]  # may be negative
        price = np.maximum(price, 0.0)
        price[self._equations] = of_equations
        of_entry = np.repeat(price, [len(edges) for edges in columns]) * np.concatenate(entries)
        paid = np.bincount(np.concatenate(columns), of_entry, minlength=len(weight))
        largest = float(np.abs(weight).sum() + limit @ np.abs(price))
        return float(limit @ price + np.maximum(weight - paid, 0.0).sum()) + SLACK * largest

    # ------------------------------------------------------------------------------------ cuts

    def cut(self, watch: Watch) -> int:
        """Add the cuts that the last solution violates; return their number."""
        ends, twice = np.concatenate([self.tail, self.head]), np.tile(self.share, 2)
        visits = np.bincount(ends, twice, minlength=self.junctions) / 2
        rows = {row[0].tobytes() + row[1].tobytes(): row for row in self._cuts(visits, watch)}
        if rows:
            self._add(list(rows.values()))
        return len(rows)

    def _cuts(self, visits: NDArray[np.float64], watch: Watch) -> Iterator[Row]:
        share = self.share
        for ends in (self.tail, self.head):
            for e in np.flatnonzero(share > visits[ends] + VIOLATED).tolist():
                if not self.is_end[ends[e]]:
                    yield _row([(np.array([e]), 2), (self.edges_at[ends[e]], -1)], 0)
        for threshold in THRESHOLDS:
            for inside in self._sets(share > threshold, watch):
                yield from self._connected(inside, visits)
        for inside in self._sets((share > PARTLY) & (share < 1 - PARTLY), watch):
            yield from self._even(inside)

    def _sets(self, joins: NDArray[np.bool_], watch: Watch) -> Iterator[NDArray[np.int64]]:
        """Yield the components over the edges that *joins* marks, except single junctions and large ones."""
        tail, head = self.tail[joins].astype(np.int64), self.head[joins].astype(np.int64)
        label = components(self.junctions, tail, head, watch)
        order, counts = np.argsort(label, kind="stable"), np.bincount(label)
        first = np.cumsum(counts) - counts
        largest = max(LARGEST_SET, self.junctions // 2)
        for c in np.flatnonzero((counts > 1) & (counts <= largest))[:MAX_SETS].tolist():
            yield order[first[c] : first[c] + counts[c]]

    def _connected(self, inside: NDArray[np.int64], visits: NDArray[np.float64]) -> Iterator[Row]:
        """Yield the cut if the edges out of the set are walked too little.

        This depends on the visits to its most visited junction, and for cycles also on the visits to the most
        visited junction outside.
        """
        if self.is_end[inside].any():
            return
        out = self._out_of(inside)
        visited = [inside[visits[inside].argmax()]]
        if not self.is_end.any():
            beyond = np.delete(np.arange(len(visits)), inside)
            if not len(beyond):
                return
            visited.append(beyond[visits[beyond].argmax()])
        limit = 2 * (len(visited) - 1)
        if 2 * visits[visited].sum() - self.share[out].sum() > limit + VIOLATED:
            yield _row([(out, -1), *((self.edges_at[v], 1) for v in visited)], limit)

    def _even(self, inside: NDArray[np.int64]) -> Iterator[Row]:
        """Yield the parity cut of a set: a path crosses its border an even number of times.

        If one end of the path is inside, the number is odd.
        """
        out = self._out_of(inside)
        if not len(out):
            return
        walked = self.share[out] > 0.5
        if np.count_nonzero(walked) % 2 == np.count_nonzero(self.is_end[inside]) % 2:
            least_sure = np.abs(self.share[out] - 0.5).argmin()
            walked[least_sure] = not walked[least_sure]
        limit = int(np.count_nonzero(walked)) - 1
        if self.share[out[walked]].sum() - self.share[out[~walked]].sum() > limit + VIOLATED:
            yield out, np.where(walked, 1, -1), limit

    def _no_chord(self, e: int) -> Row:
        """Return the row that says: if both junctions of edge *e* are visited, *e* is walked."""
        u, v = self.tail[e], self.head[e]
        limit = 2 - int(self.is_end[u]) - int(self.is_end[v])
        return _row([(self.edges_at[u], 1), (self.edges_at[v], 1), (np.array([e]), -2)], limit)

    def _out_of(self, inside: NDArray[np.int64]) -> Edges:
        """Return the edges with one junction *inside*."""
        edges, times = np.unique(np.concatenate([self.edges_at[v] for v in inside]), return_counts=True)
        out: Edges = edges[times == 1]
        return out


class _SilentHighs(highspy.Highs):
    """HiGHS without output; version 1.16 prints its name when callbacks are enabled."""

    def enableCallbacks(self) -> None:  # noqa: N802
        """Enable callbacks, silently."""
        self.silent()
        super().enableCallbacks()


def _row(terms: Sequence[tuple[Edges, int]], limit: int) -> Row:
    """Return the row of a sum of *terms*, which are pairs of edges and their coefficient."""
    edges, place = np.unique(np.concatenate([at for at, _ in terms]), return_inverse=True)
    each = np.repeat([coefficient for _, coefficient in terms], [len(at) for at, _ in terms])
    entries = np.bincount(place, each)
    kept = entries != 0
    return edges[kept], entries[kept], limit
