"""The command field, and pairs, costs at most and islands on the command line."""

import io
import json
import sys

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw

TEXT = "S.#...\n......\n.##..E\n..#...\n"


@pytest.fixture
def board(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text(TEXT)
    return file


def test_arrows(run, board):
    status, out, err = run("field", board)
    assert (status, out) == (0, "→↓#→→↓\n→→→→→↓\n↑##→→E\n↑←#↑↑↑\n")
    assert err == ""
    assert run("field", board, "--flee", "-1.2")[1] == f"{gw.read(board).flow_field().flee()}\n"


def test_goals_with_values_and_json(run, board):
    status, out, _ = run("field", board, "--to", "0,0=0", "--to", "2,5=3", "--json")
    answer, field = json.loads(out), gw.read(board).flow_field({(0, 0): 0, (2, 5): 3})
    assert status == 0
    assert answer["next_move"] == field.next_move.tolist()
    assert answer["goals"] == [[0, 0], [2, 5]]
    assert [
        [np.inf if d is None else d for d in row] for row in answer["distances"]
    ] == field.distances.tolist()


def test_files(run, board, tmp_path):
    field = gw.read(board).flow_field()
    assert run("field", board, "-o", tmp_path / "f.npy")[0] == 0
    assert np.array_equal(np.load(tmp_path / "f.npy"), field.next_cell)
    assert run("field", board, "--distances", "-o", tmp_path / "f.npy")[0] == 0
    assert np.array_equal(np.load(tmp_path / "f.npy"), field.distances)
    assert run("field", board, "-o", tmp_path / "f.txt")[0] == 0
    assert (tmp_path / "f.txt").read_text(encoding="utf-8") == f"{field}\n"
    assert run("field", board, "-o", tmp_path / "f.svg", "--dark")[0] == 0
    assert (tmp_path / "f.svg").read_text(encoding="utf-8") == field.svg(dark=True)
    assert run("field", board, "-o", tmp_path / "f.png", "--pixels", 9)[0] == 0
    with Image.open(tmp_path / "f.png") as picture:
        assert picture.width >= 54


def test_arrows_need_unicode(run, board, monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    status, _, err = run("field", board)
    assert status == 2
    assert "field, which draws arrows, needs Unicode" in err
