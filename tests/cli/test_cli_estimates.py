"""`gridwalk count --approx`: the value alone on stdout, what is known of it on stderr."""

import json
import re

import pytest


@pytest.mark.long
def test_the_value_is_alone_on_stdout_and_its_interval_on_stderr(run):
    status, out, err = run("count", "18x18", "--approx", "60%", "--seed", "1")
    assert status == 0
    assert re.fullmatch(r"\d\.\d{1,2}e(69|70)\n", out)
    assert re.search(r"\d\.\d+e\d\d \.\. \d\.\d+e\d\d, 95 % sure; standard error [\d.]+ %, \d+ runs of", err)
    assert "gridwalk: from (0, 0) to (17, 17)" in err
    assert run("count", "18x18", "--approx", "60%", "--seed", "1")[1] == out


def test_json_has_all_of_it(run):
    status, out, _ = run("count", "18x18", "--approx", "60%", "--seed", "1", "--json")
    facts = json.loads(out)
    assert status == 0
    assert facts["low"] <= facts["count"] <= facts["high"]
    assert facts["count_text"] == str(facts["count"])
    assert (facts["exact"], facts["is_lower_bound"], facts["confidence"]) == (False, False, 0.95)
    assert 0 < facts["relative_error"] < 0.3
    assert facts["runs"] >= 12
    assert facts["starts"] == [[0, 0]]


def test_lengths_are_printed_with_what_is_known_of_each(run):
    status, out, err = run("count", "4x4", "--approx", "5%", "--lengths")
    assert status == 0
    assert out.splitlines()[0] == " 6 20 (exact)"
    assert len(out.splitlines()) == 5
    assert "184 in all: exact" in err
    _, out, _ = run("count", "9x9", "--approx", "20%", "--lengths", "--seed", "1", "--json")
    facts = json.loads(out)
    assert facts["lengths"]["60"]["low"] <= facts["lengths"]["60"]["count"]
    assert 45 < facts["mean_length"] < 75
    assert facts["mean_length_error"] < 3
