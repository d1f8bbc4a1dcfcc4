"""Sets through edges and without them: every verb beside a listing, for paths, tours and cycles."""

import copy
import itertools
import math
import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.errors import ArgumentError, InputError, QuestionError, UnsuitableAlgorithmError
from profiles import examples
from strategies import DABBABA, KING, KNIGHT, ROOK, asked, custom_stencils, raws, shapes

EDGE = (0, 0), (0, 1)


def questions(**options):
    sparse = st.one_of(st.sampled_from((ROOK, ROOK, KNIGHT, DABBABA)), custom_stencils(3))
    small = raws(shapes(4, 4, 12), sparse, **options)
    return asked(st.one_of(small, small, raws(shapes(3, 3, 8), st.just(KING), **options)))


def two_way_questions():
    """Boards whose moves can all be undone."""
    steps = st.sampled_from((ROOK, ROOK, KNIGHT, DABBABA))
    small = raws(shapes(4, 4, 12), steps, costs=False, one_way=False)
    return asked(st.one_of(small, raws(shapes(3, 3, 8), st.just(KING), costs=False, one_way=False)))


def moves_of(path, closed=False):
    return set(itertools.pairwise([*path, *path[:1]] if closed else path))


def edges_of(path, closed=False):
    return {frozenset(move) for move in moves_of(path, closed)}


@st.composite
def edge_sets(draw, raw, most):
    """Edges of the board: (cell, cell), some of which can be walked in one direction only."""
    every = [(u, v) for u, near in oracles.graph(raw).items() for v in near]
    return draw(st.lists(st.sampled_from(every), max_size=most, unique=True)) if every else []


def cost_of(raw, path):
    return math.fsum(oracles.cost_of_move(raw, u, v) for u, v in itertools.pairwise(path))


@examples(250)
@given(question=questions(), data=st.data())
def test_paths_beside_a_listing(question, data):
    raw, board = question.raw, question.board
    through, out = data.draw(edge_sets(raw, 2)), data.draw(edge_sets(raw, 2))
    directed, ends = data.draw(st.booleans()), data.draw(st.sampled_from(("exits", "exits", "anywhere")))
    visits = data.draw(st.sets(st.sampled_from(raw.cells), max_size=1)) if data.draw(st.booleans()) else set()
    paths = board.paths() if ends == "exits" else board.paths(question.start, "anywhere")
    paths = paths.through_edges(*through, directed=directed) if through else paths
    paths = paths.avoiding_edges(*out, directed=directed) if out else paths
    paths = paths.through(*visits) if visits else paths
    listed = oracles.simple_paths(raw, question.start, question.exits)
    every = list(listed if ends == "exits" else oracles.walks(raw, question.start))

    def keeps(path):
        taken, wanted, unwanted = moves_of(path), set(through), set(out)
        if not directed:
            taken = {frozenset(move) for move in taken}
            wanted, unwanted = ({frozenset(edge) for edge in edges} for edges in (wanted, unwanted))
        return wanted <= taken and not unwanted & taken and visits <= set(path)

    expected = [path for path in every if keeps(path)]
    assert [list(path) for path in paths] == expected
    assert [list(path) for batch in paths.batches() for path in batch] == expected
    assert [paths.count(by=by) for by in ("auto", "sweep", "list")] == [len(expected)] * 3
    assert paths.lengths() == dict(sorted(Counter(len(path) - 1 for path in expected).items()))
    assert paths.counts_by_end().sum() == len(expected)
    for path in data.draw(st.lists(st.sampled_from(every), max_size=5)) if every else ():
        assert (path in paths) == (path in expected)
    costs = [cost_of(raw, path) for path in expected]
    for by in ("auto", "sweep"):
        found, shortest = paths.find(by=by), paths.shortest(by=by)
        assert (found and list(found)) in (expected or [None])
        assert (shortest and shortest.cost) == (pytest.approx(min(costs)) if costs else None)
    longest = paths.longest()
    assert (longest and longest.length) == max((len(path) - 1 for path in expected), default=None)
    ranked = [paths.unrank(rank) for rank in range(min(len(expected), 50))]
    assert all(list(path) in expected for path in ranked)
    assert [paths.rank(path) for path in ranked] == list(range(len(ranked)))
    assert all(list(path) in expected for path in paths.sample(3, rng=1))
    in_order = list(paths.in_order())
    assert sorted(map(list, in_order)) == sorted(expected)
    assert [path.cost for path in in_order] == pytest.approx(sorted(costs))
    assert paths.estimate_count(states=3000, runs=2, rng=1).value == len(expected)


