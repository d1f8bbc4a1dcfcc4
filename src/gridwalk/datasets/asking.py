"""What a dataset can ask of every board: a row of a table each.

To add a question: a function of a board and the limits of an answer that returns the values of its
columns, and a row of `ASKABLE`.  No path is an answer: nulls without a reason.  An answer out of reach
(a `LimitError`) is nulls, too, with the reason in the column ``<question>_error``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from functools import cache
from math import log10
from typing import TYPE_CHECKING

import numpy as np

from gridwalk.datasets.columns import BOARD_COLUMNS, Column, Row, packed_moves
from gridwalk.errors import ArgumentError, LimitError, UnknownChoiceError
from gridwalk.measure import Measures, measures_of
from gridwalk.runtime.limits import Limits

if TYPE_CHECKING:
    from gridwalk.answers.path import Path
    from gridwalk.board import Board
    from gridwalk.sets.pathset import PathSet

Answer = Callable[["Board", Limits], Row]


@dataclass(frozen=True)
class Askable:
    """A question that is asked of every board.

    Attributes
    ----------
    name, about : str
        What it is called in ``ask``, and a sentence for the help.
    columns : tuple of Column
        What it answers with.
    answer : callable
        Takes a board and the limits of one answer; returns a value for each column.

    """

    name: str
    about: str
    columns: tuple[Column, ...]
    answer: Answer

    def of(self, board: Board, limits: Limits) -> Row:
        """Return the values for *board*, and why there are none."""
        error = f"{self.name}_error"
        try:
            return {**self.answer(board, limits), error: None}
        except LimitError as reason:
            return {**dict.fromkeys((column.name for column in self.columns), None), error: str(reason)}

    @property
    def all_columns(self) -> tuple[Column, ...]:
        """Its columns, and the one for the reason."""
        about = f"Why {self.name} was not answered: a limit; else null."
        return (*self.columns, Column(f"{self.name}_error", "text", about))


def _paths(board: Board, limits: Limits) -> PathSet:
    paths = board.paths()
    return replace(paths, question=replace(paths.question, limits=limits))


def _find(board: Board, limits: Limits) -> Row:
    return {"found": _paths(board, limits).find() is not None}


def _reach(board: Board, limits: Limits) -> Row:
    return {"reached": int(np.count_nonzero(board.reachable())) / board.open_count}


def _span(board: Board, limits: Limits) -> Row:
    top = [(0, column) for column in np.flatnonzero(board.open_cells[0]).tolist()]
    return {"spans": bool(top) and bool(board.reachable(top)[-1].any())}


def _best(name: str, path: Path | None) -> Row:
    if path is None:
        return {f"{name}_length": None, f"{name}_cost": None, f"{name}_path": None}
    values = path.length, float(path.cost), packed_moves(path)
    return dict(zip((f"{name}_length", f"{name}_cost", f"{name}_path"), values, strict=True))


def _shortest(board: Board, limits: Limits) -> Row:
    return _best("shortest", _paths(board, limits).shortest())


def _longest(board: Board, limits: Limits) -> Row:
    return _best("longest", _paths(board, limits).longest())


def _count(board: Board, limits: Limits) -> Row:
    number = _paths(board, limits).count()
    return {"count": str(number), "count_log10": log10(number) if number else None}


def _measure(board: Board, limits: Limits) -> Row:
    measures = measures_of(board, Limits(seconds=limits.seconds))
    return {column.name: getattr(measures, column.name) for column in MEASURES} | {"digest": measures.digest}


def _best_columns(name: str, what: str) -> tuple[Column, ...]:
    return (
        Column(f"{name}_length", "int32", f"Moves of {what}; null: there is none."),
        Column(f"{name}_cost", "float", "Its cost."),
        Column(f"{name}_path", "bytes", "Its moves from the start, packed."),
    )


_ABOUT_MEASURES = {
    "cells": "Open cells.",
    "edges": "Pairs of cells that a move joins.",
    "components": "Parts that no move joins.",
    "dead_ends": "Cells of one move.",
    "junctions": "Cells of three moves or more.",
    "corridors": "Walks through cells of two moves.",
    "mean_corridor": "Their moves on average.",
    "longest_corridor": "The moves of the longest.",
    "loops": "Independent cycles.",
    "perfect": "Whether exactly one path joins any two cells.",
    "solution_length": "Moves of a cheapest path.",
    "solution_share": "The share of the open cells on it.",
    "turns": "How often it changes direction.",
    "decisions": "Its cells with a wrong way out.",
    "diameter": "The greatest distance between two cells.",
}
SHARES = ("reached", "solution_share")
_KIND = {"mean_corridor": "float", "solution_share": "float", "perfect": "bool"}
MEASURES = tuple(
    Column(field.name, _KIND.get(field.name, "int32"), _ABOUT_MEASURES[field.name])  # type: ignore[arg-type]
    for field in fields(Measures)
    if field.name in _ABOUT_MEASURES
)

_ROWS = (
    Askable("find", "Is there a path?",
             (Column("found", "bool", "Whether there is a path from the start to an exit."),), _find),
    Askable("reach", "How much of the board can be reached?",
             (Column("reached", "float", "The share of the open cells that the start reaches."),), _reach),
    Askable("span", "Is there a path from the first row to the last?",
             (Column("spans", "bool", "Whether there is a path from the first row to the last."),), _span),
    Askable("shortest", "A shortest path.", _best_columns("shortest", "a cheapest path"), _shortest),
    Askable("longest", "A longest path.", _best_columns("longest", "a longest path"), _longest),
    Askable("count", "How many paths there are.",
             (Column("count", "text", "The number of paths, in decimal: it may have hundreds of digits."),
              Column("count_log10", "float", "Its logarithm; null: there is none.")), _count),
    Askable("measure", "What the board is like, as `Board.measure` says.", MEASURES, _measure),
)  # fmt: skip
ASKABLE = {question.name: question for question in _ROWS}


def asked(ask: str | Iterable[str]) -> tuple[Askable, ...]:
    """Return the questions of these names, in the order of the table; raise an error for another name."""
    names = _names(ask)
    for name in names:
        UnknownChoiceError.check("ask", name, ASKABLE)
    return tuple(question for question in _ROWS if question.name in names)


def columns_asked(ask: str | Iterable[str]) -> tuple[tuple[Askable, ...], tuple[Column, ...]]:
    """Return questions and their columns of numbers, asked for by the name of a question or a column."""
    owner = {column.name: question for question in _ROWS for column in question.columns}
    chosen: dict[str, Column] = {}
    names = _names(ask)
    for name in names:
        UnknownChoiceError.check("ask", name, [*ASKABLE, *numbers()])
        wanted = ASKABLE[name].columns if name in ASKABLE else (numbers()[name],)
        chosen |= {column.name: column for column in wanted if column.name in numbers()}
    questions = {owner[name].name for name in chosen}
    return tuple(row for row in _ROWS if row.name in questions), tuple(chosen.values())


@cache
def numbers() -> dict[str, Column]:
    """Return the columns of numbers of all questions, by name."""
    columns = (column for question in _ROWS for column in question.columns)
    return {column.name: column for column in columns if column.kind in ("int32", "int64", "float", "bool")}


def is_share(name: str) -> bool:
    """Whether the mean of this column of numbers is a share, from 0 to 1."""
    return numbers()[name].kind == "bool" or name in SHARES


def _names(ask: str | Iterable[str]) -> list[str]:
    try:
        names = [ask] if isinstance(ask, str) else list(ask)
    except TypeError:
        raise ArgumentError("ask", ask, f"names such as {', '.join(ASKABLE)}") from None
    if not names:
        raise ArgumentError("ask", ask, f"at least one of {', '.join(ASKABLE)}")
    return names


def schema_of(questions: Iterable[Askable]) -> tuple[Column, ...]:
    """Return all columns of a dataset that asks these questions."""
    return BOARD_COLUMNS + tuple(column for question in questions for column in question.all_columns)
