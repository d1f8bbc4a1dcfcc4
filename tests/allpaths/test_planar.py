"""The planar sweep against a plain listing of all paths, and against published numbers."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import roles
from gridwalk.allpaths.planar import Mirrored, PlanarSweep, count, lengths, make_plan, side_by_side, sweep_of
from gridwalk.board.passages import Walls
from gridwalk.errors import MemoryLimitError, TimeLimitError
from gridwalk.planner.swept import ByLength
from gridwalk.runtime.limits import Limits
from gridwalk.runtime.resources import Resources
from profiles import examples
from published import POLYGONS, ROOK_CLOSED, ROOK_CYCLES, ROOK_PATHS

ROOK_PATHS_OF_60 = 33548015746008978536  # 12 x 12: moves counted along, and hashed words with lengths


def at_random(rng, shape, share):
    return np.array([[rng.random() < share for _ in range(shape[1])] for _ in range(shape[0])])


def cells_of(mask):
    return [(int(r), int(c)) for r, c in zip(*np.nonzero(mask), strict=True)]


def random_question(rng):
    """Return a question, and all its answers as tuples of flat indices."""
    shape = rng.choice([(1, 5), (2, 6), (3, 3), (3, 5), (4, 4), (5, 3), (4, 5), (6, 2)])
    is_open = ~at_random(rng, shape, rng.choice([0.0, 0.1, 0.25]))
    cells, mask = cells_of(is_open), np.zeros(shape, bool)
    if len(cells) < 3:
        return random_question(rng)
    must = cells if rng.random() < 0.15 else rng.sample(cells, rng.choice([0, 0, 1, 2, 3]))
    for cell in must:
        mask[cell] = True
    start, *exits = rng.sample(cells, min(len(cells), rng.choice([2, 2, 3, 4])))
    share = rng.choice([0.0, 0.1, 0.3])
    walls = [at_random(rng, shape, share) for _ in "rb"]
    raw = roles.raw(is_open, *walls)
    kind = rng.choice(["paths", "paths", "paths", "any exit", "cycles", "any ends"])
    if kind == "cycles":
        found, question = roles.list_cycles(raw, must), roles.cycles(is_open, mask)
    elif kind == "any ends":
        both = [path for cell in cells for path in roles.list_paths(raw, cell, None, must)]
        found, question = [p for p in both if p[0] < p[-1]], roles.paths(is_open, None, None, mask)
    else:
        exits = exits if kind == "paths" else None
        found, question = roles.list_paths(raw, start, exits, must), roles.paths(is_open, start, exits, mask)
    if share:
        question = replace(question, walls=Walls(*walls))
    return question, [tuple(r * shape[1] + c for r, c in path) for path in found]


def boards(tier, compiled):
    return range(compiled if tier == "compiled" else compiled // 5)


@pytest.mark.parametrize("seed", range(3))
def test_counts_and_lengths_agree_with_listing(tier, seed):
    """Counts, lengths, and lengths in windows agree with a listing."""
    rng = random.Random(seed)
    for _ in boards(tier, 30):
        question, paths = random_question(rng)
        assert count(question) == len(paths)
        true = Counter(len(path) - bool((question.roles > 1).any()) for path in paths)
        assert lengths(question) == true
        ends = sorted(true)[:1] + sorted(true)[-1:]
        for some in {(rng.randint(0, 6), 9), (99, None), *((length, length) for length in ends)}:
            least, most = some[0], 99 if some[1] is None else some[1]
            wanted = {n: times for n, times in true.items() if least <= n <= most}
            assert lengths(question, moves=some) == wanted


@pytest.mark.parametrize("seed", range(3))
def test_residues_side_by_side_agree_with_listing(tier, seed):
    """With unused lanes or without, joined in the middle or not; small moduli, so that sums exceed them."""
    rng = random.Random(20 + seed)
    for numbers in ([4], [4, 7], [3, 4, 5, 7], [1 << 32, 7, 5, 3]):
        for _ in boards(tier, 15):
            question, paths = random_question(rng)
            if not question.is_hopeless:
                sweep = sweep_of(make_plan(question), lambda words: None)
                found = side_by_side(sweep, numbers, lambda words: None)
                assert found == [len(paths) % number for number in numbers]


# ---------------------------------------------------------------------------------------- published


def test_corner_to_corner():
    found = {n: count(roles.paths(np.ones((n, n)), (n - 1, 0), [(0, n - 1)])) for n in range(2, 15)}
    assert found == {n: number for n, number in ROOK_PATHS.items() if n > 1}


def test_cycles():
    assert {n: count(roles.cycles(np.ones((n, n)))) for n in ROOK_CYCLES} == ROOK_CYCLES
    closed = {n: number for n, number in ROOK_CLOSED.items() if n <= 10}
    assert {n: count(roles.cycles(np.ones((n, n)), True)) for n in closed} == closed


def test_polygons_by_perimeter():
    """Cycles that touch all four sides of a box, by inclusion-exclusion over smaller boxes."""

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
    """The sum over all lengths is the count; the number of shortest paths is a binomial coefficient."""
    found = lengths(roles.corner(11))
    assert sum(found.values()) == ROOK_PATHS[11]
    assert (found[20], max(found), max(found.values()) > 2**64) == (184756, 120, True)


@pytest.mark.parametrize("columns", [64, 65, 129, 1200])
def test_as_many_paths_as_the_faces_allow(columns):
    """2 x n from corner to corner: ``2**faces`` paths, the proven bound; the bound needs scaling."""
    assert count(roles.corner(2, columns)) == 2 ** (columns - 1)


@pytest.mark.parametrize(
    "question",
    [roles.corner(7), roles.cycles(np.ones((6, 6))), roles.paths(np.ones((4, 7)), (1, 2), None)],
    ids=["corner to corner", "cycles", "to any cell"],
)
def test_every_window_is_a_part_of_all_lengths(question):
    """The first column in use advances row by row; sums exceed 16, 32 and 64 bits."""
    every, found = lengths(question), Counter()
    for least in range(0, max(every) + 1, 5):
        some = lengths(question, moves=(least, least + 4))
        assert set(some) <= set(range(least, least + 5))
        found.update(some)
    assert found == every
    middle = sorted(every)[len(every) // 2]
    assert lengths(question, moves=(middle, None)) == {n: k for n, k in every.items() if n >= middle}


@pytest.mark.long
def test_a_length_on_a_large_board():
    paths = gw.Board.rectangle(12, 12).paths()
    few = paths.longer_than(59).shorter_than(65)
    assert paths.of_length(60).count() == few.lengths()[60] == ROOK_PATHS_OF_60
    assert sum(few.lengths().values()) == few.count()


def test_blocks_in_series_have_windows_of_their_own():
    board = gw.Board.from_text("S..#....\n...#....\n........\n...#....\n...#...E")
    paths = board.paths()
    every = paths.lengths()
    for length in every:
        assert ByLength(paths.of_length(length)._question).lengths_of_all() == {length: every[length]}


# ---------------------------------------------------------------------------------------- the mirror


def symmetric_question(seed):
    """Return a question with a half-turn or reflection symmetry, and its number of paths."""
    rng = random.Random(seed)
    rows, columns = shape = rng.choice([(2, 5), (3, 3), (3, 4), (4, 4), (5, 3), (5, 4), (4, 3), (6, 3)])
    turned = rng.random() < 0.5
    flip = np.s_[::-1, :: -1 if turned else 1]
    is_open = ~at_random(rng, shape, rng.choice([0, 0.2]))
    is_open &= is_open[flip]
    must = at_random(rng, shape, rng.choice([0, 0, 0.2]))
    must = (must | must[flip]) & is_open
    share = rng.choice([0.0, 0.2])
    right, below = (at_random(rng, shape, share) for _ in "rb")
    right[:, -1], below[-1] = False, False
    right[:, :-1] |= right[:, :-1][flip]
    below[:-1] |= below[:-1][flip]
    raw, mask = roles.raw(is_open, right, below), cells_of(must)
    upper = cells_of(is_open[: rows // 2])
    if not upper or rng.random() < 0.3:
        question, found = roles.cycles(is_open, must), roles.list_cycles(raw, mask)
    else:
        row, column = start = rng.choice(upper)
        goal = rows - 1 - row, columns - 1 - column if turned else column
        question = roles.paths(is_open, start, [goal], must)
        found = roles.list_paths(raw, start, [goal], mask)
    return replace(question, walls=Walls(right, below) if share else None), len(found)


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
    plan = make_plan(roles.paths(is_open, (row, column), [goal]))
    sweeps = [PlanarSweep(each, lambda words: None) for each in (plan, replace(plan, mirror=None))]
    numbers = [1 << 32, (1 << 32) - 5, 1 << 16]
    half, whole = (side_by_side(sweep, numbers, lambda words: None) for sweep in sweeps)
    assert half == whole


def test_published_numbers_by_half_a_sweep(spy):
    joined = spy(Mirrored, "joined")
    assert count(roles.corner(11)) == ROOK_PATHS[11]  # smaller counts fit into one lane, without a mirror
    assert joined
    assert count(roles.cycles(np.ones((10, 10)), True)) == ROOK_CLOSED[10]


# ---------------------------------------------------------------------------------------- limits


def test_questions_without_an_answer():
    closed, must, half = np.zeros((2, 2), bool), np.ones((2, 2), bool), np.array([[1, 1], [1, 0]], bool)
    for question in (roles.cycles(closed), roles.paths(half, (0, 1), [(1, 0)], must)):
        assert (question.is_hopeless, count(question), lengths(question)) == (True, 0, {})
    assert count(roles.paths(np.array([[1, 0, 1]]), (0, 0), [(0, 2)])) == 0


def test_memory_is_asked_for_beforehand():
    with pytest.raises(MemoryLimitError, match=r"4,179,603 states"):
        count(roles.corner(16), resources=Resources(memory=1 << 20))


def test_sweeps_in_two_threads(tune):
    """The count needs two tables of residues, one in each thread."""
    tune(process_memory=0)
    question = roles.corner(14)
    assert count(question, resources=Resources(threads=2)) == ROOK_PATHS[14]
    plan = make_plan(question)
    one = Resources(memory=sweep_of(plan, lambda words: None).bytes + 16 * plan.states, threads=2)
    assert count(question, resources=one) == ROOK_PATHS[14]


@pytest.mark.parametrize("threads", [1, 2])
def test_time_limit_and_progress(threads):
    question, told = roles.corner(17), []
    for seconds in (0.5, 5, 50):  # on a busy machine the first may end without progress
        watch = Limits(seconds=seconds, progress=told.append).watch()
        with pytest.raises(TimeLimitError):
            count(question, resources=Resources(threads=threads), watch=watch)
        if told:
            return
    pytest.fail("no progress was reported")
