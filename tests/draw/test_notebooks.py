"""The notebooks run, and their results are right."""

import importlib
import re
import sys
from collections import Counter
from pathlib import Path

import networkx
import pytest

import gridwalk as gw

DOCS = Path(__file__).parent.parent.parent / "docs"
sys.path.insert(0, str(DOCS))
try:
    notebooks = importlib.import_module("notebooks")
finally:
    sys.path.pop(0)


def game_loop(names):
    """All agents arrive, and every path costs the distance."""
    assert (names["places"] == names["goal"]).all()
    opened, batch = names["opened"], names["batch"]
    for number in (0, 7):
        start, goal = (tuple(ends[number].tolist()) for ends in (names["starts"], names["goals"]))
        assert batch.costs[number] == pytest.approx(opened.distances(start)[goal])


def networks(names):
    """Knuth, TAOCP 4A, 7.1.4 has the tours; NetworkX lists the paths of the small networks."""
    assert names["number"] == 68_656_026
    listed = networkx.all_simple_paths(networkx.karate_club_graph(), 0, 33)
    assert names["lengths"] == dict(sorted(Counter(len(path) - 1 for path in listed).items()))
    graph = networkx.florentine_families_graph()
    chains = [p for s in graph for t in graph for p in networkx.all_simple_paths(graph, s, t)]
    for name, share in names["between"].items():
        assert share == pytest.approx(sum(name in chain for chain in chains) / len(chains))
    assert 0 < names["passed"]["TX"] < 1
    assert names["longest"].length == 28


CHECKS = {"game-loop": game_loop, "networks": networks}


def test_every_notebook_is_in_the_list():
    pages = {page.stem for page in (DOCS / "notebooks").glob("*.md")} - {"index"}
    text = (DOCS / "notebooks/index.md").read_text(encoding="utf-8")
    assert pages == set(CHECKS) == set(re.findall(r"\]\(([\w-]+)\.md\)", text))


@pytest.mark.long
@pytest.mark.parametrize("name", CHECKS)
def test_a_notebook_finds_what_it_says(name):
    CHECKS[name](notebooks.run_page((DOCS / f"notebooks/{name}.md").read_text(encoding="utf-8")))


def test_a_cell_shows_what_it_prints_and_its_last_value():
    names = {}
    assert notebooks.run_cell('x = 2\nprint("<two>")\nx + 1', names) == "<pre>&lt;two&gt;\n</pre><pre>3</pre>"
    assert notebooks.run_cell("y = x", names) == ""
    board = gw.Board.rectangle(2, 2)
    assert notebooks.as_html(board).startswith('<img alt="&lt;Board 2 x 2')
    assert notebooks.as_html(board.paths().trace(by="bfs")).startswith("<iframe")
    with pytest.raises(ZeroDivisionError):
        notebooks.run_cell("1 / 0", names)
