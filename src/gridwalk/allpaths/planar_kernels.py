"""The compiled loops of the broken-profile sweep (`planar`): counts of words, changed in place cell by cell.

The *cut* between the processed cells and the others crosses ``columns + 1`` places.  The *plug* at a place is
one of four: nothing; the left or the right end of a piece of path with both ends at the cut; or a loose end,
that of a piece whose other end is an end of the whole path.  A *word* consists of the plugs at all places,
and is a row of the table.

Invariant: before each cell, ``table[w]`` holds the number of partial paths with word ``w``, as `LANES`
residues, one for each modulus.  A lane has 32 bits; the modulus ``2**32`` is written as zero.

Update: a cell changes two neighbouring plugs, so it is a list of *operations* on pairs of words.  The row
``(kind, i, k, first, size)`` pairs word ``i + e`` with ``k + e`` for ``e < size`` if *first* is negative,
else ``i + sources[e]`` with ``k + targets[e]`` for ``first <= e < first + size``.  Two masks are zero if the
cell does not allow the kind: ``allowed[cell, 0, kind]`` for counts that move to the second word of a pair,
and ``allowed[cell, 1, kind]`` for counts that stay in the first.  The bits above the kind are the *height* of
an operation: the maximum number of nested pieces in its words.  Each nested piece needs a row of its own, so
operations higher than ``allowed[cell, 0, HIGHEST]``, the number of rows begun, are skipped.

The caller owns all memory; kernels allocate nothing, raise no errors and do not check their arguments.
"""

import numpy as np

from gridwalk.runtime.kernel import Kernel, bound_kernel, inline_kernel, kernel

# The two plugs in the first and in the second word of a pair.
FORK = 0  # first: none; second: the two ends of a new piece
TURN = 1  # first: only the left plug; second: only the right one (the path may continue either way)
JOIN = 2  # first: two plugs; second: none (they are joined here)
END_LEFT, END_RIGHT = 3, 4  # first: none; second: a loose end on the left, on the right (a path ends here)
END = 5  # first: one plug; second: none (the path ends here)
CLEAR = 6  # both words are the same: both ends of the path are joined, but other pieces are left
KINDS = 7
KIND, HEIGHT = 0xFF, 8  # the mask of the kind in an operation, and the first bit of its height
HIGHEST = KINDS  # index in ``allowed[cell, 0]``

NOTHING, LEFT, RIGHT, LOOSE = range(4)  # plugs, in the two bits of a place in a code

LANES = 4  # written out below, so that the compiler uses one instruction for all lanes
BITS, NO_BITS = np.uint32(0xFFFFFFFF), np.uint32(0)  # masks


# ----------------------------------------------------------------------- counts: residues side by side


@inline_kernel
def read(table, w):
    """Return the residues of word *w*."""
    return table[w, 0], table[w, 1], table[w, 2], table[w, 3]


@inline_kernel
def write(table, w, values, mask):
    """Set the residues of word *w*; set them to zero if *mask* is zero."""
    a, b, c, d = values
    table[w, 0], table[w, 1], table[w, 2], table[w, 3] = a & mask, b & mask, c & mask, d & mask


@inline_kernel
def plus(x, y, bound):
    """Add residues modulo *bound*, at most 2**32, in 32-bit arithmetic."""
    room = np.uint32((bound - y) & 0xFFFFFFFF)
    return np.uint32(x - room) if x >= room else np.uint32(x + y)


@inline_kernel
def sums(x, y, bounds):
    """Add residues lane by lane."""
    a, b = plus(x[0], y[0], bounds[0]), plus(x[1], y[1], bounds[1])
    c, d = plus(x[2], y[2], bounds[2]), plus(x[3], y[3], bounds[3])
    return a, b, c, d


@inline_kernel
def read_one(table, w):
    """Return the number of word *w*, from one lane of 64 bits."""
    return table[w, 0]


@inline_kernel
def write_one(table, w, value, mask):
    """Set the number of word *w*; set it to zero if *mask* is zero."""
    if mask:
        table[w, 0] = value
    else:
        table[w, 0] = 0


@inline_kernel
def sum_of_two(x, y, bounds):
    """Add numbers whose sum is proven to fit into 64 bits."""
    return x + y


def fork_pair(table, a, b, left, keep, bounds):
    """Copy word *a* to *b*; clear *a*, unless the cell may be left out."""
    values = read(table, a)
    write(table, b, values, keep)
    write(table, a, values, left)


def turn_pair(table, a, b, left, keep, bounds):
    """Replace the residues of both words by their sum."""
    total = sums(read(table, a), read(table, b), bounds)
    write(table, a, total, left)
    write(table, b, total, keep)


def add_pair(table, a, b, left, keep, bounds):
    """Add word *a* to *b*; clear *a* unless *left*."""
    values = read(table, a)
    if keep:
        write(table, b, sums(values, read(table, b), bounds), BITS)
    write(table, a, values, left)


