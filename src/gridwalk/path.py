"""Paths: a `Path` is its cells, its cost and the effort of the search; a `Batch` is many paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.checks import checked_path
from gridwalk.errors import ArgumentError, Cell, QuestionError
from gridwalk.moves import SQRT2, letters_of
from gridwalk.render.seams import steps_along
from gridwalk.render.text import GLYPHS, draw_numbers, draw_path

if TYPE_CHECKING:
    from gridwalk.grid import Grid


class Path(Sequence[Cell]):
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

    board: Grid
    cells: NDArray[np.int32]
    closed: bool
    by: str
    expanded: int
    backtracks: int

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

    def _keep(
        self, board: Grid, cells: NDArray[np.int32], closed: bool, by: str, expanded: int, backtracks: int
    ) -> None:
        cells.flags.writeable = False
        keep = self.__dict__  # around `__setattr__`, which raises
        keep["board"], keep["cells"], keep["closed"] = board.whole, cells, closed
        keep["by"], keep["expanded"], keep["backtracks"] = by, expanded, backtracks

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a path is immutable")

    def __reduce__(self) -> tuple[Any, ...]:
        return Path, (self.board, self.cells, self.closed, self.by, self.expanded, self.backtracks)

    @property
    def length(self) -> int:
        """The number of moves; a closed path has as many moves as cells."""
        return len(self.cells) - 1 + self.closed

    @cached_property
    def cost(self) -> int | float:
        """The cost of the path: the sum of the costs of the cells entered.

        On a board without costs: 1 per move, the square root of 2 per diagonal step.
        """
        around = np.concatenate([self.cells, self.cells[:1]]) if self.closed else self.cells
        if self.board.costs is not None:
            total: int | float = self.board.costs[around[1:, 0], around[1:, 1]].sum().item()
            return total
        diagonals = int(self.board.moves.are_diagonal(*np.diff(around, axis=0).T).sum())
        return self.length - diagonals + diagonals * SQRT2 if diagonals else self.length

    @property
    def waypoints(self) -> NDArray[np.int32]:
        """The cells where the path turns, and its two ends: int32 of shape ``(n, 2)``."""
        steps = steps_along(self.board, self.cells)
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
        return bool((np.abs(steps_along(self.board, self.cells)) > 1).any())

    @property
    def letters(self) -> str:
        """The moves in letters, as `Moves.ordered` takes them: ``"DDRR"``, or a knight's ``"DDR,URR"``."""
        around = np.concatenate([self.cells, self.cells[:1]]) if self.closed else self.cells
        words = [letters_of(*step) for step in steps_along(self.board, around).tolist()]
        return ("," if any(len(name) > 1 for name in (*words, *self.board.moves.names)) else "").join(words)

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
            return draw_numbers(self.board, self.cells, glyphs=glyphs)
        return draw_path(self.board, self.cells, glyphs=glyphs, blanks=blanks)

    def __len__(self) -> int:
        return len(self.cells)

    @overload
    def __getitem__(self, number: int) -> Cell: ...
    @overload
    def __getitem__(self, number: slice) -> list[Cell]: ...
    def __getitem__(self, number: int | slice) -> Cell | list[Cell]:
        if isinstance(number, slice):
            return list(map(tuple, self.cells[number].tolist()))
        row, column = self.cells[index(number)].tolist()
        return row, column

    def __iter__(self) -> Iterator[Cell]:
        return map(tuple, self.cells.tolist())

    def __reversed__(self) -> Iterator[Cell]:
        return map(tuple, self.cells[::-1].tolist())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.cells, dtype, copy=copy)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Path):
            return NotImplemented
        return self.closed == other.closed and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash((self.closed, self.cells.tobytes()))

    def __str__(self) -> str:
        return self.draw()

    def _repr_svg_(self) -> str | None:
        """The SVG for notebooks; None for large boards, which are shown as text."""
        from gridwalk.render.svg import notebook

        return notebook(self.board, self)

    def __repr__(self) -> str:
        kind = "path" if not self.closed else "closed tour" if self.is_tour else "cycle"
        return f"<Path: {kind} of {self.length} moves from {self.start} to {self.end}, by {self.by}>"


MaybePath = TypeVar("MaybePath", bound=Path | None)


@dataclass(frozen=True, eq=False, repr=False)
class Batch(Generic[MaybePath]):
    """Many paths of one board as arrays; ``batch[i]`` is a `Path`, or None where there is no path.

    Attributes
    ----------
    board : Board
    cells : int32 array, shape (all cells, 2), read-only
        The cells of all paths, one path after another.
    offsets : int64 array, shape (paths + 1,), read-only
        The cells of path *i* are ``cells[offsets[i]:offsets[i + 1]]``; without cells there is no path.
    by : str
        The algorithm.
    closed : bool
        Whether the paths are cycles or closed tours.

    """

    board: Grid
    cells: NDArray[np.int32]
    offsets: NDArray[np.int64]
    by: str = ""
    closed: bool = False
    _costs: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "board", self.board.whole)
        self.cells.flags.writeable = self.offsets.flags.writeable = False

    @cached_property
    def costs(self) -> NDArray[np.float64]:
        """The cost of each path, infinite where there is no path; read-only."""
        costs = self._costs
        if costs is None:
            costs = np.array([np.inf if path is None else path.cost for path in self], np.float64)
        costs.flags.writeable = False
        return costs

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of moves of each path; -1 where there is no path."""
        counts = np.diff(self.offsets)
        return counts - 1 + (self.closed & (counts > 0))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, number: int) -> MaybePath:
        try:
            number = range(len(self))[index(number)]
        except TypeError:
            raise ArgumentError("number", number, "a whole number; iterate for all") from None
        first, end = self.offsets[number : number + 2].tolist()
        path = Path._found(self.board, self.cells[first:end], self.closed, self.by) if end > first else None
        return cast("MaybePath", path)

    def __iter__(self) -> Iterator[MaybePath]:
        return (self[number] for number in range(len(self)))

    def __repr__(self) -> str:
        return f"<Batch: {len(self):,} answers with {len(self.cells):,} cells, by {self.by}>"

    def only(self, kept: NDArray[np.bool_]) -> Batch[MaybePath]:
        """Return a batch of the paths where *kept*, an array of bool, is true."""
        counts = np.diff(self.offsets)
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts[kept])])
        costs = None if self._costs is None else self._costs[kept]
        cells = self.cells[np.repeat(kept, counts)]
        return Batch(self.board, cells, offsets, self.by, self.closed, costs)
