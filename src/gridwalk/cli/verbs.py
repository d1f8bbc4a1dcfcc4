"""The commands show and find, and the options --islands and --smooth."""

from __future__ import annotations

import string
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import click
import numpy as np

from gridwalk.answers.path import Path
from gridwalk.board import Board
from gridwalk.cli.answers import as_json, dumps, figures, json_pieces, statistics, write
from gridwalk.cli.ends import ends_facts, refuse_several_starts
from gridwalk.cli.forms import GLYPH_OPTIONS, Form, checked_for_stdout
from gridwalk.cli.induced import INDUCED_OPTION, refuse_beside_induced
from gridwalk.cli.options import (
    BOARD_OPTIONS,
    EXPLAIN_OPTION,
    JSON_OPTION,
    SET_OPTIONS,
    WEIGHT_OPTION,
    AnySet,
    BoardArguments,
    ask,
    by_option,
    options,
    weighted,
)
from gridwalk.cli.output import BOARD_PICTURE_OPTIONS, PATH_OPTIONS, save_board, save_path, wants_file
from gridwalk.cli.progress import ProgressLine, described, say
from gridwalk.cli.status import Status, ended_by
from gridwalk.cli.values import is_stdout
from gridwalk.errors import (
    InputError,
    NotPrintableError,
    QuestionError,
    ReadingWarning,
    TwoReadingsError,
    counted,
)
from gridwalk.grids.legal import ways_of
from gridwalk.grids.passages import WRAPPED
from gridwalk.render.text import in_columns

LETTERS = string.ascii_uppercase
SIZES_SAID = 20


def show_islands(board: Board, in_json: bool) -> None:
    """Print the islands of *board*, as letters if there are few, and their sizes."""
    labels = board.islands()
    sizes = np.bincount(labels[labels >= 0]).tolist()
    if in_json:
        write(json_pieces({"islands": len(sizes), "sizes": sizes, "labels": labels}))
        return
    if len(sizes) <= len(LETTERS):
        names = np.array([*LETTERS[: len(sizes)], "#"])
        write("\n".join(map("".join, names[labels].tolist())))
    else:
        words = labels.astype(str)
        words[labels < 0] = "#"
        write(in_columns(words))
    order = sorted(range(len(sizes)), key=lambda number: -sizes[number])[:SIZES_SAID]
    name = LETTERS if len(sizes) <= len(LETTERS) else range(len(sizes))
    listed = ", ".join(f"{name[number]} {sizes[number]:,}" for number in order)
    more = "" if len(sizes) <= SIZES_SAID else ", ..."
    say(f"{counted(len(sizes), 'island')}; cells: {listed}{more}")


SMOOTH_OPTION = click.option(
    "--smooth",
    is_flag=True,
    help="Pull the path taut: straight lines at any angle between some of its cells.",
)
_OTHERS = {"draw": "--draw", "blanks": "--blanks", "in_cells": "--in-cells", "labels": "--labels"}


def write_smoothed(
    path: Path, paths: AnySet, given: dict[str, Any], form: Form, facts: Mapping[str, Any] | None
) -> None:
    """Print *path* pulled taut, or write it to a file; as JSON with *facts*, unless they are None."""
    if option := next((option for name, option in _OTHERS.items() if given.get(name)), None):
        raise InputError(f"{option} applies to paths in steps: leave it out, or --smooth")
    question = paths.question
    if question.tour or question.is_conditional or question.avoided:
        raise InputError("--smooth applies to all paths from start to exit, without other conditions")
    to_file = wants_file(given)
    if to_file and given["output"].suffix.lower() == ".html":
        raise InputError("a page plays paths in steps: write an .svg with --smooth")
    try:
        angle = path.smoothed()
    except QuestionError as error:
        raise InputError(f"--smooth does not fit here: {error.reason}") from None
    names = form.names(angle)

    def text() -> str:
        if form.lines:
            return "\n".join(names)
        words = f"length {figures(angle.length)} at any angle, {counted(len(angle), 'way point')}"
        return f"{angle.draw(glyphs=form.glyphs)}\n{' '.join(names)}\n{words}"

    if to_file:
        save_path(angle, given, text)
    if facts is not None:
        more = {"cells": angle.cells, "crossed": angle.crossed}
        write(json_pieces({"found": True, **angle.numbers, **facts, **more}))
    elif not to_file:
        write(text())
    claim = "a straight line" if len(angle) < 3 else "not proved the shortest at any angle"
    say(f"by {path.by}, cost {figures(path.cost)}; pulled taut: {claim}")


