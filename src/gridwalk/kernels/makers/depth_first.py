"""Randomised depth-first search: a maze in which one path leads from any room to any other.

Rooms are the cells of odd row and column; the wall between two rooms is the cell between them.
The caller owns all memory and has checked that there is a room.
"""

from __future__ import annotations

from gridwalk.kernels._kernel import kernel


@kernel
def carve(walls, room_of_depth, random):
    """Carve a maze out of *walls*, all True; ``room_of_depth`` has a row for every room.

    ``random`` holds the state of the linear congruential generator of ANSI C (31 bits), so that a seed
    gives the same maze in both tiers, on every machine and with every version of NumPy.
    """
    rows, columns = walls.shape
    depth = 0
    room_of_depth[0, 0], room_of_depth[0, 1] = 1, 1
    walls[1, 1] = False
    # Invariant: room_of_depth[:depth + 1] is the path of rooms from (1, 1) to the room that is extended.
    while depth >= 0:
        row, column = room_of_depth[depth, 0], room_of_depth[depth, 1]
        chosen, seen = -1, 0
        for m in range(4):
            r, c = row + (2, 0, -2, 0)[m], column + (0, 2, 0, -2)[m]
            if 0 < r < rows and 0 < c < columns and walls[r, c]:
                seen += 1
                random[0] = (random[0] * 1103515245 + 12345) % 2147483648
                if (random[0] >> 8) % seen == 0:  # the low bits repeat soon
                    chosen = m
        if chosen < 0:
            depth -= 1
            continue
        r, c = row + (2, 0, -2, 0)[chosen], column + (0, 2, 0, -2)[chosen]
        walls[(row + r) // 2, (column + c) // 2] = False
        walls[r, c] = False
        depth += 1
        room_of_depth[depth, 0], room_of_depth[depth, 1] = r, c
