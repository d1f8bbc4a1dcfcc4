"""Heaps, smallest key first: `push` and `drop` on one array, `enqueue` and `dequeue` on two.

The first is 4-ary: ``heap`` has rows (key, item), int64 or float64; items are below 2**53, keys below `FAR`.
The three rows behind the last hold `FAR`, so that every row has four children or none: capacity = rows + 3.
There is no decrease-key: push the better key again, and skip the worse one when it comes up.

The second is binary, in the arrays *keys* and *items*.  The caller sees to the capacity of both.
"""

from __future__ import annotations

import numpy as np

from gridwalk.runtime.codes import PLACE
from gridwalk.runtime.kernel import inline_kernel, kernel

FAR = 1 << 62


@kernel
def push(heap, size, key, item):
    """Add a row, before those with the same key; return the new size."""
    for i in range(size + 1, size + 4):
        heap[i, 0] = FAR
    i = size
    while i > 0:
        parent = (i - 1) >> 2
        if heap[parent, 0] < key:
            break
        heap[i, 0] = heap[parent, 0]
        heap[i, 1] = heap[parent, 1]
        i = parent
    heap[i, 0] = key
    heap[i, 1] = item
    return size + 1


@kernel
def drop(heap, size):
    """Remove the first row of ``heap[:size]``; return the new size."""
    size -= 1
    key = heap[size, 0]
    heap[size, 0] = FAR
    i = 0
    child = 1
    # Invariant: row i is a hole, every other row below size is at least its parent, and the
    # three rows from size on are FAR.
    while child < size:
        a, b, c, d = heap[child, 0], heap[child + 1, 0], heap[child + 2, 0], heap[child + 3, 0]
        left, right = min(a, b), min(c, d)
        if left >= key and right >= key:
            break
        least = child + np.int64(b < a)
        if right < left:
            least = child + 2 + np.int64(d < c)
        heap[i, 0] = min(left, right)
        heap[i, 1] = heap[least, 1]
        i = least
        child = 4 * i + 1
    heap[i, 0] = key
    heap[i, 1] = heap[size, 1]
    return size


@inline_kernel
def enqueue(keys, items, size, key, item):
    """Add *item*; return the new size."""
    place = size
    while place > 0:
        above = place - 1 >> 1 & PLACE
        if keys[above] <= key:
            break
        keys[place & PLACE], items[place & PLACE] = keys[above], items[above]
        place = above
    keys[place & PLACE], items[place & PLACE] = key, item
    return size + 1


@inline_kernel
def put_in_front(keys, items, size, key, item):
    """Put *item* in place of the first one, ``items[0]``."""
    place, below = 0, 1
    while below + 1 < size:
        below = below + (keys[below + 1 & PLACE] < keys[below & PLACE]) & PLACE
        if key <= keys[below]:
            break
        keys[place], items[place] = keys[below], items[below]
        place, below = below, 2 * below + 1
    if below + 1 == size and key > keys[below]:
        keys[place], items[place] = keys[below], items[below]
        place = below
    keys[place], items[place] = key, item


@inline_kernel
def dequeue(keys, items, size):
    """Remove the first item, ``items[0]``; return the new size."""
    put_in_front(keys, items, size - 1, keys[size - 1], items[size - 1])
    return size - 1
