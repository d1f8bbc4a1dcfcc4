"""Files of graphs: files of NetworkX are read, bad files refused, and graphs distinguished from boards."""

import gzip
import json
import random
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest
import scipy.sparse

import gridwalk as gw
from gridwalk.errors import FileError, InputError, ReadingWarning, UnclearBoardError
from gridwalk.io.networktext import network_form

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
NAMES = ["a", "7", "x y", "Łódź", "a-b", "5.5", "it's", "node", "q"]
TRIANGLE = {("a", "b"), ("b", "c"), ("a", "c")}


def drawn(kind, seed, *, names=NAMES, weight=True):
    """A random graph with loops (and parallel edges), some of its edges with weights."""
    rng = random.Random(seed)
    graph = kind()
    graph.add_nodes_from(names)
    for _ in range(14):
        u, v = rng.choice(names), rng.choice(names)
        graph.add_edge(u, v, **({"weight": rng.choice([2, 7, 2.5])} if weight and rng.random() < 0.5 else {}))
    return graph


def edges_of(graph):
    """The edges of a graph of NetworkX, with their weights."""
    ends = ((str(u), str(v), data.get("weight", 1)) for u, v, data in graph.edges(data=True))
    return sorted((u, v, w) if graph.is_directed() else (*sorted((u, v)), w) for u, v, w in ends)


def edges_in(network):
    ends = ((u, v, cost) for u, v, _, cost in network.edges)
    return sorted((u, v, w) if network.is_directed else (*sorted((u, v)), w) for u, v, w in ends)


def node_link(graph, path):
    path.write_text(json.dumps(nx.node_link_data(graph, edges=["links", "edges"][len(graph.edges) % 2])))


WRITERS = {
    "gml": nx.write_gml, "graphml": nx.write_graphml, "gexf": nx.write_gexf, "json": node_link,
    "dot": lambda graph, path: path.write_text(nx.nx_pydot.to_pydot(graph).to_string()),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", WRITERS)
@pytest.mark.parametrize("seed", range(1))
def test_what_networkx_writes_is_read_back(tmp_path, kind, ending, seed):
    path = tmp_path / f"net.{ending}"
    graph = drawn(kind, seed)
    WRITERS[ending](graph, path)
    network = gw.read(path)
    assert isinstance(network, gw.Network)
    assert (network.is_directed, sorted(network.nodes)) == (graph.is_directed(), sorted(graph))
    assert edges_in(network) == edges_of(graph)
    unnamed = tmp_path / "unnamed"  # by its content
    unnamed.write_bytes(gzip.compress(path.read_bytes()))
    assert gw.read(unnamed) == network == gw.read_network(unnamed)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_adjacency_lists_of_networkx(tmp_path, kind, seed):
    """A list does not say whether it is directed, and arclist does; with the comments it is no board."""
    path = tmp_path / "net.txt"
    graph = drawn(kind, seed, names=range(8), weight=False)
    nx.write_adjlist(graph, path)
    form = "arclist" if graph.is_directed() else None
    network = gw.read(path, format=form)
    assert edges_in(network) == edges_of(graph)
    assert sorted(network.nodes) == sorted(map(str, graph))
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    bare = "\n".join(lines) + "\n"
    if any(len(line.split()) > 2 for line in lines):
        with pytest.raises(FileError, match="adjlist"):  # never edges with lengths in silence
            gw.read_network(written(tmp_path, bare), format="edges")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_edge_lists_of_networkx(tmp_path, kind, seed):
    path = tmp_path / "net.txt"
    graph = drawn(kind, seed, names="abcdef")
    nx.write_edgelist(graph, path)
    network = gw.read(path, format="arcs" if graph.is_directed() else None)
    assert edges_in(network) == edges_of(graph)


@pytest.mark.parametrize("seed", range(4))
def test_graph6_sparse6_and_pajek(tmp_path, seed):
    graph = nx.gnm_random_graph(9, 15, seed=seed)
    writers = {"g6": nx.write_graph6, "s6": nx.write_sparse6, "net": nx.write_pajek}
    for ending, write in writers.items():
        write(graph, tmp_path / f"a.{ending}")
        assert edges_in(gw.read(tmp_path / f"a.{ending}")) == edges_of(graph)
    multi = drawn(nx.MultiGraph, seed, names=range(7), weight=False)
    nx.write_sparse6(multi, tmp_path / "m.s6", header=False)
    assert edges_in(gw.read(tmp_path / "m.s6")) == edges_of(multi)


def written(folder, text, name="net.txt"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.gml", 'Creator "x"\ngraph [ node [id 1 label "a"] node [id 2 label "b"] node [id 3 label "c"] '
                  "edge [source 1 target 2] edge [source 2 target 3] edge [source 1 target 3] ]"),
        ("a.dot", 'strict graph "G" { a:n -- {"b" c}; b -- c:s; }'),
        ("a.gv", "/* x */ graph { subgraph cluster_0 { a -- b -- c } a -- c }"),
        ("a.json", '{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["b", "c"], ["a", "c"]]}'),
        ("a.json", '{"nodes": [{"name": "a"}, {"name": "b"}, {"name": "c"}], "links": [{"source": 0, '
                   '"target": 1}, {"source": 1, "target": 2}, {"source": 0, "target": 2}]}'),
        ("a.json", '{"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "edges": [{"from": "a", "to": "b"}, '
                   '{"from": "b", "to": "c"}, {"from": "c", "to": "a"}]}'),
        ("a.json", '{"a": ["b", "c"], "b": ["a", "c"], "c": ["a", "b"]}'),
        ("a.py", "graph = {'a': {'b', 'c'}, 'b': {'c'}, 'c': []}"),
        ("a.txt", "source,target\na,b\nb,c\na,c\n,\n"),
        ("a.csv", '"Vertex1"\t"Vertex2"\t"weight"\t"id"\n"a"\t"b"\t1\te1\n"b"\t"c"\t2\te2\n'
                  '"a"\t"c"\t5\te3\n'),
        ("a.csv", ",a,b,c\na,0,1,1\nb,1,0,1.5\nc,1,1.5,\n"),
        ("a.txt", "a b {}\nb c {'weight': 1}\na c {}\n"),
        ("a.txt", "a b c\nb c\nc\n"),
        ("a.adjlist", "a: b, c\nb: c\n"),
        ("a.adjlist", "a b c\nb a c\nc a b\n"),
        ("a.txt", "c x\np edge 3 3\ne 1 2\ne 2 3\ne 1 3\n"),
    ],
)  # fmt: skip
def test_a_triangle_as_people_write_it(run, tmp_path, name, text):
    path = written(tmp_path, text, name)
    names = dict(zip("123", "abc", strict=True))
    found = {tuple(sorted(names.get(word, word) for word in edge[:2])) for edge in gw.read(path).edges}
    assert found == TRIANGLE
    ends = ("1", "3") if "p edge" in text else ("a", "c")
    assert run("count", str(path), "--from", ends[0], "--to", ends[1])[:2] == (0, "2\n")


