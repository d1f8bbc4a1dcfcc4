"""The scripts of `examples/`: each runs, prints what the documentation shows, and is tested by an oracle."""

import itertools
import math
import runpy
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
from profiles import examples
from strategies import KING, ORTHOGONAL, board_of, open_grids, shapes, walls_of

ROOT = Path(__file__).parent.parent
STATES = "docs/howto/states.md"
SHOWN = {  # the page that shows what a script prints
    "breaks.py": STATES, "ice.py": STATES, "keys.py": STATES, "timetable.py": STATES,
    "sight.py": "docs/howto/games.md",
}  # fmt: skip
MOST_LINES = 120

sight = runpy.run_path(str(ROOT / "examples/sight.py"))


@pytest.mark.parametrize("script", SHOWN)
def test_a_script_prints_what_its_page_shows(script):
    file = ROOT / "examples" / script
    told = subprocess.run(
        [sys.executable, file], capture_output=True, text=True, check=True, timeout=300
    ).stdout
    assert f"$ python examples/{script}\n{told}" in (ROOT / SHOWN[script]).read_text(encoding="utf-8")
    text = file.read_text(encoding="utf-8")
    assert text.count("\n") <= MOST_LINES
    assert "from gridwalk" not in text  # public names are imported from the package itself


# ------------------------------------------------------------------------------------------- sight


def crossed(u, v):
    """Return the squares that the segment from *u* to *v* goes through, cut at every grid line, in order."""
    (row, column), (to_row, to_column) = u, v
    down, across = to_row - row, to_column - column
    half, cuts = Fraction(1, 2), {Fraction(0), Fraction(1)}
    for begin, way in ((row, down), (column, across)):
        if way:
            lines = range(min(begin, begin + way), max(begin, begin + way))
            cuts |= {(line + half - begin) / way for line in lines}
    middles = [(one + other) / 2 for one, other in itertools.pairwise(sorted(cuts))]
    squares = [(math.floor(row + t * down + half), math.floor(column + t * across + half)) for t in middles]
    return [square for square, _ in itertools.groupby(squares)] or [u]


def in_sight(raw, u, v):
    """Return whether each square on the line is open, and a king may step from each to the next."""
    squares = crossed(u, v)
    if not all(raw.open_cells[row][column] for row, column in squares):
        return False
    king = oracles.Raw(raw.open_cells, KING, raw.corners, walls=raw.walls)
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(squares)]
    return all(oracles.may_move(king, a, step) for a, step in zip(squares, steps, strict=False))


@st.composite
def rooms(draw, most=6):
    """Boards without wrap, with any corner rule, at times with walls between cells."""
    shape = draw(shapes(most, most))
    cells = draw(open_grids(shape))
    corners = draw(st.sampled_from(("both", "one", "none")))
    walls = draw(st.none() | walls_of(shape))
    return oracles.Raw(cells, draw(st.sampled_from((ORTHOGONAL, KING))), corners, walls=walls)


@examples(60)
@given(raw=rooms(), radius=st.sampled_from((0, 1, 1.5, 2.9, math.inf)))
def test_what_is_in_sight(raw, radius):
    board = board_of(raw)
    views = sight["seeing"](board)
    cells = list(itertools.product(range(board.rows), range(board.columns)))
    for u in cells:
        seen = {v for v in cells if in_sight(raw, u, v)}
        assert {v for v in cells if sight["sees"](views, u, v)} == seen
        if board.open_cells[u]:
            near = {v for v in seen if math.dist(u, v) <= radius}
            assert set(map(tuple, np.argwhere(sight["visible_from"](views, u, radius)).tolist())) == near


@examples(60)
@given(raw=rooms(), ends=st.data())
def test_a_path_pulled_taut(raw, ends):
    board = board_of(raw)
    cells = list(map(tuple, np.argwhere(board.open_cells).tolist()))
    u, v = (ends.draw(st.sampled_from(cells)) for _ in range(2))
    path = board.paths(u, v).shortest()
    if path is None:
        return
    points = sight["taut"](sight["seeing"](board), path)
    assert (points[0], points[-1]) == (u, v)
    assert set(points) <= set(path)
    assert all(in_sight(raw, a, b) for a, b in itertools.pairwise(points))
    assert sight["length"](points) <= path.cost + 1e-9
