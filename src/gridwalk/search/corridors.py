"""A* on the graph of corridors, for mazes and other boards on which many cells have only two moves.

1. The driver: `why_not` (which boards), `prepare` (the graph of a board).
2. The search: `find_corridors`, `write_corridors`.
3. The graph: `connect` makes it; `walk` follows a corridor.
4. Dead ends: `prune` removes them; `meet` walks out of them.

`prune` removes every move into a dead end from a copy of the legal-move table, ``onward_of_cell``.  The rest
of the board is the *core*.  The number of remaining moves of a cell defines its kind::

    0  a wall, or the root of a component that is a tree
    1  in a dead end; the move leads towards the core
    2  in a corridor of the core
    3+ a junction of the core

The graph has a node for each junction and an edge for each corridor.  A *door* is a move out of a junction.
Junctions are sorted by cell, doors by junction and move::

    junctions  int32 (count + 1, 3)  CELL, DOOR (first door of the junction), PART (connected component)
    doors      int32 (count, 4)      JUNCTION at the other end of the corridor, its STEPS and DIAGONALS, TWIN
                                     (the door at the other end)

The last row of ``junctions`` holds only DOOR, the number of doors.

A search has three parts.  `meet` walks from source and goal out of their dead ends to the core.  `attach`
joins these two core cells to the graph by up to two corridors each, the *ends*.  `search` is A* over the
junctions::

    model    (onward_of_cell, step_of_mask, junctions, doors, columns, diagonal)
    scratch  (mark_of_cell, label_of_junction, heap, ends)

``ends``, int64 (5, 5), holds the ends 0 and 1 of the source and 2 and 3 of the goal.  Its last row holds the
core cells of source and goal and the *way*: the end by which the path reaches the goal.  The way is 0 or 1 if
a single corridor joins both cells, and NONE if they are the same cell.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.moves import KING_STEPS
from gridwalk.errors import Message
from gridwalk.runtime.codes import NONE, PLACE, advance
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.slices import call_whole
from gridwalk.search.bounds import bound
from gridwalk.search.heap import dequeue, enqueue
from gridwalk.search.jps import UNUSUAL
from gridwalk.search.prepared import Prepared, Scratch

CELL, DOOR, PART = 0, 1, 2  # columns of junctions
JUNCTION, STEPS, DIAGONALS, TWIN = 0, 1, 2, 3  # columns of doors; the first three of ends, too
OUT, IN = 3, 4  # columns of ends: the moves out of the core cell and back into it
DIRECT = -2  # instead of a junction: the corridor leads to the other core cell
COST, TRACK = 0, 1  # columns of label_of_junction
CLOSED = 1 << 31  # a flag in TRACK
DELTA, BACK, DIAGONAL, ROW, COLUMN = 0, 1, 2, 3, 4  # columns of step_of_mask

# A path of s steps, d of them diagonal, costs the integer s * STRAIGHT + d * (DIAGONAL_COST - STRAIGHT).
# The order of two paths is right if they differ by fewer than 200,000 diagonal steps: the difference
# |a + b sqrt 2| is at least 1 / (|a| + 2 |b|), which is then more than the rounding error.
STRAIGHT = 1 << 36
DIAGONAL_COST = 97184015999  # round(2**36 * sqrt 2)
MAX_CELLS = 1 << 25  # costs stay below 2**62
FAR = (1 << 63) - 1  # above any cost
LAST_BASE = (1 << 63) - (1 << 32)  # base + CLOSED + any door stays below 2**63
MARK_SPAN = 16
FRONT = 4096  # number of dead ends that are removed together


# ------------------------------------------------------------------------------------ 1. the driver


def why_not(board: Board) -> str:
    """Return why this search is not exact on *board*, or an empty string."""
    if board.size > MAX_CELLS:
        return Message("its exact costs have room for boards of up to {n:,} cells", n=MAX_CELLS)
    if board.wrap is not None:
        return "its lower bounds are those of a board that is not wrapped round"
    squares = board.moves.cells == "square" and set(board.moves.deltas) <= KING_STEPS
    if board.costs is not None or not board._symmetric or not squares:
        return "it needs steps to neighbouring cells that can be taken back, at equal costs"
    if not board._step_costs.is_plain or not board._is_plain():
        return UNUSUAL
    return ""


def prepare(board: Board) -> Prepared:
    """Make the graph of corridors of *board*."""
    size, step_of_mask = board.size, _step_of_mask(board)
    onward = _pruned(board, step_of_mask)
    moves = np.bitwise_count(onward)
    cells = np.flatnonzero(moves > 2)
    junctions = np.zeros((len(cells) + 1, 3), np.int32)
    junctions[:-1, CELL], junctions[1:, DOOR] = cells, np.cumsum(moves[cells], dtype=np.int64)
    doors = np.full((junctions[-1, DOOR], 4), NONE, np.int32)
    if len(cells):
        call_whole(connect, size, onward, step_of_mask, junctions, doors)
        call_whole(part, size, junctions, doors)
    diagonal = DIAGONAL_COST if board.moves.has_diagonals else 2 * STRAIGHT

    scratch = partial(_scratch, size, len(junctions), len(doors))
    model = onward, step_of_mask, junctions, doors, board.columns, diagonal
    return Prepared("corridors", find_corridors, write_corridors, size, model, scratch)


def _scratch(size: int, junctions: int, doors: int, room: int) -> Scratch:
    # The heap holds at most one entry for each door and each of two ends.
    return (
        np.zeros(size + 1, np.uint16),
        np.zeros((junctions, 2), np.int64),
        (np.empty(doors + 2, np.int64), np.empty(doors + 2, np.int32)),
        np.zeros((5, 5), np.int64),
    )


def _pruned(board: Board, step_of_mask: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the legal-move table of *board* without moves into dead ends."""
    onward = board._moves_of_cell.copy()
    tables = step_of_mask[:, DELTA].copy(), ~step_of_mask[:, BACK].astype(np.uint8)
    front = np.empty(min(FRONT, board.size), np.int32)
    call_whole(prune, board.size, board._moves_of_cell, onward, tables, front)
    return onward


