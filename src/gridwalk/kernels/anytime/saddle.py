"""A linear programme by its saddle point: primal-dual hybrid gradient, anchored and restarted.

Maximise the sum of ``gain * x`` over 0 <= x <= 1 with rows ``A x <= limit`` (*equal*: ``=``).  *Any* dual
bounds it: the sum of ``limit * y``, and of what is left of each gain above 0.  So the search may stop at any
time.  A step (Chambolle and Pock 2011) looks at every entry of A twice; Halpern's anchor, reflected, and
restarts make it converge linearly (Lu and Yang, "Restarted Halpern PDHG for linear programming", 2024).
Step sizes are those of Pock and Chambolle 2011: one over the sum of a row or column.

The matrix is passed by columns and by rows::

    columns, rows  (first, other, entry)  entries of line i: first[i] .. first[i + 1] - 1

*point* and *anchor* are pairs (x, y); *spare* is the pair that a step leads to.  `WEIGHT` in *numbers* is the
dual's, against the primal.  The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from math import sqrt

from gridwalk.kernels.codes import EXPANDED, FOUND, PAUSED
from gridwalk.runtime.kernel import kernel

AGE, TOTAL, LAST = 4, 5, 6  # registers: steps since the anchor, steps in all, the step to stop at
# Float registers; how far a step led: the first since the anchor, the last.
WEIGHT, FIRST_MOVE, MOVE = 0, 1, 2
CHECK_EVERY = 16
FAR = 100.0  # the maximum of the weight
# When to restart, as PDLP does (Applegate and others 2021).
SUFFICIENT, NECESSARY, ARTIFICIAL = 0.2, 0.8, 0.36


@kernel
def onward(columns, rows, gain, limit, equal, sums, point, spare, weight):
    """Write into *spare* where a step leads from *point*."""
    first, row, entry = columns
    x, y = point
    nx, ny = spare
    for j in range(len(x)):
        slope = gain[j]
        for i in range(first[j], first[j + 1]):
            slope -= entry[i] * y[row[i]]
        nx[j] = min(max(x[j] + slope / (weight * sums[0][j]), 0.0), 1.0)
    first, column, entry = rows
    for i in range(len(y)):
        excess = -limit[i]
        for j in range(first[i], first[i + 1]):
            k = column[j]
            excess += entry[j] * (2.0 * nx[k] - x[k])
        moved = y[i] + excess * weight / sums[1][i]
        ny[i] = moved if equal[i] or moved > 0.0 else 0.0


@kernel
def towards(point, spare, anchor, age):
    """Reflect *point* at *spare*, and go back a little towards the *anchor*."""
    share = (age + 1.0) / (age + 2.0)
    for i in range(len(point)):
        point[i] = share * (2.0 * spare[i] - point[i]) + (1.0 - share) * anchor[i]


@kernel
def distance(a, b, weights):
    """Return the square of the distance of two vectors."""
    total = 0.0
    for i in range(len(a)):
        total += (a[i] - b[i]) * (a[i] - b[i]) * weights[i]
    return total


@kernel
def restart(point, spare, anchor, sums, numbers):
    """Begin again at *spare*; weigh the dual by how far both went since the anchor."""
    went = distance(spare[0], anchor[0], sums[0]), distance(spare[1], anchor[1], sums[1])
    if went[0] > 1e-20 and went[1] > 1e-20:
        weight = sqrt(numbers[WEIGHT] * sqrt(went[1] / went[0]))
        numbers[WEIGHT] = min(max(weight, 1.0 / FAR), FAR)
    for part in range(2):
        for i in range(len(point[part])):
            point[part][i] = anchor[part][i] = spare[part][i]


@kernel
def approach(columns, rows, gain, limit, equal, sums, point, spare, anchor, numbers, state, budget, events):
    """Go on to step ``state[LAST]``; *spare* is then the best known point."""
    size = 2 * len(columns[1]) + len(gain) + len(limit)
    steps = 0
    while state[TOTAL] < state[LAST]:
        if steps >= budget:
            state[EXPANDED] += steps
            return PAUSED
        onward(columns, rows, gain, limit, equal, sums, point, spare, numbers[WEIGHT])
        steps += size
        state[TOTAL] += 1
        age = state[AGE]
        if age % CHECK_EVERY == 0 or age < 2:
            weight = numbers[WEIGHT]
            moved = sqrt(
                distance(point[0], spare[0], sums[0]) * weight
                + distance(point[1], spare[1], sums[1]) / weight
            )
            first, before = numbers[FIRST_MOVE], numbers[MOVE]
            numbers[MOVE] = moved
            if age == 0:
                numbers[FIRST_MOVE] = moved
            elif (
                moved <= SUFFICIENT * first
                or (moved <= NECESSARY * first and moved > before)
                or age >= ARTIFICIAL * state[TOTAL]
            ):
                restart(point, spare, anchor, sums, numbers)
                state[AGE] = 0
                continue
        towards(point[0], spare[0], anchor[0], age)
        towards(point[1], spare[1], anchor[1], age)
        state[AGE] += 1
    state[EXPANDED] += steps
    return FOUND
