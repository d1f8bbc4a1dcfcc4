"""Noise, and the caves that a cellular automaton makes of it.  Cells, not rooms; the caller owns all memory.

``cells`` (int8) is flat: 1 where a cell is open.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.events import record
from gridwalk.kernels.makers.chance import happens
from gridwalk.kernels.makers.rooms import JOIN, SPLIT


@kernel
def scatter(cells, columns, margin, random, events, threshold):
    """Open every cell with probability *threshold* / 2**32, but for a *margin* on all sides."""
    rows = len(cells) // columns
    for r in range(margin, rows - margin):
        for v in range(r * columns + margin, (r + 1) * columns - margin):
            if happens(random, threshold):
                cells[v] = 1
                if events is not None:
                    record(events, JOIN, v, v)


@kernel
def smooth(cells, columns, events, new):
    """One step of the automaton B678/S345678, in which the walls live: into ``new``, whose border stays."""
    rows = len(cells) // columns
    for r in range(1, rows - 1):
        first = r * columns + 1
        left, here = (
            0,
            cells[first - columns] + cells[first] + cells[first + columns],
        )  # open ones of a column
        for v in range(first, first + columns - 2):
            right = cells[v - columns + 1] + cells[v + 1] + cells[v + columns + 1]
            around = left + here + right - cells[v]  # the other of the eight are walls
            new[v] = (around > 5) | ((around > 2) & (cells[v] != 0))
            if events is not None and new[v] != cells[v]:
                record(events, JOIN if new[v] else SPLIT, v, v)
            left, here = here, right


@kernel
def keep_largest(cells, columns, events, label):
    """Close all cells but those of the largest part; ``label`` (int32) has an entry a cell."""
    for v in range(len(cells)):
        label[v] = v
        if cells[v]:
            # Invariant: labels of earlier cells lead to the least cell of their part.
            for near, inside in ((v - columns, v >= columns), (v - 1, v % columns > 0)):
                if inside and cells[near]:
                    a, b = near, label[v]
                    while label[a] != a:
                        label[a] = label[label[a]]
                        a = label[a]
                    while label[b] != b:
                        b = label[b]
                    label[max(a, b)] = min(a, b)
                    label[v] = min(a, b)
    most, largest = 0, -1
    for v in range(len(cells)):  # a root counts its part below zero
        if cells[v]:
            root = label[v]
            if root == v:
                label[v] = -1
            else:
                if label[root] >= 0:
                    root = label[root]
                label[v] = root
                label[root] -= 1
            if -label[root] > most:
                most, largest = -label[root], root
    for v in range(len(cells)):
        if cells[v] and v != largest and label[v] != largest:
            cells[v] = 0
            if events is not None:
                record(events, SPLIT, v, v)
