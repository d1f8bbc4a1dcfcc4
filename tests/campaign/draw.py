"""Random boards and questions, as raw data and as Python expressions."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

import seeded
from oracles import Cell, Raw
from strategies import BISHOP_STEPS as BISHOP
from strategies import CAMEL, DABBABA, KING, KNIGHT, ORTHOGONAL

from .case import SkipError
from .truth import Given, TooManyError, Truth, Way

NAMED = (ORTHOGONAL, ORTHOGONAL, KING, KING, KNIGHT, DABBABA, BISHOP, CAMEL, KING + KNIGHT)
SIX = [set(KING) - {(a, b), (-a, -b)} for a, b in ((1, 1), (1, -1))]
MAX_MOVES = 32
STEPS = 30_000  # maximum steps of an enumeration by an oracle: some 20 ms


# ------------------------------------------------------------------------------------ stencils


def shuffled(rng: random.Random, deltas: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple(rng.sample(deltas, len(deltas)))


def stencil(rng: random.Random) -> tuple[Cell, ...]:
    """Draw moves, but not the six steps of a king that are reserved for hexagons."""
    while set(moves := any_stencil(rng)) in SIX:
        pass
    return moves


def any_stencil(rng: random.Random) -> tuple[Cell, ...]:
    """Draw named moves, in their order or shuffled, or some of them, or any moves."""
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
    """Draw 9 to 32 moves (a table of 32 bits), often with moves that leave every small board."""
    moves = any_moves(rng, rng.randint(3, 12), 2)
    far = [(rng.choice((-1, 1)) * (50 + n), rng.randint(-3, 3)) for n in range(MAX_MOVES - len(moves))]
    most = rng.choice((len(far), rng.randint(max(0, 9 - len(moves)), len(far))))
    return shuffled(rng, (*moves, *far[:most]))


def any_moves(rng: random.Random, number: int, reach: int) -> tuple[Cell, ...]:
    parts = range(-reach, reach + 1)
    every = [delta for delta in product(parts, parts) if delta != (0, 0)]
    moves = rng.sample(every, min(number, len(every)))
    if rng.random() < 0.4:  # with reverse moves
        moves = list(dict.fromkeys([*moves, *((-a, -b) for a, b in moves)]))[:MAX_MOVES]
    return tuple(moves)


# -------------------------------------------------------------------------------------- boards


def small_grid(rng: random.Random, most: int):
    """Draw rows of booleans: 1 to *most* cells, at least one of them open."""
    rows = rng.randint(1, min(6, most))
    columns = rng.randint(1, max(1, min(7, most // rows)))
    share = rng.choice((0.5, 0.7, 0.8, 0.9, 1.0))
    grid = [[rng.random() < share for _ in range(columns)] for _ in range(rows)]
    grid[rng.randrange(rows)][rng.randrange(columns)] = True
    return tuple(map(tuple, grid))


def costs(rng: random.Random, shape: tuple[int, int]):
    """Draw None, whole costs, costs far apart (with exact sums), some zero, quarters, or fractions."""
    kind = rng.random()
    if kind < 0.5:
        return None
    if kind < 0.75:
        return seeded.costs(rng, shape, "small" if kind < 0.65 else "large" if kind < 0.7 else "fractions")
    some = (0, 0, 1, 2) if kind < 0.85 else (0, 0.5, 1 / 3, 4) if kind < 0.9 else (0.25, 0.5, 1.75, 3.0)
    return tuple(tuple(rng.choice(some) for _ in range(shape[1])) for _ in range(shape[0]))


def portals(
    rng: random.Random, cells: list[Cell], deltas: Sequence[Cell]
) -> dict[tuple[Cell, Cell], float | None]:
    """Draw up to four portals: some in both directions, half in place of a step, some without cost."""
    found: dict[tuple[Cell, Cell], float | None] = {}
    for _ in range(rng.randint(1, 4)):
        u, v = rng.choice(cells), rng.choice(cells)
        if rng.random() < 0.5:
            down, across = rng.choice(deltas)
            v = u[0] + down, u[1] + across
        if u != v and v in cells:
            price = rng.choice((None, None, 0, 1, 2, 0.5, 7, 1 / 3))
            found[u, v] = price
            if rng.random() < 0.5:
                found[v, u] = price if rng.random() < 0.7 else rng.choice((None, 1, 3))
    return found


def far_costs(rng: random.Random, shape: tuple[int, int]):
    """Draw fractions whose sums are not exact in 53 bits."""
    least = rng.choice((1e-6, 1.0, 1e-300))
    draw = (least, 3 * least, least * 1e17, least * 1e18)
    rows, columns = shape
    return tuple(tuple(rng.choice(draw) for _ in range(columns)) for _ in range(rows))


def raw(rng: random.Random, most: int, *, wide: bool = False, plain: bool = False) -> Given:
    """Draw a board of at most *most* cells; if *plain*, only cells, moves and a rule for corners."""
    return anything_on(rng, small_grid(rng, most), wide_stencil(rng) if wide else stencil(rng), plain=plain)


def anything_on(rng: random.Random, grid, deltas: tuple[Cell, ...], *, plain: bool = False) -> Given:
    """Draw one-way cells, costs, portals, walls, wrapping and slides for a board of these cells."""
    board = Given(grid, deltas, rng.choice(seeded.RULES))
    if plain:
        return board
    if rng.random() < 0.12:
        board = replace(board, deltas=rng.choice((ORTHOGONAL, BISHOP, KING, KNIGHT)), reach=rng.randint(1, 3))
    ways = {}
    if rng.random() < 0.25:
        every = [(n * a, n * b) for a, b in board.deltas for n in range(1, max(board.reach, 1) + 1)]
        some = rng.sample(board.cells, min(len(board.cells), rng.randint(1, 3)))
        ways = {cell: seeded.several_ways(rng, tuple(every)) for cell in sorted(some)}
    room = len(board.deltas) < MAX_MOVES - 4  # for the directions of portals, in a sweep
    doors = portals(rng, board.cells, board.deltas) if rng.random() < 0.3 and room else {}
    slanted = rng.choice((1, 2, 0.5, 1.5, 2**0.5, 1 / 3, 3)) if rng.random() < 0.15 else None
    whole = replace(
        board,
        one_way=ways,
        costs=costs(rng, board.shape),
        portals=dict(sorted(doors.items())),
        diagonal=slanted,
    )
    return seeded.closed_in(rng, whole, walls=0.25, wrap=0 if board.reach else 0.2)


def ends(rng: random.Random, cells: list[Cell], most: int = 3) -> list[Cell]:
    """Draw one cell, or less often several."""
    number = rng.choice((1, 1, 1, 2, most))
    return rng.sample(cells, min(len(cells), number))


def enumerated(
    most: int, make: Callable[[int], Truth], ways: Callable[[Truth], list[Way]]
) -> tuple[Truth, list[Way]]:
    """Draw boards of fewer and fewer cells until the oracle can list the set."""
    for _ in range(20):
        truth, most = make(most), max(3, most - 2)
        try:
            return truth, ways(truth)
        except TooManyError:
            continue
    raise SkipError


Ends = list[list[Cell] | None]


def between(
    rng: random.Random, most: int, make: Callable[[int], Truth], share: float = 1.0, steps: int = STEPS
) -> tuple[Truth, Ends, list[Way]]:
    """Draw a board by *make*, starts and exits (anywhere unless with probability *share*); list all paths."""
    found: Ends = [None, None]

    def made(most: int) -> Truth:
        truth = make(most)
        found[:] = (ends(rng, truth.cells) if rng.random() < share else None for _ in found)
        return truth

    truth, ways = enumerated(most, made, lambda truth: truth.simple_paths(*found, steps))
    return truth, found, ways


# --------------------------------------------------------------------------- in words of Python


def matrix(grid) -> str:
    """Return the argument for the open cells."""
    words = " ".join("".join("#."[ok] for ok in row) for row in grid)
    return f"np.array([list(row) for row in {words!r}.split()]) == '.'"


def options(raw: Raw) -> list[str]:
    """Return the other arguments, except costs."""
    words = [f"moves=gw.Moves({raw.deltas}, {raw.corners!r})"]
    if getattr(raw, "reach", 0):
        words = [f"moves=gw.rider(*{raw.deltas}, reach={raw.reach}).with_corners({raw.corners!r})"]
    if raw.one_way:
        words.append(f"one_way={dict(raw.one_way)}")
    if raw.diagonal is not None:
        words.append(f"diagonal={raw.diagonal}")
    if raw.portals:
        every = [(u, v) if price is None else (u, v, price) for (u, v), price in raw.portals.items()]
        words.append(f"portals={every}")
    if raw.walls is not None:
        words.append(f"walls=({', '.join(map(matrix, raw.walls))})")
    return words + ([f"wrap={raw.wrap!r}"] if raw.wrap is not None else [])


def board(raw: Raw, **more: object) -> str:
    """Return the call that makes the board."""
    words = options(raw)
    if raw.costs is not None:
        words.append(f"costs={[list(row) for row in raw.costs]}")
    words += [f"{name}={value}" for name, value in more.items()]
    return f"gw.Board({matrix(raw.open_cells)}, {', '.join(words)})"


# ------------------------------------------------------------------------------------- filters


@dataclass(frozen=True)
class Filter:
    """A condition: the calls that add it, and the test of a path."""

    calls: str
    keeps: Callable[[Way], bool]


def filters(rng: random.Random, truth: Truth, ways: list[Way], *, closed: bool = False) -> Filter:
    """Draw one to three conditions, mostly on cells, edges and lengths of some path of the set."""
    cells = truth.cells
    some = rng.choice(ways) if ways and rng.random() < 0.8 else tuple(cells)
    usual = len(some) - (not closed)
    edges = [(u, v) for u in cells for v in truth.edges[u]]
    used = [edge for edge in zip(some, (*some[1:], some[0]), strict=True) if edge[1] in truth.edges[edge[0]]]
    calls, tests = [], []
    kinds = (
        "through",
        "avoiding",
        "of_length",
        "longer_than",
        "shorter_than",
        *["edges", "no_edges"] * bool(edges),
    )
    for kind in rng.sample(kinds, rng.randint(1, 3)):
        if kind in ("through", "avoiding"):
            pool = some if kind == "through" else cells
            named = set(rng.sample(pool, min(len(pool), rng.choice((1, 1, 2, 3)))))
            calls.append(f".{kind}({', '.join(map(str, sorted(named)))})")
            test = named.issubset if kind == "through" else named.isdisjoint
        elif kind in ("edges", "no_edges"):
            pool = (used or edges) if kind == "edges" else edges
            taken = rng.sample(pool, min(len(pool), rng.choice((1, 1, 2))))
            directed = rng.random() < 0.3 and not closed
            verb = "through_edges" if kind == "edges" else "avoiding_edges"
            options = ", directed=True" * directed
            calls.append(f".{verb}({', '.join(map(str, taken))}{options})")

            exact = directed or truth.one_way  # otherwise either direction counts

            def test(way: Way, taken=taken, directed=exact, wanted=kind == "edges") -> bool:
                steps = set(pairwise(way)) | ({(way[-1], way[0])} if closed else set())
                has = [edge in steps or (not directed and edge[::-1] in steps) for edge in taken]
                return all(has) if wanted else not any(has)
        else:
            number = max(int(kind == "shorter_than"), usual + rng.randint(-2, 2))
            calls.append(f".{kind}({number})")
            compare = {"of_length": int.__eq__, "longer_than": int.__gt__, "shorter_than": int.__lt__}[kind]

            def test(way: Way, compare=compare, number=number) -> bool:
                return compare(len(way) - (not closed), number)

        tests.append(test)
    return Filter("".join(calls), lambda way: all(test(way) for test in tests))