@examples(150)
@given(question=two_way_questions(), closed=st.booleans(), data=st.data())
def test_tours_beside_a_listing(question, closed, data):
    raw, board = question.raw, question.board
    through, out = data.draw(edge_sets(raw, 1)), data.draw(edge_sets(raw, 2))
    tours = board.tours(closed=True) if closed else board.tours()
    tours = tours.through_edges(*through) if through else tours
    tours = tours.avoiding_edges(*out) if out else tours
    wanted, unwanted = ({frozenset(edge) for edge in edges} for edges in (through, out))
    starts = raw.cells[:1] if closed else raw.cells
    near = oracles.graph(raw)
    every = [
        path
        for start in starts
        for path in oracles.open_tours(raw, start)
        if not closed or (len(path) > 2 and start in near[path[-1]] and path[1] < path[-1])
    ]
    expected = [
        path for path in every if wanted <= edges_of(path, closed) and not unwanted & edges_of(path, closed)
    ]
    assert tours.count() == tours.count(by="list") == tours.count(by="sweep") == len(expected)
    assert len({tuple(tour) for tour in tours}) == len(expected)
    found = tours.find()
    assert (found is None) == (not expected)
    if found is not None:
        assert found in tours
        assert wanted <= edges_of(list(found), closed)
        assert not unwanted & edges_of(list(found), closed)
        assert all(tour in tours for tour in tours.sample(2, rng=1))


@examples(150)
@given(question=questions(costs=False), data=st.data())
def test_cycles_beside_a_listing(question, data):
    raw, board = question.raw, question.board
    through, out = data.draw(edge_sets(raw, 2)), data.draw(edge_sets(raw, 2))
    cycles = board.cycles()
    cycles = cycles.through_edges(*through) if through else cycles
    cycles = cycles.avoiding_edges(*out) if out else cycles
    wanted, unwanted = ({frozenset(edge) for edge in edges} for edges in (through, out))
    every = [list(c) for c in oracles.simple_cycles(raw) if c[1] < c[-1] or not board.symmetric]
    expected = [
        path for path in every if wanted <= edges_of(path, True) and not unwanted & edges_of(path, True)
    ]
    assert [cycles.count(by=by) for by in ("auto", "sweep", "list")] == [len(expected)] * 3
    assert len(list(cycles)) == len(expected)
    assert {frozenset(edges_of(list(cycle), True)) for cycle in cycles} == {
        frozenset(edges_of(path, True)) for path in expected
    }
    shortest = cycles.shortest()
    assert (shortest and shortest.length) == min(map(len, expected), default=None)
    assert (cycles.find() is None) == (not expected)


def test_each_path_takes_an_edge_or_avoids_it():
    paths = gw.Board.rectangle(8, 8).paths()
    edge = (3, 3), (3, 4)
    taking, avoiding = paths.through_edges(edge), paths.avoiding_edges(edge)
    assert taking.count() + avoiding.count() == paths.count()
    both = [paths.through_edges(move, directed=True).count() for move in (edge, edge[::-1])]
    assert sum(both) == taking.count()
    assert paths.avoiding_edges(edge, directed=True).count() == paths.count() - both[0]
    assert avoiding.explain().chosen == "profile"  # to which it is a wall
    assert taking.explain().chosen == "simpath"
    assert taking.board is paths.board
    assert avoiding.longest().board == paths.board