@pytest.mark.parametrize(
    ("text", "edges", "directed"),
    [
        ("0,1,1,0\n1,0,1,1\n1,1,0,1\n0,1,1,0", "01 02 12 13 23", False),
        ("0 1\n0 0\n", "01", True),
        (",a,b\na,0,1\nb,1,0\n", "ab", False),
        (",0,1\n0,0,1\n1,1,0\n", "01", False),
        ("a;b\n;1\n1;\n", "ab", False),
        ("a,0,1\nb,1,0\n", "ab", False),
        ("name\ta\tb\na\t\t1\nb\t1\t\n", "ab", False),
        ("0,1,\n1,0,\n", "01", False),
        ("[[0, 1, 1], [1, 0, 0], [1, 0, 0]]", "01 02", False),
        ("[[0. 1. 1.]\n [1. 0.\n  0.]\n [1. 0. 0.]]", "01 02", False),
        ("1.0e+00 inf\n0 0\n", "00", False),
    ],
)
def test_adjacency_matrices(tmp_path, text, edges, directed):
    network = gw.read(written(tmp_path, text), format="adjacency")
    assert (["".join(edge[:2]) for edge in network.edges], network.is_directed) == (edges.split(), directed)


def test_a_symmetric_maze_may_be_a_matrix(run, stdin, tmp_path):
    path = str(written(tmp_path, "0,1,1,0\n1,0,1,1\n1,1,0,1\n0,1,1,0"))
    assert "say --format adjacency" in run("count", path)[2]
    stdin(run("convert", path, "-", "--format", "adjacency")[1].encode())
    assert run("count", "-", "--cycles")[1] == "3\n"
    assert "adjacency" not in run("count", path, "--wall-is", "1")[2]
    with pytest.warns(ReadingWarning, match="format='adjacency'"):
        assert isinstance(gw.read(path), gw.Board)
    assert "adjacency" not in run("count", str(written(tmp_path, "0,1,1\n0,0,1\n0,0,0")))[2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0 1\n1 2\n2 0\n", ("--format edges", "--costs")),
        ("1 2 3\n2 3 1\n3 1 2\n", ("--format edges", "--format adjlist", "--costs")),
        ("0 3 1\n1 2\n2 3\n3 4 5\n", ("--format edges", "--format adjlist")),
    ],
)
def test_numbers_that_can_be_edges_or_not_are_asked_about(run, tmp_path, text, words):
    path = written(tmp_path, text)
    with pytest.raises(InputError) as error:
        gw.read(path)
    assert isinstance(error.value.__cause__, UnclearBoardError)
    status, _, err = run("count", str(path), "--from", "1", "--to", "2")
    assert (status, err.count("\n")) == (2, 1)
    for word in words:
        assert word in err
    for form in ("edges", "adjlist"):
        if f"--format {form}" in words and form == "adjlist":
            assert len(gw.read(path, format=form)) > 2


