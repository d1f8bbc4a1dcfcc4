"""The network of a block, for its longest path: simple, weighted, the neighbours of a junction in a row.

Its heaviest path by a sweep, where that is soon over; and what sums of weights are worth: lengths and costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.simpath.answers import best
from gridwalk.frontier.simpath.order import SimpathSize
from gridwalk.grids.cells import CellLike
from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import NONE, TAIL
from gridwalk.keywords import Measure
from gridwalk.runtime import slices
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import Watch
from gridwalk.shrink.graph import offsets_of
from gridwalk.shrink.network import NOWHERE, BlockNetwork
from gridwalk.shrink.reduced import Block, ReducedGraph

TWO_WAY, UPWARDS, DOWNWARDS = 0, 1, 2  # ways of an edge, by the numbers of the two junctions
MAX_ORDERED = 5000  # junctions of a network of which an order is searched for

Walk = tuple[NDArray[np.int32], NDArray[np.bool_]]  # edges, and whether each is walked from tail to head


class TooHardError(Exception):
    """Says that a sweep is expected to take too long."""


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
        The two ends of every path; both -1 for cycles.
    tail, head : int32 arrays, shape (edges,)
        The junctions that each edge joins.
    weight : int64 or float64 array, shape (edges,)
        Moves, or costs as `BlockNetwork.cost` has them: `Scale` turns sums of them into what the
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
        first = offsets_of(np.bincount(begin, minlength=self.junctions))
        self.__dict__.update(first=first, near=near[order], edge=edge[order])

    @classmethod
    def of(cls, network: BlockNetwork, measure: Measure = "length") -> LongNetwork:
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
        >>> edges, onward = network.walk(np.array([0, 2, 1, 3]))
        >>> edges.tolist(), onward.tolist()
        ([1, 3, 2], [True, False, True])
        >>> network.cells(block, edges, onward).tolist()
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
        exact = np.float64 if weight.dtype.kind == "f" else np.int64
        ways = weight[taken].astype(exact), one_way[taken]
        lengths = offsets_of(np.diff(offsets)[taken])
        return cls(*ends, tail[taken], head[taken], *ways, lengths, runs_of(offsets, corridors, taken))

    def replaced(
        self, gone: NDArray[np.bool_], walks: Sequence[tuple[int, int, NDArray[np.int32], NDArray[np.bool_]]]
    ) -> LongNetwork:
        """Return the network without the junctions *gone*, and with an edge for each of *walks*.

        A walk is (from, to, edges, whether each is walked from tail to head); none is one-way.
        """
        kept = np.flatnonzero(~(gone[self.tail] | gone[self.head]))
        edge = np.concatenate([kept, *(walk[2] for walk in walks)])
        onward = np.concatenate([np.ones(len(kept), bool), *(walk[3] for walk in walks)])
        counts = np.concatenate([np.ones(len(kept), np.int64), [len(walk[2]) for walk in walks]]).astype(
            np.int64
        )
        first = (np.cumsum(counts) - counts).astype(np.intp)
        number = np.cumsum(~gone, dtype=np.int32) - 1
        ends = np.array([walk[:2] for walk in walks], np.int32).reshape(-1, 2)
        return LongNetwork.simple(
            (int(number[-1]) + 1, int(number[self.source]), int(number[self.sink])),
            (
                number[np.concatenate([self.tail[kept], ends[:, 0]])],
                number[np.concatenate([self.head[kept], ends[:, 1]])],
                np.add.reduceat(self.weight[edge], first),
                np.concatenate([self.one_way[kept], np.zeros(len(walks), bool)]),
            ),
            (
                offsets_of(np.add.reduceat(np.diff(self.offsets)[edge], first)),
                self.steps(edge, onward),
            ),
        )

    @property
    def edges(self) -> int:
        """The number of edges."""
        return len(self.tail)

    @property
    def inner(self) -> NDArray[np.bool_]:
        """The junctions that are no end; of cycles all."""
        inner = np.ones(self.junctions, bool)
        inner[[end for end in (self.source, self.sink) if end != NOWHERE]] = False
        return inner

    def beside(self, block: Block) -> NDArray[np.bool_]:
        """Return which edges, each a corridor of *block*, are a single move between two of its cells."""
        real = block.cell_of_junction != NONE
        both: NDArray[np.bool_] = real[self.tail] & real[self.head]
        return both & np.equal(block.network.length[self.corridors], 1)

    @property
    def directed(self) -> bool:
        """Whether some edge can be walked in one direction only."""
        return bool(self.one_way.any())

    def run(
        self, watch: Watch, kernel: Kernel, *arguments: Any, queued: int = 0
    ) -> tuple[int, NDArray[np.int64]]:
        """Run a kernel on arrays of this network; return its status and its registers."""
        state = slices.registers()
        state[TAIL] = queued
        status = slices.run(kernel, *arguments, state=state, moves_of_cell=self.near, watch=watch)
        return status, state

    def walk(self, junctions: NDArray[np.int32]) -> Walk:
        """Return the edges of a walk over *junctions*, and whether each is walked from tail to head.

        For networks without one-way edges; O(edges).
        """
        begin = np.repeat(np.arange(self.junctions), np.diff(self.first))
        arcs = begin * self.junctions + self.near  # ascending
        before, after = junctions[:-1].astype(np.int64), junctions[1:]
        edges = self.edge[np.searchsorted(arcs, before * self.junctions + after)]
        return edges, self.tail[edges] == before

    def steps(self, edges: NDArray[Any], onward: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Return the steps of the block, as `Block.path` takes them, of a walk over *edges*."""
        corridors = runs_of(self.offsets, self.corridors, edges, onward)
        steps: NDArray[np.int32] = np.where(
            np.repeat(onward, np.diff(self.offsets)[edges]), corridors, ~corridors
        )
        return steps

    def cells(self, block: Block, edges: NDArray[Any], onward: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Return the flat cells of a walk through *block*, whose network this was; O(cells of the walk).

        The same as ``block.path(network.steps(edges, onward))``.
        """
        steps = self.steps(edges, onward)
        walked, numbers = steps >= 0, np.where(steps < 0, ~steps, steps)
        tail, head = block.network.tail[numbers], block.network.head[numbers]
        inside = runs_of(block.offsets, block.inner, numbers, walked)
        ends = np.cumsum(np.diff(block.offsets)[numbers])
        last = head[-1] if walked[-1] else tail[-1]
        junctions = block.cell_of_junction[np.append(np.where(walked, tail, head), last)]
        cells = np.insert(inside, np.concatenate([[0], ends]), junctions)
        kept: NDArray[np.int32] = cells[cells != NONE]  # all but virtual ends
        return kept

    def heaviest_walk(self, watch: Watch, seconds: float) -> Walk | None:
        """Return the heaviest path as a walk, None if there is no path; raise as `heaviest_of` does."""
        ends = self.junctions, self.source, self.sink
        return heaviest_of(ends, (self.tail, self.head, self.weight, self.one_way), watch, seconds)


def runs_of(
    offsets: NDArray[np.int64],
    items: NDArray[Any],
    numbers: NDArray[Any],
    forward: NDArray[np.bool_] | None = None,
) -> Any:
    """Return the runs ``items[offsets[n]:offsets[n + 1]]`` of *numbers*, reversed if not *forward*."""
    begin = offsets[numbers]
    sizes = offsets[numbers + 1] - begin
    ends = offsets_of(sizes)
    place = np.arange(ends[-1]) - np.repeat(ends[:-1], sizes)
    if forward is not None:
        place = np.where(np.repeat(forward, sizes), place, np.repeat(sizes, sizes) - 1 - place)
    return items[np.repeat(begin, sizes) + place]


def heaviest_of(
    ends: tuple[int, int, int],
    edges: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[Any], NDArray[np.bool_]],
    watch: Watch,
    seconds: float,
) -> Walk | None:
    """Return the heaviest path of (junctions, source, sink) over (tail, head, weight, one-way) edges.

    Raises
    ------
    TooHardError
        If a sweep is estimated to take longer than *seconds*: by its plan, so always for the same networks.

    """
    tail, head, weight, one_way = edges
    if ends[0] > MAX_ORDERED:
        raise TooHardError
    visits, uses = np.zeros(ends[0], bool), np.zeros(len(tail), bool)
    own = BlockNetwork(*ends, tail, head, one_way, weight, weight, visits, uses)
    if SimpathSize.searched(own, watch).estimate.seconds > seconds:
        raise TooHardError
    found = best(own, watch=watch)
    return None if found is None else (found.corridors, found.onward)


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
        if not grid._step_costs.is_plain:
            return cls(whole=grid._step_costs.are_whole)
        if grid.costs is None:
            return cls(1, 0, whole=False) if grid.moves.has_diagonals else cls(2)
        costs = grid.costs.reshape(-1)
        whole = costs.dtype.kind != "f"
        if reduced.cyclic:
            return cls(2) if whole else cls(whole=False)
        first, last = reduced.blocks[0], reduced.blocks[-1]
        start = int(first.cell_of_junction[first.network.source])
        end = int(last.cell_of_junction[last.network.sink])
        # In halves, as for whole costs.
        if start == NONE:
            places = {*grid._open_cells_of(starts, "start")} - {*grid._open_cells_of(exits, "exits")}
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
