"""The back end answers as NetworkX does: the same values in the same order, and the same errors."""

import math
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profiles import examples

nx = pytest.importorskip("networkx", minversion="3.6", reason="the back end is one of NetworkX")

from gridwalk.nxbackend import LISTED, SEARCHED, interface  # noqa: E402
from gridwalk.nxbackend.graph import NodeLists  # noqa: E402
from gridwalk.runtime import slices  # noqa: E402

KINDS = (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)
ENOUGH = 400  # of a listing: where orders differ, they do so early
WEIGHTS = {
    "whole": st.integers(0, 4),
    "fractions": st.floats(0, 3),
    "both": st.one_of(st.integers(0, 3), st.sampled_from([0.5, 0.25])),
}


@st.composite
def graphs(draw, kinds=KINDS, most_nodes=7):
    """Draw a graph whose nodes are numbers and texts in any order, loops and parallel edges included."""
    names = draw(st.permutations([0, 1, 2, "a", "b", "c", (0, 1)][:most_nodes]))
    nodes = names[: draw(st.integers(1, len(names)))]
    graph = draw(st.sampled_from(kinds))()
    graph.add_nodes_from(nodes)
    weights = WEIGHTS[draw(st.sampled_from(sorted(WEIGHTS)))]
    node = st.sampled_from(nodes)
    for u, v, weight in draw(st.lists(st.tuples(node, node, weights), max_size=16)):
        if draw(st.integers(0, 7)):
            graph.add_edge(u, v, weight=weight)
        else:
            graph.add_edge(u, v)  # its weight is 1
    if graph.number_of_edges() and draw(st.booleans()):  # one that was taken away and comes back is the last
        edge = draw(st.sampled_from(list(graph.edges)))
        graph.remove_edge(*edge)
        graph.add_edge(*edge, weight=1)
    return graph


def answer(function, *arguments, **options):
    """Return the answer with the order of its parts, or the error."""
    try:
        value = function(*arguments, **options)
        if isinstance(value, Iterator):
            return [ordered(each) for each in islice(value, ENOUGH)]
    except (nx.NetworkXException, ValueError) as error:
        return type(error), str(error)
    return ordered(value)


def ordered(value):
    """Return *value* as something that is the same only in the same order, and with numbers of one type."""
    if isinstance(value, dict):
        return [(ordered(key), ordered(each)) for key, each in value.items()]
    if isinstance(value, list | tuple):
        return type(value), [ordered(each) for each in value]
    return value


def same(name, graph, *arguments, **options):
    """Check one question, in both tiers."""
    right = answer(getattr(nx, name).orig_func, graph, *arguments, **options)
    for tier in ("python", "compiled"):
        with slices.tier(tier):
            ours = answer(getattr(interface, name), NodeLists(graph), *arguments, **options)
        assert ours == right, (name, arguments, options)


@st.composite
def asked(draw, **options):
    """Draw a graph, a source and a target, perhaps unknown ones."""
    graph = draw(graphs(**options))
    node = st.one_of(st.sampled_from(list(graph)), st.sampled_from(list(graph)), st.just("none"))
    return graph, draw(node), draw(node)


CUTOFFS = st.one_of(st.none(), st.integers(-1, 7), st.sampled_from([0.5, 1.5, 2.0, math.inf]))


@examples(200)
@given(asked(), st.lists(st.integers(0, 6), max_size=3), CUTOFFS)
def test_simple_paths_come_in_the_same_order(question, more, cutoff):
    graph, source, target = question
    nodes = list(graph)
    several = [target, *(nodes[i % len(nodes)] for i in more)]
    for exits in (target, several):
        same("all_simple_paths", graph, source, exits, cutoff=cutoff)
        same("all_simple_edge_paths", graph, source, exits, cutoff)


@examples(150)
@given(asked(kinds=KINDS[:2], most_nodes=6), st.sampled_from([None, "weight"]))
def test_shortest_simple_paths_break_ties_alike(question, weight):
    same("shortest_simple_paths", *question, weight=weight)


@examples(150)
@given(graphs(most_nodes=6), st.one_of(st.none(), st.integers(-1, 7)))
def test_simple_cycles_come_in_the_same_order(graph, bound):
    same("simple_cycles", graph, length_bound=bound)


