"""Acyclic questions, in which no walk can return to a cell: dynamic programming in topological order.

Examples are moves right and down only, directed acyclic networks, and paths with the fewest moves.  One pass
over the moves computes the number of paths from each vertex to the sink, or from the source to each vertex;
another pass finds the best path.  A pass takes O(moves) additions of integers.  The rank of a path is its
place in the order of iteration, which is depth-first in move order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.combine import Streams, check_ranks, fair_ranks
from gridwalk.allpaths.engine import Cells, Range
from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.walks import Walks, costs_of, walks_of
from gridwalk.answers.explanation import Option
from gridwalk.board.board import Board
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.search.edges import CostGraph

Ints = NDArray[np.int64]
NAME = "acyclic"
NOTE = "no path can return to a cell: one pass over the moves"
DOING = "the number of paths from every cell"
COPIES = "a copy of each cell for each number of moves made so far"
TOGETHER = 4096  # moves between two checks of the clock
SECONDS, BYTES = 1e-6, 100  # for each move
COPY_BYTES = 150  # for each copy of a vertex, and for each edge of a copy


class Acyclic:
    """The paths of *walks*, with the methods of `AllPaths`.

    Vertices are in topological order: the source is the first, the sink the last.

    Parameters
    ----------
    board : Grid
    walks : Walks
        The result of `acyclic_walks`.
    watch : Watch
        The clock.

    """

    listed = ()

    def __init__(self, board: Board, walks: Walks, watch: Watch) -> None:
        self.board, self.walks, self.watch, self.bytes = board, walks, watch, 0
        self.last = len(walks.cell_of_vertex) - 1

    # ----------------------------------------------------------------------------- the plan

    def cost(self, *, lengths: bool = False, finds: bool = False) -> Estimate:
        """Return the estimate, which is the same for all answers."""
        moves = len(self.walks.head)
        return Estimate(NAME, moves, BYTES * moves, moves, SECONDS * moves, about=False)

    def options(self, *, lengths: bool = False, finds: bool = False) -> list[Option]:
        """Return the only engine, as the chosen one."""
        return [Option(NAME, estimate=self.cost(), chosen=True, note=NOTE)]

    def why_hopeless(self, *, lengths: bool = False, finds: bool = False) -> None:
        """Return None: a single pass is never too slow."""

    def close(self) -> None:
        """Free the numbers of paths from the vertices."""
        self.__dict__.pop("_numbers", None)
        self.bytes = 0

    # --------------------------------------------------------------------------- the passes

    def _forwards(self, *values: NDArray[Any]) -> Iterator[tuple[list[Any], ...]]:
        """Yield *values* of the edges in batches, in order from the source."""
        for first in range(0, len(self.walks.head), TOGETHER):
            self.watch.check(0, 0, 0, DOING)
            yield tuple(value[first : first + TOGETHER].tolist() for value in values)

    def _backwards(self, *values: NDArray[Any]) -> Iterator[tuple[list[Any], ...]]:
        """Yield *values* of the edges in batches, in reverse order from the sink."""
        return self._forwards(*(value[::-1] for value in values))

    @cached_property
    def _numbers(self) -> list[int]:
        """The number of paths from each vertex to the sink."""
        numbers = [0] * self.last + [1]
        memory = MemoryBudget(self.watch.limits.memory_allowed, DOING)
        for tails, heads in self._backwards(self.walks.tail, self.walks.head):
            for tail, head in zip(tails, heads, strict=True):
                numbers[tail] += numbers[head]
            memory.take((tails[0] - tails[-1] + 1) * (BYTES + numbers[tails[-1]].bit_length() // 8))
        self.bytes = memory.used
        return numbers

    @cached_property
    def _ends(self) -> dict[int, int]:
        """The number of paths that end in each vertex."""
        ways, ends = [1] + [0] * self.last, {}
        for tails, heads in self._forwards(self.walks.tail, self.walks.head):
            for tail, head in zip(tails, heads, strict=True):
                if head == self.last:
                    ends[tail] = ways[tail]
                else:
                    ways[head] += ways[tail]
            ways[tails[0] : tails[-1]] = [0] * (tails[-1] - tails[0])  # no later edge leaves these
        return ends

    def count(self) -> int:
        """Return the number of paths; the numbers at vertices already passed are freed on the way."""
        return sum(self._ends.values())

    total = property(count)

    def count_by_end(self) -> NDArray[Any]:
        """Return the number of paths that end in each flat cell."""
        table = np.zeros(self.board.size, object)
        for vertex, number in self._ends.items():
            table[self.walks.cell_of_vertex[vertex]] += number
        return table

    def lengths(self) -> dict[int, int]:
        """Return the number of paths of each length, in ascending order of the lengths."""
        return self.sums(self.walks.moves)

    def sums(self, values: NDArray[Any]) -> dict[int, int]:
        """Return the number of paths for each sum of the *values* of their edges, in ascending order."""
        ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(self.last))]
        for tails, heads, steps in self._forwards(self.walks.tail, self.walks.head, values):
            for tail, head, step in zip(tails, heads, steps, strict=True):
                entered = ways[head]
                for value, number in ways[tail].items():
                    entered[value + step] = entered.get(value + step, 0) + number
            ways[tails[0] : tails[-1]] = [{}] * (tails[-1] - tails[0])  # no later edge leaves these
        return dict(sorted(ways[-1].items()))

    def best(self, *, longest: bool, by_cost: bool) -> Cells | None:
        """Return the first path of most or fewest moves, or of greatest or least cost; None if none is."""
        walks = self.walks
        values = costs_of(self.board, walks)[0] if by_cost else walks.moves
        best, way = [-math.inf] * self.last + [0], [self.last] * self.last
        for tails, heads, steps in self._backwards(walks.tail, walks.head, values if longest else -values):
            for tail, head, step in zip(tails, heads, steps, strict=True):
                value = step + best[head]
                if value >= best[tail]:  # edges come in reverse, so of equal edges the first one stays
                    best[tail], way[tail] = value, head
        if best[0] == -math.inf:
            return None
        vertices = [0]
        while vertices[-1] != self.last:
            vertices.append(way[vertices[-1]])
        return self._cells(vertices)

    # ----------------------------------------------------------------------------- by rank

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return the paths of the given ranks."""
        check_ranks(ranks, self._numbers[0])
        return [self._cells(self._vertices_at(rank)) for rank in ranks]

    def sample(self, n: int, streams: Streams) -> list[Cells]:
        """Return *n* paths drawn independently and uniformly; an empty list if there are no paths."""
        total = self._numbers[0]
        return self.at(fair_ranks(total, n, streams.rng, self.watch)) if total else []

    def rank(self, one: Cells) -> int | None:
        """Return the rank of a path; None if it is not in the set."""
        rank = vertex = 0
        for cell in [*one.tolist(), int(self.walks.cell_of_vertex[-1])]:
            for head in self._heads(vertex):
                if self.walks.cell_of_vertex[head] == cell:
                    break
                rank += self._numbers[head]
            else:
                return None
            vertex = head
        return rank

    def _vertices_at(self, rank: int) -> list[int]:
        vertices = [0]
        while vertices[-1] != self.last:
            for head in self._heads(vertices[-1]):
                if rank < self._numbers[head]:
                    break
                rank -= self._numbers[head]
            vertices.append(head)
        return vertices

    def _heads(self, vertex: int) -> list[int]:
        first = self.walks.first_edge
        heads: list[int] = self.walks.head[first[vertex] : first[vertex + 1]].tolist()
        return heads

    def _cells(self, vertices: list[int]) -> Cells:
        return self.walks.cell_of_vertex[vertices[1:-1]]

    def __iter__(self) -> Iterator[Cells]:
        """Yield the paths in the order of their ranks."""
        path, ahead = [0], [iter(self._heads(0))]
        while ahead:
            head = next(ahead[-1], None)
            if head is None:
                path.pop()
                ahead.pop()
            elif head == self.last:
                yield self._cells([*path, head])
            elif self._numbers[head]:
                path.append(head)
                ahead.append(iter(self._heads(head)))


