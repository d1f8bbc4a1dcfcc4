"""The command field, and pairs, costs at most and islands on the command line."""

import io
import json
import sys

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw

pytestmark = pytest.mark.no_kernels

TEXT = "S.#...\n......\n.##..E\n..#...\n"


@pytest.fixture
def board(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text(TEXT)
    return file


def test_arrows(run, board):
    status, out, err = run("field", board)
    assert (status, out) == (0, "→↓#→→↓\n→→→→→↓\n↑##→→E\n↑←#↑↑↑\n")
    assert err == "gridwalk: 20 cells of 20 reached, cost up to 9\n"
    assert run("field", board, "--flee", "-1.2")[1] == f"{gw.read(board).flow_field().flee()}\n"


def test_numbers(run, board):
    out = run("field", board, "--distances", "--to", "0,0", "--max-cost", 4)[1]
    assert out == "0 1 # . . .\n1 2 3 4 . .\n2 # # . . .\n3 4 # . . .\n"
    out = run("field", board, "--distances", "--from", "2,5", "--max-cost", 2)[1]
    assert out == ". . # . . 2\n. . . . 2 1\n. # # 2 1 0\n. . # . 2 1\n"
    assert run("field", board, "--distances", "--moves", "king")[1].split()[1] == "5.41421"


def test_goals_with_values_and_json(run, board):
    status, out, _ = run("field", board, "--goal", "0,0=0", "--goal", "2,5=3", "--json")
    answer, field = json.loads(out), gw.read(board).flow_field({(0, 0): 0, (2, 5): 3})
    assert status == 0
    assert answer["next_move"] == field.next_move.tolist()
    assert answer["goals"] == [[0, 0], [2, 5]]
    assert [
        [np.inf if d is None else d for d in row] for row in answer["distances"]
    ] == field.distances.tolist()


def test_distances_from_a_start_as_json(run, board):
    out = run("field", board, "--distances", "--from", "0,0", "--max-cost", 1, "--json")[1]
    answer = json.loads(out)
    assert (answer["reached"], answer["distances"][0][:3], answer["distances"][1][0]) == (3, [0, 1, None], 1)
    field = gw.read(board).flow_field(max_cost=3)
    assert json.loads(run("field", board, "--max-cost", 3, "--json")[1]) == json.loads(field.to_json())


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


def test_no_cell_reaches_a_goal(run, board):
    status, out, _ = run("field", board, "--max-cost", 0)
    assert (status, out.count("E"), out.count(".")) == (1, 1, 19)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--from", "0,0"), "--from is for --distances"),
        (("--from", "0,0", "--to", "0,1", "--distances"), "give one of them"),
        (("--goal", "0,0=1", "--to", "0,1"), "give one of them"),
        (("--goal", "0,0"), "is not CELL=VALUE"),
        (("--goal", "0,0=nan"), "is not CELL=VALUE"),
        (("--goal", "0,2=1"), "--goal 0,2 is a wall"),
        (("--max-cost", "-1"), "--max-cost -1.0 must be a number of 0 or more"),
        (("--flee", "2"), "--flee 2.0 must be a negative number"),
        (("--json", "-o", "x.txt"), "leave out --json"),
    ],
)
def test_what_is_wrong_is_refused(run, board, options, words):
    status, out, err = run("field", board, *options)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_arrows_need_unicode(run, board, monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    status, _, err = run("field", board)
    assert status == 2
    assert "field, which draws arrows, needs Unicode" in err


def test_paths_that_cost_at_most(run, board):
    assert run("shortest", board, "--max-cost", 7)[0] == 0
    status, out, _ = run("shortest", board, "--max-cost", 6.5)
    assert (status, out) == (
        1,
        "no way: there are no simple paths from (0, 0) to (2, 5) that cost at most 6.5\n",
    )
    assert json.loads(run("shortest", board, "--max-cost", 6, "--json")[1])["found"] is False
    status, _, err = run("shortest", board, "--max-cost", 8, "--cycles")
    assert (status, "--max-cost applies to paths from start to exit" in err) == (2, True)
    status, _, err = run("shortest", board, "--max-cost", 8, "--closest")
    assert (status, "--max-cost 8.0 must be left out with closest" in err) == (2, True)


def test_pairs_of_a_file(run, board, tmp_path):
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("start row,start column,row,column\n0,0,2,5\n# a comment\n\n0;0;0;2\na4 b3\n")
    status, out, err = run("shortest", board, "--pairs", pairs)
    assert status == 1
    wall = "exits[1]=(0, 2) is a wall; it must be an open cell; (2, 0) is open: did you pass (x, y)?"
    assert out.splitlines() == [
        "start,exit,length,cost,error",
        '"0,0","2,5",7,7.0,',
        f'"0,0","0,2",,,"{wall}"',
        "a4,b3,2,2.0,",
    ]
    assert err.splitlines()[-1] == "gridwalk: 2 of 3 pairs have a path; by astar"
    answer = json.loads(run("shortest", board, "--pairs", pairs, "--json", "--max-cost", 5)[1])
    assert answer["length"] == [None, None, 2]
    assert answer["cells"] == [None, None, [[0, 0], [0, 1], [1, 1]]]
    pairs.write_text("0 0 2 5\n")
    assert run("shortest", board, "--pairs", pairs)[0] == 0


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("0,0,1,1\n1,1,1\n", (), "line 2: '1,1,1' is no pair"),
        ("0,0,1\n", (), "line 1: '0,0,1' is no pair"),
        ("0,0,1,1\n", ("--to", "0,0"), "leave out --to"),
        ("0,0,1,1\n", ("--tour",), "leave out --tour"),
        ("0,0,1,1\n", ("--gap", "2%"), "leave out --gap"),
        ("0,0,1,1\n", ("--longer-than", "3"), "leave out --longer-than"),
        ("0,0,1,1\n", ("--by", "bfs"), "one question at a time"),
    ],
)
def test_pairs_that_are_refused(run, board, tmp_path, text, options, words):
    pairs = tmp_path / "pairs.csv"
    pairs.write_text(text)
    status, out, err = run("shortest", board, "--pairs", pairs, *options)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_islands(run, board, tmp_path):
    file = tmp_path / "islands.txt"
    file.write_text(".#..\n.#.#\n##..\n")
    status, out, err = run("show", file, "--islands")
    assert (status, out) == (0, "A#BB\nA#B#\n##BB\n")
    assert err == "gridwalk: 2 islands; cells: B 5, A 2\n"
    assert json.loads(run("show", file, "--islands", "--json")[1]) == {
        "islands": 2, "sizes": [2, 5], "labels": [[0, -1, 1, 1], [0, -1, 1, -1], [-1, -1, 1, 1]]
    }  # fmt: skip
    file.write_text("\n".join([".#" * 15, "##" * 15] * 2))
    out, err = run("show", file, "--islands")[1:]
    assert out.split()[:4] == ["0", "#", "1", "#"]
    assert err.startswith("gridwalk: 30 islands; cells: 0 1, 1 1, ")
    assert err.endswith(", ...\n")
    assert "leave out other forms" in run("show", file, "--islands", "--measure")[2]
