"""A contraction hierarchy of the corridor graph: junctions taken out one by one, shortest ways kept.

To contract junction v is to take it out, and to put a *shortcut* in for each two neighbours with no way
round v that is as short (a *witness*).  Junctions that leave few shortcuts go first, and those with no
neighbour contracted before.  A junction with more arcs than `MOST` is not contracted, nor is one for whose
shortcuts there is no room: these stay as the *core*.

An *arc* is one direction of an edge or shortcut; those of junction v are a list from ``first[v]`` on by NEXT.
Contracted, v keeps its arcs, which all lead to junctions contracted later; theirs back to v are free again::

    arcs      int32 (any, 4)  HEAD, NEXT, LEFT, RIGHT: a shortcut u - w is made of two arcs of the junction
                              between, LEFT to u and RIGHT to w; an edge has NONE and its door
    weights   int64 (any,)    costs as in `corridors`, exact
    ranks     int32 (n, 2)    LEVEL, above that of all neighbours contracted before; RANK, NONE in the core
    queue     int64 (n + 4, 2)        a heap of junctions, by what each was worth when looked at last
    labels    int64 (n, 3)            STAMP, COST and TARGET of searches for witnesses; begins as zeros
    heap      int64 (ROOM, 2)         of these searches
    around    int32 (MOST,), needed int32 (MOST**2 / 2, 2)

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, NONE, PAUSED
from gridwalk.kernels.search.corridors import DIAGONALS, DOOR, JUNCTION, STEPS, price
from gridwalk.kernels.search.heap import drop, push
from gridwalk.runtime.kernel import kernel

HEAD, NEXT, LEFT, RIGHT = 0, 1, 2, 3
LEVEL, RANK = 0, 1
STAMP, COST, TARGET = 0, 1, 2
# Registers of `contract`: junctions in the queue, first free arc, number of free arcs, last stamp, last rank.
QUEUED, FREE, SPARE, STAMPS, RANKED = 4, 5, 6, 7, 8
MOST = 14  # arcs of a junction that is contracted: beyond, shortcuts multiply
SETTLED = 60  # junctions that a search for witnesses looks at, at most; it ends after some ten in the mean
ROOM = 1024  # pushes of such a search, then it is over
SHORTCUTS = 4  # what a shortcut for each arc taken out weighs, beside a level


@kernel
def arc_between(first, arcs, u, v):
    """Return the arc from *u* to *v*, NONE if there is none."""
    a = np.int64(first[u])
    while a != NONE and arcs[a, HEAD] != v:
        a = np.int64(arcs[a, NEXT])
    return a


@kernel
def link(junctions, doors, first, arcs, weights, state):
    """Fill *first* and *arcs* with the doors: no loops, and the shortest of parallel ones."""
    for a in range(arcs.shape[0] - 1, doors.shape[0] - 1, -1):
        arcs[a, NEXT], state[FREE] = state[FREE], a
    state[SPARE] = arcs.shape[0] - doors.shape[0]
    for j in range(first.shape[0]):
        first[j] = NONE
        for door in range(junctions[j, DOOR], junctions[j + 1, DOOR]):
            u = np.int64(doors[door, JUNCTION])
            weight = price(np.int64(doors[door, STEPS]), np.int64(doors[door, DIAGONALS]))
            a = arc_between(first, arcs, j, u)
            if u == j or a != NONE:
                arcs[door, NEXT], state[FREE] = state[FREE], door
                state[SPARE] += 1
            if a == NONE and u != j:
                a = door
                arcs[a, HEAD], arcs[a, NEXT], first[j] = u, first[j], a
                weights[a] = weight + 1
            if u != j and weight < weights[a]:
                weights[a], arcs[a, LEFT], arcs[a, RIGHT] = weight, NONE, door


@kernel
def witness(graph, labels, heap, source, v, limit, targets, stamp):
    """Label the ways from *source* round *v* up to a cost of *limit*; return how many junctions were settled.

    The search is over when it has settled *targets* junctions whose TARGET is *v*, or has taken long.
    """
    first, arcs, weights = graph
    labels[source, STAMP], labels[source, COST] = stamp, 0
    size, settled = push(heap, 0, 0, source), 0
    while size and settled < SETTLED:
        cost, u = heap[0, 0], heap[0, 1]
        size = drop(heap, size)
        if cost > labels[u, COST]:
            continue
        settled += 1
        if labels[u, TARGET] == v + 1:
            targets -= 1
            if targets == 0:
                break
        a = np.int64(first[u])
        while a != NONE:
            w, total = np.int64(arcs[a, HEAD]), cost + weights[a]
            if w != v and total <= limit and (labels[w, STAMP] != stamp or total < labels[w, COST]):
                if size + 4 > heap.shape[0]:
                    return settled
                labels[w, STAMP], labels[w, COST] = stamp, total
                size = push(heap, size, total, w)
            a = np.int64(arcs[a, NEXT])
    return settled


@kernel
def survey(graph, labels, heap, v, around, needed, state):
    """Fill *around* with the arcs of *v*, *needed* with the pairs of them that need a shortcut.

    Return (arcs, shortcuts); of more than `MOST` arcs there is nothing to say.
    """
    first, arcs, weights = graph
    k, count = 0, 0
    a = np.int64(first[v])
    while a != NONE and k < MOST:
        around[k] = a
        k += 1
        a = np.int64(arcs[a, NEXT])
    if a != NONE:
        return k + 1, 0
    for i in range(k):
        labels[arcs[around[i], HEAD], TARGET] = v + 1
    for i in range(k - 1):
        state[STAMPS] += 1
        stamp, weight, limit = state[STAMPS], weights[around[i]], np.int64(0)
        source = np.int64(arcs[around[i], HEAD])
        labels[source, TARGET] = 0
        for j in range(i + 1, k):
            limit = max(limit, weight + weights[around[j]])
        state[EXPANDED] += witness(graph, labels, heap, source, v, limit, k - 1 - i, stamp)
        for j in range(i + 1, k):
            u = arcs[around[j], HEAD]
            if labels[u, STAMP] != stamp or labels[u, COST] > weight + weights[around[j]]:
                needed[count, 0], needed[count, 1] = i, j
                count += 1
    return k, count


@kernel
def unlink(first, arcs, u, v, state):
    """Take the arc from *u* to *v* out of the list of *u*; it is free."""
    a, before = np.int64(first[u]), NONE
    while arcs[a, HEAD] != v:
        before, a = a, np.int64(arcs[a, NEXT])
    if before == NONE:
        first[u] = arcs[a, NEXT]
    else:
        arcs[before, NEXT] = arcs[a, NEXT]
    arcs[a, NEXT], state[FREE] = state[FREE], a
    state[SPARE] += 1


@kernel
def shortcut(graph, left, right, state):
    """Put in the arc that goes *left* backwards, then *right*; if there is a longer one, in its place."""
    first, arcs, weights = graph
    u, w = np.int64(arcs[left, HEAD]), np.int64(arcs[right, HEAD])
    a = arc_between(first, arcs, u, w)
    if a == NONE:
        a = state[FREE]
        state[FREE] = arcs[a, NEXT]
        state[SPARE] -= 1
        arcs[a, HEAD], arcs[a, NEXT], first[u] = w, first[u], a
    weights[a], arcs[a, LEFT], arcs[a, RIGHT] = weights[left] + weights[right], left, right


@kernel
def contract(graph, ranks, scratch, state, budget, events):
    """Contract junctions until none is left in the queue, for about *budget* arcs looked at in a call."""
    first, arcs, _ = graph
    queue, labels, heap, around, needed = scratch
    until = state[EXPANDED] + budget // 8
    while state[QUEUED]:
        if state[EXPANDED] >= until:
            return PAUSED
        v, level = queue[0, 1], np.int64(ranks[queue[0, 1], LEVEL])
        state[QUEUED] = drop(queue, state[QUEUED])
        k, count = survey(graph, labels, heap, v, around, needed, state)
        state[EXPANDED] += 1
        if k > MOST or state[SPARE] + k < 2 * count:
            continue  # of the core
        worth = level + SHORTCUTS * count // max(k, 1)
        if state[QUEUED] and worth > queue[0, 0]:
            state[QUEUED] = push(queue, state[QUEUED], worth, v)
            continue
        ranks[v, RANK] = state[RANKED]
        state[RANKED] += 1
        for i in range(k):
            u = np.int64(arcs[around[i], HEAD])
            unlink(first, arcs, u, v, state)
            ranks[u, LEVEL] = max(np.int64(ranks[u, LEVEL]), level + 1)
        for i in range(count):
            a, b = np.int64(around[needed[i, 0]]), np.int64(around[needed[i, 1]])
            shortcut(graph, a, b, state)
            shortcut(graph, b, a, state)
    return EXHAUSTED


@kernel
def collect(first, arcs, junction_of_place, begin, arc_of_number, number_of_arc):
    """Number the arcs by the place of the junction they belong to; fill ``begin`` (n + 1)."""
    k = 0
    for place in range(junction_of_place.shape[0]):
        begin[place] = k
        a = np.int64(first[junction_of_place[place]])
        while a != NONE:
            arc_of_number[k], number_of_arc[a] = a, k
            k += 1
            a = np.int64(arcs[a, NEXT])
    begin[junction_of_place.shape[0]] = k
