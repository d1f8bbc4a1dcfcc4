"""The lazy set of tours: each verb is its docstring and one line to the planner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from gridwalk.cells import CellLike
from gridwalk.errors import InputError
from gridwalk.grid import Grid
from gridwalk.lazyset import LazySet
from gridwalk.path import Path
from gridwalk.planner import counts, explain, single, traces
from gridwalk.planner import tours as planned
from gridwalk.question import Question
from gridwalk.runtime.eventlog import MAX_EVENTS
from gridwalk.tours.implicit import ImplicitTour
from gridwalk.tours.refutation import Refutation
from gridwalk.trace import Trace

if TYPE_CHECKING:
    from gridwalk.algorithms import CountTourBy, FindTourBy, SweptBy, TraceTourBy
    from gridwalk.keywords import Explained, Measure
    from gridwalk.planner.tables import Explanation


@dataclass(frozen=True, repr=False)
class TourSet(LazySet):
    """All tours of a board: paths, or closed tours, through every open cell; made by `Board.tours`.

    ===================  =====================================================================
    one tour             `find`, `shortest`, `longest`, `sample`, `unrank`; ``tour in tours``
    all, one by one      ``for tour in tours``, `list`, `batches`, `samples`
    all at once          `count`, `counts_by_start`, `lengths`, `rank`, `is_empty`
    none                 `why_empty` (seen at once), `refutation` (a proof that can be checked)
    on huge boards       `implicit`
    how                  `within` (limits), `explain` (which engine, at what cost), `trace`
    ===================  =====================================================================

    Examples
    --------
    >>> from gridwalk import KNIGHT, Board
    >>> Board.rectangle(5, 5, moves=KNIGHT).tours(start=(0, 0)).count()
    304

    """

    @classmethod
    def of(
        cls,
        grid: Grid,
        start: CellLike | Iterable[CellLike] | None = None,
        exits: CellLike | Iterable[CellLike] | None = None,
        *,
        closed: bool = False,
        undirected: bool = False,
    ) -> Self:
        """Return the set behind `Board.tours`."""
        if closed and exits is not None:
            raise InputError("a closed tour ends where it starts: exits are for open tours")
        if undirected and not closed and (start is not None or exits is not None):
            raise InputError(
                "counts a tour and its reverse once; a tour with a given start or exits has its direction",
                ("undirected", True),
            )
        if undirected and not grid.symmetric:
            raise InputError(
                "needs moves that can be undone; here a tour's reverse may be none", ("undirected", True)
            )
        starts = None if start is None else grid.open_cells_of(start, "start")
        ends = None if exits is None else grid.open_cells_of(exits, "exits")
        return cls(Question(grid, starts, ends, tour=True, closed=closed, undirected=undirected))

    def find(self, *, by: FindTourBy = "auto") -> Path | None:
        """Return a tour, or ``None`` if there is none.

        Parameters
        ----------
        by : {"auto", "warnsdorff", "dfs", "construct", "sweep"}
            "warnsdorff" is backtracking, the cell with the fewest onward moves first; "dfs" tries the moves
            in their order; "construct" builds knight's tours of tiles; "sweep" looks at all tours at once
            (see `count`).  "auto" looks for reasons why there is no tour, follows Warnsdorff's rule with
            several tie-breaks, builds, and else searches; ``path.by`` says what found it.

        Raises
        ------
        UnknownChoiceError
            If *by* is none of these.
        TimeLimitError
            If the time given by `within` runs out.

        Notes
        -----
        O(cells) for knight's tours of whole boards.  Other tours may take time exponential in the board's
        size.

        """
        self.question.refuse_checkpoint("find()")
        return single.find(self.question, by)

    def shortest(self, *, by: SweptBy = "auto") -> Path | None:
        """Return a tour of least cost, or ``None`` if there is none.

        Where all moves cost the same all tours do, and it is that of `find`; else by the sweep of `count`.
        """
        self.question.refuse_checkpoint("shortest()")
        return single.shortest(self.question, by)

    def longest(self, *, measure: Measure = "length") -> Path | None:
        """Return a tour of most cost (*measure* "cost"); all are of the same length.  ``None``: no tour."""
        self.question.refuse_checkpoint("longest()")
        return single.longest(self.question, measure)

    def count(self, *, by: CountTourBy = "auto", up_to_symmetry: bool = False) -> int:
        """Return how many tours there are, exactly.

        Parameters
        ----------
        by : {"auto", "sweep", "list", "halves"}
            "halves" counts, for open boards up to some ten cells wide, the partial tours of both halves
            by the degrees of the cells between them, and joins them in the middle.  "sweep" and "list" are
            those of `PathSet.count`.  "auto" takes the one that is over soonest (see `explain`).
        up_to_symmetry : bool
            Count tours that are turned or mirrored into each other once (by those of the eight ways to
            turn and mirror the board that leave its walls, costs, moves and the given ends as they are).

        Raises
        ------
        TimeLimitError, MemoryLimitError, SpillError, CheckpointError
            If the limits of `within` are met, or the count is hopeless within them.

        Notes
        -----
        Time and memory are exponential in the board's shorter side.  8 x 8, knight, closed:
        see ``docs/tours.md`` for what it takes.

        >>> from gridwalk import KNIGHT, Board
        >>> Board.rectangle(6, 6, moves=KNIGHT).tours(closed=True).count()
        9862
        """
        return counts.count(self.question, by, up_to_symmetry=up_to_symmetry)

    def counts_by_start(self) -> list[list[int]]:
        """Return for each cell how many open tours begin there: rows of numbers, 0 where a wall is.

        Cells that turning or mirroring takes to each other have the same number; one of them is counted.

        >>> from gridwalk import KNIGHT, Board
        >>> Board.rectangle(5, 5, moves=KNIGHT).tours().counts_by_start()[0]
        [304, 0, 56, 0, 304]
        """
        return counts.counts_by_start(self.question)

    def lengths(self) -> dict[int, int]:
        """Return how many tours there are of each number of moves, of which there is one at most."""
        return counts.lengths(self.question)

    def refutation(self) -> Refutation | None:
        """Return why there is no tour, with a proof that `Refutation` explains; ``None`` if there is one.

        Of several starts it is a reason that holds for all of them, or has a reason for each (``each``).
        Unlike `why_empty` it goes on until it knows, or the time of `within` is over.
        """
        return planned.refutation(self.question)

    def implicit(self) -> ImplicitTour | None:
        """Return a knight's tour that is not held in memory; ``None`` if there is none.

        It answers ``successor(cell)``, ``square(k)`` and ``index(cell)``, and is closed wherever a closed
        tour is possible, which is a tour from any start.  See `gridwalk.tours.implicit.ImplicitTour`.

        >>> from gridwalk import KNIGHT, Board
        >>> Board.rectangle(8, 8, moves=KNIGHT).tours(closed=True).implicit().square(1)
        (1, 2)
        """
        return planned.implicit(self.question)

    def trace(self, *, by: TraceTourBy = "auto", max_events: int = MAX_EVENTS) -> Trace:
        """Run an algorithm and return all it did: its event log with the board.

        Parameters
        ----------
        by : {"auto", "warnsdorff", "dfs", "construct", "list"}
            An algorithm of `find`, or "list": the listing of the whole set.
        max_events : int
            The log ends after so many events (12 bytes each).

        """
        return traces.trace(self.question, by, max_events)

    def explain(self, verb: Explained = "count") -> Explanation:
        """Return which engine answers a verb, what it would cost, and why not the others."""
        return explain.explain(self.question, verb)
