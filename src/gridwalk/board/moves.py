"""Moves: an ordered stencil of ``(d_row, d_column)`` with a corner rule, and stencils by name.

The order breaks ties in every algorithm, so every answer is the same on every run.  `gridwalk.board.legal`
makes the legal-move table of a board.

A rider (`rider`) slides along some directions until something stops it; its stencil holds multiples of single
steps.  Each slide counts as one move, and all cost the same.  `ROOK`, `BISHOP`, `QUEEN` and `AMAZON` cross
any board, as in chess.  `ORTHOGONAL`, `KING` and `KNIGHT` make one step or leap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from operator import index
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import checked_number
from gridwalk.errors import BoardError, check_choice, in_a_line, unknown_choice_error

Corners = Literal["both", "one", "none"]
CellShape = Literal["square", "hex"]

SQRT2 = 2**0.5
CORNER_RULES = ("both", "one", "none")
CELL_SHAPES = ("square", "hex")
MAX_MOVES = 62  # marks of searches have six bits: for 62 moves and two other values
MAX_REACH = 1_000_000  # maximum rows or columns of a move, so that flat offsets stay below 2**63

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
        Such as "orthogonal" or "hex", else "custom"; equal stencils may have different names.
    slides : bool
        Whether a move that is a multiple of a shorter move slides: it is then legal only if each step of the
        shorter move is (`rider`).  All moves of such a piece cost the same.
    cells : {"square", "hex"}
        The shape of the cells.  Hexagons lie in rows, each half a cell further right than the row above, so
        the six neighbours of a cell are those of `HEX`.  All moves between hexagons cost 1, without a corner
        rule.  The six steps of `HEX`, in any order, always belong to hexagons.

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
        """Return moves with these values of the fields, without checks."""
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
        """The move of each of *deltas*; the two differ on wrapped boards."""
        return self.deltas

    @property
    def unwrapped(self) -> Moves:
        """The moves before they were wrapped, without portals."""
        return self

    def sources(self) -> list[tuple[int, int, tuple[int, int]]]:
        """Return (index of a delta, index of a move that makes it, that move), in order."""
        numbers = range(len(self.deltas))
        return list(zip(numbers, numbers, self.deltas, strict=True))

    @property
    def names(self) -> tuple[str, ...]:
        """The moves in letters: ``D`` down, ``UR`` diagonal, ``DDR`` a knight's; see `ordered`."""
        return tuple(letters_of(d_row, d_column) for d_row, d_column in self.deltas)

    @property
    def symmetric(self) -> bool:
        """Whether every move has a reverse move."""
        return {(-d_row, -d_column) for d_row, d_column in self.deltas} == set(self.deltas)

    @property
    def leap(self) -> bool:
        """Whether some move leads further than to a neighbouring cell."""
        return any(max(abs(d_row), abs(d_column)) > 1 for d_row, d_column in self.steps)

    @property
    def has_diagonals(self) -> bool:
        """Whether the moves include a diagonal step of one cell."""
        return bool(self._slanted.any())

    def slants(self, step: tuple[int, int]) -> bool:
        """Return whether *step* is a diagonal step between squares; `Board.diagonal` is then its factor."""
        return is_diagonal(step) and not self.slides and self.cells == "square"

    @cached_property
    def _slanted(self) -> NDArray[np.bool_]:
        """Whether each of *deltas* is a diagonal step between squares."""
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
        """Return the moves of a board that repeats after *period* rows and columns; 0 stands for no repeat.

        A move that can cross the seam becomes several moves of different offsets: on a cylinder of 8 columns
        ``(0, 1)`` becomes ``(0, 1)`` and, from the last column, ``(0, -7)``.
        """
        if self.slides and any(period):
            raise BoardError("moves that slide are not known on boards that are wrapped round")
        return WrappedMoves.of(self, period) if any(period) else self

    def with_corners(self, corners: Corners) -> Moves:
        """Return the same stencil under another corner rule."""
        return replace(self, corners=corners)

    def ordered(self, order: str | Iterable[tuple[int, int]]) -> Moves:
        """Return the same moves in another order, which is given as deltas or in letters.

        The letters are ``U``, ``D``, ``L``, ``R``; commas separate moves of several letters.

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
    """The moves of a wrapped board: see `Moves.wrapped`.

    Attributes
    ----------
    base : Moves
        The moves before they were wrapped.
    period : (int, int)
        The rows and columns after which the board repeats, or 0.
    moves_of_delta : tuple of tuple of int
        For each of *deltas* the indices of the moves of *base* that make it.  There may be several: on a
        cylinder of two columns, left and right lead to the same cell.

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
        for delta, numbers in makers.items():  # a delta has a single cost: other moves replace diagonals
            straight = [number for number in numbers if not base.slants(base.deltas[number])]
            makers[delta] = straight or numbers
        makers = makers or {delta: [m] for m, delta in enumerate(base.deltas)}  # no move is ever legal
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
        """Whether every move of *base* has a reverse move."""
        return self.base.symmetric

    def sources(self) -> list[tuple[int, int, tuple[int, int]]]:
        """Return (index of a delta, index of a move of *base* that makes it, that move), in order."""
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
    """Return the differences of row or column that a move by *part* makes; *part* itself comes first."""
    if not period:
        return (part,)
    ahead = part % period
    return tuple(sorted({ahead, ahead - period} - {-period}, key=lambda way: (way != part, abs(way))))


