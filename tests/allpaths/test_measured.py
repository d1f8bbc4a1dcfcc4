"""Counts by length, cost and turns: against listings, published numbers and each other."""

import itertools
import random
from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given

import gridwalk as gw
import oracles
from gridwalk.errors import QuestionError
from profiles import examples
from seeded import raw_board
from strategies import board_of, small_questions

MEASURES = ("length", "cost", "turns")


def turns_of(cells, closed):
    """The number of turns, for a closed path also at its start."""
    cells = [*cells, *cells[: 2 * closed]]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(cells)]
    return sum(one != other for one, other in itertools.pairwise(steps))


def listed(paths, measure):
    """The numbers by listing all paths."""
    cost_of = {} if paths.board.costs is None else np.array(paths.board.costs, object)

    def value(path):
        cells = [tuple(cell) for cell in path]
        entered = cells if path.closed else cells[1:]
        exact = [Fraction(cost_of[cell]).limit_denominator(1000) if len(cost_of) else 1 for cell in entered]
        return {"length": path.length, "cost": sum(exact), "turns": turns_of(cells, path.closed)}[measure]

    return dict(sorted(Counter(map(value, paths)).items()))


def agrees(paths, *measures):
    for measure in measures:
        found = paths.lengths(measure=measure)
        assert list(found.items()) == list(listed(paths, measure).items())


@given(small_questions())
@examples(150)
def test_it_is_that_of_a_listing(question):
    """Walls, one-way cells, several exits, corridors and blocks in series, all moves but wrapped boards."""
    if question.raw.wrap is not None:
        return
    every = oracles.simple_paths(question.raw, question.start, question.exits)
    if len(list(itertools.islice(every, 800))) == 800:
        return
    board = board_of(question.raw)
    chosen = [one for one in MEASURES if one != "cost" or not board.moves.has_diagonals]
    agrees(board.paths(question.start, question.exits), *chosen)


def test_published_numbers_by_turns():
    """Shortest paths of a square by turns, as MacMahon counts lattice paths (Combinatory Analysis, 1915)."""
    for n in (4, 6, 8):
        found = gw.Board.rectangle(n, n).paths().of_length(2 * n - 2).lengths(measure="turns")
        m = n - 1
        known = {t: 2 * comb(m - 1, t // 2) * comb(m - 1, (t - 1) // 2) for t in range(1, 2 * m)}
        assert found == known


def test_portals_have_costs():
    tried = 0
    for seed in range(20):
        rng = random.Random(seed)
        raw = raw_board(rng)
        board = board_of(raw, start=raw.cells[0], exits=[raw.cells[-1]])
        if not raw.portals or board.moves.has_diagonals or raw.cells[0] == raw.cells[-1]:
            continue
        ways = list(itertools.islice(oracles.simple_paths(raw, raw.cells[0], raw.cells[-1:]), 400))
        costs = [sum(oracles.cost_of_move(raw, *step) for step in itertools.pairwise(way)) for way in ways]
        if len(ways) == 400:
            continue
        tried += 1
        assert board.paths().lengths(measure="cost") == dict(sorted(Counter(costs).items()))
        several = board.paths(board.start, raw.cells[1:]).lengths(measure="cost")
        every = oracles.simple_paths(raw, raw.cells[0], raw.cells[1:])
        assert several == Counter(
            sum(oracles.cost_of_move(raw, *step) for step in itertools.pairwise(way)) for way in every
        )
    assert tried > 3


def test_a_portal_of_a_broken_cost_and_cycles_that_pass_it():
    board = gw.Board.rectangle(2, 3, portals=[((0, 0), (1, 2), 1.5), ((1, 2), (0, 0), 0)])
    assert board.paths().lengths(measure="cost") == {Fraction(3, 2): 1, 3: 3, 5: 1}
    with pytest.raises(QuestionError, match="one way than the other"):
        board.cycles().lengths(measure="cost")
    with pytest.raises(QuestionError, match=r"turns are not counted on a board with portals$"):
        board.paths().lengths(measure="turns")
