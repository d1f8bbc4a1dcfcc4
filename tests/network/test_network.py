"""Networks against brute force of our own, and against NetworkX: four kinds of random graphs, every verb."""

import pickle
from collections import Counter

import networkx as nx
import numpy as np
import pytest

import gridwalk as gw
import profiles
import published
from gridwalk.errors import QuestionError
from gridwalk.listing.edges import EdgeListing
from gridwalk.runtime import slices
from gridwalk.runtime.codes import EXPANDED
from gridwalk.runtime.limits import PatienceError
from gridwalk.runtime.tuning import tuned

KINDS = nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph


def drawn(number):
    """Return a random network of a kind, its edges as (u, v, length, cost), and whether it is directed."""
    rng = np.random.default_rng(number)
    nodes, edges = int(rng.integers(2, 8)), int(rng.integers(1, 14))
    pairs = rng.integers(0, nodes, (edges, 2)).tolist()
    directed, several = number % 2 == 1, number % 4 > 1
    if not several:
        pairs = list(dict.fromkeys(tuple(pair) if directed else (min(pair), max(pair)) for pair in pairs))
    longer = number % 3 == 0
    rows = [
        (
            u,
            v,
            int(rng.integers(0, 4)) if longer else 1,
            int(rng.integers(0, 9)) / (2 if number % 5 == 0 else 1),
        )
        for u, v in pairs
    ]
    return gw.Network(rows, range(nodes), directed=directed), rows, rng


def steps_of(rows, directed):
    """Return (edge, other node) of what leaves each node, in order."""
    out = {}
    for n, (u, v, *_) in enumerate(rows):
        out.setdefault(u, []).append((n, v))
        if not directed and u != v:
            out.setdefault(v, []).append((n, u))
    return out


def brute_paths(rows, directed, starts, exits):
    """Return all paths as (start, edges): to the first of *exits*, or to anywhere."""
    out, found = steps_of(rows, directed), []

    def extend(first, u, seen, edges):
        if exits is None or u in exits:
            found.append((first, tuple(edges)))
            if exits is not None:
                return
        for n, v in out.get(u, ()):
            if v not in seen:
                extend(first, v, seen | {v}, [*edges, n])

    for start in starts:
        extend(start, start, {start}, [])
    return found


def brute_cycles(rows, directed):
    """Return all cycles as sets of edges; an undirected one once."""
    out, found = steps_of(rows, directed), set()

    def extend(first, u, seen, edges):
        for n, v in out.get(u, ()):
            if n in edges:
                continue
            if v == first:
                found.add(frozenset([*edges, n]))
            elif v > first and v not in seen:
                extend(first, v, seen | {v}, [*edges, n])

    for first in sorted({x for row in rows for x in row[:2]}):
        extend(first, first, {first}, [])
    return found


def edges_of(path):
    return path.start, tuple(path.edges)


def total(rows, edges, column):
    return sum(rows[n][column] for n in edges)


