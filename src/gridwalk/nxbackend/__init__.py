"""gridwalk as a backend of NetworkX, for functions about simple paths, cycles and shortest paths.

NetworkX finds the backend by an entry point.  ``nx.all_simple_paths(graph, a, b, backend="gridwalk")`` uses
it once.  With ``nx.config.backend_priority.algos = ["gridwalk"]``, NetworkX uses it for every function that
it supports.  Answers and their order are the same as in NetworkX.

NetworkX calls `get_info` when it is imported, so this module imports nothing.
"""

# Functions of this backend; for searches, the minimum number of nodes at which gridwalk is faster.
LISTED = ("all_simple_paths", "all_simple_edge_paths", "simple_cycles", "shortest_simple_paths")
SEARCHED = {
    "bidirectional_shortest_path": 10_000,
    "bidirectional_dijkstra": 1000,
    "dijkstra_path_length": 1000,
    "multi_source_dijkstra": 1000,
    "multi_source_dijkstra_path_length": 300,
    "single_source_shortest_path": 300,
    "single_source_shortest_path_length": 300,
}
# Functions of NetworkX that call the functions above.
SAME = (
    *("has_path", "shortest_path", "shortest_path_length", "all_pairs_shortest_path", "dijkstra_path"),
    *("all_pairs_shortest_path_length", "single_source_dijkstra", "single_source_dijkstra_path"),
    *("single_source_dijkstra_path_length", "multi_source_dijkstra_path", "all_pairs_dijkstra"),
    *("all_pairs_dijkstra_path", "all_pairs_dijkstra_path_length"),
)


def get_info() -> dict[str, object]:
    """Return the description of the backend for NetworkX.

    >>> sorted(get_info())
    ['backend_name', 'functions', 'package', 'project', 'short_summary']
    """
    docs = {
        **dict.fromkeys(LISTED, "A compiled search without dead ends, in the order of NetworkX."),
        **dict.fromkeys(SEARCHED, "A compiled search, for weights of int or float that are at least 0."),
        **dict.fromkeys(SAME, "NetworkX's own function, which calls the searches of gridwalk."),
    }
    return {
        "backend_name": "gridwalk",
        "project": "gridwalk",
        "package": "gridwalk",
        "short_summary": "Simple paths, cycles and shortest paths by compiled kernels.",
        "functions": {name: {"additional_docs": text} for name, text in docs.items()},
    }
