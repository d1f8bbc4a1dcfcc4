"""Every way to the cost of a cheapest path, on boards with each feature that a fast path may not support.

A fast path asks one question about its board (`Grid._is_plain`, what steps cost, the corner rule) before it
looks at cells and moves only.  Here each of them answers on boards with each feature, beside Dijkstra's
algorithm over edges, which are made of the rules in words of single steps: they share no code with gridwalk.
"""

import heapq
import math
from dataclasses import dataclass, field, replace
from itertools import pairwise, product

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.algorithms import names
from gridwalk.errors import UnsuitableAlgorithmError
from gridwalk.runtime import slices
from gridwalk.runtime.tuning import tuned

ROOK = ((-1, 0), (0, 1), (1, 0), (0, -1))
BISHOP = ((-1, 1), (1, 1), (1, -1), (-1, -1))
HEXAGON = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
LEAPS = ((-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2))
ROWS = (  # more than 256 cells, so that "auto" chooses among all algorithms
    ".................",
    ".##..#..#........",
    "......#.....###..",
    "..#....#......#..",
    "..#.##.....#..#..",
    "..#..#..#.....#..",
    ".....#.....#.....",
    ".#.....##....#...",
    ".#..#........#.#.",
    "....#..####......",
    ".##....#...#..#..",
    ".......#.#.#..#..",
    "..##.....#.......",
    "..#...#..####.##.",
    "....#.#..........",
    ".#..#....#..##..#",
    ".................",
)
SMALL = (".....", ".#...", "...#.", ".....")  # for algorithms that take ages elsewhere
AGES = ("idastar", "sweep")
REFUSED = object()


@dataclass(frozen=True)
class Board:
    """A board in raw data."""

    steps: tuple
    corners: str = "none"
    cells: str = "square"
    slides: bool = False
    rows: tuple = ROWS
    costs: tuple | None = None
    diagonal: float | None = None
    one_way: dict = field(default_factory=dict)
    walls: tuple = ()  # pairs of cells beside one another
    wrap: bool = False
    portals: dict = field(default_factory=dict)

    def board(self) -> gw.Board:
        """Return the board."""
        moves = gw.Moves(self.steps, corners=self.corners, cells=self.cells, slides=self.slides)
        open_cells = np.array([list(row) for row in self.rows]) == "."
        options = {} if self.diagonal is None else {"diagonal": self.diagonal}
        portals = [ends if price is None else (*ends, price) for ends, price in self.portals.items()]
        board = gw.Board(
            open_cells, moves=moves, costs=self.costs, one_way=self.one_way or None, portals=portals,
            wrap="both" if self.wrap else None, **options,
        )  # fmt: skip
        return board.with_walls_between(*self.walls) if self.walls else board

    def at(self, row, column):
        """Return the open cell there, round the board where it is wrapped; None if there is none."""
        if self.wrap:
            row, column = row % len(self.rows), column % len(self.rows[0])
        inside = 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0])
        return (row, column) if inside and self.rows[row][column] == "." else None

    def straight(self, u, step):
        """Return the cell one straight step from *u*; None if a wall is in the way."""
        v = None if u is None else self.at(u[0] + step[0], u[1] + step[1])
        return None if (u, v) in self.walls or (v, u) in self.walls else v

    def edges(self) -> dict:
        """Return what each step from each open cell costs."""
        edges = {}
        for row, column in product(range(len(self.rows)), range(len(self.rows[0]))):
            if (u := self.at(row, column)) is None:
                continue
            edges[u] = {}
            for down, across in self.steps:
                slanted = self.cells == "square" and abs(down) == abs(across) == 1
                v = self.at(row + down, column + across)
                if abs(down) + abs(across) == 1 or (self.cells == "hex" and v is not None):
                    v = self.straight(u, (down, across))
                if slanted and self.corners == "both":
                    ways = (
                        self.straight(self.straight(u, (down, 0)), (0, across)),
                        self.straight(self.straight(u, (0, across)), (down, 0)),
                    )
                    v = v if None not in ways else None
                far = max(abs(down), abs(across))
                if self.slides and far > 1:
                    one = down // far, across // far
                    v = u
                    for _ in range(far):
                        v = self.straight(v, one)
                if v is None or v == u or (u in self.one_way and (down, across) not in self.one_way[u]):
                    continue
                usual = math.sqrt(2) if self.costs is None else 1
                factor = (usual if self.diagonal is None else self.diagonal) if slanted else 1
                edges[u][v] = factor * self.entering(v)
        for (u, v), price in self.portals.items():
            edges[u][v] = self.entering(v) if price is None else price
        return edges

    def entering(self, cell):
        """Return what a cell costs."""
        return 1 if self.costs is None else self.costs[cell[0]][cell[1]]


