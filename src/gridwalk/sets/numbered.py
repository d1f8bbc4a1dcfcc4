"""The lazy set of tours past numbered cells: the solutions of a Zip, a Numbrix or a Hidato."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from gridwalk.algorithms import CountBy
from gridwalk.answers.path import Path
from gridwalk.board.cells import CellLike
from gridwalk.board.checks import checked_number
from gridwalk.errors import ArgumentError, Cell, InputError, QuestionError
from gridwalk.planner.cellkinds import NumberedQuestion, count_cells
from gridwalk.planner.counts import ToCount
from gridwalk.sets.anyset import EndedSet
from gridwalk.sets.cellsets import PuzzleSet

Numbers = Mapping[CellLike, int] | Sequence[Sequence[int]]


@dataclass(frozen=True, repr=False)
class NumberedTours(PuzzleSet[Path], EndedSet):
    """The open tours that visit numbered cells; made by `TourSet.visiting` and `TourSet.numbered`.

    `is_unique` tests whether a puzzle has exactly one solution; `draw`, `svg`, `numbers` and `gridwalk.sheet`
    show the puzzle.  See `CellSet` for the other methods.

    Examples
    --------
    >>> from gridwalk import Board
    >>> puzzle = Board.rectangle(3, 3).tours((0, 0), (2, 2)).visiting([(0, 0), (1, 1), (2, 2)])
    >>> puzzle.count(), puzzle.is_unique()
    (2, False)
    >>> Board.rectangle(3, 3).tours().numbered([[1, 0, 0], [0, 0, 0], [7, 0, 9]]).is_unique()
    True

    Notes
    -----
    Frontier-based search: a state holds the two ends of each piece of the path, and for each end the number
    nearest to it.  Time and memory are exponential in the width of the frontier; more numbers reduce them.

    """

    _orders: tuple[tuple[Cell, ...], ...] = ()
    _steps: tuple[tuple[Cell, int], ...] = ()

    _others = "it is a verb of tours without numbers"

    def __post_init__(self) -> None:
        super().__post_init__()
        question = self._question
        if question.board._is_network:
            raise QuestionError("numbers on a path", "they are for boards, with rows and columns")
        if question.closed or question.undirected:
            kind = (
                "a closed tour has no first cell" if question.closed else "a tour and its reverse count once"
            )
            raise InputError(f"{kind}, and numbers are passed in a direction: ask open tours, board.tours()")

    def visiting(self, cells: Iterable[CellLike]) -> Self:
        """Return the tours that also visit *cells* in this order; see `TourSet.visiting`."""
        order = tuple(self.board.open_cell(cell, "visiting") for cell in cells)
        if not order or len(set(order)) < len(order):
            raise ArgumentError("visiting", order, "cells in the order of the path, all of them different")
        return replace(self, _orders=(*self._orders, order))

    def numbered(self, steps: Numbers) -> Self:
        """Return the tours that also visit cells at given *steps*; see `TourSet.numbered`."""
        if not isinstance(steps, Mapping):
            rows = [list(row) for row in steps]
            if [len(row) for row in rows] != [self.board.columns] * self.board.rows:
                raise ArgumentError(
                    "numbered", steps, "{cell: step}, or rows of numbers as large as the board"
                )
            steps = {(r, c): step for r, row in enumerate(rows) for c, step in enumerate(row) if step}
        found = dict(self._steps)
        for cell, step in steps.items():
            place = self.board.open_cell(cell, "numbered")
            allowed = f"a step from 1 to {self.board.open_count:,}, another one in each cell"
            number = checked_number(step, f"numbered: step of {self.board._said(place)}", 1)
            if number > self.board.open_count or found.get(place, number) != number:
                raise ArgumentError("numbered", step, allowed)
            found[place] = number
        if not found or len(set(found.values())) < len(found):
            raise ArgumentError("numbered", steps, "one cell or more, each with another step")
        return replace(self, _steps=tuple(sorted(found.items(), key=lambda one: one[1])))

    @property
    def numbers(self) -> dict[Cell, int]:
        """The number in each cell, as in `draw`: its step, or its position in an order, from 1."""
        places = {cell: place for order in self._orders for place, cell in enumerate(order, 1)}
        return places | dict(self._steps)

    @property
    def _at_ends(self) -> dict[Cell, str]:
        """The numbers by cell, as text for drawings."""
        return {cell: str(number) for cell, number in self.numbers.items()}

    @property
    def _cells(self) -> NumberedQuestion:
        return NumberedQuestion(self._question, self._orders, self._steps)

    @property
    def _convention(self) -> str:
        """A sentence that defines what counts as one member."""
        return self._described

    def count(self, *, by: CountBy = "auto") -> int:
        """Return the exact number of tours, the solutions of the puzzle.

        Parameters
        ----------
        by : {"auto", "sweep", "list"}
            Has no effect: the sweep is always used.

        Raises
        ------
        HopelessError
            If the frontier has more than 60 cells, there are more than 253 numbers, or two numbers are more
            than 255 steps apart; without a time limit of `within` also if the sweep has more than 50 million
            states (about half a minute).
        TimeLimitError, MemoryLimitError
            If a limit of `within` is reached.

        >>> from gridwalk import Board
        >>> Board.rectangle(6, 6).tours((0, 0)).visiting(["a6", "c4", "d2", "f1"]).count()
        6623
        """
        return self._cells.count(by)

    def _to_count(self) -> ToCount:
        return "count numbered", count_cells, self._cells