def is_diagonal(step: tuple[int, int]) -> bool:
    """Return whether a move is a diagonal step of one cell."""
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
# The six moves to the nearest hexagons of the same colour, past the corners.
HEX_DIAGONALS = ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))
HEX = Moves(HEX_STEPS, name="hex", cells="hex")
HEX_KING = Moves((*HEX_STEPS, *HEX_DIAGONALS), name="hex-king", cells="hex")
# Two steps straight on, then one aside: all permutations of (1, 2, -3) and (-1, -2, 3) in cube coordinates.
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
# Used by `parse_moves`, the command line and the page.
NAMED_MOVES = {moves.name: moves for moves in (ORTHOGONAL, KING, KNIGHT, HEX, HEX_KING, HEX_KNIGHT)}


def letters_of(d_row: int, d_column: int) -> str:
    """Return a move in letters: ``D`` down, ``UR`` diagonal, ``DDR`` a knight's."""
    return ("U" * -d_row or "D" * d_row) + ("L" * -d_column or "R" * d_column)


def deltas_from_letters(text: str, name: str = "moves") -> list[tuple[int, int]]:
    """Return the moves for letters such as ``U,D,DDR``."""
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


# ------------------------------------------------------------------------------- moves by name

_LEAPER = re.compile(r"([0-9]{1,7})[ \t]*,[ \t]*([0-9]{1,7})")
_RIDER = re.compile(r"((?:hex-)?(?:rook|bishop|queen)|amazon):([0-9]{1,7})")


def leaper(a: int, b: int) -> Moves:
    """Return the moves of the (a, b)-leaper, clockwise from the upper left; a knight is the (1, 2)-leaper.

    >>> leaper(1, 2) == KNIGHT, len(leaper(0, 2)), len(leaper(1, 1))
    (True, 4, 4)
    """
    try:
        a, b = index(a), index(b)
    except TypeError:
        raise BoardError(f"a leaper needs two whole numbers, not {a!r} and {b!r}") from None
    around = {(row, column) for p, q in ((a, b), (b, a)) for row in (p, -p) for column in (q, -q)}
    clockwise = sorted(around, key=lambda d: (np.arctan2(d[1], -d[0]) + np.pi / 4) % (2 * np.pi))
    return Moves(tuple(clockwise), name=f"{a},{b}")


def rider(*steps: tuple[int, int], reach: int, name: str = "rider", cells: CellShape = "square") -> Moves:
    """Return the moves of a piece that slides up to *reach* of these *steps*, until something stops it.

    Parameters
    ----------
    *steps : (int, int)
        The directions, in tie-break order; in each direction, nearer cells come first.
    reach : int
        The maximum number of steps of a move; the longer side of a board less 1 crosses it.
    name : str
        The name in `repr` and in answers.
    cells : {"square", "hex"}
        The shape of the cells, as for `Moves`.

    Raises
    ------
    BoardError
        If there are more than 62 moves.

    Notes
    -----
    A move is legal if each of its steps is legal: the cells between are open, and no wall stops a straight
    step.  The corner rule is "none", as in chess.  A one-way cell can be left only by the moves it names.

    >>> nightrider = rider(*KNIGHT.deltas, reach=3)
    >>> len(nightrider), nightrider.slides
    (24, True)
    """
    reach = checked_number(reach, "reach", 1)
    if len(steps) * reach > MAX_MOVES:
        raise BoardError(
            f"{len(steps)} directions and a reach of {reach} make {len(steps) * reach} moves; "
            f"at most {MAX_MOVES}, a reach of {MAX_MOVES // len(steps)}"
        )
    moves = Moves(steps, corners="none", name=name, cells=cells)  # checks the steps
    deltas = [(k * row, k * column) for row, column in moves.deltas for k in range(1, reach + 1)]
    return Moves(deltas, corners="none", name=name, slides=True, cells=moves.cells)


def rook(reach: int = 7) -> Moves:
    """Return the moves of a chess rook that slides up to *reach* cells; 7 cross a chessboard.

    >>> len(rook()), rook(1).deltas == ORTHOGONAL.deltas
    (28, True)
    """
    return rider(*ORTHOGONAL.deltas, reach=reach, name=f"rook:{reach}")


def queen(reach: int = 7) -> Moves:
    """Return the moves of a chess queen that slides up to *reach* cells; 7 cross a chessboard.

    >>> len(queen()), queen(3) == parse_moves("queen:3")
    (56, True)
    """
    return rider(*KING.deltas, reach=reach, name=f"queen:{reach}")


def bishop(reach: int = 7) -> Moves:
    """Return the moves of a chess bishop that slides up to *reach* cells; 7 cross a chessboard."""
    return rider(*KING.deltas[1::2], reach=reach, name=f"bishop:{reach}")


