"""Choose the algorithm for one path on a board, and run it.

To add an algorithm, write a module with ``find(query)``, or with ``prepare(board)`` if it needs preparation
for each board.  Add a line to `SEARCHES` or `PREPARED`, and a row to `gridwalk.algorithms`.  If the algorithm
is not exact on every board, write ``why_not(board)`` and add a line to `WHY_NOT`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import names
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.legal import legal_moves
from gridwalk.errors import Cell, Message, UnsuitableAlgorithmError
from gridwalk.runtime.cache import Key
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import beside_once, interpreting
from gridwalk.search import astar, bfs, bidirectional, corridors, dfs, dijkstra, greedy, idastar, jps, labels
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
FEW_EXITS = 4  # up to this number, one search per exit takes no longer than one search for all exits
LARGE_BOARD = 1 << 12  # cells; on smaller boards A* is faster than jump points with four moves
SAMPLED_BOARD = 1 << 19  # cells; up to this size the whole table takes no longer than a sample of rows
SAMPLE_ROWS = 64
FEW_MOVES = 0.4  # use corridors only if at least this share of cells has at most two moves
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
    chosen = choice_of(by, board, len(starts), len(exits), clock)
    if chosen not in PREPARED:
        return SEARCHES[chosen](Query(board, starts, exits, clock()))
    source, *goals = board._flat((starts[0], *exits))
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
    """Return the result of `suitable`; a large board caches it."""
    if board.size <= SMALL_BOARD:
        return suitable(board, by, starts, exits)
    key = _key_of(by, starts > 1, exits > FEW_EXITS)
    if (found := board._kept.peek(key)) is None:
        choose_one = partial(suitable, board, by, starts, exits)
        kind = _kind_of("choice", board)
        found = board._kept.put(key, beside_once(kind, board.size, choose_one, clock(), GETTING_READY))
    return found


def _kind_of(work: str, board: Board) -> str:
    """Return a name for *work* that is equal for boards on which it calls the same kernels."""
    return f"{work}: {board.moves.name}, {None if board.costs is None else board.costs.dtype}"


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
    costs_are_equal = board._step_costs.are_equal
    if board.size <= SMALL_BOARD or starts > 1 or exits > FEW_EXITS:
        return "bfs" if costs_are_equal else "dijkstra"
    if board.wrap is not None and costs_are_equal:
        return "bfs"  # moves across the seam make the lower bounds of A* weak
    if board.costs is not None:
        return "astar"
    if _has_corridors(board):
        return "corridors"
    if not jps.why_not(board) and (board.moves.has_diagonals or _turns_are_few(board)):
        return "jps"
    return "astar"


def _turns_are_few(board: Board) -> bool:
    """Return whether there are few enough jump points for four moves that their search is faster than A*.

    Measured on boards of 512 x 512 cells.  Columns: board, number of jump points per 100 open cells, the same
    per 100 closed cells, and the processor time of jump point search divided by that of A*.

    ====================================  ======  ======  ============
    maze512-32-0                             1.5      46          0.01
    Berlin_0_1024; AcrosstheCape        1.0; 1.9    3; 4    0.07; 0.13
    rooms of 32 x 32; 16room_000        3.4; 7.2  54; 55    0.14; 0.24
    den520d; brc202d                    3.9; 6.7    3; 1    0.34; 0.37
    a fifth of blocks of 5 x 5, of 3     5.1; 9.5  20; 38    0.76; 0.99
    caves; rooms of 8 x 8              7.8; 16.8   16; 58    1.20; 1.22
    one cell of a hundred closed, ten   2.2; 17    218; 155  3.1; 4.4
    ====================================  ======  ======  ============
    """
    if board.size < LARGE_BOARD:
        return False
    jump_points = jps.count_jump_points(ready(board, "jps"))
    return 13 * jump_points < board.open_count and 10 * jump_points < 7 * (board.size - board.open_count)


def _has_corridors(board: Board) -> bool:
    """Return whether the graph of corridors is small compared with the board."""
    if corridors.why_not(board):
        return False
    moves = _some_moves(board)
    cells = np.count_nonzero(moves)
    few = np.count_nonzero(np.bitwise_count(moves) <= 2) - (moves.size - cells)
    if not cells or few < FEW_MOVES * cells:
        return False
    return corridors.number_of_junctions(board) <= board.open_count / (4 if board.moves.has_diagonals else 10)


def _some_moves(board: Board) -> NDArray[Any]:
    """Return the legal moves of all cells, or on a large board of a sample of rows."""
    if not board._is_plain(cells_decide=True) or board.size <= SAMPLED_BOARD:
        return board._moves_of_cell
    chosen = np.unique(np.linspace(0, board.rows - 1, SAMPLE_ROWS).astype(np.intp))
    bands = np.zeros((len(chosen), 4, board.columns), np.bool_)  # each row with its neighbours, then walls
    for i in range(3):
        there = (chosen + i >= 1) & (chosen + i <= board.rows)
        bands[there, i] = board.open_cells[chosen[there] + i - 1]
    near = legal_moves(bands.reshape(-1, board.columns), board.moves, {})
    return near.reshape(bands.shape)[:, 1].reshape(-1)
