"""Moves by name: leapers, and riders, which slide as far as nothing is in the way.

A rider is a stencil of multiples of some steps (`Moves.slides`).  Each move counts as one, however far it
goes, and costs as much.  `ROOK`, `BISHOP`, `QUEEN` and `AMAZON` cross the board that they are given to, as
in chess; `ORTHOGONAL`, `KING` and `KNIGHT` take one step or leap.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from operator import index

import numpy as np

from gridwalk.board.checks import checked_number
from gridwalk.board.moves import (
    HEX_DIAGONALS,
    HEX_STEPS,
    KING,
    KNIGHT,
    MAX_MOVES,
    NAMED_MOVES,
    ORTHOGONAL,
    CellShape,
    Moves,
    deltas_from_letters,
)
from gridwalk.errors import BoardError, unknown_choice_error

_LEAPER = re.compile(r"([0-9]{1,7})[ \t]*,[ \t]*([0-9]{1,7})")
_RIDER = re.compile(r"((?:hex-)?(?:rook|bishop|queen)|amazon):([0-9]{1,7})")
_LETTERS = frozenset("UDLR, ")


def leaper(a: int, b: int) -> Moves:
    """Return the (a, b)-leaper: a knight is the (1, 2)-leaper.  Clockwise from the upper left.

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
    """Return the moves of a piece that slides along *steps*, up to *reach* of them, until something stops it.

    Parameters
    ----------
    *steps : (int, int)
        Its directions, in tie-break order; the nearer of the cells in a direction comes first.
    reach : int
        The maximum number of steps of a move: one less than the longer side crosses a board.
    name : str
        The name in `repr` and in answers.
    cells : {"square", "hex"}
        What the cells are, as for `Moves`.

    Raises
    ------
    BoardError
        If these are more than 62 moves.

    Notes
    -----
    A move is legal where every step of it is: cells between are open, no wall stops a straight step, and the
    corner rule (here none, as in chess) is kept.  A one-way cell is only left by its own moves.

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
    moves = Moves(steps, corners="none", name=name, cells=cells)  # checks them
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
# With the moves of the largest board that they can cross; `on_board` leaves those that a board has.
WHOLE = {name: replace(RIDERS[name](reach), name=name) for name, reach in FARTHEST.items()}
ROOK, BISHOP, QUEEN, AMAZON, HEX_ROOK, HEX_BISHOP, HEX_QUEEN = WHOLE.values()
ALSO_CALLED = {"wazir": "orthogonal", "4": "orthogonal", "8": "king"}


def filed(name: str) -> str:
    """Return today's name of the moves *name* of a file: before 0.3 a bare rook was a step."""
    return "orthogonal" if name == "rook" else name


def on_board(moves: Moves | str, shape: tuple[int, int]) -> Moves:
    """Return *moves* on a board of *shape*: those of a name, and riders such as `QUEEN` that cross it."""
    if isinstance(moves, str):
        return parse_moves(moves, shape)
    whole = WHOLE.get(moves.name)
    if whole is None or {*whole.deltas} != {*moves.deltas}:  # a name is no more than a label
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
        The rows and columns of a board: a rider without a reach (``queen``) crosses it.

    Raises
    ------
    BoardError, ArgumentError
        If there are no such moves, too many, or a rider has neither reach nor board.

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
        reach = (min(shape) if word.endswith("bishop") else max(shape)) - 1  # of the side that ends a slide
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
    if word and set(word.upper()) <= _LETTERS:
        return Moves(tuple(deltas_from_letters(text)))
    raise unknown_choice_error(
        "moves", text, (*NAMED_MOVES, *RIDERS, "queen:N", "A,B", "letters such as U,D,DDR")
    )
