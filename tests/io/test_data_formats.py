"""Formats of data: what is written is read back, and what others write is read as they mean it."""

import base64
import gzip
import io
import json
import re
import struct
import zipfile
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.errors import BoardTextError, FieldError, NotPrintableError, TwoReadingsError
from gridwalk.io.data.numpyfiles import MAX_MEMBERS
from gridwalk.io.formats import parse, print_as
from profiles import examples
from strategies import board_of, raws


def read(data, **options):
    """Return the board in a text or the bytes of a file."""
    found = parse(data, **options)
    return gw.Board(found.open_cells, **found.options())


def drawn(text, **options):
    return gw.Board.from_text(text, format="drawing", **options)


@st.composite
def boards(draw):
    """Boards with whatever a board has."""
    board = board_of(draw(raws(one_way=False, walls=False, wrap=False)))
    options = {"wrap": draw(st.sampled_from((None, "rows", "columns", "both")))}
    if draw(st.booleans()):
        bits = st.lists(st.booleans(), min_size=board.size, max_size=board.size)
        options["walls"] = tuple(np.array(draw(bits)).reshape(board.shape) for _ in range(2))
    cells = st.sampled_from([tuple(cell) for cell in np.argwhere(board.open_cells).tolist()])
    ways = st.lists(st.sampled_from(board.moves.deltas), max_size=3).map(tuple)
    options["one_way"] = draw(st.dictionaries(cells, ways, max_size=3))
    options["start"] = draw(cells)
    options["exits"] = draw(st.lists(cells, min_size=1, max_size=3, unique=True))
    try:
        return board.replace(**options)
    except gw.errors.MovesError:  # far leaps on a board wrapped round are too many moves
        return board.replace(**options | {"wrap": None})


# ------------------------------------- what is written is read (all formats: tests/io/test_formats.py)


@pytest.mark.parametrize("name", ["json", "npz"])
@given(boards())
@examples(300)
def test_our_own_forms_hold_everything(name, board):
    again = read(print_as(board, name))
    assert again == board
    assert (again.costs is None) == (board.costs is None)
    assert again.moves.name == board.moves.name or "," in board.moves.name


@pytest.mark.parametrize(
    ("name", "board", "words"),
    [
        ("connections", drawn(".#"), r"cannot hold closed cells such as \(0, 1\)"),
        ("connections", gw.Board.rectangle(2, 2, moves=gw.KING), "orthogonal moves"),
        ("dataset", gw.Board.rectangle(2, 2, exits=[(0, 1), (1, 1)]), "has one exit; this board has 2"),
        ("labmaze", gw.Board.rectangle(1, 2, start=(0, 0), exits=[(0, 0)]), "both start and exit"),
        ("points", gw.Board.rectangle(2, 2), "cannot tell the size"),
        ("csv", gw.Board.rectangle(2, 2, wrap="rows"), "cannot hold the board's"),
        ("sokoban", drawn(".3", costs=True), "cannot hold the board's costs"),
    ],
)
def test_what_cannot_be_held_is_refused(name, board, words):
    with pytest.raises(NotPrintableError, match=words):
        print_as(board, name)


def test_an_archive_is_the_same_each_time(tmp_path):
    board = drawn("S.#\n#.E")
    assert print_as(board, "npz") == print_as(board, "npz")
    with np.load(io.BytesIO(print_as(board, "npz"))) as arrays:  # as NumPy itself reads it
        assert arrays["open"].tolist() == board.open_cells.tolist()
        assert arrays["start"].tolist() == [0, 0]


# ---------------------------------------------------------------- what a wall is

