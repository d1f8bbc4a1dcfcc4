"""One cell of a planar sweep: a value per Motzkin word, changed in place, in any algebra.

The *cut* between the cells done and the cells to do crosses ``columns + 1`` places; what
leaves the done part at each place is a *plug*: nothing, one end of a piece of path whose
other end is also in the cut (left or right end, hence a balanced word), or a piece that
holds an end of the whole path.  ``table`` holds one value per word and grade; the values of
one grade, a *row*, lie together.

A cell looks at two neighbouring plugs only, so a cell is a list of *operations* on runs
of a row.  Row ``(kind, i, k, first, size)`` of ``operations`` pairs ``row[i + e]`` with
``row[k + e]`` for all ``e < size`` if *first* is negative, and otherwise
``row[i + sources[e]]`` with ``row[k + targets[e]]`` for ``first <= e < first + size``.
What a cell may not do is a zero in ``allowed``: ``allowed[cell, 0, kind]`` for what arrives in
the second word of a pair, ``allowed[cell, 1, kind]`` for what stays in the first.

There can be no more pieces over one another than rows begun, for each of them crosses the columns below it
in a row of its own.  So an operation has the *height* of its words above the kind, and is left out while all
of these are none: above ``allowed[cell, 0, HIGHEST]``.

An algebra is one sum of two values, `plus`, and three constants: the value of a word that
cannot be (*none*), the bound of the sums, and what leaving the cell out adds.  That only a cell left
out changes a value is what keeps all the other operations alike: lengths are counted, and weights
summed, over the cells that a path does *not* visit.

Of counts several residues may lie side by side: ``table[w]`` holds `LANES` of them, each of 32 bits.  What is
looked up for a word is looked up once for all, and one instruction adds all.  A modulus may have all 32 bits,
and be ``2**32`` itself; the moduli stand in the place of the constants.

The caller owns all memory; the kernels allocate nothing and raise nothing.  They trust
their arguments: `gridwalk.allpaths.profile.words` has built them.
"""

from collections.abc import Callable
from typing import Any

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
NONE, BOUND, LEFT_OUT = range(3)  # the constants of an algebra

# How a path leaves a cell: bit 0 by the left plug, bit 1 by the right one; or it has not been there
BY_LEFT, BY_RIGHT, NOT_VISITED = 1, 2, 4


@inline_kernel
def plus_wrapping(x, y, bound):
    """Add modulo a power of two; *bound* is the greatest residue."""
    return (x + y) & bound


@inline_kernel
def plus_modular(x, y, bound):
    """Add residues modulo *bound*, at most 2**63, so that no sum leaves 64 bits."""
    total = x + y
    return total - bound if total >= bound else total


@inline_kernel
def plus_least(x, y, bound):
    """Keep the lesser value; *bound* is not asked."""
    return x if x < y else y


@inline_kernel
def plus_real(x, y, bound):
    """Add in floating point; *bound* is not asked."""
    return x + y


plus = plus_modular  # in the templates below; each algebra puts its own here


@kernel
def fork(a, b, skip, keep, none, weight):
    """Move *a* to *b*, and let *a* keep its values, with *weight*, if the cell may be left out."""
    for e in range(len(a)):
        value = a[e]
        b[e] = value if keep else none
        a[e] = value + weight if skip else none


@kernel
def fork_listed(a, b, sources, targets, skip, keep, none, weight):
    """`fork` for the places listed."""
    for e in range(len(sources)):
        value = a[sources[e]]
        b[targets[e]] = value if keep else none
        a[sources[e]] = value + weight if skip else none


@kernel
def fork_graded(a, b, below, skip, keep, none):
    """`fork` for one grade: what is left out comes from the grade *below*."""
    for e in range(len(a)):
        b[e] = a[e] if keep else none
        a[e] = below[e] if skip else none


@kernel
def fork_graded_listed(a, b, below, sources, targets, skip, keep, none):
    """`fork_graded` for the places listed."""
    for e in range(len(sources)):
        b[targets[e]] = a[sources[e]] if keep else none
        a[sources[e]] = below[sources[e]] if skip else none


def turn(a, b, left, right, none, bound):
    """Replace both values by their sum."""
    for e in range(len(a)):
        total = plus(a[e], b[e], bound)
        a[e] = total if left else none
        b[e] = total if right else none


def turn_listed(a, b, sources, targets, left, right, none, bound):
    """`turn` for the places listed."""
    for e in range(len(sources)):
        total = plus(a[sources[e]], b[targets[e]], bound)
        a[sources[e]] = total if left else none
        b[targets[e]] = total if right else none


def add(a, b, left, keep, none, bound):
    """Add *a* to *b*; *left* says whether *a* stays as it is."""
    for e in range(len(a)):
        if keep:
            b[e] = plus(a[e], b[e], bound)
        if not left:
            a[e] = none


def add_listed(a, b, sources, targets, left, keep, none, bound):
    """`add` for the places listed."""
    for e in range(len(sources)):
        if keep:
            b[targets[e]] = plus(a[sources[e]], b[targets[e]], bound)
        if not left:
            a[sources[e]] = none


