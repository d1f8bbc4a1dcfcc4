"""Random boards from seeds, mostly in raw data.

For boards larger than Hypothesis draws, and for many of them.  Mazes and noise are made by `gridwalk.makers`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

import oracles
import profiles
import strategies
from gridwalk import KNIGHT, ORTHOGONAL, Board, makers
from oracles import Cell, Raw, wraps_of

RULES = ("both", "one", "none")


def noise(rng: random.Random, rows: int, columns: int, share: float | None = None):
    """Cells that are open with one probability."""
    share = rng.choice((0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 1.0)) if share is None else share
    return makers.noise(rows, columns, share, rng).tolist()


def knights(rows: int, columns: int, *holes: Cell) -> Board:
    """A board of the knight, whole but for some cells."""
    open_cells = np.ones((rows, columns), bool)
    for hole in holes:
        open_cells[hole] = False
    return Board(open_cells, moves=KNIGHT)


def corner_to_corner(side: int, walls: float, seed: int, moves=ORTHOGONAL) -> Board:
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
    """None, whole costs (small, or some of them large), quarters, or fractions."""
    rows, columns = shape
    if kind is None:
        return None
    low = rng.choice((1, 1, 2, 3))
    draw = {
        "small": lambda: rng.randint(low, low + 8),
        "large": lambda: rng.choice((1, 7, 255, 256, 5000, 10**9)),
        "quarters": lambda: rng.randint(low, low + 20) / 4,
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
    """Yield *count* boards before a release, fewer day by day (`profiles.number`).

    Each comes with a generator of random numbers for what is asked of it.  With *sides*, some have walls
    between cells, or are wrapped round, these with the chance *wrap*.
    """
    stencils = tuple(stencils)
    for number in range(profiles.number(count)):
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


EIGHT = [  # a square turned and mirrored
    lambda grid, flip=flip, turns=turns: np.rot90(grid.T if flip else grid, turns)
    for flip in (False, True)
    for turns in range(4)
]

ODD_STENCILS = (
    strategies.ORTHOGONAL,
    strategies.KING,
    (*strategies.KNIGHT, (0, 1), (0, -1)),
    (*strategies.ORTHOGONAL, (5, 5)),  # a move that is never legal
    ((0, 1), (0, -1), (1, 0)),
    ((1, 1), (-1, 2), (0, 1), (0, -1)),  # round three columns a leap leads back what a diagonal step led
    ((0, 1), (1, 0), (0, 2), (2, 0)),
)


def raw_board(rng: random.Random) -> Raw:
    """A small board on which moves have reverse moves, or lack them, for reasons of every kind."""
    rows, columns = rng.randint(1, 3), rng.randint(2, 3)
    stencil = rng.choice(ODD_STENCILS)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    walls = set(rng.sample(cells, rng.choice((0, 0, 1))))
    opened = tuple(tuple((row, column) not in walls for column in range(columns)) for row in range(rows))
    free = [cell for cell in cells if cell not in walls]
    wrap = rng.choice((None, None, *oracles.wraps_of((rows, columns), stencil)))
    costs = tuple(tuple(rng.randint(1, 3) for _ in range(columns)) for _ in range(rows))
    raw = Raw(opened, stencil, "none", {}, rng.choice((None, None, costs)), wrap=wrap)
    steps = [(u, v) for u, near in oracles.graph(raw).items() for v in near]
    one_way: dict = {}
    kind = rng.randrange(4)
    if kind == 1:  # all ways, or all but one
        one_way[rng.choice(free)] = stencil[rng.choice((0, 0, 1)) :]
    elif kind == 2 and steps:  # a wall made of two cells with ways
        u, v = rng.choice(steps)
        for a, b in ((u, v), (v, u))[: rng.choice((1, 2, 2))]:
            ways = tuple(d for d in stencil if raw.at(a[0] + d[0], a[1] + d[1]) != b)
            one_way[a] = ways or stencil
    portals = {}
    for _ in range(rng.choice((0, 0, 1, 2))):
        u, v = rng.choice(steps) if steps and rng.random() < 0.7 else (rng.choice(free), rng.choice(free))
        if u != v:
            portals[u, v] = rng.choice((None, 1, 2))
            if rng.random() < 0.4:
                portals[v, u] = rng.choice((None, portals[u, v]))
    return Raw(opened, stencil, "none", one_way, raw.costs, wrap=wrap, portals=portals)
