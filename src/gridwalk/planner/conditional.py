"""Paths with conditions, by simpler questions: between given cells, or without required edges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

from gridwalk.errors import Cell
from gridwalk.question.question import Question

if TYPE_CHECKING:
    from gridwalk.board.board import Board

MAX_ORIENTED = 4  # required edges; each may be taken in two directions


def simpler(question: Question) -> list[Question]:
    """Return questions whose shortest path, of all, is that of *question* without its lengths; or none.

    They have given starts and exits, and no required edges.
    """
    question = replace(question, min_length=0, max_length=None)
    if question.has_open_ends:
        return [] if question.required_edges else list(between_required(question))
    return list(oriented(question)) if question.required_edges else []


def between_required(question: Question) -> Iterator[Question]:
    """Yield questions between given cells, the shortest of whose paths are the shortest of *question*.

    What a path does before the first required cell, if it may start anywhere, and after the last, if it may
    end anywhere, can be left out.  So a shortest one starts, or ends, at a required cell.  Nothing is
    yielded if no cell is required.
    """
    required = [(cell,) for cell in question.required]
    if question.starts is not None:
        yield from (question.between(question.starts, last) for last in required)
    elif question.exits is not None:
        yield from (question.between(first, question.exits) for first in required)
    elif len(required) == 1:
        yield question.between(required[0], required[0])
    else:
        yield from (question.between(first, last) for first, last in permutations(required, 2))


def oriented(question: Question) -> Iterator[Question]:
    """Yield questions without required edges: each path of *question* belongs to one of them.

    A path makes the move from *u* to *v* if and only if it visits both, on the board without all other moves
    out of *u* and into *v*, does not start at *v* and does not end at *u*.  Nothing is yielded if the edges
    are many.
    """
    if not question.required_edges:
        yield question
        return
    if len(question.required_edges) > MAX_ORIENTED:
        return
    (first, second), *others = question.required_edges
    exits, starts = question.exits or (), question.starts or ()
    for u, v in ((first, second), (second, first)):
        left = tuple(cell for cell in starts if cell != v)
        if u in exits or not left or not question.board.has_move(u, v):
            continue
        out = [(u, cell) for cell, _ in question.board.moves_from(u) if cell != v]
        into = [(cell, v) for cell in _leading_to(question.board, v) if cell != u]
        one = question.without_edges((), [*out, *into]) if out or into else question
        cells = tuple(sorted({*one.required, u, v}))
        yield from oriented(replace(one, starts=left, required=cells, required_edges=tuple(others)))


def _leading_to(board: Board, v: Cell) -> list[Cell]:
    """Return the cells from which a move leads to *v*."""
    near = [(v[0] - d_row, v[1] - d_column) for d_row, d_column in board.moves.deltas]
    inside = [(row, column) for row, column in near if 0 <= row < board.rows and 0 <= column < board.columns]
    return [cell for cell in inside if board.open_cells[cell] and board.has_move(cell, v)]
