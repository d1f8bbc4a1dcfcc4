"""Shrinking: hand-made boards, published counts, cells instead of networks, slices and errors."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from test_shrink import (
    board_cycles,
    board_of,
    board_paths,
    joined,
    mapped,
    random_raw,
    units,
    unreduced_cycles,
    unreduced_paths,
)

import gridwalk as gw
from gridwalk.errors import GridwalkError, TimeLimitError
from gridwalk.runtime import slices
from gridwalk.runtime.limits import Limits
from gridwalk.shrink.network import NOWHERE
from gridwalk.shrink.reduction import shrink
from networks import network_cycles, network_paths
from oracles import Raw, graph
from published import KING_PATHS, KNIGHT_OPEN, ROOK_CLOSED_4_ROWS, ROOK_CYCLES, ROOK_PATHS
from strategies import KNIGHT, ORTHOGONAL

RING = "....\n.##.\n....\n"


def reduced_paths(board, **options):
    return shrink(board, [board.start], board.exits, **options)


def networks_of(reduced):
    return [block.network for block in reduced.blocks]


def counted(reduced):
    """How many paths, the trivial ones too."""
    blocks = [len(network_paths(network)) for network in networks_of(reduced)]
    return len(reduced.trivial) + (math.prod(blocks) if blocks else 0)


# --------------------------------------------------------------------------------------------- hand-made


def test_two_squares_with_dead_ends_between(tier):
    board = gw.Board.from_text("#S.###.\n#..#...\n.#.##.#\n#......\n###.#.E\n")
    reduced = reduced_paths(board)
    first, bridge, last = reduced.blocks
    assert first.cells.tolist() == [1, 2, 8, 9]
    assert bridge.cells.tolist() == [9, 16, 23, 24, 25, 26]
    assert last.cells.tolist() == [26, 27, 33, 34]
    assert [(n.junctions, n.source, n.sink) for n in networks_of(reduced)] == [(2, 0, 1)] * 3
    assert [n.length.tolist() for n in networks_of(reduced)] == [[2, 2], [5], [2, 2]]
    assert [n.cost.tolist() for n in networks_of(reduced)] == [[4, 4], [10], [4, 4]]
    assert first.entrances.tolist() == [1]
    assert last.exits.tolist() == [34]
    assert joined(reduced.blocks, [[0], [0], [1]]) == [1, 2, 9, 16, 23, 24, 25, 26, 33, 34]
    assert counted(reduced) == 4


def test_a_perfect_maze_is_one_corridor(tier):
    board = gw.Board.from_text("S.#..\n#.#.#\n...#.\n.#...\n.#.#E")
    reduced = reduced_paths(board)
    (block,) = reduced.blocks
    assert (block.network.junctions, block.network.corridors) == (2, 1)
    assert joined(reduced.blocks, [[0]]) == [0, 1, 6, 11, 12, 17, 18, 19, 24]


def test_several_starts_and_exits_are_virtual_junctions(tier):
    board = gw.Board.rectangle(1, 7)
    reduced = shrink(board, [(0, 2), (0, 3)], [(0, 0), (0, 6)])
    (block,) = reduced.blocks
    assert block.cell_of_junction.tolist() == [-1, 2, 3, -1]
    assert (block.network.source, block.network.sink) == (0, 3)
    assert block.network.tail.tolist() == [0, 0, 1, 1, 2]
    assert sorted(block.network.length.tolist()) == [0, 0, 1, 2, 3]
    assert block.entrances.tolist() == [2, 3]
    assert block.exits.tolist() == [0, 6]
    assert counted(reduced) == 4


def test_a_start_that_is_an_exit_is_a_path_of_no_moves(tier):
    board = gw.Board.rectangle(1, 3)
    reduced = shrink(board, [(0, 0)], [(0, 0), (0, 2)])
    assert (reduced.trivial, reduced.blocks) == ((0,), ())
    reduced = shrink(board, [(0, 0), (0, 1)], [(0, 0)])
    assert (reduced.trivial, counted(reduced)) == ((0,), 2)
    assert shrink(board, [(0, 0)], [(0, 0)], through=[(0, 1)]).trivial == ()


def test_the_board_of_one_cell_has_one_tour(tier):
    board = gw.Board.rectangle(1, 1)
    assert shrink(board, None, None, tour=True).trivial == (0,)
    assert shrink(board, [(0, 0)], [(0, 0)], tour=True).trivial == (0,)
    assert not shrink(board, None, None, tour=True, closed=True).blocks


def test_a_cell_to_visit_in_a_dead_end_leaves_nothing(tier):
    board = gw.Board.from_text("S.E\n#.#")
    assert reduced_paths(board, through=[(0, 1)]).blocks
    assert not reduced_paths(board, through=[(1, 1)]).blocks


def test_through_two_exits_nothing_leads(tier):
    board = gw.Board.rectangle(1, 5)
    exits = [(0, 0), (0, 4)]
    assert counted(shrink(board, [(0, 2)], exits, through=[(0, 4)])) == 1
    assert not shrink(board, [(0, 2)], exits, through=exits).blocks


def test_a_ring_is_a_loop(tier):
    board = gw.Board.from_text(RING)
    for options in ({"cycles": True}, {"tour": True, "closed": True}):
        reduced = shrink(board, None, None, **options)
        (block,) = reduced.blocks
        assert block.network.tail.tolist() == block.network.head.tolist() == [0]
        assert block.network.source == block.network.sink == NOWHERE
        assert block.network.length.tolist() == [10]
        assert sorted(block.path([0]).tolist()) == np.flatnonzero(board.open_cells).tolist()


def test_rings_in_a_row_are_cycles_of_their_own(tier):
    apart = gw.Board.from_text("...##...\n.#...#.#\n...##...")
    reduced = shrink(apart, None, None, cycles=True)
    assert [block.cells.tolist() for block in reduced.blocks] == [[0, 1, 2, 8, 10, 16, 17, 18]]
    joined = gw.Board.from_text("...#...\n.#...#.\n...#...")
    reduced = shrink(joined, None, None, cycles=True)
    assert [network.length.tolist() for network in networks_of(reduced)] == [[8], [8]]


def test_costs_stay_whole_and_come_back(tier):
    board = gw.Board([[True] * 4] * 2, costs=[[1, 3, 5, 7], [2, 4, 6, 8]])
    for starts in ([(0, 0)], [(0, 0), (1, 1)]):
        for exits in ([(1, 3)], [(1, 3), (0, 2)]):
            reduced = shrink(board, starts, exits)
            assert all(network.cost.dtype == np.int64 for network in networks_of(reduced))
            found = unreduced_paths(board, reduced)
            found = [(path, length, cost) for path, length, cost in found if length]
            extra = {cost - 2 * sum(int(board.costs[cell]) for cell in path[1:]) for path, _, cost in found}
            assert len(extra) == 1


@pytest.mark.parametrize("maximum", [2**51, 2e15])
def test_costs_of_any_size_come_back(maximum, tier):
    costs = np.ones((2, 3), type(maximum))
    costs[0, 1] = costs[0, 0] = maximum
    board = gw.Board([[True] * 3] * 2, costs=costs)
    for starts in ([(0, 0)], [(0, 0), (1, 1)]):
        reduced = shrink(board, starts, [(1, 2)])
        extra = [
            cost - units(reduced) * sum(costs[cell].item() for cell in path[1:])
            for path, _, cost in unreduced_paths(board, reduced)
        ]
        assert max(extra) - min(extra) <= 1e-9 * maximum * isinstance(maximum, float)


# --------------------------------------------------------------------------------------------- published


@pytest.mark.parametrize("side", [2, 3, 4, 5])
def test_corner_to_corner(side, tier):
    assert counted(reduced_paths(gw.Board.rectangle(side, side))) == ROOK_PATHS[side]


@pytest.mark.parametrize("side", [1, 2, 3])
def test_corner_to_corner_of_the_king(side, tier):
    assert counted(reduced_paths(gw.Board.rectangle(side, side, moves=gw.KING))) == KING_PATHS[side]


@pytest.mark.parametrize("side", [2, 3, 4])
def test_cycles_of_the_grid(side, tier):
    reduced = shrink(gw.Board.rectangle(side, side), None, None, cycles=True)
    assert sum(len(network_cycles(network)) for network in networks_of(reduced)) == 2 * ROOK_CYCLES[side]


@pytest.mark.parametrize(("columns", "count"), ROOK_CLOSED_4_ROWS.items())
def test_closed_tours_of_four_rows(columns, count, tier):
    (network,) = networks_of(shrink(gw.Board.rectangle(4, columns), None, None, tour=True, closed=True))
    assert network.must_visit.all()
    assert len(network_cycles(network)) == 2 * count


def test_open_knights_tours(tier):
    reduced = shrink(gw.Board.rectangle(3, 4, moves=gw.KNIGHT), None, None, tour=True)
    assert counted(reduced) == 2 * KNIGHT_OPEN[3, 4]


@pytest.mark.parametrize("squares", [70, 140])
def test_counts_multiply_beyond_machine_words(squares, tier):
    cells = np.zeros((squares + 1, squares + 1), bool)
    steps = np.arange(squares)
    cells[steps, steps] = cells[steps + 1, steps] = cells[steps, steps + 1] = cells[steps + 1, steps + 1] = (
        True
    )
    reduced = reduced_paths(gw.Board(cells))
    assert len(reduced.blocks) == squares
    assert counted(reduced) == 2**squares
    assert sum(int(network.length[0]) for network in networks_of(reduced)) == 2 * squares


# ---------------------------------------------------------------------------------- cells, slices, tables


@pytest.mark.parametrize("seed", range(100))
def test_blocks_of_cells_have_the_same_paths(seed):
    """What an engine that works on cells is told: each block's cells, entrances and exits."""
    rng = random.Random(seed)
    rows, columns = rng.randint(2, 5), rng.randint(2, 4)
    grid = [[rng.random() < 0.8 for _ in range(columns)] for _ in range(rows)]
    grid[0][0] = grid[-1][-1] = True
    raw = Raw(tuple(map(tuple, grid)), ((-1, 0), (0, 1), (1, 0), (0, -1)))
    starts, exits = (rng.sample(raw.cells, min(len(raw.cells), rng.choice((1, 1, 2)))) for _ in range(2))
    through = rng.sample(raw.cells, 1) if rng.random() < 0.3 else []
    board = board_of(raw)
    reduced = shrink(board, starts, exits, through=through)
    product = math.prod(
        len(
            board_paths(
                Raw(
                    tuple(
                        map(tuple, np.isin(np.arange(board.size), block.cells).reshape(board.shape).tolist())
                    ),
                    raw.deltas,
                ),
                mapped(board, block.entrances),
                mapped(board, block.exits),
                mapped(board, block.must),
                tour=False,
            )
        )
        for block in reduced.blocks
    )
    trivial = len(reduced.trivial)
    assert trivial + (product if reduced.blocks else 0) == len(
        board_paths(raw, starts, exits, through, tour=False)
    )


