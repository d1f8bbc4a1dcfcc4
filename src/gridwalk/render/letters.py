"""Drawings in characters of paths that share no cell: each has a letter, capital at its ends.

Letters of one path may lie side by side without a move between them, so that moves are lines between cells::

    A-a-a-a
          |
    B a-A a
    | |   |
    B a-a-a

The words and colours under a picture, laid out in pixels; their fonts; their languages, from the table of the
page, whose files are read as data.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gridwalk.algorithms import title_of
from gridwalk.errors import InputError, counted
from gridwalk.grids.cells import letter_of
from gridwalk.io.drawing import OPEN, WALL
from gridwalk.io.lines.rooms import BLANK, rooms
from gridwalk.keywords import GLYPHS
from gridwalk.render.scene import Scene, steps_of
from gridwalk.render.text import STRAIGHT, glyphs_of, in_cells, lines_of, mark_doors

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid
    from gridwalk.render.views import PathView, TraceView

CROSSING = "X"  # of two diagonal moves


def draw_linkage(
    board: Grid, paths: tuple[PathView, ...], *, solved: bool = True, glyphs: str = GLYPHS
) -> str:
    """Return the board with the letter of each path at its ends; *solved*: small between, joined by lines.

    With more than 26 paths the cells are aligned in columns, without lines.  *glyphs* as for `draw_board`.
    """
    letters = [letter_of(number) for number in range(len(paths))]
    glyphs = glyphs_of(board, glyphs, {*"".join(letters), *"".join(letters).upper()})
    words = np.where(board.open_cells, OPEN, WALL).astype(f"<U{len(letters[-1])}")
    for letter, path in zip(letters, paths, strict=True):
        if solved:
            words[tuple(path.cells.T)] = letter
        words[tuple(path.cells[[0, -1]].T)] = letter.upper()
    if len(letters[-1]) > 1 or board.moves.cells != "square":
        return in_cells(board, words, glyphs)
    picture = words.astype("S1").view(np.uint8).reshape(board.shape)
    if not solved:
        return lines_of(picture if board.walls is None else rooms(board, picture), glyphs, blanks=False)
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


# Fonts that systems have, for letters beyond ASCII: of Linux, Windows, macOS; then those with Chinese.
FALLBACKS = ("DejaVuSans.ttf", "arial.ttf", "Arial.ttf", "NotoSansCJK-Regular.ttc", "wqy-microhei.ttc",
             "wqy-zenhei.ttc", "msyh.ttc", "simsun.ttc", "PingFang.ttc", "STHeiti Medium.ttc")  # fmt: skip
_MISSING = "\uffff"  # no character: drawn as a font draws those that it does not have


@cache
def font_of(file: str | None, pixels: int, text: str) -> Any:
    """Return the font *file*, or the first of Pillow's and `FALLBACKS` that has all characters of *text*.

    Raises
    ------
    InputError
        If the file is no font, or no font has them.

    """
    from PIL import ImageFont

    lost = ""
    for name in (None, *FALLBACKS) if file is None else (file,):
        try:
            font: Any = ImageFont.load_default(pixels) if name is None else ImageFont.truetype(name, pixels)
        except OSError as error:
            if file is None:
                continue
            raise InputError(f"{file} cannot be read as a font: {error}") from None
        empty = bytes(font.getmask(_MISSING))  # a box, where a font has no character
        missing = [each for each in text if not each.isspace() and bytes(font.getmask(each)) == empty]
        if not missing:
            return font
        lost = lost or "".join(dict.fromkeys(missing))
    raise InputError(
        f"the font has no {lost!r}: name the file of a font that has, with font=..., or write .svg"
    )


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
        yield Entry("costs", "cost", f"cost {costs.min():.4g} to {costs.max():.4g}")
    if scene.shares is not None:
        yield Entry("ramp", "ramp", "visited by 0 to 100 % of the paths")
    if scene.field is not None:
        low, high = scene.field_range
        yield Entry("ramp", "ramp", f"{low:.4g} to {high:.4g}")
    for name, words, path in () if scene.linked or scene.given else scene.named:  # letters say who is who
        yield Entry("line", name, f"{words}: {counted(steps_of(path), scene.step)}")
    if trace is not None:
        if scene.expansions:
            yield Entry("ramp", "ramp", f"order of {trace._doing[1]}, 1 to {scene.expansions:,}")
        if "frontier" in trace._statuses:
            yield Entry("fill", "frontier", "frontier")
        if "left" in trace._statuses:
            yield Entry("mark", "back", "backtracked")
        if "walk" in trace._statuses or trace.path is not None:
            yield Entry("line", "path", "path" if trace.path is not None else "path so far")
    elif scene.shade is not None and scene.path is not None:
        yield Entry("line", "path", "path")
    heat = (scene.shade, scene.shares, scene.field)
    if not scene.linked and (trace is not None or any(part is not None for part in heat)):
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
        backtracks = f", {snapshot.backtracks:,} backtracks" if "left" in trace._statuses else ""
        words = (
            f"{trace.by}: event {scene.done:,} of {len(trace):,}, "
            f"{snapshot.expanded:,} {trace._doing[0]}{backtracks}"
        )
        if path is None:
            return words
        if snapshot.found > 1:
            return f"{words}, {trace._answer}"
        return f"{words}, path of {path.length:,} moves"
    size = scene.size
    if path is not None and path.any_angle:
        return f"any-angle path of length {path.length:.6g}, {counted(len(path.cells), 'way point')}; {size}"
    if path is None:
        return size
    return f"{scene.noun} of {steps_of(path):,} {scene.step}s, cost {path.cost:,.6g}; {size}"


def page_file(name: str) -> str:
    """Return the text of a file of the page, such as "static/words.json"."""
    return files("gridwalk").joinpath("viewer", *name.split("/")).read_text(encoding="utf-8")


Rows = dict[str, dict[str, str]]  # by key, the words by language


@cache
def words() -> dict[str, Rows]:
    """Return the table of words: "page" by key; "library" by what is said in English here, without a stop."""
    import json

    table: dict[str, Rows] = json.loads(page_file("static/words.json"))
    return table


def languages() -> tuple[str, ...]:
    """Return the languages of the table."""
    return tuple(words()["page"]["language.tag"])


def local(english: str, language: str) -> str:
    """Return what Python says in *language*, as `local` of say.js does; what has no row stays as it is.

    >>> local("path of 8 moves, cost 8; 5 x 5 cells", "zh")
    '路径：8 步，代价 8；5 x 5 格'
    """
    library = words()["library"]
    if language in (row := library.get(english, {})):
        return row[language]
    for pattern, row in library.items():
        if "{" in pattern and language in row:
            plain = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(pattern))
            if found := re.fullmatch(plain, english):
                parts = {name: local(part, language) for name, part in found.groupdict().items()}
                return row[language].format(**parts)
    return english


def picture_words(trace: TraceView | None, language: str, *, pixels: bool = False) -> Callable[[str], str]:
    """Return what turns the words of a picture into those of *language*, with titles of algorithms.

    Raises
    ------
    InputError
        If the picture is one of *pixels*, and no font of this machine has the letters of the language.

    """
    if pixels:
        try:
            font_of(None, LINE, local("frontier", language))
        except InputError:
            raise InputError(
                f"words in {words()['page']['language.name'][language]} need a font that has its letters, "
                "such as Noto Sans CJK, and there is none here: install one, or write .svg or .html, which "
                "are shown with the fonts of their reader"
            ) from None

    def said(english: str) -> str:
        titled = english if trace is None else re.sub(rf"^{trace.by}\b", title_of(trace.by), english)
        return local(titled, language)

    return said
