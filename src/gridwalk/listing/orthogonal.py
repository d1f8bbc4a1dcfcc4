"""All simple paths with orthogonal moves, by a depth-first search that never enters a dead end.

The board has a margin of walls, so that the eight cells around a cell have fixed offsets.  ``at[v]`` is WALL
if the path may not enter *v*: a wall, a cell on the path, or a cell from which no exit can be reached any
more.  Otherwise it is FREE or EXIT.  The current path is ``cell_of_step[0:DEPTH + 1]``; the mask
``untried_of_step[i]`` has the moves not yet tried from its i-th cell.

Entering a cell can cut off others only if the free cells around it form several runs.  Then each run is
searched for an exit.  If there is none, the cells found become WALL and are pushed on a stack:
``cut_of_place[cuts_of_step[i]:]`` are the cells cut off since the i-th cell was entered.  They become FREE
again when the search backtracks from that cell.

If few cells are left, the search remembers all endings from a cell for this set of cells, and copies them
when it comes to the same cell and set again (see `remember_endings`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.errors import Cell
from gridwalk.listing.listing import CELLS_PER_PATH, EXTRA, Listing, PathBatch, cells_on_paths
from gridwalk.listing.simple import SimpleListing
from gridwalk.question.question import Question
from gridwalk.runtime.codes import (
    BACKTRACKS,
    CUTS,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUNDS,
    GATHERED,
    NONE,
    PAUSED,
    SEARCHES,
    trailing_zeros,
)
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import call, run_slice

WALL, FREE, EXIT = 0, 1, 2  # of a cell
BIT = ONE = np.uint64(1)
TWO = np.uint64(2)

STEPS = 20_000_000  # the maximum number of cells looked at in a slice
MAX_CELLS = 4096  # of a board, because a step may search all free cells
BITS = 63  # for a set of cells in a signed integer
LAST_CELLS = 12  # cells left when endings are remembered: larger sets recur rarely, smaller save little
SLOTS, POOL = 1 << 15, 1 << 19  # sizes of the cache of endings: four megabytes


class OrthogonalListing(Listing):
    """The search over the simple paths from *start* to *exits* that visit only the cells *on_paths*."""

    is_steady = True

    def __init__(
        self, board: Board, start: Cell, exits: tuple[Cell, ...], on_paths: NDArray[np.bool_], watch: Watch
    ) -> None:
        super().__init__(board, watch)
        rows, columns = board.rows + 2, board.columns + 2
        at = np.zeros((rows, columns), np.uint8)
        at[1:-1, 1:-1] = np.where(on_paths.reshape(board.shape), FREE, WALL)
        ends = np.array(exits) + 1
        at[ends[:, 0], ends[:, 1]] = EXIT
        at[start[0] + 1, start[1] + 1] = WALL
        pairs = np.moveaxis(np.indices(at.shape, np.int32), 0, -1) - np.int32(1)
        self.pair_of_cell = np.ascontiguousarray(pairs).view(np.int64).reshape(-1)
        # Offsets are counted from the cell above, because unsigned offsets are faster.
        deltas = np.array(board.moves.deltas)
        offset_of_move = ((deltas[:, 0] + 1) * columns + deltas[:, 1]).astype(np.uint64)
        towards = np.argsort(deltas @ (np.array(exits[0]) - start), kind="stable")
        moves = offset_of_move, offset_of_move[towards]
        self._grid = at.reshape(-1), np.uint64(columns), *moves, runs_of_ring()
        cells = int(on_paths.sum()) + 1
        self.longest = cells + EXTRA
        # First the pairs, in the form of batches; then the cells, and their untried moves.
        self._path = np.zeros(self.longest, np.int64), np.zeros(cells, np.uint64), np.zeros(cells, np.uint8)
        self._cuts = np.zeros(cells + 1, np.uint64), np.zeros(cells, np.int64), np.zeros(at.size, np.int64)
        self.steps = max(1, STEPS // cells)
        self.ends_at_once = start in exits
        self.starts = iter((np.uint64((start[0] + 1) * columns + start[1] + 1),))

    def _begin(self, start: np.uint64) -> bool:
        """Start the path, and cut off the cells from which no exit can be reached."""
        at, width, offset_of_move, towards, _ = self._grid
        pair_of_step, cell_of_step, untried_of_step = self._path
        cell_of_step[0], pair_of_step[0] = start, self.pair_of_cell[start]
        self.state[EXPANDED] = 1
        runs = 5  # more runs than possible, so that the last run is searched, too
        arguments = at, start, width, towards, runs, self._cuts[2], 1, self._cuts[0], 0
        self.state[CUTS] = call(cut_off, self.watch, *arguments)
        self.state[SEARCHES] = 1 + 4
        if not self.ends_at_once:
            untried_of_step[0] = ways_on(at, start - width, offset_of_move)
        self._begin_endings(at)
        return self.ends_at_once

    def _begin_endings(self, at: NDArray[np.uint8]) -> None:
        """Number the last cells, for the bit sets by which endings are remembered."""
        left = np.flatnonzero(at == FREE)
        bit_of_cell, left_of_step = np.zeros(at.size, np.int64), np.zeros(len(self._path[1]), np.int64)
        late = self.longest  # never
        if left.size <= BITS:
            bit_of_cell[left] = 1 << np.arange(left.size)
            left_of_step[0] = (1 << left.size) - 1
            late = int(self.state[CUTS]) + left.size - LAST_CELLS
        pool = np.empty(POOL, np.int64)
        pool[0] = 1
        self._endings = bit_of_cell, left_of_step, np.zeros(SLOTS, np.int64), pool, late

    def _go_on(self, batch: PathBatch) -> int:
        arguments = self._grid, self._path, self._cuts, self._endings, self.pair_of_cell, batch
        table = self.board._moves_of_cell
        return run_slice(list_paths, arguments, self.state, table, self.watch, steps=self.steps)

    def _empty(self, room: int) -> PathBatch:
        """Return an empty batch with room for *room* cells, and for the cells entered before each path."""
        offsets, entered = np.zeros((2, room // CELLS_PER_PATH + 2), np.int64)
        entered[1] = 1  # for the path of the start alone
        return np.empty(room, np.int64), offsets, entered

    def _batch(self, batch: PathBatch, paths: int) -> Batch[Path]:
        packed, offsets, expanded = batch
        offsets, expanded = offsets[: paths + 1].copy(), expanded[1 : paths + 1].copy()
        cells = packed[: offsets[-1]].view(np.int32).reshape(-1, 2)
        return Batch(self.board, cells, offsets, self.by, _expanded=expanded)


def listings(question: Question, starts: Iterable[Cell], watch: Watch) -> Iterator[Listing]:
    """Yield searches for the paths from each start, in turn.

    Cells that the reduction removes are not searched, because they are on no path.
    """
    board, exits = question.ground, question.exits_left or ()
    for start in starts:
        on_paths = cells_on_paths(shrink(board, [start], exits, watch=watch), board)
        if on_paths.sum() <= MAX_CELLS:
            yield OrthogonalListing(board, start, exits, on_paths, watch)
        else:
            yield SimpleListing(question, (start,), watch)


# ------------------------------------------------------------------------------------- the search


@kernel
def list_paths(board, path, cuts, endings, pair_of_cell, batch, state, budget, _events):
    """Add paths to *batch* until the next one may not fit (FOUND) or the budget is spent (PAUSED).

    ``board`` is (at, width, offsets of the four moves in their order, the same in the order of searches,
    `runs_of_ring`); offsets are counted from the cell above.  ``path`` is (pair_of_step, cell_of_step,
    untried_of_step), and ``cuts`` is (cut_of_place, cuts_of_step, search_of_cell).  ``endings`` is
    (bit_of_cell, left_of_step, record_of_slot, pool, late); endings are remembered if at least *late* cells
    are on the path or cut off.
    ``pair_of_cell[v]`` and the cells of *batch* are the row and column of a cell, packed in one number.  The
    third array of *batch* holds the number of cells entered before each path was found.

    Let *n* be the number of cells that are not WALL when the start is entered.  The path and ``cuts_of_step``
    have at least n + 1 entries, and ``cut_of_place`` has one more.  It holds cells cut off at its beginning
    and cells still to be searched at its end; no cell is both.  All arrays of pairs have `EXTRA` more entries
    than they need.
    """
    at, width, delta_of_move, towards, runs = board
    pair_of_step, cell_of_step, untried_of_step = path
    cut_of_place, cuts_of_step, search_of_cell = cuts
    bit_of_cell, left_of_step, _, pool, late = endings
    cells, offsets, entered_of_path = batch
    depth, top, found, entered = state[DEPTH], state[CUTS], state[GATHERED], state[EXPANDED]
    most_found, room = len(offsets) - 1, len(cells) - len(pair_of_step)
    listed, first, entered_first = NONE, found, entered  # the step whose endings will be remembered
    status = PAUSED
    while budget > 0:
        budget -= 1
        v, untried = cell_of_step[depth], untried_of_step[depth]
        if untried == 0:
            if depth == 0:
                status = EXHAUSTED
                break
            if depth == listed:
                start, left = np.int64(v), left_of_step[depth]
                spent = entered_first, entered
                remember_endings(endings, start, left, depth + 1, batch, first, found, spent)
                listed = NONE
            while top > cuts_of_step[depth]:
                top -= 1
                at[cut_of_place[top]] = FREE
            at[v] = FREE
            depth -= 1
            continue
        untried_of_step[depth] = untried & (untried - 1)
        v = v - width + delta_of_move[trailing_zeros(untried)]
        entered += 1
        if at[v] == EXIT:
            found += 1
            if len(cells):
                end = offsets[found - 1] + depth + 1
                copy(pair_of_step, 0, cells, offsets[found - 1], depth + 1)
                cells[end] = pair_of_cell[v]
                offsets[found], entered_of_path[found] = end + 1, entered
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
        record = record_of(endings, np.int64(v), left)
        if record == 0:
            listed, first, entered_first = depth, found, entered
        elif fits(pool[record + ENDINGS], batch, found, len(pair_of_step)):
            found = write_endings(pool, record, pair_of_step, depth + 1, batch, found, entered)
            entered += pool[record + ENTERED]
            untried_of_step[depth] = 0
            if len(cells) and (offsets[found] > room or found == most_found):
                status = FOUND
                break
    state[DEPTH], state[CUTS] = depth, top
    state[FOUNDS], state[GATHERED] = state[FOUNDS] + found - state[GATHERED], found
    state[EXPANDED], state[BACKTRACKS] = entered, entered - depth - 1  # all cells except those on the path
    return status


# --------------------------------------------------------------------------------------- dead ends


@cache
def runs_of_ring() -> NDArray[np.uint8]:
    """Return for every set of free cells around a cell the number of runs that share a side with the cell.

    Bit i of a set is for the i-th cell clockwise from the cell above.
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


