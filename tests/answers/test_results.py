"""Answers as plain data: nothing is lost on the way to JSON, CSV and tables, and back."""

import csv
import io
import json
import sys
import types

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.answers.results import Facts, Tabular, as_json


def kinds(base):
    """Return all classes of answers that are *base*."""
    found = set()
    for cls in base.__subclasses__():
        found |= {cls} | kinds(cls)
    return found


def answers():
    board = gw.Board.rectangle(4, 4, moves=gw.KING)
    huge = gw.Board.rectangle(12, 12).paths()
    return {
        "path": board.paths().shortest(),
        "angle": board.paths().shortest().smoothed(),
        "walk": board.visit([(3, 3), (0, 3)]),
        "measures": board.measure(),
        "explanation": huge.explain("count"),
        "estimate": huge.estimate_count(states=200, runs=4, rng=1),
        "lengths": gw.Board.rectangle(3, 3).paths().estimate_lengths(),
        "visits": gw.Board.rectangle(3, 3).paths().estimate_visits(),
        "batch": board.shortest_many([(0, 0), (1, 1)], [(3, 3), (1, 1)]),
        "field": board.flow_field((0, 0)),
        "function": gw.Board.rectangle(3, 3).paths().generating_function("length", "turns"),
        "survey": gw.survey("percolation", 5, walls=[0.1, 0.3], n=3, rng=1, ask=["spans"]),
    }


@pytest.fixture(scope="module")
def found():
    return answers()


def test_every_kind_of_answer_is_tried(found):
    tried = {type(answer) for answer in found.values()} | {gw.Path, Tabular}
    inner = {
        name
        for name in (cls.__name__ for cls in kinds(Facts) - tried)
        if name not in {"Option", "SurveyLine"}
    }
    assert inner == set()


def test_json_has_all_and_every_whole_number_exactly(found):
    for name, answer in found.items():
        facts = answer.to_dict()
        assert set(json.loads(answer.to_json())) == {str(key) for key in facts}, name
        assert "\n" not in answer.to_json()
    assert int(json.loads(found["estimate"].to_json())["value"]) == found["estimate"].value > 2**53
    assert json.loads(found["path"].to_json())["cells"] == found["path"].cells.tolist()


def test_numbers_that_programs_would_round_are_text():
    value = [2**53, 2**53 + 1, -(2**53) - 1, True, None, float("nan"), np.int64(3), np.array([1.5, np.inf])]
    assert json.loads(as_json(value)) == [
        2**53, str(2**53 + 1), str(-(2**53) - 1), True, None, None, 3, [1.5, None],
    ]  # fmt: skip
    assert json.loads(as_json({(1, 2): "a", 3: {"b": 2**70}})) == {"(1, 2)": "a", "3": {"b": str(2**70)}}


def test_csv_has_a_row_for_each(found):
    for name in ("batch", "survey", "lengths"):
        table = found[name]
        columns = table.to_dict()
        rows = list(csv.DictReader(io.StringIO(table.to_csv())))
        assert [list(row) for row in rows] == [list(columns)] * len(next(iter(columns.values())))
    lengths = list(csv.DictReader(io.StringIO(found["lengths"].to_csv())))
    assert {int(row["length"]): int(row["value"]) for row in lengths} == {4: 6, 6: 4, 8: 2}


def test_a_pair_without_a_path_is_a_row_of_nothing():
    board = gw.Board.from_text("S#.\n.#E")
    batch = board.shortest_many([(0, 0), (0, 0)], [(0, 2), (1, 0)])
    assert batch.to_dict() == {"length": [None, 1], "cost": [None, 1.0], "cells": [None, [[0, 0], [1, 0]]]}
    assert batch.to_csv() == 'length,cost,cells\n,,\n1,1.0,"[[0, 0], [1, 0]]"\n'
    assert json.loads(batch.to_json())["cost"] == [None, 1.0]


def test_a_frame_is_made_of_the_columns(monkeypatch, found):
    pandas = types.ModuleType("pandas")
    pandas.DataFrame = lambda columns: ("frame", columns)
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    assert found["batch"].to_frame() == ("frame", found["batch"].to_dict())
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError):
        found["batch"].to_frame()