@pytest.mark.parametrize("number", range(profiles.number(300)))
def test_paths_are_those_of_brute_force(number):
    network, rows, rng = drawn(number)
    nodes = network.nodes
    starts = rng.choice(len(nodes), int(rng.integers(1, 3)), replace=False).tolist()
    exits = rng.choice(len(nodes), int(rng.integers(1, 3)), replace=False).tolist()
    exits = None if number % 7 == 0 else exits
    paths = network.paths(starts, "anywhere" if exits is None else exits)
    want = brute_paths(rows, network.is_directed, sorted(starts), exits)
    every = paths.list()
    assert [edges_of(path) for path in every] == want  # in this order, too
    assert paths.count() == paths.count(by="sweep") == paths.count(by="list") == len(want)
    assert all(path in paths for path in every)
    lengths = dict(sorted(Counter(total(rows, edges, 2) for _, edges in want).items()))
    assert paths.lengths() == lengths
    ranked = [paths.unrank(rank) for rank in range(len(want))]
    assert sorted(map(edges_of, ranked)) == sorted(want)
    assert [paths.rank(path) for path in ranked] == list(range(len(want)))
    assert Counter(edges_of(path) for path in paths.sample(20, seed=1)).keys() <= set(want)
    assert [length for batch in paths.batches() for length in batch.lengths.tolist()] == [
        p.length for p in every
    ]
    assert [cost for batch in paths.batches() for cost in batch.costs.tolist()] == [p.cost for p in every]
    costs = sorted(total(rows, edges, 3) for _, edges in want)
    assert [path.cost for path in paths.in_order()] == costs
    assert [path.length for path in paths.in_order(measure="length")] == sorted(p.length for p in every)
    found = paths.find(), paths.shortest(), paths.longest(), paths.longest(measure="cost")
    if not want:
        assert found == (None,) * 4
        assert paths.is_empty()
        return
    assert all(edges_of(path) in want for path in found)
    assert (found[1].cost, found[2].length, found[3].cost) == (costs[0], max(lengths), costs[-1])
    assert [p.cost for p in paths.nearly_shortest(2)] == [cost for cost in costs if cost <= costs[0] + 2]
    middle = sorted(lengths)[len(lengths) // 2]
    some = paths.of_length(middle)
    assert some.count() == some.count(by="sweep") == lengths[middle] == len(some.list())
    assert {path.length for path in some.sample(5, seed=2)} == {some.shortest().length} == {middle}


@pytest.mark.parametrize("number", range(1000, 1000 + profiles.number(200)))
def test_conditions_are_those_of_brute_force(number):
    network, rows, rng = drawn(number)
    start, exit_, node = rng.integers(0, len(network), 3).tolist()
    edge = int(rng.integers(len(rows)))
    paths = network.paths(start, exit_)
    want = brute_paths(rows, network.is_directed, [start], [exit_])

    def nodes_on(path):
        return {path[0], *(x for n in path[1] for x in rows[n][:2])}

    for got, members in (
        (paths.through_edges(edge), [p for p in want if edge in p[1]]),
        (paths.avoiding_edges(edge), [p for p in want if edge not in p[1]]),
        (paths.through(node), [p for p in want if node in nodes_on(p)]),
        (paths.avoiding(node), [p for p in want if node not in nodes_on(p)]),
        (
            paths.through(node).avoiding_edges(edge),
            [p for p in want if node in nodes_on(p) and edge not in p[1]],
        ),
    ):
        every = got.list()
        assert sorted(map(edges_of, every)) == sorted(members), str(got)
        assert got.count() == len(members)
        assert sorted(edges_of(got.unrank(rank)) for rank in range(len(members))) == sorted(members)
        assert (got.find() is None) == (not members)
        costs = [total(rows, edges, 3) for _, edges in members]
        shortest, longest = got.shortest(), got.longest()
        assert (shortest and shortest.cost) == min(costs, default=None)
        assert (longest and longest.length) == max((total(rows, p[1], 2) for p in members), default=None)
    if (
        not network.is_directed
        and rows[edge][0] != rows[edge][1]
        and len(network._board._joining(*rows[edge][:2])) == 1
    ):
        u, v = rows[edge][:2]
        onward = [p for p in want if is_onward(rows, p, edge, u)]
        assert sorted(map(edges_of, paths.through_edges((u, v), directed=True))) == sorted(onward)
        others = [p for p in want if p not in onward]
        assert sorted(map(edges_of, paths.avoiding_edges((u, v), directed=True))) == sorted(others)


def is_onward(rows, path, edge, u):
    at = path[0]
    for n in path[1]:
        if n == edge:
            return at == u
        at = rows[n][0] + rows[n][1] - at
    return False


@pytest.mark.parametrize("number", range(2000, 2000 + profiles.number(200)))
def test_cycles_and_tours_are_those_of_brute_force(number):
    network, rows, _ = drawn(number)
    nodes, directed = len(network), network.is_directed
    want = brute_cycles(rows, directed)
    cycles = network.cycles()
    assert Counter(frozenset(cycle.edges) for cycle in cycles) == Counter(want)
    assert cycles.count() == cycles.count(by="sweep") == len(want)
    ranked = [cycles.unrank(rank) for rank in range(len(want))]
    assert {frozenset(cycle.edges) for cycle in ranked} == want
    assert [cycles.rank(cycle) for cycle in ranked] == list(range(len(want)))
    assert all(cycle in cycles for cycle in ranked)
    assert cycles.lengths() == dict(sorted(Counter(total(rows, edges, 2) for edges in want).items()))
    longest, shortest = cycles.longest(), cycles.shortest()
    assert (longest and longest.length) == max((total(rows, edges, 2) for edges in want), default=None)
    assert (shortest and shortest.cost) == min((total(rows, edges, 3) for edges in want), default=None)

    every = brute_paths(rows, directed, range(nodes), None)
    tours = [path for path in every if len(path[1]) == nodes - 1]
    assert network.tours().count() == network.tours().count(by="sweep") == len(tours)
    assert sorted(map(edges_of, network.tours())) == sorted(tours)
    assert network.tours().lengths() == dict(sorted(Counter(total(rows, p[1], 2) for p in tours).items()))
    from_first = [path for path in tours if path[0] == 0]
    assert sorted(map(edges_of, network.tours(0))) == sorted(from_first)
    closed = [edges for edges in want if len(edges) == nodes]
    assert {frozenset(tour.edges) for tour in network.tours(closed=True)} == set(closed)
    assert network.tours(closed=True).count(by="sweep") == len(closed)
    for got, members in ((network.tours(), [p[1] for p in tours]), (network.tours(closed=True), closed)):
        assert (got.find() is None) == (not members)
        best = got.shortest(), got.longest(), got.longest(measure="cost")
        if members:
            assert best[0].cost == min(total(rows, edges, 3) for edges in members)
            assert best[1].length == max(total(rows, edges, 2) for edges in members)
            assert best[2].cost == max(total(rows, edges, 3) for edges in members)


@pytest.mark.parametrize("number", range(3000, 3040))
def test_networkx_lists_the_same_in_the_same_order(number):
    rng = np.random.default_rng(number)
    graph = KINDS[number % 4]()
    graph.add_nodes_from(rng.permutation(7).tolist())
    graph.add_edges_from(rng.integers(0, 7, (12, 2)).tolist())
    network = gw.Network.from_networkx(graph)
    start, exit_ = rng.choice(7, 2, replace=False).tolist()
    paths = network.paths(start, exit_)
    assert [path.nodes for path in paths] == list(nx.all_simple_paths(graph, start, exit_))
    assert network.cycles().is_empty() == (next(nx.simple_cycles(graph), None) is None)
    lengths = nx.single_source_shortest_path_length(graph, start)
    assert (paths.shortest() and paths.shortest().length) == lengths.get(exit_)
    back = network.to_networkx()
    assert sorted(back.edges()) == sorted(graph.edges()) or not graph.is_directed()
    assert sorted(map(sorted, back.edges())) == sorted(map(sorted, graph.edges()))
    assert pickle.loads(pickle.dumps(network)) == network


def test_a_tree_and_a_crowd_of_islands():
    tree = gw.Network.from_networkx(nx.balanced_tree(2, 9))
    assert tree.paths(0, 1000).list() == [tree.paths(0, 1000).shortest()]
    assert tree.cycles().count() == 0
    islands = gw.Network([], range(5))
    assert (islands.paths(0, 1).count(), islands.paths(0, 0).count(), islands.paths().count()) == (0, 1, 5)
    assert gw.Network([]).paths().count() == 0


def test_start_that_is_exit():
    network = gw.Network([(1, 2), (2, 3), (1, 3)])
    paths = network.paths(1, 1)
    assert [path.nodes for path in paths] == [[1]]
    assert (paths.count(), paths.shortest().length, paths.lengths()) == (1, 0, {0: 1})
    assert next(paths.in_order()).nodes == [1]


def brute_pairs(rows, directed, pairs, fill=None):
    """Return the sets of disjoint paths between pairs, as tuples of edges."""
    found = [[]]
    for start, exit_ in pairs:
        others = {x for pair in pairs for x in pair if x != exit_}
        some = [
            p
            for p in brute_paths(rows, directed, [start], [exit_])
            if not nodes_on(rows, p) & others - {start}
        ]
        found = [[*before, one] for before in found for one in some]
    apart = [
        m for m in found if len({x for p in m for x in nodes_on(rows, p)}) == sum(len(p[1]) + 1 for p in m)
    ]
    return [m for m in apart if fill is None or sum(len(p[1]) + 1 for p in m) == fill]


def nodes_on(rows, path):
    found, at = {path[0]}, path[0]
    for n in path[1]:
        at = rows[n][0] + rows[n][1] - at
        found.add(at)
    return found


@pytest.mark.parametrize("number", range(4000, 4040))
def test_pairs_are_joined_as_by_brute_force(number):
    network, rows, rng = drawn(number)
    if len(network) < 4:
        return
    a, b, c, d = rng.choice(len(network), 4, replace=False).tolist()
    for fill in (False, True):
        want = brute_pairs(rows, network.is_directed, [(a, b), (c, d)], len(network) if fill else None)
        pairs = network.path_pairs((a, b), (c, d), fill=fill)
        every = pairs.list()
        assert sorted(tuple(map(edges_of, one)) for one in every) == sorted(map(tuple, want))
        assert pairs.count() == len(want)
        assert all(one in pairs for one in every)
        assert [pairs.rank(one) for one in every] == list(range(len(want)))
        lengths = Counter(sum(total(rows, p[1], 2) for p in m) for m in want)
        assert pairs.lengths() == dict(sorted(lengths.items()))
        if want:
            assert pairs.longest().length == max(lengths)
            assert pairs.of_length(min(lengths)).count() == lengths[min(lengths)]


EXAMPLE = [
    ("a", "b"), ("b", "c", 2, 1.5), ("a", "c", 5), ("c", "d"),
    ("b", "d", 3), ("c", "d", 2), ("d", "e"), ("e", "e"),
]  # fmt: skip
PATHS = gw.Network(EXAMPLE).paths("a", "d")
REFUSED = {
    "trace": PATHS.trace,
    "induced": PATHS.induced,
    "all_shortest": PATHS.all_shortest,
    "turns": lambda: list(PATHS.in_order(measure="turns")),
    "turns of a path": lambda: PATHS.find().turns,
    "turn_cost": lambda: PATHS.shortest(turn_cost=2),
    "jps": lambda: PATHS.shortest(by="jps"),
    "lengths by turns": lambda: PATHS.lengths(measure="turns"),
    "symmetry": lambda: gw.Network(EXAMPLE).tours().count(up_to_symmetry=True),
    "drawing": lambda: gw.Network(EXAMPLE).draw(),
    "bfs": lambda: PATHS.shortest(by="bfs"),
    "node": lambda: PATHS.through("z"),
    "parallel": lambda: PATHS.through_edges(("c", "d")),
    "edge": lambda: PATHS.avoiding_edges(("a", "e")),
    "negative": lambda: gw.Network([("a", "b", -1)]),
    "no position": lambda: gw.Network([(0, 1)], positions=[(0, 0), "no"]),
    "half": lambda: gw.Network([("a", "b", 0.5)]),
    "cost": lambda: gw.Network([("a", "b", 1, float("nan"))]),
    "triple": lambda: gw.Network([("a", "b", 1, 1, 1)]),
    "list": lambda: gw.Network([(["a"], "b")]),
    "pairs": lambda: gw.Network(EXAMPLE).path_pairs([("a", "c"), ("d", "e")]),
    "proof": lambda: gw.Network(EXAMPLE).tours().refutation(),
    "square": lambda: gw.Network.from_sparse(np.zeros((2, 3))),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_meaning_is_refused_in_words(name):
    with pytest.raises(gw.InputError, match=r"\w+ \w+") as error:
        REFUSED[name]()
    assert "NetworkBoard" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("trace", "find()"),
        ("all_shortest", "nearly_shortest(0)"),
        ("proof", "is_empty()"),
    ],
)
def test_a_refusal_says_what_to_ask_of_a_network(name, instead):
    with pytest.raises(QuestionError) as error:
        REFUSED[name]()
    assert f"of a network ask {instead}" in str(error.value)


