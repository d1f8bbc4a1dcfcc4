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


class Listed:
    """All paths of an acyclic graph by plain recursion, in order.

    *leaving* has for each node its (edge, next node, length, cost), in order; *starts* are in order, too.
    """

    def __init__(self, leaving, starts, ends, passing):
        self.paths = []  # nodes, edges, length, cost

        def extend(nodes, edges, length, cost):
            if nodes[-1] in ends:
                self.paths.append((nodes, edges, length, cost))
                if not passing:
                    return
            for edge, node, more, price in leaving[nodes[-1]]:
                extend((*nodes, node), (*edges, edge), length + more, cost + price)

        for start in starts:
            extend((start,), (), 0, 0)

    def only(self, is_kept):
        self.paths = [path for path in self.paths if is_kept(*path)]


def random_board(rng):
    """A board whose moves lead onwards, as gridwalk and as a listing have it."""
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
    """A directed acyclic network with parallel edges; its arcs are listed in any order."""
    nodes = [f"v{n}" for n in range(rng.randint(3, 9))]
    rng.shuffle(nodes)
    arcs = [
        (u, v, rng.choice((1, 1, rng.randint(1, 5))))
        for u, v in itertools.combinations(nodes, 2)
        for _ in range(rng.choice((0, 0, 1, 1, 2)))
    ]
    rng.shuffle(arcs)
    arcs = arcs or [(nodes[0], nodes[1], 1)]
    if rng.random() < 0.5:
        arcs = [(u, v, 1) for u, v, _ in arcs]
    network = gw.Network(arcs, directed=True)
    leaving = {node: [] for node in network.nodes}
    for edge, (u, v, length) in enumerate(arcs):
        leaving[u].append((edge, v, length, length))
    there = list(network.nodes)
    in_order = [node for node in nodes if node in leaving]
    return network, leaving, there, in_order[:3], in_order[-3:]


def shown(path):
    """The nodes of a path, and its edges where they are named."""
    if hasattr(path, "edges"):
        return tuple(path.nodes), tuple(path.edges)
    cells = tuple(map(tuple, path.cells.tolist()))
    return cells, tuple(itertools.pairwise(cells))


def asked(rng, board, leaving, cells, first, last):
    """A random question of the board, as a set and as a listing."""
    starts = (
        None
        if rng.random() < 0.15
        else sorted(rng.sample(first, rng.choice((1, 1, len(first)))), key=cells.index)
    )
    exits = (
        None
        if rng.random() < 0.25
        else sorted(rng.sample(last, rng.choice((1, 1, len(last)))), key=cells.index)
    )
    paths = board.paths("anywhere" if starts is None else starts, "anywhere" if exits is None else exits)
    listed = Listed(
        leaving, cells if starts is None else starts, set(cells if exits is None else exits), exits is None
    )
    kind = rng.choice(("all", "through", "avoiding", "longer", "shorter", "of", "edges"))
    some, number = rng.sample(cells, min(len(cells), rng.choice((1, 2)))), rng.randint(1, 5)
    if kind == "through":
        paths = paths.through(*some)
        listed.only(lambda nodes, *_: set(some) <= set(nodes))
    elif kind == "avoiding":
        paths = paths.avoiding(some[0])
        listed.only(lambda nodes, *_: some[0] not in nodes)
    elif kind == "edges" and any(leaving.values()):
        edge = rng.choice([one[0] for ways in leaving.values() for one in ways])
        paths = paths.through_edges(edge)
        listed.only(lambda _, edges, *rest: edge in edges)
    elif kind in {"longer", "shorter", "of"}:
        least, most = {"longer": (number + 1, 99), "shorter": (0, number - 1), "of": (number, number)}[kind]
        ask = {"longer": paths.longer_than, "shorter": paths.shorter_than, "of": paths.of_length}[kind]
        paths = ask(number)
        listed.only(lambda _, edges, length, cost: least <= length <= most)
    return paths, listed.paths


