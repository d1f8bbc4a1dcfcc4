"""What waits in a search for cheapest paths: a heap in one array or in two, or buckets.

A 4-ary heap in one array: rows (key, item), smallest key first.

``heap`` is int64 or float64 of shape (capacity, 2); items are integers below 2**53, keys are
below 2**62.  The three rows behind the last are kept at `FAR`, so that every row has four
children or none and the least of them is found without a branch: capacity = rows + 3.  There is
no decrease-key: a better key is pushed again and the worse one is skipped when it comes up.

The caller owns all memory and sees to the capacity; the kernels raise nothing.

A binary heap in two arrays, *keys* and *items*, smallest key first.  The caller has looked for room before
`enqueue`: *size* is below the length of both.  `put_in_front` and `dequeue` need one item or more, no room.

Cheapest paths by buckets: Dijkstra's algorithm without a heap (Dial 1969; Denardo and Fox 1979).

A cell waits in the bucket of its distance.  A bucket is no wider than the least cost of a move, or has one
whole distance only, so no cell makes another one of its bucket cheaper, and cells may leave a bucket in any
order: the last one put in comes first.  The buckets are a ring, longer than the greatest cost of a move.

``entry_of_pool`` int32 (any, 2) holds (cell, next entry) of the lists of all buckets; a better distance is
put in again, and the worse one is skipped when it comes up.  ``mark_of_cell`` is that of `first_path`, plus
`CLOSED` in cells whose distance is final.

The caller owns all memory; the kernel allocates nothing and raises nothing.
It trusts its arguments.
"""

import numpy as np

from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, FOUND, FULL, GOAL, NONE, PAUSED, PLACE
from gridwalk.kernels.search.first_path import EXIT
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


CLOSED = 64  # in a mark
CELL, LINK = 0, 1  # columns of entry_of_pool
PRESENT, WAITING, FREE, USED = 4, 5, 6, 7  # registers: a bucket, entries in buckets, the first free, all made


@kernel
def close_floats(table, costs, tree, buckets, state, budget, events):
    """Close cells, bucket by bucket, to the end of the first in which an exit is closed (register GOAL).

    ``costs`` is ``(cost_of_cell, cost_of_move, scale)``: move *m* into *v* costs the product of both, and
    *scale* times a distance, rounded down, is its bucket.  If ``cost_of_cell`` has one entry, it holds for
    all cells.  ``tree`` is ``(distance_of_cell, mark_of_cell)``, distances great where unknown.  GOAL is
    NONE at first.  FULL: there is no room in the pool; go on with a larger one.
    """
    moves_of_cell, delta_of_move = table
    cost_of_cell, cost_of_move, scale = costs
    distance_of_cell, mark_of_cell = tree
    head_of_bucket, entry_of_pool = buckets
    turn = len(head_of_bucket) - 1
    all_or_one = PLACE if len(cost_of_cell) > 1 else 0
    last = len(entry_of_pool) - len(delta_of_move)
    present, waiting, free, used = state[PRESENT], state[WAITING], state[FREE], state[USED]
    goal, expanded, status = state[GOAL], 0, PAUSED
    for _ in range(budget):
        entry = head_of_bucket[present & turn]
        if entry == NONE:
            if waiting == 0 or goal != NONE:
                status = EXHAUSTED if goal == NONE else FOUND
                break
            present += 1
            continue
        if used > last:
            status = FULL
            break
        u = entry_of_pool[entry & PLACE, CELL] & PLACE
        head_of_bucket[present & turn] = entry_of_pool[entry & PLACE, LINK]
        entry_of_pool[entry & PLACE, LINK] = free
        free = entry
        waiting -= 1
        if mark_of_cell[u] & CLOSED:
            continue
        mark_of_cell[u] |= CLOSED
        expanded += 1
        distance = distance_of_cell[u]
        if mark_of_cell[u] & EXIT:
            if goal == NONE or distance < distance_of_cell[goal]:
                goal = u
            continue
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                v = u + delta_of_move[m] & PLACE
                beyond = distance + cost_of_cell[v & all_or_one] * cost_of_move[m]
                if beyond < distance_of_cell[v]:
                    distance_of_cell[v] = beyond
                    mark_of_cell[v] = mark_of_cell[v] & EXIT | m + 1
                    bucket = int(beyond * scale) & turn
                    entry = free & PLACE
                    if free == NONE:
                        entry = used
                        used += 1
                    else:
                        free = entry_of_pool[entry, LINK]
                    entry_of_pool[entry & PLACE, CELL] = v
                    entry_of_pool[entry & PLACE, LINK] = head_of_bucket[bucket]
                    head_of_bucket[bucket] = entry
                    waiting += 1
    state[PRESENT], state[WAITING], state[FREE], state[USED] = present, waiting, free, used
    state[GOAL] = goal
    state[EXPANDED] += expanded
    return status
