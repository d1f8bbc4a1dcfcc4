"""Acyclic questions, answered by one pass over the moves: against plain listings and closed forms."""

import itertools
import math
import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import gridwalk as gw
import oracles
import seeded
import strategies
from gridwalk.errors import MemoryLimitError, TimeLimitError
from strategies import board_of

DOWN = gw.Moves([(0, 1), (1, 0)])
DELANNOY = gw.Moves([(0, 1), (1, 0), (1, 1)])
STENCILS = [
    *([(0, 1), (1, 0)], [(0, 1), (1, 0), (1, 1)], [(1, 0), (1, 1), (1, -1), (0, 1)]),
    *([(1, 2), (2, 1), (1, -2), (2, -1)], [(-1, 0), (0, -1)], [(1, 0), (0, -1), (2, 1)]),
    [(1, 0), (2, 0), (0, 1), (0, 2)],
]


def listing(leaving, starts, ends, passing):
    """Return all paths of an acyclic graph by plain recursion, as (nodes, edges, length, cost), in order.

    *leaving* has for each node its (edge, next node, length, cost), in order; *starts* are in order, too.
    """
    found = []

    def extend(nodes, edges, length, cost):
        if nodes[-1] in ends:
            found.append((nodes, edges, length, cost))
        if passing or nodes[-1] not in ends:
            for edge, node, more, price in leaving[nodes[-1]]:
                extend((*nodes, node), (*edges, edge), length + more, cost + price)

    for start in starts:
        extend((start,), (), 0, 0)
    return found


def random_board(rng):
    """Return a board whose moves lead onwards, its moves by cell, its cells, and likely starts and exits."""
    shape = rng.randint(1, 6), rng.randint(2, 6)
    rows = tuple(tuple(rng.random() > 0.15 for _ in range(shape[1])) for _ in range(shape[0]))
    costs = tuple(tuple(rng.randint(1, 9) for _ in row) for row in rows) if rng.random() < 0.5 else None
    raw = oracles.Raw(rows, tuple(rng.choice(STENCILS)), rng.choice(("both", "one", "none")), costs=costs)
    cells, onwards = raw.cells, raw.deltas[0] != (-1, 0)
    if len(cells) < 2:
        return random_board(rng)
    ends = sorted(rng.sample(cells, 2), reverse=not onwards)
    if rng.random() < 0.3 and ends[0][0] != ends[1][0]:
        raw = replace(raw, portals={tuple(ends): rng.choice((None, 2, 5))})
    leaving = {
        u: [((u, v), v, 1, oracles.cost_of_move(raw, u, v)) for v in heads]
        for u, heads in oracles.graph(raw).items()
    }
    first, last = (cells[:4], cells[-6:]) if onwards else (cells[-4:], cells[:6])
    return board_of(raw), leaving, cells, first, last


def random_network(rng):
    """Return a directed acyclic network with parallel edges, and the values that `random_board` returns."""
    nodes = [f"v{n}" for n in range(rng.randint(3, 9))]
    rng.shuffle(nodes)
    pairs = [pair for pair in itertools.combinations(nodes, 2) for _ in range(rng.choice((0, 0, 1, 1, 2)))]
    arcs = [(u, v, rng.choice((1, 1, rng.randint(1, 5)))) for u, v in pairs or [nodes[:2]]]
    rng.shuffle(arcs)
    if rng.random() < 0.5:
        arcs = [(u, v, 1) for u, v, _ in arcs]
    network = gw.Network(arcs, directed=True)
    leaving = {node: [] for node in network.nodes}
    for edge, (u, v, length) in enumerate(arcs):
        leaving[u].append((edge, v, length, length))
    in_order = [node for node in nodes if node in leaving]
    return network, leaving, list(network.nodes), in_order[:3], in_order[-3:]


def shown(path):
    """Return the nodes of a path, and its edges."""
    if hasattr(path, "edges"):
        return tuple(path.nodes), tuple(path.edges)
    cells = tuple(map(tuple, path.cells.tolist()))
    return cells, tuple(itertools.pairwise(cells))


def asked(rng, board, leaving, cells, first, last):
    """Return a random question of the board, as a set and as a listing."""
    starts, exits = (
        None
        if rng.random() < share
        else sorted(rng.sample(some, rng.choice((1, 1, len(some)))), key=cells.index)
        for some, share in ((first, 0.15), (last, 0.25))
    )
    paths = board.paths("anywhere" if starts is None else starts, "anywhere" if exits is None else exits)
    listed = listing(leaving, starts or cells, set(exits or cells), exits is None)
    some, number = rng.sample(cells, min(len(cells), rng.choice((1, 2)))), rng.randint(1, 5)
    edges = [one[0] for ways in leaving.values() for one in ways] or [None]
    edge = rng.choice(edges)
    kinds = {
        "all": lambda: (paths, lambda nodes, edges, length: True),
        "through": lambda: (paths.through(*some), lambda nodes, edges, length: set(some) <= set(nodes)),
        "avoiding": lambda: (paths.avoiding(some[0]), lambda nodes, edges, length: some[0] not in nodes),
        "longer": lambda: (paths.longer_than(number), lambda nodes, edges, length: length > number),
        "shorter": lambda: (paths.shorter_than(number), lambda nodes, edges, length: length < number),
        "of": lambda: (paths.of_length(number), lambda nodes, edges, length: length == number),
        "edges": lambda: (paths.through_edges(edge), lambda nodes, edges, length: edge in edges),
    }
    chosen, keeps = kinds[rng.choice([kind for kind in kinds if edge or kind != "edges"])]()
    return chosen, [path for path in listed if keeps(*path[:3])]


