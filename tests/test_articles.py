"""What the articles' programs print, `examples/articles` print, and the command line in their form."""

import random
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import articles
import gridwalk as gw

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


def in_signs(drawing):
    """The drawing of an article in the characters of the command line, without its blanks."""
    return drawing.replace(" ", "").replace("0", ".").replace("1", "#")


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
    """Byte for byte, in other characters; and the words beside the drawings are others."""
    file, listed = tmp_path / "maze.txt", 0
    for number, maze in enumerate(mazes(60, [2, 3, 4, 5], 4)):
        if maze[0][0] or maze[-1][-1]:  # there `list` has another end, or none
            continue
        file.write_text(text_of(maze, number % 2))
        paths = list(articles.simple_paths(maze, UDLR))
        wanted = [f"{in_signs(articles.drawn(maze, path))}length {len(path) - 1}\n\n" for path in paths]
        many = "is no path" if not paths else "is 1 path" if len(paths) == 1 else f"are {len(paths)} paths"
        assert run("list", file, "--moves", "U,D,L,R")[1] == "".join(wanted) + f"there {many}\n"
        board = gw.Board.from_matrix(maze, moves=gw.ORTHOGONAL.ordered("UDLR"))
        drawn = [f"{path.draw(glyphs='01', blanks=True)}\n" for path in board.paths()]
        assert drawn == [articles.drawn(maze, path) for path in paths]
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
    drawings = [f"{in_signs(articles.drawn(maze, path))}length {len(path) - 1}\n\n" for path in paths]
    status, out, _ = run("list", EXAMPLES / "740.txt", "--moves", "U,D,L,R")
    assert (status, out) == (0, "".join(drawings) + "there are 740 paths\n")
    assert run("count", EXAMPLES / "740.txt")[1] == "740\n"


def test_the_other_jobs_on_the_command_line(run):
    """As `docs/articles.md` says to type them."""

    def cells(*words):
        return [tuple(map(int, line.split(","))) for line in run(*words, "--lines")[1].splitlines()]

    maze, bordered = EXAMPLES / "articles.txt", EXAMPLES / "bordered.txt"
    back, _, matrix, prints = articles.DEPTH_FIRST.split("\n\n")
    for by in ("dfs-recursive", "dfs"):
        found = cells("find", bordered, "--by", by, "--moves", "D,R,U,L")
        assert "\n".join(f"{row},{column}" for row, column in found[::-1]) == back
    trace = ("trace", bordered, "--by", "dfs", "--moves", "D,R,U,L")
    assert run(*trace, "--footprints")[1] == prints
    before = [word.strip("#.") or "-1,-1" for word in run(*trace, "--predecessors")[1].split()]
    assert before == matrix.split()
    found = cells("find", maze, "--by", "bfs", "--moves", "R,L,D,U")
    assert "".join(f"{row},{column}\n" for row, column in found[::-1]) == articles.BREADTH_FIRST
    way = cells("find", maze, "--by", "dfs", "--moves", "D,R,U,L")
    wanted = articles.rat(articles.MAZE)
    assert wanted.startswith(f"a way out: {articles.in_line(way)}\n")
    table, drawing = run("shortest", maze, "--by", "labels", "--labels")[1].split("\n\n")
    labels = [[max(int(word) + (word != "-1"), -1) for word in line.split()] for line in table.splitlines()]
    assert "".join("".join(f"{label:4}" for label in row) + "\n" for row in labels) in wanted
    assert drawing.endswith("length 8\n")
    assert run("longest", maze)[1].endswith("length 12\n")


def test_knights_on_the_command_line(run):
    order, by_row = "DDL,UUL,UUR,DDR,DLL,ULL,URR,DRR", "UUL,UUR,ULL,URR,DLL,DRR,DDL,DDR"
    plain = "5x5", "--from", "0,0", "--by", "dfs"
    clever = "8x8", "--from", "7 5", "--by", "warnsdorff"
    for words, wanted, back in (
        (plain, articles.knights_tour(5, (0, 0), warnsdorff=False), "6,085 backtracks"),
        (clever, articles.knights_tour(8, (7, 5), warnsdorff=True), "10 backtracks"),
    ):
        _, out, err = run("find", words[0], "--moves", order, "--tour", *words[1:])
        assert out.partition("length")[0].split() == wanted.partition("backtracks")[0].split()
        assert back in err
    *routes, number = articles.routes(5, 5, (0, 0)).splitlines()
    asked = ("5x5", "--moves", by_row, "--tour", "--from", "0,0")
    _, out, err = run("list", *asked, "--lines")
    assert ["[" + line.replace(",", ", ").replace(") (", "), (") + "]" for line in out.splitlines()] == routes
    assert f"there are {number} tours\n" in err
    assert run("count", *asked)[1] == f"{number}\n"


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
