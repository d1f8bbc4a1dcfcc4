"""Paths: cells, cost, the effort of the search, what is known of better ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.answers.cellsequence import StepSequence
from gridwalk.board.checks import checked_path
from gridwalk.errors import QuestionError
from gridwalk.keywords import GLYPHS
from gridwalk.render import seams
from gridwalk.render import text as drawings

if TYPE_CHECKING:
    from gridwalk.board.board import Board
    from gridwalk.keywords import Least

LAZY = frozenset({"board", "cells", "closed", "by", "expanded", "backtracks"})


class Path(StepSequence):
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
    best : {"length", "cost", "turns", "worst", ""}
        What the search made as large or as small as it could: "" for a search for any path.  With a price of
        turns `bound` is the cost and that of all turns.

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

    def __init__(
        self,
        board: Board,
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
        board: Board,
        cells: NDArray[np.int32],
        closed: bool = False,
        by: str = "",
        expanded: int = 0,
        backtracks: int = 0,
    ) -> Path:
        """Return the path of cells found by a search: unchecked, and not copied if they are int32."""
        path: Path = object.__new__(board._path_type)
        path._keep(board, np.asarray(cells, np.int32).view(), closed, by, expanded, backtracks)
        return path

    if not TYPE_CHECKING:

        @property
        def best(self) -> str:
            """What the search made as large or as small as it could."""
            return self.__dict__.get("best", "")

        def __getattr__(self, name: str) -> Any:
            """Take what the path is made of from its `Batch`, or from bytes, when it is first asked for."""
            keep = object.__getattribute__(self, "__dict__")
            if name in LAZY and (listed := keep.get("_listed")) is not None:
                batch, number = listed
                self._keep(*batch._parts_of(number, keep["cells"]))
            else:
                return super().__getattr__(name)
            return keep[name]

    def _keep(
        self, board: Board, cells: NDArray[np.int32], closed: bool, by: str, expanded: int, backtracks: int
    ) -> None:
        cells.flags.writeable = False
        keep = self.__dict__  # around `__setattr__`, which raises
        keep["board"], keep["cells"], keep["closed"] = board._whole, cells, closed
        keep["by"], keep["expanded"], keep["backtracks"] = by, expanded, backtracks

    def __reduce__(self) -> tuple[Any, ...]:
        made = self.board, self.cells, self.closed, self.by, self.expanded, self.backtracks
        return type(self), made, {"best": self.best, "_bound": self._bound, "_turn_cost": self._turn_cost}

    def _claiming(
        self, best: Least | Literal[""], bound: int | float | None = None, *, turn_cost: int | float = 0
    ) -> Path:
        """Return this path, just found, as the best known; without a *bound* it is proved to be the best."""
        self.__dict__.update(best=best, _bound=bound, _turn_cost=turn_cost)
        return self

    @property
    def waypoints(self) -> NDArray[np.int32]:
        """The cells where the path turns, and its two ends: int32 of shape ``(n, 2)``."""
        steps = seams.steps_along(self.board, self.cells)
        turns = np.flatnonzero((steps[1:] != steps[:-1]).any(axis=1)) + 1
        kept = np.unique(np.concatenate([[0], turns, [len(self.cells) - 1]]))
        return np.take(self.cells, kept, axis=0)

    @property
    def is_tour(self) -> bool:
        """Whether the path visits every open cell."""
        return len(self.cells) == self.board.open_count

    @property
    def worst(self) -> int | float:
        """The cost of the most expensive step, or of the cell where the path starts, if that is more.

        >>> from gridwalk import Board
        >>> Board.from_costs([[7, 2, 3]]).paths().find().worst
        7
        """
        costs = self.board.costs
        places = np.ravel_multi_index(tuple(self._round.T), self.board.shape)
        steps = self.board._step_costs.of_steps(places[:-1], places[1:])
        own = 1 if costs is None else costs.reshape(-1)[places[0]].item()
        worst: int | float = max(own, steps.max(initial=0).item())
        return worst

    @property
    def leaps(self) -> bool:
        """Whether some move goes farther than to a neighbouring cell."""
        steps = seams.steps_along(self.board, self.cells)
        if self.board.levels is not None:
            steps = steps[~self.board.levels.jumps(steps)]
        return bool((np.abs(steps) > 1).any())

    @property
    def numbers(self) -> dict[str, Any]:
        """All that `to_dict` has but the cells."""
        claimed = {} if self.bound is None else {"bound": self.bound, "gap": self.gap, "proved": self.proved}
        more: dict[str, Any] = {"turns": self.turns} if self._turn_cost or self.best == "turns" else {}
        more |= {"worst": self.worst} if self.best == "worst" else {}
        return {
            "by": self.by,
            "length": self.length,
            "cost": self.cost,
            "closed": self.closed,
            "expanded": self.expanded,
            "backtracks": self.backtracks,
            **more,
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
        if not self.board._symmetric:
            for u, v in zip(path, [*path[1:], *path[: self.closed]], strict=False):
                if not self.board.has_move(u, v):
                    raise QuestionError("reversed", f"no move leads from {u} to {v}")
        return path

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
        start, end = map(self.board._said, (self.start, self.end))
        return f"<Path: {kind} of {self.length} moves from {start} to {end}, by {self.by}>"