@pytest.mark.parametrize("kind", [random_board, random_network])
@pytest.mark.parametrize("seed", range(3))
def test_all_answers_are_those_of_a_listing(kind, seed):
    rng, chosen = random.Random(seed), Counter()
    for _ in range(40):
        board, *rest = kind(rng)
        paths, listed = asked(rng, board, *rest)
        chosen[paths.explain().chosen] += 1
        costs, lengths = [cost for *_, cost in listed], [length for *_, length, _ in listed]
        in_order = [path[:2] for path in listed]
        assert paths.count() == paths.count(by="sweep") == len(listed)
        assert paths.lengths() == dict(sorted(Counter(lengths).items()))
        assert [shown(path) for path in paths] == in_order
        some = sorted(rng.sample(range(len(listed)), min(len(listed), 30)))
        ranked = [paths.unrank(rank) for rank in some]
        assert [shown(path) for path in ranked] == [in_order[rank] for rank in some]
        assert [paths.rank(path) for path in ranked] == some
        table = paths.counts_by_end()
        ends = {cell: table[cell] for cell in rest[1] if table[cell]}
        assert ends == Counter(nodes[-1] for nodes, *_ in listed)
        drawn = paths.sample(10, seed=1)
        assert {shown(path) for path in drawn} <= set(in_order)
        assert len(drawn) == 10 * bool(listed)
        if not listed:
            assert paths.longest() is paths.bound() is None
            continue
        assert paths.longest().length == paths.bound().value == max(lengths)
        costliest = paths.longest(measure="cost")
        assert (costliest.cost, costliest.proved) == (pytest.approx(max(costs), rel=1e-12), True)
        assert paths.shortest(by="sweep").cost == pytest.approx(min(costs), rel=1e-12)
        if kind is random_network or board.costs is not None or not board.moves.has_diagonals:
            assert paths.lengths(measure="cost") == dict(sorted(Counter(costs).items()))
    assert chosen["acyclic"] > 25


@pytest.mark.parametrize("seed", range(3))
def test_few_moves_on_boards_whose_moves_lead_back(seed):
    """Paths of at most one or two moves more than the fewest, with costs, one-way and required cells."""
    chosen = Counter()
    stencils = strategies.ORTHOGONAL, strategies.KING, strategies.KNIGHT
    for raw, rng in seeded.raws(seed, 300, stencils, cost_kinds=(None, "small"), one_way=True, most=4):
        start, *ends = rng.sample(raw.cells, min(3, len(raw.cells)))
        every = list(oracles.simple_paths(raw, start, ends))
        if not every:
            continue
        most = min(map(len, every)) - 1 + rng.choice((0, 0, 1, 2))
        paths, listed = board_of(raw).paths(start, ends).shorter_than(most + 1), every
        if rng.random() < 0.3:
            cell = rng.choice(rng.choice(every))
            paths, listed = paths.through(cell), [path for path in listed if cell in path]
        listed = [path for path in listed if len(path) <= most + 1]
        engine = paths.explain().chosen
        chosen[engine] += 1
        assert paths.count(by="sweep") == paths.count() == len(listed)
        assert [list(path) for path in paths] == listed
        if listed:
            assert paths.longest().length == max(map(len, listed)) - 1
        if listed and "acyclic" in engine:
            assert [list(paths.unrank(rank)) for rank in range(len(listed))] == listed
            worth = max(oracles.worth(raw, path) for path in listed)
            assert paths.longest(measure="cost").cost == pytest.approx(worth, rel=1e-12)
    assert chosen["acyclic"] > 5


def test_two_moves_more_can_return():
    paths = gw.Board.rectangle(6, 6).paths()
    assert paths.of_length(10).count() == math.comb(10, 5)
    assert paths.of_length(10).explain().chosen == "acyclic"
    more = paths.of_length(12)
    assert "acyclic" not in more.explain("lengths").chosen
    assert more.count() == sum(path.length == 12 for path in paths.shorter_than(13))


