"""A path of a board through given cells: a cheapest one with a bound, on its cells, then block by block.

Or leg by leg: a fast heuristic, which may miss paths that exist.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise, permutations
from math import ceil

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import Cell
from gridwalk.kernels.codes import EXPANDED
from gridwalk.runtime.slices import Slices, registers
from gridwalk.search.legs import cheapest_through_one, graph_of_cells, graph_of_network
from gridwalk.search.query import Query
from gridwalk.search.router import Router
from gridwalk.shrink.network import normal_form_of
from gridwalk.shrink.reduced import Block
from gridwalk.shrink.reduction import shrink

QUICK = 6  # nodes expanded on the cells of the board, for each cell, before it is reduced
QUICK_AT_LEAST = 200_000  # the same, of small boards
SLACK = 2.0**-20  # that a sum of whole costs, and prices, may be off
BY = "legs"


class Routes:
    """The search for a cheapest path from a start to an exit through all of *required*.

    Attributes
    ----------
    path : Path or None
        The best path found.
    bound : float
        What every path costs at least; infinite if there is none.
    refuted : bool
        Whether it is proved that there is no path.

    """

    def __init__(self, query: Query, required: tuple[Cell, ...], seed: int = 0) -> None:
        self.query, self.required, self.seed = query, required, seed
        self.path: Path | None = None
        self.bound: int | float = 0
        self.refuted = False
        self._expanded = self._effort = 0
        self._blocks: list[BlockRoute] | None = None
        self._normal = normal_form_of(query.grid, query.starts, query.exits, through=required)
        if self._normal.trivial:
            self._found(np.array(self._normal.trivial[:1], np.int32), 0.0)
        elif self._normal.impossible:
            self.refuted, self.bound = True, np.inf
        else:
            self._on_cells()

    @property
    def proved(self) -> bool:
        """Whether the path is proved to be a cheapest one, or it is proved that there is none."""
        return self.refuted or (self.path is not None and self.bound >= self.path.cost)

    @property
    def exhausted(self) -> bool:
        """Whether there is nothing left to look at, though nothing is proved."""
        return self._blocks is not None and all(block.proved or block.exhausted for block in self._blocks)

    def so_far(self) -> tuple[int | float | None, int | float, int | float | None, Path | None]:
        """Return the cost of the best path, the bound, the cost, and the path, as `Progress` has them."""
        path = self.path
        cost = None if path is None else path.cost
        return cost, self.bound, cost, None if path is None else path._claiming("cost", self.bound)

    @property
    def expanded(self) -> int:
        """How many nodes were expanded."""
        return self._expanded + sum(block.expanded for block in self._blocks or ())

    @property
    def effort(self) -> int:
        """What the search took so far, in nodes that could have been expanded in that time."""
        return self._effort + sum(block.effort for block in self._blocks or ())

    @property
    def gap(self) -> float:
        """How far the path may be from the best, as a share of the bound."""
        if self.proved:
            return 0.0
        return np.inf if self.path is None or self.bound <= 0 else (self.path.cost - self.bound) / self.bound

    def improve(self, effort: int, share: float = 0.0) -> None:
        """Search with about so much *effort*, less if the path is proved or within *share* of the bound."""
        if self.proved:
            return
        if self._blocks is None:
            self._blocks = self._in_blocks()
        hard = [block for block in self._blocks if not block.proved]
        for block in hard:
            block.improve(effort // len(hard), share)
        self._put_together(self._blocks)

    # ---------------------------------------------------------------------- on the cells

    def _on_cells(self) -> None:
        query, normal = self.query, self._normal
        run = Slices(query.grid._moves_of_cell, query.watch)
        cells = np.array([query.grid.index(cell) for cell in self.required], np.int32)
        required = cells[~np.isin(cells, normal.exits)]
        if len(normal.starts) == 1:
            required = required[required != normal.starts[0]]
        graph = graph_of_cells(query.grid, normal, required, run)
        if graph is None:
            return
        router = Router(graph, query.watch, self.seed)
        if router.bound < np.inf:
            router.improve(QUICK * query.grid.open_count + QUICK_AT_LEAST)
        self._expanded, self._effort = router.legs.expanded, router.legs.effort
        if router.bound == np.inf:
            self.refuted, self.bound = True, np.inf
        elif router.path:
            self._found(np.array(router.path, np.int32), None if router.proved else router.bound)

    def _found(self, flat: NDArray[np.int32], bound: float | None, missing: float = 0.0) -> None:
        """Keep a path that costs at most *missing* more than any, if it is better, and the bound if it is."""
        self.query.state[EXPANDED] = self.expanded
        path = self.query.path(flat, BY)
        bound = path.cost - missing if bound is None else bound
        if self.path is None or path.cost < self.path.cost:
            self.path = path
        # Whole costs have whole bounds; what rounding may have added must not pass the path.
        least = ceil(bound - SLACK) if isinstance(path.cost, int) else bound
        self.bound = min(max(self.bound, least), self.path.cost)

    # ---------------------------------------------------------------------- block by block

    def _in_blocks(self) -> list[BlockRoute]:
        query = self.query
        reduced = shrink(query.grid, query.starts, query.exits, through=self.required, watch=query.watch)
        return [BlockRoute(block, query, self.seed) for block in reduced.blocks]

    def _put_together(self, blocks: list[BlockRoute]) -> None:
        if not blocks or any(block.bound == np.inf for block in blocks):
            self.refuted, self.bound = True, np.inf
        elif all(block.nodes for block in blocks):
            parts = [block.cells() for block in blocks]
            rest = [part[int(part[0] == before[-1]) :] for before, part in pairwise(parts)]
            self._found(np.concatenate([parts[0], *rest]), None, sum(block.missing for block in blocks))


class BlockRoute:
    """The search in one block of the reduced board: exact where at most one node is required.

    Attributes
    ----------
    value, bound : float
        What the best path found costs, and every path at least, in the unit of the network.
    nodes : list of int
        The path.

    """

    def __init__(self, block: Block, query: Query, seed: int) -> None:
        self.block, self.query = block, query
        self.graph = graph_of_network(block.network, Slices(query.grid._moves_of_cell, query.watch))
        self.nodes: list[int] = []
        self.value = self.bound = np.inf
        self.router: Router | None = None
        if len(self.graph.required) == 1 and self.graph.both_ways:
            if (found := cheapest_through_one(self.graph, query.watch)) is not None:
                self.value, self.nodes = found
                self.bound = self.value
        else:
            self.router = Router(self.graph, query.watch, seed)
            self.bound = self.router.bound
            if not len(self.graph.required):
                self.improve(1, 0.0)

    @property
    def proved(self) -> bool:
        """Whether the path is proved to be a cheapest one, or that there is none."""
        return self.router is None or self.router.proved

    @property
    def exhausted(self) -> bool:
        """Whether there is nothing left to look at."""
        return self.router is not None and self.router.exhausted

    @property
    def missing(self) -> float:
        """What the path costs more than its bound, in the unit of the board."""
        return 0.0 if self.proved else (self.value - self.bound) / (2 if self.graph.whole else 1)

    @property
    def expanded(self) -> int:
        """How many nodes were expanded."""
        return 0 if self.router is None else self.router.legs.expanded

    @property
    def effort(self) -> int:
        """What the search took so far."""
        return 0 if self.router is None else self.router.legs.effort

    def improve(self, effort: int, share: float) -> None:
        """Search with about so much more *effort*."""
        if self.router is not None:
            self.router.improve(effort, share)
            self.value, self.bound, self.nodes = self.router.value, self.router.bound, self.router.path

    def cells(self) -> NDArray[np.int32]:
        """Return the flat cells of the path."""
        arcs = [self.graph.arc(u, v) for u, v in pairwise(self.nodes)]
        steps: list[int] = [] if self.graph.step_of_arc is None else self.graph.step_of_arc[arcs].tolist()
        corridors = self.block.network.corridors
        return self.block.path([step for step in steps if -corridors <= step < corridors])


ALL_ORDERS = 4  # cells, at most, whose orders are all tried


def find_in_legs(query: Query, required: Iterable[Cell]) -> Path | None:
    """Return a path from a start through all of *required* to an exit, or None if the heuristic finds none.

    Each leg is a breadth-first search that avoids the cells of earlier legs.  It leads to the nearest cell
    still required.  If that fails, and the required cells are few, all their orders are tried.
    """
    exits = set(query.exits)
    for start in query.starts:
        between = sorted(set(required) - exits - {start})
        last = set(required) & exits or exits
        if start in exits or len(last & set(required)) > 1:
            continue  # the first exit ends the path
        if path := _along([], set(between), start, last, query):
            return path
        if 1 < len(between) <= ALL_ORDERS:
            for order in permutations(between):
                if path := _along([{cell} for cell in order], set(), start, last, query):
                    return path
    return None


def _along(
    stops: list[set[Cell]], nearest: set[Cell], start: Cell, last: set[Cell], query: Query
) -> Path | None:
    """Return a path by way of one of each of *stops*, then all of *nearest*, to one of *last*."""
    columns, walked = query.grid.columns, [query.grid.index(start)]
    while stops or nearest:
        goals, *stops = stops or [nearest]
        leg = _leg(walked, goals, query)
        if not leg:
            return None
        walked += leg
        nearest = nearest - {divmod(leg[-1], columns)}
    leg = _leg(walked, last, query)
    return query.found(np.array(walked + leg, np.int32), "legs") if leg else None


def _leg(walked: list[int], goals: set[Cell], query: Query) -> list[int]:
    """Return the cells from the last one *walked* to the nearest of *goals*, past other exits; or none."""
    grid = query.grid
    source = divmod(walked[-1], grid.columns)
    leg = replace(query, starts=(source,), exits=tuple(sorted(goals)), state=registers())
    _, cells = leg.breadth_first([*walked, *(grid.index(cell) for cell in set(query.exits) - goals)])
    query.state[EXPANDED] += leg.state[EXPANDED]
    return [] if cells is None else cells[1:].tolist()
