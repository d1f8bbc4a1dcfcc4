"""Mazes that grow from their first room: recursive backtracker, hunt and kill, growing tree.

On a mask of several parts each part gets a tree of its own.  The caller owns all memory.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import BACK, CLOSE, OPEN, STEP
from gridwalk.kernels.events import record
from gridwalk.kernels.makers.chance import below, happens
from gridwalk.kernels.makers.rooms import INSIDE, JOIN, nth, number_free, open_door, toward


@kernel
def backtracker(free, doors, columns, random, events, way):
    """Walk to a free room as long as there is one, else step back; ``way`` (int8) has an entry a room."""
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
            k = number_free(free, v, stride)
            if k == 0:
                if way[v] < 0:
                    break
                w = v - toward(way[v], stride)
                if events is not None:
                    record(events, BACK, v, w)
                v = w
                continue
            m = nth(free, v, stride, below(random, k) if k > 1 else 0)
            w = v + toward(m, stride)
            open_door(doors, v, w)
            free[w] = 0
            way[w] = m
            if events is not None:
                record(events, JOIN, w, v)
                record(events, STEP, w, v)
            v = w


@kernel
def hunt_and_kill(free, doors, columns, random, events, order):
    """Walk as long as there is a free room; then hunt for the first free room beside the maze.

    ``order`` (int32) lists the rooms so that of each part every room but the first has an earlier neighbour:
    the first free room of it is beside the maze.
    """
    stride = columns + 2
    for i in range(len(order)):
        v = order[i]
        if free[v] == 0:
            continue
        chosen, seen = v, 0
        for m in range(4):
            w = v + toward(m, stride)
            if doors[w] & INSIDE:
                seen += 1
                if below(random, seen) == 0:
                    chosen = w
        if events is not None:
            record(events, STEP, v, v)
            record(events, JOIN, v, chosen)
        if seen > 0:
            open_door(doors, v, chosen)
        while True:
            free[v] = 0
            doors[v] |= INSIDE
            k = number_free(free, v, stride)
            if k == 0:
                break
            w = v + toward(nth(free, v, stride, below(random, k) if k > 1 else 0), stride)
            open_door(doors, v, w)
            if events is not None:
                record(events, JOIN, w, v)
                record(events, STEP, w, v)
            v = w


@kernel
def growing_tree(free, doors, columns, random, events, live, newest, oldest):
    """Take a room that is alive, and join a free neighbour of it, which is alive then; without one it dies.

    The room is the newest with probability *newest* / 2**32, else the oldest with *oldest* / 2**32, else any.
    ``live`` (int32) has an entry a room.
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
        # Invariant: live[head:tail] are the rooms alive, the newest last.
        while head < tail:
            i = head + below(random, tail - head)
            if newest and happens(random, newest):
                i = tail - 1
            elif oldest and happens(random, oldest):
                i = head
            v = live[i]
            k = number_free(free, v, stride)
            if k == 0:
                if events is not None:
                    record(events, CLOSE, v, v)
                if i == tail - 1:
                    tail -= 1
                else:
                    live[i] = live[head]  # the newest stay in order
                    head += 1
                continue
            w = v + toward(nth(free, v, stride, below(random, k) if k > 1 else 0), stride)
            open_door(doors, v, w)
            free[w] = 0
            live[tail] = w
            tail += 1
            if events is not None:
                record(events, JOIN, w, v)
                record(events, OPEN, w, v)
