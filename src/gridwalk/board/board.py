"""The board: open cells, moves, costs, walls, one-way cells, portals, default start and exits; immutable.

The methods of `Board` come in this order: constructors, cells and moves, changed copies, sets and searches,
drawings and files, and the private methods that engines use.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.board import changes, checks, passages
from gridwalk.board.cells import CellLike, as_cell, is_one_cell
from gridwalk.board.legal import OneWay, checked_one_way, lead_back, legal_moves, mended, stuck_cells
from gridwalk.board.levels import Levels
from gridwalk.board.moves import ORTHOGONAL, Moves, on_board
from gridwalk.board.repairs import NO_CELLS, Flat, take_over
from gridwalk.board.stepcosts import StepCosts
from gridwalk.errors import (
    BoardTextError,
    CallError,
    Cell,
    CellError,
    InputError,
    QuestionError,
    cell_name_error,
    check_choice,
    in_a_line,
    wall_cell_error,
)
from gridwalk.errors.missing import Suggesting
from gridwalk.keywords import GLYPHS, TERRAIN
from gridwalk.runtime.cache import Cache
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.limits import Limits
from gridwalk.runtime.progress import ProgressLike

if TYPE_CHECKING:
    from gridwalk.algorithms import ManyBy
    from gridwalk.answers.batch import Batch
    from gridwalk.answers.linkage import Linkage
    from gridwalk.answers.path import Path
    from gridwalk.answers.trace import Trace
    from gridwalk.answers.walk import Walk
    from gridwalk.board.without import Edge
    from gridwalk.keywords import BoardChanges, BoardOptions, Layout, Measure, TextOptions
    from gridwalk.measure import Measures
    from gridwalk.network.network import Network
    from gridwalk.search.flow import FlowField
    from gridwalk.sets.cellsets import DisjointPaths
    from gridwalk.sets.pathset import PathSet
    from gridwalk.sets.tourset import CycleSet, TourSet

Sources: TypeAlias = CellLike | Iterable[CellLike] | Mapping[CellLike, float]

# The arguments of `Board.replace`.
CHANGES = (
    "open_cells", "moves", "costs", "diagonal", "one_way", "walls", "wrap", "portals", "levels",
    "start", "exits",
)  # fmt: skip


def _rebuilt(kind: type[Board], values: dict[str, Any]) -> Board:
    """Return the board that was pickled or copied."""
    return kind(values.pop("open_cells"), **values)


class Board(Suggesting):
    """A rectangle of cells, some of them open, and the moves between them.

    ===================  =====================================================================
    constructors         `rectangle`, `from_text`, `from_matrix`, `from_costs`, `from_occupancy`,
                         `hexagons`, `hexagon`, `from_levels`; `gridwalk.read`, `make`
    sets of paths        `paths`, `tours`, `cycles`, `path_pairs`
    every cell           `distances`, `flow_field`, `reachable`, `islands`
    many pairs           `shortest_many`, `distance_matrix`, `visit` (a walk through stops)
    cells                ``board[r, c]`` (open?), ``cell in board``, `index`, `moves_from`;
                         ``np.argwhere(board.open_cells)`` lists the open cells
    changed boards       `with_walls`, `with_open`, `with_costs`, `with_portals`, `thick`, `thin`, `replace`
    output               `draw`, `svg`, `save`, `to_text`, `network`, `to_networkx`, `measure`
    ===================  =====================================================================

    Parameters
    ----------
    open_cells : array of bool, shape (rows, columns)
        True where a cell is open.  The array is copied.
    moves : Moves or str
        Steps and leaps: `ORTHOGONAL` (4 directions), `KING` (8), `KNIGHT`, `leaper(a, b)`.  Pieces that
        slide: `ROOK`, `BISHOP`, `QUEEN`, `AMAZON`, or with a maximum number of cells, `rook(3)` ...  Or any
        stencil of `Moves`, or a name for `parse_moves`.  The order of the moves breaks ties.
    costs : array of numbers, shape (rows, columns), optional
        The cost of entering each cell, finite, 0 or more; entries of walls are ignored.  Default: 1.
        Stored as int64 if all are integers, also if they are given as floats (2.0), else as float64.  The sum
        of all costs must be less than 2**53 (9.007e15); if costs are not integers, less than 2**53 times the
        minimum above 0.
    diagonal : number, optional
        The cost of a diagonal step of one cell divided by that of a straight step into the same cell, from
        1/1000 to 1000.  Default: the square root of 2 without costs, 1 with costs.  With 1, a king's moves
        are counted.
    one_way : mapping of cell to (d_row, d_column), optional
        Cells that can be left in some directions only: one direction, or a tuple of directions.
    walls : (right, below), two arrays of bool, or (right, below, slant), optional
        Walls between cells: ``right[r, c]`` between ``(r, c)`` and ``(r, c + 1)``, shape (rows, columns - 1);
        ``below[r, c]`` between ``(r, c)`` and ``(r + 1, c)``, shape (rows - 1, columns).  On a board wrapped
        in that direction, one more column (row) of entries is on the seam.  A wall stops straight steps.  A
        diagonal step has two routes of straight steps; the corner rule sets how many must be free.  Leaps
        jump over walls.  For hexagons, ``slant[r, c]`` is between ``(r, c)`` and ``(r + 1, c - 1)``, of the
        shape of *below*.  Without walls between cells, ``board.walls`` is None.
    wrap : {"rows", "columns", "both"}, optional
        Which sides meet: "rows" joins the last row to the first, "columns" the last column to the first.
    portals : iterable of (cell, cell) or (cell, cell, cost), optional
        Steps from one cell to any other, one way, past walls.  Default cost: that of a straight step.
    levels : int, optional
        The number of levels, one below another with a closed row between: see `from_levels`.
    start : cell, optional
        Where paths start by default.  Default: if the border is walled except for two openings, the first of
        them, otherwise the first open cell in reading order.  If that is an exit, the default exit.
    exits : iterable of cells, optional
        Where paths may end by default.  Default: the second opening, otherwise the last open cell (or start).

    Attributes
    ----------
    shape, rows, columns, size
        The shape, its two parts, and the number of cells, open or not.
    levels : Levels or None
        How the levels of a board lie in it.

    Raises
    ------
    InputError
        One subclass per cause; the message names the argument and the allowed values.

    Notes
    -----
    The first use computes the legal-move table, of one byte a cell (four with more than 8 moves).

    Examples
    --------
    >>> board = Board.from_matrix([[0, 1], [0, 0]])
    >>> print(board)
    S#
    .E
    >>> board.paths().shortest().cells.tolist()
    [[0, 0], [1, 0], [1, 1]]

    """

    open_cells: NDArray[np.bool_]
    shape: tuple[int, int]
    rows: int
    columns: int
    size: int
    moves: Moves
    costs: NDArray[Any] | None
    diagonal: float | None
    one_way: Mapping[Cell, OneWay]
    walls: passages.Walls | None
    wrap: passages.Wrap | None
    portals: tuple[passages.Portal, ...]
    levels: Any = None  # `gridwalk.board.levels.Levels`, if there are several
    start: Cell
    exits: tuple[Cell, ...]
    _kept: Cache  # solvers, sweeps, fields: no part of the board's value
    _older_table: tuple[NDArray[Any], list[int]] | None = None  # see `gridwalk.board.repairs.take_over`

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
        is_open = checks.checked_open_cells(open_cells)
        rows, columns = shape = is_open.shape
        if not isinstance(moves, Moves | str):
            raise InputError(f"moves={moves!r} must be Moves, such as gridwalk.KNIGHT, or their name")
        stencil = on_board(moves, shape)
        wrap = passages.checked_wrap(wrap)
        if levels is not None:
            shape = levels = Levels.of(levels, is_open, stencil.unwrapped, wrap)
        between = passages.checked_walls(walls, shape, wrap, stencil.cells)
        jumps = passages.checked_portals(portals, is_open, shape)
        own_moves = passages.moves_of_board(stencil, shape, wrap, levels, jumps)
        own_costs, facts = (None, None) if costs is None else checks.checked_costs(costs, is_open)
        factor = checks.checked_diagonal(diagonal, own_costs)
        ways = checked_one_way({} if one_way is None else one_way, is_open, stencil.unwrapped, shape)
        self._set(
            open_cells=is_open, shape=shape, rows=rows, columns=columns, size=is_open.size, levels=levels,
            wrap=wrap, walls=between, portals=jumps, moves=own_moves, costs=own_costs, diagonal=factor,
            one_way=MappingProxyType(ways), _kept=Cache(), _cost_facts=facts,
        )  # fmt: skip
        first, last = checks.default_ends(is_open)
        given_start = None if start is None else self.open_cell(start, "start")
        given_exits = () if exits is None else self._open_cells_of(exits, "exits")
        ends = checks.settled_ends(first, (last,), given_start, given_exits)
        self._set(start=ends[0], exits=ends[1])

    def _set(self, **values: Any) -> None:
        """Set attributes while a board is being made; afterwards `__setattr__` refuses."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @classmethod
    def rectangle(cls, rows: int, columns: int | None = None, **options: Unpack[BoardOptions]) -> Self:
        """Return the open rectangle of *rows* x *columns* cells, or a square; *options* as for `Board`.

        >>> Board.rectangle(2, 3).size, Board.rectangle(8).shape
        (6, (8, 8))
        """
        return cls(np.ones(checks.checked_size(rows, columns), bool), **options)

    @classmethod
    def hexagons(
        cls, rows: int | ArrayLike, columns: int | None = None, *, layout: Layout = "odd",
        **options: Unpack[BoardOptions],
    ) -> Self:  # fmt: skip
        """Return a board of hexagons in rows, of which every second is half a cell further right.

        The board uses axial coordinates: for a *cell* of the map, `to_axial` returns that of the board.  The
        board has ``(rows - 1) // 2`` columns more than the map, or ``rows // 2`` for the layout "even"; cells
        outside the map are closed.

        Parameters
        ----------
        rows, columns : int
            The size of the map; without *columns*, a square.  Or *rows* is an array of bool of the shape of
            the map, True where a cell is open.
        layout : {"odd", "even"}
            Which rows are half a cell further right; the first row is row 0.
        **options
            As for `Board`, in cells of the board; *costs* may have the shape of the map.  Default: the six
            steps `HEX`.

        Raises
        ------
        BoardError, InputError, ArgumentError
            If the size, an array, the moves or the layout is invalid.

        Examples
        --------
        >>> board = Board.hexagons(3, 3)
        >>> board.shape, board.open_count, board.paths().shortest().length, board.paths().count()
        ((3, 4), 9, 3, 53)

        """
        from gridwalk.board.hexagons import of_map

        open_cells, given = of_map(rows, columns, layout, options)
        return cls(open_cells, **given)

    @classmethod
    def hexagon(cls, radius: int, **options: Unpack[BoardOptions]) -> Self:
        """Return the board of all cells at most *radius* steps from the middle: 3 r (r + 1) + 1 cells.

        The middle is cell ``(radius, radius)``; Glinski's chess has radius 5.  *options* as for `Board`.
        Default moves: the six steps `HEX`.  Errors as for `hexagons`.

        >>> Board.hexagon(1).open_count, Board.hexagon(5).open_count, Board.hexagon(1).cycles().count()
        (7, 91, 31)
        """
        from gridwalk.board.hexagons import of_radius

        open_cells, given = of_radius(radius, options)
        return cls(open_cells, **given)

    @classmethod
    def from_matrix(cls, matrix: ArrayLike, *, wall_is: int = 1, **options: Unpack[BoardOptions]) -> Self:
        """Return the board of a matrix of 0 and 1.

        Parameters
        ----------
        matrix : array of 0 and 1, or of bool
            Of shape (rows, columns).
        wall_is : {1, 0}
            The number that is a wall; by default 0 is open and 1 a wall.
        **options
            As for `Board`.

        Examples
        --------
        >>> print(Board.from_matrix([[0, 1], [0, 0]]))
        S#
        .E
        >>> Board.from_matrix([[1, 0], [1, 1]], wall_is=0) == Board.from_matrix([[0, 1], [0, 0]])
        True

        """
        return cls(checks.open_by_matrix(matrix, wall_is), **options)

    @classmethod
    def from_levels(
        cls,
        array: ArrayLike,
        stairs: Iterable[tuple[int, int, int]] | None = None,
        *,
        wall_is: int = 1,
        **options: Unpack[BoardOptions],
    ) -> Self:
        """Return the board of several levels: an array of three dimensions, with moves up and down.

        A cell is named ``(level, row, column)``.  Internally the levels lie one below another in a flat
        board, and answers hold the cells of that board; ``path.nodes`` holds the cells by levels.

        Parameters
        ----------
        array : array of 0 and 1, or of bool
            Of shape (levels, rows, columns).
        stairs : iterable of (level, row, column), optional
            The cells from which stairs lead to the same cell of the next level, and back.  Default: every
            open cell leads up and down.
        wall_is : {1, 0}
            The number that is a wall; by default 0 is open and 1 a wall.
        **options
            As for `Board`; moves lead to neighbours within a level.  Costs and walls between cells may also
            have three dimensions.

        Raises
        ------
        InputError, BoardError
            If an array has the wrong shape, stairs lead nowhere, or moves would leave their level.

        Notes
        -----
        A move up or down costs as much as the cell entered, and is not a turn.

        Examples
        --------
        >>> cube = Board.from_levels([[[0, 0], [0, 0]], [[0, 0], [0, 0]]])
        >>> cube.paths((0, 0, 0), (1, 1, 1)).count(), cube.paths().shortest().nodes
        (18, [(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)])
        >>> print(Board.from_levels([[[0, 0, 1]], [[1, 0, 0]]], stairs=[(0, 0, 1)]))
        level 0
        Sd#
        level 1
        #uE

        """
        from gridwalk.board.levels import from_array

        matrix, given = from_array(array, stairs, wall_is, options)
        return cls.from_matrix(matrix, wall_is=wall_is, **given)

    @classmethod
    def from_costs(
        cls,
        costs: ArrayLike,
        *,
        zero: Literal["wall", "free"] | None = None,
        **options: Unpack[TextOptions],
    ) -> Self:
        """Return the board of a raster of costs: inf, nan, negative and masked entries are walls.

        Parameters
        ----------
        costs : array of numbers, shape (rows, columns)
            The cost of entering each cell.  Integers stay integers.
        zero : {"wall", "free"}, optional
            Read a 0 as a wall, as in tcod and python-pathfinding, or as a cell that costs nothing, as in
            scikit-image.  By default an array with a 0 is refused.
        **options
            As for `Board`.

        Raises
        ------
        BoardError
            If there is a 0 and no *zero*, or the costs are too large to be added.

        Examples
        --------
        >>> board = Board.from_costs([[1.5, np.inf, 2], [1, 1, np.nan], [-9999, 3, 1]])
        >>> print(board.draw(marks=False))
        ?#2
        ..#
        #3.
        >>> board.paths().shortest().cost
        6.0

        """
        open_cells, array = checks.open_by_costs(costs, zero)
        return cls(open_cells, costs=array, **options)

    @classmethod
    def from_occupancy(
        cls,
        occupancy: ArrayLike,
        *,
        unknown: Literal["wall", "open"] = "wall",
        free: float = 25,
        occupied: float = 65,
        **options: Unpack[BoardOptions],
    ) -> Self:
        """Return the board of an occupancy grid of ROS (nav_msgs/OccupancyGrid).

        The first row of an occupancy grid is at the bottom of the map.  The rows are reversed, so row 0 of
        the board is at the top, as in a picture of the map.

        Parameters
        ----------
        occupancy : array of numbers, shape (rows, columns)
            The probability, in per cent, that each cell is occupied; -1 is unknown.  For a message:
            ``np.reshape(message.data, (message.info.height, message.info.width))``.
        unknown : {"wall", "open"}
            How to read cells that are neither free nor occupied.
        free, occupied : number
            Cells of at most *free* per cent are open; cells of at least *occupied* per cent are walls.
        **options
            As for `Board`; cells are named by the rows of the board.

        Raises
        ------
        InputError
            If there are other values.

        Examples
        --------
        >>> board = Board.from_occupancy([[0, 0, 100], [-1, 0, 0]])
        >>> print(board.draw(marks=False))
        #..
        ..#

        """
        from gridwalk.io.picture.bypixel import open_by_occupancy

        return cls(open_by_occupancy(occupancy, unknown, free, occupied), **options)

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        format: str | None = None,  # noqa: A002
        costs: bool = False,
        terrain: str = TERRAIN,
        cell_width: int | None = None,
        header: int | None = None,
        wall_is: str | None = None,
        open_is: str | None = None,
        start_is: str | None = None,
        exit_is: str | None = None,
        **options: Unpack[TextOptions],
    ) -> Self:
        """Return the board in *text*, in any unambiguous layout and alphabet.

        Cells may be characters, words between blanks, commas, semicolons or tabs, or the entries of an array
        of a program.  Signs are read by conventions (0 open and 1 wall, ``#`` wall, ``.`` and blank open, S
        start, E exit, ...), then by their positions: the sign on the border is a wall, and two signs that
        occur once each are the ends.  Every guess causes a `ReadingWarning`.  If two readings are possible,
        the error names the option that decides.

        Parameters
        ----------
        text : str
            A board of signs, of costs, of walls coded in each cell, an object of JSON, or any other format of
            text that ``gridwalk convert --formats`` lists.
        format : str, optional
            The name of a format.  Default: the content decides.
        costs : bool
            Whether numbers are costs; ``#``, inf, nan and numbers below 0 are then walls.
        terrain : str
            The characters that are open cells of a MovingAI map; default ``.GS``, ground and swamp (``W`` is
            water, ``T`` trees).
        cell_width : {1, 2}, optional
            The number of characters of a cell, if nothing separates cells.
        header : int, optional
            The number of lines to skip before the board.  Default: found automatically.
        wall_is, open_is, start_is, exit_is : str, optional
            Signs of walls, open cells, the start, exits: characters, or words separated by commas.  They
            override all conventions.
        **options
            As for `Board`; a start or exits given here override marks.

        Raises
        ------
        BoardTextError
            One subclass per cause.  `UnclearBoardError` names the signs found and the option that decides.

        Examples
        --------
        >>> Board.from_text("S.#\\n#.E").exits
        ((1, 2),)
        >>> Board.from_text("1,9,1\\n1,#,12", costs=True).costs.tolist()
        [[1, 9, 1], [1, 1, 12]]
        >>> Board.from_text("S o o\\nx x o\\nE o o", wall_is="x").paths().shortest().length
        6

        """
        if not isinstance(text, str):
            raise BoardTextError(f"a board's text is a str, not {type(text).__name__}")
        from gridwalk.io import formats

        parsed = formats.parse(
            text, format=format, costs=costs, terrain=terrain, cell_width=cell_width, header=header,
            wall_is=wall_is, open_is=open_is, start_is=start_is, exit_is=exit_is,
        )  # fmt: skip
        parsed.warn()
        return cls(parsed.open_cells, **{**parsed.options(), **options})

    # --------------------------------------------------------------------------------------------- as a value

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

    def __str__(self) -> str:
        from gridwalk.draw.text import draw_board

        return draw_board(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
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

    def _has_walls_of(self, other: Board) -> bool:
        """Return whether both boards have the same walls between open cells and the same legal moves."""
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

    @cached_property
    def open_count(self) -> int:
        """The number of open cells."""
        return int(np.count_nonzero(self.open_cells))

    def forget(self) -> None:
        """Empty the cache of this board: prepared searches, distances, sweeps."""
        self._kept.clear()

    def _elsewhere(self, name: str) -> str:
        from gridwalk.sets.pathset import PathSet
        from gridwalk.sets.tourset import CycleSet, TourSet

        for ask, members in (("paths", PathSet), ("tours", TourSet), ("cycles", CycleSet)):
            if hasattr(members, name):
                return f"it is asked of a set: board.{ask}().{name}(...)"
        return super()._elsewhere(name)

    # ---------------------------------------------------------------------------------------- cells and moves

    def index(self, cell: CellLike, name: str = "cell") -> int:
        """Return the flat index ``row * columns + column`` of *cell*."""
        row, column = as_cell(cell, self.shape, name)
        return row * self.columns + column

    def open_cell(self, cell: CellLike, name: str = "cell") -> Cell:
        """Return *cell* as ``(row, column)``; raise an error if it is not an open cell of the board."""
        row, column = as_cell(cell, self.shape, name)
        if not self.open_cells[row, column]:
            if self.levels is not None:
                raise wall_cell_error(name, self.levels.node((row, column)))
            swapped = column < self.rows and row < self.columns and bool(self.open_cells[column, row])
            raise wall_cell_error(name, (row, column), swapped, cell if isinstance(cell, str) else None)
        return row, column

    def __getitem__(self, cell: CellLike) -> bool:
        """Return whether *cell* is open: ``board[0, 3]``, ``board["e4"]``.  For slices, use `open_cells`.

        >>> board = Board.from_text("S.#\\n..E")
        >>> board[0, 1], board[0, 2], (0, 2) in board, (5, 5) in board
        (True, False, False, False)
        """
        if any(isinstance(one, slice) for one in (cell if isinstance(cell, tuple) else (cell,))):
            raise CallError("board[...] is one cell", "slices are taken of board.open_cells, an array")
        return bool(self.open_cells[as_cell(cell, self.shape, "cell")])

    def __contains__(self, cell: CellLike) -> bool:
        """Return whether *cell* is on the board and open."""
        try:
            return self[cell]
        except CellError:
            return False

    __iter__ = None  # else Python would take cells 0, 1, 2 ...

    def has_move(self, u: CellLike, v: CellLike) -> bool:
        """Return whether a move leads from cell *u* to cell *v*.

        >>> Board.rectangle(2, 3).has_move((0, 0), (0, 1))
        True
        """
        (row, column), (to_row, to_column) = as_cell(u, self.shape, "u"), as_cell(v, self.shape, "v")
        step, mask = (to_row - row, to_column - column), int(self._moves_of_cell[row * self.columns + column])
        return any(mask >> m & 1 and delta == step for m, delta in enumerate(self.moves.deltas))

    def moves_from(self, cell: CellLike) -> list[tuple[Cell, float]]:
        """Return the neighbours of *cell* in move order, each with the cost of the move.

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

    # ----------------------------------------------------------------------------------------- changed copies

    def replace(self, **changes: Unpack[BoardChanges]) -> Self:
        """Return this board with other values of some arguments of `Board`.

        The arguments are *open_cells*, *moves*, *costs*, *diagonal*, *one_way*, *walls* between cells,
        *wrap*, *portals*, *levels*, *start* and *exits*.  A subclass returns its own class; its constructor
        must take the arguments of `Board`.

        Raises
        ------
        ArgumentError
            If a name is not one of these.
        CellError, BoardError
            If the values do not fit: for instance, if the start becomes a wall.

        """
        for name in changes:
            check_choice("replace", name, sorted(CHANGES))
        return type(self)(**{name: getattr(self, name) for name in CHANGES} | dict(changes))

    def with_walls(self, *cells: CellLike) -> Self:
        """Return this board with *cells* closed, without their one-way marks and portals.

        The corner rule applies to the new walls: it may forbid diagonal steps beside them.  To find paths of
        *this* board that avoid some cells, use ``board.paths().avoiding(...)``.

        Raises
        ------
        CellError
            If one of *cells* is the start or an exit.
        CellError, ArgumentError
            If one is not a cell of the board.

        Notes
        -----
        Arrays are copied; other work is proportional to the number of changed cells.  Prepared searches and
        distances in the cache of this board are repaired for the new one if possible.

        Examples
        --------
        >>> board = Board.from_text("S..\\n.#.\\n..E")
        >>> board.paths().count(), board.with_walls((0, 1)).paths().count()
        (2, 1)

        """
        return changes.with_walls(self, cells)

    def with_open(self, *cells: CellLike, costs: ArrayLike | None = None) -> Self:
        """Return this board with *cells* opened.

        Parameters
        ----------
        *cells : cells
            Walls or open cells.
        costs : number, or one number per cell
            The cost of entering each cell, on a board with costs.  Default: 1 for walls, else unchanged.

        Raises
        ------
        BoardError
            If the board has no costs, or these are not finite numbers, 0 or more.
        CellError, ArgumentError
            If one is not a cell of the board.

        Examples
        --------
        >>> board = Board.from_text("S#E\\n.#.\\n.#.")
        >>> board.paths().shortest() is None, board.with_open((1, 1)).paths().shortest().length
        (True, 4)

        """
        return changes.with_open(self, cells, costs)

    def with_costs(self, costs: Mapping[CellLike, float]) -> Self:
        """Return this board with other costs of some open cells, such as ``{(0, 3): 5, "e4": 2}``.

        Raises
        ------
        BoardError
            If the board has no costs (``board.replace(costs=...)`` adds them), or these are not finite
            numbers, 0 or more.
        CellError
            If one of the cells is a wall; use `with_open` to open it.
        CellError, ArgumentError
            If one is not a cell of the board.

        Notes
        -----
        As for `with_walls`.  The new costs are int64 or float64 by the same rule as for `Board`.

        Examples
        --------
        >>> board = Board.from_text("S1E\\n111", costs=True)
        >>> board.paths().shortest().cost, board.with_costs({(0, 1): 5}).paths().shortest().cost
        (2, 4)

        """
        return changes.with_costs(self, costs)

    def with_portals(self, *portals: tuple[Any, ...]) -> Self:
        """Return this board with more portals, each ``(cell, cell)`` or ``(cell, cell, cost)``.

        A portal leads one way, from the first cell to the second, past walls and one-way cells; for both
        directions, give two portals.  Default cost: that of a straight step.

        Raises
        ------
        BoardError
            If a cell is a wall, the portal exists already, or there are more than 62 moves and different
            portals.

        Examples
        --------
        >>> board = Board.from_text("S.#.\\n..#E")
        >>> board.with_portals(((0, 1), (0, 3))).paths().shortest().cells.tolist()
        [[0, 0], [0, 1], [0, 3], [1, 3]]

        """
        return self.replace(portals=(*self.portals, *portals))

    def with_walls_between(self, *pairs: tuple[CellLike, CellLike]) -> Self:
        """Return this board with a wall between the two cells of each of *pairs*.

        Two cells that touch at two sides, as on a board wrapped round after two cells, get two walls.

        Raises
        ------
        BoardError
            If two cells are not next to each other, in a row or a column.
        CellError, ArgumentError
            If one is not a cell of the board.

        Examples
        --------
        >>> board = Board.rectangle(2, 2)
        >>> board.paths().count(), board.with_walls_between(((0, 0), (0, 1))).paths().count()
        (2, 1)

        """
        return changes.with_walls_between(self, pairs, True)

    def without_walls_between(self, *pairs: tuple[CellLike, CellLike]) -> Self:
        """Return this board without the wall between the two cells of each of *pairs*.

        Closed cells stay closed.  Errors as for `with_walls_between`.

        >>> board = Board.rectangle(2, 2, walls=([[True], [True]], [[False, False]]))
        >>> board.paths().count(), board.without_walls_between(("a1", "b1")).paths().shortest().letters
        (0, 'DR')
        """
        return changes.with_walls_between(self, pairs, False)

    def thick(self) -> Self:
        """Return the same maze with walls that are cells: 2R + 1 x 2C + 1 cells, with rooms at odd indices.

        Its paths are the same, with twice the number of moves.

        Raises
        ------
        BoardError
            If moves are not orthogonal, or cells have costs.

        Examples
        --------
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
        return type(self)(**changes.thick_parts(self))

    def thin(self) -> Self:
        """Return the same maze with walls between cells: the inverse of `thick`.

        If the start or an exit is an opening of the border, it becomes the room behind it.

        Raises
        ------
        BoardError
            If this board is not in thick form: for instance, if its size is even.

        """
        return type(self)(**changes.thin_parts(self))

    def clearance(self) -> NDArray[np.int64]:
        """Return the side of the largest open square whose upper left corner is each cell.

        This is the clearance of annotated A* (Harabor and Botea 2008): a unit of ``n`` x ``n`` cells fits
        where the clearance is at least ``n``.

        Returns
        -------
        int64 array, shape (rows, columns)
            0 for walls.  On a wrapped board, squares may cross the seam.

        Notes
        -----
        O(cells * log(the shorter side)), by summed-area tables.

        Examples
        --------
        >>> Board.from_text("....\\n...#\\n....").clearance().tolist()
        [[3, 2, 1, 1], [2, 2, 1, 0], [1, 1, 1, 1]]

        """
        return changes.clearance(self)

    def for_size(self, height: int, width: int | None = None) -> Self:
        """Return the board for a unit of *height* x *width* cells, named by its upper left corner.

        A cell is open if the unit fits there.  The moves are those of this board; the corner rule applies to
        the unit: with "both", a diagonal step needs the whole rectangle that the unit passes.  Entering a
        cell costs the maximum of the costs under the unit.  If the unit does not fit at the start or an exit,
        that moves to the nearest cell from which the unit covers it; exits that it cannot cover are removed.

        Parameters
        ----------
        height, width : int
            Rows and columns of the unit; without *width*, a square.

        Raises
        ------
        InputError
            If the unit fits nowhere or cannot cover the start or any exit, or the board has one-way cells or
            portals.

        Notes
        -----
        Cells that you name on the new board, as in ``paths(start, exits)``, are upper left corners.
        O(cells), with costs O(cells * (height + width)).

        Examples
        --------
        >>> hall = Board.from_text("S...\\n..#.\\n....\\n...E")
        >>> hall.paths().shortest().length, hall.for_size(2).exits
        (6, ((2, 2),))
        >>> print(hall.for_size(2).paths().shortest())
        @###
        |###
        +-$#
        ####

        """
        return changes.board_for_size(self, height, width)

    # -------------------------------------------------------------------------------------- sets, to be asked

    def paths(
        self,
        start: CellLike | Iterable[CellLike] | None = None,
        exits: CellLike | Iterable[CellLike] | None = None,
    ) -> PathSet:
        """Return the set of simple paths from *start* to any of *exits*; nothing is computed yet.

        Each argument is a cell, several cells, an array of bool of the shape of the board, or "anywhere".
        Defaults: those of the board.  A path ends at the first exit it enters.  If exits are "anywhere",
        every self-avoiding walk is a path.
        """
        from gridwalk.sets.pathset import PathSet

        return PathSet._of(self, start, exits)

    def tours(
        self,
        start: CellLike | Iterable[CellLike] | None = None,
        exits: CellLike | Iterable[CellLike] | None = None,
        *,
        closed: bool = False,
        undirected: bool = False,
    ) -> TourSet:
        """Return the set of tours: paths (closed: cycles) through every open cell; nothing is computed yet.

        Open tours start at *start* (one cell or several), or anywhere.  Both directions of a tour count; with
        ``undirected=True`` they count once.  A closed tour counts once, whatever its start and direction;
        *start* is the first cell of the paths returned.
        """
        from gridwalk.sets.tourset import TourSet

        return TourSet._of(self, start, exits, closed=closed, undirected=undirected)

    def cycles(self) -> CycleSet:
        """Return the set of simple cycles, of any length; nothing is computed yet.

        A cycle has at least three cells.  Each cycle counts once; if some move has no reverse, once per
        direction.

        >>> Board.rectangle(3, 3).cycles().lengths()
        {4: 4, 6: 4, 8: 5}
        """
        from gridwalk.sets.tourset import CycleSet

        return CycleSet._of(self)

    def path_pairs(
        self,
        *pairs: tuple[CellLike, CellLike],
        fill: bool = False,
        letters: Sequence[str] | None = None,
    ) -> DisjointPaths:
        """Return all ways to join each of *pairs* of cells by a path, so that no two paths share a cell.

        Parameters
        ----------
        *pairs : (cell, cell)
            The two different ends of each path; one pair or more.
        fill : bool
            Whether every open cell must be on one of the paths, as in Numberlink puzzles.
        letters : sequence of str, optional
            The letter of each pair in drawings, such as "RGB".  Default: A, B, C ...

        Examples
        --------
        >>> both = Board.rectangle(4, 4).path_pairs(((0, 0), (0, 3)), ((3, 0), (3, 3)))
        >>> both.count(), [path.length for path in both.shortest()]
        (142, [3, 3])

        """
        from gridwalk.sets.cellsets import DisjointPaths  # few ask for it

        return DisjointPaths._of(self, pairs, self.open_cell, fill=fill, letters=letters)

    # --------------------------------------------------------------------------------------------- every cell

    def distances(
        self,
        start: Sources | None = None,
        *,
        exits: Sources | None = None,
        max_cost: float | None = None,
        measure: Literal["cost", "worst"] = "cost",
        seconds: float | None = None,
        progress: ProgressLike = None,
    ) -> NDArray[np.float64]:
        """Return the cost of a cheapest path from *start* to every cell, or from every cell to an exit.

        Parameters
        ----------
        start : cell, cells, or mapping of cell to number, optional
            Where paths start; of several cells the nearest counts.  A mapping gives each cell a value that is
            added to the cost of its paths.  Default: the start of the board.
        exits : cell, cells, or mapping of cell to number, optional
            Where paths end; give it instead of *start*.  With costs or one-way cells, the distance to a cell
            differs from the distance from it, because a move costs as much as the cell entered.
        max_cost : float, optional
            Distances above it are infinite; the search ends there.
        measure : {"cost", "worst"}
            "worst": the cost of a path is the maximum cost of its steps, not the sum, and the cell where it
            starts counts too (the minimax or bottleneck path).
        seconds, progress : optional
            As for `PathSet.within`.

        Returns
        -------
        float64 array, shape (rows, columns)
            Infinite where there is no path.

        Raises
        ------
        ArgumentError
            If both *start* and *exits* are given, *max_cost* is not a number of 0 or more, or a value is not
            finite or too large to be added exactly; if cells have values with *measure* "worst".
        CellError
            If a cell is not an open cell.
        TimeLimitError
            If *seconds* are over.

        Notes
        -----
        Dijkstra's algorithm: O(cells) if costs are within a factor of 250, else O(cells log cells).  If
        float64 cannot hold sums of costs exactly, distances may exceed *max_cost* by a relative 1e-11.

        A board caches its last four fields of *measure* "cost" without *max_cost*, up to 4 million cells
        together.  A copy made by `with_walls`, `with_open` or `with_costs` repairs them: O(cells whose
        distances change * log).

        Examples
        --------
        >>> hill = Board.rectangle(1, 4, costs=[[1, 1, 7, 1]])
        >>> hill.distances((0, 3)).tolist(), hill.distances(exits=(0, 3)).tolist()
        ([[9.0, 8.0, 7.0, 0.0]], [[9.0, 8.0, 1.0, 0.0]])
        >>> hill.distances(exits={(0, 0): 0, (0, 3): -5}).tolist()
        [[0.0, 1.0, -4.0, -5.0]]
        >>> hill.distances((0, 3), measure="worst").tolist()
        [[7.0, 7.0, 7.0, 1.0]]

        """
        from gridwalk.search.fields import distances

        return distances(self, start, exits, max_cost, Limits(seconds, progress).watch(), measure)

    def flow_field(
        self,
        exits: Sources | None = None,
        *,
        max_cost: float | None = None,
        seconds: float | None = None,
        progress: ProgressLike = None,
    ) -> FlowField:
        """Return the next cell on a cheapest path to the nearest of *exits*, and its cost, for every cell.

        One field serves any number of walkers: each goes to the next cell of its cell.

        Parameters
        ----------
        exits : cell, cells, or mapping of cell to number, optional
            As for `distances`.  Default: the exits of the board.
        max_cost, seconds, progress : optional
            As for `distances`.

        Returns
        -------
        FlowField
            ``field.next_cell``, ``field.next_move``, ``field.directions``, ``field.distances`` are arrays;
            ``field.path(cell)`` is a `Path`, ``field.flee()`` the field that leads away.

        Raises
        ------
        ArgumentError, CellError, TimeLimitError
            As for `distances`.

        Notes
        -----
        The time of `distances`, plus O(cells).  A changed board repairs the field, as for distances.  If
        several moves begin cheapest paths, the field holds the first in move order.

        Examples
        --------
        >>> print(Board.rectangle(3, 4).flow_field({(0, 0): 0, (2, 3): 1}))
        E←←↓
        ↑↑↑↓
        ↑↑→E

        """
        from gridwalk.search.flow import flow_field

        return flow_field(self, exits, max_cost, Limits(seconds, progress).watch())

    def reachable(self, start: CellLike | Iterable[CellLike] | None = None) -> NDArray[np.bool_]:
        """Return which cells can be reached from *start*, or from any of several starts, these included."""
        from gridwalk.search.bfs import reachable_cells
        from gridwalk.search.query import Query

        starts = (self.start,) if start is None else self._open_cells_of(start, "start")
        return reachable_cells(Query(self, starts, (), Limits().watch())).reshape(self.shape)

    def islands(self) -> NDArray[np.int32]:
        """Return the islands of the board: maximal sets of cells that can all reach one another.

        Without one-way cells these are the connected components, otherwise the strongly connected components.

        Returns
        -------
        int32 array, shape (rows, columns)
            The number of each cell's island, from 0 on in the order of their first cells; -1 for walls.

        Notes
        -----
        O(cells).  Union-find, or Tarjan's algorithm (1972) if some move has no reverse.

        Examples
        --------
        >>> labels = Board.from_text(".#..\\n.#.#\\n##..").islands()
        >>> labels.tolist()
        [[0, -1, 1, 1], [0, -1, 1, -1], [-1, -1, 1, 1]]
        >>> np.bincount(labels[labels >= 0]).tolist()  # their sizes
        [2, 5]

        """
        from gridwalk.search.components import islands

        return islands(self)

    # --------------------------------------------------------------------------------------------- many pairs

    def shortest_many(
        self,
        starts: ArrayLike | Iterable[CellLike],
        exits: ArrayLike | Iterable[CellLike],
        *,
        by: ManyBy = "auto",
        invalid: Literal["raise", "none"] = "raise",
        max_cost: float | None = None,
        threads: int | None = None,
        seconds: float | None = None,
        memory: int | str | None = None,
        progress: ProgressLike = None,
    ) -> Batch[Path | None]:
        """Return a path of minimum cost for each pair of a start and an exit, in one compiled call.

        Parameters
        ----------
        starts, exits : integer arrays of shape (n, 2), or iterables of cells
            Equal numbers of starts and exits, paired in order.  Or a single one on one side, as a cell or an
            array of shape (2,), paired with each one of the other side.
        by : str
            As for `PathSet.shortest`: "astar", "jps" or "corridors".
        invalid : {"raise", "none"}
            What to do with a pair with a cell that is not open: raise an error, or return None for it and the
            reason in ``batch.errors``.
        max_cost : float, optional
            Return None for paths that cost more.  Pairs too far apart in rows and columns are not searched.
        threads : int, optional
            Default: one per processor.
        seconds, memory, progress : optional
            As for `PathSet.within`; the memory holds the cells of all paths.

        Returns
        -------
        Batch
            ``costs``, and all ``cells`` with ``offsets``; ``batch[i]`` is a `Path` or None.

        Raises
        ------
        CellError
            If a start or exit is not an open cell; the message names the first, such as ``starts[3]``.
        TimeLimitError, MemoryLimitError
            If a limit is reached; ``TimeLimitError.found`` is the number of pairs answered.

        """
        limits = Limits(seconds, progress, memory)
        from gridwalk.search import batch

        answers: Batch[Path | None] = batch.shortest_many(
            self, starts, exits, by, invalid, max_cost, threads, limits
        )
        return answers

    def distance_matrix(
        self,
        starts: ArrayLike | Iterable[CellLike],
        exits: ArrayLike | Iterable[CellLike],
        *,
        max_cost: float | None = None,
        threads: int | None = None,
        seconds: float | None = None,
        memory: int | str | None = None,
        progress: ProgressLike = None,
    ) -> NDArray[np.float64]:
        """Return the cost of a cheapest path from each of *starts* to each of *exits*.

        Parameters
        ----------
        starts, exits : integer arrays of shape (n, 2) and (m, 2), or iterables of cells
            Cells may repeat.
        max_cost : float, optional
            Costs above it are infinite; the searches end there.
        threads : int, optional
            Default: one per processor.
        seconds, memory, progress : optional
            As for `PathSet.within`; the memory holds the matrix, and some 30 bytes a cell for each thread.

        Returns
        -------
        float64 array, shape (n, m)
            Infinite where there is no path.

        Raises
        ------
        CellError
            If a start or exit is not an open cell; the message names the first, such as ``starts[3]``.
        ArgumentError
            If *max_cost* is not a number of 0 or more.
        TimeLimitError, MemoryLimitError
            If a limit is reached; ``TimeLimitError.found`` is the number of searches done.

        Notes
        -----
        One search for each start, or backwards for each exit, whichever are fewer, in the time of
        `distances`.

        Examples
        --------
        >>> Board.rectangle(3, 3).distance_matrix([(0, 0), (1, 1)], [(0, 2), (2, 2), (1, 0)]).tolist()
        [[2.0, 4.0, 1.0], [2.0, 2.0, 1.0]]

        """
        from gridwalk.search import batch

        limits = Limits(seconds, progress, memory)
        return batch.distance_matrix(self, starts, exits, max_cost, threads, limits)

    def visit(
        self,
        cells: CellLike | Iterable[CellLike],
        *,
        start: CellLike | None = None,
        back: bool = False,
        measure: Measure = "cost",
        seconds: float | None = None,
        progress: ProgressLike = None,
    ) -> Walk | None:
        """Return the shortest walk through all of *cells*, in any order; it may enter a cell again.

        This is the travelling salesman problem on the board.  For a path that enters no cell twice, use
        `PathSet.through`.

        Parameters
        ----------
        cells : cells
            The stops, at most 16.
        start : cell, optional
            Where the walk begins.  Default: the start of the board.
        back : bool
            Whether the walk returns to its start; else it ends at its last stop.
        measure : {"cost", "length"}
            Whether to minimise the cost of the moves or their number.
        seconds, progress : optional
            As for `PathSet.within`.

        Returns
        -------
        Walk or None
            None if some stop cannot be reached, or one-way cells allow no order.  The same on every run.

        Raises
        ------
        ArgumentError
            If there are more than 16 stops; for more, give `distance_matrix` to a routing library.
        CellError
            If a stop is not an open cell.
        TimeLimitError
            If *seconds* are over.

        Notes
        -----
        A distance field for each of n stops; then O(2**n n**2) (Held and Karp 1962).

        Examples
        --------
        >>> board = Board.from_text("S..#.\\n.#...\\n....#\\n#.#..")
        >>> walk = board.visit([(0, 4), (3, 1), (3, 4)])
        >>> walk.length, walk.stops
        (14, ((0, 0), (3, 1), (3, 4), (0, 4)))

        """
        from gridwalk.search.visiting import visit

        return visit(self, cells, start, back, measure, Limits(seconds, progress))

    # --------------------------------------------------------------------------------- shown, saved, measured

    def draw(self, *, marks: bool = True, glyphs: str = GLYPHS, blanks: bool = False) -> str:
        """Return the board as text, one character per cell; with walls between cells, in boxes of ``+-|``.

        Parameters
        ----------
        marks : bool
            Whether to mark the start with ``S`` and the exits with ``E``.
        glyphs : str
            The characters of an open cell and of a wall: "01" draws a matrix of 0 and 1.  In boxes, open
            cells are blank by default.
        blanks : bool
            Whether to print a blank between the cells of a row; not in boxes.

        Raises
        ------
        ArgumentError
            If *glyphs* are not two different characters without another meaning in the drawing.

        Examples
        --------
        >>> print(Board.from_text("S.#\\n#.E").draw(marks=False, glyphs="01", blanks=True))
        0 0 1
        1 0 0

        """
        from gridwalk.draw.text import draw_board

        return draw_board(self, marks=marks, glyphs=glyphs, blanks=blanks)

    def svg(
        self,
        path: Path | Linkage | None = None,
        trace: Trace | None = None,
        at: int | None = None,
        *,
        dark: bool | None = None,
        legend: bool = False,
        squares: bool = False,
        paths: Iterable[Path] = (),
        field: NDArray[np.float64] | None = None,
        letters: Mapping[CellLike, str] | None = None,
    ) -> str:
        """Return an SVG picture of the board, of *path* or several *paths*, or of *trace* after *at* events.

        A *field* of numbers, such as `distances` returns, is drawn as a heat map; *letters* are drawn in
        cells.  The arguments are the same as for `gridwalk.draw.svg.svg`.

        >>> Board.rectangle(2, 3).svg().startswith("<svg ")
        True
        """
        from gridwalk.draw.svg import svg

        look: dict[str, Any] = {"dark": dark, "legend": legend, "squares": squares}
        given = {self.open_cell(cell, "letters"): str(each) for cell, each in (letters or {}).items()}
        return svg(self, path, trace, at, paths=paths, field=field, letters=given, **look)

    def _repr_svg_(self) -> str | None:
        """Return the SVG for notebooks, or None for a large board, which is shown as text."""
        from gridwalk.draw.svg import notebook

        return notebook(self)

    def to_text(self, format: str | None = None) -> str:  # noqa: A002
        """Return text from which ``from_text(text, cell_width=1)`` makes an equal board.

        The text does not contain the moves, and in some formats no start and exits.  Without *cell_width*,
        `from_text` refuses drawings whose columns happen to come in equal pairs.

        Parameters
        ----------
        format : str, optional
            The name of a format of text (``gridwalk convert --formats`` lists them).  Default: a drawing, of
            boxes if there are walls between cells.

        Raises
        ------
        BoardTextError
            If the format cannot hold some part of the board, such as a cost of 12.
        ArgumentError
            If there is no such format, or it cannot be written.

        Examples
        --------
        >>> print(Board.from_text("S.#\\n#.E").to_text("matrix"))
        0 0 1
        1 0 0

        """
        from gridwalk.io import formats

        text = formats.print_as(self, self._own_format if format is None else format)
        if isinstance(text, bytes):
            raise BoardTextError(f"the format {format!r} is bytes, not text: board.save writes it")
        return text

    @property
    def _own_format(self) -> str:
        """The default format of `to_text`: a drawing, of boxes if there are walls between cells."""
        if self.moves.cells != "square":
            return "hexagons"
        if self.levels is not None:
            return "levels"
        return "drawing" if self.walls is None else "boxes"

    def save(
        self,
        file: str | os.PathLike[str],
        format: str | None = None,  # noqa: A002
        *,
        dark: bool = False,
        pixels: int | None = None,
        squares: bool = False,
        paths: Iterable[Path] = (),
        field: NDArray[np.float64] | None = None,
        letters: Mapping[CellLike, str] | None = None,
    ) -> None:
        """Write this board to a file that `gridwalk.read` can read, or to a picture.

        A temporary file is written and then renamed: readers see the old file or the complete new one.

        Parameters
        ----------
        file : str or path-like
            Without *format*, its ending selects the format; ``.txt`` is the text of `to_text`.  ``.svg`` and
            ``.png`` are pictures; the SVG also holds the board.
        format : str, optional
            The name of a format.
        dark, pixels, squares
            The look of pictures: as for `Path.save`.
        paths, field, letters
            For pictures: at most 6 paths, a heat map, letters in cells, as for `svg`.

        Raises
        ------
        BoardTextError
            If the format cannot hold some part of the board.
        ArgumentError
            If there is no such format, or no format has this ending.
        ArgumentError, InputError
            If an option does not apply to the file, or the file cannot be written.

        """
        from gridwalk.draw import save

        look = save.Look(dark, pixels, squares)
        if format is None:
            given = {self.open_cell(cell, "letters"): str(each) for cell, each in (letters or {}).items()}
            shown = {"paths": tuple(paths), "field": field, "letters": given}
            asked = shown | {"field": None if field is None else "an array"}
            ending = save.checked_ending(file, save.BOARD, **vars(look), **asked)
            save.write(file, ending, save.board_forms(self, look, self.to_text, **shown))
        else:
            save.write(file, "", {"": lambda: save.bytes_in(self, format)})

    @property
    def network(self) -> Network:
        """The board as a network: its open cells are the nodes, ``(row, column)``, its moves the edges.

        The network is directed if some move has no reverse, or a reverse of another cost.

        >>> Board.rectangle(3, 3).network.paths((0, 0), (2, 2)).count()
        12
        """
        from gridwalk.network.forms import of_board
        from gridwalk.network.network import Network

        return Network._of(of_board(self))

    def to_networkx(self) -> Any:
        """Return the board as a graph of NetworkX, which must be installed.

        Returns
        -------
        networkx.Graph or networkx.DiGraph
            The nodes are the open cells, ``(row, column)``, in reading order.  Each move is an edge, in move
            order, with its cost as ``weight``.  A ``DiGraph`` if some move has no reverse, or a reverse of
            another cost.

        Raises
        ------
        ModuleNotFoundError
            If NetworkX is not installed.

        Notes
        -----
        About a kilobyte of memory per cell: for boards of up to about 100,000 cells.

        """
        from gridwalk.network.forms import graph_of_board

        return graph_of_board(self)

    def measure(self, *, seconds: float | None = None) -> Measures:
        """Return measures of this maze: dead ends, junctions, corridors, loops, the solution.

        Parameters
        ----------
        seconds : float, optional
            The time allowed.

        Returns
        -------
        Measures
            ``measures.to_dict()`` returns all by name, ``str(measures)`` describes them.

        Raises
        ------
        TimeLimitError
            If *seconds* are over.

        Notes
        -----
        Linear time for all except the diameter.  This takes two searches in a maze without loops, else an
        unknown number; if these enter more than 200 million cells, it is None.  Memory: 20 bytes a cell in
        most mazes, up to 35 if the solution visits most cells.

        Examples
        --------
        >>> measures = Board.from_text("S.#\\n#..\\n..E").measure()
        >>> measures.dead_ends, measures.loops, measures.perfect, measures.solution_length
        (2, 1, False, 4)

        """
        from gridwalk.measure import measures_of
        from gridwalk.runtime.limits import Limits

        return measures_of(self, Limits(seconds=seconds))

    # ------------------------------------------------------------------------------ what derived boards share

    @property
    def _values(self) -> dict[str, Any]:
        """The attributes of the board except its cache, for a derived board."""
        return {name: getattr(self, name) for name in (*CHANGES, "shape", "rows", "columns", "size")}

    def _copied(self, values: Mapping[str, Any]) -> Self:
        """Return a board of this class with the unchecked attributes *values* and an empty cache."""
        board = object.__new__(type(self))
        board._set(**values)
        board._set(_kept=Cache())
        return board

    def _alone(self) -> Self:
        """Return a copy with an empty cache, so that cached values hold no reference cycle."""
        return self._copied(vars(self))

    def _changed(
        self,
        parts: dict[str, Any],
        *,
        switched: Flat = NO_CELLS,
        priced: Flat = NO_CELLS,
        beside: Flat = NO_CELLS,
    ) -> Self:
        """Return this board with other *parts*, already checked, that differ in a few cells only.

        *parts* are attributes; *switched*, *priced* and *beside* are as for `repairs.take_over`.  A board
        with portals or moves that slide, or of a subclass with its own constructor, is constructed in full.
        """
        kind = type(self)
        is_plain_class = kind.__init__ is Board.__init__ and kind.__new__ is object.__new__
        if self.portals or self.moves.slides or not is_plain_class:
            return self.replace(**parts)
        new = self._copied(self._values | parts)
        take_over(self, new, switched, priced, beside)
        return new

    # ------------------------------------------------------ what engines ask, and a network answers otherwise

    _is_network = False
    _lengths_vary = False  # whether tours differ in length
    _length_of_place: NDArray[np.int64] | None = None  # added to the length by each place; None: count moves

    @property
    def _whole(self) -> Board:
        """The board on which answers are shown: this one, or the whole board of a `BoardWithout`."""
        return self

    def _without(
        self, out: tuple[Cell, ...] = (), edges: tuple[Edge, ...] = (), moves: tuple[Edge, ...] = ()
    ) -> Board:
        """Return the board without some cells, edges and moves."""
        from gridwalk.board.without import BoardWithout

        return BoardWithout(self, out, edges, moves)

    def _is_plain(
        self, stencil: Moves | None = None, *, cells_decide: bool = False, whole: bool = False
    ) -> bool:
        """Return whether the moves are exactly those of *stencil*, each once, and each a step or a leap.

        The board then has no portals, no moves between levels and no wrap, and no move slides.  Algorithms
        that read open cells and moves instead of the legal-move table ask this first.  Walls between cells
        and one-way cells may still forbid a move.

        Parameters
        ----------
        stencil : Moves, optional
            The moves, in any order.  Default: any moves.
        cells_decide : bool
            Whether only the open cells and the corner rule may decide which moves are legal: no walls between
            cells, no one-way cells, no cell or edge removed by a condition.
        whole : bool
            Whether every cell must be open too: a rectangle.  Then moves may slide, as nothing stops them.

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

    @cached_property
    def _symmetric(self) -> bool:
        """Whether every legal move has a reverse move, so that the reverse of a path is a path.

        Costs may differ: see `StepCosts.are_mutual`.
        """
        if self._rules_are_mutual:
            return True
        places = None  # moves of the stencil have reverse moves, except where a cell has rules of its own
        if self.moves.unwrapped.symmetric:
            own = {*self.one_way, *(cell for portal in self.portals for cell in portal[:2])}
            places = np.array(self._flat(own), np.int64)
        return lead_back(self._moves_of_cell, self._delta_of_move, places)

    @cached_property
    def _moves_of_cell(self) -> NDArray[Any]:
        """The legal-move table, flat; bit *m* of entry *v* is set if move *m* is legal in cell *v*."""
        if self._older_table is not None:
            return mended(*self._older_table, self.open_cells, self.moves, self.one_way, self.walls)
        walls = self.walls.padded(self.shape) if self.walls is not None and self._walls_matter else None
        table = legal_moves(self.open_cells, self.moves, self.one_way, walls)
        if isinstance(self.moves, passages.PortalMoves) and self.portals:
            return passages.with_portals(table, self.moves, self.portals, self.columns)
        return table

    @cached_property
    def _delta_of_move(self) -> NDArray[np.int64]:
        """The change of the flat index by each move."""
        offsets = np.array(self.moves.deltas, np.int64) @ (self.columns, 1)
        offsets.flags.writeable = False
        return offsets

    @cached_property
    def _step_costs(self) -> StepCosts:
        """The costs of steps, which compute all sums of costs."""
        of_cells = self._cost_facts
        return StepCosts(self.open_cells, self.moves, self.costs, self.diagonal, self.portals, of_cells)

    @cached_property
    def _cost_facts(self) -> checks.CostFacts | None:
        """Facts about the costs of the cells; None without costs."""
        return None if self.costs is None else checks.CostFacts.of(self.costs, self.open_cells)

    @property
    def _facts(self) -> tuple[object, ...]:
        """The values on which answers depend, for the names of tasks."""
        own = self.shape, self.moves.deltas, self.moves.corners, self._moves_of_cell, self.costs
        return *own, *self._step_costs.facts, *stuck_cells(self.open_cells, self._moves_of_cell)

    @property
    def _passable(self) -> NDArray[np.bool_]:
        """Whether a path may enter each place, flat."""
        return self.open_cells.reshape(-1)

    @property
    def _ways_on(self) -> int:
        """The number of all legal moves."""
        return int(np.bitwise_count(self._moves_of_cell).sum())

    def _all_moves(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return all legal moves as flat cells, move by move."""
        table, tails, heads = self._moves_of_cell, [], []
        for m, delta in enumerate(self._delta_of_move.tolist()):
            u = np.flatnonzero(table >> table.dtype.type(m) & table.dtype.type(1)).astype(np.int64)
            tails.append(u)
            heads.append(u + delta)
        return np.concatenate(tails), np.concatenate(heads)

    def _moves_between_cells(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return all legal moves from cell to cell; in a network, from node to node."""
        return self._all_moves()

    def _ranks_of_steps(self, tails: NDArray[Any], entered: NDArray[Any]) -> NDArray[Any]:
        """Return the rank of each step among the moves of its cell; for tail NONE, the cell *entered*."""
        ranks = np.where(tails == NONE, entered, len(self.moves)).astype(np.int32)
        delta = entered - tails
        for m in reversed(range(len(self.moves))):
            legal = self._moves_of_cell[tails] >> m & 1 == 1
            made = (tails != NONE) & (delta == self._delta_of_move[m]) & legal
            ranks[made] = m
        return ranks

    def _cells_at(self, place: Cell) -> tuple[Cell, ...]:
        """Return the cells of a path that visits *place*; in a network, the nodes."""
        return (place,)

    def _places_between(self, cells: NDArray[np.int32], *, closed: bool) -> NDArray[np.int32]:
        """Return the flat places of a path with these flat cells; in a network, with its edges."""
        return cells

    def _why_not_induced(self, *, closed: bool) -> str | None:
        """Return why induced paths or cycles are not supported here, or None."""
        return None

    def _cells_named(self, given: Any, name: str) -> Any:
        """Return the cells of the argument *name* as questions store them."""
        return given

    def _edges_named(self, given: Iterable[Any], name: str, *, directed: bool) -> Any:
        """Return the edges of the argument *name* as questions store them."""
        return given

    def _places_along(self, path: Any, *, closed: bool = False) -> list[Cell]:
        """Return the cells of *path*, a `Path` or cells in order."""
        return [as_cell(cell, self.shape, "path") for cell in path]

    def _length_along(self, cells: Sequence[Cell], *, closed: bool) -> int | None:
        """Return the length of a path that enters no cell twice, or None if some step is not a move."""
        steps = list(zip(cells, [*cells[1:], *cells[:closed]], strict=False))
        legal = all(self.has_move(u, v) for u, v in steps) and not (closed and len(cells) < 3)
        return len(steps) if legal else None

    def _edges_along(self, cells: Sequence[Cell], *, closed: bool) -> set[tuple[Cell, Cell]]:
        """Return the edges of a path, in the form of `_either_way`."""
        return {(min(step), max(step)) for step in zip(cells, [*cells[1:], *cells[:closed]], strict=False)}

    def _either_way(self, edge: tuple[Cell, Cell]) -> tuple[Cell, Cell]:
        """Return an edge without direction."""
        return min(edge), max(edge)

    def _turned(self, edge: tuple[Cell, Cell]) -> tuple[Cell, Cell] | None:
        """Return the reverse of a move, or None if there is no reverse."""
        return edge[::-1] if self.has_move(*edge[::-1]) else None

    def _said(self, cell: Cell) -> str:
        return str(self._name(cell))

    def _said_edge(self, edge: tuple[Cell, Cell], sign: str) -> str:
        return f"{edge[0]}{sign}{edge[1]}"

    def _table(self, values: NDArray[Any]) -> Any:
        """Return numbers of all cells in the form in which answers hold them."""
        return values.reshape(self.shape)

    def _listed_names(self, cells: NDArray[np.int32]) -> list[Any]:
        """Return the cells of a batch as plain values."""
        listed: list[Any] = (cells if self.levels is None else self.levels.nodes(cells)).tolist()
        return listed

    def _flat(self, cells: Iterable[Cell]) -> list[int]:
        """Return the flat indices of cells ``(row, column)``."""
        columns = self.columns
        return [row * columns + column for row, column in cells]

    def _names(self, cells: tuple[Cell, ...] | None) -> tuple[Any, ...] | None:
        """Return cells in the form of answers: on a board of levels (level, row, column)."""
        return cells if cells is None or self.levels is None else tuple(map(self.levels.node, cells))

    # --------------------------------------------------------------- what engines ask of boards of cells only

    def _name(self, cell: Cell) -> Any:
        """Return a cell in the form of answers."""
        return cell if self.levels is None else self.levels.node(cell)

    def _open_cells_of(self, cells: Iterable[CellLike], name: str, least: int = 1) -> tuple[Cell, ...]:
        """Return *cells*, one or several, checked by `open_cell`, in reading order without repeats.

        An array of bool of the shape of the board names the cells where it is True.
        """
        if type(cells) is tuple and len(cells) == 2 and type(cells[0]) is int:  # most questions
            return (self.open_cell(cells, name),)
        if isinstance(cells, np.ndarray) and cells.dtype == np.bool_:
            if cells.shape != self.open_cells.shape:
                shape = self.open_cells.shape
                raise InputError(f"{name}: a mask has the shape of the board, {shape}, not {cells.shape}")
            cells = np.argwhere(checks.plain_array(cells, name, InputError)).tolist()
        if is_one_cell(cells):
            return (self.open_cell(cells, name),)
        try:
            listed = list(cells)
        except TypeError:
            raise cell_name_error(name, cells) from None
        if len(listed) < least:
            raise InputError(f"{name} must name at least one cell")
        return tuple(sorted({self.open_cell(cell, name) for cell in listed}))

    @property
    def _has_jumps(self) -> bool:
        """Whether some moves have no direction: portals, and free moves between levels."""
        return bool(self.portals) or (self.levels is not None and self.levels.free)

    @property
    def _rules_are_mutual(self) -> bool:
        """Whether the rules alone guarantee that every move has a reverse move."""
        return self.moves.symmetric and not self.one_way

    @property
    def _cells_decide(self) -> bool:
        """Whether no wall between cells and no removed edge or cell forbids a move."""
        return not self._walls_matter

    @property
    def _walls_matter(self) -> bool:
        """Whether there are walls between cells, and moves that they can stop."""
        return self.walls is not None and any(
            max(map(abs, step)) == 1 for step in self.moves.unwrapped.deltas
        )

    def _need_squares(self, verb: str) -> None:
        """Raise `QuestionError` if the cells are hexagons."""
        if self.moves.cells != "square":
            raise QuestionError(verb, "it is about squares, and the cells of this board are hexagons")
