"""Every verb on boards of every kind (walls, seams, one-way cells, costs, portals) beside brute force."""

import itertools
import pickle
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.errors import UnsuitableAlgorithmError
from profiles import examples
from strategies import (
    BISHOP_STEPS,
    DABBABA,
    KING,
    KING_AND_KNIGHT,
    KNIGHT,
    ORTHOGONAL,
    Question,
    asked,
    raws,
    shapes,
)

MIXED = (*ORTHOGONAL, (1, 1)), ((0, 1), (1, -1), (1, 1))
NEAR = {"rel": 1e-10, "abs": 1e-12}


def walled(draw, shape):
    """Boards with walls between cells, wrapped round, with costs and one-way cells."""
    rook = raws(shapes(4, 4, 12), st.sampled_from((ORTHOGONAL, ORTHOGONAL[::-1])))
    return draw(asked(st.one_of(rook, raws(shapes(3, 3, 9), st.sampled_from((KING, KNIGHT, DABBABA))))))


def alike(draw, shape):
    """Boards so small that a leap may lead where a diagonal step leads, or back."""
    part = st.sampled_from((-2, -1, 1, 2))
    stencil = st.lists(st.tuples(part, part), min_size=1, max_size=5, unique=True).map(tuple)
    small = raws(st.sampled_from(((3, 3), (2, 3), (3, 4))), stencil, costs=False, one_way=False, walls=False)
    return draw(asked(small.map(lambda raw: replace(raw, wrap="both"))))


def factored(draw, shape):
    """Boards whose diagonal steps cost something else."""
    stencils = st.sampled_from((KING, KING[::-1], BISHOP_STEPS, KING_AND_KNIGHT, *MIXED))
    question = draw(asked(raws(shapes(*shape), stencils)))
    factor = draw(st.sampled_from((2**0.5, 1, 2, 1.5, 0.25, 1 / 3, 3)))
    return Question(replace(question.raw, diagonal=factor), question.start, question.exits)


def ported(draw, shape):
    """Boards with up to three portals, some of them there and back, or beside a step."""
    stencils = st.sampled_from((ORTHOGONAL, ORTHOGONAL, ORTHOGONAL[::-1], KING, KNIGHT, *MIXED))
    question = draw(asked(raws(shapes(*shape), stencils)))
    cell, price = st.sampled_from(question.raw.cells), st.sampled_from((None, None, 1, 2, 0.5, 7, 1 / 3))
    portals = {}
    for u, v in draw(st.lists(st.tuples(cell, cell), max_size=3)):
        if u != v:
            portals[u, v] = draw(price)
            if draw(st.booleans()):
                portals[v, u] = draw(price) if draw(st.booleans()) else portals[u, v]
    raw = replace(question.raw, portals=portals, diagonal=draw(st.sampled_from((None, None, 1, 1.5))))
    return Question(raw, question.start, question.exits)


def free(draw, shape):
    """Boards where many cells, and portals, cost nothing."""
    question = draw(st.sampled_from((ported, factored)))(draw, shape)
    raw, cost = (
        question.raw,
        draw(st.sampled_from((st.integers(0, 2), st.sampled_from((0, 0, 0.5, 1 / 3, 4))))),
    )
    rows, columns = raw.shape
    costs = tuple(tuple(draw(cost) for _ in range(columns)) for _ in range(rows))
    portals = {ends: price and draw(st.sampled_from((0, price))) for ends, price in raw.portals.items()}
    return Question(replace(raw, costs=costs, portals=portals), question.start, question.exits)


@st.composite
def boards_of_every_kind(draw, kinds=(walled, alike, factored, ported, free), shape=(3, 4, 9)):
    return draw(st.sampled_from(kinds))(draw, shape)


def every_path(question):
    """All simple paths with their costs, by the oracle, in the order of the board's moves."""
    found = oracles.simple_paths(question.raw, question.start, question.exits)
    return [(oracles.worth(question.raw, path), path) for path in map(list, found)]


