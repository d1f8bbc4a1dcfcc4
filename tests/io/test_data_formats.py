"""Formats of data: what is written is read back, and what others write is read as they mean it."""

import io
import re
import struct
import sys
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.errors import BoardTextError, UnclearBoardError
from gridwalk.io.data.numpyfiles import MAX_MEMBERS
from gridwalk.io.formats import parse, print_as
from profiles import examples
from strategies import board_of, raws


def read(data, **options):
    """Return the board in a text or the bytes of a file."""
    found = parse(data, **options)
    return gw.Board(found.open_cells, **found.options())


def drawn(text, **options):
    return gw.Board.from_text(text, **options)


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
    except gw.errors.BoardError:  # far leaps on a board wrapped round are too many moves
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


def test_what_cannot_be_held_is_refused():
    with pytest.raises(BoardTextError, match="cannot hold the board's"):
        print_as(gw.Board.rectangle(2, 2, wrap="rows"), "csv")


def test_an_archive_is_the_same_each_time(tmp_path):
    board = drawn("S.#\n#.E")
    assert print_as(board, "npz") == print_as(board, "npz")
    with np.load(io.BytesIO(print_as(board, "npz"))) as arrays:  # as NumPy itself reads it
        assert arrays["open"].tolist() == board.open_cells.tolist()
        assert arrays["start"].tolist() == [0, 0]


# ---------------------------------------------------------------- arrays, step numbers


def test_numpy_arrays_of_others():
    def npy(array):
        stream = io.BytesIO()
        np.save(stream, np.asarray(array))
        return stream.getvalue()

    mazelib = np.array([[1, 1, 1], [0, 0, 1], [1, 0, 1]], np.int8)
    for array in (mazelib, np.asfortranarray(mazelib), mazelib.astype(">i4"), mazelib.astype(float)):
        assert np.array_equal(read(npy(array)).open_cells, mazelib == 0)
    with pytest.raises(UnclearBoardError, match="array of False and True"):
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
        ("[" * 100_000, "line 1, column 1: brackets are nested too deep"),
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
        ("[[1, " + "9" * 5000 + "]]", "this is not JSON"),
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
        (npy_header("(1, 2)", "|u1", b"\0\7"), "0, 7 may be costs or marks"),
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
    "text": [
        ('{"grid": [[0, 0], [0]]}', r"grid\[1\]: 1 cells, where the first row has 2"),
        ('{"grid": [[0, 1], 3]}', "grid: it must be a list of rows"),
        ('{"grid": [[0, {}]]}', "grid: a cell is a number, true, false, null or a text"),
        ('{"grid": [[0, 1]], "start": [0, 0], "end": [0, 1]}', r"not all of .* are open cells of 1 x 2"),
        ('{"grid": [[0, 1]], "start": "here"}', "start: here is no cell"),
        ('{"grid": [[0, 0]], "start": []}', "start: 0 cells are given"),
        ('{"grid": [[0, 0]], "walls": [[0, 1]]}', "the object holds walls, which would be lost"),
        ('{"width": 2, "obstacles": []}', "a list of obstacles needs a height and a width"),
        ('{"width": 2, "height": 2, "obstacles": [[5, 5]]}', "points are outside of 2 rows and 2 columns"),
        ('[[{"a": 1}, {"b": 1}]]', "none of them is known as a wall"),
        ('{"left_walls": [[1], 2], "top_walls": [[1]]}', "left_walls: it must be a list of rows"),
        ('{"color": 1}', "this JSON object has no board: its keys are 'color'"),
        ('{"grid": []}', "the board is empty"),
        ("[]", "the board is empty"),
        ('0,"1\n', "a table with commas and quotes: unexpected end"),
        ('0,"1"2\n', "a table with commas and quotes: ',' expected"),
        ('0,"' + "0" * 200_000 + '"', "field larger than field limit"),
        ("S,S\n", "two starts"),
        ("0,x\n1,1", "no meaning is known of x"),
        ("0,tree\n", "which of tree and 0 is the wall"),
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
    "numbered": [
        ("1 1\n. .", "1 stands in two cells"),
        (". .", "there is no number"),
        ("1 x2", "no step"),
        ("1,2\n3", "line 2 has 1 cells"),
        ("", "the board is empty"),
    ],
    "numberlink": [
        ("A.A\n.B", "line 2 has 2 cells"),
        ("A.A\n.B.", "B.*stands 1 time"),
        ("AAA", "stands 3 times"),
        ("A.a", "A: it stands 1 time"),
        ("A.A1", "line 1, column 4: '1'"),
        ("", "the board is empty"),
        ("##", "no open cell"),
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


def test_numbers_of_thousands_of_digits_are_refused_in_the_command_line_too():
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # as gridwalk.cli does, to print counts
    try:
        for name in ("text", "json"):
            with pytest.raises(gw.InputError, match="this is not JSON"):
                read('{"grid": [[0, 1]], "n": ' + "9" * 5000 + "}", format=name)
        assert sys.get_int_max_str_digits() == 0
    finally:
        sys.set_int_max_str_digits(before)


SEEDS = [
    print_as(drawn("S.#\n#.E"), "json"),
    '{"matrix": [[0, 5], [1, 0]], "start": [1, 0]}',
    "[[true, null], [1, -3.5]]", print_as(drawn("S.#\n#.E"), "npz"), print_as(drawn("S.#\n#.E"), "npy"),
    "a;b\n1,5;inf\n;#", "True,S,x\n0,1,", "3 4\n0 0\n2 3\n0001\n1011\n1000", "93b\nac2\nc56",
    "ncols 2\nnrows 1\n1 -9",
    '{"width": 2, "height": 2, "obstacles": [[1, 0]], "start": [0, 0]}',
    '[[{"wall": true}, {"wall": false}]]',
    HIDATO, "1 2 3\n6 . 4\n7 # 5",
]  # fmt: skip
NAMES = list(MALFORMED)


@given(
    seed=st.sampled_from(SEEDS),
    name=st.one_of(st.none(), st.sampled_from(NAMES)),
    changes=st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 3), st.binary(max_size=3)), max_size=6),
    costs=st.booleans(),
    wall_is=st.sampled_from([None, None, None, "0", "1", "inf", "filled", "empty,0", "x"]),
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
    with pytest.raises(BoardTextError) as caught:
        read('{"gridwalk": 1, "cells": 5}')
    assert str(caught.value).startswith("cells: ")


def test_an_object_with_a_matrix_has_one_start():
    read = parse('{"grid": [[0, 0], [0, 0]], "start": [0, 1], "exits": [[1, 0], [1, 1]]}')
    assert (read.start, read.exits) == ((0, 1), ((1, 0), (1, 1)))
    with pytest.raises(BoardTextError, match="start: 2 cells are given; a board has one start"):
        parse('{"grid": [[0, 0], [0, 0]], "start": [[0, 1], [1, 1]]}')


def test_an_archive_with_a_name_twice_or_too_many_members_is_refused():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("open.npy", npy_header((1, 2), data=b"\1\0"))
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("open.npy", npy_header((1, 2), data=b"\1\1"))
    with pytest.raises(BoardTextError, match="open: the archive has it twice"):
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
