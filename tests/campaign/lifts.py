"""Lifts: random boards times random small machines, against the product made by hand."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from typing import Any

import oracles
from gridwalk.errors import QuestionError
from oracles import Cell, Raw

from . import draw
from .beyond import in_order
from .case import Case, close
from .known import Known
from .paths import REFUSED, batches, counting, listing, longest, measured, ranks, sampled
from .truth import Truth, Way, entering, price

Node = tuple[Cell, int]
MACHINE = "lambda state, u, v: {}[state][(2 * u[0] + 3 * u[1] + 5 * v[0] + 7 * v[1]) % {}]"


class Product(Truth):
    """All that can be reached of cells times states, as edges between ``(cell, state)``."""

    in_rows, one_way = False, True

    def __init__(
        self, board: Truth, starts: Iterable[Cell], step: Callable[[int, Cell, Cell], Any], *, waits: bool
    ) -> None:
        self.raw = Raw(((False,),), ())
        self.edges: dict[Any, dict[Any, float]] = {}
        found: list[Node] = [(start, 0) for start in dict.fromkeys(starts)]
        while found:
            node = found.pop()
            if node in self.edges:
                continue
            (u, state), self.edges[node] = node, {}
            leads = {**board.edges[u], **({u: entering(board.raw, u)} if waits else {})}
            for v, cost in leads.items():
                after = step(state, u, v)
                if after is not None and (v, after) != node:
                    self.edges[node][v, after] = cost
                    found.append((v, after))
        self.cells: list[Any] = sorted(self.edges)

    def directions(self, u: object, v: object) -> set[Cell]:
        return set()  # turns are refused: nodes have none


def run(case: Case) -> None:
    rng = case.rng
    states, classes = rng.randint(1, 3), rng.choice((1, 2, 3, 5))
    table = [
        [rng.choice((*range(states), *range(states), None)) for _ in range(classes)] for _ in range(states)
    ]
    ending = [state for state in range(states) if rng.random() < 0.7]
    waits, done = rng.random() < 0.3, rng.random() < 0.4
    ends: list[Any] = [None, None]

    def step(state: int, u: Cell, v: Cell) -> int | None:
        return table[state][(2 * u[0] + 3 * u[1] + 5 * v[0] + 7 * v[1]) % classes]

    def is_done(state: int) -> bool:
        return not done or state in ending

    def may_end(node: Node) -> bool:
        return (ends[1] is None or node[0] in ends[1]) and is_done(node[1])

    def made(most: int) -> Truth:
        board = Truth(draw.raw(rng, most))
        ends[:] = [draw.ends(rng, board.cells), draw.ends(rng, board.cells) if rng.random() < 0.85 else None]
        product = Product(board, ends[0], step, waits=waits)
        product.board = board  # type: ignore[attr-defined]
        return product

    def ways_of(truth: Truth) -> list[Way]:
        nodes = [(cell, 0) for cell in sorted(ends[0])]
        if ends[1] is None:
            return truth.simple_paths(nodes, None, draw.STEPS)  # type: ignore[arg-type]
        return truth.simple_paths(nodes, filter(may_end, truth.cells), draw.STEPS)  # type: ignore[arg-type]

    truth, ways = draw.enumerated(rng.choice((3, 6, 9, 12)), made, ways_of)
    board: Truth = truth.board  # type: ignore[attr-defined]
    case.let("board", draw.board(board.raw))
    options = f"waits={waits}" + f", done={ending}.__contains__" * done
    case.let("lift", f"gw.Lift(board, 0, {MACHINE.format(table, classes)}, {options})")
    case.let("walks", "lift.paths({}, {})".format(*(cells or "'anywhere'" for cells in ends)))
    nearest(case, truth, board, ends[0], may_end, is_done)
    if ends[1] is None and done:
        case.refuses("walks.product()", QuestionError)
        return
    case.let("paths", "walks.product()")
    known = Known(truth, ways, plain=False)
    case.holds("paths.find()", known.has, f"one of {len(ways)} paths")
    least = min(known.costs, default=None)
    case.holds("paths.shortest()", known.is_extreme(known.cost, least), least, REFUSED)
    for way in rng.sample(ways, min(3, len(ways))):
        for some in (way, way[:-1], way[::-1]):
            if some:
                case.same(f"{list(some)} in paths", some in known.members)
    for question in rng.sample((counting, listing, batches, longest, sampled, ranks, measured, in_order), 4):
        question(case, known)
    case.same("paths.count()", len(ways))


def nearest(
    case: Case,
    truth: Truth,
    board: Truth,
    starts: list[Cell],
    may_end: Callable[[Node], bool],
    is_done: Callable[[int], bool],
) -> None:
    """Cheapest walks, walks of the fewest steps, and how far it is to every cell."""
    begin = [(start, 0) for start in starts]
    away: dict[Any, float] = oracles.distances(truth.edges, begin, price)
    steps: dict[Any, float] = oracles.distances(truth.edges, begin, lambda *_: 1)

    def least(table: dict[Any, float]) -> float:
        return min((far for node, far in table.items() if may_end(node)), default=math.inf)

    def is_best(best: float, worth: Callable[[list[Any]], float]) -> Callable[[Any], bool | str]:
        def check(path: Any) -> bool | str:
            if path is None:
                return best == math.inf or "no walk, and there is one"
            nodes = list(zip(map(tuple, path.cells.tolist()), path.states, strict=True))
            if nodes[0] not in begin or not may_end(nodes[-1]):
                return "it does not lead from a start to an exit"
            if any(v != u and v not in truth.edges[u] for u, v in itertools.pairwise(nodes)):
                return "it is no walk"
            return close(worth(nodes), best) or f"{worth(nodes)}, not {best}"

        return check

    case.holds("walks.shortest()", is_best(least(away), truth.cost), least(away))
    case.holds("walks.find()", is_best(least(steps), lambda nodes: len(nodes) - 1), least(steps))
    cost = least(away)
    if cost < math.inf:
        case.holds("walks.shortest().cost", lambda said: close(said, cost), cost)
    every = dict.fromkeys(board.cells, math.inf)
    for (cell, state), far in away.items():
        if is_done(state):  # whatever the exits are
            every[cell] = min(every[cell], far)
    table = board.table(every, math.inf)
    equal = lambda said: all(  # noqa: E731
        close(one, two) for row, other in zip(said, table, strict=True)
        for one, two in zip(row, other, strict=True)
    )  # fmt: skip
    case.holds("walks.distances().tolist()", equal, table)
    case.same("walks.reachable().tolist()", [[far < math.inf for far in row] for row in table])
