"""Mazes are what their names say; the same int gives the same board."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwalk import makers
from gridwalk.errors import ArgumentError
from gridwalk.runtime import slices

sides, shares, seeds = st.integers(3, 24), st.floats(0, 1), st.integers(0, 2**40)
PERFECT = {"depth first": makers.depth_first, "kruskal": makers.kruskal}
MAKERS = {
    **PERFECT,
    "noise": lambda rows, columns, rng: makers.noise(rows, columns, 0.5, rng),
    "bond percolation": lambda rows, columns, rng: makers.bond_percolation(rows, columns, 0.5, rng),
    "braided": lambda rows, columns, rng: makers.kruskal(rows, columns, rng, braid=0.5, loops=0.1),
    "walls opened": lambda rows, columns, rng: makers.with_walls_opened(
        makers.depth_first(rows, columns, 1), 0.3, rng
    ),
}


def neighbours(cells, cell):
    r, c = cell
    near = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
    return [n for n in near if n in cells]


def parts(cells):
    """How many components the open cells have."""
    left, number = set(cells), 0
    while left:
        waiting = [left.pop()]
        number += 1
        while waiting:
            for n in neighbours(left, waiting.pop()):
                left.discard(n)
                waiting.append(n)
    return number


def dead_ends(maze):
    cells = set(map(tuple, np.argwhere(maze)))
    return sum(len(neighbours(cells, cell)) < 2 for cell in cells)


@pytest.mark.parametrize("make", PERFECT.values(), ids=PERFECT)
@given(rows=sides, columns=sides, seed=seeds)
def test_a_perfect_maze_is_a_spanning_tree_of_its_rooms(make, rows, columns, seed):
    maze = make(rows, columns, seed)
    assert maze.shape == (rows, columns)
    assert maze[1::2, 1::2].all()
    assert not maze[::2, ::2].any()
    cells = set(map(tuple, np.argwhere(maze)))
    edges = sum(len(neighbours(cells, cell)) for cell in cells) // 2
    assert parts(cells) == 1
    assert edges == len(cells) - 1


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_the_same_numbers_give_the_same_board(make):
    for new in (lambda: 3, lambda: np.random.default_rng(3), lambda: random.Random(3)):
        one, other = make(15, 21, new()), make(15, 21, new())
        assert one.dtype == bool
        assert (one == other).all()
        assert (one != make(15, 21, 4)).any()
    rng = np.random.default_rng(3)
    assert (make(15, 21, rng) != make(15, 21, rng)).any()  # a generator is drawn from


def test_both_tiers_carve_the_same_maze():
    with slices.tier("python"):
        interpreted = makers.depth_first(31, 18, 7)
    with slices.tier("compiled"):
        assert (makers.depth_first(31, 18, 7) == interpreted).all()


def test_braids_have_fewer_dead_ends_and_loops_more_ways():
    perfect = makers.kruskal(41, 41, 1)
    braided = makers.kruskal(41, 41, 1, braid=1.0)
    assert dead_ends(perfect) > 100
    assert dead_ends(braided) == 0
    opened = makers.kruskal(41, 41, 1, loops=1.0)
    assert opened[1:-1, 1:-1].sum() == 3 * 20 * 20 - 2 * 20  # every room, every wall between two
    for maze in (braided, opened):
        assert (maze | perfect == maze).all()


@given(rows=sides, columns=sides, share=shares, seed=seeds)
def test_walls_are_opened_between_rooms_only(rows, columns, share, seed):
    maze = makers.depth_first(rows, columns, seed)
    opened = makers.with_walls_opened(maze, share, seed)
    new = opened & ~maze
    r, c = np.indices(maze.shape)
    assert not new[(r % 2 == c % 2)].any()
    assert not new[[0, -1]].any()
    assert not new[:, [0, -1]].any()
    assert (makers.with_walls_opened(maze, 1.0, seed)[1:-1, 1:-1] | ((r + c) % 2 == 0)[1:-1, 1:-1]).all()


def test_shares_are_kept():
    """Of 250,000 draws: five standard deviations."""
    for share in (0.0, 0.2, 0.9, 1.0):
        spread = 5 * (share * (1 - share) / 250_000) ** 0.5
        assert abs(makers.noise(500, 500, share, 1).mean() - share) <= spread
        bonds = makers.bond_percolation(501, 501, share, 1)[1:-1, 1:-1]
        r, c = np.indices(bonds.shape)
        assert abs(bonds[(r + c) % 2 == 1].mean() - share) <= 2 * spread


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: makers.noise(3, 3, 1.5, 1), "share=1.5 must be a share"),
        (lambda: makers.noise(0, 3, 0.5, 1), "at least 1 each"),
        (lambda: makers.depth_first(2, 9, 1), "at least 3 each"),
        (lambda: makers.kruskal(9, 2, 1), "at least 3 each"),
        (lambda: makers.kruskal(9, 9, 1, braid=-1), "braid=-1 must be a share"),
        (
            lambda: makers.with_walls_opened(np.ones((3, 3), bool), float("nan"), 1),
            "share=nan must be a share",
        ),
    ],
)
def test_what_is_refused(make, message):
    with pytest.raises(ArgumentError, match=message):
        make()
