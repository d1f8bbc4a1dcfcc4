"""A tour or path from a file, every step of it checked."""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board import Board
from gridwalk.errors import BoardFileError, StepError
from gridwalk.grids.moves import NAMED_MOVES, ROOK, Moves
from gridwalk.reading import board_of_file, named, parsed_file


def read_tour(
    path: str | os.PathLike[str],
    *,
    moves: Moves | None = None,
    format: str | None = None,  # noqa: A002
) -> Path:
    """Return the tour or path in the file *path* (``-``: standard input), every step of it checked.

    Parameters
    ----------
    path : str or path-like
        A board of step numbers, as ``str(tour)`` is one: 1, 2, 3 ...; ``#`` and blanks are holes, ``.`` is
        an open cell that is not visited.  Or tokens of maze-dataset with a path.
    moves : Moves, optional
        Default: of rook, king and knight the one whose moves make the most of the steps.
    format : str, optional
        The name of a format, to insist on it.

    Returns
    -------
    Path
        On the board of the file.  ``path.is_tour`` says whether it visits every open cell; ``path.closed``
        whether it is a tour and a move leads from its last cell to its first.

    Raises
    ------
    StepError
        If a step is no legal move; it has the number of the step and both cells.
    BoardFileError
        If the file cannot be read, or brings no path.

    Examples
    --------
    >>> read_tour("examples/tour.txt")
    <Path: path of 24 moves from (0, 0) to (3, 1), by file>

    """
    name = named(path)
    parsed = parsed_file(path, format=format, wanted="tour")
    if parsed.tour is None:
        raise BoardFileError(name, f"this is a {parsed.form}; it brings no tour, no board of step numbers")
    chosen = (
        moves or parsed.moves or (ROOK if parsed.walls else _moves_of_steps(np.diff(parsed.tour, axis=0)))
    )
    board = board_of_file(path, parsed, moves=chosen)
    legal = are_legal(board, parsed.tour)
    if not legal.all():
        number = int(legal.argmin())
        cell, following = map(tuple, parsed.tour[number : number + 2].tolist())
        raise StepError(str(name), number + 1, cell, following, chosen.name)
    first, last = parsed.tour[[0, -1]]
    closed = 2 < len(parsed.tour) == board.open_count and bool(
        are_legal(board, np.stack([last, first])).all()
    )
    return Path(board, parsed.tour, closed, by="file")


def _moves_of_steps(steps: NDArray[np.int32]) -> Moves:
    """Return the named moves that make the most of *steps*."""
    return max(
        NAMED_MOVES.values(),
        key=lambda moves: sum(int((steps == delta).all(axis=1).sum()) for delta in moves.deltas),
    )


def are_legal(board: Board, cells: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return for each of *cells* but the last whether a legal move leads to the next."""
    steps, table = np.diff(cells, axis=0), board.moves_of_cell
    masks = table[cells[:-1, 0] * np.int64(board.columns) + cells[:-1, 1]]
    legal = np.zeros(len(steps), bool)
    for m, delta in enumerate(board.moves.deltas):
        legal |= (steps == delta).all(axis=1) & (masks >> masks.dtype.type(m) & masks.dtype.type(1)).astype(
            bool
        )
    return legal