def change_pairs(table, i, k, lists, first, size, left, keep, bounds):
    """Apply an operation to all its pairs of words."""
    word = np.uint64  # unsigned indices need no test for negative ones
    if first < 0:
        for e in range(size):
            pair(table, i + word(e), k + word(e), left, keep, bounds)
    else:
        here, there = lists[0][first : first + size], lists[1][first : first + size]
        for e in range(size):
            pair(table, i + word(here[e]), k + word(there[e]), left, keep, bounds)


def operate(table, operations, o, lists, allowed, cell, bounds):
    """Apply operation *o* of a *cell*."""
    if operations[o, 0] >> HEIGHT > allowed[cell, 0, HIGHEST]:
        return
    kind, first, size = operations[o, 0] & KIND, operations[o, 3], operations[o, 4]
    i, k = np.uint64(operations[o, 1]), np.uint64(operations[o, 2])
    keep = BITS if allowed[cell, 0, kind] else NO_BITS
    left = BITS if allowed[cell, 1, kind] else NO_BITS
    if kind == FORK:
        fork_pairs(table, i, k, lists, first, size, left, keep, bounds)
    elif kind == TURN:
        turn_pairs(table, i, k, lists, first, size, left, keep, bounds)
    else:
        add_pairs(table, i, k, lists, first, size, left, keep, bounds)


def sweep_cells(table, operations, lists, first, groups, allowed, todo, closed, moduli, span):
    """Process several cells for the groups of words in *span*, group by group to use the processor's cache.

    The operations of a key for group ``g`` begin at ``first[key * groups + g]`` and end where those of the
    next group begin.  Rows ``(key, cell, group)`` of *todo* are the work in order; key ``-1 - w`` adds word
    ``w`` of that group to *closed*.
    """
    # Invariant: no operation of a cell reads a word that an earlier one has changed, except to add to it.
    bounds = moduli[0], moduli[1], moduli[2], moduli[3]
    for g in range(span[0], span[1]):
        for t in range(len(todo)):
            key, cell = todo[t, 0], todo[t, 1]
            if key < 0:
                if todo[t, 2] == g:
                    write(closed, 0, sums(read(closed, 0), read(table, -1 - key), bounds), BITS)
                continue
            for o in range(first[key * groups + g], first[key * groups + g + 1]):
                operate(table, operations, o, lists, allowed, cell, bounds)


pair = fork_pairs = turn_pairs = add_pairs = None  # in the templates


def in_lanes(name: str, reading: Kernel, writing: Kernel, adding: Kernel) -> Kernel:
    """Return `sweep_cells` for a kind of table, with the kernels that read, write and add its entries."""
    pairs = []
    for each in (fork_pair, turn_pair, add_pair):
        own = f"{each.__name__}_{name}"
        one = bound_kernel(each, own, inline=True, read=reading, write=writing, sums=adding)
        pairs.append(bound_kernel(change_pairs, f"{own}s", pair=one))
    fork, turn, add = pairs
    operating = bound_kernel(
        operate, f"operate_{name}", inline=True, fork_pairs=fork, turn_pairs=turn, add_pairs=add
    )
    return bound_kernel(
        sweep_cells, f"sweep_{name}", packs=True, operate=operating, read=reading, write=writing, sums=adding
    )


sweep_groups = in_lanes("groups", read, write, sums)
sweep_one = in_lanes("one", read_one, write_one, sum_of_two)


# ------------------------------------------------------------------------------- counts of every length
#
# Invariant: ``table[w, c]`` is the number of partial paths with word ``w`` that leave out ``c`` cells; only
# columns that can still lead to a wanted length are valid.  If the parity of the number of cells left out is
# the same for all paths of a word, a column stands for two numbers, and ``rises[w]`` is which of them.
#
# Update: as above, with whole rows of columns.  Leaving out a cell moves a row to the next column if
# ``rises[w]`` is `MOVES`; if it is `STAYS`, only ``rises[w]`` changes.  The row of an `UNREACHED` word is
# undefined.

UNREACHED, STAYS, MOVES = range(3)
ALL = 0xFFFFFFFFFFFFFFFF


@inline_kernel
def plus_wide(x, y, bound):
    """Add residues modulo *bound*, at most 2**64, which is written as zero."""
    room = (bound - y) & ALL
    return x - room if x >= room else x + y


@inline_kernel
def copy_columns(a, b):
    """Copy the counts of *a* to *b*."""
    for c in range(len(a)):
        b[c] = a[c]


@inline_kernel
def raise_columns(a):
    """Move every count to the next column."""
    for c in range(len(a) - 1, 0, -1):
        a[c] = a[c - 1]
    a[0] = 0


@inline_kernel
def add_columns(a, b, bound):
    """Add the counts of *a* to those of *b*."""
    for c in range(len(a)):
        b[c] = plus_wide(a[c], b[c], bound)


