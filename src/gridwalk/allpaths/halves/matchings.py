"""Matchings of the ends of a signature: their ranks, and how a move changes them.

The *size* ends are numbered in the order of their places.  The pieces of path between them pair them in one
of ``pairings[size]`` = (size - 1)!! ways.  The rank of a matching is ``q * pairings[size - 2] + rank of the
rest`` if end 0 is paired with the q-th of the others (from 0).

Operations on a matching of *size* ends; only JOIN and INSERT change the number of ends::

    SHIFT   end i becomes end j                      (a move from an end to a cell of degree 0)
    JOIN    ends i < j are no ends any more          (a move between two ends)
    INSERT  a new piece, its ends numbered i < j     (a move between two cells of degree 0)

JOIN closes a cycle if i and j are the ends of one piece; the result is then ``pairings[size - 2]``, which is
not a rank.  For an operation that is used often, a table of ranks is computed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.tuning import tuning

SHIFT, JOIN, INSERT = 0, 1, 2
MAX_ENDS = 20  # the ranks of their matchings are below 2**32
LARGEST_ENDS = MAX_ENDS - 2  # of a signature, because INSERT adds two

AT, LOOKED_UP = 0, 1  # columns of operations: where the table begins; matchings looked up without a table
NO_TABLE = -1
USED, LARGEST = 0, 1  # registers of tables: the entries in use; the largest size that has tables


def _pairings() -> NDArray[np.int64]:
    counts = np.zeros(MAX_ENDS + 1, np.int64)
    counts[0] = 1
    for size in range(2, MAX_ENDS + 1, 2):
        counts[size] = counts[size - 2] * (size - 1)
    return counts


PAIRINGS = _pairings()  # the number of matchings of each number of ends


class Tables:
    """All tables so far, one after another in one array; memory is used only for entries that are written."""

    def __init__(self, most_ends: int) -> None:
        largest = min(most_ends, tuning().largest_table)
        sizes = range(0, largest + 1, 2)
        operations = (size**2 + 1 + size * (size - 1) // 2 + (size + 2) * (size + 1) // 2 for size in sizes)
        entries = sum(int(PAIRINGS[size]) * number for size, number in zip(sizes, operations, strict=True))
        self._entries = np.empty(entries, np.uint32)
        self._of_operation = np.zeros((3 * MAX_ENDS**3, 2), np.int64)
        self._of_operation[:, AT] = NO_TABLE
        self._registers = np.array([0, largest])
        scratch = tuple(np.zeros(MAX_ENDS + 2, np.int64) for _ in range(3))
        self.arrays = self._entries, self._of_operation, self._registers, PAIRINGS, scratch

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return int(self._registers[USED]) * self._entries.itemsize


@inline_kernel
def unrank(rank, size, pairings, partner):
    """Fill *partner* with the matching of that rank."""
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
    """Return the rank of a matching; overwrites *partner*."""
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


@kernel
def operate(rank, kind, size, i, j, pairings, scratch):
    """Return the rank of a matching after an operation."""
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
def table_of(kind, size, i, j, count, tables):
    """Return where the table of an operation on *count* matchings begins, or NO_TABLE.

    A table is computed once as many matchings were looked up without it as it has entries.
    """
    entries, of_operation, registers, pairings, scratch = tables
    number = ((kind * MAX_ENDS + size) * MAX_ENDS + i) * MAX_ENDS + j
    if of_operation[number, AT] == NO_TABLE and size <= registers[LARGEST]:
        ranks = np.int64(pairings[size])
        of_operation[number, LOOKED_UP] += count
        if of_operation[number, LOOKED_UP] >= ranks:
            at = registers[USED]
            for rank in range(ranks):
                entries[at + rank] = operate(rank, kind, size, i, j, pairings, scratch)
            of_operation[number, AT] = at
            registers[USED] = at + ranks
    return of_operation[number, AT]