@pytest.mark.long
@examples(500)
@given(question=boards_of_every_kind(), data=st.data())
def test_paths(tier, question, data):
    raw, board = question.raw, question.board
    listed, paths = every_path(question), board.paths()
    members, costs = [path for _, path in listed], sorted(cost for cost, _ in listed)
    for by in ("auto", "list", "sweep"):
        assert paths.count(by=by) == len(members)
    found = [list(path) for path in paths]
    assert found == members or (raw.portals and sorted(found) == sorted(members))
    assert ([question.start] in paths) == (question.start in question.exits)
    lengths = Counter(len(path) - 1 for path in members)
    assert paths.lengths() == dict(sorted(lengths.items()))
    cell = data.draw(st.sampled_from(raw.cells))
    assert paths.avoiding(cell).count() == sum(cell not in path for path in members)
    assert paths.of_length(3).count() == lengths[3]
    some, through = paths.through(cell), sorted(cost for cost, path in listed if cell in path)
    assert some.count() == len(through)
    assert [path.cost for path in some.in_order()] == pytest.approx(through, **NEAR)
    for path, cost in ((some.shortest(), through[:1]), (some.longest(measure="cost"), through[-1:])):
        assert ([] if path is None else [path.cost]) == pytest.approx(cost, **NEAR)
    if not members:
        assert (paths.find(), paths.shortest(), paths.longest(), paths.sample(2)) == (None, None, None, [])
        return
    for by in ("auto", "dijkstra", "astar", "sweep"):
        path = paths.shortest(by=by)
        assert path in paths
        assert path.cost == pytest.approx(costs[0], **NEAR), by
        assert path.cost == pytest.approx(oracles.worth(raw, list(path)), **NEAR)
    assert [path.cost for path in paths.in_order(measure="cost")] == pytest.approx(costs, **NEAR)
    assert paths.find(by="bfs").length == min(lengths)
    assert paths.longest().length == max(lengths)
    longest, bound = paths.longest(measure="cost"), paths.bound(measure="cost")
    assert longest.cost == pytest.approx(costs[-1], **NEAR)
    assert bound.value >= costs[-1] * (1 - 1e-12)
    # Where weights are not whole, a bound has room for what sums of them round away: 1e-9 of all steps.
    room = 1e-8 * sum(map(sum, raw.costs or raw.open_cells))
    assert bound.value == pytest.approx(costs[-1], abs=1e-9 + room) or not bound.by.startswith("exact")
    assert all(list(path) in members for path in [paths.longest(), longest, *paths.sample(5, seed=1)])
    ranks = range(min(40, len(members)))
    unranked = [paths.unrank(rank) for rank in ranks]
    assert len({tuple(path) for path in unranked}) == len(ranks)
    assert [paths.rank(path) for path in unranked] == list(ranks)
    if board._step_costs.least == 0:
        with pytest.raises(UnsuitableAlgorithmError, match="cost nothing"):
            paths.all_shortest()
        return
    least, cheapest = [path for cost, path in listed if cost <= costs[0] * (1 + 1e-11)], paths.all_shortest()
    assert sorted(map(list, cheapest)) == sorted(least)
    assert cheapest.count() == len(least)
    assert cheapest.cost == pytest.approx(costs[0], **NEAR)


@examples(80)
@given(question=boards_of_every_kind((factored, ported, free)), anywhere=st.booleans(), data=st.data())
def test_paths_through_an_edge_that_costs_more_one_way(question, anywhere, data):
    """The two directions of such an edge are two corridors of the network, of which a path takes one."""
    raw, board = question.raw, question.board
    steps = [(u, v) for u, near in oracles.graph(raw).items() for v in near]
    if not steps:
        return
    edges = data.draw(st.lists(st.sampled_from(steps), max_size=2, unique=True))
    found = oracles.walks(raw, question.start) if anywhere else [path for _, path in every_path(question)]
    wanted = {frozenset(edge) for edge in edges}
    listed = [path for path in found if wanted <= set(map(frozenset, itertools.pairwise(path)))]
    paths = board.paths(question.start, "anywhere" if anywhere else question.exits)
    paths = paths.through_edges(*edges) if edges else paths
    assert paths.count() == paths.count(by="sweep") == len(listed)
    assert paths.lengths() == Counter(sorted(len(path) - 1 for path in listed))
    ranks = range(len(listed))
    unranked = [paths.unrank(rank) for rank in ranks]
    assert sorted(tuple(map(tuple, path.cells.tolist())) for path in unranked) == sorted(map(tuple, listed))
    assert [paths.rank(path) for path in unranked] == list(ranks)
    costs = sorted(oracles.worth(raw, path) for path in listed)
    assert [path.cost for path in paths.in_order()] == pytest.approx(costs, **NEAR)
    for path, cost in ((paths.shortest(), costs[:1]), (paths.longest(measure="cost"), costs[-1:])):
        assert ([] if path is None else [path.cost]) == pytest.approx(cost, **NEAR)


@examples(100)
@given(question=boards_of_every_kind((ported, free)))
def test_a_board_of_any_kind_is_written_and_read(question):
    board = question.board
    assert gw.Board.from_text(board.to_text("json")) == board == pickle.loads(pickle.dumps(board))
