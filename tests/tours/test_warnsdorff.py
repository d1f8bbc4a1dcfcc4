"""Warnsdorff's rule, compared with its definition; boards whose lack of a tour must show without a search."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from profiles import examples
from strategies import DABBABA, KING, KNIGHT, ORTHOGONAL, asked, raws, shapes


@examples(200)
@given(
    question=asked(
        raws(
            shapes(3, 4),
            st.sampled_from((KNIGHT, ORTHOGONAL, DABBABA, KING, ORTHOGONAL[::-1], KING[::-1])),
            costs=False,
        )
    )
)
def test_the_rule(tier, question):
    tour, entered, left = oracles.warnsdorff(question.raw, question.start)
    found = question.board.tours(question.start).find(by="warnsdorff")
    assert (None if found is None else list(found)) == tour
    if found is not None:
        assert (found.expanded, found.backtracks) == (entered, left)


def test_a_cell_out_of_reach_is_seen_before_any_search(tier):
    """Without this check the search would try all walks over the rest of the board, and not end."""
    open_cells = np.ones((8, 10), bool)
    open_cells[:, 8] = False
    open_cells[:-1, 9] = False
    board = gw.Board(open_cells)
    assert board.tours((0, 0)).count() == 0
    assert board.tours(closed=True).find() is None
    assert board.paths((0, 0), [(7, 9)]).count() == 0


def test_two_cells_are_no_cycle(tier):
    tours = gw.Board.rectangle(1, 2).tours(closed=True)
    assert [(0, 0), (0, 1)] not in tours
    assert (tours.count(), tours.find()) == (0, None)
    assert [(0, 0), (0, 1)] in gw.Board.rectangle(1, 2).tours()
