"""The network of a long path: paths in one array, colours of junctions, small pieces and ways through them.

In a path of a network ``onward[v]`` is the place of the edge by which the path leaves *v*.

A network is ``(first, near, gain)``: the edges that leave *v* have the places ``first[v]`` to below
``first[v + 1]``; the one at *place* leads to ``near[place]`` and is worth ``gain[place]``, an integer.

Colour the junctions of a network by the parity of the weights on the way.

Pieces of a network that hang on two junctions, and are small.

For every junction *a*: the ball of the junctions nearest to it, and in the ball, without *a*, one depth-first
search (Hopcroft and Tarjan 1973) from what is outside, as if that were one junction, with source and sink
joined to it.  A subtree from which no edge leads above its parent *b* hangs on *a* and *b* alone.

The caller owns all memory; the kernels allocate nothing and raise nothing.

The heaviest way through each small piece of a network, by trying all ways.

A piece is a row (a, b, junction inside, size): what is reached from that junction without a and b.  The
caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, FOUND, HEAD, NONE, PAUSED, TAIL
from gridwalk.runtime.kernel import kernel

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
def fill_ball(first, near, a, size, ball, mark, blank, numbered):
    """Write up to *size* junctions nearest to *a* into *ball*, itself first; return how many.

    *mark* is *blank* elsewhere, and becomes their place in *ball* if *numbered*, else NONE.
    """
    ball[0], mark[a] = a, 0 if numbered else NONE
    count, i = 1, 0
    while i < count < size:
        u = ball[i]
        i += 1
        for k in range(first[u], first[u + 1]):
            v = near[k]
            if mark[v] == blank and count < size:
                mark[v] = count if numbered else NONE
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
        count = fill_ball(first, near, a, size, ball, order, 0, False)
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


FREE, BORDER, INSIDE = 0, 1, 2  # marks of junctions
SOLVED, HARD = 1, 2  # what became of a piece; 0: others are in its way
WRITTEN = 6  # register: edges in *ways*


@kernel
def gather(first, near, a, b, u, mark, members):
    """Write the junctions inside a piece into *members*, marked; return how many, NONE: others are there."""
    if mark[a] == INSIDE or mark[b] == INSIDE or mark[u] != FREE:
        return NONE
    members[0], mark[u] = u, INSIDE
    count, i, clash = 1, 0, False
    while i < count:
        for k in range(first[members[i]], first[members[i] + 1]):
            v = near[k]
            if v != a and v != b and mark[v] == BORDER:
                clash = True
            elif v != a and v != b and mark[v] == FREE:
                members[count], mark[v] = v, INSIDE
                count += 1
        i += 1
    if clash:
        for i in range(count):
            mark[members[i]] = FREE
        return NONE
    mark[a] = mark[b] = BORDER
    return count


@kernel
def heaviest(network, a, b, mark, used, limit, stack, best):
    """Write the edges of the heaviest way from a to b through the piece into *best*.

    Return (edges, steps); no edges: more than *limit* steps.  *used* is 0 everywhere; *stack* is (junction,
    place, edge, sum) by depth, and the sum of the best way in the end is the last.
    """
    first, near, edge, weight = network
    at, place, by, sums = stack
    depth, length, steps, top = 0, 0, 0, len(sums) - 1
    at[0], place[0], used[a] = a, first[a], 1
    while depth >= 0 and steps <= limit:
        steps += 1
        u, k = at[depth], place[depth]
        if k == first[u + 1]:
            used[u] = 0
            depth -= 1
            continue
        place[depth] += 1
        v, total = near[k], sums[depth] + weight[edge[k]]
        if v == b and depth > 0:
            if length == 0 or total > sums[top]:
                sums[top], length = total, depth + 1
                for i in range(depth):
                    best[i] = by[i]
                best[depth] = edge[k]
        elif v != b and mark[v] == INSIDE and not used[v]:
            by[depth] = edge[k]
            depth += 1
            at[depth], place[depth], sums[depth], used[v] = v, first[v], total, 1
    for i in range(depth + 1):
        used[at[i]] = 0
    return (0 if depth >= 0 else length), steps


@kernel
def solve_pieces(network, pieces, marks, limit, stack, solved, state, budget, events):
    """Solve the pieces from ``state[HEAD]`` on, those before first.  *marks* is (mark, used, members).

    *solved* is (fate, end of the way, ways, way): the edges of all ways one after another.
    """
    mark, used, members = marks
    fate, end, ways, way = solved
    i, written, spent = state[HEAD], state[WRITTEN], 0
    while i < len(pieces) and spent < budget:
        a, b = pieces[i, 0], pieces[i, 1]
        count = gather(network[0], network[1], a, b, pieces[i, 2], mark, members)
        spent += 4
        if count != NONE:
            length, steps = heaviest(network, a, b, mark, used, limit, stack, way)
            spent += steps + 4 * count
            fate[i] = SOLVED if length else HARD
            for k in range(length):
                ways[written] = way[k]
                written += 1
        end[i] = written
        i += 1
    state[HEAD], state[WRITTEN] = i, written
    state[EXPANDED] += spent
    return PAUSED if i < len(pieces) else FOUND
