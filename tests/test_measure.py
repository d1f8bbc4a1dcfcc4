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
    assert measures.edges == len({frozenset((u, v)) for u in graph for v in graph[u]})
    assert measures.dead_ends == sum(len(to) == 1 for to in graph.values())
    assert measures.junctions == sum(len(to) >= 3 for to in graph.values())
    assert sum(measures.degrees.values()) == measures.cells
    path = board.paths().shortest()
    assert measures.solution_length == (None if path is None else path.length)
    if path is not None:
        assert measures.solution_share == len(path) / len(graph)
        steps = [(v[0] - u[0], v[1] - u[1]) for u, v in itertools.pairwise(path)]
        if board.wrap is None:  # a step over the seam is no turn
            assert measures.turns == sum(a != b for a, b in itertools.pairwise(steps))
    if not board._symmetric:
        assert measures.components is measures.loops is measures.diameter is measures.corridors is None
        assert not measures.perfect
        return
    if path is not None:
        cells = list(path)
        others = [
            set(graph[u]) - {cells[n - 1] if n else None, cells[n + 1]} for n, u in enumerate(cells[:-1])
        ]
        assert measures.decisions == sum(map(bool, others))
    distance = {cell: distances_from(graph, cell) for cell in graph}
    assert measures.components == len({frozenset(found) for found in distance.values()})
    assert measures.loops == measures.edges - measures.cells + measures.components
    assert measures.diameter == max(max(found.values()) for found in distance.values())
    lengths = corridors_of(graph)
    assert measures.corridors == len(lengths) / 2
    assert measures.longest_corridor == max(lengths, default=0)
    assert measures.mean_corridor == (sum(lengths) / len(lengths) if lengths else None)


@pytest.mark.parametrize("loops", [0.0, 0.1])
def test_the_thick_form_has_the_same_dead_ends_junctions_and_loops(loops):
    thick = gw.Board(makers.kruskal(41, 31, seed=3, loops=loops))
    one, other = thick.measure(), thick.thin().measure()
    names = ["dead_ends", "junctions", "loops", "corridors", "perfect", "components"]
    names += [] if loops else ["decisions", "turns"]  # of the shortest paths each form finds its own
    for name in names:
        assert getattr(one, name) == getattr(other, name), name
    for name in ("solution_length", "diameter", "longest_corridor"):
        assert getattr(one, name) == 2 * getattr(other, name), name
    assert one.perfect == (loops == 0) == (thick.paths().count() == 1)


def turned(board):
    """Yield the eight pictures of a board, as boards."""

    def cell(at, flags):
        swap, down, across = flags
        row, column = at[::-1] if swap else at
        rows, columns = board.shape[::-1] if swap else board.shape
        return rows - 1 - row if down else row, columns - 1 - column if across else column

    for flags in itertools.product((False, True), repeat=3):
        swap, down, across = flags

        def array(given, swap=swap, down=down, across=across):
            given = np.asarray(given)
            return (given.T if swap else given)[:: -1 if down else 1, :: -1 if across else 1]

        walls = None
        if board.walls is not None:
            right, below = map(array, board.walls)
            walls = (below, right) if swap else (right, below)
        yield gw.Board(
            array(board.open_cells),
            moves=board.moves,
            walls=walls,
            start=cell(board.start, flags),
            exits=[cell(exit_, flags) for exit_ in board.exits],
        )


def walled(open_cells, rng):
    rows, columns = open_cells.shape
    return gw.Board(
        open_cells, walls=(rng.random((rows, columns - 1)) < 0.3, rng.random((rows - 1, columns)) < 0.3)
    )


@pytest.mark.parametrize("shape", [(3, 4), (4, 4), (1, 5)])
def test_the_digest_is_the_same_for_all_eight_and_no_others(shape):
    rng = np.random.default_rng(5)
    seen = {}
    for _ in range(60):
        board = walled(makers.noise(*shape, 0.9, rng) | True, rng)
        digests = {other.measure().digest for other in turned(board)}
        assert len(digests) == 1
        for other in turned(board):
            key = other._moves_of_cell.tobytes(), other.shape, other.start, other.exits
            assert seen.setdefault(key, digests) == digests
    assert len({next(iter(digests)) for digests in seen.values()}) * 8 >= len(seen)


def test_the_digest_tells_costs_ends_moves_and_wraps_apart():
    plain = gw.Board.rectangle(3, 4)
    others = [
        plain.replace(costs=np.full((3, 4), 2)),
        plain.replace(start=(1, 1)),
        plain.replace(exits=[(0, 3), (2, 3)]),
        plain.replace(moves=gw.KNIGHT),
        plain.replace(wrap="columns"),
        plain.replace(walls=([[1, 0, 0]] * 3, np.zeros((2, 4), bool))),
        plain.replace(one_way={(1, 1): (0, 1)}),
        gw.Board.rectangle(2, 6),
    ]
    assert len({board.measure().digest for board in [plain, *others]}) == 1 + len(others)


def test_a_single_cell():
    measures = gw.Board.rectangle(1, 1).measure()
    assert (measures.perfect, measures.diameter, measures.solution_length, measures.decisions) == (
        True,
        0,
        0,
        0,
    )
    assert "perfect     yes" in str(measures)


def test_the_time_limit():
    with pytest.raises(gw.TimeLimitError):
        gw.Board(makers.kruskal(301, 301, seed=1, loops=0.3)).measure(seconds=1e-9)


def test_pieces_that_slide_have_a_digest_of_their_own():
    open_cells = np.ones((3, 3), bool)
    open_cells[1, 1] = False
    sliding = gw.rider((-1, 0), (0, 1), (1, 0), (0, -1), reach=2)
    boards = [
        gw.Board(open_cells, moves=moves) for moves in (sliding, gw.Moves(sliding.deltas, corners="none"))
    ]
    assert boards[0].measure().digest != boards[1].measure().digest


def test_measuring_takes_the_memory_that_is_stated(tune):
    """Bytes a cell beside the board's own; a large picture is measured in as much."""
    tune(measure_piece=10_000)
    board = gw.make("wilson", 100, 100, seed=1)
    assert board.measure().components == 1  # what is compiled and imported once
    board = gw.Board(board.open_cells)
    tracemalloc.start()
    try:
        board.measure()
        assert tracemalloc.get_traced_memory()[1] < 18 * board.size
    finally:
        tracemalloc.stop()