@pytest.mark.long
def test_a_shortest_path_by_way_of_edges_of_a_large_board_is_routed():
    paths = gw.Board.rectangle(150, 150).paths()
    path = paths.through_edges(((100, 10), (100, 9)), ((20, 30), (21, 30))).shortest()
    assert path.proved
    moves = moves_of(list(path))
    assert {frozenset(((100, 10), (100, 9))), frozenset(((20, 30), (21, 30)))} <= set(map(frozenset, moves))
    # Down to row 20 and column 30, to (100, 10), a step beyond, and back from there.
    assert path.length == 50 + 1 + 79 + 20 + 1 + 49 + 140
    assert paths.avoiding_edges(((0, 0), (0, 1))).shortest().length == 298


def test_what_it_says_of_itself():
    paths = gw.Board.rectangle(3, 3).paths()
    edge = (1, 1), (1, 2)
    both = paths.through_edges(edge).avoiding_edges(((0, 0), (0, 1)))
    assert both.described == (
        "simple paths from (0, 0) to (2, 2) through the edge (1, 1)-(1, 2) avoiding the edge (0, 0)-(0, 1)"
    )
    assert "GridCut" not in repr(both)
    assert both == pickle.loads(pickle.dumps(both)) == copy.copy(both)
    assert both.count() == pickle.loads(pickle.dumps(both)).count()
    clash = paths.through_edges(edge).avoiding_edges(edge)
    assert clash.why_empty() == "every path must take, and must avoid, the edge (1, 1)-(1, 2)"
    assert (clash.count(), list(clash), clash.find()) == (0, [], None)
    assert paths.through_edges(edge).avoiding((1, 1)).why_empty() == (
        "every path must visit, and must avoid, (1, 1)"
    )
    assert paths.through_edges(edge) == paths.through_edges(edge[::-1]) == paths.through_edges(("b2", "c2"))


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda b: b.paths().through_edges(((0, 0), (1, 1))), ArgumentError, "a move from one to the other"),
        (lambda b: b.paths().through_edges((0, 0)), ArgumentError, "two cells for each edge"),
        (lambda b: b.paths().avoiding_edges(), ArgumentError, "at least one edge"),
        (
            lambda b: b.cycles().avoiding_edges(((0, 0), (0, 1)), directed=True),
            InputError,
            "have a direction",
        ),
        (
            lambda b: b.tours(undirected=True).through_edges(EDGE, directed=True),
            InputError,
            "have a direction",
        ),
        (lambda b: b.paths().through_edges(((0, 0), (0, 1))).trace(), QuestionError, "through the edge"),
        (
            lambda b: b.paths().through_edges(((0, 0), (0, 1))).find(by="bfs"),
            UnsuitableAlgorithmError,
            "through the edge",
        ),
        (
            lambda b: b.tours().through_edges(((0, 0), (0, 1))).count(up_to_symmetry=True),
            QuestionError,
            "no edges that a path must take",
        ),
        (lambda b: b.tours().through_edges(((0, 0), (0, 1))).refutation(), QuestionError, "edges"),
    ],
)
def test_what_makes_no_sense_is_refused(ask, error, message):
    with pytest.raises(error, match=message):
        ask(gw.Board.rectangle(3, 4))


def test_tours_of_a_chessboard_without_an_edge_and_through_it():
    board = gw.Board.rectangle(6, 6, moves=gw.KNIGHT)
    closed = board.tours(closed=True)
    edge = (2, 2), (3, 4)
    counts = [closed.through_edges(edge).count(), closed.avoiding_edges(edge).count()]
    assert sum(counts) == closed.count() == 9862
    wide = gw.Board.rectangle(8, 8, moves=gw.KNIGHT).tours(closed=True).avoiding_edges(edge)
    assert wide.find() in wide
    assert not np.array_equal(wide.find().cells[:2], edge)


def test_portals_of_one_difference_are_several_moves():
    portals = [((0, 0), (1, 2), 5.0), ((1, 0), (2, 2), 7.0)]
    paths = gw.Board.rectangle(3, 3, portals=portals).paths((0, 0), "anywhere")
    number = paths.count(by="list")
    for source, target, _ in portals:
        taking, omitting = paths.through_edges((source, target)), paths.avoiding_edges((source, target))
        assert taking.count(by="sweep") == taking.count(by="list") > 0
        assert omitting.count(by="sweep") == omitting.count(by="list") == number - taking.count()
        assert not any((source, target) in moves_of(path) for path in omitting)
