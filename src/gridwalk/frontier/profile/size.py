"""How large a sweep of a rook board is, in each of the board's eight orientations: known without a plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.profile.motzkin import number_of_words
from gridwalk.frontier.profile.roles import CLOSED, END_CELL, LAST, CellRoles


@dataclass(frozen=True)
class ProfileSize:
    """How large a sweep is: closed forms, known before any cell is planned.

    Attributes
    ----------
    places : int
        Plugs on the frontier.
    levels : frozenset of int
        Numbers of loose ends that words of the table can have.
    shallow : bool
        Whether there are loose ends at depth 0 only.
    work : int
        Words visited in a sweep for one residue.
    work_by_length : int
        Values visited in a sweep of a table with a row for each number of cells left out: a cell that
        may be left out brings one more row.
    grades : int
        The rows of such a table.
    cells : int
        Steps of the sweep.

    """

    places: int
    levels: frozenset[int]
    shallow: bool
    work: int
    work_by_length: int
    grades: int
    cells: int

    @property
    def states(self) -> int:
        """Words in the table."""
        return sum(number_of_words(self.places, self.shallow)[level] for level in self.levels)

    @property
    def bytes(self) -> int:
        """Memory for the table of one residue."""
        return 8 * self.states


@dataclass(frozen=True)
class Side:
    """The board, turned, in the order of a sweep to and fro."""

    roles: NDArray[Any]
    must: NDArray[Any]
    number: NDArray[Any]
    again: bool  # with the second row in the direction of the first

    def backwards(self) -> NDArray[np.bool_]:
        """Say which rows are swept from right to left."""
        rows = np.arange(len(self.roles))
        odd: NDArray[np.bool_] = (rows - (self.again & (rows > 0))) % 2 == 1
        return odd

    def in_order(self, cells: NDArray[Any]) -> NDArray[Any]:
        """Return the values of the open cells in the order of the sweep."""
        back = self.backwards()[:, None]
        is_open = np.where(back, self.roles[:, ::-1], self.roles) != CLOSED
        found: NDArray[Any] = np.where(back, cells[:, ::-1], cells)[is_open]
        return found

    def size(self) -> ProfileSize:
        """Return how large the sweep is.

        The levels before a cell change at the two ends with a place of their own, and at most twice
        at cells that may be an end, before each of those and after them: so the cells fall into a few spans.
        """
        roles, must = self.in_order(self.roles), self.in_order(self.must)
        cells, cycles = roles.size, not (roles >= END_CELL).any()
        shallow = self._has_its_ends_on_the_edge()
        words = number_of_words(self.roles.shape[1] + 1, shallow)
        skip = (must == 0) & (roles != END_CELL)
        rows = np.concatenate([[0], np.cumsum(1 + np.cumsum(skip) - skip)])  # up to each cell
        used, work, work_by_length = set[int](), 0, 0
        for first, end, live in self._spans(roles):
            here = sum(words[level] for level in live)
            work += here * (end - first)
            work_by_length += here * int(rows[end] - rows[first])
            if end > first + (first == 0 and roles[0] == END_CELL):
                used |= live
        assert cells or cycles
        return ProfileSize(
            self.roles.shape[1] + 1,
            frozenset(used or {1}),
            shallow,
            work,
            work_by_length,
            1 + max(1, int(skip.sum())),
            cells,
        )

    def _has_its_ends_on_the_edge(self) -> bool:
        edge = np.zeros(self.roles.shape, bool)
        edge[[0, -1]] = edge[:, [0, -1]] = True
        return bool(edge[self.roles >= END_CELL].all())

    @staticmethod
    def _spans(roles: NDArray[Any]) -> Iterator[tuple[int, int, set[int]]]:
        """Yield the spans of cells, in the order of the sweep, that have the same levels before them."""
        fixed, flexible = np.flatnonzero(roles == END_CELL).tolist(), np.flatnonzero(roles >= LAST)
        live, placed, first = {0}, 0, 0
        while first < roles.size:
            free = {level + 1 for level in live if level - placed < 2 - len(fixed)} - live
            at = int(np.searchsorted(flexible, first))
            events = [int(flexible[at])] if free and at < flexible.size else []
            last = min([*events, *fixed[placed : placed + 1]], default=roles.size - 1)
            yield first, last + 1, live
            if last in fixed:
                live = {level + 1 for level in live & {0, 1}}
                placed += 1
            else:
                live = live | free
            first = last + 1


def size_of(question: CellRoles) -> ProfileSize:
    """Return how large the cheapest sweep is, without planning it: O(cells), some nanoseconds each."""
    return cheapest(question)[1]


@lru_cache(maxsize=4)  # an engine asks, and then a plan
def cheapest(question: CellRoles) -> tuple[Side, ProfileSize]:
    """Return the orientation of the least table, and of equal ones of the least work, and its size."""
    some = question.roles != CLOSED
    rows, columns = np.flatnonzero(some.any(1)), np.flatnonzero(some.any(0))
    window = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    numbers = np.arange(question.roles.size, dtype=np.int64).reshape(question.roles.shape)
    layers = [question.roles[window], question.must[window], numbers[window]]
    height, width = layers[0].shape
    turned = [layer.T for layer in layers]
    sides = [layers] if height > width else [turned] + [layers] * (height == width)
    found = [
        Side(roles[::v, ::h], must[::v, ::h], number[::v, ::h], again)
        for again in (False, True)
        for roles, must, number in sides
        for v in (1, -1)
        for h in (1, -1)
    ]
    return min(((side, side.size()) for side in found), key=lambda sized: (sized[1].bytes, sized[1].work))
