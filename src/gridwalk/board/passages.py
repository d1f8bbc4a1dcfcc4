"""Walls between cells, seams of wrapped boards, and portals.

``right[r, c]`` is the wall between the cells ``(r, c)`` and ``(r, c + 1)``; ``below[r, c]`` is the wall
between ``(r, c)`` and ``(r + 1, c)``.  The arrays of a board of R x C cells have the shapes R x (C - 1) and
(R - 1) x C.  If the board is wrapped, the last column (row) meets the first, and the array has one more
column (row) of entries for that seam.

A wall stops a straight step.  A diagonal step has two routes of two straight steps each; the corner rule sets
whether none, one or both must be free of walls and closed cells.  Walls do not stop leaps.

Hexagons have a third array: ``slant[r, c]`` is the wall between ``(r, c)`` and ``(r + 1, c - 1)``.

A portal is a move from a single cell to any other cell, possibly with its own cost.  It is one more move of
the legal-move table: its offset is the difference of the two cells, and its bit is set in one cell only.
Portals with equal differences and costs share a move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.cells import as_cell
from gridwalk.board.checks import canonical, plain_array, plain_number
from gridwalk.board.moves import MAX_MOVES, CellShape, Corners, Moves
from gridwalk.errors import BoardError, Cell, check_choice

if TYPE_CHECKING:
    from gridwalk.board.board import Board

Wrap = Literal["rows", "columns", "both"]
WRAPS = ("rows", "columns", "both")
WRAPPED = {None: "", "rows": "rows wrapped", "columns": "columns wrapped", "both": "torus"}


class Walls(NamedTuple):
    """Walls between cells, read-only: ``right`` and ``below``, True where there is a wall."""

    right: NDArray[np.bool_]
    below: NDArray[np.bool_]

    @property
    def sides(self) -> tuple[NDArray[np.bool_], ...]:
        """All arrays."""
        return self.right, self.below

    @property
    def number(self) -> int:
        """The number of walls."""
        return sum(int(np.count_nonzero(side)) for side in self.sides)

    def padded(self, shape: tuple[int, int]) -> Walls:
        """Return both arrays padded to the shape of the board, without walls on its border."""
        return Walls(*(_of_shape(side, shape) for side in self))

    def between_open(self, open_cells: NDArray[np.bool_]) -> Walls:
        """Return only the walls between two open cells, which have an effect, in the shape of the board."""
        right, below = self.padded((open_cells.shape[0], open_cells.shape[1]))
        return Walls(
            right & open_cells & np.roll(open_cells, -1, axis=1),
            below & open_cells & np.roll(open_cells, -1, axis=0),
        )


class HexWalls(Walls):
    """Walls between hexagons: to the ``right``, to the lower right (``below``), lower left (``slant``)."""

    slant: NDArray[np.bool_]

    def __new__(cls, right: NDArray[np.bool_], below: NDArray[np.bool_], slant: NDArray[np.bool_]) -> Self:
        """Return the walls; as a tuple they are the first two arrays, as for squares."""
        found = super().__new__(cls, right, below)
        found.slant = slant
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return HexWalls, self.sides

    @property
    def sides(self) -> tuple[NDArray[np.bool_], ...]:
        """All three arrays."""
        return self.right, self.below, self.slant

    def padded(self, shape: tuple[int, int]) -> HexWalls:
        """Return the arrays with the shape of the board."""
        return HexWalls(*super().padded(shape), _of_shape(self.slant, shape))

    def between_open(self, open_cells: NDArray[np.bool_]) -> HexWalls:
        """Return only the walls between two open cells, of the shape of the board."""
        slant = _of_shape(self.slant, (open_cells.shape[0], open_cells.shape[1]))
        both = open_cells & np.roll(open_cells, (-1, 1), axis=(0, 1))
        return HexWalls(*super().between_open(open_cells), slant & both)


def checked_wrap(wrap: str | None) -> Wrap | None:
    """Return *wrap*; raise `ArgumentError` if it is neither None nor one of `WRAPS`."""
    if wrap is not None:
        check_choice("wrap", wrap, WRAPS)
    return wrap  # type: ignore[return-value]


def period_of(shape: tuple[int, int], wrap: Wrap | None) -> tuple[int, int]:
    """Return the numbers of rows and columns after which a board repeats; 0 stands for no repeat.

    >>> period_of((3, 8), "columns"), period_of((3, 8), "both")
    ((0, 8), (3, 8))
    """
    return shape[0] if wrap in ("rows", "both") else 0, shape[1] if wrap in ("columns", "both") else 0


def checked_walls(
    walls: Sequence[Any] | None, shape: tuple[int, int], wrap: Wrap | None, cells: CellShape = "square"
) -> Walls | None:
    """Return a checked copy of *walls* for a board of that *shape*, or None if there are no walls."""
    if walls is None:
        return None
    try:
        given = list(walls.sides if isinstance(walls, Walls) else walls)
    except TypeError:
        given = []
    if cells == "square" and len(given) == 3:
        raise BoardError(
            "walls of three arrays are those of hexagons, and these moves are of squares: give moves='hex'"
        )
    if len(given) not in (2, 3):
        third = "" if cells == "square" else ", or three between hexagons, (right, below, slant)"
        raise BoardError(f"walls must be two arrays of bool, (right, below){third}")
    (rows, columns), period = shape, period_of(shape, wrap)
    right = _side(given[0], "right", shape, (rows, columns if period[1] else columns - 1))
    lower = rows if period[0] else rows - 1, columns
    below = _side(given[1], "below", shape, lower)
    if len(given) == 2 and cells == "square":
        return Walls(right, below) if right.any() or below.any() else None
    slant = np.zeros(lower, np.bool_) if len(given) == 2 else np.array(_side(given[2], "slant", shape, lower))
    slant[:, : 0 if period[1] else 1] = False  # the first column has no lower left neighbours
    slant.flags.writeable = False
    return HexWalls(right, below, slant) if right.any() or below.any() or slant.any() else None


def _side(given: Any, name: str, shape: tuple[int, int], places: tuple[int, int]) -> NDArray[np.bool_]:
    array = plain_array(given, f"walls: {name}", BoardError)
    if array.size == 0 and 0 in places and array.ndim <= 2:
        array = np.zeros(places, np.bool_)
    if array.dtype != np.bool_:
        if array.dtype.kind not in "iu" or not np.isin(array, (0, 1)).all():
            raise BoardError(f"walls: {name} must hold bool (True: a wall), not {array.dtype}")
        array = array.astype(np.bool_)
    if array.shape not in (places, shape):
        raise BoardError(
            f"walls: {name} must have the shape {places} (or that of the board, {shape}), not {array.shape}"
        )
    side = canonical(array[: places[0], : places[1]])  # without the walls on the border
    side.flags.writeable = False
    return side


def _of_shape(side: NDArray[np.bool_], shape: tuple[int, int]) -> NDArray[np.bool_]:
    if side.shape == shape:
        return side
    whole = np.zeros(shape, np.bool_)
    whole[: side.shape[0], : side.shape[1]] = side
    return whole


def sides_of(walls: Walls | None, shape: tuple[int, int], cells: CellShape = "square") -> Walls:
    """Return *walls* padded to the shape of the board; for None, arrays without walls."""
    if walls is not None:
        return walls.padded(shape)
    none = np.zeros(shape, np.bool_)
    return Walls(none, none) if cells == "square" else HexWalls(none, none, none)


def walls_after(
    walls: Walls | None,
    shape: tuple[int, int],
    wrap: Wrap | None,
    pairs: Iterable[Sequence[Cell]],
    there: bool,
    cells: CellShape = "square",
) -> Walls:
    """Return *walls* with a wall between the two cells of each of *pairs*, or without it unless *there*."""
    period, kind = period_of(shape, wrap), Walls if cells == "square" else HexWalls
    sides = [np.array(side) for side in sides_of(walls, shape, cells).sides]

    def beyond(cell: Cell, step: Cell) -> Cell:
        row, column = cell[0] + step[0], cell[1] + step[1]
        return row % period[0] if period[0] else row, column % period[1] if period[1] else column

    for u, v in pairs:
        places = [
            (side, cell)
            for side, step in zip(sides, ((0, 1), (1, 0), (1, -1)), strict=False)
            for cell, other in ((u, v), (v, u))
            if u != v and beyond(cell, step) == other
        ]
        if not places:
            raise BoardError(f"{u} and {v} are not next to each other, so no wall can be between them")
        for side, cell in places:  # two walls, if a board is wrapped round after two cells
            side[cell] = there
    return kind(*sides)


Jump: TypeAlias = tuple[Cell, float | None]  # a difference of two cells, and a cost


class Portal(NamedTuple):
    """A directed step from one cell to another, as in `Board.portals`.

    Attributes
    ----------
    source, target : tuple of (row, column)
        Where the portal begins and ends.
    cost : number, optional
        Default: the cost of a straight step.

    >>> Portal((0, 3), (7, 9), 2.5).target
    (7, 9)
    """

    source: Cell
    target: Cell
    cost: float | None = None

    @property
    def jump(self) -> Jump:
        """The difference of the cells and the cost: portals with the same jump share a move."""
        return (self.target[0] - self.source[0], self.target[1] - self.source[1]), self.cost


def checked_portals(
    portals: Iterable[Any], open_cells: NDArray[np.bool_], shape: tuple[int, int] | None = None
) -> tuple[Portal, ...]:
    """Return *portals* sorted by their cells; raise `BoardError` if one is invalid."""
    shape = shape or (open_cells.shape[0], open_cells.shape[1])
    try:
        given = list(portals)
    except TypeError:
        raise BoardError(f"portals={portals!r} must be tuples (cell, cell) or (cell, cell, cost)") from None
    found: dict[tuple[Cell, Cell], Portal] = {}
    for one in given:
        if not isinstance(one, tuple | list) or len(one) not in (2, 3):
            raise BoardError(f"the portal {one!r} must be (cell, cell) or (cell, cell, cost)")
        source, target = as_cell(one[0], shape, "portals"), as_cell(one[1], shape, "portals")
        for cell in (source, target):
            if not open_cells[cell]:
                raise BoardError(f"the cell {cell} of the portal from {source} to {target} is a wall")
        if source == target:
            raise BoardError(f"the portal at {source} leads nowhere else")
        if (source, target) in found:
            raise BoardError(f"there are two portals from {source} to {target}")
        found[source, target] = Portal(
            source, target, _checked_cost(one[2], source, target) if len(one) == 3 else None
        )
    return tuple(sorted(found.values(), key=lambda portal: portal[:2]))


def _checked_cost(cost: Any, source: Cell, target: Cell) -> float | None:
    if cost is None:
        return None
    plain = plain_number(cost)
    if plain is None or not 0 <= plain < 2**53:
        words = f"the cost of the portal from {source} to {target}, {cost!r},"
        raise BoardError(f"{words} must be a number from 0 to below 2**53")
    return plain


@dataclass(frozen=True)
class PortalMoves(Moves):
    """The moves of a board with portals: see `PortalMoves.of`.

    Attributes
    ----------
    base : Moves
        The moves without portals; they come first in the table.
    jumps : tuple of ((d_row, d_column), cost or None)
        The moves of the portals, in the order of the table.
    are_mutual : bool
        Whether every portal has a reverse portal.

    """

    base: Moves = field(default=None)  # type: ignore[assignment]
    jumps: tuple[Jump, ...] = ()
    are_mutual: bool = False

    @classmethod
    def of(cls, base: Moves, portals: tuple[Portal, ...]) -> PortalMoves:
        """Return the moves *base* and the moves of *portals*."""
        jumps = tuple(dict.fromkeys(portal.jump for portal in portals))
        if len(base) + len(jumps) > MAX_MOVES:
            raise BoardError(
                f"{len(base)} moves and portals of {len(jumps)} different offsets or costs are more than "
                f"{MAX_MOVES}: the table has no room for them"
            )
        ends = {portal[:2] for portal in portals}
        return cls._made(base, jumps, all((target, source) in ends for source, target in ends))

    @classmethod
    def _made(cls, base: Moves, jumps: tuple[Jump, ...], are_mutual: bool) -> PortalMoves:
        deltas = (*base.deltas, *(delta for delta, _ in jumps))
        return cls._of_values(
            deltas, base.corners, base.name, base.slides, base.cells, base, jumps, are_mutual
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return PortalMoves._made, (self.base, self.jumps, self.are_mutual)

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The move of each of *deltas*; (0, 0) for a portal."""
        return (*self.base.steps, *((0, 0) for _ in self.jumps))

    @property
    def unwrapped(self) -> Moves:
        """The moves without portals, before they were wrapped."""
        return self.base.unwrapped

    @property
    def symmetric(self) -> bool:
        """Whether every move has a reverse move."""
        return self.base.symmetric and self.are_mutual

    def sources(self) -> list[tuple[int, int, tuple[int, int]]]:
        """As for `Moves`, without the portals."""
        return self.base.sources()

    @property
    def names(self) -> tuple[str, ...]:
        """The moves in letters, without the portals."""
        return self.base.names

    def with_corners(self, corners: Corners) -> Moves:
        """Return the moves without portals, under another corner rule; the board adds its portals again."""
        return self.base.unwrapped.with_corners(corners)

    def ordered(self, order: str | Iterable[tuple[int, int]]) -> Moves:
        """Return the moves without portals, in another order; the board adds its portals again."""
        return self.base.unwrapped.ordered(order)


