"""Rooms and the doors between them: what all kernels that make mazes of rooms share.

The rooms are a rectangle with a margin of no rooms on all sides, flat, ``columns + 2`` a row: the room below
``v`` is ``v + columns + 2``, and no kernel asks where the border is.  ``free`` (int8) is 1 for a room that is
not in the maze yet.  ``doors`` (int8) has a bit for the door on the right and one for the door below.

Directions are numbered 0 up, 1 left, 2 right, 3 down: the opposite of ``m`` is ``3 - m``.
"""

from gridwalk.kernels._kernel import inline_kernel
from gridwalk.kernels.codes import EVENT_NAMES

RIGHT, BELOW = 1, 2  # bits of ``doors``
INSIDE = 4  # a bit for the kernel's own use, such as "in the maze"

# Kinds of events besides those of searches; a row is ``(kind, room, value)`` and the value is:
JOIN = 7  # the other room; the wall between the two is opened (the room itself: it joins alone)
SPLIT = 8  # the other room; a wall is built between the two (the room itself: it becomes a wall)
VISIT = 9  # the room before it; a walk comes by
MAKING_NAMES = (*EVENT_NAMES, "join", "split", "visit")


@inline_kernel
def open_door(doors, v, w):
    """Open the wall between the neighbours *v* and *w*."""
    doors[min(v, w)] |= RIGHT if abs(v - w) == 1 else BELOW


@inline_kernel
def toward(m, stride):
    """Return what the direction *m* adds to a room."""
    return (-stride, -1, 1, stride)[m]


@inline_kernel
def nth(free, v, stride, n):
    """Return the direction of the *n*-th neighbour of *v* (from 0) for which ``free`` is 1."""
    if n < free[v - stride]:
        return 0
    n -= free[v - stride]
    if n < free[v - 1]:
        return 1
    n -= free[v - 1]
    return 2 if n < free[v + 1] else 3


@inline_kernel
def number_free(free, v, stride):
    """Return for how many neighbours of *v* ``free`` is 1."""
    return free[v - stride] + free[v - 1] + free[v + 1] + free[v + stride]
