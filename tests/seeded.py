"""Random boards from seeds, in raw data, and what it costs from some cells to all others.

For boards larger than Hypothesis draws, and for many of them.  Nothing here may import gridwalk.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterable, Iterator

from oracles import Cell, Raw, cost_of_move, graph

RULES = ("both", "one", "none")


def distances(raw: Raw, starts: Iterable[Cell], cost=cost_of_move) -> dict[Cell, float]:
    """The least cost from the nearest of *starts* to each cell that can be reached."""
    leads_to, done = graph(raw), {}
    waiting: list[tuple[float, Cell]] = [(0, start) for start in starts]
    while waiting:
        least, u = heapq.heappop(waiting)
        if u not in done:
            done[u] = least
            for v in leads_to[u]:
                heapq.heappush(waiting, (least + cost(raw, u, v), v))
    return done


def noise(rng: random.Random, rows: int, columns: int, share: float | None = None):
    """Cells that are open with one probability."""
    share = rng.choice((0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 1.0)) if share is None else share
    return [[rng.random() < share for _ in range(columns)] for _ in range(rows)]


def maze(rng: random.Random, rows: int, columns: int, holes: float = 0.0):
    """A depth-first maze with cells at odd places; *holes* is the share of walls taken out again."""
    grid = [[False] * columns for _ in range(rows)]
    if rows < 2 or columns < 2:
        return [[True] * columns for _ in range(rows)]
    walk = [(1, 1)]
    grid[1][1] = True
    while walk:
        row, column = walk[-1]
        steps = [
            (d_row, d_column)
            for d_row, d_column in ((-2, 0), (0, 2), (2, 0), (0, -2))
            if 0 <= row + d_row < rows
            and 0 <= column + d_column < columns
            and not grid[row + d_row][column + d_column]
        ]
        if not steps:
            walk.pop()
            continue
        d_row, d_column = rng.choice(steps)
        grid[row + d_row // 2][column + d_column // 2] = grid[row + d_row][column + d_column] = True
        walk.append((row + d_row, column + d_column))
    return [[ok or rng.random() < holes for ok in row] for row in grid]


def ring(rng: random.Random, rows: int, columns: int):
    """One circle, at times with hairs: a core without a junction."""
    hairs = rng.choice((0.0, 0.1))
    return [
        [
            (r in (0, rows - 1) or c in (0, columns - 1)) or rng.random() < hairs
            for c in range(columns)
        ]
        for r in range(rows)
    ]  # fmt: skip


def grids(rng: random.Random, most: int = 13):
    """One grid of any kind, with an open cell at least."""
    while True:
        rows, columns = rng.randint(1, most), rng.randint(1, most)
        kind = rng.randrange(6)
        if kind <= 2:
            grid = noise(rng, rows, columns)
        elif kind == 3:
            grid = ring(rng, rows, columns)
        else:
            grid = maze(rng, rows, columns, rng.choice((0.0, 0.05, 0.3)))
        if any(map(any, grid)):
            return tuple(map(tuple, grid))


def costs(rng: random.Random, shape: tuple[int, int], kind: str | None):
    """None, whole costs (small, or some of them large), or fractions."""
    rows, columns = shape
    if kind is None:
        return None
    low = rng.choice((1, 1, 2, 3))
    draw = {
        "small": lambda: rng.randint(low, low + 8),
        "large": lambda: rng.choice((1, 7, 255, 256, 5000, 10**9)),
        "fractions": lambda: rng.uniform(0.01, 5),
    }[kind]
    return tuple(tuple(draw() for _ in range(columns)) for _ in range(rows))


def raws(
    seed: int,
    count: int,
    stencils: Iterable[tuple[Cell, ...]],
    *,
    cost_kinds: tuple[str | None, ...] = (None,),
    one_way: bool = False,
    rules: tuple[str, ...] = RULES,
    most: int = 13,
) -> Iterator[tuple[Raw, random.Random]]:
    """So many boards, each with a generator of random numbers for what is asked of it."""
    stencils = tuple(stencils)
    for number in range(count):
        rng = random.Random(seed * 1_000_003 + number)
        grid = grids(rng, most)
        plain = Raw(grid, rng.choice(stencils), rng.choice(rules))
        ways = {}
        if one_way and rng.random() < 0.5:
            some = rng.sample(plain.cells, min(len(plain.cells), rng.randint(1, 6)))
            ways = {cell: rng.choice(plain.deltas) for cell in some}
        entering = costs(rng, (len(grid), len(grid[0])), rng.choice(cost_kinds))
        yield Raw(grid, plain.deltas, plain.corners, ways, entering), rng
