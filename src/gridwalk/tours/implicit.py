"""A knight's tour of a board of any size that is never held in memory.

The board is divided into tiles (`gridwalk.tours.tiles`).  Those of the first column are the *spine*: each but
the first is joined to the one above it.  Every other tile is joined to its left neighbour, so that an *arm*
leaves each tile of the spine.  A tile has at most two excursions, and each visits a rectangle.  So the number
of cells of an excursion is known, and with it the number of every cell in the tour.  All arms of the same
height and direction are equal.

For questions: with an even number of cells the tour is closed, and can start anywhere.  With an odd number, a
search finds a tour of a core of the board around the start.  The rectangles beside, above and below the core
have even numbers of cells: closed tours of these are spliced into the tour of the core.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from operator import index

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError, Cell, UnsuitableAlgorithmError
from gridwalk.grids.cells import CellLike, as_cell
from gridwalk.grids.grid import Grid
from gridwalk.grids.moves import KNIGHT
from gridwalk.questions.question import Question
from gridwalk.tours.existence import is_knights_rectangle
from gridwalk.tours.tiles import ABOVE, CLOSED, LEFT, OPEN, Tile, parts, tile

Cells = NDArray[np.int32]
CORES = (7, 9, 11, 13, 15)  # sides of cores; a board with a side of 5 is its own core in that direction


@dataclass(frozen=True, eq=False)
class Arm:
    """The tiles to the right of the spine, at one height and in one direction.

    ``before[j]`` is how many of the arm's cells are visited before tile *j* and the tiles joined to it.
    """

    tiles: list[Tile]
    before: list[int]


class ImplicitTour:
    """A knight's tour of *rows* x *columns*: closed if a closed one is possible, else from (0, 0).

    Parameters
    ----------
    rows, columns : int
        At least 5 each.
    start : cell, optional
        The start of a closed tour; default (0, 0).

    Notes
    -----
    O(rows + columns) time and memory to make; `index`, `square` and `successor` take O(log n).

    Examples
    --------
    >>> tour = ImplicitTour(1_000_000, 1_000_000)
    >>> tour.square(123_456_789_012)
    (123463, 953237)
    >>> tour.index((123463, 953237))
    123456789012
    >>> tour.successor((0, 0))
    (1, 2)

    """

    def __init__(self, rows: int, columns: int, start: CellLike = (0, 0)) -> None:
        rows, columns = index(rows), index(columns)
        if min(rows, columns) < 5:
            raise UnsuitableAlgorithmError(
                "construct", f"it needs boards of at least 5 x 5 cells; this one has {rows} x {columns}"
            )
        self.rows, self.columns = rows, columns
        self.closed = rows * columns % 2 == 0
        self._heights, self._widths = parts(rows), parts(columns)
        self._tops = [0, *accumulate(self._heights)]
        self._lefts = [0, *accumulate(self._widths)]
        self._lay_spine()
        self.start = as_cell(start, (rows, columns), "start")
        if not self.closed and self.start != (0, 0):
            raise UnsuitableAlgorithmError(
                "construct", "on a board with an odd number of cells the tour starts at (0, 0)"
            )
        self._shift = 0
        self._shift = self.index(self.start)

    def _lay_spine(self) -> None:
        """Compute the number of the first cell of each tile of the spine, and of each arm."""
        self._spine: list[Tile] = []
        self._begins: list[int] = []  # of the tile and the tiles joined to it
        self._ends: list[int] = []  # as negative numbers, which grow
        self._arm_begins: list[int] = []
        self._arms: list[Arm] = []
        arm_of: dict[tuple[int, bool], Arm] = {}
        width, forward, begin = self._widths[0], True, 0
        for i, height in enumerate(self._heights):
            kind = ABOVE if i else CLOSED if self.closed else OPEN
            here = tile(height, width, kind, forward)
            arm, below = self._sizes(i)
            key = height, here.right_forward
            if key not in arm_of:
                arm_of[key] = self._arm(*key)
            self._spine.append(here)
            self._arms.append(arm_of[key])
            self._begins.append(begin)
            self._ends.append(-(begin + height * self.columns + below))
            self._arm_begins.append(begin + here.right + (below if here.below < here.right else 0))
            begin += here.below + (arm if here.right < here.below else 0)
            forward = here.below_forward

    def _arm(self, height: int, forward: bool) -> Arm:
        tiles: list[Tile] = []
        before: list[int] = []
        begin = 0
        for width in self._widths[1:]:
            here = tile(height, width, LEFT, forward)
            tiles.append(here)
            before.append(begin)
            begin += here.right
            forward = here.right_forward
        return Arm(tiles, before)

    def _sizes(self, i: int) -> tuple[int, int]:
        """Return the sizes of the excursions from tile *i* of the spine: to the right, and below."""
        right = self._heights[i] * (self.columns - self._widths[0])
        return right, (self.rows - self._tops[i + 1]) * self.columns

    def _tile(self, i: int, j: int) -> tuple[Tile, int, int, int]:
        """Return the tile in column *j*, its first number, and the sizes of its excursions."""
        if j == 0:
            return self._spine[i], self._begins[i], *self._sizes(i)
        beyond = self._heights[i] * (self.columns - self._lefts[j + 1])
        return self._arms[i].tiles[j - 1], self._arm_begins[i] + self._arms[i].before[j - 1], beyond, 0

    # -------------------------------------------------------------------------- questions

    def __len__(self) -> int:
        return self.rows * self.columns

    def index(self, cell: CellLike) -> int:
        """Return the number of moves from the start to *cell*."""
        row, column = as_cell(cell, (self.rows, self.columns), "cell")
        i, j = bisect_right(self._tops, row) - 1, bisect_right(self._lefts, column) - 1
        here, begin, right, below = self._tile(i, j)
        place = int(here.place_of_cell[row - self._tops[i], column - self._lefts[j]])
        number: int = begin + here.number(place, right, below)
        return (number - self._shift) % len(self)

    def square(self, k: int) -> Cell:
        """Return the cell where the tour is after *k* moves (a closed one goes round and round)."""
        try:
            k = index(k)
        except TypeError:
            raise ArgumentError("k", k, "a whole number") from None
        if not self.closed and not 0 <= k < len(self):
            raise ArgumentError("k", k, f"from 0 to {len(self) - 1}")
        number = (k + self._shift) % len(self)
        # The numbers of an excursion lie inside those of its tile: take the last tile around this number.
        i = min(bisect_right(self._begins, number), bisect_right(self._ends, -number - 1)) - 1
        j, height, inside = 0, self._heights[i], number - self._arm_begins[i]
        if 0 <= inside < height * (self.columns - self._widths[0]):
            before, low, high = self._arms[i].before, 0, len(self._widths) - 1
            while high - low > 1:
                j = (low + high) // 2
                left = height * (self.columns - self._lefts[j + 1])
                low, high = (j, high) if before[j] <= inside < before[j] + left else (low, j)
            j = low + 1
        here, begin, right, below = self._tile(i, j)
        row, column = here.at(number - begin, right, below)
        return self._tops[i] + row, self._lefts[j] + column

    def successor(self, cell: CellLike) -> Cell | None:
        """Return the cell after *cell*; None at the end of an open tour."""
        k = self.index(cell) + 1
        return None if k == len(self) and not self.closed else self.square(k)

    # -------------------------------------------------------------------- the whole board

    def numbers(self) -> NDArray[np.int32]:
        """Return the number of every cell, from 0: int32 of shape (rows, columns), as fast as memory is."""
        grid = np.empty((self.rows, self.columns), np.int32)
        width = self._widths[0]
        patterns = {key: self._arm_numbers(i) for key, i in self._different_arms().items()}
        for i, here in enumerate(self._spine):
            band = grid[self._tops[i] : self._tops[i + 1]]
            np.add(patterns[id(self._arms[i])], self._arm_begins[i], out=band[:, width:])
            band[:, :width] = self._begins[i] + here.number(here.place_of_cell, *self._sizes(i))
        if self._shift:
            grid -= np.int32(self._shift)
            grid[grid < 0] += np.int32(len(self))
        return grid

    def cells(self) -> NDArray[np.int32]:
        """Return the cells in order: int32 of shape (n, 2)."""
        cells = np.empty((len(self), 2), np.int32)
        words = cells.view(np.int64)
        patterns = {key: self._arm_cells(i) for key, i in self._different_arms().items()}
        for i, here in enumerate(self._spine):
            (arm, below), top, first = self._sizes(i), self._tops[i], self._arm_begins[i]
            # A cell is one word here, and its row part of it.
            down = np.array([top, 0], np.int32).view(np.int64)
            np.add(patterns[id(self._arms[i])].view(np.int64), down, out=words[first : first + arm])
            at = self._begins[i] + here.number(np.arange(len(here.cells)), arm, below)
            cells[at] = here.cells + np.array([top, 0])
        return np.roll(cells, -self._shift, axis=0) if self._shift else cells

    def moves(self) -> NDArray[np.uint8]:
        """Return by which knight's move (its place in `KNIGHT`) each cell is left: uint8.

        The end of an open tour holds 255.
        """
        grid = np.empty((self.rows, self.columns), np.uint8)
        arms = {key: self._arm_moves(i) for key, i in self._different_arms().items()}
        i = 0
        while i < len(self._spine):
            alike, end = self._surroundings(i), i + 1
            while end < len(self._spine) and self._surroundings(end) == alike:
                end += 1
            # Equal bands are written at once.
            band = np.hstack([self._spine_moves(i), arms[id(self._arms[i])]])
            grid[self._tops[i] : self._tops[end]].reshape(end - i, *band.shape)[:] = band
            i = end
        return grid

    # ------------------------------------------------------------------------------ parts

    def _different_arms(self) -> dict[int, int]:
        """Return the last tile of the spine with each different arm; there are only a few."""
        return {id(arm): i for i, arm in enumerate(self._arms)}

    def _arm_numbers(self, i: int) -> NDArray[np.int32]:
        """Return the numbers of the cells of an arm, from 0."""
        height, arm = self._heights[i], self._arms[i]
        numbers = np.empty((height, self.columns - self._widths[0]), np.int32)
        left = 0
        for here, begin, width in zip(arm.tiles, arm.before, self._widths[1:], strict=True):
            beyond = numbers.size - height * (left + width)
            numbers[:, left : left + width] = begin + here.number(here.place_of_cell, beyond, 0)
            left += width
        return numbers

    def _arm_cells(self, i: int) -> NDArray[np.int32]:
        """Return the cells of an arm in order, as if it were in the first row."""
        numbers = self._arm_numbers(i)
        cells = np.empty((numbers.size, 2), np.int32)
        rows, columns = np.indices(numbers.shape, np.int32)
        cells[numbers, 0] = rows
        cells[numbers, 1] = columns + self._widths[0]
        return cells

    def _arm_moves(self, i: int) -> NDArray[np.uint8]:
        """Return the move from each cell of an arm to the next; the last one leads back to the spine."""
        cells = self._arm_cells(i)
        pattern = np.empty((self._heights[i], self.columns - self._widths[0]), np.uint8)
        if len(cells):
            spine = self._spine[i]
            steps = np.diff(np.concatenate([cells, spine.cells[spine.right : spine.right + 1]]), axis=0)
            pattern[cells[:, 0], cells[:, 1] - self._widths[0]] = _move_of_step(steps)
        return pattern

    def _surroundings(self, i: int) -> tuple[int, ...]:
        """Return what decides the moves from the cells of a tile of the spine."""
        near = self._spine[max(0, i - 1) : i + 2]
        return (min(i, 1), id(self._arms[i]), *map(id, near))

    def _spine_moves(self, i: int) -> NDArray[np.uint8]:
        """Return the move from each cell of a tile of the spine to the next."""
        here, (arm, below) = self._spine[i], self._sizes(i)
        cells = here.cells
        after = np.roll(cells, -1, axis=0)
        if arm:
            after[here.right - 1] = self._arms[i].tiles[0].cells[0] + (0, self._widths[0])
        if below:
            after[here.below - 1] = self._spine[i + 1].cells[0] + (self._heights[i], 0)
        if i:
            above = self._spine[i - 1]
            after[-1] = above.cells[above.below] - (self._heights[i - 1], 0)
        pattern = np.empty(here.place_of_cell.shape, np.uint8)
        steps = after - cells
        if not (i or self.closed):
            steps[-1] = 0
        pattern[cells[:, 0], cells[:, 1]] = _move_of_step(steps)
        return pattern


def _move_of_step(steps: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the index in `KNIGHT` of each step."""
    table = np.full((5, 5), 255, np.uint8)
    for m, (d_row, d_column) in enumerate(KNIGHT.deltas):
        table[d_row + 2, d_column + 2] = m
    return table[steps[:, 0] + 2, steps[:, 1] + 2]


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
