"""The notebooks run, and find what is published; their files are Jupyter's."""

import base64
import importlib
import io
import json
import sys
from collections import Counter
from pathlib import Path

import networkx
import pytest
from PIL import Image

import gridwalk as gw

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "docs"))
try:
    executed = importlib.import_module("executed")
finally:
    sys.path.pop(0)
PAGES = {page.stem: page for page in executed.pages()}


def percolation(names):
    """Shares agree with exact values, the threshold (Newman and Ziff 2000), and Cardy's formula."""
    assert names["worst"] < 4
    threshold, error = names["estimates"][64]
    assert abs(threshold - 0.592746) < 4 * error < 0.01
    for ratio, (mean, error) in names["shapes"].items():
        assert abs(mean - names["cardy"](ratio)) < 4 * error


def hard_mazes(names):
    """A perfect maze has no loop; a way is the longer the fewer choices a maker leaves."""
    styles = names["styles"]
    assert styles["backtracker"]["solution_length"] > styles["prim"]["solution_length"]
    assert names["loops"][0.0]["loops"] == 0.0


def counting_tours(names):
    """OEIS A165134, A001230 and A070030."""
    assert list(names["open_tours"].values()) == [1, 0, 0, 0, 1728, 6637920]
    assert names["closed"][6] == 9862
    assert names["numbers"][:5] == [16, 176, 1536, 15424, 147728]


def game_loop(names):
    """All agents arrive, and every path is as cheap as the distance says."""
    assert (names["places"] == names["goal"]).all()
    opened, batch = names["opened"], names["batch"]
    for number in (0, 7):
        start, goal = (tuple(ends[number].tolist()) for ends in (names["starts"], names["goals"]))
        assert batch.costs[number] == pytest.approx(opened.distances(start)[goal])


def self_avoiding_walks(names):
    """OEIS A001411; mean squares of all walks of 2 and 3 moves by hand: 32/12 and 164/36."""
    assert names["numbers"][-1] == 324932
    assert names["exact"][2] == pytest.approx(32 / 12)
    assert names["exact"][3] == pytest.approx(164 / 36)
    assert names["worst"] < 4
    assert sum(names["lengths"].values()) == names["box"].count()


def networks(names):
    """Knuth, TAOCP 4A, 7.1.4 has the tours; chains are listed by NetworkX, and the rest counted twice."""
    assert names["number"] == 68_656_026
    listed = networkx.all_simple_paths(networkx.karate_club_graph(), 0, 33)
    assert names["lengths"] == dict(sorted(Counter(len(path) - 1 for path in listed).items()))
    graph = networkx.florentine_families_graph()
    chains = [p for s in graph for t in graph for p in networkx.all_simple_paths(graph, s, t)]
    for name, share in names["between"].items():
        assert share == pytest.approx(sum(name in chain for chain in chains) / len(chains))
    assert 0 < names["passed"]["TX"] < 1
    assert names["longest"].length == 28


CHECKS = {
    "percolation": percolation,
    "hard-mazes": hard_mazes,
    "counting-tours": counting_tours,
    "game-loop": game_loop,
    "self-avoiding-walks": self_avoiding_walks,
    "networks": networks,
}


def test_every_notebook_is_in_the_list():
    text = (executed.DOCS / "notebooks/index.md").read_text(encoding="utf-8")
    assert set(PAGES) == set(CHECKS)
    assert all(f"]({name}.ipynb) (" in text and f"\n{name}\n" in text for name in PAGES)
    site = [text]
    executed.offer_file("notebooks/index", site)
    assert all(f"]({name}.md): " in site[0] for name in PAGES)
    assert ".ipynb" not in site[0]


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_a_notebook_finds_what_it_says(name):
    CHECKS[name](executed.run_page(PAGES[name]))


@pytest.mark.parametrize("name", PAGES)
def test_the_file_of_a_notebook_has_all_of_its_page(name):
    text = PAGES[name].read_text(encoding="utf-8")
    file = PAGES[name].with_suffix(".ipynb").read_text(encoding="utf-8")
    book = json.loads(file)
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert [cell["source"] for cell in code] == [
        part.partition("\n")[2].partition("\n```")[0] for part in text.split("```{code-cell}")[1:]
    ], "python docs/executed.py writes it anew"
    assert len(code) >= 6
    assert book["cells"][0]["source"].startswith("# ")
    assert not any("```{" in cell["source"] for cell in book["cells"])
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    assert len(file) < 250_000
    assert all("Traceback" not in str(cell["outputs"]) for cell in code)


def test_every_file_has_pictures_that_any_site_shows():
    for page in PAGES.values():
        book = json.loads(page.with_suffix(".ipynb").read_text(encoding="utf-8"))
        outputs = [output for cell in book["cells"] for output in cell.get("outputs", ())]
        pictures = [
            output["data"]["image/png"] for output in outputs if "image/png" in output.get("data", ())
        ]
        assert pictures, page.name
        for picture in pictures:
            with Image.open(io.BytesIO(base64.b64decode(picture))) as opened:
                assert min(opened.size) > 100
                assert len(opened.convert("RGB").getcolors(opened.width * opened.height)) > 3
        assert "<iframe" not in str(outputs)


def test_a_file_whose_cells_differ_from_its_page_is_named(tmp_path, monkeypatch, capsys):
    page = tmp_path / "docs" / "notebooks" / "one.md"
    page.parent.mkdir(parents=True)
    page.write_text(PAGE)
    monkeypatch.setattr(executed, "DOCS", tmp_path / "docs")
    assert executed.main(check=True) == 1  # there is no file
    assert capsys.readouterr().out == f"{Path('docs/notebooks/one.md')}\n"
    assert executed.main(check=False) == 0
    assert executed.main(check=True) == 0
    page.write_text(PAGE.replace("x = 2", "x = 3"))
    assert executed.main(check=True) == 1
    page.write_text(PAGE.replace("Text.", "Words."))
    assert executed.main(check=True) == 1


PAGE = """---
kernelspec: {}
---
# Title

```{code-cell} ipython3
x = 2
print("<two>")
display(x)
x + 1
```

Text.

```{code-cell} ipython3
x;
```
"""


def test_a_cell_shows_what_it_prints_displays_and_ends_with():
    assert [kind for kind, _ in executed.cells(PAGE)] == ["markdown", "code", "markdown", "code"]
    first, second = (cell for cell in json.loads(executed.as_ipynb(PAGE))["cells"] if "outputs" in cell)
    assert [output.get("text", output.get("data")) for output in first["outputs"]] == [
        "<two>\n", {"text/plain": "2"}, {"text/plain": "3"},
    ]  # fmt: skip
    assert second["outputs"] == []
    assert executed.as_html(first["outputs"][0]) == "<pre>&lt;two&gt;\n</pre>"


def test_a_picture_is_shown_before_text_and_a_page_before_a_picture():
    board = gw.Board.rectangle(2, 2)
    session = executed.Session()
    session.display(board, board.paths().trace(by="bfs"))
    picture, film = map(executed.as_html, session.outputs)
    assert picture.startswith('<img alt="&lt;Board 2 x 2')
    assert film.startswith("<iframe")
    assert [list(executed.in_file(output)["data"]) for output in session.outputs] == [
        ["text/plain", "image/png"],
        ["text/plain", "image/png"],
    ]


def test_an_error_of_a_cell_comes_through():
    with pytest.raises(ZeroDivisionError):
        executed.Session().run("1 / 0")
