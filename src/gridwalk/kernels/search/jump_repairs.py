"""Jump-point bit maps after some cells have been opened or closed: the bits that change, and no others.

A cell decides about the straight stops of the 3 x 3 block around it.  It decides about turning places there,
and wherever a straight run ends in the block or passes through it: on the lines of the block, back to
the stop before it.  See `jump_maps` for the maps.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.kernels.search.jump_maps import ALL, NE, NW, ONE, OPEN, SE, SW, S, W
from gridwalk.kernels.search.jump_runs import next_stop, parts_of, turning_line, ways_on
from gridwalk.runtime.kernel import inline_kernel, kernel

AROUND = 511  # the neighbourhood in which all cells are open


@inline_kernel
def word_of(words, direction, line, line_words, place):
    """Return the number of the word with the bit of *place* in line number *line*, and that bit alone."""
    if direction & 4:
        place = 64 * line_words - 1 - place  # these lines are stored reversed
    return line * line_words + (place >> 6), ONE << np.uint64(place & 63)


@inline_kernel
def put(words, direction, line, line_words, place, is_set):
    """Set or clear the bit of a place in a map."""
    i, bit = word_of(words, direction, line, line_words, place)
    if is_set:
        words[direction, i] |= bit
    else:
        words[direction, i] &= bit ^ ALL


@inline_kernel
def has(words, direction, line, line_words, place):
    """Whether the bit of a place is set in a map."""
    i, bit = word_of(words, direction, line, line_words, place)
    return words[direction, i] & bit != 0


@inline_kernel
def turns_there(board, direction, row, column):
    """Whether the corner rule alone makes a cell a stop of runs in *direction*."""
    return ways_on(board, direction, row, column) != np.int64(board[1][direction & 7, AROUND])


@inline_kernel
def sees_jump(board, direction, row, column):
    """Whether the straight run from a cell in *direction* ends at a jump point."""
    if direction & 1:
        row = next_stop(board[0], direction, column, board[2][2], row)
    else:
        column = next_stop(board[0], direction, row, board[2][1], column)
    return ways_on(board, direction, row, column) != 0


@kernel
def mark_straight(board, direction, row, column):
    """Set the bit of a cell in the map of a straight direction as the cells around it ask for."""
    words, _, frame = board
    is_stop = turns_there(board, direction, row, column)
    if direction & 1:
        put(words, direction, column, frame[2], row, is_stop)
    else:
        put(words, direction, row, frame[1], column, is_stop)


@kernel
def mark_turn(board, direction, row, column):
    """Set the bit of a cell in the map of a turning direction; those of its straight parts are right."""
    first, second = parts_of(direction, board[2])
    is_stop = turns_there(board, direction, row, column)
    is_stop = is_stop or sees_jump(board, first, row, column) or sees_jump(board, second, row, column)
    put(board[0], direction, turning_line(direction, row, column, board[2]), board[2][2], row, is_stop)


@kernel
def look_behind(board, rows, row, column):
    """Return which runs towards the block around a cell see a jump point from just behind it, a bit each.

    Number ``3 * (direction's place in E, S, W, N) + k`` is that of line *k* of the block.
    """
    words, _, frame = board
    seen = 0
    for side in range(4):
        direction = side + (side & 2)  # E, S, W, N
        if direction & 1 > frame[3]:
            continue  # with four moves, no jump point is seen along a column
        back = 2 if direction & 4 else -2
        for k in range(3):
            r = row + back if direction & 1 else row + k - 1
            c = column + k - 1 if direction & 1 else column + back
            if 1 <= r <= rows and 1 <= c <= frame[0] and has(words, OPEN, r, frame[1], c):
                seen |= int(sees_jump(board, direction, r, c)) << 3 * side + k
    return seen


@kernel
def mark_behind(board, direction, row, column, is_seen):
    """Mark the turning places of the run in *direction* through a cell, from there back to a stop."""
    words, _, frame = board
    first, second = (SE, SW) if direction == S else (SE, NE)
    if direction & 4:
        first, second = (NW, SW) if direction == W else (NW, NE)
    if not frame[3]:
        first, second = SE, NW
    back = 1 if direction & 4 else -1
    while True:
        if is_seen:
            put(words, first, turning_line(first, row, column, frame), frame[2], row, True)
            put(words, second, turning_line(second, row, column, frame), frame[2], row, True)
        else:
            mark_turn(board, first, row, column)
            mark_turn(board, second, row, column)
        if direction & 1:
            if has(words, direction, column, frame[2], row):
                break
            row += back
        else:
            if has(words, direction, row, frame[1], column):
                break
            column += back


@kernel
def mend_maps(board, rows, cells, is_open):
    """Open or close *cells* in the maps, one after another; *rows* is the board's number of them."""
    words, _, frame = board
    for i in range(cells.shape[0]):
        row, column = cells[i] // frame[0] + 1, cells[i] % frame[0] + 1
        before = look_behind(board, rows, row, column)
        put(words, OPEN, row, frame[1], column, is_open[i] != 0)
        for r in range(max(1, row - 1), min(rows, row + 1) + 1):
            for c in range(max(1, column - 1), min(frame[0], column + 1) + 1):
                for direction in range(0, 8, 2 - frame[3]):
                    if direction & 2 == 0:
                        mark_straight(board, direction, r, c)
        for r in range(max(1, row - 1), min(rows, row + 1) + 1):
            for c in range(max(1, column - 1), min(frame[0], column + 1) + 1):
                for direction in range(2, 8, 2 - frame[3]):
                    if direction & 2:
                        mark_turn(board, direction, r, c)
        after = look_behind(board, rows, row, column)
        for side in range(4):
            direction = side + (side & 2)
            back = 2 if direction & 4 else -2
            for k in range(3):
                if (before ^ after) >> 3 * side + k & 1:
                    r = row + back if direction & 1 else row + k - 1
                    c = column + k - 1 if direction & 1 else column + back
                    mark_behind(board, direction, r, c, after >> 3 * side + k & 1 != 0)
