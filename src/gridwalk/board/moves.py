"""Moves: an ordered stencil of ``(d_row, d_column)`` with a corner rule.

The order breaks ties in every algorithm, so every answer is the same on every run.  `gridwalk.board.legal`
makes the legal-move table of a board of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from operator import index
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import BoardError, check_choice, in_a_line

Corners = Literal["both", "one", "none"]
CellShape = Literal["square", "hex"]

SQRT2 = 2**0.5
CORNER_RULES = ("both", "one", "none")
CELL_SHAPES = ("square", "hex")
MAX_MOVES = 62  # marks of searches have six bits for a move, and for two things more
MAX_REACH = 1_000_000  # of one move, in rows or columns: flat offsets stay far below 2**63

_LETTERS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def _pairs(deltas: Iterable[Iterable[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((index(d_row), index(d_column)) for d_row, d_column in deltas)


@dataclass(frozen=True, repr=False)
class Moves:
    """An ordered stencil of moves, each ``(d_row, d_column)``.

    Parameters
    ----------
    deltas : iterable of (int, int)
        At most 62 different moves, in tie-break order.
    corners : {"both", "one", "none"}
        Which of the two cells beside a diagonal step of one cell must be open: both (no corner
        cutting, the rule of the MovingAI benchmark), at least one, or none.
    name : str
        Such as "orthogonal" or "hex", else "custom"; two stencils may be equal and have different names.
    slides : bool
        Whether a move that is a multiple of another, shorter one slides: it is then legal only where it
        can be made in steps of that one (`rider`).  All moves of such a piece cost the same.
    cells : {"square", "hex"}
        What the cells are.  Hexagons lie in rows, each half a cell further right than the one above, so the
        six neighbours of a cell are those of `HEX`; all their moves cost 1, and no corner is cut.  The
        steps of `HEX` are always of hexagons, in any order.

    Raises
    ------
    BoardError, ArgumentError
        If the stencil is empty, too large, repeats a move or stands still.

    Examples
    --------
    >>> Moves([(0, 1), (1, 0)]).names
    ('R', 'D')
    >>> KING.with_corners("none") == KING
    False

    """

    deltas: tuple[tuple[int, int], ...]
    corners: Corners = "both"
    name: str = field(default="custom", compare=False)
    slides: bool = False
    cells: CellShape = "square"

    if TYPE_CHECKING:  # the argument may be any iterable

        def __init__(
            self,
            deltas: Iterable[Iterable[int]],
            corners: Corners = "both",
            name: str = "custom",
            slides: bool = False,
            cells: CellShape = "square",
        ) -> None: ...

    def __post_init__(self) -> None:
        try:
            deltas = _pairs(self.deltas)
        except (TypeError, ValueError):
            raise BoardError(f"moves={self.deltas!r} must be pairs (d_row, d_column) of integers") from None
        object.__setattr__(self, "deltas", deltas)
        if not 1 <= len(deltas) <= MAX_MOVES:
            raise BoardError(f"a stencil has 1 to {MAX_MOVES} moves; this one has {len(deltas)}")
        if len(set(deltas)) < len(deltas):
            raise BoardError(f"a stencil lists each move once; {deltas} repeats one")
        if (0, 0) in deltas:
            raise BoardError("the move (0, 0) stands still; a move must leave its cell")
        if max(abs(part) for delta in deltas for part in delta) > MAX_REACH:
            raise BoardError(f"a move may reach {MAX_REACH:,} rows or columns at most")
        check_choice("corners", self.corners, CORNER_RULES)
        check_choice("cells", self.cells, CELL_SHAPES)
        if {*deltas} == {*HEX_STEPS}:  # as squares, two of the six would cut corners and cost more
            object.__setattr__(self, "cells", "hex")
        if self.cells == "hex":
            object.__setattr__(self, "corners", "none")
        elif {(row, -column) for row, column in deltas} == {*HEX_STEPS} and self.corners != "none":
            raise BoardError(
                f"the six moves {deltas} lead to the neighbours of a hexagon, but in rows that begin further "
                "left each: use gridwalk.HEX, with (1, -1) and (-1, 1); corners='none' if they are squares"
            )

    @classmethod
    def _of_values(cls, *values: Any) -> Self:
        """Return moves with these values of their fields, which are not checked again."""
        found = object.__new__(cls)
        for name, value in zip(cls.__dataclass_fields__, values, strict=True):
            object.__setattr__(found, name, value)
        return found

    def __repr__(self) -> str:
        return in_a_line(f"<{type(self).__name__}: {self.name}, {' '.join(self.names)}>")

    def __len__(self) -> int:
        return len(self.deltas)

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The move of each of *deltas*; they differ on boards that are wrapped round."""
        return self.deltas

    @property
    def unwrapped(self) -> Moves:
        """These moves as they are on a board that is not wrapped round."""
        return self

    def sources(self) -> list[tuple[int, int, tuple[int, int]]]:
        """Return (number of a delta, number of a move that makes it, that move) of all moves, in order."""
        numbers = range(len(self.deltas))
        return list(zip(numbers, numbers, self.deltas, strict=True))

    @property
    def names(self) -> tuple[str, ...]:
        """The moves in letters, as `ordered` takes them: ``D`` down, ``UR`` diagonal, ``DDR`` a knight's."""
        return tuple(letters_of(d_row, d_column) for d_row, d_column in self.deltas)

    @property
    def symmetric(self) -> bool:
        """Whether every move has a reverse move."""
        return {(-d_row, -d_column) for d_row, d_column in self.deltas} == set(self.deltas)

    @property
    def leap(self) -> bool:
        """Whether some move goes farther than to a neighbouring cell."""
        return any(max(abs(d_row), abs(d_column)) > 1 for d_row, d_column in self.steps)

    @property
    def has_diagonals(self) -> bool:
        """Whether a diagonal step of one cell, which costs the square root of 2, is among the moves."""
        return bool(self._slanted.any())

    def slants(self, step: tuple[int, int]) -> bool:
        """Whether *step* is a diagonal of squares, which has a cost of its own."""
        return is_diagonal(step) and not self.slides and self.cells == "square"

    @cached_property
    def _slanted(self) -> NDArray[np.bool_]:
        """Whether each of *deltas* is a diagonal step of squares, as `slants` has it."""
        slanted: NDArray[np.bool_] = (np.abs(self.steps) == 1).all(axis=1)
        return slanted & (not self.slides and self.cells == "square")

    @property
    def cost_of_move(self) -> NDArray[np.float64]:
        """The cost of each move without cell costs: the square root of 2 for a diagonal step, else 1."""
        return np.where(self._slanted, SQRT2, 1.0)

    def are_diagonal(self, d_row: NDArray[Any], d_column: NDArray[Any]) -> NDArray[np.bool_]:
        """Return which of these differences of two cells are diagonal steps of one cell."""
        found: NDArray[np.bool_] = np.zeros(d_row.shape, np.bool_)
        for (down, across), is_slanted in zip(self.deltas, self._slanted, strict=True):
            if is_slanted:
                found |= (d_row == down) & (d_column == across)
        return found

    def wrapped(self, period: tuple[int, int]) -> Moves:
        """Return the moves of a board that repeats after *period* rows and columns; 0: it does not.

        A move has one offset in the table, so one that can cross the seam becomes several: on a cylinder
        of 8 columns ``(0, 1)`` is ``(0, 1)`` and, from the last column, ``(0, -7)``.
        """
        if self.slides and any(period):
            raise BoardError("moves that slide are not known on boards that are wrapped round")
        return WrappedMoves.of(self, period) if any(period) else self

    def with_corners(self, corners: Corners) -> Moves:
        """Return the same stencil under another corner rule."""
        return replace(self, corners=corners)

    def ordered(self, order: str | Iterable[tuple[int, int]]) -> Moves:
        """Return the same moves in another order, given as deltas or in letters.

        Letters are ``U``, ``D``, ``L``, ``R``; moves of several letters are separated by commas.

        >>> ORTHOGONAL.ordered("DRUL").deltas
        ((1, 0), (0, 1), (-1, 0), (0, -1))
        """
        if isinstance(order, str):
            deltas = tuple(deltas_from_letters(order, "order"))
        else:
            try:
                deltas = _pairs(order)
            except (TypeError, ValueError):
                deltas = ()
        if sorted(deltas) != sorted(self.deltas):
            raise BoardError(
                f"must name each of the {len(self)} moves once: {','.join(self.names)}"
                + ("; one step in four directions is ORTHOGONAL" if self.name.startswith("rook") else ""),
                ("order", order),
            )
        return replace(self, deltas=deltas)


