"""The knight's tour: plain backtracking on 5 x 5, and Warnsdorff's rule with a stack on 8 x 8.

Prints the boards with step numbers, and how often the search went back.
Run: python examples/articles/5-knights-tour.py [row column]
"""

import sys

import gridwalk as gw

ORDER = "DDL,UUL,UUR,DDR,DLL,ULL,URR,DRR"


def show(tour: gw.Path | None) -> None:
    """Print a board of step numbers."""
    if tour is None:
        print("there is no tour")
        return
    step_of = {cell: step for step, cell in enumerate(tour, 1)}
    for row in range(tour.board.rows):
        print("".join(f"{step_of[row, column]:4d}" for column in range(tour.board.columns)))
    print("backtracks:", tour.backtracks)


def main(start: str) -> None:
    """Print a tour of 5 x 5 from a corner, and one of the chessboard from *start*, such as "7 5"."""
    moves = gw.KNIGHT.ordered(ORDER)
    try:
        chess = gw.Board.rectangle(8, 8, moves=moves).tours(start)
    except gw.GridwalkError as error:
        sys.exit(f"error: {error}")
    show(gw.Board.rectangle(5, 5, moves=moves).tours((0, 0)).find(by="dfs"))
    print()
    show(chess.find(by="warnsdorff"))


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]) or "7 5")
