"""Distance fields and flow fields of boards where doors open and close: those of new boards, to the bit."""

import heapq
import math
import random

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.search.field_repairs import forget, repoint, restore
from gridwalk.runtime import slices
from gridwalk.search.keptfields import FIELD, MOST_FIELDS
from profiles import number

TIERS = "python", "compiled"


def anew(board):
    """Return an equal board that keeps nothing."""
    costs = None if board.costs is None else board.costs.copy()
    return gw.Board(board.open_cells.copy(), moves=board.moves, costs=costs, walls=board.walls)


def oracle(legal, deltas, cost, sources, backwards):
    """Return the distances from sources, or to them, in plain Python: *legal* are sets of moves."""
    steps = {}
    for u, moves in enumerate(legal):
        for m in moves:
            v = u + deltas[m]
            one, other = (v, u) if backwards else (u, v)
            steps.setdefault(one, []).append((other, cost[v]))
    distances, queue = [math.inf] * len(legal), [(value, v) for v, value in sources.items()]
    heapq.heapify(queue)
    while queue:
        distance, u = heapq.heappop(queue)
        if distance < distances[u]:
            distances[u] = distance
            for v, step in steps.get(u, ()):
                heapq.heappush(queue, (distance + step, v))
    return distances


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("backwards", [0, 1])
def test_the_kernels_touch_the_cells_whose_distances_change_and_no_others(tier, backwards):
    """One-way moves come and go, and costs change; distances are those of the oracle before and after."""
    for seed in range(number(60) // 2):
        rng = random.Random(f"{seed} {backwards}")
        columns, rows = rng.randint(2, 6), rng.randint(1, 6)
        size, deltas = rows * columns, [-columns, 1, columns, -1]
        on_board = [
            [m for m, (r, c) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1)))
             if 0 <= v // columns + r < rows and 0 <= v % columns + c < columns]
            for v in range(size)
        ]  # fmt: skip
        legal = [{m for m in moves if rng.random() < 0.7} for moves in on_board]
        cost = [rng.choice((1, 2, 2, 5, 0.75)) for _ in range(size)]
        sources = {
            v: rng.choice((0, 0, 2, -1.5)) for v in rng.sample(range(size), min(size, rng.randint(1, 3)))
        }
        before = oracle(legal, deltas, cost, sources, backwards)
        changed = rng.sample(range(size), rng.randint(1, min(3, size)))
        cells = set()
        for v in changed:
            legal[v] = {m for m in on_board[v] if rng.random() < 0.5}
            cost[v] = rng.choice((cost[v], 1, 7))
            cells |= {v} | {v + (-deltas[m] if backwards else deltas[m]) for m in range(4)}
        after = oracle(legal, deltas, cost, sources, backwards)
        table = (
            np.array([sum(1 << m for m in moves) for moves in legal], np.uint8),
            np.array(deltas, np.int64),
        )
        costs = np.array(cost, float), np.ones(4), np.zeros(4), backwards
        ends = np.array(sorted(sources)), np.array([float(sources[v]) for v in sorted(sources)])
        near = np.array(sorted(v for v in cells if 0 <= v < size), np.int64)
        distances, places = np.array(before), np.full(size, NONE, np.int32)
        heap, touched = (np.empty(size, np.int32), places, distances), np.empty(2 * size, np.int32)
        with slices.tier(tier):
            run = slices.call_whole
            count = run(forget, size, table, costs, ends, heap, near, touched)
            count = run(restore, size, table, costs, ends, heap, near, touched, count)
            assert distances.tolist() == after
            assert (places == NONE).all()
            assert set(touched[:count].tolist()) == {v for v in range(size) if before[v] != after[v]}
            if backwards:
                moves = np.full(size, 3, np.int8)
                every = np.concatenate([np.arange(size), near])
                run(repoint, size, table, costs, ends, distances, moves, every)
                for v in range(size):
                    tight = [
                        m for m in sorted(legal[v]) if after[v + deltas[m]] + cost[v + deltas[m]] == after[v]
                    ]
                    ends_here = after[v] == sources.get(v, math.inf)
                    assert moves[v] == (NONE if ends_here else tight[0])
            few = np.empty(0, np.int32)
            if count:
                known = np.array(before)
                heap = np.empty(size, np.int32), np.full(size, NONE, np.int32), known
                count = run(forget, size, table, costs, ends, heap, near, few)
                assert count == NONE or run(restore, size, table, costs, ends, heap, near, few, 0) == NONE


