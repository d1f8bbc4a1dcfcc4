"""The search for one tour: what each strategy does (`gridwalk.tours.strategies` says which comes when)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.errors import Cell
from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import EXHAUSTED, FOUND, FOUND_PATH, PAUSED
from gridwalk.listing.backtracking import Backtracking
from gridwalk.questions.question import Question
from gridwalk.runtime.eventlog import EventLog
from gridwalk.runtime.limits import Watch
from gridwalk.tours import orders
from gridwalk.tours.construct import unsuitable
from gridwalk.tours.edge_search import EdgeSearch, search_four_wide
from gridwalk.tours.existence import (
    begun_where_it_must,
    is_knights_rectangle,
    quick_refutation,
    structural_refutation,
)
from gridwalk.tours.partial_tour import PartialTour
from gridwalk.tours.refutation import Refutation

TINY = 3  # open cells; up to there backtracking tries everything at once
STEPS = 160  # it may take per open cell
TRIES = 6  # orders of Warnsdorff's rule without backtracking
LARGE = 250_000  # cells; from there on building a tour is faster than a third order
STARTS = 3  # cells tried where the tour may start anywhere
ROTATED = 40_000_000  # cells reversed by Pósa rotations before the edge search goes on
MAX_FORCED = 5_000  # open cells of a board where a quick look includes an edge search
MAX_EDGES = 100_000  # open cells of a board where edges are searched

Answer = Path | Refutation


class TourSearch:
    """The search for one tour: the question, and what its strategies share.

    Parameters
    ----------
    question : Question
        For open tours of one start, or of any start.
    watch : Watch
    log : EventLog, optional

    """

    def __init__(self, question: Question, watch: Watch, log: EventLog | None = None) -> None:
        self.asked, self.question = question, begun_where_it_must(question)
        self.watch, self.log = watch, log
        self.partial = PartialTour(self.question, watch, log)
        self.by = ""  # the algorithm under way, which the answer will name

    def quick_look(self) -> Refutation | None:
        """Return why there is no tour, if that shows without a long search."""
        grid = self.question.grid
        found = self.simple_proof() or self.structural_proof()
        if found or is_knights_rectangle(grid) or not TINY < grid.open_count <= MAX_FORCED:
            return found
        if not grid.symmetric:
            return None
        edges = EdgeSearch(self.partial)
        return edges.refutation() if edges.go_on(1) == EXHAUSTED else None

    # ------------------------------------------------------------------------- strategies

    def simple_proof(self) -> Refutation | None:
        """Look for a theorem, or for colours or degrees that rule out every tour."""
        return quick_refutation(self.asked)

    def structural_proof(self) -> Refutation | None:
        """Look for cells without which the board falls into too many pieces."""
        found = structural_refutation(self.question)
        return found and replace(found, start=self.question.start)

    def backtrack(self) -> Answer:
        """Follow Warnsdorff's rule, and backtrack until every path has been tried."""
        question = self.question
        starts = [question.start] if question.start else _open_cells(question.grid)
        search = self._backtracking(starts[:1] if question.closed else starts)  # a cycle visits every cell
        return next(search.paths(), None) or Refutation("every path was tried", "search")

    def backtrack_briefly(self) -> Path | None:
        """Follow Warnsdorff's rule, and backtrack while that takes few steps."""
        question, partial = self.question, self.partial
        start = question.start or divmod(int(question.grid.open_cells.argmax()), question.grid.columns)
        self.by = "warnsdorff"
        plain = question.grid.symmetric and question.exits is None and self.log is None
        if plain and partial.follow_rule(start, orders.textbook(question.grid)):
            return self._tour()
        search = self._backtracking([start])
        status, cells = search.first_within(STEPS * question.grid.open_count)
        if status == FOUND:
            return search.query.path(cells, self.by)
        partial.take_over(cells if status == PAUSED else cells[:1], search.query.state)
        return None

    def follow_rule(self) -> Path | None:
        """Follow Warnsdorff's rule without backtracking, in several orders."""
        for start in self._starts():
            for order in self._orders(start):
                self.by = order.by
                if self.partial.follow_rule(start, order):
                    return self._tour()
        return None

    def search_four_wide(self) -> Answer:
        """Search the edges of a board with a side of 4, one inner edge at a time."""
        self.by = "edges"
        return search_four_wide(self.partial) or self._tour()

    def search(self) -> Answer:
        """Let the edge search and Pósa rotations take turns that grow longer, until one of them answers."""
        question, partial = self.question, self.partial
        cells = question.grid.open_count
        edges = EdgeSearch(partial) if cells <= MAX_EDGES else None
        share, seed = 1, 0
        while True:
            if edges is not None:
                status = edges.go_on(share)
                self.by = "edges"
                if status == FOUND:
                    return self._tour()
                if status == EXHAUSTED:
                    return edges.refutation()
            self.by = "rotations"
            for start in self._starts():
                order = orders.portfolio(question.grid, 3 + seed)[-1]
                if partial.follow_rule(start, order):
                    return self._tour()
                for _ in range(2 if question.start is None else 1):
                    seed += 1
                    if partial.rotate(200 + share * ROTATED // (2 * cells), seed):
                        return self._tour()
                    if question.start is None and question.exits is None:
                        partial.reverse()
            share *= 2

    # ------------------------------------------------------------------------------ parts

    def _backtracking(self, starts: list[Cell]) -> Backtracking:
        question = self.question
        return Backtracking(
            question.grid,
            starts,
            question.exits,
            tour=True,
            closed=question.closed,
            warnsdorff=True,
            plain=True,
            watch=self.watch,
            log=self.log,
        )

    def _orders(self, start: Cell) -> Iterator[orders.Order]:
        question = self.question
        if is_knights_rectangle(question.grid) and question.exits is None and not question.closed:
            yield from orders.squirrel_cull(question.grid, start)
        few = question.closed or question.exits is not None or question.start is None
        few = few or (question.grid.size > LARGE and unsuitable(question) is None)
        yield from orders.portfolio(question.grid, 2 if few else TRIES)

    def _starts(self) -> list[Cell]:
        """Return where to start: the cell given, or cells of the lowest degree and of the right colour."""
        question, grid = self.question, self.question.grid
        if question.start is not None:
            return [question.start]
        degree = np.bitwise_count(grid.moves_of_cell).astype(np.int64)
        cells = np.flatnonzero(grid.open_cells.reshape(-1))
        rows, columns = np.divmod(cells, grid.columns)
        minor = np.zeros(len(cells), bool)
        even = (rows + columns) % 2 == 0
        if even.sum() * 2 != len(cells):
            minor = even == (even.sum() * 2 < len(cells))
        order = np.lexsort((degree[cells], minor))[:STARTS]
        return [divmod(int(v), grid.columns) for v in cells[order]]

    def _tour(self) -> Path:
        partial, question = self.partial, self.question
        cells = partial.cells
        if question.closed and question.start is not None:
            at = int(np.flatnonzero(cells == question.grid.index(question.start))[0])
            cells = np.roll(cells, -at)
        partial.query.note(FOUND_PATH, int(cells[-1]), len(cells))
        return partial.query.path(cells, self.by, closed=question.closed)


def _open_cells(grid: Grid) -> list[Cell]:
    return [divmod(v, grid.columns) for v in np.flatnonzero(grid.open_cells.reshape(-1)).tolist()]
