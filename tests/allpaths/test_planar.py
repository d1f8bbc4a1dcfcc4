"""The planar sweep against a plain listing of all paths, and against published numbers."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest

import roles
from gridwalk.allpaths.planar import (
    EITHER,
    CellRoles,
    count,
    lengths,
    make_plan,
    side_by_side,
    sweep_of,
)
from gridwalk.board.passages import Walls
from gridwalk.errors import GridwalkError, MemoryLimitError, TimeLimitError
from gridwalk.runtime.limits import Limits
from gridwalk.runtime.resources import Resources
from published import POLYGONS, ROOK_CLOSED, ROOK_CYCLES, ROOK_PATHS

HAMILTONIAN = {n: count for n, count in ROOK_CLOSED.items() if n <= 10}


def random_question(rng):
    """Return a question, and all its answers as tuples of flat indices."""
    rows, columns = rng.choice([(1, 5), (2, 6), (3, 3), (3, 5), (4, 4), (5, 3), (4, 5), (6, 2)])
    wall = rng.choice([0.0, 0.1, 0.25])
    is_open = np.array([[rng.random() >= wall for _ in range(columns)] for _ in range(rows)])
    cells = [(int(r), int(c)) for r, c in zip(*np.nonzero(is_open), strict=True)]
    if len(cells) < 3:
        return random_question(rng)
    must = rng.sample(cells, rng.choice([0, 0, 1, 2, 3]))
    if rng.random() < 0.15:
        must = cells
    mask = np.zeros(is_open.shape, bool)
    for cell in must:
        mask[cell] = True
    start, *exits = rng.sample(cells, min(len(cells), rng.choice([2, 2, 3, 4])))
    share = rng.choice([0.0, 0.1, 0.3])
    walls = [np.array([[rng.random() < share for _ in range(columns)] for _ in range(rows)]) for _ in "rb"]
    raw = roles.raw(is_open, *walls)
    kind = rng.choice(["paths", "paths", "paths", "any exit", "cycles", "any ends"])
    if kind == "cycles":
        found, question = roles.list_cycles(raw, must), roles.cycles(is_open, mask)
    elif kind == "paths":
        found, question = roles.list_paths(raw, start, exits, must), roles.paths(is_open, start, exits, mask)
    elif kind == "any exit":
        found, question = roles.list_paths(raw, start, None, must), roles.paths(is_open, start, None, mask)
    else:
        both = [path for cell in cells for path in roles.list_paths(raw, cell, None, must)]
        found, question = [p for p in both if p[0] < p[-1]], roles.paths(is_open, None, None, mask)
    if share:
        question = replace(question, walls=Walls(*walls))
    return question, [tuple(r * columns + c for r, c in path) for path in found]


def boards(tier, compiled):
    return range(compiled if tier == "compiled" else compiled // 5)


@pytest.mark.parametrize("seed", range(3))
def test_counts_and_lengths_agree_with_listing(tier, seed):
    rng = random.Random(seed)
    for _ in boards(tier, 30):
        question, paths = random_question(rng)
        assert count(question) == len(paths)
        cyclic = not (question.roles > 1).any()
        assert lengths(question) == Counter(len(path) - (not cyclic) for path in paths)


@pytest.mark.parametrize("seed", range(3))
def test_residues_side_by_side_agree_with_listing(tier, seed):
    """With lanes left over or without, folded or not; sums pass moduli that are small."""
    rng = random.Random(20 + seed)
    for numbers in ([4], [4, 7], [3, 4, 5, 7], [1 << 32, 7, 5, 3]):
        for _ in boards(tier, 15):
            question, paths = random_question(rng)
            if not question.is_hopeless:
                sweep = sweep_of(make_plan(question), lambda words: None)
                found = side_by_side(sweep, numbers, lambda words: None)
                assert found == [len(paths) % number for number in numbers]


@pytest.mark.parametrize("n", range(2, 15))
def test_corner_to_corner(n):
    assert count(roles.paths(np.ones((n, n)), (n - 1, 0), [(0, n - 1)])) == ROOK_PATHS[n]


def test_corner_to_corner_interpreted(tier):
    for n in range(2, 7):
        assert count(roles.corner(n)) == ROOK_PATHS[n]


def test_cycles():
    assert {n: count(roles.cycles(np.ones((n, n)))) for n in ROOK_CYCLES} == ROOK_CYCLES
    assert {n: count(roles.cycles(np.ones((n, n)), True)) for n in HAMILTONIAN} == HAMILTONIAN


def test_polygons_by_perimeter():
    """Cycles that touch all four sides of a box, by inclusion and exclusion of the boxes inside it."""

    @cache
    def inside(height, width):
        if min(height, width) < 2:
            return {}
        return lengths(roles.cycles(np.ones((height, width)))) if height <= width else inside(width, height)

    def filling(height, width, moves):
        both = product(((0, 1), (1, -2), (2, 1)), repeat=2)
        return sum(a * b * inside(height - i, width - j).get(moves, 0) for (i, a), (j, b) in both)

    for moves, number in POLYGONS.items():
        boxes = [(height, width) for height, width in product(range(2, moves // 2 + 1), repeat=2)
                 if height + width <= moves // 2 + 2]  # fmt: skip
        assert sum(filling(*box, moves) for box in boxes) == number


def test_lengths_beyond_64_bits():
    """All lengths add up to the count; the shortest paths are the ways to choose the moves down."""
    found = lengths(roles.corner(11))
    assert sum(found.values()) == ROOK_PATHS[11]
    assert found[20] == 184756
    assert max(found) == 120
    assert max(found.values()) > 2**64


def test_both_ends_free():
    """Every path once: half of the sum over all starts."""
    for shape in ((2, 3), (3, 3)):
        plain = roles.raw(np.ones(shape, bool))
        both = sum(len(roles.list_paths(plain, cell, None, ())) for cell in np.ndindex(shape))
        assert 2 * count(CellRoles(np.full(shape, EITHER, np.uint8), np.zeros(shape, bool))) == both


def test_questions_without_an_answer():
    closed = np.zeros((2, 2), bool)
    must = np.ones((2, 2), bool)
    half = np.array([[1, 1], [1, 0]], bool)
    for question in (roles.cycles(closed), roles.paths(half, (0, 1), [(1, 0)], must)):
        assert question.is_hopeless
        assert count(question) == 0
        assert lengths(question) == {}
    apart = roles.paths(np.array([[1, 0, 1]]), (0, 0), [(0, 2)])
    assert count(apart) == 0


def test_questions_that_cannot_be():
    with pytest.raises(GridwalkError, match="two ends"):
        CellRoles(np.array([[2, 1]], np.uint8), np.zeros((1, 2), bool))
    with pytest.raises(GridwalkError, match="shapes differ"):
        CellRoles(np.array([[2, 2]], np.uint8), np.zeros((2, 2), bool))


@pytest.mark.parametrize("columns", [64, 65, 66, 97, 128, 129, 130])
def test_as_many_paths_as_the_faces_allow(tier, columns):
    """2 x n corner to corner, counted in residues side by side where they hold ``2**faces``."""
    assert count(roles.corner(2, columns)) == 2 ** (columns - 1)


def test_long_strip():
    """2 x n corner to corner: 2**(n - 1) paths; the bound has to be scaled on the way."""
    question = roles.corner(2, 1200)
    assert count(question) == 2**1199


def test_memory_is_asked_for_beforehand():
    question = roles.corner(16)
    for ask in (count, lengths):
        with pytest.raises(MemoryLimitError, match=r"4,179,603 states"):
            ask(question, resources=Resources(memory=1 << 20))


def test_sweeps_in_two_threads(tune):
    """As many bits as two tables of residues have, one in each thread."""
    tune(process_memory=0)
    question = roles.corner(14)
    assert count(question, resources=Resources(threads=2)) == ROOK_PATHS[14]
    plan = make_plan(question)
    sweep = sweep_of(plan, lambda words: None)
    one = Resources(memory=sweep.bytes + 16 * plan.states, threads=2)
    assert count(question, resources=one) == ROOK_PATHS[14]


@pytest.mark.parametrize("threads", [1, 2])
def test_time_limit_and_progress(threads):
    question = roles.corner(17)
    told = []
    for seconds in (0.5, 5, 50):  # on a busy machine the first may be over before a word is told
        watch = Limits(seconds=seconds, progress=told.append).watch()
        with pytest.raises(TimeLimitError):
            count(question, resources=Resources(threads=threads), watch=watch)
        if told:
            return
    pytest.fail("nothing was told")
