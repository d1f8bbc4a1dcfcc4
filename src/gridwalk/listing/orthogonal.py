"""All simple paths by orthogonal moves, in batches: the search never enters a cell that leads to no exit.

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

How paths end, kept for when the rest of the board is the same again.

From where a path stands, and with the same cells left for it, all paths go on in the same ways.  Near the end
few cells are left, and a listing comes to the same few by many ways.  So the endings listed there are kept,
and copied from then on.

``kept`` is (record_of_slot, pool).  A record is in the *pool*: the cell, the cells left (a set of bits), how
many endings there are, how many cells their listing enters; then for each ending the number of its cells,
how many cells were entered until it was found, and the cells, as a batch has them.  ``pool[0]`` is where the
next record begins.  A slot has the latest of the records that belong there, 0 if there is none; a full pool
begins anew.

Room: the number of slots is a power of 2.  All arrays of cells have `EXTRA` entries more than they need.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from gridwalk.runtime.codes import (
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
from gridwalk.runtime.kernel import inline_kernel, kernel

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


EIGHT = EXTRA = 8
CELL, LEFT, ENDINGS, ENTERED, FIRST = 0, 1, 2, 3, 4  # of a record
MIX = 0x1E3779B97F4A7C15  # odd, with bits in no order
MOST_ENDINGS = 64  # of a record


@inline_kernel
def copy(source, first, target, to, number):
    """Copy so many entries, eight at a time: up to seven more than asked for."""
    for i in range(0, number, EIGHT):
        s, t = source[first + i :], target[to + i :]
        a, b, c, d, e, f, g, h = s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
        t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7] = a, b, c, d, e, f, g, h


@inline_kernel
def slot_of(kept, cell, left):
    """Return the slot of what is left and where the path stands."""
    mask = len(kept[0]) - 1
    return (left * MIX >> 32 & mask) ^ (cell & mask)


@inline_kernel
def known_endings(kept, cell, left):
    """Return the record of these, or 0."""
    record_of_slot, pool = kept
    record = record_of_slot[slot_of(kept, cell, left)]
    return record if record and pool[record + LEFT] == left and pool[record + CELL] == cell else 0


@inline_kernel
def has_room(pool, record, found, offsets, cells, longest):
    """Whether all endings of *record* may be written, by paths of at most *longest* cells each."""
    number = pool[record + ENDINGS]
    return not len(cells) or (
        found + number < len(offsets) and offsets[found] + number * longest <= len(cells)
    )


@kernel
def write_endings(pool, record, prefix, length, cells, places, found, entered):
    """Write the first *length* entries of *prefix*, and each ending after them, as the next paths.

    *entered* is how many cells had been entered.  Return how many paths there are then.  With *cells* empty
    they are only counted.
    """
    if not len(cells):
        return found + pool[record + ENDINGS]
    offsets, expanded_of_path = places
    at, end = record + FIRST, offsets[found]
    for _ in range(pool[record + ENDINGS]):
        copy(prefix, 0, cells, end, length)
        copy(pool, at + 2, cells, end + length, pool[at])
        end += length + pool[at]
        found += 1
        offsets[found] = end
        expanded_of_path[found] = entered + pool[at + 1]
        at += 2 + pool[at]
    return found


@kernel
def keep_endings(kept, cell, left, length, cells, places, first, found, entered, all_entered):
    """Keep the suffixes, after so many cells, of the paths from *first* to below *found*.

    *entered* is how many cells had been entered before, *all_entered* how many until now.
    """
    record_of_slot, pool = kept
    offsets, expanded_of_path = places
    number, written = found - first, len(cells) > 0
    needed = FIRST
    if written:
        needed += offsets[found] - offsets[first] + number * (2 - length) + EXTRA
    if number > MOST_ENDINGS or needed > len(pool) - 1:
        return
    if pool[0] + needed > len(pool):
        pool[0] = 1
        for slot in range(len(record_of_slot)):
            record_of_slot[slot] = 0
    record = pool[0]
    record_of_slot[slot_of(kept, cell, left)] = record
    pool[record + CELL], pool[record + LEFT] = cell, left
    pool[record + ENDINGS], pool[record + ENTERED] = number, all_entered - entered
    at = record + FIRST
    for i in range(first, found if written else first):
        rest = offsets[i + 1] - offsets[i] - length
        pool[at], pool[at + 1] = rest, expanded_of_path[i + 1] - entered
        copy(cells, offsets[i] + length, pool, at + 2, rest)
        at += 2 + rest
    pool[0] = at


@kernel
def list_paths(board, path, cuts, endings, pair_of_cell, cells, places, state, budget, _events):
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
