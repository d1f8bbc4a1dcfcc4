"""The search for one tour: what each strategy does, and which is tried when, and why not: a table.

`answer` goes down the table: quick strategies come before slow ones, and the first that answers ends the
search.  To change what is tried, change the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.errors import Cell, UnsuitableAlgorithmError
from gridwalk.listing.simple import SimpleListing
from gridwalk.question.question import Question
from gridwalk.runtime.codes import BACKTRACKS, EXHAUSTED, EXPANDED, FOUND, FOUND_PATH, PAUSED
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.progress import EventLog
from gridwalk.tours.edge_search import EdgeSearch, search_four_wide
from gridwalk.tours.existence import (
    begun_where_it_must,
    is_knights_rectangle,
    quick_refutation,
    structural_refutation,
)
from gridwalk.tours.partial_tour import Order, PartialTour, portfolio, squirrel_cull, textbook
from gridwalk.tours.refutation import Refutation
from gridwalk.tours.tiles import built, unsuitable

TINY = 3  # open cells; up to there backtracking tries everything at once
STEPS = 160  # it may take per open cell
TRIES = 6  # orders of Warnsdorff's rule without backtracking
LARGE = 250_000  # cells; from there on building a tour is faster than a third order
STARTS = 3  # cells tried where the tour may start anywhere
FIRST_STEPS, SHARE_STEPS = 20_000, 3_000_000  # of the edge search: at first, and for each share later on
ROTATED = 40_000_000  # cells reversed by Pósa rotations before the edge search goes on
MAX_FORCED = 5_000  # open cells of a board where a quick look includes an edge search
MAX_EDGES = 100_000  # open cells of a board where edges are searched

SMALL = 64  # open cells; up to there Warnsdorff's rule with backtracking comes first
FOUR_WIDE = 40  # cells; boards with a side of 4 are searched like others up to there

Answer = Path | Refutation
WhyNot = Callable[[Question], str | None]


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
        board = self.question.board
        found = self.simple_proof() or self.structural_proof()
        if found or is_knights_rectangle(board) or not TINY < board.open_count <= MAX_FORCED:
            return found
        if not board._symmetric:
            return None
        edges = EdgeSearch(self.partial)
        return edges.refutation() if edges.go_on(FIRST_STEPS) == EXHAUSTED else None

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
        cells = np.flatnonzero(question.board.open_cells).tolist()
        starts = [question.start] if question.start else [divmod(v, question.board.columns) for v in cells]
        search = self._backtracking(starts[:1] if question.closed else starts)  # a cycle visits every cell
        return next(search.paths(), None) or Refutation("every path was tried", "search")

    def backtrack_briefly(self) -> Path | None:
        """Follow Warnsdorff's rule, and backtrack while that takes few steps."""
        question, partial = self.question, self.partial
        start = question.start or divmod(int(question.board.open_cells.argmax()), question.board.columns)
        self.by = "warnsdorff"
        plain = question.board._symmetric and question.exits is None and self.log is None
        if plain and partial.follow_rule(start, textbook(question.board)):
            return self._tour()
        search = self._backtracking([start])
        status, cells = search.first_within(STEPS * question.board.open_count)
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
        cells = question.board.open_count
        edges = EdgeSearch(partial) if cells <= MAX_EDGES else None
        share, seed = 1, 0
        while True:
            if edges is not None:
                status = edges.go_on(FIRST_STEPS if share == 1 else share * SHARE_STEPS)
                self.by = "edges"
                if status == FOUND:
                    return self._tour()
                if status == EXHAUSTED:
                    return edges.refutation()
            self.by = "rotations"
            for start in self._starts():
                order = portfolio(question.board, 3 + seed)[-1]
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

    def _backtracking(self, starts: list[Cell]) -> SimpleListing:
        return SimpleListing(self.question, starts, self.watch, warnsdorff=True, plain=True, log=self.log)

    def _orders(self, start: Cell) -> Iterator[Order]:
        question = self.question
        if is_knights_rectangle(question.board) and question.exits is None and not question.closed:
            yield from squirrel_cull(question.board, start)
        few = question.closed or question.exits is not None or question.start is None
        few = few or (question.board.size > LARGE and unsuitable(question) is None)
        yield from portfolio(question.board, 2 if few else TRIES)

    def _starts(self) -> list[Cell]:
        """Return where to start: the cell given, or cells of the lowest degree and of the right colour."""
        question, board = self.question, self.question.board
        if question.start is not None:
            return [question.start]
        degree = np.bitwise_count(board._moves_of_cell).astype(np.int64)
        cells = np.flatnonzero(board.open_cells.reshape(-1))
        rows, columns = np.divmod(cells, board.columns)
        minor = np.zeros(len(cells), bool)
        even = (rows + columns) % 2 == 0
        if even.sum() * 2 != len(cells):
            minor = even == (even.sum() * 2 < len(cells))
        order = np.lexsort((degree[cells], minor))[:STARTS]
        return [divmod(int(v), board.columns) for v in cells[order]]

    def _tour(self) -> Path:
        partial, question = self.partial, self.question
        cells = partial.cells
        if question.closed and question.start is not None:
            at = int(np.flatnonzero(cells == question.board.index(question.start))[0])
            cells = np.roll(cells, -at)
        partial.query.note(FOUND_PATH, int(cells[-1]), len(cells))
        return partial.query.path(cells, self.by, closed=question.closed)


