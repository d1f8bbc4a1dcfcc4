"""Slow, obvious answers, computed from the raw data of a board alone.  Nothing here may import gridwalk.

Cells are ``(row, column)``; a move is an index into ``raw.deltas``.  `may_move` defines a legal move, and all
answers are based on it.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Cell = tuple[int, int]
Graph = Mapping[Cell, Collection[Cell]]
Side = tuple[tuple[bool, ...], ...]


@dataclass(frozen=True)
class Raw:
    """The data of a board, in plain Python.

    ``walls`` is ``(right, below)``, each with the shape of the board.  Walls on the border are on the seam of
    a wrapped board, and are ignored on others.
    """

    open_cells: tuple[tuple[bool, ...], ...]
    deltas: tuple[Cell, ...]
    corners: str = "both"
    one_way: dict[Cell, Any] = field(default_factory=dict)
    costs: tuple[tuple[float, ...], ...] | None = None
    walls: tuple[Side, Side] | None = None
    wrap: str | None = None
    diagonal: float | None = None  # the factor of a diagonal step
    portals: dict[tuple[Cell, Cell], float | None] = field(default_factory=dict)  # and what they cost

    @property
    def shape(self) -> Cell:
        return len(self.open_cells), len(self.open_cells[0])

    @property
    def period(self) -> Cell:
        """The numbers of rows and columns after which the board repeats; 0 if it does not."""
        return period_of(self.shape, self.wrap)

    def at(self, row: int, column: int) -> Cell | None:
        """The cell at that place, modulo the sides that are wrapped; None beyond the border."""
        (rows, columns), period = self.shape, self.period
        row, column = row % period[0] if period[0] else row, column % period[1] if period[1] else column
        return (row, column) if 0 <= row < rows and 0 <= column < columns else None

    def is_open(self, row: int, column: int) -> bool:
        cell = self.at(row, column)
        return cell is not None and self.open_cells[cell[0]][cell[1]]

    def wall_between(self, u: Cell, step: Cell) -> bool:
        """Whether a wall stops the step of one cell from *u* up, down, left or right."""
        if self.walls is None:
            return False
        right, below = self.walls
        if step in ((0, -1), (-1, 0)):  # the wall belongs to the other of the two cells
            u = self.at(u[0] + step[0], u[1] + step[1])
        side = right if step[0] == 0 else below
        return side[u[0]][u[1]]

    @property
    def has_walls(self) -> bool:
        """Whether there is a wall anywhere except on the border of the board."""
        right, below = self.walls or ((), ())
        beside = right if self.period[1] else [row[:-1] for row in right]
        under = below if self.period[0] else below[:-1]
        return any(map(any, beside)) or any(map(any, under))

    @property
    def cells(self) -> list[Cell]:
        return [(r, c) for r, row in enumerate(self.open_cells) for c, ok in enumerate(row) if ok]


def period_of(shape: Cell, wrap: str | None) -> Cell:
    return shape[0] if wrap in ("rows", "both") else 0, shape[1] if wrap in ("columns", "both") else 0


def offsets(deltas: Iterable[Cell], period: Cell) -> set[Cell]:
    """The differences between two cells that the moves can make on a board that repeats."""

    def parts(part: int, n: int) -> set[int]:
        return {part} if not n else {part % n, part % n - n} - {-n}

    every = {
        (a, b) for down, across in deltas for a in parts(down, period[0]) for b in parts(across, period[1])
    }
    return every - {(0, 0)}


def wraps_of(shape: Cell, deltas: tuple[Cell, ...], most: int = 32) -> list[str | None]:
    """The ways in which a board may be wrapped without too many moves for its table."""
    wraps = (None, "rows", "columns", "both")
    return [wrap for wrap in wraps if len(offsets(deltas, period_of(shape, wrap))) <= most]


def is_diagonal(delta: Cell) -> bool:
    return abs(delta[0]) == 1 and abs(delta[1]) == 1


def ways_of(raw: Raw, u: Cell) -> tuple[Cell, ...]:
    """The moves that may leave the cell."""
    ways = raw.one_way.get(u, raw.deltas)
    return (ways,) if isinstance(ways[0], int) else tuple(ways)


def may_move(raw: Raw, u: Cell, delta: Cell) -> bool:
    """The definition: both cells are open, no wall is between, and corner rule and one-way cells allow it.

    The corner rule for a diagonal step: there are two routes of two straight steps past the corner, and both
    or one of them must be free of closed cells and walls.
    """
    (row, column), (d_row, d_column) = u, delta
    if not (raw.is_open(row, column) and raw.is_open(row + d_row, column + d_column)):
        return False
    if delta not in ways_of(raw, u):
        return False
    if is_diagonal(delta) and raw.corners != "none":
        down, across = (d_row, 0), (0, d_column)
        routes = [_is_free(raw, u, (down, across)), _is_free(raw, u, (across, down))]
        return all(routes) if raw.corners == "both" else any(routes)
    if abs(d_row) + abs(d_column) == 1:
        return not raw.wall_between(u, delta)
    return True


def _is_free(raw: Raw, u: Cell, route: tuple[Cell, Cell]) -> bool:
    first, second = route
    middle = raw.at(u[0] + first[0], u[1] + first[1])
    return raw.is_open(*middle) and not raw.wall_between(u, first) and not raw.wall_between(middle, second)


def moves_to(raw: Raw, u: Cell) -> dict[Cell, list[Cell]]:
    """The cells to which the moves of a cell lead, in move order, and these moves, legal or not.

    On boards wrapped after one or two cells, several moves may lead to one cell.  A diagonal step of one cell
    is then no move if another move leads there, so that the cost is unique.
    """
    leads: dict[Cell, list[Cell]] = {}
    for delta in raw.deltas:
        v = raw.at(u[0] + delta[0], u[1] + delta[1])
        if v is not None and v != u:
            leads.setdefault(v, []).append(delta)
    return {v: [d for d in ways if not is_diagonal(d)] or ways for v, ways in leads.items()}


def has_diagonals(raw: Raw) -> bool:
    """Whether some move costs the square root of 2 where cells have no costs.

    On a wrapped board on which no move leads to another cell, the moves count without wrapping.
    """

    def seen(delta: Cell) -> Cell:
        return tuple(part % n if n else part for part, n in zip(delta, raw.period, strict=True))

    kinds: dict[Cell, list[bool]] = {}
    for delta in raw.deltas:
        kinds.setdefault(seen(delta), []).append(is_diagonal(delta))
    leading = [kind for delta, kind in kinds.items() if delta != (0, 0)]
    return any(map(all, leading)) if leading else any(map(is_diagonal, raw.deltas))


def graph(raw: Raw | Graph) -> Graph:
    """The cells that each cell leads to, in move order; a graph is returned unchanged."""
    if not isinstance(raw, Raw):
        return raw
    leads_to = {
        u: [v for v, deltas in moves_to(raw, u).items() if any(may_move(raw, u, d) for d in deltas)]
        for u in raw.cells
    }
    for u, v in raw.portals:  # each once, even if a step leads there, too
        leads_to[u] = [*(w for w in leads_to[u] if w != v), v]
    return leads_to


def one_move(raw: Raw, u: Cell, v: Cell) -> float:
    return 1


def cost_of_move(raw: Raw, u: Cell, v: Cell) -> float:
    """The cost of the cell entered, 1 without costs; for a diagonal step times its factor."""
    if (u, v) in raw.portals:
        price, cell = raw.portals[u, v], 1 if raw.costs is None else raw.costs[v[0]][v[1]]
        return cell if price is None else price
    usual = 2**0.5 if raw.costs is None else 1
    factor = usual if raw.diagonal is None else raw.diagonal
    cell = 1 if raw.costs is None else raw.costs[v[0]][v[1]]
    return cell * factor if all(map(is_diagonal, moves_to(raw, u)[v])) else cell


def worth(raw: Raw, cells: Iterable[Cell], measure: str = "cost") -> float:
    """The number of moves of a path, or their cost."""
    steps = list(itertools.pairwise(cells))
    return len(steps) if measure == "length" else sum(cost_of_move(raw, *step) for step in steps)


def distances(
    raw: Raw | Graph,
    starts: Iterable[Cell] | Mapping[Cell, float],
    cost: Callable[[Any, Cell, Cell], float] = cost_of_move,
    most: float = math.inf,
) -> dict[Cell, float]:
    """The least cost from the nearest start, plus its value, to each cell; up to *most* (Dijkstra 1959)."""
    leads_to, done = graph(raw), {}
    values = starts.items() if isinstance(starts, Mapping) else ((start, 0) for start in starts)
    heap: list[tuple[float, Cell]] = [(value, start) for start, value in values if value <= most]
    heapq.heapify(heap)
    while heap:
        least, u = heapq.heappop(heap)
        if u not in done:
            done[u] = least
            for v in leads_to[u]:
                if v not in done and least + (price := cost(raw, u, v)) <= most:
                    heapq.heappush(heap, (least + price, v))
    return done


def distance(raw: Raw, start: Cell, exits: Iterable[Cell], cost=one_move) -> float | None:
    """The least cost to any exit, or None."""
    far = distances(raw, [start], cost)
    return min((far[cell] for cell in exits if cell in far), default=None)


def depth_first(raw: Raw, start: Cell, exits: Iterable[Cell]) -> tuple[list[Cell] | None, int, int]:
    """The walk of depth-first search, with the number of cells entered and of backtracks."""
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


class TooManyError(Exception):
    """More steps of enumeration than were allowed."""


def walks(
    raw: Raw | Graph,
    start: Cell,
    stops: Iterable[Cell] = (),
    least: Cell | None = None,
    budget: list[int] | None = None,
) -> Iterator[list[Cell]]:
    """Every self-avoiding walk from *start*, also that of no move, depth-first in move order.

    No walk continues from *stops*, or enters a cell up to *least*; calls may share a *budget* of steps.
    """
    leads_to, goals, way, on = graph(raw), frozenset(stops), [start], {start}
    yield [start]
    stack = [iter(() if start in goals else leads_to[start])]
    while stack:
        if budget is not None:
            budget[0] -= 1
            if budget[0] < 0:
                raise TooManyError
        v = next(stack[-1], None)
        if v is None:
            stack.pop()
            on.discard(way.pop())
        elif v not in on and (least is None or v > least):
            yield [*way, v]
            if v not in goals:
                way.append(v)
                on.add(v)
                stack.append(iter(leads_to[v]))


def simple_paths(raw: Raw, start: Cell, exits: Iterable[Cell]) -> Iterator[list[Cell]]:
    """Every path without repeats that ends at the first exit it enters, depth-first in move order."""
    goals = frozenset(exits)
    return (way for way in walks(raw, start, goals) if way[-1] in goals)


def open_tours(raw: Raw, start: Cell, ends: Iterable[Cell] | None = None) -> Iterator[list[Cell]]:
    """Every path from *start* through every open cell, depth-first in move order."""
    leads_to = graph(raw)
    goals = frozenset(leads_to if ends is None else ends)
    return (way for way in walks(leads_to, start) if len(way) == len(leads_to) and way[-1] in goals)


def simple_cycles(raw: Raw | Graph, budget: list[int] | None = None) -> list[tuple[Cell, ...]]:
    """Every directed cycle of at least three cells, from its first cell."""
    leads_to = graph(raw)
    every = (way for start in leads_to for way in walks(leads_to, start, least=start, budget=budget))
    return [tuple(way) for way in every if len(way) > 2 and way[0] in leads_to[way[-1]]]


def cycles(raw: Raw) -> set[tuple[Cell, ...]]:
    """Every directed cycle of at least three cells through every open cell, from the first cell."""
    leads_to, tours = graph(raw), open_tours(raw, raw.cells[0])
    return {tuple(tour) for tour in tours if len(tour) > 2 and tour[0] in leads_to[tour[-1]]}


def is_induced(raw: Raw | Graph, path: Sequence[Cell], closed: bool = False) -> bool:
    """Whether no move joins two cells of *path* that are not consecutive, in either direction."""
    leads_to, last = graph(raw), len(path) - 1
    return not any(
        v in leads_to[u] or u in leads_to[v]
        for i, u in enumerate(path)
        for j, v in enumerate(path[i + 2 :], i + 2)
        if not (closed and i == 0 and j == last)
    )


def warnsdorff(raw: Raw, start: Cell) -> tuple[list[Cell] | None, int, int]:
    """The first tour by Warnsdorff's rule, with ties in move order; the cells entered, and the backtracks."""
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


