"""One path of a set with conditions, its first paths, cycles one by one: naive lists, and wide boards."""

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import TimeLimitError, UnsuitableAlgorithmError
from gridwalk.planner import single, swept


@pytest.mark.parametrize("most", [1, 2])
def test_where_none_has_the_length_none_is_shortest(most):
    """A step of these moves would be diagonal, but none is ever legal."""
    cycles = gw.Board.rectangle(3, 1, moves=gw.Moves(((1, 0), (1, 1))), wrap="rows").cycles()
    assert [cycle.length for cycle in cycles] == [3]
    assert cycles.shorter_than(most + 1).shortest() is cycles.longer_than(3).shortest() is None
    none = gw.Board.rectangle(1, 1, moves=gw.Moves(((1, 0), (-1, 1))), wrap="columns").cycles()
    assert none.shortest() is None  # though costs may differ by direction
    dear = gw.Board.rectangle(2, 3, costs=[[1, 2, 3], [4, 5, 6]])
    assert dear.paths().of_length(2).shortest() is dear.cycles().shorter_than(4).shortest() is None
    with pytest.raises(UnsuitableAlgorithmError, match="only moves can be counted"):
        gw.Board.rectangle(3, 3, costs=np.arange(1, 10).reshape(3, 3)).paths().of_length(8).shortest()


FAR = gw.Board.rectangle(30, 30)
WIDE = gw.Board.rectangle(100, 100)
ONE_WAY = gw.Board.rectangle(40, 40, one_way={(20, 5): (0, 1), (20, 6): (0, 1)})
SETS = {
    "through a cell": FAR.paths().through((3, 20)),
    "through two": WIDE.paths().through((3, 20), (90, 4)),
    "through a corner": WIDE.paths().through((0, 99)),
    "one way": ONE_WAY.paths().through((20, 6), (39, 0)),
    "given length": gw.Board.rectangle(12, 12).paths().of_length(22),
    "a little longer": WIDE.paths().of_length(202),
    "long": FAR.paths().longer_than(300),
    "three": WIDE.paths().through((3, 20), (90, 4), (50, 50)),
    "king": gw.Board.rectangle(40, 40, moves=gw.KING).paths().through((0, 39)).shorter_than(200),
    "cycle": FAR.cycles(),
    "cycle of a wide board": WIDE.cycles(),
    "cycle through a cell": FAR.cycles().through((3, 20)),
    "cycle of given length": WIDE.cycles().of_length(12),
    "knight's cycle": gw.Board.rectangle(30, 30, moves=gw.KNIGHT).cycles(),
}


@pytest.mark.parametrize("name", SETS)
def test_what_no_sweep_finds_in_a_lifetime_is_found(name, never):
    never(swept, "all_paths")
    paths = SETS[name]
    assert paths.find() in paths
    # Of paths through cells only one can be had at once.
    first = paths.list(3) if paths._question.closed or not paths._question.required else [paths.find()]
    assert all(path in paths for path in first)
    assert len(set(first)) == len(first)


def test_shortest_where_the_shortest_of_all_is_in_the_set():
    assert WIDE.paths().of_length(198).shortest().length == 198
    assert WIDE.paths().through((0, 1), (99, 98)).shorter_than(199).find().length == 198
    assert WIDE.cycles().shortest().length == 4
    assert gw.Board.rectangle(30, 30, moves=gw.KNIGHT).cycles().shortest().length == 4


def test_a_sweep_takes_over_where_a_listing_is_long(spy, tune):
    """Every path is listed before the only ones that fit, unless a sweep finds them."""
    tune(find_patience=10, find_patience_per_cell=0, find_hedge=0)
    spy(single.visiting, "find_in_legs", lambda *_: None)
    paths = gw.Board.rectangle(7, 7).paths().through((0, 6), (6, 0))
    found = paths.find()
    assert found in paths
    assert found.by == "sweep"


def test_what_is_found_counts_members_only():
    paths = FAR.paths().longer_than(300).shorter_than(600).within(0.3)
    handed = []
    with pytest.raises(TimeLimitError) as late:
        handed.extend(paths)
    assert late.value.found == len(handed)  # what `extend` was handed until then
    assert all(path in paths for path in handed[:20])
