"""Boards that are their own mirror image: half a sweep answers as a whole one, and as a plain listing."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import roles
from gridwalk.allpaths.planar import Mirrored, PlanarSweep, count, make_plan, side_by_side
from gridwalk.board.passages import Walls
from profiles import examples
from published import ROOK_CLOSED, ROOK_CYCLES, ROOK_PATHS


def symmetric_question(seed):
    """Return a question that a half-turn or turning upside down maps to itself, and its number of answers."""
    rng = random.Random(seed)
    rows, columns = rng.choice([(2, 5), (3, 3), (3, 4), (4, 4), (5, 3), (5, 4), (4, 3), (6, 3)])
    turned = rng.random() < 0.5
    flip = np.s_[::-1, :: -1 if turned else 1]
    is_open = np.array([[rng.random() >= rng.choice([0, 0.2]) for _ in range(columns)] for _ in range(rows)])
    is_open &= is_open[flip]
    must = np.array([[rng.random() < rng.choice([0, 0, 0.2]) for _ in range(columns)] for _ in range(rows)])
    must = (must | must[flip]) & is_open
    share = rng.choice([0.0, 0.2])
    right = np.array([[rng.random() < share for _ in range(columns)] for _ in range(rows)])
    below = np.array([[rng.random() < share for _ in range(columns)] for _ in range(rows)])
    right[:, -1], below[-1] = False, False
    right[:, :-1] |= right[:, :-1][flip]
    below[:-1] |= below[:-1][flip]
    raw = roles.raw(is_open, right, below)
    upper = [(int(r), int(c)) for r, c in zip(*np.nonzero(is_open), strict=True) if r < rows // 2]
    mask = [(int(r), int(c)) for r, c in zip(*np.nonzero(must), strict=True)]
    if not upper or rng.random() < 0.3:
        question, found = roles.cycles(is_open, must), roles.list_cycles(raw, mask)
    else:
        row, column = start = rng.choice(upper)
        goal = rows - 1 - row, columns - 1 - column if turned else column
        question = roles.paths(is_open, start, [goal], must)
        found = roles.list_paths(raw, start, [goal], mask)
    walls = Walls(right, below) if share else None
    return replace(question, walls=walls), len(found)


@pytest.mark.long
@examples(300)
@given(seed=st.integers(0, 2**32))
def test_half_a_sweep_against_a_listing(tier, seed):
    question, expected = symmetric_question(seed)
    assert (0 if question.is_hopeless else count(question)) == expected


@pytest.mark.long
@examples(60)
@given(
    rows=st.integers(6, 11),
    columns=st.integers(6, 9),
    turned=st.booleans(),
    share=st.sampled_from([0, 0.1]),
    seed=st.integers(0, 2**32),
)
def test_half_a_sweep_against_a_whole_one(rows, columns, turned, share, seed):
    """Also where lists of words and pairs are long, and ends inside the board."""
    rng = np.random.default_rng(seed)
    is_open = rng.random((rows, columns)) >= share
    is_open &= is_open[::-1, :: -1 if turned else 1]
    upper = np.argwhere(is_open[: rows // 2])
    if not len(upper):
        return
    row, column = map(int, rng.choice(upper))
    goal = rows - 1 - row, columns - 1 - column if turned else column
    question = roles.paths(is_open, (row, column), [goal])
    plan = make_plan(question)
    whole = replace(plan, mirror=None)
    numbers = [1 << 32, (1 << 32) - 5, 1 << 16]
    found = [
        side_by_side(PlanarSweep(each, lambda words: None), numbers, lambda words: None)
        for each in (plan, whole)
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("n", [10, 11])  # smaller counts fit into one lane, without a mirror
def test_published_numbers(spy, n):
    joined = spy(Mirrored, "joined")
    assert count(roles.corner(n)) == ROOK_PATHS[n]
    assert joined
    if n in ROOK_CYCLES:
        assert count(roles.cycles(np.ones((n, n)))) == ROOK_CYCLES[n]
    if n in ROOK_CLOSED:
        assert count(roles.cycles(np.ones((n, n)), True)) == ROOK_CLOSED[n]
