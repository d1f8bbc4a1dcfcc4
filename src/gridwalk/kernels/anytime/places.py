"""A path of a network in one array: ``onward[v]`` is the place of the edge by which the path leaves *v*.

A network is ``(first, near, gain)``: the edges that leave *v* have the places ``first[v]`` to below
``first[v + 1]``; the one at *place* leads to ``near[place]`` and is worth ``gain[place]``, an integer.

Colour the junctions of a network by the parity of the weights on the way.

Pieces of a network that hang on two junctions, and are small.

For every junction *a*: the ball of the junctions nearest to it, and in the ball, without *a*, one depth-first
search (Hopcroft and Tarjan 1973) from what is outside, as if that were one junction, with source and sink
joined to it.  A subtree from which no edge leads above its parent *b* hangs on *a* and *b* alone.

The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, FOUND, HEAD, NONE, PAUSED, TAIL

OFF = -1  # the path does not visit the junction
SINK = -2  # the path ends here
TAKEN = -3  # a search stands on the junction


@kernel
def junctions_of(near, onward, source, junctions):
    """Write the junctions of the path into *junctions*, and return how many there are."""
    number, x = 0, source
    junctions[0] = x
    while onward[x] >= 0:
        x = near[onward[x]]
        number += 1
        junctions[number] = x
    return number + 1


@kernel
def colour(first, near, edge, odd, colour_of_junction, queue, state, budget, events):
    """Colour what is reached from the queue (``state[TAIL]`` junctions, coloured); EXHAUSTED: impossible.

    An edge joins different colours if it is *odd*, else equal ones.  The others start as NONE.
    """
    at, last, steps = state[HEAD], state[TAIL], 0
    status = FOUND
    while at < last:
        if steps >= budget:
            status = PAUSED
            break
        u = queue[at]
        at += 1
        for i in range(first[u], first[u + 1]):
            v = near[i]
            wanted = colour_of_junction[u] ^ odd[edge[i]]
            if colour_of_junction[v] == NONE:
                colour_of_junction[v] = wanted
                queue[last] = v
                last += 1
            elif colour_of_junction[v] != wanted:
                status = EXHAUSTED
        steps += 1 + first[u + 1] - first[u]
    state[HEAD], state[TAIL] = at, last
    state[EXPANDED] += steps
    return status


PIECES = 6  # register: how many are written
OUTSIDE = 1  # order of what is outside the ball


@kernel
def fill_ball(first, near, a, size, ball, order):
    """Write the *size* junctions nearest to *a* into *ball*, itself first; their order becomes NONE."""
    ball[0], order[a] = a, NONE
    count, i = 1, 0
    while i < count < size:
        u = ball[i]
        i += 1
        for k in range(first[u], first[u + 1]):
            v = near[k]
            if order[v] == 0 and count < size:
                order[v] = NONE
                ball[count] = v
                count += 1
    return count


@kernel
def search_from(root, first, near, a, ends, counted, walk, found, begin, pieces):
    """Search from *root*, next to the outside; write the smallest pieces; return (pieces, counted)."""
    place, parent, low, order = walk
    u, v = NONE, root
    while True:
        if v != NONE:
            counted += 1
            order[v], place[v], parent[v] = counted, first[v], u
            low[v] = OUTSIDE if v == ends[0] or v == ends[1] else counted
            u, v = v, NONE
        elif place[u] < first[u + 1]:
            w = near[place[u]]
            place[u] += 1
            if order[w] == 0:
                low[u] = OUTSIDE
            elif order[w] == NONE:
                v = w if w != a else NONE
            else:
                low[u] = min(low[u], order[w])
        else:
            b = parent[u]
            if b == NONE:
                return pieces, counted
            if low[u] >= order[b]:
                inner = pieces > begin and order[found[pieces - 1, 2]] > order[u]
                if pieces < len(found) and not inner:
                    found[pieces, 0], found[pieces, 1], found[pieces, 2] = a, b, u
                    found[pieces, 3] = counted - order[u] + 1
                    pieces += 1
            low[b] = min(low[b], low[u])
            u = b


@kernel
def is_outside(u, first, near, ends, order):
    """Whether *u* is an end, or has a neighbour outside the ball."""
    if u == ends[0] or u == ends[1]:
        return True
    for k in range(first[u], first[u + 1]):
        if order[near[k]] == 0:
            return True
    return False


@kernel
def find_pieces(first, near, ends, wanted, size, ball, walk, found, state, budget, events):
    """Write the pieces (a, b, junction inside, size) of each *wanted* junction from ``state[HEAD]`` on.

    It stops when *found* is full.  *walk* is (place, parent, low, order), *order* all 0.
    """
    order = walk[3]
    a, pieces, steps = state[HEAD], state[PIECES], 0
    while a < len(first) - 1 and pieces < len(found) and steps < budget:
        if not wanted[a]:
            steps += 1
            a += 1
            continue
        count = fill_ball(first, near, a, size, ball, order)
        begin, counted = pieces, OUTSIDE
        for i in range(1, count):
            u = ball[i]
            if order[u] == NONE and is_outside(u, first, near, ends, order):
                pieces, counted = search_from(u, first, near, a, ends, counted, walk, found, begin, pieces)
        for i in range(count):
            order[ball[i]] = 0
        steps += 8 * count
        a += 1
    state[HEAD], state[PIECES] = a, pieces
    state[EXPANDED] += steps
    return PAUSED if a < len(first) - 1 and pieces < len(found) else FOUND