# ----------------------------------------------------------------------------------- the graph


def acyclic_walks(
    board: Board,
    starts: Sequence[int],
    exits: Sequence[int] | None,
    required: Sequence[tuple[int, int]],
    moves: Range | None,
    watch: Watch,
) -> Walks | None:
    """Return the graph of a question for `Acyclic`; None if a walk may return to a cell.

    O(moves) time; plus a sort of the moves, if the moves that no path uses have to be removed first.

    Parameters
    ----------
    board : Grid
        The board.
    starts, exits : sequences of int
        Flat cells; exits None: anywhere.
    required : sequence of (int, int)
        Pairs of flat cells: (u, v) is an edge that every path takes, (v, v) a cell that it visits.
    moves : pair of int, optional
        The least and the greatest number of moves (None: any).
    watch : Watch
        The clock.

    """
    most = None if moves is None else moves[1]
    walks = walks_of(board, board._passable, starts, exits, turning=False)
    order = None if board._symmetric else _topological(walks)
    if order is None:
        walks = _useful(walks, most, watch)
        order = _topological(walks)
        if order is None:
            return None
    walks = numbered(walks, order)
    for u, v in required:
        walks = _through(walks, u, v)
    return walks if moves is None else _by_moves(walks, *moves, watch)


def _useful(walks: Walks, most: int | None, watch: Watch) -> Walks:
    """Return the graph without the edges that are on no walk of at most *most* moves from source to sink."""
    vertices, nothing = len(walks.cell_of_vertex), np.empty(0, np.int64)
    starts = walks.head[walks.tail == vertices - 2]
    if len(starts) == 1:  # no path enters its start
        walks = only(walks, (walks.head != starts[0]) | (walks.tail == vertices - 2))
    ahead = CostGraph(walks.first_edge, walks.head, walks.moves)
    into = np.argsort(walks.head, kind="stable")
    first = np.searchsorted(walks.head[into], np.arange(vertices + 1))
    back = CostGraph(first, walks.tail[into].astype(np.int32), walks.moves[into])
    made = ahead.cheapest([vertices - 2], nothing, watch).cost[walks.tail]
    left = back.cheapest([vertices - 1], nothing, watch).cost[walks.head]
    total = made + walks.moves + left
    return only(walks, np.isfinite(total) if most is None else total <= most)


