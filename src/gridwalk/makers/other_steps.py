"""Rooms and doors, and the makers that grow no tree: noise, caves, braids, one path, dungeons, division.

What all kernels that make mazes of rooms share comes first.

The rooms are a rectangle with a margin of no rooms on all sides, flat, ``columns + 2`` a row: the room below
``v`` is ``v + columns + 2``, and no kernel asks where the border is.  ``free`` (int8) is 1 for a room that is
not in the maze yet.  ``doors`` (int8) has a bit for the door on the right and one for the door below.

Directions are numbered 0 up, 1 left, 2 right, 3 down: the opposite of ``m`` is ``3 - m``.  Where ``slant`` is
not 0 there are two more: 4 adds it to a room, 5 takes it away, and one bit more is for the door in direction
4.  So hexagons have neighbours at the lower left and the upper right, and rooms of several levels, which lie
one below another with a row of no rooms between, neighbours in the next level and in the one before.

Noise, and the caves that a cellular automaton makes of it.  Cells, not rooms; the caller owns all memory.

``cells`` (int8) is flat: 1 where a cell is open.

More doors for a maze: its dead ends opened (a braid), or any of its walls (loops).

Mazes that are one path: unicursal, spiral, serpentine.  The caller owns all memory.

Rooms of several cells and corridors between them.  The caller owns all memory.

The rooms of a mask, part by part, each room after a neighbour of it.

Recursive division: walls are built, not opened.  Rectangles only; the caller owns all memory.
"""

from gridwalk.runtime.chance import below, draw, happens
from gridwalk.runtime.codes import EVENT_NAMES, STEP, record, root_of
from gridwalk.runtime.kernel import inline_kernel, kernel

RIGHT, BELOW = 1, 2  # bits of ``doors``
SLANT = 8  # another bit of ``doors``: of hexagons at the lower left, of levels in the floor
INSIDE = 4  # a bit for the kernel's own use, such as "in the maze"

# Kinds of events besides those of searches; a row is ``(kind, room, value)`` and the value is:
JOIN = 7  # the other room; the wall between the two is opened (the room itself: it joins alone)
SPLIT = 8  # the other room; a wall is built between the two (the room itself: it becomes a wall)
VISIT = 9  # the room before it; a walk comes by
FALL = 10  # as that of JOIN; the maker opens walls in two ways, of which this is the second
RISE = 11  # as that of SPLIT, of a maker that builds in two ways
MAKING_NAMES = (*EVENT_NAMES, "join", "split", "visit", "fall", "rise")


@inline_kernel
def open_door(doors, v, w, stride):
    """Open the wall between the neighbours *v* and *w*."""
    apart = abs(v - w)
    doors[min(v, w)] |= RIGHT if apart == 1 else BELOW if apart == stride else SLANT


@inline_kernel
def join(doors, v, w, stride, events):
    """Open the wall between *v* and its neighbour *w*, from which it is reached."""
    open_door(doors, v, w, stride)
    if events is not None:
        record(events, JOIN, v, w)


@inline_kernel
def toward(m, stride, slant):
    """Return what the direction *m* adds to a room."""
    return (-stride, -1, 1, stride, slant, -slant)[m]


@inline_kernel
def nth(free, v, stride, slant, n):
    """Return the direction of the *n*-th neighbour of *v* (from 0) for which ``free`` is 1."""
    if n < free[v - stride]:
        return 0
    n -= free[v - stride]
    if n < free[v - 1]:
        return 1
    n -= free[v - 1]
    if n < free[v + 1]:
        return 2
    n -= free[v + 1]
    if n < free[v + stride]:
        return 3
    return 4 if n < free[v + stride] + free[v + slant] else 5


@inline_kernel
def number_free(free, v, stride, slant):
    """Return for how many of the neighbours of *v* ``free`` is 1."""
    number = free[v - stride] + free[v - 1] + free[v + 1] + free[v + stride]
    return number + free[v + slant] + free[v - slant] if slant else number


@inline_kernel
def ways_of(slant):
    """Return how many directions there are."""
    return 6 if slant else 4


@kernel
def scatter(cells, columns, margin, random, events, threshold):
    """Open every cell with probability *threshold* / 2**32, but for a *margin* on all sides."""
    rows = len(cells) // columns
    for r in range(margin, rows - margin):
        for v in range(r * columns + margin, (r + 1) * columns - margin):
            cells[v] = happens(random, threshold)
            if events is not None and cells[v]:
                record(events, JOIN, v, v)


@kernel
def keep_largest(cells, columns, events, runs, label):
    """Close all cells but those of the largest part; ``label`` (int32) has an entry a run.

    ``runs`` has of each run of open cells in a row, in reading order, the first one and the one after it.
    """
    above = 0
    for i in range(len(label)):
        label[i] = i
        first, end = runs[2 * i] - columns, runs[2 * i + 1] - columns
        while runs[2 * above + 1] <= first:
            above += 1
        near = above
        # Invariant: labels of earlier runs lead to the least run of their part.
        while runs[2 * near] < end:
            a, b = root_of(label, near), root_of(label, label[i])
            label[max(a, b)] = min(a, b)
            label[i] = min(a, b)
            near += 1
    most, largest = 0, -1
    for i in range(len(label)):  # a root counts the cells of its part below zero
        root, number = label[i], runs[2 * i + 1] - runs[2 * i]
        if root == i:
            label[i] = -number
        else:
            if label[root] >= 0:
                root = label[root]
            label[i] = root
            label[root] -= number
        if -label[root] > most:
            most, largest = -label[root], root
    for i in range(len(label)):
        if i != largest and label[i] != largest:
            for v in range(runs[2 * i], runs[2 * i + 1]):
                cells[v] = 0
                if events is not None:
                    record(events, SPLIT, v, v)


