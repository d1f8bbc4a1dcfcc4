"""Disjoint paths between pairs of cells, beside a listing of all pairs of paths."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.errors import CallError, InputError, QuestionError, UnsuitableAlgorithmError
from gridwalk.runtime.slices import tier
from profiles import examples
from strategies import DABBABA, KING, KNIGHT, ORTHOGONAL, board_of, custom_stencils, raws, shapes


def boards():
    sparse = st.one_of(st.sampled_from((ORTHOGONAL, ORTHOGONAL, KNIGHT, DABBABA)), custom_stencils(4))
    return st.one_of(
        raws(shapes(4, 4, 12), sparse, costs=False), raws(shapes(3, 3, 9), st.just(KING), costs=False)
    )


@pytest.mark.parametrize("name", ["python", "compiled"])
@examples(100)
@given(raw=boards(), data=st.data())
def test_beside_a_listing(name, raw, data):
    wanted = data.draw(st.integers(1, 3))
    if len(raw.cells) < 2 * wanted:
        return
    ends = data.draw(st.permutations(raw.cells))[: 2 * wanted]
    pairs = list(zip(ends[::2], ends[1::2], strict=True))
    fill, board = data.draw(st.booleans()), board_of(raw)
    lists = [list(oracles.simple_paths(raw, start, [exit_])) for start, exit_ in pairs]

    def keeps(some):
        cells = sum(map(len, some))
        return len(set().union(*some)) == cells and (not fill or cells == len(raw.cells))

    expected = [some for some in itertools.product(*lists) if keeps(some)]
    with tier(name):
        paths = board.path_pairs(*pairs, fill=fill)
        assert paths.count() == len(expected)
        assert paths.is_empty() == (not expected)
        found = [tuple(map(list, some)) for some in paths]
        assert sorted(found) == sorted(expected)
        assert all(tuple(map(list, some)) in expected for some in paths.sample(5, seed=1))
    assert all(some in paths for some in expected)
    some_of_all = itertools.islice(itertools.product(*lists), 20)
    assert not any(some in paths for some in some_of_all if some not in expected)
    if board._step_costs.are_equal:
        shortest = paths.shortest()
        least = min((sum(map(len, some)) for some in expected), default=None)
        assert (shortest and sum(len(list(path)) for path in shortest)) == least
    else:
        with pytest.raises(UnsuitableAlgorithmError, match="only moves"):
            paths.shortest()


def test_one_pair_is_a_path():
    board = gw.Board.rectangle(6, 6)
    assert board.path_pairs(((0, 0), (5, 5))).count() == board.paths().count()
    assert board.path_pairs(((0, 0), (5, 0)), fill=True).count() == board.tours((0, 0), (5, 0)).count()


def test_pairs_read_backwards_are_as_many():
    board = gw.Board.rectangle(6, 6)
    first, second = ((0, 0), (0, 5)), ((5, 0), (5, 5))
    assert board.path_pairs(first, second).count() == board.path_pairs(second[::-1], first).count() == 1297169


def test_what_is_refused():
    board = gw.Board.rectangle(4, 4)
    both = board.path_pairs(("a4", "d4"), ("a1", "d1"))
    assert repr(both).startswith("<DisjointPaths: disjoint simple paths from (0, 0) to (0, 3)")
    for pairs in ((), (((0, 0), (0, 0)),), (((0, 0), (0, 1)), ((0, 1), (0, 2))), ((0, 0),), (3,)):
        with pytest.raises(InputError):
            board.path_pairs(*pairs)
    with pytest.raises(CallError, match=r"say path_pairs\(\*pairs\)"):
        board.path_pairs([("a4", "d4"), ("a1", "d1")])
    with pytest.raises(QuestionError, match=r"is_empty\(\)"):
        bool(both)
    assert [both, None] != both
    assert 3 not in both
    assert [[(0, 0)], [(9, 9)]] not in both
    large = gw.Board.rectangle(12, 12).path_pairs(((0, 0), (0, 11)), ((11, 0), (11, 11)))
    with pytest.raises(gw.TimeLimitError):
        large.within(1e-9).count()
    with pytest.raises(gw.MemoryLimitError):
        large.within(memory=2 << 20).count()


def test_on_the_command_line(run):
    assert run("puzzle", "6x6", "--pair", "0,0:0,5", "--pair", "5,0:5,5", "--count") == (0, "1297169\n", "")
    status, out, _ = run("puzzle", "4x4", "--pair", "a4:d4", "--pair", "b2:c2", "--fill", "--count", "--json")
    facts = json.loads(out)
    assert (status, facts["count"], facts["pairs"][1]) == (0, 9, [[2, 1], [2, 2]])


@pytest.mark.parametrize(
    "words",
    [
        ("--fill",),
        ("--pair", "0,0"),
        ("--pair", "0,0:0,0"),
        ("--pair", "0,0:3,3", "--through-edge", "1,1:1,2"),
        ("--pair", "0,0:3,3", "--each-end"),
        ("--pair", "0,0:3,3", "--to", "1,1"),
        ("--pair", "0,0:3,3", "--tour"),
        ("--pair", "0,0:3,3", "--layers"),
        ("--pair", "0,0:9,9"),
    ],
)
def test_options_that_do_not_go_with_pairs(run, words):
    status, out, err = run("count", "4x4", *words)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert "error" in err
