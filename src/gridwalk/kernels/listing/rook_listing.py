"""All simple paths by rook moves, in batches: the search never enters a cell that leads to no exit.

The board has a margin of walls, so that the eight cells around a cell are at fixed offsets.  ``at[v]`` is
WALL if the path may not enter *v* (a wall, a cell on the path, or a cell from which no exit can be reached
any more), else FREE or EXIT.  The current path is ``cell_of_step[0:DEPTH + 1]``; the mask
``untried_of_step[i]`` has the moves not yet tried from its i-th cell.

Entering a cell can cut others off only if the free cells around it form several runs.  Then each run is
searched for an exit.  The cells of a run without one become WALL and are pushed on a stack:
``cut_of_place[cuts_of_step[i]:]`` are those since the i-th cell was entered.  They are FREE again when the
search backtracks from that cell.

Room: let *n* cells not be WALL when the start is entered.  The path and ``cuts_of_step`` have at least n + 1
entries, and ``cut_of_place`` one more.  Cells cut off are at its beginning, cells still to be searched at
its end, and no cell is both.  A path has at most n + 1 cells.  `list_paths` is called with room for one path
and one offset, and stops if there may be none for another.

The caller owns all memory; the arrays and registers are the whole state between two calls.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.codes import (
    BACKTRACKS,
    CUTS,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUNDS,
    NONE,
    PAUSED,
    SEARCHES,
)
from gridwalk.kernels.listing.tour_listing import (
    ENTERED,
    copy,
    has_room,
    keep_endings,
    known_endings,
    write_endings,
)

WALL, FREE, EXIT = 0, 1, 2
BIT = ONE = np.uint64(1)
TWO = np.uint64(2)


@cache
def runs_of_ring() -> NDArray[np.uint8]:
    """Return, for every set of free cells around a cell, how many runs of them share a side with the cell.

    Bit i of a set stands for the i-th cell clockwise from the one above.
    """
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


@cache
def first_of_mask() -> NDArray[np.uint8]:
    """Return the index of the lowest bit of every set of moves (0 for the empty set)."""
    return np.array([max(0, (mask & -mask).bit_length() - 1) for mask in range(16)], np.uint8)


@inline_kernel
def runs_around(at, v, width, runs):
    """Return how many runs of free cells around *v* share a side with it."""
    up, down = v - width, v + width
    return runs[
        (at[up] & BIT)
        | (at[up + ONE] & BIT) << ONE
        | (at[v + ONE] & BIT) << TWO
        | (at[down + ONE] & BIT) << np.uint64(3)
        | (at[down] & BIT) << np.uint64(4)
        | (at[down - ONE] & BIT) << np.uint64(5)
        | (at[v - ONE] & BIT) << np.uint64(6)
        | (at[up - ONE] & BIT) << np.uint64(7)
    ]


@kernel
def search_exit(at, first, width, towards, search_of_cell, searches, own, cells, top):
    """Search from *first* for an exit; return (whether there is one, where ``cells[top:]`` ends).

    If there is none, the cells up to there are all cells seen.  ``search_of_cell`` of a cell seen becomes
    *own*.  A value from *searches* to below *own* means: an earlier search beside the same cell has seen it,
    and found an exit.  The stack of cells still to be searched is at the end of *cells*.
    """
    low = high = len(cells)
    low -= 1
    cells[low] = first
    search_of_cell[first] = own
    while low < high:
        u = cells[low]
        low += 1
        cells[top] = u
        top += 1
        for i in range(4):  # the last is looked at first: most often it leads to the exit
            v = u - width + towards[i]
            if at[v] == EXIT or (at[v] == FREE and searches <= search_of_cell[v] < own):
                return True, top
            if at[v] == FREE and search_of_cell[v] != own:
                search_of_cell[v] = own
                low -= 1
                cells[low] = v
    return False, top


@kernel
def cut_off(at, v, width, towards, left, search_of_cell, searches, cells, top):
    """Search each of the *left* runs around *v* for an exit, and cut off the cells of those without.

    ``cells[:top]`` are the cells cut off before; return the new *top*.
    """
    leads = beside_exit(at, v, width)
    for i in range(4):
        first = (v - width, v + ONE, v + width, v - ONE)[i]
        before = (v - ONE, v - width, v + ONE, v + width)[i]
        if at[first] != FREE or (at[before] == FREE and at[first + before - v] == FREE):
            continue  # nothing, or not where its run begins
        if left == 1 and not leads:
            break  # every free cell led to an exit before *v* was entered, and so *v* does: through here
        left -= 1
        found, end = search_exit(
            at, first, width, towards, search_of_cell, searches, searches + i, cells, top
        )
        leads |= found
        if not found:
            for place in range(top, end):
                at[cells[place]] = WALL
            top = end
    return top


@inline_kernel
def ways_on(at, corner, delta_of_move):
    """Return the mask of the moves to cells that are not WALL."""
    return (
        (at[corner + delta_of_move[0]] != WALL)
        | (at[corner + delta_of_move[1]] != WALL) << 1
        | (at[corner + delta_of_move[2]] != WALL) << 2
        | (at[corner + delta_of_move[3]] != WALL) << 3
    )


@inline_kernel
def beside_exit(at, v, width):
    """Whether an exit is one move from *v*."""
    return at[v - width] | at[v + ONE] | at[v + width] | at[v - ONE] >= EXIT


@kernel
def list_paths(board, path, cuts, endings, pair_of_cell, cells, places, state, budget):
    """Write paths until the next may not fit (FOUND), the *budget* is spent (PAUSED), or EXHAUSTED.

    ``board`` is (at, width, offsets of the four moves in their order, the same in the order of searches,
    `runs_of_ring`, `first_of_mask`), an offset counting from the cell above; ``path`` is (cell_of_step,
    untried_of_step, pair_of_step), ``cuts`` (cut_of_place, cuts_of_step, search_of_cell).  ``endings`` is
    (bit_of_cell, left_of_step, record_of_slot, pool, late): endings are kept where *late* cells at least are
    on the path or cut off.
    ``pair_of_cell[v]`` and the entries of *cells* are row and column of a cell, packed in one number.
    *places* is (offsets, expanded_of_path): the i-th path since ``state[FOUNDS]`` was 0 is
    ``cells[offsets[i]:offsets[i + 1]]``, found when ``expanded_of_path[i + 1]`` cells had been entered.  With
    *cells* empty, paths are only counted.
    """
    at, width, delta_of_move, towards, runs, first_of_mask = board
    cell_of_step, untried_of_step, pair_of_step = path
    cut_of_place, cuts_of_step, search_of_cell = cuts
    bit_of_cell, left_of_step, record_of_slot, pool, late = endings
    kept = record_of_slot, pool
    offsets, expanded_of_path = places
    depth, top, found = state[DEPTH], state[CUTS], state[FOUNDS]
    entered = state[EXPANDED]
    most_found, room = len(offsets) - 1, len(cells) - len(pair_of_step)
    listed, first, entered_first = NONE, found, entered  # the step whose endings are to be kept
    status = PAUSED
    while budget > 0:
        budget -= 1
        v, untried = cell_of_step[depth], untried_of_step[depth]
        if untried == 0:
            if depth == 0:
                status = EXHAUSTED
                break
            if depth == listed:
                keep_endings(
                    kept, np.int64(v), left_of_step[depth], depth + 1, cells, places, first, found,
                    entered_first, entered,
                )  # fmt: skip
                listed = NONE
            while top > cuts_of_step[depth]:
                top -= 1
                at[cut_of_place[top]] = FREE
            at[v] = FREE
            depth -= 1
            continue
        untried_of_step[depth] = untried & (untried - 1)
        v = v - width + delta_of_move[first_of_mask[untried]]
        entered += 1
        if at[v] == EXIT:
            found += 1
            if len(cells):
                end = offsets[found - 1] + depth + 1
                copy(pair_of_step, 0, cells, offsets[found - 1], depth + 1)
                cells[end] = pair_of_cell[v]
                offsets[found], expanded_of_path[found] = end + 1, entered
                if end + 1 > room or found == most_found:
                    status = FOUND
                    break
            continue
        depth += 1
        at[v] = WALL
        cell_of_step[depth], cuts_of_step[depth], pair_of_step[depth] = v, top, pair_of_cell[v]
        around = runs_around(at, v, width, runs)
        if around > 1 or (around and beside_exit(at, v, width)):
            top = cut_off(at, v, width, towards, around, search_of_cell, state[SEARCHES], cut_of_place, top)
            budget -= top - cuts_of_step[depth]
            state[SEARCHES] += 4
        untried_of_step[depth] = ways_on(at, v - width, delta_of_move)
        left = left_of_step[depth - 1] & ~bit_of_cell[v]
        for place in range(cuts_of_step[depth], top):
            left &= ~bit_of_cell[cut_of_place[place]]
        left_of_step[depth] = left
        if depth + top < late or listed != NONE:
            continue
        record = known_endings(kept, np.int64(v), left)
        if record == 0:
            listed, first, entered_first = depth, found, entered
        elif has_room(pool, record, found, offsets, cells, len(pair_of_step)):
            found = write_endings(pool, record, pair_of_step, depth + 1, cells, places, found, entered)
            entered += pool[record + ENTERED]
            untried_of_step[depth] = 0
            if len(cells) and (offsets[found] > room or found == most_found):
                status = FOUND
                break
    state[DEPTH], state[CUTS], state[FOUNDS] = depth, top, found
    state[EXPANDED], state[BACKTRACKS] = entered, entered - depth - 1  # all but those on the path
    return status
