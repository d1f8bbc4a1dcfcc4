"""One start, one goal: every fast search behind the same two calls, and batches of them.

A search is a pair of kernels over its *model* (what is built once for a board) and its
*scratch* (arrays one thread may use; contents do not matter unless it says so)::

    find(model, scratch, source, goal) -> (moves, cost, expanded)     moves may be NONE or FULL
    write(model, scratch, source, goal, cells)                        cells: int32 (moves + 1, 2)

``find`` says how long the path is, the caller allocates it, ``write`` fills it.
"""

import numpy as np

from gridwalk.kernels.codes import EXPANDED, FULL, NONE
from gridwalk.kernels.search.astar import (
    GOAL,
    SOURCE,
    astar_heap,
    count_back,
    orthogonal_astar,
    orthogonal_path,
    path_back,
)
from gridwalk.kernels.search.buckets import UNKNOWN, astar_buckets, begin, distance_to, far, walk_back
from gridwalk.kernels.search.corridors import find as find_in_core
from gridwalk.kernels.search.corridors import write as write_from_core
from gridwalk.kernels.search.jps import ROOT, jps, unfold
from gridwalk.runtime.kernel import kernel


@kernel
def find_jps(model, scratch, source, goal):
    """Jump point search; *model* is the ``board`` of `jps`."""
    last, moves, cost, expanded = jps(model, scratch, source, goal, None)
    if last < 0:
        return last, 0.0, expanded
    scratch[4][0, 0] = last
    return moves, cost, expanded


@kernel
def write_jps(model, scratch, source, goal, cells):
    """Unfold the jump points."""
    columns, lean = model[2][0], model[2][3]
    unfold(scratch[1], scratch[4][0, 0], goal // columns, goal % columns, lean, cells, cells.shape[0])


@kernel
def find_corridors(model, scratch, source, goal):
    """Climb out of dead ends, then A* over corridors; *model* is ``(graph, columns, diagonal)``."""
    graph, columns, diagonal = model
    moves, diagonals, expanded = find_in_core(graph, source, goal, columns, diagonal, scratch)
    return moves, moves + (ROOT - 1) * diagonals, expanded


@kernel
def write_corridors(model, scratch, source, goal, cells):
    """Unfold corridors and climbs."""
    write_from_core(model[0], source, goal, model[1], scratch, cells)


@kernel
def find_orthogonal(model, scratch, source, goal):
    """A* with two stacks; *model* is (moves, deltas, columns), *scratch* (marks, stacks)."""
    moves_of_cell, delta_of_move, columns = model
    moves, expanded = orthogonal_astar(
        moves_of_cell, delta_of_move, columns, source, goal, scratch[0], scratch[1]
    )
    return moves, float(moves), expanded


@kernel
def write_orthogonal(model, scratch, source, goal, cells):
    """Follow the marks back."""
    orthogonal_path(model[2], source, goal, scratch[0], cells)


@kernel
def find_buckets(model, scratch, source, goal):
    """A* where costs are whole; *model* is (table, costs, prices, frame), *scratch* that of `buckets`.

    ``price_of_move`` float64 is what a move costs for each whole unit of a cell's cost; ``frame`` int64 is
    (columns, inverse, bits, rate, slope, room, number of buckets): a row is ``cell * inverse >> bits``.
    """
    table, costs, price_of_move, frame = model
    labels, queue, fresh, state, cell_of_step = scratch
    columns = frame[0]
    aim = (goal // columns, goal % columns, columns, frame[1], frame[2], frame[3], frame[4])
    state[EXPANDED] = 0
    begin(labels, queue, source, far(aim, source) >> costs[2], frame[5], state)
    status = astar_buckets(table, costs, aim, goal, labels, queue, fresh, state)
    if status == FULL or distance_to(labels, goal) >= UNKNOWN:
        return FULL if status == FULL else NONE, 0.0, state[EXPANDED]
    steps, cost = walk_back(table, costs, price_of_move, labels, goal, cell_of_step)
    return steps - 1, cost, state[EXPANDED]


@kernel
def write_buckets(model, scratch, source, goal, cells):
    """Turn the way back round."""
    columns = model[3][0]
    for i in range(cells.shape[0]):
        v = scratch[4][cells.shape[0] - 1 - i]
        cells[i, 0], cells[i, 1] = v // columns, v % columns


@kernel
def find_heap(model, scratch, source, goal):
    """A* with a heap; *model* is (moves, deltas, factors and extras, costs or None, rate, slope and unit)."""
    query = scratch[0]
    query[SOURCE], query[GOAL] = source, goal
    cost, expanded = astar_heap(
        model[0], model[1], model[2], model[3], query, model[4], scratch[1], scratch[2], scratch[3]
    )
    if cost < 0:
        return np.int64(cost), 0.0, expanded
    return count_back(model[1], query, scratch[1]), cost * model[4][2], expanded


@kernel
def write_costs(model, scratch, source, goal, cells):
    """Follow the marks back, for both searches with costs."""
    path_back(model[1], scratch[0], scratch[1], cells)


def answer(source, goal, model, scratch, cells):
    """Find a path, and write it to the first rows of *cells* if it has room there; return what *find* does.

    A template, as `batch` is.
    """
    moves, cost, expanded = find(model, scratch, source, goal)  # noqa: F821
    if 0 <= moves < cells.shape[0]:
        write(model, scratch, source, goal, cells[: moves + 1])  # noqa: F821
    return moves, cost, expanded


def batch(model, scratch, pairs, first, stop, costs, offsets, cells):
    """Answer ``pairs[first:]``, rows (source, goal); return (how many are answered, status, expanded).

    ``costs[i]`` is infinite where there is no path, which then has no cells; the cells of path
    *i* are ``cells[offsets[i]:offsets[i + 1]]``, and ``offsets[first]`` is given.  The status is
    NONE at the end of *pairs* or when another thread has set ``stop[0]``, FULL if *scratch* is too
    small for the next pair, 0 if *cells* is.
    A template: *find* and *write* are named when a kernel is made of it.
    """
    expanded = 0
    for i in range(first, pairs.shape[0]):
        if stop[0]:
            break
        moves, cost, work = find(model, scratch, pairs[i, 0], pairs[i, 1])  # noqa: F821
        expanded += work
        if moves == FULL:
            return i, FULL, expanded
        end = offsets[i]
        costs[i] = np.inf
        if moves != NONE:
            if end + moves + 1 > cells.shape[0]:
                return i, 0, expanded
            write(model, scratch, pairs[i, 0], pairs[i, 1], cells[end : end + moves + 1])  # noqa: F821
            end += moves + 1
            costs[i] = cost
        offsets[i + 1] = end
    return pairs.shape[0], NONE, expanded
