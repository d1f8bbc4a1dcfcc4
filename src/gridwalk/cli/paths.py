"""The commands that answer with paths: find, shortest, longest, list and sample.

`shortest` has two more answers: the path pulled taut, and a table with a path for each pair in a file.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias

from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.answers.results import as_json as batch_as_json
from gridwalk.cli.answers import as_json, dumps, figures, flush, json_pieces, statistics, write
from gridwalk.cli.forms import Form, checked_for_stdout, each_as_text
from gridwalk.cli.output import OutFile, save_path, save_paths
from gridwalk.cli.pathverbs import FindCommand, ListCommand, LongestCommand, SampleCommand, ShortestCommand
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.question import AnySet, BoardArguments, ask, ends_facts, no_way
from gridwalk.cli.status import Status, ended_by
from gridwalk.cli.values import is_stdout
from gridwalk.errors import BoardFileError, HopelessError, InputError, LimitError, QuestionError, counted
from gridwalk.grids.cells import CellLike
from gridwalk.io.content import decode
from gridwalk.io.files import read_bytes
from gridwalk.planner.listed import as_found, first_of
from gridwalk.sets.pathset import PathSet

OnePathOptions: TypeAlias = FindCommand | ShortestCommand | LongestCommand
Facts: TypeAlias = Mapping[str, object]


def find(given: FindCommand) -> int:
    """Find a path."""

    def find_in(paths: AnySet) -> Path | None:
        if given.induced:
            return paths.find()
        if given.weight is not None and isinstance(paths, PathSet):
            return paths.find(by=given.by, weight=given.weight)
        return paths.find(by=given.by)

    return _one_path(given, find_in)


def shortest(given: ShortestCommand) -> int:
    """Find a path of minimum cost; or one for each pair of cells in a file."""
    if given.pairs is not None:
        return _paths_of_pairs(given, given.pairs)

    def nearest(paths: AnySet) -> Path | None:
        if given.induced:
            return paths.shortest()
        if not isinstance(paths, PathSet):
            return paths.shortest(by=given.by)
        if given.labels:
            # Each cell enters and leaves the queue once, and may be on the path traced back.
            log = paths.trace(by=given.by, max_events=3 * paths.board.size + 1)
            write(f"{Form.of(given).labels(log)}\n")
        try:
            path = paths.shortest(
                by=given.by, closest=given.closest, max_cost=given.max_cost, seconds=given.anytime,
                gap=given.gap, rng=given.seed,
            )  # fmt: skip
        except HopelessError as error:
            if not given.through or paths.question.has_given_lengths:
                raise
            raise HopelessError(error.reason, "--anytime 10s finds a short path, with a bound") from None
        if path is not None and not _arrives(path, paths):
            say(f"no exit can be reached: this path ends at {path.end}, the reachable cell nearest to one")
        return path

    condition = "" if given.max_cost is None else f" that cost at most {given.max_cost:g}"
    return _one_path(given, nearest, anytime=bool(given.given(("anytime", "gap"))), condition=condition)


def longest(given: LongestCommand) -> int:
    """Find a longest path, or a long one with a bound, or a bound alone."""
    if given.bound:
        return _bound(given)
    anytime = bool(given.given(("anytime", "gap", "steps")))

    def longest_of(paths: AnySet) -> Path | None:
        if given.induced:
            return paths.longest()
        if anytime and isinstance(paths, PathSet):
            return paths.longest(
                measure=given.measure, seconds=given.anytime, gap=given.gap, steps=given.steps, rng=given.seed
            )
        try:
            return paths.longest(measure=given.measure)
        except HopelessError as error:
            if not isinstance(paths, PathSet) or paths.question.is_conditional:
                raise
            raise HopelessError(error.reason, "--anytime 10s finds a long path, with a bound") from None

    return _one_path(given, longest_of, anytime=anytime)


def _bound(given: LongestCommand) -> int:
    """Print an upper bound, and its reason on stderr."""

    def answer(paths: AnySet, line: ProgressLine) -> int:
        assert isinstance(paths, PathSet)
        found = paths.bound(measure=given.measure, seconds=given.anytime)
        line.clear()
        if found is None:
            write(dumps({"found": False} | ends_facts(paths)) if given.in_json else no_way(paths))
            return Status.NO_PATH
        facts = {"bound": found.value, "by": found.by, "measure": given.measure}
        write(dumps(facts | ends_facts(paths)) if given.in_json else str(found.value))
        say(f"no path has a {given.measure} above {found.value:,}: {found.by}")
        return Status.ANSWERED

    return ask(given, answer)


def _one_path(
    given: OnePathOptions,
    find_path: Callable[[AnySet], Path | None],
    *,
    anytime: bool = False,
    condition: str = "",
) -> int:
    """Find one path, and print it or write it to a file; *anytime*: also after Ctrl-C, the best so far.

    The *condition* stands in the message if there is no path.
    """
    form, out = Form.of(given), OutFile.of(given, given.board)
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
            if form.lines or is_stdout(given.output):
                say(words)
            else:
                write(dumps({"found": False} | reason | ends_facts(paths)) if given.in_json else words)
            return Status.NO_PATH
        if given.given("smooth"):
            facts = {"reached": _arrives(path, paths), **ends_facts(paths)} if given.in_json else None
            _write_smoothed(path, paths, out, form, facts)
            return status
        if out is not None:
            save_path(path, out, partial(form.one, path, tour=paths.question.tour), arguments.picture)
        if given.in_json:
            write(as_json(path, reached=_arrives(path, paths), facts=ends_facts(paths)))
        elif out is None:
            write(checked_for_stdout(form.one(path, tour=paths.question.tour), "--draw lines"))
        say(statistics(path))
        return status

    return ask(given, answer, arguments)


def _arrives(path: Path, paths: AnySet) -> bool:
    """Whether the path ends at an exit."""
    return paths.exits is None or path.end in (paths.exits or ())


def _write_smoothed(path: Path, paths: AnySet, out: OutFile | None, form: Form, facts: Facts | None) -> None:
    """Print *path* pulled taut, or write it to a file; as JSON with *facts*, unless they are None."""
    question = paths.question
    if question.tour or question.is_conditional or question.avoided:
        raise InputError("--smooth applies to all paths from start to exit, without other conditions")
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

    if out is not None:
        save_path(angle, out, text)
    if facts is not None:
        more = {"cells": angle.cells, "crossed": angle.crossed}
        write(json_pieces({"found": True, **angle.numbers, **facts, **more}))
    elif out is None:
        write(text())
    claim = "a straight line" if len(angle) < 3 else "not proved the shortest at any angle"
    say(f"by {path.by}, cost {figures(path.cost)}; pulled taut: {claim}")


_FOUR = re.compile(
    r"\s*(-?\d{1,9})\s*[,;\t ]\s*(-?\d{1,9})\s*[,;\t ]\s*(-?\d{1,9})\s*[,;\t ]\s*(-?\d{1,9})\s*"
)


def _paths_of_pairs(given: ShortestCommand, file: str) -> int:
    """Print a row for each pair: start, exit, length, cost, and why a pair cannot be asked."""
    starts, exits = _read(file)
    board = BoardArguments(given, shows_only=True).board()
    with ProgressLine() as line:
        batch = board.shortest_many(
            starts, exits, by=given.by, invalid="none", max_cost=given.max_cost,
            seconds=given.seconds, memory=given.memory, progress=line,
        )  # fmt: skip
    answers = batch.to_dict()
    cells = answers.pop("cells")
    table = {"start": starts, "exit": exits, **answers}
    table["error"] = [batch.errors.get(number) for number in range(len(batch))]
    if given.in_json:
        write(batch_as_json({"by": batch.by, **table, "cells": cells}))
    else:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(table)
        writer.writerows(zip(*(map(_word, column) for column in table.values()), strict=True))
        write(out.getvalue().rstrip("\n"))
    found = sum(length is not None for length in table["length"])
    say(f"{found:,} of {len(batch):,} pairs have a path; by {batch.by}")
    return Status.ANSWERED if found == len(batch) else Status.NO_PATH


def _word(value: Any) -> Any:
    return f"{value[0]},{value[1]}" if isinstance(value, list) else value


def _read(file: str) -> tuple[list[CellLike], list[CellLike]]:
    """Return the starts and exits in *file*: four numbers a line, or two names of cells."""
    starts: list[CellLike] = []
    exits: list[CellLike] = []
    for number, line in enumerate(decode(read_bytes(file)).splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if four := _FOUR.fullmatch(line):
            numbers = [int(part) for part in four.groups()]
            starts.append(numbers[:2])
            exits.append(numbers[2:])
        elif len(names := line.replace('"', "").split()) == 2:
            starts.append(names[0])
            exits.append(names[1])
        elif starts or not line.strip()[0].isalpha():  # the first line may name the columns
            said = line.strip()[:40]
            reason = f"line {number}: {said!r} is no pair: four numbers such as 0,0,7,4, or two cells (a1 h8)"
            raise BoardFileError(file, reason)
    return starts, exits


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
