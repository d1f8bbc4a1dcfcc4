"""Distances from cells, or to them, each with a value of its own, on all the board or up to a cost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.board.checks import checked_real
from gridwalk.errors import ArgumentError, BoardArrayError
from gridwalk.kernels.codes import NONE, TAIL
from gridwalk.kernels.search.dijkstra import LEFT, dijkstra, enter, point
from gridwalk.runtime.cache import Key
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import Slices, registers, run

if TYPE_CHECKING:
    from gridwalk.runtime.progress import EventLog

Costs = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
ENTERING: Key[NDArray[Any]] = Key("entering")
WIDEST_LISTED = 2  # bytes of a set of moves, of which there are few enough to list
MAX_VALUE = 2.0**50  # of a source, in units of the least cost
CLOSE = 1e-11  # relative: two sums of the same fractions in another order differ by less


@dataclass(frozen=True)
class Sources:
    """The cells that distances are from, or to, each once, with the values they begin with: by value."""

    places: NDArray[np.int64]  # flat
    values: NDArray[np.float64]

    @classmethod
    def of(
        cls, board: Board, given: CellLike | Iterable[CellLike] | Mapping[CellLike, float], name: str
    ) -> Sources:
        """Return the sources that a caller names: cells, of value 0, or a mapping of cells to values."""
        if not isinstance(given, Mapping):
            return cls.plain([board.index(cell) for cell in board._open_cells_of(given, name)])
        if not given:
            raise BoardArrayError(f"{name} must name at least one cell")
        value_of_place: dict[int, float] = {}
        for cell, value in given.items():
            number = checked_real(value, f"{name}[{cell!r}]", "a finite number: the value of a cell")
            place = board.index(board.open_cell(cell, name))
            value_of_place[place] = min(number, value_of_place.get(place, math.inf))
        largest = max(map(abs, value_of_place.values()))
        if largest > MAX_VALUE * least_cost(board):
            raise ArgumentError(
                name, largest, "of values below 2**50 times the least cost: costs would be lost"
            )
        return cls.by_value(
            np.fromiter(value_of_place, np.int64, len(value_of_place)),
            np.fromiter(value_of_place.values(), np.float64, len(value_of_place)),
        )

    @classmethod
    def by_value(cls, places: NDArray[np.int64], values: NDArray[np.float64]) -> Sources:
        """Return the sources in order of their values; of equals in reading order."""
        order = np.lexsort((places, values))
        return cls(places[order], values[order])

    @classmethod
    def plain(cls, places: list[int] | NDArray[np.int64]) -> Sources:
        """Return flat cells as sources of the value 0."""
        return cls(np.array(places, np.int64), np.zeros(len(places)))

    @property
    def are_plain(self) -> bool:
        """Whether all values are 0."""
        return not self.values.any()


class DistanceTree(NamedTuple):
    """Distances, infinite where there is no path, and by which move each cell is reached or left; flat."""

    distances: NDArray[np.float64]
    moves: NDArray[np.int8]  # NONE in sources, and in cells that are not reached


def least_cost(board: Board) -> float:
    """Return the least cost of a move; 1 if some cost nothing."""
    return board._step_costs.least or 1.0


def tolerance(board: Board) -> float:
    """Return what sums of the same costs may differ by, relative: 0 where all sums are exact."""
    return 0.0 if board._step_costs.are_exact else CLOSE


def allowed(board: Board, max_cost: float | None) -> float:
    """Return the greatest cost that counts as at most *max_cost*; infinite for None.

    Raises
    ------
    ArgumentError
        Unless *max_cost* is None or a number of 0 or more.

    """
    if max_cost is None:
        return math.inf
    if isinstance(max_cost, bool) or not isinstance(max_cost, Real) or not max_cost >= 0:
        raise ArgumentError("max_cost", max_cost, "a number of 0 or more")
    try:
        return float(max_cost) * (1 + tolerance(board))
    except OverflowError:  # a whole number beyond all floats
        return math.inf


def reversed_table(board: Board, watch: Watch) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the legal-move table backwards: the moves that enter each cell, and where they come from.

    The first is kept with the board.  Read-only as the table is, so that kernels have one form for both.
    """
    delta_of_move = -board._delta_of_move
    delta_of_move.flags.writeable = False
    return board._kept.get(ENTERING, lambda: _entering(board, watch)), delta_of_move


