"""The best way for a path through a window of its network, exactly, with all outside as it is.

Outside the window the path consists of *strands*, each from one junction of the window to another; the last
one leads from the sink back to the source, so the path is a cycle.  The junctions of the window are decided
one after another, each with its edges to later ones (frontier-based search, Knuth's Simpath): a *state* tells
of each junction on the frontier whether it is unvisited, done, or where its piece of path leads to.

Prices of junctions (a dual solution of the 2-matching relaxation) bound what any path is worth.  A state
counts what it *loses* against this bound; one that loses more than the present path does is forgotten.  Long
paths lose little, so few states are left, and windows can be large.

A state is one integer: `BITS` for each of `SLOTS` places on the frontier, holding the slot of the other end
of the piece (its own: unvisited) or `DONE`; bit `CLOSED` once the cycle is closed.

The caller owns all memory; the kernels allocate nothing and raise nothing.

Which junctions a window has, and in which order they are decided.

The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.kernels.codes import NONE
from gridwalk.runtime.kernel import inline_kernel, kernel

BITS, SLOTS = 4, 15
DONE = 15
CLOSED = 1 << (BITS * SLOTS)
FULL = -2  # more states than there is room for
ALONE = 0  # a choice: no edge


@inline_kernel
def field(key, slot):
    """Return what a state says of a slot."""
    return (key >> (BITS * slot)) & DONE


@inline_kernel
def with_field(key, slot, value):
    """Return the state with another value at a slot."""
    return (key & ~(DONE << (BITS * slot))) | (value << (BITS * slot))


@inline_kernel
def only_one_piece(key, live, a, b):
    """Whether no slot of the mask *live*, but for a and b, is an end of a piece."""
    for slot in range(SLOTS):
        if (live >> slot) & 1 and slot != a and slot != b:
            other = field(key, slot)
            if other != slot and other != DONE:
                return False
    return True


@inline_kernel
def end_through(key, slot):
    """Return (state, end): the piece that is reached at a slot, made longer by an edge into that slot."""
    other = field(key, slot)
    if other == slot:
        return key, slot
    return with_field(key, slot, DONE), other


@inline_kernel
def joined(key, own, other, first, second, live, closable):
    """Return the state after the junction at slot *own* takes one edge or two; NONE: it cannot.

    *first* and *second* are the slots that the edges lead to, *second* NONE for one edge, from the end of a
    piece whose other end is at *other*.
    """
    if field(key, first) == DONE or (second != NONE and field(key, second) == DONE):
        return NONE
    a = own if second == NONE else second
    if field(key, first) == a:  # the two ends of one piece
        if not closable or not only_one_piece(key, live, first, a):
            return NONE
        key = with_field(key, first, DONE)
        if second != NONE:
            key = with_field(key, second, DONE)
        return with_field(key, own, 0) | CLOSED
    key, begin = end_through(key, first)
    if second == NONE:
        end = other
    else:
        key, end = end_through(key, second)
    key = with_field(key, begin, end)
    key = with_field(key, end, begin)
    return with_field(key, own, 0)


@inline_kernel
def enter(key, lost, parent, choice, states, table, begin, count):
    """Put a state into the layer from *begin* on, or keep the better of two; return how many there are."""
    keys, losses, parents, choices = states
    place = key % len(table)
    while table[place] >= begin and keys[table[place]] != key:
        place = place + 1 if place + 1 < len(table) else 0
    at = table[place]
    if at < begin:
        if count == len(keys):
            return FULL
        table[place] = at = count
        count += 1
    elif losses[at] <= lost:
        return count
    keys[at], losses[at], parents[at], choices[at] = key, lost, parent, choice
    return count


@kernel
def solve_window(layers, edges, count, limit, states, table):
    """Decide the first *count* layers; return the best last state, NONE if there is none, or `FULL`.

    *layers* and *edges* are those of `gridwalk.kernels.anytime.window`; *table* is NONE everywhere.
    States that lose more than *limit* are forgotten.  The choice of a state is ``1 + a + (1 + b) * 256`` for
    the edges *a* and *b* (left out: one edge only), counted from the first of the layer.
    """
    slot_of, entering, live, closable, unvisited, idle, first, _ = layers
    edge_slot, edge_loss, _ = edges
    keys, losses, parents, choices = states
    keys[0], losses[0], parents[0], choices[0] = 0, 0, NONE, ALONE
    begin, end = 0, 1
    for layer in range(count):
        own, made = slot_of[layer], end
        for number in range(begin, end):
            degree = first[layer + 1] - first[layer]
            key, lost = keys[number] | entering[layer], losses[number] + idle[layer]
            other = field(key, own)
            if other == own or other == DONE:
                more = lost + (unvisited[layer] if other == own else 0)
                if more <= limit and made != FULL:
                    made = enter(with_field(key, own, 0), more, number, ALONE, states, table, end, made)
                if other == DONE or key & CLOSED:
                    degree = 0
            for a in range(degree):
                one = lost + edge_loss[first[layer] + a]
                x = edge_slot[first[layer] + a]
                if other != own:
                    if one <= limit and made != FULL:
                        new = joined(key, own, other, x, NONE, live[layer], closable[layer])
                        if new != NONE:
                            made = enter(new, one, number, 1 + a, states, table, end, made)
                    continue
                for b in range(a + 1, degree):
                    two = one + edge_loss[first[layer] + b]
                    if two <= limit and made != FULL:
                        y = edge_slot[first[layer] + b]
                        new = joined(key, own, other, x, y, live[layer], closable[layer])
                        if new != NONE:
                            made = enter(new, two, number, 1 + a + (1 + b) * 256, states, table, end, made)
            if made == FULL:
                break
        if made == FULL:
            return FULL
        begin, end = end, made
        if begin == end:
            return NONE
    return begin if keys[begin] == CLOSED else NONE


DECIDED = -2  # in place of a slot


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
