"""Boards, moves, paths, algorithms and films in the form of the page: values that JSON can hold, and arrays.

A board is ``{"rows", "columns", "shape", "levels", "cells", "sides", "wrap", "start", "exits", "ways",
"moves", "order", "corners", "diagonal"}``.  ``shape`` is one of `SHAPES`; ``diagonal`` is 0 for the usual
cost of a diagonal step.  ``cells`` has one digit per cell: ``0`` for a closed one, ``1`` to ``9`` for the
cost of entering it.  ``sides`` is empty or has one digit per cell.  The digit is a sum: ``1`` for a wall on
the right; ``2`` for a wall below (of a hexagon: on the lower right); ``4`` for a wall on the lower left of a
hexagon, or for stairs to the next level.  ``ways`` has an entry for each direction of each one-way cell: its
row and column, and the rows down and columns right of the direction.

Arrays are stored as text: first the lowest byte of every number, then the next byte of every number, and so
on; deflated; in base64url.  Event logs store differences.  ``player/inlined.js`` of the viewer decodes them.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import Algorithm, titles
from gridwalk.board.hexagons import layout_of
from gridwalk.board.legal import ways_of
from gridwalk.board.moves import NAMED_MOVES
from gridwalk.errors import BoardTextError, Cell, InputError, Message
from gridwalk.runtime.codes import CLOSE, EVENT_NAMES

if TYPE_CHECKING:
    from gridwalk.answers.cellsequence import CellSequence
    from gridwalk.answers.trace import Trace
    from gridwalk.board.board import Board

MAX_SIDE = 512  # rows or columns
HEXAGONS = ("odd", "even", "hexagon", "rhombus")
LEVELS = ("stairs", "free")  # with stairs at given cells, or between all levels
SHAPES = ("square", *HEXAGONS, *LEVELS)  # the shapes of cells that the page shows


class TooLargeForPageError(InputError):
    """A board or a file larger than the page takes."""


def check_shape(rows: int, columns: int) -> None:
    """Refuse a board larger than the page takes."""
    if rows > MAX_SIDE or columns > MAX_SIDE:
        raise TooLargeForPageError(
            Message(
                "a page takes boards of up to {most} cells; this one has {size} "
                "(pictures and the command line have no such limit)",
                most=f"{MAX_SIDE} x {MAX_SIDE}",
                size=f"{rows} x {columns}",
            )
        )


def board_data(board: Board) -> dict[str, Any]:
    """Return *board* in the form of the page.

    Raises
    ------
    TooLargeForPageError
        If it has more than `MAX_SIDE` rows or columns, or costs other than whole numbers from 1 to 9.

    """
    check_shape(board.rows, board.columns)
    levels = board.levels
    costs = np.ones(board.shape, np.int64) if board.costs is None else board.costs
    if not (np.isin(costs, range(1, 10)) | ~board.open_cells).all():
        raise TooLargeForPageError(
            "a page draws costs that are whole numbers from 1 to 9; this board has others"
        )
    stairs, portals = ([], len(board.portals)) if levels is None else levels.stairs(board.portals)
    if portals or board.moves.slides:
        raise BoardTextError("a page shows no portals and no sliding moves")
    cells = (np.where(board.open_cells, costs, 0).astype(np.uint8) + ord("0")).tobytes().decode()
    moves = board.moves.unwrapped
    alike = [
        (name, named.deltas)
        for name, named in NAMED_MOVES.items()
        if named.cells == moves.cells and set(named.deltas) == set(moves.deltas)
    ]
    letters = ",".join(moves.names)
    # Moves like D,R,U,L have the name of the orthogonal moves, but another order.
    name, deltas = alike[0] if alike else (letters, moves.deltas)
    return {
        "rows": board.rows,
        "columns": board.columns,
        "shape": _shape_of(board),
        "levels": 1 if levels is None else levels.number,
        "cells": cells,
        "sides": _sides_of(board, [levels.cell(node) for node in stairs] if levels is not None else []),
        "wrap": board.wrap or "",
        "start": board.start,
        "exits": board.exits,
        "ways": [(*cell, *way) for cell, given in board.one_way.items() for way in ways_of(given)],
        "moves": name,
        "order": "" if moves.deltas == deltas else letters,
        "corners": moves.corners,
        "diagonal": board.diagonal or 0,
    }


def _shape_of(board: Board) -> str:
    if board.levels is not None:
        return LEVELS[board.levels.free]
    return "square" if board.moves.cells == "square" else layout_of(board.open_cells)


def _sides_of(board: Board, stairs: Sequence[Cell]) -> str:
    if board.walls is None and not stairs:
        return ""
    bits = np.full(board.shape, ord("0"), np.uint8)
    for bit, side in enumerate(() if board.walls is None else board.walls.padded(board.shape).sides):
        bits += side.astype(np.uint8) << bit
    for cell in stairs:
        bits[cell] += 4
    return bits.tobytes().decode()


def legal_moves(grid: Board) -> NDArray[np.uint32]:
    """Return the flat legal-move table: bit *m* of a cell is set if the move *m* is legal there."""
    return grid._moves_of_cell.reshape(-1).astype(np.uint32)


def moves_data(grid: Board) -> list[tuple[int, int]]:
    """Return the moves as (rows down, columns right), in the order of their bits.

    A move over the seam of a wrapped board is given as the same step inside the board.
    """
    pairs = zip(grid.moves.steps, grid.moves.deltas, strict=True)
    return [delta if step == (0, 0) else step for step, delta in pairs]  # a move to another level has no step


def path_data(path: CellSequence | None) -> dict[str, Any] | None:
    """Return *path* in the form of the page: flat cells and figures."""
    if path is None:
        return None
    return {
        "cells": (path.cells[:, 0] * path.board.columns + path.cells[:, 1]).tolist(),
        "closed": path.closed,
        "length": path.length,
        "cost": path.cost,
        "by": path.by,
        "expanded": path.expanded,
        "backtracks": path.backtracks,
        **({"bound": path.bound, "gap": path.gap} if path.best == "length" else {}),
    }


def rest_of(trace: Trace) -> NDArray[np.float64]:
    """Return the lower bounds on the remaining cost that the search used, for each cell; empty if none."""
    return np.zeros(0) if trace._rest is None else trace._rest


def algorithm_data(row: Algorithm, verb: str, *, is_film: bool) -> dict[str, Any]:
    """Return an algorithm as the page shows it for *verb*."""
    executed = {kind: lines for kind, lines in row.lines_of_event.items() if kind != "begin"}
    return {
        "title": row.title,
        "promise": row.promise,
        "keeps": row.keeps if is_film else "",
        "key": row.key,
        "bothEnds": row.both_ends,
        "labels": row.labels,
        "jumps": row.jumps,
        "code": row.pseudocode_for(verb),
        "begin": row.lines_of_event.get("begin", ()),
        "executed": {EVENT_NAMES.index(kind): lines for kind, lines in executed.items()},
    }


def known_names() -> dict[str, Any]:
    """Return titles of algorithms, the code of each kind of event, and moves: (rows down, columns right)."""
    return {
        "titles": titles(),
        "events": {name: kind for kind, name in enumerate(EVENT_NAMES)},
        "moves": {name: one.deltas for name, one in NAMED_MOVES.items()},
    }


def deflated(data: bytes) -> str:
    """Return *data* as text, deflated, in base64url; `packing.js` of the page is the inverse.

    >>> len(deflated(bytes(1_000_000))) < 2_000
    True
    """
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return base64.urlsafe_b64encode(deflate.compress(data) + deflate.flush()).decode().rstrip("=")


def packed_json(value: Any) -> str:
    """Return *value* as deflated JSON, for a board in an address or in a saved page."""
    return deflated(json.dumps(value, separators=(",", ":")).encode())


def packed(array: NDArray[Any]) -> str:
    """Return a flat array as text: its lowest bytes first, then the next, deflated.

    >>> import numpy as np
    >>> packed(np.zeros(1_000_000, np.int32)) == packed(np.zeros(1_000_000, np.int32).reshape(10, -1))
    True
    >>> len(packed(np.zeros(1_000_000, np.int32))) < 8_000
    True
    """
    plain = np.ascontiguousarray(array.reshape(-1), array.dtype.newbyteorder("<"))
    planes = plain.view(np.uint8).reshape(-1, array.dtype.itemsize).T
    return deflated(planes.tobytes())


def packed_events(events: NDArray[np.int32]) -> dict[str, Any]:
    """Return an event log as text: kinds; differences of consecutive cells; values minus their cells.

    The value of "close" grows by one each time, so its difference from the last "close" is stored.
    Signed differences are stored as unsigned numbers: 0, -1, 1, -2, 2, ... become 0, 1, 2, 3, 4, ...

    Parameters
    ----------
    events : int32 array, shape (n, 3)
        Rows ``(kind, cell, value)``.

    Returns
    -------
    dict
        ``count``, and the texts ``kinds``, ``cells`` and ``values``.

    """
    kinds, cells, values = (column.astype(np.int64) for column in events.T)
    less = values - cells
    closes = kinds == CLOSE
    less[closes] = np.diff(values[closes], prepend=0)
    return {
        "count": len(events),
        "kinds": packed(kinds.astype(np.uint8)),
        "cells": packed(_folded(np.diff(cells, prepend=0))),
        "values": packed(_folded(less)),
    }


def _folded(differences: NDArray[np.int64]) -> NDArray[np.uint32]:
    return np.where(differences < 0, -2 * differences - 1, 2 * differences).astype(np.uint32)
