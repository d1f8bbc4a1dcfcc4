"""Pictures of networks: nodes where their positions are, every edge, the path through its nodes in order."""

import math
import re
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import networkx as nx
import numpy as np
import pytest

import gridwalk as gw
from gridwalk.draw.colours import colour
from gridwalk.draw.nodes import EXACT_NODES, MAX_SIDE, shape_of
from gridwalk.draw.raster import MARGIN, image
from gridwalk.draw.svg import NOTEBOOK_CELLS, UNIT

NS = "{http://www.w3.org/2000/svg}"
PLACES = {"a": (0, 0), "b": (30, 0), "c": (30, 20), "d": (0, 20)}
SQUARE = gw.Network([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("a", "c")], positions=PLACES)


def elements(picture, tag, name):
    """The elements of a tag and a class, or of any."""
    return [
        each for each in ET.fromstring(picture).iter(f"{NS}{tag}") if name in each.get("class", "").split()
    ]


def middles(picture, name="expanded"):
    """The middles of the discs of a colour, in order."""
    return [(float(e.get("cx")), float(e.get("cy"))) for e in elements(picture, "circle", name)]


def points(element):
    """The points of a line."""
    return [tuple(map(float, pair.split(","))) for pair in element.get("points").split()]


def test_nodes_are_where_their_positions_are():
    found = dict(zip(SQUARE.nodes, middles(SQUARE.svg()), strict=True))
    scale = (found["b"][0] - found["a"][0]) / 30
    for node, (x, y) in PLACES.items():
        assert found[node] == pytest.approx((found["a"][0] + scale * x, found["a"][1] - scale * y), abs=0.01)
    assert scale * 20 == pytest.approx(2 * UNIT)  # neighbours are two dots apart


@pytest.mark.parametrize("nodes", [1, 2, 3, 7, 40])
def test_without_positions_they_stand_on_a_circle(nodes):
    network = gw.Network([], nodes=range(nodes))
    found = np.array(middles(network.svg()))
    middle = found.mean(axis=0)
    if nodes > 2:
        assert np.ptp(np.hypot(*(found - middle).T)) == pytest.approx(0, abs=1e-4)
    turns = np.arctan2(found[:, 0] - middle[0], middle[1] - found[:, 1])
    if nodes > 1:
        assert np.sin(turns) == pytest.approx(np.sin(2 * np.pi * np.arange(nodes) / nodes), abs=1e-4)
        assert np.cos(turns) == pytest.approx(np.cos(2 * np.pi * np.arange(nodes) / nodes), abs=1e-4)


def lines_in(d):
    """The two ends of each line of a path: lines are relative to the one before."""
    x = y = 0.0
    for dx, dy, way, size, more in re.findall(r"m(\S+) ([^hvl]+)([hvl])(\S+?)(?: (\S+?))?(?=m|$)", d):
        start = (x + float(dx), y + float(dy))
        moves = {"h": (float(size), 0), "v": (0, float(size)), "l": (float(size), float(more or 0))}
        x, y = start[0] + moves[way][0], start[1] + moves[way][1]
        yield start, (x, y)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiDiGraph])
def test_every_edge_is_drawn_and_no_two_alike(seed, kind):
    """From node to node; one that leads one way has an arrow, with the turn of a straight edge."""
    rng = np.random.default_rng(seed)
    graph = kind()
    graph.add_nodes_from(range(6))
    graph.add_edges_from(rng.integers(0, 6, (14, 2)).tolist())
    layout = {node: rng.random(2) for node in graph}
    network = gw.Network.from_networkx(graph, positions=layout)
    picture = network.svg()
    at = middles(picture)
    straight = [path.get("d") for path in elements(picture, "path", "here") if path.get("transform") is None]
    ends = [both for d in straight for both in lines_in(d)]
    bent = [points(line) for line in elements(picture, "polyline", "here")]
    ends += [(line[0], line[-1]) for line in bent]
    joined = sorted(
        tuple(min(range(6), key=lambda n: math.dist(end, at[n])) for end in each) for each in ends
    )
    assert all(
        math.dist(end, min(at, key=lambda p: math.dist(end, p))) < 0.01 for each in ends for end in each
    )
    if kind is nx.Graph:
        assert sorted(map(sorted, joined)) == sorted(sorted(edge) for edge in graph.edges)
        return
    assert joined == sorted((u, v) for u, v, _ in graph.edges(keys=True))
    curves = {tuple(map(tuple, np.round(sorted(line), 2))) for line in bent}
    loops = sum(u == v for u, v in joined)
    assert len(curves) >= len(bent) - loops  # parallel loops are drawn over each other
    arrows = [path for path in elements(picture, "path", "here") if path.get("transform")]
    assert len(arrows) == network.to_networkx().number_of_edges()
    turns = [int(path.get("transform").split("rotate(")[1].rstrip(")")) % 360 for path in arrows]
    for (u, v, *_), turn in zip(network.edges, turns, strict=True):
        if sum({u, v} == {x, y} for x, y, *_ in network.edges) == 1 and u != v:
            way = np.array(at[v]) - at[u]
            assert abs((math.degrees(math.atan2(way[1], way[0])) - turn + 180) % 360 - 180) <= 1


def in_order(line, places):
    """Whether a line passes these places one after the other."""
    found = [next(i for i, point in enumerate(line) if math.dist(point, place) < 0.02) for place in places]
    return found == sorted(found)


