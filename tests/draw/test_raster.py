"""Pictures in pixels and films: colours of cells, sizes, limits, contrast."""

import io
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from gridwalk.answers.snapshot import STATUS_NAMES
from gridwalk.draw.colours import RAMP_STEPS, colour, ramp
from gridwalk.draw.pen import SIGN_AT, SIGNED_CELL
from gridwalk.draw.raster import MARGIN, film, image, steps_of
from oracles import contrast

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
MAZE = gw.read(EXAMPLES / "articles.txt")
LEFT_CORNER = 0.2  # of a cell: beside lines through its middle, and beside marks of backtracks


def pixel(picture, cell, size, *, at=LEFT_CORNER, left=MARGIN):
    row, column = cell
    return picture.convert("RGB").getpixel(
        (left + round((column + at) * size), MARGIN + round((row + at) * size))
    )


@pytest.mark.parametrize(("seed", "dark"), [(0, False), (1, True), (2, False)])
def test_walls_and_open_cells_have_their_colours(seed, dark):
    rng = np.random.default_rng(seed)
    open_cells = rng.random(tuple(rng.integers(2, 40, 2))) < 0.6
    open_cells[0, 0] = open_cells[-1, -1] = True
    end = len(open_cells) - 1, open_cells.shape[1] - 1
    board = gw.Board(open_cells, start=(0, 0), exits=[end])
    picture = image(board, dark=dark, cell=12)
    assert picture.size == tuple(2 * MARGIN + 12 * n for n in open_cells.shape[::-1])
    for cell in np.ndindex(*board.shape):
        if cell not in ((0, 0), end):
            name = "open" if board.open_cells[cell] else "wall"
            assert pixel(picture, cell, 12) == colour(name, dark=dark), cell


def test_a_large_maze_has_a_pixel_a_cell():
    rng = np.random.default_rng(0)
    open_cells = rng.random((601, 1001)) < 0.7
    open_cells[0, 0] = open_cells[-1, -1] = True
    picture = image(gw.Board(open_cells, start=(0, 0), exits=[(600, 1000)]))
    assert picture.size == (1001 + 2 * MARGIN, 601 + 2 * MARGIN)
    inside = np.s_[50:-50, 50:-50]
    pixels = np.asarray(picture)[MARGIN : MARGIN + 601, MARGIN : MARGIN + 1001][inside]
    assert (pixels[open_cells[inside]] == colour("open", dark=False)).all()
    assert (pixels[~open_cells[inside]] == colour("wall", dark=False)).all()


