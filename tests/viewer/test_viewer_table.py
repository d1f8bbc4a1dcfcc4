"""The table of all algorithms on one board."""

import itertools
import re
import time
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.algorithms import algorithm, names, rows
from gridwalk.viewer import comparison
from gridwalk.viewer.asked import Asked
from gridwalk.viewer.comparison import largest_frontier
from gridwalk.viewer.questions import answer, offers
from profiles import examples
from strategies import board_of, raws
from viewing import english

OPEN = gw.Board.rectangle(4, 5)
KNIGHT = gw.Board.rectangle(5, 5, moves=gw.KNIGHT)


@pytest.fixture(autouse=True)
def _patience(tune):
    """Every search ends that ends, on however busy a machine."""
    tune(page_table_seconds=10_000)


# --------------------------------------------------------------------------------- table


def test_the_table_has_every_search_with_what_it_did():
    board = gw.make("kruskal", 8, 9, seed=2)
    data, trace, parts = answer("table", Asked(board))
    assert (data["kind"], trace, parts) == ("table", None, None)
    rows = {row["by"]: row for row in data["rows"]}
    found = [name for name in names("find") if name != "sweep"]
    exact = [name for name in names("shortest") if name != "sweep"]
    inexact = [name for name in found if name not in exact]
    assert list(rows) == list(dict.fromkeys([*found, *exact]))
    for by, row in rows.items():
        assert row["found"]
        assert (row["length"], row["reason"]) == (
            board.paths().shortest().length,
            None,
        )  # a tree has one path
        assert row["exact"] == (row["question"] == "shortest") == (by not in inexact)
        assert row["milliseconds"] > 0
        if by != "corridors":
            expanded = board.paths().trace(by=by)
            assert row["frontier"] == largest_frontier(expanded)
            cells = int((expanded.expansion_order >= 0).sum())
            assert row["expanded"] > cells if algorithm(by).wipes else row["expanded"] == cells


def test_the_table_of_costs_knows_who_is_exact():
    board = gw.Board.rectangle(3, 3, costs=[[1, 1, 1], [9, 9, 1], [1, 1, 1]], exits=[(2, 0)])
    told = {row["by"]: row for row in answer("table", Asked(board)).data["rows"]}
    exact = {by for by, row in told.items() if row["exact"]}
    searches = [row for row in rows("shortest") if row.name != "sweep"]
    assert exact == {row.name for row in searches if not re.search("cost the same|not with costs", row.suits)}
    assert all(told[by]["cost"] == 6 for by in exact)
    assert (told["bfs"]["question"], told["bfs"]["cost"]) == ("find", 10)
    assert "here cells have costs" in english(told["labels"]["reason"])


def test_the_table_of_tours_says_which_search_did_not_end(monkeypatch, tune):
    ticks = itertools.count()  # a clock that goes on by one each time it is asked: at each report of progress
    clock = SimpleNamespace(monotonic=lambda: next(ticks), perf_counter=time.perf_counter)
    monkeypatch.setattr(comparison, "time", clock)
    tune(page_table_seconds=8)
    board = gw.Board.rectangle(12, 12, moves=gw.KNIGHT)
    rows = {row["by"]: row for row in answer("table", Asked(board, tour=True)).data["rows"]}
    assert list(rows) == ["warnsdorff", "dfs", "construct"]
    assert rows["construct"]["length"] == 143
    assert english(rows["dfs"]["reason"]) == "It did not end within 8 seconds."
    small = {row["by"]: row for row in answer("table", Asked(OPEN, tour=True)).data["rows"]}
    assert "knight's tours" in small["construct"]["reason"]
    assert small["dfs"]["found"] is True


def test_a_search_without_a_path_is_in_the_table():
    rows = answer("table", Asked(gw.Board.from_text("S#E"))).data["rows"]
    assert all(row["found"] is False for row in rows if row["reason"] is None)
    assert sum(row["reason"] is None for row in rows) >= 6


@pytest.mark.parametrize("by", [row.name for row in rows("trace", "paths")])
def test_where_the_start_is_an_exit_one_cell_is_kept(by):
    moves = gw.KING if by == "jps" else gw.ORTHOGONAL
    trace = gw.Board.rectangle(1, 1, moves=moves).paths().trace(by=by)
    kept = [
        int(trace.at(step).where(name).sum())
        for step in range(len(trace) + 1)
        for name in ("frontier", "walk")
    ]
    assert largest_frontier(trace) == max(kept) == 1


@examples(60)
@given(
    raws(),
    st.sampled_from([row.name for row in rows("trace") if not (row.wipes or row.jumps)]),
)
def test_the_largest_frontier_is_that_of_some_step(raw, by):
    board = board_of(raw)
    if by in offers(Asked(board))["refused"].get("shortest", {}) and by != "bfs":
        return
    trace = board.paths().trace(by=by)
    name = "walk" if by.startswith("dfs") else "frontier"
    sizes = [int(trace.at(step).where(name).sum()) for step in range(len(trace) + 1)]
    assert largest_frontier(trace) == max(sizes)
