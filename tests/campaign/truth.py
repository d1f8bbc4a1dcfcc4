"""The true answers, slow and obvious, from the raw data of a board alone.  Nothing here may import gridwalk.

A legal move is what `oracles.may_move` says; all else is enumeration and Dijkstra's algorithm.
"""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from oracles import Cell, Raw, cost_of_move, graph, has_diagonals, offsets

Way = tuple[Cell, ...]


class TooManyError(Exception):
    """More steps of enumeration than were allowed."""


class Truth:
    """A board, and the answers about it."""

    def __init__(self, raw: Raw) -> None:
        self.raw, self.leads_to = raw, graph(raw)

    @cached_property
    def symmetric(self) -> bool:
        """Whether every move can be made back."""
        return all(u in self.leads_to[v] for u, near in self.leads_to.items() for v in near)

    @cached_property
    def has_diagonals(self) -> bool:
        return has_diagonals(self.raw)

    @property
    def varied(self) -> bool:
        """Whether moves differ in cost."""
        return self.raw.costs is not None or self.has_diagonals

    # ------------------------------------------------------------------------------ costs

    def step(self, u: Cell, v: Cell) -> float:
        """What the move from *u* to *v* costs."""
        return cost_of_move(self.raw, u, v)

    def cost(self, way: Sequence[Cell], *, closed: bool = False) -> Fraction:
        """What the moves cost, summed without rounding."""
        around = itertools.pairwise([*way, way[0]] if closed else way)
        return sum((Fraction(self.step(u, v)) for u, v in around), Fraction(0))

    def distances(self, starts: Iterable[Cell]) -> dict[Cell, float]:
        """The least cost from the nearest start to each cell that can be reached (Dijkstra 1959)."""
        leads_to, done = self.leads_to, {}
        heap: list[tuple[float, Cell]] = [(0, start) for start in starts]
        while heap:
            least, u = heapq.heappop(heap)
            if u not in done:
                done[u] = least
                for v in leads_to[u]:
                    if v not in done:
                        heapq.heappush(heap, (least + self.step(u, v), v))
        return done

    # -------------------------------------------------------------------------------- sets

    def simple_paths(self, starts: Iterable[Cell], exits: Iterable[Cell], steps: int) -> list[Way]:
        """Every path that ends at the first exit it enters: starts in reading order, then depth-first."""
        goals = frozenset(exits)
        return [
            way
            for start in sorted(set(starts))
            for way in self._ways(start, lambda way: way[-1] in goals, goals, Budget(steps))
        ]

    def open_tours(self, starts: Iterable[Cell] | None, ends: Iterable[Cell] | None, steps: int) -> list[Way]:
        """Every path through all open cells: starts in reading order, then depth-first."""
        goals = frozenset(self.leads_to if ends is None else ends)
        size = len(self.leads_to)
        begin = sorted(self.leads_to if starts is None else set(starts))
        budget = Budget(steps)
        return [
            way
            for start in begin
            for way in self._ways(start, lambda way: len(way) == size and way[-1] in goals, (), budget)
        ]

    def cycles(self, steps: int) -> list[Way]:
        """Every simple cycle of three cells or more, begun at its first cell in reading order.

        Where moves can be made back each comes once, in the direction whose second cell is the smaller
        one, else once a direction.
        """
        budget, once = Budget(steps), self.symmetric
        found = []
        for root in sorted(self.leads_to):
            for way in self._ways(
                root, lambda way, root=root: root in self.leads_to[way[-1]], (), budget, root
            ):
                if len(way) > 2 and not (once and way[1] > way[-1]):
                    found.append(way)
        return found

    def closed_tours(self, steps: int) -> list[Way]:
        """Those cycles that visit every open cell."""
        return [way for way in self.cycles(steps) if len(way) == len(self.leads_to)]

    def _ways(self, start, is_whole, stops, budget, least: Cell | None = None) -> Iterator[Way]:
        """Extend paths from *start* depth-first; yield the whole ones; go on from none of *stops*."""
        way, on = [start], {start}
        if is_whole(way):
            yield (start,)
        if start in stops:
            return
        stack = [iter(self.leads_to[start])]
        while stack:
            budget.spend()
            v = next(stack[-1], None)
            if v is None:
                stack.pop()
                on.discard(way.pop())
            elif v not in on and (least is None or v > least):
                way.append(v)
                if is_whole(way):
                    yield tuple(way)
                if v in stops:
                    way.pop()
                else:
                    on.add(v)
                    stack.append(iter(self.leads_to[v]))

    # ---------------------------------------------------------------------------- symmetry

    def symmetries(self, *marks: Iterable[Cell]) -> list[dict[Cell, Cell]]:
        """The ways to turn and mirror the board that leave walls, moves, costs and *marks* as they are."""
        raw, found = self.raw, []
        rows, columns = len(raw.open_cells), len(raw.open_cells[0])
        for swap, down, across in itertools.product((False, True), (1, -1), (1, -1)):
            if swap and rows != columns:
                continue

            def turned(delta: Cell, swap=swap, down=down, across=across) -> Cell:
                row, column = delta[::-1] if swap else delta
                return row * down, column * across

            def moved(cell: Cell, turned=turned, down=down, across=across) -> Cell:
                row, column = turned(cell)
                return row + (rows - 1) * (down < 0), column + (columns - 1) * (across < 0)

            image = {cell: moved(cell) for cell in self.leads_to}
            made = offsets(raw.deltas, raw.period)
            same = set(image.values()) == set(image) and set(map(turned, made)) == made
            same = same and all({image[cell] for cell in mark} == set(mark) for mark in marks)
            if same and raw.costs is not None:
                same = all(raw.costs[u[0]][u[1]] == raw.costs[v[0]][v[1]] for u, v in image.items())
            if same and all(
                {image[v] for v in onward} == set(self.leads_to[image[u]])
                for u, onward in self.leads_to.items()
            ):
                found.append(image)
        return found

    def orbits(
        self, ways: Iterable[Way], group: list[dict[Cell, Cell]], *, closed: bool, undirected: bool
    ) -> int:
        """How many of *ways* are left if those that *group* takes to each other are one."""

        def alike(way: Way) -> Way:
            forms = [tuple(image[cell] for cell in way) for image in group]
            if closed or undirected:
                forms += [form[::-1] for form in forms]
            if closed:
                forms = [begun_at_least(form) for form in forms]
            return min(forms)

        return len(set(map(alike, ways)))


class Budget:
    """So many steps of enumeration."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooManyError


def begun_at_least(way: Way) -> Way:
    """A cycle begun at its first cell in reading order."""
    first = way.index(min(way))
    return (*way[first:], *way[:first])


def cycle_key(way: Sequence[Cell], *, directed: bool) -> Way:
    """What a cycle has in common with all ways to write it down."""
    begun = begun_at_least(tuple(map(tuple, way)))
    return begun if directed else min(begun, begun_at_least(begun[::-1]))


def lengths(ways: Iterable[Way], *, closed: bool = False) -> dict[int, int]:
    """How many there are of each number of moves, the least first."""
    return dict(sorted(Counter(len(way) - (not closed) for way in ways).items()))
