"""The rows of a part of a dataset: boards made one by one, and asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gridwalk.datasets.asking import Askable
from gridwalk.datasets.columns import Row, board_values
from gridwalk.datasets.recipe import Given, Recipe
from gridwalk.measure import digest
from gridwalk.runtime.limits import Limits


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
    """Return the columns of these names."""
    table: dict[str, list[Any]] = {name: [] for name in names}
    puts = [(name, column.append) for name, column in table.items()]
    for row in rows:
        for name, put in puts:
            put(row[name])
    return table
