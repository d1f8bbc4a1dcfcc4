"""The verbs show, find, shortest, list and count."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import click

from gridwalk.cli.answers import as_json, drawing, dumps, line, statistics, write
from gridwalk.cli.options import BOARD_OPTIONS, JSON_OPTION, SET_OPTIONS, Question, ask, options
from gridwalk.cli.picture import (
    PATH_OPTIONS,
    PICTURE_OPTIONS,
    SQUARES_OPTION,
    checked_for_stdout,
    path_words,
    save_board,
    save_path,
    squares_line,
    wants_file,
)
from gridwalk.cli.talk import Talk, say
from gridwalk.errors import NotPrintableError, TimeLimitError
from gridwalk.path import Path
from gridwalk.pathset import PathSet

NO_PATH = 1


@click.command()
@options(BOARD_OPTIONS, PICTURE_OPTIONS, JSON_OPTION)
def show(in_json: bool, **given: Any) -> None:
    """Show BOARD as gridwalk reads it: walls, start, exits.

    What is printed can be read again ('#' wall, '.' open, S start, E exit).

    \b
    Examples:
      gridwalk show maze.txt
      gridwalk show maze.txt --json
      gridwalk show maze.txt -o maze.png --dark

    Exit status: 0 shown, 2 bad input.
    """
    to_file = wants_file(given)
    board = Question(given).board()
    if to_file:
        save_board(board, given)
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
    elif not to_file:
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
@options(PATH_OPTIONS, JSON_OPTION)
def find(by: str, in_json: bool, **given: Any) -> int:
    """Find a path of BOARD, depth-first unless told otherwise.

    The path is drawn on the board: @ start, $ end, + turn, - and | straight on; a tour as
    step numbers.  Linear time for paths (a 4001x4001 maze: seconds); a tour by warnsdorff
    takes a moment on most boards, by dfs it may take for ever: give --time.

    \b
    Examples:
      gridwalk find maze.txt
      gridwalk find maze.txt --by bfs --moves king --corners none
      gridwalk find 8x8 --moves knight --tour --from a1 --draw lines
      gridwalk find 8x8 --moves knight --tour --from a1 -o tour.svg --squares

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
@options(PATH_OPTIONS, JSON_OPTION)
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
      gridwalk shortest maze.txt -o path.png

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
@SQUARES_OPTION
@JSON_OPTION
def list_(limit: int | None, lines: bool, squares: bool, in_json: bool, **given: Any) -> int:
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
        number = 0
        try:
            for path in islice(paths, limit):
                talk.clear()
                write(_form(path, paths, in_json=in_json, lines=lines, squares=squares))
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
@options(BOARD_OPTIONS, SET_OPTIONS)
@click.option(
    "--by", default="auto", metavar="ALGORITHM", help="sweep or list; default: whichever is quicker."
)
@click.option("--lengths", is_flag=True, help="How many there are of each number of moves.")
@click.option("--estimate", is_flag=True, help="Only say what a sweep would take.")
@click.option("--checkpoint", metavar="DIR", type=click.Path(file_okay=False),
              help="Keep the state of a sweep there, and go on from it when asked again.")  # fmt: skip
@JSON_OPTION
def count(by: str, lengths: bool, estimate: bool, in_json: bool, **given: Any) -> int:
    """Count the paths of BOARD, exactly, without listing them.

    A frontier sweeps over the board once for all paths: 12x12 (30 digits) takes a moment, 16x16
    some seconds, 20x20 minutes; a king's 9x9 a second.  What does not fit into --memory goes to
    disk.  The number stands alone on stdout, what was counted on stderr.

    \b
    Examples:
      gridwalk count maze.txt
      gridwalk count 12x12 --lengths
      gridwalk count 16x16 --through 8,8 --memory 1GiB --checkpoint state
      gridwalk count 6x6 --moves knight --tour --closed

    Exit status: 0 counted (zero is a count), 2 bad input, 3 out of time, memory or disk.
    """

    def answer(paths: PathSet, talk: Talk) -> int:
        if estimate:
            plan = paths.estimate()
            facts = {"by": plan.by, "states": plan.states, "work": plan.work, "seconds": plan.seconds}
            write(dumps(facts) if in_json else str(plan))
            return 0
        table = paths.lengths() if lengths else {}
        number = sum(table.values()) if lengths else paths.count(by=by)
        talk.clear()
        if in_json:
            facts = {"count": number, "convention": paths.convention}
            write(dumps(facts | {"lengths": table} if lengths else facts))
        elif lengths:
            width = len(str(max(table, default=0)))
            for length, of_length in table.items():
                write(f"{length:{width}} {of_length}")
            say(f"{number:,} in all")
        else:
            write(str(number))
        say(paths.convention)
        return 0

    return ask(given, answer)


