"""What `save` writes: every ending of every thing, read back by other programs' readers."""

import io
import json
import os
from contextlib import redirect_stderr
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from gridwalk.cli import run
from gridwalk.draw import save
from gridwalk.errors import ArgumentError, InputError

MAZE = gw.make("wilson", 4, 5, seed=3)
SMALL = gw.Board.rectangle(3, 4)
PATH = MAZE.paths().shortest()
FILES = SMALL.path_pairs(((0, 0), (0, 3)), ((2, 0), (2, 3))).find()
HELD = gw.Lift(SMALL, 0, lambda n, u, v: (n + 1) % 2).paths().shortest()
NETWORK = gw.Network([("a", "b"), ("b", "New York", 2, 2.5), ("c", "c")], nodes=["alone"])
THINGS = {
    "path": (PATH, save.PATH),
    "closed tour": (gw.Board.rectangle(4, 4).tours(closed=True).find(), save.PATH),
    "cycle": (SMALL.cycles().longest(), save.PATH),
    "of a batch": (next(SMALL.paths().batches())[1], save.PATH),
    "on levels": (gw.Board.from_levels([[[0, 0]], [[1, 0]]]).paths().find(), save.PATH),
    "walk": (SMALL.visit([(2, 3), (0, 3), (2, 0)]), save.WALK),
    "lifted": (HELD, save.WALK),
    "linkage": (FILES, save.LINKAGE),
    "of a network": (NETWORK.paths("a", "New York").find(), save.LINKAGE),
    "board": (MAZE, tuple(set(save.BOARD) - {".levels"})),
    "levels": (gw.Board.from_levels([[[0, 0]], [[1, 0]]]), (".svg", ".png", ".txt", ".json", ".levels")),
    "trace": (SMALL.paths().trace(by="bfs"), save.TRACE),
    "making": (gw.makers.watch("backtracker", 2, 2, seed=1), save.FILMS),
    "network": (NETWORK, (".svg", ".png", ".edges")),
}
EVERY = [(name, ending) for name, (_, endings) in THINGS.items() for ending in sorted(endings)]
KINDS = {".png": "PNG", ".apng": "PNG", ".gif": "GIF", ".svg": "{http://www.w3.org/2000/svg}svg",
         ".npy": "ndarray", ".npz": "NpzFile", ".json": "dict", ".html": "<!doctype html>"}  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def looked_at(file):
    """Return the kind of a file, as read by other programs."""
    ending = os.path.splitext(file)[1]
    if ending in (".png", ".gif", ".apng"):
        with Image.open(file) as picture:
            return picture.format, getattr(picture, "n_frames", 1) > 1
    if ending == ".svg":
        return ET.parse(file).getroot().tag, False
    if ending in (".npy", ".npz"):
        with open(file, "rb") as stream:
            return type(np.load(stream)).__name__, False
    text = Path(file).read_text(encoding="utf-8")
    return (type(json.loads(text)).__name__ if ending == ".json" else text[:15]), False


def shape_of(file):
    with Image.open(file) as picture:
        return picture.size


def brightness_of(file):
    with Image.open(file) as picture:
        return np.asarray(picture.convert("L")).mean()


@pytest.mark.parametrize(("name", "ending"), EVERY)
def test_every_ending_is_what_it_says(name, ending):
    thing, _ = THINGS[name]
    thing.save(f"file{ending}")
    kind, moves = looked_at(f"file{ending}")
    assert kind == KINDS.get(ending, kind)
    assert moves == (ending in save.FILMS)
    assert os.listdir() == [f"file{ending}"]


@pytest.mark.parametrize("name", THINGS)
def test_other_endings_are_refused_with_those_that_fit(name):
    thing, endings = THINGS[name]
    with pytest.raises(ArgumentError, match=r"choose from \.") as caught:
        thing.save("every.xyz")
    assert set(endings) <= set(caught.value.choices)
    assert not set(caught.value.choices) - set(endings) or name in ("board", "levels")
    with pytest.raises(ArgumentError, match="'nothing' is not known: choose from"):
        thing.save("nothing")
    assert os.listdir() == []


def test_a_path_is_written_as_it_is_asked_for():
    PATH.save("p.npy")
    PATH.save("p.txt")
    PATH.save("p.json")
    PATH.save("P.SVG")
    assert np.load("p.npy").tolist() == PATH.cells.tolist()
    assert Path("p.txt").read_text() == f"{PATH}\n"
    assert json.loads(Path("p.json").read_text())["cells"] == PATH.cells.tolist()
    assert gw.read("P.SVG") == MAZE
    PATH.save("tens.png", pixels=10)
    PATH.save("twenties.png", pixels=20)
    (narrow, _), (wide, _) = (shape_of(file) for file in ("tens.png", "twenties.png"))
    assert wide - narrow == 10 * MAZE.columns
    PATH.save("dark.png", pixels=10, dark=True)
    assert brightness_of("tens.png") > brightness_of("dark.png") + 50


