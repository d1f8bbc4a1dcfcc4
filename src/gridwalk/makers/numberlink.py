"""Numberlink puzzles with exactly one solution.

A random path through all cells is cut into pieces none of which touches itself: where a path could be
shortened past itself, a puzzle has often another solution.  Most have one then, and a sweep counts them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwalk.board import Board
from gridwalk.errors import ArgumentError, Cell, InputError
from gridwalk.grids.checks import checked_number
from gridwalk.planner import ranks

if TYPE_CHECKING:
    import numpy as np

    from gridwalk.answers.linkage import Linkage
    from gridwalk.planner.ranks import Seed

MOST = 1000  # paths that are cut
MIXED = 10  # changes of a path for each of its cells
SHORTEST = 3  # cells of a piece


def make_numberlink(
    rows: int, columns: int | None = None, *, pairs: int | None = None, seed: Seed = None
) -> Linkage:
    """Return the one solution of a random Numberlink puzzle, with its puzzle.

    Parameters
    ----------
    rows, columns : int
        The size, 3 x 3 or more; one number: a square.
    pairs : int, optional
        How many pairs are to be joined.  Default: as it comes, about one for every 6 cells.
    seed : optional
        Whatever `numpy.random.default_rng` takes.

    Returns
    -------
    Linkage
        ``draw(solved=False)`` is the puzzle; ``pairs`` are its pairs, in reading order.

    Raises
    ------
    InputError
        If no such puzzle is found: with that number of pairs, or of a size that has none.
    HopelessError
        If the board is too wide to count solutions.

    Notes
    -----
    A tenth of a second on 10 x 10.  The path is made by backbiting (Oberdorf, Ferguson, Jacobsen and Kondev
    2006).

    Examples
    --------
    >>> solution = make_numberlink(5, seed=2)
    >>> print(solution.draw(solved=False))
    .AB.C
    .B.CD
    .E...
    AF.DE
    F....
    >>> solution.board.path_pairs(*solution.pairs, fill=True).count()
    1

    """
    board = Board.rectangle(rows, rows if columns is None else columns)
    generator = ranks.generator(seed)
    if min(board.shape) < SHORTEST:
        raise ArgumentError("rows, columns", board.shape, f"at least {SHORTEST} x {SHORTEST}")
    if pairs is not None:
        checked_number(pairs, "pairs", 1)
    numbers = set[int]()
    for _ in range(MOST):
        pieces = _cut(_through_all(board.shape, generator))
        numbers.add(len(pieces))
        if min(map(len, pieces)) < SHORTEST or pairs not in (None, len(pieces)):
            continue
        ends = sorted((min(piece[0], piece[-1]), max(piece[0], piece[-1])) for piece in pieces)
        found: list[Any] = board.path_pairs(*ends, fill=True).list(2)
        if len(found) == 1:
            only: Linkage = found[0]
            return only
    wanted = "" if pairs is None else f" of {pairs} pairs"
    raise InputError(
        f"no puzzle{wanted} with one solution was found on {board.rows} x {board.columns} cells: "
        f"paths were cut into {min(numbers)} to {max(numbers)} pieces"
    )


def _through_all(shape: tuple[int, int], generator: np.random.Generator) -> list[Cell]:
    """Return a random path through all cells, made by changes of the ends of one that goes row by row."""
    rows, columns = shape
    path = [(r, c if r % 2 == 0 else columns - 1 - c) for r in range(rows) for c in range(columns)]
    for backwards, choice in generator.integers(0, (2, 12), (MIXED * len(path), 2)).tolist():
        if backwards:
            path.reverse()
        r, c = path[-1]
        near = [
            (r + down, c + across)
            for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= r + down < rows and 0 <= c + across < columns
        ]
        # The end is joined to a cell beside it, and the piece between turned round.
        place = path.index(near[choice % len(near)])
        path[place + 1 :] = path[:place:-1]
    return path


def _cut(path: list[Cell]) -> list[list[Cell]]:
    """Return the pieces of a path, each as long as it goes without touching itself."""
    pieces = [path[:1]]
    for r, c in path[1:]:
        if any(abs(r - row) + abs(c - column) == 1 for row, column in pieces[-1][:-1]):
            pieces.append([])
        pieces[-1].append((r, c))
    return pieces
