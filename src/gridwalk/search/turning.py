"""Paths of fewest turns, and paths that are cheapest where each turn has a price."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import MemoryLimitError, QuestionError
from gridwalk.grids.grid import Grid
from gridwalk.grids.stepcosts import StepCosts
from gridwalk.kernels.codes import EXHAUSTED, FULL, GOAL, NONE, TAIL
from gridwalk.kernels.search.turning import cheapest_turning, follow_turning
from gridwalk.runtime.slices import call
from gridwalk.search.fields import CheapestPaths
from gridwalk.search.query import Query, lower_bounds

if TYPE_CHECKING:
    from gridwalk.keywords import Variable

BYTES_OF_STATE, BYTES_OF_CELL, BYTES_OF_ITEM = 10, 40, 16
MAX_TURN = 2.0**50  # the price of one


def headings_of(grid: Grid, asked: str = "turns") -> tuple[NDArray[np.int64], int]:
    """Return the direction of each move as a number from 1, 0 for portals; and how many numbers there are.

    Raises
    ------
    QuestionError
        If the board is wrapped round and so small that one step is made by moves of two directions.

    """
    moves = grid.moves
    made = [number for number, _, _ in moves.sources()]
    if len(made) > len(set(made)):
        raise QuestionError(asked, "this board is wrapped round, and one step of it has two directions")
    numbers: dict[tuple[int, int], int] = {(0, 0): 0}
    found = []
    for down, across in moves.steps:
        far = gcd(down, across) or 1
        found.append(numbers.setdefault((down // far, across // far), len(numbers)))
    return np.array(found, np.int64), len(numbers)


@dataclass
class Turning:
    """A search over states, cell and direction, for a least *measure*: moves, turns, cost with that of turns.

    Turns weigh more than all moves of a path, so that of those with the fewest turns it is one of the fewest
    moves.  O(s log s) time for the states entered; 10 bytes for every state there is.

    Attributes
    ----------
    headings : int
        How many directions there are; state ``v * headings + heading`` is cell *v* entered in that one.
    turn : float
        What a turn weighs.
    bounds : float64 array
        What the rest costs at least, from each cell.
    value_of_state : float64 array
        What it takes to come there; infinite where no walk does, or where none was looked for.

    """

    query: Query
    measure: Variable = "turns"
    turn_cost: float = 0.0

    def __post_init__(self) -> None:
        grid, exits = self.query.grid, self.query.exits
        self.heading_of_move, self.headings = np.zeros(len(grid.moves), np.int64), 1
        if self.measure != "length":
            self.heading_of_move, self.headings = headings_of(grid)
        self.costs, self.turn = grid._step_costs.in_kernels, self.turn_cost
        if self.measure == "cost":
            self.bounds = lower_bounds(grid, exits)
            return
        self.costs = np.ones(grid.size), np.ones(len(grid.moves)), np.zeros(len(grid.moves))
        self.turn = float(grid.open_count) if self.measure == "turns" else 0.0  # a path has fewer moves
        one_a_move = StepCosts(grid.open_cells, grid.moves, None, 1)
        self.bounds = np.zeros(grid.size) if grid.portals else lower_bounds(grid, exits, one_a_move)

    def run(self, is_exit: NDArray[np.uint8], slack: float) -> bool:
        """Search for the nearest exit; return whether there is one.  *Slack* as the kernel takes it."""
        query, grid = self.query, self.query.grid
        room, states = len(query.starts) + grid.open_count + len(grid.moves), grid.size * self.headings
        self._afford(room)
        self.value_of_state = np.full(states, np.inf)
        least_of_cell = np.full(grid.size, np.inf)
        self._tree = (
            self.value_of_state, np.full(states, NONE, np.int8), np.zeros(states, np.int8), least_of_cell,
        )  # fmt: skip
        first = sorted((float(self.bounds[source]), source * self.headings) for source in query.sources)
        heap = np.zeros(room), np.zeros(room, np.int64)
        for place, (key, s) in enumerate(first):
            heap[0][place], heap[1][place], self.value_of_state[s] = key, s, 0.0
        query.state[TAIL] = len(first)
        ways = self.heading_of_move, self.headings, float(self.turn), slack
        while True:
            status = query.run(cheapest_turning, self.costs, ways, self.bounds, is_exit, self._tree, heap)
            if status != FULL:
                return status != EXHAUSTED
            self._afford(2 * len(heap[0]))
            heap = np.concatenate([heap[0], heap[0]]), np.concatenate([heap[1], heap[1]])

    def path(self) -> Path | None:
        """Return the path found; None if there is none."""
        query = self.query
        if not self.run(query.is_exit, float(self.turn)):
            return None
        cells, goal = np.empty(query.grid.open_count, np.int32), int(query.state[GOAL])
        steps = call(
            follow_turning, query.watch, query.grid._delta_of_move, self.headings, self._tree, goal, cells
        )
        path = query.found(cells[:steps][::-1], "astar")
        return path._claiming(self.measure, turn_cost=self.turn_cost)

    def _afford(self, room: int) -> None:
        size, memory = self.query.grid.size, self.query.watch.limits.memory
        needed = size * (self.headings * BYTES_OF_STATE + BYTES_OF_CELL) + room * BYTES_OF_ITEM
        if memory is not None and needed > memory:
            doing = "a search that knows in which direction it enters each cell"
            raise MemoryLimitError(memory, needed, doing)


class FewestTurns(CheapestPaths):
    """All paths of fewest turns, and of fewest moves among these: counted at once, listed lazily.

    As `CheapestPaths`, over states: a cell and the direction in which it is entered.
    """

    def __post_init__(self) -> None:
        headings_of(self.query.grid)  # refuses boards where they are not told apart

    @property
    def turns(self) -> float:
        """How many turns each of them has; infinite where there is none."""
        self._clock()
        return self._field[1] // self._search.turn

    @property
    def cost(self) -> float:
        """Refuse: they have as many turns and moves, but may differ in cost."""
        raise QuestionError("cost", "paths of as many turns may differ in cost: ask turns, or each path")

    @cached_property
    def _search(self) -> Turning:
        query = self.query
        return Turning(Query(query.grid, query.starts, (), query.watch))

    @cached_property
    def _field(self) -> tuple[NDArray[np.float64], float]:
        search = self._search
        search.run(np.zeros(self.query.grid.size, np.uint8), np.inf)
        value = search.value_of_state
        exits = np.flatnonzero(self.query.is_exit)
        return value, float(value.reshape(-1, search.headings)[exits].min(initial=np.inf))

    @property
    def _roots(self) -> list[int]:
        return [source * self._search.headings for source in self.query.sources]

    @cached_property
    def _goals(self) -> set[int]:
        value, least = self._field
        near = np.repeat(self.query.is_exit, self._search.headings) > 0
        return set(np.flatnonzero(near & (value == least) & (value < np.inf)).tolist())

    def _cells_of(self, walk: list[int]) -> list[int]:
        return [s // self._search.headings for s in walk]

    def _onward(self, v: int) -> list[int]:
        """Return the states that a best path may enter from the state *v*, in move order."""
        if v in self._goals:
            return []
        cell, heading = divmod(v, self._search.headings)
        found = (
            cell_next * self._search.headings + (int(self._search.heading_of_move[m]) or heading)
            for cell_next, m in self._steps(cell, 1)
        )
        return [t for t in found if self._is_best(v, t)]

    def _before(self, v: int) -> list[int]:
        headings = self._search.headings
        cell, heading = divmod(v, headings)
        found = (
            u * headings + before
            for u, m in self._steps(cell, -1)
            for before in range(headings)
            if (int(self._search.heading_of_move[m]) or before) == heading
        )
        return [s for s in found if s not in self._goals and self._is_best(s, v)]

    def _is_best(self, s: int, t: int) -> bool:
        value, (before, after) = self._field[0], (s % self._search.headings, t % self._search.headings)
        weight = 1 + self._search.turn * (before not in (0, after))
        return bool(value[s] + weight == value[t] < np.inf)
