"""The command make: boards by name, to stdout and to files, and films of how they are made."""

import io
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from gridwalk.cli.make import make as command
from gridwalk.makers import MAKERS


@pytest.mark.parametrize("name", MAKERS)
def test_what_is_printed_is_read_again(run, tmp_path, name):
    status, out, err = run("make", name, "12x18", "--seed", 7)
    assert err == ""
    board = gw.make(name, 12, 18, seed=7)
    assert (status, out) == (0, f"{board}\n")
    file = tmp_path / "board.txt"
    file.write_text(out)
    assert gw.read(file) == board


def test_options(run, tmp_path):
    _, out, _ = run("make", "wilson", "6x9", "--seed", 3, "--braid", "40%", "--loops", "0.1", "--ends", "far")
    assert out == f"{gw.make('wilson', 6, 9, seed=3, braid=0.4, loops=0.1, ends='far')}\n"
    _, out, _ = run("make", "growing-tree", "6x9", "--seed", 3, "--pick", "oldest")
    assert out == f"{gw.make('growing-tree', 6, 9, seed=3, pick='oldest')}\n"
    _, out, _ = run("make", "caves", "30x40", "--seed", 3, "--walls", "40%", "--rounds", 2)
    assert out == f"{gw.make('caves', 30, 40, seed=3, walls=0.4, rounds=2)}\n"
    _, out, _ = run("make", "dungeon", "30x40", "--seed", 3, "--block", 7, "--extra", "100%")
    assert out == f"{gw.make('dungeon', 30, 40, seed=3, block=7, extra=1.0)}\n"
    _, out, _ = run("make", "unicursal", "6x8", "--seed", 3, "--of", "eller")
    assert out == f"{gw.make('unicursal', 6, 8, seed=3, of='eller')}\n"
    mask = tmp_path / "mask.txt"
    mask.write_text("..#\n...\n#..\n")
    for size in ((), ("3x3",)):
        _, out, _ = run("make", "prim", *size, "--seed", 3, "--mask", mask)
        assert out == f"{gw.make('prim', seed=3, mask=gw.read(mask))}\n"


def test_a_seed_is_told_and_another_each_time(run):
    seeds = []
    for _ in range(2):
        _, out, err = run("make", "wilson", "6x9")
        seeds.append(err.strip().removeprefix("gridwalk: wilson with --seed "))
        assert run("make", "wilson", "6x9", "--seed", seeds[-1])[1] == out
    assert seeds[0] != seeds[1]


def test_files(run, tmp_path):
    board = gw.make("wilson", 6, 9, seed=3)
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
    assert err.startswith(f"gridwalk: wrote {file} (")
    film = Image.open(io.BytesIO(file.read_bytes()))
    assert (film.format, film.n_frames, film.info["duration"]) == (form, 6, 250)


def test_the_help_lists_every_maker(run):
    status, out, _ = run("make", "--help")
    assert status == 0
    for name, row in MAKERS.items():
        assert f"  {name} " in out
        assert all(f"--{option}" in out for option in row.options)


def test_what_a_file_does_not_hold_is_said(run, tmp_path):
    """As convert says it."""
    sizes = {".npy": "16x16", ".csv": "5x5", ".tsv": "5x5", ".map": "5x5"}
    for ending, size in sizes.items():
        status, _, err = run("show", size, "-o", tmp_path / f"board{ending}")
        assert status == 0
        assert "start and exits are not in this format: give --from and --to" in err, ending
    for ending in (".json", ".npz", ".txt"):
        assert "not in this format" not in run("show", "5x5", "-o", tmp_path / f"board{ending}")[2]
    assert "not in this format" in run("make", "prim", "3x4", "-o", tmp_path / "board.npy")[2]
    ring = tmp_path / "ring.json"
    ring.write_text(run("convert", "5x5", "-", "--wrap", "both")[1])
    ring = run("show", ring, "-o", tmp_path / "ring.txt")[2]
    assert "cannot be read again: a drawing cannot hold the board's edges that meet" in ring


def test_no_ending_is_listed_twice(run):
    for verb in ("make", "show"):
        words = run(verb, "--help")[1].partition("--output FILE")[2].partition("--dark")[0]
        endings = [word for word in words.replace(",", " ").replace(";", " ").split() if word[0] == "."]
        endings = [ending.rstrip(".") for ending in endings]
        assert len(endings) == len(set(endings)) > 8


def test_each_option_of_a_maker_is_one_of_the_command_line():
    assert {name for row in MAKERS.values() for name in row.options} <= {
        option.name for option in command.params
    }
