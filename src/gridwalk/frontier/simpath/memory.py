"""How much memory a sweep takes at most."""

from __future__ import annotations

from math import comb, prod

from gridwalk.frontier.simpath.plan import SimpathPlan
from gridwalk.kernels.frontier.simpath.sums import LIMB_BITS

SPARE = 64  # states: room for a block is left free
SCRATCH = 1 << 22  # bytes for the steps of a slice


def most_states(width: int, directed: bool) -> int:
    """Return how many states there can be with *width* junctions on the frontier."""
    total = 0
    for pieces in range(width // 2 + 1):
        pairings = prod(range(1, 2 * pieces, 2)) << (pieces if directed else 0)
        total += comb(width, 2 * pieces) * pairings << (width - 2 * pieces)
    return total


def counting_bytes(plan: SimpathPlan) -> int:
    """Return an upper bound of the memory that counting takes, known before it begins.

    It can be far too high: on sparse networks few of the possible states are reached.
    """
    before, bits, most = 2, 1, 0
    held = 0
    for layer in plan.layers:
        choices = len(layer.arcs_of_choice)
        after = min(most_states(layer.width, plan.directed), (before - 1) * choices) + 1
        bits += choices.bit_length()
        limbs = bits // LIMB_BITS + 2
        room = max(before + before // 4, 2 * after) + 2 * SPARE  # doubled until it is enough
        taken = room * 8 * (plan.words + limbs)
        table = 12 * room  # up to 8/3 places of 4 bytes
        most = max(most, held + 3 * (taken + table) // 2)  # the old room and the new, while it grows
        before, held = after, taken
    return most + SCRATCH + 12 * max((len(layer.arcs_of_choice) for layer in plan.layers), default=0)
