"""The layers of a sweep, and the way back of a best path through them, as they are kept in a directory."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from gridwalk.errors import MemoryLimitError
from gridwalk.frontier.simpath.algebras import Best
from gridwalk.frontier.simpath.plan import Arc
from gridwalk.frontier.simpath.sweep import At, Record, Steps
from gridwalk.frontier.simpath.tape import Stretch, Tape
from gridwalk.runtime.kept import KeptParts, KeptState
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.sealed import Sealed

RECORDS, SNAPSHOT, WAY = "records-", "snapshot-", "way"


class TapeStore:
    """What a tape goes on from: the state before the next layer, and the parts that belong to it.

    The records of the layers made since the last save are a part, named by the first of them; so is
    each snapshot.
    """

    def __init__(self, kept: KeptParts, algebra: Best | Steps, watch: Watch) -> None:
        self._state, self._algebra = KeptState(kept, partial(watch.check, 0, 0, 0)), algebra
        self._recorded = [0]  # the first layer of each part of records, and the layer after the last one

    # ------------------------------------------------------------------------------ the sweep

    def resume(self, made: Stretch, memory: MemoryBudget) -> At | None:
        """Put into *made* and the algebra what was saved; return where to go on.

        Where there is not enough memory for the records, the layers will be made again.
        """
        saved = self._state.find()
        if saved is None:
            return None
        facts = saved.facts
        here = self._at(facts["layer"], saved)
        self._algebra.restore(facts["algebra"])
        made.gap, made.records = facts["gap"], self._records(facts["records"], memory)
        for layer in facts["snapshots"]:
            part = self._state.part(f"{SNAPSHOT}{layer}")
            with suppress(MemoryLimitError):  # the layers from the one before are made again
                memory.take(part.size)
                made.snapshots.append(self._at(layer, part))
        if made.records is None and not made.snapshots:
            memory.take(here.bytes)
            made.snapshots.append(here)
        memory.take(here.bytes)
        return here._replace(held=here.bytes)

    def _records(self, recorded: list[int] | None, memory: MemoryBudget) -> list[Record] | None:
        """Return the records of all layers; None: there are none, or no memory for them."""
        if recorded is None:
            return None
        records, used = list[Record](), memory.used
        try:
            for first in recorded[:-1]:
                saved = self._state.part(f"{RECORDS}{first}")
                memory.take(saved.size)
                arrays, width = self._state.read(saved), saved.facts["width"]
                records += [tuple(arrays[at : at + width]) for at in range(0, len(arrays), width)]
        except MemoryLimitError:
            memory.give(memory.used - used)
            return None
        self._recorded = recorded
        return records

    def _at(self, layer: int, saved: Sealed) -> At:
        keys, *values = self._state.read(saved)
        return At(layer, keys, tuple(values))

    def offer(self, made: Stretch, at: At) -> None:
        """Save what was *made* up to *at*, if it is time."""
        self._state.offer(self._save, made, at)

    def _save(self, made: Stretch, here: At) -> None:
        snapshots = {f"{SNAPSHOT}{snapshot.layer}": snapshot for snapshot in made.snapshots}
        for name, snapshot in snapshots.items():
            self._state.put(name, (snapshot.keys, *snapshot.values))
        first, self._recorded = self._recorded[-1], self._recorded if made.records is not None else [0]
        if made.records is not None:
            arrays = (array for record in made.records[first:] for array in record)
            width = {"width": len(made.records[0])}  # arrays of a record
            self._state.put(f"{RECORDS}{first}", arrays, width)
            self._recorded = [*self._recorded, here.layer]
        facts = {
            "layer": here.layer,
            "more": here.more,
            "algebra": self._algebra.state(),
            "gap": made.gap,
            "records": None if made.records is None else self._recorded,
            "snapshots": [snapshot.layer for snapshot in made.snapshots],
        }
        parts = [WAY, *snapshots, *(f"{RECORDS}{first}" for first in self._recorded[:-1])]
        self._state.save(facts, (here.keys, *here.values), parts=parts)

    # ------------------------------------------------------------------------------- the way back

    def resume_way(self) -> tuple[int, int, list[Arc]] | None:
        """Return how far back the way is known: the layer, the state before it, and the arcs after it."""
        saved = self._state.find(WAY)
        if saved is None:
            return None
        facts: dict[str, Any] = saved.facts
        return facts["layer"], facts["state"], [(corridor, way) for corridor, way in facts["arcs"]]

    def offer_way(self, layer: int, state: int, arcs: list[Arc]) -> None:
        """Save how far back the way is known, if it is time."""
        self._state.offer(self._state.kept.save, WAY, {"layer": layer, "state": state, "arcs": arcs})


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
