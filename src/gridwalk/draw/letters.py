"""Drawings in characters of paths that share no cell: each has a letter, capital at its ends.

Letters of one path may lie side by side without a move between them, so that moves are lines between cells::

    A-a-a-a
          |
    B a-A a
    | |   |
    B a-a-a

The words and colours under a picture, laid out in pixels.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.draw.scene import Scene, letters_at_ends, steps_of
from gridwalk.draw.text import STRAIGHT, glyphs_of, in_cells, lines_of, mark_doors
from gridwalk.errors import Cell, Message, counted
from gridwalk.io.drawing import OPEN, WALL
from gridwalk.io.lines.rooms import BLANK, rooms
from gridwalk.keywords import GLYPHS

if TYPE_CHECKING:
    from gridwalk.answers.cellsequence import CellSequence
    from gridwalk.board.board import Board

CROSSING = "X"  # of two diagonal moves
ONE = np.dtype("<U1").itemsize  # bytes of a character


def draw_letters(
    board: Board, letters: Mapping[Cell, str], *, glyphs: str = GLYPHS, blanks: bool = False
) -> str:
    """Return the board with letters or numbers in some cells; longer ones are aligned in columns.

    *glyphs* and *blanks* as for `draw_board`.
    """
    glyphs = glyphs_of(board, glyphs, {*"".join(letters.values())}, blanks)
    words = _with_letters(board, letters)
    if words.dtype.itemsize > ONE or board.moves.cells != "square":
        return in_cells(board, words, glyphs)
    picture = words.astype("S1").view(np.uint8).reshape(board.shape)
    return lines_of(picture if board.walls is None else rooms(board, picture), glyphs, blanks)


def _with_letters(board: Board, letters: Mapping[Cell, str]) -> NDArray[np.str_]:
    """Return what is in each cell."""
    width = max(map(len, letters.values()))
    words = np.where(board.open_cells, OPEN, WALL).astype(f"<U{width}")
    for cell, letter in letters.items():
        words[cell] = letter
    return words


def draw_linkage(board: Board, paths: tuple[CellSequence, ...], *, glyphs: str = GLYPHS) -> str:
    """Return the board with the letter of each path at its ends, and small between, joined by lines.

    With letters of two characters the cells are aligned in columns, without lines.  *glyphs* as for
    `draw_board`.
    """
    letters = letters_at_ends(paths)
    names = "".join(letters.values())
    between = str.lower if names.isupper() else str
    glyphs = glyphs_of(board, glyphs, {*names, *between(names)})
    words = _with_letters(board, letters)
    for path in paths:
        words[tuple(path.cells[1:-1].T)] = between(letters[path.start])
    if words.dtype.itemsize > ONE or board.moves.cells != "square":
        return in_cells(board, words, glyphs)
    picture = words.astype("S1").view(np.uint8).reshape(board.shape)
    if board.walls is not None:
        picture = rooms(board, picture)
        for path in paths:
            mark_doors(picture, board, path.cells)
        return lines_of(picture, glyphs, blanks=False)
    table = np.full((2 * board.rows - 1, 2 * board.columns - 1), ord(BLANK), np.uint8)
    table[::2, ::2] = picture
    for path in paths:
        steps = np.diff(path.cells, axis=0).tolist()
        for (row, column), (down, across) in zip(path.cells.tolist(), steps, strict=False):
            if mark := STRAIGHT.get((down, across)) or STRAIGHT.get((-down, -across)):
                place = 2 * row + down, 2 * column + across
                table[place] = ord(mark if table[place] == ord(BLANK) else CROSSING)
    return "\n".join(line.rstrip() for line in lines_of(table, glyphs, blanks=False).split("\n"))


LETTER, LINE, SWATCH, GAP = 6.9, 20, 14, 16  # pixels: a letter of 13 pixels, a line, a sample, between these
RAMP_WIDTH = 96
MIN_WIDTH = 300  # of a picture with a legend
SEAM_WORDS = {"rows": "top and bottom meet", "columns": "left and right meet", "both": "opposite sides meet"}


class Entry(NamedTuple):
    """A sample and its meaning.

    *kind* is "ramp", "costs", "fill", "mark", "line", "dashes", "disc", "ring", or
    "words" for no sample.
    """

    kind: str
    colour: str
    words: str

    @property
    def indent(self) -> int:
        """Where the words begin, after the sample."""
        return {"words": 0, "ramp": RAMP_WIDTH + 6, "costs": RAMP_WIDTH + 6}.get(self.kind, SWATCH + 6)

    @property
    def width(self) -> float:
        """How wide sample and words are."""
        return self.indent + LETTER * _letters(self.words)


class Placed(NamedTuple):
    """An entry and the left end of its line's middle."""

    x: float
    y: float
    entry: Entry


