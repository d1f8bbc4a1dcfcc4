"""Uniform spanning trees by random walks: Wilson and Aldous-Broder.

Every spanning tree of the rooms is equally likely, on any mask.  Both work in slices: how long they take is
up to chance.  The caller owns all memory.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import BACK, EXHAUSTED, PAUSED, STEP
from gridwalk.kernels.events import record
from gridwalk.kernels.makers.chance import draw
from gridwalk.kernels.makers.rooms import INSIDE, JOIN, VISIT, open_door, toward

TREE, OUTSIDE = 4, 5  # entries of ``way``; up to 3 it is the last direction in which a walk left the room
ROOT, AT, BITS, LEFT = 4, 5, 6, 7  # registers: where the walk began, where it is, random bits and how many
PART, FREE = 8, 9  # the part of the mask, and how many rooms of it are free


@kernel
def wilson(way, doors, columns, random, state, budget, events):
    """Walk from a free room until the tree is met; the walk without its loops joins the tree.

    ``way`` (int8) is TREE for one room of each part and OUTSIDE where there is no room.  Only the last
    direction in which a room was left is written down: that erases the loops.
    """
    stride = columns + 2
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
            if left == 0:
                bits, left = draw(random), 16
            m = bits & 3
            bits >>= 2
            left -= 1
            w = v + toward(m, stride)
            if way[w] == OUTSIDE:
                continue
            way[v] = m
            if events is not None:
                if doors[w] & INSIDE:  # a loop: its rooms leave the walk
                    u = w + toward(way[w], stride)
                    while u != w:
                        record(events, BACK, u, w)
                        doors[u] ^= INSIDE
                        u += toward(way[u], stride)
                elif way[w] != TREE:
                    record(events, STEP, w, v)
                    doors[w] |= INSIDE
            v = w
        v = root
        while way[v] != TREE:
            w = v + toward(way[v], stride)
            way[v] = TREE
            open_door(doors, v, w)
            if events is not None:
                record(events, JOIN, v, w)
                doors[v] ^= INSIDE
            v = w
        v = 0
    return EXHAUSTED


@kernel
def aldous_broder(free, doors, columns, order, starts, random, state, budget, events):
    """Walk at random; whenever a free room is entered, open the wall it was entered through.

    ``free`` is 1 for a free room, 2 for one in the maze.  ``order[starts[i]:starts[i + 1]]`` are the rooms of
    part *i*.
    """
    stride = columns + 2
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
            if left == 0:
                bits, left = draw(random), 16
            w = v + toward(bits & 3, stride)
            bits >>= 2
            left -= 1
            if free[w] == 0:
                continue
            if free[w] == 1:
                free[w] = 2
                remaining -= 1
                open_door(doors, v, w)
                if events is not None:
                    record(events, JOIN, w, v)
            elif events is not None:
                record(events, VISIT, w, v)
            v = w
        v = 0
    return EXHAUSTED
