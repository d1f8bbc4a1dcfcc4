"""Grids that return changed copies of themselves: other walls, other cells open, thick or thin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.cells import CellLike, as_cell
from gridwalk.checks import plain_array
from gridwalk.errors import ClosedMarkError, CostsError, WallsError
from gridwalk.grid import Grid
from gridwalk.walls import Walls, walls_after


class GridWithChanges(Grid):
    """A grid with methods that return a copy, changed in some cells or as a whole."""

    def with_walls(self, *cells: CellLike) -> Self:
        """Return this board with walls at *cells*, too; one-way cells there become plain walls.

        The corner rule applies to the new walls: it may forbid diagonal steps beside them.  (For the paths
        of *this* board that visit none of some cells, use ``board.paths().avoiding(...)``.)

        Raises
        ------
        ClosedMarkError
            If one of *cells* is the start or an exit.
        OutsideBoardError, CellNameError
            If one is not a cell of the board.

        >>> from gridwalk import Board
        >>> board = Board.from_text("S..\\n.#.\\n..E")
        >>> board.paths().count(), board.with_walls((0, 1)).paths().count()
        (2, 1)
        """
        open_cells, one_way = self.open_cells.copy(), dict(self.one_way)
        for cell in (as_cell(cell, self.shape, "with_walls") for cell in cells):
            if cell == self.start or cell in self.exits:
                raise ClosedMarkError("start" if cell == self.start else "exits", cell)
            open_cells[cell] = False
            one_way.pop(cell, None)
        return self.replace(open_cells=open_cells, one_way=one_way)

    def with_walls_between(self, *pairs: tuple[CellLike, CellLike]) -> Self:
        """Return this board with a wall between the two cells of each of *pairs*: a door closed.

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
        return self.replace(walls=self._walls_after(pairs, True))

    def without_walls_between(self, *pairs: tuple[CellLike, CellLike]) -> Self:
        """Return this board without the wall between the two cells of each of *pairs*: a door opened.

        Closed cells stay closed.  The errors are those of `with_walls_between`.

        >>> from gridwalk import Board
        >>> board = Board.rectangle(2, 2, walls=([[True], [True]], [[False, False]]))
        >>> board.paths().count(), board.without_walls_between(("a1", "b1")).paths().shortest().letters
        (0, 'DR')
        """
        return self.replace(walls=self._walls_after(pairs, False))

    def _walls_after(self, pairs: Iterable[tuple[CellLike, CellLike]], there: bool) -> Walls:
        """Return the walls between cells, with those of *pairs* there or not."""
        named = []
        for pair in pairs:
            cells = list(pair) if isinstance(pair, Iterable) and not isinstance(pair, str) else []
            if len(cells) != 2:
                raise WallsError(f"walls are between two cells, such as ((0, 3), (0, 4)), not {pair!r}")
            named.append(tuple(as_cell(cell, self.shape, "walls between") for cell in cells))
        return walls_after(self.walls, self.shape, self.wrap, named, there)

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
        from gridwalk.thickness import thick_parts

        return type(self)(**thick_parts(self))

    def thin(self) -> Self:
        """Return the same maze with walls between cells: the inverse of `thick`.

        An opening of the border that is the start or an exit becomes the room behind it.

        Raises
        ------
        ThicknessError
            If this board is no thick form: of even size, or with an open cell between four rooms, say.

        """
        from gridwalk.thickness import thin_parts

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
            If the board has no costs, or these are not positive, finite numbers.
        OutsideBoardError, CellNameError
            If one is not a cell of the board.

        >>> door = (1, 1)
        >>> from gridwalk import Board
        >>> board = Board.from_text("S#E\\n.#.\\n.#.")
        >>> board.paths().shortest() is None, board.with_open(door).paths().shortest().length
        (True, 4)
        """
        named = [as_cell(cell, self.shape, "with_open") for cell in cells]
        rows, columns = np.array(named, np.intp).reshape(-1, 2).T
        open_cells = self.open_cells.copy()
        open_cells[rows, columns] = True
        return self.replace(open_cells=open_cells, costs=self._costs_with(costs, rows, columns))

    def _costs_with(
        self, given: ArrayLike | None, rows: NDArray[Any], columns: NDArray[Any]
    ) -> ArrayLike | None:
        """Return the board's costs with those *given* for some cells."""
        if given is None:
            return self.costs  # the entry of a wall is 1
        if self.costs is None:
            raise CostsError("with_open: this board has no costs; board.replace(costs=...) adds costs")
        new = plain_array(given, "costs", CostsError)
        if not np.issubdtype(new.dtype, np.number) or new.shape not in ((), rows.shape):
            raise CostsError(
                f"with_open: costs={given!r} must be a number, or one for each of {len(rows)} cells"
            )
        costs = self.costs.astype(np.result_type(self.costs, new))
        costs[rows, columns] = new
        return costs
