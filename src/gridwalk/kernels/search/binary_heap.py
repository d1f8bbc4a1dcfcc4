"""A binary heap in two arrays, *keys* and *items*, smallest key first.

The caller has looked for room before `push`: *size* is below the length of both.  `put_first` and
`pop` need one item or more, and no room.
"""

from gridwalk.kernels._kernel import inline_kernel
from gridwalk.kernels.codes import PLACE


@inline_kernel
def push(keys, items, size, key, item):
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
def put_first(keys, items, size, key, item):
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
def pop(keys, items, size):
    """Remove the first item, ``items[0]``; return the new size."""
    put_first(keys, items, size - 1, keys[size - 1], items[size - 1])
    return size - 1