def only(walks: Walks, kept: NDArray[np.bool_]) -> Walks:
    """Return the graph with only the edges that the mask *kept* selects."""
    first = np.concatenate([[0], np.cumsum(kept)])[walks.first_edge]
    tail, head, moves, turns = walks.tail, walks.head, walks.moves, walks.turns
    return Walks(first, tail[kept], head[kept], moves[kept], turns[kept], walks.cell_of_vertex)


def _topological(walks: Walks) -> Ints | None:
    """Return the vertices in topological order (Kahn 1962); None if the graph has a cycle."""
    cells = len(walks.cell_of_vertex) - 2
    inner = (walks.tail < cells) & (walks.head < cells)
    tail, head = walks.tail[inner], walks.head[inner]
    ends = np.array([cells, cells + 1])
    for in_order in (np.arange(cells), np.arange(cells)[::-1]):  # one of these is mostly right
        if (in_order[tail] < in_order[head]).all():
            return np.insert(ends, 1, in_order)
    first, heads = np.searchsorted(tail, np.arange(cells + 1)).tolist(), head.tolist()
    waiting = np.bincount(head, minlength=cells).tolist()
    order = [v for v, edges in enumerate(waiting) if not edges]
    for v in order:  # the loop below appends to it
        for u in heads[first[v] : first[v + 1]]:
            waiting[u] -= 1
            if not waiting[u]:
                order.append(u)
    return np.insert(ends, 1, order) if len(order) == cells else None


def numbered(walks: Walks, order: Ints) -> Walks:
    """Return the graph with its vertices in the given *order*: the source first, the sink last."""
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    tail = place[walks.tail]
    edges = np.argsort(tail, kind="stable")
    tail = tail[edges]
    first = np.searchsorted(tail, np.arange(len(order) + 1))
    head = place[walks.head[edges]].astype(np.int32)
    return Walks(first, tail, head, walks.moves[edges], walks.turns[edges], walks.cell_of_vertex[order])


def _through(walks: Walks, u: int, v: int) -> Walks:
    """Return the graph of the walks that take the edge between *u* and *v*, or visit *u* if they are equal.

    Drops every other edge that passes over the cell, or over the edge, in topological order.
    """
    cell = walks.cell_of_vertex
    tails, heads = cell[walks.tail], cell[walks.head]
    if u == v:
        begin = end = int(np.flatnonzero(cell == u)[0])
        these = np.zeros(len(tails), bool)
    else:
        these = ((tails == u) & (heads == v)) | ((tails == v) & (heads == u))
        begin, end = walks.tail[these].min(initial=len(cell)), walks.head[these].max(initial=0)
        if not these.any():
            return only(walks, these)
    return only(walks, these | (walks.head <= begin) | (walks.tail >= end))


def _by_moves(walks: Walks, least: int, most: int | None, watch: Watch) -> Walks:
    """Return the graph of the walks of *least* to *most* moves.

    A vertex has a copy for each number of moves with which a walk can reach it.
    """
    last = len(walks.cell_of_vertex) - 1
    head_of_edge, moves = walks.head.tolist(), walks.moves.tolist()
    made: list[set[int]] = [{0}, *(set() for _ in range(last))]  # numbers of moves up to each vertex
    copies: dict[tuple[int, int], int] = {}
    of_copy, first, taken, heads = list[int](), [0], list[int](), list[tuple[int, int]]()
    memory = MemoryBudget(watch.limits.memory_allowed, COPIES)
    for vertex in range(last):
        edges = range(walks.first_edge[vertex], walks.first_edge[vertex + 1])
        memory.take(COPY_BYTES * len(made[vertex]) * (1 + len(edges)))
        if vertex % TOGETHER == 0:
            watch.check(0, 0, 0, COPIES)
        for n in sorted(made[vertex]):
            copies[vertex, n] = len(of_copy)
            of_copy.append(vertex)
            for edge in edges:
                head, then = head_of_edge[edge], n + moves[edge]
                if (most is None or then <= most) and (head < last or then >= least):
                    made[head].add(then)
                    taken.append(edge)
                    heads.append((head, then))
            first.append(len(heads))
    copies.update(((last, n), len(of_copy)) for n in made[last])
    of_copy.append(last)
    first_edge = np.array([*first, len(heads)])
    tail = np.repeat(np.arange(len(of_copy)), np.diff(first_edge))
    head_of_copy, cells = np.array([copies[head] for head in heads], np.int32), walks.cell_of_vertex[of_copy]
    return Walks(first_edge, tail, head_of_copy, walks.moves[taken], walks.turns[taken], cells)