@pytest.mark.parametrize("seed", range(5))
def test_a_path_passes_its_nodes_in_order(seed):
    graph = nx.gnm_random_graph(8, 14, seed=seed)
    network = gw.Network.from_networkx(graph)
    at = middles(network.svg())
    for path in network.paths(0, "anywhere").sample(4, seed=seed):
        if path.length:
            picture = network.svg(path)
            (line,) = elements(picture, "polyline", "path")
            assert in_order(points(line), [at[node] for node in path])
            assert middles(picture, "start") == [at[path.start]]
            assert middles(picture, "end") == [at[path.end]]
            assert f"path of {len(path.edges)} edge" in picture
    tour = network.cycles().longest()
    (line,) = elements(network.svg(tour), "polygon", "path")
    assert in_order(points(line), [at[node] for node in tour])


def test_parallel_edges_of_a_path_are_told_apart():
    network = gw.Network([(0, 1), (0, 1, 5), (0, 1)], positions=[(0, 0), (1, 0)])
    lines = [points(elements(network.svg(path), "polyline", "path")[0]) for path in network.paths(0, 1)]
    heights = sorted(line[len(line) // 2][1] for line in lines)
    assert len(lines) == 3
    assert min(b - a for a, b in pairwise(heights)) > 0.3 * UNIT
    assert len(elements(network.svg(paths=network.paths(0, 1)), "polyline", "line3")) == 1


def test_names_fit_are_escaped_and_cover_nothing():
    words = gw.Network([("<a & b>", "the other end"), ("the other end", "x")])
    assert "&lt;a &amp; b&gt;" in words.svg()
    short = [text.text for text in elements(SQUARE.svg(), "text", "ink")]
    assert short == SQUARE.nodes
    rng = np.random.default_rng(1)
    crowd = gw.Network([], nodes=[f"number {n}" for n in range(60)],
                       positions={f"number {n}": rng.random(2) for n in range(60)})  # fmt: skip
    shape = shape_of(crowd._board)
    corners = np.array([corner for corner, _ in shape.labels]) + 0.5
    half = np.array([0.15 * len("number 1"), 0.36]) / 2
    assert 10 < len(corners) <= 60
    assert (corners - half >= 0).all()
    for one, other in combinations(corners, 2):
        assert (abs(one - other) >= 2 * half - 0.3).any()  # names of one letter more or less
    for middle in corners:
        assert (np.abs(shape.at - middle) > half).any(axis=1).all()


def test_costs_stand_at_edges_where_they_differ():
    network = gw.Network([("a", "b", 1, 2.5), ("b", "c", 1, 4)])
    assert {"2.5", "4"} <= {text.text for text in elements(network.svg(), "text", "ink")}
    assert len(elements(SQUARE.svg(), "text", "ink")) == len(SQUARE)


@pytest.mark.parametrize("dark", [False, True])
def test_pixels_have_the_colours_of_nodes_and_path(dark):
    path = SQUARE.paths("a", "d").longest()
    picture = image(path.board, path, dark=dark, cell=40).convert("RGB")
    shape = shape_of(path.board)
    at = {node: shape.at[n] * 40 + MARGIN for n, node in enumerate(SQUARE.nodes)}

    def pixel(x, y):
        return picture.getpixel((round(x), round(y)))

    for node, name in (("a", "start"), ("b", "expanded"), ("c", "expanded"), ("d", "end")):
        x, y = at[node]
        assert pixel(x - 10, y - 10) == colour(name, dark=dark), node
    assert pixel(*((at["a"] + at["b"]) / 2)) == colour("path", dark=dark)
    assert pixel(*((at["a"] + at["d"]) / 2)) == colour("ink", dark=dark)


@pytest.mark.parametrize("spread", [0, 1e-9, 1, 1e140])
def test_any_positions_make_a_picture_of_some_size(spread):
    """One on the other, close by, far apart: and more of them than are compared one by one."""
    for nodes in (0, 1, 5, EXACT_NODES + 1):
        rng = np.random.default_rng(nodes)
        places = dict(enumerate((spread * rng.random((nodes, 2))).tolist()))
        shape = shape_of(gw.Network([], nodes=range(nodes), positions=places)._board)
        assert 1 < max(shape.width, shape.height) <= MAX_SIDE + 2
        assert np.isfinite(shape.at).all()


def test_positions_come_from_networkx_and_go_there():
    graph = nx.random_geometric_graph(9, 0.6, seed=1)
    network = gw.Network.from_networkx(graph)
    assert network.positions == {node: tuple(place) for node, place in graph.nodes(data="pos")}
    assert gw.Network.from_networkx(network.to_networkx()).positions == network.positions
    graph.nodes[3].pop("pos")
    assert gw.Network.from_networkx(graph).positions is None


def test_notebooks_show_networks_paths_and_batches():
    paths = SQUARE.paths("a", "c")
    for shown in (SQUARE, paths.shortest()):
        assert shown._repr_svg_().startswith("<svg ")
    assert "data:image/svg" in next(paths.batches())._repr_html_()
    linkage = SQUARE.path_pairs(("a", "b"), ("c", "d")).shortest()
    assert linkage._repr_svg_().count('class="pair2 line"') == 1
    assert gw.Network([], nodes=range(NOTEBOOK_CELLS + 1))._repr_svg_() is None
