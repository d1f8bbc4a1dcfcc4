"""The lazy set of simple paths: each verb is its docstring and one line to the planner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import Cell
from gridwalk.grids.cells import CellLike
from gridwalk.grids.grid import Grid
from gridwalk.planner import byend, counts, single, traces
from gridwalk.questions.question import Question
from gridwalk.runtime.eventlog import MAX_EVENTS
from gridwalk.sets import inducedset
from gridwalk.sets.bestverbs import BestVerbs
from gridwalk.sets.lazyset import LazySet

if TYPE_CHECKING:
    from gridwalk.algorithms import CountBy, FindPathBy, TracePathBy
    from gridwalk.answers.trace import Trace
    from gridwalk.sets.inducedset import InducedSet


ANYWHERE = "anywhere"  # as a start: any open cell; as an exit: a path may end in any, and pass all


@dataclass(frozen=True, repr=False)
class PathSet(BestVerbs, LazySet):
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
    from the start       `distances`, `reachable`
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
    def of(
        cls,
        grid: Grid,
        start: CellLike | Iterable[CellLike] | None = None,
        exits: CellLike | Iterable[CellLike] | None = None,
    ) -> Self:
        """Return the set behind `Board.paths`."""
        if type(start) is type(exits) is tuple:
            source, goal = grid.place_of(start), grid.place_of(exits)
            if source is not None and goal is not None:
                made = object.__new__(cls)
                made.__dict__["question"] = Question.of_pair(grid, start, exits, (source, goal))
                return made
        starts: tuple[Cell, ...] | None = (grid.start,) if start is None else _ends(grid, start, "start")
        return cls(Question(grid, starts, grid.exits if exits is None else _ends(grid, exits, "exits")))

    def induced(self) -> InducedSet:
        """Return the paths without chords: no move joins two of their cells that are not consecutive.

        >>> from gridwalk import Board
        >>> Board.rectangle(10, 10).paths().induced().count()
        8179869868
        """
        return inducedset.InducedSet(self.question)

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
        UnknownChoiceError
            If *by* is none of these.
        TooDeepError
            If "dfs-recursive" reaches Python's recursion limit.
        TimeLimitError
            If the time limit of `within` is reached.

        Notes
        -----
        O(cells) time; with conditions possibly exponential in the size of the board.

        """
        self.question.refuse_checkpoint("find()")
        return single.find_weighted(self.question, by, weight)

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
        TimeLimitError, MemoryLimitError, SpillError, CheckpointError
            If a limit of `within` is reached, or the estimate exceeds it by far.

        Notes
        -----
        The time and memory of a sweep are exponential only in the shorter side of the board: for the rook
        about a factor of 3 per column.  Knuth, TAOCP 7.1.4 (Simpath); Iwashita et al. 2013 for the rook.

        >>> from gridwalk import Board
        >>> Board.rectangle(12, 12).paths().count()
        182413291514248049241470885236
        """
        return counts.count(self.question, by)

    def lengths(self) -> dict[int, int]:
        """Return the number of paths of each length in moves, in ascending order.

        >>> from gridwalk import Board
        >>> Board.rectangle(3, 3).paths().lengths()
        {4: 6, 6: 4, 8: 2}
        """
        return counts.lengths(self.question)

    def counts_by_end(self) -> NDArray[Any]:
        """Return how many paths end in each cell: Python integers in an array of the shape of the board.

        A count for each end, by `count`; cells that a symmetry of the board and of the set maps to each other
        are counted once.

        >>> from gridwalk import Board
        >>> Board.rectangle(3, 3).paths((0, 0), "anywhere").counts_by_end().tolist()
        [[1, 8, 11], [8, 8, 10], [11, 10, 12]]
        """
        return byend.counts_by_end(self.question)

    # ------------------------------------------------------------------------ from the start

    def distances(self, *, max_cost: float | None = None) -> NDArray[np.float64]:
        """Return the cost of a cheapest path from the start to every cell, as `Board.distances` does."""
        return single.distances(self.question, max_cost)

    def reachable(self) -> NDArray[np.bool_]:
        """Return which cells can be reached from the start, as `Board.reachable` does."""
        return single.reachable(self.question)

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
        return traces.trace(self.question, by, max_events, weight)


def _ends(grid: Grid, cells: CellLike | Iterable[CellLike], name: str) -> tuple[Cell, ...] | None:
    if isinstance(cells, str) and cells == ANYWHERE:
        return None
    if type(cells) is tuple and len(cells) == 2 and type(cells[0]) is int:
        return (cells,)  # one cell, the most common argument: the question checks it
    return grid.open_cells_of(cells, name)