@dataclass(frozen=True)
class Strategy:
    """A row of the table.

    Attributes
    ----------
    name : str
        Of the algorithm; one algorithm may come at several places.
    what : str
        What it does, in words.
    unless : tuple of callables
        Each returns why it is not tried here for a question, in one sentence; None: it is tried.
    run : callable
        Answers a `TourSearch`; None: it found nothing, and the next strategy goes on.
    is_certain : bool
        Whether it answers whenever it is tried, so that none after it is.

    """

    name: str
    what: str
    unless: tuple[WhyNot, ...]
    run: Callable[[TourSearch], Answer | None]
    is_certain: bool = False

    def why_not(self, question: Question) -> str | None:
        """Return why it is not tried for a question; None: it is tried."""
        return next(filter(None, (reason(question) for reason in self.unless)), None)


Strategies = tuple[Strategy, ...]


def answer(search: TourSearch, strategies: Strategies) -> Answer:
    """Return a tour, or why there is none, from the first strategy that answers.

    Raises
    ------
    UnsuitableAlgorithmError
        If the last strategy does not apply.

    """
    reason = None
    for strategy in strategies:
        reason = strategy.why_not(search.question)
        if reason is None and (found := strategy.run(search)) is not None:
            return found
    raise UnsuitableAlgorithmError(strategies[-1].name, reason or "it has no answer")


def construct(search: TourSearch) -> Path:
    """Put a knight's tour together from tiles."""
    question, partial = search.question, search.partial
    cells = built(*question.board.shape, question.start or (0, 0))
    state = partial.query.state
    if search.log is not None:
        flat = (cells[:, 0] * question.board.columns + cells[:, 1]).astype(np.int32)
        partial.begin_with(flat)
        partial.query.note(FOUND_PATH, int(flat[-1]), len(flat))
    spent = int(state[EXPANDED]), int(state[BACKTRACKS])
    return Path._found(question.board, cells, question.closed, "construct", *spent)


# ------------------------------------------------------------------------------- the tables


def unless(fits: Callable[[Question], bool], reason: str) -> WhyNot:
    """Return a condition: *reason*, where a question does not fit."""
    return lambda question: None if fits(question) else reason


def at_most(cells: int) -> WhyNot:
    """Return the condition that a board has at most so many open cells."""
    few = f"it is for boards of at most {cells} open cells"
    return unless(lambda question: question.board.open_count <= cells, few)


def four_wide(question: Question) -> bool:
    """Whether it is about the knight on a rectangle of four rows or columns."""
    board = question.board
    return is_knights_rectangle(board) and min(board.shape) == 4 and board.size > FOUR_WIDE


TWO_WAY = unless(lambda question: question.board._symmetric, "it needs moves that can be undone")
ONE_WAY = unless(
    lambda question: not question.board._symmetric, "all moves can be undone, so edges are searched"
)
CLOSED = unless(lambda question: question.closed, "for open tours searches come first")
OPEN = unless(lambda question: not question.closed, "it is for open tours")
FOUR = unless(
    four_wide, f"it is for the knight on rectangles of 4 rows or columns and more than {FOUR_WIDE} cells"
)

TILES = "knight's tours of small boards are put together like tiles"
RULE = "Warnsdorff's rule"

SIMPLE = "a theorem, the colours of the cells or cells with too few moves may rule out every tour"
ALL = f"{RULE} with backtracking until every path has been tried"
BRIEF = f"{RULE} with backtracking, at most {STEPS} steps for each open cell"
SEVERAL = f"{RULE} without backtracking, with several tie-breaks (corners of squares: squirrel-cull)"
INNER = "forced edges, for each of the edges that may join the two inner rows"
PIECES = "without some cells the board may fall into too many pieces"
TURNS = "a search over forced edges, which also refutes, and Pósa rotations take turns"

FIND: Mapping[str, Strategies] = {
    "auto": (
        Strategy("proof", SIMPLE, (), TourSearch.simple_proof),
        Strategy("construct", TILES, (unsuitable, CLOSED), construct, is_certain=True),
        Strategy("warnsdorff", ALL, (at_most(TINY),), TourSearch.backtrack, is_certain=True),
        Strategy("warnsdorff", BRIEF, (OPEN, at_most(SMALL)), TourSearch.backtrack_briefly),
        Strategy("roth", SEVERAL, (TWO_WAY,), TourSearch.follow_rule),
        Strategy("construct", TILES, (unsuitable,), construct, is_certain=True),
        Strategy("edges", INNER, (FOUR,), TourSearch.search_four_wide, is_certain=True),
        Strategy("proof", PIECES, (TWO_WAY,), TourSearch.structural_proof),
        Strategy("warnsdorff", ALL, (ONE_WAY,), TourSearch.backtrack, is_certain=True),
        Strategy("edges+rotations", TURNS, (), TourSearch.search, is_certain=True),
    ),
    "construct": (
        Strategy("proof", SIMPLE, (), lambda search: quick_refutation(search.question)),
        Strategy("construct", TILES, (unsuitable,), construct, is_certain=True),
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