def check_certificate(
    raw: Raw,
    cells: Iterable[Cell],
    *,
    start: Cell | None = None,
    exits: Iterable[Cell] | None = None,
    tour: bool = False,
    closed: bool = False,
) -> None:
    """Assert that *cells* is a path of the set."""
    path = [tuple(cell) for cell in cells]
    assert path, "a path has at least one cell"
    assert all(raw.is_open(*cell) for cell in path), "a cell is a wall or outside"
    assert len(set(path)) == len(path), "a cell is visited twice"
    around = path + path[:1] if closed else path
    for u, v in itertools.pairwise(around):
        if (u, v) in raw.portals:
            continue
        deltas = moves_to(raw, u).get(v, ())
        assert deltas, f"{u} to {v} is none of the moves"
        assert any(may_move(raw, u, delta) for delta in deltas), f"{u} to {v} is not allowed"
    if start is not None:
        assert path[0] == start
    if exits is not None:
        assert path[-1] in exits
        assert tour or not set(path[:-1]) & set(exits), "it goes on after an exit"
    if tour:
        assert sorted(path) == raw.cells, "a tour visits every open cell"
    if closed:
        assert len(path) > 2, "there and back again is no cycle"


def check_cheapest(
    raw: Raw,
    path: Any,
    expected: float | None,
    starts: Iterable[Cell],
    exits: Iterable[Cell],
    rel: float = 1e-12,
) -> bool:
    """Assert that *path* costs *expected* and is cheapest, or both are None; return whether it exists."""
    assert (path is None) == (expected is None), (raw, starts, exits)
    if path is None or expected is None:
        return False
    check_certificate(raw, path, exits=exits)
    assert path.start in starts
    assert math.isclose(path.cost, expected, rel_tol=rel, abs_tol=rel), (raw, starts, exits)
    return True


def check_from(raw: Raw, ask: Callable[[Cell, Cell], Any], start: Cell, goals: Iterable[Cell]) -> int:
    """Assert that *ask* finds cheapest paths from *start* to each of *goals*; return the number found."""
    far = distances(raw, [start])
    return sum(check_cheapest(raw, ask(start, goal), far.get(goal), [start], [goal]) for goal in goals)


def contrast(one, other):
    """Return the contrast of two colours in lightness, from 1 to 21 (WCAG 2.2, "contrast ratio")."""
    below, above = sorted((_luminance(one) + 0.05, _luminance(other) + 0.05))
    return above / below


def _luminance(value):
    parts = [part / 255 for part in value]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
