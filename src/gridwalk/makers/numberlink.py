"""Numberlink puzzles with exactly one solution.

A random path through all cells is cut into pieces none of which touches itself: where a path could be
shortened past itself, a puzzle has often another solution.  Puzzles are made until one has one solution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from gridwalk.board.board import Board
from gridwalk.board.checks import Rng, checked_number, generator_of
from gridwalk.errors import ArgumentError, Cell, HopelessError, InputError

if TYPE_CHECKING:
    from gridwalk.sets.cellsets import DisjointPaths

TRIED = 1000  # paths that are cut
MIXED = 10  # changes of the path for each of its cells
SHORTEST = 3  # cells of a piece

Place = TypeVar("Place")


def make_numberlink(
    rows: int,
    columns: int | None = None,
    *,
    pairs: int | None = None,
    rng: Rng = None,
    seed: Rng = None,
) -> DisjointPaths:
    """Return a random Numberlink puzzle with one solution: the set of its solutions.

    Parameters
    ----------
    rows, columns : int
        The size, 3 x 3 or more; one number: a square.
    pairs : int, optional
        The number of pairs.  Default: any, about one for every 6 cells.
    rng, seed
        As for `gridwalk.PathSet.sample`.

    Returns
    -------
    DisjointPaths
        ``draw()``, ``svg()`` and `gridwalk.sheet` show the puzzle, ``find()`` is its solution.

    Raises
    ------
    InputError
        If no such puzzle is found: with that number of pairs, or of a size that has none.
    HopelessError
        If the board is too wide to count solutions.

    Notes
    -----
    A tenth of a second on 10 x 10, half a minute on 25 x 25.  The path is made by backbiting (Oberdorf,
    Ferguson, Jacobsen and Kondev 2006).

    Examples
    --------
    >>> puzzle = make_numberlink(5, rng=2)
    >>> print(puzzle.draw())
    .AB.C
    .B.CD
    .E...
    AF.DE
    F....
    >>> puzzle.count()
    1

    """
    board = Board.rectangle(rows, columns)
    if min(board.shape) < SHORTEST:
        raise ArgumentError("rows, columns", board.shape, f"at least {SHORTEST} x {SHORTEST}")
    if pairs is not None:
        needed = SHORTEST * checked_number(pairs, "pairs", 1)
        if needed > board.open_count:
            raise InputError(
                f"no puzzle of {pairs} pairs fits on {board.rows} x {board.columns} cells: "
                f"they take {needed:,} cells or more, {SHORTEST} each, and there are {board.open_count:,}"
            )
    source = generator_of(rng, seed)
    for _ in range(TRIED):
        pieces = _pieces_of(_random_path(board.rows, board.columns, source))
        if min(map(len, pieces)) < SHORTEST or pairs not in (None, len(pieces)):
            continue
        ends = sorted((min(piece[0], piece[-1]), max(piece[0], piece[-1])) for piece in pieces)
        puzzle = board.path_pairs(*ends, fill=True)
        try:
            if puzzle.is_unique():
                return puzzle
        except HopelessError as error:
            raise HopelessError(error.reason, "make a smaller board, with fewer pairs") from None
    wanted = "" if pairs is None else f" of {pairs} pairs"
    raise InputError(
        f"no puzzle{wanted} with one solution was found on {board.rows} x {board.columns} cells in "
        f"{TRIED:,} attempts"
    )


def _random_path(rows: int, columns: int, rng: np.random.Generator) -> list[Cell]:
    """Return a random path through all cells, made by changes of the ends of one that goes row by row."""
    path = [(r, c if r % 2 == 0 else columns - 1 - c) for r in range(rows) for c in range(columns)]

    def beside(cell: Cell) -> list[Cell]:
        r, c = cell
        near = [(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)]
        return [(r, c) for r, c in near if 0 <= r < rows and 0 <= c < columns]

    return mixed(path, beside, 12, rng)


def mixed(
    path: list[Place], beside: Callable[[Place], Sequence[Place]], most: int, rng: np.random.Generator
) -> list[Place]:
    """Change a path through all places at its ends, at random: backbiting; return it.

    *beside* returns the places beside one; a number below *most*, modulo theirs, says which is taken.
    """
    if len(path) == 1:  # no place is beside it
        return path
    for backwards, choice in rng.integers(0, (2, most), (MIXED * len(path), 2)).tolist():
        if backwards:
            path.reverse()
        near = beside(path[-1])
        # Join the end to a place beside it, and reverse the piece between.
        place = path.index(near[choice % len(near)])
        path[place + 1 :] = path[:place:-1]
    return path


def _pieces_of(path: list[Cell]) -> list[list[Cell]]:
    """Return the pieces of a path, each as long as it goes without touching itself."""
    pieces = [path[:1]]
    for r, c in path[1:]:
        if any(abs(r - row) + abs(c - column) == 1 for row, column in pieces[-1][:-1]):
            pieces.append([])
        pieces[-1].append((r, c))
    return pieces
