"""The network of a block: junctions and the corridors between them.

The cells next to each cell, as lists: for algorithms that ask which pairs of cells any move joins.

The question in the normal form that the reduction takes: starts, exits, required and removed cells.

It also contains what follows without any search: the paths of length 0, and the exits where no path can
end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.errors import InputError

NOWHERE = -1  # source and sink of a network for cycles


@dataclass(frozen=True)
class BlockNetwork:
    """Junctions joined by corridors; a path leads from *source* to *sink* and uses no junction twice.

    Two corridors may join the same two junctions.  Only a network for cycles has loops, which join a
    junction to itself.

    Parameters
    ----------
    junctions : int
        Their number; junctions are numbered from 0.
    source, sink : int
        The two ends of every path; both `NOWHERE` for cycles.
    tail, head : int32 arrays, shape (corridors,)
        The junctions that each corridor joins.
    one_way : array of bool, shape (corridors,)
        Whether it can be walked from tail to head only.
    length : int64 array, shape (corridors,)
        The number of moves.
    cost : int64 or float64 array, shape (corridors,)
        The cost, the same in both directions; int64 counts halves of the unit.
    must_visit : array of bool, shape (junctions,)
    must_use : array of bool, shape (corridors,)
        The junctions and corridors that every path must use; of `twins` one.
    loose : array of bool, shape (corridors,), optional
        The corridors between a cell and a virtual source or sink, where paths may start and end in one cell
        and paths of one cell are not meant: no path uses two of them at one junction.

    """

    junctions: int
    source: int
    sink: int
    tail: NDArray[np.int32]
    head: NDArray[np.int32]
    one_way: NDArray[np.bool_]
    length: NDArray[np.int64]
    cost: NDArray[Any]
    must_visit: NDArray[np.bool_]
    must_use: NDArray[np.bool_]
    loose: NDArray[np.bool_] | None = None

    @property
    def corridors(self) -> int:
        """The number of corridors."""
        return len(self.tail)

    @cached_property
    def twins(self) -> dict[int, int]:
        """The corridors that must be used, or else their twin: both are one step, that costs more one way."""
        single = np.flatnonzero(self.must_use & self.one_way & (self.length == 1)).tolist()
        place = {(int(self.tail[c]), int(self.head[c])): c for c in single}
        return {c: place[v, u] for (u, v), c in place.items() if (v, u) in place}

    @property
    def cyclic(self) -> bool:
        """Whether the question is about cycles."""
        return self.source == NOWHERE


ONWARD, BACK = 1, 2  # bits of a way: a move leads to the neighbour, from it


@dataclass(frozen=True, eq=False)
class Neighbours:
    """For each cell those that a move of the whole board joins to it, in either direction.

    Attributes
    ----------
    offsets : int64 array
        The neighbours of the flat cell *u* are numbers ``offsets[u]`` to ``offsets[u + 1] - 1``.
    cells : int32 array
        Them, those to which a move leads first, in move order.
    ways : uint8 array
        Whether a path may move to each (`ONWARD`) and from each (`BACK`); 0: neither may be.

    """

    offsets: NDArray[np.int64]
    cells: NDArray[np.int32]
    ways: NDArray[np.uint8]

    @classmethod
    def of(cls, whole: Board, ground: Board, *, of_cells: bool = False) -> Neighbours:
        """Return the neighbours on the board *whole*, with the ways that the moves of *ground* are.

        *of_cells*: the cells beside each cell, also where paths have places between them.

        O(cells * moves) time and memory.

        >>> from gridwalk import Board
        >>> board = Board.rectangle(2, 2)
        >>> near = Neighbours.of(board, board)
        >>> near.offsets.tolist(), near.cells.tolist()
        ([0, 2, 4, 6, 8], [1, 2, 3, 0, 0, 3, 1, 2])
        """
        size = whole.size
        tails, heads = whole._moves_between_cells() if of_cells else whole._all_moves()
        first, second = np.concatenate([tails, heads]), np.concatenate([heads, tails])
        pairs = first * size + second
        _, once = np.unique(pairs, return_index=True)
        once = once[np.lexsort((once, first[once]))]
        first, second, pairs = first[once], second[once], pairs[once]
        if ground is not whole:
            tails, heads = ground._moves_between_cells() if of_cells else ground._all_moves()
        onward = np.isin(pairs, tails * size + heads)
        back = np.isin(second * size + first, tails * size + heads)
        offsets = np.searchsorted(first, np.arange(size + 1)).astype(np.int64)
        ways = (onward * ONWARD | back * BACK).astype(np.uint8)
        return cls(offsets, second.astype(np.int32), ways)

    def of_cell(self, u: int) -> list[tuple[int, int]]:
        """Return the neighbours of a flat cell with their ways."""
        part = slice(int(self.offsets[u]), int(self.offsets[u + 1]))
        return list(zip(self.cells[part].tolist(), self.ways[part].tolist(), strict=True))


Flat = NDArray[np.int32]
NO_CELLS = np.empty(0, np.int32)


@dataclass
class NormalForm:
    """A question in normal form, with flat cells in ascending order.

    Attributes
    ----------
    starts, exits : int32 arrays
        Where paths start and end; no cell is both, unless paths may pass exits.  Empty for cycles.
    out : int32 array
        Cells removed from the board.
    must : array of bool, shape (cells,), or None
        The cells that every path or cycle must visit.
    passing, cyclic : bool
        Whether a path may pass exits; whether the question is about cycles.
    trivial : tuple of int
        The paths of length 0: starts that are exits.
    impossible : bool
        Whether it is known that there are no other paths.

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
    """Return the normal form for the arguments of `gridwalk.allpaths.reduce.reduction.shrink`."""
    if closed and not tour:
        raise InputError("closed=True applies to tours: add tour=True, or use cycles=True for any cycle")
    if cycles and tour:
        raise InputError("cycles=True asks for any cycle, tour=True for all cells: give one of them")
    normal = NormalForm(board, tour or exits is None, cyclic=closed or cycles)
    must = _all_cells(board) if tour else _flat(board, through, "through")
    if not normal.cyclic:
        normal.starts = _all_cells(board) if starts is None else _flat(board, starts, "starts")
        normal.exits = _all_cells(board) if exits is None else _flat(board, exits, "exits")
        _settle_tour(normal, must) if normal.passing else _settle_paths(normal, must)
        normal.impossible |= not (normal.starts.size and normal.exits.size)
    elif tour:
        normal.impossible |= must.size < (
            1 if board._is_network else 3
        )  # a move and its reverse are no cycle
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
    """Return the cells in both, sorted; no cell may be twice in either, or NumPy would load masked arrays."""
    return np.intersect1d(one, other, assume_unique=True)


