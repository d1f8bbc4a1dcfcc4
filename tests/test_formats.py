"""The registry of formats: each is recognised, takes its own options only, and what is written is read."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given

import gridwalk as gw
from gridwalk.errors import ArgumentError, BoardFileError
from gridwalk.io import formats
from gridwalk.io.boardtext import BoardText
from gridwalk.io.formats import FORMATS, READING, Format, parse_bytes
from strategies import board_of, raws

pytestmark = pytest.mark.no_kernels

SAMPLES = {
    "MovingAI map": b"type octile\nheight 1\nwidth 2\nmap\n.@\n",
    "matrix": b"0 1\n",
    "drawing": b".#\n",
}
GIVEN = {"costs": True, "terrain": ".", "cell_width": 2}


def test_every_format_has_a_sample_and_every_option_a_value():
    assert SAMPLES.keys() == {row.name for row in FORMATS}
    assert GIVEN.keys() == READING.keys()
    endings = [ending for row in FORMATS for ending in row.endings]
    assert len(endings) == len(set(endings))


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
def test_a_format_is_recognised_and_takes_its_options_only(row):
    sample = SAMPLES[row.name]
    found = parse_bytes(sample)
    assert found.form.startswith(row.name)
    assert found.open_cells.tolist() == [[True, False]]
    for name in READING.keys() - set(row.options):
        with pytest.raises(ArgumentError, match=f"{name}=.* must be left out: this is a {row.name}, and "):
            parse_bytes(sample, **{name: GIVEN[name]})
        for value in READING[name].neutral:
            assert parse_bytes(sample, **{name: value}).form == found.form


@given(raws())
def test_what_is_written_is_read(raw):
    board = board_of(raw)
    for row in FORMATS:
        if row.print is not None:
            written = row.print(board)
            read = parse_bytes(written if row.binary else written.encode())
            assert read.form.startswith(row.name)
            assert np.array_equal(read.open_cells, board.open_cells)


@pytest.mark.parametrize("row", [row for row in FORMATS if row.print], ids=lambda row: row.name)
def test_show_writes_a_format(run, tmp_path, row):
    for ending in row.endings:
        file = tmp_path / f"board{ending}"
        assert run("show", "3x4", "--wall", "1,1", "-o", file)[:2] == (0, "")
        assert np.argwhere(~gw.read(file).open_cells).tolist() == [[1, 1]]
        assert run("find", "3x4", "-o", file)[0] == 2


def test_bytes_are_looked_at_before_text(monkeypatch, tmp_path):
    """A binary format needs a row, and nothing else; what is in none is no text."""
    row = Format(
        name="bits", binary=True, sniff=lambda data, asked: data[:2] == b"\0B",
        parse=lambda data: BoardText("bits", np.array([[bit == 0 for bit in data[2:]]])),
    )  # fmt: skip
    file = tmp_path / "board"
    file.write_bytes(b"\0B\0\1\0")
    with pytest.raises(BoardFileError, match="not a text file"):
        gw.read(file)
    monkeypatch.setattr(formats, "FORMATS", (row, *FORMATS))
    assert gw.read(file).open_cells.tolist() == [[True, False, True]]
    with pytest.raises(ArgumentError, match="this is a bits, and no drawing"):
        gw.read(file, cell_width=2)
    monkeypatch.setattr(formats, "FORMATS", (dataclasses.replace(row, sniff=lambda *_: False), *FORMATS))
    with pytest.raises(BoardFileError, match="not a text file"):
        gw.read(file)
