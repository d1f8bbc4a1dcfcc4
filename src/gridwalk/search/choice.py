"""Choose the algorithm for one path on a board, and run it.

To add an algorithm, write a module with ``find(query)``, or with ``prepare(board)`` if it needs preparation
for each board.  Add a line to `SEARCHES` or `PREPARED`, and a row to `gridwalk.algorithms`.  If the algorithm
is not exact on every board, write ``why_not(board)`` and add a line to `WHY_NOT`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import names
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.legal import legal_moves
from gridwalk.board.moves import Moves
from gridwalk.errors import Cell, Message, UnsuitableAlgorithmError
from gridwalk.runtime.cache import Key
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import QUICK_BOARD, beside, beside_once, call_whole, interpreting
from gridwalk.search import astar, bfs, bidirectional, corridors, dfs, dijkstra, greedy, idastar, jps, labels
from gridwalk.search.components import is_enclosed
from gridwalk.search.prepared import GETTING_READY, Prepared, key_of, to_nearest
from gridwalk.search.query import Query, Search

# Algorithms without preparation; they fill the event log of the query if there is one.
SEARCHES: Mapping[str, Search] = {
    "dfs": dfs.find,
    "bfs": bfs.find,
    "bidirectional": bidirectional.find,
    "labels": labels.find,
    "dijkstra": dijkstra.find,
    "idastar": idastar.find,
    "greedy": greedy.find,
}
# Algorithms that are prepared once for a board and search from a single start.
PREPARED: Mapping[str, Callable[[Board], Prepared]] = {
    "astar": astar.prepare,
    "jps": jps.prepare,
    "corridors": corridors.prepare,
}
# Functions that return why an algorithm is not exact on a board, or an empty string.  Other algorithms are
# exact on every board.
WHY_NOT: Mapping[str, Callable[[Board], str]] = {
    **dict.fromkeys(("bfs", "bidirectional", "labels"), bfs.why_not),
    "jps": jps.why_not,
    "corridors": corridors.why_not,
}

SMALL_BOARD = 256  # cells; up to this size a queue or heap is faster than any preparation
LARGE_BOARD = 1 << 13  # cells; on smaller boards a sample takes longer than it saves
FEW_EXITS = 4  # up to this number, one search per exit takes no longer than one search for all exits
FEW_TURNS, MANY_TURNS = 0.0025, 0.08  # see `_sampled`
FEW_MOVES = 2.2  # of an open cell in a sample, on average; with more there are no corridors
FEW_JUNCTIONS = {"king": 0.1, "orthogonal": 0.03}  # maximum number of junctions for each cell, see below
PIECES, PIECE = 32, 32  # the number of pieces in a sample of a board, and their length
FIRST = "dfs"  # the algorithm for "auto" in `find` and `trace`


def shortest(
    by: str, board: Board, starts: tuple[Cell, ...], exits: tuple[Cell, ...], clock: Callable[[], Watch]
) -> Path | None:
    """Return a cheapest path from a start to an exit, or None; *clock* returns a watch.

    Raises
    ------
    UnsuitableAlgorithmError
        If the algorithm *by* is not exact on *board*.

    """
    source, *goals = board._flat((starts[0], *exits))
    looks_back = by == "auto" and len(starts) == 1 and len(goals) <= FEW_EXITS and board.size > SMALL_BOARD
    if looks_back and not board._kept and all(is_enclosed(board, goal, source) for goal in goals):
        return None
    chosen = choice_of(by, board, len(starts), len(exits), clock)
    if chosen not in PREPARED:
        return SEARCHES[chosen](Query(board, starts, exits, clock()))
    known = board._kept.peek(key_of(chosen))
    if known is not None and (known.is_quick or interpreting()):
        cells, expanded = to_nearest(board, known, source, goals)
    else:

        def work() -> tuple[NDArray[np.int32] | None, int]:
            return to_nearest(board, ready(board, chosen), source, goals)

        doing = GETTING_READY if known is None else "searching"
        cells, expanded = beside_once(_kind_of(chosen, board), board.size, work, clock(), doing)
    return None if cells is None else Path._found(board, cells, False, chosen, expanded, best="cost")


def ready(board: Board, by: str) -> Prepared:
    """Return an algorithm of `PREPARED`, prepared for *board*, which caches it."""
    return board._kept.get(key_of(by), lambda: PREPARED[by](board))


def choice_of(by: str, board: Board, starts: int, exits: int, clock: Callable[[], Watch]) -> str:
    """Return the result of `suitable`; boards of more than `SMALL_BOARD` cells cache it."""
    if board.size <= SMALL_BOARD:
        return suitable(board, by, starts, exits)
    key = _key_of(by, starts > 1, exits > FEW_EXITS)
    if (known := board._kept.peek(key)) is not None:
        return known
    if board.size <= QUICK_BOARD:
        return board._kept.put(key, suitable(board, by, starts, exits))
    # The table of legal moves may be needed, which takes seconds on the largest boards.
    decide = partial(suitable, board, by, starts, exits)
    return board._kept.put(key, beside(decide, clock(), GETTING_READY))


def _kind_of(work: str, board: Board) -> str:
    """Return a name for *work* that is equal for boards on which it usually calls the same kernels."""
    return f"{work}: {board.moves.name}, {None if board.costs is None else board.costs.dtype.kind}"


def find(by: str, query: Query) -> Path | None:
    """Return a path by an algorithm of `PathSet.find`; fill the event log of the query if there is one."""
    if by == "dfs-recursive":
        return dfs.find_recursive(query)
    if by == "weighted-astar":
        return greedy.find_weighted(query)
    return SEARCHES[FIRST if by == "auto" else by](query)


def trace(by: str, query: Query) -> Path | None:
    """Return a path by an algorithm of `find` or `shortest`, and fill the event log of the query.

    Raises
    ------
    UnsuitableAlgorithmError
        If *by* is an algorithm of `shortest` and not exact on the board.

    """
    if by == "auto" or by in names("find"):
        return find(by, query)
    suitable(query.board, by, len(query.starts), len(query.exits))
    if by == "astar":
        return astar.trace(query)
    if by == "jps":
        return jps.trace(query)
    return SEARCHES[by](query)


# ------------------------------------------------------------------------------ the choice


def suitable(board: Board, by: str, starts: int, exits: int) -> str:
    """Return *by*, or for "auto" the fastest algorithm; raise `UnsuitableAlgorithmError` if *by* is unfit."""
    if by == "auto":
        return choose(board, starts, exits)
    if reason := why_unsuitable(board, by, starts):
        raise UnsuitableAlgorithmError(by, reason)
    return by


@lru_cache(maxsize=256)
def _key_of(by: str, many_starts: bool, many_exits: bool) -> Key[str]:
    """Return the key under which a board caches a choice."""
    return Key("choice", (by, many_starts, many_exits))


def why_unsuitable(board: Board, by: str, starts: int) -> str:
    """Return why the algorithm *by* cannot be used with this number of starts, or an empty string."""
    if by in PREPARED and starts > 1:
        return Message(
            "it searches from one start: use {one!r} or {other!r} for several", one="bfs", other="dijkstra"
        )
    return why_not(board, by)


def why_not(board: Board, by: str) -> str:
    """Return why the algorithm *by* is not exact on *board*, or an empty string."""
    return WHY_NOT[by](board) if by in WHY_NOT else ""


def choose(board: Board, starts: int, exits: int) -> str:
    """Return the fastest exact algorithm for *board* and these numbers of starts and exits.

    The choice depends only on the arguments, so every run returns the same path.
    """
    if board.size <= SMALL_BOARD or starts > 1 or exits > FEW_EXITS:
        return "bfs" if board._step_costs.are_equal else "dijkstra"
    if board.wrap is not None and board._step_costs.are_equal:
        return "bfs"  # moves across the seam make the lower bounds of A* weak
    if board.costs is not None:
        return "astar"
    if jps.why_not(board):
        return "corridors" if _has_corridors(board) else "astar"
    is_king = board.moves.has_diagonals
    if board.size < LARGE_BOARD or board.rows < 4:
        return "jps" if is_king else "astar"
    opened, closed, jump_points, moves = _sampled(board)
    if jump_points**2 < FEW_TURNS * opened * closed:
        return "jps"
    if jump_points**2 > MANY_TURNS * opened * closed:
        return "astar"
    if moves < FEW_MOVES * opened and _has_corridors(board):  # the sample first: the king's table takes time
        return "corridors"
    return "jps" if is_king else "astar"


def _has_corridors(board: Board) -> bool:
    """Return whether the graph of corridors is small compared with the board.

    Without dead ends, each cell has at least two moves, and each junction at least three.  Removing a dead
    end removes two moves with each cell.  So the number of junctions is at most the number of moves minus
    twice the number of cells, if the board is connected.  It is small if this bound is less than a tenth of
    the number of cells, or with four moves 3 of a hundred.
    """
    if corridors.why_not(board):
        return False
    table = board._moves_of_cell
    cells = np.count_nonzero(table)
    moves = np.bitwise_count(table[: table.size // 8 * 8].view(np.uint64)).sum()  # of eight cells at a time
    few = FEW_JUNCTIONS["king" if board.moves.has_diagonals else "orthogonal"]
    return bool(moves < cells * (2 + few))


def _sampled(board: Board) -> tuple[int, int, int, int]:
    """Return the numbers of open cells, closed cells, jump points and moves in a sample of *board*.

    The share of jump points among open cells, times the number of jump points for each closed cell, measures
    how often paths turn.  It is small if closed cells form large blocks or straight walls.  Measured on
    boards of 512 x 512 cells; columns: board, this product, and the processor time of jump point search
    divided by that of A* (a new board; many questions on one board).

    =================================  ============  ==================  ==================
    board                              product       king                four moves
    =================================  ============  ==================  ==================
    game maps, rooms of 20 cells       0.000-0.001   0.2-0.7; 0.01-0.3   0.5-1.8; 0.05-0.9
    caves, rooms of 12, blocks of 3    0.002-0.003   0.5-0.8; 0.2-0.6    1.2-1.3; 0.7-1.6
    rooms of 7, blocks of 2            0.010-0.016   0.9-0.9; 0.4-0.7    1.1-1.5; 1.3-2.6
    1 % of cells closed; 2 %           0.037, 0.071  1.1-1.2; 0.4-0.6    1.5-1.5; 2.2-2.8
    3 % to 40 % of cells closed        0.097-0.232   1.2-2.0; 0.8-2.0    1.2-2.7; 2.7-5.6
    =================================  ============  ==================  ==================
    """
    cells = board.open_cells.view(np.uint8).reshape(-1)
    stride = (board.size - 3 * board.columns - PIECE - 2) // (PIECES - 1)
    size = 2 * PIECES * PIECE
    opened, *others = call_whole(sample, size, cells, board.columns, stride, _facts_of_blocks(board.moves))
    return opened, size - opened, *others


@kernel
def sample(open_cells, columns, stride, facts_of_block):
    """Return the numbers of open cells, jump points and moves in a sample of a board.

    An entry of ``facts_of_block`` is the number of moves of the middle of a block of 3 x 3 cells, plus 16 if
    it is a jump point, plus 32 if it is open.  The sample is pieces of two adjacent rows.  They are *stride*
    cells apart in the flat array, and may continue in the next row.
    """
    opened, jump_points, moves = 0, 0, 0
    for piece in range(PIECES):
        for row in range(1, 3):
            above, here, below = 0, 0, 0
            begin = piece * stride + row * columns
            for v in range(begin, begin + PIECE + 2):
                above = above >> 1 | np.int64(open_cells[v - columns]) << 2
                here = here >> 1 | np.int64(open_cells[v]) << 2
                below = below >> 1 | np.int64(open_cells[v + columns]) << 2
                if v > begin + 1:
                    facts = np.int64(facts_of_block[above | here << 3 | below << 6])
                    opened += facts >> 5
                    jump_points += facts >> 4 & 1
                    moves += facts & 15
    return opened, jump_points, moves


@lru_cache(maxsize=16)
def _facts_of_blocks(moves: Moves) -> NDArray[np.uint8]:
    """Return facts about each block of 3 x 3 cells, for `sample`; the bits of its number are its cells."""
    blocks = (np.arange(512)[:, None] >> np.arange(9) & 1).astype(np.uint8).reshape(512, 3, 3)
    table = legal_moves(blocks.view(np.bool_).reshape(-1, 3), moves).reshape(blocks.shape)
    facts: NDArray[np.uint8] = np.bitwise_count(table[:, 1, 1])
    facts += 16 * jps.are_jump_points(moves).astype(np.uint8) + 32 * blocks[:, 1, 1]
    return facts
