"""The result of the reduction: blocks with their networks, and the cells of their paths on the board.

Blocks in series as one block, for questions about whole paths: their lengths, their turns.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.network import NOWHERE, BlockNetwork
from gridwalk.runtime.codes import NONE


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
        How many edges every path must take.

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
        """Return the cells of one step, with those of its two junctions if they are not virtual.

        A step is the number *c* of a corridor walked from tail to head, or ``~c`` from head to tail.
        """
        c = step if step >= 0 else ~step
        tail, head = self.cell_of_junction[[self.network.tail[c], self.network.head[c]]]
        inside = self.inner[self.offsets[c] : self.offsets[c + 1]]
        cells = np.concatenate([[tail], inside, [head]], dtype=np.int32)
        cells = cells[int(tail == NONE) : len(cells) - int(head == NONE)]
        return cells if step >= 0 else cells[::-1]

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
        # A virtual source adds a step to the first cell, a virtual sink one from the last.
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
        """The step by its cells, and by whether it begins at a virtual source and ends at a virtual sink."""
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
        return _joined([self.walked(int(step)) for step in steps], closed=self.network.cyclic)


def ascending(cells: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return *cells* in order, each once."""
    in_order = np.sort(cells)
    return in_order[np.diff(in_order, prepend=NONE - 1) > 0]


@dataclass(frozen=True)
class ReducedGraph:
    """The blocks that the simple paths or cycles of a board lie in.

    A path of the board is one path through every block, in their order: counts multiply, lengths add.
    A cycle of the board is a cycle of one block: counts add.

    Attributes
    ----------
    blocks : tuple of Block
        None: there are no paths but the trivial ones.
    trivial : tuple of int
        The flat cells that are paths of length 0: starts that are exits.  No block counts them.
    cyclic : bool
        Whether the question is about cycles.

    """

    blocks: tuple[Block, ...]
    trivial: tuple[int, ...]
    cyclic: bool


def _joined(parts: list[NDArray[np.int32]], *, closed: bool) -> NDArray[np.int32]:
    """Return the cells of all parts in order; a cell where two parts meet comes once."""
    kept = parts[:1]
    for part in parts[1:]:
        kept.append(part[1:] if part[0] == kept[-1][-1] else part)
    cells = np.concatenate(kept)
    return cells[:-1] if closed and len(cells) > 1 and cells[0] == cells[-1] else cells


def in_one(reduced: ReducedGraph) -> ReducedGraph:
    """Return the same paths with all blocks in series as one; cycles keep their blocks.

    O(cells log cells).
    """
    blocks = reduced.blocks
    if reduced.cyclic or len(blocks) < 2:
        return reduced
    first, last = blocks[0], blocks[-1]
    every = np.concatenate([block.cell_of_junction for block in blocks])
    real: NDArray[np.int32] = ascending(every[every != NONE])
    before = int(first.cell_of_junction[first.network.source] == NONE)
    after = int(last.cell_of_junction[last.network.sink] == NONE)
    cells = np.array([*[NONE] * before, *real.tolist(), *[NONE] * after], np.int32)
    places = []  # of every block's junctions
    for block in blocks:
        own = (before + np.searchsorted(real, block.cell_of_junction)).astype(np.int32)
        if block is first and before:
            own[block.network.source] = 0
        if block is last and after:
            own[block.network.sink] = len(cells) - 1
        places.append(own)
    must_visit = np.zeros(len(cells), bool)
    for block, own in zip(blocks, places, strict=True):
        must_visit[own] |= block.network.must_visit
    networks = [block.network for block in blocks]
    network = BlockNetwork(
        len(cells),
        int(places[0][first.network.source]),
        int(places[-1][last.network.sink]),
        np.concatenate([own[one.tail] for own, one in zip(places, networks, strict=True)]),
        np.concatenate([own[one.head] for own, one in zip(places, networks, strict=True)]),
        np.concatenate([one.one_way for one in networks]),
        np.concatenate([one.length for one in networks]),
        np.concatenate([one.cost for one in networks]),
        must_visit,
        np.concatenate([one.must_use for one in networks]),
        None if all(one.loose is None for one in networks) else np.concatenate(list(map(_loose, networks))),
    )
    inside = [np.diff(block.offsets) for block in blocks]
    whole = Block(
        network,
        cells,
        np.concatenate([[0], np.cumsum(np.concatenate(inside))]).astype(np.int64),
        np.concatenate([block.inner for block in blocks]),
        ascending(np.concatenate([block.must for block in blocks])),
    )
    return ReducedGraph((whole,), reduced.trivial, cyclic=False)


def _loose(network: BlockNetwork) -> NDArray[np.bool_]:
    return np.zeros(network.corridors, bool) if network.loose is None else network.loose
