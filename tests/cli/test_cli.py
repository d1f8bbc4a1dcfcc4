"""The command line, in process: answers on stdout, talk on stderr, exit status."""

import json

import pytest

import oracles
from published import KNIGHT_CLOSED, KNIGHT_OPEN, KNIGHT_OPEN_FROM, ROOK_PATHS

ARTICLES = "0 1 0 0 0\n0 1 0 1 0\n0 0 0 0 0\n0 1 1 1 0\n0 0 0 1 0\n"


def cells_in(line):
    return [tuple(map(int, word.strip("()").split(","))) for word in line.split()]


ORTHOGONAL = ((-1, 0), (0, 1), (1, 0), (0, -1))


def matrix(text):
    """The raw rook board of a 0/1 matrix."""
    return oracles.Raw(tuple(tuple(c == "0" for c in row.split()) for row in text.splitlines()), ORTHOGONAL)


def test_the_border_shifts_the_path_by_one(run, maze, tmp_path):
    bordered = tmp_path / "bordered.txt"
    rows = ARTICLES.replace(" ", "").split()
    bordered.write_text("\n".join(["1" * 7, *(f"1{row}1" for row in rows), "1" * 7]))
    for by in ("dfs", "bfs"):
        inner = json.loads(run("find", maze, "--by", by, "--json")[1])["cells"]
        outer = json.loads(run("find", bordered, "--by", by, "--json")[1])["cells"]
        assert [[row + 1, column + 1] for row, column in inner] == outer
    assert outer[0] == [1, 1]
    assert outer[-1] == [5, 5]


@pytest.mark.parametrize("by", ["bfs", "labels", "dijkstra"])
def test_shortest_json(run, maze, by):
    status, out, _ = run("shortest", maze, "--by", by, "--json", "--moves", "D,R,U,L")
    answer = json.loads(out)
    assert (status, answer["length"], answer["cost"], answer["by"]) == (0, 8, 8, by)
    oracles.check_certificate(matrix(ARTICLES), map(tuple, answer["cells"]), start=(0, 0), exits=[(4, 4)])


def test_list_lines_count_as_many_as_count(run):
    for side in (2, 3, 4):
        number = ROOK_PATHS[side]
        _, lines, closing = run("list", f"{side}x{side}", "--lines")
        paths = [cells_in(line) for line in lines.splitlines()]
        assert len(set(map(tuple, paths))) == len(paths) == number
        assert f"{number} paths" in closing
        assert run("count", f"{side}x{side}")[1] == f"{number}\n"
        for path in paths:
            oracles.check_certificate(
                oracles.Raw(((True,) * side,) * side, ORTHOGONAL),
                path,
                start=(0, 0),
                exits=[(side - 1, side - 1)],
            )


def test_knight_tours(run):
    knight = ("--moves", "knight", "--tour")
    status, out, err = run("count", "5x5", *knight, "--from", "0,0")
    assert (status, out) == (0, f"{KNIGHT_OPEN_FROM[5, 5][0, 0]}\n")
    assert "open tours from (0, 0)" in err
    assert run("count", "5x6", *knight, "--closed")[1] == f"{KNIGHT_CLOSED[5, 6]}\n"
    status, out, err = run("find", "8x8", *knight, "--from", "a1")
    assert status == 0
    assert "backtracks" in err
    board = [list(map(int, line.split())) for line in out.splitlines()[:8]]
    assert board[7][0] == 1
    assert sorted(number for row in board for number in row) == list(range(1, 65))
    # Every tour is listed in both directions.
    routes = [cells_in(line) for line in run("list", "3x4", *knight, "--lines")[1].splitlines()]
    assert len(routes) == 2 * KNIGHT_OPEN[3, 4]
    assert all(route[::-1] in routes for route in routes)
    assert run("count", "3x4", *knight, "--undirected")[1] == f"{KNIGHT_OPEN[3, 4]}\n"


def test_all_tours_of_5x5(run):
    assert run("count", "5x5", "--moves", "knight", "--tour")[1] == f"{2 * KNIGHT_OPEN[5, 5]}\n"
