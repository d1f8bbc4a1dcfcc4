"""The command make: boards by name, to stdout and to files, and films of how they are made."""

import io
import json
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from gridwalk.cli.makeverbs import OWN
from gridwalk.makers import MAKERS


@pytest.mark.parametrize("name", MAKERS)
def test_what_is_printed_is_read_again(run, tmp_path, name):
    status, out, err = run("make", name, "12x18", "--seed", 7)
    board = gw.make(name, 12, 18, rng=7)
    assert (status, out) == (0, f"{board}\n")
    assert f"gridwalk: {name} with --seed 7: {board.rows} x {board.columns} cells" in err
    file = tmp_path / "board.txt"
    file.write_text(out)
    assert gw.read(file) == board


def test_options(run, tmp_path):
    _, out, _ = run("make", "wilson", "6x9", "--seed", 3, "--braid", "40%", "--loops", "0.1", "--ends", "far")
    assert out == f"{gw.make('wilson', 6, 9, rng=3, braid=0.4, loops=0.1, ends='far')}\n"
    _, out, _ = run("make", "growing-tree", "6x9", "--seed", 3, "--pick", "oldest")
    assert out == f"{gw.make('growing-tree', 6, 9, rng=3, pick='oldest')}\n"
    _, out, _ = run("make", "caves", "30x40", "--seed", 3, "--walls", "40%", "--rounds", 2)
    assert out == f"{gw.make('caves', 30, 40, rng=3, walls=0.4, rounds=2)}\n"
    _, out, _ = run("make", "dungeon", "30x40", "--seed", 3, "--block", 7, "--extra", "100%")
    assert out == f"{gw.make('dungeon', 30, 40, rng=3, block=7, extra=1.0)}\n"
    _, out, _ = run("make", "unicursal", "6x8", "--seed", 3, "--of", "eller", "--glyphs", "01")
    assert out == gw.make("unicursal", 6, 8, rng=3, of="eller").draw(glyphs="01") + "\n"
    mask = tmp_path / "mask.txt"
    mask.write_text("..#\n...\n#..\n")
    for size in ((), ("3x3",)):
        _, out, _ = run("make", "prim", *size, "--seed", 3, "--mask", mask)
        assert out == f"{gw.make('prim', rng=3, mask=gw.read(mask))}\n"


def test_json(run):
    status, out, _ = run("make", "wilson", "6x9", "--seed", 3, "--json")
    board, facts = gw.make("wilson", 6, 9, rng=3), json.loads(out)
    assert status == 0
    assert (facts["maker"], facts["seed"], facts["rows"], facts["columns"]) == ("wilson", 3, 13, 19)
    assert facts["text"] == str(board)
    assert (facts["start"], facts["exits"]) == ([1, 1], [[11, 17]])


def test_a_seed_is_told_and_another_each_time(run):
    seeds = []
    for _ in range(2):
        _, out, err = run("make", "wilson", "6x9")
        seeds.append(err.split("--seed ")[1].split(":")[0])
        assert run("make", "wilson", "6x9", "--seed", seeds[-1])[1] == out
    assert seeds[0] != seeds[1]


def test_files(run, tmp_path):
    board = gw.make("wilson", 6, 9, rng=3)
    for ending in ("svg", "png", "txt", "npy", "map"):
        file, pixels = tmp_path / f"x.{ending}", ("--pixels", 9) if ending == "png" else ()
        status, out, err = run("make", "wilson", "6x9", "--seed", 3, "-o", file, *pixels)
        assert (status, out) == (0, "")
        assert f"wrote {file}" in err
        if ending == "svg":
            assert ET.fromstring(file.read_text()) is not None
        elif ending == "png":
            assert Image.open(io.BytesIO(file.read_bytes())).size == (19 * 9 + 24, 13 * 9 + 24)
        elif ending == "npy":
            assert np.array_equal(np.load(file), ~board.open_cells)
        else:
            assert np.array_equal(gw.read(file).open_cells, board.open_cells)


