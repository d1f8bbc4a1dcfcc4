"""The rows of a part of a dataset: boards made one by one, and asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from gridwalk.datasets.asking import Askable
from gridwalk.datasets.columns import Row, board_values
from gridwalk.datasets.recipe import Given, Recipe
from gridwalk.measure import digest
from gridwalk.runtime.limits import Limits
from gridwalk.runtime.wanted import task_check

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
        row = {"index": number, **origin, **board_values(board)}
        for question in questions:
            row |= question.of(board, limits)
        if row.get("digest") is None:  # nobody measured it
            row["digest"] = digest(board)
        yield row


def answers_of(
    source: Recipe | Given, numbers: range, questions: tuple[Askable, ...], limits: Limits
) -> Iterator[Row]:
    """Yield only what the questions say of these boards."""
    for number in numbers:
        board, _ = source.board(number)
        row: Row = {}
        for question in questions:
            row |= question.of(board, limits)
        yield row


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
