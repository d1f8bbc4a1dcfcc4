"""The plan of a sweep over an orthogonal board: its size in each orientation, mirror image, and cells.

A sweep goes to and fro over the board, cell by cell, with a value for every way in which the done part may
meet the part to do (`gridwalk.allpaths.profile.words`).  How large it is follows from closed forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.engine import Range
from gridwalk.allpaths.profile.roles import CLOSED, EITHER, END_CELL, INNER, LAST, NOWHERE, CellRoles
from gridwalk.allpaths.profile.words import number_of_words

MOST_COLUMNS = 22  # of a sweep that is folded: the lists of meanders take 40 MB at 20 columns, 280 at 22
TELL_AFTER = 1024  # cells planned


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
class ColumnWindows:
    """The columns that matter of a table with a count for every length (see `column_steps`).

    Attributes
    ----------
    unit : int
        How many numbers of cells left out a column stands for.
    least, most : int
        Of the cells that a path leaves out in the end.
    low, high : int64 array
        The first and the last column that matter before each cell, and after the last.
    base : int64 array
        The column that is kept as the first, from which it moves on once a row of the board.
    width : int
        Columns kept of a word.

    """

    unit: int
    least: int
    most: int
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    base: NDArray[np.int64]
    width: int

    @classmethod
    def of(cls, skip: NDArray[np.bool_], unit: int, least: int, most: int, columns: int) -> ColumnWindows:
        """Return those of a sweep over cells that paths may *skip*, a board of that number of *columns*."""
        passed = np.concatenate([[0], np.cumsum(skip)])
        low = np.maximum(0, least - (passed[-1] - passed)) // unit
        high = np.minimum(passed, most) // unit
        first = np.arange(skip.size) // columns * columns
        return cls(unit, least, most, low, high, low[first], 1 + int(np.max(high[1:] - low[first])))

    @property
    def bytes_of_word(self) -> int:
        """Memory for the counts of a word, one residue."""
        return 8 * self.width + 1

    @property
    def columns(self) -> int:
        """Columns looked at, of all cells together."""
        return int((self.high[1:] - self.low[:-1] + 1).sum())


def windows_of(question: CellRoles, moves: Range | None) -> ColumnWindows | None:
    """Return which columns matter to paths with a number of *moves*; None: there are no such paths."""
    side, size = cheapest(question)
    roles, must = side.in_order(side.roles), side.in_order(side.must)
    least, most = moves or (0, None)
    more = int((roles >= END_CELL).any())  # a path has a cell more than moves
    fewest = 0 if most is None else max(0, size.cells - most - more)
    greatest = min(size.cells, size.cells - least - more)
    skip, unit = (must == 0) & (roles != END_CELL), 1 if (roles >= LAST).any() else 2
    if not fewest <= min(greatest, int(skip.sum())):
        return None
    return ColumnWindows.of(skip, unit, fewest, greatest, size.places - 1)


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
    alike: dict[object, Side] = {}  # the first of those that look alike would be taken
    for side in found:
        alike.setdefault((side.roles.shape, side.roles.tobytes(), side.must.tobytes(), side.again), side)
    sized = ((side, side.size()) for side in alike.values())
    return min(sized, key=lambda pair: (pair[1].bytes, pair[1].work))


@dataclass(frozen=True)
class Mirror:
    """Where a sweep meets its mirror image, if a half-turn, or turning it over, leaves a board as it is.

    Attributes
    ----------
    upper, middle : int
        The cells of the upper half, and of these and of the middle row; the same if there is none.
    begins : tuple of int
        The first place of the words that a cut has, after *upper* and after *middle*.
    turned : bool
        Whether the mirror image is a half-turn; else it is upside down.

    """

    upper: int
    middle: int
    begins: tuple[int, int]
    turned: bool


def share_of(question: CellRoles) -> float:
    """Return which share of its cells a sweep in memory does: those up to the middle, if it is folded."""
    side, size = cheapest(question)
    mirror = mirror_of(question, side)
    return 1.0 if mirror is None else mirror.middle / size.cells


def mirror_of(question: CellRoles, side: Side) -> Mirror | None:
    """Return where the sweep of a side meets its mirror image; None: it has none, or that is of no use."""
    rows, columns = side.roles.shape
    upper = rows // 2
    middle = rows - upper
    ends = np.flatnonzero((side.roles >= END_CELL).any(1))
    if upper < 1 or middle >= rows or columns > MOST_COLUMNS or (side.roles >= LAST).any():
        return None
    if ends.size and not (ends.size == 2 and ends[0] < upper and ends[1] >= middle):
        return None
    number = side.number
    for turned in (True, False):
        flip = np.s_[::-1, :: -1 if turned else 1]
        same = (side.roles[flip] == side.roles).all() and (side.must[flip] == side.must).all()
        if same and (question.walls is None or _walls_agree(question, number, number[flip])):
            back = side.backwards()
            cells = np.cumsum((side.roles > 0).sum(1)).tolist()
            begins = 1 - int(back[upper]), 1 - int(back[middle])
            return Mirror(cells[upper - 1], cells[middle - 1], begins, turned)
    return None


def _walls_agree(question: CellRoles, one: NDArray[Any], two: NDArray[Any]) -> bool:
    """Whether the walls between cells are those between their images."""
    here, there = (
        [question.are_apart(number[:, :-1], number[:, 1:]), question.are_apart(number[:-1], number[1:])]
        for number in (one, two)
    )
    return all(map(np.array_equal, here, there))


@dataclass(frozen=True)
class CellStep:
    """A cell of the sweep: what it may do, and on which levels (numbers of loose ends)."""

    cell: int  # flat index on the board
    column: int  # the place of its left plug; the right one is next to it
    left: int  # the cell that the left plug leads to; NOWHERE: it is closed, or a wall stands between
    right: int
    skip: bool  # may a path leave the cell out
    inner: bool  # may it go through
    levels: tuple[int, ...]  # before the cell, descending
    ends: frozenset[int]  # levels at which the path may end here
    done: bool  # may the last piece be closed here
    shift: bool  # do the plugs move one place on before this cell
    row: int  # of the sweep, from 1 on


@dataclass(frozen=True)
class ProfilePlan(ProfileSize):
    """A sweep, before any work in proportion to the number of words."""

    steps: tuple[CellStep, ...]
    cycles: bool
    mirror: Mirror | None = None

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:  # asked for again and again, and takes as long as some sweeps
        return hash((self.steps, self.places, self.levels, self.shallow, self.cycles, self.mirror))

    @cached_property
    def centre(self) -> int:
        """The cell of the sweep that a half-turn maps to itself, if it has four neighbours; else -1."""
        step = self.steps[len(self.steps) // 2]
        turned = self.mirror is not None and self.mirror.turned and len(self.steps) % 2 == 1
        return len(self.steps) // 2 if turned and step.left >= 0 and step.right >= 0 else -1

    @property
    def facts(self) -> tuple[object, ...]:
        """All that tells this sweep from others, in the same words on every run."""
        steps = [{**vars(step), "ends": sorted(step.ends)} for step in self.steps]
        for step in steps:
            del step["row"]  # follows from the others
        return steps, self.places, sorted(self.levels), self.shallow, self.cycles


def make_plan(question: CellRoles, pause: Callable[[int], None] = lambda _: None) -> ProfilePlan:
    """Return the cheapest of the sweeps of the board's eight orientations; *pause* may stop the planning."""
    side, size = cheapest(question)
    steps, cycles = tuple(_steps(question, side, pause)), not (side.roles >= END_CELL).any()
    return ProfilePlan(**vars(size), steps=steps, cycles=cycles, mirror=mirror_of(question, side))


