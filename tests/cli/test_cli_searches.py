"""Searches with a weight, and paths pulled taut, on the command line."""

import json

import numpy as np
import pytest

import gridwalk as gw

pytestmark = pytest.mark.no_kernels

ROOM = "S........\n.#####...\n......#..\n.####.#..\n........E\n"


@pytest.fixture
def room(tmp_path):
    file = tmp_path / "room.txt"
    file.write_text(ROOM)
    return file


def test_way_points_and_length(run, room):
    status, out, err = run("shortest", room, "--moves", "king", "--smooth")
    angle = gw.read(room, moves=gw.KING).paths().shortest().smoothed()
    assert status == 0
    assert out == f"{angle}\n0,0 0,6 4,8\nlength 10.4721 at any angle, 3 way points\n"
    assert "by dijkstra, cost 10.8284; pulled taut: not proved the shortest at any angle" in err
    assert run("shortest", room, "--smooth", "--lines", "--origin", 1)[1] == "1,1\n1,9\n5,9\n"
    assert "pulled taut: a straight line" in run("shortest", "9x4", "--smooth")[2]


def test_a_taut_path_as_json_and_in_files(run, room, tmp_path):
    answer = json.loads(run("shortest", room, "--smooth", "--json")[1])
    angle = gw.read(room).paths().shortest().smoothed()
    assert answer["cells"] == [[0, 0], [0, 8], [4, 8]]
    assert answer["crossed"] == angle.crossed.tolist()
    assert (answer["found"], answer["reached"], answer["any_angle"], answer["length"]) == (
        True,
        True,
        True,
        12,
    )
    for ending in ("svg", "png", "txt", "npy"):
        assert run("shortest", room, "--smooth", "-o", tmp_path / f"taut.{ending}")[0] == 0
    assert "any-angle path of length 12" in (tmp_path / "taut.svg").read_text()
    assert (tmp_path / "taut.txt").read_text().startswith(f"{angle}\n0,0 0,8 4,8\n")
    assert np.load(tmp_path / "taut.npy").tolist() == angle.cells.tolist()
    assert run("shortest", "3x3", "--wall", "0,1", "--wall", "1,0", "--smooth", "--json")[0] == 1


REFUSED = {
    "a page plays paths in steps": ["-o", "taut.html"],
    "--draw applies to paths in steps": ["--draw", "lines"],
    "without other conditions": ["--through", "2,2"],
    "all paths from start to exit": ["--tour"],
    "--smooth does not fit here: on a board that is wrapped": ["--wrap", "both"],
    "--smooth does not fit here: straight lines": ["--moves", "knight"],
    "a pair: leave out --smooth": ["--pairs", "pairs.csv"],
}


@pytest.mark.parametrize("reason", REFUSED)
def test_what_is_not_pulled_taut(run, reason):
    status, out, err = run("shortest", "5x6", "--smooth", *REFUSED[reason])
    assert (status, out) == (2, "")
    assert reason in err


def test_a_weight(run, room):
    status, out, err = run("find", room, "--by", "weighted-astar", "--weight", 1.5, "--json")
    path = gw.read(room).paths().find(by="weighted-astar", weight=1.5)
    answer = json.loads(out)
    assert (status, answer["cost"], answer["bound"]) == (0, path.cost, path.bound)
    assert "cells expanded" in err
    for words in (["--by", "bfs"], []):
        assert (
            "--weight 3.0 must be left out unless --by weighted-astar"
            in run("find", room, "--weight", 3, *words)[2]
        )
    assert (
        "must be a finite number of 1 or more"
        in run("trace", room, "--by", "weighted-astar", "--weight", 0.5)[2]
    )
    assert "--weight is for --by weighted-astar" in run("trace", "4x4", "--tour", "--weight", 2)[2]


def test_a_bound_is_told(run):
    err = run("find", "examples/articles.txt", "--by", "weighted-astar", "--weight", 4)[2]
    assert "length 8, proved the shortest; " in err
