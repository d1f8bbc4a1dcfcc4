"""Paths in order of cost or length, against the sorted list of all paths from the oracle."""

from fractions import Fraction
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.board.checks import exact_sums
from gridwalk.errors import LimitError, MemoryLimitError, TimeLimitError
from gridwalk.listing.in_order import OrderedListing
from gridwalk.runtime import slices
from profiles import examples
from published import ROOK_PATHS
from strategies import KING, KNIGHT, ORTHOGONAL, Question, asked, raws, shapes, small_questions

NUMBER = 3000  # of paths that an example may have
CLOSE = 1e-10


def costly_questions():
    """Small boards with costs, one-way cells, walls between cells, and sides that meet."""
    return asked(
        st.one_of(
            raws(shapes(4, 5), st.just(ORTHOGONAL)),
            raws(shapes(4, 4, 9), st.sampled_from((KING, KING[::-1]))),
            raws(shapes(4, 4), st.just(KNIGHT)),
        )
    )


@st.composite
def whole_questions(draw):
    """A question with several starts, cells to visit and to avoid, and a range of lengths."""
    question = draw(st.one_of(small_questions(), costly_questions()))
    cell = st.sampled_from(question.raw.cells)
    starts = sorted(draw(st.sets(cell, min_size=1, max_size=3)))
    visit, avoid = draw(st.sets(cell, max_size=3)), draw(st.sets(cell, max_size=1))
    least, most = draw(st.sampled_from((0, 0, 3))), draw(st.sampled_from((10, 30, 30)))
    return question, starts, sorted(visit), sorted(avoid), least, most


def cost_of(raw, path) -> Fraction | float:
    """The cost of a path: exact, or for diagonals without costs a float, precise enough for small boards."""
    if raw.costs is not None:
        return sum((Fraction(raw.costs[r][c]) for r, c in path[1:]), Fraction(0))
    diagonals = sum(oracles.cost_of_move(raw, u, v) != 1 for u, v in pairwise(path))
    return len(path) - 1 - diagonals + diagonals * 2**0.5


def is_exact(raw) -> bool:
    return raw.costs is None or exact_sums(np.array(raw.costs)[np.array(raw.open_cells)])


def listed(raw, starts, exits, visit=(), avoid=(), least=0, most=10**9):
    """All paths by the oracle, depth-first, start by start; examples with too many paths are skipped."""
    found = []
    for start in starts:
        every = list(islice(oracles.simple_paths(raw, start, exits), NUMBER))
        assume(len(every) < NUMBER)
        for path in every:
            if set(visit) <= set(path) and not set(avoid) & set(path) and least <= len(path) - 1 <= most:
                found.append(path)
    return found


@pytest.fixture(params=["ample", "scarce"])
def room(request, tune):
    """Scarce: short arrays that must grow often, and a tree that keeps almost no node.  Or the defaults."""
    if request.param == "scarce":
        tune(order_first_nodes=40, order_first_heap=40, order_first_steps=2, order_kept_nodes=3)


@examples(200)
@given(question=small_questions())
def test_the_order_is_that_of_the_sorted_list(tier, room, question: Question):
    raw = question.raw
    expected = listed(raw, [question.start], question.exits)
    paths = question.board.paths()
    assert [list(path) for path in paths.in_order(measure="length")] == sorted(expected, key=len)
    by_cost = sorted(expected, key=lambda path: cost_of(raw, path))
    assert [list(path) for path in paths.in_order()] == by_cost


