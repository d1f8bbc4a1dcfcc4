"""A sweep that counts paths by several measures at once: moves, costs and turns.

The last word of a key has the sum of all measures so far, as one number in mixed radix.  For turns the words
before it have for every slot the direction in which the piece that ends there leaves its junction.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.simpath.algebras import Counts, to_int
from gridwalk.frontier.simpath.plan import SimpathPlan, frontiers
from gridwalk.frontier.simpath.sweep import SimpathSweep
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.frontier.simpath import layer as codes
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.shrink.network import Network
from gridwalk.shrink.reduced import Block

STRAIGHT = 1  # a direction that no other makes a turn with: the ends of a path; 0: none
BITS, PER_WORD = 8, 8  # of a direction, and directions in a word


@dataclass(frozen=True, eq=False)
class Measured:
    """What corridors add to a sum of measures.

    Attributes
    ----------
    weight : list of int
        Of every corridor, all measures as one number; turns inside it are one of them.
    turn : int
        What one more turn adds; 0: turns are not counted.
    leaves : list of (int, int)
        The directions in which a corridor leaves its tail and its head.
    opposite : list of int
        For each direction the other one.

    """

    weight: list[int]
    turn: int
    leaves: list[tuple[int, int]]
    opposite: list[int]


def directions_of(block: Block, columns: int) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Return how corridors leave tail and head, the opposite directions, and the turns inside corridors."""
    numbers: dict[tuple[int, int], int] = {}
    opposite, leaves, inside = [0, STRAIGHT], [], []

    def number(here: NDArray[np.int64], there: NDArray[np.int64]) -> int:
        step = (int(there[0] - here[0]), int(there[1] - here[1]))
        if step not in numbers:
            for one in {step: 0, (-step[0], -step[1]): 0}:
                numbers[one] = len(opposite)
                opposite.append(0)
            back = numbers[-step[0], -step[1]]
            opposite[numbers[step]], opposite[back] = back, numbers[step]
        return numbers[step]

    network = block.network
    for corridor in range(network.corridors):
        cells = np.stack(np.divmod(block.walked(corridor).astype(np.int64), columns), axis=1)
        steps = np.diff(cells, axis=0)
        inside.append(int((steps[1:] != steps[:-1]).any(axis=1).sum()) if len(steps) > 1 else 0)
        ends = []
        for junction, near in ((network.tail[corridor], cells[:2]), (network.head[corridor], cells[:-3:-1])):
            real = block.cell_of_junction[junction] != NONE and len(near) == 2
            ends.append(number(*near) if real else STRAIGHT)
        leaves.append((ends[0], ends[1]))
    leaves.append((STRAIGHT, STRAIGHT))  # from the sink back to the source
    return leaves, opposite, inside


class MeasuredSweep(SimpathSweep):
    """The sweep; `total` has the number of paths by the sum of their measures."""

    def __init__(self, plan: SimpathPlan, measured: Measured, watch: Watch, memory: MemoryBudget) -> None:
        slots = len(plan.layers[0].arrays[3]) if plan.layers else 1
        super().__init__(plan, watch, memory, more_words=1 + (-(-slots // PER_WORD) if measured.turn else 0))
        self.total: dict[int, int] = {}
        self._measured, self._algebra = measured, Counts()
        self._opposite = np.array(measured.opposite, np.int64)

    def run(self) -> None:
        """Run the layers of the plan."""
        keys, held, more = self.first_keys(), 0, True
        frontier: dict[int, int] = {}
        for number, after in enumerate(frontiers(self._plan)):
            self._arcs = self._plan.layers[number].arcs_of_choice
            self._entered(number, frontier, after)
            keys, held, more = self.step(number, keys, held, self._algebra)
            if not more:
                break
            frontier = after

    def _entered(self, number: int, frontier: dict[int, int], after: dict[int, int]) -> None:
        """Note the slots of junctions that enter and leave in one layer."""
        layer, network = self._plan.layers[number], self._plan.network
        slot = {junction: place for place, junction in frontier.items()}
        slot |= {junction: place for place, junction in after.items()}
        taken = set(frontier) | set(after)
        near = {end for arcs in layer.arcs_of_choice for c, _ in arcs for end in _ends(network, c)}
        free = (place for place in range(len(taken) + len(near) + 2) if place not in taken)
        for junction in sorted(near | {layer.junction}):
            if junction not in slot:  # nothing of it is seen outside this layer
                slot[junction] = next(free)
        self._slot = slot

    def complete(
        self, keys: NDArray[np.uint64], pending: NDArray[np.uint64], steps: NDArray[np.int32]
    ) -> int:
        """Add up the measures of steps; harvest those that finish a path."""
        words, measured = self._plan.words, self._measured
        before = keys[steps[:, codes.FROM]]
        sums = before[:, -1].astype(np.int64)
        chosen = steps[:, codes.CHOICE]
        width = PER_WORD * (self.words - words - 1)
        most = max([width, *(slot + 1 for slot in self._slot.values())])
        directions = np.zeros((len(steps), most), np.uint8)
        if width:
            directions[:, :width] = np.ascontiguousarray(before[:, words:-1]).view(np.uint8)
        for choice, arcs in enumerate(self._arcs):
            rows = np.flatnonzero(chosen == choice)
            if not len(rows) or not arcs:
                continue
            sums[rows] += sum(measured.weight[corridor] for corridor, _ in arcs)
            if measured.turn:
                turns = np.zeros(len(rows), np.int64)
                for corridor, _ in arcs:
                    for junction, leaves in zip(
                        _ends(self._plan.network, corridor), measured.leaves[corridor], strict=True
                    ):
                        turns += self._attach(directions, rows, self._slot[junction], leaves)
                sums[rows] += measured.turn * turns
        pending[:, -1] = sums
        if width:
            pending[:, words:-1] = np.ascontiguousarray(directions[:, :width]).view(np.uint64)
        self._harvest(steps, sums)
        return len(steps)

    def _attach(
        self, directions: NDArray[np.uint8], rows: NDArray[np.intp], slot: int, leaves: int
    ) -> NDArray[np.bool_]:
        """Let a corridor begin at a slot, and return where it makes a turn with the one there before."""
        known = directions[rows, slot].astype(np.int64)
        directions[rows, slot] = np.where(known > 0, 0, leaves)
        if leaves == STRAIGHT:
            return np.zeros(len(rows), bool)
        turned: NDArray[np.bool_] = (known > STRAIGHT) & (known != self._opposite[leaves])
        return turned

    def _harvest(self, steps: NDArray[np.int32], sums: NDArray[np.int64]) -> None:
        ends = np.flatnonzero(steps[:, codes.TO] == 0)
        for row, total in zip(ends.tolist(), sums[ends].tolist(), strict=True):
            number = to_int(self._algebra.before[steps[row, codes.FROM]])
            self.total[total] = self.total.get(total, 0) + number


def _ends(network: Network, corridor: int) -> tuple[int, int]:
    """Return tail and head of a corridor, or of the one from the sink back to the source."""
    if corridor == network.corridors:
        return network.sink, network.source
    return int(network.tail[corridor]), int(network.head[corridor])


def count_by_measures(
    plan: SimpathPlan, measured: Measured, watch: Watch, memory: MemoryBudget
) -> dict[int, int]:
    """Return how many paths there are of every sum of measures."""
    if not plan.possible:
        return {}
    sweep = MeasuredSweep(plan, measured, watch, memory)
    sweep.run()
    return sweep.total
