"""A binary heap, smallest key first, in the arrays *keys* and *items*; the caller sees to their capacity.

There is no decrease-key: enqueue the better key again, and skip the worse one when it comes up.
"""

from __future__ import annotations

from gridwalk.runtime.codes import PLACE
from gridwalk.runtime.kernel import inline_kernel


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
