"""Cheapest paths by a solver: an algorithm made ready for a grid once, and kept with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import Cell
from gridwalk.grids.grid import Grid
from gridwalk.grids.passages import period_of
from gridwalk.runtime.cache import Key
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import beside_once, interpreting
from gridwalk.search.query import PARTS, key_of

if TYPE_CHECKING:
    from gridwalk.search.ready import Solver

QUICK: Key[Key[Solver]] = Key("quick")  # the solver that answers one start and one exit at once
FAR = 10  # cells are far apart if so many squares of that side cover the board,
LARGE = 1 << 12  # on boards of so many cells; see `choice.bounds_say_little`
GETTING_READY = "getting the board ready, and compiling what this machine has not yet compiled"


def by_solver(
    grid: Grid, by: str, start: Cell, exits: tuple[Cell, ...], clock: Callable[[], Watch]
) -> Path | None:
    """Return a cheapest path from *start* to the nearest exit, by a solver that suits."""
    source = start[0] * grid.columns + start[1]
    goals = [row * grid.columns + column for row, column in exits]
    solver = grid._kept.peek(key_of(by))
    if interpreting() or (solver is not None and solver.is_quick):
        cells, expanded = _to_nearest(grid, by, source, goals)
    else:
        search = partial(_to_nearest, grid, by, source, goals)
        doing = "searching" if solver else GETTING_READY
        cells, expanded = beside_once(kind_of(by, grid), grid.size, search, clock(), doing)
    if cells is None:
        return None
    if len(goals) > 1:
        # Where rounding makes two exits equally far, the path may lead through one to the other.
        entered = np.isin(cells[:, 0] * np.int64(grid.columns) + cells[:, 1], goals)
        cells = cells[: int(entered.argmax()) + 1]
    return Path._found(grid, cells, False, by, expanded)


def kind_of(work: str, grid: Grid) -> str:
    """Return a name for *work* on all grids on which it calls the same kernels."""
    return f"{work}: {grid.moves.name}, {None if grid.costs is None else grid.costs.dtype}"


def is_far(grid: Grid, source: int, goal: int) -> bool:
    """Whether two flat cells are so far apart that most of the board lies nearer to one than the other."""
    if grid.size < LARGE:
        return False
    (row, column), (to_row, to_column) = divmod(source, grid.columns), divmod(goal, grid.columns)
    down, across = abs(row - to_row), abs(column - to_column)
    if grid.wrap is not None:
        rows, columns = period_of(grid.shape, grid.wrap)
        down, across = min(down, (rows or grid.size) - down), min(across, (columns or grid.size) - across)
    return bool(FAR * max(down, across) ** 2 >= grid.size)


def again(grid: Grid, source: int, goal: int) -> Path | None:
    """Return a cheapest path at once, where "auto" has found one on *grid* before; None: ask in full."""
    quick = grid._kept.peek(QUICK)
    solver = None if quick is None else grid._kept.peek(quick)
    if solver is None or interpreting() or (grid.costs is not None and is_far(grid, source, goal)):
        return None
    cells, _, expanded = solver.path(source, goal, False)
    return None if cells is None else Path._cheapest(grid, cells, solver.name, expanded)


def _to_nearest(grid: Grid, by: str, source: int, goals: list[int]) -> tuple[NDArray[np.int32] | None, int]:
    """Return the cells of a cheapest path to the nearest of *goals*, if any, and the cells expanded."""
    solver, parts = grid._kept.peek(key_of(by)) or _built(grid, by), grid._kept.peek(PARTS)
    best, least, expanded = None, np.inf, 0
    for goal in goals:
        if parts is not None and parts[source] != parts[goal] and source != goal:
            continue
        cells, cost, work = solver.path(source, goal)
        expanded += work
        if cells is None:
            parts = _components(grid)  # so that the next such question is answered at once
        elif cost < least:
            best, least = cells, cost
    return best, expanded


# The solvers bring many kernels along, which small questions do without: they are imported late.
def _built(grid: Grid, by: str) -> Solver:
    from gridwalk.search.solvers import solver

    return solver(grid, by)


def _components(grid: Grid) -> NDArray[np.int32] | None:
    from gridwalk.search.solvers import part_of_cell

    return part_of_cell(grid)
