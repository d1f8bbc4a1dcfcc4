"""Stencils: their order, letters and parsing; the legal-move table against its definition."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.board.moves import NAMED_MOVES
from gridwalk.errors import ArgumentError, BoardError
from gridwalk.viewer.questions import choices
from oracles import cost_of_move, graph
from profiles import examples
from strategies import board_of, custom_stencils, raws

GUIDE = (Path(__file__).parent.parent.parent / "docs/howto/boards.md").read_text(encoding="utf-8")
PIECES = {
    "orthogonal": (gw.ORTHOGONAL, {(0, 1), (1, 0)}),
    "king": (gw.KING, {(0, 1), (1, 0), (1, 1)}),
    "knight": (gw.KNIGHT, {(1, 2), (2, 1)}),
}


@examples(250)
@given(raws())
def test_the_table_is_its_definition(raw):
    board = board_of(raw)
    table, columns = board._moves_of_cell, board.columns
    for u, leads_to in graph(raw).items():
        bits = [m for m in range(32) if int(table[board.index(u)]) >> m & 1]
        cells = [(u[0] + d_row, u[1] + d_column) for d_row, d_column in np.array(board.moves.deltas)[bits]]
        assert cells == leads_to
        assert [cell for cell, _ in board.moves_from(u)] == leads_to
        if raw.costs is None:
            assert [cost for _, cost in board.moves_from(u)] == [cost_of_move(raw, u, v) for v in leads_to]
        assert [v for v in raw.cells if board.has_move(u, v)] == sorted(leads_to)
        assert [u[0] * columns + u[1] + int(d) for d in board._delta_of_move[bits]] == [
            board.index(v) for v in leads_to
        ]
    closed = ~board.open_cells.ravel()
    assert not table[closed].any()


def test_32_moves_fill_the_mask():
    deltas = [(r, c) for r in range(-3, 4) for c in range(-3, 4) if (r, c) != (0, 0)][-32:]
    board = gw.Board.rectangle(9, 9, moves=gw.Moves(deltas, corners="none"))
    assert int(board._moves_of_cell[board.index((4, 4))]) == 2**32 - 1


@pytest.mark.parametrize(("name", "moves", "first"), [(name, *piece) for name, piece in PIECES.items()])
def test_pieces(name, moves, first):
    around = {(a * row, b * column) for row, column in first for a in (1, -1) for b in (1, -1)}
    assert set(moves.deltas) == around
    assert (len(moves), moves.name, moves.symmetric) == (len(around), name, True)
    assert gw.parse_moves(f" {name.upper()} ") == moves


@pytest.mark.parametrize("name", NAMED_MOVES)
def test_named_moves_are_tested_and_told_of_everywhere(run, name):
    assert name in PIECES or name.startswith("hex")  # in `test_hexagons.py`
    assert f"`{name}`" in GUIDE
    assert name in run("find", "--help")[1].partition("--moves MOVES")[2].partition("--corners")[0]
    if NAMED_MOVES[name].cells == "square":  # which is what the page draws
        assert choices()["moves"][name] == NAMED_MOVES[name].deltas


@given(st.integers(0, 5), st.integers(0, 5))
def test_leapers(a, b):
    if a == b == 0:
        with pytest.raises(BoardError, match="stands still"):
            gw.leaper(a, b)
        return
    moves = gw.leaper(a, b)
    assert {tuple(sorted(map(abs, delta))) for delta in moves.deltas} == {tuple(sorted((a, b)))}
    assert len(moves) == (4 if 0 in (a, b) or a == b else 8)
    assert moves == gw.leaper(b, a) == gw.parse_moves(f"{a},{b}") == gw.parse_moves(f" {a} , {b}")
    assert moves.symmetric


@given(custom_stencils(), st.randoms())
def test_orders_given_as_letters_and_as_deltas(deltas, random):
    moves = gw.Moves(deltas)
    shuffled = random.sample(deltas, len(deltas))
    ordered = moves.ordered(shuffled)
    assert ordered.deltas == tuple(shuffled)
    assert moves.ordered(np.array(shuffled)) == ordered == moves.ordered(list(map(list, shuffled)))
    if len(deltas) > 1:  # without a comma every letter is a move
        assert moves.ordered(",".join(ordered.names)) == ordered


@given(custom_stencils())
def test_letters_parse_to_the_moves_they_name(deltas):
    moves = gw.Moves(deltas)
    if len(deltas) > 1:
        assert gw.parse_moves(",".join(moves.names)).deltas == moves.deltas


def test_moves_are_values():
    assert gw.Moves([(0, 1)]) == gw.Moves(np.array([[0, 1]]))
    assert len({gw.ORTHOGONAL, gw.Moves(gw.ORTHOGONAL.deltas), gw.ORTHOGONAL.with_corners("one")}) == 2
    assert gw.Moves(iter([(0, 1), (1, 0)])).names == ("R", "D")
    with pytest.raises(AttributeError):
        gw.ORTHOGONAL.corners = "one"


@pytest.mark.parametrize("text", ["1,\x1c2", "\x1d1,2", "1\x85,2", "king\x0b", "1,\u20282", "queen:7\x1e"])
def test_only_blanks_may_stand_between_the_parts_of_a_name(text):
    with pytest.raises(ArgumentError):
        gw.parse_moves(text)
    assert gw.parse_moves(" 1\t, 2\n") == gw.KNIGHT
    assert gw.parse_moves("d, l, u, r").deltas == ((1, 0), (0, -1), (-1, 0), (0, 1))
