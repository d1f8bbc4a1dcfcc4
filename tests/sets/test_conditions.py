"""Sets with conditions: every verb beside a listing, on random boards."""

import itertools
import math
import operator
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
from gridwalk.errors import UnsuitableAlgorithmError
from profiles import examples
from strategies import DABBABA, KING, KNIGHT, ORTHOGONAL, board_of, custom_stencils, open_grids, raws, shapes

LENGTHS = {
    "longer_than": operator.gt, "shorter_than": operator.lt, "of_length": operator.eq,
}  # fmt: skip
ENDS = ("exits", "exits", "to anywhere", "from anywhere", "anywhere")


@st.composite
def small_raws(draw, *, two_way=False, cells=10, **options):
    """Boards of few cells, mostly open, so that most have cycles."""
    named = st.sampled_from((ORTHOGONAL, ORTHOGONAL, KNIGHT, DABBABA))
    sparse = named if two_way else st.one_of(named, custom_stencils(3))
    large = [st.sampled_from([(3, 3), (3, 4), (4, 3)])] if cells > 10 else []
    boards = raws(st.one_of(shapes(3, 4, cells), *large), sparse, **options)
    raw = draw(st.one_of(boards, boards, raws(shapes(2, 3), st.just(KING), **options)))
    open_cells = draw(open_grids((len(raw.open_cells), len(raw.open_cells[0])), most_walls=2))
    ways = {cell: way for cell, way in raw.one_way.items() if open_cells[cell[0]][cell[1]]}
    return replace(raw, open_cells=open_cells, one_way=ways)


def steps_of(path, closed=False):
    return set(itertools.pairwise([*path, *path[:1]] if closed else path))


def conditioned(draw, raw, members, expected, closed=False, directed=True):
    """Return a set of *members* with some conditions, and those *expected* that meet them, in order."""
    cells = st.sampled_from(raw.cells)
    moves = [(u, v) for u, near in oracles.graph(raw).items() for v in near]
    for _ in range(draw(st.integers(0, 3))):
        kind = draw(st.sampled_from(("through", "avoiding", "through_edges", "avoiding_edges", *LENGTHS)))
        if kind in ("through", "avoiding"):
            out = draw(st.sets(cells, min_size=1, max_size=2))
            members = getattr(members, kind)(*out)
            keeps = out.issubset if kind == "through" else out.isdisjoint
            expected = [path for path in expected if keeps(path)]
        elif kind in LENGTHS:
            number = draw(st.integers(1, 7))
            members = getattr(members, kind)(number)
            expected = [path for path in expected if LENGTHS[kind](len(steps_of(path, closed)), number)]
        elif moves:
            move, one_way = draw(st.sampled_from(moves)), directed and draw(st.booleans())
            members = getattr(members, kind)(move, directed=one_way)
            either = {move} if one_way else {move, move[::-1]}
            takes = kind == "through_edges"
            expected = [path for path in expected if bool(either & steps_of(path, closed)) == takes]
    return members, expected


@st.composite
def sets_of_paths(draw):
    """A board, a set of its paths with conditions, and the paths of it."""
    raw = draw(small_raws())
    board = board_of(raw)
    cells = st.lists(st.sampled_from(raw.cells), min_size=1, max_size=2, unique=True).map(sorted)
    ends = draw(st.sampled_from(ENDS))
    starts = raw.cells if ends in ("from anywhere", "anywhere") else draw(cells)
    exits = None if ends in ("to anywhere", "anywhere") else draw(cells)
    every = [
        tuple(path)
        for start in starts
        for path in (oracles.walks(raw, start) if exits is None else oracles.simple_paths(raw, start, exits))
    ]
    asked = "anywhere" if starts is raw.cells else starts, exits or "anywhere"
    return raw, *conditioned(draw, raw, board.paths(*asked), every)


def cost_of(raw, path):
    return math.fsum(oracles.cost_of_move(raw, u, v) for u, v in itertools.pairwise(path))


def by_turns(expected):
    """Return the number of paths of each number of turns."""

    def turns(path):
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(path)]
        return sum(u != v for u, v in itertools.pairwise(steps))

    return dict(sorted(Counter(map(turns, expected)).items()))


def told(found):
    return [tuple(path) for path in found]


