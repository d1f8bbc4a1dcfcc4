"""Tours: published numbers, each with its source; small boards against naive recursion; certificates."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.runtime import slices
from oracles import Raw
from profiles import examples
from published import KING_CLOSED, KING_OPEN, KNIGHT_CLOSED, KNIGHT_OPEN, ROOK_CLOSED, ROOK_OPEN
from seeded import knights
from strategies import DABBABA, KING, KNIGHT, ORTHOGONAL, WIDE, asked, custom_stencils, raws, shapes

GREATEST_INTERPRETED = 5_000  # tours; larger numbers are counted only once


def raw_of(board: gw.Board) -> Raw:
    grid = tuple(map(tuple, board.open_cells.tolist()))
    return Raw(grid, board.moves.deltas, board.moves.corners)


def first_cells(count, rows):
    """The first *count* cells, column by column, of a board with the given number of rows."""
    grid = count > np.arange(-(-count // rows) * rows).reshape(-1, rows).T
    return gw.Board(grid, moves=gw.KNIGHT)


def small_boards(stencil, one_way=True):
    return asked(raws(shapes(3, 4, 12), stencil, costs=False, one_way=one_way))


SPARSE = st.one_of(st.sampled_from((ORTHOGONAL, KNIGHT, DABBABA, WIDE)), custom_stencils(3))


# ------------------------------------------------------------------------------- published


def test_knight_5x5():
    with slices.tier("compiled"):
        tours = knights(5, 5).tours()
        assert tours.count() == 2 * KNIGHT_OPEN[5, 5]
        assert knights(5, 5).tours(undirected=True).count() == KNIGHT_OPEN[5, 5]
        listed = tours.list()
    assert len(set(listed)) == 2 * KNIGHT_OPEN[5, 5]
    assert all(path in tours for path in listed)
    assert {tuple(path)[::-1] for path in listed} == {tuple(path) for path in listed}


UNDIRECTED = [
    *((f"3x{n}", knights(3, n), KNIGHT_OPEN[3, n]) for n in range(1, 10)),
    *((f"4x{n}", knights(4, n), KNIGHT_OPEN[4, n]) for n in range(1, 7)),
    # the first n cells of 5 rows, OEIS A389755
    *(
        (f"{n} cells of 5 rows", first_cells(n, 5), count)
        for n, count in zip(range(14, 21), [4, 0, 0, 4, 95, 144, 82], strict=True)
    ),
    # boards with holes: computed for this project; for 3xn a public program has the same numbers
    *(
        (f"3x{n} without two far corners", knights(3, n, (0, 0), (2, n - 1)), count)
        for n, count in zip(range(4, 10), [1, 6, 0, 0, 351, 602], strict=True)
    ),
    ("5x5 without its centre", knights(5, 5, (2, 2)), 64),
    *((f"king {n}x{n}", gw.Board.rectangle(n, n, moves=gw.KING), KING_OPEN[n]) for n in range(1, 5)),
    *((f"wazir {n}x{n}", gw.Board.rectangle(n, n), count) for n, count in ROOK_OPEN.items()),
]


@pytest.mark.parametrize(
    ("board", "count"), [case[1:] for case in UNDIRECTED], ids=[case[0] for case in UNDIRECTED]
)
def test_undirected(board, count):
    with slices.tier("compiled"):
        assert board.tours(undirected=True).count() == count
        if count < GREATEST_INTERPRETED and board.open_count > 1:
            assert board.tours().count() == 2 * count


CLOSED = [
    *((f"{r}x{c}", knights(r, c), KNIGHT_CLOSED[r, c]) for r, c in ((5, 6), (3, 8), (3, 10), (4, 6), (5, 5))),
    ("6x5", knights(6, 5), KNIGHT_CLOSED[5, 6]),
    # the first 2n cells of 5 rows, OEIS A383661
    *(
        (f"{n} cells of 5 rows", first_cells(n, 5), c)
        for n, c in ((18, 1), (20, 0), (22, 1), (24, 30), (26, 0))
    ),
    ("3x8 without two far corners", knights(3, 8, (0, 0), (2, 7)), 5),  # computed, as for open tours
    ("5x5 without its centre", knights(5, 5, (2, 2)), 0),
    *((f"king {n}x{n}", gw.Board.rectangle(n, n, moves=gw.KING), KING_CLOSED[n]) for n in (2, 3, 4)),
    *((f"wazir {n}x{n}", gw.Board.rectangle(n, n), ROOK_CLOSED[n]) for n in (2, 4, 6)),
    ("wazir 3x3", gw.Board.rectangle(3, 3), 0),
    ("one cell", gw.Board.rectangle(1, 1), 0),
    ("two cells", gw.Board.rectangle(1, 2), 0),  # a move and its reverse are no cycle
]


@pytest.mark.parametrize(("board", "count"), [case[1:] for case in CLOSED], ids=[case[0] for case in CLOSED])
def test_closed(board, count):
    with slices.tier("compiled"):
        tours = board.tours(closed=True)
        listed = tours.list()
        assert tours.count() == len(listed) == len(set(listed)) == count
    for tour in listed[:100]:
        oracles.check_certificate(raw_of(board), tour, tour=True, closed=True)
    # A cycle counts once, for both directions and all beginnings.
    edges = {
        frozenset(frozenset(edge) for edge in zip(tour, [*tour][1:] + [*tour][:1], strict=True))
        for tour in listed
    }
    assert len(edges) == count


# ---------------------------------------------------------------------------- small boards


@examples(250)
@given(question=small_boards(SPARSE))
def test_open_tours_are_those_of_the_oracle(tier, question):
    board, raw = question.board, question.raw
    everywhere = [path for cell in raw.cells for path in oracles.open_tours(raw, cell)]
    assert [list(path) for path in board.tours()] == everywhere
    assert board.tours().count() == len(everywhere)
    from_start = list(oracles.open_tours(raw, question.start, question.exits))
    tours = board.tours(question.start, exits=question.exits)
    assert [list(path) for path in tours] == from_start
    assert all(path in tours for path in from_start)
    assert sum(path in tours for path in everywhere) == len(from_start)


@examples(200)
@given(question=small_boards(SPARSE))
def test_cycles_are_those_of_the_oracle(tier, question):
    board, raw = question.board, question.raw
    cycles = oracles.cycles(raw)
    tours = board.tours(closed=True)
    listed = tours.list()
    assert tours.count() == len(listed) == (len(cycles) // 2 if board._symmetric else len(cycles))
    either_way = {tuple(path) for path in listed}
    if board._symmetric:
        either_way |= {(path[0], *path[:0:-1]) for path in either_way}
    assert either_way == cycles
    begun_elsewhere = board.tours(question.start, closed=True)
    assert begun_elsewhere.count() == len(listed)
    assert all(path.start == question.start and path in tours for path in begun_elsewhere)


@examples(100)
@given(question=small_boards(st.sampled_from((ORTHOGONAL, KNIGHT, DABBABA)), one_way=False))
def test_undirected_is_half_and_a_reversed_tour_is_a_tour(tier, question):
    tours = question.board.tours()
    listed = {tuple(path) for path in tours}
    assert {path[::-1] for path in listed} == listed
    once = {tuple(path) for path in question.board.tours(undirected=True)}
    assert question.board.tours(undirected=True).count() == len(once)
    assert once | {path[::-1] for path in once} == listed
    assert not {path for path in once if path[::-1] in once and len(path) > 1}


@pytest.mark.parametrize("by", ["warnsdorff", "dfs"])
@examples(150)
@given(question=small_boards(st.one_of(SPARSE, st.just(KING))), closed=st.booleans())
def test_find(tier, by, question, closed):
    tours = question.board.tours(question.start, closed=closed)
    tour = tours.find(by=by)
    if closed:
        exists = bool(oracles.cycles(question.raw))
    else:
        exists = next(oracles.open_tours(question.raw, question.start), None) is not None
    assert (tour is not None) == exists
    if tour is not None:
        oracles.check_certificate(question.raw, tour, start=question.start, tour=True, closed=closed)
        assert tour in tours
        assert (tour.by, tour.closed, tour.is_tour) == (by, closed, True)
        assert tour.expanded - tour.backtracks == len(tour)


@pytest.mark.parametrize("by", ["warnsdorff", "dfs"])
@examples(40)
@given(question=small_boards(st.sampled_from((ORTHOGONAL, KNIGHT))))
def test_the_tiers_agree(by, question):
    traces = []
    for name in ("python", "compiled"):
        with slices.tier(name):
            traces.append(question.board.tours().trace(by=by))
    one, other = traces
    assert np.array_equal(one.events, other.events)
    assert one.path == other.path
    if one.path is not None:
        assert (one.path.expanded, one.path.backtracks) == (other.path.expanded, other.path.backtracks)


# ------------------------------------------------------------------------------ chessboards


def test_warnsdorff_from_squares_of_the_chessboard(tier):
    board, raw = knights(8, 8), raw_of(knights(8, 8))
    for rank, column in [(0, 0), (0, 3), (3, 3), (7, 5), (2, 6)]:
        tour = board.tours((rank, column)).find()
        oracles.check_certificate(raw, tour, start=(rank, column), tour=True)
        assert tour.by == "warnsdorff"
        assert tour.expanded == 64 + tour.backtracks


def test_a_given_end(tier):
    board = knights(5, 5)
    tour = board.tours((0, 0), exits=[(2, 2), (4, 4)]).find()
    oracles.check_certificate(raw_of(board), tour, start=(0, 0), exits=[(2, 2), (4, 4)], tour=True)


def test_a_closed_tour_is_no_open_one():
    board = gw.Board.rectangle(2, 3)
    (closed,) = board.tours(closed=True)
    assert closed in board.tours(closed=True)
    assert closed not in board.tours()
    assert list(closed) in board.tours()
