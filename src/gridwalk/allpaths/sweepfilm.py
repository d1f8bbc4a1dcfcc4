"""A sweep, recorded step by step, to be shown.

A layer is one step of the sweep: what was decided, the frontier afterwards, and every state there with
the exact number of partial paths that lead to it.  `gridwalk.allpaths.simpath.recorded` makes the layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gridwalk.errors import QuestionError

Edge = tuple[int, ...]  # flat cells, from end to end; none: the edge from the exit back to the start
Place = tuple[int, ...]  # of the frontier: a cell (none: any)

MAX_CELLS = 36  # open cells of the board
MAX_STATES = 6_000  # of all layers


@dataclass(frozen=True)
class Arrival:
    """A way to a state: the state of the layer before, and which of the layer's edges it adds."""

    state: int
    edges: tuple[int, ...]


@dataclass(frozen=True)
class SweptState:
    """A class of partial paths that can be finished in the same ways.

    Attributes
    ----------
    marks : str
        A character for each place of the frontier: ``.`` nothing was used there; ``x`` no path can come
        there any more; a letter for the two ends of a piece.
    pieces : tuple of (int, int)
        The places where the pieces end; directed pieces lead from the first to the second.
    number : int
        How many partial paths there are.
    arrivals : tuple of Arrival
        The ways here.

    """

    marks: str
    pieces: tuple[tuple[int, int], ...]
    number: int
    arrivals: tuple[Arrival, ...] = ()


@dataclass(frozen=True)
class SweptLayer:
    """A step of a sweep, and the states after it.

    Attributes
    ----------
    part : str
        Which part of the board is swept; empty: there is one.
    cell : int
        The flat cell decided, or -1.
    edges : tuple of Edge
        The edges decided.
    frontier : tuple of Place
        The places of the frontier afterwards.
    states : tuple of SweptState
    finished : int
        How many paths are finished by this step.
    closing : tuple of Arrival
        From which states they are finished.

    """

    part: str
    cell: int
    edges: tuple[Edge, ...]
    frontier: tuple[Place, ...]
    states: tuple[SweptState, ...]
    finished: int = 0
    closing: tuple[Arrival, ...] = ()


@dataclass(frozen=True)
class SweepFilm:
    """The layers of a sweep, in order.

    Attributes
    ----------
    shape : (int, int)
        Rows and columns of the board that the flat cells are of.
    layers : tuple of SweptLayer
        Every part begins with a layer of one state, before anything is decided.
    number : int
        How many paths there are.

    """

    shape: tuple[int, int]
    layers: tuple[SweptLayer, ...]
    number: int


class Recorder:
    """The layers so far; refuses more than can be looked at."""

    def __init__(self) -> None:
        self.layers: list[SweptLayer] = []
        self._states = 0

    def begin(self, part: str) -> None:
        """Begin a part: nothing is decided, in one way."""
        self.add(SweptLayer(part, -1, (), (), (SweptState("", (), 1),)))

    def add(self, layer: SweptLayer) -> None:
        """Add a layer."""
        self._states += len(layer.states)
        if self._states > MAX_STATES:
            raise too_large(f"the sweep has more than {MAX_STATES:,} states")
        self.layers.append(layer)


def too_large(reason: str) -> QuestionError:
    """Return the error of a sweep that cannot be looked at."""
    return QuestionError("a picture of the sweep", reason)


def lettered(degrees: Sequence[str], pieces: Sequence[tuple[int, int]]) -> str:
    """Return the marks of places, with a letter for each piece at both its ends."""
    marks = list(degrees)
    for number, piece in enumerate(pieces):
        for place in piece:
            marks[place] = chr(ord("a") + number)
    return "".join(marks)
