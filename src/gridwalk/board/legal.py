"""The legal-move table: bit *m* of ``moves_of_cell[v]`` is set if move *m* is legal in cell *v*.

The table combines closed cells, the border, walls between cells, the corner rule and one-way cells, so other
kernels need none of these.  A move that slides over several steps is legal if each of its steps is legal.
After a change of a few cells, the table is updated around them.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import gcd
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.cells import CellLike, as_cell
from gridwalk.board.checks import plain_array
from gridwalk.board.moves import Moves, is_diagonal
from gridwalk.board.passages import Walls
from gridwalk.errors import BoardError, Cell
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.memory import copied
from gridwalk.runtime.slices import call_whole

OneWay: TypeAlias = tuple[int, int] | tuple[tuple[int, int], ...]


def ways_of(given: OneWay) -> tuple[tuple[int, int], ...]:
    """Return the directions of a one-way cell as a tuple.

    >>> ways_of((0, 1)), ways_of(((0, 1), (1, 0))), ways_of(())
    (((0, 1),), ((0, 1), (1, 0)), ())
    """
    return (given,) if given and isinstance(given[0], int) else given


def checked_one_way(
    one_way: Mapping[CellLike, OneWay], open_cells: NDArray[np.bool_], moves: Moves, shape: tuple[int, int]
) -> dict[Cell, OneWay]:
    """Return *one_way* sorted by cell; raise `BoardError` for a wall or a direction that is not a move."""
    directions: dict[Cell, OneWay] = {}
    if not isinstance(one_way, Mapping):
        raise BoardError("one_way must map cells to directions: {(0, 3): (0, 1)} leads right")
    for cell, given in one_way.items():
        row, column = as_cell(cell, shape, "one_way")
        if not open_cells[row, column]:
            raise BoardError(f"the one-way cell {(row, column)} is a wall")
        several = list(given) if isinstance(given, set | frozenset) else given
        array = plain_array(several, "one_way", BoardError)
        are_ways = array.dtype.kind in "iu" and array.ndim in (1, 2) and array.shape[-1] == 2
        named = [tuple(way) for way in array.reshape(-1, 2).tolist()] if are_ways else []
        wrong: list[Any] = [way for way in named if way not in moves.deltas]
        if array.size and not are_ways:
            wrong = [given]
        if wrong:
            raise BoardError(
                f"the one-way cell {(row, column)} points along {reprlib.repr(wrong[0])}, "
                f"which is not one of the {moves.name} moves"
            )
        ways = tuple(delta for delta in moves.deltas if delta in named)
        directions[row, column] = ways[0] if len(ways) == 1 else ways
    return dict(sorted(directions.items()))


def step_of(delta: tuple[int, int], moves: Moves) -> tuple[int, int]:
    """Return the shortest of the *moves* of which *delta* is a multiple."""
    times = gcd(*delta)
    parts = sorted(times // n for n in range(1, times + 1) if times % n == 0)
    steps = ((delta[0] // times * part, delta[1] // times * part) for part in parts)
    return next(step for step in steps if step in moves.deltas)


def sliding(
    table: NDArray[Any],
    moves: Moves,
    table_of: Callable[[Moves], NDArray[Any]],
    ways: NDArray[np.int64] | None,
) -> NDArray[Any]:
    """Return *table*, of two dimensions, with moves of several steps only where each step is legal.

    *table_of* returns the flat table of single steps, without one-way cells; *ways* holds for each cell the
    moves by which it may be left.
    """
    step_of_delta = {delta: step_of(delta, moves) for delta in moves.deltas}
    steps = Moves(dict.fromkeys(step_of_delta.values()), corners=moves.corners)
    single = table_of(steps).reshape(table.shape)
    found, one = np.zeros_like(table), table.dtype.type(1)
    for m, delta in enumerate(moves.deltas):
        step = step_of_delta[delta]
        times = max(map(abs, delta)) // max(map(abs, step))
        bit = (single >> single.dtype.type(steps.deltas.index(step)) & single.dtype.type(1)).astype(bool)
        legal = bit.copy()
        for k in range(1, times):
            legal &= _shifted(bit, (k * step[0], k * step[1]))
        if ways is not None:
            legal &= (ways >> m & 1).astype(bool)
        found[legal] |= one << table.dtype.type(m)
    return found


def _shifted(array: NDArray[np.bool_], delta: tuple[int, int]) -> NDArray[np.bool_]:
    """Return for each cell the entry of the cell at distance *delta*; False beyond the border."""
    found = np.zeros_like(array)
    (rows, columns), (down, across) = array.shape, delta
    here = np.s_[max(0, -down) : min(rows, rows - down), max(0, -across) : min(columns, columns - across)]
    there = np.s_[max(0, down) : min(rows, rows + down), max(0, across) : min(columns, columns + across)]
    if abs(down) < rows and abs(across) < columns:
        found[here] = array[there]
    return found


BAND_CELLS = 1 << 18  # number of cells processed at a time, so that they fit into the processor's cache


def legal_moves(
    open_cells: NDArray[np.bool_],
    moves: Moves,
    one_way: Mapping[Cell, OneWay] = MappingProxyType({}),
    walls: Walls | None = None,
) -> NDArray[Any]:
    """Return ``moves_of_cell``, flat: uint8 for at most 8 moves, uint32 for at most 32, else int64.

    The arrays of *walls* have the shape of the board (`Walls.padded`).
    """
    columns, size = open_cells.shape[1], open_cells.size
    number_of_moves = len(moves.deltas)
    kind = np.uint8 if number_of_moves <= 8 else np.uint32 if number_of_moves <= 32 else np.int64
    flat: NDArray[Any] = np.zeros(size, kind)
    table, cells = flat.reshape(open_cells.shape), open_cells.view(np.uint8).reshape(-1)
    free = {} if walls is None else _free_sides(walls)
    ways = _ways_of_cells(open_cells.shape, moves.unwrapped, one_way) if one_way else None
    sources: list[list[tuple[int, tuple[int, int]]]] = [[] for _ in moves.deltas]
    for m, number, step in moves.sources():
        sources[m].append((number, step))
    # Slices of the flat arrays are faster than slices of their rows.  In them a move across the left or right
    # border leads to another row; these moves are removed at the end.
    for first in range(0, size, BAND_CELLS):
        band = flat[first : first + BAND_CELLS]
        for m in reversed(range(number_of_moves)):
            band += band  # shifts all bits by one
            down, across = moves.deltas[m][0] * columns, moves.deltas[m][1]
            low = max(first, -down, -across, -down - across)
            high = min(first + band.size, size - max(down, across, down + across))
            if low >= high:
                continue
            for number, step in sources[m]:
                legal = cells[low + down + across : high + down + across]
                if moves.corners != "none" and is_diagonal(step):
                    beside, ahead = cells[low + down : high + down], cells[low + across : high + across]
                    if free:
                        vertical, level = free[step[0], 0], free[0, step[1]]
                        beside = beside & vertical[low:high] & level[low + down : high + down]
                        ahead = ahead & level[low:high] & vertical[low + across : high + across]
                    legal = legal & ((beside & ahead) if moves.corners == "both" else (beside | ahead))
                elif step in free:
                    legal = legal & free[step][low:high]
                if ways is not None:
                    legal = legal & (ways.reshape(-1)[low:high] >> number & 1).astype(np.uint8)
                flat[low:high] |= legal
    flat *= cells
    column = np.arange(columns)
    inside: NDArray[Any] = np.zeros(columns, kind)
    for m, (_, across) in enumerate(moves.deltas):
        inside |= ((column + across >= 0) & (column + across < columns)).astype(kind) << kind(m)
    table &= inside
    if moves.slides:
        own = moves.unwrapped  # portals do not slide and are not steps of sliding moves
        table = sliding(table, own, lambda steps: legal_moves(open_cells, steps, walls=walls), ways)
    flat = table.reshape(-1)
    flat.flags.writeable = False
    return flat


def lead_back(table: NDArray[Any], deltas: NDArray[np.int64], places: NDArray[np.int64] | None) -> bool:
    """Return whether every legal move has a reverse move: O(cells * moves).

    *places* holds the cells to check, at least one of the two cells of each move.  Default: all cells.
    """
    bits: dict[int, int] = {}  # the bit mask of the moves with each offset, and with each reverse offset
    for m, delta in enumerate(deltas.tolist()):
        bits[delta] = bits.get(delta, 0) | 1 << m
        bits.setdefault(-delta, 0)
    size, number = len(table), len(table) if places is None else len(places)
    for first in range(0, number, BAND_CELLS):
        last = min(number, first + BAND_CELLS)
        u = np.arange(first, last) if places is None else places[first:last]
        for delta, mask in bits.items():
            here = u[(u >= -delta) & (u < size - delta)]
            there = table[here + delta] & table.dtype.type(bits[-delta])
            if ((table[here] & table.dtype.type(mask) != 0) != (there != 0)).any():
                return False
    return True


def stuck_cells(open_cells: NDArray[np.bool_], table: NDArray[Any]) -> list[NDArray[np.intp]]:
    """Return a list of the array of open cells without moves, or an empty list if there are none."""
    stuck = np.flatnonzero(open_cells.reshape(-1) & (table == 0))
    return [stuck] if stuck.size else []


def _free_sides(walls: Walls) -> dict[tuple[int, int], NDArray[np.uint8]]:
    """Return for each straight step, by its offset, the flat cells in which no wall stops it."""
    right, below, *slant = (~side for side in walls.sides)
    free = {
        (0, 1): right,
        (1, 0): below,
        (0, -1): np.roll(right, 1, axis=1),
        (-1, 0): np.roll(below, 1, axis=0),
    }
    if slant:
        free |= {(1, -1): slant[0], (-1, 1): np.roll(slant[0], (1, -1), axis=(0, 1))}
    return {step: side.view(np.uint8).reshape(-1) for step, side in free.items()}


def _ways_of_cells(shape: tuple[int, int], moves: Moves, one_way: Mapping[Cell, OneWay]) -> NDArray[np.int64]:
    """Return the moves by which each cell can be left: bit *m* for move *m*."""
    ways = np.full(shape, np.int64(2**63 - 1))
    for cell, given in one_way.items():
        ways[cell] = mask_of(given, moves)
    return ways


def mask_of(given: OneWay, moves: Moves) -> int:
    """Return the moves by which a one-way cell can be left: bit *m* for move *m*."""
    return sum(1 << moves.deltas.index(way) for way in ways_of(given))


NO_WALLS = np.empty((0, 0), np.uint8)
ROUTES = {"none": 0, "one": 1, "both": 2}  # number of routes of a diagonal step that must be free


def mended(
    table: NDArray[Any],
    cells: list[int],
    open_cells: NDArray[np.bool_],
    moves: Moves,
    one_way: Mapping[Cell, OneWay],
    walls: Walls | None,
) -> NDArray[Any]:
    """Return *table* updated around the flat *cells*, which were opened or closed or whose walls changed."""
    if not cells:
        return table
    places = cells_around(cells, moves, open_cells.shape)
    ways = np.full(len(places), -1, np.int64)
    for (row, column), given in one_way.items():
        ways[places == row * open_cells.shape[1] + column] = mask_of(given, moves.unwrapped)
    copy, is_open = copied(table), open_cells.view(np.uint8)
    right, below = (side.view(np.uint8) for side in walls or (NO_WALLS, NO_WALLS))
    needed, sources = ROUTES[moves.corners], _sources_of(moves)
    call_whole(mend_moves, table.size, is_open, right, below, needed, sources, places, ways, copy)
    copy.flags.writeable = False
    return copy


def cells_around(cells: list[int], moves: Moves, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Return the different cells whose legal moves may change if *cells* change."""
    rows, columns = shape
    found = {
        v + d_row * columns + d_column
        for v in cells
        for d_row, d_column in steps_to(moves)
        if 0 <= v // columns + d_row < rows and 0 <= v % columns + d_column < columns
    }
    return np.array(sorted(found), np.int64)


