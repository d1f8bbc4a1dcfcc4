"""How the ends of pieces hang together: pairings, their ranks, and what a move does to them as a table.

The *size* ends of a signature, numbered in the order of their places, are paired off by the pieces
of path between them.  There are ``pairings[size]`` = (size - 1)!! ways; the rank of one is
``q * pairings[size - 2] + rank of the rest`` when end 0 is paired with the (q + 1)-th of the others.

Operations on a pairing of *size* ends (only INSERT and CLOSE change how many there are)::

    SHIFT   end i becomes end j                      (a move from an end to an untouched cell)
    JOIN    ends i and j are no ends any more        (a move between two ends)
    INSERT  a new piece, its ends numbered i and j   (a move between two untouched cells)

JOIN closes a cycle when i and j are the ends of one piece; the answer is then ``pairings[size - 2]``,
which is no rank.

Room: *partner* and the three arrays of *scratch* have MAX_ENDS entries or more; sizes stay below
MAX_ENDS, after INSERT too (`gridwalk.allpaths.halves.answer` refuses more), so that every operation has a
number.
"""

import numpy as np

from gridwalk.runtime.kernel import inline_kernel, kernel

SHIFT, JOIN, INSERT = 0, 1, 2
MAX_ENDS = 20  # pairings of so many still have ranks below 2**32


@inline_kernel
def operation_number(kind, size, i, j):
    """Return the number of an operation."""
    return ((kind * MAX_ENDS + size) * MAX_ENDS + i) * MAX_ENDS + j


@inline_kernel
def unrank(rank, size, pairings, partner):
    """Fill *partner* with the pairing of that rank."""
    for end in range(size):
        partner[end] = -1
    first = 0
    for left in range(size, 0, -2):
        while partner[first] >= 0:
            first += 1
        below = np.int64(pairings[left - 2])
        skip = rank // below
        rank -= skip * below
        other = first + 1
        while partner[other] >= 0 or skip > 0:
            if partner[other] < 0:
                skip -= 1
            other += 1
        partner[first] = other
        partner[other] = first


@inline_kernel
def rank_of(size, pairings, partner):
    """Return the rank of a pairing; *partner* is lost."""
    rank = 0
    left = size
    for first in range(size):
        other = partner[first]
        if other < 0:
            continue
        skip = 0
        for end in range(first + 1, other):
            if partner[end] >= 0:
                skip += 1
        left -= 2
        rank += skip * np.int64(pairings[left])
        partner[first] = -1
        partner[other] = -1
    return rank


@inline_kernel
def operate(rank, kind, size, i, j, pairings, scratch):
    """Return the rank after an operation (see above)."""
    before, after, place = scratch  # place: the new number of every end
    unrank(rank, size, pairings, before)
    new_size = size
    if kind == JOIN:
        new_size = size - 2
        if before[i] == j:
            return np.int64(pairings[new_size])
        before[before[i]] = before[j]
        before[before[j]] = before[i]
    elif kind == INSERT:
        new_size = size + 2
    number = 0
    for end in range(size):
        if (kind == SHIFT and end == i) or (kind == JOIN and (end == i or end == j)):
            place[end] = j
            continue
        while (kind == SHIFT and number == j) or (kind == INSERT and (number == i or number == j)):
            number += 1
        place[end] = number
        number += 1
    for end in range(size):
        if kind != JOIN or (end != i and end != j):
            after[place[end]] = place[before[end]]
    if kind == INSERT:
        after[i] = j
        after[j] = i
    return rank_of(new_size, pairings, after)


@kernel
def fill_tables(kind, size, ends, pairings, scratch, tables):
    """Fill each row of *tables* with the ranks after an operation on the *ends* i and j of that row."""
    for k in range(len(ends)):
        for rank in range(tables.shape[1]):
            tables[k, rank] = operate(rank, kind, size, ends[k, 0], ends[k, 1], pairings, scratch)


@kernel
def fill_renumbering(place, pairings, scratch, table):
    """Fill *table* with the ranks after every end gets the number *place* gives it."""
    size = len(place)
    before, after, _ = scratch
    for rank in range(len(table)):
        unrank(rank, size, pairings, before)
        for end in range(size):
            after[place[end]] = place[before[end]]
        table[rank] = rank_of(size, pairings, after)
