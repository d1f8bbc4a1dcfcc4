"""Mazes that are one path: unicursal, spiral, serpentine.  The caller owns all memory."""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import STEP
from gridwalk.kernels.events import record
from gridwalk.kernels.makers.opening import has_door
from gridwalk.kernels.makers.rooms import JOIN, open_door, toward


@kernel
def around(tree, doors, columns, events):
    """Follow the walls of a perfect maze around it: one path through all rooms of a board twice as wide.

    ``tree`` are the doors of a perfect maze of half as many *columns* and rows.  Each of its rooms is four
    rooms here, of which the path visits the one at the upper left first and the one below it last; so it goes
    right, down, left and up within a room, and through a door wherever it comes to one.
    """
    stride, half = columns + 2, columns // 2 + 2
    first = v = stride + 1
    r = c = 0
    while True:
        corner = (r & 1) * 2 + (c & 1)  # upper left, upper right, lower left, lower right
        out = (0, 2, 1, 3)[corner]
        u = (r // 2 + 1) * half + c // 2 + 1
        m = out if has_door(tree, u, out, half) else (2, 3, 0, 1)[corner]
        w = v + toward(m, stride)
        r += (m == 3) - (m == 0)
        c += (m == 2) - (m == 1)
        if w == first:
            return
        open_door(doors, v, w)
        if events is not None:
            record(events, JOIN, w, v)
        v = w


@kernel
def spiral(free, doors, columns, events):
    """Go straight on as long as the next room is free, else turn right; until no room is."""
    stride = columns + 2
    v, m = stride + 1, 2
    free[v] = 0
    if events is not None:
        record(events, STEP, v, v)
    while True:
        if free[v + toward(m, stride)] == 0:
            m = (2, 0, 3, 1)[m]
        w = v + toward(m, stride)
        if free[w] == 0:
            return
        free[w] = 0
        open_door(doors, v, w)
        if events is not None:
            record(events, JOIN, w, v)
            record(events, STEP, w, v)
        v = w


@kernel
def serpentine(doors, rows, columns, events):
    """Go through the rows one after another, to the right and to the left in turn."""
    stride = columns + 2
    v = stride + 1
    for i in range(1, rows * columns):
        r = i // columns
        w = v + (stride if i % columns == 0 else 1 if r % 2 == 0 else -1)
        open_door(doors, v, w)
        if events is not None:
            record(events, JOIN, w, v)
        v = w
