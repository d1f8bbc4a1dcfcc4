"""A rectangle of open cells is reduced by a short cut, with the result of the full reduction."""

from __future__ import annotations

import random

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.allpaths.reduce import reduction

MOVES = (gw.ORTHOGONAL, gw.KING, gw.Moves(gw.ORTHOGONAL.deltas[::-1]), gw.Moves(gw.KING.deltas[::-1]))


def contents(reduced):
    """Return everything in a reduced graph: values, order and types."""
    found = [reduced.trivial, reduced.cyclic]
    for block in reduced.blocks:
        for part in (block, block.network):
            values = [value for name, value in vars(part).items() if name != "network"]
            found += [
                (value.tolist(), value.dtype) if isinstance(value, np.ndarray) else value for value in values
            ]
    return found


def questions(rng, board):
    """Yield the ends and options of paths, tours and cycles."""
    cells = [(row, column) for row in range(board.rows) for column in range(board.columns)]
    corners = [(0, 0), (0, board.columns - 1), (board.rows - 1, 0), (board.rows - 1, board.columns - 1)]
    for start, end in (rng.sample(corners, 2), (corners[0], rng.choice(cells)), rng.sample(cells, 2)):
        yield [start], [end], {}
        yield [start], [end], {"tour": True}
        yield [start], [end], {"through": rng.sample(cells, 2)}
        yield [start], [end], {"edges": [((0, 0), (0, 1)), ((0, 1), (1, 1))]}
    yield None, None, {"cycles": True}
    yield None, None, {"cycles": True, "through": rng.sample(cells, 2)}
    yield None, None, {"tour": True, "closed": True}


@pytest.mark.parametrize("moves", MOVES)
@pytest.mark.parametrize("rows", range(2, 7))
def test_a_plain_board_is_reduced_as_the_full_reduction_does(rows, moves, monkeypatch):
    rng = random.Random(rows)
    for columns in range(2, 7):
        costs = rng.choice((None, [[rng.randint(1, 9) for _ in range(columns)] for _ in range(rows)]))
        board = gw.Board([[True] * columns] * rows, moves=moves, costs=costs)
        for starts, exits, options in questions(rng, board):
            at_once = contents(reduction.shrink(board, starts, exits, **options))
            with monkeypatch.context() as patch:
                patch.setattr(reduction, "plain_graph", lambda _: None)
                assert at_once == contents(reduction.shrink(board, starts, exits, **options))


@pytest.mark.parametrize(("moves", "smallest"), [(gw.ORTHOGONAL, 3), (gw.KING, 2)])
def test_a_plain_board_is_not_searched(moves, smallest, monkeypatch):
    monkeypatch.setattr(reduction, "graph_of", None)
    board = gw.Board.rectangle(smallest, smallest, moves=moves)
    (block,) = reduction.shrink(board, [board.start], board.exits).blocks
    assert block.cells.size == board.size
