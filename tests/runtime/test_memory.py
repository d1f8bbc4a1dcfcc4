"""A board is freed when the last reference to it goes, whatever was built for it."""

import gc
import weakref

import numpy as np
import pytest

import gridwalk as gw

QUESTIONS = {
    "jps": (gw.KING, None),
    "corridors": (gw.ORTHOGONAL, None),
    "astar": (gw.ORTHOGONAL, None),
    "dijkstra": (gw.KING, None),
    "buckets": (gw.KING, np.full((20, 20), 2)),
    "heap": (gw.KING, np.full((20, 20), 2.5)),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_board_holds_on_to_nothing_that_holds_on_to_it(name):
    moves, costs = QUESTIONS[name]
    board = gw.Board.rectangle(20, 20, moves=moves, costs=costs)
    by = "astar" if costs is not None else name
    gc.disable()
    try:
        path = board.paths().shortest(by=by)
        assert path is not None
        assert len(board.shortest_many([(0, 0)], [(5, 5)])) == 1
        alive = weakref.ref(board)
        del board, path
        assert alive() is None
    finally:
        gc.enable()


ASKED = {
    "samples": lambda board: board.paths().sample(2, seed=1),
    "samples of a length": lambda board: board.paths().of_length(12).sample(2, seed=1),
    "samples beside a cell": lambda board: board.paths().avoiding((1, 1)).sample(2, seed=1),
    "samples of cycles": lambda board: board.cycles().sample(2, seed=1),
    "samples of tours": lambda board: board.tours(start=(0, 0)).sample(2, seed=1),
    "ranks of induced paths": lambda board: board.paths().induced().unrank(3),
    "an estimate": lambda board: board.paths().estimate_count(states=20, runs=4, seed=1),
    "a long path": lambda board: board.paths().longest(steps=50),
    "a path through cells": lambda board: board.paths().through((2, 0), (0, 2)).shortest(),
}


@pytest.mark.long
@pytest.mark.parametrize("moves", [gw.ORTHOGONAL, gw.KING], ids=["orthogonal", "king"])
@pytest.mark.parametrize("name", ASKED)
def test_what_was_asked_of_a_board_goes_with_it(name, moves):
    """At once, not when the collector of circles comes round, which arrays of any size do not hurry."""
    board = gw.Board.rectangle(4, 4, moves=moves)
    gc.collect()
    gc.disable()
    try:
        answer = ASKED[name](board)
        assert answer is not None
        alive = weakref.ref(board)
        del board, answer
        assert alive() is None
    finally:
        gc.enable()
