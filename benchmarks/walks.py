"""How long does a 4001 x 4001 perfect maze take, corner to corner?  As a whole process, and per algorithm.

The maze is seeded.  Compilation is excluded by a first run.  Every answer is checked: a
perfect maze has one path, so all algorithms must give the same cells.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.figures import Figure
from benchmarks.rounds import process_seconds, rounds
from benchmarks.shrink import perfect_maze
from gridwalk import Board

SIDE = 4001


def figures():
    """Return the figures: nanoseconds an open cell, and the whole process."""
    open_cells = perfect_maze(SIDE)
    board = Board(open_cells)
    _ = board._moves_of_cell
    paths = board.paths()
    searches = {
        "find dfs": lambda: paths.find(by="dfs"),
        "find bfs": lambda: paths.find(by="bfs"),
        "shortest labels": lambda: paths.shortest(by="labels"),
        "shortest dijkstra": lambda: paths.shortest(by="dijkstra"),
    }
    answers = [search() for search in searches.values()]
    if any(not np.array_equal(answer.cells, answers[0].cells) for answer in answers):
        raise SystemExit("walks: the algorithms disagree")
    taken = rounds(searches, 3).items()
    found = [Figure(name, "ns an open cell", seconds / board.open_count * 1e9) for name, seconds in taken]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "maze.txt"
        file.write_text(str(board))
        seconds = [process_seconds([sys.executable, "-m", "gridwalk", "find", str(file)]) for _ in range(2)]
    return [*found, Figure("the whole process, from a file", "s", min(seconds), aim=4.0)]
