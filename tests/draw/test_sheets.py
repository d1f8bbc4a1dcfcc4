"""Sheets: pages show the board and its answer, in pixels and shapes; all files are written or none."""

import io
import json
import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from gridwalk.draw.paper import DOTS, MM, PAPERS, Box, Disc, Page, Stroke, Text, pdf, printed
from gridwalk.errors import InputError
from gridwalk.io.picture.maze import parse_picture
from gridwalk.sheets import MARGIN

MAZES = [gw.make("wilson", 6, 9, thin=True, seed=seed) for seed in range(5)]
SVG = "{http://www.w3.org/2000/svg}"


def kinds(page, kind):
    return [shape for shape in page.shapes if isinstance(shape, kind)]


def words(page):
    return [shape.text for shape in kinds(page, Text)]


@pytest.mark.parametrize("board", [MAZES[0], gw.make("backtracker", 6, 9, seed=1)])
def test_what_is_printed_is_the_board(board):
    """The reader of pictures, which shares no code with the printer, finds the board in the pixels."""
    rows, columns = board.shape
    shapes = [shape for shape in printed(board, 10, 10, 5) if not isinstance(shape, Disc)]
    picture = Page(columns * 5 + 20, rows * 5 + 20, tuple(shapes)).image(dots=127)  # 25 pixels a cell
    out = io.BytesIO()
    picture.save(out, "png")
    read = parse_picture(out.getvalue())
    if board.walls is None:
        assert (read.open_cells == board.open_cells).all()
    else:
        assert gw.Board(read.open_cells, walls=read.walls) == gw.Board(board.open_cells, walls=board.walls)


def test_pages_and_what_is_on_them():
    sheet = gw.sheet(MAZES, title="Find the way", per_page=2)
    assert repr(sheet) == "<Sheet: 5 boards on 3 pages, 3 pages of answers>"
    assert [words(page) for page in sheet.board_pages] == [
        ["Find the way", "Name", "1 / 3", "1", "2"],
        ["Find the way", "Name", "2 / 3", "3", "4"],
        ["Find the way", "Name", "3 / 3", "5"],
    ]
    first = sheet.answer_pages[0]
    lengths = [maze.paths().shortest().length for maze in MAZES]
    assert words(first) == [
        "Find the way: Answers",
        "1 / 3",
        f"1: {lengths[0]} moves",
        f"2: {lengths[1]} moves",
    ]
    assert [len(kinds(page, Disc)) for page in sheet.pages()] == [4, 4, 2, 4, 4, 2]
    assert sheet.pages("boards") + sheet.pages("answers") == sheet.pages()


def test_the_answer_is_a_dashed_line_along_the_path():
    sheet = gw.sheet(MAZES[:1])
    assert not [line for line in kinds(sheet.board_pages[0], Stroke) if line.dash]
    (way,) = [line for line in kinds(sheet.answer_pages[0], Stroke) if line.dash]
    path = MAZES[0].paths().shortest()
    cell = np.hypot(*(way.points[1] - way.points[0])) / np.abs(np.diff(path.waypoints[:2], axis=0)).max()
    corner = way.points[0] - (np.array(path[0][::-1]) + 0.5) * cell
    assert np.allclose((way.points - corner) / cell - 0.5, path.waypoints[:, ::-1])


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("per_page", [1, 12])
def test_everything_is_within_the_margins_and_nothing_overlaps(paper, landscape, per_page):
    boards = [gw.Board.rectangle(7, 3), *MAZES, gw.Board.rectangle(2, 30)]
    sheet = gw.sheet(boards, title="T" * 90, paper=paper, landscape=landscape, per_page=per_page)
    assert (sheet.board_pages[0].width, sheet.board_pages[0].height) == PAPERS[paper][
        :: -1 if landscape else 1
    ]
    for page in sheet.pages():
        points = [shape.points for shape in kinds(page, Stroke)]
        points += [np.array([[shape.x, shape.y]]) for shape in kinds(page, Text)]
        across, down = np.concatenate(points).T
        assert across.min() >= MARGIN - 1e-6
        assert across.max() <= page.width - MARGIN + 1e-6
        assert down.min() >= MARGIN - 1e-6
        assert down.max() <= page.height - MARGIN + 1e-6
    ends = [(disc.x, disc.y) for disc in kinds(sheet.board_pages[0], Disc)]
    assert len(set(ends)) == len(ends) == 2 * min(per_page, len(boards))


