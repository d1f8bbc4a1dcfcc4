"""The shortest way out of a maze: breadth-first, with a queue of cells k = i * n + j and their predecessors.

Prints the path from the exit back to the start, in cells i,j.
Run: python examples/articles/2-breadth-first.py
"""

import gridwalk as gw

maze = gw.Board.from_matrix(
    [
        [0, 1, 0, 0, 0],
        [0, 1, 0, 1, 0],
        [0, 0, 0, 0, 0],
        [0, 1, 1, 1, 0],
        [0, 0, 0, 1, 0],
    ],
    moves=gw.ORTHOGONAL.ordered("RLDU"),  # east, west, south, north
)
n = maze.columns
predecessor_of = maze.paths().trace(by="bfs").predecessors(flat=True).tolist()

k = n * n - 1
if predecessor_of[k] < 0:
    print("there is no path")
else:
    print(f"{k // n},{k % n}")
    while predecessor_of[k] != k:  # the start is its own
        k = predecessor_of[k]
        print(f"{k // n},{k % n}")
