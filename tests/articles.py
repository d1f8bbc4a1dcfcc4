"""What the articles' programs print, as witnesses of `examples/articles`; nothing here imports gridwalk.

Mazes are lists of rows of 0 (open) and 1 (wall); a path leads from the top left to the bottom right.
"""

from __future__ import annotations

from collections.abc import Iterator

import oracles
from oracles import Cell, Raw

Maze = list[list[int]]

DOWN, RIGHT, UP, LEFT = (1, 0), (0, 1), (-1, 0), (0, -1)
MAZE = [[0, 1, 0, 0, 0], [0, 1, 0, 1, 0], [0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 1, 0]]

BACK = "5,5\n4,5\n3,5\n3,4\n3,3\n3,2\n3,1\n2,1\n1,1\n"
# The first article: the path from its end, by recursion and with a stack; where each cell was entered from;
# and the maze, in a border of walls, with the footprints.
DEPTH_FIRST = f"""{BACK}
{BACK}
-1,-1 -1,-1 -1,-1 -1,-1 -1,-1 -1,-1 -1,-1
-1,-1   1,1 -1,-1 -1,-1 -1,-1 -1,-1 -1,-1
-1,-1   1,1 -1,-1 -1,-1 -1,-1 -1,-1 -1,-1
-1,-1   2,1   3,1   3,2   3,3   3,4 -1,-1
-1,-1   3,1 -1,-1 -1,-1 -1,-1   3,5 -1,-1
-1,-1   4,1   5,1   5,2 -1,-1   4,5 -1,-1
-1,-1 -1,-1 -1,-1 -1,-1 -1,-1 -1,-1 -1,-1

1 1 1 1 1 1 1
1 2 1 0 0 0 1
1 2 1 0 1 0 1
1 2 2 2 2 2 1
1 2 1 1 1 2 1
1 2 2 2 1 2 1
1 1 1 1 1 1 1
"""
# The second: a queue of k = i * n + j; east, west, south, north.
BREADTH_FIRST = "4,4\n3,4\n2,4\n2,3\n2,2\n2,1\n2,0\n1,0\n0,0\n"


def raw_of(maze: Maze, order: tuple[Cell, ...]) -> Raw:
    return Raw(tuple(tuple(not wall for wall in row) for row in maze), order)


def simple_paths(maze: Maze, order: tuple[Cell, ...]) -> Iterator[list[Cell]]:
    """Every path, the footprints wiped out on going back."""
    end = len(maze) - 1, len(maze[0]) - 1
    is_free = not maze[0][0] and not maze[-1][-1]
    return oracles.simple_paths(raw_of(maze, order), (0, 0), [end]) if is_free else iter(())


def drawn(maze: Maze, path: list[Cell]) -> str:
    """The maze with the path on it, a blank between the cells."""
    picture = [list(map(str, row)) for row in maze]
    for number, (row, column) in enumerate(path):
        if number == 0:
            mark = "@"
        elif number == len(path) - 1:
            mark = "$"
        elif path[number - 1][0] == row == path[number + 1][0]:
            mark = "-"
        elif path[number - 1][1] == column == path[number + 1][1]:
            mark = "|"
        else:
            mark = "+"
        picture[row][column] = mark
    return "\n".join(" ".join(row) for row in picture) + "\n"


def every_path(maze: Maze) -> str:
    """The third: each path drawn, its length in cells, and how many there are."""
    paths = list(simple_paths(maze, (UP, DOWN, LEFT, RIGHT)))
    told = [f"{drawn(maze, path)}path length: {len(path)}\n\n" for path in paths]
    return "".join(told) + (f"there exists {len(paths)} paths\n" if paths else "there is no path\n")


def rat(maze: Maze) -> str | None:
    """The fourth: a way depth-first, labels from 1, the way along them, the longest; None: no way."""
    end, order = (len(maze) - 1, len(maze[0]) - 1), (DOWN, RIGHT, UP, LEFT)
    near = oracles.graph(raw_of(maze, order))
    way, _, _ = oracles.depth_first(near, (0, 0), [end])
    if way is None:
        return None
    label, queue = {(0, 0): 1}, [(0, 0)]
    for cell in queue:
        if cell == end:
            break
        for there in near[cell]:
            if there not in label:
                label[there] = label[cell] + 1
                queue.append(there)
    back = [end]
    while back[-1] != (0, 0):
        around = ((back[-1][0] + down, back[-1][1] + across) for down, across in (UP, LEFT, DOWN, RIGHT))
        back.append(next(cell for cell in around if label.get(cell) == label[back[-1]] - 1))
    table = "".join(
        "".join(f"{-1 if wall else label.get((r, c), 0):4}" for c, wall in enumerate(row)) + "\n"
        for r, row in enumerate(maze)
    )
    longest = max(map(len, simple_paths(maze, order)))
    return (
        f"a way out: {in_line(way)}\n{table}the shortest: {in_line(back[::-1])}\n"
        f"its length: {len(back)}\nthe longest has length: {longest}\n"
    )


def in_line(path: list[Cell]) -> str:
    return " ".join(f"({row},{column})" for row, column in path)


KNIGHT = ((2, -1), (-2, -1), (-2, 1), (2, 1), (1, -2), (-1, -2), (-1, 2), (1, 2))


def knights_tour(n: int, start: Cell, *, warnsdorff: bool) -> str:
    """The fifth: the first tour, and how often it went back; without the rule from a corner of 5 x 5."""
    raw = Raw(((True,) * n,) * n, KNIGHT)
    if warnsdorff:
        tour, _, back = oracles.warnsdorff(raw, start)
    else:
        tour, back = next(oracles.open_tours(raw, start)), 6085
    step = {cell: number for number, cell in enumerate(tour, 1)}
    rows = ("".join(f"{step[row, column]:4}" for column in range(n)) for row in range(n))
    return "\n".join([*rows, f"backtracks: {back}"]) + "\n"


def routes(m: int, n: int, start: Cell) -> str:
    """The sixth: all routes of a knight through every point, a Python list a line."""
    order = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
    lines = [str(tour) for tour in oracles.open_tours(Raw(((True,) * n,) * m, order), start)]
    return "\n".join([*lines, str(len(lines))]) + "\n"
