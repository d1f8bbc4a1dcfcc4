"""A reduced board: its blocks in series, each a network of junctions and corridors.

A *block* is a biconnected component of the board: no single cell separates it.  A *corridor* is an edge of
its network, and contains cells.  `gridwalk.allpaths.reduce.reduction.shrink` makes them.  `Neighbours` holds
the neighbours of each cell, for induced paths and other questions about neighbours of a path.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.runtime.codes import NONE

NOWHERE = -1  # source and sink of a network for cycles


@dataclass(frozen=True)
class BlockNetwork:
    """Junctions joined by corridors; a path leads from *source* to *sink* and uses no junction twice.

    Two corridors may join the same two junctions.  Only a network for cycles has loops, which join a
    junction to itself.

    Parameters
    ----------
    junctions : int
        The number of junctions, which are numbered from 0.
    source, sink : int
        The two ends of every path; both `NOWHERE` for cycles.
    tail, head : int32 arrays, shape (corridors,)
        The junctions that each corridor joins.
    one_way : array of bool, shape (corridors,)
        Whether it can be walked from tail to head only.
    length : int64 array, shape (corridors,)
        The number of moves.
    cost : int64 or float64 array, shape (corridors,)
        The cost, the same in both directions; int64 counts halves of the unit.
    must_visit : array of bool, shape (junctions,)
    must_use : array of bool, shape (corridors,)
        The junctions and corridors that every path must use; one of the two if they are `twins`.
    loose : array of bool, shape (corridors,), optional
        The corridors between a cell and a virtual source or sink.  No path uses two of them at one junction,
        so that paths of a single cell are excluded.

    """

    junctions: int
    source: int
    sink: int
    tail: NDArray[np.int32]
    head: NDArray[np.int32]
    one_way: NDArray[np.bool_]
    length: NDArray[np.int64]
    cost: NDArray[Any]
    must_visit: NDArray[np.bool_]
    must_use: NDArray[np.bool_]
    loose: NDArray[np.bool_] | None = None

    @property
    def corridors(self) -> int:
        """The number of corridors."""
        return len(self.tail)

    @cached_property
    def twins(self) -> dict[int, int]:
        """The twin of each required corridor that has one: the other direction of the same step.

        A path must use one of the two.
        """
        single = np.flatnonzero(self.must_use & self.one_way & (self.length == 1)).tolist()
        place = {(int(self.tail[c]), int(self.head[c])): c for c in single}
        return {c: place[v, u] for (u, v), c in place.items() if (v, u) in place}

    @property
    def cyclic(self) -> bool:
        """Whether the question is about cycles."""
        return self.source == NOWHERE


@dataclass(frozen=True)
class Block:
    """A biconnected block of the board (no single cell separates it), and its network.

    Attributes
    ----------
    network : BlockNetwork
    cell_of_junction : int32 array
        Flat cells, ascending; NONE for a virtual source (the first junction) or sink (the last).
    offsets : int64 array, inner : int32 array
        The cells inside corridor *c*, from tail to head: ``inner[offsets[c]:offsets[c + 1]]``.
        The exit that a corridor to a virtual sink enters is its last cell inside.
    must : int32 array
        The cells every path (cycle) must visit, ascending.
    edges : int
        The number of edges that every path must take.

    """

    network: BlockNetwork
    cell_of_junction: NDArray[np.int32]
    offsets: NDArray[np.int64]
    inner: NDArray[np.int32]
    must: NDArray[np.int32]
    edges: int = 0

    @cached_property
    def cells(self) -> NDArray[np.int32]:
        """All cells of the block, ascending, for engines that work on cells.

        On a symmetric board the moves of the block are the moves between these cells, except between two
        exits.
        """
        return ascending(np.concatenate([self.cell_of_junction[self.cell_of_junction != NONE], self.inner]))

    @cached_property
    def entrances(self) -> NDArray[np.int32]:
        """The cells where paths enter the block: one, or the starts of a virtual source; ascending."""
        return self._cells_at(self.network.source)

    @cached_property
    def exits(self) -> NDArray[np.int32]:
        """The cells where paths leave the block: one, or the exits of a virtual sink; ascending."""
        return self._cells_at(self.network.sink)

    def _cells_at(self, junction: int) -> NDArray[np.int32]:
        if junction == NOWHERE:
            return np.empty(0, np.int32)
        if self.cell_of_junction[junction] != NONE:
            return self.cell_of_junction[junction : junction + 1]
        leaving = [self.walked(int(c))[0] for c in np.flatnonzero(self.network.tail == junction)]
        entering = [self.walked(int(c))[-1] for c in np.flatnonzero(self.network.head == junction)]
        return np.unique(np.array(leaving + entering, np.int32))

    def walked(self, step: int) -> NDArray[np.int32]:
        """Return the cells of one step, including its two junctions unless they are virtual.

        A step is the number *c* of a corridor walked from tail to head, or ``~c`` from head to tail.
        """
        return np.array(self._cells_of(step), np.int32)

    def _cells_of(self, step: int) -> list[int]:
        return self._cells_of_corridor[step] if step >= 0 else self._cells_of_corridor[~step][::-1]

    @cached_property
    def _cells_of_corridor(self) -> list[list[int]]:
        junction, inner, offsets = (
            each.tolist() for each in (self.cell_of_junction, self.inner, self.offsets)
        )
        found = []
        for c, (tail, head) in enumerate(
            zip(self.network.tail.tolist(), self.network.head.tolist(), strict=True)
        ):
            cells = junction[tail], *inner[offsets[c] : offsets[c + 1]], junction[head]
            found.append([cell for cell in cells if cell != NONE])
        return found

    def steps(self, cells: NDArray[np.int32]) -> list[int] | None:
        """Return the steps of a path through the block (or of a cycle from any cell), the inverse of `path`.

        None if *cells* are not a path of the block.
        """
        at_junction = np.isin(cells, self.cell_of_junction)
        if self.network.cyclic and at_junction.any():
            cells = np.roll(cells, -int(at_junction.argmax()))  # from junction to junction
            cells = np.append(cells, cells[0])
            at_junction = np.isin(cells, self.cell_of_junction)
        source, sink = self._virtual_ends
        places = np.flatnonzero(at_junction).tolist()
        # A virtual source adds a step to the first cell, a virtual sink a step from the last cell.
        places = [0] * source + places + [len(cells) - 1] * sink
        last = len(places) - 2
        found = [
            self._step_of.get((source and n == 0, sink and n == last, cells[a : b + 1].tobytes()))
            for n, (a, b) in enumerate(pairwise(places))
        ]
        steps = [step for step in found if step is not None]
        return steps if steps and len(steps) == len(found) else None

    @property
    def _virtual_ends(self) -> tuple[bool, bool]:
        if self.network.cyclic:
            return False, False
        source, sink = self.cell_of_junction[[self.network.source, self.network.sink]].tolist()
        return source == NONE, sink == NONE

    @cached_property
    def _step_of(self) -> dict[tuple[bool, bool, bytes], int]:
        """The step by its cells, and by whether it begins at a virtual source, ends at a virtual sink."""
        known: dict[tuple[bool, bool, bytes], int] = {}
        source, sink = self._virtual_ends
        for c, (tail, head) in enumerate(zip(self.network.tail, self.network.head, strict=True)):
            both = (c, tail, head), (~c, head, tail)
            for step, a, b in both[: 1 if self.network.one_way[c] else 2]:
                ends = source and a == self.network.source, sink and b == self.network.sink
                known.setdefault((*ends, self.walked(step).tobytes()), step)
        return known

    def path(self, steps: Iterable[int]) -> NDArray[np.int32]:
        """Return the flat cells of the path (or cycle) with these *steps*, numbered as in `walked`."""
        cells: list[int] = []
        for step in steps:
            part = self._cells_of(int(step))
            cells += part[1:] if cells and part[0] == cells[-1] else part  # a shared cell appears once
        if self.network.cyclic and len(cells) > 1 and cells[0] == cells[-1]:
            cells.pop()
        return np.array(cells, np.int32)


def ascending(cells: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the distinct *cells* in ascending order."""
    in_order = np.sort(cells)
    return in_order[np.diff(in_order, prepend=NONE - 1) > 0]


