"""Real inputs, spoilt: what is accepted is read right, what is refused is refused by a `GridwalkError`.

`READERS` are the readers of text with samples of what they read; `formats` returns the readers of all formats
that can be printed; `tried` spoils the samples.  Tests try a few of each, the campaign many more.
"""

from __future__ import annotations

import json
import random
import re
import tempfile
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.scenarios import parse_scenarios

import gridwalk as gw
import reference_reader
from gridwalk.board.cells import as_cell
from gridwalk.errors import BoardTextError, GridwalkError, ReadingWarning
from gridwalk.io.content import Content
from gridwalk.io.formats import FORMATS, checked, chosen, parse, print_as
from gridwalk.viewer import protocol

# ------------------------------------------------------------------------------------- what is spoilt

EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name: str) -> str:
    return (EXAMPLES / f"{name}.txt").read_text()


MATRICES = [
    example("articles"), example("bordered"), "010\n000\n110\n", "0,1,0\n0,0,0\n", "0;1;0\n0;0;0\n",
    "0\t1\n0\t0\n", "[0 1; 0 0];\n", "0 1; 0 0", "[[0, 1, 0],\n [0, 0, 0]]", "maze = [(0, 1), (0, 0)]",
    "[[0 1]\n [0 0]]", "[0 1]\n[0 0]\n", "int a[2][3] = {0, 1, 0, 0, 0, 0};",
    "static const int m[2][2] = {\n  {0, 1},\n  {0, 0},\n};\n",
]  # fmt: skip
COSTS = [
    "1 9 1\n1 9 1\n1 1 1\n", "1,12,1\n1,#,1\n", "1;2.5;1\n1;1;3\n", "[[1, 30], [2, 4]]", "10 1\n 2 7\n",
    "3\t4\n5\t6\n",
]  # fmt: skip
DRAWINGS = [
    "S.#\n#.E\n", *map(example, ("maze", "one-way", "two-exits")),
    "XXXXX\nX   X\nX X X\nX   X\nXXXXX\n",
    "##########\n##SS    ##\n##  ######\n##    EE##\n##########\n",
    "\u2588\u2588\u2588\u2588\u2588\n\u2588 \u2588 \u2588\n\u2588   \u2588\n\u2588\u2588\u2588\u2588\u2588\n",
    "S . #\n# . E\n",
]  # fmt: skip
DRAWN_COSTS = [example("costs"), "S5#\n#9E\n", "199\n191\n111\n"]
MAPS = ["type octile\nheight 2\nwidth 4\nmap\n.G@T\nS.OW\n", "type octile\nwidth 3\nheight 1\nmap\n..."]
SCENARIOS = [
    "version 1\n0\tm.map\t5\t3\t0\t0\t4\t2\t5.41421356\n7\tmy map.map\t5\t3\t3\t0\t4\t1\t1.4\n",
    "version 1.0\n0 m.map 5 3 0 0 4 2 5.4\n",
]
MAKE = {"maker": "prim", "rows": 3, "columns": 4, "thin": True, "braid": 0, "seed": 1}
MESSAGES = [
    json.dumps({"do": "read", "file": "Uy4jCiMuRQ==", "ending": ".txt"}),
    json.dumps({"do": "make", **MAKE}),
    json.dumps({"do": "page", "tab": "7", "board": {"rows": 2}, "first": 0, "most": 10}),
]

ODD = (
    *"01234567890.#. SEGX<>^v,;\t\n\r[]{}()=-+x\"'\0\\:%e_\x0b\x1c\x7f\x85\xa0\ufeff\u2028\u200b\ud800\u2603",
    "\N{FULL BLOCK}", "\N{MIDDLE DOT}", "\N{FULLWIDTH DIGIT ONE}", "\N{SUPERSCRIPT TWO}",
    "\N{ARABIC-INDIC DIGIT THREE}", "\N{MINUS SIGN}", "\U0001f600", "\n\n", "\r\n", "E", "inf", "nan", "0x",
    "1e999", "1e300", "1" + "0" * 20, "-1", str(2**31), str(2**63), "0" * 40 + "1", "\x1b[31m", "##", "SS",
    "",
)  # fmt: skip
MOST = 20_000  # characters: what doubles itself stays small
ODD_BYTES = (0, 1, 2, 4, 8, 13, 15, 16, 127, 255)


