"""Pictures whose pixels are cells: round mazes, maps of robots, occupancy grids; the search is our own."""

import io
import math
from collections import deque
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
import yaml
from PIL import Image, ImageDraw

import gridwalk as gw
from gridwalk.errors import ArgumentError, FileError, InputError, PictureError, ReadingWarning
from gridwalk.io.picture.maze import parse_picture
from gridwalk.io.picture.robotmap import Thresholds, is_map, map_of
from picture_makers import drawn, saved

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


@pytest.mark.parametrize("seed", range(6))
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


def test_specks_and_textures_are_no_marks():
    rng = np.random.default_rng(1)
    image = round_maze(2)
    dot(image, (8, 20), "green", radius=5)
    image.putpixel((2, 2), (0, 160, 0))
    assert math.dist(parse_picture(saved(image), cell="pixel").start, (20, 8)) <= 1.5
    pixels = np.full((200, 200, 3), 255, np.uint8)
    pixels[rng.random((200, 200)) < 0.1] = 120, 0, 0
    read = parse_picture(saved(pixels), cell="pixel")
    assert read.exits == ()
    assert (read.open_cells == (pixels == 255).all(axis=2)).all()


def test_the_ends_must_be_given_without_marks(tmp_path):
    file = tmp_path / "round.png"
    file.write_bytes(saved(round_maze(3)))
    with pytest.raises(FileError, match=r"no mark, and no opening .*--from 1,1 --to 9,9"):
        gw.read(file, cell="pixel")
    with pytest.raises(FileError, match=r"shows where they end: say it, such as --to"):
        gw.read(file, cell="pixel", start=(0, 0))


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


def test_a_skewed_maze_is_read_by_pixels():
    """The way through the turned picture is that of a search over it."""
    open_cells = gw.make("wilson", 9, 9, seed=2).open_cells
    grey = np.asarray(
        Image.fromarray(drawn(~open_cells, 9)).rotate(7, Image.BICUBIC, expand=True, fillcolor=255)
    )
    with pytest.raises(PictureError, match="--cell pixel"):
        parse_picture(saved(grey))
    read = parse_picture(saved(grey), cell="pixel")
    assert (read.open_cells == ((255 - grey.astype(int)) / 255 < 0.196)).all()
    ends = (grey.shape[0] // 2, grey.shape[1] // 2), (0, 0)
    start = tuple(
        np.argwhere(read.open_cells)[
            np.abs(np.argwhere(read.open_cells) - ends[0]).sum(axis=1).argmin()
        ].tolist()
    )
    board = gw.Board(read.open_cells, start=start, exits=[(0, 0)])
    assert length_of(board) == distance(read.open_cells, start, {(0, 0)})


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


def ends_in(is_open):
    cells = [tuple(cell) for cell in np.argwhere(is_open).tolist()]
    return cells[len(cells) // 7], cells[-len(cells) // 9]


@pytest.mark.parametrize("seed", range(8))
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


def test_other_pictures_are_not_read_as_pixels_at_once():
    """A PNG with these levels, and a PGM with one more, or with one only."""
    grey = map_levels(1)
    other = grey.copy()
    other[0, 0] = 200
    for data in (saved(grey), saved(other, "PPM"), saved(np.full((9, 9), 254, np.uint8), "PPM")):
        assert parse_picture(data, cell="pixel").picture.free > 0
        with suppress(PictureError):
            assert "cells of" in str(parse_picture(data).picture)


@pytest.mark.parametrize("negate", [0, 1])
@pytest.mark.parametrize("thresholds", [(0.196, 0.65), (0.25, 0.65), (0.1, 0.9), (0.5, 0.5)])
def test_thresholds_are_those_of_the_map_server(thresholds, negate, tmp_path):
    """Each level of grey, by the formula of the documentation of map_server."""
    grey = np.arange(256, dtype=np.uint8).reshape(8, 32)
    (tmp_path / "map.pgm").write_bytes(saved(grey, "PPM"))
    facts = YAML | {"free_thresh": thresholds[0], "occupied_thresh": thresholds[1], "negate": negate}
    (tmp_path / "map.yaml").write_text(yaml.safe_dump(facts))
    for unknown in ("wall", "open"):
        picture = gw.read_picture(
            tmp_path / "map.yaml",
            unknown=unknown,
            start=(7 * (1 - negate), 31 * (1 - negate)),
            exits=[(7 * (1 - negate), 30 * (1 - negate))],
        )
        for level, is_open in enumerate(picture.board.open_cells.reshape(-1).tolist()):
            share = level / 255 if negate else (255 - level) / 255
            kind = "wall" if share > thresholds[1] else "open" if share < thresholds[0] else unknown
            assert is_open == (kind == "open"), level


@pytest.mark.parametrize("style", [False, True, None])
def test_a_map_is_read_as_yaml_reads_it(style):
    """All styles of PyYAML, quotes, comments, other keys."""
    rng = np.random.default_rng(5)
    for number in range(30):
        facts = {
            "image": f"maps/floor {number}.pgm",
            "mode": "trinary",
            "resolution": float(rng.choice([0.05, 0.025, 1e-2, 1.0])),
            "origin": [float(place) for place in rng.normal(0, 30, 2).round(3)] + [0.0],
            "negate": int(rng.integers(2)),
            "occupied_thresh": 0.65,
            "free_thresh": float(rng.choice([0.196, 0.25])),
        }
        names = list(facts)
        rng.shuffle(names)
        text = yaml.safe_dump(
            {name: facts[name] for name in names}, default_flow_style=style, sort_keys=False
        )
        if style is not True:  # no one-line mapping
            text = f"# a map\n---\n{text}\n"
        data = text.encode()
        if style is True:
            assert not is_map(data)
            continue
        assert is_map(data)
        found, expected = map_of(data), yaml.safe_load(text)
        assert found.image == expected["image"]
        assert found.resolution == expected["resolution"]
        assert found.origin == tuple(expected["origin"][:2])
        assert found.thresholds == Thresholds(
            expected["free_thresh"], expected["occupied_thresh"], bool(expected["negate"])
        )


def test_what_a_map_may_leave_out_and_comments():
    found = map_of(b'image: "a.pgm"  # the floor\r\nresolution : .05\r\norigin: [ 1, -2.5 , 0 ] # metres\r\n')
    assert found == ("a.pgm", 0.05, (1.0, -2.5), Thresholds())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"resolution": None}, "this map lacks the key resolution"),
        ({"origin": None}, "this map lacks the key origin"),
        ({"resolution": "fine"}, "resolution is 'fine' in this map: it must be a number"),
        ({"resolution": -0.05}, "it must be above 0"),
        ({"resolution": float("nan")}, "resolution is '.nan' in this map"),
        ({"origin": [0.0, 0.0, 0.3]}, r"this map is turned: its origin is .*0.3.*, and \[x, y, 0\] is read"),
        ({"origin": "here"}, r"the origin of this map is here: it must be \[x, y, 0\]"),
        ({"origin": [0.0]}, r"it must be \[x, y, 0\]"),
        ({"mode": "scale"}, "the mode of this map is 'scale': only trinary is read"),
        ({"mode": "raw"}, "only trinary is read"),
        ({"negate": "maybe"}, "negate is maybe in this map: it must be 0 or 1"),
        ({"free_thresh": 0.7}, "free_thresh 0.7 must be at most occupied_thresh 0.65"),
        ({"image": "gone.pgm"}, "gone.pgm: there is no such file"),
    ],
)
def test_a_map_with_a_mistake_is_refused(changes, message, tmp_path):
    (tmp_path / "map.pgm").write_bytes(saved(map_levels(1), "PPM"))
    facts = {key: value for key, value in (YAML | changes).items() if value is not None}
    (tmp_path / "map.yaml").write_text(yaml.safe_dump(facts))
    with pytest.raises(FileError, match=message) as error:
        gw.read(tmp_path / "map.yaml")
    assert "\n" not in str(error.value)


