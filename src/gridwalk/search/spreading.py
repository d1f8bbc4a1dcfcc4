"""Distances from cells, or to them, each with a value of its own, on all the board or up to a cost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import ArgumentError, BoardArrayError
from gridwalk.grids.cells import CellLike
from gridwalk.grids.checks import checked_real
from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import HEAD, NONE, TAIL
from gridwalk.kernels.search.dijkstra import LEFT, enter, point, spread
from gridwalk.runtime.cache import Key
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import registers, run
from gridwalk.search.query import Query

ENTERING: Key[NDArray[Any]] = Key("entering")
MAX_VALUE = 2.0**50  # of a source, in units of the least cost
CLOSE = 1e-11  # relative: two sums of the same fractions in another order differ by less


@dataclass(frozen=True)
class Sources:
    """The cells that distances are from, or to, each once, with the values they begin with: by value."""

    places: NDArray[np.int64]  # flat
    values: NDArray[np.float64]

    @classmethod
    def of(
        cls, grid: Grid, given: CellLike | Iterable[CellLike] | Mapping[CellLike, float], name: str
    ) -> Sources:
        """Return the sources that a caller names: cells, of value 0, or a mapping of cells to values."""
        if not isinstance(given, Mapping):
            places = np.array([grid.index(cell) for cell in grid.open_cells_of(given, name)], np.int64)
            return cls(places, np.zeros(len(places)))
        if not given:
            raise BoardArrayError(f"{name} must name at least one cell")
        value_of_place: dict[int, float] = {}
        for cell, value in given.items():
            number = checked_real(value, f"{name}[{cell!r}]", "a finite number: the value of a cell")
            place = grid.index(grid.open_cell(cell, name))
            value_of_place[place] = min(number, value_of_place.get(place, math.inf))
        largest = max(map(abs, value_of_place.values()))
        if largest > MAX_VALUE * least_cost(grid):
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

    @property
    def are_plain(self) -> bool:
        """Whether all values are 0."""
        return not self.values.any()


class DistanceTree(NamedTuple):
    """Distances, infinite where there is no path, and by which move each cell is reached or left; flat."""

    distances: NDArray[np.float64]
    moves: NDArray[np.int8]  # NONE in sources, and in cells that are not reached


def least_cost(grid: Grid) -> float:
    """Return the least cost of a move; 1 if some cost nothing."""
    return grid.step_costs.least or 1.0


def tolerance(grid: Grid) -> float:
    """Return what sums of the same costs may differ by, relative: 0 where all sums are exact."""
    return 0.0 if grid.step_costs.are_exact else CLOSE


def allowed(grid: Grid, max_cost: float | None) -> float:
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
        return float(max_cost) * (1 + tolerance(grid))
    except OverflowError:  # a whole number beyond all floats
        return math.inf


def reversed_table(grid: Grid, watch: Watch) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the legal-move table backwards: the moves that enter each cell, and where they come from.

    The first is kept with the board.  Read-only as the table is, so that kernels have one form for both.
    """
    delta_of_move = -grid.delta_of_move
    delta_of_move.flags.writeable = False
    return grid._kept.get(ENTERING, lambda: _entering(grid, watch)), delta_of_move


def _entering(grid: Grid, watch: Watch) -> NDArray[Any]:
    entering, state = np.zeros_like(grid.moves_of_cell), registers()
    table = grid.moves_of_cell, grid.delta_of_move
    run(enter, table, entering, state=state, moves_of_cell=grid.moves_of_cell, watch=watch)
    entering.flags.writeable = False
    return entering


def spread_from(
    grid: Grid,
    sources: Sources,
    watch: Watch,
    *,
    backwards: bool = False,
    most: float = math.inf,
    wanted: NDArray[np.int64] | None = None,
    enough: int | None = None,
    state: NDArray[np.int64] | None = None,
) -> DistanceTree:
    """Return the distances from *sources*, or *backwards* to them, and the moves; not beyond *most*.

    If cells are *wanted* (flat, at least one), the search stops when the distances of all of them are known,
    or of *enough*; those of others may then be too great.  *state* are the registers, if the caller has some.
    """
    size = grid.size
    distance_of_cell, move_of_cell = np.full(size, np.inf), np.full(size, NONE, np.int8)
    cell_of_place, place_of_cell = np.empty(grid.open_count, np.int32), np.full(size, NONE, np.int32)
    is_wanted, state = np.zeros(size, np.uint8), registers() if state is None else state
    if wanted is not None:
        is_wanted[wanted] = 1
        state[LEFT] = enough or np.count_nonzero(is_wanted)
    within = sources.values <= most
    places, values = sources.places[within], sources.values[within]
    count = len(places)
    distance_of_cell[places] = values
    cell_of_place[:count], place_of_cell[places] = places, np.arange(count)
    state[TAIL] = count
    table = grid.moves_of_cell, grid.delta_of_move
    if backwards:
        table = reversed_table(grid, watch)
    costs = (*grid.step_costs.in_kernels, int(backwards))
    heap = cell_of_place, place_of_cell, distance_of_cell
    tree = DistanceTree(distance_of_cell, move_of_cell)
    run(
        spread, table, costs, most, is_wanted, tuple(tree), heap,
        state=state, moves_of_cell=grid.moves_of_cell, watch=watch,
    )  # fmt: skip
    return tree


def point_on(grid: Grid, tree: DistanceTree, watch: Watch) -> None:
    """Give each cell the first move, in move order, of its cheapest paths to a goal."""
    state, table = registers(), (grid.moves_of_cell, grid.delta_of_move)
    state[HEAD] = 0
    costs = (*grid.step_costs.in_kernels, 1)
    run(point, table, costs, tuple(tree), state=state, moves_of_cell=grid.moves_of_cell, watch=watch)


def nearest_within(query: Query, most: float) -> Path | None:
    """Return a cheapest path to the nearest exit if it costs at most *most*: a search that ends there."""
    grid = query.grid
    exits = np.array([grid.index(cell) for cell in query.exits], np.int64)
    sources = Sources(np.array(query.sources, np.int64), np.zeros(len(query.sources)))
    tree = spread_from(grid, sources, query.watch, most=most, wanted=exits, enough=1, state=query.state)
    goal = int(exits[tree.distances[exits].argmin()])
    if tree.distances[goal] == np.inf:
        return None
    moves, delta_of_move = tree.moves.data, grid.delta_of_move.tolist()
    cells = [goal]
    while (m := moves[cells[-1]]) != NONE:
        cells.append(cells[-1] - delta_of_move[m])
    return query.found(np.array(cells[::-1], np.int32), "dijkstra")
