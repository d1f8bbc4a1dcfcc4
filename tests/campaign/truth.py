"""The true answers, slow and obvious.  Nothing here may import gridwalk.

A board is its edges, ``cell -> {cell: cost}`` in the order of moves: `edges_of` makes them of the raw data by
the rules of the documents, and not as `oracles` does it.  Whatever else is true follows from the edges: by
enumeration, by Dijkstra's algorithm, by fractions.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import oracles
from oracles import Cell, Raw, TooManyError

Way = tuple[Cell, ...]
Edges = dict[Cell, dict[Cell, float]]
Direction = tuple[int, int] | None
KING = tuple(delta for delta in itertools.product((-1, 0, 1), repeat=2) if delta != (0, 0))


@dataclass(frozen=True)
class Given(Raw):
    """The raw data of a board whose moves may slide, up to a number of steps."""

    reach: int = 0


# --------------------------------------------------------------------------------------- edges


def edges_of(raw: Raw) -> Edges:
    """Where one may go from each open cell, and at what cost: the rules in words of single steps.

    A step needs both cells open; a straight one no wall between them, a diagonal one so many free ways
    round the corner as its rule says.  A slide is made of steps; a one-way cell is left by its own moves.
    Where several moves lead to one cell, a diagonal one gives way to others.  A portal takes the place of
    any move between its cells.
    """
    reach, slides = getattr(raw, "reach", 0) or 1, getattr(raw, "reach", 0) > 0
    usual = math.sqrt(2) if raw.costs is None else 1
    slanted = 1 if slides else usual if raw.diagonal is None else raw.diagonal
    kinds = list(
        dict.fromkeys((offset(u, v), price) for (u, v), price in sorted(raw.portals.items(), key=first))
    )
    edges: Edges = {}
    for u in raw.cells:
        own = raw.one_way.get(u)
        ways = None if own is None else {own} if isinstance(own[0], int) else set(own)
        found: dict[Cell, list[tuple[bool, bool]]] = {}
        for down, across in raw.deltas:
            at: Cell | None = u
            free = True
            for times in range(1, reach + 1):
                to = raw.at(u[0] + times * down, u[1] + times * across)
                if to is None:
                    break
                free = free and may_step(raw, at, (down, across))
                legal = free and (ways is None or (times * down, times * across) in ways)
                if to != u:
                    found.setdefault(to, []).append((abs(down) == abs(across) == 1 and not slides, legal))
                at = to
        edges[u] = {}
        for v, moves in found.items():
            straight = [legal for is_slanted, legal in moves if not is_slanted]
            if any(straight or [legal for _, legal in moves]):
                edges[u][v] = entering(raw, v) * (1 if straight else slanted)
        leaving = [
            (kinds.index((offset(u, v), price)), v, price) for (a, v), price in raw.portals.items() if a == u
        ]
        for _, v, price in sorted(leaving, key=lambda one: one[0]):
            edges[u].pop(v, None)
            edges[u][v] = entering(raw, v) if price is None else price
    return edges


def price(edges: Edges, u: Cell, v: Cell) -> float:
    return edges[u][v]


def first(item):
    return item[0]


def offset(u: Cell, v: Cell) -> Cell:
    return v[0] - u[0], v[1] - u[1]


def entering(raw: Raw, cell: Cell) -> float:
    return 1 if raw.costs is None else raw.costs[cell[0]][cell[1]]


def may_step(raw: Raw, u: Cell, step: Cell) -> bool:
    """Whether one step of a move is free: leaps jump over everything but closed cells."""
    (row, column), (down, across) = u, step
    if not (raw.is_open(row, column) and raw.is_open(row + down, column + across)):
        return False
    if abs(down) + abs(across) == 1:
        return not raw.wall_between(u, step)
    if abs(down) == abs(across) == 1 and raw.corners != "none":
        free = []
        for one, other in (((down, 0), (0, across)), ((0, across), (down, 0))):
            beside = raw.at(row + one[0], column + one[1])
            free.append(may_step(raw, u, one) and may_step(raw, beside, other))
        return all(free) if raw.corners == "both" else any(free)
    return True


# --------------------------------------------------------------------------------------- truth


class Truth:
    """A board as its edges, and the answers about it."""

    in_rows = True  # whether what is said of all cells has rows and columns; else it is in their order
    one_way = False  # whether two cells name the edge that leads from one to the other, and not the one back

    def __init__(self, raw: Raw) -> None:
        self.raw, self.edges = raw, edges_of(raw)
        self.cells = list(self.edges)

    @cached_property
    def back(self) -> Edges:
        """The edges the other way round."""
        back: Edges = {u: {} for u in self.edges}
        for u, leads in self.edges.items():
            for v, cost in leads.items():
                back[v][u] = cost
        return back

    @cached_property
    def symmetric(self) -> bool:
        """Whether every move has one that leads back."""
        return all(u in self.edges[v] for u, leads in self.edges.items() for v in leads)

    @cached_property
    def costs(self) -> set[float]:
        """What moves cost."""
        return {cost for leads in self.edges.values() for cost in leads.values()}

    def step(self, u: Cell, v: Cell) -> float:
        return self.edges[u][v]

    def cost(self, way: Sequence[Cell], *, closed: bool = False) -> float:
        """What the moves cost, rounded once."""
        around = itertools.pairwise([*way, way[0]] if closed else way)
        costs = [self.edges[u][v] for u, v in around]
        return sum(costs) if all(isinstance(cost, int) for cost in costs) else math.fsum(costs)

    def directions(self, u: Cell, v: Cell) -> set[Cell]:
        """The directions in which moves lead from *u* to *v*, however far: a portal has none."""
        if (u, v) in self.raw.portals:
            return set()
        slides = getattr(self.raw, "reach", 0) > 0
        moves = [delta for delta in self.raw.deltas if self.raw.at(u[0] + delta[0], u[1] + delta[1]) == v]
        apart = [offset(u, v)] if slides else moves
        return {(down // math.gcd(down, across), across // math.gcd(down, across)) for down, across in apart}

    def direction(self, u: Cell, v: Cell) -> Direction:
        return next(iter(self.directions(u, v)), None)

    @cached_property
    def ambiguous(self) -> bool:
        """Whether a step has two directions: as to the neighbour on a board of two columns, joined round."""
        return any(len(self.directions(u, v)) > 1 for u, leads in self.edges.items() for v in leads)

    def turns(self, way: Sequence[Cell], *, closed: bool = False) -> int:
        """How often the direction changes."""
        around = itertools.pairwise([*way, way[0]] if closed else way)
        steps = [step for u, v in around if (step := self.direction(u, v))]
        return sum(one != other for one, other in itertools.pairwise(steps[-1:] * closed + steps))

    def distances(
        self, starts: Iterable[Cell] | Mapping[Cell, float], most: float = math.inf, *, back: bool = False
    ) -> dict[Cell, float]:
        """The least cost from the nearest start, or to it, plus its value, up to *most*."""
        return oracles.distances(self.back if back else self.edges, starts, price, most)

    @cached_property
    def islands(self) -> dict[Cell, int]:
        """Cells that can all reach one another, numbered by their first cells."""
        numbers: dict[Cell, int] = {}
        for u in self.cells:
            if u not in numbers:
                island = set(self.distances([u])) & set(self.distances([u], back=True))
                numbers |= dict.fromkeys(island, len(set(numbers.values())))
        return numbers

    def depth_first(self, start: Cell, exits: Iterable[Cell]) -> list[Cell] | None:
        return oracles.depth_first(self.edges, start, exits)[0]

    def warnsdorff(self, start: Cell) -> list[Cell] | None:
        return oracles.warnsdorff(self.edges, start)[0]

    def table(self, found: Mapping[Cell, Any], else_: Any) -> list[list[Any]]:
        """What is known of cells, as rows of the board."""
        rows, columns = self.raw.shape
        return [[found.get((r, c), else_) for c in range(columns)] for r in range(rows)]

    # -------------------------------------------------------------------------------- sets

    def simple_paths(
        self, starts: Iterable[Cell] | None, exits: Iterable[Cell] | None, steps: int
    ) -> list[Way]:
        """Every path that ends at the first exit it enters; None: anywhere, then it may pass any cell.

        Starts in reading order, then depth-first.
        """
        begin, goals = sorted(self.cells if starts is None else set(starts)), frozenset(exits or ())
        every = self._walks(begin, steps, goals)
        return [way for way in every if exits is None or way[-1] in goals]

    def open_tours(self, starts: Iterable[Cell] | None, ends: Iterable[Cell] | None, steps: int) -> list[Way]:
        """Every path through all open cells: starts in reading order, then depth-first."""
        goals, begin = set(self.cells if ends is None else ends), sorted(starts or self.cells)
        return [way for way in self._walks(begin, steps) if len(way) == len(self.cells) and way[-1] in goals]

    def _walks(self, starts: Iterable[Cell], steps: int, stops: Iterable[Cell] = ()) -> list[Way]:
        budget = [steps]
        every = (oracles.walks(self.edges, start, stops, budget=budget) for start in dict.fromkeys(starts))
        return [tuple(way) for way in itertools.chain.from_iterable(every)]

    def cycles(self, steps: int) -> list[Way]:
        """Every simple cycle of three cells or more, begun at its first cell in reading order.

        Where moves can be made back each comes once, in the direction whose second cell is the smaller
        one, else once a direction.
        """
        every = oracles.simple_cycles(self.edges, [steps])
        return [way for way in every if not (self.symmetric and way[1] > way[-1])]

    def closed_tours(self, steps: int) -> list[Way]:
        """Those cycles that visit every open cell."""
        return [way for way in self.cycles(steps) if len(way) == len(self.cells)]

    def disjoint(self, pairs: Sequence[tuple[Cell, Cell]], steps: int) -> list[tuple[Way, ...]]:
        """Every way to join each pair by a path, no two of which share a cell."""
        budget = [steps]
        every: list[list[Way]] = []
        for start, end in pairs:
            others = {cell for pair in pairs for cell in pair} - {start, end}
            walks = oracles.walks(self.edges, start, {end, *others}, budget=budget)
            every.append([tuple(way) for way in walks if way[-1] == end])
        found: list[tuple[Way, ...]] = [()]
        for ways in every:
            found = [(*some, way) for some in found for way in ways if not set(way) & set().union(*some)]
            budget[0] -= len(found)
            if budget[0] < 0:
                raise TooManyError
        return found

    def is_induced(self, way: Way, *, closed: bool = False) -> bool:
        """Whether no move joins two cells of it that do not follow each other."""
        return oracles.is_induced(self.edges, way, closed)

    # ---------------------------------------------------------------------------- symmetry

    def symmetries(self, *marks: Iterable[Cell]) -> list[dict[Cell, Cell]]:
        """The ways to turn and mirror the board that leave walls, moves, costs and *marks* as they are."""
        found = []
        rows, columns = self.raw.shape
        for swap, down, across in itertools.product((False, True), (1, -1), (1, -1)):
            if swap and rows != columns:
                continue

            def moved(cell: Cell, swap=swap, down=down, across=across) -> Cell:
                row, column = cell[::-1] if swap else cell
                return (row if down > 0 else rows - 1 - row, column if across > 0 else columns - 1 - column)

            image = {cell: moved(cell) for cell in self.cells}
            same = set(image.values()) == set(image)
            same = same and all({image[cell] for cell in mark} == set(mark) for mark in marks)
            if same and all(
                {image[v]: cost for v, cost in leads.items()} == self.edges[image[u]]
                for u, leads in self.edges.items()
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
