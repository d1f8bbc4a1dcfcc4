"""Counting on disk: layers larger than memory, and sweeps that go on after a stop.

A layer that does not fit is made in *parts*, chosen by the states' hashes: each part is a
sweep of its own over all states before, which are read from disk in pieces.  With a checkpoint the parts are
files of it, and their note comes last, so a stop at any time leaves the layer before in place; without
one they are gone with the run (`gridwalk.runtime.spill`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import CheckpointError, MemoryLimitError
from gridwalk.frontier.simpath.algebras import Counts, CountsWithin, LengthCounts, Limbs, to_int
from gridwalk.frontier.simpath.plan import SimpathLayer, SimpathPlan
from gridwalk.frontier.simpath.sweep import SimpathSweep, States
from gridwalk.kernels.frontier.simpath import layer as codes
from gridwalk.kernels.frontier.simpath.sums import LIMB_BITS
from gridwalk.runtime.checkpoint import Checkpoint, SaveTimer
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.spill import spilled
from gridwalk.runtime.tuning import tuning

FORMAT = 2  # of keys, of counts, and of the order in which choices are made
SAVING, READING = "writing the checkpoint", "reading the checkpoint"
STATE = "state"  # the part that says which others belong together


@dataclass(frozen=True)
class SpilledPart:
    """States and their counts, in memory or on disk."""

    keys: NDArray[np.uint64]
    counts: Limbs
    bits: int  # no count has more
    on_disk: bool = False

    @property
    def states(self) -> int:
        """How many there are, with the finished one."""
        return len(self.keys)

    @property
    def held(self) -> int:
        """How many bytes of memory it takes, with all that its arrays are views of."""
        arrays = [array if array.base is None else array.base for array in (self.keys, self.counts)]
        return 0 if self.on_disk else sum(array.nbytes for array in arrays)

    def pieces(self) -> Iterator[tuple[NDArray[np.uint64], Limbs]]:
        """Yield keys and counts, in each piece from row 1 on."""
        if not self.on_disk:
            yield self.keys, self.counts
            return
        size = tuning().states_read
        for first in range(0, self.states - 1, size):
            rows = slice(first, first + size + 1)
            yield np.array(self.keys[rows]), np.array(self.counts[rows])


class Disk:
    """Where the parts of layers are that are not in memory."""

    def __init__(self, kept: Checkpoint | None, spill: Path | None, watch: Watch) -> None:
        self.kept, self.watch = kept, watch
        self._spill, self._timer = spill, SaveTimer()

    def put(self, layer: int, number: int, part: SpilledPart) -> SpilledPart:
        """Write a part (no. *number* of those before *layer*) and return it as it is on disk."""
        arrays = [part.keys, part.counts]
        if self.kept is not None:
            self._save(layer, number, part)
            saved = self.kept.find(_name(layer, number))
            if saved is None:
                raise CheckpointError(self.kept.path(_name(layer, number)), "was removed")
            keys, counts = saved.map(check=False)  # written a moment ago
        else:
            assert self._spill is not None
            size = tuning().states_read
            keys, counts = (spilled(self._spill, array.shape, array.dtype) for array in arrays)
            for mapped, array in zip((keys, counts), arrays, strict=True):
                for first in range(0, len(array), size):
                    mapped[first : first + size] = array[first : first + size]
                    self.watch.check(0, 0, 0)
        return SpilledPart(keys, counts, part.bits, on_disk=True)

    def commit(self, layer: int, parts: list[SpilledPart], total: int) -> None:
        """Note in the checkpoint that *parts* are all there is before *layer*, if it is time."""
        if self.kept is None:
            return
        if parts[0].on_disk:
            self._note(layer, parts, total)
        else:
            self._timer.offer(partial(self._save_and_note, layer, parts, total))

    def resume(self) -> tuple[int, list[SpilledPart], int] | None:
        """Return what was committed last: the next layer, the parts before it, the total so far."""
        note = None if self.kept is None else self.kept.find(STATE)
        if self.kept is None or note is None:
            return None
        facts, parts = note.about["facts"], []
        for number, bits in enumerate(facts["bits"]):
            saved = self.kept.find(_name(facts["layer"], number))
            if saved is None:
                raise CheckpointError(note.path, f"is without its part {number}: remove it, to begin anew")
            keys, counts = saved.map(check=True, pause=partial(self.watch.check, 0, 0, 0, READING))
            parts.append(SpilledPart(keys, counts, bits, on_disk=True))
        return facts["layer"], parts, int(facts["total"], 16)

    def _save_and_note(self, layer: int, parts: list[SpilledPart], total: int) -> None:
        self._save(layer, 0, parts[0])
        self._note(layer, parts, total)

    def _save(self, layer: int, number: int, part: SpilledPart) -> None:
        assert self.kept is not None
        arrays = [np.ascontiguousarray(part.keys), np.ascontiguousarray(part.counts)]
        self.kept.save(_name(layer, number), {}, arrays, partial(self.watch.check, 0, 0, 0, SAVING))

    def _note(self, layer: int, parts: list[SpilledPart], total: int) -> None:
        assert self.kept is not None
        self.kept.save(STATE, {"layer": layer, "bits": [part.bits for part in parts], "total": hex(total)})
        self.kept.forget("layer-", but=[_name(layer, number) for number in range(len(parts))])


def _name(layer: int, number: int) -> str:
    return f"layer-{layer}-{number}"


class _PartCounts(Counts):
    """Counts of one part, added up from several pieces before."""

    def open(self, limbs: int, capacity: int, memory: MemoryBudget) -> None:
        memory.take(8 * limbs * capacity)
        self.after = np.zeros((capacity, limbs), np.uint64)


def count_on_disk(
    plan: SimpathPlan,
    watch: Watch,
    memory: MemoryBudget,
    *,
    kept: Checkpoint | None = None,
    spill: Path | None = None,
    threads: int = 1,
) -> int:
    """Return how many paths there are, going on from the checkpoint *kept*, or spilling to a directory."""
    disk = Disk(kept, spill, watch)
    sweeper = SimpathSweep(plan, watch, memory, threads=threads)
    base = memory.used - sweeper.scratch
    first = SpilledPart(sweeper.first_keys(), np.array([[0], [1]], np.uint64), 1)
    start, parts, total = disk.resume() or (0, [first], 0)
    split = len(parts)
    for number in range(start, len(plan.layers)):
        memory.doing = f"layer {number + 1} of {len(plan.layers)}"
        held = memory.used
        while True:
            try:
                made, found = _layer(
                    plan.layers[number], number + 1, parts, split, sweeper, disk, memory, watch
                )
                break
            except MemoryLimitError:
                if split >= tuning().max_parts:
                    raise
                memory.used = held
                split *= 2
                if not parts[0].on_disk:  # they stand in the way: read them back in pieces
                    parts = [disk.put(number, 0, parts[0])]
                    memory.used = held = base + sweeper.scratch
        parts, total = made, total + found
        if sum(part.states - 1 for part in parts) == 0:
            break
        disk.commit(number + 1, parts, total)
        scratch = base + sweeper.scratch
        memory.used = scratch + sum(part.held for part in parts)
        if memory.peak - scratch < (memory.limit - scratch) // 4:
            split = max(1, split // 2)
        memory.peak = memory.used
    return total


def _layer(
    layer: SimpathLayer,
    number: int,
    parts: list[SpilledPart],
    split: int,
    sweeper: SimpathSweep,
    disk: Disk,
    memory: MemoryBudget,
    watch: Watch,
) -> tuple[list[SpilledPart], int]:
    """Return the parts after a layer (files if there are several), and the paths finished in it."""
    states_before = sum(part.states for part in parts)
    additions = states_before * len(layer.arcs_of_choice)
    bits = max(part.bits for part in parts) + additions.bit_length()
    limbs = -(-bits // LIMB_BITS)
    made: list[SpilledPart] = []
    finished = 0
    if parts[0].on_disk:
        memory.take(16 * tuning().states_read * (sweeper.words + limbs))
    facts, *others = layer.arrays
    for part in range(split):
        facts = facts.copy()
        facts[codes.PART], facts[codes.PARTS] = part, split
        states = States(sweeper.words, states_before // split, memory)
        sums = _PartCounts()
        sums.open(limbs, len(states.keys), memory)
        for before in parts:
            for keys, counts in before.pieces():
                sums.before = counts
                sweeper.expand(keys, (facts, *others), states, sums)
        keys, counts = states.close(), sums.after[: states.count]
        if part == 0:  # what is finished shows up in every part
            finished = to_int(counts[0])
        top = int(counts[:, -1].max())
        most = LIMB_BITS * (limbs - 1) + top.bit_length()
        made.append(SpilledPart(keys, counts, most))
        if split > 1:
            made[-1] = disk.put(number, part, made[-1])
            memory.give(states.nbytes + sums.after.nbytes)
            del states, sums, keys, counts
        watch.check(0, 0, 0)
    return made, finished


class KeptLengths:
    """A sweep for counts by length in memory that is a part of a checkpoint."""

    def __init__(self, kept: Checkpoint, algebra: LengthCounts | CountsWithin, watch: Watch) -> None:
        self._kept, self._algebra, self._watch = kept, algebra, watch
        self._timer = SaveTimer()

    def resume(self, memory: MemoryBudget) -> tuple[int, NDArray[np.uint64]] | None:
        """Put into the algebra what was saved; return the next layer and the states before it."""
        saved = self._kept.find(STATE)
        if saved is None:
            return None
        memory.take(saved.end - saved.begin)
        keys, counts = saved.read(pause=partial(self._watch.check, 0, 0, 0, READING))
        self._algebra.resume(saved.about["facts"], counts)
        return saved.about["facts"]["layer"], keys

    def offer(self, layer: int, keys: NDArray[np.uint64]) -> None:
        """Save the states before *layer* and what the algebra has of them, if it is time."""
        self._timer.offer(lambda: self._save(layer, keys))

    def _save(self, layer: int, keys: NDArray[np.uint64]) -> None:
        facts, counts = self._algebra.state()
        pause = partial(self._watch.check, 0, 0, 0, SAVING)
        self._kept.save(STATE, {"layer": layer, **facts}, [keys, counts], pause)