def _letters(words: str) -> int:
    """How many letters wide *words* are: a Chinese character is two."""
    return len(words) + sum(letter > "\u2e7f" for letter in words)


def laid_out(scene: Scene, width: float, said: Callable[[str], str] = str) -> tuple[list[Placed], int]:
    """Return the legend of *scene* in lines of *width* pixels, and how high it is (0: there is none).

    Its words are as *said* has them, in another language perhaps.
    """
    entries = [entry._replace(words=said(entry.words)) for entry in _entries(scene)]
    if not entries:
        return [], 0
    placed: list[Placed] = []
    y = LINE // 2
    caption = said(_caption(scene))
    for words in textwrap.wrap(caption, int(width / LETTER * len(caption) / _letters(caption))):
        placed.append(Placed(0, y, Entry("words", "ink", words)))
        y += LINE
    x = 0.0
    for entry in entries:
        if x and x + entry.width > width:
            x, y = 0.0, y + LINE
        placed.append(Placed(x, y, entry))
        x += entry.width + GAP
    return placed, y + LINE // 2


def _entries(scene: Scene) -> Iterator[Entry]:
    """Yield what occurs in *scene*, or at any step of its trace: a film keeps one legend."""
    trace = scene.trace
    if scene.shade is not None and scene.board.costs is not None:
        costs = scene.board.costs[scene.board.open_cells]
        yield Entry(
            "costs", "cost", Message("cost {low:.4g} to {high:.4g}", low=costs.min(), high=costs.max())
        )
    if scene.field is not None:
        low, high = scene.field_range
        yield Entry("ramp", "ramp", f"{low:.4g} to {high:.4g}")
    for name, words, path in () if scene.linked or scene.given else scene.named:  # letters say who is who
        yield Entry("line", name, f"{words}: {counted(steps_of(path), scene.step)}")
    if trace is not None:
        if scene.expansions:
            name = "expanded" if "expanded" in trace._statuses else "ramp"
            yield Entry(
                "ramp",
                name,
                Message("order of {doing}, 1 to {n:,}", doing=trace._doing[1], n=scene.expansions),
            )
        if "frontier" in trace._statuses:
            yield Entry("fill", "frontier", "frontier")
        if "left" in trace._statuses:
            yield Entry("mark", "back", "backtracked")
        if "walk" in trace._statuses or trace.path is not None:
            yield Entry("line", "path", "path" if trace.path is not None else "path so far")
    elif scene.shade is not None and scene.path is not None:
        yield Entry("line", "path", "path")
    is_shaded = scene.shade is not None or scene.field is not None
    if not scene.linked and (trace is not None or is_shaded):
        yield Entry("disc", "start", "start")
        if scene.ends:
            yield Entry("ring", "end", "end" if scene.path is not None else "exit")
        if scene.board.walls is not None:
            yield Entry("line", "side", "wall between cells")
    if scene.board.wrap is not None:
        yield Entry("dashes", "seam", SEAM_WORDS[scene.board.wrap])


def _caption(scene: Scene) -> str:
    path, trace, snapshot = scene.path, scene.trace, scene.snapshot
    if trace is not None and snapshot is not None:
        state = Message(f"{{n:,}} {trace._doing[0]}", n=snapshot.expanded)
        if "left" in trace._statuses:
            state = Message("{state}, {n:,} backtracks", state=state, n=snapshot.backtracks)
        words = Message(
            "{by}: event {n:,} of {all:,}, {state}", by=trace.by, n=scene.done, all=len(trace), state=state
        )
        if path is None:
            return words
        if snapshot.found > 1:
            return f"{words}, {trace._answer}"
        return Message("{state}, path of {n:,} moves", state=words, n=path.length)
    size = scene.size
    if path is None:
        return size
    return Message(
        f"{scene.noun} of {{n:,}} {scene.step}s, cost {{cost:,.6g}}; {{size}}",
        n=steps_of(path),
        cost=path.cost,
        size=size,
    )
