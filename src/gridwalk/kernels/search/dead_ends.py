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

How long the corridors of a board are: walks through cells of two moves between two cells of another number.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.kernels.codes import NONE, PLACE, advance
from gridwalk.runtime.kernel import inline_kernel, kernel

DELTA, BACK, DIAGONAL, ROW, COLUMN = 0, 1, 2, 3, 4  # columns of step_of_mask, int64 (256, 5)
MARK_SPAN = 16


@inline_kernel
def is_single(bits):
    """Whether just one bit is set, in one comparison."""
    return bits ^ bits - 1 > bits - 1


@inline_kernel
def withdraw(onward_of_cell, tables, front, waiting):
    """Go on from the cells ``front[:waiting]``, in turns, as long as a single move is left there."""
    delta_of_mask, kept_of_mask = tables
    while waiting:
        kept = 0
        for i in range(waiting):
            u = front[i] & PLACE
            bits = onward_of_cell[u]
            u = u + delta_of_mask[bits] & PLACE
            onward_of_cell[u] &= kept_of_mask[bits]
            front[kept & PLACE] = u
            kept += is_single(np.int64(bits))
        waiting = kept


@kernel
def prune(moves_of_cell, onward_of_cell, tables, front):
    """Take every move into a dead end out of *onward_of_cell*, in O(cells).

    ``tables`` is ``(delta_of_mask, kept_of_mask)``: where a mask of one bit leads, and all bits but that of
    the move back; 0, and all bits, for other masks.  Many dead ends are filled in turns, the *front*: one
    alone would wait for memory at every step.
    """
    waiting = 0
    # Invariant: a dead end found is filled as far as it can be, or its last cell filled is in the front.
    for v in range(moves_of_cell.size):
        if is_single(np.int64(moves_of_cell[v])):
            front[waiting & PLACE] = v
            waiting += 1
            if waiting == front.size:
                withdraw(onward_of_cell, tables, front, waiting)
                waiting = 0
    withdraw(onward_of_cell, tables, front, waiting)


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
            a = a + step_of_mask[bits & 255, DELTA] & PLACE
            if np.int64(mark_of_cell[a]) == base + 2:
                return a, a
            mark_of_cell[a] = base + 1
        bits = np.int64(onward_of_cell[b])
        if bits and bits & (bits - 1) == 0:
            b = b + step_of_mask[bits & 255, DELTA] & PLACE
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
        v = v + step_of_mask[bits & 255, DELTA] & PLACE
        diagonals += step_of_mask[bits & 255, DIAGONAL]
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
        v = v + step_of_mask[bits & 255, DELTA] & PLACE
        row += step_of_mask[bits & 255, ROW]
        column += step_of_mask[bits & 255, COLUMN]
        i += stride
        cells[i, 0] = row
        cells[i, 1] = column
    return i


@kernel
def corridor_ends(moves_of_cell, delta_of_move):
    """Return (ends of corridors, moves of all corridors from both ends, moves of the longest)."""
    ends, total, longest = 0, 0, 0
    for u in range(len(moves_of_cell)):
        legal = np.int64(moves_of_cell[u])
        rest = legal & (legal - 1)
        if rest and not rest & (rest - 1):
            continue  # two moves: inside a corridor
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                ends += 1
                before, v, length = u, u + delta_of_move[m], 1
                onward = v
                while onward != NONE:
                    here, others, onward = np.int64(moves_of_cell[v]), 0, NONE
                    for n in range(len(delta_of_move)):
                        if here >> n & 1:
                            others += 1
                            if v + delta_of_move[n] != before:
                                onward = v + delta_of_move[n]
                    if others != 2:
                        onward = NONE
                    else:
                        before, v, length = v, onward, length + 1
                total += length
                longest = max(longest, length)
    return ends, total, longest
