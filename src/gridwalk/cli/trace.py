"""The command trace: shows an algorithm at work, in characters or in a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import click

from gridwalk.cli.answers import json_pieces, write
from gridwalk.cli.ends import ends_facts
from gridwalk.cli.forms import GlyphOptions, JsonOption, SquaresOption
from gridwalk.cli.options import Needs, OneOf, Options, Own, Rules, option
from gridwalk.cli.output import LookOptions, OutFile
from gridwalk.cli.progress import say
from gridwalk.cli.question import WEIGHT, WEIGHT_RULE, OfPaths, by_option
from gridwalk.cli.status import Status
from gridwalk.cli.values import File, Output, Positive, Whole
from gridwalk.draw import raster, save
from gridwalk.draw.language import picture_words
from gridwalk.errors import InputError, counted
from gridwalk.planner import traces
from gridwalk.runtime.progress import MAX_EVENTS

if TYPE_CHECKING:
    from gridwalk.answers.trace import Trace
    from gridwalk.cli.question import AnySet


class FilmFileOptions(Options, under="Output"):
    """Where a film is written to."""

    output: Annotated[File, Output(save.TRACE)] | None = option(
        "Write a film (.gif, .png, .apng), a web page that plays it (.html), its last picture (.svg), frames "
        "in characters (.txt) or the event log (.npy).", "-o --output")  # fmt: skip
    step: Whole | None = option("With -o, --predecessors or --footprints: the state after N events.", "--at")
    title: str = option("The heading of .html.", metavar="TEXT", default="")
    language: Literal["en", "zh"] = option(
        "English or Chinese words in pictures, films and .html.", default="en", shown=True
    )


class TraceCommand(
    OfPaths, Own, GlyphOptions, FilmFileOptions, LookOptions, SquaresOption, JsonOption, under="Output"
):
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
      gridwalk trace 5x5 --moves knight --tour --from 0,0 --steps --most 100

    Exit status: 0 traced, 1 no such path, 2 bad input, 3 out of time or memory.
    """

    common = "starts moves by steps output"
    without = {  # noqa: RUF012
        "undirected": "one path is found, in one direction",
        "cycles": "a sweep over all of them finds cycles, without steps to watch: count --cycles --layers",
    }
    by: Any = by_option("trace", "dfs; of tours the quickest way")
    weight: float | None = WEIGHT
    steps: bool = option("Print the event log, one event per line, instead of pictures.")
    predecessors: bool = option(
        "Print the predecessor matrix: for each cell the one before it, as row,column."
    )
    flat: bool = option("With --predecessors: the one before as a number, row * columns + column, and -1 "
                        "where there is none.")  # fmt: skip
    footprints: bool = option("Print the maze with footprints: 0 open, 1 wall, 2 visited.")
    fps: Annotated[float, click.FloatRange(min=0.1, max=1000)] = option(
        "Pictures per second in a film.", metavar="N", default=10,
        shown=True)  # fmt: skip
    frames: Positive | None = option("Number of pictures, evenly spaced; default: 8 on stdout, "
                                     "200 in a film (at most 2,000).")  # fmt: skip
    most: Positive = option("End the log after N events.", default=MAX_EVENTS, shown=True, under="Limits")
    beside: str | None = option("With -o FILE.html: another one beside it.", metavar="NAME", under="How")
    rules: ClassVar[Rules] = (
        WEIGHT_RULE,
        OneOf(("in_json", "steps", "predecessors", "footprints"),
              "{all} are different forms: give one of them"),
        Needs("flat", "predecessors", "--flat numbers the cells of --predecessors: add {it}"),
        Needs("step", ("output", "predecessors", "footprints"),
              "--at selects one picture of a film: give a file with -o, or add --predecessors or "
              "--footprints"),
        Needs(("beside", "title"), "output=.html", "{a} is for web pages: give one with -o FILE.html"),
        Needs("language", "output=.html|.svg|.gif|.png|.apng",
              "--language is for pictures and web pages: give one with -o, such as FILE.html"),
    )  # fmt: skip

    def answer(self) -> int:
        """Watch an algorithm."""
        _ = self.reading  # a network is refused: it has nothing to watch
        return super().answer()

    def reply(self, paths: AnySet) -> int:
        """Trace, and show the events."""
        out = OutFile.of(self)
        if out is not None and out.ending in save.FILMS:
            if self.step is None:
                raster.check_film(paths.board, "gif", self.frames or raster.FRAMES, self.fps)
            picture_words(None, self.language, pixels=True)  # which refuses a language without a font
        done = self._traced(paths, "by", self.by)
        if self.step is not None and self.step > len(done):
            raise InputError(f"--at {self.step}: the log has {len(done):,} events")
        if out is not None:
            other = None if self.beside is None else self._traced(paths, "beside", self.beside)
            forms = save.trace_forms(
                done, out.look, lambda: "".join(f"{text}\n" for text in self._text(done)), beside=other,
                at=self.step, title=self.title, frames=self.frames, fps=self.fps, language=self.language,
            )  # fmt: skip
            out.save(forms)
        if self.in_json:
            write(json_pieces(_facts(done) | ends_facts(paths)))
        elif out is None:
            for text in self._text(done):
                write(text)
        if done.truncated:
            say(f"the log ends after {self.most:,} events (--most), before the end of the search")
            return Status.ANSWERED
        last = done.at(len(done))
        work = f"{last.expanded:,} expanded, {counted(last.backtracks, 'backtrack')}"
        say(f"{done.by}: {counted(len(done), 'event')}; {work}, {done._answer}")
        if done.path is None and (reason := paths.why_empty()) is not None:
            say(reason)
        return Status.NO_PATH if done.path is None else Status.ANSWERED

    def _traced(self, paths: AnySet, named: str, by: Any) -> Trace:
        traces.check_traced(named, by, "tours" if paths._question.tour else "paths")
        changes = {} if named == "by" else {"weight": None}
        done: Trace = self.but(by=by, **changes).call(paths, "trace")
        return done

    def _text(self, done: Trace) -> Iterator[str]:
        at, form = self.step, self.form
        if self.predecessors:
            yield form.predecessors(done, at, flat=self.flat)
        elif self.footprints:
            yield from (" ".join(map(str, row)) for row in done.footprints(at).tolist())
        elif self.steps:
            yield from done.lines()
        else:
            yield from save.frames_of(done, at, self.frames, glyphs=form.glyphs, blanks=form.blanks)


def _facts(done: Trace) -> dict[str, object]:
    from gridwalk.runtime import codes

    return {
        "by": done.by,
        "start": done.start,
        "kinds": codes.EVENT_NAMES,
        "columns": done.board.columns,
        "events": done.events,
        "truncated": done.truncated,
        "path": None if done.path is None else done.path.cells,
    }
