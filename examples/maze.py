"""One maze: depth-first, breadth-first, every path.  Run: python examples/maze.py"""

from pathlib import Path

import gridwalk as gw

maze = gw.read(Path(__file__).with_name("maze.txt"))
paths = maze.paths()

for by in ("dfs", "bfs"):
    path = paths.find(by=by)
    assert path is not None  # this maze has a path
    print(f"{by}: {path.length} moves, {path.expanded} cells expanded, {path.backtracks} backtracks")

print(f"There are {paths.count()} simple paths.  The shortest:")
print(paths.shortest())
