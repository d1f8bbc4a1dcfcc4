"""The counts of strips: boards of some rows and any number of columns, from what one column does.

A strip is swept column by column, cell by cell in a column.  Two columns of its inside are equal, so the step
from the states before a column to those after it is one linear map, whatever the number of columns is: found
once, on a board with one column of the inside, with all states that it leads to.  The columns before the
inside give the vector that it begins with, those after it what each state still makes of itself.
Thus the counts satisfy a linear recurrence whose order is at most the number of states (Cayley and Hamilton).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import HopelessError
from gridwalk.frontier.simpath.algebras import (
    COMPILED_ADDITIONS,
    INTERPRETED_ADDITIONS,
    Counts,
    bits_of,
    limbs_for,
)
from gridwalk.frontier.simpath.plan import SimpathPlan, frontiers, make_plan
from gridwalk.frontier.simpath.sweep import At, Keys, LayerSweep, Machine, Record, Steps
from gridwalk.grids.grid import Grid
from gridwalk.kernels.frontier.simpath.layer import LOOSE
from gridwalk.kernels.frontier.simpath.sums import LIMB_BITS, add_counts
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call, compiles, slice_of
from gridwalk.runtime.tuning import tuning
from gridwalk.shrink.network import NOWHERE, BlockNetwork

INSIDE = (
    16  # times as many states there may be within a column as between two; there are some four times as many
)
HALF, DIGIT = 32, 16  # bits of the pieces in which a sum of products is made, without overflow


def network_of_strip(grid: Grid, *, cyclic: bool, covering: bool) -> BlockNetwork:
    """Return the network of a whole board whose moves lead both ways, its junctions column by column."""
    rows, columns = grid.shape
    place = np.arange(grid.size).reshape(columns, rows).T.ravel()  # of a flat cell
    ends = np.sort(place[np.stack(grid._all_moves(), 1)], 1)
    tail, head = np.unique(ends[ends[:, 0] < ends[:, 1]], axis=0).astype(np.int32).T
    one, none = np.ones(len(tail), np.int64), np.zeros(len(tail), np.bool_)
    source, sink = (NOWHERE, NOWHERE) if cyclic else (0, grid.size - 1)
    must = np.full(grid.size, covering)
    return BlockNetwork(grid.size, source, sink, tail, head, none, one, one, must, none)


class StripSweep:
    """What one column of a strip does to the states before it.

    Parameters
    ----------
    grid : Grid
        The board with one column of the inside: ``3 * reach + 1`` columns, all alike.  A cell of the frontier
        behind that column, up to *reach* columns further, has all of its neighbours.
    reach : int
        How many columns further a move may lead.
    cyclic, covering : bool
        Whether cycles are counted, not the paths from the first cell of the first column to the last cell of
        the last one; and whether only those through every cell are.

    Attributes
    ----------
    states : int
        Between two columns of the inside; for cycles the finished ones are another.
    columns : int
        Of the shortest board that `terms` counts, which has no inside.

    """

    def __init__(
        self, grid: Grid, reach: int, watch: Watch, memory: MemoryBudget, *, cyclic: bool, covering: bool
    ) -> None:
        self.watch, self.memory, self.columns = watch, memory, 3 * reach
        rows = grid.shape[0]
        network = network_of_strip(grid, cyclic=cyclic, covering=covering)
        plan = self._plan = make_plan(network, range(grid.size), watch)
        decided = [layer.junction for layer in plan.layers]
        self._before, self._behind = (bisect_left(decided, rows * column) for column in (reach, reach + 1))
        slots = [dict[int, int](), *frontiers(plan)]
        self._inside, self._moved = _slots_of(slots[self._before], slots[self._behind], rows, network.sink)
        self._layers: list[tuple[NDArray[np.int32], int]] = []
        self._weights = np.zeros((1, 1), np.uint64)
        self._first = np.zeros((1, 1), np.uint64)
        self.states = 0
        if plan.possible:
            self._find_states()

    def _find_states(self) -> None:
        sweep = LayerSweep(Machine(self._plan), Counts(), self.watch, self.memory)
        at = sweep.first
        while at.layer < self._before:
            at = sweep.step(at)
            _refuse_above(INSIDE * tuning().strip_states, at.keys)
        finished, keys = sweep.algebra.total[0], at.keys  # type: ignore[attr-defined]
        number = {row: place for place, row in enumerate(map(tuple, keys[1:].tolist()), 1)}
        new = keys
        while len(new) > 1:  # until no column leads to a state that none has led to
            _, after = self._swept(new, self._before, self._behind)
            found = [row for row in map(tuple, self._back(after)[1:].tolist()) if row not in number]
            number.update(zip(found, range(len(number) + 1, len(number) + 1 + len(found)), strict=True))
            new = np.array([keys[0].tolist(), *found], np.uint64)
            keys = np.concatenate([keys, new[1:]])
            _refuse_above(tuning().strip_states, keys)
        self.states = len(number)
        records, after = self._swept(keys, self._before, self._behind)
        places = [0, *(number[row] for row in map(tuple, self._back(after)[1:].tolist()))]
        self._layers = list(_layers(records, places, len(keys)))
        records, last = self._swept(self._ahead(keys), self._behind, len(self._plan.layers))
        self._weights = _digits(_weights(records, len(last)))
        self._first = np.zeros((len(keys), at.values[0].shape[1]), np.uint64)
        self._first[: len(at.values[0])] = at.values[0]
        self._first[0, 0] = finished

    @property
    def order(self) -> int:
        """The order of a recurrence that the counts satisfy."""
        return self.states + 1

    def terms(self) -> Iterator[int]:
        """Yield the counts of boards of `columns` columns, of one more, and so on."""
        values = self._first
        while True:
            yield self._ended(values)
            for steps, states in self._layers:
                values = self._taken(values, steps, states)
            self.watch.check(0, 0, 0, f"columns of {self.states:,} states")

    def _taken(self, before: NDArray[np.uint64], steps: NDArray[np.int32], states: int) -> NDArray[np.uint64]:
        most = int(np.bincount(steps[:, 1]).max())
        after = np.zeros((states, limbs_for(bits_of(before), most)), np.uint64)
        compiled = compiles(add_counts, len(steps))
        size = max(slice_of(compiled, COMPILED_ADDITIONS, INTERPRETED_ADDITIONS) // after.shape[1], 1)
        for first in range(0, len(steps), size):
            given = before, after, steps, first, min(first + size, len(steps))
            call(add_counts, self.watch, *given, compiled=compiled)
            self.watch.check(0, 0, 0)
        return after

    def _ended(self, values: NDArray[np.uint64]) -> int:
        """Return the sum of what all states make of themselves if the board ends."""
        low, high = values & np.uint64((1 << HALF) - 1), values >> np.uint64(HALF)
        total = 0
        for shift, part in ((0, self._weights @ low), (HALF, self._weights @ high)):
            for digit, row in enumerate(part.tolist()):
                total += sum(
                    number << DIGIT * digit + LIMB_BITS * limb + shift for limb, number in enumerate(row)
                )
        return total

    def _swept(self, keys: Keys, first: int, last: int) -> tuple[list[Record], Keys]:
        """Return the steps of some layers from the states *keys* on, and the states after them."""
        sweep = LayerSweep(Machine(self._plan), Steps(), self.watch, self.memory)
        at, records = At(first, keys), list[Record]()
        while at.layer < last:
            at = sweep.step(at)
            _refuse_above(INSIDE * tuning().strip_states, at.keys)
            records.append(sweep.algebra.record())
        self.memory.give(at.held + sweep.scratch)
        return records, at.keys

    def _back(self, keys: Keys) -> Keys:
        """Return states after the column as they would be before it."""
        return _renamed(self._plan, keys, self._moved, self._inside)

    def _ahead(self, keys: Keys) -> Keys:
        return _renamed(self._plan, keys, self._inside, self._moved)


def _refuse_above(most: int, keys: Keys) -> None:
    if len(keys) > most:
        raise HopelessError("there are too many states between two columns", "take fewer rows")


def _slots_of(
    before: dict[int, int], behind: dict[int, int], rows: int, sink: int
) -> tuple[list[int], list[int]]:
    """Return the slots of the cells of two frontiers, the second a column ahead of the first."""
    here, there = (
        {junction - shift * (junction != sink): slot for slot, junction in slots.items()}
        for slots, shift in ((before, 0), (behind, rows))
    )
    assert here.keys() == there.keys()
    return list(here.values()), [there[junction] for junction in here]


def _renamed(plan: SimpathPlan, keys: Keys, old: list[int], new: list[int]) -> Keys:
    """Return states with the slots *old* as those of equal cells in the slots *new*."""
    words, shifts, mask = plan.fields
    meaning = np.arange(int(mask[0]) + 1, dtype=np.uint64)
    meaning[np.add(old, LOOSE)] = np.add(new, LOOSE)
    found = np.zeros_like(keys)
    for here, there in zip(old, new, strict=True):
        codes = meaning[keys[:, words[here]] >> shifts[here] & mask[0]]
        found[:, words[there]] |= codes << shifts[there]
    return found


def _layers(records: list[Record], places: list[int], last: int) -> Iterator[tuple[NDArray[np.int32], int]]:
    """Yield the steps of each layer, with that of what is finished, and the number of states after it."""
    for number, (first, to, choice) in enumerate(records):
        begin, after = np.repeat(np.arange(len(first) - 1), np.diff(first)), to
        states = last
        if number < len(records) - 1:
            states = len(records[number + 1][0]) - 1
        else:
            after = np.array(places)[to]
        yield np.vstack([[0, 0, 0], np.stack([begin, after, choice], 1)]).astype(np.int32), states


def _weights(records: list[Record], last: int) -> NDArray[Any]:
    """Return how many finished paths each state before the first layer becomes."""
    weights = np.zeros(last, object)
    weights[0] = 1
    for first, to, _ in reversed(records):
        sums = np.concatenate([[0], np.cumsum(weights[to])]).astype(object)
        weights = sums[first[1:]] - sums[first[:-1]]
        weights[0] = 1
    return weights


def _digits(numbers: NDArray[Any]) -> NDArray[np.uint64]:
    """Return whole numbers as rows of digits of `DIGIT` bits, the lowest first."""
    rows = -(-int(max(numbers)).bit_length() // DIGIT) or 1
    return np.array(
        [[int(n) >> DIGIT * row & (1 << DIGIT) - 1 for n in numbers] for row in range(rows)], np.uint64
    )
