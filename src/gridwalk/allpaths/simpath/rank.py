"""All paths of a network, kept as the steps of a sweep: the i-th, a fair random one, the place of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gridwalk.allpaths.combine import fair_ranks
from gridwalk.allpaths.simpath import sums as kernels
from gridwalk.allpaths.simpath.algebras import Limbs, bits_of, limbs_for, to_int, to_limbs
from gridwalk.allpaths.simpath.plan import BACKWARD, EITHER, ONWARD, Arc, CorridorPath, ordered
from gridwalk.allpaths.simpath.sweep import At, LayerSweep, Machine, Record, Steps, compiling
from gridwalk.allpaths.simpath.tape import Tape
from gridwalk.errors import MemoryLimitError
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call

SLICE = 1 << 12  # states in a call


@dataclass
class _Ranked:
    """A stretch of layers in which ranks are found: its records and ways, or smaller stretches.

    The *ways* of a layer are in how many ways each state before it can be finished.
    """

    start: int
    records: list[Record]
    ways: list[Limbs]  # before each layer, and after the last
    parts: list[tuple[At, int, Limbs]]  # where each begins, and ends, and the ways after it

    @property
    def bytes(self) -> int:
        """How much memory it takes."""
        arrays = [array for record in self.records for array in record]
        for start, _, after in self.parts:
            arrays += [start.keys, after]
        return sum(array.nbytes for array in [*arrays, *self.ways])


class KeptPaths:
    """The paths (or cycles) in a fixed order: by their choices at each junction, as planned.

    All steps are kept, with the ways to go on from each state.  Where memory does not suffice, states
    are kept here and there, with the ways to go on from them, and the layers between are made again
    whenever a rank is asked for.
    """

    def __init__(self, machine: Machine, watch: Watch, memory: MemoryBudget) -> None:
        self.plan, self.count = machine.plan, 0
        self._watch, self._memory = watch, memory
        self._limbs = 1
        if self.plan.possible:
            self._tape = Tape(LayerSweep(machine, Steps(), watch, memory))
            self._all, before = self._ranked(self._tape.first, self._tape.layers)
            self.count = to_int(before[1]) if len(before) > 1 else 0  # there are no layers

    @property
    def bytes(self) -> int:
        """How much memory they take."""
        return self._all.bytes if self.plan.possible else 0

    def _ranked(self, start: At, stop: int, after: Limbs | None = None) -> tuple[_Ranked, Limbs]:
        """Make a stretch of layers to find ranks in, and return the ways before it as well.

        *after* are the ways after it: None: only what is finished is.
        """
        memory, made = self._memory, self._tape.run(start, stop)
        whole = after is None
        if after is None:
            after = np.zeros((made.states, 1), np.uint64)
            after[0] = 1
        found = _Ranked(start.layer, [], [after], [])
        if made.records is not None:
            used = memory.used
            try:
                kept = made.bytes
                for record in reversed(made.records):
                    found.ways.append(self._ways_before(record, found.ways[-1]))
                    kept += found.ways[-1].nbytes
                    if kept > self._tape.room and whole and len(made.records) > 1:
                        raise memory.error(memory.used)
            except MemoryLimitError:
                if len(made.records) == 1:
                    raise
                memory.give(memory.used - used + made.bytes)
                found.ways = [after]
            else:
                found.records, found.ways = made.records, found.ways[::-1]
                return found, found.ways[0]
            del made, record
            made = self._tape.run(start, stop, recording=False)
        if not made.snapshots:
            raise memory.error(memory.limit + start.bytes)
        for snapshot, end in reversed(made.parts):
            found.parts.append((snapshot, end, after))
            stretch = self._tape.run(snapshot, end)
            for _, record in self._tape.backwards(stretch, end):
                before = self._ways_before(record, after)
                if after is not found.parts[-1][2]:
                    memory.give(after.nbytes)
                after = before
        found.parts.reverse()
        found.ways = []
        return found, after

    def _ways_before(self, record: Record, after: Limbs) -> Limbs:
        """Return the ways before a layer from those after it."""
        first, to, _ = record
        limbs = limbs_for(bits_of(after), int(np.diff(first).max(initial=1)))
        self._limbs = max(self._limbs, limbs)
        self._memory.take(8 * limbs * (len(first) - 1))
        before: Limbs = np.zeros((len(first) - 1, limbs), np.uint64)
        before[0, 0] = 1
        for state in range(1, len(before), SLICE):
            arguments = before, after, first, to, state, min(state + SLICE, len(before))
            call(kernels.add_backwards, self._watch, *arguments, compiled=compiling())
            self._watch.check(0, 0, 0)
        return before

    def _forwards(self, ranked: _Ranked) -> Iterator[tuple[int, Record, Limbs]]:
        """Yield all layers in order: number, steps, the ways after it."""
        for n, record in enumerate(ranked.records):
            yield ranked.start + n, record, ranked.ways[n + 1]
        for start, end, after in ranked.parts:
            used = self._memory.used
            part: _Ranked | None = None
            try:
                part, _ = self._ranked(start, end, after)
                yield from self._forwards(part)
            finally:
                part = None
                self._memory.give(self._memory.used - used)

    def at(self, ranks: list[int], watch: Watch | None = None) -> list[CorridorPath]:
        """Return the paths of these ranks, each in 0 .. count - 1."""
        watch, walks = watch or NO_LIMITS.watch(), []
        for used in self.arcs_at(ranks, watch):
            watch.check(0, 0, 0)
            walks.append(ordered(self.plan.network, used))
        return walks

    def arcs_at(self, ranks: list[int], watch: Watch) -> list[list[Arc]]:
        """Return the corridors of the paths of these ranks, in the order of the layers."""
        if not ranks:
            return []
        self._watch = watch
        rank_of_walk = np.array([to_limbs(rank, self._limbs) for rank in ranks], np.uint64)
        state_of_walk = np.ones(len(ranks), np.int32)
        step_of_walk = np.zeros(len(ranks), np.int64)
        arcs: list[list[Arc]] = [[] for _ in ranks]
        for number, (first, to, choice), after in self._forwards(self._all):
            for walk in range(0, len(ranks), SLICE):
                last = min(walk + SLICE, len(ranks))
                given = after, first, to, state_of_walk, rank_of_walk, step_of_walk, walk, last
                call(kernels.choose, watch, *given, compiled=compiling())
                watch.check(0, 0, 0)
            chosen = self.plan.layers[number].arcs_of_choice
            for walk in np.flatnonzero(step_of_walk != NONE).tolist():
                arcs[walk] += chosen[choice[step_of_walk[walk]]]
        return arcs

    def sample(self, n: int, rng: np.random.Generator, watch: Watch | None = None) -> list[CorridorPath]:
        """Return *n* paths drawn independently, each of all with the same chance (none if there are none)."""
        watch = watch or NO_LIMITS.watch()
        return self.at(fair_ranks(self.count, n, rng, watch), watch) if self.count else []

    def rank(self, walk: CorridorPath) -> int | None:
        """Return the number of a path, None if it is not one of these."""
        return self.rank_of(self._arcs_of(walk))

    def rank_of(self, arcs: set[Arc]) -> int | None:
        """Return the number of the path of these corridors, None if there is none."""
        left = set(arcs)
        if not self.count:
            return None
        state, rank = 1, 0
        for number, (first, to, choice), after in self._forwards(self._all):
            layer = self.plan.layers[number]
            decided = {arc for arcs in layer.arcs_of_choice for arc in arcs}
            wanted = left & decided
            left -= wanted
            for step in range(int(first[state]), int(first[state + 1])):
                if set(layer.arcs_of_choice[choice[step]]) == wanted:
                    state = int(to[step])
                    break
                rank += to_int(after[to[step]])
            else:
                return None
            if state == 0:
                return None if left else rank
        return None

    def _arcs_of(self, walk: CorridorPath) -> set[Arc]:
        directed, network = self.plan.directed, self.plan.network
        arcs = {
            (corridor, (ONWARD if onward else BACKWARD) if directed else EITHER)
            for corridor, onward in zip(walk.corridors.tolist(), walk.onward.tolist(), strict=True)
        }
        if not network.cyclic:
            arcs.add((network.corridors, ONWARD if directed else EITHER))
        return arcs
