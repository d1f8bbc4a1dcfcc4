"""Passages of a picture: open only if light pixels join the two cells; the oracle labels pixels by scipy."""

import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw
from scipy import ndimage

import gridwalk as gw
from gridwalk import makers
from gridwalk.errors import PictureError
from gridwalk.io.picture.joined import parts_of
from gridwalk.io.picture.maze import parse_picture
from picture_makers import drawn, saved, with_openings

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"
PITCH, WALL, MARGIN = 20, 4, 7


def maze_of(seed, rows=17, columns=21):
    return with_openings(makers.depth_first(rows, columns, seed), np.random.default_rng(seed))[0]


def box_of(cell, *, thin):
    """Return the pixels of a cell of `drawn`, as slices; with half of thin walls around it."""
    if thin:
        return tuple(
            slice(MARGIN + PITCH * part + WALL // 2, MARGIN + PITCH * (part + 1) + WALL // 2) for part in cell
        )
    return tuple(slice(MARGIN + PITCH * part, MARGIN + PITCH * (part + 1)) for part in cell)


def passages_of(read):
    """Return the passages of what was read, as pairs of cells."""
    is_open, (rows, columns) = read.open_cells, read.open_cells.shape
    right, below = (
        (np.zeros((rows, columns - 1), bool), np.zeros((rows - 1, columns), bool))
        if read.walls is None
        else read.walls
    )
    across = [
        ((r, c), (r, c + 1))
        for r, c in np.ndindex(right.shape)
        if is_open[r, c] and is_open[r, c + 1] and not right[r, c]
    ]
    return across + [
        ((r, c), (r + 1, c))
        for r, c in np.ndindex(below.shape)
        if is_open[r, c] and is_open[r + 1, c] and not below[r, c]
    ]


def are_joined(light, one, other, *, thin):
    """Whether light pixels within two cells join their middles."""
    window = np.zeros_like(light)
    boxes = [box_of(cell, thin=thin) for cell in (one, other)]
    for box in boxes:
        window[box] = True
    labels = ndimage.label(light & window)[0]
    first, last = (labels[tuple((part.start + part.stop) // 2 for part in box)] for box in boxes)
    return first == last != 0


def crossed(pixels, cells, at, *, thin, width=3, slant=0):
    """Return the picture with a line across the passage, *at* pixels before the border of its two cells."""
    (row, column), (other, _) = cells
    rows, columns = box_of((row, column), thin=thin)
    image = Image.fromarray(pixels)
    draw = ImageDraw.Draw(image)
    if row == other:
        x = columns.stop - at
        draw.line((x - slant, rows.start - 1, x + slant, rows.stop), fill=0, width=width)
    else:
        y = rows.stop - at
        draw.line((columns.start - 1, y - slant, columns.stop, y + slant), fill=0, width=width)
    return np.asarray(image)


@pytest.mark.parametrize("thin", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_a_line_across_a_passage_is_refused_and_named(seed, thin):
    """The line is between the middle of a cell and its border, straight or slanted.

    Its pixels may lie on a finer lattice; then it is a wall of that lattice, or the cells are its cells.
    """
    rng = np.random.default_rng(seed)
    pixels = drawn(~maze_of(seed), PITCH, WALL if thin else None, MARGIN)
    read = parse_picture(saved(pixels))
    passages = passages_of(read)
    for _ in range(12):
        cells = passages[rng.integers(len(passages))]
        at, slant = int(rng.choice((-7, -6, 6, 7))), int(rng.integers(-2, 3))
        spoilt = crossed(pixels, cells, at, thin=thin, slant=slant)
        closed = [pair for pair in passages if not are_joined(spoilt >= 128, *pair, thin=thin)]
        assert closed == [cells]
        try:
            finer = parse_picture(saved(spoilt)).open_cells.shape
        except PictureError as refused:
            error = str(refused)
        else:
            assert finer > read.open_cells.shape
            continue
        assert re.match(
            r"a line crosses the passage .*say --cell pixel \(in Python cell='pixel'\) to make", error
        )
        row, column = re.findall(r"(?<=row )\d+|(?<=column )\d+", error)
        assert spoilt[int(row), int(column)] == 0
        assert pixels[int(row), int(column)] == 255


@pytest.mark.parametrize("thin", [False, True])
@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_lines_that_leave_a_way_are_read(form, thin):
    """A line that ends before the wall, a dot and a letter in the middle of a cell close nothing."""
    for seed, kind in np.ndindex(4, 3):
        pixels = drawn(~maze_of(seed), PITCH, WALL if thin else None, MARGIN)
        clean = parse_picture(saved(pixels))
        image = Image.fromarray(pixels)
        draw = ImageDraw.Draw(image)
        for cell in np.random.default_rng(seed).permutation(np.argwhere(clean.open_cells))[:2].tolist():
            rows, columns = box_of(cell, thin=thin)
            y, x = (rows.start + rows.stop) // 2, (columns.start + columns.stop) // 2
            if kind == 0:
                draw.line((x - 5, y, x + 5, y), fill=0, width=1)
            elif kind == 1:
                draw.ellipse((x - 2, y - 2, x + 2, y + 2), fill=0)
            else:
                draw.ellipse((x - 5, y - 5, x + 5, y + 5), outline=0)  # light in the middle, and closed
        read = parse_picture(saved(image, form, **({"quality": 95} if form == "JPEG" else {})))
        assert passages_of(read) == passages_of(clean)


def test_coloured_lines_are_light():
    """A way drawn in green, red or blue closes nothing; a black line beside it does."""
    pixels = drawn(~maze_of(1), PITCH, None, MARGIN)
    read = parse_picture(saved(pixels))
    cells = next(pair for pair in passages_of(read) if pair[0][0] == pair[1][0])
    rows, columns = box_of(cells[0], thin=False)
    for colour in ((0, 160, 0), (200, 0, 0), (0, 0, 220)):
        coloured = np.stack([pixels] * 3, axis=2)
        coloured[rows, columns.stop - 5 : columns.stop - 2] = colour
        for picture in (
            Image.fromarray(coloured),
            Image.fromarray(coloured).convert("P", palette=Image.ADAPTIVE),
        ):
            assert passages_of(parse_picture(saved(picture))) == passages_of(read)
    coloured[rows, columns.stop - 9] = 0
    with pytest.raises(PictureError, match="a line crosses"):
        parse_picture(saved(coloured))


def test_coloured_walls_are_walls():
    pixels = np.stack([drawn(~maze_of(1), PITCH, None, MARGIN)] * 3, axis=2)
    pixels[(pixels == 0).all(axis=2)] = 0, 0, 160
    read = parse_picture(saved(pixels))
    cells = passages_of(read)[0]
    rows, columns = box_of(cells[0], thin=False)
    assert cells[0][0] == cells[1][0]
    pixels[rows, columns.stop - 5 : columns.stop - 3] = 0, 0, 160
    with pytest.raises(PictureError, match="a line crosses"):
        parse_picture(saved(pixels))


@pytest.mark.parametrize("ahead", [0, 1])
def test_a_picture_that_draws_the_border_of_each_cell_is_read(ahead):
    """With a line within a cell it is refused all the same."""
    maze = maze_of(3, 9, 11)
    pixels = drawn(~maze, 120)
    pixels[120 - ahead :: 120] = 0
    pixels[:, 120 - ahead :: 120] = 0
    read = parse_picture(saved(pixels))
    assert (read.open_cells == maze).all()
    cells = passages_of(read)[5]
    (row, column), (_, beside) = cells
    if beside > column:
        pixels[120 * row : 120 * row + 120, 120 * column + 77] = 0
    else:
        pixels[120 * row + 77, 120 * column : 120 * column + 120] = 0
    with pytest.raises(PictureError, match="a line crosses the passage"):
        parse_picture(saved(pixels))


@pytest.mark.parametrize("thin", [False, True])
def test_a_path_that_is_found_leads_over_light_pixels(thin):
    """Rectangles anywhere: what is read has a way over the light pixels of the cells of its path."""
    refused = found = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        pixels = drawn(~maze_of(seed, 9, 11), PITCH, WALL if thin else None, MARGIN)
        shape = parse_picture(saved(pixels)).open_cells.shape
        for _ in range(3):
            top, left = (int(rng.integers(MARGIN, size - 30)) for size in pixels.shape)
            sides = (int(rng.integers(10, 25)), int(rng.integers(1, 4)))[:: 1 if rng.random() < 0.5 else -1]
            pixels[top : top + sides[0], left : left + sides[1]] = 0
        try:
            read = parse_picture(saved(pixels))
        except PictureError:
            refused += 1
            continue
        if read.open_cells.shape != shape:  # a rectangle outside, or a finer lattice
            continue
        board = gw.Board(read.open_cells, **read.options())
        path = board.paths().shortest()
        if path is not None:
            found += 1
            on_path = np.zeros(pixels.shape, bool)
            for cell in path.cells.tolist():
                on_path[box_of(cell, thin=thin)] = True
            labels = ndimage.label(on_path & (pixels >= 128))[0]
            ends = [set(labels[box_of(cell, thin=thin)].flat) - {0} for cell in (path.start, path.end)]
            assert ends[0] & ends[1]
    assert refused > 5
    assert found > 20


@pytest.mark.parametrize("seed", range(20))
def test_parts_are_those_of_scipy(seed):
    rng = np.random.default_rng(seed)
    number = int(rng.integers(1, 60))
    one, other = rng.integers(0, number, (2, int(rng.integers(0, 80))))
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    labels = connected_components(coo_array((np.ones(len(one)), (one, other)), (number, number)))[1]
    parts = parts_of(number, one, other)
    assert all((labels[i] == labels[j]) == (parts[i] == parts[j]) for i, j in np.ndindex(number, number))
    assert all(part == np.flatnonzero(labels == labels[part])[0] for part in parts)
