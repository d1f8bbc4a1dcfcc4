"""The lazy sets of tours and of cycles; `gridwalk.planner` answers their methods."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from gridwalk.algorithms import CountBy, CountTourBy, FindCycleBy, FindTourBy, SweptBy, TraceTourBy
from gridwalk.answers.path import Path
from gridwalk.answers.trace import Trace
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.errors import InputError
from gridwalk.keywords import Measure
from gridwalk.planner import counts, longest, single, traces
from gridwalk.question.question import Question
from gridwalk.runtime.progress import MAX_EVENTS
from gridwalk.sets import cellsets
from gridwalk.sets.cellsets import InducedSet
from gridwalk.sets.lazyset import LazySet
from gridwalk.sets.numbered import NumberedTours, Numbers
from gridwalk.tours.refutation import Refutation


@dataclass(frozen=True, repr=False)
class TourSet(LazySet):
    """All tours of a board: paths, or closed tours, through every open cell; made by `Board.tours`.

    ===================  =====================================================================
    one tour             `find`, `shortest`, `longest`, `sample`, `unrank`; ``tour in tours``
    all, one by one      ``for tour in tours``, `list`, `batches`, `samples`
    all at once          `count`, `counts_by_start`, `lengths`, `rank`, `is_empty`
    numbered cells       `visiting` (in an order), `numbered` (at steps)
    no tour              `why_empty` (a quick reason), `refutation` (a proof that can be checked)
    limits, engines      `within`, `explain` (the engine and its cost), `trace`
    ===================  =====================================================================

    Examples
    --------
    >>> from gridwalk import KNIGHT, Board
    >>> Board.rectangle(5, 5, moves=KNIGHT).tours(start=(0, 0)).count()
    304

    """

    @classmethod
    def _of(
        cls,
        board: Board,
        start: CellLike | Iterable[CellLike] | None = None,
        exits: CellLike | Iterable[CellLike] | None = None,
        *,
        closed: bool = False,
        undirected: bool = False,
    ) -> Self:
        """Return the set behind `Board.tours`."""
        if closed and exits is not None:
            raise InputError("a closed tour ends where it starts: give exits for open tours only")
        if undirected and not closed and (start is not None or exits is not None):
            raise InputError(
                "counts a tour and its reverse once, but a given start or exits fix the direction",
                ("undirected", True),
            )
        if undirected and not board._symmetric:
            raise InputError(
                "needs moves with reverse moves; here the reverse of a tour may not be a tour",
                ("undirected", True),
            )
        starts = None if start is None else board._open_cells_of(start, "start")
        ends = None if exits is None else board._open_cells_of(exits, "exits")
        return cls(Question(board, starts, ends, tour=True, closed=closed, undirected=undirected))

    def visiting(self, cells: Iterable[CellLike]) -> NumberedTours:
        """Return the open tours that visit *cells* in this order: the solutions of a Zip puzzle.

        Other cells may come between them, before the first and after the last.

        >>> from gridwalk import Board
        >>> zip = Board.rectangle(3, 4).tours((0, 0), (2, 3)).visiting([(0, 0), (0, 3), (2, 1), (2, 3)])
        >>> zip.is_unique()
        True
        """
        return NumberedTours(self._question).visiting(cells)

    def numbered(self, steps: Numbers) -> NumberedTours:
        """Return the open tours that visit some cells at given steps: the solutions of a Numbrix puzzle.

        With king's moves, the puzzle is a Hidato.

        Parameters
        ----------
        steps : dict of cell to int, or rows of int
            The step of each numbered cell; the start of a tour is step 1.  In rows, 0 means no number.

        >>> from gridwalk import Board
        >>> Board.rectangle(3, 3).tours().numbered({(0, 0): 1, (1, 1): 5, (2, 2): 9}).count()
        2
        """
        return NumberedTours(self._question).numbered(steps)

    def find(self, *, by: FindTourBy = "auto") -> Path | None:
        """Return a tour, or ``None`` if there is none.

        Parameters
        ----------
        by : {"auto", "warnsdorff", "dfs", "construct", "sweep"}
            "warnsdorff" is backtracking that tries the cell with the fewest moves to unvisited cells first;
            "dfs" is backtracking in the order of the moves.  "construct" joins knight's tours of small
            boards.  "sweep" is as for `count`.  "auto" first looks for a proof that no tour exists, then
            tries Warnsdorff's rule with several tie-breaks, constructions, and searches; ``path.by`` is the
            algorithm used.

        Raises
        ------
        ArgumentError
            If *by* is none of these.
        TimeLimitError
            If the time limit of `within` is reached.

        Notes
        -----
        O(cells) time for knight's tours of whole boards.  Other tours may take time exponential in the size
        of the board.

        """
        return single.find(self._question, by)

    def shortest(self, *, by: SweptBy = "auto") -> Path | None:
        """Return a tour of minimum cost, or ``None`` if there is none.

        If all moves cost the same, this is the tour of `find`; otherwise it comes from the sweep of `count`.
        """
        return single.shortest(self._question, by)

    def longest(self, *, measure: Measure = "length") -> Path | None:
        """Return a tour of maximum *measure*, or ``None`` if there is none; all tours have one length."""
        return longest.longest_of_all(self._question, measure)

    def count(self, *, by: CountTourBy = "auto", up_to_symmetry: bool = False) -> int:
        """Return the exact number of tours.

        Parameters
        ----------
        by : {"auto", "sweep", "list", "halves"}
            "halves" is meet in the middle, for boards without walls of up to about ten columns: it counts the
            partial tours of both halves of the board by the degrees of the cells between them.  "sweep" and
            "list" are as for `PathSet.count`.  "auto" takes the fastest by estimate (see `explain`).
        up_to_symmetry : bool
            If true, tours that are rotations or reflections of each other count once.  Only symmetries that
            preserve the board and the given ends are considered.  Closed and undirected tours are compared
            one by one: at most 100,000 tours, on at most 36 open cells.

        Raises
        ------
        TimeLimitError, MemoryLimitError, KeepError
            If a limit of `within` is reached, or the estimate exceeds it by far.

        Notes
        -----
        Time and memory are exponential in the shorter side of the board.  For closed knight's tours of
        8 x 8 see ``docs/howto/tours.md``.

        >>> from gridwalk import KNIGHT, Board
        >>> Board.rectangle(6, 6, moves=KNIGHT).tours(closed=True).count()
        9862
        """
        return counts.count(self._question, by, up_to_symmetry=up_to_symmetry)

    def counts_by_start(self) -> list[list[int]]:
        """Return the number of open tours from each cell, as rows of numbers; 0 for walls.

        Cells that a symmetry of the board maps to each other have the same number, which is computed once.

        >>> from gridwalk import KNIGHT, Board
        >>> Board.rectangle(5, 5, moves=KNIGHT).tours().counts_by_start()[0]
        [304, 0, 56, 0, 304]
        """
        return counts.counts_by_start(self._question)

    def refutation(self) -> Refutation | None:
        """Return a proof that no tour exists, explained at `Refutation`; ``None`` if there is a tour.

        For several starts the proof holds for all of them, or contains one for each (``each``).  Unlike
        `why_empty`, this searches until it is certain, or until the time limit of `within`.
        """
        return counts.why_no_tour(self._question)

    def trace(self, *, by: TraceTourBy = "auto", max_events: int = MAX_EVENTS) -> Trace:
        """Run an algorithm and return its event log.

        Parameters
        ----------
        by : {"auto", "warnsdorff", "dfs", "construct", "list"}
            An algorithm of `find`, or "list", which lists the whole set.
        max_events : int
            The maximum number of events in the log (12 bytes each).

        """
        return traces.trace(self._question, by, max_events)


@dataclass(frozen=True, repr=False)
class CycleSet(LazySet):
    """All simple cycles of a board, of any length; made by `Board.cycles`.

    A cycle has at least three cells.  It counts once; on a board where some move has no reverse, each
    direction of it counts.

    ===================  =====================================================================
    one cycle            `find`, `shortest`, `longest`, `sample`, `unrank`; ``cycle in cycles``
    all, one by one      ``for cycle in cycles``, `list`, `batches`, `samples`
    all at once          `count`, `lengths`, `rank`, `is_empty`
    smaller sets         `through`, `avoiding`, `longer_than`, `shorter_than`, `of_length`, `induced`
    limits, engines      `within`, `explain` (the engine and its cost)
    ===================  =====================================================================

    Examples
    --------
    >>> from gridwalk import Board
    >>> cycles = Board.rectangle(3, 3).cycles()
    >>> cycles.count(), cycles.through((1, 1)).count(), cycles.longest().length
    (13, 12, 8)

    """

    @classmethod
    def _of(cls, board: Board) -> Self:
        """Return the set behind `Board.cycles`."""
        return cls(Question(board, closed=True))

    def induced(self) -> InducedSet:
        """Return the induced cycles: no move joins two of their cells that are not consecutive.

        >>> from gridwalk import Board
        >>> Board.rectangle(8, 8).cycles().induced().count()
        1743247
        """
        return cellsets.InducedSet(self._question)

    def find(self, *, by: FindCycleBy = "auto") -> Path | None:
        """Return a cycle of the set, or ``None`` if it is empty.

        Parameters
        ----------
        by : {"auto", "dfs", "sweep"}
            "dfs" returns the first cycle in the order of iteration, "sweep" (see `count`) one with the fewest
            moves.  "auto" first looks for a shortest cycle by breadth-first search, then lists or sweeps,
            whichever is faster.

        """
        return single.find(self._question, by)

    def shortest(self, *, by: SweptBy = "auto") -> Path | None:
        """Return a cycle of minimum cost, or ``None`` if there is none; by the sweep of `count`."""
        return single.shortest(self._question, by)

    def longest(self, *, measure: Measure = "length") -> Path | None:
        """Return a longest cycle, or ``None`` if there is none; *measure* as for `PathSet.longest`."""
        return longest.longest_of_all(self._question, measure)

    def count(self, *, by: CountBy = "auto") -> int:
        """Return the exact number of cycles; *by*, limits and cost are as for `PathSet.count`.

        >>> from gridwalk import Board
        >>> Board.rectangle(6, 6).cycles().count()
        1222363
        """
        return counts.count(self._question, by)