@click.command()
@options(BOARD_OPTIONS, GLYPH_OPTIONS)
@click.option(
    "--no-marks", is_flag=True, help="Leave out S and E; with --glyphs 01 the output is a plain matrix."
)
@options(BOARD_PICTURE_OPTIONS, JSON_OPTION)
@click.option("--measure", is_flag=True, help="Print dead ends, junctions, loops, ... instead of the board.")
@click.option("--islands", is_flag=True, help="Print which cells can all reach one another, by letters.")
def show(in_json: bool, measure: bool, islands: bool, **given: Any) -> None:
    """Show BOARD as gridwalk reads it: walls, start, exits.

    gridwalk can read the output again ('#' wall, '.' open, S start, E exit), and a plain matrix
    too.  The line on stderr names the format of BOARD, its size, and where start and exit come
    from: marks, the openings of the border, or the first and the last open cell.

    \b
    Examples:
      gridwalk show maze.txt
      gridwalk show maze.txt --glyphs 01 --blanks --no-marks
      gridwalk show maze.txt --json
      gridwalk show maze.txt --measure
      gridwalk show maze.txt --islands
      gridwalk show maze.txt -o maze.png --dark

    Exit status: 0 shown, 2 bad input.
    """
    refuse_several_starts(given)
    form, to_file = Form.of(given, in_json=in_json), wants_file(given)
    question = BoardArguments(given, shows_only=True)
    if islands:
        if measure or to_file or form != Form(coloured=form.coloured) or given["no_marks"]:
            raise InputError("--islands prints letters, or --json: leave out other forms of the answer")
        show_islands(question.board(), in_json)
        return
    if measure:
        if to_file or form != Form(coloured=form.coloured) or given["no_marks"]:
            raise InputError("--measure prints numbers, or --json: leave out other forms of the answer")
        measures = question.board().measure()
        write(dumps(measures.to_dict()) if in_json else str(measures))
        return
    (board, recognised, _), origins = question.reading, question.origins()
    text = partial(board.draw, marks=not given["no_marks"], glyphs=form.glyphs, blanks=form.blanks)
    if to_file:
        save_board(board, given, text)
    facts = {
        "form": "size" if recognised is None else recognised.form,
        "rows": board.rows,
        "columns": board.columns,
        "open": board.open_count,
        "walls": board.size - board.open_count,
        "wrap": board.wrap,
        "moves": board.moves.name,
        "diagonal": board.diagonal,
        "portals": board.portals,
        "start": board.start,
        "start_from": origins.start,
        "exits": board.exits,
        "exits_from": origins.exits,
    }
    if in_json:
        one_way = [(*cell, *way) for cell, given in board.one_way.items() for way in ways_of(given)]
        sides = (None, None) if board.walls is None else (side.view(np.uint8) for side in board.walls)
        between = dict(zip(("walls_right", "walls_below"), sides, strict=True))
        more = {"one_way": one_way, "costs": board.costs, "text": str(board)}
        write(json_pieces(facts | between | more))
    elif not to_file:
        write(text())
    if not in_json and (not to_file or given["output"].suffix.lower() == ".txt"):
        try:
            if form == Form(squares=form.squares) and not given["no_marks"]:
                with warnings.catch_warnings():
                    warnings.simplefilter("error", ReadingWarning)
                    Board.from_text(board.to_text(), costs=board.costs is not None, moves=board.moves)
        except NotPrintableError as error:
            say(f"this output cannot be read again: {described(error)}")
        except (TwoReadingsError, ReadingWarning):
            say("to read this output again, add --cell-width 1")
    if not in_json and not to_file:
        say(_facts_in_words(facts, board))


