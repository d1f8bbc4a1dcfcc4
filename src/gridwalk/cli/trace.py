"""The command trace: shows an algorithm at work, in characters or in a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from gridwalk.cli import boards, options
from gridwalk.cli import paths as ask
from gridwalk.cli.answers import json_pieces, write
from gridwalk.cli.messages import say
from gridwalk.cli.output import Form, ends_facts, write_file
from gridwalk.cli.status import Status
from gridwalk.cli.values import POSITIVE, WHOLE
from gridwalk.draw import raster, save
from gridwalk.draw.language import picture_words
from gridwalk.draw.text import in_columns
from gridwalk.errors import InputError, counted
from gridwalk.planner import traces
from gridwalk.runtime import codes
from gridwalk.runtime.progress import MAX_EVENTS

if TYPE_CHECKING:
    from gridwalk.answers.trace import Trace


@click.command(cls=options.Command)
@boards.options
@ask.end_options
@ask.tour_option
@ask.by_option("trace", "dfs; for tours the fastest")
@options.flag("--steps", help="Print the event log, one event per line, instead of pictures.")
@options.flag(
    "--predecessors", help="Print the predecessor matrix: for each cell its predecessor, as row,column."
)
@options.flag(
    "--flat",
    help="With --predecessors: numbers, row * columns + column, or -1 if there is none.",
)
@options.flag("--footprints", help="Print the maze with footprints: 0 open, 1 wall, 2 visited.")
@click.option("--at", type=WHOLE, help="With -o, --predecessors or --footprints: the state after N events.")
@click.option("--beside", metavar="NAME", help="With -o FILE.html: another algorithm beside it.")
@options.choice("--language", ("en", "zh"), "en", "English or Chinese words in pictures, films and .html.")
@options.fps
@click.option(
    "--frames",
    type=POSITIVE,
    help="Number of pictures, evenly spaced; default: 8 on stdout, 200 in a film (at most 2,000).",
)
@options.output(
    save.TRACE,
    "Write to FILE a film (.gif, .apng), a page that plays it (.html), its last picture (.svg, .png), "
    "frames in characters (.txt) or the event log (.npy)",
)
@options.look
def trace(
    board: str, by: str, steps: bool, predecessors: bool, flat: bool, footprints: bool, at: int | None,
    beside: str | None, language: Any, fps: float, frames: int | None, form: Form, **which: Any,
) -> int:  # fmt: skip
    """Watch an algorithm work on BOARD, event by event.

    Some frames are printed; -o film.html writes a page that plays all events.  o marks the frontier,
    * expanded cells, + the path so far (a leaper's as step numbers), x backtracked cells.

    \b
    Examples:
      gridwalk trace maze.txt --by bfs
      gridwalk trace maze.txt --by dfs --steps
      gridwalk trace maze.txt --by dfs --predecessors
      gridwalk trace maze.txt --by bfs --predecessors --flat
      gridwalk trace maze.txt --by dfs -o film.gif --dark
      gridwalk trace maze.txt --by bfs --beside astar -o film.html
      gridwalk trace 5x5 --moves knight --tour --from 0,0 --steps | head -100

    Exit status: 0 traced, 1 no such path, 2 bad input.
    """
    printed = {"--json": form.in_json, "--steps": steps, "--predecessors": predecessors,
               "--footprints": footprints}  # fmt: skip
    forms = [name for name, given in printed.items() if given]
    if len(forms) > 1:
        raise InputError(f"{' and '.join(forms)} are different forms: give one of them")
    if forms and form.output and (form.in_json or form.ending != ".txt"):
        raise InputError(f"{forms[0]} is printed: leave out -o{'' if form.in_json else ', or write a .txt'}")
    if flat and not predecessors:
        raise InputError("--flat numbers the cells of --predecessors: add it")
    if at is not None and not (form.output or predecessors or footprints):
        raise InputError(
            "--at selects one picture of a film: give a file with -o, or add --predecessors or --footprints"
        )
    if beside and form.ending != ".html":
        raise InputError("--beside is for web pages: give one with -o FILE.html")
    if language != "en" and form.ending not in save.APPLIES["language"]:
        raise InputError("--language is for pictures and web pages: give one with -o, such as FILE.html")
    asked = ask.asked(board, networks=False, **which)
    if form.ending in save.FILMS and at is None:
        raster.check_film(asked.paths.board, "gif", frames or raster.FRAMES, fps)
    if form.ending in (*save.FILMS, ".png"):
        picture_words(None, language, pixels=True)  # which refuses a language without a font
    with asked.within() as paths:
        done = _traced(paths, "by", by)
        if at is not None and at > len(done):
            raise InputError(f"--at {at}: the log has {len(done):,} events")

        def text() -> Iterator[str]:
            if predecessors:
                yield _predecessors(done, at, flat=flat)
            elif footprints:
                yield from (" ".join(map(str, row)) for row in done.footprints(at).tolist())
            elif steps:
                yield from done.lines()
            else:
                yield from save.frames_of(done, at, frames)

        if form.output is not None:
            other = None if beside is None else _traced(paths, "beside", beside)
            shown = save.trace_forms(
                done, form.look, lambda: "".join(f"{part}\n" for part in text()), beside=other, at=at,
                frames=frames, fps=fps, language=language,
            )  # fmt: skip
            write_file(form.output, shown)
        elif form.in_json:
            write(json_pieces(_facts(done) | ends_facts(paths)))
        else:
            for part in text():
                write(part)
        if done.truncated:
            say(f"the log ends after {MAX_EVENTS:,} events, before the end of the search")
            return Status.ANSWERED
        last = done.at(len(done))
        work = f"{last.expanded:,} expanded, {counted(last.backtracks, 'backtrack')}"
        say(f"{done.by}: {counted(len(done), 'event')}; {work}, {done._answer}")
        if done.path is None and (reason := paths.why_empty()) is not None:
            say(reason)
    return Status.NO_PATH if done.path is None else Status.ANSWERED


def _traced(paths: Any, named: str, by: str) -> Trace:
    traces.check_traced(named, by, "tours" if paths._question.tour else "paths")
    done: Trace = paths.trace(**({} if by == "auto" else {"by": by}))
    return done


def _predecessors(trace: Trace, at: int | None, *, flat: bool) -> str:
    """Return the predecessor matrix of *trace*; a dot in cells without a predecessor, # in walls."""
    if flat:
        return in_columns(trace.predecessors(at, flat=True).reshape(trace.board.shape).astype(str))
    words = [",".join(map(str, cell)) for cell in trace.predecessors(at).reshape(-1, 2).tolist()]
    none = np.where(trace.board.open_cells, ".", "#")
    table = np.array(words).reshape(trace.board.shape)
    return in_columns(np.where(table == f"{codes.NONE},{codes.NONE}", none, table))


def _facts(done: Trace) -> dict[str, object]:
    return {
        "by": done.by,
        "start": done.start,
        "kinds": codes.EVENT_NAMES,
        "columns": done.board.columns,
        "events": done.events,
        "truncated": done.truncated,
        "path": None if done.path is None else done.path.cells,
    }
