"""The sweep: from the one state at the beginning, layer by layer, to the end.

What is added up on the way is up to an *algebra* (`gridwalk.frontier.algebra`): for every slice
the kernel writes down its steps, and the algebra makes its sums from them.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.layers import Layer, Plan
from gridwalk.frontier.sweep_memory import Memory
from gridwalk.kernels import sweep as kernels
from gridwalk.kernels._kernel import Kernel
from gridwalk.kernels.codes import EXHAUSTED, PAUSED
from gridwalk.limits import Watch
from gridwalk.search.slices import next_slice

INTERPRETED_STATES, COMPILED_STATES = 200, 1 << 15  # in a slice
STEPS = 1 << 15  # rows: what a slice writes should stay in the cache
WORK_OF_STATE = 8  # how much a state weighs beside a cell of a plain search, which decides when to compile


class Algebra(Protocol):
    """What a sweep needs of an algebra; its values of state *i* stand at index *i*."""

    def begin(self, layer: Layer, states: int, capacity: int, memory: Memory) -> None:
        """Prepare for the steps of a layer from *states* states to up to *capacity* others."""

    def grow(self, capacity: int, memory: Memory) -> None:
        """Make room for more states."""

    def take(self, steps: NDArray[np.int32], count: int, watch: Watch) -> None:
        """Take in the first *count* rows of *steps*."""

    def end(self, states: int, memory: Memory) -> bool:
        """Close the layer, *states* states after it; False: the sweep may stop here."""


def call(kernel: Kernel, *arguments: Any) -> Any:
    """Call a kernel of the sweep in the tier that `expand` is in."""
    chosen, _ = next_slice(kernels.expand, 0)
    if chosen is kernels.expand.compiled if kernels.expand.is_compiled else False:
        return kernel.compiled(*arguments)
    return kernel.python(*arguments)


class States:
    """The states of one layer: their keys, and while they are found a table of them."""

    def __init__(self, words: int, capacity: int, memory: Memory) -> None:
        self.memory = memory
        slots = 64
        while 3 * slots < 4 * capacity:
            slots *= 2
        memory.take(8 * words * capacity + 4 * slots)
        self.keys = np.zeros((capacity, words), np.uint64)
        self.table: NDArray[np.int32] = np.zeros(slots, np.int32)

    @property
    def nbytes(self) -> int:
        """Return how many bytes are in use."""
        return self.keys.nbytes + self.table.nbytes

    def grow(self, states: int, watch: Watch) -> None:
        """Double the room, *states* of it are in use."""
        self.memory.take(2 * self.nbytes)
        before = self.nbytes
        keys = np.zeros((2 * len(self.keys), self.keys.shape[1]), np.uint64)
        keys[:states] = self.keys[:states]
        table = np.zeros(2 * len(self.table), np.int32)
        for first in range(1, states, STEPS):
            call(kernels.rehash, keys, table, first, min(first + STEPS, states))
            watch.check(0, 0, 0)
        self.keys, self.table = keys, table
        self.memory.give(before)

    def close(self, states: int) -> NDArray[np.uint64]:
        """Return the keys and forget the table."""
        self.memory.give(self.table.nbytes)
        self.table = np.zeros(0, np.int32)
        return self.keys[:states]


def sweep(plan: Plan, algebra: Algebra, watch: Watch, memory: Memory) -> None:
    """Run the layers of *plan*; *algebra* has the answer afterwards."""
    keys = np.zeros((2, plan.words), np.uint64)  # state 1 is the beginning: nothing touched
    scratch = np.zeros(plan.words, np.uint64)
    most_choices = max((len(layer.arcs_of_choice) for layer in plan.layers), default=1)
    steps = np.zeros((max(STEPS, most_choices), 3), np.int32)
    pending = np.zeros((len(steps), plan.words), np.uint64)
    places = np.zeros((kernels.BLOCK, 3), np.int64)
    memory.take(steps.nbytes + pending.nbytes)
    registers = np.zeros(kernels.REGISTERS, np.int64)
    expanded = held = 0
    for number, layer in enumerate(plan.layers):
        memory.layer = number + 1
        capacity = max(len(keys) + len(keys) // 4, 2 * kernels.BLOCK)
        states = States(plan.words, capacity, memory)
        algebra.begin(layer, len(keys), capacity, memory)
        registers[:] = 1, 1, 0, 0
        status = PAUSED
        while status != EXHAUSTED:
            run, _ = next_slice(kernels.expand, 0)
            budget = INTERPRETED_STATES if run == kernels.expand.python else COMPILED_STATES
            at = int(registers[kernels.NEXT])
            registers[kernels.STEPS] = registers[kernels.ENTERED] = 0
            status = run(keys, plan.fields, layer.arrays, scratch, pending, steps, registers, budget)
            done = int(registers[kernels.NEXT]) - at
            expanded += done
            kernels.expand.expanded += WORK_OF_STATE * done
            while True:
                call(kernels.enter, pending, places, steps, states.keys, states.table, registers)
                if registers[kernels.ENTERED] == registers[kernels.STEPS]:
                    break
                states.grow(int(registers[kernels.STATES]), watch)
                algebra.grow(len(states.keys), memory)
            algebra.take(steps, int(registers[kernels.STEPS]), watch)
            watch.check(expanded, 0, 0)
        found = int(registers[kernels.STATES])
        memory.give(held)
        keys = states.close(found)
        held = states.nbytes
        if not algebra.end(found, memory) or found == 1:
            break
