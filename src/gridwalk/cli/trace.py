"""The command trace: shows an algorithm at work, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from gridwalk.answers.trace import Trace
from gridwalk.cli.answers import json_pieces, write
from gridwalk.cli.ends import ends_facts
from gridwalk.cli.forms import GLYPH_OPTIONS, Form
from gridwalk.cli.options import (
    BOARD_OPTIONS,
    JSON_OPTION,
    SET_OPTIONS,
    WEIGHT_OPTION,
    AnySet,
    ask,
    by_option,
    options,
    weighted,
)
from gridwalk.cli.output import FILM_OPTIONS, TEXT_FRAMES, check_trace_file, save_trace, wants_file
from gridwalk.cli.progress import ProgressLine, is_terminal, say
from gridwalk.cli.status import Status
from gridwalk.cli.stepping import headline, play, step_by_key
from gridwalk.errors import InputError, counted
from gridwalk.kernels.codes import EVENT_NAMES
from gridwalk.render.raster import steps_of
from gridwalk.render.text import draw_frame, legend_of
from gridwalk.runtime.eventlog import MAX_EVENTS

MATRICES = ("predecessors", "footprints")


@click.command()
@options(BOARD_OPTIONS, SET_OPTIONS)
@by_option("trace", "dfs; of tours the quickest way")
@WEIGHT_OPTION
@click.option("--step", "stepping", is_flag=True,
              help="Step by key in the terminal: space or right is the next event, left the one before, q "
              "quits, ? lists the keys.  Begins at --at.")  # fmt: skip
@click.option("--steps", is_flag=True, help="Print the event log, one event per line, instead of pictures.")
@click.option(
    "--predecessors",
    is_flag=True,
    help="Print the predecessor matrix: for each cell the one before it, as row,column.",
)
@click.option("--footprints", is_flag=True, help="Print the maze with footprints: 0 open, 1 wall, 2 visited.")
@click.option("--fps", type=click.FloatRange(min=0.1, max=1000), default=10, show_default=True, metavar="N",
              help="Events per second in a terminal, pictures per second in a film.")  # fmt: skip
@click.option("--frames", type=click.IntRange(min=1), metavar="N",
              help="Number of pictures, evenly spaced; default: 8 if stdout is not a terminal, "
              "200 in a film (at most 2,000).")  # fmt: skip
@click.option("--most", type=click.IntRange(min=1), default=MAX_EVENTS, show_default=True, metavar="N",
              help="End the log after N events.")  # fmt: skip
@click.option("--beside", metavar="NAME", help="With -o FILE.html: another algorithm, played beside it.")
@options(GLYPH_OPTIONS, FILM_OPTIONS, JSON_OPTION)
def trace(by: Any, weight: float | None, beside: str | None, most: int, in_json: bool, **given: Any) -> int:
    """Watch an algorithm work on BOARD, event by event.

    A terminal shows an animation, or with --step an event at each key; other outputs get some
    frames.  o marks the frontier, * expanded cells, + the path so far (a leaper's as step numbers),
    x backtracked cells.

    \b
    Examples:
      gridwalk trace maze.txt --by bfs
      gridwalk trace maze.txt --by bfs --step
      gridwalk trace maze.txt --by dfs --steps
      gridwalk trace maze.txt --by dfs --predecessors
      gridwalk trace maze.txt --by dfs -o film.gif --dark
      gridwalk trace maze.txt --by bfs --beside astar -o film.html
      gridwalk trace 5x5 --moves knight --tour --from 0,0 --steps --most 100

    Exit status: 0 traced, 1 no such path, 2 bad input, 3 out of time or memory.
    """
    form, to_file = Form.of(given, in_json=in_json), wants_file(given)
    stepping = given["stepping"]
    forms = {"--json": in_json, "--step": stepping} | {
        f"--{name}": given[name] for name in ("steps", *MATRICES)
    }
    if sum(forms.values()) > 1:
        raise InputError(
            f"{' and '.join(name for name in forms if forms[name])} are different forms: give one of them"
        )
    matrix, at = next((name for name in MATRICES if given[name]), None), given["step"]
    if at is not None and not to_file and matrix is None and not stepping:
        raise InputError(
            "--at selects one picture of a film: give a file with -o, or add --step, --predecessors or "
            "--footprints"
        )
    if stepping and to_file:
        raise InputError("--step is for a terminal: leave out -o")
    if stepping and not is_terminal(sys.stdout):
        raise InputError("--step needs a terminal: --steps prints the event log, -o film.html a page")

    is_page = to_file and given["output"].suffix.lower() == ".html"
    for name, value in (("--beside", beside), ("--title", given["title"])):
        if value and not is_page:
            raise InputError(f"{name} is for web pages: give one with -o FILE.html")

    def text_of(done: Trace) -> Iterator[str]:
        if matrix == "predecessors":
            yield form.predecessors(done, at)
        elif matrix == "footprints":
            yield from (" ".join(map(str, row)) for row in done.footprints(at).tolist())
        elif given["steps"]:
            yield from done.lines()
        else:
            frames = steps_of(len(done), given["frames"] or TEXT_FRAMES) if at is None else [at]
            yield from (f"{_frame(done, step, form)}\n" for step in frames)
            yield legend_of(done)

    def show(done: Trace, paths: AnySet) -> None:
        if at is not None and at > len(done):
            raise InputError(f"--at {at}: the log has {len(done):,} events")
        if to_file:
            other = None if beside is None else _traced(paths, "beside", beside, most)
            save_trace(done, given, lambda: "".join(f"{text}\n" for text in text_of(done)), other)
        if in_json:
            write(json_pieces(_facts(done) | ends_facts(paths)))
        elif stepping:
            step_by_key(done, form, fps=given["fps"], dark=given["dark"], step=at or 0)
        elif not to_file and is_terminal(sys.stdout) and matrix is None and not given["steps"]:
            play(done, form, fps=given["fps"], dark=given["dark"])
        elif not to_file:
            for text in text_of(done):
                write(text)

    def answer(paths: AnySet, line: ProgressLine) -> int:
        if to_file:
            check_trace_file(paths.board, given)
        done = _traced(paths, "by", by, most, weight)
        line.clear()
        show(done, paths)
        if done.truncated:
            say(f"the log ends after {most:,} events (--most), before the end of the search")
        else:
            say(f"{done.by}: {counted(len(done), 'event')}; {_closing(done)}")
            if done.path is None and (reason := paths.why_empty()) is not None:
                say(reason)
        return Status.NO_PATH if done.path is None and not done.truncated else Status.ANSWERED

    return ask(given, answer)


def _traced(paths: AnySet, option: str, by: Any, most: int, weight: float | None = None) -> Trace:
    from gridwalk.planner.traces import check_traced, only_swept
    from gridwalk.sets.cycleset import CycleSet

    if isinstance(paths, CycleSet):
        raise only_swept(paths.question)
    check_traced(option, by, "tours" if paths.question.tour else "paths")
    return paths.trace(by=by, max_events=most, **weighted(paths, weight))


def _facts(done: Trace) -> dict[str, Any]:
    return {
        "by": done.by,
        "start": done.start,
        "kinds": EVENT_NAMES,
        "columns": done.board.columns,
        "events": done.events,
        "truncated": done.truncated,
        "path": None if done.path is None else done.path.cells,
    }


def _closing(done: Trace) -> str:
    last = done.at(len(done))
    return f"{last.expanded:,} expanded, {counted(last.backtracks, 'backtrack')}, {done.answer}"


def _frame(done: Trace, step: int, form: Form) -> str:
    return f"{headline(done, step)}\n{draw_frame(done.at(step), glyphs=form.glyphs, blanks=form.blanks)}"
