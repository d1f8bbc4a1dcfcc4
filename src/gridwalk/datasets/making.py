"""`dataset`: boards with their answers, written in parts by the workers."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from gridwalk.board import Board
from gridwalk.datasets import parts
from gridwalk.datasets.asking import asked
from gridwalk.datasets.folder import DatasetFolder, PartTasks, counted_rows
from gridwalk.datasets.reading import Dataset, read_dataset
from gridwalk.datasets.recipe import Recipe, boards_of
from gridwalk.errors import DatasetError, InputError, UnknownChoiceError, WorkerError
from gridwalk.frontier.estimate import duration
from gridwalk.grids.checks import checked_number
from gridwalk.runtime.limits import Limits, On, checked_on
from gridwalk.runtime.progress import ProgressLike
from gridwalk.runtime.slices import tier, undecided
from gridwalk.runtime.tasks import run_tasks

if TYPE_CHECKING:
    from gridwalk.makers.chance import Rng

MANY_ROWS = 200  # for fewer it would take longer to load compiled code than to go without
PART = 10_000  # rows
MIN_PART, SHARES = 500, 8  # few rows are cut in so many parts, of at least so many rows
PART_OF_GIVEN = 1_000  # they are in memory, and sent to the workers
MAX_BYTES = 1 << 28  # of the boards of a part, roughly
MEMORY = 1 << 30  # for one answer; a share of what is free would make rows depend on the machine
GIVEN_IN_FLIGHT = 16  # parts
FIRST_GUESS, FEW = 1.0, 5  # after so many seconds and rows progress says how long it will take
KEPT = "finished parts are kept: the same command goes on"  # after a stop


def dataset(
    boards: str | Iterable[str] | Iterable[Board],
    size: Any = None,
    n: int | None = None,
    *,
    to: str | os.PathLike[str],
    ask: str | Iterable[str] = ("shortest",),
    rng: Rng = None,
    on: On = None,
    part: int | None = None,
    format: str | None = None,  # noqa: A002
    seconds: float | None = None,
    memory: int = MEMORY,
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
    to : path
        A directory, which is made if it is missing.  Workers of *on* write to it: they must see it, too.
    ask : str or iterable of str
        Questions: "find", "reach", "span", "shortest", "longest", "count", "measure".
    rng : int or numpy.random.Generator, optional
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
    ...     data = dataset("wilson", 5, 20, ask=["shortest", "measure"], rng=7, to=folder, format="npz")
    ...     len(data), data["shortest_length"][:3].tolist(), bool((data["loops"] == 0).all())
    (20, [20.0, 16.0, 24.0], True)

    """
    questions, on, folder = asked(ask), checked_on(on), parts.checked_folder(to)
    limits = Limits(seconds=seconds, memory=memory)
    if part is not None:
        part = checked_number(part, "part", 1)
    if format is not None:
        UnknownChoiceError.check("format", format, parts.FORMATS)
    source = _recipe_of(boards, size, rng, options)
    if isinstance(source, Recipe):
        n = checked_number(n, "n", 1)
        source.board(0)  # what cannot be made is told before a worker begins
    elif n is not None:
        n = checked_number(n, "n", 1)
    known = parts.continued(folder) or {}
    about = {
        "boards": source.about if isinstance(source, Recipe) else "given",
        "ask": [question.name for question in questions],
        "part": part or known.get("part") or _part_of(source, n),
        "seconds": seconds,
        "memory": memory,
    }
    work = DatasetFolder(folder, json.loads(json.dumps(about)), format, limits)
    work.begin(n if isinstance(source, Recipe) else None)
    watch, began, done = Limits(progress=progress).watch(), time.monotonic(), 0
    tasks = PartTasks(work, source, n)

    def check() -> None:
        rows = tasks.skipped + max(made[0], done)
        watch.check(0, 0, rows, _doing(rows, tasks.skipped, n, time.monotonic() - began))

    in_flight = None if isinstance(source, Recipe) else GIVEN_IN_FLIGHT
    with fastest(n or MANY_ROWS), counted_rows() as made:
        try:
            for _, rows in run_tasks(iter(tasks), on, check=check, in_flight=in_flight):
                done += rows
        except WorkerError as error:
            raise WorkerError(error.reason, kept=KEPT) from error
    if tasks.rows < work.rows_there:
        raise DatasetError(folder, f"has {work.rows_there:,} rows, and only {tasks.rows:,} boards were given")
    work.end(tasks.rows)
    parts.remove_remains(folder)
    return read_dataset(folder)


def fastest(rows: int) -> AbstractContextManager[None]:
    """Return the context in which so many boards are answered fastest: the answers are the same."""
    return tier("compiled") if rows >= MANY_ROWS and undecided() else nullcontext()


def _doing(rows: int, skipped: int, n: int | None, seconds: float) -> str:
    """Return the progress as text."""
    words = f"{rows:,} rows" if n is None else f"{rows:,} of {n:,} rows"
    if skipped:
        words += f" ({skipped:,} were there)"
    return words + pace_of(rows - skipped, None if n is None else n - rows, seconds)


def pace_of(done: int, left: int | None, seconds: float) -> str:
    """Return how fast boards were done in that time, and how long those that are left take; no wild guess."""
    if seconds < FIRST_GUESS or done < FEW:
        return ""
    pace = done / seconds
    words = f", {pace:,.0f} a second" if pace >= 10 else f", {pace:.2g} a second"
    return f"{words}, {duration(left / pace)} to go" if left else words


def _recipe_of(boards: Any, size: Any, rng: Any, options: dict[str, Any]) -> Recipe | Iterator[Board]:
    if isinstance(boards, str):
        return Recipe.of(boards, size, rng, options)
    if isinstance(boards, list | tuple) and boards and all(isinstance(name, str) for name in boards):
        return Recipe.of(boards, size, rng, options)
    for name, value in {"size": size, "rng": rng, **options}.items():
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