@pytest.mark.parametrize(("by", "dark"), [("bfs", False), ("dfs", True)])
def test_a_trace_shows_the_order_of_expansion_the_frontier_and_what_was_left(by, dark):
    trace = MAZE.paths().trace(by=by)
    for at in range(0, len(trace) + 1, 3):
        picture = image(MAZE, trace=trace, at=at, dark=dark, cell=40)
        order = []
        opened, left = set(), set()
        for kind, cell, _ in trace.events[:at].tolist():
            if kind == (1 if by == "bfs" else 2):
                order.append(cell)
            opened |= {cell} if kind == 0 else set()
            left = left | {cell} if kind == 3 else left - {cell}
        total = sum(1 for kind in trace.events[:, 0] if kind == (1 if by == "bfs" else 2))
        for place, cell in enumerate(order):
            shade = ramp(RAMP_STEPS, dark=dark)[place * RAMP_STEPS // total]
            # Off the corner that carries the number.
            assert pixel(picture, divmod(cell, 5), 40, at=0.86) == shade
        for cell in opened - set(order):
            assert pixel(picture, divmod(cell, 5), 40, at=0.86) == colour("frontier", dark=dark)
        for cell in left:
            assert pixel(picture, divmod(cell, 5), 40, at=0.5) == colour("back", dark=dark)


def test_the_path_runs_through_the_middles_of_its_cells():
    path = MAZE.paths().shortest()
    picture = image(MAZE, path, cell=30)
    for cell in list(path)[1:-1]:
        assert pixel(picture, cell, 30, at=0.5) == colour("band", dark=False)
    off = [cell for cell in np.ndindex(5, 5) if MAZE.open_cells[cell] and cell not in set(path)]
    assert off
    for cell in off:
        assert pixel(picture, cell, 30, at=0.5) == colour("open", dark=False)
    assert pixel(picture, path.start, 30, at=0.5) == colour("start", dark=False)
    assert pixel(picture, path.end, 30, at=0.5) == colour("end", dark=False)


def test_costs_are_shaded_the_dearer_the_darker():
    board = gw.Board.from_text("S123456789E", costs=True)
    picture = image(board, cell=30)
    grey = [sum(pixel(picture, (0, column), 30)) for column in range(1, 10)]
    assert grey == sorted(grey, reverse=True)
    assert len(set(grey)) > 5


@pytest.mark.parametrize("events", [0, 1, 2, 7, 1000])
@pytest.mark.parametrize("frames", [1, 2, 3, 50])
def test_steps_are_evenly_spaced_with_both_ends(events, frames):
    steps = steps_of(events, frames)
    assert steps[-1] == events
    assert len(steps) <= min(frames, events + 1)
    assert steps == sorted(set(steps))
    if frames > 1:
        assert steps[0] == 0
        gaps = np.diff(steps)
        assert not len(gaps) or gaps.max() - gaps.min() <= 1


@pytest.mark.parametrize("form", ["gif", "png"])
def test_a_film_has_its_frames_its_times_and_the_path_at_its_end(form):
    trace = MAZE.paths().trace(by="bfs")
    data = film(trace, form, frames=6, fps=5, cell=30)
    shown = Image.open(io.BytesIO(data))
    assert shown.format.lower() == form
    assert shown.n_frames == 6
    assert shown.info["loop"] == 0
    durations, sizes = [], set()
    for frame in range(6):
        shown.seek(frame)
        durations.append(shown.info["duration"])
        sizes.add(shown.size)
        last = shown.convert("RGB")
    assert durations == [200] * 5 + [2000]
    assert len(sizes) == 1
    for cell in list(trace.path)[1:-1]:
        found = pixel(last, cell, 30, at=0.5)
        assert max(abs(a - b) for a, b in zip(found, colour("path", dark=False), strict=True)) <= 8


def test_limits_are_stated():
    board = gw.Board.rectangle(200, 300)
    trace = board.paths().trace(by="bfs")
    for made, said in (
        (lambda: image(board, cell=1000), r"200 x 300 cells of 1000 x 1000 pixels .* 100,000,000"),
        (lambda: film(trace, frames=2000, cell=6), r"at most \d+ frames of that size are possible"),
        (lambda: film(trace, cell=20), "the most that a frame may have"),
    ):
        with pytest.raises(gw.GridwalkError, match=said):
            made()


@pytest.mark.parametrize("seed", range(20))
def test_whatever_the_board_it_can_be_drawn(seed):
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(1, 12, 2))
    open_cells = rng.random(shape) < 0.8
    open_cells.flat[0] = True
    moves = (gw.ORTHOGONAL, gw.KING, gw.KNIGHT, gw.leaper(1, 3))[seed % 4]
    costs = (None, rng.integers(1, 10, shape), rng.random(shape) * 1e250 + 1e-300, np.full(shape, 3))[
        seed // 4 % 4
    ]
    board = gw.Board(open_cells, moves=moves, costs=costs)
    trace = board.paths().trace(by=("dfs", "dijkstra", "list")[seed % 3], max_events=200)
    options = {"dark": bool(seed & 1), "squares": bool(seed & 2)}
    for step in (0, len(trace) // 2, len(trace)):
        svg = board.svg(trace=trace, at=step, legend=True, **options)
        assert ET.fromstring(svg).tag.endswith("svg")
        picture = image(board, trace=trace, at=step, cell=1 + seed % 30, **options)
        assert picture.width > shape[1]


@pytest.mark.parametrize(
    ("by", "dark"), [("bfs", False), ("bfs", True), ("dijkstra", False), ("dijkstra", True)]
)
@pytest.mark.parametrize("cell", [11, 12, 40])
def test_what_a_search_made_of_a_cell_is_told_by_a_sign(cell, by, dark):
    """The contrast of a sign to its cell is 3:1, in its middle or, for the frontier, at its edge."""
    board = gw.Board.rectangle(6, 9, moves=gw.KING, exits=[(5, 8)])
    if by == "dijkstra":
        board = board.replace(costs=np.arange(54).reshape(6, 9) + 1)
    step = board.paths().trace(by=by).at(40)
    picture = np.asarray(image(board, trace=step.trace, at=40, dark=dark, cell=cell).convert("RGB"))
    right, down = SIGN_AT
    across, below, reach = round(right * cell - 0.5), round(down * cell - 0.5), cell // 8 + 1
    found = {name: set() for name in STATUS_NAMES}
    for row, column in np.ndindex(*board.shape):
        if (row, column) not in (board.start, *board.exits, step.cell):
            y, x = MARGIN + row * cell, MARGIN + column * cell
            ground = picture[y + round(0.45 * cell), x + round(0.7 * cell)].tolist()
            marks = [
                contrast(picture[y + below + b, x + across].tolist(), ground) for b in range(-reach, reach)
            ]
            found[STATUS_NAMES[step.status[row, column]]].add((marks[reach] >= 3, max(marks) >= 3))
    has_room = cell >= SIGNED_CELL
    assert found["unseen"] == {(False, False)}
    assert found["expanded"] == {(has_room, has_room)}
    assert found["frontier"] == {(False, has_room)}
