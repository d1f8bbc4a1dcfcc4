"""Maps and scenarios of the MovingAI benchmark: the format's traps, and its published optimal costs."""

from pathlib import Path

import pytest

import gridwalk as gw
from gridwalk.errors import (
    BoardFileError,
    DeclaredShapeError,
    MapHeaderError,
    RaggedRowsError,
    ScenarioError,
    UnknownCharacterError,
)
from gridwalk.io.movingai import parse_scenarios

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "movingai"
MAPS = ("arena", "brc202d", "den520d", "random512-10-0", "maze512-32-0", "Berlin_0_1024", "AcrosstheCape")
MAP = "type octile\nheight 2\nwidth 4\nmap\n.G@T\nS.OW\n"
OPEN = [[True, True, False, False], [True, True, False, False]]


@pytest.mark.parametrize(
    "text",
    [
        MAP,
        MAP.rstrip(),
        MAP.replace("\n", "\r\n"),
        "\ufeff\n" + MAP,
        MAP.replace("map\n", "map \n"),
        MAP.replace("height 2\nwidth 4", "width 4\nheight  2"),
    ],
)
def test_a_map(text):
    board = gw.Board.from_text(text)
    assert board.open_cells.tolist() == OPEN
    assert (board.moves, board.costs, board.start, board.exits) == (gw.KING, None, (0, 0), ((1, 1),))


def test_moves_given_win_over_the_maps():
    assert gw.Board.from_text(MAP, moves=gw.ROOK).moves == gw.ROOK


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("type octile\nmap\n..", MapHeaderError, "line 2: 'map' stands where height or width should"),
        ("type octile\nheight 2\n", MapHeaderError, "line 3: '' stands where width should"),
        ("type octile\nheight 2\nheight 4\nmap\n..", MapHeaderError, "line 3: 'height 4' stands where width"),
        (
            "\ntype octile\nheight 2\nwidth 4\n....",
            MapHeaderError,
            r"line 5: '\.\.\.\.' stands where map should",
        ),
        ("type octile\nheight 2\nwidth 4", MapHeaderError, "line 3: the header ends too soon"),
        (MAP.replace("height 2", "height two"), MapHeaderError, "line 2: 'height two' does not say a whole"),
        (
            MAP.replace("height 2", "height 0"),
            MapHeaderError,
            "line 2: 'height 0' does not say a whole number of at",
        ),
        (MAP.replace("width 4", f"width {9 * 10**20}"), MapHeaderError, "line 3: 'width 9000"),
        (MAP.replace("height 2", "height 3"), DeclaredShapeError, "the map says height 3, but has 2 rows"),
        (
            MAP.replace("height 2\nwidth 4", "height 99999999\nwidth 99999999"),
            DeclaredShapeError,
            "height 99999999 and width 99999999, but its rows are 2, the first of 4 cells",
        ),
        (MAP.replace("S.OW", "S.O"), RaggedRowsError, "line 6 has 3 cells where the first row has 4"),
        (MAP.replace("S.OW", "S.O#"), UnknownCharacterError, "line 6, column 4: '#' has no meaning here"),
        (MAP.replace("S.OW", "S.O\N{SNOWMAN}"), UnknownCharacterError, "line 6, column 4: '\N{SNOWMAN}'"),
    ],
)
def test_no_map(text, error, message):
    with pytest.raises(error, match=message):
        gw.Board.from_text(text)


def test_a_broken_map_file_is_named(tmp_path):
    path = tmp_path / "broken.map"
    path.write_text(MAP.replace("height 2", "height 3"))
    with pytest.raises(BoardFileError, match=r"broken\.map: the map says height 3"):
        gw.read(path)


@pytest.mark.parametrize("version", ["version 1", "version 1.0"])
@pytest.mark.parametrize("between", ["\t", " "])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_scenarios(version, between, line_end):
    fields = ["3", "maps/a.map", "40", "30", "5", "6", "7", "8", "2.82842712"]
    (query,) = parse_scenarios(line_end.join([version, between.join(fields), ""]))
    assert query == (3, "maps/a.map", (30, 40), (6, 5), (8, 7), 2.82842712, 2)  # x stands before y


@pytest.mark.parametrize(
    ("text", "line"),
    [("", 1), ("version 2\n", 1), ("version 1\n1 a 2 3", 2), ("version 1\n\n1 a 4 4 x 0 0 0 1", 3)],
)
def test_no_scenario(text, line):
    with pytest.raises(ScenarioError, match=f"line {line}: "):
        parse_scenarios(text)


@pytest.mark.skipif(not DATA.is_dir(), reason=f"the benchmark's maps are not here ({DATA})")
@pytest.mark.parametrize("name", MAPS)
def test_published_costs(name):
    """Every 20th query: the last column is the optimal cost, rounded to 2 digits at worst."""
    board = gw.read(DATA / f"{name}.map")
    queries = parse_scenarios((DATA / f"{name}.map.scen").read_text())[10::20]
    assert len(queries) > 5
    for query in queries:
        assert query.shape == board.shape
        assert board.paths(query.start, [query.goal]).shortest().cost == pytest.approx(query.cost, abs=0.02)
