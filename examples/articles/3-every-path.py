"""Every path of a maze in a text file of 0 and 1, from the top left to the bottom right, each drawn.

@ is the start, $ the end, + a turn.  A path's length is told in cells; gridwalk counts moves, one fewer.
Run: python examples/articles/3-every-path.py [maze.txt]
"""

import sys
from pathlib import Path

import gridwalk as gw
from gridwalk.errors import CellError


def main(file: str) -> None:
    """Print every path of the maze in *file*."""
    try:
        maze = gw.read(file, moves=gw.ORTHOGONAL.ordered("UDLR"))
    except gw.GridwalkError as error:
        sys.exit(f"open '{file}' failed!  {error}")
    number = 0
    try:
        for path in maze.paths((0, 0), (maze.rows - 1, maze.columns - 1)):
            print(path.draw(glyphs="01", blanks=True))
            print(f"path length: {len(path)}\n")
            number += 1
    except CellError:  # no start, or no end
        pass
    print(f"there exists {number} paths" if number else "there is no path")


if __name__ == "__main__":
    main(*sys.argv[1:] or [str(Path(__file__).parent.parent / "740.txt")])