MAZE = drawn("S#\n.E")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ('{"matrix": [[0, 1], [0, 0]], "start": [0, 0], "end": [1, 1]}', {}),  # PathFinding.js
        ('{"matrix": [[1, 0], [1, 1]], "start": [0, 0], "end": [1, 1]}', {}),  # python-pathfinding
        ('{"grid": [[1, 0], [1, 1]]}', {"wall_is": "0"}),
        ('{"maze": ["S#", ".E"]}', {}),
        ('{"maze": [["S", "#"], [".", "E"]]}', {}),
        ('{"grid": [[0, 1], [0, 0]], "start": {"x": 0, "y": 0}, "goal": {"x": 1, "y": 1}}', {}),
        ('{"grid": [[0, 1], [0, 0]], "start": {"row": 0, "col": 0}}', {}),
        ("[[true, false], [true, true]]", {"wall_is": "0"}),
        ("[[false, true], [false, false]]", {"wall_is": "1"}),
        ('["01", "00"]', {}),
        ("[[0, null], [0, 0]]", {"wall_is": "empty", "format": "json"}),
        ("a,b\n0,1\n0,0", {}),
        ("True,False\nTrue,True", {"wall_is": "0"}),
        ('"0";"1"\n"0";"0"', {}),
        ("S,1\n0,E", {}),
        ("S\t#\n.\tE", {}),
        (",x\n,", {"wall_is": "filled", "format": "csv"}),
        ("x,\nx,x", {"wall_is": "empty", "format": "csv"}),
        ("-1,7\n-1,-1", {"wall_is": "filled", "format": "csv"}),
        ("open,Wall\nopen,open", {"wall_is": "wall", "format": "csv"}),
        (",0,1,2\n0,0,1,1\n1,0,0,1\n2,1,1,1", {"format": "csv"}),
        ("#####\n#@$##\n#-.##\n#####", {}),
        ("5#|#@$2#|#-.2#|5#", {}),
        ("*****\n*P***\n* G**\n*****", {}),
    ],
)
def test_the_same_maze_as_others_write_it(text, options):
    """One maze of two by two cells; where a form has a frame of walls, that stands around it."""
    board = read(text, **options)
    if board.shape == (4, 5):
        board = gw.Board(board.open_cells[1:3, 1:3], start=np.subtract(board.start, 1).tolist(),
                         exits=[np.subtract(cell, 1).tolist() for cell in board.exits])  # fmt: skip
    assert np.array_equal(board.open_cells[:2, :2], MAZE.open_cells)
    assert not board.open_cells[2:].any()
    assert board.start == MAZE.start


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ('{"matrix": [[0, 1], [0, 0]]}', "--wall-is 1 or --wall-is 0"),
        ("[[true, false], [true, true]]", "--wall-is 1 or --wall-is 0"),
        ("True,False\nTrue,True", "wall_is='1' or wall_is='0'"),
        ("[[1, null], [1, 1]]", "--wall-is filled or --wall-is empty"),
    ],
)
def test_where_nothing_decides_it_is_asked(text, advice):
    with pytest.raises(TwoReadingsError, match=advice):
        read(text)


def test_costs_and_their_walls():
    """pyastar2d: infinity is a wall; tcod: 0; python-pathfinding: 0 and below."""
    for text, wall in (("[[1.5, Infinity], [2, 3]]", "inf"), ("[[1.5, NaN], [2, 3]]", "nan"),
                       ("[[1.5, -7.0], [2, 3]]", "<=0"), ("1,5;inf\n2;3", "inf")):  # fmt: skip
        board = read(text, costs=True, wall_is=wall)
        assert board.open_cells.tolist() == [[True, False], [True, True]]
        assert board.costs.tolist() == [[1.5, 1], [2, 3]]
        assert read(text, costs=True) == board
        with pytest.raises(BoardTextError, match="which is no cost"):
            read(text, costs=True, wall_is="0")
    assert read("1,5;2\n2;3", costs=True, format="csv").costs.tolist() == [[1.5, 2], [2, 3]]
    assert read("1,1e-05", costs=True).costs.tolist() == [[1, 1e-05]]
    board = read('{"matrix": [[1, -1], [1, 5]], "end": [1, 1]}')
    assert board.costs.tolist() == [[1, 1], [1, 5]]
    assert not board.open_cells[0, 1]


def test_numpy_arrays_of_others():
    def npy(array):
        stream = io.BytesIO()
        np.save(stream, np.asarray(array))
        return stream.getvalue()

    mazelib = np.array([[1, 1, 1], [0, 0, 1], [1, 0, 1]], np.int8)
    for array in (mazelib, np.asfortranarray(mazelib), mazelib.astype(">i4"), mazelib.astype(float)):
        assert np.array_equal(read(npy(array)).open_cells, mazelib == 0)
    with pytest.raises(TwoReadingsError, match="array of False and True"):
        read(npy(mazelib == 0))
    assert np.array_equal(read(npy(mazelib == 0), wall_is="0").open_cells, mazelib == 0)
    stream = io.BytesIO()
    np.savez_compressed(stream, open=mazelib == 0, costs=mazelib + 1.5, start=(1, 0), exits=[(2, 1), (1, 1)])
    board = read(stream.getvalue())
    assert np.array_equal(board.open_cells, mazelib == 0)
    assert (board.start, board.exits, board.costs[1, 0]) == ((1, 0), ((1, 1), (2, 1)), 1.5)
    stream = io.BytesIO()
    np.savez(stream, mazelib)  # arr_0
    assert np.array_equal(read(stream.getvalue()).open_cells, mazelib == 0)


# ---------------------------------------------------------------- mazes of rooms

TOKENS = "<ADJLIST_START> (0,0) <--> (0,1) ; (0,1) <--> (1,1) ; (1,1) <--> (1,0) ; <ADJLIST_END>"
ROOMS = gw.Board.rectangle(2, 2, walls=([[0], [0]], [[1, 0]]), start=(1, 0), exits=[(0, 0)])


