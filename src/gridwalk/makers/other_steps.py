"""Kernels shared by makers, and those of noise, caves, braids, mazes of one path, dungeons and division.

The caller allocates all arrays.

Rooms are the entries of flat arrays with ``columns + 2`` entries per row.  A margin without rooms on all
sides spares kernels the checks of the border.  The room below ``v`` is ``v + columns + 2``.  ``free`` (int8)
is 1 for a room that is not in the maze yet.  ``doors`` (int8) has a bit for the door on the right and a bit
for the door below.

The directions are 0 up, 1 left, 2 right, 3 down; the opposite of ``m`` is ``3 - m``.  If ``slant`` is not 0,
there are two more directions: 4 leads to room ``v + slant``, 5 to ``v - slant``; a third bit of ``doors`` is
the door in direction 4.  For hexagons these are the neighbours at the lower left and the upper right.  For
levels, which are rows of one rectangle with a row without rooms in between, they are the rooms of the next
and the previous level.

In boards without rooms, ``cells`` (int8, flat) is 1 for open cells.
"""

from gridwalk.runtime.chance import below, draw, happens
from gridwalk.runtime.codes import EVENT_NAMES, STEP, record, root_of
from gridwalk.runtime.kernel import inline_kernel, kernel

RIGHT, BELOW = 1, 2  # bits of ``doors``
SLANT = 8  # bit of ``doors`` for direction 4: at the lower left of a hexagon, in the floor of a level
INSIDE = 4  # bit of ``doors`` for a mark of the kernel, such as "in the maze"

# Kinds of events in addition to those of searches.  A row is ``(kind, room, value)``; the value is:
JOIN = 7  # the other room, the wall between the two is opened; or the room itself, which joins the maze alone
SPLIT = 8  # the other room, a wall is built between the two; or the room itself, which becomes a wall
VISIT = 9  # the previous room of a walk
FALL = 10  # as for JOIN, for makers that open walls in two ways
RISE = 11  # as for SPLIT, for makers that build walls in two ways
MAKING_NAMES = (*EVENT_NAMES, "join", "split", "visit", "fall", "rise")


@inline_kernel
def open_door(doors, v, w, stride):
    """Open the wall between the neighbours *v* and *w*."""
    apart = abs(v - w)
    doors[min(v, w)] |= RIGHT if apart == 1 else BELOW if apart == stride else SLANT


@inline_kernel
def join(doors, v, w, stride, events):
    """Open the wall between room *v* and its neighbour *w*, and record that *v* joins the maze."""
    open_door(doors, v, w, stride)
    if events is not None:
        record(events, JOIN, v, w)


@inline_kernel
def toward(m, stride, slant):
    """Return the difference between the neighbour in direction *m* and a room."""
    return (-stride, -1, 1, stride, slant, -slant)[m]


@inline_kernel
def nth(free, v, stride, slant, n):
    """Return the direction of the *n*-th free neighbour of *v*, from 0."""
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
    """Return the number of free neighbours of *v*."""
    number = free[v - stride] + free[v - 1] + free[v + 1] + free[v + stride]
    return number + free[v + slant] + free[v - slant] if slant else number


@inline_kernel
def ways_of(slant):
    """Return the number of directions."""
    return 6 if slant else 4


@kernel
def scatter(cells, columns, margin, random, events, threshold):
    """Open each cell, except in a *margin* on all sides, with probability *threshold* / 2**32."""
    rows = len(cells) // columns
    for r in range(margin, rows - margin):
        for v in range(r * columns + margin, (r + 1) * columns - margin):
            cells[v] = happens(random, threshold)
            if events is not None and cells[v]:
                record(events, JOIN, v, v)


@kernel
def keep_largest(cells, columns, events, runs, label):
    """Close all cells except those of the largest component; ``label`` (int32) has an entry per run.

    ``runs`` holds two numbers for each horizontal run of open cells, in reading order: its first cell, and
    the cell after its last.
    """
    above = 0
    for i in range(len(label)):
        label[i] = i
        first, end = runs[2 * i] - columns, runs[2 * i + 1] - columns
        while runs[2 * above + 1] <= first:
            above += 1
        near = above
        # Invariant: labels of earlier runs lead to the first run of their component.
        while runs[2 * near] < end:
            a, b = root_of(label, near), root_of(label, label[i])
            label[max(a, b)] = min(a, b)
            label[i] = min(a, b)
            near += 1
    most, largest = 0, -1
    for i in range(len(label)):  # the label of a root becomes minus the number of its cells
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
    """Open a random wall of each dead end, with probability *threshold* / 2**32.

    ``rooms`` (int8) is 1 for a room.  If a dead end has got a second door by then, it is left out.
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
    """Open each wall between two rooms with probability *threshold* / 2**32."""
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
    """Follow the walls of a perfect maze: one path through all rooms of a maze of twice its width and height.

    ``tree`` are the doors of the perfect maze, of half the *columns* and rows.  Each of its rooms becomes
    four rooms here.  The path goes clockwise within these four, and through a door if there is one.
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
    """Go straight on if the next room is free, else turn right; stop if neither room is free."""
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
    """Go through the rows, to the right and to the left in turn."""
    stride = columns + 2
    v = stride + 1
    for i in range(1, rows * columns):
        r = i // columns
        w = v + (stride if i % columns == 0 else 1 if r % 2 == 0 else -1)
        join(doors, w, v, stride, events)
        v = w


@inline_kernel
def dig(cells, v, kind, events):
    """Open the cell *v*; record an event of the given kind."""
    if cells[v] == 0:
        cells[v] = 1
        if events is not None:
            record(events, kind, v, v)


@kernel
def dig_rooms(cells, columns, high, wide, random, events, middle):
    """Dig a room of random size and place in each of *high* x *wide* blocks; store one cell in ``middle``.

    At first all ``cells`` are closed.  The blocks divide the inside of the board evenly.  Their last row and
    column stay closed, so that no two rooms touch.
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
    """Dig a corridor with one bend between the rooms of any two blocks that are joined by a door."""
    for i in range(len(middle)):
        room = (i // wide + 1) * (wide + 2) + i % wide + 1
        for bit, j in ((RIGHT, i + 1), (BELOW, i + wide)):
            if doors[room] & bit == 0:
                continue
            v, target = middle[i], middle[j]
            r, c = target // columns, target % columns
            # First across the border of the blocks, then along it.
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
    """Store the rooms in ``order``, breadth-first, and where parts start in ``starts``; return their number.

    ``starts`` has room for one entry more than there are rooms; the number of rooms follows the last part.
    Afterwards no room is ``free``.
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
    """Divide chambers by walls with one door, across the longer side, until all are one room wide.

    At first all doors are open.  ``stack`` (int64) has the shape (rows + columns, 4).
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