def operate(table, operations, o, lists, allowed, constants, cell, at, words, rise):
    """Apply operation *o* of a *cell* to the row of the table that begins at *at*.

    With *rise* what is left out comes from the row below, *words* before; the first row has none.
    """
    sources, targets = lists
    none, bound, weight = constants[cell, NONE], constants[cell, BOUND], constants[cell, LEFT_OUT]
    if operations[o, 0] >> HEIGHT > allowed[cell, 0, HIGHEST]:
        return
    kind, first, size = operations[o, 0] & KIND, operations[o, 3], operations[o, 4]
    i, k = at + operations[o, 1], at + operations[o, 2]
    keep, left = allowed[cell, 0, kind] != 0, allowed[cell, 1, kind] != 0
    if first < 0:
        a, b = table[i : i + size], table[k : k + size]
        if kind == FORK and rise:
            below = table[i - words : i - words + size] if at else a
            fork_graded(a, b, below, left and at > 0, keep, none)
        elif kind == FORK:
            fork(a, b, left, keep, none, weight)
        elif kind == TURN:
            turn(a, b, left, keep, none, bound)
        else:
            add(a, b, left, keep, none, bound)
    else:
        a, b = table[i:], table[k:]
        here, there = sources[first : first + size], targets[first : first + size]
        if kind == FORK and rise:
            below = table[i - words :] if at else a
            fork_graded_listed(a, b, below, here, there, left and at > 0, keep, none)
        elif kind == FORK:
            fork_listed(a, b, here, there, left, keep, none, weight)
        elif kind == TURN:
            turn_listed(a, b, here, there, left, keep, none, bound)
        else:
            add_listed(a, b, here, there, left, keep, none, bound)


def apply(table, operations, lists, allowed, constants, span, grades):
    """Apply the operations of *span*, first and last but one, of one cell in their order.

    *grades* is ``(size of a row, how many rows, 1 if leaving the cell out raises the grade or 0)``.
    """
    words, rows, rise = grades
    # Invariant: no later operation of this cell reads a value that an earlier one has changed,
    # except to add to it; and no grade reads one above.
    for d in range(rows - 1, -1, -1):
        for o in range(span[0], span[1]):
            operate(table, operations, o, lists, allowed, constants, 0, d * words, words, rise)


def close(closed, table, word, constants, cell):
    """Add the value of a *word* to what is *closed*."""
    closed[0] = plus(closed[0], table[word], constants[cell, BOUND])


def apply_groups(table, operations, lists, cells, groups, todo, closed, span):
    """Do all that several cells do to a group of words, which then are in a cache, before the next group.

    *cells* are ``(allowed, constants)``.
    *groups* are ``(order, first)``: ``order[first[key, g] : first[key, g + 1]]`` are the operations that
    *key* has for group ``g``, in their order.  Rows ``(key, cell)`` of *todo* are the work of the cells;
    key ``-1 - w`` adds the value of word ``w`` to ``closed``.  *span* is the first group and the last
    but one.
    """
    allowed, constants = cells
    order, first = groups
    for g in range(span[0], span[1]):
        for t in range(len(todo)):
            key, cell = todo[t, 0], todo[t, 1]
            if key < 0:
                close(closed, table, -1 - key, constants, cell)
                continue
            for j in range(first[key, g], first[key, g + 1]):
                operate(table, operations, order[j], lists, allowed, constants, cell, 0, 0, 0)


def _with_sum(sum_of_two: Kernel, name: str, *templates: Callable[..., Any]) -> list[Kernel]:
    """Return these *templates* in the algebra of this sum."""
    parts: list[Callable[..., Any]] = [turn, turn_listed, add, add_listed]
    bound: Any = {
        part.__name__: bound_kernel(part, f"{part.__name__}_{name}", plus=sum_of_two) for part in parts
    }
    here = bound_kernel(operate, f"operate_{name}", inline=True, **bound)
    if apply_groups not in templates:  # only this one closes
        return [bound_kernel(each, f"{each.__name__}_{name}", operate=here) for each in templates]
    closing = bound_kernel(close, f"close_{name}", inline=True, plus=sum_of_two)
    return [bound_kernel(each, f"{each.__name__}_{name}", operate=here, close=closing) for each in templates]


apply_wrapping, groups_wrapping = _with_sum(plus_wrapping, "wrapping", apply, apply_groups)
apply_modular, groups_modular = _with_sum(plus_modular, "modular", apply, apply_groups)
(apply_least,) = _with_sum(plus_least, "least", apply)
(apply_real,) = _with_sum(plus_real, "real", apply)


