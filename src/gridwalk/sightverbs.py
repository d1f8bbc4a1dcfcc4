"""The verbs of a board about what can be seen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids import sight
from gridwalk.grids.cells import CellLike
from gridwalk.grids.grid import Grid
from gridwalk.runtime.limits import Limits
from gridwalk.runtime.progress import ProgressLike


class SightVerbs(Grid):
    """Lines of sight, and fields of view."""

    def sees(self, u: CellLike, v: CellLike) -> bool:
        """Return whether cell *v* is in line of sight of cell *u*.

        It is if the straight segment between the middles of the two cells goes through open cells only and
        crosses no wall between cells.  Where it goes exactly through a corner of four cells, it passes as a
        diagonal step of the king would by the corner rule of the board's moves: with "both", the default,
        both cells beside it must be open, with "one" one of them, with "none" neither.

        Parameters
        ----------
        u, v : (row, column) or str
            Two cells of the board.

        Returns
        -------
        bool
            The same for *u* and *v* in either order; False if one of them is a wall.

        Raises
        ------
        OutsideBoardError
            If a cell is not on the board.
        QuestionError
            If sides of the board meet.

        Notes
        -----
        Exact: whole numbers only.  O(rows + columns); the first question looks at every cell once.  What
        stops moves, but not views, does not count: one-way cells, costs, which steps a piece has.

        Examples
        --------
        >>> from gridwalk import Board, KING
        >>> board = Board.from_text("....\\n.#..\\n....")
        >>> board.sees((0, 0), (0, 3)), board.sees((0, 0), (2, 3)), board.sees((0, 1), (1, 2))
        (True, False, False)
        >>> board.replace(moves=KING.with_corners("one")).sees((0, 1), (1, 2))
        True

        """
        return sight.sees(self, u, v)

    def visible_from(
        self,
        cell: CellLike,
        *,
        radius: float | None = None,
        seconds: float | None = None,
        progress: ProgressLike = None,
    ) -> NDArray[np.bool_]:
        """Return which cells are in line of sight of *cell*: its field of view, by `sees` for every cell.

        Parameters
        ----------
        cell : (row, column) or str
            Where one stands, an open cell.
        radius : float, optional
            How far one sees: the straight distance of the middles of two cells, at most.  Default: no limit.
        seconds, progress : optional
            As for `PathSet.within`.

        Returns
        -------
        bool array, shape (rows, columns)
            True at *cell* and every open cell it sees; a wall is not seen itself.  It is symmetric: of two
            cells each sees the other, or neither does.

        Raises
        ------
        WallCellError, OutsideBoardError
            If *cell* is not an open cell.
        ArgumentError
            If *radius* is no number of 0 or more.
        QuestionError
            If sides of the board meet.
        TimeLimitError
            If *seconds* are over.

        Notes
        -----
        O(cells within the radius * radius): exact and simple rather than the fastest.

        Examples
        --------
        >>> from gridwalk import Board
        >>> Board.from_text("....\\n.#..\\n....").visible_from((0, 0)).astype(int).tolist()
        [[1, 1, 1, 1], [1, 0, 0, 0], [1, 0, 0, 0]]

        """
        return sight.visible_from(self, cell, radius, Limits(seconds, progress).watch())