def test_maze_dataset_in_all_its_forms():
    """The two by two rooms of the reference: one wall, under the first room."""
    ends = " <ORIGIN_START> (1,0) <ORIGIN_END> <TARGET_START> (0,0) <TARGET_END>"
    array = np.array([[[0, 1], [0, 0]], [[1, 0], [1, 0]]], bool)
    stream = io.BytesIO()
    np.save(stream, array)
    assert read(TOKENS + ends) == ROOMS
    for data in (
        json.dumps({"connection_list": array.tolist()}),
        json.dumps(array.tolist()),
        stream.getvalue(),
    ):
        assert read(data).replace(start=(1, 0), exits=[(0, 0)]) == ROOMS
    found = parse(TOKENS + ends + " <PATH_START> (1,0) (1,1) (0,1) (0,0) <PATH_END>")
    assert found.tour.tolist() == [[1, 0], [1, 1], [0, 1], [0, 0]]
    assert read(print_as(ROOMS, "dataset")) == ROOMS


# ---------------------------------------------------------------- maps of Tiled

WALLS = np.array([[0, 1, 0], [0, 1, 0]])


def tiled(*layers, **more):
    return json.dumps({"type": "map", "width": 3, "height": 2, "tilewidth": 10, "tileheight": 10,
                       "orientation": "orthogonal", "layers": list(layers), **more})  # fmt: skip


def layer(name, data=WALLS, **more):
    data = data.ravel().tolist() if isinstance(data, np.ndarray) else data
    return {"type": "tilelayer", "name": name, "width": 3, "height": 2, "data": data} | more


PACKED = struct.pack("<6I", *(WALLS.ravel() * (7 | 0xA0000000)).tolist())  # flipped tiles
PROPERTY = [{"name": "wall", "type": "bool", "value": True}]
GROUND = layer("ground", np.full(6, 3))


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (tiled(layer("x")), {}),
        (tiled(GROUND, layer("x")), {"wall_is": "x"}),
        (tiled(GROUND, layer("Walls")), {}),
        (tiled(GROUND, layer("x", properties=PROPERTY)), {}),
        (tiled(GROUND, {"type": "group", "name": "g", "layers": [layer("x")]}), {"wall_is": "x"}),
        (tiled(layer("x", np.where(WALLS, 5, 3)), GROUND,
               tilesets=[{"firstgid": 3, "tiles": [{"id": 2, "properties": PROPERTY}]}]), {}),
        (tiled(layer("x", np.where(WALLS, 2**32 - 1, 0))), {}),
        (tiled(layer("x", base64.b64encode(PACKED).decode(), encoding="base64")), {}),
        (tiled(layer("x", base64.b64encode(zlib.compress(PACKED)).decode(), encoding="base64",
                     compression="zlib")), {}),
        (tiled(layer("x", base64.b64encode(gzip.compress(PACKED)).decode(), encoding="base64",
                     compression="gzip")), {}),
        (tiled({"type": "tilelayer", "name": "x", "chunks": [
            {"x": -1, "y": 4, "width": 2, "height": 2, "data": [0, 1, 0, 1]},
            {"x": 1, "y": 4, "width": 1, "height": 2, "data": [0, 0]}]}, infinite=True), {}),
    ],
)  # fmt: skip
def test_maps_of_tiled(text, options):
    assert np.array_equal(read(text, **options).open_cells, WALLS == 0)


def test_objects_of_tiled_are_marks():
    things = [{"name": "Start", "x": 25, "y": 5, "point": True}, {"type": "exit", "x": 0, "y": 20, "gid": 4,
              "width": 10, "height": 10}, {"class": "goal", "x": 20, "y": 10, "width": 10, "height": 10},
              {"name": "tree", "x": 999, "y": 0}]  # fmt: skip
    board = read(tiled(layer("x"), {"type": "objectgroup", "name": "o", "objects": things}))
    assert (board.start, board.exits) == ((0, 2), ((1, 0), (1, 2)))


TMX = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="10" tileheight="10" infinite="0">
 <tileset firstgid="1" source="tiles.tsx"/>
 <layer id="1" name="ground" width="3" height="2"><data encoding="csv">3,3,3,\n3,3,3</data></layer>
 <group name="g"><layer id="2" name="x" width="3" height="2">
  <properties><property name="collides" type="bool" value="true"/></properties>
  <data encoding="csv">\n0,1,0,\n0,1,0\n</data></layer></group>
 <objectgroup><object id="1" name="start" x="5" y="15"><point/></object></objectgroup>
