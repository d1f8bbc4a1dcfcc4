"""The command line's questions about all paths at once."""

import json

import numpy as np
import pytest

from published import KNIGHT_CLOSED_CLASSES, ROOK_PATHS

LONG = str(ROOK_PATHS[12])


def test_counts_of_thirty_digits(run):
    assert run("count", "12x12")[:2] == (0, LONG + "\n")
    status, out, _ = run("count", "12x12", "--json")
    assert (status, json.loads(out)["count"]) == (0, int(LONG))


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (("--through", "0,3"), 76),
        (("--avoiding", "1,1", "--avoiding", "2,2"), 4),
        (("--length", 10), 48),
        (("--to", "anywhere", "--length", 3), 10),
        (("--from", "anywhere", "--to", "anywhere", "--length", "..2"), 168),
        (("--length", "11.."), 80),
        (("--length", "..9"), 56),
        (("--length", "7..9"), 36),
        (("--cycles",), 213),
        (("--tour",), 552),
    ],
)
def test_smaller_and_other_sets(run, options, count):
    assert int(run("count", "4x4", *options)[1]) == count
    assert len(run("list", "4x4", *options, "--lines")[1].splitlines()) == count


def test_explanations(run):
    """A table of engines on stdout, one of them chosen; and nothing is counted."""
    out = run("count", "16x16", "--explain")[1]
    (chosen,) = (line for line in out.splitlines() if "<- chosen" in line)
    assert "4,179,603 states" in chosen
    for verb in ("find", "sample"):
        assert run(verb, "16x16", "--explain")[1].startswith("engine")


def chosen_row(run, *question):
    """Return the row of the engine that would count, as JSON has it."""
    table = json.loads(run("count", *question, "--explain", "--json")[1])
    (row,) = (row for row in table["engines"] if row["chosen"])
    return row


def test_tours_up_to_symmetry(run):
    tours = ("6x6", "--moves", "knight", "--tour", "--closed")
    status, out, err = run("count", *tours, "--up-to-symmetry")
    assert (status, out) == (0, f"{KNIGHT_CLOSED_CLASSES[6]}\n")
    assert "rotations and reflections" in err
    facts = json.loads(run("count", *tours, "--up-to-symmetry", "--json")[1])
    assert facts["count"] == KNIGHT_CLOSED_CLASSES[6]
    assert "rotations and reflections" in facts["convention"]
    assert run("count", "3x3", "--up-to-symmetry")[0] == 2
    assert "different questions" in run("count", *tours, "--up-to-symmetry", "--lengths")[2]


def test_one_moment_of_a_film_in_characters_and_numbers(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("trace", "4x4", "--at", "5", "-o", "at.txt")[0] == 0
    assert (tmp_path / "at.txt").read_text().count("step ") == 1
    assert run("trace", "4x4", "--at", "5", "-o", "at.npy")[0] == 0
    assert len(np.load(tmp_path / "at.npy")) == 5


def test_an_explanation_is_of_what_the_count_takes(run):
    assert chosen_row(run, "6x6", "--moves", "knight", "--tour", "--closed")["engine"] == "halves"
    assert chosen_row(run, "16x16")["states"] == 4179603


def test_an_explanation_of_lengths_has_a_number_for_each(run):
    one, by_length = chosen_row(run, "12x12"), chosen_row(run, "12x12", "--lengths")
    assert by_length["states"] == one["states"] * 72  # by colour each other number of 0 to 142 cells left out
    assert by_length["seconds"] > 30 * one["seconds"]
