"""The one sweep: from the one state at the beginning, layer by layer, to the end.

What a state is, and how a layer changes it, is up to a *machine*: corridors with mates, or cells with roles,
and *tails*, which own more words of a key (`tails`).  What is added up is up to an *algebra* (`algebras`).
Films, samples and layers made again are loops over `LayerSweep.step`, which makes one layer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.simpath import layer as codes
from gridwalk.allpaths.simpath.plan import SimpathPlan
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call, compiles, slice_of
from gridwalk.runtime.threads import Second, useful
from gridwalk.runtime.tuning import tuning

INTERPRETED_STATES, COMPILED_STATES = 200, 1 << 15  # in a slice
STEPS = 1 << 15  # rows: what a slice writes should stay in the cache
TWO_THREADS = 1 << 14  # states of a layer; below, waiting for each other takes more than it saves
MAX_STATES = (1 << 31) - 1  # in a layer (or a part of one): they are numbered in 32 bits

Keys = NDArray[np.uint64]
Record = tuple[NDArray[Any], ...]


def compiling() -> bool:
    """Whether the kernels run compiled: all do once `expand` does."""
    return compiles(codes.expand, 0)


class SliceRows:
    """The steps of one slice on their way from `expand` to `enter`: state before, state after, choice."""

    def __init__(self, rows: int, words: int) -> None:
        self.key = np.zeros(words, np.uint64)
        self.steps = np.zeros((rows, 3), np.int32)
        self.pending = np.zeros((rows, words), np.uint64)
        self.registers = np.zeros(codes.REGISTERS, np.int64)
        self.nbytes = self.steps.nbytes + self.pending.nbytes
        self.compiled = False  # the tier of this slice


class Tail(Protocol):
    """Words of a key behind those of the plan: filled for every row, some of which may be left out.

    The rows that stay keep their order.  Finished rows come by as well; their words are not those of a state.
    """

    @property
    def words(self) -> int:
        """How many words it owns."""

    @property
    def kernel(self) -> Kernel:
        """What it calls."""

    def __call__(self, number: int, keys: Keys, rows: SliceRows, count: int, watch: Watch) -> int:
        """Fill the words of *count* rows from the states *keys*; return how many of them stay."""


@dataclass(frozen=True)
class Machine:
    """What a state is, and how a layer changes it."""

    plan: SimpathPlan
    tails: tuple[Tail, ...] = ()

    @property
    def words(self) -> int:
        """In a key."""
        return self.plan.words + sum(tail.words for tail in self.tails)

    def also(self, tail: Tail) -> Machine:
        """Return the machine with one more tail, the last."""
        return replace(self, tails=(*self.tails, tail))


class At(NamedTuple):
    """Where a sweep is: the states before a layer, and what an algebra has of them."""

    layer: int
    keys: Keys  # of the states, from row 1 on; state 0 is the finished path
    values: Record = ()  # of the algebra: of state *i* at index *i*
    facts: Any = None  # what else the algebra knows
    held: int = 0  # how many bytes of the budget these are; 0: they are somebody else's

    @property
    def more(self) -> bool:
        """Whether any state is left."""
        return len(self.keys) > 1

    @property
    def bytes(self) -> int:
        """How much memory keys and values take."""
        return self.keys.nbytes + sum(array.nbytes for array in self.values)


class Steps:
    """All steps of each layer, if they are kept: where those of a state begin, states after, choices.

    The base of all algebras, and what a sweep asks of each.
    """

    first: tuple[Record, Any] = (), None  # values and facts at the beginning, of the states 0 and 1

    def __init__(self, *, keeping: bool = True) -> None:
        self._keeping, self._made = keeping, Record()

    def begin(self, at: At, states: int, choices: int, capacity: int, memory: MemoryBudget) -> None:
        """Prepare for the steps of a layer, from all *states* of *at* to up to *capacity* others."""
        self._memory, self._states = memory, states
        self._slices: list[NDArray[np.int32]] = []

    def grow(self, capacity: int, memory: MemoryBudget) -> None:
        """Make room for more states: steps are counted in slices."""

    def take(self, at: At, rows: SliceRows, count: int, watch: Watch) -> None:
        """Take in *count* rows from the states of *at*: copy the slice."""
        if self._keeping:
            self._memory.take(12 * count)
            self._slices.append(rows.steps[:count].copy())

    def end(self, states: int, memory: MemoryBudget) -> tuple[Record, Any, int]:
        """Close the layer; return values and facts of the states after it, and the bytes they hold."""
        if self._keeping:
            sliced = sum(steps.nbytes for steps in self._slices)
            joined = 2 * sliced // 3 + 16 * self._states
            memory.take(joined)
            first = np.zeros(self._states + 1, np.int64)
            for steps in self._slices:  # in the order of states
                begin = int(steps[0, codes.FROM]) if len(steps) else 0
                counts = np.bincount(steps[:, codes.FROM] - begin)
                first[begin + 1 : begin + 1 + len(counts)] += counts
            np.cumsum(first, out=first)
            to = np.concatenate([steps[:, codes.TO] for steps in self._slices])
            choice = np.concatenate([steps[:, codes.CHOICE] for steps in self._slices])
            self._made = first, to, choice
            self._slices.clear()
            memory.give(sliced + joined)  # what is recorded is asked for by who keeps it
        return (), None, 0

    def record(self) -> Record:
        """Return the steps of the layer made last, and forget them."""
        made, self._made = self._made, ()
        return made


class States:
    """The states of one layer: their keys, and while they are found a table of them."""

    def __init__(self, words: int, like: int, memory: MemoryBudget) -> None:
        """Make room for a few more states than *like*; number 0 is the finished path."""
        self.memory = memory
        self.count = 1
        capacity = max(like + like // 4, 2 * codes.BLOCK)
        slots = 64
        while 3 * slots < 4 * capacity:
            slots *= 2
        memory.take(8 * words * capacity + 4 * slots)
        self.keys: Keys = np.zeros((capacity, words), np.uint64)
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
            call(codes.rehash, watch, keys, table, first, end, compiled=compiling())
            watch.check(0, 0, 0)
        self.keys, self.table = keys, table
        self.memory.give(before)

    def close(self) -> Keys:
        """Return the keys and forget the table."""
        self.memory.give(self.table.nbytes)
        self.table = np.zeros(0, np.int32)
        return self.keys[: self.count]


class LayerSweep:
    """A machine, an algebra, and the scratch memory of both.

    Of two *threads* one enters a slice while the other adds up the one before and expands the one after it,
    each about half of the work; the states, and their order, are those of one thread.
    """

    def __init__(
        self, machine: Machine, algebra: Steps, watch: Watch, memory: MemoryBudget, threads: int = 1
    ) -> None:
        self.machine, self.algebra, self.watch, self.memory = machine, algebra, watch, memory
        plan = machine.plan
        self.layers = len(plan.layers) if plan.possible else 0
        self._words = machine.words
        choices = max((len(layer.arcs_of_choice) for layer in plan.layers), default=1)
        self._rows = max(STEPS, choices), self._words
        self._buffers = [SliceRows(*self._rows)]
        self._places = np.zeros((3, codes.BLOCK), np.uint64)
        self._expanded, self._threads = 0, useful(threads)
        self._second: Second | None = None
        memory.take(self._buffers[0].nbytes)

    @property
    def scratch(self) -> int:
        """How many bytes of scratch memory there are."""
        return sum(buffer.nbytes for buffer in self._buffers)

    @property
    def first(self) -> At:
        """Before the first layer: state 1, nothing touched."""
        return At(0, np.zeros((2, self._words), np.uint64), *self.algebra.first)

    def run(self) -> Iterator[At]:
        """Yield where the sweep is after each layer."""
        at = self.first
        for _ in range(self.layers):
            at = self.step(at)
            yield at
            if len(at.keys) == 1:
                break

    def done(self) -> None:
        """Make all layers; the algebra has the answer afterwards."""
        for _ in self.run():
            pass

    def step(self, at: At) -> At:
        """Make a layer; where that fails for want of memory, it may be tried again."""
        memory = self.memory
        states = self._begin(at)
        self.expand(at, states)
        keys = states.close()
        values, facts, held = self.algebra.end(states.count, memory)
        memory.give(at.held)
        return At(at.layer + 1, keys, values, facts, states.nbytes + held)

    def _begin(self, at: At) -> States:
        """Make room for the states after a layer."""
        memory, number, before = self.memory, at.layer, len(at.keys)
        memory.doing = f"layer {number + 1} of {self.layers}"
        states = States(self._words, before, memory)
        choices = len(self.machine.plan.layers[number].arcs_of_choice)
        self.algebra.begin(at, before, choices, len(states.keys), memory)
        return states

    def expand(self, at: At, states: States) -> None:
        """Take the states of *at* through a layer, into *states*."""
        now, end, entered = 0, len(at.keys), None  # a slice that was entered, but not added up
        place = self._fill(self._buffers[0], at, 1)
        while place < end:
            rows = self._buffers[now]
            if self._is_shared(end) and self._second is not None:
                now = (now + 1) % len(self._buffers)
                ahead = partial(self._ahead, at, entered, self._buffers[now], place)
                self._second.both(ahead, partial(self._enter, rows, states))
                self._enter_all(rows, states)
                entered, place = rows, int(self._buffers[now].registers[codes.NEXT])
            else:
                self._enter_all(rows, states)
                place = self._ahead(at, rows, rows, place)
        for rows in filter(None, (entered, self._buffers[now])):
            self._enter_all(rows, states)
            self._take(at, rows)

    def _ahead(self, at: At, entered: SliceRows | None, rows: SliceRows, place: int) -> int:
        """Add up a slice that was *entered*, and write the *rows* of the next one."""
        if entered is not None:
            self._take(at, entered)
        return self._fill(rows, at, place)

    def _is_shared(self, states: int) -> bool:
        """Whether two threads take so many states through a layer."""
        if self._threads == 1 or states < (tuning().shared_from or TWO_THREADS) or not compiling():
            return False
        if self._second is None:
            more = 2 * self._buffers[0].nbytes
            if self.memory.left < 2 * more or not codes.enter.is_warm:  # only this thread looks at the clock
                return False
            self._second = Second()
            self._buffers += SliceRows(*self._rows), SliceRows(*self._rows)
            self.memory.take(more)
        return True

    def _fill(self, rows: SliceRows, at: At, place: int) -> int:
        """Write the rows of a slice from state *place* on, tails and all, and return the state after it."""
        rows.compiled, registers, plan = compiling(), rows.registers, self.machine.plan
        registers[:] = place, 0, 0, 0
        budget = slice_of(rows.compiled, COMPILED_STATES, INTERPRETED_STATES)
        given = at.keys, plan.fields, plan.layers[at.layer].arrays, rows.key, rows.pending, rows.steps
        call(plan.expand, self.watch, *given, registers, budget, compiled=rows.compiled)
        done = int(registers[codes.NEXT]) - place
        self._expanded += done
        for tail in self.machine.tails:
            registers[codes.STEPS] = tail(at.layer, at.keys, rows, int(registers[codes.STEPS]), self.watch)
        return place + done

    def _enter(self, rows: SliceRows, states: States) -> bool:
        """Enter rows into *states* while there is room; return whether all of them are there."""
        registers = rows.registers
        registers[codes.STATES] = states.count
        given = rows.pending, self._places, rows.steps, states.keys, states.table, registers
        call(codes.enter, self.watch, *given, compiled=rows.compiled)
        states.count = int(registers[codes.STATES])
        return bool(registers[codes.ENTERED] == registers[codes.STEPS])

    def _enter_all(self, rows: SliceRows, states: States) -> None:
        """Enter rows into *states*, and make room for them."""
        while not self._enter(rows, states):
            states.grow(self.watch)
            self.algebra.grow(len(states.keys), self.memory)

    def _take(self, at: At, rows: SliceRows) -> None:
        """Let the algebra take rows that were entered."""
        self.algebra.take(at, rows, int(rows.registers[codes.STEPS]), self.watch)
        self.watch.check(self._expanded, 0, 0)
