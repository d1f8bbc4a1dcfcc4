"""Strongly connected components of a board with moves that have no reverse (Tarjan 1972).

Room: all arrays have an entry for each cell.  ``number_of_cell`` and ``island_of_cell`` are NONE at first,
but for walls, whose number is 0.  ``stack[i]`` is ``(cell, next move to try)``.

The caller owns all memory; the kernel allocates nothing and raises nothing.
It trusts its arguments.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import DEPTH, EXHAUSTED, EXPANDED, NONE, PAUSED

ROOT, KEPT, ISLANDS = 5, 6, 7  # registers: where the next search begins, cells without an island, islands


@kernel
def strong_components(table, number_of_cell, low_of_cell, island_of_cell, stack, kept, state, budget, events):
    """Give each open cell the number of its component; register ISLANDS says how many there are.

    Register DEPTH is NONE at first.  ``kept`` has the cells whose component is not complete.
    """
    moves_of_cell, delta_of_move = table
    depth, root, held, islands = state[DEPTH], state[ROOT], state[KEPT], state[ISLANDS]
    numbered = state[EXPANDED]
    status = PAUSED
    for _ in range(budget):
        if depth == NONE:
            if root == len(moves_of_cell):
                status = EXHAUSTED
                break
            v = root
            root += 1
        else:
            u = stack[depth, 0]
            m = stack[depth, 1]
            legal = moves_of_cell[u] >> m
            while legal and not legal & 1:
                legal >>= 1
                m += 1
            if legal:
                v = u + delta_of_move[m]
                stack[depth, 1] = m + 1
                if number_of_cell[v] != NONE and island_of_cell[v] == NONE:
                    low_of_cell[u] = min(low_of_cell[u], number_of_cell[v])
            else:
                if low_of_cell[u] == number_of_cell[u]:
                    v = NONE
                    while v != u:
                        held -= 1
                        v = kept[held]
                        island_of_cell[v] = islands
                    islands += 1
                depth -= 1
                if depth != NONE:
                    above = stack[depth, 0]
                    low_of_cell[above] = min(low_of_cell[above], low_of_cell[u])
                continue
        if number_of_cell[v] == NONE:
            number_of_cell[v] = low_of_cell[v] = numbered
            numbered += 1
            kept[held] = v
            held += 1
            depth += 1
            stack[depth, 0], stack[depth, 1] = v, 0
    state[DEPTH], state[ROOT], state[KEPT], state[ISLANDS] = depth, root, held, islands
    state[EXPANDED] = numbered
    return status
