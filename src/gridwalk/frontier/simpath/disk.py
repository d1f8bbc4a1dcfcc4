"""Sweeps on disk: layers larger than memory, and sweeps that go on after a stop.

A layer that does not fit is made in *parts*, chosen by the states' hashes: each part is a
sweep of its own over all states before, which are read from disk in pieces.  Where something is kept, the
parts are files of it, and their note comes last, so a stop at any time leaves the layer before in place; else
they are gone with the run (`gridwalk.runtime.spill`).
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from gridwalk.errors import MemoryLimitError
from gridwalk.frontier.simpath.algebras import Counts, bits_of
from gridwalk.frontier.simpath.sweep import At, LayerSweep
from gridwalk.runtime.kept import KeptParts, KeptState
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.spill import spilled
from gridwalk.runtime.tuning import tuning

FORMAT = 2  # of keys, of counts, and of the order in which choices are made


class Disk:
    """Where the parts of layers are that are not in memory, and what was found so far."""

    def __init__(self, algebra: Counts, kept: KeptParts | None, spill: Path | None, watch: Watch) -> None:
        self._algebra, self._spill, self._watch = algebra, spill, watch
        self._state = None if kept is None else KeptState(kept, partial(watch.check, 0, 0, 0))

    def put(self, at: At, number: int) -> At:
        """Write part no. *number* of the states before a layer, and return it as it is on disk."""
        arrays = at.keys, *at.values
        if self._state is not None:
            saved = self._state.part(self._saved(self._state, at, number))
            keys, *values = saved.map(check=False)  # written a moment ago
        else:
            assert self._spill is not None
            size = tuning().states_read
            keys, *values = (spilled(self._spill, array.shape, array.dtype) for array in arrays)
            for mapped, array in zip((keys, *values), arrays, strict=True):
                for first in range(0, len(array), size):
                    mapped[first : first + size] = array[first : first + size]
                    self._watch.check(0, 0, 0)
        return at._replace(keys=keys, values=tuple(values), held=0)

    def commit(self, ats: list[At]) -> None:
        """Note that *ats* are all there is before a layer, if it is time."""
        if self._state is not None and ats[0].held:
            self._state.offer(self._note, self._state, ats)
        elif self._state is not None:
            self._note(self._state, ats)

    def resume(self, memory: MemoryBudget) -> list[At] | None:
        """Return the parts before the next layer that were committed last."""
        state = self._state
        note = None if state is None else state.find()
        if state is None or note is None:
            return None
        facts, ats = note.facts, []
        self._algebra.restore(facts["total"])
        if "bits" not in facts:  # counts by length were one part, until there were several
            memory.take(note.size)
            keys, values = state.read(note)
            of_states = bits_of(values), facts.get("least", 0)
            return [At(facts["layer"], keys, (values,), of_states, keys.nbytes + values.nbytes)]
        least = facts.get("least", [0] * len(facts["bits"]))
        for number, of_states in enumerate(zip(facts["bits"], least, strict=True)):
            keys, values = state.map(state.part(_name(facts["layer"], number)))
            ats.append(At(facts["layer"], keys, (values,), of_states))
        return ats

    @staticmethod
    def _saved(state: KeptState, at: At, number: int) -> str:
        """Write a part of a layer, also one that is made again, and return its name."""
        name = _name(at.layer, number)
        state.there.discard(name)
        state.put(name, (at.keys, *at.values))
        return name

    def _note(self, state: KeptState, ats: list[At]) -> None:
        if ats[0].held:
            self._saved(state, ats[0], 0)
        bits, least = zip(*(at.facts for at in ats), strict=True)
        facts = {"layer": ats[0].layer, "bits": bits, "least": least, "total": self._algebra.state()}
        state.save(facts, parts=[_name(ats[0].layer, number) for number in range(len(ats))])


def _name(layer: int, number: int) -> str:
    return f"layer-{layer}-{number}"


def sweep_on_disk(sweep: LayerSweep, algebra: Counts, kept: KeptParts | None, spill: Path | None) -> None:
    """Make all layers, going on from the checkpoint *kept*, or spilling to a directory."""
    memory, disk = sweep.memory, Disk(algebra, kept, spill, sweep.watch)
    base = memory.used - sweep.scratch
    ats = disk.resume(memory) or [sweep.first]
    split = len(ats)
    while ats[0].layer < sweep.layers:
        held, total = memory.used, dict(algebra.total)
        while True:
            try:
                ats = sweep.in_parts(ats, split, disk.put)
                break
            except MemoryLimitError:
                if split >= tuning().max_parts:
                    raise
                memory.used, algebra.total = held, dict(total)
                split *= 2
                if ats[0].held:  # they stand in the way: read them back in pieces
                    ats = [disk.put(ats[0], 0)]
                    memory.used = held = base + sweep.scratch
        if not any(at.more for at in ats):
            break
        disk.commit(ats)
        scratch = base + sweep.scratch
        memory.used = scratch + sum(at.held for at in ats)
        if memory.peak - scratch < (memory.limit - scratch) // 4:
            split = max(1, split // 2)
        memory.peak = memory.used
