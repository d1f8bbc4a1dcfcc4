"""Lengths and costs of corridors, from the cells in them.

The cost of a step is that of the cell it enters, but a corridor must cost the same in both directions.  So
it costs the cells inside and half of its two end cells.  Along a path every cell then counts once, except
for one half at each end, which is the same for all paths.  If there are several starts, the corridors of
the virtual source compensate for their different costs.

Where steps have factors (`StepCosts.is_plain` is false), the cost of a corridor is that of its steps, and
one that costs more in one direction than in the other is two one-way corridors (`shrink.cells`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.grid import Grid
from gridwalk.grids.moves import SQRT2
from gridwalk.kernels.codes import NONE
from gridwalk.shrink.graph import Graph, Ints
from gridwalk.shrink.normalform import NormalForm


class Corridors(Protocol):
    """What has the cells inside corridors: those of *c* are ``inner[offsets[c]:offsets[c + 1]]``."""

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where they begin, and where the last ends."""

    @property
    def inner(self) -> Ints:
        """The cells."""


def sums(values: NDArray[Any], offsets: NDArray[np.int64]) -> NDArray[Any]:
    """Return the sum of each run ``values[offsets[i]:offsets[i + 1]]``."""
    total = np.zeros(len(offsets) - 1, values.dtype)
    full = offsets[1:] > offsets[:-1]
    if full.any():
        total[full] = np.add.reduceat(values, offsets[:-1][full].astype(np.intp))
    return total


def length_of_corridors(graph: Graph) -> NDArray[np.int64]:
    """Return the number of moves of each corridor; the step to a virtual node is not a move."""
    real = graph.cell_of_node != NONE
    moves: NDArray[np.int64] = np.diff(graph.offsets) - 1 + real[graph.tail] + real[graph.head]
    return moves


def cost_of_corridors(normal: NormalForm, graph: Graph) -> NDArray[Any]:
    """Return the cost of each corridor: int64, in halves of the unit, if all costs are integers."""
    grid = normal.grid
    if not grid.step_costs.is_plain:
        return sums_of_steps(grid.step_costs.of_steps, graph, *_end_cells(graph))
    if grid.costs is not None:
        return _from_cells(grid.costs.reshape(-1), normal, graph)
    lengths = length_of_corridors(graph)
    if not grid.moves.has_diagonals:
        return 2 * lengths
    diagonals = _diagonals(grid, graph)
    return lengths - diagonals + diagonals * SQRT2


def _from_cells(cost_of_cell: NDArray[Any], normal: NormalForm, graph: Graph) -> NDArray[Any]:
    parts = 2 if cost_of_cell.dtype == np.int64 else 1
    virtual = graph.cell_of_node == NONE
    of_node = np.where(virtual, 0, cost_of_cell[graph.cell_of_node])
    halves = of_node if parts == 2 else of_node / 2
    cost: NDArray[Any] = (
        sums(cost_of_cell[graph.inner] * parts, graph.offsets) + halves[graph.tail] + halves[graph.head]
    )
    if normal.starts.size > 1:
        # Subtract the cost of each start from the maximum, so that no cost is negative.
        leaving = np.flatnonzero(graph.tail == graph.source)
        starts = _first_cells(graph, leaving)
        cost[leaving] += (cost_of_cell[normal.starts].max() - cost_of_cell[starts]) * parts
    return cost


def _first_cells(graph: Graph, corridors: NDArray[np.int64]) -> Ints:
    """Return the first cell of corridors whose tail is virtual."""
    begin, end = graph.offsets[corridors], graph.offsets[corridors + 1]
    cells = graph.cell_of_node[graph.head[corridors]]
    cells[end > begin] = graph.inner[begin[end > begin]]
    return cells


def _diagonals(grid: Grid, graph: Graph) -> NDArray[np.int64]:
    """Return the number of diagonal steps of each corridor."""

    def is_diagonal(u: Ints, v: Ints) -> NDArray[np.int64]:
        (row, column), (to_row, to_column) = np.divmod(u, grid.columns), np.divmod(v, grid.columns)
        diagonal = grid.moves.are_diagonal(to_row - row, to_column - column)
        number: NDArray[np.int64] = (diagonal & (u != NONE) & (v != NONE)).astype(np.int64)
        return number

    diagonals: NDArray[np.int64] = sums_of_steps(is_diagonal, graph, *_end_cells(graph))
    return diagonals


def _end_cells(graph: Graph) -> tuple[Ints, Ints]:
    return graph.cell_of_node[graph.tail], graph.cell_of_node[graph.head]


def sums_of_steps(
    value: Callable[[Ints, Ints], NDArray[Any]], corridors: Corridors, tails: Ints, heads: Ints
) -> NDArray[Any]:
    """Return the sum of *value* over the steps of each corridor, from *tails* to *heads*."""
    offsets, inner = corridors.offsets, corridors.inner
    full = offsets[1:] > offsets[:-1]
    into = np.empty(len(inner), np.int32)  # the cell before each cell inside
    into[1:] = inner[:-1]
    into[offsets[:-1][full]] = tails[full]
    before_head = tails.copy()
    before_head[full] = inner[offsets[1:][full] - 1]
    total: NDArray[Any] = sums(value(into, inner), offsets) + value(before_head, heads)
    return total
