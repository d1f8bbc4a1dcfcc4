"""Find a maze with exactly 740 paths, as many as the maze in an article whose picture is lost.

It begins with a random maze without loops, which has one path, and opens and closes walls at random, one or
two at a time.  A change is kept if the number of paths does not move away from the target, and now and then
even if it does, so that the search does not get stuck.  On the way some hundreds of mazes are counted, not
listed.  `740.txt` is what this prints, in a few seconds.

Run: python examples/find_740.py [number of paths [seed]]
"""

import random
import sys

import gridwalk as gw

ROOMS = 6  # rooms a side; they lie at even rows and columns, and the walls between them at odd ones


def perfect_maze(rng: random.Random) -> list[list[int]]:
    """Return a perfect maze: a depth-first search over the rooms removes walls."""
    side = 2 * ROOMS - 1
    maze = [[1] * side for _ in range(side)]
    maze[0][0] = 0
    walk = [(0, 0)]
    while walk:
        row, column = walk[-1]
        ahead = [
            (row + down, column + right)
            for down, right in ((2, 0), (0, 2), (-2, 0), (0, -2))
            if 0 <= row + down < side and 0 <= column + right < side and maze[row + down][column + right]
        ]
        if not ahead:
            walk.pop()
            continue
        to_row, to_column = rng.choice(ahead)
        maze[to_row][to_column] = maze[(row + to_row) // 2][(column + to_column) // 2] = 0
        walk.append((to_row, to_column))
    return maze


def with_paths(number: int, seed: int) -> gw.Board:
    """Return a maze with exactly *number* paths from the top left to the bottom right."""
    rng = random.Random(seed)
    maze = perfect_maze(rng)
    # The walls between two rooms: where the row or the column is odd, but not both.
    walls = [(r, c) for r, row in enumerate(maze) for c, cell in enumerate(row) if cell and (r + c) % 2]
    paths = 1
    while paths != number:
        changed = rng.sample(walls, rng.choice((1, 2)))
        toggle(maze, changed)
        now = gw.Board.from_matrix(maze).paths().count()
        if abs(now - number) <= abs(paths - number) or rng.random() < 0.02:
            paths = now
        else:
            toggle(maze, changed)
    return gw.Board.from_matrix(maze)


def toggle(maze: list[list[int]], cells: list[tuple[int, int]]) -> None:
    """Open walls, and close what is open."""
    for row, column in cells:
        maze[row][column] = 1 - maze[row][column]


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    print(with_paths(*words, *(740, 1)[len(words) :]).draw(marks=False, glyphs="01", blanks=True))
