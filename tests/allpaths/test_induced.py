"""Induced paths and cycles: every method compared with a filtered listing, and published numbers."""

import itertools
import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
import published
from gridwalk.errors import UnsuitableAlgorithmError
from gridwalk.runtime.slices import tier
from profiles import examples
from strategies import DABBABA, KING, KNIGHT, ORTHOGONAL, asked, custom_stencils, raws, shapes

TIERS = ("python", "compiled")


def questions():
    sparse = st.one_of(st.sampled_from((ORTHOGONAL, ORTHOGONAL, KNIGHT, DABBABA)), custom_stencils(4))
    small = raws(shapes(4, 4, 12), sparse)
    return asked(st.one_of(small, small, raws(shapes(3, 3, 9), st.just(KING))))


def check_paths(paths, expected, data):
    """Compare every verb with the list *expected*, in order."""
    assert [list(path) for path in paths] == expected
    assert [list(path) for path in paths.list(3)] == expected[:3]
    assert [paths.count(by=by) for by in ("auto", "sweep", "list")] == [len(expected)] * 3
    assert paths.lengths() == dict(sorted(Counter(len(path) - 1 for path in expected).items()))
    assert paths.is_empty() == (not expected)
    longest, found = paths.longest(), paths.find()
    assert (longest and longest.length) == max((len(path) - 1 for path in expected), default=None)
    assert all(path is None or list(path) in expected for path in (longest, found))
    assert (found is None) == (not expected)
    ranked = [list(paths.unrank(rank)) for rank in range(len(expected))]
    assert sorted(ranked) == sorted(expected)
    assert [paths.rank(path) for path in ranked] == list(range(len(expected)))
    assert all(list(path) in expected for path in paths.sample(5, seed=1))
    assert all(path in paths for path in expected)


@pytest.mark.parametrize("name", TIERS)
@examples(100)
@given(question=questions(), data=st.data())
def test_paths_beside_a_listing(name, question, data):
    raw, board = question.raw, question.board
    ends = ("one", "exits"), ("some", "exits"), ("any", "exits"), ("one", "any"), ("any", "any")
    starts, exits = data.draw(st.sampled_from(ends))
    some = sorted({question.start, *question.exits})  # a path from an exit has no move
    begins = {"one": [question.start], "some": some, "any": raw.cells}[starts]
    lists = [
        oracles.simple_paths(raw, start, question.exits) if exits == "exits" else oracles.walks(raw, start)
        for start in begins
    ]
    every = [path for some in lists for path in some]
    visits = data.draw(st.sets(st.sampled_from(raw.cells), max_size=2)) if data.draw(st.booleans()) else set()
    avoids = data.draw(st.sets(st.sampled_from(raw.cells), max_size=1)) if data.draw(st.booleans()) else set()
    edges = [(u, v) for u, near in oracles.graph(raw).items() for v in near]
    edge = data.draw(st.sampled_from([None, None, *edges]))
    through = data.draw(st.booleans())
    fewest, most = data.draw(st.sampled_from(((0, 99), (0, 99), (3, 5), (2, 99), (0, 4))))
    paths = board.paths(
        "anywhere" if starts == "any" else begins, None if exits == "exits" else "anywhere"
    ).induced()
    paths = paths.through(*visits) if visits else paths
    paths = paths.avoiding(*avoids) if avoids else paths
    if edge:
        paths = paths.through_edges(edge) if through else paths.avoiding_edges(edge)
    paths = paths if (fewest, most) == (0, 99) else paths.longer_than(fewest - 1) if fewest else paths
    paths = paths if most == 99 else paths.shorter_than(most + 1)

    def keeps(path):
        taken = {frozenset(move) for move in itertools.pairwise(path)}
        return (
            oracles.is_induced(raw, path)
            and visits <= set(path)
            and not avoids & set(path)
            and (edge is None or (frozenset(edge) in taken) == through)
            and fewest <= len(path) - 1 <= most
        )

    expected = [path for path in every if keeps(path)]
    with tier(name):
        check_paths(paths, expected, data)
    assert not any(path in paths for path in every if path not in expected)
    costs = [
        math.fsum(oracles.cost_of_move(raw, *move) for move in itertools.pairwise(path)) for path in expected
    ]

    shortest = paths.shortest()
    assert (shortest and shortest.cost) == (pytest.approx(min(costs)) if costs else None)


