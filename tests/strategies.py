"""Random questions: a board in raw data, a start and exits.  They shrink to small boards of few walls."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from hypothesis import strategies as st

import gridwalk as gw
from oracles import Cell, Raw, wraps_of

ORTHOGONAL = ((-1, 0), (0, 1), (1, 0), (0, -1))
BISHOP_STEPS = ((-1, 1), (1, 1), (1, -1), (-1, -1))
KING = ORTHOGONAL + BISHOP_STEPS
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
DABBABA = ((0, 2), (2, 0), (0, -2), (-2, 0))
CAMEL = ((1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3))
# Moves of rook and king, with others that leave any small board: more than 8, so a 32-bit table.
FAR = tuple((100 + n, -n) for n in range(12))
WIDE = (*FAR[:6], *ORTHOGONAL, *FAR[6:])
KING_AND_KNIGHT = KING + KNIGHT


@dataclass(frozen=True)
class Question:
    """A raw board, a start and exits; `board` is the same in gridwalk's words."""

    raw: Raw
    start: Cell
    exits: tuple[Cell, ...]

    @cached_property
    def board(self) -> gw.Board:
        return board_of(self.raw, start=self.start, exits=self.exits)


def board_of(raw: Raw, **options) -> gw.Board:
    moves = gw.Moves(raw.deltas, corners=raw.corners)
    parts = {"costs": raw.costs, "one_way": raw.one_way, "walls": raw.walls, "wrap": raw.wrap}
    parts |= {"diagonal": raw.diagonal, "portals": [(*ends, cost) for ends, cost in raw.portals.items()]}
    return gw.Board(raw.open_cells, moves=moves, **parts, **options)


def custom_stencils(most: int = 12):
    part = st.integers(-2, 2)
    return st.lists(
        st.tuples(part, part).filter(lambda delta: delta != (0, 0)), min_size=1, max_size=most, unique=True
    ).map(tuple)


def stencils():
    """Stencils of every kind: named, reordered, asymmetric, and of more than 8 moves."""
    named = st.sampled_from((ORTHOGONAL, KING, KNIGHT, DABBABA, BISHOP_STEPS, CAMEL, WIDE, KING_AND_KNIGHT))
    return st.one_of(named, named.flatmap(st.permutations).map(tuple), custom_stencils())


@st.composite
def shapes(draw, most_rows: int, most_columns: int, most_cells: int | None = None):
    rows, columns = draw(st.integers(1, most_rows)), draw(st.integers(1, most_columns))
    if most_cells is not None:
        columns = min(columns, max(1, most_cells // rows))
    return rows, columns


@st.composite
def open_grids(draw, shape, most_walls: int | None = None):
    """Rows of booleans, at least one of them True."""
    rows, columns = shape
    size = rows * columns
    most = size - 1 if most_walls is None else min(size - 1, most_walls)
    walls = draw(st.sets(st.integers(0, size - 1), max_size=most)) if most > 0 else set()
    return tuple(tuple(r * columns + c not in walls for c in range(columns)) for r in range(rows))


def costs_of(shape):
    """No costs, small whole ones, or fractions."""
    rows, columns = shape

    def matrix(cost):
        row = st.lists(cost, min_size=columns, max_size=columns).map(tuple)
        return st.lists(row, min_size=rows, max_size=rows).map(tuple)

    fractions = st.floats(0.125, 100, allow_nan=False)
    return st.one_of(st.none(), matrix(st.integers(1, 9)), matrix(fractions))


@st.composite
def walls_of(draw, shape):
    """Walls between cells, each side of the shape of the board."""
    rows, columns = shape
    sides = [draw(st.sets(st.integers(0, rows * columns - 1), max_size=8)) for _ in range(2)]
    right, below = (
        tuple(tuple(r * columns + c in side for c in range(columns)) for r in range(rows)) for side in sides
    )
    return right, below


@st.composite
def raws(
    draw, shape_strategy=None, stencil_strategy=None, *, costs=True, one_way=True, walls=True, wrap=True
):
    deltas = draw(stencils() if stencil_strategy is None else stencil_strategy)
    shape = draw(shapes(6, 6) if shape_strategy is None else shape_strategy)
    raw = Raw(draw(open_grids(shape)), deltas, draw(st.sampled_from(("both", "one", "none"))))
    ways = {}
    if one_way:
        way = st.sampled_from(deltas)
        several = st.lists(way, min_size=1, max_size=3, unique=True).map(tuple)
        ways = draw(st.dictionaries(st.sampled_from(raw.cells), st.one_of(way, several), max_size=3))
    return Raw(
        raw.open_cells,
        deltas,
        raw.corners,
        ways,
        draw(costs_of(shape)) if costs else None,
        draw(st.one_of(st.none(), walls_of(shape))) if walls else None,
        draw(st.one_of(st.none(), st.sampled_from(wraps_of(shape, deltas)))) if wrap else None,
    )


@st.composite
def asked(draw, raw_strategy):
    raw = draw(raw_strategy)
    cell = st.sampled_from(raw.cells)
    return Question(raw, draw(cell), tuple(draw(st.lists(cell, min_size=1, max_size=3, unique=True))))


def listable_questions():
    """Boards whose paths can all be listed, of every kind."""
    return asked(
        st.one_of(
            raws(shapes(4, 5), st.just(ORTHOGONAL)),
            raws(shapes(4, 5), custom_stencils(3)),
            raws(shapes(4, 4, 10), st.sampled_from((KING, KING[::-1]))),
        )
    )


def questions():
    """Boards up to 6 x 6, all moves, costs and one-way cells: for one path."""
    return asked(raws())


def unit_questions():
    """The same where every move costs 1: no costs, no diagonal steps."""
    steps = st.sampled_from((ORTHOGONAL, KNIGHT, DABBABA, CAMEL, WIDE))
    return asked(
        raws(stencil_strategy=st.one_of(steps, steps.flatmap(st.permutations).map(tuple)), costs=False)
    )


def king_questions():
    """Four moves, or the king's with the corner rules that jump point search supports, at equal costs."""
    boards = raws(
        stencil_strategy=st.sampled_from((KING, ORTHOGONAL)),
        costs=False,
        one_way=False,
        walls=False,
        wrap=False,
    )
    return asked(boards.filter(lambda raw: raw.corners != "one"))


def small_questions():
    """Boards whose paths can all be listed: the more moves a cell has, the fewer cells."""
    sparse = st.one_of(st.sampled_from((ORTHOGONAL, KNIGHT, DABBABA, CAMEL, WIDE)), custom_stencils(3))
    return asked(
        st.one_of(
            raws(shapes(4, 5), sparse, costs=False),
            raws(shapes(4, 4, 10), st.sampled_from((KING, KING[::-1])), costs=False),
            raws(shapes(3, 3, 8), stencils(), costs=False),
        )
    )


def holed_square(rng, sides, shares):
    """Return a square of open cells with holes, as many open cells of one colour as of the other.

    Its side is from *sides*, the share of holes from *shares*, both drawn by the NumPy generator *rng*.
    """
    n = int(rng.integers(*sides))
    grid = np.ones((n, n), bool)
    colour = np.add.outer(np.arange(n), np.arange(n)).reshape(-1) % 2
    holes = int(n * n * rng.uniform(*shares)) // 2
    for c in (0, 1):
        more = holes + (n % 2 and c == 0)
        grid.flat[rng.choice(np.flatnonzero(colour == c), more, replace=False)] = False
    return grid
