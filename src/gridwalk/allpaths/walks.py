"""`walks_of` makes a graph with one source and one sink, whose paths are the paths of a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.graph import offsets_of
from gridwalk.board.board import Board
from gridwalk.board.moves import SQRT2
from gridwalk.runtime.codes import NONE
from gridwalk.search.states import headings_of

MAX_KEY = 1 << 61  # limit of sums of integer costs

Ints = NDArray[np.int64]


@dataclass
class Walks:
    """A graph whose paths from source to sink are the paths of a question.

    Source and sink are the last two vertices; in a graph in topological order
    (`gridwalk.allpaths.acyclic.numbered`) they are the first and the last.

    The edges out of vertex *v* are ``first_edge[v]`` to ``first_edge[v + 1] - 1``, in the order of the moves;
    the edges out of the source are in the order of the cells.  If turns count, a cell has a vertex for each
    direction in which it can be entered.

    Attributes
    ----------
    first_edge, tail, head, moves, turns : arrays
    cell_of_vertex : int32 array
        Flat cells; for the source and the sink, the two numbers after the last cell.

    """

    first_edge: Ints
    tail: Ints
    head: NDArray[np.int32]
    moves: Ints
    turns: Ints
    cell_of_vertex: NDArray[np.int32]


def walks_of(
    board: Board,
    useful: NDArray[np.bool_],
    starts: Sequence[int],
    exits: Sequence[int] | None,
    *,
    turning: bool,
) -> Walks:
    """Return the graph of the paths over *useful* cells; if *exits* is None, paths may end anywhere."""
    tail, head = board._all_moves()
    kept = useful[tail] & useful[head]
    if exits is None:  # anywhere; on a network at a node, not on an edge
        ends = np.flatnonzero(useful & board.open_cells.reshape(-1))
    else:
        ends = np.array(exits, np.int64)
        kept &= ~np.isin(tail, ends)
    tail, head = tail[kept], head[kept]
    rank = board._ranks_of_steps(tail, head)
    order = np.lexsort((rank, tail))
    tail, head, rank = tail[order], head[order], rank[order]
    moves = np.ones(len(tail), np.int64)
    if (length := board._length_of_place) is not None:
        moves = length[head]
    headings, turns = 1, np.zeros(len(tail), np.int64)
    if turning:
        heading_of_move, headings = headings_of(board)
        begun, came = heading_of_move[rank], np.tile(np.arange(headings), len(tail))
        tail, head, moves, begun = (np.repeat(each, headings) for each in (tail, head, moves, begun))
        turns = ((came > 0) & (begun > 0) & (came != begun)).astype(np.int64)
        tail, head = tail * headings + came, head * headings + np.where(begun > 0, begun, came)
    source, beginnings = board.size * headings, np.array(starts, np.int64) * headings
    endings = (ends[:, None] * headings + np.arange(headings)).reshape(-1)
    tail = np.concatenate([np.full(len(beginnings), source), endings, tail])
    head = np.concatenate([beginnings, np.full(len(endings), source + 1), head])
    order = np.argsort(tail, kind="stable")
    moves, turns = (np.pad(each, (len(order) - len(each), 0))[order] for each in (moves, turns))
    cells = np.append(np.repeat(np.arange(board.size), headings), [board.size, board.size + 1])
    first = offsets_of(np.bincount(tail, minlength=len(cells)))
    return Walks(first, tail[order], head[order].astype(np.int32), moves, turns, cells.astype(np.int32))


def step_costs(board: Board, walks: Walks) -> NDArray[Any]:
    """Return the cost of the step of each edge."""
    u, v = walks.cell_of_vertex[walks.tail], walks.cell_of_vertex[walks.head]
    u, v = (np.where(cell < board.size, cell, NONE) for cell in (u, v))
    return board._step_costs.of_steps(u, v)


def costs_of(board: Board, walks: Walks) -> tuple[NDArray[Any], float]:
    """Return the cost of each edge in some unit, and the number of these units in a cost of 1.

    Costs are int64, unless the board has costs that are not integers.  The diagonal steps of a board without
    costs, which cost the square root of 2, are rounded; the order of paths is exact up to a million moves.
    """
    costs = step_costs(board, walks)
    if not board._step_costs.is_plain or board.costs is not None or not board.moves.has_diagonals:
        return costs, 1.0
    unit = MAX_KEY // (2 * (board.open_count + 2))
    return np.where(costs > 1, round(unit * SQRT2), unit * walks.moves), float(unit)
