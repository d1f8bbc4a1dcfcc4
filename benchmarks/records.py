"""Recompute a number of docs/records.md or of a file in docs/b-files.

Run: python -m benchmarks.records NAME N, or NAME ROWS COLUMNS for a table; without arguments, list the names.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

from gridwalk import KING, KNIGHT, ORTHOGONAL, Board

Cell = tuple[int, int]


def square(n: int, moves=ORTHOGONAL, wrap=None) -> Board:
    """Return the n x n board without walls."""
    return Board.rectangle(n, n, moves=moves, wrap=wrap)


def holed_square(n: int, moves) -> Board:
    """Return the n x n board of odd side whose centre is a wall."""
    cells = np.ones((n, n), bool)
    cells[n // 2, n // 2] = False
    return Board(cells, moves=moves)


def diagonal(n: int) -> list[Cell]:
    """Return the cells from the upper left corner to the lower right one."""
    return [(i, i) for i in range(n)]


def crossing(n: int) -> list[Cell]:
    """Return the cells from the upper right corner to the lower left one."""
    return [(i, n - 1 - i) for i in range(n)]


def border(n: int) -> list[Cell]:
    """Return the cells with a side on the edge of the board."""
    return [cell for cell in np.ndindex(n, n) if {0, n - 1} & set(cell)]


def neighbours(n: int, cell: Cell) -> list[Cell]:
    """Return the cells that share a side with *cell*."""
    return [other for other in np.ndindex(n, n) if abs(other[0] - cell[0]) + abs(other[1] - cell[1]) == 1]


def escapes(n: int) -> int:
    """Count the walks from a corner until they leave the square, by their last cell."""
    board = square(n)
    return sum(board.paths((0, 0), cell).count() * (4 - len(neighbours(n, cell))) for cell in border(n))


def stuck(n: int) -> int:
    """Count the walks from a corner until they cannot go on: they visit all neighbours of their last cell."""
    board = square(n)
    return sum(board.paths((0, 0), cell).through(neighbours(n, cell)).count() for cell in np.ndindex(n, n))


def cube_paths(n: int) -> int:
    """Count the paths between opposite corners over the surface of the cube of side n."""
    inside = np.zeros((n, n, n), bool)
    inside[1:-1, 1:-1, 1:-1] = True
    return Board.from_levels(inside).paths().count()


def linked_corners(rows: int, columns: int, fill: bool) -> int:
    """Count the pairs of disjoint paths that join the upper two corners and the lower two."""
    upper, lower = [((row, 0), (row, columns - 1)) for row in (0, rows - 1)]
    return Board.rectangle(rows, columns).path_pairs(upper, lower, fill=fill).count()


def pairings(cells: list[Cell]) -> Iterator[list[tuple[Cell, Cell]]]:
    """Yield every set of disjoint pairs of the cells."""
    if not cells:
        yield []
        return
    first, *rest = cells
    yield from pairings(rest)
    for i, other in enumerate(rest):
        for pairs in pairings(rest[:i] + rest[i + 1 :]):
            yield [(first, other), *pairs]


def puzzle_solutions(rows: int, columns: int) -> list[int]:
    """Return the number of solutions of each Numberlink puzzle that has one."""
    board = Board.rectangle(rows, columns)
    puzzles = [pairs for pairs in pairings(list(np.ndindex(rows, columns))) if pairs]
    return [number for pairs in puzzles if (number := board.path_pairs(*pairs, fill=True).count())]


SQUARES: dict[str, Callable[[int], int]] = {
    "rook": lambda n: square(n).paths().count(),  # A007764
    "king": lambda n: square(n, KING).paths().count(),  # A140518
    "king-tours": lambda n: square(n, KING).tours((0, 0), (n - 1, n - 1)).count(),  # A272445
    "king-closed": lambda n: square(n, KING).tours(closed=True).count(),  # A140519
    "rook-closed": lambda n: square(n).tours(closed=True).count(),  # A003763
    "cylinder": lambda n: square(n, wrap="rows").tours(closed=True).count(),  # A222197
    "torus": lambda n: square(n, wrap="both").tours(closed=True).count(),  # A222199
    "orthogonal-holed": lambda n: holed_square(n, ORTHOGONAL).tours(closed=True).count(),
    # A wall does not forbid the diagonal moves beside it.
    "king-holed": lambda n: holed_square(n, KING.with_corners("none")).tours(closed=True).count(),
    "knight-holed": lambda n: holed_square(n, KNIGHT).tours(closed=True).count(),
    "walks": lambda n: square(n).paths("anywhere", "anywhere").count(),  # A236753
    "escapes": escapes,  # A343962
    "stuck": stuck,  # A341269
    "along": lambda n: square(n).paths((0, 0), (n - 1, 0)).count(),  # A271507
    "diagonal": lambda n: square(n).paths().through(diagonal(n)).count(),  # A333455
    "crossing": lambda n: square(n).paths().through(crossing(n)).count(),  # A333464
    "past-corner": lambda n: square(n).cycles().through([(0, 0)]).count(),  # A333246
    "past-two-corners": lambda n: square(n).cycles().through([(0, 0), (n - 1, 0)]).count(),  # A333247
    "past-corners": lambda n: square(n).cycles().through([*product((0, n - 1), repeat=2)]).count(),  # A333466
    "past-diagonal": lambda n: square(n).cycles().through(diagonal(n)).count(),  # A333796
    "past-diagonals": lambda n: square(n).cycles().through(diagonal(n) + crossing(n)).count(),  # A333795
    "past-rim": lambda n: square(n).cycles().through(border(n)).count(),  # A333759
    # A338963: of at least one move, each in one direction
    "cylinder-paths": lambda n: (square(n, wrap="rows").paths("anywhere", "anywhere").count() - n**2) // 2,
    "cube": cube_paths,  # A215577
}
TABLES: dict[str, Callable[[int, int], int]] = {
    "cylinder-ends": lambda m, n: Board.rectangle(m, n, wrap="rows").paths((0, 0), (m // 2, n - 1)).count(),
    "cylinder-cycles": lambda m, n: Board.rectangle(m, n, wrap="rows").cycles().count(),
    "cylinder-tours": lambda m, n: Board.rectangle(m, n, wrap="rows").tours(closed=True).count(),
    "corners": lambda m, n: linked_corners(m, n, fill=False),
    "corners-filled": lambda m, n: linked_corners(m, n, fill=True),
    "puzzles": lambda m, n: len(puzzle_solutions(m, n)),
    "puzzles-with-one-solution": lambda m, n: puzzle_solutions(m, n).count(1),
    "puzzle-solutions": lambda m, n: sum(puzzle_solutions(m, n)),
}


def main(arguments: list[str]) -> None:
    """Print the number of a name, or the names."""
    match arguments:
        case []:
            print(*(f"{name} N" for name in SQUARES), *(f"{name} ROWS COLUMNS" for name in TABLES), sep="\n")
        case [name, n] if name in SQUARES:
            print(SQUARES[name](int(n)))
        case [name, rows, columns] if name in TABLES:
            print(TABLES[name](int(rows), int(columns)))
        case _:
            sys.exit("usage: python -m benchmarks.records [NAME N | NAME ROWS COLUMNS]")


if __name__ == "__main__":
    main(sys.argv[1:])