def spoilt(rng: random.Random, text: str, others: Sequence[str] = ("",)) -> str:
    """Return *text* after one to four changes: of characters, words, lines; or one of *others* behind it."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        text = _once(rng, text, others)[:MOST]
    return text


def _once(rng: random.Random, text: str, others: Sequence[str]) -> str:
    at, kind = rng.randint(0, len(text)), rng.randrange(12)
    end = min(len(text), at + rng.choice((1, 1, 1, 2, 4, 8)))
    lines = text.split("\n")
    line = rng.randrange(len(lines))
    if kind == 0:
        return text[:at] + text[end:]
    if kind == 1:
        return text[:at] + text[at:end] * rng.choice((2, 2, 3, 50)) + text[end:]
    if kind in (2, 3, 4):
        return text[:at] + rng.choice(ODD) + text[end if kind == 2 else at :]
    if kind == 5:
        return text[:at] + (rng.choice(text) if text else "") + text[end:]
    if kind == 6:
        return text[:at]
    if kind == 7:
        return text.replace(rng.choice(ODD) or "0", rng.choice(ODD))
    if kind == 8:
        return text + rng.choice(("", "\n", "\n\n")) + rng.choice(others)
    if kind == 9:  # each character twice
        return "".join(character * (1 + (character not in "\r\n")) for character in text)
    if kind == 10:
        lines[line : line + rng.randint(0, 1)] = rng.choice(
            ([], [lines[line]], [""], [" "], [rng.choice(ODD)])
        )
    else:
        rng.shuffle(lines)
        del lines[rng.randint(1, len(lines)) :]
    return "\n".join(lines)


def spoilt_bytes(rng: random.Random, data: bytes) -> bytes:
    """Return *data* with one to four things wrong."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        at, kind = rng.randrange(len(data) + 1), rng.randrange(5)
        if kind == 0:
            del data[at : at + rng.choice((1, 2, 8, 100))]
        elif kind == 1:
            data[at:at] = bytes(rng.choice(ODD_BYTES) for _ in range(rng.choice((1, 2, 8))))
        elif kind == 2:
            data[at:at] = data[at : at + 64]
        elif at < len(data):
            data[at] = rng.choice(ODD_BYTES) if kind == 3 else data[at] ^ (1 << rng.randrange(8))
    return bytes(data)


# --------------------------------------------------------------------------------------- the readers

REFERENCE_READS = ("text", "movingai")
REMARK = "cells of two characters"  # said where columns in pairs are read so without being told
APART = re.compile(r"[,;\t\[{(]")  # tables and arrays, of which the reference reads numbers only


def _text(costs: bool) -> Callable[[random.Random, str], object]:
    def read(rng: random.Random, text: str) -> object:
        options = {"costs": costs, "cell_width": rng.choice([None, None, None, 1, 2])}
        with warnings.catch_warnings(record=True) as remarks:
            warnings.simplefilter("always", ReadingWarning)
            board = gw.Board.from_text(text, **options)
        if chosen(Content(text, "", checked(options))).name not in REFERENCE_READS:
            return board  # a spoilt matrix may be a table, a board in one line, ...
        said = "; ".join(str(remark.message) for remark in remarks)
        if said and not re.fullmatch(rf"[^;]*{REMARK}[^;]*", said):
            return board  # a guess, and not in silence
        if said:
            assert options["cell_width"] is None, "a remark on a given width"
            options["cell_width"] = 2
        plain = reference_reader.read(text, **options)
        if plain is None and (costs or APART.search(text)):
            return board
        assert plain is not None, "the reference does not read it"
        assert board.open_cells.tolist() == plain.open_cells, "other open cells"
        assert (board.costs is None) == (plain.costs is None), "costs or none"
        if board.costs is not None:
            assert np.where(board.open_cells, plain.costs, 1).tolist() == board.costs.tolist(), "other costs"
        assert dict(board.one_way) == plain.one_way, "other one-way cells"
        assert plain.start in (None, board.start), "another start"
        assert plain.exits in ((), board.exits), "other exits"
        assert (board.moves == gw.KING) == plain.king, "other moves"
        return board

    return read


