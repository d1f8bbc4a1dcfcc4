"""Runs of a jump point search: where they stop, and where they go on from there, by bit maps.

Where a jump point search goes on from a cell: the corner rules, as one table each.

``turns[d, n]`` is the set (bit mask) of directions to follow from a cell entered in direction ``d``
whose neighbourhood is ``n``; it is 0 if the cell may not be entered.  ``n`` has nine bits, the open
cells of the 3 x 3 block around the cell, row by row.  A straight run that meets no corner has the
one direction ``d``; a turning run has ``d`` and its two straight parts.  More than that is *forced*.
"""

from __future__ import annotations

import functools

import numpy as np

from gridwalk.kernels.codes import PLACE, trailing_zeros
from gridwalk.kernels.search.jump_maps import NE, NW, OPEN, SE, SW, E, N, S, W
from gridwalk.runtime.kernel import inline_kernel

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))  # E S SE SW W N NW NE
NEIGHBOURHOODS = 512
EVERY, EVERY_OF_FOUR = 255, 1 << E | 1 << SE | 1 << W | 1 << NW


@functools.cache
def turns(cut: bool, lean: int = 1) -> np.ndarray:
    """Return the table for diagonals that may *cut* corners, or else need both cells beside them open.

    Without *lean*, that of four moves: straight runs turn where those of the king do, upright runs anywhere.
    """
    table = np.zeros((8, NEIGHBOURHOODS), np.uint8)
    if lean:
        for d in range(8):
            table[d] = _ways(d, cut) * _is_open((0, 0))
        return table
    king = turns(cut=False)
    for d in (E, W):
        table[d] = king[d] & (1 << E | 1 << W) | (king[d] & (1 << S | 1 << N)) << 1  # as SE, NW
    for d in (SE, NW):
        table[d] = (1 << d | 1 << E | 1 << W) * (np.arange(NEIGHBOURHOODS) >> 4 & 1)
    return table


def _ways(d: int, cut: bool) -> np.ndarray:
    """Return the ways on from each neighbourhood, if the cell itself is open."""
    r, c = STEPS[d]
    ways = np.full(NEIGHBOURHOODS, 1 << d)
    if d & 2:
        ways += (1 << STEPS.index((r, 0))) + (1 << STEPS.index((0, c)))
        for side, way in (((-r, 0), (-r, c)), ((0, -c), (r, -c))):
            if cut:
                ways += (_is_open(way) & ~_is_open(side)) * (1 << STEPS.index(way))
            else:
                ways *= _is_open(side)
        return ways
    for side in ((c, r), (-c, -r)):
        ahead, behind = (side[0] + r, side[1] + c), (side[0] - r, side[1] - c)
        if cut:
            ways += (_is_open(ahead) & ~_is_open(side)) * (1 << STEPS.index(ahead))
        else:
            turning = (1 << STEPS.index(side)) + (1 << STEPS.index(ahead))
            ways += (_is_open(side) & ~_is_open(behind)) * turning
    return ways


def _is_open(step: tuple[int, int]) -> np.ndarray:
    """Return whether the cell at this *step* is open, for each neighbourhood."""
    return (np.arange(NEIGHBOURHOODS) >> 3 * (step[0] + 1) + step[1] + 1 & 1).astype(np.bool_)


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
def neighbours(words, line, line_words, column):
    """Return the nine bits of the cells around a cell."""
    around = three_cells(words, line - line_words, column)
    around |= three_cells(words, line, column) << 3
    return (around | three_cells(words, line + line_words, column) << 6) & 511


@inline_kernel
def ways_on(board, direction, row, column):
    """Return the directions to follow from a cell entered in *direction*, 0 if it may not be entered."""
    words, turns, frame = board[0], board[1], board[2]
    return np.int64(turns[direction & 7, neighbours(words, row * frame[1], frame[1], column)])


@inline_kernel
def add(found, count, row, column, ways):
    """Append a jump point to the list *found* if there are *ways* on from it; return the new count."""
    found[count & PLACE, 0] = row
    found[count & PLACE, 1] = column
    found[count & PLACE, 2] = ways
    return count + (ways != 0)


@inline_kernel
def straight_run(board, direction, row, column):
    """Return the steps of a run to its next stop, below 0 up and to the west, and the ways on from it."""
    words, _, frame = board
    if direction & 1:
        stop = next_stop(words, direction, column, frame[2], row)
        return stop - row, ways_on(board, direction, stop, column)
    stop = next_stop(words, direction, row, frame[1], column)
    return stop - column, ways_on(board, direction, row, stop)


@inline_kernel
def turning_run(board, direction, line, row, column):
    """Return the rows of a run to its next stop, below 0 upwards, and the ways on from there."""
    words, _, frame = board
    down = next_stop(words, direction, line, frame[2], row) - row
    return down, ways_on(board, direction, row + down, column + down * lean_of(direction, frame))


@inline_kernel
def follow_straight(board, direction, row, column, found, count):
    """Append to *found* the jump point seen straight ahead, if there is one; return the new count."""
    steps, ways = straight_run(board, direction, row, column)
    if direction & 1:
        return add(found, count, row + steps, column, ways)
    return add(found, count, row, column + steps, ways)


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
    frame = board[2]
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
            run, on = turning_run(board, direction, line, row, column)
            if abs(run) > abs(turn - row):
                run = turn - row
            elif on == 0:
                return False
            row += run
            column += run * lean_of(direction, frame)
    if row != goal_row:
        run, on = straight_run(board, upright, row, column)
        return abs(run) >= abs(goal_row - row)
    run, on = straight_run(board, level, row, column)
    return abs(run) >= abs(goal_column - column)


@inline_kernel
def successors(board, ways, row, column, found):
    """Fill *found* with the jump points seen from a cell in the directions *ways*; return their number."""
    count = 0
    while ways:
        direction = trailing_zeros(np.uint64(ways))
        ways &= ways - 1
        if direction & 2 == 0:
            count = follow_straight(board, direction, row, column, found, count)
        else:
            count = follow_turning(board, direction, row, column, found, count)
    return count
