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

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
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
class ProfilePlan:
    """A sweep, before any work in proportion to the number of words."""

    steps: tuple[CellStep, ...]
    places: int
    levels: frozenset[int]
    shallow: bool  # are there loose ends at depth 0 only
    cycles: bool

    @property
    def states(self) -> int:
        """Words in the table."""
        return sum(number_of_words(self.places, self.shallow)[level] for level in self.levels)

    @property
    def bytes(self) -> int:
        """Memory for the table of one residue."""
        return 8 * self.states

    @property
    def work(self) -> int:
        """Words visited in a sweep for one residue."""
        sizes = number_of_words(self.places, self.shallow)
        return sum(sizes[level] for step in self.steps for level in step.levels)

    @property
    def facts(self) -> tuple[object, ...]:
        """All that tells this sweep from others, in the same words on every run."""
        steps = [{**vars(step), "ends": sorted(step.ends)} for step in self.steps]
        return steps, self.places, sorted(self.levels), self.shallow, self.cycles

    @property
    def grades(self) -> int:
        """Rows of a table that has one for each number of cells left out."""
        return 1 + max(1, sum(step.skip for step in self.steps))

    @property
    def work_by_length(self) -> int:
        """Values visited in a sweep of such a table: a cell that may be left out brings one more row."""
        sizes = number_of_words(self.places, self.shallow)
        rows = accumulate((step.skip for step in self.steps), initial=1)
        return sum(
            row * sizes[level] for row, step in zip(rows, self.steps, strict=False) for level in step.levels
        )


def make_plan(question: CellRoles, pause: Callable[[int], None] = lambda _: None) -> ProfilePlan:
    """Return the cheapest of the sweeps of the board's eight orientations; *pause* may stop the planning."""
    sizes = np.arange(question.roles.size, dtype=np.int64).reshape(question.roles.shape)
    layers = np.stack([question.roles.astype(np.int64), question.must.astype(np.int64), sizes])
    some = layers[0] != CLOSED
    rows, columns = np.flatnonzero(some.any(1)), np.flatnonzero(some.any(0))
    layers = layers[:, rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    _, height, width = layers.shape
    sides = [layers] if height > width else [layers.swapaxes(1, 2)] + [layers] * (height == width)
    turned = [side[:, ::v, ::h] for side in sides for v in (1, -1) for h in (1, -1)]
    plans = (
        _plan(roles, must, number, again, pause) for again in (False, True) for roles, must, number in turned
    )
    return min(plans, key=lambda plan: (plan.bytes, plan.work))


def _plan(
    roles: NDArray[Any],
    must: NDArray[Any],
    number: NDArray[Any],
    again: bool,
    pause: Callable[[int], None],
) -> ProfilePlan:
    """Plan a sweep to and fro; *again*: with the second row in the direction of the first."""
    rows, columns = roles.shape
    back = [bool((r - (again and r > 0)) % 2) for r in range(rows)]
    order = [(r, c) for r in range(rows) for c in (range(columns)[::-1] if back[r] else range(columns))]
    order = [cell for cell in order if roles[cell] != CLOSED]
    total = int((roles == END_CELL).sum())
    last_must = max((at for at, cell in enumerate(order) if must[cell]), default=0)

    def neighbour(r: int, c: int) -> int:
        inside = 0 <= r < rows and 0 <= c < columns and roles[r, c] != CLOSED
        return int(number[r, c]) if inside else NOWHERE

    live, placed, steps, used = {0}, 0, [], set[int]()
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
        steps.append(
            CellStep(
                cell=int(number[r, c]),
                column=c,
                left=along if back[r] else down,
                right=down if back[r] else along,
                skip=not must[r, c] and bool(role != END_CELL),
                inner=bool(role in (INNER, EITHER)),
                levels=tuple(sorted(live, reverse=True)),
                ends=frozenset(ends & live),
                done=at >= last_must,
                shift=again and r == 1 and (at == 0 or order[at - 1][0] == 0),
            )
        )
        after = {level + 1 for level in live & ends}
        if role != END_CELL:
            after |= live
        placed += int(role == END_CELL)
        if at or role != END_CELL:
            used |= live
        live = after
    edge = np.zeros(roles.shape, bool)
    edge[[0, -1]] = edge[:, [0, -1]] = True
    shallow = bool(edge[roles >= END_CELL].all())
    cycles = not (roles >= END_CELL).any()
    return ProfilePlan(tuple(steps), columns + 1, frozenset(used or {1}), shallow, cycles)
