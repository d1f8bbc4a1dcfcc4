"""The ways to a tour, as a table: which one is tried when, and why not.

`TourSearch.answer` goes down the table: quick strategies come before slow ones, and the first that answers
ends the search.  To change what is tried, change the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

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
SMALL = 64  # open cells; up to there Warnsdorff's rule with backtracking comes first
STEPS = 160  # it may take per open cell
TRIES = 6  # orders of Warnsdorff's rule without backtracking
LARGE = 250_000  # cells; from there on building a tour is faster than a third order
STARTS = 3  # cells tried where the tour may start anywhere
ROTATED = 40_000_000  # cells reversed by Pósa rotations before the edge search goes on
FOUR_WIDE = 40  # cells; boards with a side of 4 are searched like others up to there
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

    def answer(self, strategies: Strategies) -> Answer:
        """Return a tour, or why there is none, from the first strategy that answers.

        Raises
        ------
        UnsuitableAlgorithmError
            If the last strategy does not apply.

        """
        reason = None
        for strategy in strategies:
            reason = strategy.why_not(self.question)
            if reason is None and (found := strategy.run(self)) is not None:
                return found
        raise UnsuitableAlgorithmError(strategies[-1].name, reason or "it has no answer")

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

    def construct(self) -> Path:
        """Put a knight's tour together from tiles."""
        question, state = self.question, self.partial.query.state
        cells = built(question, self._small_tour)
        if self.log is not None:
            flat = (cells[:, 0] * question.grid.columns + cells[:, 1]).astype(np.int32)
            self.partial.begin_with(flat)
            self.partial.query.note(FOUND_PATH, int(flat[-1]), len(flat))
        spent = int(state[EXPANDED]), int(state[BACKTRACKS])
        return Path._found(question.grid, cells, question.closed, "construct", *spent)

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

    def _small_tour(self, grid: Grid, start: Cell) -> NDArray[np.int32]:
        """Return a tour of a small board, found by any strategy."""
        found = TourSearch(Question(grid, (start,), tour=True), self.watch).answer(FIND["auto"])
        assert isinstance(found, Path)
        return found.cells

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


# ------------------------------------------------------------------------------- the tables


@dataclass(frozen=True)
class Strategy:
    """A row of the table.

    Attributes
    ----------
    name : str
        Of the algorithm; one algorithm may come at several places.
    what : str
        What it does, in words.
    why_not : callable
        Returns why it is not tried here for a question, in one sentence; None: it is tried.
    run : callable
        Answers a `TourSearch`; None: it found nothing, and the next strategy goes on.
    is_certain : bool
        Whether it answers whenever it is tried, so that none after it is.

    """

    name: str
    what: str
    why_not: Callable[[Question], str | None]
    run: Callable[[TourSearch], Answer | None]
    is_certain: bool = False


Strategies = tuple[Strategy, ...]


def always(question: Question) -> str | None:
    """Apply to every question."""
    return None


def unless_open(question: Question) -> str | None:
    """Apply to closed knight's tours of rectangles."""
    return unsuitable(question) or (None if question.closed else "for open tours searches come first")


def unless_more_than_tiny(question: Question) -> str | None:
    """Apply where nearly nothing is to be tried."""
    return (
        None if question.grid.open_count <= TINY else f"it comes first on boards of at most {TINY} cells only"
    )


def unless_large_or_closed(question: Question) -> str | None:
    """Apply where few steps back are likely to be enough."""
    if question.closed:
        return "it is for open tours"
    return None if question.grid.open_count <= SMALL else f"it is for boards of at most {SMALL} open cells"


def unless_one_way(question: Question) -> str | None:
    """Apply where every move can be undone."""
    return None if question.grid.symmetric else "it needs moves that can be undone"


def unless_built_by_search(question: Question) -> str | None:
    """Apply where most of the tour is tiles."""
    if (reason := unsuitable(question)) is not None:
        return reason
    whole = not is_implicit(question) and is_core(question)
    return "tiles need a board larger than the part that is searched around the start" if whole else None


def unless_other_than_four_wide(question: Question) -> str | None:
    """Apply to the knight on rectangles of four rows or columns."""
    grid = question.grid
    if is_knights_rectangle(grid) and min(grid.shape) == 4 and grid.size > FOUR_WIDE:
        return None
    return f"it is for the knight on rectangles of 4 rows or columns and more than {FOUR_WIDE} cells"


def unless_symmetric(question: Question) -> str | None:
    """Apply where some move cannot be undone, which the search after it cannot treat."""
    return "all moves can be undone, so edges are searched" if question.grid.symmetric else None


TILES = "knight's tours of small boards are put together like tiles"
RULE = "Warnsdorff's rule"

FIND: Mapping[str, Strategies] = {
    "auto": (
        Strategy(
            "proof",
            "a theorem, the colours of the cells or cells with too few moves may rule out every tour",
            always,
            TourSearch.simple_proof,
        ),
        Strategy("construct", TILES, unless_open, TourSearch.construct, is_certain=True),
        Strategy(
            "warnsdorff",
            f"{RULE} with backtracking until every path has been tried",
            unless_more_than_tiny,
            TourSearch.backtrack,
            is_certain=True,
        ),
        Strategy(
            "warnsdorff",
            f"{RULE} with backtracking, at most {STEPS} steps for each open cell",
            unless_large_or_closed,
            TourSearch.backtrack_briefly,
        ),
        Strategy(
            "roth",
            f"{RULE} without backtracking, with several tie-breaks (corners of squares: squirrel-cull)",
            unless_one_way,
            TourSearch.follow_rule,
        ),
        Strategy("construct", TILES, unless_built_by_search, TourSearch.construct, is_certain=True),
        Strategy(
            "edges",
            "forced edges, for each of the edges that may join the two inner rows",
            unless_other_than_four_wide,
            TourSearch.search_four_wide,
            is_certain=True,
        ),
        Strategy(
            "proof",
            "without some cells the board may fall into too many pieces",
            always,
            TourSearch.structural_proof,
        ),
        Strategy(
            "warnsdorff",
            f"{RULE} with backtracking until every path has been tried",
            unless_symmetric,
            TourSearch.backtrack,
            is_certain=True,
        ),
        Strategy(
            "edges+rotations",
            "a search over forced edges, which also refutes, and Pósa rotations take turns",
            always,
            TourSearch.search,
            is_certain=True,
        ),
    ),
    "construct": (
        Strategy(
            "proof",
            "a theorem, the colours of the cells or cells with too few moves may rule out every tour",
            always,
            lambda search: quick_refutation(search.question),
        ),
        Strategy("construct", TILES, unsuitable, TourSearch.construct, is_certain=True),
    ),
}


class Choice(NamedTuple):
    """A strategy for one question: what it does, and why it is not tried (None: it is)."""

    name: str
    what: str
    why_not: str | None


def choices(question: Question) -> list[Choice]:
    """Return the strategies of "auto" in order, for a question of one start."""
    question, found, before = begun_where_it_must(question), [], None
    for strategy in FIND["auto"]:
        why_not = strategy.why_not(question) or before
        found.append(Choice(strategy.name, strategy.what, why_not))
        if why_not is None and strategy.is_certain:
            before = f"{strategy.name} answers before"
    return found