@inline_kernel
def runs_around(at, v, width, runs):
    """Return the number of runs of free cells around *v* that share a side with it."""
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
    """Search from *first* for an exit; return whether there is one, and the end of the cells seen.

    If there is none, the cells from ``cells[top]`` to there are all cells seen.  ``search_of_cell`` of a cell
    seen becomes *own*.  A value from *searches* to ``own - 1`` means that an earlier search beside the same
    cell has seen it and found an exit.  The stack of cells still to be searched is at the end of *cells*.
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
        for i in range(4):  # the last direction is searched first, because it mostly leads to the exit
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
    """Search each of the *left* runs around *v* for an exit, and cut off the cells of runs without one.

    ``cells[:top]`` are the cells already cut off; return the new *top*.
    """
    leads = beside_exit(at, v, width)
    for i in range(4):
        first = (v - width, v + ONE, v + width, v - ONE)[i]
        before = (v - ONE, v - width, v + ONE, v + width)[i]
        if at[first] != FREE or (at[before] == FREE and at[first + before - v] == FREE):
            continue  # not free, or not the beginning of a run
        if left == 1 and not leads:
            break  # an exit could be reached before *v* was entered, and the other runs have none
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
    """Return a mask of the moves to cells that are not WALL."""
    return (
        (at[corner + delta_of_move[0]] != WALL)
        | (at[corner + delta_of_move[1]] != WALL) << 1
        | (at[corner + delta_of_move[2]] != WALL) << 2
        | (at[corner + delta_of_move[3]] != WALL) << 3
    )


@inline_kernel
def beside_exit(at, v, width):
    """Return whether an exit is one move from *v*."""
    return at[v - width] | at[v + ONE] | at[v + width] | at[v - ONE] >= EXIT


# ----------------------------------------------------------------------------------------- endings

EIGHT = 8
CELL, LEFT, ENDINGS, ENTERED, FIRST = 0, 1, 2, 3, 4  # entries of a record
MIX = 0x1E3779B97F4A7C15  # an odd factor with irregular bits, for hashes
MOST_ENDINGS = 64  # of a record


@inline_kernel
def copy(source, first, target, to, number):
    """Copy *number* entries, eight at a time; so up to seven more are copied."""
    for i in range(0, number, EIGHT):
        s, t = source[first + i :], target[to + i :]
        a, b, c, d, e, f, g, h = s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
        t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7] = a, b, c, d, e, f, g, h


@inline_kernel
def slot_of(record_of_slot, cell, left):
    """Return the slot for the last cell of a path and the set of cells left; the number of slots is 2**k."""
    mask = len(record_of_slot) - 1
    return (left * MIX >> 32 & mask) ^ (cell & mask)


@inline_kernel
def record_of(endings, cell, left):
    """Return the record of the endings for the last cell of a path and the set of cells left, or 0."""
    record_of_slot, pool = endings[2], endings[3]
    record = record_of_slot[slot_of(record_of_slot, cell, left)]
    return record if record and pool[record + LEFT] == left and pool[record + CELL] == cell else 0


@inline_kernel
def fits(number, batch, found, longest):
    """Return whether *number* more paths, of at most *longest* cells each, fit into the batch."""
    cells, offsets = batch[0], batch[1]
    return not len(cells) or (
        found + number < len(offsets) and offsets[found] + number * longest <= len(cells)
    )


@kernel
def write_endings(pool, record, prefix, length, batch, found, entered):
    """Write the next paths: the first *length* entries of *prefix*, followed by each ending.

    *entered* is the number of cells entered before.  Return the new number of paths.
    """
    cells, offsets, entered_of_path = batch
    if not len(cells):
        return found + pool[record + ENDINGS]
    at, end = record + FIRST, offsets[found]
    for _ in range(pool[record + ENDINGS]):
        copy(prefix, 0, cells, end, length)
        copy(pool, at + 2, cells, end + length, pool[at])
        end += length + pool[at]
        found += 1
        offsets[found] = end
        entered_of_path[found] = entered + pool[at + 1]
        at += 2 + pool[at]
    return found


@kernel
def remember_endings(endings, cell, left, length, batch, first, found, spent):
    """Remember the endings, after *length* cells, of the paths from *first* to before *found* of the batch.

    From the same cell with the same cells left, all paths continue in the same ways.  So their endings are
    stored as a record in the *pool*: the cell, the cells left (as bits), the number of endings, the number
    of cells entered for all of them; then for each ending the number of its cells, the number of cells
    entered before it was found, and its cells, in the form of a batch.  ``pool[0]`` is where the next record
    begins; a full pool starts again at the beginning.  A slot has its latest record, 0 if there is none.
    ``spent`` is the number of cells entered before these paths, and after them.
    """
    record_of_slot, pool = endings[2], endings[3]
    cells, offsets, entered_of_path = batch
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
    record_of_slot[slot_of(record_of_slot, cell, left)] = record
    pool[record + CELL], pool[record + LEFT] = cell, left
    pool[record + ENDINGS], pool[record + ENTERED] = number, spent[1] - spent[0]
    at = record + FIRST
    for i in range(first, found if written else first):
        rest = offsets[i + 1] - offsets[i] - length
        pool[at], pool[at + 1] = rest, entered_of_path[i + 1] - spent[0]
        copy(cells, offsets[i] + length, pool, at + 2, rest)
        at += 2 + rest
    pool[0] = at