def test_knights_have_numbers_and_the_first_is_given():
    board = gw.Board.rectangle(5, 5, moves=gw.KNIGHT)
    tour = board.tours(start="a1").find()
    sheet = gw.sheet([board], [tour], name="")
    assert words(sheet.board_pages[0]) == ["1", "1"]  # the number of the board, and of the first step
    numbers = words(sheet.answer_pages[0])[2:]
    assert numbers == [str(number) for number in range(1, 26)]
    assert not kinds(sheet.answer_pages[0], Disc)
    places = [(shape.y, shape.x) for shape in kinds(sheet.answer_pages[0], Text)[2:]]
    rows, columns = (sorted({round(place[axis], 3) for place in places}) for axis in (0, 1))
    assert len(columns) == 5
    assert [columns.index(round(x, 3)) for _, x in places] == tour.cells[:, 1].tolist()
    assert len(rows) >= 5


def test_costs_are_printed_and_boards_without_a_way_say_so():
    board = gw.Board.from_text("S2#E", costs=True)
    sheet = gw.sheet([board])
    assert words(sheet.board_pages[0])[-3:] == ["1", "2", "1"]
    assert words(sheet.answer_pages[0])[1] == "1: no way"
    assert len(kinds(sheet.board_pages[0], Box)) == 1


def test_files(tmp_path):
    sheet = gw.sheet(MAZES[:2], title="<Mazes> & more", per_page=1)
    assert [file.name for file in sheet.save(tmp_path / "a.svg")] == [f"a-{i}.svg" for i in (1, 2, 3, 4)]
    one = gw.sheet(MAZES[:1], title="Answer")
    assert one.save(tmp_path / "b.png", "answers") == [tmp_path / "b.png"]
    root = ET.parse(tmp_path / "a-1.svg").getroot()
    assert (root.get("width"), root.get("viewBox")) == ("210mm", "0 0 210 297")
    assert root.findtext(f"{SVG}text") == "<Mazes> & more"
    assert len(root.findall(f"{SVG}circle")) == 2
    with Image.open(tmp_path / "b.png") as picture:
        assert picture.size == (round(210 / MM * DOTS), round(297 / MM * DOTS))
        assert picture.mode == "1"
        assert round(picture.info["dpi"][0]) == DOTS
    pages = [Page(21, 29.7, one.pages()[0].shapes)] * 2
    data = pdf(pages)
    assert data == pdf(pages)
    assert data.startswith(b"%PDF-")
    assert re.findall(rb"/Count (\d+)", data)[-1] == b"2"
    assert re.search(rb"/MediaBox \[ 0 0 59\.\d+ 84\.\d+ \]", data)


def test_letters_that_a_font_does_not_have(tmp_path):
    sheet = gw.sheet(MAZES[:1], title="\U0001f9e9 no font has this \ue123")
    with pytest.raises(InputError, match=r"no font of this machine has"):
        sheet.save(tmp_path / "x.pdf")
    assert list(tmp_path.iterdir()) == []
    sheet.save(tmp_path / "x.svg", "boards")  # the reader's fonts draw it


def test_all_files_are_written_or_none(tmp_path):
    (tmp_path / "a-2.svg").mkdir()
    with pytest.raises(InputError, match="is a directory"):
        gw.sheet(MAZES, per_page=2).save(tmp_path / "a.svg")
    assert [file.name for file in tmp_path.iterdir()] == ["a-2.svg"]


def test_on_the_command_line(run, tmp_path):
    file, answers = tmp_path / "mazes.svg", tmp_path / "answers.svg"
    status, out, err = run("sheet", "6x9", "-n", 5, "--seed", 0, "--per-page", 8, "--title", "Five", "--json",
                           "-o", file, "--answers-to", answers)  # fmt: skip
    facts = json.loads(out)
    same = gw.sheet(MAZES, title="Five", per_page=8)
    assert status == 0
    assert facts == {
        "maker": "wilson",
        "seed": 0,
        "pages": 1,
        "answer_pages": 1,
        "lengths": [path.length for path in same.paths],
        "files": [str(file), str(answers)],
    }
    assert file.read_text() == same.board_pages[0].svg()
    assert answers.read_text() == same.answer_pages[0].svg()
    assert err == f"gridwalk: 5 boards by wilson with --seed 0: wrote {file}, {answers}\n"
