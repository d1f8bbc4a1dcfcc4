"""How far the cells of a board lie apart, and how long its corridors are.

The board is two-way.  A corridor is a walk through cells of two moves between two cells of another number.

Room: ``distance_of_cell`` (NONE where a search has not been) and ``cell_of_queue`` have an entry a cell.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import NONE


@kernel
def distances(moves_of_cell, delta_of_move, source, distance_of_cell, cell_of_queue):
    """Number the cells by their distance from *source*, and queue them in that order; return how many."""
    distance_of_cell[source] = 0
    cell_of_queue[0] = source
    head, tail = 0, 1
    # Invariant: queue[head:tail] is sorted by distance and spans at most two values.
    while head < tail:
        u = cell_of_queue[head]
        head += 1
        legal = np.int64(moves_of_cell[u])
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                v = u + delta_of_move[m]
                if distance_of_cell[v] == NONE:
                    distance_of_cell[v] = distance_of_cell[u] + 1
                    cell_of_queue[tail] = v
                    tail += 1
    return tail


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
