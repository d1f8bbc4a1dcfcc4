"""The pictures of the guide and the lessons, drawn by the library."""

from collections.abc import Iterator
from pathlib import Path

import engines
from multiples import multiples

import gridwalk as gw
from gridwalk.answers.trace import Trace
from gridwalk.draw.svg import svg
from gridwalk.runtime.codes import BACK, FOUND_PATH

EXAMPLES = Path(__file__).parent.parent / "examples"

Frame = tuple[str, str]  # a picture and its caption


def steps(trace: Trace, captions: dict[int, str]) -> list[Frame]:
    """Return a frame for each step of *trace* that *captions* names; -1 is the end."""
    return [
        (svg(trace.board, trace=trace, at=len(trace) if step < 0 else step), caption)
        for step, caption in captions.items()
    ]


WALKED = "walk: path so far, left: backtracked"
WAVE = "frontier: in the queue, expanded: expanded"


def pictures() -> Iterator[tuple[str, str]]:
    """Yield every picture and its name."""
    maze = gw.read(EXAMPLES / "maze.txt")
    yield "maze", svg(maze, maze.paths().shortest())
    hills = gw.read(EXAMPLES / "costs.txt", costs=True)
    yield (
        "costs",
        multiples(
            [
                (svg(hills, hills.paths().find(by="bfs")), "fewest moves: 10, cost 34"),
                (svg(hills, hills.paths().shortest()), "least cost: 16 moves, cost 19"),
            ],
            across=2,
            size=340,
        ),
    )
    chess = gw.Board.rectangle(8, 8, moves=gw.KNIGHT)
    yield "tour", svg(chess, chess.tours(start="a1").find())

    rat = gw.read(EXAMPLES / "articles.txt", moves=gw.ORTHOGONAL.ordered("DRUL"))
    mazes = [gw.make("wilson", 12, 16, thin=True, rng=seed) for seed in range(7, 11)]
    yield "sheet", gw.sheet(mazes, title="Find the way").board_pages[0].svg()
    square = gw.Board.rectangle(8, 8)
    yield "over", svg(square, paths=square.paths().sample(4, rng=1), legend=True)
    yield from _one_maze(rat)
    yield from _all_paths()
    yield from _knight()
    yield from _routes()
    yield from engines.pictures()
    yield "readme", _readme()


def _one_maze(rat: gw.Board) -> Iterator[tuple[str, str]]:
    dfs = {
        3: "two steps down",
        7: "a dead end",
        9: "two backtracks",
        11: "back at a cell with a direction left",
        14: "on to the right",
        -1: "the exit",
    }
    yield "1-dfs", multiples(steps(rat.paths().trace(by="dfs"), dfs), across=3, size=210, legend=WALKED)
    other = rat.replace(moves=gw.ORTHOGONAL)
    orders = [
        (svg(board, board.paths().find()), words)
        for board, words in ((rat, "down, right, up, left"), (other, "up, right, down, left"))
    ]
    yield "1-orders", multiples(orders, across=2, size=210)
    bfs = {
        2: "the start is expanded; it is first",
        8: "third is (2, 0): two cells join the queue",
        15: "the wave goes both ways",
        23: "two arms reach (2, 4) and (0, 2)",
        31: "the exit joins the queue",
        -1: "the exit is expanded: follow the predecessors back",
    }
    yield "2-bfs", multiples(steps(rat.paths().trace(by="bfs"), bfs), across=3, size=210, legend=WAVE)
    labels = {
        3: "0 at the start, 1 beside it",
        15: "label by label",
        31: "the exit has label 8",
        36: "back: 8, 7, 6",
        39: "5, 4, 3",
        -1: "0: in reverse order this is the path",
    }
    legend = f"{WAVE}, walk: the path read back"
    yield (
        "4-labels",
        multiples(steps(rat.paths().trace(by="labels"), labels), across=3, size=210, legend=legend),
    )
    shut = gw.read(EXAMPLES / "no-way.txt", moves=rat.moves)
    no_way = {
        13: "the labels spread",
        -1: "the queue is empty, the exit has no label: no path",
    }
    yield (
        "4-no-way",
        multiples(steps(shut.paths().trace(by="labels"), no_way), across=2, size=290, legend=WAVE),
    )