def around(near, u, without=None):
    """The cells that can be reached from *u* past the cell *without*."""
    seen, waiting = {u}, [u]
    for v in waiting:
        for w in near[v]:
            if w not in seen and w != without:
                seen.add(w)
                waiting.append(w)
    return seen


def on_paths(near, start, end):
    """The cells on simple paths: those that no one other cell parts from both ends (Menger)."""
    if end not in around(near, start):
        return set()
    return {v for v in near if all(around(near, v, x) & {start, end} for x in near if x != v)}


@pytest.mark.parametrize("seed", range(20))
def test_what_is_left_is_what_no_cell_parts_from_the_ends(seed, tier):
    rng = random.Random(seed)
    deltas = rng.choice((ORTHOGONAL, ORTHOGONAL, KNIGHT))
    share = 0.7 if deltas == ORTHOGONAL else 0.35
    raw = Raw(tuple(tuple(rng.random() < share for _ in range(9)) for _ in range(9)), deltas)
    near = graph(raw)
    start = rng.choice(raw.cells)
    end = rng.choice([cell for cell in raw.cells if cell != start])
    board = board_of(raw)
    reduced = shrink(board, [start], [end])
    left = {cell for block in reduced.blocks for cell in mapped(board, block.cells)}
    assert left == on_paths(near, start, end)