def test_an_adjacency_list_is_never_edges(run, stdin, tmp_path):
    """0 3 1 was an edge of length 1: twelve paths became one."""
    graph = nx.gnp_random_graph(6, 0.6, seed=3)
    lines = "\n".join(nx.generate_adjlist(graph))
    for name, more in (("a.edges", ()), ("a.txt", ("--format", "edges")), ("a.arcs", ())):
        path = str(written(tmp_path, lines, name))
        status, out, err = run("convert", path, "-", *more)
        assert (status, out) == (2, "")
        assert "--format adjlist" in err
        expected = len(list(nx.all_simple_paths(graph, 0, 5)))
        stdin(run("convert", path, "-", "--format", "adjlist")[1].encode())
        assert run("count", "-", "--from", "0", "--to", "5")[1] == f"{expected}\n"
    with_head = written(tmp_path, "source target length\n0 1 2\n1 2 0\n2 0 1\n")
    assert [edge[2] for edge in gw.read(with_head).edges] == [2, 0, 1]
    assert [edge[2] for edge in gw.read(written(tmp_path, "0 1 1\n1 2 1\n", "tree.edges")).edges] == [1, 1]


def test_edges_at_both_nodes_and_at_one(tmp_path):
    read = gw.read(written(tmp_path, "a b\nb a c\n"), format="arclist")
    assert edges_in(read) == [("a", "b", 1), ("b", "a", 1), ("b", "c", 1)]


@pytest.mark.parametrize(
    ("text", "nodes", "edges"),
    [
        ("4 3\n0 1\n1 2\n2 3\n", 4, 3),
        ("3, 9, 0\n1, 2, 7\n2, 4, 5\n1, 4, 6\n", 3, 3),
        ("5\n0 1\n1 2\n0 2\n3 4\n4 0\n", 5, 5),
    ],
)
def test_numbers_of_nodes_and_edges_are_no_edge(tmp_path, text, nodes, edges):
    with pytest.warns(ReadingWarning, match="numbers of nodes and edges"):
        network = gw.read(written(tmp_path, text), format="edges")
    assert (len(network), len(network.edges)) == (nodes, edges)
    assert len(gw.read_network(written(tmp_path, "u v\n5 4\n4 3\n3 2\n2 1\n1 5\n")).edges) == 5


def test_a_mapping_of_costs_in_a_file(tmp_path):
    text = '{"a": {"b": 2, "c": 5.5}, "b": {"a": 2}, "c": {"a": 5.5}}'
    assert edges_in(gw.read(written(tmp_path, text))) == [("a", "b", 2), ("a", "c", 5.5)]


def test_lengths_that_are_not_whole_are_costs(tmp_path):
    text = "graph {{ a -- b [length={}]; b -- c [length=3] }}"
    assert gw.read(written(tmp_path, text.format("2"))).edges == [("a", "b", 2, 2), ("b", "c", 3, 3)]
    assert gw.read(written(tmp_path, text.format('"2.5"'))).edges == [("a", "b", 1, 2.5), ("b", "c", 1, 3)]


@pytest.mark.parametrize(
    "text",
    [
        "#####\n#S E#\n#####\n", "0 1 0\n0 0 0\n1 1 0\n", "2 0 0\n0 1 1\n0 0 3\n", "S F F\nH F H\nF F G\n",
        "SFFF\nFHFH\nFFFH\nHFFG\n", "3 4\n0 1 2 0\n0 1 0 0\n3 0 0 0\n", "4 3\n0 1 0\n0 1 0\n0 0 0\n1 1 0\n",
        " 1  4  7\n 2     8\n 3  6  5\n", '{"grid": [[0, 1], [0, 0]]}', '{"width": 2, "start": [0, 1]}',
        "1 3 1 5\n2 2 4 1\n5 0 2 3\n", "", "G X X\nX X S\n", "W W W W\nW S E W\nW W W W\n", "graph paper\n",
        "S X G\nX X W\nG W X\n", '{"files": []}', "p1 10 20\np1 30 40\n",
    ],
)  # fmt: skip
def test_boards_are_no_networks(text):
    assert network_form(text) is None


