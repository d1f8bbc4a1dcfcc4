"""The lazy set of simple paths: each verb is its docstring and one line to the planner."""

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

ANYWHERE = "anywhere"  # as a start: any open cell; as an exit: a path may end in any, and pass all


@dataclass(frozen=True, repr=False)
class PathSet(LazySet):
    """All simple paths of a board from a start to any of several exits; made by `Board.paths`.

    A path ends at the first exit it enters.  Where ``"anywhere"`` is the exit it may end in any cell and
    pass all: every self-avoiding walk counts, also one of no move; where both ends are anywhere, once per
    direction.  The set computes nothing until a method is called, and every answer is the same on every run.

    ===================  =====================================================================
    one path             `find`, `shortest`, `longest`, `sample`, `unrank`; ``path in paths``
    at most              `bound`: of the longest path, where it cannot be found
    all, one by one      ``for path in paths``, `list`, `batches`, `samples`, `all_shortest`
    in order of length   `in_order`, `nearly_shortest`
    all at once          `count`, `counts_by_end`, `lengths`, `rank`, `is_empty`
    from the start       `distances`
    smaller sets         `through`, `avoiding`, `longer_than`, `shorter_than`, `of_length`, `induced`
    how                  `within` (limits), `explain` (which engine, at what cost), `trace`
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
        """Return the paths without chords: no move joins two of their cells that are not consecutive.

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
            "auto" is "dfs": depth-first with an explicit stack.  "dfs-recursive" finds the same path by
            recursion, "bfs" one with the minimum of moves.  "greedy" (best-first) goes where an exit seems
            nearest, and promises nothing of the length; "weighted-astar" finds a path that costs at most
            *weight* times the minimum, and ``path.bound`` is what any path costs at least.  "sweep" considers
            all paths at once (see `count`) and also finds one with the minimum of moves.  For sets made by
            `through` or by length, "dfs" is the first path listed, and "auto" first tries a shortcut ("legs",
            from cell to cell, for `through`), then lists or sweeps, whichever is faster; ``path.by`` is the
            algorithm used.
        weight : float, optional
            For "weighted-astar", 1 or more; default 2.  With 1 it is A*, and the path is a cheapest one.

        Raises
        ------
        ArgumentError
            If *weight* is below 1, or given for another algorithm.
        ArgumentError
            If *by* is none of these.
        ArgumentError
            If "dfs-recursive" reaches Python's recursion limit.
        TimeLimitError
            If the time limit of `within` is reached.

        Notes
        -----
        O(cells) time; with conditions possibly exponential in the size of the board.

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
            count moves, and are exact if all moves cost the same.  "dijkstra" and "astar" are exact on every
            board; so is "idastar" (iterative deepening), which stores one path only, and tries too many on
            larger boards to end.  "jps" is jump
            point search, for orthogonal and king moves at equal costs.  "corridors" searches the graph of the
            board's corridors, built on first use, for steps to neighbouring cells at equal costs.
            "sweep" considers all paths at once (see `count`).  "auto" takes the fastest that is exact
            for this board, with costs also by how far start and exit are apart; ``path.by`` is the
            algorithm used.  For sets made by `through` "auto" takes
            cheapest legs in the best order ("legs") if they do not meet, and sweeps otherwise; for sets by
            length it sweeps unless the shortest of all paths is in the set.
        measure : {"cost", "length", "turns", "worst"}
            What is least: the cost, the number of moves, or that of turns, ``path.turns``; of paths with the
            fewest turns it is one of the fewest moves.  "worst" is the cost of the most expensive step,
            ``path.worst`` (the minimax or bottleneck path); of these paths it is one of least cost.
        turn_cost : float, optional
            What each turn costs: the cost of the path and of its turns is least together, and so is
            ``path.bound``; ``path.cost`` is without turns.  A turn is a change of direction, as
            ``path.turns`` counts them.
        nearest : bool
            If no exit can be reached, return a path to the reachable cell with the minimum straight-line
            distance to an exit, instead of ``None``.
        max_cost : float, optional
            ``None`` if the cheapest path costs more.  A search within a small part of the board ends there.
            Costs whose sums float64 does not hold exactly may exceed it by a relative 1e-11.

        Returns
        -------
        Path or None
            It leads to the nearest exit.  Among several paths of minimum cost "bfs" returns the first in move
            order; the others may return another, the same on every run.

        Raises
        ------
        UnsuitableAlgorithmError
            If *by* is not exact for this board.
        ArgumentError, TimeLimitError
            As for `find`.
        HopelessError
            If the legs of a path through cells meet, and the board is too large for a sweep.
        ArgumentError
            If *max_cost* is no number of 0 or more, or given together with *nearest*; or if *turn_cost* is no
            number of 0 or more.
        QuestionError
            If *measure* or *turn_cost* is given together with *by* or *max_cost*; if the board is wrapped
            round after so few cells that one step has two directions; or if *measure* is "worst" and paths
            have conditions.

        Notes
        -----
        O(cells) for unit costs (Moore 1959), and where the costs are within a factor of 250 (Dial 1969),
        O(cells log cells) otherwise (Dijkstra 1959).  A* (Hart, Nilsson and Raphael 1968) and jump point
        search (Harabor and Grastien 2011) expand fewer cells; their work per question is not proportional to
        the size of the board.

        Through up to 16 cells: no path costs less than a walk of cheapest legs in the best order (Held and
        Karp 1962), so such a walk is the answer if it enters no cell twice.  Otherwise, and through more
        cells, a sweep over all paths (see `count`).

        >>> from gridwalk import Board
        >>> path = Board.rectangle(40, 40).paths().through((3, 30), (30, 3), (20, 20)).shortest()
        >>> path.length, path.proved
        (132, True)

        Where turns count, Dijkstra's algorithm over pairs of a cell and the direction in which it is entered:
        O(s log s) for the s moves between pairs, and about 50 bytes for each; on 512 x 512 cells some 0.2 s.
        No such path gains by a cell visited twice, so it is a simple one.  Paths through cells, or of given
        lengths, are searched in order (`in_order`), which may take long.

        >>> stairs = Board.rectangle(5, 5).with_walls((0, 4), (4, 0)).paths()
        >>> stairs.shortest(measure="turns").turns, stairs.shortest(turn_cost=0.5).bound
        (2, 9.0)

        The least worst step takes Dijkstra's algorithm twice, O(cells log cells): once with the greater of
        two costs in place of their sum (Pollack 1960), then for the cheapest path of steps that cost no more.
        On a board the cell of the start counts, as in LeetCode 778.

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
        """Return a longest path, or ``None`` if there is none; within limits, a long path with a bound.

        Parameters
        ----------
        measure : {"length", "cost"}
            What to maximise: the number of moves, or their cost.
        gap : float, optional
            Stop as soon as the path is proved to be at most this share below the longest (0.02: 2 %).
        anytime : float, optional
            Stop after this time with the best path so far, unlike `within`, which raises an error.
        steps : int, optional
            Stop after this number of steps (about a million a second).
        rng : int, numpy.random.Generator, BitGenerator or SeedSequence, optional
            The source of random numbers for the search, as for `sample`.  Default: always the same.
        seed
            Another name of *rng*.

        Returns
        -------
        Path or None
            ``path.bound`` is what no path exceeds, ``path.gap`` how far the path may be from the longest,
            ``path.proved`` whether it is the longest.  Without *gap*, *anytime* and *steps* it is exact,
            and the same on every run.  With them ``path.by`` is "anytime" if a part of the board was
            searched, and ``path.expanded`` the number of steps: the same *rng* and *steps*, without
            *anytime*, give the same path.

        Raises
        ------
        ArgumentError
            If *gap* is no share, or *anytime* or *steps* is no positive number.
        QuestionError
            If limits are given for paths through given cells, or of given lengths, or with *keep*:
            these are answered exactly only.
        HopelessError, TimeLimitError, MemoryLimitError
            As for `count`, without limits.

        Notes
        -----
        Exact, by the sweep of `count`.  With limits: the board is reduced to blocks; a block that a sweep
        answers soon is exact; in the others stretches of several long paths are rerouted (simulated
        annealing, Kirkpatrick, Gelatt and Vecchi 1983), and a linear programme gives the bound
        (`bound`).  The first path takes O(cells) time, whatever
        *anytime* says.  With *gap* alone the search may never end.

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
        """Return an upper bound on the length, ``value``, and its proof, ``by``; ``None`` without a path.

        *anytime*: the seconds to look for better bounds; default: about one for 10,000 cells, with the same
        bound on every run.  With conditions it may bound a larger set, as ``by`` states.  Parts that are
        small, or hang on two cells, are swept; for the rest a linear programme counts what a path may use.

        >>> from gridwalk import Board
        >>> Board.rectangle(40, 40).paths().bound().value
        1598
        """
        return longest.bound(self._question, measure, anytime)

    def all_shortest(self, *, measure: Literal["cost", "turns"] = "cost") -> CheapestPaths:
        """Return all paths of minimum cost: ``count()`` them, or iterate.

        With *measure* "turns": all paths of the fewest turns that have the fewest moves among these.

        >>> from gridwalk import Board
        >>> cheapest = Board.rectangle(4, 4).paths().all_shortest()
        >>> cheapest.count(), next(iter(cheapest)).length
        (20, 6)
        """
        return cheapest.all_shortest(self._question, measure)

    # ---------------------------------------------------------------------------- in order

    def in_order(self, *, measure: Variable = "cost") -> Iterator[Path]:
        """Yield every path once, the shortest first; costs never decrease.

        Parameters
        ----------
        measure : {"cost", "length", "turns"}
            What orders the paths: their cost, as in `shortest`, their number of moves, or of turns; paths
            with as many turns come by their number of moves.

        Yields
        ------
        Path
            Paths of equal cost come in the order of iteration: depth-first in move order.  Those that cost as
            much as the first are proved to be the shortest (``path.proved``).

        Raises
        ------
        ArgumentError
            If *measure* is none of these.
        TimeLimitError
            If the time limit of `within` is reached, which covers the whole iteration.
        MemoryLimitError
            If the branches of the paths listed by cost need more memory than allowed.

        Notes
        -----
        Lawler's partition (1972) of Yen's algorithm (1971), on the board without dead ends, each corridor
        one edge.  The search enters a branch only when a path of it is due.  The costs to the exit on the
        whole board prove most bounds; where the path so far may be in the way, a search around it does.
        By length at most 4 million branches are stored; others are searched for again.  Costs whose sums
        float64 holds exactly, and diagonals, are compared exactly (for paths of up to a million moves);
        paths whose other costs differ by less than a relative 1e-11 count as equal.  For sets made by
        `through` or by length it may take exponential time to the first path.

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
        """Yield, as `in_order` does, the paths that cost at most *slack* more than the shortest.

        Parameters
        ----------
        slack : float or str
            A cost (moves, where all cost 1, or with *measure* "length"; with "turns" a number of these), or a
            share of the shortest: ``"10%"``.
        measure : {"cost", "length", "turns"}
            As in `in_order`.

        Raises
        ------
        ArgumentError
            If *slack* is neither a number of 0 or more nor a share.

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
            "sweep" counts all paths at once by dynamic programming: a frontier moves over the board, and each
            state of the frontier (how the path so far crosses it) has the number of partial paths that
            lead to it.  "list" visits every path, millions per second.  "auto" lists if that takes a
            moment, and sweeps otherwise; `explain` prints the estimates.

        Raises
        ------
        TimeLimitError, MemoryLimitError, KeepError
            If a limit of `within` is reached, or the estimate exceeds it by far.

        Notes
        -----
        The time and memory of a sweep are exponential only in the shorter side of the board: with orthogonal
        moves about a factor of 3 per column.  Knuth, TAOCP 7.1.4 (Simpath); Iwashita et al. 2013.

        >>> from gridwalk import Board
        >>> Board.rectangle(12, 12).paths().count()
        182413291514248049241470885236
        """
        return counts.count(self._question, by)

    def counts_by_end(self) -> NDArray[Any]:
        """Return the number of paths to each cell: Python integers in an array of the shape of the board.

        A count for each end, by `count`; cells that a symmetry of the board and of the set maps to each other
        are counted once.

        >>> from gridwalk import Board
        >>> Board.rectangle(3, 3).paths((0, 0), "anywhere").counts_by_end().tolist()
        [[1, 8, 11], [8, 8, 10], [11, 10, 12]]
        """
        return counts.counts_by_end(self._question)

    # ------------------------------------------------------------------------ from the start

    def distances(
        self, *, max_cost: float | None = None, measure: Literal["cost", "worst"] = "cost"
    ) -> NDArray[np.float64]:
        """Return the cost of a cheapest path from the start to every cell, as `Board.distances` does."""
        return single.distances(self._question, max_cost, measure)

    # ---------------------------------------------------------------------------------- how

    def trace(
        self, *, by: TracePathBy = "auto", max_events: int = MAX_EVENTS, weight: float | None = None
    ) -> Trace:
        """Run an algorithm and return its event log with the board.

        Parameters
        ----------
        by : {"auto", "dfs", "dfs-recursive", "bfs", "bidirectional", "labels", "dijkstra", "astar", \
              "idastar", "jps", "greedy", "weighted-astar", "list"}
            An algorithm of `find` or of `shortest`; "list" is the listing of the whole set.  The log of
            "jps" has only jump points; for several exits it is the search for the nearest one.
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
