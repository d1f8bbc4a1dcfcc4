"""One layer of a sweep: from the states before a junction is decided to those after.

Deciding a junction means to choose which of its corridors to junctions not yet decided are used:
none, one or two, so that no path branches.  A *choice* is ``(first slot, second slot)``, the
ends that it joins (`mates.link`); a single corridor joins the junction itself to its neighbour,
a pair joins the two neighbours.

States lie in ``keys[1:]``; number 0 is the one finished path (or cycle).  New states are numbered
as they appear, so all is the same on every run; ``state_of_hash`` is an open-addressing table
(0: empty).  Every step is a row ``(state before, state after, choice)`` of ``steps``, from which
an algebra makes its sums.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.codes import EXHAUSTED, PAUSED
from gridwalk.kernels.mates import (
    CLOSED,
    FULL,
    JOINED,
    LOOSE,
    REJECTED,
    UNTOUCHED,
    digest,
    get,
    link,
    put,
)

# Registers: the next state to expand; how many new states (number 0 counts) and steps there are.
NEXT, STATES, STEPS = 0, 1, 2
REGISTERS = 3

# Facts of a layer: the junction's slot; may it be left alone when untouched, when full; choices before this
# number are single; may a path be finished here; are corridors directed (0 or 1).
SLOT, IDLE_UNTOUCHED, IDLE_FULL, SINGLES, CLOSABLE, DIRECTED = 0, 1, 2, 3, 4, 5
FACTS = 6

# What to check in the slots whose junctions have one corridor less (flags).
DEAD_UNTOUCHED, DEAD_BEGIN, DEAD_END, MUST, LEAVES = 1, 2, 4, 8, 16

FROM, TO, CHOICE = 0, 1, 2  # columns of steps


@inline_kernel
def finished(key, fields, must_of_slot, v, p, q):
    """Whether nothing is left over when the piece that ends in *p* and *q* is closed through *v*."""
    for slot in range(len(must_of_slot)):
        if slot != v and slot != p and slot != q:
            code = get(key, fields, slot)
            if code >= LOOSE or (code == UNTOUCHED and must_of_slot[slot]):
                return False
    return True


@inline_kernel
def tidy(key, fields, checks, v, directed):
    """Forget the junction in *v* and those without any corridor left; False: there is no way on."""
    put(key, fields, v, UNTOUCHED)
    for i in range(len(checks)):
        slot = checks[i, 0]
        flags = checks[i, 1]
        code = get(key, fields, slot)
        if code == UNTOUCHED:
            if flags & DEAD_UNTOUCHED:
                if flags & MUST:
                    return False
                put(key, fields, slot, FULL)
        elif code >= LOOSE and flags & (DEAD_END if directed and code & 1 else DEAD_BEGIN):
            return False
        if flags & LEAVES:
            put(key, fields, slot, UNTOUCHED)
    return True


@inline_kernel
def number(key, keys, state_of_hash, state):
    """Return the number of the state *key*, a new one if it is new."""
    mask = np.uint64(len(state_of_hash) - 1)
    place = digest(key) & mask
    while True:
        known = state_of_hash[place]
        if known == 0:
            known = state[STATES]
            state[STATES] = known + 1
            state_of_hash[place] = known
            for w in range(len(key)):
                keys[known, w] = key[w]
            return known
        same = True
        for w in range(len(key)):
            same = same and keys[known, w] == key[w]
        if same:
            return known
        place = (place + np.uint64(1)) & mask


@kernel
def expand(keys, fields, layer, key, new_keys, state_of_hash, steps, state, budget):
    """Expand up to *budget* states of a layer; stop before there may be no room for another's steps.

    ``layer`` is the tuple ``(facts, choices, checks, must_of_slot)``; ``key`` is scratch.
    """
    facts, choices, checks, must_of_slot = layer
    v = facts[SLOT]
    directed = facts[DIRECTED]
    count = state[STEPS]
    new_states = min(len(new_keys), len(state_of_hash) // 2) - state[STATES]
    room = min(len(steps), count + new_states)
    at = state[NEXT]
    stop = min(len(keys), at + budget)
    while at < stop and count + len(choices) <= room:
        for w in range(len(key)):
            key[w] = keys[at, w]
        code = get(key, fields, v)
        first, last = 0, 1
        if code >= LOOSE:
            first, last = 1, facts[SINGLES]
        elif code == UNTOUCHED:
            first, last = 0 if facts[IDLE_UNTOUCHED] else facts[SINGLES], len(choices)
        elif not facts[IDLE_FULL]:
            last = 0
        c = first
        while c < last:
            said = JOINED
            if c > 0:
                said = link(key, fields, choices[c, 0], choices[c, 1], directed)
            if said == JOINED:
                if tidy(key, fields, checks, v, directed):
                    steps[count, TO] = number(key, new_keys, state_of_hash, state)
                else:
                    said = REJECTED
                for w in range(len(key)):
                    key[w] = keys[at, w]
            elif said == CLOSED:
                if facts[CLOSABLE] and finished(key, fields, must_of_slot, v, choices[c, 0], choices[c, 1]):
                    steps[count, TO] = 0
                else:
                    said = REJECTED
            if said != REJECTED:
                steps[count, FROM] = at
                steps[count, CHOICE] = c
                count += 1
            c += 1
            if c == 1 and code == UNTOUCHED:
                c = facts[SINGLES]
        at += 1
    state[NEXT] = at
    state[STEPS] = count
    return EXHAUSTED if at == len(keys) else PAUSED


@kernel
def rehash(keys, key, state_of_hash, first, last):
    """Enter the states *first* to *last* into a larger table."""
    mask = np.uint64(len(state_of_hash) - 1)
    for i in range(first, last):
        for w in range(len(key)):
            key[w] = keys[i, w]
        place = digest(key) & mask
        while state_of_hash[place] != 0:
            place = (place + np.uint64(1)) & mask
        state_of_hash[place] = i
