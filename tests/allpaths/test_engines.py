"""Engines: which questions each can answer, their estimates, and the choice, before anything is planned."""

import random

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.allpaths.blocks import AllPaths
from gridwalk.question.question import Question
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.resources import Resources
from seeded import maze

MEMORY = 16 << 30


def all_paths(board, memory=MEMORY, **how):
    start, exits = how.pop("start", board.start), how.pop("exits", board.exits)
    starts = None if start is None else [start]
    question = Question(board, starts, exits, **how)
    return AllPaths(question, starts, exits, resources=Resources(memory, 2), watch=NO_LIMITS.watch())


def tours(board):
    return all_paths(board, start=None, exits=None, tour=True, closed=True)


def rectangle(*shape, **how):
    return gw.Board.rectangle(*shape, **how)


# ------------------------------------------------------------------------------ which one, and why


@pytest.mark.parametrize(
    ("board", "engine"),
    [
        (rectangle(12, 12), "profile"),
        (rectangle(6, 6, moves=gw.KING), "simpath"),
        (rectangle(4, 4, one_way={(3, 3): (-1, 0)}), "simpath"),
        (gw.Board(np.array(maze(random.Random(5), 81, 81, 0.03))), "simpath"),
        (rectangle(1, 9), "no"),
    ],
)
def test_the_engine_chosen_is_that_of_the_estimate(board, engine):
    whole = all_paths(board)
    assert whole.cost().engine == whole.cost(lengths=True).engine == engine
    chosen = {option.engine for option in whole.options() if option.chosen}
    assert chosen - {"direct"} == set(engine.split("+")) - {"no"}


def test_what_no_engine_can_answer_says_why_of_each():
    whole = all_paths(rectangle(250, 250))
    assert [option.reason for option in whole.options()] == [
        "62,498 junctions are left of the board",
        "the board is 250 cells wide, and at most 28 can be swept",
    ]
    assert "62,498" in whole.why_hopeless()


# ------------------------------------------------------------------------------ sizes, before plans


# Measured: the maximum number of states, and bytes.
MEASURED = {
    "king 10": (lambda: all_paths(rectangle(10, 10, moves=gw.KING)), 1.05e6, 93e6),
    "knight 6, closed": (lambda: tours(rectangle(6, 6, moves=gw.KNIGHT)), 1.5e3, 0.7e6),
    "torus 7, closed": (lambda: tours(rectangle(7, 7, wrap="both")), 1.2e6, 80e6),
    "rook 16": (lambda: all_paths(rectangle(16, 16)), 4_179_603, 33e6),
}


@pytest.mark.parametrize("name", MEASURED)
def test_estimates_are_right_to_a_factor_of_ten(name):
    ask, states, bytes_ = MEASURED[name]
    about = ask().cost()
    assert states / 10 < about.states < states * 10
    assert bytes_ / 10 < about.bytes < bytes_ * 10


# ------------------------------------------------------------------------------ hopeless


def test_a_table_that_fits_in_memory_is_not_hopeless():
    whole = all_paths(rectangle(20, 20))
    assert whole.cost().bytes == 16 * 258_215_664
    assert all_paths(rectangle(20, 20), 1 << 30).why_hopeless() is not None
    assert all_paths(rectangle(20, 20), 4 << 30).why_hopeless() is None
    assert all_paths(rectangle(20, 20), 4 << 30).why_hopeless(lengths=True) is not None


def test_one_hopeless_block_among_others_is_seen():
    cells = np.zeros((40, 90), bool)
    cells[:, :40] = cells[0] = True
    cells[:3, 60:] = True
    whole = all_paths(gw.Board(cells), exits=[(2, 89)])
    assert len(whole.reduced.blocks) > 2
    assert whole.why_hopeless() is not None


# ------------------------------------------------------------------------------ halves, why not
