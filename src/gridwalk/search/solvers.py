"""The fast searches of one board, each built once, on first use, and kept with the board (`ready.Solver`)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import algorithm, resolve
from gridwalk.grids.grid import Grid
from gridwalk.kernels.search import corridors, dead_ends, pairs
from gridwalk.kernels.search.astar import RATE, SLOPE
from gridwalk.kernels.search.dead_ends import label_components
from gridwalk.kernels.search.jps import turns
from gridwalk.kernels.search.jump_maps import MAPS, OPEN, SPARES, lay_lines
from gridwalk.runtime.cache import Key
from gridwalk.runtime.slices import call_whole
from gridwalk.search import ready
from gridwalk.search.query import PARTS, key_of
from gridwalk.search.ready import Scratch, Solver, solver_of

FRONT = 4096  # dead ends that are filled together
ONWARD: Key[NDArray[np.uint8]] = Key("onward")
JUNCTIONS: Key[tuple[int, int]] = Key("junctions")
MAX_BUCKETS = 4096  # whole costs up to about that size go into buckets


def jps_solver(grid: Grid) -> Solver:
    """Jump point search: eight king moves at unit cost, corner rule both or none."""
    cut = grid.moves.corners == "none"
    frame = grid.columns, (grid.columns + 66) // 64, (grid.rows + 66) // 64
    padded = np.zeros((64 * frame[2], 64 * frame[1]), np.bool_)
    padded[1 : grid.rows + 1, 1 : grid.columns + 1] = grid.open_cells
    words = np.full((MAPS, padded.size // 64), 2**64 - 1, np.uint64)
    words[OPEN] = np.packbits(padded.ravel(), bitorder="little").view("<u8")
    spare = np.full((SPARES, words.shape[1]), 2**64 - 1, np.uint64)
    size, shorter_side = grid.size, min(grid.shape)
    call_whole(lay_lines, size, tuple(words), tuple(spare), frame, cut, np.empty(64, np.uint64))

    def new_scratch(room: int) -> Scratch:
        nodes = room * (size // 64 + 1024)
        return (
            np.empty(size, np.int32),
            np.empty((nodes, 7), np.int32),
            np.empty(nodes // 2 + 8, np.float64),
            np.empty(nodes // 2 + 8, np.int32),
            np.empty((8 * shorter_side + 16, 3), np.int32),
        )

    model = words, turns(cut), frame
    return solver_of("jps", pairs.find_jps, pairs.write_jps, size, model, new_scratch, ready.jump_maps)


def onward_of(grid: Grid) -> NDArray[np.uint8]:
    """Return the board's move table without moves into dead ends; kept."""
    return grid._kept.get(ONWARD, lambda: _pruned(grid))


def _pruned(grid: Grid) -> NDArray[np.uint8]:
    onward = grid.moves_of_cell.copy()
    step_of_mask = _step_of_mask(grid)
    tables = step_of_mask[:, dead_ends.DELTA].copy(), ~step_of_mask[:, dead_ends.BACK].astype(np.uint8)
    front = np.empty(min(FRONT, grid.size), np.int32)
    call_whole(dead_ends.prune, grid.size, grid.moves_of_cell, onward, tables, front)
    onward.flags.writeable = False
    return onward


def junctions_of(grid: Grid) -> tuple[int, int]:
    """Return how many junctions the board's core has, and how many doors they have in all; kept."""
    return grid._kept.get(JUNCTIONS, lambda: call_whole(dead_ends.census, grid.size, onward_of(grid)))


def _step_of_mask(grid: Grid) -> NDArray[np.int64]:
    deltas = grid.moves.deltas
    steps = np.zeros((256, 5), np.int64)
    for m, (down, across) in enumerate(deltas):
        if (-down, -across) not in deltas:
            continue  # a move that is never legal, as every legal one has a reverse move
        back = 1 << deltas.index((-down, -across))
        steps[1 << m] = down * grid.columns + across, back, down != 0 and across != 0, down, across
    return steps


def corridor_solver(grid: Grid) -> Solver:
    """A* over corridors, dead ends climbed: king's or rook's steps at unit cost, no one-way cells."""
    onward, step_of_mask = onward_of(grid), _step_of_mask(grid)
    size = grid.size
    count, ways = junctions_of(grid)
    junctions, doors = np.zeros((count + 1, 3), np.int32), np.empty((ways, 4), np.int32)
    if count:
        call_whole(corridors.number, size, onward, junctions)
        call_whole(corridors.connect, size, onward, step_of_mask, junctions, doors)
        call_whole(corridors.part, size, junctions, doors)
    diagonal = corridors.DIAGONAL_COST if grid.moves.has_diagonals else 2 * corridors.STRAIGHT

    def new_scratch(room: int) -> Scratch:
        return (
            np.zeros(size + 1, np.uint16),
            np.zeros((len(junctions), 2), np.int64),
            np.empty((len(doors) + 5, 2), np.int64),
            np.zeros((5, 5), np.int64),
        )

    model = (onward, step_of_mask, junctions, doors), grid.columns, diagonal
    return solver_of("corridors", pairs.find_corridors, pairs.write_corridors, size, model, new_scratch)


