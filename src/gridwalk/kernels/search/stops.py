"""The order of many stops: local search by Or-opt and 2-opt, and random kicks between.

``leg[i, j]`` is what the leg from stop *i* to stop *j* costs; costs may differ with the direction.  ``order``
begins with stop 0 and ends with the last one, and both stay in place.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, HEAD, PAUSED
from gridwalk.kernels.makers.chance import below

SEGMENT = 3  # the maximum of stops that are moved together


@kernel
def cost_of(leg, order):
    """Return what the legs cost in this order."""
    total = 0.0
    for i in range(len(order) - 1):
        total += leg[order[i], order[i + 1]]
    return total


@kernel
def reverse(order, i, j):
    """Reverse ``order[i:j]``."""
    j -= 1
    while i < j:
        order[i], order[j] = order[j], order[i]
        i += 1
        j -= 1


@kernel
def exchange(order, i, j, k):
    """Put ``order[j:k]`` before ``order[i:j]``."""
    reverse(order, i, j)
    reverse(order, j, k)
    reverse(order, i, k)


@kernel
def better_by_reversal(leg, order, least):
    """Reverse the first stretch that gains more than *least* (2-opt); return whether there is one."""
    n = len(order)
    for i in range(1, n - 2):
        before = order[i - 1]
        forth = back = 0.0
        for j in range(i + 1, n - 1):
            forth += leg[order[j - 1], order[j]]
            back += leg[order[j], order[j - 1]]
            after = order[j + 1]
            now = leg[before, order[i]] + forth + leg[order[j], after]
            if leg[before, order[j]] + back + leg[order[i], after] < now - least:
                reverse(order, i, j + 1)
                return True
    return False


@kernel
def better_by_move(leg, order, least):
    """Move the first short stretch that gains more than *least* so (Or-opt); return whether there is one."""
    n = len(order)
    for size in range(1, SEGMENT + 1):
        for i in range(1, n - size):
            first, last = order[i], order[i + size - 1]
            before, after = order[i - 1], order[i + size]
            gain = leg[before, first] + leg[last, after] - leg[before, after]
            for j in range(n - 1):
                if i - 1 <= j < i + size:
                    continue
                u, v = order[j], order[j + 1]
                if leg[u, first] + leg[last, v] - leg[u, v] < gain - least:
                    if j < i:
                        exchange(order, j + 1, i, i + size)
                    else:
                        exchange(order, i, i + size, j + 1)
                    return True
    return False


@kernel
def better_orders(leg, order, best, value, least, random, kicks, state, budget, events):
    """Improve *order*, kick it, improve it again, *kicks* times; *best* keeps the best, *value* its cost.

    A kick exchanges two random stretches next to each other; a worse order goes back to the best.
    """
    n = len(order)
    done = 0
    while done < budget:
        done += n * n
        state[EXPANDED] += n * n
        if better_by_move(leg, order, least) or better_by_reversal(leg, order, least):
            continue
        cost = cost_of(leg, order)
        if cost < value[0] - least:
            value[0] = cost
            for i in range(n):
                best[i] = order[i]
        else:
            for i in range(n):
                order[i] = best[i]
        if state[HEAD] == kicks or n < 5:
            return EXHAUSTED
        state[HEAD] += 1
        # Three cuts, each between two stops.
        a = 1 + below(random, n - 3)
        c = a + 2 + below(random, n - 2 - a)
        b = a + 1 + below(random, c - a - 1)
        exchange(order, a, b, c)
    return PAUSED