@lru_cache(maxsize=64)
def steps_to(moves: Moves) -> list[tuple[int, int]]:
    """Return the offsets from a cell to all cells with a move into it or diagonally past it."""
    steps = {(0, 0)} | {(-d_row, -d_column) for d_row, d_column in moves.deltas}
    for m, _, step in moves.sources():
        if is_diagonal(step):
            d_row, d_column = moves.deltas[m]
            steps |= {(-d_row, 0), (0, -d_column)}
    return sorted(steps)


@lru_cache(maxsize=64)
def _sources_of(moves: Moves) -> NDArray[np.int64]:
    """Return the moves in the form of `mend_moves`."""
    rows = [(m, number, *moves.deltas[m], *step) for m, number, step in moves.sources()]
    return np.array(rows, np.int64).reshape(-1, 6)


# The compiled loops.  *sources* has a row for each delta and each move that makes it, with these columns;
# (DOWN, ACROSS) is the move itself, which differs from the delta on a wrapped board.
BIT, NUMBER, D_ROW, D_COLUMN, DOWN, ACROSS = range(6)


@inline_kernel
def is_walled(right, below, shape, row, column, down, across):
    """Return whether a wall stops the step (*down*, *across*); arrays may end before the border."""
    if across:
        column = (column + min(across, 0)) % shape[1]
        return row < right.shape[0] and column < right.shape[1] and right[row, column] != 0
    row = (row + min(down, 0)) % shape[0]
    return row < below.shape[0] and column < below.shape[1] and below[row, column] != 0


