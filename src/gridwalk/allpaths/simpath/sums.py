"""What a sweep adds up: sums over the steps of a layer (rows ``(state before, state after, choice)``).

Counts are little-endian *limbs* of 63 bits in 64-bit words: two and a carry never overflow, so
both tiers agree.  The caller has made the limbs of the states after wide enough for every sum, as many
rows as there are states, and as many columns as the longest length and the greatest shift need.
"""

import numpy as np

from gridwalk.allpaths.simpath.layer import CHOICE, FROM, TO
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.kernel import kernel

LIMB_BITS = 63
_BITS = np.uint64(LIMB_BITS)
_LIMB = np.uint64((1 << LIMB_BITS) - 1)


@kernel
def add_counts(before, after, steps, first, last):
    """Add to every state after the counts of the states before."""
    given = before.shape[1]
    wide = after.shape[1]
    for i in range(first, last):
        u = steps[i, FROM]
        v = steps[i, TO]
        carry = np.uint64(0)
        for k in range(given):
            total = after[v, k] + before[u, k] + carry
            after[v, k] = total & _LIMB
            carry = total >> _BITS
        for k in range(given, wide):
            total = after[v, k] + carry
            after[v, k] = total & _LIMB
            carry = total >> _BITS


@kernel
def add_lengths(before, after, steps, shift_of_choice, first, last):
    """Add counts by length: ``before[state, length, limb]``; a choice shifts the lengths."""
    lengths = before.shape[1]
    given = before.shape[2]
    wide = after.shape[2]
    for i in range(first, last):
        u = steps[i, FROM]
        v = steps[i, TO]
        shift = shift_of_choice[steps[i, CHOICE]]
        for n in range(lengths):
            carry = np.uint64(0)
            for k in range(given):
                total = after[v, n + shift, k] + before[u, n, k] + carry
                after[v, n + shift, k] = total & _LIMB
                carry = total >> _BITS
            for k in range(given, wide):
                total = after[v, n + shift, k] + carry
                after[v, n + shift, k] = total & _LIMB
                carry = total >> _BITS


@kernel
def keep_best(before, after, gain_of_choice, came, steps, first, last):
    """Keep in every state after the largest value, and in *came* (state before, choice); ties: the first."""
    for i in range(first, last):
        u = steps[i, FROM]
        v = steps[i, TO]
        choice = steps[i, CHOICE]
        value = before[u] + gain_of_choice[choice]
        if came[v, 0] == NONE or value > after[v]:
            after[v] = value
            came[v, 0] = u
            came[v, 1] = choice


@kernel
def add_backwards(before, after, step_of_state, state_of_step, first, last):
    """Add up, for the states *first* to *last*, in how many ways each can be finished."""
    given = after.shape[1]
    wide = before.shape[1]
    for u in range(first, last):
        for i in range(step_of_state[u], step_of_state[u + 1]):
            v = state_of_step[i]
            carry = np.uint64(0)
            for k in range(given):
                total = before[u, k] + after[v, k] + carry
                before[u, k] = total & _LIMB
                carry = total >> _BITS
            for k in range(given, wide):
                total = before[u, k] + carry
                before[u, k] = total & _LIMB
                carry = total >> _BITS


@kernel
def choose(after, step_of_state, state_of_step, state_of_walk, rank_of_walk, step_of_walk, first, last):
    """Take every walk one layer on: the step whose share of the ways to finish holds its rank.

    ``rank_of_walk`` (limbs) is lowered by the ways of the steps passed over; finished walks, in
    state 0, stay there (``step_of_walk``: NONE).
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
                part = rank_of_walk[walk, k] + _LIMB + np.uint64(1) - ways - borrow
                rank_of_walk[walk, k] = part & _LIMB
                borrow = np.uint64(1) - (part >> _BITS)
