"""Paths: a `Path` is its cells, its cost, the effort of the search, and what is known of better ones."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.answers.cellsequence import CellSequence
from gridwalk.answers.results import Facts
from gridwalk.errors import Cell, QuestionError
from gridwalk.grids.checks import checked_path
from gridwalk.keywords import GLYPHS
from gridwalk.render import seams
from gridwalk.render import text as drawings

if TYPE_CHECKING:
    from gridwalk.answers.anglepath import AnglePath
    from gridwalk.grids.grid import Grid
    from gridwalk.keywords import Measure

LAZY = frozenset({"board", "cells", "closed", "by", "expanded", "backtracks", "best", "_bound"})


class Path(CellSequence, Facts):
    """A simple path on a board: a sequence of its cells.  Two paths are equal if their cells are equal.

    ``len(path)`` counts cells, ``path.length`` moves.  ``path[i]`` is a cell, a slice a list of cells,
    and ``np.asarray(path)`` is ``path.cells``.  ``str(path)`` is a drawing of the whole board.

    Searches return paths.  The cells of a new `Path` must lie on the board; ``path in board.paths(...)``
    tests whether moves connect them and none is repeated.

    Attributes
    ----------
    board : Board
    cells : int32 array, shape (n, 2), read-only
        The cells in order, each ``(row, column)``.
    closed : bool
        Whether a move leads from the last cell back to the first (a closed tour).
    by : str
        The algorithm that found the path.
    expanded, backtracks : int
        The number of cells that the search entered, and of its steps back, until it found this path
        (in a listing: counted from its beginning).
    best : {"length", "cost", ""}
        What the search made as large or as small as it could: "" for a search for any path.
    any_angle : bool
        False: every step is a move (an `AnglePath` has straight lines at any angle).

    Raises
    ------
    PathCellsError
        If the cells are not integers of shape ``(n, 2)`` with *n* of at least 1, or not all on the board.

    Examples
    --------
    >>> from gridwalk import Board
    >>> path = Board.rectangle(1, 3).paths().find()
    >>> path.length, list(path), str(path)
    (2, [(0, 0), (0, 1), (0, 2)], '@-$')
    >>> len(path), path[-1], path[:2], path.letters
    (3, (0, 2), [(0, 0), (0, 1)], 'RR')

    """

    by: str
    expanded: int
    # What most paths have; the others have their own.
    closed: bool = False
    any_angle = False
    backtracks: int = 0
    best: Measure | Literal[""] = ""
    _bound: int | float | None = None

    def __init__(
        self,
        board: Grid,
        cells: ArrayLike,
        closed: bool = False,
        by: str = "",
        expanded: int = 0,
        backtracks: int = 0,
    ) -> None:
        self._keep(board, checked_path(cells, board.shape), closed, by, expanded, backtracks)

    @classmethod
    def _found(
        cls,
        board: Grid,
        cells: NDArray[np.int32],
        closed: bool = False,
        by: str = "",
        expanded: int = 0,
        backtracks: int = 0,
    ) -> Path:
        """Return the path of cells found by a search: unchecked, and not copied if they are int32."""
        path = object.__new__(cls)
        path._keep(board, np.asarray(cells, np.int32).view(), closed, by, expanded, backtracks)
        return path

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Take what the path is made of from its `Batch`, when it is first asked for."""
            listed = object.__getattribute__(self, "__dict__").get("_listed")
            if listed is None or name not in LAZY:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            batch, *place = listed
            self._keep(*batch._parts_of(*place))
            return self.__dict__[name]

    def _keep(
        self, board: Grid, cells: NDArray[np.int32], closed: bool, by: str, expanded: int, backtracks: int
    ) -> None:
        cells.flags.writeable = False
        keep = self.__dict__  # around `__setattr__`, which raises
        keep["board"], keep["cells"], keep["closed"] = board.whole, cells, closed
        keep["by"], keep["expanded"], keep["backtracks"] = by, expanded, backtracks

    @classmethod
    def _cheapest(cls, board: Grid, cells: NDArray[np.int32], by: str, expanded: int) -> Path:
        """Return a path of minimum cost, of *cells* that nobody else has, on a whole *board*: in no time."""
        path = object.__new__(cls)
        cells.setflags(write=False)
        keep = path.__dict__
        keep["board"], keep["cells"], keep["by"], keep["expanded"] = board, cells, by, expanded
        keep["best"] = "cost"
        return path

    def __reduce__(self) -> tuple[Any, ...]:
        made = self.board, self.cells, self.closed, self.by, self.expanded, self.backtracks
        return Path, made, {"best": self.best, "_bound": self._bound}

    def _claiming(self, best: Measure, bound: int | float | None = None) -> Path:
        """Return this path, just found, as the best known; without a *bound* it is proved to be the best."""
        self.__dict__["best"], self.__dict__["_bound"] = best, bound
        return self

    @property
    def bound(self) -> int | float | None:
        """What no path of the set can exceed (longest) or fall below (shortest); None: no claim is made."""
        return self._value if self._bound is None else self._bound

    @property
    def gap(self) -> float | None:
        """How far the path may be from the best, as a share of `bound`: 0 if it is proved to be the best.

        None where no claim is made.
        """
        bound, value = self.bound, self._value
        if bound is None or value is None:
            return None
        if bound == value:
            return 0.0
        return abs(bound - value) / abs(bound) if bound else math.inf

    @property
    def proved(self) -> bool:
        """Whether it is proved that no path of the set is better; False where no claim is made."""
        return self.gap == 0.0

    @property
    def _value(self) -> int | float | None:
        return self.cost if self.best == "cost" else self.length if self.best == "length" else None

    @property
    def _round(self) -> NDArray[np.int32]:
        return np.concatenate([self.cells, self.cells[:1]]) if self.closed else self.cells

    @property
    def waypoints(self) -> NDArray[np.int32]:
        """The cells where the path turns, and its two ends: int32 of shape ``(n, 2)``."""
        steps = seams.steps_along(self.board, self.cells)
        turns = np.flatnonzero((steps[1:] != steps[:-1]).any(axis=1)) + 1
        kept = np.unique(np.concatenate([[0], turns, [len(self.cells) - 1]]))
        return np.take(self.cells, kept, axis=0)

    @property
    def start(self) -> Cell:
        """The first cell."""
        return self[0]

    @property
    def end(self) -> Cell:
        """The last cell."""
        return self[-1]

    @property
    def is_tour(self) -> bool:
        """Whether the path visits every open cell."""
        return len(self.cells) == self.board.open_count

    @property
    def leaps(self) -> bool:
        """Whether some move goes farther than to a neighbouring cell."""
        return bool((np.abs(seams.steps_along(self.board, self.cells)) > 1).any())

    def to_dict(self) -> dict[str, Any]:
        """Return the path as plain values: ``length``, ``cost``, ``cells``, effort; a bound if there is one.

        >>> from gridwalk import Board
        >>> facts = Board.rectangle(1, 2).paths().find().to_dict()
        >>> facts["length"], facts["cells"]
        (1, [[0, 0], [0, 1]])
        """
        return {**self.numbers, "cells": self.cells.tolist()}

    @property
    def numbers(self) -> dict[str, Any]:
        """All that `to_dict` has but the cells."""
        claimed = {} if self.bound is None else {"bound": self.bound, "gap": self.gap, "proved": self.proved}
        return {
            "by": self.by,
            "length": self.length,
            "cost": self.cost,
            "closed": self.closed,
            "expanded": self.expanded,
            "backtracks": self.backtracks,
            **claimed,
        }

    def reversed(self) -> Path:
        """Return the path from its end to its start; a closed tour keeps its start.

        ``reversed(path)``, the built-in function, iterates over the cells backwards instead.

        Raises
        ------
        QuestionError
            If some move has no reverse move.

        """
        cells = np.roll(self.cells[::-1], 1, axis=0) if self.closed else self.cells[::-1]
        path = Path._found(self.board, cells, self.closed, self.by, self.expanded, self.backtracks)
        if not self.board.symmetric:
            for u, v in zip(path, [*path[1:], *path[: self.closed]], strict=False):
                if not self.board.has_move(u, v):
                    raise QuestionError("reversed", f"no move leads from {u} to {v}")
        return path

    def smoothed(self) -> AnglePath:
        """Return an any-angle path: this one pulled taut, in straight lines between some of its cells.

        From its start on, the last cell that is in line of sight (`Board.sees`), as are all before it, is
        the next way point (Botea, Müller and Schaeffer 2004).  It is never longer, and not always the
        shortest any-angle path, not even of those over the same cells.

        Raises
        ------
        QuestionError
            If the path is closed, has leaps or steps through portals, or the board has costs, one-way
            cells, or sides that meet.

        Notes
        -----
        A line of sight for each cell: O(length * (rows + columns)).  Cells that the set of the path avoids
        are no walls.

        >>> from gridwalk import Board
        >>> Board.rectangle(4, 5).paths().shortest().smoothed()
        <AnglePath: any-angle path of length 5 over 2 way points from (0, 0) to (3, 4)>
        """
        from gridwalk.answers.anglepath import AnglePath

        return AnglePath.of(self)

    def draw(self, *, numbers: bool | None = None, glyphs: str = GLYPHS, blanks: bool = False) -> str:
        """Return the path drawn on its board.

        Parameters
        ----------
        numbers : bool, optional
            Whether to print step numbers, from 1, or the characters ``@`` start, ``$`` end, ``+`` turn,
            ``-``, ``|``, ``/`` and ``\\``, which go through the doors between rooms, too.  Default, as in
            ``str(path)``: numbers if a move leaps, and in closed tours.
        glyphs, blanks
            As for `Board.draw`; step numbers are always separated by blanks.

        Raises
        ------
        ArgumentError
            As for `Board.draw`.

        Examples
        --------
        >>> from gridwalk import Board
        >>> maze = Board.from_matrix([[0, 1], [0, 0]])
        >>> print(maze.paths().find().draw(glyphs="01", blanks=True))
        @ 1
        + $

        """
        if self.leaps or self.closed if numbers is None else numbers:
            return drawings.draw_numbers(self.board, self.cells, glyphs=glyphs)
        return drawings.draw_path(self.board, self.cells, glyphs=glyphs, blanks=blanks)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Path):
            return NotImplemented
        return self.closed == other.closed and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash((self.closed, self.cells.tobytes()))

    def _repr_svg_(self) -> str | None:
        """The SVG for notebooks; None for large boards, which are shown as text."""
        from gridwalk.render.svg import notebook

        return notebook(self.board, self)

    def __repr__(self) -> str:
        kind = "path" if not self.closed else "closed tour" if self.is_tour else "cycle"
        return f"<Path: {kind} of {self.length} moves from {self.start} to {self.end}, by {self.by}>"