def astar_solver(grid: Grid) -> Solver:
    """A*: for the rook at unit cost with two stacks, else with buckets or a heap."""
    return rook_solver(grid) if is_plain_rook(grid) else cost_solver(grid)


def rook_solver(grid: Grid) -> Solver:
    """A* with two stacks: the rook's four steps, in their usual order, at unit cost."""
    size = grid.size

    def new_scratch(room: int) -> Scratch:
        capacity = min(size + 4, room * (size // 8 + 64))
        return np.zeros(size + 1, np.uint16), np.empty((2, capacity), np.int32)

    model = grid.moves_of_cell, grid.delta_of_move, grid.columns
    return solver_of("astar", pairs.find_rook, pairs.write_rook, size, model, new_scratch, ready.table)


def cost_solver(grid: Grid) -> Solver:
    """A* on any board: buckets where costs are small whole numbers, else a heap."""
    costs, size, steps = grid.costs, grid.size, grid.step_costs
    least, greatest = steps.least, steps.greatest
    span = 16 if len(grid.moves) <= 8 else 2 << (len(grid.moves) - 1).bit_length()
    rate, slope = steps.rates(is_wrapped=grid.wrap is not None)
    query = np.array([0, 0, grid.columns, span, 0, 0], np.int64)
    table = grid.moves_of_cell, grid.delta_of_move
    if costs is not None and steps.is_plain and steps.are_whole and greatest + least < MAX_BUCKETS:
        small = costs.reshape(-1).astype(np.uint8 if greatest < 256 else np.int32)
        heads = (
            1 << int(greatest + least).bit_length()
        )  # no move raises the bound by more than the least cost
        query[RATE], query[SLOPE] = rate, slope

        def bucket_scratch(room: int) -> Scratch:
            marks, cost_to_cell = np.zeros(size + 1, np.uint16), np.empty(size, np.int64)
            pool = np.empty((room * (size // 4 + 1024), 2), np.int32)
            return query.copy(), marks, cost_to_cell, np.empty(heads, np.int32), pool

        find, write, mend = pairs.find_buckets, pairs.write_costs, ready.bucket_costs
        return solver_of("astar", find, write, size, (*table, small), bucket_scratch, mend)

    def heap_scratch(room: int) -> Scratch:
        marks, cost_to_cell = np.zeros(size + 1, np.uint16), np.empty(size)
        return query.copy(), marks, cost_to_cell, np.empty((room * (size // 2 + 1024), 2))

    given = None if costs is None else costs.reshape(-1).astype(np.float64)
    # Keys of the heap stay below 2**62; a power of two is divided by, and multiplied with, exactly.
    total = 0.0 if given is None else float(given.sum()) * max(1.0, float(steps.factor_of_move.max()))
    total += len(grid.portals) * float(steps.extra_of_move.max())
    unit = 1.0 if total < 2.0**60 else 2.0 ** (np.frexp(total)[1] - 60)
    given = None if given is None else given / unit
    moves = steps.factor_of_move, steps.extra_of_move / unit
    model = (*table, moves, given, np.array([rate, slope, unit]) / (unit, unit, 1))
    repair = ready.heap_costs if unit == 1 else None
    return solver_of("astar", pairs.find_heap, pairs.write_costs, size, model, heap_scratch, repair)


def solver(grid: Grid, name: str) -> Solver:
    """Return the board's solver of that name, building it on first use."""
    return grid._kept.get(key_of(name), lambda: resolve(algorithm(name).solver)(grid))


def is_plain_rook(grid: Grid) -> bool:
    """Whether moves are the rook's four in their usual order, at unit cost."""
    return grid.costs is None and grid.moves.deltas == ((-1, 0), (0, 1), (1, 0), (0, -1))


def part_of_cell(grid: Grid) -> NDArray[np.int32] | None:
    """Return each cell's connected component, if moves can be undone; kept."""
    if not grid.symmetric:
        return None
    return grid._kept.get(PARTS, lambda: _labelled(grid))


def _labelled(grid: Grid) -> NDArray[np.int32]:
    parts = np.empty(grid.size, np.int32)
    call_whole(label_components, grid.size, grid.moves_of_cell, grid.delta_of_move, parts)
    parts.flags.writeable = False
    return parts
