"""A binary heap, smallest key first, in the arrays *keys* and *items*, which the caller makes large enough.

There is no decrease-key: add the item again with its smaller key, and skip the old entry later.
"""

from __future__ import annotations

from gridwalk.runtime.codes import PLACE
from gridwalk.runtime.kernel import inline_kernel


@inline_kernel
def enqueue(keys, items, size, key, item):
    """Add *item* and return the new size."""
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
    """Replace the first item, ``items[0]``, by *item*."""
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
    """Remove the first item, ``items[0]``, and return the new size."""
    put_in_front(keys, items, size - 1, keys[size - 1], items[size - 1])
    return size - 1
