"""Tours past numbered cells, beside a plain search for all tours."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.allpaths.families.numbered import Counter as Numbers
from gridwalk.allpaths.families.numbered import NumberedPaths
from gridwalk.allpaths.frontier import Graph, Sweep
from gridwalk.allpaths.values import Counts
from gridwalk.errors import HopelessError, MemoryLimitError, TimeLimitError
from gridwalk.planner import cellkinds
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import tier
from profiles import examples
from strategies import KING, KNIGHT, ORTHOGONAL, board_of, custom_stencils, raws, shapes


def boards():
    sparse = st.one_of(st.sampled_from((ORTHOGONAL, ORTHOGONAL, KNIGHT)), custom_stencils(4))
    return st.one_of(
        raws(shapes(5, 4, 16), sparse, costs=False), raws(shapes(3, 3, 9), st.just(KING), costs=False)
    )


def order_of(data, tour):
    return [cell for cell in tour if data.draw(st.integers(0, 3)) == 0] or tour[:1]


def steps_of(data, tour):
    return {cell: step for step, cell in enumerate(tour, 1) if data.draw(st.integers(0, 3)) == 0} or {
        tour[-1]: len(tour)
    }


@pytest.mark.parametrize("name", ["python", "compiled"])
@examples(120)
@given(raw=boards(), data=st.data())
def test_beside_all_tours(name, raw, data):
    board, cells = board_of(raw), sorted(raw.cells)
    if len(cells) < 2:
        return
    ends = st.none() | st.lists(st.sampled_from(cells), min_size=1, max_size=3, unique=True)
    starts, exits = data.draw(ends), data.draw(ends)
    expected = [tour for start in starts or cells for tour in oracles.open_tours(raw, start, exits)]
    base = data.draw(st.sampled_from(expected)) if expected else data.draw(st.permutations(cells))
    tours, every = board.tours(starts, exits), expected
    for kind in data.draw(st.sampled_from(("order", "steps", "order steps", "order order"))).split():
        if kind == "order":
            order = order_of(data, base)
            tours = tours.visiting(order)
            expected = [tour for tour in expected if [cell for cell in tour if cell in order] == order]
        else:
            steps = steps_of(data, base)
            tours = tours.numbered(steps)
            expected = [
                tour for tour in expected if all(tour[step - 1] == cell for cell, step in steps.items())
            ]
    with tier(name):
        found = [list(tour) for tour in tours]
        assert sorted(found) == sorted(expected)
        assert tours.count() == len(expected)
        assert tours.is_unique() == (len(expected) == 1)
        assert tours.is_empty() == (not expected)
        assert [tours.rank(tour) for tour in found] == list(range(len(found)))
        assert all(list(tour) in expected for tour in tours.sample(5, rng=1))
        one, best = tours.find(), tours.longest()
        assert (one is None) == (best is None) == (not expected)
        assert one is None or list(one) in expected
    assert all((tour in tours) == (tour in expected) for tour in every)
    assert tours.lengths() == ({len(cells) - 1: len(expected)} if expected else {})


def test_conditions_hold_together():
    tours = gw.Board.rectangle(4, 5).tours().visiting([(0, 0), (3, 4)])
    edge = ((1, 1), (1, 2))
    with_it, without = tours.through_edges(edge), tours.avoiding_edges(edge)
    assert 0 < with_it.count() < tours.count() == with_it.count() + without.count()
    assert all(edge in pairwise(sorted(tour)) or set(edge) <= set(tour) for tour in with_it)
    assert tours.avoiding((0, 1)).count() == 0
    assert tours.of_length(19).count() == tours.count()
    assert tours.of_length(18).count() == 0
    assert (
        tours.numbered({(0, 0): 1}).numbered({(3, 4): 20}).count()
        == gw.Board.rectangle(4, 5).tours((0, 0), (3, 4)).count()
    )
    assert gw.count_many([with_it, without]) == [with_it.count(), without.count()]
    assert sorted(map(list, tours.in_order())) == sorted(map(list, tours))
    assert tours.rank([(0, 0)]) is None


@pytest.mark.long
def test_large_counts():
    board = gw.Board.rectangle(13, 13)
    tours = board.tours((0, 0), (12, 12))
    past = tours.visiting([(0, 0), (12, 12)])
    number = past.count()
    assert number == tours.count() > 1 << 64
    assert past.estimate_count(states=2000, runs=12, rng=1).value == pytest.approx(number, rel=0.5)
    path = past.unrank(number // 3)
    assert past.rank(path) == number // 3
    assert path in tours


def states(family):
    sweep = Sweep(family, NO_LIMITS.watch(), MemoryBudget(1 << 32))
    for _ in sweep.run(Counts()):
        pass
    return sweep.states_so_far


def square(side):
    right = [(u, u + 1) for u in range(side * side) if u % side < side - 1]
    return Graph.plain(side * side, np.array([*right, *((u, u + side) for u in range(side * (side - 1)))]))


def test_number_of_states():
    """Equal states that are not merged show only here, because counts stay right."""
    order = Numbers({0: 1, 10: 2, 28: 3, 21: 4, 35: 5}, every=False)
    assert states(NumberedPaths(square(6), 0, 35, [order], range(36))) == 944
    steps = Numbers({0: 1, 14: 9, 21: 16, 35: 36}, every=True)
    assert states(NumberedPaths(square(6), 0, 35, [steps], range(36))) == 549
    tours = gw.Board.rectangle(6, 6).tours().visiting(["a6", "e5", "e2", "d3", "f1"])
    assert states(tours._cells.sweep().members.family) == 8324


def test_limits(monkeypatch):
    def past(side, *cells):
        return gw.Board.rectangle(side, side).tours().visiting([(0, 0), *cells])

    with pytest.raises(HopelessError, match="cut through 6"):
        past(62, (61, 61)).count()
    far = gw.Board.rectangle(16, 30).tours().numbered({(0, 0): 1, (15, 29): 480})
    with pytest.raises(HopelessError, match="479 steps apart"):
        far.count()
    with pytest.raises(MemoryLimitError):
        past(18, (17, 17)).within(memory="2MB").count()
    with pytest.raises(TimeLimitError):
        past(18, (17, 17)).within(0.01).count()
    monkeypatch.setattr(cellkinds, "MOST_STATES", 1000)
    with pytest.raises(HopelessError, match=r"within\(seconds=600\) gives.*more than 1,000 states"):
        past(8).count()
