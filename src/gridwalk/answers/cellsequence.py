"""Cells in order on a board: what all paths have in common, and walks through many stops."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import index
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.results import Facts
from gridwalk.board.moves import letters_of
from gridwalk.errors import Cell, counted
from gridwalk.errors.missing import Suggesting
from gridwalk.keywords import GLYPHS
from gridwalk.render import text as drawings
from gridwalk.render.seams import directions_along, steps_along, through_portals

if TYPE_CHECKING:
    from gridwalk.board.board import Board
    from gridwalk.keywords import Least, Measure


class CellSequence(Sequence[Cell], Facts, Suggesting):
    """The cells of something on a board, in order; it never changes.

    Attributes
    ----------
    board : Board
    cells : int32 array, shape (n, 2), read-only
        Each ``(row, column)``.

    """

    board: Board
    cells: NDArray[np.int32]
    by: str
    closed: bool
    expanded: int
    backtracks: int
    best: Least | Literal[""] = ""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"this {type(self).__name__} is immutable")

    @property
    def length(self) -> int | float:
        """How long it is."""
        raise NotImplementedError

    @property
    def cost(self) -> int | float:
        """What it costs."""
        raise NotImplementedError

    @property
    def bound(self) -> int | float | None:
        """What others can be at best; None: no claim is made."""
        return None

    @property
    def gap(self) -> float | None:
        """How far it may be from the best, as a share of `bound`: 0 if it is proved to be the best.

        None where no claim is made.
        """
        return None

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
        """Whether it is a path that visits every open cell."""
        return False

    def draw(self) -> str:
        """Return the cells drawn on their board."""
        raise NotImplementedError

    def svg(self, *, dark: bool | None = None, legend: bool = False, squares: bool = False) -> str:
        """Return it on its board as an SVG picture; the arguments are those of `Board.svg`.

        >>> from gridwalk import Board
        >>> Board.rectangle(2, 3).paths().shortest().svg().startswith("<svg ")
        True
        """
        from gridwalk.render.svg import svg

        return svg(self.board, self, dark=dark, legend=legend, squares=squares)

    def save(
        self,
        file: str | PathLike[str],
        *,
        dark: bool = False,
        pixels: int | None = None,
        squares: bool = False,
    ) -> None:
        """Write it to a file, as the ending of its name says; the file is whole, or is not written.

        Parameters
        ----------
        file : str or path-like
            ``.svg`` and ``.png`` are pictures; ``.txt`` is the drawing of ``str(path)``, ``.json`` the text
            of `to_json`, ``.npy`` an array of the cells; of a `Path` on a board ``.html`` is a page.  A path
            of a network has neither ``.npy`` nor ``.html``.
        dark : bool
            Dark colours; without it .svg and .html follow the reader.
        pixels : int, optional
            Pixels a cell in a .png.  Default: at most 960 a side.
        squares : bool
            Whether pictures name columns and rows as a chessboard's.

        Raises
        ------
        UnknownChoiceError
            If the ending is none of these.
        ArgumentError, InputError
            If an option does not apply to the file, or the file cannot be written.

        """
        from gridwalk.render.save import save_path

        save_path(self, file, dark=dark, pixels=pixels, squares=squares)

    @property
    def numbers(self) -> dict[str, Any]:
        """All that `to_dict` has but the cells."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: ``length``, ``cost``, effort, a bound if there is one, ``cells``.

        >>> from gridwalk import Board
        >>> facts = Board.rectangle(1, 2).paths().find().to_dict()
        >>> facts["length"], facts["cells"]
        (1, [[0, 0], [0, 1]])
        """
        return {**self.numbers, "cells": self.board._listed_names(self.cells)}

    @property
    def _visited(self) -> dict[str, Any]:
        """What it visits, by the names that `to_dict` has for it."""
        return {"cells": self.cells}

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

    def __str__(self) -> str:
        return self.draw()


class StepSequence(CellSequence):
    """Cells in order, with a move of the board from each to the next."""

    _bound: int | float | None = None
    _turn_cost: int | float = 0  # of a turn, where the path claims to be cheapest with its turns

    @property
    def _round(self) -> NDArray[np.int32]:
        """The cells with all their moves: a closed path returns to its first."""
        return np.concatenate([self.cells, self.cells[:1]]) if self.closed else self.cells

    @property
    def length(self) -> int:
        """The number of moves; a closed path has as many moves as cells."""
        return len(self.cells) - 1 + self.closed

    @cached_property
    def cost(self) -> int | float:
        """The sum of what the steps cost: each the cost of the cell entered; without costs 1.

        A diagonal step of one cell costs ``board.diagonal`` times as much; that is by default 1 on a board
        with costs, the square root of 2 without.
        """
        return self.board._step_costs.total(self._round)

    @property
    def turns(self) -> int:
        """How often the path changes direction: how many moves have another direction than the one before.

        How far a move goes makes no difference: a piece that slides on in the same direction does not turn.
        Over the seam of a board that is wrapped round a path goes straight on.  A step through a portal
        has no direction: the moves before and after it are compared.  A closed path may turn at its start.

        >>> from gridwalk import Board
        >>> Board.from_text("S.#\\n#..").paths((0, 0), (1, 2)).find().turns
        2
        """
        directions = directions_along(self.board, self._round)
        before = np.roll(directions, 1, axis=0) if self.closed else directions[:-1]
        return int((directions[len(directions) - len(before) :] != before).any(axis=1).sum())

    @property
    def letters(self) -> str:
        """The moves in letters, as `Moves.ordered` takes them: ``"DDRR"``, or a knight's ``"DDR,URR"``.

        A step through a portal is a ``*``.
        """
        words = names_of_steps(self.board, self._round)
        return ("," if any(len(name) > 1 for name in (*words, *self.board.moves.names)) else "").join(words)

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
        """Whether it is proved that no other is better; False where no claim is made."""
        return self.gap == 0.0

    @property
    def _value(self) -> int | float | None:
        if self.best == "cost" and self._turn_cost:
            return self.cost + self._turn_cost * self.turns
        return getattr(self, self.best) if self.best else None


class Walk(StepSequence):
    """A walk on a board that visits all its stops: a sequence of its cells, which may repeat.

    `Board.visit` makes them.  ``len(walk)`` counts cells, ``walk.length`` moves; ``str(walk)`` is a drawing.

    Attributes
    ----------
    board : Board
    cells : int32 array, shape (n, 2), read-only
        The cells in order, each ``(row, column)``; a walk back ends at the cell where it begins.
    stops : tuple of cells
        The stops in the order of the walk, the start first.
    positions : tuple of int
        Where each stop is in ``cells``, ascending: the leg to stop *i* + 1 is
        ``cells[positions[i]:positions[i + 1] + 1]``.
    back : bool
        Whether the walk returns to its start.
    best : {"length", "cost"}
        What was made as small as it could be.
    bound : int or float
        What every such walk has at least, in that measure.
    by : "held-karp"
        How the order of the stops was found.
    closed : bool
        False: as a drawing, a walk ends where it ends.

    Examples
    --------
    >>> from gridwalk import Board
    >>> walk = Board.rectangle(3, 4).visit([(2, 3), (0, 3), (2, 0)])
    >>> walk.length, walk.proved, walk.stops
    (7, True, ((0, 0), (2, 0), (2, 3), (0, 3)))
    >>> print(walk)
    @..3
    +..+
    1++2

    """

    stops: tuple[Cell, ...]
    positions: tuple[int, ...]
    back: bool
    closed = False

    def __init__(
        self,
        board: Board,
        cells: NDArray[np.int32],
        positions: Sequence[int],
        *,
        back: bool,
        best: Measure,
        by: str,
    ) -> None:
        cells = np.asarray(cells, np.int32).view()
        cells.flags.writeable = False
        keep = self.__dict__
        keep["board"], keep["cells"], keep["back"] = board._whole, cells, back
        keep["positions"], keep["best"], keep["by"] = tuple(positions), best, by
        keep["stops"] = tuple(self[i] for i in positions)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.board, self.cells, self.positions, self.back, self.best, self.by)

    @property
    def numbers(self) -> dict[str, Any]:
        """All that `to_dict` has but the cells."""
        return {
            "by": self.by,
            "length": self.length,
            "cost": self.cost,
            "back": self.back,
            "bound": self.bound,
            "gap": self.gap,
            "proved": self.proved,
            "rows": self.board.rows,
            "columns": self.board.columns,
            "stops": self.board._listed_names(self.cells[list(self.positions)]),
            "positions": list(self.positions),
        }

    def draw(self, *, glyphs: str = GLYPHS) -> str:
        """Return the walk drawn on its board: ``@`` the start, stops by number, ``+`` the cells between.

        From the tenth stop on the drawing has columns.

        Parameters
        ----------
        glyphs : str
            The characters of an open cell and of a wall.

        Raises
        ------
        ArgumentError
            As for `Board.draw`.

        """
        places = self.cells[list(self.positions)]
        return drawings.draw_walk(self.board, self.cells, places, glyphs=glyphs)

    @property
    def _stages(self) -> tuple[Walk, ...]:
        """The parts that enter no cell twice, each up to the next stop at most: the lines of a picture."""
        cuts, seen, cells = [0], set[Cell](), list(self)
        for n, cell in enumerate(cells):
            if cell in seen and cell != cells[n - 1]:
                cuts.append(n - 1)
                seen = {cells[n - 1]}
            if n in self.positions[1:-1]:
                cuts.append(n)
                seen.clear()
            seen.add(cell)
        ends = zip(cuts, [*cuts[1:], len(cells) - 1], strict=True)
        return tuple(
            Walk(self.board, self.cells[a : b + 1], (0, b - a), back=False, best="length", by=self.by)
            for a, b in ends
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Walk):
            return NotImplemented
        return self.positions == other.positions and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash((self.positions, self.cells.tobytes()))

    def _repr_html_(self) -> str:
        """What there is to say, and the drawing of a small board, for notebooks."""
        from gridwalk.render import notebook

        return notebook.facts(self.numbers) + notebook.drawing(self.board, self.draw)

    def __repr__(self) -> str:
        ends = f"from {self[0]} and back" if self.back else f"from {self[0]} to {self[-1]}"
        size, stops = counted(self.length, "move"), counted(len(self.stops) - 1, "stop")
        return f"<Walk: {size} {ends}, {stops}, by {self.by}>"


def _unpickled(board: Board, cells: Any, positions: Any, back: bool, best: Measure, by: str) -> Walk:
    return Walk(board, cells, positions, back=back, best=best, by=by)


def names_of_steps(board: Board, cells: NDArray[np.int32]) -> list[str]:
    """Return the letters of each step: ``*`` for a portal, ``u`` up, ``d`` down, none to nowhere."""
    jumps, steps = through_portals(board, cells).tolist(), steps_along(board, cells).tolist()
    ways = {} if board.levels is None else {-board.levels.height: "u", board.levels.height: "d"}
    return [
        (ways.get(step[0], "*") if step[1] == 0 else "*") if is_jump else letters_of(*step)
        for step, is_jump in zip(steps, jumps, strict=True)
    ]
