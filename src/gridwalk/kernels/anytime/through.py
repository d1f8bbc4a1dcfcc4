"""The heaviest way through each small piece of a network, by trying all ways.

A piece is a row (a, b, junction inside, size): what is reached from that junction without a and b.  The
caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import EXPANDED, FOUND, HEAD, NONE, PAUSED

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
