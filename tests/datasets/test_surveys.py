"""Surveys: statistics of rows, against NumPy; their table, CSV and charts."""

import csv
import io
import json
import math
from concurrent.futures import BrokenExecutor, Executor
from itertools import pairwise
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from crew import Backwards
from gridwalk.datasets.rows import NUMBER_COLUMNS, is_share
from gridwalk.render.multiples import Chart, Curve, Panel, Point, chart_png, chart_svg

SVG = "{http://www.w3.org/2000/svg}"


def boards_of(maker, size, n, seed, **options):
    """Return the boards of a survey, made without it."""
    for i in range(n):
        words = np.random.SeedSequence(seed, spawn_key=(i,)).generate_state(2).tolist()
        yield gw.make(maker, *size, seed=(words[0] + (words[1] << 32)) >> 11, **options)


def test_figures_are_those_of_the_boards():
    survey = gw.survey("percolation", 8, 30, ask=["found", "shortest_length"], walls=[0.1, 0.45], seed=4)
    assert [(line.setting, line.column) for line in survey.lines] == [
        ({"walls": walls}, column) for walls in (0.1, 0.45) for column in ("found", "shortest_length")
    ]
    for walls, found, shortest in zip((0.1, 0.45), survey.lines[::2], survey.lines[1::2], strict=True):
        paths = [board.paths().shortest() for board in boards_of("percolation", (8, 8), 30, 4, walls=walls)]
        lengths = [path.length for path in paths if path is not None]
        share = len(lengths) / 30
        assert (found.boards, found.answered, found.known) == (30, 30, 30)
        assert found.mean == pytest.approx(share)
        assert found.error == pytest.approx(math.sqrt(share * (1 - share) / 29))
        assert (shortest.boards, shortest.answered, shortest.known) == (30, 30, len(lengths))
        assert shortest.mean == pytest.approx(np.mean(lengths))
        assert shortest.error == pytest.approx(np.std(lengths, ddof=1) / math.sqrt(len(lengths)))
        assert shortest.quantiles == tuple(np.quantile(lengths, [0, 0.25, 0.5, 0.75, 1]))
    assert survey.lines[0].mean > survey.lines[2].mean


def test_every_combination_is_a_setting_and_does_not_depend_on_the_others():
    both = gw.survey(["wilson", "prim"], [4, (4, 6)], 10, ask="dead_ends", seed=1, braid=[0.0, 1.0])
    assert len(both.lines) == 8
    assert [line.mean for line in both.lines if line.setting["braid"] == 1.0] == [0.0] * 4
    alone = gw.survey("prim", (4, 6), 10, ask="dead_ends", seed=1, braid=0.0)
    same = [line for line in both.lines if line.setting == {"braid": 0.0, "maker": "prim", "size": (4, 6)}]
    assert [line.quantiles for line in same] == [line.quantiles for line in alone.lines]
    assert alone.lines[0].setting == {}
    assert str(alone).split("\n")[0].split()[:2] == ["column", "boards"]


def test_percolation_spans_below_its_threshold_and_not_above():
    """The threshold of site percolation on the square lattice is 0.5927 open (Newman and Ziff 2000)."""
    survey = gw.survey("percolation", 40, 60, ask="spans", walls=[0.33, 0.49], seed=2)
    few, many = (line.mean for line in survey.lines)
    assert few > 0.9
    assert many < 0.1


def test_the_same_figures_wherever_they_are_from():
    def figures(on):
        return gw.survey("kruskal", [4, 5], 40, ask=["loops", "count_log10"], seed=3, braid=0.5, on=on).table

    here = figures(None)
    assert figures(3) == here
    with Backwards(2) as backwards:
        assert figures(backwards) == here


def test_workers_that_died_leave_nothing():
    class Broken(Executor):
        def submit(self, *_, **__):
            raise BrokenExecutor

    with pytest.raises(gw.errors.WorkerError, match=r"could not begin; nothing is kept$"):
        gw.survey("wilson", 4, 5, seed=1, on=Broken())


def test_what_is_out_of_reach_is_not_answered():
    survey = gw.survey("percolation", [3, 40], 5, ask=["count_log10"], seed=1, walls=0.0, memory=1 << 20)
    small, large = survey.lines
    assert (small.answered, small.known, small.mean) == (5, 5, pytest.approx(math.log10(12)))
    assert (large.answered, large.known, large.mean, large.error) == (0, 0, None, None)
    assert str(survey).split("\n")[2].split()[-2:] == ["-", "-"]


