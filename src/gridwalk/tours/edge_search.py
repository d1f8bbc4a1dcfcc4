"""The search by edges: each is taken into the tour or left out, and what is forced by that follows.

It looks at every case in the end, so it also refutes: its decisions are a proof (`Refutation.decisions`).  An
open tour is a closed one through an extra vertex, which is joined to each cell where the tour may start or
end.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.runtime.codes import EXHAUSTED, FOUND, NONE
from gridwalk.tours import edge_steps as edges
from gridwalk.tours.existence import neighbours_of, possible_exits
from gridwalk.tours.partial_tour import PartialTour
from gridwalk.tours.refutation import Refutation

MAX_PROOF = 1 << 20  # entries of a proof that are kept


class EdgeSearch:
    """A search by edges that goes on where it stopped.

    Parameters
    ----------
    partial : PartialTour
        Its question is searched, and a tour found is left there.
    neighbours : list of lists, optional
        The flat cells that each flat cell may be joined to; default: by all moves.
    proof : int
        How many entries of the proof are kept.

    """

    def __init__(
        self, partial: PartialTour, neighbours: list[list[int]] | None = None, proof: int = MAX_PROOF
    ) -> None:
        question = partial.question
        self._partial = partial
        self._proof = np.zeros(proof, np.int32)
        board = question.board
        self._flat = np.flatnonzero(board.open_cells.reshape(-1))
        self._number = number = {v: i for i, v in enumerate(self._flat.tolist())}
        neighbours = neighbours or neighbours_of(board)
        lists = [[number[w] for w in neighbours[v]] for v in number]
        self._extra = len(lists)
        start = None if question.start is None else number[board.index(question.start)]
        if not question.closed:
            exits = possible_exits(question)
            ends = [*range(len(lists))] if exits is None else [number[board.index(cell)] for cell in exits]
            if start is not None:
                ends = sorted({*ends, start})
            for v in ends:
                lists[v].append(self._extra)
            lists.append(ends)
        self._lay_out(lists)
        if not question.closed and start is not None:
            self._force(self._extra, start)

    def force_edge(self, u: Cell, v: Cell) -> None:
        """Look only for tours with the edge between two cells."""
        self._force(*(self._number[self._partial.question.board.index(cell)] for cell in (u, v)))

    def go_on(self, steps: int) -> int:
        """Search on for at most that number of steps; return FOUND, EXHAUSTED or PAUSED."""
        where = self._graph, self._marks, self._pending, self._trail
        status = self._partial.run_steps(
            edges.edge_search, steps, *where, self._levels, self._proof, self._place
        )
        if status == FOUND:
            self._partial.begin_with(self._tour())
        return status

    def refutation(self) -> Refutation:
        """Return why there is no tour, after the search was EXHAUSTED."""
        entries = int(self._place[edges.LOGGED])
        _, to, twin = self._graph
        decisions: list[tuple[Cell | None, Cell | None] | None] = []
        for e in self._proof[:entries].tolist() if entries <= len(self._proof) else ():
            decisions.append(None if e == NONE else (self._cell(to[twin[e]]), self._cell(to[e])))
        cases = (entries + 1) // 2
        reason = f"none of {cases:,} cases has a tour" if cases > 1 else "forced edges contradict each other"
        return Refutation(reason, "search", (), tuple(decisions), self._partial.question.start)

    # ------------------------------------------------------------------------------ parts

    def _lay_out(self, lists: list[list[int]]) -> None:
        """Make the arrays of the kernel for a graph given by lists of neighbours."""
        cells = len(lists)
        first = np.zeros(cells + 1, np.int32)
        first[1:] = np.cumsum([len(near) for near in lists])
        edge = {(u, v): first[u] + i for u, near in enumerate(lists) for i, v in enumerate(near)}
        to = np.array([v for near in lists for v in near], np.int32)
        twin = np.array([edge[v, u] for u, v in edge], np.int32)
        left = np.diff(first).astype(np.int32)
        self._graph = first, to, twin
        self._marks = (
            np.zeros(len(to), np.uint8),
            np.zeros(cells, np.uint8),
            left,
            np.arange(cells, dtype=np.int32),
        )
        pending = np.flatnonzero(left == 2).astype(np.int32)
        self._pending = np.zeros(cells, np.int32), np.zeros(cells, np.uint8)
        self._pending[0][: len(pending)], self._pending[1][pending] = pending, 1
        self._trail = np.zeros(len(to), np.int32)
        self._levels = np.zeros(cells + 1, np.int32), np.zeros(cells + 1, np.int32)
        self._place = np.zeros(edges.PLACES, np.int64)
        self._place[edges.PENDING] = len(pending)
        self._place[edges.BROKEN] = cells < 3 or bool((left < 2).any())

    def _force(self, u: int, v: int) -> None:
        first, to, _ = self._graph
        e = int(first[u]) + to[first[u] : first[u + 1]].tolist().index(v)
        if self._marks[0][e] == edges.FREE:
            edges.keep.python(self._graph, self._marks, e, self._pending, self._trail, self._place)
        elif self._marks[0][e] == edges.REMOVED:
            self._place[edges.BROKEN] = 1

    def _cell(self, v: int) -> Cell | None:
        return None if v == self._extra else divmod(int(self._flat[v]), self._partial.question.board.columns)

    def _tour(self) -> NDArray[np.int32]:
        """Return the cells along the kept edges, from the start."""
        question = self._partial.question
        first, to, _ = self._graph
        kept = self._marks[0] == edges.KEPT
        start = None
        if question.start is not None:
            start = int(np.searchsorted(self._flat, question.board.index(question.start)))
        v = start or 0 if question.closed else self._extra
        order, before = [v], NONE
        while len(order) < len(first) - 1:
            onward = to[first[v] : first[v + 1]][kept[first[v] : first[v + 1]]].tolist()
            if v == self._extra and start is not None:
                onward.sort(key=lambda w: w != start)
            v, before = next(w for w in onward if w != before), v
            order.append(v)
        return self._flat[order if question.closed else order[1:]].astype(np.int32)


# --------------------------------------------------------------------------- boards four wide


def search_four_wide(partial: PartialTour) -> Refutation | None:
    """Leave an open knight's tour of a board with a side of 4 in *partial*, or return why there is none.

    Pósa's argument tells nearly all: from a cell of an outer row every move leads to an inner row, and both
    have half of the cells.  Each move of a tour changes colour, so outer and inner cells do not simply
    alternate from end to end: exactly one edge joins two inner cells.  For each such edge there is a
    search in which no other one is allowed, and little is left to decide.
    """
    board = partial.question.board
    inner = [
        1 <= (v // board.columns if board.rows == 4 else v % board.columns) <= 2 for v in range(board.size)
    ]
    neighbours = neighbours_of(board)
    alternating = [[w for w in neighbours[v] if not (inner[v] and inner[w])] for v in range(board.size)]
    joins = [(v, w) for v in range(board.size) if inner[v] for w in neighbours[v] if v < w and inner[w]]
    searches: dict[tuple[int, int], EdgeSearch] = {}
    share = 1
    while joins:
        for join in [*joins]:
            if join not in searches:
                searches[join] = _search_with(partial, alternating, join)
            status = searches[join].go_on(share)
            if status == FOUND:
                return None
            if status == EXHAUSTED:
                joins.remove(join)
                del searches[join]
        share *= 2
    reason = "exactly one edge of a tour joins two inner cells, and no such edge is in a tour"
    return Refutation(reason, "search")


def _search_with(partial: PartialTour, alternating: list[list[int]], join: tuple[int, int]) -> EdgeSearch:
    """Return the search for tours in which *join* is the only edge between two inner cells."""
    v, w = join
    neighbours = [*alternating]
    neighbours[v], neighbours[w] = [*neighbours[v], w], [*neighbours[w], v]
    search = EdgeSearch(partial, neighbours, proof=0)
    search.force_edge(*(divmod(cell, partial.question.board.columns) for cell in join))
    return search
