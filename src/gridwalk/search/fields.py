"""From starts to everywhere: distance fields, what can be reached, and all cheapest paths.

And islands: the sets of cells of a board that can all reach one another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import Cell, UnsuitableAlgorithmError, in_a_line
from gridwalk.grids.cells import pairs_of
from gridwalk.grids.grid import Grid
from gridwalk.grids.passages import period_of
from gridwalk.kernels.codes import DEPTH, NONE
from gridwalk.kernels.search.dead_ends import strong_components
from gridwalk.kernels.search.first_path import distance_labels
from gridwalk.questions.verbs import Refusing
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.slices import Slices, run
from gridwalk.runtime.tuning import tuning
from gridwalk.search.query import Query, is_varied
from gridwalk.search.searches import reachable_cells, run_buckets, spread_over
from gridwalk.search.solver import part_of_cell
from gridwalk.search.spreading import reversed_table, tolerance

TELL_AFTER = 4096  # cells
PATHS_TOGETHER = 64  # between two looks at the clock
FAR = np.int32(1 << 30)  # moves, more than any path has


def distance_field(query: Query) -> NDArray[np.float64]:
    """Return the cost of a cheapest path from the starts to every cell, flat; infinite where there is none.

    Where the query has exits, cells farther than the nearest one may be infinite too.
    """
    if is_varied(query.grid):
        tree = run_buckets(query)
        return spread_over(query).distances if tree is None else tree[0]
    return moves_from(query)


def moves_from(query: Query) -> NDArray[np.float64]:
    """Return the number of moves from the starts to every cell, flat; infinite where there is none."""
    queue = np.empty(query.grid.open_count, np.int32)
    label_of_cell = query.labels(queue)
    query.run(distance_labels, label_of_cell, queue)
    return np.where(label_of_cell >= 0, label_of_cell, np.inf)


def moves_to(query: Query) -> NDArray[np.int32]:
    """Return how many moves every cell is from the nearest exit, flat: `FAR` where none is reached."""
    table = reversed_table(query.grid, query.watch)
    queue = np.empty(query.grid.open_count, np.int32)
    backwards = Query(query.grid, query.exits, (), query.watch)
    label_of_cell, state, watch = backwards.labels(queue), backwards.state, query.watch
    run(distance_labels, table, label_of_cell, queue, state=state, moves_of_cell=table[0], watch=watch)
    return np.where(label_of_cell >= 0, label_of_cell, FAR)


@dataclass(frozen=True, eq=False, repr=False)
class CheapestPaths(Refusing):
    """All cheapest paths from the starts to the nearest exits: counted at once, listed lazily.

    Notes
    -----
    The first answer takes a distance field.  `count` then takes O(cells on cheapest paths)
    additions of Python integers; listing is depth-first in move order and never meets a
    dead end.  The time given by `PathSet.within` is that of a count, or of an iteration from its first path
    on.  Costs whose sums float64 holds exactly (whole ones, halves ...) are compared exactly,
    sums of others to a relative 1e-11.
    """

    query: Query

    _others = "they are counted and listed"

    def __post_init__(self) -> None:
        if self.query.grid._step_costs.least == 0:
            reason = (
                "steps that cost nothing may go in circles: take in_order(), which lists the cheapest first"
            )
            raise UnsuitableAlgorithmError("all_shortest", reason)

    def __repr__(self) -> str:
        starts, exits = (" or ".join(map(str, ends)) for ends in (self.query.starts, self.query.exits))
        return in_a_line(f"<{type(self).__name__}: from {starts} to {exits}, on {self.query.grid._whole!r}>")

    def count(self) -> int:
        """Return how many there are, exactly."""
        self._clock()
        return sum(self._ways.get(source, 0) for source in self._roots)

    @property
    def cost(self) -> float:
        """What each of them costs; infinite where there is none."""
        self._clock()
        return self._field[1]

    def __iter__(self) -> Iterator[Path]:
        watch = self._clock()
        watch.kept = 0
        for source in self._roots:
            for path in self._from(source) if source in self._ways else ():
                watch.kept += 1
                yield path
                if watch.kept % PATHS_TOGETHER == 0:
                    watch.check(0, 0, 0)

    def _clock(self) -> Watch:
        """Return a clock started now; so is that of what is found on the way to the first answer."""
        limits = self.query.watch.limits
        self.query.watch.start(limits.watch())
        return limits.watch()

    def _from(self, source: int) -> Iterator[Path]:
        grid, on = self.query.grid, [iter((source,))]
        walk: list[int] = []
        while on:
            v = next(on[-1], None)
            if v is None:
                on.pop()
                if walk:
                    walk.pop()
                continue
            walk.append(v)
            if v in self._goals:
                yield Path._found(grid, pairs_of(self._cells_of(walk), grid.columns), False, "all")
            on.append(iter([u for u in self._onward(v) if u in self._ways]))

    @property
    def _roots(self) -> list[int]:
        return self.query.sources

    def _cells_of(self, walk: list[int]) -> list[int]:
        return walk

    @cached_property
    def _field(self) -> tuple[NDArray[np.float64], float]:
        """The distance field, and the distance of the nearest exits."""
        query = self.query
        distance = distance_field(Query(query.grid, query.starts, (), query.watch))
        return distance, min((float(distance[v]) for v in np.flatnonzero(query.is_exit)), default=np.inf)

    @cached_property
    def _goals(self) -> set[int]:
        distance, least = self._field
        if least == np.inf:
            return set()
        exits = np.flatnonzero(self.query.is_exit)
        return set(exits[distance[exits] <= least * (1 + self._tolerance)].tolist())

    @cached_property
    def _ways(self) -> dict[int, int]:
        """Of each cell on a cheapest path: in how many ways it goes on to a nearest exit."""
        distance = self._field[0]
        ways: dict[int, int] = {}
        wave = sorted(self._goals, key=lambda v: -distance[v])
        found, i = set(wave), 0
        while i < len(wave):  # every cell that leads to an exit, back to the starts
            if i % (tuning().tell_after or TELL_AFTER) == 0:
                self.query.watch.check(i, 0, 0)
            for u in self._before(wave[i]):
                if u not in found:
                    found.add(u)
                    wave.append(u)
            i += 1
        for number, v in enumerate(sorted(found, key=lambda v: -distance[v])):
            if number % (tuning().tell_after or TELL_AFTER) == 0:
                self.query.watch.check(number, 0, 0)
            ways[v] = (v in self._goals) + sum(
                ways.get(u, 0) for u in self._onward(v) if v not in self._goals
            )
        return ways

    def _steps(self, v: int, sign: int) -> Iterator[tuple[int, int]]:
        """Yield (other cell, move) of each move from *v* (sign 1) or into it (sign -1)."""
        moves_of_cell, delta_of_move = self.query.table
        for m, delta in enumerate(delta_of_move.tolist()):
            u = v + sign * delta
            if 0 <= u < len(moves_of_cell) and int(moves_of_cell[v if sign > 0 else u]) >> m & 1:
                yield u, m

    def _onward(self, v: int) -> list[int]:
        """Return the cells that a cheapest path may enter from *v*, in move order."""
        if v in self._goals:
            return []
        return [u for u, m in self._steps(v, 1) if self._is_tight(v, u, m)]

    def _before(self, v: int) -> list[int]:
        return [u for u, m in self._steps(v, -1) if u not in self._goals and self._is_tight(u, v, m)]

    def _is_tight(self, u: int, v: int, m: int) -> bool:
        """Whether the move *m* from *u* to *v* is on a cheapest path from the starts."""
        distance, cost = self._field[0], self.query.grid._step_costs.of_move(m, v)
        # The first test keeps ways from going in circles where costs are lost in rounding.
        return bool(
            distance[u] < distance[v]
            and abs(distance[u] + cost - distance[v]) <= self._tolerance * distance[v]
        )

    @cached_property
    def _tolerance(self) -> float:
        """What sums of the same costs may differ by, relative: nothing where all sums are exact."""
        return tolerance(self.query.grid)


def nearest_reachable(query: Query) -> Cell:
    """Return the reachable cell nearest to an exit as the crow flies; of equals the first on the board.

    Where the board is wrapped round, the crow may fly across the seam.
    """
    grid: Grid = query.grid
    cells = np.divmod(np.flatnonzero(reachable_cells(query)), grid.columns)
    rows, columns = cells
    period = period_of(grid.shape, grid.wrap)

    def apart(exit_: Cell) -> NDArray[np.float64]:
        away = [np.abs(part - at) for part, at in zip(cells, exit_, strict=True)]
        around = [np.minimum(d, n - d) if n else d for d, n in zip(away, period, strict=True)]
        return np.hypot(*around)  # type: ignore[no-any-return]

    away = np.min([apart(exit_) for exit_ in query.exits], axis=0)
    best = int(away.argmin())
    return int(rows[best]), int(columns[best])


def islands(grid: Grid) -> NDArray[np.int32]:
    """Answer behind `gridwalk.Board.islands`."""
    is_open = grid.open_cells.reshape(-1)
    labels = _connected(grid, is_open) if grid._symmetric else _strong(grid, is_open)
    return _in_order(labels, is_open).reshape(grid.shape)


def _connected(grid: Grid, is_open: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return the connected components, in some order."""
    parts = part_of_cell(grid)
    assert parts is not None
    labels = parts.copy()
    alone = np.flatnonzero(is_open & (parts == NONE))  # cells without a move
    labels[alone] = np.arange(len(alone), dtype=np.int32) + (parts.max(initial=NONE) + 1)
    return labels


def _strong(grid: Grid, is_open: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return the strongly connected components, in some order."""
    number, island = np.where(is_open, NONE, 0).astype(np.int32), np.full(grid.size, NONE, np.int32)
    low, kept = np.empty(grid.size, np.int32), np.empty(grid.open_count, np.int32)
    stack, table = np.empty((grid.open_count, 2), np.int32), (grid._moves_of_cell, grid._delta_of_move)
    run = Slices(grid._moves_of_cell, NO_LIMITS.watch())
    run(strong_components, table, number, low, island, stack, kept, begin={DEPTH: NONE})
    return island


def _in_order(labels: NDArray[np.int32], is_open: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return *labels* numbered in the order of their first cells; `NONE` where no cell is open."""
    places = np.flatnonzero(is_open)[::-1]
    first = np.zeros(int(labels.max(initial=NONE)) + 1, np.int64)
    first[labels[places]] = places  # of several the last counts: the first cell
    rank = np.empty(len(first), np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    numbered: NDArray[np.int32] = np.full(len(labels), NONE, np.int32)
    numbered[places] = rank[labels[places]]
    return numbered
