"""Acyclic questions on boards and networks of any size, against sums over edges in topological order."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import seeded
from oracles import Cell, Raw

from . import draw
from .beyond import bounded, estimated, in_order
from .case import REFUSED, Case, close
from .grounds import OF_NETWORKS, Board, some_of, the_set
from .paths import ALL, AS_LISTS, filtered, induced, members
from .truth import Edges, Truth

FORWARD = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (1, -1), (1, -2), (0, 2), (2, -1), (3, 0))


def run(case: Case) -> None:
    if case.rng.random() < 0.5:
        small(case)
    else:
        large(case)


def board(rng: random.Random, rows: int, columns: int) -> Raw:
    """Draw a board whose moves lead down or right, with costs, walls, one-way cells and forward portals."""
    deltas = tuple(rng.sample(FORWARD, rng.randint(2, 5))) if rng.random() < 0.6 else FORWARD[:2]
    share = rng.choice((0.7, 0.9, 1.0))
    grid = [[rng.random() < share for _ in range(columns)] for _ in range(rows)]
    grid[0][0] = grid[-1][-1] = True
    raw = Raw(tuple(map(tuple, grid)), deltas, rng.choice(seeded.RULES))
    ways = {}
    if rng.random() < 0.2:
        some = rng.sample(raw.cells, min(3, len(raw.cells)))
        ways = {cell: seeded.several_ways(rng, deltas) for cell in sorted(some)}
    portals = {}
    if rng.random() < 0.3:
        found = draw.portals(rng, raw.cells, deltas)
        portals = {(u, v): cost for (u, v), cost in sorted(found.items()) if u < v}
    raw = Raw(raw.open_cells, deltas, raw.corners, ways, draw.costs(rng, raw.shape), portals=portals)
    return seeded.closed_in(rng, raw, walls=0.3, wrap=0.0)


def network(rng: random.Random, nodes: int) -> tuple[list[Any], Edges]:
    """Draw an acyclic network: its edges, which lead forward in a hidden order of the nodes."""
    names = [(0, n) for n in range(nodes)]
    order = rng.sample(names, nodes)
    rows = []
    for i, u in enumerate(order[:-1]):
        after = order[i + 1 : i + 1 + rng.choice((2, 4, 8))]
        rows += [
            (u, v, 1, rng.choice((1, 2, 5))) for v in rng.sample(after, rng.randint(1, min(3, len(after))))
        ]
    rng.shuffle(rows)
    edges: Edges = {node: {} for node in names}
    for u, v, _, cost in rows:
        edges[u][v] = cost
    return rows, edges


# --------------------------------------------------------------------------------------- small


def small(case: Case) -> None:
    """Every question against brute force."""
    rng = case.rng
    is_network, rows = rng.random() < 0.3, list[Any]()

    def made(most: int) -> Truth:
        if is_network:
            rows[:], edges = network(rng, max(2, min(most, 10)))
            return Board(edges, (1, len(edges)), one_way=True, in_rows=False)
        columns = rng.randint(2, 5)
        return Truth(board(rng, max(2, most // columns), columns))

    truth, ends, ways = draw.between(rng, rng.choice((6, 12, 20)), made, 0.8)
    name = "network" if is_network else "board"
    text = f"gw.Network({rows}, {truth.cells}, directed=True)" if is_network else draw.board(truth.raw)
    case.let(name, text)
    known = the_set(case, truth, ways, name, ends)
    case.same(AS_LISTS.format("paths"), [list(way) for way in ways])
    case.same("paths.count()", len(ways))
    case.same(f"{name}.cycles().count()", 0)
    members(case, known)
    questions = OF_NETWORKS if is_network else (*ALL, in_order, bounded, estimated)
    for question in rng.sample(questions, 4):
        question(case, known, *ends)
    some_of(case, known, {filtered: 0.7, induced: 0.3})


# --------------------------------------------------------------------------------------- large


class Sums:
    """The paths of an acyclic graph from some starts to the first exit, or from or to anywhere."""

    def __init__(self, truth: Truth, starts: list[Cell] | None, exits: list[Cell] | None) -> None:
        self.edges, self.exits = truth.edges, None if exits is None else set(exits)
        self.starts = sorted(truth.cells if starts is None else set(starts))

    def ends(self, u: Cell) -> bool:
        return self.exits is None or u in self.exits

    def after(self, u: Cell) -> dict[Cell, float]:
        """The edges by which a path continues from *u*; none from an exit."""
        return {} if self.exits is not None and u in self.exits else self.edges[u]

    @cached_property
    def order(self) -> list[Cell]:
        """The cells in reverse topological order."""
        found: list[Cell] = []
        seen: set[Cell] = set()
        for first in self.edges:
            stack = [] if first in seen else [(first, iter(self.edges[first]))]
            seen.add(first)
            while stack:
                u, leads = stack[-1]
                v = next((v for v in leads if v not in seen), None)
                if v is None:
                    found.append(u)
                    stack.pop()
                else:
                    seen.add(v)
                    stack.append((v, iter(self.edges[v])))
        return found

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """The number of ways to complete a path from each cell."""
        found: dict[Cell, int] = {}
        for u in self.order:
            found[u] = int(self.ends(u)) + sum(found[v] for v in self.after(u))
        return found

    @property
    def number(self) -> int:
        return sum(self.numbers[u] for u in self.starts)

    def lengths(self) -> Counter[int]:
        found: dict[Cell, Counter[int]] = {}
        for u in self.order:
            found[u] = Counter({0: 1} if self.ends(u) else {})
            for v in self.after(u):
                for moves, number in found[v].items():
                    found[u][moves + 1] += number
        total: Counter[int] = Counter()
        for u in self.starts:
            total.update(found[u])
        return total

    def by_end(self) -> dict[Cell, int]:
        found = Counter(self.starts)
        for u in reversed(self.order):
            for v in self.after(u):
                found[v] += found[u]
        return {u: number for u, number in found.items() if number and self.ends(u)}

    def through(self, cells: Iterable[Cell]) -> int:
        """The number of paths that visit all *cells*; a state is the set of cells still to be visited."""
        wanted = frozenset(cells)
        found: dict[Cell, Counter[frozenset[Cell]]] = {}
        for u in self.order:
            here = Counter({wanted & {u}: 1} if self.ends(u) else {})
            for v in self.after(u):
                for some, number in found[v].items():
                    here[some | (wanted & {u})] += number
            found[u] = here
        return sum(found[u][wanted] for u in self.starts)

    def best(self, *, most: bool, cost: bool) -> float | None:
        found: dict[Cell, float] = {}
        choose = max if most else min
        for u in self.order:
            values = [0.0] if self.ends(u) else []
            values += [(worth if cost else 1) + found[v] for v, worth in self.after(u).items() if v in found]
            if values:
                found[u] = choose(values)
        return choose((found[u] for u in self.starts if u in found), default=None)

    def at(self, rank: int) -> list[Cell]:
        """The path with a rank: starts in reading order, then depth-first, a path before its extensions."""
        for u in self.starts:
            if rank < self.numbers[u]:
                break
            rank -= self.numbers[u]
        way = [u]
        while not (self.ends(u) and rank == 0):
            rank -= int(self.ends(u))
            for v in self.after(u):
                if rank < self.numbers[v]:
                    break
                rank -= self.numbers[v]
            u = v
            way.append(u)
        return way


def large(case: Case) -> None:
    """Up to 900 cells, with counts of any size, by sums over the edges."""
    rng = case.rng
    is_network = rng.random() < 0.3
    if is_network:
        rows, edges = network(rng, rng.randint(10, 200))
        truth: Truth = Board(edges, (1, len(edges)), one_way=True, in_rows=False)
        case.let("board", f"gw.Network({rows}, {truth.cells}, directed=True)")
    else:
        truth = Truth(board(rng, rng.randint(3, 30), rng.randint(3, 30)))
        case.let("board", draw.board(truth.raw))
    ends: list[list[Cell] | None] = [
        draw.ends(rng, truth.cells) if rng.random() < 0.5 else None for _ in "ab"
    ]
    if not is_network and rng.random() < 0.5:
        ends = [[truth.cells[0]], [truth.cells[-1]]]
    sums = Sums(truth, *ends)
    known = the_set(case, truth, [], "board", ends)
    ask_large(case, sums, known.name)
    cells = rng.sample(truth.cells, rng.randint(1, 2))
    number = sums.through(cells)
    case.same(f"paths.through({', '.join(map(str, cells))}).count()", number)
    avoided = truth.cells[:]
    for cell in cells:
        avoided.remove(cell)
    if all(part is None or set(part) & set(avoided) for part in ends):
        kept = {u: {v: c for v, c in truth.edges[u].items() if v not in cells} for u in avoided}
        less = Board(kept, truth.raw.shape)
        some = [part and [cell for cell in part if cell in kept] for part in ends]
        rest = Sums(less, *some)
        asked = f"paths.avoiding({', '.join(map(str, cells))}).count()"
        case.same(asked, rest.number)


def ask_large(case: Case, sums: Sums, name: str) -> None:
    rng, number = case.rng, sums.number
    table = sums.lengths()
    case.same(f"{name}.count()", number)
    case.same(f"{name}.lengths()", dict(table))
    ends = sums.by_end()

    def by_end(said: Any) -> bool:
        if isinstance(said, dict):
            return {u: n for u, n in said.items() if n} == ends
        return {(r, c): n for r, row in enumerate(said) for c, n in enumerate(row) if n} == ends

    case.holds(f"{name}.counts_by_end()", by_end, f"{len(ends)} ends", REFUSED)
    for most in (False, True):
        for cost in (False, True):
            best = sums.best(most=most, cost=cost)
            verb = "longest" if most else "shortest"
            options = f"measure={'cost' if cost else 'length'!r}"
            value = "cost" if cost else "length"
            case.holds(
                f"(path := {name}.{verb}({options})) and path.{value}",
                lambda said, best=best: close(said, best),
                best,
                REFUSED,
            )
    if not number:
        case.same(f"{name}.find()", None)
        return
    for rank in {0, number - 1, rng.randrange(number), rng.randrange(number)}:
        case.same(f"[tuple(cell) for cell in {name}.unrank({rank})]", sums.at(rank))
        case.same(f"{name}.rank({name}.unrank({rank}))", rank)
    seed = rng.randrange(1000)
    case.same(f"all(path in {name} for path in {name}.sample(5, rng={seed}))", True)
    moves = rng.choice(list(table))
    case.same(f"{name}.of_length({moves}).count()", table[moves])
    drawn = f"[path.length for path in {name}.of_length({moves}).sample(3, rng={seed})]"
    case.same(drawn, [moves] * 3)
    more = sum(n for m, n in table.items() if m > moves)
    case.same(f"{name}.longer_than({moves}).count()", more)
    if number < 10**6:
        case.same(f"sum(len(batch) for batch in {name}.batches())", number)
    asked = f"len({name}.list(7))"
    case.same(asked, min(7, number))