@examples(150)
@given(asked(), CUTOFFS)
def test_shortest_paths_break_ties_alike(question, cutoff):
    graph, source, target = question
    same("bidirectional_shortest_path", graph, source, target)
    same("bidirectional_dijkstra", graph, source, target)
    same("dijkstra_path_length", graph, source, target)
    same("single_source_shortest_path", graph, source, cutoff=cutoff)
    same("single_source_shortest_path_length", graph, source, cutoff=cutoff)
    same("multi_source_dijkstra", graph, [source, target], cutoff=cutoff)
    same("multi_source_dijkstra", graph, [source], target=target)
    same("multi_source_dijkstra_path_length", graph, {source}, cutoff=cutoff, weight=None)
    same("multi_source_dijkstra_path_length", graph, {source}, cutoff=cutoff)


def test_every_function_is_tried_above():
    text = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in (*LISTED, *SEARCHED) if f'same("{name}"' not in text] == []


@pytest.mark.parametrize("name", ["all_simple_paths", "all_simple_edge_paths", "shortest_simple_paths"])
def test_long_listings_of_known_graphs(name):
    """Batches grow, the search looks ahead, and rooms are used again."""
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(4, 6))
    trap = nx.complete_graph(7)  # 0 has the only ways in and out
    trap.add_edges_from([("s", 0), (0, "t")])
    for graph, source, target in ((grid, 0, 23), (nx.petersen_graph(), 0, 7), (trap, "s", "t")):
        most = 3000 if name != "shortest_simple_paths" else 300
        right = list(islice(getattr(nx, name).orig_func(graph, source, target), most))
        assert list(islice(getattr(interface, name)(NodeLists(graph), source, target), most)) == right


def test_a_path_behind_a_trap_is_found_without_trying_the_trap():
    """A complete graph of 25 nodes has more dead ends than anybody can try."""
    trap = nx.complete_graph(25)
    trap.add_edges_from([("s", 0), (0, "t")])
    assert list(interface.all_simple_paths(NodeLists(trap), "s", "t")) == [["s", 0, "t"]]


@pytest.mark.parametrize(
    "weight",
    [-1, True, 1 << 70, math.nan, math.inf, None, "1", 1 + 0j],
    ids=["below 0", "bool", "great", "nan", "inf", "None", "text", "complex"],
)
def test_odd_weights_stay_with_networkx(weight):
    graph = nx.path_graph(4)
    graph[1][2]["weight"] = weight
    for name in ("bidirectional_dijkstra", "shortest_simple_paths", "dijkstra_path"):
        with pytest.raises(NotImplementedError, match="weights of int or float"):
            getattr(interface, name)(NodeLists(graph), 0, 3, weight="weight")
    graph[0][1]["weight"], graph[1][2]["weight"] = 1 << 53, 0.5  # whole weights beside fractions
    with pytest.raises(NotImplementedError):
        interface.bidirectional_dijkstra(NodeLists(graph), 0, 3)


def test_what_is_not_taken_over():
    def cost(u, v, edge):
        return 1

    graph = nx.path_graph(3)
    assert interface.can_run("shortest_path", (graph, 0, 2), {"weight": "weight"}) is True
    assert "Bellman-Ford" in interface.can_run("shortest_path", (graph, 0, 2, "w", "bellman-ford"), {})
    assert "function" in interface.can_run("bidirectional_dijkstra", (graph, 0, 2, cost), {})
    assert interface.can_run("pagerank", (graph,), {}) is False
    assert not hasattr(interface, "pagerank")


def test_a_shortest_path_pays_from_the_second_question_on():
    """What was asked is forgotten as soon as the graph is changed."""
    ask = ("bidirectional_dijkstra", (graph := nx.path_graph(2000), 0, 5), {})
    assert [interface.should_run(*ask) is True for _ in range(3)] == [False, True, True]
    graph.add_edge(0, 2)
    assert [interface.should_run(*ask) is True for _ in range(2)] == [False, True]
    assert interface.should_run("all_simple_paths", (graph, 0, 5), {}) is True
    graph.__networkx_cache__ = None  # so NetworkX keeps nothing
    assert "does not keep" in interface.should_run(*ask)
    assert "less time" in interface.should_run(ask[0], (nx.path_graph(5), 0, 1), {})
    assert "NetworkX's own" in interface.should_run("shortest_path", (graph, 0, 5), {})
