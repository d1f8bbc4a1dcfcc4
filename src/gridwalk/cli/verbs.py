"""The verbs show, find, shortest, list and count."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import click

from gridwalk.cli.answers import as_json, drawing, dumps, line, statistics, write
from gridwalk.cli.options import BOARD_OPTIONS, JSON_OPTION, SET_OPTIONS, Question, ask, options
from gridwalk.cli.talk import Talk, say
from gridwalk.errors import NotPrintableError, TimeLimitError
from gridwalk.path import Path
from gridwalk.pathset import PathSet

NO_PATH = 1


@click.command()
@options(BOARD_OPTIONS, JSON_OPTION)
def show(in_json: bool, **given: Any) -> None:
    """Show BOARD as gridwalk reads it: walls, start, exits.

    What is printed can be read again ('#' wall, '.' open, S start, E exit).

    \b
    Examples:
      gridwalk show maze.txt
      gridwalk show maze.txt --json

    Exit status: 0 shown, 2 bad input.
    """
    board = Question(given).board()
    facts = {
        "rows": board.rows,
        "columns": board.columns,
        "open": board.open_count,
        "moves": board.moves.name,
        "start": board.start,
        "exits": board.exits,
    }
    if in_json:
        one_way = [(*cell, *delta) for cell, delta in board.one_way.items()]
        costs = None if board.costs is None else board.costs.tolist()
        write(dumps(facts | {"one_way": one_way, "costs": costs, "text": str(board)}))
    else:
        write(str(board))
        try:
            board.to_text()
        except NotPrintableError as error:
            say(f"what is shown cannot be read again: {error}")
        say(", ".join(f"{name} {value}" for name, value in facts.items()))


@click.command()
@options(BOARD_OPTIONS, SET_OPTIONS)
@click.option("--by", default="auto", metavar="ALGORITHM",
              help="dfs (default), dfs-recursive or bfs; for tours warnsdorff (default) or dfs.")  # fmt: skip
@JSON_OPTION
def find(by: str, in_json: bool, **given: Any) -> int:
    """Find a path of BOARD, depth-first unless told otherwise.

    The path is drawn on the board: @ start, $ end, + turn, - and | straight on; a tour as
    step numbers.  Linear time for paths (a 4001x4001 maze: seconds); a tour by warnsdorff
    takes a moment on most boards, by dfs it may take for ever: give --time.

    \b
    Examples:
      gridwalk find maze.txt
      gridwalk find maze.txt --by bfs --moves king --corners none
      gridwalk find 8x8 --moves knight --tour --from a1

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time or memory.
    """
    return _one_path(given, in_json, lambda paths: paths.find(by=by))


@click.command()
@options(BOARD_OPTIONS, SET_OPTIONS)
@click.option("--by", default="auto", metavar="ALGORITHM",
              help="bfs, labels, dijkstra, astar, jps or corridors; default: the fastest exact.")  # fmt: skip
@click.option(
    "--closest", is_flag=True, help="If no exit can be reached, go to the reachable cell nearest to one."
)
@JSON_OPTION
def shortest(by: str, closest: bool, in_json: bool, **given: Any) -> int:
    """Find a shortest path of BOARD: the least cost.

    A move costs 1, a diagonal step the square root of 2, or with --costs what the cell
    entered costs.  bfs and labels (distance labels, and a walk back from the exit) count moves;
    jps is jump point search for the king; corridors is for mazes.  Microseconds to milliseconds
    on most maps of a million cells, once the board is read.

    \b
    Examples:
      gridwalk shortest maze.txt
      gridwalk shortest rat.txt --order DRUL --by labels
      gridwalk shortest hills.txt --costs

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time or memory.
    """

    def nearest(paths: PathSet) -> Path | None:
        path = paths.shortest(by=by, closest=closest)
        if path is not None and not _arrives(path, paths):
            say(f"no exit can be reached: this leads to {path.end}, the reachable cell nearest to one")
        return path

    return _one_path(given, in_json, nearest)


@click.command("list")
@options(BOARD_OPTIONS, SET_OPTIONS)
@click.option("--limit", type=click.IntRange(min=0), metavar="N", help="Stop after N paths.")
@click.option("--lines", is_flag=True, help="One path a line, its cells as (row,column); for wc, grep, sort.")
@JSON_OPTION
def list_(limit: int | None, lines: bool, in_json: bool, **given: Any) -> int:
    """List every path of BOARD, each drawn, and say how many there are.

    Depth-first, in the order of the moves.  There may be astronomically many: --limit, or
    press Ctrl-C.  With --lines or --json the closing words go to stderr.

    \b
    Examples:
      gridwalk list maze.txt
      gridwalk list 6x6 --lines | wc -l
      gridwalk list 3x4 --moves knight --tour --json

    Exit status: 0 listed, 1 there is no path, 2 bad input, 3 out of time or memory.
    """
    closing = say if in_json or lines else write

    def answer(paths: PathSet, talk: Talk) -> int:
        def form(path: Path) -> str:
            return (
                as_json(path) if in_json else line(path) if lines else drawing(path, tour=paths.tour) + "\n"
            )

        number = 0
        try:
            for path in islice(paths, limit):
                talk.clear()
                write(form(path))
                number += 1
        except (KeyboardInterrupt, TimeLimitError):
            closing(f"{_how_many(number, paths)} so far")
            raise
        stopped = limit is not None and number == limit
        if limit == 0:
            closing("nothing listed: the limit is 0")
        elif stopped:
            first = "the first" if number == 1 else f"the first {number:,}"
            closing(f"{first} {'tour' if paths.tour else 'path'}{'s' * (number > 1)}; there may be more")
        else:
            closing(f"there {'is' if number < 2 else 'are'} {_how_many(number, paths)}")
        return 0 if number or stopped else NO_PATH

    return ask(given, answer)


@click.command()
@options(BOARD_OPTIONS, SET_OPTIONS, JSON_OPTION)
def count(in_json: bool, **given: Any) -> int:
    """Count the paths of BOARD, exactly.

    Every path is visited, some five million a second: a 6x6 board takes a moment, a 7x7
    two minutes, an 8x8 days.  The number stands alone on stdout, what was counted on stderr.

    \b
    Examples:
      gridwalk count maze.txt
      gridwalk count 5x5 --moves knight --tour --from 0,0
      gridwalk count 5x6 --moves knight --tour --closed

    Exit status: 0 counted (zero is a count), 2 bad input, 3 out of time or memory.
    """

    def answer(paths: PathSet, talk: Talk) -> int:
        number = paths.count()
        talk.clear()
        write(dumps({"count": number, "convention": paths.convention}) if in_json else str(number))
        say(paths.convention)
        return 0

    return ask(given, answer)


def _one_path(given: dict[str, Any], in_json: bool, find_path: Callable[[PathSet], Path | None]) -> int:
    def answer(paths: PathSet, talk: Talk) -> int:
        path = find_path(paths)
        talk.clear()
        if path is None:
            write(dumps({"found": False}) if in_json else f"no way: there are no {paths.described}")
            return NO_PATH
        write(as_json(path, reached=_arrives(path, paths)) if in_json else drawing(path, tour=paths.tour))
        say(statistics(path))
        return 0

    return ask(given, answer)


def _arrives(path: Path, paths: PathSet) -> bool:
    return paths.tour or path.end in (paths.exits or ())


def _how_many(number: int, paths: PathSet) -> str:
    noun = "tour" if paths.tour else "path"
    return f"{number:,} {noun}s" if number > 1 else f"1 {noun}" if number else f"no {noun}"
