"""How long the corridors of a board are.

The board is two-way.  A corridor is a walk through cells of two moves between two cells of another number.

The caller owns all memory; the kernel allocates nothing and raises nothing.
It trusts its arguments.
"""

import numpy as np

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import NONE


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
