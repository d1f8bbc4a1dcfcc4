"""One layer of a sweep cell by cell: from the states before a cell is decided to those after.

Deciding a cell means to choose whether a path visits it, in which *role*, and to which of the cells decided
before it is joined.  In a sweep of induced paths it is joined to all of its neighbours on the path, for no
move may lead past it; in one of disjoint paths to at most two of them.  A cell stays on the frontier as long
as some neighbour is not decided.  Its field in the key (`layer`):

    0                on no path, or off the frontier
    FULL             on a path, both of its neighbours there known
    LOOSE + m t + d  the end of a piece; m is its mate: the slot of the other end (of a cell by itself its
                     own), or the number of slots + label, where the other end is an end of the path

Here t is 1 and d is 0; or, where moves are one-way, t is 3 and d says how the piece must be walked: 0 either
way, IN into it here, OUT out of it here.

The last field says which of the labels 0 and 1 are given.  The caller owns all memory; the kernels allocate
nothing and raise nothing.  They trust their arguments.
"""

from gridwalk.allpaths.simpath.layer import (
    CHOICE,
    CLOSED,
    FROM,
    FULL,
    JOINED,
    LOOSE,
    NEXT,
    PENDING,
    REJECTED,
    STEPS,
    TO,
    get,
    put,
)
from gridwalk.runtime.codes import EXHAUSTED, PAUSED
from gridwalk.runtime.kernel import inline_kernel, kernel

OUTSIDE = 0  # field of a cell on no path
COMPLETE = 3  # what `attach` says, beside `link`: both ends of the piece are ends of the path
IN, OUT = 1, 2

# Facts of a layer: the cell's slot; how many slots there are; how many codes a mate has (1 or 3); whether the
# paths are induced; whether they are cycles; whether there may be several; whether no later cell must be
# visited; the label of a path that begins, or ends, here.
SLOT, SLOTS, TURNS, INDUCED, CYCLIC, SEVERAL, CLOSABLE, LABEL = range(8)
FACTS = 8

# Roles, the first column of choices.
OFF, INNER, START, EXIT, ALONE = 0, 1, 2, 3, 4


@inline_kernel
def attach(key, fields, facts, p, q, way):
    """Join the pieces that end in the slots *p*, of the cell, and *q*, of a neighbour; change *key*.

    *way*: 1: a move leads from p to q, 2: from q to p, 3: both.
    """
    slots = facts[SLOTS]
    turns = facts[TURNS]
    at_p = get(key, fields, p) - LOOSE
    at_q = get(key, fields, q) - LOOSE
    if at_p < 0 or at_q < 0 or way == 0:
        return REJECTED
    first = at_p // turns
    last = at_q // turns
    onward = way & 1 != 0  # whether the path may be walked from p to q
    back = way & 2 != 0
    if turns == 3:
        at_p -= turns * first
        at_q -= turns * last
        onward = onward and at_p != IN and at_q != OUT
        back = back and at_p != OUT and at_q != IN
    if not (onward or back):
        return REJECTED
    if first == q:
        put(key, fields, p, FULL)
        put(key, fields, q, FULL)
        return CLOSED
    if first != p:
        put(key, fields, p, FULL)
    if last != q:
        put(key, fields, q, FULL)
    if first >= slots and last >= slots:
        return COMPLETE if (first - slots) ^ 1 == last - slots else REJECTED
    at_first = 0
    at_last = 0
    if turns == 3 and not (onward and back):
        at_first = IN if onward else OUT
        at_last = OUT if onward else IN
    if first < slots:
        put(key, fields, first, LOOSE + last * turns + at_first)
    if last < slots:
        put(key, fields, last, LOOSE + first * turns + at_last)
    return JOINED


