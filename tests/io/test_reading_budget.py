"""What is read of a file has limits that are known before anything is unpacked or split."""

import gzip
import tracemalloc

import pytest

import gridwalk as gw
from gridwalk.errors import BoardError, BoardTextError, FileError
from gridwalk.io import files
from gridwalk.io.content import MAX_LINES

MANY = 2000  # of anything; the limits are made smaller here, so that the texts are small
LONG = {
    "lines": (".\n" * MANY, "lines"),
    "blank lines": ("\n" * MANY, "lines"),
    "lines of old Macs": (".\r" * MANY, "lines"),
    "lines within a fence": ("```\n" * MANY, "lines"),
    "a MovingAI map": ("type octile\nheight 1\nwidth 1\nmap\n" + ".\n" * MANY, "lines"),
    "boxes": ("+-+\n| |\n" * MANY, "lines"),
    "lists": ('["a",' + "[]," * MANY, "lists"),
    "objects": ("[{}," + "{}," * MANY, "lists, objects and keys"),
    "keys": ("{" + '"a":1,' * MANY, "lists, objects and keys"),
    "deep lists": ('{"grid": ' + "[" * MANY, "lists, objects and keys"),
    "values": ('{"a": [-1,' + "0," * MANY, "values"),
    "exits": ("S" + "E" * MANY + "." * 2 * MANY, "marks"),
    "arrows": ("S" + ">" * MANY, "marks"),
    "numbers": ("10 1 0\n" + "0 " * MANY, "numbers"),
    "cells of a table": ('"a","b"\n' + '"0",' * MANY, "cells"),
}


@pytest.mark.parametrize("name", LONG)
def test_too_much_is_told_by_its_count(name, tune):
    tune(read_lines=1000, read_marks=(1000,), read_numbers=1000)
    text, what = LONG[name]
    with pytest.raises(BoardTextError, match=rf"it has [0-9,]+ {what}; at most 1,000 are read of a text"):
        gw.Board.from_text(text)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("```\n" + " " * 2_000_000, None),
        ("```\n" + "\t \n" * 500_000 + "x", None),
        ("<!---->" * 3000, None),
        ("-" * 500_000 + "1\n1 2", "tour"),
        ("// a title\n// longer than it\n" * 30_000 + "#?.\n", None),
        ("\n".join(f"a{number},b{number}" for number in range(60_000)), None),
        ("[[" + ",      " * 100_000 + "dtype=", None),
        ("a[ " * 300 + "= [" * 300_000, None),
        ('0,"' * 300_000, None),
    ],
    ids=["fence", "lines below a fence", "comments", "rule", "titles", "signs", "dtype", "names", "quotes"],
)
def test_no_pattern_tries_every_way_to_split_a_text(text, form):
    """Time that grows with the square of the text, or doubles with each comment, would be hours."""
    with pytest.raises(BoardTextError):
        gw.Board.from_text(text, format=form)


def test_a_repeated_key_is_found_among_many():
    """In time that grows with the number of keys, not with its square: that would take an hour here."""
    keys = "".join(f'"k{number}": 1, ' for number in range(300_000))
    with pytest.raises(BoardTextError, match="k299999: the key stands here twice"):
        gw.Board.from_text(f'{{{keys}"k299999": 2}}', format="json")


def test_lines_are_counted_before_they_are_split():
    """Memory beside the text itself: a list of the lines has eight bytes for each, and this has none."""
    text = "\n" * (MAX_LINES + 2)
    tracemalloc.start()
    try:
        with pytest.raises(BoardTextError, match="2,097,154 lines"):
            gw.Board.from_text(text)
        assert tracemalloc.get_traced_memory()[1] < MAX_LINES
    finally:
        tracemalloc.stop()


def test_a_drawing_is_measured_before_it_is_looked_at(tune):
    tune(read_cells=1000)
    assert gw.Board.from_text("." * 2000).shape == (1, 2000)  # 2 for each cell, and not yet known
    with pytest.raises(BoardError, match="a board of 3 x 834"):
        gw.Board.from_text(("." * 834 + "\n") * 2 + "." * 834)


@pytest.mark.parametrize("what", ["[", '{"a":['])
def test_a_bomb_is_not_unpacked(what, tmp_path, tune):
    """No more is unpacked than a packed file may have, whatever it is."""
    tune(read_unpacked=100_000)
    bomb = tmp_path / "bomb.gz"
    bomb.write_bytes(gzip.compress((what * 2_000_000)[:2_000_000].encode()))
    most = max(100_000, files.MAX_RATIO * bomb.stat().st_size)
    (tmp_path / "small.gz").write_bytes(gzip.compress(b"S.E"))
    gw.read(tmp_path / "small.gz")  # modules that are loaded by the first reading do not count
    tracemalloc.start()
    try:
        with pytest.raises(FileError, match=rf"are more than {most:,}, the maximum: 0 MiB, or 100 bytes"):
            gw.read(bomb)
        assert tracemalloc.get_traced_memory()[1] < 4 * most
    finally:
        tracemalloc.stop()


def test_what_packs_well_is_read(tmp_path):
    """A thousand bytes for each of its own, but not many."""
    file = tmp_path / "open.gz"
    file.write_bytes(gzip.compress((("." * 1000 + "\n") * 1000).encode()))
    assert file.stat().st_size * files.MAX_RATIO < 1_000_000
    assert gw.read(file).shape == (1000, 1000)
