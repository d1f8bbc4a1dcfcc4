"""Distance matrices: the costs of cheapest paths from many cells to many, a search for each of the fewer."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.board.checks import checked_number
from gridwalk.runtime.limits import Limits, TaskWatch, with_check
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.threads import Check, together, useful
from gridwalk.search.backwards import reversed_table
from gridwalk.search.batch import Places
from gridwalk.search.bounds import allowed
from gridwalk.search.dijkstra import Sources
from gridwalk.search.fields import distances_of

BYTES_A_CELL = 30  # of a search


def distance_matrix(
    board: Board,
    starts: ArrayLike | Iterable[CellLike],
    exits: ArrayLike | Iterable[CellLike],
    max_cost: float | None,
    threads: int | None,
    limits: Limits,
) -> NDArray[np.float64]:
    """Return the answer of `gridwalk.Board.distance_matrix`."""
    watch, most = limits.watch(), allowed(board, max_cost)
    workers = (os.cpu_count() or 1) if threads is None else checked_number(threads, "threads", 1)
    sources, source_of_row = np.unique(Places.of(board, starts, "starts").flat, return_inverse=True)
    goals, goal_of_column = np.unique(Places.of(board, exits, "exits").flat, return_inverse=True)
    backwards = len(goals) < len(sources)
    begin, end = (goals, sources) if backwards else (sources, goals)
    workers = useful(max(1, min(workers, len(begin))))
    advice = "ask for fewer starts and exits at a time, or take fewer threads"
    memory = MemoryBudget(limits.memory_allowed, f"costs of {len(sources):,} x {len(goals):,} pairs", advice)
    memory.take(16 * len(source_of_row) * len(goal_of_column) + BYTES_A_CELL * board.size * workers)
    if backwards:
        reversed_table(board, watch)  # before every thread would make it
    table, is_wanted = np.empty((len(begin), len(end))), np.zeros(board.size, np.uint8)
    is_wanted[end] = 1
    done: list[int] = []

    def search(i: int, check: Check) -> None:
        field_from = partial(
            distances_of, board, Sources.plain(begin[i : i + 1]),
            backwards=backwards, most=most, is_wanted=is_wanted, enough=len(end),
        )  # fmt: skip
        row = with_check(check, field_from, TaskWatch())[end]
        table[i] = np.where(row <= most, row, np.inf)
        done.append(i)
        check()

    def report() -> None:
        watch.check(0, 0, len(done), f"{len(done):,} of {len(begin):,} searches done")

    together([partial(search, i) for i in range(len(begin))] if len(end) else [], workers, report)
    costs = table.T if backwards else table
    return np.ascontiguousarray(costs[np.ix_(source_of_row, goal_of_column)])
