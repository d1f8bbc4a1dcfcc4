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
"""

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.codes import NONE

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

    *layers* and *edges* are those of `gridwalk.kernels.anytime.window_plan`; *table* is NONE everywhere.
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