@pytest.mark.parametrize("budget", [1, 7, 50])
def test_slices_of_any_length_do_the_same(budget, tier, tune):
    tune(slice=budget)
    rng = random.Random(budget)
    for _ in range(30):
        raw = random_raw(rng, 14)
        board = board_of(raw)
        starts, exits = (rng.sample(raw.cells, min(len(raw.cells), rng.choice((1, 2)))) for _ in range(2))
        found = unreduced_paths(board, shrink(board, starts, exits))
        assert sorted(path for path, _, _ in found) == sorted(board_paths(raw, starts, exits, [], tour=False))
        found = unreduced_cycles(board, shrink(board, None, None, cycles=True))
        assert sorted(path for path, _, _ in found) == sorted(board_cycles(raw, [], all_cells=False))


@pytest.mark.parametrize("moves", [9, 12, 20, 32])
def test_up_to_64_directions(moves, tier):
    """Moves none of which can be undone: with their reverses, more directions than bits of the table."""
    deltas = (*((100 + n, n) for n in range(moves - 3)), (0, 1), (1, 0), (1, -1))
    board = gw.Board.rectangle(3, 4, moves=gw.Moves(deltas))
    raw = Raw(((True,) * 4,) * 3, deltas)
    found = unreduced_paths(board, shrink(board, [(0, 0)], [(2, 3)]))
    expected = board_paths(raw, [(0, 0)], [(2, 3)], [], tour=False)
    assert expected
    assert sorted(path for path, _, _ in found) == sorted(expected)


