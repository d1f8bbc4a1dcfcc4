"""SVG pictures: well-formed, true to the board, and of the structure on record."""

import json
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.draw.scene import scene
from gridwalk.draw.svg import UNIT

GOLDEN = Path(__file__).parent.parent / "golden" / "svg.json"
EXAMPLES = Path(__file__).parent.parent.parent / "examples"
NS = "{http://www.w3.org/2000/svg}"

MAZE = gw.read(EXAMPLES / "articles.txt")
HILLS = gw.read(EXAMPLES / "costs.txt", costs=True)
WALLS = np.eye(5, 7, dtype=bool), np.eye(4, 7, dtype=bool)
ROOMS = gw.Board.rectangle(5, 7, walls=WALLS, wrap="columns", start=(0, 0), exits=[(4, 6)])
TORUS = gw.Board.rectangle(6, 6, moves=gw.KNIGHT, wrap="both")
CHESS = gw.Board.rectangle(5, 6, moves=gw.KNIGHT)


def pictures():
    """Name and picture of every kind there is."""
    bfs, dfs = (MAZE.paths().trace(by=by) for by in ("bfs", "dfs"))
    tour = CHESS.tours(closed=True).find()
    yield "board", MAZE.svg()
    yield "dark", MAZE.svg(dark=True)
    yield "one way", gw.read(EXAMPLES / "one-way.txt").svg()
    yield "path", MAZE.svg(MAZE.paths().shortest())
    yield "costs", HILLS.svg(HILLS.paths().shortest(), legend=True)
    yield "lesson", MAZE.svg(trace=bfs, at=12)
    yield "order", MAZE.svg(trace=bfs, at=12, legend=True)
    yield "backtracks", MAZE.svg(trace=dfs, legend=True)
    yield "labels", MAZE.svg(trace=MAZE.paths().trace(by="labels"), legend=True)
    yield "tour", CHESS.svg(tour, squares=True)
    yield "rooms", ROOMS.svg(trace=ROOMS.paths().trace(by="bfs"), at=9, legend=True)
    yield "torus", TORUS.svg(TORUS.tours(closed=True).find(), legend=True)


def structure(picture):
    """How many elements of each tag and class, and how large it is."""
    root = ET.fromstring(picture)
    counts = Counter(f"{e.tag.removeprefix(NS)}.{e.get('class', '')}".rstrip(".") for e in root)
    legend = root.find(f"{NS}g")
    words = [] if legend is None else [e.text for e in legend.iter(f"{NS}text")]
    return {"viewBox": root.get("viewBox"), "elements": dict(sorted(counts.items())), "legend": words}


def test_the_structure_is_the_one_on_record():
    record = json.loads(GOLDEN.read_text())
    found = {name: structure(picture) for name, picture in pictures()}
    assert list(found) == list(record)
    for name, picture in found.items():
        assert picture == record[name], name


@pytest.mark.parametrize(
    "name", ["board", "one way", "path", "costs", "order", "backtracks", "labels", "tour", "rooms", "torus"]
)
def test_nothing_is_cut_off(name):
    root = ET.fromstring(dict(pictures())[name])
    x, y, width, height = map(float, root.get("viewBox").split())
    for element in root.iter():
        if element.get("cx"):
            if element not in list(root):
                continue  # in the legend, whose units are pixels
            assert x <= float(element.get("cx")) - float(element.get("r"))
            assert float(element.get("cx")) + float(element.get("r")) <= x + width
    legend = root.find(f"{NS}g")
    if legend is not None:
        left, top, scale = map(float, re.findall(r"[-\d.]+", legend.get("transform")))
        for text in legend.iter(f"{NS}text"):
            # Letters of a common font of 13 pixels are less than 6.2 wide on average.
            assert left + (float(text.get("x")) + 6.2 * len(text.text)) * scale <= x + width + 1e-6
            assert top + float(text.get("y")) * scale <= y + height


def cells_of(path_element):
    """The cells that a filled path covers."""
    for left, top, run in re.findall(r"M(\d+) (\d+)h(\d+)v", path_element.get("d")):
        for i in range(int(run) // UNIT):
            yield int(top) // UNIT, int(left) // UNIT + i


def filled(picture, name):
    root = ET.fromstring(picture)
    cells = [cell for e in root.iter(f"{NS}path") if e.get("class") == f"{name} fill" for cell in cells_of(e)]
    assert len(cells) == len(set(cells))
    return set(cells)


@pytest.mark.parametrize("seed", range(20))
def test_walls_and_order_cover_their_cells_and_no_others(seed):
    rng = np.random.default_rng(seed)
    rows, columns = rng.integers(1, 9, 2)
    open_cells = rng.random((rows, columns)) < 0.7
    open_cells[0, 0] = True
    board = gw.Board(open_cells, start=(0, 0))
    assert filled(board.svg(), "wall") == {tuple(c) for c in np.argwhere(~board.open_cells).tolist()}
    trace = board.paths().trace(by=["bfs", "dfs"][seed % 2])
    step = int(rng.integers(0, len(trace) + 1))
    picture = board.svg(trace=trace, at=step, legend=True)
    expanded = {e[1] for e in trace.events[:step].tolist() if e[0] == (1, 2)[seed % 2]}
    shown = set().union(*(filled(picture, f"r{i}") for i in range(12)))
    assert shown == {divmod(cell, int(columns)) for cell in expanded}


def replayed(trace, step):
    """The walk after *step* events, one event at a time."""
    walk = []
    for kind, cell, value in trace.events[:step].tolist():
        if kind == 2:
            if not walk and value != cell:
                walk.append(value)
            walk.append(cell)
        elif kind == 3:
            walk.pop()
    return [divmod(cell, trace.board.columns) for cell in walk]


@pytest.mark.parametrize("by", ["dfs", "dfs-recursive", "list", "labels", "bfs"])
def test_the_walk_is_what_the_events_say(by):
    board = gw.Board.from_text("..#.\n....\n.#..\n...#\n....")
    trace = board.paths().trace(by=by)
    whole = scene(board, trace=trace)
    for step in range(0, len(trace), 1 + len(trace) // 300):
        assert [tuple(cell) for cell in whole.after(step).line.tolist()] == replayed(trace, step)


def test_a_path_is_drawn_by_its_corners_and_described_in_words():
    path = MAZE.paths().shortest()
    root = ET.fromstring(MAZE.svg(path))
    line = next(e for e in root if e.tag == f"{NS}polyline")
    points = [tuple(map(int, point.split(","))) for point in line.get("points").split()]
    assert points == [(column * UNIT + 5, row * UNIT + 5) for row, column in path.waypoints.tolist()]
    assert root.find(f"{NS}desc").text == str(path)
    assert root.find(f"{NS}title").text == "path of 8 moves, 5 x 5 board"
    assert ET.fromstring(MAZE.svg()).find(f"{NS}desc").text == str(MAZE)


def test_colours_follow_the_reader_unless_told():
    assert "prefers-color-scheme:dark" in MAZE.svg()
    light, dark = MAZE.svg(dark=False), MAZE.svg(dark=True)
    assert "prefers" not in light + dark
    assert light != dark
    assert 'class="page"' in dark
    assert 'class="page"' not in MAZE.svg()  # the page's own ground shows


if __name__ == "__main__":  # look at the changes, then record them
    record = {name: structure(picture) for name, picture in pictures()}
    GOLDEN.write_text(json.dumps(record, indent=1) + "\n")
