"""The rat in a maze: a way out, tried down, right, up, left; then distance labels; then the longest way.

Labels count from 1 at the start; -1 is a wall, 0 a cell without a label.  Lengths are told in cells.
Run: python examples/articles/4-rat.py [maze.txt]
"""

import sys
from pathlib import Path

import gridwalk as gw


def main(file: str) -> None:
    """Let the rat find its ways through the maze in *file*."""
    maze = gw.read(file, moves=gw.ORTHOGONAL.ordered("DRUL"))
    paths = maze.paths((0, 0), (maze.rows - 1, maze.columns - 1))

    first = paths.find(by="dfs")
    if first is None:
        sys.exit("error: there is no way from the start to the exit")
    print("a way out:", *(f"({row},{column})" for row, column in first))

    trace = paths.trace(by="labels")
    for labels, row in zip((trace.labels() + 1).tolist(), maze.open_cells.tolist(), strict=True):
        print("".join(f"{label if is_open else -1:4}" for label, is_open in zip(labels, row, strict=True)))
    shortest, longest = trace.path, paths.longest()
    assert shortest is not None  # there is a way
    assert longest is not None
    print("the shortest:", *(f"({row},{column})" for row, column in shortest))
    print("its length:", len(shortest))
    print("the longest has length:", len(longest))


if __name__ == "__main__":
    main(*sys.argv[1:] or [str(Path(__file__).parent.parent / "articles.txt")])
