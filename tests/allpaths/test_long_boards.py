"""Long boards of corridors: if there is nothing to sweep, no plan goes through all cells."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.allpaths import planar
from gridwalk.errors import TimeLimitError
from profiles import examples
from strategies import KING, KNIGHT, ORTHOGONAL, board_of, custom_stencils, raws, shapes

LONG = 30_000


def row():
    return np.ones((1, LONG), bool)


def snake(side=151):
    cells = np.zeros((side, side), bool)
    cells[::2] = True
    cells[1::4, -1] = cells[3::4, 0] = True
    return cells


def comb():
    cells = np.zeros((31, 1001), bool)
    cells[0], cells[:, ::2] = True, True
    return cells


def ring():
    cells = np.zeros((200, 300), bool)
    cells[[0, -1]] = cells[:, [0, -1]] = True
    return cells


# Cells, moves, and the length of every path of the board.
BOARDS = {
    "row": (row(), ORTHOGONAL, [LONG - 1]),
    "row, king": (row(), KING, [LONG - 1]),
    "row, knight": (row(), KNIGHT, []),
    "snake": (snake(), ORTHOGONAL, [75 * 150 + 75 * 2]),
    "comb": (comb(), ORTHOGONAL, [1000 + 30]),
    "ring": (ring(), ORTHOGONAL, [199 + 299] * 2),
}


@pytest.mark.parametrize("name", BOARDS)
def test_all_paths_of_a_long_board(name, never):
    never(planar, "make_plan")
    cells, deltas, moves = BOARDS[name]
    paths = gw.Board(cells, moves=gw.Moves(deltas)).paths()
    assert paths.explain("count").estimate.engine == "no"
    assert paths.count() == paths.count(by="sweep") == len(moves)
    assert paths.lengths() == {length: moves.count(length) for length in moves}
    longest, drawn = paths.longest(), paths.sample(3, seed=1)
    assert (longest is None) == (not moves)
    assert [path.length for path in drawn] == moves[:1] * 3 * bool(moves)
    if moves:
        assert longest.length == max(moves)
        assert [paths.rank(paths.unrank(rank)) for rank in range(len(moves))] == list(range(len(moves)))
        end = paths.board.paths().through(longest.end).shortest()
        assert end.length == min(moves)
        with pytest.raises(TimeLimitError):
            paths.within(1e-9).count(by="sweep")


@examples(80)
@given(
    raw=st.one_of(raws(shapes(3, 4), st.just(ORTHOGONAL)), raws(shapes(3, 4, 9), custom_stencils(4))),
    data=st.data(),
)
def test_tours_with_ends_that_must_be(tier, raw, data):
    """Tours must begin and end at dead ends; using this changes no count."""
    board = board_of(raw)
    ends = data.draw(st.none() | st.sets(st.sampled_from(raw.cells), min_size=1, max_size=3))
    tours = board.tours(exits=None if ends is None else sorted(ends))
    expected = [tour for start in raw.cells for tour in oracles.open_tours(raw, start, ends)]
    assert tours.count() == tours.count(by="sweep") == tours.count(by="list") == len(expected)


# ------------------------------------------------------------------------------ strips of few rows


def three_rows(columns):
    """Paths between opposite corners of 3 rows: OEIS A006192, by its recurrence."""
    a = [1, 4, 12, 38]
    while len(a) < columns:
        a.append(4 * a[-1] - 3 * a[-2] + 2 * a[-3] + a[-4])
    return a[columns - 1]


@pytest.mark.parametrize("columns", [4, 40, 400])
def test_paths_of_a_strip(tier, columns):
    assert gw.Board.rectangle(3, columns).paths().count(by="sweep") == three_rows(columns)
    two = gw.Board.rectangle(2, columns)
    assert two.paths((0, 0), (1, columns - 1)).count(by="sweep") == 2 ** (columns - 1)
    assert two.cycles().count(by="sweep") == columns * (columns - 1) // 2
