"""Out of a maze depth-first: by recursion with footprints and a predecessor matrix, then with a stack.

Prints the path from the exit back to the start, the predecessor matrix, and the maze with footprints (2).
Run: python examples/articles/1-depth-first.py
"""

import gridwalk as gw

maze = gw.Board.from_matrix(
    [
        [1, 1, 1, 1, 1, 1, 1],
        [1, 0, 1, 0, 0, 0, 1],
        [1, 0, 1, 0, 1, 0, 1],
        [1, 0, 0, 0, 0, 0, 1],
        [1, 0, 1, 1, 1, 0, 1],
        [1, 0, 0, 0, 1, 0, 1],
        [1, 1, 1, 1, 1, 1, 1],
    ],
    moves=gw.ORTHOGONAL.ordered("DRUL"),
)
for by in ("dfs-recursive", "dfs"):
    path = maze.paths((1, 1), (5, 5)).find(by=by)
    if path is None:
        print("there is no path")
        break
    for row, column in reversed(path):
        print(f"{row},{column}")
    print()

trace = maze.paths((1, 1), (5, 5)).trace(by="dfs")
for line in trace.predecessors().tolist():
    print(" ".join(f"{row},{column}".rjust(5) for row, column in line))
print()
for line in trace.footprints().tolist():
    print(*line)
