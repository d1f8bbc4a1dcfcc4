"""How many tours of a board there are, exactly: two halves of the board, swept and put together.

For boards of any height, and of a width for which there is memory: a knight's closed tours of the 8 x 8 board
take 0.9 GB.  The states of a sweep are counted in blocks, one for each *degree signature* of
the cells between the done part and the part to do; all that happens to a block is one table look-up per
count (`gridwalk.allpaths.halves.half_step`).  Only half the board is swept: the halves meet in the middle.

Examples
--------
>>> from gridwalk.runtime.limits import NO_LIMITS
>>> ask = {"resources": Resources(1 << 26), "watch": NO_LIMITS.watch()}
>>> count_tours(6, 5, closed=True, **ask)
8
>>> count_tours(3, 4, closed=False, **ask), count_tours(3, 4, closed=False, start=(0, 0), **ask)
(16, 2)

"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gridwalk.allpaths import values
from gridwalk.allpaths.cost import SweepSize
from gridwalk.allpaths.estimate import NO_ENGINE, Estimate
from gridwalk.allpaths.halves import answer, steps
from gridwalk.allpaths.order import order_of
from gridwalk.allpaths.reduce.network import NOWHERE, BlockNetwork
from gridwalk.allpaths.simpath import family_of
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike, as_cell
from gridwalk.board.checks import checked_number
from gridwalk.board.moves import KNIGHT, Moves
from gridwalk.errors import Cell, UnsuitableAlgorithmError
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.resources import DEFAULT_RESOURCES, Resources

if TYPE_CHECKING:
    from gridwalk.allpaths.halves.steps import Half

PLACES = 32  # of two bits in a word
MAX_COLUMNS = 10  # cells along the shorter side; each makes the work some twenty times as much


def count_tours(
    rows: int,
    columns: int,
    *,
    moves: Moves = KNIGHT,
    closed: bool,
    start: CellLike | None = None,
    resources: Resources,
    watch: Watch,
) -> int:
    """Return how many tours the open board of *rows* x *columns* cells has.

    Parameters
    ----------
    rows, columns : int
        The shape of the board; the work grows by the shorter side.
    moves : Moves
        Any leaper, king or orthogonal steps: a stencil that may be turned upside down and right to left.
    closed : bool
        Closed tours are counted once each, whichever way round and wherever begun.  Open tours are
        counted with their direction: a tour and its reverse are two, whether or not
        its ends are a move apart.  One cell has one open tour and no closed one.
    start : cell, optional
        Count only the open tours from here.
    resources : Resources
        Memory and threads.
    watch : Watch
        The clock that may stop the count (`TimeLimitError`).

    Raises
    ------
    MemoryLimitError
        If the count does not fit into the memory; an estimate is made first.
    UnsuitableAlgorithmError
        If the moves are no such stencil, or reach so far that the cells of the middle rows do not
        fit into a word.

    """
    watch.unit = "states"
    rows, columns, moves, at = upright(rows, columns, moves, closed, start)
    swept = _to_sweep(rows, columns, moves, closed, at)
    if isinstance(swept, int):
        return swept
    if isinstance(swept, BlockNetwork):
        family = family_of(swept, order_of(swept, watch).tolist(), watch)
        tours = values.count(family, watch, resources.budget()).get(0, 0)
    else:
        tours = answer.Problem(*swept, resources, watch).count()
    return tours if closed or at is not None else 2 * tours


def estimate_tours(
    rows: int,
    columns: int,
    *,
    moves: Moves = KNIGHT,
    closed: bool,
    start: CellLike | None = None,
) -> Estimate:
    """Return what `count_tours` will take, about: by a formula, at once.

    Raises
    ------
    UnsuitableAlgorithmError
        As the count would.

    """
    rows, columns, moves, at = upright(rows, columns, moves, closed, start)
    swept = _to_sweep(rows, columns, moves, closed, at)
    if isinstance(swept, int):
        return Estimate(NO_ENGINE, 1, 0, 1, 0, about=False)
    if isinstance(swept, BlockNetwork):
        return SweepSize.searched(swept, NO_LIMITS.watch()).estimate
    return answer.Problem(*swept, DEFAULT_RESOURCES, NO_LIMITS.watch()).estimate()


def _to_sweep(
    rows: int, columns: int, moves: Moves, closed: bool, at: Cell | None
) -> int | BlockNetwork | tuple[Half, Half]:
    """Return the halves of an upright board, the network of a low one, or at once the number of tours."""
    reach = max(abs(d_row) for d_row, _ in moves.deltas)
    if rows * columns == 1:
        return int(not closed)
    if reach == 0:
        return 0  # no move leads to another row, of which there are two or more
    if rows < reach + 2:
        return _network(rows, columns, moves, closed, at)
    return two_halves(rows, columns, moves, closed, at)


def why_not(
    board: Board, *, tour: bool, closed: bool, starts: Sequence[CellLike] | None, exits: object
) -> str | None:
    """Return why tours cannot be counted by halves, in words; None: they can.

    *starts* None is anywhere; *exits* is None where a tour may end anywhere.
    """
    if not tour or exits is not None:
        return "it counts tours, from anywhere or from one start"
    if not board._is_plain(whole=True):
        return "it needs an open board"
    if min(board.shape) > MAX_COLUMNS:
        return f"the board is {min(board.shape):,} cells wide, and it takes up to {MAX_COLUMNS}"
    if not closed and starts is not None and len(starts) > 1:
        return "it counts from one start or from all"
    start = None if closed or starts is None else starts[0]
    try:
        rows, columns, moves, at = upright(board.rows, board.columns, board.moves, closed, start)
        if rows >= max(abs(d_row) for d_row, _ in moves.deltas) + 2:
            two_halves(rows, columns, moves, closed, at)
    except UnsuitableAlgorithmError as error:
        return error.reason
    return None


def upright(
    rows: int, columns: int, moves: Moves, closed: bool, start: CellLike | None
) -> tuple[int, int, Moves, Cell | None]:
    """Return the question with as many rows as columns or more; refuse what blocks cannot count."""
    rows, columns = checked_number(rows, "rows", 1), checked_number(columns, "columns", 1)
    at = None if start is None else as_cell(start, (rows, columns), "start")
    if closed and at is not None:
        raise UnsuitableAlgorithmError("halves", "a closed tour has no start: it passes every cell")
    deltas = set(moves.deltas)
    if deltas != {(sign * a, side * b) for a, b in deltas for sign in (1, -1) for side in (1, -1)}:
        raise UnsuitableAlgorithmError("halves", f"{moves.deltas} is another stencil when it is reflected")
    if columns <= rows:
        return rows, columns, moves, at
    moves = Moves(tuple((b, a) for a, b in moves.deltas), corners=moves.corners)
    return columns, rows, moves, None if at is None else at[::-1]


def two_halves(rows: int, columns: int, moves: Moves, closed: bool, start: Cell | None) -> tuple[Half, Half]:
    """Return the halves of an upright board; refuse one whose middle rows do not fit into a word."""
    upper, lower = steps.halves(rows, columns, moves, closed=closed, start=start)
    if steps.most_places(upper) > PLACES:
        raise UnsuitableAlgorithmError("halves", "these moves reach too far on so wide a board")
    return upper, lower


def _network(rows: int, columns: int, moves: Moves, closed: bool, start: Cell | None) -> BlockNetwork:
    """Return a board with too few rows for two halves as a network, whose tours any engine can count.

    An open tour is a cycle through one more junction, a neighbour of all cells, or of *start*.
    """
    size = rows * columns
    later = [delta for delta in moves.deltas if delta > (0, 0)]
    ends = [
        (row * columns + column, (row + d_row) * columns + column + d_column)
        for row in range(rows)
        for column in range(columns)
        for d_row, d_column in later
        if row + d_row < rows and 0 <= column + d_column < columns
    ]
    inside = len(ends)
    if not closed:
        ends += [(cell, size) for cell in range(size)]
    joined = np.array(ends, np.int32).reshape(-1, 2)
    must_use = np.zeros(len(ends), bool)
    if start is not None:
        must_use[inside + start[0] * columns + start[1]] = True
    junctions = size if closed else size + 1
    once, never = np.ones(len(ends), np.int64), np.zeros(len(ends), bool)
    everywhere = np.ones(junctions, bool)
    first, second = joined[:, 0].copy(), joined[:, 1].copy()
    return BlockNetwork(junctions, NOWHERE, NOWHERE, first, second, never, once, once, everywhere, must_use)
