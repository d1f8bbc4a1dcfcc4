"""Pictures of networks: nodes where their positions are, every edge, the path through its nodes in order."""

import math
from xml.etree import ElementTree as ET

import networkx as nx
import numpy as np
import pytest

import gridwalk as gw
from gridwalk.render.colours import colour
from gridwalk.render.raster import MARGIN, image
from gridwalk.render.shape import shape_of

pytestmark = pytest.mark.no_kernels

PLACES = {"a": (0, 0), "b": (30, 0), "c": (30, 20), "d": (0, 20)}
SQUARE = gw.Network([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("a", "c")], positions=PLACES)


def elements(picture, tag, name):
    every = ET.fromstring(picture).iter(f"{{http://www.w3.org/2000/svg}}{tag}")
    return [each for each in every if name in each.get("class", "").split()]


def middles(picture, name="expanded"):
    return [(float(e.get("cx")), float(e.get("cy"))) for e in elements(picture, "circle", name)]


def points(element):
    return [tuple(map(float, pair.split(","))) for pair in element.get("points").split()]


def test_nodes_are_where_their_positions_are_else_on_a_circle():
    found = np.array(middles(SQUARE.svg())) - middles(SQUARE.svg())[0]
    assert found * 30 / found[1, 0] == pytest.approx(
        np.array([(x, -y) for x, y in PLACES.values()]), abs=0.01
    )
    found = np.array(middles(gw.Network([], range(8)).svg()))
    assert np.ptp(np.hypot(*(found - found.mean(axis=0)).T)) == pytest.approx(0, abs=1e-4)
    assert (found[:, 1].argmin(), found[:, 0].argmax(), found[:, 1].argmax()) == (0, 2, 4)


@pytest.mark.parametrize("seed", range(6))
def test_every_edge_is_drawn_with_an_arrow(seed):
    """From node to node; the turn of an arrow is that of a straight edge."""
    rng = np.random.default_rng(seed)
    edges, places = rng.integers(0, 6, (14, 2)).tolist(), rng.random((6, 2))
    network = gw.Network(edges, range(6), directed=True, positions=places)
    at, drawn = middles(network.svg()), elements(network.svg(), "path", "here")
    arrows = [path.get("transform") for path in drawn if path.get("transform")]
    straight = "".join(path.get("d") for path in drawn if not path.get("transform")).split("M")[1:]
    ends = [np.array(line.replace("L", " ").split(), float).reshape(2, 2) for line in straight]
    ends += [np.array(points(line))[[0, -1]] for line in elements(network.svg(), "polyline", "here")]
    joined = [[min(range(6), key=lambda n: math.dist(end, at[n])) for end in each] for each in ends]
    assert sorted(joined) == sorted(edges)
    for (u, v), arrow in zip(edges, arrows, strict=True):
        if sum({u, v} == {*edge} for edge in edges) == 1 and u != v:
            turn = math.degrees(math.atan2(at[v][1] - at[u][1], at[v][0] - at[u][0]))
            assert abs((turn - int(arrow.split("rotate(")[1].rstrip(")")) + 180) % 360 - 180) <= 1


def in_order(line, places):
    found = [next(i for i, point in enumerate(line) if math.dist(point, place) < 0.02) for place in places]
    return found == sorted(found)


@pytest.mark.parametrize("seed", range(5))
def test_a_path_passes_its_nodes_in_order(seed):
    network = gw.Network.from_networkx(nx.gnm_random_graph(8, 14, seed=seed))
    at = middles(network.svg())
    for path in network.paths(0, "anywhere").longer_than(0).sample(4, seed=seed):
        picture = network.svg(path)
        assert in_order(points(elements(picture, "polyline", "path")[0]), [at[node] for node in path])
        assert (middles(picture, "start"), middles(picture, "end")) == ([at[0]], [at[path.end]])
    tour = network.cycles().longest()
    assert in_order(points(elements(network.svg(tour), "polygon", "path")[0]), [at[node] for node in tour])


def test_parallel_edges_names_and_costs_are_told_apart():
    network = gw.Network([("<a&b>", 1), ("<a&b>", 1, 5)])
    lines = [points(elements(network.svg(path), "polyline", "path")[0]) for path in network.paths("<a&b>", 1)]
    assert math.dist(lines[0][6], lines[1][6]) > 3
    assert [text.text for text in elements(network.svg(), "text", "ink")] == ["1", "5", "<a&b>", "1"]


def test_pixels_have_the_colours_of_nodes_and_path():
    path = SQUARE.paths("a", "d").longest()
    at, picture = shape_of(path.board).at * 40 + MARGIN, image(path.board, path, cell=40).convert("RGB")
    places = np.rint([*(at - 10), (at[0] + at[1]) / 2]).astype(int).tolist()
    names = "start", "expanded", "expanded", "end", "path"
    assert [picture.getpixel(tuple(each)) for each in places] == [colour(n, dark=False) for n in names]


def test_positions_come_from_networkx_and_files_and_go_there(tmp_path):
    graph = nx.random_geometric_graph(9, 0.6, seed=1)
    network = gw.Network.from_networkx(graph)
    assert network.positions == {node: tuple(place) for node, place in graph.nodes(data="pos")}
    nx.write_graphml(SQUARE.to_networkx(), tmp_path / "square.graphml")
    assert gw.read_network(tmp_path / "square.graphml").positions == SQUARE.positions


def test_notebooks_and_the_command_line_show_them(run, tmp_path):
    linkage = SQUARE.path_pairs(("a", "b"), ("c", "d")).shortest()
    assert all(each._repr_svg_() for each in (SQUARE, SQUARE.cycles().find(), linkage))
    assert "data:image/svg" in next(SQUARE.paths("a", "c").batches())._repr_html_()
    words = ("examples/karate.edges", "--from", "17", "--to", "27", "--dark", "-o", str(tmp_path / "x.svg"))
    assert run("list", *words, "-n", "3", "--over")[0] == run("shortest", *words)[0] == 0
    assert run("sample", *words[:-1], str(tmp_path / "x.png"), "-n", "2")[0] == 0