@inline_kernel
def begin(key, fields, facts, role):
    """Write the field of the cell in its *role* before it is joined; False: the label is given already."""
    slots = facts[SLOTS]
    turns = facts[TURNS]
    v = facts[SLOT]
    if role == INNER:
        put(key, fields, v, LOOSE + v * turns)
        return True
    label = facts[LABEL]
    wants = 3 if role == ALONE else 1 if role == START else 2
    if label == 0:
        given = get(key, fields, slots)
        if given & wants:
            return False
        put(key, fields, slots, given | wants)
    if role == ALONE:
        put(key, fields, v, FULL)
        return True
    mate = slots + label + (role == EXIT)
    at = 0
    if turns == 3:
        at = OUT if role == START else IN
    put(key, fields, v, LOOSE + mate * turns + at)
    return True


@inline_kernel
def nothing_loose(key, fields, slots):
    """Whether no piece is left."""
    for slot in range(slots):
        if get(key, fields, slot) >= LOOSE:
            return False
    return True


@inline_kernel
def join_all(key, fields, facts, near):
    """Join the cell to all neighbours on the path; return the last of what `attach` says."""
    v = facts[SLOT]
    said = JOINED
    for i in range(len(near)):
        if get(key, fields, near[i, 0]) != OUTSIDE:
            if said == CLOSED or said == COMPLETE:
                return REJECTED
            said = attach(key, fields, facts, v, near[i, 0], near[i, 1])
            if said == REJECTED:
                return REJECTED
    return said


@inline_kernel
def decide(key, fields, facts, near, choices, c):
    """Carry out the choice *c* on *key*; return REJECTED, JOINED, CLOSED or COMPLETE."""
    v = facts[SLOT]
    role = choices[c, 0]
    if role == OFF:
        return JOINED
    if not begin(key, fields, facts, role):
        return REJECTED
    if facts[INDUCED]:
        said = join_all(key, fields, facts, near)
        if role == ALONE and said == JOINED:
            return COMPLETE
        return said
    said = JOINED
    for n in range(1, 3):
        i = choices[c, n]
        if i >= 0:
            if said != JOINED:
                return REJECTED
            said = attach(key, fields, facts, v, near[i, 0], near[i, 1])
    return said


@kernel
def expand_cells(keys, fields, layer, key, pending, steps, state, budget):
    """Expand up to *budget* states of a layer; stop before there may be no room for another's steps.

    As `gridwalk.allpaths.simpath.layer.expand`, with ``layer`` the tuple ``(facts, choices, near,
    leaving, narrow)``: of each choice the role and the numbers of up to two neighbours joined (-1: none); of
    each neighbour decided before its slot and its way; the slots of cells without undecided neighbours; the
    slots of those with one, which is too few for a piece of one cell.
    """
    facts, choices, near, leaving, narrow = layer
    slots = facts[SLOTS]
    count = state[STEPS]
    at = state[NEXT]
    stop = min(len(keys), at + budget)
    while at < stop and count + len(choices) <= len(steps):
        for c in range(len(choices)):
            for w in range(len(key)):
                key[w] = keys[at, w]
            said = decide(key, fields, facts, near, choices, c)
            to = PENDING
            if said == CLOSED or said == COMPLETE:
                ends = facts[CLOSABLE] and nothing_loose(key, fields, slots)
                if (said == CLOSED) != (facts[CYCLIC] != 0):
                    said = REJECTED
                elif ends:
                    to = 0
                elif not facts[SEVERAL]:
                    said = REJECTED
            if to != 0 and said != REJECTED:
                for i in range(len(narrow)):
                    if (get(key, fields, narrow[i]) - LOOSE) // facts[TURNS] == narrow[i]:
                        said = REJECTED
                for i in range(len(leaving)):
                    if get(key, fields, leaving[i]) >= LOOSE:
                        said = REJECTED
                    put(key, fields, leaving[i], OUTSIDE)
            if said != REJECTED:
                for w in range(len(key)):
                    pending[count, w] = key[w]
                steps[count, FROM] = at
                steps[count, TO] = to
                steps[count, CHOICE] = c
                count += 1
        at += 1
    state[NEXT] = at
    state[STEPS] = count
    return EXHAUSTED if at == len(keys) else PAUSED
