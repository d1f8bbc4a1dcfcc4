"""NetworkX finds the back end, asks it, and passes its own tests with it.

Each test runs in a process of its own: NetworkX looks for back ends when it is imported.  Where the project
is not installed with its entry points, as in a plain checkout, a folder that has them stands in.
"""

import os
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest

pytest.importorskip("networkx", minversion="3.6", reason="the back end is one of NetworkX")
pytest.importorskip("scipy", reason="NetworkX needs it to run its tests with a back end")


ROOT = Path(__file__).parent.parent.parent
GROUPS = ("networkx.backends", "networkx.backend_info")
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]


@pytest.fixture
def python(tmp_path):
    """Run Python with the back end found by NetworkX; return what it printed."""
    folders = [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    if not entry_points(group=GROUPS[0], name="gridwalk"):
        info = tmp_path / "entries" / "gridwalk_entries-0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: gridwalk-entries\nVersion: 0\n")
        lines = [f"[{group}]\ngridwalk = {DECLARED[group]['gridwalk']}\n" for group in GROUPS]
        (info / "entry_points.txt").write_text("\n".join(lines))
        folders.append(str(info.parent))

    def run(*arguments, **environment):
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, folders)), **environment}
        options = {"cwd": tmp_path, "env": environment, "capture_output": True, "text": True}
        done = subprocess.run([sys.executable, *arguments], check=False, **options)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    return run


@pytest.mark.parametrize("group", GROUPS)
def test_the_entry_points_lead_somewhere(group):
    from gridwalk import nxbackend
    from gridwalk.nxbackend import interface

    found = EntryPoint("gridwalk", DECLARED[group]["gridwalk"], group).load()
    assert found is (interface if group == "networkx.backends" else nxbackend.get_info)


def test_networkx_loads_nothing_of_ours_and_knows_every_function(python):
    code = """
import sys
import networkx as nx
print(nx.config.backends.gridwalk, *sorted(name for name in sys.modules if name.startswith("gridwalk")))
for name in nx.utils.backends.backend_info["gridwalk"]["functions"]:
    assert "gridwalk" in getattr(nx, name).backends, name
print("gridwalk :" in nx.all_simple_paths.__doc__)
"""
    assert python("-c", code).split()[-3:] == ["gridwalk", "gridwalk.nxbackend", "True"]


ASKED = """
import logging, sys
import networkx as nx
from itertools import islice

logging.basicConfig(stream=sys.stdout, format="%(message)s")
logging.getLogger("networkx").setLevel(logging.DEBUG)
logging.root.handlers[0].addFilter(lambda record: record.getMessage().startswith("Using backend"))
nx.config.warnings_to_ignore.add("cache")
graph = nx.grid_2d_graph(40, 40)
nx.set_edge_attributes(graph, {edge: 1 + i % 7 for i, edge in enumerate(graph.edges)}, "weight")
ends = (0, 0), (39, 39)
plain = nx.shortest_path(graph, *ends, weight="weight")
alone = list(islice(nx.shortest_simple_paths(graph, *ends), 2))
nx.config.backend_priority.algos = ["gridwalk"]
for _ in range(2):
    print("asked", nx.shortest_path(graph, *ends, weight="weight") == plain)
print("asked", list(islice(nx.shortest_simple_paths(graph, *ends), 2)) == alone)
print("asked", len(nx.shortest_path(graph, *ends, weight=lambda u, v, edge: 1)))
graph[0, 0][0, 1]["weight"] = -1
graph.__networkx_cache__.clear()
try:
    nx.bidirectional_dijkstra(graph, *ends, backend="gridwalk")
except NotImplementedError as error:
    print("refused", error)
for name in ("has_path", "shortest_path", "shortest_path_length", "bidirectional_shortest_path"):
    print(name, getattr(nx, name)(nx.path_graph(4), 0, 3, backend="gridwalk"))
directed = nx.DiGraph([(0, 1), (1, 2)])
print(nx.shortest_path(directed, target=2, backend="gridwalk"))
print({k: dict(v) for k, v in nx.all_pairs_shortest_path_length(directed, backend="gridwalk")})
"""


def test_networkx_asks_what_pays_and_does_the_rest(python):
    lines = python("-W", "error", "-c", ASKED).splitlines()
    used = [line.split("'")[3] for line in lines if line.startswith("Using backend 'gridwalk'")]
    # The first shortest path was NetworkX's.
    assert used[:2] == ["bidirectional_dijkstra", "shortest_simple_paths"]
    said = [line for line in lines if not line.startswith("Using backend")]
    assert said[:4] == ["asked True", "asked True", "asked True", "asked 79"]
    assert said[4].startswith("refused 'gridwalk' backend raised NotImplementedError")
    assert said[5:] == [
        "has_path True",
        "shortest_path [0, 1, 2, 3]",
        "shortest_path_length 3",
        "bidirectional_shortest_path [0, 1, 2, 3]",
        "{2: [2], 1: [1, 2], 0: [0, 1, 2]}",
        "{0: {0: 0, 1: 1, 2: 2}, 1: {1: 0, 2: 1}, 2: {2: 0}}",
    ]


@pytest.mark.long
def test_networkx_passes_its_own_tests_with_the_back_end(python):
    """All that it has of simple paths, cycles and shortest paths, with weights and without."""
    tests = ("tests.test_simple_paths", "tests.test_cycles", "shortest_paths")
    modules = [f"networkx.algorithms.{name}" for name in tests]
    switches = {"NETWORKX_TEST_BACKEND": "gridwalk", "NETWORKX_FALLBACK_TO_NX": "1", "PYTEST_ADDOPTS": ""}
    said = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", *modules, **switches)
    assert "failed" not in said
    assert int(said.split(" passed")[0].split()[-1]) > 250
