"""Several paths on one picture: each is where its cells are, in colours that anybody tells apart."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from gridwalk.draw.colours import LINES, colour, hexadecimal
from gridwalk.draw.raster import image
from gridwalk.draw.svg import svg
from gridwalk.errors import ArgumentError

SVG = "{http://www.w3.org/2000/svg}"
BOARD = gw.Board.rectangle(3, 3)
TWELVE = list(BOARD.paths())


def lines_of(picture):
    """The points of each line of several, by its class."""
    found = {}
    for element in ET.fromstring(picture).iter(f"{SVG}polyline"):
        name = element.get("class").split()[0]
        points = [tuple(map(float, point.split(","))) for point in element.get("points").split()]
        found.setdefault(name, []).append(np.array(points))
    return found


def test_paths_over_each_other_are_their_cells_moved_a_little():
    chosen = TWELVE[:6]
    found = lines_of(svg(BOARD, paths=chosen))
    assert list(found) == list(LINES)
    for name, path in zip(LINES, chosen, strict=True):
        (points,) = found[name]
        moved = points / 10 - 0.5 - path.waypoints[:, ::-1]
        assert np.allclose(moved, moved[0])
        assert np.abs(moved).max() < 0.4
    assert len({tuple(found[name][0][0]) for name in LINES}) == 6  # no two of them begin at one point


def test_a_line_has_its_colour_in_pixels_and_in_svg():
    paths = TWELVE[:3]
    picture = image(BOARD, paths=paths, cell=50).convert("RGB")
    colours = {pixel for _, pixel in picture.getcolors(1 << 20)}
    assert all((colour(name, dark=False) in colours) is (name in LINES[:3]) for name in LINES)
    text = svg(BOARD, paths=paths, dark=True, legend=True)
    assert f".gw .line3{{stroke:{hexadecimal(colour('line3', dark=True))}}}" in text
    assert ".line4" not in text
    assert "<title>3 paths, 3 x 3 board</title>" in text
    assert re.findall(r">(\d: \d moves)<", text) == [f"{i}: {p.length} moves" for i, p in enumerate(paths, 1)]
    assert ".line1" not in svg(BOARD)


def test_distances_are_a_heat_map():
    board = gw.Board.from_text("S..#\n##.#\n...E\n###.\n.###")
    field = board.distances()
    text = board.svg(field=field, legend=True, dark=False)
    root = ET.fromstring(text)
    covered = dict.fromkeys(("r0", "r11"), 0)
    for element in root.iter(f"{SVG}path"):
        name = element.get("class").split()[0]
        if name in covered:
            covered[name] = sum(int(size) for size in re.findall(r"h(\d+)v", element.get("d"))) // 10
    farthest = field[np.isfinite(field)].max()
    assert covered == {"r0": 1, "r11": int((field == farthest).sum())}
    assert f">0 to {farthest:.4g}</text>" in text
    picture = image(board, field=field, cell=20).convert("RGB")
    assert picture.getpixel((12 + 5, 12 + 4 * 20 + 5)) == colour("open", dark=False)  # cannot be reached
    with pytest.raises(ArgumentError, match="the board's shape"):
        board.svg(field=field[1:])
    assert svg(board, field=np.full(board.shape, np.nan)).count('class="r') == 0


def test_the_command_line_draws_what_it_lists(run, tmp_path):
    file = tmp_path / "over.png"
    status, _, err = run("list", "3x3", "-n", 6, "-o", file)
    assert status == 0
    assert "the first 6 paths; there may be more" in err
    with Image.open(file) as picture:
        assert picture.convert("RGB").tobytes() == image(BOARD, paths=TWELVE[:6]).convert("RGB").tobytes()
