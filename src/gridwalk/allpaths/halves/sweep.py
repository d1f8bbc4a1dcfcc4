"""The sweep over half a board: the counts of each layer from the layer before.

Invariant: each signature of a layer has a block of counts: for every matching of its ends, the number of
partial tours with this signature and matching.  A dense block has a count for each rank.  A sparse block has
its nonzero counts, followed by their ranks.  Blocks are stored in descending order of the signatures: block
*i* begins at ``starts[i]`` of ``values`` and has ``lengths[i]`` counts.  Counts are exact if the plan proves
that they fit into a word; otherwise they are residues.

Update: a new block is the sum of at most one block of the previous layer for each option of the step,
``sums[table[rank]] += count``.  As the new signatures descend, so do those from which they come.  So blocks
that are no longer needed are returned to the system at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.halves.matchings import (
    INSERT,
    JOIN,
    NO_TABLE,
    PAIRINGS,
    SHIFT,
    Tables,
    operate,
    table_of,
)
from gridwalk.allpaths.halves.signatures import (
    HalfPlan,
    Signatures,
    ends,
    ends_below,
    number_of_ends,
    restored,
)
from gridwalk.allpaths.halves.steps import ADD, FIRST, MASK, SECOND, VALUE, HalfStep
from gridwalk.runtime.codes import EXHAUSTED, PAUSED
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import LentArray, MemoryBudget
from gridwalk.runtime.slices import call, interpreting, slice_of

LEFT, USED, WORK = 0, 1, 2  # registers: new blocks left to fill; new values in use; counts added so far
NO_MEMORY = 3  # a status of `pull`, besides EXHAUSTED and PAUSED
SLICE, INTERPRETED_SLICE = 5_000_000, 20_000  # counts in one call
ONE_BY_ONE = 16  # an operation without a table takes this number of times as long

BLOCK, KIND, SIZE, END, OTHER, TABLE = 0, 1, 2, 3, 4, 5  # columns of sources
_NONE, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)


@inline_kernel
def operation_of(signature, full, first, second, sources, s):
    """Fill row *s* of *sources* with the operation of a move between two places."""
    size = ends(signature)
    from_first = (signature >> (_TWO * first)) & _ONE
    from_second = (signature >> (_TWO * second)) & _ONE
    sources[s, SIZE] = size
    if from_first == from_second:
        at = signature if from_first == _ONE else full
        sources[s, KIND] = JOIN if from_first == _ONE else INSERT
        sources[s, END] = ends_below(at, first)
        sources[s, OTHER] = ends_below(at, second)
    else:
        sources[s, KIND] = SHIFT
        sources[s, END] = ends_below(signature, first if from_first == _ONE else second)
        sources[s, OTHER] = ends_below(full, second if from_first == _ONE else first)


@inline_kernel
def find_sources(full, options, signatures, lengths, cursors, sources):
    """List the blocks that add to a new block, with their operations; return the number of them.

    ``cursors[o]`` is the number of signatures that option *o* may still need.
    """
    count = 0
    for o in range(len(options)):
        add = options[o, ADD]
        if full < add:
            cursors[o] = 0
            continue
        wanted = full - add
        c = cursors[o]
        while c > 0 and signatures[c - 1] > wanted:
            c -= 1
        cursors[o] = c
        if c == 0 or signatures[c - 1] != wanted or lengths[c - 1] == 0:
            continue
        if wanted & options[o, MASK] != options[o, VALUE]:
            continue
        sources[count, BLOCK] = c - 1
        if add == _NONE:  # the matching does not change
            sources[count, KIND] = SHIFT
            sources[count, SIZE] = ends(wanted)
            sources[count, END] = 0
            sources[count, OTHER] = 0
        else:
            operation_of(wanted, full, options[o, FIRST], options[o, SECOND], sources, count)
        count += 1
    return count


@inline_kernel
def add_dense(values, at, length, entries, table, sums):
    """Add a dense block, rank by rank."""
    for rank in range(length):
        sums[entries[table + rank]] += values[at + rank]


@inline_kernel
def add_sparse(values, at, length, entries, table, sums):
    """Add a sparse block."""
    for e in range(at, at + length):
        sums[entries[table + np.int64(values[e + length])]] += values[e]


@inline_kernel
def add_listed(values, at, length, sources, s, tables, sums, touched, count):
    """Add a block, and list the ranks whose sums were 0; return the number of ranks listed.

    No added count is 0, so each rank is listed once.
    """
    entries, _, _, pairings, scratch = tables
    dense = length == pairings[sources[s, SIZE]]
    for e in range(length):
        if values[at + e] == 0:  # only in dense blocks
            continue
        rank = e if dense else np.int64(values[at + length + e])
        if sources[s, TABLE] == NO_TABLE:
            kind, size = sources[s, KIND], sources[s, SIZE]
            rank = operate(rank, kind, size, sources[s, END], sources[s, OTHER], pairings, scratch)
        else:
            rank = np.int64(entries[sources[s, TABLE] + rank])
        if sums[rank] == _NONE:
            touched[count] = rank
            count += 1
        sums[rank] += values[at + e]
    return count


@inline_kernel
def write_listed(sums, touched, count, ranks, values, at, modulus):
    """Write the listed sums as a sparse block, and clear them; return its length."""
    length = 0
    for e in range(count):
        rank = np.int64(touched[e])
        value = sums[rank]
        sums[rank] = 0
        if modulus != _NONE:
            value = value % modulus
        if rank < ranks and value != _NONE:
            touched[length] = rank
            values[at + length] = value
            length += 1
    for e in range(length):
        values[at + length + e] = touched[e]
    return length


@inline_kernel
def write_all(sums, ranks, values, at, modulus):
    """Write all sums as a block, dense or sparse, and clear them; return its length."""
    length = 0
    for rank in range(ranks):
        if modulus != _NONE:
            sums[rank] = sums[rank] % modulus
        if sums[rank] != _NONE:
            length += 1
    if 2 * length >= ranks:
        length = ranks
        for rank in range(ranks):
            values[at + rank] = sums[rank]
            sums[rank] = 0
    else:
        e = at
        for rank in range(ranks):
            if sums[rank] != _NONE:
                values[e] = sums[rank]
                values[e + length] = rank
                e += 1
                sums[rank] = 0
    sums[ranks] = 0  # discard partial tours with a cycle
    return length


@kernel
def pull(source, target, step, tables, scratch, moduli, state, budget):
    """Fill the first ``state[LEFT]`` new blocks from the last to the first, until *budget* counts were added.

    *sums* and *touched* have an entry for every rank of the largest block, and one more.
    """
    signatures, starts, lengths, values = source
    new_signatures, new_starts, new_lengths, new_values = target
    options, drop = step
    entries, _, _, pairings, _ = tables
    sums, touched, cursors, sources = scratch
    modulus = np.uint64(moduli[0])
    work = 0
    at = state[USED]
    status = EXHAUSTED
    j = state[LEFT]
    while j > 0:
        ranks = np.int64(pairings[ends(new_signatures[j - 1])])
        if work > budget or at + ranks > len(new_values):
            status = PAUSED if work > budget else NO_MEMORY
            break
        j -= 1
        full = restored(new_signatures[j], drop[0])
        count = find_sources(full, options, signatures, lengths, cursors, sources)
        total = 0
        one_by_one = False
        for s in range(count):
            length = np.int64(lengths[sources[s, BLOCK]])
            kind, size = sources[s, KIND], sources[s, SIZE]
            sources[s, TABLE] = table_of(kind, size, sources[s, END], sources[s, OTHER], length, tables)
            one_by_one = one_by_one or sources[s, TABLE] == NO_TABLE
            total += length
        by_list = one_by_one or 4 * total < ranks
        listed = 0
        for s in range(count):
            begin = starts[sources[s, BLOCK]]
            length = np.int64(lengths[sources[s, BLOCK]])
            if by_list:
                listed = add_listed(values, begin, length, sources, s, tables, sums, touched, listed)
            elif length == pairings[sources[s, SIZE]]:
                add_dense(values, begin, length, entries, sources[s, TABLE], sums)
            else:
                add_sparse(values, begin, length, entries, sources[s, TABLE], sums)
        if by_list and 2 * listed < ranks:
            length = write_listed(sums, touched, listed, ranks, new_values, at, modulus)
        else:
            length = write_all(sums, ranks, new_values, at, modulus)
        new_starts[j] = at
        new_lengths[j] = length
        at += length if length == ranks else 2 * length
        work += (ONE_BY_ONE if one_by_one else 1) * total + (0 if by_list else ranks)
    state[LEFT] = j
    state[USED] = at
    state[WORK] += work
    return status


@dataclass
class CountedLayer:
    """The signatures between two steps, and their blocks of counts."""

    signatures: Signatures
    starts: NDArray[np.int64]
    lengths: NDArray[np.int32]
    pages: LentArray  # the memory of the values
    bytes: int = 0  # taken from the budget, except for the signatures

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The arrays for a kernel."""
        return self.signatures, self.starts, self.lengths, self.pages.array


