"""The network of a block, for its longest path: simple, weighted, the neighbours of a junction in a row.

What sums of weights are worth: the lengths and costs of paths, from the sums of a chain of blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.cells import CellLike
from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import NONE
from gridwalk.keywords import Measure
from gridwalk.shrink.network import Network
from gridwalk.shrink.reduced import ReducedGraph

TWO_WAY, UPWARDS, DOWNWARDS = 0, 1, 2  # ways of an edge, by the numbers of the two junctions


@dataclass(frozen=True, eq=False)
class LongNetwork:
    """Junctions joined by weighted edges; a path leads from *source* to *sink* and uses no junction twice.

    There are no loops, and no two edges join the same two junctions in the same way: only the heaviest can
    be on a heaviest path.  An edge stands for one or more corridors of a block in a row.

    Parameters
    ----------
    junctions : int
        Their number; junctions are numbered from 0, as in the network of the block.
    source, sink : int
        The two ends of every path.
    tail, head : int32 arrays, shape (edges,)
        The junctions that each edge joins.
    weight : int64 or float64 array, shape (edges,)
        Moves, or costs as `Network.cost` has them: `Scale` turns sums of them into what the
        path costs.
    one_way : array of bool, shape (edges,)
        Whether it can be walked from tail to head only.
    offsets : int64 array, shape (edges + 1,), corridors : int32 array
        The corridors of edge *e*, from tail to head: ``corridors[offsets[e]:offsets[e + 1]]``; *c* is walked
        from its own tail to its head, ``~c`` the other way.

    Attributes
    ----------
    first : int64 array, shape (junctions + 1,)
    near, edge : int32 arrays
        Edge ``edge[i]`` leads from *v* to ``near[i]`` for *i* from ``first[v]`` to below ``first[v + 1]``;
        in that direction it may be walked.

    """

    junctions: int
    source: int
    sink: int
    tail: NDArray[np.int32]
    head: NDArray[np.int32]
    weight: NDArray[Any]
    one_way: NDArray[np.bool_]
    offsets: NDArray[np.int64]
    corridors: NDArray[np.int32]
    first: NDArray[np.int64] = field(init=False)
    near: NDArray[np.int32] = field(init=False)
    edge: NDArray[np.int32] = field(init=False)

    def __post_init__(self) -> None:
        """List the edges at each junction."""
        back = np.flatnonzero(~self.one_way).astype(np.int32)
        begin = np.concatenate([self.tail, self.head[back]])
        near = np.concatenate([self.head, self.tail[back]])
        edge = np.concatenate([np.arange(len(self.tail), dtype=np.int32), back])
        order = np.lexsort((near, begin))
        first = np.zeros(self.junctions + 1, np.int64)
        np.cumsum(np.bincount(begin, minlength=self.junctions), out=first[1:])
        self.__dict__.update(first=first, near=near[order], edge=edge[order])

    @classmethod
    def of(cls, network: Network, measure: Measure = "length") -> LongNetwork:
        """Return the network of a block, weighted by *measure*; what must be visited is not looked at.

        O(corridors log corridors).

        Examples
        --------
        >>> from gridwalk import Board
        >>> from gridwalk.shrink.reduction import shrink
        >>> board = Board.rectangle(2, 3)
        >>> (block,) = shrink(board, [(0, 0)], [(1, 2)]).blocks
        >>> network = LongNetwork.of(block.network)
        >>> network.junctions, network.weight.tolist()
        (4, [1, 2, 2, 1, 1])
        >>> edges, onward = network.walk([0, 2, 1, 3])
        >>> edges, onward
        ([1, 3, 2], [True, False, True])
        >>> block.path(network.steps(edges, onward)).tolist()
        [0, 3, 4, 1, 2, 5]

        """
        weight = network.length if measure == "length" else network.cost
        corridors = np.arange(network.corridors, dtype=np.int32)
        return cls.simple(
            (network.junctions, network.source, network.sink),
            (network.tail, network.head, weight, network.one_way),
            (np.arange(network.corridors + 1), corridors),
        )

    @classmethod
    def simple(
        cls,
        ends: tuple[int, int, int],
        edges: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[Any], NDArray[np.bool_]],
        runs: tuple[NDArray[np.int64], NDArray[np.int32]],
    ) -> LongNetwork:
        """Return the network of these edges without loops, and with the heaviest of parallel edges only."""
        tail, head, weight, one_way = edges
        offsets, corridors = runs
        low, high = np.minimum(tail, head), np.maximum(tail, head)
        way = np.where(one_way, np.where(tail < head, UPWARDS, DOWNWARDS), TWO_WAY)
        order = np.lexsort((-weight, way, high, low))  # stable: of equals the first
        joined = np.stack([low, high, way])[:, order]
        kept = np.ones(len(order), bool)
        kept[1:] = (joined[:, 1:] != joined[:, :-1]).any(axis=0)
        kept &= joined[0] != joined[1]
        taken = np.sort(order[kept])
        counts = np.diff(offsets)[taken]
        new = np.zeros(len(taken) + 1, np.int64)
        np.cumsum(counts, out=new[1:])
        place = np.repeat(offsets[taken] - new[:-1], counts) + np.arange(new[-1])
        exact = np.float64 if weight.dtype.kind == "f" else np.int64
        ways = weight[taken].astype(exact), one_way[taken]
        return cls(*ends, tail[taken], head[taken], *ways, new, corridors[place])

    def replaced(
        self, gone: NDArray[np.bool_], walks: Sequence[tuple[int, int, list[int], list[bool]]]
    ) -> LongNetwork:
        """Return the network without the junctions *gone*, and with an edge for each of *walks*.

        A walk is (from, to, edges, whether each is walked from tail to head); none is one-way.
        """
        kept = np.flatnonzero(~(gone[self.tail] | gone[self.head]))
        edge = np.concatenate([kept, *(np.array(walk[2], np.int64) for walk in walks)])
        onward = np.concatenate([np.ones(len(kept), bool), *(np.array(walk[3], bool) for walk in walks)])
        counts = np.concatenate([np.ones(len(kept), np.int64), [len(walk[2]) for walk in walks]]).astype(
            np.int64
        )
        first = np.cumsum(counts) - counts
        lengths = np.diff(self.offsets)[edge]
        total = np.cumsum(lengths)
        place = np.arange(total[-1]) - np.repeat(total - lengths, lengths)
        forward, line = np.repeat(onward, lengths), np.repeat(edge, lengths)
        from_tail = self.corridors[self.offsets[line] + np.where(forward, place, 0)]
        from_head = ~self.corridors[self.offsets[line + 1] - 1 - np.where(forward, 0, place)]
        number = np.cumsum(~gone, dtype=np.int32) - 1
        ends = np.array([walk[:2] for walk in walks], np.int32).reshape(-1, 2)
        return LongNetwork.simple(
            (int(number[-1]) + 1, int(number[self.source]), int(number[self.sink])),
            (
                number[np.concatenate([self.tail[kept], ends[:, 0]])],
                number[np.concatenate([self.head[kept], ends[:, 1]])],
                np.add.reduceat(self.weight[edge], first.astype(np.intp)),
                np.concatenate([self.one_way[kept], np.zeros(len(walks), bool)]),
            ),
            (
                np.concatenate([[0], np.cumsum(np.add.reduceat(lengths, first.astype(np.intp)))]),
                np.where(forward, from_tail, from_head),
            ),
        )

    @property
    def edges(self) -> int:
        """The number of edges."""
        return len(self.tail)

    @property
    def directed(self) -> bool:
        """Whether some edge can be walked in one direction only."""
        return bool(self.one_way.any())

    def steps(self, edges: Sequence[int] | NDArray[np.int32], onward: Iterable[bool]) -> list[int]:
        """Return the steps of the block, as `Block.path` takes them, of a walk over *edges*.

        *onward* says of each whether it is walked from tail to head.
        """
        steps: list[int] = []
        for e, forward in zip(edges, onward, strict=True):
            run = self.corridors[self.offsets[e] : self.offsets[e + 1]].tolist()
            steps += run if forward else [~c for c in reversed(run)]
        return steps

    def walk(self, junctions: Sequence[int] | NDArray[np.int32]) -> tuple[list[int], list[bool]]:
        """Return the edges of a walk over *junctions*, and whether each is walked from tail to head.

        Of two edges that may be walked (a two-way one and a one-way one) it takes the heavier.
        """
        edges: list[int] = []
        onward: list[bool] = []
        for u, v in pairwise(junctions):
            places = np.arange(self.first[u], self.first[u + 1])
            fitting = self.edge[places[self.near[places] == v]]
            e = int(fitting[self.weight[fitting].argmax()])
            edges.append(e)
            onward.append(int(self.tail[e]) == int(u))
        return edges, onward


@dataclass(frozen=True)
class Scale:
    """The value of a path is ``(total - constant) / unit``, with *total* the weights of all its edges.

    The costs of corridors count half of either end cell, so that they are the same in both directions
    (`gridwalk.shrink.cells`); a path's cost counts its last cell whole and its first not at all.  Costs
    that are whole are counted in halves.

    Parameters
    ----------
    unit : int
    constant : int or float
    whole : bool
        Whether all values are integers.

    """

    unit: int = 1
    constant: int | float = 0
    whole: bool = True

    @classmethod
    def of(
        cls,
        grid: Grid,
        reduced: ReducedGraph,
        starts: Iterable[CellLike],
        exits: Iterable[CellLike],
        measure: Measure,
    ) -> Scale:
        """Return the scale of the paths of *reduced*, which was made from *starts* and *exits*."""
        if measure == "length" or not reduced.blocks:
            return cls()
        if not grid.step_costs.is_plain:
            return cls(whole=grid.step_costs.are_whole)
        if grid.costs is None:
            return cls(1, 0, whole=False) if grid.moves.has_diagonals else cls(2)
        costs = grid.costs.reshape(-1)
        whole = costs.dtype.kind != "f"
        first, last = reduced.blocks[0], reduced.blocks[-1]
        start = int(first.cell_of_junction[first.network.source])
        end = int(last.cell_of_junction[last.network.sink])
        # In halves, as for whole costs.
        if start == NONE:
            places = {*grid.open_cells_of(starts, "start")} - {*grid.open_cells_of(exits, "exits")}
            twice = 2 * max(costs[row * grid.columns + column].item() for row, column in places)
        else:
            twice = costs[start].item()
        if end != NONE:
            twice -= costs[end].item()
        return cls(2, twice) if whole else cls(1, twice / 2, whole=False)

    def value(self, total: int | float) -> int | float:
        """Return the value of a path whose edges weigh *total*; a whole one is rounded down."""
        if self.whole:
            return int((total - self.constant) // self.unit)
        return (total - self.constant) / self.unit
