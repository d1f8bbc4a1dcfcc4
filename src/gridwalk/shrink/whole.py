"""Blocks in series as one block, for questions about whole paths: their lengths, their turns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.kernels.codes import NONE
from gridwalk.shrink.network import Network
from gridwalk.shrink.reduced import Block, ReducedGraph, ascending


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
    network = Network(
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


def _loose(network: Network) -> NDArray[np.bool_]:
    return np.zeros(network.corridors, bool) if network.loose is None else network.loose
