"""The graph of a board without its dead ends, each corridor one edge; of a network, each edge a corridor.

Lengths and costs of corridors, from the cells in them.

The cost of a step is that of the cell it enters, but a corridor must cost the same in both directions.  So
it costs the cells inside and half of its two end cells.  Along a path every cell then counts once, except
for one half at each end, which is the same for all paths.  If there are several starts, the corridors of
the virtual source compensate for their different costs.

Where steps have factors (`StepCosts.is_plain` is false), the cost of a corridor is that of its steps, and
one that costs more in one direction than in the other is two one-way corridors (`shrink.cells`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce import contract as kernels
from gridwalk.allpaths.reduce.graph import Graph, Ints
from gridwalk.allpaths.reduce.normal import NormalForm
from gridwalk.board.board import Board
from gridwalk.board.moves import SQRT2
from gridwalk.errors import BoardError, HopelessError
from gridwalk.network.board import NetworkBoard
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.slices import Slices
from gridwalk.runtime.tuning import tuning

if TYPE_CHECKING:
    pass

MAX_DIRECTIONS = 64  # the bits of an int64
NO_STEPS = np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.uint8)
Stencil = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


def graph_of(normal: NormalForm, run: Slices) -> Graph:
    """Return the graph of the board of *normal* without dead ends.

    Several exits of paths are merged into one virtual node.  Several starts, and several exits that paths
    may pass, are connected to a virtual node.
    """
    board = normal.board
    stencil = stencil_of(board)
    table, moves = _by_direction(board, stencil)
    near = _near(board, table, moves, stencil, run)
    run(kernels.remove_cells, near, stencil, normal.out)
    merged = normal.exits.size > 1 and not normal.passing
    splits = not normal.cyclic and not board._step_costs.are_mutual
    role = _ends_of_uneven_steps(board) if splits else np.zeros(board.size, np.uint8)
    role[normal.starts] |= kernels.HELD
    role[normal.exits] |= kernels.IN_MERGED if merged else kernels.HELD
    run(kernels.prune_leaves, near, role, stencil)

    from_virtual, to_virtual = normal.starts.size > 1, normal.exits.size > 1
    node_of_cell = np.empty(board.size, np.int32)
    begin = {kernels.NODES: int(from_virtual)}
    counted = run(kernels.number, near, role, stencil, normal.cyclic, node_of_cell, begin=begin)
    sink = int(counted[kernels.NODES])
    cell_of_node = np.full(sink + to_virtual, NONE, np.int32)
    cell_of_node[int(from_virtual) : sink] = np.flatnonzero(node_of_cell >= 0)
    edges = int(counted[kernels.ENDS]) // 2
    if edges > tuning().max_edges:
        raise HopelessError(f"the board has {edges:,} corridors")
    inner = np.empty(int(counted[kernels.INNER]), np.int32)
    tail, head, ways = np.empty(edges, np.int32), np.empty(edges, np.int32), np.empty(edges, np.uint8)
    offsets = np.zeros(edges + 1, np.int64)
    written = run(
        kernels.connect,
        table,
        near,
        node_of_cell,
        cell_of_node[int(from_virtual) : sink],
        stencil,
        (int(from_virtual), sink),
        (tail, head, ways, offsets, inner),
    )
    count, size = int(written[kernels.CORRIDORS]), int(written[kernels.CELLS])
    graph = Graph(cell_of_node, tail[:count], head[:count], ways[:count], offsets[: count + 1], inner[:size])
    if normal.cyclic:
        return graph
    if splits:
        graph = _split_by_costs(board, graph)
    return with_ends(graph, normal, node_of_cell, sink)


def stencil_of(board: Board) -> Stencil:
    """Return the directions of the board: its moves, then the reverses of legal ones that are not moves."""
    used = int(np.bitwise_or.reduce(board._moves_of_cell.reshape(-1)))
    if board.portals:  # flat offsets tell directions apart: no two moves of a cell have the same
        offsets = [(0, delta) for delta in board._delta_of_move.tolist()]
    else:
        offsets = list(board.moves.deltas)
    directions = list(dict.fromkeys(offsets))
    legal = dict.fromkeys(offset for m, offset in enumerate(offsets) if used >> m & 1)
    directions += [back for row, column in legal if (back := (-row, -column)) not in directions]
    delta = [row * board.columns + column for row, column in directions]
    place = {offset: i for i, offset in enumerate(directions)}
    opposite = [place.get((-row, -column), 0) for row, column in directions]  # 0: of one that is never legal
    if len(delta) > MAX_DIRECTIONS:
        raise BoardError(
            f"these moves and their reverses are {len(delta)} directions; at most {MAX_DIRECTIONS}"
        )
    bit = np.left_shift(1, np.arange(len(delta), dtype=np.int64))
    return np.array(delta, np.int64), np.array(opposite, np.int64), bit


def _by_direction(board: Board, stencil: Stencil) -> tuple[NDArray[Any], int]:
    """Return the legal-move table, a bit for each direction that moves have, and how many these are.

    A portal may have the offset of a move, at another cost.
    """
    table, deltas = board._moves_of_cell, board._delta_of_move.tolist()
    if not board.portals:
        return table, len(deltas)
    merged, one = np.zeros_like(table), table.dtype.type(1)
    numbers = [stencil[0].tolist().index(delta) for delta in deltas]
    for m, number in enumerate(numbers):
        merged |= (table >> table.dtype.type(m) & one) << table.dtype.type(number)
    return merged, max(numbers) + 1


def _near(board: Board, table: NDArray[Any], moves: int, stencil: Stencil, run: Slices) -> NDArray[Any]:
    if board._symmetric:
        return table.copy()
    directions = len(stencil[0])
    dtype = np.uint8 if directions <= 8 else np.uint32 if directions <= 32 else np.int64
    near = np.zeros(board.size, dtype)
    run(kernels.fill_neighbours, table, moves, stencil, near)
    return near


def _ends_of_uneven_steps(board: Board) -> NDArray[np.uint8]:
    """Hold the cells of steps that cost something else when they are taken back: no corridor leads past."""
    role = np.zeros(board.size, np.uint8)
    table, of_steps = board._moves_of_cell, board._step_costs.of_steps
    for m in range(len(board.moves)):
        u = np.flatnonzero(table >> table.dtype.type(m) & table.dtype.type(1))
        v = u + board._delta_of_move[m]
        uneven = of_steps(u, v) != of_steps(v, u)
        role[u[uneven]] = role[v[uneven]] = kernels.HELD
    return role


def _split_by_costs(board: Board, graph: Graph) -> Graph:
    """Return the graph with two one-way corridors for each step that costs something else backwards."""
    tails, heads = graph.cell_of_node[graph.tail], graph.cell_of_node[graph.head]
    of_steps = board._step_costs.of_steps
    uneven = (np.diff(graph.offsets) == 0) & (graph.ways == kernels.BOTH)
    uneven &= of_steps(tails, heads) != of_steps(heads, tails)
    graph = replace(graph, ways=np.where(uneven, np.uint8(kernels.FORWARD), graph.ways))
    back = np.full(np.count_nonzero(uneven), kernels.BACKWARD, np.uint8)
    return graph.with_steps(NO_STEPS, (graph.tail[uneven], graph.head[uneven], back))


def graph_of_edges(normal: NormalForm) -> Graph:
    """Return the graph of the network of *normal*: each edge is a corridor with its place inside.

    Several exits of paths are merged into one virtual node, and then lie inside the corridors to it.  Several
    starts, and several exits that paths may pass, are connected to a virtual node.
    """
    board = cast(NetworkBoard, normal.board)
    edges, nodes = board.edges, board.nodes
    if len(edges.tail) > tuning().max_edges:
        raise HopelessError(f"the network has {len(edges.tail):,} edges")
    several, many_exits = normal.starts.size > 1, normal.exits.size > 1
    merged = many_exits and not normal.passing
    is_exit = np.zeros(nodes, bool)
    is_exit[normal.exits if merged else []] = True
    out = np.zeros(nodes, bool)
    out[normal.out] = True

    number = np.full(nodes, NONE, np.int32)
    real = np.flatnonzero(board.open_cells[:nodes, 0] & ~is_exit)
    number[real] = np.arange(several, several + len(real))
    sink = int(several) + len(real)
    cells = np.concatenate([np.full(int(several), NONE), real, np.full(int(many_exits), NONE)]).astype(
        np.int32
    )

    kept = (edges.ways > 0) & ~out[edges.tail] & ~out[edges.head]
    if not normal.cyclic:
        kept &= edges.tail != edges.head
    # A path ends where it enters an exit: no edge leads from there, and one to there leads to the sink.
    from_exit, to_exit = is_exit[edges.tail], is_exit[edges.head]
    ways = np.where(
        to_exit, edges.ways & kernels.FORWARD, np.where(from_exit, edges.ways & kernels.BACKWARD, edges.ways)
    )
    kept &= (ways > 0) & ~(from_exit & to_exit)
    e = np.flatnonzero(kept)
    ways, turned, ending = ways[e], from_exit[e], (from_exit | to_exit)[e]
    tail, head = edges.tail[e], edges.head[e]
    first, last = np.where(turned, head, tail), np.where(turned, tail, head)
    ways = np.where(turned, kernels.FORWARD, ways)
    # The reverse of a step to an exit is of no use, but leaves the graph one of two ways.
    both = ending & (edges.ways[e] == kernels.BOTH)
    counts = 1 + ending.astype(np.int64)
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
    inner = np.empty(offsets[-1], np.int32)
    inner[offsets[:-1]] = nodes + e
    inner[offsets[1:][ending] - 1] = last[ending]
    heads = np.where(ending, sink, number[last]).astype(np.int32)
    graph = Graph(
        cells, number[first], heads, np.where(both, kernels.BOTH, ways).astype(np.uint8), offsets, inner
    )
    return graph if normal.cyclic else with_ends(graph, normal, number, sink)


def with_ends(graph: Graph, normal: NormalForm, number: Ints, sink: int) -> Graph:
    """Return the graph of paths with its ends, which are nodes by the *number* of their cells.

    Several starts are joined to the virtual node 0, and several exits that paths may pass to the node *sink*.
    """
    several, many, none = normal.starts.size > 1, normal.exits.size > 1, number[:0]
    begins = number[normal.starts] if several else none
    ends = number[normal.exits] if many and normal.passing else none
    source = 0 if several else int(number[normal.starts[0]])
    sink = sink if many else int(number[normal.exits[0]])
    first, last = len(begins), len(ends)
    leaving = np.full(first, source, np.int32), begins, np.full(first, kernels.BOTH)
    entering = ends, np.full(last, sink, np.int32), np.full(last, kernels.BOTH)
    return replace(graph.with_steps(leaving, entering), source=source, sink=sink)


def sums(values: NDArray[Any], offsets: NDArray[np.int64]) -> NDArray[Any]:
    """Return the sum of each run ``values[offsets[i]:offsets[i + 1]]``."""
    total = np.zeros(len(offsets) - 1, values.dtype)
    full = offsets[1:] > offsets[:-1]
    if full.any():
        total[full] = np.add.reduceat(values, offsets[:-1][full].astype(np.intp))
    return total


def length_of_corridors(board: Board, graph: Graph) -> NDArray[np.int64]:
    """Return the number of moves of each corridor; the step to a virtual node is not a move."""
    if board._length_of_place is not None:
        return sums(board._length_of_place[graph.inner], graph.offsets)
    real = graph.cell_of_node != NONE
    moves: NDArray[np.int64] = np.diff(graph.offsets) - 1 + real[graph.tail] + real[graph.head]
    return moves


def cost_of_corridors(normal: NormalForm, graph: Graph) -> NDArray[Any]:
    """Return the cost of each corridor: int64, in halves of the unit, if all costs are integers."""
    board = normal.board
    if not board._step_costs.is_plain:
        return sums_of_steps(board._step_costs.of_steps, graph.offsets, graph.inner, *_end_cells(graph))
    if board.costs is not None:
        return _from_cells(board.costs.reshape(-1), normal, graph)
    lengths = length_of_corridors(board, graph)
    if not board.moves.has_diagonals:
        return 2 * lengths
    diagonals = _diagonals(board, graph)
    return lengths - diagonals + diagonals * SQRT2


def _from_cells(cost_of_cell: NDArray[Any], normal: NormalForm, graph: Graph) -> NDArray[Any]:
    parts = 2 if cost_of_cell.dtype == np.int64 else 1
    virtual = graph.cell_of_node == NONE
    of_node = np.where(virtual, 0, cost_of_cell[graph.cell_of_node])
    halves = of_node if parts == 2 else of_node / 2
    cost: NDArray[Any] = (
        sums(cost_of_cell[graph.inner] * parts, graph.offsets) + halves[graph.tail] + halves[graph.head]
    )
    if normal.starts.size > 1:
        # Subtract the cost of each start from the maximum, so that no cost is negative.
        leaving = np.flatnonzero(graph.tail == graph.source)
        starts = _first_cells(graph, leaving)
        cost[leaving] += (cost_of_cell[normal.starts].max() - cost_of_cell[starts]) * parts
    return cost


def _first_cells(graph: Graph, corridors: NDArray[np.int64]) -> Ints:
    """Return the first cell of corridors whose tail is virtual."""
    begin, end = graph.offsets[corridors], graph.offsets[corridors + 1]
    cells = graph.cell_of_node[graph.head[corridors]]
    cells[end > begin] = graph.inner[begin[end > begin]]
    return cells


def _diagonals(board: Board, graph: Graph) -> NDArray[np.int64]:
    """Return the number of diagonal steps of each corridor."""

    def is_diagonal(u: Ints, v: Ints) -> NDArray[np.int64]:
        (row, column), (to_row, to_column) = np.divmod(u, board.columns), np.divmod(v, board.columns)
        diagonal = board.moves.are_diagonal(to_row - row, to_column - column)
        number: NDArray[np.int64] = (diagonal & (u != NONE) & (v != NONE)).astype(np.int64)
        return number

    diagonals: NDArray[np.int64] = sums_of_steps(is_diagonal, graph.offsets, graph.inner, *_end_cells(graph))
    return diagonals


def _end_cells(graph: Graph) -> tuple[Ints, Ints]:
    return graph.cell_of_node[graph.tail], graph.cell_of_node[graph.head]


def sums_of_steps(
    value: Callable[[Ints, Ints], NDArray[Any]],
    offsets: NDArray[np.int64],
    inner: Ints,
    tails: Ints,
    heads: Ints,
) -> NDArray[Any]:
    """Return the sum of *value* over the steps of each corridor, from *tails* to *heads*."""
    full = offsets[1:] > offsets[:-1]
    into = np.empty(len(inner), np.int32)  # the cell before each cell inside
    into[1:] = inner[:-1]
    into[offsets[:-1][full]] = tails[full]
    before_head = tails.copy()
    before_head[full] = inner[offsets[1:][full] - 1]
    total: NDArray[Any] = sums(value(into, inner), offsets) + value(before_head, heads)
    return total
