"""Many questions at once: the answers of single questions, in arrays, by one thread or several."""

import random

import numpy as np
import pytest

import gridwalk as gw
import oracles
import seeded
from gridwalk.errors import MemoryLimitError, TimeLimitError
from gridwalk.runtime import slices
from gridwalk.search.choice import ready as made_ready
from strategies import CAMEL, KING, KING_AND_KNIGHT, KNIGHT, ORTHOGONAL, board_of

STENCILS = (ORTHOGONAL, KING, KNIGHT, CAMEL, KING_AND_KNIGHT)
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
        ("jps", ORTHOGONAL, None),
        ("corridors", KING, None),
        ("corridors", ORTHOGONAL, None),
        ("astar", ORTHOGONAL, None),
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


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2])
def test_room_for_cells_and_for_the_search_grows(tier, threads, tune):
    tune(cells_per_path=1, more_cells=3)
    rng = random.Random(8)
    side = 15 if tier == "python" else 30
    raw = oracles.Raw(((True,) * side,) * side, KING, costs=seeded.costs(rng, (side, side), "small"))
    board = board_of(raw)
    ready = made_ready(board, "astar")
    new_scratch = ready.new_scratch

    def smaller(room):
        labels, (tails, pool), *rest = new_scratch(room)
        return labels, (tails, pool[: (len(tails) + 31 * 8 + room - 2) * 32]), *rest

    ready.new_scratch, ready.spare = smaller, []
    starts, goals = questions_of(raw, rng, 30)
    assert check(raw, board.shortest_many(starts, goals, threads=threads), starts, goals) == 30
    assert ready.room > 1


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


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2])
def test_limits_of_a_batch(tier, threads):
    """The clock is asked while pairs are answered, and memory before it is taken."""
    board = gw.Board.rectangle(9, 9, moves=gw.KING)
    cells = np.tile(np.argwhere(board.open_cells), (3, 1))
    board.shortest_many(cells, cells[::-1], threads=threads, seconds=1000)
    with pytest.raises(TimeLimitError) as late:
        board.shortest_many(cells, cells[::-1], threads=threads, seconds=1e-9)
    assert late.value.found < len(cells)
    large = np.tile(cells, (1000, 1))
    with pytest.raises(MemoryLimitError, match="ask fewer pairs at a time") as full:
        board.shortest_many(large, large[::-1], threads=threads, memory=1 << 20)
    assert full.value.needed > full.value.limit == 1 << 20
