"""`make`: a board by any maker of the table, with its start and exit.

Other functions return mazes and noise as arrays of open cells; their sizes are in cells.  If the numbers of
rows and columns are odd, the maze has walls on all sides.  If one is even, the last row or column is a row or
column of rooms.  ``rng`` is an int (the same int gives the same array everywhere) or a generator.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.algorithms import resolve
from gridwalk.board.board import Board
from gridwalk.board.cells import as_cell
from gridwalk.board.checks import MAX_CELLS, Rng, canonical, checked_number, plain_rectangle
from gridwalk.board.moves import CELL_SHAPES, HEX, ORTHOGONAL, CellShape
from gridwalk.errors import (
    ArgumentError,
    CallError,
    Cell,
    InputError,
    board_size_error,
    check_choice,
    wall_cell_error,
)
from gridwalk.errors.words import ours
from gridwalk.makers.site import Cells, Rooms, rooms_of_hexagons, rooms_of_levels, stream, threshold
from gridwalk.makers.table import MAKERS, Maker, MakerName, maker
from gridwalk.runtime.progress import EventLog
from gridwalk.runtime.slices import call_whole
from gridwalk.search.components import label_components

if TYPE_CHECKING:
    from gridwalk.board.cells import CellLike

    Ends: TypeAlias = Literal["corners", "far"] | tuple[CellLike, CellLike] | None

Open: TypeAlias = NDArray[np.bool_]

ENDS = ("corners", "far")


def with_ends(board: Board, ends: Any, shape: tuple[int, int], scale: int) -> Board:
    """Return *board* with the given start and exit.

    Parameters
    ----------
    board : Board
        With orthogonal moves, without one-way cells.
    ends : str or pair of rooms
        As for `gridwalk.make`.
    shape : (int, int)
        The numbers of rows and columns of rooms; a pair of ends is a pair of rooms.
    scale : int
        2 if room ``(r, c)`` is the cell ``(2 r + 1, 2 c + 1)``; 1 if rooms are cells.

    """
    if isinstance(ends, str):
        check_choice("ends", ends, ENDS)
        start, end = far_ends(board) if ends == "far" else _corners(board)
    else:
        allowed = "'corners', 'far' or a pair of rooms (cells, where there are no rooms): (start, exit)"
        try:
            start, end = ends
        except (TypeError, ValueError):
            raise ArgumentError("ends", ends, allowed) from None
        rooms = [as_cell(room, shape, "ends") for room in (start, end)]
        start, end = ((2 * row + 1, 2 * column + 1) if scale == 2 else (row, column) for row, column in rooms)
        for room, cell in zip(rooms, (start, end), strict=True):
            if not board.open_cells[cell]:
                raise wall_cell_error("ends", room)
    if (board.start, board.exits) == (start, (end,)):
        return board
    return board.replace(start=start, exits=[end])


def far_ends(board: Board) -> tuple[Cell, Cell]:
    """Return two cells far from each other, in reading order.  O(cells).

    A breadth-first search from any cell of the largest component finds a cell at the greatest distance; a
    second search from that cell finds the other.  In a tree no two cells are farther apart.
    """
    part_of_cell = np.empty(board.size, np.int32)
    call_whole(label_components, board.size, board._moves_of_cell, board._delta_of_move, part_of_cell)
    known = part_of_cell[part_of_cell >= 0]
    if not len(known):  # no move at all
        return board.start, board.start
    largest = int(np.bincount(known).argmax())
    first = _farthest(board, divmod(int((part_of_cell == largest).argmax()), board.columns))
    other = _farthest(board, first)
    return min(first, other), max(first, other)


def _farthest(board: Board, start: Cell) -> Cell:
    far = board.distances(start)
    return divmod(int(np.where(np.isfinite(far), far, -1).argmax()), board.columns)


def _corners(board: Board) -> tuple[Cell, Cell]:
    """Return the first and the last open cell."""
    flat = board.open_cells.reshape(-1)
    first, last = int(flat.argmax()), board.size - 1 - int(flat[::-1].argmax())
    return divmod(first, board.columns), divmod(last, board.columns)


MAX_WATCHED = 65_536  # the maximum number of cells of a board with an event log: 256 x 256
SMALLEST = {"caves": 3, "dungeon": 3}  # the minimum of rows and columns: the border stays closed


def make(
    name: MakerName,
    rows: int | None = None,
    columns: int | None = None,
    *,
    rng: Rng = None,
    seed: Rng = None,
    thin: bool = False,
    mask: ArrayLike | Board | None = None,
    braid: float = 0.0,
    loops: float = 0.0,
    ends: Ends = None,
    cells: CellShape = "square",
    levels: int | None = None,
    **options: Any,
) -> Board:
    """Return a new board: a maze, caves, a dungeon or noise.

    Parameters
    ----------
    name : str
        The maker.  Perfect mazes: "backtracker", "hunt-and-kill", "prim", "growing-tree", "kruskal", "wilson"
        and "aldous-broder" (every maze equally likely), "eller", "sidewinder", "binary-tree", "division".
        One path: "unicursal", "spiral", "serpentine".  Without rooms: "caves", "dungeon", "percolation".
        `gridwalk.makers.MAKERS` describes them.
    rows, columns : int
        The numbers of rows and columns of **rooms**.  The board has ``2 rows + 1`` x ``2 columns + 1`` cells,
        with walls on all sides and rooms at odd rows and columns; with *thin*, ``rows`` x ``columns`` cells.
        For "caves", "dungeon" and "percolation", which have no rooms, they are numbers of **cells**. Default:
        the shape of the mask.  One number alone gives a square.
    rng : int, numpy.random.Generator, BitGenerator or SeedSequence, optional
        A seed (0 or more) or a generator.  The same seed gives the same board on every machine and with every
        version of NumPy.  Default: a different board each time.
    seed
        Another name of *rng*.
    thin : bool
        If True, the rooms are the cells of the board, with walls between them (`Board.walls`).
    mask : bool array of shape (rows, columns), or Board, optional
        True for a room; of a board, the open cells are rooms.  Each connected component gets a maze of its
        own. Makers that work row by row or on rectangles do not support it.
    braid : float
        The probability, from 0 to 1, that a wall of a dead end is opened.  With 1, the only dead ends left
        are rooms with one neighbour.
    loops : float
        The probability that each remaining wall between two rooms is opened, after *braid*.
    ends : "corners", "far" or a pair of cells, optional
        Start and exit.  "corners": the first and the last room.  "far": two rooms far from each other, found
        by two breadth-first searches in the largest component; in a perfect maze no two are farther apart. Or
        two rooms (cells, for makers without rooms).  Default: "far" for mazes of one path, else "corners".
    cells : {"square", "hex"}
        "hex": rooms are hexagons with walls between them, in rows as in `Board.hexagons`; a mask is such a
        map, or a board of hexagons.  Makers that need squares do not support it.
    levels : int, optional
        The number of levels, with stairs between some of their rooms (`Board.from_levels`).  All levels have
        the same mask; *ends* are rooms (level, row, column).  Makers that need rectangles do not support it.
    **options
        Options of the maker.  "growing-tree": ``pick`` ("newest", "random", "oldest", "mix").  "unicursal":
        ``of``, the maker of the maze whose walls the path follows.  "caves": ``walls``, ``rounds``.
        "dungeon": ``block``, ``extra``.  "percolation": ``walls``.

    Raises
    ------
    ArgumentError
        If there is no such maker or option, or an option has an unknown word.
    ArgumentError, BoardError, InputError
        If a number is out of range, the board has more than 268,435,456 cells, or the mask is invalid.
    InputError
        If the maker does not support a mask, or has no rooms to braid.

    Notes
    -----
    O(cells) time, up to 30 ns per cell, and 5 bytes per cell in addition to the board; "aldous-broder" takes
    about log(rooms)**2 steps per room.

    Examples
    --------
    >>> print(make("wilson", 3, 8, rng=7))
    #################
    #S#...#...#.#...#
    #.#.#.###.#.#.#.#
    #...#...#.....#.#
    #.###.#.#.#.#.###
    #.#...#...#.#..E#
    #################
    >>> make("backtracker", 20, 30, rng=1, braid=1.0).shape
    (41, 61)
    >>> make("wilson", 5, 5, levels=3, rng=1).levels
    (35, 11)

    """
    board, _ = made(name, rows, columns, None, rng=rng, seed=seed, thin=thin, mask=mask, braid=braid,
                    loops=loops, ends=ends, cells=cells, levels=levels, **options)  # fmt: skip
    return board


def made(
    name: str,
    rows: int | None,
    columns: int | None,
    log: EventLog | None,
    *,
    rng: Rng = None,
    seed: Rng = None,
    thin: bool = False,
    mask: ArrayLike | Board | None = None,
    braid: float = 0.0,
    loops: float = 0.0,
    ends: Ends = None,
    cells: CellShape = "square",
    levels: int | None = None,
    **options: Any,
) -> tuple[Board, Rooms | Cells]:
    """Return the board as `make` does, and the object that made it; *log* receives the events."""
    _check_call(name, rows, mask)
    row = maker(name)
    chosen = options_of(row, options)
    where = None if mask is None else _mask(row, mask)
    if cells in ("rings", "triangles"):
        raise InputError(f"{cells} are a network: make_maze({name!r}, gridwalk.{cells}(8)) makes one")
    check_choice("cells", cells, CELL_SHAPES)
    is_axial = isinstance(mask, Board) and mask.moves.cells == "hex"
    moves = HEX if is_axial or cells == "hex" else ORTHOGONAL
    thin = thin or moves is HEX
    shape = _shape(row, rows, columns, where, thin, MAX_CELLS if log is None else MAX_WATCHED)
    if moves is HEX:
        where = rooms_of_hexagons(row, shape, where, is_axial=is_axial)
        shape = where.shape[0], where.shape[1]
    height = 0
    if levels is not None:
        where, shape = rooms_of_levels(row, levels, shape, where, moves)
        height = shape.height
    ends = row.ends if ends is None else ends
    if row.counts == "cells":
        for given, word in ((thin, "thin"), (braid, "braid"), (loops, "loops")):
            if given:
                raise InputError(f"{name} has no rooms, only cells: leave out {word}")
        dug = Cells(*shape, stream(rng, seed), log)
        resolve(row.run)(dug, **chosen)
        return with_ends(Board(dug.open_cells()), ends, shape, 1), dug
    site = Rooms(*shape, stream(rng, seed), log, where, hexagons=moves is HEX, height=height)
    resolve(row.run)(site, **chosen)
    site.open_more(braid=braid, loops=loops)
    if thin:
        rooms = np.ones(shape, np.bool_) if where is None else where
        board = Board(rooms, moves=moves, walls=site.walls(), levels=levels, portals=site.stairs(1))
        return with_ends(board, ends, shape, 1), site
    return with_ends(Board(site.thick(), levels=levels, portals=site.stairs(2)), ends, shape, 2), site


def _check_call(name: Any, rows: Any, mask: Any) -> None:
    """Raise an error with an example if the maker or the size is missing or of a wrong type."""
    example = 'as in make("wilson", 12, 16)'
    if not isinstance(name, str):
        raise ArgumentError("maker", name, f"the name of a maker, {example}")
    if isinstance(rows, str):
        raise ArgumentError("rows", rows, f"a whole number, {example}")
    if name in MAKERS and rows is None and mask is None:
        raise CallError(f"make({name!r}) has no size", f"give rows and columns, {example}")


def options_of(row: Maker, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of the maker; its function checks the numbers."""
    for name, value in given.items():
        if name not in row.options:
            our = ours("argument", name).replace("seed", "rng")
            if our in signature(make).parameters:
                raise CallError(f"make() has no argument {name}", f"here it is {our}=")
            if not row.options:
                raise InputError(f"{row.name} has no option {name}: it has none of its own")
            check_choice("option", name, row.options)
        if name in row.choices:
            check_choice(name, value, row.choices[name])
    return {**row.options, **given}


