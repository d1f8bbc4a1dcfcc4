"""Proofs that there is no tour, each checked by independent code."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import certificates
import gridwalk as gw
import oracles
from gridwalk.runtime import slices
from profiles import examples
from seeded import knights
from strategies import CAMEL, KNIGHT, ORTHOGONAL, asked, holed_square, raws, shapes


def two_way(steps):
    """Boards of up to 20 cells, or 10 if they are wrapped, because these have more paths to refute."""
    plain = raws(shapes(5, 5, 20), steps, costs=False, one_way=False, wrap=False)
    return st.one_of(plain, raws(shapes(3, 4, 10), steps, costs=False, one_way=False))


def several_ends():
    """Small boards whose exits are two cells or more."""
    steps = st.sampled_from((ORTHOGONAL, KNIGHT, CAMEL))
    return asked(two_way(steps)).filter(lambda question: len(question.exits) > 1)


def check(board, refutation, starts=None, ends=None, *, closed=False):
    raw = oracles.Raw(
        tuple(map(tuple, board.open_cells.tolist())),
        board.moves.unwrapped.deltas,
        board.moves.corners,
        walls=board.walls
        and tuple(tuple(map(tuple, side.tolist())) for side in board.walls.padded(board.shape)),
        wrap=board.wrap,
    )
    certificates.check_refutation(raw, refutation, starts, ends, closed=closed)


# ----------------------------------------------------------------------------- theorems


def has_no_tour(m, n, closed):
    """OEIS A169696 (3 x n) and A079137 (4 x n) are 0 there, Cull and De Curtins; closed: Schwenk 1991."""
    if closed:
        return m in (1, 2, 4) or m * n % 2 == 1 or (m, n) in ((3, 4), (3, 6), (3, 8))
    return (m < 3 and (m, n) != (1, 1)) or (m, n) in ((3, 3), (3, 5), (3, 6), (4, 4))


@pytest.mark.parametrize("closed", [False, True])
def test_tours_of_rectangles_exist_but_for_those_listed(closed):
    with slices.tier("compiled"):
        for m, n in itertools.combinations_with_replacement(range(1, 12 + closed), 2):
            for board in (knights(m, n), knights(n, m)):
                tours = board.tours(closed=closed)
                assert (tours.why_empty() is not None) == (tours.find() is None) == has_no_tour(m, n, closed)


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 4), (3, 5), (4, 4), (4, 5), (2, 6), (5, 4)])
def test_what_theorems_say_of_starts_is_what_listing_finds(rows, columns):
    board = knights(rows, columns)
    raw = oracles.Raw(((True,) * columns,) * rows, KNIGHT)
    for start in raw.cells:
        exists = next(oracles.open_tours(raw, start), None) is not None
        assert (board.tours(start).find() is not None) == exists
        if board.tours(start).why_empty():
            assert not exists


def test_reasons_in_words():
    assert (
        knights(4, 5).tours(closed=True).why_empty()
        == "no closed knight's tour of 4 x 5 exists (Schwenk 1991)"
    )
    assert "outer lines; (1, 0) is inside" in knights(4, 5).tours((1, 0)).why_empty()
    assert "12 of the other" in knights(5, 5).tours((0, 1)).why_empty()
    assert "(0, 0) and (5, 5), which have the same colour" in knights(6, 6).tours((0, 0), (5, 5)).why_empty()
    assert knights(8, 8).tours((0, 0)).why_empty() is None
    assert knights(8, 8).paths().why_empty() is None
    assert "2 pieces" in gw.Board.rectangle(10, 10, moves=gw.leaper(1, 3)).tours().why_empty()
    assert "does not end where it begins" in knights(8, 8).tours((0, 0), (0, 0)).why_empty()


# -------------------------------------------------------------------------- certificates


@examples(250)
@given(
    question=asked(two_way(st.sampled_from((ORTHOGONAL, KNIGHT, CAMEL)))),
    kind=st.sampled_from(("free", "start", "ends", "closed")),
)
def test_every_refutation_is_one(tier, question, kind):
    board = question.board
    start = question.start if kind in ("start", "ends") else None
    ends = question.exits if kind == "ends" else None
    tours = board.tours(start, exits=ends, closed=kind == "closed")
    refutation = tours.refutation()
    assert (refutation is None) == (tours.find() is not None)
    if refutation is not None and board.open_count > 3:
        check(board, refutation, start and [start], ends, closed=kind == "closed")


@examples(250)
@given(question=several_ends(), kind=st.sampled_from(("starts", "ends", "both")))
def test_a_refutation_is_one_for_every_start(tier, question, kind):
    """There is one refutation for all starts, or one for each; for exits, if tours can be reversed."""
    board, cells = question.board, question.exits
    starts = None if kind == "ends" else cells
    ends = {"starts": None, "ends": cells, "both": tuple(sorted({question.start, cells[0]}))}[kind]
    refutation = board.tours(starts, exits=ends).refutation()
    assert (refutation is None) == (board.tours(starts, exits=ends).find() is not None)
    if refutation is not None and board.open_count > 3:
        check(board, refutation, starts, ends)


@pytest.mark.parametrize("kind", ["open", "closed", "start"])
def test_refutations_of_large_boards_with_holes(kind):
    rng = np.random.default_rng(11)
    checked = 0
    for _ in range(40):
        grid = holed_square(rng, (12, 25), (0.06, 0.14))
        board = gw.Board(grid, moves=gw.KNIGHT)
        start = tuple(np.argwhere(grid)[0].tolist()) if kind == "start" else None
        tours = board.tours(start, closed=kind == "closed")
        with slices.tier("compiled"):
            refutation = tours.refutation()
        if refutation is not None and len(refutation.decisions) < 12:
            check(board, refutation, start and [start], closed=kind == "closed")
            checked += 1
    assert checked > 5


def test_the_giraffe_on_eleven_by_eleven():
    """A solver took ten hours for this; but 17 cells have moves to only 16 others."""
    board = gw.Board.rectangle(11, 11, moves=gw.leaper(1, 4))
    refutation = board.tours().refutation()
    assert (refutation.kind, len(refutation.cells)) == ("pieces", 16)
    check(board, refutation)


def test_without_its_centre():
    board = knights(6, 6, (2, 2), (2, 3), (3, 2), (3, 3))
    for closed in (False, True):  # none, by a count and by CP-SAT
        refutation = board.tours(closed=closed).refutation()
        assert refutation.kind == "search"
        check(board, refutation, closed=closed)


def test_a_wrong_refutation_is_seen():
    """The checker itself rejects refutations of a board that has a tour."""
    board = knights(5, 6)
    wrong = type(gw.Board.rectangle(1, 2).tours(closed=True).refutation())
    with pytest.raises(AssertionError):
        check(board, wrong("", "pieces", ((2, 2),)), closed=True)
    with pytest.raises(AssertionError):
        check(board, wrong("", "search", decisions=(None,)), closed=True)
