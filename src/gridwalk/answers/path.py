"""Paths on boards, on boards of levels, and of networks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, InitVar, dataclass, replace
from functools import cached_property
from operator import index
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.cellsequence import CellSequence
from gridwalk.board.board import Board
from gridwalk.board.checks import checked_path
from gridwalk.board.passages import steps_along
from gridwalk.draw import text as drawings
from gridwalk.errors import Cell, QuestionError
from gridwalk.keywords import GLYPHS, Least
from gridwalk.network.board import NetworkBoard

NO_BOARD = "a network has neither rows nor columns"


@dataclass(frozen=True, eq=False, repr=False)
class Path(CellSequence):
    """A simple path on a board: a sequence of its cells.  Two paths are equal if their cells are equal.

    ``len(path)`` is the number of cells, ``path.length`` the number of moves.  ``path[i]`` is a cell,
    ``path[i:j]`` a list of cells, ``np.asarray(path)`` the array ``path.cells``, and ``str(path)`` a drawing
    of the board.

    Searches return paths.  A `Path` can also be made of any cells of the board; ``path in board.paths(...)``
    tests whether these are distinct and connected by moves.

    Attributes
    ----------
    board : Board
    cells : int32 array, shape (n, 2), read-only
        The cells in order, each ``(row, column)``.
    closed : bool
        Whether a move leads from the last cell back to the first (a cycle or closed tour).
    by : str
        The algorithm that found the path.
    expanded, backtracks : int
        The number of cells that the search entered, and of its steps back, until it found this path.  In a
        listing, both are counted from the beginning of the listing.
    best : {"length", "cost", "turns", "worst", ""}
        The measure that the search optimised; "" for a search for any path.

    Raises
    ------
    CellError
        If the cells are not integers of shape ``(n, 2)`` with ``n >= 1``, or some are not on the board.

    Examples
    --------
    >>> from gridwalk import Board
    >>> path = Board.rectangle(1, 3).paths().find()
    >>> path.length, list(path), str(path)
    (2, [(0, 0), (0, 1), (0, 2)], '@-$')
    >>> len(path), path[-1], path[:2], path.letters
    (3, (0, 2), [(0, 0), (0, 1)], 'RR')

    """

    board: Board
    cells: NDArray[np.int32]
    closed: bool = False
    by: str = ""
    expanded: int = 0
    backtracks: int = 0
    _: KW_ONLY
    best: Least | Literal[""] = ""
    _bound: int | float | None = None
    _turn_cost: int | float = 0
    _is_checked: InitVar[bool] = False

    @classmethod
    def _found(
        cls,
        board: Board,
        cells: NDArray[np.int32],
        closed: bool = False,
        by: str = "",
        expanded: int = 0,
        backtracks: int = 0,
        best: Least | Literal[""] = "",
    ) -> Path:
        """Return the path of cells found by a search.  They are not checked, nor copied if int32."""
        cells = np.asarray(cells, np.int32).view()
        cells.flags.writeable = False
        kind = path_type(board)
        return kind(board._whole, cells, closed, by, expanded, backtracks, best=best, _is_checked=True)

    def __post_init__(self, _is_checked: bool) -> None:
        if not _is_checked:
            cells = checked_path(self.cells, self.board.shape)
            cells.flags.writeable = False
            object.__setattr__(self, "cells", cells)

    def _claiming(
        self, best: Least | Literal[""], bound: int | float | None = None, *, turn_cost: int | float = 0
    ) -> Path:
        """Return this path with a claim: within *bound* of the best, or without one, the best."""
        return replace(self, best=best, _bound=bound, _turn_cost=turn_cost, _is_checked=True)

    @property
    def waypoints(self) -> NDArray[np.int32]:
        """The two ends and the cells where the path turns: int32 array of shape ``(n, 2)``."""
        steps = steps_along(self.board, self.cells)
        turns = np.flatnonzero((steps[1:] != steps[:-1]).any(axis=1)) + 1
        kept = np.unique(np.concatenate([[0], turns, [len(self.cells) - 1]]))
        return np.take(self.cells, kept, axis=0)

    @property
    def is_tour(self) -> bool:
        """Whether the path visits every open cell."""
        return len(self.cells) == self.board.open_count

    @property
    def worst(self) -> int | float:
        """The cost of the most expensive step, or of the start if that is more.

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
        """Whether some move does not lead to a neighbouring cell."""
        steps = steps_along(self.board, self.cells)
        if self.board.levels is not None:
            steps = steps[~self.board.levels.jumps(steps)]
        return bool((np.abs(steps) > 1).any())

    def _elsewhere(self, name: str) -> str:
        return (
            "draw(numbers=True) has the numbers of the steps"
            if name == "matrix"
            else super()._elsewhere(name)
        )

    @property
    def numbers(self) -> dict[str, Any]:
        """The values of `to_dict`, without the cells."""
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

        The built-in ``reversed(path)`` iterates over the cells instead.

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
            If true, print step numbers, from 1; if false, lines (``-``, ``|``, ``/``, ``\\``) with ``@`` at
            the start, ``$`` at the end and ``+`` at turns.  Default: numbers for closed tours and if a move
            leaps.
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
        from gridwalk.draw.svg import notebook

        return notebook(self.board, self)

    def __repr__(self) -> str:
        kind = "path" if not self.closed else "closed tour" if self.is_tour else "cycle"
        start, end = map(self.board._said, (self.start, self.end))
        return f"<Path: {kind} of {self.length} moves from {start} to {end}, by {self.by}>"


