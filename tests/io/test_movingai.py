"""Maps and scenarios of the MovingAI benchmark: the formats' traps, and the published optima of nine maps."""

from pathlib import Path

import numpy as np
import pytest
from benchmarks import scen

import gridwalk as gw
import oracles
from gridwalk.errors import BoardTextError, FileError
from gridwalk.io.movingai import parse_scenarios
from strategies import KING

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "movingai"
NAMES = ("16room_000", "AcrosstheCape", "Berlin_0_1024", "arena", "brc202d", "den520d", "maze512-1-0",
         "maze512-32-0", "random512-10-0")  # fmt: skip
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"the benchmark's maps are not here ({DATA})")
MAP = "type octile\nheight 3\nwidth 5\nmap\n..@..\n.GS..\nTTWO.\n"
ROOT = 2**0.5
# bucket, map, width, height, x, y, goal x, goal y, optimum
QUERIES = (
    (7, "m.map", 5, 3, 0, 0, 4, 2, 4 + ROOT),
    (0, "m.map", 5, 3, 3, 0, 4, 1, ROOT),
    (2, "other.map", 5, 3, 0, 1, 3, 0, 2 + 2),
    (0, "m.map", 5, 3, 1, 1, 1, 1, 0),
)


# ---------------------------------------------------------------- maps

SMALL = "type octile\nheight 2\nwidth 4\nmap\n.G@T\nS.OW\n"
OPEN_CELLS = [[True, True, False, False], [True, True, False, False]]


@pytest.mark.parametrize(
    "text",
    [
        SMALL,
        SMALL.rstrip(),
        SMALL.replace("\n", "\r\n"),
        "\ufeff\n" + SMALL,
        SMALL.replace("map\n", "map \n"),
        SMALL.replace("height 2\nwidth 4", "width 4\nheight  2"),
    ],
)
def test_a_map(text):
    board = gw.Board.from_text(text)
    assert board.open_cells.tolist() == OPEN_CELLS
    assert (board.moves, board.costs, board.start, board.exits) == (gw.KING, None, (0, 0), ((1, 1),))


def test_moves_given_win_over_the_maps():
    assert gw.Board.from_text(SMALL, moves=gw.ORTHOGONAL).moves == gw.ORTHOGONAL


NO_MAPS = [
    (BoardTextError, [
        ("type octile\nmap\n..", "line 2: 'map' stands where height or width should"),
        ("type octile\nheight 2\n", "line 3: '' stands where width should"),
        ("type octile\nheight 2\nheight 4\nmap\n..", "line 3: 'height 4' stands where width"),
        ("\ntype octile\nheight 2\nwidth 4\n....", r"line 5: '\.\.\.\.' stands where map should"),
        ("type octile\nheight 2\nwidth 4", "line 3: the header ends too soon"),
        (SMALL.replace("height 2", "height two"), "line 2: 'height two' does not say a whole"),
        (SMALL.replace("height 2", "height 0"), "line 2: 'height 0' does not say a whole number of at"),
        (SMALL.replace("width 4", f"width {9 * 10**20}"), "line 3: 'width 9000")]),
    (BoardTextError, [
        (SMALL.replace("height 2", "height 3"), "the map says height 3, but has 2 rows"),
        (SMALL.replace("height 2\nwidth 4", "height 99999999\nwidth 99999999"),
         "height 99999999 and width 99999999, but its rows are 2, the first of 4 cells")]),
    (BoardTextError, [(SMALL.replace("S.OW", "S.O"), "line 6 has 3 cells where the first row has 4")]),
    (BoardTextError, [
        (SMALL.replace("S.OW", "S.O#"), "line 6, column 4: '#' has no meaning here"),
        (SMALL.replace("S.OW", "S.O\N{SNOWMAN}"), "line 6, column 4: '\N{SNOWMAN}'")]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("error", "text", "message"), [(error, *case) for error, cases in NO_MAPS for case in cases]
)
def test_no_map(error, text, message):
    with pytest.raises(error, match=message):
        gw.Board.from_text(text)


def test_a_broken_map_file_is_named(tmp_path):
    path = tmp_path / "broken.map"
    path.write_text(SMALL.replace("height 2", "height 3"))
    with pytest.raises(FileError, match=r"broken\.map: the map says height 3"):
        gw.read(path)


# ---------------------------------------------------------------- scenarios


@pytest.fixture
def files(tmp_path):
    """Write a map and a scenario file; return their names."""

    def files(queries=QUERIES, text=MAP, version="version 1", between="\t", line_end="\n"):
        names = tmp_path / "m.map", tmp_path / "m.map.scen"
        names[0].write_bytes(text.replace("\n", line_end).encode())
        lines = [version, *(between.join(map(str, query)) for query in queries), ""]
        names[1].write_bytes(line_end.join(lines).encode())
        return names

    return files


def with_query(**changes):
    fields = ("bucket", "map", "width", "height", "x", "y", "goal_x", "goal_y", "cost")
    return [tuple((dict(zip(fields, QUERIES[0], strict=True)) | changes).values())]


@pytest.mark.parametrize("version", ["version 1", "version 1.0", "version 1.0 "])
@pytest.mark.parametrize("between", ["\t", " ", "  ", " \t "])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_every_form_of_the_files(files, capsys, version, between, line_end):
    """Tabs or blanks, either line end, either version, buckets in any order."""
    names = files(version=version, between=between, line_end=line_end)
    assert scen.main(str(names[1])) == 0
    read = parse_scenarios(names[1].read_bytes().decode())
    assert len(read) == 4
    assert read[0] == (7, "m.map", (3, 5), (0, 0), (2, 4), QUERIES[0][-1], 2)  # x stands before y


def test_names_with_blanks_stand_between_tabs(files):
    assert scen.main(str(files([(0, "my map.map", 5, 3, 3, 0, 4, 1, ROOT)])[1])) == 0


def test_the_figures(files, capsys):
    assert scen.main(str(files()[1])) == 0
    rows = dict(line.split() for line in capsys.readouterr().out.splitlines())
    assert list(rows) == ["queries", "wrong", "by", "median_us", "p99_us", "total_ms"]
    assert (rows["queries"], rows["wrong"], rows["by"]) == ("4", "0", "dijkstra")
    assert 0 < float(rows["median_us"].replace(",", "")) <= float(rows["p99_us"].replace(",", ""))


@pytest.mark.parametrize("by", ["jps", "corridors", "astar", "dijkstra"])
def test_by(files, capsys, by):
    assert scen.main(str(files()[1]), by) == 0
    assert f"by         {by}\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("cost", "wrong"), [(5.414, 0), (5.433, 0), (5.395, 0), (5.44, 1), (5.3, 1), ("nan", 1)]
)
def test_a_wrong_optimum(files, capsys, cost, wrong):
    assert scen.main(str(files(with_query(cost=cost))[1])) == wrong
    out = capsys.readouterr().out
    assert ("line 2: (0, 0) to (2, 4) costs 5.414214, not" in out) == bool(wrong)