@dataclass
class HalfSweep:
    """The sweeps of one count: their tables, limits and modulus."""

    tables: Tables
    watch: Watch
    memory: MemoryBudget
    modulus: int = 0  # 0 if counts are exact
    work: int = 0  # counts added so far

    def run(self, plan: HalfPlan, half: str) -> CountedLayer:
        """Return the counts after all steps; if they are exact, free the signatures of each earlier layer."""
        layer = CountedLayer(
            plan.layers[0], np.zeros(1, np.int64), np.ones(1, np.int32), LentArray(1, np.uint32)
        )
        layer.pages.array[0] = 1
        most = max(int(number_of_ends(signatures).max()) for signatures in plan.layers)
        scratch = np.zeros(int(PAIRINGS[most]) + 1, np.uint64), np.zeros(int(PAIRINGS[most]) + 1, np.uint32)
        self.memory.take(12 * len(scratch[0]))
        for number, step in enumerate(plan.steps):
            self.memory.doing = f"{half}, step {number + 1} of {len(plan.steps)}"
            after = self._step(layer, step, plan.layers[number + 1], scratch)
            self.memory.give(layer.bytes)
            if not self.modulus:
                self.memory.give(layer.signatures.nbytes)
                plan.layers[number] = np.zeros(0, np.uint64)
            layer = after
        self.memory.give(12 * len(scratch[0]))
        return layer

    def _step(
        self, layer: CountedLayer, step: HalfStep, signatures: Signatures, sums: tuple[NDArray[Any], ...]
    ) -> CountedLayer:
        """Return the counts of the *signatures* after a step, and free the memory of *layer*."""
        memory, compiled, options = self.memory, not interpreting(), len(step.options)
        memory.take(12 * len(signatures))
        dense = int(PAIRINGS[number_of_ends(signatures)].sum())
        pages = LentArray(min(dense, (memory.left + layer.bytes) // 4), np.uint32)
        blocks = np.zeros(len(signatures), np.int64), np.zeros(len(signatures), np.int32)
        new = CountedLayer(signatures, *blocks, pages, 12 * len(signatures))
        cursors, sources = np.full(options, len(layer.signatures)), np.zeros((options, 6), np.int64)
        scratch, state = (*sums, cursors, sources), np.array([len(signatures), 0, self.work])
        size, modulus = slice_of(compiled, SLICE, INTERPRETED_SLICE), np.array([self.modulus], np.uint64)
        shared, status = (self.tables.arrays, scratch, modulus, state, size), PAUSED
        while status == PAUSED:
            tables, used = self.tables.bytes, int(state[USED])
            status = call(pull, self.watch, layer.arrays, new.arrays, step.arrays, *shared, compiled=compiled)
            if status == NO_MEMORY:
                raise memory.error(memory.used + 4 * dense)
            needed = max(1, int(cursors.max()))
            given = layer.pages.give_back(int(layer.starts[needed - 1]))
            memory.give(given)
            layer.bytes -= given
            taken = 4 * (int(state[USED]) - used)
            memory.take(taken + self.tables.bytes - tables)
            new.bytes += taken
            self.work = int(state[WORK])
            self.watch.check(self.work, 0, 0)
        return new
