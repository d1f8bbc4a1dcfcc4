"""A better order of junctions: one is put elsewhere, and stays if the sweep has less work, or little more.

Threshold accepting (Dueck and Scheuer 1990): simulated annealing without its exponentials, whose last bits
differ between machines.  Work is a sum of powers, added up in one order, so both tiers and all machines take
the same decisions.

The caller owns all memory; the kernels allocate nothing and raise nothing.  They trust their arguments.
"""

from gridwalk.runtime.chance import below, draw
from gridwalk.runtime.kernel import inline_kernel, kernel

NOW, TRIAL, BEST = 0, 1, 2  # rows of orders, and their work
PLACE, FIRST, LAST, CHANGE = 0, 1, 2, 3  # rows of the scratch array
NEAR = 8  # places that a junction moves by at most, in three of four steps; else it moves anywhere
THRESHOLD = 0.1  # by what part of it the work may grow in the first step; in the last by nothing


@inline_kernel
def work_of(orders, row, pairs, powers, scratch):
    """Return the sum of the powers of the widths of the frontier; see `gridwalk.allpaths.simpath.order`."""
    count = orders.shape[1]
    for i in range(count):
        v = orders[row, i]
        scratch[PLACE, v] = i
        scratch[FIRST, v] = count
        scratch[LAST, v] = -1
        scratch[CHANGE, i] = 0
    for e in range(pairs.shape[1]):
        u, v = pairs[0, e], pairs[1, e]
        at_u, at_v = scratch[PLACE, u], scratch[PLACE, v]
        scratch[FIRST, u] = min(scratch[FIRST, u], at_v)
        scratch[LAST, u] = max(scratch[LAST, u], at_v)
        scratch[FIRST, v] = min(scratch[FIRST, v], at_u)
        scratch[LAST, v] = max(scratch[LAST, v], at_u)
    for v in range(count):
        begin, end = scratch[FIRST, v], min(scratch[LAST, v], scratch[PLACE, v])
        if begin < end:
            scratch[CHANGE, begin] += 1
            scratch[CHANGE, end] -= 1
    width = 0
    work = 0.0
    for i in range(count):
        width += scratch[CHANGE, i]
        work += powers[min(width, len(powers) - 1)]
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
