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

from gridwalk.allpaths.profile.steps import LEFT, LOOSE, copy_lanes
from gridwalk.runtime.kernel import Kernel, bound_kernel, inline_kernel, kernel

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
SUMS = 8  # words; of a word of 64 bits 5 are used


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
def meanders(above, below, beside, first, targets, state):
    """List for each word above, from ``state[0]`` on, the words below that it makes one path with.

    They are ``targets[first[a] : first[a + 1]]``.  Row 0 of *beside* has for each word above, and row 1 for
    each below, the pieces that end at places side by side, as bits: two words with the same one make a cycle
    there, and most that do not fit have one.  The kernel stops before a word whose list may not fit, or after
    ``state[1]`` words, and leaves in ``state[0]`` the next.
    """
    stop = min(len(above), state[0] + state[1])
    while state[0] < stop and first[state[0]] + len(below) <= len(targets):
        a = state[0]
        n = first[a]
        for b in range(len(below)):
            if not beside[0, a] & beside[1, b] and make_one(above, below, a, b):
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
def spread(pattern, at, gap):
    """Return a pattern of a cut in the places of a table, which has *gap* more from place *at* on."""
    low = pattern & (1 << at) - 1
    return low | pattern - low << gap


def copy(values, n, table, w):
    """Copy the value of word *w*."""
    values[n] = table[w]


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
        copy(values, n, table, base[head] + places[tails[first_tail[high] + split[h, 1, w]]])
    return size


def pack_words(table, layout, first_word, split, facts, packed, state):
    """Copy the words of the patterns from ``state[0]`` to below ``state[1]``, to *packed* from ``state[2]``.

    *facts* are ``(where the table has other places, how many, the seam)``.
    """
    at, gap, seam = facts
    for pattern in range(state[0], state[1]):
        room = packed[state[2] :]
        state[2] += look_up(table, layout, first_word, split, spread(pattern, at, gap), seam, room)


@inline_kernel
def add_product(sums, place, x, y, twice):
    """Add the product of two numbers of 32 bits, or twice that, to *sums* from *place* on."""
    product = x * y
    sums[place] += (product & _LOW) << twice
    sums[place + 1] += (product >> _HALF) << twice


def meet(above, n, below, targets, span, sums, moduli, twice):
    """Add to *sums* the products of word *n* with all words that fit: ``sums[p]`` counts ``2**(32 p)``."""
    if above[n] == 0:
        return
    low, high = np.uint64(0), np.uint64(0)  # of the sum of all words that fit
    for t in range(span[0], span[1]):
        low += below[targets[t]] & _LOW
        high += below[targets[t]] >> _HALF
    high += low >> _HALF
    for place in range(2):
        x = (above[n] >> (_HALF * np.uint64(place))) & _LOW
        add_product(sums, place, x, low & _LOW, twice)
        add_product(sums, place + 1, x, high & _LOW, twice)
        add_product(sums, place + 2, x, high >> _HALF, twice)


@inline_kernel
def meet_lanes(above, n, below, targets, span, sums, moduli, twice):
    """`meet` for the residues side by side: those of *moduli* begin at ``sums[2 * lane]``."""
    a, b, c, d = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    for t in range(span[0], span[1]):
        w = np.uint64(targets[t])
        a, b, c, d = a + below[w, 0], b + below[w, 1], c + below[w, 2], d + below[w, 3]
    add_product(sums, 0, np.uint64(above[n, 0]), a % moduli[0], twice)
    add_product(sums, 2, np.uint64(above[n, 1]), b % moduli[1], twice)
    add_product(sums, 4, np.uint64(above[n, 2]), c % moduli[2], twice)
    add_product(sums, 6, np.uint64(above[n, 3]), d % moduli[3], twice)


def join_words(
    table, packed, first_packed, layout, first_word, split, pairs, facts, values, sums, moduli, span
):
    """Add to *sums* the products of the values of all fitting words of the patterns of *span*.

    *table* has the words above.  Those below are *packed*, or, if that is empty, in *table* too.  *facts* are
    the number of places; those of `pack_words`; whether words below are read from the other side; and places
    that all patterns use.
    """
    first_pair, targets = pairs
    places, at, gap, seam, turns, used = facts
    above, below = values
    for pattern in range(span[0], span[1]):
        if pattern & used != used:
            continue
        other = turned(pattern, places) if turns else pattern
        if other < pattern and not len(packed):
            continue  # the same sum as that of *other*, which counts twice
        twice = np.uint64(other > pattern and not len(packed))
        size = look_up(table, layout, first_word, split, spread(pattern, at, gap), seam, above)
        if len(packed):
            for n in range(size):
                copy(below, n, packed, first_packed[other] + n)
        else:
            look_up(table, layout, first_word, split, spread(other, at, gap), seam, below)
        word = first_word[bits_of(pattern)]
        for n in range(size):
            fitting = first_pair[word + n], first_pair[word + n + 1]
            meet(above, n, below, targets, fitting, sums, moduli, twice)


def _for_values(suffix: str, copying: Kernel, meeting: Kernel) -> tuple[Kernel, Kernel]:
    """Return `pack` and `join` for words of one value, or of several side by side."""
    looking = bound_kernel(look_up, f"look_up{suffix}", inline=True, copy=copying)
    packing = bound_kernel(pack_words, f"pack{suffix}", look_up=looking)
    joining = bound_kernel(
        join_words, f"join{suffix}", packs=bool(suffix), look_up=looking, copy=copying, meet=meeting
    )
    return packing, joining


pack_lanes, join_lanes = _for_values("_lanes", copy_lanes, meet_lanes)
pack, join = _for_values("", inline_kernel(copy), inline_kernel(meet))
