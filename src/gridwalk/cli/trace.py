"""The command trace: shows an algorithm at work, in characters or in a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from gridwalk.cli import paths as ask
from gridwalk.cli.answers import json_pieces, write
from gridwalk.cli.board import board_options
from gridwalk.cli.command import Command, look_options, output_options
from gridwalk.cli.ends import ends_facts
from gridwalk.cli.messages import ProgressLine, say
from gridwalk.cli.output import check_look, write_file
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


@click.command(cls=Command)
@board_options
@ask.end_options
@click.option("--tour", is_flag=True, help="Tours: paths through every open cell.")
@ask.by_option("trace", "dfs; of tours the quickest way")
@click.option("--steps", is_flag=True, help="Print the event log, one event per line, instead of pictures.")
@click.option(
    "--predecessors",
    is_flag=True,
    help="Print the predecessor matrix: for each cell the one before it, as row,column.",
)
@click.option(
    "--flat",
    is_flag=True,
    help="With --predecessors: the one before as a number, row * columns + column, and -1 where "
    "there is none.",
)
@click.option("--footprints", is_flag=True, help="Print the maze with footprints: 0 open, 1 wall, 2 visited.")
@click.option(
    "--at", type=WHOLE, metavar="N", help="With -o, --predecessors or --footprints: the state after N events."
)
@click.option("--beside", metavar="NAME", help="With -o FILE.html: another algorithm beside it.")
@click.option(
    "--language",
    type=click.Choice(["en", "zh"]),
    default="en",
    show_default=True,
    help="English or Chinese words in pictures, films and .html.",
)
@click.option(
    "--fps",
    type=click.FloatRange(0.1, 1000),
    metavar="N",
    default=10,
    show_default=True,
    help="Pictures per second in a film.",
)
@click.option(
    "--frames",
    type=POSITIVE,
    metavar="N",
    help="Number of pictures, evenly spaced; default: 8 on stdout, 200 in a film (at most 2,000).",
)
@output_options(
    save.TRACE,
    "Write to FILE a film (.gif, .apng), a page that plays it (.html), its last picture (.svg, .png), "
    "frames in characters (.txt) or the event log (.npy)",
)
@look_options
def trace(
    board: str, by: str, steps: bool, predecessors: bool, flat: bool, footprints: bool, at: int | None,
    beside: str | None, language: Any, fps: float, frames: int | None, in_json: bool, output: Path | None,
    dark: bool, pixels: int | None, **which: Any,
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
    check_look(output, dark=dark, pixels=pixels)
    ending = "" if output is None else output.suffix.lower()
    asked = [("--json", in_json), ("--steps", steps), ("--predecessors", predecessors),
             ("--footprints", footprints)]  # fmt: skip
    forms = [name for name, given in asked if given]
    if len(forms) > 1:
        raise InputError(f"{' and '.join(forms)} are different forms: give one of them")
    if forms and output is not None and (in_json or ending != ".txt"):
        raise InputError(f"{forms[0]} is printed: leave out -o" + ("" if in_json else ", or write a .txt"))
    if flat and not predecessors:
        raise InputError("--flat numbers the cells of --predecessors: add it")
    if at is not None and not (output or predecessors or footprints):
        raise InputError(
            "--at selects one picture of a film: give a file with -o, or add --predecessors or --footprints"
        )
    if beside and ending != ".html":
        raise InputError("--beside is for web pages: give one with -o FILE.html")
    if language != "en" and ending not in save.APPLIES["language"]:
        raise InputError("--language is for pictures and web pages: give one with -o, such as FILE.html")
    reading, paths = ask.asked(board, networks=False, **which)
    if ending in save.FILMS and at is None:
        raster.check_film(paths.board, "gif", frames or raster.FRAMES, fps)
    if ending in (*save.FILMS, ".png"):
        picture_words(None, language, pixels=True)  # which refuses a language without a font
    with ProgressLine() as line:
        limited = paths.within(progress=line)
        done = _traced(limited, "by", by)
        if at is not None and at > len(done):
            raise InputError(f"--at {at}: the log has {len(done):,} events")
        how: dict[str, bool] = {"steps": steps, "predecessors": predecessors, "flat": flat}
        text = _text(done, at, frames, footprints=footprints, **how)  # lazy: a film needs none
        if output is not None:
            other = None if beside is None else _traced(limited, "beside", beside)
            shown = save.trace_forms(
                done, save.Look(dark, pixels), lambda: "".join(f"{part}\n" for part in text), beside=other,
                at=at, frames=frames, fps=fps, language=language,
            )  # fmt: skip
            write_file(output, shown)
        elif in_json:
            write(json_pieces(_facts(done) | ends_facts(paths)))
        else:
            for part in text:
                write(part)
    if done.truncated:
        say(f"the log ends after {MAX_EVENTS:,} events, before the end of the search")
        ask.say_ends(reading, paths, tour=which["tour"])
        return Status.ANSWERED
    last = done.at(len(done))
    work = f"{last.expanded:,} expanded, {counted(last.backtracks, 'backtrack')}"
    say(f"{done.by}: {counted(len(done), 'event')}; {work}, {done._answer}")
    if done.path is None and (reason := paths.why_empty()) is not None:
        say(reason)
    ask.say_ends(reading, paths, tour=which["tour"])
    return Status.NO_PATH if done.path is None else Status.ANSWERED


def _traced(paths: Any, named: str, by: str) -> Trace:
    traces.check_traced(named, by, "tours" if paths._question.tour else "paths")
    done: Trace = paths.trace(**({} if by == "auto" else {"by": by}))
    return done


def _text(
    done: Trace, at: int | None, frames: int | None, *, steps: bool, predecessors: bool, flat: bool,
    footprints: bool,
) -> Iterator[str]:  # fmt: skip
    if predecessors:
        yield _predecessors(done, at, flat=flat)
    elif footprints:
        yield from (" ".join(map(str, row)) for row in done.footprints(at).tolist())
    elif steps:
        yield from done.lines()
    else:
        yield from save.frames_of(done, at, frames)


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
