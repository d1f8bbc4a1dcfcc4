"""Tours found by the strategies of "auto": an independent check of tours; None agrees with an oracle."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.runtime import slices
from profiles import examples
from seeded import knights
from strategies import (
    CAMEL,
    DABBABA,
    KING,
    KNIGHT,
    ORTHOGONAL,
    asked,
    custom_stencils,
    holed_square,
    raws,
    shapes,
)

KNIGHTS_STEP = {(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)}

# Rosetta Code, "Solve a Holy Knight's tour": spaces are holes.
HOLY_8 = [" 000    ", " 0 00   ", " 0000000", "000  0 0", "0 0  000", "1000000 ", "  00 0  ", "   000  "]
HOLY_13 = [
    "     1 0     ",
    "     0 0     ",
    "    00000    ",
    "     000     ",
    "  0  0 0  0  ",
    "00000   00000",
    "  00     00  ",
    "00000   00000",
    "  0  0 0  0  ",
    "     000     ",
    "    00000    ",
    "     0 0     ",
    "     0 0     ",
]


def check(board, tour, *, closed=False, steps=None):
    """Check a tour by its cells alone: every open cell once, every step a move."""
    steps = steps or set(board.moves.deltas)
    cells = [tuple(cell) for cell in tour.cells.tolist()]
    everywhere = {tuple(cell) for cell in np.argwhere(board.open_cells).tolist()}
    assert len(cells) == len(everywhere)
    assert set(cells) == everywhere
    around = cells + cells[:1] if closed else cells
    assert all((b[0] - a[0], b[1] - a[1]) in steps for a, b in itertools.pairwise(around))
    assert tour.closed == closed


def questions(stencil):
    return asked(raws(shapes(4, 4, 13), stencil, costs=False))


STENCILS = st.one_of(st.sampled_from((ORTHOGONAL, KNIGHT, DABBABA, CAMEL, KING)), custom_stencils(4))


@pytest.mark.parametrize("kind", ["open", "ends", "closed"])
@examples(150)
@given(question=questions(STENCILS), free=st.booleans())
def test_tours_agree_with_the_oracle(tier, kind, question, free):
    raw, closed, ends = question.raw, kind == "closed", question.exits if kind == "ends" else None
    start = None if free and not closed else question.start
    starts = raw.cells if start is None else [start]
    exists = any(next(oracles.open_tours(raw, one, ends), None) for one in starts)
    if closed:
        exists = bool(oracles.cycles(raw))
    tours = question.board.tours(start, exits=ends, closed=closed)
    tour = tours.find()
    assert (tour is not None) == exists
    if kind == "open" or not exists:
        assert (tours.refutation() is None) == exists
    if exists:
        assert (tours.why_empty(), tour in tours) == (None, True)
        start = tour.start if start is None else start
        oracles.check_certificate(raw, tour, start=start, exits=ends, tour=True, closed=closed)
        assert tour.by == "edges" or ends or closed or tour.expanded - tour.backtracks == len(tour)


@examples(40)
@given(question=questions(st.sampled_from((ORTHOGONAL, KNIGHT, KING))), closed=st.booleans())
def test_the_tiers_agree(question, closed):
    found = []
    for name in ("python", "compiled"):
        with slices.tier(name):
            tour = question.board.tours(question.start, closed=closed).find()
        found.append(tour and (tour, tour.by, tour.expanded, tour.backtracks))
    assert found[0] == found[1]


# ------------------------------------------------------------------------ knight's rectangles


@pytest.mark.parametrize("n", [*range(5, 9), 12, 41, 75, 80])
def test_squares_from_sampled_starts(n):
    board, rng = knights(n, n), np.random.default_rng(n)
    every = [(r, c) for r in range(n) for c in range(n) if n % 2 == 0 or (r + c) % 2 == 0]
    starts = every if n < 9 else [every[i] for i in rng.choice(len(every), 12, replace=False)]
    with slices.tier("compiled"):
        for start in starts:
            tour = board.tours(start).find()
            check(board, tour, steps=KNIGHTS_STEP)
            assert tour.start == start


@pytest.mark.parametrize("rows", [3, 4, 5, 8])
def test_rectangles_from_every_start(rows):
    """Every start has a tour, except those that are known to have none."""
    # Starts without a tour on 3x4, 3x7 and 3x8, by a count from every start.
    lacking = {4: 6, 7: 1, 8: 2}
    for columns in range(rows, 14):
        board = knights(rows, columns)
        size = (rows, columns)
        rng = np.random.default_rng(rows * 100 + columns)
        starts = [(r, c) for r in range(rows) for c in range(columns)]
        starts = [(r, c) for r, c in starts if rows * columns % 2 == 0 or (r + c) % 2 == 0]
        if rows > 4:
            starts = [starts[i] for i in rng.choice(len(starts), 10, replace=False)]
        none = 0
        with slices.tier("compiled"):
            for start in starts:
                tour = board.tours(start).find()
                none += tour is None
                if tour is not None:
                    check(board, tour, steps=KNIGHTS_STEP)
                    assert tour.start == start
        if size in ((3, 3), (3, 5), (3, 6), (4, 4)):
            assert none == len(starts)
        elif rows == 4:
            assert none == 2 * columns  # the starts in the inner rows
        else:
            assert none == (lacking.get(columns, 0) if rows == 3 else 0)


@pytest.mark.parametrize("columns", [7, 40])
def test_four_wide(columns):
    with slices.tier("compiled"):
        for start in ((0, 0), (0, columns // 2), (3, 3)):
            for board, cell in ((knights(4, columns), start), (knights(columns, 4), start[::-1])):
                tour = board.tours(cell).find()
                check(board, tour, steps=KNIGHTS_STEP)
                assert tour.start == cell


@pytest.mark.parametrize("size", [(8, 8), (6, 7), (5, 9), (13, 13), (20, 21), (60, 60)])
def test_given_start_and_end(size):
    """With sides of 6 or more, every pair of ends of suitable colours has a tour (squares: Conrad 1994)."""
    board, rng = knights(*size), np.random.default_rng(sum(size))
    odd = board.size % 2
    with slices.tier("compiled"):
        for _ in range(8):
            start, end = (tuple(rng.integers(0, size).tolist()) for _ in "ab")
            allowed = (
                start != end and (sum(start) + sum(end) + 1 + odd) % 2 == 0 and not (odd and sum(start) % 2)
            )
            tour = board.tours(start, end).find()
            assert allowed or tour is None
            if tour is not None:
                check(board, tour, steps=KNIGHTS_STEP)
                assert (tour.start, tour.end) == (start, end)
            elif allowed:
                assert min(size) < 6


# --------------------------------------------------------------------------- other boards


@pytest.mark.parametrize("drawing", [HOLY_8, HOLY_13], ids=["8x8", "13x13"])
def test_holy_knights_tours(tier, drawing):
    grid = np.array([[character != " " for character in row] for row in drawing])
    board = gw.Board(grid, moves=gw.KNIGHT)
    start = next((r, row.index("1")) for r, row in enumerate(drawing) if "1" in row)
    tour = board.tours(start).find()
    check(board, tour, steps=KNIGHTS_STEP)
    assert tour.start == start


@pytest.mark.parametrize("kind", ["open", "closed", "start", "ends"])
def test_holes(kind):
    """Boards of 12 to 30 rows with 2 to 6 % holes, equally many of both colours: found or refuted in time."""
    rng = np.random.default_rng(7)
    for _ in range(12):
        grid = holed_square(rng, (12, 31), (0.02, 0.06))
        board = gw.Board(grid, moves=gw.KNIGHT)
        cells = np.argwhere(grid)
        start = tuple(cells[rng.integers(len(cells))].tolist()) if kind in ("start", "ends") else None
        others = cells[(cells.sum(axis=1) + sum(start or (0,))) % 2 == 1]
        end = tuple(others[rng.integers(len(others))].tolist()) if kind == "ends" else None
        tours = board.tours(start, end, closed=kind == "closed")
        with slices.tier("compiled"):
            tour = tours.find()
            if tour is None:
                assert tours.refutation().kind in ("colour", "degree", "pieces", "search")
            else:
                check(board, tour, closed=kind == "closed", steps=KNIGHTS_STEP)
                assert start in (None, tour.start)
                assert end in (None, tour.end)


@pytest.mark.parametrize(
    ("moves", "size", "closed"),
    [
        (gw.leaper(2, 3), (10, 10), False),
        (gw.leaper(2, 3), (10, 10), True),
        (gw.leaper(2, 5), (14, 14), False),
        (gw.leaper(2, 3), (5, 16), True),  # OEIS A152138: the smallest board of 5 rows
        (gw.KING, (30, 31), True),
        (gw.KING, (100, 100), False),
        (gw.ORTHOGONAL, (20, 20), True),
        (gw.ORTHOGONAL, (31, 31), False),
    ],
    ids=str,
)
def test_other_moves(moves, size, closed):
    board = gw.Board.rectangle(*size, moves=moves)
    with slices.tier("compiled"):
        check(board, board.tours(closed=closed).find(), closed=closed)


# --------------------------------------------------------------------------------- asking


def test_traces_tell_the_tour(tier):
    for board, closed in ((knights(8, 8), False), (knights(8, 8), True), (knights(3, 10), True)):
        start = (0, 0) if closed else (2, 2)
        trace = board.tours(start, closed=closed).trace()
        check(board, trace.path, closed=closed)
        last = trace.at(len(trace))
        assert last.found == 1
        assert trace.by == trace.path.by
        if trace.by not in ("edges", "rotations"):  # these record no steps
            assert (last.expanded, last.backtracks) == (trace.path.expanded, trace.path.backtracks)
        assert (last.status == 3).all()  # the walk is on every cell


@pytest.mark.parametrize("kind", ["open", "closed", "start", "exits"])
def test_the_strategies_explained_are_those_that_answer(kind):
    """The strategy that finds the tour is a chosen row; every row has a note or a reason."""
    boards = [knights(*size) for size in ((3, 10), (4, 12), (5, 5), (8, 8), (9, 9), (12, 13))]
    boards += [gw.Board.rectangle(2, 3, one_way={(0, 0): (0, 1)}), gw.Board.rectangle(6, 6, moves=gw.KING)]
    for board in boards:
        start = (0, 0) if kind in ("start", "exits") else None
        end = (0, 1) if kind == "exits" else None
        tours = board.tours(start, exits=end, closed=kind == "closed")
        tour, table = tours.find(), tours.explain("find")
        assert all(option.chosen == (option.reason is None) or not tour for option in table.options)
        assert all(option.reason or option.note for option in table.options)
        chosen = table.chosen.split("+")
        if tour is not None:
            assert tour.by in chosen
            assert {"warnsdorff", "dfs", "construct", "sweep"} <= {option.engine for option in table.options}
        elif tours.why_empty():
            assert chosen == ["proof"]


@pytest.mark.parametrize("walls", [[(3, 3), (3, 4)], [(2, 2), (9, 8)], [(5, 5), (7, 8)]])
def test_which_tour_is_found_does_not_depend_on_what_is_compiled(walls):
    """The edge search and the rotations take turns by steps, not by slices, which differ by tier."""
    board = gw.Board.rectangle(12, 12, moves=gw.KNIGHT).with_walls(*walls)
    found = []
    for name in ("python", "compiled"):
        with slices.tier(name):
            tour = board.forget() or board.tours(closed=True).find()
        found.append((tour.by, tour.expanded, tour.cells.tolist()))
    assert found[0] == found[1]