</map>
"""


def test_maps_of_tiled_in_xml():
    board = read(TMX)
    assert np.array_equal(board.open_cells, WALLS == 0)
    assert board.start == (1, 0)
    tiles = "".join(f'<tile gid="{gid}"/>' for gid in WALLS.ravel())
    for data in (
        f"<data>{tiles}</data>",
        f'<data encoding="base64">{base64.b64encode(PACKED).decode()}</data>',
    ):
        text = TMX.replace('<data encoding="csv">\n0,1,0,\n0,1,0\n</data>', data)
        assert np.array_equal(read(text).open_cells, WALLS == 0)


# ---------------------------------------------------------------- games, heights, tours


def test_levels_of_games():
    level = "  ####\n###  #\n#@$ .#\n# *  #\n######\n"
    board = read(level)
    assert board.shape == (5, 6)
    assert not board.open_cells[0].any()
    assert not board.open_cells[2, 2]  # a box
    assert (board.start, board.exits) == ((2, 1), ((2, 4),))
    assert read(level, wall_is="#").exits == ((2, 4), (3, 2))
    rogue = read(" --+-\n |..###\n |.<|\n ----  >", format="rogue")
    assert rogue.open_cells.astype(int).tolist() == [
        [0, 0, 0, 1, 0, 0, 0, 0], [0, 0, 1, 1, 1, 1, 1, 0], [0, 0, 1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0,
        1],
    ]  # fmt: skip
    assert (rogue.start, rogue.exits) == ((2, 3), ((3, 7),))


HEIGHTS = "Sabqponm\nabcryxxl\naccszExk\nacctuvwj\nabdefghi\n"


def test_heights_of_advent_of_code():
    """The example of 2022, day 12: 31 steps; and every step against the rule itself."""
    board = read(HEIGHTS)
    assert board.paths().shortest().length == 31
    rows = HEIGHTS.replace("S", "a").replace("E", "z").split()
    for r, c in np.ndindex(board.shape):
        allowed = [
            (r + down, c + across)
            for down, across in gw.ORTHOGONAL.deltas
            if 0 <= r + down < 5
            and 0 <= c + across < 8
            and ord(rows[r + down][c + across]) <= ord(rows[r][c]) + 1
        ]
        assert [cell for cell, _ in board.moves_from((r, c))] == allowed
    assert read("Szb\nzzz\nabE").moves_from((0, 0)) == []  # no way out, but nobody is hindered to come


def test_lists_of_walls_of_advent_of_code():
    """The first twelve bytes of the example of 2024, day 18: 22 steps."""
    points = "5,4\n4,2\n4,5\n3,0\n2,1\n6,3\n2,4\n1,5\n0,6\n3,3\n2,6\n5,1\n"
    with pytest.raises(TwoReadingsError, match="--format points"):
        read(points)
    board = read(points, format="points")
    assert board.shape == (7, 7)
    assert board.replace(start=(0, 0), exits=[(6, 6)]).paths().shortest().length == 22


HIDATO = """
 32 33 35 36 37
 31 34 24 22 38
 30 25 23 21 12 39
 29 26 20 13 40 11
 27 28 14 19  9 10  1
       15 16 18  8  2
             17  7  6  3
                    5  4
