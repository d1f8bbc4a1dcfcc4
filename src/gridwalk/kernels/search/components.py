"""Connected components of a board, so that "unreachable" needs no search.

One sweep in cell order joins each cell with its earlier neighbours (union-find in which the
smaller cell is the root), a second one numbers the roots.  Components of a board with one-way
cells answer nothing about reachability.

Room: ``part_of_cell`` has an entry a cell.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import NONE


@kernel
def label_components(moves_of_cell, delta_of_move, part_of_cell):
    """Fill *part_of_cell* (int32) with 0, 1, .. in cell order; return how many there are.

    The board is two-way.  A cell without moves is in no component: NONE.
    """
    for v in range(moves_of_cell.size):
        legal = np.int64(moves_of_cell[v])
        root = v
        # Invariant: part_of_cell[w] <= w for w < v, and following it ends at the least cell joined with w.
        for m in range(delta_of_move.size):
            if delta_of_move[m] < 0 and legal >> m & 1:
                w = np.int64(part_of_cell[v + delta_of_move[m]])
                if w != root:
                    while w != part_of_cell[w]:
                        part_of_cell[w] = part_of_cell[part_of_cell[w]]
                        w = np.int64(part_of_cell[w])
                    if root < v:
                        part_of_cell[max(root, w)] = min(root, w)
                    root = min(root, w)
        part_of_cell[v] = root
    count = 0
    for v in range(moves_of_cell.size):
        if moves_of_cell[v] == 0:
            part_of_cell[v] = NONE
        elif part_of_cell[v] == v:
            part_of_cell[v] = count
            count += 1
        else:
            part_of_cell[v] = part_of_cell[part_of_cell[v]]
    return count