def test_both_tiers_leave_the_same():
    rng = random.Random(5)
    for _ in range(20):
        cells = np.array([[rng.random() < 0.8 for _ in range(12)] for _ in range(12)])
        cells[0, 0] = cells[-1, -1] = True
        ways = dict.fromkeys(map(tuple, np.argwhere(cells)[::9].tolist()), (0, 1))
        board = gw.Board(cells, one_way=ways if rng.random() < 0.5 else {})
        answers = []
        for name in ("python", "compiled"):
            with slices.tier(name):
                answers.append(reduced_paths(board))
        for one, other in zip(answers[0].blocks, answers[1].blocks, strict=True):
            for array in ("tail", "head", "one_way", "length", "cost", "must_visit", "must_use"):
                assert np.array_equal(getattr(one.network, array), getattr(other.network, array))
            assert np.array_equal(one.inner, other.inner)
            assert np.array_equal(one.cell_of_junction, other.cell_of_junction)


def test_a_one_way_street_is_one_way(tier):
    board = gw.Board.from_text("S..\n.#.\n..E", one_way={(0, 1): (0, 1)})
    (network,) = networks_of(reduced_paths(board))
    # The other way round is two-way, but no path from the source would come back by it.
    assert network.one_way.tolist() == [True, True]
    assert network.tail.tolist() == [network.source] * 2
    against = gw.Board.from_text("S..\n.#.\n..E", one_way={(0, 1): (0, -1)})
    (network,) = networks_of(reduced_paths(against))
    assert network.corridors == 1


# -------------------------------------------------------------------------------------- limits and errors


def test_time_is_asked_for_between_slices(tune):
    tune(slice=1)
    board = gw.Board.rectangle(30, 30)
    with slices.tier("python"), pytest.raises(TimeLimitError):
        reduced_paths(board, watch=Limits(seconds=1e-9).watch())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"closed": True}, "closed=True applies to tours"),
        ({"tour": True, "cycles": True}, "give one of them"),
        ({"tour": True, "closed": True, "cycles": True}, "give one of them"),
    ],
)
def test_what_makes_no_sense_is_refused(options, message):
    with pytest.raises(GridwalkError, match=message):
        shrink(gw.Board.rectangle(2, 2), None, None, **options)
