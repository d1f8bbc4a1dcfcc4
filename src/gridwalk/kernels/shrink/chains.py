"""Contraction of chains: each becomes one edge, and the nodes between become cells inside it.

The graph is as in `gridwalk.kernels.shrink.biconnected`.  The cells inside edge *e*, from tail to head, are
``inner[offsets[e]] .. inner[offsets[e + 1] - 1]``; edges are passed, and written, as::

    edges  (tail, head, ways, offsets, inner)

Room: as many chains as there are edges, one more offset, and as many cells as lie in the edges and nodes
there are.

All kernels work in slices.  The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import EXPANDED, FOUND, HEAD, PAUSED
from gridwalk.kernels.shrink.contract import BOTH

CHAINS, CELLS = 6, 7  # registers of `contract`: how many are written


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
    count, size, steps = state[CHAINS], state[CELLS], 0
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
    state[CHAINS], state[CELLS], state[HEAD] = count, size, u
    state[EXPANDED] += steps
    return FOUND if u == len(kept) else PAUSED
