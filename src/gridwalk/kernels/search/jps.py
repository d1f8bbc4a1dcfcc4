"""Jump point search over the lines of `jump_maps`: cheapest paths, of the king or of four moves.

A node is a cell where a path may turn.  Runs are looked up, not walked: a straight run is one
scan, a turning run (diagonal; with four moves upright) one scan per turning place, and turning places
get no node of their own (the path from a node to the next goes by a turning run first, then straight).
A node popped from the queue has the least possible cost through it; if the goal is seen from it, the
search is over.

A cost is a pair of counts (straight steps, diagonal steps), so it is exact; compared as a float64,
in which two different costs below 2**22 steps differ by far more than the rounding.  With four moves, a
diagonal step is two moves.

The caller owns all memory and has checked all arguments::

    board    (words, turns, (columns, row_words, column_words, lean)): see `jump_maps` and `turns`
    scratch  (node_of_cell, nodes, keys, queue, found); contents do not matter
             node_of_cell int32[cells]; nodes int32[any, 7]; keys float64[any] and queue int32[as
             many]: a heap; found int32[max(8 * min(rows, columns), 2 * rows) + 16, 3]: of each turning run
             two a cell and one more, and four straight ones

Nodes, heap and events are looked at for room before the successors of a node are written.

Nothing is cleared for a query: ``node_of_cell[v]`` counts only if it is a node of this query whose
row and column are those of ``v``.

Where a jump point search goes on from a cell: the corner rules, as one table each.

``turns[d, n]`` is the set (bit mask) of directions to follow from a cell entered in direction ``d``
whose neighbourhood is ``n``; it is 0 if the cell may not be entered.  ``n`` has nine bits, the open
cells of the 3 x 3 block around the cell, row by row.  A straight run that meets no corner has the
one direction ``d``; a turning run has ``d`` and its two straight parts.  More than that is *forced*.
"""

from __future__ import annotations

import functools

import numpy as np

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.codes import CLOSE, FULL, NONE, PLACE, RELAX, record, trailing_zeros
from gridwalk.kernels.codes import OPEN as JOINS
from gridwalk.kernels.search.heap import dequeue, enqueue, put_in_front
from gridwalk.kernels.search.jump_maps import NE, NW, OPEN, SE, SW, E, N, S, W

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))  # E S SE SW W N NW NE
EVERY, EVERY_OF_FOUR = 255, 1 << E | 1 << SE | 1 << W | 1 << NW


@functools.cache
def turns(cut: bool, lean: int = 1) -> np.ndarray:
    """Return the table for diagonals that may *cut* corners, or else need both cells beside them open.

    Without *lean*, that of four moves: straight runs turn where those of the king do, upright runs anywhere.
    """
    table = np.zeros((8, 512), np.uint8)
    if not lean:
        king = turns(cut=False)
        for d in (E, W):
            table[d] = king[d] & (1 << E | 1 << W) | (king[d] & (1 << S | 1 << N)) << 1  # S, N as SE, NW
        for d in (SE, NW):
            table[d] = (1 << d | 1 << E | 1 << W) * (np.arange(512) >> 4 & 1)
        return table
    for d in range(8):
        for n in range(512):
            ways = _diagonal_ways(d, n, cut) if d & 2 else _straight_ways(d, n, cut)
            table[d, n] = sum(1 << STEPS.index(way) for way in ways)
    return table


def _straight_ways(d: int, n: int, cut: bool) -> set[tuple[int, int]]:
    (r, c), ways = STEPS[d], {STEPS[d]}
    for side in ((c, r), (-c, -r)):
        ahead, behind = (side[0] + r, side[1] + c), (side[0] - r, side[1] - c)
        if cut and not _open(n, side) and _open(n, ahead):
            ways |= {ahead}
        if not cut and not _open(n, behind) and _open(n, side):
            ways |= {side, ahead}
    return ways if _open(n, (0, 0)) else set()


