"""A cheapest path: which algorithm answers, and those that look at one cell at a time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, UnsuitableAlgorithmError
from gridwalk.grid import Grid
from gridwalk.kernels.codes import FOUND, GOAL
from gridwalk.kernels.search.dijkstra import dijkstra
from gridwalk.kernels.search.first_path import distance_labels, follow_parents, walk_back
from gridwalk.moves import KING_STEPS, legal_moves
from gridwalk.path import Path
from gridwalk.runtime.limits import Limits
from gridwalk.runtime.slices import beside, call_short, interpreting
from gridwalk.search.find import find_bfs
from gridwalk.search.query import Query, Search

if TYPE_CHECKING:
    from gridwalk.search.solvers import Solver

SOLVERS = ("astar", "jps", "corridors")  # built on first use (`gridwalk.search.solvers`)
SMALL_BOARD = 256  # cells; a queue or a heap answers there before anything cleverer is built
MAX_CORRIDOR_CELLS = 1 << 25  # costs in units of 2**-36 stay below 2**62
SAMPLE_ROWS = 64
GETTING_READY = "getting the board ready, and compiling what this machine has not yet compiled"
FEW_EXITS = 4  # as many searches from start to exit as one search that knows no goal


def shortest_labels(query: Query) -> Path | None:
    """Label cells with their distance from the start, then walk back from the exit along falling labels."""
    label_of_cell = query.no_cells()
    cell_of_queue = np.empty(query.grid.open_count, np.int32)
    query.seed(cell_of_queue, 0)
    label_of_cell[query.sources] = 0
    if query.run(distance_labels, query.is_exit, label_of_cell, cell_of_queue) != FOUND:
        return None
    goal = int(query.state[GOAL])
    moves = int(label_of_cell[goal])
    events = None if query.log is None else np.zeros((moves + 1, 3), np.int32)
    call_short(walk_back, query.watch, query.table, label_of_cell, goal, cell_of_queue, events)
    if query.log is not None and events is not None:
        query.log.append(events[1:])
    return query.found(cell_of_queue[: moves + 1], "labels")


def shortest_dijkstra(query: Query) -> Path | None:
    """Close cells in order of cost, with a heap."""
    return nearest_first(query, "dijkstra")


def nearest_first(query: Query, by: str, bound_of_cell: NDArray[np.float64] | None = None) -> Path | None:
    """Close cells in order of cost plus *bound_of_cell*, if it is given, and follow the parents back."""
    grid = query.grid
    distance_of_cell, parent_of_cell = np.full(grid.size, np.inf), query.no_cells()
    cell_of_place = np.empty(grid.open_count, np.int32)
    if run_dijkstra(query, distance_of_cell, parent_of_cell, cell_of_place, bound_of_cell) != FOUND:
        return None
    steps = call_short(follow_parents, query.watch, parent_of_cell, int(query.state[GOAL]), cell_of_place)
    return query.found(cell_of_place[:steps][::-1], by)


def run_dijkstra(
    query: Query,
    distance_of_cell: NDArray[np.float64],
    parent_of_cell: NDArray[np.int32],
    cell_of_place: NDArray[np.int32],
    bound_of_cell: NDArray[np.float64] | None = None,
) -> int:
    """Run Dijkstra's algorithm over arrays as the kernel wants them; return its status."""
    grid = query.grid
    if grid.costs is None:
        costs = (np.ones(grid.size), grid.moves.cost_of_move)
    else:
        costs = (grid.costs.reshape(-1).astype(np.float64), np.ones(len(grid.moves)))
    place_of_cell = query.no_cells()
    query.seed(cell_of_place)
    sources = query.sources
    parent_of_cell[sources] = sources
    distance_of_cell[sources] = 0
    place_of_cell[sources] = np.arange(len(sources))
    # A start stands on top whatever its key is, so keys need not be filled where there is a bound.
    key_of_cell = distance_of_cell if bound_of_cell is None else np.zeros(grid.size)
    heap = (cell_of_place, place_of_cell, key_of_cell)
    tree = (distance_of_cell, parent_of_cell)
    return query.run(dijkstra, costs, bound_of_cell, query.is_exit, tree, heap)


BY_CELL: Mapping[str, Search] = {
    "bfs": find_bfs,
    "labels": shortest_labels,
    "dijkstra": shortest_dijkstra,
}
SHORTEST = (*BY_CELL, *SOLVERS)
LOGGED = ("astar", "jps")  # solvers with a form that keeps an event log (`gridwalk.search.logged`)


def choose(grid: Grid, starts: int, exits: int) -> str:
    """Return the fastest algorithm that is exact for *grid* and so many starts and exits.

    It depends on nothing else, so the same question gets the same answer on every run.
    """
    varied = is_varied(grid)
    if grid.size <= SMALL_BOARD or starts > 1 or exits > FEW_EXITS:
        return "dijkstra" if varied else "bfs"
    if grid.costs is not None:
        return "astar"
    if _has_corridors(grid):
        return "corridors"
    if not why_not(grid, "jps"):
        return "jps"
    return "astar"


