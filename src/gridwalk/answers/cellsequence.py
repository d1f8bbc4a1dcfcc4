"""Cells in order on a board, with a move from each to the next: what paths and walks have in common."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import index
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.results import Drawn
from gridwalk.board.board import Board
from gridwalk.board.moves import letters_of
from gridwalk.board.passages import directions_along, steps_along, through_portals
from gridwalk.errors import Cell
from gridwalk.errors.missing import Suggesting
from gridwalk.keywords import Least


class CellSequence(Sequence[Cell], Drawn, Suggesting):
    """Cells in order, with a move of the board from each to the next; it never changes.

    Attributes
    ----------
    board : Board
    cells : int32 array, shape (n, 2), read-only
        Each ``(row, column)``.

    """

    board: Board
    cells: NDArray[np.int32]
    closed: bool
    by: str
    expanded: int
    backtracks: int
    best: Least | Literal[""]
    _bound: int | float | None = None
    _turn_cost: int | float = 0  # of a turn, where the path claims to be cheapest with its turns

    @property
    def start(self) -> Cell:
        """The first cell."""
        return self[0]

    @property
    def end(self) -> Cell:
        """The last cell."""
        return self[-1]

    @property
    def is_tour(self) -> bool:
        """Whether it is a path that visits every open cell."""
        return False

    @property
    def _round(self) -> NDArray[np.int32]:
        """The cells with all their moves: a closed path returns to its first."""
        return np.concatenate([self.cells, self.cells[:1]]) if self.closed else self.cells

    @property
    def length(self) -> int:
        """The number of moves; a closed path has as many moves as cells."""
        return len(self.cells) - 1 + self.closed

    @cached_property
    def cost(self) -> int | float:
        """The sum of the costs of the steps: each costs as much as the cell entered; without costs 1.

        A diagonal step of one cell costs ``board.diagonal`` times as much; that is by default 1 on a board
        with costs, the square root of 2 without.
        """
        return self.board._step_costs.total(self._round)

    @property
    def turns(self) -> int:
        """The number of turns: of moves in another direction than the move before.

        The length of a move makes no difference: a piece that slides on in the same direction does not turn.
        Over the seam of a board that is wrapped round a path goes straight on.  A step through a portal
        has no direction: the moves before and after it are compared.  A closed path may turn at its start.

        >>> from gridwalk import Board
        >>> Board.from_text("S.#\\n#..").paths((0, 0), (1, 2)).find().turns
        2
        """
        directions = directions_along(self.board, self._round)
        before = np.roll(directions, 1, axis=0) if self.closed else directions[:-1]
        return int((directions[len(directions) - len(before) :] != before).any(axis=1).sum())

    @property
    def letters(self) -> str:
        """The moves in letters, as `Moves.ordered` takes them: ``"DDRR"``, or a knight's ``"DDR,URR"``.

        A step through a portal is a ``*``.
        """
        words = names_of_steps(self.board, self._round)
        return ("," if any(len(name) > 1 for name in (*words, *self.board.moves.names)) else "").join(words)

    @property
    def bound(self) -> int | float | None:
        """A bound on all paths of the set: upper for a longest path, lower for a shortest; None: no claim."""
        return self._value if self._bound is None else self._bound

    @property
    def gap(self) -> float | None:
        """The distance from `bound`, as a share of the bound: 0 if the path is proved to be the best.

        None if no claim is made.
        """
        bound, value = self.bound, self._value
        if bound is None or value is None:
            return None
        if bound == value:
            return 0.0
        return abs(bound - value) / abs(bound) if bound else math.inf

    @property
    def proved(self) -> bool:
        """Whether it is proved that no other is better; False where no claim is made."""
        return self.gap == 0.0

    @property
    def _value(self) -> int | float | None:
        if self.best == "cost" and self._turn_cost:
            return self.cost + self._turn_cost * self.turns
        return getattr(self, self.best) if self.best else None

    @property
    def numbers(self) -> dict[str, Any]:
        """All that `to_dict` has but the cells."""
        raise NotImplementedError

    @property
    def _visited(self) -> dict[str, list[Any]]:
        """The cells, by the name that `to_dict` has for them."""
        return {"cells": self.board._listed_names(self.cells)}

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: ``length``, ``cost``, effort, a bound if there is one, ``cells``.

        >>> from gridwalk import Board
        >>> facts = Board.rectangle(1, 2).paths().find().to_dict()
        >>> facts["length"], facts["cells"]
        (1, [[0, 0], [0, 1]])
        """
        return {**self.numbers, **self._visited}

    def __len__(self) -> int:
        return len(self.cells)

    @overload
    def __getitem__(self, number: int) -> Cell: ...
    @overload
    def __getitem__(self, number: slice) -> list[Cell]: ...
    def __getitem__(self, number: int | slice) -> Cell | list[Cell]:
        if isinstance(number, slice):
            return list(map(tuple, self.cells[number].tolist()))
        row, column = self.cells[index(number)].tolist()
        return row, column

    def __iter__(self) -> Iterator[Cell]:
        return map(tuple, self.cells.tolist())

    def __reversed__(self) -> Iterator[Cell]:
        return map(tuple, self.cells[::-1].tolist())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.cells, dtype, copy=copy)

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.cells.flags.writeable = False  # which pickle does not keep


def names_of_steps(board: Board, cells: NDArray[np.int32]) -> list[str]:
    """Return the letters of each step: ``*`` for a portal, ``u`` up, ``d`` down, none to nowhere."""
    jumps, steps = through_portals(board, cells).tolist(), steps_along(board, cells).tolist()
    ways = {} if board.levels is None else {-board.levels.height: "u", board.levels.height: "d"}
    return [
        (ways.get(step[0], "*") if step[1] == 0 else "*") if is_jump else letters_of(*step)
        for step, is_jump in zip(steps, jumps, strict=True)
    ]
