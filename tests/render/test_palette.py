"""The colours of pictures and of the page: told apart by lightness, walls darkest, one home for both."""

import re
from itertools import combinations
from pathlib import Path

import pytest

import gridwalk
from gridwalk.render.colours import (
    COST_SHADES,
    PAGE_STEPS,
    blend,
    colour,
    cost_opacity,
    hexadecimal,
    names,
    ramp,
    stylesheet,
)
from oracles import contrast

pytestmark = pytest.mark.no_kernels

STATIC = Path(gridwalk.__file__).parent / "viewer" / "static"
# Meanings side by side in one film: of queue and heap, of walks and tours, of labels traced back.
TOUCHING = [
    {"open", "dark", "wall", "frontier", "expanded", "path"},
    {"open", "dark", "wall", "walk", "left", "path"},
    {"open", "wall", "frontier", "expanded", "walk", "path"},
]
PAIRS = sorted({tuple(sorted(pair)) for group in TOUCHING for pair in combinations(group, 2)})


def test_contrast_is_that_of_the_standard():
    assert contrast((255, 255, 255), (0, 0, 0)) == 21
    assert (
        round(contrast((119, 119, 119), (255, 255, 255)), 2) == 4.48
    )  # the well-known grey that just fails AA
    assert contrast((1, 2, 3), (1, 2, 3)) == 1


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_meanings_that_touch_differ_in_lightness(pair, dark):
    assert contrast(*(colour(name, dark=dark) for name in pair)) >= 1.3


@pytest.mark.parametrize("dark", [False, True])
def test_walls_are_darkest_and_stand_out(dark):
    wall = colour("wall", dark=dark)
    on_board = {"open", "dark", "frontier", "expanded", "walk", "left", "path", "cost"}
    assert all(contrast(wall, (0, 0, 0)) < contrast(colour(name, dark=dark), (0, 0, 0)) for name in on_board)
    assert contrast(wall, colour("open", dark=dark)) >= 3


@pytest.mark.parametrize("dark", [False, True])
def test_figures_are_read_on_every_cell(dark):
    ink, figure = colour("ink", dark=dark), colour("figure", dark=dark)
    dearest = blend(colour("open", dark=dark), colour("cost", dark=dark), cost_opacity(COST_SHADES))
    grounds = [dearest, *(colour(name, dark=dark) for name in ("open", "dark", "page"))]
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
