"""Mazes made row by row: binary tree, sidewinder, Eller.  Rectangles only; the caller owns all memory."""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.events import record
from gridwalk.kernels.makers.chance import below, draw
from gridwalk.kernels.makers.rooms import BELOW, JOIN, RIGHT


@kernel
def binary_tree(doors, rows, columns, random, events):
    """Open for each room the wall above or the one on the left."""
    stride = columns + 2
    for r in range(rows):
        for c in range(columns):
            v = (r + 1) * stride + c + 1
            w = v
            if r > 0 and (c == 0 or draw(random) >> 31):
                w = v - stride
                doors[w] |= BELOW
            elif c > 0:
                w = v - 1
                doors[w] |= RIGHT
            if events is not None:
                record(events, JOIN, v, w)


@kernel
def sidewinder(doors, rows, columns, random, events):
    """Divide each row into runs at random; each run has one door up, somewhere."""
    stride = columns + 2
    for r in range(rows):
        run = 0
        for c in range(columns):
            v = (r + 1) * stride + c + 1
            if c < columns - 1 and (r == 0 or draw(random) >> 31):
                doors[v] |= RIGHT
                if events is not None:
                    record(events, JOIN, v, v + 1)
                continue
            if r > 0:
                w = v - below(random, c - run + 1)
                doors[w - stride] |= BELOW
                if events is not None:
                    record(events, JOIN, w, w - stride)
            run = c + 1


@kernel
def eller(doors, rows, columns, random, events, after, before):
    """Keep for a row which rooms hang together: sets, joined at random; each goes down at least once.

    The sets are rings of columns, in order: ``after`` and ``before`` (int32), an entry a column.
    """
    stride = columns + 2
    for c in range(columns):
        after[c] = before[c] = c
    for r in range(rows):
        row, last = (r + 1) * stride + 1, r == rows - 1
        for c in range(columns - 1):
            # Rings are in order, so c + 1 is in the ring of c only if it comes next.
            if after[c] != c + 1 and (last or draw(random) >> 31):
                after[before[c + 1]] = after[c]
                before[after[c]] = before[c + 1]
                after[c] = c + 1
                before[c + 1] = c
                doors[row + c] |= RIGHT
                if events is not None:
                    record(events, JOIN, row + c + 1, row + c)
        if last:
            return
        for c in range(columns):
            if after[c] != c and draw(random) >> 31:  # another of the set will go down
                after[before[c]] = after[c]
                before[after[c]] = before[c]
                after[c] = before[c] = c
            else:
                doors[row + c] |= BELOW
                if events is not None:
                    record(events, JOIN, row + c + stride, row + c)
