"""The network of a block, for its longest path: simple, weighted, with an adjacency list.

`components` finds the components over some edges; `Scale` converts sums of weights to lengths and costs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.graph import offsets_of
from gridwalk.allpaths.reduce.network import Block, BlockNetwork, ReducedGraph
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.keywords import Measure
from gridwalk.runtime import slices
from gridwalk.runtime.codes import NONE, root_of
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import Watch


@dataclass(eq=False)
class LongNetwork:
    """Junctions joined by weighted edges; a path leads from *source* to *sink* and uses no junction twice.

    There are no loops.  Of parallel edges with the same direction only the heaviest is kept, because no
    other can be on a heaviest path.

    Parameters
    ----------
    junctions : int
        The number of junctions; they are numbered from 0, as in the network of the block.
    source, sink : int
        The two ends of every path; both -1 for cycles.
    tail, head : int32 arrays, shape (edges,)
        The junctions that each edge joins.
    weight : int64 or float64 array, shape (edges,)
        Moves, or costs as in `BlockNetwork.cost`; `Scale` converts sums of them to the cost of a path.
    one_way : array of bool, shape (edges,)
        Whether it can be walked from tail to head only.
    corridors : int32 array, shape (edges,)
        The corridor of the block for each edge.

    Attributes
    ----------
    first : int64 array, shape (junctions + 1,)
    near, edge : int32 arrays
        The edges that may be walked from *v* are ``edge[i]``, to ``near[i]``, for *i* from ``first[v]`` to
        ``first[v + 1] - 1``.

    """

    junctions: int
    source: int
    sink: int
    tail: NDArray[np.int32]
    head: NDArray[np.int32]
    weight: NDArray[Any]
    one_way: NDArray[np.bool_]
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
        self.first = offsets_of(np.bincount(begin, minlength=self.junctions))
        self.near, self.edge = near[order], edge[order]

    @classmethod
    def of(cls, network: BlockNetwork, measure: Measure = "length") -> LongNetwork:
        """Return the network of a block, weighted by *measure*, without loops and lighter parallel edges.

        Required junctions and corridors are ignored.  O(corridors log corridors).

        Examples
        --------
        >>> from gridwalk import Board
        >>> from gridwalk.allpaths.reduce.reduction import shrink
        >>> board = Board.rectangle(2, 3)
        >>> (block,) = shrink(board, [(0, 0)], [(1, 2)]).blocks
        >>> network = LongNetwork.of(block.network)
        >>> network.junctions, network.weight.tolist()
        (4, [1, 2, 2, 1, 1])

        """
        tail, head, one_way = network.tail, network.head, network.one_way
        weight = network.length if measure == "length" else network.cost
        low, high = np.minimum(tail, head), np.maximum(tail, head)
        way = np.where(one_way, np.sign(head - tail), 0)
        order = np.lexsort((-weight, way, high, low))  # stable: the first of equals
        joined = np.stack([low, high, way])[:, order]
        kept = np.ones(len(order), bool)
        kept[1:] = (joined[:, 1:] != joined[:, :-1]).any(axis=0)
        kept &= joined[0] != joined[1]
        taken = np.sort(order[kept]).astype(np.int32)
        ends = network.junctions, network.source, network.sink
        return cls(*ends, tail[taken], head[taken], weight[taken], one_way[taken], taken)

    @property
    def edges(self) -> int:
        """The number of edges."""
        return len(self.tail)

    def beside(self, block: Block) -> NDArray[np.bool_]:
        """Return a mask of the edges that are a single move between two cells of *block*."""
        real = block.cell_of_junction != NONE
        both: NDArray[np.bool_] = real[self.tail] & real[self.head]
        return both & np.equal(block.network.length[self.corridors], 1)

    def cells(self, block: Block, edges: NDArray[Any], onward: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Return the flat cells of a path through *block*: its *edges*, walked from tail to head if *onward*.

        O(cells of the path).
        """
        corridors = self.corridors[edges]
        begin, sizes = block.offsets[corridors], np.diff(block.offsets)[corridors]
        ends = offsets_of(sizes)
        place = np.arange(ends[-1]) - np.repeat(ends[:-1], sizes)
        place = np.where(np.repeat(onward, sizes), place, np.repeat(sizes, sizes) - 1 - place)
        inside = block.inner[np.repeat(begin, sizes) + place]
        junctions = np.where(onward, self.tail[edges], self.head[edges])
        cells = np.insert(inside, ends, block.cell_of_junction[np.append(junctions, self.sink)])
        kept: NDArray[np.int32] = cells[cells != NONE]  # without virtual ends
        return kept


def components(
    junctions: int, tail: NDArray[np.int64], head: NDArray[np.int64], watch: Watch
) -> NDArray[np.int64]:
    """Return for each junction the smallest junction of its component over edges from *tail* to *head*."""
    root = np.arange(junctions)
    slices.call(join, watch, tail, head, root)
    return root


@kernel
def join(tail, head, root):
    """Fill *root* with the smallest junction of each component (union-find with path halving)."""
    # Invariant: root[v] <= v, and following roots from v ends at the smallest junction of its component.
    for i in range(len(tail)):
        u, v = root_of(root, tail[i]), root_of(root, head[i])
        root[max(u, v)] = min(u, v)
    for v in range(len(root)):
        root[v] = root[root[v]]


@dataclass(frozen=True)
class Scale:
    """The value of a path is ``(total - constant) / unit``, with *total* the weights of all its edges.

    The cost of a corridor includes half of either end cell, so that it is the same in both directions
    (`allpaths.reduce.cells`).  But the cost of a path includes its whole last cell, and not its first cell.
    Integer costs are counted in halves.

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
        board: Board,
        reduced: ReducedGraph,
        starts: Iterable[CellLike],
        exits: Iterable[CellLike],
        measure: Measure,
    ) -> Scale:
        """Return the scale of the paths of *reduced*, which was made from *starts* and *exits*."""
        if measure == "length" or not reduced.blocks:
            return cls()
        if not board._step_costs.is_plain:
            return cls(whole=board._step_costs.are_whole)
        if board.costs is None:
            return cls(1, 0, whole=False) if board.moves.has_diagonals else cls(2)
        costs = board.costs.reshape(-1)
        whole = costs.dtype.kind != "f"
        if reduced.cyclic:
            return cls(2) if whole else cls(whole=False)
        first, last = reduced.blocks[0], reduced.blocks[-1]
        start = int(first.cell_of_junction[first.network.source])
        end = int(last.cell_of_junction[last.network.sink])
        # In halves, as for integer costs.
        if start == NONE:
            places = {*board._open_cells_of(starts, "start")} - {*board._open_cells_of(exits, "exits")}
            twice = 2 * max(costs[row * board.columns + column].item() for row, column in places)
        else:
            twice = costs[start].item()
        if end != NONE:
            twice -= costs[end].item()
        return cls(2, twice) if whole else cls(1, twice / 2, whole=False)

    def value(self, total: int | float) -> int | float:
        """Return the value of a path whose edges weigh *total*; integer values are rounded down."""
        if self.whole:
            return int((total - self.constant) // self.unit)
        return (total - self.constant) / self.unit
