"""Paths that may start or end anywhere: every verb beside a listing, and published numbers."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.errors import QuestionError, UnsuitableAlgorithmError
from profiles import examples
from published import ESCAPES, KING_WALKS, LATTICE_WALKS, ROOK_WALKS
from strategies import DABBABA, KING, KNIGHT, ROOK, asked, custom_stencils, raws, shapes

ENDS = ("start", "exit", "both", "starts")


def questions():
    """Boards whose walks can all be listed."""
    sparse = st.one_of(st.sampled_from((ROOK, ROOK, KNIGHT, DABBABA)), custom_stencils(3))
    return asked(st.one_of(raws(shapes(3, 4, 10), sparse), raws(shapes(2, 3), st.just(KING))))


def expected_of(question, open_end):
    """The starts and exits to ask for, and the paths."""
    raw, goals = question.raw, question.exits
    if open_end == "exit":
        paths = [path for start in raw.cells for path in oracles.simple_paths(raw, start, goals)]
        return "anywhere", goals, paths
    starts = {"start": [question.start], "both": raw.cells, "starts": sorted({question.start, *goals})}[
        open_end
    ]
    paths = [path for start in starts for path in oracles.walks(raw, start)]
    return "anywhere" if open_end == "both" else starts, "anywhere", paths


def cost_of(raw, path):
    return math.fsum(oracles.cost_of_move(raw, u, v) for u, v in itertools.pairwise(path))


@examples(250)
@given(question=questions(), open_end=st.sampled_from(ENDS), data=st.data())
def test_every_verb_beside_a_listing(question, open_end, data):
    raw, board = question.raw, question.board
    starts, exits, every = expected_of(question, open_end)
    paths, cells = board.paths(starts, exits), st.sampled_from(raw.cells)
    through = data.draw(st.sets(cells, max_size=2)) if data.draw(st.booleans()) else set()
    out = data.draw(st.sets(cells, max_size=1)) if data.draw(st.booleans()) else set()
    paths = paths.through(*through) if through else paths
    paths = paths.avoiding(*out) if out else paths
    expected = [path for path in every if through <= set(path) and not out & set(path)]
    assert [list(path) for path in paths] == expected
    assert [list(path) for batch in paths.batches() for path in batch] == expected
    assert [paths.count(by=by) for by in ("auto", "sweep", "list")] == [len(expected)] * 3
    lengths = Counter(len(path) - 1 for path in expected)
    assert paths.lengths() == dict(sorted(lengths.items()))
    by_end = Counter(path[-1] for path in expected)
    counted = paths.counts_by_end()
    assert {cell: counted[cell] for cell in np.ndindex(board.shape) if counted[cell]} == by_end
    for by in ("auto", "dfs", "sweep"):
        found = paths.find(by=by)
        assert (found and list(found)) in (expected or [None])
    costs = [cost_of(raw, path) for path in expected]
    shortest, longest = paths.shortest(), paths.longest(measure="cost")
    assert (shortest and shortest.cost) == (pytest.approx(min(costs)) if costs else None)
    assert (longest and longest.cost) == (pytest.approx(max(costs)) if costs else None)
    assert (paths.longest() and paths.longest().length) == max(lengths, default=None)
    for path in data.draw(st.lists(st.sampled_from(every), max_size=3)):
        assert (path in paths) == (path in expected)


@examples(150)
@given(question=questions(), open_end=st.sampled_from(ENDS), data=st.data())
def test_ranks_samples_and_order_beside_a_listing(question, open_end, data):
    starts, exits, every = expected_of(question, open_end)
    paths = question.board.paths(starts, exits)
    if through := data.draw(st.sets(st.sampled_from(question.raw.cells), max_size=1)):
        paths, every = paths.through(*through), [path for path in every if through <= set(path)]
    ranks = range(min(len(every), 300))
    unranked = [paths.unrank(rank) for rank in ranks]
    assert len(set(map(tuple, unranked))) == len(ranks)
    assert all(list(path) in every for path in unranked)
    assert [paths.rank(path) for path in unranked] == list(ranks)
    assert all(list(path) in every for path in paths.sample(5, rng=1))
    in_order = list(paths.in_order())
    assert sorted(map(list, in_order)) == sorted(every)
    costs = [path.cost for path in in_order]
    assert costs == pytest.approx(sorted(cost_of(question.raw, path) for path in every))
    near = list(paths.nearly_shortest(1, measure="length"))
    fewest = min(map(len, every), default=0)
    assert sorted(map(list, near)) == sorted(path for path in every if len(path) <= fewest + 1)
    few, many = data.draw(st.integers(0, 4)), data.draw(st.integers(1, 6))
    some = paths.longer_than(few).shorter_than(many)
    kept = [path for path in every if few < len(path) - 1 < many]
    assert sorted(map(list, some)) == sorted(kept)
    assert some.count() == some.count(by="sweep") == len(kept)
    if kept:
        assert list(some.find()) in kept


@examples(60)
@given(question=questions(), open_end=st.sampled_from(ENDS))
def test_estimates_of_few_paths_are_exact(question, open_end):
    starts, exits, every = expected_of(question, open_end)
    paths = question.board.paths(starts, exits)
    assert paths.estimate_count(states=3000, runs=2, rng=1).value == len(every)
    visits = Counter(cell for path in every for cell in path)
    frequencies = paths.estimate_visits(states=3000, runs=2, rng=1).frequencies
    for cell in question.raw.cells:
        assert frequencies[cell] == pytest.approx(visits[cell] / max(1, len(every)))


@pytest.mark.parametrize(("moves", "published"), [(gw.ROOK, ROOK_WALKS), (gw.KING, KING_WALKS)])
def test_walks_of_a_square(moves, published):
    for side in range(1, 10 if moves is gw.ROOK else 6):
        board = gw.Board.rectangle(side, side, moves=moves)
        assert board.paths("anywhere", "anywhere").count() == published[side]
    corner = gw.Board.rectangle(4, 4, moves=moves)
    sides = corner.paths("anywhere", "anywhere").counts_by_end()
    assert sides.dtype == object
    assert sides.sum() == published[4]


def test_walks_of_the_square_lattice():
    for steps in range(7):
        board = gw.Board.rectangle(2 * steps + 1, 2 * steps + 1)
        walks = board.paths((steps, steps), "anywhere").of_length(steps)
        assert walks.count(by="list") == LATTICE_WALKS[steps]
    walks = gw.Board.rectangle(9, 9).paths((4, 4), "anywhere").shorter_than(5)
    assert walks.count(by="sweep") == sum(LATTICE_WALKS[:5])


def test_ways_out_of_a_square():
    """The last cell of a walk has as many ways out as sides on the border."""
    for side in range(1, 8):
        ends = gw.Board.rectangle(side, side).paths((0, 0), "anywhere").counts_by_end()
        ways = ends[0].sum() + ends[-1].sum() + ends[:, 0].sum() + ends[:, -1].sum()
        assert ways == ESCAPES[side]


def test_both_ends_in_one_sweep_are_those_of_all_pairs():
    board = gw.Board.rectangle(4, 4, moves=gw.KNIGHT).with_walls((1, 2))
    cells = [cell for cell in np.ndindex(board.shape) if board.open_cells[cell]]
    each = sum(board.paths(start, end).count() for start in cells for end in cells)
    assert board.paths("anywhere", "anywhere").count(by="sweep") == each


def test_a_cheapest_tour_from_anywhere_knows_that_its_start_costs_nothing():
    board = gw.Board(np.ones((3, 4), bool), costs=np.arange(1, 13).reshape(3, 4) ** 2)
    costs = [tour.cost for tour in board.tours()]
    assert board.tours().shortest().cost == min(costs)
    assert board.tours().longest(measure="cost").cost == max(costs)


def test_a_shortest_path_through_cells_of_a_large_board_needs_no_sweep():
    board = gw.Board.rectangle(200, 200, moves=gw.KING)
    path = board.paths("anywhere", "anywhere").through((10, 10), (190, 20), (50, 120)).shortest()
    assert (path.length, {tuple(path.cells[0]), tuple(path.cells[-1])}) == (
        250,
        {(10, 10), (190, 20)},
    )


def test_paths_of_one_cell_that_no_move_leaves_count_once():
    """A move leads there, from a cell that no path reaches."""
    board = gw.Board.rectangle(1, 4, moves=gw.Moves([(0, 2)]))
    paths = board.paths([(0, 2), (0, 3)], "anywhere")
    assert paths.count() == paths.count(by="sweep") == paths.count(by="list") == 2
    assert paths.lengths() == {0: 2}
    assert sorted(path.cells.tolist() for path in paths.sample(20, rng=1))[::19] == [[[0, 2]], [[0, 3]]]
    assert [paths.rank(paths.unrank(rank)) for rank in range(2)] == [0, 1]


def test_what_it_says_of_itself():
    board = gw.Board.rectangle(2, 2)
    assert board.paths("anywhere").convention == (
        "simple paths from anywhere to (1, 1); a path ends at the first exit it enters"
    )
    assert board.paths((0, 0), "anywhere").convention == (
        "simple paths from (0, 0) to anywhere; every self-avoiding walk counts, also one of no move"
    )
    walks = board.paths("anywhere", "anywhere")
    assert "once per direction" in walks.convention
    assert walks.shortest().length == 0
    assert walks.explain("shortest").chosen == "dfs"
    assert walks.avoiding(*np.ndindex(2, 2)).why_empty() == "every open cell must be avoided"
    assert walks.avoiding(*np.ndindex(2, 2)).count() == 0
    with pytest.raises(QuestionError, match="given starts to given exits"):
        walks.longest(seconds=1)
    with pytest.raises(QuestionError, match="given starts to given exits"):
        walks.bound()
    with pytest.raises(UnsuitableAlgorithmError):
        walks.shortest(by="jps")
