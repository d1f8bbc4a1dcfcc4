"""The grid: open cells, moves, costs, walls between cells, one-way cells, default start and exits; immutable.

The first use of a grid computes its legal-move table (`gridwalk.grids.legal`); searches read only
the table, not walls and borders, and never write to a grid.

Engines take a grid.  Users have a `gridwalk.Board`: a grid with questions and drawings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from operator import index
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.errors import (
    BoardArrayError,
    BoardSizeError,
    Cell,
    QuestionError,
    UnknownChoiceError,
    in_a_line,
)
from gridwalk.errors.calls import Advised
from gridwalk.grids import passages
from gridwalk.grids.cells import CellLike, Ground, as_cell
from gridwalk.grids.checks import (
    MAX_CELLS,
    checked_costs,
    checked_diagonal,
    checked_open_cells,
    default_ends,
    settled_ends,
)
from gridwalk.grids.legal import OneWay, checked_one_way, lead_back, legal_moves, mended, stuck_cells
from gridwalk.grids.moves import ORTHOGONAL, Moves
from gridwalk.grids.names import on_board
from gridwalk.grids.stepcosts import StepCosts
from gridwalk.runtime.cache import Cache

if TYPE_CHECKING:
    from gridwalk.keywords import BoardChanges, BoardOptions, Layout

# What `Grid.replace` takes.
CHANGES = (
    "open_cells", "moves", "costs", "diagonal", "one_way", "walls", "wrap", "portals", "levels",
    "start", "exits",
)  # fmt: skip


class Grid(Ground, Advised):
    """A rectangle of cells, some of them open, and the moves between them; see `gridwalk.Board`."""

    size: int
    moves: Moves
    costs: NDArray[Any] | None
    diagonal: float | None
    one_way: Mapping[Cell, OneWay]
    walls: passages.Walls | None
    wrap: passages.Wrap | None
    portals: tuple[passages.Portal, ...]
    start: Cell
    exits: tuple[Cell, ...]
    _kept: Cache  # what is built once for this board; not a part of its value

    def __init__(
        self,
        open_cells: ArrayLike,
        *,
        moves: Moves | str = ORTHOGONAL,
        costs: ArrayLike | None = None,
        diagonal: float | None = None,
        one_way: Mapping[CellLike, OneWay] | None = None,
        walls: Sequence[ArrayLike] | None = None,
        wrap: passages.Wrap | None = None,
        portals: Iterable[Any] = (),
        levels: Any = None,
        start: CellLike | None = None,
        exits: Iterable[CellLike] | None = None,
    ) -> None:
        keep = vars(self)  # past `__setattr__`, which refuses
        keep["_kept"] = Cache()
        keep["open_cells"] = checked_open_cells(open_cells)
        keep["shape"] = keep["rows"], keep["columns"] = self.open_cells.shape
        keep["size"] = self.open_cells.size
        if not isinstance(moves, Moves | str):
            raise BoardArrayError(f"moves={moves!r} must be Moves, such as gridwalk.KNIGHT, or their name")
        moves = on_board(moves, self.shape)
        keep["wrap"] = passages.checked_wrap(wrap)
        if levels is not None:
            self._lay_levels(levels, moves.unwrapped)
        keep["walls"] = passages.checked_walls(walls, self.shape, self.wrap, moves.cells)
        keep["portals"] = passages.checked_portals(portals, self.open_cells, self.shape)
        keep["moves"] = moves.unwrapped.wrapped(passages.period_of(self.shape, self.wrap))
        if self.levels is not None:
            keep["moves"] = self.levels.moves(self.moves)
        if self.portals:
            keep["moves"] = passages.PortalMoves.of(self.moves, self.portals)
        keep["costs"] = None if costs is None else checked_costs(costs, self.open_cells)
        keep["diagonal"] = checked_diagonal(diagonal, self.costs)
        keep["one_way"] = MappingProxyType(
            checked_one_way({} if one_way is None else one_way, self.open_cells, moves.unwrapped, self.shape)
        )
        first, last = default_ends(self.open_cells)
        given_start = None if start is None else self.open_cell(start, "start")
        given_exits = () if exits is None else self._open_cells_of(exits, "exits")
        keep["start"], keep["exits"] = settled_ends(first, (last,), given_start, given_exits)

    def _lay_levels(self, levels: Any, moves: Moves) -> None:
        """Keep the *levels*, which are the shape of the board, too."""
        from gridwalk.grids.levels import Levels

        vars(self)["shape"] = vars(self)["levels"] = Levels.of(levels, self.open_cells, moves, self.wrap)

    def __setattr__(self, name: str, value: object) -> None:
        advice = f"; board.replace({name}=...) returns a changed copy" if name in CHANGES else ""
        raise AttributeError(f"a board is immutable{advice}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a board is immutable")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (
            type(self),
            {name: getattr(self, name) for name in CHANGES} | {"one_way": dict(self.one_way)},
        )

    @classmethod
    def rectangle(cls, rows: int, columns: int | None = None, **options: Unpack[BoardOptions]) -> Self:
        """Return the open rectangle of *rows* x *columns* cells, or a square; *options* as for `Board`.

        >>> from gridwalk import Board
        >>> Board.rectangle(2, 3).size, Board.rectangle(8).shape
        (6, (8, 8))
        """
        try:
            rows, columns = index(rows), index(rows if columns is None else columns)
        except TypeError:
            given = f"{rows!r}" + (f" x {columns!r}" if columns is not None else "")
            reason = f"a board has whole numbers of rows and columns, as in rectangle(5, 5), not {given}"
            raise BoardArrayError(reason) from None
        if rows < 1 or columns < 1 or rows * columns > MAX_CELLS:
            raise BoardSizeError((rows, columns), MAX_CELLS)
        return cls(np.ones((rows, columns), bool), **options)

    @classmethod
    def hexagons(
        cls, rows: int | ArrayLike, columns: int | None = None, *, layout: Layout = "odd",
        **options: Unpack[BoardOptions],
    ) -> Self:  # fmt: skip
        """Return a board of hexagons in rows, every second of them half a cell further right.

        Its cells are axial: cell ``(row, column)`` of the map is ``to_axial((row, column), rows, layout)`` of
        the board, which has ``(rows - 1) // 2`` columns more ("even": ``rows // 2``); those outside the map
        are closed.

        Parameters
        ----------
        rows, columns : int
            The map, a square if *columns* is left out; or, for *rows*, an array of bool of the shape of the
            map, True where a cell is open.
        layout : {"odd", "even"}
            Which rows are half a cell further right, the first being row 0.
        **options
            As for `Board`, in cells of the board; *costs* may have the shape of the map.  Default: the six
            steps `HEX`.

        Raises
        ------
        BoardSizeError, BoardArrayError, UnknownChoiceError
            If the size, an array, the moves or the layout will not do.

        >>> from gridwalk import Board
        >>> board = Board.hexagons(3, 3)
        >>> board.shape, board.open_count, board.paths().shortest().length, board.paths().count()
        ((3, 4), 9, 3, 53)
        """
        from gridwalk.grids.hexagons import of_map

        open_cells, given = of_map(rows, columns, layout, options)
        return cls(open_cells, **given)

    @classmethod
    def hexagon(cls, radius: int, **options: Unpack[BoardOptions]) -> Self:
        """Return the board of the cells at most *radius* steps from the middle one: 3 r (r + 1) + 1 of them.

        The middle is cell ``(radius, radius)``; Glinski's chess has radius 5.  *options* as for `Board`; by
        default moves are the six steps `HEX`.

        Raises
        ------
        BoardSizeError, BoardArrayError, ArgumentError
            If the size or the moves will not do.

        >>> from gridwalk import Board
        >>> Board.hexagon(1).open_count, Board.hexagon(5).open_count, Board.hexagon(1).cycles().count()
        (7, 91, 31)
        """
        from gridwalk.grids.hexagons import of_radius

        open_cells, given = of_radius(radius, options)
        return cls(open_cells, **given)

    def replace(self, **changes: Unpack[BoardChanges]) -> Self:
        """Return this board with another value of some arguments of `Board`.

        Everything else stays the same: *open_cells*, *moves*, *costs*, *diagonal*, *one_way*, *walls* between
        cells, *wrap*, *portals*, *levels*, *start* and *exits*.  A subclass returns its own class; its
        constructor must take the arguments of `Board`.

        Raises
        ------
        UnknownChoiceError
            If a name is not one of these.
        WallCellError, OneWayError, CostsError
            If the other values do not fit: for instance, if the start becomes a wall.

        """
        for name in changes:
            UnknownChoiceError.check("replace", name, sorted(CHANGES))
        return type(self)(**{name: getattr(self, name) for name in CHANGES} | dict(changes))

    # ------------------------------------------------------------------------ what it is

    @cached_property
    def open_count(self) -> int:
        """The number of open cells."""
        return int(np.count_nonzero(self.open_cells))

    @cached_property
    def _symmetric(self) -> bool:
        """Whether every legal move has a reverse move, so that the reverse of a path is a path.

        At whatever cost: `StepCosts.are_mutual` says whether that is the same.
        """
        if self._rules_are_mutual:
            return True
        places = None  # moves of the stencil have reverse moves, except where a cell has rules of its own
        if self.moves.unwrapped.symmetric:
            own = {*self.one_way, *(cell for portal in self.portals for cell in portal[:2])}
            places = np.array([row * self.columns + column for row, column in own], np.int64)
        return lead_back(self._moves_of_cell, self._delta_of_move, places)

    @property
    def _rules_are_mutual(self) -> bool:
        """Whether the rules alone show that every move has a reverse move."""
        return self.moves.symmetric and not self.one_way

    def _is_plain(
        self, stencil: Moves | None = None, *, cells_decide: bool = False, whole: bool = False
    ) -> bool:
        """Return whether the moves are exactly those of *stencil*, each once, and each a step or a leap.

        The board then has no portals, no moves between levels and no wrap, and no move slides.  An algorithm
        that reads open cells and moves in place of the legal-move table asks this first.  Walls between cells
        and one-way cells may still forbid a move.

        Parameters
        ----------
        stencil : Moves, optional
            The moves, in any order.  Default: those of the board, whatever they are.
        cells_decide : bool
            Whether the open cells and the corner rule must decide which moves are legal: no walls between
            cells, no one-way cells, no cell or edge left out of a set.
        whole : bool
            Whether every cell must be open too: a rectangle.  There a move may slide, as nothing stops it.

        """
        deltas = self.moves.deltas
        if self.wrap is not None or self._has_jumps or len({*deltas}) < len(deltas):
            return False
        if stencil is not None and (stencil.cells != self.moves.cells or {*stencil.deltas} != {*deltas}):
            return False
        if self.moves.slides and not whole:
            return False
        if (cells_decide or whole) and (self.one_way or not self._cells_decide):
            return False
        return not whole or self.open_count == self.size

    @property
    def _cells_decide(self) -> bool:
        """Whether no wall between cells, and no edge or cell left out, forbids a move."""
        return not self._walls_matter

    def _need_squares(self, verb: str) -> None:
        """Raise `QuestionError` if the cells are hexagons."""
        if self.moves.cells != "square":
            raise QuestionError(verb, "it is about squares, and the cells of this board are hexagons")

    @property
    def _walls_matter(self) -> bool:
        """Whether there are walls between cells, and moves that they can stop."""
        return self.walls is not None and any(
            max(map(abs, step)) == 1 for step in self.moves.unwrapped.deltas
        )

    @cached_property
    def _step_costs(self) -> StepCosts:
        """What the steps cost: who adds up costs asks here."""
        return StepCosts(self.open_cells, self.moves, self.costs, self.diagonal, self.portals)

    @property
    def _whole(self) -> Grid:
        """The board that answers are shown on: this one, or the whole board of a `GridWithout`."""
        return self

    @cached_property
    def _moves_of_cell(self) -> NDArray[Any]:
        """The legal-move table, flat; bit *m* of entry *v* is set if move *m* is legal in cell *v*."""
        table, cells = vars(self).pop("_unmended", (None, []))  # of `gridwalk.grids.repairs.changed`
        if table is not None and not isinstance(self.walls, passages.HexWalls):  # mended with the rest
            return mended(table, cells, self.open_cells, self.moves, self.one_way, self.walls)
        walls = self.walls.padded(self.shape) if self.walls is not None and self._walls_matter else None
        table = legal_moves(self.open_cells, self.moves, self.one_way, walls)
        if isinstance(self.moves, passages.PortalMoves) and self.portals:
            return passages.with_portals(table, self.moves, self.portals, self.columns)
        return table

    @cached_property
    def _delta_of_move(self) -> NDArray[np.int64]:
        """The offset that each move adds to a flat index."""
        deltas = [d_row * self.columns + d_column for d_row, d_column in self.moves.deltas]
        array = np.array(deltas, np.int64)
        array.flags.writeable = False
        return array

    def moves_from(self, cell: CellLike) -> list[tuple[Cell, float]]:
        """Return the neighbours of *cell* in move order, each with the cost of the move.

        >>> from gridwalk import Board
        >>> Board.rectangle(2, 2).moves_from((0, 0))
        [((0, 1), 1.0), ((1, 0), 1.0)]
        """
        row, column = as_cell(cell, self.shape, "cell")
        mask, found = int(self._moves_of_cell[row * self.columns + column]), []
        for m, (d_row, d_column) in enumerate(self.moves.deltas):
            if mask >> m & 1:
                to = row + d_row, column + d_column
                found.append((to, self._step_costs.of_move(m, to[0] * self.columns + to[1])))
        return found

    def _alone(self) -> Self:
        """Return the same grid with nothing kept: for what a grid keeps, which must not lead back to it."""
        other = object.__new__(type(self))
        vars(other).update(vars(self), _kept=Cache())
        return other

    def forget(self) -> None:
        """Empty the cache of this board: sweeps, solvers, graphs.

        They are built again when needed.
        """
        self._kept.clear()

    @property
    def _facts(self) -> tuple[object, ...]:
        """What answers depend on, for the names of tasks."""
        own = self.shape, self.moves.deltas, self.moves.corners, self._moves_of_cell, self.costs
        return *own, *self._step_costs.facts, *stuck_cells(self.open_cells, self._moves_of_cell)

    # ------------------------------------------------------------------------ as a value

    def __repr__(self) -> str:
        own = "" if self.levels is None else f"{self.levels} in "
        return in_a_line(
            f"<{type(self).__name__} {own}{self.rows} x {self.columns}, "
            + (f"{passages.WRAPPED[self.wrap]}, " if self.wrap else "")
            + f"{self.moves.name} moves, "
            + ("" if self.walls is None else f"{self.walls.number:,} walls between cells, ")
            + ("" if not self.portals else f"portals: {len(self.portals)}, ")
            + f"start {self._said(self.start)}, exits {', '.join(map(self._said, self.exits))}>"
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return (
            (self.moves, self.start, self.exits) == (other.moves, other.start, other.exits)
            and (self.one_way, self.wrap, self.diagonal) == (other.one_way, other.wrap, other.diagonal)
            and (self.portals, str(self.levels)) == (other.portals, str(other.levels))
            and np.array_equal(self.open_cells, other.open_cells)
            and (self.costs is None) == (other.costs is None)
            and (self.costs is None or other.costs is None or np.array_equal(self.costs, other.costs))
            and self._has_walls_of(other)
        )

    def _has_walls_of(self, other: Grid) -> bool:
        """Whether the same walls stand between the open cells of both, and the same moves are legal."""
        if self.walls is not None or other.walls is not None:
            mine, its = (
                passages.sides_of(one.walls, one.shape, one.moves.cells).between_open(one.open_cells).sides
                for one in (self, other)
            )
            return all(map(np.array_equal, mine, its))
        decided = self._is_plain(cells_decide=True) and other._is_plain(cells_decide=True)
        return decided or np.array_equal(self._moves_of_cell, other._moves_of_cell)

    def __hash__(self) -> int:
        return hash((self.shape, self.moves, self.start, self.exits, self.open_count))


def _rebuilt(kind: type[Grid], values: dict[str, Any]) -> Grid:
    """Return the grid that was pickled or copied."""
    return kind(values.pop("open_cells"), **values)
