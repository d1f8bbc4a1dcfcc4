"""How long does a 4001 x 4001 perfect maze take, corner to corner?  As a whole process, and per algorithm.

The maze is seeded.  Compilation is excluded by a first run.  Every answer is checked: a
perfect maze has one path, so all algorithms must give the same cells.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.rounds import rounds
from benchmarks.shrink import perfect_maze
from gridwalk import Board

SIDE = 4001


def main():
    """Print seconds, and nanoseconds per open cell."""
    open_cells = perfect_maze(SIDE)
    board = Board(open_cells)
    began = time.perf_counter()
    _ = board.moves_of_cell
    print(f"walks: legal-move table of {board.size / 1e6:.0f} M cells {time.perf_counter() - began:.2f} s")
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
    for name, seconds in rounds(searches, 3).items():
        print(f"walks: {name:18} {seconds:6.2f} s, {seconds / board.open_count * 1e9:4.0f} ns per open cell")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "maze.txt"
        file.write_text(str(board))
        command = [sys.executable, "-m", "gridwalk", "find", str(file)]
        for _ in range(2):
            began = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        print(f"walks: whole process, warm cache {time.perf_counter() - began:.2f} s (aim: at most 4)")
