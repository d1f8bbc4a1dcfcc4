"""Costs from many cells to many cells: one search for each of the fewer."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.grids.cells import CellLike
from gridwalk.grids.checks import checked_number
from gridwalk.grids.grid import Grid
from gridwalk.runtime.limits import NO_LIMITS, Limits, Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.threads import Check, together, useful
from gridwalk.search.flowfield import distances_of
from gridwalk.search.pairs import Places
from gridwalk.search.spreading import Sources, allowed, reversed_table

BYTES_A_CELL = 30  # of a search


def distance_matrix(
    grid: Grid,
    starts: ArrayLike | Iterable[CellLike],
    exits: ArrayLike | Iterable[CellLike],
    max_cost: float | None,
    threads: int | None,
    limits: Limits,
) -> NDArray[np.float64]:
    """Answer behind `gridwalk.Board.distance_matrix`."""
    watch, most = limits.watch(), allowed(grid, max_cost)
    workers = (os.cpu_count() or 1) if threads is None else checked_number(threads, "threads", 1)
    sources, source_of_row = np.unique(Places.of(grid, starts, "starts").flat, return_inverse=True)
    goals, goal_of_column = np.unique(Places.of(grid, exits, "exits").flat, return_inverse=True)
    backwards = len(goals) < len(sources)
    begin, end = (goals, sources) if backwards else (sources, goals)
    workers = useful(max(1, min(workers, len(begin))))
    advice = "ask for fewer starts and exits at a time, or take fewer threads"
    memory = MemoryBudget(limits.memory_allowed, f"costs of {len(sources):,} x {len(goals):,} pairs", advice)
    memory.take(16 * len(source_of_row) * len(goal_of_column) + BYTES_A_CELL * grid.size * workers)
    if backwards:
        reversed_table(grid, watch)  # before threads would each find them
    table = np.empty((len(begin), len(end)))
    done: list[int] = []

    def search(i: int, check: Check) -> None:
        source = Sources(begin[i : i + 1], np.zeros(1))
        row = distances_of(
            grid, source, most, _Asking(NO_LIMITS, check=check), backwards=backwards, wanted=end
        )
        table[i] = np.where(row[end] <= most, row[end], np.inf)
        done.append(i)
        check()

    def tell() -> None:
        watch.check(0, 0, len(done), f"{len(done):,} of {len(begin):,} searches done")

    together([partial(search, i) for i in range(len(begin))] if len(end) else [], workers, tell)
    costs = table.T if backwards else table
    return np.ascontiguousarray(costs[np.ix_(source_of_row, goal_of_column)])


class _Asking(Watch):
    """The clock of a search in a thread: it asks the thread that has the clock."""

    def __init__(self, limits: Limits, check: Check) -> None:
        super().__init__(limits)
        self._ask = check

    def check(self, expanded: int, backtracks: int, found: int, doing: str = "") -> None:
        """Raise if the search has to stop."""
        self._ask()
