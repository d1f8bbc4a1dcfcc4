"""A planar sweep in partitions: rounds of tasks, of which each reads pieces of files and writes a file.

A *round* is the cells up to where the sweep passes from one half of the columns to the other; as it goes
to and fro, that is one round a row.  A task sweeps one partition through a round.  It reads what every task
of the round before has written for it, and writes a piece for every task of the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.profile.cutting import Cutting, FrontierHalf, loose_ends
from gridwalk.frontier.profile.plan import ProfilePlan
from gridwalk.frontier.profile.sweep import Pause, ProfileAlgebra
from gridwalk.frontier.profile.table import Table
from gridwalk.frontier.profile.words import Ints
from gridwalk.kernels.frontier.meander import copy_runs, scatter_runs
from gridwalk.kernels.frontier.profile import LOOSE
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.slices import compiles

Values = NDArray[Any]
Read = Callable[[int, int], Values]  # given a partition of the round before, and the number of a piece


@dataclass(frozen=True)
class Round:
    """Cells of the sweep on one half of the columns."""

    half: int
    first: int
    end: int
    shift: bool  # do the plugs move a place on before the first cell


def rounds_of(plan: ProfilePlan, first: int, seam: int) -> list[Round]:
    """Return the rounds of a sweep whose halves meet at column *seam*."""
    steps, found, begun = plan.steps, list[Round](), first
    for at in range(first, len(steps)):
        half = int(steps[at].column >= seam)
        last = at + 1 == len(steps)
        if last or steps[at + 1].shift or (steps[at + 1].column >= seam) != half:
            found.append(Round(half, begun, at + 1, steps[begun].shift))
            begun = at + 1
    return found


class Partitions:
    """The words of a sweep in partitions for either half of the columns, and the rounds.

    Parameters
    ----------
    plan : ProfilePlan
        Of a board of at least two columns.
    cutting : Cutting
        Of its words.
    capacity : int
        Bytes for a partition.
    pause : callable
        May stop the planning.

    """

    def __init__(self, plan: ProfilePlan, cutting: Cutting, capacity: int, pause: Pause) -> None:
        self.plan = plan
        left, right = cutting.at_rest
        self.halves = FrontierHalf(plan, left, True), FrontierHalf(plan, right, False)
        self.first = int(0 not in plan.levels)
        self.rounds = rounds_of(plan, self.first, right)
        pause(0)
        for half, costs in zip(self.halves, cutting.costs, strict=True):
            half.cut(costs, capacity)
        for half, other in (self.halves, self.halves[::-1]):
            half.face(other, pause)
        for half, other in (self.halves, self.halves[::-1]):
            half.place_in(other)
        for half in self.halves:
            half.prepare(pause)

    def tasks(self, number: int) -> list[int]:
        """Return the partitions that a round sweeps: in the last round the one in which paths are closed."""
        if not 0 <= number < len(self.rounds):
            return []
        half = self.halves[self.rounds[number].half]
        return [half.origin] if number + 1 == len(self.rounds) else list(range(half.partitions))

    def origin(self, number: int) -> int:
        """Return the partition of a round in which paths are closed."""
        return self.halves[self.rounds[number].half].origin

    def begun(self, number: int, partition: int, algebra: ProfileAlgebra, read: Read, pause: Pause) -> Table:
        """Return the table of a partition before a round."""
        here = self.rounds[number]
        half = self.halves[here.half]
        table = Table(
            half.sweep(partition, slice(here.first, here.end), pause), algebra, pause, at=here.first
        )
        if number == 0:
            codes = self._start()
            self._put(table, half, codes << 2 if here.shift else codes, np.ones(codes.size, algebra.dtype))
            return table
        there = self.halves[self.rounds[number - 1].half]
        for source in self.tasks(number - 1):
            if here.shift:
                codes = read(source, 2 * partition).view(np.int64)
                self._put(table, half, codes << 2, read(source, 2 * partition + 1))
            else:
                self._scatter(table, half, there, source, partition, read(source, partition))
            pause(0)
        return table

    def _start(self) -> Ints:
        """Return the words before the first cell, in the order of the board."""
        if not self.first:
            return np.zeros(1, np.int64)
        step = self.plan.steps[0]
        ways = (step.left, step.column), (step.right, step.column + 1)
        return np.array([LOOSE << 2 * p for to, p in ways if to >= 0], np.int64)

    def _put(self, table: Table, half: FrontierHalf, codes: Ints, values: Values) -> None:
        """Put the values of words, given in the order of the board, into a table."""
        words = table.sweep.words
        codes, levels = half.turned(codes), loose_ends(codes)
        rows = values.reshape(-1, codes.size) if codes.size else values
        for level in words.base:
            some = np.flatnonzero(levels == level)
            places = words.look_up(codes[some], level)
            some, places = some[places >= 0], places[places >= 0]
            for d, row in enumerate(rows):
                table.values[d * words.size + places] = row[some]

    def _scatter(
        self, table: Table, half: FrontierHalf, there: FrontierHalf, source: int, to: int, piece: Values
    ) -> None:
        """Put a piece of a partition of the other half into a table."""
        words, done = table.sweep.words, 0
        if not piece.size:
            return
        for d in range(table.grades):
            row = table.values[d * words.size : (d + 1) * words.size]
            for level, base in words.base.items():
                runs = there.runs(source, half, to, level)
                size = int(runs[:, 1].sum())
                part = piece[done : done + size]
                found = base, there.head_of_tail, there.middle_of_tail, there.place
                _call(scatter_runs, size, part, runs, *found, row)
                done += size
        assert done == piece.size

    def pieces(self, number: int, partition: int, table: Table) -> Iterator[Values]:
        """Yield what a table after a round has for each partition of the next, in turn in the same memory."""
        if number + 1 == len(self.rounds):
            return
        following = self.rounds[number + 1]
        half, other = self.halves[self.rounds[number].half], self.halves[following.half]
        wanted = self.tasks(number + 1)
        if following.shift:
            yield from self._sparse(table, half, other)
            return
        for to in range(other.partitions):
            yield self._dense(table, half, other, partition, to) if to in wanted else table.values[:0]

    def _dense(
        self, table: Table, half: FrontierHalf, other: FrontierHalf, partition: int, to: int
    ) -> Values:
        """Return the values of words for partition *to* of the other half; none if all are none."""
        words, algebra = table.sweep.words, table.algebra
        runs = [(level, half.runs(partition, other, to, level)) for level in words.base]
        first = np.concatenate([half.addresses(words, rows, level) for level, rows in runs])
        size = np.concatenate([rows[:, 1] for _, rows in runs])
        total = int(size.sum())
        piece = np.empty(total * table.grades, algebra.dtype)
        for d in range(table.grades):
            row = table.values[d * words.size : (d + 1) * words.size]
            _call(copy_runs, total, row, first, size, piece[d * total : (d + 1) * total])
        return piece if algebra.reached(piece).any() else piece[:0]

    def _sparse(self, table: Table, half: FrontierHalf, other: FrontierHalf) -> Iterator[Values]:
        """Yield the words that have a value, and their values, for each partition of the next round."""
        words, algebra = table.sweep.words, table.algebra
        rows = table.values[: words.size * table.grades].reshape(table.grades, -1)
        used = np.flatnonzero(algebra.reached(rows).any(0))
        codes = np.concatenate([words.spell(used[here], level) for level, here in words.by_level(used)])
        used = np.concatenate([used[here] for _, here in words.by_level(used)])
        codes = half.turned(codes)
        heads = other.turned(codes << 2) & (1 << 2 * other.at_rest) - 1
        to = other.partition_of(heads)
        for n in range(other.partitions):
            yield codes[to == n]
            yield rows[:, used[to == n]].ravel()


def _call(kernel: Kernel, work: int, *arguments: Any) -> None:
    (kernel.compiled if compiles(kernel, work) else kernel.python)(*arguments)
