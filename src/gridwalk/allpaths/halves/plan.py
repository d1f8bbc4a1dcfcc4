"""What a count will take: by a formula, and by all signatures of a half, before any block of counts is made.

The formulas were measured on boards of 5 x 5 to 9 x 8 cells.  At the widest place all middle cells have no
move, one or two, and the k pairs of those with one are matched in (2k - 1)!! ways:
``F(n) = 2 F(n - 1) + (n - 1) F(n - 2)`` states for n cells.  On a low board there are not so many partial
tours; then their number counts, a power of the cells behind.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.halves import signature as kernels
from gridwalk.allpaths.halves.steps import Half, HalfStep
from gridwalk.allpaths.halves.tables import PAIRINGS
from gridwalk.runtime.codes import PAUSED
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import beside, call, interpreting, slice_of
from gridwalk.runtime.threads import in_turns, together
from gridwalk.runtime.tuning import tuning

Signatures = NDArray[np.uint64]

MATCHING = "matching the halves"
SMALL_LAYER = 20_000  # signatures; one thread is as good
SLICE = 1 << 18  # signatures made in one call
INTERPRETED_SLICE = 1 << 8
LIKELY = 0.6  # measured: of the room that dense blocks would take, or a count for every partial tour
LIKELY_STATES = 0.6  # of the states, mostly right within a factor of four for knights, kings and the like
WAYS = 2.3, 3.0  # partial tours for every cell behind: closed, open
CROWDED = 3  # moves to each middle row from which on the next row counts, too
STEPS = 0.4  # of the widest place's states, for each cell of the rows of a half
SIGNATURES = 0.15  # of the 3**n that there are
BYTES = 8  # for a state: both layers, and room
BITS = 0.85  # of the count, for each cell of the board
EXACT_BITS = 63
SECONDS = 1.5e-8  # for a state looked at
HUGE, SHRINK, TINY = 2.0**500, 450, 2.0**-900


@dataclass
class HalfPlan:
    """The signatures before every step of a half, and after the last.

    ``bits[i]`` bounds how many partial tours have the final signature *i*: they are fewer than ``2**bits``.
    """

    half: Half
    steps: list[HalfStep]
    layers: list[Signatures]
    words: list[int] = field(default_factory=lambda: [1])
    ways: NDArray[np.float64] = field(default_factory=lambda: np.ones(1))
    scale: int = 0
    most: float = 0.0  # of no signature of any layer are there more than 2**most

    @property
    def bits(self) -> NDArray[np.float64]:
        """Upper bounds, as powers of two, of how many partial tours have the final signatures."""
        return np.log2(self.ways) + self.scale


def plan_half(half: Half, watch: Watch, memory: MemoryBudget) -> HalfPlan:
    """Return all signatures that the steps of a half can reach."""
    steps = []
    for step in half.steps():
        steps.append(step)
        watch.check(0, 0, 0, f"planning, step {len(steps)}")
    plan = HalfPlan(half, steps, [np.zeros(1, np.uint64)])
    held = 0
    for number, step in enumerate(plan.steps):
        found, plan.ways = _after(plan.layers[-1], plan.ways, step, watch, memory)
        memory.take(found.nbytes)
        plan.layers.append(found)
        memory.take(plan.ways.nbytes)
        memory.give(held)
        held = plan.ways.nbytes
        if plan.ways.size:
            plan.most = max(plan.most, math.log2(plan.ways.max()) + plan.scale)
        plan.words.append(likely_words(found, plan.ways, plan.scale))
        if plan.ways.size and plan.ways.max() > HUGE:
            plan.ways = np.maximum(np.ldexp(plan.ways, -SHRINK), TINY)  # nothing may round down to zero
            plan.scale += SHRINK
        watch.check(sum(map(len, plan.layers)), 0, 0, f"planning, step {number + 1} of {len(plan.steps)}")
    return plan


def _after(
    signatures: Signatures, ways: NDArray[np.float64], step: HalfStep, watch: Watch, memory: MemoryBudget
) -> tuple[Signatures, NDArray[np.float64]]:
    options = len(step.options)
    cursors, heads = np.zeros(options, np.int64), np.zeros(options, np.uint64)
    state = np.zeros(kernels.REGISTERS, np.int64)
    slices, status = [], PAUSED
    compiled = not interpreting()
    size = slice_of(compiled, SLICE, INTERPRETED_SLICE)
    room = np.empty(size, np.uint64), np.empty(size)
    held = 0
    while status == PAUSED:
        arguments = (signatures, ways), step.arrays, cursors, heads, room, state, size
        status = call(kernels.reach, watch, *arguments, compiled=compiled)
        made = int(state[kernels.MADE])
        memory.take(32 * made)  # the slices, and for a moment all of them at once
        held += 32 * made
        slices.append((room[0][:made].copy(), room[1][:made].copy()))
        watch.check(0, 0, 0, "planning")
    memory.give(held)
    found = [part for part, _ in slices], [part for _, part in slices]
    return beside(lambda: (np.concatenate(found[0]), np.concatenate(found[1])), watch, "planning")


def keep_alive(
    steps: list[HalfStep],
    layers: list[Signatures],
    last: Signatures,
    threads: int,
    watch: Watch,
) -> list[Signatures]:
    """Return of every layer the signatures from which one of *last* can be reached, and *last*."""
    kept = [last]
    total = sum(map(len, layers))

    def check() -> None:
        watch.check(total, 0, 0, "planning, backwards")

    for step, signatures in zip(reversed(steps), reversed(layers[:-1]), strict=True):
        alive = np.zeros(len(signatures), np.uint8)
        parts = threads if len(signatures) >= (tuning().shared_from or SMALL_LAYER) else 1
        edges = np.linspace(0, len(signatures), parts + 1).astype(int).tolist()
        turns = [
            _marking(signatures[first:end], step, kept[-1], alive[first:end], watch)
            for first, end in pairwise(edges)
        ]
        together(in_turns(turns), parts, check)
        kept.append(signatures if alive.all() else signatures[alive.astype(bool)])
    return kept[::-1]


def _marking(
    signatures: Signatures, step: HalfStep, targets: Signatures, alive: NDArray[np.uint8], watch: Watch
) -> Callable[[], bool]:
    """Return a function that marks a slice of the signatures at each call, until it says False."""
    cursors, state = np.zeros(len(step.options), np.int64), np.zeros(kernels.REGISTERS, np.int64)
    compiled = not interpreting()
    size = slice_of(compiled, SLICE, INTERPRETED_SLICE)

    def turn() -> bool:
        arguments = signatures, step.arrays, targets, cursors, alive, state, size
        if not len(signatures):
            return False
        return bool(call(kernels.mark_alive, watch, *arguments, compiled=compiled) == PAUSED)

    return turn


def partners(half: Half, signatures: Signatures) -> Signatures:
    """Return what the other half must have in the middle: two moves less what is there, upside down."""
    apex = int(half.apex)
    other = np.zeros_like(signatures)
    for place in range(half.middle * half.columns + apex):
        to = place if place < apex else apex + half.reflected_cell(place - apex)
        moves = signatures >> np.uint64(2 * place) & np.uint64(3)
        other |= np.uint64(2) - moves << np.uint64(2 * to)
    return other


def ends(signatures: Signatures) -> NDArray[np.int64]:
    """Return how many cells have one move."""
    count: NDArray[np.int64] = np.bitwise_count(signatures & kernels.ODD).astype(np.int64)
    return count


def likely_words(signatures: Signatures, ways: NDArray[np.float64], scale: int) -> int:
    """Return how many counts and ranks the blocks of a layer will have, about."""
    if scale:
        ways = np.ldexp(ways, scale)
    dense = PAIRINGS[ends(signatures)]
    return int(LIKELY * float(np.minimum(dense, 2 * ways).sum()))


@dataclass(frozen=True)
class Matches:
    """Which final signatures of the two halves fit together: rows of indices."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    bits: int  # there are fewer than 2**bits tours


