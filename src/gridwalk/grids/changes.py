"""Grids that return changed copies of themselves: other walls, other cells open, thick or thin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.errors import Cell, ClosedMarkError, CostsError, WallsError
from gridwalk.grids.cells import CellLike, as_cell
from gridwalk.grids.checks import plain_array
from gridwalk.grids.costfacts import CostFacts
from gridwalk.grids.grid import Grid
from gridwalk.grids.passages import checked_walls, walls_after
from gridwalk.grids.repairs import NO_CELLS, Flat, changed, with_entries


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
        flat = np.array(sorted(v for v in named if self._open_bytes[v] != there), np.int64)
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
        after = walls_after(self.walls, self.shape, self.wrap, named, there)
        walls = checked_walls(after, self.shape, self.wrap)
        beside = [row * self.columns + column for pair in named for row, column in pair]
        return changed(self, {"walls": walls}, beside=np.unique(np.array(beside, np.int64)))

    def thick(self) -> Self:
        """Return the same maze with walls that are cells: 2R + 1 x 2C + 1 of them, rooms at odd indices.

        Paths are the same ones, with twice as many moves.

        Raises
        ------
        ThicknessError
            If moves are not the rook's, or cells have costs.

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
        from gridwalk.grids.repairs import thick_parts

        return type(self)(**thick_parts(self))

    def thin(self) -> Self:
        """Return the same maze with walls between cells: the inverse of `thick`.

        An opening of the border that is the start or an exit becomes the room behind it.

        Raises
        ------
        ThicknessError
            If this board is no thick form: of even size, or with an open cell between four rooms, say.

        """
        from gridwalk.grids.repairs import thin_parts

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