def _mask(row: Maker, mask: ArrayLike | Board) -> NDArray[np.bool_]:
    """Return the mask as an array, True for a room."""
    if not row.masked:
        able = ", ".join(name for name, other in MAKERS.items() if other.masked)
        raise InputError(f"{row.name} takes no mask; these do: {able}")
    array = plain_rectangle(mask.open_cells if isinstance(mask, Board) else mask, "mask")
    if array.dtype != bool:
        raise InputError(f"mask must be bool (True: a room), not {array.dtype}")
    if not array.any():
        raise InputError("mask has no room: no entry of it is True")
    return canonical(array)


def _shape(
    row: Maker, rows: int | None, columns: int | None, mask: Open | None, thin: bool, most: int
) -> tuple[int, int]:
    """Return the numbers of rows and columns; raise an error if the board has more than *most* cells."""
    given = [rows, rows if columns is None and mask is None else columns]
    for i, name in enumerate(("rows", "columns")):
        if given[i] is None and mask is not None:
            given[i] = mask.shape[i]
        given[i] = checked_number(given[i], name, SMALLEST.get(row.name, 1))
    high, wide = (int(number or 0) for number in given)
    if mask is not None and mask.shape != (high, wide):
        raise ArgumentError("rows, columns", (high, wide), f"those of the mask, {mask.shape}, or left out")
    in_cells = (high, wide) if thin or row.counts == "cells" else (2 * high + 1, 2 * wide + 1)
    if in_cells[0] * in_cells[1] > most:
        if most == MAX_CELLS:
            raise board_size_error(in_cells, most)
        cells = f"{in_cells[0]:,} x {in_cells[1]:,} cells"
        most_words = f"at most {most:,} cells (256 x 256; mazes of 127 x 127 rooms)"
        raise InputError(f"a board of {cells} is too large to be watched: {most_words}")
    return high, wide