def test_other_answers_of_a_network(tmp_path):
    network = gw.Network(EXAMPLE)
    assert PATHS.distances() == {"a": 0.0, "b": 1.0, "c": 2.5, "d": 3.5, "e": 4.5}
    assert PATHS.distances(max_cost=2.5) == {"a": 0.0, "b": 1.0, "c": 2.5}
    assert network.paths("a", "anywhere").counts_by_end() == {"a": 1, "b": 4, "c": 4, "d": 6, "e": 6}
    assert network.tours().counts_by_start() == {"a": 3, "b": 2, "c": 1, "d": 0, "e": 6}
    assert PATHS.lengths(measure="cost") == dict(Counter(path.cost for path in PATHS))
    assert PATHS.bound().value == PATHS.longest().length == PATHS.longest(anytime=0.1).length == 10
    assert PATHS.shortest(max_cost=3) is None
    assert PATHS.shortest(measure="length").length == 4
    assert (PATHS.starts, PATHS.exits) == (("a",), ("d",))
    assert ["a", "b", "d"] in PATHS
    assert ["a", "d"] not in PATHS
    assert PATHS.rank(["a", "z"]) is None
    assert PATHS.find().reversed().nodes == PATHS.find().nodes[::-1]
    for verb in ("find", "shortest", "longest", "count", "lengths", "sample", "in_order"):
        cyclic = () if verb == "in_order" else (network.tours(), network.cycles())
        for some in (PATHS, PATHS.through("b"), *cyclic):
            assert any(option.chosen for option in some.explain(verb).options)
    kept = PATHS.within(seconds=20, memory="1GB", keep=tmp_path)
    for _ in range(2):
        assert (kept.count(), kept.lengths()) == (PATHS.count(), PATHS.lengths())
    assert PATHS.within(on=2).count() == 6
    assert str(network.path_pairs(("a", "c"), ("d", "e")).find()) == "a - b - c\nd - e"
    assert network.without(["b"]).paths("a", "d").count() == 2
    left = [edge for n, edge in enumerate(network.edges) if n not in (2, 4)]
    assert network.without(edges=[2, ("b", "d")]).edges == left


