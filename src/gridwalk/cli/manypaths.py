"""The commands that answer with many paths: list and sample; as text, or in a file."""

from __future__ import annotations

from collections.abc import Iterator

from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.cli.answers import as_json, flush, write
from gridwalk.cli.forms import Form, each_as_text
from gridwalk.cli.output import OutFile, save_paths
from gridwalk.cli.pathverbs import ListCommand, SampleCommand
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.question import AnySet, ask, no_way
from gridwalk.cli.status import Status
from gridwalk.errors import LimitError
from gridwalk.planner.listed import as_found, first_of
from gridwalk.sets.pathset import PathSet

CHARACTERS = 1 << 20  # of the drawings that are made at a time


def list_(given: ListCommand) -> int:
    """List every path."""
    form, out = Form.of(given), OutFile.of(given, given.board)
    closing = say if given.in_json or form.lines or out else write

    def listed(paths: AnySet) -> Iterator[Batch[Path] | Path]:
        if given.induced:
            return iter(paths)
        if not isinstance(paths, PathSet) or not (given.shortest_first or given.slack is not None):
            return as_found(paths.question)
        by = given.measure or "cost"
        if given.slack is None:
            return paths.in_order(measure=by)
        return paths.nearly_shortest(given.slack, measure=by)

    def answer(paths: AnySet, line: ProgressLine) -> int:
        number = 0

        def counted(found: Iterator[Batch[Path] | Path]) -> Iterator[Batch[Path] | Path]:
            nonlocal number
            for some in found:
                yield some
                number += 1 if isinstance(some, Path) else len(some)

        try:
            at_a_time = max(1, CHARACTERS // paths.board.size)
            found = counted(first_of(listed(paths), given.limit, at_a_time))
            if out is not None:
                save_paths(found, paths.board, out, given, form, line)
            else:
                for some in found:
                    line.clear()
                    write(each_as_text(some, form, tour=paths.question.tour, in_json=given.in_json))
        except (KeyboardInterrupt, LimitError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            closing(
                f"{_how_many(number, paths)} so far{'' if out is None else f'; {out.file} is not written'}"
            )
            raise
        line.clear()
        stopped = given.limit is not None and number == given.limit
        if given.limit == 0:
            closing("nothing listed: the limit is 0")
        elif stopped:
            first = "the first" if number == 1 else f"the first {number:,}"
            closing(
                f"{first} {'tour' if paths.question.tour else 'path'}{'s' * (number > 1)}; there may be more"
            )
        else:
            reason = None if number else paths.why_empty()
            words = f"there {'is' if number < 2 else 'are'} {_how_many(number, paths)}"
            if number and given.slack is not None:
                more = given.slack if isinstance(given.slack, str) else f"{given.slack:g}"
                words += f" within {more} of the shortest"
            closing(words if reason is None else f"{words}: {reason}")
        return 0 if number or stopped else Status.NO_PATH

    return ask(given, answer)


def _how_many(number: int, paths: AnySet) -> str:
    noun = "tour" if paths.question.tour else "cycle" if paths.question.closed else "path"
    return f"{number:,} {noun}s" if number > 1 else f"1 {noun}" if number else f"no {noun}"


def sample(given: SampleCommand) -> int:
    """Draw random paths."""
    form, out = Form.of(given), OutFile.of(given, given.board)

    def answer(paths: AnySet, line: ProgressLine) -> int:
        drawn = 0

        def each() -> Iterator[Path]:
            nonlocal drawn
            for path in paths.samples(given.number, rng=given.seed):
                yield path
                drawn += 1

        if out is not None:
            save_paths(each(), paths.board, out, given, form, line)
        else:
            for path in each():
                line.clear()
                write(as_json(path) if given.in_json else form.one_of_many(path, tour=paths.question.tour))
                flush()  # the next path may take long
        if not drawn:
            say(no_way(paths))
        return 0 if drawn else Status.NO_PATH

    return ask(given, answer)
