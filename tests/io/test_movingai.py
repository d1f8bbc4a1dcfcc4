"""Maps and scenarios of the MovingAI benchmark: the formats' traps, and the published optima of nine maps."""

from pathlib import Path

import numpy as np
import pytest
from benchmarks import scen
from benchmarks.scenarios import parse_scenarios

import gridwalk as gw
import oracles
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


@pytest.mark.parametrize(
    ("cost", "wrong"), [(5.414, 0), (5.433, 0), (5.395, 0), (5.44, 1), (5.3, 1), ("nan", 1)]
)
def test_a_wrong_optimum(files, capsys, cost, wrong):
    assert scen.main(str(files(with_query(cost=cost))[1])) == wrong
    out = capsys.readouterr().out
    assert ("line 2: (0, 0) to (2, 4) costs 5.414214, not" in out) == bool(wrong)


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
