"""Knight's tours built of tiles, for the questions that they answer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.tours.implicit import ImplicitTour
from gridwalk.tours.question import Question


def unsuitable(question: Question) -> str | None:
    """Return why no tour built of tiles answers this question; None: one does."""
    rows, columns = question.board.shape
    if not question.is_knights_rectangle or min(rows, columns) < 5:
        return "it builds knight's tours of whole boards of 5 x 5 cells or more"
    if question.ends is not None and not question.closed:
        return "it cannot be told where the tour is to end"
    corners = ((0, 0), (0, columns - 1), (rows - 1, 0), (rows - 1, columns - 1))
    if rows * columns % 2 and (question.closed or question.start not in (None, *corners)):
        return "on a board with an odd number of cells its tours are open, and begin at a corner"
    return None


def implicit_tour(question: Question) -> ImplicitTour:
    """Return the tour that `built` lays out; on an odd board the one from the upper left corner."""
    rows, columns = question.board.shape
    return ImplicitTour(rows, columns, question.start or (0, 0))


def built(question: Question) -> NDArray[np.int32]:
    """Return the cells of a tour: int32 of shape (n, 2)."""
    board, start = question.board, question.start
    rows, columns = board.shape
    if rows * columns % 2 == 0:
        return implicit_tour(question).cells()
    cells = ImplicitTour(rows, columns).cells()
    for axis, last in enumerate((rows - 1, columns - 1)):
        if start is not None and start[axis]:
            np.subtract(last, cells[:, axis], out=cells[:, axis])
    return cells
