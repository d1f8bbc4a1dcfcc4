"""The small integers that kernels and their callers share.

Two functions of a 64-bit word, in plain Python or as one machine instruction.

Words are unsigned, and so must be all that meets them: in Numba a ``uint64`` with an
``int64`` makes a ``float64``.  Write ``word >> np.uint64(n)``, never ``word >> n``.

The event log: ``int32[n + 1, 3]``, row 0 holding the number of rows that follow.

Marks with a generation: ``mark_of_cell`` has one entry per cell and a last one that holds the generation, and
is never cleared between queries.  A query takes a fresh *base* from `advance`; a mark below the base was left
by an earlier query.  The *span* low values above the base are the query's own (a move, a flag).  uint16 marks
with span 16 are cleared once in 4,094 queries: 2 bytes per cell.

Parts that grow together (union-find): ``label`` leads from each of a part to another of it, at last to its
root, which is its own label.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gridwalk.runtime.kernel import inline_kernel, instruction, kernel

NONE = -1  # no cell
FULL = -2  # no room in the scratch arrays: nothing is known; ask again with larger ones

PLACE = (1 << 31) - 1  # masks an index, so that compiled code need not ask whether it counts from the end

# The status that a slice of a search returns.
PAUSED, FOUND, EXHAUSTED = 0, 1, 2

# Registers of ``state``.  The first three mean the same in every kernel.
EXPANDED, BACKTRACKS, FOUNDS, GOAL = 0, 1, 2, 3
HEAD, TAIL = 4, 5  # breadth-first: the queue is cell_of_queue[HEAD:TAIL]; Dijkstra: TAIL heap entries
MET = 6  # distance labels: one more than the place in the queue of the first exit, if one is there
DEPTH = 4  # depth-first: index of the stack's top
# The backtracking search: steps since the last path, depth from which on the path is known to lead to an
# exit, cell whose way there is written down, number of searches for such ways.
WASTED, VERIFIED, LEAD, SEARCHES = 5, 6, 7, 8
DEFICIENCY = 7  # listing tours: the degree deficiency of all cells off the path
CUTS = 5  # listing: how many cells are cut off from the exits
GATHERED = 9  # paths in the batch
REGISTERS = 10

# Kinds of events; an event is a row ``(kind, cell, value)`` and the value is:
OPEN = 0  # the cell before it; the cell joins the frontier
CLOSE = 1  # how many cells were expanded by then; the cell is expanded
STEP = 2  # the cell before it; the path enters the cell
BACK = 3  # the cell gone back to; the path leaves the cell
RELAX = 4  # the new cell before it; a cheaper way to a frontier cell
PRUNE = 5  # the cell the path stands on; it refuses the cell (itself: refuses to go on)
FOUND_PATH = 6  # how many cells the path has; the cell is its last
EVENT_NAMES = ("open", "close", "step", "back", "relax", "prune", "found")


@instruction("llvm.cttz", counts=True)
def trailing_zeros(word: Any) -> int:
    """Return the place of the lowest set bit, 64 if there is none."""
    return (int(word) & -int(word)).bit_length() - 1 if word else 64


@instruction("llvm.bitreverse", counts=False)
def reversed_bits(word: Any) -> np.uint64:
    """Return the word read from its other end."""
    return np.uint64(int(f"{int(word):064b}"[::-1], 2))


@kernel
def record(events, kind, cell, value):
    """Append the event ``(kind, cell, value)``; the caller made the log long enough."""
    row = events[0, 0] + 1
    events[0, 0] = row
    events[row, 0] = kind
    events[row, 1] = cell
    events[row, 2] = value


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


@inline_kernel
def root_of(label, v):
    """Return the root of the part of *v*, halving the way there."""
    while label[v] != v:
        label[v] = label[label[v]]
        v = label[v]
    return v