def check_paths(raw, members, expected, some):
    """Compare every verb of a set of paths with its members as an oracle lists them."""
    listed = told(members)
    assert listed == expected
    assert told(path for batch in members.batches(20) for path in batch) == listed
    assert told(members.list(3)) == listed[:3]
    assert [members.count(by=by) for by in ("auto", "sweep", "list")] == [len(expected)] * 3
    assert members.lengths() == dict(sorted(Counter(len(path) - 1 for path in expected).items()))
    by_end, counted = Counter(path[-1] for path in expected), members.counts_by_end()
    assert {cell: counted[cell] for cell in np.ndindex(counted.shape) if counted[cell]} == by_end
    assert all((list(path) in members) == (path in set(expected)) for path in some)
    assert members.rank([(0, 0)] * 2) is None
    assert members.is_empty() is (not expected)
    first = members.find(by="dfs")
    assert told([first] if first else []) == listed[:1]
    longest = members.longest()
    assert (longest and longest.length) == max((len(path) - 1 for path in expected), default=None)
    found = [members.find(), members.find(by="sweep"), longest]
    assert {found_one and tuple(found_one) for found_one in found} <= ({*expected} or {None})
    ordered = list(members.in_order(measure="length"))
    assert sorted(told(ordered)) == sorted(expected)
    assert [path.length for path in ordered] == sorted(len(path) - 1 for path in expected)
    near = members.nearly_shortest(1, measure="length")
    fewest = min(map(len, expected), default=0)
    assert sorted(told(near)) == sorted(path for path in expected if len(path) <= fewest + 1)
    ranked = [members.unrank(rank) for rank in range(min(len(expected), 40))]
    assert len({*told(ranked)}) == len(ranked)
    assert [members.rank(path) for path in ranked] == list(range(len(ranked)))
    drawn = members.sample(4, seed=1)
    assert len(drawn) == 4 * bool(expected)
    assert {*told(ranked), *told(drawn)} <= {*expected}
    assert members.estimate_count(states=3000, runs=2, seed=1).value == len(expected)
    if raw.wrap is None and not raw.portals:
        assert members.lengths(measure="turns") == by_turns(expected)
    question = members._question
    if question.has_given_lengths:
        try:
            shortest = members.shortest()
        except UnsuitableAlgorithmError:  # the lengths given are not those of the cheapest
            assert raw.costs is not None or raw.portals or any(map(oracles.is_diagonal, raw.deltas))
        else:
            least = [pytest.approx(min(cost_of(raw, path) for path in expected))] if expected else []
            assert [path.cost for path in [shortest] if path] == least
        return
    if not (question.is_conditional or question.has_open_ends):
        plain = [members.find(by=by) for by in ("dfs", "bfs", "dfs-recursive")]
        assert [path is not None and tuple(path) in expected for path in plain] == [bool(expected)] * 3
        least = min((cost_of(raw, path) for path in expected), default=0)
        cheapest = [path for path in expected if cost_of(raw, path) == pytest.approx(least)]
        assert sorted(told(members.all_shortest())) == sorted(cheapest)
        for by in ("dijkstra", *["astar"] * (len(members.starts) == 1)):
            shortest = members.shortest(by=by)
            assert (shortest and shortest.cost) == (pytest.approx(least) if expected else None)
    costs = sorted(cost_of(raw, path) for path in expected)
    assert [path.cost for path in members.in_order()] == pytest.approx(costs)
    best = [members.shortest(), members.shortest(by="sweep"), members.longest(measure="cost")]
    if costs:
        assert [path.cost for path in best] == pytest.approx([costs[0], costs[0], costs[-1]])
    else:
        assert best == [None] * 3


@examples(400)
@given(sets_of_paths(), st.data())
def test_paths_with_conditions_beside_a_listing(tier, asked, data):
    raw, members, expected = asked
    cells = [members.starts[0]] if members.starts is not None else raw.cells
    some = [path for start in cells for path in itertools.islice(oracles.walks(raw, start), 20)]
    check_paths(
        raw, members, expected, data.draw(st.lists(st.sampled_from(list(map(tuple, some))), max_size=5))
    )


def once(path, directed):
    """Return a closed path as what tells it from others: its moves, or its edges."""
    return frozenset(steps_of(path, True) if directed else map(frozenset, steps_of(path, True)))


@examples(100)
@given(raw=small_raws(cells=12, costs=False), data=st.data())
def test_cycles_beside_a_listing(tier, raw, data):
    board = board_of(raw)
    directed = not board._symmetric
    cycles = [cycle for cycle in oracles.simple_cycles(raw) if directed or cycle[1] < cycle[-1]]
    members, expected = conditioned(data.draw, raw, board.cycles(), cycles, True, False)
    assert {once(list(cycle), directed) for cycle in members} == {once(path, directed) for path in expected}
    assert [members.count(by=by) for by in ("auto", "sweep", "list")] == [len(expected)] * 3
    listed = members.list()
    assert len(listed) == len(expected)
    assert [cycle.start for cycle in listed] == sorted(cycle[0] for cycle in expected)
    assert all(cycle in members for cycle in expected)
    assert members.lengths() == dict(sorted(Counter(map(len, expected)).items()))
    longest, shortest, found = members.longest(), members.shortest(), members.find()
    assert (longest and longest.length) == max(map(len, expected), default=None)
    assert (shortest and shortest.length) == min(map(len, expected), default=None)
    assert (found is None) == (not expected)
    assert all(cycle in members for cycle in [*members.sample(3, seed=1), *[found] * bool(expected)])