@pytest.mark.parametrize(("ending", "form"), [("gif", "GIF"), ("apng", "PNG")])
def test_films(run, tmp_path, ending, form):
    file = tmp_path / f"x.{ending}"
    arguments = ("make", "prim", "4x5", "--seed", 3, "-o", file, "--frames", 6, "--fps", 4)
    status, out, err = run(*arguments)
    assert (status, out) == (0, "")
    assert "9 x 11 cells" in err
    film = Image.open(io.BytesIO(file.read_bytes()))
    assert (film.format, film.n_frames, film.info["duration"]) == (form, 6, 250)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("wilsn", "3x3"), "MAKER wilsn is not known: choose from backtracker"),
        (("wilsn", "3x3"), "did you mean 'wilson'?"),
        (("wilson",), "wilson needs a size, such as 20x30 (rooms), or --mask FILE"),
        (("caves",), "(cells)"),
        (("wilson", "3by3"), "'3by3' is not a size: give rows x columns"),
        (("wilson", "0x3"), "SIZE, rows: 0 must be a whole number of at least 1"),
        (("unicursal", "3x4"), "SIZE 3,4 must be even"),
        (("wilson", "3x3", "--braid", "120%"), "'120%' is not a share: give 10% or 0.1"),
        (("wilson", "3x3", "--loops", "much"), "'much' is not a share"),
        (("wilson", "3x3", "--ends", "farr"), "--ends farr is not known: choose from corners, far"),
        (("wilson", "3x3", "--pick", "random"), "--pick applies to growing-tree, not to wilson"),
        (("growing-tree", "3x3", "--pick", "rand"), "--pick rand is not known"),
        (("eller", "--mask", "MAZE"), "eller takes no mask"),
        (("wilson", "3x3", "--mask", "MAZE"), "must be those of the mask"),
        (("wilson", "--mask", "none.txt"), "none.txt"),
        (("caves", "9x9", "--thin"), "caves has no rooms, only cells: leave out thin"),
        (("wilson", "99999x99999"), "268,435,456"),
        (("wilson", "3x3", "-o", "x.bmp2"), "the ending of --output .bmp2 is not known"),
        (("wilson", "3x3", "--frames", "9"), "--frames applies to films"),
        (("prim", "200x200", "-o", "x.gif"), "too large to be watched: at most 65,536 cells"),
        (("prim", "3x3", "--thin", "-o", "x.gif"), "a film shows walls as cells: leave out thin"),
        (("prim", "--mask", "MAZE", "-o", "MAZE"), "is the file of the board; write to another file"),
    ],
)
def test_what_is_refused(run, maze, monkeypatch, tmp_path, arguments, message):
    monkeypatch.chdir(tmp_path)
    status, out, err = run("make", *(maze if word == "MAZE" else word for word in arguments))
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1 or "Usage" in err


def test_the_help_lists_every_maker(run):
    status, out, _ = run("make", "--help")
    assert status == 0
    for name, row in MAKERS.items():
        assert f"    {name} " in out
        assert all(f"--{option}" in out for option in row.options)


def test_what_a_file_does_not_hold_is_said(run, tmp_path):
    """As convert says it."""
    sizes = {".npy": "16x16", ".csv": "5x5", ".tsv": "5x5", ".map": "5x5", ".maz": "16x16"}
    for ending, size in sizes.items():
        status, _, err = run("show", size, "-o", tmp_path / f"board{ending}")
        assert status == 0
        assert "start and exits are not in this format: give --from and --to" in err, ending
    for ending in (".json", ".npz", ".txt", ".tmj", ".xsb"):
        assert "not in this format" not in run("show", "5x5", "-o", tmp_path / f"board{ending}")[2]
    assert "not in this format" in run("make", "prim", "3x4", "-o", tmp_path / "board.npy")[2]
    ring = run("show", "5x5", "--wrap", "both", "-o", tmp_path / "ring.txt")[2]
    assert "cannot be read again: a drawing cannot hold the board's edges that meet" in ring


def test_no_ending_is_listed_twice(run):
    for verb in ("make", "show"):
        words = run(verb, "--help")[1].partition("--output FILE")[2].partition("--dark")[0]
        endings = [word for word in words.replace(",", " ").replace(";", " ").split() if word[0] == "."]
        endings = [ending.rstrip(".") for ending in endings]
        assert len(endings) == len(set(endings)) > 10


def test_each_option_of_a_maker_is_one_of_the_command_line():
    assert {name for row in MAKERS.values() for name in row.options} == set(OWN)
