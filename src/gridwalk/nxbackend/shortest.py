"""Shortest paths in a graph given as lists of neighbours: from some nodes to all, or from both ends.

``lists`` is ``(first_of_node, node_of_place)``: the neighbours of *u* are
``node_of_place[first_of_node[u]:first_of_node[u + 1]]``, in the order in which they are tried.  Each place
has a weight of 0 or more.  Of nodes at equal distances, the one found first is settled first.  So the
searches settle nodes in the same order as NetworkX and return the same paths.
"""

from __future__ import annotations

from itertools import accumulate, chain
from typing import Any

import numpy as np

from gridwalk.nxbackend.graph import FAR, Array, Lists, NodeLists
from gridwalk.runtime.codes import EXHAUSTED, EXPANDED, FOUND, FULL, GATHERED, NONE, PAUSED
from gridwalk.runtime.kernel import bound_kernel, inline_kernel, kernel
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.slices import registers, run
from gridwalk.search.heap import enqueue

Reach = tuple[Array, Array, Array]

WAITING, MADE, SETTLED = 4, 6, 8  # registers; there are two of the first and second, one for each side
STEP, STAMP, CLOSED = 2, 3, 8  # registers of `detours`: the step at which to leave the path, two stamps
ENTRY, PARENT, MARK, DISTANCE, KEYS, ITEMS = 2, 3, 4, 6, 7, 8  # arrays of a side

# -------------------------------------------------------------------- from some nodes to all


def spread_from(
    lists: Lists, sources: list[int], weights: Array | None = None, cutoff: float = FAR, target: int = NONE
) -> Reach:
    """Return (nodes in order of distance, distances, parents) up to the distance *cutoff* or to *target*.

    An unknown distance is negative.
    """
    nodes, first = len(lists[0]) - 1, np.array(sources, np.int32)
    parent, order = np.full(nodes, NONE, np.int32), np.empty(nodes, np.int32)
    distance = np.full(nodes, -1, np.int64 if weights is None else weights.dtype)
    entries, heap = order, None
    if weights is not None:
        entries = np.empty(len(weights) + len(first), np.int32)
        heap = np.zeros(len(entries), weights.dtype), np.arange(len(entries), dtype=np.int32)
    entries[: len(first)], distance[first] = first, 0
    state = registers()
    state[WAITING] = state[MADE] = len(first)
    until, tree = (distance.dtype.type(min(cutoff, FAR)).item(), target), (entries, order, parent, distance)
    given, watch = (lists, weights, until, tree, heap), NO_LIMITS.watch()
    run(spread, *given, state=state, moves_of_cell=lists[1], watch=watch)
    return order[: state[SETTLED]], distance, parent


@inline_kernel
def leave(keys, items, size):
    """Remove the first entry of a binary heap, of equal keys the least item; return the new size."""
    size -= 1
    key, item = keys[size], items[size]
    place, below = 0, 1
    while below < size:
        beside = below + 1
        if beside < size and (
            keys[beside] < keys[below] or (keys[beside] == keys[below] and items[beside] < items[below])
        ):
            below = beside
        if key < keys[below] or (key == keys[below] and item < items[below]):
            break
        keys[place], items[place] = keys[below], items[below]
        place, below = below, 2 * below + 1
    keys[place], items[place] = key, item
    return size


@kernel
def spread(lists, weight_of_place, until, tree, heap, state, budget, events):
    """Settle nodes in order of distance, up to the distance or the node in *until*.

    ``tree`` is ``(node_of_entry, node_of_rank, parent_of_node, distance_of_node)``; unknown distances are
    negative.  The sources are the first entries, at distance 0, and ``heap`` holds their numbers.  If weights
    are None, every step counts 1, ``heap`` is None, and ``node_of_rank`` is ``node_of_entry``.
    """
    first_of_node, node_of_place = lists
    cutoff, target = until
    node_of_entry, node_of_rank, parent_of_node, distance_of_node = tree
    waiting, made, settled, spent = state[WAITING], state[MADE], state[SETTLED], 0
    status = PAUSED
    while spent < budget:
        if waiting == 0:
            status = EXHAUSTED
            break
        spent += 1
        if weight_of_place is None:
            u = node_of_entry[settled]
            waiting -= 1
        else:
            keys, items = heap
            key, u = keys[0], node_of_entry[items[0]]
            waiting = leave(keys, items, waiting)
            if key > distance_of_node[u]:
                continue  # a shorter way was found after this entry
        node_of_rank[settled] = u
        settled += 1
        if u == target:
            status = FOUND
            break
        distance = distance_of_node[u]
        spent += first_of_node[u + 1] - first_of_node[u]
        for place in range(first_of_node[u], first_of_node[u + 1]):
            w = node_of_place[place]
            beyond = distance + (1 if weight_of_place is None else weight_of_place[place])
            if beyond <= cutoff and (distance_of_node[w] < 0 or beyond < distance_of_node[w]):
                distance_of_node[w], parent_of_node[w], node_of_entry[made] = beyond, u, w
                if weight_of_place is None:
                    waiting += 1
                else:
                    keys, items = heap
                    waiting = enqueue(keys, items, waiting, beyond, made)
                made += 1
    state[EXPANDED] += spent
    state[WAITING], state[MADE], state[SETTLED] = waiting, made, settled
    return status


