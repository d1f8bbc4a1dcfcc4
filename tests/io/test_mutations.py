"""Spoilt inputs for every reader; `python -m tests.campaign` tries many more."""

import random

import pytest

import gridwalk as gw
import mutations
import reference_reader
from gridwalk.errors import GridwalkError

pytestmark = pytest.mark.no_kernels


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_misread_and_nothing_raised_but_our_errors(seed):
    failures = []
    assert mutations.mutate_readers(random.Random(seed), 300, failures) == 0, "\n".join(failures)


@pytest.mark.parametrize("costs", [False, True])
def test_inputs_that_are_not_spoilt_are_read(costs):
    texts = mutations.COSTS if costs else mutations.MATRICES + mutations.MAPS
    for text in texts:
        assert gw.Board.from_text(text, costs=costs).open_cells.tolist() == (
            reference_reader.read(text, costs=costs).open_cells
        )


@pytest.mark.parametrize("name", mutations.READERS)
def test_some_spoilt_inputs_are_still_read(name):
    """Mutations that only ever make rubbish would prove little."""
    rng = random.Random(1)
    texts, read = mutations.READERS[name]
    outcomes = set()
    for _ in range(400):
        try:
            read(rng, mutations.spoilt(rng, rng.choice(texts), texts))
            outcomes.add("read")
        except GridwalkError:
            outcomes.add("refused")
    assert outcomes == {"read", "refused"}


def test_columns_in_pairs_that_are_halved_without_a_remark_are_noticed(spy):
    text = "##SS  ##\n##    EE"
    read = mutations.READERS["drawing"][1]
    assert read(random.Random(1), text).columns == 4
    spy(gw.io.boardtext.BoardText, "warn", lambda *_: None)
    with pytest.raises(AssertionError, match="the reference does not read it"):
        read(random.Random(1), text)


def test_failures_are_counted(monkeypatch):
    def fail(rng, text):
        raise KeyError(text)

    monkeypatch.setattr(mutations, "READERS", {"x": (["text"], fail)})
    failures = []
    assert mutations.mutate_readers(random.Random(1), 5, failures) == 5
    assert len(failures) == 5
    assert "KeyError" in failures[0]
