"""A longest path between any two cells of an open rectangle with orthogonal moves, by theorem.

Itai, Papadimitriou and Szwarcfiter (SIAM J. Comput. 11, 1982) say which rectangles have a Hamiltonian path
between two cells: their colours must fit, and there are exceptions with two and three rows.
Keshavarz-Kohjerdi, Bagheri and Asgharian-Sardroud (Discrete Appl. Math. 160, 2012) give the length of a
longest path in all other cases.  `longest_length` is that formula.

`rectangle_path` makes such a path.  It takes rectangles apart so that the formula's lengths of the parts
add up to that of the whole:

- *peel*: a longest path without the last rows, an even number of them beyond both ends; then one of its edges
  beside these rows is replaced by a path through all of them;
- *serpentine*: an even number of whole rows, row by row from a corner, and the rest;
- *cut*: two rectangles, one with each end, and an edge between them.

The largest steps are tried first, so even a board of millions of cells is taken apart in some twenty steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.grids.grid import Grid
from gridwalk.grids.moves import ORTHOGONAL

Cells = NDArray[np.int32]  # shape (n, 2)
Flat = NDArray[np.int32]  # shape (n,): cells as numbers of the board
ROWS_LEFT = 2  # of those that a large step takes rows from, at least as many are left
LARGE = ROWS_LEFT + 2  # rows from the start to the end, from which on a cut near the start comes first
VIEWS = tuple(product((False, True), repeat=3))  # rows and columns exchanged; upside down; ends exchanged
# The one rectangle that is not taken apart: 4 x 5 cells, numbered along the path from (0, 1) to (1, 1).
CORE = np.array([[2, 1, 18, 17, 16], [3, 20, 19, 14, 15], [4, 7, 8, 13, 12], [5, 6, 9, 10, 11]])


def why_not(grid: Grid, starts: Sequence[Cell] | None, exits: Sequence[Cell] | None) -> str | None:
    """Return why the theorem does not apply, in one sentence; None: it does."""
    if not grid._is_plain(ORTHOGONAL, whole=True):
        return "it is about orthogonal moves in a whole rectangle without walls"
    if starts is None or exits is None or len(starts) != 1 or len(exits) != 1 or starts[0] == exits[0]:
        return "it is about one start and one other exit"
    return None


def longest_length(rows: int, columns: int, start: Cell, end: Cell) -> int:
    """Return the number of moves of a longest path between two cells of a rectangle; O(1).

    >>> longest_length(8, 8, (0, 0), (7, 7)), longest_length(2, 9, (0, 4), (1, 4))
    (62, 9)
    """
    if rows > columns:
        rows, columns, start, end = columns, rows, start[::-1], end[::-1]
    (row, left), (other, right) = sorted((start, end), key=lambda cell: cell[1])
    if rows == 1 or start == end:
        return right - left
    if rows == 2 and left == right:
        return 2 * max(left + 1, columns - left) - 1
    if rows == 2 and left + 1 == right and row != other:
        return 2 * max(left + 1, columns - right)
    size, odd = rows * columns, (row + left) % 2 + (other + right) % 2
    if size % 2:
        return size - 1 - odd
    if odd != 1:
        return size - 2
    apart = right - left if (row + left) % 2 else 0
    return size - 3 if rows == 3 and (apart > 1 or (apart == 1 and row == 1)) else size - 1


def rectangle_path(rows: int, columns: int, start: Cell, end: Cell) -> Cells:
    """Return the cells of a longest path between two cells of a rectangle, int32 of shape (n, 2); O(n)."""
    path = Rectangle(rows, columns, start, end, 0, columns, 1).path
    return np.stack(np.divmod(path, np.int32(columns)), axis=1)


# ---------------------------------------------------------------------------- taken apart


class Rectangle(NamedTuple):
    """A rectangle in a board, which may be turned and mirrored, and the two ends of a path.

    Its cell (r, c) is number ``origin + r * down + c * right`` of the board.
    """

    rows: int
    columns: int
    start: Cell
    end: Cell
    origin: int
    down: int
    right: int

    @property
    def longest(self) -> int:
        """The number of moves of a longest path."""
        return longest_length(*self[:4])

    @property
    def path(self) -> Flat:
        """The cells of a longest path, as numbers of the board."""
        if self.start == self.end:
            return self.row(self.start[0], self.start[1], self.start[1])
        if self.rows <= 2:
            return _two_rows(self)
        if self.columns <= 2:
            return _two_rows(self.seen(turned=True))
        goal = self.longest
        for step in STEPS:
            for turned, flipped, swapped in VIEWS:
                path = step(self.seen(turned, flipped, swapped), goal)
                if path is not None:
                    return path[::-1] if swapped else path
        raise AssertionError(f"{self} is put together from smaller ones")

    def seen(self, turned: bool = False, flipped: bool = False, swapped: bool = False) -> Rectangle:
        """Return it with rows and columns exchanged, then upside down, then with its ends exchanged."""
        rows, columns, start, end, origin, down, right = self
        if turned:
            rows, columns, start, end, down, right = columns, rows, start[::-1], end[::-1], right, down
        if flipped:
            origin, down = origin + (rows - 1) * down, -down
            start, end = (rows - 1 - start[0], start[1]), (rows - 1 - end[0], end[1])
        if swapped:
            start, end = end, start
        return Rectangle(rows, columns, start, end, origin, down, right)

    def part(self, first: int, rows: int, start: Cell, end: Cell) -> Rectangle:
        """Return so many rows of it, from *first* on, with a path between two cells of the part."""
        return Rectangle(
            rows, self.columns, start, end, self.origin + first * self.down, self.down, self.right
        )

    def row(self, row: int, first: int, last: int) -> Flat:
        """Return the cells of a row from one column to another, either way."""
        step = 1 if first <= last else -1
        number = self.origin + row * self.down
        return number + self.right * np.arange(first, last + step, step, dtype=np.int32)

    def column(self, column: int, first: int, last: int) -> Flat:
        """Return the cells of a column from one row to another, either way."""
        return self.seen(turned=True).row(column, first, last)

    def to_and_fro(self, rows: int, column: int) -> Flat:
        """Return all cells of the first rows, row by row, from a corner: that of *column*."""
        cells = self.row(0, 0, self.columns - 1) + self.column(0, 0, rows - 1)[:, None] - self.origin
        turned = slice(0 if column else 1, None, 2)
        cells[turned] = cells[turned, ::-1]
        return cells.ravel()

    def loop(self, column: int) -> Flat:
        """Return all cells, in an even number of rows, from *column* of the first row to the column after."""
        last, inner = self.columns - 1, self.seen(flipped=True)._replace(columns=self.columns - 1)
        inner = inner._replace(origin=inner.origin + self.right)
        down, back = self.column(0, 1, self.rows - 1), inner.to_and_fro(self.rows - 1, 0)
        return np.concatenate([self.row(0, column, 0), down, back, self.row(0, last, column + 1)])


def _peel(whole: Rectangle, goal: int, *, at_once: bool) -> Flat | None:
    """Leave out the last rows, then lead one edge of the row before through them all."""
    rows, columns, start, end, *_ = whole
    beyond = rows - 1 - max(start[0], end[0])
    out = (beyond - ROWS_LEFT) // 2 * 2 if at_once else 2
    rest = rows - out
    if not 0 < out <= beyond or longest_length(rest, columns, start, end) + out * columns != goal:
        return None
    path = whole.part(0, rest, start, end).path
    beside = np.isin(path, whole.row(rest - 1, 0, columns - 1))
    edges = np.flatnonzero(beside[1:] & beside[:-1])
    if not edges.size:
        return None
    i = int(edges[0]) + 1
    here, there = ((path[i - 1 : i + 1] - whole.origin - (rest - 1) * whole.down) // whole.right).tolist()
    loop = whole.part(rest, out, start, end).loop(min(here, there))
    return np.concatenate([path[:i], loop if here < there else loop[::-1], path[i:]])


def _serpentine(whole: Rectangle, goal: int) -> Flat | None:
    """Walk whole rows to and fro from a corner, until near the end."""
    rows, columns, start, end, *_ = whole
    out = (end[0] - ROWS_LEFT) // 2 * 2
    if out <= 0 or start[0] != 0 or start[1] not in (0, columns - 1):
        return None
    rest = whole.part(out, rows - out, start, (end[0] - out, end[1]))
    if rest.longest + out * columns != goal:
        return None
    return np.concatenate([whole.to_and_fro(out, start[1]), rest.path])


def _cut_near_start(whole: Rectangle, goal: int) -> Flat | None:
    """Cut below the start or one row further down, beside a corner, so that a serpentine follows."""
    above, below = whole.start[0], whole.end[0]
    corners = [(cut, column) for cut in (above, above + 1) for column in (0, whole.columns - 1)]
    return _cut_at(whole, goal, corners) if below - above >= LARGE else None


def _cut(whole: Rectangle, goal: int) -> Flat | None:
    """Cut between the two ends, wherever it can be."""
    rows, columns = range(whole.start[0], whole.end[0]), range(whole.columns)
    return _cut_at(whole, goal, product(rows, columns))


def _cut_at(whole: Rectangle, goal: int, cells: Iterable[Cell]) -> Flat | None:
    """Cut below one of *cells*, the last of the path above."""
    end = whole.end
    for cut, column in cells:
        upper = whole.part(0, cut + 1, whole.start, (cut, column))
        lower = whole.part(cut + 1, whole.rows - cut - 1, (0, column), (end[0] - cut - 1, end[1]))
        if upper.longest + 1 + lower.longest == goal:
            return np.concatenate([upper.path, lower.path])
    return None


def _core(whole: Rectangle, goal: int) -> Flat | None:
    """Return the path of the rectangle that cannot be taken apart, or of its mirror image."""
    for numbers, column in ((CORE, 1), (CORE[:, ::-1], 3)):
        if whole[:4] == (*CORE.shape, (0, column), (1, column)):
            row, across = np.divmod(numbers.ravel().argsort().astype(np.int32), np.int32(5))
            core: Flat = whole.origin + row * whole.down + across * whole.right
            return core
    return None


Step = Callable[[Rectangle, int], "Flat | None"]
STEPS: tuple[Step, ...] = (
    partial(_peel, at_once=True),
    _serpentine,
    _cut_near_start,
    _core,
    _cut,
    partial(_peel, at_once=False),
)


def _two_rows(whole: Rectangle) -> Flat:
    """Return a longest path in one row or two."""
    rows, columns, (row, left), (other, right), *_ = whole
    if left > right:
        return _two_rows(whole.seen(swapped=True))[::-1]
    if rows == 1:
        return whole.row(0, left, right)
    if left == right:
        far = columns - 1 if 2 * left + 1 < columns else 0
        return np.concatenate([whole.row(row, left, far), whole.row(other, far, left)])
    # All cells on the left of the start, and all on the right of the end.
    begin = np.concatenate([whole.row(row, left, 0), whole.row(1 - row, 0, left)])
    finish = np.concatenate([whole.row(1 - other, right, columns - 1), whole.row(other, columns - 1, right)])
    between = right - left - 1
    if between == 0 and row != other:  # only one of the two
        return np.concatenate([begin, finish[-1:]] if left + 1 >= columns - right else [begin[:1], finish])
    up = whole.row(0, left + 1, right - 1) if between else begin[:0]
    columns_between = np.stack([up, up + whole.down], axis=1)
    columns_between[row::2] = columns_between[row::2, ::-1]
    zigzag = columns_between.ravel()
    if (between + row + other) % 2:  # the last column is crossed in one row, to arrive in the right one
        zigzag = zigzag[:-1]
    return np.concatenate([begin, zigzag, finish])
