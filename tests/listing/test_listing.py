"""All paths, one after another, against naive recursion: the same paths in the same order."""

from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.listing.simple import PATIENCE, SimpleListing, may_stand
from gridwalk.planner.listed import search_of
from gridwalk.runtime import slices
from gridwalk.runtime.codes import SEARCHES
from profiles import examples
from published import KING_PATHS, ROOK_PATHS
from strategies import Question, small_questions


def cells_of(paths):
    return [list(path) for path in paths]


@examples(300)
@given(question=small_questions())
def test_the_paths_in_their_order(tier, question: Question):
    expected = list(oracles.simple_paths(question.raw, question.start, question.exits))
    paths = question.board.paths()
    listed = paths.list()
    assert cells_of(listed) == expected
    assert paths.count() == len(expected) == len(set(listed))
    for path in listed[:50]:
        oracles.check_certificate(question.raw, path, start=question.start, exits=question.exits)


@examples(100)
@given(question=small_questions(), limit=st.integers(0, 5))
def test_a_limit_takes_the_first(tier, question: Question, limit):
    expected = list(islice(oracles.simple_paths(question.raw, question.start, question.exits), limit))
    assert cells_of(question.board.paths().list(limit)) == expected
    assert cells_of(islice(question.board.paths(), limit)) == expected


@examples(300)
@given(question=small_questions(), cells=st.sampled_from((1, 30, 1 << 18)))
def test_batches_hold_the_same_paths(tier, question: Question, cells):
    batches = list(question.board.paths().batches(cells))
    assert cells_of(path for batch in batches for path in batch) == cells_of(question.board.paths())
    for batch in batches:
        assert len(batch) == len(batch.offsets) - 1 > 0
        assert batch.lengths.tolist() == [path.length for path in batch]
        assert batch.costs.tolist() == [path.cost for path in batch]


def test_a_batch_has_a_largest_size():
    """A huge batch size is accepted, and does not allocate a huge array."""
    for cells in (10**13, 10**30):
        assert [len(batch) for batch in gw.Board.rectangle(3, 3).paths().batches(cells)] == [12]


def test_numbers_of_searches_outgrow_32_bits(tier):
    """A long listing makes more than 2**31 searches for an exit, each with a new number."""
    board = gw.Board.rectangle(4, 4, moves=gw.KING)
    question = board.paths((0, 0), (3, 3))._question
    search = search_of(question, question.watch())
    every = search.paths()
    found = [next(every)]
    search.state[SEARCHES] = 2**31 - 20
    search._rules[PATIENCE] = 0
    found += islice(every, 299)
    assert search.state[SEARCHES] > 2**31
    assert cells_of(found) == cells_of(board.paths().list(300))


@examples(200)
@given(question=small_questions(), data=st.data())
def test_membership(question: Question, data):
    """For any walk, `in` returns whether it is one of the listed paths."""
    paths = question.board.paths()
    members = cells_of(paths)
    cell = st.sampled_from(question.raw.cells)
    walk = data.draw(st.lists(cell, max_size=6))
    assert (walk in paths) == (walk in members)
    for member in members[:10]:
        assert member in paths
        assert np.array(member) in paths
        for changed in (member[:-1], member[1:], member[::-1], [*member, member[0]], member + member[-1:]):
            assert (changed in paths) == (changed in members)
        k = data.draw(st.integers(0, len(member) - 1))
        swapped = [*member[:k], data.draw(cell), *member[k + 1 :]]
        assert (swapped in paths) == (swapped in members)
    # Paths to the last exit, with or without other exits on the way.
    for walk in islice(oracles.simple_paths(question.raw, question.start, question.exits[-1:]), 100):
        assert (walk in paths) == (walk in members)


def test_two_readers_do_not_disturb_each_other(tier):
    paths = gw.Board.rectangle(3, 3).paths()
    pairs = list(zip(paths, paths, strict=True))
    assert len(pairs) == 12
    assert all(one == other for one, other in pairs)


def test_the_start_is_an_exit(tier):
    paths = gw.Board.rectangle(2, 2, start=(0, 0), exits=[(0, 0), (1, 1)]).paths()
    assert (cells_of(paths), paths.count()) == ([[(0, 0)]], 1)


def test_statistics_grow_from_path_to_path(tier):
    listed = gw.Board.rectangle(3, 3).paths().list()
    for one, other in pairwise(listed):
        assert one.expanded < other.expanded
        assert one.backtracks < other.backtracks
        # The depth of the walk is the number of entries minus the number of backtracks.
        assert other.expanded - other.backtracks == one.expanded - one.backtracks + other.length - one.length


def test_the_way_back_out_of_a_room_takes_one_look_at_it(tier):
    """A path fills half of a room without an exit: its cells are searched once, not at every step back."""
    side = 10
    room = np.ones((side, side + 2), bool)
    room[:, 0] = False
    room[0, 0] = True
    question = gw.Board(room).paths((0, 0), (0, 0))._question
    search = SimpleListing(question, [(0, 0)], question.watch())
    grid, there = search.board, range(1, side + 2)
    flat = [grid.index((row, c)) for row in range(side) for c in (there, there[::-1])[row % 2]]
    half = flat[: len(flat) // 2]
    search._lay_out(half)
    path, on_path, ways, state = search._path, search._on_path, search._ways, search.state
    path[1][:] = 1
    is_exit = np.zeros(grid.size, np.uint8)
    looked = 0
    for depth in range(len(half) - 1, -1, -1):
        given = search.query.table, is_exit, on_path, depth, path, ways, state
        stands, cells = slices.call(may_stand, search.query.watch, *given, compiled=tier == "compiled")
        assert not stands
        assert path[1][depth] == 0
        on_path[half[depth]] = 0
        looked += cells
    assert len(flat) <= looked <= len(flat) + len(half) + 2


@pytest.mark.parametrize("moves", [gw.ORTHOGONAL, gw.ORTHOGONAL.ordered("DRUL"), gw.KING], ids=str)
def test_published_numbers(tier, moves):
    for side in (1, 2, 3, 4) if moves != gw.KING else (1, 2, 3):
        paths = gw.Board.rectangle(side, side, moves=moves).paths()
        assert paths.count() == len(paths.list()) == (KING_PATHS if moves == gw.KING else ROOK_PATHS)[side]


def test_a_table_of_32_bits_counts_the_same():
    """Rook moves among others that fit no board of this size."""
    wide = gw.Moves([*gw.ORTHOGONAL.deltas, *((50 + n, 0) for n in range(28))])
    with slices.tier("compiled"):
        assert gw.Board.rectangle(5, 5, moves=wide).paths().count() == ROOK_PATHS[5]
