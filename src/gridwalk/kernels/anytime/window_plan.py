"""Which junctions a window has, and in which order they are decided.

The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.anytime.window import BITS, SLOTS
from gridwalk.kernels.codes import NONE

DECIDED = -2  # in place of a slot


@kernel
def gather_ball(first, near, centre, size, number, members):
    """Write up to *size* junctions around *centre* into *members*, the nearest first; return how many.

    ``number[v]`` is then the place of junction *v* among them; it is NONE elsewhere.
    """
    members[0], number[centre] = centre, 0
    count, i = 1, 0
    while i < count < size:
        for k in range(first[members[i]], first[members[i] + 1]):
            u = near[k]
            if number[u] == NONE and count < size:
                members[count], number[u] = u, count
                count += 1
        i += 1
    return count


@inline_kernel
def inside_beside(path, place, number, v):
    """Return how many of the two neighbours of *v* on the path are in the window."""
    at, inside = place[v], 0
    if at > 0 and number[path[at - 1]] != NONE:
        inside += 1
    if at + 1 < len(path) and number[path[at + 1]] != NONE:
        inside += 1
    return inside


@kernel
def find_ends(path, place, number, members, count, ends):
    """Drop junctions whose path is all outside; write the places on the path where strands end to *ends*.

    Return how many junctions are left in *members*, and how many ends there are, in no order.
    """
    left, found = 0, 0
    for i in range(count):
        v = members[i]
        inside = 2
        if place[v] != NONE:
            inside = inside_beside(path, place, number, v)
        if inside == 0:
            number[v] = NONE
            continue
        if inside == 1:
            ends[found] = place[v]
            found += 1
        members[left], number[v] = v, left
        left += 1
    return left, found


@inline_kernel
def widening(slot, left, partner, j):
    """Return how many slots more junction *j* takes once a neighbour of it is decided.

    ``left[j]`` is the number of its undecided neighbours; after the last one it is decided next.
    """
    if slot[j] == DECIDED:
        return 0
    if slot[j] >= 0:
        return 0 if left[j] > 1 else -1
    return (1 if left[j] > 1 else 0) + (1 if partner[j] != NONE else 0)


@inline_kernel
def next_junction(first, near, window):
    """Return the junction on the frontier after which it is narrowest, of several the last; or NONE.

    The junctions of a ball are listed from its centre outwards: the sweep begins at the rim.
    """
    number, members, count, partner, _, slot, left = window
    best, fewest = NONE, 0
    for i in range(count):
        if slot[i] < 0:
            continue
        more = 0
        for k in range(first[members[i]], first[members[i] + 1]):
            j = number[near[k]]
            if j != NONE:
                more += widening(slot, left, partner, j)
        if best == NONE or more <= fewest:
            best, fewest = i, more
    return best


@inline_kernel
def count_neighbours(first, near, window):
    """Write how many neighbours in the window each junction has."""
    number, members, count, _, _, _, left = window
    for i in range(count):
        left[i] = 0
        for k in range(first[members[i]], first[members[i] + 1]):
            if number[near[k]] != NONE:
                left[i] += 1


@inline_kernel
def give_slots(i, slot, partner, free):
    """Give junction *i* and the other end of its strand slots; return (free slots or NONE, their fields)."""
    a = 0
    while a < SLOTS and not (free >> a) & 1:
        a += 1
    b = a
    if partner[i] != NONE:
        b += 1
        while b < SLOTS and not (free >> b) & 1:
            b += 1
        slot[partner[i]] = b
    slot[i] = a
    if b >= SLOTS:
        return NONE, 0
    return free & ~(1 << a) & ~(1 << b), (b << (BITS * a)) | (a << (BITS * b))


@kernel
def plan_window(network, prices, place, window, layers, edges):
    """Write the *layers* and their *edges*; return what the present path loses, NONE: the window is too wide.

    *window* is (number, members, count, partner, strands, slot, left): ``partner[i]`` is the other end of the
    strand that ends at the junction *i* of the window, NONE: none does; *slot* is NONE everywhere, *left* is
    scratch.

    A layer is (its slot, what states get as junctions enter, a mask of the slots left afterwards, whether
    the cycle may be closed, what is lost if the junction is unvisited, and if no edge is taken, the number of
    edges in all layers before, the junction), an edge (slot, what is lost more if it is taken, junction).
    """
    first, near, gain = network
    number, members, count, partner, strands, slot, left = window
    own, enter, live, closable, unvisited, idle, begin, junction = layers
    edge_slot, edge_loss, edge_end = edges
    every = (1 << SLOTS) - 1
    free, lost, edge = every, 0, 0
    count_neighbours(first, near, window)
    for layer in range(count):
        i = next_junction(first, near, window)
        if i == NONE:
            i = count - 1
            while slot[i] == DECIDED:
                i -= 1
        v = members[i]
        junction[layer], begin[layer], enter[layer], idle[layer] = i, edge, 0, 0
        for k in range(first[v] - 1, first[v + 1]):
            j = i if k < first[v] else number[near[k]]
            if j == NONE:
                continue
            left[j] -= j != i
            if slot[j] == DECIDED:
                continue
            if slot[j] == NONE:
                if partner[j] != NONE:
                    strands -= 1
                free, fields = give_slots(j, slot, partner, free)
                if free == NONE:
                    return NONE
                enter[layer] |= fields
            if j == i:
                continue
            u = members[j]
            worth = gain[k] - prices[v] - prices[u]
            edge_slot[edge], edge_loss[edge], edge_end[edge] = slot[j], -worth, j
            edge += 1
            idle[layer] += max(worth, 0)
            taken = place[u] != NONE and place[v] != NONE and abs(place[u] - place[v]) == 1
            lost += max(-worth, 0) if taken else max(worth, 0)
        unvisited[layer] = 2 * prices[v]
        if place[v] == NONE:
            lost += unvisited[layer]
        free |= 1 << slot[i]
        own[layer], live[layer], closable[layer] = slot[i], every & ~free, strands == 0
        slot[i] = DECIDED
    begin[count] = edge
    return lost
