"""Knight's tours built of tiles, for the questions that they answer.

With an even number of cells the tour is closed, and can start anywhere.  With an odd number, a search finds a
tour of a core of the board around the start.  The rectangles beside, above and below the core have even
numbers of cells: closed tours of these are spliced into the tour of the core.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.grids.grid import Grid
from gridwalk.grids.moves import KNIGHT
from gridwalk.questions.question import Question
from gridwalk.tours.existence import is_knights_rectangle
from gridwalk.tours.implicit import ImplicitTour

Cells = NDArray[np.int32]
CORES = (7, 9, 11, 13, 15)  # sides of cores; a board with a side of 5 is its own core in that direction


def unsuitable(question: Question) -> str | None:
    """Return why no tour built of tiles answers a question of one start; None: one does."""
    rows, columns = question.grid.shape
    if not is_knights_rectangle(question.grid) or min(rows, columns) < 5:
        return "it builds knight's tours of whole boards of 5 x 5 cells or more"
    if question.exits is not None and not question.closed:
        return "it cannot end a tour at given exits"
    if rows * columns % 2 and question.closed:
        return "a board with an odd number of cells has no closed tour"
    return None


def is_implicit(question: Question) -> bool:
    """Whether tiles alone are the answer: on even boards, and on odd boards from the upper left corner."""
    return question.grid.size % 2 == 0 or question.start in (None, (0, 0))


def implicit_tour(question: Question) -> ImplicitTour:
    """Return the tour of tiles alone."""
    rows, columns = question.grid.shape
    return ImplicitTour(rows, columns, question.start or (0, 0))


def built(question: Question, search: Callable[[Grid, Cell], Cells]) -> Cells:
    """Return the cells of a tour, int32 of shape (n, 2); *search* finds those of small boards."""
    if is_implicit(question):
        return implicit_tour(question).cells()
    (rows, columns), start = question.grid.shape, question.start
    assert start is not None
    top, below = _core(rows, start[0])
    left, right = _core(columns, start[1])
    core = Grid.rectangle(below - top, right - left, moves=KNIGHT)
    cells = search(core, (start[0] - top, start[1] - left)) + np.array([top, left], np.int32)
    for first_row, end_row, first_column, end_column in (
        (top, below, 0, left),
        (top, below, right, columns),
        (0, top, 0, columns),
        (below, rows, 0, columns),
    ):
        if first_row < end_row and first_column < end_column:
            beside = ImplicitTour(end_row - first_row, end_column - first_column).cells()
            cells = _spliced(cells, beside + np.array([first_row, first_column], np.int32))
    return cells


def is_core(question: Question) -> bool:
    """Whether the core around the start is the whole board, so that nothing is left to build."""
    start = question.start or (0, 0)
    return all(_core(n, at) == (0, n) for n, at in zip(question.grid.shape, start, strict=True))


def _core(n: int, at: int) -> tuple[int, int]:
    """Return a part of *n* cells around *at* with an even number on each side: none, or at least 6."""
    for side in CORES:
        for first in range(max(0, at - side + 1), min(at, n - side) + 1):
            sides = first, n - side - first
            if all(cells == 0 or (cells >= 6 and cells % 2 == 0) for cells in sides):
                return first, first + side
    return 0, n


def _spliced(cells: Cells, loop: Cells) -> Cells:
    """Return the path over *cells* with the closed tour *loop* inserted between two of them."""
    place_of_cell = {tuple(loop[j].tolist()): j for j in _near(loop, cells)}
    for i in _near(cells[:-1], loop):
        here, then = cells[i].tolist(), cells[i + 1].tolist()
        for d_row, d_column in KNIGHT.deltas:
            j = place_of_cell.get((here[0] + d_row, here[1] + d_column))
            if j is None:
                continue
            for step in (1, -1):
                last = loop[(j - step) % len(loop)].tolist()
                if {abs(last[0] - then[0]), abs(last[1] - then[1])} == {1, 2}:
                    turned = np.roll(loop, -j, axis=0) if step == 1 else np.roll(loop[::-1], j + 1, axis=0)
                    return np.concatenate([cells[: i + 1], turned, cells[i + 1 :]])
    raise AssertionError("two tours side by side can be joined")


def _near(cells: Cells, others: Cells) -> list[int]:
    """Return which *cells* are within a move of the rectangle that *others* fill."""
    least, most = others.min(axis=0) - 2, others.max(axis=0) + 2
    return np.flatnonzero(((cells >= least) & (cells <= most)).all(axis=1)).tolist()
