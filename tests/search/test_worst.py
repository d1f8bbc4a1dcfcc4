"""The least worst step, against union-find over sorted thresholds, and all paths listed one by one."""

import random
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import ArgumentError, GridwalkError, QuestionError
from gridwalk.runtime.slices import tier

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


def step_costs(board, path):
    """Return what the steps of a path cost, and its first cell, on a board of squares."""
    costs = board.costs
    diagonal = board.diagonal or (2**0.5 if costs is None else 1)
    own = 1 if costs is None else costs[path[0]]
    slanted = (abs(u[0] - v[0]) == abs(u[1] - v[1]) == 1 for u, v in pairwise(path))
    return [own, *(
        (1 if costs is None else costs[v]) * (diagonal if is_slanted else 1)
        for v, is_slanted in zip(path[1:], slanted, strict=True)
    )]  # fmt: skip


def boards(seed, number):
    """Yield boards with costs of many kinds."""
    rnd = random.Random(seed)
    while number:
        rows, columns = rnd.randint(1, 4), rnd.randint(2, 4)
        given = {"moves": rnd.choice(["orthogonal", "orthogonal", "king", "knight"])}
        if rnd.random() < 0.8:
            kinds = rnd.choice([[0, 1, 2, 5, 9], [1, 2], [0.1, 0.25, 3.5]])
            given["costs"] = [[rnd.choice(kinds) for _ in range(columns)] for _ in range(rows)]
        if rnd.random() < 0.4 and given["moves"] == "king":
            given["diagonal"] = rnd.choice([1, 1.5, 3])
        if rnd.random() < 0.4 and given["moves"] == "orthogonal":
            given["wrap"] = "columns"
        try:
            board = gw.Board.from_matrix(
                [[int(rnd.random() < 0.25) for _ in range(columns)] for _ in range(rows)], **given
            )
        except GridwalkError:
            continue
        number -= 1
        yield board, rnd


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


def test_the_path_is_the_cheapest_of_those_with_the_least_worst_step():
    for board, rnd in boards(2, 300):
        every = [tuple(cell) for cell in np.argwhere(board.open_cells).tolist()]
        starts, exits = (rnd.sample(every, min(len(every), rnd.choice([1, 1, 2]))) for _ in "ab")
        paths = board.paths(starts, exits)
        every = [step_costs(board, list(path)) for path in paths]
        rated = [(max(steps), sum(steps[1:])) for steps in every]
        path = paths.shortest(measure="worst")
        if not rated:
            assert path is None
            continue
        assert path in paths
        assert (path.worst, path.cost) == pytest.approx(min(rated))
        assert path.worst == min(rated)[0] == paths.distances(measure="worst")[path.end]


def test_distances_to_exits_count_the_cell_where_a_path_starts():
    for board, rnd in boards(3, 100):
        every = [tuple(cell) for cell in np.argwhere(board.open_cells).tolist()]
        exits = rnd.sample(every, min(2, len(every)))
        found = board.distances(exits=exits, measure="worst")
        limit = rnd.choice([1, 2, 3])
        some = board.distances(exits=exits, measure="worst", max_cost=limit)
        for cell in every:
            path = board.paths(cell, exits).shortest(measure="worst")
            assert found[cell] == (np.inf if path is None else path.worst)
            assert some[cell] == (found[cell] if found[cell] <= limit else np.inf)


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


def test_what_has_no_least_worst_step_is_refused():
    board = gw.Board.from_costs([[1, 2], [3, 1]])
    paths = board.paths()
    for options in ({"by": "jps"}, {"max_cost": 3}):
        with pytest.raises(QuestionError, match="a search of their own"):
            paths.shortest(measure="worst", **options)
    with pytest.raises(ArgumentError, match="none unless measure='cost'"):
        paths.shortest(measure="worst", turn_cost=1)
    for some in (paths.through((0, 1)), paths.of_length(2)):
        with pytest.raises(QuestionError, match="between ends, not through cells or edges"):
            some.shortest(measure="worst")
    for verb in ("in_order", "all_shortest", "nearly_shortest", "longest", "lengths"):
        with pytest.raises(ArgumentError, match="'worst' is not known: choose from"):
            getattr(paths, verb)(measure="worst")
    with pytest.raises(ArgumentError, match="did you mean 'worst'"):
        paths.shortest(measure="bottleneck")
    with pytest.raises(ArgumentError, match="choose from cost, worst"):
        board.distances(measure="turns")
    with pytest.raises(ArgumentError, match="choose from cost, worst"):
        gw.Network([(1, 2)]).paths([1], [2]).distances(measure="turns")
    with pytest.raises(ArgumentError, match="where cells have values"):
        board.distances({(0, 0): 3}, measure="worst")


@pytest.mark.parametrize("word", ["worst", "bottleneck", "minimax"])
def test_the_shell_takes_the_names_of_others(run, tmp_path, word):
    file = tmp_path / "water.txt"
    file.write_text("1 2\n1 3\n")
    status, out, _ = run("shortest", file, "--costs", "--measure", word)
    assert (status, out) == (0, "@2\n+$\nlength 2, cost 4, worst 3\n")
