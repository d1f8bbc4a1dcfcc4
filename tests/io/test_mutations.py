"""Spoilt inputs for every reader; `python -m tests.campaign` tries many more."""

import random

import pytest

import gridwalk as gw
import reference_reader
import spoilt
from gridwalk.errors import GridwalkError


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_misread_and_nothing_raised_but_our_errors(seed):
    read, failures = spoilt.tried(random.Random(seed), spoilt.READERS, 300)
    assert failures == []
    assert all(0 < number < 300 for number in read.values())  # not all of it is rubbish


@pytest.mark.parametrize("seed", range(2))
def test_all_formats_read_or_refuse(seed):
    read, failures = spoilt.tried(random.Random(seed), spoilt.formats(), 250)
    assert failures == []
    assert all(number < 250 for number in read.values())
    assert sum(number > 0 for number in read.values()) > len(read) / 2


@pytest.mark.parametrize("costs", [False, True])
def test_inputs_that_are_not_spoilt_are_read(costs):
    texts = spoilt.COSTS if costs else spoilt.MATRICES + spoilt.MAPS
    for text in texts:
        assert gw.Board.from_text(text, costs=costs).open_cells.tolist() == (
            reference_reader.read(text, costs=costs).open_cells
        )


def test_columns_in_pairs_that_are_halved_without_a_remark_are_noticed(spy):
    text = "##SS  ##\n##    EE"
    read = spoilt.READERS["drawing"][1]
    assert read(random.Random(1), text).columns == 4
    spy(gw.io.boardtext.BoardText, "warn", lambda *_: None)
    with pytest.raises(AssertionError, match="the reference does not read it"):
        read(random.Random(1), text)


def test_failures_are_told():
    def fail(rng, text):
        raise KeyError(text) if rng.random() < 0.5 else GridwalkError("no")

    read, failures = spoilt.tried(random.Random(1), {"x": (["text"], fail)}, 9)
    assert read == {"x": 0}
    assert 0 < len(failures) < 9
    assert "KeyError" in failures[0]
