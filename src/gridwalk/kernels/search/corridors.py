"""The corridor graph: the core of a pruned board with each corridor as one weighted edge.

A *junction* is a core cell with three onward moves or more (see `dead_ends`); a *door* is one
onward move of a junction.  Junctions are numbered by cell and doors by (junction, move), so
junction ``j`` owns the doors ``junctions[j, DOOR] .. junctions[j + 1, DOOR] - 1``::

    junctions  int32 (count + 1, 3)  CELL, DOOR, PART (equal: connected); the last row closes the list
    doors      int32 (count, 4)      JUNCTION behind the door, STEPS, DIAGONALS, TWIN (door back)

Lengths are exact: a path of s steps, d of them diagonal, costs ``s * STRAIGHT + d * (DIAGONAL_COST -
STRAIGHT)`` in units of 2**-36, which orders two paths rightly while they differ by fewer than
200,000 diagonal steps (then ``|a + b sqrt 2| >= 1 / (|a| + 2 |b|)`` outweighs the rounding).

A query joins two cells of the core to it by their *ends*: up to two corridors each
(`attach`), searches the junctions between (`search`) and unfolds the doors taken into cells
(`unfold`).  Boards are symmetric with at most eight moves.

Room: junctions and doors are as many as `dead_ends.census` counts.  The heap holds what came through a door,
each once when its junction is closed, and through the two ends: doors + 2 rows, and 3 behind (`heap`).

Shortest paths by corridors: climbs out of dead ends, then A* on the corridor graph of the core.

Two calls make a query: `find` says how long the path is, the caller allocates it, `write`
fills it.  Both take what they share as tuples of arrays::

    graph    (onward_of_cell, step_of_mask, junctions, doors)
    scratch  (mark_of_cell, label_of_junction, heap, ends)

``ends`` int64 (5, 5) carries the query from one call to the other; its last row holds the core
cells of source and goal, and the way between them (`search`).

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.kernels.codes import NONE
from gridwalk.kernels.search.dead_ends import BACK, COLUMN, DELTA, DIAGONAL, ROW, climb, measure, meet
from gridwalk.runtime.kernel import kernel
from gridwalk.search.bounds import bound
from gridwalk.search.heap import drop, push

DIRECT = -2  # in place of a junction: the corridor leads to the other cell itself
CELL, DOOR, PART = 0, 1, 2
JUNCTION, STEPS, DIAGONALS, TWIN = 0, 1, 2, 3
OUT, IN = 3, 4  # further columns of an end: the move out of the cell, the move back into it
STRAIGHT = 1 << 36
DIAGONAL_COST = 97184015999  # round(2**36 * sqrt 2)
FAR = (1 << 63) - 1
CLOSED = 1 << 31  # flag in TRACK
LAST_BASE = (1 << 63) - (1 << 32)  # base + CLOSED + any door stays below 2**63
COST, TRACK = 0, 1  # columns of label_of_junction: cost so far, base | door (or end) back


@kernel
def walk(onward_of_cell, step_of_mask, v, bit, stop):
    """Follow the corridor from *v* by the move *bit* to a junction, to *stop* or round to *v*.

    Return (cell, move back as a bit, steps, diagonal steps).
    """
    u = v
    steps = 0
    diagonals = 0
    while True:
        u += step_of_mask[bit, DELTA]
        diagonals += step_of_mask[bit, DIAGONAL]
        steps += 1
        back = step_of_mask[bit, BACK]
        bit = np.int64(onward_of_cell[u]) & ~back
        if bit & (bit - 1) or u == stop or u == v:
            return u, back, steps, diagonals


@kernel
def number(onward_of_cell, junctions):
    """Fill *junctions* (as many rows as `census` counts, and one): cells and first doors."""
    j = 0
    door = 0
    for v in range(onward_of_cell.size):
        bits = np.int64(onward_of_cell[v])
        rest = bits & (bits - 1)
        if rest & (rest - 1):
            junctions[j, CELL] = v
            junctions[j, DOOR] = door
            j += 1
            while bits:
                bits &= bits - 1
                door += 1
    junctions[j, CELL] = onward_of_cell.size
    junctions[j, DOOR] = door


@kernel
def junction_at(junctions, v):
    """Return the number of the junction at cell *v*; one is there."""
    low = 0
    high = junctions.shape[0] - 1
    # Invariant: the cell of junction low is at most v, that of junction high is beyond.
    while high - low > 1:
        middle = (low + high) >> 1
        if junctions[middle, CELL] <= v:
            low = middle
        else:
            high = middle
    return low


@kernel
def connect(onward_of_cell, step_of_mask, junctions, doors):
    """Fill *doors*: walk each corridor from the lower of its two doors."""
    doors[:, JUNCTION] = NONE
    for j in range(junctions.shape[0] - 1):
        v = np.int64(junctions[j, CELL])
        bits = np.int64(onward_of_cell[v])
        for door in range(junctions[j, DOOR], junctions[j + 1, DOOR]):
            bit = bits & -bits
            bits &= bits - 1
            if doors[door, JUNCTION] != NONE:
                continue
            u, back, steps, diagonals = walk(onward_of_cell, step_of_mask, v, bit, v)
            k = junction_at(junctions, u)
            twin = np.int64(junctions[k, DOOR])
            before = np.int64(onward_of_cell[u]) & (back - 1)
            while before:
                before &= before - 1
                twin += 1
            doors[door, JUNCTION], doors[twin, JUNCTION] = k, j
            doors[door, STEPS] = doors[twin, STEPS] = steps
            doors[door, DIAGONALS] = doors[twin, DIAGONALS] = diagonals
            doors[door, TWIN], doors[twin, TWIN] = twin, door


@kernel
def part(junctions, doors):
    """Fill PART of *junctions*: the least junction that each is connected with."""
    for j in range(junctions.shape[0] - 1):
        root = j
        # Invariant: PART of i <= i for i < j, and following it ends at the least junction joined with i.
        junctions[j, PART] = j
        for door in range(junctions[j, DOOR], junctions[j + 1, DOOR]):
            k = np.int64(doors[door, JUNCTION])
            if k < j:
                while k != junctions[k, PART]:
                    junctions[k, PART] = junctions[junctions[k, PART], PART]
                    k = np.int64(junctions[k, PART])
                junctions[max(k, root), PART] = min(k, root)
                root = min(k, root)
    for j in range(junctions.shape[0] - 1):
        junctions[j, PART] = junctions[junctions[j, PART], PART]


@kernel
def attach(onward_of_cell, step_of_mask, junctions, v, other, ends):
    """Fill two rows of *ends* for core cell *v*: JUNCTION (NONE, DIRECT), STEPS, DIAGONALS, OUT, IN."""
    ends[0, JUNCTION] = ends[1, JUNCTION] = NONE
    bits = np.int64(onward_of_cell[v])
    rest = bits & (bits - 1)
    if rest & (rest - 1):
        ends[0, :] = 0
        ends[0, JUNCTION] = junction_at(junctions, v)
        return
    for i in range(2):
        if bits:
            u, back, steps, diagonals = walk(onward_of_cell, step_of_mask, v, bits & -bits, other)
            ends[i, STEPS] = steps
            ends[i, DIAGONALS] = diagonals
            ends[i, OUT] = bits & -bits
            ends[i, IN] = back
            left = np.int64(onward_of_cell[u])
            left &= left - 1
            if left & (left - 1):
                ends[i, JUNCTION] = junction_at(junctions, u)
            elif u == other:
                ends[i, JUNCTION] = DIRECT
            bits &= bits - 1


@kernel
def price(steps, diagonals):
    """Return the cost of a path in units of 2**-36."""
    return steps * STRAIGHT + diagonals * (DIAGONAL_COST - STRAIGHT)


@kernel
def search(junctions, doors, ends, goal, columns, diagonal, label_of_junction, heap):
    """A* from the ends 0 and 1 to the ends 2 and 3; return (cost, end that reaches the goal, expanded).

    That end is 0 or 1 where a corridor leads there directly, NONE where nothing does.  *goal* is
    the core cell of ends 2 and 3; *diagonal* what a step along both axes costs: DIAGONAL_COST for
    king moves, 2 * STRAIGHT for orthogonal ones.  ``label_of_junction`` int64 (count + 1, 2) starts as zeros,
    ``heap`` int64 (doors + 5, 2) as anything.
    """
    last = label_of_junction.shape[0] - 1
    base = label_of_junction[last, COST] + (1 << 32)
    if base >= LAST_BASE:  # once in two thousand million queries
        label_of_junction[:] = 0
        base = np.int64(1 << 32)
    label_of_junction[last, COST] = base
    goal_row, goal_column, slope = goal // columns, goal % columns, diagonal - STRAIGHT
    best, way, size, expanded = FAR, NONE, 0, 0
    goal_part = NONE
    for i in range(2, 4):
        if ends[i, JUNCTION] >= 0:
            goal_part = np.int64(junctions[ends[i, JUNCTION], PART])
    for i in range(2):
        cost = price(ends[i, STEPS], ends[i, DIAGONALS])
        j = ends[i, JUNCTION]
        if j == DIRECT and cost < best:
            best, way = cost, i
        elif (
            j >= 0
            and junctions[j, PART] == goal_part
            and (label_of_junction[j, TRACK] < base or cost < label_of_junction[j, COST])
        ):
            label_of_junction[j, COST], label_of_junction[j, TRACK] = cost, base + i
            left = bound(np.int64(junctions[j, CELL]), goal_row, goal_column, columns, STRAIGHT, slope)
            size = push(heap, size, cost + left, j)
    # Invariant: a path cheaper than best has an open junction, all before it closed and settled.
    while size and heap[0, 0] < best:
        j = heap[0, 1]
        size = drop(heap, size)
        if label_of_junction[j, TRACK] & CLOSED:
            continue
        label_of_junction[j, TRACK] |= CLOSED
        expanded += 1
        cost = label_of_junction[j, COST]
        for i in range(2, 4):
            if ends[i, JUNCTION] == j:
                total = cost + price(ends[i, STEPS], ends[i, DIAGONALS])
                if total < best:
                    best, way = total, i
        for door in range(junctions[j, DOOR], junctions[j + 1, DOOR]):
            k = doors[door, JUNCTION]
            total = cost + price(np.int64(doors[door, STEPS]), np.int64(doors[door, DIAGONALS]))
            if label_of_junction[k, TRACK] < base or total < label_of_junction[k, COST]:
                label_of_junction[k, COST], label_of_junction[k, TRACK] = total, base + 2 + doors[door, TWIN]
                left = bound(np.int64(junctions[k, CELL]), goal_row, goal_column, columns, STRAIGHT, slope)
                size = push(heap, size, total + left, k)
    return best, way, expanded


@kernel
def length(doors, ends, way, label_of_junction):
    """Return (steps, diagonal steps) of the path that `search` found."""
    steps = ends[way, STEPS]
    diagonals = ends[way, DIAGONALS]
    if way < 2:
        return steps, diagonals
    j = ends[way, JUNCTION]
    while True:
        back = label_of_junction[j, TRACK] & (CLOSED - 1)
        if back < 2:
            return steps + ends[back, STEPS], diagonals + ends[back, DIAGONALS]
        steps += doors[back - 2, STEPS]
        diagonals += doors[back - 2, DIAGONALS]
        j = doors[back - 2, JUNCTION]


@kernel
def pace(onward_of_cell, step_of_mask, v, bit, stop, cells, i):
    """Write the corridor from *v* by *bit* to a junction or *stop* into *cells*, from i - 1 down.

    ``cells[i]`` already holds (row, column) of *v*; return (cell, index) of the end.
    """
    row = np.int64(cells[i, 0])
    column = np.int64(cells[i, 1])
    while True:
        v += step_of_mask[bit, DELTA]
        row += step_of_mask[bit, ROW]
        column += step_of_mask[bit, COLUMN]
        i -= 1
        cells[i, 0] = row
        cells[i, 1] = column
        bit = np.int64(onward_of_cell[v]) & ~step_of_mask[bit, BACK]
        if bit & (bit - 1) or v == stop:
            return v, i


@kernel
def pace_from(graph, j, door, cells, i):
    """Write the corridor from junction *j* by a door into *cells*, from i - 1 down; return where it ends."""
    onward_of_cell, step_of_mask, junctions, _ = graph
    v = np.int64(junctions[j, CELL])
    bits = np.int64(onward_of_cell[v])
    for _ in range(junctions[j, DOOR], door):
        bits &= bits - 1
    return pace(onward_of_cell, step_of_mask, v, bits & -bits, NONE, cells, i)[1]


@kernel
def unfold(graph, ends, way, label_of_junction, cells, i, pair):
    """Write the path of `search` between the core cells *pair* into *cells*, from the goal at *i* down."""
    onward_of_cell, step_of_mask, junctions, doors = graph
    source, goal = pair
    if way < 2:
        pace(onward_of_cell, step_of_mask, goal, ends[way, IN], source, cells, i)
        return
    if ends[way, STEPS]:
        i = pace(onward_of_cell, step_of_mask, goal, ends[way, OUT], NONE, cells, i)[1]
    j = ends[way, JUNCTION]
    door = (label_of_junction[j, TRACK] & (CLOSED - 1)) - 2
    while door >= 0:
        i = pace_from(graph, j, door, cells, i)
        j = doors[door, JUNCTION]
        door = (label_of_junction[j, TRACK] & (CLOSED - 1)) - 2
    if ends[door + 2, STEPS]:
        v = np.int64(junctions[j, CELL])
        pace(onward_of_cell, step_of_mask, v, ends[door + 2, IN], source, cells, i)


@kernel
def leave_dead_ends(graph, source, goal, mark_of_cell, ends):
    """Climb from both cells to the core, or to where they meet; attach the core cells, and return them."""
    onward_of_cell, step_of_mask, junctions, _ = graph
    a, b = meet(onward_of_cell, step_of_mask, source, goal, mark_of_cell)
    if a != b:
        attach(onward_of_cell, step_of_mask, junctions, a, b, ends[0:2])
        attach(onward_of_cell, step_of_mask, junctions, b, a, ends[2:4])
    ends[4, 0], ends[4, 1] = a, b
    return a, b


@kernel
def measure_climbs(graph, source, goal, ends):
    """Return (steps, diagonal steps) of both climbs."""
    out, out_diagonals = measure(graph[0], graph[1], source, ends[4, 0])
    back, back_diagonals = measure(graph[0], graph[1], goal, ends[4, 1])
    return out + back, out_diagonals + back_diagonals


@kernel
def write_climbs(graph, source, goal, columns, ends, cells):
    """Write both climbs, from the ends of *cells*; return the index of the core cell of the goal."""
    last = cells.shape[0] - 1
    cells[0, 0], cells[0, 1] = source // columns, source % columns
    cells[last, 0], cells[last, 1] = goal // columns, goal % columns
    climb(graph[0], graph[1], source, ends[4, 0], cells, 0, 1)
    return climb(graph[0], graph[1], goal, ends[4, 1], cells, last, -1)


@kernel
def find(graph, source, goal, columns, diagonal, scratch):
    """Return (steps, diagonal steps, expanded) of a shortest path; steps are NONE if there is none."""
    junctions, doors = graph[2], graph[3]
    mark_of_cell, label_of_junction, heap, ends = scratch
    a, b = leave_dead_ends(graph, source, goal, mark_of_cell, ends)
    steps, diagonals, way, expanded = 0, 0, NONE, 0
    if a != b:
        _, way, expanded = search(junctions, doors, ends, b, columns, diagonal, label_of_junction, heap)
        if way == NONE:
            return NONE, NONE, expanded
        steps, diagonals = length(doors, ends, way, label_of_junction)
    ends[4, 2] = way
    climbed, climbed_diagonals = measure_climbs(graph, source, goal, ends)
    return steps + climbed, diagonals + climbed_diagonals, expanded + climbed


@kernel
def write(graph, source, goal, columns, scratch, cells):
    """Fill *cells* (steps + 1, 2), as (row, column), with the path that `find` measured last."""
    label_of_junction, ends = scratch[1], scratch[3]
    i = write_climbs(graph, source, goal, columns, ends, cells)
    if ends[4, 2] != NONE:
        unfold(graph, ends, ends[4, 2], label_of_junction, cells, i, (ends[4, 0], ends[4, 1]))
