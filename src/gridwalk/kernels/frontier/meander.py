"""The two halves of a planar board put together: sums over pairs of words that make one path (or cycle).

Two words over a cut fit if they use the same places and their pieces, some above the cut and some below,
make one path or one cycle: a *meander*.  Whether they do depends only on the symbols at the places in use,
not on which places these are.  So for every number of places in use there is one list of pairs for all
*patterns* of places (`meanders`), and `join` walks the patterns.

*words* of a number of places in use are numbered in the order of their codes; ``first_word[k]`` is the
number of the first with *k* places.  Word ``w`` is a head and a tail, ``split[h, 0, w]`` and
``split[h, 1, w]`` among those of a pattern if the head has *h* of the places.

The caller owns all memory; the kernels allocate nothing and raise nothing, and trust their arguments.
"""

import numpy as np

from gridwalk.kernels._kernel import inline_kernel, kernel

LEFT, LOOSE = 1, 3  # as in `gridwalk.frontier.profile.halfwords`

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
SUMS = 5


@kernel
def match(codes, partner, stack):
    """Find, in words that use all their places, the other end of each piece; -1: it is a loose end."""
    for w in range(len(codes)):
        height = 0
        for p in range(partner.shape[1]):
            plug = codes[w] >> 2 * p & 3
            partner[w, p] = -1
            if plug == LEFT:
                stack[height] = p
                height += 1
            elif plug != LOOSE:
                height -= 1
                partner[w, p] = stack[height]
                partner[w, stack[height]] = p


@inline_kernel
def make_one(above, below, a, b):
    """Whether the pieces of word *a* above and of *b* below make one path or one cycle."""
    places = above.shape[1]
    first = 0
    while first < places and above[a, first] >= 0:
        first += 1
    first = first % places  # no loose end: a cycle, from anywhere
    at, seen = first, 1
    while True:
        at = below[b, at]
        if at < 0:
            return seen == places
        at = above[a, at]
        seen += 2
        if at == first:
            return seen == places + 1
        if at < 0:
            return False


@kernel
def meanders(above, below, first, targets, state):
    """List for each word above, from ``state[0]`` on, the words below that it makes one path with.

    They are ``targets[first[a] : first[a + 1]]``.  The kernel stops before a word whose list may not fit,
    or after ``state[1]`` words, and leaves in ``state[0]`` the next.
    """
    stop = min(len(above), state[0] + state[1])
    while state[0] < stop and first[state[0]] + len(below) <= len(targets):
        a = state[0]
        n = first[a]
        for b in range(len(below)):
            if make_one(above, below, a, b):
                targets[n] = b
                n += 1
        first[a + 1] = n
        state[0] = a + 1


@inline_kernel
def bits_of(pattern):
    """Return how many places a pattern has."""
    number = 0
    while pattern:
        pattern &= pattern - 1
        number += 1
    return number


@inline_kernel
def turned(pattern, places):
    """Return a pattern read from the other side."""
    found = 0
    for p in range(places):
        found |= (pattern >> p & 1) << places - 1 - p
    return found


@inline_kernel
def look_up(table, layout, first_word, split, pattern, seam, values):
    """Write the values of all words of a pattern to *values*, and return how many words these are."""
    base, heads, first_head, places, tails, first_tail = layout
    low = pattern & (1 << seam) - 1
    high = pattern >> seam
    h = bits_of(low)
    k = h + bits_of(high)
    size = first_word[k + 1] - first_word[k]
    for n in range(size):
        w = first_word[k] + n
        head = heads[first_head[low] + split[h, 0, w]]
        values[n] = table[base[head] + places[tails[first_tail[high] + split[h, 1, w]]]]
    return size


@kernel
def pack(table, layout, first_word, split, facts, packed, state):
    """Copy the words of the patterns from ``state[0]`` to below ``state[1]``, to *packed* from ``state[2]``.

    *facts* are ``(the first place of the cut in the table's words, the seam)``.
    """
    begin, seam = facts
    for pattern in range(state[0], state[1]):
        room = packed[state[2] :]
        state[2] += look_up(table, layout, first_word, split, pattern << begin, seam, room)


@inline_kernel
def add_product(sums, place, x, y, twice):
    """Add the product of two numbers of 32 bits, or twice that, to *sums* from *place* on."""
    product = x * y
    sums[place] += (product & _LOW) << twice
    sums[place + 1] += (product >> _HALF) << twice


@kernel
def join(table, packed, first_packed, layout, first_word, split, pairs, facts, values, sums, span):
    """Add to *sums* the products of the values of all fitting words of the patterns of *span*.

    *table* has the words above.  Those below are *packed*, or, if that is empty, in *table* too; and they
    are read from the other side if the last of *facts* says so.  What ``sums[n]`` has counts ``2**(32 n)``.
    """
    first_pair, targets = pairs
    places, begin, seam, turns = facts
    above, below = values
    for pattern in range(span[0], span[1]):
        other = turned(pattern, places) if turns else pattern
        if other < pattern and not len(packed):
            continue  # the same sum as that of *other*, which counts twice
        twice = np.uint64(other > pattern and not len(packed))
        size = look_up(table, layout, first_word, split, pattern << begin, seam, above)
        if len(packed):
            for n in range(size):
                below[n] = packed[first_packed[other] + n]
        else:
            look_up(table, layout, first_word, split, other << begin, seam, below)
        word = first_word[bits_of(pattern)]
        for n in range(size):
            if above[n] == 0:
                continue
            low, high = np.uint64(0), np.uint64(0)  # of the sum of all words that fit
            for t in range(first_pair[word + n], first_pair[word + n + 1]):
                low += below[targets[t]] & _LOW
                high += below[targets[t]] >> _HALF
            high += low >> _HALF
            for place in range(2):
                x = (above[n] >> (_HALF * np.uint64(place))) & _LOW
                add_product(sums, place, x, low & _LOW, twice)
                add_product(sums, place + 1, x, high & _LOW, twice)
                add_product(sums, place + 2, x, high >> _HALF, twice)
