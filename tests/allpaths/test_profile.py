"""The planar sweep against a plain listing of all paths, and against published numbers."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from itertools import product
from math import prod

import numpy as np
import pytest

import roles
from gridwalk.allpaths.profile import count as counting
from gridwalk.allpaths.profile.count import count, lengths
from gridwalk.allpaths.profile.plan import make_plan
from gridwalk.allpaths.profile.roles import EITHER, CellRoles
from gridwalk.allpaths.profile.sweep import sweep_of
from gridwalk.allpaths.profile.walkback import Sampler, best
from gridwalk.board.passages import Walls
from gridwalk.errors import GridwalkError, MemoryLimitError, TimeLimitError
from gridwalk.runtime.limits import NO_LIMITS, Limits
from gridwalk.runtime.resources import Resources
from published import POLYGONS, ROOK_CLOSED, ROOK_CYCLES, ROOK_PATHS

longest, shortest = partial(best, longest=True), partial(best, longest=False)
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


def turned(cells, cyclic):
    """A cycle in the form that `list_cycles` has: from its least cell towards the lesser neighbour."""
    if not cyclic:
        return tuple(cells)
    at = cells.index(min(cells))
    ahead = cells[at:] + cells[:at]
    return tuple(ahead if ahead[1] < ahead[-1] else [ahead[0], *ahead[:0:-1]])


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
    """In one sweep or two, with lanes left over, folded or not; sums pass moduli that are small."""
    rng = random.Random(20 + seed)
    for numbers in ([4, 7], [3, 4, 5, 7], [1 << 32, 7, 5, 3, 11]):
        for _ in boards(tier, 15):
            question, paths = random_question(rng)
            if not question.is_hopeless:
                found = counting._side_by_side(make_plan(question), numbers, 1, NO_LIMITS.watch())
                assert found.get(0, 0) == len(paths) % prod(numbers)


@pytest.mark.parametrize("seed", range(3))
def test_longest_and_shortest_agree_with_listing(tier, seed):
    rng = random.Random(10 + seed)
    kinds = [
        lambda: rng.randint(0, 9),
        lambda: rng.randint(-(10**15), 10**15),
        lambda: rng.randint(1, 64) / 8,
        lambda: rng.random() * 1e9 ** rng.random(),
    ]
    for _ in boards(tier, 30):
        question, paths = random_question(rng)
        kind, shape = rng.choice([*kinds, None]), question.roles.shape
        weights = (
            None if kind is None else np.array([kind() for _ in range(shape[0] * shape[1])]).reshape(shape)
        )
        values = (np.ones(shape, int) if weights is None else weights).ravel().tolist()
        sums = {path: sum(values[cell] for cell in path) for path in paths}
        for find, extreme in ((longest, max), (shortest, min)):
            answer = find(question, weights)
            if not paths:
                assert answer is None
                continue
            path = turned(answer, not (question.roles > 1).any())
            assert path in sums
            assert sums[path] == pytest.approx(extreme(sums.values()), rel=1e-9, abs=0)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_ranks_go_through_all_paths(tier, seed):
    rng = random.Random(20 + seed)
    for _ in boards(tier, 20):
        question, paths = random_question(rng)
        sampler = Sampler(question)
        assert sampler.count == len(paths)
        ranked = sampler.unrank_many(range(sampler.count))
        cyclic = not (question.roles > 1).any()
        assert sorted(turned(path, cyclic) for path in ranked) == sorted(paths)
        for k in range(0, sampler.count, 1 + sampler.count // 5):
            assert sampler.rank(ranked[k]) == k
            assert sampler.unrank_many([k]) == [ranked[k]]
        if paths and not cyclic:
            part = ranked[0][:-1]
            assert (sampler.rank(part) is None) == (not {tuple(part), tuple(part[::-1])} & set(paths))


def test_samples_are_fair_and_reproducible():
    sampler = Sampler(roles.corner(3, 4))
    drawn = Counter(map(tuple, sampler.sample(20 * sampler.count, np.random.default_rng(7))))
    assert len(drawn) == sampler.count
    # chi-squared with count - 1 degrees of freedom: mean count - 1, variance twice that
    squared = sum((n - 20) ** 2 / 20 for n in drawn.values())
    assert abs(squared - (sampler.count - 1)) < 4 * (2 * sampler.count) ** 0.5
    again = sampler.sample(3, np.random.default_rng(7))
    assert again == Sampler(sampler.question).sample(3, np.random.default_rng(7))


def test_an_interrupted_sample_leaves_no_trace():
    sampler = Sampler(roles.corner(8))
    expected = sampler.unrank_many([10**9])[0]

    def stop(told):
        if told.expanded:
            raise KeyboardInterrupt

    watch = Limits(progress=stop).watch()
    watch.began -= 1  # progress is told after a tenth of a second
    with pytest.raises(KeyboardInterrupt):
        sampler.unrank_many([10**9] * 3, watch=watch)
    assert sampler.unrank_many([10**9])[0] == expected
    assert (sampler._layers._slot_of_word == -1).all()


def test_samples_of_a_large_board_have_the_right_mean():
    """The mean length of the 1.8e29 paths of the open 12 x 12 board is 110.1."""
    sampler = Sampler(roles.corner(12))
    assert sampler.count == ROOK_PATHS[12]
    paths = sampler.sample(400, np.random.default_rng(3))
    assert abs(np.mean([len(path) - 1 for path in paths]) - 110.1) < 2
    (last,) = sampler.unrank_many([sampler.count - 1])
    assert sampler.rank(last) == sampler.count - 1


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
        assert longest(question) is None
        assert Sampler(question).sample(3, np.random.default_rng(1)) == []
    apart = roles.paths(np.array([[1, 0, 1]]), (0, 0), [(0, 2)])
    assert count(apart) == 0
    assert shortest(apart) is None


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
    for ask in (count, lengths, longest, Sampler):
        with pytest.raises(MemoryLimitError, match=r"4,179,603 states"):
            ask(question, resources=Resources(memory=1 << 20))


def test_two_threads_on_one_table(tune):
    tune(shared_from=1, process_memory=0)
    for n in (5, 11):
        question = roles.corner(n)
        plan = make_plan(question)
        sweep = sweep_of(plan, lambda words: None)
        assert count(question, resources=Resources(memory=sweep.bytes + plan.bytes)) == ROOK_PATHS[n]
    assert len(longest(roles.corner(8))) == 63
    sampler = Sampler(roles.corner(6))
    assert sampler.rank(*sampler.unrank_many([1000])) == 1000


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
