"""Grids that return changed copies of themselves: other walls, other cells open, thick or thin.

Two forms of one maze: walls between cells, or walls that are cells.  A board with walls between cells has
a cell a room.  In the *thick* form the rooms are the cells of odd row and column; between two rooms stands a
cell that is a wall or a door, and the border is walled.  So R x C rooms make 2R + 1 rows of 2C + 1 cells, and
every path has twice as many moves.  Where a board is wrapped round there is no border, but a seam: 2R rows,
or 2C columns, and the first of them lies on the seam.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.errors import Cell, ClosedMarkError, CostsError, ThicknessError, WallsError
from gridwalk.grids.cells import CellLike, as_cell
from gridwalk.grids.checks import plain_array
from gridwalk.grids.grid import Grid
from gridwalk.grids.moves import ORTHOGONAL
from gridwalk.grids.passages import checked_walls, period_of, sides_of, walls_after
from gridwalk.grids.repairs import NO_CELLS, CostFacts, Flat, changed, with_entries


class GridWithChanges(Grid):
    """A grid with methods that return a copy, changed in some cells or as a whole."""

    def with_walls(self, *cells: CellLike) -> Self:
        """Return this board with walls at *cells*, too; one-way cells there become plain walls,
        and portals from and to them vanish.

        The corner rule applies to the new walls: it may forbid diagonal steps beside them.  (For the paths
        of *this* board that visit none of some cells, use ``board.paths().avoiding(...)``.)

        Raises
        ------
        ClosedMarkError
            If one of *cells* is the start or an exit.
        OutsideBoardError, CellNameError
            If one is not a cell of the board.

        Notes
        -----
        Flat copies, and work in proportion to the cells that change: what this board has ready for searches
        is repaired for the new one, where that is possible.

        >>> from gridwalk import Board
        >>> board = Board.from_text("S..\\n.#.\\n..E")
        >>> board.paths().count(), board.with_walls((0, 1)).paths().count()
        (2, 1)
        """
        named = [as_cell(cell, self.shape, "with_walls") for cell in cells]
        for cell in named:
            if cell == self.start or cell in self.exits:
                raise ClosedMarkError("start" if cell == self.start else "exits", cell)
        flat, open_cells = self._switched(named, False)
        parts: dict[str, Any] = {"open_cells": open_cells}
        if not self.one_way.keys().isdisjoint(named):
            left = {cell: ways for cell, ways in self.one_way.items() if cell not in set(named)}
            parts["one_way"] = MappingProxyType(left)
        if self.portals:
            parts["portals"] = [
                one for one in self.portals if open_cells[one.source] and open_cells[one.target]
            ]
        if self.costs is None:
            return changed(self, parts, switched=flat)
        priced = flat[self.costs.reshape(-1)[flat] != 1]  # the entry of a wall is 1
        parts["costs"] = with_entries(self.costs, priced, 1)
        return changed(self, parts, switched=flat, priced=priced)

    def with_portals(self, *portals: tuple[Any, ...]) -> Self:
        """Return this board with more portals: ``(cell, cell)`` or ``(cell, cell, cost)`` each.

        A portal leads one way, from the first cell to the second, past walls and one-way cells; give both
        directions for one that leads both ways.  Its cost is that of a straight step, if none is given.

        Raises
        ------
        PortalsError
            If a cell is a wall, or there is such a portal.
        MovesError
            If the different portals and the moves are more than 62.

        >>> from gridwalk import Board
        >>> board = Board.from_text("S.#.\\n..#E")
        >>> board.with_portals(((0, 1), (0, 3))).paths().shortest().cells.tolist()
        [[0, 0], [0, 1], [0, 3], [1, 3]]
        """
        return self.replace(portals=(*self.portals, *portals))

    def _switched(self, cells: list[Cell], there: bool) -> tuple[Flat, NDArray[np.bool_]]:
        """Return which of *cells* are not yet open (closed) as they shall be, and the open cells then."""
        named = {row * self.columns + column for row, column in cells}
        flat = np.array(sorted(v for v in named if self._at_hand[1][v] != there), np.int64)
        return flat, with_entries(self.open_cells, flat, there)

    def with_walls_between(self, *pairs: tuple[CellLike, CellLike]) -> Self:
        """Return this board with a wall between the two cells of each of *pairs*: a door closed.

        Two cells that touch at two sides, as on a board wrapped round after two cells, get two walls.

        Raises
        ------
        WallsError
            If two cells are not next to each other, in a row or a column.
        OutsideBoardError, CellNameError
            If one is not a cell of the board.

        >>> from gridwalk import Board
        >>> board = Board.rectangle(2, 2)
        >>> board.paths().count(), board.with_walls_between(((0, 0), (0, 1))).paths().count()
        (2, 1)
        """
        return self._with_walls_between(pairs, True)

    def without_walls_between(self, *pairs: tuple[CellLike, CellLike]) -> Self:
        """Return this board without the wall between the two cells of each of *pairs*: a door opened.

        Closed cells stay closed.  The errors are those of `with_walls_between`.

        >>> from gridwalk import Board
        >>> board = Board.rectangle(2, 2, walls=([[True], [True]], [[False, False]]))
        >>> board.paths().count(), board.without_walls_between(("a1", "b1")).paths().shortest().letters
        (0, 'DR')
        """
        return self._with_walls_between(pairs, False)

    def _with_walls_between(self, pairs: Iterable[tuple[CellLike, CellLike]], there: bool) -> Self:
        """Return this board with the walls between cells of *pairs* there or not."""
        named = []
        for pair in pairs:
            cells = list(pair) if isinstance(pair, Iterable) and not isinstance(pair, str) else []
            if len(cells) != 2:
                raise WallsError(f"walls are between two cells, such as ((0, 3), (0, 4)), not {pair!r}")
            named.append(tuple(as_cell(cell, self.shape, "walls between") for cell in cells))
        after = walls_after(self.walls, self.shape, self.wrap, named, there, self.moves.cells)
        walls = checked_walls(after, self.shape, self.wrap, self.moves.cells)
        beside = [row * self.columns + column for pair in named for row, column in pair]
        return changed(self, {"walls": walls}, beside=np.unique(np.array(beside, np.int64)))

    def thick(self) -> Self:
        """Return the same maze with walls that are cells: 2R + 1 x 2C + 1 of them, rooms at odd indices.

        Paths are the same ones, with twice as many moves.

        Raises
        ------
        ThicknessError
            If moves are not orthogonal, or cells have costs.

        >>> from gridwalk import Board
        >>> board = Board.rectangle(2, 2, walls=([[True], [False]], [[False, False]]))
        >>> print(board.thick())
        #####
        #S#.#
        #.#.#
        #..E#
        #####
        >>> board.thick().thin() == board
        True
        """
        return type(self)(**thick_parts(self))

    def thin(self) -> Self:
        """Return the same maze with walls between cells: the inverse of `thick`.

        An opening of the border that is the start or an exit becomes the room behind it.

        Raises
        ------
        ThicknessError
            If this board is no thick form: of even size, or with an open cell between four rooms, say.

        """
        return type(self)(**thin_parts(self))

    def with_open(self, *cells: CellLike, costs: ArrayLike | None = None) -> Self:
        """Return this board with *cells* opened.

        Parameters
        ----------
        *cells : cells
            Walls or open cells.
        costs : number, or as many numbers as there are cells
            The cost of entering each cell, on a board with costs.  Default: 1 for walls, else unchanged.

        Raises
        ------
        CostsError
            If the board has no costs, or these are not finite numbers, 0 or more.
        OutsideBoardError, CellNameError
            If one is not a cell of the board.

        >>> door = (1, 1)
        >>> from gridwalk import Board
        >>> board = Board.from_text("S#E\\n.#.\\n.#.")
        >>> board.paths().shortest() is None, board.with_open(door).paths().shortest().length
        (True, 4)
        """
        named = [as_cell(cell, self.shape, "with_open") for cell in cells]
        flat, open_cells = self._switched(named, True)
        if costs is not None and self.costs is None:
            raise CostsError("with_open: this board has no costs; board.replace(costs=...) adds costs")
        return self._with_costs({"open_cells": open_cells}, flat, named, costs)  # the entry of a wall is 1

    def with_costs(self, costs: Mapping[CellLike, float]) -> Self:
        """Return this board with other costs of some open cells.

        Parameters
        ----------
        costs : mapping of cell to number
            The cost of entering each cell: ``{(0, 3): 5, "e4": 2}``.

        Raises
        ------
        CostsError
            If the board has no costs (``board.replace(costs=...)`` gives every cell one), or these are not
            finite numbers, 0 or more.
        WallCellError
            If one of the cells is a wall: `with_open` opens it, at a cost.
        OutsideBoardError, CellNameError
            If one is not a cell of the board.

        Notes
        -----
        As for `with_walls`.  Whole costs become fractions if one of *costs* is one.

        >>> from gridwalk import Board
        >>> board = Board.from_text("S1E\\n111", costs=True)
        >>> board.paths().shortest().cost, board.with_costs({(0, 1): 5}).paths().shortest().cost
        (2, 4)
        """
        if not isinstance(costs, Mapping):
            raise CostsError("with_costs takes a mapping of cells to costs, such as {(0, 3): 5}")
        if self.costs is None:
            raise CostsError("with_costs: this board has no costs; board.replace(costs=...) adds costs")
        named = [self.open_cell(cell, "with_costs") for cell in costs]
        return self._with_costs({}, NO_CELLS, named, list(costs.values()))

    def _with_costs(
        self, parts: dict[str, Any], switched: Flat, cells: list[Cell], given: ArrayLike | None
    ) -> Self:
        """Return this board with other *parts*, some cells *switched*, and the costs *given* for *cells*."""
        if self.costs is None:
            return changed(self, parts, switched=switched)
        flat, new = NO_CELLS, np.empty(0, self.costs.dtype)
        if given is not None:
            flat = np.array([row * self.columns + column for row, column in cells], np.int64)
            new = _as_costs(given, flat.shape)
            flat, last = np.unique(flat[::-1], return_index=True)
            new = np.broadcast_to(new, (len(cells),))[::-1][last]  # of a cell named twice, the last
        kind = np.result_type(self.costs, new) if len(flat) else self.costs.dtype  # no cells: nothing changes
        costs = with_entries(self.costs.astype(kind, copy=False), flat, new)
        parts = {**parts, "costs": costs}
        if costs.dtype != self.costs.dtype or not (np.isfinite(new) & (new >= 0)).all():
            return self.replace(**parts)
        CostFacts.of(self)  # to be repaired
        board = changed(self, parts, switched=switched, priced=flat)
        if CostFacts.of(board).surely_fit(costs.dtype.kind == "i", self.diagonal or 1):
            return board
        return self.replace(**parts)


def _as_costs(given: ArrayLike, shape: tuple[int, ...]) -> NDArray[Any]:
    """Return costs given for so many cells, or one for all of them, as int64 or float64."""
    new = plain_array(given, "costs", CostsError)
    if new.dtype.kind not in "iuf" or new.shape not in ((), shape):
        raise CostsError(f"costs={given!r} must be a number, or one for each of {shape[0]} cells")
    # Whole numbers beyond int64 are too great for any board, and become fractions to be refused as such.
    taken = new.astype(np.int64 if new.dtype.kind in "iu" and (new < 2**62).all() else np.float64)
    return taken if np.array_equal(taken == 0, new == 0) else new  # a long double may be lost: to be refused


def thick_parts(grid: Grid) -> dict[str, Any]:
    """Return the arguments of the thick form of *grid*; raise `ThicknessError` where there is none."""
    _check(grid)
    period = period_of(grid.shape, grid.wrap)
    if 0 < min(n or 3 for n in period) < 3:
        raise ThicknessError("on a board wrapped round after 1 or 2 cells, two doors lead to one room")
    (rows, columns), rooms = grid.shape, grid.open_cells
    walls = sides_of(grid.walls, grid.shape)
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
    if not set(grid.moves.unwrapped.deltas) <= set(ORTHOGONAL.deltas):
        raise ThicknessError(f"only orthogonal moves are the same in both forms, not {grid.moves.name} moves")
    if grid.portals or grid.levels is not None:
        raise ThicknessError("it has levels" if grid.levels is not None else "it has portals")
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
