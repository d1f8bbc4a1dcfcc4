"""Pictures of mazes: read as the boards they were drawn from, refused with the reason, drawn back onto."""

import io
import math
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

import gridwalk as gw
from gridwalk import makers
from gridwalk.draw.colours import colour
from gridwalk.draw.raster import image
from gridwalk.errors import ArgumentError, PictureError
from gridwalk.io.content import is_picture
from gridwalk.io.picture.lattice import Axis, Lattice
from gridwalk.io.picture.maze import parse_picture, settled
from gridwalk.io.picture.pixels import MAX_PIXELS
from gridwalk.io.picture.votes import votes_of
from picture_makers import drawn, nearest, saved, with_openings
from profiles import number
from spoilt import spoilt_bytes

IMAGES = Path(__file__).resolve().parents[3] / "shared" / "data" / "images"
MAZES = []
for seed in range(20):
    rng = np.random.default_rng(seed)
    shape = [2 * int(rng.integers(3, 16)) + 1 for _ in "rc"]
    make = (makers.depth_first, makers.kruskal)[seed % 2]
    MAZES.append(with_openings(make(*shape, seed, **({"braid": 0.5} if seed % 4 == 3 else {})), rng))


def board_in(data, **options):
    """Return what is read, and the board with walls as cells, without the border of walls between cells."""
    read = parse_picture(data, **options)
    if read.walls is None:
        return read, read.open_cells
    right, below = read.walls
    rows, columns = read.open_cells.shape
    thick = np.zeros((2 * rows + 1, 2 * columns + 1), np.bool_)
    thick[1::2, 1::2] = read.open_cells
    thick[1::2, 2:-1:2] = ~right
    thick[2:-1:2, 1::2] = ~below
    for row, column in read.picture.openings:
        thick[0 if row == 0 else -1, 2 * column + 1] = True
    return read, thick


