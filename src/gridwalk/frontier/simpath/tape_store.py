"""The layers of a sweep, and the way back of a best path through them, in a checkpoint."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np

from gridwalk.errors import KeepError, MemoryLimitError
from gridwalk.frontier.simpath.algebras import Best, Steps
from gridwalk.frontier.simpath.disk import READING, SAVING, STATE
from gridwalk.frontier.simpath.plan import Arc
from gridwalk.frontier.simpath.sweep import At, Record
from gridwalk.frontier.simpath.tape import Stretch, Tape
from gridwalk.runtime.checkpoint import Checkpoint, SaveTimer
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.sealed import Sealed

RECORDS, SNAPSHOT, WAY = "records-", "snapshot-", "way"


class TapeStore:
    """The parts of a checkpoint that a tape goes on from.

    The records of the layers made since the last save are a part, named by the first of them; so is
    each snapshot.  The state before the next layer is written last, and says which parts belong to it.
    """

    def __init__(self, kept: Checkpoint, algebra: Best | Steps, watch: Watch) -> None:
        self._kept, self._algebra = kept, algebra
        self._saving = partial(watch.check, 0, 0, 0, SAVING)
        self._reading = partial(watch.check, 0, 0, 0, READING)
        self._timer = SaveTimer()
        self._recorded = [0]  # the first layer of each part of records, and the layer after the last one
        self._snapshots: set[int] = set()

    # ------------------------------------------------------------------------------ the sweep

    def resume(self, made: Stretch, memory: MemoryBudget) -> At | None:
        """Put into *made* and the algebra what was saved; return where to go on.

        Where there is not enough memory for the records, the layers will be made again.
        """
        saved = self._kept.find(STATE)
        if saved is None:
            return None
        facts = saved.about["facts"]
        here = self._start(facts["layer"], saved)
        self._algebra.restore(facts["algebra"])
        made.gap = facts["gap"]
        if facts["records"] is None:
            made.records = None
        else:
            self._read_records(made, facts["records"], saved, memory)
        for layer in facts["snapshots"]:
            self._read_snapshot(made, layer, saved, memory)
        if made.records is None and not made.snapshots:
            memory.take(here.bytes)
            made.snapshots.append(here)
        memory.take(here.bytes)
        return here._replace(held=here.bytes)

    def _read_snapshot(self, made: Stretch, layer: int, state: Sealed, memory: MemoryBudget) -> None:
        saved = self._part(f"{SNAPSHOT}{layer}", state)
        with suppress(MemoryLimitError):  # the layers from the one before are made again
            memory.take(saved.end - saved.begin)
            made.snapshots.append(self._start(layer, saved))
            self._snapshots.add(layer)

    def _read_records(self, made: Stretch, recorded: list[int], state: Sealed, memory: MemoryBudget) -> None:
        records: list[Record] = []
        used = memory.used
        try:
            for first in recorded[:-1]:
                saved = self._part(f"{RECORDS}{first}", state)
                memory.take(saved.end - saved.begin)
                arrays, width = saved.read(pause=self._reading), saved.about["facts"]["width"]
                records += [tuple(arrays[at : at + width]) for at in range(0, len(arrays), width)]
        except MemoryLimitError:
            memory.give(memory.used - used)
            made.records = None
        else:
            made.records, self._recorded = records, recorded

    def _start(self, layer: int, saved: Sealed) -> At:
        keys, *values = saved.read(pause=self._reading)
        return At(layer, keys, tuple(values))

    def _part(self, name: str, state: Sealed) -> Sealed:
        saved = self._kept.find(name)
        if saved is None:
            raise KeepError(state.path, f"is without its part {name}: remove it, to begin anew")
        return saved

    def offer(self, made: Stretch, at: At) -> None:
        """Save what was *made* up to *at*, if it is time."""
        self._timer.offer(partial(self._save, made, at))

    def _save(self, made: Stretch, here: At) -> None:
        for snapshot in made.snapshots:
            if snapshot.layer not in self._snapshots:
                self._kept.save(f"{SNAPSHOT}{snapshot.layer}", {}, _arrays(snapshot), self._saving)
                self._snapshots.add(snapshot.layer)
        if made.records is not None:
            first = self._recorded[-1]
            arrays = [np.ascontiguousarray(array) for record in made.records[first:] for array in record]
            facts: dict[str, Any] = {"width": len(made.records[0])}  # arrays of a record
            self._kept.save(f"{RECORDS}{first}", facts, arrays, self._saving)
            self._recorded = [*self._recorded, here.layer]
        facts = {
            "layer": here.layer,
            "more": here.more,
            "algebra": self._algebra.state(),
            "gap": made.gap,
            "records": None if made.records is None else self._recorded,
            "snapshots": [snapshot.layer for snapshot in made.snapshots],
        }
        self._kept.save(STATE, facts, _arrays(here), self._saving)
        self._forget_others(made)

    def _forget_others(self, made: Stretch) -> None:
        """Remove what no longer belongs to the state."""
        layers = [snapshot.layer for snapshot in made.snapshots]
        if self._snapshots.difference(layers):
            self._kept.forget(SNAPSHOT, but=[f"{SNAPSHOT}{layer}" for layer in layers])
            self._snapshots.intersection_update(layers)
        if made.records is None and len(self._recorded) > 1:
            self._kept.forget(RECORDS)
            self._recorded = [0]

    # ------------------------------------------------------------------------------- the way back

    def resume_way(self) -> tuple[int, int, list[Arc]] | None:
        """Return how far back the way is known: the layer, the state before it, and the arcs after it."""
        saved = self._kept.find(WAY)
        if saved is None:
            return None
        facts: dict[str, Any] = saved.about["facts"]
        return facts["layer"], facts["state"], [(corridor, way) for corridor, way in facts["arcs"]]

    def offer_way(self, layer: int, state: int, arcs: list[Arc]) -> None:
        """Save how far back the way is known, if it is time."""
        facts = {"layer": layer, "state": state, "arcs": arcs}
        self._timer.offer(partial(self._kept.save, WAY, facts))


def way_back(tape: Tape, algebra: Best, store: TapeStore | None = None) -> list[Arc] | None:
    """Return the arcs of a best path; None: there is no path.  What a *store* has is not made again."""
    made = tape.run(tape.first, tape.layers, keeper=store)
    if algebra.end_layer < 0:
        return None
    begun = None if store is None else store.resume_way()
    stop, state, arcs = begun or (algebra.end_layer + 1, 0, list[Arc]())
    for number, (came,) in tape.backwards(made, stop):
        arcs += tape.sweep.machine.plan.layers[number].arcs_of_choice[came[state, 1]]
        state = int(came[state, 0])
        if store is not None:
            store.offer_way(number, state, arcs)
    return arcs


def _arrays(start: At) -> list[Any]:
    return [np.ascontiguousarray(array) for array in (start.keys, *start.values)]
