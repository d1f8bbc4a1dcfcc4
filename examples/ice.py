"""A sliding floor: a piece that moves goes on until a wall stops it, and a walk ends where it rests.

    python examples/ice.py                          # a room
    python examples/ice.py maze.txt

The state is the direction in which the piece slides, "" at rest.  `ice` may be some cells only: on all others
the piece stops.
"""

import argparse

import gridwalk as gw

ROOM = """\
..#.S
.....
...#.
##.##
....E
"""


def sliding(board, ice=None):
    """Return the lift of *board*, which moves to neighbouring cells; *ice*: by default all cells."""

    def step(way, u, v):
        ahead = v[0] - u[0], v[1] - u[1]
        if way not in ("", ahead):
            return None
        beyond = v[0] + ahead[0], v[1] + ahead[1]
        on_board = 0 <= beyond[0] < board.rows and 0 <= beyond[1] < board.columns
        slides = (ice is None or v in ice) and on_board and board.has_move(v, beyond)
        return ahead if slides else ""

    return gw.Lift(board, "", step, done=lambda way: way == "")


def main():
    """Print the shortest walk that rests at the exit, and the number of cells in which the piece can rest."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("board", nargs="?", help="a file; default: a room")
    args = parser.parse_args()
    board = gw.read(args.board) if args.board else gw.Board.from_text(ROOM)
    lift = sliding(board)
    walk = lift.paths().shortest()
    print("no way" if walk is None else f"{walk}\n{walk.letters}, {walk.length} moves")
    print(lift.paths(exits="anywhere").reachable().sum(), "cells to rest in")


if __name__ == "__main__":
    main()
