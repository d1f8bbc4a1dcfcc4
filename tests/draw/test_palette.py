"""The colours of pictures and the page: distinct in lightness, with the darkest walls, the same in both."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import gridwalk
from gridwalk.draw.colours import (
    COST_SHADES,
    DARK_PAIRS,
    LINES,
    PAGE_STEPS,
    blend,
    colour,
    cost_opacity,
    hexadecimal,
    names,
    palette_of,
    ramp,
    stylesheet,
)
from gridwalk.draw.colours import PAIRS as LETTERS
from oracles import contrast

STATIC = Path(gridwalk.__file__).parent / "viewer" / "static"
# Meanings side by side in one film: of queue and heap, of walks and tours, of labels traced back.
TOUCHING = [
    {"open", "dark", "wall", "frontier", "expanded", "path"},
    {"open", "dark", "wall", "walk", "left", "path"},
    {"open", "wall", "frontier", "expanded", "walk", "path"},
]
PAIRS = sorted({tuple(sorted(pair)) for group in TOUCHING for pair in combinations(group, 2)})


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_meanings_that_touch_differ_in_lightness(pair, dark):
    assert contrast(*(colour(name, dark=dark) for name in pair)) >= 1.3


# Signs for meanings with similar colours; each sign contrasts with its ground.
SIGNS = {
    "frontier": "figure",  # a small square
    "expanded": "figure",  # a full one
    "left": "figure",  # a dash
    "walk": "pale",  # the edge of the path, which leads through
    "path": "pale",
    "end": "pale",  # a ring about it
}


@pytest.mark.parametrize("dark", [False, True])
def test_meanings_differ_by_three_to_one_or_by_a_sign_that_does(dark):
    """As WCAG 1.4.11 wants it; the page and pictures have the signs, as their tests see."""
    value = {name: colour(name, dark=dark) for name in names()}
    fills = ("open", "wall", "frontier", "expanded", "walk", "left", "path", "start", "end")
    alike = [pair for pair in combinations(fills, 2) if contrast(*(value[name] for name in pair)) < 3]
    assert [pair for pair in alike if not {*pair} & SIGNS.keys() and pair != ("wall", "start")] == []
    assert all(contrast(value[name], value[sign]) >= 3 for name, sign in SIGNS.items() if name != "path")
    assert all(contrast(value["open"], value[name]) >= 3 for name in ("wall", "path", "start"))
    assert all(contrast(value[sign], on) >= 3 for sign in ("figure", "back") for on in ramp(12, dark=dark))
    assert max(contrast(value["open"], value[name]) for name in ("end", "pale")) >= 3
    assert max(contrast(value["path"], value[name]) for name in ("pale", "open")) >= 3


@pytest.mark.parametrize("dark", [False, True])
def test_walls_are_darkest_and_stand_out(dark):
    wall = colour("wall", dark=dark)
    on_board = {"open", "dark", "frontier", "expanded", "walk", "left", "path", "cost"}
    assert all(contrast(wall, (0, 0, 0)) < contrast(colour(name, dark=dark), (0, 0, 0)) for name in on_board)
    assert contrast(wall, colour("open", dark=dark)) >= 3


@pytest.mark.parametrize("dark", [False, True])
def test_figures_are_read_on_every_cell(dark):
    ink, figure = colour("ink", dark=dark), colour("figure", dark=dark)
    costliest = blend(colour("open", dark=dark), colour("cost", dark=dark), cost_opacity(COST_SHADES))
    grounds = [costliest, *(colour(name, dark=dark) for name in ("open", "dark", "page"))]
    assert all(contrast(ink, value) >= 4.5 for value in grounds)
    searched = [colour(name, dark=dark) for name in ("frontier", "expanded", "walk", "left")]
    assert all(contrast(figure, value) >= 4 for value in searched + ramp(PAGE_STEPS, dark=dark))


@pytest.mark.parametrize("dark", [False, True])
def test_the_ramp_runs_one_way_in_lightness(dark):
    steps = [contrast(value, (0, 0, 0)) for value in ramp(PAGE_STEPS, dark=dark)]
    assert steps == sorted(steps, reverse=not dark)
    assert contrast(ramp(2, dark=dark)[0], colour("open", dark=dark)) >= 1.3


def test_the_page_has_the_colours_of_the_pictures():
    light, dark = stylesheet().split(":root[data-theme")
    for text, is_dark in ((light, False), (dark, True)):
        given = dict(re.findall(r"--([a-z]+):([^;]+);", text))
        assert given.pop("ramp").split() == [hexadecimal(each) for each in ramp(PAGE_STEPS, dark=is_dark)]
        assert given.pop("gradient").startswith("linear-gradient(to right, #")
        assert given.pop("exit") == hexadecimal(colour("end", dark=is_dark))
        assert given == {n: hexadecimal(colour(n, dark=is_dark)) for n in names() if n not in ("page", "end")}
    own = (STATIC / "style.css").read_text(encoding="utf-8")
    assert not [name for name in names() if name != "page" and f"--{name}:" in own]


# How colours look to people without one kind of cone: Machado, Oliveira and Fernandes 2009, severity 1,
# on linear RGB.
SEEN = {
    "all cones": np.eye(3),
    "no L cones": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no M cones": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.01182, 0.04294, 0.968881],
    ],
    "no S cones": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.3039],
    ],
}
XYZ = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]  # IEC 61966-2-1


def lab(value, seen):
    """A colour as somebody sees it, in CIELAB."""
    parts = np.array(value) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    x, y, z = XYZ @ np.clip(seen @ linear, 0, 1) / (0.9505, 1.0, 1.089)
    fx, fy, fz = (np.cbrt(part) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("seen", SEEN)
def test_colours_are_told_apart_with_any_colour_vision(dark, seen):
    """In CIELAB a distance of 2 to 3 can just be seen."""

    def far(*names):
        return np.hypot.reduce(
            np.subtract(*(lab(colour(name, dark=dark), np.array(SEEN[seen])) for name in names))
        )

    assert min(far(*pair) for pair in combinations(LINES, 2)) > 20
    assert min(far(*pair) for pair in combinations(LETTERS, 2)) > 16
    on_open = [("open", name) for name in ("wall", "path", "frontier", "start", "end", "back")]
    parts = [*on_open, ("wall", "path"), ("start", "end"), ("frontier", "wall")]
    assert min(far(*pair) for pair in parts) > 15
    for name in LINES:
        assert all(contrast(colour(name, dark=dark), colour(on, dark=dark)) >= 2.9 for on in ("open", "dark"))
    for name in LETTERS:  # letters on their discs
        assert contrast(colour(name, dark=False), (255,) * 3 if name in DARK_PAIRS else (0,) * 3) >= 4.5
    assert {colour(name, dark=dark) for name in (*names(), *LINES)} <= {*palette_of(dark)}
