"""What answers look like: a short line, tables and pictures in notebooks, plain data that lose nothing."""

import base64
import csv
import io
import json
import re
import sys
import types
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.answers.results import Facts, as_json
from gridwalk.runtime.progress import Progress

SHORT = 120
DATA = re.compile(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)")


def values(tmp_path):
    """Return one or more of every public class that people hold."""
    board = gw.Board.rectangle(5, 5)
    many = gw.Board.rectangle(40, 40, exits=[(39, column) for column in range(40)])
    knight = gw.Board.rectangle(5, 5, moves=gw.KNIGHT)
    paths = board.paths()
    file = Path(__file__).parent.parent.parent / "examples/maze.png"
    trace, network = paths.trace(by="bfs"), gw.Network([("a", "b"), ("b", "c", 2)])
    levels, keys = gw.make("wilson", 3, levels=3, seed=1), gw.Lift(board, 0, lambda state, u, v: state)
    return [
        board, many, knight, gw.KING, gw.KNIGHT, gw.queen(7), gw.Board.rectangle(4, 4, wrap="both").moves,
        paths, many.paths(), paths.through((2, 2), (0, 4)).avoiding((4, 0)).shorter_than(14),
        many.paths([(0, column) for column in range(40)]), knight.tours(), board.cycles(), paths.induced(),
        board.path_pairs(((0, 0), (0, 4)), ((4, 0), (4, 4))), board.path_pairs(((0, 0), (0, 4))).find(),
        paths.all_shortest(), paths.shortest(),
        knight.tours().find(), board.visit([(4, 4), (0, 4)]), many.visit([(39, 39), (0, 39)]),
        board.shortest_many([(0, 0), (1, 1)], [(4, 4), (1, 1)]), trace, trace[3], board.flow_field(),
        board.measure(), paths.estimate_count(states=50, runs=4, seed=1),
        gw.Board.rectangle(30, 30).paths().estimate_count(states=50, runs=4, seed=1),
        paths.estimate_lengths(),
        paths.explain(), paths.explain().options[0], many.paths().explain("shortest"),
        knight.tours(closed=True).refutation(), gw.sheet([board]), gw.read_picture(file),
        gw.Limits(), gw.Limits(seconds=5, progress=True, keep="x" * 200),
        Progress(1.0, 2, 3, 4, "words " * 40),
        board.path_pairs(((0, 0), (0, 1))).find(), network, network.paths("a", "c").shortest(),
        levels, levels.paths().find(), keys, keys.paths(), keys.paths().shortest(),
        gw.Board.rectangle(3, 3).tours().visiting([(0, 0), (1, 1)]),
        gw.MapFrame(resolution=0.05, origin=(-1.0, -1.5), shape=(60, 80)),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def every(tmp_path_factory):
    return values(tmp_path_factory.mktemp("values"))


def kinds(base):
    """Return all classes of answers that are *base*."""
    found = set()
    for cls in base.__subclasses__():
        found |= {cls} | kinds(cls)
    return found


@pytest.fixture(scope="module")
def found(every):
    """Return those that are facts, the last of each class by its name."""
    return {type(value).__name__: value for value in every if isinstance(value, Facts)}


def test_every_public_class_is_tried(every):
    classes = {getattr(gw, name) for name in gw.__all__ if isinstance(getattr(gw, name), type)}
    held = {cls for cls in classes if not issubclass(cls, Exception)}
    assert held - {cls for value in every for cls in type(value).__mro__} == set()


def test_every_repr_is_one_short_line(every):
    for value in every:
        words = repr(value)
        assert len(words) < SHORT, words
        assert words.isprintable()
        assert type(value).__name__ in words or words.startswith("<")


def test_arrays_of_answers_are_read_only(every):
    names = ("cells", "events", "offsets", "costs", "distances", "next_cell", "open_cells")
    kinds = set()
    for value in every:
        for name in names:
            array = getattr(value, name, None) if hasattr(type(value), "__dict__") else None
            if isinstance(array, np.ndarray):
                assert not array.flags.writeable, (type(value), name)
                kinds.add(type(value).__name__)
    assert kinds >= {"Path", "Walk", "Batch", "Trace", "FlowField", "Board"}


def parsed(html):
    """Return the root of what is shown, which is well formed; pictures inside it are, too."""
    for content in DATA.findall(html):
        ET.fromstring(base64.b64decode(content))
    return ET.fromstring(f"<div>{html}</div>")


def test_what_a_notebook_shows_is_well_formed(every):
    shown = set()
    for value in every:
        html = getattr(value, "_repr_html_", lambda: None)()
        svg = getattr(value, "_repr_svg_", lambda: None)()
        if html is not None and not isinstance(value, gw.Trace):
            assert parsed(html).find(".//*") is not None
            assert len(html) < 400_000
        if svg is not None:
            ET.fromstring(svg)
        if html or svg:
            shown.add(type(value).__name__)
    assert shown >= {
        "Batch", "Board", "CountEstimate", "CycleSet", "Explanation", "FlowField",
        "InducedSet", "LengthEstimates", "Linkage", "Measures", "Path", "PathSet",
        "Picture", "Sheet", "Snapshot", "TourSet", "Trace", "Walk",
    }  # fmt: skip


def test_a_large_board_is_text():
    large = gw.Board.rectangle(300, 300)
    for value in (large, large.paths(), large.paths().through((1, 1)), large.flow_field()):
        assert getattr(value, "_repr_html_", lambda: None)() is None
    ends = large.shortest_many([(0, 0)], [(299, 299)])
    assert "<img" not in ends._repr_html_()


def test_a_table_has_its_rows_and_no_more_than_can_be_read():
    batch = gw.Board.rectangle(3, 3).shortest_many([(0, 0)] * 500, [(2, 2)] * 500)
    table = parsed(batch._repr_html_())
    assert len(table.findall(".//tbody/tr")) == 20
    assert table.find("p").text == "... 500 rows"


# ---------------------------------------------------------------------------------- plain data


def test_every_kind_of_answer_is_tried(found):
    assert {cls.__name__ for cls in kinds(Facts)} - {*found} == {"CellSequence", "Drawn", "Tabular"}


def test_json_has_all_and_every_whole_number_exactly(found):
    for name, answer in found.items():
        facts = answer.to_dict()
        assert set(json.loads(answer.to_json())) == {str(key) for key in facts}, name
        assert "\n" not in answer.to_json()
    assert int(json.loads(found["CountEstimate"].to_json())["value"]) == found["CountEstimate"].value > 2**53
    assert json.loads(found["Path"].to_json())["cells"] == found["Path"].cells.tolist()


def test_numbers_that_programs_would_round_are_text():
    value = [2**53, 2**53 + 1, -(2**53) - 1, True, None, float("nan"), np.int64(3), np.array([1.5, np.inf])]
    assert json.loads(as_json(value)) == [
        2**53, str(2**53 + 1), str(-(2**53) - 1), True, None, None, 3, [1.5, None],
    ]  # fmt: skip
    assert json.loads(as_json({(1, 2): "a", 3: {"b": 2**70}})) == {"(1, 2)": "a", "3": {"b": str(2**70)}}


def test_csv_has_a_row_for_each(found):
    for name in ("Batch", "LengthEstimates"):
        table = found[name]
        columns = table.to_dict()
        rows = list(csv.DictReader(io.StringIO(table.to_csv())))
        assert [list(row) for row in rows] == [list(columns)] * len(next(iter(columns.values())))
    small = gw.Board.rectangle(3, 3).paths().estimate_lengths()
    lengths = list(csv.DictReader(io.StringIO(small.to_csv())))
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
    assert found["Batch"].to_frame() == ("frame", found["Batch"].to_dict())
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError):
        found["Batch"].to_frame()
