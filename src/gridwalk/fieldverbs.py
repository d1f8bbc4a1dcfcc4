"""The verbs of a board about every cell, or many pairs of cells, at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.cells import CellLike
from gridwalk.errors import ArgumentError
from gridwalk.grid import Grid
from gridwalk.runtime.limits import Limits, Progress

if TYPE_CHECKING:
    from gridwalk.algorithms import ManyBy
    from gridwalk.batch import Batch
    from gridwalk.keywords import Measure
    from gridwalk.path import Path
    from gridwalk.search.flowfield import FlowField
    from gridwalk.walk import Walk

Sources: TypeAlias = CellLike | Iterable[CellLike] | Mapping[CellLike, float]


class FieldVerbs(Grid):
    """Distances, what can be reached, many shortest paths, and walks through stops."""

    def distances(
        self,
        start: Sources | None = None,
        *,
        to: Sources | None = None,
        max_cost: float | None = None,
        seconds: float | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> NDArray[np.float64]:
        """Return the cost of a cheapest path from *start* to every cell, or from every cell *to* goals.

        Parameters
        ----------
        start : cell, cells, or mapping of cell to number, optional
            Where paths start; of several cells the nearest counts.  A mapping gives each a value that is
            added to the cost of its paths.  Default: the start of the board.
        to : cell, cells, or mapping of cell to number, optional
            Instead of *start*: where paths end; a goal's value is added, too, so that goals of lower values
            attract from farther away.  Where cells have costs or are one-way, the distance *to* a cell is
            not that *from* it, for a move costs what the entered cell costs.
        max_cost : float, optional
            Cells that cost more are infinite; the search ends there.
        seconds, progress : optional
            As for `PathSet.within`.

        Returns
        -------
        float64 array, shape (rows, columns)
            Infinite where there is no path.

        Raises
        ------
        ArgumentError
            If both *start* and *to* are given, *max_cost* is no number of 0 or more, or a value is not finite
            or so large that costs would be lost in a sum with it.
        WallCellError, OutsideBoardError
            If a cell is not an open cell.
        TimeLimitError
            If *seconds* are over.

        Notes
        -----
        Dijkstra's algorithm: O(cells) where all moves cost the same, or from cells without values where
        costs are within a factor of 250; else O(cells log cells).  Costs whose sums float64 does not hold
        exactly may exceed *max_cost* by a relative 1e-11.

        Examples
        --------
        >>> from gridwalk import Board
        >>> Board.rectangle(2, 3).distances().tolist()
        [[0.0, 1.0, 2.0], [1.0, 2.0, 3.0]]
        >>> hill = Board.rectangle(1, 4, costs=[[1, 1, 7, 1]])
        >>> hill.distances((0, 3)).tolist(), hill.distances(to=(0, 3)).tolist()
        ([[9.0, 8.0, 7.0, 0.0]], [[9.0, 8.0, 1.0, 0.0]])
        >>> hill.distances(to={(0, 0): 0, (0, 3): -5}).tolist()
        [[0.0, 1.0, -4.0, -5.0]]

        """
        from gridwalk.search.flowfield import distances_from, distances_to

        watch = Limits(seconds, progress).watch()
        if to is None:
            return distances_from(self, start, max_cost, watch)
        if start is not None:
            raise ArgumentError(
                "to", to, "left out where start is given: distances are from cells or to them"
            )
        return distances_to(self, to, max_cost, watch)

    def flow_field(
        self,
        goals: Sources | None = None,
        *,
        max_cost: float | None = None,
        seconds: float | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> FlowField:
        """Return, for every cell, the next cell on a cheapest path to the nearest of *goals*, and its cost.

        One field serves any number of walkers, wherever they are: each goes to its next cell.

        Parameters
        ----------
        goals : cell, cells, or mapping of cell to number, optional
            As *to* of `distances`.  Default: the exits of the board.
        max_cost, seconds, progress : optional
            As for `distances`.

        Returns
        -------
        FlowField
            ``field.next_cell``, ``field.next_move``, ``field.directions``, ``field.distances`` are arrays;
            ``field.path(cell)`` is a `Path`, ``field.flee()`` the field that leads away.

        Raises
        ------
        ArgumentError, WallCellError, OutsideBoardError, TimeLimitError
            As for `distances`.

        Notes
        -----
        The time of `distances`, and a look at every move: O(cells) more.  Of several moves on cheapest paths
        it is the first in move order that leads nearer.

        Examples
        --------
        >>> from gridwalk import Board
        >>> print(Board.rectangle(3, 4).flow_field({(0, 0): 0, (2, 3): 1}))
        E←←↓
        ↑↑↑↓
        ↑↑→E

        """
        from gridwalk.search.flowfield import flow_field

        return flow_field(self, goals, max_cost, Limits(seconds, progress).watch())

    def reachable(self, start: CellLike | Iterable[CellLike] | None = None) -> NDArray[np.bool_]:
        """Return which cells can be reached from *start* (or any of several), the start included."""
        from gridwalk.pathset import PathSet

        return PathSet.of(self, start).reachable()

    def shortest_many(
        self,
        starts: ArrayLike | Iterable[CellLike],
        exits: ArrayLike | Iterable[CellLike],
        *,
        by: ManyBy = "auto",
        threads: int | None = None,
        seconds: float | None = None,
        memory: int | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Batch[Path | None]:
        """Return a path of minimum cost for each pair of a start and an exit, all in one compiled call.

        Parameters
        ----------
        starts, exits : integer arrays of shape (n, 2), or iterables of cells
            As many starts as exits; number *i* of both makes pair *i*.
        by : str
            As for `PathSet.shortest`, except "bfs", "labels" and "dijkstra"; or "contraction", an index of
            the board (Geisberger, Sanders, Schultes and Delling 2008) for steps to neighbouring cells, no
            costs, no one-way cells, no wrap.  "auto" takes it for so many questions that it saves more time
            than it takes, as in a batch of a thousand on clutter; it is kept with the board.
        threads : int, optional
            Default: one per processor.
        seconds, memory, progress : optional
            As for `PathSet.within`; the memory holds the cells of all paths.

        Returns
        -------
        Batch
            ``costs``, and all ``cells`` with ``offsets``; ``batch[i]`` is a `Path` or None.

        Raises
        ------
        WallCellError, OutsideBoardError
            If a start or exit is not an open cell; the message names the first, such as ``starts[3]``.
        TimeLimitError, MemoryLimitError
            If a limit is reached; ``TimeLimitError.found`` is the number of pairs answered.

        Notes
        -----
        The index takes some 80 bytes a cell of clutter, 95 more while it is built, and 20 for each thread.
        On a board of 512 x 512 with 35 % of walls it is built in about a second, and answers with all cells
        in a twentieth of the time of jump point search; on open boards it takes too long to pay.
        """
        from gridwalk.search.batch import shortest_many

        return shortest_many(self, starts, exits, by, threads, Limits(seconds, progress, memory))

    def visit(
        self,
        cells: CellLike | Iterable[CellLike],
        *,
        start: CellLike | None = None,
        back: bool = False,
        measure: Measure = "cost",
        seconds: float | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Walk | None:
        """Return the shortest walk through all of *cells*, in any order; cells may repeat on it.

        That is the travelling salesman's question on the board, where `PathSet.through` asks for a path that
        enters no cell twice.

        Parameters
        ----------
        cells : cells
            The stops, at most 2,000.
        start : cell, optional
            Where the walk begins.  Default: the start of the board.
        back : bool
            Whether it returns there; else it ends at its last stop.
        measure : {"cost", "length"}
            What to minimise: the cost of the moves, or their number.
        seconds, progress : optional
            As for `PathSet.within`.

        Returns
        -------
        Walk or None
            None if some stop cannot be reached, or one-way cells allow no order.  Up to 16 stops it is the
            shortest; of more ``walk.bound`` is what every such walk has at least, and ``walk.proved``
            says whether this one has no more.  The same on every run.

        Raises
        ------
        ArgumentError
            If there are more than 2,000 stops.
        WallCellError, OutsideBoardError
            If a stop is not an open cell.
        TimeLimitError
            If *seconds* are over.

        Notes
        -----
        A distance field for each of n stops; then O(2**n n**2) (Held and Karp 1962) up to 16 stops.  Beyond:
        local search (2-opt, Or-opt, random kicks), and a bound by 1-trees (Held and Karp 1971).

        Examples
        --------
        >>> from gridwalk import Board
        >>> board = Board.from_text("S..#.\\n.#...\\n....#\\n#.#..")
        >>> walk = board.visit([(0, 4), (3, 1), (3, 4)])
        >>> walk.length, walk.stops
        (14, ((0, 0), (3, 1), (3, 4), (0, 4)))

        """
        from gridwalk.search.visiting import visit

        return visit(self, cells, start, back, measure, Limits(seconds, progress))