@inline_kernel
def is_free(cells, right, below, needed, row, column, source):
    """Return whether walls and the corner rule allow a move to an open cell."""
    down, across = source[DOWN], source[ACROSS]
    if abs(down) > 1 or abs(across) > 1:
        return True
    if down == 0 or across == 0:
        return not is_walled(right, below, cells.shape, row, column, down, across)
    to_row, to_column = row + source[D_ROW], column + source[D_COLUMN]
    routes = 0
    if cells[to_row, column] and not is_walled(right, below, cells.shape, row, column, down, 0):
        routes += not is_walled(right, below, cells.shape, to_row, column, 0, across)
    if cells[row, to_column] and not is_walled(right, below, cells.shape, row, column, 0, across):
        routes += not is_walled(right, below, cells.shape, row, to_column, down, 0)
    return routes >= needed


@kernel
def mend_moves(cells, right, below, needed, sources, places, ways, table):
    """Write the legal moves of the cells *places* into *table*.

    Bit n of ``ways[i]`` is set if move n may leave ``places[i]``.  *needed* is the number of routes of a
    diagonal step that must be free.
    """
    for i in range(places.shape[0]):
        row, column = places[i] // cells.shape[1], places[i] % cells.shape[1]
        legal = 0
        if cells[row, column]:
            for k in range(sources.shape[0]):
                to_row, to_column = row + sources[k, D_ROW], column + sources[k, D_COLUMN]
                if (
                    0 <= to_row < cells.shape[0]
                    and 0 <= to_column < cells.shape[1]
                    and cells[to_row, to_column]
                    and ways[i] >> sources[k, NUMBER] & 1
                    and is_free(cells, right, below, needed, row, column, sources[k])
                ):
                    legal |= 1 << sources[k, BIT]
        table[places[i]] = legal
