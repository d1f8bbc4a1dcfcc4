"""A* in its forms: stacks for orthogonal moves, buckets for small whole costs, else a heap."""

import random

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
        (KNIGHT, None, "buckets"),
        (CAMEL, "fractions", "buckets"),
        (BISHOP_STEPS, "small", "buckets"),
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
@pytest.mark.parametrize("greatest", [3, 7, 15])
def test_buckets_are_enough_for_moves_that_reach_far(deltas, greatest):
    """A move may raise the bound by all of the least cost: no bucket may hold two costs at a time."""
    with slices.tier("compiled"):
        for number in range(profiles.number(25)):
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
