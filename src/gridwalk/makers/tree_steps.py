"""Kernels for mazes that are spanning trees of the rooms; the caller allocates all arrays.

The first kernels grow a tree from a first room, one in each part of a mask.  `kruskal` makes the minimum
spanning tree of random weights in rounds (Boruvka 1926), because a shuffled list of edges would miss the
cache.  `wilson` and `aldous_broder` make each spanning tree with the same probability, in slices.  The others
work row by row, on rectangles.
"""

from gridwalk.makers.other_steps import (
    BELOW,
    FALL,
    INSIDE,
    JOIN,
    RIGHT,
    VISIT,
    join,
    nth,
    number_free,
    open_door,
    toward,
    ways_of,
)
from gridwalk.runtime.chance import below, draw, one_alive, weight
from gridwalk.runtime.codes import BACK, CLOSE, EXHAUSTED, OPEN, PAUSED, STEP, record, root_of
from gridwalk.runtime.kernel import inline_kernel, kernel


@kernel
def backtracker(free, doors, columns, slant, random, events, way):
    """Go to a random free neighbour, or backtrack if there is none; ``way`` (int8) has an entry per room."""
    stride = columns + 2
    for root in range(len(free)):
        if free[root] == 0:
            continue
        v = root
        free[v] = 0
        way[v] = -1
        if events is not None:
            record(events, STEP, v, v)
        # Invariant: following ``way`` backwards from v leads along the walk to the root.
        while True:
            k = number_free(free, v, stride, slant)
            if k == 0:
                if way[v] < 0:
                    break
                w = v - toward(way[v], stride, slant)
                if events is not None:
                    record(events, BACK, v, w)
                v = w
                continue
            m = nth(free, v, stride, slant, below(random, k) if k > 1 else 0)
            w = v + toward(m, stride, slant)
            join(doors, w, v, stride, events)
            free[w] = 0
            way[w] = m
            if events is not None:
                record(events, STEP, w, v)
            v = w


@kernel
def hunt_and_kill(free, doors, columns, slant, random, events, order):
    """Walk to free neighbours; if there is none, go on from the first free room beside the maze.

    In ``order`` (int32) each room, except the first of a part, comes after a neighbour.  So the first free
    room is beside the maze.
    """
    stride = columns + 2
    for i in range(len(order)):
        v = order[i]
        if free[v] == 0:
            continue
        chosen, seen = v, 0
        for m in range(ways_of(slant)):
            w = v + toward(m, stride, slant)
            if doors[w] & INSIDE:
                seen += 1
                if below(random, seen) == 0:
                    chosen = w
        if events is not None:
            record(events, STEP, v, v)
            record(events, FALL, v, chosen)
        if seen > 0:
            open_door(doors, v, chosen, stride)
        while True:
            free[v] = 0
            doors[v] |= INSIDE
            k = number_free(free, v, stride, slant)
            if k == 0:
                break
            w = v + toward(nth(free, v, stride, slant, below(random, k) if k > 1 else 0), stride, slant)
            join(doors, w, v, stride, events)
            if events is not None:
                record(events, STEP, w, v)
            v = w


@kernel
def growing_tree(free, doors, columns, slant, random, events, live, newest, oldest):
    """Grow the maze from active rooms: join a free neighbour, or make the room inactive if it has none.

    The room is the newest with probability *newest* / 2**32, else the oldest with *oldest* / 2**32, else any.
    ``live`` (int32) has an entry per room.
    """
    stride = columns + 2
    for root in range(len(free)):
        if free[root] == 0:
            continue
        free[root] = 0
        live[0] = root
        head, tail = 0, 1
        if events is not None:
            record(events, OPEN, root, root)
        # Invariant: live[head:tail] are the active rooms, the newest last.
        while head < tail:
            i = one_alive(random, head, tail, newest, oldest)
            v = live[i]
            k = number_free(free, v, stride, slant)
            if k == 0:
                if events is not None:
                    record(events, CLOSE, v, v)
                if i == tail - 1:
                    tail -= 1
                else:
                    live[i] = live[head]  # the newest stay in order
                    head += 1
                continue
            w = v + toward(nth(free, v, stride, slant, below(random, k) if k > 1 else 0), stride, slant)
            join(doors, w, v, stride, events)
            free[w] = 0
            live[tail] = w
            tail += 1
            if events is not None:
                record(events, OPEN, w, v)


HEAVIEST = 1 << 62  # greater than all weights


@inline_kernel
def merge(label, doors, v, w, stride):
    """Open the wall between *v* and *w* if they are in different sets; the smaller root becomes the root."""
    a, b = root_of(label, v), root_of(label, w)
    if a != b:
        label[max(a, b)] = min(a, b)
        open_door(doors, v, w, stride)


@kernel
def kruskal(free, doors, columns, seed, label, best, edges):
    """Open the doors of the minimum spanning tree.

    The wall right of room *v* is edge ``2 * v``, the wall below it ``2 * v + 1``.  ``label`` and ``best``
    (int32) have an entry per room, ``edges`` (int32) two.
    """
    stride = columns + 2
    for v in range(len(free)):
        label[v] = v
        best[v] = -1
    for v in range(len(free)):  # the first round: the wall of least weight
        if free[v]:
            least, chosen = HEAVIEST, v
            for e, w in (
                (2 * v, v + 1),
                (2 * v + 1, v + stride),
                (2 * v - 2, v - 1),
                (2 * (v - stride) + 1, v - stride),
            ):
                if free[w]:
                    x = weight(seed, e)
                    if x < least:
                        least, chosen = x, w
            if chosen != v:
                merge(label, doors, v, chosen, stride)
    count = 0
    for v in range(len(free)):
        label[v] = label[label[v]]  # a root is the smallest room of its set
        if free[v]:
            if free[v + 1]:
                edges[count] = 2 * v
                count += 1
            if free[v + stride]:
                edges[count] = 2 * v + 1
                count += 1
    while count > 0:
        count = lightest_around(stride, seed, label, best, edges, count)
        for v in range(len(free)):
            if best[v] >= 0:
                u = best[v] >> 1
                merge(label, doors, u, u + (stride if best[v] & 1 else 1), stride)
                best[v] = -1
        for v in range(len(free)):
            label[v] = label[label[v]]


