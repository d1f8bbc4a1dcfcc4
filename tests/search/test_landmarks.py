"""A* with landmarks: bounds from distances, whatever the board; when it pays, and what it is built of."""

import random

import numpy as np
import pytest

import gridwalk as gw
import oracles
import seeded
from gridwalk.errors import TimeLimitError
from gridwalk.runtime import slices
from gridwalk.search import landmarks
from strategies import KING, KING_AND_KNIGHT, KNIGHT, ORTHOGONAL, board_of

STENCILS = (ORTHOGONAL, KING, KNIGHT, KING_AND_KNIGHT, ((0, 1), (0, -1), (1, 0)))
PER_BATCH = 30


@pytest.fixture
def eager(tune):
    """Take landmarks wherever they are exact."""
    tune(landmarks_from=0)


def certified(raw: oracles.Raw, board: gw.Board, rng: random.Random) -> int:
    """Ask *board* for a batch, certify each answer; return how many paths there are."""
    starts = [rng.choice(raw.cells) for _ in range(4)]
    pairs = [(rng.choice(starts), rng.choice(raw.cells)) for _ in range(PER_BATCH)]
    batch = board.shortest_many(*zip(*pairs, strict=True), threads=1)
    far, found = {start: oracles.distances(raw, [start]) for start in starts}, 0
    for i, (start, goal) in enumerate(pairs):
        found += oracles.check_cheapest(raw, batch[i], far[start].get(goal), [start], [goal])
        assert batch.costs[i] == pytest.approx(np.inf if batch[i] is None else batch[i].cost, rel=1e-12)
    return found


def priced(seed: int, side: int, moves=gw.KING, share: float = 0.75, most: int = 9) -> gw.Board:
    rng = np.random.default_rng(seed)
    costs = rng.integers(0, most + 1, (side, side))
    return gw.Board(rng.random((side, side)) < share, moves=moves, costs=costs)


def pairs_of(board: gw.Board, count: int):
    cells, rng = np.argwhere(board.open_cells), np.random.default_rng(count)
    return rng.choice(cells, count), rng.choice(cells, count)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_every_board_agrees_with_the_oracle(tier, eager, seed):
    """Walls, walls between cells, edges that are wrapped round, one-way cells, whole costs and others."""
    kinds, taken, found = ("small", "small", "large", "fractions"), 0, 0
    boards = seeded.raws(
        50 + seed, 60 if tier == "python" else 300, STENCILS, cost_kinds=kinds, one_way=seed == 1, most=9
    )
    for raw, rng in boards:
        board = board_of(raw)
        found += certified(raw, board, rng)
        taken += landmarks.LANDMARKS in board._kept
        assert landmarks.LANDMARKS not in board._kept or takes(raw)
    assert taken > 3
    assert found > 100


def takes(raw: oracles.Raw) -> bool:
    """Whether costs are whole and every move can be taken back."""
    graph = oracles.graph(raw)
    return all(u in graph[v] for u, near in graph.items() for v in near) and all(
        cost == int(cost) for row in raw.costs or () for cost in row
    )


@pytest.mark.long
def test_odd_boards_with_portals(tier, eager):
    rng, taken = random.Random(5), 0
    for _ in range(60 if tier == "python" else 400):
        raw = seeded.raw_board(rng)
        board = board_of(raw)
        certified(raw, board, rng)
        taken += landmarks.LANDMARKS in board._kept
        assert not (raw.portals and landmarks.LANDMARKS in board._kept)
    assert taken > 3


@pytest.mark.long
@pytest.mark.parametrize("most", [9, 4000])
def test_larger_boards_cost_what_plain_astar_says(most, eager):
    """Distances of two bytes and of four; pieces of the board that no landmark reaches."""
    for moves, share in ((gw.KING, 0.6), (gw.ORTHOGONAL, 0.62), (gw.KING, 1.0)):
        board = priced(most, 70, moves, share, most)
        starts, goals = pairs_of(board, 600)
        with slices.tier("compiled"):
            batch = board.shortest_many(starts, goals)
            plain = board.shortest_many(starts, goals, by="astar")
        fields = board._kept.peek(landmarks.LANDMARKS).model[3]
        assert fields.dtype == (np.uint16 if most == 9 else np.int32)
        assert batch.by == plain.by == "astar"
        assert batch.costs.tolist() == plain.costs.tolist()
        legal = [batch[i] for i in range(100) if batch[i] is not None]
        assert [path.cost for path in legal] == [cost for cost in plain.costs[:100].tolist() if cost < np.inf]
        assert np.isinf(batch.costs).any() == (share < 1)


def test_both_tiers_find_the_same_paths(eager):
    answers = []
    for name in ("python", "compiled"):
        with slices.tier(name):
            board = priced(3, 16)
            answers.append(board.shortest_many(*pairs_of(board, 80)).cells.tolist())
    assert answers[0] == answers[1]


@pytest.mark.long
def test_a_changed_board_has_landmarks_of_its_own(tier, eager):
    board = priced(4, 12, share=1.0)
    starts, goals = pairs_of(board, 60)
    board.shortest_many(starts, goals)
    changed = board.with_walls(*((5, column) for column in range(11)))
    assert landmarks.LANDMARKS in board._kept
    assert landmarks.LANDMARKS not in changed._kept
    both = [(starts[i], goals[i]) for i in range(60) if starts[i][0] != 5 and goals[i][0] != 5]
    starts, goals = (np.array(side) for side in zip(*both, strict=True))
    batch, plain = (changed.shortest_many(starts, goals, by=by) for by in ("auto", "astar"))
    assert batch.costs.tolist() == plain.costs.tolist()


def test_the_time_limit_holds_while_it_is_built(eager):
    board = priced(2, 40)
    starts, goals = pairs_of(board, 50)
    with pytest.raises(TimeLimitError):
        board.shortest_many(starts, goals, seconds=1e-9)
    assert landmarks.LANDMARKS not in board._kept
