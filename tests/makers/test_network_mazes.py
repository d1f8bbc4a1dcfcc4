"""Rings and triangles, and mazes of any network: trees, fair where promised, drawn with their walls."""

import hashlib
import math
import re
from collections import Counter
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import networkx as nx
import numpy as np
import pytest

import gridwalk as gw
import published
from gridwalk.errors import InputError
from gridwalk.makers.table import MAKERS

NS = "{http://www.w3.org/2000/svg}"
ABLE = [name for name, row in MAKERS.items() if row.networks]
GROUNDS = {"rings": gw.rings(3), "triangles": gw.triangles(4, 7), "triangle": gw.triangle(5)}


def sides(network):
    """The sides of each node's outline, ends rounded."""
    found = {}
    for node, outline in network.outlines.items():
        corners = [(round(x, 6), round(y, 6)) for x, y in outline]
        found[node] = {frozenset(side) for side in pairwise([*corners, corners[0]])}
    return found


def area(outline):
    return abs(sum(x * b - y * a for (x, y), (a, b) in pairwise([*outline, outline[0]]))) / 2


@pytest.mark.parametrize("name", GROUNDS)
def test_neighbours_are_the_cells_that_share_a_side(name):
    """Compared pair by pair; and no two cells lie on each other: their areas add up to that of the whole."""
    ground = GROUNDS[name]
    its = sides(ground)
    near = {frozenset(pair) for pair in combinations(its, 2) if its[pair[0]] & its[pair[1]]}
    assert {frozenset(edge[:2]) for edge in ground.edges} == near
    assert len(ground.edges) == len(near)
    once = Counter(side for each in its.values() for side in each)
    assert set(once.values()) <= {1, 2}
    rim = nx.Graph(tuple(side) for side, number in once.items() if number == 1)
    assert all(degree == 2 for _, degree in rim.degree)
    (around,) = nx.simple_cycles(rim)
    assert sum(map(area, ground.outlines.values())) == pytest.approx(area(around), rel=1e-4)
    for node, (x, y) in ground.positions.items():
        corners = np.array(ground.outlines[node])
        assert (corners.min(axis=0) < (x, y)).all()
        assert (corners.max(axis=0) > (x, y)).all()


def test_cells_of_rings_are_about_as_wide_as_high():
    """Each ring divides the one inside evenly; a cell is 0.6 to 1.6 wide at its inner side."""
    counts = Counter(ring for ring, _ in gw.rings(60).nodes)
    assert [counts[ring] for ring in range(7)] == [1, 6, 12, 24, 24, 24, 48]
    for ring in range(1, 60):
        assert counts[ring + 1] % counts[ring] == 0
        assert 0.6 < 2 * math.pi * ring / counts[ring] < 1.6
    assert len(gw.rings(0)) == 1
    assert [len(gw.triangle(n)) for n in (1, 2, 3)] == [1, 4, 9]
    assert len(gw.triangles(3)) == 9


def test_published_numbers_of_the_wheel():
    """One ring around the disc is the wheel of seven nodes."""
    wheel = gw.rings(1)
    paths, cycles = published.WHEEL_PATHS[7], published.WHEEL_CYCLES[7]
    assert wheel.paths("anywhere", "anywhere").longer_than(0).count() == 2 * paths
    assert wheel.cycles().count() == cycles


@pytest.mark.parametrize(("name", "ends"), [("rings", ((0, 0), (2, 3))), ("triangle", ((0, 4), (4, 0)))])
def test_paths_are_those_of_networkx(name, ends):
    ground = gw.rings(2) if name == "rings" else GROUNDS[name]
    every = [len(path) - 1 for path in nx.all_simple_paths(ground.to_networkx(), *ends)]
    assert ground.paths(*ends).lengths() == dict(sorted(Counter(every).items()))


def random_network(seed):
    """A network of several parts, with parallel edges and loops."""
    rng = np.random.default_rng(seed)
    nodes = int(rng.integers(1, 30))
    return gw.Network(rng.integers(0, nodes, (int(rng.integers(0, 50)), 2)).tolist(), nodes=range(nodes))


@pytest.mark.parametrize("name", ABLE)
def test_a_maze_is_a_tree_of_each_part(name, tier):
    for seed, ground in enumerate([*GROUNDS.values(), *map(random_network, range(12))]):
        maze = gw.make_maze(name, ground, seed=seed)
        before, after = nx.MultiGraph(ground.to_networkx()), nx.MultiGraph(maze.to_networkx())
        assert maze.nodes == ground.nodes
        assert not Counter(maze.edges) - Counter(ground.edges)
        assert nx.is_forest(after)
        assert set(map(frozenset, nx.connected_components(after))) == set(
            map(frozenset, nx.connected_components(before))
        )
        assert gw.make_maze(name, ground, seed=seed) == maze
        assert (maze.outlines, maze.positions) == (ground.outlines, ground.positions)


DIGESTS = {
    "backtracker": "273296877691",
    "prim": "f86c3616b210",
    "growing-tree": "f7d12fec362d",
    "wilson": "9834b587159d",
}


@pytest.mark.parametrize("name", ABLE)
def test_a_seed_makes_the_same_maze_for_ever(name, tier):
    maze = gw.make_maze(name, gw.rings(6), seed=3, braid=0.3, loops=0.05)
    assert hashlib.sha256(repr(maze.edges).encode()).hexdigest()[:12] == DIGESTS[name]


