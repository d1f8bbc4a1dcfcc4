"""Induced paths, cycles and pairs of networks, and visits, beside NetworkX's listings."""

from collections import Counter
from itertools import pairwise

import networkx as nx
import pytest

import gridwalk as gw
import published


def has_no_chord(graph, *paths, closed=False):
    """Whether the edges among the nodes of disjoint *paths* are just those that they take."""
    nodes = [node for path in paths for node in path]
    among = {frozenset(edge) for edge in graph.edges() if set(edge) <= set(nodes) and edge[0] != edge[1]}
    return len(set(nodes)) == len(nodes) == len(among) + len(paths) * (not closed)


def takes(path, edge, directed):
    steps = {*pairwise(path)}
    return edge in steps or (not directed and edge[::-1] in steps)


def drawn(seed, directed=False):
    graph = nx.gnm_random_graph(8, 14, seed=seed, directed=directed)
    return graph, gw.Network.from_networkx(graph)


@pytest.mark.parametrize("seed", range(24))
def test_induced_paths_are_those_without_chords(seed, tier):
    directed = seed % 3 == 0
    graph, network = drawn(seed, directed)
    if seed % 4 == 0:
        graph.add_edge(2, 2)  # joins no two nodes
        network = gw.Network.from_networkx(graph)
    every = network.paths(0, 7)
    want = [path for path in nx.all_simple_paths(graph, 0, 7) if has_no_chord(graph, path)]
    snakes = every.induced()
    assert [path.nodes for path in snakes] == [path for path in map(list, every) if path in want]
    assert snakes.count() == snakes.count(by="sweep") == len(want)
    assert snakes.lengths() == dict(sorted(Counter(len(path) - 1 for path in want).items()))
    assert [snakes.rank(snakes.unrank(rank)) for rank in range(len(want))] == list(range(len(want)))
    assert [path in snakes for path in every] == [path.nodes in want for path in every]
    assert [len(path) for path in snakes.in_order()] == sorted(map(len, want))
    assert sum(len(batch) for batch in snakes.batches(cells=5)) == len(want)
    assert snakes.counts_by_end()[7] == len(want)
    assert snakes.through(3).count() == sum(3 in path for path in want)
    for edge in list(graph.edges())[:3]:
        taken = sum(takes(path, edge, directed) for path in want)
        assert snakes.through_edges(edge).count() == taken
        assert snakes.avoiding_edges(edge).count() == len(want) - taken
    if want:
        assert snakes.longest().length == max(map(len, want)) - 1
        assert snakes.find(by="sweep").length == snakes.shortest().length == min(map(len, want)) - 1
        assert all(path.nodes in want for path in snakes.sample(3, seed=1))


@pytest.mark.parametrize("seed", range(12))
def test_induced_cycles_are_those_of_networkx(seed, tier):
    graph, network = drawn(seed)
    want, coils = list(nx.chordless_cycles(graph)), network.cycles().induced()
    assert sorted(map(sorted, coils)) == sorted(map(sorted, want))
    assert all(has_no_chord(graph, path.nodes, closed=True) and path.closed for path in coils)
    assert coils.count(by="sweep") == len(want)
    assert coils.lengths() == dict(sorted(Counter(map(len, want)).items()))
    assert all(coils.unrank(rank) in coils for rank in range(len(want)))


@pytest.mark.parametrize("seed", range(16))
def test_pairs_are_apart(seed):
    graph = nx.gnm_random_graph(11, 15, seed=seed)
    both = gw.Network.from_networkx(graph).path_pairs((0, 1), (2, 3))
    assert both.pairs == ((0, 1), (2, 3))
    every = [
        (one, other)
        for one in nx.all_simple_paths(graph, 0, 1)
        for other in nx.all_simple_paths(graph, 2, 3)
        if not {*one} & {*other}
    ]
    want, apart = [paths for paths in every if has_no_chord(graph, *paths)], both.induced()
    assert (both.count(), apart.count()) == (len(every), len(want))
    assert sorted(tuple(path.nodes for path in some) for some in apart) == sorted(want)
    assert sum(some in apart for some in both) == len(want)
    assert [apart.rank(some) for some in apart] == list(range(len(want)))
    for some in both.list(2):
        facts = some.to_dict()
        assert facts["nodes"] == [path.nodes for path in some]
        assert facts["edges"] == [path.edges for path in some]
        assert some.draw() == "\n".join(" - ".join(map(str, path)) for path in some)
        assert some._repr_svg_().startswith("<svg ")


def test_published_snakes_and_coils():
    for n, longest in published.CUBE_SNAKE.items():
        cube = gw.Network.from_networkx(nx.hypercube_graph(n))
        assert cube.paths((0,) * n).induced().longest().length == longest
        if n in published.CUBE_COIL:
            assert cube.cycles().induced().longest().length == published.CUBE_COIL[n]
