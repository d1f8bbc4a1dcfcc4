"""Cheapest paths in both tiers; ties; what no change of a board may do."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.algorithms import algorithm, names
from gridwalk.runtime import slices
from gridwalk.runtime.codes import OPEN, RELAX
from gridwalk.runtime.tuning import tuned
from gridwalk.search.choice import SEARCHES
from profiles import examples
from strategies import Question, listable_questions, questions, small_questions, unit_questions


@examples(150)
@given(question=small_questions())
def test_of_several_the_first_in_move_order_wins(tier, question: Question):
    paths = list(oracles.simple_paths(question.raw, question.start, question.exits))
    leads_to = oracles.graph(question.raw)

    def rank(cells):
        return len(cells), [leads_to[u].index(v) for u, v in itertools.pairwise(cells)]

    path = question.board.paths().find(by="bfs")
    assert (None if path is None else list(path)) == min(paths, key=rank, default=None)


# By what a search keeps: a queue counts moves, a stack may take exponential time.
KINDS = {"queue": unit_questions, "heap": questions, "stack": listable_questions}


@pytest.mark.parametrize("by", [by for by in names("shortest") if by in SEARCHES])
@examples(60)
@given(data=st.data())
def test_the_tiers_agree(by, data):
    """Event by event; what is asked without a log, in slices, is the path of the log."""
    paths = data.draw(KINDS[algorithm(by).keeps]()).board.paths()
    steps, traces = data.draw(st.sampled_from([1, 3, 0])), []
    for name in ("python", "compiled"):
        with slices.tier(name):
            traces.append(paths.trace(by=by))
            with tuned(slice=steps):
                plain = paths.shortest(by=by)
            assert plain == traces[-1].path
            assert plain is None or plain.expanded == traces[-1].path.expanded
    assert np.array_equal(traces[0].events, traces[1].events)
    assert traces[0].path == traces[1].path
    assert traces[0].path is None or traces[0].path.expanded == traces[1].path.expanded


@examples(150)
@given(question=questions())
def test_of_two_ways_that_cost_the_same_the_one_found_first_stays(tier, question: Question):
    """The log says so: a cell is relaxed only where the new way is truly cheaper."""
    columns = question.board.columns
    distances = {question.start: 0.0}
    for kind, at, value in question.board.paths().trace(by="dijkstra").events.tolist():
        cell, before = divmod(at, columns), divmod(value, columns)
        if kind not in (OPEN, RELAX) or cell == question.start:
            continue
        distance = distances[before] + oracles.cost_of_move(question.raw, before, cell)
        if kind == RELAX:
            assert distance < distances[cell]
        distances[cell] = distance


FIELD = np.random.default_rng(4).integers(1, 10, (70, 80))
LAND = gw.Board(np.ones((70, 80), bool), costs=FIELD)
FAR_APART = ((0, 0), (69, 79))
NEAR = ((30, 30), (40, 32))


def test_what_was_asked_before_changes_no_path():
    pairs = [NEAR, FAR_APART, ((0, 79), (69, 0)), ((1, 1), (2, 9)), ((0, 0), [(69, 79), (69, 70)])]
    alone = {i: list(LAND.replace().paths(*pair).shortest()) for i, pair in enumerate(pairs)}
    for order in itertools.islice(itertools.permutations(range(len(pairs))), 0, None, 17):
        board = LAND.replace()
        assert {i: list(board.paths(*pairs[i]).shortest()) for _ in range(2) for i in order} == alone
