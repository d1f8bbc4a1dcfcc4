"""The public face: what sets, boards and their explanations can be asked, and what they refuse."""

import json
import pickle
import shutil
from types import SimpleNamespace

import pytest
from hypothesis import given

import gridwalk as gw
import oracles
from gridwalk.errors import HopelessError, QuestionError
from strategies import questions

KNIGHT8 = gw.Board.rectangle(8, 8, moves=gw.KNIGHT)


def public(kind):
    return {name for name in dir(kind) if not name.startswith("_")}


def test_each_set_has_the_verbs_of_its_paths_only():
    common = public(gw.PathSet) & public(gw.TourSet) & public(gw.CycleSet)
    assert {"find", "shortest", "longest", "count", "lengths", "list", "sample", "rank", "explain"} <= common
    own = public(gw.PathSet) - common
    best = {"all_shortest", "bound", "in_order", "nearly_shortest"}
    assert own == best | {"counts_by_end", "distances", "induced", "trace"}
    assert public(gw.TourSet) - common == {"counts_by_start", "numbered", "refutation", "trace", "visiting"}
    assert public(gw.CycleSet) - common == {"induced"}


@given(questions())
def test_a_set_is_true_where_there_is_a_path(question):
    paths = question.board.paths()
    reached = oracles.distance(question.raw, question.start, question.exits) is not None
    assert bool(paths) is reached
    assert paths.is_empty() is not reached


def test_what_may_take_long_is_never_silently_true():
    for hard in (KNIGHT8.tours(), KNIGHT8.cycles(), KNIGHT8.paths().through((3, 3))):
        with pytest.raises(QuestionError, match=r"ask is_empty\(\)"):
            bool(hard)
        assert not hard.is_empty()
    assert not KNIGHT8.tours().of_length(3)  # is seen at once


def test_what_is_kept_with_a_board_can_be_dropped():
    board = gw.Board.rectangle(7, 7)
    path = board.paths().unrank(1000)
    assert board._kept
    board.forget()
    assert not board._kept
    assert board.paths().unrank(1000) == path


# ------------------------------------------------------------------------------ explanations


def test_an_explanation_is_a_table():
    table = gw.Board.rectangle(12, 12).paths().explain("count")
    lines = str(table).splitlines()
    assert lines[0].split() == ["engine", "cost", "why", "(not)"]
    assert sum("<- chosen" in line for line in lines) == 1
    assert table.estimate.states == 71799
    facts = json.loads(table.to_json())
    assert [row["engine"] for row in facts["engines"] if row["chosen"]] == [table.chosen]
    assert pickle.loads(pickle.dumps(table)) == table


@pytest.mark.parametrize("verb", ["find", "shortest", "longest", "count", "lengths", "sample"])
def test_every_verb_of_every_set_is_explained(verb):
    for board in (gw.Board.rectangle(6, 6), gw.Board.rectangle(6, 6, moves=gw.KNIGHT)):
        for paths in (board.paths(), board.tours(closed=True), board.cycles(), board.paths().through((1, 1))):
            table = paths.explain(verb)
            assert sum(option.chosen for option in table.options) >= 1, (verb, paths)
            assert all(option.reason or option.chosen or option.estimate for option in table.options[:1])


HOPELESS = {
    "orthogonal": gw.Board.rectangle(40, 40).paths(),
    "junctions": gw.Board.rectangle(250, 250).paths(),
    "knight": gw.Board.rectangle(10, 10, moves=gw.KNIGHT).tours(closed=True),
}


@pytest.mark.parametrize("name", HOPELESS)
def test_what_is_hopeless_is_refused_before_it_is_begun(name, spy):
    """With the figures; the table says the same, and a listing still goes on."""
    spy(shutil, "disk_usage", lambda *_: SimpleNamespace(free=80 << 30))  # others write
    paths = HOPELESS[name].within(memory=1 << 30)
    table = paths.explain("count")
    assert table.chosen == "none"
    with pytest.raises(HopelessError, match="too large for an exact answer") as caught:
        paths.count()
    assert caught.value.reason in str(table)
    if name != "junctions":
        assert all(word in caught.value.reason for word in ("it would take", "of memory", "are allowed"))
    assert paths.find() in paths