@dataclass(frozen=True, repr=False)
class WrappedMoves(Moves):
    """The moves of a board that is wrapped round: made by `Moves.wrapped`.

    Attributes
    ----------
    base : Moves
        The moves before they were wrapped.
    period : (int, int)
        The rows and columns after which the board repeats, 0 where it does not.
    moves_of_delta : tuple of tuple of int
        For each of *deltas* the numbers of the moves of *base* that make it: on a cylinder of two columns
        left and right lead to the same cell.

    """

    base: Moves = field(default=None)  # type: ignore[assignment]
    period: tuple[int, int] = (0, 0)
    moves_of_delta: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def of(cls, base: Moves, period: tuple[int, int]) -> WrappedMoves:
        """Return the moves *base* on a board that repeats after *period*."""
        makers: dict[tuple[int, int], list[int]] = {}
        for number, step in enumerate(base.deltas):
            for delta in product(_ways(step[0], period[0]), _ways(step[1], period[1])):
                if delta != (0, 0):
                    makers.setdefault(delta, []).append(number)
        if len(makers) > MAX_MOVES:
            raise BoardError(
                f"{len(base)} moves on a board wrapped round make {len(makers)}, more than {MAX_MOVES}"
            )
        for delta, numbers in makers.items():  # one cost a delta: a diagonal gives way to other moves
            straight = [number for number in numbers if not base.slants(base.deltas[number])]
            makers[delta] = straight or numbers
        makers = makers or {delta: [m] for m, delta in enumerate(base.deltas)}  # none of these is ever legal
        numbers_of = tuple(tuple(numbers) for numbers in makers.values())
        return cls._of_values(
            tuple(makers), base.corners, base.name, False, base.cells, base, period, numbers_of
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return WrappedMoves.of, (self.base, self.period)

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The move of each of *deltas*."""
        return tuple(self.base.deltas[numbers[0]] for numbers in self.moves_of_delta)

    @property
    def unwrapped(self) -> Moves:
        """The moves before they were wrapped."""
        return self.base

    @property
    def symmetric(self) -> bool:
        """Whether every move of *base* has a reverse move: walls may stop one of two with one offset."""
        return self.base.symmetric

    def sources(self) -> list[tuple[int, int, tuple[int, int]]]:
        """Return (number of a delta, number of a move of *base* that makes it, that move), in order."""
        return [
            (m, number, self.base.deltas[number])
            for m, numbers in enumerate(self.moves_of_delta)
            for number in numbers
        ]

    @property
    def names(self) -> tuple[str, ...]:
        """The moves in letters, before they were wrapped."""
        return self.base.names

    def with_corners(self, corners: Corners) -> Moves:
        """As for `Moves`."""
        return self.base.with_corners(corners).wrapped(self.period)

    def ordered(self, order: str | Iterable[tuple[int, int]]) -> Moves:
        """As for `Moves`."""
        return self.base.ordered(order).wrapped(self.period)


def _ways(part: int, period: int) -> tuple[int, ...]:
    """Return the differences of row or column that a move by *part* makes; the move as it is comes first."""
    if not period:
        return (part,)
    ahead = part % period
    return tuple(sorted({ahead, ahead - period} - {-period}, key=lambda way: (way != part, abs(way))))


def is_diagonal(step: tuple[int, int]) -> bool:
    """Whether a move is a diagonal step of one cell."""
    return abs(step[0]) == abs(step[1]) == 1


HEX_STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))  # clockwise from the right

ORTHOGONAL = Moves(((-1, 0), (0, 1), (1, 0), (0, -1)), name="orthogonal")
KING = Moves(
    ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)),
    name="king",
)
KNIGHT = Moves(
    ((-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2)),
    name="knight",
)
# To the six cells of the same colour beyond the corners of a hexagon.
HEX_DIAGONALS = ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))
HEX = Moves(HEX_STEPS, name="hex", cells="hex")
HEX_KING = Moves((*HEX_STEPS, *HEX_DIAGONALS), name="hex-king", cells="hex")
# Two straight on, then one aside: the permutations of (1, 2, -3) and (-1, -2, 3) as cube coordinates.
HEX_KNIGHT = Moves(
    (
        (1, 2),
        (2, 1),
        (3, -1),
        (3, -2),
        (2, -3),
        (1, -3),
        (-1, -2),
        (-2, -1),
        (-3, 1),
        (-3, 2),
        (-2, 3),
        (-1, 3),
    ),
    name="hex-knight",
    cells="hex",
)
KING_STEPS, ORTHOGONAL_STEPS = frozenset(KING.deltas), frozenset(ORTHOGONAL.deltas)
# Read by `gridwalk.board.names.parse_moves`, the command line and the page of the viewer.
NAMED_MOVES = {moves.name: moves for moves in (ORTHOGONAL, KING, KNIGHT, HEX, HEX_KING, HEX_KNIGHT)}


def letters_of(d_row: int, d_column: int) -> str:
    """Return a move in letters: ``D`` down, ``UR`` diagonal, ``DDR`` a knight's."""
    return ("U" * -d_row or "D" * d_row) + ("L" * -d_column or "R" * d_column)


def deltas_from_letters(text: str, name: str = "moves") -> list[tuple[int, int]]:
    """Return the moves that letters such as ``U,D,DDR`` stand for."""
    letters = text.upper().replace(" ", "")
    if unknown := set(letters) - set(_LETTERS) - {","}:
        raise BoardError(f"has {sorted(unknown)[0]!r}; the letters are U, D, L, R", (name, text))
    return [
        (
            sum(_LETTERS[letter][0] for letter in token),
            sum(_LETTERS[letter][1] for letter in token),
        )
        for token in (letters.split(",") if "," in letters else letters)
    ]
