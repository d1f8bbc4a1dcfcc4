"""Cells in order on a board: what a path and a walk have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.grids.moves import letters_of
from gridwalk.render.seams import steps_along, through_portals

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid


class CellSequence(Sequence[Cell]):
    """The cells of something that moves on a board, in order; it never changes.

    Attributes
    ----------
    board : Board
    cells : int32 array, shape (n, 2), read-only
        Each ``(row, column)``.

    """

    board: Grid
    cells: NDArray[np.int32]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__.lower()} is immutable")

    @property
    def _round(self) -> NDArray[np.int32]:
        """The cells with all their moves: a closed path returns to its first."""
        return self.cells

    @property
    def length(self) -> int:
        """The number of moves; a closed path has as many moves as cells."""
        return len(self._round) - 1

    @cached_property
    def cost(self) -> int | float:
        """The sum of what the steps cost: each the cost of the cell entered; without costs 1.

        A diagonal step of one cell costs ``board.diagonal`` times as much; that is by default 1 on a board
        with costs, the square root of 2 without.
        """
        return self.board.step_costs.total(self._round)

    @property
    def letters(self) -> str:
        """The moves in letters, as `Moves.ordered` takes them: ``"DDRR"``, or a knight's ``"DDR,URR"``.

        A step through a portal is a ``*``.
        """
        jumps = through_portals(self.board, self._round).tolist()
        steps = steps_along(self.board, self._round).tolist()
        words = ["*" if is_jump else letters_of(*step) for step, is_jump in zip(steps, jumps, strict=True)]
        return ("," if any(len(name) > 1 for name in (*words, *self.board.moves.names)) else "").join(words)

    def draw(self) -> str:
        """Return the cells drawn on their board."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.cells)

    @overload
    def __getitem__(self, number: int) -> Cell: ...
    @overload
    def __getitem__(self, number: slice) -> list[Cell]: ...
    def __getitem__(self, number: int | slice) -> Cell | list[Cell]:
        if isinstance(number, slice):
            return list(map(tuple, self.cells[number].tolist()))
        row, column = self.cells[index(number)].tolist()
        return row, column

    def __iter__(self) -> Iterator[Cell]:
        return map(tuple, self.cells.tolist())

    def __reversed__(self) -> Iterator[Cell]:
        return map(tuple, self.cells[::-1].tolist())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.cells, dtype, copy=copy)

    def __str__(self) -> str:
        return self.draw()
