"""One tour: the shortest way to it first, and a reason where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, UnsuitableAlgorithmError
from gridwalk.grid import Grid
from gridwalk.kernels.codes import BACKTRACKS, EXHAUSTED, EXPANDED, FOUND, FOUND_PATH, PAUSED
from gridwalk.listing.backtracking import Backtracking
from gridwalk.path import Path
from gridwalk.question import Question
from gridwalk.runtime.eventlog import EventLog
from gridwalk.runtime.limits import Watch
from gridwalk.tours import orders
from gridwalk.tours.construct import built, is_core, is_implicit, unsuitable
from gridwalk.tours.existence import (
    begun_where_it_must,
    is_knights_rectangle,
    quick_refutation,
    structural_refutation,
)
from gridwalk.tours.narrow import four_wide
from gridwalk.tours.refutation import Refutation
from gridwalk.tours.walking import EdgeSearch, Walker

SMALL = 64  # cells; up to there the textbook's rule is tried as it stands
STEPS = 160  # it may take per cell of the board
TRIES = 6  # walks, each by another order
LARGE = 250_000  # cells; from there on building a tour is better than a third walk
STARTS = 3  # cells tried where the tour may begin anywhere
TURNED = 40_000_000  # cells turned round before other ways are tried
FOUR_WIDE = 40  # cells; boards four wide are searched like others up to there
MAX_FORCED = 5_000  # cells of a board of which one looks at once what is forced
SHOWN = 3  # starts for which the reason is told in words
MAX_EDGES = 100_000  # cells of a board that is searched by edges


def find_tour(question: Question, *, by: str = "auto", log: EventLog | None = None) -> Path | Refutation:
    """Return a tour from any of the starts, or why there is none.

    *by* is "auto", or "construct" for tours built of tiles only.
    """
    watch, refuted = question.watch(), []
    for part, is_reversed in _parts(question):
        search = TourSearch(part, watch, log)
        found = search.answer() if by == "auto" else search.construct()
        if isinstance(found, Path):
            return _reversed(found) if is_reversed else found
        refuted.append((part, found))
    return _for_all(question, refuted)


def refute_tour(question: Question) -> Refutation | None:
    """Return why there is no tour, where that is seen at once; None: there may be one."""
    watch, refuted = question.watch(), []
    for part, _ in _parts(question):
        found = TourSearch(part, watch).refutation()
        if found is None:
            return None
        refuted.append((part, found))
    return _for_all(question, refuted)


def _for_all(question: Question, refuted: Sequence[tuple[Question, Refutation]]) -> Refutation:
    """Return why no part of a question has a tour: one reason for all parts, or a reason for each."""
    if len(refuted) == 1:
        return refuted[0][1]
    anywhere = question.between(None, question.exits)
    if common := quick_refutation(anywhere) or structural_refutation(anywhere):
        return common
    each = tuple(replace(found, start=part.start) for part, found in refuted)
    shown = "; ".join(f"from {one.start}: {one.reason}" for one in each[:SHOWN])
    more = f"; and from {len(each) - SHOWN} more" if len(each) > SHOWN else ""
    return Refutation(shown + more, "each", each=each)


def _parts(question: Question) -> Iterator[tuple[Question, bool]]:
    """Yield questions of one start, or from anywhere, and whether their tours are to be reversed."""
    starts, exits = question.starts, question.exits
    if question.closed or (starts is None and exits is None):
        yield question, False
    elif starts is None and exits is not None and question.grid.symmetric:
        for cell in exits:
            yield question.between((cell,), None), True
    elif starts is None:
        yield question, False
    else:
        for start in starts:
            others = exits
            if exits is not None and question.grid.open_count > 1:
                others = tuple(cell for cell in exits if cell != start)
            yield question.between((start,), others), False


class TourSearch:
    """The ways to a tour, one after another; `by` is the name of the last."""

    def __init__(self, question: Question, watch: Watch, log: EventLog | None = None) -> None:
        self._asked, self.question = question, begun_where_it_must(question)
        self.watch, self.log = watch, log
        self.walker = Walker(self.question, watch, log)
        self.by = ""

    def refutation(self) -> Refutation | None:
        """Return why there is no tour, where that is seen at once."""
        question = self.question
        found = quick_refutation(self._asked) or self._structural()
        if found or is_knights_rectangle(question.grid) or not 3 < question.grid.open_count <= MAX_FORCED:
            return found
        if not question.grid.symmetric:
            return None
        edges = EdgeSearch(self.walker)
        return edges.refutation() if edges.go_on(1) == EXHAUSTED else None

    def answer(self) -> Path | Refutation:
        """Return a tour, or why there is none."""
        question = self.question
        found = quick_refutation(self._asked)
        if found is None and question.closed and unsuitable(question) is None:
            return self._construct()
        if found is None and question.grid.open_count < 4:
            return self._textbook()
        if found is None and question.grid.open_count <= SMALL and not question.closed:
            tour = self._textbook_if_short()
            if tour is not None:
                return tour
        if found is None and question.grid.symmetric and self._walks():
            return self._tour()
        if (
            found is None
            and unsuitable(question) is None
            and (is_implicit(question) or not is_core(question))
        ):
            return self._construct()
        four = is_knights_rectangle(question.grid) and min(question.grid.shape) == 4
        if found is None and four and question.grid.size > FOUR_WIDE:
            self.by = "edges"
            found = four_wide(self.walker)
            if found is None:
                return self._tour()
        if found is None:
            found = self._structural()
        if found is not None:
            return found
        if not question.grid.symmetric:
            return self._textbook()
        return self._search()

    def construct(self) -> Path | Refutation:
        """Return a tour built of tiles, or why there is none."""
        found = quick_refutation(self.question)
        reason = None if found else unsuitable(self.question)
        if reason:
            raise UnsuitableAlgorithmError("construct", reason)
        return found or self._construct()

    def _structural(self) -> Refutation | None:
        found = structural_refutation(self.question)
        return found and replace(found, start=self.question.start)

    # ---------------------------------------------------------------------------- the ways

    def _construct(self) -> Path:
        question, log = self.question, self.log
        cells = built(question, self._small_tour)
        if log is not None:
            flat = (cells[:, 0] * question.grid.columns + cells[:, 1]).astype(np.int32)
            self.walker.begin_with(flat)
            self.walker.query.note(FOUND_PATH, int(flat[-1]), len(flat))
        state = self.walker.query.state
        spent = int(state[EXPANDED]), int(state[BACKTRACKS])
        return Path._found(question.grid, cells, question.closed, "construct", *spent)

    def _small_tour(self, grid: Grid, start: Cell) -> NDArray[np.int32]:
        """Return a tour of a small board, by any way."""
        found = TourSearch(Question(grid, (start,), tour=True), self.watch).answer()
        assert isinstance(found, Path)
        return found.cells

    def _textbook_if_short(self) -> Path | None:
        """Warnsdorff's rule as it stands, with steps back if they are few."""
        question, walker = self.question, self.walker
        start = question.start or divmod(int(question.grid.open_cells.argmax()), question.grid.columns)
        self.by = "warnsdorff"
        plain = question.grid.symmetric and question.exits is None and self.log is None
        if plain and walker.walk(start, orders.textbook(question.grid)):
            return self._tour()
        search = self._backtracking([start])
        status, walk = search.first_within(STEPS * question.grid.open_count)
        if status == FOUND:
            return search.query.path(walk, self.by)
        walker.take_over(walk if status == PAUSED else walk[:1], search.query.state)
        return None

    def _textbook(self) -> Path | Refutation:
        """Warnsdorff's rule with steps back, however many."""
        question = self.question
        starts = [question.start] if question.start else _all_cells(question.grid)
        search = self._backtracking(starts[:1] if question.closed else starts)  # a cycle passes everywhere
        return next(search.paths(), None) or Refutation("every way was tried", "search")

    def _backtracking(self, starts: list[Cell]) -> Backtracking:
        question = self.question
        options: dict[str, Any] = {"watch": self.watch, "log": self.log}
        return Backtracking(
            question.grid,
            starts,
            question.exits,
            tour=True,
            closed=question.closed,
            warnsdorff=True,
            plain=True,
            **options,
        )

    def _walks(self) -> bool:
        """Warnsdorff's rule without steps back, in several orders."""
        for start in self._starts():
            for order in self._orders(start):
                self.by = order.by
                if self.walker.walk(start, order):
                    return True
        return False

    def _orders(self, start: Cell) -> Iterator[orders.Order]:
        question = self.question
        if is_knights_rectangle(question.grid) and question.exits is None and not question.closed:
            yield from orders.squirrel_cull(question.grid, start)
        few = question.closed or question.exits is not None or question.start is None
        few = few or (question.grid.size > LARGE and unsuitable(question) is None)
        yield from orders.portfolio(question.grid, 2 if few else TRIES)

    def _starts(self) -> list[Cell]:
        """Return where to begin: the cell given, or those that are hardest to reach."""
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

    def _search(self) -> Path | Refutation:
        """Turn walks, and search by edges, in turns that grow longer, until one of them answers."""
        question, walker = self.question, self.walker
        cells = question.grid.open_count
        edges = EdgeSearch(walker) if cells <= MAX_EDGES else None
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
                if walker.walk(start, order):
                    return self._tour()
                for _ in range(2 if question.start is None else 1):
                    seed += 1
                    if walker.turn(200 + share * TURNED // (2 * cells), seed):
                        return self._tour()
                    if question.start is None and question.exits is None:
                        walker.turn_back()
            share *= 2

    def _tour(self) -> Path:
        walker, question = self.walker, self.question
        cells = walker.cells
        if question.closed and question.start is not None:
            at = int(np.flatnonzero(cells == question.grid.index(question.start))[0])
            cells = np.roll(cells, -at)
        walker.query.note(FOUND_PATH, int(cells[-1]), len(cells))
        return walker.query.path(cells, self.by, closed=question.closed)


def _reversed(path: Path) -> Path:
    return Path._found(path.board, path.cells[::-1], path.closed, path.by, path.expanded, path.backtracks)


def _all_cells(grid: Grid) -> list[Cell]:
    return [divmod(v, grid.columns) for v in np.flatnonzero(grid.open_cells.reshape(-1)).tolist()]
