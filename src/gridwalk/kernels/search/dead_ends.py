"""Dead ends: trees that hang off the core of a board, and paths through them.

A cell is its flat index ``v = row * columns + column``.  ``onward_of_cell[v]`` starts as a
copy of ``moves_of_cell[v]``; `prune` takes from it every move into a dead end, so that
afterwards the number of its bits tells what a cell is::

    0  the root of a component without a circle (or a wall)
    1  a dead-end cell; the bit is the move towards the core
    2  a corridor of the core
    3+ a junction of the core

``step_of_mask[1 << m]`` holds five facts about move *m* (`DELTA` .. `COLUMN`), so that one
look-up follows a mask of one bit.  The board is symmetric (no one-way cells) and has at
most eight moves.

Room: ``onward_of_cell`` has an entry a cell and ``mark_of_cell`` one more; *cells* of `climb` is a path's, as
long as `measure` says.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.search.marks import advance

DELTA, BACK, DIAGONAL, ROW, COLUMN = 0, 1, 2, 3, 4  # columns of step_of_mask, int64 (256, 5)
MARK_SPAN = 16


@kernel
def prune(moves_of_cell, onward_of_cell, step_of_mask):
    """Take every move into a dead end out of *onward_of_cell*, in O(cells)."""
    for v in range(moves_of_cell.size):
        bits = np.int64(moves_of_cell[v])
        if bits & (bits - 1) or bits == 0:
            continue
        u = v
        bits = np.int64(onward_of_cell[u])
        # Invariant: all moves into u but the one in bits, if any, were taken out.
        while bits and bits & (bits - 1) == 0:
            u += step_of_mask[bits, DELTA]
            bits = np.int64(onward_of_cell[u]) & ~step_of_mask[bits, BACK]
            onward_of_cell[u] = bits


@kernel
def census(onward_of_cell):
    """Return (junctions, doors): cells with three bits or more, and all their bits."""
    junctions = 0
    doors = 0
    for v in range(onward_of_cell.size):
        bits = np.int64(onward_of_cell[v])
        pairs = bits - (bits >> 1 & 0x55)
        fours = (pairs & 0x33) + (pairs >> 2 & 0x33)
        count = (fours + (fours >> 4)) & 15
        many = np.int64(count > 2)
        junctions += many
        doors += many * count
    return junctions, doors


@kernel
def meet(onward_of_cell, step_of_mask, source, goal, mark_of_cell):
    """Climb from both cells in turn; return where each climb ends: (a, a) if they meet.

    Where they do not meet, each end lies on the core or is the root of its tree.
    O(cells of the path within the dead ends), however far away the core is.
    """
    base = advance(mark_of_cell, MARK_SPAN)
    a, b = source, goal
    mark_of_cell[a] = base + 1
    # Invariant: the climbs source..a and goal..b have no cell in common.
    while a != b:
        mark_of_cell[b] = base + 2
        bits = np.int64(onward_of_cell[a])
        climbs = bits and bits & (bits - 1) == 0
        if climbs:
            a += step_of_mask[bits, DELTA]
            if np.int64(mark_of_cell[a]) == base + 2:
                return a, a
            mark_of_cell[a] = base + 1
        bits = np.int64(onward_of_cell[b])
        if bits and bits & (bits - 1) == 0:
            b += step_of_mask[bits, DELTA]
            if np.int64(mark_of_cell[b]) == base + 1:
                return b, b
        elif not climbs:
            break
    return a, b


@kernel
def measure(onward_of_cell, step_of_mask, v, top):
    """Return (steps, diagonal steps) of the climb from *v* to *top*."""
    steps = 0
    diagonals = 0
    while v != top:
        bits = np.int64(onward_of_cell[v])
        v += step_of_mask[bits, DELTA]
        diagonals += step_of_mask[bits, DIAGONAL]
        steps += 1
    return steps, diagonals


@kernel
def climb(onward_of_cell, step_of_mask, v, top, cells, i, stride):
    """Write the cells of the climb from *v* to *top*, *top* too, into ``cells[i::stride]``.

    ``cells[i]`` already holds (row, column) of *v*; return the index of *top*.
    """
    row = np.int64(cells[i, 0])
    column = np.int64(cells[i, 1])
    while v != top:
        bits = np.int64(onward_of_cell[v])
        v += step_of_mask[bits, DELTA]
        row += step_of_mask[bits, ROW]
        column += step_of_mask[bits, COLUMN]
        i += stride
        cells[i, 0] = row
        cells[i, 1] = column
    return i