@click.command()
@options(BOARD_OPTIONS, SET_OPTIONS)
@click.option("--measure", type=click.Choice(["length", "cost"]), default="length", show_default=True,
              help="What there is to be most of.")  # fmt: skip
@JSON_OPTION
def longest(measure: str, in_json: bool, **given: Any) -> int:
    """Find a longest path of BOARD, exactly.

    All paths are swept at once, as by count: an open 12x12 board takes a moment, a maze of a
    thousand rooms, too.

    \b
    Examples:
      gridwalk longest maze.txt
      gridwalk longest 8x8 --avoiding 3,3
      gridwalk longest 6x6 --cycles

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time or memory.
    """
    return _one_path(given, in_json, lambda paths: paths.longest(measure=measure))


@click.command()
@options(BOARD_OPTIONS, SET_OPTIONS)
@click.option("-n", "--number", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
              help="How many.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The same number, the same paths.")
@click.option("--lines", is_flag=True, help="One path a line, its cells as (row,column).")
@JSON_OPTION
def sample(number: int, seed: int | None, lines: bool, in_json: bool, **given: Any) -> int:
    """Draw paths of BOARD at random, each of all with exactly the same chance.

    \b
    Examples:
      gridwalk sample 12x12 --seed 1
      gridwalk sample maze.txt -n 1000 --lines
      gridwalk sample 6x6 --moves knight --tour --closed

    Exit status: 0 drawn, 1 there is no path, 2 bad input, 3 out of time or memory.
    """

    def answer(paths: PathSet, talk: Talk) -> int:
        drawn = paths.sample(number, seed=seed)
        talk.clear()
        for path in drawn:
            write(_form(path, paths, in_json=in_json, lines=lines, squares=squares))
        if not drawn:
            say(f"no way: there are no {paths.described}")
        return 0 if drawn else NO_PATH

    return ask(given, answer)


def _form(path: Path, paths: PathSet, *, in_json: bool, lines: bool, squares: bool) -> str:
    if in_json:
        return as_json(path)
    in_line = squares_line if squares else line
    words = drawing(path, tour=paths.tour)
    return in_line(path) if lines else f"{words}\n{in_line(path)}\n" if squares else f"{words}\n"


def _one_path(given: dict[str, Any], in_json: bool, find_path: Callable[[PathSet], Path | None]) -> int:
    to_file = wants_file(given)

    def answer(paths: PathSet, talk: Talk) -> int:
        path = find_path(paths)
        talk.clear()
        if path is None:
            write(dumps({"found": False}) if in_json else f"no way: there are no {paths.described}")
            return NO_PATH
        if to_file:
            save_path(path, given, tour=paths.tour)
        if in_json:
            write(as_json(path, reached=_arrives(path, paths)))
        elif not to_file:
            write(checked_for_stdout(path_words(path, given, tour=paths.tour)))
        say(statistics(path))
        return 0

    return ask(given, answer)


def _arrives(path: Path, paths: PathSet) -> bool:
    return paths.exits is None or path.end in (paths.exits or ())


def _how_many(number: int, paths: PathSet) -> str:
    noun = "tour" if paths.tour else "cycle" if paths.closed else "path"
    return f"{number:,} {noun}s" if number > 1 else f"1 {noun}" if number else f"no {noun}"
