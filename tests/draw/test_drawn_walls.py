"""Walls between cells and seams in every kind of drawing: the drawing has the walls of the board."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.board.passages import steps_along
from gridwalk.cli import output
from gridwalk.cli.output import Form
from gridwalk.draw.colours import colour
from gridwalk.draw.raster import MARGIN, image
from gridwalk.draw.shape import pieces_of
from gridwalk.draw.svg import svg

NS = "{http://www.w3.org/2000/svg}"
WRAPS = (None, "rows", "columns", "both")


def random_board(seed, *, closed=0.15, most=8, **options):
    """A board with walls between cells, and the sides that must be drawn, by rules of its own.

    Sides are ``(row, column, "level")`` above a cell and ``(row, column, "upright")`` left of one, up to the
    number of rows or columns.
    """
    rng = np.random.default_rng(seed)
    rows, columns = (int(n) for n in rng.integers(2, most, 2))
    open_cells = rng.random((rows, columns)) >= closed
    open_cells[0, 0] = open_cells[-1, -1] = True
    wrap = WRAPS[seed % 4]
    round_rows, round_columns = wrap in ("rows", "both"), wrap in ("columns", "both")
    right = rng.random((rows, columns - (not round_columns))) < 0.4
    below = rng.random((rows - (not round_rows), columns)) < 0.4
    right[0, 0] = True  # at least one
    ends = {"start": (0, 0), "exits": [(rows - 1, columns - 1)]} | options
    board = gw.Board(open_cells, walls=(right, below), wrap=wrap, **ends)
    sides = set()
    for row in range(rows + 1):
        for column in range(columns):
            above, here = (row - 1, column), (row % rows, column)
            if row in (0, rows) and not round_rows:
                if open_cells[min(row, rows - 1), column]:
                    sides.add((row, column, "level"))
            elif below[row - 1, column] and open_cells[above] and open_cells[here]:
                sides.add((row, column, "level"))
    for row in range(rows):
        for column in range(columns + 1):
            before, here = (row, column - 1), (row, column % columns)
            if column in (0, columns) and not round_columns:
                if open_cells[row, min(column, columns - 1)]:
                    sides.add((row, column, "upright"))
            elif right[row, column - 1] and open_cells[before] and open_cells[here]:
                sides.add((row, column, "upright"))
    return board, sides


def middle_of(side):
    """The middle of a side, in cells: row and column."""
    row, column, way = side
    return (row, column + 0.5) if way == "level" else (row + 0.5, column)


def every_side(board):
    rows, columns = board.shape
    yield from ((row, column, "level") for row in range(rows + 1) for column in range(columns))
    yield from ((row, column, "upright") for row in range(rows) for column in range(columns + 1))


@pytest.mark.parametrize("seed", range(12))
def test_rooms_in_characters_have_the_walls_of_the_board(seed):
    board, sides = random_board(seed)
    lines = str(board).split("\n")
    rows, columns = board.shape
    assert [len(line) for line in lines] == [4 * columns + 1] * (2 * rows + 1)
    for cell in np.ndindex(*board.shape):
        row, column = cell
        inside = lines[2 * row + 1][4 * column + 1 : 4 * column + 4]
        mark = "S" if cell == board.start else "E" if cell in board.exits else " "
        assert inside == ("###" if not board.open_cells[cell] else f" {mark} ")
        if not board.open_cells[cell]:
            sides |= {(row, column, "level"), (row + 1, column, "level")}
            sides |= {(row, column, "upright"), (row, column + 1, "upright")}
    for row, column, way in every_side(board):
        wall, line, begin = ("---", 2 * row, 1) if way == "level" else ("|", 2 * row + 1, 0)
        drawn = lines[line][4 * column + begin : 4 * column + begin + len(wall)]
        assert drawn == (wall if (row, column, way) in sides else " " * len(wall))
    assert {line[::4] for line in lines[::2]} == {"+" * (columns + 1)}


def doors_of(path):
    """The sides that a path of a rook goes through; both, where it crosses a seam."""
    doors, (rows, columns) = set(), path.board.shape
    for (row, column), letter in zip(path, path.letters, strict=False):
        if letter in "UD":
            at = row + (letter == "D")
            doors |= {(other, column, "level") for other in ((0, rows) if at in (0, rows) else (at,))}
        else:
            at = column + (letter == "R")
            doors |= {(row, other, "upright") for other in ((0, columns) if at in (0, columns) else (at,))}
    return doors


def paths(**options):
    """Shortest paths on random boards, some of them over a seam."""
    for seed in range(80):
        board, sides = random_board(seed, closed=0.05, **options)
        path = board.paths().shortest()
        if path is not None:
            yield board, path, sides


def test_a_path_goes_through_its_doors_and_no_others():
    crossing = 0
    for board, path, sides in paths():
        lines = str(path).split("\n")
        drawn = set()
        for side in every_side(board):
            row, column, way = side
            character = lines[2 * row][4 * column + 2] if way == "level" else lines[2 * row + 1][4 * column]
            if character == ("|" if way == "level" else "-") and side not in sides:
                drawn.add(side)
        closed = {(r + d, c, "level") for r, c in np.argwhere(~board.open_cells).tolist() for d in (0, 1)}
        closed |= {(r, c + d, "upright") for r, c in np.argwhere(~board.open_cells).tolist() for d in (0, 1)}
        assert drawn - closed == doors_of(path)
        crossing += (np.diff(path.cells, axis=0) != steps_along(board, path.cells)).any()
        row, column = path.start
        assert lines[2 * row + 1][4 * column + 2] == "@"
        row, column = path.end
        assert lines[2 * row + 1][4 * column + 2] in ("$", "@")
    assert crossing > 5


def test_examples_in_characters(monkeypatch):
    board = gw.Board.rectangle(2, 3, walls=([[1, 0], [0, 0]], [[0, 1, 0]]))
    path = board.paths().find()
    assert str(path) == ("+---+---+---+\n| @ |       |\n+ | +---+   +\n| +-------$ |\n+---+---+---+")
    assert path.draw(glyphs=".#").split("\n")[1] == "| @ |       |"
    assert path.draw(glyphs="o#").split("\n")[1] == "| @ | o   o |"
    assert path.draw(numbers=True).split("\n")[3] == "| 2   3   4 |"
    frames = board.paths().trace(by="bfs")
    assert str(frames.at(3)).split("\n")[1:4:2] == ["| * |       |", "| o       E |"]
    assert str(frames.at(len(frames))).split("\n")[3] == "| +-------$ |"
    king = gw.Board.rectangle(2, 2, walls=([[0], [0]], [[1, 0]]), moves=gw.KING.with_corners("none"))
    assert str(king.paths().shortest()).split("\n")[2] == "+---\\   +"
    monkeypatch.setattr(output, "in_colour", lambda _: True)
    coloured = Form().drawing(path)
    green = "".join(re.findall(r"\x1b\[32m\x1b\[1m(.*?)\x1b\[0m", coloured))
    assert green == "@|+-------$"


def test_a_path_over_a_seam_is_marked_on_both_sides():
    cylinder = gw.Board.rectangle(3, 5, wrap="columns", start=(1, 0), exits=[(1, 3)])
    path = cylinder.paths().shortest()
    assert (path.letters, path.leaps) == ("LL", False)
    assert path.draw(numbers=False).split("\n") == [" ..... ", "-@..$--", " ..... "]
    torus = gw.Board.rectangle(3, 4, wrap="both", start=(0, 0), exits=[(2, 3)])
    path = torus.paths().shortest()
    assert str(path).split("\n") == [" |    ", " @... ", " .... ", "-+..$-", " |    "]
    inside = torus.replace(exits=[(1, 1)]).paths().shortest()
    assert str(inside).split("\n") == ["@+..", ".$..", "...."]  # no margin without need
    king = gw.Board.rectangle(3, 6, wrap="columns", start=(0, 0), exits=[(2, 4)], moves=gw.KING)
    assert str(king.paths().shortest()).split("\n") == ["/@..... ", " .....//", " ....$. "]
    assert king.paths().shortest().waypoints.tolist() == [[0, 0], [2, 4]]


@pytest.mark.parametrize("moves", [gw.ORTHOGONAL, gw.KING.with_corners("none"), gw.KNIGHT, gw.leaper(1, 3)])
@pytest.mark.parametrize("wrap", WRAPS)
def test_a_line_is_broken_at_seams_and_nowhere_else(wrap, moves):
    board = gw.Board.rectangle(7, 8, wrap=wrap, moves=moves)
    rng = np.random.default_rng(5)
    for _ in range(30):
        cell, cells = (int(rng.integers(7)), int(rng.integers(8))), []
        for _ in range(12):  # a walk: it may meet itself
            cells.append(cell)
            nexts = [to for to, _ in board.moves_from(cell)]
            cell = nexts[rng.integers(len(nexts))]
        cells = np.array(cells)
        steps = steps_along(board, cells)
        assert set(map(tuple, steps.tolist())) <= set(moves.deltas)
        assert ((cells[:-1] + steps - cells[1:]) % board.shape == 0).all()
        over = ((cells[:-1] + steps) != cells[1:]).any(axis=1)
        pieces = pieces_of(board, cells)
        assert len(pieces) == over.sum() + 1
        corners = np.concatenate(pieces)
        assert (corners >= 0).all()
        assert (corners <= board.shape).all()
        for piece, after in pairwise(pieces):
            out, back = piece[-1], after[0]
            for end in (out, back):  # on the border
                assert min(*end, *(board.shape - end)) == pytest.approx(0, abs=1e-9)
            direction = (out - piece[-2]) / np.linalg.norm(out - piece[-2])
            arriving = (after[1] - back) / np.linalg.norm(after[1] - back)
            assert direction == pytest.approx(arriving)
        if moves == gw.ORTHOGONAL:
            length = sum(np.abs(np.diff(piece, axis=0)).sum() for piece in pieces)
            assert length == pytest.approx(len(cells) - 1)


def sides_in(picture):
    """The sides that the picture draws, by its own reading of the element."""
    found = set()
    for element in ET.fromstring(picture).iter(f"{NS}path"):
        if element.get("class") != "side":
            continue
        x = y = 0
        assert re.fullmatch(r"(m-?\d+ -?\d+[hv]\d+)+", element.get("d"))
        for dx, dy, way, size in re.findall(r"m(\S+) (\S+?)([hv])(\d+)", element.get("d")):
            x, y = x + int(dx), y + int(dy)
            for _ in range(int(size)):
                found.add((y, x, "level" if way == "h" else "upright"))
                x, y = (x + 1, y) if way == "h" else (x, y + 1)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_svg_draws_each_wall(seed):
    board, sides = random_board(seed)
    assert sides_in(svg(board)) == sides
    assert sides_in(svg(board.replace(walls=None))) == set()


def test_svg_breaks_the_path_at_the_seam_and_dashes_the_sides_that_meet():
    board = gw.Board.rectangle(4, 6, wrap="both", start=(0, 0), exits=[(3, 5)])
    picture = svg(board, board.paths().shortest(), legend=True)
    root = ET.fromstring(picture)
    lines = [line.get("points") for line in root.iter(f"{NS}polyline") if line.get("class") == "path line"]
    assert lines == ["5,5 5,0", "5,40 5,35 0,35", "60,35 55,35"]
    seams = [path for path in root.iter(f"{NS}path") if path.get("class") == "seam line"]
    assert all(path.get("stroke-dasharray") for path in seams)
    assert len(seams) == 2
    assert "opposite sides meet" in picture
    ring = gw.Board.rectangle(1, 5, wrap="columns")
    tour = gw.Path(ring, [(0, column) for column in range(5)], closed=True)
    lines = [line.get("points") for line in ET.fromstring(svg(ring, tour)).iter(f"{NS}polyline")]
    assert lines == ["5,5 45,5 50,5", "0,5 5,5"]
    flat = svg(gw.Board.rectangle(2, 2), gw.Board.rectangle(2, 2).tours(closed=True).find())
    assert "polyline" not in flat
    assert "seam line" not in flat


def pixel(picture, row, column, cell):
    """The colour at a place in cells; on a line between cells, of the pixel just before it."""
    return picture.getpixel((int(MARGIN + column * cell - 0.5), int(MARGIN + row * cell - 0.5)))


@pytest.mark.parametrize(("cell", "dark"), [(2, False), (3, True), (7, False), (12, True), (60, False)])
def test_png_has_each_wall_at_every_size(cell, dark):
    wall, ground = colour("wall", dark=dark), colour("open", dark=dark)
    for seed in range(8):
        board, sides = random_board(seed)
        picture = image(board, cell=cell, dark=dark).convert("RGB")
        marks = (np.array([board.start, *board.exits]) + 0.5) * cell
        compared = 0
        for side in every_side(board):
            row, column, way = side
            beside = (row - 1, column) if way == "level" else (row, column - 1)
            both = [(r % board.rows, c % board.columns) for r, c in (beside, (row, column))]
            place = np.array(middle_of(side))
            on_seam = (
                place[int(way == "upright")] in (0, board.shape[int(way == "upright")]) and side not in sides
            )
            is_marked = np.hypot(*(marks - place * cell).T).min() < max(0.5 * cell, 9)
            if all(board.open_cells[one] for one in both) and not on_seam and not is_marked:
                assert (pixel(picture, *place, cell) == wall) == (side in sides), side
                compared += 1
        assert compared > 0 or cell < 12
        for room in np.argwhere(board.open_cells) + 0.5:
            if np.hypot(*(marks - room * cell).T).min() > 9:
                found = pixel(picture, *room, cell)
                assert np.abs(np.subtract(found, ground)).max() <= 24  # a seam lies a little on its cells


@pytest.mark.parametrize("cell", [2, 3, 8])
def test_a_path_covers_no_wall(cell):
    wall = colour("wall", dark=False)
    compared = 0
    for board, path, _ in paths(most=30):
        if board.wrap is not None:
            continue  # the path does cover the dashes of a seam
        bare = np.asarray(image(board, cell=cell).convert("RGB")).astype(int)
        drawn = np.asarray(image(board, path, cell=cell).convert("RGB")).astype(int)
        height = min(len(bare), len(drawn)) - MARGIN
        is_wall = (bare == wall).all(axis=2)
        for row, column in (board.start, path.end, *board.exits):  # marks are larger than small cells
            y, x = (int(MARGIN + (part + 0.5) * cell) for part in (row, column))
            is_wall[max(0, y - 12 - cell) : y + 12 + cell, max(0, x - 12 - cell) : x + 12 + cell] = False
        width = min(bare.shape[1], drawn.shape[1])
        is_wall = is_wall[:height, :width]
        is_wall[-MARGIN:] = False
        compared += is_wall.sum()
        # Lines of a pixel are drawn larger, then reduced: a quarter of one may lie on a wall.
        off = np.abs(drawn[:height, :width][is_wall] - wall).max(initial=0)
        assert off <= (48 if cell == 2 else 0)
    assert compared > 1000