@pytest.mark.parametrize("kind", [random_board, random_network])
@pytest.mark.parametrize("seed", range(4))
def test_all_answers_are_those_of_a_listing(kind, seed):
    rng, chosen = random.Random(seed), Counter()
    for _ in range(60):
        board, *rest = kind(rng)
        paths, listed = asked(rng, board, *rest)
        chosen[paths.explain().chosen] += 1
        assert paths.count() == paths.count(by="sweep") == len(listed)
        assert paths.lengths() == dict(sorted(Counter(length for *_, length, _ in listed).items()))
        in_order = [path[:2] for path in listed]
        assert [shown(path) for path in paths] == in_order
        some = sorted(rng.sample(range(len(listed)), min(len(listed), 30)))
        ranked = [paths.unrank(rank) for rank in some]
        assert [shown(path) for path in ranked] == [in_order[rank] for rank in some]
        assert [paths.rank(path) for path in ranked] == some
        ends = Counter(nodes[-1] for nodes, *_ in listed)
        table = paths.counts_by_end()
        assert {cell: table[cell] for cell in rest[1] if table[cell]} == ends
        drawn = paths.sample(10, seed=1)
        assert {shown(path) for path in drawn} <= set(in_order)
        assert len(drawn) == 10 * bool(listed)
        if not listed:
            assert paths.longest() is None
            assert paths.bound() is None
            continue
        costs, lengths = [cost for *_, cost in listed], [length for *_, length, _ in listed]
        assert paths.longest().length == paths.bound().value == max(lengths)
        assert paths.longest(measure="cost").cost == pytest.approx(max(costs), rel=1e-12)
        assert paths.longest(measure="cost").proved
        assert paths.shortest(by="sweep").cost == pytest.approx(min(costs), rel=1e-12)
        if kind is random_network or board.costs is not None or not board.moves.has_diagonals:
            assert paths.lengths(measure="cost") == dict(sorted(Counter(costs).items()))
    assert chosen["acyclic"] > 40


# ------------------------------------------------------------------------------- closed forms


def delannoy(rows, columns):
    """The number of paths right, down and both, by their number of diagonal steps."""
    return sum(
        math.comb(rows + columns - d, rows) * math.comb(rows, d) for d in range(min(rows, columns) + 1)
    )


@pytest.mark.parametrize("side", [2, 8, 20, 30, 100])
def test_right_and_down_are_binomials_and_delannoy_numbers(side):
    n = side - 1
    assert gw.Board.rectangle(side, side, moves=DOWN).paths().count() == math.comb(2 * n, n)
    paths = gw.Board.rectangle(side, side, moves=DELANNOY).paths()
    assert paths.count() == delannoy(n, n)
    by_length = {2 * n - d: math.comb(2 * n - d, n) * math.comb(n, d) for d in range(n + 1)}
    assert paths.lengths() == dict(sorted(by_length.items()))


def test_below_the_diagonal_are_catalan_numbers():
    walls = np.triu(np.ones((31, 31), int), 1)
    assert gw.Board.from_matrix(walls, moves=DOWN).paths().count() == math.comb(60, 30) // 31


def test_from_anywhere_to_anywhere_is_a_sum_over_rectangles():
    """From every cell to every cell that is not above or left of it."""
    pairs = itertools.product(range(12), range(9))
    every = sum((12 - down) * (9 - across) * math.comb(down + across, down) for down, across in pairs)
    paths = gw.Board.rectangle(12, 9, moves=DOWN).paths("anywhere", "anywhere")
    assert paths.count() == every
    assert paths.lengths()[0] == 12 * 9


@pytest.mark.parametrize("side", [6, 30, 100])
def test_the_fewest_moves_on_a_board_of_four_moves(side):
    """No move of such a path leads back, though the board has moves that do."""
    n = side - 1
    paths = gw.Board.rectangle(side, side).paths()
    fewest = paths.of_length(2 * n)
    assert fewest.count() == paths.shorter_than(2 * n + 1).count() == math.comb(2 * n, n)
    assert fewest.unrank(math.comb(2 * n, n) - 1) == fewest.sample(1, seed=0)[0].board.paths(
        (0, 0), (n, n)
    ).of_length(2 * n).unrank(math.comb(2 * n, n) - 1)


