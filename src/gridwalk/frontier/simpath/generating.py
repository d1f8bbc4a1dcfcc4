"""Paths counted by several measures at once: moves, costs and turns, as one number in mixed radix."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.simpath.algebras import Counts
from gridwalk.frontier.simpath.plan import SimpathPlan
from gridwalk.frontier.simpath.sweep import LayerSweep, Machine
from gridwalk.frontier.simpath.tails import Summed, Turns
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.frontier.simpath.meter import STRAIGHT
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.shrink.reduced import Block


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


def count_by_measures(
    plan: SimpathPlan, measured: Measured, watch: Watch, memory: MemoryBudget
) -> dict[int, int]:
    """Return how many paths there are of every sum of measures."""
    machine, of_rows = Machine(plan), None
    if measured.turn:
        turns = Turns(plan, measured.leaves, measured.opposite, measured.turn)
        machine, of_rows = machine.also(turns), turns.weights
    machine = machine.also(Summed(plan.weights(measured.weight[:-1]), of_rows=of_rows))
    algebra = Counts(tagged=True)
    LayerSweep(machine, algebra, watch, memory).done()
    return algebra.total
