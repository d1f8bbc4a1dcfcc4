"""One tour: the shortest way to it first, and a reason where there is none."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gridwalk.board import Board
from gridwalk.errors import Cell
from gridwalk.kernels.codes import EXHAUSTED, FOUND, FOUND_PATH
from gridwalk.limits import PatienceError, Watch
from gridwalk.listing.backtracking import Backtracking
from gridwalk.path import Path
from gridwalk.tours import orders
from gridwalk.tours.existence import quick_refutation, structural_refutation
from gridwalk.tours.question import Question, Refutation
from gridwalk.tours.walking import EdgeSearch, Walker
from gridwalk.trace import EventLog

SMALL = 64  # cells; up to there the textbook's rule is tried as it stands
PATIENCE = 4  # cells it may enter per cell of the board
TRIES = 6  # walks, each by another order
STARTS = 3  # cells tried where the tour may begin anywhere
TURNED = 40_000_000  # cells turned round before other ways are tried
MOST_EDGES = 100_000  # cells of a board that is searched by edges


def find_tour(question: Question, log: EventLog | None = None) -> Path | Refutation:
    """Return a tour, or why there is none."""
    return TourSearch(question, log).answer()


class TourSearch:
    """The ways to a tour, one after another; `by` is the name of the last."""

    def __init__(self, question: Question, log: EventLog | None = None) -> None:
        self.question, self.log = question, log
        self.walker = Walker(question, log)
        self.by = ""

    def answer(self) -> Path | Refutation:
        """Return a tour, or why there is none."""
        question = self.question
        found = quick_refutation(question)
        if found is None and question.board.open_count < 4:
            return self._textbook(None)
        if found is None and question.board.open_count <= SMALL and not question.closed and question.start:
            tour = self._textbook_if_short()
            if tour is not None:
                return tour
        if found is None and self._walks():
            return self._tour()
        if found is None:
            found = structural_refutation(question)
        if found is not None:
            return found
        if not question.board.symmetric:
            return self._textbook(None)
        return self._search()

    # ---------------------------------------------------------------------------- the ways

    def _textbook_if_short(self) -> Path | None:
        """Warnsdorff's rule with steps back, if they are few."""
        question = self.question
        assert question.start is not None
        if question.ends is None and self.walker.walk(question.start, orders.textbook(question.board)):
            self.by = "warnsdorff"
            return self._tour()
        patience = PATIENCE * question.board.open_count
        try:
            found = self._textbook(patience)
        except PatienceError:
            return None
        return found if isinstance(found, Path) else None

    def _textbook(self, patience: int | None) -> Path | Refutation:
        question, board = self.question, self.question.board
        starts = (question.start,) if question.start else _all_cells(board)
        watch = Watch(question.watch.limits, question.watch.began, patience)
        search = Backtracking(
            board, starts, question.ends, tour=True, closed=question.closed, warnsdorff=True, watch=watch, log=self.log
        )
        found = next(search.paths(), None)
        return found or Refutation("every way was tried", "search")

    def _walks(self) -> bool:
        """Warnsdorff's rule without steps back, in several orders."""
        question = self.question
        for start in self._starts():
            for order in self._orders(start):
                self.by = order.by
                if self.walker.walk(start, order):
                    return True
        return False

    def _orders(self, start: Cell) -> Iterator[orders.Order]:
        question = self.question
        if question.is_knights_rectangle and question.ends is None and not question.closed:
            if (order := orders.squirrel_cull(question.board, start)) is not None:
                yield order
        few = question.closed or question.ends is not None or question.start is None
        yield from orders.portfolio(question.board, 2 if few else TRIES)

    def _starts(self) -> list[Cell]:
        """Return where to begin: the cell given, or those that are hardest to reach."""
        question, board = self.question, self.question.board
        if question.start is not None:
            return [question.start]
        degree = np.bitwise_count(board.moves_of_cell).astype(np.int64)
        cells = np.flatnonzero(board.open_cells.reshape(-1))
        rows, columns = np.divmod(cells, board.columns)
        minor = np.zeros(len(cells), bool)
        even = (rows + columns) % 2 == 0
        if even.sum() * 2 != len(cells):
            minor = even == (even.sum() * 2 < len(cells))
        order = np.lexsort((degree[cells], minor))[:STARTS]
        return [divmod(int(v), board.columns) for v in cells[order]]

    def _search(self) -> Path | Refutation:
        """Turn walks, and search by edges, in turns that grow longer, until one of them answers."""
        question, walker = self.question, self.walker
        cells = question.board.open_count
        edges = EdgeSearch(walker) if cells <= MOST_EDGES else None
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
                order = orders.portfolio(question.board, 3 + seed)[-1]
                if walker.walk(start, order):
                    return self._tour()
                for _ in range(2 if question.start is None else 1):
                    seed += 1
                    if walker.turn(200 + share * TURNED // (2 * cells), seed):
                        return self._tour()
                    if question.start is None and question.ends is None:
                        walker.turn_back()
            share *= 2

    def _tour(self) -> Path:
        walker, question = self.walker, self.question
        cells = walker.cells
        if question.closed and question.start is not None:
            at = int(np.flatnonzero(cells == question.board.index(question.start))[0])
            cells = np.roll(cells, -at)
        walker.query.note(FOUND_PATH, int(cells[-1]), len(cells))
        return walker.query.path(cells, self.by, closed=question.closed)


def _all_cells(board: Board) -> list[Cell]:
    return [divmod(v, board.columns) for v in np.flatnonzero(board.open_cells.reshape(-1)).tolist()]