def check(data, maze, **options):
    """The picture is read as the maze, and its openings are the ends."""
    open_cells, start, exit_ = maze
    read, thick = board_in(data, **options)
    assert thick.shape == open_cells.shape
    between = read.walls is not None
    # A post without walls may be there or not: nobody can walk through it.
    differs = thick != open_cells
    if between:
        differs[::2, ::2] = False
        start, exit_ = ((min(r // 2, open_cells.shape[0] // 2 - 1), c // 2) for r, c in (start, exit_))
    assert not differs.any()
    assert read.picture.openings == (start, exit_)
    assert read.picture.shape == read.open_cells.shape
    assert settled(read.picture.openings, None, ()) == (start, (exit_,))
    return read


def sizes():
    """Yield (pitch, wall): cells of one size, and walls of 1 to 6 pixels in a pitch of up to 24."""
    for pitch in range(1, 25):
        yield pitch, None
        yield from ((pitch, wall) for wall in range(1, min(7, pitch)) if 2 * wall != pitch)


def check_all_kinds(maze, pitch, wall):
    walls = ~maze[0]
    for margin in (0, 5):
        pixels = drawn(walls, pitch, wall, margin)
        assert check(saved(pixels), maze).picture.differing == 0
        check(saved(pixels, "JPEG", quality=90), maze)
        if margin:
            check(saved(255 - pixels), maze)
    uneven = pitch + 0.37
    if uneven - (wall or 0) >= 2:
        for margin in (0.0, 0.5, 3.3):
            smooth = drawn(walls, uneven, wall, margin, ink=30, paper=240)
            check(saved(smooth), maze)
            check(saved(smooth, "JPEG", quality=90), maze)
        if pitch >= 3:
            check(saved(nearest(walls, uneven, wall, 3)), maze)


@pytest.mark.parametrize("which", range(0, 20, 5))
def test_mazes_of_any_size_are_read(which):
    rng = random.Random(which)
    for pitch, wall in rng.sample(list(sizes()), 4):
        check_all_kinds(MAZES[which], pitch, wall)


@pytest.mark.slow
@pytest.mark.parametrize("which", range(20))
def test_all_mazes_of_all_sizes_are_read(which):
    for pitch, wall in sizes():
        check_all_kinds(MAZES[which], pitch, wall)


@pytest.mark.parametrize("filter_", [Image.BOX, Image.BILINEAR, Image.HAMMING, Image.BICUBIC, Image.LANCZOS])
def test_reduced_pictures_are_read(filter_):
    rng = random.Random(int(filter_))
    for maze in MAZES[:8]:
        large = Image.fromarray(drawn(~maze[0], 24, 6, 20))
        share = rng.uniform(0.25, 1)
        small = large.resize((round(large.width * share), round(large.height * share)), filter_)
        assert check(saved(np.asarray(small)), maze).walls is not None


@pytest.mark.parametrize("maze", MAZES[:3])
def test_files_and_modes(maze):
    grey = Image.fromarray(drawn(~maze[0], 7, 2, 6))
    pictures = [
        ("PNG", grey.convert("1")), ("PNG", grey.convert("P")), ("PNG", grey.convert("RGB")),
        ("PNG", grey.convert("LA")), ("PNG", grey.convert("RGBA")), ("GIF", grey), ("BMP", grey),
        ("TIFF", grey), ("TIFF", grey.convert("CMYK")), ("WEBP", grey.convert("RGB")), ("PPM", grey),
        ("PPM", grey.convert("1")), ("PPM", grey.convert("RGB")), ("JPEG", grey.convert("CMYK")),
        ("PNG", Image.fromarray(np.asarray(grey).astype(np.uint16) * 257)),
        ("TIFF", Image.fromarray(np.asarray(grey).astype(np.uint16) * 257)),
    ]  # fmt: skip
    for form, picture in pictures:
        assert is_picture(saved(picture, form)), form
        check(saved(picture, form), maze)
    ascii_rows = "\n".join(" ".join("10"[cell] for cell in row) for row in maze[0].tolist())
    rows, columns = maze[0].shape
    check(f"P1\n# a maze\n{columns} {rows}\n{ascii_rows}\n".encode(), maze)


def test_transparent_pixels_are_open():
    maze = MAZES[0]
    walls = np.kron(~maze[0], np.ones((5, 5), np.bool_))
    pixels = np.zeros((*walls.shape, 4), np.uint8)  # black and transparent
    pixels[walls] = 20, 20, 20, 255
    check(saved(pixels), maze)


def test_cells_may_be_oblong():
    maze = MAZES[0]
    stretched = np.kron(np.where(maze[0], 255, 0).astype(np.uint8), np.ones((9, 4), np.uint8))
    read = check(saved(stretched), maze)
    assert (read.picture.lattice.rows.pitch, read.picture.lattice.columns.pitch) == (9, 4)


def test_the_tone_of_walls_can_be_given():
    """A field of obstacles has no border that tells walls from floor."""
    field = np.random.default_rng(1).random((15, 20)) < 0.75
    field[0, 0] = field[-1, -1] = field[0, 3] = field[-1, 3] = False
    field[3, 0] = field[3, -1] = False
    pixels = np.kron(np.where(field, 255, 0).astype(np.uint8), np.ones((8, 8), np.uint8))
    with pytest.raises(PictureError, match=r"the border is wall for .* only"):
        parse_picture(saved(pixels))
    assert np.array_equal(parse_picture(saved(pixels), wall_is="dark").open_cells, field)
    assert np.array_equal(parse_picture(saved(255 - pixels), wall_is="light").open_cells, field)
    with pytest.raises(ArgumentError, match="wall_is='grey' must be dark or light"):
        parse_picture(saved(pixels), wall_is="grey")


# --- where paths start and end


def coloured(maze, pitch=10):
    return np.stack([drawn(~maze[0], pitch, None, 4)] * 3, axis=2)


def cell_box(cell, pitch=10, margin=4, inset=2):
    row, column = (margin + pitch * part for part in cell)
    return slice(row + inset, row + pitch - inset), slice(column + inset, column + pitch - inset)


@pytest.mark.parametrize("inset", [0, 3])
@pytest.mark.parametrize(
    ("green", "red"),
    [((0, 255, 0), (255, 0, 0)), ((0, 128, 64), (220, 20, 60)), ((0, 87, 63), (194, 58, 138))],
)
def test_marks_in_green_and_red(green, red, inset):
    maze = MAZES[4]
    start, exits = (1, 1), ((3, 1), (maze[0].shape[0] - 2, 1))
    pixels = coloured(maze)
    pixels[cell_box(start, inset=inset)] = green
    for exit_ in exits:
        pixels[cell_box(exit_, inset=inset)] = red
    read = check(saved(pixels), maze)
    assert (read.start, set(read.exits)) == (start, set(exits))
    smaller = Image.fromarray(pixels)
    smaller = smaller.resize((smaller.width * 3 // 4, smaller.height * 3 // 4), Image.LANCZOS)
    read = check(saved(np.asarray(smaller)), maze)
    assert (read.start, set(read.exits)) == (start, set(exits))
    pixels[cell_box(exits[0], inset=inset)] = green
    with pytest.raises(PictureError, match="two starts are marked in green"):
        parse_picture(saved(pixels))


def test_a_solved_maze_has_no_marks_but_a_line():
    """A red line over much of the board is a way, not a hundred exits."""
    maze = MAZES[4]
    pixels = coloured(maze)
    for cell in np.argwhere(maze[0])[::2]:
        pixels[cell_box(cell)] = 255, 0, 0
    read = check(saved(pixels), maze)
    assert (read.start, read.exits) == (None, ())


def test_openings_and_ends():
    start, exit_, third = (0, 3), (4, 0), (9, 9)
    assert settled((start, exit_), None, ()) == (start, (exit_,))
    assert settled((start, exit_), exit_, ()) == (exit_, (start,))
    assert settled((start, exit_), None, (start,)) == (exit_, (start,))
    assert settled((start, exit_, third), third, (start,)) == (third, (start,))
    assert settled((start,), third, ()) == (third, (start,))
    for openings, start_known, exits in (
        ((), None, ()), ((start,), None, ()), ((start, exit_, third), None, ()),
        ((start, exit_, third), start, ()), ((start, exit_), third, ()), ((), third, ()),
    ):  # fmt: skip
        with pytest.raises(PictureError, match=r"--to.*exits=") as error:
            settled(openings, start_known, exits)
        assert error.value.openings == openings
        assert all(str(opening) in str(error.value) for opening in openings)
    many = tuple((0, column) for column in range(1, 30, 2))
    with pytest.raises(PictureError, match=r"15 openings, .* and 7 more"):
        settled(many, None, ())


@pytest.mark.parametrize("wall", [None, 3])
def test_all_openings_are_found_and_wide_ones_count_once(wall):
    maze = MAZES[6][0].copy()
    maze[[0, -1]] = False
    rows, columns = maze.shape
    wide = [1, 2, 3] if wall is None else [1, 3]
    maze[0, wide] = True
    maze[5, 0] = maze[rows - 2, columns - 1] = True
    openings = parse_picture(saved(drawn(~maze, 12, wall, 5))).picture.openings
    if wall is None:
        assert openings == ((0, 2), (5, 0), (rows - 2, columns - 1))
    else:
        assert openings == ((0, 0), (2, 0), (rows // 2 - 1, columns // 2 - 1))


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("cell", [None, 8, 11, 16, 33, 56])
def test_pictures_of_gridwalk_are_read(cell, dark):
    """With lines between cells, and a green start and a pink exit; walls are dark in both themes."""
    for maze in MAZES[:2]:
        board = gw.Board(maze[0])
        read = check(saved(image(board, cell=cell, dark=dark)), maze)
        assert (read.start, read.exits) == (board.start, board.exits)
        assert read.picture.walls_are_dark
    with pytest.raises(PictureError, match=r"the green mark .* covers .* cells, and hides"):
        parse_picture(saved(image(board, cell=3)))


@pytest.mark.parametrize("thin", [False, True])
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("cell", [27])
def test_pictures_of_closed_mazes_are_read(cell, dark, thin):
    """No opening says which tone is wall: the marks do, for they lie in open cells."""
    for seed, (rows, columns) in enumerate(((12, 17), (5, 9), (8, 4))):
        board = gw.make("wilson", rows, columns, seed=seed, thin=thin)
        read = parse_picture(saved(image(board, cell=cell, dark=dark)))
        assert gw.Board(read.open_cells, **read.options()) == board
        assert read.picture.walls_are_dark


# --- what is refused


def paper(draw_on, size=400):
    picture = Image.new("L", (size, size), 255)
    draw_on(ImageDraw.Draw(picture))
    return np.asarray(picture)


def of_text(draw):
    for line in range(24):
        draw.text(
            (20, 15 * line + 10), "the quick brown fox jumps over the lazy dog, again and again", fill=0
        )


def of_circles(draw):
    rng = random.Random(3)
    for ring in range(1, 12):
        box = 200 - 16 * ring, 200 - 16 * ring, 200 + 16 * ring, 200 + 16 * ring
        draw.arc(box, 20 * ring, 20 * ring + 330, fill=0, width=3)
        angle = rng.uniform(0, 2 * math.pi)
        spoke = [200 + (16 * ring + k) * turn(angle) for k in (0, -16) for turn in (math.cos, math.sin)]
        draw.line(spoke, fill=0, width=3)


def by_hand(draw):
    rng = random.Random(5)
    for row in range(14):
        for column in range(14):
            for right, down in ((25, 0), (0, 25)):
                if rng.random() < 0.6:
                    x, y = 20 + 25 * column, 20 + 25 * row
                    ends = (x, y, x + right, y + down)
                    draw.line([end + rng.gauss(0, 1.5) for end in ends], fill=0, width=3)


def framed(draw_on):
    def draw(on):
        draw_on(on)
        on.rectangle((0, 0, 399, 399), outline=0, width=3)

    return draw


def turned(degrees):
    straight = Image.fromarray(drawn(~MAZES[0][0], 12, 3, 20))
    return np.asarray(straight.rotate(degrees, Image.BICUBIC, expand=True, fillcolor=255))


RNG = np.random.default_rng(1)
BORDER, LATTICE, TONES, ONE = "the border is wall for", "no lattice", "not two tones", "one tone only"
REFUSED = {
    "noise": (RNG.integers(0, 256, (200, 300)).astype(np.uint8), "a photo, or of noise"),
    "black and white noise": (np.where(RNG.random((200, 300)) < 0.5, 0, 255).astype(np.uint8), BORDER),
    "a gradient": (np.tile(np.arange(256, dtype=np.uint8), (200, 1)), TONES),
    "text in a frame": (paper(framed(of_text)), "single pixels"),
    "a round maze in a frame": (paper(framed(of_circles)), LATTICE),
    "lines by hand": (paper(by_hand), LATTICE),
    "a maze turned by 1 degree": (turned(1), LATTICE),
    "blank": (np.full((50, 60), 255, np.uint8), ONE),
}  # fmt: skip


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_maze_is_refused_with_the_reason(name, form):
    pixels, reason = REFUSED[name]
    with pytest.raises(PictureError, match=reason) as error:
        parse_picture(saved(pixels, form, **({"quality": 90} if form == "JPEG" else {})))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("pitch", [20, 20.3])
def test_what_differs_from_the_board_is_told_and_refused_above_two_per_cent(pitch):
    """Spots of 4 x 4 pixels, in one of four rooms and then in all: 1 % and 4 % of a room of 20 x 20."""
    maze = MAZES[0]
    clean = drawn(~maze[0], pitch, 3, 9)
    assert parse_picture(saved(clean)).picture.differing == 0
    rng = np.random.default_rng(1)
    rooms = [(row, column) for row, column in np.ndindex(*(shape // 2 for shape in maze[0].shape))]
    for one_of, fits in ((4, True), (1, False)):
        spoilt = clean.copy()
        for row, column in rooms[::one_of]:
            top, left = (round(9 + pitch * part) + 5 + int(rng.integers(9)) for part in (row, column))
            spoilt[top : top + 4, left : left + 4] = 0
        if fits:
            assert 0.007 < parse_picture(saved(spoilt)).picture.differing <= 0.01
        else:
            with pytest.raises(PictureError, match=r"differ from the board read|neither dark nor light"):
                parse_picture(saved(spoilt))


@pytest.mark.parametrize(
    ("number", "tenths", "is_refused"), [(2, 4, False), (3, 4, True), (3, 6, True), (3, 2, False)]
)
def test_more_than_two_unclear_cells_are_refused(number, tenths, is_refused):
    """In some of 20 x 20 cells, this share of the middle is dark."""
    axis, walls = Axis(0, 20, 0, 20), np.zeros((400, 400), np.uint8)
    for i in range(number):
        walls[105 : 105 + tenths, 60 * i : 60 * i + 20] = 255
    if is_refused:
        with pytest.raises(PictureError, match=f"{number} of 400 cells and walls are neither dark nor light"):
            votes_of(walls, Lattice(axis, axis, exact=True), crisp=True)
    else:
        assert not votes_of(walls, Lattice(axis, axis, exact=True), crisp=True).wall.any()


@pytest.mark.parametrize(("row", "column"), [(2, 2), (1, 1), (2, 1), (1, 2)])
def test_posts_may_be_unclear(row, column):
    """Half of each of four parts is dark: of four posts, cells or walls."""
    axis, walls = Axis(0, 16, 4, 12), np.zeros((196, 196), np.uint8)
    bounds = axis.bounds().astype(int).tolist()
    for at in range(column, column + 16, 4):
        walls[bounds[row] : bounds[row + 1], bounds[at] : (bounds[at] + bounds[at + 1]) // 2] = 255
    if row % 2 == column % 2 == 0:
        assert votes_of(walls, Lattice(axis, axis, exact=True), crisp=True).differing < 0.02
    else:
        with pytest.raises(PictureError, match="4 of 625 cells and walls are neither"):
            votes_of(walls, Lattice(axis, axis, exact=True), crisp=True)


def test_damaged_large_and_moving_pictures():
    whole = saved(drawn(~MAZES[0][0], 12, 3, 9))
    cut = whole[:60], whole[: len(whole) // 2], b"\x89PNG\r\n\x1a\n"
    for data in (*cut, b"P5\n10 10\n255\n123", b"GIF89a123"):
        assert is_picture(data)
        with pytest.raises(PictureError, match="damaged"):
            parse_picture(data)
    for header in (b"P4\n%d %d\n" % (MAX_PIXELS, 2), b"P4\n10001 10000\n"):
        with pytest.raises(PictureError, match=f"more than {MAX_PIXELS:,}"):
            parse_picture(header)
    frames = [Image.fromarray(drawn(~MAZES[i][0], 3)).resize((60, 60)) for i in range(3)]
    for form in ("GIF", "TIFF", "PNG"):
        with pytest.raises(PictureError, match="3 frames"):
            parse_picture(saved(frames[0], form, save_all=True, append_images=frames[1:]))
    for values in (np.zeros((9, 9), np.float32), np.full((9, 9), 1 << 20, np.int32)):
        with pytest.raises(PictureError, match="8 or 16 bits"):
            parse_picture(saved(values, "TIFF"))


def outcome(data):
    try:
        assert parse_picture(data).open_cells.any()
    except PictureError as error:
        return str(error)
    return ""


@pytest.mark.long
@pytest.mark.parametrize("form", ["PNG", "GIF", "JPEG", "TIFF", "BMP", "WEBP", "PPM"])
def test_spoilt_files_never_crash(form):
    """Bytes are changed, cut out or doubled: what is read is a board, or a message of one line."""
    rng = random.Random(form)
    whole = saved(drawn(~MAZES[1][0], 5, 2, 3), form)
    for _ in range(2000 if form == "PNG" else number(200)):
        assert "\n" not in outcome(spoilt_bytes(rng, whole))


def test_text_is_no_picture():
    boards = b"BMBMBM\nBM####\n", b"#####\n#...#\n", b"type octile\n"
    for text in (b"", b"P1", b"P1 x", b"BM", b"RIFF....WAVE", *boards):
        assert not is_picture(text), text


# --- from a file: the library and the command line


@pytest.fixture
def thin_maze(tmp_path):
    """A picture with lines for walls: 21 x 31 with walls as cells, 10 x 15 rooms."""
    maze = with_openings(makers.depth_first(21, 31, 3), np.random.default_rng(1))
    file = tmp_path / "maze.png"
    file.write_bytes(saved(drawn(~maze[0], 22, 3, 20)))
    return file, gw.Board(maze[0])


def test_a_board_from_a_picture(thin_maze):
    file, thick = thin_maze
    picture = gw.read_picture(file)
    board = picture.board
    assert board == gw.read(file)
    assert (board.shape, board.open_count) == ((10, 15), 150)
    assert board.start == (thick.start[0] // 2, thick.start[1] // 2)
    assert board.exits == ((9, thick.exits[0][1] // 2),)
    assert board.paths().count() == thick.paths().count()
    shortest, long_way = board.paths().shortest(), thick.paths().shortest()
    assert long_way.length == 2 * shortest.length + 2  # through both openings
    assert str(picture.reading) == (
        "picture of 10 x 15 cells of 22 pixels, walls of 3 between them, threshold 128, 0 % of pixels differ"
    )
    with pytest.raises(ArgumentError, match="on a board of 10 x 15"):
        picture.draw(long_way)
    turned = gw.read_picture(file, start=board.exits[0])
    assert (turned.board.start, turned.board.exits) == (board.exits[0], (board.start,))


@pytest.mark.parametrize(("pitch", "wall"), [(22, 3), (9, None), (1, None), (2, None), (11.3, 1.2), (5, 3)])
@pytest.mark.parametrize("dark", [False, True])
def test_a_path_is_drawn_onto_its_picture(tmp_path, pitch, wall, dark):
    """Along the middles of its cells only, in another colour; all the rest stays as it was, but for marks."""
    maze = MAZES[0]
    pixels = drawn(~maze[0], pitch, wall, 7)
    file = tmp_path / "maze.png"
    file.write_bytes(saved(255 - pixels if dark else pixels))
    picture = gw.read_picture(file)
    path = picture.board.paths().shortest()
    before = np.asarray(Image.open(file).convert("RGB")).astype(int)
    after = np.asarray(Image.open(io.BytesIO(picture.draw(path)))).astype(int)
    assert after.shape == before.shape
    coloured_pixels = np.ptp(after, axis=2) > 30
    axes = picture.reading.lattice
    middles = [np.floor(axis.middles()).astype(int) for axis in axes[:2]]
    on_path = np.zeros(picture.board.shape, np.bool_)
    on_path[tuple(path.cells.T)] = True
    seen = coloured_pixels[np.ix_(*middles)]
    assert seen[on_path].all()
    radius = max(2, 0.4 * pitch)
    ends = [path.start, path.end]
    for cell in np.argwhere(seen & ~on_path).tolist():  # only what lies under a mark
        assert any(pitch * math.dist(cell, end) <= radius + pitch for end in ends)
    row, column = path.cells[len(path.cells) // 2].tolist()
    assert after[middles[0][row], middles[1][column]].tolist() == list(colour("path", dark=dark))


def test_moves_of_any_kind_are_drawn(tmp_path):
    file = tmp_path / "maze.png"
    file.write_bytes(saved(drawn(~MAZES[0][0], 9, None, 2)))
    picture = gw.read_picture(file, moves=gw.KNIGHT, start=(1, 1), exits=(3, 1))
    path = gw.Path(picture.board, [(1, 1), (3, 2), (1, 3)])
    after = np.asarray(Image.open(io.BytesIO(picture.draw(path)))).astype(int)
    for one, other in pairwise(path.cells):
        row, column = (2 + 9 * ((one + other) / 2 + 0.5)).astype(int)
        assert np.ptp(after[row, column]) > 30


def test_the_command_line_solves_and_draws(run, tmp_path, thin_maze):
    file, _ = thin_maze
    picture = gw.read_picture(file)
    target = tmp_path / "solved.png"
    for verb, path in (("shortest", "shortest"), ("find", "find"), ("longest", "longest")):
        status, out, err = run(verb, file, "-o", target)
        assert (status, out) == (0, "")
        assert target.read_bytes() == picture.draw(getattr(picture.board.paths(), path)())
        assert f"read as a {picture.reading}\n" in err
        assert "(openings of the border)" in err
    assert run("shortest", file, "-o", file)[0] == 2


def test_several_openings_want_from_and_to(run, tmp_path):
    maze = MAZES[6][0].copy()
    maze[5, 0] = True
    file = tmp_path / "maze.png"
    file.write_bytes(saved(drawn(~maze, 8, None, 5)))
    openings = parse_picture(file.read_bytes()).picture.openings
    assert len(openings) == 3
    ends = [f"{row},{column}" for row, column in openings]
    for words in ((), ("--from", ends[0])):
        status, _, err = run("shortest", file, *words)
        assert status == 2
        assert f"{file}: the border of the picture has 3 openings, {', '.join(map(str, openings))}" in err
    assert run("shortest", file, "--from", ends[2], "--to", ends[1])[0] == 0
    assert run("show", file)[0] == 0  # what was read can be looked at all the same
    board = gw.read(file, start=openings[1], exits=openings[::2])
    assert (board.start, set(board.exits)) == (openings[1], set(openings[::2]))


# Images of the repository mikepound/mazesolving.  The length is that of networkx, by breadth-first search.
PUBLISHED = {"normal": (41, None), "braid200": (201, None), "perfect2k": (2001, 24_668)}


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.skipif(not IMAGES.is_dir(), reason="the images are not at hand")
def test_images_of_others(name):
    side, moves = PUBLISHED[name]
    board = gw.read(IMAGES / f"{name}.png")
    assert board.shape == (side, side)
    assert (board.start[0], board.exits[0][0]) == (0, side - 1)
    path = board.paths().shortest()
    assert path.length == (moves or path.length)
    pixels = np.asarray(Image.open(IMAGES / f"{name}.png").convert("L"))
    assert (pixels[tuple(path.cells.T)] == 255).all()


TINY = """
##.#######
#......#.#
#.###.##.#
#.#......#
#.#.##.#.#
#...#..#.#
###.##.#.#
#.#..#...#
#....###.#
######.###
"""


def test_single_pixels_in_a_frame_with_two_openings_are_a_maze():
    """Corridors of one pixel, no rooms: nothing else could be meant by a crisp frame with two gaps."""
    board = gw.Board.from_text(TINY, start=(0, 2), exits=[(9, 6)])
    grey = np.where(board.open_cells, 255, 0).astype(np.uint8)
    for pixels in (board.open_cells, grey, np.stack([grey] * 3, axis=2)):
        read = parse_picture(saved(pixels))
        assert (read.open_cells == board.open_cells).all()
        assert read.picture.openings == ((0, 2), (9, 6))
    grey[4, 0] = 255
    with pytest.raises(PictureError, match="say which tone is wall: wall_is='dark' or 'light'"):
        parse_picture(saved(grey))
