"""Orders of the junctions: permutations all, with a frontier as narrow as it should be."""

from itertools import permutations
from random import Random

import numpy as np
import pytest
from test_sweep import KING, ORTHOGONAL, board

from gridwalk.frontier.simpath import order
from gridwalk.frontier.simpath.order import Junctions
from gridwalk.frontier.simpath.plan import TELL_AFTER, make_plan
from gridwalk.runtime.limits import NO_LIMITS, Limits
from gridwalk.runtime.tuning import tuned


def graph_of(given):
    return Junctions.of(given.junctions, given.tail, given.head)


def random_graph(random, junctions, edges):
    pairs = [random.sample(range(junctions), 2) for _ in range(edges)]
    return Junctions.of(junctions, *zip(*pairs, strict=True)) if pairs else Junctions.of(junctions, [], [])


def plain_widths(graph, chosen):
    """The definition: junctions with a corridor decided and another undecided."""
    corridors = set(map(frozenset, zip(graph.first.tolist(), graph.second.tolist(), strict=True)))
    widths = []
    for i in range(len(chosen)):
        done = {pair for pair in corridors if pair & set(chosen[: i + 1])}
        widths.append(
            sum(any(v in p for p in done) and any(v in p for p in corridors - done) for v in chosen)
        )
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
        assert order.widths(near, chosen).tolist() == plain_widths(near, chosen)


@pytest.mark.parametrize("seed", range(20))
def test_the_greedy_order_is_that_of_one_beginning(seed):
    """The beam looks at everything anew at each step, the greedy search at what has changed."""
    random = Random(seed)
    near = random_graph(random, random.randint(2, 40), random.randint(0, 90))
    ends = random.sample(range(near.count), 2)
    watch = NO_LIMITS.watch()
    assert order.greedy(near, ends, watch).tolist() == order.beam(near, ends, 1, watch).tolist()


@pytest.mark.parametrize("seed", range(5))
def test_a_wide_beam_finds_the_best_order_of_a_small_graph(seed):
    near = random_graph(Random(seed), 6, 9)
    least = min(order.work(near, chosen) for chosen in permutations(range(6)))
    assert order.work(near, order.beam(near, range(6), 10_000, NO_LIMITS.watch())) <= least * 3
    assert order.work(near, order.best_order(near, [0])) <= least * 3


def test_boards_are_swept_along_their_shorter_side():
    for moves in (ORTHOGONAL, KING):
        near = graph_of(board(30, 5, moves))
        by_rows = order.work(near, range(150))
        assert order.work(near, order.best_order(near, [0, 149])) <= by_rows
        turned = graph_of(board(5, 30, moves))
        assert order.work(turned, order.best_order(turned, [0, 149])) <= 6 * by_rows


def test_planning_asks_the_clock():
    told = []
    network = board(30, 40, ORTHOGONAL)
    with tuned(tell_every=0):
        chosen = make_plan(network, watch=Limits(progress=told.append).watch())
    planning = [progress for progress in told if progress.doing == order.PLANNING]
    assert len(planning) > len(chosen.layers) + len(chosen.layers) // TELL_AFTER


def test_nothing_to_order():
    assert order.best_order(Junctions.of(0, [], []), []).tolist() == []
    assert order.best_order(Junctions.of(1, [], []), [0]).tolist() == [0]
