"""All routes of a knight from (x, y) through every point of an m x n board, listed.

Run: python examples/articles/6-routes.py [m n x y]
"""

import sys

import gridwalk as gw


def main(m: int, n: int, x: int, y: int) -> None:
    """Print every route, a list of points a line, and how many there are."""
    board = gw.Board.rectangle(m, n, moves=gw.KNIGHT.ordered("UUL,UUR,ULL,URR,DLL,DRR,DDL,DDR"))
    number = 0
    for route in board.tours((x, y)):
        print(list(route))
        number += 1
    print(number)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:] or ["5", "5", "0", "0"]))
