"""Simple paths and cycles, one by one, in a graph of lists of neighbours: in batches, in NetworkX's order."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gridwalk.listing.edges import MOST, PASSING, PATIENCE, RULES, next_paths
from gridwalk.nxbackend.graph import FAR, Lists
from gridwalk.nxbackend.shortest import spread_from
from gridwalk.runtime.codes import EXHAUSTED, FOUND, GATHERED
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.slices import registers, run_slice

BATCH, MAX_BATCH = 256, 1 << 16  # entries of paths: the first ones come at once
PATIENCE_PER_NODE = 4  # steps without a path before the search looks ahead at each

# Nodes and edges of paths, one path after another, and where in the nodes each begins.
Batch = tuple[NDArray[np.int32], NDArray[np.int32], list[int]]


def batches_of(
    lists: Lists, back: Lists, source: int, exits: list[int], steps: int, *, passing: bool = False
) -> Iterator[Batch]:
    """Yield paths of at most *steps* edges in batches; if the source is an exit, they are cycles.

    *back* are the lists with every edge reversed.
    """
    nodes, edges = len(lists[0]) - 1, len(lists[1])
    steps_to_exit = spread_from(back, exits, cutoff=steps)[1]
    steps_to_exit[steps_to_exit < 0] = FAR
    is_exit, on_path = np.zeros(nodes, np.uint8), np.zeros(nodes, np.uint8)
    is_exit[exits], on_path[source] = 1, source not in exits
    rules = np.zeros(RULES, np.int64)
    rules[[MOST, PASSING, PATIENCE]] = steps, passing, PATIENCE_PER_NODE * nodes
    path = np.zeros(2 * nodes + 1, np.int32), np.zeros(nodes + 1, np.int64), np.zeros(nodes + 1, np.int64)
    path[0][0], path[1][0] = source, lists[0][source]
    graph = *lists, np.arange(edges, dtype=np.int32), np.ones(edges, np.int64)
    scratch = on_path, np.zeros(nodes, np.int64), np.empty(nodes, np.int32)
    state, watch, status = registers(), NO_LIMITS.watch(), FOUND
    room = max(BATCH, 2 * nodes + 3)
    cells, offsets = np.empty(room, np.int32), np.zeros(room, np.int64)
    while status != EXHAUSTED:
        given = graph, (is_exit, steps_to_exit), rules, path, scratch, (cells, offsets)
        status = run_slice(next_paths, given, state, lists[1], watch)
        begins, paths = offsets[: state[GATHERED] + 1], np.arange(state[GATHERED] + 1)
        found = cells[: begins[-1]]
        turn = np.arange(len(found)) + np.repeat(
            paths[:-1], np.diff(begins)
        )  # a path has an odd number of entries
        yield found[turn % 2 == 0], found[turn % 2 == 1], ((begins + paths) // 2).tolist()
        state[GATHERED] = 0
        if status == FOUND and len(cells) < MAX_BATCH:
            cells, offsets = np.empty(2 * len(cells), np.int32), np.zeros(2 * len(cells), np.int64)
