"""The lazy set of simple paths; `gridwalk.planner` answers its methods."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import CountBy, FindPathBy, ShortestBy, TracePathBy
from gridwalk.answers.path import Path
from gridwalk.answers.trace import Trace
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.board.checks import Rng, checked_rng
from gridwalk.errors import Cell
from gridwalk.keywords import Least, Measure, Variable
from gridwalk.longest.bound import Bound
from gridwalk.planner import cheapest, counts, listed, longest, single, traces
from gridwalk.planner.cheapest import CheapestPaths
from gridwalk.question.enough import Enough
from gridwalk.question.question import Question
from gridwalk.runtime.progress import MAX_EVENTS
from gridwalk.sets import cellsets
from gridwalk.sets.cellsets import InducedSet
from gridwalk.sets.lazyset import LazySet

ANYWHERE = "anywhere"  # all open cells, as starts or as exits


@dataclass(frozen=True, repr=False)
class PathSet(LazySet):
    """All simple paths of a board from a start to any of several exits; made by `Board.paths`.

    A path ends at the first exit it enters.  If the exit is ``"anywhere"``, a path may end in any cell: the
    set has every self-avoiding walk, also that of a single cell.  If the start is ``"anywhere"``, too, both
    directions of a walk count.  The set computes nothing until a method is called, and every answer is the
    same on every run.

    ===================  =====================================================================
    one path             `find`, `shortest`, `longest`, `sample`, `unrank`; ``path in paths``
    bound                `bound`: an upper bound on the length
    all, one by one      ``for path in paths``, `list`, `batches`, `samples`, `all_shortest`
    in order of length   `in_order`, `nearly_shortest`
    all at once          `count`, `counts_by_end`, `lengths`, `rank`, `is_empty`
    from the start       `distances`
    smaller sets         `through`, `avoiding`, `longer_than`, `shorter_than`, `of_length`, `induced`
    limits, engines      `within`, `explain` (the engine and its cost), `trace`
    ===================  =====================================================================

    Examples
    --------
    >>> from gridwalk import Board
    >>> paths = Board.rectangle(3, 3).paths()
    >>> paths.count(), paths.find().length, paths.shortest().length
    (12, 4, 4)
    >>> [path.length for path in paths][:3]
    [4, 6, 8]

    """

    @classmethod
    def _of(
        cls,
        board: Board,
        start: CellLike | Iterable[CellLike] | None = None,
        exits: CellLike | Iterable[CellLike] | None = None,
    ) -> Self:
        """Return the set behind `Board.paths`."""
        starts = (board.start,) if start is None else _ends(board, start, "start")
        return cls(Question(board, starts, board.exits if exits is None else _ends(board, exits, "exits")))

    def induced(self) -> InducedSet:
        """Return the induced paths: no move joins two of their cells that are not consecutive.

        >>> from gridwalk import Board
        >>> Board.rectangle(10, 10).paths().induced().count()
        8179869868
        """
        return cellsets.InducedSet(self._question)

    # ---------------------------------------------------------------------------- one path

    def find(self, *, by: FindPathBy = "auto", weight: float | None = None) -> Path | None:
        """Return a path of the set, or ``None`` if it is empty.

        Parameters
        ----------
        by : {"auto", "dfs", "dfs-recursive", "bfs", "greedy", "weighted-astar", "sweep"}
            "dfs" is depth-first search with an explicit stack; "dfs-recursive" finds the same path by
            recursion.  "bfs" and "sweep" (see `count`) find a path with the fewest moves.  "greedy" is greedy
            best-first search; its path may be of any length.  "weighted-astar" finds a path that costs at
            most *weight* times the minimum, and ``path.bound`` is a lower bound on the cost.

            "auto" is "dfs" for all paths of a board.  For paths through cells or of given lengths, it first
            tries a shortcut (for `through`: "legs", paths from cell to cell), then lists or sweeps, whichever
            is faster.  ``path.by`` is the algorithm used.
        weight : float, optional
            For "weighted-astar" only: a number of 1 or more; default 2.  With 1, the search is A*.

        Raises
        ------
        ArgumentError
            If *by* is none of these, if *weight* is below 1 or given for another algorithm, or if
            "dfs-recursive" reaches Python's recursion limit.
        TimeLimitError
            If the time limit of `within` is reached.

        Notes
        -----
        O(cells) time without conditions; with conditions it may be exponential in the size of the board.

        """
        return single.find(self._question, by, weight)

    def shortest(
        self,
        *,
        by: ShortestBy = "auto",
        measure: Least = "cost",
        turn_cost: float | None = None,
        nearest: bool = False,
        max_cost: float | None = None,
    ) -> Path | None:
        """Return a path of minimum cost, or ``None`` if there is none.

        Parameters
        ----------
        by : {"auto", "bfs", "bidirectional", "labels", "dijkstra", "astar", "idastar", "jps", "corridors", \
              "sweep"}
            "bfs", "bidirectional" (from both ends) and "labels" (distance labels, traced back from the exit)
            minimise the number of moves; they need moves of equal cost.  "dijkstra", "astar" and "idastar"
            are exact on every board; "idastar" (iterative deepening) stores only one path, but is too slow
            for larger boards.  "jps" is jump point search, for orthogonal and king's moves of equal cost.
            "corridors" searches a graph of the corridors of the board, for steps to neighbouring cells at
            equal costs; the graph is built on first use.  "sweep" is as for `count`.

            "auto" takes the fastest algorithm that is exact for this board and these ends; ``path.by`` is the
            algorithm used.  For paths through cells it joins cheapest paths from cell to cell in the best
            order ("legs"), or sweeps if these share a cell.  For paths of given lengths it sweeps, unless the
            shortest of all paths has such a length.
        measure : {"cost", "length", "turns", "worst"}
            What to minimise: the cost, the number of moves, the number of turns ``path.turns``, or the cost
            of the most expensive step ``path.worst`` (minimax or bottleneck path).  Ties in "turns" are
            broken by the number of moves, ties in "worst" by the cost.
        turn_cost : float, optional
            The cost of a turn (a change of direction, as in ``path.turns``), which is added to the cost of
            the steps.  ``path.bound`` is the minimum of this sum; ``path.cost`` is without turns.
        nearest : bool
            If no exit can be reached, return a path to the reachable cell with the minimum straight-line
            distance to an exit, instead of ``None``.
        max_cost : float, optional
            If the cheapest path costs more, return ``None``; the search stops at this cost.  If float64 does
            not represent sums of the costs exactly, a relative excess of 1e-11 is possible.

        Returns
        -------
        Path or None
            A path to the nearest exit.  If several paths have the minimum cost, "bfs" returns the first in
            move order; other algorithms may return another one, but the same on every run.

        Raises
        ------
        UnsuitableAlgorithmError
            If *by* is not exact for this board.
        TimeLimitError
            If the time limit of `within` is reached.
        HopelessError
            If a path through cells needs a sweep, and the board is too large for it.
        ArgumentError
            If *by* is none of these, if *max_cost* or *turn_cost* is not a number of 0 or more, or if
            *max_cost* and *nearest* are given together.
        QuestionError
            If *measure* or *turn_cost* is given together with *by* or *max_cost*; if the board wraps round
            after so few cells that one step has two directions; or if *measure* is "worst" and paths have
            conditions.

        Notes
        -----
        O(cells) for unit costs (Moore 1959) and for costs within a factor of 250 (Dial 1969), O(cells log
        cells) otherwise (Dijkstra 1959).  A* (Hart, Nilsson and Raphael 1968) and jump point search (Harabor
        and Grastien 2011) expand fewer cells.

        Through up to 16 cells, the cheapest paths from cell to cell are joined in the best order (Held and
        Karp 1962).  No path costs less than this walk, so it is the answer if it enters no cell twice.
        Otherwise, and for more cells, all paths are swept (see `count`).

        >>> from gridwalk import Board
        >>> path = Board.rectangle(40, 40).paths().through((3, 30), (30, 3), (20, 20)).shortest()
        >>> path.length, path.proved
        (132, True)

        Turns are minimised by Dijkstra's algorithm over pairs of a cell and the direction in which it is
        entered: O(s log s) time for the s moves between pairs, and about 50 bytes for each; on 512 x 512
        cells some 0.2 s.  Paths through cells or of given lengths are searched in order (`in_order`), which
        may take long.

        >>> stairs = Board.rectangle(5, 5).with_walls((0, 4), (4, 0)).paths()
        >>> stairs.shortest(measure="turns").turns, stairs.shortest(turn_cost=0.5).bound
        (2, 9.0)

        "worst" runs Dijkstra's algorithm twice, O(cells log cells): first with the maximum of the costs of a
        path instead of their sum (Pollack 1960), then for the cheapest path among those with that maximum.
        The cost of the start counts, too, as in LeetCode 778.

        >>> path = Board.from_costs([[1, 2], [9, 3]]).paths().shortest(measure="worst")
        >>> path.worst, path.cost
        (3, 5)
        """
        return single.shortest(
            self._question, by, measure=measure, turn_cost=turn_cost, nearest=nearest, max_cost=max_cost
        )

    def longest(
        self,
        *,
        measure: Measure = "length",
        gap: float | None = None,
        anytime: float | None = None,
        steps: int | None = None,
        rng: Rng = None,
        seed: Rng = None,
    ) -> Path | None:
        """Return a longest path, or ``None`` if there is none; with limits, a long path and a bound.

        Parameters
        ----------
        measure : {"length", "cost"}
            What to maximise: the number of moves, or their cost.
        gap : float, optional
            Stop as soon as the path is proved to be within this fraction of the longest (0.02: 2 %).
        anytime : float, optional
            Seconds after which the best path so far is returned (`within` raises an error instead).
        steps : int, optional
            Stop after this number of steps (about a million a second).
        rng : int, numpy.random.Generator, BitGenerator or SeedSequence, optional
            The source of random numbers for the search, as for `sample`.  Default: a fixed seed.
        seed
            Another name of *rng*.

        Returns
        -------
        Path or None
            ``path.bound`` is an upper bound on the length, ``path.gap`` the distance from it as a fraction,
            and ``path.proved`` whether the path is a longest one.  Without *gap*, *anytime* and *steps* it
            is, and is the same on every run.  With them, ``path.by`` is "anytime" if a part of the board was
            searched, and ``path.expanded`` is the number of steps; the same *rng* and *steps*, without
            *anytime*, return the same path.

        Raises
        ------
        ArgumentError
            If *gap* is not a fraction, or *anytime* or *steps* is not a positive number.
        QuestionError
            If one of these limits is given for paths through cells or of given lengths, or with *keep* of
            `within`.
        HopelessError, TimeLimitError, MemoryLimitError
            As for `count`, if none of these limits is given.

        Notes
        -----
        Without limits, the sweep of `count` finds the path.  With limits, the board is split into its
        biconnected components (blocks).  Small blocks are swept; in the others several long paths are
        improved by simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983), and a linear programme gives
        the bound (see `bound`).  The first path takes O(cells) time, even if *anytime* is less.  With *gap*
        alone the search may never end.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(12, 12).paths()
        >>> paths.longest().length
        142
        >>> path = Board.rectangle(30, 30).with_walls((3, 4), (17, 9)).paths().longest(steps=20_000, rng=1)
        >>> path.length <= path.bound, path.gap < 0.05
        (True, True)
        """
        source = checked_rng(rng, seed)
        enough = Enough.of(gap, anytime, None if source is None else np.random.default_rng(source), steps)
        return longest.longest(self._question, measure, enough)

    def bound(self, *, measure: Measure = "length", anytime: float | None = None) -> Bound | None:
        """Return an upper bound on the length; ``None`` if there is no path.

        The result has the attributes ``value`` and ``by``, the proof.  If the set has conditions, the bound
        may be that of a larger set, as ``by`` states.

        Parameters
        ----------
        measure : {"length", "cost"}
            What is bounded.
        anytime : float, optional
            Seconds for the search for better bounds.  Default: about one second for 10,000 cells, with the
            same bound on every run.

        Notes
        -----
        Small parts of the board, and parts joined to the rest by two cells, are swept; a linear programme
        bounds the length in the rest.

        >>> from gridwalk import Board
        >>> Board.rectangle(40, 40).paths().bound().value
        1598
        """
        return longest.bound(self._question, measure, anytime)

    def all_shortest(self, *, measure: Literal["cost", "turns"] = "cost") -> CheapestPaths:
        """Return the set of all paths of minimum cost, to iterate over or to ``count()``.

        With *measure* "turns", these are the paths with the fewest moves among those with the fewest turns.

        >>> from gridwalk import Board
        >>> cheapest = Board.rectangle(4, 4).paths().all_shortest()
        >>> cheapest.count(), next(iter(cheapest)).length
        (20, 6)
        """
        return cheapest.all_shortest(self._question, measure)

    # ---------------------------------------------------------------------------- in order

    def in_order(self, *, measure: Variable = "cost") -> Iterator[Path]:
        """Yield every path once, in ascending order of cost.

        Parameters
        ----------
        measure : {"cost", "length", "turns"}
            The order: by cost, by the number of moves, or by the number of turns (ties: by the number of
            moves).

        Yields
        ------
        Path
            Paths of equal cost come in the order of iteration, depth-first in move order.  ``path.proved`` is
            true for the paths of minimum cost.

        Raises
        ------
        ArgumentError
            If *measure* is none of these.
        TimeLimitError
            If the time limit of `within`, which covers the whole iteration, is reached.
        MemoryLimitError
            If the branches of paths listed by cost need more memory than allowed.

        Notes
        -----
        Yen's algorithm (1971) with Lawler's partition (1972), on the board without dead ends and with each
        corridor as one edge.  A branch is searched only when its lower bound is next in order.

        By length, at most 4 million branches are stored; others are searched again when they are needed.
        Costs are compared exactly if float64 represents their sums exactly, and for diagonal steps (in paths
        of up to a million moves); other costs count as equal if they differ by less than a relative 1e-11.
        For paths through cells or of given lengths, even the first path may take exponential time.

        >>> from itertools import islice
        >>> from gridwalk import Board
        >>> paths = Board.rectangle(20, 20).paths()
        >>> [path.length for path in islice(paths.in_order(), 3)]
        [38, 38, 38]
        >>> [path.length for path in Board.rectangle(3, 3).paths().in_order()]
        [4, 4, 4, 4, 4, 4, 6, 6, 6, 6, 8, 8]
        """
        return listed.in_order(self._question, measure)

    def nearly_shortest(self, slack: float | str = 2, *, measure: Variable = "cost") -> Iterator[Path]:
        """Yield in ascending order the paths that cost at most *slack* more than the shortest.

        Parameters
        ----------
        slack : float or str
            A number in units of *measure* (a cost, or a number of moves or turns), or a percentage of the
            minimum: ``"10%"``.
        measure : {"cost", "length", "turns"}
            As in `in_order`.

        Raises
        ------
        ArgumentError
            If *slack* is neither a number of 0 or more nor a percentage.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(3, 3).paths()
        >>> [path.length for path in paths.nearly_shortest(2)]
        [4, 4, 4, 4, 4, 4, 6, 6, 6, 6]
        >>> len(list(paths.nearly_shortest("100%")))
        12
        """
        return listed.nearly_shortest(self._question, slack, measure)

    # -------------------------------------------------------------------------- all at once

    def count(self, *, by: CountBy = "auto") -> int:
        """Return the exact number of paths.

        Parameters
        ----------
        by : {"auto", "sweep", "list"}
            "sweep" is dynamic programming: a frontier moves over the board, and for each state of the
            frontier (which says how partial paths cross it) the number of partial paths is stored.  "list"
            visits every path, millions per second.  "auto" lists if that takes only a moment, and sweeps
            otherwise; `explain` prints the estimates.

        Raises
        ------
        TimeLimitError, MemoryLimitError, KeepError
            If a limit of `within` is reached, or the estimate exceeds it by far.

        Notes
        -----
        The time and memory of a sweep are exponential in the shorter side of the board only; with orthogonal
        moves they grow by a factor of about 3 per column.  Sources: Knuth, TAOCP 7.1.4 (Simpath); Iwashita
        et al. 2013.

        >>> from gridwalk import Board
        >>> Board.rectangle(12, 12).paths().count()
        182413291514248049241470885236
        """
        return counts.count(self._question, by)

    def counts_by_end(self) -> NDArray[Any]:
        """Return the number of paths that end in each cell: an array of int, of the shape of the board.

        There is one `count` for each end; symmetric cells share it.

        >>> from gridwalk import Board
        >>> Board.rectangle(3, 3).paths((0, 0), "anywhere").counts_by_end().tolist()
        [[1, 8, 11], [8, 8, 10], [11, 10, 12]]
        """
        return counts.counts_by_end(self._question)

    # ------------------------------------------------------------------------ from the start

    def distances(
        self, *, max_cost: float | None = None, measure: Literal["cost", "worst"] = "cost"
    ) -> NDArray[np.float64]:
        """Return the cost of a cheapest path from the start to every cell; see `Board.distances`."""
        return single.distances(self._question, max_cost, measure)

    # ---------------------------------------------------------------------------------- how

    def trace(
        self, *, by: TracePathBy = "auto", max_events: int = MAX_EVENTS, weight: float | None = None
    ) -> Trace:
        """Run an algorithm and return its event log.

        Parameters
        ----------
        by : {"auto", "dfs", "dfs-recursive", "bfs", "bidirectional", "labels", "dijkstra", "astar", \
              "idastar", "jps", "greedy", "weighted-astar", "list"}
            An algorithm of `find` or `shortest`, or "list", which lists the whole set.  The log of "jps" has
            only jump points; if there are several exits, it is the search for the nearest one.
        max_events : int
            The maximum number of events in the log (12 bytes each).
        weight : float, optional
            For "weighted-astar", as for `find`.

        """
        return traces.trace(self._question, by, max_events, weight)


def _ends(board: Board, cells: CellLike | Iterable[CellLike], name: str) -> tuple[Cell, ...] | None:
    if isinstance(cells, str) and cells == ANYWHERE:
        return None
    return board._open_cells_of(cells, name)
