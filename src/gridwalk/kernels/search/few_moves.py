"""Dijkstra's algorithm over a ring of buckets that looks at few of the moves, for the same distances.

*first*: all moves into a cell cost the same.  With a bucket for each distance the first label of a cell is
its last one, so cells that have a label are passed over, eight at a time: ``known`` uint16 has their bits.
*onward*: the king's moves at equal costs, where open cells and the corner rule decide what is legal.  A move
is left out where the cell before reaches the same cell as cheaply, diagonal steps first (Harabor and
Grastien 2011).

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.kernels.codes import PLACE, trailing_zeros
from gridwalk.kernels.search.buckets import BASE, MASK, close_buckets, expand_all, put
from gridwalk.runtime.kernel import bound_kernel, inline_kernel

ANY = 8  # the move into a cell to start from


@inline_kernel
def expand_first(table, costs, aim, labels, queue, near, chunk, free, used):
    """Expand the cells of a chunk by moves to cells without a label; return what `expand_all` does.

    ``near`` is ``(cells, known, moves_of_pattern, columns)``, *cells* with room for those of a chunk, whose
    places new ones may take.  Cell v is bit v + columns + 9 of ``known``: its entry number n has the bits
    8 n to 8 n + 15.  A pattern is the bits of three rows of three cells.
    """
    cells, known, moves_of_pattern, columns = near
    label_of_cell, book = labels
    present, start, end = chunk
    base, turn, added = np.int64(book[BASE]), len(queue[0]) - 1, 0
    for i in range(end - start):
        cells[i] = queue[1][start + i & PLACE]
    for i in range(end - start):
        u = np.int64(cells[i]) & PLACE
        pattern = three(known, u) | three(known, u + columns) << 3 | three(known, u + 2 * columns) << 6
        new = np.int64(table[0][u]) & np.int64(moves_of_pattern[pattern])
        while new:
            m = np.int64(trailing_zeros(np.uint64(new)))
            new &= new - 1
            v = u + table[1][m] & PLACE
            bit = v + columns + 9
            place, bit = bit >> 3 & PLACE, bit & 7
            known[place] = np.int64(known[place]) | 1 << bit
            known[place - 1 & PLACE] = np.int64(known[place - 1 & PLACE]) | 256 << bit
            key = present + np.int64(costs[0][v])
            label_of_cell[v] = base + 2 * key
            free, used = put(queue, key & turn, v, free, used)
            added += 1
    return added, end - start, free, used


@inline_kernel
def three(known, v):
    """Return the bits of three cells side by side; see `expand_first`."""
    return np.int64(known[(v >> 3) + 1 & PLACE]) >> (v & 7) & 7


@inline_kernel
def expand_onward(table, costs, aim, labels, queue, near, chunk, free, used):
    """Expand the cells of a chunk by the moves that are left for the move into them; see `expand_all`.

    ``near`` is ``(cells, move_of_cell, onward)``: of legal moves l, ``onward[256 * m + l]`` are left after
    the move m.
    """
    cells, move_of_cell, onward = near
    label_of_cell, book = labels
    _, factor_of_move, shift = costs
    _, start, end = chunk
    base, turn, added, expanded = np.int64(book[BASE]), len(queue[0]) - 1, 0, 0
    for i in range(end - start):
        cells[i] = queue[1][start + i & PLACE]
    for i in range(end - start):
        u = np.int64(cells[i]) & PLACE
        here = np.int64(label_of_cell[u]) - base
        if here & 1 == 0:
            continue  # expanded since
        label_of_cell[u] = here + base - 1
        expanded += 1
        new = np.int64(onward[(np.int64(move_of_cell[u]) << 8) + np.int64(table[0][u]) & PLACE])
        while new:
            m = np.int64(trailing_zeros(np.uint64(new)))
            new &= new - 1
            v = u + table[1][m] & PLACE
            beyond = here + 2 * factor_of_move[m]
            if beyond < (np.int64(label_of_cell[v]) - base & MASK):
                label_of_cell[v], move_of_cell[v] = beyond + base, m
                free, used = put(queue, (beyond >> shift + 1) & turn, v, free, used)
                added += 1
    return added, expanded, free, used


@inline_kernel
def nothing(aim, v):
    """No bound: Dijkstra's algorithm."""
    return 0


expand_nearest = bound_kernel(expand_all, "expand_nearest", inline=True, rest=nothing)
dijkstra_buckets = bound_kernel(close_buckets, "dijkstra_buckets", expand=expand_nearest)
dijkstra_first = bound_kernel(close_buckets, "dijkstra_first", expand=expand_first)
dijkstra_onward = bound_kernel(close_buckets, "dijkstra_onward", expand=expand_onward)
