"""More doors for a maze: its dead ends opened (a braid), or any of its walls (loops)."""

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.events import record
from gridwalk.kernels.makers.chance import below, happens
from gridwalk.kernels.makers.rooms import BELOW, JOIN, RIGHT, open_door, toward


@inline_kernel
def has_door(doors, v, m, stride):
    """Return whether room *v* has a door in direction *m*."""
    if m == 0:
        return (doors[v - stride] & BELOW) != 0
    if m == 1:
        return (doors[v - 1] & RIGHT) != 0
    return (doors[v] & (RIGHT if m == 2 else BELOW)) != 0


@kernel
def braid(rooms, doors, columns, random, events, threshold):
    """Open of each dead end one of the walls to another room, with probability *threshold* / 2**32.

    ``rooms`` (int8) is 1 where there is a room.  A dead end that got a door meanwhile is none any more.
    """
    stride = columns + 2
    for v in range(len(rooms)):
        if rooms[v] == 0:
            continue
        number, seen, chosen = 0, 0, v
        for m in range(4):
            number += has_door(doors, v, m, stride)
        if number != 1 or not happens(random, threshold):
            continue
        for m in range(4):
            w = v + toward(m, stride)
            if rooms[w] and not has_door(doors, v, m, stride):
                seen += 1
                if below(random, seen) == 0:
                    chosen = w
        if seen > 0:
            open_door(doors, v, chosen)
            if events is not None:
                record(events, JOIN, v, chosen)


@kernel
def loops(rooms, doors, columns, random, events, threshold):
    """Open every wall between two rooms with probability *threshold* / 2**32."""
    stride = columns + 2
    for v in range(len(rooms)):
        if rooms[v] == 0:
            continue
        for bit, w in ((RIGHT, v + 1), (BELOW, v + stride)):
            if rooms[w] and doors[v] & bit == 0 and happens(random, threshold):
                doors[v] |= bit
                if events is not None:
                    record(events, JOIN, v, w)