@examples(200)
@given(asking=whole_questions())
def test_every_kind_of_question(tier, room, asking):
    question, starts, visit, avoid, least, most = asking
    raw = question.raw
    expected = listed(raw, starts, question.exits, visit, avoid, least, most)
    paths = question.board.paths(starts, list(question.exits))
    if visit:
        paths = paths.through(visit)
    if avoid:
        paths = paths.avoiding(avoid)
    if (least, most) != (0, 30):
        paths = paths.longer_than(least - 1) if least else paths
        paths = paths.shorter_than(most + 1)
    ordered_paths = list(paths.in_order())
    assert [list(path) for path in paths.in_order(measure="length")] == sorted(expected, key=len)
    costs = sorted(cost_of(raw, path) for path in expected)
    if is_exact(raw):
        expected.sort(key=lambda path: cost_of(raw, path))
        assert [list(path) for path in ordered_paths] == expected
        assert sum(path.proved for path in ordered_paths) == sum(cost == costs[0] for cost in costs)
    else:
        assert sorted(map(list, ordered_paths)) == sorted(expected)
        assert np.allclose([path.cost for path in ordered_paths], list(map(float, costs)), rtol=CLOSE)
    for path in ordered_paths[:20]:
        assert path in paths
        assert path.by == "lawler"


@examples(80)
@given(question=costly_questions(), slack=st.sampled_from((0, 1, 2.5, "10%", "50 %", 2**0.5 * 2 - 2)))
def test_nearly_shortest_takes_all_within_the_slack(tier, question: Question, slack):
    raw = question.raw
    expected = listed(raw, [question.start], question.exits)
    for measure, value in (
        ("cost", lambda path: float(cost_of(raw, path))),
        ("length", lambda path: len(path) - 1),
    ):
        values = sorted(map(value, expected))
        near = list(question.board.paths().nearly_shortest(slack, measure=measure))
        if not values:
            assert near == []
            continue
        more = values[0] * float(slack.rstrip("% ")) / 100 if isinstance(slack, str) else slack
        within = [one for one in values if one <= (values[0] + more) * (1 + CLOSE)]
        assert np.allclose(sorted(value(list(path)) for path in near), within, rtol=CLOSE)


def test_the_first_is_the_shortest_and_only_ties_are_proved():
    paths = gw.Board.rectangle(4, 4).paths()
    found = list(paths.in_order())
    assert found[0].length == paths.shortest().length
    assert found[0].best == "cost"
    assert [path.proved for path in found] == [path.length == 6 for path in found]
    assert len(found) == len(set(found)) == ROOK_PATHS[4]
    near = list(paths.all_shortest())
    assert set(paths.nearly_shortest(0)) == set(near)


def test_the_two_tiers_list_the_same():
    rng = np.random.default_rng(3)
    board = gw.make("percolation", 12, 12, seed=rng, walls=0.2).replace(costs=rng.integers(1, 9, (12, 12)))
    found = []
    for name in ("python", "compiled"):
        with slices.tier(name):
            found.append([list(path) for path in islice(board.paths().in_order(), 300)])
    assert found[0] == found[1]
    assert len(found[0]) == 300


def test_large_boards_answer_lazily():
    board = gw.Board.rectangle(200, 200)
    assert [path.length for path in islice(board.paths().in_order(), 10)] == [398] * 10
    assert next(board.paths().through((0, 199), (199, 0)).in_order()).length == 796


@pytest.mark.parametrize("moves", [gw.ORTHOGONAL, gw.KING], ids=["rook", "king"])
def test_one_move_may_meet_two_conditions(moves, tier):
    """A required edge visits the required cells at its ends."""
    board = gw.Board.rectangle(2, 4, moves=moves)
    paths = board.paths([(0, 0), (1, 0)], [(0, 3), (1, 2)])
    for row in range(2):
        for edge in (((row, 1), (row, 2)), ((0, 1), (1, 1)), ((0, row), (0, row + 1))):
            for cells in (edge[:1], edge[1:], edge):
                some = paths.through_edges(edge).through(*cells)
                listed = sorted(some, key=len)
                for measure in ("length", "cost"):
                    in_order = list(some.in_order(measure=measure))
                    assert sorted(map(list, in_order)) == sorted(map(list, listed))
                assert [len(path) for path in some.in_order(measure="length")] == [*map(len, listed)]


