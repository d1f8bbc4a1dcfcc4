"""The trace: what an algorithm did, event by event, with the board it was done on.

The same log is the lesson, the film and the tests' witness; what its events mean stands in
`gridwalk.events`.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import index

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError
from gridwalk.events import Run
from gridwalk.snapshot import Snapshot


@dataclass(frozen=True, eq=False, repr=False)
class Trace(Run):
    """An event log with its board and the answer.

    Attributes
    ----------
    board : Board
    by : str
        The algorithm.
    start : cell
        Where the search began.
    events : int32 array, shape (n, 3), read-only
        Rows ``(kind, cell, value)``, the cell as its flat index.
    path : Path or None
        The answer, or the last of several.
    truncated : bool
        Whether the log was full before the search was over.
    wiped : bool
        Whether backtracking wipes out the footprint, so that the cell may be entered again: it does
        where all paths are listed, and in tours.

    Examples
    --------
    >>> from gridwalk import Board
    >>> trace = Board.rectangle(1, 2).paths().trace(by="bfs")
    >>> print(*trace.lines(), sep="\\n")
    1 open (0, 0) from (0, 0)
    2 close (0, 0) number 1
    3 open (0, 1) from (0, 0)
    4 close (0, 1) number 2
    5 found (0, 1)

    """

    def _repr_svg_(self) -> str | None:
        """What a notebook shows of the whole search; None, and so the text, where that is large."""
        from gridwalk.render.svg import notebook

        return notebook(self.board, trace=self)

    def __str__(self) -> str:
        return str(self.at(len(self)))

    def __repr__(self) -> str:
        return f"<Trace: {self.by}, {len(self):,} events, {self.answer}>"

    @property
    def answer(self) -> str:
        """What the search has found, in words."""
        if self.path is None:
            return "no path"
        found = self.at(len(self)).found
        last = f"{found:,} paths, the last" if found > 1 else "path"
        return f"{last} of length {self.path.length:,}"

    def at(self, step: int) -> Snapshot:
        """Return the board after the first *step* events, 0 to ``len(trace)``.

        Raises
        ------
        ArgumentError
            If *step* is no whole number of events of the log.

        """
        return Snapshot(self, self.checked_step(step))

    def predecessors(self, at: int | None = None) -> NDArray[np.int32]:
        """Return the predecessor matrix after *at* events (default: all).

        Parameters
        ----------
        at : int, optional
            As for `at`.

        Returns
        -------
        int32 array, shape (rows, columns, 2)
            ``matrix[row, column]`` is the cell from which the search came to ``(row, column)``.  The
            start is its own predecessor.  (-1, -1) stands where the search has not been, and where it has
            wiped its footprint out (`wiped`).  For "jps" it is the jump point before.

        Raises
        ------
        UnsuitableAlgorithmError
            If the algorithm is "labels", which keeps none.

        Examples
        --------
        >>> from gridwalk import Board
        >>> Board.rectangle(1, 3).paths().trace(by="dfs").predecessors().tolist()
        [[[0, 0], [0, 0], [0, 1]]]

        """
        return self._last(at).predecessors

    def footprints(self, at: int | None = None) -> NDArray[np.uint8]:
        """Return the maze as a matrix with the footprints of the search after *at* events (default: all).

        uint8 of shape (rows, columns): 0 is an open cell, 1 a wall, 2 a cell with a footprint.  A cell has
        one while it has a predecessor or a label.

        >>> from gridwalk import Board
        >>> Board.from_text("S.#E").paths().trace(by="dfs").footprints().tolist()
        [[2, 2, 1, 0]]
        """
        return self._last(at).footprints

    def labels(self, at: int | None = None) -> NDArray[np.int32]:
        """Return the distance labels that "labels" has written after *at* events (default: all).

        int32 of shape (rows, columns): moves from the start, 0 at the start itself; -1 in walls
        and where there is no label.  Other algorithms raise `UnsuitableAlgorithmError`.

        >>> from gridwalk import Board
        >>> Board.from_text("S.\\n#E").paths().trace(by="labels").labels().tolist()
        [[0, 1], [-1, 2]]
        """
        return self._last(at).labels

    def checked_step(self, step: int, name: str = "step") -> int:
        """Return *step*, which must be a whole number of events of the log."""
        allowed = f"a whole number of events, from 0 to {len(self):,}"
        try:
            number = index(step)
        except TypeError:
            raise ArgumentError(name, step, allowed) from None
        if isinstance(step, bool) or not 0 <= number <= len(self):
            raise ArgumentError(name, step, allowed)
        return number

    def _last(self, at: int | None) -> Snapshot:
        return self.at(len(self) if at is None else self.checked_step(at, "at"))