def places(there: Signatures, wanted: Signatures, watch: Watch) -> NDArray[np.int64]:
    """Return where the wanted signatures would stand in a sorted list."""
    at = np.empty(len(wanted), np.int64)
    for first in range(0, len(wanted), SLICE):
        part = slice(first, first + SLICE)
        at[part] = np.searchsorted(there, wanted[part])
        watch.check(first, 0, 0, MATCHING)
    return at


def match(upper: HalfPlan, lower: HalfPlan, watch: Watch) -> Matches:
    """Find the partners."""
    wanted = beside(lambda: partners(upper.half, upper.layers[-1]), watch, MATCHING)
    there = lower.layers[-1]
    found = places(there, wanted, watch)

    def matches() -> Matches:
        at = np.minimum(found, max(0, len(there) - 1))
        fits = there[at] == wanted if len(there) else np.zeros(len(wanted), bool)
        fits &= ends(wanted) > 0
        first, second = np.flatnonzero(fits), at[fits]
        if not len(first):
            return Matches(first, second, 1)
        bits = upper.bits[first] + lower.bits[second]
        most = float(bits.max())
        total = most + math.log2(float(np.exp2(bits - most).sum()))
        return Matches(first, second, math.ceil(total + 2**-10) + 1)

    return beside(matches, watch, MATCHING)


def estimate_halves(upper: Half, lower: Half, equal: bool) -> Estimate:
    """Return what a count of tours will take."""
    halves = [upper] if equal else [upper, lower]
    middle = upper.middle * upper.columns + upper.apex
    cells = middle + (len(upper.later) / upper.middle > CROWDED)
    own = max(half.cells for half in halves)
    states = LIKELY_STATES / (1 / _matched(cells) + 1 / _power(WAYS[upper.apex], own))
    board = upper.cells + lower.cells + upper.middle * upper.columns
    residues = 1 + int(BITS * board) // EXACT_BITS
    work = states * max(1.0, STEPS * sum(half.cells for half in halves)) * residues
    signatures = SIGNATURES * _power(3.0, cells) * 8 * sum(half.own for half in halves)
    return Estimate("halves", states, BYTES * states + signatures, work, work * SECONDS)


def _matched(cells: int) -> float:
    """Return the number of states of so many cells."""
    before, now = 1.0, 1.0
    for n in range(cells):
        before, now = now, 2 * now + n * before
    return min(now, 1e300)


def _power(base: float, exponent: int) -> float:
    return base**exponent if exponent < 500 else math.inf