@pytest.mark.parametrize(
    "board",
    [
        gw.Board.rectangle(3, 4),
        gw.Board.from_text("S.#\n...\n#.E", moves=gw.KING),
        gw.Board.rectangle(4, 4, moves=gw.KNIGHT),
        gw.Board.from_matrix([[0, 0, 0], [0, 1, 0], [0, 0, 0]], costs=[[1, 2, 3], [4, 5, 6], [7, 8, 9]]),
        gw.Board.rectangle(3, 3, one_way={(0, 0): (0, 1), (1, 1): (1, 0)}),
        gw.Board.rectangle(3, 3, wrap="rows"),
        gw.Board.rectangle(2, 3, portals=[((0, 0), (1, 2), 5)]),
    ],
)
def test_the_network_of_a_board_has_its_paths(board):
    network, start, exit_ = board.network, board.start, board.exits[0]
    mine, its = board.paths(), network.paths(start, exit_)
    assert [list(path) for path in mine] == [list(path) for path in its]
    assert [path.cost for path in mine] == [path.cost for path in its]
    assert (mine.count(), mine.lengths(), mine.longest().length) == (
        its.count(),
        its.lengths(),
        its.longest().length,
    )
    assert mine.shortest().cost == its.shortest().cost
    assert board.tours().count() == network.tours().count()
    assert network.is_directed == isinstance(board.to_networkx(), nx.DiGraph)
    assert network.positions[start] == (start[1], -start[0])


