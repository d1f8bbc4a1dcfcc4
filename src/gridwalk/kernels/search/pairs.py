"""One start, one goal: every fast search behind the same two calls, and batches of them.

A search is a pair of kernels over its *model* (what is built once for a board) and its
*scratch* (arrays one thread may use; contents do not matter unless it says so)::

    find(model, scratch, source, goal) -> (moves, cost, expanded)     moves may be NONE or FULL
    write(model, scratch, source, goal, cells)                        cells: int32 (moves + 1, 2)

``find`` says how long the path is, the caller allocates it, ``write`` fills it.
"""

import numpy as np

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import FULL, NONE
from gridwalk.kernels.search.astar import (
    GOAL,
    SOURCE,
    astar_buckets,
    astar_heap,
    count_back,
    path_back,
    rook_astar,
    rook_path,
)
from gridwalk.kernels.search.corridors import find as find_in_core
from gridwalk.kernels.search.corridors import write as write_from_core
from gridwalk.kernels.search.jps import ROOT, jps, unfold


@kernel
def find_jps(model, scratch, source, goal):
    """Jump point search; *model* is the ``board`` of `jps`."""
    last, straight, diagonal, expanded = jps(model, scratch, source, goal, None)
    if last < 0:
        return last, 0.0, expanded
    scratch[4][0, 0] = last
    return straight + diagonal, straight + ROOT * diagonal, expanded


@kernel
def write_jps(model, scratch, source, goal, cells):
    """Unfold the jump points."""
    columns = model[2][0]
    unfold(scratch[1], scratch[4][0, 0], goal // columns, goal % columns, cells, cells.shape[0])


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
def find_rook(model, scratch, source, goal):
    """A* with two stacks; *model* is (moves, deltas, columns), *scratch* (marks, stacks)."""
    moves_of_cell, delta_of_move, columns = model
    moves, expanded = rook_astar(moves_of_cell, delta_of_move, columns, source, goal, scratch[0], scratch[1])
    return moves, float(moves), expanded


@kernel
def write_rook(model, scratch, source, goal, cells):
    """Follow the marks back."""
    rook_path(model[2], source, goal, scratch[0], cells)


@kernel
def find_buckets(model, scratch, source, goal):
    """A* with buckets; *model* is (moves, deltas, costs), *scratch* (query, marks, costs, heads, pool)."""
    query = scratch[0]
    query[SOURCE], query[GOAL] = source, goal
    cost, expanded = astar_buckets(
        model[0], model[1], model[2], query, scratch[1], scratch[2], scratch[3], scratch[4]
    )
    if cost < 0:
        return cost, 0.0, expanded
    return count_back(model[1], query, scratch[1]), float(cost), expanded


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
