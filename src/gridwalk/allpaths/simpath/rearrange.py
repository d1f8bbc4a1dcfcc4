"""A better order of junctions: one is put elsewhere, and stays if the sweep has less work, or little more.

Threshold accepting (Dueck and Scheuer 1990): simulated annealing without its exponentials, whose last bits
differ between machines.  Work is a sum of powers, added up in one order, so both tiers and all machines take
the same decisions.

The caller owns all memory; the kernels allocate nothing and raise nothing.  They trust their arguments.
"""

from gridwalk.runtime.chance import below, draw
from gridwalk.runtime.kernel import inline_kernel, kernel

NOW, TRIAL, BEST = 0, 1, 2  # rows of orders, and their work
# Rows of the scratch array: when a junction is decided, its first, second and last neighbour; by how many
# the frontier grows, and its junctions with two neighbours decided.
PLACE, FIRST, SECOND, LAST, GROWS, GROWS_MORE = range(6)
SCRATCH = 6
NEAR = 8  # places that a junction moves by at most, in three of four steps; else it moves anywhere
THRESHOLD = 0.1  # by what part of it the work may grow in the first step; in the last by nothing


@inline_kernel
def work_of(orders, row, pairs, powers, scratch):
    """Return the estimated work of an order; see `gridwalk.allpaths.simpath.order.work`."""
    count = orders.shape[1]
    for i in range(count):
        v = orders[row, i]
        scratch[PLACE, v] = i
        scratch[FIRST, v] = count
        scratch[SECOND, v] = count
        scratch[LAST, v] = -1
        scratch[GROWS, i] = 0
        scratch[GROWS_MORE, i] = 0
    for e in range(2 * pairs.shape[1]):
        v, at = pairs[e & 1, e >> 1], scratch[PLACE, pairs[1 - (e & 1), e >> 1]]
        if at < scratch[FIRST, v]:
            scratch[SECOND, v] = scratch[FIRST, v]
            scratch[FIRST, v] = at
        elif scratch[FIRST, v] < at < scratch[SECOND, v]:
            scratch[SECOND, v] = at
        scratch[LAST, v] = max(scratch[LAST, v], at)
    for v in range(count):
        end = min(scratch[LAST, v], scratch[PLACE, v])
        if scratch[FIRST, v] < end:
            scratch[GROWS, scratch[FIRST, v]] += 1
            scratch[GROWS, end] -= 1
        if scratch[SECOND, v] < end:
            scratch[GROWS_MORE, scratch[SECOND, v]] += 1
            scratch[GROWS_MORE, end] -= 1
    width = more = 0
    work = 0.0
    widest = powers.shape[1] - 1
    for i in range(count):
        width += scratch[GROWS, i]
        more += scratch[GROWS_MORE, i]
        work += powers[0, min(width - more, widest)] * powers[1, min(more, widest)]
    return work


@kernel
def rearrange(orders, works, pairs, powers, scratch, random, span):
    """Move one junction, in steps number ``span[0]`` to before ``span[1]`` of ``span[2]``.

    Row `NOW` of *orders* is the order to begin with, and row `BEST` the best one found so far.
    """
    count = orders.shape[1]
    if span[0] == 0:
        works[NOW] = work_of(orders, NOW, pairs, powers, scratch)
        works[BEST] = works[NOW]
        for k in range(count):
            orders[BEST, k] = orders[NOW, k]
    for step in range(span[0], span[1]):
        i, j = below(random, count), below(random, count)
        if draw(random) & 3:
            j = min(max(i + j % (2 * NEAR + 1) - NEAR, 0), count - 1)
        for k in range(count):
            orders[TRIAL, k] = orders[NOW, k]
        way = 1 if i < j else -1
        for k in range(i, j, way):
            orders[TRIAL, k] = orders[NOW, k + way]
        orders[TRIAL, j] = orders[NOW, i]
        work = work_of(orders, TRIAL, pairs, powers, scratch)
        if work > works[NOW] * (1.0 + THRESHOLD * (span[2] - step) / span[2]):
            continue
        works[NOW] = work
        for k in range(count):
            orders[NOW, k] = orders[TRIAL, k]
        if work < works[BEST]:
            works[BEST] = work
            for k in range(count):
                orders[BEST, k] = orders[NOW, k]
