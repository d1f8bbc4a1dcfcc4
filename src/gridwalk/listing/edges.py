"""All paths of a network, one after another, depth-first along its edges; in batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.errors import Cell
from gridwalk.listing import edge_steps as kernels
from gridwalk.listing.backtracking import patience_of
from gridwalk.listing.edge_steps import BOTH_WAYS, CLOSING, MOST, NODES, PASSING, PATIENCE, RULES
from gridwalk.network.board import NetworkBoard
from gridwalk.question.question import Question
from gridwalk.runtime import codes
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import check, registers, run_slice
from gridwalk.search import edges as search

BY = "dfs"


class EdgeListing:
    """The search over the paths of a network from each of *starts* in turn; *exits* None: to anywhere.

    With *tour* they visit all nodes.  Those that are *closed* return to their start; *starts* None:
    cycles, each from its first node.  In *one_direction* tours end at a greater node than they start at.
    """

    def __init__(
        self,
        board: NetworkBoard,
        starts: Iterable[Cell] | None,
        exits: tuple[Cell, ...] | None,
        tour: bool,
        closed: bool,
        most: int | None,
        one_direction: bool,
        watch: Watch,
    ) -> None:
        self.board, self.closed, self.tour, self.watch, self.exits = board, closed, tour, watch, exits
        self.one_direction = one_direction
        self.state, self.longest = registers(), 2 * board.open_count + 1
        self.by = BY
        first, node, edge = board._leaving
        self.graph = first, node, edge + np.int32(board.nodes), board.edges.length[edge]
        self.rules = np.zeros(RULES, np.int64)
        self.rules[MOST] = search.FAR if most is None else most
        self.rules[NODES] = board.open_count if tour else 0
        self.rules[CLOSING], self.rules[BOTH_WAYS] = closed, not board._symmetric
        self.rules[PASSING] = closed or tour or exits is None
        self.rules[PATIENCE] = patience_of(board.open_count)
        steps = board.open_count + 1
        self.path = np.zeros(steps, np.int32), np.zeros(steps, np.int64), np.zeros(steps, np.int64)
        self.scratch = (
            np.zeros(board.nodes, np.uint8),
            np.zeros(board.nodes, np.int64),
            np.zeros(board.nodes, np.int32),
        )
        self.is_exit = np.full(board.nodes, exits is None and not closed, np.uint8)
        if not closed:
            self.is_exit[[row for row, _ in exits or ()]] = 1
        self.rest = np.zeros(board.nodes, np.int64)
        if most is not None and exits is not None and not closed:
            self.rest = search.lengths_to(board, exits, watch)
        self.starts = self._roots() if starts is None else (row for row, _ in starts)
        self.status, self.single = codes.EXHAUSTED, False

    def _roots(self) -> Iterator[int]:
        """Yield the nodes that are the first of some cycle, perhaps; those before a root are closed to it."""
        reduced = shrink(self.board, None, None, cycles=True, watch=self.watch)
        on_cycles = np.zeros(self.board.size, bool)
        for block in reduced.blocks:
            on_cycles[block.cells] = True
        before = 0
        for root in np.flatnonzero(on_cycles[: self.board.nodes]).tolist():
            self.scratch[0][before:root] = 1
            before = root
            yield root

    def _begin(self, start: int) -> None:
        """Put the start on the path, of which no edge is tried."""
        if self.closed:
            self.is_exit[:] = 0
            self.is_exit[start] = 1
            if self.rules[MOST] < search.FAR:
                self.rest = search.lengths_to(self.board, [(start, 0)], self.watch)
        if self.one_direction and self.rules[NODES] > 1:  # the reverse begins at the greater of the two ends
            self.is_exit[: start + 1] = 0
        self.path[0][0], self.path[1][0], self.path[2][0] = start, self.graph[0][start], 0
        self.scratch[0][start] = 1
        self.state[codes.DEPTH] = self.state[codes.WASTED] = 0
        self.state[codes.EXPANDED] += 1
        self.status = codes.PAUSED
        ends = bool(self.is_exit[start]) and not self.closed
        self.single = ends and self.rules[NODES] in (0, 1)
        if ends and not self.rules[PASSING]:
            self.path[1][0] = self.graph[0][start + 1]

    def fill(self, cells: NDArray[np.int64], places: NDArray[np.int64]) -> int:
        """Write as many of the next paths as fit; return how many.  With *cells* empty, only count them."""
        state, before = self.state, int(self.state[codes.FOUNDS])
        state[codes.GATHERED] = 0
        offsets = places[0] if len(cells) else places[0, :1]
        while True:
            if self.single:
                self.single = False
                state[codes.FOUNDS] += 1
                if len(cells):
                    number = state[codes.GATHERED]
                    if number + 1 == len(offsets) or offsets[number] == len(cells):
                        self.single = True
                        state[codes.FOUNDS] -= 1
                        return int(number)
                    cells[offsets[number]] = self.path[0][0]
                    offsets[number + 1] = offsets[number] + 1
                    state[codes.GATHERED] += 1
            if self.status == codes.EXHAUSTED:
                start = next(self.starts, None)
                if start is None:
                    return int(state[codes.GATHERED] if len(cells) else state[codes.FOUNDS] - before)
                self._begin(start)
                continue
            given = (
                self.graph,
                (self.is_exit, self.rest),
                self.rules,
                self.path,
                self.scratch,
                (cells, offsets),
            )
            self.status = run_slice(kernels.next_paths, given, state, self.path[0], self.watch)
            check(self.watch, state)
            if self.status == codes.FOUND:
                return int(state[codes.GATHERED])

    def batch(self, packed: NDArray[np.int64], places: NDArray[np.int64]) -> Batch[Path]:
        """Return the paths that `fill` wrote."""
        offsets = places[0].copy()
        cells = np.zeros((offsets[-1], 2), np.int32)
        cells[:, 0] = packed[: offsets[-1]]
        return Batch(self.board, cells, offsets, self.by, self.closed)


def listing_of(question: Question, watch: Watch) -> EdgeListing:
    """Return the search over all paths of a question about a network."""
    every: tuple[Cell, ...] | None = ()
    if question.why_empty is None:
        every = question.start_cells
        if question.closed:  # each from a start of its own, or else from any node
            every = None if question.is_cyclic else question.starts or every[:1]
    most = question.max_length if question.has_given_lengths else None
    given = cast("NetworkBoard", question.ground), every, question.exits_left
    return EdgeListing(*given, question.tour, question.closed, most, question.halves_trivial, watch)
