"""The layers of a sweep, to be gone over again: kept while there is room, else made again from a few.

What a layer leaves behind (its *record*: where each state came from, or all its steps) is kept as long
as memory suffices, and those of all layers take no more than a few times what a count takes.  Where they do,
the records go, and the layers are made again from the first with *snapshots* in their place: the states
before a layer now and then, from which the layers up to the next snapshot are made again.  When those, too,
take more than their share, every other one goes; and a stretch whose records do not fit when it is made again
gets snapshots of its own.  Records are the same, however often they are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from gridwalk.allpaths.simpath.sweep import At, LayerSweep, Record
from gridwalk.errors import MemoryLimitError

SHARE = 6  # a sixth of the memory left is for snapshots
SMALL = 320 << 20  # bytes of records that are kept, however little a count takes
TIMES = 6  # as much as the widest layer's states, twice what a count takes, are the records at most


@dataclass
class Stretch:
    """Layers made one after another: their records, or snapshots on the way (None: no records)."""

    start: At
    stop: int  # the layer after the last
    records: list[Record] | None = field(default_factory=list)
    snapshots: list[At] = field(default_factory=list)
    states: int = 1  # after the last layer
    gap: int = 1  # layers from one snapshot to the next

    @property
    def bytes(self) -> int:
        """How much memory it takes, but for its start."""
        records = sum(_bytes(*record) for record in self.records or ())
        return records + sum(snapshot.bytes for snapshot in self.snapshots)

    @property
    def parts(self) -> list[tuple[At, int]]:
        """Its stretches from snapshot to snapshot: where each begins and ends."""
        starts = [self.start, *self.snapshots]
        return list(zip(starts, [*(start.layer for start in starts[1:]), self.stop], strict=True))


class Tape:
    """A sweep whose layers can be gone over again."""

    def __init__(self, sweep: LayerSweep) -> None:
        self.sweep, self.first, self.layers = sweep, sweep.first, sweep.layers
        self.memory, self._algebra = sweep.memory, sweep.algebra
        self._widest = 0  # bytes of a layer's states and values

    @property
    def room(self) -> int:
        """How many bytes all layers may leave behind, by those made so far, if there is more memory."""
        return max(SMALL, TIMES * self._widest)

    def run(self, start: At, stop: int, *, recording: bool = True) -> Stretch:
        """Make the layers from *start* on up to *stop*, or until no state is left.

        Raises
        ------
        MemoryLimitError
            If a layer does not fit, with nothing else kept.

        """
        memory, allowance = self.memory, self.memory.left // SHARE
        made = Stretch(start, stop, [] if recording else None)
        at = start
        again = recording and stop - start.layer > 1  # once the records go
        while at.more and at.layer < stop and not (again and made.records is None):
            if made.records is None and at.layer > start.layer and (at.layer - start.layer) % made.gap == 0:
                self._keep(made, at, allowance)
            used = memory.used
            try:
                at = self.sweep.step(at)
            except MemoryLimitError:
                if not made.bytes:
                    raise
                memory.give(memory.used - used)
                self._make_room(made)
                continue
            self._widest = max(self._widest, at.bytes)
            self._record(made)
        made.stop, made.states = at.layer, len(at.keys)
        memory.give(at.held)
        if recording and made.records is None and not made.snapshots and stop - start.layer > 1:
            return self.run(start, stop, recording=False)
        return made

    def _record(self, made: Stretch) -> None:
        """Keep the record of the layer made last, or from now on none."""
        record = self._algebra.record()
        if made.records is None:
            return
        size, whole = _bytes(*record), made.start.layer == 0 and made.stop == self.layers
        if whole and made.records and made.bytes + size > self.room:
            self._make_room(made)
            return
        try:
            self.memory.take(size)
            made.records.append(record)
        except MemoryLimitError:
            self._make_room(made)

    def _make_room(self, made: Stretch) -> None:
        """Forget all records, or else every other snapshot."""
        before = made.bytes
        if made.records is not None:
            made.records = None
        else:
            made.snapshots, made.gap = made.snapshots[1::2], 2 * made.gap
        self.memory.give(before - made.bytes)

    def _keep(self, made: Stretch, at: At, allowance: int) -> None:
        """Keep a snapshot, if there is room for it."""
        while made.snapshots and made.bytes + at.bytes > min(allowance, self.room // 2):
            self._make_room(made)
        if (at.layer - made.start.layer) % made.gap == 0 and at.bytes <= self.memory.left // 2:
            self.memory.take(at.bytes)
            values = tuple(array.copy() for array in at.values)
            made.snapshots.append(at._replace(keys=at.keys.copy(), values=values, held=0))

    def backwards(self, made: Stretch, stop: int) -> Iterator[tuple[int, Record]]:
        """Yield the layers before *stop* with their records, the last first, and forget them on the way."""
        if made.records is not None:
            while made.records:
                number = made.start.layer + len(made.records) - 1
                record = made.records.pop()
                if number < stop:
                    yield number, record
                self.memory.give(_bytes(*record))
            return
        if not made.snapshots:
            raise self.memory.error(self.memory.limit + made.start.bytes)  # for a start on the way
        for start, end in reversed(made.parts):
            if start.layer < stop:
                yield from self.backwards(self.run(start, min(stop, end)), stop)
            if start is not made.start:
                made.snapshots.pop()
                self.memory.give(start.bytes)


def _bytes(*arrays: NDArray[Any]) -> int:
    return sum(array.nbytes for array in arrays)