@inline_kernel
def turn_columns(a, b, bound):
    """Replace the counts of both by their sums."""
    for c in range(len(a)):
        total = plus_wide(a[c], b[c], bound)
        a[c] = total
        b[c] = total


@kernel
def sweep_columns(table, rises, operations, lists, allowed, modulus, span, window):
    """Apply the operations of one cell, from ``span[0]`` to before ``span[1]``.

    *window* is ``(columns of a word, first valid column, number of valid columns, whether a column stands
    for two numbers)``.
    """
    sources, targets = lists
    width, low, size, by_colour = window
    bound = modulus[0]
    for o in range(span[0], span[1]):
        if operations[o, 0] >> HEIGHT > allowed[0, 0, HIGHEST]:
            continue
        kind, first = operations[o, 0] & KIND, operations[o, 3]
        keep, left = allowed[0, 0, kind] != 0, allowed[0, 1, kind] != 0
        for e in range(operations[o, 4]):
            i = operations[o, 1] + (e if first < 0 else sources[first + e])
            k = operations[o, 2] + (e if first < 0 else targets[first + e])
            one, other = rises[i], rises[k]
            a, b = table[i * width + low :][:size], table[k * width + low :][:size]
            if kind == FORK:
                rises[k] = one if keep else UNREACHED
                rises[i] = UNREACHED
                if one != UNREACHED and keep:
                    copy_columns(a, b)
                if one != UNREACHED and left:
                    rises[i] = STAYS + MOVES - one if by_colour else MOVES
                    if one == MOVES:
                        raise_columns(a)
            elif kind == TURN:
                rises[i], rises[k] = one | other if left else UNREACHED, one | other if keep else UNREACHED
                if one and other:
                    turn_columns(a, b, bound)
                elif one and keep:
                    copy_columns(a, b)
                elif other and left:
                    copy_columns(b, a)
            else:
                rises[i] = one if left else UNREACHED
                if keep and one:
                    rises[k] = one
                    if other:
                        add_columns(a, b, bound)
                    else:
                        copy_columns(a, b)


# ------------------------------------------------------------------------------------------- the mirror
#
# Two words over the middle fit if they use the same places, and the pieces above and below together make one
# path or one cycle: a *meander*.  This depends on the plugs in use, but not on their places.

LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)


@inline_kernel
def make_one(above, below, a, b):
    """Return whether the pieces of word *a* above and *b* below make one path or one cycle."""
    places = above.shape[1]
    first = 0
    while first < places and above[a, first] >= 0:
        first += 1
    first = first % places  # without a loose end: a cycle, which may begin anywhere
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
    """List for each word above, from word ``state[0]`` on, the words below that make one path with it.

    The list of word ``a`` is ``targets[first[a] : first[a + 1]]``.  Rows of *above* and *below* hold the
    other end of the piece at each place, -1 at a loose end.  Rows 0 and 1 of *beside* hold for each word
    above and below, as bits, the pieces between adjacent places.  Two words with such a piece in common make
    a small cycle; this quick test rejects most pairs that do not fit.  The kernel stops before a word whose
    list may not fit, or after ``state[1]`` words, and leaves the next word in ``state[0]``.
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


def gather_words(table, words, found):
    """Copy the residues of the given *words* to *found*."""
    for n in range(len(words)):
        write(found, n, read(table, np.uint64(words[n])), BITS)


gather = bound_kernel(gather_words, "gather", packs=True)


@inline_kernel
def add_product(total, place, x, y):
    """Add the product of two 32-bit numbers to *total*, from digit *place* on, in base ``2**32``."""
    product = x * y
    total[place] += product & LOW
    total[place + 1] += product >> HALF


def join_words(above, below, patterns, first, targets, total, moduli):
    """Add the products of all fitting pairs of words to *total*, for pairs ``(above, below)`` of *patterns*.

    The residues of word ``n`` of pattern ``p`` are ``above[p, n]``.  The sum of lane ``l`` is
    ``total[2 * l] + 2**32 * total[2 * l + 1]``.
    """
    for r in range(len(patterns)):
        p, q = patterns[r, 0], patterns[r, 1]
        for n in range(len(first) - 1):
            a, b, c, d = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
            for t in range(first[n], first[n + 1]):
                w = np.uint64(targets[t])
                a, b, c, d = a + below[q, w, 0], b + below[q, w, 1], c + below[q, w, 2], d + below[q, w, 3]
            add_product(total, 0, np.uint64(above[p, n, 0]), a % moduli[0])
            add_product(total, 2, np.uint64(above[p, n, 1]), b % moduli[1])
            add_product(total, 4, np.uint64(above[p, n, 2]), c % moduli[2])
            add_product(total, 6, np.uint64(above[p, n, 3]), d % moduli[3])


join_patterns = bound_kernel(join_words, "join_patterns", packs=True)
