"""The frontier sweep over networks: against plain backtracking, and against published values."""

from collections import Counter
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from gridwalk.allpaths.frontier import ordered
from gridwalk.allpaths.members import Members
from gridwalk.allpaths.order import order_of
from gridwalk.allpaths.reduce.network import NOWHERE, BlockNetwork
from gridwalk.allpaths.simpath import family_of
from gridwalk.errors import MemoryLimitError, TimeLimitError
from gridwalk.runtime import slices
from gridwalk.runtime.limits import NO_LIMITS, Limits
from gridwalk.runtime.resources import Resources
from networks import network_cycles, network_paths
from published import (
    KING_PATHS,
    KNIGHT_CLOSED,
    KNIGHT_OPEN_FROM,
    ROOK_CLOSED,
    ROOK_CYCLES,
    ROOK_PATHS,
)

ORTHOGONAL = [(0, 1), (1, 0)]
KING = [*ORTHOGONAL, (1, 1), (1, -1)]
KNIGHT = [(1, 2), (1, -2), (2, 1), (2, -1)]


def network(junctions, ends, corridors, must_visit=(), must_use=()):
    """Return the network of *corridors* (tail, head, one-way, length, cost)."""
    columns = list(zip(*corridors, strict=True)) or [[]] * 5
    return BlockNetwork(
        junctions,
        *ends,
        np.array(columns[0], np.int32),
        np.array(columns[1], np.int32),
        np.array(columns[2], bool),
        np.array(columns[3], np.int64),
        np.array(columns[4], np.int64),
        np.isin(np.arange(junctions), list(must_visit)),
        np.isin(np.arange(len(corridors)), list(must_use)),
    )


def board(rows, columns, moves, ends=None, everywhere=False):
    """Return an open board, a junction for every cell."""
    corridors = [
        (r * columns + c, (r + dr) * columns + c + dc, False, 1, 1)
        for r in range(rows)
        for c in range(columns)
        for dr, dc in moves
        if r + dr in range(rows) and c + dc in range(columns)
    ]
    cells = rows * columns
    return network(cells, ends or (0, cells - 1), corridors, range(cells) if everywhere else ())


CYCLES = (NOWHERE, NOWHERE)


def random_network(random):
    """Return a small random network: part of a board, or anything; whatever a network may have."""
    directed, cyclic = random.random() < 0.5, random.random() < 0.4
    if random.random() < 0.6:
        rows, columns = random.choice([(2, 3), (3, 3), (2, 5), (3, 4)])
        base = board(rows, columns, random.choice([ORTHOGONAL, KING, [*KNIGHT, (0, 1)]]))
        pairs = list(zip(base.tail.tolist(), base.head.tolist(), strict=True))
        random.shuffle(pairs)
        pairs, junctions = pairs[: random.randint(3, 18)], rows * columns
    else:
        junctions = random.randint(2, 7)
        pairs = [random.sample(range(junctions), 2) for _ in range(random.randint(0, 10))]
        if cyclic:
            pairs += [(v, v) for v in range(junctions) if random.random() < 0.15]
    corridors = [
        (
            *random.sample(pair, 2),
            directed and random.random() < 0.5,
            random.randint(0, 9),
            random.randint(-9, 9),
        )
        for pair in pairs
    ]
    few = random.choice([0, 0, 1, 2])
    return network(
        junctions,
        CYCLES if cyclic else random.sample(range(junctions), 2),
        corridors,
        random.sample(range(junctions), min(few, junctions)) if random.random() < 0.9 else range(junctions),
        random.sample(range(len(corridors)), min(random.choice([0, 0, 0, 1, 2]), len(corridors))),
    )


def oracle(given):
    """All paths, or cycles from their least junction: tuples of (corridor, onward)."""
    found = network_cycles(given) if given.source == NOWHERE else network_paths(given)
    walks = [tuple((c, True) if c >= 0 else (~c, False) for c in steps) for steps in found]
    if given.source == NOWHERE and not given.one_way.any():  # each cycle was met in both directions
        return [walk for walk in walks if (walk[0][1] if len(walk) == 1 else walk[0] < walk[-1])]
    return walks


def members_of(given, order=None, watch=None, resources=None):
    """Return the paths or cycles of a network, swept in *order*."""
    watch = watch or NO_LIMITS.watch()
    family = family_of(given, order_of(given, watch).tolist() if order is None else list(order), watch)
    lengths = given.length[family.graph.same].tolist()
    return Members(family, lengths, resources or Resources(), watch)


def count(given, order=None, **more):
    return members_of(given, order, **more).count()


def walk_of(given, members, edges):
    """Return the corridors of a path, or cycle from its least junction, as `oracle` has them."""
    corridor = members.family.graph.same.tolist()
    second = members.family.graph.ways == 2  # a corridor walked back, as an edge of its own
    walk = []
    for step in ordered(members.family.graph, edges, None if given.source == NOWHERE else given.source):
        edge = step if step >= 0 else ~step
        walk.append((corridor[edge], step >= 0))
        assert step >= 0 or not second[edge] or given.source == NOWHERE
    return tuple(walk)


def value(given, walk, weight):
    return sum(int(weight[corridor]) for corridor, _ in walk)


