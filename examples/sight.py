"""Lines of sight, fields of view, and paths pulled taut, by the public API alone.

    python examples/sight.py                                      # a room with a pillar
    python examples/sight.py examples/maze.txt --cell 1,1 --radius 6

A cell sees another if the straight line between their middles crosses open cells only, and a king may step
from each of them to the next: walls between cells stop the line, and where it goes exactly through a corner,
the corner rule of the board's moves decides.  All arithmetic is in whole numbers, so both cells agree.

A path is pulled taut by leaving out cells that it does not need: from its start on, the last cell in line of
sight is the next way point (Botea, Mueller and Schaeffer, "Near optimal hierarchical path-finding", 2004).
The result is never longer than the path, and not always the shortest path at any angle.
"""

import argparse
import itertools
import math

import numpy as np

import gridwalk as gw

ROOM = """\
S......
..##...
..##...
......E
"""


def seeing(board):
    """Return *board* with a king's steps and without costs or one-way cells."""
    if board.wrap is not None:
        raise SystemExit("on a wrapped board a line of sight would go round, too, and more than once")
    return gw.Board(board.open_cells, moves=gw.KING.with_corners(board.moves.corners), walls=board.walls)


def line(u, v):
    """Return the cells that the segment between the middles of *u* and *v* crosses, in order.

    From each cell the line leaves by the side that it meets first.  It meets the next horizontal side at
    (2 i + 1) / (2 rows) of its length, and the next vertical side at (2 j + 1) / (2 columns): multiplied out,
    these are whole numbers.  If they are equal, it goes through a corner.
    """
    (row, column), rows, columns = u, abs(v[0] - u[0]), abs(v[1] - u[1])
    down, across = (1 if v[0] > u[0] else -1), (1 if v[1] > u[1] else -1)
    cells, i, j = [(row, column)], 0, 0
    while i < rows or j < columns:
        horizontal = (2 * i + 1) * columns if i < rows else math.inf
        vertical = (2 * j + 1) * rows if j < columns else math.inf
        i, j = i + (horizontal <= vertical), j + (vertical <= horizontal)
        cells.append((row + i * down, column + j * across))
    return cells


def sees(board, u, v):
    """Return whether *u* and *v* see each other on *board*, which is made by `seeing`."""
    cells = line(u, v)
    if not (board.open_cells[tuple(u)] and board.open_cells[tuple(v)]):
        return False
    return all(board.has_move(a, b) for a, b in itertools.pairwise(cells))


def visible_from(board, cell, radius=math.inf):
    """Return the field of view of *cell* as a bool array: all cells that it sees, up to *radius* away."""
    seen = np.zeros(board.shape, bool)
    for v in map(tuple, np.argwhere(board.open_cells).tolist()):
        seen[v] = math.dist(cell, v) <= radius and sees(board, cell, v)
    return seen


def taut(board, cells):
    """Return the way points of the path over *cells*, each in line of sight of the next."""
    cells = list(cells)
    points = cells[:1]
    for before, after in itertools.pairwise(cells):
        if not sees(board, points[-1], after):
            points.append(before)
    return [*points, cells[-1]] if len(cells) > 1 else points


def length(points):
    """Return the sum of the straight distances between successive way points."""
    return math.fsum(math.dist(a, b) for a, b in itertools.pairwise(points))


def main():
    """Print a field of view, and a shortest path pulled taut."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("board", nargs="?", help="a file; default: a room with a pillar")
    parser.add_argument("--cell", help="whose field of view is printed, row,column; default: the start")
    parser.add_argument("--radius", type=float, default=math.inf, help="how far one sees")
    args = parser.parse_args()
    board = gw.read(args.board, moves=gw.KING) if args.board else gw.Board.from_text(ROOM, moves=gw.KING)
    cell = tuple(map(int, args.cell.split(","))) if args.cell else board.start
    views = seeing(board)
    seen = visible_from(views, cell, args.radius)
    signs = np.where(seen, "+", np.where(board.open_cells, ".", "#"))
    print(*map("".join, signs.tolist()), sep="\n")
    print(f"{cell} sees {seen.sum()} cells")
    path = board.paths().shortest()
    if path is not None:
        points = taut(views, path)
        print(f"shortest path: cost {path.cost:.3f}; pulled taut: length {length(points):.3f}")
        print(*points)


if __name__ == "__main__":
    main()
