"""Jump-point bit maps: a board of king moves, or of four moves, as bit strings along all directions.

A *map* has one bit per cell.  ``words[OPEN]`` are the open cells; ``words[d]`` are the *stops* of
direction ``d``: cells where a run in that direction ends (they may not be entered), branches or may
turn.  The bits of a line lie side by side, so a step looks at 64 cells, on diagonals too:

    direction        line                           place in line    words per line
    E, W  (0, 4)     row                            column           row_words
    S, N  (1, 5)     column                         row              column_words
    SE, NW (2, 6)    (column - row) mod 64 row_words    row          column_words
    SW, NE (3, 7)    (column + row) mod 64 row_words    row          column_words

A board of four moves has E and W, and two *turning* directions in place of diagonals: S is laid as SE and
N as NW, line by column.  ``lean``, 1 or 0, says by how many columns a turning run moves with each row.

Directions 0..3 run up their line and 4..7 down, but the maps of those are stored with each line
reversed, so that every scan goes up.  A diagonal that wraps round crosses the margin,
which is all stops.  ``words[OPEN]`` is laid out by rows.  The board gets a margin of closed cells,
one line before and at least two after, so (row, column) counts from 1 here, and words beside those
of an open cell always exist.

A straight stop that is open is a *jump point*.  A stop of a turning run that may be entered is a *turning
place*: a jump point can be seen from it, straight on in one of the two directions that the diagonal
is made of; with four moves, E or W.  The *live* maps, needed only while building, say from where a jump
point can be seen.
"""

import numpy as np

from gridwalk.kernels.codes import reversed_bits
from gridwalk.runtime.kernel import inline_kernel, kernel

E, S, SE, SW, W, N, NW, NE, OPEN = range(9)
MAPS = 9
SPARES = 8
ONE, TOP, ALL = np.uint64(1), np.uint64(63), np.uint64(0xFFFF_FFFF_FFFF_FFFF)


@inline_kernel
def shifted(source, i, up):
    """Return word *i* of a map moved so that each bit is that of the place after it (*up*) or before it."""
    if up:
        return source[i] >> ONE | source[i + 1] << TOP
    return source[i] << ONE | source[i - 1] >> TOP


@kernel
def flip(block):
    """Transpose a block of 64 words of 64 bits."""
    width = 32
    mask = ALL >> np.uint64(32)
    while width:
        shift = np.uint64(width)
        for base in range(0, 64, 2 * width):
            for k in range(base, base + width):
                swap = (block[k] >> shift ^ block[k + width]) & mask
                block[k] = block[k] ^ swap << shift
                block[k + width] = block[k + width] ^ swap
        width >>= 1
        mask ^= mask << np.uint64(width)


@kernel
def transpose(source, source_words, target, target_words, block):
    """Write to *target* the map whose lines are the columns of *source*."""
    for band in range(target_words):
        for i in range(source_words):
            for k in range(64):
                block[k] = source[(64 * band + k) * source_words + i]
            flip(block)
            for k in range(64):
                target[(64 * i + k) * target_words + band] = block[k]


@kernel
def shear(source, words, lines, lean, target):
    """Write to *target* the map with line *k* of *source* turned round by *k* places, down if *lean* is 1."""
    for line in range(lines):
        turn = lean * line % (64 * words)
        low = np.uint64(turn & 63)
        for i in range(words):
            j = (i + (turn >> 6)) % words
            word = source[line * words + j] >> low
            if turn & 63:
                word |= source[line * words + (j + 1) % words] << np.uint64(64 - (turn & 63))
            target[line * words + i] = word


