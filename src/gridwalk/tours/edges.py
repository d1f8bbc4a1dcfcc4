"""Search for a tour by edges: backtracking that keeps or removes edges, with all edges that this forces.

In a tour every cell keeps exactly two edges.  An open tour is a closed one through an extra vertex, which is
joined to each cell where the tour may start or end.  The search keeps an edge and all edges that this forces.
If that breaks a rule, it backtracks and removes the edge instead.  If it ends without a tour, there is none:
the sequence of decisions, with NONE where a rule is broken, is a proof (`Refutation.decisions`).  It may take
exponential time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, Message
from gridwalk.runtime.codes import BACKTRACKS, EXHAUSTED, EXPANDED, FOUND, NONE, PAUSED
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.tours.existence import neighbours_of, possible_exits
from gridwalk.tours.partial_tour import PartialTour
from gridwalk.tours.refutation import Refutation

MAX_PROOF = 1 << 20  # entries of a proof that are stored
FREE, KEPT, REMOVED = 0, 1, 2  # marks of an edge

# Indices of ``place``: the number of entries in use of each array.
TRAIL, PENDING, LEVEL, KEPT_EDGES, LOGGED, BROKEN = range(6)
PLACES = 6


class EdgeSearch:
    """A search by edges that can be stopped and continued.

    Parameters
    ----------
    partial : PartialTour
        The question to search; if a tour is found, it is stored there.
    neighbours : list of lists, optional
        For each flat cell, the flat cells that it may be joined to; default: by all moves.
    proof : int
        The maximum number of entries of the proof that are stored.

    """

    def __init__(
        self, partial: PartialTour, neighbours: list[list[int]] | None = None, proof: int = MAX_PROOF
    ) -> None:
        self._partial, self._question = partial, partial.question
        question, board = partial.question, partial.question.board
        self._flat = np.flatnonzero(board.open_cells.reshape(-1))
        self._number = number = {v: i for i, v in enumerate(self._flat.tolist())}
        neighbours = neighbours or neighbours_of(board)
        lists = [[number[w] for w in neighbours[v]] for v in number]
        self._start = None if question.start is None else number[board.index(question.start)]
        self._extra = len(lists)
        if not question.closed:
            exits = possible_exits(question)
            ends = [*range(len(lists))] if exits is None else [number[board.index(cell)] for cell in exits]
            if self._start is not None:
                ends = sorted({*ends, self._start})
            for v in ends:
                lists[v].append(self._extra)
            lists.append(ends)
        self._make_arrays(lists, proof)
        if not question.closed and self._start is not None:
            self._force(self._extra, self._start)

    def _make_arrays(self, lists: list[list[int]], proof: int) -> None:
        """Make the arrays of the loop (described below) for a graph given by lists of neighbours."""
        cells = len(lists)
        first = np.zeros(cells + 1, np.int32)
        first[1:] = np.cumsum([len(near) for near in lists])
        edge = {(u, v): first[u] + i for u, near in enumerate(lists) for i, v in enumerate(near)}
        to = np.array([v for near in lists for v in near], np.int32)
        twin = np.array([edge[v, u] for u, v in edge], np.int32)
        left, mate = np.diff(first).astype(np.int32), np.arange(cells, dtype=np.int32)
        self._graph = first, to, twin
        self._marks = np.zeros(len(to), np.uint8), np.zeros(cells, np.uint8), left, mate
        self._pending = np.zeros(cells, np.int32), (left == 2).astype(np.uint8)
        pending = np.flatnonzero(left == 2)
        self._pending[0][: len(pending)] = pending
        self._trail, self._proof = np.zeros(len(to), np.int32), np.zeros(proof, np.int32)
        self._levels = np.zeros(cells + 1, np.int32), np.zeros(cells + 1, np.int32)
        self._place = np.zeros(PLACES, np.int64)
        self._place[PENDING] = len(pending)
        self._place[BROKEN] = cells < 3 or bool((left < 2).any())

    def force_edge(self, u: Cell, v: Cell) -> None:
        """Search only for tours with the edge between *u* and *v*."""
        self._force(*(self._number[self._question.board.index(cell)] for cell in (u, v)))

    def _force(self, u: int, v: int) -> None:
        first, to, _ = self._graph
        e = int(first[u]) + to[first[u] : first[u + 1]].tolist().index(v)
        if self._marks[0][e] == FREE:
            keep.python(self._graph, self._marks, e, self._pending, self._trail, self._place)
        elif self._marks[0][e] == REMOVED:
            self._place[BROKEN] = 1

    def go_on(self, steps: int) -> int:
        """Continue for at most the given number of steps; return FOUND, EXHAUSTED or PAUSED."""
        arrays = self._graph, self._marks, self._pending, self._trail, self._levels, self._proof, self._place
        status = self._partial.run_steps(search_edges, steps, *arrays)
        if status == FOUND:
            self._partial.begin_with(self._tour())
        return status

    def _tour(self) -> NDArray[np.int32]:
        """Return the cells along the kept edges, beginning at the start."""
        first, to, _ = self._graph
        kept = self._marks[0] == KEPT
        closed, start = self._question.closed, self._start
        v = start or 0 if closed else self._extra
        order, before = [v], NONE
        while len(order) < len(first) - 1:
            onward = to[first[v] : first[v + 1]][kept[first[v] : first[v + 1]]].tolist()
            if v == self._extra and start is not None:
                onward.sort(key=lambda w: w != start)
            v, before = next(w for w in onward if w != before), v
            order.append(v)
        return self._flat[order if closed else order[1:]].astype(np.int32)

    def refutation(self) -> Refutation:
        """Return the proof that there is no tour, after the search was EXHAUSTED."""
        entries = int(self._place[LOGGED])
        _, to, twin = self._graph
        decisions: list[tuple[Cell | None, Cell | None] | None] = []
        for e in self._proof[:entries].tolist() if entries <= len(self._proof) else ():
            decisions.append(None if e == NONE else (self._cell(to[twin[e]]), self._cell(to[e])))
        cases = (entries + 1) // 2
        reason = (
            Message("none of {n:,} cases has a tour", n=cases)
            if cases > 1
            else "forced edges contradict each other"
        )
        return Refutation(reason, "search", (), tuple(decisions), self._question.start)

    def _cell(self, v: int) -> Cell | None:
        return None if v == self._extra else divmod(int(self._flat[v]), self._question.board.columns)


def search_four_wide(partial: PartialTour) -> Refutation | None:
    """Store an open knight's tour of a board with a side of 4 in *partial*, or return why there is none.

    By Pósa's argument: every move from an outer row leads to an inner row, and both kinds of rows have half
    of the cells.  A tour also alternates colours, so it cannot simply alternate between outer and inner
    cells: exactly one edge joins two inner cells.  For each such edge, a search allows no other edge of this
    kind, so that little is left to decide.
    """
    board = partial.question.board
    cells = range(board.size)
    inner = [1 <= (v // board.columns if board.rows == 4 else v % board.columns) <= 2 for v in cells]
    neighbours = neighbours_of(board)
    alternating = [[w for w in neighbours[v] if not (inner[v] and inner[w])] for v in cells]
    joins = [(v, w) for v in cells if inner[v] for w in neighbours[v] if v < w and inner[w]]
    searches: dict[tuple[int, int], EdgeSearch] = {}
    share = 1
    while joins:
        for v, w in [*joins]:
            if (v, w) not in searches:
                near = [*alternating]
                near[v], near[w] = [*near[v], w], [*near[w], v]
                searches[v, w] = EdgeSearch(partial, near, proof=0)
                searches[v, w].force_edge(divmod(v, board.columns), divmod(w, board.columns))
            status = searches[v, w].go_on(share)
            if status == FOUND:
                return None
            if status == EXHAUSTED:
                joins.remove((v, w))
                del searches[v, w]
        share *= 2
    reason = "exactly one edge of a tour joins two inner cells, and no such edge is in a tour"
    return Refutation(reason, "search")


# ----------------------------------------------------------------------------- the loop
#
# A graph is ``(first_of_cell, cell_of_edge, twin_of_edge)``: the edges of *v* are ``first_of_cell[v]`` to
# ``first_of_cell[v + 1]``.  Each edge is listed at both of its cells; the two entries are *twins*.
# ``marks`` is ``(mark_of_edge, kept_of_cell, left_of_cell, mate_of_cell)``: the mark of an edge; for a cell,
# the number of its kept edges and of edges not removed; for either end of a chain of kept edges, the other
# end.  *trail* has an entry for each edge, because an edge is marked at most once.  *levels* has one more
# entry than there are cells: each level except the last keeps an edge, and a tour has as many edges as cells.
# *pending* has an entry for each cell.  Entries of the *proof* that do not fit are only counted.


@inline_kernel
def push(v, pending, place):
    """Put *v* on the stack of cells whose edges may be forced."""
    cell_of_place, is_pending = pending
    if not is_pending[v]:
        is_pending[v] = 1
        cell_of_place[place[PENDING]] = v
        place[PENDING] += 1


@kernel
def remove(graph, marks, e, pending, trail, place):
    """Remove the free edge *e*; a cell with fewer than two edges left breaks the rules."""
    mark_of_edge, left_of_cell = marks[0], marks[2]
    v, twin = graph[1][e], graph[2][e]
    u = graph[1][twin]
    mark_of_edge[e] = mark_of_edge[twin] = REMOVED
    trail[place[TRAIL]] = e
    place[TRAIL] += 1
    left_of_cell[u] -= 1
    left_of_cell[v] -= 1
    if left_of_cell[u] < 2 or left_of_cell[v] < 2:
        place[BROKEN] = 1
    if left_of_cell[u] == 2:
        push(u, pending, place)
    if left_of_cell[v] == 2:
        push(v, pending, place)


@kernel
def keep(graph, marks, e, pending, trail, place):
    """Keep the free edge *e*; a third kept edge at a cell, or a cycle without all cells, breaks the rules."""
    first_of_cell, cell_of_edge, twin_of_edge = graph
    mark_of_edge, kept_of_cell, _, mate_of_cell = marks
    v, twin = cell_of_edge[e], twin_of_edge[e]
    u = cell_of_edge[twin]
    cells = len(kept_of_cell)
    closes = mate_of_cell[u] == v
    if kept_of_cell[u] == 2 or kept_of_cell[v] == 2 or (closes and place[KEPT_EDGES] + 1 < cells):
        place[BROKEN] = 1
        return
    mark_of_edge[e] = mark_of_edge[twin] = KEPT
    trail[place[TRAIL]] = e
    place[TRAIL] += 1
    place[KEPT_EDGES] += 1
    kept_of_cell[u] += 1
    kept_of_cell[v] += 1
    if kept_of_cell[u] == 2:
        push(u, pending, place)
    if kept_of_cell[v] == 2:
        push(v, pending, place)
    if closes:
        return
    a, b = mate_of_cell[u], mate_of_cell[v]
    mate_of_cell[a], mate_of_cell[b] = b, a
    if place[KEPT_EDGES] + 1 < cells:
        if first_of_cell[a + 1] - first_of_cell[a] > first_of_cell[b + 1] - first_of_cell[b]:
            a, b = b, a  # search the shorter list
        for edge in range(first_of_cell[a], first_of_cell[a + 1]):
            if cell_of_edge[edge] == b and mark_of_edge[edge] == FREE:
                remove(graph, marks, edge, pending, trail, place)


@kernel
def propagate(graph, marks, pending, trail, place):
    """Keep and remove forced edges until no edge is forced or a rule is broken."""
    first_of_cell = graph[0]
    mark_of_edge, kept_of_cell, left_of_cell, _ = marks
    cell_of_place, is_pending = pending
    while place[PENDING]:
        place[PENDING] -= 1
        v = cell_of_place[place[PENDING]]
        is_pending[v] = 0
        if place[BROKEN]:
            continue
        for e in range(first_of_cell[v], first_of_cell[v + 1]):
            if mark_of_edge[e] == FREE and not place[BROKEN]:
                if kept_of_cell[v] == 2:
                    remove(graph, marks, e, pending, trail, place)
                elif left_of_cell[v] == 2:
                    keep(graph, marks, e, pending, trail, place)


@kernel
def undo(graph, marks, trail, place, length):
    """Undo all marks of the trail except the first *length*."""
    cell_of_edge, twin_of_edge = graph[1], graph[2]
    mark_of_edge, kept_of_cell, left_of_cell, mate_of_cell = marks
    while place[TRAIL] > length:
        place[TRAIL] -= 1
        e = trail[place[TRAIL]]
        twin = twin_of_edge[e]
        v, u = cell_of_edge[e], cell_of_edge[twin]
        if mark_of_edge[e] == KEPT:
            kept_of_cell[u] -= 1
            kept_of_cell[v] -= 1
            place[KEPT_EDGES] -= 1
            # The chain splits into two, each with its own ends; a cell without edges is its own mate.
            a = mate_of_cell[u] if kept_of_cell[u] else u
            b = mate_of_cell[v] if kept_of_cell[v] else v
            mate_of_cell[a], mate_of_cell[b] = u, v
        else:
            left_of_cell[u] += 1
            left_of_cell[v] += 1
        mark_of_edge[e] = mark_of_edge[twin] = FREE


@kernel
def next_edge(graph, marks):
    """Return the edge to decide on, or NONE if none is free.

    It leads from the end of a chain with the fewest edges left to a cell with the fewest edges left; if there
    is no chain, from a cell with the fewest edges left.
    """
    first_of_cell, cell_of_edge, _ = graph
    mark_of_edge, kept_of_cell, left_of_cell, _ = marks
    best, fewest = NONE, 1 << 30
    for v in range(len(kept_of_cell)):
        if kept_of_cell[v] < 2:
            left = left_of_cell[v] + (1 - kept_of_cell[v]) * (1 << 20)
            if left < fewest:
                best, fewest = v, left
    if best == NONE:
        return NONE
    edge, fewest = NONE, 1 << 30
    for e in range(first_of_cell[best], first_of_cell[best + 1]):
        if mark_of_edge[e] == FREE and left_of_cell[cell_of_edge[e]] < fewest:
            edge, fewest = e, left_of_cell[cell_of_edge[e]]
    return edge


@inline_kernel
def write(proof, place, entry):
    """Write an entry of the proof; one that does not fit is only counted."""
    if place[LOGGED] < len(proof):
        proof[place[LOGGED]] = entry
    place[LOGGED] += 1


@kernel
def search_edges(graph, marks, pending, trail, levels, proof, place, state, budget, events):
    """Decide edges until the kept ones are a tour (FOUND), all cases are refuted (EXHAUSTED), or PAUSED.

    ``levels`` is ``(edge_of_level, trail_of_level)``; *events* stays empty.
    """
    edge_of_level, trail_of_level = levels
    cells = len(marks[1])
    while budget > 0:
        budget -= cells
        propagate(graph, marks, pending, trail, place)
        if not place[BROKEN]:
            if place[KEPT_EDGES] == cells:
                return FOUND
            e = next_edge(graph, marks)
            level = place[LEVEL]
            edge_of_level[level], trail_of_level[level] = e, place[TRAIL]
            place[LEVEL] = level + 1
            state[EXPANDED] += 1
            write(proof, place, e)
            keep(graph, marks, e, pending, trail, place)
        else:
            write(proof, place, NONE)
            if place[LEVEL] == 0:
                return EXHAUSTED
            level = place[LEVEL] - 1
            place[LEVEL] = level
            state[BACKTRACKS] += 1
            undo(graph, marks, trail, place, trail_of_level[level])
            place[BROKEN] = 0
            remove(graph, marks, edge_of_level[level], pending, trail, place)
    return PAUSED
