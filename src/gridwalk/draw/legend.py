"""The legend under a picture: its samples, their layout and their drawing, in pixels."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gridwalk.draw.colours import COST_SHADES, RAMP_STEPS
from gridwalk.draw.scene import Scene, steps_of
from gridwalk.errors import Message, counted

if TYPE_CHECKING:
    from gridwalk.draw.pen import SvgPen

LETTER, LINE, SWATCH, GAP = 6.9, 20, 14, 16  # pixels: a letter of 13 pixels, a line, a sample, between these
RAMP_WIDTH = 96
DOTTED_CELL = 6  # the minimum number of pixels of a cell with a dot in its middle
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
        """The left end of the words, after the sample."""
        return {"words": 0, "ramp": RAMP_WIDTH + 6, "costs": RAMP_WIDTH + 6}.get(self.kind, SWATCH + 6)

    @property
    def width(self) -> float:
        """The width of sample and words."""
        return self.indent + LETTER * _letters(self.words)


class Placed(NamedTuple):
    """An entry and the left end of its line's middle."""

    x: float
    y: float
    entry: Entry


def _letters(words: str) -> int:
    """Return the width of *words* in letters: a Chinese character is two."""
    return len(words) + sum(letter > "\u2e7f" for letter in words)


def laid_out(scene: Scene, width: float, said: Callable[[str], str] = str) -> tuple[list[Placed], int]:
    """Return the legend of *scene* in lines of *width* pixels, and its height (0 without a legend).

    *said* translates its words.
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
    """Yield the entries for *scene*; they are the same at every step of a trace."""
    trace = scene.trace
    if scene.shade is not None and scene.board.costs is not None:
        costs = scene.board.costs[scene.board.open_cells]
        yield Entry(
            "costs", "cost", Message("cost {low:.4g} to {high:.4g}", low=costs.min(), high=costs.max())
        )
    if scene.field is not None:
        low, high = scene.field_range
        yield Entry("ramp", "ramp", f"{low:.4g} to {high:.4g}")
    for name, words, path in () if scene.linked or scene.given else scene.named:  # letters name the paths
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


def draw_legend(pen: SvgPen, legend: list[Placed], *, band: bool) -> None:
    """Draw samples and words below the board; *band*: whether the path is a band."""
    with pen.legend():
        for x, y, entry in legend:
            _sample(pen, x, y, entry, band=band)
            pen.text(x + entry.indent, y, entry.words, "words")


def _sample(pen: SvgPen, x: float, y: float, entry: Entry, *, band: bool) -> None:
    """Draw the sample of an entry of the legend; (x, y) is the middle of its left edge."""
    half, name = SWATCH / 2, entry.colour
    if entry.kind in ("ramp", "costs"):
        scale, steps = ("r", RAMP_STEPS) if entry.kind == "ramp" else ("cost", COST_SHADES + 1)
        width = RAMP_WIDTH / steps
        for i in range(steps):
            pen.box(x + i * width, y - half, width, SWATCH, f"{scale}{i}")
        if pen.signs and name == "expanded":
            pen.box(x + 3, y + half - 6, 3, 3, "figure")
    elif entry.kind == "mark" and pen.cell_pixels >= DOTTED_CELL:
        pen.box(x + half - 3, y - 3, 6, 6, name)
    elif entry.kind in ("fill", "mark"):
        pen.box(x, y - half, SWATCH, SWATCH, name if entry.kind == "fill" else "left")
        if pen.signs and name == "frontier":
            pen.box(x + 3, y + 1, 4, 4, "figure")
            pen.box(x + 4, y + 2, 2, 2, name)
    elif entry.kind == "line" and name == "path" and band:
        for width, each in ((8, "path"), (4, "band")):
            pen.line(np.array([(x + 4, y), (x + SWATCH - 4, y)]), width, each)
    elif entry.kind == "line":
        pen.line(np.array([(x + 1, y), (x + SWATCH - 1, y)]), 3, name)
    elif entry.kind == "dashes":
        for i in range(3):
            pen.line(np.array([(x + 1 + 5 * i, y), (x + 3 + 5 * i, y)]), 1.5, name)
    elif entry.kind == "disc":
        pen.disc(x + half, y, 5.5, name)
    elif entry.kind == "ring":
        pen.ring(x + half, y, 5.5, 2)
        pen.disc(x + half, y, 2, name)