def _diagonal_ways(d: int, n: int, cut: bool) -> set[tuple[int, int]]:
    r, c = STEPS[d]
    ways, sides = {(r, c), (r, 0), (0, c)}, ((-r, 0), (0, -c))
    if not _open(n, (0, 0)) or (not cut and not all(_open(n, side) for side in sides)):
        return set()
    if cut:
        for side, way in (((-r, 0), (-r, c)), ((0, -c), (r, -c))):
            if not _open(n, side) and _open(n, way):
                ways |= {way}
    return ways


def _open(n: int, step: tuple[int, int]) -> bool:
    return bool(n >> 3 * (step[0] + 1) + step[1] + 1 & 1)


ROW, COLUMN, PARENT, STRAIGHT, DIAGONAL, TODO, SEEN = range(7)
ROOT = 2**0.5
TIE = 2.0**-24


@inline_kernel
def next_stop(words, direction, line, line_words, place):
    """Return the place of the first stop after *place* in line number *line*."""
    turn = -(direction >> 2)  # -1 if the lines are stored reversed
    last = 64 * line_words & turn
    place = (place ^ turn) + last + 1
    i = line * line_words + (place >> 6)
    word = words[direction & 15, i & PLACE] >> np.uint64(place & 63)
    if word == 0:
        place &= -64
        while word == 0:
            i += 1
            place += 64
            word = words[direction & 15, i & PLACE]
    return (place + trailing_zeros(word) ^ turn) + last


@inline_kernel
def three_cells(words, line, column):
    """Return which of the cells *column* - 1, *column* and *column* + 1 are open, as three bits.

    The line before the first counts from the end: it is one of the margin, too.
    """
    i, low = line + (column - 1 >> 6), column - 1 & 63
    word = words[OPEN, i] >> np.uint64(low)
    if low > 61:
        word |= words[OPEN, i + 1] << np.uint64(64 - low)
    return np.int64(word & np.uint64(7))


@inline_kernel
def ways_on(board, direction, row, column):
    """Return the directions to follow from a cell entered in *direction*, 0 if it may not be entered."""
    words, turns, frame = board
    line = row * frame[1]
    neighbours = three_cells(words, line - frame[1], column)
    neighbours |= three_cells(words, line, column) << 3
    neighbours |= three_cells(words, line + frame[1], column) << 6
    return np.int64(turns[direction & 7, neighbours & 511])


@inline_kernel
def add(found, count, row, column, ways):
    """Append a jump point to the list *found* if there are *ways* on from it; return the new count."""
    found[count & PLACE, 0] = row
    found[count & PLACE, 1] = column
    found[count & PLACE, 2] = ways
    return count + (ways != 0)


@inline_kernel
def follow_straight(board, direction, row, column, found, count):
    """Append to *found* the jump point seen straight ahead, if there is one; return the new count."""
    words, _, frame = board
    if direction & 1:
        row = next_stop(words, direction, column, frame[2], row)
    else:
        column = next_stop(words, direction, row, frame[1], column)
    return add(found, count, row, column, ways_on(board, direction, row, column))


@inline_kernel
def lean_of(direction, frame):
    """Return by how many columns a turning run moves with each row down."""
    return frame[3] - 2 * (direction & frame[3])


@inline_kernel
def parts_of(direction, frame):
    """Return the two straight directions in which a turning run turns."""
    return (1 | direction & 4) * frame[3], 4 * ((direction ^ direction >> 2 | ~frame[3]) & 1)


@inline_kernel
def turning_line(direction, row, column, frame):
    """Return the number of the line of a turning run through a cell."""
    return (column - row * lean_of(direction, frame)) % (64 * frame[1])


@inline_kernel
def follow_turning(board, direction, row, column, found, count):
    """Append to *found* the jump points seen from a turning run; return the new count."""
    lean = lean_of(direction, board[2])
    first, second = parts_of(direction, board[2])
    plain = 1 << direction | 1 << first | 1 << second
    line = turning_line(direction, row, column, board[2])
    while True:
        stop = next_stop(board[0], direction, line, board[2][2], row)
        column += (stop - row) * lean
        row = stop
        ways = ways_on(board, direction, row, column)
        if ways != plain:
            return add(found, count, row, column, ways)
        count = follow_straight(board, first, row, column, found, count)
        count = follow_straight(board, second, row, column, found, count)


