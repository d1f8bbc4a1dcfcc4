"""The lightest spanning tree under random weights: the tree that Kruskal's algorithm (1956) makes.

Kruskal opens the walls in random order, each that joins two parts.  The same tree comes round by round
(Boruvka 1926): each part opens the lightest wall around it.  Every pass goes over the rooms in order, which
a large board rewards: a shuffled list of its walls misses the cache at each.
"""

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.makers.chance import weight
from gridwalk.kernels.makers.rooms import open_door

HEAVIEST = 1 << 62  # more than any weight


@inline_kernel
def root_of(label, v):
    """Return the root of the part of *v*, halving the way there."""
    while label[v] != v:
        label[v] = label[label[v]]
        v = label[v]
    return v


@inline_kernel
def merge(label, doors, v, w):
    """Open the wall between *v* and *w* if they are in two parts; the smaller root becomes the root."""
    a, b = root_of(label, v), root_of(label, w)
    if a != b:
        label[max(a, b)] = min(a, b)
        open_door(doors, v, w)


@kernel
def kruskal(free, doors, columns, seed, label, best, edges):
    """Open the doors of the lightest tree; that right of *v* is edge ``2 * v``, that below ``2 * v + 1``.

    ``label`` and ``best`` (int32) have an entry a room, ``edges`` (int32) two.
    """
    stride = columns + 2
    for v in range(len(free)):
        label[v] = v
        best[v] = -1
    for v in range(len(free)):  # the first round: the lightest of four walls
        if free[v]:
            least, chosen = HEAVIEST, v
            for e, w in (
                (2 * v, v + 1),
                (2 * v + 1, v + stride),
                (2 * v - 2, v - 1),
                (2 * (v - stride) + 1, v - stride),
            ):
                if free[w]:
                    x = weight(seed, e)
                    if x < least:
                        least, chosen = x, w
            if chosen != v:
                merge(label, doors, v, chosen)
    count = 0
    for v in range(len(free)):
        label[v] = label[label[v]]  # a root is the least of its part
        if free[v]:
            if free[v + 1]:
                edges[count] = 2 * v
                count += 1
            if free[v + stride]:
                edges[count] = 2 * v + 1
                count += 1
    while count > 0:
        count = lightest_around(stride, seed, label, best, edges, count)
        for v in range(len(free)):
            if best[v] >= 0:
                u = best[v] >> 1
                merge(label, doors, u, u + (stride if best[v] & 1 else 1))
                best[v] = -1
        for v in range(len(free)):
            label[v] = label[label[v]]


@kernel
def lightest_around(stride, seed, label, best, edges, count):
    """Find for each part the lightest edge around it; keep the edges between parts, return how many."""
    kept = 0
    for i in range(count):
        e = edges[i]
        u = e >> 1
        a, b = label[u], label[u + (stride if e & 1 else 1)]
        if a == b:
            continue
        edges[kept] = e
        kept += 1
        x = weight(seed, e)
        if best[a] < 0 or x < weight(seed, best[a]):
            best[a] = e
        if best[b] < 0 or x < weight(seed, best[b]):
            best[b] = e
    return kept
