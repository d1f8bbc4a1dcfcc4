"""Reduction: examples, published counts, and blocks as sets of cells."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from test_shrink import board_of, board_paths, joined, mapped

import gridwalk as gw
from gridwalk.allpaths.reduce.network import NOWHERE
from gridwalk.allpaths.reduce.reduction import shrink
from networks import network_paths
from oracles import Raw

RING = "....\n.##.\n....\n"


def reduced_paths(board, **options):
    return shrink(board, [board.start], board.exits, **options)


def networks_of(reduced):
    return [block.network for block in reduced.blocks]


def counted(reduced):
    """The number of paths, including trivial ones."""
    blocks = [len(network_paths(network)) for network in networks_of(reduced)]
    return len(reduced.trivial) + (math.prod(blocks) if blocks else 0)


# --------------------------------------------------------------------------------------------- hand-made


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


# --------------------------------------------------------------------------------------------- published


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
    """For engines that work on cells: the cells, entrances and exits of each block."""
    rng = random.Random(seed)
    rows, columns = rng.randint(2, 5), rng.randint(2, 4)
    grid = [[rng.random() < 0.8 for _ in range(columns)] for _ in range(rows)]
    grid[0][0] = grid[-1][-1] = True
    raw = Raw(tuple(map(tuple, grid)), ((-1, 0), (0, 1), (1, 0), (0, -1)))
    starts, exits = (rng.sample(raw.cells, min(len(raw.cells), rng.choice((1, 1, 2)))) for _ in range(2))
    through = rng.sample(raw.cells, 1) if rng.random() < 0.3 else []
    board = board_of(raw)
    reduced = shrink(board, starts, exits, through=through)
    counts = [len(reduced.trivial), len(board_paths(raw, starts, exits, through, tour=False))]
    product = 1
    for block in reduced.blocks:
        inside = np.isin(np.arange(board.size), block.cells).reshape(board.shape)
        ends = [mapped(board, cells) for cells in (block.entrances, block.exits, block.must)]
        product *= len(board_paths(Raw(tuple(map(tuple, inside.tolist())), raw.deltas), *ends, tour=False))
    assert counts[0] + (product if reduced.blocks else 0) == counts[1]


def test_a_one_way_street_is_one_way(tier):
    board = gw.Board.from_text("S..\n.#.\n..E", one_way={(0, 1): (0, 1)})
    (network,) = networks_of(reduced_paths(board))
    # The other side of the ring is two-way, but no path from the source returns by it.
    assert network.one_way.tolist() == [True, True]
    assert network.tail.tolist() == [network.source] * 2
    against = gw.Board.from_text("S..\n.#.\n..E", one_way={(0, 1): (0, -1)})
    (network,) = networks_of(reduced_paths(against))
    assert network.corridors == 1
