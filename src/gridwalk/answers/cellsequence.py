"""The base class of paths and walks: cells of a board in order, with a move from each to the next."""

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
    """An immutable sequence of cells, with a move of the board from each to the next.

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
    _turn_cost: int | float = 0  # of a turn, if the path is claimed to be cheapest with its turns

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
        """Whether this is a path through every open cell."""
        return False

    @property
    def _round(self) -> NDArray[np.int32]:
        """The cells; if the path is closed, the first cell is repeated at the end."""
        return np.concatenate([self.cells, self.cells[:1]]) if self.closed else self.cells

    @property
    def length(self) -> int:
        """The number of moves; a closed path has as many moves as cells."""
        return len(self.cells) - 1 + self.closed

    @cached_property
    def cost(self) -> int | float:
        """The sum of the costs of the steps.

        A step costs as much as the cell that it enters, or 1 on a board without costs.  A diagonal step of
        one cell costs ``board.diagonal`` times as much; the default of this factor is 1 on a board with
        costs, and the square root of 2 on others.
        """
        return self.board._step_costs.total(self._round)

    @property
    def turns(self) -> int:
        """The number of turns, which are moves in another direction than the move before.

        The lengths of the moves do not matter, nor does the seam of a board that is wrapped round.  A step
        through a portal has no direction: the moves before and after it are compared.  A closed path may turn
        at its start.

        >>> from gridwalk import Board
        >>> Board.from_text("S.#\\n#..").paths((0, 0), (1, 2)).find().turns
        2
        """
        directions = directions_along(self.board, self._round)
        before = np.roll(directions, 1, axis=0) if self.closed else directions[:-1]
        return int((directions[len(directions) - len(before) :] != before).any(axis=1).sum())

    @property
    def letters(self) -> str:
        """The moves in letters, as in `Moves.ordered`: ``"DDRR"``, or of a knight ``"DDR,URR"``.

        A step through a portal is ``*``.
        """
        words = names_of_steps(self.board, self._round)
        return ("," if any(len(name) > 1 for name in (*words, *self.board.moves.names)) else "").join(words)

    @property
    def bound(self) -> int | float | None:
        """The best value possible: an upper bound for a longest path, a lower bound for a shortest path.

        None if no measure was optimised.
        """
        return self._value if self._bound is None else self._bound

    @property
    def gap(self) -> float | None:
        """The distance from `bound`, divided by the bound; 0 if the path is proved to be the best.

        None if no measure was optimised.
        """
        bound, value = self.bound, self._value
        if bound is None or value is None:
            return None
        if bound == value:
            return 0.0
        return abs(bound - value) / abs(bound) if bound else math.inf

    @property
    def proved(self) -> bool:
        """Whether it is proved that no other path is better; False if no measure was optimised."""
        return self.gap == 0.0

    @property
    def _value(self) -> int | float | None:
        if self.best == "cost" and self._turn_cost:
            return self.cost + self._turn_cost * self.turns
        return getattr(self, self.best) if self.best else None

    @property
    def numbers(self) -> dict[str, Any]:
        """The values of `to_dict`, without the cells."""
        raise NotImplementedError

    @property
    def _visited(self) -> dict[str, list[Any]]:
        """The cells, as an entry of `to_dict`."""
        return {"cells": self.board._listed_names(self.cells)}

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain Python values: ``length``, ``cost``, ``cells`` and others.

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
        self.cells.flags.writeable = False  # pickle does not store this flag


def names_of_steps(board: Board, cells: NDArray[np.int32]) -> list[str]:
    """Return the letters of each step: ``*`` a portal, ``u`` a level up, ``d`` a level down."""
    jumps, steps = through_portals(board, cells).tolist(), steps_along(board, cells).tolist()
    ways = {} if board.levels is None else {-board.levels.height: "u", board.levels.height: "d"}
    return [
        (ways.get(step[0], "*") if step[1] == 0 else "*") if is_jump else letters_of(*step)
        for step, is_jump in zip(steps, jumps, strict=True)
    ]
