"""The state of a sweep: which pieces of path reach the frontier, and how they hang together.

Every junction of the frontier has a *slot*, and every slot a field of a few bits in the key:

    UNTOUCHED    no corridor used here yet
    FULL         two corridors used, or no path can come here any more
    LOOSE + s    the end of a piece whose other end is in slot s, its *mate*
                 (directed: LOOSE + 2 s + d, where d = 1 is the end walked last and needs a way on)

The fields lie in as many 64-bit words as they need.  ``fields`` is the tuple ``(word_of_slot,
shift_of_slot, mask)``; a field that belongs to no junction is 0, so equal states have equal keys.
"""

import numpy as np

from gridwalk.kernels._kernel import inline_kernel

UNTOUCHED, FULL, LOOSE = 0, 1, 2
REJECTED, JOINED, CLOSED = 0, 1, 2  # what `link` says

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_FOLD = np.uint64(29)
_ODD_LOW = np.uint64(0x9E3779B1)
_ODD_HIGH = np.uint64(0x85EBCA77)


@inline_kernel
def get(key, fields, slot):
    """Return the field of *slot*."""
    word_of_slot, shift_of_slot, mask = fields
    return np.int64((key[word_of_slot[slot]] >> shift_of_slot[slot]) & mask[0])


@inline_kernel
def put(key, fields, slot, code):
    """Write the field of *slot*."""
    word_of_slot, shift_of_slot, mask = fields
    w = word_of_slot[slot]
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
