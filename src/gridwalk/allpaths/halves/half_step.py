"""One step of the sweep, for the blocks of counts behind the signatures.

A signature with *k* ends has a block: for every pairing of them how many partial tours have it.  A
block of ``pairings[k]`` numbers is dense; a shorter one is sparse: first its counts, none of them 0, then
their ranks.  Block *i* begins at ``starts[i]`` of ``values``, and has ``lengths[i]`` counts.

A new block is gathered from those it comes from, at most one for each option: an operation on
pairings is one table (`matchings` beside this), so a step is ``sums[table[rank]] += count``.

Room: *sums* and *touched* have an entry for every rank of the largest new block, and one for no rank;
*cursors* and *found* one an option.  `pull` writes a block only where ``state[ROOM_END]`` leaves what it
takes at most.

The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

import numpy as np

from gridwalk.allpaths.halves.matchings import INSERT, JOIN, SHIFT, operate, operation_number
from gridwalk.allpaths.halves.signature import (
    ADD,
    FIRST,
    MASK,
    SECOND,
    VALUE,
    ends,
    ends_below,
    restored,
)
from gridwalk.runtime.codes import EXHAUSTED, PAUSED
from gridwalk.runtime.kernel import inline_kernel, kernel

NO_ROOM, NO_TABLE, TOO_LARGE = 3, 4, 5  # what `pull` says, beside EXHAUSTED and PAUSED

# Registers: the next new block, and the one to stop before; the free room in the new values; which
# operation wants a table; how much room is wanted; how many counts went in, so far.
AT, STOP, ROOM, ROOM_END, WANTED, WORK = 0, 1, 2, 3, 4, 5
REGISTERS = 6

LIMIT, MODULUS = 0, 1  # of ``bounds``: the greatest count that may be kept; 0, or what to divide by

NO_TABLE_YET, WITHOUT_TABLE = -1, -2
ONE_BY_ONE = 16  # how much longer it takes without a table

BLOCK, TABLE, KIND, SIZE, END, OTHER = 0, 1, 2, 3, 4, 5  # columns of ``found``
FOUND = 6

_NONE, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)


@inline_kernel
def operation_of(source, full, first, second, found, f):
    """Fill row *f* of *found* with the operation that the move between two places is."""
    size = ends(source)
    from_first = (source >> (_TWO * first)) & _ONE
    from_second = (source >> (_TWO * second)) & _ONE
    found[f, SIZE] = size
    if from_first == from_second:
        at = source if from_first == _ONE else full
        found[f, KIND] = JOIN if from_first == _ONE else INSERT
        found[f, END] = ends_below(at, first)
        found[f, OTHER] = ends_below(at, second)
    else:
        found[f, KIND] = SHIFT
        found[f, END] = ends_below(source, first if from_first == _ONE else second)
        found[f, OTHER] = ends_below(full, second if from_first == _ONE else first)


@inline_kernel
def find_sources(full, step, signatures, lengths, cursors, found):
    """List the blocks that a new one comes from, and the operations; return how many there are."""
    options, _, _ = step
    count = 0
    for o in range(len(options)):
        add = options[o, ADD]
        if full < add:
            continue
        wanted = full - add
        if wanted & options[o, MASK] != options[o, VALUE]:  # so it is, too, where a place has too few moves
            continue
        c = cursors[o]
        while c < len(signatures) and signatures[c] < wanted:
            c += 1
        cursors[o] = c
        if c == len(signatures) or signatures[c] != wanted or lengths[c] == 0:
            continue
        found[count, BLOCK] = c
        if add == _NONE:  # the pairing stays as it is
            found[count, KIND] = SHIFT
            found[count, SIZE] = ends(wanted)
            found[count, END] = 0
            found[count, OTHER] = 0
        else:
            operation_of(wanted, full, options[o, FIRST], options[o, SECOND], found, count)
        count += 1
    return count


@inline_kernel
def add_dense(values, at, length, table, table_at, sums):
    """Add a dense block, rank by rank."""
    for rank in range(length):
        sums[table[table_at + rank]] += values[at + rank]


@inline_kernel
def add_sparse(values, at, length, table, table_at, sums):
    """Add a sparse block."""
    for e in range(at, at + length):
        sums[table[table_at + np.int64(values[e + length])]] += values[e]


@inline_kernel
def add_listed(values, at, length, found, f, table, pairings, pair_scratch, sums, touched, count):
    """Add a block, and list the ranks that were 0 before; return how many are listed.

    A rank whose sum is not 0 is not listed again, and what is added is not 0: so each is listed once,
    and *touched* has room for all ranks and the one that is none (`signature_tables`).
    """
    dense = length == pairings[found[f, SIZE]]
    for e in range(length):
        if values[at + e] == 0:  # dense blocks have such
            continue
        rank = e if dense else np.int64(values[at + length + e])
        if found[f, TABLE] == WITHOUT_TABLE:
            rank = operate(
                rank, found[f, KIND], found[f, SIZE], found[f, END], found[f, OTHER], pairings, pair_scratch
            )
        else:
            rank = np.int64(table[found[f, TABLE] + rank])
        if sums[rank] == _NONE:
            touched[count] = rank
            count += 1
        sums[rank] += values[at + e]
    return count


@inline_kernel
def keep_listed(sums, touched, count, ranks, values, at, bounds):
    """Write the sums listed as a sparse block, and clear them; return its length, -1: one is too large."""
    kept = 0
    for e in range(count):
        rank = np.int64(touched[e])
        value = sums[rank]
        sums[rank] = 0
        if bounds[MODULUS] != _NONE:
            value = value % bounds[MODULUS]
        if rank >= ranks or value == _NONE:
            continue
        if value > bounds[LIMIT]:
            return -1
        touched[kept] = rank
        values[at + kept] = value
        kept += 1
    for e in range(kept):
        values[at + kept + e] = touched[e]
    return kept


@inline_kernel
def keep_all(sums, ranks, values, at, bounds):
    """Write all sums as a block, dense or sparse, and clear them; return its length, -1: one is too large."""
    kept = 0
    largest = _NONE
    for rank in range(ranks):
        if bounds[MODULUS] != _NONE:
            sums[rank] = sums[rank] % bounds[MODULUS]
        largest = max(largest, sums[rank])
        if sums[rank] != _NONE:
            kept += 1
    if largest > bounds[LIMIT]:
        return -1
    if 2 * kept >= ranks:
        for rank in range(ranks):
            values[at + rank] = sums[rank]
            sums[rank] = 0
        kept = ranks
    else:
        e = at
        for rank in range(ranks):
            if sums[rank] != _NONE:
                values[e] = sums[rank]
                values[e + kept] = rank
                e += 1
                sums[rank] = 0
    sums[ranks] = 0  # where cycles closed too early went
    return kept


@kernel
def pull(source, target, step, tables, scratch, bounds, state, budget):
    """Fill the new blocks ``state[AT]`` to ``state[STOP]``, until about *budget* counts went in."""
    signatures, starts, lengths, values = source
    new_signatures, new_starts, new_lengths, new_values = target
    table, table_of_operation, pairings = tables
    sums, touched, cursors, found, pair_scratch = scratch
    _, drop, _ = step
    work = 0
    for j in range(state[AT], state[STOP]):
        if work > budget:
            state[AT] = j
            state[WORK] += work
            return PAUSED
        ranks = np.int64(pairings[ends(new_signatures[j])])
        full = restored(new_signatures[j], drop[0])
        sources = find_sources(full, step, signatures, lengths, cursors, found)
        total = 0
        one_by_one = False
        for f in range(sources):
            number = operation_number(found[f, KIND], found[f, SIZE], found[f, END], found[f, OTHER])
            found[f, TABLE] = table_of_operation[number]
            if found[f, TABLE] == NO_TABLE_YET:
                state[AT] = j
                state[WORK] += work
                state[WANTED] = number
                return NO_TABLE
            one_by_one = one_by_one or found[f, TABLE] == WITHOUT_TABLE
            total += np.int64(lengths[found[f, BLOCK]])
        by_list = one_by_one or 4 * total < ranks
        state[WANTED] = min(2 * total, 2 * ranks) if by_list else ranks
        if state[ROOM] + state[WANTED] > state[ROOM_END]:
            state[AT] = j
            state[WORK] += work
            return NO_ROOM
        listed = 0
        for f in range(sources):
            at = starts[found[f, BLOCK]]
            length = np.int64(lengths[found[f, BLOCK]])
            if by_list:
                listed = add_listed(
                    values, at, length, found, f, table, pairings, pair_scratch, sums, touched, listed
                )
            elif length == pairings[found[f, SIZE]]:
                add_dense(values, at, length, table, found[f, TABLE], sums)
            else:
                add_sparse(values, at, length, table, found[f, TABLE], sums)
        at = state[ROOM]
        if by_list and 2 * listed < ranks:
            kept = keep_listed(sums, touched, listed, ranks, new_values, at, bounds)
        else:
            kept = keep_all(sums, ranks, new_values, at, bounds)
        if kept < 0:
            return TOO_LARGE
        new_starts[j] = at
        new_lengths[j] = kept
        state[ROOM] = at + (kept if kept == ranks else 2 * kept)
        work += (ONE_BY_ONE if one_by_one else 1) * total + (0 if by_list else ranks)
    state[AT] = state[STOP]
    state[WORK] += work
    return EXHAUSTED
