"""The command trace: shows an algorithm at work, in the terminal or in a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from gridwalk.answers.trace import Trace
from gridwalk.cli import boardverbs
from gridwalk.cli.answers import json_pieces, write
from gridwalk.cli.forms import Form
from gridwalk.cli.output import OutFile, check_trace_file, save_trace
from gridwalk.cli.progress import ProgressLine, is_terminal, say
from gridwalk.cli.question import AnySet, ask, ends_facts
from gridwalk.cli.status import Status
from gridwalk.cli.stepping import headline, play, step_by_key
from gridwalk.errors import InputError, counted
from gridwalk.kernels.codes import EVENT_NAMES
from gridwalk.render.raster import steps_of
from gridwalk.render.text import draw_frame, legend_of
from gridwalk.sets.pathset import PathSet

TEXT_FRAMES = 8
OF_TEXT = ("steps", "predecessors", "footprints")


def trace(given: boardverbs.TraceCommand) -> int:
    """Watch an algorithm."""
    form, out, at = Form.of(given), OutFile.of(given, given.board), given.step
    if given.stepping and not is_terminal(sys.stdout):
        raise InputError("--step needs a terminal: --steps prints the event log, -o film.html a page")

    def text_of(done: Trace) -> Iterator[str]:
        if given.predecessors:
            yield form.predecessors(done, at)
        elif given.footprints:
            yield from (" ".join(map(str, row)) for row in done.footprints(at).tolist())
        elif given.steps:
            yield from done.lines()
        else:
            frames = steps_of(len(done), given.frames or TEXT_FRAMES) if at is None else [at]
            yield from (f"{_frame(done, step, form)}\n" for step in frames)
            yield legend_of(done)

    def show(done: Trace, paths: AnySet) -> None:
        if at is not None and at > len(done):
            raise InputError(f"--at {at}: the log has {len(done):,} events")
        if out is not None:
            other = None if given.beside is None else _traced(paths, given, "beside", given.beside)
            save_trace(done, out, given, lambda: "".join(f"{text}\n" for text in text_of(done)), other)
        if given.in_json:
            write(json_pieces(_facts(done) | ends_facts(paths)))
        elif given.stepping:
            step_by_key(done, form, fps=given.fps, dark=given.dark, step=at or 0)
        elif (
            out is None
            and is_terminal(sys.stdout)
            and not (given.steps or given.predecessors or given.footprints)
        ):
            play(done, form, fps=given.fps, dark=given.dark)
        elif out is None:
            for text in text_of(done):
                write(text)

    def answer(paths: AnySet, line: ProgressLine) -> int:
        if out is not None:
            check_trace_file(paths.board, out, given)
        done = _traced(paths, given, "by", given.by)
        line.clear()
        show(done, paths)
        if done.truncated:
            say(f"the log ends after {given.most:,} events (--most), before the end of the search")
        else:
            say(f"{done.by}: {counted(len(done), 'event')}; {_closing(done)}")
            if done.path is None and (reason := paths.why_empty()) is not None:
                say(reason)
        return Status.NO_PATH if done.path is None and not done.truncated else Status.ANSWERED

    return ask(given, answer)


def _traced(paths: AnySet, given: boardverbs.TraceCommand, option: str, by: Any) -> Trace:
    from gridwalk.planner.traces import check_traced, only_swept
    from gridwalk.sets.tourset import CycleSet

    if isinstance(paths, CycleSet):
        raise only_swept(paths.question)
    check_traced(option, by, "tours" if paths.question.tour else "paths")
    if given.weight is not None and option == "by" and isinstance(paths, PathSet):
        return paths.trace(by=by, max_events=given.most, weight=given.weight)
    return paths.trace(by=by, max_events=given.most)


def _facts(done: Trace) -> dict[str, object]:
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