def _all_paths() -> Iterator[tuple[str, str]]:
    board = gw.Board.rectangle(3, 3, moves=gw.ORTHOGONAL.ordered("DRUL"))
    trace = board.paths().trace(by="list")
    first = {
        4: "three steps",
        6: "found: the first path",
        7: "back from the exit",
        9: "another direction",
        11: "found: the second",
        17: "backtracks until a move is left to try",
    }
    yield "3-steps", multiples(steps(trace, first), across=3, size=170, legend=WALKED)
    paths = [(svg(board, path), f"{i}: {path.length} moves") for i, path in enumerate(board.paths(), 1)]
    yield "3-paths", multiples(paths, across=6, size=100)


def _knight() -> Iterator[tuple[str, str]]:
    board = gw.Board.rectangle(5, 5, moves=gw.KNIGHT)
    tours = board.tours(start=(0, 0))
    plain = tours.trace(by="dfs")
    dead = plain.events[:, 0].tolist().index(BACK) + 1
    stuck = {
        9: "eight moves",
        dead - 1: f"{dead - 2} moves: stuck",
        dead: "a backtrack, to a cell with a move left",
        -1: f"the tour, after {plain.path.backtracks if plain.path else 0} backtracks",
    }
    yield "5-plain", multiples(steps(plain, stuck), across=4, size=170, legend=WALKED)
    clever = tours.trace(by="warnsdorff")
    marks = {
        5: "four moves",
        13: "the rim fills first",
        19: "then the inside",
        -1: "24 moves, no backtrack",
    }
    yield "5-warnsdorff", multiples(steps(clever, marks), across=4, size=170, legend=WALKED)
    oblong = gw.Board.rectangle(5, 6, moves=gw.KNIGHT)
    closed = [(svg(oblong, tour), f"closed tour {i}") for i, tour in enumerate(oblong.tours(closed=True), 1)]
    yield "5-closed", multiples(closed, across=4, size=170)


def _routes() -> Iterator[tuple[str, str]]:
    board = gw.Board.rectangle(3, 4, moves=gw.KNIGHT)
    routes = board.tours(start=(0, 0))
    pictures = [(svg(board, route), f"route {i}") for i, route in enumerate(routes, 1)]
    yield "6-routes", multiples(pictures, across=2, size=210)
    trace = routes.trace(by="list")
    first, second = (i for i, kind in enumerate(trace.events[:, 0].tolist()) if kind == FOUND_PATH)
    marks = {
        first: f"event {first}: the first route",
        first + 6: "backtracks until a move is left",
        second: f"event {second}: the second route",
    }
    yield "6-steps", multiples(steps(trace, marks), across=3, size=210, legend=WALKED)


def _readme() -> str:
    maze = gw.make("wilson", 12, 12, rng=8, thin=True, ends="far")
    chess = gw.Board.rectangle(8, 8, moves=gw.KNIGHT)
    square = gw.Board.rectangle(12, 12)
    caves = gw.make("caves", 36, 36, rng=5, ends="far").replace(moves=gw.KING)
    wave = caves.paths().trace(by="dijkstra")
    frames = [
        (svg(maze, maze.paths().shortest()), "the way through a maze"),
        (svg(chess, chess.tours(start="a1").find()), "a knight's tour"),
        (svg(square, square.paths().sample(1, rng=4)[0]), "one of 1.8 x 10^29 paths, at random"),
        (svg(caves, trace=wave, legend=True), "a search, step by step"),
    ]
    return multiples(frames, across=4, size=205)