def test_remarks_on_a_map(tmp_path, run):
    """A free_thresh of 0.25 makes unknown pixels (205) free, as in ROS; a path of another machine is gone."""
    grey = map_levels(2)
    (tmp_path / "map.pgm").write_bytes(saved(grey, "PPM"))
    facts = YAML | {"free_thresh": 0.25, "image": "/home/somebody/maps/map.pgm"}
    (tmp_path / "map.yaml").write_text(yaml.safe_dump(facts))
    start, end = ends_in(grey == 254)
    unknown = int((grey == 205).sum())
    words = (
        f"there is no /home/somebody/maps/map.pgm: map.pgm .*; free_thresh 0.25 makes {unknown:,} pixels free"
    )
    with pytest.warns(ReadingWarning, match=words):
        board = gw.read(tmp_path / "map.yaml", start=start, exits=[end])
    assert (board.open_cells == (grey != 0)).all()
    _, _, err = run("show", tmp_path / "map.yaml")
    assert "(0.196 does not)" in err
    (tmp_path / "map.yaml").write_text(yaml.safe_dump(YAML | {"image": str(tmp_path / "map.pgm")}))
    assert (gw.read(tmp_path / "map.yaml", start=start, exits=[end]).open_cells == (grey == 254)).all()


def test_options_that_a_map_does_not_take(tmp_path):
    (tmp_path / "map.pgm").write_bytes(saved(map_levels(1), "PPM"))
    (tmp_path / "map.yaml").write_text(yaml.safe_dump(YAML))
    for options, message in (
        ({"wall_is": "light"}, "left out: the key negate says it"),
        ({"costs": True}, "left out: this is a picture"),
        ({"unknown": "floor"}, "must be 'wall' or 'open'"),
        ({"cell": "square"}, "must be 'pixel'"),
    ):
        with pytest.raises(ArgumentError, match=message):
            gw.read(tmp_path / "map.yaml", **options)
    with pytest.raises(ArgumentError, match=r"left out: it is for pixels that are cells \(cell='pixel'\)"):
        gw.read_picture(Path("examples/maze.png"), unknown="open")
    with pytest.raises(ArgumentError, match="has no pixels"):
        gw.read("examples/maze.txt", cell="pixel")


