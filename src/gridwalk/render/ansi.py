"""Steps of a trace in the characters of `render.text`, in colour, for terminals.

Each cell has the colour that it has in pictures as its background, whatever the terminal's own colours are.
"""

from __future__ import annotations

import os
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.io.lines.rooms import HEIGHT, PITCH
from gridwalk.render.colours import Colour, colour
from gridwalk.render.text import STATUS_CHARACTERS, draw_frame, is_numbered

if TYPE_CHECKING:
    from gridwalk.errors import Cell
    from gridwalk.grids.grid import Grid
    from gridwalk.render.views import RunView, SnapshotView

# On each colour: the colour of its characters.
_INK = {
    "open": "ink",
    "wall": "wall",
    "frontier": "figure",
    "expanded": "figure",
    "walk": "figure",
    "left": "figure",
    "path": "pale",
    "start": "pale",
    "end": "pale",
    "ink": "page",  # the cell of the last event
}
_LEVELS = (0, 95, 135, 175, 215, 255)  # of the cube of 216 colours, 16 to 231
_NO_COLOUR = ""


class CharacterLayout(NamedTuple):
    """Where cells are in a drawing: the first one, from one to the next, and how wide they are."""

    top: int
    left: int
    down: int
    across: int
    width: int

    @classmethod
    def of(cls, trace: RunView, *, blanks: bool = False) -> CharacterLayout:
        """Return the layout of `draw_frame`."""
        board = trace.board
        width = len(str(board.open_count)) if is_numbered(trace) else 1
        if board.walls is not None:
            return cls(1, 2, HEIGHT, PITCH - 1 + width, width)
        return cls(0, 0, 1, width + (width > 1 or blanks or is_numbered(trace)), width)

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return line and column of the last character of *cell*."""
        return self.top + self.down * cell[0], self.left + self.across * cell[1] + self.width - 1


class ColouredFrame:
    """One step in characters: `lines`, and each of them in colour."""

    def __init__(
        self, snapshot: SnapshotView, *, glyphs: str, blanks: bool = False, dark: bool = False
    ) -> None:
        self.lines = draw_frame(snapshot, glyphs=glyphs, blanks=blanks).split("\n")
        self.layout = CharacterLayout.of(snapshot.trace, blanks=blanks)
        self._names = _colours_of(snapshot)
        self._dark = dark

    def part(self, line: int, first: int, last: int) -> str:
        """Return characters *first* to *last* (not included) of a line, in colour."""
        text = self.lines[line]
        names = [_NO_COLOUR] * len(text)
        row, between = divmod(line - self.layout.top, self.layout.down)
        if not between and 0 <= row < len(self._names):
            for column, name in enumerate(self._names[row].tolist()):
                at = self.layout.left + self.layout.across * column
                names[at : at + self.layout.width] = [name] * self.layout.width
        pairs = list(zip(text, names, strict=True))[first:last]
        runs = ((name, "".join(c for c, _ in run)) for name, run in groupby(pairs, key=lambda pair: pair[1]))
        return "".join(painted(run, name, dark=self._dark) if name else run for name, run in runs)


def painted(words: str, name: str, *, dark: bool) -> str:
    """Return *words* on the background *name*, one of the colours of pictures."""
    ground, ink = colour(name, dark=dark), colour(_INK[name], dark=dark)
    return f"\x1b[{_code(48, ground)};{_code(38, ink)}m{words}\x1b[0m"


def legend(trace: RunView, *, dark: bool) -> str:
    """Return what the characters mean, in colour."""
    walk = "1 2 3" if is_numbered(trace) else STATUS_CHARACTERS["walk"]
    words = (("o", "frontier", "in the queue"), ("*", "expanded", "expanded"),
             (walk, "walk", "path so far"), ("x", "left", "backtracked"))  # fmt: skip
    return ", ".join(f"{painted(mark, name, dark=dark)} {meaning}" for mark, name, meaning in words)


def _colours_of(snapshot: SnapshotView) -> NDArray[np.str_]:
    """Return the name of the colour of each cell: shape (rows, columns)."""
    trace = snapshot.trace
    board: Grid = trace.board
    names = np.where(board.open_cells, "open", "wall").astype("<U8")
    for name, cells in (("start", (board.start,)), ("end", board.exits)):
        for cell in cells:
            names[cell] = name
    for name in STATUS_CHARACTERS:
        names[snapshot.where(name)] = name
    if trace.path is not None and snapshot.step == len(trace):
        names[tuple(trace.path.cells.T)] = "path"
        names[trace.path.start], names[trace.path.end] = "start", "end"
    elif snapshot.cell is not None:
        names[snapshot.cell] = "ink"
    return names


def _code(what: int, value: Colour) -> str:
    """Return the code of a colour: exact where the terminal says so, else the nearest of 256."""
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return "{};2;{};{};{}".format(what, *value)
    red, green, blue = (min(range(6), key=lambda i: abs(_LEVELS[i] - part)) for part in value)
    grey = min(range(24), key=lambda i: abs(8 + 10 * i - sum(value) // 3))
    cube = (_LEVELS[red], _LEVELS[green], _LEVELS[blue])
    off, off_grey = (
        sum((a - b) ** 2 for a, b in zip(value, other, strict=True)) for other in (cube, (8 + 10 * grey,) * 3)
    )
    return f"{what};5;{16 + 36 * red + 6 * green + blue if off <= off_grey else 232 + grey}"
