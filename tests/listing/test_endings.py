"""Endings kept in a listing by rook moves: the same paths, counters and order as without."""

import dataclasses
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.kernels.listing import orthogonal_listing
from gridwalk.listing.batches import _parts
from gridwalk.planner.listed import as_found, search_of
from gridwalk.runtime import slices
from profiles import examples
from strategies import ORTHOGONAL, raws, shapes


@pytest.fixture(
    params=[(0, 1 << 13, 1 << 17), (11, 1, 64), (6, 4, 200), (30, 16, 1000), (30, 1 << 10, 1 << 14)]
)
def kept(request, tune):
    """How many cells are left when endings are looked for, and how much is kept of them."""
    tune(**dict(zip(("listing_last_cells", "listing_slots", "listing_pool"), request.param, strict=True)))
    return request.param


@examples(50)
@given(
    raw=raws(shapes(4, 5), st.just(ORTHOGONAL), one_way=False, walls=False, wrap=False),
    data=st.data(),
    cells=st.sampled_from((1, 40, 150, 1 << 17)),
)
def test_paths_and_counters(tier, kept, raw, data, cells):
    cell = st.sampled_from(raw.cells)
    start, exits = data.draw(cell), sorted(data.draw(st.sets(cell, min_size=1, max_size=3)))
    order = tuple(data.draw(st.permutations(ORTHOGONAL)))
    board = gw.Board(raw.open_cells, moves=gw.Moves(order))
    paths = board.paths(start, exits)
    expected = list(islice(oracles.simple_paths(dataclasses.replace(raw, deltas=order), start, exits), 1000))
    found = list(islice(paths, 1000))
    assert [list(path) for path in found] == expected
    assert [list(path) for path in islice((p for b in paths.batches(cells) for p in b), 1000)] == expected
    entered = {tuple(expected[0][:1])} if expected else set()
    for path, is_next in zip(found, expected, strict=True):
        entered.update(tuple(is_next[:length]) for length in range(1, len(is_next) + 1))
        assert path.expanded == len(entered)  # no step that is not one of a path
        assert path.backtracks == path.expanded - len(path)


def test_counting_is_the_same(tier, kept):
    for text in ("S....\n.....\n..#..\n.....\n....E", "S...\n....\n....\n...E", "S.#..\n.....\n..#.E\n....."):
        paths = gw.Board.from_text(text).paths()
        part = next(_parts(search_of(paths._question)))
        number = part.fill(np.empty(0, np.int64), np.zeros((2, 1), np.int64))
        listed = list(paths)
        assert number == len(listed) == len(set(listed))


@pytest.mark.parametrize("shape", [(7, 7), (8, 8), (3, 30), (5, 13)])
def test_the_tiers_agree_on_larger_boards(shape):
    """With more than 63 cells left, sets of them are no numbers, and nothing is kept."""
    answers = []
    for name in ("python", "compiled"):
        with slices.tier(name):
            listed = islice(gw.Board.rectangle(*shape).paths(), 4000)
            answers.append([(path.cells.tobytes(), path.expanded, path.backtracks) for path in listed])
    assert answers[0] == answers[1]
    plain = islice(search_of(gw.Board.rectangle(*shape).paths()._question).paths(), 1000)
    assert [cells for cells, _, _ in answers[0][:1000]] == [path.cells.tobytes() for path in plain]


def test_endings_are_found_again(tier):
    """Most of the paths of a board are not searched for: the pool has fewer."""
    part = next(_parts(search_of(gw.Board.rectangle(5, 5).paths()._question)))
    room = part.path[2].size * 9000
    assert part.fill(np.empty(room, np.int64), np.zeros((2, 9000), np.int64)) == 8512
    pool, kept = part.endings[3], 0
    for record in part.endings[2][part.endings[2] > 0].tolist():
        kept += pool[record + orthogonal_listing.ENDINGS]
    assert 0 < kept < 8512 * 2 // 3


def test_as_found_is_what_is_listed(tier):
    paths = gw.Board.rectangle(4, 5).paths().through((2, 2)).longer_than(9)
    found = list(as_found(paths._question))
    assert len(found) > 3  # the first batches are small
    assert [path for batch in found for path in batch] == list(paths)
