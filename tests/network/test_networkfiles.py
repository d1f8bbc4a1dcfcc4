"""Networks from files, and the commands that ask them."""

import gzip
import json
import random
from itertools import pairwise

import networkx as nx
import pytest

import gridwalk as gw
from gridwalk.errors import FileError, InputError

KARATE = "examples/karate.edges"


@pytest.fixture
def file(tmp_path):
    """A function that writes a file and returns its name."""

    def write(text, name="net.edges"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("a b\nb c 2\nc a 3 0.5\n", [("a", "b", 1, 1), ("b", "c", 2, 2), ("c", "a", 3, 0.5)]),
        ("# x\n\n% y\n 1\t2 \n", [("1", "2", 1, 1)]),
        ("a b 2\nb c 2.5\nc a\n", [("a", "b", 1, 2), ("b", "c", 1, 2.5), ("c", "a", 1, 1)]),
        ("a,b\nb;c,4\n", [("a", "b", 1, 1), ("b", "c", 4, 4)]),
        ("Source,Target\na b,c\n", [("a b", "c", 1, 1)]),
        ("id,from,weight,to\n0,a,2.5,b\n", [("a", "b", 1, 2.5)]),
        ("a b {}\nb c {'weight': 2.5}\nc d {'length': 3}\n",
         [("a", "b", 1, 1), ("b", "c", 1, 2.5), ("c", "d", 3, 3)]),
    ],
)  # fmt: skip
def test_lists_of_edges(file, text, edges):
    assert gw.read_network(file(text)).edges == edges


def test_a_line_with_one_node_names_it_and_arcs_lead_one_way(file):
    network = gw.read_network(file("z\na b\n", "net.arcs"))
    assert (network.nodes, network.is_directed) == (["z", "a", "b"], True)
    assert gw.read_network(file("a b\n"), format="arcs").is_directed


def test_dimacs(file):
    network = gw.read_network(file("c x\np sp 4 3\na 1 2 5\na 2 3 1.5\na 1 3 9\n", "net.gr"))
    assert (network.nodes, network.is_directed) == (["1", "2", "3", "4"], True)
    assert network.paths("1", "3").shortest().cost == 6.5
    assert not gw.read_network(file("p edge 2 1\ne 1 2\n", "net.col")).is_directed


@pytest.mark.parametrize("seed", range(8))
def test_what_networkx_writes_is_read(file, tmp_path, seed):
    """Edge lists with and without attributes, GraphML, gzip: as many paths as NetworkX lists."""
    graph = nx.gnm_random_graph(8, 13, seed=seed, directed=seed % 2 == 1)
    for u, v in graph.edges:
        graph.edges[u, v]["weight"] = random.Random(seed).choice([1, 2.5])
    expected = len(list(nx.all_simple_paths(graph, 0, 7)))
    ending = "arcs" if seed % 2 else "edges"
    nx.write_edgelist(graph, tmp_path / f"a.{ending}")
    nx.write_graphml(graph, tmp_path / "a.graphml")
    (tmp_path / f"a.{ending}.gz").write_bytes(gzip.compress((tmp_path / f"a.{ending}").read_bytes()))
    for name in (f"a.{ending}", f"a.{ending}.gz", "a.graphml"):
        network = gw.read_network(tmp_path / name)
        if "0" in network and "7" in network:
            assert network.paths("0", "7").count() == expected
        else:
            assert expected == 0


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("a b c\n", "x.edges", "line 1: 'a b c' has the length c"),
        ("a b\na b 2.5 1\n", "x.edges", "line 2: 'a b 2.5 1' has the length 2.5"),
        ("a b 1 x\n", "x.edges", "the cost x, which is no number"),
        ("a b 1 nan\n", "x.edges", "cost"),
        ("a b c d e\n", "x.edges", "is no edge: a line is NODE NODE"),
        (",b\n", "x.edges", "is no edge"),
        ("a b {1\n", "x.edges", "length"),
        ("a b {1}\n", "x.edges", "no attributes of an edge"),
        ("a b -1\n", "x.edges", "length -1"),
        (b"\x00\x01\xff", "x.edges", "not a text file"),
        ("x\n", "x.gr", "is no line of DIMACS"),
        ("p edge 2 1\ne 1 3\n", "x.col", "none of 1 .. 2"),
        ("p edge 2 2\ne 1 2\na 2 1 1\n", "x.col", "mixed"),
        ("<graphml>", "x.graphml", "no GraphML"),
    ],
)
def test_what_is_no_network_is_refused_with_its_line(file, run, text, name, words):
    path = file(text, name)
    with pytest.raises(InputError, match=words.replace("(", r"\(")):
        gw.read_network(path)
    status, out, err = run("count", path, "--from", "a", "--to", "b")
    assert (status, out) == (2, "")
    assert words in err
    assert "Traceback" not in err


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        gw.read_network(tmp_path / "none.edges")
    assert issubclass(FileError, InputError)


