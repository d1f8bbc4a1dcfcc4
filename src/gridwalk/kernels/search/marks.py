"""Marks with a generation: scratch that is never cleared between queries.

``mark_of_cell`` has one entry per cell and a last one that holds the generation.  A query
takes a fresh *base* with `advance`; a mark below the base was left by an earlier query.
The *span* low values above the base are the query's own (a move, a flag).  uint16 marks
with span 16 are wiped once in 4,094 queries, which keeps the scratch at 2 bytes per cell.

The caller owns all memory; the kernel allocates nothing and raises nothing.
"""

import numpy as np

from gridwalk.kernels._kernel import kernel


@kernel
def advance(mark_of_cell, span):
    """Return a base that no mark reaches yet; *span* is the same on every call with one array."""
    last = mark_of_cell.size - 1
    base = np.int64(mark_of_cell[last]) + span
    if base + span > 1 << 8 * mark_of_cell.itemsize:
        mark_of_cell[:] = 0
        base = span
    mark_of_cell[last] = base
    return base
