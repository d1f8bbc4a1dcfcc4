"""One layer of a sweep: from the states before a junction is decided to those after.

Deciding a junction means to choose which of its corridors to junctions not yet decided are used:
none, one or two, so that no path branches.  A *choice* is ``(first slot, second slot)``, the
ends that it joins (`link`); a single corridor joins the junction itself to its neighbour,
a pair joins the two neighbours.

A state is which pieces of path reach the frontier, and how they hang together.  Every junction of the
frontier has a *slot*, and every slot a field of a few bits in the key:

    UNTOUCHED    no corridor used here yet
    FULL         two corridors used, or no path can come here any more
    LOOSE + s    the end of a piece whose other end is in slot s, its *mate*
                 (directed: LOOSE + 2 s + d, where d = 1 is the end walked last and needs a way on)

The fields lie in as many 64-bit words as they need.  ``fields`` is the tuple ``(word_of_slot,
shift_of_slot, mask)``; a field that belongs to no junction is 0, so equal states have equal keys.

States lie in ``keys[1:]``; number 0 is the one finished path (or cycle).  New states are numbered
as they appear, so all is the same on every run; ``state_of_hash`` is an open-addressing table
(0: empty).  Every step is a row ``(state before, state after, choice)`` of ``steps``, from which
an algebra makes its sums.

Room: ``steps`` and ``pending`` have as many rows, a layer's choices or more, and `expand` stops where a
state's may not fit; `enter` stops where ``new_keys``, or three quarters of the table, may be full.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.runtime.codes import EXHAUSTED, PAUSED
from gridwalk.runtime.kernel import inline_kernel, kernel

# Registers: the next state to expand; how many new states (number 0 counts) and steps there are; how many
# of the steps have been entered.
NEXT, STATES, STEPS, ENTERED = 0, 1, 2, 3
REGISTERS = 4

# Facts of a layer: the junction's slot; may it be left alone when untouched, when full; choices before this
# number are single; may a path be finished here; are corridors directed (0 or 1).
SLOT, IDLE_UNTOUCHED, IDLE_FULL, SINGLES, CLOSABLE, DIRECTED = 0, 1, 2, 3, 4, 5
FACTS = 6

# What to check in the slots whose junctions have one corridor less (flags).
DEAD_UNTOUCHED, DEAD_BEGIN, DEAD_END, MUST, LEAVES = 1, 2, 4, 8, 16

FROM, TO, CHOICE = 0, 1, 2  # columns of steps
PENDING = -1  # in TO: not numbered yet
BLOCK = 64  # steps entered together

UNTOUCHED, FULL, LOOSE = 0, 1, 2
REJECTED, JOINED, CLOSED = 0, 1, 2  # what `link` says

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_FOLD = np.uint64(29)
_ODD_LOW = np.uint64(0x9E3779B1)
_ODD_HIGH = np.uint64(0x85EBCA77)


@inline_kernel
def get(key, fields, slot):
    """Return the field of *slot*; which word it is in is looked up only where there are several."""
    word_of_slot, shift_of_slot, mask = fields
    w = 0 if len(key) == 1 else word_of_slot[slot]
    return np.int64((key[w] >> shift_of_slot[slot]) & mask[0])


@inline_kernel
def put(key, fields, slot, code):
    """Write the field of *slot*."""
    word_of_slot, shift_of_slot, mask = fields
    w = 0 if len(key) == 1 else word_of_slot[slot]
    shift = shift_of_slot[slot]
    change = ((key[w] >> shift) & mask[0]) ^ np.uint64(code)
    key[w] = key[w] ^ (change << shift)


@inline_kernel
def digest(keys, i):
    """Return a hash of key *i*; products of 32-bit halves never overflow, so both tiers agree."""
    h = np.uint64(0)
    for w in range(keys.shape[1]):
        word = keys[i, w] ^ h
        h = ((word & _LOW) * _ODD_LOW) ^ ((word >> _HALF) * _ODD_HIGH)
        h ^= h >> _FOLD
    return h


@inline_kernel
def link(key, fields, p, q, directed):
    """Join the pieces that end in the slots *p* and *q* (directed: from p on to q); change *key*.

    A junction without a piece is a piece of its own with both ends there.  CLOSED, and the key
    left as it was, when the two are the ends of one piece.
    """
    at_p = get(key, fields, p)
    if p == q:
        return CLOSED if at_p == UNTOUCHED else REJECTED
    at_q = get(key, fields, q)
    if at_p == FULL or at_q == FULL:
        return REJECTED
    if directed and ((at_p != UNTOUCHED and not (at_p & 1)) or (at_q != UNTOUCHED and at_q & 1)):
        return REJECTED
    first, last = p, q
    if at_p != UNTOUCHED:
        first = (at_p - LOOSE) >> directed
        if first == q:
            return CLOSED
        put(key, fields, p, FULL)
    if at_q != UNTOUCHED:
        last = (at_q - LOOSE) >> directed
        put(key, fields, q, FULL)
    put(key, fields, first, LOOSE + (last << directed))
    put(key, fields, last, LOOSE + (first << directed) + directed)
    return JOINED


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
        if flags & ~MUST == 0:  # as most are: corridors enough are left
            continue
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


@kernel
def expand(keys, fields, layer, key, pending, steps, state, budget):
    """Expand up to *budget* states of a layer; stop before there may be no room for another's steps.

    The state after step ``i`` is left in ``pending[i]``, to be numbered by `enter`.
    ``layer`` is the tuple ``(facts, choices, checks, must_of_slot)``; ``key`` is scratch.
    """
    facts, choices, checks, must_of_slot = layer
    v = facts[SLOT]
    directed = facts[DIRECTED]
    count = state[STEPS]
    at = state[NEXT]
    stop = min(len(keys), at + budget)
    while at < stop and count + len(choices) <= len(steps):
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
                    steps[count, TO] = PENDING
                    for w in range(len(key)):
                        pending[count, w] = key[w]
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


@inline_kernel
def number(pending, i, place, keys, state_of_hash, state):
    """Return the number of the pending state *i*, a new one if it is new; search from *place* on."""
    while True:
        known = state_of_hash[place]
        if known == 0:
            known = state[STATES]
            state[STATES] = known + 1
            state_of_hash[place] = known
            for w in range(pending.shape[1]):
                keys[known, w] = pending[i, w]
            return known
        same = True
        for w in range(pending.shape[1]):
            same = same and keys[known, w] == pending[i, w]
        if same:
            return known
        place = (place + 1) & (len(state_of_hash) - 1)


@kernel
def enter(pending, places, steps, new_keys, state_of_hash, state):
    """Number the states after the steps, new ones in the order of the steps, while there is room.

    The table is far larger than a cache and its places are random, so a block of them is
    read before any is looked at, in loops so short that the memory answers many such reads at once.
    ``places`` is scratch: the place of each row of a block, the state there, and how its key differs.
    """
    mask = np.uint64(len(state_of_hash) - 1)
    words = pending.shape[1]
    room = min(len(new_keys), len(state_of_hash) // 4 * 3) - BLOCK
    at = state[ENTERED]
    while at < state[STEPS] and state[STATES] <= room:
        block = min(BLOCK, state[STEPS] - at)
        for n in range(block):
            places[0, n] = digest(pending, at + n) & mask
        for n in range(block):
            places[1, n] = np.uint64(state_of_hash[places[0, n]])
        for n in range(block):
            places[2, n] = new_keys[places[1, n], 0] ^ pending[at + n, 0]
        for n in range(block):
            i = at + n
            if steps[i, TO] == 0:
                continue
            known = np.int64(places[1, n])
            if words > 1 or known == 0 or places[2, n] != 0:
                known = number(pending, i, np.int64(places[0, n]), new_keys, state_of_hash, state)
            steps[i, TO] = known
        at += block
    state[ENTERED] = at


@kernel
def rehash(keys, state_of_hash, first, last):
    """Enter the states *first* to *last* into a larger table."""
    mask = np.uint64(len(state_of_hash) - 1)
    for i in range(first, last):
        place = digest(keys, i) & mask
        while state_of_hash[place] != 0:
            place = (place + np.uint64(1)) & mask
        state_of_hash[place] = i
