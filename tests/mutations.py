"""Real inputs, spoilt: what is accepted is read right, what is refused is refused by a `GridwalkError`.

`mutate_readers(rng, cases)` is what the long campaign calls; the tests call it with a few cases.
"""

from __future__ import annotations

import json
import random
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np

import gridwalk as gw
import reference_reader
from gridwalk.errors import GridwalkError, ReadingWarning
from gridwalk.grids.cells import as_cell
from gridwalk.io.choice import chosen
from gridwalk.io.content import Content
from gridwalk.io.formats import checked
from gridwalk.io.movingai import parse_scenarios
from gridwalk.viewer import protocol

EXAMPLES = Path(__file__).parent.parent / "examples"
MATRICES = [
    (EXAMPLES / "articles.txt").read_text(),
    (EXAMPLES / "bordered.txt").read_text(),
    "010\n000\n110\n",
    "0,1,0\n0,0,0\n",
    "0;1;0\n0;0;0\n",
    "0\t1\n0\t0\n",
    "[0 1; 0 0];\n",
    "0 1; 0 0",
    "[[0, 1, 0],\n [0, 0, 0]]",
    "maze = [(0, 1), (0, 0)]",
    "[[0 1]\n [0 0]]",
    "[0 1]\n[0 0]\n",
    "int a[2][3] = {0, 1, 0, 0, 0, 0};",
    "static const int m[2][2] = {\n  {0, 1},\n  {0, 0},\n};\n",
]
COSTS = [
    "1 9 1\n1 9 1\n1 1 1\n",
    "1,12,1\n1,#,1\n",
    "1;2.5;1\n1;1;3\n",
    "[[1, 30], [2, 4]]",
    "10 1\n 2 7\n",
    "3\t4\n5\t6\n",
]
DRAWINGS = [
    "S.#\n#.E\n",
    (EXAMPLES / "maze.txt").read_text(),
    (EXAMPLES / "one-way.txt").read_text(),
    (EXAMPLES / "two-exits.txt").read_text(),
    "XXXXX\nX   X\nX X X\nX   X\nXXXXX\n",
    "##########\n##SS    ##\n##  ######\n##    EE##\n##########\n",
    "\u2588\u2588\u2588\u2588\u2588\n\u2588 \u2588 \u2588\n\u2588   \u2588\n\u2588\u2588\u2588\u2588\u2588\n",
    "S . #\n# . E\n",
]
DRAWN_COSTS = [(EXAMPLES / "costs.txt").read_text(), "S5#\n#9E\n", "199\n191\n111\n"]
MAPS = ["type octile\nheight 2\nwidth 4\nmap\n.G@T\nS.OW\n", "type octile\nwidth 3\nheight 1\nmap\n..."]
SCENARIOS = [
    "version 1\n0\tm.map\t5\t3\t0\t0\t4\t2\t5.41421356\n7\tmy map.map\t5\t3\t3\t0\t4\t1\t1.4\n",
    "version 1.0\n0 m.map 5 3 0 0 4 2 5.4\n",
]
CELLS = ["a1", "0,0", "(3, 4)", "h8", "7 5", "aa10", "[1,2]", "-1,0"]
MOVES = ["rook", "king", "knight", "1,2", "U,R,D,L", "DDR,UUL,DRR", "DRUL"]
MESSAGES = [
    json.dumps({"do": "read", "id": 1, "slot": "file", "file": "Uy4jCiMuRQ==", "ending": ".txt"}),
    json.dumps(
        {
            "do": "make",
            "id": 1,
            "slot": "file",
            "maker": "prim",
            "rows": 3,
            "columns": 4,
            "thin": True,
            "braid": 0,
            "seed": 1,
        }
    ),
    json.dumps({"do": "cancel", "id": 2, "slot": "left"}),
    json.dumps({"do": "page", "id": 3, "slot": "list", "board": {"rows": 2}, "first": 0, "most": 10}),
]
CHARACTERS = (
    "01234567890.#. SEGX<>^v,;\t\n\r[]{}()=-+x\"'\0\ufeff\u2588\u00b7\u00a0\u0663\u2603\U0001f600\x0b\x1c\x85"
)
EXCHANGED = [
    " ",
    ",",
    ";",
    "\t",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "#",
    "X",
    ".",
    "0",
    "1",
    "9",
    "##",
    "SS",
    "[",
    "]",
    "",
]


