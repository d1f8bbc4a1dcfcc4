"""Rook boards, planar as they are: a question about all their paths or cycles, and the plan of a sweep.

A cell has a *role*; everything that can be asked here is a board of roles::

    paths to one exit       start and exit END_CELL, other open cells INNER
    paths to the first exit start END_CELL, exits LAST, others INNER
    any last cell           start END_CELL, all others EITHER
    any first and last cell all EITHER (each path once, not once per direction)
    cycles                  all INNER

and the cells that have to be visited.  A sweep goes to and fro over the board, cell by cell, with a
value for every way in which the done part may meet the part to do (`gridwalk.frontier.profile.motzkin`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.errors import InputError
from gridwalk.frontier.profile.motzkin import number_of_words

CLOSED, INNER, END_CELL, LAST, EITHER = range(5)
NOWHERE = -1
TELL_AFTER = 1024  # cells planned

Cell = tuple[int, int]


@dataclass(frozen=True, eq=False)
class CellRoles:
    """Which paths or cycles of a board are meant.

    Parameters
    ----------
    roles : uint8 array, shape (rows, columns)
        The role of each cell.
    must : array of bool, shape (rows, columns)
        The cells that have to be visited.
    start : int
        The flat index of the cell from which an answer lists its cells, or NOWHERE: the lesser
        of its two ends, or of all the cells of a cycle.

    """

    roles: NDArray[np.uint8]
    must: NDArray[np.bool_]
    start: int = NOWHERE

    def __post_init__(self) -> None:
        ends, free = int((self.roles == END_CELL).sum()), bool((self.roles >= LAST).any())
        either = bool((self.roles == EITHER).any())
        if ends + free != 2 and not (ends == 0 and (either or not free)):
            raise InputError(f"a path has two ends; the roles give {ends}, and {'more' if free else 'none'}")
        if self.roles.shape != self.must.shape:
            raise InputError(f"roles are {self.roles.shape} and must is {self.must.shape}: shapes differ")

    @classmethod
    def paths(
        cls, is_open: ArrayLike, start: Cell | None, exits: list[Cell] | None, must: ArrayLike = False
    ) -> CellRoles:
        """Ask for the paths of at least one move from *start* to the first of *exits* that they enter.

        None is any cell.  With neither start nor exits given, a path and its reverse are one.
        """
        cells = np.asarray(is_open, bool)
        for cell in (*(exits or ()), *([] if start is None else [start])):
            if not cells[cell]:
                raise InputError(f"{cell} is a wall; a path cannot begin or end there")
        roles = np.where(cells, EITHER if exits is None else INNER, CLOSED).astype(np.uint8)
        for cell in exits or ():
            roles[cell] = END_CELL if len(set(exits or ())) == 1 else LAST
        if start is None and exits is not None:
            raise InputError("start=None takes exits=None: turn the path round if its last cell is given")
        if start is not None:
            if exits is not None and (start in exits or not exits):
                raise InputError(f"start={start} and exits={exits}: there must be an exit, and not the start")
            roles[start] = END_CELL
        first = NOWHERE if start is None else start[0] * cells.shape[1] + start[1]
        return cls(roles, _mask(cells, must), first)

    @classmethod
    def cycles(cls, is_open: ArrayLike, must: ArrayLike = False) -> CellRoles:
        """Ask for the cycles, each once."""
        cells = np.asarray(is_open, bool)
        roles = np.where(cells, INNER, CLOSED).astype(np.uint8)
        return cls(roles, _mask(cells, must))

    @property
    def is_hopeless(self) -> bool:
        """Whether no cell is open, or one that must be visited is closed."""
        is_open = self.roles != CLOSED
        return not is_open.any() or bool((self.must & ~is_open).any())


def _mask(is_open: NDArray[np.bool_], must: ArrayLike) -> NDArray[np.bool_]:
    """Return *must* as a mask; True is all open cells."""
    asked = np.asarray(must, bool)
    return is_open & asked if asked.ndim == 0 else asked


@dataclass(frozen=True)
class CellStep:
    """A cell of the sweep: what it may do, and on which levels (numbers of loose ends)."""

    cell: int  # flat index on the board
    column: int  # the place of its left plug; the right one is next to it
    left: int  # the cell that the left plug leads to, or NOWHERE
    right: int
    skip: bool  # may a path leave the cell out
    inner: bool  # may it go through
    levels: tuple[int, ...]  # before the cell, descending
    ends: frozenset[int]  # levels at which the path may end here
    done: bool  # may the last piece be closed here
    shift: bool  # do the plugs move one place on before this cell


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
class ProfilePlan:
    """A sweep, before any work in proportion to the number of words."""

    steps: tuple[CellStep, ...]
    size: ProfileSize
    cycles: bool

    @property
    def places(self) -> int:
        """Plugs on the frontier."""
        return self.size.places

    @property
    def levels(self) -> frozenset[int]:
        """Numbers of loose ends that words of the table can have."""
        return self.size.levels

    @property
    def shallow(self) -> bool:
        """Whether there are loose ends at depth 0 only."""
        return self.size.shallow

    @property
    def states(self) -> int:
        """Words in the table."""
        return self.size.states

    @property
    def bytes(self) -> int:
        """Memory for the table of one residue."""
        return self.size.bytes

    @property
    def work(self) -> int:
        """Words visited in a sweep for one residue."""
        return self.size.work

    @property
    def grades(self) -> int:
        """Rows of a table that has one for each number of cells left out."""
        return self.size.grades

    @property
    def facts(self) -> tuple[object, ...]:
        """All that tells this sweep from others, in the same words on every run."""
        steps = [{**vars(step), "ends": sorted(step.ends)} for step in self.steps]
        return steps, self.places, sorted(self.levels), self.shallow, self.cycles


@dataclass(frozen=True)
class _Side:
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
    return _cheapest(question)[1]


def make_plan(question: CellRoles, pause: Callable[[int], None] = lambda _: None) -> ProfilePlan:
    """Return the cheapest of the sweeps of the board's eight orientations; *pause* may stop the planning."""
    side, size = _cheapest(question)
    cycles = not (side.roles >= END_CELL).any()
    return ProfilePlan(tuple(_steps(side, pause)), size, cycles)


