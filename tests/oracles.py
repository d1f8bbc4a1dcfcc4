"""Slow, obvious answers, from the raw data of a board alone.  Nothing here may import gridwalk.

Cells are ``(row, column)``; a move is an index into ``raw.deltas``.  Everything rests on
`may_move`, the definition of a legal move in words of the raw data.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

Cell = tuple[int, int]


@dataclass(frozen=True)
class Raw:
    """What a board is made of, in plain Python."""

    open_cells: tuple[tuple[bool, ...], ...]
    deltas: tuple[Cell, ...]
    corners: str = "both"
    one_way: dict[Cell, Cell] = field(default_factory=dict)
    costs: tuple[tuple[float, ...], ...] | None = None

    def is_open(self, row: int, column: int) -> bool:
        inside = 0 <= row < len(self.open_cells) and 0 <= column < len(self.open_cells[0])
        return inside and self.open_cells[row][column]

    @property
    def cells(self) -> list[Cell]:
        return [(r, c) for r, row in enumerate(self.open_cells) for c, ok in enumerate(row) if ok]


def is_diagonal(delta: Cell) -> bool:
    return abs(delta[0]) == 1 and abs(delta[1]) == 1


def may_move(raw: Raw, u: Cell, delta: Cell) -> bool:
    """The definition: both ends open, the corner rule kept, a one-way cell left its own way."""
    (row, column), (d_row, d_column) = u, delta
    if not (raw.is_open(row, column) and raw.is_open(row + d_row, column + d_column)):
        return False
    if raw.one_way.get(u, delta) != delta:
        return False
    if is_diagonal(delta) and raw.corners != "none":
        sides = [raw.is_open(row + d_row, column), raw.is_open(row, column + d_column)]
        return all(sides) if raw.corners == "both" else any(sides)
    return True


def graph(raw: Raw) -> dict[Cell, list[Cell]]:
    """The cells that each cell leads to, in move order."""
    return {u: [(u[0] + d[0], u[1] + d[1]) for d in raw.deltas if may_move(raw, u, d)] for u in raw.cells}


def one_move(raw: Raw, u: Cell, v: Cell) -> float:
    return 1


def cost_of_move(raw: Raw, u: Cell, v: Cell) -> float:
    """The cost of the cell entered; without costs the square root of 2 for a diagonal step, else 1."""
    if raw.costs is not None:
        return raw.costs[v[0]][v[1]]
    return 2**0.5 if is_diagonal((v[0] - u[0], v[1] - u[1])) else 1


def distance(
    raw: Raw, start: Cell, exits: Iterable[Cell], cost: Callable[[Raw, Cell, Cell], float] = one_move
) -> float | None:
    """The least cost to any exit by repeated relaxation (Bellman-Ford), or None."""
    leads_to = graph(raw)
    best: dict[Cell, float] = {start: 0}
    for _ in leads_to:
        for u in list(best):
            for v in leads_to[u]:
                best[v] = min(best.get(v, float("inf")), best[u] + cost(raw, u, v))
    return min((best[cell] for cell in exits if cell in best), default=None)


def distances(raw: Raw, starts: Iterable[Cell], cost=cost_of_move) -> dict[Cell, float]:
    """The least cost from the nearest of *starts* to each cell that can be reached."""
    leads_to, done = graph(raw), {}
    waiting: list[tuple[float, Cell]] = [(0, start) for start in starts]
    while waiting:
        least, u = heapq.heappop(waiting)
        if u not in done:
            done[u] = least
            for v in leads_to[u]:
                heapq.heappush(waiting, (least + cost(raw, u, v), v))
    return done


def depth_first(raw: Raw, start: Cell, exits: Iterable[Cell]) -> tuple[list[Cell] | None, int, int]:
    """The walk that enters every cell once at most; with how many cells it entered and left again."""
    leads_to, goals, seen, left = graph(raw), set(exits), {start}, []

    def walk(u: Cell) -> list[Cell] | None:
        if u in goals:
            return [u]
        for v in leads_to[u]:
            if v not in seen:
                seen.add(v)
                rest = walk(v)
                if rest:
                    return [u, *rest]
                left.append(v)
        return None

    return walk(start), len(seen), len(left)


def simple_paths(raw: Raw, start: Cell, exits: Iterable[Cell]) -> Iterator[list[Cell]]:
    """Every path without repeats that ends at the first exit it enters, depth-first in move order."""
    leads_to, goals = graph(raw), set(exits)

    def extend(path: list[Cell]) -> Iterator[list[Cell]]:
        if path[-1] in goals:
            yield path
            return
        for v in leads_to[path[-1]]:
            if v not in path:
                yield from extend([*path, v])

    return extend([start])


def open_tours(raw: Raw, start: Cell, ends: Iterable[Cell] | None = None) -> Iterator[list[Cell]]:
    """Every path from *start* through every open cell, depth-first in move order."""
    leads_to, goals = graph(raw), set(raw.cells if ends is None else ends)

    def extend(path: list[Cell]) -> Iterator[list[Cell]]:
        if len(path) == len(leads_to):
            if path[-1] in goals:
                yield path
            return
        for v in leads_to[path[-1]]:
            if v not in path:
                yield from extend([*path, v])

    return extend([start])


def warnsdorff(raw: Raw, start: Cell) -> tuple[list[Cell] | None, int, int]:
    """The first tour when the cell with the fewest free cells around it comes first, of equals by move order.

    With how many cells the search entered and left again.
    """
    leads_to, entered, left = graph(raw), [start], []

    def extend(path: list[Cell]) -> list[Cell] | None:
        if len(path) == len(leads_to):
            return path
        free = [v for v in leads_to[path[-1]] if v not in path]
        for v in sorted(free, key=lambda v: len([w for w in leads_to[v] if w not in path])):
            entered.append(v)
            tour = extend([*path, v])
            if tour:
                return tour
            left.append(v)
        return None

    return extend([start]), len(entered), len(left)


def cycles(raw: Raw) -> set[tuple[Cell, ...]]:
    """Every directed cycle of three cells or more through every open cell, begun at the first one."""
    leads_to = graph(raw)
    tours = open_tours(raw, raw.cells[0])
    return {tuple(tour) for tour in tours if len(tour) > 2 and tour[0] in leads_to[tour[-1]]}


def simple_cycles(raw: Raw) -> list[tuple[Cell, ...]]:
    """Every directed cycle of three cells or more, begun at the first of its cells."""
    leads_to = graph(raw)

    def extend(path: list[Cell]) -> Iterator[tuple[Cell, ...]]:
        if len(path) > 2 and path[0] in leads_to[path[-1]]:
            yield tuple(path)
        for v in leads_to[path[-1]]:
            if v > path[0] and v not in path:
                yield from extend([*path, v])

    return [cycle for start in raw.cells for cycle in extend([start])]


def check_certificate(
    raw: Raw,
    cells: Iterable[Cell],
    *,
    start: Cell | None = None,
    exits: Iterable[Cell] | None = None,
    tour: bool = False,
    closed: bool = False,
) -> None:
    """Assert that *cells* is a path of the set asked for, whoever found it."""
    path = [tuple(cell) for cell in cells]
    assert path, "a path has at least one cell"
    assert all(raw.is_open(*cell) for cell in path), "a cell is a wall or outside"
    assert len(set(path)) == len(path), "a cell is visited twice"
    around = path + path[:1] if closed else path
    for u, v in itertools.pairwise(around):
        delta = (v[0] - u[0], v[1] - u[1])
        assert delta in raw.deltas, f"{u} to {v} is none of the moves"
        assert may_move(raw, u, delta), f"{u} to {v} is not allowed"
    if start is not None:
        assert path[0] == start
    if exits is not None:
        assert path[-1] in exits
        assert tour or not set(path[:-1]) & set(exits), "it goes on after an exit"
    if tour:
        assert sorted(path) == raw.cells, "a tour visits every open cell"
    if closed:
        assert len(path) > 2, "there and back again is no cycle"
