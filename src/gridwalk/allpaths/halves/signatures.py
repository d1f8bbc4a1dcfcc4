"""Degree signatures: the degree (0, 1 or 2) of every cell of the frontier, in two bits per cell.

Invariant: a layer holds the sorted signatures of the partial tours before a step.  The matching of the ends
(`matchings`) is not part of the signature.  The plan has an upper bound on the number of partial tours for
each signature, as a float.  After `plan_half`, a layer has all signatures that can be reached.  After
`drop_dead_ends`, it has only those that also lead to a final signature that fits one of the other half.

Update: each option of a step adds a constant to the signatures to which it applies, and the two bits of the
decided cell are removed.  Both operations keep the order.  So a step is a merge of sorted lists, one for each
option, without hashing and sorting.  A final signature fits the signature with degree ``2 - d`` for each
degree ``d``, upside down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.halves.matchings import PAIRINGS
from gridwalk.allpaths.halves.steps import ADD, KEEP, MASK, VALUE, Half, HalfStep
from gridwalk.runtime.codes import EXHAUSTED, PAUSED
from gridwalk.runtime.kernel import inline_kernel, instruction, kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import LentArray, MemoryBudget
from gridwalk.runtime.slices import call, interpreting, slice_of

Signatures = NDArray[np.uint64]

NOTHING = np.uint64(0xFFFFFFFFFFFFFFFF)  # stands for no signature, and is greater than all of them
ODD = np.uint64(0x5555555555555555)
_NONE, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)

SLICE, INTERPRETED_SLICE = 1 << 18, 1 << 8  # signatures in one call
MATCHING = "matching the halves"
LIKELY = 0.6  # measured share of the words of dense blocks, or of a count and a rank for every partial tour
HUGE, SHRINK, TINY = 2.0**500, 450, 2.0**-900


@instruction("llvm.ctpop", counts=False)
def ones(word):
    """Return the number of bits set."""
    return int(word).bit_count()


@inline_kernel
def ends(signature):
    """Return the number of cells of degree one, the ends of pieces of path."""
    return np.int64(ones(np.uint64(signature) & ODD))


@inline_kernel
def ends_below(signature, place):
    """Return the number of ends before a place (an unsigned word)."""
    return ends(signature & ((_ONE << (_TWO * place)) - _ONE))


@inline_kernel
def without(signature, drop):
    """Return the signature without the two bits at *drop*."""
    if drop == KEEP:
        return signature
    return (signature >> (drop + _TWO)) << drop | (signature & ((_ONE << drop) - _ONE))


@inline_kernel
def restored(signature, drop):
    """Return the signature with two more bits at *drop*, for degree two."""
    if drop == KEEP:
        return signature
    low = signature & ((_ONE << drop) - _ONE)
    return (signature >> drop) << (drop + _TWO) | low | (_TWO << drop)


@inline_kernel
def advance(signatures, options, o, drop, cursors, heads):
    """Move to the next signature to which option *o* applies; write the resulting signature to *heads*."""
    c = cursors[o]
    mask = options[o, MASK]
    value = options[o, VALUE]
    while c < len(signatures) and signatures[c] & mask != value:
        c += 1
    cursors[o] = c
    heads[o] = NOTHING
    if c < len(signatures):
        heads[o] = without(signatures[c] + options[o, ADD], drop)


@kernel
def reach(source, step, cursors, heads, found, state, budget):
    """Write up to *budget* more signatures after a step, in order, from ``found[state[0]]`` on.

    ``source`` and ``found`` are pairs ``(signatures, ways)``; the ways are bounds on the number of partial
    tours.
    """
    signatures, ways = source
    options, drop = step
    new_signatures, new_ways = found
    made = state[0]
    stop = made + budget
    if made == 0:
        for o in range(len(options)):
            advance(signatures, options, o, drop[0], cursors, heads)
    while made < stop:
        least = NOTHING
        for o in range(len(options)):
            least = min(least, heads[o])
        if least == NOTHING:
            break
        total = 0.0
        for o in range(len(options)):
            if heads[o] == least:
                total += ways[cursors[o]]
                cursors[o] += 1
                advance(signatures, options, o, drop[0], cursors, heads)
        new_signatures[made] = least
        new_ways[made] = total
        made += 1
    state[0] = made
    return PAUSED if made == stop else EXHAUSTED


@kernel
def mark_alive(signatures, step, targets, cursors, alive, state, budget):
    """Mark the signatures, from number ``state[0]`` on, from which some option leads to one of *targets*."""
    options, drop = step
    stop = min(len(signatures), state[0] + budget)
    for i in range(state[0], stop):
        for o in range(len(options)):
            if signatures[i] & options[o, MASK] == options[o, VALUE]:
                wanted = without(signatures[i] + options[o, ADD], drop[0])
                c = cursors[o]
                while c < len(targets) and targets[c] < wanted:
                    c += 1
                cursors[o] = c
                if c < len(targets) and targets[c] == wanted:
                    alive[i] = True
                    break
    state[0] = stop
    return EXHAUSTED if stop == len(signatures) else PAUSED


@dataclass
class HalfPlan:
    """The signatures before every step of a half, and after the last step.

    The number of partial tours with the final signature *i* is at most ``ways[i] * 2**scale``.
    """

    half: Half
    steps: list[HalfStep]
    layers: list[Signatures] = field(default_factory=lambda: [np.zeros(1, np.uint64)])
    ways: NDArray[np.float64] = field(default_factory=lambda: np.ones(1))
    scale: int = 0
    bits: float = 0.0  # no signature of any layer has more than 2**bits partial tours
    bytes: int = 0  # taken from the budget
    words: list[int] = field(default_factory=lambda: [1])  # the estimated words of the blocks of each layer


def plan_half(half: Half, watch: Watch, memory: MemoryBudget) -> HalfPlan:
    """Return all signatures that the steps of a half can reach."""
    plan, used = HalfPlan(half, []), memory.used
    for step in half.steps():
        plan.steps.append(step)
        watch.check(0, 0, 0, f"planning, step {len(plan.steps)}")
    for number, step in enumerate(plan.steps):
        before = plan.ways.nbytes
        found, plan.ways = _after(plan.layers[-1], plan.ways, step, watch, memory)
        memory.give(before if number else 0)
        plan.layers.append(found)
        if not len(found):
            break
        top = float(plan.ways.max())
        plan.bits = max(plan.bits, math.log2(top) + plan.scale)
        dense = PAIRINGS[number_of_ends(found)]
        sparse = 2 * np.ldexp(plan.ways, min(plan.scale, SHRINK))
        plan.words.append(int(LIKELY * float(np.minimum(dense, sparse).sum())))
        if top > HUGE:
            plan.ways = np.maximum(np.ldexp(plan.ways, -SHRINK), TINY)  # must not underflow to zero
            plan.scale += SHRINK
        watch.check(sum(map(len, plan.layers)), 0, 0, f"planning, step {number + 1} of {len(plan.steps)}")
    plan.bytes = memory.used - used
    return plan


def _after(
    signatures: Signatures, ways: NDArray[np.float64], step: HalfStep, watch: Watch, memory: MemoryBudget
) -> tuple[Signatures, NDArray[np.float64]]:
    options, compiled = len(step.options), not interpreting()
    size = slice_of(compiled, SLICE, INTERPRETED_SLICE)
    cursors, heads = np.zeros(options, np.int64), np.zeros(options, np.uint64)
    most = options * len(signatures)  # memory that is not written to is not used
    found = LentArray(most, np.uint64).array, LentArray(most, np.float64).array
    state, status, made = np.zeros(1, np.int64), PAUSED, 0
    while status == PAUSED:
        arguments = (signatures, ways), step.arrays, cursors, heads, found, state, size
        status = call(reach, watch, *arguments, compiled=compiled)
        made, before = int(state[0]), made
        memory.take(24 * (made - before))  # includes a copy of the signatures
        watch.check(0, 0, 0, "planning")
    memory.give(8 * made)
    return found[0][:made].copy(), found[1][:made]


def number_of_ends(signatures: Signatures) -> NDArray[np.int64]:
    """Return the number of cells of degree one of each signature."""
    count: NDArray[np.int64] = np.bitwise_count(signatures & ODD).astype(np.int64)
    return count


def match(upper: HalfPlan, lower: HalfPlan, watch: Watch) -> tuple[NDArray[np.int64], int]:
    """Keep the final signatures that fit one of the other half; return the fitting pairs and a bound in bits.

    The pairs are rows of two indices.  The number of tours is below ``2**bits``.  For equal halves, both
    plans are the same object.
    """
    here, there = upper.layers[-1], lower.layers[-1]
    wanted = _complements(upper.half, here, watch)
    at = np.empty(len(wanted), np.int64)
    for begin in range(0, len(wanted), SLICE):
        part = slice(begin, begin + SLICE)
        at[part] = np.searchsorted(there, wanted[part])
        watch.check(begin, 0, 0, MATCHING)
    fits = (np.append(there, NOTHING)[at] == wanted) & (number_of_ends(wanted) > 0)
    first, (second, partner) = np.flatnonzero(fits), np.unique(at[fits], return_inverse=True)
    pairs = np.stack([np.arange(len(partner)), partner], axis=1)
    if not len(pairs):
        return pairs, 0
    logs = np.log2(upper.ways[first]) + upper.scale + np.log2(lower.ways[second[partner]]) + lower.scale
    most = float(logs.max())
    bits = most + math.log2(float(np.exp2(logs - most).sum()))
    upper.layers[-1], lower.layers[-1] = here[first], there[second]
    return pairs, math.ceil(bits + 2**-10) + 1


def _complements(half: Half, signatures: Signatures, watch: Watch) -> Signatures:
    """Return the final signatures that fit: each degree is subtracted from two, upside down."""
    other = np.zeros_like(signatures)
    for place in range(half.places):
        degree = signatures >> np.uint64(2 * place) & np.uint64(3)
        other |= np.uint64(2) - degree << np.uint64(2 * half.reflected_place(place))
        watch.check(0, 0, 0, MATCHING)
    return other


def drop_dead_ends(plan: HalfPlan, watch: Watch, memory: MemoryBudget) -> None:
    """Keep only the signatures of all layers that lead to a signature of the last layer."""
    size, compiled = slice_of(not interpreting(), SLICE, INTERPRETED_SLICE), not interpreting()
    plan.ways = np.zeros(0)
    for number in range(len(plan.steps) - 1, -1, -1):
        step, signatures, targets = plan.steps[number], plan.layers[number], plan.layers[number + 1]
        cursors, state = np.zeros(len(step.options), np.int64), np.zeros(1, np.int64)
        alive, status = np.zeros(len(signatures), np.bool_), PAUSED
        while status == PAUSED:
            arguments = signatures, step.arrays, targets, cursors, alive, state, size
            status = call(mark_alive, watch, *arguments, compiled=compiled)
            watch.check(0, 0, 0, "planning, backwards")
        plan.layers[number] = signatures[alive]
    memory.give(plan.bytes - sum(layer.nbytes for layer in plan.layers))
