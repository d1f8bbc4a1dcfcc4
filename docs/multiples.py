"""Pictures of the pages: many SVG documents side by side in one, each with its caption."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from html import escape
from typing import Any

GAP, LINE, LETTERS = 14, 15, 6.4  # pixels: between pictures, a line of a caption, a letter of it
USUAL_WIDTH, USUAL_SIZE, MIN_SIZE = 960, 210, 60  # of all, and of one picture
_GROUND = ("#f4f2ed", "#1a1d23")  # light, dark
_INK = ("#333a45", "#c9d1dc")
# The signs of cells in the legend: the look of a line, and where it leads.
_SIGNS = {
    "frontier": ('sign line" stroke-width="1', "h3v3h-3z"),
    "expanded": ('sign" stroke-width="3', "h3"),
    "left": ('sign" stroke-width="1.2', "h4"),
}
_SIZE = re.compile(r' width="\S+" height="\S+" viewBox="\S+ \S+ (\S+) (\S+)"')


def multiples(
    pictures: Sequence[tuple[str, str]],
    *,
    across: int | None = None,
    size: int | None = None,
    legend: str = "",
    dark: bool | None = None,
) -> str:
    """Return one SVG document of many, each with its caption below.

    Parameters
    ----------
    pictures : sequence of (str, str)
        Documents of `gridwalk.draw.svg.svg` and their captions.
    across : int, optional
        How many stand side by side.  Default: as many as fit 960 pixels.
    size : int, optional
        Pixels that each is wide.  Default: what fits, up to 210.
    legend : str
        Colours and their meanings, such as ``"walk: path so far, left: backtracked"``.
    dark : bool, optional
        The ground.  Default: the reader's own scheme.

    """
    across, size = _layout(len(pictures), across, size)
    captions = _captions(pictures, size)
    boxes: list[Any] = [_SIZE.search(picture) for picture, _ in pictures]
    heights = [round(size * float(box[2]) / float(box[1])) for box in boxes]
    parts: list[str] = []
    y = GAP
    for first in range(0, len(pictures), across):
        row = range(first, min(first + across, len(pictures)))
        below = max(heights[i] for i in row)
        for i in row:
            x = GAP + (i - first) * (size + GAP)
            place = f' x="{x}" y="{y}" width="{size}" height="{heights[i]}"'
            parts.append(re.sub(r' width="\S+" height="\S+"', place, pictures[i][0], count=1))
            parts += [
                f'<text x="{x}" y="{y + below + LINE * number}">{escape(words, quote=False)}</text>'
                for number, words in enumerate(captions[i], 1)
            ]
        y += below + LINE * max(len(captions[i]) for i in row) + GAP
    if legend:
        parts += _legend(legend, y)
        y += 10 + GAP
    width = GAP + min(across, len(pictures)) * (size + GAP)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="film" width="{width}" height="{y}">'
    ground = f'<rect class="film" rx="8" width="{width}" height="{y}"/>'
    return "\n".join([head, f"<style>{_style(dark)}</style>", ground, *parts, "</svg>\n"])


def _layout(number: int, across: int | None, size: int | None) -> tuple[int, int]:
    """Return how many pictures stand side by side, and how wide each is."""
    if across is None:
        fits = (USUAL_WIDTH - GAP) // ((size or USUAL_SIZE) + GAP)
        across = max(1, min(number, fits if number <= 16 or size else 2 * fits))
    return across, size or max(MIN_SIZE, min(USUAL_SIZE, (USUAL_WIDTH - GAP) // across - GAP))


def _captions(pictures: Sequence[tuple[Any, str]], width: int) -> list[list[str]]:
    return [textwrap.wrap(caption, max(1, int(width / LETTERS))) for _, caption in pictures]


def _legend(legend: str, y: int) -> list[str]:
    parts, x = [], GAP
    for word in legend.split(", "):
        status, _, meaning = word.partition(": ")
        sample = f'<rect class="{status}" x="{x}" y="{y - 2}" width="12" height="12"/>'
        if status in _SIGNS:
            look, d = _SIGNS[status]
            sample += f'<path class="{look}" d="M{x + 2.5} {y + 5}{d}"/>'
        parts += [f'<g class="gw">{sample}</g>', f'<text x="{x + 18}" y="{y + 8}">{meaning}</text>']
        x += 40 + int(LETTERS * len(meaning))
    return parts


def _style(dark: bool | None) -> str:
    words = "font:12px system-ui,sans-serif;text-anchor:start"

    def rules(dark: bool) -> str:
        return f".film{{fill:{_GROUND[dark]}}}.film>text{{{words};fill:{_INK[dark]}}}"

    if dark is not None:
        return rules(dark)
    return f"{rules(False)}\n@media(prefers-color-scheme:dark){{{rules(True)}}}"
