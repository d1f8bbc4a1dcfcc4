"""The board, what people hold: a grid that is made of many things, asked, and drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Self, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.cells import CellLike, as_cell
from gridwalk.checks import (
    canonical,
    plain_array,
    plain_rectangle,
)
from gridwalk.errors import (
    ArgumentError,
    BoardArrayError,
    ClosedMarkError,
    CostsError,
    NotPrintableError,
)
from gridwalk.grid import Grid
from gridwalk.io.formats import parse
from gridwalk.io.movingai import TERRAIN
from gridwalk.render.text import GLYPHS, UNPRINTABLE, draw_board
from gridwalk.runtime.limits import Limits, Progress

if TYPE_CHECKING:
    from gridwalk.algorithms import ManyBy
    from gridwalk.cycleset import CycleSet
    from gridwalk.keywords import BoardOptions, TextOptions
    from gridwalk.path import Batch, Path
    from gridwalk.pathset import PathSet
    from gridwalk.tourset import TourSet
    from gridwalk.trace import Trace


class Board(Grid):
    """A rectangle of cells, some of them open, and the moves between them.

    Parameters
    ----------
    open_cells : array of bool, shape (rows, columns)
        True where a cell is open.  Copied, so later writes to it change nothing.
    moves : Moves
        `ROOK`, `KING`, `KNIGHT`, `leaper(a, b)` or any stencil; its order is the tie-break.
    costs : array of numbers, shape (rows, columns), optional
        What entering a cell costs, positive and finite (walls' entries are not looked at).
        Without costs a move costs 1, a diagonal step the square root of 2.  Kept as int64 where they
        are integers, else as float64.  So that no cost is lost in a sum, all together must be less
        than 2**53 (9.007e15) if they are integers, else less than 2**53 times the least.
    one_way : mapping of cell to (d_row, d_column), optional
        Cells that can be left in one direction only.
    start : cell, optional
        Where paths start by default.  Default: the first opening of a border that is
        walled but for two cells, else the first open cell in reading order; or, if an exit
        is given there, what would be the default exit.
    exits : iterable of cells, optional
        Where paths may end by default.  Default: the second such opening, else the last
        open cell; or, if the start is given there, what would be the default start.

    Attributes
    ----------
    shape, rows, columns, size
        Rows and columns, together and each; how many cells, open or not.

    Raises
    ------
    InputError
        One subclass per cause; the message says which argument, and what is allowed.

    Notes
    -----
    The legal-move table takes one byte a cell (four where there are more than 8 moves)
    and one pass per move, on first use.

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
    def from_matrix(cls, matrix: ArrayLike, *, wall: int = 1, **options: Unpack[BoardOptions]) -> Self:
        """Return the board of a matrix of 0 and 1.

        Parameters
        ----------
        matrix : array of 0 and 1, or of bool
            Of shape (rows, columns).
        wall : {1, 0}
            Which of them is a wall; by default 0 is open and 1 a wall.
        **options
            As for `Board`.

        Examples
        --------
        >>> print(Board.from_matrix([[0, 1], [0, 0]]))
        S#
        .E
        >>> Board.from_matrix([[1, 0], [1, 1]], wall=0) == Board.from_matrix([[0, 1], [0, 0]])
        True

        """
        if isinstance(wall, bool) or wall not in (0, 1):
            raise ArgumentError("wall", wall, "1 or 0: the number that is a wall")
        array = plain_rectangle(matrix, "matrix")
        if array.dtype.kind not in "biufc":
            raise BoardArrayError(f"a matrix holds 0 and 1; this one holds {array.dtype}")
        if array.dtype == bool:
            return cls(canonical(array) if wall == 0 else ~canonical(array), **options)
        if not np.isin(array, (0, 1)).all():
            odd = array[~np.isin(array, (0, 1))].flat[0]
            names = "0 (open) and 1 (wall)" if wall == 1 else "0 (wall) and 1 (open)"
            raise BoardArrayError(f"a matrix holds {names}; this one holds {odd}")
        return cls(array != wall, **options)

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        costs: bool = False,
        terrain: str = TERRAIN,
        cell_width: int | None = None,
        **options: Unpack[TextOptions],
    ) -> Self:
        """Return the board that *text* draws, its form told apart by content.

        A text that has two readings is refused; nothing is guessed.

        Parameters
        ----------
        text : str
            A matrix of 0 (open) and 1 (wall); a ``#`` maze; or a MovingAI map, whose moves are the king's.
        costs : bool
            Whether numbers are costs: in a ``#`` maze the digits 1 to 9, in a matrix any numbers
            above 0, with ``#`` for walls.
        terrain : str
            The characters that are open cells of a MovingAI map; default ``.GS``, ground and swamp
            (``W`` is water, ``T`` trees).
        cell_width : {1, 2}, optional
            How many characters a cell of a ``#`` maze has; 2 where each is written twice, or a
            blank after it.  By default 1, but a maze that seems to have 2 is refused.
        **options
            As for `Board`; a start or exits given there win over marks.

        Raises
        ------
        BoardTextError
            A subclass for each cause; with line and column where there is one.  `TwoReadingsError`
            names both readings, and what to write or to say instead.

        Examples
        --------
        >>> Board.from_text("S.#\\n#.E").exits
        ((1, 2),)
        >>> Board.from_text("1,9,1\\n1,#,12", costs=True).costs.tolist()
        [[1, 9, 1], [1, 1, 12]]
        >>> Board.from_text("##SS  ##\\n##    EE", cell_width=2).shape
        (2, 4)

        """
        parsed = parse(text, costs=costs, terrain=terrain, cell_width=cell_width)
        return cls(parsed.open_cells, **{**parsed.options(), **options})

    def with_walls(self, *cells: CellLike) -> Self:
        """Return this board with walls at *cells* too; all else stays, but for one-way cells walled up.

        The corner rule looks at the new walls as at any: a diagonal step beside one may be gone.  (The paths
        of *this* board that visit none of some cells are ``board.paths().avoiding(...)``.)

        Raises
        ------
        ClosedMarkError
            If one of *cells* is the start or an exit.
        OutsideBoardError, CellNameError
            If one is no cell of the board.

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

    def with_open(self, *cells: CellLike, costs: ArrayLike | None = None) -> Self:
        """Return this board with *cells* open too; all else stays.

        Parameters
        ----------
        *cells : cells
            Walls, or cells that are open already.
        costs : number, or as many numbers as there are cells
            What entering each costs, on a board with costs.  Default: 1 for cells that were walls.

        Raises
        ------
        CostsError
            If the board has no costs, or these are not positive, finite numbers.
        OutsideBoardError, CellNameError
            If one is no cell of the board.

        >>> door = (1, 1)
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
            return self.costs  # what stands for a wall there is 1
        if self.costs is None:
            raise CostsError("with_open: this board has no costs; board.replace(costs=...) gives it some")
        new = plain_array(given, "costs", CostsError)
        if not np.issubdtype(new.dtype, np.number) or new.shape not in ((), rows.shape):
            raise CostsError(
                f"with_open: costs={given!r} must be a number, or one for each of {len(rows)} cells"
            )
        costs = self.costs.astype(np.result_type(self.costs, new))
        costs[rows, columns] = new
        return costs

    # ------------------------------------------------------------------------- questions

    def paths(
        self,
        start: CellLike | Iterable[CellLike] | None = None,
        exits: CellLike | Iterable[CellLike] | None = None,
    ) -> PathSet:
        """Return the set of simple paths from *start* to any of *exits*; nothing is computed yet.

        Both may be one cell or several.  A path ends at the first exit it enters.
        Defaults: the board's own start and exits.
        """
        from gridwalk.pathset import PathSet

        return PathSet.of(self, start, exits)

    def tours(
        self,
        start: CellLike | Iterable[CellLike] | None = None,
        exits: CellLike | Iterable[CellLike] | None = None,
        *,
        closed: bool = False,
        undirected: bool = False,
    ) -> TourSet:
        """Return the set of tours: paths (closed: cycles) through every open cell; nothing is computed yet.

        Open tours start at *start* (one cell or several), or anywhere; they are counted once
        per direction, or with ``undirected=True`` once in all.  A closed tour is counted once
        in all, whichever its start and direction; *start* says where it is begun.
        """
        from gridwalk.tourset import TourSet

        return TourSet.of(self, start, exits, closed=closed, undirected=undirected)

    def cycles(self) -> CycleSet:
        """Return the set of simple cycles, of any length; nothing is computed yet.

        A cycle has three cells or more: there and straight back again is none, also where two one-way cells
        lead to each other.  Each is counted once, or on a board with moves that cannot be undone once per
        direction.

        >>> Board.rectangle(3, 3).cycles().lengths()
        {4: 4, 6: 4, 8: 5}
        """
        from gridwalk.cycleset import CycleSet

        return CycleSet.of(self)

    def distances(self, start: CellLike | Iterable[CellLike] | None = None) -> NDArray[np.float64]:
        """Return the cost of a cheapest path from *start* (or the nearest of several) to every cell.

        float64 of the board's shape, infinite where no path leads; default: the board's start.

        >>> Board.rectangle(2, 3).distances().tolist()
        [[0.0, 1.0, 2.0], [1.0, 2.0, 3.0]]
        """
        return self.paths(start).distances()

    def reachable(self, start: CellLike | Iterable[CellLike] | None = None) -> NDArray[np.bool_]:
        """Return which cells can be reached from *start* (or any of several), the start included."""
        return self.paths(start).reachable()

    def shortest_many(
        self,
        starts: ArrayLike | Iterable[CellLike],
        exits: ArrayLike | Iterable[CellLike],
        *,
        by: ManyBy = "auto",
        threads: int | None = None,
        seconds: float | None = None,
        memory: int | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Batch[Path | None]:
        """Return a cheapest path for every pair of a start and an exit, in one crossing into compiled code.

        Parameters
        ----------
        starts, exits : integer arrays of shape (n, 2), or iterables of cells
            Equally many.
        by : str
            As for `PathSet.shortest`, but for "bfs", "labels" and "dijkstra".
        threads : int, optional
            Default: one a core.
        seconds, memory, progress : optional
            Limits as of `PathSet.within`: the time for all pairs, and the bytes for the cells of their paths.

        Returns
        -------
        Batch
            ``costs``, and all ``cells`` with ``offsets``; ``batch[i]`` is a `Path` or None.

        Raises
        ------
        WallCellError, OutsideBoardError
            If a start or exit is no open cell; the message names the first, ``starts[3]`` say.
            Nothing is answered then.
        TimeLimitError, MemoryLimitError
            If the limits are met; ``found`` of the former says how many pairs were answered.
        """
        from gridwalk.search.batch import shortest_many

        return shortest_many(self, starts, exits, by, threads, Limits(seconds, progress, memory))

    # -------------------------------------------------------------------- other libraries

    def to_networkx(self) -> Any:
        """Return the board as a graph of NetworkX, which must be installed.

        Returns
        -------
        networkx.Graph or networkx.DiGraph
            Nodes are the open cells, ``(row, column)``, in reading order; an edge for every move, in move
            order, its ``weight`` what the move costs.  A ``DiGraph`` where some move cannot be made back, or
            there and back cost differently.

        Raises
        ------
        ModuleNotFoundError
            If NetworkX is not installed.

        Notes
        -----
        O(cells) Python objects, about a kilobyte a cell: for boards up to some 100,000 cells.

        """
        import networkx

        graph = networkx.Graph() if self.symmetric and self.costs is None else networkx.DiGraph()
        rows, columns = np.nonzero(self.open_cells)
        graph.add_nodes_from(zip(rows.tolist(), columns.tolist(), strict=True))
        graph.add_weighted_edges_from((u, v, cost) for u in graph.nodes for v, cost in self.moves_from(u))
        return graph

    # -------------------------------------------------------------------------- printing

    def draw(self, *, marks: bool = True, glyphs: str = GLYPHS, blanks: bool = False) -> str:
        """Return the board in characters, one a cell.

        Parameters
        ----------
        marks : bool
            Whether start and exits are marked, ``S`` and ``E``.
        glyphs : str
            The characters of an open cell and of a wall: "01" draws a matrix of 0 and 1.
        blanks : bool
            Whether a blank stands between the cells of a row.

        Raises
        ------
        ArgumentError
            If *glyphs* are not two different characters that mean nothing else in the drawing.

        Examples
        --------
        >>> print(Board.from_text("S.#\\n#.E").draw(marks=False, glyphs="01", blanks=True))
        0 0 1
        1 0 0

        """
        return draw_board(self, marks=marks, glyphs=glyphs, blanks=blanks)

    def to_text(self) -> str:
        """Return the text from which ``from_text(text, cell_width=1)`` makes an equal board.

        The moves are not in it.  Without *cell_width* `from_text` asks back where the columns happen to
        come in equal pairs.

        Raises
        ------
        NotPrintableError
            If the board has something no character stands for, such as a cost of 12.

        """
        text = draw_board(self)
        if UNPRINTABLE in text:
            row, column = divmod(text.index(UNPRINTABLE), self.columns + 1)
            raise NotPrintableError(f"no character stands for the cost or direction of cell {(row, column)}")
        if Board.from_text(text, costs=self.costs is not None, moves=self.moves, cell_width=1) != self:
            raise NotPrintableError(
                "the text form has one mark a cell: a start or exit with a cost or direction, or a cell "
                "that is both start and exit, would be lost"
            )
        return text

    def svg(
        self,
        path: Path | None = None,
        trace: Trace | None = None,
        at: int | None = None,
        *,
        dark: bool | None = None,
        legend: bool = False,
        squares: bool = False,
    ) -> str:
        """Return an SVG picture of the board, of *path* on it, or of *trace* after *at* events.

        All as for `gridwalk.render.svg.svg`.

        >>> Board.rectangle(2, 3).svg().startswith("<svg ")
        True
        """
        from gridwalk.render.svg import svg

        return svg(self, path, trace, at, dark=dark, legend=legend, squares=squares)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows; None, and so the text, where the board is large."""
        from gridwalk.render.svg import notebook

        return notebook(self)

    def __str__(self) -> str:
        return draw_board(self)
