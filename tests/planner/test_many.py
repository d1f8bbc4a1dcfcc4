"""Counts of many sets at a time equal the counts of one after another."""

import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import TimeLimitError
from gridwalk.runtime.tasks import task_name
from oracles import Raw, simple_paths
from seeded import corner_to_corner, noise

BOARDS = [corner_to_corner(side, 0.2, seed) for side in (4, 5, 6) for seed in range(4)]


@pytest.mark.parametrize("on", [None, 1, 3])
def test_counts_are_those_of_an_enumeration(on):
    rng = random.Random(3)
    raws = [Raw(noise(rng, 3, 4), gw.KING.deltas) for _ in range(12)]
    raws = [raw for raw in raws if raw.open_cells[0][0] and raw.open_cells[2][3]]
    assert len(raws) > 3
    boards = [gw.Board(np.array(raw.open_cells), moves=gw.KING).paths((0, 0), (2, 3)) for raw in raws]
    assert gw.count_many(boards, on=on) == [len(list(simple_paths(raw, (0, 0), [(2, 3)]))) for raw in raws]


def test_sets_of_every_kind_go_together_and_a_board_stands_for_its_paths():
    knights = gw.Board.rectangle(5, 5, moves=gw.KNIGHT)
    square = gw.Board.rectangle(4, 4)
    sets = [knights.tours(start="a1"), square, square.cycles(), square.paths().through((0, 3)), square]
    assert gw.count_many(sets) == [304, 184, 213, square.paths().through((0, 3)).count(), 184]
    assert gw.count_many([]) == []
    assert gw.count_many(board for board in BOARDS) == [board.paths().count() for board in BOARDS]


def test_equal_questions_are_counted_once(tmp_path):
    told = []
    again = [BOARDS[0], BOARDS[1], BOARDS[0], BOARDS[0]]
    numbers = gw.count_many(again, keep=tmp_path, progress=told.append)
    assert numbers == [BOARDS[0].paths().count(), BOARDS[1].paths().count(), *[BOARDS[0].paths().count()] * 2]
    results = [file for file in tmp_path.rglob("*") if file.is_file() and file.name.startswith("count-")]
    assert len(results) == 2
    assert gw.count_many(again, keep=tmp_path) == numbers


def test_questions_that_differ_in_what_the_table_does_not_tell_are_different(tmp_path):
    """An open cell that no move leaves is no wall, and a cycle counts once or once per direction."""
    open_cells = np.ones((3, 3), bool)
    open_cells[0, 1] = open_cells[1, 0] = False
    lonely = gw.Board(open_cells, start=(2, 2), exits=[(2, 1)])
    walk_sets = [board.paths("anywhere", "anywhere") for board in (lonely, lonely.with_walls((0, 0)))]
    rectangle, edge = gw.Board.rectangle(3, 4), ((0, 3), (1, 3))
    boards = rectangle, rectangle.replace(one_way={(0, 3): (0, -1)})
    cycle_sets = [board.cycles().avoiding_edges(edge) for board in boards]
    for sets in (walk_sets, cycle_sets):
        assert gw.count_many(sets, keep=tmp_path) == [each.count(by="list") for each in sets]
    (more, fewer), (once, twice) = (gw.count_many(sets) for sets in (walk_sets, cycle_sets))
    assert (more - fewer, twice) == (1, 2 * once)
    sliding, stepping = gw.queen(1), gw.Moves(gw.queen(1).deltas, corners="none")
    kings = [gw.Board.rectangle(2, 2, moves=moves).paths() for moves in (sliding, stepping)]
    assert task_name("count", kings[0]._question.facts) != task_name("count", kings[1]._question.facts)


def test_workers_of_an_executor_count():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert gw.count_many(BOARDS, on=pool) == [board.paths().count() for board in BOARDS]


def test_the_time_is_that_of_all_of_them():
    hard = [gw.Board.rectangle(12, 12 + i, moves=gw.KING).paths() for i in range(3)]
    with pytest.raises(TimeLimitError):
        gw.count_many(hard, seconds=0.2, on=2)