@inline_kernel
def has_door(doors, v, m, stride, slant):
    """Return whether room *v* has a door in direction *m*."""
    if m == 0:
        return (doors[v - stride] & BELOW) != 0
    if m == 1:
        return (doors[v - 1] & RIGHT) != 0
    if m == 5:
        return (doors[v - slant] & SLANT) != 0
    return (doors[v] & (RIGHT if m == 2 else BELOW if m == 3 else SLANT)) != 0


@kernel
def braid(rooms, doors, columns, slant, random, events, threshold):
    """Open of each dead end one of the walls to another room, with probability *threshold* / 2**32.

    ``rooms`` (int8) is 1 where there is a room.  A dead end that got a door meanwhile is none any more.
    """
    stride = columns + 2
    for v in range(len(rooms)):
        if rooms[v] == 0:
            continue
        number, seen, chosen = 0, 0, v
        for m in range(ways_of(slant)):
            number += has_door(doors, v, m, stride, slant)
        if number != 1 or not happens(random, threshold):
            continue
        for m in range(ways_of(slant)):
            w = v + toward(m, stride, slant)
            if rooms[w] and not has_door(doors, v, m, stride, slant):
                seen += 1
                if below(random, seen) == 0:
                    chosen = w
        if seen > 0:
            join(doors, v, chosen, stride, events)


@kernel
def loops(rooms, doors, columns, slant, random, events, threshold):
    """Open every wall between two rooms with probability *threshold* / 2**32."""
    stride = columns + 2
    for v in range(len(rooms)):
        if rooms[v] == 0:
            continue
        for bit, w in ((RIGHT, v + 1), (BELOW, v + stride), (SLANT, v + slant)):
            if (
                (bit != SLANT or slant != 0)
                and rooms[w]
                and doors[v] & bit == 0
                and happens(random, threshold)
            ):
                doors[v] |= bit
                if events is not None:
                    record(events, JOIN, v, w)


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
        m = out if has_door(tree, u, out, half, 0) else (2, 3, 0, 1)[corner]
        w = v + toward(m, stride, 0)
        r += (m == 3) - (m == 0)
        c += (m == 2) - (m == 1)
        if w == first:
            return
        join(doors, w, v, stride, events)
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
        if free[v + toward(m, stride, 0)] == 0:
            m = (2, 0, 3, 1)[m]
        w = v + toward(m, stride, 0)
        if free[w] == 0:
            return
        free[w] = 0
        join(doors, w, v, stride, events)
        if events is not None:
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
        join(doors, w, v, stride, events)
        v = w


@inline_kernel
def dig(cells, v, kind, events):
    """Open the cell *v*; *kind* is that of the event."""
    if cells[v] == 0:
        cells[v] = 1
        if events is not None:
            record(events, kind, v, v)


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
                    dig(cells, r * columns + c, JOIN, events)
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
                dig(cells, v, FALL, events)
            while v != target:
                if bit == RIGHT:
                    v += columns if v < target else -columns
                else:
                    v += 1 if v < target else -1
                dig(cells, v, FALL, events)


@kernel
def flood(free, columns, slant, order, starts):
    """Write the rooms into ``order``, breadth-first, and where each part begins into ``starts``.

    ``starts`` has an entry for each room and one more; after the last part comes the number of rooms.  Return
    how many parts there are.  Rooms written down are not ``free`` any more.
    """
    stride = columns + 2
    head = tail = parts = 0
    for root in range(len(free)):
        if free[root] == 0:
            continue
        starts[parts] = tail
        parts += 1
        order[tail] = root
        tail += 1
        free[root] = 0
        while head < tail:
            for m in range(ways_of(slant)):
                w = order[head] + toward(m, stride, slant)
                if free[w]:
                    free[w] = 0
                    order[tail] = w
                    tail += 1
            head += 1
    starts[parts] = tail
    return parts


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
        level = high > wide or (high == wide and draw(random) >> 31 == 1)
        across, along, kept = (stride, 1, RIGHT) if level else (1, stride, BELOW)
        size, length = (high, wide) if level else (wide, high)
        cut, door = below(random, size - 1), below(random, length)
        for i in range(length):
            v = corner + cut * across + i * along
            if i != door:
                doors[v] &= kept
                if events is not None:
                    record(events, SPLIT, v, v + across)
        if level:
            first, rest = (top, left, cut + 1, wide), (top + cut + 1, left, high - cut - 1, wide)
        else:
            first, rest = (top, left, high, cut + 1), (top, left + cut + 1, high, wide - cut - 1)
        for i in range(4):
            stack[depth, i] = rest[i]
            stack[depth + 1, i] = first[i]
        depth += 2