def chi_square(ground, trees, each, seed=0):
    """How unevenly wilson's mazes are spread over all trees."""
    drawn = Counter(
        tuple(map(tuple, gw.make_maze("wilson", ground, seed=seed + n).edges)) for n in range(trees * each)
    )
    assert len(drawn) == trees
    return sum((number - each) ** 2 / each for number in drawn.values())


def test_every_maze_is_equally_likely():
    """The wheel of six spokes has 320 spanning trees (OEIS A004146): chi-square, 319 degrees of freedom."""
    assert 319 - 4 * 638**0.5 < chi_square(gw.rings(1), 320, 20) < 319 + 4 * 638**0.5


def test_every_tree_of_a_multigraph_is_equally_likely():
    """A triangle with one side twice and another thrice: 2 + 3 + 2 * 3 trees, by their edges."""
    ground = gw.Network([(0, 1, 1), (0, 1, 2), (1, 2, 3), (2, 0, 4), (2, 0, 5), (2, 0, 6), (1, 1, 7)])
    assert chi_square(ground, 11, 200) < 10 + 4 * 20**0.5


def test_braids_and_loops(tier):
    for ground in GROUNDS.values():
        braided = gw.make_maze("backtracker", ground, seed=1, braid=1.0).to_networkx()
        alone = [node for node, degree in braided.degree if degree == 1]
        assert all(ground.to_networkx().degree(node) == 1 for node in alone)
        assert gw.make_maze("prim", ground, seed=1, loops=1.0) == ground
    few = gw.make_maze("wilson", gw.rings(12), seed=1, loops=0.1)
    walls = len(gw.rings(12).edges) - len(few) + 1
    assert abs(len(few.edges) - len(few) + 1 - 0.1 * walls) < 4 * (0.09 * walls) ** 0.5


def elements(picture, tag, name):
    every = ET.fromstring(picture).iter(f"{NS}{tag}")
    return [each for each in every if name in each.get("class", "").split()]


def lines_of(element):
    """The straight parts of an element."""
    if element.get("points"):
        points = [tuple(map(float, pair.split(","))) for pair in element.get("points").split()]
        return list(pairwise(points))
    x = y = 0.0
    lines = []
    for step, numbers in re.findall(r"([mlhv])([^mlhv]*)", element.get("d")):  # each from where the last ends
        across = 0.0 if step == "v" else float(numbers.split()[0])
        down = 0.0 if step == "h" else float(numbers.split()[-1])
        there = round(x + across, 2), round(y + down, 2)
        lines += [] if step == "m" else [((x, y), there)]
        x, y = there
    return lines


def crosses(one, other):
    """Whether two lines cross."""

    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, other
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


@pytest.mark.parametrize("name", GROUNDS)
def test_walls_stand_where_no_edge_leads_and_no_path_crosses_one(name):
    ground = GROUNDS[name]
    maze = gw.make_maze("wilson", ground, seed=2)
    path = maze.paths(maze.nodes[0], maze.nodes[-1]).shortest()
    picture = maze.svg(path)
    walls = [line for each in elements(picture, "path", "side") for line in lines_of(each)]
    (way,) = elements(picture, "polyline", "path")
    assert not any(crosses(step, wall) for step in lines_of(way) for wall in walls)
    its, once = sides(ground), Counter(side for each in sides(ground).values() for side in each)
    shut = {frozenset(e[:2]) for e in ground.edges} - {frozenset(e[:2]) for e in maze.edges}
    between = sum(len(its[u] & its[v]) for u, v in shut)
    assert len(walls) == between + sum(number == 1 for number in once.values())
    bare = maze.svg()
    assert len(elements(bare, "path", "open")[0].get("d").split("M")) == len(ground) + 1
    assert not elements(bare, "circle", "start")


def test_cells_of_ones_own_with_a_jump_and_a_one_way_edge():
    square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    outlines = {n: [(x + n, y) for x, y in square] for n in range(3)}
    network = gw.Network([(0, 1), (1, 2), (0, 2)], directed=True, outlines=outlines)
    assert network.positions == {0: (0.5, 0.5), 1: (1.5, 0.5), 2: (2.5, 0.5)}
    picture = network.svg()
    assert len([e for e in elements(picture, "path", "here") if e.get("transform")]) == 3
    jumps = [e for e in elements(picture, "path", "here") if not e.get("transform")]
    assert [lines_of(e) for e in jumps] == [[((5, 5), (25, 5))]]
    assert set(network.without(nodes=[1]).outlines) == {0, 2}
    with pytest.raises(InputError, match="one-way cells are not drawn on paper"):
        gw.sheet([network])


def test_mazes_of_networks_in_files(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for cells, size, last in (("rings", "5", "5.23"), ("triangles", "4x7", "3.6")):
        assert run("make", "wilson", size, "--cells", cells, "--seed", "1", "-o", "maze.edges")[0] == 0
        maze = gw.read_network("maze.edges")
        assert set(maze.outlines) == set(maze.positions) >= set(maze.nodes)
        path, ends = maze.paths(maze.nodes[0], last).shortest(), ("--from", maze.nodes[0], "--to", last)
        assert run("shortest", "maze.edges", *ends)[1].splitlines()[0] == " - ".join(path)
        assert run("shortest", "maze.edges", *ends, "-o", "solved.svg")[0] == 0
        assert len(elements((tmp_path / "solved.svg").read_text(), "path", "side")) == 1
    (tmp_path / "wrong.edges").write_text("# rings 2\n0.0 7.1\n")
    with pytest.raises(InputError, match=r"'# rings 2' has no cell 7\.1"):
        gw.read_network("wrong.edges")