def _step_of_mask(board: Board) -> NDArray[np.int64]:
    """Return a row for each mask of one move: DELTA, BACK (the reverse move), DIAGONAL, ROW and COLUMN."""
    deltas = board.moves.deltas
    steps = np.zeros((256, 5), np.int64)
    for m, (down, across) in enumerate(deltas):
        if (-down, -across) in deltas:  # a move without a reverse is never legal here
            back = 1 << deltas.index((-down, -across))
            steps[1 << m] = down * board.columns + across, back, down != 0 and across != 0, down, across
    return steps


# ------------------------------------------------------------------------------------ 2. the search


@kernel
def find_corridors(model, scratch, source, goal):
    """Return (moves, cost, expanded) of a cheapest path; steps out of dead ends count as expanded."""
    onward_of_cell, ends = model[0], scratch[3]
    a, b = meet(model, source, goal, scratch[0])
    way, steps, diagonals, expanded = NONE, 0, 0, 0
    if a != b:
        attach(model, a, b, ends[0:2])
        attach(model, b, a, ends[2:4])
        way, expanded = search(model, scratch, b)
        if way == NONE:
            return NONE, np.inf, expanded
        steps, diagonals = length(model, scratch, way)
    ends[4, 0], ends[4, 1], ends[4, 2] = a, b, way
    for v, top in ((source, a), (goal, b)):
        if v != top:
            _, _, climbed, slanted = walk(model, v, np.int64(onward_of_cell[v]), top, None, 0, 0)
            steps, diagonals, expanded = steps + climbed, diagonals + slanted, expanded + climbed
    return steps, steps + (2**0.5 - 1) * diagonals, expanded


