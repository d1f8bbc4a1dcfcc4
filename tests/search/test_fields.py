"""Distances, what can be reached, and all cheapest paths, against slow and obvious answers."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given

import gridwalk as gw
import oracles
from profiles import examples
from strategies import KING, ORTHOGONAL, Question, board_of, small_questions


def cheapest(raw: oracles.Raw, starts, exits) -> list[list[oracles.Cell]]:
    """All cheapest paths, from each start in turn, depth-first in move order: by listing all paths."""
    paths = [path for start in sorted(set(starts)) for path in oracles.simple_paths(raw, start, exits)]
    least = min((oracles.worth(raw, path) for path in paths), default=0)
    slack = 0 if isinstance(least, int) else least * 1e-12
    return [path for path in paths if oracles.worth(raw, path) - least <= slack]


def check_all(raw: oracles.Raw, starts, exits, most: int = 10_000) -> int:
    """Compare count, list and cost with the oracle's; return how many there are."""
    expected = cheapest(raw, starts, exits)
    found = board_of(raw).paths(list(starts), list(exits)).all_shortest()
    assert found.count() == len(expected)
    assert [list(path) for path in itertools.islice(found, most)] == expected
    assert found.cost == pytest.approx(oracles.worth(raw, expected[0]) if expected else np.inf, rel=1e-12)
    return len(expected)


def test_the_boards_start_is_the_default():
    board = gw.Board.from_text("..S\n.#.", moves=gw.ORTHOGONAL)
    assert board.distances().tolist() == [[2, 1, 0], [3, np.inf, 1]]
    assert board.distances((0, 0)).tolist() == [[0, 1, 2], [1, np.inf, 3]]
    assert board.distances([(0, 0), (1, 2)]).tolist() == [[0, 1, 1], [1, np.inf, 0]]
    assert board.reachable().tolist() == [[True, True, True], [True, False, True]]
    assert board.paths((0, 0), (0, 1)).distances()[1, 2] == 3  # exits do not end a field


@examples(200)
@given(question=small_questions())
def test_all_cheapest_paths(tier, question: Question):
    check_all(question.raw, [question.start], question.exits)


@pytest.mark.long
@pytest.mark.parametrize("deltas", [ORTHOGONAL, KING, ORTHOGONAL[::-1]])
@pytest.mark.parametrize("values", [(1, 2), (0.1, 0.2, 0.3), (7, 7 * 10**6), (1, 2**40)])
def test_cheapest_is_meant_exactly(deltas, values):
    """A dearer way is no tie, however dear the cells before it; sums in another order are one."""
    for number in range(5):
        rng = random.Random(number)
        rows, columns = (3, 3) if len(deltas) == 8 else (3, 4)
        entering = tuple(tuple(rng.choice(values) for _ in range(columns)) for _ in range(rows))
        raw = oracles.Raw(((True,) * columns,) * rows, deltas, costs=entering)
        check_all(raw, [(0, 0)], [(rows - 1, columns - 1)], most=200)


@pytest.mark.parametrize("scale", [1e-12, 1e300])
def test_cheapest_does_not_depend_on_the_unit(scale):
    rng = random.Random(1)
    for _ in range(8):
        entering = tuple(tuple(rng.randint(1, 3) * scale for _ in range(3)) for _ in range(3))
        raw = oracles.Raw(((True,) * 3,) * 3, ORTHOGONAL, costs=entering)
        check_all(raw, [(0, 0)], [(2, 2)], most=200)


@pytest.mark.parametrize(
    ("board", "count"),
    [
        (gw.Board.rectangle(10, 10), 48620),  # 18 choose 9
        (gw.Board.rectangle(40, 40), 27217014869199032015600),  # 78 choose 39, above 2**64
        (gw.Board.rectangle(5, 9, moves=gw.KING), 70),  # four diagonals among eight moves
        (gw.Board.rectangle(1, 1), 1),
        (gw.Board.from_text(".#."), 0),
    ],
)
def test_counts(board, count):
    found = board.paths().all_shortest()
    assert found.count() == count
    first = next(iter(found), None)
    assert (first is None) == (count == 0)
    if first is not None:
        assert first.cost == pytest.approx(board.paths().shortest().cost)
        assert (found.cost, first.by) == (pytest.approx(first.cost), "all")


def test_a_start_that_is_an_exit():
    board = gw.Board.rectangle(2, 2)
    assert [list(path) for path in board.paths((0, 0), [(0, 0), (1, 1)]).all_shortest()] == [[(0, 0)]]
    both = board.paths([(0, 0), (1, 1)], [(0, 0), (1, 1)]).all_shortest()
    assert ([list(path) for path in both], both.count(), both.cost) == ([[(0, 0)], [(1, 1)]], 2, 0)
