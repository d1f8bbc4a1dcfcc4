"""The algorithm of a question for one path: the one named, if it is exact, or the fastest exact one.

The caller has checked the names: those of `gridwalk.algorithms.names`, or "auto".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import Algorithm, algorithm, resolve
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.legal import legal_moves
from gridwalk.board.repairs import Change
from gridwalk.errors import Cell, UnsuitableAlgorithmError
from gridwalk.kernels.search import jump_maps
from gridwalk.runtime.cache import Key, Repairable
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import beside_once
from gridwalk.search.query import Query, is_varied
from gridwalk.search.solver import (
    GETTING_READY,
    by_solver,
    kind_of,
    solver,
)

SMALL_BOARD = 256  # cells; up to there a queue or heap is faster than building anything
FEW_EXITS = 4  # so many searches with one goal each take as long as one search without a goal
SAMPLED_BOARD = 1 << 19  # cells; the table of a smaller one takes no longer than a sample
SAMPLE_ROWS = 64
LARGE = 1 << 12  # cells; on a smaller board A* is faster than jump points of four moves
SHARE_OF_FEW = 0.4  # of the cells, from which on a graph of corridors would be small
NARROW: Key[Narrow] = Key("narrow")


def why_not(board: Board, by: str) -> str:
    """Return why the algorithm *by* is not exact on *board*, or an empty text."""
    return algorithm(by).why_not(board)


def why_unsuitable(board: Board, by: str, starts: int) -> str:
    """Return why the algorithm *by* does not answer for so many starts on *board*, or an empty text."""
    if algorithm(by).solver and starts > 1:
        return "it searches from one start: use 'bfs' or 'dijkstra' for several"
    return why_not(board, by)


def suitable(board: Board, by: str, starts: int, exits: int) -> str:
    """Return the algorithm for *by*; raise `UnsuitableAlgorithmError` if it is not exact on *board*."""
    if by == "auto":
        return choose(board, starts, exits)
    if reason := why_unsuitable(board, by, starts):
        raise UnsuitableAlgorithmError(by, reason)
    return by


def choose(board: Board, starts: int, exits: int) -> str:
    """Return the fastest exact algorithm for *board* and these numbers of starts and exits.

    The choice depends on nothing else, so every run returns the same path.
    """
    varied = is_varied(board)
    if board.size <= SMALL_BOARD or starts > 1 or exits > FEW_EXITS:
        return "dijkstra" if varied else "bfs"
    if board.wrap is not None and not varied:
        return "bfs"  # a move across the seam reaches far, so the bounds of A* say little
    if board.costs is not None:
        return "astar"
    if _has_corridors(board):
        return "corridors"
    if not why_not(board, "jps") and (board.moves.has_diagonals or _turns_are_few(board)):
        return "jps"
    return "astar"


def _turns_are_few(board: Board) -> bool:
    """Whether jump points of four moves are so few, beside open and closed cells, that A* is slower.

    Processor time of jump point search over that of A* on 512 x 512 cells, by jump points of a hundred open
    cells and of a hundred closed ones; where there are none, A* goes straight to the exit:

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
    if board.size < LARGE:
        return False
    words = solver(board, "jps").model[0]
    jump_points = int(np.bitwise_count(words[jump_maps.OPEN] & words[jump_maps.E]).sum())
    return 13 * jump_points < board.open_count and 10 * jump_points < 7 * (board.size - board.open_count)


@dataclass(frozen=True)
class Narrow(Repairable):
    """How many cells of a sample have moves, and how many of these two at most.

    Cells that changed since may be *doubtful*: neither number is off by more than these.
    """

    cells: int
    few: int
    doubtful: int = 0

    @classmethod
    def of(cls, board: Board) -> Narrow:
        """Return the numbers of *board*, which are kept: no more doubtful than `are_most` allows."""
        narrow = board._kept.get(NARROW, lambda: cls._made(board))
        doubt, margin = narrow.doubtful, abs(narrow.few - SHARE_OF_FEW * narrow.cells)
        if doubt and (margin <= (1 + SHARE_OF_FEW) * doubt or narrow.cells <= doubt):
            narrow = board._kept.put(NARROW, cls._made(board))
        return narrow

    @classmethod
    def _made(cls, board: Board) -> Narrow:
        moves = _moves_of(board, _sampled_rows(board))
        ways = np.bitwise_count(moves[moves > 0])
        return cls(ways.size, int(np.count_nonzero(ways <= 2)))

    @property
    def are_most(self) -> bool:
        """Whether a graph of corridors would be small."""
        return self.cells > 0 and self.few >= SHARE_OF_FEW * self.cells

    def after(self, change: Change) -> Narrow:
        """Return the numbers with more doubt."""
        return Narrow(self.cells, self.few, self.doubtful + change.most_moved)


