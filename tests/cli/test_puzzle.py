"""Puzzles that are given to commands, and what each says of them."""

from pathlib import Path

import pytest

import gridwalk as gw

ROOK = "1 . . . . 2\n. . 9 . . .\n. 4 . . . 3\n. . 8 . 7 .\n. . . . . .\n. 5 . . 6 .\n"
GAPS = "a board of numbers with gaps: "
# A board, a command, and what stderr says; the status is 2 if there is no answer.
SAID = [
    ("zip.txt", "show", 0, GAPS),
    ("zip.txt", "shortest", 0, GAPS),
    ("zip.txt", "check", 1, GAPS),
    ("path.txt", "show", 0, ""),
    ("path.txt", "check", 0, ""),
    ("rook.txt", "check --moves rook", 0, ""),
    ("once.txt", "puzzle", 2, "B: it stands 1 time; a path has two ends"),
    ("twice.txt", "puzzle", 2, "2 stands in two cells"),
]


@pytest.fixture(autouse=True)
def at_boards(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "zip.txt").write_text(str(gw.make_numbered(7, 7, rng=1).draw()) + "\n")
    tour = gw.Board.rectangle(6, 6, moves="knight").paths((0, 0), (5, 5)).find()
    (tmp_path / "path.txt").write_text(f"{tour.draw(numbers=True)}\n")
    (tmp_path / "rook.txt").write_text(ROOK)
    (tmp_path / "once.txt").write_text("A..B\n....\nA...\n")
    (tmp_path / "twice.txt").write_text("1 . 2\n. 2 .\n. . 3\n")


@pytest.mark.parametrize(("board", "words", "status", "said"), SAID)
def test_numbers_with_gaps_lead_to_puzzle(run, board, words, status, said):
    verb, *options = words.split()
    got, _, err = run(verb, board, *options)
    assert got == status
    assert said in err
    assert (GAPS in err) == (said == GAPS)


def test_a_puzzle_of_numbers_is_drawn_as_steps(run):
    status, out, err = run("puzzle", "zip.txt")
    assert (status, err) == (0, "gridwalk: this is the only solution\n")
    assert sorted(map(int, out.rsplit("length", 1)[0].split())) == [*range(1, 50)]
    Path("out.txt").write_text(out)
    assert run("check", "out.txt")[0] == 0


@pytest.mark.parametrize("made", [(7, 7), (5, 5)])
def test_a_sheet_prints_a_board_of_numbers_as_a_puzzle(run, made):
    puzzle = gw.make_numbered(*made, rng=1)
    Path("puzzle.txt").write_text(f"{puzzle.draw()}\n")
    assert run("sheet", "--board", "puzzle.txt", "-o", "one.svg")[0] == 0
    gw.sheet([gw.read_numbered("puzzle.txt")]).save("other.svg")
    for page in (1, 2):
        assert Path(f"one-{page}.svg").read_text() == Path(f"other-{page}.svg").read_text()


def test_a_png_of_a_trace_is_its_last_picture_and_an_apng_the_film(run):
    from PIL import Image

    for name, number in (("last.png", 1), ("film.apng", 5)):
        assert run("trace", "3x3", "--frames", 5, "-o", name)[0] == 0
        with Image.open(name) as image:
            assert getattr(image, "n_frames", 1) == number


def test_pairs_of_a_file_say_their_line_and_a_file_that_is_not_there(run):
    Path("pairs.csv").write_text("from,to\n0,0,1,1\nz9 a1\n")
    status, out, _ = run("shortest", "5x5", "--pairs", "pairs.csv")
    assert status == 1
    assert "line 3: " in out
    status, _, err = run("shortest", "5x5", "--pairs", "nofile.csv")
    assert (status, err) == (2, "gridwalk: error: nofile.csv: there is no such file of pairs\n")


def test_a_field_of_one_cell_and_an_engine_that_is_none(run):
    assert run("field", "1x1") == (1, "E\n", "gridwalk: there is no other cell than the goals\n")
    assert "<- hopeless" in run("count", "40x40", "--explain")[1]
    assert run("find", "3x3", "--by", "DFS")[0] == 0