@inline_kernel
def sees(board, ways, row, column, goal_row, goal_column):
    """Return whether a turning run and then a straight one, begun on one of the *ways*, reach the goal."""
    words, _, frame = board
    down, right = goal_row - row, goal_column - column
    if down == 0 and right == 0:
        return True
    upright, level = S if down > 0 else N, E if right > 0 else W
    steps = min(abs(down), abs(right)) if frame[3] else abs(down)
    direction = upright if down else level
    if steps:
        east = right > 0 if frame[3] else down > 0
        direction = (SE if east else SW) if down > 0 else (NE if east else NW)
    if not ways >> direction & 1:
        return False
    if steps:
        line = turning_line(direction, row, column, frame)
        turn = row + (steps if down > 0 else -steps)
        while row != turn:
            stop = next_stop(words, direction, line, frame[2], row)
            if abs(stop - row) > abs(turn - row):
                stop = turn
            column += (stop - row) * lean_of(direction, frame)
            row = stop
            if ways_on(board, direction, row, column) == 0:
                return False
    if row != goal_row:
        stop = next_stop(words, upright, column, frame[2], row)
        return abs(stop - row) >= abs(goal_row - row)
    stop = next_stop(words, level, row, frame[1], column)
    return abs(stop - column) >= abs(goal_column - column)


@inline_kernel
def successors(board, ways, row, column, found):
    """Fill *found* with the jump points seen from a cell in the directions *ways*; return their number."""
    count = 0
    while ways:
        direction = trailing_zeros(np.uint64(ways))
        ways &= ways - 1
        if direction & 2:
            count = follow_turning(board, direction, row, column, found, count)
        else:
            count = follow_straight(board, direction, row, column, found, count)
    return count


@inline_kernel
def reach(nodes, u, k, is_new, ways, row, column, root):
    """Record that node *k* is reached from node *u*; return whether it must be queued."""
    down, right = abs(row - nodes[u, ROW]), abs(column - nodes[u, COLUMN])
    diagonal = nodes[u, DIAGONAL] + min(down, right)
    straight = nodes[u, STRAIGHT] + max(down, right) - min(down, right)
    if is_new:
        nodes[k, ROW], nodes[k, COLUMN] = row, column
    else:
        gain = nodes[k, STRAIGHT] - straight + root * (nodes[k, DIAGONAL] - diagonal)
        if gain < 0:
            return False
        if gain == 0:
            # As cheap as before from another side: only the ways not yet followed are new.
            fresh = ways & ~nodes[k, SEEN]
            nodes[k, SEEN] |= fresh
            nodes[k, TODO] |= fresh
            return fresh != 0
    nodes[k, PARENT], nodes[k, STRAIGHT], nodes[k, DIAGONAL] = u, straight, diagonal
    nodes[k, TODO], nodes[k, SEEN] = ways, ways
    return True


@inline_kernel
def estimate(nodes, k, goal_row, goal_column, root):
    """Return the cost of node *k* plus the least that the way from it to the goal can cost.

    With four moves, very many nodes have the same: that nearest to the goal comes first.
    """
    down, right = abs(goal_row - nodes[k, ROW]), abs(goal_column - nodes[k, COLUMN])
    least = min(down, right)
    cost = nodes[k, STRAIGHT] + down + right - 2 * least + root * (nodes[k, DIAGONAL] + least)
    return cost + (down + right) * TIE if root == 2.0 else cost