PIECES = (gw.ORTHOGONAL, gw.KING, gw.KING.with_corners("none"), gw.KNIGHT)


@pytest.mark.parametrize("costs", [None, "whole", "fractions"])
@pytest.mark.parametrize("moves", PIECES, ids=lambda moves: f"{moves.name} {moves.corners}")
def test_doors_that_open_and_close(moves, costs):
    """Cells and walls between cells change, several at once or some without a question in between."""
    for seed in range(number(12) // 4):
        rng = random.Random(f"{seed} {costs}")
        draw = np.random.default_rng(seed)
        is_open = draw.random((rng.randint(4, 14), rng.randint(4, 14))) < 0.8
        is_open[0, 0] = is_open[-1, -1] = is_open[2, 2] = True
        prices = (
            None if costs is None else draw.integers(1, 6, is_open.shape) * (1 if costs == "whole" else 0.3)
        )
        board = gw.Board(is_open, moves=moves, costs=prices)
        for ends in ((2, 2), [(0, 0), (2, 2)], {(0, 0): 1.5, (2, 2): 0}):
            for _ in range(12):
                cells = [
                    tuple(cell) for cell in draw.integers(0, is_open.shape, (rng.randint(1, 3), 2)).tolist()
                ]
                cells = [cell for cell in cells if cell not in ((0, 0), (2, 2), board.exits[0])]
                pairs = [(cell, (cell[0], cell[1] + 1)) for cell in cells if cell[1] + 1 < board.columns]
                kind = rng.choice(("open", "close", "wall", "door", "price"))
                if kind == "price" and costs:
                    cells = {cell: rng.choice((1, 2, 9)) for cell in cells if board.open_cells[cell]}
                    board = board.with_costs(cells)
                elif kind in ("open", "close"):
                    board = (board.with_open if kind == "open" else board.with_walls)(*cells)
                else:
                    board = (board.with_walls_between if kind == "wall" else board.without_walls_between)(
                        *pairs
                    )
                if rng.random() < 0.3:
                    continue
                new = anew(board)
                field, its = board.flow_field(ends), new.flow_field(ends)
                assert np.array_equal(field.distances, its.distances)
                assert np.array_equal(field.next_move, its.next_move)
                assert np.array_equal(board.distances(exits=ends), its.distances)
                assert np.array_equal(board.distances(ends), new.distances(ends))


def kept_in(board):
    return sum(key.name == FIELD and key in board._kept for key in board._kept)


def test_a_field_is_repaired_or_made_anew_where_much_changes():
    """A serpentine: a door near its end changes a few cells, one near the goal nearly all."""
    rows, columns = 60, 81
    is_open = np.ones((rows, columns), bool)
    for row in range(1, rows, 2):
        is_open[row, :-1] = False
        if row // 2 % 2:
            is_open[row] = is_open[row, ::-1]
    board = gw.Board(is_open)
    board.flow_field((0, 0))
    for cell, stays in (((rows - 3, 40), True), ((1, 40), False)):
        opened = board.with_open(cell)
        assert kept_in(opened) == stays
        field, its = opened.flow_field((0, 0)), anew(opened).flow_field((0, 0))
        assert np.array_equal(field.distances, its.distances)
        assert np.array_equal(field.next_move, its.next_move)
        assert kept_in(opened) == 1
    free = gw.Board(is_open, costs=np.zeros(is_open.shape, int))
    free.flow_field((0, 0))
    assert kept_in(free) == 0


def test_few_fields_are_kept_and_a_caller_may_write_to_distances():
    board = gw.Board.rectangle(9, 9)
    for row in range(9):
        first = board.distances((row, 0))
        first[:] = -1
        assert board.distances((row, 0))[row, 8] == 8
    assert kept_in(board) == MOST_FIELDS
    assert not board.flow_field((0, 0)).distances.flags.writeable
