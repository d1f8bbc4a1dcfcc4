"""Induced paths and cycles: every verb beside a listing that is filtered, and published numbers."""

import itertools
import json
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
import published
from gridwalk.errors import ArgumentError, GridwalkError, QuestionError, UnsuitableAlgorithmError
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
@pytest.mark.parametrize("moves", [gw.ORTHOGONAL, gw.KING], ids=["rook", "king"])
def test_a_path_ends_at_the_first_exit_wherever_it_starts(name, moves):
    board = gw.Board.rectangle(2, 3, moves=moves)
    cells = list(itertools.product(range(2), range(3)))
    with tier(name):
        for exits in itertools.combinations(cells, 2):
            for starts in ("anywhere", [exits[0]], sorted({exits[1], cells[-1]})):
                paths = board.paths(starts, exits).induced()
                listed = paths.list()
                assert paths.count(by="sweep") == len(listed)
                assert all(not set(map(tuple, path.cells[:-1])) & set(exits) for path in listed)
                assert sorted(map(list, listed)) == sorted(list(paths.unrank(i)) for i in range(len(listed)))


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
    """Listing agrees with the sweep where there are a million paths, and both with counts by length."""
    snakes = gw.Board.rectangle(8, 8).paths().induced()
    assert snakes.count(by="list") == snakes.count(by="sweep") == sum(snakes.lengths().values())
    assert snakes.of_length(20).count() == snakes.lengths()[20]
    assert {path.length for path in snakes.of_length(20).sample(20, seed=2)} == {20}


def test_published_from_corner_to_corner():
    for side, number in published.INDUCED_PATHS_FROM_CORNER_TO_CORNER.items():
        assert gw.Board.rectangle(side, side).paths().induced().count() == number


def test_samples_are_fair():
    snakes = gw.Board.rectangle(4, 4).paths().induced()
    drawn = Counter(tuple(path) for path in snakes.sample(4000, seed=5))
    assert len(drawn) == 20
    assert 130 < min(drawn.values()) <= max(drawn.values()) < 270


@pytest.mark.parametrize("start", ["anywhere", (0, 1), (2, 2)])
def test_a_path_ends_at_the_first_exit(start):
    """Beside a listing: no path goes on through an exit, nor begins at one and goes on."""
    board = gw.Board.rectangle(3, 3)
    for exits in ([(2, 2)], [(1, 2), (2, 2)], [(1, 1), (0, 0)], [(0, 2), (2, 2), (1, 1)], [(1, 0), (1, 2)]):
        snakes = board.paths(start, exits).induced()
        assert snakes.count(by="sweep") == snakes.count(by="list")
        assert {*map(tuple, map(snakes.unrank, range(snakes.count())))} == {*map(tuple, snakes)}


def test_what_is_refused():
    board = gw.Board.rectangle(4, 4)
    snakes = board.paths().induced()
    assert repr(snakes).startswith("<InducedSet: induced paths from (0, 0) to (3, 3), on <Board 4 x 4")
    for verb in ("trace", "distances", "all_shortest"):
        with pytest.raises(QuestionError, match="not answered for induced paths"):
            getattr(snakes, verb)()
    with pytest.raises(QuestionError, match=r"is_empty\(\)"):
        bool(snakes)
    with pytest.raises(AttributeError):
        snakes.no_such_verb  # noqa: B018
    with pytest.raises(ArgumentError):
        snakes.count(by="halves")
    with pytest.raises(GridwalkError):
        snakes.unrank(20)
    with pytest.raises(QuestionError, match="a listing of induced paths has not"):
        iter(board.paths().within(keep="x").induced())
    with pytest.raises(gw.TimeLimitError):
        gw.Board.rectangle(14, 14).paths().induced().within(1e-9).count()
    with pytest.raises(gw.MemoryLimitError):
        gw.Board.rectangle(14, 14).paths().induced().within(memory=2 << 20).count(by="sweep")
    with pytest.raises(gw.errors.HopelessError):
        gw.Board.rectangle(200, 200).paths().induced().count()
    costly = gw.Board.rectangle(3, 3, costs=np.arange(9).reshape(3, 3) + 1)
    with pytest.raises(UnsuitableAlgorithmError, match="list them"):
        costly.cycles().induced().shortest()


def test_a_path_that_the_definition_excludes():
    snakes = gw.Board.rectangle(3, 3).paths().avoiding((0, 0)).induced()
    assert (snakes.count(), snakes.lengths(), snakes.find()) == (0, {}, None)
    assert snakes.list() == snakes.sample(2) == []
    assert snakes.why_empty() == "every path begins at (0, 0), which it must avoid"


def test_a_shortest_path_is_not_always_induced():
    """A move from the exit to the start is a chord; a way round a costly cell may pass beside itself."""
    back = gw.Board.rectangle(1, 3, moves=gw.Moves([(0, 1), (0, -2)]))
    assert back.paths().shortest().length == 2
    assert back.paths().induced().shortest() is None
    round_it = gw.Board.rectangle(2, 3, costs=[[1, 9, 1], [1, 1, 1]], exits=[(0, 2)])
    assert round_it.paths().induced().shortest().cost == 4


@pytest.mark.parametrize(
    ("words", "out"),
    [
        (("count", "8x8", "--induced"), "1008708\n"),
        (("count", "3x3", "--induced", "--lengths"), "4 6\n"),
        (("count", "6x6", "--induced", "--cycles"), "3436\n"),
        (("count", "4x4", "--induced", "--length", "6"), "20\n"),
        (("list", "3x3", "--induced", "--lines", "-n", "1"), "(0,0) (0,1) (0,2) (1,2) (2,2)\n"),
        (("find", "2x2", "--induced", "--lines"), "0,0\n0,1\n1,1\n"),
        (("shortest", "2x2", "--induced", "--lines"), "0,0\n0,1\n1,1\n"),
    ],
)
def test_on_the_command_line(run, words, out):
    assert run(*words)[:2] == (0, out)


def test_more_on_the_command_line(run, tmp_path):
    status, out, _ = run("longest", "5x5", "--induced", "--from", "anywhere", "--to", "anywhere", "--json")
    assert (status, json.loads(out)["length"]) == (0, 16)
    assert len(run("sample", "8x8", "--induced", "--seed", "1", "-n", "3", "--lines")[1].splitlines()) == 3
    assert json.loads(run("count", "8x8", "--induced", "--json")[1])["count"] == 1008708
    file = tmp_path / "parted.txt"
    file.write_text("S#E\n")
    assert run("find", file, "--induced")[0] == 1


@pytest.mark.parametrize(
    "words",
    [
        ("count", "4x4", "--induced", "--tour"),
        ("count", "4x4", "--induced", "--layers"),
        ("find", "4x4", "--induced", "--by", "bfs"),
        ("longest", "4x4", "--induced", "--gap", "2%"),
        ("shortest", "4x4", "--induced", "--nearest"),
    ],
)
def test_options_that_do_not_go_with_it(run, words):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert "error" in err
    assert len(err.splitlines()) == 1


def test_given_numbers_of_cells_are_estimated_too():
    some = gw.Board.rectangle(8, 8).paths().induced().longer_than(20).shorter_than(31)
    assert float(some.estimate_count(states=2_000, seed=1).value) == pytest.approx(some.count(), rel=0.2)
