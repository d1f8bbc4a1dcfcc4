"""From the edges of a path in a network to its cells on the board, whole arrays at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.kernels.codes import NONE
from gridwalk.shrink.reduced import Block


def cells_of(
    block: Block, network: LongNetwork, edges: NDArray[np.int32], onward: NDArray[np.bool_]
) -> NDArray[np.int32]:
    """Return the flat cells of a path through *block*; *onward*: which edges are walked from tail to head.

    O(cells of the path); the same as ``block.path(network.steps(edges, onward))``.
    """
    corridors = _runs(network.offsets, network.corridors, edges, onward)
    walked = (corridors >= 0) == np.repeat(onward, np.diff(network.offsets)[edges])
    numbers = np.where(corridors < 0, ~corridors, corridors)
    tail, head = block.network.tail[numbers], block.network.head[numbers]
    inside = _runs(block.offsets, block.inner, numbers, walked)
    ends = np.cumsum(np.diff(block.offsets)[numbers])
    begins = np.where(walked, tail, head)
    last = head[-1] if walked[-1] else tail[-1]
    junctions = block.cell_of_junction[np.append(begins, last)]
    cells = np.insert(inside, np.concatenate([[0], ends]), junctions)
    kept: NDArray[np.int32] = cells[cells != NONE]  # all but virtual ends
    return kept


def _runs(
    offsets: NDArray[np.int64], items: NDArray[Any], numbers: NDArray[Any], forward: NDArray[np.bool_]
) -> Any:
    """Return the runs ``items[offsets[n]:offsets[n + 1]]`` of *numbers*, reversed if not *forward*."""
    begin, sizes = offsets[numbers], np.diff(offsets)[numbers]
    ends = np.cumsum(sizes)
    place = np.arange(ends[-1] if ends.size else 0) - np.repeat(ends - sizes, sizes)
    ahead = np.repeat(forward, sizes)
    return items[np.repeat(begin, sizes) + np.where(ahead, place, np.repeat(sizes, sizes) - 1 - place)]
