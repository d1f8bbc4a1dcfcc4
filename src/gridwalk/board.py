"""The board: a grid with constructors, questions and drawings."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Self, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.errors import (
    ArgumentError,
    BoardArrayError,
    BoardTextError,
    CallError,
    NotPrintableError,
    OutsideBoardError,
)
from gridwalk.errors.calls import LeadsOn
from gridwalk.fieldverbs import FieldVerbs
from gridwalk.grids.cells import CellLike, as_cell
from gridwalk.grids.changes import GridWithChanges
from gridwalk.grids.checks import (
    canonical,
    open_by_costs,
    plain_rectangle,
)
from gridwalk.grids.units import UnitVerbs
from gridwalk.io import formats
from gridwalk.keywords import GLYPHS, TERRAIN
from gridwalk.manyverbs import ManyVerbs
from gridwalk.render import text as drawings

if TYPE_CHECKING:
    from gridwalk.answers.linkage import Linkage
    from gridwalk.answers.path import Path
    from gridwalk.answers.trace import Trace
    from gridwalk.grids.moves import Moves
    from gridwalk.keywords import BoardOptions, TextOptions
    from gridwalk.measure import Measures
    from gridwalk.network import Network
    from gridwalk.sets.pathset import PathSet
    from gridwalk.sets.tourset import CycleSet, TourSet


@cache
def _path_set() -> type[PathSet]:
    from gridwalk.sets.pathset import PathSet  # a statement that would take half the time of `paths`

    return PathSet


class Board(FieldVerbs, ManyVerbs, UnitVerbs, GridWithChanges, metaclass=LeadsOn):
    """A rectangle of cells, some of them open, and the moves between them.

    ===================  =====================================================================
    made by              `rectangle`, `from_text`, `from_matrix`, `from_costs`, `from_occupancy`;
                         `gridwalk.read`, `make`;
                         of hexagons: `hexagons` in rows, `hexagon`; of several `levels`: `from_levels`
    sets, to be asked    `paths`, `tours`, `cycles`, `path_pairs`
    every cell           `distances`, `flow_field`, `reachable`, `islands`
    many pairs           `shortest_many`, `distance_matrix`, `visit` (a walk through stops)
    its cells            ``board[r, c]`` (open?), ``cell in board``, `index`, `moves_from`; `open_cells`,
                         an array of bool: ``np.argwhere(board.open_cells)`` are the cells
    other boards         `with_walls`, `with_open`, `with_costs`, `with_portals`, `thick`, `thin`, `replace`
    shown, kept          `draw`, `svg`, `save`, `to_text`, `network`, `to_networkx`, `measure`
    ===================  =====================================================================

    Parameters
    ----------
    open_cells : array of bool, shape (rows, columns)
        True where a cell is open.  Copied, so later writes to it change nothing.
    moves : Moves or str
        One step or leap: `ORTHOGONAL` (4 directions), `KING` (8), `KNIGHT`, `leaper(a, b)`; pieces that
        slide across the board: `ROOK`, `BISHOP`, `QUEEN`, `AMAZON`, or so far: `rook(3)` ...; any stencil
        of `Moves`; or a name, as `parse_moves` takes it.  Its order is the tie-break.
    costs : array of numbers, shape (rows, columns), optional
        The cost of entering each cell, finite, 0 or more; entries of walls are ignored.  Default: 1.
        Integers are stored as int64, others as float64.  All costs together must be less than 2**53
        (9.007e15), for other than integers 2**53 times the least above 0.
    diagonal : number, optional
        A diagonal step of one cell costs so many times as much as a straight one into its cell, from 1/1000
        to 1000.  Default: the square root of 2 without costs, 1 with costs; 1 counts a king's moves.
    one_way : mapping of cell to (d_row, d_column), optional
        Cells that can be left in one direction only, or in some only: a tuple of directions.
    walls : (right, below), two arrays of bool, or (right, below, slant), optional
        Walls between cells: ``right[r, c]`` between ``(r, c)`` and ``(r, c + 1)``, shape (rows, columns - 1);
        ``below[r, c]`` between ``(r, c)`` and ``(r + 1, c)``, shape (rows - 1, columns).  On a board wrapped
        in that direction the last column (row) of places is on the seam: shape (rows, columns).  A wall
        stops straight steps; a diagonal step passes if its corner rule finds so many of its two routes
        of straight steps free; leaps jump over walls.  Between hexagons: ``slant[r, c]`` between ``(r, c)``
        and ``(r + 1, c - 1)``, of the shape of *below*.  ``board.walls`` is None where there are none; the
        cells that are walls are those where ``board.open_cells`` is False.
    wrap : {"rows", "columns", "both"}, optional
        Which sides meet: "rows" joins the last row to the first, "columns" the last column to the first.
    portals : iterable of (cell, cell) or (cell, cell, cost), optional
        Steps from one cell to any other, one way, past walls; without a cost that of a straight step.
    levels : int, optional
        How many levels the board has, one below another with a closed row between: see `from_levels`.
    start : cell, optional
        Where paths start by default.  Default: the first opening, if the border is walled but for two
        openings; else the first open cell in reading order.  If that is an exit, the default exit.
    exits : iterable of cells, optional
        Where paths may end by default.  Default: the second opening, else the last open cell (or start).

    Attributes
    ----------
    shape, rows, columns, size
        The shape, its two parts, and the number of cells, open or not.
    levels : Levels or None
        How the levels of a board lie in it.

    Raises
    ------
    InputError
        One subclass per cause; the message names the argument and what is allowed.

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

    # ------------------------------------------------------------- ways to make one

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
        if isinstance(wall_is, bool) or wall_is not in (0, 1):
            raise ArgumentError("wall_is", wall_is, "1 or 0: the number that is a wall")
        array = plain_rectangle(matrix, "matrix")
        if array.dtype.kind not in "biufc":
            raise BoardArrayError(f"a matrix holds 0 and 1; this one holds {array.dtype}")
        if array.dtype == bool:
            return cls(canonical(array) if wall_is == 0 else ~canonical(array), **options)
        if not np.isin(array, (0, 1)).all():
            odd = array[~np.isin(array, (0, 1))].flat[0]
            names = "0 (open) and 1 (wall)" if wall_is == 1 else "0 (wall) and 1 (open)"
            raise BoardArrayError(f"a matrix holds {names}; this one holds {odd} (costs: Board.from_costs)")
        return cls(array != wall_is, **options)

    @classmethod
    def from_levels(
        cls,
        array: ArrayLike,
        stairs: Iterable[tuple[int, int, int]] | None = None,
        *,
        wall_is: int = 1,
        **options: Unpack[BoardOptions],
    ) -> Self:
        """Return the board of several levels: of an array of three dimensions, with moves up and down.

        A cell is named ``(level, row, column)``.  Answers have the cells of one flat board, in which levels
        lie one below another; ``path.nodes`` are those by levels.

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
            As for `Board`; moves lead to neighbours within a level.  Costs and walls between cells may have
            three dimensions, too.

        Raises
        ------
        BoardArrayError, BoardSizeError, PortalsError, MovesError
            If an array is none of levels, stairs lead nowhere, or moves would leave their level.

        Notes
        -----
        Moves up and down cost what the cell entered costs.  They have no direction, so they are no turns.

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
        from gridwalk.grids.levels import from_array

        matrix, given = from_array(array, stairs, wall_is, options)
        return cls.from_matrix(matrix, wall_is=wall_is, **given)

    def _lay_levels(self, levels: Any, moves: Moves) -> None:
        from gridwalk.answers.levelpath import LevelPath

        super()._lay_levels(levels, moves)
        vars(self)["_path_type"] = LevelPath

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
            What it costs to enter each cell.  Integers stay integers.
        zero : {"wall", "free"}, optional
            What a 0 is: a wall, as for tcod and python-pathfinding, or a cell that costs nothing, as for
            scikit-image.  By default an array with a 0 is refused.
        **options
            As for `Board`.

        Raises
        ------
        CostsError
            If there is a 0 and no *zero*, or the costs are too large to be added up.

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
        open_cells, array = open_by_costs(costs, zero)
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

        Row 0 of such a grid is at the bottom of the map.  The rows are reversed, so that row 0 of the board
        is on top, as in the picture of the map.

        Parameters
        ----------
        occupancy : array of numbers, shape (rows, columns)
            How likely each cell is occupied, in per cent; -1 is unknown.  Of a message:
            ``np.reshape(message.data, (message.info.height, message.info.width))``.
        unknown : {"wall", "open"}
            What cells are that are neither free nor occupied.
        free, occupied : number
            Cells of at most *free* per cent are free; of at least *occupied*, walls.
        **options
            As for `Board`; cells are named by the rows of the board.

        Raises
        ------
        BoardArrayError
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
        """Return the board in *text*, in any layout and alphabet that leaves no doubt.

        Cells may be characters, or words between blanks, commas, semicolons or tabs, or the entries of an
        array of a program.  Signs are read by conventions (0 open and 1 wall, ``#`` wall, ``.`` and blank
        open, S start, E exit, ...), then by what the board shows: the sign around it, and two signs that
        occur once each, which are ends.  Every guess is a `ReadingWarning`; where two readings are left,
        the error names the option that decides.

        Parameters
        ----------
        text : str
            A board of signs, of costs, of walls coded in each cell, an object of JSON, or any other format of
            text that ``gridwalk formats`` lists.
        format : str, optional
            The name of a format, to insist on it; by default the content decides.
        costs : bool
            Whether numbers are costs, with ``#``, inf, nan and numbers below 0 for walls.
        terrain : str
            The characters that are open cells of a MovingAI map; default ``.GS``, ground and swamp
            (``W`` is water, ``T`` trees).
        cell_width : {1, 2}, optional
            The number of characters of a cell, where nothing separates cells.
        header : int, optional
            The number of lines before the board, which are left out; by default they are found.
        wall_is, open_is, start_is, exit_is : str, optional
            Signs of walls, open cells, the start, exits: characters, or words with commas between them.
            They win over every convention.
        **options
            As for `Board`; a start or exits given here override marks.

        Raises
        ------
        BoardTextError
            One subclass per cause.  `UnclearBoardError` says which signs were seen, and which option decides.

        Examples
        --------
        >>> Board.from_text("S.#\\n#.E").exits
        ((1, 2),)
        >>> Board.from_text("1,9,1\\n1,#,12", costs=True).costs.tolist()
        [[1, 9, 1], [1, 1, 12]]
        >>> Board.from_text("S o o\\nx x o\\nE o o", wall_is="x").paths().shortest().length
        6
        >>> Board.from_text("1 0\\n1 1", wall_is="0") == Board.from_text("0 1\\n0 0")
        True

        """
        if not isinstance(text, str):
            raise BoardTextError(f"a board's text is a str, not {type(text).__name__}")
        parsed = formats.parse(
            text, format=format, costs=costs, terrain=terrain, cell_width=cell_width, header=header,
            wall_is=wall_is, open_is=open_is, start_is=start_is, exit_is=exit_is,
        )  # fmt: skip
        parsed.warn()
        return cls(parsed.open_cells, **{**parsed.options(), **options})

    # ------------------------------------------------------------------------- its cells

    _made = "it is Board.rectangle(rows, columns), Board.from_text(text), Board.from_matrix(0 and 1), or \
gridwalk.read(file)"

    def __getitem__(self, cell: CellLike) -> bool:
        """Return whether *cell* is open: ``board[0, 3]``, ``board["e4"]``; slices are those of `open_cells`.

        >>> board = Board.from_text("S.#\\n..E")
        >>> board[0, 1], board[0, 2], (0, 2) in board, (5, 5) in board
        (True, False, False, False)
        """
        if any(isinstance(one, slice) for one in (cell if isinstance(cell, tuple) else (cell,))):
            raise CallError("board[...] is one cell", "slices are taken of board.open_cells, an array")
        return bool(self.open_cells[as_cell(cell, self.shape, "cell")])

    def __contains__(self, cell: CellLike) -> bool:
        """Whether *cell* is on the board, and open."""
        try:
            return self[cell]
        except OutsideBoardError:
            return False

    __iter__ = None  # else Python would take cells 0, 1, 2 ...

    def _elsewhere(self, name: str) -> str:
        from gridwalk.sets.tourset import CycleSet, TourSet

        for ask, members in (("paths", _path_set()), ("tours", TourSet), ("cycles", CycleSet)):
            if hasattr(members, name):
                return f"it is asked of a set: board.{ask}().{name}(...)"
        return super()._elsewhere(name)

    # ------------------------------------------------------------------------- questions

    def paths(
        self,
        start: CellLike | Iterable[CellLike] | None = None,
        exits: CellLike | Iterable[CellLike] | None = None,
    ) -> PathSet:
        """Return the set of simple paths from *start* to any of *exits*; nothing is computed yet.

        Each may be one cell or several, an array of bool of the board's shape, such as `open_cells`, which
        names the cells where it is True, or "anywhere"; the defaults are those of the board.  A path ends at
        the first exit it enters, but for "anywhere": then every self-avoiding walk counts.
        """
        return _path_set()._of(self, start, exits)

    def tours(
        self,
        start: CellLike | Iterable[CellLike] | None = None,
        exits: CellLike | Iterable[CellLike] | None = None,
        *,
        closed: bool = False,
        undirected: bool = False,
    ) -> TourSet:
        """Return the set of tours: paths (closed: cycles) through every open cell; nothing is computed yet.

        Open tours start at *start* (one cell or several), or anywhere; each direction counts, or with
        ``undirected=True`` a tour and its reverse count once.  A closed tour counts once, whatever its
        start and direction; *start* is the first cell of the paths returned.
        """
        from gridwalk.sets.tourset import TourSet

        return TourSet._of(self, start, exits, closed=closed, undirected=undirected)

    def cycles(self) -> CycleSet:
        """Return the set of simple cycles, of any length; nothing is computed yet.

        A cycle has at least three cells: one move and its reverse are not a cycle, even between two one-way
        cells.  Each counts once; if some move has no reverse, once per direction.

        >>> Board.rectangle(3, 3).cycles().lengths()
        {4: 4, 6: 4, 8: 5}
        """
        from gridwalk.sets.tourset import CycleSet

        return CycleSet._of(self)

    def measure(self, *, seconds: float | None = None) -> Measures:
        """Return what this maze is like: dead ends, junctions, corridors, loops, the solution.

        Parameters
        ----------
        seconds : float, optional
            The time allowed.

        Returns
        -------
        Measures
            ``measures.to_dict()`` has all by name, ``str(measures)`` in words.

        Raises
        ------
        TimeLimitError
            If *seconds* are over.

        Notes
        -----
        Linear time for all but the diameter, which takes two searches in a maze without loops, else as many
        as it needs; if these enter more than 200 million cells it is None.  Up to 35 bytes a cell, where
        the solution visits most of them; 20 in most mazes.

        Examples
        --------
        >>> measures = Board.from_text("S.#\\n#..\\n..E").measure()
        >>> measures.dead_ends, measures.loops, measures.perfect, measures.solution_length
        (2, 1, False, 4)

        """
        from gridwalk.measure import measures_of
        from gridwalk.runtime.limits import Limits

        return measures_of(self, Limits(seconds=seconds))

    # -------------------------------------------------------------------- other libraries

    @property
    def network(self) -> Network:
        """The board as a network: its open cells are the nodes, ``(row, column)``, its moves the edges.

        Directed if some move has no reverse, or one of another cost.

        >>> Board.rectangle(3, 3).network.paths((0, 0), (2, 2)).count()
        12
        """
        from gridwalk.network import Network

        return Network._of_grid(self)

    def to_networkx(self) -> Any:
        """Return the board as a graph of NetworkX, which must be installed.

        Returns
        -------
        networkx.Graph or networkx.DiGraph
            The nodes are the open cells, ``(row, column)``, in reading order.  Each move is an edge, in move
            order, with its cost as ``weight``.  A ``DiGraph`` if some move has no reverse, or one of another
            cost.

        Raises
        ------
        ModuleNotFoundError
            If NetworkX is not installed.

        Notes
        -----
        O(cells) Python objects, about a kilobyte per cell: for boards of up to about 100,000 cells.

        """
        import networkx

        cells = list(zip(*(part.tolist() for part in np.nonzero(self.open_cells)), strict=True))
        moves = {(u, v): cost for u in cells for v, cost in self.moves_from(u)}
        mutual = self.costs is None and all(moves.get((v, u)) == cost for (u, v), cost in moves.items())
        graph = networkx.Graph() if mutual else networkx.DiGraph()
        graph.add_nodes_from(map(self._name, cells))
        graph.add_weighted_edges_from((self._name(u), self._name(v), cost) for (u, v), cost in moves.items())
        return graph

    # -------------------------------------------------------------------------- printing

    def draw(self, *, marks: bool = True, glyphs: str = GLYPHS, blanks: bool = False) -> str:
        """Return the board as text, one character per cell; with walls between cells, in boxes of ``+-|``.

        Parameters
        ----------
        marks : bool
            Whether to mark the start with ``S`` and the exits with ``E``.
        glyphs : str
            The characters of an open cell and of a wall: "01" draws a matrix of 0 and 1.  In boxes open
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
        return drawings.draw_board(self, marks=marks, glyphs=glyphs, blanks=blanks)

    def to_text(self, format: str | None = None) -> str:  # noqa: A002
        """Return text from which ``from_text(text, cell_width=1)`` makes an equal board.

        The text does not contain the moves, and in some formats no start and exits.  Without *cell_width*,
        `from_text` refuses drawings whose columns happen to come in equal pairs.

        Parameters
        ----------
        format : str, optional
            The name of a format of text (``gridwalk formats`` lists them).  Default: a drawing, of boxes
            if there are walls between cells.

        Raises
        ------
        NotPrintableError
            If the format cannot hold some part of the board, such as a cost of 12.
        UnknownChoiceError
            If there is no such format, or none that can be written.

        >>> print(Board.from_text("S.#\\n#.E").to_text("matrix"))
        0 0 1
        1 0 0
        """
        text = formats.print_as(self, self._own_format if format is None else format)
        if isinstance(text, bytes):
            raise NotPrintableError(f"the format {format!r} is bytes, not text: board.save writes it")
        return text

    @property
    def _own_format(self) -> str:
        """The format of text that `to_text` chooses: a drawing, of boxes if there are walls between cells."""
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
        """Write this board to a file, from which `gridwalk.read` makes an equal board, or to a picture.

        The file is written beside and renamed: readers see the old one or the whole new one.

        Parameters
        ----------
        file : str or path-like
            Its ending says the format, if no *format* is given; ``.txt`` is the text of `to_text`, ``.svg``
            and ``.png`` are pictures, of which the SVG holds the board.
        format : str, optional
            The name of a format.
        dark, pixels, squares
            How pictures look: as for `Path.save`.
        paths, field, letters
            Drawn in pictures: at most 6 paths, a heat map, letters in cells, as for `svg`.

        Raises
        ------
        NotPrintableError
            If the format cannot hold some part of the board.
        UnknownChoiceError
            If there is no such format, or no format has this ending.
        ArgumentError, InputError
            If an option does not apply to the file, or the file cannot be written.

        """
        from gridwalk.render import save

        look = save.Look(dark, pixels, squares)
        if format is None:
            given = {self.open_cell(cell, "letters"): str(each) for cell, each in (letters or {}).items()}
            shown = {"paths": tuple(paths), "field": field, "letters": given}
            asked = shown | {"field": None if field is None else "an array"}
            ending = save.checked_ending(file, save.BOARD, **vars(look), **asked)
            save.write(file, ending, save.board_forms(self, look, self.to_text, **shown))
        else:
            save.write(file, "", {"": lambda: save.bytes_in(self, format)})

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

        A *field* of numbers, such as `distances` returns, is drawn as a heat map.  *letters* or numbers
        stand in cells.

        The arguments are those of `gridwalk.render.svg.svg`.

        >>> Board.rectangle(2, 3).svg().startswith("<svg ")
        True
        """
        from gridwalk.render.svg import svg

        look: dict[str, Any] = {"dark": dark, "legend": legend, "squares": squares}
        given = {self.open_cell(cell, "letters"): str(each) for cell, each in (letters or {}).items()}
        return svg(self, path, trace, at, paths=paths, field=field, letters=given, **look)

    def _repr_svg_(self) -> str | None:
        """The SVG for notebooks; None for large boards, which are shown as text."""
        from gridwalk.render.svg import notebook

        return notebook(self)

    def __str__(self) -> str:
        return drawings.draw_board(self)
