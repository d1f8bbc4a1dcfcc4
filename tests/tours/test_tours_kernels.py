"""The tour kernels, interpreted and compiled: the same bytes, and what they promise."""

import itertools

import numpy as np
import pytest

import gridwalk as gw
import oracles
from gridwalk.kernels.codes import DEPTH, EXHAUSTED, FOUND, NONE, PAUSED
from gridwalk.kernels.tours import edges, rotations, warnsdorff
from gridwalk.runtime import slices
from gridwalk.runtime.slices import registers
from gridwalk.tours.edge_search import EdgeSearch
from gridwalk.tours.partial_tour import PartialTour, portfolio, squirrel_cull, textbook
from oracles import Raw
from seeded import knights

CALLS = ["python", "compiled"]


def follow(call, board, start, order, budget=10**6):
    """Follow the rule in slices of *budget*; return the status and the cells."""
    deltas = np.array(board.moves.deltas, np.int64)
    free = np.bitwise_count(board._moves_of_cell)
    cells = np.zeros(board.open_count, np.int32)
    cells[0] = board.index(start)
    free[cells[0]] = warnsdorff.TAKEN
    rules = np.zeros(warnsdorff.RULES, np.int64)
    rules[: warnsdorff.ORDER] = order.ties, len(cells), *board.shape, *start
    state, status = registers(), PAUSED
    table = board._moves_of_cell, board._delta_of_move
    moves = deltas[:, 0].copy(), deltas[:, 1].copy()
    orders = order.switch_of_order, order.move_of_place
    while status == PAUSED:
        status = getattr(warnsdorff.follow_rule, call)(
            table, moves, orders, rules, free, cells, state, budget, None
        )
    return status, cells[: state[DEPTH] + 1]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("start", [(0, 0), (3, 3), (7, 5), (6, 1)])
def test_the_textbooks_rule(call, start):
    """While it does not backtrack, the path is the recursive oracle's."""
    board = knights(8, 8)
    tour, entered, _ = oracles.warnsdorff(Raw(((True,) * 8,) * 8, gw.KNIGHT.deltas), start)
    status, cells = follow(call, board, start, textbook(board))
    assert (status == FOUND) == (entered == 64)
    if status == FOUND:
        assert [divmod(cell, 8) for cell in cells.tolist()] == tour


def test_paths_of_both_tiers_are_the_same_and_slices_change_nothing():
    for board, start in ((knights(9, 9), (0, 0)), (knights(7, 12), (3, 2)), (knights(20, 20), (5, 5))):
        for order in (*portfolio(board, 5), *squirrel_cull(board, start)):
            paths = [follow(call, board, start, order, budget) for call in CALLS for budget in (7, 10**6)]
            for status, cells in paths:
                assert status == paths[0][0]
                assert np.array_equal(cells, paths[0][1])


def test_ties_go_to_the_cell_farthest_from_the_centre():
    """Roth's rule by its own words, slowly."""
    board = knights(10, 11)
    _, cells = follow("python", board, (4, 4), portfolio(board, 1)[0])
    visited, here = {(4, 4)}, (4, 4)
    near = {
        (r, c): [(r + a, c + b) for a, b in gw.KNIGHT.deltas if 0 <= r + a < 10 and 0 <= c + b < 11]
        for r in range(10)
        for c in range(11)
    }
    for cell in (divmod(v, 11) for v in cells[1:].tolist()):
        free = [v for v in near[here] if v not in visited]
        here = min(
            free,
            key=lambda v: (
                sum(w not in visited for w in near[v]),
                -((v[0] - 4.5) ** 2) - (v[1] - 5) ** 2,
                gw.KNIGHT.deltas.index((v[0] - here[0], v[1] - here[1])),
            ),
        )
        assert here == cell
        visited.add(here)


@pytest.mark.parametrize("call", CALLS)
def test_rotations_keep_the_path_a_path(call):
    board = knights(7, 8)
    found = []
    for budget in (13, 10**6):
        cells, step_of_cell = np.zeros(56, np.int32), np.full(56, NONE, np.int32)
        step_of_cell[0] = 0
        rules = np.array([56, 1, 0, 5, 100_000], np.int64)
        state, status = registers(), PAUSED
        table = board._moves_of_cell, board._delta_of_move
        arguments = table, np.ones(56, np.uint8), rules, cells, step_of_cell
        while status == PAUSED:
            status = getattr(rotations.rotate_path, call)(*arguments, state, budget, None)
            length = int(state[DEPTH]) + 1
            path = cells[:length].tolist()
            assert len(set(path)) == length
            assert [step_of_cell[v] for v in path] == list(range(length))
            for u, v in itertools.pairwise(path):
                assert sorted((abs(u // 8 - v // 8), abs(u % 8 - v % 8))) == [1, 2]
        assert status == FOUND
        found.append(path)
    assert found[0] == found[1]


@pytest.mark.parametrize("name", CALLS)
def test_edges_taken_back_leave_nothing(name):
    """After a refutation everything is as it was but for what is forced from the start."""
    board = knights(6, 6, (2, 2), (2, 3), (3, 2), (3, 3))
    with slices.tier(name):
        search = EdgeSearch(PartialTour(board.tours()._question))
        assert search.go_on(1 << 20) == EXHAUSTED
    place = search._place
    edges.undo.python(search._graph, search._marks, search._trail, place, 0)
    first, _, _ = search._graph
    marks, kept, left, mate = search._marks
    assert not marks.any()
    assert not kept.any()
    assert np.array_equal(left, np.diff(first))
    assert np.array_equal(mate, np.arange(len(kept)))
    assert place[edges.KEPT_EDGES] == place[edges.TRAIL] == place[edges.LEVEL] == 0


def test_edge_searches_of_both_tiers_are_the_same():
    for board, start, exits, closed in (
        (knights(5, 6), None, None, True),
        (knights(3, 10), (1, 1), None, False),
        (knights(6, 6), (0, 0), ((0, 5),), False),
        (knights(3, 8), (1, 3), None, False),
    ):
        said = []
        for name in CALLS:
            with slices.tier(name):
                partial = PartialTour(board.tours(start, exits, closed=closed)._question)
                search = EdgeSearch(partial)
                status = search.go_on(1 << 20)
                proof = search._proof[: search._place[edges.LOGGED]].tolist()
                said.append((status, partial.cells.tolist(), proof))
        assert said[0] == said[1]
