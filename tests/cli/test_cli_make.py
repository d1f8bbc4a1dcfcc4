"""The command make: boards by name, to stdout and to files, and films of their making."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from gridwalk.cli.make import make as command
from gridwalk.cli.mistakes import INSTEAD
from gridwalk.makers import MAKERS


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", MAKERS)
def test_a_printed_board_is_read_again(run, name):
    board = gw.make(name, 12, 18, seed=7)
    assert run("make", name, "12x18", "--seed", 7) == (0, f"{board}\n", "")
    Path("board.txt").write_text(f"{board}\n")
    assert gw.read("board.txt") == board


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("wilson 6x9 --braid 40% --loops 0.1 --ends far", {"braid": 0.4, "loops": 0.1, "ends": "far"}),
        ("growing-tree 6x9 --pick oldest", {"pick": "oldest"}),
        ("caves 6x9 --walls 40%", {"walls": 0.4}),
        ("wilson 6x9 --thin", {"thin": True}),
        ("wilson 6x9 --cells hex", {"cells": "hex"}),
        ("wilson 6x9 --levels 2", {"levels": 2}),
    ],
)
def test_options_are_those_of_the_library(run, words, options):
    made = gw.make(words.split()[0], 6, 9, seed=3, **options)
    assert run("make", *words.split(), "--seed", 3)[1] == f"{made}\n"
    Path("mask.txt").write_text("..#\n...\n#..\n")
    for size in ((), ("3x3",)):
        out = run("make", "prim", *size, "--seed", 3, "--mask", "mask.txt")[1]
        assert out == f"{gw.make('prim', seed=3, mask=gw.read('mask.txt'))}\n"


def test_a_seed_is_printed_and_another_each_time(run):
    seeds = []
    for _ in range(2):
        _, out, err = run("make", "6x9")
        seeds.append(err.strip().removeprefix("gridwalk: wilson with --seed "))
        assert run("make", "wilson", "6x9", "--seed", seeds[-1])[1] == out
    assert seeds[0] != seeds[1]


def test_files(run):
    board = gw.make("wilson", 6, 9, seed=3)
    for ending in ("svg", "png", "txt", "npy", "map"):
        pixels = ("--pixels", 9) if ending == "png" else ()
        assert run("make", "wilson", "6x9", "--seed", 3, "-o", f"x.{ending}", *pixels)[:2] == (0, "")
    with Image.open("x.png") as picture:
        assert picture.size == (19 * 9 + 24, 13 * 9 + 24)
    assert np.array_equal(np.load("x.npy"), ~board.open_cells)
    assert all(np.array_equal(gw.read(file).open_cells, board.open_cells) for file in ("x.txt", "x.map"))
    assert Path("x.svg").read_text().startswith("<svg")
    for ending, form in (("gif", "GIF"), ("apng", "PNG")):
        words = ("make", "prim", "4x5", "--seed", 3, "-o", f"x.{ending}", "--frames", 6, "--fps", 4)
        assert run(*words)[:2] == (0, "")
        with Image.open(f"x.{ending}") as film:
            assert (film.format, film.n_frames, film.info["duration"]) == (form, 6, 250)


def test_each_option_of_a_maker_is_one_of_the_command_line_or_leads_to_python(run):
    out = run("make", "--help")[1]
    known = {option.name for option in command.params} | {name.lstrip("-") for name in INSTEAD}
    for name, row in MAKERS.items():
        assert f"  {name} " in out
        assert row.options.keys() <= known
