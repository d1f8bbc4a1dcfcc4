"""All simple paths over rook's moves, batch after batch, and never a dead end.

The board has a margin of walls, so that a cell and the eight around it are plain offsets:
``at[v]`` is WALL for whatever the walk may not enter (a wall, a cell on the walk, a cell from which no exit
can be reached any more), else FREE or EXIT.  The walk is ``cell_of_step[0:DEPTH + 1]``; the
next move to try from its i-th cell is ``move_of_step[i]``.

Entering a cell can cut others off only where the free cells around it fall into several
runs.  Then each run is searched for an exit; the cells of one that has none become WALL, and
go on a stack, ``cut_of_place[cuts_of_step[i]:]`` those since the i-th cell was entered, to be FREE
again when the walk steps back from it.

The caller owns all memory; the arrays and registers are the whole state between two calls.
"""

import numpy as np

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.codes import BACKTRACKS, CUTS, DEPTH, EXHAUSTED, EXPANDED, FOUND, FOUNDS, PAUSED, SEARCHES

WALL, FREE, EXIT = 0, 1, 2
RING = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def runs_of_ring():
    """Return, for every set of free cells around one (bit i: `RING`), how many runs of it touch that one by a side."""
    runs = np.zeros(256, np.uint8)
    for ring in range(256):
        free = [bool(ring >> i & 1) for i in range(8)]
        if all(free):
            runs[ring] = 1
        for i in range(8):
            if free[i] and not free[i - 1]:  # a run begins
                length = next(n for n in range(9) if not free[(i + n) % 8])
                runs[ring] += any((i + n) % 2 == 0 for n in range(length))
    return runs


@inline_kernel
def parts_around(at, v, width, runs):
    """Return into how many parts that meet only at *v* the cells around it may fall."""
    up, down = v - width, v + width
    ring = (
        (at[up] & 1)
        | (at[up + 1] & 1) << 1
        | (at[v + 1] & 1) << 2
        | (at[down + 1] & 1) << 3
        | (at[down] & 1) << 4
        | (at[down - 1] & 1) << 5
        | (at[v - 1] & 1) << 6
        | (at[up - 1] & 1) << 7
    )
    return runs[ring] + ((at[up] | at[down] | at[v - 1] | at[v + 1]) >> 1)


@kernel
def cut_off(at, v, width, search_of_cell, searches, stack, top):
    """Search from each free cell beside *v* for an exit, and cut off what has none; return the new *top*.

    ``stack[:top]`` are the cells cut off before.  The searches bear the numbers from *searches* on: where one
    meets a cell of an earlier one, that one has found an exit, else the cell would be a wall.
    """
    for i in range(4):
        first = (v - width, v + 1, v + width, v - 1)[i]
        if at[first] != FREE or search_of_cell[first] >= searches:
            continue
        search_of_cell[first] = searches + i
        stack[top] = first
        done, end = top, top + 1
        leads = False
        while done < end and not leads:
            u = stack[done]
            done += 1
            for w in (u - width, u + 1, u + width, u - 1):
                if at[w] == EXIT or (at[w] == FREE and searches <= search_of_cell[w] < searches + i):
                    leads = True
                elif at[w] == FREE and search_of_cell[w] != searches + i:
                    search_of_cell[w] = searches + i
                    stack[end] = w
                    end += 1
        if not leads:
            for place in range(top, end):
                at[stack[place]] = WALL
            top = end
    return top


@kernel
def list_paths(board, walk, cuts, state, budget, pair_of_cell, cells, offsets):
    """Write paths until *cells* or *offsets* may be full (FOUND), the budget is used up (PAUSED) or all are (EXHAUSTED).

    ``board`` is (at, width, deltas of the four moves in their order, `runs_of_ring`), ``walk`` (cell_of_step, move_of_step,
    pair_of_step), ``cuts`` (cut_of_place, cuts_of_step, search_of_cell).  ``pair_of_cell[v]`` is row and
    column of a cell, packed, and so are *cells*: the i-th path since the call that began with ``state[FOUNDS] == 0``
    is ``cells[offsets[i]:offsets[i + 1]]``.  No *cells*: paths are only counted.
    """
    at, width, delta_of_move, runs = board
    cell_of_step, move_of_step, pair_of_step = walk
    cut_of_place, cuts_of_step, search_of_cell = cuts
    depth, top, found = state[DEPTH], state[CUTS], state[FOUNDS]
    expanded, back = np.int64(0), np.int64(0)
    room, end = len(cells) - len(cell_of_step), offsets[found] if len(cells) else 0
    status = PAUSED
    while budget > 0:
        budget -= 1
        v = cell_of_step[depth]
        m = move_of_step[depth]
        while m < 4 and at[v + delta_of_move[m]] == WALL:
            m += 1
        if m == 4:
            if depth == 0:
                status = EXHAUSTED
                break
            while top > cuts_of_step[depth]:
                top -= 1
                at[cut_of_place[top]] = FREE
            at[v] = FREE
            depth -= 1
            back += 1
            continue
        move_of_step[depth] = m + 1
        v += delta_of_move[m]
        expanded += 1
        if at[v] == EXIT:
            found += 1
            back += 1
            if len(cells):
                for i in range(depth + 1):
                    cells[end + i] = pair_of_step[i]
                cells[end + depth + 1] = pair_of_cell[v]
                end += depth + 2
                offsets[found] = end
                if end > room or found + 1 == len(offsets):
                    status = FOUND
                    break
            continue
        depth += 1
        at[v] = WALL
        cell_of_step[depth], move_of_step[depth], cuts_of_step[depth] = v, 0, top
        pair_of_step[depth] = pair_of_cell[v]
        if parts_around(at, v, width, runs) > 1:
            top = cut_off(at, v, width, search_of_cell, state[SEARCHES], cut_of_place, top)
            budget -= top - cuts_of_step[depth]
            state[SEARCHES] += 4
    state[DEPTH], state[CUTS], state[FOUNDS] = depth, top, found
    state[EXPANDED] += expanded
    state[BACKTRACKS] += back
    return status
