"""Which strategy for a tour is tried when, and why not: a table.

`answer` goes down the table: quick strategies come before slow ones, and the first that answers ends the
search.  To change what is tried, change the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import Cell, UnsuitableAlgorithmError
from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import BACKTRACKS, EXPANDED, FOUND_PATH
from gridwalk.questions.question import Question
from gridwalk.tours.construct import built, is_core, is_implicit, unsuitable
from gridwalk.tours.existence import begun_where_it_must, is_knights_rectangle, quick_refutation
from gridwalk.tours.tour_search import STEPS, TINY, Answer, TourSearch

SMALL = 64  # open cells; up to there Warnsdorff's rule with backtracking comes first
FOUR_WIDE = 40  # cells; boards with a side of 4 are searched like others up to there


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

    def small_tour(grid: Grid, start: Cell) -> NDArray[np.int32]:
        found = answer(TourSearch(Question(grid, (start,), tour=True), search.watch), FIND["auto"])
        assert isinstance(found, Path)
        return found.cells

    cells = built(question, small_tour)
    state = partial.query.state
    if search.log is not None:
        flat = (cells[:, 0] * question.grid.columns + cells[:, 1]).astype(np.int32)
        partial.begin_with(flat)
        partial.query.note(FOUND_PATH, int(flat[-1]), len(flat))
    spent = int(state[EXPANDED]), int(state[BACKTRACKS])
    return Path._found(question.grid, cells, question.closed, "construct", *spent)


# --------------------------------------------------------------------------- why one is not tried


def always(question: Question) -> str | None:
    """Apply to every question."""
    return None


def unless_open(question: Question) -> str | None:
    """Apply to closed knight's tours of rectangles."""
    return unsuitable(question) or (None if question.closed else "for open tours searches come first")


def unless_more_than_tiny(question: Question) -> str | None:
    """Apply where nearly nothing is to be tried."""
    return None if question.grid.open_count <= TINY else f"it is for boards of at most {TINY} open cells"


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


# ------------------------------------------------------------------------------- the tables

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
        Strategy("construct", TILES, unless_open, construct, is_certain=True),
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
        Strategy("construct", TILES, unless_built_by_search, construct, is_certain=True),
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
            unless_one_way,
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
        Strategy("construct", TILES, unsuitable, construct, is_certain=True),
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
