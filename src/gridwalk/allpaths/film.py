"""A recording of a frontier-based search, for animations.

A layer is one step of the search: the decided edges, the frontier after it, and every state with the exact
number of partial paths that lead to it.  `record` makes the layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.engine import BlockQuestion
from gridwalk.allpaths.frontier import Family, Sweep
from gridwalk.allpaths.mates import BLOCKED, FULL, LABEL, MATE, OUT
from gridwalk.allpaths.order import ends_last
from gridwalk.allpaths.reduce.network import Block
from gridwalk.allpaths.simpath import family_of
from gridwalk.allpaths.values import Counts, to_int
from gridwalk.board.board import Board
from gridwalk.errors import QuestionError

Edge = tuple[int, ...]  # flat cells, from end to end; empty: the virtual edge from the exit to the start
Place = tuple[int, ...]  # the cell of a place of the frontier; empty: any cell

MAX_CELLS = 36  # open cells of the board
MAX_STATES = 6_000  # in all layers together


@dataclass(frozen=True)
class Arrival:
    """A transition to a state: the state of the previous layer, and the edges of this layer that it adds."""

    state: int
    edges: tuple[int, ...]


@dataclass(frozen=True)
class SweptState:
    """A class of partial paths that can be completed in the same ways.

    Attributes
    ----------
    marks : str
        A character for each place of the frontier: ``.`` if no edge is used there; ``x`` if no path can use
        the place any more; the same letter for both ends of a piece of path.
    pieces : tuple of (int, int)
        The two places where each piece ends; a directed piece leads from the first to the second.
    number : int
        The number of partial paths.
    arrivals : tuple of Arrival
        The transitions to this state.

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
        The part of the board that is swept; empty if there is only one.
    cell : int
        The flat cell decided, or -1.
    edges : tuple of Edge
        The edges decided.
    frontier : tuple of Place
        The places of the frontier after the step.
    states : tuple of SweptState
    finished : int
        The number of paths finished by this step.
    closing : tuple of Arrival
        The transitions that finish a path.

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
        The rows and columns of the board, for flat cells.
    layers : tuple of SweptLayer
        Every part begins with a layer of one state, before any edge is decided.
    number : int
        The number of paths.

    """

    shape: tuple[int, int]
    layers: tuple[SweptLayer, ...]
    number: int


class Recorder:
    """The layers so far, with a limit on the number of states."""

    def __init__(self) -> None:
        self.layers: list[SweptLayer] = []
        self._states = 0

    def begin(self, part: str) -> None:
        """Begin a part with a layer of one state, before any edge is decided."""
        self.add(SweptLayer(part, -1, (), (), (SweptState("", (), 1),)))

    def add(self, layer: SweptLayer) -> None:
        """Add a layer."""
        self._states += len(layer.states)
        if self._states > MAX_STATES:
            raise too_large(f"the sweep has more than {MAX_STATES:,} states")
        self.layers.append(layer)


def too_large(reason: str) -> QuestionError:
    """Return the error for a sweep that is too large to show."""
    return QuestionError("a picture of the sweep", reason)


def lettered(degrees: Sequence[str], pieces: Sequence[tuple[int, int]]) -> str:
    """Return the marks of the places, with the same letter at both ends of a piece."""
    marks = list(degrees)
    for number, piece in enumerate(pieces):
        for place in piece:
            marks[place] = chr(ord("a") + number)
    return "".join(marks)


class Recorded(Counts):
    """The number of partial paths to every state, and the steps of the layer."""

    def begin(self, sweep: Sweep, number: int, states: int) -> None:
        """Begin a layer."""
        super().begin(sweep, number, states)
        self.steps: list[list[int]] = []

    def take(self, count: int) -> None:
        """Add, and copy the rows."""
        super().take(count)
        self.steps += self._sweep.rows[:count].tolist()

    def ways(self) -> list[int]:
        """Return the number of partial paths to each state after the layer."""
        return [to_int(limbs) for limbs in self._before[:, 0]]


def record(question: BlockQuestion, recorder: Recorder, part: str) -> int:
    """Sweep the paths or cycles of a block, add the layers to *recorder*, and return the number of paths.

    The cells are in reading order, along the shorter side; a count would take the order with the narrowest
    frontier.  A path is shown as a cycle, with a virtual edge (without cells) from its end to its start.  So
    once one of these is on the frontier, the other is a place of the frontier, too.
    """
    recorder.begin(part)
    block, watch, memory = question.block, question.watch, question.resources.budget()
    network, algebra = block.network, Recorded()
    family = family_of(network, _reading_order(block, question.board), watch)
    cells = block.cell_of_junction.tolist()
    edges: list[Edge] = [tuple(block.walked(corridor).tolist()) for corridor in family.graph.same.tolist()]
    ends, come, finished = (network.source, network.sink), [False, False], 0
    for layer, after in zip(family.layers, Sweep(family, watch, memory).run(algebra), strict=False):
        slots = layer.arrays[3].tolist()
        closing = not any(come)
        come = [was or [code for _, code in slots].count(LABEL + k) > 0 for k, was in enumerate(come)]
        closing &= any(come)
        places = [junction for junction in layer.cells_after if junction >= 0]
        if come[0] != come[1]:
            places.append(ends[come.index(False)])
        place_of_slot = {slot: places.index(v) for slot, v in enumerate(layer.cells_after) if v >= 0}
        decided = sorted({edge for some in layer.edges_of_choice for edge in some})
        arrivals: list[list[Arrival]] = [[] for _ in after]
        for state, to, choice in algebra.steps:
            used = [decided.index(edge) for edge in sorted(layer.edges_of_choice[choice])]
            arrivals[to].append(Arrival(state - 1, (*used, *[len(decided)] * closing)))
        states = [
            _state(family, key, place_of_slot, len(places) - 1, number, ways)
            for key, number, ways in zip(
                after.view(np.uint8)[1:], algebra.ways()[1:], arrivals[1:], strict=True
            )
        ]
        total = algebra.total.get(0, 0)
        frontier = tuple((cells[v],) if cells[v] >= 0 else () for v in places)
        drawn = *(edges[edge] for edge in decided), *[()] * closing
        recorder.add(
            SweptLayer(
                part, cells[layer.cell], drawn, frontier, tuple(states), total - finished, tuple(arrivals[0])
            )
        )
        finished = total
    return finished


def _reading_order(block: Block, board: Board) -> list[int]:
    """Return the junctions in the order of their cells: by rows, or by columns if there are more columns."""
    cells, order = block.cell_of_junction.tolist(), list(range(block.network.junctions))
    if board.columns > board.rows:
        order.sort(key=lambda junction: divmod(cells[junction], board.columns)[::-1])
    return order if block.network.loose is None else ends_last(block.network, order).tolist()


def _state(
    family: Family,
    key: NDArray[np.uint8],
    place_of_slot: dict[int, int],
    end: int,
    number: int,
    ways: list[Arrival],
) -> SweptState:
    """Return a state for the film; *end* is the place of that end of the path that has not entered yet."""
    marks, pieces = ["."] * (1 + max([end, *place_of_slot.values()])), []
    for slot, place in place_of_slot.items():
        code = int(key[slot])
        way = int(key[family.slots + slot]) if family.graph.directed else 0
        if code in (FULL, BLOCKED):
            marks[place] = "x"
        elif code >= LABEL:
            piece = (place, end) if (code - LABEL) & 1 else (end, place)
            pieces.append(piece if family.graph.directed else (min(piece), max(piece)))
        elif code >= MATE and (way != OUT) and (way or place < place_of_slot[code - MATE]):
            pieces.append((place, place_of_slot[code - MATE]))
    pieces.sort()
    return SweptState(lettered(marks, pieces), tuple(pieces), number, tuple(ways))