def test_csv_is_the_table():
    survey = gw.survey("wilson", [3, (3, 4)], 4, ask="measure", seed=1)
    rows = list(csv.DictReader(io.StringIO(survey.to_csv())))
    assert [row["size"] for row in rows[:: len(rows) // 2]] == ["3x3", "3x4"]
    for row, line in zip(rows, survey.table, strict=True):
        assert row["mean"] == str(line["mean"])
    assert {row["column"] for row in rows} >= {"loops", "perfect", "diameter"}
    assert len(json.dumps(survey.table)) > 100


def test_the_chart_has_what_the_table_has():
    survey = gw.survey(
        "percolation", [6, (6, 9)], 10, ask=["found", "reached"], walls=[0.1, 0.2, 0.4], seed=1
    )
    chart = survey._chart
    assert (chart.label, chart.names) == ("walls", ())
    assert [panel.label for panel in chart.panels] == ["found", "reached"]
    assert [curve.name for curve in chart.panels[0].curves] == ["size 6x6", "size 6x9"]
    points = chart.panels[1].curves[1].points
    lines = [line for line in survey.lines if line.column == "reached" and line.setting["size"] == (6, 9)]
    assert [(p.x, p.y, p.error) for p in points] == [
        (line.setting["walls"], line.mean, 2 * line.error) for line in lines
    ]
    root = ET.fromstring(survey.svg())
    assert len(root.findall(f".//{SVG}circle")) == 12
    words = [text.text for text in root.findall(f".//{SVG}text")]
    assert {"walls", "found", "reached", "size 6x6", "size 6x9", "0.1", "0.4"} <= set(words)
    picture = Image.open(io.BytesIO(survey.png()))
    assert picture.size == tuple(2 * side for side in chart.size)
    assert survey._repr_svg_() == survey.svg()
    by_name = gw.survey(["wilson", "prim"], 4, 5, ask="dead_ends", seed=1)._chart
    assert by_name.names == ("wilson", "prim")
    by_side = gw.survey("wilson", [4, 8, 6], 5, ask="dead_ends", seed=1)._chart
    assert [point.x for point in by_side.panels[0].curves[0].points] == [4, 6, 8]
    alone = gw.survey("wilson", 4, 5, ask="dead_ends", seed=1)._chart
    assert (alone.names, len(alone.panels[0].curves[0].points)) == (("wilson",), 1)
    partly = gw.survey("percolation", 6, 5, ask="shortest_length", walls=[0.1, 0.8], seed=1)
    mixed = gw.survey("wilson", [4, (4, 6)], 5, ask="dead_ends", seed=1)._chart
    assert mixed.names == ("4x4", "4x6")
    assert [len(curve.points) for curve in partly._chart.panels[0].curves] == [1]
    nothing = gw.survey("percolation", 9, 5, ask="shortest_length", walls=[0.9, 0.95], seed=1)
    assert ET.fromstring(nothing.svg()) is not None


def test_shares_end_at_one():
    """Which columns are shares; their axis goes no further, unless a bar does."""

    def ticks(*points, shares=True):
        root = ET.fromstring(chart_svg(Chart("t", "x", (Panel("y", (Curve("a", points),), shares),))))
        words = [e.text for e in root.findall(f"{SVG}text") if e.get("text-anchor") == "end"]
        return [float(word) for word in words if word != "x"]

    assert {name for name in NUMBER_COLUMNS if is_share(name)} == {
        "found", "reached", "spans", "perfect", "solution_share"
    }  # fmt: skip
    one, zero = (Point(0.0, 1.0), Point(1.0, 1.0)), (Point(0.0, 0.0), Point(1.0, 0.0))
    assert (max(ticks(*one)), max(ticks(*one, shares=False))) == (1.0, 1.1)
    assert (min(ticks(*zero)), min(ticks(*zero, shares=False))) == (0.0, -0.4)
    assert max(ticks(Point(0.0, 0.9, 0.5), Point(1.0, 0.5))) > 1.0
    chart = gw.survey("wilson", 4, 3, ask=["found", "loops"], seed=1)._chart
    assert [panel.shares for panel in chart.panels] == [True, False]


def test_marks_lie_where_they_should():
    """Points on a line stay on it; a bar is as long as its error says; nothing leaves the picture."""
    points = tuple(Point(x, 3 * x - 1, 0.5) for x in (0.0, 1.0, 2.0, 4.0))
    chart = Chart("title", "x", (Panel("y", (Curve("a", points),)),))
    root = ET.fromstring(chart_svg(chart))
    spots = [(float(each.get("cx")), float(each.get("cy"))) for each in root.findall(f"{SVG}circle")]
    slopes = {round((y2 - y) / (x2 - x), 1) for (x, y), (x2, y2) in pairwise(spots)}
    assert len(slopes) == 1
    assert slopes.pop() < 0
    (_, first), (_, second) = spots[:2]
    bars = [e for e in root.findall(f"{SVG}line") if e.get("x1") == e.get("x2") == f"{spots[0][0]:.1f}"]
    lengths = [abs(float(bar.get("y1")) - float(bar.get("y2"))) for bar in bars]
    assert any(length == pytest.approx((first - second) / 3, abs=0.3) for length in lengths)
    width, height = chart.size
    for each in root.iter():
        for name in ("x", "x1", "x2", "cx"):
            assert 0 <= float(each.get(name, 0)) <= width
        for name in ("y", "y1", "y2", "cy"):
            assert 0 <= float(each.get(name, 0)) <= height
    assert Image.open(io.BytesIO(chart_png(chart))).size == (2 * width, 2 * height)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"maker": "wilso"}, "did you mean 'wilson'"),
        ({"n": 0}, "n=0 must be"),
        ({"ask": "dead_end"}, "did you mean 'dead_ends'"),
        ({"ask": "shortest_path"}, "is not known"),
        ({"braid": [0.1, 2.0]}, "must be a share"),
    ],
)
def test_bad_input(given, words):
    with pytest.raises(gw.errors.InputError, match=words):
        gw.survey(**{"maker": "wilson", "size": 4, "n": 3, "seed": 1} | given)
