"""What the articles' programs print, `examples/articles` print, and the command line in their form."""

import random
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import articles

EXAMPLES = Path(__file__).parent.parent / "examples"
UDLR = (articles.UP, articles.DOWN, articles.LEFT, articles.RIGHT)


@pytest.fixture
def printed(capsys, monkeypatch):
    """Run one of the scripts; return what it prints on stdout and how it ends."""

    def run(name, *arguments):
        monkeypatch.setattr(sys, "argv", [name, *map(str, arguments)])
        ending = None
        try:
            runpy.run_path(str(EXAMPLES / "articles" / name), run_name="__main__")
        except SystemExit as stop:
            ending = stop.code
        return capsys.readouterr().out, ending

    return run


def mazes(number, sides, seed):
    """Random mazes of 0 and 1, with walls at their ends, too, now and then."""
    rng = random.Random(seed)
    for _ in range(number):
        rows, columns = rng.choice(sides), rng.choice(sides)
        walls = rng.uniform(0.1, 0.5)
        maze = [[int(rng.random() < walls) for _ in range(columns)] for _ in range(rows)]
        if rng.random() < 0.8:
            maze[0][0] = maze[-1][-1] = 0
        if any(0 in row for row in maze):
            yield maze


def text_of(maze, blanks):
    return "".join((" " if blanks else "").join(map(str, row)) + "\n" for row in maze)


def test_depth_first(printed):
    assert printed("1-depth-first.py") == (articles.DEPTH_FIRST, None)


def test_breadth_first(printed):
    assert printed("2-breadth-first.py") == (articles.BREADTH_FIRST, None)


def test_every_path(printed, tmp_path):
    file = tmp_path / "maze.txt"
    for number, maze in enumerate(mazes(60, [1, 2, 3, 4, 5], 3)):
        file.write_text(text_of(maze, number % 2))
        assert printed("3-every-path.py", file) == (articles.every_path(maze), None)
    out, ending = printed("3-every-path.py", tmp_path / "f")
    assert (out, ending[: ending.index("failed!")]) == ("", f"open '{tmp_path / 'f'}' ")


def test_list_draws_what_the_article_draws(run, tmp_path):
    """Byte for byte, with the options alone; only the words beside the drawings are others."""
    file, listed = tmp_path / "maze.txt", 0
    for number, maze in enumerate(mazes(60, [2, 3, 4, 5], 4)):
        if maze[0][0] or maze[-1][-1]:  # there `list` has another end, or none
            continue
        file.write_text(text_of(maze, number % 2))
        paths = list(articles.simple_paths(maze, UDLR))
        wanted = [f"{articles.drawn(maze, path)}length {len(path)} cells\n\n" for path in paths]
        many = "is no path" if not paths else "is 1 path" if len(paths) == 1 else f"are {len(paths)} paths"
        out = run("list", file, "--order", "UDLR", "--glyphs", "01", "--blanks", "--in-cells")[1]
        assert out == "".join(wanted) + f"there {many}\n"
        listed += len(paths)
    assert listed > 100


def test_the_rat(printed, tmp_path):
    file, ways = tmp_path / "maze.txt", 0
    for maze in mazes(60, [2, 3, 4, 5], 5):
        if maze[0][0] or maze[-1][-1]:
            continue
        file.write_text(text_of(maze, True))
        out, ending = printed("4-rat.py", file)
        wanted = articles.rat(maze)
        if wanted is None:
            assert (out, ending) == ("", "error: there is no way from the start to the exit")
        else:
            assert (out, ending) == (wanted, None)
            ways += 1
    assert ways > 20
    assert printed("4-rat.py") == (articles.rat(articles.MAZE), None)


@pytest.mark.parametrize("start", [(7, 5), (0, 0), (3, 2)])
def test_the_knights_tour(printed, start):
    plain = articles.knights_tour(5, (0, 0), warnsdorff=False)
    clever = articles.knights_tour(8, start, warnsdorff=True)
    assert printed("5-knights-tour.py", *start) == (f"{plain}\n{clever}", None)
    if start == (7, 5):
        assert clever.endswith("backtracks: 10\n")  # as the article says


@pytest.mark.parametrize("start", ["8 8", "-1 0", "7", "i9", "7 x"])
def test_a_start_that_is_none_is_refused(printed, start):
    out, ending = printed("5-knights-tour.py", start)
    assert out == ""
    assert ending.startswith("error: start=")


@pytest.mark.long
@pytest.mark.parametrize(
    "question", [(5, 5, 0, 0), (4, 5, 0, 0), (3, 4, 0, 0), (3, 4, 1, 1), (1, 1, 0, 0), (2, 2, 0, 0)]
)
def test_all_routes(printed, question):
    m, n, *start = question
    assert printed("6-routes.py", *question) == (articles.routes(m, n, tuple(start)), None)


def test_there_are_740_paths(run):
    """The article's maze is lost; this one has as many, each of them another path of the maze."""
    maze = [list(map(int, line.split())) for line in (EXAMPLES / "740.txt").read_text().splitlines()]
    paths = list(map(tuple, articles.simple_paths(maze, UDLR)))
    assert len(paths) == len(set(paths)) == 740
    out = run("list", EXAMPLES / "740.txt", "--order", "UDLR", "--glyphs", "01", "--blanks")[1]
    assert out.endswith("\nthere are 740 paths\n")
    assert (
        out
        == "".join(f"{articles.drawn(maze, path)}length {len(path) - 1}\n\n" for path in paths)
        + "there are 740 paths\n"
    )
    assert run("count", EXAMPLES / "740.txt")[1] == "740\n"


@pytest.mark.long
def test_the_maze_is_found_again():
    """`find_740.py` prints `740.txt`, and finds mazes with other numbers of paths."""
    words = [sys.executable, EXAMPLES / "find_740.py"]
    assert (
        subprocess.run(words, capture_output=True, text=True, check=True).stdout
        == (EXAMPLES / "740.txt").read_text()
    )
    found = subprocess.run([*words, "12", "5"], capture_output=True, text=True, check=True).stdout
    maze = [list(map(int, line.split())) for line in found.splitlines()]
    assert sum(1 for _ in articles.simple_paths(maze, UDLR)) == 12
