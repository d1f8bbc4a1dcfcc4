"""From cells to a graph: prunes dead ends, and follows each corridor once, with the cells inside.

A cell is its flat index.  A *direction* is a move or the reverse of one: those of the moves come
first, in their order.  Bit *d* of ``near_of_cell[v]`` says that a move joins *v* with its neighbour
``v + delta[d]``, either way; the bit back is ``opposite[d]``.  The stencil is passed as::

    stencil  (delta, opposite, bit)  int64, an entry a direction; bit[d] is 1 << d

A *node* is a cell with three or more neighbours left, or one that `role_of_cell` keeps.
``node_of_cell`` is its number, NONE in corridors, and MERGED for the cells of the merged node.

Room: `number` counts what `connect` writes at most: half as many corridors as *ends*, for each has two,
and the cells *inner*.  A corridor left out is written over by the next.

All kernels work in slices: ``state[HEAD]`` is the next cell or node.
The caller owns all memory; the kernels allocate nothing and raise nothing.

Contraction of chains: each becomes one edge, and the nodes between become cells inside it.

The graph is as in `gridwalk.allpaths.reduce.biconnected`.  The cells inside edge *e*, from tail to head, are
``inner[offsets[e]] .. inner[offsets[e + 1] - 1]``; edges are passed, and written, as::

    edges  (tail, head, ways, offsets, inner)

Room: as many chains as there are edges, one more offset, and as many cells as lie in the edges and nodes
there are.

All kernels work in slices.  The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.runtime.codes import EXPANDED, FOUND, HEAD, NONE, PAUSED
from gridwalk.runtime.kernel import kernel

MERGED = -2  # in node_of_cell
HELD, IN_MERGED = 1, 2  # role_of_cell: always a node; one of the merged cells
NODES, ENDS, INNER = 6, 7, 8  # registers of `number`: its counts
CORRIDORS, CELLS = 6, 7  # registers of `connect`: how many are written
FORWARD, BACKWARD, BOTH = 1, 2, 3  # directions of a corridor


@kernel
def fill_neighbours(moves_of_cell, moves, stencil, near_of_cell, state, budget, events):
    """Fill *near_of_cell*, all zero before, from the *moves* moves of a board that is not symmetric."""
    delta, opposite, bit = stencil
    first = state[HEAD]
    last = min(first + budget, len(moves_of_cell))
    for v in range(first, last):
        for m in range(moves):
            if moves_of_cell[v] >> m & 1:
                u = v + delta[m]
                near_of_cell[v] |= bit[m]
                near_of_cell[u] |= bit[opposite[m]]
    state[EXPANDED] += last - first
    state[HEAD] = last
    return FOUND if last == len(moves_of_cell) else PAUSED


@kernel
def remove_cells(near_of_cell, stencil, listed, state, budget, events):
    """Disconnect the *listed* cells from all others."""
    delta, opposite, bit = stencil
    first = state[HEAD]
    last = min(first + budget, len(listed))
    for i in range(first, last):
        v = listed[i]
        for d in range(len(delta)):
            if near_of_cell[v] >> d & 1:
                near_of_cell[v + delta[d]] &= ~bit[opposite[d]]
        near_of_cell[v] = 0
    state[EXPANDED] += last - first
    state[HEAD] = last
    return FOUND if last == len(listed) else PAUSED


@kernel
def only_direction(near, directions):
    """Return the only direction in the mask *near*; NONE if it has none or several."""
    found = NONE
    for d in range(directions):
        if near >> d & 1:
            if found != NONE:
                return NONE
            found = d
    return found


@kernel
def prune_leaves(near_of_cell, role_of_cell, stencil, state, budget, events):
    """Leaf pruning: repeatedly disconnect every cell with a single neighbour, except cells with a role."""
    delta, opposite, bit = stencil
    first = state[HEAD]
    last = min(first + budget, len(near_of_cell))
    for v in range(first, last):
        u = v
        # Invariant: of the cells before v, only those that this loop walks through became dead ends.
        while not role_of_cell[u]:
            d = only_direction(near_of_cell[u], len(delta))
            if d == NONE:
                break
            near_of_cell[u] = 0
            u += delta[d]
            near_of_cell[u] &= ~bit[opposite[d]]
    state[EXPANDED] += last - first
    state[HEAD] = last
    return FOUND if last == len(near_of_cell) else PAUSED


@kernel
def number(near_of_cell, role_of_cell, stencil, cyclic, node_of_cell, state, budget, events):
    """Fill *node_of_cell*; count nodes, ends of corridors, and cells inside corridors.

    The numbers follow the cells, from ``state[NODES]`` on.  A ring of corridor cells alone has no
    node, so for cycles (*cyclic*) a cell before both its neighbours is a node, too.
    """
    delta = stencil[0]
    first = state[HEAD]
    last = min(first + budget, len(near_of_cell))
    nodes, ends, inner = state[NODES], state[ENDS], state[INNER]
    for v in range(first, last):
        degree = 0
        ahead = 0
        for d in range(len(delta)):
            if near_of_cell[v] >> d & 1:
                degree += 1
                ahead += delta[d] > 0
        role = role_of_cell[v]
        node_of_cell[v] = NONE
        if role & IN_MERGED:
            node_of_cell[v] = MERGED
            ends += degree
            inner += degree
        elif role or degree > 2 or (cyclic and degree == 2 == ahead):
            node_of_cell[v] = nodes
            nodes += 1
            ends += degree
        else:
            inner += degree == 2
    state[NODES], state[ENDS], state[INNER] = nodes, ends, inner
    state[EXPANDED] += last - first
    state[HEAD] = last
    return FOUND if last == len(near_of_cell) else PAUSED


@kernel
def follow(moves_of_cell, near_of_cell, node_of_cell, stencil, v, d, inner, size):
    """Walk the corridor from *v* in direction *d*; return (last cell, direction back, ways, size).

    The cells between go into *inner* from *size* on.
    """
    delta, opposite = stencil[0], stencil[1]
    ways = BOTH
    while True:
        w = v + delta[d]
        back = opposite[d]
        # A direction that is not a move has no bit in moves_of_cell.
        if not moves_of_cell[v] >> d & 1:
            ways &= BACKWARD
        if not moves_of_cell[w] >> back & 1:
            ways &= FORWARD
        if node_of_cell[w] != NONE:
            return w, back, ways, size
        inner[size] = w
        size += 1
        for onward in range(len(delta)):
            if onward != back and near_of_cell[w] >> onward & 1:
                d = onward
        v = w


@kernel
def connect(
    moves_of_cell, near_of_cell, node_of_cell, cell_of_node, stencil, ends, corridors, state, budget, events
):
    """Write every corridor once, from the lower of its ends; *near_of_cell* is overwritten.

    *ends* is (number of the first cell's node, number of the merged node); the merged cell itself is
    written as the last one inside.  A corridor that cannot be walked in any direction is left out.
    """
    delta, bit = stencil[0], stencil[2]
    tail, head, ways_of_corridor, offsets, inner = corridors
    count, size, steps = state[CORRIDORS], state[CELLS], 0
    i = state[HEAD]
    while i < len(cell_of_node) and steps < budget:
        v = cell_of_node[i]
        steps += 1
        for d in range(len(delta)):
            if not near_of_cell[v] >> d & 1:
                continue
            w, back, ways, after = follow(
                moves_of_cell, near_of_cell, node_of_cell, stencil, v, d, inner, size
            )
            steps += 1 + after - size
            near_of_cell[w] &= ~bit[back]
            if ways:
                tail[count] = ends[0] + i
                if node_of_cell[w] == MERGED:
                    inner[after] = w
                    after += 1
                    head[count] = ends[1]
                else:
                    head[count] = node_of_cell[w]
                ways_of_corridor[count] = ways
                size = after
                count += 1
                offsets[count] = size
        i += 1
    state[CORRIDORS], state[CELLS], state[HEAD] = count, size, i
    state[EXPANDED] += steps
    return FOUND if i == len(cell_of_node) else PAUSED


CHAINS, CHAIN_CELLS = 6, 7  # registers of `contract`: how many are written


@kernel
def copy_inner(offsets, inner, e, backwards, copied, size):
    """Append the cells inside edge *e* to *copied* at *size*; return the new size."""
    low = offsets[e]
    count = offsets[e + 1] - low
    for i in range(count):
        copied[size + i] = inner[low + count - 1 - i] if backwards else inner[low + i]
    return size + count


@kernel
def contract(incidence, edges, nodes, used, chains, state, budget, events):
    """Write every chain between *kept* nodes as one edge; ``state[HEAD]`` is the next node.

    *incidence* is (first, edge_at), *nodes* (kept, number of the node if kept, cell of the node); *chains* is
    (edges to write, the first edge of each).  A node not kept has two edges.  A chain that cannot be
    walked in any direction is left out.
    """
    first, edge_at = incidence
    tail, head, ways, offsets, inner = edges
    kept, number, cell_of_node = nodes
    (new_tail, new_head, new_ways, new_offsets, new_inner), edge_of_chain = chains
    count, size, steps = state[CHAINS], state[CHAIN_CELLS], 0
    u = state[HEAD]
    while u < len(kept) and steps < budget:
        steps += 1
        if kept[u]:
            for i in range(first[u], first[u + 1]):
                e = edge_at[i]
                if used[e]:
                    continue
                begin = e
                after = size
                v = u
                walkable = BOTH
                while True:
                    used[e] = 1
                    steps += 1 + offsets[e + 1] - offsets[e]
                    backwards = tail[e] != v
                    w = ways[e]
                    walkable &= ((w & 1) << 1 | w >> 1) if backwards else w
                    after = copy_inner(offsets, inner, e, backwards, new_inner, after)
                    v = tail[e] if backwards else head[e]
                    if kept[v]:
                        break
                    new_inner[after] = cell_of_node[v]
                    after += 1
                    e = edge_at[first[v]] + edge_at[first[v] + 1] - e
                if walkable:
                    new_tail[count], new_head[count] = number[u], number[v]
                    new_ways[count] = walkable
                    edge_of_chain[count] = begin
                    size = after
                    count += 1
                    new_offsets[count] = size
        u += 1
    state[CHAINS], state[CHAIN_CELLS], state[HEAD] = count, size, u
    state[EXPANDED] += steps
    return FOUND if u == len(kept) else PAUSED