def test_films_have_the_frames_asked_for():
    trace = THINGS["trace"][0]
    trace.save("film.gif", frames=5, fps=20)
    trace.save("film.apng", frames=5)
    trace.save("still.gif", at=5)
    THINGS["making"][0].save("making.gif", frames=4)
    for file, number in (("film.gif", 5), ("film.apng", 5), ("still.gif", 1), ("making.gif", 4)):
        with Image.open(file) as picture:
            assert picture.n_frames == number
            assert file != "film.gif" or picture.info["duration"] == 50
    trace.save("events.npy", at=7)
    assert np.load("events.npy").tolist() == trace.events[:7].tolist()
    trace.save("frames.txt", frames=2)
    steps = [line for line in Path("frames.txt").read_text().splitlines() if line.startswith("step ")]
    assert [line.split()[1] for line in steps] == ["0", str(len(trace))]
    trace.save("both.html", SMALL.paths().trace(by="dfs"), title="Two of them", language="zh")
    page = Path("both.html").read_text(encoding="utf-8")
    assert "<title>Two of them" in page
    assert 'lang="zh' in page


COMMANDS = [
    ("shortest", save.PATH, lambda: gw.read("maze.txt").paths().shortest(), {}, ""),
    ("find", (".png", ".svg"), lambda: gw.read("maze.txt").paths().find(), {"squares": True}, "--squares"),
    ("show", tuple(set(save.BOARD) - {".levels"}), lambda: gw.read("maze.txt"), {}, ""),
    ("trace", tuple(set(save.TRACE) - {*save.FILMS}), lambda: gw.read("maze.txt").paths().trace(by="dfs"), {},
     "--by dfs"),
    ("show", (".png", ".svg"), lambda: gw.read("maze.txt"), {"dark": True}, "--dark"),
    ("trace", (".gif",), lambda: gw.read("maze.txt").paths().trace(by="dfs"),
     {"frames": 3, "fps": 5, "pixels": 8, "dark": True}, "--by dfs --frames 3 --fps 5 --pixels 8 --dark"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "endings", "made", "options", "words"), COMMANDS)
def test_the_command_line_writes_the_same(command, endings, made, options, words):
    """Except for .txt, to which the command adds the length."""
    MAZE.save("maze.txt")
    for ending in set(endings) - ({".txt"} if command == "shortest" else set()):
        with redirect_stderr(io.StringIO()):
            assert run([command, "maze.txt", *words.split(), "-o", f"c{ending}"]) == 0
        made().save(f"p{ending}", **options)
        assert Path(f"c{ending}").read_bytes() == Path(f"p{ending}").read_bytes(), ending


def test_what_cannot_be_written_is_refused_and_nothing_is_left(monkeypatch):
    os.mkdir("folder.svg")
    for file, words in (("folder.svg", "is a directory"), ("none/p.svg", "there is no directory")):
        with pytest.raises(InputError, match=words):
            PATH.save(file)
    os.rmdir("folder.svg")
    PATH.save("p.svg")
    before = Path("p.svg").read_bytes()

    def full(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"No space left on device: 'p\.svg'"):
        PATH.save("p.svg", dark=True)
    assert os.listdir() == ["p.svg"]
    assert Path("p.svg").read_bytes() == before


@pytest.mark.parametrize("directed", [False, True])
def test_a_network_is_read_again(directed):
    edges = [("a", "b"), ("b", "New York", 2, 2.5), ("c", "c", 0), ("b", "a", 3)]
    network = gw.Network(edges, nodes=["a", "b", "New York", "c", "alone here"], directed=directed)
    file = f"n{'.arcs' if directed else '.edges'}"
    network.save(file)
    again = gw.read_network(file)
    assert again == network
    assert again.edges == network.edges
    with pytest.raises(ArgumentError):
        network.save("n.edges" if directed else "n.arcs")


def test_a_board_is_saved_with_paths_or_a_field():
    paths, field = SMALL.paths().list(limit=3), SMALL.distances()
    SMALL.save("paths.svg", paths=iter(paths))
    assert Path("paths.svg").read_text(encoding="utf-8").count("<polyline") == 2 * 3  # and the legend
    assert gw.read("paths.svg") == SMALL
    SMALL.save("bare.png", pixels=20)
    SMALL.save("heat.png", pixels=20, field=field)
    SMALL.save("paths.png", pixels=20, paths=paths)
    assert len({Path(file).read_bytes() for file in ("bare.png", "heat.png", "paths.png")}) == 3
