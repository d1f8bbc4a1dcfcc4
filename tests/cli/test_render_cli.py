"""The options -o, --dark, --pixels, --squares, --draw: files of every ending, whole or not at all."""

import io
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from gridwalk.cli import trace
from gridwalk.draw import language
from gridwalk.io.files import write_whole

MAZE = Path(__file__).parent.parent.parent / "examples" / "articles.txt"


@pytest.mark.parametrize("verb", ["show", "find", "shortest"])
def test_every_ending(run, tmp_path, verb):
    board = gw.read(MAZE)
    path = getattr(board.paths(), verb)() if verb != "show" else None
    for ending in ("svg", "png", "txt", "npy", "PNG"):
        file = tmp_path / f"x.{ending}"
        look = {"svg": ["--dark"], "png": ["--dark", "--pixels", 20]}.get(ending.lower(), [])
        look = look if verb == "show" else []
        status, out, err = run(verb, MAZE, "-o", file, *look)
        assert (status, out) == (0, "")
        assert f"wrote {file}" in err
        data = file.read_bytes()
        if ending == "svg":
            title = ET.fromstring(data).find("{http://www.w3.org/2000/svg}title").text
            assert title.startswith("board" if path is None else f"path of {path.length} moves")
            assert (b"prefers-color-scheme" in data) == (verb != "show")
        elif ending == "txt":
            assert data.decode().startswith(str(board if path is None else path) + "\n")
        elif ending == "npy":
            array = np.load(io.BytesIO(data), allow_pickle=False)
            expected = ~board.open_cells if path is None else path.cells
            assert np.array_equal(array, expected)
        else:
            assert Image.open(io.BytesIO(data)).size[0] == 124 or verb != "show" or ending == "PNG"
    assert len(list(tmp_path.iterdir())) == 5  # nothing is left lying about


def test_json_goes_to_stdout_beside_the_file(run, tmp_path):
    status, out, _ = run("find", MAZE, "-o", tmp_path / "x.npy", "--json")
    assert status == 0
    assert json.loads(out)["cells"] == np.load(tmp_path / "x.npy").tolist()


@pytest.mark.parametrize(("ending", "form", "frames"), [("gif", "GIF", 5), ("apng", "PNG", 5)])
def test_films(run, tmp_path, ending, form, frames):
    file = tmp_path / f"x.{ending}"
    status, out, err = run("trace", MAZE, "--by", "bfs", "-o", file, "--frames", 5, "--fps", 4)
    assert (status, out) == (0, "")
    assert "wrote" in err
    film = Image.open(io.BytesIO(file.read_bytes()))
    assert (film.format, film.n_frames, film.info["duration"]) == (form, frames, 250)
    status, *_ = run("trace", MAZE, "--by", "bfs", "-o", file, "--at", 7)
    assert Image.open(io.BytesIO(file.read_bytes())).n_frames == 1


def test_pictures_in_chinese_need_a_font(run, tmp_path, tune):
    run("trace", MAZE, "--by", "bfs", "-o", tmp_path / "x.svg", "--at", 7, "--language", "zh")
    assert "<title>广度优先搜索，第 7 个事件，共 37 个，5 x 5 棋盘" in (tmp_path / "x.svg").read_text("utf-8")
    tune(fallback_fonts=())
    language.font_files.cache_clear()
    status, _, err = run("trace", MAZE, "--by", "bfs", "-o", tmp_path / "x.gif", "--language", "zh")
    assert status == 2
    assert "words in 中文 need a font" in err
    language.font_files.cache_clear()


def test_other_files_of_a_trace(run, tmp_path):
    trace = gw.read(MAZE).paths().trace(by="bfs")
    run("trace", MAZE, "--by", "bfs", "-o", tmp_path / "x.npy")
    assert np.array_equal(np.load(tmp_path / "x.npy"), trace.events)
    run("trace", MAZE, "--by", "bfs", "-o", tmp_path / "x.svg", "--at", 7)
    assert "bfs, 7 of 37 events" in (tmp_path / "x.svg").read_text()
    run("trace", MAZE, "--by", "bfs", "-o", tmp_path / "x.txt", "--frames", 3)
    text = (tmp_path / "x.txt").read_text()
    assert text.count("step ") == 3
    assert text == run("trace", MAZE, "--by", "bfs", "--frames", 3)[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("show", MAZE, "-o", "x.jpg"),
            r".map, .levels, .json, .npz, .csv, .tsv; did you mean",
        ),
        (("find", MAZE, "-o", "x"), "the ending of --output x is not known"),
        (("find", MAZE, "-o", "x.gif"), "choose from .svg, .png, .txt, .npy"),
        (("trace", MAZE, "-o", "x.avi"), "choose from .gif, .apng, .html, .svg, .png, .txt, .npy"),
        (("find", MAZE, "-o", "nowhere/x.png"), "there is no directory"),
        (("find", MAZE, "-o", "folder.png"), "folder.png is a directory"),
        (("trace", MAZE, "--at", "3"), "give a file with -o"),
        (("show", MAZE, "-o", "x.png", "--pixels", "0"), "--pixels"),
        (("show", "300x300", "-o", "x.png", "--pixels", "1000"), "100,000,000 pixels, the most"),
        (("trace", MAZE, "-o", "x.gif", "--frames", "2001"), "at most 2,000"),
        (("trace", MAZE, "-o", "x.gif", "--fps", "100"), "at most 50"),
        (("find", MAZE, "--draw", "lines"), "lines"),
    ],
)
def test_what_cannot_be_is_refused(run, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert [file.name for file in tmp_path.iterdir()] == ["folder.png"]


@pytest.mark.parametrize("options", [("2001x2000",), ("3x3", "--fps", "60"), ("3x3", "--frames", "2001")])
def test_a_film_that_cannot_be_is_refused_before_the_board_is_traced(run, tmp_path, never, options):
    never(trace, "_traced")
    status, _, err = run("trace", *options, "-o", tmp_path / "film.gif")
    assert (status, "at most" in err, list(tmp_path.iterdir())) == (2, True, [])


@pytest.mark.posix
def test_the_board_is_not_written_over(run, tmp_path):
    maze = tmp_path / "maze.txt"
    maze.write_text(MAZE.read_text())
    (tmp_path / "other.txt").symlink_to(maze)
    for name in ("maze.txt", "other.txt"):
        status, _, err = run("find", maze, "-o", tmp_path / name)
        assert status == 2
        assert "is the file of the board" in err
    assert maze.read_text() == MAZE.read_text()


def test_no_path_writes_no_file(run, tmp_path):
    status, out, _ = run("find", MAZE.with_name("no-way.txt"), "-o", tmp_path / "x.png")
    assert status == 1
    assert out.startswith("no way")
    assert not list(tmp_path.iterdir())


@pytest.mark.posix
def test_a_file_is_written_whole_or_not_at_all(tmp_path, full_disk):
    file = tmp_path / "x.png"
    write_whole(file, b"old")
    full_disk()
    with pytest.raises(OSError, match="No space"):
        write_whole(file, b"new")
    full_disk(error=KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        write_whole(file, b"new")
    full_disk.over()
    assert file.read_bytes() == b"old"
    link = tmp_path / "link.png"
    link.symlink_to(file)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"
    assert sorted(f.name for f in tmp_path.iterdir()) == ["link.png", "x.png"]
