"""One tour, or the reason why there is none: the algorithms, their order, and why one is not tried.

`strategies` is the whole policy: quick algorithms come before slow ones, and the first that answers ends the
search.  `find_tour` follows it, and `explain` reports it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.board.cells import cells_at
from gridwalk.errors import Cell, Message, UnsuitableAlgorithmError
from gridwalk.question.question import Question
from gridwalk.runtime.codes import BACKTRACKS, EXHAUSTED, EXPANDED, FOUND, FOUND_PATH
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.progress import EventLog
from gridwalk.tours import tiles
from gridwalk.tours.edges import EdgeSearch, search_four_wide
from gridwalk.tours.existence import (
    begun_where_it_must,
    first_start,
    is_knights_rectangle,
    quick_refutation,
    starts_of,
    structural_refutation,
)
from gridwalk.tours.partial_tour import PartialTour
from gridwalk.tours.refutation import Refutation
from gridwalk.tours.rotations import rotate
from gridwalk.tours.warnsdorff import first_tour, first_within, follow_rule, orders

Answer = Path | Refutation

SHOWN = 3  # starts whose reason is shown

TINY = 3  # open cells; up to there backtracking tries everything at once
SMALL = 64  # open cells; up to there Warnsdorff's rule with backtracking comes first
STEPS = 160  # it may take per open cell
TRIES = 6  # orders of Warnsdorff's rule without backtracking
LARGE = 250_000  # cells; from there on building a tour is faster than a third order
STARTS = 3  # cells tried where the tour may start anywhere
FOUR_WIDE = 40  # cells; boards with a side of 4 are searched like others up to there
FIRST_STEPS, SHARE_STEPS = 20_000, 3_000_000  # of the edge search: at first, and for each share later on
ROTATED = 40_000_000  # cells reversed by Pósa rotations before the edge search goes on
MAX_FORCED = 5_000  # open cells of a board where a quick look includes an edge search
MAX_EDGES = 100_000  # open cells of a board where edges are searched


def find_tour(question: Question, *, by: str = "auto", log: EventLog | None = None) -> Answer:
    """Return a tour from any of the starts, or why there is none; *by* "auto" or "construct".

    Raises
    ------
    UnsuitableAlgorithmError
        If no tour is built of tiles for such a question.

    """
    watch, refuted = question.watch(), []
    for part, is_reversed in _parts(question):
        search = TourSearch(part, watch, log)
        found = search.built() if by == "construct" else search.answer()
        if isinstance(found, Path):
            return _reversed(found) if is_reversed else found
        refuted.append((part, found))
    return _for_all(question, refuted)


def refute_tour(question: Question) -> Refutation | None:
    """Return why there is no tour, if a quick look shows it; None: there may be one."""
    watch, refuted = question.watch(), []
    for part, _ in _parts(question):
        found = TourSearch(part, watch).quick_look()
        if found is None:
            return None
        refuted.append((part, found))
    return _for_all(question, refuted)


def _parts(question: Question) -> Iterator[tuple[Question, bool]]:
    """Yield questions of one start, or of any start, and whether their tours are to be reversed."""
    starts, exits = question.starts, question.exits
    if not question.closed and starts is not None:
        for start in starts:
            others = exits
            if exits is not None and question.board.open_count > 1:
                others = tuple(cell for cell in exits if cell != start)
            yield question.between((start,), others), False
    elif not question.closed and exits is not None and question.board._symmetric:
        for cell in exits:
            yield question.between((cell,), None), True
    else:
        yield question, False


def _reversed(path: Path) -> Path:
    return Path._found(path.board, path.cells[::-1], path.closed, path.by, path.expanded, path.backtracks)


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


# ------------------------------------------------------------------------- the policy


@dataclass(frozen=True)
class Strategy:
    """One algorithm to try.

    Attributes
    ----------
    name, what : str
        The name of the algorithm, and its description; one algorithm may be several strategies.
    why_not : str or None
        Why it is not tried, else None.
    run : callable
        Answers a `TourSearch`; returns None if it found nothing, and the next strategy follows.
    is_certain : bool
        Whether it always answers, so that later strategies are not tried.

    """

    name: str
    what: str
    why_not: str | None
    run: Callable[[TourSearch], Answer | None]
    is_certain: bool = False


TILES = "knight's tours of small boards are put together like tiles"
RULE = "Warnsdorff's rule"
SIMPLE = "a theorem, the colours of the cells or cells with too few moves may rule out every tour"
ALL = f"{RULE} with backtracking until every path has been tried"
BRIEF = f"{RULE} with backtracking, at most {STEPS} steps for each open cell"
SEVERAL = f"{RULE} without backtracking, with several tie-breaks"
INNER = "forced edges, for each of the edges that may join the two inner rows"
PIECES = "without some cells the board may fall into too many pieces"
TURNS = "a search over forced edges, which also refutes, and Pósa rotations take turns"

TWO_WAY = "it needs moves that can be undone"
ONE_WAY = "all moves can be undone, so edges are searched"
OPEN_FIRST, OPEN_ONLY = "for open tours searches come first", "it is for open tours"
AT_MOST = "it is for boards of at most {n} open cells"
FOUR = Message("it is for the knight on rectangles of 4 rows or columns and more than {n} cells", n=FOUR_WIDE)


def strategies(question: Question) -> list[Strategy]:
    """Return the strategies of "auto" in order, for a question of one start (or any)."""
    board, closed = question.board, question.closed
    four_wide = is_knights_rectangle(board) and min(board.shape) == 4 and board.size > FOUR_WIDE
    tiny = None if board.open_count <= TINY else Message(AT_MOST, n=TINY)
    small = None if board.open_count <= SMALL else Message(AT_MOST, n=SMALL)
    one_way, two_way = (ONE_WAY, None) if board._symmetric else (None, TWO_WAY)
    no_tiles = tiles.unsuitable(question)
    no_tiles_first = no_tiles or (None if closed else OPEN_FIRST)
    brief, all_ = TourSearch.backtrack_briefly, TourSearch.backtrack
    return [
        Strategy("proof", SIMPLE, None, TourSearch.simple_proof),
        Strategy("construct", TILES, no_tiles_first, TourSearch.construct, True),
        Strategy("warnsdorff", ALL, tiny, all_, True),
        Strategy("warnsdorff", BRIEF, OPEN_ONLY if closed else small, brief),
        Strategy("roth", SEVERAL, two_way, TourSearch.follow_rule),
        Strategy("construct", TILES, no_tiles, TourSearch.construct, True),
        Strategy("edges", INNER, None if four_wide else FOUR, TourSearch.search_four_wide, True),
        Strategy("proof", PIECES, two_way, TourSearch.structural_proof),
        Strategy("warnsdorff", ALL, one_way, all_, True),
        Strategy("edges+rotations", TURNS, None, TourSearch.search, True),
    ]


def strategies_of(question: Question) -> list[Strategy]:
    """Return the strategies of `find_tour` in order, each with its reason: for the first start of several."""
    part, _ = next(_parts(question))
    found: list[Strategy] = []
    before = None
    for strategy in strategies(begun_where_it_must(part)):
        found.append(replace(strategy, why_not=strategy.why_not or before))
        if found[-1].why_not is None and strategy.is_certain:
            before = f"{strategy.name} answers before"
    return found


# ----------------------------------------------------------------------------- the search


class TourSearch:
    """The search for one tour: the question, and the path that its strategies share.

    Parameters
    ----------
    question : Question
        For open tours of one start, or of any start.
    watch : Watch
    log : EventLog, optional

    """

    def __init__(self, question: Question, watch: Watch, log: EventLog | None = None) -> None:
        self.asked, self.question = question, begun_where_it_must(question)
        self.partial = PartialTour(self.question, watch, log)

    def answer(self) -> Answer:
        """Return a tour, or why there is none, from the first strategy that answers."""
        tried = (strategy for strategy in strategies(self.question) if strategy.why_not is None)
        return next(found for strategy in tried if (found := strategy.run(self)) is not None)

    def built(self) -> Answer:
        """Return a tour built of tiles, or a simple proof that there is none."""
        if (refutation := quick_refutation(self.question)) is not None:
            return refutation
        if (reason := tiles.unsuitable(self.question)) is not None:
            raise UnsuitableAlgorithmError("construct", reason)
        return self.construct()

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

    def construct(self) -> Path:
        """Put a knight's tour together from tiles."""
        question, partial = self.question, self.partial
        cells = tiles.built(*question.board.shape, question.start or (0, 0))
        state = partial.query.state
        if partial.log is not None:
            flat = (cells[:, 0] * question.board.columns + cells[:, 1]).astype(np.int32)
            partial.begin_with(flat)
            partial.query.note(FOUND_PATH, int(flat[-1]), len(flat))
        spent = int(state[EXPANDED]), int(state[BACKTRACKS])
        return Path._found(question.board, cells, question.closed, "construct", *spent)

    def backtrack(self) -> Answer:
        """Follow Warnsdorff's rule, and backtrack until every path has been tried."""
        tour = first_tour(self.partial, starts_of(self.question))
        return tour or Refutation("every path was tried", "search")

    def backtrack_briefly(self) -> Path | None:
        """Follow Warnsdorff's rule, and backtrack while that takes few steps."""
        return first_within(self.partial, first_start(self.question), STEPS * self.question.board.open_count)

    def follow_rule(self) -> Path | None:
        """Follow Warnsdorff's rule without backtracking, in several orders."""
        question = self.question
        few = question.closed or question.exits is not None or question.start is None
        few = few or (question.board.size > LARGE and tiles.unsuitable(question) is None)
        for start in self._starts():
            for order in orders(question.board, 2 if few else TRIES):
                if follow_rule(self.partial, start, order):
                    return self.partial.tour("roth")
        return None

    def search_four_wide(self) -> Answer:
        """Search the edges of a board with a side of 4, one inner edge at a time."""
        return search_four_wide(self.partial) or self.partial.tour("edges")

    def search(self) -> Answer:
        """Let the edge search and Pósa rotations take turns that grow longer, until one of them answers."""
        question, partial = self.question, self.partial
        cells = question.board.open_count
        edges = EdgeSearch(partial) if cells <= MAX_EDGES else None
        share, seed = 1, 0
        while True:
            if edges is not None:
                status = edges.go_on(FIRST_STEPS if share == 1 else share * SHARE_STEPS)
                if status == FOUND:
                    return partial.tour("edges")
                if status == EXHAUSTED:
                    return edges.refutation()
            for start in self._starts():
                *_, order = orders(question.board, 3 + seed)
                if follow_rule(partial, start, order):
                    return partial.tour("rotations")
                for _ in range(2 if question.start is None else 1):
                    seed += 1
                    if rotate(partial, 200 + share * ROTATED // (2 * cells), seed):
                        return partial.tour("rotations")
                    if question.start is None and question.exits is None:  # go on from the other end
                        partial.cells[: partial.length] = partial.cells[: partial.length][::-1]
            share *= 2

    # ------------------------------------------------------------------------------ parts

    def _starts(self) -> tuple[Cell, ...]:
        """Return where to start: the cell given, or cells of the lowest degree and of the right colour."""
        question, board = self.question, self.question.board
        if question.start is not None:
            return (question.start,)
        degree = np.bitwise_count(board._moves_of_cell).astype(np.int64)
        cells = np.flatnonzero(board.open_cells.reshape(-1))
        rows, columns = np.divmod(cells, board.columns)
        minor = np.zeros(len(cells), bool)
        even = (rows + columns) % 2 == 0
        if even.sum() * 2 != len(cells):
            minor = even == (even.sum() * 2 < len(cells))
        order = np.lexsort((degree[cells], minor))[:STARTS]
        return cells_at(cells[order], board.columns)
