"""Many questions at once: the answers of single questions, in arrays, by one thread or several."""

import random
import types

import numpy as np
import pytest

import gridwalk as gw
import oracles
import seeded
from gridwalk.errors import (
    CellNameError,
    GridwalkError,
    MemoryLimitError,
    OutsideBoardError,
    TimeLimitError,
    UnknownChoiceError,
    UnsuitableAlgorithmError,
    WallCellError,
)
from gridwalk.runtime import slices
from gridwalk.search.solvers import solver
from strategies import CAMEL, KING, KING_AND_KNIGHT, KNIGHT, ROOK, board_of

STENCILS = (ROOK, KING, KNIGHT, CAMEL, KING_AND_KNIGHT)
KINDS = {"cost_kinds": (None, None, "small", "fractions"), "one_way": True}


def questions_of(raw: oracles.Raw, rng: random.Random, count: int):
    return [rng.choice(raw.cells) for _ in range(count)], [rng.choice(raw.cells) for _ in range(count)]


def check(raw: oracles.Raw, batch, starts, goals) -> int:
    """Certify every answer and compare it with the oracle's; return how many paths there are."""
    assert len(batch) == len(starts) == len(batch.costs) == len(batch.offsets) - 1
    assert (batch.costs.dtype, batch.cells.dtype, batch.offsets.dtype) == (np.float64, np.int32, np.int64)
    assert batch.cells.shape == (batch.offsets[-1], 2)
    assert batch.offsets[0] == 0
    far, found = {}, 0
    for i, (start, goal) in enumerate(zip(starts, goals, strict=True)):
        if start not in far:
            far[start] = oracles.distances(raw, [start])
        first, end = batch.offsets[i : i + 2]
        path = batch[i]
        if goal not in far[start]:
            assert (path, first, batch.costs[i]) == (None, end, np.inf)
            continue
        assert batch.costs[i] == pytest.approx(far[start][goal], rel=1e-12)
        oracles.check_certificate(raw, batch.cells[first:end].tolist(), start=start, exits=[goal])
        assert path.cells.tolist() == batch.cells[first:end].tolist()
        assert path.cost == pytest.approx(far[start][goal], rel=1e-12)
        assert path.by == batch.by
        found += 1
    return found


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2])
def test_small_boards_of_all_kinds(tier, threads):
    for raw, rng in seeded.raws(threads, 80, STENCILS, **KINDS):
        starts, goals = questions_of(raw, rng, 12)
        check(raw, board_of(raw).shortest_many(starts, goals, threads=threads), starts, goals)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize(
    ("by", "deltas", "kind"),
    [
        ("jps", KING, None),
        ("corridors", KING, None),
        ("corridors", ROOK, None),
        ("astar", ROOK, None),
        ("astar", KING, "small"),
        ("astar", KNIGHT, "fractions"),
    ],
)
def test_agrees_with_single_questions(threads, by, deltas, kind):
    rng = random.Random(f"{by}{kind}")
    grid = tuple(map(tuple, seeded.noise(rng, 30, 30, 0.65)))
    raw = oracles.Raw(grid, deltas, costs=seeded.costs(rng, (30, 30), kind))
    board = board_of(raw)
    starts, goals = questions_of(raw, rng, 150)
    with slices.tier("compiled"):
        batch = board.shortest_many(starts, goals, by=by, threads=threads)
        assert batch.by == by
        singles = [board.paths(*pair).shortest(by=by) for pair in zip(starts, goals, strict=True)]
        assert list(batch) == singles
        assert batch.lengths.tolist() == [-1 if path is None else path.length for path in singles]
        assert None in singles or deltas is KNIGHT
        assert [None if path is None else path.by for path in batch] == [path and path.by for path in singles]
    for i in (0, -1, np.int64(7)):
        assert batch[i] == singles[i]
    for i in (150, -151):
        with pytest.raises(IndexError):
            batch[i]


def test_auto_takes_what_single_questions_would_on_large_boards():
    board = gw.Board.rectangle(80, 80, moves=gw.KING)
    batch = board.shortest_many([(0, 0), (3, 5)], [(79, 79), (3, 5)])
    assert (batch.by, batch.offsets.tolist()) == ("jps", [0, 80, 81])
    assert batch.costs.tolist() == pytest.approx([79 * 2**0.5, 0])
    knight = gw.Board.rectangle(80, 80, moves=gw.KNIGHT).shortest_many([(0, 0)], [(79, 79)])
    assert (knight.by, knight.costs.tolist()) == ("astar", [54.0])  # 158 rows and columns, three a move
    assert gw.Board.rectangle(3, 3).shortest_many([(0, 0)], [(2, 2)]).by == "astar"


