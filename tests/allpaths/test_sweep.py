"""The frontier sweep over networks: against plain backtracking, and against published values."""

from collections import Counter
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from gridwalk.allpaths import frontier
from gridwalk.allpaths.frontier import Sweep, ordered
from gridwalk.allpaths.members import Members
from gridwalk.allpaths.order import order_of
from gridwalk.allpaths.reduce.network import NOWHERE, BlockNetwork
from gridwalk.allpaths.simpath import family_of
from gridwalk.allpaths.values import Counts
from gridwalk.errors import MemoryLimitError
from gridwalk.runtime import slices
from gridwalk.runtime.limits import NO_LIMITS, Limits
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.tuning import tuned
from networks import network_cycles, network_paths
from published import KING_PATHS, KNIGHT_CLOSED, KNIGHT_OPEN_FROM, ROOK_CLOSED, ROOK_CYCLES, ROOK_PATHS

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
    """Return a small random network, part of a board or not, with all features of networks."""
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
    if given.source == NOWHERE and not given.one_way.any():  # each cycle was found in both directions
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
    """Return the corridors of a path, or of a cycle from its least junction, in the form of `oracle`."""
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


@pytest.mark.parametrize("seed", range(8))
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
    [(ORTHOGONAL, ROOK_PATHS, (2, 3, 4, 5, 6, 10)), (KING, KING_PATHS, (2, 3, 4, 5, 6))],
)
def test_published_numbers_of_paths(moves, counts, sides):
    for n in sides:
        assert count(board(n, n, moves)) == counts[n]


def test_counts_and_ranks_beyond_machine_words(tier):
    """Of a chain in which three edges, of 0, 1 and 2 moves, lead to each next junction."""
    steps, by_length = 90, [1]
    for _ in range(steps):
        by_length = [sum(by_length[max(0, n - 2) : n + 1]) for n in range(len(by_length) + 2)]
    edges = [(v, v + 1, False, moves, 1) for v in range(steps) for moves in range(3)]
    members = members_of(network(steps + 1, (0, steps), edges))
    assert members.count() == members.tape.count == 3**steps > 2**128
    assert members.count_by_length() == dict(enumerate(by_length))
    ranks = [0, 1, 2**64, 2**128 + 12345, 3**steps // 7, 3**steps - 1]
    assert [members.tape.rank(one) for one in members.at(ranks)] == ranks


@pytest.mark.parametrize("after", [1, 7, 20, 30])
def test_a_sweep_may_continue_compiled_within_a_layer(monkeypatch, after):
    """The states are the same, in the same order."""

    def states():
        sweep = Sweep(members_of(board(4, 4, KING)).family, NO_LIMITS.watch(), MemoryBudget())
        return [found.tolist() for found in sweep.run(Counts())]

    expected, asked = states(), []
    monkeypatch.setattr(frontier, "compiles", lambda *_: asked.append(0) or len(asked) > after)
    with tuned(slice=10):
        assert states() == expected
    assert len(asked) == after + 1


def test_published_tours():
    corner = sum(count(board(5, 5, KNIGHT, (0, end), everywhere=True)) for end in range(1, 25))
    assert corner == KNIGHT_OPEN_FROM[5, 5][0, 0]
    assert count(board(6, 6, KNIGHT, CYCLES, everywhere=True)) == KNIGHT_CLOSED[6, 6]
    assert count(board(6, 6, ORTHOGONAL, CYCLES, everywhere=True)) == ROOK_CLOSED[6]
    assert count(board(6, 6, ORTHOGONAL, CYCLES)) == ROOK_CYCLES[6]


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


# ---------------------------------------------------------------------------------------------- memory


def one_way_board():
    given = board(4, 6, KING)
    given.one_way[::4] = True
    return given


def by_rank(members):
    total = members.count()
    ranks = [0, 1, total // 3, total - 1]
    found = members.at(ranks)
    assert [members.tape.rank(edges) for edges in found] == ranks
    return total, found


ANSWERS = {
    "count": Members.count,
    "by length": Members.count_by_length,
    "longest": lambda members: members.best(np.array(members.lengths)),
    "by rank": by_rank,
}


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("given", [board(6, 6, KING), one_way_board(), board(4, 5, KING, CYCLES)])
def test_more_memory_never_answers_less(given, answer):
    """Of sixteen memory limits the lower are refused; the higher give the answer without a limit."""
    order, ask = list(range(given.junctions)), ANSWERS[answer]
    wanted, answered = ask(members_of(given, order)), []
    for memory in np.geomspace(100_000, 50_000_000, 16).astype(int).tolist():
        try:
            answered.append(ask(members_of(given, order, resources=Resources(memory))) == wanted)
        except MemoryLimitError:
            answered.append(None)
    refused = answered.count(None)
    assert 0 < refused < 16
    assert answered == [None] * refused + [True] * (16 - refused)


def test_bytes_of_a_tape():
    members = members_of(board(4, 4, KING))
    assert members.bytes == 0
    first = members.at([5])
    assert members.bytes > 10_000
    members.close()
    assert members.bytes == 0
    assert members.at([5]) == first
