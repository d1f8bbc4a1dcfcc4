"""The graph of a board without its dead ends, each corridor an edge; lengths and costs of corridors.

A *corridor* is a chain of cells with two neighbours.  A *node* is a cell with three or more neighbours, or
one where paths start or end.  `graph_of` follows every corridor once; `plain_graph` makes the same graph for
a rectangle of open cells by array operations; `graph_of_edges` makes each edge of a network a corridor.

A *direction* is a move or its reverse; the moves come first, in their order.  Bit *d* of ``near_of_cell[v]``
is set if a move leads from *v* to ``v + delta[d]``, or back; the direction back is ``opposite[d]``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.graph import (
    BACKWARD,
    BOTH,
    CELLS,
    CORRIDORS,
    FORWARD,
    CorridorGraph,
    Ints,
    offsets_of,
)
from gridwalk.allpaths.reduce.normal import NormalForm
from gridwalk.board.board import Board
from gridwalk.board.moves import KING, ORTHOGONAL, SQRT2
from gridwalk.errors import BoardError, HopelessError
from gridwalk.network.board import NetworkBoard
from gridwalk.runtime.codes import EXPANDED, FOUND, HEAD, NONE, PAUSED
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.slices import Slices
from gridwalk.runtime.tuning import tuning

MAX_DIRECTIONS = 64  # the bits of an int64
NO_STEPS = np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.uint8)
Stencil = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]  # delta, opposite, 1 << direction


def graph_of(normal: NormalForm, run: Slices) -> CorridorGraph:
    """Return the graph of the board of *normal* without dead ends.

    Several exits of paths are merged into one virtual node.  Several starts, and several exits that paths
    may pass, are connected to a virtual node.
    """
    board = normal.board
    stencil = stencil_of(board)
    table = _by_direction(board, stencil)
    near = _near(board, table, stencil)
    if normal.out.size:
        _remove(near, stencil, normal.out)
    splits = not normal.cyclic and not board._step_costs.are_mutual
    held = _ends_of_uneven_steps(board) if splits else np.zeros(board.size, bool)
    held[normal.starts] = held[normal.exits] = True
    leaves = np.flatnonzero((_degrees(near) == 1) & ~held)
    run(prune_leaves, near, held.view(np.uint8), stencil, leaves)

    degrees = _degrees(near)
    is_node = held | (degrees > 2)
    if normal.cyclic:  # a ring of cells with two neighbours needs a node: a cell before both its neighbours
        ahead = int(stencil[2][stencil[0] > 0].sum())
        is_node |= (degrees == 2) & (_degrees(near & near.dtype.type(ahead)) == 2)
    is_node[normal.exits if normal.merges_exits else []] = False
    nodes = np.flatnonzero(is_node).astype(np.int32)
    cell_of_node, node_of_cell, sink = _numbered(normal, nodes)
    # Each corridor has two ends; a merged exit is inside all corridors that lead to it.
    into_merged = int(degrees[normal.exits].sum()) if normal.merges_exits else 0
    edges = (int(degrees[is_node].sum()) + into_merged) // 2
    check_corridors(edges, "the board has {:,} corridors")
    size = int(np.count_nonzero(~is_node & (degrees == 2))) + into_merged
    inner, offsets = np.empty(size, np.int32), np.zeros(edges + 1, np.int64)
    tail, head, ways = np.empty(edges, np.int32), np.empty(edges, np.int32), np.empty(edges, np.uint8)
    corridors = tail, head, ways, offsets, inner
    written = run(connect, table, near, (nodes, node_of_cell), sink, stencil, corridors)
    count, size = int(written[CORRIDORS]), int(written[CELLS])
    found = tail[:count], head[:count], ways[:count], offsets[: count + 1], inner[:size]
    graph = CorridorGraph(cell_of_node, *found, NONE, NONE, np.zeros(count, np.int32))
    if normal.cyclic:
        return graph
    if splits:
        graph = _split_by_costs(board, graph)
    return _with_ends(graph, normal, node_of_cell, sink)


def _numbered(normal: NormalForm, nodes: Ints) -> tuple[Ints, Ints, int]:
    """Return the cell of each node, the node of each cell (or NONE), and the number of a virtual sink.

    A virtual source comes before the *nodes*, and a virtual sink after them.
    """
    several_starts, several_exits = int(normal.starts.size > 1), int(normal.exits.size > 1)
    sink = several_starts + len(nodes)
    node_of_cell = np.full(normal.board.size, NONE, np.int32)
    node_of_cell[nodes] = np.arange(several_starts, sink)
    if normal.merges_exits:
        node_of_cell[normal.exits] = sink
    cell_of_node = np.full(sink + several_exits, NONE, np.int32)
    cell_of_node[several_starts:sink] = nodes
    return cell_of_node, node_of_cell, sink


def stencil_of(board: Board) -> Stencil:
    """Return the directions of the board: its moves, then those reverses of legal moves that are no moves."""
    used = int(np.bitwise_or.reduce(board._moves_of_cell.reshape(-1)))
    if board.portals:  # the flat offset identifies the direction: no two moves of a cell have the same offset
        offsets = [(0, delta) for delta in board._delta_of_move.tolist()]
    else:
        offsets = list(board.moves.deltas)
    directions = list(dict.fromkeys(offsets))
    legal = dict.fromkeys(offset for m, offset in enumerate(offsets) if used >> m & 1)
    directions += [back for row, column in legal if (back := (-row, -column)) not in directions]
    delta = [row * board.columns + column for row, column in directions]
    place = {offset: i for i, offset in enumerate(directions)}
    opposite = [place.get((-row, -column), 0) for row, column in directions]  # 0 if it is never legal
    if len(delta) > MAX_DIRECTIONS:
        raise BoardError(
            f"these moves and their reverses are {len(delta)} directions; at most {MAX_DIRECTIONS}"
        )
    bit = np.left_shift(1, np.arange(len(delta), dtype=np.int64))
    return np.array(delta, np.int64), np.array(opposite, np.int64), bit


def _by_direction(board: Board, stencil: Stencil) -> NDArray[Any]:
    """Return the table of legal moves with a bit for each direction (a portal may have a move's offset)."""
    table = board._moves_of_cell
    if not board.portals:
        return table
    merged, one = np.zeros_like(table), table.dtype.type(1)
    directions = stencil[0].tolist()
    for m, delta in enumerate(board._delta_of_move.tolist()):
        merged |= (table >> table.dtype.type(m) & one) << table.dtype.type(directions.index(delta))
    return merged


def _near(board: Board, table: NDArray[Any], stencil: Stencil) -> NDArray[Any]:
    """Return for each cell the directions of its neighbours; a move leads there, or back."""
    if board._symmetric:
        return table.copy()
    directions = len(stencil[0])
    near = table.astype(np.uint8 if directions <= 8 else np.uint32 if directions <= 32 else np.int64)
    for d, (delta, opposite, _) in enumerate(zip(*stencil, strict=True)):
        near[_cells_with(table, d) + delta] |= _bit(near, opposite)
    return near


def _remove(near: NDArray[Any], stencil: Stencil, cells: Ints) -> None:
    """Disconnect *cells* from all others."""
    for d, (delta, opposite, _) in enumerate(zip(*stencil, strict=True)):
        near[cells[_cells_with(near[cells], d)] + delta] &= ~_bit(near, opposite)
    near[cells] = 0


def _cells_with(table: NDArray[Any], d: int) -> NDArray[np.int64]:
    return np.flatnonzero(table & _bit(table, d))


def _bit(table: NDArray[Any], d: int) -> Any:
    return table.dtype.type(1) << table.dtype.type(d)


def _degrees(near: NDArray[Any]) -> NDArray[np.uint8]:
    degrees: NDArray[np.uint8] = np.bitwise_count(near.view(f"u{near.itemsize}"))
    return degrees


def check_corridors(number: int, text: str) -> None:
    """Raise an error if there are too many corridors for 32-bit numbers."""
    if number > tuning().max_edges:
        raise HopelessError(text.format(number))


@kernel
def prune_leaves(near_of_cell, held, stencil, leaves, state, budget, events):
    """Leaf pruning: from each leaf on, disconnect cells with only one neighbour left, except *held* cells."""
    delta, opposite, bit = stencil
    first = state[HEAD]
    last = min(first + budget, len(leaves))
    for i in range(first, last):
        u = leaves[i]
        while not held[u]:
            only = NONE
            for d in range(len(delta)):
                if near_of_cell[u] >> d & 1:
                    if only != NONE:
                        only = NONE
                        break
                    only = d
            if only == NONE:
                break
            near_of_cell[u] = 0
            u += delta[only]
            near_of_cell[u] &= ~bit[opposite[only]]
    state[EXPANDED] += last - first
    state[HEAD] = last
    return FOUND if last == len(leaves) else PAUSED


@kernel
def connect(moves_of_cell, near_of_cell, nodes, sink, stencil, corridors, state, budget, events):
    """Write every corridor once, from the lower of its ends; overwrites *near_of_cell*.

    *nodes* is (the cells that are nodes, the node of each cell or NONE).  A merged exit, whose node is
    *sink*, is the last cell inside the corridors to it.  A corridor that cannot be walked in either direction
    is overwritten by the next one.
    """
    delta, opposite, bit = stencil
    cells, node_of_cell = nodes
    tail, head, ways_of_corridor, offsets, inner = corridors
    count, size, steps = state[CORRIDORS], state[CELLS], 0
    i = state[HEAD]
    while i < len(cells) and steps < budget:
        begin = cells[i]
        steps += 1
        for first in range(len(delta)):
            if not near_of_cell[begin] >> first & 1:
                continue
            v, d, ways, after = begin, first, BOTH, size
            while True:
                w, back = v + delta[d], opposite[d]
                # A direction that is not a move has no bit in moves_of_cell.
                if not moves_of_cell[v] >> d & 1:
                    ways &= BACKWARD
                if not moves_of_cell[w] >> back & 1:
                    ways &= FORWARD
                if node_of_cell[w] != NONE:
                    break
                inner[after] = w
                after += 1
                for onward in range(len(delta)):
                    if onward != back and near_of_cell[w] >> onward & 1:
                        d = onward
                v = w
            steps += 1 + after - size
            near_of_cell[w] &= ~bit[back]
            if ways:
                tail[count], head[count] = node_of_cell[begin], node_of_cell[w]
                if head[count] == sink:
                    inner[after] = w
                    after += 1
                ways_of_corridor[count] = ways
                size = after
                count += 1
                offsets[count] = size
        i += 1
    state[CORRIDORS], state[CELLS], state[HEAD] = count, size, i
    state[EXPANDED] += steps
    return FOUND if i == len(cells) else PAUSED


def _ends_of_uneven_steps(board: Board) -> NDArray[np.bool_]:
    """Return the cells of steps whose cost differs between the two directions; no corridor contains them."""
    uneven = np.zeros(board.size, bool)
    u, v = board._all_moves()
    of_steps = board._step_costs.of_steps
    differ = of_steps(u, v) != of_steps(v, u)
    uneven[u[differ]] = uneven[v[differ]] = True
    return uneven


def plain_graph(normal: NormalForm) -> CorridorGraph | None:
    """Return the graph of a rectangle of open cells, which is one block; None for any other question.

    All cells are nodes, except corners with two neighbours where no path starts or ends; these are inside a
    corridor.  The graph equals that of `graph_of` after the search for blocks.
    """
    board = normal.board
    rows, columns = board.shape
    ends = np.concatenate([normal.starts, normal.exits])
    if normal.out.size or max(normal.starts.size, normal.exits.size) > 1:
        return None
    if not board._step_costs.are_mutual:
        return None
    corners = np.array([0, columns - 1, board.size - columns, board.size - 1])
    if board._is_plain(KING, whole=True) and min(rows, columns) > 1:
        corners = corners[:0]
    elif board._is_plain(ORTHOGONAL, whole=True) and min(rows, columns) > 2:
        corners = corners[~np.isin(corners, ends)]
    else:
        return None
    is_node = np.ones(board.size, bool)
    is_node[corners] = False
    table, deltas = board._moves_of_cell, board._delta_of_move
    bits = np.left_shift(1, np.arange(len(deltas))).astype(table.dtype)
    near = table & np.bitwise_or.reduce(bits[deltas > 0])  # each step once, from its lower cell
    end_beyond = {}  # for each corner, the higher neighbour: the corridor leads there from the lower one
    for corner in corners.tolist():
        low, high = np.sort(corner + deltas[table[corner] & bits > 0]).tolist()
        near[corner] = 0
        near[low] |= bits[deltas == corner - low][0]
        near[high] &= ~bits[deltas == corner - high][0]
        end_beyond[corner] = high
    u, m = np.nonzero(near[:, None] & bits)
    v = u + deltas[m]
    if normal.cyclic:  # `graph_of` makes cell 0 a node, and its corridor comes first
        order = np.lexsort((v != 0, u))
        u, v = u[order], v[order]
    inside = ~is_node[v]
    inner = v[inside]
    v[inside] = [end_beyond[corner] for corner in inner.tolist()]
    check_corridors(len(u), "the board has {:,} corridors")
    number = np.cumsum(is_node, dtype=np.int32) - 1
    source, sink = (NONE, NONE) if normal.cyclic else number[ends].tolist()
    cells, ways, block = np.flatnonzero(is_node), np.full(len(u), BOTH, np.uint8), np.zeros(len(u), np.int32)
    corridors = number[u], number[v], ways, offsets_of(inside), inner.astype(np.int32)
    return CorridorGraph(cells.astype(np.int32), *corridors, source, sink, block)


def _split_by_costs(board: Board, graph: CorridorGraph) -> CorridorGraph:
    """Return the graph with two one-way corridors for each step whose cost differs backwards."""
    tails, heads = graph.cell_of_node[graph.tail], graph.cell_of_node[graph.head]
    of_steps = board._step_costs.of_steps
    uneven = (graph.sizes == 0) & (graph.ways == BOTH)
    uneven &= of_steps(tails, heads) != of_steps(heads, tails)
    graph = replace(graph, ways=np.where(uneven, np.uint8(FORWARD), graph.ways))
    back = np.full(np.count_nonzero(uneven), BACKWARD, np.uint8)
    return graph.with_steps(NO_STEPS, (graph.tail[uneven], graph.head[uneven], back))


def graph_of_edges(normal: NormalForm) -> CorridorGraph:
    """Return the graph of the network of *normal*: each edge is a corridor that contains its place.

    Several exits of paths are merged into one virtual node, and then lie inside the corridors to it.  Several
    starts, and several exits that paths may pass, are connected to a virtual node.
    """
    board = cast(NetworkBoard, normal.board)
    edges, nodes = board.edges, board.nodes
    check_corridors(len(edges.tail), "the network has {:,} edges")
    is_exit, out = np.zeros(nodes, bool), np.zeros(nodes, bool)
    is_exit[normal.exits if normal.merges_exits else []] = True
    out[normal.out] = True
    real = np.flatnonzero(board.open_cells[:nodes, 0] & ~is_exit).astype(np.int32)
    cell_of_node, number, sink = _numbered(normal, real)

    # A path ends when it enters an exit, so edges of exits are one-way, or dropped if they lead only out.
    turned = is_exit[edges.tail]
    first, last = np.where(turned, edges.head, edges.tail), np.where(turned, edges.tail, edges.head)
    ways = np.where(turned, (edges.ways & 1) << 1 | edges.ways >> 1, edges.ways).astype(np.uint8)
    ending = is_exit[last]
    kept = (ways > 0) & ~out[first] & ~out[last] & ~is_exit[first] & ~(ending & (ways == BACKWARD))
    if not normal.cyclic:
        kept &= first != last
    e = np.flatnonzero(kept)
    first, last, ways, ending = first[e], last[e], ways[e], ending[e]
    offsets = offsets_of(1 + ending)
    inner = np.empty(offsets[-1], np.int32)
    inner[offsets[:-1]] = nodes + e
    inner[offsets[1:][ending] - 1] = last[ending]
    block = np.zeros(len(e), np.int32)
    graph = CorridorGraph(cell_of_node, number[first], number[last], ways, offsets, inner, NONE, NONE, block)
    return graph if normal.cyclic else _with_ends(graph, normal, number, sink)


def _with_ends(graph: CorridorGraph, normal: NormalForm, node_of_cell: Ints, sink: int) -> CorridorGraph:
    """Return the graph of paths with its source and sink.

    Several starts are joined to the virtual node 0; several exits that paths may pass, to the node *sink*.
    """
    starts, exits = node_of_cell[normal.starts], node_of_cell[normal.exits]
    source = 0 if len(starts) > 1 else int(starts[0])
    sink = sink if len(exits) > 1 else int(exits[0])
    begins = starts if len(starts) > 1 else starts[:0]
    ends = exits if len(exits) > 1 and normal.passing else exits[:0]
    if begins.size or ends.size:
        leaving = np.full_like(begins, source), begins, np.full(len(begins), BOTH, np.uint8)
        entering = ends, np.full_like(ends, sink), np.full(len(ends), BOTH, np.uint8)
        graph = graph.with_steps(leaving, entering)
    return replace(graph, source=source, sink=sink)


def sums(values: NDArray[Any], graph: CorridorGraph) -> NDArray[Any]:
    """Return the sum of the *values* of the cells inside each corridor; for bools, the number of True."""
    if values.dtype == bool:
        values = values.astype(np.int64)
    total = np.zeros(len(graph.tail), values.dtype)
    full = graph.sizes > 0
    if full.any():
        total[full] = np.add.reduceat(values, graph.offsets[:-1][full].astype(np.intp))
    return total


def sums_of_steps(value: Callable[[Ints, Ints], NDArray[Any]], graph: CorridorGraph) -> NDArray[Any]:
    """Return the sum of *value* over the steps of each corridor; a virtual node is the cell NONE."""
    full = graph.sizes > 0
    before = np.empty(len(graph.inner), np.int32)  # the cell before each cell inside
    before[1:] = graph.inner[:-1]
    before[graph.offsets[:-1][full]] = graph.cell_of_node[graph.tail[full]]
    before_head = graph.cell_of_node[graph.tail]
    before_head[full] = graph.inner[graph.offsets[1:][full] - 1]
    last = value(before_head, graph.cell_of_node[graph.head])
    total: NDArray[Any] = sums(value(before, graph.inner), graph) + last
    return total


def length_of_corridors(board: Board, graph: CorridorGraph) -> NDArray[np.int64]:
    """Return the number of moves of each corridor; a step to a virtual node is not a move."""
    if board._length_of_place is not None:
        return sums(board._length_of_place[graph.inner], graph)
    real = graph.cell_of_node != NONE
    moves: NDArray[np.int64] = graph.sizes - 1 + real[graph.tail] + real[graph.head]
    return moves


def cost_of_corridors(normal: NormalForm, graph: CorridorGraph, lengths: NDArray[np.int64]) -> NDArray[Any]:
    """Return the cost of each corridor: int64, in halves of the unit, if all costs are integers.

    A step costs as much as the cell that it enters, but a corridor must have the same cost in both
    directions.  So its cost is that of the cells inside, plus half of the cost of both end cells.  Then each
    cell of a path counts once, except for one half at each end of the path, which is the same for all paths.
    If there are several starts, the corridors of the virtual source compensate for their different costs.

    If steps have factors (`StepCosts.is_plain` is false), the cost of a corridor is the sum of its steps.  A
    step whose cost depends on the direction is two one-way corridors.
    """
    board = normal.board
    if not board._step_costs.is_plain:
        return sums_of_steps(board._step_costs.of_steps, graph)
    if board.costs is not None:
        return _cost_of_cells(board.costs.reshape(-1), normal, graph)
    if not board.moves.has_diagonals:
        return 2 * lengths

    def is_diagonal(u: Ints, v: Ints) -> NDArray[np.bool_]:
        (row, column), (to_row, to_column) = np.divmod(u, board.columns), np.divmod(v, board.columns)
        diagonal = board.moves.are_diagonal(to_row - row, to_column - column)
        is_one: NDArray[np.bool_] = diagonal & (u != NONE) & (v != NONE)
        return is_one

    diagonals = sums_of_steps(is_diagonal, graph)
    cost: NDArray[np.float64] = lengths - diagonals + diagonals * SQRT2
    return cost


def _cost_of_cells(cost_of_cell: NDArray[Any], normal: NormalForm, graph: CorridorGraph) -> NDArray[Any]:
    parts = 2 if cost_of_cell.dtype == np.int64 else 1
    of_node = np.where(graph.cell_of_node == NONE, 0, cost_of_cell[graph.cell_of_node])
    halves = of_node if parts == 2 else of_node / 2
    inside = sums(cost_of_cell[graph.inner] * parts, graph)
    cost: NDArray[Any] = inside + halves[graph.tail] + halves[graph.head]
    if normal.starts.size > 1:
        # Subtract the cost of each start from the maximum, so that no cost is negative.
        leaving = np.flatnonzero(graph.tail == graph.source)
        starts = graph.cell_of_node[graph.head[leaving]]
        full = graph.sizes[leaving] > 0
        starts[full] = graph.inner[graph.offsets[leaving[full]]]
        cost[leaving] += (cost_of_cell[normal.starts].max() - cost_of_cell[starts]) * parts
    return cost
