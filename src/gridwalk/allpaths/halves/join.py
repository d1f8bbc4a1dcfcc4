"""The two halves of a board, put together: how many pairs of partial tours close to one cycle.

Both halves have a block of counts for the same ends.  End 0 is paired with some end q in the first half, and
then q is no end of the second half any more: joining 0 and q there leaves the same question with
two ends less.  So a pair of blocks costs about ``size**2 / 4 * pairings[size]`` additions, not the square
of ``pairings[size]``.

Room: for blocks of at most *size* ends, *first* has ``pairings[size]`` counts and *second* those of all
smaller sizes besides, with one more for each, for there every level of the sum keeps its counts.

Sums stay exact: without a modulus the caller has proven that the whole answer is below 2**64, and no
sum here exceeds it; with one (below 2**31) no sum of at most ``pairings[18]`` counts does.
"""

import numpy as np

from gridwalk.allpaths.halves.matchings import JOIN, operate, operation_number
from gridwalk.runtime.codes import EXHAUSTED, PAUSED
from gridwalk.runtime.kernel import inline_kernel, kernel

NEXT, STOP = 0, 1  # registers
REGISTERS = 2
A, B, RENUMBERING, SIZE = 0, 1, 2, 3  # columns of ``pairs``
AS_IT_IS = -1  # for RENUMBERING

_NONE = np.uint64(0)


@inline_kernel
def spread(block, renumbering, renumbering_at, ranks, modulus, counts):
    """Write a block out, dense; *ranks* is how many counts it has."""
    values, at, length = block
    for rank in range(ranks):
        counts[rank] = 0
    for e in range(length):
        rank = np.int64(e)
        if length != ranks:
            rank = np.int64(values[at + length + e])
        if renumbering_at != AS_IT_IS:
            rank = np.int64(renumbering[renumbering_at + rank])
        value = np.uint64(values[at + e])
        if modulus != _NONE:
            value = value % modulus
        counts[rank] = value


@inline_kernel
def last_four(first, at, second, at_second, modulus):
    """Return the ways to join blocks of four ends: pairings must differ."""
    a, b, c = first[at], first[at + 1], first[at + 2]
    x, y, z = second[at_second], second[at_second + 1], second[at_second + 2]
    if modulus == _NONE:
        return a * (y + z) + b * (x + z) + c * (x + y)
    p, q, r = (y + z) % modulus, (x + z) % modulus, (x + y) % modulus
    return (a * p + b * q + c * r) % modulus


@inline_kernel
def any_of(counts, at, ranks):
    """Whether any of some counts is not 0."""
    for rank in range(at, at + ranks):
        if counts[rank] != _NONE:
            return True
    return False


@inline_kernel
def joined(size, first, second, tables, stack, pair_scratch, modulus):
    """Return the sum over pairings a of *first* and b of *second* that make one cycle together."""
    table, table_of_operation, pairings = tables
    at_first, at_second, partner = stack
    if size == 2:
        return first[0] * second[0] if modulus == _NONE else first[0] * second[0] % modulus
    if size == 4:
        return last_four(first, 0, second, 0, modulus)
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
        table_at = table_of_operation[operation_number(JOIN, left, 0, partner[level])]
        if table_at >= 0:
            for rank in range(ranks):
                second[new + np.int64(table[table_at + rank])] += second[old + rank]
        else:
            for rank in range(ranks):
                if second[old + rank] != _NONE:
                    after = operate(rank, JOIN, left, 0, partner[level], pairings, pair_scratch)
                    second[new + after] += second[old + rank]
        if left == 6:
            total += last_four(first, at, second, new, modulus)
            if modulus != _NONE:
                total = total % modulus
        else:
            level += 1
            at_first[level] = at
            at_second[level] = new
            partner[level] = 0
    return total


@kernel
def join(halves, pairs, renumbering, tables, scratch, totals, state, budget):
    """Add up the pairs ``state[NEXT]`` to ``state[STOP]`` in ``totals[0]``, modulo ``totals[1]`` if not 0.

    ``halves`` is ``(starts, lengths, values)`` twice.  Stops after about *budget* additions.
    """
    (starts, lengths, values), (other_starts, other_lengths, other_values) = halves
    _, _, pairings = tables
    first, second, stack, pair_scratch = scratch
    modulus = totals[1]
    work = 0
    for n in range(state[NEXT], state[STOP]):
        if work > budget:
            state[NEXT] = n
            return PAUSED
        a, b = pairs[n, A], pairs[n, B]
        if lengths[a] == 0 or other_lengths[b] == 0:
            continue
        size = pairs[n, SIZE]
        ranks = np.int64(pairings[size])
        spread((values, starts[a], np.int64(lengths[a])), renumbering, AS_IT_IS, ranks, modulus, first)
        other = (other_values, other_starts[b], np.int64(other_lengths[b]))
        spread(other, renumbering, pairs[n, RENUMBERING], ranks, modulus, second)
        totals[0] += joined(size, first, second, tables, stack, pair_scratch, modulus)
        if modulus != _NONE:
            totals[0] = totals[0] % modulus
        work += ranks * size * size // 4 + size
    state[NEXT] = state[STOP]
    return EXHAUSTED
