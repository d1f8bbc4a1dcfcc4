"""Puzzles of numbers that are made, read and printed: one solution, and no number needless."""

import pytest

import gridwalk as gw
from gridwalk.errors import FileError


def tours_of(board):
    return [list(tour) for tour in board.tours()]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", [{}, {"steps": True}, {"steps": True, "moves": gw.KING}])
def test_puzzles_have_one_solution_and_need_all_numbers(seed, options):
    rows, columns = (3, 3) if "moves" in options else (4, 5)
    puzzle = gw.make_numbered(rows, columns, rng=seed, **options)
    assert puzzle == gw.make_numbered(rows, columns, seed=seed, **options)
    numbers = puzzle.numbers

    def solutions(numbers):
        if "steps" in options:
            return [t for t in every if all(t[step - 1] == cell for cell, step in numbers.items())]
        ends = [t for t in every if (t[0], t[-1]) == (order[0], order[-1])]
        return [
            t for t in ends if [cell for cell in t if cell in numbers] == [u for u in order if u in numbers]
        ]

    every, order = tours_of(puzzle.board), sorted(numbers, key=numbers.get)
    assert solutions(numbers) == [list(puzzle.find())]
    for cell in numbers if "steps" in options else order[1:-1]:
        assert len(numbers) == 1 or len(solutions({u: k for u, k in numbers.items() if u != cell})) > 1


def test_a_puzzle_on_a_board_with_walls_and_more_numbers():
    board = gw.Board.rectangle(4, 4).with_walls_between(((0, 1), (1, 1)), ((2, 2), (2, 3)))
    for steps in (False, True):
        fewest, easier = (gw.make_numbered(board, steps=steps, numbers=n, rng=3) for n in (1, 9))
        assert fewest.board.draw() == easier.board.draw() == board.draw()
        assert len(fewest.numbers) < len(easier.numbers) == 9
        assert [list(tour) for tour in fewest] == [list(tour) for tour in easier] == [list(easier.find())]
        assert list(easier.find()) in tours_of(board)


@pytest.mark.parametrize("steps", [False, True])
@pytest.mark.parametrize("size", [1, gw.Board([[True, False]])])
def test_a_puzzle_of_one_cell(size, steps):
    puzzle = gw.make_numbered(size, steps=steps, rng=1)
    assert puzzle.numbers == {(0, 0): 1}
    assert [list(tour) for tour in puzzle] == [[(0, 0)]]


def test_texts_of_numbers_are_read(tmp_path):
    zip_, numbrix = gw.make_numbered(6, rng=1), gw.make_numbered(6, rng=1, steps=True)
    (tmp_path / "zip.txt").write_text(zip_.draw())
    (tmp_path / "numbrix.txt").write_text(numbrix.draw())
    assert gw.read_numbered(tmp_path / "zip.txt") == zip_
    assert gw.read_numbered(tmp_path / "numbrix.txt", steps=True) == numbrix
    (tmp_path / "hidato.txt").write_text("1 . .\n. # 4\n. . .\n")
    hidato = gw.read_numbered(tmp_path / "hidato.txt", steps=True, moves=gw.KING)
    found = [tour for tour in tours_of(hidato.board) if (tour[0], tour[3]) == ((0, 0), (1, 2))]
    assert hidato.board.open_count == 8
    assert [list(tour) for tour in hidato] == found
    (tmp_path / "none.txt").write_text("1 1\n. .\n")
    with pytest.raises(FileError, match="1 stands in two cells"):
        gw.read_numbered(tmp_path / "none.txt")


@pytest.mark.parametrize(
    "text",
    [
        "1 . . 4\n. . . .\n9 . . 12\n. . . 13\n",
        "1 0 0 4\n0 0 0 0\n9 0 0 12\n0 0 0 13\n",
        "01 00 00 04\n00 00 00 00\n09 00 00 12\n00 00 00 13\n",
        " 1 __ __  4\n__ __ __ __\n 9 __ __ 12\n__ __ __ 13\n",
        "1 - - 4\n- - - -\n9 - - 12\n- - - 13\n",
        "1 ? ? 4\n? ? ? ?\n9 ? ? 12\n? ? ? 13\n",
        "1\t\t\t4\n\t\t\t\n9\t\t\t12\n\t\t\t13\n",
        "1,,,4\n,,,\n9,,,12\n,,,13\n",
        "1,0,0,4,\n0,0,0,0,\n9,0,0,12,\n0,0,0,13,\n",
        "1;;;4\r\n;;;\r\n9;;;12\r\n;;;13\r\n",
        "[[1, 0, 0, 4],\n [0, 0, 0, 0],\n [9, 0, 0, 12],\n [0, 0, 0, 13]]\n",
        "[[1,null,null,4],[null,null,null,null],[9,null,null,12],[null,null,null,13]]",
        "| 1 |   |   | 4 |\n|---|---|---|---|\n|   |   |   |   |\n| 9 |   |   | 12 |\n|   |   |   | 13 |\n",
        "+--+--+--+--+\n| 1|  |  | 4|\n+--+--+--+--+\n|  |  |  |  |\n+--+--+--+--+\n| 9|  |  |12|\n"
        "+--+--+--+--+\n|  |  |  |13|\n+--+--+--+--+\n",
    ],
)
def test_puzzles_as_people_write_them(tmp_path, text):
    (tmp_path / "puzzle.txt").write_bytes(text.encode())
    puzzle = gw.read_numbered(tmp_path / "puzzle.txt", steps=True)
    assert puzzle.numbers == {(0, 0): 1, (0, 3): 4, (2, 0): 9, (2, 3): 12, (3, 3): 13}
    assert puzzle.board == gw.Board.rectangle(4, 4)


def test_walls_of_puzzles(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text("__ 3 .\n1 __ .\n. __ 5\n")  # as Rosetta Code has them
    assert gw.read_numbered(file).board == gw.Board.from_text("..#\n..#\n#..")
    walls = ((0, 1), (1, 1)), ((2, 2), (2, 3))
    for numbers in ({(0, 0): 1, (3, 2): 7}, {(0, 0): 1, (2, 3): 12, (1, 1): 3}):
        puzzle = gw.Board.rectangle(4, 5).with_walls_between(*walls).tours().numbered(numbers)
        file.write_text(puzzle.draw())
        assert gw.read_numbered(file, steps=True) == puzzle


def test_a_reader_of_boards_names_the_reader_of_puzzles(tmp_path):
    (tmp_path / "puzzle.txt").write_text("1 . . 4\n. . . .\n9 . . 12\n. . . 13\n")
    with pytest.raises(FileError, match="if a path passes the numbers: read_numbered"):
        gw.read(tmp_path / "puzzle.txt")