@dataclass(frozen=True, eq=False, repr=False)
class LevelPath(Path):
    """A simple path on a board of levels: a `Path` with the level of each cell.

    Attributes
    ----------
    nodes : list of (level, row, column)
        The cells, in order.

    >>> from gridwalk import Board
    >>> path = Board.from_levels([[[0, 0]], [[1, 0]]]).paths().find()
    >>> path.nodes, path
    ([(0, 0, 0), (0, 0, 1), (1, 0, 1)], <Path: path of 2 moves from (0, 0, 0) to (1, 0, 1), by dfs>)

    """

    @cached_property
    def nodes(self) -> list[Any]:
        """The level, row and column of each cell, in order."""
        return [tuple(node) for node in self.board._listed_names(self.cells)]

    @property
    def _visited(self) -> dict[str, list[Any]]:
        return {"nodes": self.nodes}


@dataclass(frozen=True, eq=False, repr=False)
class NetworkPath(Path):
    """A simple path, cycle or tour of a network: a sequence of the names of its nodes.

    Attributes
    ----------
    nodes : list
        The names of the nodes in order; a closed path returns from the last to the first.
    edges : list of int
        The numbers of the edges in order, as in `Network.edges`; they distinguish parallel edges.
    length, cost : number
        The sums of the lengths and of the costs of its edges.

    Two paths are equal if they start at the same node and take the same edges.

    >>> from gridwalk import Network
    >>> path = Network([("a", "b"), ("b", "c", 5)]).paths("a", "c").find()
    >>> path.nodes, path.edges, path.length
    (['a', 'b', 'c'], [0, 1], 6)

    """

    @property
    def network(self) -> Any:
        """The network."""
        return self.board.network

    @property
    def _board(self) -> NetworkBoard:
        board: Any = self.board
        return board  # type: ignore[no-any-return]

    @property
    def _places(self) -> list[Cell]:
        return [(place, 0) for place in self.cells[:, 0].tolist()]

    @cached_property
    def nodes(self) -> list[Any]:
        """The names of the nodes, in order."""
        names = self._board.edges.nodes
        return [names[v] for v in self.cells[::2, 0].tolist()]

    @cached_property
    def edges(self) -> list[int]:
        """The numbers of the edges, in order."""
        return [place - self._board.nodes for place in self.cells[1::2, 0].tolist()]

    @property
    def length(self) -> int:
        """The sum of the lengths of its edges."""
        return int(self._board._length_of_place[self.cells[:, 0]].sum())

    @cached_property
    def cost(self) -> int | float:
        """The sum of the costs of its edges."""
        return self._board._step_costs.cost_of_cell[self.cells[:, 0]].sum().item()  # type: ignore[no-any-return]

    @property
    def worst(self) -> int | float:
        """The cost of its most expensive edge; 0 for a single node."""
        edges = self._board._step_costs.cost_of_cell[self.cells[1::2, 0]]
        return edges.max(initial=0).item()  # type: ignore[no-any-return]

    @property
    def is_tour(self) -> bool:
        """Whether the path visits every node."""
        return len(self) == self._board.open_count

    @property
    def start(self) -> Any:
        """The first node."""
        return self.nodes[0]

    @property
    def end(self) -> Any:
        """The last node."""
        return self.nodes[-1]

    def reversed(self) -> Path:
        """Return the path from its end to its start; a closed path keeps its start."""
        cells = np.roll(self.cells[::-1], 1, axis=0) if self.closed else self.cells[::-1]
        places = [(place, 0) for place in cells[:, 0].tolist()]
        if self._board._length_along(places, closed=self.closed) is None:
            raise QuestionError("reversed()", "some edge of the path leads one way only")
        return Path._found(self.board, cells, self.closed, self.by, self.expanded, self.backtracks)

    @property
    def _visited(self) -> dict[str, list[Any]]:
        return {"nodes": self.nodes, "edges": self.edges}

    def _elsewhere(self, name: str) -> str:
        if name in ("rows", "columns"):
            raise QuestionError(name, NO_BOARD)
        return super()._elsewhere(name)

    @property
    def waypoints(self) -> NDArray[np.int32]:
        """Raise `QuestionError`: a network has no directions."""
        raise QuestionError("waypoints", NO_BOARD)

    @property
    def turns(self) -> int:
        """Raise `QuestionError`: a network has no directions."""
        raise QuestionError("turns", NO_BOARD)

    @property
    def letters(self) -> str:
        """Raise `QuestionError`: a network has no directions."""
        raise QuestionError("letters", NO_BOARD)

    def draw(self, **_: Any) -> str:
        """Return the names of the nodes in one line."""
        return " - ".join(map(str, [*self.nodes, *self.nodes[: self.closed]]))

    def __len__(self) -> int:
        return (len(self.cells) + 1) // 2

    def __getitem__(self, number: Any) -> Any:
        return self.nodes[number if isinstance(number, slice) else index(number)]

    def __iter__(self) -> Iterator[Any]:
        yield from self.nodes

    def __reversed__(self) -> Iterator[Any]:
        yield from reversed(self.nodes)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.nodes, dtype, copy=copy)

    def __contains__(self, node: object) -> bool:
        return node in self.nodes

    def __repr__(self) -> str:
        kind = "path" if not self.closed else "closed tour" if self.is_tour else "cycle"
        edges = f"{len(self.edges)} edge" + "s" * (len(self.edges) != 1)
        return f"<NetworkPath: {kind} of {edges} from {self.start!r} to {self.end!r}, by {self.by}>"


def path_type(board: Board) -> type[Path]:
    """Return the class of the paths of a board."""
    if board._is_network:
        return NetworkPath
    return Path if board.levels is None else LevelPath