@kernel
def jps(board, scratch, start, goal, events):
    """Return (last, moves, cost, expanded): the node that sees the goal, and the least cost.

    *last* is NONE if there is no path and FULL if the scratch arrays or the event log are too small.
    A node that is found again at the same cost, from another side, may be expanded again.
    """
    columns, lean = board[2][0], board[2][3]
    root = ROOT if lean else 2.0
    node_of_cell, nodes, keys, queue, found = scratch
    goal_row, goal_column = goal // columns + 1, goal % columns + 1
    nodes[0, ROW], nodes[0, COLUMN], nodes[0, PARENT] = start // columns + 1, start % columns + 1, NONE
    nodes[0, STRAIGHT], nodes[0, DIAGONAL] = 0, 0
    nodes[0, TODO] = nodes[0, SEEN] = EVERY if lean else EVERY_OF_FOUR
    node_of_cell[start] = 0
    expanded = 0
    count, size = 1, enqueue(keys, queue, 0, estimate(nodes, 0, goal_row, goal_column, root), 0)
    while size > 0:
        u, is_top_free = queue[0] & PLACE, True
        ways, row, column = nodes[u, TODO], nodes[u, ROW], nodes[u, COLUMN]
        if ways == 0:
            size = dequeue(keys, queue, size)
            continue
        expanded += 1
        if events is not None:
            if events[0, 0] + 1 == events.shape[0]:
                return FULL, 0, 0.0, expanded
            record(events, CLOSE, (row - 1) * columns + column - 1, expanded)
        if sees(board, ways, row, column, goal_row, goal_column):
            down, right = abs(goal_row - row), abs(goal_column - column)
            diagonal = nodes[u, DIAGONAL] + min(down, right)
            straight = nodes[u, STRAIGHT] + max(down, right) - min(down, right)
            return u, straight + diagonal * (2 - lean), straight + root * diagonal, expanded
        nodes[u, TODO] = 0
        fresh = successors(board, ways, row, column, found)
        if count + fresh > nodes.shape[0] or size + fresh > keys.shape[0]:
            return FULL, 0, 0.0, expanded
        if events is not None and events[0, 0] + fresh >= events.shape[0]:
            return FULL, 0, 0.0, expanded
        for i in range(fresh):
            row, column = found[i, 0], found[i, 1]
            v = (row - 1) * columns + column - 1
            k = node_of_cell[v & PLACE]
            is_new = k < 0 or k >= count or nodes[k & PLACE, ROW] != row or nodes[k & PLACE, COLUMN] != column
            if is_new:
                node_of_cell[v & PLACE] = k = count
                count += 1
            k &= PLACE
            kind = JOINS
            if events is not None and not is_new and nodes[k, TODO] != 0:
                kind = RELAX
            if reach(nodes, u, k, is_new, found[i, 2], row, column, root):
                if events is not None:
                    record(events, kind, v, (nodes[u, ROW] - 1) * columns + nodes[u, COLUMN] - 1)
                key = estimate(nodes, k, goal_row, goal_column, root)
                if is_top_free:
                    put_in_front(keys, queue, size, key, k)
                    is_top_free = False
                else:
                    size = enqueue(keys, queue, size, key, k)
        if is_top_free:
            size = dequeue(keys, queue, size)
    return NONE, 0, 0.0, expanded


@kernel
def unfold(nodes, last, goal_row, goal_column, lean, cells, end):
    """Write all cells of the path, from its end, to ``cells[:end]``; return the index of the first."""
    row, column, u = goal_row, goal_column, last
    end -= 1
    cells[end, 0], cells[end, 1] = row, column
    while u != NONE:
        to_row, to_column = nodes[u, ROW] - 1, nodes[u, COLUMN] - 1
        # The run into a cell ends with its straight part, so going back that comes first.
        while row != to_row or column != to_column:
            down, right = to_row - row, to_column - column
            if right == 0 or (lean and abs(down) >= abs(right)):
                row += 1 if down > 0 else -1
            if right != 0 and (not lean or abs(right) >= abs(down)):
                column += 1 if right > 0 else -1
            end -= 1
            cells[end, 0], cells[end, 1] = row, column
        u = nodes[u, PARENT]
    return end