def _cheapest(question: CellRoles) -> tuple[_Side, ProfileSize]:
    some = question.roles != CLOSED
    rows, columns = np.flatnonzero(some.any(1)), np.flatnonzero(some.any(0))
    window = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    numbers = np.arange(question.roles.size, dtype=np.int64).reshape(question.roles.shape)
    layers = [question.roles[window], question.must[window], numbers[window]]
    height, width = layers[0].shape
    turned = [layer.T for layer in layers]
    sides = [layers] if height > width else [turned] + [layers] * (height == width)
    found = [
        _Side(roles[::v, ::h], must[::v, ::h], number[::v, ::h], again)
        for again in (False, True)
        for roles, must, number in sides
        for v in (1, -1)
        for h in (1, -1)
    ]
    return min(((side, side.size()) for side in found), key=lambda sized: (sized[1].bytes, sized[1].work))


def _steps(side: _Side, pause: Callable[[int], None]) -> Iterator[CellStep]:
    """Plan a sweep, cell by cell."""
    roles, must, number = side.roles, side.must, side.number
    rows, columns = roles.shape
    back = side.backwards().tolist()
    order = [(r, c) for r in range(rows) for c in (range(columns)[::-1] if back[r] else range(columns))]
    order = [cell for cell in order if roles[cell] != CLOSED]
    total = int((roles == END_CELL).sum())
    last_must = max((at for at, cell in enumerate(order) if must[cell]), default=0)

    def neighbour(r: int, c: int) -> int:
        inside = 0 <= r < rows and 0 <= c < columns and roles[r, c] != CLOSED
        return int(number[r, c]) if inside else NOWHERE

    live, placed = {0}, 0
    for at, (r, c) in enumerate(order):
        if at % TELL_AFTER == 0:
            pause(0)
        role = roles[r, c]
        along, down = neighbour(r, c + (-1 if back[r] else 1)), neighbour(r + 1, c)
        ends = set[int]()
        if role == END_CELL:
            ends = {0, 1}
        elif role in (LAST, EITHER):
            ends = {level for level in live if level - placed < 2 - total}
        yield CellStep(
            cell=int(number[r, c]),
            column=c,
            left=along if back[r] else down,
            right=down if back[r] else along,
            skip=not must[r, c] and bool(role != END_CELL),
            inner=bool(role in (INNER, EITHER)),
            levels=tuple(sorted(live, reverse=True)),
            ends=frozenset(ends & live),
            done=at >= last_must,
            shift=side.again and r == 1 and (at == 0 or order[at - 1][0] == 0),
        )
        after = {level + 1 for level in live & ends}
        live = after if role == END_CELL else after | live
        placed += int(role == END_CELL)