def moves_of_board(
    stencil: Moves, shape: tuple[int, int], wrap: Wrap | None, levels: Any, portals: tuple[Portal, ...]
) -> Moves:
    """Return the moves of a board: the *stencil*, wrapped, with moves between *levels* and portals."""
    moves = stencil.unwrapped.wrapped(period_of(shape, wrap))
    if levels is not None:
        moves = levels.moves(moves)
    return PortalMoves.of(moves, portals) if portals else moves


def with_portals(
    table: NDArray[Any], moves: PortalMoves, portals: tuple[Portal, ...], columns: int
) -> NDArray[Any]:
    """Return the flat legal-move table with *portals*; a portal replaces a step to the same target."""
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


def seams_of(board: Board) -> tuple[bool, bool]:
    """Return whether the first and last row meet, and whether the first and last column do."""
    return board.wrap in ("rows", "both"), board.wrap in ("columns", "both")


def steps_along(board: Board, cells: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the step from each cell to the next, shape (n - 1, 2), as a move before wrapping.

    Over the seam of a cylinder of 8 columns, the difference is ``(0, -7)`` and the step is ``(0, 1)``.
    """
    deltas: NDArray[np.int64] = cells[1:].astype(np.int64) - cells[:-1]
    if board.wrap is None:
        return deltas
    steps = deltas.copy()
    makers: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for m, _, step in board.moves.sources():
        makers.setdefault(board.moves.deltas[m], []).append(step)
    for delta, makes in makers.items():
        here = (deltas == delta).all(axis=1)
        # On two columns, left and right lead to the same cell.  If a wall stops one step, it was the other.
        for step in sorted(makes, key=lambda step: step == delta):
            steps[here & ~(_walled(board, cells[:-1], step) & (len(makes) > 1))] = step
    return steps


def directions_along(board: Board, cells: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the direction of each step, shape (n, 2), without steps through portals, which have none.

    Steps by ``(0, 1)`` and ``(0, 3)`` have the same direction, ``(0, 1)``.
    """
    steps = steps_along(board, cells)
    if board._has_jumps:
        steps = steps[~through_portals(board, cells)]
    steps = steps[steps.any(axis=1)]  # a wait has no direction
    steps //= np.gcd(*np.abs(steps).T)[:, None]
    return steps


def _walled(board: Board, cells: NDArray[np.integer], step: tuple[int, int]) -> NDArray[np.bool_]:
    """Return for each cell whether a wall stops a straight *step* of one cell."""
    none: NDArray[np.bool_] = np.zeros(len(cells), np.bool_)
    if board.walls is None or abs(step[0]) + abs(step[1]) != 1:
        return none
    side = board.walls.padded(board.shape)[step[1] == 0]
    at = (cells + np.minimum(step, 0)) % board.shape  # the cell left of the wall, or above it
    walled: NDArray[np.bool_] = side[at[:, 0], at[:, 1]]
    return walled


def through_portals(board: Board, cells: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return which steps lead through a portal or to another level."""
    ends = {portal[:2] for portal in board.portals}
    named = map(tuple, cells.tolist()) if ends else ()
    found = [step in ends for step in pairwise(named)] if ends else np.zeros(len(cells) - 1)
    jumps = np.array(found, np.bool_)
    return jumps if board.levels is None else jumps | board.levels.jumps(np.diff(cells, axis=0))