@kernel
def search(model, scratch, goal):
    """A* from the ends 0 and 1 to the ends 2 and 3 at the core cell *goal*; return (way, junctions expanded).

    A row of ``label_of_junction`` holds the cost so far, and *base* plus the way back: the end 0 or 1, or 2
    plus a door.  The base, in the last row, grows with each search, so that old labels need not be cleared.
    """
    _, _, junctions, doors, columns, diagonal = model
    _, label_of_junction, (keys, items), ends = scratch
    last = label_of_junction.shape[0] - 1
    base = label_of_junction[last, COST] + (1 << 32)
    if base >= LAST_BASE:  # after two thousand million searches
        label_of_junction[:] = 0
        base = np.int64(1 << 32)
    label_of_junction[last, COST] = base
    goal_row, goal_column, slope = goal // columns, goal % columns, diagonal - STRAIGHT
    best, way, size, expanded = FAR, NONE, 0, 0
    goal_part = NONE
    for i in range(2, 4):
        if ends[i, JUNCTION] >= 0:
            goal_part = np.int64(junctions[ends[i, JUNCTION], PART])
    for i in range(2):
        cost = price(ends[i, STEPS], ends[i, DIAGONALS])
        j = ends[i, JUNCTION]
        if j == DIRECT and cost < best:
            best, way = cost, i
        elif (
            j >= 0
            and junctions[j, PART] == goal_part
            and (label_of_junction[j, TRACK] < base or cost < label_of_junction[j, COST])
        ):
            label_of_junction[j, COST], label_of_junction[j, TRACK] = cost, base + i
            rest = bound(np.int64(junctions[j, CELL]), goal_row, goal_column, columns, STRAIGHT, slope)
            size = enqueue(keys, items, size, cost + rest, j)
    # Invariant: any path cheaper than *best* has an open junction, and all junctions before it are closed.
    while size and keys[0] < best:
        j = np.int64(items[0])
        size = dequeue(keys, items, size)
        if label_of_junction[j, TRACK] & CLOSED:
            continue
        label_of_junction[j, TRACK] |= CLOSED
        expanded += 1
        cost = label_of_junction[j, COST]
        for i in range(2, 4):
            if ends[i, JUNCTION] == j:
                total = cost + price(ends[i, STEPS], ends[i, DIAGONALS])
                if total < best:
                    best, way = total, i
        for door in range(junctions[j, DOOR], junctions[j + 1, DOOR]):
            k = doors[door, JUNCTION]
            total = cost + price(np.int64(doors[door, STEPS]), np.int64(doors[door, DIAGONALS]))
            if label_of_junction[k, TRACK] < base or total < label_of_junction[k, COST]:
                label_of_junction[k, COST], label_of_junction[k, TRACK] = total, base + 2 + doors[door, TWIN]
                rest = bound(np.int64(junctions[k, CELL]), goal_row, goal_column, columns, STRAIGHT, slope)
                size = enqueue(keys, items, size, total + rest, k)
    return way, expanded


@kernel
def price(steps, diagonals):
    """Return the cost of a path in units of 2**-36 of a straight step."""
    return steps * STRAIGHT + diagonals * (DIAGONAL_COST - STRAIGHT)


@kernel
def length(model, scratch, way):
    """Return (steps, diagonal steps) of the path between the core cells of source and goal."""
    doors, label_of_junction, ends = model[3], scratch[1], scratch[3]
    steps, diagonals = ends[way, STEPS], ends[way, DIAGONALS]
    if way < 2:
        return steps, diagonals
    j = ends[way, JUNCTION]
    while True:
        back = label_of_junction[j, TRACK] & (CLOSED - 1)
        if back < 2:
            return steps + ends[back, STEPS], diagonals + ends[back, DIAGONALS]
        steps += doors[back - 2, STEPS]
        diagonals += doors[back - 2, DIAGONALS]
        j = doors[back - 2, JUNCTION]