def test_a_cut_off_room_costs_nothing(spy):
    """Dead ends and rooms behind one cell are not in the graph that is searched."""
    board = gw.Board.from_text("S...E\n#.###\n.....\n.....\n.....")
    made = spy(OrderedListing, "_begin")
    assert [path.length for path in board.paths().in_order()] == [4]
    assert sorted(set(made[0][0].walks.tail.tolist())) == [0, 1, 2, 3, 4, board.size]


def test_costs_of_every_size_stay_in_order():
    """Starts with very different costs: sums must not contain the cost of a start, or they lose precision."""
    costs = [[2.0**40, 0.3, 0.7], [0.1, 0.2, 0.4], [0.6, 0.5, 0.9]]
    paths = gw.Board.rectangle(3, 3, costs=costs).paths([(0, 0), (2, 0)], [(2, 2)])
    found = [path.cost for path in paths.in_order()]
    small = [cost for cost in found if cost < 100]
    assert small == sorted(small) == found[: len(small)]
    assert len(found) == paths.count() > len(small) > 10
    assert next(paths.in_order()).cost == paths.shortest().cost


def test_diagonals_are_compared_exactly():
    paths = gw.Board.rectangle(3, 4, moves=gw.KING).paths()
    found = list(paths.in_order())
    costs = [path.cost for path in found]
    assert costs == sorted(costs)
    assert len(found) == paths.count()
    assert len(list(paths.nearly_shortest(found[40].cost - found[0].cost))) == sum(
        cost <= found[40].cost for cost in costs
    )


# --------------------------------------------------------------------- limits, and what is refused


def test_by_cost_the_memory_given_is_an_end():
    costs = np.random.default_rng(5).random((30, 30)) + 0.1
    paths = gw.Board.rectangle(30, 30, costs=costs).paths()
    with pytest.raises(MemoryLimitError, match="branches of the paths listed so far"):
        list(islice(paths.within(memory=1 << 20).in_order(), 10_000))


def test_a_board_for_which_there_is_no_memory_is_refused_at_once():
    with pytest.raises(LimitError, match="the graph of the board needs"):
        next(gw.Board.rectangle(300, 300).paths().within(memory=1 << 20).in_order())


def test_the_time_given_covers_the_whole_iteration(ticks):
    paths = gw.Board.rectangle(40, 40).paths().within(200)
    with pytest.raises(TimeLimitError) as late:
        for _ in paths.in_order():
            pass
    assert late.value.found > 0


def test_sets_known_to_be_empty_are_empty():
    board = gw.Board.from_text("S#E")
    assert list(board.paths().in_order()) == list(board.paths().nearly_shortest(5)) == []
    assert list(gw.Board.rectangle(3, 3).paths().avoiding((0, 0)).in_order()) == []
    alone = gw.Board.rectangle(1, 1).paths()
    assert [list(path) for path in alone.in_order()] == [[(0, 0)]]


# ------------------------------------------------------------------------------- command line


@pytest.mark.parametrize("starts", ["anywhere", (0, 0), [(0, 0), (2, 1)]])
@pytest.mark.parametrize("exits", ["anywhere", (2, 2), [(0, 2), (2, 1)]])
@pytest.mark.parametrize("moves", [gw.ORTHOGONAL, gw.KING])
def test_ends_of_every_kind(starts, exits, moves, tier):
    paths = gw.Board.rectangle(3, 3, moves=moves).with_walls((1, 1)).paths(starts, exits)
    found = list(paths.in_order(measure="length"))
    assert sorted(map(list, found)) == sorted(map(list, paths))
    assert [path.length for path in found] == sorted(path.length for path in found)


def test_a_network_from_anywhere_to_anywhere():
    paths = gw.Network([("a", "b"), ("b", "c"), ("a", "c"), ("c", "d")]).paths("anywhere", "anywhere")
    found = list(paths.in_order())
    assert sorted(map(list, found)) == sorted(map(list, paths))
    assert [path.length for path in found] == sorted(path.length for path in found)
