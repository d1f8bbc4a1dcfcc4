"""What a maze is like, in numbers, against definitions."""

import itertools
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk import makers
from gridwalk.measure import measures_of
from gridwalk.runtime.slices import tier
from profiles import examples
from strategies import board_of, raws


def graph_of(board):
    return {
        cell: [to for to, _ in board.moves_from(cell)]
        for cell in map(tuple, np.argwhere(board.open_cells).tolist())
    }


def distances_from(graph, start):
    distance, queue = {start: 0}, [start]
    for cell in queue:
        for to in graph[cell]:
            if to not in distance:
                distance[to] = distance[cell] + 1
                queue.append(to)
    return distance


def corridors_of(graph):
    """Return the lengths of corridors, each from both ends."""
    lengths = []
    for u in graph:
        for v in graph[u] if len(graph[u]) != 2 else []:
            before, here, length = u, v, 1
            while len(graph[here]) == 2:
                before, here = here, next(to for to in graph[here] if to != before)
                length += 1
            lengths.append(length)
    return lengths


@examples(300)
@given(raws(), st.sampled_from(["python", "compiled"]))
def test_measures_are_their_definitions(raw, kind):
    board = board_of(raw)
    with tier(kind):
        measures = measures_of(board)
    graph = graph_of(board)
    assert measures.cells == len(graph)
    assert measures.dead_ends == sum(len(to) == 1 for to in graph.values())
    assert measures.junctions == sum(len(to) >= 3 for to in graph.values())
    path = board.paths().shortest()
    assert measures.solution_length == (None if path is None else path.length)
    if path is not None:
        steps = [(v[0] - u[0], v[1] - u[1]) for u, v in itertools.pairwise(path)]
        if board.wrap is None:  # a step over the seam is no turn
            assert measures.turns == sum(a != b for a, b in itertools.pairwise(steps))
    if not board._symmetric:
        assert measures.loops is measures.diameter is measures.corridors is None
        assert not measures.perfect
        return
    if path is not None:
        cells = list(path)
        others = [
            set(graph[u]) - {cells[n - 1] if n else None, cells[n + 1]} for n, u in enumerate(cells[:-1])
        ]
        assert measures.decisions == sum(map(bool, others))
    distance = {cell: distances_from(graph, cell) for cell in graph}
    edges = len({frozenset((u, v)) for u in graph for v in graph[u]})
    components = len({frozenset(found) for found in distance.values()})
    assert measures.loops == edges - measures.cells + components
    assert measures.perfect == (components == 1 and measures.loops == 0)
    assert measures.diameter == max(max(found.values()) for found in distance.values())
    lengths = corridors_of(graph)
    assert measures.corridors == len(lengths) / 2
    assert measures.longest_corridor == max(lengths, default=0)
    assert measures.mean_corridor == (sum(lengths) / len(lengths) if lengths else None)


@pytest.mark.parametrize("loops", [0.0, 0.1])
def test_the_thick_form_has_the_same_dead_ends_junctions_and_loops(loops):
    thick = gw.Board(makers.kruskal(41, 31, seed=3, loops=loops))
    one, other = thick.measure(), thick.thin().measure()
    names = ["dead_ends", "junctions", "loops", "corridors", "perfect"]
    names += [] if loops else ["decisions", "turns"]  # of the shortest paths each form finds its own
    for name in names:
        assert getattr(one, name) == getattr(other, name), name
    for name in ("solution_length", "diameter", "longest_corridor"):
        assert getattr(one, name) == 2 * getattr(other, name), name
    assert one.perfect == (loops == 0) == (thick.paths().count() == 1)


def test_the_time_limit():
    with pytest.raises(gw.TimeLimitError):
        gw.Board(makers.kruskal(301, 301, seed=1, loops=0.3)).measure(seconds=1e-9)


def test_measuring_takes_the_memory_that_is_stated(tune):
    """Bytes a cell beside the board's own; a large picture is measured in as much."""
    tune(measure_piece=10_000)
    board = gw.make("wilson", 100, 100, seed=1)
    assert board.measure().perfect  # what is compiled and imported once
    board = gw.Board(board.open_cells)
    tracemalloc.start()
    try:
        board.measure()
        assert tracemalloc.get_traced_memory()[1] < 18 * board.size
    finally:
        tracemalloc.stop()
