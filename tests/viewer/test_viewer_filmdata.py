"""The message of a film: its parts, the legal moves, and the bound that A* used."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.draw.pagedata import moves_data
from gridwalk.runtime.codes import CLOSE, OPEN, RELAX
from gridwalk.viewer.asked import film_parts, packed
from profiles import examples
from strategies import board_of, raws
from viewing import TYPES, unpacked


def numbers(kind):
    return st.lists(st.floats(allow_nan=False) if kind == "f8" else st.integers(0, 255), max_size=9).map(
        lambda values: np.array(values, TYPES[kind])
    )


@examples(100)
@given(
    st.dictionaries(st.text(max_size=5).filter(lambda name: name != "parts"), st.text(max_size=9)),
    st.dictionaries(st.text(max_size=9), st.sampled_from(list(TYPES)).flatmap(numbers), max_size=4),
)
def test_a_message_with_parts_comes_back_as_it_went(data, parts):
    words, back = unpacked(packed(data, parts))
    assert words == data
    assert list(back) == list(parts)
    for name, part in parts.items():
        assert back[name].dtype == part.dtype
        assert back[name].tolist() == part.tolist()


@examples(100)
@given(raws())
def test_the_legal_moves_of_a_film_are_those_of_the_board(raw):
    board = board_of(raw)
    trace = board.paths().trace(by="bfs")
    parts, moves = film_parts(trace, board), moves_data(board)
    for v, mask in enumerate(parts["legal"].tolist()):
        row, column = divmod(v, board.columns)
        there = [
            ((row + down) % board.rows, (column + right) % board.columns)
            for m, (down, right) in enumerate(moves)
            if mask >> m & 1
        ]
        expected = (
            [cell for cell, _ in board.moves_from((row, column))] if board.open_cells[row, column] else []
        )
        assert there == expected
    assert parts["events"].tolist() == trace.events.reshape(-1).tolist()
    assert len(parts["rest"]) == 0


@pytest.mark.parametrize("by", ["astar", "jps"])
@pytest.mark.parametrize("exits", [[(36, 38)], [(36, 38), (39, 5)]])
def test_the_bound_is_sent_that_puts_the_heap_in_order(by, exits):
    open_cells = np.random.default_rng(3).random((40, 40)) < 0.7
    for cell in [(3, 1), *exits]:
        open_cells[cell] = True
    board = gw.Board(open_cells, moves=gw.KING, start=(3, 1), exits=exits)
    trace = board.paths().trace(by=by)
    rest = trace._rest
    # The cost so far, which the log tells, plus the bound never falls from one expansion to the next.
    cost, keys = {}, []
    for kind, cell, value in trace.events.tolist():
        if kind in (OPEN, RELAX):
            (row, column), (to_row, to_column) = divmod(value, board.columns), divmod(cell, board.columns)
            steps = sorted((abs(row - to_row), abs(column - to_column)))
            cost[cell] = cost.get(value, 0.0) + steps[1] - steps[0] + 2**0.5 * steps[0]
        elif kind == CLOSE:
            keys.append(cost[cell] + rest[cell])
    assert len(keys) > 3
    assert all(one <= two + 1e-9 for one, two in pairwise(keys))
    assert keys[-1] <= trace.path.cost + 1e-9
    # And it is a lower bound, 0 at the exit that is found, which the straight way to it attains.
    back = board.distances(trace.path.end).reshape(-1)
    assert (rest <= back + 1e-9)[board.open_cells.reshape(-1)].all()
    assert rest[board.columns * trace.path.end[0] + trace.path.end[1]] == 0


def test_a_bound_where_no_exit_can_be_reached():
    board = gw.Board.from_text("S#.\n##E", moves=gw.KING)
    for by in ("astar", "jps"):
        assert board.paths().trace(by=by)._rest.shape == (6,)
    assert board.paths().trace(by="dijkstra")._rest is None
    knight = gw.Board.rectangle(5, 5, moves=gw.KNIGHT)
    assert knight.tours(start=(0, 0)).trace(by="warnsdorff")._rest is None