# ---------------------------------------------------------------- arrays


def noise(rows: int, columns: int, share: float, rng: Rng = None, *, seed: Rng = None) -> Open:
    """Return an array in which each cell is open with probability *share* (site percolation).

    >>> noise(2, 3, 1.0, rng=1).tolist()
    [[True, True, True], [True, True, True]]
    """
    threshold("share", share)
    _check_shape(rows, columns, 1)
    site = Cells(rows, columns, stream(rng, seed))
    resolve(maker("percolation").run)(site, 1 - share)
    return site.open_cells()


def depth_first(rows: int, columns: int, rng: Rng = None, *, seed: Rng = None) -> Open:
    """Return a perfect maze by randomised depth-first search: long winding corridors, few dead ends.

    Takes O(cells) time, about 10 ns per cell.

    >>> print("\\n".join("".join(".#"[not cell] for cell in row) for row in depth_first(5, 5, rng=1)))
    #####
    #.#.#
    #.#.#
    #...#
    #####
    """
    return _in_cells(_rooms("backtracker", rows, columns, rng, seed), rows, columns)


def kruskal(
    rows: int,
    columns: int,
    rng: Rng = None,
    *,
    braid: float = 0.0,
    loops: float = 0.0,
    seed: Rng = None,
) -> Open:
    """Return a maze by Kruskal's algorithm (1956): the minimum spanning tree of random weights.

    The maze has many short dead ends and no preferred direction.

    Parameters
    ----------
    rows, columns : int
        In cells, not rooms.
    rng, seed
        As for `make`.
    braid : float
        The probability that a wall of a dead end is opened.
    loops : float
        The probability that each remaining wall between rooms is opened, after *braid*.

    """
    site = _rooms("kruskal", rows, columns, rng, seed)
    site.open_more(braid=braid, loops=loops)
    return _in_cells(site, rows, columns)