def test_every_verb_of_the_command_line(run, tmp_path):
    """Krackhardt's kite; the numbers are from NetworkX's `all_simple_paths`."""
    ends = ("--from", "0", "--to", "9")
    kite = str(tmp_path / "kite.edges")
    nx.write_edgelist(nx.krackhardt_kite_graph(), kite)
    every = list(nx.all_simple_paths(nx.read_edgelist(kite), "0", "9"))
    assert run("count", KARATE, "--from", "1", "--to", "34")[1] == "60830\n"
    assert run("count", kite, *ends)[1] == f"{len(every)}\n"
    lengths = run("count", kite, *ends, "--lengths")[1].split()
    assert dict(zip(map(int, lengths[::2]), map(int, lengths[1::2]), strict=True)) == {
        n: sum(len(path) == n + 1 for path in every) for n in {len(path) - 1 for path in every}
    }
    assert run("shortest", kite, *ends)[1].splitlines()[-1] == f"length {min(map(len, every)) - 1}"
    assert run("longest", kite, *ends)[1].splitlines()[-1] == f"length {max(map(len, every)) - 1}"
    listed = run("list", kite, *ends, "-n", "50", "--lines")[1].splitlines()
    assert [line[1:-1].split(") (") for line in listed] == every[:50]
    for command in (["find", kite], ["sample", kite, "--seed", "1"]):
        found = json.loads(run(*command, *ends, "--json")[1].splitlines()[0])
        assert found["nodes"] in every
    facts = json.loads(run("shortest", kite, *ends, "--json")[1])
    assert (facts["nodes"][0], facts["nodes"][-1], len(facts["edges"])) == ("0", "9", facts["length"])
    facts = json.loads(run("count", kite, *ends, "--json")[1])
    assert (facts["network"], facts["starts"], facts["exits"]) == ({"nodes": 10, "edges": 18}, ["0"], ["9"])
    facts = json.loads(run("puzzle", kite, "--pair", "0:1", "--pair", "8:9", "--json")[1])
    assert (facts["nodes"], facts["network"]["nodes"]) == ([["0", "1"], ["8", "9"]], 10)
    edges_of = nx.read_edgelist(kite).subgraph
    snakes = [path for path in every if edges_of(path).number_of_edges() == len(path) - 1]
    assert run("count", kite, *ends, "--induced")[1] == f"{len(snakes)}\n"
    through = [path for path in every if "3" in path and "6" not in path]
    assert run("count", kite, *ends, "--through", "3", "--avoiding", "6")[1] == f"{len(through)}\n"
    edges = [path for path in every if {("3", "5"), ("5", "3")} & {*pairwise(path)}]
    assert gw.read(kite).paths("0", "9").through_edges(("3", "5")).count() == len(edges)


def test_standard_input(run, stdin):
    stdin(b"a b\nb c\na c\n")
    status, out, _ = run("convert", "-", "-", "--format", "edges")
    stdin(out.encode())
    assert (status, run("count", "-", "--from", "a", "--to", "c")[1]) == (0, "2\n")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["count", KARATE], "give --from and --to, a node or anywhere"),
        (["count", KARATE, "--from", "1", "--to", "77"], "77 is no node"),
        (["count", KARATE, "--from", "1", "--to", "2", "--moves", "king"], "--moves is for boards"),
        (["list", KARATE, "--from", "1", "--to", "2", "-o", "x.npy"], "choose from .svg, .png"),
        (["find", KARATE, "--from", "1", "--to", "2", "--squares"], "--squares is for boards"),
        (["show", KARATE], "is a network, without rows and columns"),
        (["trace", KARATE, "--from", "1", "--to", "2"], "is a network, without rows and columns"),
    ],
)
def test_what_only_boards_have_is_refused(run, words, why):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert why in err


def test_a_file_without_edges_is_no_network(run, file):
    assert "the network is empty: it has no node" in run("count", str(file("# only a comment\n")))[2]
