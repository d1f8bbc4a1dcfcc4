"""The words and colours under a picture, laid out in pixels."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from gridwalk.errors import counted
from gridwalk.render.colours import LINES
from gridwalk.render.scene import Scene

LETTER, LINE, SWATCH, GAP = (
    6.9,
    20,
    14,
    16,
)  # pixels: a letter of 13 pixels, a line, a sample, between samples
RAMP_WIDTH = 96
MIN_WIDTH = 300  # of a picture with a legend
SEAM_WORDS = {
    "rows": "top and bottom meet",
    "columns": "left and right meet",
    "both": "opposite sides meet",
}


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
        return self.indent + LETTER * len(self.words)


class Placed(NamedTuple):
    """An entry and the left end of its line's middle."""

    x: float
    y: float
    entry: Entry


def laid_out(scene: Scene, width: float) -> tuple[list[Placed], int]:
    """Return the legend of *scene* in lines of *width* pixels, and how high it is (0: there is none)."""
    entries = list(_entries(scene))
    if not entries:
        return [], 0
    placed: list[Placed] = []
    y = LINE // 2
    for words in textwrap.wrap(_caption(scene), int(width / LETTER)):
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
    for number, (name, path) in enumerate(zip(LINES, scene.paths, strict=False), 1):
        yield Entry("line", name, f"{number}: {counted(len(path.cells) - (not path.closed), 'move')}")
    if trace is not None:
        if scene.expansions:
            yield Entry("ramp", "ramp", f"order of {trace.doing[1]}, 1 to {scene.expansions:,}")
        if "frontier" in trace.statuses:
            yield Entry("fill", "frontier", "frontier")
        if "left" in trace.statuses:
            yield Entry("mark", "back", "backtracked")
        if "walk" in trace.statuses or trace.path is not None:
            yield Entry("line", "path", "path" if trace.path is not None else "path so far")
    elif scene.shade is not None and scene.path is not None:
        yield Entry("line", "path", "path")
    if trace is not None or any(part is not None for part in (scene.shade, scene.shares, scene.field)):
        yield Entry("disc", "start", "start")
        if scene.ends:
            yield Entry("ring", "end", "end" if scene.path is not None else "exit")
        if scene.walls is not None:
            yield Entry("line", "side", "wall between cells")
    if scene.board.wrap is not None:
        yield Entry("dashes", "seam", SEAM_WORDS[scene.board.wrap])


def _caption(scene: Scene) -> str:
    path, trace, snapshot = scene.path, scene.trace, scene.snapshot
    if trace is not None and snapshot is not None:
        backtracks = f", {snapshot.backtracks:,} backtracks" if "left" in trace.statuses else ""
        words = (
            f"{trace.by}: event {scene.done:,} of {len(trace):,}, "
            f"{snapshot.expanded:,} {trace.doing[0]}{backtracks}"
        )
        if path is None:
            return words
        return f"{words}, {trace.answer if snapshot.found > 1 else f'path of {path.length:,} moves'}"
    size = f"{scene.board.rows:,} x {scene.board.columns:,} cells"
    if path is not None and path.any_angle:
        return f"any-angle path of length {path.length:.6g}, {counted(len(path.cells), 'way point')}; {size}"
    return size if path is None else f"path of {path.length:,} moves, cost {path.cost:,.6g}; {size}"
