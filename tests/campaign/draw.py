"""Random boards and questions, in raw data and in words of Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import seeded
from oracles import Cell, Raw

from .case import Case, SkipError
from .truth import TooManyError, Truth, Way

ROOK = ((-1, 0), (0, 1), (1, 0), (0, -1))
BISHOP = ((-1, 1), (1, 1), (1, -1), (-1, -1))
KING = (*ROOK, *BISHOP)
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
DABBABA = ((0, 2), (2, 0), (0, -2), (-2, 0))
CAMEL = ((1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3))
NAMED = (ROOK, ROOK, KING, KING, KNIGHT, DABBABA, BISHOP, CAMEL, KING + KNIGHT)
MAX_MOVES = 32
STEPS = 30_000  # of an oracle's enumeration: some 20 ms


# ------------------------------------------------------------------------------------ stencils


def shuffled(rng: random.Random, deltas: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple(rng.sample(deltas, len(deltas)))


def stencil(rng: random.Random) -> tuple[Cell, ...]:
    """Named moves, in their order or another, some without a few of them, or any moves at all."""
    kind = rng.random()
    if kind < 0.5:
        return rng.choice(NAMED)
    if kind < 0.7:
        return shuffled(rng, rng.choice(NAMED))
    if kind < 0.8:
        named = rng.choice(NAMED)
        return tuple(rng.sample(named, rng.randint(1, len(named))))
    return any_moves(rng, rng.randint(1, 8), 2)


def wide_stencil(rng: random.Random) -> tuple[Cell, ...]:
    """9 to 32 moves: a table of 32 bits, often with moves that leave every small board."""
    moves = any_moves(rng, rng.randint(3, 12), 2)
    far = [(rng.choice((-1, 1)) * (50 + n), rng.randint(-3, 3)) for n in range(MAX_MOVES - len(moves))]
    most = rng.choice((len(far), rng.randint(max(0, 9 - len(moves)), len(far))))
    return shuffled(rng, (*moves, *far[:most]))


def any_moves(rng: random.Random, number: int, reach: int) -> tuple[Cell, ...]:
    parts = range(-reach, reach + 1)
    every = [delta for delta in product(parts, parts) if delta != (0, 0)]
    moves = rng.sample(every, min(number, len(every)))
    if rng.random() < 0.4:  # moves that can be made back
        moves = list(dict.fromkeys([*moves, *((-a, -b) for a, b in moves)]))[:MAX_MOVES]
    return tuple(moves)


# -------------------------------------------------------------------------------------- boards


def small_grid(rng: random.Random, most: int):
    """Rows of booleans: 1 to *most* cells, at least one of them open."""
    rows = rng.randint(1, min(6, most))
    columns = rng.randint(1, max(1, min(7, most // rows)))
    share = rng.choice((0.5, 0.7, 0.8, 0.9, 1.0))
    grid = [[rng.random() < share for _ in range(columns)] for _ in range(rows)]
    grid[rng.randrange(rows)][rng.randrange(columns)] = True
    return tuple(map(tuple, grid))


def costs(rng: random.Random, shape: tuple[int, int]):
    """None, whole costs, costs far apart (as far as all sums are exact), or fractions."""
    kind = rng.random()
    if kind < 0.55:
        return None
    if kind < 0.75:
        return seeded.costs(rng, shape, "small")
    if kind < 0.85:
        return seeded.costs(rng, shape, "large")
    return seeded.costs(rng, shape, "fractions")


def far_costs(rng: random.Random, shape: tuple[int, int]):
    """Fractions whose sums cannot be exact in 53 bits."""
    least = rng.choice((1e-6, 1.0, 1e-300))
    draw = (least, 3 * least, least * 1e17, least * 1e18)
    rows, columns = shape
    return tuple(tuple(rng.choice(draw) for _ in range(columns)) for _ in range(rows))


def raw(rng: random.Random, most: int, *, wide: bool = False, plain: bool = False) -> Raw:
    """Draw a board of at most so many cells; *plain*: without costs and one-way cells."""
    deltas = wide_stencil(rng) if wide else stencil(rng)
    grid = small_grid(rng, most)
    board = Raw(grid, deltas, rng.choice(seeded.RULES))
    if plain:
        return board
    ways = {}
    if rng.random() < 0.25:
        some = rng.sample(board.cells, min(len(board.cells), rng.randint(1, 3)))
        ways = {cell: seeded.several_ways(rng, deltas) for cell in sorted(some)}
    whole = Raw(grid, deltas, board.corners, ways, costs(rng, board.shape))
    return seeded.closed_in(rng, whole, walls=0.25, wrap=0.2)


def ends(rng: random.Random, cells: list[Cell], most: int = 3) -> list[Cell]:
    """Draw one cell most often, else several."""
    number = rng.choice((1, 1, 1, 2, most))
    return rng.sample(cells, min(len(cells), number))


def enumerated(
    case: Case, make: Callable[[], tuple[Truth, Callable[[], list[Way]]]]
) -> tuple[Truth, list[Way]]:
    """Draw boards until one is small enough for the oracle to list its set."""
    for _ in range(20):
        truth, ways = make()
        try:
            return truth, ways()
        except TooManyError:
            continue
    raise SkipError


# --------------------------------------------------------------------------- in words of Python


def matrix(grid) -> str:
    """The argument that is the open cells, one character a cell."""
    words = " ".join("".join("#."[ok] for ok in row) for row in grid)
    return f"np.array([list(row) for row in {words!r}.split()]) == '.'"


def between(raw: Raw) -> list[str]:
    """The arguments that are the walls between cells and the way the board is wrapped round."""
    words = []
    if raw.walls is not None:
        words.append(f"walls=({', '.join(map(matrix, raw.walls))})")
    return words + ([f"wrap={raw.wrap!r}"] if raw.wrap is not None else [])


def board(raw: Raw, **more: object) -> str:
    """The call that makes the board."""
    options = [f"moves=gw.Moves({raw.deltas}, {raw.corners!r})"]
    if raw.costs is not None:
        options.append(f"costs={[list(row) for row in raw.costs]}")
    if raw.one_way:
        options.append(f"one_way={dict(raw.one_way)}")
    options += between(raw)
    options += [f"{name}={value}" for name, value in more.items()]
    return f"gw.Board({matrix(raw.open_cells)}, {', '.join(options)})"


# ------------------------------------------------------------------------------------- filters


@dataclass(frozen=True)
class Filter:
    """A smaller set: the calls that make it, and which paths it has."""

    calls: str
    keeps: Callable[[Way], bool]
    has_lengths: bool


def filters(rng: random.Random, cells: list[Cell], ways: list[Way], *, closed: bool = False) -> Filter:
    """Draw one to three conditions; cells and lengths that some path of the set has are likely."""
    some = rng.choice(ways) if ways and rng.random() < 0.8 else tuple(cells)
    usual = len(some) - (not closed)
    calls, tests, has_lengths = [], [], False
    for kind in rng.sample(
        ("through", "avoiding", "of_length", "longer_than", "shorter_than"), rng.randint(1, 3)
    ):
        if kind in ("through", "avoiding"):
            pool = some if kind == "through" else cells
            named = set(rng.sample(pool, min(len(pool), rng.choice((1, 1, 2, 3)))))
            calls.append(f".{kind}({', '.join(map(str, sorted(named)))})")
            tests.append(
                (lambda way, named=named: named <= set(way))
                if kind == "through"
                else (lambda way, named=named: not named & set(way))
            )
            continue
        has_lengths = True
        number = max(int(kind == "shorter_than"), usual + rng.randint(-2, 2))
        calls.append(f".{kind}({number})")
        tests.append(
            {
                "of_length": lambda moves, number=number: moves == number,
                "longer_than": lambda moves, number=number: moves > number,
                "shorter_than": lambda moves, number=number: moves < number,
            }[kind]
        )
        tests[-1] = lambda way, test=tests[-1]: test(len(way) - (not closed))
    return Filter("".join(calls), lambda way: all(test(way) for test in tests), has_lengths)
