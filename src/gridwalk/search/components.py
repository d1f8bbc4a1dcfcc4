"""Connected components of a board, and strongly connected ones if moves have no reverse (Tarjan 1972).

If the components are known, no search is needed to find that an exit cannot be reached.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.moves import ORTHOGONAL_STEPS, Moves, is_diagonal
from gridwalk.runtime.cache import Key
from gridwalk.runtime.codes import DEPTH, EXHAUSTED, EXPANDED, NONE, PAUSED
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.slices import Slices, call_whole

PARTS: Key[NDArray[np.int32]] = Key("parts")
LOOK_BACK = 32  # cells
ROOT, KEPT, ISLANDS = 5, 6, 7  # registers: next root, number of cells in *kept*, number of islands


def part_of_cell(board: Board) -> NDArray[np.int32] | None:
    """Return the connected component of each cell, cached; None if some move has no reverse."""
    if not board._symmetric:
        return None
    return board._kept.get(PARTS, lambda: _labelled(board))


def is_enclosed(board: Board, goal: int, source: int) -> bool:
    """Return whether only a few cells lead to *goal*, and *source* is none of them; False if unknown.

    Compiled, this takes a few microseconds; interpreted, up to a quarter of a millisecond.  It needs no
    legal-move table.
    """
    if not board._is_plain():
        return False
    cells = board.open_cells, _steps_of(board.moves), np.empty(LOOK_BACK, np.int32)
    return bool(call_whole(encloses, LOOK_BACK, *cells, goal, source))


@lru_cache(maxsize=16)
def _steps_of(moves: Moves) -> NDArray[np.int64]:
    """Return the moves, without diagonal steps beside which both cells must be open."""
    both = moves.corners == "both" and {*moves.deltas} >= ORTHOGONAL_STEPS
    return np.array([step for step in moves.deltas if not (both and is_diagonal(step))], np.int64)


def _labelled(board: Board) -> NDArray[np.int32]:
    parts = np.empty(board.size, np.int32)
    call_whole(label_components, board.size, board._moves_of_cell, board._delta_of_move, parts)
    parts.flags.writeable = False
    return parts


def islands(board: Board) -> NDArray[np.int32]:
    """Return the answer of `gridwalk.Board.islands`."""
    is_open = board.open_cells.reshape(-1)
    if (parts := part_of_cell(board)) is not None:
        labels = parts.copy()
        alone = np.flatnonzero(is_open & (parts == NONE))  # cells without a move
        labels[alone] = np.arange(len(alone), dtype=np.int32) + (parts.max(initial=NONE) + 1)
    else:
        number, labels = np.where(is_open, NONE, 0).astype(np.int32), np.full(board.size, NONE, np.int32)
        low, kept = np.empty(board.size, np.int32), np.empty(board.open_count, np.int32)
        stack, table = np.empty((board.open_count, 2), np.int32), (board._moves_of_cell, board._delta_of_move)
        run = Slices(board._moves_of_cell, NO_LIMITS.watch())
        run(strong_components, table, number, low, labels, stack, kept, begin={DEPTH: NONE})
    # Number them in the order of their first cells.
    places = np.flatnonzero(is_open)[::-1]
    first = np.zeros(int(labels.max(initial=NONE)) + 1, np.int64)
    first[labels[places]] = places  # the last assignment wins: the first cell of the island
    rank = np.empty(len(first), np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    numbered: NDArray[np.int32] = np.full(len(labels), NONE, np.int32)
    numbered[places] = rank[labels[places]]
    return numbered.reshape(board.shape)


@kernel
def encloses(open_cells, steps, cells, goal, source):
    """Return whether at most ``cells.size`` cells lead to *goal*, and *source* is none of them.

    All *steps* between open cells count as moves.  *cells* is a buffer.
    """
    rows, columns = open_cells.shape
    cells[0] = goal
    head, count = 0, 1
    while head < count:
        u = np.int64(cells[head])
        head += 1
        if u == source:
            return False
        for m in range(len(steps)):
            row, column = u // columns - steps[m, 0], u % columns - steps[m, 1]
            if 0 <= row < rows and 0 <= column < columns and open_cells[row, column]:
                v = row * columns + column
                i = 0
                while i < count and cells[i] != v:
                    i += 1
                if i == cells.size:
                    return False
                if i == count:
                    cells[count] = v
                    count += 1
    return True


@kernel
def label_components(moves_of_cell, delta_of_move, part_of_cell):
    """Fill *part_of_cell* (int32) with the number of each cell's component; return the number of components.

    Every move of the board must have a reverse.  Components are numbered 0, 1, .. in the order of their first
    cells.  A cell without moves gets NONE.
    """
    for v in range(moves_of_cell.size):
        legal = np.int64(moves_of_cell[v])
        root = v
        # Invariant: part_of_cell[w] <= w for w < v; following it leads to the least cell joined with w.
        for m in range(delta_of_move.size):
            if delta_of_move[m] < 0 and legal >> m & 1:
                w = np.int64(part_of_cell[v + delta_of_move[m]])
                if w != root:
                    while w != part_of_cell[w]:
                        part_of_cell[w] = part_of_cell[part_of_cell[w]]
                        w = np.int64(part_of_cell[w])
                    if root < v:
                        part_of_cell[max(root, w)] = min(root, w)
                    root = min(root, w)
        part_of_cell[v] = root
    count = 0
    for v in range(moves_of_cell.size):
        if moves_of_cell[v] == 0:
            part_of_cell[v] = NONE
        elif part_of_cell[v] == v:
            part_of_cell[v] = count
            count += 1
        else:
            part_of_cell[v] = part_of_cell[part_of_cell[v]]
    return count


@kernel
def strong_components(table, number_of_cell, low_of_cell, island_of_cell, stack, kept, state, budget, events):
    """Fill *island_of_cell* with the strongly connected component of each open cell; ISLANDS counts them.

    Register DEPTH is NONE at first.  ``kept`` holds the cells whose component is not complete yet.
    """
    moves_of_cell, delta_of_move = table
    depth, root, held, islands = state[DEPTH], state[ROOT], state[KEPT], state[ISLANDS]
    numbered = state[EXPANDED]
    status = PAUSED
    for _ in range(budget):
        if depth == NONE:
            if root == len(moves_of_cell):
                status = EXHAUSTED
                break
            v = root
            root += 1
        else:
            u = stack[depth, 0]
            m = stack[depth, 1]
            legal = moves_of_cell[u] >> m
            while legal and not legal & 1:
                legal >>= 1
                m += 1
            if legal:
                v = u + delta_of_move[m]
                stack[depth, 1] = m + 1
                if number_of_cell[v] != NONE and island_of_cell[v] == NONE:
                    low_of_cell[u] = min(low_of_cell[u], number_of_cell[v])
            else:
                if low_of_cell[u] == number_of_cell[u]:
                    v = NONE
                    while v != u:
                        held -= 1
                        v = kept[held]
                        island_of_cell[v] = islands
                    islands += 1
                depth -= 1
                if depth != NONE:
                    above = stack[depth, 0]
                    low_of_cell[above] = min(low_of_cell[above], low_of_cell[u])
                continue
        if number_of_cell[v] == NONE:
            number_of_cell[v] = low_of_cell[v] = numbered
            numbered += 1
            kept[held] = v
            held += 1
            depth += 1
            stack[depth, 0], stack[depth, 1] = v, 0
    state[DEPTH], state[ROOT], state[KEPT], state[ISLANDS] = depth, root, held, islands
    state[EXPANDED] = numbered
    return status
