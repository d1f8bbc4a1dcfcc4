"""Changed copies of a board: other walls, open cells or costs, thick or thin, for units wider than a cell.

The methods of `Board` document the arguments.  A maze has two forms: its walls are between cells, or are
cells.  In the *thick* form, cells of odd row and column are *rooms*.  Between two rooms is a cell, either a
wall or a *door*, and the border is closed.  So R x C rooms need 2R + 1 rows of 2C + 1 cells, and every path
has twice the number of moves.  A wrapped board has a seam instead of a border: 2R rows, or 2C columns, of
which the first is on the seam.

The place of a unit of *height* rows and *width* columns is its upper left cell.  The unit fits if all its
cells are open and no wall between cells is inside it.  Both are sums over a rectangle, from four entries of a
summed-area table (Crow 1984).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.board.cells import CellLike, as_cell
from gridwalk.board.checks import MAX_SUM, checked_number, have_fractions, plain_array
from gridwalk.board.moves import ORTHOGONAL
from gridwalk.board.passages import checked_walls, period_of, sides_of, walls_after
from gridwalk.board.repairs import NO_CELLS, Flat, with_entries
from gridwalk.errors import BoardError, Cell, InputError, closed_mark_error, thickness_error

if TYPE_CHECKING:
    from gridwalk.board.board import Board


B = TypeVar("B", bound="Board")
ROUNDING = 1e-9  # relative; sums in different orders differ by less
Sizes = int | NDArray[np.int64]


def with_walls(board: B, cells: Iterable[CellLike]) -> B:
    """Return *board* with *cells* closed, without their one-way marks and portals: `Board.with_walls`."""
    named = [as_cell(cell, board.shape, "with_walls") for cell in cells]
    for cell in named:
        if cell == board.start or cell in board.exits:
            raise closed_mark_error("start" if cell == board.start else "exits", cell)
    flat, open_cells = _switched(board, named, False)
    parts: dict[str, Any] = {"open_cells": open_cells}
    if not board.one_way.keys().isdisjoint(named):
        left = {cell: ways for cell, ways in board.one_way.items() if cell not in set(named)}
        parts["one_way"] = MappingProxyType(left)
    if board.portals:
        parts["portals"] = [one for one in board.portals if open_cells[one.source] and open_cells[one.target]]
    if board.costs is None:
        return board._changed(parts, switched=flat)
    priced = flat[board.costs.reshape(-1)[flat] != 1]  # the entry of a wall is 1
    parts["costs"] = with_entries(board.costs, priced, 1)
    return _with_other_costs(board, parts, flat, priced)


def with_open(board: B, cells: Iterable[CellLike], costs: ArrayLike | None) -> B:
    """Return *board* with *cells* opened, and perhaps their costs: `Board.with_open`."""
    named = [as_cell(cell, board.shape, "with_open") for cell in cells]
    flat, open_cells = _switched(board, named, True)
    if costs is not None and board.costs is None:
        raise BoardError("with_open: this board has no costs; board.replace(costs=...) adds costs")
    return _with_costs(board, {"open_cells": open_cells}, flat, named, costs)  # the entry of a wall is 1


def _switched(board: Board, cells: list[Cell], there: bool) -> tuple[Flat, NDArray[np.bool_]]:
    """Return the flat cells that become open (if *there*) or closed, and the open cells of the new board."""
    flat = np.unique(np.array(board._flat(cells), np.int64))
    flat = flat[board.open_cells.reshape(-1)[flat] != there]
    return flat, with_entries(board.open_cells, flat, there)


def with_costs(board: B, costs: Mapping[CellLike, float]) -> B:
    """Return *board* with other costs of some open cells: `Board.with_costs`."""
    if not isinstance(costs, Mapping):
        raise BoardError("with_costs takes a mapping of cells to costs, such as {(0, 3): 5}")
    if board.costs is None:
        raise BoardError("with_costs: this board has no costs; board.replace(costs=...) adds costs")
    named = [board.open_cell(cell, "with_costs") for cell in costs]
    return _with_costs(board, {}, NO_CELLS, named, list(costs.values()))


def _with_costs(
    board: B, parts: dict[str, Any], switched: Flat, cells: list[Cell], given: ArrayLike | None
) -> B:
    """Return *board* with other *parts*, some cells *switched*, and the costs *given* for *cells*."""
    if board.costs is None:
        return board._changed(parts, switched=switched)
    flat, new = NO_CELLS, np.empty(0, board.costs.dtype)
    if given is not None:
        flat = np.array(board._flat(cells), np.int64)
        new = _as_costs(given, flat.shape)
        flat, last = np.unique(flat[::-1], return_index=True)
        new = np.broadcast_to(new, (len(cells),))[::-1][last]  # of a cell named twice, the last cost counts
    kind = np.result_type(board.costs, new) if len(flat) else board.costs.dtype
    costs = with_entries(board.costs.astype(kind, copy=False), flat, new)
    parts = {**parts, "costs": costs}
    if costs.dtype != board.costs.dtype or not (np.isfinite(new) & (new >= 0)).all():
        return board.replace(**parts)
    return _with_other_costs(board, parts, switched, flat)


def _with_other_costs(board: B, parts: dict[str, Any], switched: Flat, priced: Flat) -> B:
    """Return *board* with other *parts* and costs, checked again if these may not fit, or may be integers."""
    new = board._changed(parts, switched=switched, priced=priced)
    costs, facts = new.costs, new._cost_facts
    assert costs is not None
    assert facts is not None
    unit = min(1.0 if costs.dtype.kind == "i" else facts.least, 1 / max(1, board.diagonal or 1))
    fits = facts.total * (1 + ROUNDING) < MAX_SUM * unit
    is_kind = costs.dtype.kind == "i" or not len(priced) or have_fractions(costs)
    return new if fits and is_kind else board.replace(**parts)


def _as_costs(given: ArrayLike, shape: tuple[int, ...]) -> NDArray[Any]:
    """Return costs of *shape*, or a single cost, as int64 or float64; raise `BoardError` for other values."""
    new = plain_array(given, "costs", BoardError)
    if new.dtype.kind not in "iuf" or new.shape not in ((), shape):
        raise BoardError(f"costs={given!r} must be a number, or one for each of {shape[0]} cells")
    # Integers outside int64 become floats, which are refused later as too large.
    fits = float(np.abs(new).max(initial=0)) < 2**62
    taken = new.astype(np.int64 if fits and (new == np.floor(new)).all() else np.float64)
    return taken if np.array_equal(taken == 0, new == 0) else new  # a long double may become 0


def with_walls_between(board: B, pairs: Iterable[tuple[CellLike, CellLike]], there: bool) -> B:
    """Return *board* with walls between the cells of each of *pairs*, or without them unless *there*."""
    named = []
    for pair in pairs:
        cells = list(pair) if isinstance(pair, Iterable) and not isinstance(pair, str) else []
        if len(cells) != 2:
            raise BoardError(f"walls are between two cells, such as ((0, 3), (0, 4)), not {pair!r}")
        named.append(tuple(as_cell(cell, board.shape, "walls between") for cell in cells))
    after = walls_after(board.walls, board.shape, board.wrap, named, there, board.moves.cells)
    walls = checked_walls(after, board.shape, board.wrap, board.moves.cells)
    beside = np.unique(np.array(board._flat(cell for pair in named for cell in pair), np.int64))
    return board._changed({"walls": walls}, beside=beside)


def thick_parts(board: Board) -> dict[str, Any]:
    """Return the arguments of the thick form of *board*; raise `BoardError` if there is no thick form."""
    _check(board)
    period = period_of(board.shape, board.wrap)
    if 0 < min(n or 3 for n in period) < 3:
        raise thickness_error("on a board wrapped round after 1 or 2 cells, two doors lead to one room")
    (rows, columns), rooms = board.shape, board.open_cells
    walls = sides_of(board.walls, board.shape)
    cells = np.zeros((2 * rows + 1, 2 * columns + 1), np.bool_)
    cells[1::2, 1::2] = rooms
    cells[1::2, 2::2] = rooms & np.roll(rooms, -1, axis=1) & ~walls.right
    cells[2::2, 1::2] = rooms & np.roll(rooms, -1, axis=0) & ~walls.below
    for lines, wrapped in ((cells, period[0]), (cells.T, period[1])):
        lines[0 if wrapped else -1] = lines[-1] & bool(wrapped)
    return _parts(board) | {
        "open_cells": cells[: -1 if period[0] else None, : -1 if period[1] else None],
        "one_way": {_room(cell): ways for cell, ways in board.one_way.items()},
        "start": _room(board.start),
        "exits": [_room(cell) for cell in board.exits],
    }


def thin_parts(board: Board) -> dict[str, Any]:
    """Return the arguments of the board of which *board* is the thick form; raise `BoardError` if none is."""
    _check(board)
    period = period_of(board.shape, board.wrap)
    if board.walls is not None:
        raise thickness_error("it has walls between cells already")
    for n, p, name in zip(board.shape, period, ("rows", "columns"), strict=True):
        if n % 2 == (p > 0) or n < 2:
            wanted = "an even number, as it is wrapped round" if p else "an odd number of at least 3"
            raise thickness_error(f"it has {n} {name}; a thick board has {wanted}")
    # Repeat the line of the seam at the other end: then every room has a door on each of its four sides.
    cells = np.pad(board.open_cells, [(0, int(p > 0)) for p in period], mode="wrap")
    rooms, across, down = cells[1::2, 1::2], cells[1::2, ::2], cells[::2, 1::2]
    _refuse(board, cells[::2, ::2], (0, 0), "a corner between rooms")
    for doors, axis in ((across, 1), (down, 0)):
        around = [(1, 1) if a == axis else (0, 0) for a in (0, 1)]
        beside = np.pad(rooms, around, mode="wrap" if period[axis] else "edge").swapaxes(0, axis)
        both = (beside[:-1] & beside[1:]).swapaxes(0, axis)
        _refuse(board, doors & ~both, (1 - axis, axis), "a door with a wall behind it")
    room_of = {end: _inside(end, board.shape, period) for end in (board.start, *board.exits)}
    border = np.zeros(board.shape, np.bool_)
    border[[0, -1]] = not period[0]
    border[:, [0, -1]] |= not period[1]
    for opening in map(tuple, np.argwhere(border & board.open_cells).tolist()):
        if opening not in room_of:
            raise thickness_error(f"the opening {opening} of its border is neither start nor exit")
    ends = {end: _of_room(cell) for end, cell in room_of.items()}
    return _parts(board) | {
        "open_cells": rooms,
        "walls": (~across[:, 1 : None if period[1] else -1], ~down[1 : None if period[0] else -1]),
        "one_way": {_of_room(cell): ways for cell, ways in board.one_way.items()},
        "start": ends[board.start],
        "exits": [ends[cell] for cell in board.exits],
    }


def _parts(board: Board) -> dict[str, Any]:
    """Return the arguments that both forms share."""
    return {"moves": board.moves.unwrapped, "wrap": board.wrap, "diagonal": board.diagonal}


def _check(board: Board) -> None:
    if not set(board.moves.unwrapped.deltas) <= set(ORTHOGONAL.deltas):
        name = board.moves.name
        raise thickness_error(f"only orthogonal moves are the same in both forms, not {name} moves")
    if board.portals or board.levels is not None:
        raise thickness_error("it has levels" if board.levels is not None else "it has portals")
    if board.costs is not None:
        raise thickness_error("its cells have costs, and doors would need costs, too")


def _refuse(board: Board, wrong: NDArray[np.bool_], offset: Cell, what: str) -> None:
    if wrong.any():
        row, column = divmod(int(wrong.argmax()), wrong.shape[1])
        cell = (2 * row + offset[0]) % board.rows, (2 * column + offset[1]) % board.columns
        raise thickness_error(f"the cell {cell} is open, but it is {what}")


def _room(cell: Cell) -> Cell:
    """Return the place of a cell in the thick form."""
    return 2 * cell[0] + 1, 2 * cell[1] + 1


def _of_room(cell: Cell) -> Cell:
    """Return the cell for a room of the thick form."""
    if cell[0] % 2 == 0 or cell[1] % 2 == 0:
        raise thickness_error(f"the start, exit or one-way cell {cell} is a door, not a room")
    return cell[0] // 2, cell[1] // 2


def _inside(cell: Cell, shape: tuple[int, int], period: tuple[int, int]) -> Cell:
    """Return the room behind an opening of the border; return any other cell unchanged."""
    row, column = (
        1 if at == 0 and not p else n - 2 if at == n - 1 and not p else at
        for at, n, p in zip(cell, shape, period, strict=True)
    )
    return row, column


# ------------------------------------------------------------------------ units wider than a cell


def clearance(board: Board) -> NDArray[np.int64]:
    """Return the side of the largest square with its upper left corner in each cell: `Board.clearance`."""
    board._need_squares("clearance")
    units, size = Fitting(board), np.zeros(board.shape, np.int64)
    for bit in reversed(range(min(board.shape).bit_length())):
        more = size + (1 << bit)
        size = np.where(units.fits(more, more) & (more <= min(board.shape)), more, size)
    return size


def board_for_size(board: B, height: int, width: int | None) -> B:
    """Return the board of a unit of *height* x *width* cells: `Board.for_size`."""
    board._need_squares("for_size")
    width = height if width is None else width
    size = checked_number(height, "height", 1), checked_number(width, "width", 1)
    words = f"a unit of {size[0]} x {size[1]} cells"
    if board.one_way or board._has_jumps:
        raise InputError(f"{words} has no way over one-way cells and portals: they are for one cell")
    units = Fitting(board)
    open_cells = units.fits(*size) if size[0] <= board.rows and size[1] <= board.columns else np.array(False)
    if not open_cells.any():
        raise InputError(f"{words} fits nowhere on this board")
    cells = [_corner_covering(board, open_cells, end, size) for end in (board.start, *board.exits)]
    for name, given, found in (("start", board.start, cells[:1]), ("exits", board.exits, cells[1:])):
        if not any(found):
            raise InputError(f"is a place that {words} cannot cover", (name, given))
    parts: dict[str, Any] = {"start": cells[0], "exits": list(dict.fromkeys(filter(None, cells[1:])))}
    if board.costs is not None:
        parts["costs"] = _greatest_under(_greatest_under(board.costs, size[0], 0), size[1], 1)
    if board.walls is not None:  # walls that stop the front side of the unit
        right, below = board.walls.padded(board.shape)
        parts["walls"] = (
            _greatest_under(np.roll(right, 1 - size[1], 1), size[0], 0),
            _greatest_under(np.roll(below, 1 - size[0], 0), size[1], 1),
        )
    return board.replace(open_cells=open_cells, **parts)


class Fitting:
    """Summed-area tables that decide where units fit on a board."""

    def __init__(self, board: Board) -> None:
        self.shape, self._period = board.shape, period_of(board.shape, board.wrap)
        right, below = sides_of(board.walls, board.shape)
        # (table, down, across): the unit must not contain entries of the table, where it has *down* rows and
        # *across* columns fewer than cells.
        self._tables = [(self._table(~board.open_cells), 0, 0)]
        if board.walls is not None:
            self._tables += [(self._table(right), 0, 1), (self._table(below), 1, 0)]

    def _table(self, mask: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Return the number of entries of *mask* above and left of each corner between cells."""
        whole = np.pad(mask, [(0, max(0, p - 1)) for p in self._period], mode="wrap")
        table = np.zeros((whole.shape[0] + 1, whole.shape[1] + 1), np.int32)
        whole.cumsum(0, dtype=np.int32).cumsum(1, out=table[1:, 1:])
        return table

    def fits(self, height: Sizes, width: Sizes) -> NDArray[np.bool_]:
        """Return whether a unit of that size (one for all cells, or one each) fits at each cell."""
        top, left = np.ogrid[: self.shape[0], : self.shape[1]]
        rows, columns = (side - 1 for side in self._tables[0][0].shape)
        found: NDArray[np.bool_] = (top + height <= rows) & (left + width <= columns)
        for table, down, across in self._tables:
            bottom, right = np.minimum(top + height - down, rows), np.minimum(left + width - across, columns)
            found &= table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left] == 0
        return found


def _corner_covering(board: Board, fits: NDArray[np.bool_], end: Cell, size: Cell) -> Cell | None:
    """Return the nearest cell from which a unit that fits covers *end*, or None."""
    period = period_of(board.shape, board.wrap)
    for away in sorted(product(range(size[0]), range(size[1])), key=lambda away: (sum(away), away)):
        row, column = (at - d if not p else (at - d) % p for at, d, p in zip(end, away, period, strict=True))
        if min(row, column) >= 0 and fits[row, column]:
            return row, column
    return None


def _greatest_under(array: NDArray[Any], number: int, axis: int) -> NDArray[Any]:
    """Return the maximum of *number* entries from each entry on; the last entry is followed by the first."""
    found = array
    for step in range(1, number):
        found = np.maximum(found, np.roll(array, -step, axis))
    return found
