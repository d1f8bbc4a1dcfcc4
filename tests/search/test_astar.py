"""A* in its forms: stacks for orthogonal moves, buckets for small whole costs, else a heap."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
import profiles
import seeded
from gridwalk.kernels.codes import FULL
from gridwalk.kernels.search import astar, heap, legal_cells
from gridwalk.kernels.search.astar import bound
from gridwalk.runtime import slices
from gridwalk.search.solver import solver
from strategies import BISHOP_STEPS, CAMEL, FAR, KING, KING_AND_KNIGHT, KNIGHT, ORTHOGONAL, WIDE, board_of

CLOCKWISE = ORTHOGONAL  # the order of moves in which the rook's search is written
ONE_SIDED = ((0, 1), (1, 0), (1, -2))
THIRTY_TWO = (*KING_AND_KNIGHT, *FAR, *CAMEL[:4])


def form(board: gw.Board) -> str:
    """Which of the three a board gets."""
    return solver(board, "astar").find.name.removeprefix("find_")


def check(raw: oracles.Raw, board: gw.Board, rng: random.Random, questions: int) -> int:
    """Compare some answers with the oracle, from one start; return how many paths there were."""
    start, goals = rng.choice(raw.cells), [rng.choice(raw.cells) for _ in range(questions)]
    return oracles.check_from(raw, lambda *ends: board.paths(*ends).shortest(by="astar"), start, goals)


@pytest.mark.long
@pytest.mark.parametrize(
    ("deltas", "kind", "expected"),
    [
        (CLOCKWISE, None, "orthogonal"),
        (ORTHOGONAL[::-1], None, "buckets"),
        (ORTHOGONAL, "small", "buckets"),
        (ORTHOGONAL, "fractions", "heap"),
        (KING, None, "buckets"),
        (KING, "small", "buckets"),
        (KING, "quarters", "buckets"),
        (KING, "fractions", "heap"),
        (KNIGHT, "small", "buckets"),
        (KNIGHT, None, "buckets"),
        (CAMEL, "small", "buckets"),
        (CAMEL, "quarters", "buckets"),
        (CAMEL, "fractions", "heap"),
        (BISHOP_STEPS, "small", "buckets"),
        (BISHOP_STEPS, None, "buckets"),
        (KING_AND_KNIGHT, "small", "buckets"),
        (KING_AND_KNIGHT, "fractions", "heap"),
        (WIDE, "small", "buckets"),
        (THIRTY_TWO, "small", "buckets"),
        (THIRTY_TWO, "fractions", "heap"),
        (ONE_SIDED, "small", "buckets"),
        (ONE_SIDED, None, "buckets"),
    ],
)
def test_agrees_with_the_oracle(tier, deltas, kind, expected):
    paths, count = 0, 20 if tier == "python" else 120
    for raw, rng in seeded.raws(len(deltas), count, (deltas,), cost_kinds=(kind,), one_way=True):
        board = board_of(raw)
        assert form(board) == ("buckets" if expected == "orthogonal" and raw.wrap else expected)
        paths += check(raw, board, rng, 4)
    assert paths > profiles.number(count) // 3


@pytest.mark.parametrize("deltas", [KNIGHT, CAMEL, KING_AND_KNIGHT, ((0, 3), (0, -1), (3, 0), (-1, 0))])
@pytest.mark.parametrize("greatest", [3, 6, 7, 14, 15])
def test_buckets_are_enough_for_moves_that_reach_far(deltas, greatest):
    """A move may raise the bound by all of the least cost: no bucket may hold two costs at a time."""
    with slices.tier("compiled"):
        for number in range(profiles.number(60)):
            rng = random.Random(number)
            rows, columns = rng.randint(4, 9), rng.randint(4, 9)
            least = rng.randint(2, 3)
            entering = tuple(
                tuple(rng.choice((least, greatest, rng.randint(least, greatest))) for _ in range(columns))
                for _ in range(rows)
            )
            raw = oracles.Raw(((True,) * columns,) * rows, deltas, costs=entering)
            board = board_of(raw)
            assert form(board) == "buckets"
            check(raw, board, rng, 5)


def test_costs_of_every_size():
    """Where buckets end and the heap begins; bytes and words."""
    for greatest, expected in ((254, "buckets"), (255, "buckets"), (256, "buckets"), (2**40, "heap")):
        board = gw.Board(np.ones((2, 4), bool), costs=[[1, greatest, 1, 1], [greatest // 4 + 1] * 4])
        assert form(board) == expected
        by_heap = board.paths((0, 0), (0, 3)).shortest(by="dijkstra")
        path = board.paths((0, 0), (0, 3)).shortest(by="astar")
        assert path.cost == by_heap.cost
        assert type(path.cost) is int


def test_whole_costs_near_two_to_the_53_are_exact(tier):
    near = gw.Board(np.ones((2, 3), bool), costs=[[1, 2**50, 1], [2**48, 2**48, 2**48]])
    nearer = near.replace(costs=[[1, 2**50 + 2, 1], [2**49, 2**49, 1]])
    for by in ("auto", "astar", "dijkstra"):
        assert near.paths((0, 0), (0, 2)).shortest(by=by).cost == 3 * 2**48 + 1
        assert nearer.paths((0, 0), (0, 2)).shortest(by=by).cost == 2**50 + 2


@pytest.mark.parametrize("scale", [1e-300, 1e-20, 1.0, 1e15, 1e20, 1e100, 1e300])
@pytest.mark.parametrize("deltas", [ORTHOGONAL, KING, KNIGHT])
def test_fractions_of_every_size(tier, scale, deltas):
    """Costs are positive and finite, nothing else; no key may pass for the end of the heap."""
    rng = random.Random(f"{scale}{len(deltas)}")
    for _ in range(4):
        plain = seeded.costs(rng, (7, 7), "fractions")
        scaled = tuple(tuple(cost * scale for cost in row) for row in plain)
        raw = oracles.Raw(((True,) * 7,) * 7, deltas, costs=scaled)
        check(raw, board_of(raw), rng, 6)


@pytest.mark.parametrize("large", [1e6, 1e10, 9e13])
def test_small_and_large_fractions_together(tier, large):
    rng = random.Random(f"{large}")
    for _ in range(4):
        entering = tuple(tuple(rng.choice((0.5, 1.5, large)) for _ in range(7)) for _ in range(7))
        for deltas in (ORTHOGONAL, KING):
            raw = oracles.Raw(((True,) * 7,) * 7, deltas, costs=entering)
            check(raw, board_of(raw), rng, 6)


@pytest.mark.parametrize(
    ("by", "deltas", "kind"),
    [
        ("astar", CLOCKWISE, None),
        ("astar", KING, "small"),
        ("astar", KING, None),
        ("astar", THIRTY_TWO, "small"),
        ("corridors", KING, None),
    ],
)
def test_marks_are_wiped_when_their_generations_run_out(by, deltas, kind):
    """uint16 marks hold 4,094 generations of span 16, and fewer of a wider one."""
    rng = random.Random(3)
    grid = seeded.maze(rng, 9, 9) if by == "corridors" else seeded.noise(rng, 9, 9, 0.9)
    raw = oracles.Raw(tuple(map(tuple, grid)), deltas, costs=seeded.costs(rng, (9, 9), kind))
    board = board_of(raw)
    pairs = [(rng.choice(raw.cells), rng.choice(raw.cells)) for _ in range(20)]
    found = [board.paths(*pair).shortest(by="dijkstra") for pair in pairs]
    expected = np.array([np.inf if path is None else path.cost for path in found])
    starts, goals = (np.array([pair[i] for pair in pairs] * 450) for i in (0, 1))
    batch = board.shortest_many(starts, goals, by=by, threads=1)
    assert np.allclose(batch.costs, np.tile(expected, 450), rtol=1e-12, atol=0)


@given(
    st.lists(st.one_of(st.none(), st.integers(0, 50)), max_size=60), st.sampled_from((np.int64, np.float64))
)
def test_the_heap_gives_the_least_key_first(operations, dtype):
    """None takes one away.  Two items of one key come in any order, but never get lost."""
    array, size, model = np.full((64, 2), 77, dtype), 0, []
    for number, key in enumerate(operations):
        if key is not None:
            size = heap.push(array, size, key, number)
            model.append((key, number))
        elif model:
            first = (int(array[0, 0]), int(array[0, 1]))
            assert first in model
            assert first[0] == min(model)[0]
            model.remove(first)
            size = heap.drop(array, size)
        assert size == len(model)
        assert sorted(map(tuple, array[:size].astype(int).tolist())) == sorted(model)
        assert size == 0 or (array[size : size + 3, 0] == heap.FAR).all()


@given(st.integers(1, 32).map(lambda moves: 16 if moves <= 8 else 2 << (moves - 1).bit_length()))
def test_generations(span):
    mark_of_cell = np.zeros(3, np.uint16)
    mark_of_cell[2] = 2**16 - 3 * span
    for base in (2**16 - 2 * span, 2**16 - span, span, 2 * span):
        assert legal_cells.advance(mark_of_cell, span) == base
        assert mark_of_cell[0] < base
        mark_of_cell[0] = base + span - 1


@given(st.integers(0, 99), st.integers(0, 9), st.integers(0, 9))
def test_the_bound_in_its_three_forms(v, goal_row, goal_column):
    short, long = sorted((abs(v // 10 - goal_row), abs(v % 10 - goal_column)))
    assert bound(v, goal_row, goal_column, 10, 3, 3) == 3 * (short + long)  # Manhattan
    assert bound(v, goal_row, goal_column, 10, 3, 0) == 3 * long  # Chebyshev
    octile = bound(v, goal_row, goal_column, 10, 1.0, 2**0.5 - 1)
    assert octile == pytest.approx(long - short + 2**0.5 * short, rel=1e-12)


def test_the_rooks_stacks_say_when_they_are_full():
    board = gw.Board.rectangle(9, 9)
    moves, deltas, columns = solver(board, "astar").model
    marks_of_cell, seen = np.zeros(82, np.uint16), set()
    for capacity in (5, 6, 8, 85):
        stacks = np.empty((2, capacity), np.int32)
        seen.add(astar.orthogonal_astar.compiled(moves, deltas, columns, 80, 0, marks_of_cell, stacks)[0])
    assert seen == {FULL, 16}


def test_the_heap_says_when_it_is_full():
    """At any size there is either the answer or FULL, and never a word about what does not fit."""
    costs = np.array(seeded.costs(random.Random(1), (9, 9), "small"))
    costs[4, 4] = 0
    board = gw.Board(np.ones((9, 9), bool), moves=gw.KING, costs=costs)
    ready, exact = solver(board, "astar"), board.paths((0, 0), (8, 8)).shortest(by="dijkstra").cost
    answers = []
    for rows in range(12, 250):
        query, mark_of_cell, cost_to_cell, *rest = ready.new_scratch(1)
        guarded = np.full((rows + 1, 2), -5, rest[-1].dtype)
        scratch = (query, mark_of_cell, cost_to_cell, *rest[:-1], guarded[:rows])
        moves, cost, _ = ready.find.compiled(ready.model, scratch, 0, 80)
        assert (guarded[rows] == -5).all()
        answers.append(moves != FULL)
        assert moves == FULL or cost == pytest.approx(exact, rel=1e-12)
    assert answers == sorted(answers)
    assert set(answers) == {False, True}


@pytest.mark.parametrize("kind", [None, "small", "fractions"])
def test_no_cell_is_expanded_twice_and_few_needlessly(kind):
    rng = random.Random(f"{kind}")
    for deltas in (ORTHOGONAL, KING):
        raw = oracles.Raw(((True,) * 40,) * 40, deltas, costs=seeded.costs(rng, (40, 40), kind))
        board = board_of(raw)
        expanded = board.paths((0, 0), (39, 39)).shortest(by="astar").expanded
        assert expanded <= (2 * 79 if kind is None else 1600)
        straight = board.paths((20, 0), (20, 39)).shortest(by="astar")
        assert kind is not None or straight.expanded <= 2 * 40
        assert straight.expanded < board.paths((20, 0), (20, 39)).shortest(by="dijkstra").expanded


@pytest.mark.parametrize(
    ("moves", "bound"), [(gw.ORTHOGONAL, (1, 1)), (gw.KING, (1, 2**0.5 - 1)), (gw.KNIGHT, (0.5, 0))]
)
def test_the_bound_is_the_distance_where_no_step_is_diagonal(moves, bound):
    grid = gw.Board.rectangle(4, 4, moves=moves).paths()._question.grid
    assert grid._step_costs.rates(is_wrapped=False) == pytest.approx(bound)


def test_the_entries_of_a_query():
    assert (astar.SOURCE, astar.GOAL, astar.COLUMNS) == (0, 1, 2)
    for deltas, span in ((KING, 16), (WIDE, 32), (KING_AND_KNIGHT, 32), (THIRTY_TWO, 64)):
        board = gw.Board(np.ones((3, 5), bool), moves=gw.Moves(deltas), costs=np.full((3, 5), 0))
        query = solver(board, "astar").new_scratch(1)[0]
        assert (query[astar.COLUMNS], query[astar.SPAN]) == (5, span)
        assert span >= 2 * len(deltas)