# --------------------------------------------------------------------- from both ends at once


# Each end has a *side*, the tuple ``(first_of_node, node_of_place, node_of_entry, parent_of_node,
# mark_of_node)``, followed by ``(weight_of_place, distance_of_node, keys, items)`` if there are weights.  The
# lists of the second side are reversed.  The arrays are reused with a *stamp* that grows by 2.  A mark below
# the stamp belongs to an earlier search, the stamp marks a node that is reached, and the stamp plus 1 a node
# whose distance is final.


class Detours:
    """Shortest paths that leave a given path, by bidirectional search, equal to those of NetworkX."""

    def __init__(self, graph: NodeLists, weight: Any = None) -> None:
        self._lists, nodes, sides = graph.lists, len(graph), list[tuple[Array, ...]]()
        for back, lists in enumerate((graph.lists, graph.back)):
            room, more = nodes, tuple[Array, ...]()
            if weight is not None:
                weights, room = graph.weights(weight, back=bool(back)), len(lists[1]) + 1
                more = weights, np.empty(nodes, weights.dtype), np.empty(room, weights.dtype)
                more = *more, np.empty(room, np.int32)
            arrays = np.empty(room, np.int32), np.empty(nodes, np.int32), np.zeros(nodes, np.int64)
            sides.append((*lists, *arrays, *more))
        self._kernel, self._is_weighted = by_weight, True
        if weight is None:
            self._kernel, self._is_weighted = by_edges, False
        self._sides, self._bans = (sides[0], sides[1]), np.zeros(nodes, np.int64)
        self._room, self._state = np.empty(2 * nodes, np.int32), registers()

    def of(
        self, path: list[int], first: int = 0, bars: list[list[int]] | None = None
    ) -> list[tuple[int, Any, list[int]]]:
        """Return (step, length, nodes) of a shortest path that leaves *path* at each step from *first* on.

        It leads to the end of *path*, avoids the nodes of *path* before the step, and does not begin with an
        edge to one of the *bars* of the step.  The length is the sum of the weights, or the number of edges.
        """
        barred, state, answers, status = bars or [[]] * len(path), self._state, [], FULL
        first_of_step = np.array([0, *accumulate(map(len, barred))])
        node_of_bar = np.array([*chain.from_iterable(barred)], np.int32)
        lengths = np.zeros(len(path), self._sides[0][6].dtype if self._is_weighted else np.int64)
        end_of_step = np.zeros(len(path), np.int64)
        found = self._room, end_of_step, lengths
        given = self._sides, (first_of_step, node_of_bar), self._bans, np.array(path, np.int32), found
        state[STAMP] += 2
        state[CLOSED], state[STEP] = state[STAMP], first
        while status == FULL:
            step, begin, state[GATHERED], watch = int(state[STEP]), 0, 0, NO_LIMITS.watch()
            status = run(self._kernel, *given, state=state, moves_of_cell=self._lists[1], watch=watch)
            values, ends = self._room[: state[GATHERED]].tolist(), end_of_step.tolist()
            for number in range(step, int(state[STEP])):
                if way := values[begin : ends[number]]:
                    length = lengths[number].item() if self._is_weighted else len(way) - 1
                    answers.append((number, length, way))
                begin = ends[number]
        return answers


@inline_kernel
def is_banned(bans, source, side, u, w):
    """Return whether this search must not use the edge from *u* to *w* (on side 1: from *w* to *u*).

    ``bans`` is ``(ban_of_node, closed, barred)``: a node with the number *closed* is forbidden, and one with
    the number *barred* must not be entered from the source.
    """
    ban_of_node, closed, barred = bans
    if ban_of_node[w] == closed:
        return True
    if side == 0:
        return u == source and ban_of_node[w] == barred
    return w == source and ban_of_node[u] == barred


@kernel
def meet(sides, bans, stamp, source, state):
    """Search from both ends, the smaller layer first; return the first node reached from both, or NONE."""
    left, side = 0, 0
    while True:
        if left == 0:
            if state[WAITING] == 0 or state[WAITING + 1] == 0:
                return NONE
            side = 1 if state[WAITING] > state[WAITING + 1] else 0
            left = state[WAITING + side]
        mine, other = (sides[0], sides[1]) if side == 0 else (sides[1], sides[0])
        first_of_node, node_of_place, node_of_entry, parent_of_node, mark_of_node = mine
        u = node_of_entry[state[MADE + side] - state[WAITING + side]]
        state[WAITING + side] -= 1
        left -= 1
        state[EXPANDED] += 1 + first_of_node[u + 1] - first_of_node[u]
        for place in range(first_of_node[u], first_of_node[u + 1]):
            w = node_of_place[place]
            if is_banned(bans, source, side, u, w):
                continue
            if mark_of_node[w] < stamp:
                mark_of_node[w] = stamp
                parent_of_node[w] = u
                node_of_entry[state[MADE + side]] = w
                state[MADE + side] += 1
                state[WAITING + side] += 1
            if other[MARK][w] >= stamp:
                return w


