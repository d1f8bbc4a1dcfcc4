"""All simple paths or cycles of a network, depth-first along its edges: `EdgeListing`.

A graph is ``(first_edge, node_of_edge, place_of_edge, length_of_edge)``, as in `gridwalk.search.edges`.  A
path is a sequence of places, alternately of nodes and of the edges between them (``place_of_edge``).  The
path so far is ``place_of_step[0:2 * DEPTH + 1]``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import numpy as np

from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.listing.listing import Listing, PathBatch, add_path, cells_on_paths, patience_of
from gridwalk.network.board import NetworkBoard
from gridwalk.question.question import Question
from gridwalk.runtime.codes import DEPTH, EXHAUSTED, EXPANDED, FOUND, PAUSED, SEARCHES, WASTED
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import run_slice
from gridwalk.search.edges import FAR, lengths_to

# Entries of ``rules``: the maximum length; the number of nodes of a path (0: any); whether it returns to its
# first node; whether it differs from its reverse; whether it may pass an exit; the number of steps without a
# path before the search looks for dead ends.
MOST, NODES, CLOSING, BOTH_WAYS, PASSING, PATIENCE = 0, 1, 2, 3, 4, 5
RULES = 6


class EdgeListing(Listing):
    """The search over the paths of a question about a network, from each start in turn.

    Cycles begin at their first node, closed tours at the start.  If a tour and its reverse are the same, it
    begins at the lower of its two ends.
    """

    is_steady = True

    def __init__(self, question: Question, watch: Watch) -> None:
        board = cast(NetworkBoard, question.ground)
        super().__init__(board, watch, question.closed)
        self.question, self.longest = question, 2 * board.open_count + 1
        most = question.max_length if question.has_given_lengths else None
        first, node, edge = board._leaving
        self.graph = first, node, edge + np.int32(board.nodes), board.edges.length[edge]
        self.rules = np.zeros(RULES, np.int64)
        self.rules[MOST] = FAR if most is None else most
        self.rules[NODES] = board.open_count if question.tour else 0
        self.rules[CLOSING], self.rules[BOTH_WAYS] = question.closed, not board._symmetric
        self.rules[PASSING] = question.closed or question.passes_exits
        self.rules[PATIENCE] = patience_of(board.open_count)
        steps = board.open_count + 1
        self._path = np.zeros(self.longest, np.int32), *np.zeros((2, steps), np.int64)
        self.on_path, self.is_exit = np.zeros((2, board.nodes), np.uint8)
        self.scratch = self.on_path, np.zeros(board.nodes, np.int64), np.zeros(board.nodes, np.int32)
        exits = question.exits_left
        self.rest = np.zeros(board.nodes, np.int64)
        if not question.closed:
            self.is_exit[slice(None) if exits is None else [row for row, _ in exits]] = 1
            if most is not None and exits is not None:
                self.rest = lengths_to(board, exits, watch)
        self.starts = self._starts()

    def _starts(self) -> Iterator[int]:
        """Yield the starts; for cycles, every possible first node, after closing the nodes before it."""
        question = self.question
        if question.why_empty is not None:
            return
        if not question.is_cyclic:
            starts = question.start_cells
            if question.closed and question.starts is None:
                starts = starts[:1]  # a closed tour visits every node
            yield from (row for row, _ in starts)
            return
        reduced = shrink(self.board, None, None, cycles=True, watch=self.watch)
        before = 0
        for root in np.flatnonzero(cells_on_paths(reduced, self.board)[: len(self.is_exit)]).tolist():
            self.on_path[before:root] = 1
            before = root
            yield root

    def _begin(self, start: Any) -> bool:
        """Put the start on the path, with all its edges untried."""
        if self.closed:
            self.is_exit[:] = 0
            self.is_exit[start] = 1
            if self.rules[MOST] < FAR:
                self.rest = lengths_to(cast(NetworkBoard, self.board), [(start, 0)], self.watch)
        nodes = self.rules[NODES]
        if self.question.halves_trivial and nodes > 1:  # the reverse begins at the higher of the two ends
            self.is_exit[: start + 1] = 0
        self._path[0][0], self._path[1][0], self._path[2][0] = start, self.graph[0][start], 0
        self.on_path[start] = 1
        self.state[DEPTH] = self.state[WASTED] = 0
        self.state[EXPANDED] += 1
        ends = bool(self.is_exit[start]) and not self.closed
        if ends and not self.rules[PASSING]:
            self._path[1][0] = self.graph[0][start + 1]
        return ends and nodes < 2

    def _go_on(self, batch: PathBatch) -> int:
        reach = self.is_exit, self.rest
        arguments = self.graph, reach, self.rules, self._path, self.scratch, batch
        return run_slice(next_paths, arguments, self.state, self._path[0], self.watch)


@kernel
def next_paths(graph, reach, rules, path, scratch, batch, state, budget, _events):
    """Add paths to *batch* until the next one may not fit (FOUND) or the budget is spent (PAUSED).

    ``reach`` is (is_exit, the least length from each node to an exit).  ``path`` is (place_of_step, the next
    edge to try from each node of the path, the length so far).
    """
    first_edge, node_of_edge, place_of_edge, length_of_edge = graph
    is_exit, rest_of_node = reach
    place_of_step, next_of_step, length_of_step = path
    on_path = scratch[0]
    depth = state[DEPTH]
    status = PAUSED
    while budget > 0:
        budget -= 1
        u = place_of_step[2 * depth]
        i = next_of_step[depth]
        if i == first_edge[u + 1]:
            on_path[u] = 0
            if depth == 0:
                status = EXHAUSTED
                break
            depth -= 1
            continue
        next_of_step[depth] = i + 1
        v = node_of_edge[i]
        length = length_of_step[depth] + length_of_edge[i]
        if length + rest_of_node[v] > rules[MOST]:
            continue
        place_of_step[2 * depth + 1], place_of_step[2 * depth + 2] = place_of_edge[i], v
        if is_path(is_exit, rules, place_of_step, on_path, depth):
            state[WASTED] = 0
            budget -= depth
            length_of_path = 2 * depth + 3 - rules[CLOSING]  # a cycle ends with the edge to its first node
            if not add_path(batch, place_of_step, length_of_path, len(place_of_step), state):
                status = FOUND
        if not on_path[v] and (rules[PASSING] or not is_exit[v]):
            state[WASTED] += 1
            leads = True
            if state[WASTED] > rules[PATIENCE]:
                leads, looked = leads_on(graph, is_exit, scratch, rules, v, depth, state)
                budget -= looked
                state[EXPANDED] += looked  # the same work as entering these
            if leads:
                depth += 1
                next_of_step[depth], length_of_step[depth] = first_edge[v], length
                on_path[v] = 1
                state[EXPANDED] += 1
        if status == FOUND:
            break
    state[DEPTH] = depth
    return status


@kernel
def is_path(is_exit, rules, place_of_step, on_path, depth):
    """Return whether the path so far, with one more edge and node, is in the set, ignoring its length."""
    e, v = place_of_step[2 * depth + 1], place_of_step[2 * depth + 2]
    nodes = depth + 2 - rules[CLOSING]
    if rules[NODES] and nodes != rules[NODES]:
        return False
    if not rules[CLOSING]:
        return is_exit[v] and not on_path[v]
    if v != place_of_step[0] or depth == 0:
        return v == place_of_step[0]
    first = place_of_step[1]
    return e > first if not rules[BOTH_WAYS] else e != first


@kernel
def leads_on(graph, is_exit, scratch, rules, v, depth, state):
    """Return whether a path may continue from *v*, entered at the step after *depth*, and the effort.

    It may if an exit can be reached from *v* off the path; for tours, all remaining nodes must be, too.
    """
    first_edge, node_of_edge = graph[0], graph[1]
    on_path, seen, queue = scratch
    state[SEARCHES] += 1
    search = state[SEARCHES]
    queue[0], seen[v] = v, search
    begin, end, looked = 0, 1, 0
    met = is_exit[v] and not rules[CLOSING]
    while begin < end and not (met and rules[NODES] == 0):
        u = queue[begin]
        begin += 1
        looked += 1 + first_edge[u + 1] - first_edge[u]
        for i in range(first_edge[u], first_edge[u + 1]):
            w = node_of_edge[i]
            if is_exit[w] and (rules[CLOSING] or not on_path[w]):
                met = True
            if seen[w] != search and not on_path[w]:
                seen[w] = search
                queue[end] = w
                end += 1
    return met and (rules[NODES] == 0 or end == rules[NODES] - depth - 1), looked
