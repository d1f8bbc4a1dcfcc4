"""Searches with a weight, and paths pulled taut, on the command line."""

import json

import numpy as np
import pytest

import gridwalk as gw

ROOM = "S........\n.#####...\n......#..\n.####.#..\n........E\n"


@pytest.fixture
def room(tmp_path):
    file = tmp_path / "room.txt"
    file.write_text(ROOM)
    return file


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
