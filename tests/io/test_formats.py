"""The registry of formats: each is recognised, takes its own options only, and what is written is read."""

import dataclasses

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.errors import ArgumentError, BoardTextError, FileError
from gridwalk.io import formats
from gridwalk.io.boardtext import BoardText
from gridwalk.io.content import Content, Fit
from gridwalk.io.formats import FORMATS, READING, Format, checked, chosen, parse, print_as
from profiles import examples
from strategies import board_of, raws

# One open cell, and right of it a wall, in every format that has such boards; all open in the others.
SAMPLES = {
    "movingai": b"type octile\nheight 1\nwidth 2\nmap\n.@\n",
    "text": b".#\n",
    "hexagons": b". S\n . .\n",
    "levels": b"level 0\n.#\n",
    "boxes": b"+---+---+\n|   |###|\n+---+---+\n",
    "micromouse": b"o---o---o\n| S   G |\no---o---o\n",
    "json": b'{"gridwalk": 1, "cells": [".#"]}',
    "html": b'<!doctype html>\n<script type="application/json" id="board">'
    b'{"gridwalk": 1, "cells": [".#"]}</script>',
    "npz": print_as(gw.Board([[True, False]]), "npz"),
    "npy": print_as(gw.Board([[True, False]]), "npy"),
    "tour": b"1 2 3 4 5 6 7 8 9 #",
    "numberlink": b"A#A",
    "numbered": b"1 #",
    "path": b"@$#\n",
}
OPEN = {
    "hexagons": [[True, True], [True, True]],
    "levels": [[True, False]],
    "micromouse": [[True, True]],
    "path": [[True, True, False]],
    "tour": [[True] * 9 + [False]],
    "numberlink": [[True, False, True]],
}
# Two rooms and lines for walls: the right room is filled.
_LINE, _ROOMS = " ".join("1" * 21), " ".join("1" + 9 * "0" + 11 * "1")
SAMPLES["picture"] = "\n".join(["P1 21 11", _LINE, *[_ROOMS] * 9, _LINE, ""]).encode()
GIVEN = {"costs": True, "terrain": ".", "cell_width": 2, "header": 1, "cell": "pixel", "unknown": "open"}
GIVEN |= dict.fromkeys(("wall_is", "open_is", "start_is", "exit_is"), "1")
READ = [row for row in FORMATS if row.parse is not None]
WRITTEN = [row for row in FORMATS if row.print is not None]


def ids(row):
    return row.name


def test_every_format_has_a_sample_and_every_option_a_value():
    assert SAMPLES.keys() == {row.name for row in READ}
    assert GIVEN.keys() == READING.keys()
    endings = [ending for row in WRITTEN for ending in row.endings]
    assert len(endings) == len(set(endings))
    assert len({row.name for row in FORMATS}) == len({row.title for row in FORMATS}) == len(FORMATS)
    for row in FORMATS:
        assert set(row.options) <= READING.keys(), row.name
        assert set(row.holds) <= set(formats.ALL_PARTS), row.name


@pytest.mark.parametrize("row", [row for row in READ if row.name != "numbered"], ids=ids)  # it must be named
def test_a_format_is_recognised_and_takes_its_options_only(row):
    sample = SAMPLES[row.name]
    content = Content(sample, asked=checked({}))
    assert chosen(content) is row
    found = parse(sample)
    again = parse(sample, format=row.name)
    assert found.form == again.form
    for read in (found, again):
        assert read.open_cells.tolist() == OPEN.get(row.name, [[True, False]])
    for name in READING.keys() - set(row.options):
        with pytest.raises(ArgumentError, match=f"{name}=.* must be left out: this is a {row.title}, and "):
            parse(sample, format=row.name, **{name: GIVEN[name]})
        for value in READING[name].neutral:
            assert parse(sample, format=row.name, **{name: value}).form == found.form


NO_CLOSED = {"micromouse"}


