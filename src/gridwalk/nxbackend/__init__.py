"""gridwalk as a back end of NetworkX: its functions about simple paths, cycles and shortest paths.

NetworkX finds it by an entry point.  ``nx.all_simple_paths(graph, a, b, backend="gridwalk")`` uses it once.
With ``nx.config.backend_priority.algos = ["gridwalk"]`` NetworkX tries it first, and answers all other
questions itself.  Answers and their order are those of NetworkX.

`get_info` is called when NetworkX is imported, so nothing is imported here.
"""

# Functions of this back end; for searches the number of nodes from which they are faster than NetworkX's.
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
# Functions of NetworkX that call those above.
SAME = (
    *("has_path", "shortest_path", "shortest_path_length", "all_pairs_shortest_path", "dijkstra_path"),
    *("all_pairs_shortest_path_length", "single_source_dijkstra", "single_source_dijkstra_path"),
    *("single_source_dijkstra_path_length", "multi_source_dijkstra_path", "all_pairs_dijkstra"),
    *("all_pairs_dijkstra_path", "all_pairs_dijkstra_path_length"),
)


def get_info() -> dict[str, object]:
    """Return the facts about the back end that NetworkX asks for.

    >>> sorted(get_info())
    ['backend_name', 'functions', 'package', 'project', 'short_summary']
    """
    docs = {
        **dict.fromkeys(
            LISTED, "A kernel that enters no node from which a path cannot end; NetworkX's order."
        ),
        **dict.fromkeys(SEARCHED, "A kernel, for weights of int or float that are at least 0."),
        **dict.fromkeys(SAME, "NetworkX's own function, over the searches of gridwalk."),
    }
    return {
        "backend_name": "gridwalk",
        "project": "gridwalk",
        "package": "gridwalk",
        "short_summary": "Simple paths, cycles and shortest paths by compiled kernels.",
        "functions": {name: {"additional_docs": text} for name, text in docs.items()},
    }
