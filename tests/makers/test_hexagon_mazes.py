"""Mazes of hexagons: trees, every one equally likely where that is promised, on maps and in masks."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.makers.table import MAKERS

ABLE = [name for name, row in MAKERS.items() if row.hexagons]


@pytest.mark.parametrize("name", ABLE)
def test_a_maze_is_a_tree(name, tier):
    for seed in range(3):
        maze = gw.make(name, 5, 6, seed=seed, cells="hex")
        assert (maze.shape, maze.open_count, maze.moves) == ((5, 8), 30, gw.HEX)
        assert np.array_equal(maze.open_cells, gw.Board.hexagons(5, 6).open_cells)
        moves = int(np.bitwise_count(maze._moves_of_cell).sum()) // 2
        assert moves == maze.open_count - 1
        assert maze.reachable(maze.start).sum() == maze.open_count
        assert gw.Board.from_text(str(maze)) == maze
    assert gw.make(name, 5, 6, seed=1, cells="hex") == gw.make(name, 5, 6, seed=1, cells="hex")


@pytest.mark.parametrize("name", ["wilson", "aldous-broder"])
def test_every_maze_is_equally_likely(name):
    """The wheel of six spokes has 320 spanning trees (OEIS A004146): chi-square, 319 degrees of freedom."""
    seen = Counter(
        gw.make(name, mask=gw.Board.hexagon(1), seed=seed)._moves_of_cell.tobytes() for seed in range(1600)
    )
    assert 310 < len(seen) <= 320
    square = sum((number - 5) ** 2 / 5 for number in [*seen.values(), *[0] * (320 - len(seen))])
    assert 319 - 4 * 638**0.5 < square < 319 + 4 * 638**0.5


def test_masks_braids_and_loops():
    mask = np.ones((4, 5), bool)
    mask[1, 2] = False
    maze = gw.make("backtracker", mask=mask, cells="hex", seed=4)
    assert np.array_equal(maze.open_cells, gw.Board.hexagons(mask).open_cells)
    large = gw.make("wilson", mask=gw.Board.hexagon(4), seed=4, ends="far")
    assert large.paths().shortest().length > 16
    braided = gw.make("wilson", 8, 8, cells="hex", seed=4, braid=1.0)
    doors = np.bitwise_count(braided._moves_of_cell)[braided.open_cells.reshape(-1)]
    assert doors.min() == 2
    assert gw.make("prim", 4, 4, cells="hex", seed=4, loops=1.0) == gw.Board.hexagons(4, 4)
    parts = np.ones((3, 5), bool)
    parts[:, 2] = False
    assert gw.make("wilson", mask=parts, cells="hex", seed=1).open_count == 12