@pytest.mark.parametrize("seed", range(25))
def test_agrees_with_backtracking_on_random_networks(seed, tier):
    random = Random(seed)
    for _ in range(2 if tier == "python" else 30):
        given = random_network(random)
        paths = oracle(given)
        order = random.sample(range(given.junctions), given.junctions)
        members = members_of(given, random.choice([None, order]))
        assert members.count() == len(paths)
        assert members.count_by_length() == dict(
            sorted(Counter(value(given, walk, given.length) for walk in paths).items())
        )
        for weight in (given.length, given.cost):
            gain = weight[members.family.graph.same]
            for sign in (1, -1):
                best = members.best(sign * gain)
                if not paths:
                    assert best is None
                    continue
                walk = walk_of(given, members, best)
                assert walk in paths
                wanted = (max if sign > 0 else min)(value(given, path, weight) for path in paths)
                assert value(given, walk, weight) == wanted
        found = members.at(range(members.tape.count))
        assert sorted(walk_of(given, members, edges) for edges in found) == sorted(paths)
        assert [members.tape.rank(edges) for edges in found] == list(range(len(paths)))


@pytest.mark.parametrize(
    ("moves", "counts", "sides"),
    [(ORTHOGONAL, ROOK_PATHS, (2, 3, 4, 5, 6, 10)), (KING, KING_PATHS, (2, 3, 4, 5, 6, 7))],
)
def test_published_numbers_of_paths(moves, counts, sides):
    for n in sides:
        assert count(board(n, n, moves)) == counts[n]


@pytest.mark.long
def test_numbers_above_two_words():
    assert KING_PATHS[8] > 2**64
    assert count(board(8, 8, KING)) == KING_PATHS[8]
    assert count(board(12, 12, ORTHOGONAL)) == ROOK_PATHS[12]
    members = members_of(ladder(300))
    assert members.count() == members.tape.count == 2**300 > 2**128
    assert members.count_by_length() == binomials(300)
    ranks = [0, 1, 2**64, 2**128 + 12345, 2**300 - 1]
    assert [members.tape.rank(edges) for edges in members.at(ranks)] == ranks


def ladder(steps):
    """Return a chain of *steps* pairs of parallel corridors, one of each a move longer."""
    pairs = [(v, v + 1, False, extra, 1) for v in range(steps) for extra in (0, 1)]
    return network(steps + 1, (0, steps), pairs)


def binomials(n):
    row = [1]
    for _ in range(n):
        row = [a + b for a, b in zip([0, *row], [*row, 0], strict=True)]
    return dict(enumerate(row))


def test_limbs_are_widened_in_both_tiers(tier):
    assert count(ladder(130)) == 2**130
    assert members_of(ladder(66)).count_by_length() == binomials(66)
    assert members_of(ladder(66)).tape.count == 2**66


def test_published_tours():
    corner = sum(count(board(5, 5, KNIGHT, (0, end), everywhere=True)) for end in range(1, 25))
    assert corner == KNIGHT_OPEN_FROM[5, 5][0, 0]
    assert count(board(6, 6, KNIGHT, CYCLES, everywhere=True)) == KNIGHT_CLOSED[6, 6]
    assert count(board(6, 6, ORTHOGONAL, CYCLES, everywhere=True)) == ROOK_CLOSED[6]
    assert count(board(6, 6, ORTHOGONAL, CYCLES)) == ROOK_CYCLES[6]


def test_samples_are_fair():
    members, draws = members_of(board(4, 4, ORTHOGONAL)), 184 * 50
    found = members.sample(draws, np.random.default_rng(7))
    drawn = Counter(members.tape.rank(edges) for edges in found)
    chi_square = sum((drawn[rank] - 50) ** 2 / 50 for rank in range(184))
    assert len(drawn) == 184
    assert 120 < chi_square < 255  # 183 degrees of freedom: within about 3.5 standard deviations
    assert members.sample(5, np.random.default_rng(7)) == members.sample(5, np.random.default_rng(7))


def test_wide_sparse_networks_take_several_words():
    # Twenty-five separate two-way streets between two hubs, each a chain: the frontier is wide in this order.
    streets = 25
    corridors = [(0, 2 + i, False, 1, 1) for i in range(streets)]
    corridors += [(2 + i, 2 + streets + i, False, 1, 1) for i in range(streets)]
    corridors += [(2 + streets + i, 1, False, 1, 1) for i in range(streets)]
    given = network(2 + 2 * streets, (0, 1), corridors)
    members = members_of(given, range(given.junctions))
    assert members.family.words > 3
    assert members.count() == streets
    one_way = network(
        2 + 2 * streets, (0, 1), [(t, h, i == 0, a, b) for i, (t, h, _, a, b) in enumerate(corridors)]
    )
    assert count(one_way, range(given.junctions)) == streets


def test_too_little_memory_is_an_error():
    given = board(7, 7, KING)
    with pytest.raises(
        MemoryLimitError, match=r"[\d,]+ bytes of memory are not enough: layer \d+ of \d+ needs"
    ) as caught:
        count(given, resources=Resources(700_000))
    assert caught.value.needed > caught.value.limit == 700_000
    assert count(given, resources=Resources(50_000_000)) == KING_PATHS[7]


def test_a_time_limit_stops_a_sweep():
    with pytest.raises(TimeLimitError):
        count(board(12, 12, KING), watch=Limits(seconds=0.3).watch())


def test_progress_is_told_often_and_may_stop_the_sweep():
    told = []

    def progress(news):
        told.append(news)
        if news.seconds > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), slices.tier("compiled"):
        count(board(12, 12, KING), range(144), watch=Limits(progress=progress).watch())
    assert len(told) > 1
    assert told[-1].expanded > 0
    assert all(later.expanded >= earlier.expanded for earlier, later in pairwise(told))


def test_float_costs():
    given = board(3, 3, KING)
    cost, members = np.linspace(0.25, 3.5, given.corridors), members_of(given)
    for sign, choose in ((1, max), (-1, min)):
        edges = members.best(sign * cost[members.family.graph.same])
        wanted = choose(sum(cost[c] for c, _ in path) for path in oracle(given))
        assert cost[members.family.graph.same[edges]].sum() == pytest.approx(wanted)
