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


def read(data, **options):
    """Return the board in a text or the bytes of a file."""
    found = parse(data, **options)
    return gw.Board(found.open_cells, **found.options())


def drawn(text, **options):
    return gw.Board.from_text(text, **options)


# ------------------------------------- what is written is read (all formats: tests/io/test_formats.py)


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
NAMES = ["json", "npy", "npz", "text", "tour", "numbered", "numberlink"]


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


def test_a_rook_of_before_03_is_a_step():
    assert gw.Board.from_text(OURS.format(', "moves": "rook"')).moves == gw.ORTHOGONAL
    slides = gw.Board.rectangle(3, 4, moves=gw.ROOK)
    assert gw.Board.from_text(slides.to_text("json")).moves == gw.rook(3)