def bond_percolation(rows: int, columns: int, share: float, rng: Rng = None, *, seed: Rng = None) -> Open:
    """Return rooms with walls; each wall between neighbours is open with probability *share*.

    If *share* is above 1/2, nearly all rooms of a large board are connected (Kesten 1980).
    """
    site = _rooms("", rows, columns, rng, seed)
    site.open_more(share=share)
    return _in_cells(site, rows, columns)


def with_walls_opened(cells: Open, share: float, rng: Rng = None, *, seed: Rng = None) -> Open:
    """Return the maze *cells* after opening each wall between rooms with probability *share*."""
    rows, columns = cells.shape
    site = _rooms("", rows, columns, rng, seed)
    site.open_more(share=share)
    opened = _in_cells(site, rows, columns)
    opened[[0, -1]] = opened[:, [0, -1]] = False  # if the number of rows is even, the last row has rooms
    return cells | opened


def _rooms(name: str, rows: int, columns: int, rng: Rng, seed: Rng) -> Rooms:
    """Return the rooms of an array of *rows* x *columns* cells; the maker *name*, if any, opens the doors."""
    _check_shape(rows, columns, 3)
    site = Rooms(rows // 2, columns // 2, stream(rng, seed))
    if name:
        resolve(maker(name).run)(site)
    return site


def _in_cells(site: Rooms, rows: int, columns: int) -> Open:
    return np.ascontiguousarray(site.thick()[:rows, :columns])


def _check_shape(rows: int, columns: int, minimum: int) -> None:
    if min(rows, columns) < minimum:
        raise ArgumentError("rows, columns", (rows, columns), f"at least {minimum} each")
