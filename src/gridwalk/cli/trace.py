"""The verb trace: an algorithm at work, in the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

import click

from gridwalk.cli.answers import json_pieces, write
from gridwalk.cli.options import BOARD_OPTIONS, JSON_OPTION, SET_OPTIONS, ask, options
from gridwalk.cli.picture import FILM_OPTIONS, TEXT_FRAMES, save_trace, wants_file
from gridwalk.cli.status import Status
from gridwalk.cli.talk import Talk, is_terminal, say
from gridwalk.errors import GridwalkError, counted
from gridwalk.kernels.codes import EVENT_NAMES
from gridwalk.pathset import PathSet
from gridwalk.render.film import steps_of
from gridwalk.render.frames import LEGEND, draw_frame
from gridwalk.trace import MOST_EVENTS, Trace


@click.command()
@options(BOARD_OPTIONS, SET_OPTIONS)
@click.option("--by", default="auto", metavar="ALGORITHM",
              help="dfs, dfs-recursive, bfs, labels, dijkstra, astar, jps, list; tours: warnsdorff, dfs, "
              "construct.")  # fmt: skip
@click.option("--steps", is_flag=True, help="Print the event log, one event a line, instead of pictures.")
@click.option("--fps", type=click.FloatRange(min=0.1, max=1000), default=10, show_default=True, metavar="N",
              help="Events a second in a terminal, pictures a second in a film.")  # fmt: skip
@click.option("--frames", type=click.IntRange(min=1), metavar="N",
              help="How many pictures, evenly spaced: default 8 where stdout is no terminal, "
              "200 in a film (at most 2,000).")  # fmt: skip
@click.option("--most", type=click.IntRange(min=1), default=MOST_EVENTS, show_default=True, metavar="N",
              help="End the log after N events.")  # fmt: skip
@options(FILM_OPTIONS, JSON_OPTION)
def trace(by: str, steps: bool, most: int, in_json: bool, **given: Any) -> int:
    """Watch an algorithm work on BOARD, event by event.

    In a terminal it is animated in place; elsewhere some frames are printed.  o is the
    frontier, * expanded, + the walk, x left by going back.

    \b
    Examples:
      gridwalk trace maze.txt --by bfs
      gridwalk trace maze.txt --by dfs --steps
      gridwalk trace maze.txt --by dfs -o film.gif --dark
      gridwalk trace 5x5 --moves knight --tour --from 0,0 --steps --most 100

    Exit status: 0 traced, 1 no such path, 2 bad input, 3 out of time or memory.
    """
    fps, frames = given["fps"], given["frames"] or TEXT_FRAMES
    to_file = wants_file(given)
    if given["step"] is not None and not to_file:
        raise GridwalkError("--at asks for one picture of a film: say where to with -o")

    def show(done: Trace) -> None:
        if to_file:
            at = range(given["step"], given["step"] + 1) if given["step"] is not None else None
            save_trace(done, given, lambda: "\n".join([*_frames(done, frames, at), LEGEND, ""]))
        if in_json:
            write(json_pieces(_facts(done)))
        elif steps:
            for text in done.lines():
                write(text)
        elif not to_file and is_terminal(sys.stdout):
            _animate(done, fps)
        elif not to_file:
            for text in [*_frames(done, frames), LEGEND]:
                write(text)

    def answer(paths: PathSet, talk: Talk) -> int:
        done = paths.trace(by=by, most=most)
        talk.clear()
        show(done)
        if done.truncated:
            say(f"the log ends after {most:,} events (--most), before the search was over")
        else:
            say(f"{done.by}: {counted(len(done), 'event')}; {_closing(done)}")
            if done.path is None and paths.impossible is not None:
                say(paths.impossible)
        return Status.NO_PATH if done.path is None and not done.truncated else Status.ANSWERED

    return ask(given, answer)


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
    counts = f"{last.expanded:,} expanded, {counted(last.backtracks, 'backtrack')}"
    return counts + (f", path of length {done.path.length}" if done.path is not None else ", no path")


def _caption(done: Trace, step: int) -> str:
    snapshot = done.at(step)
    at = "" if snapshot.cell is None else f", at {snapshot.cell}"
    return (
        f"step {step:,} of {len(done):,}: {snapshot.expanded:,} expanded, "
        f"{counted(snapshot.backtracks, 'backtrack')}{at}"
    )


def _frames(done: Trace, frames: int, at: Iterable[int] | None = None) -> Iterator[str]:
    for step in steps_of(len(done), frames) if at is None else at:
        yield f"{_caption(done, step)}\n{draw_frame(done, step)}\n"


def _animate(done: Trace, fps: float) -> None:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    console = Console()
    if done.board.columns > console.width or done.board.rows + 3 > console.height:
        raise GridwalkError(
            f"the board of {done.board.rows} x {done.board.columns} does not fit this terminal of "
            f"{console.height} x {console.width}: enlarge it, or use --steps"
        )
    with Live(console=console, auto_refresh=False) as live:
        for step in range(len(done) + 1):
            words = f"{_caption(done, step)}\n{draw_frame(done, step)}\n{LEGEND}"
            live.update(Text(words), refresh=True)
            time.sleep(1 / fps)