def of(graph):
    return gw.Network.from_networkx(graph)


def test_published_counts():
    for n, number in published.CUBE_CLOSED.items():
        if n < 5:  # the next takes a minute
            assert of(nx.hypercube_graph(n)).tours(closed=True).count() == number
    for n, number in published.CUBE_OPEN.items():
        assert of(nx.hypercube_graph(n)).tours().count() == number
        assert of(nx.hypercube_graph(n)).tours(undirected=True).count() == number / 2
    for name, number in published.PLATONIC_CLOSED.items():
        assert 2 * of(getattr(nx, f"{name}_graph")()).tours(closed=True).count() == number
    for n, number in published.PRISM_CYCLES.items():
        assert of(nx.circular_ladder_graph(n)).cycles().count() == number
        assert 2 * of(nx.circular_ladder_graph(n)).tours(closed=True).count() == published.PRISM_CLOSED[n]
    for name, number in published.PLATONIC_OPEN.items():
        assert of(getattr(nx, f"{name}_graph")()).tours().count() == number
    for n, number in published.PRISM_OPEN.items():
        assert of(nx.circular_ladder_graph(n)).tours(undirected=True).count() == number
    for n, number in published.CLIQUE_CYCLES.items():
        assert of(nx.complete_graph(n)).cycles().count() == number
    for n, number in published.CLIQUE_PATHS.items():
        assert of(nx.complete_graph(n)).paths(0, 1).count(by="sweep") == number
    assert of(nx.petersen_graph()).cycles().lengths() == published.PETERSEN_CYCLES
    assert of(nx.petersen_graph()).tours(closed=True).is_empty()


