"""The reversed legal-move table of a board: the moves that enter each cell."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.runtime.cache import Key
from gridwalk.runtime.codes import EXHAUSTED, HEAD, PAUSED, PLACE
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import Slices

ENTERING: Key[NDArray[Any]] = Key("entering")
WIDEST_LISTED = 2  # maximum bytes of a mask of moves for which all masks are listed


def reversed_table(board: Board, watch: Watch) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the reversed legal-move table: the moves that enter each cell, and their negated offsets.

    The board caches the table.  Both arrays are read-only, as the forward table is: a writable array would
    make Numba compile each kernel a second time.
    """
    delta_of_move = -board._delta_of_move
    delta_of_move.flags.writeable = False
    return board._kept.get(ENTERING, lambda: _entering(board, watch)), delta_of_move


def _entering(board: Board, watch: Watch) -> NDArray[Any]:
    moves, deltas = board._moves_of_cell, board._delta_of_move.tolist()
    back = {delta: m for m, delta in enumerate(deltas)}
    mirrored = len(back) == len(deltas) and back.keys() == {-delta for delta in deltas}
    if moves.itemsize <= WIDEST_LISTED and mirrored and board._symmetric:
        # Every move has a reverse, so the moves that enter a cell follow from the mask of its own moves.
        every = np.arange(1 << 8 * moves.itemsize, dtype=moves.dtype)
        found = np.zeros_like(every)
        for m, delta in enumerate(deltas):
            found |= (every >> back[-delta] & 1) << m
        entering: NDArray[Any] = found[moves]
    else:
        entering = np.zeros_like(moves)
        Slices(moves, watch)(enter, (moves, board._delta_of_move), entering)
    entering.flags.writeable = False
    return entering


@kernel
def enter(table, entering, state, budget, events):
    """Set bit *m* of ``entering[v]`` if move *m* enters cell *v*; all entries are zero at first."""
    moves_of_cell, delta_of_move = table
    first = state[HEAD]
    last = min(first + budget, len(moves_of_cell))
    for u in range(first, last):
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                entering[u + delta_of_move[m] & PLACE] |= 1 << m
    state[HEAD] = last
    return EXHAUSTED if last == len(moves_of_cell) else PAUSED