def spoilt(rng: random.Random, text: str, others: list[str]) -> str:
    """Return *text* after one to four changes."""
    for _ in range(rng.randint(1, 4)):
        at, kind = rng.randint(0, len(text)), rng.randrange(11)
        to = min(len(text), at + rng.randint(1, 6))
        lines = text.split("\n")
        if kind == 0:
            text = text[:at] + text[to:]
        elif kind <= 2:
            text = text[:at] + rng.choice(CHARACTERS) + text[at:]
        elif kind == 3:
            text = text[:at] + rng.choice(CHARACTERS) + text[at + 1 :]
        elif kind == 4:
            text = text[:at] + text[at:to] * rng.randint(2, 3) + text[to:]
        elif kind == 5:
            text = text.replace(rng.choice(EXCHANGED) or "0", rng.choice(EXCHANGED))
        elif kind == 6:
            rng.shuffle(lines)
            text = "\n".join(lines[: rng.randint(1, len(lines))])
        elif kind == 7:
            text += rng.choice(["", "\n", "\n\n"]) + rng.choice(others)
        elif kind == 8:
            text = "".join(character * (1 + (character not in "\r\n")) for character in text)
        elif kind == 9:
            text = text[:at]
        else:
            text = (
                text[:at]
                + str(rng.choice([10**20, -1, 2**31, 2**63, 1e300, "nan", "0" * 40 + "1"]))
                + text[at:]
            )
    return text


REFERENCE_READS = ("drawing", "matrix", "movingai")
REMARK = "cells of two characters"  # said where columns in pairs are read so without being told


def _text(costs: bool) -> Callable[[random.Random, str], object]:
    def read(rng: random.Random, text: str) -> object:
        options = {"costs": costs, "cell_width": rng.choice([None, None, None, 1, 2])}
        with warnings.catch_warnings(record=True) as remarks:
            warnings.simplefilter("always", ReadingWarning)
            board = gw.Board.from_text(text, **options)
        if chosen(Content(text, "", checked(options))).name not in REFERENCE_READS:
            return board  # a spoilt matrix may be a table, a board in one line, ...
        if any(REMARK in str(remark.message) for remark in remarks):
            assert options["cell_width"] is None, "a remark on what was told"
            options["cell_width"] = 2
        plain = reference_reader.read(text, **options)
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
    with tempfile.NamedTemporaryFile() as file, warnings.catch_warnings(record=True):
        file.write(data)
        file.flush()
        return gw.read(file.name)


def _message(rng: random.Random, text: str) -> object:
    try:
        return protocol.parse(text)
    except protocol.MalformedError as error:
        raise GridwalkError(str(error)) from None


def _moves(rng: random.Random, word: str) -> object:
    return gw.parse_moves(word), gw.ROOK.ordered(word)


READERS: dict[str, tuple[list[str], Callable[[random.Random, str], object]]] = {
    "matrix": (MATRICES, _text(costs=False)),
    "matrix of costs": (COSTS + MATRICES, _text(costs=True)),
    "drawing": (DRAWINGS, _text(costs=False)),
    "drawing with costs": (DRAWN_COSTS + DRAWINGS, _text(costs=True)),
    "map": (MAPS, _text(costs=False)),
    "scenario": (SCENARIOS, lambda rng, text: parse_scenarios(text)),
    "file": (MATRICES + DRAWINGS + MAPS, _file),
    "viewer's file": (
        MATRICES + DRAWN_COSTS,
        lambda rng, text: protocol.read_board(text.encode(errors="replace")),
    ),
    "viewer's message": (MESSAGES, _message),
    "cell": (CELLS, lambda rng, word: as_cell(word, (8, 8), "start")),
    "moves": (MOVES, _moves),
}


def mutate_readers(rng: random.Random, cases: int, failures: list[str] | None = None) -> int:
    """Return how many of *cases* spoilt inputs for each of `READERS` went wrong.

    An input goes wrong if anything is raised but a `GridwalkError`, or if a board's text is accepted and
    `reference_reader` reads it otherwise, or not at all.  One line for each is added to *failures*.
    """
    number = 0
    for name, (texts, read) in READERS.items():
        for _ in range(cases):
            text = spoilt(rng, rng.choice(texts), texts)
            state = rng.getstate()
            try:
                read(rng, text)
            except GridwalkError:
                pass
            except Exception as error:
                number += 1
                if failures is not None:
                    failures.append(f"{name}: {text!r}: {type(error).__name__}: {error}")
            rng.setstate(state)
    return number
