"""Shortest paths by corridors: climbs out of dead ends, then A* on the corridor graph of the core.

Two calls make a query: `find` says how long the path is, the caller allocates it, `write`
fills it.  Both take what they share as tuples of arrays::

    graph    (onward_of_cell, step_of_mask, junctions, doors)
    scratch  (mark_of_cell, label_of_junction, heap, ends)

``ends`` int64 (5, 5) carries the query from one call to the other; its last row holds the core
cells of source and goal, the way between them (`search`) and the steps out of the source's tree.

The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.search.corridors import attach, length, search, unfold
from gridwalk.kernels.search.dead_ends import climb, measure, meet


@kernel
def find(graph, source, goal, columns, diagonal, scratch):
    """Return (steps, diagonal steps, expanded) of a shortest path; steps are NONE if there is none."""
    onward_of_cell, step_of_mask, junctions, doors = graph
    mark_of_cell, label_of_junction, heap, ends = scratch
    a, b = meet(onward_of_cell, step_of_mask, source, goal, mark_of_cell)
    steps, diagonals, way, expanded = 0, 0, NONE, 0
    if a != b:
        attach(onward_of_cell, step_of_mask, junctions, a, b, ends[0:2])
        attach(onward_of_cell, step_of_mask, junctions, b, a, ends[2:4])
        _, way, expanded = search(junctions, doors, ends, b, columns, diagonal, label_of_junction, heap)
        if way == NONE:
            return NONE, NONE, expanded
        steps, diagonals = length(doors, ends, way, label_of_junction)
    out, out_diagonals = measure(onward_of_cell, step_of_mask, source, a)
    back, back_diagonals = measure(onward_of_cell, step_of_mask, goal, b)
    ends[4, 0] = a
    ends[4, 1] = b
    ends[4, 2] = way
    ends[4, 3] = out
    ends[4, 4] = out + steps
    expanded += out + back
    return out + steps + back, out_diagonals + diagonals + back_diagonals, expanded


@kernel
def write(graph, source, goal, columns, scratch, cells):
    """Fill *cells* (steps + 1, 2), as (row, column), with the path that `find` measured last."""
    onward_of_cell, step_of_mask = graph[0], graph[1]
    last = cells.shape[0] - 1
    label_of_junction, ends = scratch[1], scratch[3]
    cells[0, 0] = source // columns
    cells[0, 1] = source % columns
    cells[last, 0] = goal // columns
    cells[last, 1] = goal % columns
    a, b, way = ends[4, 0], ends[4, 1], ends[4, 2]
    climb(onward_of_cell, step_of_mask, source, a, cells, 0, 1)
    i = climb(onward_of_cell, step_of_mask, goal, b, cells, last, -1)
    if way != NONE:
        unfold(graph, ends, way, label_of_junction, cells, i, (a, b))
