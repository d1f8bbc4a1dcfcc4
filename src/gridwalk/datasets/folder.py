"""The directory that becomes a dataset, and its parts as tasks.

The rows of a part of a dataset: boards made one by one, and asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from gridwalk.board import Board
from gridwalk.datasets import parts
from gridwalk.datasets.asking import Askable, asked, schema_of
from gridwalk.datasets.columns import Row, board_values
from gridwalk.datasets.recipe import Given, Recipe
from gridwalk.errors import ArgumentError, DatasetError, SpillError
from gridwalk.measure import digest
from gridwalk.runtime.limits import Limits, task_check
from gridwalk.runtime.working import Task

_tally: ContextVar[list[int] | None] = ContextVar("rows made in this process", default=None)


@contextmanager
def counted_rows() -> Iterator[list[int]]:
    """Yield a list whose one entry is the number of rows made since, by this thread or others of ours."""
    tally = [0]
    token = _tally.set(tally)
    try:
        yield tally
    finally:
        _tally.reset(token)


def rows_of(
    source: Recipe | Given, numbers: range, questions: tuple[Askable, ...], limits: Limits
) -> Iterator[Row]:
    """Yield the rows of these numbers, each a value for every column."""
    for number in numbers:
        board, origin = source.board(number)
        row = {"index": number, **origin, **board_values(board), **_answers(board, questions, limits)}
        if row.get("digest") is None:  # nobody measured it
            row["digest"] = digest(board)
        yield row


def answers_of(
    source: Recipe | Given, numbers: range, questions: tuple[Askable, ...], limits: Limits
) -> Iterator[Row]:
    """Yield only what the questions say of these boards."""
    for number in numbers:
        yield _answers(source.board(number)[0], questions, limits)


def _answers(board: Board, questions: tuple[Askable, ...], limits: Limits) -> Row:
    return {name: value for question in questions for name, value in question.of(board, limits).items()}


def table_of(rows: Iterator[Row], names: list[str]) -> dict[str, list[Any]]:
    """Return the columns of these names; raise if the task that makes them is not wanted any more."""
    table: dict[str, list[Any]] = {name: [] for name in names}
    tally = _tally.get()
    puts = [(name, column.append) for name, column in table.items()]
    for row in rows:
        for name, put in puts:
            put(row[name])
        if tally is not None:
            tally[0] += 1
        task_check()
    return table


def _differences(known: dict[str, Any], about: dict[str, Any]) -> list[str]:
    """Return what is different, with the value that is there: of boards the seed and the choices."""

    def flat(given: dict[str, Any]) -> dict[str, Any]:
        boards = given.get("boards")
        made = {"seed": boards.get("seed"), **boards.get("choices", {})} if isinstance(boards, dict) else {}
        rest = {name: value for name, value in given.items() if name not in ("boards", "rows")}
        return rest | (made or {"boards": boards})

    there, asked_for = flat(known), flat(about)
    names = [name for name in {**there, **asked_for} if there.get(name) != asked_for.get(name)]
    return [f"{name} {json.dumps(there[name])}" if name in there else f"no {name}" for name in names]


class DatasetFolder:
    """A directory that becomes a dataset; workers get it pickled."""

    def __init__(self, folder: Path, about: dict[str, Any], form: str | None, limits: Limits) -> None:
        self.folder, self.about, self.limits = folder, about, limits
        known = parts.continued(folder)
        self.form = form or (known or {}).get("format") or parts.default_format()
        self.rows_known = None if known is None else known["rows"]
        self.rows_there = 0
        parts.check_format(self.form)
        if known is not None and (differ := _differences(known, {**about, "format": self.form})):
            reason = f"holds another dataset, with {', '.join(differ)}; choose another directory"
            raise DatasetError(folder, reason)
        self.questions = asked(about["ask"])
        self.schema = schema_of(self.questions)
        self.key = parts.key_of(about)

    def begin(self, rows: int | None) -> None:
        """Make the directory, and describe it."""
        self.rows_there = parts.rows_there(self.folder, self.form, self.about["part"], self.key)
        if rows is not None and rows < self.rows_there:
            reason = f"has {self.rows_there:,} rows already: ask for at least as many"
            raise DatasetError(self.folder, reason)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            parts.rename_description(self.folder)
        except (FileExistsError, NotADirectoryError) as error:
            raise DatasetError(self.folder, f"cannot be written: {error.strerror or error}") from None
        except OSError as error:
            raise SpillError(self.folder, 0, error) from error
        self.end(self.rows_known if rows is None else rows)

    def end(self, rows: int | None) -> None:
        """Describe the dataset, now of so many rows; None: nobody knows yet."""
        about = {**self.about, "format": self.form, "rows": rows}
        if parts.read_description(self.folder) != about:
            parts.write_description(self.folder, about)

    def about_part(self, numbers: range, source: Recipe | Given) -> dict[str, Any]:
        """Return what the part of these rows says of itself."""
        about: dict[str, Any] = {"key": self.key, "first": numbers.start, "rows": len(numbers)}
        if isinstance(source, Given):
            words = repr([sorted(board_values(board).items()) for board in source.boards])
            about["boards"] = sha256(words.encode()).hexdigest()
        return about


class PartTasks:
    """The parts that are still to be made, one after another."""

    def __init__(self, work: DatasetFolder, source: Recipe | Iterator[Board], n: int | None) -> None:
        self.work, self.source, self.n = work, source, n
        self.rows = self.skipped = 0

    def __iter__(self) -> Iterator[Task]:
        work, size = self.work, self.work.about["part"]
        for number in range(self.n or 1 << 62):
            wanted = size if self.n is None else min(size, self.n - self.rows)
            source = self._source(wanted)
            rows = len(source.boards) if isinstance(source, Given) else wanted
            if rows <= 0:
                return
            numbers = range(self.rows, self.rows + rows)
            self.rows += rows
            about = work.about_part(numbers, source)
            path = parts.part_path(work.folder, number, work.form)
            if parts.is_whole(path, work.schema, about):
                self.skipped += rows
                continue
            yield Task(f"dataset-{work.key[:16]}-{number}", make_part, (work, source, path, numbers, about))

    def _source(self, wanted: int) -> Recipe | Given:
        if isinstance(self.source, Recipe):
            return self.source
        boards = tuple(islice(self.source, max(0, wanted)))
        for place, board in enumerate(boards, self.rows):
            if not isinstance(board, Board):
                raise ArgumentError("boards", board, f"boards; number {place} is none")
        return Given(boards, self.rows)


def make_part(
    work: DatasetFolder, source: Recipe | Given, path: Path, numbers: range, about: dict[str, Any]
) -> int:
    """Make the rows of these numbers, write them, and return how many there are."""
    rows = rows_of(source, numbers, work.questions, work.limits)
    table = table_of(rows, [column.name for column in work.schema])
    parts.write_part(path, work.schema, table, about)
    return len(numbers)
