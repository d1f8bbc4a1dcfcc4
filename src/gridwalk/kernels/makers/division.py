"""Recursive division: walls are built, not opened.  Rectangles only; the caller owns all memory."""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.events import record
from gridwalk.kernels.makers.chance import below, draw
from gridwalk.kernels.makers.rooms import BELOW, RIGHT, SPLIT


@kernel
def division(doors, rows, columns, random, events, stack):
    """Divide a chamber by a wall with one door, across its longer side, until all are one room wide.

    All doors are open at first.  ``stack`` (int64) has ``rows + columns`` rows of four.
    """
    stride = columns + 2
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = 0, 0, rows, columns
    depth = 1
    while depth > 0:
        depth -= 1
        top, left, high, wide = stack[depth, 0], stack[depth, 1], stack[depth, 2], stack[depth, 3]
        if high < 2 or wide < 2:
            continue
        corner = (top + 1) * stride + left + 1
        if high > wide or (high == wide and draw(random) >> 31):
            cut, door = below(random, high - 1), below(random, wide)
            for c in range(wide):
                v = corner + cut * stride + c
                if c != door:
                    doors[v] &= RIGHT
                    if events is not None:
                        record(events, SPLIT, v, v + stride)
            first, rest = (top, left, cut + 1, wide), (top + cut + 1, left, high - cut - 1, wide)
        else:
            cut, door = below(random, wide - 1), below(random, high)
            for r in range(high):
                v = corner + r * stride + cut
                if r != door:
                    doors[v] &= BELOW
                    if events is not None:
                        record(events, SPLIT, v, v + 1)
            first, rest = (top, left, high, cut + 1), (top, left + cut + 1, high, wide - cut - 1)
        for i in range(4):
            stack[depth, i] = rest[i]
            stack[depth + 1, i] = first[i]
        depth += 2
