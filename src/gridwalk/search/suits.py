"""Why an algorithm is not exact on a grid: a function each, which returns the reason, or nothing."""

from __future__ import annotations

from gridwalk.grids.grid import Grid
from gridwalk.grids.moves import KING_STEPS

MAX_CORRIDOR_CELLS = 1 << 25  # costs in units of 2**-36 stay below 2**62
UNUSUAL = "it knows no portals, and diagonal steps only at the square root of 2: use 'dijkstra' or 'astar'"


def is_varied(grid: Grid) -> bool:
    """Whether moves differ in cost."""
    return not grid.step_costs.are_equal


def equal_costs(grid: Grid) -> str:
    """Refuse moves that differ in cost: for searches that count moves."""
    if grid.costs is not None:
        return "it counts moves, but here cells have costs: use 'dijkstra' or 'astar'"
    if is_varied(grid) and grid.portals:
        return "it counts moves, but here steps differ in cost: use 'dijkstra' or 'astar'"
    if is_varied(grid):
        diagonal = "the square root of 2" if grid.step_costs.is_plain else f"{grid.step_costs.diagonal:g}"
        return (
            f"it counts moves, but here a diagonal step costs {diagonal}: use 'dijkstra' or "
            "'astar', or find with 'bfs' for fewest moves"
        )
    return ""


def jump_points(grid: Grid) -> str:
    """Refuse what the jump rules of the king do not know."""
    if grid.costs is not None or set(grid.moves.unwrapped.deltas) != KING_STEPS or grid.one_way:
        return "it needs the king's eight moves, equal costs and no one-way cells"
    if not grid.step_costs.is_plain or grid.moves.slides:
        return UNUSUAL
    if grid.moves.corners == "one":
        return "it knows the corner rules 'both' and 'none', not 'one'"
    if not grid.geometry.cells_decide:
        return "it looks at open cells only: not at walls between cells, a wrapped board, or cells avoided"
    return ""


def corridor_graph(grid: Grid) -> str:
    """Refuse where corridors cannot be walked both ways at exact costs."""
    if grid.size > MAX_CORRIDOR_CELLS:
        return f"its exact costs have room for boards of up to {MAX_CORRIDOR_CELLS:,} cells"
    if grid.wrap is not None:
        return "its lower bounds are those of a board that is not wrapped round"
    if grid.costs is not None or not grid.symmetric or not set(grid.moves.deltas) <= KING_STEPS:
        return "it needs steps to neighbouring cells that can be taken back, at equal costs"
    if not grid.step_costs.is_plain or grid.moves.slides:
        return UNUSUAL
    return ""
