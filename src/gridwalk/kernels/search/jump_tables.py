"""Jump tables: for each cell and direction, how far the next stop of `jump_maps` is, and the ways on from it.

They take a sixth off a search (JPS+: Harabor and Grastien 2014), where a board is asked often.  An entry
of ``table[v, direction]``, uint8, is ``steps << 2 | k``: the ways are ``turns[direction, RUNS + entry]``, and
there are none if k is 0.  Steps are `FAR` at most.  To farther stops two entries lead `FAR` steps ahead: to a
cell from which the stop is looked for again, `GO_ON`, where the ways are those of a run that goes on; or
towards a wall, `FREE`, which matters to a run to the goal only.  So a cell has 8 bytes: the less memory, the
nearer it is.  Of four moves the directions are E, S, W, N.  Corners that may be cut need more values of k.

A table says what the maps say, stop for stop, so both lead to the same path.
"""

import numpy as np

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import PLACE
from gridwalk.kernels.search.jump_runs import FREE, GO_ON, RUNS, lean_of, look_ahead, parts_of, ways_on


@kernel
def lay_table(board, rows, direction):
    """Fill in the entries of a *direction*; those of straight ones come first: a turning one needs them."""
    turns, frame, table = board[1], board[2], board[3]
    columns, shift = frame[0], 1 - frame[3]
    at, up = direction >> shift, 1 - (direction >> 1 & 2)
    first, second = parts_of(direction, frame)
    plain, down, right = 1 << direction, up, up * lean_of(direction, frame)
    if direction & 2:
        plain |= 1 << first | 1 << second
    elif direction & 1:
        right = 0
    else:
        down, right = 0, up
    for i in range(rows):
        row = rows - i if down > 0 else i + 1
        for j in range(columns):
            column = columns - j if right > 0 else j + 1
            v = (row - 1) * columns + column - 1
            w = v + down * columns + right & PLACE
            ways = ways_on(board, direction, row + down, column + right)
            if ways == plain and direction & 2:  # may it turn there?
                is_stop = (
                    look_ahead(board, first, w, False)[1] | look_ahead(board, second, w, False)[1]
                ) != 0
            else:
                is_stop = ways != plain
            if is_stop:
                entry = 1 << 2
                while turns[direction, RUNS + entry] != ways:
                    entry += 1
                table[v, at] = entry
            else:
                entry = np.int64(table[w, at])
                table[v, at] = min(entry + 4, GO_ON if entry & 3 else FREE)
