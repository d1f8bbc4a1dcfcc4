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

from gridwalk.kernels.codes import PLACE
from gridwalk.kernels.search.jump_runs import FREE, GO_ON, RUNS, lean_of, neighbours, parts_of
from gridwalk.runtime.kernel import kernel


def first_entries(turns: np.ndarray, frame: tuple[int, ...], direction: int) -> np.ndarray:
    """Return the entry one step before the end of a run, by the neighbourhood there; 0 where it is no end.

    The last one is that of a run which turns.
    """
    plain = 1 << direction | sum(1 << part for part in parts_of(direction, frame)) * (direction >> 1 & 1)
    ways = np.append(turns[direction, :RUNS], np.uint8(plain))
    of_ways = np.zeros(256, np.uint8)
    of_ways[turns[direction, RUNS + 7 : RUNS + 3 : -1]] = range(7, 3, -1)
    first: np.ndarray = of_ways[ways]
    first[:RUNS][ways[:RUNS] == plain] = 0
    return first


@kernel
def look_round(board, around):
    """Write to ``around[row, column]``, uint16, the neighbourhood of each cell: the margin stays as it is."""
    words, frame = board[0], board[2]
    for row in range(1, around.shape[0] - 1):
        for column in range(1, around.shape[1] - 1):
            around[row, column] = neighbours(words, row * frame[1], frame[1], column)


@kernel
def lay_table(frame, around, first, direction, table):
    """Fill in the entries of a *direction*; those of straight ones come first: a turning one needs them.

    ``first[n]`` is the entry one step before a cell with neighbourhood *n*, 0 where a run goes on: a turning
    run turns there if a straight one from there has ways on, and its entry is ``first[RUNS]`` then.
    """
    columns, shift = frame[0], 1 - frame[3]
    rows, at, up = around.shape[0] - 2, direction >> shift, 1 - (direction >> 1 & 2)
    down, right = up, up * lean_of(direction, frame)
    if not direction & 2:
        down, right = (up, 0) if direction & 1 else (0, up)
    one, other = parts_of(direction, frame)
    one, other = one >> shift, other >> shift
    for i in range(rows):
        row = rows - i if down > 0 else i + 1
        for j in range(columns):
            column = columns - j if right > 0 else j + 1
            v = (row - 1) * columns + column - 1
            entry = np.int64(first[around[row + down, column + right]])
            if entry == 0:
                w = v + down * columns + right & PLACE
                entry = np.int64(table[w, at])
                if direction & 2 and (table[w, one] | table[w, other]) & 3:
                    entry = np.int64(first[RUNS])
                else:
                    entry = min(entry + 4, GO_ON if entry & 3 else FREE)
            table[v, at] = entry
