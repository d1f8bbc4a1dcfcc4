"""A* in its forms: stacks for orthogonal moves, buckets for small whole costs, else a heap."""

import random

import numpy as np
import pytest

import gridwalk as gw
import oracles
import profiles
import seeded
from gridwalk.runtime import slices
from gridwalk.search.choice import ready
from strategies import BISHOP_STEPS, CAMEL, FAR, KING, KING_AND_KNIGHT, KNIGHT, ORTHOGONAL, WIDE, board_of

CLOCKWISE = ORTHOGONAL  # the order of moves in which the rook's search is written
ONE_SIDED = ((0, 1), (1, 0), (1, -2))
THIRTY_TWO = (*KING_AND_KNIGHT, *FAR, *CAMEL[:4])


def form(board: gw.Board) -> str:
    """Which of the three a board gets."""
    return ready(board, "astar").find.name.removeprefix("find_with_")


def check(raw: oracles.Raw, board: gw.Board, rng: random.Random, questions: int) -> int:
    """Compare some answers with the oracle, from one start; return how many paths there were."""
    start, goals = rng.choice(raw.cells), [rng.choice(raw.cells) for _ in range(questions)]
    return oracles.check_from(raw, lambda *ends: board.paths(*ends).shortest(by="astar"), start, goals)


@pytest.mark.long
@pytest.mark.parametrize(
    ("deltas", "kind", "expected"),
    [
        (CLOCKWISE, None, "stacks"),
        (ORTHOGONAL[::-1], None, "buckets"),
        (ORTHOGONAL, "small", "buckets"),
        (ORTHOGONAL, "fractions", "buckets"),
        (KING, None, "buckets"),
        (KING, "small", "buckets"),
        (KING, "quarters", "buckets"),
        (KING, "fractions", "buckets"),
        (KNIGHT, "small", "buckets"),
        (KNIGHT, None, "buckets"),
        (CAMEL, "small", "buckets"),
        (CAMEL, "quarters", "buckets"),
        (CAMEL, "fractions", "buckets"),
        (BISHOP_STEPS, "small", "buckets"),
        (BISHOP_STEPS, None, "buckets"),
        (KING_AND_KNIGHT, "small", "buckets"),
        (KING_AND_KNIGHT, "fractions", "buckets"),
        (WIDE, "small", "buckets"),
        (THIRTY_TWO, "small", "buckets"),
        (THIRTY_TWO, "fractions", "buckets"),
        (ONE_SIDED, "small", "buckets"),
        (ONE_SIDED, None, "buckets"),
    ],
)
def test_agrees_with_the_oracle(tier, deltas, kind, expected):
    paths, count = 0, 20 if tier == "python" else 120
    for raw, rng in seeded.raws(len(deltas), count, (deltas,), cost_kinds=(kind,), one_way=True):
        board = board_of(raw)
        assert form(board) == ("buckets" if expected == "stacks" and raw.wrap else expected)
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


@pytest.mark.parametrize("costs", [None, np.full((40, 40), 3)])
def test_the_number_of_expanded_cells_is_an_int_in_both_tiers(costs):
    board = gw.Board.rectangle(40, 40, moves=gw.KING, costs=costs)
    for tier in ("python", "compiled"):
        with slices.tier(tier):
            assert type(board.paths().shortest(by="astar").expanded) is int