def board_for(draw_from, row):
    """A board with walls between its cells, a start and exits: of any kind, or of those the format is for."""
    if suits := draw_from(st.booleans()):
        parts = {part: part in row.holds for part in ("costs", "one_way")}
        stencil = gw.HEX if row.name == "hexagons" else gw.ORTHOGONAL
        raw = draw_from(raws(stencil_strategy=st.just(stencil.deltas), **parts))
        if row.name in NO_CLOSED:
            raw = dataclasses.replace(raw, open_cells=tuple((True,) * len(line) for line in raw.open_cells))
    else:
        raw = draw_from(raws())
    rows, columns = len(raw.open_cells), len(raw.open_cells[0])
    sides = (rows, columns - 1), (rows - 1, columns)
    walls = tuple(
        np.array(draw_from(st.lists(st.booleans(), min_size=h * w, max_size=h * w)), bool).reshape(h, w)
        for h, w in sides
    )
    cell = st.sampled_from(raw.cells)
    start, exits = draw_from(cell), draw_from(st.lists(cell, min_size=1, max_size=2))
    if suits and len(raw.cells) > 1:
        start, *exits = draw_from(st.lists(cell, min_size=2, max_size=3, unique=True))
    ends = {"start": start, "exits": exits}
    walls = walls if draw_from(st.booleans()) and ("walls" in row.holds or not suits) else None
    return board_of(dataclasses.replace(raw, walls=walls, wrap=None), **ends)


def why_may_refuse(row, board):
    """Whether the format may refuse the board for a reason that is its own."""
    marked = {board.start, *board.exits}
    single = board.start in board.exits or bool(marked & board.one_way.keys())
    costs = [] if board.costs is None else board.costs[board.open_cells].tolist()
    digits = all(cost in range(1, 10) for cost in costs)
    arrows = all(way in ((-1, 0), (0, 1), (1, 0), (0, -1)) for way in board.one_way.values())
    costly = board.costs is not None and any(board.costs[cell] != 1 for cell in marked | board.one_way.keys())
    closed = not board.open_cells.all()
    plain = set(map(tuple, np.argwhere(board.open_cells).tolist()))
    plain -= marked | board.one_way.keys()
    own = {
        "drawing": single or not digits or not arrows or costly,
        "boxes": single or not digits or not arrows or costly,
        "hexagons": single or not digits or costly or board.moves.cells == "square",
        "micromouse": single or closed,
        "levels": True,
        "matrix": board.columns == 1 and costs != [] and not all(len(str(cost)) == 1 for cost in costs),
    }
    return own.get(row.name, False)


@pytest.mark.parametrize("row", WRITTEN, ids=ids)
@examples(100)
@given(st.data())
def test_what_is_written_is_read(row, data):
    board = board_for(data.draw, row)
    lost = [
        name
        for name, has in (
            ("costs", board.costs is not None), ("one_way", board.one_way), ("walls", board.walls),
        )
        if has and name not in row.holds
    ]  # fmt: skip
    try:
        written = print_as(board, row.name)
    except BoardTextError:
        assert lost or why_may_refuse(row, board)
        return
    assert not lost
    if row.parse is None:
        return
    options = {"costs": board.costs is not None} if "costs" in row.options else {}
    options |= {"cell_width": 1} if "cell_width" in row.options else {}
    for insisted in (row.name, None):
        again = parse(written, format=insisted, **options)
        given_ends = {} if "ends" in row.holds else {"start": board.start, "exits": board.exits}
        assert gw.Board(again.open_cells, **{**again.options(), "moves": board.moves, **given_ends}) == board


@pytest.mark.parametrize("row", [row for row in READ if row.print], ids=ids)
def test_show_and_save_write_a_format(run, tmp_path, row):
    moves = gw.KING if row.name == "movingai" else gw.ORTHOGONAL
    board = gw.Board(np.array([[1, 0, 1], [1, 1, 0], [1, 0, 1]], bool), moves=moves)
    if row.name in OPEN:
        sample = parse(SAMPLES[row.name], format=row.name)
        board = gw.Board(sample.open_cells, **sample.options())
    file = tmp_path / "board.txt"
    board.save(file, row.name)
    assert gw.read(file, format=row.name) == board
    assert gw.read(file) == board
    for ending in row.endings:
        file = tmp_path / f"board{ending}"
        assert run("find", "3x4", "-o", file)[0] == (0 if ending in (".npy", ".json") else 2)
        board.save(file)
        assert gw.read(file) == board
        again = tmp_path / f"again{ending}"
        assert run("show", file, "-o", again)[:2] == (0, "")
        assert again.read_bytes() == file.read_bytes()
        assert run("convert", file, again)[:2] == (0, "")
        assert again.read_bytes() == file.read_bytes()


# ---------------------------------------------------------------- which format it is


