"""How many simple paths join two nodes of a graph?  Beside Graphillion, and NetworkX, which lists them.

Each program counts in a process of its own, of which the graph and the imports are not timed: the first call,
a later one on a graph made anew (the mean over a tenth of a second, after two seconds of such calls), and the
maximum memory of the process.  Processor time of one thread (`RLIMIT_CPU` would round it to 4 ms); what takes
longer than `LIMIT` is ended, and has no figure.  All counts must be equal.

Unfair: Graphillion builds a family that can be asked more afterwards; NetworkX lists, and we stop it early.
"""

import json
import os
import subprocess
import sys

from benchmarks.figures import Figure

LIMIT = 90  # seconds
GRAPHS = {
    "Petersen": ("nx.petersen_graph()", 0, 2),
    "dodecahedron": ("nx.dodecahedral_graph()", 0, 19),
    "icosahedron": ("nx.icosahedral_graph()", 0, 11),
    "karate club": ("nx.karate_club_graph()", 0, 33),
    "Tutte": ("nx.tutte_graph()", 0, 23),
    "4-cube": ("plain(nx.hypercube_graph(4))", 0, 15),
    "grid 8 x 8": ("plain(nx.grid_2d_graph(8, 8))", 0, 63),
    "3-regular, 40 nodes": ("nx.random_regular_graph(3, 40, seed=1)", 0, 39),
    "small world, 30 nodes": ("nx.connected_watts_strogatz_graph(30, 4, 0.1, seed=1)", 0, 15),
    "geometric, 50 nodes": ("plain(nx.random_geometric_graph(50, 0.22, seed=3))", 0, 49),
}
CHILD = """
import json, resource, sys, time
import networkx as nx
plain = nx.convert_node_labels_to_integers
graph, s, t = {graph}, {start}, {exit}
{imports}
began = time.process_time()
number = {count}
times = [time.process_time() - began]
for seconds in (2, 0.1):
    again, began = 0, time.process_time()
    while again == 0 or time.process_time() - began < seconds:
        number, again = {count}, again + 1
times.append((time.process_time() - began) / again)
print(json.dumps([str(number), *times, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
"""
OURS = (
    "import gridwalk as gw\ngw.Network([(1, 2)]).paths(1, 2).count(by='sweep')",
    "gw.Network.from_networkx(graph).paths(s, t).count()",
)
GRAPHILLION = (
    "from graphillion import GraphSet\nedges = [(u + 1, v + 1) for u, v in graph.edges()]",
    "(GraphSet.set_universe(edges), GraphSet.paths(s + 1, t + 1).len())[1]",
)
NETWORKX = "", "sum(1 for _ in nx.all_simple_paths(graph, s, t))"


def measured(graph, program):
    """Return (count, first seconds, later seconds, MB) of a program; None if it takes too long."""
    made, start, end = graph
    given = {"graph": made, "start": start, "exit": end, "imports": program[0], "count": program[1]}
    call, alone = [sys.executable, "-c", CHILD.format(**given)], {**os.environ, "OMP_NUM_THREADS": "1"}
    try:
        done = subprocess.run(call, env=alone, capture_output=True, text=True, timeout=LIMIT, check=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return None
    return json.loads(done.stdout)


def figures():
    """Measure, and return the figures."""
    found = []
    for name, graph in GRAPHS.items():
        ours = measured(graph, OURS)
        if ours is None:
            raise SystemExit(f"networks: {name} takes gridwalk more than {LIMIT} s")
        for peer, program in (("Graphillion", GRAPHILLION), ("NetworkX", NETWORKX)):
            theirs = measured(graph, program)
            if theirs is not None and theirs[0] != ours[0]:
                raise SystemExit(f"networks: {name} has {ours[0]} paths, or {theirs[0]} by {peer}")
            note = f"{int(ours[0]):,} paths; memory {ours[3]:.0f} MB"
            note += "; not over in the time allowed" if theirs is None else f", {theirs[3]:.0f} MB"
            first, later = (None, None) if theirs is None else (1e3 * theirs[1], 1e3 * theirs[2])
            found.append(Figure(f"first; later count, {name}", "ms", 1e3 * ours[1], peer, first, note=note))
            found.append(Figure(f"first; later count, {name}", "ms", 1e3 * ours[2], peer, later))
    return found
