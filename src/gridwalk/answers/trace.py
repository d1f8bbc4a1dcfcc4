"""The event log of one run of an algorithm; `gridwalk.answers.snapshot` interprets its events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import index
from os import PathLike
from typing import Literal, overload

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.snapshot import Run, Snapshot
from gridwalk.board.board import Board
from gridwalk.board.without import BoardWithout
from gridwalk.errors import Cell


@dataclass(frozen=True, eq=False, repr=False)
class Trace(Run):
    """The event log of a search, with its board and its answer; a sequence of snapshots.

    ``len(trace)`` is the number of events.  ``trace[i]`` is the `Snapshot` after ``i + 1`` events, so
    ``trace[-1]`` is the end of the search.  ``trace.at(0)`` is the board before the first event.

    Attributes
    ----------
    board : Board
    by : str
        The algorithm.
    start : cell
        The cell where the search began.
    events : int32 array, shape (n, 3), read-only
        Rows ``(kind, cell, value)``; the cell is a flat index, ``row * columns + column``.
    path : Path or None
        The path found, or the last of several.
    truncated : bool
        Whether the log was full before the search ended.

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

    _of: str = "paths"  # or "tours", "closed tours"
    _avoided: tuple[Cell, ...] = ()
    # The heuristic by flat cell: for "astar" and "jps" a lower bound on the cost to the exit, for
    # "weighted-astar" the bound times the weight, for "greedy" the bound as if all cells cost 1.
    _rest: NDArray[np.float64] | None = None

    @cached_property
    def _ground(self) -> Board:
        """The board without the avoided cells."""
        return BoardWithout(self.board, self._avoided) if self._avoided else self.board

    def webpage(
        self,
        beside: Trace | None = None,
        *,
        title: str = "",
        dark: bool | None = None,
        at: int | None = None,
        language: Literal["en", "zh"] = "en",
    ) -> str:
        """Return a web page that plays the trace: one HTML file, which loads nothing from the network.

        Parameters
        ----------
        beside : Trace, optional
            The trace of another algorithm on the same board, played at the same time.
        title : str, optional
            The heading of the page.
        dark : bool, optional
            Dark or light colours.  Default: the setting of the reader's browser.
        at : int, optional
            The number of events shown when the page opens.  Default: 0.
        language : {"en", "zh"}
            The language of the page: English or Chinese.

        Raises
        ------
        InputError
            If the board has more than 512 rows or columns, or costs that are not whole numbers from 1 to 9;
            if a trace has more than two million events; or if the boards of the traces differ.
        ArgumentError
            If *at* is not a whole number from 0 to ``len(trace)``.

        Notes
        -----
        O(cells + events) time.  The page has 200 kB, and one or two bytes for each event.

        Examples
        --------
        >>> from gridwalk import Board
        >>> page = Board.rectangle(2, 2).paths().trace(by="bfs").webpage()
        >>> page.startswith("<!doctype html>")
        True

        """
        from gridwalk.draw.webpage import webpage

        return webpage(self, beside, title=title, dark=dark, at=at, language=language)

    def svg(
        self, at: int | None = None, *, dark: bool | None = None, legend: bool = True, squares: bool = False
    ) -> str:
        """Return the board after *at* events (default: all, and the path) as an SVG picture.

        The arguments are the same as for `Board.svg`.

        >>> from gridwalk import Board
        >>> Board.rectangle(2, 2).paths().trace(by="bfs").svg(at=3).startswith("<svg ")
        True
        """
        from gridwalk.draw.svg import svg

        return svg(self.board, None, self, at, dark=dark, legend=legend, squares=squares)

    def save(
        self,
        file: str | PathLike[str],
        beside: Trace | None = None,
        *,
        at: int | None = None,
        title: str = "",
        dark: bool = False,
        pixels: int | None = None,
        squares: bool = False,
        frames: int | None = None,
        fps: float | None = None,
        language: Literal["en", "zh"] = "en",
    ) -> None:
        """Write the search to a file; the ending of its name is the format.  Errors leave no partial file.

        Parameters
        ----------
        file : str or path-like
            ``.gif`` and ``.apng``: an animation (with *at*, a single picture).  ``.svg`` and ``.png``: the
            board at the end, or after *at* events.  ``.html``: the page of `webpage`.  ``.txt``: some frames
            as text.  ``.npy``: the array `events`.
        beside, title
            As for `webpage`, in .html only.
        at : int, optional
            The number of events after which the board is shown; for .npy, the number of events saved.
        dark, pixels, squares
            As for `Path.save`.
        frames : int, optional
            The number of frames of an animation, evenly spaced.  Default: 200, in .txt 8.
        fps : float, optional
            The number of frames per second, up to 50.  Default: 10.
        language : {"en", "zh"}
            The language of the file: English or Chinese.

        Raises
        ------
        ArgumentError
            If the ending is none of these.
        ArgumentError, InputError
            If an option does not apply to the format, an animation would be too large, or the file cannot be
            written.

        """
        from gridwalk.draw import save

        step = None if at is None else self._checked_step(at, "at")
        look = save.Look(dark, pixels, squares)
        ending = save.checked_ending(
            file, save.TRACE, **vars(look), beside=beside, title=title, frames=frames, fps=fps,
            language=language != "en" and language,
        )  # fmt: skip
        forms = save.trace_forms(
            self, look, lambda: "".join(f"{text}\n" for text in save.frames_of(self, step, frames)),
            beside=beside, at=step, title=title, frames=frames, fps=fps or save.FPS, language=language,
        )  # fmt: skip
        save.write(file, ending, forms)

    def _repr_html_(self) -> str | None:
        """The player for notebooks; None for large boards, which are shown as a picture or text."""
        from gridwalk.draw.webpage import notebook

        return notebook(self)

    def _repr_svg_(self) -> str | None:
        """The SVG of the whole search for notebooks; None for large boards, which are shown as text."""
        from gridwalk.draw.svg import notebook

        return notebook(self.board, trace=self)

    def __str__(self) -> str:
        return str(self.at(len(self)))

    def __repr__(self) -> str:
        return f"<Trace: {self.by}, {len(self):,} events, {self._answer}>"

    @overload
    def __getitem__(self, number: int) -> Snapshot: ...
    @overload
    def __getitem__(self, number: slice) -> list[Snapshot]: ...
    def __getitem__(self, number: int | slice) -> Snapshot | list[Snapshot]:
        steps = range(1, len(self) + 1)
        if isinstance(number, slice):
            return [Snapshot(self, step) for step in steps[number]]
        return Snapshot(self, steps[index(number)])

    def __iter__(self) -> Iterator[Snapshot]:
        return (Snapshot(self, step) for step in range(1, len(self) + 1))

    def predecessors(self, at: int | None = None, *, flat: bool = False) -> NDArray[np.int32]:
        """Return the predecessor matrix after *at* events (default: all).

        Parameters
        ----------
        at : int, optional
            As for `at`.
        flat : bool
            If true, cells are flat indices, ``row * columns + column``.

        Returns
        -------
        int32 array, shape (rows, columns, 2); if flat (rows * columns,)
            ``matrix[row, column]`` is the cell from which the search entered ``(row, column)``, for "jps" the
            previous jump point.  The start is its own predecessor.  A cell that was not entered has (-1, -1),
            or -1 if *flat*; so has a cell that was left by backtracking in a listing or a search for a tour.

        Raises
        ------
        UnsuitableAlgorithmError
            If the algorithm is "labels", which stores no predecessors.

        Examples
        --------
        >>> from gridwalk import Board
        >>> Board.rectangle(1, 3).paths().trace(by="dfs").predecessors().tolist()
        [[[0, 0], [0, 0], [0, 1]]]
        >>> Board.from_text("S.#\\n#.E").paths().trace(by="bfs").predecessors(flat=True).tolist()
        [0, 0, -1, -1, 1, 4]

        """
        snapshot = self._last(at)
        return snapshot._cell_before.copy() if flat else snapshot.predecessors

    def footprints(self, at: int | None = None) -> NDArray[np.uint8]:
        """Return the maze and the footprints of the search after *at* events (default: all).

        uint8 array of shape (rows, columns): 0 is an open cell, 1 a wall, 2 a footprint, which is a cell with
        a predecessor or a label.

        >>> from gridwalk import Board
        >>> Board.from_text("S.#E").paths().trace(by="dfs").footprints().tolist()
        [[2, 2, 1, 0]]
        """
        return self._last(at).footprints

    def labels(self, at: int | None = None) -> NDArray[np.int32]:
        """Return the distance labels after *at* events (default: all).

        int32 array of shape (rows, columns): the number of moves from the start; -1 in walls and unlabelled
        cells.  If the algorithm is not "labels", raise `UnsuitableAlgorithmError`.

        >>> from gridwalk import Board
        >>> Board.from_text("S.\\n#E").paths().trace(by="labels").labels().tolist()
        [[0, 1], [-1, 2]]
        """
        return self._last(at).labels

    def _last(self, at: int | None) -> Snapshot:
        return self.at(len(self) if at is None else self._checked_step(at, "at"))
