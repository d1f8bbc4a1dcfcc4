"""Buckets of cells: stacks of chunks from one pool.

A chunk has a link to the chunk below, and 31 cells.  Chunk *b* of the pool is always the lowest of bucket
*b*.  A search takes a whole chunk at a time, which loads many cells from memory at once.
"""

from __future__ import annotations

import numpy as np

from gridwalk.runtime.codes import NONE, PLACE
from gridwalk.runtime.kernel import inline_kernel

SHIFT = 5
INSIDE = (1 << SHIFT) - 1  # cells in a chunk of the pool, after its link to the chunk below


@inline_kernel
def put(queue, bucket, v, free, used):
    """Add *v* to *bucket*; return the first free chunk and the number of chunks used so far."""
    tail_of_bucket, pool = queue
    tail = np.int64(tail_of_bucket[bucket])
    if tail & INSIDE == 0:  # the chunk is full
        chunk = free
        if free == NONE:
            chunk = used
            used += 1
        else:
            free = np.int64(pool[free << SHIFT & PLACE])
        pool[chunk << SHIFT & PLACE] = tail
        tail = (chunk << SHIFT) + 1
    pool[tail & PLACE] = v
    tail_of_bucket[bucket] = tail + 1
    return free, used


@inline_kernel
def take(queue, bucket, tail, free):
    """Remove the highest chunk of a bucket, which ends before *tail*; return its start and the free chunk.

    Its cells stay readable until the next `put`.
    """
    tail_of_bucket, pool = queue
    start = tail - 1 >> SHIFT << SHIFT
    if start == bucket << SHIFT:
        tail_of_bucket[bucket] = start + 1
    else:
        tail_of_bucket[bucket] = pool[start & PLACE]
        pool[start & PLACE] = free
        free = start >> SHIFT
    return start, free
