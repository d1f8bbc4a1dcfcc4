"""`dataset`: boards with their answers, written in parts by the workers.

The directory that becomes a dataset, its parts as tasks, and their rows: boards made one by one, and asked.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridwalk.board import Board
from gridwalk.datasets import parts
from gridwalk.datasets.reading import Dataset, read_dataset
from gridwalk.datasets.recipe import Given, Recipe, boards_of
from gridwalk.datasets.rows import Askable, Row, asked, board_values, schema_of
from gridwalk.errors import (
    ArgumentError,
    DatasetError,
    InputError,
    SpillError,
    UnknownChoiceError,
    WorkerError,
)
from gridwalk.errors.calls import advised
from gridwalk.frontier.estimate import duration
from gridwalk.grids.checks import checked_number
from gridwalk.measure import digest
from gridwalk.runtime.limits import Limits, On, checked_on, task_check
from gridwalk.runtime.progress import ProgressLike
from gridwalk.runtime.slices import tier, undecided
from gridwalk.runtime.tasks import Task, run_tasks

if TYPE_CHECKING:
    from gridwalk.makers.site import Seed

MANY_ROWS = 200  # for fewer it would take longer to load compiled code than to go without
PART = 10_000  # rows
MIN_PART, SHARES = 500, 8  # few rows are cut in so many parts, of at least so many rows
PART_OF_GIVEN = 1_000  # they are in memory, and sent to the workers
MAX_BYTES = 1 << 28  # of the boards of a part, roughly
MEMORY = 1 << 30  # for one answer; a share of what is free would make rows depend on the machine
GIVEN_IN_FLIGHT = 16  # parts
FIRST_GUESS, FIRST_ROWS = 1.0, 5  # from these seconds and rows on progress says how long it will take
KEPT = "finished parts are kept: the same command goes on"  # after a stop


@advised
def dataset(
    boards: str | Iterable[str] | Iterable[Board],
    size: Any = None,
    n: int | None = None,
    *,
    folder: str | os.PathLike[str],
    ask: str | Iterable[str] = ("shortest",),
    seed: Seed = None,
    on: On = None,
    part: int | None = None,
    format: str | None = None,  # noqa: A002
    seconds: float | None = None,
    memory: int | str = MEMORY,
    progress: ProgressLike = None,
    **options: Any,
) -> Dataset:
    """Make many boards, ask each the same questions, and write the rows in parts to a directory.

    A part that is there and whole is not made again: after a stop, however hard, the same call continues,
    with any *n* that is not below the rows that are there.

    Parameters
    ----------
    boards : str, several str, or iterable of Board
        A maker, as for `gridwalk.make`; several, of which one is drawn for each row; or boards of your own.
    size : int, (rows, columns), "20x30" or a list of these
        Rooms of mazes, cells of other boards; of a list one is drawn for each row.  Not with boards given.
    n : int
        The number of rows.  Default, with boards given: as many as there are.
    folder : path
        A directory, which is made if it is missing.  Workers of *on* write to it: they must see it, too.
    ask : str or iterable of str
        Questions: "find", "reach", "span", "shortest", "longest", "count", "measure".
    seed : int or numpy.random.Generator, optional
        A seed (0 or more).  Row *i* depends on it and on *i* only.  Default: a random seed.
    on : int or concurrent.futures.Executor, optional
        Where parts are made: default in this thread.  Much of the work is Python, so processes help more than
        threads do.
    part : int, optional
        Rows of a part, the unit of work.  Default: an eighth of *n*, at least 500 and at most 10,000, fewer
        of large boards; 1,000 of boards given; in a dataset that is continued as it is.
    format : {"parquet", "npz"}, optional
        Default: "parquet" if pyarrow is installed (``pip install pyarrow``), else "npz".
    seconds, memory : optional
        Limits of one answer for one row; default: no limit of time, 1 GiB.  An answer out of reach is null,
        and ``<question>_error`` says why.  With a limit of time that depends on the machine.
    progress : callable or bool, optional
        As for `gridwalk.Limits`.
    **options
        The other arguments of `gridwalk.make`, except a mask; of a list, an array or a range one is drawn
        for each row, each value as likely as any other.

    Returns
    -------
    Dataset
        What `read_dataset` returns.

    Raises
    ------
    DatasetError
        If the directory holds another dataset.
    UnknownChoiceError, ArgumentError, InputError
        If there is no such maker, question or option.
    SpillError
        If the directory cannot be written, or the disk is full; what was written stays.
    WorkerError
        If a worker died; what was written stays.

    Notes
    -----
    About 0.7 ms of processor time for a perfect maze of 20 x 20 rooms with shortest path and measures.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     data = dataset("wilson", 5, 20, ask=["shortest", "measure"], seed=7, folder=folder, format="npz")
    ...     len(data), data["shortest_length"][:3].tolist(), bool((data["loops"] == 0).all())
    (20, [20.0, 16.0, 24.0], True)

    """
    questions, on, folder = asked(ask), checked_on(on), parts.checked_folder(folder)
    limits = Limits(seconds=seconds, memory=memory)
    if part is not None:
        part = checked_number(part, "part", 1)
    if format is not None:
        UnknownChoiceError.check("format", format, parts.FORMATS)
    source = _recipe_of(boards, size, seed, options)
    is_made = isinstance(source, Recipe)
    if is_made or n is not None:
        n = checked_number(n, "n", 1)
    if isinstance(source, Recipe):
        source.board(0)  # what cannot be made is told before a worker begins
    known = parts.continued(folder) or {}
    about = {
        "boards": source.about if isinstance(source, Recipe) else "given",
        "ask": [question.name for question in questions],
        "part": part or known.get("part") or _part_of(source, n),
        "seconds": seconds,
        "memory": limits.memory,
    }
    work = DatasetFolder(folder, json.loads(json.dumps(about)), format, limits)
    work.begin(n if is_made else None)
    tasks = PartTasks(work, source, n)
    do_all(tasks, on, lambda _, rows: rows, n, "rows", progress, KEPT,
           there=lambda: tasks.skipped, in_flight=None if is_made else GIVEN_IN_FLIGHT)  # fmt: skip
    if tasks.rows < work.rows_there:
        raise DatasetError(folder, f"has {work.rows_there:,} rows, and only {tasks.rows:,} boards were given")
    work.end(tasks.rows)
    parts.remove_remains(folder)
    return read_dataset(folder)


def do_all(
    tasks: Iterable[Task],
    on: On,
    take: Callable[[int, Any], int],
    n: int | None,
    noun: str,
    progress: ProgressLike,
    kept: str,
    *,
    there: Callable[[], int] = lambda: 0,
    in_flight: int | None = None,
) -> None:
    """Do the tasks of *n* boards, in the tier that is fastest for that number: the answers are the same.

    *take* gets the number and the result of each, and returns how many boards these are; so many are *there*
    already.  *kept* says after a worker's death what of all this is kept.
    """
    watch, began, done = Limits(progress=progress).watch(), time.monotonic(), 0

    def check() -> None:
        rows = there() + max(made[0], done)
        watch.check(0, 0, rows, _doing(noun, rows, there(), n, time.monotonic() - began))

    is_many = (n or MANY_ROWS) >= MANY_ROWS and undecided()
    with tier("compiled") if is_many else nullcontext(), counted_rows() as made:
        try:
            for number, result in run_tasks(tasks, on, check=check, in_flight=in_flight):
                done += take(number, result)
        except WorkerError as error:
            raise WorkerError(error.reason, kept=kept) from error


def _doing(noun: str, rows: int, skipped: int, n: int | None, seconds: float) -> str:
    """Return the progress as text."""
    words = f"{rows:,} {noun}" if n is None else f"{rows:,} of {n:,} {noun}"
    if skipped:
        words += f" ({skipped:,} were there)"
    done = rows - skipped
    if seconds < FIRST_GUESS or done < FIRST_ROWS:  # no wild guess
        return words
    pace = done / seconds
    words += f", {pace:,.0f} a second" if pace >= 10 else f", {pace:.2g} a second"
    return words if n is None or n == rows else f"{words}, {duration((n - rows) / pace)} to go"


def _recipe_of(boards: Any, size: Any, seed: Any, options: dict[str, Any]) -> Recipe | Iterator[Board]:
    if isinstance(boards, str):
        return Recipe.of(boards, size, seed, options)
    if isinstance(boards, list | tuple) and boards and all(isinstance(name, str) for name in boards):
        return Recipe.of(boards, size, seed, options)
    for name, value in {"size": size, "seed": seed, **options}.items():
        if value is not None:
            raise InputError(f"{name} applies to makers; these boards are given")
    return boards_of(boards)


def _part_of(source: Recipe | Iterator[Board], n: int | None) -> int:
    """Return the rows of a part: fewer of few rows, so that all can work, and fewer of large boards."""
    if not isinstance(source, Recipe):
        return PART_OF_GIVEN
    choices = dict(source.choices)
    rows = min(PART, max(MIN_PART, -(-(n or 1) // SHARES)))
    cells = max((2 * rows + 1) * (2 * columns + 1) for rows, columns in choices["size"])
    return max(1, min(rows, MAX_BYTES // int(cells)))


# ------------------------------------------------------------------- the directory, and its parts

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
        row = {"index": number, **origin, **board_values(board), **answers_of(board, questions, limits)}
        if row.get("digest") is None:  # nobody measured it
            row["digest"] = digest(board)
        yield row


def answers_of(board: Board, questions: tuple[Askable, ...], limits: Limits) -> Row:
    """Return what the questions say of a board."""
    return {name: value for question in questions for name, value in question.of(board, limits).items()}


def table_of(rows: Iterator[Row], names: list[str]) -> dict[str, list[Any]]:
    """Return the columns of these names; raise if the task that makes them is not wanted any more."""
    table: dict[str, list[Any]] = {name: [] for name in names}
    tally = _tally.get()
    for row in rows:
        for name, column in table.items():
            column.append(row[name])
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