@pytest.mark.parametrize("tier", ["python", "compiled"])
def test_both_tiers_give_the_same(tier):
    with slices.tier(tier):
        network = gw.Network([(u, v, 1 + (u + v) % 3) for u, v in nx.petersen_graph().edges()])
        paths = network.paths(0, 2)
        assert paths.count(by="list") == paths.count(by="sweep") == len(paths.list()) == 31
        assert sorted(path.cost for path in paths) == [path.cost for path in paths.in_order()]
        assert paths.shortest().cost == min(path.cost for path in paths)
        assert (
            paths.of_length(paths.shortest().length).count(by="list")
            == paths.lengths()[paths.shortest().length]
        )
        assert network.cycles().count(by="list") == 57
        assert network.tours(undirected=True).count(by="list") == 120
        assert paths.find().nodes in [path.nodes for path in paths]


def test_explained_is_the_search_that_answers():
    for third, by in ((), "bfs"), ((5,), "dijkstra"), ((1, 2.5), "dijkstra"):
        paths = gw.Network([("a", "b"), ("b", "c"), ("a", "c", *third)]).paths("a", "c")
        (chosen,) = (option.engine for option in paths.explain("shortest").options if option.chosen)
        assert chosen == paths.shortest().by == by


def test_a_listing_that_a_sweep_will_replace_stops_soon(tier):
    question = gw.Network.from_networkx(nx.tutte_graph()).paths(0, 23)._question.running()
    listing = EdgeListing(question, question.watch(2_000))
    with pytest.raises(PatienceError):
        listing.count()
    assert 2_000 < listing.state[EXPANDED] < 10_000  # of 5,302,673 cells


def test_the_progress_of_a_network_is_in_nodes():
    told = []
    network = gw.Network([(a, b) for b in range(6) for a in range(b)])
    with tuned(tell_every=0, slice=10):
        network.paths(0, 5).within(progress=told.append).count(by="list")
    assert {one.unit for one in told} == {"nodes"}
    assert [one.expanded for one in told[:2]] == [1, 5]
    assert str(told[0])[:9] == "counting:"
