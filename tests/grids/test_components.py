"""Connected components, and whether every move can be undone."""

import numpy as np
import pytest

import oracles
import seeded
from gridwalk.kernels.search.dead_ends import label_components
from gridwalk.search.solver import part_of_cell
from strategies import BISHOP_STEPS, KING, KING_AND_KNIGHT, KNIGHT, ORTHOGONAL, WIDE, board_of

BOTH_WAYS = (ORTHOGONAL, KING, KING[::-1], KNIGHT, BISHOP_STEPS, KING_AND_KNIGHT)


def parts(raw: oracles.Raw) -> dict[oracles.Cell, int]:
    """The components of a board whose moves can be undone, in reading order; cells without moves in none."""
    leads_to, part_of = oracles.graph(raw), {}
    for cell in raw.cells:
        if cell not in part_of and leads_to[cell]:
            number = max(part_of.values(), default=-1) + 1
            part_of |= dict.fromkeys(oracles.distances(raw, [cell], oracles.one_move), number)
    return part_of


@pytest.mark.parametrize("call", ["__call__", "compiled"])
@pytest.mark.parametrize("seed", range(2))
def test_components(call, seed):
    for raw, _ in seeded.raws(seed, 150, BOTH_WAYS):
        board, expected = board_of(raw), parts(raw)
        part = np.full(board.size, 99, np.int32)
        count = getattr(label_components, call)(board._moves_of_cell, board._delta_of_move, part)
        assert count == max(expected.values(), default=-1) + 1
        rows, columns = board.shape
        assert part.reshape(board.shape).tolist() == [
            [expected.get((r, c), -1) for c in range(columns)] for r in range(rows)
        ]


def test_they_are_kept_with_the_board_where_moves_can_be_undone(tier):
    for raw, _ in seeded.raws(8, 20, (ORTHOGONAL, KNIGHT, KING)):
        board = board_of(raw)
        assert part_of_cell(board) is part_of_cell(board)
    one_way = board_of(oracles.Raw(((True, True),), ORTHOGONAL, one_way={(0, 0): (0, -1)}))
    assert part_of_cell(one_way) is None
    never_legal = board_of(oracles.Raw(((True, True),), WIDE))  # but for the rook's
    assert part_of_cell(never_legal).tolist() == [0, 0]
    assert part_of_cell(board_of(oracles.Raw(((True, True),), ((0, 1),)))) is None
