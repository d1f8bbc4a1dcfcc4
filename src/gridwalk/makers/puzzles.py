"""Puzzles with exactly one solution: Numberlink, and numbered paths (Zip, Numbrix, Hidato).

Numberlink: a random path through all cells is cut into pieces.  No piece touches itself, because a piece that
could take a short cut often leads to a second solution.  This is repeated until the puzzle has one solution.

Numbered paths: the cells of a random tour are numbered.  Then numbers are removed in random order; a number
stays if the puzzle would have several solutions without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from gridwalk.board.board import Board
from gridwalk.board.cells import cells_at
from gridwalk.board.checks import Rng, checked_number, generator_of
from gridwalk.board.moves import ORTHOGONAL, Moves
from gridwalk.errors import ArgumentError, CallError, Cell, HopelessError, InputError
from gridwalk.runtime.limits import PatienceError
from gridwalk.sets.cellsets import DisjointPaths
from gridwalk.sets.numbered import NumberedTours
from gridwalk.tours.existence import neighbours_of

TRIED = 1000  # the maximum number of random paths
MIXED = 10  # changes per cell of a random path
SHORTEST = 3  # the minimum number of cells of a piece

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
        The number of pairs.  Default: any number; on average one pair per 6 cells.
    rng, seed
        As for `gridwalk.PathSet.sample`.

    Returns
    -------
    DisjointPaths
        ``draw()``, ``svg()`` and `gridwalk.sheet` show the puzzle, ``find()`` is its solution.

    Raises
    ------
    InputError
        If no puzzle of that size and number of pairs is found.
    HopelessError
        If the board is too wide to count solutions.

    Notes
    -----
    It takes a tenth of a second on 10 x 10 cells, half a minute on 25 x 25.  The path is made by
    backbiting (Oberdorf, Ferguson, Jacobsen and Kondev 2006).

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
    """Return a random path through all cells, by backbiting from a path that goes row by row."""
    path = [(r, c if r % 2 == 0 else columns - 1 - c) for r in range(rows) for c in range(columns)]

    def beside(cell: Cell) -> list[Cell]:
        r, c = cell
        near = [(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)]
        return [(r, c) for r, c in near if 0 <= r < rows and 0 <= c < columns]

    return mixed(path, beside, 12, rng)


def mixed(
    path: list[Place], beside: Callable[[Place], Sequence[Place]], most: int, rng: np.random.Generator
) -> list[Place]:
    """Change a path through all places by backbiting, and return it.

    *beside* returns the neighbours of a place.  A random number below *most*, modulo the number of
    neighbours, selects one.
    """
    if len(path) == 1:  # it has no neighbour
        return path
    for backwards, choice in rng.integers(0, (2, most), (MIXED * len(path), 2)).tolist():
        if backwards:
            path.reverse()
        near = beside(path[-1])
        # Join the end to a neighbour, and reverse the part after it.
        place = path.index(near[choice % len(near)])
        path[place + 1 :] = path[:place:-1]
    return path


def _pieces_of(path: list[Cell]) -> list[list[Cell]]:
    """Return the pieces of a path; each is as long as possible without touching itself."""
    pieces = [path[:1]]
    for r, c in path[1:]:
        if any(abs(r - row) + abs(c - column) == 1 for row, column in pieces[-1][:-1]):
            pieces.append([])
        pieces[-1].append((r, c))
    return pieces


# ---------------------------------------------------------------- one path past numbers

PATIENCE = 2_000_000  # states of a count; if one more would be needed, the number stays


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
    """Return a random puzzle of a numbered path with one solution: the set of its solutions.

    Parameters
    ----------
    rows, columns : int
        The size (one number: a square), or a board, which may have walls.
    steps : bool
        If True, the numbers are steps of the path (Numbrix; with king's moves Hidato).  If False, they are 1,
        2, 3 and so on, in the order in which the path visits them; the first is at its start, the last at its
        end (Zip).
    moves : Moves or str
        The moves of the path, such as `gridwalk.KING`; each move must have a reverse move.
    numbers : int
        The minimum number of numbers.  By default the puzzle has no needless number: without any of them it
        has several solutions.  More numbers make the puzzle easier.
    rng, seed
        As for `gridwalk.PathSet.sample`.

    Returns
    -------
    NumberedTours
        ``draw()``, ``svg()`` and `gridwalk.sheet` show the puzzle, ``find()`` is its solution.

    Raises
    ------
    InputError
        If the board has no tour, or a move has no reverse move.
    HopelessError, MemoryLimitError
        If the board is too wide to count solutions.

    Notes
    -----
    It takes a second on 9 x 9 cells.  A number stays if the proof that it is needless would take
    too long (on large boards, and with knight's moves).  The tour is made by backbiting (Oberdorf, Ferguson,
    Jacobsen and Kondev 2006).

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
        """Return the puzzle with numbers at the given *places* of the tour."""
        if steps:
            return board.tours().numbered({tour[place]: place + 1 for place in places})
        return board.tours(tour[0], tour[-1]).visiting([tour[place] for place in places])

    def is_unique(places: list[int]) -> bool:
        """Return whether the puzzle has one solution; False if the proof takes too long."""
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
    """Return a random tour, by backbiting from any tour."""
    if not board._symmetric:
        raise InputError(
            "a puzzle needs moves with reverse moves; here the reverse of a tour may not be a tour"
        )
    if (found := board.tours().find()) is None:
        raise InputError("the board has no tour that could be numbered")
    columns = board.columns
    tour = [row * columns + column for row, column in found.cells.tolist()]
    return cells_at(mixed(tour, neighbours_of(board).__getitem__, 1 << 30, rng), columns)
