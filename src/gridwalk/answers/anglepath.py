"""Any-angle paths: way points with straight lines of sight between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.results import Facts
from gridwalk.errors import Cell, QuestionError
from gridwalk.grids.sight import crossed, taut
from gridwalk.keywords import GLYPHS
from gridwalk.render import text as drawings
from gridwalk.render.seams import through_portals

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid
    from gridwalk.render.views import PathView


class AnglePath(Sequence[Cell], Facts):
    """A path in straight lines at any angle: a sequence of way points, each in line of sight of the next.

    `Path.smoothed` makes them.  It is no longer than the path it was made of, and in general not the
    shortest any-angle path.

    Attributes
    ----------
    board : Board
    cells : int32 array, shape (n, 2), read-only
        The way points in order, cells of the path it was made of; the first is its start, the last its end.
    by : str
        The algorithm that found that path.
    any_angle : bool
        True.
    closed, is_tour : bool
        False.
    expanded, backtracks : int
        0, as nothing is searched for when a path is pulled taut.
    best : str
        "", as it is in general not the shortest.

    Examples
    --------
    >>> from gridwalk import Board
    >>> path = Board.from_text("S....\\n.###.\\n....E").paths().shortest()
    >>> angle = path.smoothed()
    >>> angle
    <AnglePath: any-angle path of length 6 over 3 way points from (0, 0) to (2, 4)>
    >>> list(angle)
    [(0, 0), (0, 4), (2, 4)]
    >>> print(angle)
    @+++1
    .###+
    ....2

    """

    board: Grid
    cells: NDArray[np.int32]
    by: str
    # What pictures ask of a path.
    closed = is_tour = False
    any_angle = True
    expanded = backtracks = 0
    best = ""

    def __init__(self, board: Grid, cells: NDArray[np.int32], by: str) -> None:
        cells.flags.writeable = False
        self.__dict__.update(board=board, cells=cells, by=by)

    @classmethod
    def of(cls, path: PathView) -> AnglePath:
        """Answer `Path.smoothed`."""
        board, verb = path.board, "smoothed"
        leaps = bool((np.abs(np.diff(path.cells, axis=0)) > 1).any())
        reasons = {
            "it is a closed path, which has no ends": path.closed,
            "the path goes through portals": bool(through_portals(board, path.cells).any()),
            "straight lines at any angle are for steps to neighbouring cells": leaps,
            "a straight line does not know what the cells it crosses cost": board.costs is not None,
            "a straight line may go against one-way cells": bool(board.one_way),
        }
        if board.wrap is None:  # which has a reason of its own
            for reason, is_so in reasons.items():
                if is_so:
                    raise QuestionError(verb, reason)
        return cls(board, path.cells[taut(board, path.cells, verb)], path.by)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an any-angle path is immutable")

    @cached_property
    def length(self) -> float:
        """The sum of the straight distances between way points; a cell has a side of 1."""
        return float(np.hypot(*np.diff(self.cells, axis=0).T).sum())

    @property
    def cost(self) -> float:
        """The length."""
        return self.length

    @cached_property
    def crossed(self) -> NDArray[np.int32]:
        """The cells that the lines go through, in order: int32 of shape (m, 2), each next to the one before.

        A line through a corner goes from one cell to the diagonally next.
        """
        return crossed(self.board, self.cells)

    @property
    def bound(self) -> None:
        """None: nothing is claimed of the shortest any-angle path."""
        return None

    @property
    def gap(self) -> None:
        """None, as `bound`."""
        return None

    @property
    def start(self) -> Cell:
        """The first way point."""
        return self[0]

    @property
    def end(self) -> Cell:
        """The last way point."""
        return self[-1]

    def draw(self, *, glyphs: str = GLYPHS) -> str:
        """Return the board with the way points by number, ``@`` the first, and ``+`` in the cells crossed.

        *glyphs* as for `Path.draw`.
        """
        return drawings.draw_walk(self.board, self.crossed, self.cells, glyphs=glyphs)

    def to_dict(self) -> dict[str, Any]:
        """Return the path as plain values: ``by``, ``any_angle``, ``length``, ``cells``, ``crossed``.

        >>> from gridwalk import Board
        >>> Board.rectangle(1, 3).paths().find().smoothed().to_dict()["cells"]
        [[0, 0], [0, 2]]
        """
        return {**self.numbers, "cells": self.cells.tolist(), "crossed": self.crossed.tolist()}

    @property
    def numbers(self) -> dict[str, Any]:
        """All that `to_dict` has but the cells."""
        return {"by": self.by, "any_angle": True, "length": self.length}

    def __len__(self) -> int:
        return len(self.cells)

    @overload
    def __getitem__(self, number: int) -> Cell: ...
    @overload
    def __getitem__(self, number: slice) -> list[Cell]: ...
    def __getitem__(self, number: int | slice) -> Cell | list[Cell]:
        return list(self)[number]

    def __iter__(self) -> Iterator[Cell]:
        return map(tuple, self.cells.tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnglePath) and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash(self.cells.tobytes())

    def __str__(self) -> str:
        return self.draw()

    def _repr_svg_(self) -> str | None:
        """The SVG for notebooks; None for large boards, which are shown as text."""
        from gridwalk.render.svg import notebook

        return notebook(self.board, self)

    def __repr__(self) -> str:
        points = f"{len(self)} way point{'s' * (len(self) != 1)}"
        told = f"any-angle path of length {self.length:.6g} over {points}"
        return f"<AnglePath: {told} from {self.start} to {self.end}>"