@kernel
def meet_by_weight(sides, bans, stamp, source, state):
    """Settle nodes from both ends in turn until a node is settled from both; return the meeting node or NONE.

    The meeting node is on a shortest path, whose length is the sum of its two distances.
    """
    side, goal = 0, NONE
    for each in range(2):
        heap = sides[each]
        heap[KEYS][0], heap[ITEMS][0], heap[DISTANCE][heap[ENTRY][0]] = 0, 0, 0
    while state[WAITING] and state[WAITING + 1]:
        mine, other = (sides[0], sides[1]) if side == 0 else (sides[1], sides[0])
        first_of_node, node_of_place, node_of_entry, parent_of_node, mark_of_node = mine[:5]
        weight_of_place, distance_of_node, keys, items = mine[5:]
        u = node_of_entry[items[0]]
        state[WAITING + side] = leave(keys, items, state[WAITING + side])
        if mark_of_node[u] == stamp:
            mark_of_node[u] = stamp + 1  # settled
            if other[MARK][u] > stamp:
                return goal
            state[EXPANDED] += 1 + first_of_node[u + 1] - first_of_node[u]
            for place in range(first_of_node[u], first_of_node[u + 1]):
                w = node_of_place[place]
                beyond = distance_of_node[u] + weight_of_place[place]
                if is_banned(bans, source, side, u, w):
                    continue
                if mark_of_node[w] < stamp or beyond < distance_of_node[w]:
                    mark_of_node[w], parent_of_node[w], distance_of_node[w] = stamp, u, beyond
                    made = state[MADE + side]
                    node_of_entry[made] = w
                    state[MADE + side] = made + 1
                    state[WAITING + side] = enqueue(keys, items, state[WAITING + side], beyond, made)
                    if other[MARK][w] >= stamp and (
                        goal == NONE
                        or beyond + other[DISTANCE][w] < distance_of_node[goal] + other[DISTANCE][goal]
                    ):
                        goal = w
        side = 1 - side
    return NONE


meeting, length_of = meet, None  # replaced by `bound_kernel`


def detours(sides, bars, ban_of_node, path, found, state, budget, events):
    """Write a shortest path that leaves *path* at each node except the last, from register STEP on.

    It leads to the end of *path*, avoids all earlier nodes of *path*, and does not begin with an edge to
    ``node_of_bar[first_of_step[i]:first_of_step[i + 1]]``, the *bars* of step *i*.  ``found`` is
    ``(node_of_place, end_of_step, length_of_step)``: the nodes of all paths, the end of each, and its length;
    a path without nodes does not exist.  Register STAMP grows with each search.  Return FULL if there is no
    room for another path.
    """
    first_of_step, node_of_bar = bars
    node_of_place, end_of_step, length_of_step = found
    used, last = state[GATHERED], state[EXPANDED] + budget
    for node in path[: state[STEP]]:
        ban_of_node[node] = state[CLOSED]
    while state[STEP] < len(path) - 1:
        if state[EXPANDED] >= last:
            return PAUSED
        if used + len(ban_of_node) > len(node_of_place):
            return FULL
        step = state[STEP]
        state[STAMP] += 2
        stamp = state[STAMP]
        for i in range(first_of_step[step], first_of_step[step + 1]):
            ban_of_node[node_of_bar[i]] = stamp
        for each in range(2):
            end = path[step] if each == 0 else path[len(path) - 1]
            sides[each][ENTRY][0], sides[each][PARENT][end], sides[each][MARK][end] = end, NONE, stamp
            state[WAITING + each], state[MADE + each] = 1, 1
        goal = meeting(sides, (ban_of_node, state[CLOSED], stamp), stamp, path[step], state)
        if goal != NONE:
            used = follow(sides, goal, node_of_place, used)
            length_of_step[step] = length_of(sides, goal)
        end_of_step[step] = used
        state[GATHERED] = used
        ban_of_node[path[step]] = state[CLOSED]
        state[STEP] += 1
    return EXHAUSTED


@kernel
def follow(sides, goal, node_of_place, used):
    """Write the path through the meeting node *goal* after the *used* places; return its end."""
    parent_of_node, begin, v = sides[0][PARENT], used, goal
    while v != NONE:
        v = parent_of_node[v]
        used += 1
    v = goal
    for place in range(used - 1, begin - 1, -1):
        node_of_place[place] = v
        v = parent_of_node[v]
    parent_of_node = sides[1][PARENT]
    v = parent_of_node[goal]
    while v != NONE:
        node_of_place[used] = v
        used += 1
        v = parent_of_node[v]
    return used


@inline_kernel
def no_length(sides, goal):
    """Return 0; the number of edges follows from the number of nodes."""
    return 0


@inline_kernel
def both_distances(sides, goal):
    """Return the length of the path through *goal*."""
    return sides[0][DISTANCE][goal] + sides[1][DISTANCE][goal]


by_edges = bound_kernel(detours, "by_edges", meeting=meet, length_of=no_length)
by_weight = bound_kernel(detours, "by_weight", meeting=meet_by_weight, length_of=both_distances)
