"""The steps of half a board: cell by cell over its own rows, then the apex, then moves in the middle rows.

The middle rows separate the halves: no move jumps over them.  The cells of a half's own rows get their
two moves in it, the middle cells some in one half and the rest in the other.  Moves between two
middle cells belong to one half: of two that are each other's reflection, one to each half, so that
equal halves need one sweep.  For open tours there is one more cell, the *apex*, a neighbour of all.

At cell *v* (row-major) place 0 is the apex, if there is one; the next places are *v*, ``v + 1`` and so on.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.halves.signature import ADD, FIRST, KEEP, MASK, OPTION, SECOND, VALUE
from gridwalk.board.moves import Moves

NOWHERE = -1
Move = tuple[int, int]  # the places it joins


@dataclass(frozen=True)
class HalfStep:
    """A step, as the kernels take it (`gridwalk.allpaths.halves.signature`)."""

    options: NDArray[np.uint64]
    drop: NDArray[np.uint64]
    checks: NDArray[np.uint64]

    @property
    def arrays(self) -> tuple[NDArray[np.uint64], ...]:
        """What the kernels take."""
        return self.options, self.drop, self.checks


@dataclass(frozen=True)
class Half:
    """Half a board: *own* rows of *columns* cells, and *middle* rows that belong to both halves.

    Parameters
    ----------
    own, middle, columns : int
    later : tuple of (d_row, d_column)
        The moves that lead forward in row-major order.
    apex : bool
        Is there a cell that is a neighbour of all (except that *start* must use it).
    start : int
        The flat index of the cell where tours start, NOWHERE: not in this half, or anywhere.
    mirrored : bool
        Is this the lower half, which leaves to the other the moves that are their own reflection and the
        apex's move to the start.

    """

    own: int
    middle: int
    columns: int
    later: tuple[tuple[int, int], ...]
    apex: bool
    start: int
    mirrored: bool

    @property
    def cells(self) -> int:
        """How many cells there are in its own rows."""
        return self.own * self.columns

    def neighbours(self, cell: int) -> Iterator[int]:
        """Yield the cells later in row-major order that are a move away."""
        row, column = divmod(cell, self.columns)
        for d_row, d_column in self.later:
            if 0 <= column + d_column < self.columns and row + d_row < self.own + self.middle:
                yield cell + d_row * self.columns + d_column

    def steps(self) -> Iterator[HalfStep]:
        """Yield all steps in order."""
        for v, checks in enumerate(self._checks()):
            yield self._cell_step(v, checks)
        if self.apex:
            yield self._apex_step()
        for move in self.middle_moves():
            yield self._move_step(move)

    def middle_moves(self) -> list[Move]:
        """Return the moves between middle cells that belong to this half, by their places."""
        first, size, apex = self.cells, self.middle * self.columns, int(self.apex)
        moves = [(u - first, v - first) for u in range(first, first + size) for v in self.neighbours(u)]
        return [(apex + a, apex + b) for a, b in moves if self._mine((a, b), self._reflected((a, b)))]

    def apex_cells(self) -> list[int]:
        """Return the middle cells whose move to the apex belongs to this half, by their places."""
        cells = range(self.middle * self.columns) if self.apex else range(0)
        mine = {cell for cell in cells if self._mine((cell, 0), (self.reflected_cell(cell), 0))}
        if self.start >= self.cells:
            mine = mine - {self.start - self.cells} if self.mirrored else mine | {self.start - self.cells}
        return [cell + 1 for cell in sorted(mine)]

    def reflected_cell(self, cell: int) -> int:
        """Return where a middle cell lies when the middle rows are turned upside down."""
        row, column = divmod(cell, self.columns)
        return (self.middle - 1 - row) * self.columns + column

    def _reflected(self, move: Move) -> Move:
        a, b = self.reflected_cell(move[0]), self.reflected_cell(move[1])
        return (a, b) if a < b else (b, a)

    def _mine(self, move: Move, other: Move) -> bool:
        return move < other or (move == other and not self.mirrored)

    def _cell_step(self, v: int, checks: NDArray[np.uint64]) -> HalfStep:
        """Give cell *v* its two moves, all at once; two of them make one move between two neighbours."""
        here = int(self.apex)
        around = [here + u - v for u in self.neighbours(v)] + [0] * self.apex
        sets = [set_ for n in range(3) for set_ in combinations(sorted(around), n)]
        if v == self.start:
            sets = [set_ for set_ in sets if 0 in set_]
        options = np.zeros((len(sets), OPTION), np.uint64)
        for option, places in zip(options, sets, strict=True):
            free = sum(2 << 2 * place for place in places)  # no neighbour has two moves yet
            option[MASK], option[VALUE] = 3 << 2 * here | free, 2 - len(places) << 2 * here
            option[ADD] = sum(1 << 2 * place for place in places) + (len(places) << 2 * here)
            if places:
                option[FIRST], option[SECOND] = (here, *places)[-2:]
        return HalfStep(options, np.array([2 * here], np.uint64), checks)

    def _apex_step(self) -> HalfStep:
        """Give the apex none, one or two more moves, but the one to the start for certain."""
        cells = self.apex_cells()
        sets = [set_ for n in range(3) for set_ in combinations(cells, n)]
        if not self.mirrored and self.start >= self.cells:
            sets = [set_ for set_ in sets if self.start - self.cells + 1 in set_]
        options = np.zeros((len(sets), OPTION), np.uint64)
        for option, places in zip(options, sets, strict=True):
            free = sum(2 << 2 * place for place in places)
            option[MASK] = free | (0, 2, 3)[len(places)]
            option[ADD] = sum(1 << 2 * place for place in places) + len(places)
            if places:
                option[FIRST], option[SECOND] = (0, *places)[-2:]
        return _keeping(options)

    def _move_step(self, move: Move) -> HalfStep:
        """Leave out or take a move."""
        first, second = move
        options = np.zeros((2, OPTION), np.uint64)
        add = (1 << 2 * first) + (1 << 2 * second)
        options[1, [MASK, ADD, FIRST, SECOND]] = 2 * add, add, first, second
        return _keeping(options)

    def _checks(self) -> Iterator[NDArray[np.uint64]]:
        """Yield, for every own cell, the checks after it (`hopeless` of the kernels)."""
        reach, apex = 0, int(self.apex)
        farthest = max((d_row * self.columns + d_column for d_row, d_column in self.later), default=0)
        few = np.flatnonzero(self._degrees() < 2).tolist()
        for v in range(self.cells):
            reach = max([reach, *self._around(v)])
            rows = []
            end = min(self.cells, reach + farthest + 1)  # beyond, all neighbours are still to come
            for w in (*range(v + 1, end), *few[bisect_left(few, max(v + 1, end)) :]):
                around = self._around(w)
                spare = sum(u > reach for u in around)
                near = [2 << 2 * (apex + u - v - 1) for u in around if v < u <= reach]
                if spare < 2:
                    rows.append([2 * (apex + w - v - 1), spare, *near, *[2] * apex])
            width = max(map(len, rows), default=2) + 1  # a 0 ends every row
            yield np.array([row + [0] * (width - len(row)) for row in rows], np.uint64).reshape(-1, width)

    def _around(self, cell: int) -> list[int]:
        """Return all cells a move away, ascending."""
        row, column = divmod(cell, self.columns)
        earlier = [
            cell - d_row * self.columns - d_column
            for d_row, d_column in reversed(self.later)
            if 0 <= column - d_column < self.columns and row >= d_row
        ]
        return [*earlier, *self.neighbours(cell)]

    def _degrees(self) -> NDArray[np.int64]:
        """Return how many cells are a move away from each own cell."""
        rows, columns = np.divmod(np.arange(self.cells), self.columns)
        degrees = np.zeros(self.cells, np.int64)
        for d_row, d_column in self.later:
            for sign in (1, -1):
                to_row, to_column = rows + sign * d_row, columns + sign * d_column
                degrees += (
                    (to_row >= 0)
                    & (to_row < self.own + self.middle)
                    & (to_column >= 0)
                    & (to_column < self.columns)
                )
        return degrees


def _keeping(options: NDArray[np.uint64]) -> HalfStep:
    """Return a step after which no place drops out."""
    return HalfStep(options, np.array([KEEP], np.uint64), np.zeros((0, 3), np.uint64))


def halves(
    rows: int, columns: int, moves: Moves, *, closed: bool, start: tuple[int, int] | None
) -> tuple[Half, Half]:
    """Return the upper half, which has the start, and the lower half upside down."""
    later = tuple(sorted(delta for delta in moves.deltas if delta > (0, 0)))
    middle = max(d_row for d_row, _ in later)
    above = (rows - middle) // 2
    below = rows - middle - above
    at = mirrored_at = NOWHERE
    if start is not None:
        row, column = start
        row = min(row, rows - 1 - row)  # of two cells that are each other's reflection
        at = row * columns + column
        if row >= above:
            mirrored_at = (rows - 1 - row) * columns + column
    upper = Half(above, middle, columns, later, not closed, at, False)
    return upper, Half(below, middle, columns, later, not closed, mirrored_at, True)


def most_places(half: Half) -> int:
    """Return how many places a signature of this half has, at most."""
    across = max(abs(d_column) for _, d_column in half.later)
    return half.apex + half.middle * half.columns + min(across, half.columns) + 1