def amazon(reach: int = 6) -> Moves:
    """Return the moves of queen and knight together; the queen slides up to *reach* cells.

    >>> len(amazon())
    56
    """
    if checked_number(reach, "reach", 1) > 6:
        raise BoardError(
            f"an amazon that slides {reach} cells has more than {MAX_MOVES} moves; 6 cells are most"
        )
    queens = rider(*KING.deltas, reach=reach)
    return Moves((*queens.deltas, *KNIGHT.deltas), corners="none", name=f"amazon:{reach}", slides=True)


def _of_hexagons(piece: str, steps: tuple[tuple[int, int], ...]) -> Callable[[int], Moves]:
    """Return the function that makes a piece of Glinski's hexagonal chess for a reach."""
    return lambda reach: rider(*steps, reach=reach, name=f"hex-{piece}:{reach}", cells="hex")


RIDERS: dict[str, Callable[[int], Moves]] = {"rook": rook, "bishop": bishop, "queen": queen, "amazon": amazon}
RIDERS["hex-rook"] = _of_hexagons("rook", HEX_STEPS)
RIDERS["hex-bishop"] = _of_hexagons("bishop", HEX_DIAGONALS)
RIDERS["hex-queen"] = _of_hexagons("queen", (*HEX_STEPS, *HEX_DIAGONALS))
FARTHEST = {
    "rook": 15,
    "bishop": 15,
    "queen": 7,
    "amazon": 6,
    "hex-rook": 10,
    "hex-bishop": 10,
    "hex-queen": 5,
}
# Riders with all moves for the largest board that they can cross; `on_board` keeps the moves for one board.
WHOLE = {name: replace(RIDERS[name](reach), name=name) for name, reach in FARTHEST.items()}
ROOK, BISHOP, QUEEN, AMAZON, HEX_ROOK, HEX_BISHOP, HEX_QUEEN = WHOLE.values()
ALSO_CALLED = {"wazir": "orthogonal", "4": "orthogonal", "8": "king"}


def filed(name: str) -> str:
    """Return the current name of moves in a file: before 0.3, "rook" was a step."""
    return "orthogonal" if name == "rook" else name


def on_board(moves: Moves | str, shape: tuple[int, int]) -> Moves:
    """Return *moves* for a board of *shape*; parse a name, and fit riders such as `QUEEN` to the board."""
    if isinstance(moves, str):
        return parse_moves(moves, shape)
    whole = WHOLE.get(moves.name)
    if whole is None or {*whole.deltas} != {*moves.deltas}:  # other moves of that name
        return moves
    crossing = parse_moves(moves.name, shape)
    return replace(moves, name=crossing.name, deltas=tuple(d for d in moves.deltas if d in crossing.deltas))


def parse_moves(text: str, shape: tuple[int, int] | None = None) -> Moves:
    """Return the moves that *text* names.

    Parameters
    ----------
    text : str
        A step (``orthogonal``, also ``wazir`` or ``4``; ``king``, also ``8``; ``knight``), a rider (``rook``,
        ``bishop``, ``queen``, ``amazon``), also with its reach (``queen:3``), a leaper ``A,B``, or letters
        such as ``U,D,DDR``.  Of hexagons: ``hex``, ``hex-king``, ``hex-knight``, ``hex-rook`` ...
    shape : (int, int), optional
        The rows and columns of a board, which a rider without a reach (``queen``) crosses.

    Raises
    ------
    BoardError, ArgumentError
        If there are no such moves, or too many, or if a rider has neither a reach nor a board.

    >>> parse_moves("1,2") == KNIGHT, parse_moves("R,D").deltas
    (True, ((0, 1), (1, 0)))
    >>> parse_moves("queen", shape=(5, 8)) == queen(7)
    True
    """
    word = text.strip(" \t\r\n").lower() if isinstance(text, str) else ""
    word = ALSO_CALLED.get(word, word)
    if word in NAMED_MOVES:
        return NAMED_MOVES[word]
    if found := _RIDER.fullmatch(word):
        return RIDERS[found[1]](int(found[2]))
    if word in RIDERS and shape is not None:
        reach = (min(shape) if word.endswith("bishop") else max(shape)) - 1  # the side that limits a slide
        if reach > FARTHEST[word]:
            raise BoardError(
                f"the {word} slides {FARTHEST[word]} cells at most, too few to cross a board of "
                f"{shape[0]} x {shape[1]}: say how far, as in {word}:{FARTHEST[word]}; moves of one cell are "
                "called " + ("hex" if word.startswith("hex") else "orthogonal (4 directions) and king (8)")
            )
        return RIDERS[word](max(1, reach))
    if word in RIDERS:
        raise BoardError(f"say how far a {word} slides: {word}:7 crosses a board of 8 x 8")
    if numbers := _LEAPER.fullmatch(word):
        return leaper(int(numbers[1]), int(numbers[2]))
    if word and set(word.upper()) <= {*_LETTERS, ",", " "}:
        return Moves(tuple(deltas_from_letters(text)))
    raise unknown_choice_error(
        "moves", text, (*NAMED_MOVES, *RIDERS, "queen:N", "A,B", "letters such as U,D,DDR")
    )
