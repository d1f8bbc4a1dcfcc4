"""Reduce a board to small networks with the same simple paths, in linear time.

The steps: prune dead ends and make each corridor an edge (`cells`); keep only the biconnected blocks in
series between source and sink (for cycles: the blocks with a cycle), and contract the chains that this leaves
(`graph`).  On a symmetric board one round is exact.  With one-way cells rounds repeat while directed pruning
removes something.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.cells import (
    cost_of_corridors,
    graph_of,
    graph_of_edges,
    length_of_corridors,
    sums,
)
from gridwalk.allpaths.reduce.contract import BOTH
from gridwalk.allpaths.reduce.graph import (
    Graph,
    Ints,
    contracted,
    end_cells,
    facing_forward,
    in_blocks,
    in_series,
    offsets_of,
    pruned_directed,
    renumbered,
    split,
)
from gridwalk.allpaths.reduce.network import NOWHERE, Block, BlockNetwork, ReducedGraph, ascending
from gridwalk.allpaths.reduce.normal import NormalForm, normal_form_of
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.board.without import Edge
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.slices import Slices

CHECK_AFTER = 256  # blocks
REDUCING = "reducing the board"


def shrink(
    board: Board,
    starts: Iterable[CellLike] | None,
    exits: Iterable[CellLike] | None,
    *,
    through: Iterable[CellLike] = (),
    edges: Iterable[Edge] = (),
    tour: bool = False,
    closed: bool = False,
    cycles: bool = False,
    watch: Watch | None = None,
) -> ReducedGraph:
    """Return the reduced graph, whose paths are the simple paths of the board from *starts* to *exits*.

    Parameters
    ----------
    board : Grid
        The board.
    starts, exits : iterables of cells, or None
        Paths end at the first exit they enter.  None: anywhere; paths that may end anywhere may pass all
        cells, and with neither given each path of a symmetric board occurs once per direction.
    through : iterable of cells
        The cells that every path must visit.
    edges : iterable of edges
        The edges that every path must take, in either direction.
    tour, closed : bool
        Paths (closed: cycles) through all cells; a tour may pass exits.
    cycles : bool
        Any simple cycle of at least three cells; *starts* and *exits* are ignored.
    watch : Watch, optional
        The clock of the question.

    Notes
    -----
    O(cells) time and memory, times the number of moves.  Blocks: Hopcroft and Tarjan, "Efficient
    algorithms for graph manipulation", 1973.

    Examples
    --------
    >>> from gridwalk import Board
    >>> board = Board.from_text("S.#\\n...\\n#.E")
    >>> reduced = shrink(board, [board.start], board.exits)
    >>> [(block.network.junctions, block.network.corridors) for block in reduced.blocks]
    [(2, 2), (2, 2)]
    >>> [block.path([0]).tolist() for block in reduced.blocks]
    [[0, 1, 4], [4, 5, 8]]

    """
    normal = normal_form_of(board, starts, exits, through=through, tour=tour, closed=closed, cycles=cycles)
    edges = tuple(edges)
    if edges:
        normal.trivial = ()  # a path of no move takes none
    run = Slices(board._moves_of_cell, watch or NO_LIMITS.watch())
    nothing = ReducedGraph((), normal.trivial, normal.cyclic)
    if normal.impossible:
        return nothing
    directed = not (board._symmetric and (normal.cyclic or board._step_costs.are_mutual))
    whole = graph_of_edges(normal) if board._is_network else graph_of(normal, run)
    graph, block_of_edge = _in_blocks(run, whole, directed)
    if normal.trivial or normal.passing:
        graph, block_of_edge = _without_single_cells(graph, block_of_edge)
    if not normal.cyclic and not _holds_all(graph, normal.must):
        return nothing
    ends = [] if normal.cyclic else end_cells(graph, block_of_edge)
    in_order = np.argsort(block_of_edge, kind="stable")
    graph = facing_forward(graph.taken(in_order))
    lengths, costs = length_of_corridors(board, graph), cost_of_corridors(normal, graph)
    taken = _corridors_of(board, graph, edges)
    if taken is None:
        return nothing
    graph, first_of_block = split(run, graph, block_of_edge[in_order])
    return _networks(normal, graph, first_of_block, ends, (lengths, costs, taken), run.watch)


def _in_blocks(run: Slices, graph: Graph, directed: bool) -> tuple[Graph, Ints]:
    """Return the graph of the blocks in series (of cycles: with cycles), and the block of each corridor."""
    while True:
        size, first_of_block = graph.size, None
        if directed:
            graph = pruned_directed(run, graph)
        if graph.cyclic:
            graph, block_of_edge = in_blocks(run, graph)
            graph, first_of_block = split(run, graph, block_of_edge)
        else:
            graph, block_of_edge = in_series(run, graph, directed=directed)
        graph, edge_of_chain = contracted(run, graph, first_of_block)
        block_of_edge = renumbered(block_of_edge[edge_of_chain])
        if not directed or graph.size == size:
            return graph, block_of_edge


def _without_single_cells(graph: Graph, block_of_edge: Ints) -> tuple[Graph, Ints]:
    """Return the graph without paths of one cell, from virtual source to virtual sink: these are trivial."""
    virtual = graph.cell_of_node == NONE
    single = virtual[graph.tail] & virtual[graph.head] & (np.diff(graph.offsets) == 1)
    if not single.any():
        return graph, block_of_edge
    kept = np.flatnonzero(~single)
    return graph.taken(kept), block_of_edge[kept]


def _holds_all(graph: Graph, must: NDArray[np.bool_] | None) -> bool:
    """Whether the graph still has all cells that every path must visit."""
    if must is None:
        return True
    real = graph.cell_of_node[graph.cell_of_node != NONE]
    return int(np.count_nonzero(must)) == int(must[real].sum() + must[graph.inner].sum())


def _corridors_of(board: Board, graph: Graph, edges: Iterable[Edge]) -> NDArray[np.int64] | None:
    """Return how many of *edges* lie in each corridor; None if one lies in none."""
    taken = np.zeros(len(graph.tail), np.int64)
    wanted = [(board.index(u), board.index(v)) for u, v in edges]
    if not wanted:
        return taken
    if board._is_network:  # an edge is a place inside its corridor
        places = np.array([place for place, _ in wanted], np.int32)
        taken = sums(np.isin(graph.inner, places).astype(np.int64), graph.offsets)
        return taken if taken.sum() == len(places) else None
    counts = np.diff(graph.offsets) + 2
    ends = offsets_of(counts)
    cells = np.empty(ends[-1], np.int64)
    cells[ends[:-1]], cells[ends[1:] - 1] = graph.cell_of_node[graph.tail], graph.cell_of_node[graph.head]
    cells[np.arange(len(graph.inner)) + np.repeat(1 + 2 * np.arange(len(counts)), counts - 2)] = graph.inner
    corridor = np.repeat(np.arange(len(counts)), counts)
    within = corridor[:-1] == corridor[1:]
    for u, v in wanted:
        first, second = cells[:-1], cells[1:]
        found = corridor[:-1][within & (((first == u) & (second == v)) | ((first == v) & (second == u)))]
        if not found.size:
            return None
        taken[found] += 1
    return taken


def _networks(
    normal: NormalForm,
    graph: Graph,
    first_of_block: NDArray[np.int64],
    ends: list[Ints],
    of_corridors: tuple[NDArray[Any], ...],
    watch: Watch,
) -> ReducedGraph:
    """Split the graph, sorted by blocks, into networks; corridors have lengths, costs, and edges to take."""
    lengths, costs, taken = of_corridors
    must = np.zeros(normal.board.size, bool) if normal.must is None else normal.must
    must_visit = must[graph.cell_of_node] & (graph.cell_of_node != NONE)
    must_use = (sums(must[graph.inner].astype(np.int64), graph.offsets) > 0) | (taken > 0)
    # Paths of one cell are not in a block, and only where both ends are virtual they could be.
    may_be_one = normal.passing and min(normal.starts.size, normal.exits.size) > 1 >= np.count_nonzero(must)
    real = graph.cell_of_node != NONE
    loose = (real[graph.tail] != real[graph.head]) & (np.diff(graph.offsets) == 0)
    first_edges = np.searchsorted(graph.tail, first_of_block)  # only the order of blocks matters
    blocks = []
    for b, (begin, end) in enumerate(pairwise(first_of_block.tolist())):
        if b % CHECK_AFTER == 0:
            watch.check(0, 0, 0, REDUCING)
        edges = slice(*first_edges[b : b + 2].tolist())
        cell_of_junction = graph.cell_of_node[begin:end]
        source, sink = (NOWHERE, NOWHERE) if normal.cyclic else _places(cell_of_junction, ends[b])
        offsets = graph.offsets[edges.start : edges.stop + 1]
        inner = graph.inner[offsets[0] : offsets[-1]]
        network = BlockNetwork(
            end - begin,
            source,
            sink,
            graph.tail[edges] - np.int32(begin),
            graph.head[edges] - np.int32(begin),
            graph.ways[edges] != BOTH,
            lengths[edges],
            costs[edges],
            must_visit[begin:end],
            must_use[edges],
            loose[edges] if may_be_one else None,
        )
        needed = np.concatenate([cell_of_junction[must_visit[begin:end]], inner[must[inner]]])
        own = int(taken[edges].sum())
        blocks.append(Block(network, cell_of_junction, offsets - offsets[0], inner, ascending(needed), own))
    if normal.cyclic:  # a cycle stays in one block, which must contain all that is required
        every = int(np.count_nonzero(must)), int(taken.sum())
        blocks = [block for block in blocks if (block.must.size, block.edges) == every]
    return ReducedGraph(tuple(blocks), normal.trivial, normal.cyclic)


def _places(cell_of_junction: Ints, ends: Ints) -> tuple[int, int]:
    """Return the junctions of the two *ends* of a block; a virtual one is the first or last junction."""
    first, last = (np.flatnonzero(cell_of_junction == cell) for cell in ends)
    return int(first[0]), int(last[-1])
