"""How long does the reduction of a board take?

Mazes, noise and open boards from seeds, so two runs measure the same work; moves are laid out and kernels
compiled before the clock starts.  The answers are checked: a perfect maze is one corridor, as long as the
shortest path, and in a block only its ends may have a single neighbour.
"""

import time

import numpy as np

from benchmarks.figures import Figure
from gridwalk import makers
from gridwalk.allpaths.reduce.network import ReducedGraph
from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.board.board import Board
from gridwalk.board.moves import KING
from gridwalk.runtime import slices


def perfect_maze(side):
    """Return a depth-first maze of *side* x *side* cells (odd)."""
    return makers.depth_first(side, side, seed=1)


def braided_maze(side, share):
    """Return a perfect maze with that share of its inner walls between rooms opened."""
    return makers.with_walls_opened(perfect_maze(side), share, seed=1)


def noise(side, walls):
    """Return cells, open but for that share, and open along the left and the right side."""
    cells = ~makers.noise(side, side, walls, seed=1)
    cells[:, [0, -1]] = True
    return cells


def boards():
    """Yield names and boards."""
    yield "perfect maze 4001 x 4001", Board(perfect_maze(4001))
    yield "braided maze 4001 x 4001, 5 %", Board(braided_maze(4001, 0.05))
    yield "noise 2000 x 2000, 30 % walls", Board(noise(2000, 0.3))
    yield "noise 2000 x 2000, 30 % walls, king", Board(noise(2000, 0.3), moves=KING)
    yield "open 1000 x 1000", Board.rectangle(1000, 1000)
    yield "noise 1000 x 1000, 30 % walls, one-way cells", one_way(noise(1000, 0.3))


def one_way(cells):
    """Return the board of *cells* in which one in a hundred can be left to the right only."""
    ways = dict.fromkeys(map(tuple, np.argwhere(cells[:, :-1])[::100].tolist()), (0, 1))
    return Board(cells, one_way=ways)


def check(board: Board, reduced: ReducedGraph) -> None:
    """Assert that every cell of a block has two neighbours in it, or is one of its ends."""
    for block in reduced.blocks:
        left = np.zeros(board.size, bool)
        left[block.cells] = True
        left = left.reshape(board.shape)
        near = np.zeros(board.shape, int)
        for d_row, d_column in board.moves.deltas:
            rows, columns = board.rows - abs(d_row), board.columns - abs(d_column)
            top, first = max(0, -d_row), max(0, -d_column)
            there = left[top + d_row : top + d_row + rows, first + d_column : first + d_column + columns]
            near[top : top + rows, first : first + columns] += there
        near.reshape(-1)[np.concatenate([block.entrances, block.exits])] += 1
        assert (near[left] > 1).all()


def figures() -> list[Figure]:
    """Return the time for each cell, and for small boards the whole time."""
    found = []
    with slices.tier("compiled"):
        for small in (Board(noise(30, 0.2)), Board(noise(30, 0.2), moves=KING), one_way(noise(30, 0.2))):
            shrink(small, [small.start], small.exits)
    for name, board in boards():
        board._moves_of_cell.sum()
        began = time.process_time()
        reduced = shrink(board, [board.start], board.exits)
        seconds = time.process_time() - began
        check(board, reduced)
        networks = [block.network for block in reduced.blocks]
        if name.startswith("perfect"):
            assert networks[0].length.tolist() == [board.paths().shortest().length]
        junctions = sum(network.junctions for network in networks)
        note = f"{len(reduced.blocks):,} blocks, {junctions:,} junctions"
        found.append(Figure(name, "ns per cell", seconds / board.size * 1e9, note=note))
    for side in (5, 10, 20):
        board = Board.rectangle(side, side)
        board._moves_of_cell.sum()
        for tier in ("python", "compiled"):
            with slices.tier(tier):
                began = time.process_time()
                for _ in range(20):
                    shrink(board, [board.start], board.exits)
                each = (time.process_time() - began) / 20
            found.append(Figure(f"open {side} x {side}, {tier}", "ms", each * 1e3))
    return found
