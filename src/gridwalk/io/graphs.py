"""Files of graphs that NetworkX reads; this module is imported only if there is such a file."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from itertools import product
from typing import Any

import networkx
from networkx import Graph

from gridwalk.errors import BoardTextError, InputError
from gridwalk.io.content import remark
from gridwalk.io.text.objects import json_of

MAX_CHARACTERS = 1 << 26  # a graph takes about ten bytes per character
_WHOLE = re.compile(r"[0-9]+")
_DOT_NAME = re.compile(r'"((?:[^"\\]|\\.)*)"|(<.*>)|([^:]*)', re.DOTALL)  # a port may follow
_LINK = ("source", "target", "weight")


def read_graph(text: str, form: str) -> Graph:
    """Return the graph in a text of the given format of `READERS`; raise `BoardTextError` if there is none.

    The nodes are strings, and each edge has the attributes ``length`` and ``weight``, both numbers.
    """
    title, read = READERS[form]
    if len(text) > MAX_CHARACTERS:
        raise BoardTextError(
            f"it has {len(text):,} characters; of {title} at most {MAX_CHARACTERS:,} are read"
        )
    try:
        graph = read(text)
    except InputError:
        raise
    except Exception as error:  # a parser raises whatever Python raises
        reason = str(error).partition("\n")[0][:200] if len(error.args) == 1 else ""
        raise BoardTextError(f"this is no {title}: {reason or type(error).__name__}") from None
    return _in_words(graph)


def _in_words(graph: Graph) -> Graph:
    """Return the graph with strings as nodes, and numbers as lengths and weights."""
    words = {node: str(node) for node in graph}
    if twice := [word for word, number in Counter(words.values()).items() if number > 1]:
        raise BoardTextError(f"several nodes have the name {twice[0]!r}")
    if not all(isinstance(node, str) for node in graph):  # only if needed: a copy reorders the edges
        graph = networkx.relabel_nodes(graph, words)
    edges = [attributes for *_, attributes in graph.edges(data=True)]
    lengths = [_value(edge.get("length", 1)) for edge in edges]
    are_whole = all(float(length).is_integer() for length in lengths)
    known = {"length", "weight", "cost"}
    if not any(known & edge.keys() for edge in edges):
        numbers = {
            str(name) for edge in edges for name, value in edge.items() if isinstance(value, int | float)
        }
        if unread := sorted(numbers - {"id", "key"}):
            remark(
                f"the numbers {', '.join(unread[:3])} of edges are not read; "
                "those called weight, cost and length are"
            )
    for edge, length in zip(edges, lengths, strict=True):
        edge["weight"] = _value(edge.get("weight", edge.get("cost", length)))
        edge["length"] = length if are_whole else 1
    return graph


def _value(given: Any) -> int | float:
    """Return the length or cost of an edge, given as a number or a text."""
    if isinstance(given, int | float):
        return given
    try:
        return int(given) if _WHOLE.fullmatch(given) else float(given)
    except (TypeError, ValueError):
        raise BoardTextError(f"an edge has the length or weight {given!r}, which is no number") from None


def _gml(text: str) -> Graph:
    try:
        return networkx.parse_gml(text)
    except networkx.NetworkXError as error:
        if "no 'label'" not in str(error):
            raise
    return networkx.parse_gml(text, label="id")


def _gexf(text: str) -> Graph:
    return networkx.read_gexf(io.BytesIO(text.encode()))


def _graph6(text: str) -> Graph:
    graphs = text.split()
    if len(graphs) != 1:
        raise BoardTextError(f"it holds {len(graphs)} graphs: give a file with one")
    data = graphs[0].encode("ascii").removeprefix(b">>graph6<<").removeprefix(b">>sparse6<<")
    read = networkx.from_sparse6_bytes if data.startswith(b":") else networkx.from_graph6_bytes
    return read(data)


def _node_link(text: str) -> Graph:
    """Return the graph of node-link JSON.

    Nodes may be names, and edges pairs.  Nodes without ``id`` are named by ``name`` or ``label``.
    """
    given = json_of(text)
    given = given if isinstance(given, dict) else {}
    nodes, links = (given.get(key) for key in ("nodes", "links" if "links" in given else "edges"))
    if not (isinstance(nodes, list) and isinstance(links, list)):
        raise BoardTextError("this is no node-link JSON: it has a list of nodes, and one of links or edges")
    nodes = [node if isinstance(node, dict) else {"id": node} for node in nodes]
    links = [link if isinstance(link, dict) else dict(zip(_LINK, link, strict=False)) for link in links]
    links = [{"source": link.get("from"), "target": link.get("to"), **link} for link in links]
    if any(link["source"] is None or link["target"] is None for link in links):
        raise BoardTextError("an edge has no source, or no target")
    graph = networkx.node_link_graph({**given, "nodes": nodes, "links": links}, edges="links")
    if len(graph) > len(nodes):
        raise BoardTextError(f"an edge has the node {[*graph][len(nodes)]!r}, which is none of the nodes")
    names = [node.get("name", node.get("label")) for node in nodes]
    if any("id" in node for node in nodes) or None in names or len({*names}) < len(names):
        return graph
    return networkx.relabel_nodes(graph, dict(zip(graph, names, strict=True)))


def _dot(text: str) -> Graph:
    """Return the graph of a DOT text, with the nodes and edges of its subgraphs, without ports."""
    try:
        import pydot
    except ImportError:
        raise InputError(
            "DOT is read by pydot, which is not installed: pip install 'gridwalk[dot]'"
        ) from None
    with redirect_stdout(io.StringIO()) as printed:
        graphs = pydot.graph_from_dot_data(text)
    if not graphs or len(graphs) > 1:
        reason = printed.getvalue().strip().rpartition("\n")[2]
        raise BoardTextError(
            f"it holds {len(graphs)} graphs: give one" if graphs else f"this is no DOT: {reason}"
        )
    whole = graphs[0].obj_dict
    kinds = {
        (False, False): networkx.MultiGraph, (False, True): networkx.Graph,
        (True, False): networkx.MultiDiGraph, (True, True): networkx.DiGraph,
    }  # fmt: skip
    graph = kinds[whole["type"] == "digraph", bool(whole["strict"])]()
    _add_dot(graph, whole, [])
    return graph


def _add_dot(graph: Graph, part: Mapping[str, Any], seen: list[Any]) -> list[str]:
    """Add the nodes and edges of a graph or subgraph of pydot, if not in *seen*; return its nodes."""
    nodes = []
    for name, attributes in part["nodes"].items():
        if name in ("node", "graph", "edge"):
            if {"weight", "length", "cost"} & {*attributes[0]["attributes"]} and name == "edge":
                raise BoardTextError("an edge [weight=...] for all edges is not read: give each edge its own")
        else:
            nodes.append(_dot_word(name))
    is_new = not any(part is other or part == other for other in seen)
    if is_new:
        seen.append(part)
        graph.add_nodes_from(nodes)
    for inner in (inner for several in part["subgraphs"].values() for inner in several):
        nodes += _add_dot(graph, inner, seen)
    for edge in (edge for several in part["edges"].values() for edge in several):
        if "subgraph" in edge["points"]:
            raise BoardTextError("an edge to a subgraph by its name is not read: write its nodes, {a b}")
        ends = [
            [_dot_word(end)] if isinstance(end, str) else _add_dot(graph, end, seen) for end in edge["points"]
        ]
        nodes += ends[0] + ends[1]
        own = {key: _dot_word(value) for key, value in edge["attributes"].items() if value is not None}
        if is_new:
            graph.add_edges_from((u, v, own) for u, v in product(*ends))
    return nodes


def _dot_word(given: object) -> str:
    """Return a name of DOT without quotes and port."""
    match = _DOT_NAME.match(str(given))
    assert match is not None
    quoted, html, bare = match.groups()
    return html or bare if quoted is None else quoted.replace('\\"', '"')


READERS: dict[str, tuple[str, Callable[[str], Graph]]] = {
    "gml": ("GML", _gml),
    "graphml": ("GraphML", networkx.parse_graphml),
    "gexf": ("GEXF", _gexf),
    "pajek": ("Pajek network", networkx.parse_pajek),
    "graph6": ("graph6", _graph6),
    "sparse6": ("sparse6", _graph6),
    "node-link": ("node-link JSON", _node_link),
    "dot": ("DOT", _dot),
}
