"""The lazy set of paths: it chooses the algorithm, nothing else.

``board.paths()`` and ``board.tours()`` compute nothing.  They answer as a Python
collection does, and each answer takes the algorithm for that question and that board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board import Board
from gridwalk.cells import CellLike
from gridwalk.checks import checked_number
from gridwalk.errors import (
    Cell,
    GridwalkError,
    QuestionError,
    UnknownChoiceError,
    UnsuitableAlgorithmError,
)
from gridwalk.path import Path
from gridwalk.runtime.eventlog import MAX_EVENTS, EventLog, LogFullError
from gridwalk.runtime.slices import beside
from gridwalk.search.fields import CheapestPaths, distance_field, nearest_reachable, reachable_cells
from gridwalk.search.find import find_bfs, find_dfs, find_recursive
from gridwalk.search.query import Query, Search
from gridwalk.search.shortest import (
    BY_CELL,
    GETTING_READY,
    LOGGED,
    SHORTEST,
    SMALL_BOARD,
    is_varied,
    shortest_by_solver,
    suitable,
)
from gridwalk.touring import Touring
from gridwalk.trace import Trace

if TYPE_CHECKING:
    from gridwalk.keywords import FindBy, ShortestBy, TraceBy

FIND: Mapping[str, Search] = {"dfs": find_dfs, "dfs-recursive": find_recursive, "bfs": find_bfs}
FIND_TOUR = ("warnsdorff", "dfs")
BUILT = ("construct",)  # of tiles
LIST = "list"  # trace(by="list") follows the listing of the whole set
SWEEP = "sweep"  # looks at all paths at once, and so knows every condition


@dataclass(frozen=True, repr=False)
class PathSet(Touring):
    """All simple paths of a board from a start to any of several exits, or all its tours.

    Made by `Board.paths` and `Board.tours`.  Nothing is computed before it is asked for,
    and every answer is the same on every run.

    Examples
    --------
    >>> from gridwalk import KNIGHT, Board
    >>> paths = Board.rectangle(3, 3).paths()
    >>> paths.count(), paths.find().length, paths.shortest().length
    (12, 4, 4)
    >>> [path.length for path in paths][:3]
    [4, 6, 8]
    >>> Board.rectangle(5, 5, moves=KNIGHT).tours(start=(0, 0)).count()
    304

    """

    # ---------------------------------------------------------------------------- one path

    def find(self, *, by: FindBy = "auto") -> Path | None:
        """Return a path of the set, or ``None`` if it is empty.

        Parameters
        ----------
        by : {"auto", "dfs", "dfs-recursive", "bfs", "sweep"}, or {"auto", "warnsdorff", "dfs", "construct"}
            "auto" is "dfs": depth-first with an explicit stack; "dfs-recursive" finds the
            same path by recursion; "bfs" the one of fewest moves.  For tours "warnsdorff" is
            backtracking, the cell with the fewest onward moves first; "dfs" tries the moves in
            their order; "construct" builds knight's tours of tiles.  "auto" looks for reasons why
            there is no tour, walks by Warnsdorff's rule with several tie-breaks, builds, and else
            searches; ``path.by`` says what found it.  "sweep" looks at all paths at once (see
            `count`) and finds one of fewest moves.  For cycles, and sets made by `through` or by length,
            "dfs" is the first path listed, and "auto" tries a short cut ("bfs" for cycles; "legs", from cell
            to cell, for `through`), then lists and sweeps, whichever is over sooner.

        Raises
        ------
        UnknownChoiceError
            If *by* is none of these.
        TooDeepError
            If "dfs-recursive" meets Python's recursion limit.
        TimeLimitError
            If the time given by `within` runs out.

        Notes
        -----
        O(cells) for paths, and for knight's tours of whole boards.  Other tours may take time
        exponential in the board's size.

        """
        self._refuse_checkpoint("find()")
        return self._find(by, None)

    def shortest(self, *, by: ShortestBy = "auto", closest: bool = False) -> Path | None:
        """Return a path of least cost, or ``None`` if there is none.

        Parameters
        ----------
        by : {"auto", "bfs", "labels", "dijkstra", "astar", "jps", "corridors", "sweep"}
            "bfs" and "labels" (distance labels, and a walk back from the exit) count moves,
            and are exact where all moves cost the same; "dijkstra" and "astar" are exact
            everywhere; "jps" is jump point search, for the king's moves at equal costs;
            "corridors" searches a graph of the board's corridors, built on first use, for
            steps to neighbouring cells at equal costs.  "auto" takes the fastest that is
            exact for this board; ``path.by`` says which.  "sweep" looks at all paths at once (see
            `count`); for cycles, and sets made by `through` or by length, "auto" takes it unless the
            shortest of all paths happens to be in the set.
        closest : bool
            Where no exit can be reached, lead to the reachable cell nearest to one, as the
            crow flies, instead of returning ``None``.

        Returns
        -------
        Path or None
            To the nearest of several exits.  Of several cheapest paths "bfs" gives the one
            whose moves come first in move order; the others may give another, the same on
            every run.

        Raises
        ------
        UnsuitableAlgorithmError
            If *by* is not exact for this board.
        UnknownChoiceError, TimeLimitError
            As for `find`.

        Notes
        -----
        O(cells) for unit costs (Moore 1959), O(cells log cells) otherwise (Dijkstra 1959);
        A* (Hart, Nilsson and Raphael 1968) and jump point search (Harabor and Grastien 2011)
        look at fewer cells, and do no work in proportion to the board per question.
        """
        self._refuse_checkpoint("shortest()")
        path = self._shortest(by, None)
        if path is None and closest and self._starts_left and not self._needs_sweep and not self.tour:
            nearest = nearest_reachable(replace(self._query(None), exits=self.exits or ()))
            return replace(self, exits=(nearest,)).shortest(by=by)
        return path

    def all_shortest(self) -> CheapestPaths:
        """Return all paths of least cost: ``count()`` them, or iterate.

        >>> cheapest = Board.rectangle(4, 4).paths().all_shortest()
        >>> cheapest.count(), next(iter(cheapest)).length
        (20, 6)
        """
        self._refuse_conditions("all_shortest")
        return CheapestPaths(self._query(None))

    def trace(self, *, by: TraceBy = "auto", most: int = MAX_EVENTS) -> Trace:
        """Run an algorithm and return all it did: its event log with the board.

        Parameters
        ----------
        by : str
            Any algorithm of `find`; "labels", "dijkstra", "astar" or "jps" of `shortest`; or "list", the
            listing of the whole set.  The log of "jps" names jump points only; of several exits it is
            that of the search for the nearest one.
        most : int
            The log ends after so many events (12 bytes each).

        """
        self._refuse_checkpoint("trace()")
        if self._needs_sweep:
            raise QuestionError("trace", f"a sweep has no events, and only it finds {self.described}")
        log = EventLog(checked_number(most, "most", 1))
        built = BUILT if self.tour else ()
        chosen = self._check(by, (*self._finders, *self._shortest_by, LIST, *built))
        path: Path | None = None
        truncated = False
        try:
            if chosen == LIST:
                for path in self._search(log).paths():  # noqa: B007
                    pass
            elif chosen in (*self._finders, *built) or chosen == "auto":
                path = self._find(chosen, log)
            else:
                path = self._shortest(chosen, log)
        except LogFullError:
            truncated = True
        name = self._finders[0] if chosen == "auto" else chosen
        if self.tour and chosen == "auto" and path is not None:
            name = path.by
        wiped = self.tour or chosen == LIST
        return Trace(self.board, name, self._first_start(), log.events(), path, truncated, wiped)

    def distances(self) -> NDArray[np.float64]:
        """Return the cost of a cheapest path from the start to every cell, as `Board.distances` does."""
        self._refuse_conditions("distances")
        field = distance_field(replace(self._query(None), exits=()))
        return field.reshape(self.board.shape)

    def reachable(self) -> NDArray[np.bool_]:
        """Return which cells can be reached from the start, as `Board.reachable` does."""
        self._refuse_conditions("reachable")
        return reachable_cells(self._query(None)).reshape(self.board.shape)

    # ------------------------------------------------------------------------- how it works

    @property
    def _finders(self) -> tuple[str, ...]:
        return FIND_TOUR if self.tour else tuple(FIND)

    @property
    def _shortest_by(self) -> tuple[str, ...]:
        return () if self.tour else (*BY_CELL, *LOGGED)

    def _check(self, by: str, names: Iterable[str]) -> str:
        allowed = ("auto", *dict.fromkeys(names))
        UnknownChoiceError.check("by", by, allowed)
        return by

    def _refuse_conditions(self, name: str) -> None:
        self._refuse_checkpoint(f"{name}()")
        if self.tour or self._needs_sweep:
            raise UnsuitableAlgorithmError(name, "it answers for paths, without other conditions")

    def _query(self, log: EventLog | None) -> Query:
        return Query(self._ground, self._starts_left or (), self._exits_left or (), self.limits.watch(), log)

    def _find(self, by: str, log: EventLog | None) -> Path | None:
        by = self._check(by, (*self._finders, *(BUILT if self.tour else ()), SWEEP))
        if by == SWEEP:
            return self._best(longest=False, by_cost=False)
        if self.why_empty is not None:
            return None
        if self._needs_sweep:
            if by not in ("auto", "dfs"):
                raise UnsuitableAlgorithmError(by, f"only 'dfs' and 'sweep' find {self.described}")
            return self._running()._member() if by == "auto" else self._listed_first(None)
        name = self._finders[0] if by == "auto" else by
        if self.tour and by in ("auto", "construct"):
            found = self._find_tour(by, log)
            return found if isinstance(found, Path) else None
        if self.tour:
            return next(self._search(log, warnsdorff=name == "warnsdorff", plain=True).paths(), None)
        if name == "bfs":
            return find_bfs(self._query(log))
        query = self._query(log)
        for start in query.starts:
            if path := FIND[name](replace(query, starts=(start,))):
                return path
        return None

    def _shortest(self, by: str, log: EventLog | None) -> Path | None:
        board, starts, exits = self._ground, self._starts_left, self._exits_left
        plain = not (self.tour or self._needs_sweep) and log is None
        if plain and type(by) is str and starts and exits:
            known = board.kept.get((by, len(starts), len(exits)))
            if known is not None:
                return shortest_by_solver(board, known, starts[0], exits, self.limits)
        self._check(by, (SWEEP,) if self.tour else (*SHORTEST, SWEEP))
        varied = is_varied(board)
        if by == SWEEP or self._needs_sweep or (self.tour and varied):
            if by not in ("auto", SWEEP):
                raise UnsuitableAlgorithmError(by, f"only 'sweep' finds the shortest of {self.described}")
            if by == "auto" and not self.tour:
                return self._running()._shortest_member(by_cost=varied)
            return self._best(longest=False, by_cost=varied)
        if self.tour:
            return self._find("auto", log)  # all have the same number of moves
        starts, exits = starts or (), exits or ()
        choose = partial(suitable, board, by, len(starts), len(exits))
        small = board.size <= SMALL_BOARD
        if self.why_empty is not None:
            return None
        chosen = choose() if small else beside(choose, self.limits.watch(), GETTING_READY)
        if chosen in BY_CELL:
            return BY_CELL[chosen](self._query(log))
        if log is not None:
            from gridwalk.search.logged import TRACE  # brings many kernels along

            return TRACE[chosen](self._query(log))
        # A board that asks once will ask again: the choice is kept, and made in no time.
        board.kept[by, len(starts), len(exits)] = chosen
        return shortest_by_solver(board, chosen, starts[0], exits, self.limits)


def path_set(board: Board, start: CellLike | None, exits: Iterable[CellLike] | None) -> PathSet:
    """Return the set behind `Board.paths`."""
    return PathSet(
        board,
        (board.start,) if start is None else _ends(board, start, "start"),
        board.exits if exits is None else _ends(board, exits, "exits"),
    )


def _ends(board: Board, cells: CellLike | Iterable[CellLike], name: str) -> tuple[Cell, ...]:
    if type(cells) is tuple and len(cells) == 2 and type(cells[0]) is int:
        return (cells,)  # one cell, as most give it: the set checks it
    return board.open_cells_of(cells, name)


def cycle_set(board: Board) -> PathSet:
    """Return the set behind `Board.cycles`."""
    return PathSet(board, None, None, closed=True)


def tour_set(
    board: Board,
    start: CellLike | None,
    end: Iterable[CellLike] | None,
    *,
    closed: bool,
    undirected: bool,
) -> PathSet:
    """Return the set behind `Board.tours`."""
    if closed and end is not None:
        raise GridwalkError("a closed tour ends where it starts: an end is for open tours")
    if undirected and not closed and (start is not None or end is not None):
        raise GridwalkError(
            "counts a tour and its reverse once; a tour with a given start or end has its direction",
            ("undirected", True),
        )
    if undirected and not board.symmetric:
        raise GridwalkError(
            "needs moves that can be undone; here a tour's reverse may be none", ("undirected", True)
        )
    options: dict[str, Any] = {"tour": True, "closed": closed, "undirected": undirected}
    return PathSet(
        board,
        None if start is None else board.open_cells_of(start, "start"),
        None if end is None else board.open_cells_of(end, "end"),
        **options,
    )
