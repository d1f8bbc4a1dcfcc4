"""Portals: moves of one cell only, to any other cell, at a cost of their own.

A portal is one more move of the legal-move table: its offset is the difference of its two cells, and its bit
is set in one cell only.  Portals of the same difference and cost share a move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, MovesError, PortalsError
from gridwalk.grids.cells import as_cell
from gridwalk.grids.moves import MAX_MOVES, Corners, Moves

Jump: TypeAlias = tuple[Cell, float | None]  # a difference of two cells, and a cost


class Portal(NamedTuple):
    """A directed step from one cell to another; without a cost of its own it costs what a straight step does.

    >>> Portal((0, 3), (7, 9), 2.5).target
    (7, 9)
    """

    source: Cell
    target: Cell
    cost: float | None = None

    @property
    def jump(self) -> Jump:
        """What its move is known by."""
        return (self.target[0] - self.source[0], self.target[1] - self.source[1]), self.cost


def checked_portals(portals: Iterable[Any], open_cells: NDArray[np.bool_]) -> tuple[Portal, ...]:
    """Return *portals* in the order of their cells; raise `PortalsError` if one is none."""
    shape = (open_cells.shape[0], open_cells.shape[1])
    try:
        given = list(portals)
    except TypeError:
        raise PortalsError(f"portals={portals!r} must be tuples (cell, cell) or (cell, cell, cost)") from None
    found: dict[tuple[Cell, Cell], Portal] = {}
    for one in given:
        if not isinstance(one, tuple | list) or len(one) not in (2, 3):
            raise PortalsError(f"the portal {one!r} must be (cell, cell) or (cell, cell, cost)")
        source, target = as_cell(one[0], shape, "portals"), as_cell(one[1], shape, "portals")
        for cell in (source, target):
            if not open_cells[cell]:
                raise PortalsError(f"the cell {cell} of the portal from {source} to {target} is a wall")
        if source == target:
            raise PortalsError(f"the portal at {source} leads nowhere else")
        if (source, target) in found:
            raise PortalsError(f"there are two portals from {source} to {target}")
        found[source, target] = Portal(
            source, target, _checked_cost(one[2], source, target) if len(one) == 3 else None
        )
    return tuple(sorted(found.values(), key=lambda portal: portal[:2]))


def _checked_cost(cost: Any, source: Cell, target: Cell) -> float | None:
    if cost is None:
        return None
    is_number = isinstance(cost, int | float | np.integer | np.floating) and not isinstance(cost, bool)
    if not is_number or not isfinite(cost) or not 0 <= cost < 2**53:
        words = f"the cost of the portal from {source} to {target}, {cost!r},"
        raise PortalsError(f"{words} must be a number from 0 to below 2**53")
    plain: float = cost.item() if isinstance(cost, np.generic) else cost
    return plain


@dataclass(frozen=True)
class PortalMoves(Moves):
    """The moves of a board with portals: made by `PortalMoves.of`.

    Attributes
    ----------
    base : Moves
        The moves without portals; they come first in the table.
    jumps : tuple of ((d_row, d_column), cost or None)
        What the moves of the portals are, in the order of the table.
    are_mutual : bool
        Whether every portal has one that leads back.

    """

    base: Moves = field(default=None)  # type: ignore[assignment]
    jumps: tuple[Jump, ...] = ()
    are_mutual: bool = False

    @classmethod
    def of(cls, base: Moves, portals: tuple[Portal, ...]) -> PortalMoves:
        """Return the moves *base* and those of *portals*."""
        jumps = tuple(dict.fromkeys(portal.jump for portal in portals))
        if len(base) + len(jumps) > MAX_MOVES:
            raise MovesError(
                f"{len(base)} moves and portals of {len(jumps)} different offsets or costs are more than "
                f"{MAX_MOVES}: the table has no room for them"
            )
        ends = {portal[:2] for portal in portals}
        return cls._made(base, jumps, all((target, source) in ends for source, target in ends))

    @classmethod
    def _made(cls, base: Moves, jumps: tuple[Jump, ...], are_mutual: bool) -> PortalMoves:
        found = object.__new__(cls)
        deltas = (*base.deltas, *(delta for delta, _ in jumps))
        values = deltas, base.corners, base.name, base.slides, base, jumps, are_mutual
        for name, value in zip(cls.__dataclass_fields__, values, strict=True):
            object.__setattr__(found, name, value)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return PortalMoves._made, (self.base, self.jumps, self.are_mutual)

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """For each of *deltas* the move that it is; (0, 0) for a portal."""
        return (*self.base.steps, *((0, 0) for _ in self.jumps))

    @property
    def unwrapped(self) -> Moves:
        """The moves without portals, before they were wrapped."""
        return self.base.unwrapped

    @property
    def symmetric(self) -> bool:
        """Whether every move has a reverse move."""
        return self.base.symmetric and self.are_mutual

    def sources(self) -> Iterator[tuple[int, int, tuple[int, int]]]:
        """As for `Moves`, without the portals."""
        return self.base.sources()

    @property
    def names(self) -> tuple[str, ...]:
        """The moves in letters, without the portals."""
        return self.base.names

    def with_corners(self, corners: Corners) -> Moves:
        """Return the moves without portals under another corner rule: the board adds its portals."""
        return self.base.unwrapped.with_corners(corners)

    def ordered(self, order: str | Iterable[tuple[int, int]]) -> Moves:
        """Return the moves without portals in another order: the board adds its portals."""
        return self.base.unwrapped.ordered(order)


def with_portals(
    table: NDArray[Any], moves: PortalMoves, portals: tuple[Portal, ...], columns: int
) -> NDArray[Any]:
    """Return the flat legal-move table with the bits of *portals*: each replaces a step to its target."""
    changed, one = table.copy(), table.dtype.type(1)
    first, number_of_jump = len(moves.base), {jump: n for n, jump in enumerate(moves.jumps)}
    flat_deltas = [d_row * columns + d_column for d_row, d_column in moves.base.deltas]
    for portal in portals:
        u, v = (row * columns + column for row, column in portal[:2])
        for m, delta in enumerate(flat_deltas):
            if u + delta == v:
                changed[u] &= ~(one << table.dtype.type(m))
        changed[u] |= one << table.dtype.type(first + number_of_jump[portal.jump])
    changed.flags.writeable = False
    return changed
