"""What does the back end gain for users of NetworkX?  Each question beside NetworkX's own answer.

Both answer by turns in one process, and the least of some rounds is taken of each, by processor time.  Every
answer is compared with NetworkX's, its order included, before it is timed.  The graph has been converted by
then, as NetworkX keeps it; what a first question pays for that is a row of its own.

Unfair: where a listing is long, most of our time goes into lists of nodes, as NetworkX returns them.  A count
of paths, which NetworkX has no function for, is in `benchmarks.altogether`.
"""

import random
import time
from functools import partial
from itertools import islice

from benchmarks.figures import Figure

ROUNDS = 5
ENOUGH = 20_000  # paths of a listing
LONG = 10.0  # seconds: what takes NetworkX longer is asked once


def least(ask, theirs):
    """Return the least processor seconds of both, by turns; the first round compiles and is not counted."""
    if ask() != theirs():
        raise SystemExit("networkx_backend: another answer than NetworkX's")
    ours, other = [], []
    while len(ours) < ROUNDS and sum(other) < LONG:
        for times, function in ((ours, ask), (other, theirs)):
            began = time.process_time()
            function()
            times.append(time.process_time() - began)
    return min(ours), min(other)


def questions(nx):
    """Yield (question, graph, function, arguments, how many answers are taken; None: it is no listing)."""
    plain = nx.convert_node_labels_to_integers
    small = {
        "dodecahedron": (nx.dodecahedral_graph(), 0, 19),
        "icosahedron": (nx.icosahedral_graph(), 0, 11),
        "hypercube, 4 dimensions": (plain(nx.hypercube_graph(4)), 0, 15),
        "karate club": (nx.karate_club_graph(), 0, 33),
        "grid 5 x 6": (plain(nx.grid_2d_graph(5, 6)), 0, 29),
    }
    for graph, source, target in small.values():
        yield f"all simple paths: {'; '.join(small)}", graph, "all_simple_paths", (source, target), ENOUGH
    karate = small["karate club"][0]
    yield "all simple paths of 5 edges at most, karate club", karate, "all_simple_paths", (0, 33, 5), ENOUGH
    trap = nx.complete_graph(9)
    trap.add_edges_from([("s", 0), (0, "t")])
    yield "list the only path, beside a complete graph of 9", trap, "all_simple_paths", ("s", "t"), ENOUGH
    few = "icosahedron", "karate club", "grid 5 x 6"
    for name in few:
        graph, *ends = small[name]
        yield f"100 shortest simple paths: {'; '.join(few)}", graph, "shortest_simple_paths", ends, 100
    grid = plain(nx.grid_2d_graph(40, 40))
    yield "20 shortest simple paths, grid 40 x 40", grid, "shortest_simple_paths", (0, 1599), 20
    cyclic = {
        "icosahedron": nx.icosahedral_graph(),
        "3-regular, 24 nodes": nx.random_regular_graph(3, 24, seed=1),
        "random digraph, 300 nodes": nx.gnp_random_graph(300, 0.005, seed=1, directed=True),
    }
    for graph in cyclic.values():
        yield f"simple cycles: {'; '.join(cyclic)}", graph, "simple_cycles", (), ENOUGH
    grid, rng = plain(nx.grid_2d_graph(300, 300)), random.Random(1)
    nx.set_edge_attributes(grid, {edge: rng.randint(1, 9) for edge in grid.edges}, "weight")
    for question, name, arguments in (
        ("shortest path; by weight", "bidirectional_shortest_path", (0, 89_999)),
        ("shortest path; by weight", "bidirectional_dijkstra", (0, 89_999)),
        ("shortest path to a nearby node; by weight", "bidirectional_shortest_path", (45_150, 45_160)),
        ("shortest path to a nearby node; by weight", "bidirectional_dijkstra", (45_150, 45_160)),
        ("distances from a node; by weight", "single_source_shortest_path_length", (0,)),
        ("distances from a node; by weight", "multi_source_dijkstra_path_length", ([0],)),
        ("shortest paths from a node, by weight", "multi_source_dijkstra", ([0],)),
    ):
        yield f"{question}, grid 300 x 300", grid, name, arguments, None


def figures():
    """Return the table."""
    try:
        import networkx as nx
    except ImportError:
        return []
    from gridwalk.nxbackend import interface
    from gridwalk.nxbackend.graph import NodeLists

    found, kept = [], {}
    for question, graph, name, arguments, taken in questions(nx):
        if graph not in kept:
            kept[graph] = NodeLists(graph)

        def answer(function, graph, arguments=arguments, taken=taken):
            value = function(graph, *arguments)
            return value if taken is None else list(islice(value, taken))

        ask = partial(answer, getattr(interface, name), kept[graph])
        theirs = partial(answer, getattr(nx, name).orig_func, graph)
        ours, other = least(ask, theirs)
        found.append(Figure(question, "ms", 1e3 * ours, "NetworkX", 1e3 * other))

    def convert():
        return NodeLists(graph).lists[1].size

    ours, other = least(convert, lambda: 2 * graph.number_of_edges())
    found.append(Figure("to convert a graph, grid 300 x 300", "ms", 1e3 * ours))
    return found