@dataclass(frozen=True)
class ReducedGraph:
    """The blocks that contain the simple paths or cycles of a board.

    A path of the board consists of a path through every block, in order: counts multiply, lengths add.  A
    cycle of the board is a cycle of one block: counts add.

    Attributes
    ----------
    blocks : tuple of Block
        Empty if there are no paths except trivial ones.
    trivial : tuple of int
        The flat cells that are paths of length 0: starts that are exits.  They are in no block.
    cyclic : bool
        Whether the question is about cycles.

    """

    blocks: tuple[Block, ...]
    trivial: tuple[int, ...]
    cyclic: bool


ONWARD, BACK = 1, 2  # bits of a way: a move leads to the neighbour; a move leads from it


@dataclass(frozen=True, eq=False)
class Neighbours:
    """The neighbours of each cell: the cells to or from which a move of the whole board leads.

    Attributes
    ----------
    offsets : int64 array
        The neighbours of the flat cell *u* have the indices ``offsets[u]`` to ``offsets[u + 1] - 1``.
    cells : int32 array
        The neighbours: first the cells to which a move leads, in move order.
    ways : uint8 array
        Whether a path may move to each neighbour (`ONWARD`) and from it (`BACK`); 0: neither.

    """

    offsets: NDArray[np.int64]
    cells: NDArray[np.int32]
    ways: NDArray[np.uint8]

    @classmethod
    def of(cls, whole: Board, ground: Board, *, of_cells: bool = False) -> Neighbours:
        """Return the neighbours on the board *whole*; *ways* are those of the moves of *ground*.

        *of_cells*: on a network, the neighbours are cells, even if paths have places between them.

        O(cells * moves) time and memory.

        >>> from gridwalk import Board
        >>> board = Board.rectangle(2, 2)
        >>> near = Neighbours.of(board, board)
        >>> near.offsets.tolist(), near.cells.tolist()
        ([0, 2, 4, 6, 8], [1, 2, 3, 0, 0, 3, 1, 2])
        """
        size = whole.size
        tails, heads = whole._moves_between_cells() if of_cells else whole._all_moves()
        first, second = np.concatenate([tails, heads]), np.concatenate([heads, tails])
        pairs = first * size + second
        _, once = np.unique(pairs, return_index=True)
        once = once[np.lexsort((once, first[once]))]
        first, second, pairs = first[once], second[once], pairs[once]
        if ground is not whole:
            tails, heads = ground._moves_between_cells() if of_cells else ground._all_moves()
        onward = np.isin(pairs, tails * size + heads)
        back = np.isin(second * size + first, tails * size + heads)
        offsets = np.searchsorted(first, np.arange(size + 1)).astype(np.int64)
        ways = (onward * ONWARD | back * BACK).astype(np.uint8)
        return cls(offsets, second.astype(np.int32), ways)

    def of_cell(self, u: int) -> list[tuple[int, int]]:
        """Return the neighbours of a flat cell with their ways."""
        part = slice(int(self.offsets[u]), int(self.offsets[u + 1]))
        return list(zip(self.cells[part].tolist(), self.ways[part].tolist(), strict=True))
