"""Grids made of another: of its cells after a change, with what was kept repaired, or in its other form.

What a grid keeps (its legal-move table, the solvers of `gridwalk.search`) was made in time in proportion to
the board.  A changed copy takes it over: arrays are copied as they are, and repaired in a few cells.
Whatever is kept and can be repaired has a method ``after``; all else is made again when it is asked for.

Two forms of one maze: walls between cells, or walls that are cells.

A board with walls between cells has a cell a room.  In the *thick* form the rooms are the cells of odd
row and column; between two rooms stands a cell that is a wall or a door, and the border is walled.  So
R x C rooms make 2R + 1 rows of 2C + 1 cells, and every path has twice as many moves.  Where a board is
wrapped round there is no border, but a seam: 2R rows, or 2C columns, and the first of them lies on the seam.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, ThicknessError
from gridwalk.grids.grid import CHANGES, Grid
from gridwalk.grids.legal import OneWay, ways_of
from gridwalk.grids.moves import ROOK, Moves, is_diagonal
from gridwalk.grids.passages import Walls, period_of
from gridwalk.kernels.search.legal_cells import mend_moves
from gridwalk.runtime.cache import Cache
from gridwalk.runtime.slices import call_whole

G = TypeVar("G", bound=Grid)
Flat = NDArray[np.int64]  # cells as flat indices, each once

NO_CELLS = np.empty(0, np.int64)
NO_WALLS = np.empty((0, 0), np.uint8)
ROUTES = {"none": 0, "one": 1, "both": 2}  # that a diagonal step must find free


@dataclass(frozen=True)
class Change:
    """Two grids, and the cells in which they differ.

    Attributes
    ----------
    before, after : Grid
        The same in all but open cells, costs, one-way cells and walls between cells.  The legal-move table of
        *after* is repaired first.
    switched : int64 array
        The cells that are opened or closed.
    priced : int64 array
        The cells of which the entry of the costs is another.
    moved : int64 array
        The cells of which the legal moves may be others.

    """

    before: Grid
    after: Grid
    switched: Flat
    priced: Flat
    moved: Flat


def with_entries(array: NDArray[Any], places: Flat, values: Any) -> NDArray[Any]:
    """Return a read-only copy of *array* with *values* at flat *places*; where there are none, *array*."""
    if not len(places):
        return array
    copy = array.copy()
    copy.reshape(-1)[places] = values
    copy.flags.writeable = False
    return copy


def changed(
    grid: G,
    parts: Mapping[str, Any],
    *,
    switched: Flat = NO_CELLS,
    priced: Flat = NO_CELLS,
    beside: Flat = NO_CELLS,
) -> G:
    """Return *grid* with other *parts*, which are checked, and others in the cells named only.

    *parts* are values of some of `CHANGES`, as the constructor would keep them; *switched*, *priced* are as
    for `Change`; *beside* are both cells of each wall that comes or goes.  A subclass with a constructor of
    its own, and a grid with portals or moves that slide, make the new grid in full.
    """
    kind = type(grid)
    in_full = grid.portals or grid.moves.slides
    if in_full or kind.__init__ is not Grid.__init__ or kind.__new__ is not object.__new__:
        return grid.replace(**parts)
    new, known = object.__new__(kind), dict(vars(grid))
    keep = vars(new)
    for name in (*CHANGES, "shape", "rows", "columns", "size", "delta_of_move"):
        if name in known:
            keep[name] = known[name]
    keep.update(parts)
    keep["_kept"] = Cache()
    if new.costs is None and "step_costs" in known:
        keep["step_costs"] = known["step_costs"]  # without costs they are those of the moves
    if "open_count" in known:
        opened = int(np.count_nonzero(new.open_cells.reshape(-1)[switched]))
        keep["open_count"] = known["open_count"] + 2 * opened - len(switched)
    table, moved = known.get("moves_of_cell"), NO_CELLS
    if table is not None and (len(switched) or len(beside)):
        moved = _cells_around([*switched.tolist(), *beside.tolist()], grid.moves, grid.shape)
        keep["moves_of_cell"] = _mended(table, new, moved)
    elif table is not None:
        keep["moves_of_cell"] = table
    change = Change(grid, new, switched, priced, moved)
    new._kept.take_over(grid._kept, change)
    return new


def _cells_around(cells: list[int], moves: Moves, shape: tuple[int, int]) -> Flat:
    """Return the cells whose legal moves may be others if *cells* are."""
    rows, columns = shape
    found = {
        v + d_row * columns + d_column
        for v in cells
        for d_row, d_column in _steps_to(moves)
        if 0 <= v // columns + d_row < rows and 0 <= v % columns + d_column < columns
    }
    return np.array(sorted(found), np.int64)


@lru_cache(maxsize=64)
def _steps_to(moves: Moves) -> list[tuple[int, int]]:
    """Return the offsets from a cell to those that have a move into it, or diagonally past it."""
    steps = {(0, 0)} | {(-d_row, -d_column) for d_row, d_column in moves.deltas}
    for m, _, step in moves.sources():
        if is_diagonal(step):
            d_row, d_column = moves.deltas[m]
            steps |= {(-d_row, 0), (0, -d_column)}
    return sorted(steps)


@lru_cache(maxsize=64)
def _sources_of(moves: Moves) -> NDArray[np.int64]:
    """Return the moves as `mend_moves` takes them."""
    rows = [(m, number, *moves.deltas[m], *step) for m, number, step in moves.sources()]
    return np.array(rows, np.int64).reshape(-1, 6)


def _mended(table: NDArray[Any], grid: Grid, places: Flat) -> NDArray[Any]:
    """Return a copy of *table*, of a grid like *grid* but for the moves of the cells *places*."""
    mended = table.copy()
    right, below = (NO_WALLS, NO_WALLS) if grid.walls is None else _bytes_of(grid.walls)
    needed, sources = ROUTES[grid.moves.corners], _sources_of(grid.moves)
    ways = _ways_from(grid.one_way, grid.moves.unwrapped, places, grid.columns)
    cells = grid.open_cells.view(np.uint8)
    call_whole(mend_moves, grid.size, cells, right, below, needed, sources, places, ways, mended)
    mended.flags.writeable = False
    return mended


def _bytes_of(walls: Walls) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    return walls.right.view(np.uint8), walls.below.view(np.uint8)


def _ways_from(one_way: Mapping[Cell, OneWay], moves: Moves, places: Flat, columns: int) -> NDArray[np.int64]:
    """Return the moves that each of *places* can be left by, bit *m* for the move *m*."""
    ways = np.full(len(places), -1, np.int64)
    if one_way:
        for i, v in enumerate(places.tolist()):
            if (given := one_way.get(divmod(v, columns))) is not None:
                ways[i] = sum(1 << moves.deltas.index(way) for way in ways_of(given))
    return ways


def thick_parts(grid: Grid) -> dict[str, Any]:
    """Return the arguments of the thick form of *grid*; raise `ThicknessError` where there is none."""
    _check(grid)
    period = period_of(grid.shape, grid.wrap)
    if 0 < min(n or 3 for n in period) < 3:
        raise ThicknessError("on a board wrapped round after 1 or 2 cells, two doors lead to one room")
    (rows, columns), rooms = grid.shape, grid.open_cells
    right, below = (np.zeros((0, 0), np.bool_),) * 2 if grid.walls is None else grid.walls
    walls = Walls(right, below).padded(grid.shape)
    cells = np.zeros((2 * rows + 1, 2 * columns + 1), np.bool_)
    cells[1::2, 1::2] = rooms
    cells[1::2, 2::2] = rooms & np.roll(rooms, -1, axis=1) & ~walls.right
    cells[2::2, 1::2] = rooms & np.roll(rooms, -1, axis=0) & ~walls.below
    for lines, wrapped in ((cells, period[0]), (cells.T, period[1])):
        lines[0 if wrapped else -1] = lines[-1] & bool(wrapped)
    return _parts(grid) | {
        "open_cells": cells[: -1 if period[0] else None, : -1 if period[1] else None],
        "one_way": {_room(cell): ways for cell, ways in grid.one_way.items()},
        "start": _room(grid.start),
        "exits": [_room(cell) for cell in grid.exits],
    }


def thin_parts(grid: Grid) -> dict[str, Any]:
    """Return the arguments of the board of which *grid* is the thick form.

    Raises
    ------
    ThicknessError
        If there is none.

    """
    _check(grid)
    period = period_of(grid.shape, grid.wrap)
    if grid.walls is not None:
        raise ThicknessError("it has walls between cells already")
    for n, p, name in zip(grid.shape, period, ("rows", "columns"), strict=True):
        if n % 2 == (p > 0) or n < 2:
            wanted = "an even number, as it is wrapped round" if p else "an odd number of at least 3"
            raise ThicknessError(f"it has {n} {name}; a thick board has {wanted}")
    # With the line of the seam at both ends, every room has a door on each of its four sides.
    cells = np.pad(grid.open_cells, [(0, int(p > 0)) for p in period], mode="wrap")
    rooms, across, down = cells[1::2, 1::2], cells[1::2, ::2], cells[::2, 1::2]
    _refuse(grid, cells[::2, ::2], (0, 0), "a corner between rooms")
    for doors, axis in ((across, 1), (down, 0)):
        around = [(1, 1) if a == axis else (0, 0) for a in (0, 1)]
        beside = np.pad(rooms, around, mode="wrap" if period[axis] else "edge").swapaxes(0, axis)
        both = (beside[:-1] & beside[1:]).swapaxes(0, axis)
        _refuse(grid, doors & ~both, (1 - axis, axis), "a door with a wall behind it")
    room_of = {end: _inside(end, grid.shape, period) for end in (grid.start, *grid.exits)}
    border = np.zeros(grid.shape, np.bool_)
    border[[0, -1]] = not period[0]
    border[:, [0, -1]] |= not period[1]
    for opening in map(tuple, np.argwhere(border & grid.open_cells).tolist()):
        if opening not in room_of:
            raise ThicknessError(f"the opening {opening} of its border is neither start nor exit")
    ends = {end: _of_room(cell) for end, cell in room_of.items()}
    return _parts(grid) | {
        "open_cells": rooms,
        "walls": (~across[:, 1 : None if period[1] else -1], ~down[1 : None if period[0] else -1]),
        "one_way": {_of_room(cell): ways for cell, ways in grid.one_way.items()},
        "start": ends[grid.start],
        "exits": [ends[cell] for cell in grid.exits],
    }


def _parts(grid: Grid) -> dict[str, Any]:
    """Return the arguments that both forms share."""
    return {"moves": grid.moves.unwrapped, "wrap": grid.wrap, "diagonal": grid.diagonal}


def _check(grid: Grid) -> None:
    if not set(grid.moves.unwrapped.deltas) <= set(ROOK.deltas):
        raise ThicknessError(f"only a rook's moves are the same in both forms, not {grid.moves.name} moves")
    if grid.portals:
        raise ThicknessError("it has portals")
    if grid.costs is not None:
        raise ThicknessError("its cells have costs, and doors would need costs, too")


def _refuse(grid: Grid, wrong: NDArray[np.bool_], offset: Cell, what: str) -> None:
    if wrong.any():
        row, column = divmod(int(wrong.argmax()), wrong.shape[1])
        cell = (2 * row + offset[0]) % grid.rows, (2 * column + offset[1]) % grid.columns
        raise ThicknessError(f"the cell {cell} is open, but it is {what}")


def _room(cell: Cell) -> Cell:
    """Return where a cell stands in the thick form."""
    return 2 * cell[0] + 1, 2 * cell[1] + 1


def _of_room(cell: Cell) -> Cell:
    """Return the cell that stands there in the thick form."""
    if cell[0] % 2 == 0 or cell[1] % 2 == 0:
        raise ThicknessError(f"the start, exit or one-way cell {cell} is a door, not a room")
    return cell[0] // 2, cell[1] // 2


def _inside(cell: Cell, shape: tuple[int, int], period: tuple[int, int]) -> Cell:
    """Return the room behind an opening of the border; any other cell as it is."""
    row, column = (
        1 if at == 0 and not p else n - 2 if at == n - 1 and not p else at
        for at, n, p in zip(cell, shape, period, strict=True)
    )
    return row, column