@kernel
def lightest_around(stride, seed, label, best, edges, count):
    """Find the lightest edge that leaves each set; remove edges within sets and return the number left."""
    kept = 0
    for i in range(count):
        e = edges[i]
        u = e >> 1
        a, b = label[u], label[u + (stride if e & 1 else 1)]
        if a == b:
            continue
        edges[kept] = e
        kept += 1
        x = weight(seed, e)
        if best[a] < 0 or x < weight(seed, best[a]):
            best[a] = e
        if best[b] < 0 or x < weight(seed, best[b]):
            best[b] = e
    return kept


TREE, OUTSIDE = 6, 7  # entries of ``way``; 0 to 5 are the last direction in which the walk left the room
ROOT, AT, BITS, LEFT = 4, 5, 6, 7  # registers: first and last room, random bits, steps left in them
PART, FREE = 8, 9  # registers: the part of the mask, and the number of its free rooms


@inline_kernel
def step_of(random, bits, left, slant):
    """Return a random direction (invalid from `ways_of` on), the bits left, and the steps left in them."""
    if left == 0:
        bits, left = draw(random), 10 if slant else 16
    if slant:
        return bits & 7, bits >> 3, left - 1
    return bits & 3, bits >> 2, left - 1


@kernel
def wilson(way, doors, columns, slant, random, state, budget, events):
    """Walk from a free room until the walk meets the tree; then add the walk without its loops to the tree.

    ``way`` (int8) is TREE for one room of each part and OUTSIDE where there is no room.  For each room it
    stores only the last direction in which the walk left, which erases the loops.
    """
    stride, ways = columns + 2, ways_of(slant)
    v, bits, left = state[AT], state[BITS], state[LEFT]
    for root in range(state[ROOT], len(way)):
        if way[root] >= TREE:
            continue
        if v == 0:  # no walk is under way
            v = root
            if events is not None:
                record(events, STEP, v, v)
                doors[v] |= INSIDE
        while way[v] != TREE:
            if budget == 0:
                state[ROOT], state[AT], state[BITS], state[LEFT] = root, v, bits, left
                return PAUSED
            budget -= 1
            m, bits, left = step_of(random, bits, left, slant)
            if m >= ways or way[v + toward(m, stride, slant)] == OUTSIDE:
                continue
            w = v + toward(m, stride, slant)
            way[v] = m
            if events is not None:
                if doors[w] & INSIDE:  # a loop: its rooms leave the walk
                    u = w + toward(way[w], stride, slant)
                    while u != w:
                        record(events, BACK, u, w)
                        doors[u] ^= INSIDE
                        u += toward(way[u], stride, slant)
                elif way[w] != TREE:
                    record(events, STEP, w, v)
                    doors[w] |= INSIDE
            v = w
        v = root
        while way[v] != TREE:
            w = v + toward(way[v], stride, slant)
            way[v] = TREE
            join(doors, v, w, stride, events)
            if events is not None:
                doors[v] ^= INSIDE
            v = w
        v = 0
    return EXHAUSTED


@kernel
def aldous_broder(free, doors, columns, slant, order, starts, random, state, budget, events):
    """Walk at random; if the walk enters a free room, open the wall in between.

    ``free`` is 1 for a free room and 2 for a room in the maze.  ``order[starts[i]:starts[i + 1]]`` are the
    rooms of part *i*.
    """
    stride, ways = columns + 2, ways_of(slant)
    v, bits, left, remaining = state[AT], state[BITS], state[LEFT], state[FREE]
    for part in range(state[PART], len(starts) - 1):
        if v == 0:
            v = order[starts[part]]
            free[v] = 2
            remaining = starts[part + 1] - starts[part] - 1
            if events is not None:
                record(events, JOIN, v, v)
        while remaining > 0:
            if budget == 0:
                state[PART], state[FREE] = part, remaining
                state[AT], state[BITS], state[LEFT] = v, bits, left
                return PAUSED
            budget -= 1
            m, bits, left = step_of(random, bits, left, slant)
            if m >= ways or free[v + toward(m, stride, slant)] == 0:
                continue
            w = v + toward(m, stride, slant)
            if free[w] == 1:
                free[w] = 2
                remaining -= 1
                join(doors, w, v, stride, events)
            elif events is not None:
                record(events, VISIT, w, v)
            v = w
        v = 0
    return EXHAUSTED


@kernel
def binary_tree(doors, rows, columns, random, events):
    """For each room, open the wall above or the wall on the left."""
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
    """Divide each row into random runs; each run has one door up, at a random room."""
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
    """Join random neighbours of different sets in each row; each set has at least one door down.

    A set holds the connected rooms of a row, as a ring of columns in order: ``after`` and ``before`` (int32)
    have an entry per column.
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
            if after[c] != c and draw(random) >> 31:  # another room of the set gets the door down
                after[before[c]] = after[c]
                before[after[c]] = before[c]
                after[c] = before[c] = c
            else:
                doors[row + c] |= BELOW
                if events is not None:
                    record(events, JOIN, row + c + stride, row + c)
