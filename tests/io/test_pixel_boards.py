"""Pictures whose pixels are cells: round mazes, maps of robots, occupancy grids; the search is our own."""

import io
import math
from collections import deque
from pathlib import Path

import numpy as np
import pytest
import yaml
from PIL import Image, ImageDraw

import gridwalk as gw
from gridwalk.errors import FileError, PictureError, ReadingWarning
from gridwalk.io.picture.maze import parse_picture
from gridwalk.io.picture.robotmap import Thresholds, is_map, map_of
from picture_makers import saved

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"
RING = 20  # pixels from wall to wall of a round maze
YAML = {"image": "map.pgm", "resolution": 0.05, "origin": [-1.0, -1.5, 0.0], "negate": 0,
        "occupied_thresh": 0.65, "free_thresh": 0.196}  # fmt: skip


def distance(is_open, start, exits):
    """Return the least number of steps to a side from *start* to one of *exits*; None if there is no way."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        row, column = cell = queue.popleft()
        if cell in exits:
            return steps[cell]
        for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            inside = 0 <= near[0] < is_open.shape[0] and 0 <= near[1] < is_open.shape[1]
            if inside and is_open[near] and near not in steps:
                steps[near] = steps[cell] + 1
                queue.append(near)
    return None


def length_of(board):
    path = board.paths().shortest()
    return None if path is None else path.length


def round_maze(seed, rings=5, *, mode="RGB"):
    """Return the image of a round maze: rings with a gap each, and a wall across each ring beside its gap."""
    rng = np.random.default_rng(seed)
    side = 2 * RING * rings + 30
    image = Image.new(mode, (side, side), "white")
    draw = ImageDraw.Draw(image)
    middle = side // 2
    for ring in range(1, rings + 1):
        radius, gap = ring * RING, rng.uniform(0, 360)
        box = (middle - radius, middle - radius, middle + radius, middle + radius)
        half = math.degrees(0.3 * RING / radius)
        draw.arc(box, gap + half, gap + 360 - half, fill="black", width=3)
        if ring < rings:
            turn = math.radians(gap + 30)
            ends = [
                (middle + reach * math.cos(turn), middle + reach * math.sin(turn))
                for reach in (radius, radius + RING)
            ]
            draw.line([*ends[0], *ends[1]], fill="black", width=3)
    return image


def dot(image, place, colour, radius=4):
    x, y = place
    ImageDraw.Draw(image).ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


# --- mazes that no lattice fits


@pytest.mark.parametrize("seed", range(2))
def test_a_round_maze_is_read_by_pixels(seed, tmp_path, run):
    """It is refused with the advice that reads it; the way is that of a search over its pixels."""
    image = round_maze(seed, mode="L")
    middle, outside = (image.height // 2, image.width // 2), (2, 2)
    file = tmp_path / "round.png"
    file.write_bytes(saved(image))
    with pytest.raises(FileError, match=r"--cell pixel \(in Python cell='pixel'\)"):
        gw.read(file)
    status, _, err = run("shortest", file)
    assert (status, len(err.splitlines())) == (2, 1)
    assert "say --cell pixel to make each pixel a cell" in err
    board = gw.read(file, cell="pixel", start=outside, exits=[middle])
    is_open = np.asarray(image) == 255
    assert (board.open_cells == is_open).all()
    expected = distance(is_open, outside, {middle})
    assert expected > image.height
    assert length_of(board) == expected
    ends = "--from", "2,2", "--to", f"{middle[0]},{middle[1]}"
    _, _, said = run("show", file, "--cell", "pixel", *ends)
    assert "read as a picture whose pixels are cells: " in said
    assert run("convert", file, tmp_path / "round.txt", "--cell", "pixel", *ends)[0] == 0
    status, out, _ = run("shortest", tmp_path / "round.txt")
    assert status == 0
    assert out.endswith(f"length {expected}\n")


@pytest.mark.parametrize("form", ["PNG", "JPEG", "BMP", "GIF", "WEBP"])
@pytest.mark.parametrize("colours", [("green", "red"), ((0, 220, 60), (230, 60, 60))])
def test_marks_are_the_ends(form, colours):
    image = round_maze(1)
    middle = image.height // 2
    dot(image, (8, 20), colours[0])
    dot(image, (middle, middle), colours[1])
    dot(image, (image.width - 9, 9), colours[1])
    read = parse_picture(saved(image, form), cell="pixel")
    assert math.dist(read.start, (20, 8)) <= 1.5
    assert len(read.exits) == 2
    assert math.dist(read.exits[0], (9, image.width - 9)) <= 1.5
    assert math.dist(read.exits[1], (middle, middle)) <= 1.5
    assert all(read.open_cells[cell] for cell in (read.start, *read.exits))
    board = gw.Board(read.open_cells, **read.options())
    assert length_of(board) == distance(read.open_cells, read.start, set(read.exits))


def test_two_starts_and_lines_in_colour():
    image = round_maze(2)
    dot(image, (8, 20), "green")
    both = image.copy()
    dot(both, (40, 9), "green")
    with pytest.raises(PictureError, match=r"two starts are marked in green, \(9, 40\) and \(20, 8\)"):
        parse_picture(saved(both), cell="pixel")
    ImageDraw.Draw(image).line((0, 5, 120, 5), fill=(120, 0, 0), width=2)  # a line is no mark, and dark
    read = parse_picture(saved(image), cell="pixel")
    assert read.exits == ()
    assert not read.open_cells[5, 2]


def test_light_walls():
    pixels = np.asarray(round_maze(4, mode="L"))
    dark = parse_picture(saved(pixels), cell="pixel")
    light = parse_picture(saved(255 - pixels), cell="pixel", wall_is="light")
    assert (dark.open_cells == light.open_cells).all()
    assert not light.picture.walls_are_dark
    with pytest.raises(PictureError, match=r"no pixel is open: 100 are wall and 0 unknown$"):
        parse_picture(saved(np.zeros((10, 10), np.uint8)), cell="pixel")
    with pytest.raises(PictureError, match=r"0 are wall and 100 unknown: say --unknown open"):
        parse_picture(saved(np.full((10, 10), 128, np.uint8)), cell="pixel")


def test_a_path_is_drawn_on_the_picture(tmp_path):
    file = tmp_path / "round.png"
    file.write_bytes(saved(round_maze(5)))
    picture = gw.read_picture(file, cell="pixel", start=(2, 2), exits=[(150, 5)])
    path = picture.board.paths().shortest()
    before, after = (
        np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
        for data in (file.read_bytes(), picture.draw(path))
    )
    assert before.shape == after.shape
    changed = (before != after).any(axis=2)
    assert changed[tuple(path.cells.T)].all()
    assert changed.sum() < path.length + 60
    assert picture.frame is None


# --- maps of robots


def map_levels(seed, shape=(40, 60)):
    """Return a map as the map saver of ROS writes it: free rooms with walls, unknown outside."""
    rng = np.random.default_rng(seed)
    grey = np.full(shape, 205, np.uint8)
    grey[3:-4, 5:-2] = 254
    grey[[3, -5], 5:-2] = 0
    grey[3:-4, [5, -3]] = 0
    for _ in range(12):
        row, column = (int(rng.integers(4, size - 12)) for size in shape)
        grey[row : row + int(rng.integers(1, 9)), column : column + int(rng.integers(1, 9))] = (0, 205)[
            rng.integers(2)
        ]
    return grey


@pytest.fixture
def map_file(tmp_path):
    """Write a map with its picture; return the name of the map."""

    def write(grey, **facts):
        (tmp_path / "map.pgm").write_bytes(saved(grey, "PPM"))
        (tmp_path / "map.yaml").write_text(yaml.safe_dump(YAML | facts))
        return tmp_path / "map.yaml"

    return write


def ends_in(is_open):
    cells = [tuple(cell) for cell in np.argwhere(is_open).tolist()]
    return cells[len(cells) // 7], cells[-len(cells) // 9]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("unknown", ["wall", "open"])
def test_a_pgm_of_the_map_saver_is_read_as_pixels_at_once(seed, unknown, tmp_path):
    grey = map_levels(seed)
    file = tmp_path / "map.pgm"
    file.write_bytes(saved(grey, "PPM"))
    is_open = grey == 254 if unknown == "wall" else grey != 0
    start, end = ends_in(grey == 254)
    picture = gw.read_picture(file, start=start, exits=[end], unknown=unknown)
    assert (picture.board.open_cells == is_open).all()
    counts = picture.reading.free, picture.reading.walls, picture.reading.unknown
    assert counts == tuple(int((grey == level).sum()) for level in (254, 0, 205))
    assert f"taken for {unknown}" in str(picture.reading)
    assert length_of(picture.board) == distance(is_open, start, {end})


@pytest.mark.parametrize("negate", [0, 1])
@pytest.mark.parametrize("thresholds", [(0.196, 0.65), (0.25, 0.65), (0.1, 0.9), (0.5, 0.5)])
def test_thresholds_are_those_of_the_map_server(thresholds, negate, map_file):
    """Each level of grey, by the formula of the documentation of map_server."""
    grey = np.arange(256, dtype=np.uint8).reshape(8, 32)
    file = map_file(grey, free_thresh=thresholds[0], occupied_thresh=thresholds[1], negate=negate)
    for unknown in ("wall", "open"):
        row, column = (0, 0) if negate else (7, 30)
        picture = gw.read_picture(
            file, unknown=unknown, start=(row, column + (not negate)), exits=[(row, column)]
        )
        for level, is_open in enumerate(picture.board.open_cells.reshape(-1).tolist()):
            share = level / 255 if negate else (255 - level) / 255
            kind = "wall" if share > thresholds[1] else "open" if share < thresholds[0] else unknown
            assert is_open == (kind == "open"), level


@pytest.mark.parametrize("style", [False, None])
def test_a_map_is_read_as_yaml_reads_it(style):
    """In the styles of PyYAML that have a line a key, in any order, with comments; not in one line."""
    rng = np.random.default_rng(5)
    for number in range(30):
        facts = YAML | {
            "image": f"maps/floor {number}.pgm",
            "mode": "trinary",
            "resolution": float(rng.choice([0.05, 0.025, 1e-2, 1.0])),
            "origin": [float(place) for place in rng.normal(0, 30, 2).round(3)] + [0.0],
            "negate": int(rng.integers(2)),
        }
        facts = {name: facts[name] for name in rng.permutation([*facts]).tolist()}
        data = f"# a map\n---\n{yaml.safe_dump(facts, default_flow_style=style, sort_keys=False)}\n".encode()
        assert is_map(data)
        found, thresholds = map_of(data), Thresholds(0.196, 0.65, bool(facts["negate"]))
        assert found == (facts["image"], facts["resolution"], tuple(facts["origin"][:2]), thresholds)
    assert not is_map(yaml.safe_dump(facts, default_flow_style=True).encode())


def test_what_a_map_may_leave_out_and_comments():
    found = map_of(b'image: "a.pgm"  # the floor\r\nresolution : .05\r\norigin: [ 1, -2.5 , 0 ] # metres\r\n')
    assert found == ("a.pgm", 0.05, (1.0, -2.5), Thresholds(0.196, 0.65, False))


def test_remarks_on_a_map(tmp_path, map_file, run):
    """A free_thresh of 0.25 makes unknown pixels (205) free, as in ROS; a path of another machine is gone."""
    grey = map_levels(2)
    file = map_file(grey, free_thresh=0.25, image="/home/somebody/maps/map.pgm")
    start, end = ends_in(grey == 254)
    unknown = int((grey == 205).sum())
    words = (
        f"there is no /home/somebody/maps/map.pgm: map.pgm .*; free_thresh 0.25 makes {unknown:,} pixels free"
    )
    with pytest.warns(ReadingWarning, match=words):
        board = gw.read(file, start=start, exits=[end])
    assert (board.open_cells == (grey != 0)).all()
    assert "(0.196 does not)" in run("show", file)[2]
    map_file(grey, image=str(tmp_path / "map.pgm"))
    assert (gw.read(file, start=start, exits=[end]).open_cells == (grey == 254)).all()


@pytest.mark.parametrize("seed", range(5))
def test_metres_and_cells(seed):
    """Middles lead back to their cells; places count from the lower left corner, as the map server has it."""
    rng = np.random.default_rng(seed)
    rows, columns = (int(side) for side in rng.integers(1, 900, 2))
    resolution = float(rng.choice([0.05, 0.1, 0.025, 1.0, 0.07]))
    x, y = (float(place) for place in rng.normal(0, 40, 2).round(2))
    frame = gw.MapFrame(resolution, (x, y), (rows, columns))
    assert frame.place_of((rows - 1, 0)) == pytest.approx((x + resolution / 2, y + resolution / 2))
    for _ in range(50):
        cell = int(rng.integers(rows)), int(rng.integers(columns))
        place = frame.place_of(cell)
        assert frame.cell_at(*place) == cell
        assert place == pytest.approx(
            (x + (cell[1] + 0.5) * resolution, y + (rows - cell[0] - 0.5) * resolution)
        )
        moved = [
            part + resolution * share for part, share in zip(place, rng.uniform(-0.49, 0.49, 2), strict=True)
        ]
        assert frame.cell_at(*moved) == cell
        corner = x + cell[1] * resolution, y + (rows - 1 - cell[0]) * resolution  # rounded down or up
        assert frame.cell_at(*corner) == cell or 0 in cell or corner[0] < x or corner[1] < y


def test_ends_in_metres(tmp_path, map_file, run):
    grey = map_levels(3)
    map_file(grey)
    start, end = ends_in(grey == 254)
    frame = gw.MapFrame(0.05, (-1.0, -1.5), grey.shape)
    places = ["{}m,{}m".format(*frame.place_of(cell)) for cell in (start, end)]
    expected = distance(grey == 254, start, {end})
    picture = gw.read_picture(tmp_path / "map.yaml", start=places[0], exits=[places[1]])
    assert (picture.board.start, picture.board.exits) == (start, (end,))
    assert picture.frame == frame
    assert length_of(picture.board) == expected
    assert gw.read(tmp_path / "map.yaml", start=places[0], exits=places[1]) == picture.board
    status, out, err = run("shortest", tmp_path / "map.yaml", "--from", places[0], "--to", places[1])
    assert (status, out.splitlines()[-1]) == (0, f"length {expected}")
    assert "taken for wall (or --unknown open)" in err
    for file, named in (("map.pgm", "1m,0.2m"), ("map.yaml", "1.2.3m,0m"), ("map.yaml", "1.2,0.4")):
        status, _, err = run("shortest", tmp_path / file, "--from", named, "--to", "9,9")
        assert (status, len(err.splitlines())) == (2, 1)
        assert "row,column" in err


# --- occupancy grids


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("unknown", ["wall", "open"])
def test_occupancy_grids(seed, unknown):
    rng = np.random.default_rng(seed)
    grid = rng.choice(
        [-1, 0, 10, 25, 26, 64, 65, 100], (9, 13), p=[0.1, 0.4, 0.1, 0.1, 0.05, 0.05, 0.1, 0.1]
    ).astype(np.int8)
    is_open = np.zeros(grid.shape, bool)
    for row, column in np.ndindex(grid.shape):
        value = grid[row, column]
        kind = "open" if 0 <= value <= 25 else "wall" if value >= 65 else unknown
        is_open[8 - row, column] = kind == "open"
    board = gw.Board.from_occupancy(grid, unknown=unknown)
    assert (board.open_cells == is_open).all()
    assert length_of(board) == distance(is_open, board.start, set(board.exits))
    assert gw.Board.from_occupancy(grid.tolist(), unknown=unknown) == board
    assert (
        gw.Board.from_occupancy(grid, unknown="wall", free=64, occupied=65, moves="king").moves.name == "king"
    )
    assert gw.Board.from_occupancy(grid, free=64, occupied=65).open_count == ((grid >= 0) & (grid < 65)).sum()