def test_a_circle_that_no_path_reaches_is_no_circle():
    """Nor is a circle that leads back only to the start; with a way in and out a path may walk along it."""
    arcs = [("s", f"m{n}") for n in range(40)] + [(f"m{n}", "t") for n in range(40)]
    circle = [("a", "b"), ("b", "c"), ("c", "a"), ("a", "s")]
    for more in ([], [("m0", "b")]):
        paths = gw.Network([*arcs, *circle, *more], directed=True).paths("s", "t")
        assert (paths.count(by="sweep"), paths.explain().chosen) == (40, "acyclic")
    within = gw.Network([*arcs, *circle[:3], ("m0", "b"), ("c", "m1")], directed=True).paths("s", "t")
    assert "acyclic" not in within.explain().chosen
    assert within.count() == 41


# --------------------------------------------------------------------------------- well known


@pytest.mark.parametrize("side", [2, 20, 100])
def test_right_and_down_are_binomials_and_delannoy_numbers(side):
    n = side - 1
    assert gw.Board.rectangle(side, side, moves=DOWN).paths().count() == math.comb(2 * n, n)
    paths = gw.Board.rectangle(side, side, moves=DELANNOY).paths()
    by_length = {2 * n - d: math.comb(2 * n - d, n) * math.comb(n, d) for d in range(n + 1)}
    assert paths.lengths() == dict(sorted(by_length.items()))
    assert paths.count() == sum(by_length.values())


def test_the_least_and_the_greatest_cost_by_dynamic_programming():
    """The least and the greatest sum of a grid, right and down; also for paths of a given length."""
    costs = np.random.default_rng(2).integers(1, 99, (60, 40))
    least, most = costs.tolist(), costs.tolist()
    for row, column in itertools.product(range(60), range(40)):
        before = [(row - 1, column)] * (row > 0) + [(row, column - 1)] * (column > 0)
        if before:
            least[row][column] += min(least[r][c] for r, c in before)
            most[row][column] += max(most[r][c] for r, c in before)
    paths, first = gw.Board.from_costs(costs, moves=DOWN).paths(), costs[0, 0]
    assert paths.longest(measure="cost").cost == most[-1][-1] - first
    assert paths.bound(measure="cost").value == most[-1][-1] - first
    assert paths.shortest(by="sweep").cost == least[-1][-1] - first
    assert paths.of_length(98).longest(measure="cost").cost == most[-1][-1] - first
    assert paths.of_length(97).longest(measure="cost") is None


def test_a_critical_path_and_the_number_of_paths_of_many_arcs():
    rng, nodes = random.Random(1), 3_000
    ends = [(u, min(nodes - 1, u + rng.randint(1, 40))) for u in range(nodes - 1) for _ in range(4)]
    arcs = [(u, v, rng.randint(1, 99)) for u, v in ends]
    longest, number = [0] + [-math.inf] * (nodes - 1), [1] + [0] * (nodes - 1)
    for u, v, days in arcs:  # in topological order
        longest[v] = max(longest[v], longest[u] + days)
        number[v] += number[u]
    rng.shuffle(arcs)
    paths = gw.Network(arcs, directed=True).paths(0, nodes - 1)
    assert paths.count() == number[-1] > 2**64
    found = paths.longest(measure="cost")
    assert (found.cost, found.proved) == (longest[-1], True)
    assert paths.longest(anytime=0.01).proved
    assert paths.rank(paths.unrank(number[-1] // 3)) == number[-1] // 3


def test_limits_hold():
    paths = gw.Board.rectangle(450, 450, moves=DOWN).paths()
    with pytest.raises(MemoryLimitError, match="the number of paths from every cell"):
        paths.within(memory="16MB").sample()
    with pytest.raises(TimeLimitError):
        paths.within(seconds=0.01).count()
    copies = gw.Board.rectangle(300, 300, moves=DELANNOY).paths().longer_than(5)
    with pytest.raises(MemoryLimitError, match="a copy of each cell for each number of moves"):
        copies.within(memory="16MB").count()
    assert paths.within(memory="16MB").count() == math.comb(898, 449)  # a count needs few numbers at once


@pytest.mark.parametrize("measure", ["cost", "turns"])
@pytest.mark.parametrize("seed", range(3))
def test_ranks_of_the_cheapest_are_the_places_in_their_listing(measure, seed):
    rng = random.Random(seed)
    for moves in (gw.ORTHOGONAL, gw.KING, gw.KNIGHT) * 2:
        shape = rng.randint(2, 6), rng.randint(2, 6)
        costs = [[rng.randint(1, 3) for _ in range(shape[1])] for _ in range(shape[0])]
        ends = list(itertools.product(*map(range, shape)))
        board = gw.Board.rectangle(*shape, moves=moves, costs=costs)
        paths = board.paths(rng.sample(ends, rng.choice((1, 2))), rng.sample(ends, 2))
        best = paths.all_shortest(measure=measure)
        listed = list(best)
        assert best.count() == len(listed)
        assert [best.unrank(rank) for rank in range(len(listed))] == listed
        assert [best.rank(path) for path in listed] == list(range(len(listed)))
        assert set(map(shown, best.sample(20, seed=1))) <= set(map(shown, listed))
        other = next((path for path in paths.list(200) if path not in listed), None)
        assert other is None or best.rank(other) is None
    assert best.rank([(99, 99)]) is None
