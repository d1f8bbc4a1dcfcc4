"""The steps of half a board: the cells of its own rows one by one, then the moves between the middle rows.

The middle rows separate the halves: no move jumps over them.  A cell in the own rows of a half gets both of
its edges in this half.  A middle cell gets some edges in one half and the rest in the other.  A move between
two middle cells belongs to one half, and its reflection to the other half, so that equal halves need only one
sweep.  An open tour is a closed tour through a *universal vertex*, a neighbour of all cells.

At the step of cell *v* (in row-major order), place 0 is the universal vertex, if there is one.  The next
places are the cells *v*, ``v + 1`` and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.moves import Moves

NOWHERE = -1
MASK, VALUE, ADD, FIRST, SECOND = 0, 1, 2, 3, 4  # columns of options
KEEP = np.uint64(64)

Move = tuple[int, int]  # the two places that a move joins


@dataclass(frozen=True)
class HalfStep:
    """One step, in the form of the kernels (`gridwalk.allpaths.halves.signatures`).

    A step decides the edges of one cell, or one move.  An option applies to the signatures with
    ``signature & MASK == VALUE``, adds ADD to them, and joins the places FIRST < SECOND (none if ADD is 0).

    Parameters
    ----------
    options : array of uint64, shape (options, 5)
    drop : array of uint64, shape (1,)
        Twice the place that is removed from the signature after the step, or KEEP.

    """

    options: NDArray[np.uint64]
    drop: NDArray[np.uint64]

    @property
    def arrays(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """The arrays for a kernel."""
        return self.options, self.drop


@dataclass(frozen=True)
class Half:
    """Half a board: *own* rows of *columns* cells, and *middle* rows, which belong to both halves.

    Parameters
    ----------
    own, middle, columns : int
    later : tuple of (d_row, d_column)
        The moves forward in row-major order.
    universal : bool
        Whether there is a universal vertex.
    start : int
        The flat index of the cell that must be joined to the universal vertex; NOWHERE if that cell is in
        the other half, or if it may be any cell.
    mirrored : bool
        Whether this is the lower half, upside down.  The upper half has the moves that are their own
        reflections, and the edge between the universal vertex and a *start* in the middle rows.

    """

    own: int
    middle: int
    columns: int
    later: tuple[tuple[int, int], ...]
    universal: bool
    start: int
    mirrored: bool

    @property
    def cells(self) -> int:
        """The number of cells in the own rows."""
        return self.own * self.columns

    @property
    def places(self) -> int:
        """The number of places of the final signatures: the middle cells and the universal vertex."""
        return self.universal + self.middle * self.columns

    @property
    def most_places(self) -> int:
        """The maximum number of places of a signature."""
        across = max(abs(d_column) for _, d_column in self.later)
        return self.places + min(across, self.columns) + 1

    def neighbours(self, cell: int) -> Iterator[int]:
        """Yield the neighbours of a cell that are later in row-major order."""
        row, column = divmod(cell, self.columns)
        for d_row, d_column in self.later:
            if 0 <= column + d_column < self.columns and row + d_row < self.own + self.middle:
                yield cell + d_row * self.columns + d_column

    def reflected(self, cell: int) -> int:
        """Return the middle cell that *cell* becomes if the middle rows are turned upside down."""
        row, column = divmod(cell, self.columns)
        return (self.middle - 1 - row) * self.columns + column

    def reflected_place(self, place: int) -> int:
        """Return the place of the reflected cell; the universal vertex keeps its place."""
        return place if place < self.universal else self.universal + self.reflected(place - self.universal)

    def middle_moves(self) -> list[Move]:
        """Return the moves between middle cells that belong to this half."""
        first, size = self.cells, self.middle * self.columns
        moves = [(u - first, v - first) for u in range(first, first + size) for v in self.neighbours(u)]
        mine = [(u, v) for u, v in moves if self._owns((u, v), (self.reflected(u), self.reflected(v)))]
        return [(self.universal + u, self.universal + v) for u, v in mine]

    def universal_moves(self) -> list[int]:
        """Return the places of the middle cells whose edge to the universal vertex belongs to this half."""
        cells = range(self.middle * self.columns) if self.universal else range(0)
        mine = {cell for cell in cells if self._owns((cell,), (self.reflected(cell),))}
        if self.start >= self.cells:
            at = {self.start - self.cells}
            mine = mine - at if self.mirrored else mine | at
        return [cell + 1 for cell in sorted(mine)]

    def _owns(self, move: Sequence[int], reflection: Sequence[int]) -> bool:
        move, reflection = sorted(move), sorted(reflection)
        return move < reflection or (move == reflection and not self.mirrored)

    def equals(self, other: Half) -> bool:
        """Return whether *other* is the same half upside down, so that one sweep is enough."""
        here, there = (
            (half.own, half.start, half.middle_moves(), half.universal_moves()) for half in (self, other)
        )
        return here == there

    def steps(self) -> Iterator[HalfStep]:
        """Yield all steps in order."""
        for v in range(self.cells):
            yield self._cell_step(v)
        if self.universal:
            yield self._universal_step()
        for first, second in self.middle_moves():
            yield HalfStep(_options(first, [(), (second,)]), np.array([KEEP]))

    def _cell_step(self, v: int) -> HalfStep:
        """Return the step that decides the remaining edges of cell *v*, which has two in the end."""
        here = int(self.universal)
        around = [0] * self.universal + sorted(here + u - v for u in self.neighbours(v))
        sets = [places for places in _at_most_two(around) if v != self.start or 0 in places]
        return HalfStep(_options(here, sets, full=True), np.array([2 * here], np.uint64))

    def _universal_step(self) -> HalfStep:
        """Return the step that joins the universal vertex to zero, one or two middle cells."""
        sets = _at_most_two(self.universal_moves())
        if not self.mirrored and self.start >= self.cells:
            sets = [places for places in sets if self.start - self.cells + 1 in places]
        return HalfStep(_options(0, sets), np.array([KEEP]))


def _at_most_two(places: Sequence[int]) -> list[tuple[int, ...]]:
    return [chosen for number in range(3) for chosen in combinations(places, number)]


def _options(here: int, sets: list[tuple[int, ...]], full: bool = False) -> NDArray[np.uint64]:
    """Return the options that join the place *here* to each set of places; *full*: to degree two.

    Two edges at once make one piece between the two other places.
    """
    options = np.zeros((len(sets), 5), np.uint64)
    for option, places in zip(options, sets, strict=True):
        edges = len(places)
        below_two = sum(2 << 2 * place for place in places)  # the upper bit of each degree must be 0
        option[MASK] = below_two | (3 if full else (0, 2, 3)[edges]) << 2 * here
        option[VALUE] = (2 - edges if full else 0) << 2 * here
        option[ADD] = sum(1 << 2 * place for place in places) + (edges << 2 * here)
        if places:
            option[FIRST], option[SECOND] = sorted((here, *places)[-2:])
    return options


def halves(
    rows: int, columns: int, moves: Moves, *, closed: bool, start: tuple[int, int] | None
) -> tuple[Half, Half]:
    """Return the upper half, which contains the start, and the lower half upside down."""
    later = tuple(sorted(delta for delta in moves.deltas if delta > (0, 0)))
    middle = max(d_row for d_row, _ in later)
    above = (rows - middle) // 2
    at = mirrored_at = NOWHERE
    if start is not None:
        row, column = start
        row = min(row, rows - 1 - row)  # a start and its reflection have equal counts
        at = row * columns + column
        if row >= above:
            mirrored_at = (rows - 1 - row) * columns + column
    upper = Half(above, middle, columns, later, not closed, at, False)
    return upper, Half(rows - middle - above, middle, columns, later, not closed, mirrored_at, True)