@kernel
def write_corridors(model, scratch, source, goal, cells):
    """Write the path to *cells*: first the way out of the source's dead end, then the rest from the goal."""
    onward_of_cell, _, junctions, doors, columns, _ = model
    label_of_junction, ends = scratch[1], scratch[3]
    a, b, way = ends[4, 0], ends[4, 1], ends[4, 2]
    i = cells.shape[0] - 1
    cells[0, 0], cells[0, 1] = source // columns, source % columns
    cells[i, 0], cells[i, 1] = goal // columns, goal % columns
    if source != a:
        walk(model, source, np.int64(onward_of_cell[source]), a, cells, 0, 1)
    if goal != b:
        i -= walk(model, goal, np.int64(onward_of_cell[goal]), b, cells, i, -1)[2]
    if way == NONE:
        return
    if way < 2:
        walk(model, b, ends[way, IN], a, cells, i, -1)
        return
    if ends[way, STEPS]:
        i -= walk(model, b, ends[way, OUT], NONE, cells, i, -1)[2]
    j = ends[way, JUNCTION]
    back = label_of_junction[j, TRACK] & (CLOSED - 1)
    while back >= 2:
        v, door = np.int64(junctions[j, CELL]), back - 2
        bits = np.int64(onward_of_cell[v])
        for _ in range(junctions[j, DOOR], door):
            bits &= bits - 1
        i -= walk(model, v, bits & -bits, NONE, cells, i, -1)[2]
        j = np.int64(doors[door, JUNCTION])
        back = label_of_junction[j, TRACK] & (CLOSED - 1)
    if ends[back, STEPS]:
        walk(model, np.int64(junctions[j, CELL]), ends[back, IN], a, cells, i, -1)


# ------------------------------------------------------------------------------------- 3. the graph


@kernel
def connect(onward_of_cell, step_of_mask, junctions, doors):
    """Walk each corridor once, from the lower of its two doors, and fill *doors*; entries are NONE before."""
    model = onward_of_cell, step_of_mask
    for j in range(junctions.shape[0] - 1):
        v = np.int64(junctions[j, CELL])
        bits = np.int64(onward_of_cell[v])
        for door in range(junctions[j, DOOR], junctions[j + 1, DOOR]):
            bit = bits & -bits
            bits &= bits - 1
            if doors[door, JUNCTION] != NONE:
                continue
            u, back, steps, diagonals = walk(model, v, bit, v, None, 0, 0)
            k = junction_at(junctions, u)
            twin = np.int64(junctions[k, DOOR])
            before = np.int64(onward_of_cell[u]) & (back - 1)
            while before:
                before &= before - 1
                twin += 1
            doors[door, JUNCTION], doors[twin, JUNCTION] = k, j
            doors[door, STEPS] = doors[twin, STEPS] = steps
            doors[door, DIAGONALS] = doors[twin, DIAGONALS] = diagonals
            doors[door, TWIN], doors[twin, TWIN] = twin, door


@kernel
def part(junctions, doors):
    """Set PART of each junction to the least junction connected with it (union-find)."""
    for j in range(junctions.shape[0] - 1):
        root = j
        # Invariant: for i < j, PART of i is at most i; following it leads to the least junction of the part.
        junctions[j, PART] = j
        for door in range(junctions[j, DOOR], junctions[j + 1, DOOR]):
            k = np.int64(doors[door, JUNCTION])
            if k < j:
                while k != junctions[k, PART]:
                    junctions[k, PART] = junctions[junctions[k, PART], PART]
                    k = np.int64(junctions[k, PART])
                junctions[max(k, root), PART] = min(k, root)
                root = min(k, root)
    for j in range(junctions.shape[0] - 1):
        junctions[j, PART] = junctions[junctions[j, PART], PART]


@kernel
def attach(model, v, other, ends):
    """Fill two rows of *ends* for core cell *v*; JUNCTION is NONE if there is no such end."""
    onward_of_cell, junctions = model[0], model[2]
    ends[0, JUNCTION] = ends[1, JUNCTION] = NONE
    bits = np.int64(onward_of_cell[v])
    rest = bits & (bits - 1)
    if rest & (rest - 1):
        ends[0, :] = 0
        ends[0, JUNCTION] = junction_at(junctions, v)
        return
    for i in range(2):
        if bits:
            u, back, steps, diagonals = walk(model, v, bits & -bits, other, None, 0, 0)
            ends[i, STEPS] = steps
            ends[i, DIAGONALS] = diagonals
            ends[i, OUT] = bits & -bits
            ends[i, IN] = back
            rest = np.int64(onward_of_cell[u])
            rest &= rest - 1
            if rest & (rest - 1):
                ends[i, JUNCTION] = junction_at(junctions, u)
            elif u == other:
                ends[i, JUNCTION] = DIRECT
            bits &= bits - 1


