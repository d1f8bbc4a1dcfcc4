"""Pósa rotations: a path that cannot be extended is changed until it can be.

The path is ``cell_of_step[0:DEPTH + 1]``; ``place_of_cell[v]`` is its inverse, counted from 1 (0: not on the
path).  If a move leads from its last cell back to step *p*, a rotation reverses the steps from p + 1 to the
end, so that another cell is the last.  A rotation after which the path can be extended is preferred;
otherwise one is drawn at random.  A rotation takes time linear in the number of reversed steps.

Source: L. Pósa, Hamiltonian circuits in random graphs, Discrete Mathematics 14 (1976).
"""

from __future__ import annotations

import numpy as np

from gridwalk.listing.simple import is_move
from gridwalk.runtime.codes import BACKTRACKS, DEPTH, EXHAUSTED, EXPANDED, FOUND, NONE, PAUSED, STEP
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.tours.partial_tour import PartialTour
from gridwalk.tours.warnsdorff import fewest_onward, onward_moves

# Indices of ``rules``.
CELLS = 0  # the number of cells that the path must visit
CLOSING = 1  # 1: a move must lead from its last cell to its first
FIXED = 2  # the steps up to this one are never reversed
RANDOM = 3  # state of the random numbers, from 1 to 2**31 - 2
ROTATIONS = 4  # the number of rotations left before the search gives up
RULES = 5


def rotate(partial: PartialTour, most: int, seed: int) -> bool:
    """Extend the path by at most the given number of rotations; return whether that leads to a tour."""
    question, state, exit_cell = partial.question, partial.query.state, partial.only_exit
    cells = partial.cells[: partial.length]
    if exit_cell is not None:
        # A tour to a given exit is a closed tour with a step from the exit to the start.
        cells = np.concatenate([[np.int32(exit_cell)], cells[cells != exit_cell]])[: len(partial.cells)]
    path = np.zeros(len(partial.cells), np.int32)
    path[: len(cells)] = cells
    place_of_cell = np.zeros(question.board.size, np.int32)
    place_of_cell[cells] = np.arange(1, len(cells) + 1)
    rules = np.zeros(RULES, np.int64)
    rules[:] = len(path), question.closed or exit_cell is not None, exit_cell is not None, seed + 1, most
    state[DEPTH] = len(cells) - 1
    arguments = partial.query.table, partial.is_exit, rules, path, place_of_cell
    status = partial.run_steps(rotate_path, 1 << 60, *arguments)
    partial.length = int(state[DEPTH]) + 1
    if exit_cell is not None:
        path[: partial.length] = np.roll(path[: partial.length], -1)
    partial.log_cells(STEP, path[: partial.length])
    partial.cells = path
    return status == FOUND


@inline_kernel
def draw(rules, n):
    """Return a random number below *n*, which must be small, by Lehmer's generator."""
    rules[RANDOM] = rules[RANDOM] * 48271 % 2147483647
    return (rules[RANDOM] >> 8) % n


@kernel
def is_done(table, is_exit, rules, cell_of_step, v):
    """Return whether a path over all cells may end at *v*."""
    return is_move(table, v, cell_of_step[0]) if rules[CLOSING] else is_exit[v] != 0


@kernel
def reverse_steps(cell_of_step, place_of_cell, first, last):
    """Reverse steps *first* to *last*."""
    while first < last:
        u, v = cell_of_step[first], cell_of_step[last]
        cell_of_step[first], cell_of_step[last] = v, u
        place_of_cell[v], place_of_cell[u] = first + 1, last + 1
        first += 1
        last -= 1


@kernel
def best_rotation(table, is_exit, rules, cell_of_step, place_of_cell, depth):
    """Return the step after which to reverse the path; NONE if no rotation is possible."""
    moves_of_cell, delta_of_move = table
    u = cell_of_step[depth]
    legal = moves_of_cell[u]
    chosen, seen = NONE, 0
    whole = depth + 1 == rules[CELLS]
    for m in range(len(delta_of_move)):
        if legal >> m & 1:
            step = place_of_cell[u + delta_of_move[m]] - 1
            if rules[FIXED] <= step < depth - 1:
                v = cell_of_step[step + 1]
                if whole and is_done(table, is_exit, rules, cell_of_step, v):
                    return step
                if not whole and onward_moves(table, place_of_cell, v) > 0:
                    return step
                seen += 1
                if draw(rules, seen) == 0:
                    chosen = step
    return chosen


@kernel
def rotate_path(table, is_exit, rules, cell_of_step, place_of_cell, state, budget, events):
    """Extend and rotate the path until it is a tour (FOUND), the *budget* is spent (PAUSED), or EXHAUSTED.

    ``cell_of_step`` has an entry for each open cell, ``place_of_cell`` for each cell.  The search is
    EXHAUSTED after ``rules[ROTATIONS]`` rotations, or if no rotation is possible.  *events* stays empty.
    """
    moves_of_cell, delta_of_move = table
    depth = state[DEPTH]
    status = PAUSED
    while budget > 0:
        u = cell_of_step[depth]
        budget -= 1
        m = fewest_onward(table, place_of_cell, u, moves_of_cell[u])
        if m != NONE:
            v = u + delta_of_move[m]
            depth += 1
            state[EXPANDED] += 1
            cell_of_step[depth] = v
            place_of_cell[v] = depth + 1
            continue
        if depth + 1 == rules[CELLS] and is_done(table, is_exit, rules, cell_of_step, u):
            status = FOUND
            break
        step = best_rotation(table, is_exit, rules, cell_of_step, place_of_cell, depth)
        if step == NONE or rules[ROTATIONS] <= 0:
            status = EXHAUSTED
            break
        rules[ROTATIONS] -= 1
        state[EXPANDED] += 1
        state[BACKTRACKS] += 1
        budget -= (depth - step) >> 3  # reversing a cell takes less time than a step
        reverse_steps(cell_of_step, place_of_cell, step + 1, depth)
    state[DEPTH] = depth
    return status
