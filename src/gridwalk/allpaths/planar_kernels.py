"""The compiled loops of the row-by-row sweep (`planar`): numbers of words, changed in place, cell by cell.

The *cut* between the cells done and the cells to come crosses ``columns + 1`` places.  The *plug* at a place
is nothing, the left or the right end of a piece of path whose other end is at the cut too, or a loose end: of
a piece that holds an end of the whole path.  A *word* is the plugs of all places, and a row of the table.

Invariant of the counts: before each cell ``table[w]`` holds `LANES` residues, one for each modulus, of the
number of ways in which the cells done lead to word ``w``.  A lane is 32 bits, so a modulus may be ``2**32``,
which is written as zero.

Update: a cell looks at two neighbouring plugs, so it is a list of *operations* on pairs of words.  Row
``(kind, i, k, first, size)`` pairs word ``i + e`` with ``k + e`` for ``e < size`` if *first* is negative,
else ``i + sources[e]`` with ``k + targets[e]`` for ``first <= e < first + size``.  What a cell may not do is
zero in ``allowed``: ``allowed[cell, 0, kind]`` of what arrives in the second word of a pair, and
``allowed[cell, 1, kind]`` of what stays in the first.  Above the kind an operation has the *height* of its
words, the pieces over one another: each crosses the columns below it in a row of its own, so operations
higher than ``allowed[cell, 0, HIGHEST]``, the rows begun, have nothing to do.

The caller owns all memory; the kernels allocate nothing, raise nothing, and trust their arguments.
"""

import numpy as np

from gridwalk.runtime.kernel import Kernel, bound_kernel, inline_kernel, kernel

FORK = 0  # first: neither plug, second: a new piece, whose two ends are the plugs
TURN = 1  # one plug, on the left in the first, on the right in the second: the path may go on either way
JOIN = 2  # first: two plugs, second: they have met here
END_LEFT, END_RIGHT = 3, 4  # first: neither plug, second: an end of the path, leaving by left or right plug
END = 5  # first: one plug, second: it ends here
CLEAR = 6  # first and second the same: two ends of the whole path with pieces left over
KINDS = 7
KIND, HEIGHT = 0xFF, 8  # the bits of the kind in an operation, and where above them its height begins
HIGHEST = KINDS  # in ``allowed[cell, 0]``

NOTHING, LEFT, RIGHT, LOOSE = range(4)  # plugs, in the two bits of a place in a code

LANES = 4  # all written out below, for the compiler to make one instruction of them
BITS, NO_BITS = np.uint32(0xFFFFFFFF), np.uint32(0)  # masks


# ----------------------------------------------------------------------- counts: residues side by side


@inline_kernel
def read(table, w):
    """Return the residues of word *w*."""
    return table[w, 0], table[w, 1], table[w, 2], table[w, 3]


@inline_kernel
def write(table, w, values, mask):
    """Give word *w* these residues, or none if *mask* is zero."""
    a, b, c, d = values
    table[w, 0], table[w, 1], table[w, 2], table[w, 3] = a & mask, b & mask, c & mask, d & mask


@inline_kernel
def plus(x, y, bound):
    """Add residues modulo *bound*, at most 2**32, without a sum that needs more than 32 bits."""
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
    """Return the number of word *w*, where one lane of 64 bits holds it."""
    return table[w, 0]


@inline_kernel
def write_one(table, w, value, mask):
    """Give word *w* this number, or none if *mask* is zero."""
    if mask:
        table[w, 0] = value
    else:
        table[w, 0] = 0


@inline_kernel
def sum_of_two(x, y, bounds):
    """Add numbers whose sum is proven to fit."""
    return x + y


def fork_pair(table, a, b, left, keep, bounds):
    """Move word *a* to *b*, and let *a* keep its residues if the cell may be left out."""
    values = read(table, a)
    write(table, b, values, keep)
    write(table, a, values, left)


def turn_pair(table, a, b, left, keep, bounds):
    """Replace the residues of both words by their sum."""
    total = sums(read(table, a), read(table, b), bounds)
    write(table, a, total, left)
    write(table, b, total, keep)


def add_pair(table, a, b, left, keep, bounds):
    """Add word *a* to *b*; *left* is whether *a* stays as it is."""
    values = read(table, a)
    if keep:
        write(table, b, sums(values, read(table, b), bounds), BITS)
    write(table, a, values, left)


def change_pairs(table, i, k, lists, first, size, left, keep, bounds):
    """Change all pairs of words of an operation alike."""
    word = np.uint64  # indices without a sign: none is counted from the end
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
    """Do several cells to the groups of words of *span*, one group after the other: it stays in a cache.

    The operations of a key for group ``g`` are those from ``first[key * groups + g]`` on, up to the next
    group.  Rows ``(key, cell, group)`` of *todo* are the work in order; key ``-1 - w`` adds word ``w``, of
    that group, to *closed*.
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
    """Return `sweep_cells` for tables that these kernels read, write and add up."""
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
# Invariant: ``table[w, c]`` is the number of ways to word ``w`` that have left out ``c`` cells, of the
# columns that may still come right; what is below has fallen behind for good.  Where all numbers of cells
# left out of a word are even, or all are odd, a column stands for two numbers, and ``rises[w]`` is which.
#
# Update: as above, with whole rows of columns.  A cell left out moves a row to the next column if
# ``rises[w]`` is `MOVES`; if it is `STAYS` that is only noted.  A word `UNREACHED` may hold anything.

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
    """Apply the operations of *span*, first and last but one, of one cell in their order.

    *window* is ``(columns of a word, the first that matters, how many, whether a column is two numbers)``.
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
# Two words over the middle fit if they use the same places, and their pieces, some above and some below, make
# one path or one cycle: a *meander*.  That depends on the plugs at the places used, not on which these are.

LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)


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

    They are ``targets[first[a] : first[a + 1]]``.  Rows of *above* and *below* are the other end of the piece
    at each place, -1 at the loose end.  Row 0 of *beside* has for each word above, and row 1 for each below,
    the pieces that end at places side by side, as bits: two words with the same one make a cycle there, and
    most that do not fit have one.  The kernel stops before a word whose list may not fit, or after
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


def gather_words(table, words, found):
    """Copy the residues of some *words* to *found*."""
    for n in range(len(words)):
        write(found, n, read(table, np.uint64(words[n])), BITS)


gather = bound_kernel(gather_words, "gather", packs=True)


@inline_kernel
def add_product(total, place, x, y):
    """Add the product of two numbers of 32 bits to *total*, whose place ``p`` counts ``2**(32 * p)``."""
    product = x * y
    total[place] += product & LOW
    total[place + 1] += product >> HALF


def join_words(above, below, patterns, first, targets, total, moduli):
    """Add to *total* the products of all fitting words, for pairs ``(above, below)`` of *patterns*.

    The residues of word ``n`` of a pattern ``p`` are ``above[p, n]``; the sum of lane ``l`` is
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