def test_cells_are_given_in_any_form():
    board = gw.Board.rectangle(5, 6, moves=gw.KING)
    starts, goals = [(0, 0), (4, 5), (2, 2)], [(4, 4), (0, 0), (2, 2)]
    expected = board.shortest_many(starts, goals)
    forms = [
        np.array,
        lambda cells: np.array(cells, np.uint8),
        lambda cells: np.array(cells, np.uint64),
        lambda cells: np.array(cells, ">i2"),
        lambda cells: np.array(cells, order="F"),
        lambda cells: np.array(cells)[::-1][::-1],
        iter,
        tuple,
        lambda cells: [list(cell) for cell in cells],
        lambda cells: [f"{row},{column}" for row, column in cells],
        lambda cells: np.array(cells, object),
    ]
    for form in forms:
        batch = board.shortest_many(form(starts), form(goals))
        assert np.array_equal(batch.cells, expected.cells)
        assert np.array_equal(batch.costs, expected.costs)


@pytest.mark.parametrize("threads", [None, 1, 2])
@pytest.mark.parametrize("empty", [[], (), np.empty((0, 2), np.int64), np.array([])])
def test_no_questions(tier, threads, empty):
    batch = gw.Board.rectangle(3, 3).shortest_many(empty, empty, threads=threads)
    assert (len(batch), list(batch), batch.cells.shape) == (0, [], (0, 2))
    assert (batch.costs.tolist(), batch.offsets.tolist()) == ([], [0])


def test_no_path_at_all():
    board = gw.Board.from_text(".#.")
    batch = board.shortest_many([(0, 0)] * 9, [(0, 2)] * 9, threads=2)
    assert (set(batch.costs.tolist()), batch.offsets.tolist(), list(batch)) == (
        {np.inf},
        [0] * 10,
        [None] * 9,
    )


WALLED = gw.Board.from_text("...#\n....")


@pytest.mark.parametrize("as_array", [False, True])
@pytest.mark.parametrize(
    ("starts", "goals", "error", "message"),
    [
        ([(0, 0), (0, 3)], [(1, 1), (1, 1)], WallCellError, r"starts\[1\]=\(0, 3\) is a wall"),
        ([(1, 1), (1, 1)], [(0, 0), (0, 3)], WallCellError, r"exits\[1\]=\(0, 3\) is a wall"),
        (
            [(0, 0), (2, 0)],
            [(1, 1), (1, 1)],
            OutsideBoardError,
            r"starts\[1\]=\(2, 0\) is outside the board: rows",
        ),
        ([(0, 0)], [(0, -1)], OutsideBoardError, r"exits\[0\]=\(0, -1\) is outside"),
        ([(-1, 0)], [(0, 0)], OutsideBoardError, r"starts\[0\]=\(-1, 0\) is outside"),
        ([(3, 1)], [(0, 0)], OutsideBoardError, r"\(1, 3\) is inside: did you pass \(x, y\)"),
        ([(0, 0)] * 3, [(0, 1), (1, 1)], GridwalkError, "3 starts do not go with 2 exits"),
        ([], [(0, 1), (1, 1)], GridwalkError, "0 starts do not go with 2 exits"),
        ([(0.5, 0)], [(1, 1)], CellNameError, r"starts\[0\]="),
        ([(0, 0, 0)], [(1, 1)], CellNameError, r"starts\[0\]="),
        ([(0, 2**40)], [(1, 1)], OutsideBoardError, r"starts\[0\]=\(0, 1099511627776\) is outside"),
        ((0, 3), (1, 1), WallCellError, r"starts\[0\]=\(0, 3\) is a wall"),
        ((0, 0, 1), (1, 1), CellNameError, r"starts\[0\]="),
        ([["x", "y"]], [(1, 1)], CellNameError, r"starts\[0\]="),
    ],
)
def test_bad_cells_are_refused(as_array, starts, goals, error, message):
    if as_array:
        starts, goals = np.array(starts), np.array(goals)
    with pytest.raises(error, match=message):
        WALLED.shortest_many(starts, goals)


