"""Walls to break: the shortest walk through a limited number of walls.

    python examples/breaks.py                          # a small maze, at most 1 wall
    python examples/breaks.py examples/maze.txt --most 2

A wall is a closed cell, or one between two cells.  The walk goes on the board without walls; the state is the
number of walls that are broken, as in LeetCode 1293.
"""

import argparse

import numpy as np

import gridwalk as gw

MAZE = """\
S.#.
###.
...E
"""


def breaking(board, most):
    """Return the lift of *board* where a walk breaks at most *most* walls; its moves are orthogonal."""
    free = board.replace(open_cells=np.ones(board.shape, bool), walls=None)

    def step(broken, u, v):
        is_free = board.has_move(u, v) if board.open_cells[u] else board.open_cells[v]
        return broken + (not is_free) if broken + (not is_free) <= most else None

    return gw.Lift(free, 0, step)


def main():
    """Print the shortest walk, and where it breaks walls."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("board", nargs="?", help="a file; default: a small maze")
    parser.add_argument("--most", type=int, default=1, help="the number of walls that may be broken")
    args = parser.parse_args()
    board = gw.read(args.board) if args.board else gw.Board.from_text(MAZE)
    walk = breaking(board, args.most).paths().shortest()
    if walk is None:
        raise SystemExit("no way")
    print(walk)
    for steps, cell, broken in walk.changes:
        print(f"wall {broken} at {cell} after {steps} moves")
    print("length", walk.length)


if __name__ == "__main__":
    main()