@pytest.mark.parametrize("seed", range(3))
def test_few_moves_on_boards_whose_moves_lead_back(seed):
    """Paths of at most one or two moves more than the fewest, with costs, one-way and required cells."""
    chosen = Counter()
    stencils = strategies.ORTHOGONAL, strategies.KING, strategies.KNIGHT
    costs = None, "small"
    for raw, rng in seeded.raws(seed, 300, stencils, cost_kinds=costs, one_way=True, most=4):
        start, *ends = rng.sample(raw.cells, min(3, len(raw.cells)))
        every = list(oracles.simple_paths(raw, start, ends))
        if not every:
            continue
        fewest = min(map(len, every)) - 1
        most = fewest + rng.choice((0, 0, 1, 2))
        paths, listed = board_of(raw).paths(start, ends).shorter_than(most + 1), every
        if rng.random() < 0.3:
            cell = rng.choice(rng.choice(every))
            paths, listed = paths.through(cell), [path for path in listed if cell in path]
        listed = [path for path in listed if len(path) <= most + 1]
        chosen[paths.explain().chosen] += 1
        assert paths.count(by="sweep") == paths.count() == len(listed)
        assert [list(path) for path in paths] == listed
        if "acyclic" in paths.explain().chosen:
            assert [list(paths.unrank(rank)) for rank in range(len(listed))] == listed
        if listed:
            worth = [oracles.worth(raw, path) for path in listed]
            assert paths.longest().length == max(map(len, listed)) - 1
            if "acyclic" in paths.explain().chosen:
                assert paths.longest(measure="cost").cost == pytest.approx(max(worth), rel=1e-12)
    assert chosen["acyclic"] > 5


def test_two_moves_more_can_return():
    paths = gw.Board.rectangle(6, 6).paths()
    for verb in ("count", "lengths", "sample", "longest"):
        assert paths.of_length(10).explain(verb).chosen == "acyclic"
    more = paths.of_length(12)
    assert "acyclic" not in more.explain("lengths").chosen
    assert more.count() == sum(path.length == 12 for path in paths.shorter_than(13))


def test_ordinary_boards_do_not_name_it():
    assert "acyclic" not in str(gw.Board.rectangle(9, 9).paths().explain())
    assert "acyclic" not in str(gw.Board.rectangle(9, 9).cycles().explain())


def test_a_circle_that_no_path_reaches_is_no_circle():
    """Nor is one that leads back by the start only; with a way in and a way out a path may go round it."""
    arcs = [("s", f"m{n}") for n in range(40)] + [(f"m{n}", "t") for n in range(40)]
    circle = [("a", "b"), ("b", "c"), ("c", "a"), ("a", "s")]
    apart = gw.Network(arcs + circle, directed=True).paths("s", "t")
    assert (apart.count(by="sweep"), apart.explain().chosen) == (40, "acyclic")
    joined = gw.Network([*arcs, *circle, ("m0", "b")], directed=True).paths("s", "t")
    assert (joined.count(by="sweep"), joined.explain().chosen) == (40, "acyclic")
    within = gw.Network([*arcs, *circle[:3], ("m0", "b"), ("c", "m1")], directed=True).paths("s", "t")
    assert "acyclic" not in within.explain().chosen
    assert within.count() == 41


# --------------------------------------------------------------------------------- well known


