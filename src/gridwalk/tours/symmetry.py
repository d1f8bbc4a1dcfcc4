"""The symmetries of a board, and the number of tours that are unchanged by a symmetry.

Tours that a symmetry maps to each other are one tour *up to symmetry*.  By the lemma of Cauchy, Frobenius and
Burnside, their number is the number of tours that a symmetry leaves unchanged, on average over all
symmetries.  A tour unchanged by a symmetry *g* is determined by its trace in the *quotient*: the network
of which the junctions are the orbits of *g*, the sets of cells that *g* maps to each other.

- *g* may move a closed tour along itself.  Then the trace is a cycle, and the cells of an orbit are on
  different *sheets*.  After one round of the trace the tour is on another sheet (otherwise it would be
  several tours).  So the number of moves of the trace that change the sheet by an odd number is odd.
  `count_by_length` counts by that number.
- *g* may reverse a tour.  Then a closed tour has two places, an open one has one, where it meets its own
  reflection: a cell that *g* maps to itself, or a move between two cells that *g* maps to each other.  The
  trace is a path that ends there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.frontier.simpath.answers import count, count_by_length
from gridwalk.grids.grid import Grid
from gridwalk.runtime.limits import TaskWatch, Watch
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.tasks import Task, task_name
from gridwalk.shrink.network import NOWHERE, BlockNetwork

FEW_CELLS = 8  # open cells; a quotient of one or two orbits cannot be swept, so these tours are listed

Permutation = NDArray[np.intp]  # the image of every cell, as flat indices
Corridor = tuple[int, int, int, bool]  # the junctions it joins, its length, whether it must be used


def symmetries(grid: Grid, *keeping: Sequence[Cell]) -> list[Permutation]:
    """Return the rotations and reflections that leave *grid* unchanged, the identity first.

    Each of *keeping* is a set of cells that must be mapped to itself, such as the starts.
    """
    cells = np.arange(grid.size).reshape(grid.shape)
    kept = [{grid.index(cell) for cell in group} for group in keeping]
    open_cells = np.flatnonzero(grid.open_cells)
    found: dict[bytes, Permutation] = {}  # on a single row or column two of them are equal
    for swap, *flips in product((False, True), repeat=3):
        turned = (cells.T if swap else cells)[:: -1 if flips[0] else 1, :: -1 if flips[1] else 1]
        to = turned.ravel()
        identity = not (swap or any(flips))
        if not identity and not (turned.shape == grid.shape and _changes_nothing(grid, to, swap, flips)):
            continue
        if all({int(to[cell]) for cell in group} == group for group in kept):
            found.setdefault(to[open_cells].tobytes(), to)
    return list(found.values())


def _changes_nothing(grid: Grid, to: Permutation, swap: bool, flips: Sequence[bool]) -> bool:
    """Whether open cells, costs and legal moves are the same after the cells have been moved by *to*."""
    deltas, table = grid.moves.deltas, grid._moves_of_cell
    if grid.portals:
        return _keeps_portals(grid, to)

    def turned(delta: Cell) -> Cell:
        signed = -delta[0] if flips[0] else delta[0], -delta[1] if flips[1] else delta[1]
        return signed[::-1] if swap else signed

    if set(map(turned, deltas)) != set(deltas):
        return False
    open_cells = grid.open_cells.ravel()
    costs = np.zeros(grid.size) if grid.costs is None else grid.costs.ravel()
    return (
        bool((open_cells[to] == open_cells).all())
        and bool((costs[to] == costs)[open_cells].all())
        and all(
            np.array_equal(_has(table[to], deltas.index(turned(delta))), _has(table, m))
            for m, delta in enumerate(deltas)
        )
    )


def _keeps_portals(grid: Grid, to: Permutation) -> bool:
    """As `_changes_nothing`, move by move: a portal may have the offset of another move."""
    u, v = np.concatenate([_ends(grid, m) for m in range(len(grid.moves))], axis=1)
    costs, size = grid._step_costs.of_steps, grid.size
    there, here = to[u] * size + to[v], u * size + v
    same = np.array_equal(np.sort(there), np.sort(here))
    open_cells = grid.open_cells.ravel()
    return same and bool((open_cells[to] == open_cells).all() and (costs(u, v) == costs(to[u], to[v])).all())


def _ends(grid: Grid, m: int) -> NDArray[np.int64]:
    """Return the cells that the move *m* leaves, and those that it enters, shape (2, n)."""
    u = np.flatnonzero(_has(grid._moves_of_cell, m))
    return np.stack([u, u + grid._delta_of_move[m]])


def _has(table: NDArray[np.integer[Any]], m: int) -> NDArray[np.integer[Any]]:
    return table >> table.dtype.type(m) & table.dtype.type(1)


def count_orbits(
    grid: Grid,
    total: int,
    group: Sequence[Permutation],
    *,
    closed: bool,
    resources: Resources,
    watch: Watch,
) -> int:
    """Return how many of *total* undirected tours there are up to the symmetries of *group*.

    For boards of more than `FEW_CELLS` open cells, and moves that can be undone.
    """
    # g and its conjugates h g h^-1 leave as many tours unchanged: h maps one set to the other.
    alike = [min(h[g[np.argsort(h)]].tobytes() for h in group) for g in group[1:]]
    of_class = dict(zip(reversed(alike), reversed(group[1:]), strict=True))
    each = list(of_class.values())
    if resources.workers is not None:
        table = grid._moves_of_cell, grid.moves.deltas, grid.shape, closed
        tasks = [
            Task(
                task_name("symmetry", *table, g),
                count_unchanged,
                (grid, g, closed, resources.of_task),
            )
            for g in each
        ]
        counts = resources.workers.results(tasks, watch)
    else:
        counts = [count_unchanged(grid, g, closed, resources, watch) for g in each]
    known = dict(zip(of_class, counts, strict=True))
    unchanged: int = total + sum(known[one] for one in alike)
    return unchanged // len(group)


def count_unchanged(
    grid: Grid, g: Permutation, closed: bool, resources: Resources, watch: Watch | None = None
) -> int:
    """Return how many undirected tours of *grid* the symmetry *g* leaves unchanged (workers: no *watch*)."""
    quotient, watch, number = _Quotient(grid, g), watch or TaskWatch(), 0
    if closed and quotient.is_free:
        by_changes = count_by_length(quotient.cycles(), resources=resources, watch=watch)
        number = sum(tours for changes, tours in by_changes.items() if changes % 2)
    turned_round = quotient.paths(closed=closed)
    if turned_round is not None:
        number += count(turned_round, resources=resources, watch=watch)
    return number


class _Quotient:
    """The orbits of a symmetry as junctions, and the moves between them."""

    def __init__(self, grid: Grid, g: Permutation) -> None:
        self.order = 2 if np.array_equal(g[g], np.arange(grid.size)) else 4
        cells = np.flatnonzero(grid.open_cells)
        junction = np.full(grid.size, NOWHERE)
        sheet = np.zeros(grid.size, np.intp)
        self.junctions = 0
        for cell in cells:
            at = cell
            for number in range(self.order if junction[cell] == NOWHERE else 0):
                if junction[at] == NOWHERE:
                    junction[at], sheet[at] = self.junctions, number
                at = g[at]
            self.junctions = max(self.junctions, int(junction[cell]) + 1)
        fixed = cells[g[cells] == cells]
        self.fixed = junction[fixed].tolist()
        self.is_free = self.order * self.junctions == len(cells)
        once = np.flatnonzero(grid._delta_of_move > 0).tolist()  # of each pair of cells
        moves = np.concatenate([np.empty((0, 2), np.intp), *(_ends(grid, m).T for m in once)])
        a, b = junction[moves].T
        self.crossing = np.unique(a[a == b]).tolist()  # orbits with a move inside
        change = np.where(
            np.isin(a, self.fixed) | np.isin(b, self.fixed), 0, sheet[moves[:, 1]] - sheet[moves[:, 0]]
        )
        change = np.where(a < b, change, -change) % self.order
        rows = np.stack([np.minimum(a, b), np.maximum(a, b), change], axis=1)[a != b]
        self.inside: list[Corridor] = [
            (int(a), int(b), int(change) % 2, False) for a, b, change in np.unique(rows, axis=0)
        ]

    def cycles(self) -> BlockNetwork:
        """Return the network of which the cycles of odd length are traces of tours moved along themselves."""
        return _network(self.inside, self.junctions)

    def paths(self, *, closed: bool) -> BlockNetwork | None:
        """Return the network of which the cycles are traces of reversed tours; None: there are none.

        A path is a cycle through one or two extra junctions, which join its ends.
        """
        meeting = 2 if closed else 1
        if self.order != 2 or len(self.fixed) > meeting:
            return None
        first, second = self.junctions, self.junctions + 1
        anywhere = range(self.junctions)
        certain = [(first, place, 0, True) for place in self.fixed]
        if closed:  # at both ends the tour meets its reflection
            ends = [] if len(certain) == 2 else [(first, place, 0, False) for place in self.crossing]
            return _network(self.inside + certain + ends, first + 1)
        one_end = certain or [(first, place, 0, False) for place in self.crossing]
        other_end = [(second, place, 0, False) for place in anywhere]
        return _network([*self.inside, *one_end, *other_end, (first, second, 0, True)], second + 1)


def _network(corridors: Sequence[Corridor], junctions: int) -> BlockNetwork:
    """Return the network of these corridors; its cycles must visit all junctions."""
    columns = list(zip(*corridors, strict=True)) or [(), (), (), ()]
    tail, head = (np.array(column, np.int32) for column in columns[:2])
    never, everywhere = np.zeros(len(corridors), bool), np.ones(junctions, bool)
    length, must_use = np.array(columns[2], np.int64), np.array(columns[3], bool)
    return BlockNetwork(junctions, NOWHERE, NOWHERE, tail, head, never, length, length, everywhere, must_use)
