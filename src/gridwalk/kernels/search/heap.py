"""A 4-ary heap in one array: rows (key, item), smallest key first.

``heap`` is int64 or float64 of shape (capacity, 2); items are integers below 2**53, keys are
below 2**62.  The three rows behind the last are kept at `FAR`, so that every row has four
children or none and the least of them is found without a branch: capacity = rows + 3.  There is
no decrease-key: a better key is pushed again and the worse one is skipped when it comes up.

The caller owns all memory and sees to the capacity; the kernels raise nothing.
"""

import numpy as np

from gridwalk.kernels._kernel import kernel

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