def distances(edges, start):
    """Return what a cheapest path from *start* to each cell costs, if there is one."""
    found, heap = {}, [(0.0, start)]
    while heap:
        cost, u = heapq.heappop(heap)
        if u not in found:
            found[u] = cost
            for v, price in edges[u].items():
                heapq.heappush(heap, (cost + price, v))
    return found


def number_of_cheapest(edges, start, goal):
    """Return how many cheapest paths there are; no step is free."""
    away = distances(edges, start)
    ways = dict.fromkeys(away, 0) | {start: 1}
    for u in sorted(away, key=away.__getitem__):
        for v, price in edges[u].items():
            if math.isclose(away[u] + price, away[v], rel_tol=1e-11):
                ways[v] += ways[u]
    return ways.get(goal, 0)


# ------------------------------------------------------------------------------------------- the table

OPEN = [(r, c) for r, row in enumerate(ROWS) for c, cell in enumerate(row) if cell == "."]
START, GOALS = (0, 0), ((16, 16), (0, 1), (6, 13), (12, 1), (1, 0))

KINDS = {
    "orthogonal": Board(ROOK),
    "king": Board((*ROOK, *BISHOP), corners="both"),
    "king, corners cut": Board((*ROOK, *BISHOP)),
    "hexagons": Board(HEXAGON, cells="hex"),
    "knight": Board(LEAPS),
    "rook that slides": Board((*ROOK, *((2 * a, 2 * b) for a, b in ROOK)), slides=True),
}
COSTS = {
    "equal": None,
    "whole": lambda r, c: 1 + (3 * r + 5 * c) % 9,
    "zero": lambda r, c: (2 * r + 3 * c) % 4,
    "quarters": lambda r, c: (1 + (r * c + 2 * r + c) % 7) / 4,
    "thirds": lambda r, c: (1 + (r * c + r + 3 * c) % 5) / 3,
}


def doubled(ground, price=None):
    """Return portals that lead where a step leads too, from the start and from others, to all neighbours."""
    edges = ground.edges()
    return {(u, v): price for u in (START, *OPEN[40::60]) for v in edges[u]}


FEATURES = {
    "nothing": lambda ground: {},
    "portal far": lambda ground: {"portals": {((0, 3), (14, 12)): None, ((9, 3), (0, 16)): None}},
    "portal there and back": lambda ground: {"portals": {((2, 2), (12, 13)): None, ((12, 13), (2, 2)): None}},
    "portals that double steps": lambda ground: {"portals": doubled(ground)},
    "portals that double steps, at price 1": lambda ground: {"portals": doubled(ground, 1)},
    "portals that make steps cheaper": lambda ground: {"portals": doubled(ground, 0.5)},
    "portals that make steps dearer": lambda ground: {"portals": doubled(ground, 3)},
    "portal with a price": lambda ground: {"portals": {((0, 3), (14, 12)): 2.5, ((6, 6), (0, 16)): 40}},
    "free portal": lambda ground: {"portals": {((0, 0), (9, 12)): 0, ((9, 12), (0, 0)): 0}},
    "one-way cells": lambda ground: {"one_way": dict.fromkeys(OPEN[7::17], ground.steps[1:4])},
    "walls between cells": lambda ground: {
        "walls": tuple(((r, c), (r, c + 1)) for r, c in OPEN[1::5] if (r, c + 1) in OPEN)
        + tuple(((r, c), (r + 1, c)) for r, c in OPEN[2::7] if (r + 1, c) in OPEN)
    },
    "wrapped": lambda ground: {"wrap": True},
    "diagonal at 1": lambda ground: {"diagonal": 1},
    "diagonal at 2.5": lambda ground: {"diagonal": 2.5},
    "diagonal at 0.4": lambda ground: {"diagonal": 0.4},
}


def ground_of(kind, feature, cost):
    """Return the board in raw data; None if the feature is none of this kind of moves."""
    ground = KINDS[kind]
    if (ground.slides and feature == "wrapped") or ("diagonal" in feature and "king" not in kind):
        return None
    if COSTS[cost] is not None:
        ground = replace(ground, costs=tuple(tuple(COSTS[cost](r, c) for c in range(17)) for r in range(17)))
    return replace(ground, **FEATURES[feature](ground))


def asked(ask):
    """Return what *ask* returns; REFUSED if the algorithm is not exact there, and says so."""
    try:
        return ask()
    except UnsuitableAlgorithmError:
        return REFUSED


def cost_of(path, edges=None):
    """Return the cost of a path, infinite if it is None; with *edges*, the path is walked over them."""
    if path is None:
        return math.inf
    if edges is not None:
        cells = [tuple(cell) for cell in path.cells.tolist()]
        walked = sum(edges[u][v] for u, v in pairwise(cells))
        assert walked == pytest.approx(path.cost, rel=1e-11)
    return path.cost


