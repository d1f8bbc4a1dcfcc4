"""Biconnected blocks of a graph (Hopcroft and Tarjan 1973), reachability, and directed pruning.

Nodes and edges are numbered from 0.  The edges at node *u* are
``edge_at[first[u]] .. edge_at[first[u + 1] - 1]``, a loop twice; ``ways`` of an edge says whether it
can be walked from tail to head (1), from head to tail (2) or both (3).  A graph is passed as::

    graph  (first, edge_at, tail, head)

Room: an entry a node for all that is of nodes, stacks and queues too, for a node is in them once; there
are fewer blocks than nodes.  *edge_at* has two entries an edge.

All kernels work in slices.  The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.allpaths.reduce.contract import BACKWARD, BOTH, FORWARD
from gridwalk.runtime.codes import EXHAUSTED, EXPANDED, FOUND, HEAD, NONE, PAUSED, TAIL
from gridwalk.runtime.kernel import kernel

AT, ROOT, ORDER, STACKED, BLOCKS = 4, 5, 6, 7, 8  # registers of `find_blocks`
MANY = -2  # neighbours in `prune_directed`


@kernel
def list_edges(tail, head, place, edge_at, state, budget, events):
    """Fill *edge_at*; ``place[u]`` starts as where node *u*'s edges begin, and ends where they end."""
    first = state[HEAD]
    last = min(first + budget, len(tail))
    for e in range(first, last):
        edge_at[place[tail[e]]] = e
        place[tail[e]] += 1
        edge_at[place[head[e]]] = e
        place[head[e]] += 1
    state[EXPANDED] += last - first
    state[HEAD] = last
    return FOUND if last == len(tail) else PAUSED


@kernel
def find_blocks(graph, last_root, walk, order, block_of_node, top_of_block, state, budget, events):
    """Number the blocks of all that is reached from the roots ``state[ROOT] .. last_root - 1``.

    The block of a node is that of the tree edge by which the depth-first search entered it, so an edge is
    in the block of its later end (by *order*; 0: never entered).  The *top* of a block is its first node.
    *walk* is (place, parent, low, stack): place starts as ``first``, the others as anything.
    """
    first, edge_at, tail, head = graph
    place, parent, low, stack = walk
    u, root, count, stacked, blocks = state[AT], state[ROOT], state[ORDER], state[STACKED], state[BLOCKS]
    steps = 0
    while steps < budget:
        steps += 1
        w = NONE
        if u == NONE:
            while root < last_root and order[root]:
                root += 1
            if root == last_root:
                break
            w = root
        elif place[u] < first[u + 1]:
            e = edge_at[place[u]]
            place[u] += 1
            w = tail[e] if head[e] == u else head[e]
            if order[w]:
                low[u] = min(low[u], order[w])
                continue
        if w != NONE:
            count += 1
            order[w] = low[w] = count
            parent[w] = u
            stack[stacked] = w
            stacked += 1
            u = w
            continue
        # Invariant: the stack above u holds what came after u and is in no block yet.
        p = parent[u]
        if p == NONE:
            stacked -= 1
        elif low[u] >= order[p]:
            while block_of_node[u] == NONE:
                stacked -= 1
                block_of_node[stack[stacked]] = blocks
            top_of_block[blocks] = p
            blocks += 1
        else:
            low[p] = min(low[p], low[u])
        u = p
    state[AT], state[ROOT], state[ORDER], state[STACKED], state[BLOCKS] = u, root, count, stacked, blocks
    state[EXPANDED] += steps
    return EXHAUSTED if u == NONE and root == last_root else PAUSED


@kernel
def number_in_blocks(graph, block_of_edge, seen_of_block, count_of_block, ends, state, budget, events):
    """Give each node a number in each block it has edges in, in node order; write it at the edges' *ends*.

    ``seen_of_block`` starts as NONE, ``count_of_block`` as zeros and ends as the blocks' node counts.
    """
    first, edge_at, tail, head = graph
    u = state[HEAD]
    steps = 0
    while u < len(first) - 1 and steps < budget:
        for i in range(first[u], first[u + 1]):
            e = edge_at[i]
            b = block_of_edge[e]
            if seen_of_block[b] != u:
                seen_of_block[b] = u
                count_of_block[b] += 1
            if tail[e] == u:
                ends[e, 0] = count_of_block[b] - 1
            if head[e] == u:
                ends[e, 1] = count_of_block[b] - 1
        steps += 1 + first[u + 1] - first[u]
        u += 1
    state[HEAD] = u
    state[EXPANDED] += steps
    return FOUND if u == len(first) - 1 else PAUSED


@kernel
def mark_reachable(graph, ways, backwards, reached, queue, state, budget, events):
    """Mark the nodes reachable from those in the queue (``state[TAIL]`` of them, already marked).

    With *backwards*, mark the nodes from which these can be reached.
    """
    first, edge_at, tail, head = graph
    at, last, steps = state[HEAD], state[TAIL], 0
    out = BACKWARD if backwards else FORWARD
    while at < last and steps < budget:
        u = queue[at]
        at += 1
        for i in range(first[u], first[u + 1]):
            e = edge_at[i]
            if tail[e] == u and ways[e] & out and not reached[head[e]]:
                reached[head[e]] = 1
                queue[last] = head[e]
                last += 1
            if head[e] == u and ways[e] & (BOTH - out) and not reached[tail[e]]:
                reached[tail[e]] = 1
                queue[last] = tail[e]
                last += 1
        steps += 1 + first[u + 1] - first[u]
    state[HEAD], state[TAIL] = at, last
    state[EXPANDED] += steps
    return FOUND if at == last else PAUSED


@kernel
def only_neighbour(graph, ways, u, leaving, cyclic):
    """Return where the arcs that leave *u* (else: enter it) lead: NONE, MANY or the one neighbour.

    For cycles, two edges to one neighbour count as two: the edge is returned instead.
    """
    first, edge_at, tail, head = graph
    found = NONE
    for i in range(first[u], first[u + 1]):
        e = edge_at[i]
        w = tail[e] if head[e] == u else head[e]
        way = FORWARD if (tail[e] == u) == leaving else BACKWARD
        if w == u or not ways[e] & way:
            continue
        there = e if cyclic else w
        if found != NONE and found != there:
            return MANY
        found = there
    return found


@kernel
def prune_directed(graph, ways, held, cyclic, waiting, stack, state, budget, events):
    """Directed pruning: close every arc into a node whose only way out leads back, and the reverse.

    Nodes *held* are not pruned.  The *stack* starts with all others (``state[TAIL]`` of them), marked as
    *waiting*.
    """
    first, edge_at, tail, head = graph
    size, steps = state[TAIL], 0
    while size and steps < budget:
        size -= 1
        u = stack[size]
        waiting[u] = 0
        steps += 3 * (1 + first[u + 1] - first[u])
        for leaving in range(2):
            only = only_neighbour(graph, ways, u, leaving == 1, cyclic)
            if only == MANY:
                continue
            for i in range(first[u], first[u + 1]):
                e = edge_at[i]
                w = tail[e] if head[e] == u else head[e]
                # A path that leaves to `only` cannot have entered from there, and the reverse.
                way = BACKWARD if (tail[e] == u) == (leaving == 1) else FORWARD
                if w == u or not ways[e] & way or (only != NONE and (e if cyclic else w) != only):
                    continue
                ways[e] &= ~way
                for x in (u, w):
                    if not waiting[x] and not held[x]:
                        waiting[x] = 1
                        stack[size] = x
                        size += 1
    state[TAIL] = size
    state[EXPANDED] += steps
    return FOUND if size == 0 else PAUSED
