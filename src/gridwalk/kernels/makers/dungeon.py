"""Rooms of several cells and corridors between them.  The caller owns all memory."""

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.events import record
from gridwalk.kernels.makers.chance import below
from gridwalk.kernels.makers.rooms import BELOW, JOIN, RIGHT


@inline_kernel
def dig(cells, v, events):
    """Open the cell *v*."""
    if cells[v] == 0:
        cells[v] = 1
        if events is not None:
            record(events, JOIN, v, v)


@kernel
def dig_rooms(cells, columns, high, wide, random, events, middle):
    """Dig a room of random size and place in each of *high* x *wide* blocks; a cell in it goes to ``middle``.

    ``cells`` (int8) is flat, all closed.  Blocks share the inside of the board evenly; their last row and
    column stays closed, so that no two rooms touch.
    """
    rows = len(cells) // columns
    for i in range(high):
        top, bottom = 1 + i * (rows - 1) // high, (i + 1) * (rows - 1) // high
        for j in range(wide):
            left, right = 1 + j * (columns - 1) // wide, (j + 1) * (columns - 1) // wide
            tall, broad = bottom - top, right - left  # at least 1
            rows_of, columns_of = tall - below(random, tall // 2 + 1), broad - below(random, broad // 2 + 1)
            r0, c0 = top + below(random, tall - rows_of + 1), left + below(random, broad - columns_of + 1)
            for r in range(r0, r0 + rows_of):
                for c in range(c0, c0 + columns_of):
                    dig(cells, r * columns + c, events)
            middle[i * wide + j] = (r0 + below(random, rows_of)) * columns + c0 + below(random, columns_of)


@kernel
def dig_corridors(cells, columns, wide, events, middle, doors):
    """Dig a corridor with one bend between the rooms of any two blocks that have a door."""
    for i in range(len(middle)):
        room = (i // wide + 1) * (wide + 2) + i % wide + 1
        for bit, j in ((RIGHT, i + 1), (BELOW, i + wide)):
            if doors[room] & bit == 0:
                continue
            v, target = middle[i], middle[j]
            r, c = target // columns, target % columns
            # First across the border between the blocks, then along it.
            while v % columns != c if bit == RIGHT else v // columns != r:
                v += (1 if v % columns < c else -1) if bit == RIGHT else columns
                dig(cells, v, events)
            while v != target:
                if bit == RIGHT:
                    v += columns if v < target else -columns
                else:
                    v += 1 if v < target else -1
                dig(cells, v, events)