def _steps(question: CellRoles, side: Side, pause: Callable[[int], None]) -> Iterator[CellStep]:
    """Plan a sweep, cell by cell."""
    roles, must, number = side.roles, side.must.astype(bool), side.number
    after, before, below = (np.full(roles.shape, NOWHERE) for _ in range(3))  # the open cells beside each
    row = np.s_[:, :-1], np.s_[:, 1:]
    for found, here, there in ((after, *row), (before, *row[::-1]), (below, np.s_[:-1], np.s_[1:])):
        led = (roles[there] != CLOSED) & ~question.are_apart(number[here], number[there])
        found[here] = np.where(led, number[there], NOWHERE)
    back = side.backwards()[:, None]
    sides = np.where(back, before, below), np.where(back, below, after)
    skip, inner = ~must & (roles != END_CELL), (roles == INNER) | (roles == EITHER)
    facts = number, *np.indices(roles.shape), *sides, skip, inner, roles
    total, placed, live = int((roles == END_CELL).sum()), 0, {0}
    last_must, last_row = int(np.flatnonzero(side.in_order(must))[-1:].sum()), 0
    cells = zip(*(side.in_order(each).tolist() for each in facts), strict=True)
    for at, (cell, r, c, left, right, may_skip, is_inner, role) in enumerate(cells):
        if at % TELL_AFTER == 0:
            pause(0)
        ends = set[int]()
        if role == END_CELL:
            ends = {0, 1}
        elif role in (LAST, EITHER):
            ends = {level for level in live if level - placed < 2 - total}
        yield CellStep(
            cell=cell,
            column=c,
            left=left,
            right=right,
            skip=may_skip,
            inner=is_inner,
            levels=tuple(sorted(live, reverse=True)),
            ends=frozenset(ends & live),
            done=at >= last_must,
            shift=side.again and r == 1 and last_row == 0,
            row=r + 1,
        )
        last_row = r
        raised = {level + 1 for level in live & ends}
        live = raised if role == END_CELL else raised | live
        placed += int(role == END_CELL)
