"""Shortest paths in a contraction hierarchy: two searches that only go up, and meet.

Junctions stand at *places*: the core first, then in the order opposite to that of `contraction`, so that
every arc leads to a smaller place, or within the core.  A shortest way goes up and then down, so a search up
from both sides finds it; within the core both sides see all arcs, and meet in the middle::

    hierarchy  (begin, heads, costs, parts, place_of_junction, core)
    begin      int32 (n + 1,)  place p owns the arcs begin[p] .. begin[p + 1] - 1
    heads      int32 (arcs,), costs int64 (arcs,): where an arc leads to, and at what cost
    parts      int32 (arcs, 3) TAIL, LEFT, RIGHT: a shortcut goes arc LEFT backwards, then RIGHT; an edge has
                               NONE and its door

Scratch is ``(mark_of_cell, labels, ahead, behind, trail, ends)``: ``labels`` int64 (n + 1, 4), COST and
TRACK of the search from the start and of that from the goal, zero at first; two heaps; ``trail`` int32
(n + 4,), the doors from the goal to the start; ``ends`` int64 (6, 5) as in `corridors`, and in the last
row how many doors, and by which ends.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.kernels.codes import FULL, NONE
from gridwalk.kernels.search.corridors import (
    CELL,
    COST,
    DIAGONALS,
    DIRECT,
    FAR,
    IN,
    JUNCTION,
    LAST_BASE,
    OUT,
    PART,
    STEPS,
    TRACK,
    TWIN,
    leave_dead_ends,
    measure_climbs,
    pace,
    pace_from,
    price,
    write_climbs,
)
from gridwalk.kernels.search.heap import drop, push
from gridwalk.kernels.search.jps import ROOT
from gridwalk.runtime.kernel import kernel

TAIL, LEFT, RIGHT = 0, 1, 2
ALONG = -3  # in place of a top: the way is the corridor of end 0; ALONG - 1: of end 1
ARC = (1 << 32) - 1  # in TRACK: the arc that led here, or behind all arcs the end


@kernel
def begin_search(hierarchy, junctions, ends, labels, ahead, behind):
    """Label the junctions of the four ends; return (base of tracks, rows of both heaps, best, top so far)."""
    heads, place_of_junction = hierarchy[1], hierarchy[4]
    last = labels.shape[0] - 1
    base = labels[last, COST] + (1 << 32)
    if base >= LAST_BASE:  # once in two thousand million queries
        labels[:] = 0
        base = np.int64(1 << 32)
    labels[last, COST] = base
    best, top, a, b = FAR, NONE, 0, 0
    parts = NONE
    for i in range(4):
        j, cost = ends[i, JUNCTION], price(ends[i, STEPS], ends[i, DIAGONALS])
        if j == DIRECT and i < 2 and cost < best:
            best, top = cost, ALONG - i
        elif j >= 0 and i < 2:
            parts = np.int64(junctions[j, PART])
    for i in range(4):
        j, cost = ends[i, JUNCTION], price(ends[i, STEPS], ends[i, DIAGONALS])
        if j < 0 or junctions[j, PART] != parts:
            continue
        p, side = np.int64(place_of_junction[j]), i & 2
        if labels[p, side + TRACK] < base or cost < labels[p, side + COST]:
            labels[p, side + COST], labels[p, side + TRACK] = cost, base + heads.shape[0] + i
            if side == 0:
                a = push(ahead, a, cost, p)
            else:
                b = push(behind, b, cost, p)
    return base, a, b * np.int64(a > 0), best, top


@kernel
def is_stalled(hierarchy, labels, p, side, base):
    """Whether a way down from a higher place is shorter: then no shortest way goes up through *p*."""
    begin, heads, costs = hierarchy[0], hierarchy[1], hierarchy[2]
    for k in range(begin[p], begin[p + 1]):
        u = heads[k]
        if labels[u, side + TRACK] >= base and labels[u, side + COST] + costs[k] < labels[p, side + COST]:
            return True
    return False


@kernel
def search(hierarchy, junctions, ends, labels, ahead, behind):
    """Return (top, expanded): where both searches meet on a shortest way.

    *top* is NONE if there is no way, ALONG - i if it is the corridor of end *i*, FULL if a heap is too small.
    """
    begin, heads, costs, core = hierarchy[0], hierarchy[1], hierarchy[2], hierarchy[5]
    base, a, b, best, top = begin_search(hierarchy, junctions, ends, labels, ahead, behind)
    expanded = 0
    # Invariant: a way cheaper than best has a place on it that waits in one of the heaps.
    while a or b:
        side = 0 if b == 0 or (a and ahead[0, 0] <= behind[0, 0]) else 2
        cost, p, far = ahead[0, 0], ahead[0, 1], FAR
        if side:
            cost, p = behind[0, 0], behind[0, 1]
            b = drop(behind, b)
            if a:
                far = ahead[0, 0]
        else:
            a = drop(ahead, a)
            if b:
                far = behind[0, 0]
        if cost >= best:
            break
        if cost > labels[p, side + COST]:
            continue
        expanded += 1
        if labels[p, 2 - side + TRACK] >= base and labels[p, 2 - side + COST] + cost < best:
            best, top = labels[p, 2 - side + COST] + cost, p
        if p < core:
            if far < FAR and cost + far >= best:
                continue  # a way through the core from here on would have been met
        elif is_stalled(hierarchy, labels, p, side, base):
            continue
        if max(a, b) + begin[p + 1] - begin[p] + 4 > ahead.shape[0]:
            return FULL, expanded
        for k in range(begin[p], begin[p + 1]):
            u, total = np.int64(heads[k]), cost + costs[k]
            if labels[u, side + TRACK] < base or total < labels[u, side + COST]:
                labels[u, side + COST], labels[u, side + TRACK] = total, base + k
                if side:
                    b = push(behind, b, total, u)
                else:
                    a = push(ahead, a, total, u)
    return top, expanded


@kernel
def spread(parts, doors, trail, stack, count, steps, diagonals):
    """Unpack the arcs in ``trail[stack:]``, the first one first, into doors from ``trail[count]`` on.

    ``~k`` is arc *k* backwards.  Every arc still to be unpacked is at least a door of the way, so both fit.
    """
    while stack < trail.shape[0]:
        k = np.int64(trail[stack])
        stack += 1
        backwards = k < 0
        if backwards:
            k = ~k
        left, right = np.int64(parts[k, LEFT]), np.int64(parts[k, RIGHT])
        if left == NONE:
            door = np.int64(doors[right, TWIN]) if backwards else right
            trail[count] = door
            count += 1
            steps += doors[door, STEPS]
            diagonals += doors[door, DIAGONALS]
        else:
            stack -= 2
            trail[stack] = ~right if backwards else ~left
            trail[stack + 1] = left if backwards else right
    return count, steps, diagonals


@kernel
def unpack(hierarchy, doors, ends, labels, top, trail):
    """Fill *trail* with the doors from the goal by *top* to the start; return (steps, diagonal steps)."""
    heads, parts = hierarchy[1], hierarchy[3]
    p, stack, count, steps, diagonals = top, trail.shape[0], 0, 0, 0
    while labels[p, 2 + TRACK] & ARC < heads.shape[0]:
        k = labels[p, 2 + TRACK] & ARC
        stack -= 1
        trail[stack] = k
        p = np.int64(parts[k, TAIL])
    last = (labels[p, 2 + TRACK] & ARC) - heads.shape[0]
    count, steps, diagonals = spread(parts, doors, trail, stack, count, steps, diagonals)
    p = top
    while labels[p, TRACK] & ARC < heads.shape[0]:
        k = labels[p, TRACK] & ARC
        trail[trail.shape[0] - 1] = ~k
        count, steps, diagonals = spread(parts, doors, trail, trail.shape[0] - 1, count, steps, diagonals)
        p = np.int64(parts[k, TAIL])
    first = (labels[p, TRACK] & ARC) - heads.shape[0]
    ends[5, 0], ends[5, 1], ends[5, 2] = count, first, last
    steps += ends[first, STEPS] + ends[last, STEPS]
    return steps, diagonals + ends[first, DIAGONALS] + ends[last, DIAGONALS]


@kernel
def find_hierarchy(model, scratch, source, goal):
    """Climb out of dead ends, then up the hierarchy; *model* is ``(graph, columns, hierarchy)``."""
    graph, _, hierarchy = model
    junctions, doors = graph[2], graph[3]
    mark_of_cell, labels, ahead, behind, trail, ends = scratch
    a, b = leave_dead_ends(graph, source, goal, mark_of_cell, ends)
    steps, diagonals, top, expanded = 0, 0, NONE, 0
    if a != b:
        top, expanded = search(hierarchy, junctions, ends, labels, ahead, behind)
        if top == NONE or top == FULL:
            return top, 0.0, expanded
        if top >= 0:
            steps, diagonals = unpack(hierarchy, doors, ends, labels, top, trail)
        else:
            steps, diagonals = ends[ALONG - top, STEPS], ends[ALONG - top, DIAGONALS]
    ends[4, 2] = top
    climbed, climbed_diagonals = measure_climbs(graph, source, goal, ends)
    moves = steps + climbed
    return moves, moves + (ROOT - 1) * (diagonals + climbed_diagonals), expanded + climbed


@kernel
def write_hierarchy(model, scratch, source, goal, cells):
    """Fill *cells* (moves + 1, 2), as (row, column), with the path that `find_hierarchy` measured last."""
    graph, columns, _ = model
    onward_of_cell, step_of_mask, junctions, doors = graph
    trail, ends = scratch[4], scratch[5]
    i = write_climbs(graph, source, goal, columns, ends, cells)
    a, b, top = ends[4, 0], ends[4, 1], ends[4, 2]
    if a == b:
        return
    if top < 0:
        pace(onward_of_cell, step_of_mask, b, ends[ALONG - top, IN], a, cells, i)
        return
    count, start_end, goal_end = ends[5, 0], ends[5, 1], ends[5, 2]
    if ends[goal_end, STEPS]:
        i = pace(onward_of_cell, step_of_mask, b, ends[goal_end, OUT], NONE, cells, i)[1]
    j = ends[goal_end, JUNCTION]
    for at in range(count):
        i = pace_from(graph, j, trail[at], cells, i)
        j = np.int64(doors[trail[at], JUNCTION])
    if ends[start_end, STEPS]:
        v = np.int64(junctions[j, CELL])
        pace(onward_of_cell, step_of_mask, v, ends[start_end, IN], a, cells, i)
