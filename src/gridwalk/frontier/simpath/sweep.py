"""The sweep: from the one state at the beginning, layer by layer, to the end.

What is added up on the way is up to an *algebra* (`gridwalk.frontier.simpath.algebras`): for every slice
the kernel writes down its steps, and the algebra makes its sums from them.
"""

from __future__ import annotations

from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.simpath.plan import SimpathLayer, SimpathPlan
from gridwalk.kernels.frontier.simpath import layer as kernels
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call, compiles, slice_of
from gridwalk.runtime.threads import Second, useful
from gridwalk.runtime.tuning import tuning

INTERPRETED_STATES, COMPILED_STATES = 200, 1 << 15  # in a slice
STEPS = 1 << 15  # rows: what a slice writes should stay in the cache
TWO_THREADS = 1 << 14  # states of a layer; below, waiting for each other takes more than it saves
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


class Buffer:
    """The steps of one slice on their way from `expand` to `enter`."""

    def __init__(self, rows: int, words: int) -> None:
        self.key = np.zeros(words, np.uint64)
        self.steps = np.zeros((rows, 3), np.int32)
        self.pending = np.zeros((rows, words), np.uint64)
        self.registers = np.zeros(kernels.REGISTERS, np.int64)
        self.nbytes = self.steps.nbytes + self.pending.nbytes


class SimpathSweep:
    """The scratch memory of one sweep, and the loop over the slices of a layer.

    Of two *threads* one expands a slice while the other enters the one before and adds it up: the states, and
    their order, are those of one thread.
    """

    def __init__(
        self, plan: SimpathPlan, watch: Watch, memory: MemoryBudget, more_words: int = 0, threads: int = 1
    ) -> None:
        self._plan, self._watch, self._memory = plan, watch, memory
        # In a key; `complete` fills those that the plan knows nothing of.
        self.words = plan.words + more_words
        choices = max((len(layer.arcs_of_choice) for layer in plan.layers), default=1)
        self._rows = max(STEPS, choices)
        self._buffers = [Buffer(self._rows, self.words)]
        self._places = np.zeros((kernels.BLOCK, 3), np.int64)
        self._expanded = 0
        self._second: Second | None = None
        self._may_share = useful(threads) > 1 and not more_words
        memory.take(self._buffers[0].nbytes)

    @property
    def scratch(self) -> int:
        """How many bytes of scratch memory there are."""
        return sum(buffer.nbytes for buffer in self._buffers)

    def first_keys(self) -> NDArray[np.uint64]:
        """Return the keys before the first layer: state 1, nothing touched."""
        return np.zeros((2, self.words), np.uint64)

    def complete(
        self, keys: NDArray[np.uint64], pending: NDArray[np.uint64], steps: NDArray[np.int32]
    ) -> int:
        """Fill the additional words of the states after some steps from the states *keys*.

        Return how many steps count: those to leave out have been moved to the end.
        """
        return len(steps)

    def _is_shared(self, states: int) -> bool:
        """Whether two threads take so many states through a layer."""
        if not self._may_share or states < (tuning().shared_from or TWO_THREADS) or not compiling():
            return False
        if self._second is None:
            if self._memory.left < 2 * self._buffers[0].nbytes or not self._plan.expand.is_warm:
                return False
            self._second = Second()
            self._buffers.append(Buffer(self._rows, self.words))
            self._memory.take(self._buffers[1].nbytes)
        return True

    def expand(
        self,
        keys: NDArray[np.uint64],
        arrays: tuple[NDArray[np.int64], ...],
        states: States,
        algebra: SimpathAlgebra,
    ) -> None:
        """Take the states *keys* through a layer, into *states*."""
        now = self._buffers[0]
        at = self._fill(now, 1, keys, arrays)
        while at < len(keys):
            if self._is_shared(len(keys)) and self._second is not None:
                other = self._buffers[now is self._buffers[0]]
                self._second.both(
                    partial(self._empty, now, keys, states, algebra),
                    partial(self._fill, other, at, keys, arrays),
                )
                now, at = other, int(other.registers[kernels.NEXT])
            else:
                self._empty(now, keys, states, algebra)
                at = self._fill(now, at, keys, arrays)
        self._empty(now, keys, states, algebra)

    def _fill(
        self, buffer: Buffer, at: int, keys: NDArray[np.uint64], arrays: tuple[NDArray[np.int64], ...]
    ) -> int:
        """Write the steps of a slice from state *at* on to a buffer, and return the state after it."""
        compiled, registers = compiling(), buffer.registers
        registers[:] = at, 0, 0, 0
        scratch = buffer.key, buffer.pending, buffer.steps, registers
        budget = slice_of(compiled, COMPILED_STATES, INTERPRETED_STATES)
        arguments = keys, self._plan.fields, arrays, *scratch, budget
        call(self._plan.expand, self._watch, *arguments, compiled=compiled)
        done = int(registers[kernels.NEXT]) - at
        self._expanded += done
        kernels.expand.expanded += WORK_OF_STATE * done
        return at + done

    def _empty(
        self, buffer: Buffer, keys: NDArray[np.uint64], states: States, algebra: SimpathAlgebra
    ) -> None:
        """Enter the steps of a buffer into *states*, and let *algebra* take them."""
        registers, steps = buffer.registers, buffer.steps
        made = int(registers[kernels.STEPS])
        if self.words > self._plan.words:
            made = self.complete(keys, buffer.pending[:made], steps[:made])
            registers[kernels.STEPS] = made
        while True:
            registers[kernels.STATES] = states.count
            arguments = buffer.pending, self._places, steps, states.keys, states.table, registers
            call(kernels.enter, self._watch, *arguments, compiled=compiling())
            states.count = int(registers[kernels.STATES])
            if registers[kernels.ENTERED] == made:
                break
            states.grow(self._watch)
            algebra.grow(len(states.keys), self._memory)
        algebra.take(steps, made, self._watch)
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
    threads: int = 1,
) -> None:
    """Run the layers of *plan*; *algebra* has the answer afterwards."""
    run(SimpathSweep(plan, watch, memory, threads=threads), len(plan.layers), algebra, memory, keeper)


def run(
    sweeper: SimpathSweep,
    layers: int,
    algebra: SimpathAlgebra,
    memory: MemoryBudget,
    keeper: Keeper | None = None,
) -> None:
    """Run so many *layers*."""
    begun = None if keeper is None else keeper.resume(memory)
    start, keys = begun or (0, sweeper.first_keys())
    held = keys.nbytes if begun else 0
    for number in range(start, layers):
        keys, held, more = sweeper.step(number, keys, held, algebra)
        if not more:
            break
        if keeper is not None:
            keeper.offer(number + 1, keys)
