"""The join of two halves: the number of pairs of partial tours that close to a single cycle.

For two blocks of counts over the same ends: in the first half, end 0 is paired with some end q.  If 0 and q
are joined in the second half, the same question remains with two ends less.  So a pair of blocks takes about
``size**2 / 4 * pairings[size]`` additions, instead of the square of ``pairings[size]``.  The ends of the
second half are numbered upside down; a table of ranks converts their numbers.

No sum overflows: without a modulus, the answer is proven to be below 2**64, and bounds all sums; with a
modulus below 2**31, neither does a sum of at most ``pairings[18]`` counts.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.halves.matchings import JOIN, NO_TABLE, PAIRINGS, operate, rank_of, table_of, unrank
from gridwalk.allpaths.halves.signatures import number_of_ends
from gridwalk.allpaths.halves.steps import Half
from gridwalk.allpaths.halves.sweep import CountedLayer, HalfSweep
from gridwalk.runtime.codes import EXHAUSTED, PAUSED
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.slices import call, interpreting, slice_of

SLICE, INTERPRETED_SLICE = 50_000_000, 20_000  # additions in one call
LEVELS = 12  # of the recursion, one for each pair of ends
JOINING = "joining the halves"
BYTES_OF_PAIR = 60  # of all lists of pairs at once
_NONE = np.uint64(0)


@kernel
def fill_renumbering(place, tables, ranks):
    """Fill *ranks* with the rank of each matching after end *i* is renumbered to ``place[i]``."""
    _, _, _, pairings, scratch = tables
    size = len(place)
    before, after, _ = scratch
    for rank in range(len(ranks)):
        unrank(rank, size, pairings, before)
        for end in range(size):
            after[place[end]] = place[before[end]]
        ranks[rank] = rank_of(size, pairings, after)


@inline_kernel
def spread(layer, block, turned, modulus, counts):
    """Write a block to the dense array *counts*, at the ranks *turned*."""
    _, starts, lengths, values = layer
    at = starts[block]
    length = np.int64(lengths[block])
    for rank in range(len(turned)):
        counts[rank] = 0
    for e in range(length):
        rank = np.int64(e)
        if length != len(turned):
            rank = np.int64(values[at + length + e])
        value = np.uint64(values[at + e])
        counts[np.int64(turned[rank])] = value % modulus if modulus != _NONE else value


@inline_kernel
def join_four(first, at, second, at_second, modulus):
    """Return the sum of products for four ends, where two matchings make one cycle if they differ."""
    a, b, c = first[at], first[at + 1], first[at + 2]
    x, y, z = second[at_second], second[at_second + 1], second[at_second + 2]
    if modulus == _NONE:
        return a * (y + z) + b * (x + z) + c * (x + y)
    p, q, r = (y + z) % modulus, (x + z) % modulus, (x + y) % modulus
    return (a * p + b * q + c * r) % modulus


@inline_kernel
def any_of(counts, at, ranks):
    """Return whether any of some counts is not 0."""
    for rank in range(at, at + ranks):
        if counts[rank] != _NONE:
            return True
    return False


@inline_kernel
def join_counts(size, first, second, tables, stack, modulus):
    """Return the sum of products over matchings of *first* and *second* that make one cycle together."""
    entries, _, _, pairings, scratch = tables
    at_first, at_second, partner = stack
    if size == 2:
        return first[0] * second[0] if modulus == _NONE else first[0] * second[0] % modulus
    if size == 4:
        return join_four(first, 0, second, 0, modulus)
    total = _NONE
    level = 0
    at_first[0] = 0
    at_second[0] = 0
    partner[0] = 0
    while level >= 0:
        left = size - 2 * level
        if partner[level] == left - 1:
            level -= 1
            continue
        below = np.int64(pairings[left - 2])
        at = at_first[level] + partner[level] * below
        partner[level] += 1
        if not any_of(first, at, below):
            continue
        old = at_second[level]
        ranks = np.int64(pairings[left])
        new = old + ranks + 1
        for rank in range(new, new + below + 1):
            second[rank] = 0
        table = table_of(JOIN, left, 0, partner[level], ranks, tables)
        for rank in range(ranks):
            count = second[old + rank]
            if table != NO_TABLE:
                second[new + np.int64(entries[table + rank])] += count
            elif count != _NONE:
                second[new + operate(rank, JOIN, left, 0, partner[level], pairings, scratch)] += count
        if left == 6:
            total += join_four(first, at, second, new, modulus)
            if modulus != _NONE:
                total = total % modulus
        else:
            level += 1
            at_first[level] = at
            at_second[level] = new
            partner[level] = 0
    return total


@kernel
def join(first, second, pairs, turns, size, tables, scratch, total, state, budget):
    """Join the *pairs* of blocks from ``state[0]`` on; add the results to ``total[0]``.

    The sum is modulo ``total[1]`` if that is not 0.  Stops after about *budget* additions.  For blocks of
    *size* ends, the scratch memory of the first half has ``pairings[size]`` counts.  That of the second half
    has a part for each level of the recursion, with one more count than the pairings of its size.
    """
    here, there = turns
    counts, other_counts, stack = scratch
    modulus = total[1]
    work = 0
    for n in range(state[0], len(pairs)):
        if work > budget:
            state[0] = n
            return PAUSED
        spread(first, pairs[n, 0], here, modulus, counts)
        spread(second, pairs[n, 1], there, modulus, other_counts)
        total[0] += join_counts(size, counts, other_counts, tables, stack, modulus)
        if modulus != _NONE:
            total[0] = total[0] % modulus
        work += len(here) * size * size // 4 + size
    state[0] = len(pairs)
    return EXHAUSTED


def join_halves(
    sweep: HalfSweep, half: Half, layers: list[CountedLayer], pairs: NDArray[np.int64], modulus: int
) -> int:
    """Return the number of cycles of the joined *pairs* of blocks, modulo *modulus* if not 0.

    Without a modulus, the caller ensures that it is below 2**64.  The pairs are indices into the first and
    the last of the layers.
    """
    first, second = layers[0], layers[-1]
    memory, compiled = sweep.memory, not interpreting()
    memory.doing = JOINING
    memory.take(BYTES_OF_PAIR * len(pairs))
    rows = _ends_of_rows(half, second.signatures[pairs[:, 1]])
    kind_of_pair = rows @ (half.columns + 1) ** np.arange(1 + half.middle)
    _, begins, kinds = np.unique(kind_of_pair, return_index=True, return_inverse=True)
    total = np.array([0, modulus], np.uint64)
    for kind, begin in enumerate(begins):
        place = _upside_down(rows[begin].tolist())
        here = np.arange(PAIRINGS[len(place)], dtype=np.uint32)
        there = np.empty_like(here)
        scratch = (
            np.zeros(len(here), np.uint64),
            np.zeros(int(PAIRINGS[: len(place) + 1].sum()) + LEVELS, np.uint64),
            tuple(np.zeros(LEVELS, np.int64) for _ in range(3)),
        )
        held = 2 * here.nbytes + scratch[0].nbytes + scratch[1].nbytes
        memory.take(held)
        tables = sweep.tables.arrays
        call(fill_renumbering, sweep.watch, place, tables, there, compiled=compiled)
        chosen, state, status = pairs[kinds == kind], np.zeros(1, np.int64), PAUSED
        size = slice_of(compiled, SLICE, INTERPRETED_SLICE)
        while status == PAUSED:
            turns, made = (here, there), sweep.tables.bytes
            given = chosen, turns, len(place), tables, scratch, total, state, size
            status = call(join, sweep.watch, first.arrays, second.arrays, *given, compiled=compiled)
            memory.take(sweep.tables.bytes - made)
            sweep.watch.check(sweep.work + int(state[0]), 0, 0, JOINING)
        sweep.work += len(chosen)
        memory.give(held)
    memory.give(BYTES_OF_PAIR * len(pairs))
    return int(total[0])


def _ends_of_rows(half: Half, signatures: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return for each final signature the number of ends at the universal vertex and in each middle row."""
    widths = [half.universal, *[half.columns] * half.middle]
    ends, shift = [], 0
    for width in widths:
        ends.append(number_of_ends(signatures >> np.uint64(2 * shift) & np.uint64((1 << 2 * width) - 1)))
        shift += width
    return np.stack(ends, axis=1)


def _upside_down(ends: list[int]) -> NDArray[np.int64]:
    """Return the new number of every end after the middle rows, with these numbers of ends, are reversed."""
    universal, *rows = ends
    place, after = list(range(universal)), sum(ends)
    for count in rows:
        after -= count
        place += range(after, after + count)
    return np.array(place, np.int64)
