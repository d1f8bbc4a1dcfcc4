"""Reduce a board to small networks with the same simple paths, in linear time.

`shrink` brings the question into a normal form, prunes dead ends and makes each corridor an edge (`cells`).
Then it keeps only the biconnected blocks in series between source and sink (for cycles: the blocks with a
cycle), and contracts chains of corridors (`graph`).  On a symmetric board one round is exact.  With one-way
cells, rounds are repeated as long as directed pruning removes something.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.cells import (
    cost_of_corridors,
    graph_of,
    graph_of_edges,
    length_of_corridors,
    plain_graph,
    sums,
    sums_of_steps,
)
from gridwalk.allpaths.reduce.graph import (
    BOTH,
    CorridorGraph,
    Ints,
    contracted,
    in_series,
    on_cycles,
    pruned_directed,
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
    in_one: bool = False,
    watch: Watch | None = None,
) -> ReducedGraph:
    """Return the reduced graph, whose paths are the simple paths of the board from *starts* to *exits*.

    Parameters
    ----------
    board : Board
        The board.
    starts, exits : iterables of cells, or None
        Paths end at the first exit that they enter.  None: anywhere.  Paths that may end anywhere may pass
        all cells; if both are None, each path of a symmetric board occurs once per direction.
    through : iterable of cells
        The cells that every path must visit.
    edges : iterable of edges
        The edges that every path must take, in either direction.
    tour, closed : bool
        Paths (closed: cycles) through all cells; a tour may pass exits.
    cycles : bool
        Any simple cycle of at least three cells; *starts* and *exits* are ignored.
    in_one : bool
        Return all blocks in series as one block, for questions about whole paths, such as lengths or turns.
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
        normal.trivial = ()  # a path without moves takes no edge
    nothing = ReducedGraph((), normal.trivial, normal.cyclic)
    if normal.impossible:
        return nothing
    watch = watch or NO_LIMITS.watch()
    graph = plain_graph(normal)
    if graph is None:
        graph = _in_blocks(normal, Slices(board._moves_of_cell, watch))
    if normal.trivial or normal.passing:
        graph = _without_single_cells(graph)
    if not normal.cyclic:
        if not _holds_all(graph, normal.must):
            return nothing
        if in_one:
            graph.block[:] = 0
    graph = graph.taken(np.argsort(graph.block, kind="stable"))
    taken = _edges_in_corridors(board, graph, edges)
    return nothing if taken is None else _networks(normal, graph, taken, watch)


def _in_blocks(normal: NormalForm, run: Slices) -> CorridorGraph:
    """Return the graph of the blocks in series; for cycles, of the blocks with cycles."""
    board = normal.board
    graph = graph_of_edges(normal) if board._is_network else graph_of(normal, run)
    directed = not (board._symmetric and (normal.cyclic or board._step_costs.are_mutual))
    while True:
        size = graph.size
        first_of_block = np.zeros(0, np.int64)
        if directed:
            graph = pruned_directed(run, graph)
        if graph.cyclic:
            graph, first_of_block, _ = split(on_cycles(run, graph))
        else:
            graph = in_series(run, graph, directed=directed)
        graph = contracted(run, graph, first_of_block)
        if not directed or graph.size == size:
            return graph


def _without_single_cells(graph: CorridorGraph) -> CorridorGraph:
    """Return the graph without paths of one cell from virtual source to virtual sink, which are trivial."""
    virtual = graph.cell_of_node == NONE
    single = virtual[graph.tail] & virtual[graph.head] & (graph.sizes == 1)
    return graph.taken(np.flatnonzero(~single))


def _holds_all(graph: CorridorGraph, must: NDArray[np.bool_] | None) -> bool:
    """Whether the graph still contains all cells that every path must visit."""
    if must is None:
        return True
    real = graph.cell_of_node[graph.cell_of_node != NONE]
    return int(np.count_nonzero(must)) == int(must[real].sum() + must[graph.inner].sum())


def _edges_in_corridors(
    board: Board, graph: CorridorGraph, edges: tuple[Edge, ...]
) -> NDArray[np.int64] | None:
    """Return the number of the given *edges* in each corridor; None if one of them is in no corridor."""
    taken = np.zeros(len(graph.tail), np.int64)
    for edge in edges:
        u, v = map(board.index, edge)
        if board._is_network:  # an edge is a place, and the first cell inside its corridor
            found = sums(graph.inner == u, graph)
        else:
            found = sums_of_steps(partial(_is_step, u, v), graph)
        if not found.any():
            return None
        taken += found
    return taken


def _is_step(u: int, v: int, tails: Ints, heads: Ints) -> NDArray[np.bool_]:
    is_one: NDArray[np.bool_] = ((tails == u) & (heads == v)) | ((tails == v) & (heads == u))
    return is_one


def _networks(
    normal: NormalForm, graph: CorridorGraph, taken: NDArray[np.int64], watch: Watch
) -> ReducedGraph:
    """Return the networks of the blocks; paths must take the given number of edges in each corridor."""
    lengths = length_of_corridors(normal.board, graph)
    costs = cost_of_corridors(normal, graph, lengths)
    graph, first_of_block, ends = split(graph)
    must = np.zeros(normal.board.size, bool) if normal.must is None else normal.must
    must_visit = must[graph.cell_of_node] & (graph.cell_of_node != NONE)
    must_use = (sums(must[graph.inner], graph) > 0) | (taken > 0)
    # Paths of one cell must be excluded; they can occur only if both ends are virtual.
    may_be_one = normal.passing and min(normal.starts.size, normal.exits.size) > 1 >= np.count_nonzero(must)
    real = graph.cell_of_node != NONE
    loose = (real[graph.tail] != real[graph.head]) & (graph.sizes == 0)
    first_edges = np.searchsorted(graph.tail, first_of_block)  # only the order of the blocks matters
    blocks = []
    for b, (begin, end) in enumerate(pairwise(first_of_block.tolist())):
        if b % CHECK_AFTER == 0:
            watch.check(0, 0, 0, REDUCING)
        edges = slice(*first_edges[b : b + 2].tolist())
        cell_of_junction = graph.cell_of_node[begin:end]
        source, sink = (NOWHERE, NOWHERE) if normal.cyclic else (ends[b][0] - begin, ends[b][1] - begin)
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
    if normal.cyclic:  # a cycle is in one block, which must contain all required cells and edges
        every = int(np.count_nonzero(must)), int(taken.sum())
        blocks = [block for block in blocks if (block.must.size, block.edges) == every]
    return ReducedGraph(tuple(blocks), normal.trivial, normal.cyclic)