def all_numbers(board, start, goals, edges=None, *, skip=AGES):
    """Return {way: [the cost of a cheapest path to each of *goals*]}; ways that refuse are left out."""
    row, column = np.array(goals).T
    found = {}

    def each(ask):
        return [ask(goal) for goal in goals]

    for by in ("auto", *names("shortest")):
        if by not in skip:
            found[f"shortest by {by}"] = asked(
                lambda by=by: each(lambda goal: cost_of(board.paths(start, goal).shortest(by=by), edges))
            )
    for by in ("auto", *names("shortest_many")):
        batch = asked(lambda by=by: board.shortest_many([start], goals, by=by))
        if batch is not REFUSED:
            found[f"batch by {by}"] = batch.costs.tolist()
            found[f"paths of a batch by {by}"] = [cost_of(p, edges) for p in batch]
    found["distances from"] = board.distances(start)[row, column].tolist()
    found["distances up to a cost"] = board.distances(start, max_cost=1e9)[row, column].tolist()
    found["distances to"] = each(lambda goal: float(board.distances(exits=goal)[start]))
    found["matrix"] = board.distance_matrix([start], goals)[0].tolist()
    found["visit"] = each(lambda goal: cost_of(board.visit([goal], start=start)))
    found["all shortest"] = asked(lambda: each(lambda goal: board.paths(start, goal).all_shortest().cost))
    found["flow field"] = each(lambda goal: float(board.flow_field(goal).distances[start]))
    found["path in a flow field"] = each(lambda goal: cost_of(board.flow_field(goal).path(start), edges))
    return {way: costs for way, costs in found.items() if costs is not REFUSED}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("feature", FEATURES)
def test_every_way_to_a_cost_is_right_with_each_feature(kind, feature):
    with slices.tier("compiled"), tuned(buckets_from=0):
        for cost in COSTS:
            ground = ground_of(kind, feature, cost)
            if ground is None:
                continue
            board, edges = ground.board(), ground.edges()
            away = distances(edges, START)
            expected = [away.get(goal, math.inf) for goal in GOALS]
            for way, costs in all_numbers(board, START, GOALS, edges).items():
                assert costs == pytest.approx(expected, rel=1e-11), (way, cost)
            reached = {tuple(cell) for cell in np.argwhere(board.reachable(START)).tolist()}
            assert reached == set(away), cost
            if min(price for leaving in edges.values() for price in leaving.values()) > 0:
                ways = [number_of_cheapest(edges, START, goal) for goal in GOALS[1:3]]
                found = [board.paths(START, goal).all_shortest().count() for goal in GOALS[1:3]]
                assert found == ways, cost


@pytest.mark.parametrize("kind", KINDS)
def test_interpreted_kernels_are_right_with_portals_that_double_steps(kind):
    with slices.tier("python"):
        for cost in ("equal", "whole"):
            ground = ground_of(kind, "portals that double steps", cost)
            away = distances(ground.edges(), START)
            expected = [away.get(goal, math.inf) for goal in GOALS[:2]]
            for way, costs in all_numbers(ground.board(), START, GOALS[:2], ground.edges()).items():
                assert costs == pytest.approx(expected, rel=1e-11), (way, cost)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("feature", ["nothing", "doubled", "far"])
def test_ways_that_take_ages_are_right_on_small_boards(kind, feature):
    start, goals = (0, 0), ((3, 4), (0, 1))
    with slices.tier("compiled"):
        for cost, of_cell in COSTS.items():
            costs = of_cell and tuple(tuple(of_cell(r, c) for c in range(5)) for r in range(4))
            ground = replace(KINDS[kind], rows=SMALL, costs=costs)
            if feature == "doubled":
                edges = ground.edges()
                ground = replace(ground, portals={(u, v): None for u in (start, (3, 3)) for v in edges[u]})
            elif feature == "far":
                ground = replace(ground, portals={(start, (3, 3)): None, ((0, 4), (3, 0)): None})
            away = distances(ground.edges(), start)
            expected = [away.get(goal, math.inf) for goal in goals]
            board = ground.board()
            for by, goal in product(AGES, goals):
                found = cost_of(board.paths(start, goal).shortest(by=by), ground.edges())
                assert found == pytest.approx(expected[goals.index(goal)], rel=1e-11), (by, cost)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cost", COSTS)
def test_all_ways_to_one_number_agree_on_a_large_board(kind, cost):
    """Boards of 70 x 70 cells, on which "auto", fields and batches take their other ways."""
    ground = KINDS[kind]
    rows = tuple("".join(ROWS[r % 17][c % 17] for c in range(70)) for r in range(70))
    costs = COSTS[cost] and tuple(tuple(COSTS[cost](r, c) for c in range(70)) for r in range(70))
    ground = replace(ground, rows=rows, costs=costs)
    near = ground.edges()[START]
    ground = replace(ground, portals={(START, v): None for v in near})
    with slices.tier("compiled"):
        numbers = all_numbers(ground.board(), START, ((67, 67), (0, 1), (33, 41)))
    first = numbers["distances from"]
    for way, costs in numbers.items():
        assert costs == pytest.approx(first, rel=1e-11), way