@pytest.mark.parametrize("seed", range(10))
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
    for outside in (
        (x - 0.01, y),
        (x, y - 0.01),
        (x + columns * resolution + 0.01, y),
        (x, y + rows * resolution + 0.01),
    ):
        with pytest.raises(ArgumentError, match=r"place=.* must be on the map: x from .* m, y from .* m"):
            frame.cell_at(*outside)
    for wrong in (
        {"resolution": 0.0},
        {"resolution": math.inf},
        {"origin": (0.0,)},
        {"origin": (0.0, math.nan)},
    ):
        with pytest.raises(ArgumentError, match=next(iter(wrong))):
            gw.MapFrame(**{"resolution": 1.0, "origin": (0.0, 0.0), "shape": (1, 1)} | wrong)


def test_ends_in_metres(tmp_path, run, monkeypatch):
    grey = map_levels(3)
    (tmp_path / "map.pgm").write_bytes(saved(grey, "PPM"))
    (tmp_path / "map.yaml").write_text(yaml.safe_dump(YAML))
    start, end = ends_in(grey == 254)
    frame = gw.MapFrame(0.05, (-1.0, -1.5), grey.shape)
    places = ["{}m,{}m".format(*frame.place_of(cell)) for cell in (start, end)]
    expected = distance(grey == 254, start, {end})
    picture = gw.read_picture(tmp_path / "map.yaml", start=places[0], exits=[places[1]])
    assert (picture.board.start, picture.board.exits) == (start, (end,))
    assert picture.frame == frame
    assert length_of(picture.board) == expected
    assert gw.read(tmp_path / "map.yaml", start=places[0], exits=places[1]) == picture.board
    monkeypatch.chdir(tmp_path)
    for name in ("map.yaml", tmp_path / "map.yaml"):
        status, out, err = run("shortest", name, "--from", places[0], "--to", places[1])
        assert (status, out.splitlines()[-1]) == (0, f"length {expected}")
        assert "read as a picture whose pixels are cells: " in err
        assert "taken for wall (or --unknown open)" in err
    status, _, err = run("shortest", "map.yaml", "--from", places[0], "--to", "99m,0m")
    assert status == 2
    assert "--to 99m,0m must be on the map: x from -1 to 2 m, y from -1.5 to 0.5 m" in err
    for file, named in (("map.pgm", "1m,0.2m"), ("map.yaml", "1.2.3m,0m"), ("map.yaml", "1.2,0.4")):
        status, _, err = run("shortest", file, "--from", named, "--to", "9,9")
        assert (status, len(err.splitlines())) == (2, 1)
        assert "row,column" in err


def test_metres_in_other_commands(run):
    """The same answers as with rows and columns, of which the frame of examples/room.yaml has the cells."""
    cells = {"0m,1m": "3,4", "1m,-0.25m": "8,8", "3.5m,0m": "7,18", "1.5m,0m": "7,10"}
    for command in (
        ["shortest", "0m,1m", "--to", "3.5m,0m", "--through", "1m,-0.25m"],
        ["count", "0m,1m", "--to", "1m,-0.25m", "--avoiding", "1.5m,0m", "--length", "11"],
        ["field", "0m,1m", "--distances"],
        ["visit", "0m,1m"],
    ):
        verb, start, *rest = command
        stops = ["1m,-0.25m", "3.5m,0m"] if verb == "visit" else []
        given = [*stops, "--from", start, *rest]
        one = run(verb, "examples/room.yaml", *given)
        other = run(verb, "examples/room.yaml", *(cells.get(word, word) for word in given))
        assert one == other
        assert one[0] == 0
    goals = run("field", "examples/room.yaml", "--to", "0m,1m=2", "--to", "3.5m,0m", "--json")
    assert goals == run("field", "examples/room.yaml", "--to", "3,4=2", "--to", "7,18", "--json")


@pytest.mark.skipif(not CASES.is_dir(), reason="no ../shared/cases beside the repository")
@pytest.mark.parametrize("name", ["room.pgm", "room.yaml"])
def test_the_map_of_a_room(name, run):
    status, out, _ = run("shortest", CASES / name, "--from", "20,15", "--to", "20,60")
    assert (status, out.splitlines()[-1]) == (0, "length 81")


# --- occupancy grids


@pytest.mark.parametrize("seed", range(6))
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


def test_other_values_are_no_occupancy():
    for grid, message in (
        ([[0, 254]], "this one holds 254"),
        ([[0, -2]], "this one holds -2"),
        ([[0.0, math.nan]], "this one holds nan"),
        ([0, 100], "two dimensions"),
        ([["a"]], "holds numbers"),
    ):
        with pytest.raises(InputError, match=message):
            gw.Board.from_occupancy(grid)
    with pytest.raises(ArgumentError, match="unknown='free'"):
        gw.Board.from_occupancy([[0]], unknown="free")
    with pytest.raises(ArgumentError, match="free=70 must be 0 or more and less than occupied=65"):
        gw.Board.from_occupancy([[0]], free=70)
