"""Orders of the junctions are permutations, and have a narrow frontier."""

from random import Random

import numpy as np
import pytest

import gridwalk as gw
import published
from gridwalk.allpaths import order
from gridwalk.allpaths.cost import SweepSize
from gridwalk.allpaths.frontier import Sweep
from gridwalk.allpaths.order import Junctions
from gridwalk.allpaths.simpath import Simpath
from gridwalk.allpaths.values import Counts
from gridwalk.planner.swept import by_sweep
from gridwalk.runtime import slices
from gridwalk.runtime.limits import NO_LIMITS, Limits
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.tuning import tuned

MEMORY = MemoryBudget(1 << 30)
ORTHOGONAL = [(0, 1), (1, 0)]
KING = [*ORTHOGONAL, (1, 1), (1, -1)]


def open_board(rows, columns, moves):
    """Return the cells of an open board, joined by *moves*."""
    pairs = [
        (r * columns + c, (r + down) * columns + c + right)
        for r in range(rows)
        for c in range(columns)
        for down, right in moves
        if r + down in range(rows) and c + right in range(columns)
    ]
    return Junctions.of(rows * columns, *zip(*pairs, strict=True))


def random_graph(random, junctions, edges):
    pairs = [random.sample(range(junctions), 2) for _ in range(edges)]
    return Junctions.of(junctions, *zip(*pairs, strict=True)) if pairs else Junctions.of(junctions, [], [])


def plain_widths(graph, chosen):
    """By definition: junctions with a decided and an undecided corridor, and those with two decided ones."""
    corridors = set(map(frozenset, zip(graph.first.tolist(), graph.second.tolist(), strict=True)))
    widths = []
    for i in range(len(chosen)):
        done = {pair for pair in corridors if pair & set(chosen[: i + 1])}
        lies = [v for v in chosen if any(v in p for p in done) and any(v in p for p in corridors - done)]
        widths.append((len(lies), sum(sum(v in p for p in done) > 1 for v in lies)))
    return widths


@pytest.mark.parametrize("seed", range(10))
def test_orders_are_permutations_and_widths_are_as_defined(seed):
    random = Random(seed)
    near = random_graph(random, random.randint(2, 9), random.randint(0, 14))
    everyone = list(range(near.count))
    orders = [order.best_order(near, [0]), order.breadth_first(near, 1)]
    orders += [order.beam(near, [0], width, NO_LIMITS.watch()) for width in (1, 8)]
    orders.append(order.greedy(near, [0], NO_LIMITS.watch()))
    for chosen in map(np.ndarray.tolist, orders):
        assert sorted(chosen) == everyone
        assert list(zip(*map(np.ndarray.tolist, order.widths(near, chosen)), strict=True)) == plain_widths(
            near, chosen
        )


@pytest.mark.parametrize("seed", range(8))
def test_the_greedy_order_leaves_the_narrowest_frontier(seed):
    """The search updates changed junctions only, the test looks at all junctions in each step."""
    random = Random(seed)
    near = random_graph(random, random.randint(2, 40), random.randint(0, 90))
    ends = random.sample(range(near.count), 2)
    decided = []
    while len(decided) < near.count:
        rest = [v for v in range(near.count) if v not in decided]
        frontier = [v for v in rest if set(near.near[v]) & set(decided) and set(near.near[v]) & set(rest)]
        open_ = frontier or [v for v in ends if v in rest] or rest[:1]
        decided.append(
            min(
                open_, key=lambda v: (order.widths(near, [*decided, v, *set(rest) - {v}])[0][len(decided)], v)
            )
        )
    assert order.greedy(near, ends, NO_LIMITS.watch()).tolist() == decided


def test_boards_are_swept_along_their_shorter_side():
    for moves in (ORTHOGONAL, KING):
        near = open_board(30, 5, moves)
        by_rows = order.work(near, range(150))
        assert order.work(near, order.best_order(near, [0, 149])) <= by_rows
        turned = open_board(5, 30, moves)
        assert order.work(turned, order.best_order(turned, [0, 149])) <= 6 * by_rows


def test_planning_asks_the_clock():
    told = []
    near = open_board(12, 16, ORTHOGONAL)
    with tuned(tell_every=0):
        order.best_order(near, [0, near.count - 1], Limits(progress=told.append).watch())
    assert len(told) > near.count  # at each cell of a beam search
    assert {progress.doing for progress in told} == {order.PLANNING}


@pytest.mark.parametrize("seed", range(4))
def test_orders_of_networks_have_less_work(seed, tier):
    """The same in both tiers."""
    random = Random(seed)
    near = random_graph(random, 36 + seed, 90 + 3 * seed)
    ends = random.sample(range(near.count), 2) if seed % 3 else []
    found = order.best_order(near, ends, most=2000).tolist()
    assert sorted(found) == list(range(near.count))
    assert order.work(near, found) <= order.work(
        near, order.best_order(near, ends, most=2000, columns=range(near.count))
    )
    with slices.tier("compiled"):
        assert order.best_order(near, ends, most=2000).tolist() == found


def test_an_order_is_rearranged_to_the_best(tier):
    """The best order of a wheel with a shuffled rim: the hub, then along the rim in both directions."""
    rim = [*range(0, 12, 2), *range(1, 12, 2)]
    pairs = [*zip(rim, rim[1:] + rim[:1], strict=True), *((12, v) for v in rim)]
    wheel, shuffled = Junctions.of(13, *zip(*pairs, strict=True)), np.arange(13)
    found = order.rearranged(wheel, shuffled, 4000, NO_LIMITS.watch())
    assert order.work(wheel, shuffled) > 4 * order.work(wheel, found)
    assert max(plain_widths(wheel, found.tolist()))[0] == 3
    assert order.rearranged(wheel, shuffled, 12, NO_LIMITS.watch()) is shuffled  # too little to try


@pytest.mark.parametrize(
    ("board", "closed"),
    [
        (gw.Board.rectangle(8, 8), False),
        (gw.Board.rectangle(6, 6, moves=gw.KING), False),
        (gw.Board.rectangle(7, 7, moves=gw.HEX), False),
        (gw.Board.rectangle(6, 6, moves=gw.KING), True),
    ],
)
def test_states_are_estimated_layer_by_layer(board, closed):
    """Nine in ten layers are right within a factor of three, and the total within a factor of two."""
    paths = board.cycles() if closed else board.paths((0, 0), (board.rows - 1, board.columns - 1))
    [question] = by_sweep(paths._question).questions
    engine = Simpath(question)
    layers = engine.family.layers
    size = SweepSize.in_order(question.block.network, engine._size.order)
    counts = [len(states) - 1 for states in Sweep(engine.family, question.watch, MEMORY).run(Counts())]
    told = size.states[: len(layers)]
    true = np.maximum(1, counts)
    assert len(told) == len(true)
    assert np.mean(np.abs(np.log(told / true)) < np.log(3)) >= 0.9
    assert 0.5 < told.sum() / true.sum() < 2
    assert 0.4 < size.estimate.states / true.max() < 2.5


def test_counts_do_not_depend_on_the_order():
    for rows, columns, moves in ((6, 7, gw.ORTHOGONAL), (4, 4, gw.KING)):
        open_board = gw.Board.rectangle(rows, columns, moves=moves)
        paths = open_board.network.paths((0, 0), (rows - 1, columns - 1))
        assert paths.count() == open_board.paths().count()
        assert paths.longer_than(12).count() == open_board.paths().longer_than(12).count()
    torus = gw.Board.rectangle(5, 5, wrap="both").network
    assert torus.tours(closed=True).count() == published.TORUS_CLOSED[5, 5]
