"""The plan of a sweep over a rook board.

A sweep goes to and fro over the board, cell by cell, with a
value for every way in which the done part may meet the part to do (`gridwalk.frontier.profile.motzkin`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from gridwalk.frontier.profile.mirror import Mirror, mirror_of
from gridwalk.frontier.profile.roles import CLOSED, EITHER, END_CELL, INNER, LAST, NOWHERE, CellRoles
from gridwalk.frontier.profile.size import ProfileSize, Side, cheapest

TELL_AFTER = 1024  # cells planned


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
class ProfilePlan:
    """A sweep, before any work in proportion to the number of words."""

    steps: tuple[CellStep, ...]
    size: ProfileSize
    cycles: bool
    mirror: Mirror | None = None

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:  # asked for again and again, and takes as long as some sweeps
        return hash((self.steps, self.size, self.cycles, self.mirror))

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
        for step in steps:
            del step["row"]  # follows from the others
        return steps, self.places, sorted(self.levels), self.shallow, self.cycles


def make_plan(question: CellRoles, pause: Callable[[int], None] = lambda _: None) -> ProfilePlan:
    """Return the cheapest of the sweeps of the board's eight orientations; *pause* may stop the planning."""
    side, size = cheapest(question)
    cycles = not (side.roles >= END_CELL).any()
    return ProfilePlan(tuple(_steps(question, side, pause)), size, cycles, mirror_of(question, side))


def _steps(question: CellRoles, side: Side, pause: Callable[[int], None]) -> Iterator[CellStep]:
    """Plan a sweep, cell by cell."""
    roles, must, number = side.roles, side.must, side.number
    rows, columns = roles.shape
    back = side.backwards().tolist()
    order = [(r, c) for r in range(rows) for c in (range(columns)[::-1] if back[r] else range(columns))]
    order = [cell for cell in order if roles[cell] != CLOSED]
    total = int((roles == END_CELL).sum())
    last_must = max((at for at, cell in enumerate(order) if must[cell]), default=0)

    def neighbour(cell: int, r: int, c: int) -> int:
        inside = 0 <= r < rows and 0 <= c < columns and roles[r, c] != CLOSED
        return int(number[r, c]) if inside and not question.are_apart(cell, int(number[r, c])) else NOWHERE

    live, placed = {0}, 0
    for at, (r, c) in enumerate(order):
        if at % TELL_AFTER == 0:
            pause(0)
        role, cell = roles[r, c], int(number[r, c])
        along, down = neighbour(cell, r, c + (-1 if back[r] else 1)), neighbour(cell, r + 1, c)
        ends = set[int]()
        if role == END_CELL:
            ends = {0, 1}
        elif role in (LAST, EITHER):
            ends = {level for level in live if level - placed < 2 - total}
        yield CellStep(
            cell=cell,
            column=c,
            left=along if back[r] else down,
            right=down if back[r] else along,
            skip=not must[r, c] and bool(role != END_CELL),
            inner=bool(role in (INNER, EITHER)),
            levels=tuple(sorted(live, reverse=True)),
            ends=frozenset(ends & live),
            done=at >= last_must,
            shift=side.again and r == 1 and (at == 0 or order[at - 1][0] == 0),
            row=r + 1,
        )
        after = {level + 1 for level in live & ends}
        live = after if role == END_CELL else after | live
        placed += int(role == END_CELL)
