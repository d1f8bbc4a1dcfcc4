"""The work of a listing between two paths is bounded, wherever dead ends are.

The bound is on the number of cells entered, which answers contain, not on time.
"""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given

import gridwalk as gw
import oracles
from gridwalk.listing import listing
from gridwalk.runtime.codes import EVENT_NAMES, PRUNE
from gridwalk.runtime.tuning import tuned
from strategies import board_of, questions


def most_steps(board):
    """The steps allowed between two paths: the patience, then a walk there and back with all tried moves."""
    return listing.PATIENCE + (listing.PATIENCE_PER_CELL + 2) * board.open_count


def pocket(side):
    """A corridor of five cells; above its second one a room of *side* x *side* behind one cell."""
    cells = np.zeros((side + 2, max(side, 5)), bool)
    cells[:side, :side] = True
    cells[side, 1] = True
    cells[side + 1, :5] = True
    return gw.Board(cells, start=(side + 1, 0), exits=[(side + 1, 4)])


@pytest.mark.parametrize("side", [4, 8, 40])
def test_a_room_behind_one_cell_costs_no_more_than_its_size(tier, side):
    board = pocket(side)
    paths = board.paths()
    assert paths.count() == 1
    (path,) = paths
    assert path.length == 4
    trace = paths.trace(by="list")
    assert not trace.truncated
    assert trace.at(len(trace)).expanded <= 2 * most_steps(board)


def test_paths_of_a_large_open_board_keep_coming(tier):
    board = gw.Board.rectangle(20, 20)
    before = 0
    for path in islice(board.paths(), 40):
        assert path.expanded - before <= most_steps(board)
        before = path.expanded


def test_a_refused_cell_is_told_in_the_log():
    trace = pocket(6).paths().trace(by="list")
    refused = trace.events[trace.events[:, 0] == PRUNE]
    assert len(refused)
    assert any(EVENT_NAMES[PRUNE] in line for line in trace.lines())


@given(questions())
def test_impatience_changes_no_answer(question):
    """Without patience the search checks every cell before it enters it; the paths are the same."""
    board = board_of(question.raw)
    paths = board.paths(question.start, question.exits)
    patient = [list(path) for path in islice(paths, 200)]
    with tuned(patience=0):
        impatient = [list(path) for path in islice(paths, 200)]
        assert len(patient) == 200 or paths.count() == len(patient)
    assert impatient == patient
    for path in impatient:
        oracles.check_certificate(question.raw, path, start=question.start, exits=question.exits)