@kernel
def junction_at(junctions, v):
    """Return the number of the junction at cell *v*, which must be a junction (binary search)."""
    low = 0
    high = junctions.shape[0] - 1
    # Invariant: the cell of junction *low* is at most v, the cell of junction *high* is greater.
    while high - low > 1:
        middle = (low + high) >> 1
        if junctions[middle, CELL] <= v:
            low = middle
        else:
            high = middle
    return low


@kernel
def walk(model, v, bit, stop, cells, i, stride):
    """Walk from *v* by the move *bit* to a junction, to *stop*, or in a circle back to *v*.

    Return (last cell, move back as a bit, steps, diagonal steps).  Unless *cells* is None, write the cells to
    ``cells[i + stride]``, ``cells[i + 2 * stride]`` and so on; ``cells[i]`` holds *v*.  A way out of a dead
    end is walked in the same way, because each of its cells has a single move.
    """
    onward_of_cell, step_of_mask = model[0], model[1]
    u, steps, diagonals = v, 0, 0
    if cells is not None:
        row, column = np.int64(cells[i, 0]), np.int64(cells[i, 1])
    while True:
        u = u + step_of_mask[bit & 255, DELTA] & PLACE
        diagonals += step_of_mask[bit & 255, DIAGONAL]
        steps += 1
        if cells is not None:
            row += step_of_mask[bit & 255, ROW]
            column += step_of_mask[bit & 255, COLUMN]
            i += stride
            cells[i, 0], cells[i, 1] = row, column
        back = step_of_mask[bit & 255, BACK]
        bit = np.int64(onward_of_cell[u]) & ~back
        if bit & (bit - 1) or u == stop or u == v:
            return u, back, steps, diagonals


# -------------------------------------------------------------------------------------- 4. dead ends


@kernel
def prune(moves_of_cell, onward_of_cell, tables, front):
    """Remove every move into a dead end from *onward_of_cell*, a copy of *moves_of_cell*: O(cells).

    ``tables`` is ``(delta_of_mask, kept_of_mask)``: for a mask of one move its offset, and all bits except
    the reverse move; for other masks 0 and all bits.
    """
    delta_of_mask, kept_of_mask = tables
    for begin in range(0, moves_of_cell.size, front.size):
        count = 0
        for v in range(begin, min(begin + front.size, moves_of_cell.size)):
            front[count & PLACE] = v
            count += is_single(np.int64(moves_of_cell[v]))
        # Remove one cell of each of these dead ends in turn.  One dead end after the other takes 1.5 times
        # as long, because every step waits for memory.
        while count:
            kept = 0
            for i in range(count):
                u = front[i] & PLACE
                bits = onward_of_cell[u]
                u = u + delta_of_mask[bits] & PLACE
                onward_of_cell[u] &= kept_of_mask[bits]
                front[kept & PLACE] = u
                kept += is_single(np.int64(bits))
            count = kept


@inline_kernel
def is_single(bits):
    """Return whether exactly one bit is set, by a single comparison."""
    return bits ^ bits - 1 > bits - 1


@kernel
def meet(model, source, goal, mark_of_cell):
    """Step from both cells in turn towards the core; return both last cells, or (a, a) if they meet at *a*.

    If they do not meet, each last cell is in the core or is the root of its tree.  The time grows with the
    number of cells of the path inside dead ends, not with the distance to the core.
    """
    onward_of_cell, step_of_mask = model[0], model[1]
    base = advance(mark_of_cell, MARK_SPAN)
    a, b = source, goal
    mark_of_cell[a] = base + 1
    # Invariant: the paths source..a and goal..b have no cell in common.
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
