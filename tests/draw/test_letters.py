"""Letters and numbers in cells: of puzzles and tours, in text, SVG, pixels and on paper."""

import io
import re

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from gridwalk.draw import raster
from gridwalk.draw.colours import PAIRS, colour

PUZZLE = "..ABC.\n......\n..D...\n..B.EC\n.AD..E\n......\n"  # examples/numberlink.txt
COLOURS = [colour(name, dark=False) for name in PAIRS]


@pytest.fixture
def puzzle(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.txt").write_text(PUZZLE, encoding="utf-8")
    return tmp_path


def letters_in(svg):
    """Count each text of a picture."""
    return {words: svg.count(f">{words}</text>") for words in re.findall(r">([^<]+)</text>", svg)}


def colours_in(file):
    """Return which colours of pairs fill more than a few pixels of a picture."""
    with Image.open(file) as picture:
        found = picture.convert("RGB").getcolors(picture.width * picture.height)
    return {value for number, value in found if number > 20} & set(COLOURS)


@pytest.mark.parametrize("words", ["show p.txt", "show p.txt --dark", "puzzle p.txt"])
def test_letters_are_drawn_with_a_colour_for_each_pair(puzzle, run, words):
    assert run("show", "p.txt")[1] == PUZZLE
    for name in ("p.svg", "p.png"):
        assert run(*words.split(), "-o", name)[0] == 0
    picture = (puzzle / "p.svg").read_text(encoding="utf-8")
    assert letters_in(picture) == dict.fromkeys("ABCDE", 2)
    assert 'class="start"' not in picture
    assert colours_in(puzzle / "p.png") == set(COLOURS[:5])


def test_a_sheet_has_the_letters_and_the_answer_the_paths(puzzle, run):
    status, out, err = run("sheet", "--board", "p.txt", "-o", "p.svg")
    assert (status, out, err) == (0, "", "gridwalk: 1 board: wrote p-1.svg, p-2.svg\n")
    board, answer = ((puzzle / name).read_text(encoding="utf-8") for name in ("p-1.svg", "p-2.svg"))
    assert {each: letters_in(board)[each] for each in "ABCDE"} == dict.fromkeys("ABCDE", 2)
    assert {each: letters_in(answer)[each] for each in "ABCDE"} == dict.fromkeys("ABCDE", 2)
    assert (board.count("dasharray"), answer.count("dasharray")) == (0, 5)
    assert "<circle" not in board
    assert "1: 31 moves" in answer


def test_a_puzzle_whose_paths_cannot_fill_the_board_is_printed_with_paths_that_do_not(puzzle, run):
    (puzzle / "free.txt").write_text("A.A\n...\n", encoding="utf-8")
    assert gw.read_pairs(puzzle / "free.txt").count() == 0
    status, _, err = run("sheet", "--board", "free.txt", "-o", "s.svg")
    assert status == 0
    assert err.startswith("gridwalk: free.txt: no paths visit every cell; the answer leaves some out\n")
    assert "1: 2 moves" in (puzzle / "s-2.svg").read_text(encoding="utf-8")
    (puzzle / "none.txt").write_text("A.B\nB.A\n", encoding="utf-8")
    assert run("sheet", "--board", "none.txt", "-o", "n.svg")[0] == 0
    assert "1: no way" in (puzzle / "n-2.svg").read_text(encoding="utf-8")


def test_a_sheet_without_answers_solves_no_puzzle():
    wide = gw.Board.rectangle(40, 40)
    pairs = wide.path_pairs(((0, 0), (39, 39)), ((0, 39), (39, 0)), fill=True)
    sheet = gw.sheet([pairs], answers=None)
    assert (sheet.paths, sheet.answer_pages) == ((None,), ())
    assert letters_in(sheet.board_pages[0].svg())["B"] == 2


def test_a_tour_in_a_file_shows_its_numbers(tmp_path, run):
    knight = gw.Board.rectangle(5, 5, moves=gw.KNIGHT).tours((0, 0)).find()
    tour = tmp_path / "tour.txt"
    tour.write_text(f"{knight}\n", encoding="utf-8")
    assert run("show", str(tour))[1] == f"{knight}\n"
    assert run("show", str(tour), "-o", str(tmp_path / "t.svg"))[0] == 0
    picture = (tmp_path / "t.svg").read_text(encoding="utf-8")
    assert letters_in(picture) == {str(number): 1 for number in range(1, 26)}
    assert "<circle" not in picture


def test_letters_of_python():
    board = gw.Board.rectangle(3, 4)
    pairs = board.path_pairs(("a3", "c2"), ("a2", "a1"), fill=True, letters="RB")
    assert pairs.letters == ("R", "B")
    assert pairs.induced().through((1, 1)).letters == ("R", "B")
    assert pairs.draw() == "R...\nB.R.\nB..."
    solution = pairs.find()
    assert solution.letters == ("R", "B")
    assert str(solution) == "R-r r-r\n  | | |\nB r R r\n| |   |\nB r-r-r"
    assert solution.draw(solved=False) == pairs.draw()
    assert letters_in(pairs.svg()) == letters_in(solution.svg()) == {"R": 2, "B": 2}
    assert pairs.svg().startswith("<svg ")
    assert "R...\nB.R.\nB..." in pairs.svg()
    assert "data:image/svg" in pairs._repr_html_()
    assert board.path_pairs(("a3", "c2")).letters == ("A",)
    assert str(board.path_pairs(("a3", "c3"), letters=["7"]).shortest()).split("\n")[0] == "7-7-7 ."


def test_letters_on_other_boards():
    rooms = gw.Board.rectangle(1, 2, walls=([[True]], np.zeros((0, 2), bool)))
    king = gw.Board.rectangle(1, 2, moves=gw.KING)
    assert king.path_pairs(((0, 0), (0, 1)), letters="x").draw() == "xx"
    assert rooms.path_pairs(((0, 0), (0, 1)), letters="x").draw() == "+---+---+\n| x | x |\n+---+---+"
    hexagons = gw.Board.rectangle(2, 2, moves=gw.HEX)
    assert hexagons.path_pairs(((0, 0), (0, 1)), letters="x").draw() == "x x\n . ."
    assert letters_in(hexagons.path_pairs(((0, 0), (0, 1)), letters="x").svg()) == {"x": 2}


def test_letters_of_any_cells():
    """Equal ones share a colour, those that are there once have none."""
    board = gw.Board.rectangle(2, 3)
    picture = board.svg(letters={"a2": 17, (0, 1): "x", (1, 1): "x", (1, 2): "<"})
    assert letters_in(picture) == {"17": 1, "x": 2, "&lt;": 1}
    assert picture.count('<circle class="pair1"') == 2
    assert 'class="pair2"' not in picture
    assert "17  x  ." in picture


def lines_of(number):
    board = gw.Board.rectangle(number, 3)
    return board, board.path_pairs(*(((r, 0), (r, 2)) for r in range(number))).find()


def test_twelve_pairs_have_twelve_colours_and_more_repeat_them():
    board, linkage = lines_of(12)
    out = io.BytesIO()
    raster.image(board, linkage, cell=30).save(out, "png")
    assert colours_in(out) == set(COLOURS)
    assert len(set(COLOURS)) == 12
    picture = lines_of(14)[1].svg()
    assert picture.count('class="pair1 line"') == picture.count('class="pair2 line"') == 2
    assert letters_in(picture) == dict.fromkeys("ABCDEFGHIJKLMN", 2)


def test_in_a_network_the_names_of_nodes_stand_on_the_discs():
    network = gw.Network([("a", "b"), ("c", "d"), ("b", "c")])
    picture = network.svg(network.path_pairs(("a", "b"), ("c", "d")).find())
    assert letters_in(picture) == dict.fromkeys("abcd", 1)
    assert picture.count('<circle class="pair1"') == picture.count('<circle class="pair2"') == 2
    assert picture.index("pair1 line") < picture.index('<circle class="expanded"')
