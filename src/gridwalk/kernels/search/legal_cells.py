"""The legal-move table of some cells, or of a large board; and marks with a generation.

That of some cells is what a changed board repairs.  The rule is that of `gridwalk.board.legal`, cell by
cell instead of move by move.  ``sources`` has a row for each delta and move that makes it (they differ on a
board that is wrapped round)::

    int64 (count, 6)   bit in the table, number of the move, delta (rows, columns), step (rows, columns)

Marks with a generation: scratch that is never cleared between queries.

``mark_of_cell`` has one entry per cell and a last one that holds the generation.  A query
takes a fresh *base* with `advance`; a mark below the base was left by an earlier query.
The *span* low values above the base are the query's own (a move, a flag).  uint16 marks
with span 16 are wiped once in 4,094 queries, which keeps the scratch at 2 bytes per cell.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.runtime.kernel import inline_kernel, kernel

BIT, NUMBER, D_ROW, D_COLUMN, DOWN, ACROSS = range(6)


@inline_kernel
def is_walled(right, below, shape, row, column, down, across):
    """Whether a wall stops the straight step (*down*, *across*); arrays may end before the border."""
    if across:
        column = (column + min(across, 0)) % shape[1]
        return row < right.shape[0] and column < right.shape[1] and right[row, column] != 0
    row = (row + min(down, 0)) % shape[0]
    return row < below.shape[0] and column < below.shape[1] and below[row, column] != 0


@inline_kernel
def is_free(cells, right, below, needed, row, column, source):
    """Whether neither walls nor the corner rule forbid a move to an open cell."""
    down, across = source[DOWN], source[ACROSS]
    if abs(down) > 1 or abs(across) > 1:
        return True
    if down == 0 or across == 0:
        return not is_walled(right, below, cells.shape, row, column, down, across)
    to_row, to_column = row + source[D_ROW], column + source[D_COLUMN]
    routes = 0
    if cells[to_row, column] and not is_walled(right, below, cells.shape, row, column, down, 0):
        routes += not is_walled(right, below, cells.shape, to_row, column, 0, across)
    if cells[row, to_column] and not is_walled(right, below, cells.shape, row, column, 0, across):
        routes += not is_walled(right, below, cells.shape, row, to_column, down, 0)
    return routes >= needed


@kernel
def mend_moves(cells, right, below, needed, sources, places, ways, table):
    """Write the legal moves of the cells *places* into *table*; bit n of ``ways[i]``: move n may leave it.

    *needed* says how many of its two routes a diagonal step must find free.
    """
    for i in range(places.shape[0]):
        row, column = places[i] // cells.shape[1], places[i] % cells.shape[1]
        legal = 0
        if cells[row, column]:
            for k in range(sources.shape[0]):
                to_row, to_column = row + sources[k, D_ROW], column + sources[k, D_COLUMN]
                if (
                    0 <= to_row < cells.shape[0]
                    and 0 <= to_column < cells.shape[1]
                    and cells[to_row, to_column]
                    and ways[i] >> sources[k, NUMBER] & 1
                    and is_free(cells, right, below, needed, row, column, sources[k])
                ):
                    legal |= 1 << sources[k, BIT]
        table[places[i]] = legal


@kernel
def add_move(here, there, bit, table):
    """Set *bit* in *table* where a cell *here* and the cell *there*, which the move leads to, are open: 1."""
    for row in range(here.shape[0]):
        cells, beyond, legal = here[row], there[row], table[row]
        for i in range(cells.shape[0]):
            legal[i] |= (cells[i] & beyond[i]) * bit


@kernel
def advance(mark_of_cell, span):
    """Return a base that no mark reaches yet; *span* is the same on every call with one array."""
    last = mark_of_cell.size - 1
    base = np.int64(mark_of_cell[last]) + span
    if base + span > 1 << 8 * mark_of_cell.itemsize:
        mark_of_cell[:] = 0
        base = span
    mark_of_cell[last] = base
    return base