# ------------------------------------------------------------- in Python


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_mappings_matrices_and_graphs_make_networks(kind, seed):
    graph = drawn(kind, seed, names=range(7))
    directed = graph.is_directed()
    assert edges_in(gw.Network(graph, weight="weight")) == edges_of_numbers(graph)
    assert gw.Network(graph, weight="weight") == gw.Network.from_networkx(graph, cost="weight")
    mapping = nx.to_dict_of_dicts(graph)
    assert edges_in(gw.Network(mapping, weight="weight", directed=directed)) == edges_of_numbers(graph)
    lists = nx.to_dict_of_lists(kind(nx.Graph(graph) if not directed else nx.DiGraph(graph)))
    simple = {(u, v) if directed else tuple(sorted((u, v))) for u, v, *_ in graph.edges}
    found = gw.Network(lists, directed=directed)
    assert sorted(edge[:2] for edge in edges_in(found)) == sorted(simple)
    pairs = [edge[:2] for edge in edges_in(gw.Network(graph.edges(), directed=directed))]
    assert pairs == [edge[:2] for edge in edges_of_numbers(graph)]
    matrix = nx.to_numpy_array(nx.DiGraph(graph) if directed else nx.Graph(graph))
    for form in (matrix, scipy.sparse.csr_array(matrix)):
        network = gw.Network(form)
        tail, head = np.nonzero(matrix)
        listed = {
            (u, v) if network.is_directed else tuple(sorted((u, v))) for u, v in zip(tail, head, strict=True)
        }
        assert {edge[:2] for edge in network.edges} == listed


def edges_of_numbers(graph):
    return sorted((int(u), int(v), w) for u, v, w in edges_of(graph))


@pytest.mark.parametrize("form", ["gml", "graphml", "gexf", "graph6", "node-link", "dot"])
@pytest.mark.parametrize("data", [b"\x00\xff" + bytes(range(200)), b"[{(<" * 50_000])
def test_bad_files_are_refused_in_one_line(tmp_path, form, data):
    with pytest.raises(FileError) as refused:
        gw.read_network(written(tmp_path, data, "bad"), format=form)
    assert len(str(refused.value)) < 500
    assert "\n" not in str(refused.value)


def test_a_mapping_of_neighbours():
    once = gw.Network({"A": ["B", "C"], "B": ["C"]})
    both = gw.Network({"A": ["B", "C"], "B": ["A", "C"], "C": ["B", "A"]})
    assert (once.paths("A", "C").count(), once == both, once.is_directed) == (2, True, False)
    assert gw.Network({"A": {"B": 1.5}}).edges == [("A", "B", 1, 1.5)]
    assert gw.Network({"A": {"B": {"weight": 3}}}, weight="weight").edges == [("A", "B", 1, 3)]
    assert gw.Network({"A": {"B": {"weight": 3}}}).edges == [("A", "B", 1, 1)]
    assert gw.Network({"A": ["B"]}, directed=True).paths("B", "A").count() == 0
    assert gw.Network({"A": [], "B": []}, ["B"]).nodes == ["B", "A"]
    assert gw.Network(np.array([[0, 1], [1, 0]]), ["x", "y"]).edges == [("x", "y", 1, 1)]
    assert gw.Network(np.array([[False, True], [False, False]])).is_directed


def test_numbers_of_a_matrix_are_costs(tmp_path):
    graph = nx.gnp_random_graph(7, 0.5, seed=1, directed=True)
    for u, v in graph.edges:
        graph.edges[u, v]["weight"] = 1 + (u * v) % 4 / 2
    np.savetxt(tmp_path / "m.txt", nx.to_numpy_array(graph), delimiter=",", header="costs")
    assert edges_in(gw.read(tmp_path / "m.txt", format="adjacency")) == edges_of(graph)


def test_dot_without_pydot(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pydot", None)
    path = written(tmp_path, "graph { a -- b }")
    status, _, err = run("count", str(path), "--from", "a", "--to", "b")
    assert (status, err.count("\n")) == (2, 1)
    assert "pip install 'gridwalk[dot]'" in err


def test_networkx_is_imported_only_for_its_files():
    code = (
        "import sys, gridwalk as gw; gw.read('examples/maze.txt'); gw.read('examples/karate.edges'); "
        "gw.Network({'a': ['b']}); print('networkx' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out == "False\n"
