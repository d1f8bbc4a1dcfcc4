"""Rook boards, planar as they are: a question about all their paths or cycles.

A cell has a *role*; everything that can be asked here is a board of roles::

    paths to one exit       start and exit END_CELL, other open cells INNER
    paths to the first exit start END_CELL, exits LAST, others INNER
    any last cell           start END_CELL, all others EITHER
    any first and last cell all EITHER (each path once, not once per direction)
    cycles                  all INNER

and the cells that have to be visited.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.errors import InputError
from gridwalk.grids.passages import Walls

CLOSED, INNER, END_CELL, LAST, EITHER = range(5)
NOWHERE = -1

Cell = tuple[int, int]


@dataclass(frozen=True, eq=False)
class CellRoles:
    """Which paths or cycles of a board are meant.

    Parameters
    ----------
    roles : uint8 array, shape (rows, columns)
        The role of each cell.
    must : array of bool, shape (rows, columns)
        The cells that have to be visited.
    start : int
        The flat index of the cell from which an answer lists its cells, or NOWHERE: the lesser
        of its two ends, or of all the cells of a cycle.
    walls : Walls, optional
        Walls between cells, both arrays of the shape of the board; those on the border mean nothing.

    """

    roles: NDArray[np.uint8]
    must: NDArray[np.bool_]
    start: int = NOWHERE
    walls: Walls | None = None

    def __post_init__(self) -> None:
        ends, free = int((self.roles == END_CELL).sum()), bool((self.roles >= LAST).any())
        either = bool((self.roles == EITHER).any())
        if ends + free != 2 and not (ends == 0 and (either or not free)):
            raise InputError(f"a path has two ends; the roles give {ends}, and {'more' if free else 'none'}")
        if self.roles.shape != self.must.shape:
            raise InputError(f"roles are {self.roles.shape} and must is {self.must.shape}: shapes differ")

    @classmethod
    def paths(
        cls, is_open: ArrayLike, start: Cell | None, exits: list[Cell] | None, must: ArrayLike = False
    ) -> CellRoles:
        """Ask for the paths of at least one move from *start* to the first of *exits* that they enter.

        None is any cell.  With neither start nor exits given, a path and its reverse are one.
        """
        cells = np.asarray(is_open, bool)
        for cell in (*(exits or ()), *([] if start is None else [start])):
            if not cells[cell]:
                raise InputError(f"{cell} is a wall; a path cannot begin or end there")
        roles = np.where(cells, EITHER if exits is None else INNER, CLOSED).astype(np.uint8)
        for cell in exits or ():
            roles[cell] = END_CELL if len(set(exits or ())) == 1 else LAST
        if start is None and exits is not None:
            raise InputError("start=None takes exits=None: turn the path round if its last cell is given")
        if start is not None:
            if exits is not None and (start in exits or not exits):
                raise InputError(f"start={start} and exits={exits}: there must be an exit, and not the start")
            roles[start] = END_CELL
        first = NOWHERE if start is None else start[0] * cells.shape[1] + start[1]
        return cls(roles, _mask(cells, must), first)

    @classmethod
    def cycles(cls, is_open: ArrayLike, must: ArrayLike = False) -> CellRoles:
        """Ask for the cycles, each once."""
        cells = np.asarray(is_open, bool)
        roles = np.where(cells, INNER, CLOSED).astype(np.uint8)
        return cls(roles, _mask(cells, must))

    @property
    def facts(self) -> tuple[object, ...]:
        """What tells this board from others in the name of a checkpoint."""
        return self.roles, self.must, *(self.walls or ())

    def are_apart(self, u: int, v: int) -> bool:
        """Whether a wall stands between two cells, flat, that are next to each other."""
        if self.walls is None:
            return False
        side = self.walls.below if abs(u - v) == self.roles.shape[1] else self.walls.right
        return bool(side.flat[min(u, v)])

    @property
    def is_hopeless(self) -> bool:
        """Whether no cell is open, or one that must be visited is closed."""
        is_open = self.roles != CLOSED
        return not is_open.any() or bool((self.must & ~is_open).any())


def _mask(is_open: NDArray[np.bool_], must: ArrayLike) -> NDArray[np.bool_]:
    """Return *must* as a mask; True is all open cells."""
    asked = np.asarray(must, bool)
    return is_open & asked if asked.ndim == 0 else asked