def _without(one: Flat, other: Flat) -> Flat:
    """Return the cells of *one* that are not in the *other*, sorted; as for `_common`, each is there once."""
    return np.sort(np.setdiff1d(one, other, assume_unique=True))


def _settle_paths(normal: NormalForm, must: Flat) -> None:
    """Handle starts that are exits, and exits that every path must visit."""
    both = _common(normal.starts, normal.exits)
    if not normal.impossible:
        normal.trivial = tuple(int(v) for v in both if np.isin(must, v).all())
    normal.starts = _without(normal.starts, both)
    last = _common(must, normal.exits)
    if last.size:  # a path enters only one exit, so the others are walls
        normal.impossible |= last.size > 1
        normal.out = np.union1d(normal.out, _without(normal.exits, last)).astype(np.int32)
        normal.exits = last


def _settle_tour(normal: NormalForm, must: Flat) -> None:
    """Handle paths of one cell, and cells that cannot be both start and exit, where paths may pass exits."""
    if not normal.impossible and must.size <= 1:
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
    """Return the open cells that no move leaves or enters."""
    table = board._moves_of_cell
    left = (table != 0) | ~board.open_cells.reshape(-1)
    for m, delta in enumerate(board._delta_of_move.tolist()):
        left[np.flatnonzero(table >> m & 1) + delta] = True
    return np.flatnonzero(~left).astype(np.int32)