def _has_corridors(board: Board) -> bool:
    """Whether the corridor graph is small compared with the board; cached."""
    if why_not(board, "corridors") or not Narrow.of(board).are_most:
        return False
    from gridwalk.search.solvers import junctions_of

    return junctions_of(board)[0] <= board.open_count / (4 if board.moves.has_diagonals else 10)


def _sampled_rows(board: Board) -> NDArray[np.intp] | None:
    """Return the rows of a large board that are sampled; None: all, as the whole table takes no longer."""
    if not board._is_plain(cells_decide=True) or board.size <= SAMPLED_BOARD:
        return None
    return np.array(sorted({*np.linspace(0, board.rows - 1, SAMPLE_ROWS).astype(np.intp).tolist()}), np.intp)


def _moves_of(board: Board, chosen: NDArray[np.intp] | None) -> NDArray[Any]:
    """Return the legal-move table, or *chosen* rows of it, without computing the whole table."""
    if chosen is None:
        return board._moves_of_cell
    bands = np.zeros((len(chosen), 4, board.columns), np.bool_)  # a row, those beside it, and one of walls
    for i in range(3):
        there = (chosen + i >= 1) & (chosen + i <= board.rows)
        bands[there, i] = board.open_cells[chosen[there] + i - 1]
    near = legal_moves(bands.reshape(-1, board.columns), board.moves, {})
    return near.reshape(bands.shape)[:, 1].reshape(-1)


FIRST = "dfs"  # what "auto" means where no path is asked for in particular


def run(row: Algorithm, query: Query) -> Path | None:
    """Return the path that the algorithm finds, or None; the caller has checked that it is exact.

    If the query has an event log, the algorithm fills it.
    """
    if row.solver and query.log is None:
        return by_solver(query.board, row.name, query.starts[0], query.exits, lambda: query.watch)
    path: Path | None = resolve(row.run)(query)
    return path


def find(by: str, query: Query) -> Path | None:
    """Return a path by an algorithm of `find`."""
    return run(algorithm(FIRST if by == "auto" else by), query)


def trace(by: str, query: Query) -> Path | None:
    """Return a path by an algorithm of `trace`, and write what it does to the log of *query*.

    Raises
    ------
    UnsuitableAlgorithmError
        If an algorithm of `shortest` is not exact there.

    """
    row = algorithm(FIRST if by == "auto" else by)
    if "find" not in row.verbs:
        suitable(query.board, by, len(query.starts), len(query.exits))
    return run(row, query)


@lru_cache(maxsize=256)
def _key_of(by: str, starts: int, exits: int) -> Key[str]:
    """Return the key under which a board caches the name of the algorithm that is chosen."""
    return Key("choice", (by, starts, exits))


def chosen_for(board: Board, by: str) -> str:
    """Return the algorithm for *by*, one start and one exit; the board caches the choice."""
    return board._kept.get(_key_of(by, 1, 1), lambda: suitable(board, by, 1, 1))


def shortest(
    by: str, board: Board, starts: tuple[Cell, ...], exits: tuple[Cell, ...], clock: Callable[[], Watch]
) -> Path | None:
    """Return a cheapest path by an algorithm of `shortest`; *clock* starts a watch if one is needed.

    Raises
    ------
    UnsuitableAlgorithmError
        If the algorithm is not exact there.

    """
    asked = _key_of(by, len(starts), len(exits))
    if known := board._kept.peek(asked):
        if not algorithm(known).solver:
            return run(algorithm(known), Query(board, starts, exits, clock()))
        return by_solver(board, known, starts[0], exits, clock)
    choose = partial(suitable, board, by, len(starts), len(exits))
    is_small = board.size <= SMALL_BOARD
    kind = kind_of("choice", board)
    chosen = choose() if is_small else beside_once(kind, board.size, choose, clock(), GETTING_READY)
    if algorithm(chosen).solver:
        # A board that is asked once will be asked again: the choice is kept, and made in no time.
        board._kept.put(asked, chosen)
    return run(algorithm(chosen), Query(board, starts, exits, clock()))
