"""Pieces of path on the frontier, which all families of paths and cycles have in common (Knuth's *mates*).

The invariant: the chosen edges form pieces of path.  Each unfinished piece has two ends on the frontier, or
one there and an end of the whole path.  The code of a cell in its slot:

    FRESH          no edge is used; a path may still visit the cell
    FULL           two edges are used, or one at an end of a path; or no path can visit the cell any more
    BLOCKED        no path visits the cell, now or later; only for families that must tell this from FULL
    MATE + s       the end of a piece whose other end is the cell in slot s
    LABEL + k      the end of a piece whose other end is the end k of a path; or end k itself, without an edge

The update: an edge joins two pieces; a FRESH cell counts as a piece with both ends at the cell.  Afterwards
the two joined cells are FULL, unless they are also the far ends.  The far ends become mates, or one of them
takes the label of the other.

If some edges are one-way, a second byte of each slot stores how the path must walk the piece that ends there:
OUT of the cell, IN to it, or EITHER.  It is EITHER for all cells without a MATE code.  An even label is the
start of a path, so its piece is walked OUT at the other end; an odd label is an end, and its piece is walked
IN there.
"""

from gridwalk.allpaths.frontier import (
    CELL,
    DEAD,
    DIRECTED,
    DONE,
    FRESH_IS_DEAD,
    LATER,
    LEAVES,
    MUST,
    NO_WAY_IN,
    NO_WAY_ON,
    NO_WAY_OUT,
    OPEN,
    SLOTS,
    TOO_FEW,
)
from gridwalk.runtime.kernel import inline_kernel

FRESH, FULL, BLOCKED, MATE, LABEL = 0, 1, 2, 3, 128
EITHER, OUT, IN = 0, 1, 2
CYCLE, MET = 3, 4  # further results of `join`: a piece was closed to a cycle; two labels met


@inline_kernel
def way_at(state, slot, slots):
    """Return how the path must walk the piece that ends in *slot*."""
    code = state[slot]
    if code < LABEL:
        return state[slots + slot]
    return IN if code & 1 else OUT


@inline_kernel
def join(state, layer, p, q, edge, data):
    """Join the pieces that end at the layer's cell, *p*, and at *q*; return DEAD, OPEN, CYCLE or MET."""
    a, b, slots, directed = state[p], state[q], layer[0][SLOTS], layer[0][DIRECTED]
    if a == FULL or a == BLOCKED or b == FULL or b == BLOCKED:
        return DEAD
    onward, back = True, True
    if directed:
        at_p, at_q, ways = way_at(state, p, slots), way_at(state, q, slots), data[0, edge]
        onward = ways & 1 != 0 and at_p != IN and at_q != OUT
        back = ways & 2 != 0 and at_p != OUT and at_q != IN
        if not (onward or back):
            return DEAD
        state[slots + p], state[slots + q] = EITHER, EITHER
    state[p], state[q] = FULL, FULL
    if a == MATE + q:
        return CYCLE
    far_p = p if a == FRESH else a - MATE  # not used if the far end is an end of the path
    far_q = q if b == FRESH else b - MATE
    if a < LABEL:
        state[far_p] = b if b >= LABEL else MATE + far_q
    if b < LABEL:
        state[far_q] = a if a >= LABEL else MATE + far_p
    elif a >= LABEL:
        return MET
    if onward != back:
        if a < LABEL and b < LABEL:
            state[slots + far_p], state[slots + far_q] = (IN, OUT) if onward else (OUT, IN)
        elif a < LABEL:
            state[slots + far_p] = EITHER  # the label determines the direction
        else:
            state[slots + far_q] = EITHER
    return OPEN


@inline_kernel
def decide(link, state, layer, c, data):
    """Apply choice *c* at the cell of a layer; *link* joins it to each neighbour."""
    v, choices = layer[0][CELL], layer[1]
    p, q = choices[c, 0], choices[c, 1]
    if p < 0:
        return OPEN
    if p == v:  # a loop
        state[v] = FULL
        return CYCLE
    said = link(state, layer, v, p, choices[c, 2], data)
    if q >= 0 and said != DEAD:
        said = link(state, layer, v, q, choices[c, 3], data)
    return said


@inline_kernel
def tidy(state, layer):
    """Clear cells without undecided edges; return False if a piece or required cell is stuck."""
    facts, checks = layer[0], layer[2]
    slots, directed = facts[SLOTS], facts[DIRECTED]
    for i in range(len(checks)):
        slot, flags = checks[i, 0], checks[i, 1]
        code = state[slot]
        if code == FRESH:
            if flags & FRESH_IS_DEAD:
                if flags & MUST:
                    return False
                state[slot] = facts[TOO_FEW]
        elif code >= MATE:
            way = way_at(state, slot, slots) if directed else EITHER
            if (way == IN or flags & NO_WAY_OUT) and (way == OUT or flags & NO_WAY_IN):
                return False
        elif (code == BLOCKED and flags & MUST) or (code == FULL and flags & NO_WAY_ON):
            return False
        if flags & LEAVES:
            state[slot] = FRESH
            if directed:
                state[slots + slot] = EITHER
    return True


@inline_kernel
def is_finished(state, layer):
    """Return whether no piece, and no required cell or edge, is left."""
    facts, needed = layer[0], layer[5]
    for slot in range(facts[SLOTS]):
        if state[slot] >= MATE:
            return False
    for i in range(len(needed)):
        if state[needed[i]] == FRESH or state[needed[i]] == BLOCKED:
            return False
    return facts[LATER] == 0


@inline_kernel
def settle(state, layer, said, last):
    """Return the result of a step from the result *said* of `decide`; *last* (MET or CYCLE) finishes."""
    if said != OPEN and said != last:
        return DEAD
    if not tidy(state, layer):
        return DEAD
    if said == last:
        return DONE if is_finished(state, layer) else DEAD
    return OPEN


@inline_kernel
def close_ends(state, layer):
    """Once both ends of a path are on the frontier, join them by a virtual edge, so that it becomes a cycle.

    The states no longer depend on which piece holds the virtual edge, so there are fewer of them.
    """
    slots, first, last = layer[0][SLOTS], -1, -1
    for slot in range(slots):
        if state[slot] == LABEL:
            first = slot
        elif state[slot] == LABEL + 1:
            last = slot
    if first >= 0 and last >= 0:
        state[first], state[last] = MATE + last, MATE + first
        if layer[0][DIRECTED]:
            state[slots + first], state[slots + last] = OUT, IN


@inline_kernel
def sort_labels(state, slots):
    """Put the even label of every pair of labels into the lower slot."""
    for slot in range(slots):
        code = state[slot]
        if code >= LABEL and code & 1:
            for other in range(slot + 1, slots):
                if state[other] == code - 1:
                    state[slot], state[other] = code - 1, code