def _entering(board: Board, watch: Watch) -> NDArray[Any]:
    moves, deltas = board._moves_of_cell, board._delta_of_move.tolist()
    back = {delta: m for m, delta in enumerate(deltas)}
    mirrored = len(back) == len(deltas) and back.keys() == {-delta for delta in deltas}
    if moves.itemsize <= WIDEST_LISTED and mirrored and board._symmetric:
        # A cell is entered from where its own moves lead: a table has them for every set of moves.
        every = np.arange(1 << 8 * moves.itemsize, dtype=moves.dtype)
        found = np.zeros_like(every)
        for m, delta in enumerate(deltas):
            found |= (every >> back[-delta] & 1) << m
        entering: NDArray[Any] = found[moves]
    else:
        entering = np.zeros_like(moves)
        Slices(moves, watch)(enter, (moves, board._delta_of_move), entering)
    entering.flags.writeable = False
    return entering


def spread_from(
    board: Board,
    sources: Sources,
    watch: Watch,
    *,
    backwards: bool = False,
    worst: bool = False,
    most_of_step: float = math.inf,
    most: float = math.inf,
    is_wanted: NDArray[np.uint8] | None = None,
    enough: int = 0,
    state: NDArray[np.int64] | None = None,
    bound_of_cell: NDArray[np.float64] | None = None,
    costs: Costs | None = None,
    log: EventLog | None = None,
) -> DistanceTree:
    """Return the distances from *sources*, or *backwards* to them, and the moves; not beyond *most*.

    The search stops when the distances of *enough* cells are known that are wanted (``is_wanted[v]``); those
    of others may then be too great.  *worst*: a distance is the cost of the most expensive step.  No step is
    made that costs more than *most_of_step*.  *state* are the registers, if the caller has some: LEFT says
    how many of the wanted are left.  With a *bound_of_cell* on the rest it is A*; *costs* are those of the
    board, or others, as kernels take them.
    """
    size = board.size
    distance_of_cell, move_of_cell = np.full(size, np.inf), np.full(size, NONE, np.int8)
    cell_of_place, place_of_cell = np.empty(board.open_count, np.int32), np.full(size, NONE, np.int32)
    is_wanted = np.zeros(size, np.uint8) if is_wanted is None else is_wanted
    state = registers() if state is None else state
    state[LEFT] = enough
    within = sources.values <= most
    places, values = sources.places[within], sources.values[within]
    count = len(places)
    distance_of_cell[places] = values
    cell_of_place[:count], place_of_cell[places] = places, np.arange(count)
    state[TAIL] = count
    table = reversed_table(board, watch) if backwards else (board._moves_of_cell, board._delta_of_move)
    every_cost = (*(costs or board._step_costs.in_kernels), int(backwards), int(worst), most_of_step)
    # A source stands on top whatever its key is, so keys need not be filled where there is a bound.
    key_of_cell = distance_of_cell if bound_of_cell is None else np.zeros(size)
    tree = DistanceTree(distance_of_cell, move_of_cell)
    run(
        dijkstra, table, every_cost, bound_of_cell, most, is_wanted, tuple(tree),
        (cell_of_place, place_of_cell, key_of_cell),
        state=state, moves_of_cell=board._moves_of_cell, watch=watch, log=log,
    )  # fmt: skip
    return tree


def point_on(board: Board, tree: DistanceTree, watch: Watch) -> None:
    """Give each cell the first move, in move order, of its cheapest paths to a goal."""
    table, costs = (board._moves_of_cell, board._delta_of_move), (*board._step_costs.in_kernels, 1)
    Slices(board._moves_of_cell, watch)(point, table, costs, tuple(tree))
