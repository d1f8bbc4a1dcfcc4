"""The lazy set of paths: it chooses the algorithm, nothing else.

``board.paths()`` and ``board.tours()`` compute nothing.  They answer as a Python
collection does, and each answer takes the algorithm for that question and that board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board import Board
from gridwalk.cells import CellLike
from gridwalk.checks import checked_number
from gridwalk.errors import Cell, GridwalkError, UnknownChoiceError, UnsuitableAlgorithmError
from gridwalk.listing.backtracking import Backtracking
from gridwalk.listing.batches import batches, count_paths
from gridwalk.members import Members
from gridwalk.path import Path, PathBatch
from gridwalk.search.fields import CheapestPaths, distance_field, nearest_reachable, reachable_cells
from gridwalk.search.find import find_bfs, find_dfs, find_recursive
from gridwalk.search.query import Query, Search
from gridwalk.search.shortest import (
    BY_CELL,
    GETTING_READY,
    SHORTEST,
    SMALL_BOARD,
    shortest_by_solver,
    suitable,
)
from gridwalk.search.slices import beside
from gridwalk.trace import MOST_EVENTS, EventLog, LogFullError, Trace

FIND: Mapping[str, Search] = {"dfs": find_dfs, "dfs-recursive": find_recursive, "bfs": find_bfs}
FIND_TOUR = ("warnsdorff", "dfs")
LIST = "list"  # trace(by="list") follows the listing of the whole set
BATCH_CELLS = 1 << 16  # half a megabyte: it stays in the cache of a processor


@dataclass(frozen=True)
class PathSet(Members):
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

    def find(self, *, by: str = "auto") -> Path | None:
        """Return a path of the set, or ``None`` if it is empty.

        Parameters
        ----------
        by : {"auto", "dfs", "dfs-recursive", "bfs"}, for tours {"auto", "warnsdorff", "dfs"}
            "auto" is "dfs": depth-first with an explicit stack; "dfs-recursive" finds the
            same path by recursion; "bfs" the one of fewest moves.  For tours "auto" is
            "warnsdorff": backtracking, the cell with the fewest onward moves first; "dfs"
            tries the moves in their order.

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
        O(cells) for paths.  A tour may take time exponential in the board's size.

        """
        return self._find(by, None)

    def shortest(self, *, by: str = "auto", closest: bool = False) -> Path | None:
        """Return a path of least cost, or ``None`` if there is none.

        Parameters
        ----------
        by : {"auto", "bfs", "labels", "dijkstra", "astar", "jps", "corridors"}
            "bfs" and "labels" (distance labels, and a walk back from the exit) count moves,
            and are exact where all moves cost the same; "dijkstra" and "astar" are exact
            everywhere; "jps" is jump point search, for the king's moves at equal costs;
            "corridors" searches a graph of the board's corridors, built on first use, for
            steps to neighbouring cells at equal costs.  "auto" takes the fastest that is
            exact for this board; ``path.by`` says which.
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
        path = self._shortest(by, None)
        if path is None and closest and not self.tour:
            nearest = nearest_reachable(self._query(None))
            return replace(self, exits=(nearest,))._shortest(by, None)
        return path

    def all_shortest(self) -> CheapestPaths:
        """Return all paths of least cost: ``count()`` them, or iterate.

        >>> cheapest = Board.rectangle(4, 4).paths().all_shortest()
        >>> cheapest.count(), next(iter(cheapest)).length
        (20, 6)
        """
        self._refuse_tours("all_shortest")
        return CheapestPaths(self._query(None))

    def trace(self, *, by: str = "auto", most: int = MOST_EVENTS) -> Trace:
        """Run an algorithm and return all it did: its event log with the board.

        Parameters
        ----------
        by : str
            Any algorithm of `find`; "labels" or "dijkstra"; or "list", the listing of the whole set.
        most : int
            The log ends after so many events (12 bytes each).

        """
        log = EventLog(checked_number(most, "most", 1))
        chosen = self._check(by, (*self._finders, *self._shortest_by, LIST))
        path: Path | None = None
        truncated = False
        try:
            if chosen == LIST:
                for path in self._search(log).paths():  # noqa: B007
                    pass
            elif chosen in self._finders or chosen == "auto":
                path = self._find(chosen, log)
            else:
                path = self._shortest(chosen, log)
        except LogFullError:
            truncated = True
        name = self._finders[0] if chosen == "auto" else chosen
        return Trace(self.board, name, self._first_start(), log.events(), path, truncated)

    def distances(self) -> NDArray[np.float64]:
        """Return the cost of a cheapest path from the start to every cell, as `Board.distances` does."""
        self._refuse_tours("distances")
        field = distance_field(Query(self.board, self.starts or (), (), self.limits.watch()))
        return field.reshape(self.board.shape)

    def reachable(self) -> NDArray[np.bool_]:
        """Return which cells can be reached from the start, as `Board.reachable` does."""
        self._refuse_tours("reachable")
        return reachable_cells(self._query(None)).reshape(self.board.shape)

    # --------------------------------------------------------------------------- all paths

    def __iter__(self) -> Iterator[Path]:
        """Yield every path, depth-first in move order; stop whenever you like."""
        return self._search(None).paths()

    def batches(self, cells: int = BATCH_CELLS) -> Iterator[PathBatch]:
        """Yield all paths in the order of iteration, many at a time: two arrays of about so many *cells*.

        For consumers that want speed: millions of paths a second.

        >>> from gridwalk import Board
        >>> [batch.lengths.tolist() for batch in Board.rectangle(2, 3).paths().batches()]
        [[3, 3, 5, 3]]
        """
        return batches(self._search(None), checked_number(cells, "cells", 1))

    def list(self, limit: int | None = None) -> list[Path]:
        """Return the first *limit* paths (default: all) in depth-first order."""
        return list(islice(self, None if limit is None else checked_number(limit, "limit", 0)))

    def count(self) -> int:
        """Return how many paths there are, exactly, by visiting each in a compiled loop.

        Notes
        -----
        The time grows with the count: some millions of paths a second.

        """
        return count_paths(self._search(None))

    # ------------------------------------------------------------------------- how it works

    @property
    def _finders(self) -> tuple[str, ...]:
        return FIND_TOUR if self.tour else tuple(FIND)

    @property
    def _shortest_by(self) -> tuple[str, ...]:
        return () if self.tour else tuple(BY_CELL)

    def _check(self, by: str, names: Iterable[str]) -> str:
        allowed = ("auto", *dict.fromkeys(names))
        if by not in allowed:
            raise UnknownChoiceError("by", by, allowed)
        return by

    def _refuse_tours(self, name: str) -> None:
        if self.tour:
            raise UnsuitableAlgorithmError(name, "it answers for paths, not for tours")

    def _query(self, log: EventLog | None) -> Query:
        return Query(self.board, self.starts or (), self.exits or (), self.limits.watch(), log)

    def _find(self, by: str, log: EventLog | None) -> Path | None:
        by = self._check(by, self._finders)
        name = self._finders[0] if by == "auto" else by
        if self.tour:
            return next(self._search(log, warnsdorff=name == "warnsdorff").paths(), None)
        if name == "bfs":
            return find_bfs(self._query(log))
        query = self._query(log)
        for start in self.starts or ():
            if path := FIND[name](replace(query, starts=(start,))):
                return path
        return None

    def _shortest(self, by: str, log: EventLog | None) -> Path | None:
        starts, exits = self.starts, self.exits
        if type(by) is str and not self.tour and starts is not None and exits is not None and log is None:
            known = self.board.kept.get((by, len(starts), len(exits)))
            if known is not None:
                return shortest_by_solver(self.board, known, starts[0], exits, self.limits)
        self._check(by, () if self.tour else SHORTEST)
        if self.tour:
            if self.board.costs is not None or self.board.moves.has_diagonals:
                raise UnsuitableAlgorithmError(
                    by, "tours of one board differ in cost here, and only paths can be asked for the cheapest"
                )
            return self._find("auto", log)  # all tours have the same number of moves
        starts, exits = starts or (), exits or ()
        choose = partial(suitable, self.board, by, len(starts), len(exits))
        small = self.board.size <= SMALL_BOARD
        chosen = choose() if small else beside(choose, self.limits.watch(), GETTING_READY)
        if chosen in BY_CELL:
            return BY_CELL[chosen](self._query(log))
        # A board that asks once will ask again: the choice is kept, and made in no time.
        self.board.kept[by, len(starts), len(exits)] = chosen
        return shortest_by_solver(self.board, chosen, starts[0], exits, self.limits)

    def _search(self, log: EventLog | None, *, warnsdorff: bool = False) -> Backtracking:
        return Backtracking(
            self.board,
            self._starts(),
            self.exits,
            tour=self.tour,
            closed=self.closed,
            one_direction=self.board.symmetric and (self.closed or self.undirected),
            warnsdorff=warnsdorff,
            watch=self.limits.watch(),
            log=log,
        )

    def _starts(self) -> Iterable[Cell]:
        """Yield where the search must begin: a cycle passes everywhere, so one start is enough."""
        if self.closed:
            yield self._first_start()
            return
        if self.starts is not None:
            yield from self.starts
            return
        for v in np.flatnonzero(self.board.open_cells):
            yield divmod(int(v), self.board.columns)

    def _first_start(self) -> Cell:
        return self.starts[0] if self.starts else self._first_open()

    def _first_open(self) -> Cell:
        return divmod(int(self.board.open_cells.argmax()), self.board.columns)


def path_set(board: Board, start: CellLike | None, exits: Iterable[CellLike] | None) -> PathSet:
    """Return the set behind `Board.paths`."""
    return PathSet(
        board,
        (board.start,) if start is None else board.open_cells_of(start, "start"),
        board.exits if exits is None else board.open_cells_of(exits, "exits"),
    )


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
        raise GridwalkError("a closed tour ends where it starts: give end= only for open tours")
    if undirected and not closed and (start is not None or end is not None):
        raise GridwalkError(
            "undirected=True counts a tour and its reverse once; "
            "a tour with a given start or end has its direction"
        )
    if undirected and not board.symmetric:
        raise GridwalkError(
            "undirected=True needs moves that can be undone; here a tour's reverse may be none"
        )
    options: dict[str, Any] = {"tour": True, "closed": closed, "undirected": undirected}
    return PathSet(
        board,
        None if start is None else board.open_cells_of(start, "start"),
        None if end is None else board.open_cells_of(end, "end"),
        **options,
    )
