"""The sweep: from the one state at the beginning, layer by layer, to the end.

What is added up on the way is up to an *algebra* (`gridwalk.frontier.simpath.algebras`): for every slice
the kernel writes down its steps, and the algebra makes its sums from them.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.simpath.plan import SimpathLayer, SimpathPlan
from gridwalk.kernels.codes import EXHAUSTED, PAUSED
from gridwalk.kernels.frontier.simpath import layer as kernels
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call, compiles, slice_of

INTERPRETED_STATES, COMPILED_STATES = 200, 1 << 15  # in a slice
STEPS = 1 << 15  # rows: what a slice writes should stay in the cache
MAX_STATES = (1 << 31) - 1  # in a layer (or a part of one): they are numbered in 32 bits
WORK_OF_STATE = 8  # how much a state weighs beside a cell of a plain search, which decides when to compile


class SimpathAlgebra(Protocol):
    """What a sweep needs of an algebra; its values of state *i* stand at index *i*."""

    def begin(self, layer: SimpathLayer, states: int, capacity: int, memory: MemoryBudget) -> None:
        """Prepare for the steps of a layer from *states* states to up to *capacity* others."""

    def grow(self, capacity: int, memory: MemoryBudget) -> None:
        """Make room for more states."""

    def take(self, steps: NDArray[np.int32], count: int, watch: Watch) -> None:
        """Take in the first *count* rows of *steps*."""

    def end(self, states: int, memory: MemoryBudget) -> bool:
        """Close the layer, *states* states after it; False: the sweep may stop here."""


class Keeper(Protocol):
    """What keeps the state of a sweep for a later one."""

    def resume(self, memory: MemoryBudget) -> tuple[int, NDArray[np.uint64]] | None:
        """Restore the algebra; return the next layer and the keys before it, None if nothing was kept."""

    def offer(self, layer: int, keys: NDArray[np.uint64]) -> None:
        """Keep the state before *layer*, if it is time."""


def compiling() -> bool:
    """Whether the kernels run compiled: all do once `expand` does."""
    return compiles(kernels.expand, 0)


class States:
    """The states of one layer: their keys, and while they are found a table of them."""

    def __init__(self, words: int, like: int, memory: MemoryBudget) -> None:
        """Make room for a few more states than *like*; number 0 is the finished path."""
        self.memory = memory
        self.count = 1
        capacity = max(like + like // 4, 2 * kernels.BLOCK)
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

    def grow(self, watch: Watch) -> None:
        """Double the room."""
        before = self.nbytes
        self.memory.take(2 * before)
        if 2 * len(self.keys) > MAX_STATES:
            raise self.memory.error(self.memory.limit)
        keys = np.zeros((2 * len(self.keys), self.keys.shape[1]), np.uint64)
        keys[: self.count] = self.keys[: self.count]
        table = np.zeros(2 * len(self.table), np.int32)
        for first in range(1, self.count, STEPS):
            end = min(first + STEPS, self.count)
            call(kernels.rehash, watch, keys, table, first, end, compiled=compiling())
            watch.check(0, 0, 0)
        self.keys, self.table = keys, table
        self.memory.give(before)

    def close(self) -> NDArray[np.uint64]:
        """Return the keys and forget the table."""
        self.memory.give(self.table.nbytes)
        self.table = np.zeros(0, np.int32)
        return self.keys[: self.count]


class SimpathSweep:
    """The scratch memory of one sweep, and the loop over the slices of a layer."""

    def __init__(self, plan: SimpathPlan, watch: Watch, memory: MemoryBudget, more_words: int = 0) -> None:
        self._plan, self._watch, self._memory = plan, watch, memory
        self.words = (
            plan.words + more_words
        )  # in a key; `complete` fills those that the plan knows nothing of
        choices = max((len(layer.arcs_of_choice) for layer in plan.layers), default=1)
        self._key = np.zeros(self.words, np.uint64)
        self._steps = np.zeros((max(STEPS, choices), 3), np.int32)
        self._pending = np.zeros((len(self._steps), self.words), np.uint64)
        self._places = np.zeros((kernels.BLOCK, 3), np.int64)
        self._registers = np.zeros(kernels.REGISTERS, np.int64)
        self._expanded = 0
        memory.take(self._steps.nbytes + self._pending.nbytes)

    def first_keys(self) -> NDArray[np.uint64]:
        """Return the keys before the first layer: state 1, nothing touched."""
        return np.zeros((2, self.words), np.uint64)

    def complete(
        self, keys: NDArray[np.uint64], pending: NDArray[np.uint64], steps: NDArray[np.int32]
    ) -> None:
        """Fill the additional words of the states after some steps from the states *keys*."""

    def expand(
        self,
        keys: NDArray[np.uint64],
        arrays: tuple[NDArray[np.int64], ...],
        states: States,
        algebra: SimpathAlgebra,
    ) -> None:
        """Take the states *keys* through a layer, into *states*."""
        registers, steps = self._registers, self._steps
        registers[:] = 1, states.count, 0, 0
        status = PAUSED
        while status != EXHAUSTED:
            compiled = compiling()
            at = int(registers[kernels.NEXT])
            registers[kernels.STEPS] = registers[kernels.ENTERED] = 0
            status = call(
                kernels.expand,
                self._watch,
                keys,
                self._plan.fields,
                arrays,
                self._key,
                self._pending,
                steps,
                registers,
                slice_of(compiled, COMPILED_STATES, INTERPRETED_STATES),
                compiled=compiled,
            )
            made = int(registers[kernels.STEPS])
            if self.words > self._plan.words:
                self.complete(keys, self._pending[:made], steps[:made])
            done = int(registers[kernels.NEXT]) - at
            self._expanded += done
            kernels.expand.expanded += WORK_OF_STATE * done
            while True:
                arguments = self._pending, self._places, steps, states.keys, states.table, registers
                call(kernels.enter, self._watch, *arguments, compiled=compiled)
                states.count = int(registers[kernels.STATES])
                if registers[kernels.ENTERED] == registers[kernels.STEPS]:
                    break
                states.grow(self._watch)
                algebra.grow(len(states.keys), self._memory)
            algebra.take(steps, int(registers[kernels.STEPS]), self._watch)
            self._watch.check(self._expanded, 0, 0)

    def step(
        self, number: int, keys: NDArray[np.uint64], held: int, algebra: SimpathAlgebra
    ) -> tuple[NDArray[np.uint64], int, bool]:
        """Make a layer from the states *keys* before it, which take *held* bytes.

        Return the states after it, how many bytes they take, and whether there is anything left to do.
        """
        layer, memory = self._plan.layers[number], self._memory
        memory.doing = f"layer {number + 1} of {len(self._plan.layers)}"
        states = States(self.words, len(keys), memory)
        algebra.begin(layer, len(keys), len(states.keys), memory)
        self.expand(keys, layer.arrays, states, algebra)
        keys = states.close()
        more = algebra.end(states.count, memory) and states.count > 1
        memory.give(held)
        return keys, states.nbytes, more


def sweep(
    plan: SimpathPlan,
    algebra: SimpathAlgebra,
    watch: Watch,
    memory: MemoryBudget,
    keeper: Keeper | None = None,
) -> None:
    """Run the layers of *plan*; *algebra* has the answer afterwards."""
    sweeper = SimpathSweep(plan, watch, memory)
    begun = None if keeper is None else keeper.resume(memory)
    start, keys = begun or (0, sweeper.first_keys())
    held = keys.nbytes if begun else 0
    for number in range(start, len(plan.layers)):
        keys, held, more = sweeper.step(number, keys, held, algebra)
        if not more:
            break
        if keeper is not None:
            keeper.offer(number + 1, keys)