def test_an_unreachable_goal_is_wrong(files, capsys):
    assert scen.main(str(files(with_query(), text=MAP.replace("GS", "@@"))[1])) == 1
    assert "costs inf" in capsys.readouterr().out


@pytest.mark.parametrize("factor", [2, 3])
def test_queries_made_for_a_larger_scale(files, factor):
    """The goal is the last of the finer cells: its own scale, not ours."""
    rows = MAP.split("\n")[4:7]
    fine = tuple(tuple(c in ".GS" for c in row for _ in range(factor)) for row in rows for _ in range(factor))
    raw = oracles.Raw(fine, KING)
    goal = (3 * factor - 1, 5 * factor - 1)
    cost = oracles.distance(raw, (0, 0), [goal], oracles.cost_of_move)
    larger = with_query(width=5 * factor, height=3 * factor, goal_x=goal[1], goal_y=goal[0], cost=cost)
    assert scen.main(str(files([*larger, *QUERIES])[1])) == 0
    assert scen.main(str(files(with_query(width=0, height=0))[1])) == 0
    with pytest.raises(SystemExit, match="not a multiple"):
        scen.main(str(files(with_query(width=4, height=2))[1]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": "version 2"}, "line 1: the first line of a scenario file is: version 1"),
        ({"version": ""}, "line 1: the first line"),
        ({"queries": [QUERIES[0], QUERIES[1][:8]]}, "line 3: a query has nine fields"),
        ({"queries": [(*QUERIES[0], 1)]}, "line 2: a query has nine fields"),
        ({"queries": with_query(x="1.5")}, "line 2: start x is '1.5': it must be a whole number"),
        ({"queries": with_query(bucket="")}, "line 2: bucket is '': it must be a whole number"),
        ({"queries": with_query(goal_y="1_0")}, "line 2: goal y is '1_0'"),
        ({"queries": with_query(cost="x")}, "line 2: optimal cost is 'x': it must be a number"),
    ],
)
def test_bad_scenarios(files, change, message):
    with pytest.raises(BoardTextError, match=message):
        parse_scenarios(files(**change)[1].read_text())


@pytest.mark.long
@needs_data
@pytest.mark.parametrize("name", NAMES)
def test_every_published_optimum(name):
    """All queries by auto, one by one and as a batch; some of them by every search."""
    board = gw.read(DATA / f"{name}.map")
    queries = parse_scenarios((DATA / f"{name}.map.scen").read_text())
    starts, goals = (np.array([query[field] for query in queries]) for field in (3, 4))
    optima = np.array([query.cost for query in queries])
    paths = [board.paths(query.start, query.goal).shortest() for query in queries]
    assert np.abs([path.cost for path in paths] - optima).max() < 0.02
    batch = board.shortest_many(starts, goals)
    assert np.abs(batch.costs - optima).max() < 0.02
    for i in range(0, len(queries), 7):
        steps = np.abs(np.diff(paths[i].cells, axis=0))
        assert steps.max(initial=0) <= 1
        assert board.open_cells[tuple(paths[i].cells.T)].all()
        assert (paths[i].start, paths[i].end) == (queries[i].start, queries[i].goal)
        before, after = paths[i].cells[:-1], paths[i].cells[1:]
        assert board.open_cells[before[:, 0], after[:, 1]].all()  # no corner is cut
        assert board.open_cells[after[:, 0], before[:, 1]].all()
    for by, every in (("jps", 5), ("corridors", 5), ("astar", 25), ("dijkstra", 100)):
        for query in queries[every - 1 :: every]:
            path = board.paths(query.start, query.goal).shortest(by=by)
            assert (path.by, path.cost) == (by, pytest.approx(query.cost, abs=0.02))


@needs_data
def test_a_map_of_the_benchmark(capsys):
    """CRLF line ends, costs rounded to eight digits."""
    name = DATA / "Berlin_0_1024.map.scen"
    assert b"\r\n" in (DATA / "Berlin_0_1024.map").read_bytes()[:64]
    assert scen.main(str(name)) == 0
    assert "queries    200\n" in capsys.readouterr().out
