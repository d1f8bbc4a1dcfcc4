"""Puzzles of one path past numbers (Zip, Numbrix, Hidato) with exactly one solution.

A random tour of the board is numbered, and numbers are removed in random order while one solution is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwalk.board.board import Board
from gridwalk.board.cells import cells_at
from gridwalk.board.checks import Rng, checked_number, generator_of
from gridwalk.board.moves import ORTHOGONAL, Moves
from gridwalk.errors import CallError, Cell, InputError
from gridwalk.makers.numberlink import mixed
from gridwalk.runtime.limits import PatienceError
from gridwalk.tours.existence import neighbours_of

if TYPE_CHECKING:
    from gridwalk.sets.numbered import NumberedTours

PATIENCE = 2_000_000  # states of a sweep: a number that needs more to be found needless stays


def make_numbered(
    rows: int | Board,
    columns: int | None = None,
    *,
    steps: bool = False,
    moves: Moves | str = ORTHOGONAL,
    numbers: int = 1,
    rng: Rng = None,
    seed: Rng = None,
) -> NumberedTours:
    """Return a random puzzle of one path past numbers, with one solution: the set of its solutions.

    Parameters
    ----------
    rows, columns : int
        The size; one number: a square; or a board, perhaps with walls.
    steps : bool
        Whether numbers are the steps of the path (Numbrix, and Hidato by king's moves); else they are 1, 2, 3
        and so on from its start to its end (Zip).
    moves : Moves or str
        The moves of the path, such as `gridwalk.KING`; each must have its reverse.
    numbers : int
        The number of numbers at least.  By default as few as can be: without any one of them there are
        several solutions.  More numbers make an easier puzzle.
    rng, seed
        As for `gridwalk.PathSet.sample`.

    Returns
    -------
    NumberedTours
        ``draw()``, ``svg()`` and `gridwalk.sheet` show the puzzle, ``find()`` is its solution.

    Raises
    ------
    InputError
        If the board has no tour, or some move no reverse.
    HopelessError, MemoryLimitError
        If the board is too wide to count solutions.

    Notes
    -----
    A second on 9 x 9.  Where it takes long to see that a number is needless (on large boards, and by moves of
    the knight), it stays.  The tour is made by backbiting (Oberdorf, Ferguson, Jacobsen and Kondev 2006).

    Examples
    --------
    >>> puzzle = make_numbered(5, rng=1)
    >>> print(puzzle.draw())
    ..1..
    ...5.
    .....
    .3...
    ..4.2
    >>> puzzle.is_unique()
    True

    """
    if isinstance(rows, Board) and columns is not None:
        raise CallError("make_numbered() got a board and columns", "give the board alone")
    board = (
        rows.replace(moves=moves) if isinstance(rows, Board) else Board.rectangle(rows, columns, moves=moves)
    )
    least = checked_number(numbers, "numbers", 1)
    source = generator_of(rng, seed)
    tour = random_tour(board, source)

    def puzzle(places: list[int]) -> NumberedTours:
        """Return the puzzle with numbers at these *places* of the tour."""
        if steps:
            return board.tours().numbered({tour[place]: place + 1 for place in places})
        return board.tours(tour[0], tour[-1]).visiting([tour[place] for place in places])

    def is_unique(places: list[int]) -> bool:
        """Return whether the puzzle is seen to have one solution."""
        try:
            return puzzle(places)._cells.count_states(PATIENCE) == 1
        except PatienceError:
            return False

    given = list(range(len(tour)))
    ends = () if steps else (0, len(tour) - 1)
    for place in source.permutation(len(tour)).tolist():
        fewer = [other for other in given if other != place]
        if place not in ends and len(fewer) >= least and is_unique(fewer):
            given = fewer
    return puzzle(given)


def random_tour(board: Board, rng: np.random.Generator) -> tuple[Cell, ...]:
    """Return a random tour, made by changes of the ends of one that is found."""
    if not board._symmetric:
        raise InputError(
            "a puzzle needs moves with reverse moves; here the reverse of a tour may not be a tour"
        )
    if (found := board.tours().find()) is None:
        raise InputError("the board has no tour that could be numbered")
    columns = board.columns
    tour = [row * columns + column for row, column in found.cells.tolist()]
    return cells_at(mixed(tour, neighbours_of(board).__getitem__, 1 << 30, rng), columns)