def test_cells_no_integer_of_64_bits_holds_are_outside():
    with pytest.raises(OutsideBoardError, match=r"starts\[0\]="):
        WALLED.shortest_many(np.array([[2**64 - 1, 0]], np.uint64), [(0, 0)])


@pytest.mark.parametrize("cells", [5, None, 2.5])
def test_what_is_no_list_of_cells_is_refused(cells):
    with pytest.raises(GridwalkError, match="starts"):
        WALLED.shortest_many(cells, [(0, 0)])


@pytest.mark.parametrize("by", ["bfs", "labels", "dijkstra"])
def test_what_answers_one_question_at_a_time_is_refused(by):
    with pytest.raises(GridwalkError, match="one question at a time; for many take 'auto' or 'astar'"):
        WALLED.shortest_many([(0, 0)], [(1, 1)], by=by)


def test_an_unsuitable_algorithm_is_refused():
    with pytest.raises(UnsuitableAlgorithmError, match="king's eight moves"):
        WALLED.shortest_many([(0, 0)], [(1, 1)], by="jps")


@pytest.mark.parametrize("by", ["quick", "", None])
def test_an_unknown_algorithm_is_refused(by):
    with pytest.raises(UnknownChoiceError, match="choose from auto"):
        WALLED.shortest_many([(0, 0)], [(1, 1)], by=by)


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2])
def test_room_for_cells_and_for_the_search_grows(tier, threads, tune):
    tune(cells_per_path=1, more_cells=3)
    rng = random.Random(8)
    side = 15 if tier == "python" else 30
    raw = oracles.Raw(((True,) * side,) * side, KING, costs=seeded.costs(rng, (side, side), "small"))
    board = board_of(raw)
    ready = solver(board, "astar")
    new_scratch = ready.new_scratch
    ready.new_scratch = lambda room: (*new_scratch(room)[:-1], np.empty((20 * room, 2), np.int32))
    starts, goals = questions_of(raw, rng, 30)
    assert check(raw, board.shortest_many(starts, goals, threads=threads), starts, goals) == 30
    assert ready.room > 1


@pytest.mark.parametrize("threads", [0, -1])
def test_threads_are_at_least_one(threads):
    with pytest.raises(gw.errors.ArgumentError, match=f"threads={threads} must be a whole number"):
        WALLED.shortest_many([(0, 0)], [(1, 1)], threads=threads)


def test_the_number_of_threads_changes_nothing():
    """One thread is the calling one, from the second time on."""
    rng = random.Random(4)
    raw = oracles.Raw(tuple(map(tuple, seeded.noise(rng, 50, 50, 0.7))), KING)
    starts, goals = questions_of(raw, rng, 333)
    first, *others = (
        board_of(raw).shortest_many(starts, goals, by="jps", threads=n) for n in (1, 2, 1, 3, 8)
    )
    for other in others:
        for name in ("costs", "cells", "offsets"):
            assert np.array_equal(getattr(first, name), getattr(other, name))


def test_paths_of_a_batch_cannot_be_changed():
    batch = gw.Board.rectangle(3, 3).shortest_many([(0, 0)], [(2, 2)])
    assert isinstance(iter(batch), types.GeneratorType)
    with pytest.raises(ValueError, match="read-only"):
        batch[0].cells[0, 0] = 2


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2])
def test_limits_of_a_batch(tier, threads):
    """The clock is asked while pairs are answered, and memory before it is taken."""
    board = gw.Board.rectangle(9, 9, moves=gw.KING)
    cells = np.array(np.unravel_index(np.arange(81 * 81) % 81, (9, 9))).T
    told = []
    board.shortest_many(cells, cells[::-1], threads=threads, progress=told.append, seconds=1000)
    with pytest.raises(TimeLimitError) as late:
        board.shortest_many(cells, cells[::-1], threads=threads, seconds=1e-9)
    assert late.value.found < len(cells)
    large = np.tile(cells, (40, 1))
    with pytest.raises(MemoryLimitError, match="ask fewer pairs at a time") as full:
        board.shortest_many(large, large[::-1], threads=threads, memory=1 << 20)
    assert full.value.needed > full.value.limit == 1 << 20
