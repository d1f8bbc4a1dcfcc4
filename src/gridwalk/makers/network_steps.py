"""Mazes of a network: which of its edges are kept, so that they are a tree of each part; and more of them.

Node *v* is left by the arcs ``first[v]`` to below ``first[v + 1]``: arc *k* leads to ``node[k]``, along
``edge[k]``.  ``kept`` (int8) is 1 for edges of the maze.  ``inside`` (int8) is 0 for a node that is not in
the maze yet, BEGIN for the first one of a part, else 1.  The caller owns all memory.
"""

from gridwalk.makers.tree_steps import AT, ROOT
from gridwalk.runtime.chance import below, happens, one_alive
from gridwalk.runtime.codes import EXHAUSTED, PAUSED
from gridwalk.runtime.kernel import kernel

BEGIN = 2


@kernel
def grow(first, node, edge, kept, inside, left, live, newest, oldest, random):
    """Take a node that is alive, and one of its arcs for good; a new node at its end is alive then.

    The node is the newest with probability *newest* / 2**32, else the oldest with *oldest* / 2**32, else any.
    ``left`` (int32) has the number of arcs of each node, ``live`` (int32) an entry a node; ``node`` and
    ``edge`` are put in another order.
    """
    for root in range(len(inside)):
        if inside[root]:
            continue
        inside[root] = BEGIN
        live[0] = root
        head, tail = 0, 1
        # Invariant: live[head:tail] are the nodes alive, the newest last; the arcs left of v stand first.
        while head < tail:
            i = one_alive(random, head, tail, newest, oldest)
            v = live[i]
            if left[v] == 0:
                if i == tail - 1:
                    tail -= 1
                else:
                    live[i] = live[head]
                    head += 1
                continue
            k = first[v] + below(random, left[v])
            left[v] -= 1
            last = first[v] + left[v]
            w, e = node[k], edge[k]
            node[k], edge[k] = node[last], edge[last]
            if inside[w] == 0:
                inside[w] = 1
                kept[e] = 1
                live[tail] = w
                tail += 1


@kernel
def wilson(first, node, edge, kept, inside, way, random, state, budget):
    """Walk from a node until the maze is met; the walk without its loops joins it.

    ``way`` (int64) has the arc by which a node was left last: that erases the loops.
    """
    v = state[AT]
    for root in range(state[ROOT], len(inside)):
        if inside[root]:
            continue
        if v == 0:  # no walk is under way: node 0 is in the maze from the beginning
            v = root
        while inside[v] == 0:
            if budget == 0:
                state[ROOT], state[AT] = root, v
                return PAUSED
            budget -= 1
            way[v] = first[v] + below(random, first[v + 1] - first[v])
            v = node[way[v]]
        v = root
        while inside[v] == 0:
            inside[v] = 1
            kept[edge[way[v]]] = 1
            v = node[way[v]]
        v = 0
    return EXHAUSTED


@kernel
def open_more(first, node, edge, kept, dead_ends, any_wall, random):
    """Open dead ends with probability *dead_ends* / 2**32, one wall each; then any wall with *any_wall*."""
    for v in range(len(first) - 1):
        number, seen, chosen = 0, 0, -1
        for k in range(first[v], first[v + 1]):
            number += kept[edge[k]]
        if dead_ends == 0 or number != 1 or not happens(random, dead_ends):
            continue
        for k in range(first[v], first[v + 1]):
            if node[k] != v and kept[edge[k]] == 0:
                seen += 1
                if below(random, seen) == 0:
                    chosen = edge[k]
        if chosen >= 0:
            kept[chosen] = 1
    for e in range(len(kept)):
        if kept[e] == 0 and any_wall and happens(random, any_wall):
            kept[e] = 1
