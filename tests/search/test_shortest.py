"""Cheapest paths in both tiers; ties; what no change of a board may do."""

import dataclasses
import itertools

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.kernels.codes import OPEN, RELAX
from gridwalk.runtime import slices
from gridwalk.runtime.tuning import tuned
from profiles import examples
from seeded import EIGHT
from strategies import (
    KING,
    KNIGHT,
    ORTHOGONAL,
    Question,
    board_of,
    listable_questions,
    questions,
    raws,
    small_questions,
    unit_questions,
)


def cost(path: gw.Path | None):
    return None if path is None else path.cost


@examples(150)
@given(question=small_questions())
def test_of_several_the_first_in_move_order_wins(tier, question: Question):
    paths = list(oracles.simple_paths(question.raw, question.start, question.exits))
    leads_to = oracles.graph(question.raw)

    def rank(cells):
        return len(cells), [leads_to[u].index(v) for u, v in itertools.pairwise(cells)]

    path = question.board.paths().find(by="bfs")
    assert (None if path is None else list(path)) == min(paths, key=rank, default=None)


@pytest.mark.parametrize("by", ["bfs", "labels", "dijkstra", "idastar", "bidirectional"])
@examples(100)
@given(data=st.data())
def test_the_tiers_agree(by, data):
    """Event by event; what is asked without a log, in slices, is the path of the log."""
    kinds = {"dijkstra": questions, "idastar": listable_questions}
    paths = data.draw(kinds.get(by, unit_questions)()).board.paths()
    steps, traces = data.draw(st.sampled_from([1, 3, 0])), []
    for name in ("python", "compiled"):
        with slices.tier(name):
            traces.append(paths.trace(by=by))
            with tuned(slice=steps):
                plain = paths.shortest(by=by)
            assert plain == traces[-1].path
            assert plain is None or plain.expanded == traces[-1].path.expanded
    assert np.array_equal(traces[0].events, traces[1].events)
    assert traces[0].path == traces[1].path
    assert traces[0].path is None or traces[0].path.expanded == traces[1].path.expanded


@examples(120)
@given(question=questions(), data=st.data())
def test_removing_a_wall_never_lengthens(tier, question: Question, data):
    raw = question.raw
    walls = [(r, c) for r, row in enumerate(raw.open_cells) for c, ok in enumerate(row) if not ok]
    assume(walls)
    gone = data.draw(st.sampled_from(walls))
    grid = tuple(
        tuple(ok or (r, c) == gone for c, ok in enumerate(row)) for r, row in enumerate(raw.open_cells)
    )
    opened = dataclasses.replace(raw, open_cells=grid)
    before = question.board.paths().shortest()
    after = board_of(opened, start=question.start, exits=question.exits).paths().shortest()
    if before is not None:
        assert after is not None
        assert after.cost <= before.cost * (1 + 1e-12)


@examples(60)
@given(raw=raws(stencil_strategy=st.sampled_from((ORTHOGONAL, KING, KNIGHT)), one_way=False), data=st.data())
def test_the_eight_symmetries_keep_the_cost(tier, raw, data):
    start, goal = data.draw(st.sampled_from(raw.cells)), data.draw(st.sampled_from(raw.cells))
    open_cells = np.array(raw.open_cells)
    index = np.arange(open_cells.size).reshape(open_cells.shape)
    moves = gw.Moves(raw.deltas, corners=raw.corners)
    costs = set()
    for turned in EIGHT:
        ends = [tuple(np.argwhere(turned(index) == index[cell])[0].tolist()) for cell in (start, goal)]
        cell_costs = None if raw.costs is None else turned(np.array(raw.costs))
        board = gw.Board(turned(open_cells), moves=moves, costs=cell_costs)
        path = board.paths(ends[0], ends[1]).shortest()
        costs.add(None if path is None else round(path.cost, 9))
    assert len(costs) == 1


@examples(120)
@given(question=unit_questions())
def test_the_order_of_moves_changes_no_length(tier, question: Question):
    backwards = question.board.replace(moves=gw.Moves(question.raw.deltas[::-1]))
    assert cost(backwards.paths().shortest()) == cost(question.board.paths().shortest())


def test_the_nearest_of_several_exits(tier):
    board = gw.Board.rectangle(1, 9, start=(0, 3), exits=[(0, 0), (0, 8), (0, 5)])
    assert board.paths().shortest().end == (0, 5)
    dear = board.replace(costs=[[1, 1, 1, 1, 9, 1, 1, 1, 1]])
    assert (dear.paths().shortest().end, dear.paths().shortest().cost) == ((0, 0), 3)


def test_a_detour_may_be_cheaper(tier):
    board = gw.Board.from_text("S9E\n...", costs=True)
    assert (board.paths().shortest().length, board.paths().shortest().cost) == (4, 4)
    assert (board.paths().find(by="bfs").length, board.paths().find(by="bfs").cost) == (2, 10)


@examples(150)
@given(question=questions())
def test_of_two_ways_that_cost_the_same_the_one_found_first_stays(tier, question: Question):
    """The log says so: a cell is relaxed only where the new way is truly cheaper."""
    columns = question.board.columns
    distances = {question.start: 0.0}
    for kind, at, value in question.board.paths().trace(by="dijkstra").events.tolist():
        cell, before = divmod(at, columns), divmod(value, columns)
        if kind not in (OPEN, RELAX) or cell == question.start:
            continue
        distance = distances[before] + oracles.cost_of_move(question.raw, before, cell)
        if kind == RELAX:
            assert distance < distances[cell]
        distances[cell] = distance


FIELD = np.random.default_rng(4).integers(1, 10, (70, 80))
LAND = gw.Board(np.ones((70, 80), bool), costs=FIELD)
FAR_APART = ((0, 0), (69, 79))
NEAR = ((30, 30), (40, 32))


@pytest.mark.parametrize("pair", [NEAR, FAR_APART])
@pytest.mark.parametrize(
    "board",
    [
        LAND,
        LAND.replace(wrap="both"),
        LAND.replace(costs=FIELD + 0.5),
        LAND.replace(costs=FIELD + 9),
        LAND.replace(costs=FIELD**4),
        LAND.replace(costs=np.where(FIELD > 7, 9, 1)),
    ],
    ids=["whole", "wrapped", "halves", "alike", "far apart", "two"],
)
def test_auto_takes_astar_where_cells_have_costs(board, pair):
    for _ in range(2):  # the second answer comes from the cache of the board
        path = board.paths(*pair).shortest()
        assert path.by == "astar"
    options = board.paths(*pair).explain("shortest").options
    assert next(option.engine for option in options if option.chosen) == "astar"
    other = board.paths(*pair).shortest(by="dijkstra")
    assert path.cost == pytest.approx(other.cost, rel=1e-12)


def test_what_was_asked_before_changes_no_path():
    pairs = [NEAR, FAR_APART, ((0, 79), (69, 0)), ((1, 1), (2, 9)), ((0, 0), [(69, 79), (69, 70)])]
    alone = {i: list(LAND.replace().paths(*pair).shortest()) for i, pair in enumerate(pairs)}
    for order in itertools.islice(itertools.permutations(range(len(pairs))), 0, None, 17):
        board = LAND.replace()
        assert {i: list(board.paths(*pairs[i]).shortest()) for _ in range(2) for i in order} == alone