"""


def test_boards_of_numbers():
    """A solved Hidato, with holes that are blank; and the tours that gridwalk prints."""
    found = parse(HIDATO)
    assert found.open_cells.sum() == 40
    assert found.open_cells[5].tolist() == [False] * 2 + [True] * 5 + [False]
    assert np.abs(np.diff(found.tour, axis=0)).max() == 1
    assert found.tour[0].tolist() == [4, 6]
    tour = gw.Board.rectangle(8, 8, moves=gw.KNIGHT).tours(closed=True).find()
    for text in (
        str(tour),
        "\n".join("\t".join(line.split()) for line in str(tour).split("\n")),
        _listed(tour),
    ):
        assert np.array_equal(parse(text, format="tour").tour, tour.cells), text


def _listed(tour):
    numbers = np.zeros(tour.board.shape, int)
    numbers[tuple(tour.cells.T)] = np.arange(1, len(tour) + 1)
    return str(numbers.tolist())


@given(st.data())
@examples(100)
def test_boards_of_numbers_come_back(data):
    rows, columns = data.draw(st.integers(1, 5)), data.draw(st.integers(2, 6))
    order = data.draw(st.permutations(range(rows * columns)))
    visited = np.array(order[: data.draw(st.integers(1, len(order)))])
    closed = set(order) - set(visited.tolist()) if data.draw(st.booleans()) else set()
    board = gw.Board(~np.isin(np.arange(rows * columns), sorted(closed)).reshape(rows, columns))
    cells = np.stack(np.divmod(visited, columns), axis=1)
    found = parse(gw.Path(board, cells).draw(numbers=True), format="tour")
    assert found.tour.tolist() == cells.tolist()
    assert np.array_equal(found.open_cells, board.open_cells)


# ---------------------------------------------------------------- damaged and hostile files


def npy_header(shape, descr="|b1", data=b""):
    head = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    head += b" " * (63 - (len(head) + 10) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + data


def zipped(**members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "."), data)
    return stream.getvalue()


def saved(**arrays):
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


OURS = '{{"gridwalk": 1, "cells": ["..", ".#"]{}}}'
MALFORMED = {
    "json": [
        ('{"gridwalk": 1, "cells": [".."}', r"line 1, column 31: this is not JSON"),
        ('{"grid": [[0]], "grid": [[1]]}', "grid: the key stands here twice"),
        ('["S.\\n..", ".E"]', r"the list\[0\]: a row is one line of text"),
        ("[" * 100_000, "line 1, column 1: brackets are nested too deep"),
        ("7", "neither an object nor a list"),
        ('{"gridwalk": 3}', "gridwalk: this is version 3"),
        ('{"gridwalk": 1}', "cells: the key is missing"),
        ('{"gridwalk": 1, "cells": ["..", "."]}', r"cells\[1\]: 1 cells, where the first row has 2"),
        ('{"gridwalk": 1, "cells": ["..", ".x"]}', r"cells\[1\]: column 1: 'x'"),
        (OURS.format(', "wall_is": 1'), "wall_is: there is no such key"),
        (OURS.format(', "start": [1, 1]'), r"start: \(1, 1\) is a wall"),
        (OURS.format(', "exits": [[0, 9]]'), r"exits\[0\]: \(0, 9\) is outside of 2 rows"),
        (OURS.format(', "costs": [[1, 2]]'), "costs: it must be 2 rows of 2 numbers"),
        (OURS.format(', "costs": [[1, -2], [1, 1]]'), r"costs\[0\]\[1\]: -2 is no cost"),
        (OURS.format(', "moves": "queen"'), "moves: "),
        (OURS.format(', "moves": [[0, 0]]'), "moves: "),
        (OURS.format(', "one_way": [[0, 0, 1]]'), r"one_way\[0\]: it must be \[row"),
        (OURS.format(', "walls": {"right": ["0"]}'), 'walls: it must have the keys "right" and "below"'),
        (OURS.format(', "walls": {"right": ["0"], "below": ["00"]}'), "walls.right: it has 1 rows of 1"),
        (OURS.format(', "wrap": "round"'), "wrap: 'round'"),
        ('{"grid": [[0, 0], [0]]}', r"grid\[1\]: 1 cells, where the first row has 2"),
        ('{"grid": [[0, 1], 3]}', r"grid\[1\]: it must be a list"),
        ('{"grid": [[0, "ab"]]}', "grid: either all cells are one character"),
        ('{"grid": [[0, 1]], "start": [0, 0], "end": [0, 1]}', "must be open, but one is on 0, one on 1"),
        ('{"grid": [[0, 1]], "start": "here"}', "start: 'here' is no cell"),
        ('{"grid": [[0, 0, 0]], "start": [2, 0]}', r'is it x, y\? then write \{"x": 2, "y": 0\}'),
        ('{"grid": [[0, 0]], "start": []}', "start: 0 cells are given; a board has one start"),
        ('{"color": 1}', "this JSON object has no board"),
        ('{"grid": []}', "the board is empty"),
        ("[[1, " + "9" * 5000 + "]]", "this is not JSON|of at most 18 digits"),
    ],
    "npy": [
        (b"\x93NUMPY\x07\x00", "its version is 7.0"),
        (b"\x93NUMPY\x01\x00\xff\xff", "its header is damaged"),
        (npy_header("(2, 2)", data=b"\0\1\0"), "4 bytes of bool, but 3 follow"),
        (npy_header("(2, 2)", data=b"\0\1\0\0\0"), "4 bytes of bool, but 5 follow"),
        (npy_header("(99999999, 99999999)"), "9,999,999,800,000,001 cells; at most"),
        (npy_header("(-1, 2)"), "the shape is not of whole numbers|header is damaged"),
        (npy_header("(1, 2)", "|O"), "Python objects, which are never loaded"),
        (npy_header("(1, 1)", "<c8", b"\0" * 8), "it holds complex64"),
        (npy_header("(2,)", data=b"\0\0"), r"this one has the shape \(2,\)"),
        (npy_header("(0, 3)"), "the board is empty"),
        (npy_header("(1, 2, 3)", "|u1", b"\0" * 6), "seems to be a picture"),
        (npy_header("(1, 2)", "|u1", b"\0\7"), "column 1 holds 7, and not only 0 and 1"),
        (npy_header("(2, 1, 1)", "|b1", b"\1\0"), r"connection_list: \[0\] leads down out of the last row"),
    ],
    "npz": [
        (b"PK\x03\x04 and no more", "this zip archive is damaged"),
        (zipped(xl__sheet="", **{"xl/workbook.xml": ""}), "save the sheet as CSV"),
        (zipped(readme__txt="hello"), "without an array of NumPy"),
        (zipped(open__npy=b"\x93NUMP"), "open: its header is damaged"),
        (zipped(open__npy=npy_header("(40000, 40000)", data=b"\0" * 10)), "1,600,000,000 cells; at most"),
        (zipped(open__npy=npy_header("(3, 3)", data=b"\1" * 9) + b"\0" * 10**7),
         "9 bytes of bool, but 10,000 follow"),
        (zipped(open__npy=npy_header("(1, 1)", data=b"\1"))[:-30], "damaged"),
        (saved(a=np.zeros((2, 2)), b=np.zeros((2, 2))), "none of the arrays is named as a board"),
        (saved(open=np.ones((2, 2), bool), walls=np.ones((2, 2), bool)), "walls: 'open' is given, too"),
        (saved(open=np.ones((2, 2), bool), start=(5, 5)), r"start: \(5, 5\) is outside"),
        (saved(open=np.eye(2, dtype=bool), exits=[(0, 1)]), r"exits: \(0, 1\) is a wall"),
        (saved(open=np.ones((2, 2), bool), costs=np.ones(3)), "costs: it must be 2 rows of 2 numbers"),
        (saved(gridwalk=1, open=np.ones((2, 2), bool), right=np.ones((2, 1), bool)),
         "below: the array is missing"),
        (saved(gridwalk=9, open=np.ones((2, 2), bool)), "gridwalk: this is version 9"),
        (saved(gridwalk=1, open=np.ones((2, 2), bool), hat=1), "hat: there is no such array"),
    ],
    "csv": [
        ("0,1\n0,0\n0\n", "line 3 has 1 cells where the first row has 2"),
        ('0,"1\n', "this is no table"),
        ('0,"1"2\n', "this is no table"),
        ("0 1\n", "line 1, column 1: '0 1' has no meaning"),
        ("0,0\n\n0,0\n", "line 2: it is blank, and below it are more cells"),
        ("0,tree\n", "line 1, column 2: 'tree' has no meaning"),
        ("0,5\n", "column 1 holds 5, and not only 0 and 1"),
        ("0,\n", "an empty cell"),
        ("True,False\n", "array of False and True"),
        ("S,S\n", "two starts"),
        ("0,7,inf\n", "column 1 holds 7"),
        (",\n,\n", "an empty cell"),
        ("a,b\n0,x\n1,1", "line 1, column 1: 'a'"),
    ],
    "tmj": [
        ("{", "line 1, column 2: this is not JSON"),
        ("[]", "a map of Tiled is a JSON object"),
        (tiled(), "layers: there is no tile layer"),
        (tiled(layer("a"), layer("b")), "which are the walls of 'a', 'b'.*--wall-is 'b'"),
        (tiled(layer("a", [1, 2])), r"layers\[0\] \('a'\).data: it has 2 tiles; 2 x 3 cells need 6"),
        (tiled(layer("a", [0, -1, 0, 0, 0, 0])), "a tile is a whole number from 0"),
        (tiled(layer("a", [0, 2**32, 0, 0, 0, 0])), "a tile is a whole number from 0"),
        (tiled({"type": "tilelayer", "name": "a", "chunks": 5}), "chunks: it must be a list of"),
        (tiled({"type": "tilelayer", "name": "a", "chunks": [5]}), "chunks: it must be a list of"),
        (tiled(layer("a", [])), "it has 0 tiles; 2 x 3 cells need 6"),
        (tiled(layer("a", "@@", encoding="base64")), "it is not base64"),
        (tiled(layer("a", "AAAA", encoding="base64")), "it has 3 bytes; its cells need 24"),
        (tiled(layer("a", "AAAA", encoding="base64", compression="zstd")),
         "'zstd' is not read: save the map"),
        (tiled(layer("a", "AAAA", encoding="base64", compression="zlib")), "it is not zlib"),
        (tiled(layer("a", base64.b64encode(zlib.compress(b"\0" * 10**7)).decode(), encoding="base64",
                     compression="zlib")), "it has more than 24 bytes"),
        (tiled(layer("a"), orientation="hexagonal"), "orientation: 'hexagonal'"),
        (tiled(layer("a"), width=0), "width: it is 0"),
        (tiled(layer("a"), width=10**9, height=10**9), "at most 268,435,456"),
        (tiled(*[{"type": "tilelayer", "chunks": []}] * 2, width=16384, height=16384),
         "it has 536,870,912 cells in its layers; at most 268,435,456"),
        (tiled(layer("a"), {"type": "objectgroup", "objects": [{"name": "start", "x": 15, "y": 5}]}),
         "is a wall"),
        (tiled(layer("a"), {"type": "objectgroup", "objects": [{"name": "start", "x": 99, "y": 5}]}),
         "outside"),
    ],
    "tmx": [
        ("<map", "line 1, column 1: this is not XML"),
        ("<map>\n<layer></map>", "line 2, column 10: this is not XML: mismatched tag"),
        ("<map/>", "height: it is missing"),
        ('<map width="3" height="2" tilewidth="1" tileheight="1"/>', "there is no tile layer"),
        ('<!DOCTYPE map [<!ENTITY a "aaaa">]><map>&a;</map>', "line 1, column 1: <!DOCTYPE is not read"),
        ("<map>&nbsp;</map>", "line 1, column 6: this is not XML: undefined entity"),
        (TMX.replace('width="3" height="2" tilew', 'width="x" height="2" tilew'), "width: it is x"),
        (TMX.replace("3,3,3,", "3,3,"), "it has 5 tiles"),
        (TMX.replace("3,3,3,", "3,y,3,"), "a tile is a whole number"),
        (TMX.replace('<data encoding="csv">3', '<data encoding="xml">3'), "encoding: 'xml'"),
        (TMX.replace('collides" type="bool" value="true"', 'x" value="1"'),
         "which are the walls of 'ground', 'x'"),
        ("<tileset/>", "tileset: a map of Tiled begins with <map>"),
    ],
    "sokoban": [
        ("###\n#@x\n###", "line 2, column 3: 'x' has no meaning"),
        ("####\n#@@#\n####", "two starts"),
        ("###\n#@#\n###\n\n###\n#@#\n###", "line 5: another level begins here"),
        ("; nothing", "the board is empty"),
        ("99999999#", "line 1, column 1: a run of 99999999 is longer"),
        ("#3", "line 1, column 2: a number repeats the character after it"),
        ("9999#|" * 30_000, "268,435,456"),
        ("##\n#\u2588", "line 2, column 2"),
        ("##", "no open cell"),
        ("#E", "line 1, column 2: 'E'"),
    ],
    "dataset": [
        (TOKENS.replace("(0,1) ;", "(0,7) ;"),
         r"line 1, column 17: \(0,0\) <--> \(0,7\): these cells do not touch"),
        (TOKENS.replace("<ADJLIST_END>", ""), "a part begins here that does not end"),
        (TOKENS.replace("<-->", "-->", 1), "line 1, column 17: .*a passage is"),
        (TOKENS + " hello", "does not end"),
        (TOKENS + TOKENS, "ADJLIST begins a second time"),
        ("hello " + TOKENS, "this is in no part of a maze"),
        (TOKENS + "<ORIGIN_START> <ORIGIN_END>", "ORIGIN has 0 cells"),
        (TOKENS + "<ORIGIN_START> (x) <ORIGIN_END>", r"'\(x\)' is no cell"),
        ("<ADJLIST_START> <ADJLIST_END>", "the board is empty"),
        ("<ADJLIST_START> (0,0) <--> (0,1) ; (99999999,0) <--> (99999999,1) <ADJLIST_END>"
         "<ORIGIN_START> (0,99999999) <ORIGIN_END>", "at most 268,435,456"),
    ],
    "connections": [
        ('{"connection_list": 1}', r"it must be bool of the shape \(2, rows, columns\)"),
        ('{"a": 1}', "connection_list: the key is missing"),
        ("[[[0]], [[0]], [[0]]]", r"not \(3, 1, 1\)"),
        ("[[[0, 1]], [[0, 0]]]", "leads down out of the last row, at 1"),
        ("[[[0]], [[1]]]", r"\[1\] leads out of the last column"),
        ("[[[0, 0]], [[0]]]", "not of one length"),
        ("[[[7]], [[0]]]", "7 is in it"),
        ('[[["a"]], [["b"]]]', "it must be bool"),
        ("[[[0]], [[0]]", "this is not JSON"),
        ('{"connection_list": [[[0]], [[0]]], "start_pos": [3, 3]}', "start_pos: "),
        ("[]", "it must be bool"),
    ],
    "tour": [
        ("1 2 3\n4 5 7", "the number 6 is missing"),
        ("1 2 3\n4 5 5", "line 2: cell 3 is a second 5"),
        ("10 2 3\n4 5", "line 2 has 2 cells"),
        ("1 two", "line 1, column 3: 'two' is no step"),
        ("1,2\n3", "line 2 has 1 cells"),
        ("# #", "there is no step"),
        ("\n\n", "the board is empty"),
        ("1 2 3 4 5 6 7 8 0", "numbered from 0"),
        ("1 9999999999999999999", "no step"),
        ("1 2 4000000000", "no step|missing"),
        ("1 -2", "no step"),
    ],
    "heights": [
        ("Sab\nab", "line 2 has 2 cells"),
        ("Sab\naBE", "line 2, column 2: 'B'"),
        ("SSa\nabE", "two starts"),
        ("", "the board is empty"),
        ("S.E", "line 1, column 2: '.'"),
        ("\n\nabc\nabé", "line 4, column 3"),
        ("a" * 1025 + ("\n" + "a" * 1025) * 1024, "at most 1,048,576"),
        ("ab \nabc", "line 1, column 3: ' '"),
        ("a1", "'1'"),
        ("-", "'-'"),
    ],
    "numberlink": [
        ("A.A\n.B", "line 2 has 2 cells"),
        ("A.A\n.B.", "B.*stands 1 time"),
        ("AAA", "stands 3 times"),
        ("A.a", "line 1, column 3: 'a'"),
        ("", "the board is empty"),
        ("##", "no open cell"),
    ],
    "points": [
        ("1,2\n3", "line 2, column 1: '3': a wall is x,y"),
        ("1,2\n-1,2", "line 2, column 1"),
        ("1,2,3", "a wall is x,y"),
        ("", "the board is empty"),
        ("x,y\n1,2", "line 1, column 1: 'x,y'"),
        ("1,2\n1;2", "line 2, column 1"),
        ("999999999,999999999", "at most 268,435,456"),
        ("0,268435456", "at most 268,435,456"),
        ("268435456,0", "at most 268,435,456"),
        ("1,99999999999", "a wall is x,y"),
        ("1.5,2", "a wall is x,y"),
        ("0,0", "no open cell"),
    ],
    "labmaze": [
        ("***\n*P.\n***", "line 2, column 3: '.'"),
        ("****\n*PP*\n****", "two starts"),
        ("", "the board is empty"),
        ("***", "no open cell"),
        ("***\n*#*\n***", "line 2, column 2: '#'"),
    ],
    "rogue": [
        ("..\n.~", "line 2, column 2: '~'"),
        ("@@", "two starts"),
        ("", "the board is empty"),
        ("||", "no open cell"),
        ("..\n.\u00e9", "line 2, column 2"),
    ],
}  # fmt: skip
CASES = [(name, data, words) for name, cases in MALFORMED.items() for data, words in cases]


@pytest.mark.parametrize(
    ("name", "data", "words"), CASES, ids=[f"{n}-{i}" for i, (n, *_) in enumerate(CASES)]
)
def test_malformed_files_have_an_error_of_one_line(name, data, words):
    with pytest.raises(gw.InputError) as caught:
        read(data, format=name)
    assert re.search(words, str(caught.value)), str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


SEEDS = [
    print_as(drawn("S.#\n#.E"), "json"), print_as(ROOMS, "json"),
    '{"matrix": [[0, 5], [1, 0]], "start": [1, 0]}',
    "[[true, null], [1, -3.5]]", print_as(drawn("S.#\n#.E"), "npz"), print_as(drawn("S.#\n#.E"), "npy"),
    "a;b\n1,5;inf\n;#", "True,S,x\n0,1,", TMX, tiled(GROUND, layer("x", properties=PROPERTY)),
    print_as(drawn("S.#\n#.E"), "tmj"), "  ####\n###  #\n#@$ .#\n3#*  #\n######\n", TOKENS,
    print_as(ROOMS, "dataset"),
    HIDATO, "1 2 3\n6 . 4\n7 # 5", HEIGHTS, "5,4\n4,2\n4,5\n", "*****\n*P G*\n*****", " --+-\n |..##",
]  # fmt: skip
NAMES = list(MALFORMED)


@given(
    seed=st.sampled_from(SEEDS),
    name=st.one_of(st.none(), st.sampled_from(NAMES)),
    changes=st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 3), st.binary(max_size=3)), max_size=6),
    costs=st.booleans(),
    wall_is=st.sampled_from([None, None, None, "0", "1", "inf", "filled", "empty,<=0", "x"]),
)
@examples(1500)
def test_damaged_files_are_refused_or_read(seed, name, changes, costs, wall_is):
    """Whatever is done to a file: a board comes of it, or an error of gridwalk's own."""
    data = bytearray(seed if isinstance(seed, bytes) else seed.encode())
    for at, cut, new in changes:
        data[at % (len(data) + 1) : at % (len(data) + 1) + cut] = new
    words = ""
    try:
        read(bytes(data), format=name, costs=costs, wall_is=wall_is)
    except gw.InputError as error:
        words = str(error)
    assert "\n" not in words


