"""The commands dataset and survey: lists and ranges of values, files, errors in one line."""

import csv
import json
import sys
from xml.etree import ElementTree as ET

import pytest

import gridwalk as gw
from gridwalk.datasets import making

SMALL = ("wilson", "4x6", "-n", 6, "--seed", 3)


def test_dataset(run, tmp_path):
    where = tmp_path / "data"
    status, out, err = run("dataset", *SMALL, "--ask", "shortest,measure", "-o", where, "--part", 4)
    assert (status, out) == (0, "")
    assert err.endswith(f"gridwalk: {where}: 6 rows in 2 parts, --seed 3\n")
    same = gw.dataset(
        "wilson", (4, 6), 6, ask=["shortest", "measure"], seed=3, folder=tmp_path / "same", part=4
    )
    assert gw.read_dataset(where)["digest"].tolist() == same["digest"].tolist()
    _, out, _ = run("dataset", *SMALL, "--ask", "shortest,measure", "-o", where, "--part", 4, "--json")
    facts = json.loads(out)
    assert (facts["rows"], facts["parts"], facts["boards"]["seed"]) == (6, 2, 3)


def test_a_dataset_without_a_seed_goes_on_with_its_own(run, tmp_path):
    for n in (4, 8):
        status, _, err = run("dataset", "wilson", "3x3", "-n", n, "-o", tmp_path, "--part", 4)
        assert (status, f"{n} rows" in err) == (0, True)
    seed = gw.read_dataset(tmp_path).about["boards"]["seed"]
    assert f"--seed {seed}" in err
    assert run("dataset", "wilson", "3x3", "-n", 8, "-o", tmp_path, "--seed", seed + 1)[0] == 2


def test_after_ctrl_c_the_same_command_goes_on(run, tmp_path, monkeypatch, spy):
    def stops(make_part, *given):
        if given[3].start:
            raise KeyboardInterrupt
        return make_part(*given)

    spy(making, "make_part", stops)
    status, out, err = run("dataset", *SMALL, "-o", tmp_path, "--part", 4)
    assert (status, out) == (130, "")
    assert f"gridwalk: {tmp_path}: finished parts are kept: the same command goes on\n" in err
    monkeypatch.undo()
    assert run("dataset", *SMALL, "-o", tmp_path, "--part", 4)[0] == 0


def test_lists_and_ranges(run, tmp_path):
    run("dataset", "percolation,caves", "9x9,8x10", "-n", 9, "--seed", 1, "-o", tmp_path, "--ask", "find",
        "--walls", "10%:30%:10%,0.35", "--format", "npz")  # fmt: skip
    assert gw.read_dataset(tmp_path).about["boards"]["choices"] == {
        "maker": ["percolation", "caves"],
        "size": [[9, 9], [8, 10]],
        "walls": [0.1, 0.2, 0.3, 0.35],
    }
    _, out, _ = run("survey", "dungeon", "20x20", "-n", 2, "--block", "5:9:2", "--ask", "reached", "--json")
    assert [line["block"] for line in json.loads(out)["table"]] == [5, 7, 9]


def test_survey(run, tmp_path):
    asked = ("survey", "percolation", "8x8", "-n", 20, "--seed", 1, "--walls", "20%:40%:10%")
    asked += ("--ask", "spans,loops")
    survey = gw.survey("percolation", 8, 20, ask=["spans", "loops"], seed=1, walls=[0.2, 0.3, 0.4])
    status, out, err = run(*asked, "-o", tmp_path / "curve.svg")
    assert (status, out) == (0, f"{survey}\n")
    assert f"wrote {tmp_path / 'curve.svg'}" in err
    assert len(ET.parse(tmp_path / "curve.svg").findall(".//{http://www.w3.org/2000/svg}circle")) == 6
    assert run(*asked, "-o", tmp_path / "curve.png")[0] == 0
    assert (tmp_path / "curve.png").read_bytes() == survey.png()
    status, out, _ = run(*asked, "-o", tmp_path / "table.csv")
    assert (status, out) == (0, "")
    with (tmp_path / "table.csv").open() as file:
        assert len(list(csv.reader(file))) == 7
    told = json.loads(run(*asked, "--json")[1])
    assert (told["seed"], told["boards"], told["table"]) == (1, 20, survey.table)
    _, _, err = run("survey", "wilson", "4x4", "-n", 2)
    assert "with --seed " in err


def test_where_the_work_is_done(run, tmp_path):
    here = run("survey", *SMALL, "--ask", "dead_ends")[1]
    assert run("survey", *SMALL, "--ask", "dead_ends", "--on", "threads:2")[1] == here
    assert run("survey", *SMALL, "--ask", "dead_ends", "--on", "processes:2")[1] == here


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("wilso", "4x4"), "MAKER wilso is not known"),
        (("wilson", "4x"), "'4x' is not a size"),
        (("wilson", "4x4", "--walls", "10%"), "wilson has no option walls"),
        (("wilson", "4x4", "--ask", "shortst"), "did you mean 'shortest'?"),
        (("wilson", "4x4", "--braid", "10%:20%"), "'10%:20%' is no range"),
        (("wilson", "4x4", "--braid", "20%:10%:1%"), "has 0 values"),
        (("wilson", "4x4", "--braid", "120%"), "'120%' is not a share"),
        (("wilson", "4x4", "--on", "cloud"), "cloud"),
        (("wilson", "4x4", "--format", "csv"), "--format csv is not known: choose from parquet, npz"),
    ],
)
def test_errors(run, tmp_path, arguments, words):
    status, out, err = run("dataset", *arguments, "-n", 3, "-o", tmp_path / "data")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert words in err
    assert not (tmp_path / "data").exists()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no /proc")
def test_what_cannot_be_written_is_no_bad_input(run):
    status, _, err = run("dataset", *SMALL, "-o", "/proc/x")
    assert (status, err.count("\n")) == (3, 1)
    assert "/proc/x: cannot be written: " in err


@pytest.mark.usefixtures("no_pyarrow")
def test_parquet_needs_pyarrow(run, tmp_path):
    status, _, err = run("dataset", *SMALL, "-o", tmp_path, "--format", "parquet")
    assert status == 2
    assert "pip install pyarrow" in err