def test_bytes_are_looked_at_before_text(monkeypatch, tmp_path):
    """A binary format needs a row, and nothing else; what is in none is no text."""
    row = Format(
        name="bits", title="row of bits", about="", binary=True,
        sniff=lambda content: Fit.SURE if content.data[:2] == b"\0B" else Fit.NO,
        parse=lambda data: BoardText("row of bits", np.array([[bit == 0 for bit in data[2:]]])),
    )  # fmt: skip
    file = tmp_path / "board"
    file.write_bytes(b"\0B\0\1\0")
    with pytest.raises(FileError, match="not a text file"):
        gw.read(file)
    monkeypatch.setattr(formats, "FORMATS", (row, *FORMATS))
    assert gw.read(file).open_cells.tolist() == [[True, False, True]]
    with pytest.raises(ArgumentError, match="this is a row of bits, and"):
        gw.read(file, cell_width=2)
    with pytest.raises(ArgumentError, match="format='bits' must be left out: a row of bits is bytes"):
        gw.Board.from_text("S.", format="bits")
    with pytest.raises(FileError, match="not a text file"):
        gw.read(file, format="text")
    monkeypatch.setattr(
        formats, "FORMATS", (dataclasses.replace(row, sniff=lambda content: Fit.NO), *FORMATS)
    )
    with pytest.raises(FileError, match="not a text file"):
        gw.read(file)


def _row(name, fit, ending=""):
    return Format(
        name=name, title=f"{name} text", about="", sniff=lambda content: fit, endings=(ending,),
        parse=lambda text: BoardText(name, np.array([[True]])),
    )  # fmt: skip


def test_the_surest_fit_is_taken_and_ties_are_broken_by_the_ending_only(monkeypatch, tmp_path):
    def read(text, *rows, name="board"):
        monkeypatch.setattr(formats, "FORMATS", (*FORMATS, *rows))
        (tmp_path / name).write_text(text)
        return gw.reading.read_with_text(tmp_path / name)[1].form

    maybe, other, sure = (
        _row("maybe", Fit.MAYBE, ".a"),
        _row("other", Fit.MAYBE, ".b"),
        _row("sure", Fit.SURE),
    )
    assert read("%%", maybe) == "maybe"
    assert read("%%", maybe, other, sure) == "sure"
    assert read("%%", maybe, other, name="board.b") == "other"
    with pytest.raises(FileError, match="as a maybe text or as a other text: say format='maybe' or "):
        read("%%", maybe, other)
    assert read("..", sure) == "sure"


# ---------------------------------------------------------------- what a wall is


@given(raws(one_way=False, costs=False), st.sampled_from(["0", "1"]))
def test_a_matrix_is_read_by_what_its_walls_are(raw, wall):
    text = "\n".join(
        " ".join(wall if not cell else "10"[int(wall)] for cell in row) for row in raw.open_cells
    )
    assume(wall in text)
    assert gw.Board.from_text(text, wall_is=wall).open_cells.tolist() == [list(row) for row in raw.open_cells]


def test_signs_that_are_given():
    board = gw.Board.from_text("1,0\n3,2", costs=True, wall_is="0")
    assert board.open_cells.tolist() == [[True, False], [True, True]]
    assert board.costs[board.open_cells].tolist() == [1, 3, 2]
    board = gw.Board.from_text("X.X\n*.E", wall_is="X*", open_is=".", exit_is="E")
    assert board.open_cells.tolist() == [[False, True, False], [False, True, True]]
    assert board.exits == ((1, 2),)


# ---------------------------------------------------------------- what stands around a text


@pytest.mark.parametrize("fence", ["```", "```text"])
def test_a_fence_around_all_is_taken_off(fence):
    assert gw.Board.from_text(f"{fence}\nS.#\n#.E\n{fence[:3]}\n") == gw.Board.from_text("S.#\n#.E")


def test_colours_of_a_terminal_are_taken_off_unless_they_draw():
    assert gw.Board.from_text("\x1b[1;32mS\x1b[0m.#\n#.\x1b[31mE\x1b[m") == gw.Board.from_text("S.#\n#.E")


def test_utf_16_is_text():
    assert gw.Board.from_text("S█.").open_cells.tolist() == [[True, False, True]]
    assert parse("S█.".encode("utf-16")).open_cells.tolist() == [[True, False, True]]
    assert parse("﻿S#.".encode()).open_cells.tolist() == [[True, False, True]]
