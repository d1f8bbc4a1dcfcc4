"""The members of a family: their number, the best, ranks and samples.  A member is a set of edges.

Each count is one sweep.  Ranks and samples need a `Tape`: all steps of a sweep, recorded once, with the
number of ways to finish from each state.  These numbers are computed backwards: a state has the sum of the
numbers of the states that its steps lead to.  The rank of a path is the number of paths that branch off
before it, in the order of the choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths import values
from gridwalk.allpaths.combine import fair_ranks
from gridwalk.allpaths.frontier import (
    CHOICE,
    COMPILED_STATES,
    FROM,
    INTERPRETED_STATES,
    TO,
    Family,
    Sweep,
    Tail,
)
from gridwalk.allpaths.values import BITS, LIMB, Limbs, limbs_for, to_int, to_limbs
from gridwalk.runtime.cache import unlocked_property
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.slices import call, slice_of


class Members:
    """The members of *family* that all *tails* accept.

    Parameters
    ----------
    family : Family
    lengths : sequence of int
        The moves of each edge.
    resources : Resources
        The memory.
    watch : Watch
        The clock of this question; a later question about the same members has its own.
    tails : sequence of Tail
        Additional words of states.  With tails, `counts` returns a number for each value of the last word.

    """

    def __init__(
        self,
        family: Family,
        lengths: Sequence[int],
        resources: Resources,
        watch: Watch,
        tails: Sequence[Tail] = (),
    ) -> None:
        self.family, self.lengths, self.tails = family, lengths, tails
        self.resources, self.watch = resources, watch

    @property
    def of_task(self) -> Members:
        """Return the members for a worker, which has its own clock."""
        return Members(self.family, self.lengths, self.resources.of_task, Watch(), self.tails)

    def count(self) -> int:
        """Return the number of members."""
        return sum(self.counts().values())

    def counts(self) -> dict[int, int]:
        """Return ``{0: number of members}``; with tails, the number for each value of the last tail."""
        return self._summed(values.Counts(tagged=bool(self.tails)))

    def count_by_length(self) -> dict[int, int]:
        """Return the number of members of each length that occurs."""
        return self._summed(values.Counts(self.lengths))

    def _summed(self, counts: values.Counts) -> dict[int, int]:
        for _ in Sweep(self.family, self.watch, self.resources.budget(), self.tails).run(counts):
            pass
        return dict(sorted(counts.total.items()))

    def best(self, gain: NDArray[Any]) -> list[int] | None:
        """Return the first member with the largest sum of gains of its edges; None if there is no member."""
        return values.best(self.family, gain, self.watch, self.resources.budget(), self.tails)

    @unlocked_property
    def tape(self) -> Tape:
        """The recorded steps of a sweep; `close` frees them."""
        return Tape(self.family, self.watch, self.resources.budget(), self.tails)

    def at(self, ranks: Sequence[int]) -> list[list[int]]:
        """Return the members of the given ranks, from 0 to below ``tape.count``."""
        return self.tape.at(ranks, self.watch)

    def sample(self, n: int, rng: np.random.Generator) -> list[list[int]]:
        """Return *n* members drawn independently and uniformly; an empty list if there is no member."""
        return self.tape.sample(n, rng, self.watch)

    def rank(self, edges: Iterable[int]) -> int | None:
        """Return the rank of the member with these *edges*; None if there is no such member."""
        return self.tape.rank(edges)

    @property
    def bytes(self) -> int:
        """The bytes of memory in use for ranks."""
        made: Tape | None = self.__dict__.get("tape")
        return 0 if made is None else made.nbytes

    def close(self) -> None:
        """Free the tape; the next rank records it again."""
        self.__dict__.pop("tape", None)


class Record(NamedTuple):
    """The steps of a layer, sorted by the states that they start from."""

    first: NDArray[np.int64]  # the first step of each state
    to: NDArray[np.int32]
    choice: NDArray[np.int32]

    @property
    def nbytes(self) -> int:
        """The memory of the steps, in bytes."""
        return self.first.nbytes + self.to.nbytes + self.choice.nbytes


class Steps:
    """The algebra that records the steps of every layer, each as a `Record`."""

    bytes_a_state = 0

    def __init__(self) -> None:
        self.records, self.nbytes = list[Record](), 0

    def begin(self, sweep: Sweep, number: int, states: int) -> None:
        """Begin a layer."""
        self._sweep, self._states = sweep, states
        self._slices = list[NDArray[np.int32]]()

    def make_room(self, capacity: int) -> None:
        """Do nothing: the memory of the steps is counted slice by slice."""

    def take(self, count: int) -> None:
        """Copy the rows of a slice."""
        self.nbytes += 12 * count
        self._slices.append(self._sweep.rows[:count].copy())

    def end(self, states: int) -> None:
        """Join the slices."""
        rows = np.concatenate(self._slices)
        first = np.zeros(self._states + 1, np.int64)
        np.cumsum(np.bincount(rows[:, FROM], minlength=self._states), out=first[1:])
        self._slices.clear()
        self.records.append(Record(first, rows[:, TO].copy(), rows[:, CHOICE].copy()))
        self.nbytes += self.records[-1].nbytes - rows.nbytes


class Tape:
    """The paths of a family, ordered by their choices from the first layer on."""

    def __init__(
        self, family: Family, watch: Watch, memory: MemoryBudget, tails: Sequence[Tail] = ()
    ) -> None:
        self.family, steps, states = family, Steps(), 1
        for after in Sweep(family, watch, memory, tails).run(steps):
            states = len(after)
        self.records, self._ways = steps.records, list[Limbs]()
        self.nbytes = steps.nbytes
        ways = np.zeros((states, 1), np.uint64)
        ways[0] = 1
        for record in reversed(self.records):
            self._ways.append(ways)
            limbs = limbs_for(ways, int(np.diff(record.first).max(initial=1)))
            self.nbytes += 8 * limbs * (len(record.first) - 1)
            memory.doing = "a table of ranks"
            memory.require(self.nbytes)
            before = np.zeros((len(record.first) - 1, limbs), np.uint64)
            before[0, 0] = 1
            size = slice_of(add_backwards.is_compiled, COMPILED_STATES, INTERPRETED_STATES)
            for state in range(1, len(before), size):
                call(add_backwards, watch, before, ways, *record[:2], state, min(state + size, len(before)))
                watch.check(0, 0, 0)
            ways = before
        self._ways.reverse()
        self.count = to_int(ways[1]) if len(ways) > 1 else 0

    def at(self, ranks: Sequence[int], watch: Watch) -> list[list[int]]:
        """Return the edges of the paths of the given ranks, from 0 to below `count`."""
        edges: list[list[int]] = [[] for _ in ranks]
        if not edges:
            return edges
        limbs = max(ways.shape[1] for ways in self._ways)
        rank = np.array([to_limbs(rank, limbs) for rank in ranks], np.uint64)
        state, step = np.ones(len(rank), np.int32), np.zeros(len(rank), np.int64)
        for layer, record, ways in zip(self.family.layers, self.records, self._ways, strict=False):
            size = slice_of(choose.is_compiled, COMPILED_STATES, INTERPRETED_STATES)
            for walk in range(0, len(rank), size):
                call(choose, watch, ways, *record[:2], state, rank, step, walk, min(walk + size, len(rank)))
                watch.check(0, 0, 0)
            for walk in np.flatnonzero(step != NONE).tolist():
                edges[walk] += layer.edges_of_choice[record.choice[step[walk]]]
        return edges

    def sample(self, n: int, rng: np.random.Generator, watch: Watch) -> list[list[int]]:
        """Return the edges of *n* paths drawn independently and uniformly; empty if there are no paths."""
        return self.at(fair_ranks(self.count, n, rng, watch), watch) if self.count else []

    def rank(self, edges: Iterable[int]) -> int | None:
        """Return the rank of the path with these *edges*; None if there is no such path."""
        left, state, rank = set(edges), 1, 0
        for layer, record, ways in zip(self.family.layers, self.records, self._ways, strict=False):
            wanted = left.intersection(*[set().union(*layer.edges_of_choice)])
            left -= wanted
            for step in range(int(record.first[state]), int(record.first[state + 1])):
                if set(layer.edges_of_choice[record.choice[step]]) == wanted:
                    state = int(record.to[step])
                    break
                rank += to_int(ways[record.to[step]])
            else:
                return None
            if state == 0:
                return None if left else rank
        return None


@kernel
def add_backwards(before, after, first_step, to, first, last):
    """Compute the number of ways to finish from each of the states *first* to before *last*."""
    given = after.shape[1]
    wide = before.shape[1]
    for u in range(first, last):
        for i in range(first_step[u], first_step[u + 1]):
            v = to[i]
            carry = np.uint64(0)
            for k in range(given):
                total = before[u, k] + after[v, k] + carry
                before[u, k] = total & LIMB
                carry = total >> BITS
            for k in range(given, wide):
                total = before[u, k] + carry
                before[u, k] = total & LIMB
                carry = total >> BITS


@kernel
def choose(after, step_of_state, state_of_step, state_of_walk, rank_of_walk, step_of_walk, first, last):
    """Choose the next step of every walk, by its rank among the ways to finish.

    ``rank_of_walk`` (limbs) is reduced by the ways of the steps before the chosen one.  Finished walks stay
    in state 0, with ``step_of_walk`` NONE.
    """
    limbs = after.shape[1]
    wide = rank_of_walk.shape[1]
    for walk in range(first, last):
        u = state_of_walk[walk]
        step_of_walk[walk] = NONE
        if u == 0:
            continue
        for i in range(step_of_state[u], step_of_state[u + 1]):
            v = state_of_step[i]
            less = False  # whether the rank is less than the ways of this step
            for k in range(wide):
                ways = after[v, k] if k < limbs else np.uint64(0)
                rank = rank_of_walk[walk, k]
                if rank != ways:
                    less = rank < ways
            if less:
                state_of_walk[walk] = v
                step_of_walk[walk] = i
                break
            borrow = np.uint64(0)
            for k in range(wide):
                ways = after[v, k] if k < limbs else np.uint64(0)
                part = rank_of_walk[walk, k] + LIMB + np.uint64(1) - ways - borrow
                rank_of_walk[walk, k] = part & LIMB
                borrow = np.uint64(1) - (part >> BITS)
