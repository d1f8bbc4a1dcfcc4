"""The verbs of a board about many pairs of cells at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.grids.cells import CellLike
from gridwalk.grids.grid import Grid
from gridwalk.runtime.limits import Limits
from gridwalk.runtime.progress import ProgressLike

if TYPE_CHECKING:
    from gridwalk.algorithms import ManyBy
    from gridwalk.answers.batch import Batch
    from gridwalk.answers.cellsequence import Walk
    from gridwalk.answers.path import Path
    from gridwalk.keywords import Measure
    from gridwalk.sets.cellsets import DisjointPaths


@cache
def _batches() -> ModuleType:
    from gridwalk.search import batch  # a statement that would take a tenth of the time of few answers

    return batch


class ManyVerbs(Grid):
    """Many shortest paths, matrices of their costs, walks through stops, and disjoint paths between pairs."""

    def path_pairs(
        self,
        *pairs: tuple[CellLike, CellLike],
        fill: bool = False,
        letters: Sequence[str] | None = None,
    ) -> DisjointPaths:
        """Return all ways to join each of *pairs* of cells by a path, so that no two paths share a cell.

        Parameters
        ----------
        *pairs : (cell, cell)
            Where each path starts and where it ends: different cells, one pair or more.
        fill : bool
            Whether every open cell must be on one of the paths, as in Numberlink puzzles.
        letters : sequence of str, optional
            The letter of each pair in drawings, such as "RGB".  Default: A, B, C ...

        >>> from gridwalk import Board
        >>> both = Board.rectangle(4, 4).path_pairs(((0, 0), (0, 3)), ((3, 0), (3, 3)))
        >>> both.count(), [path.length for path in both.shortest()]
        (142, [3, 3])
        """
        from gridwalk.sets.cellsets import DisjointPaths  # few ask for it

        return DisjointPaths._of(self, pairs, self.open_cell, fill=fill, letters=letters)

    def shortest_many(
        self,
        starts: ArrayLike | Iterable[CellLike],
        exits: ArrayLike | Iterable[CellLike],
        *,
        by: ManyBy = "auto",
        invalid: Literal["raise", "none"] = "raise",
        max_cost: float | None = None,
        threads: int | None = None,
        seconds: float | None = None,
        memory: int | str | None = None,
        progress: ProgressLike = None,
    ) -> Batch[Path | None]:
        """Return a path of minimum cost for each pair of a start and an exit, all in one compiled call.

        Parameters
        ----------
        starts, exits : integer arrays of shape (n, 2), or iterables of cells
            As many starts as exits, number *i* of both makes pair *i*; or one, also as a cell, or an array of
            shape (2,), with any number of the other: one start and many exits, many starts and one exit.
        by : str
            As for `PathSet.shortest`: "astar", "jps" or "corridors".
        invalid : {"raise", "none"}
            What to do with a pair one of whose cells is not open: raise an error, or answer it by None and
            keep the reason in ``batch.errors``.
        max_cost : float, optional
            Pairs whose paths cost more have none.  Those that are too far apart in rows and columns are not
            searched at all.
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
        """
        limits = Limits(seconds, progress, memory)
        answers: Batch[Path | None] = _batches().shortest_many(
            self, starts, exits, by, invalid, max_cost, threads, limits
        )
        return answers

    def distance_matrix(
        self,
        starts: ArrayLike | Iterable[CellLike],
        exits: ArrayLike | Iterable[CellLike],
        *,
        max_cost: float | None = None,
        threads: int | None = None,
        seconds: float | None = None,
        memory: int | str | None = None,
        progress: ProgressLike = None,
    ) -> NDArray[np.float64]:
        """Return the cost of a cheapest path from each of *starts* to each of *exits*.

        Parameters
        ----------
        starts, exits : integer arrays of shape (n, 2) and (m, 2), or iterables of cells
            They may repeat.
        max_cost : float, optional
            Costs above it are infinite; the searches end there.
        threads : int, optional
            Default: one per processor.
        seconds, memory, progress : optional
            As for `PathSet.within`; the memory holds the matrix, and some 30 bytes a cell for each thread.

        Returns
        -------
        float64 array, shape (n, m)
            Infinite where there is no path.

        Raises
        ------
        WallCellError, OutsideBoardError
            If a start or exit is not an open cell; the message names the first, such as ``starts[3]``.
        ArgumentError
            If *max_cost* is no number of 0 or more.
        TimeLimitError, MemoryLimitError
            If a limit is reached; ``TimeLimitError.found`` is the number of searches done.

        Notes
        -----
        One search for each start, or backwards for each exit, whichever are fewer: O(min(n, m) cells), or
        O(min(n, m) cells log cells) as for `distances`.

        Examples
        --------
        >>> from gridwalk import Board
        >>> Board.rectangle(3, 3).distance_matrix([(0, 0), (1, 1)], [(0, 2), (2, 2), (1, 0)]).tolist()
        [[2.0, 4.0, 1.0], [2.0, 2.0, 1.0]]

        """
        from gridwalk.search.flowfield import distance_matrix

        limits = Limits(seconds, progress, memory)
        return distance_matrix(self, starts, exits, max_cost, threads, limits)

    def visit(
        self,
        cells: CellLike | Iterable[CellLike],
        *,
        start: CellLike | None = None,
        back: bool = False,
        measure: Measure = "cost",
        seconds: float | None = None,
        progress: ProgressLike = None,
    ) -> Walk | None:
        """Return the shortest walk through all of *cells*, in any order; cells may repeat on it.

        That is the travelling salesman's question on the board, where `PathSet.through` asks for a path that
        enters no cell twice.

        Parameters
        ----------
        cells : cells
            The stops, at most 16.
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
            None if some stop cannot be reached, or one-way cells allow no order.  The same on every run.

        Raises
        ------
        ArgumentError
            If there are more than 16 stops: `distance_matrix` has what a routing library needs for these.
        WallCellError, OutsideBoardError
            If a stop is not an open cell.
        TimeLimitError
            If *seconds* are over.

        Notes
        -----
        A distance field for each of n stops; then O(2**n n**2) (Held and Karp 1962).

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
