"""Distance fields and flow fields of boards whose cells open and close equal the fields of new boards."""

import random

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.search.fields import FIELD, MAX_FIELDS
from profiles import number


def anew(board):
    """Return an equal board that keeps nothing."""
    costs = None if board.costs is None else board.costs.copy()
    return gw.Board(board.open_cells.copy(), moves=board.moves, costs=costs, walls=board.walls)


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


def test_few_fields_are_kept_and_a_caller_may_write_to_distances():
    board = gw.Board.rectangle(9, 9)
    for row in range(9):
        first = board.distances((row, 0))
        first[:] = -1
        assert board.distances((row, 0))[row, 8] == 8
    assert kept_in(board) == MAX_FIELDS
    assert not board.flow_field((0, 0)).distances.flags.writeable