def _file(rng: random.Random, text: str) -> object:
    data = bytearray(text.encode("utf-8", "replace"))
    for _ in range(rng.randint(0, 3)):
        if data:
            data[rng.randrange(len(data))] = rng.randrange(256)
    with tempfile.NamedTemporaryFile() as file, warnings.catch_warnings():
        warnings.simplefilter("ignore", ReadingWarning)
        file.write(data)
        file.flush()
        return gw.read(file.name)


def _message(_: random.Random, text: str) -> object:
    try:
        return protocol.parse(text)
    except protocol.MalformedError as error:
        raise GridwalkError(str(error)) from None


def _format(name: str) -> Callable[[random.Random, str | bytes], object]:
    def read(rng: random.Random, content: str | bytes) -> object:
        options = {} if rng.random() < 0.5 else {"format": name}
        parsed = parse(content, ending=rng.choice(("", ".txt")), **options)
        return gw.Board(parsed.open_cells, **parsed.options())

    return read


Readers = Mapping[str, tuple[Sequence[Any], Callable[[random.Random, Any], object]]]
READERS: Readers = {
    "matrix": (MATRICES, _text(costs=False)),
    "matrix of costs": (COSTS + MATRICES, _text(costs=True)),
    "drawing": (DRAWINGS, _text(costs=False)),
    "drawing with costs": (DRAWN_COSTS + DRAWINGS, _text(costs=True)),
    "map": (MAPS, _text(costs=False)),
    "scenario": (SCENARIOS, lambda _, text: parse_scenarios(text)),
    "file": (MATRICES + DRAWINGS + MAPS, _file),
    "viewer's file": (
        MATRICES + DRAWN_COSTS,
        lambda _, text: protocol.read_board(text.encode(errors="replace")),
    ),
    "viewer's message": (MESSAGES, _message),
    "cell": (
        ["a1", "0,0", "(3, 4)", "h8", "7 5", "aa10", "[1,2]", "-1,0"],
        lambda _, word: as_cell(word, (8, 8), "start"),
    ),
    "moves": (
        ["orthogonal", "king", "knight", "1,2", "U,R,D,L", "DDR,UUL,DRR", "DRUL"],
        lambda _, word: (gw.parse_moves(word), gw.ORTHOGONAL.ordered(word)),
    ),
}  # fmt: skip


def formats() -> Readers:
    """Return the formats that print what they read, with what each prints of the boards that it can hold."""
    rng, boards, found = np.random.default_rng(5), [], {}
    for rows, columns in ((3, 4), (4, 4), (1, 3), (2, 2), (16, 16)):
        walls = rng.random((rows, columns)) < 0.3, rng.random((rows, columns)) < 0.3
        cells = (rng.random((rows, columns)) < 0.7) | (np.arange(rows * columns) == 0).reshape(rows, -1)
        boards += [gw.Board(np.ones((rows, columns), bool), walls=walls), gw.Board(cells)]
    boards += [gw.Board.hexagons(3, 4), gw.Board.hexagon(1), gw.Board.from_levels(np.zeros((2, 2, 3), int))]
    boards += [gw.make("wilson", 2, 3, levels=3, seed=1, thin=thin) for thin in (False, True)]
    for row in FORMATS:
        for board in boards if row.parse and row.print else ():
            with suppress(BoardTextError):
                found.setdefault(row.name, ([], _format(row.name)))[0].append(print_as(board, row.name))
    return found


def tried(rng: random.Random, readers: Readers, cases: int) -> tuple[dict[str, int], list[str]]:
    """Return how many of *cases* spoilt samples each reader read, and what went wrong.

    It goes wrong if anything is raised but a `GridwalkError`, or if a board's text is accepted without a
    remark and `reference_reader` reads it otherwise, or not at all.
    """
    number, failures = dict.fromkeys(readers, 0), []
    for name, (samples, read) in readers.items():
        for _ in range(cases):
            sample = rng.choice(samples)
            wrong = spoilt(rng, sample, samples) if isinstance(sample, str) else spoilt_bytes(rng, sample)
            try:
                read(rng, wrong)
                number[name] += 1
            except GridwalkError as error:
                if "\n" in str(error) or len(str(error)) > 2000:
                    failures.append(f"{name}: {wrong!r}: a message of {str(error)[:300]!r}")
            except Exception as error:  # the one thing that must not happen
                failures.append(f"{name}: {type(error).__name__}: {error}: {wrong!r}")
    return number, failures