def test_fields_are_named():
    with pytest.raises(FieldError) as caught:
        read('{"gridwalk": 1, "cells": 5}')
    assert caught.value.key == "cells"


def test_an_object_with_a_matrix_has_one_start():
    read = parse('{"grid": [[0, 0], [0, 0]], "start": [0, 1], "exits": [[1, 0], [1, 1]]}')
    assert (read.start, read.exits) == ((0, 1), ((1, 0), (1, 1)))
    with pytest.raises(FieldError, match="start: 2 cells are given; a board has one start"):
        parse('{"grid": [[0, 0], [0, 0]], "start": [[0, 1], [1, 1]]}')


def test_an_archive_with_a_name_twice_or_too_many_members_is_refused():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("open.npy", npy_header((1, 2), data=b"\1\0"))
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("open.npy", npy_header((1, 2), data=b"\1\1"))
    with pytest.raises(FieldError, match="open: the archive has it twice"):
        parse(stream.getvalue(), format="npz")
    members = {f"n{i}__npy": npy_header((1, 1), data=b"\1") for i in range(MAX_MEMBERS - 1)}
    board = {"open__npy": npy_header((1, 2), data=b"\1\1")}
    assert parse(zipped(**board, **members), format="npz").open_cells.shape == (1, 2)
    with pytest.raises(BoardTextError, match="has 65 members; at most 64 are read"):
        parse(zipped(**board, **members, one__txt=b""), format="npz")


def test_a_damaged_archive_is_refused_in_a_short_line():
    """The words of zipfile for a name that is not as in the directory hold all of it: up to 65,535 bytes."""
    sample = bytearray(saved(open=np.ones((40, 40), bool), costs=np.random.default_rng(1).random((40, 40))))
    sample[27] = 16  # the first name is 4,096 longer
    with pytest.raises(BoardTextError, match="this zip archive is damaged: File name") as caught:
        parse(bytes(sample), format="npz")
    assert len(str(caught.value)) < 200


def test_a_rook_of_before_03_is_a_step():
    assert gw.Board.from_text(OURS.format(', "moves": "rook"')).moves == gw.ORTHOGONAL
    slides = gw.Board.rectangle(3, 4, moves=gw.ROOK)
    assert gw.Board.from_text(slides.to_text("json")).moves == gw.rook(3)
