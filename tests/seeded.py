"""Random boards from seeds, mostly in raw data.

For boards larger than Hypothesis draws, and for many of them.  Mazes and noise are made by `gridwalk.makers`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

import profiles
from gridwalk import ROOK, Board, makers
from oracles import Cell, Raw, wraps_of

RULES = ("both", "one", "none")


def noise(rng: random.Random, rows: int, columns: int, share: float | None = None):
    """Cells that are open with one probability."""
    share = rng.choice((0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 1.0)) if share is None else share
    return makers.noise(rows, columns, share, rng).tolist()


def corner_to_corner(side: int, walls: float, seed: int, moves=ROOK) -> Board:
    """A square with walls at random, from corner to corner."""
    cells = np.random.default_rng(seed).random((side, side)) >= walls
    cells[0, 0] = cells[-1, -1] = True
    return Board(cells, start=(0, 0), exits=[(side - 1, side - 1)], moves=moves)


def maze(rng: random.Random, rows: int, columns: int, holes: float = 0.0):
    """A depth-first maze; *holes* is the share of walls taken out again, wherever they stand."""
    if rows < 3 or columns < 3:
        return np.ones((rows, columns), bool).tolist()
    return (makers.depth_first(rows, columns, rng) | makers.noise(rows, columns, holes, rng)).tolist()


def ring(rng: random.Random, rows: int, columns: int):
    """One circle, at times with hairs: a core without a junction."""
    cells = makers.noise(rows, columns, rng.choice((0.0, 0.1)), rng)
    cells[[0, -1], :] = cells[:, [0, -1]] = True
    return cells.tolist()


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


def walls_between(rng: random.Random, shape: tuple[int, int], share: float):
    """Walls between cells, at random: ``(right, below)``, each of the shape of the board."""
    right, below = (
        tuple(tuple(rng.random() < share for _ in range(shape[1])) for _ in range(shape[0])) for _ in range(2)
    )
    return right, below


def closed_in(rng: random.Random, raw: Raw, *, walls: float = 0.4, wrap: float = 0.3) -> Raw:
    """Put walls between the cells of a board, or wrap it round, or both, with these chances."""
    kinds = wraps_of(raw.shape, raw.deltas)
    between = walls_between(rng, raw.shape, rng.choice((0.05, 0.15, 0.3))) if rng.random() < walls else None
    return replace(raw, walls=between, wrap=rng.choice(kinds) if rng.random() < wrap else None)


def several_ways(rng: random.Random, deltas: tuple[Cell, ...]):
    """One direction of a one-way cell, or several."""
    if rng.random() < 0.6:
        return rng.choice(deltas)
    return tuple(rng.sample(deltas, min(len(deltas), rng.randint(1, 3))))


def raws(
    seed: int,
    count: int,
    stencils: Iterable[tuple[Cell, ...]],
    *,
    cost_kinds: tuple[str | None, ...] = (None,),
    one_way: bool = False,
    rules: tuple[str, ...] = RULES,
    most: int = 13,
    sides: bool = True,
    wrap: float = 0.3,
) -> Iterator[tuple[Raw, random.Random]]:
    """So many boards before a release, fewer day by day (`profiles.boards`).

    Each comes with a generator of random numbers for what is asked of it.  With *sides*, some have walls
    between cells, or are wrapped round, these with the chance *wrap*.
    """
    stencils = tuple(stencils)
    for number in range(profiles.boards(count)):
        rng = random.Random(seed * 1_000_003 + number)
        grid = grids(rng, most)
        plain = Raw(grid, rng.choice(stencils), rng.choice(rules))
        ways = {}
        if one_way and rng.random() < 0.5:
            some = rng.sample(plain.cells, min(len(plain.cells), rng.randint(1, 6)))
            ways = {cell: several_ways(rng, plain.deltas) for cell in some}
        entering = costs(rng, (len(grid), len(grid[0])), rng.choice(cost_kinds))
        raw = Raw(grid, plain.deltas, plain.corners, ways, entering)
        yield closed_in(rng, raw, wrap=wrap) if sides else raw, rng
