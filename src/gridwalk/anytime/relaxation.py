"""The linear programme whose maximum no path exceeds: degrees, no dead ends, and cuts as they are found.

A variable, from 0 to 1, for each edge (how much of it is walked; of a one-way network one a direction) and
for each junction but the ends (how much of it is visited).  Rows: two edges at each junction visited, or one
in and one out; no edge at a junction more than the junction, or a path would end there; one edge at each end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.kernels.anytime.saddle import LAST, approach
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import registers, run

Floats = NDArray[np.float64]
Lines = tuple[NDArray[np.int64], NDArray[np.int32], Floats]
FINE = 20  # bits of a dual behind the point
ROOM = 58  # bits of a sum of whole numbers, and of twice as much
SLACK = 1e-9  # of sums of weights that are not whole


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


@dataclass(eq=False)
class Relaxation:
    """Maximise the sum of gains under the rows; every variable is from 0 to 1.

    The first variables are about edges of a network, by their numbers: *edge*.
    """

    gain: NDArray[Any]
    rows: Rows
    edge: NDArray[np.int64]
    point: tuple[Floats, Floats] = field(init=False)
    numbers: Floats = field(init=False)

    def __post_init__(self) -> None:
        """Begin with no edge and no dual."""
        self.unit = max(float(np.abs(self.gain).mean()), 1e-300) if len(self.gain) else 1.0
        self.point = np.zeros(len(self.gain)), np.zeros(len(self.rows.limit))
        self.numbers = np.array([1.0, 0.0, 0.0])

    def more(self, rows: Rows) -> None:
        """Add rows, with a dual of 0."""
        self.rows = Rows.joined([self.rows, rows])
        self.point = self.point[0], np.concatenate([self.point[1], np.zeros(len(rows.limit))])

    def approach(self, steps: int, watch: Watch) -> None:
        """Take so many steps towards the saddle point."""
        rows = self.rows
        by_column = _lines(rows.column, rows.row, rows.entry, len(self.gain))
        by_row = _lines(rows.row, rows.column, rows.entry, len(rows.limit))
        sums = tuple(
            np.maximum(np.bincount(line, np.abs(rows.entry), minlength=size), 1.0)
            for line, size in ((rows.column, len(self.gain)), (rows.row, len(rows.limit)))
        )
        spare, anchor = (tuple(part.copy() for part in self.point) for _ in range(2))
        state = registers()
        state[LAST] = steps
        run(
            approach,
            by_column,
            by_row,
            self.gain / self.unit,
            rows.limit.astype(np.float64),
            rows.equal,
            sums,
            self.point,
            spare,
            anchor,
            self.numbers,
            state=state,
            moves_of_cell=rows.row,
            watch=watch,
        )
        self.point = spare[0], spare[1]

    @property
    def bound(self) -> int | float:
        """What the sum of gains cannot exceed, by the duals of the point; exact for whole gains.

        Any duals give a bound, so they are rounded to binary fractions, for which whole numbers are added.
        """
        rows = self.rows
        dual = np.where(rows.equal, self.point[1], np.maximum(self.point[1], 0.0)) * self.unit
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


def relaxation_of(network: LongNetwork) -> Relaxation:
    """Return the relaxation of the question of a heaviest path of *network*."""
    ends = network.source, network.sink
    inner = np.ones(network.junctions, bool)
    inner[list(ends)] = False
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
    rows.append(_no_dead_ends(u, v, edge, visit, inner))
    relaxation = Relaxation(gain, Rows.joined(rows), edge)
    # To begin with a junction is worth half an edge: of those at it, the second.
    for at in range(len(rows) - 1):
        half = second_heaviest(network) / (2 * relaxation.unit)
        relaxation.point[1][at * network.junctions : (at + 1) * network.junctions] = half
    return relaxation


def second_heaviest(network: LongNetwork) -> Floats:
    """Return the weight of the second heaviest edge at each junction; 0: there is none."""
    ends = np.concatenate([network.tail, network.head])
    weight = np.tile(network.weight.astype(np.float64), 2)
    order = np.lexsort((-weight, ends))
    counts = np.bincount(ends, minlength=network.junctions)
    first = np.cumsum(counts) - counts
    second = np.zeros(network.junctions)
    second[counts > 1] = weight[order][first[counts > 1] + 1]
    return second


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


def _no_dead_ends(u: Any, v: Any, edge: Any, visit: Any, inner: Any) -> Rows:
    """Return the rows that no edge, both ways together, is used more than the junctions it joins."""
    sides = np.concatenate([u, v])
    arcs, edges = np.tile(np.arange(len(u)), 2), np.tile(edge, 2)
    kept = np.flatnonzero(inner[sides])
    kept = kept[np.lexsort((edges[kept], sides[kept]))]
    sides, arcs, edges = sides[kept], arcs[kept], edges[kept]
    begins = np.ones(len(kept), bool)
    begins[1:] = (sides[1:] != sides[:-1]) | (edges[1:] != edges[:-1])
    number = int(np.count_nonzero(begins))
    return Rows(
        np.concatenate([np.cumsum(begins) - 1, np.arange(number)]),
        np.concatenate([arcs, visit[sides[begins]]]),
        np.concatenate([np.ones(len(arcs), np.int64), np.full(number, -1)]),
        np.zeros(number, np.int64),
        np.zeros(number, bool),
    )


def _lines(line: Any, other: Any, entry: Any, size: int) -> Lines:
    order = np.argsort(line, kind="stable")
    first = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(line, minlength=size), out=first[1:])
    return first, other[order].astype(np.int32), entry[order].astype(np.float64)