@pytest.mark.parametrize("name", TIERS)
@examples(100)
@given(question=questions(), data=st.data())
def test_cycles_beside_a_listing(name, question, data):
    raw, board = question.raw, question.board
    every = [cycle for cycle in oracles.simple_cycles(raw) if cycle[1] < cycle[-1] or not board._symmetric]
    visits = data.draw(st.sets(st.sampled_from(raw.cells), max_size=1))
    cycles = board.cycles().induced().through(*visits) if visits else board.cycles().induced()
    expected = [
        list(cycle) for cycle in every if oracles.is_induced(raw, cycle, closed=True) and visits <= set(cycle)
    ]
    with tier(name):
        assert sorted(list(cycle) for cycle in cycles) == sorted(expected)
        assert cycles.count() == cycles.count(by="list") == len(expected)
        assert cycles.lengths() == dict(sorted(Counter(map(len, expected)).items()))
        longest = cycles.longest()
        assert (longest and longest.length) == max(map(len, expected), default=None)
        assert all(list(cycle) in expected for cycle in (longest, cycles.find()) if cycle is not None)
        if board._symmetric:
            assert cycles.count(by="sweep") == len(expected)
            ranked = [list(cycles.unrank(rank)) for rank in range(len(expected))]
            assert sorted(ranked) == sorted(expected)
            assert [cycles.rank(cycle) for cycle in ranked] == list(range(len(expected)))
        else:
            with pytest.raises(UnsuitableAlgorithmError, match="no reverse"):
                cycles.count(by="sweep")


def test_published_numbers():
    for side, number in published.INDUCED_CYCLES_OF_SQUARE.items():
        assert gw.Board.rectangle(side, side).cycles().induced().count(by="sweep") == number
    for side, cells in published.LONGEST_SNAKE_IN_SQUARE.items():
        snakes = gw.Board.rectangle(side, side).paths("anywhere", "anywhere").induced()
        assert snakes.longest().length + 1 == cells
    for length, number in published.INDUCED_PATHS_OF_LADDER.items():  # here once per direction
        snakes = gw.Board.rectangle(2, length).paths("anywhere", "anywhere").induced()
        assert snakes.longer_than(0).count(by="sweep") == 2 * number
    for side, number in published.INDUCED_CYCLES_OF_ROOK_GRAPH.items():
        rooks = gw.Board.rectangle(side, side, moves=gw.rider(*ORTHOGONAL, reach=side - 1))
        assert rooks.cycles().induced().count() == rooks.cycles().induced().count(by="sweep") == number
    for side, number in published.INDUCED_PATHS_OF_ROOK_GRAPH.items():
        rooks = gw.Board.rectangle(side, side, moves=gw.rider(*ORTHOGONAL, reach=side - 1))
        paths = rooks.paths("anywhere", "anywhere").induced().longer_than(0)
        assert paths.count(by="sweep") == 2 * number


def test_a_large_count():
    """Listing, the sweep and counts by length agree for a million paths."""
    snakes = gw.Board.rectangle(8, 8).paths().induced()
    assert snakes.count(by="list") == snakes.count(by="sweep") == sum(snakes.lengths().values())
    assert snakes.of_length(20).count() == snakes.lengths()[20]
    assert {path.length for path in snakes.of_length(20).sample(20, seed=2)} == {20}


def test_published_from_corner_to_corner():
    for side, number in published.INDUCED_PATHS_FROM_CORNER_TO_CORNER.items():
        assert gw.Board.rectangle(side, side).paths().induced().count() == number


def test_limits():
    with pytest.raises(gw.TimeLimitError):
        gw.Board.rectangle(14, 14).paths().induced().within(1e-9).count()
    with pytest.raises(gw.MemoryLimitError):
        gw.Board.rectangle(14, 14).paths().induced().within(memory=2 << 20).count(by="sweep")
    with pytest.raises(gw.errors.HopelessError):
        gw.Board.rectangle(200, 200).paths().induced().count()


def test_a_path_that_the_definition_excludes():
    snakes = gw.Board.rectangle(3, 3).paths().avoiding((0, 0)).induced()
    assert (snakes.count(), snakes.lengths(), snakes.find()) == (0, {}, None)
    assert snakes.list() == snakes.sample(2) == []
    assert snakes.why_empty() == "every path begins at (0, 0), which it must avoid"


def test_a_shortest_path_is_not_always_induced():
    """A move from the exit to the start is a chord; a way round an expensive cell may have one, too."""
    back = gw.Board.rectangle(1, 3, moves=gw.Moves([(0, 1), (0, -2)]))
    assert back.paths().shortest().length == 2
    assert back.paths().induced().shortest() is None
    round_it = gw.Board.rectangle(2, 3, costs=[[1, 9, 1], [1, 1, 1]], exits=[(0, 2)])
    assert round_it.paths().induced().shortest().cost == 4
