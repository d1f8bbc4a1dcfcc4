"""The scripts in `examples/` run, and what they find is right."""

import csv
import subprocess
import sys
from pathlib import Path
from runpy import run_path

import numpy as np
import pytest

import gridwalk as gw
import published

EXAMPLES = Path(__file__).parent.parent / "examples"


def printed(name, *arguments):
    """Run a script as a program, and return what it prints."""
    words = [sys.executable, EXAMPLES / name, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def test_scripts_are_short_and_in_the_list():
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for script in EXAMPLES.glob("*.py"):
        assert f"| `{script.name}` |" in listed
        assert len(script.read_text(encoding="utf-8").splitlines()) <= 120


def test_rows_of_a_dataset_can_be_made_again():
    rows = run_path(str(EXAMPLES / "dataset.py"))["dataset"]("wilson", 3, 60, seed=7)
    for row in rows:
        board = gw.make("wilson", 3, seed=row["seed"])
        assert (row["open_cells"] == board.open_cells).all()
        assert row["letters"] == board.paths().shortest().letters
        assert row["on_path"].sum() == row["solution_length"] + 1
    assert 1 < len({row["digest"] for row in rows}) < len(rows)


def test_a_digest_does_not_change_when_a_board_is_turned_or_mirrored():
    digest = run_path(str(EXAMPLES / "dataset.py"))["digest"]
    board = gw.Board.from_text("S..#\n.#..\n...E")
    other = gw.Board.from_text("..S\n...\n..#")
    assert digest(board) == digest(gw.Board.from_text("#..S\n..#.\nE..."))
    assert digest(board) == digest(gw.Board.from_text("..S\n.#.\n...\nE.#"))
    assert digest(board) != digest(other)


@pytest.mark.parametrize("ending", ["npz", "csv"])
def test_a_dataset_does_not_depend_on_workers(tmp_path, ending):
    one, two = tmp_path / f"one.{ending}", tmp_path / f"two.{ending}"
    printed("dataset.py", 20, "--rooms", 3, "-o", one)
    assert "20 mazes" in printed("dataset.py", 20, "--rooms", 3, "--workers", 2, "-o", two)
    if ending == "csv":
        assert one.read_text() == two.read_text()
        assert len(list(csv.DictReader(one.read_text().splitlines()))) == 20
    else:
        with np.load(one) as first, np.load(two) as second:
            assert all((first[name] == second[name]).all() for name in first)
            assert first["open_cells"].shape == (20, 7, 7)


def test_a_survey_of_two_by_two_boards_is_near_the_exact_share():
    survey = run_path(str(EXAMPLES / "survey.py"))["survey"]
    means, errors = survey([("percolation", 2, {"walls": 0.4})], ["spans"], 1000)
    exact = (2 * 0.6**2 - 0.6**4) / (1 - 0.4**4)  # of boards with an open cell
    assert abs(means[0, 0] - exact) < 4 * errors[0, 0]


def test_a_survey_of_makers_is_a_table():
    out = printed("survey.py", "--makers", "wilson", "prim", "--ask", "dead_ends", "--size", 4,
                  "--boards", 10, "--workers", 2, "--csv")  # fmt: skip
    rows = list(csv.reader(out.splitlines()))
    assert [row[:3] for row in rows] == [["wilson", "", "dead_ends"], ["prim", "", "dead_ends"]]
    seeds = [int(np.random.SeedSequence(1, spawn_key=(i,)).generate_state(1)[0]) for i in range(10)]
    mean = np.mean([gw.make("prim", 4, seed=seed).measure().dead_ends for seed in seeds])
    assert float(rows[1][3]) == pytest.approx(mean, rel=1e-3)


def test_recurrences_of_strips_are_those_published():
    strip = run_path(str(EXAMPLES / "strip.py"))
    for (kind, rows), coefficients in published.RECURRENCES.items():
        if kind == "paths":
            terms, first, found = strip["found"](rows)
            assert found == coefficients
            assert strip["far"](terms, first, found, 80, 10**12 + 39) == (
                gw.Board.rectangle(rows, 80).paths().count() % (10**12 + 39)
            )
    assert strip["found"](4, "tours")[2] == [2, 2, -2, 1]  # OEIS A006864


def test_a_strip_is_printed():
    assert "a(n) = +4 a(n - 1) -3 a(n - 2) +2 a(n - 3) +1 a(n - 4)" in printed("strip.py", 3)
    assert printed("strip.py", 4, "--columns", 1000) == "336108663\n"  # modulo 1,000,000,007
