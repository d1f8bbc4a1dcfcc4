"""Degree signatures: how many of its two moves every cell of a frontier has already, in two bits a cell.

A step of the sweep decides one cell, or one move.  It has a few *options*; each adds a constant
to the signatures that it suits, and the decided cell's two bits then drop out.  Both keep the order, so
signatures stay sorted, and everything here is a merge of as many sorted lists as there are options:
no hashing, no sorting.

An option is a row of unsigned words: it suits the signatures with ``signature & MASK == VALUE``, adds
ADD, and joins the cells at the places FIRST and SECOND (an option that adds nothing joins none).
``drop`` is twice the place that drops out, or KEEP.

Room: a cursor and a head for each option; `reach` makes no more signatures than its *budget*, for which
``found`` has room; ``alive`` has an entry a signature.
"""

import numpy as np

from gridwalk.runtime.codes import EXHAUSTED, PAUSED
from gridwalk.runtime.kernel import inline_kernel, kernel

MASK, VALUE, ADD, FIRST, SECOND = 0, 1, 2, 3, 4
OPTION = 5  # columns

NEXT, MADE = 0, 1  # registers: the next signature; how many were made in this call
REGISTERS = 2

KEEP = np.uint64(64)
NOTHING = np.uint64(0xFFFFFFFFFFFFFFFF)  # no signature: greater than all
ODD = np.uint64(0x5555555555555555)

_NONE, _ONE, _TWO, _THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)


@inline_kernel
def without(signature, drop):
    """Take the two bits at *drop* out."""
    if drop == KEEP:
        return signature
    return (signature >> (drop + _TWO)) << drop | (signature & ((_ONE << drop) - _ONE))


@inline_kernel
def restored(signature, drop):
    """Put two bits in at *drop* that say: this cell has its two moves."""
    if drop == KEEP:
        return signature
    low = signature & ((_ONE << drop) - _ONE)
    return (signature >> drop) << (drop + _TWO) | low | (_TWO << drop)


@inline_kernel
def ends(signature):
    """Return how many cells have one move: the ends of the pieces of path."""
    left = np.uint64(signature) & ODD
    count = 0
    while left != _NONE:
        left &= left - _ONE
        count += 1
    return count


@inline_kernel
def ends_below(signature, place):
    """Return how many ends there are before a place (an unsigned word)."""
    return ends(signature & ((_ONE << (_TWO * place)) - _ONE))


@inline_kernel
def advance(signatures, options, o, drop, cursors, heads):
    """Move on to the next signature that option *o* suits; leave in *heads* what it makes of it."""
    c = cursors[o]
    mask = options[o, MASK]
    value = options[o, VALUE]
    while c < len(signatures) and signatures[c] & mask != value:
        c += 1
    cursors[o] = c
    heads[o] = NOTHING
    if c < len(signatures):
        heads[o] = without(signatures[c] + options[o, ADD], drop)


@inline_kernel
def hopeless(signature, checks):
    """Whether some cell has too few neighbours left that can still take a move.

    A check is a row ``(shift, spare, neighbours ...)``: the cell's two bits lie at *shift*, *spare*
    neighbours are untouched for certain, and the high bits of the others are listed (0: no more).
    """
    for i in range(len(checks)):
        moves = (signature >> checks[i, 0]) & _THREE
        have = moves + checks[i, 1]
        n = 2
        while have < _TWO and n < checks.shape[1] and checks[i, n] != _NONE:
            if signature & checks[i, n] == _NONE:
                have += _ONE
            n += 1
        if have < _TWO:
            return True
    return False


@kernel
def reach(source, step, cursors, heads, found, state, budget):
    """Make up to *budget* signatures after a step, in order; ``state[NEXT]`` is 0 in the first call.

    ``source`` and ``found`` are pairs ``(signatures, ways)``; the ways are an upper bound of how many
    partial tours have the signature, in floating point.
    """
    signatures, ways = source
    options, drop, checks = step
    new_signatures, new_ways = found
    if state[NEXT] == 0:
        state[NEXT] = 1
        for o in range(len(options)):
            cursors[o] = 0
            advance(signatures, options, o, drop[0], cursors, heads)
    made = 0
    while made < budget:
        least = NOTHING
        for o in range(len(options)):
            least = min(least, heads[o])
        if least == NOTHING:
            state[MADE] = made
            return EXHAUSTED
        total = 0.0
        for o in range(len(options)):
            if heads[o] == least:
                total += ways[cursors[o]]
                cursors[o] += 1
                advance(signatures, options, o, drop[0], cursors, heads)
        if not hopeless(least, checks):
            new_signatures[made] = least
            new_ways[made] = total
            made += 1
    state[MADE] = made
    return PAUSED


@kernel
def mark_alive(signatures, step, targets, cursors, alive, state, budget):
    """Mark the signatures of which some option makes one of *targets*, from ``state[NEXT]`` on."""
    options, drop, _ = step
    stop = min(len(signatures), state[NEXT] + budget)
    for i in range(state[NEXT], stop):
        for o in range(len(options)):
            if signatures[i] & options[o, MASK] == options[o, VALUE]:
                wanted = without(signatures[i] + options[o, ADD], drop[0])
                c = cursors[o]
                while c < len(targets) and targets[c] < wanted:
                    c += 1
                cursors[o] = c
                if c < len(targets) and targets[c] == wanted:
                    alive[i] = 1
                    break
    state[NEXT] = stop
    return EXHAUSTED if stop == len(signatures) else PAUSED
