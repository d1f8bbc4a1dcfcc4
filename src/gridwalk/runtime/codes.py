"""Constants and small functions shared by kernels and their callers.

64-bit words (`trailing_zeros`, `reversed_bits`): words are unsigned, and so must be the other operand,
because Numba combines ``uint64`` and ``int64`` to ``float64``.  Write ``word >> np.uint64(n)``, not
``word >> n``.

The event log (`record`): ``int32[n + 1, 3]``; row 0 holds the number of rows that follow.

Marks with a generation (`advance`): ``mark_of_cell`` has an entry for each cell and a last one for the
generation, so that it need not be cleared for each query.  A query gets a new *base*; marks below it are from
earlier queries.  The query may write the values base, base + 1, ..., base + span - 1; the difference from
base holds a move or a flag.  uint16 marks with span 16 take 2 bytes for each cell and are cleared once in
4,094 queries.

Union-find (`root_of`): ``label`` leads from each element to another one of its part, finally to the root,
which is its own label.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gridwalk.runtime.kernel import inline_kernel, instruction, kernel

NONE = -1  # no cell
FULL = -2  # the scratch arrays are too small: repeat the call with larger ones

PLACE = (1 << 31) - 1  # mask of an index: compiled code then need not test for negative indices

# The status that a slice of a search returns.
PAUSED, FOUND, EXHAUSTED = 0, 1, 2

# Registers of ``state``.  The first three mean the same in every kernel.
EXPANDED, BACKTRACKS, FOUNDS, GOAL = 0, 1, 2, 3
HEAD, TAIL = 4, 5  # breadth-first: the queue is cell_of_queue[HEAD:TAIL]; Dijkstra: TAIL heap entries
MET = 6  # distance labels: the index in the queue of the first exit, plus one; 0 if there is none
DEPTH = 4  # depth-first: index of the top of the stack
# The backtracking search: steps since the last path; depth up to which the path is known to lead to an
# exit; the cell whose way to an exit is stored; number of searches for such ways.
WASTED, VERIFIED, LEAD, SEARCHES = 5, 6, 7, 8
DEFICIENCY = 7  # listing tours: the degree deficiency of all cells off the path
CUTS = 5  # listing: the number of cells cut off from the exits
GATHERED = 9  # paths in the batch
REGISTERS = 10

# Kinds of events; an event is a row ``(kind, cell, value)``.
OPEN = 0  # the cell joins the frontier; the value is its predecessor
CLOSE = 1  # the cell is expanded; the value is the number of cells expanded so far
STEP = 2  # the path enters the cell; the value is its predecessor
BACK = 3  # the path leaves the cell; the value is the cell to which it returns
RELAX = 4  # a cheaper way to a cell of the frontier; the value is its new predecessor
# The path does not enter the cell; the value is the last cell of the path.  If that is the cell itself, it is
# a dead end.
PRUNE = 5
FOUND_PATH = 6  # the cell is the end of a path; the value is its number of cells
EVENT_NAMES = ("open", "close", "step", "back", "relax", "prune", "found")


@instruction("llvm.cttz", counts=True)
def trailing_zeros(word: Any) -> int:
    """Return the index of the lowest set bit, 64 if there is none."""
    return (int(word) & -int(word)).bit_length() - 1 if word else 64


@instruction("llvm.bitreverse", counts=False)
def reversed_bits(word: Any) -> np.uint64:
    """Return the word with its bits in reverse order."""
    return np.uint64(int(f"{int(word):064b}"[::-1], 2))


@kernel
def record(events, kind, cell, value):
    """Append the event ``(kind, cell, value)``; the log must be long enough."""
    row = events[0, 0] + 1
    events[0, 0] = row
    events[row, 0] = kind
    events[row, 1] = cell
    events[row, 2] = value


@kernel
def advance(mark_of_cell, span):
    """Return a base above all marks; for one array, *span* must be the same in every call."""
    last = mark_of_cell.size - 1
    base = np.int64(mark_of_cell[last]) + span
    if base + span > 1 << 8 * mark_of_cell.itemsize:
        mark_of_cell[:] = 0
        base = span
    mark_of_cell[last] = base
    return base


@inline_kernel
def root_of(label, v):
    """Return the root of the part of *v*, with path halving."""
    while label[v] != v:
        label[v] = label[label[v]]
        v = label[v]
    return v
