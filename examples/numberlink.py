"""Numberlink puzzles with exactly one solution: join equal letters by paths that visit every cell.

    python examples/numberlink.py                  # a puzzle of 8 x 8 cells
    python examples/numberlink.py 6 --pairs 6 --seed 3 --solved

A random path through all cells is cut into pieces none of which touches itself: where a path could be
shortened past itself, a puzzle has often another solution.  Puzzles are made until one has one solution.
"""

import argparse

import numpy as np

import gridwalk as gw

MIXED = 10  # changes of the path for each of its cells
SHORTEST = 3  # cells of a piece
MOST = 1000  # paths that are tried


def random_path(rows, columns, rng):
    """Return a random path through all cells, by backbiting (Oberdorf et al. 2006)."""
    path = [(r, c if r % 2 == 0 else columns - 1 - c) for r in range(rows) for c in range(columns)]
    for backwards, choice in rng.integers(0, (2, 12), (MIXED * len(path), 2)).tolist():
        if backwards:
            path.reverse()
        r, c = path[-1]
        near = [(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)]
        near = [cell for cell in near if 0 <= cell[0] < rows and 0 <= cell[1] < columns]
        # Join the end to a cell beside it, and reverse the piece between.
        place = path.index(near[choice % len(near)])
        path[place + 1 :] = path[:place:-1]
    return path


def pieces_of(path):
    """Return the pieces of a path, each as long as it goes without touching itself."""
    pieces = [path[:1]]
    for r, c in path[1:]:
        if any(abs(r - row) + abs(c - column) == 1 for row, column in pieces[-1][:-1]):
            pieces.append([])
        pieces[-1].append((r, c))
    return pieces


def puzzle(rows, columns, seed=None, pairs=None):
    """Return the pairs of a random puzzle with one solution; None if none was found."""
    rng = np.random.default_rng(seed)
    board = gw.Board.rectangle(rows, columns)
    for _ in range(MOST):
        pieces = pieces_of(random_path(rows, columns, rng))
        if min(map(len, pieces)) < SHORTEST or pairs not in (None, len(pieces)):
            continue
        ends = sorted((min(piece[0], piece[-1]), max(piece[0], piece[-1])) for piece in pieces)
        if board.path_pairs(*ends, fill=True).count() == 1:
            return ends
    return None


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", type=int, nargs="?", default=8)
    parser.add_argument("columns", type=int, nargs="?", help="as many as rows if not given")
    parser.add_argument("--pairs", type=int, help="the number of pairs of letters")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--solved", action="store_true", help="print the solution, too")
    given = parser.parse_args()
    columns = given.columns or given.rows
    if min(given.rows, columns) < SHORTEST:
        parser.error(f"a puzzle has {SHORTEST} x {SHORTEST} cells or more")
    ends = puzzle(given.rows, columns, given.seed, given.pairs)
    if ends is None:
        raise SystemExit(f"no puzzle with one solution was found on {given.rows} x {columns} cells")
    solution = gw.Board.rectangle(given.rows, columns).path_pairs(*ends, fill=True).find()
    print(solution.draw(solved=False))
    if given.solved:
        print(f"\n{solution}")