def _facts_in_words(facts: dict[str, Any], board: Board) -> str:
    exits = " or ".join(map(str, board.exits))
    words = [
        "a board given by its size" if facts["form"] == "size" else f"read as a {facts['form']}",
        f"{board.rows} x {board.columns}",
        f"{facts['open']:,} open, {facts['walls']:,} walls",
        f"{board.walls.number:,} between cells" if board.walls is not None else "",
        WRAPPED[board.wrap],
        f"{len(board.one_way):,} one-way" if board.one_way else "",
        f"costs {board.costs.min()} to {board.costs.max()}" if board.costs is not None else "",
        f"{len(board.portals):,} portal{'s' * (len(board.portals) > 1)}" if board.portals else "",
        f"moves {board.moves.name}",
        f"diagonal steps times {board.diagonal:g}" if board.diagonal is not None else "",
        f"start {board.start} ({facts['start_from']})",
        f"exit {exits} ({facts['exits_from']})",
    ]
    return ", ".join(filter(None, words))


@click.command()
@options(BOARD_OPTIONS, SET_OPTIONS, INDUCED_OPTION)
@EXPLAIN_OPTION
@by_option("find", "dfs; for tours the fastest")
@WEIGHT_OPTION
@options(PATH_OPTIONS, JSON_OPTION)
def find(by: Any, weight: float | None, in_json: bool, **given: Any) -> int:
    """Find a path of BOARD, by depth-first search unless --by says otherwise.

    The path is drawn on the board: @ start, $ end, + turn, - and | straight on; a tour as
    step numbers.  Paths take linear time (a 4001x4001 maze: seconds).  A tour by warnsdorff
    takes a moment on most boards; by dfs it may never end: limit it with --time.

    \b
    Examples:
      gridwalk find maze.txt
      gridwalk find maze.txt --by bfs --moves king --corners none
      gridwalk find maze.txt --lines --reverse
      gridwalk find 8x8 --moves knight --tour --from a1 --draw lines
      gridwalk find 8x8 --moves knight --tour --from a1 -o tour.svg --squares

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time or memory.
    """
    refuse_beside_induced(given, by=by, weight=weight)

    def find_in(paths: AnySet) -> Path | None:
        return paths.find() if given["induced"] else paths.find(by=by, **weighted(paths, weight))

    return one_path(given, in_json, find_in)


def one_path(
    given: dict[str, Any],
    in_json: bool,
    find_path: Callable[[AnySet], Path | None],
    *,
    anytime: bool = False,
    condition: str = "",
) -> int:
    """Find one path, and print it or write it to a file; *anytime*: also after Ctrl-C, the best so far.

    The *condition* stands in the message if there is no path.
    """
    form, to_file = Form.of(given, in_json=in_json), wants_file(given)
    arguments = BoardArguments(given)

    def answer(paths: AnySet, line: ProgressLine) -> int:
        status = Status.ANSWERED
        try:
            path = find_path(paths)
        except KeyboardInterrupt as interrupt:
            path = line.last.path if anytime and line.last is not None else None
            if path is None:
                raise
            status = ended_by(interrupt)
        line.clear()
        if path is None:
            reason = {} if paths.why_empty() is None else {"reason": paths.why_empty()}
            words = no_way(paths, condition)
            if form.lines or is_stdout(given["output"]):
                say(words)
            else:
                write(dumps({"found": False} | reason | ends_facts(paths)) if in_json else words)
            return Status.NO_PATH
        if given.get("smooth"):
            facts = {"reached": arrives(path, paths), **ends_facts(paths)} if in_json else None
            write_smoothed(path, paths, given, form, facts)
            return status
        if to_file:
            save_path(path, given, partial(form.one, path, tour=paths.question.tour), arguments.picture)
        if in_json:
            write(as_json(path, reached=arrives(path, paths), facts=ends_facts(paths)))
        elif not to_file:
            write(checked_for_stdout(form.one(path, tour=paths.question.tour), "--draw lines"))
        say(statistics(path))
        return status

    return ask(given, answer, arguments)


def no_way(paths: AnySet, condition: str = "") -> str:
    """Return the message for an empty set, with the reason if it is known at once."""
    words = f"no way: there are no {paths.described}{condition}"
    return words if paths.why_empty() is None else f"{words}: {paths.why_empty()}"


def arrives(path: Path, paths: AnySet) -> bool:
    """Whether the path ends at an exit."""
    return paths.exits is None or path.end in (paths.exits or ())