def test_the_cheapest_and_the_dearest_way_by_dynamic_programming():
    """Least and greatest sum of a grid, right and down: also among paths of given lengths."""
    costs = np.random.default_rng(2).integers(1, 99, (60, 40))
    least, most = costs.tolist(), costs.tolist()
    for row, column in itertools.product(range(60), range(40)):
        before = [(row - 1, column)] * (row > 0) + [(row, column - 1)] * (column > 0)
        if before:
            least[row][column] += min(least[r][c] for r, c in before)
            most[row][column] += max(most[r][c] for r, c in before)
    paths = gw.Board.from_costs(costs, moves=DOWN).paths()
    first = costs[0, 0]
    assert paths.longest(measure="cost").cost == most[-1][-1] - first
    assert paths.bound(measure="cost").value == most[-1][-1] - first
    assert paths.shortest(by="sweep").cost == least[-1][-1] - first
    assert paths.of_length(98).longest(measure="cost").cost == most[-1][-1] - first
    assert paths.of_length(97).longest(measure="cost") is None


def test_a_critical_path_and_the_number_of_paths_of_many_arcs():
    rng, nodes = random.Random(1), 3_000
    arcs = [
        (u, min(nodes - 1, u + rng.randint(1, 40)), rng.randint(1, 99))
        for u in range(nodes - 1)
        for _ in range(4)
    ]
    longest, number = [-math.inf] * nodes, [0] * nodes
    longest[0], number[0] = 0, 1
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


def test_the_count_by_end_of_a_board_is_that_of_each_rectangle():
    table = gw.Board.rectangle(20, 30, moves=DOWN).paths((0, 0), "anywhere").counts_by_end()
    assert table.tolist() == [[math.comb(row + column, row) for column in range(30)] for row in range(20)]


def test_an_estimate_is_the_number_itself():
    estimate = gw.Board.rectangle(30, 30, moves=DOWN).paths().estimate_count()
    assert (estimate.value, estimate.exact) == (math.comb(58, 29), True)


# ------------------------------------------------------------------------------ draws and limits


def test_all_paths_are_drawn_with_the_same_chance():
    drawn = Counter(map(shown, gw.Board.rectangle(4, 4, moves=DOWN).paths().sample(8000, seed=5)))
    assert len(drawn) == 20
    assert sum((number - 400) ** 2 / 400 for number in drawn.values()) < 43.8  # 19 degrees, one in 1,000


def test_limits_hold():
    paths = gw.Board.rectangle(700, 700, moves=DOWN).paths()
    with pytest.raises(MemoryLimitError, match="the number of paths from every cell"):
        paths.within(memory="16MB").sample()
    with pytest.raises(TimeLimitError):
        paths.within(seconds=0.01).count()
    copies = gw.Board.rectangle(300, 300, moves=DELANNOY).paths().longer_than(5)
    with pytest.raises(MemoryLimitError, match="a copy of each cell for each number of moves"):
        copies.within(memory="16MB").count()
    assert paths.within(memory="16MB").count() == math.comb(1398, 699)  # which holds few numbers at once


# ------------------------------------------------------------------------- all cheapest paths


@pytest.mark.parametrize("measure", ["cost", "turns"])
@pytest.mark.parametrize("seed", range(3))
def test_ranks_of_the_cheapest_are_the_places_in_their_listing(measure, seed):
    rng = random.Random(seed)
    for moves in (gw.ORTHOGONAL, gw.KING, gw.KNIGHT) * 5:
        shape = rng.randint(2, 6), rng.randint(2, 6)
        costs = [[rng.randint(1, 3) for _ in range(shape[1])] for _ in range(shape[0])]
        board = gw.Board.rectangle(*shape, moves=moves, costs=costs)
        ends = [(row, column) for row in range(shape[0]) for column in range(shape[1])]
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


def test_the_cheapest_are_drawn_with_the_same_chance():
    best = gw.Board.rectangle(4, 4).paths().all_shortest()
    drawn = Counter(map(shown, best.sample(8000, seed=6)))
    assert len(drawn) == best.count() == 20
    assert sum((number - 400) ** 2 / 400 for number in drawn.values()) < 43.8
    assert gw.Board.from_text(".#.").paths().all_shortest().sample(3) == []
