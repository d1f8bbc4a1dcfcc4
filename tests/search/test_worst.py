"""The least worst step, against union-find over sorted thresholds, and all paths listed one by one."""

import random
from dataclasses import replace
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.runtime.slices import tier
from profiles import examples
from strategies import board_of, small_questions

WATER = [  # LeetCode 778
    [0, 1, 2, 3, 4],
    [24, 23, 22, 21, 5],
    [12, 13, 14, 15, 16],
    [11, 17, 18, 19, 20],
    [10, 9, 8, 7, 6],
]
HEIGHTS = {  # LeetCode 1631
    ((1, 2, 2), (3, 8, 2), (5, 3, 5)): 2,
    ((1, 2, 3), (3, 8, 4), (5, 3, 5)): 1,
    ((1, 2, 1, 1, 1), (1, 2, 1, 2, 1), (1, 2, 1, 2, 1), (1, 2, 1, 2, 1), (1, 1, 1, 2, 1)): 0,
}


def least_worst(costs, start):
    """Return the least worst cell on the way from *start* to each cell: cells join as the water rises."""
    rows, columns = len(costs), len(costs[0])
    parent = {}

    def root(v):
        while parent[v] != v:
            v = parent[v]
        return v

    found = {}
    for value in sorted({cost for row in costs for cost in row}):
        parent |= {(i, j): (i, j) for i in range(rows) for j in range(columns) if costs[i][j] == value}
        for i, j in list(parent):
            for v in ((i + 1, j), (i, j + 1)):
                if v in parent:
                    parent[root((i, j))] = root(v)
        if start in parent:
            found |= {v: value for v in parent if v not in found and root(v) == root(start)}
    return found


def test_the_examples_of_leetcode():
    board = gw.Board.from_costs(WATER, zero="free")
    path = board.paths().shortest(measure="worst")
    assert (path.worst, path.bound, path.proved, path.best) == (16, 16, True, "worst")
    assert board.distances(measure="worst")[-1, -1] == 16
    assert gw.Board.from_costs([[0, 2], [1, 3]], zero="free").paths().shortest(measure="worst").worst == 3


@pytest.mark.parametrize(("heights", "effort"), HEIGHTS.items())
def test_the_least_effort_of_a_network_of_heights(heights, effort):
    cells = [(i, j) for i in range(len(heights)) for j in range(len(heights[0]))]
    edges = [
        (u, v, 1, abs(heights[u[0]][u[1]] - heights[v[0]][v[1]]))
        for u in cells
        for v in ((u[0] + 1, u[1]), (u[0], u[1] + 1))
        if v in cells
    ]
    paths = gw.Network(edges).paths([cells[0]], [cells[-1]])
    path = paths.shortest(measure="worst")
    assert path.worst == path.bound == effort == paths.distances(measure="worst")[cells[-1]]


@pytest.mark.parametrize("kind", ["python", "compiled"])
def test_distances_are_those_of_rising_water(kind):
    rnd = random.Random(1)
    with tier(kind):
        for _ in range(60):
            rows, columns = rnd.randint(1, 8), rnd.randint(1, 8)
            costs = [[rnd.randint(0, 30) for _ in range(columns)] for _ in range(rows)]
            board = gw.Board.from_costs(costs, zero="free")
            start = rnd.randrange(rows), rnd.randrange(columns)
            expected = np.empty((rows, columns))
            for cell, value in least_worst(costs, start).items():
                expected[cell] = value
            assert (board.distances(start, measure="worst") == expected).all()
            assert (board.distances(exits=start, measure="worst") == expected).all()  # all moves go back, too


def test_networks_directed_and_with_parallel_edges():
    rnd = random.Random(4)
    for _ in range(150):
        size, directed = rnd.randint(2, 6), rnd.random() < 0.5
        costs = rnd.choice([[0, 1, 2, 7], [0.5, 0.25, 3.0]])
        edges = [
            (rnd.randrange(size), rnd.randrange(size), rnd.randint(0, 3), rnd.choice(costs))
            for _ in range(rnd.randint(1, 12))
        ]
        network = gw.Network(edges, range(size), directed=directed)
        paths = network.paths([0], [size - 1])
        rated = [(p.worst, p.cost) for p in paths]
        path = paths.shortest(measure="worst")
        assert (path is None) == (not rated)
        if path is not None:
            assert path in paths
            assert (path.worst, path.cost) == pytest.approx(min(rated))
            assert path.worst == max((edges[edge][3] for edge in path.edges), default=0)
        graph = nx.DiGraph() if directed else nx.Graph()
        graph.add_nodes_from(range(size))
        expected = {0: 0}
        for value in sorted({edge[3] for edge in edges}):
            graph.add_edges_from((u, v) for u, v, _, cost in edges if cost == value)
            expected = dict.fromkeys(nx.descendants(graph, 0), value) | expected
        assert paths.distances(measure="worst") == expected


def test_a_path_avoids_cells_and_may_end_near_an_exit():
    board = gw.Board.from_costs([[1, 1, 1], [4, 9, 1], [1, 1, 1]])
    paths = board.paths((0, 0), (2, 0)).avoiding((1, 2))
    assert paths.shortest(measure="worst").worst == 4
    walled = board.with_walls((1, 0), (1, 1), (1, 2)).paths((0, 0), (2, 0))
    assert walled.shortest(measure="worst") is None
    assert walled.shortest(measure="worst", nearest=True).end == (0, 0)


def test_levels_and_portals():
    house = gw.Board.from_text("level 0\nS1d\n999\nlevel 1\n13u\nE22\n", costs=True, format="levels")
    path = house.paths().shortest(measure="worst")
    assert path.worst == max(1, *(house.costs[tuple(cell)] for cell in path.cells.tolist()))
    assert path.worst == house.distances(measure="worst")[tuple(path.cells[-1])]
    board = gw.Board.from_costs([[1, 9, 2, 3]]).with_portals(((0, 0), (0, 2), 5))
    path = board.paths().shortest(measure="worst")
    assert (path.worst, path.length, path.cost) == (5, 2, 8)


@examples(150)
@given(question=small_questions(), data=st.data())
def test_the_path_is_the_cheapest_of_those_with_the_least_worst_step(question, data):
    shape, raw = question.raw.shape, question.raw
    cost = st.sampled_from(data.draw(st.sampled_from(((0, 1, 2, 5, 9), (1, 2), (0.1, 0.25, 3.5)))))
    raw = replace(raw, costs=tuple(tuple(data.draw(cost) for _ in range(shape[1])) for _ in range(shape[0])))
    board, (row, column) = board_of(raw), question.start
    rated = []
    for path in oracles.simple_paths(raw, question.start, question.exits):
        steps = [oracles.cost_of_move(raw, *step) for step in pairwise(path)]
        rated.append((max([raw.costs[row][column], *steps]), sum(steps)))
    paths = board.paths(question.start, question.exits)
    path = paths.shortest(measure="worst")
    assert (path and (path.worst, path.cost)) == (pytest.approx(min(rated)) if rated else None)
    for goal, back in ((path.end, {"exits": path.end}),) if path else ():
        assert path.worst == board.distances(question.start, measure="worst")[goal]
        assert path.worst == board.distances(**back, measure="worst")[question.start]
