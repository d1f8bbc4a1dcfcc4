"""The normal form of a question, for the reduction: starts, exits, required and removed cells.

It also contains what can be decided without a search: paths of length 0, and exits where no path can end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike

Flat = NDArray[np.int32]
NO_CELLS = np.empty(0, np.int32)


@dataclass
class NormalForm:
    """A question in normal form, with flat cells in ascending order.

    Attributes
    ----------
    starts, exits : int32 arrays
        Where paths start and end; no cell is both, except if paths may pass exits.  Empty for cycles.
    out : int32 array
        Cells removed from the board.
    must : array of bool, shape (cells,), or None
        The cells that every path or cycle must visit; None: no such cells.
    passing, cyclic : bool
        Whether a path may pass exits; whether the question is about cycles.
    trivial : tuple of int
        The paths of length 0: starts that are exits.
    impossible : bool
        Whether it is known that there are no paths except *trivial* ones.

    """

    board: Board
    passing: bool
    cyclic: bool
    starts: Flat = field(default_factory=NO_CELLS.copy)
    exits: Flat = field(default_factory=NO_CELLS.copy)
    out: Flat = field(default_factory=NO_CELLS.copy)
    must: NDArray[np.bool_] | None = None
    trivial: tuple[int, ...] = ()
    impossible: bool = False

    @property
    def merges_exits(self) -> bool:
        """Whether several exits are one node of the graph, because paths end at the first exit they enter."""
        return self.exits.size > 1 and not self.passing


def normal_form_of(
    board: Board,
    starts: Iterable[CellLike] | None,
    exits: Iterable[CellLike] | None,
    *,
    through: Iterable[CellLike] = (),
    tour: bool = False,
    closed: bool = False,
    cycles: bool = False,
) -> NormalForm:
    """Return the normal form for the arguments of `reduction.shrink`."""
    normal = NormalForm(board, tour or exits is None, cyclic=closed or cycles)
    must = _all_cells(board) if tour else _flat(board, through, "through")
    if not normal.cyclic:
        normal.starts = _all_cells(board) if starts is None else _flat(board, starts, "starts")
        normal.exits = _all_cells(board) if exits is None else _flat(board, exits, "exits")
        _settle_tour(normal, must) if normal.passing else _settle_paths(normal, must)
        normal.impossible |= not (normal.starts.size and normal.exits.size)
    elif tour:
        # On a board, a move and its reverse are no cycle.
        normal.impossible = must.size < (1 if board._is_network else 3)
    if must.size:
        normal.must = np.zeros(board.size, bool)
        normal.must[must] = True
    return normal


def _flat(board: Board, cells: Iterable[CellLike], name: str) -> Flat:
    listed = cells if isinstance(cells, str | tuple | np.ndarray) else list(cells)
    if len(listed) == 0:
        return NO_CELLS
    flat = [row * board.columns + column for row, column in board._open_cells_of(listed, name)]
    return np.array(list(dict.fromkeys(flat)), np.int32)


def _common(one: Flat, other: Flat) -> Flat:
    """Return the cells in both, sorted; each must be distinct, so that NumPy does not load masked arrays."""
    return np.intersect1d(one, other, assume_unique=True)


def _without(one: Flat, other: Flat) -> Flat:
    """Return the cells of *one* that are not in the *other*, sorted; each must be distinct."""
    return np.sort(np.setdiff1d(one, other, assume_unique=True))


def _settle_paths(normal: NormalForm, must: Flat) -> None:
    """Handle starts that are exits, and exits that every path must visit."""
    both = _common(normal.starts, normal.exits)
    normal.trivial = tuple(int(v) for v in both if (must == v).all())
    normal.starts = _without(normal.starts, both)
    last = _common(must, normal.exits)
    if last.size:  # a path enters only one exit, so the others are walls
        normal.impossible = last.size > 1
        normal.out = _without(normal.exits, last)
        normal.exits = last


def _settle_tour(normal: NormalForm, must: Flat) -> None:
    """If paths may pass exits, handle paths of one cell, and cells that cannot be both start and exit."""
    if must.size <= 1:
        both = _common(normal.starts, normal.exits)
        normal.trivial = tuple(_common(both, must).tolist() if must.size else both.tolist())
    if must.size == normal.board.open_count == 1:
        normal.starts = NO_CELLS
    alone = _alone(normal.board)
    normal.starts, normal.exits = _without(normal.starts, alone), _without(normal.exits, alone)
    for _ in range(2):
        if normal.starts.size == 1:
            normal.exits = _without(normal.exits, normal.starts)
        if normal.exits.size == 1:
            normal.starts = _without(normal.starts, normal.exits)


def _all_cells(board: Board) -> Flat:
    return np.flatnonzero(board.open_cells).astype(np.int32)


def _alone(board: Board) -> Flat:
    """Return the open cells without moves to or from them."""
    alone = board.open_cells.reshape(-1).copy()
    tails, heads = board._all_moves()
    alone[tails] = alone[heads] = False
    return np.flatnonzero(alone).astype(np.int32)
