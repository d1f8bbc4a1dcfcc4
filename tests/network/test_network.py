"""Networks against brute force of our own, and against NetworkX: four kinds of random graphs, every verb."""

import pickle
from collections import Counter

import networkx as nx
import numpy as np
import pytest

import gridwalk as gw
import profiles
import published
from gridwalk.listing.edges import EdgeListing
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
    unit = 2 if number % 5 == 0 else 1
    rows = [
        (u, v, int(rng.integers(0, 4)) if longer else 1, int(rng.integers(0, 9)) / unit) for u, v in pairs
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


def edges_of(path):
    return path.start, tuple(path.edges)


def total(rows, edges, column):
    return sum(rows[n][column] for n in edges)


@pytest.mark.parametrize("number", range(profiles.number(100)))
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
    numbers = [each for one in paths.batches() for each in zip(one.lengths, one.costs, strict=True)]
    assert numbers == [(path.length, path.cost) for path in every]
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


def is_onward(rows, path, edge, u):
    """Whether *path* leaves *u* by *edge*."""
    at = path[0]
    for n in path[1]:
        if n == edge:
            return at == u
        at = rows[n][0] + rows[n][1] - at
    return False


@pytest.mark.parametrize("number", range(1000, 1000 + profiles.number(50)))
def test_conditions_on_edges_are_those_of_brute_force(number):
    network, rows, rng = drawn(number)
    start, exit_ = rng.integers(0, len(network), 2).tolist()
    edge = int(rng.integers(len(rows)))
    u, v = rows[edge][:2]
    paths, want = network.paths(start, exit_), brute_paths(rows, network.is_directed, [start], [exit_])
    asked = [
        (paths.through_edges(edge), [path for path in want if edge in path[1]]),
        (paths.avoiding_edges(edge), [path for path in want if edge not in path[1]]),
    ]
    if not network.is_directed and u != v and len(network._board._joining(u, v)) == 1:
        onward = [path for path in want if is_onward(rows, path, edge, u)]
        asked += [
            (paths.through_edges((u, v), directed=True), onward),
            (paths.avoiding_edges((u, v), directed=True), [path for path in want if path not in onward]),
        ]
    for found, members in asked:
        assert sorted(map(edges_of, found)) == sorted(members)
        assert found.count() == len(members)
        costs, shortest = [total(rows, edges, 3) for _, edges in members], found.shortest()
        assert (shortest and shortest.cost) == min(costs, default=None)


@pytest.mark.parametrize("number", range(3000, 3024))
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


EXAMPLE = [
    ("a", "b"), ("b", "c", 2, 1.5), ("a", "c", 5), ("c", "d"),
    ("b", "d", 3), ("c", "d", 2), ("d", "e"), ("e", "e"),
]  # fmt: skip
PATHS = gw.Network(EXAMPLE).paths("a", "d")


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
    first, second = ((p.count(), p.lengths(), p.longest().length, p.shortest().cost) for p in (mine, its))
    assert first == second
    assert board.tours().count() == network.tours().count()
    assert network.is_directed == isinstance(board.to_networkx(), nx.DiGraph)
    assert network.positions[start] == (start[1], -start[0])


def of(graph):
    return gw.Network.from_networkx(graph)


def test_published_counts():
    def tours(graph, **how):
        return of(graph).tours(**how).count()

    ladder, clique = nx.circular_ladder_graph, nx.complete_graph
    for n, number in published.CUBE_CLOSED.items():
        assert n > 4 or tours(nx.hypercube_graph(n), closed=True) == number  # 5 takes a minute
    for n, number in published.CUBE_OPEN.items():
        assert tours(nx.hypercube_graph(n)) == 2 * tours(nx.hypercube_graph(n), undirected=True) == number
    for name, number in published.PLATONIC_CLOSED.items():
        assert 2 * tours(getattr(nx, f"{name}_graph")(), closed=True) == number
    for name, number in published.PLATONIC_OPEN.items():
        assert tours(getattr(nx, f"{name}_graph")()) == number
    for n, number in published.PRISM_CYCLES.items():
        assert of(ladder(n)).cycles().count() == number
        assert 2 * tours(ladder(n), closed=True) == published.PRISM_CLOSED[n]
    for n, number in published.PRISM_OPEN.items():
        assert tours(ladder(n), undirected=True) == number
    assert {n: of(clique(n)).cycles().count() for n in published.CLIQUE_CYCLES} == published.CLIQUE_CYCLES
    counts = {n: of(clique(n)).paths(0, 1).count(by="sweep") for n in published.CLIQUE_PATHS}
    assert counts == published.CLIQUE_PATHS
    assert of(nx.petersen_graph()).cycles().lengths() == published.PETERSEN_CYCLES
    assert of(nx.petersen_graph()).tours(closed=True).is_empty()


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
