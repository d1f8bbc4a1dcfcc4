"""A board with some moves or cells removed, for `avoiding_edges` and `avoiding`; checks of given edges."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from numbers import Number
from types import MappingProxyType
from typing import Any, Self, Unpack

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.board.moves import ORTHOGONAL
from gridwalk.board.passages import Walls, sides_of
from gridwalk.errors import ArgumentError, Cell
from gridwalk.keywords import BoardChanges
from gridwalk.runtime.cache import Cache

Edge = tuple[Cell, Cell]  # two cells; if the direction does not count, in reading order
EdgeLike = tuple[CellLike, CellLike]


def edges_of(board: Board, given: Iterable[Any], name: str, *, directed: bool) -> tuple[Edge, ...]:
    """Return the different *given* pairs of cells, sorted; raise `ArgumentError` if no move joins a pair."""
    if board._is_network:  # already checked
        return tuple(given)
    edges = set[Edge]()
    for pair in given:
        try:
            first, second = pair
            if isinstance(first, Number):  # a cell instead of an edge
                raise TypeError
        except (TypeError, ValueError):
            raise ArgumentError(name, pair, "two cells for each edge, such as ((0, 0), (0, 1))") from None
        u, v = board.open_cell(first, name), board.open_cell(second, name)
        if not (board.has_move(u, v) or (not directed and board.has_move(v, u))):
            raise ArgumentError(name, (u, v), "two cells with a move from one to the other")
        edges.add((u, v) if directed else (min(u, v), max(u, v)))
    return tuple(sorted(edges))


class BoardWithout(Board):
    """The board *whole* without some moves, so that engines need no code for these conditions.

    Removed are the moves into and out of the cells *out*, the moves between the two cells of each of *edges*,
    and the moves from the first to the second cell of each of *one_way_edges*.  So the paths are exactly the
    paths of the whole board that avoid all of these.  Walls (`Board.with_walls`) would also forbid diagonal
    steps beside them, by the corner rule.  Answers are paths of the whole board, and cycles count as there.
    """

    out: tuple[Cell, ...]
    edges: tuple[Edge, ...]
    one_way_edges: tuple[Edge, ...]
    _uncut: Board

    def __init__(
        self,
        whole: Board,
        out: tuple[Cell, ...] = (),
        edges: tuple[Edge, ...] = (),
        one_way_edges: tuple[Edge, ...] = (),
    ) -> None:
        self._set(**whole._values, _kept=Cache(), _uncut=whole)
        self._set(out=out, edges=edges, one_way_edges=one_way_edges)
        if out:
            open_cells = whole.open_cells.copy()
            open_cells[self._places] = False
            open_cells.flags.writeable = False
            ways = {cell: way for cell, way in whole.one_way.items() if cell not in set(out)}
            self._set(open_cells=open_cells, one_way=MappingProxyType(ways))
        if edges and self._is_plain(ORTHOGONAL) and self._rules_are_mutual:
            # Broken-profile dynamic programming reads walls, so removed edges become walls.
            self._set(walls=_with_walls(whole, edges))

    def __reduce__(self) -> tuple[Any, ...]:
        return BoardWithout, (self._uncut, self.out, self.edges, self.one_way_edges)

    @property
    def _whole(self) -> Board:
        """The board with all cells and moves."""
        return self._uncut._whole

    def replace(self, **changes: Unpack[BoardChanges]) -> Self:
        """Return the changed board with the same cells and edges removed."""
        return type(self)(self._uncut.replace(**changes), self.out, self.edges, self.one_way_edges)

    @cached_property
    def _symmetric(self) -> bool:
        """Whether every remaining move has a reverse move: then a cycle and its reverse count once."""
        return self._uncut._symmetric and not self.one_way_edges

    @property
    def _rules_are_mutual(self) -> bool:
        return self._uncut._rules_are_mutual and not self.one_way_edges

    @property
    def _cells_decide(self) -> bool:
        """Whether the open cells decide which moves are legal; a removed cell stops no diagonal beside it."""
        corners_count = self.moves.slides or (self.moves.has_diagonals and self.moves.corners != "none")
        undecided = (self.out and corners_count) or self.edges or self.one_way_edges
        return self._uncut._cells_decide and not undecided

    @cached_property
    def _moves_of_cell(self) -> NDArray[Any]:
        """The legal-move table of the whole board without the removed moves."""
        table, deltas = self._uncut._moves_of_cell.copy(), self.moves.deltas
        rows, columns = self._places
        table[rows * self.columns + columns] = 0
        for m, (d_row, d_column) in enumerate(deltas if self.out else ()):
            row, column = rows - d_row, columns - d_column
            inside = (row >= 0) & (row < self.rows) & (column >= 0) & (column < self.columns)
            table[row[inside] * self.columns + column[inside]] &= ~table.dtype.type(1 << m)
        both = [*self.edges, *((v, u) for u, v in self.edges), *self.one_way_edges]
        for u, v in both:
            step = v[0] - u[0], v[1] - u[1]
            for m, delta in enumerate(deltas):  # portals of equal difference may be several moves
                if delta == step:
                    table[u[0] * self.columns + u[1]] &= ~table.dtype.type(1 << m)
        table.flags.writeable = False
        return table

    @property
    def _places(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        rows, columns = np.array(self.out, np.intp).reshape(-1, 2).T
        return rows, columns


def _with_walls(board: Board, edges: Iterable[Edge]) -> Walls:
    right, below = (side.copy() for side in sides_of(board.walls, board.shape))
    for u, v in edges:
        side = right if u[0] == v[0] else below
        side[u] = True
    return Walls(right, below)