@inline_kernel
def mark_straight(cells, words, stops, live, cut, up):
    """Fill in the stops of runs along the lines of *cells*, and from where they end at a jump point."""
    carry = np.uint64(0)
    first, last = words, cells.shape[0] - 2 * words - 1
    for n in range(last + 1 - first):
        i = last - n if up else first + n
        if cut:
            jump = (cells[i - words] ^ ALL) & shifted(cells, i - words, up)
            jump |= (cells[i + words] ^ ALL) & shifted(cells, i + words, up)
        else:
            jump = (shifted(cells, i - words, not up) ^ ALL) & cells[i - words]
            jump |= (shifted(cells, i + words, not up) ^ ALL) & cells[i + words]
        jump &= cells[i]
        through = cells[i] ^ jump
        stops[i] = through ^ ALL
        # Invariant: a bit of *seen* is a place from which a jump point is seen within *width* places;
        # a bit of *clear* is one with no stop in the *width* places after it.
        seen, clear = jump << ONE | carry, through << ONE
        if up:
            seen, clear = jump >> ONE | carry << TOP, through >> ONE
        for k in range(6):
            width = np.uint64(1 << k)
            seen |= clear & (seen >> width if up else seen << width)
            clear &= clear >> width if up else clear << width
        live[i] = seen
        carry = (jump | through & seen) & ONE if up else (jump | through & seen) >> TOP


@kernel
def mark_diagonal(cells, words, east, lives, stops, cut):
    """Fill in, by rows, the stops of a diagonal that came from row ``+words`` words away.

    *words* is negative for a diagonal that goes up.  *lives* are the live maps, by rows, of the two
    directions that the diagonal is made of.
    """
    rise = abs(words)
    across, along = lives
    for i in range(rise, cells.shape[0] - 2 * rise):
        here, back = cells[i], cells[i - words]
        side, side_on = shifted(cells, i, not east), shifted(cells, i + words, not east)
        back_on = shifted(cells, i - words, east)
        if cut:
            stop = (here ^ ALL) | (side ^ ALL) & side_on | (back ^ ALL) & back_on
        else:
            stop = here & side & back ^ ALL
        stops[i] = stop | across[i] | along[i]


@kernel
def mirror(target, words):
    """Reverse the lines of a map."""
    for line in range(0, target.shape[0], words):
        for k in range((words + 1) // 2):
            i, j = line + k, line + words - 1 - k
            target[i], target[j] = reversed_bits(target[j]), reversed_bits(target[i])


@kernel
def lay_lines(maps, spares, frame, cut, block):
    """Fill ``maps[0:8]`` from ``maps[OPEN]``; *cut* says whether diagonals may cut corners.

    ``maps`` are the rows of ``words`` as a tuple, ``spares`` eight more maps; all bits but those of
    ``maps[OPEN]`` come in set.  ``block`` has 64 words.
    """
    _, row_words, column_words, lean = frame
    cells, columns, sheared, stops = maps[OPEN], spares[0], spares[0], spares[7]
    transpose(cells, row_words, columns, column_words, block)
    mark_straight(cells, row_words, maps[E], spares[1], cut, True)
    mark_straight(cells, row_words, maps[W], spares[2], cut, False)
    if not lean:
        for i in range(cells.size):
            stops[i] = cells[i] ^ ALL | spares[1][i] | spares[2][i]
        transpose(stops, row_words, maps[SE], column_words, block)
        transpose(stops, row_words, maps[NW], column_words, block)
        mirror(maps[W], row_words)
        mirror(maps[NW], column_words)
        return
    mark_straight(columns, column_words, maps[S], spares[5], cut, True)
    mark_straight(columns, column_words, maps[N], spares[6], cut, False)
    transpose(spares[5], column_words, spares[3], row_words, block)
    transpose(spares[6], column_words, spares[4], row_words, block)
    for d in (SE, SW, NW, NE):
        down, east = d < 4, d in (SE, NE)
        lives = spares[1 if east else 2], spares[3 if down else 4]
        mark_diagonal(cells, row_words if down else -row_words, east, lives, stops, cut)
        shear(stops, row_words, 64 * column_words, 1 if d in (SE, NW) else -1, sheared)
        transpose(sheared, row_words, maps[d], column_words, block)
    mirror(maps[W], row_words)
    for d in (N, NW, NE):
        mirror(maps[d], column_words)