@kernel
def gather(operations, lists, allowed, span, slot_of_word, found, state):
    """Find what led to the words that have a slot (0 or more; others -1), in the order of the operations.

    Rows ``(slot, word before, how the path leaves the cell)`` go to *found*, from ``state[0]`` on.
    Return the first operation not looked at, which is ``span[1]`` unless *found* is full.
    """
    sources, targets = lists
    n = state[0]
    for o in range(span[0], span[1]):
        kind, first, size = operations[o, 0] & KIND, operations[o, 3], operations[o, 4]
        if n + 4 * size > len(found):
            state[0] = n
            return o
        keep, left = allowed[0, 0, kind] != 0, allowed[0, 1, kind] != 0
        for e in range(size):
            i = operations[o, 1] + (e if first < 0 else sources[first + e])
            k = operations[o, 2] + (e if first < 0 else targets[first + e])
            if keep and slot_of_word[k] >= 0:
                leaves = 0
                if kind == FORK or kind == TURN or kind == END_RIGHT:
                    leaves |= BY_RIGHT
                if kind == FORK or kind == END_LEFT:
                    leaves |= BY_LEFT
                n = note(found, n, slot_of_word[k], i, leaves)
                if kind == TURN:
                    n = note(found, n, slot_of_word[k], k, leaves)
            if left and slot_of_word[i] >= 0:
                if kind == FORK:
                    n = note(found, n, slot_of_word[i], i, NOT_VISITED)
                elif kind == TURN:
                    n = note(found, n, slot_of_word[i], i, BY_LEFT)
                    n = note(found, n, slot_of_word[i], k, BY_LEFT)
    state[0] = n
    return span[1]


@inline_kernel
def note(found, n, slot, word, leaves):
    """Write row *n* of *found* and return the number of the next."""
    found[n, 0], found[n, 1], found[n, 2] = slot, word, leaves
    return n + 1


# ---------------------------------------------------------------------- several residues side by side
LANES = 4  # all written out below, for the compiler to make one instruction of them
BITS, NO_BITS = np.uint32(0xFFFFFFFF), np.uint32(0)  # masks


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
def copy_lanes(values, n, table, w):
    """Copy the residues of word *w* to *values*."""
    write(values, n, read(table, w), BITS)


@inline_kernel
def plus_narrow(x, y, bound):
    """Add residues modulo *bound*, at most 2**32, without a sum that needs more than 32 bits."""
    room = np.uint32((bound - y) & 0xFFFFFFFF)
    return np.uint32(x - room) if x >= room else np.uint32(x + y)


@inline_kernel
def sums(x, y, bounds):
    """Add residues lane by lane."""
    a, b = plus_narrow(x[0], y[0], bounds[0]), plus_narrow(x[1], y[1], bounds[1])
    c, d = plus_narrow(x[2], y[2], bounds[2]), plus_narrow(x[3], y[3], bounds[3])
    return a, b, c, d


@inline_kernel
def fork_pair(table, a, b, left, keep, bounds):
    """Move word *a* to *b*, and let *a* keep its values if the cell may be left out."""
    values = read(table, a)
    write(table, b, values, keep)
    write(table, a, values, left)


@inline_kernel
def turn_pair(table, a, b, left, keep, bounds):
    """Replace the values of both words by their sum."""
    total = sums(read(table, a), read(table, b), bounds)
    write(table, a, total, left)
    write(table, b, total, keep)


@inline_kernel
def add_pair(table, a, b, left, keep, bounds):
    """Add word *a* to *b*; *left* says whether *a* stays as it is."""
    values = read(table, a)
    if keep:
        write(table, b, sums(values, read(table, b), bounds), BITS)
    write(table, a, values, left)


def pairs(table, i, k, lists, first, size, left, keep, bounds):
    """Change all pairs of words of an operation alike."""
    word = np.uint64  # places without a sign: nothing is counted from the end
    if first < 0:
        for e in range(size):
            pair(table, i + word(e), k + word(e), left, keep, bounds)
    else:
        here, there = lists[0][first : first + size], lists[1][first : first + size]
        for e in range(size):
            pair(table, i + word(here[e]), k + word(there[e]), left, keep, bounds)


pair = turn_pair  # in the template
fork_lanes, turn_lanes, add_lanes = (
    bound_kernel(pairs, f"{each.name}s", pair=each) for each in (fork_pair, turn_pair, add_pair)
)


@inline_kernel
def operate_lanes(table, operations, o, lists, allowed, constants, cell, at, words, rise):
    """Apply operation *o* of a *cell*: `operate` of `profile`, without grades."""
    if operations[o, 0] >> HEIGHT > allowed[cell, 0, HIGHEST]:
        return
    kind, first, size = operations[o, 0] & KIND, operations[o, 3], operations[o, 4]
    i, k = np.uint64(operations[o, 1]), np.uint64(operations[o, 2])
    keep = BITS if allowed[cell, 0, kind] else NO_BITS
    left = BITS if allowed[cell, 1, kind] else NO_BITS
    bounds = read(constants, cell)
    if kind == FORK:
        fork_lanes(table, i, k, lists, first, size, left, keep, bounds)
    elif kind == TURN:
        turn_lanes(table, i, k, lists, first, size, left, keep, bounds)
    else:
        add_lanes(table, i, k, lists, first, size, left, keep, bounds)


@inline_kernel
def close_lanes(closed, table, word, constants, cell):
    """Add the values of a *word* to those *closed*."""
    write(closed, 0, sums(read(closed, 0), read(table, word), read(constants, cell)), BITS)


groups_lanes = bound_kernel(
    apply_groups, "groups_lanes", packs=True, operate=operate_lanes, close=close_lanes
)
