"""All paths of a network, kept as the steps of a sweep: the i-th, a fair random one, the place of one."""

from __future__ import annotations

import numpy as np

from gridwalk.frontier.simpath.algebras import Limbs, Steps, limbs_for, to_int, to_limbs
from gridwalk.frontier.simpath.plan import BACKWARD, EITHER, ONWARD, Arc, SimpathPlan
from gridwalk.frontier.simpath.sweep import compiling, sweep
from gridwalk.frontier.simpath.traceback import Walk, ordered
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.frontier.simpath import sums as kernels
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call

SLICE = 1 << 12  # states in a call


class KeptPaths:
    """The paths (or cycles) in a fixed order: by their choices at each junction, as planned."""

    def __init__(self, plan: SimpathPlan, watch: Watch, memory: MemoryBudget) -> None:
        self.plan = plan
        steps = Steps()
        if plan.possible:
            sweep(plan, steps, watch, memory)
        self._layers = steps.layers
        self._ways: list[Limbs] = []  # of every layer's states before: in how many ways each can be finished
        self.count = self._count_backwards(watch, memory) if steps.layers else 0

    @property
    def bytes(self) -> int:
        """How much memory they take."""
        steps = sum(array.nbytes for layer in self._layers for array in layer)
        return steps + sum(ways.nbytes for ways in self._ways)

    def _count_backwards(self, watch: Watch, memory: MemoryBudget) -> int:
        states_after = 1 + max((int(to.max(initial=0)) for _, to, _ in self._layers[-1:]), default=0)
        after: Limbs = np.zeros((states_after, 1), np.uint64)
        after[0] = 1
        ways = [after]
        for first, to, _ in reversed(self._layers):
            most = int(np.diff(first).max(initial=1))
            limbs = limbs_for(after, most)
            memory.take(8 * limbs * (len(first) - 1))
            before: Limbs = np.zeros((len(first) - 1, limbs), np.uint64)
            before[0, 0] = 1
            for state in range(1, len(before), SLICE):
                arguments = before, after, first, to, state, min(state + SLICE, len(before))
                call(kernels.add_backwards, watch, *arguments, compiled=compiling())
                watch.check(0, 0, 0)
            ways.append(before)
            after = before
        self._ways = ways[::-1]
        return to_int(after[1])

    def at(self, ranks: list[int], watch: Watch | None = None) -> list[Walk]:
        """Return the paths of these ranks, each in 0 .. count - 1."""
        if not ranks:
            return []
        watch = watch or NO_LIMITS.watch()
        limbs = max(ways.shape[1] for ways in self._ways)
        rank_of_walk = np.array([to_limbs(rank, limbs) for rank in ranks], np.uint64)
        state_of_walk = np.ones(len(ranks), np.int32)
        step_of_walk = np.zeros(len(ranks), np.int64)
        arcs: list[list[Arc]] = [[] for _ in ranks]
        for number, ((first, to, choice), after) in enumerate(zip(self._layers, self._ways[1:], strict=True)):
            for walk in range(0, len(ranks), SLICE):
                last = min(walk + SLICE, len(ranks))
                given = after, first, to, state_of_walk, rank_of_walk, step_of_walk, walk, last
                call(kernels.choose, watch, *given, compiled=compiling())
                watch.check(0, 0, 0)
            chosen = self.plan.layers[number].arcs_of_choice
            for walk in np.flatnonzero(step_of_walk != NONE).tolist():
                arcs[walk] += chosen[choice[step_of_walk[walk]]]
        walks = []
        for used in arcs:
            watch.check(0, 0, 0)
            walks.append(ordered(self.plan.network, used))
        return walks

    def sample(self, n: int, rng: np.random.Generator, watch: Watch | None = None) -> list[Walk]:
        """Return *n* paths drawn independently, each of all with the same chance (none if there are none)."""
        return self.at([_below(self.count, rng) for _ in range(n)], watch) if self.count else []

    def rank(self, walk: Walk) -> int | None:
        """Return the number of a path, None if it is not one of these."""
        left = self._arcs_of(walk)
        if not self.count:
            return None
        state, rank = 1, 0
        for (first, to, choice), after, layer in zip(
            self._layers, self._ways[1:], self.plan.layers, strict=False
        ):
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

    def _arcs_of(self, walk: Walk) -> set[Arc]:
        directed, network = self.plan.directed, self.plan.network
        arcs = {
            (corridor, (ONWARD if onward else BACKWARD) if directed else EITHER)
            for corridor, onward in zip(walk.corridors.tolist(), walk.onward.tolist(), strict=True)
        }
        if not network.cyclic:
            arcs.add((network.corridors, ONWARD if directed else EITHER))
        return arcs


def _below(count: int, rng: np.random.Generator) -> int:
    """Return a fair random integer in 0 .. count - 1, of any size."""
    bits = (count - 1).bit_length()
    while True:  # each turn ends it with a chance of one half or more
        number = int.from_bytes(rng.bytes(-(-bits // 8)), "little") & ((1 << bits) - 1)
        if number < count:
            return number
