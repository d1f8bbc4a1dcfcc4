"""The articles' programs in plain Python, as witnesses of `examples/articles`; nothing here imports gridwalk.

Each returns what it would print.  Mazes are lists of rows of 0 (open) and 1 (wall); a path leads from the
top left to the bottom right unless said otherwise.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

Cell = tuple[int, int]
Maze = list[list[int]]

DOWN, RIGHT, UP, LEFT = (1, 0), (0, 1), (-1, 0), (0, -1)
NOWHERE = (-1, -1)
MAZE = [[0, 1, 0, 0, 0], [0, 1, 0, 1, 0], [0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 1, 0]]


def free(maze: Maze, cell: Cell) -> bool:
    return 0 <= cell[0] < len(maze) and 0 <= cell[1] < len(maze[0]) and maze[cell[0]][cell[1]] == 0


def ahead(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def depth_first() -> str:
    """The first article: in a border of walls, footprints in the maze itself, the path from its end."""
    maze = [[1] * 7, *([1, *row, 1] for row in MAZE), [1] * 7]
    before = {(1, 1): (1, 1)}

    def visit(cell: Cell) -> bool:
        maze[cell[0]][cell[1]] = 2
        if cell == (5, 5):
            return True
        for step in (DOWN, RIGHT, UP, LEFT):
            there = ahead(cell, step)
            if free(maze, there):
                before[there] = cell
                if visit(there):
                    return True
        return False

    assert visit((1, 1))
    path = [(5, 5)]
    while path[-1] != (1, 1):
        path.append(before[path[-1]])
    with_a_stack = stack_walk([[1] * 7, *([1, *row, 1] for row in MAZE), [1] * 7])
    lines = [f"{row},{column}" for row, column in path]
    lines += ["", *(f"{row},{column}" for row, column in reversed(with_a_stack)), ""]
    for row in range(7):
        cells = [before.get((row, column), NOWHERE) for column in range(7)]
        lines.append(" ".join(f"{r},{c}".rjust(5) for r, c in cells))
    lines += ["", *(" ".join(map(str, row)) for row in maze)]
    return "\n".join(lines) + "\n"


def stack_walk(maze: Maze) -> list[Cell]:
    """With a stack of (cell, the direction to be tried next)."""
    stack = [((1, 1), 0)]
    maze[1][1] = 2
    while stack:
        cell, direction = stack.pop()
        if cell == (5, 5):
            return [*(entry[0] for entry in stack), cell]
        if direction == 4:
            continue
        stack.append((cell, direction + 1))
        there = ahead(cell, (DOWN, RIGHT, UP, LEFT)[direction])
        if free(maze, there):
            maze[there[0]][there[1]] = 2
            stack.append((there, 0))
    return []


def breadth_first() -> str:
    """The second: a queue of k = i * n + j; east, west, south, north."""
    n = 5
    queue, before = deque([0]), [-1] * (n * n)
    before[0] = 0
    while queue:
        k = queue.popleft()
        for step in (RIGHT, LEFT, DOWN, UP):
            i, j = ahead((k // n, k % n), step)
            if free(MAZE, (i, j)) and before[i * n + j] < 0:
                before[i * n + j] = k
                queue.append(i * n + j)
    k, lines = n * n - 1, []
    while k != 0:
        lines.append(f"{k // n},{k % n}")
        k = before[k]
    return "\n".join([*lines, "0,0"]) + "\n"


def simple_paths(maze: Maze, order: tuple[Cell, ...]) -> Iterator[list[Cell]]:
    """Every path, the footprints wiped out on going back."""
    end, walk = (len(maze) - 1, len(maze[0]) - 1), [(0, 0)]

    def extend() -> Iterator[list[Cell]]:
        if walk[-1] == end:
            yield list(walk)
            return
        for step in order:
            there = ahead(walk[-1], step)
            if free(maze, there) and there not in walk:
                walk.append(there)
                yield from extend()
                walk.pop()

    return extend() if free(maze, (0, 0)) and free(maze, end) else iter(())


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
    text, number = "", 0
    for path in simple_paths(maze, (UP, DOWN, LEFT, RIGHT)):
        text += f"{drawn(maze, path)}path length: {len(path)}\n\n"
        number += 1
    return text + (f"there exists {number} paths\n" if number else "there is no path\n")


def rat(maze: Maze) -> str | None:
    """The fourth: a way depth-first, labels from 1, the way along them, the longest; None: no way."""
    end, order = (len(maze) - 1, len(maze[0]) - 1), (DOWN, RIGHT, UP, LEFT)
    stack, marked = [(0, 0)], {(0, 0)}
    while stack and stack[-1] != end:
        onward = [
            there for step in order if free(maze, there := ahead(stack[-1], step)) and there not in marked
        ]
        if onward:
            marked.add(onward[0])
            stack.append(onward[0])
        else:
            stack.pop()
    if not stack:
        return None
    label, queue = {(0, 0): 1}, deque([(0, 0)])
    while queue[0] != end:
        cell = queue.popleft()
        for step in order:
            there = ahead(cell, step)
            if free(maze, there) and there not in label:
                label[there] = label[cell] + 1
                queue.append(there)
    back = [end]
    while back[-1] != (0, 0):
        near = (ahead(back[-1], step) for step in (UP, LEFT, DOWN, RIGHT))
        back.append(next(cell for cell in near if label.get(cell) == label[back[-1]] - 1))
    table = "".join(
        "".join(f"{-1 if wall else label.get((r, c), 0):4}" for c, wall in enumerate(row)) + "\n"
        for r, row in enumerate(maze)
    )
    longest = max(map(len, simple_paths(maze, order)))
    return (
        f"a way out: {in_line(stack)}\n{table}the shortest: {in_line(back[::-1])}\n"
        f"its length: {len(back)}\nthe longest has length: {longest}\n"
    )


def in_line(path: list[Cell]) -> str:
    return " ".join(f"({row},{column})" for row, column in path)


KNIGHT = ((2, -1), (-2, -1), (-2, 1), (2, 1), (1, -2), (-1, -2), (-1, 2), (1, 2))


def knights_tour(n: int, start: Cell, *, warnsdorff: bool) -> str:
    """The fifth: a stack of (cell, moves left to try), and how often it went back."""

    def onward(cell: Cell, board: dict[Cell, int]) -> list[Cell]:
        near = (ahead(cell, step) for step in KNIGHT)
        return [there for there in near if min(there) >= 0 and max(there) < n and there not in board]

    def to_try(cell: Cell) -> list[Cell]:
        cells = onward(cell, board)
        if warnsdorff:  # the one that leads to the fewest first; the order decides between equals
            cells.sort(key=lambda there: len(onward(there, board)))
        return cells

    board = {start: 1}
    stack, backtracks = [(start, to_try(start))], 0
    while len(stack) < n * n:
        cell, cells = stack[-1]
        if cells:
            there = cells.pop(0)
            board[there] = len(stack) + 1
            stack.append((there, to_try(there)))
        else:
            stack.pop()
            del board[cell]
            backtracks += 1
    rows = ("".join(f"{board[row, column]:4}" for column in range(n)) for row in range(n))
    return "\n".join([*rows, f"backtracks: {backtracks}"]) + "\n"


def routes(m: int, n: int, start: Cell) -> str:
    """The sixth: all routes of a knight through every point, a Python list a line."""
    order = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
    lines, walk = [], [start]

    def extend() -> None:
        if len(walk) == m * n:
            lines.append(str(walk))
        for step in order:
            row, column = there = ahead(walk[-1], step)
            if 0 <= row < m and 0 <= column < n and there not in walk:
                walk.append(there)
                extend()
                walk.pop()

    extend()
    return "\n".join([*lines, str(len(lines))]) + "\n"