def _has_corridors(grid: Grid) -> bool:
    """Whether the corridor graph is small against the board; looked at once."""
    if why_not(grid, "corridors"):
        return False
    if "has_corridors" not in grid.kept:
        from gridwalk.search.solvers import junctions_of

        sample = _sample_of_moves(grid)
        ways = np.bitwise_count(sample[sample > 0])
        few = ways.size > 0 and np.count_nonzero(ways <= 2) >= 0.4 * ways.size
        most = grid.open_count / (4 if grid.moves.has_diagonals else 10)
        grid.kept["has_corridors"] = bool(few) and junctions_of(grid) <= most
    return bool(grid.kept["has_corridors"])


def _sample_of_moves(grid: Grid) -> NDArray[Any]:
    """Return what the legal-move table holds for some rows, without making all of it."""
    if not grid.geometry.cells_decide:
        return grid.moves_of_cell
    table = []
    for row in np.unique(np.linspace(0, grid.rows - 1, SAMPLE_ROWS).astype(int)).tolist():
        top = max(0, row - 1)
        near = legal_moves(np.ascontiguousarray(grid.open_cells[top : row + 2]), grid.moves, {})
        table.append(near.reshape(-1, grid.columns)[row - top])
    return np.concatenate(table)


def is_varied(grid: Grid) -> bool:
    """Whether moves differ in cost."""
    return grid.costs is not None or grid.moves.has_diagonals


def why_not(grid: Grid, by: str) -> str:
    """Return why the algorithm *by* is not exact on *grid*, or nothing if it is."""
    deltas = set(grid.moves.deltas)
    if by in ("bfs", "labels"):
        if grid.costs is not None:
            return "it counts moves, but here cells have costs: use 'dijkstra' or 'astar'"
        if grid.moves.has_diagonals:
            return (
                "it counts moves, but here a diagonal step costs the square root of 2: use 'dijkstra' or "
                "'astar', or find with 'bfs' for fewest moves"
            )
    if by == "jps" and (grid.costs is not None or deltas != KING_STEPS or grid.one_way):
        return "it needs the king's eight moves, equal costs and no one-way cells"
    if by == "jps" and grid.moves.corners == "one":
        return "it knows the corner rules 'both' and 'none', not 'one'"
    if by == "jps" and not grid.geometry.cells_decide:
        return "it looks at open cells only, and would take the cells avoided for walls, whose corners count"
    if by == "corridors" and grid.size > MAX_CORRIDOR_CELLS:
        return f"its exact costs have room for boards of up to {MAX_CORRIDOR_CELLS:,} cells"
    if by == "corridors" and (grid.costs is not None or not grid.symmetric or not deltas <= KING_STEPS):
        return "it needs steps to neighbouring cells that can be taken back, at equal costs"
    return ""


def suitable(grid: Grid, by: str, starts: int, exits: int) -> str:
    """Return the algorithm that *by* means here; refuse one that would not be exact."""
    if by == "auto":
        return choose(grid, starts, exits)
    if by in SOLVERS and starts > 1:
        raise UnsuitableAlgorithmError(by, "it searches from one start: use 'bfs' or 'dijkstra' for several")
    if reason := why_not(grid, by):
        raise UnsuitableAlgorithmError(by, reason)
    return by


def shortest_by_solver(
    grid: Grid, by: str, start: Cell, exits: tuple[Cell, ...], limits: Limits
) -> Path | None:
    """Return a cheapest path from *start* to the nearest exit, by a solver that suits."""
    source = start[0] * grid.columns + start[1]
    goals = [row * grid.columns + column for row, column in exits]
    solver: Solver | None = grid.kept.get(by)
    if interpreting() or (solver is not None and solver.is_quick):
        cells, expanded = _to_nearest(grid, by, source, goals)
    else:
        search = partial(_to_nearest, grid, by, source, goals)
        cells, expanded = beside(search, limits.watch(), "searching" if solver else GETTING_READY)
    if cells is None:
        return None
    if len(goals) > 1:
        # Where rounding makes two exits equally far, the way may lead through one to the other.
        entered = np.isin(cells[:, 0] * np.int64(grid.columns) + cells[:, 1], goals)
        cells = cells[: int(entered.argmax()) + 1]
    return Path._found(grid, cells, False, by, expanded)


def _to_nearest(grid: Grid, by: str, source: int, goals: list[int]) -> tuple[NDArray[np.int32] | None, int]:
    """Return the cells of a cheapest path to the nearest of *goals*, if any, and the cells expanded."""
    solver, parts = grid.kept.get(by) or _build(grid, by), grid.kept.get("parts")
    best, least, expanded = None, np.inf, 0
    for goal in goals:
        if parts is not None and parts[source] != parts[goal] and source != goal:
            continue
        cells, cost, work = solver.path(source, goal)
        expanded += work
        if cells is None:
            parts = _parts(grid)  # so that the next such question is answered at once
        elif cost < least:
            best, least = cells, cost
    return best, expanded


# The solvers bring many kernels along, which small questions do without: they are imported late.
def _build(grid: Grid, by: str) -> Solver:
    from gridwalk.search.solvers import solver

    return solver(grid, by)


def _parts(grid: Grid) -> NDArray[np.int32] | None:
    from gridwalk.search.solvers import part_of_cell

    return part_of_cell(grid)
